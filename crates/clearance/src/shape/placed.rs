//! A shape somewhere else in its frame.

use super::{Convex, ShapeError, View};
use crate::query::Moments;
use crate::space::{Pose, Vector};

/// A shape under a pose, as one shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed<S, const D: usize> {
    shape: S,
    pose: Pose<D>,
}

impl<S: Convex<D>, const D: usize> Placed<S, D> {
    /// The shape, moved by the pose.
    pub fn new(shape: S, pose: Pose<D>) -> Result<Self, ShapeError> {
        super::validate::finite("translation", pose.translation())?;
        Ok(Self { shape, pose })
    }

    /// The shape in its own frame.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Where it is.
    pub fn pose(&self) -> &Pose<D> {
        &self.pose
    }
}

impl<S: Convex<D>, const D: usize> Convex<D> for Placed<S, D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.pose.transform(self.shape.support(self.pose.rotation().rotate_back(direction)))
    }

    fn view(&self) -> View<'_, D> {
        let inner = self.shape.view();
        match inner.frame {
            None => View { frame: Some(&self.pose), ..inner },
            // Placed twice. There is no place to keep the product of the two poses.
            Some(_) => View::of_support(self),
        }
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        self.shape.excess(self.pose.transform_back(point))
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        Some(self.pose.transform(self.shape.nearest(self.pose.transform_back(point))?))
    }

    fn moments(&self) -> Option<Moments<D>> {
        let inner = self.shape.moments()?;
        let turn = *self.pose.rotation().matrix();
        Some(Moments {
            centroid: self.pose.transform(inner.centroid),
            second: turn * inner.second * turn.transpose(),
            ..inner
        })
    }
}
