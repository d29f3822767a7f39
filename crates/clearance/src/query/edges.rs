//! What boxes are straight along where they are touched, and what becomes of a surface of any kind.

use core::hint::select_unpredictable;

use super::bend::Bend;
use super::tops::Top;
use crate::accuracy;
use crate::shape::{Core, View};
use crate::space::{Pose, Rotation, Vector};

/// The axes of a box that its surface is straight along where it is touched, a bit each: those at right
/// angles to the normal, if the box is long enough along them. Not all of them, the normal being a unit vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Straight(u32);

impl Straight {
    /// Touched by this normal, in the box's own frame. A point has none.
    #[inline(always)]
    pub(super) fn of<const D: usize>(view: &View<'_, D>, normal: Vector<D>) -> Self {
        let Core::Cuboid(half) = &view.core else { return Self(0) };
        let flat = accuracy::BEND_FLAT * view.reach;
        let mut straight = 0;
        for i in 0..D {
            let is_straight = (normal[i].abs() < accuracy::BEND_TURN) & (2.0 * half[i] > flat);
            straight |= u32::from(is_straight) << i;
        }
        Self(straight)
    }

    /// Without the first.
    #[inline(always)]
    fn next(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The first, in the world; zero if there is none. Without a branch, since nobody can foretell which it is.
    #[inline(always)]
    fn first<const D: usize>(self, turn: &Rotation<D>) -> Vector<D> {
        let (i, any) = (self.0.trailing_zeros() as usize, self.0 != 0);
        let row = |k: usize| turn.matrix()[k][i.min(D - 1)];
        Vector::from_fn(|k| select_unpredictable(any, row(k), 0.0))
    }

    /// At most two, in the world; zero if there are fewer.
    #[inline(always)]
    pub(super) fn lines<const D: usize>(self, turn: &Rotation<D>) -> [Vector<D>; 2] {
        [self.first(turn), self.next().first(turn)]
    }

    /// Whether both boxes are straight along one line: then the points slide along it.
    #[inline(always)]
    pub(super) fn shares_a_line<const D: usize>(
        self,
        other: Self,
        [pose_a, pose_b]: [&Pose<D>; 2],
    ) -> bool {
        let [a, b] = [self.first(pose_a.rotation()), other.first(pose_b.rotation())];
        let parallel = a.dot(b).abs() > 1.0 - accuracy::BEND_FLAT;
        let two = (self.next().0 | other.next().0) != 0;
        (self.0 != 0) & (other.0 != 0) & (two | parallel)
    }
}

/// What a bend is made of: that of a box or a hull is seen to by whoever wants to know it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Surface<const D: usize> {
    Box { straight: Straight, radius: f64, reach: f64 },
    Hull(Top<D>),
    Bends(Bend<D>),
}

impl<const D: usize> Surface<D> {
    #[inline(always)]
    pub(super) fn of_box(view: &View<'_, D>, straight: Straight) -> Self {
        Self::Box { straight, radius: view.radius, reach: view.reach }
    }

    /// Of a shape with this pose, whose outward normal this is in the world.
    pub(super) fn bend(&self, pose: &Pose<D>, outward: Vector<D>) -> Bend<D> {
        match self {
            Self::Box { straight, radius, reach } => {
                Bend::straight(straight.lines(pose.rotation()), *radius, *reach)
            }
            Self::Hull(top) => top.bend(pose, outward),
            Self::Bends(bend) => *bend,
        }
    }
}
