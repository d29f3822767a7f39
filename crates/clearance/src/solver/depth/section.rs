//! Depths of shapes that are symmetric about parallel axes, such as coaxial cylinders.
//!
//! All directions at one angle to the axis may be equally good then, and the expanding polytope
//! would have to grow a side for each. But the difference is symmetric about an axis too: it is
//! such a body, moved across the axis by some offset. Among the directions n at one angle to the
//! axis, n·offset alone tells them apart, and that is least in the plane of the axis and the
//! offset. So the depth in that plane is the depth: the expanding polytope in two dimensions, on
//! the shadow of the difference.

use crate::accuracy;
use crate::answer::{MOST, Names, Stop};
use crate::pair::Local;
use crate::shape::{Symmetry, is_parallel, sideways};
use crate::solver::expand::ends::{Corner, End, Ends};
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

/// A shadow on a plane through the axis. Along the axis any point of a flat end is furthest, also one beside the plane:
/// then the one towards which the plane leans is taken.
struct Section<'a, const D: usize>(Shadow<'a, D>, bool);

/// A direction along the axis, or nearly, leaning to one side; opposite directions lean to opposite sides.
fn leaning(direction: Vector<2>) -> Option<Vector<2>> {
    let [along, aside] = direction.0;
    let is_near = aside.abs() <= accuracy::SECTION_LEAN * along.abs();
    is_near.then_some(Vector([along, accuracy::SECTION_LEAN * along]))
}

impl<const D: usize> End<2> for Section<'_, D> {
    fn furthest(&self, direction: Vector<2>) -> (Vector<2>, u32) {
        let first = self.0.furthest(direction);
        let Some(leaning) = leaning(direction).filter(|_| self.1) else { return first };
        let second = self.0.furthest(leaning);
        let noise = accuracy::TOUCH * accuracy::ROUNDING * first.0.norm() * direction.norm();
        let as_far = direction.dot(second.0) >= direction.dot(first.0) - noise;
        if as_far { second } else { first }
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
    let lower = found.lower;
    if !improve_by(ends, plane, found, (goal, &mut *hulls), false) {
        found.lower = lower;
        improve_by(ends, plane, found, (goal, hulls), true);
    }
}

/// The same with or without leaning; whether there is no more to be had.
fn improve_by<const D: usize>(
    ends: &Ends<'_, D>,
    plane: [Vector<D>; 2],
    found: &mut Expansion<D>,
    (goal, hulls): (&Goal, &mut Hulls<2>),
    leans: bool,
) -> bool {
    let section = |end| Section(Shadow { end, plane }, leans);
    let (a, b) = (section(ends.a), section(ends.b));
    let shadows = Ends { a: &a, b: &b, sharp: false };
    let goal = Goal { cap: accuracy::EXPAND_POINTS, ..*goal };
    let section = expand::expand(&shadows, &[], &goal, hulls);
    if section.lower < found.lower {
        return true;
    }
    found.lower = section.lower;
    found.iterations += section.iterations;
    found.stop = section.stop;
    let Some(normal) = a.0.lifted(section.normal).normalized() else { return true };
    (found.normal, found.upper) = (normal, section.upper);
    // Points in the plane of the section, with the weights that they have there.
    if let Some(corners) = section.corners {
        let off = |w: Vector<D>, at: Vector<2>| (w - a.0.lifted(at)).norm();
        let lifted = corners.map(|corner| {
            let first = ends.furthest(a.0.lifted(corner.direction));
            let leaning = leaning(corner.direction)
                .filter(|_| leans)
                .map(|way| ends.furthest(a.0.lifted(way)));
            let closer = |second: &Corner<D>| off(second.w, corner.w) < off(first.w, corner.w);
            leaning.filter(closer).unwrap_or(first)
        });
        let off = |k: usize| off(lifted[k].w, corners[k].w);
        if (0..2).all(|k| off(k) <= goal.gap || section.weights[k] == 0.0) {
            found.corners = Some(core::array::from_fn(|k| lifted[k.min(1)]));
            let mut weights = [0.0; MOST];
            weights[..2].copy_from_slice(&section.weights[..2]);
            found.weights = weights;
            return true;
        }
    }
    debug_assert!(section.stop != Stop::Settled);
    false
}

/// How both cores lie, if they are symmetric about parallel axes.
pub(crate) enum Parallel<const D: usize> {
    /// The axis, and the way from one to the other at right angles to it, in A's frame.
    Axes([Vector<D>; 2]),
    /// Both are balls: the way from one centre to the other, which is the shortest out or the longest.
    Balls(Vector<D>),
}

/// If both cores are symmetric about parallel axes.
pub(crate) fn parallel_axes<const D: usize>(local: &Local<'_, D>) -> Option<Parallel<D>> {
    let a = Symmetry::of(&local.pair.a.core)?;
    let b = Symmetry::of(&local.pair.b.core)?.placed(&local.b_in_a);
    let offset = b.through - a.through;
    let u = match (a.along, b.along) {
        (None, None) => {
            return Some(Parallel::Balls(offset.normalized().unwrap_or(Vector::axis(0))));
        }
        (Some(u), None) | (None, Some(u)) => u,
        (Some(u), Some(v)) => Some(u).filter(|u| is_parallel(*u, v))?,
    };
    Some(Parallel::Axes([u, sideways(offset, u)?]))
}
