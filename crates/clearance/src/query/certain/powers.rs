//! Sums of powers: superquadrics and hyperquadrics.
//!
//! For a set Σ |vᵢ|^nᵢ ≤ 1 with vᵢ = aᵢ·x + dᵢ, any slopes qᵢ and any λ > 0,
//!
//! ```text
//!     Σ qᵢvᵢ  ≤  λ Σ |vᵢ|^nᵢ + Σ λ φᵢ*(qᵢ/λ)  ≤  λ + Σ λ φᵢ*(qᵢ/λ),    φ*(p) = (n − 1)(|p|/n)^(n/(n−1))
//! ```
//!
//! so that u·x is bounded once Σ qᵢaᵢ = u. For a superquadric the slopes are known exactly, and only
//! λ is looked for; for a hyperquadric what Σ qᵢaᵢ misses counts by how far x may be. The right side
//! is least at the furthest point, and flat: λ and the slopes need not be exact.

use super::reach::Reach;
use crate::accuracy;
use crate::shape::{Convex, Term, conjugate};
use crate::space::{Definite, Enclosure, Enclosures, Vector, real};

/// λ φ*(q/λ).
fn conjugate_term(q: Enclosure, n: f64, lambda: f64) -> Enclosure {
    let q = q.abs();
    if n == 1.0 {
        return if q.high <= lambda { Enclosure::ZERO } else { Enclosure::from(f64::INFINITY) };
    }
    let less = Enclosure::from(n) - 1.0;
    let base = q / (Enclosure::from(n) * lambda);
    base.pow(Enclosure::from(n) / less) * less * lambda
}

/// How far a superquadric reaches along `u`.
pub(super) fn superquadric<const D: usize>(a: Vector<D>, n: Vector<D>, u: &Enclosures<D>) -> f64 {
    let slopes = Enclosures::<D>::from_fn(|i| u.0[i].abs() * a[i]);
    let lambda = multiplier(&slopes, n);
    let mut sum = Enclosure::from(lambda);
    for i in 0..D {
        sum = sum
            + if n[i] == f64::INFINITY {
                slopes.0[i]
            } else if slopes.0[i].high == 0.0 {
                Enclosure::ZERO
            } else {
                conjugate_term(slopes.0[i], n[i], lambda)
            };
    }
    sum.high
}

/// The λ with which the bound is least: where the shares exp(qᵢ (ℓᵢ − log λ)) add up to 1. The
/// logarithm of their sum is convex and falls, and Newton's method comes from where it is positive.
fn multiplier<const D: usize>(slopes: &Enclosures<D>, n: Vector<D>) -> f64 {
    let (mut top, mut floor) = (f64::NEG_INFINITY, 0.0_f64);
    let mut logs = Vector::<D>([f64::NEG_INFINITY; D]);
    for i in 0..D {
        let b = slopes.0[i].high;
        if b == 0.0 || n[i] == f64::INFINITY {
            continue;
        }
        if n[i] == 1.0 {
            floor = floor.max(b);
        } else {
            logs[i] = libm::log(b) - libm::log(n[i]);
            top = top.max(logs[i]);
        }
    }
    if top == f64::NEG_INFINITY {
        return floor;
    }
    let mut log = top;
    for _ in 0..accuracy::MULTIPLIER_ROUNDS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for i in 0..D {
            if logs[i] > f64::NEG_INFINITY {
                let q = n[i] / (n[i] - 1.0);
                let share = real::exp(q * (logs[i] - log));
                sum += share;
                slope += share * q;
            }
        }
        let step = real::log(sum) * sum / slope;
        log += step;
        if !(step.abs() * (slope / sum) > accuracy::MULTIPLIER_LAST) {
            break;
        }
    }
    libm::exp(log).max(floor)
}

/// The same for the nested form, whose support function is the dual norm of a dual norm.
pub(super) fn nested<const D: usize>(a: Vector<D>, [m, n]: [f64; 2], u: &Enclosures<D>) -> f64 {
    let part = |i: usize| u.0[i].abs() * a[i];
    dual([dual([part(0), part(1)], m), part(D - 1)], n).high
}

/// The largest u w + v w′ with w^n + w′^n ≤ 1.
fn dual(parts: [Enclosure; 2], n: f64) -> Enclosure {
    let conjugate = if n == 1.0 {
        Enclosure::from(f64::INFINITY)
    } else if n == f64::INFINITY {
        Enclosure::ONE
    } else {
        Enclosure::from(n) / (Enclosure::from(n) - 1.0)
    };
    norm(parts, conjugate)
}

/// (u^n + v^n)^(1/n) for numbers that are not negative.
pub(super) fn norm([u, v]: [Enclosure; 2], n: Enclosure) -> Enclosure {
    if n.low == f64::INFINITY {
        return u.max(v);
    }
    if n == Enclosure::ONE {
        return u + v;
    }
    let (most, least) = (u.max(v), u.min(v));
    if least.high == 0.0 {
        return most;
    }
    if !(most.low > 0.0) {
        return Enclosure { low: most.low, high: (u + v).high };
    }
    // The larger of two numbers grows into both ends of its enclosure.
    let share = (least / most).min(Enclosure::ONE).pow(n);
    most * (share + 1.0).pow(Enclosure::ONE / n)
}

/// How far a hyperquadric reaches: by slopes from the guess, and if these do not get there, by
/// slopes from the furthest point.
pub(super) fn hyperquadric<const D: usize>(
    shape: &dyn Convex<D>,
    terms: &[Term<D>],
    u: &Enclosures<D>,
    at: Option<Vector<D>>,
) -> Reach<D> {
    let (size, middle) = (shape.view().reach, u.middle());
    let mut best = Reach::level(f64::INFINITY);
    if let Some(at) = at {
        best = by_slopes(terms, u, at, size);
        if best.over(size) - middle.dot(at) <= accuracy::CERTAIN_SHORT * size * middle.norm() {
            return best;
        }
    }
    let furthest = shape.support(middle);
    if furthest.is_finite() {
        let other = by_slopes(terms, u, furthest, size);
        if other.over(size) < best.over(size) {
            return other;
        }
    }
    best
}

fn by_slopes<const D: usize>(
    terms: &[Term<D>],
    u: &Enclosures<D>,
    at: Vector<D>,
    size: f64,
) -> Reach<D> {
    let none = Reach::level(f64::INFINITY);
    let Some(slopes) = conjugate::slopes(terms, u.middle(), at, size) else { return none };
    let lambda = slopes.lambda;
    if !(lambda > 0.0 && lambda < f64::INFINITY) {
        return none;
    }
    let (mut sum, mut left) = (Enclosure::from(lambda), *u);
    for term in terms {
        let q = Enclosure::from(slopes.of(term));
        sum = sum + conjugate_term(q, term.n, lambda) - q * term.d;
        left = left.minus(Enclosures::from(term.a).times(q));
    }
    sum = sum + left.dot(at);
    Reach { at, height: sum.high, slope: left.sum_most(), bend: 0.0 }
}

/// No coordinate of a point with |aᵢ·x + dᵢ| ≤ 1 for all terms exceeds this: x = L (a·x) − E x, where
/// L nearly undoes the aᵢ and E is what it misses.
pub(super) fn extent<const D: usize>(terms: &[Term<D>]) -> f64 {
    let mut gram = [[0.0; D]; D];
    for term in terms {
        let weight = 1.0 / term.a.norm_squared();
        for i in 0..D {
            for j in 0..D {
                gram[i][j] += term.a[i] * term.a[j] * weight;
            }
        }
    }
    let Some(parts) = Definite::new(gram) else { return f64::INFINITY };
    let (mut most, mut missed) = (0.0_f64, 0.0_f64);
    for i in 0..D {
        let row = Vector::<D>(parts.solve(Vector::<D>::axis(i).0));
        let (mut sum, mut left) = (Enclosure::ZERO, Enclosures::from(Vector::<D>::axis(i)));
        for term in terms {
            let entry = row.dot(term.a) / term.a.norm_squared();
            sum = sum + (Enclosure::ONE + term.d.abs()) * entry.abs();
            left = left.minus(Enclosures::from(term.a).times(entry));
        }
        (most, missed) = (most.max(sum.high), missed.max(left.sum_most()));
    }
    if missed < 0.5 {
        (Enclosure::from(most) / (Enclosure::ONE - missed)).high
    } else {
        f64::INFINITY
    }
}
