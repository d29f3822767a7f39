//! Boxes and balls around a shape.

use super::{QueryError, Side, smallest_ball};
use crate::accuracy;
use crate::pair::core_pose;
use crate::shape::{Convex, Core, Swept, View};
use crate::space::{Pose, Vector};

/// A box along the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb<const D: usize> {
    /// The corner with the smallest coordinates; −∞ along axes where the shape is unbounded.
    pub low: Vector<D>,
    /// The corner with the largest; +∞ along axes where the shape is unbounded.
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

/// The smallest box along the axes of the world that contains the shape, to rounding. It is
/// infinite where the shape is.
///
/// ```
/// use clearance::{Pose, Rotation, bounding_box, shape::Rectangle};
/// let square = Rectangle::<2>::new([1.0, 1.0])?;
/// let turned = Pose::rotated(Rotation::from_angle(std::f64::consts::FRAC_PI_4)?);
/// let around = bounding_box(&square, &turned)?;
/// assert!((around.high[0] - 2.0_f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bounding_box<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
    pose: &Pose<D>,
) -> Result<Aabb<D>, QueryError> {
    let view = shape.view();
    refuse(&view, pose)?;
    let pose = core_pose(&view, pose).unwrap_or(*pose);
    let end = |direction: Vector<D>| {
        let local = pose.rotation().rotate_back(direction);
        match &view.core {
            Core::Swept(swept) if runs_along(swept, local) => f64::INFINITY,
            core => {
                let furthest = core.support(local);
                // An unbounded shape says so by a point that is not there.
                if furthest.is_finite() {
                    pose.transform(furthest).dot(direction) + view.radius
                } else {
                    f64::INFINITY
                }
            }
        }
    };
    Ok(Aabb {
        low: Vector::from_fn(|i| -end(-Vector::axis(i))),
        high: Vector::from_fn(|i| end(Vector::axis(i))),
    })
}

/// A ball that contains the shape, in the world.
///
/// It is the smallest one for every shape of the library but those made by
/// [`Affine`](crate::shape::Affine), [`MinkowskiSum`](crate::shape::MinkowskiSum) and
/// [`ConvexHull`](crate::shape::ConvexHull) of curved parts; these, and shapes of your own
/// without a formula for it, get the ball around their box.
pub fn bounding_ball<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
    pose: &Pose<D>,
) -> Result<BoundingBall<D>, QueryError> {
    let view = shape.view();
    refuse(&view, pose)?;
    let around = |centre: Vector<D>, radius: f64| BoundingBall { centre, radius };
    let ball = match &view.core {
        _ if !view.is_bounded() => return Err(QueryError::Unbounded),
        Core::Swept(_) => return Err(QueryError::Unbounded),
        Core::Point(p) => around(*p, 0.0),
        Core::Segment(p, q) => around(p.lerp(*q, 0.5), 0.5 * (*q - *p).norm()),
        Core::Cuboid(half) => around(Vector::ZERO, half.norm()),
        Core::Vertices(set) => smallest_ball::of(set.points()),
        Core::Support(inner) => around_curved(*inner),
        Core::Smooth(inner) => around_curved(*inner),
        Core::Implicit(inner) => around_curved(*inner),
    };
    // The centre and the radius are rounded; a point is where it is.
    let slack = match view.core {
        Core::Point(_) => 0.0,
        _ => accuracy::BALL_SLACK * accuracy::ROUNDING * view.reach,
    };
    Ok(BoundingBall {
        centre: core_pose(&view, pose).unwrap_or(*pose).transform(ball.centre),
        radius: ball.radius + view.radius + slack,
    })
}

/// The shape's own ball, or else the ball around its box, in its own frame.
fn around_curved<const D: usize>(shape: &dyn Convex<D>) -> BoundingBall<D> {
    if let Some(ball) = shape.bounding_ball() {
        return ball;
    }
    let high = Vector::<D>::from_fn(|i| shape.support(Vector::axis(i))[i]);
    let low = Vector::<D>::from_fn(|i| shape.support(-Vector::axis(i))[i]);
    BoundingBall { centre: low.lerp(high, 0.5), radius: 0.5 * (high - low).norm() }
}

fn runs_along<const D: usize>(swept: &Swept<'_, D>, direction: Vector<D>) -> bool {
    swept.lines.iter().any(|line| line.dot(direction).abs() > accuracy::PARALLEL)
        || swept.rays.iter().any(|ray| ray.dot(direction) > accuracy::PARALLEL)
}

/// Only shapes and poses that a solver could take.
pub(super) fn refuse<const D: usize>(view: &View<'_, D>, pose: &Pose<D>) -> Result<(), QueryError> {
    if !pose.translation().is_finite() {
        return Err(QueryError::PoseNotFinite(Side::A));
    }
    let size = view.reach + view.radius + pose.translation().max_abs();
    if !(view.reach.is_finite() && view.radius.is_finite() && view.radius >= 0.0) {
        Err(QueryError::ShapeNotFinite(Side::A))
    } else if size > accuracy::LARGEST {
        Err(QueryError::OutOfRange { size })
    } else {
        Ok(())
    }
}
