//! Quadrics and second-order cones.

use super::reach::Reach;
use crate::accuracy;
use crate::shape::Convex;
use crate::space::{Definite, Enclosure, Enclosures, Matrix, Vector, product, transposed};

/// The function xᵀQx + 2 b·x + c of a quadric.
type Function<'a, const D: usize> = (&'a Matrix<D>, Vector<D>, f64);

/// The symmetric part of Q: all that counts.
fn symmetric<const D: usize>(q: &Matrix<D>) -> [[Enclosure; D]; D] {
    let mut all = [[Enclosure::ZERO; D]; D];
    for i in 0..D {
        for j in 0..D {
            let (a, b) = (q[i][j], q[j][i]);
            all[i][j] = if a == b { Enclosure::from(a) } else { (Enclosure::from(a) + b) * 0.5 };
        }
    }
    all
}

/// The value at a point, and half of the gradient.
pub(super) fn function<const D: usize>(
    (q, b, c): Function<'_, D>,
    x: &Enclosures<D>,
) -> (Enclosure, Enclosures<D>) {
    let rows = symmetric(q);
    let half = Enclosures::from_fn(|i| x.dot(Enclosures(rows[i]))).plus(b);
    (x.dot(half) + x.dot(b) + c, half)
}

/// How far a quadric reaches along `u`. With f(x) ≤ 0 and any λ > 0, from a point z,
///
/// ```text
///     u·x  ≤  u·x − λ f(x)  =  u·z − λ f(z) + r·(x − z) − λ (x − z)ᵀQ(x − z),   r = u − λ ∇f(z)
/// ```
///
/// and if no eigenvalue of Q is less than μ > 0, the last two are at most |r|²/(4λμ).
pub(super) fn quadric<const D: usize>(
    shape: &dyn Convex<D>,
    f: Function<'_, D>,
    u: &Enclosures<D>,
    at: Option<Vector<D>>,
) -> Reach<D> {
    let least = least_eigenvalue(f.0);
    let at = match at {
        Some(at) if least <= 0.0 => at,
        _ => shape.support(u.middle()),
    };
    let none = Reach::level(f64::INFINITY);
    if !at.is_finite() {
        return none;
    }
    let at = if least > 0.0 { at } else { turned_to(f, u.middle(), at) };
    let (value, half) = function(f, &at.into());
    let gradient = half.middle() * 2.0;
    let lambda = u.middle().dot(gradient) / gradient.norm_squared();
    if !(lambda > 0.0 && lambda < f64::INFINITY) {
        return none;
    }
    let left = u.minus(half.times(2.0).times(lambda));
    let height = u.dot(at) - value * lambda;
    if least > 0.0 {
        let squared = left.norm().squared();
        let lost = squared / (Enclosure::from(lambda) * least * 4.0);
        return Reach::level((height + lost.high).high);
    }
    // |x − z|² is at most D times the square of the largest coordinate.
    let bend = Enclosure::from(lambda) * -least * D as f64;
    Reach { at, height: height.high, slope: left.sum_most(), bend: bend.high }
}

/// A point near z whose gradient, times some λ, is u to rounding: Newton's method on both, with the
/// shortest step, since a line along which the quadric goes on leaves the point open. Any point will do
/// for the bound, but without an end only one like this is sharp.
fn turned_to<const D: usize>(f: Function<'_, D>, u: Vector<D>, z: Vector<D>) -> Vector<D> {
    let gradient = |z: Vector<D>| function(f, &z.into()).1.middle() * 2.0;
    let g = gradient(z);
    let (mut z, mut lambda) = (z, u.dot(g) / g.norm_squared());
    for _ in 0..accuracy::QUADRIC_TURNS {
        let g = gradient(z);
        let bent = Matrix(f.0.0.map(|row| row * (2.0 * lambda)));
        let squared = bent * bent.transpose();
        let mut m = squared.0.map(|row| row.0);
        let mut size = g.norm_squared();
        for i in 0..D {
            size += m[i][i];
            for j in 0..D {
                m[i][j] += g[i] * g[j];
            }
        }
        for i in 0..D {
            m[i][i] += accuracy::QUADRIC_ROUNDING * size;
        }
        let Some(parts) = Definite::new(m) else { return z };
        let y = Vector(parts.solve((u - g * lambda).0));
        let next = z + bent.transpose() * y;
        if !next.is_finite() {
            return z;
        }
        (z, lambda) = (next, lambda + g.dot(y));
    }
    z
}

/// No coordinate of a point of an ellipsoid exceeds this. From a point c near its middle, with
/// e = x − c, 0 ≥ f(x) = f(c) + ∇f(c)·e + eᵀQe, and the last is at least μ|e|².
pub(super) fn extent<const D: usize>(f: Function<'_, D>, middle: Vector<D>) -> f64 {
    let least = least_eigenvalue(f.0);
    if !(least > 0.0) {
        return f64::INFINITY;
    }
    let (value, half) = function(f, &middle.into());
    let slope = half.norm() * 2.0;
    let root = (slope.squared() - value * (4.0 * least)).sqrt();
    ((slope + root) / (Enclosure::from(least) * 2.0) + middle.max_abs()).high
}

/// No eigenvalue of the symmetric part is less than this: a guess, proved by elimination.
pub(super) fn least_eigenvalue<const D: usize>(q: &Matrix<D>) -> f64 {
    let whole = symmetric(q);
    let mut plain = [[0.0; D]; D];
    for i in 0..D {
        for j in 0..D {
            plain[i][j] = whole[i][j].middle();
        }
    }
    let most = q.0.iter().fold(0.0_f64, |most, row| most.max(row.max_abs()));
    if let Some(parts) = Definite::new(plain) {
        // The sum of the inverse eigenvalues is at least that of the least one.
        let trace = (0..D).fold(0.0, |sum, i| sum + parts.solve(Vector::<D>::axis(i).0)[i]);
        let guess = 0.5 / trace;
        let mut shifted = plain;
        let mut sum = 0.0;
        for i in 0..D {
            shifted[i][i] -= guess;
            sum += plain[i][i].abs();
        }
        // Elimination that ends well does so for a matrix that differs by a few units of rounding of
        // the trace.
        let least = guess - accuracy::ELIMINATION * sum;
        if guess > 0.0 && least > 0.0 && Definite::new(shifted).is_some() {
            return least;
        }
    }
    for share in accuracy::EIGENVALUE_TRIALS {
        if has_none_below(whole, share * most) {
            return share * most;
        }
    }
    f64::NEG_INFINITY
}

/// Whether no pivot of the matrix less `by` on its diagonal is negative.
fn has_none_below<const D: usize>(mut m: [[Enclosure; D]; D], by: f64) -> bool {
    for i in 0..D {
        m[i][i] = m[i][i] - by;
    }
    for k in 0..D {
        if m[k][k] == Enclosure::ZERO && m[k][k + 1..].iter().all(|x| *x == Enclosure::ZERO) {
            continue;
        }
        if !(m[k][k].low > 0.0) {
            return false;
        }
        for i in k + 1..D {
            let factor = m[k][i] / m[k][k];
            for j in i..D {
                m[i][j] = m[i][j] - factor * m[k][j];
            }
        }
    }
    true
}

/// A cone |Bx + d| ≤ c·x + e.
pub(super) type Sheet<'a, const D: usize> = (&'a Matrix<D>, Vector<D>, Vector<D>, f64);

/// How far a second-order cone reaches along `u`. For |v| ≤ λ, v·(Bx + d) ≤ λ (c·x + e), and so
/// (Bᵀv − λc)·x ≤ λe − v·d. What the left side misses of u counts by how far x may be.
pub(super) fn cone<const D: usize>(
    shape: &dyn Convex<D>,
    (b, d, c, e): Sheet<'_, D>,
    u: &Enclosures<D>,
    at: Option<Vector<D>>,
) -> Reach<D> {
    let at = at.unwrap_or_else(|| shape.support(u.middle()));
    if !at.is_finite() {
        return Reach::level(f64::INFINITY);
    }
    let (v, lambda) = multipliers((b, d, c, e), u.middle(), at);
    let longest = Enclosures::from(v).norm().high;
    // As long as it may be, and not by a rounding error more.
    let v =
        if longest > lambda { v * (lambda / longest * (1.0 - accuracy::POWER_SLACK)) } else { v };
    if !(lambda >= 0.0 && Enclosures::from(v).norm().high <= lambda) {
        return Reach::level(f64::INFINITY);
    }
    let left = u.minus(transposed(b, v)).plus(Enclosures::from(c).times(lambda));
    let height = Enclosure::from(lambda) * e - Enclosures::from(v).dot(d) + left.dot(at);
    Reach { at, height: height.high, slope: left.sum_most(), bend: 0.0 }
}

/// v and λ with |v| ≤ λ, or nearly, and Bᵀv − λc = u, or nearly: from the tangent at a point, and
/// then by turns the least change that makes up for what is missing, and the nearest v that is
/// short enough.
fn multipliers<const D: usize>(
    (b, d, c, _): Sheet<'_, D>,
    u: Vector<D>,
    at: Vector<D>,
) -> (Vector<D>, f64) {
    let across = (*b * at + d).normalized().unwrap_or(Vector::ZERO);
    let normal = b.transpose_mul(across) - c;
    let mut lambda = (u.dot(normal) / normal.norm_squared()).max(0.0);
    let mut v = across * lambda;
    let mut gram = [[0.0; D]; D];
    for i in 0..D {
        for j in 0..D {
            gram[i][j] = b.column(i).dot(b.column(j)) + c[i] * c[j];
        }
    }
    let Some(parts) = Definite::new(gram) else { return (v, lambda) };
    for round in 0..accuracy::CONE_ROUNDS {
        let missing = u - b.transpose_mul(v) + c * lambda;
        let push = Vector::<D>(parts.solve(missing.0));
        v += *b * push;
        lambda -= c.dot(push);
        let length = v.norm();
        if length > lambda && round + 1 < accuracy::CONE_ROUNDS {
            // The nearest point of the cone |v| ≤ λ.
            let mean = (0.5 * (length + lambda)).max(0.0);
            (v, lambda) = (v * (mean / length), mean);
        }
    }
    (v, lambda.max(0.0))
}

/// Whether a point is within a cone.
pub(super) fn in_cone<const D: usize>((b, d, c, e): Sheet<'_, D>, x: &Enclosures<D>) -> bool {
    let side = product(b, *x).plus(d).norm();
    side.high <= (x.dot(c) + e).low
}
