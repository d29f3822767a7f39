//! Pairs of which vertices carry the answer: the last ones are tried again, and gone on from.

use super::Tracker;
use crate::answer::Answer;
use crate::pair::Pair;
use crate::query::{Query, QueryError};
use crate::shape::View;
use crate::simd::{Level, Work, dispatch};
use crate::solver::Attempt;
use crate::space::Pose;

/// A question whose last answer vertices carried. As one piece of work, which writes the answer where it
/// is wanted: to hand it on takes longer than to find it.
pub(super) struct ByVertices<'a, const D: usize> {
    pub(super) tracker: &'a mut Tracker<D>,
    pub(super) query: &'a Query,
    pub(super) a: (&'a View<'a, D>, &'a Pose<D>),
    pub(super) b: (&'a View<'a, D>, &'a Pose<D>),
    pub(super) beyond: f64,
}

impl<const D: usize> Work for ByVertices<'_, D> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self { tracker, query, a, b, beyond } = self;
        let mut left = Attempt::None;
        if let Some(last) = &mut tracker.last {
            let pair = Pair::new(a.0, a.1, b.0, b.1);
            match query.again_on(level, &pair, last, beyond) {
                Ok(finding) => return Ok(finding.answer(&pair, pair.world())),
                Err(end) => left = end,
            }
        }
        dispatch(OnVertices { asked: Self { tracker, query, a, b, beyond }, left })
    }
}

/// The same where others carry the answer. A function of its own, so that the attempt has all
/// registers for itself.
struct OnVertices<'a, const D: usize> {
    asked: ByVertices<'a, D>,
    left: Attempt,
}

impl<const D: usize> Work for OnVertices<'_, D> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let ByVertices { tracker, query, a, b, beyond } = self.asked;
        if let Some(last) = &mut tracker.last {
            let pair = Pair::new(a.0, a.1, b.0, b.1);
            if let Some(finding) = query.resume_on(level, &pair, (last, self.left), beyond) {
                return Ok(finding.answer(&pair, pair.world()));
            }
        }
        tracker.search_on(query, a, b, beyond)
    }
}

/// The same for two sets of so many vertices that directions are looked up in tables.
pub(super) struct ByTables<'a, const D: usize>(pub(super) ByVertices<'a, D>);

impl<const D: usize> Work for ByTables<'_, D> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let ByVertices { tracker, query, a, b, beyond } = self.0;
        if let Some(last) = &mut tracker.last {
            let pair = Pair::new(a.0, a.1, b.0, b.1);
            if let Some(finding) = query.by_tables(&pair, last, beyond) {
                return Ok(finding.answer(&pair, pair.world()));
            }
        }
        tracker.search_on(query, a, b, beyond)
    }
}
