//! How far apart, where closest, closer than this?

use alloc::vec::Vec;

use super::{QueryError, Side, Workspace};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Evidence, Method, Step, Stop, Trace};
use crate::pair::{Pair, core_pose};
use crate::shape::{Convex, View};
use crate::solver::{self, Task};
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
/// is certain; a margin that equals the distance to rounding may go either way.
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
        self.ask(a.view(), pose_a, b.view(), pose_b, Ask::EVERYTHING)
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
        let answer = self.without_gap().ask(a.view(), pose_a, b.view(), pose_b, ask)?;
        decided(&answer, 0.0)?;
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
        let answer = self.without_gap().ask(a.view(), pose_a, b.view(), pose_b, ask)?;
        decided(&answer, margin)?;
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
        let answer = self.ask(a.view(), pose_a, b.view(), pose_b, ask)?;
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

    /// Every question ends here: one path for them all.
    ///
    /// The views come by value, and a solver that is not inlined gets copies of them: so they stay in
    /// registers where a formula settles the matter. What was just written to memory piece by piece
    /// and is then read in larger pieces costs capsules more than their formula.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn ask<const D: usize>(
        &self,
        a: View<'_, D>,
        pose_a: &Pose<D>,
        b: View<'_, D>,
        pose_b: &Pose<D>,
        ask: Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        if a.frame.is_some() || b.frame.is_some() {
            let (a, b) = (a, b);
            return self.ask_seen((&a, pose_a), (&b, pose_b), ask);
        }
        let pair = Pair::new(&a, pose_a, &b, pose_b);
        self.ask_pair(&pair, ask, || {
            let (a, b) = (a, b);
            self.answer(&Pair::new(&a, pose_a, &b, pose_b), ask, None)
        })
    }

    /// The same for views that lie somewhere already: copying them costs more than looking.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn ask_seen<const D: usize>(
        &self,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
        ask: Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        // Places for poses that are mostly not needed: nothing is copied if so.
        let (core_a, core_b);
        let pose_a = match a.frame {
            None => pose_a,
            Some(frame) => {
                core_a = pose_a.compose(frame);
                &core_a
            }
        };
        let pose_b = match b.frame {
            None => pose_b,
            Some(frame) => {
                core_b = pose_b.compose(frame);
                &core_b
            }
        };
        let pair = Pair::new(a, pose_a, b, pose_b);
        self.ask_pair(&pair, ask, || self.answer(&pair, ask, None))
    }

    /// What is settled on the spot, where the compiler sees which shapes they are: it halves the
    /// time for balls. The rest is left to `otherwise`.
    #[inline(always)]
    fn ask_pair<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        ask: Ask<'_, D>,
        otherwise: impl FnOnce() -> Result<Answer<D>, QueryError>,
    ) -> Result<Answer<D>, QueryError> {
        if self.method.is_none() && self.accepts(pair) {
            // Branches, each of which writes the answer once, where it is wanted.
            if let Some(finding) = solver::by_formula(pair) {
                return Ok(finding.answer(pair, pair.world()));
            }
            if let Some(finding) = solver::by_segments(pair) {
                return Ok(finding.answer(pair, pair.world()));
            }
            // So is what needs no more than the distance of two small bodies.
            if ask.is_plain()
                && let Some(small) = solver::Small::of(pair, self.accuracy)
            {
                return small.solve();
            }
        }
        otherwise()
    }

    #[inline(never)]
    fn answer<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        ask: Ask<'_, D>,
        trace: Option<&mut Vec<Step<D>>>,
    ) -> Result<Answer<D>, QueryError> {
        if !self.accepts(pair) {
            return Err(self.complaint(pair));
        }
        solver::solve(pair, Task { trace, ..self.task(pair, ask) })
    }

    /// The question about the cores.
    #[inline(always)]
    fn task<'a, const D: usize>(&self, pair: &Pair<'_, D>, ask: Ask<'a, D>) -> Task<'a, D> {
        let radii = pair.a.radius + pair.b.radius;
        Task {
            accuracy: self.accuracy,
            method: self.method,
            // Further apart than points that count as the same.
            beyond: ask.beyond
                + radii
                + accuracy::TOUCH * accuracy::ROUNDING * (pair.scale + radii),
            below: ask.below + radii,
            warm: ask.warm,
            trace: None,
            apart: false,
        }
    }

    /// The answer, if what carried the last one carries this one too: its weights are brought up
    /// to date.
    #[inline(always)]
    pub(crate) fn again<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        last: &mut Evidence<D>,
        beyond: f64,
    ) -> Option<Answer<D>> {
        if !self.accepts(pair) {
            return None;
        }
        let task = self.task(pair, Ask { beyond, ..Ask::EVERYTHING });
        let confirmed = solver::confirm(pair, &task, last)?;
        Some(confirmed.finding(last).answer(pair, pair.world()))
    }

    /// The same for an answer that facets carried: they carry this one, or others near them do.
    #[inline(always)]
    pub(crate) fn again_by_facets<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        last: &mut Evidence<D>,
        beyond: f64,
    ) -> Option<Answer<D>> {
        if !self.accepts(pair) {
            return None;
        }
        let ask = Ask { beyond, warm: Some(last), ..Ask::EVERYTHING };
        let finding = solver::by_last_facets(pair, &self.task(pair, ask))?;
        last.copy_from(&finding.evidence);
        Some(finding.answer(pair, pair.world()))
    }

    /// An error if the numbers are such that no solver can work with them.
    #[inline]
    pub(crate) fn refuse<const D: usize>(&self, pair: &Pair<'_, D>) -> Result<(), QueryError> {
        if self.accepts(pair) { Ok(()) } else { Err(self.complaint(pair)) }
    }

    /// Whether the numbers are such that a solver can work with them. Written so that NaN fails.
    #[inline(always)]
    fn accepts<const D: usize>(&self, pair: &Pair<'_, D>) -> bool {
        let size = pair.scale + (pair.a.radius + pair.b.radius);
        size <= accuracy::LARGEST
            && (size >= accuracy::SMALLEST || size == 0.0)
            && pair.a.radius >= 0.0
            && pair.b.radius >= 0.0
            && self.is_sane()
    }

    #[inline(always)]
    fn is_sane(&self) -> bool {
        self.accuracy.gap >= 0.0 && self.accuracy.iterations > 0
    }

    #[cold]
    #[inline(never)]
    fn complaint<const D: usize>(&self, pair: &Pair<'_, D>) -> QueryError {
        for (side, pose) in [(Side::A, pair.pose_a), (Side::B, pair.pose_b)] {
            if !pose.translation().is_finite() {
                return QueryError::PoseNotFinite(side);
            }
        }
        for (side, view) in [(Side::A, &pair.a), (Side::B, &pair.b)] {
            if !(view.reach.is_finite() && view.radius.is_finite() && view.radius >= 0.0) {
                return QueryError::ShapeNotFinite(side);
            }
        }
        if !self.is_sane() {
            return QueryError::BadArgument(
                "the accuracy's gap must be zero or more and its iterations at least one",
            );
        }
        QueryError::OutOfRange { size: pair.scale + pair.a.radius + pair.b.radius }
    }
}

/// An error if the solver gave up with the limit still between the bounds.
#[inline]
fn decided<const D: usize>(answer: &Answer<D>, limit: f64) -> Result<(), QueryError> {
    let (lower, upper) = (answer.lower(), answer.upper());
    if answer.effort().stop == Stop::Cap && lower <= limit && limit < upper {
        return Err(QueryError::Undecided { lower, upper });
    }
    Ok(())
}

/// When a question counts as settled, and what is known from before.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a, const D: usize> {
    /// Once the distance is provably more than this.
    pub(crate) beyond: f64,
    /// Once the distance is provably no more than this.
    pub(crate) below: f64,
    /// What carried the answer to a similar question.
    pub(crate) warm: Option<&'a Evidence<D>>,
}

impl<const D: usize> Ask<'_, D> {
    /// Never before the distance is known.
    pub(crate) const EVERYTHING: Self =
        Self { beyond: f64::INFINITY, below: f64::NEG_INFINITY, warm: None };

    /// Whether the whole distance is asked for, and nothing is known from before.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        self.beyond == f64::INFINITY && self.below == f64::NEG_INFINITY && self.warm.is_none()
    }
}
