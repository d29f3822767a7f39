//! Support functions that have second derivatives.

use super::{Convex, PowerSum};
use crate::space::{Matrix, Vector};

/// A strictly convex shape that knows how its support points move.
pub trait SmoothSupport<const D: usize>: Convex<D> {
    /// The support point along `direction`, of any length but zero, and its derivative by the
    /// direction: the matrix of second derivatives of the support function h(n) = max n·x there.
    ///
    /// The matrix is symmetric, has no negative eigenvalue, and takes `direction` to zero. Where
    /// it is infinite (the sides of a box with rounded edges), large numbers will do. It decides
    /// how fast a solver is, never whether its answer is right.
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>);

    /// The same, where it is known about where the point is: that may help to find it.
    fn bend_about(&self, direction: Vector<D>, about: Vector<D>) -> (Vector<D>, Matrix<D>) {
        let _ = about;
        self.bend(direction)
    }

    /// The direction to look along next, when a step of Newton's method leads to the normal
    /// `toward`, and its linear model of the surface to the support point `expected`.
    ///
    /// `None` is `toward` itself, which is best unless the surface has flat parts: there many
    /// points have nearly the same normal, and the normal at the expected point is the better
    /// choice. A shape that says so must also know its [`excess`](Convex::excess).
    fn steer(&self, toward: Vector<D>, expected: Vector<D>) -> Option<Vector<D>> {
        let _ = (toward, expected);
        None
    }

    /// The support point along the direction that [`steer`](Self::steer) gives, or one nearby on
    /// the surface, and its derivative as [`bend`](Self::bend) gives it.
    fn near(&self, toward: Vector<D>, expected: Vector<D>) -> Option<(Vector<D>, Matrix<D>)> {
        self.steer(toward, expected).map(|direction| self.bend(direction))
    }

    /// The point c and the matrix G with h(n) = c·n + |G n|, if the shape is an ellipsoid:
    /// distances between two such are found faster.
    fn oval(&self) -> Option<(Vector<D>, Matrix<D>)> {
        None
    }

    /// The sum of powers, if the shape is nothing else, rounded, and has no more than three dimensions:
    /// two such are looked at at once.
    #[doc(hidden)]
    fn power_sum(&self) -> Option<&PowerSum<D>> {
        None
    }
}
