//! How far a set Σ |aᵢ·z + dᵢ|^nᵢ ≤ 1 reaches at most, proved by slopes.
//!
//! For any slopes qᵢ with Σ qᵢ aᵢ = u and any λ > 0, each term lies above its tangents, and so
//!
//! ```text
//!     u·z  ≤  λ + Σ λ φᵢ*(qᵢ/λ) − q·d      for all z of the set,
//! ```
//!
//! φ*(p) = (n − 1) (|p|/n)^(n/(n−1)) being the conjugate of |v|^n: zero up to |p| = 1, and infinite
//! beyond, for n = 1. The right side is least, and is the support function, where qᵢ = λ φᵢ′(vᵢ)
//! at the furthest point. It is flat there: slopes from a point near by miss it by the square of
//! how far that is, and a kink, where the slope is anything between two, is no trouble at all.

use super::gauge::Term;
use crate::accuracy;
use crate::space::real;
use crate::space::{Definite, Vector};

/// An upper bound on u·z, sharp if `z` is near the furthest point. No coordinate of a point of the
/// set exceeds `extent`, which may be infinite.
pub(super) fn reach<const D: usize>(
    terms: &[Term<D>],
    u: Vector<D>,
    z: Vector<D>,
    extent: f64,
) -> f64 {
    let mut search = Search { terms, u, extent, z, lambda: None, least: f64::INFINITY };
    if terms.iter().all(|term| term.n >= 2.0) {
        search.descend(0.0);
    } else {
        // Step by step: within a kink, rounding alone would throw the slopes about.
        for blur in accuracy::KINKS {
            search.descend(blur);
        }
    }
    search.least
}

/// Newton's method for λ Σ φ′ a = u, Σ φ = 1, with the unknowns z and λ.
struct Search<'a, const D: usize> {
    terms: &'a [Term<D>],
    u: Vector<D>,
    extent: f64,
    z: Vector<D>,
    lambda: Option<f64>,
    least: f64,
}

impl<const D: usize> Search<'_, D> {
    /// Steps while they make the bound smaller; kinks are rounded off on the scale `blur`.
    fn descend(&mut self, blur: f64) {
        let (mut from, mut last) = (self.z, Vector::ZERO);
        let (mut lowest, mut shorter) = (f64::INFINITY, 0);
        for _ in 0..accuracy::SLOPE_STEPS {
            let Some((bound, step, lambda)) = self.look(blur) else { break };
            self.least = self.least.min(bound);
            if bound < lowest {
                let gain = lowest - bound;
                (lowest, from, last, shorter) = (bound, self.z, step, 0);
                self.lambda = Some(lambda);
                if gain <= accuracy::ROUNDING * bound.abs() {
                    break;
                }
                self.z = from + step;
            } else if shorter < accuracy::SLOPE_HALVINGS {
                // Too far: a quarter of the way.
                (last, shorter) = (last * 0.25, shorter + 1);
                self.z = from + last;
            } else {
                break;
            }
        }
        self.z = from;
    }

    /// The bound that belongs to this place, the step to a better one, and λ there.
    fn look(&self, blur: f64) -> Option<(f64, Vector<D>, f64)> {
        let Self { terms, u, extent, z, .. } = *self;
        let (mut over, mut gradient, mut hessian) = (-1.0, Vector::<D>::ZERO, [[0.0; D]; D]);
        for term in terms {
            let [w, p, r] = term.powers(term.a.dot(z) + term.d, blur);
            over += w;
            gradient += term.a * p;
            for i in 0..D {
                for j in 0..D {
                    hessian[i][j] += term.a[i] * term.a[j] * r;
                }
            }
        }
        let lambda = self.lambda.unwrap_or(gradient.dot(u) / gradient.norm_squared());
        let (step, gain) = newton_step(hessian, gradient, u / lambda, over)?;
        let next = lambda * (1.0 + gain);
        if !(next > 0.0 && step.is_finite()) {
            return None;
        }
        let slopes = |term: &Term<D>| {
            let [_, p, r] = term.powers(term.a.dot(z) + term.d, blur);
            next * p + lambda * r * term.a.dot(step)
        };
        Some((bound(terms, u, next, &slopes, extent), step, next))
    }
}

/// (H δ + γ g = u − g, g·δ = −over) for δ and γ: the step in z, and that in λ as a share of it.
fn newton_step<const D: usize>(
    mut hessian: [[f64; D]; D],
    gradient: Vector<D>,
    u: Vector<D>,
    over: f64,
) -> Option<(Vector<D>, f64)> {
    let most = (0..D).fold(0.0_f64, |most, i| most.max(hessian[i][i]));
    for i in 0..D {
        // Where nothing bends, no step changes a slope.
        hessian[i][i] += most * accuracy::INTERIOR_STIFF + f64::MIN_POSITIVE;
    }
    let parts = Definite::new(hessian)?;
    let across = Vector(parts.solve(gradient.0));
    let along = Vector(parts.solve((u - gradient).0));
    let gain = (gradient.dot(along) + over) / gradient.dot(across);
    Some((along - across * gain, gain))
}

/// The right side of the inequality in the head of this file; slopes that do not quite add up to u
/// cost what they miss times the extent.
fn bound<const D: usize>(
    terms: &[Term<D>],
    u: Vector<D>,
    lambda: f64,
    slopes: &impl Fn(&Term<D>) -> f64,
    extent: f64,
) -> f64 {
    let (mut sum, mut left) = (lambda, u);
    for term in terms {
        let mut q = slopes(term);
        let steep = q.abs() / lambda;
        if term.n == 1.0 {
            q = q.clamp(-lambda, lambda);
        } else if steep > f64::MIN_POSITIVE {
            let share = real::log(steep / term.n) * (term.n / (term.n - 1.0));
            sum += lambda * (term.n - 1.0) * real::exp(share);
        }
        sum -= q * term.d;
        left -= term.a * q;
    }
    let missing = left.sum_abs();
    if extent < f64::INFINITY {
        sum + missing * extent
    } else if missing <= accuracy::PARALLEL * u.norm() {
        sum
    } else {
        f64::INFINITY
    }
}
