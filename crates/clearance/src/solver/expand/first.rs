//! The first corners of a polytope, or what there is instead of one.

use super::ends::{Corner, Ends};
use super::{Expansion, Goal};
use crate::answer::Stop;
use crate::solver::gjk::simplex::MOST;
use crate::space::Vector;

/// D + 1 points of the difference that do not lie in a plane, from some to start with; or the
/// normal of the plane (line) that all of it lies in.
pub(super) fn first_simplex<const D: usize>(
    ends: &Ends<'_, D>,
    seeds: &[Corner<D>],
    goal: &Goal,
    iterations: &mut u32,
) -> Result<[Corner<D>; MOST], Vector<D>> {
    let first = seeds.first().copied().unwrap_or_else(|| ends.furthest(Vector::axis(0)));
    let mut points = [first; MOST];
    let mut basis = [Vector::ZERO; D];
    let mut used = 0;
    // What is at right angles to the span so far.
    let off = |basis: &[Vector<D>; D], used: usize, v: Vector<D>| {
        let mut left = v;
        for _ in 0..2 {
            for e in &basis[..used] {
                left -= *e * e.dot(left);
            }
        }
        left
    };
    for seed in seeds.iter().skip(1).take(D) {
        let left = off(&basis, used, seed.w - first.w);
        if let Some(e) = left.normalized().filter(|_| left.norm() > goal.flat) {
            basis[used] = e;
            used += 1;
            points[used] = *seed;
        }
    }
    while used < D {
        let mut best: (f64, Option<Corner<D>>) = (goal.flat, None);
        let mut across = Vector::axis(0);
        for i in 0..D {
            let left = off(&basis, used, Vector::axis(i));
            // Of the axes at least one is at a fair angle to the span.
            let Some(direction) = left.normalized().filter(|_| left.norm_squared() * 4.0 > 1.0)
            else {
                continue;
            };
            across = direction;
            for direction in [direction, -direction] {
                let corner = ends.furthest(direction);
                *iterations += 1;
                let height = off(&basis, used, corner.w - first.w).norm();
                if height > best.0 {
                    best = (height, Some(corner));
                }
            }
        }
        let Some(corner) = best.1 else { return Err(across) };
        let left = off(&basis, used, corner.w - first.w);
        let Some(e) = left.normalized() else { return Err(across) };
        basis[used] = e;
        used += 1;
        points[used] = corner;
    }
    Ok(points)
}

/// A difference without interior: the origin is on its surface, both ways along the normal.
pub(crate) fn flat<const D: usize>(
    ends: &Ends<'_, D>,
    normal: Vector<D>,
    iterations: u32,
) -> Expansion<D> {
    let (mut normal, mut upper) = (normal, normal.dot(ends.furthest(normal).w));
    let back = -normal.dot(ends.furthest(-normal).w);
    if back < upper {
        (normal, upper) = (-normal, back);
    }
    Expansion {
        normal,
        upper,
        lower: 0.0,
        corners: None,
        weights: [1.0, 0.0, 0.0, 0.0],
        iterations: iterations + 2,
        stop: Stop::Converged,
    }
}
