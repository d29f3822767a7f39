//! Round shapes are smaller ones with a radius around them.

use crate::shape::{Convex, Core, View};
use crate::space::Vector;

/// What is left of a round shape when a ball is taken off: the set whose support points are as
/// much closer. It is convex as long as the ball is no rounder than the shape.
pub(super) struct Shrunk<'a, const D: usize> {
    shape: &'a dyn Convex<D>,
    by: f64,
}

impl<'a, const D: usize> Shrunk<'a, D> {
    pub(super) fn of(view: &View<'a, D>) -> Option<Self> {
        let shape: &'a dyn Convex<D> = match view.core {
            Core::Support(shape) => shape,
            Core::Smooth(shape) => shape,
            Core::Implicit(shape) => shape,
            _ => return None,
        };
        let by = shape.roundness();
        (by > 0.0 && by.is_finite()).then_some(Self { shape, by })
    }
}

impl<const D: usize> Convex<D> for Shrunk<'_, D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let furthest = self.shape.support(direction);
        let length = direction.norm();
        if length > 0.0 && length.is_finite() {
            furthest - direction * (self.by / length)
        } else if let Some(unit) = direction.normalized() {
            furthest - unit * self.by
        } else {
            // Any point will do, but it must be one of the smaller set: concentric shapes begin here.
            self.support(Vector::axis(0))
        }
    }

    fn axis(&self) -> Option<Vector<D>> {
        self.shape.axis()
    }
}

/// The view of a shape, with the ball that was taken off among its radius.
pub(super) fn shrunk<'a, const D: usize>(
    view: &View<'a, D>,
    small: Option<&'a Shrunk<'a, D>>,
) -> View<'a, D> {
    match small {
        None => *view,
        Some(small) => View { core: Core::Support(small), radius: view.radius + small.by, ..*view },
    }
}
