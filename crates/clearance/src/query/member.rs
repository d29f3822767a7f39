//! Does a point belong to a shape, and which point of the shape is closest to it?

use super::QueryError;
use super::distance::Query;
use crate::answer::Answer;
use crate::shape::{Convex, Point};
use crate::space::{Pose, Vector};

/// Whether a point of the world belongs to the shape, to rounding.
///
/// ```
/// use clearance::{Pose, contains, shape::Cone};
/// let cone = Cone::new(2.0, 1.0)?;
/// assert!(contains(&cone, &Pose::IDENTITY, [0.4, 0.0, 0.0])?);
/// assert!(!contains(&cone, &Pose::IDENTITY, [0.6, 0.0, 0.0])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contains<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
    pose: &Pose<D>,
    point: impl Into<Vector<D>>,
) -> Result<bool, QueryError> {
    let point = point.into();
    let probe = probe(point)?;
    Query::DEFAULT.intersects(&probe, &Pose::at(point), shape, pose)
}

/// The closest point of the (solid) shape to a point of the world; the point itself if it is
/// inside.
pub fn project<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
    pose: &Pose<D>,
    point: impl Into<Vector<D>>,
) -> Result<Vector<D>, QueryError> {
    let point = point.into();
    let probe = probe(point)?;
    Ok(match Query::DEFAULT.distance(&probe, &Pose::at(point), shape, pose)? {
        Answer::Apart(apart) => apart.point_b,
        Answer::Meeting(_) => point,
    })
}

/// The origin of a frame that is moved to `point`: nothing is rounded before the shape's own
/// position is taken from it.
pub(super) fn probe<const D: usize>(point: Vector<D>) -> Result<Point<D>, QueryError> {
    let refusal = QueryError::BadArgument("the point is not finite, or too far away");
    Point::new(point).map_err(|_| refusal)?;
    Point::new(Vector::ZERO).map_err(|_| refusal)
}
