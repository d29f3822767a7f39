//! Which method for which pair: the only file that ranks them.
//!
//! | the cores | method | why |
//! | --- | --- | --- |
//! | a point and one that projects points | formula | tens of nanoseconds |
//! | lines, rays, segments; each of them and a rectangle | conjugate gradients | tens of nanoseconds |
//! | one is unbounded | sweep: project the lines away | GJK needs bounded sets |
//! | flat sides and few vertices, if asked for | Lemke's method on a program | for comparison |
//! | anything else, and where the bounds of the first two do not close | GJK | needs only support points |

use super::{Finding, Task, conjugate, formula, lemke, pairing, sweep};
use crate::answer::{Answer, Detail, Method, Step};
use crate::pair::{Local, Pair};
use crate::query::QueryError;

/// The answer for a pair.
#[inline(always)]
pub(crate) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    mut task: Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let allowed = |method: Method| task.method.is_none_or(|only| only == method);
    if allowed(Method::Formula)
        && let Some(finding) = formula::solve(pair)
    {
        // A shape of the user's may project a point to nowhere.
        if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
            return Err(super::not_finite(finding.point_a));
        }
        return at_once(finding, pair, &mut task);
    }
    if allowed(Method::Conjugate)
        && let Some(finding) = conjugate::solve(pair)
    {
        return at_once(finding, pair, &mut task);
    }
    if task.method == Some(Method::Lemke)
        && let Some(finding) = lemke::solve(pair)
    {
        return at_once(finding, pair, &mut task);
    }
    if pair.a.is_bounded() && pair.b.is_bounded() {
        return pairing::solve(pair, &mut task);
    }
    unbounded(&Local::new(pair), &mut task)
}

/// The answer that is found in one step, in the world's axes.
#[inline(always)]
fn at_once<const D: usize>(
    finding: Finding<D>,
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    if let Some(steps) = &mut task.trace {
        steps.push(only_step(&finding));
    }
    Ok(finding.answer(pair, pair.world()))
}

/// What a formula finds, if there is one and its numbers are sound, in the world's axes.
#[inline(always)]
pub(crate) fn by_formula<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    formula::solve(pair)
        .filter(|finding| finding.point_a.is_finite() && finding.point_b.is_finite())
}

/// The same for two segments. Bounds that close are finite, and so are the points between them.
#[inline(always)]
pub(crate) fn by_segments<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    conjugate::two_segments(pair)
}

#[inline(never)]
fn unbounded<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let finding = sweep::solve(local, task);
    if let Some(steps) = &mut task.trace {
        steps.push(only_step(&finding));
    }
    if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
        return Err(super::not_finite(finding.point_a));
    }
    Ok(finding.answer(local.pair, local.pair.pose_a))
}

/// What is found at once is a trace of one step.
fn only_step<const D: usize>(finding: &Finding<D>) -> Step<D> {
    Step {
        method: finding.effort.method,
        points: [finding.point_a, finding.point_b],
        lower: finding.lower,
        upper: finding.upper,
        detail: Detail::Formula,
    }
}
