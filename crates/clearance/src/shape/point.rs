//! A point.

use super::{Convex, Core, ShapeError, View, validate};
use crate::query::Moments;
use crate::space::Vector;

/// A single point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point<const D: usize> {
    point: Vector<D>,
}

impl<const D: usize> Point<D> {
    /// This point.
    pub fn new(point: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        Ok(Self { point: validate::point("point", point.into())? })
    }

    /// The point.
    pub fn point(&self) -> Vector<D> {
        self.point
    }
}

impl<const D: usize> Convex<D> for Point<D> {
    #[inline]
    fn support(&self, _direction: Vector<D>) -> Vector<D> {
        self.point
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Point(self.point), self.point.max_abs())
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some((point - self.point).norm())
    }

    fn nearest(&self, _point: Vector<D>) -> Option<Vector<D>> {
        Some(self.point)
    }

    fn moments(&self) -> Option<Moments<D>> {
        Some(Moments::flat(self.point))
    }
}
