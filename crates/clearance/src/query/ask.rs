//! How a question about a pair is put to the solvers: what is settled on the spot, what is refused,
//! and what the rest is told.

use alloc::vec::Vec;

use super::{Query, QueryError, Side};
use crate::accuracy;
use crate::answer::{Answer, Evidence, Method, Step};
use crate::pair::Pair;
#[cfg(target_arch = "wasm32")]
use crate::shape::Convex;
#[cfg(not(target_arch = "wasm32"))]
use crate::shape::Core;
use crate::shape::View;
use crate::simd::Level;
use crate::solver::{self, Attempt, Finding, Footing, Left, Seen, Task};
use crate::space::Pose;

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
    pub(super) fn is_plain(&self) -> bool {
        self.beyond == f64::INFINITY && self.below == f64::NEG_INFINITY && self.warm.is_none()
    }
}

impl Query {
    /// Puts a question about two shapes. In browsers, where size counts for more, it is not asked
    /// which they are (see `spot.rs`).
    #[cfg(target_arch = "wasm32")]
    #[inline(always)]
    pub(super) fn put<const D: usize>(
        &self,
        (a, pose_a): (&(impl Convex<D> + ?Sized), &Pose<D>),
        (b, pose_b): (&(impl Convex<D> + ?Sized), &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        self.ask(a.view(), pose_a, b.view(), pose_b, *ask)
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
            if let Some(answer) = self.by_formula_framed((&a, pose_a), (&b, pose_b)) {
                return Ok(answer);
            }
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

    /// The same for views of shapes that nobody knows before the program runs: what is settled on the
    /// spot has a function of its own for each kind of cores, in which the compiler knows as much as it
    /// does about shapes with a name. One function for all kinds would keep everything in memory.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    pub(super) fn ask_unknown<const D: usize>(
        &self,
        a: (&View<'_, D>, &Pose<D>),
        b: (&View<'_, D>, &Pose<D>),
        ask: Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        match (&a.0.core, &b.0.core) {
            (Core::Point(_), Core::Point(_)) => self.ask_known(a, b, ask, |a, b| {
                matches!(a, Core::Point(_)) && matches!(b, Core::Point(_))
            }),
            (Core::Point(_), Core::Cuboid(_)) => self.ask_known(a, b, ask, |a, b| {
                matches!(a, Core::Point(_)) && matches!(b, Core::Cuboid(_))
            }),
            (Core::Point(_), Core::Support(_)) => self.ask_known(a, b, ask, |a, b| {
                matches!(a, Core::Point(_)) && matches!(b, Core::Support(_))
            }),
            (Core::Point(_), Core::Smooth(_)) => self.ask_known(a, b, ask, |a, b| {
                matches!(a, Core::Point(_)) && matches!(b, Core::Smooth(_))
            }),
            (Core::Segment(..), Core::Segment(..)) => self.ask_known(a, b, ask, |a, b| {
                matches!(a, Core::Segment(..)) && matches!(b, Core::Segment(..))
            }),
            (Core::Cuboid(_), Core::Cuboid(_)) => self.ask_known(a, b, ask, |a, b| {
                matches!(a, Core::Cuboid(_)) && matches!(b, Core::Cuboid(_))
            }),
            (Core::Vertices(_), Core::Vertices(_)) => self.ask_known(a, b, ask, |a, b| {
                matches!(a, Core::Vertices(_)) && matches!(b, Core::Vertices(_))
            }),
            _ => self.ask_known(a, b, ask, anything),
        }
    }

    /// The same for two cores of which `known` tells the kinds.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(never)]
    fn ask_known<const D: usize>(
        &self,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
        ask: Ask<'_, D>,
        known: impl Fn(&Core<'_, D>, &Core<'_, D>) -> bool,
    ) -> Result<Answer<D>, QueryError> {
        if !known(&a.core, &b.core) {
            return self.ask_known((a, pose_a), (b, pose_b), ask, anything);
        }
        // Views that have just been written are not copied: see `formula.rs`.
        if a.frame.is_none() && b.frame.is_none() {
            let pair = Pair::new(a, pose_a, b, pose_b);
            return self.ask_pair(&pair, ask, || self.answer(&pair, ask, None));
        }
        if let Some(answer) = self.by_formula_framed((a, pose_a), (b, pose_b)) {
            return Ok(answer);
        }
        self.ask_seen((a, pose_a), (b, pose_b), ask)
    }

    /// What a formula says about cores with frames of their own: to put poses together takes longer.
    #[inline(always)]
    pub(super) fn by_formula_framed<const D: usize>(
        &self,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
    ) -> Option<Answer<D>> {
        // In browsers size counts for more.
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let (pair, axes) = Pair::framed(a, pose_a, b, pose_b);
        if self.method.is_some() || !self.accepts(&pair) {
            return None;
        }
        Some(solver::by_formula_framed(&pair)?.answer(&pair, axes))
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
            if let Some(answer) = solver::by_segments(pair) {
                return Ok(answer);
            }
            // So is what needs no more than the distance of two small bodies.
            if ask.is_plain()
                && let Some(small) = solver::Small::of(pair)
            {
                return small.solve(self);
            }
        }
        otherwise()
    }

    #[inline(never)]
    pub(super) fn answer<const D: usize>(
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
            // Further apart than points that count as the same, and by more than the bound is rounded:
            // where the whole distance counts as none, this may not say otherwise.
            beyond: ask.beyond
                + radii
                + (accuracy::TOUCH + accuracy::VERTEX_GAP)
                    * accuracy::ROUNDING
                    * (pair.scale + radii),
            below: ask.below + radii,
            warm: ask.warm,
            trace: None,
            apart: false,
            simplex: false,
        }
    }

    /// The same, if the numbers are such that a solver can work with them.
    #[inline(always)]
    fn accepted<'a, const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        ask: Ask<'a, D>,
    ) -> Option<Task<'a, D>> {
        if self.accepts(pair) { Some(self.task(pair, ask)) } else { None }
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
        let task = self.accepted(pair, Ask { beyond, ..Ask::EVERYTHING })?;
        let confirmed = solver::confirm(pair, &task, last)?;
        Some(confirmed.finding(last).answer(pair, pair.world()))
    }

    /// The same in code that is compiled for a processor.
    #[inline(always)]
    pub(crate) fn again_on<const D: usize>(
        &self,
        level: impl Level,
        pair: &Pair<'_, D>,
        last: &mut Evidence<D>,
        beyond: f64,
    ) -> Result<Finding<D>, Attempt> {
        let Some(task) = self.accepted(pair, Ask { beyond, ..Ask::EVERYTHING }) else {
            return Err(Attempt::None);
        };
        Ok(solver::confirm_on(level, pair, &task, last)?.finding(last))
    }

    /// The same where others carry this one, from where the attempt with those ended.
    #[inline(always)]
    pub(crate) fn resume_on<const D: usize>(
        &self,
        level: impl Level,
        pair: &Pair<'_, D>,
        last: (&mut Evidence<D>, Attempt),
        beyond: f64,
    ) -> Option<Finding<D>> {
        let task = self.accepted(pair, Ask { beyond, ..Ask::EVERYTHING })?;
        solver::resume_on(level, pair, &task, last)
    }

    /// The same from the beginning, for two sets of so many vertices that they have tables.
    #[inline(always)]
    pub(crate) fn by_tables<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        last: &mut Evidence<D>,
        beyond: f64,
    ) -> Option<Finding<D>> {
        let task = self.accepted(pair, Ask { beyond, ..Ask::EVERYTHING })?;
        solver::by_tables(pair, &task, last)
    }

    /// The same for an answer that facets carried: they carry this one.
    #[inline(always)]
    pub(crate) fn again_by_facets<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        known: (&mut Evidence<D>, &mut Footing),
        seen: &mut Option<Seen>,
    ) -> Result<Answer<D>, Left> {
        if !self.accepts(pair) {
            return Err(Left::Unclear);
        }
        solver::by_last_facets(pair, (self.method, self.accuracy.iterations), known, seen)
    }

    /// The same where others near them carry it, after that has seen this.
    #[inline(always)]
    pub(crate) fn again_by_others<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        known: (&mut Evidence<D>, &mut Footing),
        seen: &Seen,
    ) -> Result<Answer<D>, Left> {
        // In browsers nothing was.
        if cfg!(target_arch = "wasm32") {
            return Err(Left::Unclear);
        }
        solver::by_near_facets(pair, self.accuracy.iterations, known, seen)
    }

    /// Where it takes more than that, for this reason.
    pub(crate) fn again_otherwise<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        last: &mut Evidence<D>,
        left: Left,
    ) -> Option<Answer<D>> {
        solver::by_other_facets(pair, self.accuracy.iterations, last, left)
    }

    /// What is asked about a pair that is followed.
    #[inline(always)]
    pub(crate) fn followed<const D: usize>(
        &self,
        pair: &Pair<'_, D>,
        beyond: f64,
    ) -> Option<Task<'static, D>> {
        if !self.method.is_none_or(|only| only == Method::Newton) {
            return None;
        }
        self.accepted(pair, Ask { beyond, ..Ask::EVERYTHING })
    }

    /// An error if the numbers are such that no solver can work with them.
    #[inline]
    pub(crate) fn refuse<const D: usize>(&self, pair: &Pair<'_, D>) -> Result<(), QueryError> {
        if self.accepts(pair) { Ok(()) } else { Err(self.complaint(pair)) }
    }

    /// Whether the numbers are such that a solver can work with them. Written so that NaN fails.
    #[inline(always)]
    pub(super) fn accepts<const D: usize>(&self, pair: &Pair<'_, D>) -> bool {
        let size = pair.scale + (pair.a.radius + pair.b.radius);
        size <= accuracy::LARGEST
            && (size >= accuracy::SMALLEST || size == 0.0)
            && pair.a.radius >= 0.0
            && pair.b.radius >= 0.0
            && self.is_sane()
    }

    #[inline(always)]
    pub(super) fn is_sane(&self) -> bool {
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

/// Two cores of whatever kind.
#[cfg(not(target_arch = "wasm32"))]
fn anything<const D: usize>(_: &Core<'_, D>, _: &Core<'_, D>) -> bool {
    true
}
