//! A box (a rectangle in 2D) along the axes of its frame.

use super::{Convex, Core, ShapeError, View, validate};
use crate::space::Vector;

/// The box |xᵢ| ≤ hᵢ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cuboid<const D: usize> {
    half_extents: Vector<D>,
}

impl<const D: usize> Cuboid<D> {
    /// The box with these half-extents, each positive, centred on the origin.
    pub fn new(half_extents: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        let half_extents = half_extents.into();
        for h in half_extents.0 {
            validate::positive("half-extent", h)?;
        }
        Ok(Self { half_extents })
    }

    /// The half-extents.
    pub fn half_extents(&self) -> Vector<D> {
        self.half_extents
    }
}

impl<const D: usize> Convex<D> for Cuboid<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        Vector::from_fn(|i| self.half_extents[i].copysign(direction[i]))
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Cuboid(self.half_extents), self.half_extents.max_abs())
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let beyond = |i: usize| (point[i].abs() - self.half_extents[i]).max(0.0);
        Some(Vector::<D>::from_fn(beyond).norm())
    }
}
