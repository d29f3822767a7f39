//! A normal that sets without end bear.
//!
//! Along the normal of a slab neither set may go on for ever: no line of it may lead along the
//! normal at all, and no ray forwards. Steps of a solver leave a normal off by what its bounds
//! allow, which between bounded sets costs the square of that, and here everything. So it is laid
//! level with the ways that it leads along: all of them at once, each with what it has at right angles
//! to those before. The rays of a curved cone turn as the normal does, and are looked at again.

use super::tangents::Held;
use crate::accuracy;
use crate::shape::{Core, View};
use crate::space::{Rotation, Vector};

/// A unit normal and what it has been laid level with, each at right angles to the others.
struct Level<const D: usize> {
    normal: Vector<D>,
    ways: [Vector<D>; D],
    count: usize,
}

impl<const D: usize> Level<D> {
    /// Makes the normal have this much along a way, and no less along those before.
    fn lay(&mut self, way: Vector<D>, height: f64) {
        let mut across = way;
        // Twice, since the first time leaves rounding of the whole.
        for _ in 0..2 {
            for other in &self.ways[..self.count] {
                across -= *other * other.dot(across);
            }
        }
        if self.count == D || !(across.norm() > accuracy::LEVEL_INDEPENDENT * way.norm()) {
            return;
        }
        self.normal -= across * ((way.dot(self.normal) - height) / across.norm_squared());
        self.ways[self.count] = across / across.norm();
        self.count += 1;
    }

    /// The same if the normal has more than that, or just that.
    fn lower(&mut self, way: Vector<D>, height: f64) {
        if way.dot(self.normal) - height > -accuracy::LEVEL_ACTIVE * way.norm() {
            self.lay(way, height);
        }
    }
}

/// One of the two sets: `out` takes vectors of its frame to that of the normal, turned so that
/// those out of the set lead along the normal.
fn lay_on<const D: usize>(
    level: &mut Level<D>,
    (view, held): (&View<'_, D>, Option<&Held<D>>),
    (out, back): (impl Fn(Vector<D>) -> Vector<D>, impl Fn(Vector<D>) -> Vector<D>),
) {
    if let Core::Swept(swept) = view.core {
        swept.lines.iter().for_each(|line| level.lay(out(*line), 0.0));
        swept.rays.iter().for_each(|ray| level.lower(out(*ray), 0.0));
    } else if let Some(held) = held
        && let Some((ray, height)) = held.steepest_ray(view, back(level.normal))
    {
        level.lower(out(ray), height);
    }
}

/// A unit normal close to this one (out of A, in A's frame, as `turn` is B's in A's) that both sets
/// bear, if there is one that is easily found.
pub(crate) fn borne<const D: usize>(
    a: (&View<'_, D>, Option<&Held<D>>),
    b: (&View<'_, D>, Option<&Held<D>>),
    turn: &Rotation<D>,
    mut normal: Vector<D>,
) -> Vector<D> {
    if a.0.is_bounded() && b.0.is_bounded() {
        return normal;
    }
    for _ in 0..accuracy::LEVEL_ROUNDS {
        let mut level = Level { normal, ways: [Vector::ZERO; D], count: 0 };
        lay_on(&mut level, a, (|v| v, |v| v));
        lay_on(&mut level, b, (|v| -turn.rotate(v), |v| turn.rotate_back(-v)));
        let Some(laid) = level.normal.normalized() else { return normal };
        let moved = (laid - normal).max_abs();
        normal = laid;
        if !(moved > accuracy::ROUNDING) {
            break;
        }
    }
    normal
}
