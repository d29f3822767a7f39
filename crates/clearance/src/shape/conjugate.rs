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
    mut z: Vector<D>,
    extent: f64,
) -> f64 {
    let mut least = f64::INFINITY;
    let mut known = None;
    for _ in 0..accuracy::SLOPE_STEPS {
        // Newton's method for λ Σ φ′ a = u, Σ φ = 1, with the unknowns z and λ.
        let (mut over, mut gradient, mut hessian) = (-1.0, Vector::<D>::ZERO, [[0.0; D]; D]);
        for term in terms {
            let [w, p, r] = term.powers(term.a.dot(z) + term.d, accuracy::KINK);
            over += w;
            gradient += term.a * p;
            for i in 0..D {
                for j in 0..D {
                    hessian[i][j] += term.a[i] * term.a[j] * r;
                }
            }
        }
        let lambda = known.unwrap_or(gradient.dot(u) / gradient.norm_squared());
        let Some((step, gain)) = newton_step(hessian, gradient, u / lambda, over) else { break };
        let next = lambda * (1.0 + gain);
        if !(next > 0.0 && step.is_finite()) {
            break;
        }
        let slopes = |term: &Term<D>| {
            let [_, p, r] = term.powers(term.a.dot(z) + term.d, accuracy::KINK);
            next * p + lambda * r * term.a.dot(step)
        };
        let bound = bound(terms, u, next, &slopes, extent);
        let better = bound < least;
        let enough = least - bound <= accuracy::ROUNDING * bound.abs();
        if better {
            least = bound;
        }
        if !better || enough {
            break;
        }
        (z, known) = (z + step, Some(next));
    }
    least
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
