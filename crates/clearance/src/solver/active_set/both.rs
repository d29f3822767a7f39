//! Two vectors of space, A's and B's, with which the same is done at once.

use core::ops::{Add, Sub};

use crate::simd::Two;
use crate::space::{Rotation, Vector};

/// A vector of A's and one of B's, coordinate by coordinate.
#[derive(Clone, Copy)]
pub(crate) struct Both([Two; 3]);

impl Both {
    /// Nothing.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        Self([Two::same(0.0); 3])
    }

    /// These two. (Modulo, since nobody asks about the plane.)
    #[inline(always)]
    pub(crate) fn of<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Self {
        Self::from_fn(|i| Two::new(a[i % D], b[i % D]))
    }

    /// The same twice.
    #[inline(always)]
    pub(crate) fn same<const D: usize>(v: Vector<D>) -> Self {
        Self::of(&v, &v)
    }

    #[inline(always)]
    fn from_fn(f: impl Fn(usize) -> Two) -> Self {
        Self([f(0), f(1), f(2)])
    }

    /// A's.
    #[inline(always)]
    pub(crate) fn a<const D: usize>(self) -> Vector<D> {
        Vector::from_fn(|i| self.0[i % 3].a())
    }

    /// B's.
    #[inline(always)]
    pub(crate) fn b<const D: usize>(self) -> Vector<D> {
        self.swapped().a()
    }

    /// Each has the other's.
    #[inline(always)]
    pub(crate) fn swapped(self) -> Self {
        Self::from_fn(|i| self.0[i].swapped())
    }

    /// A's of these and B's of those.
    #[inline(always)]
    pub(crate) fn beside(self, b: Self) -> Self {
        Self::from_fn(|i| self.0[i].beside(b.0[i]))
    }

    /// Nothing for those of whom all bits are set.
    #[inline(always)]
    pub(crate) fn cleared(self, who: Two) -> Self {
        Self::from_fn(|i| who.clears(self.0[i]))
    }

    /// Nothing but for those of whom all bits are set.
    #[inline(always)]
    pub(crate) fn kept(self, who: Two) -> Self {
        Self::from_fn(|i| who.keeps(self.0[i]))
    }

    /// The others' for those of whom all bits are set.
    #[inline(always)]
    pub(crate) fn with_for(self, who: Two, other: Self) -> Self {
        Self::from_fn(|i| who.choose(other.0[i], self.0[i]))
    }

    /// Those that are something, if of each two one is nothing.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self::from_fn(|i| self.0[i].or(other.0[i]))
    }

    /// That of one side, and nothing for the other.
    #[inline(always)]
    pub(crate) fn of_side(&self, side: usize, who: Two) -> Self {
        Self::from_fn(|i| who.keeps(Two::same(self.0[i].of(side))))
    }

    /// The products.
    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> Two {
        self.0[0] * other.0[0] + self.0[1] * other.0[1] + self.0[2] * other.0[2]
    }

    /// The vectors at right angles.
    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
    }

    /// Each times its number.
    #[inline(always)]
    pub(crate) fn times(self, by: Two) -> Self {
        Self::from_fn(|i| self.0[i] * by)
    }

    /// The larger of each number and the one in the other's place.
    #[inline(always)]
    pub(crate) fn max(self, by: Two) -> Self {
        Self::from_fn(|i| self.0[i].max(by))
    }

    /// The least coordinate of each.
    #[inline(always)]
    pub(crate) fn least(self) -> Two {
        self.0[2].min(self.0[1].min(self.0[0]))
    }

    /// The sum of the coordinates' absolute values.
    #[inline(always)]
    pub(crate) fn sum_abs(self) -> Two {
        abs(self.0[0]) + abs(self.0[1]) + abs(self.0[2])
    }

    /// Coordinate `i`.
    #[inline(always)]
    pub(crate) fn at(self, i: usize) -> Two {
        self.0[i % 3]
    }

    /// The vectors with these coordinates.
    #[inline(always)]
    pub(crate) fn with(x: Two, y: Two, z: Two) -> Self {
        Self([x, y, z])
    }
}

/// Without the signs.
#[inline(always)]
pub(crate) fn abs(x: Two) -> Two {
    Two::same(-0.0).clears(x)
}

impl Add for Both {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::from_fn(|i| self.0[i] + other.0[i])
    }
}

impl Sub for Both {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::from_fn(|i| self.0[i] - other.0[i])
    }
}

/// Two rotations, by rows.
#[derive(Clone, Copy)]
pub(crate) struct Turns([Both; 3]);

impl Turns {
    #[inline(always)]
    pub(crate) fn new<const D: usize>(a: &Rotation<D>, b: &Rotation<D>) -> Self {
        let (a, b) = (&a.matrix().0, &b.matrix().0);
        let row = |i: usize| Both::of(&a[i % D], &b[i % D]);
        Self([row(0), row(1), row(2)])
    }

    /// From each frame into the world.
    #[inline(always)]
    pub(crate) fn rotate(&self, v: Both) -> Both {
        Both([self.0[0].dot(v), self.0[1].dot(v), self.0[2].dot(v)])
    }

    /// From the world into each frame.
    #[inline(always)]
    pub(crate) fn rotate_back(&self, v: Both) -> Both {
        self.0[0].times(v.0[0]) + self.0[1].times(v.0[1]) + self.0[2].times(v.0[2])
    }
}
