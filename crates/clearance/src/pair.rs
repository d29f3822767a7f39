//! Two placed shapes, and the same with B brought into A's frame, once: the only things that
//! solvers see.

use crate::accuracy;
use crate::shape::{Core, View};
use crate::space::{Pose, Vector};

/// A pair of placed shapes. The poses are those of their cores.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a, const D: usize> {
    pub(crate) a: &'a View<'a, D>,
    pub(crate) b: &'a View<'a, D>,
    pub(crate) pose_a: &'a Pose<D>,
    pub(crate) pose_b: &'a Pose<D>,
    /// From A's origin to B's, in the world. Everything is measured from A's origin, so that two
    /// shapes far from the world's and close to each other lose nothing.
    pub(crate) offset: Vector<D>,
    /// The size of the numbers that the solvers add up: rounding errors are a few units in the
    /// last place of this length.
    pub(crate) scale: f64,
}

impl<'a, const D: usize> Pair<'a, D> {
    #[inline(always)]
    pub(crate) fn new(
        a: &'a View<'a, D>,
        pose_a: &'a Pose<D>,
        b: &'a View<'a, D>,
        pose_b: &'a Pose<D>,
    ) -> Self {
        let offset = pose_b.translation() - pose_a.translation();
        Self { a, b, pose_a, pose_b, offset, scale: a.reach + b.reach + offset.sum_abs() }
    }

    /// The same with the poses of shapes whose cores may have frames of their own, which are left
    /// for the solver to put in; and where the origin of A's core lies in the world.
    #[inline(always)]
    pub(crate) fn framed(
        a: &'a View<'a, D>,
        pose_a: &'a Pose<D>,
        b: &'a View<'a, D>,
        pose_b: &'a Pose<D>,
    ) -> (Self, WorldAxes<D>) {
        let origin = |view: &View<'_, D>, pose: &Pose<D>| match view.frame {
            None => pose.translation(),
            // Often in the middle of the shape: nothing to turn.
            Some(frame) if frame.translation().is_zero() => pose.translation(),
            Some(frame) => pose.transform(frame.translation()),
        };
        let from = origin(a, pose_a);
        let offset = origin(b, pose_b) - from;
        let scale = a.reach + b.reach + offset.sum_abs();
        (Self { a, b, pose_a, pose_b, offset, scale }, WorldAxes(from))
    }

    /// What the world's axes and A's origin are to a solver.
    #[inline(always)]
    pub(crate) fn world(&self) -> WorldAxes<D> {
        WorldAxes(self.pose_a.translation())
    }

    /// Where B's frame lies in A's.
    #[inline(always)]
    pub(crate) fn b_in_a(&self) -> Pose<D> {
        self.pose_a.to_local(self.pose_b)
    }

    /// How far short of the furthest points the support points of the two may be: zero but for
    /// shapes made of surfaces.
    pub(crate) fn short(&self) -> f64 {
        let short = |view: &View<'_, D>| match view.core {
            Core::Implicit(_) => accuracy::FURTHEST_SHORT * view.reach,
            _ => 0.0,
        };
        short(self.a) + short(self.b)
    }
}

/// A pair in the frame of A's core.
pub(crate) struct Local<'a, const D: usize> {
    pub(crate) pair: &'a Pair<'a, D>,
    /// Where B's frame lies in A's.
    pub(crate) b_in_a: Pose<D>,
}

impl<'a, const D: usize> Local<'a, D> {
    #[inline(always)]
    pub(crate) fn new(pair: &'a Pair<'a, D>) -> Self {
        Self { pair, b_in_a: pair.b_in_a() }
    }

    /// The support point of A's core.
    #[inline]
    pub(crate) fn support_a(&self, direction: Vector<D>) -> Vector<D> {
        self.pair.a.core.support(direction)
    }

    /// The support point of B's core, in A's frame.
    #[inline]
    pub(crate) fn support_b(&self, direction: Vector<D>) -> Vector<D> {
        let local = self.b_in_a.rotation().rotate_back(direction);
        self.b_in_a.transform(self.pair.b.core.support(local))
    }
}

/// The axes and the origin that a solver works in.
pub(crate) trait Axes<const D: usize> {
    /// Brings a vector to the world's axes.
    fn turn(&self, v: Vector<D>) -> Vector<D>;
    /// Where the origin lies in the world.
    fn origin(&self) -> Vector<D>;
    /// Where these axes lie in the frame of A's core, for what is told to people.
    fn seen_from(&self, pose_a: &Pose<D>) -> Pose<D>;
}

/// The world's axes, and A's origin.
pub(crate) struct WorldAxes<const D: usize>(pub(crate) Vector<D>);

impl<const D: usize> Axes<D> for WorldAxes<D> {
    #[inline(always)]
    fn turn(&self, v: Vector<D>) -> Vector<D> {
        v
    }
    #[inline(always)]
    fn origin(&self) -> Vector<D> {
        self.0
    }
    fn seen_from(&self, pose_a: &Pose<D>) -> Pose<D> {
        Pose::rotated(pose_a.rotation().inverse())
    }
}

/// Either of these.
impl<const D: usize> Axes<D> for &dyn Axes<D> {
    fn turn(&self, v: Vector<D>) -> Vector<D> {
        (**self).turn(v)
    }
    fn origin(&self) -> Vector<D> {
        (**self).origin()
    }
    fn seen_from(&self, pose_a: &Pose<D>) -> Pose<D> {
        (**self).seen_from(pose_a)
    }
}

/// The frame of a core.
impl<const D: usize> Axes<D> for &Pose<D> {
    #[inline(always)]
    fn turn(&self, v: Vector<D>) -> Vector<D> {
        self.rotation().rotate(v)
    }
    #[inline(always)]
    fn origin(&self) -> Vector<D> {
        self.translation()
    }
    fn seen_from(&self, pose_a: &Pose<D>) -> Pose<D> {
        // Not by arithmetic where nothing is to be done: that would round.
        if *self == pose_a { Pose::IDENTITY } else { pose_a.to_local(self) }
    }
}

/// Where the core of a shape lies, given where the shape lies, if that is not the same.
#[inline(always)]
pub(crate) fn core_pose<const D: usize>(view: &View<'_, D>, pose: &Pose<D>) -> Option<Pose<D>> {
    let frame = view.frame?;
    Some(pose.compose(frame))
}
