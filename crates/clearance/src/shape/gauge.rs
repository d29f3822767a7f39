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

mod near;
mod powers;

use alloc::vec::Vec;

pub(crate) use near::Place;
pub(super) use near::near;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use near::value;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use near::{Trust, near_both};
pub use powers::Powers;
use powers::{lanes, total};

use super::{Jet, Term};
use crate::accuracy;
use crate::simd::{Level, Work, dispatch};
use crate::space::{Matrix, Vector, real};

impl<const D: usize> Term<D> {
    /// w, p and r at v. For exponents below 2, where r is infinite at zero, |v| is rounded off to
    /// √(v² + blur²), which is larger.
    #[inline]
    pub(crate) fn powers(&self, v: f64, blur: f64) -> [f64; 3] {
        let n = self.n;
        if let Some(whole) = self.whole() {
            // No logarithm, and no quotient.
            let rest = power(v.abs(), whole - 2);
            return [rest * v * v, n * rest * v, n * (n - 1.0) * rest];
        }
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

    /// The exponent, if it is a small whole number from 2 on.
    #[inline(always)]
    fn whole(&self) -> Option<u32> {
        let whole = self.n as u32;
        (f64::from(whole) == self.n && (2..=accuracy::WHOLE_MOST).contains(&whole)).then_some(whole)
    }

    /// |v|^n for n ≥ 2.
    #[inline(always)]
    fn raised(&self, v: f64) -> f64 {
        let size = v.abs();
        match self.whole() {
            Some(whole) => power(size, whole),
            None if size > f64::MIN_POSITIVE => real::exp(self.n * real::log(size)),
            None => 0.0,
        }
    }
}

/// x^n by squares.
#[inline(always)]
fn power(mut x: f64, mut n: u32) -> f64 {
    let mut result = 1.0;
    while n > 0 {
        if n % 2 == 1 {
            result *= x;
        }
        x *= x;
        n /= 2;
    }
    result
}

/// e^x, for small x by a series.
#[inline(always)]
fn growth(x: f64) -> f64 {
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0))))
}

/// What a term contributes at the surface: v, w, p and r as in the head of this file, and y.
type Share = [f64; 4];

/// Fills in y, w, p, r of each term where Σ w = 1 and returns σ = 1/γ; infinity at the centre.
#[inline(always)]
fn settle<const D: usize>(terms: &[Term<D>], z: Vector<D>, blur: f64, shares: &mut [Share]) -> f64 {
    let (mut inverse, mut plain) = (f64::INFINITY, true);
    for (term, share) in terms.iter().zip(shares.iter_mut()) {
        let u = term.a.dot(z);
        share[0] = u;
        plain &= term.d == 0.0 && term.n >= 2.0;
        if u.abs() > f64::MIN_POSITIVE {
            inverse = inverse.min((1.0 - term.d * u.signum()) / u.abs());
        }
    }
    if !(inverse < 1.0 / f64::MIN_POSITIVE) {
        return f64::INFINITY;
    }
    if plain { by_factors(terms, shares, inverse) } else { by_powers(terms, shares, inverse, blur) }
}

/// Without offsets, w changes by the factor e^(−nδ) as log γ changes by δ: one logarithm a term at
/// most, and a cubic for each δ.
#[inline(always)]
fn by_factors<const D: usize>(terms: &[Term<D>], shares: &mut [Share], mut inverse: f64) -> f64 {
    let mut steepest = 0.0_f64;
    for (term, share) in terms.iter().zip(shares.iter_mut()) {
        share[2] = term.raised(inverse * share[0]);
        steepest = steepest.max(term.n);
    }
    for _ in 0..accuracy::GAUGE_STEPS {
        let [mut sum, mut first, mut second, mut third] = [0.0; 4];
        for (term, share) in terms.iter().zip(shares.iter()) {
            let (n, w) = (term.n, share[2]);
            sum += w;
            first += w * n;
            second += w * (n * n);
            third += w * (n * n * n);
        }
        let step = cubic_step(real::log(sum), sum, [first, second, third]);
        let most = step.abs() * steepest;
        if most <= accuracy::SERIES_STEP {
            for (term, share) in terms.iter().zip(shares.iter_mut()) {
                share[2] *= growth(-term.n * step);
            }
            inverse *= growth(-step);
            // A cubic leaves the fourth power.
            if most <= accuracy::GAUGE_ROUNDING {
                break;
            }
            continue;
        }
        inverse *= real::exp(-step);
        for (term, share) in terms.iter().zip(shares.iter_mut()) {
            share[2] = match term.whole() {
                Some(whole) => power((inverse * share[0]).abs(), whole),
                None => share[2] * real::exp(-term.n * step),
            };
        }
    }
    for (term, share) in terms.iter().zip(shares.iter_mut()) {
        let (y, w) = (inverse * share[0], share[2]);
        let per = if w > 0.0 { 1.0 / y } else { 0.0 };
        let p = term.n * w * per;
        let r = if term.n == 2.0 { 2.0 } else { (term.n - 1.0) * p * per };
        *share = [y, w, p, r];
    }
    inverse
}

/// With offsets or kinks: Newton's method on the logarithms of both sides, nearly straight, from
/// where one term is 1.
fn by_powers<const D: usize>(
    terms: &[Term<D>],
    shares: &mut [Share],
    inverse: f64,
    blur: f64,
) -> f64 {
    let few = terms.len() <= 4 && terms.iter().all(|term| term.d == 0.0);
    // Four at a time the powers are known to a few digits less, which nobody sees where kinks are rounded
    // off by much. Elsewhere they count: proofs of emptiness cancel gradients to the last digit.
    if few && is_blurred(blur) {
        return dispatch(RootFew(terms, shares, inverse, blur));
    }
    let inverse = root(inverse, |inverse| {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (term, share) in terms.iter().zip(shares.iter()) {
            let y = inverse * share[0];
            let [w, p, _] = term.powers(y + term.d, blur);
            sum += w;
            slope += p * y;
        }
        (sum, slope)
    });
    for (term, share) in terms.iter().zip(shares.iter_mut()) {
        let y = inverse * share[0];
        let [w, p, r] = term.powers(y + term.d, blur);
        *share = [y, w, p, r];
    }
    inverse
}

/// Whether kinks are rounded off by so much that the last digits do not count. In browsers size counts for
/// more: there they always do.
fn is_blurred(blur: f64) -> bool {
    cfg!(not(target_arch = "wasm32")) && blur > accuracy::BLUR_LAST
}

/// Where a sum of powers, given with its slope for each σ, is 1.
#[inline(always)]
fn root(mut inverse: f64, at: impl Fn(f64) -> (f64, f64)) -> f64 {
    for _ in 0..accuracy::GAUGE_STEPS {
        let (sum, slope) = at(inverse);
        if !(slope > 0.0) {
            break;
        }
        let step = (real::log(sum) * sum / slope).clamp(-1.0, 1.0);
        inverse *= real::exp(-step);
        // Near a kink steps do not square what is left: the last one must be rounding itself.
        if step.abs() <= accuracy::ROUNDING {
            break;
        }
    }
    inverse
}

/// The same for up to four terms without offsets, all at once, and what they contribute there.
///
/// The logarithm of the sum, as a function of t = log σ, has known first and second derivatives: Halley's steps,
/// of which nobody needs to know the logarithm or the exponential to the last digit. Where σ is all but right the powers follow
/// from those that are known.
struct RootFew<'a, const D: usize>(&'a [Term<D>], &'a mut [Share], f64, f64);

impl<const D: usize> Work for RootFew<'_, D> {
    type Output = f64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self(terms, shares, mut inverse, blur) = self;
        let (mut u, mut n, mut round) = ([0.0; 4], [2.0; 4], [0.0; 4]);
        for (k, (term, share)) in terms.iter().zip(shares.iter()).enumerate().take(4) {
            (u[k], n[k]) = (share[0], term.n);
            round[k] = if term.n < 2.0 { blur * blur } else { 0.0 };
        }
        let (mut w, mut steep, mut last) = ([0.0; 4], [0.0; 4], 0.0);
        for _ in 0..accuracy::GAUGE_STEPS {
            let y2 = lanes(|k| (inverse * u[k]) * (inverse * u[k]));
            let square = lanes(|k| (y2[k] + round[k]).max(f64::MIN_POSITIVE));
            let logs = level.logs(square);
            w = level.exps(lanes(|k| 0.5 * n[k] * logs[k]));
            // How fast each grows with t, in units of itself, and how fast that does.
            let kept = lanes(|k| y2[k] / square[k]);
            steep = lanes(|k| n[k] * kept[k]);
            let slope = total(lanes(|k| w[k] * steep[k]));
            let bend = total(lanes(|k| w[k] * steep[k] * (steep[k] + 2.0 * (1.0 - kept[k]))));
            if !(slope > 0.0) {
                break;
            }
            let sum = total(w);
            let (per, over) = (1.0 / slope, sum - 1.0);
            // log(1 + x) = x (6 + x) / (6 + 4x) but for the fourth power of x.
            let line = over * (6.0 + over) / (6.0 + 4.0 * over) * sum * per;
            let bent = 0.5 * line * (bend * per - slope / sum);
            let step = (line / (1.0 - bent.clamp(-0.5, 0.5))).clamp(-1.0, 1.0);
            last = step;
            // What is left is the square of the step over the scale of the rounding off.
            if step.abs() <= accuracy::GAUGE_BLURRED * blur {
                break;
            }
            inverse *= shrunk(step);
            last = 0.0;
        }
        inverse *= 1.0 - last;
        for (k, share) in shares.iter_mut().enumerate().take(4) {
            let (y, w) = (inverse * u[k], w[k] * (1.0 - last * steep[k]));
            let square = (y * y + round[k]).max(f64::MIN_POSITIVE);
            let per = 1.0 / square;
            let p = n[k] * w * y * per;
            let r = n[k] * w * (round[k] + (n[k] - 1.0) * y * y) * per * per;
            *share = [y, w, p, r];
        }
        inverse
    }
}

/// e^−x but for the fifth power of x.
#[inline(always)]
fn shrunk(x: f64) -> f64 {
    let (even, odd) = (1.0 + x * x * (1.0 / 12.0), 0.5 * x);
    (even - odd) / (even + odd)
}

/// ½ (γ² − 1) and its derivatives.
pub(super) fn jet<const D: usize>(terms: &[Term<D>], z: Vector<D>, blur: f64) -> Jet<D> {
    let (mut few, mut many) = ([[0.0; 4]; accuracy::GAUGE_FEW], Vec::new());
    // For the usual numbers of terms the compiler does several of them at once.
    #[cfg(not(target_arch = "wasm32"))]
    {
        if terms.len() == D {
            return jet_with(&terms[..D], z, blur, &mut few[..D]);
        }
        if terms.len() == D + 1 {
            return jet_with(&terms[..D + 1], z, blur, &mut few[..D + 1]);
        }
        if terms.len() == D + 2 {
            return jet_with(&terms[..D + 2], z, blur, &mut few[..D + 2]);
        }
    }
    let shares = if terms.len() <= few.len() {
        &mut few[..terms.len()]
    } else {
        many.resize(terms.len(), [0.0; 4]);
        &mut many[..]
    };
    jet_with(terms, z, blur, shares)
}

#[inline(always)]
fn jet_with<const D: usize>(
    terms: &[Term<D>],
    z: Vector<D>,
    blur: f64,
    shares: &mut [Share],
) -> Jet<D> {
    let inverse = settle(terms, z, blur, shares);
    let mut hessian = Matrix([Vector::ZERO; D]);
    if inverse == f64::INFINITY {
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
    for (term, [y, _, p, _]) in terms.iter().zip(shares.iter()) {
        total += term.a * *p;
        sum += p * y;
    }
    let per = 1.0 / sum;
    let slope = total * per;
    for (term, [y, _, _, r]) in terms.iter().zip(shares.iter()) {
        let across = term.a - slope * *y;
        let share = r * per;
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

/// The step δ to where F(x + δ) = 0, by a cubic: F is the logarithm of the sum of exp(qᵢ(ℓᵢ − x)),
/// and the same sums with q, q² and q³ before the powers are given. No quotient has to wait for the
/// logarithm.
#[inline(always)]
pub(super) fn cubic_step(f: f64, sum: f64, [first, second, third]: [f64; 3]) -> f64 {
    let (per, per_first) = (1.0 / sum, sum / first);
    let [m1, m2, m3] = [first * per, second * per, third * per];
    // The cumulants are the derivatives of F, but for signs.
    let (c2, c3) = (m2 - m1 * m1, m3 - 3.0 * m1 * m2 + 2.0 * m1 * m1 * m1);
    // δ = F/m₁ + δ² (c₂/2 − δ c₃/6)/m₁, solved for the first δ with the others from before.
    let (a, b) = (0.5 * c2 * per_first, (1.0 / 6.0) * c3 * per_first);
    let line = f * per_first;
    let parabola = line / (1.0 - (a * line).min(0.5));
    let better = line + parabola * parabola * (a - b * parabola);
    if better > 0.5 * parabola && better < 2.0 * parabola || parabola <= 0.0 {
        // Once more, so that the powers are those of the step itself.
        line + better * better * (a - b * better)
    } else {
        parabola
    }
}
