//! Does a point belong to a shape, and which point of the shape is closest to it?

use super::distance::Query;
use super::{QueryError, Side};
use crate::accuracy;
use crate::answer::Answer;
use crate::pair::core_pose;
use crate::shape::{Convex, Core, Point, View};
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
    // A point of a flat shape is off it by rounding, nearly always.
    let view = shape.view();
    let centre = core_pose(&view, pose).unwrap_or(*pose).translation();
    let size = view.reach + view.radius + (point - centre).sum_abs() + point.max_abs();
    let touch = accuracy::TOUCH * accuracy::ROUNDING * size;
    if !(touch >= 0.0) {
        return Err(QueryError::PoseNotFinite(Side::B));
    }
    let asked = Query::DEFAULT.within(&probe, &Pose::at(point), shape, pose, touch);
    let Err(QueryError::Undecided { .. }) = asked else { return asked };
    let local = core_pose(&view, pose).unwrap_or(*pose).transform_back(point);
    by_surfaces(&view, local, touch).map_or(asked, Ok)
}

/// What the surfaces of a core say about a point of its frame. The set lies behind the tangent of each
/// surface at the point; if that is further away than the radius, it does not have the point. `None`
/// where that does not tell.
fn by_surfaces<const D: usize>(view: &View<'_, D>, p: Vector<D>, touch: f64) -> Option<bool> {
    let Core::Implicit(shape) = view.core else { return None };
    let over = |k: usize| {
        let (normal, offset) = shape.tangent(k as u32, p)?;
        Some((normal.dot(p) - offset) / normal.norm())
    };
    let all = shape.curved() + shape.half_spaces().len();
    if (0..all).filter_map(over).any(|over| over > view.radius + touch) {
        return Some(false);
    }
    shape.excess(p).filter(|excess| *excess <= view.radius + touch).map(|_| true)
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
