//! Which method for which pair: the only file that ranks them.
//!
//! | the cores | method | why |
//! | --- | --- | --- |
//! | a point and one that projects points | formula | tens of nanoseconds |
//! | a half-space and one with a support function | formula | one support point |
//! | lines, rays, segments; each of them and a rectangle | conjugate gradients | tens of nanoseconds |
//! | one is unbounded | sweep: project the lines away | GJK needs bounded sets |
//! | both have facets, one is unbounded or has no vertices; or it is asked for | active set | needs only facets |
//! | one is made of surfaces and has no support function | interior point | tangents prove it |
//! | both have second derivatives of their support functions | Newton on the dual | a few steps |
//! | made of surfaces, where the interior point fails; or it is asked for | cutting planes | tangents and nothing else |
//! | both project points, if asked for | point iteration | for comparison |
//! | flat sides and few vertices, if asked for | Lemke's method on a program | for comparison |
//! | anything else, and where the bounds of the first two do not close | GJK | needs only support points |

use super::{
    Finding, Task, active_set, alternating, conjugate, corners, cutting, floor, formula, interior,
    lemke, newton, pairing, sweep,
};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Detail, Method, Step, Stop};
use crate::pair::{Axes, Local, Pair};
use crate::query::QueryError;
use crate::shape::{Core, View};

/// The answer for a pair.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    mut task: Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let allowed = |method: Method| task.method.is_none_or(|only| only == method);
    if allowed(Method::Formula)
        && let Some(finding) = formula::solve(pair)
    {
        return at_once(finding, pair, &mut task);
    }
    if allowed(Method::Conjugate)
        && let Some(finding) = conjugate::solve(pair)
    {
        return at_once(finding, pair, &mut task);
    }
    let is_unbounded = !(pair.a.is_bounded() && pair.b.is_bounded());
    if is_unbounded
        && allowed(Method::Formula)
        && let local = Local::new(pair)
        && let Some(finding) = floor::solve(&local)
        && finding.point_a.is_finite()
        && finding.point_b.is_finite()
    {
        if let Some(steps) = &mut task.trace {
            steps.push(only_step(&finding));
        }
        return Ok(finding.answer(pair, pair.pose_a));
    }
    if task.method == Some(Method::Lemke)
        && let Some(finding) = lemke::solve(pair)
    {
        return at_once(finding, pair, &mut task);
    }
    if by_facets(pair, task.method) {
        let local = &Local::new(pair);
        // Mostly all that a tracked query has to do.
        if let Some(finding) = active_set::again(local, &task) {
            return Ok(finding.answer(pair, pair.pose_a));
        }
        if let Some(answer) = walk(local, &mut task) {
            return Ok(answer);
        }
    }
    let implicit = is_implicit(&pair.a.core) || is_implicit(&pair.b.core);
    let by_name = [Method::Interior, Method::Barrier, Method::Refinement];
    let asked = task.method.is_some_and(|method| by_name.contains(&method));
    if (implicit || asked)
        && let Some(answer) = by_surfaces(&Local::new(pair), &mut task)
    {
        return answer;
    }
    if task.method == Some(Method::PointIteration)
        && let Some(finding) = alternating::solve(&Local::new(pair), &task)
    {
        return Ok(finding.answer(pair, pair.pose_a));
    }
    if !is_unbounded {
        if task.method != Some(Method::Gjk) && newton::fits(&pair.a.core, &pair.b.core) {
            return smooth(&Local::new(pair), &mut task);
        }
        return pairing::solve(pair, &mut task);
    }
    unbounded(&Local::new(pair), &mut task)
}

/// The answer that is found in one step, in the world's axes.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn at_once<const D: usize>(
    finding: Finding<D>,
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    if let Some(steps) = &mut task.trace {
        steps.push(only_step(&finding).moved(&pair.world().seen_from(pair.pose_a)));
    }
    Ok(finding.answer(pair, pair.world()))
}

/// What a formula finds, if there is one, in the world's axes.
#[inline(always)]
pub(crate) fn by_formula<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    formula::solve(pair)
}

/// The same for two segments. Bounds that close are finite, and so are the points between them.
#[inline(always)]
pub(crate) fn by_segments<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    conjugate::two_segments(pair)
}

/// Whether the active set is to be used.
#[inline(always)]
fn by_facets<const D: usize>(pair: &Pair<'_, D>, method: Option<Method>) -> bool {
    let facets = pair.a.facets.is_some() || pair.b.facets.is_some();
    let takes = || active_set::takes(pair.a) && active_set::takes(pair.b);
    match method {
        Some(Method::ActiveSet) => takes(),
        Some(_) => false,
        // Without vertices, or without end, the facets are all that is easy to have.
        None => {
            let easy = |view: &View<'_, D>| !matches!(view.core, Core::Swept(_) | Core::Support(_));
            facets && !(easy(pair.a) && easy(pair.b)) && takes()
        }
    }
}

/// The active set, unless its bounds do not close for rounding and another method does better.
#[inline(never)]
fn walk<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> Option<Answer<D>> {
    let finding = active_set::solve(local, task);
    if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
        return None;
    }
    let pair = local.pair;
    // Unbounded polyhedra come close far away from both frames.
    let size = pair.scale + finding.point_a.max_abs() + finding.point_b.max_abs();
    let slack = accuracy::WALK_SLACK * accuracy::ROUNDING * size;
    let closed = finding.inside || finding.upper - finding.lower <= slack;
    let early = !matches!(finding.effort.stop, Stop::Converged | Stop::Stalled);
    let walked = finding.answer(pair, pair.pose_a);
    if closed || early {
        return Some(walked);
    }
    // Without vertices, support points are less certain than facets: both methods have a say.
    let blunt = |view: &View<'_, D>| matches!(view.core, Core::Support(_));
    if !(blunt(pair.a) || blunt(pair.b)) {
        return None;
    }
    let gap = |answer: &Answer<D>| answer.upper() - answer.lower();
    let bounded = pair.a.is_bounded() && pair.b.is_bounded();
    // They are polytopes all the same: to rounding.
    task.accuracy.gap = 0.0;
    let other = if bounded { pairing::solve(pair, task).ok() } else { None };
    Some(other.filter(|other| gap(other) < gap(&walked)).unwrap_or(walked))
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
    if task.method == Some(Method::Refinement) {
        let finding = cutting::solve(local, task)?;
        return Some(Ok(finding.answer(local.pair, local.pair.pose_a)));
    }
    let swept = |core: &Core<'_, D>| matches!(core, Core::Swept(_));
    // A simplex cannot stand for something unbounded.
    let flat = swept(&local.pair.a.core) || swept(&local.pair.b.core);
    let direct = if interior::fits(local) { interior::solve(local, task) } else { None };
    let finding = match direct {
        Some(finding) if finding.inside || finding.effort.stop != Stop::Stalled => finding,
        Some(finding) => {
            let supports = !is_implicit(&local.pair.a.core) && !is_implicit(&local.pair.b.core);
            if supports && !flat {
                return Some(pairing::solve(local.pair, task));
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
    Some(Ok(or_by_cuts(finding, local, task).answer(local.pair, local.pair.pose_a)))
}

/// What was found, if its bounds closed or cutting planes do no better.
fn or_by_cuts<const D: usize>(
    finding: Finding<D>,
    local: &Local<'_, D>,
    task: &Task<'_, D>,
) -> Finding<D> {
    if finding.inside || finding.effort.stop != Stop::Stalled {
        return finding;
    }
    let width = finding.upper - finding.lower;
    // Where no gap at all is allowed, rounding ends the matter, and cuts do no better.
    if width <= Accuracy::DEFAULT.gap * local.pair.scale {
        return finding;
    }
    match cutting::solve(local, task) {
        Some(other) if other.inside || other.upper - other.lower < width => other,
        _ => finding,
    }
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
            Ok(finding.answer(local.pair, local.pair.pose_a))
        }
        newton::End::Gave(evidence) => {
            let task = &mut Task { warm: Some(&evidence), trace: task.trace.take(), ..*task };
            pairing::solve(local.pair, task)
        }
    }
}

#[inline(never)]
fn unbounded<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let finding = sweep::solve(local, task);
    // What an interval or nothing is left of has no steps of its own.
    if let Some(steps) = &mut task.trace
        && steps.is_empty()
    {
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
