//! How far a second-order cone reaches, and its apex, in closed form.
//!
//! If |v| ≤ λ, then v·(Bx + d) ≤ λ (c·x + e) for all x of the cone |Bx + d| ≤ c·x + e, and so
//! (Bᵀv − λc)·x ≤ λe − v·d. The least right side with w for the vector on the left is how far the
//! cone reaches along w. The equation leaves little choice: in axes in which B only stretches, v is
//! p + λq, with (w + λc) over the stretch for components. Where B takes an axis to zero that c has a
//! part in, λ is known; otherwise a quadratic equation tells it:
//!
//! | symbol | meaning |
//! | --- | --- |
//! | s(λ) | λ² − \|p + λq\|² = αλ² − 2βλ − γ: what v may have aside of what B can reach, squared |
//! | δ | what d has aside of what B can reach |
//! | g | e − q·d: the bound is λg − p·d − δ√s |
//!
//! Its derivative is zero where (αλ − β)² = (g/√(g² − αδ²))² (β² + αγ).
//!
//! Any v and λ give a bound that holds. Rounding decides how sharp it is, and no more.

use crate::accuracy;
use crate::space::{Matrix, Singular, Vector, real};

/// A cone in the axes in which its matrix only stretches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pushes<const D: usize> {
    /// Axes at right angles to each other, and where B takes them.
    singular: Singular<D>,
    c: Vector<D>,
    d: Vector<D>,
    /// What c has along axes that B takes to zero.
    beyond: Vector<D>,
    /// What d has aside of everything that B can reach: a direction (or zero) and a length.
    aside: Vector<D>,
    length: f64,
    /// g, where λ is not known beforehand.
    slope: f64,
    pub(super) apex: Option<Vector<D>>,
}

impl<const D: usize> Pushes<D> {
    pub(super) fn new(b: &Matrix<D>, d: Vector<D>, c: Vector<D>, e: f64) -> Self {
        let singular = Singular::new(b);
        let (mut beyond, mut aside, mut centre) = (Vector::ZERO, d, Vector::ZERO);
        let mut lost = 0;
        for (axis, image) in singular.axes.iter().zip(&singular.images) {
            let squared = image.norm_squared();
            if squared == 0.0 {
                beyond += *axis * axis.dot(c);
                lost += 1;
                continue;
            }
            aside -= *image * (image.dot(aside) / squared);
            centre -= *axis * (image.dot(d) / squared);
        }
        if beyond.norm() <= accuracy::QUADRIC_ROUNDING * c.norm() {
            beyond = Vector::ZERO;
        }
        if aside.norm() <= accuracy::PARALLEL * d.norm() {
            aside = Vector::ZERO;
        }
        let length = aside.norm();
        let mut cone =
            Self { singular, c, d, beyond, aside: Vector::ZERO, length, slope: 0.0, apex: None };
        // Once more, since a short rest has as much rounding in it as the whole.
        for image in &singular.images {
            let squared = image.norm_squared();
            if squared > 0.0 {
                aside -= *image * (image.dot(aside) / squared);
            }
        }
        cone.aside = aside.normalized().unwrap_or(Vector::ZERO);
        let q = cone.over_stretch(c);
        // Where Bx + d is zero, or as short as can be, the right side of the cone is this.
        let height = c.dot(centre) + e;
        let steep = if beyond == Vector::ZERO { q.norm_squared() > 1.0 } else { true };
        let level = height.abs() <= accuracy::PARALLEL * (c.norm() * centre.norm() + e.abs());
        if beyond != Vector::ZERO && lost == 1 && length == 0.0 {
            cone.apex = Some(centre - beyond * (height / beyond.norm_squared()));
        } else if lost == 0 && level && steep {
            cone.apex = Some(centre);
        } else {
            cone.slope = if level { 0.0 } else { e - q.dot(d) };
        }
        cone
    }

    /// The shortest v with Bᵀv = w, as far as there is one.
    fn over_stretch(&self, w: Vector<D>) -> Vector<D> {
        let mut v = Vector::ZERO;
        for (axis, image) in self.singular.axes.iter().zip(&self.singular.images) {
            let squared = image.norm_squared();
            if squared > 0.0 {
                v += *image * (axis.dot(w) / squared);
            }
        }
        v
    }

    /// v and λ with |v| ≤ λ for which Bᵀv − λc is w, or as close as may be, and λe − v·d is least.
    pub(super) fn towards(&self, w: Vector<D>) -> (Vector<D>, f64) {
        let (v, lambda) = self.unlimited(w);
        let room = lambda * lambda - v.norm_squared();
        if room < 0.0 {
            return (self.shortened(v, lambda), lambda);
        }
        (v + self.aside * real::sqrt(room), lambda)
    }

    /// A v no longer than λ, for one that is longer by little: taken off where B stretches least, so
    /// that Bᵀv changes least.
    fn shortened(&self, v: Vector<D>, lambda: f64) -> Vector<D> {
        let mut weak = Vector::ZERO;
        for image in &self.singular.images {
            let squared = image.norm_squared();
            if squared > 0.0 {
                weak += *image * (image.dot(v) / (squared * squared));
            }
        }
        let over = v.norm_squared() - lambda * lambda;
        let less = v - weak * (0.5 * over / v.dot(weak));
        // The square of that is left; and far away it would lead beyond.
        let v = if less.norm() < v.norm() { less } else { v };
        let length = v.norm();
        if length > lambda { v * (lambda / length) } else { v }
    }

    /// The same, but that v may be longer, and has nothing aside.
    fn unlimited(&self, w: Vector<D>) -> (Vector<D>, f64) {
        let (p, q) = (self.over_stretch(w), self.over_stretch(self.c));
        let lambda = if self.beyond == Vector::ZERO {
            self.balanced(p, q)
        } else {
            -w.dot(self.beyond) / self.beyond.norm_squared()
        };
        let lambda = if lambda > 0.0 { lambda } else { 0.0 };
        (p + q * lambda, lambda)
    }

    /// The ray of the cone that w has most of, or least less than none of; or a line that the cone contains,
    /// if w has a part along it.
    ///
    /// Rays are all r with |Br| ≤ c·r. Where λ is known beforehand, that is the one with Br along v and
    /// c·r = λ, which is at right angles to Bᵀv − λc if |v| = λ. Otherwise all x = Br are rays that have
    /// |x| ≤ q·x, which is a round cone about q.
    pub(super) fn ray(&self, w: Vector<D>) -> Option<Vector<D>> {
        let mut line = Vector::ZERO;
        for (axis, image) in self.singular.axes.iter().zip(&self.singular.images) {
            if *image == Vector::ZERO {
                line += *axis * axis.dot(w);
            }
        }
        let over = self.beyond.norm_squared();
        if over > 0.0 {
            line -= self.beyond * (self.beyond.dot(line) / over);
        }
        if line.norm() > accuracy::PARALLEL * w.norm() {
            return line.normalized();
        }
        let (v, lambda) = self.unlimited(w);
        let image = if over > 0.0 { v.normalized()? * lambda } else { self.round_edge(w) };
        let mut ray = Vector::ZERO;
        for (axis, stretched) in self.singular.axes.iter().zip(&self.singular.images) {
            let squared = stretched.norm_squared();
            if squared > 0.0 {
                ray += *axis * (stretched.dot(image) / squared);
            }
        }
        if over > 0.0 {
            ray += self.beyond * ((lambda - self.c.dot(ray)) / over);
        }
        ray.normalized()
    }

    /// On the edge of the round cone |x| ≤ q·x, where p leads along it most.
    fn round_edge(&self, w: Vector<D>) -> Vector<D> {
        let (p, q) = (self.over_stretch(w), self.over_stretch(self.c));
        let squared = q.norm_squared();
        let mut across = p;
        // Once more, since a short rest has as much rounding in it as the whole.
        for _ in 0..2 {
            across -= q * (q.dot(across) / squared);
        }
        let wide = real::sqrt((1.0 - 1.0 / squared).max(0.0));
        q / squared + across.normalized().unwrap_or(Vector::ZERO) * wide
    }

    /// The λ with which the bound is least, where v = p + λq.
    fn balanced(&self, p: Vector<D>, q: Vector<D>) -> f64 {
        let (alpha, beta, gamma) = (1.0 - q.norm_squared(), p.dot(q), p.norm_squared());
        let (g, aside) = (self.slope, self.length * self.length);
        let under = g * g - alpha * aside;
        if !(under > 0.0) {
            // A cone with an apex: any λ will do that leaves v short enough.
            return beta / alpha;
        }
        let (ratio, root) =
            (g / real::sqrt(under), real::sqrt((beta * beta + alpha * gamma).max(0.0)));
        if ratio <= 0.0 || beta >= 0.0 {
            return (beta + ratio * root) / alpha;
        }
        // The same without a difference, also where α is zero.
        (ratio * ratio * gamma + beta * beta * (aside / under)) / (ratio * root - beta)
    }

    /// Whether the cone has an end along w by more than rounding: with |v| < λ.
    pub(super) fn ends(&self, b: &Matrix<D>, w: Vector<D>) -> bool {
        let (v, lambda) = self.unlimited(w);
        let (missing, size) = self.missing(b, w, (v, lambda));
        let room = lambda * lambda - v.norm_squared();
        missing.sum_abs() <= accuracy::PARALLEL * (w.sum_abs() + size)
            && room > accuracy::PARALLEL * lambda * lambda
    }

    /// How much of a vector Bᵀv − λc does not make up, and the size of what rounding did to that.
    pub(super) fn missing(
        &self,
        b: &Matrix<D>,
        w: Vector<D>,
        (v, lambda): (Vector<D>, f64),
    ) -> (Vector<D>, f64) {
        let mut size = lambda * self.c.sum_abs();
        for k in 0..D {
            size += b[k].sum_abs() * v[k].abs();
        }
        (w - b.transpose_mul(v) + self.c * lambda, size)
    }

    /// λe − v·d.
    pub(super) fn bound(&self, e: f64, (v, lambda): (Vector<D>, f64)) -> f64 {
        lambda * e - v.dot(self.d)
    }
}
