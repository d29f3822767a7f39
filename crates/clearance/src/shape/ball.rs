//! A ball (a disc in 2D).

use core::f64::consts::PI;

use super::{Convex, Core, Placed, ShapeError, View, direction, validate};
use crate::query::Moments;
use crate::space::{Matrix, Pose, Vector};

/// A ball about the origin of its frame; a disc in two dimensions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ball<const D: usize> {
    radius: f64,
}

impl<const D: usize> Ball<D> {
    /// The ball with this radius, which is positive.
    pub fn new(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self { radius: validate::positive("radius", radius)? })
    }

    /// The ball about this point.
    pub fn centred(
        centre: impl Into<Vector<D>>,
        radius: f64,
    ) -> Result<Placed<Self, D>, ShapeError> {
        Placed::new(Self::new(radius)?, Pose::at(centre))
    }

    /// The radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl<const D: usize> Convex<D> for Ball<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        direction::unit(direction) * self.radius
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Point(Vector::ZERO), 0.0).rounded(self.radius)
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> super::Brief<'_, D> {
        super::Brief::Point(self)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(point.norm() - self.radius)
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let length = direction::length(point);
        Some(if length <= self.radius { point } else { point * (self.radius / length) })
    }

    fn moments(&self) -> Option<Moments<D>> {
        let volume = unit_ball_volume(D) * (0..D).fold(1.0, |product, _| product * self.radius);
        let second = volume * self.radius * self.radius / (D as f64 + 2.0);
        Some(Moments {
            volume,
            centroid: Vector::ZERO,
            second: Matrix::diagonal(Vector([second; D])),
            error: 0.0,
        })
    }
}

/// The volume of the ball of radius 1: 2, π, 4π/3, and on by 2π/d times the one before last.
pub(super) fn unit_ball_volume(dimension: usize) -> f64 {
    match dimension {
        0 => 1.0,
        1 => 2.0,
        d => 2.0 * PI / d as f64 * unit_ball_volume(d - 2),
    }
}
