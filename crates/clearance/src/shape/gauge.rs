//! The gauge of a set Σ |aᵢ·z + dᵢ|^nᵢ ≤ 1 around a point z = 0 inside of it.
//!
//! The gauge γ(z) is the factor by which the set must be blown up for z to lie on its surface:
//! Σ |aᵢ·z/γ + dᵢ|^nᵢ = 1. It is convex, grows like the distance, and is 1 on the surface, while
//! the sum itself spans a hundred orders of magnitude between the inside and the outside of a
//! boxy set. So the function that the interior point method sees is ½ (γ² − 1), which is smooth
//! at the centre too.
//!
//! With vᵢ = aᵢ·z/γ + dᵢ, yᵢ = aᵢ·z/γ, w = |v|^n, p = dw/dv, r = dp/dv, and S = Σ p y:
//!
//! ```text
//!     ∇γ = Σ pᵢ aᵢ / S,      ∇²γ = Σ rᵢ (aᵢ − yᵢ∇γ)(aᵢ − yᵢ∇γ)ᵀ / (γ S)
//! ```

use super::Jet;
use crate::accuracy;
use crate::space::{Matrix, Vector, real};

/// One term |a·z + d|^n.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Term<const D: usize> {
    pub(super) a: Vector<D>,
    pub(super) d: f64,
    pub(super) n: f64,
}

impl<const D: usize> Term<D> {
    /// w, p and r at v. For exponents below 2, where r is infinite at zero, |v| is rounded off to
    /// √(v² + blur²), which is larger.
    #[inline]
    pub(super) fn powers(&self, v: f64, blur: f64) -> [f64; 3] {
        let n = self.n;
        if n >= 2.0 {
            let size = v.abs();
            if size < f64::MIN_POSITIVE {
                return [0.0, 0.0, if n == 2.0 { 2.0 } else { 0.0 }];
            }
            let w = real::exp(n * real::log(size));
            let p = n * w / v;
            return [w, p, (n - 1.0) * p / v];
        }
        let square = (v * v + blur * blur).max(f64::MIN_POSITIVE);
        let w = real::exp(0.5 * n * real::log(square));
        let p = n * w * v / square;
        [w, p, n * w * (blur * blur + (n - 1.0) * v * v) / (square * square)]
    }
}

/// Smallest σ = 1/γ with Σ |σ uᵢ + dᵢ|^nᵢ = 1, by Newton's method on the logarithms of both sides,
/// which are nearly straight; from where one term is 1.
#[inline]
fn inverse<const D: usize>(terms: &[Term<D>], z: Vector<D>, blur: f64) -> f64 {
    let mut inverse = f64::INFINITY;
    for term in terms {
        let u = term.a.dot(z);
        if u != 0.0 {
            inverse = inverse.min((1.0 - term.d * u.signum()) / u.abs());
        }
    }
    if inverse == f64::INFINITY {
        return inverse;
    }
    for _ in 0..accuracy::GAUGE_STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for term in terms {
            let y = inverse * term.a.dot(z);
            let [w, p, _] = term.powers(y + term.d, blur);
            sum += w;
            slope += p * y;
        }
        if !(slope > 0.0) {
            break;
        }
        let step = (real::log(sum) * sum / slope).clamp(-1.0, 1.0);
        // e^−step, which is small in the end.
        inverse *= real::exp(-step);
        if step.abs() <= accuracy::GAUGE_ROUNDING {
            break;
        }
    }
    inverse
}

/// ½ (γ² − 1) and its derivatives.
#[inline]
pub(super) fn jet<const D: usize>(terms: &[Term<D>], z: Vector<D>, blur: f64) -> Jet<D> {
    let inverse = inverse(terms, z, blur);
    let mut hessian = Matrix([Vector::ZERO; D]);
    if !(inverse <= 1.0 / f64::MIN_POSITIVE) {
        // The centre: the square is flat there, and any curvature will do.
        for term in terms {
            for i in 0..D {
                hessian[i] += term.a * (2.0 * term.a[i]);
            }
        }
        return Jet { value: -0.5, gradient: Vector::ZERO, hessian };
    }
    let gamma = 1.0 / inverse;
    let (mut total, mut sum) = (Vector::ZERO, 0.0);
    for term in terms {
        let y = inverse * term.a.dot(z);
        let [_, p, _] = term.powers(y + term.d, blur);
        total += term.a * p;
        sum += p * y;
    }
    let slope = total / sum;
    for term in terms {
        let y = inverse * term.a.dot(z);
        let [_, _, r] = term.powers(y + term.d, blur);
        let across = term.a - slope * y;
        let share = r / sum;
        for i in 0..D {
            hessian[i] += across * (across[i] * share);
        }
    }
    // From γ to ½ (γ² − 1).
    for i in 0..D {
        hessian[i] += slope * slope[i];
    }
    Jet { value: 0.5 * (gamma - 1.0) * (gamma + 1.0), gradient: slope * gamma, hessian }
}
