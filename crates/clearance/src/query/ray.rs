//! Where a ray enters a shape.

use super::distance::Query;
use super::{QueryError, member};
use crate::accuracy::{self, Accuracy};
use crate::answer::Answer;
use crate::pair::core_pose;
use crate::shape::Convex;
use crate::space::{Pose, Vector};
use crate::track::Tracker;

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

/// Where the ray from `origin` along `direction` (of any length but zero) enters the shape;
/// `None` if it misses. All is in world coordinates.
///
/// ```
/// use clearance::{Pose, ray_cast, shape::Ball};
/// let ball = Ball::new(1.0)?;
/// let hit = ray_cast(&ball, &Pose::at([5.0, 0.0, 0.0]), [0.0, 0.0, 0.0], [2.0, 0.0, 0.0])?;
/// assert_eq!(hit.map(|hit| hit.t), Some(2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The distance from the shape is a convex function of the way along the ray, and the plane that
/// proves it is a tangent of that function. So the ray goes to where it crosses the plane, and
/// again: Newton's method, which cannot overstep. A plane that the ray does not approach proves
/// that it misses.
pub fn ray_cast<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
    pose: &Pose<D>,
    origin: impl Into<Vector<D>>,
    direction: impl Into<Vector<D>>,
) -> Result<Option<RayHit<D>>, QueryError> {
    cast(shape.as_convex(), pose, origin.into(), direction.into())
}

fn cast<const D: usize>(
    shape: &dyn Convex<D>,
    pose: &Pose<D>,
    origin: Vector<D>,
    direction: Vector<D>,
) -> Result<Option<RayHit<D>>, QueryError> {
    let probe = member::probe(origin)?;
    let Some(along) = direction.normalized() else {
        return Err(QueryError::BadArgument("the ray's direction is zero or not finite"));
    };
    let view = shape.view();
    let centre = core_pose(&view, pose).unwrap_or(*pose).translation();
    let query = Query { accuracy: Accuracy { gap: 0.0, ..Accuracy::DEFAULT }, ..Query::DEFAULT };
    let mut tracker = Tracker::new();
    let (mut way, mut normal) = (0.0_f64, None);
    for step in 0..accuracy::RAY_STEPS {
        let point = origin + along * way;
        let hit = |normal| Ok(Some(RayHit { t: way / length(direction), point, normal }));
        let apart = match tracker.distance_by(&query, &probe, &Pose::at(point), shape, pose)? {
            Answer::Meeting(_) => return hit(normal),
            Answer::Apart(apart) => apart,
        };
        // Points on the ray are rounded by a few units of this: each is the end of a long way.
        let size = view.reach + view.radius + (point - centre).sum_abs() + origin.max_abs() + way;
        let near = apart.upper <= Accuracy::DEFAULT.gap * size;
        let touch = accuracy::TOUCH * accuracy::ROUNDING * size;
        if apart.upper <= touch {
            // So close, the plane before tells the side better than this one.
            return hit(normal.or(Some(-apart.normal)));
        }
        let closing = apart.normal.dot(along);
        if closing <= 0.0 {
            // Moving away: a miss. Unless the last step, which cannot overstep, did so by
            // rounding: then the ray went through a sheet thinner than that.
            return if near && normal.is_some() { hit(normal) } else { Ok(None) };
        }
        normal = Some(-apart.normal);
        let next = way + apart.lower / closing;
        if !(next <= accuracy::LARGEST) {
            return Ok(None);
        }
        // Rounding ends the approach, or (on shapes whose support is poor) the solver's bounds.
        let last = step + 1 == accuracy::RAY_STEPS;
        if next <= way || last {
            return if near { hit(normal) } else { Ok(None) };
        }
        way = next;
    }
    Ok(None)
}

/// The length, also where its square would underflow or overflow.
fn length<const D: usize>(v: Vector<D>) -> f64 {
    let most = v.max_abs();
    (v / most).norm() * most
}
