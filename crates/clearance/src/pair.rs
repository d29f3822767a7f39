//! Two shapes with B brought into A's frame, once: the only thing that solvers see.

use crate::shape::View;
use crate::space::{Pose, Vector};

/// A pair of placed shapes, in A's frame.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a, const D: usize> {
    pub(crate) a: View<'a, D>,
    pub(crate) b: View<'a, D>,
    /// Where B's frame lies in A's.
    pub(crate) b_in_a: Pose<D>,
}

impl<'a, const D: usize> Pair<'a, D> {
    /// The poses are those of the cores: see [`core_pose`].
    #[inline(always)]
    pub(crate) fn new(a: View<'a, D>, pose_a: &Pose<D>, b: View<'a, D>, pose_b: &Pose<D>) -> Self {
        Self { a, b, b_in_a: pose_a.to_local(pose_b) }
    }

    /// The size of the numbers that the solvers add up: rounding errors are a few units in the
    /// last place of this length.
    #[inline(always)]
    pub(crate) fn scale(&self) -> f64 {
        self.a.reach + self.b.reach + self.b_in_a.translation().sum_abs()
    }

    /// The support point of B's core, in A's frame.
    #[inline]
    pub(crate) fn support_b(&self, direction: Vector<D>) -> Vector<D> {
        let local = self.b_in_a.rotation().rotate_back(direction);
        self.b_in_a.transform(self.b.core.support(local))
    }
}

/// Where the core of a shape lies, given where the shape lies.
#[inline(always)]
pub(crate) fn core_pose<const D: usize>(view: &View<'_, D>, pose: &Pose<D>) -> Pose<D> {
    match view.frame {
        None => *pose,
        Some(frame) => pose.compose(frame),
    }
}
