//! Quadratic forms over triangles of directions: what the bounds of [`cover`](super::cover) are made of.

use crate::space::{Vector, real};

/// A symmetric matrix of order three: its diagonal, and the entries 01, 12 and 20.
pub(crate) type Entries = [f64; 6];

/// v vᵀ.
#[inline(always)]
pub(crate) fn square([x, y, z]: [f64; 3]) -> Entries {
    [x * x, y * y, z * z, x * y, y * z, z * x]
}

/// The products of vectors with each other.
#[inline(always)]
pub(crate) fn products<const D: usize>([p, q, r]: [Vector<D>; 3], squares: [f64; 3]) -> Entries {
    [squares[0], squares[1], squares[2], p.dot(q), q.dot(r), r.dot(p)]
}

#[inline(always)]
pub(crate) fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

#[inline(always)]
pub(crate) fn largest([x, y, z]: [f64; 3]) -> f64 {
    larger(larger(x, y), z)
}

/// Whether λᵀG λ ≥ 0 for all λ ≥ 0. Hadeler 1983.
#[inline(always)]
pub(crate) fn copositive(&[a, b, c, x, y, z]: &Entries) -> bool {
    if !(a >= 0.0 && b >= 0.0 && c >= 0.0) {
        return false;
    }
    if x >= 0.0 && y >= 0.0 && z >= 0.0 {
        return true;
    }
    let (ra, rb, rc) = (real::sqrt(a), real::sqrt(b), real::sqrt(c));
    let (p, q, r) = (x + ra * rb, y + rb * rc, z + rc * ra);
    p >= 0.0
        && q >= 0.0
        && r >= 0.0
        && ra * rb * rc + x * rc + y * ra + z * rb + real::sqrt(2.0 * p * q * r) >= 0.0
}

/// m and c of |y|. What is no more than `level` is zero.
#[inline(always)]
pub(crate) fn across_arm([alpha, beta]: [f64; 2], level: f64, given: Option<f64>) -> (f64, f64) {
    if alpha <= level {
        return (1.0, 0.0);
    }
    if beta <= level {
        return (-1.0, 0.0);
    }
    // Exact at both ends and at zero, if nothing else is wanted.
    let m = given.unwrap_or((alpha - beta) / (alpha + beta));
    (m, ((1.0 - m) / beta).min((1.0 + m) / alpha))
}

/// m and c of max(0, y).
#[inline(always)]
pub(crate) fn beside_tip(
    y: [f64; 3],
    [alpha, beta]: [f64; 2],
    given: Option<f64>,
    lead: Option<[f64; 3]>,
) -> (f64, f64) {
    if alpha <= 0.0 {
        return (1.0, 0.0);
    }
    let m = match (given, lead) {
        (Some(m), _) => m,
        (None, _) if beta <= 0.0 => return (0.0, 0.0),
        (None, Some(w)) => {
            return if y[0] * w[0] + y[1] * w[1] + y[2] * w[2] > 0.0 {
                (1.0, 0.0)
            } else {
                (0.0, 0.0)
            };
        }
        (None, None) => alpha / (alpha + beta),
    };
    let c = m / alpha;
    (m, if beta > 0.0 { c.min((1.0 - m) / beta) } else { c })
}
