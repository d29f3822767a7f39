//! One pair followed over time.

use crate::answer::{Answer, Evidence};
use crate::query::{Ask, Query, QueryError};
use crate::shape::Convex;
use crate::space::Pose;

/// Follows one pair of shapes over time: each query starts from the features that carried the
/// last answer, and is usually done after one look.
///
/// The tracker borrows no shape. It stays right after any jump, and when a shape is replaced by
/// another: then it is only slower, once. Its answers have the same bounds as those of
/// [`distance`](crate::distance).
///
/// ```
/// use clearance::{Pose, Tracker, shape::Cuboid};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let mut tracker = Tracker::new();
/// for step in 0..100 {
///     let pose = Pose::at([4.0 + 0.01 * f64::from(step), 0.5, 0.0]);
///     let answer = tracker.distance(&cube, &Pose::IDENTITY, &cube, &pose)?;
///     assert!((answer.distance() - (2.0 + 0.01 * f64::from(step))).abs() < 1e-12);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tracker<const D: usize> {
    last: Option<Evidence<D>>,
}

impl<const D: usize> Tracker<D> {
    /// A tracker that has seen nothing yet.
    pub const fn new() -> Self {
        Self { last: None }
    }

    /// How far apart the two shapes are now.
    #[inline]
    pub fn distance(
        &mut self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Answer<D>, QueryError> {
        self.distance_by(&Query::DEFAULT, a, pose_a, b, pose_b)
    }

    /// The same with explicit accuracy or method.
    #[inline]
    pub fn distance_by(
        &mut self,
        query: &Query,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Answer<D>, QueryError> {
        let ask = Ask { warm: self.last.as_ref(), ..Ask::EVERYTHING };
        let answer = query.ask(a.view(), pose_a, b.view(), pose_b, ask)?;
        self.last = Some(*answer.evidence());
        Ok(answer)
    }

    /// Forgets what was seen.
    pub fn reset(&mut self) {
        self.last = None;
    }
}
