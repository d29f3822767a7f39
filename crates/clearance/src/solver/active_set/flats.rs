//! The closest points of two flats: space, plane, line or point against each.
//!
//! The two flats go through the points x and y, and are given by the frames of their normals. With
//! d = y − x, the step (p, q) leads to closest points x + p and y + q. Where the flats have a
//! direction in common there are many; the shortest step is taken, which shares the way equally.
//!
//! ```text
//!              space        plane             line              point
//!   space      x to y       x to y            x to y            x to y
//!   plane                   to their line,    to where they     project
//!                           or half each      meet, or project
//!   line                                      the two feet,     project
//!                                             or half each
//!   point                                                       stay
//! ```
//!
//! In the plane (two dimensions) there are no planes, and the table is as much smaller.

use crate::accuracy::PARALLEL;
use crate::space::{Frame, Vector};

/// The step to the closest points.
pub(crate) fn closest<const D: usize>(
    a: &Frame<D>,
    b: &Frame<D>,
    d: Vector<D>,
) -> (Vector<D>, Vector<D>) {
    let (free_a, free_b) = (D - a.len(), D - b.len());
    if free_a == 0 && free_b == 0 {
        (Vector::ZERO, Vector::ZERO)
    } else if free_a == D {
        (d, Vector::ZERO)
    } else if free_b == D {
        (Vector::ZERO, -d)
    } else if free_a == 0 {
        (Vector::ZERO, -b.beyond(d))
    } else if free_b == 0 {
        (a.beyond(d), Vector::ZERO)
    } else {
        match (free_a, free_b) {
            (1, 1) => two_lines(along(a), along(b), d),
            (1, _) => line_and_plane(along(a), b, d),
            (_, 1) => {
                let (q, p) = line_and_plane(along(b), a, -d);
                (p, q)
            }
            _ => two_planes(a, b, d),
        }
    }
}

/// The direction between closest points of two flats, of length 1. It is at right angles to both,
/// and where that leaves no choice it is taken from the flats: the rounded points of two flats
/// that are close to each other say little about it. `d` is the way as measured, not zero.
#[inline(always)]
pub(crate) fn normal<const D: usize>(a: &Frame<D>, b: &Frame<D>, d: Vector<D>) -> Vector<D> {
    let measured = d * (1.0 / d.norm());
    let one = |frame: &Frame<D>| {
        let normal = frame.basis()[0];
        if normal.dot(measured) < 0.0 { -normal } else { normal }
    };
    let taken = match (a.len(), b.len()) {
        (1, _) => one(a),
        (_, 1) => one(b),
        (2, 2) if D == 3 => {
            let across = along(a).cross3(along(b));
            let length = across.norm();
            if length <= PARALLEL {
                within(a, measured)
            } else {
                across * (1.0 / length).copysign(across.dot(measured))
            }
        }
        (2, 3) => within(a, measured),
        (3, 2) => within(b, measured),
        _ => measured,
    };
    // Flats that are not yet as close as they come have no such direction.
    if taken.dot(measured) > 0.5 { taken } else { measured }
}

/// A unit vector that is nearly in the span of the normals, brought into it.
fn within<const D: usize>(frame: &Frame<D>, v: Vector<D>) -> Vector<D> {
    let part = v - frame.beyond(v);
    let length = part.norm();
    if length > 0.0 { part * (1.0 / length) } else { v }
}

/// The direction of a line, of length 1.
#[inline(always)]
fn along<const D: usize>(frame: &Frame<D>) -> Vector<D> {
    let normals = frame.basis();
    if D == 2 { normals[0].turned() } else { normals[0].cross3(normals[1]) }
}

/// Lines along the unit vectors e and f.
fn two_lines<const D: usize>(e: Vector<D>, f: Vector<D>, d: Vector<D>) -> (Vector<D>, Vector<D>) {
    // What f has at right angles to e: its length is the sine of the angle.
    let across = f - e * e.dot(f);
    let sine_squared = across.norm_squared();
    if sine_squared <= PARALLEL * PARALLEL {
        return (e * (0.5 * e.dot(d)), f * (-0.5 * f.dot(d)));
    }
    let q = f * (-across.dot(d) / sine_squared);
    (e * e.dot(d + q), q)
}

/// A line along the unit vector e through x, and a plane through y.
fn line_and_plane<const D: usize>(
    e: Vector<D>,
    plane: &Frame<D>,
    d: Vector<D>,
) -> (Vector<D>, Vector<D>) {
    let normal = plane.basis()[0];
    let sine = normal.dot(e);
    if sine.abs() <= PARALLEL {
        let p = e * (0.5 * e.dot(d));
        return (p, plane.beyond(p - d));
    }
    let p = e * (normal.dot(d) / sine);
    (p, plane.beyond(p - d))
}

/// Planes with the unit normals m and n, which meet in a line unless they are parallel. Along that
/// line each goes half the way; at right angles to it, there is one point of each plane where
/// they meet.
fn two_planes<const D: usize>(a: &Frame<D>, b: &Frame<D>, d: Vector<D>) -> (Vector<D>, Vector<D>) {
    let (m, n) = (a.basis()[0], b.basis()[0]);
    // What n has in the first plane, and m in the second. Twice, since the first time leaves
    // rounding of the size of the normals: planes that are nearly parallel meet far away, and the
    // way there must keep to its plane.
    let (across_a, across_b) = (a.beyond(a.beyond(n)), b.beyond(b.beyond(m)));
    let sine_squared = across_a.norm_squared();
    if sine_squared <= PARALLEL * PARALLEL {
        return (a.beyond(d) * 0.5, b.beyond(d) * -0.5);
    }
    let p = across_a * (n.dot(d) / sine_squared);
    let q = across_b * (-m.dot(d) / sine_squared);
    // What is still between them lies along the line.
    let rest = b.beyond(a.beyond(d + q - p)) * 0.5;
    (p + rest, q - rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame<const D: usize>(rng: &mut fastrand::Rng, count: usize, grid: bool) -> Frame<D> {
        let mut frame = Frame::EMPTY;
        while frame.len() < count {
            let v = Vector::<D>::from_fn(|_| {
                if grid { f64::from(rng.i32(-1..=1)) } else { rng.f64() * 2.0 - 1.0 }
            });
            if let Some(v) = v.normalized() {
                frame.push(0, v);
            }
        }
        frame
    }

    /// All cases, parallel ones included: the step stays in its flat, and what is left of d is at
    /// right angles to both, which is what makes points closest.
    fn all_cases<const D: usize>() {
        let mut rng = fastrand::Rng::with_seed(8);
        for round in 0..40_000 {
            let grid = round % 2 == 0;
            let (count_a, count_b) = (rng.usize(0..=D), rng.usize(0..=D));
            let a = frame::<D>(&mut rng, count_a, grid);
            let b = frame::<D>(&mut rng, count_b, grid);
            let d = Vector::<D>::from_fn(|_| rng.f64() * 2.0 - 1.0);
            let (p, q) = closest(&a, &b, d);
            let size = 1.0 + p.norm() + q.norm();
            let off = |frame: &Frame<D>, v: Vector<D>| (frame.beyond(v) - v).norm();
            assert!(off(&a, p) <= 1e-13 * size && off(&b, q) <= 1e-13 * size);
            let left = d + q - p;
            let moves = a.beyond(left).norm().max(b.beyond(left).norm());
            assert!(moves <= 1e-12 * size * size, "{count_a} {count_b} {moves:e} {size}");
            assert!(left.norm() <= d.norm() + 1e-12 * size);
        }
    }

    #[test]
    fn the_ten_cases() {
        all_cases::<3>();
    }

    #[test]
    fn the_six_cases_of_the_plane() {
        all_cases::<2>();
    }
}
