//! Which method for which pair: the only file that ranks them.
//!
//! | the cores | method | why |
//! | --- | --- | --- |
//! | a point and one that projects points | formula | tens of nanoseconds |
//! | a half-space and one with a support function | formula | one support point |
//! | lines, rays, segments; each of them and a rectangle | conjugate gradients | tens of nanoseconds |
//! | one is unbounded | sweep: project the lines away | GJK needs bounded sets |
//! | both have facets, one is unbounded or has no vertices; or it is asked for | active set | needs only facets |
//! | one is made of surfaces and comes to a point | that point against the other | a cone's apex |
//! | one is made of surfaces and has no support function | sliding points, then the interior point | tangents prove it |
//! | both have second derivatives of their support functions | Newton on the dual; GJK where they may meet | a few steps |
//! | both have ridges at most, such as cylinders and cones | Newton, with ridges | a few steps |
//! | made of surfaces, where the interior point fails | GJK; a simplex in the place of one of them | a few dozen furthest points |
//! | made of surfaces, where that fails too; or it is asked for | cutting planes | tangents and nothing else |
//! | both project points, if asked for | point iteration | for comparison |
//! | made of surfaces, if asked for | a fixed polyhedral model, and a hybrid | for comparison |
//! | flat sides and few vertices, if asked for | Lemke's method on a program | for comparison |
//! | two boxes, of which only the distance is asked | a few rounds of point iteration (`glance`), then GJK | most end after two |
//! | anything else, and where the bounds of the others do not close | GJK | needs only support points |

mod surfaces;

use super::active_set::{self, shift::Seen, stand::Footing, walk};
use super::conjugate::{self, segments};
use super::formula::{self, floor};
use super::gjk::pairing;
use super::interior::claim;
use super::newton::{self, oval};
use super::ridge::{self, discs, rims};
use super::sweep::{self, chord};
use super::{Finding, Task, alternating, cutting, lemke, model, plain_step};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Apart, Evidence, MOST, Method, Stop};
use crate::pair::{Axes, Local, Pair};
use crate::query::QueryError;
use crate::shape::{Core, View};
use crate::space::{Pose, Vector};
use crate::trail::{Mark, Trail};
use surfaces::by_surfaces;

/// What a question about a pair ends with.
type Outcome<const D: usize> = Result<Answer<D>, QueryError>;

/// Whether polyhedra by facets are tried by the short walk before the method that has the proof. In
/// browsers size counts for more.
const WALKS: bool = !cfg!(target_arch = "wasm32");

/// The answer for a pair.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn solve<const D: usize>(pair: &Pair<'_, D>, mut task: Task<'_, D>) -> Outcome<D> {
    let allowed = |method: Method| task.method.is_none_or(|only| only == method);
    // Most questions are about vertices on both sides: no need to go through the list.
    if allowed(Method::Gjk) && is_cornered(&pair.a.core) && is_cornered(&pair.b.core) {
        return pairing::solve(pair, &mut task);
    }
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
            steps.push(plain_step(&finding));
        }
        return Ok(finding.answer(pair, pair.pose_a));
    }
    if task.method == Some(Method::Lemke)
        && let Some(finding) = lemke::solve(pair)
    {
        return at_once(finding, pair, &mut task);
    }
    if by_facets(pair, task.method) {
        if WALKS && let Some(finding) = walk::at_once(pair, &task) {
            return Ok(finding.answer(pair, pair.world()));
        }
        if let Some(answer) = walk(&Local::new(pair), &mut task) {
            return Ok(answer);
        }
    }
    let implicit = is_implicit(&pair.a.core) || is_implicit(&pair.b.core);
    let interior = matches!(task.method, Some(Method::Interior | Method::Barrier));
    let asked = interior || cutting::is_meant(task.method);
    if let Some(finding) = for_comparison(pair, &mut task) {
        return Ok(finding.answer(pair, pair.pose_a));
    }
    if (implicit && !(task.method == Some(Method::Gjk) && has_furthest_points(pair)) || asked)
        && let Some(answer) = by_surfaces(&Local::new(pair), &mut task)
    {
        return answer;
    }
    if !is_unbounded {
        if task.method != Some(Method::Gjk) && newton::fits(&pair.a.core, &pair.b.core) {
            return smooth(&Local::new(pair), &mut task);
        }
        if task.method.is_none_or(|method| method == Method::Newton)
            && ridge::fits(&pair.a.core, &pair.b.core)
        {
            if let Some(answer) = discs::answer(pair, &mut task) {
                return Ok(answer);
            }
            let local = Local::new(pair);
            if let Some(end) = ridge::solve(&local, &mut task) {
                return finished(end, &local, &mut task);
            }
        }
        return pairing::solve(pair, &mut task);
    }
    unbounded(&Local::new(pair), &mut task)
}

/// Whether nothing but GJK is made for this core.
#[inline(always)]
fn is_cornered<const D: usize>(core: &Core<'_, D>) -> bool {
    matches!(core, Core::Vertices(_) | Core::Cuboid(_))
}

/// The answer that is found in one step, in the world's axes.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn at_once<const D: usize>(
    finding: Finding<D>,
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Outcome<D> {
    if let Some(steps) = &mut task.trace {
        steps.push(plain_step(&finding).moved(&pair.world().seen_from(pair.pose_a)));
    }
    Ok(finding.answer(pair, pair.world()))
}

/// What a formula finds, if there is one, in the world's axes.
#[inline(always)]
pub(crate) fn by_formula<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    formula::solve(pair)
}

/// The same for cores with frames of their own, of a pair with the poses of the shapes.
#[inline(always)]
pub(crate) fn by_formula_framed<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    formula::solve_framed(pair)
}

/// The answer for two segments, if it is plain. Bounds that close are finite, and so are the points
/// between them.
#[inline(always)]
pub(crate) fn by_segments<const D: usize>(pair: &Pair<'_, D>) -> Option<Answer<D>> {
    // In browsers size counts for more.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    segments::answer(pair)
}

/// What the facets that held the last answer say about a pair that the active
/// set is to be used for. The evidence is brought up to date.
#[inline(always)]
pub(crate) fn by_last_facets<const D: usize>(
    pair: &Pair<'_, D>,
    (method, most): (Option<Method>, u32),
    known: (&mut Evidence<D>, &mut Footing),
    seen: &mut Option<Seen>,
) -> Result<Answer<D>, walk::Left> {
    if WALKS && by_facets(pair, method) {
        walk::answer(pair, most, known, seen)
    } else {
        Err(walk::Left::Unclear)
    }
}

/// What facets say about a pair that was left for this reason.
pub(crate) fn by_other_facets<const D: usize>(
    pair: &Pair<'_, D>,
    most: u32,
    last: &mut Evidence<D>,
    left: walk::Left,
) -> Option<Answer<D>> {
    if WALKS { walk::otherwise(pair, most, last, left) } else { None }
}

/// What Newton's method says about two hulls of discs, given where the closest points of the last few
/// poses were: in the world's axes.
#[inline(always)]
pub(crate) fn by_discs<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    trail: &mut Trail<D>,
) -> Option<Finding<D>> {
    rims::follow(pair, task, trail)
}

/// The same for two ellipsoids, or one and a point.
#[inline(always)]
pub(crate) fn by_ovals<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    trail: &mut Trail<D>,
) -> Option<Finding<D>> {
    oval::follow(pair, task, trail)
}

/// Whether either may be of use.
#[inline(always)]
pub(crate) fn follows<const D: usize>(a: &Core<'_, D>, b: &Core<'_, D>) -> bool {
    discs::may_be_discs(a, b) || newton::fits(a, b)
}

/// What there is to follow after an answer that one normal carries.
#[inline(always)]
pub(crate) fn mark<const D: usize>(
    (a, pose_a): (&View<'_, D>, &Pose<D>),
    (b, pose_b): (&View<'_, D>, &Pose<D>),
    answer: &Answer<D>,
) -> Option<Mark<D>> {
    let Answer::Apart(Apart { normal, point_a, point_b, evidence, effort, .. }) = answer else {
        return None;
    };
    let by_normal = evidence.len == 1 && evidence.directions.is_some();
    match (&a.core, &b.core) {
        (Core::Support(_), Core::Support(_)) if by_normal => {
            let shares = [discs::share(a, pose_a, *point_a), discs::share(b, pose_b, *point_b)];
            Some(Mark { normal: *normal, shares })
        }
        (Core::Point(_), Core::Smooth(_)) | (Core::Smooth(_), Core::Point(_))
            if effort.method == Method::Formula =>
        {
            Some(Mark::along(*normal))
        }
        _ => by_normal.then_some(Mark::along(*normal)),
    }
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

/// Methods that nobody needs but those who compare them, unless they do not apply.
#[inline(never)]
fn for_comparison<const D: usize>(
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    match task.method? {
        Method::PointIteration => alternating::solve(&Local::new(pair), task, Vector::ZERO),
        Method::Model => model::solve(&Local::new(pair), task),
        Method::Hybrid => model::hybrid(&Local::new(pair), task),
        _ => None,
    }
}

fn is_implicit<const D: usize>(core: &Core<'_, D>) -> bool {
    matches!(core, Core::Implicit(_))
}

/// Whether GJK can ask the two for furthest points: shapes made of surfaces have none where they have no
/// end, and nothing else is known of their rays.
pub(super) fn has_furthest_points<const D: usize>(pair: &Pair<'_, D>) -> bool {
    let has = |view: &View<'_, D>| !is_implicit(&view.core) || view.is_bounded();
    has(pair.a) && has(pair.b)
}

/// Newton, and where it does not get through, GJK from where it stopped.
#[inline(never)]
fn smooth<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> Outcome<D> {
    finished(newton::solve(local, task), local, task)
}

/// What Newton found, or GJK from where it stopped.
fn finished<const D: usize>(
    end: newton::End<D>,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Outcome<D> {
    match end {
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
        newton::End::Doubt(tried) => doubtful(tried, local, task),
    }
}

/// GJK finds out whether they meet, which it is good at; if not, Newton goes on from the normal that
/// proves it, which is good enough to begin with.
#[inline(never)]
fn doubtful<const D: usize>(
    tried: newton::Tried<D>,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Outcome<D> {
    let pair = local.pair;
    let along = |normal| newton::evidence([normal; MOST], 1, local.pair);
    let first = along(tried.normal);
    let meeting = task.goal(pair, false).meeting;
    let (beyond, trace) = (meeting.min(task.beyond), task.trace.as_deref_mut());
    let iterations = task.accuracy.iterations.min(accuracy::VERDICT_STEPS);
    let accuracy = Accuracy { iterations, ..task.accuracy };
    let mut verdict = Task { accuracy, beyond, warm: Some(&first), trace, ..*task };
    let answer = pairing::solve(pair, &mut verdict)?;
    let Some(normal) = answer.normal() else { return Ok(answer) };
    let (stop, spent) = (answer.effort().stop, tried.looks + answer.effort().iterations);
    // Newton may know more where there is proof that they are apart, and where there is none at all.
    let apart = stop == Stop::Settled && answer.lower() > 0.0;
    let asked = answer.lower() + (pair.a.radius + pair.b.radius) <= task.beyond;
    if !(apart && asked || stop == Stop::Cap) {
        return Ok(answer);
    }
    let proof = if apart { along(pair.pose_a.rotation().rotate_back(normal)) } else { first };
    let trace = task.trace.as_deref_mut();
    let task = &mut Task { warm: Some(&proof), apart: true, trace, ..*task };
    let mut end = newton::solve(local, task);
    if let newton::End::Found(finding) = &mut end {
        finding.effort.iterations += spent;
    }
    finished(end, local, task)
}

#[inline(never)]
fn unbounded<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> Outcome<D> {
    let mut finding = sweep::solve(local, task);
    if is_implicit(&local.pair.a.core) || is_implicit(&local.pair.b.core) {
        finding = claim::upheld(finding, local, &task.goal(local.pair, false));
    }
    // In browsers size counts for more than the last three digits beside corners that are far away.
    if !cfg!(target_arch = "wasm32") {
        finding = chord::inside(finding, local);
    }
    // What an interval or nothing is left of has no steps of its own.
    if let Some(steps) = &mut task.trace
        && steps.is_empty()
    {
        steps.push(plain_step(&finding));
    }
    if !(finding.point_a.is_finite() && finding.point_b.is_finite()) {
        return Err(super::not_finite(finding.point_a));
    }
    Ok(finding.answer(local.pair, local.pair.pose_a))
}
