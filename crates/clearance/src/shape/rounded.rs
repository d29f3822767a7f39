//! A shape with a radius around it.

use super::{Convex, Formula, ShapeError, View, direction, validate};
use crate::query::Moments;
use crate::space::Vector;

/// Everything within a radius of a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounded<S> {
    shape: S,
    radius: f64,
}

impl<S> Rounded<S> {
    /// Everything within `radius` (zero or more) of the shape.
    pub fn new(shape: S, radius: f64) -> Result<Self, ShapeError> {
        Ok(Self { shape, radius: validate::not_negative("radius", radius)? })
    }

    /// The shape inside.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl<S: Convex<D>, const D: usize> Convex<D> for Rounded<S> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.shape.support(direction) + direction::unit(direction) * self.radius
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        self.shape.view().rounded(self.radius)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(self.shape.excess(point)? - self.radius)
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let inner = self.shape.nearest(point)?;
        let length = direction::length(point - inner);
        Some(if length <= self.radius {
            point
        } else {
            inner + (point - inner) * (self.radius / length)
        })
    }

    fn support_error(&self) -> Option<f64> {
        Some(self.shape.support_error()? * 2.0 + self.view().rounding())
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::Rounded { shape: &self.shape, radius: self.radius }
    }

    fn moments(&self) -> Option<Moments<D>> {
        if self.radius == 0.0 { self.shape.moments() } else { None }
    }
}
