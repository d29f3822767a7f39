//! A shape somewhere else in its frame.

#[cfg(not(target_arch = "wasm32"))]
use super::Brief;
use super::{Convex, Cylinder, Formula, ShapeError, Standing, View, validate};
use crate::query::Moments;
use crate::space::{Pose, Vector};

/// A shape under a pose, as one shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed<S, const D: usize> {
    shape: S,
    pose: Pose<D>,
    /// Where the frame of the shape's core lies: another pose if the shape is itself a placed one. With the
    /// cylinder, if it is one.
    core: Standing<D>,
}

impl<S: Convex<D>, const D: usize> Placed<S, D> {
    /// The shape, moved by the pose.
    pub fn new(shape: S, pose: Pose<D>) -> Result<Self, ShapeError> {
        validate::point("translation", pose.translation())?;
        let core = shape.view().frame.map_or(pose, |frame| pose.compose(frame));
        validate::point("translation", core.translation())?;
        #[cfg(target_arch = "wasm32")]
        let cylinder = Cylinder::NOTHING;
        #[cfg(not(target_arch = "wasm32"))]
        let cylinder = match shape.brief() {
            Brief::Cylinder(cylinder) => *cylinder,
            Brief::Standing(standing) => standing.cylinder,
            _ => Cylinder::NOTHING,
        };
        Ok(Self { shape, pose, core: Standing { cylinder, frame: core } })
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
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.pose.transform(self.shape.support(self.pose.rotation().rotate_back(direction)))
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View { frame: Some(&self.core.frame), ..self.shape.view() }
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> Brief<'_, D> {
        match self.shape.brief() {
            Brief::Cylinder(_) | Brief::Standing(_) => Brief::Standing(&self.core),
            _ => Brief::Other,
        }
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        self.shape.excess(self.pose.transform_back(point))
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        Some(self.pose.transform(self.shape.nearest(self.pose.transform_back(point))?))
    }

    fn support_error(&self) -> Option<f64> {
        Some(self.shape.support_error()? * 2.0 + self.view().rounding())
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::Placed { shape: &self.shape, pose: &self.pose }
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
