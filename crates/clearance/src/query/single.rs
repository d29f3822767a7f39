//! Questions about one shape.

use super::QueryError;
use super::distance::Query;
use crate::answer::Answer;
use crate::shape::{Convex, Point};
use crate::space::{Matrix, Pose, Vector};

/// Volume, centroid and inertia of a shape of density one, in its own frame. In two dimensions
/// the volume is the area.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moments<const D: usize> {
    /// The volume.
    pub volume: f64,
    /// The centre of mass.
    pub centroid: Vector<D>,
    /// The second moments about the centroid, ∫ (x − c)(x − c)ᵀ.
    pub second: Matrix<D>,
    /// The volume is right to within this: zero (for rounding only) where there is a formula.
    pub error: f64,
}

impl<const D: usize> Moments<D> {
    /// Those of a figure without volume.
    pub(crate) fn flat(centroid: Vector<D>) -> Self {
        Self { volume: 0.0, centroid, second: Matrix([Vector::ZERO; D]), error: 0.0 }
    }
}

/// A box along the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb<const D: usize> {
    /// The corner with the smallest coordinates; −∞ along axes where the shape is unbounded.
    pub low: Vector<D>,
    /// The corner with the largest.
    pub high: Vector<D>,
}

/// A ball that contains a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundingBall<const D: usize> {
    /// The centre.
    pub centre: Vector<D>,
    /// The radius.
    pub radius: f64,
}

/// Where a ray enters a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayHit<const D: usize> {
    /// The parameter: the point is origin + t · direction. Zero if the ray starts inside.
    pub t: f64,
    /// The point.
    pub point: Vector<D>,
    /// The unit outward normal there; `None` if the ray starts inside.
    pub normal: Option<Vector<D>>,
}

/// Whether a point of the world belongs to the shape, to rounding.
pub fn contains<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
    pose: &Pose<D>,
    point: impl Into<Vector<D>>,
) -> Result<bool, QueryError> {
    let point =
        Point::new(point).map_err(|_| QueryError::BadArgument("the point is not finite"))?;
    Query::DEFAULT.intersects(&point, &Pose::IDENTITY, shape, pose)
}

/// The closest point of the (solid) shape to a point of the world; the point itself if it is
/// inside.
pub fn project<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
    pose: &Pose<D>,
    point: impl Into<Vector<D>>,
) -> Result<Vector<D>, QueryError> {
    let point = point.into();
    let probe =
        Point::new(point).map_err(|_| QueryError::BadArgument("the point is not finite"))?;
    Ok(match Query::DEFAULT.distance(&probe, &Pose::IDENTITY, shape, pose)? {
        Answer::Apart(apart) => apart.point_b,
        Answer::Meeting(_) => point,
    })
}

/// To be written.
pub fn ray_cast<const D: usize>(_s: &(impl Convex<D> + ?Sized)) -> Option<RayHit<D>> {
    None
}
/// To be written.
pub fn bounding_box<const D: usize>(_s: &(impl Convex<D> + ?Sized)) -> Option<Aabb<D>> {
    None
}
/// To be written.
pub fn bounding_ball<const D: usize>(_s: &(impl Convex<D> + ?Sized)) -> Option<BoundingBall<D>> {
    None
}
/// To be written.
pub fn moments<const D: usize>(_s: &(impl Convex<D> + ?Sized)) -> Option<Moments<D>> {
    None
}
