//! A ball (a disc in 2D).

use super::{Convex, Core, ShapeError, View, validate};
use crate::space::Vector;

/// A ball about the origin of its frame; a disc in two dimensions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ball<const D: usize> {
    radius: f64,
}

impl<const D: usize> Ball<D> {
    /// The ball with this radius.
    pub fn new(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self { radius: validate::positive("radius", radius)? })
    }

    /// The radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl<const D: usize> Convex<D> for Ball<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        direction.normalized().unwrap_or(Vector::axis(0)) * self.radius
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Point(Vector::ZERO), 0.0).rounded(self.radius)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(point.norm() - self.radius)
    }
}
