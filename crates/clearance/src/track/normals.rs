//! Curved pairs of which one normal carries the answer: they are looked at along the one that is
//! expected.

use super::Tracker;
use crate::answer::Answer;
use crate::pair::Pair;
use crate::query::{Query, QueryError};
use crate::shape::View;
use crate::simd::{Level, Work};
use crate::solver;
use crate::space::Pose;

/// A question whose last answer one normal carried: about two hulls of discs, or else about ellipsoids
/// and points. As one piece of work, which writes the answer where it is wanted. Wide vectors are for
/// their registers' sake, of which there are twice as many.
pub(super) struct ByNormal<'a, const D: usize, const DISCS: bool> {
    pub(super) tracker: &'a mut Tracker<D>,
    pub(super) query: &'a Query,
    pub(super) a: (&'a View<'a, D>, &'a Pose<D>),
    pub(super) b: (&'a View<'a, D>, &'a Pose<D>),
    pub(super) beyond: f64,
}

impl<const D: usize, const DISCS: bool> Work for ByNormal<'_, D, DISCS> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let Self { tracker, query, a, b, beyond } = self;
        if let Some(trail) = &mut tracker.trail {
            let (pair, axes) = Pair::framed(a.0, a.1, b.0, b.1);
            if let Some(task) = query.followed(&pair, beyond) {
                let found = match DISCS {
                    true => solver::by_discs(&pair, &task, trail),
                    false => solver::by_ovals(&pair, &task, trail),
                };
                if let Some(finding) = found {
                    return Ok(finding.answer(&pair, axes));
                }
            }
        }
        tracker.search_from(query, a, b, beyond)
    }
}
