//! Which method for which pair: the only file that ranks them.
//!
//! | the cores | method | why |
//! | --- | --- | --- |
//! | one is unbounded | sweep: project the lines away | GJK needs bounded sets |
//! | a point and one that projects points; two segments | formula | tens of nanoseconds |
//! | anything else, and where a formula's bounds do not close | GJK | needs only support points |

use super::{Finding, Task, formula, pairing, sweep};
use crate::answer::{Answer, Detail, Method, Step};
use crate::pair::{Local, Pair};
use crate::query::QueryError;

/// The answer for a pair.
#[inline(always)]
pub(crate) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    mut task: Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    if task.method != Some(Method::Gjk)
        && let Some(finding) = formula::solve(pair)
    {
        if let Some(steps) = &mut task.trace {
            steps.push(only_step(&finding));
        }
        if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
            return Err(super::not_finite(finding.point_a));
        }
        return Ok(finding.answer(pair, pair.world()));
    }
    if pair.a.is_bounded() && pair.b.is_bounded() {
        return pairing::solve(pair, &mut task);
    }
    unbounded(&Local::new(pair), &mut task)
}

/// What a formula finds, if there is one and its numbers are sound, in the world's axes.
#[inline(always)]
pub(crate) fn by_formula<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    formula::solve(pair)
        .filter(|finding| finding.point_a.is_finite() && finding.point_b.is_finite())
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

/// A formula is a trace of one step.
fn only_step<const D: usize>(finding: &Finding<D>) -> Step<D> {
    Step {
        method: finding.effort.method,
        points: [finding.point_a, finding.point_b],
        lower: finding.lower,
        upper: finding.upper,
        detail: Detail::Formula,
    }
}
