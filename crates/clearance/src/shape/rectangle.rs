//! A rectangle, in the plane or in space.

use super::{Convex, Core, Cuboid, Placed, ShapeError, View, cuboid, direction, validate};
use crate::query::Moments;
use crate::space::{Pose, Vector};

/// The rectangle |x| ≤ hx, |y| ≤ hy; in three dimensions z is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rectangle<const D: usize> {
    half: Vector<D>,
}

impl<const D: usize> Rectangle<D> {
    /// The rectangle with these half-extents, each zero or more, centred on the origin.
    pub fn new([hx, hy]: [f64; 2]) -> Result<Self, ShapeError> {
        let hx = validate::not_negative("half-extent", hx)?;
        let hy = validate::not_negative("half-extent", hy)?;
        let half = |i| match i {
            0 => hx,
            1 => hy,
            _ => 0.0,
        };
        Ok(Self { half: Vector::from_fn(half) })
    }

    /// The rectangle along the axes about this centre.
    pub fn centred(
        centre: impl Into<Vector<D>>,
        half_extents: [f64; 2],
    ) -> Result<Placed<Self, D>, ShapeError> {
        Placed::new(Self::new(half_extents)?, Pose::at(centre))
    }

    /// The rectangle that two edges at right angles span from a corner.
    pub fn from_corner<E: Into<Vector<D>>>(
        corner: impl Into<Vector<D>>,
        edges: [E; 2],
    ) -> Result<Placed<Self, D>, ShapeError> {
        let edges = edges.map(Into::into);
        let pose = cuboid::spanned(corner.into(), &edges)?;
        Placed::new(Self::new(edges.map(|edge| 0.5 * direction::length(edge)))?, pose)
    }

    /// The half-extents, with zero along what is left of the axes.
    pub(crate) fn half(&self) -> Vector<D> {
        self.half
    }

    /// The half-extents along x and y.
    pub fn half_extents(&self) -> [f64; 2] {
        [self.half[0], self.half[1]]
    }
}

impl<const D: usize> Convex<D> for Rectangle<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        Core::Cuboid(self.half).support(direction)
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Cuboid(self.half), self.half.max_abs())
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(cuboid::excess(self.half, point))
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        Some(cuboid::nearest(self.half, point))
    }

    fn moments(&self) -> Option<Moments<D>> {
        Cuboid::new(self.half).ok()?.moments()
    }
}
