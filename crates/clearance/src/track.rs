//! One pair followed over time.

use crate::answer::{Answer, Evidence, Method};
use crate::query::{Ask, Below, Query, QueryError};
use crate::shape::{Convex, FacetSet, View};
use crate::space::Pose;

/// Follows one pair of shapes over time: each query starts from the features that carried the
/// last answer, and is usually done after one look.
///
/// The tracker borrows no shape. It stays right after any jump, and when a shape is replaced by
/// another: then it is only slower, once. Its answers have the same bounds as those of
/// [`distance`](crate::distance), and the number of steps that each took is in its
/// [`effort`](Answer::effort).
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
    /// Which sets of facets the last answer was about, if the active set found it: its points
    /// belong to no others.
    facets: Option<[u64; 2]>,
}

impl<const D: usize> Tracker<D> {
    /// A tracker that has seen nothing yet.
    pub const fn new() -> Self {
        Self { last: None, facets: None }
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
        self.ask(query, (a.view(), pose_a), (b.view(), pose_b), f64::INFINITY)
    }

    /// The distance if it is at most `limit`; stops once the shapes are provably further apart, and
    /// remembers what proved it.
    ///
    /// ```
    /// use clearance::{Below, Pose, Query, Tracker, shape::Cuboid};
    /// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
    /// let there = Pose::at([4.0, 0.5, 0.0]);
    /// let mut tracker = Tracker::new();
    /// let placed = (&cube as _, &Pose::IDENTITY);
    /// let near = tracker.distance_below(&Query::DEFAULT, placed, (&cube as _, &there), 3.0)?;
    /// assert!(matches!(near, Below::Within(answer) if answer.distance() == 2.0));
    /// let far = tracker.distance_below(&Query::DEFAULT, placed, (&cube as _, &there), 1.0)?;
    /// assert!(matches!(far, Below::Beyond(answer) if answer.lower() > 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn distance_below(
        &mut self,
        query: &Query,
        (a, pose_a): (&dyn Convex<D>, &Pose<D>),
        (b, pose_b): (&dyn Convex<D>, &Pose<D>),
        limit: f64,
    ) -> Result<Below<D>, QueryError> {
        if !(limit >= 0.0) {
            return Err(QueryError::BadArgument("the limit must be zero or more"));
        }
        let answer = self.ask(query, (a.view(), pose_a), (b.view(), pose_b), limit)?;
        let within = answer.upper() <= limit;
        Ok(if within { Below::Within(answer) } else { Below::Beyond(answer) })
    }

    /// Asks from where the last query ended, and remembers where this one did.
    #[inline(always)]
    fn ask(
        &mut self,
        query: &Query,
        (a, pose_a): (View<'_, D>, &Pose<D>),
        (b, pose_b): (View<'_, D>, &Pose<D>),
        beyond: f64,
    ) -> Result<Answer<D>, QueryError> {
        let stamp = |view: &View<'_, D>| view.facets.map_or(0, FacetSet::stamp);
        let stamps = [stamp(&a), stamp(&b)];
        let warm = self.last.as_ref().filter(|_| self.facets.is_none_or(|last| last == stamps));
        let answer = query.ask(a, pose_a, b, pose_b, Ask { warm, beyond, ..Ask::EVERYTHING })?;
        let by_facets = answer.effort().method == Method::ActiveSet;
        // Surfaces that another method names come without the points that belong to them.
        let known = by_facets || !answer.evidence().names_surfaces();
        self.last = known.then_some(*answer.evidence());
        self.facets = by_facets.then_some(stamps);
        Ok(answer)
    }

    /// Forgets what was seen.
    pub fn reset(&mut self) {
        *self = Self::new();
    }
}
