//! Which method for which pair: the only file that ranks them.
//!
//! | the cores | method | why |
//! | --- | --- | --- |
//! | one is unbounded | sweep: project the lines away | GJK needs bounded sets |
//! | a point and one that projects points; two segments | formula | tens of nanoseconds |
//! | one is made of surfaces and has no support function | interior point | tangents prove it |
//! | both have second derivatives of their support functions | Newton on the dual | a few steps |
//! | anything else, and where a formula's bounds do not close | GJK | needs only support points |

use super::{Finding, Task, corners, formula, interior, newton, pairing, sweep};
use crate::answer::{Answer, Detail, Method, Step, Stop};
use crate::pair::{Local, Pair};
use crate::query::QueryError;
use crate::shape::Core;

/// The answer for a pair.
#[inline(always)]
pub(crate) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    mut task: Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    if !matches!(task.method, Some(Method::Gjk | Method::Newton | Method::Interior))
        && let Some(finding) = formula::solve(pair)
    {
        if let Some(steps) = &mut task.trace {
            steps.push(only_step(&finding));
        }
        if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
            return Err(super::not_finite(finding.point_a));
        }
        return Ok(finding.answer(pair, |v| v));
    }
    let local = Local::new(pair);
    let implicit = is_implicit(&pair.a.core) || is_implicit(&pair.b.core);
    if (implicit || task.method == Some(Method::Interior))
        && let Some(answer) = by_surfaces(&local, &mut task)
    {
        return answer;
    }
    if pair.a.is_bounded() && pair.b.is_bounded() {
        if task.method != Some(Method::Gjk) && newton::fits(&pair.a.core, &pair.b.core) {
            return smooth(&local, &mut task);
        }
        return pairing::solve(&local, &mut task);
    }
    unbounded(&local, &mut task)
}

/// What a formula finds, if there is one and its numbers are sound, in the world's axes.
#[inline(always)]
pub(crate) fn by_formula<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    formula::solve(pair)
        .filter(|finding| finding.point_a.is_finite() && finding.point_b.is_finite())
}

fn is_implicit<const D: usize>(core: &Core<'_, D>) -> bool {
    matches!(core, Core::Implicit(_))
}

/// The interior point method, where it fits; for other shapes, and where its bounds do not close,
/// with a simplex of support points in place of one of them. `None` if nothing is made of surfaces.
#[inline(never)]
fn by_surfaces<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Result<Answer<D>, QueryError>> {
    let swept = |core: &Core<'_, D>| matches!(core, Core::Swept(_));
    // A simplex cannot stand for something unbounded.
    let flat = swept(&local.pair.a.core) || swept(&local.pair.b.core);
    let direct = if interior::fits(local) { interior::solve(local, task) } else { None };
    let finding = match direct {
        Some(finding) if finding.inside || finding.effort.stop != Stop::Stalled => finding,
        Some(finding) => {
            let supports = !is_implicit(&local.pair.a.core) && !is_implicit(&local.pair.b.core);
            if supports && !flat {
                return Some(pairing::solve(local, task));
            }
            let width = finding.upper - finding.lower;
            let other = if flat { None } else { corners::solve(local, task) };
            other
                .filter(|other| other.inside || other.upper - other.lower < width)
                .unwrap_or(finding)
        }
        None if flat => return None,
        None => corners::solve(local, task)?,
    };
    if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
        return Some(Err(super::not_finite(finding.point_a)));
    }
    Some(Ok(finding.answer(local.pair, |v| local.pair.pose_a.rotation().rotate(v))))
}

/// Newton, and where it does not get through, GJK from where it stopped.
#[inline(never)]
fn smooth<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    match newton::solve(local, task) {
        newton::End::Found(finding) => {
            if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
                return Err(super::not_finite(finding.point_a));
            }
            Ok(finding.answer(local.pair, |v| local.pair.pose_a.rotation().rotate(v)))
        }
        newton::End::Gave(evidence) => {
            let task = &mut Task { warm: Some(&evidence), trace: task.trace.take(), ..*task };
            pairing::solve(local, task)
        }
    }
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
    Ok(finding.answer(local.pair, |v| local.pair.pose_a.rotation().rotate(v)))
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
