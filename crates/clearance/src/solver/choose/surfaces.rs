//! Which method for shapes made of surfaces.
//!
//! Projections along lines, a tip, sliding points, then the interior point; where that stalls, furthest points if both have them. What is left
//! goes by a simplex in the place of a shape, and by cutting planes.

use super::{Outcome, has_furthest_points, is_implicit, unbounded};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Method, Stop};
use crate::pair::Local;
use crate::shape::Core;
use crate::solver::depth::finer::finer;
use crate::solver::gjk::pairing;
use crate::solver::interior::{self, claim, corners, tangents};
use crate::solver::{Finding, Task, cutting, not_finite, slide, sweep, tips};

/// Surfaces that run along lines, projected; where that does not close the bounds, or another method is asked for, that
/// method, unless its bounds are further apart. `None` if nothing is made of surfaces.
#[inline(never)]
pub(super) fn by_surfaces<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Outcome<D>> {
    let goal = task.goal(local.pair, false);
    let swept = |task: &mut Task<'_, D>| {
        sweep::surfaces::solve(local, task).map(|found| claim::upheld(found, local, &goal))
    };
    let asked = task.method.is_some_and(|method| method != Method::Gjk);
    let first = if asked { None } else { swept(task) };
    let ends = |found: &Finding<D>| found.inside || found.effort.stop != Stop::Stalled;
    if let Some(finding) = first.clone().filter(ends) {
        return Some(Ok(finding.answer(local.pair, local.pair.pose_a)));
    }
    let found = searched(local, task);
    let width = match &found {
        Some(Ok(answer)) => answer.upper() - answer.lower(),
        _ => f64::INFINITY,
    };
    if width <= Accuracy::DEFAULT.gap * local.pair.scale {
        return found;
    }
    let other = first.or_else(|| swept(task));
    match other.filter(|other| other.inside || other.upper - other.lower < width) {
        Some(other) => Some(Ok(other.answer(local.pair, local.pair.pose_a))),
        None => found,
    }
}

/// Sliding points, or the interior point method, where they fit; for other shapes, and where its bounds do not close,
/// with a simplex of support points in place of one of them. `None` if nothing is made of surfaces.
fn searched<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> Option<Outcome<D>> {
    let goal = task.goal(local.pair, false);
    let honest = |finding| claim::upheld(tangents::sharpened(finding, local, &goal), local, &goal);
    if cutting::is_meant(task.method) {
        if let Some(finding) = cutting::solve(local, task).map(honest) {
            return Some(Ok(finding.answer(local.pair, local.pair.pose_a)));
        }
        // Surfaces without end have no polytope around them, and no furthest points for the methods below.
        if !(is_implicit(&local.pair.a.core) || is_implicit(&local.pair.b.core)) {
            return None;
        }
    }
    if task.method.is_none()
        && let Some(finding) = tips::solve(local, task)
        && let Some(finding) = claim::standing(finding, local, &goal)
    {
        return Some(Ok(finding.answer(local.pair, local.pair.pose_a)));
    }
    if task.method.is_none_or(|method| method == Method::Newton)
        && let Some(finding) = slide::solve(local, task)
        && let Some(finding) = claim::standing(finding, local, &goal)
    {
        return Some(or_by_gjk(finding, local, task));
    }
    let swept = |core: &Core<'_, D>| matches!(core, Core::Swept(_));
    // A simplex cannot stand for something unbounded.
    let flat = swept(&local.pair.a.core) || swept(&local.pair.b.core);
    let direct = if interior::fits(local) { interior::solve(local, task) } else { None };
    let finding = match direct.map(honest) {
        Some(finding) if finding.inside || finding.effort.stop != Stop::Stalled => finding,
        Some(finding) => {
            let supports = !is_implicit(&local.pair.a.core) && !is_implicit(&local.pair.b.core);
            if supports && !flat {
                return Some(pairing::solve(local.pair, task));
            }
            let wide = finding.upper - finding.lower > accuracy::CORNER_WIDTH * local.pair.scale;
            if wide && let Some(answer) = by_furthest_points(local, task) {
                return Some(Ok(answer));
            }
            // Nor does a simplex in the place of a shape find more than rounding leaves.
            let other = if flat || !wide { None } else { corners::solve(local, task).map(honest) };
            narrower(finding, other)
        }
        None if flat => return None,
        None => match by_furthest_points(local, task) {
            Some(answer) => return Some(Ok(answer)),
            None => honest(corners::solve(local, task)?),
        },
    };
    if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
        return Some(Err(not_finite(finding.point_a)));
    }
    // Where no gap at all is allowed, rounding ends the matter, and cuts do no better.
    let close = finding.upper - finding.lower <= Accuracy::DEFAULT.gap * local.pair.scale;
    let finding = if finding.inside || finding.effort.stop != Stop::Stalled || close {
        finding
    } else {
        narrower(finding, cutting::solve(local, task).map(honest))
    };
    Some(or_by_gjk(finding, local, task))
}

/// What GJK says about a pair of bounded shapes, if its bounds close: where the interior point method stalls,
/// a few dozen furthest points are found in less time than anything else takes.
fn by_furthest_points<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Answer<D>> {
    let (a, b) = (local.pair.a, local.pair.b);
    if task.method.is_some() || !(a.is_bounded() && b.is_bounded()) {
        return None;
    }
    let task = &mut Task { trace: task.trace.as_deref_mut(), ..*task };
    let answer = pairing::solve(local.pair, task).ok()?;
    let close = answer.upper() - answer.lower() <= accuracy::CORNER_WIDTH * local.pair.scale;
    (close || !matches!(answer.effort().stop, Stop::Stalled | Stop::Cap)).then_some(answer)
}

/// What was found, if its bounds closed or GJK does no better: at a kink of a surface, such as that of
/// an exponent of nearly one, tangents say little, and furthest points say all. So they do where bounds
/// as close as was asked for do not tell whether the shapes meet.
fn or_by_gjk<const D: usize>(
    finding: Finding<D>,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Outcome<D> {
    let pair = local.pair;
    let width = finding.upper - finding.lower;
    let open = !finding.inside
        && finding.effort.stop == Stop::Stalled
        && width > Accuracy::DEFAULT.gap * pair.scale;
    let goal = task.goal(pair, false);
    let undecided = !finding.inside
        && finding.lower <= pair.a.radius + pair.b.radius
        && finding.upper > goal.meeting
        && finding.upper <= goal.meeting + goal.gap;
    let finer = if undecided { finer(task.accuracy) } else { None };
    let found = finding.answer(pair, pair.pose_a);
    if !((open || finer.is_some()) && has_furthest_points(pair)) {
        return Ok(found);
    }
    let accuracy = finer.unwrap_or(task.accuracy);
    let task = &mut Task { accuracy, trace: task.trace.take(), ..*task };
    // GJK alone knows nothing of lines and rays.
    let bounded = pair.a.is_bounded() && pair.b.is_bounded();
    let other = if bounded { pairing::solve(pair, task) } else { unbounded(local, task) };
    match other {
        Ok(other) if other.upper() - other.lower() < found.upper() - found.lower() => Ok(other),
        _ => Ok(found),
    }
}

/// What was found first, unless something else says more.
fn narrower<const D: usize>(first: Finding<D>, other: Option<Finding<D>>) -> Finding<D> {
    let width = first.upper - first.lower;
    other.filter(|other| other.inside || other.upper - other.lower < width).unwrap_or(first)
}
