//! Depths of shapes that are symmetric about parallel axes, such as coaxial cylinders.
//!
//! All directions at one angle to the axis may be equally good then, and the expanding polytope
//! would have to grow a side for each. But the difference is symmetric about an axis too: it is
//! such a body, moved across the axis by some offset. Among the directions n at one angle to the
//! axis, n·offset alone tells them apart, and that is least in the plane of the axis and the
//! offset. So the depth in that plane is the depth: the expanding polytope in two dimensions, on
//! the shadow of the difference.

use super::polish;
use crate::accuracy;
use crate::answer::{MOST, Names, Stop};
use crate::pair::Local;
use crate::shape::Core;
use crate::solver::expand::ends::{End, Ends};
use crate::solver::expand::{self, Expansion, Goal, Hulls};
use crate::space::Vector;

/// One side's shadow on a plane.
pub(crate) struct Shadow<'a, const D: usize> {
    pub(crate) end: &'a dyn End<D>,
    pub(crate) plane: [Vector<D>; 2],
}

impl<const D: usize> Shadow<'_, D> {
    pub(crate) fn lifted(&self, direction: Vector<2>) -> Vector<D> {
        self.plane[0] * direction[0] + self.plane[1] * direction[1]
    }
}

impl<const D: usize> End<2> for Shadow<'_, D> {
    fn furthest(&self, direction: Vector<2>) -> (Vector<2>, u32) {
        let (point, number) = self.end.furthest(self.lifted(direction));
        (Vector([self.plane[0].dot(point), self.plane[1].dot(point)]), number)
    }

    fn named(&self, _: &Names, _: usize, direction: Vector<2>) -> Option<(Vector<2>, u32)> {
        Some(self.furthest(direction))
    }
}

/// Replaces the bounds and the normal by those of the section, if they are better.
pub(crate) fn improve<const D: usize>(
    ends: &Ends<'_, D>,
    plane: [Vector<D>; 2],
    found: &mut Expansion<D>,
    (goal, hulls): (&Goal, &mut Hulls<2>),
) {
    let (a, b) = (Shadow { end: ends.a, plane }, Shadow { end: ends.b, plane });
    let shadows = Ends { a: &a, b: &b, sharp: false };
    let goal = Goal { cap: accuracy::EXPAND_POINTS, ..*goal };
    let section = expand::expand(&shadows, &[], &goal, hulls);
    if section.lower < found.lower {
        return;
    }
    found.lower = section.lower;
    found.iterations += section.iterations;
    found.stop = section.stop;
    let Some(normal) = a.lifted(section.normal).normalized() else { return };
    (found.normal, found.upper) = (normal, section.upper);
    // Points in the plane of the section, with the weights that they have there.
    if let Some(corners) = section.corners {
        let lifted = corners.map(|corner| ends.furthest(a.lifted(corner.direction)));
        let off = |k: usize| polish::across(lifted[k].w, plane);
        if (0..2).all(|k| off(k) <= goal.gap || section.weights[k] == 0.0) {
            found.corners = Some(core::array::from_fn(|k| lifted[k.min(1)]));
            let mut weights = [0.0; MOST];
            weights[..2].copy_from_slice(&section.weights[..2]);
            found.weights = weights;
        }
    }
    debug_assert!(section.stop != Stop::Settled);
}

/// If both cores are symmetric about parallel axes: the axis, and the way from one to the other at
/// right angles to it, in A's frame.
pub(super) fn parallel_axes<const D: usize>(local: &Local<'_, D>) -> Option<[Vector<D>; 2]> {
    if D != 3 {
        return None;
    }
    let (a, b) = (symmetry(&local.pair.a.core)?, symmetry(&local.pair.b.core)?);
    let turn = |v: Vector<D>| local.b_in_a.rotation().rotate(v);
    let u = match (a.along, b.along.map(turn)) {
        (None, None) => return None,
        (Some(u), None) | (None, Some(u)) => u,
        (Some(u), Some(v)) => {
            let v = if u.dot(v) < 0.0 { -v } else { v };
            Some(u).filter(|u| (*u - v).norm() <= accuracy::PARALLEL)?
        }
    };
    let offset = local.b_in_a.transform(b.through) - a.through;
    let across = offset - u * u.dot(offset);
    Some([u, across.normalized().or_else(|| u.any_perpendicular())?])
}

/// A line about which a set may be turned: through a point, along a direction (any, for a point).
struct Symmetry<const D: usize> {
    through: Vector<D>,
    along: Option<Vector<D>>,
}

fn symmetry<const D: usize>(core: &Core<'_, D>) -> Option<Symmetry<D>> {
    match core {
        Core::Point(p) => Some(Symmetry { through: *p, along: None }),
        Core::Segment(p, q) => Some(Symmetry { through: *p, along: Some((*q - *p).normalized()?) }),
        core => {
            let along = Some(core.shape()?.axis()?);
            Some(Symmetry { through: Vector::ZERO, along })
        }
    }
}
