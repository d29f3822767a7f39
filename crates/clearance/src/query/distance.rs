//! How far apart, where closest, closer than this?

use alloc::vec::Vec;

use super::{Ask, QueryError, Workspace};
use crate::accuracy::Accuracy;
use crate::answer::{Answer, Method, Stop, Trace};
use crate::pair::{Pair, core_pose};
use crate::shape::Convex;
use crate::space::{Pose, Vector};

/// How far apart two shapes are.
///
/// ```
/// use clearance::{Pose, distance, shape::{Ball, Cuboid}};
/// let (ball, cube) = (Ball::new(1.0)?, Cuboid::new([1.0, 1.0, 1.0])?);
/// let answer = distance(&ball, &Pose::IDENTITY, &cube, &Pose::at([5.0, 0.0, 0.0]))?;
/// assert_eq!(answer.distance(), 3.0);
/// assert!(answer.lower() <= 3.0 && 3.0 <= answer.upper());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn distance<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Answer<D>, QueryError> {
    Query::DEFAULT.distance(a, pose_a, b, pose_b)
}

/// The closest points of A and of B, in world coordinates; a common point, twice, where they
/// meet.
#[inline]
pub fn closest_points<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<[Vector<D>; 2], QueryError> {
    Ok(distance(a, pose_a, b, pose_b)?.points())
}

/// Whether two shapes have a point in common. Stops as soon as that is certain.
#[inline]
pub fn intersects<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<bool, QueryError> {
    Query::DEFAULT.intersects(a, pose_a, b, pose_b)
}

/// Whether the signed distance of two shapes is no more than `margin`: whether they come that
/// close or, for a negative margin, overlap by that much. Stops as soon as that
/// is certain; a margin that equals the distance to rounding (some units in the last place of the
/// size of the pair, however small the distance is) may go either way.
#[inline]
pub fn within<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
    margin: f64,
) -> Result<bool, QueryError> {
    Query::DEFAULT.within(a, pose_a, b, pose_b, margin)
}

/// The distance if it is at most `limit`. Stops once the pair is provably further apart.
#[inline]
pub fn distance_below<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
    limit: f64,
) -> Result<Below<D>, QueryError> {
    Query::DEFAULT.distance_below(a, pose_a, b, pose_b, limit)
}

/// Every step on the way to the answer.
pub fn trace<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Trace<D>, QueryError> {
    Query::DEFAULT.trace(a, pose_a, b, pose_b)
}

/// What [`distance_below`] found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Below<const D: usize> {
    /// The distance is at most the limit, and this is it.
    Within(Answer<D>),
    /// The distance is more than the limit. The answer's bounds and normal prove it; its upper
    /// bound need not be the distance.
    Beyond(Answer<D>),
}

/// A question with explicit accuracy or method.
///
/// ```
/// use clearance::{Accuracy, Method, Pose, Query, shape::Ball};
/// let ball = Ball::new(1.0)?;
/// let query = Query { accuracy: Accuracy { gap: 1e-6, ..Accuracy::default() }, ..Query::DEFAULT };
/// let query = query.with_method(Method::Gjk);
/// let answer = query.distance(&ball, &Pose::IDENTITY, &ball, &Pose::at([3.0, 0.0, 0.0]))?;
/// assert!((answer.distance() - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Query {
    /// How good an answer is wanted.
    pub accuracy: Accuracy,
    /// The method; `None` for the best one for the pair.
    pub method: Option<Method>,
}

impl Default for Query {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Query {
    /// The best method, to the default accuracy.
    pub const DEFAULT: Self = Self { accuracy: Accuracy::DEFAULT, method: None };

    /// The same question, by this method where it applies.
    #[must_use]
    pub fn with_method(self, method: Method) -> Self {
        Self { method: Some(method), ..self }
    }

    /// How far apart two shapes are.
    #[inline]
    pub fn distance<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Answer<D>, QueryError> {
        self.put((a, pose_a), (b, pose_b), &Ask::EVERYTHING)
    }

    /// Whether two shapes have a point in common.
    #[inline]
    pub fn intersects<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<bool, QueryError> {
        let ask = Ask { beyond: 0.0, below: 0.0, warm: None };
        let answer = self.without_gap().put((a, pose_a), (b, pose_b), &ask)?;
        decided(&answer, 0.0, || size((a, pose_a), (b, pose_b)))?;
        Ok(answer.intersects())
    }

    /// Whether the signed distance of two shapes is no more than `margin`. For a negative margin
    /// that is a question of depth, and needs memory as [`penetration`](crate::penetration) does.
    #[inline]
    pub fn within<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
        margin: f64,
    ) -> Result<bool, QueryError> {
        if !(margin >= 0.0) {
            return Workspace::new().within_by(self, a, pose_a, b, pose_b, margin);
        }
        let ask = Ask { beyond: margin, below: margin, warm: None };
        let answer = self.without_gap().put((a, pose_a), (b, pose_b), &ask)?;
        decided(&answer, margin, || size((a, pose_a), (b, pose_b)))?;
        Ok(answer.upper() <= margin)
    }

    /// The distance if it is at most `limit`.
    #[inline]
    pub fn distance_below<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
        limit: f64,
    ) -> Result<Below<D>, QueryError> {
        if !(limit >= 0.0) {
            return Err(QueryError::BadArgument("the limit must be zero or more"));
        }
        let ask = Ask { beyond: limit, ..Ask::EVERYTHING };
        let answer = self.put((a, pose_a), (b, pose_b), &ask)?;
        let within = answer.upper() <= limit;
        Ok(if within { Below::Within(answer) } else { Below::Beyond(answer) })
    }

    /// The same question with no gap allowed: a yes or no is either certain, or a matter of
    /// rounding.
    #[inline]
    fn without_gap(&self) -> Self {
        Self { accuracy: Accuracy { gap: 0.0, ..self.accuracy }, ..*self }
    }

    /// Every step on the way to the answer.
    pub fn trace<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Trace<D>, QueryError> {
        let mut steps = Vec::new();
        let (a, b) = (a.view(), b.view());
        let (core_a, core_b) = (core_pose(&a, pose_a), core_pose(&b, pose_b));
        let (pose_a, pose_b) =
            (core_a.as_ref().unwrap_or(pose_a), core_b.as_ref().unwrap_or(pose_b));
        let pair = Pair::new(&a, pose_a, &b, pose_b);
        let answer = self.answer(&pair, Ask::EVERYTHING, Some(&mut steps))?;
        Ok(Trace { steps, answer })
    }
}

/// An error if the solver gave up with the limit still between the bounds, and these are further apart
/// than what it promises of pairs of this size: then nobody knows.
#[inline]
fn decided<const D: usize>(
    answer: &Answer<D>,
    limit: f64,
    size: impl FnOnce() -> f64,
) -> Result<(), QueryError> {
    let (lower, upper) = (answer.lower(), answer.upper());
    if lower <= limit && limit < upper {
        let promised = Accuracy::DEFAULT.gap * size();
        if answer.effort().stop == Stop::Cap || upper - lower > promised {
            return Err(QueryError::Undecided { lower, upper });
        }
    }
    Ok(())
}

/// The size of the numbers that a pair is made of.
#[cold]
pub(super) fn size<const D: usize>(
    (a, pose_a): (&(impl Convex<D> + ?Sized), &Pose<D>),
    (b, pose_b): (&(impl Convex<D> + ?Sized), &Pose<D>),
) -> f64 {
    let (a, b) = (a.view(), b.view());
    Pair::new(&a, pose_a, &b, pose_b).scale + a.radius + b.radius
}
