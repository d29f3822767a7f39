//! How far a quadric without end reaches, and along what it goes on, in closed form.
//!
//! A convex function lies above its tangents: for every y and every μ ≥ 0,
//! 2μ (Qy + b)·x ≤ μ (yᵀQy − c) for all x of xᵀQx + 2 b·x + c ≤ 0. The vector on the left is to be
//! w. Along axes that Q takes to zero only b has a part, β, which tells μ: that is a paraboloid. If β is
//! zero the quadric is a cylinder or a slab, and μ makes the right side least. Along the other axes
//! y is then known.
//!
//! Any y and μ give a bound that holds. Rounding decides how sharp it is, and no more.

use crate::accuracy;
use crate::space::{Matrix, Singular, Vector, real};

/// A quadric in the axes in which its matrix only stretches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Endless<const D: usize> {
    axes: [Vector<D>; D],
    /// By how much Q stretches each axis, or zero.
    stretches: Vector<D>,
    /// What b has along axes that Q takes to zero.
    beyond: Vector<D>,
}

impl<const D: usize> Endless<D> {
    pub(super) fn new(q: &Matrix<D>, b: Vector<D>) -> Self {
        let Singular { axes, images } = Singular::new(q);
        let stretches = Vector::from_fn(|i| axes[i].dot(images[i]).max(0.0));
        let mut beyond = Vector::ZERO;
        for i in (0..D).filter(|i| stretches[*i] == 0.0) {
            beyond += axes[i] * axes[i].dot(b);
        }
        if beyond.norm() <= accuracy::QUADRIC_ROUNDING * b.norm() {
            beyond = Vector::ZERO;
        }
        Self { axes, stretches, beyond }
    }

    /// The product of two vectors along the axes that are stretched, each over its stretch.
    fn over_stretch(&self, v: Vector<D>, w: Vector<D>) -> f64 {
        let mut sum = 0.0;
        for i in (0..D).filter(|i| self.stretches[*i] > 0.0) {
            sum += self.axes[i].dot(v) * self.axes[i].dot(w) / self.stretches[i];
        }
        sum
    }

    /// How far the quadric reaches along w, with what 2μ (Qy + b) leaves of w and the size of what
    /// rounding did to that.
    pub(super) fn reach(
        &self,
        (q, b, c): (&Matrix<D>, Vector<D>, f64),
        w: Vector<D>,
    ) -> (f64, Vector<D>, f64) {
        let mu = if self.beyond == Vector::ZERO {
            let room = self.over_stretch(b, b) - c;
            real::sqrt(0.25 * self.over_stretch(w, w) / room)
        } else {
            0.5 * w.dot(self.beyond) / self.beyond.norm_squared()
        };
        if !(mu > 0.0 && mu < f64::INFINITY) {
            return (0.0, w, 0.0);
        }
        let mut y = Vector::ZERO;
        for i in (0..D).filter(|i| self.stretches[*i] > 0.0) {
            y += self.axes[i] * (self.axes[i].dot(w * (0.5 / mu) - b) / self.stretches[i]);
        }
        let bent = *q * y;
        let mut size = b.sum_abs();
        for row in &q.0 {
            size += row.sum_abs() * y.max_abs();
        }
        (mu * (y.dot(bent) - c), w - (bent + b) * (2.0 * mu), 2.0 * mu * size)
    }

    /// A unit vector along which the quadric goes on for ever, of those the one that w has most of;
    /// `None` if w has nothing of any.
    pub(super) fn ray(&self, w: Vector<D>) -> Option<Vector<D>> {
        let mut ray = Vector::ZERO;
        for i in (0..D).filter(|i| self.stretches[*i] == 0.0) {
            ray += self.axes[i] * self.axes[i].dot(w);
        }
        // Downwards along β, not upwards.
        let up = ray.dot(self.beyond);
        if up > 0.0 {
            ray -= self.beyond * (up / self.beyond.norm_squared());
            // Where next to nothing is left, what rounding left along β would be most of it.
            ray -= self.beyond * (ray.dot(self.beyond) / self.beyond.norm_squared());
        }
        if ray.norm() > accuracy::PARALLEL * w.norm() { ray.normalized() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bowl z ≥ x² + y² reaches (x² + y²) / −4z along (x, y, z), and never along what is level.
    #[test]
    fn bowls_and_pipes_reach_as_far_as_they_do() {
        let flat = Matrix::diagonal(Vector([1.0, 1.0, 0.0]));
        let b = Vector([0.0, 0.0, -0.5]);
        let bowl = Endless::new(&flat, b);
        for w in [[0.0, 0.0, -1.0], [0.6, 0.0, -0.8], [0.48, 0.6, -0.64]].map(Vector) {
            let (height, missing, _) = bowl.reach((&flat, b, 0.0), w);
            let wanted = (w[0] * w[0] + w[1] * w[1]) / (-4.0 * w[2]);
            assert!((height - wanted).abs() < 1e-15 && missing.norm() < 1e-15, "{height}");
            assert_eq!(bowl.ray(w), None);
        }
        let level = Vector([1.0, 0.0, 0.0]);
        assert!(bowl.reach((&flat, b, 0.0), level).1.norm() > 0.9);
        assert_eq!(bowl.ray(Vector([0.6, 0.0, 0.8])), Some(Vector([0.0, 0.0, 1.0])));
        // The pipe (x − 1)² + y² ≤ 4 goes on both ways.
        let b = Vector([-1.0, 0.0, 0.0]);
        let pipe = Endless::new(&flat, b);
        let (height, missing, _) = pipe.reach((&flat, b, -3.0), Vector([0.6, 0.8, 0.0]));
        assert!((height - 2.6).abs() < 1e-15 && missing.norm() < 1e-15, "{height}");
        for z in [1.0, -1.0] {
            assert_eq!(pipe.ray(Vector([0.6, 0.0, z])), Some(Vector([0.0, 0.0, z])));
        }
    }
}
