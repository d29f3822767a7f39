//! The interior point method on a pair: shapes made of surfaces, with each other and with points,
//! segments, boxes, lines, rays and planes.
//!
//! The engine is in `interior/`; here is what goes in and what comes out. In every step the two
//! current points bound the distance from above. From below it is bounded along their difference:
//! by the support function, where there is one, and otherwise by multipliers on the tangents of
//! the surfaces that hold the point back.

pub(super) mod claim;
pub(super) mod corners;
pub(super) mod level;
pub(super) mod shared;
pub(super) mod tangents;

use alloc::vec::Vec;

use super::gjk::Goal;
use super::{Finding, Task, slide};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Names, Step, Stop};
use crate::interior::{Pace, Program, Row, Side, pulled};
use crate::pair::Local;
use crate::shape::{Core, Implicit, Swept, View};
use crate::space::{Matrix, Vector};
use shared::{common_point, meeting};
use tangents::{Held, Tangents};

/// Whether size counts for more than time, as it does in browsers: there steps begin in the middle.
const SMALL: bool = cfg!(target_arch = "wasm32");

/// Whether the method fits: at least one set is made of surfaces, and the other is too or is flat.
pub(super) fn fits<const D: usize>(local: &Local<'_, D>) -> bool {
    let (a, b) = (local.pair.a, local.pair.b);
    (surfaces(&a.core).is_some() || surfaces(&b.core).is_some())
        && side(a, b, 1.0).is_some()
        && side(b, a, 1.0).is_some()
}

/// The surfaces of a core.
pub(super) fn surfaces<'a, const D: usize>(core: &Core<'a, D>) -> Option<&'a dyn Implicit<D>> {
    match *core {
        Core::Implicit(shape) => Some(shape),
        Core::Smooth(shape) => shape.implicit(),
        Core::Support(shape) => shape.implicit(),
        _ => None,
    }
}

/// The core as the engine wants it, beside the other; `None` if it has no such form.
fn side<'a, const D: usize>(
    view: &View<'a, D>,
    other: &View<'_, D>,
    scale: f64,
) -> Option<Side<'a, D>> {
    let none = Matrix([Vector::ZERO; D]);
    match view.core {
        Core::Point(p) => Some(Side::flat(p, none, 0)),
        Core::Segment(p, q) => {
            let mut axes = none;
            for i in 0..D {
                axes[i][0] = 0.5 * (q[i] - p[i]);
            }
            let mut side = Side::flat(p.lerp(q, 0.5), axes, 1);
            side.bound(Vector::axis(0), 1.0);
            side.bound(-Vector::axis(0), 1.0);
            Some(side)
        }
        Core::Cuboid(half) => {
            let mut side = Side::flat(Vector::ZERO, Matrix::diagonal(half), D);
            for i in 0..D {
                side.bound(Vector::axis(i), 1.0);
                side.bound(-Vector::axis(i), 1.0);
            }
            Some(side)
        }
        Core::Swept(swept) => swept_side(&swept, scale).or_else(|| room_side(view, other, scale)),
        core => surfaces(&core).map(|shape| Side::of(shape, scale)),
    }
}

/// A line, ray, plane or half-space: a point and at most D directions.
fn swept_side<'a, const D: usize>(swept: &Swept<'a, D>, scale: f64) -> Option<Side<'a, D>> {
    let base = swept.base.view();
    let (lines, rays) = (swept.lines.len(), swept.rays.len());
    let Core::Point(origin) = base.core else { return None };
    if base.radius != 0.0 || base.frame.is_some() || lines + rays > D {
        return None;
    }
    let mut axes = Matrix([Vector::ZERO; D]);
    for (k, direction) in swept.lines.iter().chain(swept.rays).enumerate() {
        for i in 0..D {
            axes[i][k] = direction[i] * scale;
        }
    }
    let mut side = Side::flat(origin, axes, lines + rays);
    for k in lines..lines + rays {
        side.bound(-Vector::axis(k), 0.0);
        side.at[k] = 1.0;
    }
    Some(side)
}

/// A polyhedron without end, by its facets, if it has an inside. Only beside what has no end either:
/// bounded shapes have furthest points, which say more about a room.
fn room_side<'a, const D: usize>(
    view: &View<'a, D>,
    other: &View<'_, D>,
    scale: f64,
) -> Option<Side<'a, D>> {
    let facets = view.facets.filter(|_| !other.is_bounded())?;
    let inside = facets.centre();
    // Written so that NaN is none.
    (facets.violation(inside) < 0.0).then(|| Side::room(facets.facets(), inside, scale))
}

/// The bounds at one point of the way.
struct Proof<const D: usize> {
    point_a: Vector<D>,
    point_b: Vector<D>,
    upper: f64,
    normal: Vector<D>,
    lower: f64,
    names: [Names; 2],
    multipliers: [Vector<D>; 2],
    /// The variables of both sides.
    at: [Vector<D>; 2],
}

/// The distance between the two cores; `None` if the method does not fit.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    let (a, b) = (local.pair.a, local.pair.b);
    let scale = local.pair.scale.max(f64::MIN_POSITIVE);
    let sides = || Some([side(a, b, scale)?, side(b, a, scale)?]);
    if task.method == Some(Method::Barrier) {
        let mut finding = attempt(local, task, sides()?, Pace::Careful).finding;
        finding.effort.method = Method::Barrier;
        return Some(finding);
    }
    // A followed pair begins where its last steps did.
    if let Some(mut finding) = slide::again(local, task) {
        finding.effort.method = Method::Interior;
        return Some(finding);
    }
    solve_sides(local, task, &sides).map(|end| end.finding)
}

/// What came of an attempt.
pub(super) struct End<const D: usize> {
    pub(super) finding: Finding<D>,
    /// The variables of both sides.
    pub(super) at: [Vector<D>; 2],
    /// Whether the program as such is solved, whatever the bounds say.
    pub(super) solved: bool,
}

/// The same for sides that may be parts of the cores only: boldly, and if that fails with care.
pub(super) fn solve_sides<'a, const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    sides: &dyn Fn() -> Option<[Side<'a, D>; 2]>,
) -> Option<End<D>> {
    let bold = attempt(local, task, sides()?, Pace::Bold);
    let sound = |end: &End<D>| end.finding.point_a.is_finite() && end.finding.point_b.is_finite();
    if sound(&bold) && (bold.solved || bold.finding.effort.stop != Stop::Stalled) {
        return Some(bold);
    }
    let careful = attempt(local, task, sides()?, Pace::Careful);
    let width = |end: &End<D>| end.finding.upper - end.finding.lower;
    let better = careful.solved || careful.finding.inside || width(&careful) < width(&bold);
    Some(if better || !sound(&bold) { careful } else { bold })
}

fn attempt<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    [a, b]: [Side<'_, D>; 2],
    pace: Pace,
) -> End<D> {
    let close = pace == Pace::Bold && !SMALL;
    let scale = local.pair.scale.max(f64::MIN_POSITIVE);
    let mut program = Program {
        a,
        b,
        turn: *local.b_in_a.rotation().matrix(),
        offset: local.b_in_a.translation(),
        weight: 1.0 / (scale * scale),
        blur: if close { accuracy::BLUR_FIRST } else { 1.0 },
        pace,
        floor: 0.0,
    };
    if close {
        program.approach();
    }
    // What is not needed is not written.
    match program.len() {
        count if !SMALL && count <= accuracy::INTERIOR_FEWEST => {
            let mut few = [Row::NEW; accuracy::INTERIOR_FEWEST];
            descend(&mut program, &mut few[..count], local, task)
        }
        count if count <= accuracy::INTERIOR_FEW => {
            let mut few = [Row::NEW; accuracy::INTERIOR_FEW];
            descend(&mut program, &mut few[..count], local, task)
        }
        count => {
            let mut many = Vec::new();
            many.resize(count, Row::NEW);
            descend(&mut program, &mut many, local, task)
        }
    }
}

/// Steps until the bounds are close enough, a common point is found, or nothing gets better.
#[inline(never)]
fn descend<const D: usize>(
    program: &mut Program<'_, D>,
    rows: &mut [Row<D>],
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> End<D> {
    program.begin(rows);
    let goal = task.goal(local.pair, false);
    let mut solved = false;
    let mut best: Option<Proof<D>> = None;
    let (mut idle, mut tries) = (0, 0);
    let most = match program.pace {
        Pace::Bold => accuracy::INTERIOR_STEPS,
        Pace::Careful => accuracy::CAREFUL_STEPS,
    };
    for iteration in 1..=most.min(goal.cap) {
        let (x, y) = program.points();
        let upper = (y - x).norm();
        // What the objective ½κ|v|² may still lose, as a length.
        let left = program.mean(rows) * rows.len() as f64 / program.weight;
        if let Some(steps) = &mut task.trace {
            let known = steps.last().map_or(0.0, |step| step.lower);
            steps.push(step_of(&prove(program, rows, local), [x, y], task.method, known));
        }
        let doubt = left >= accuracy::MEETING_DOUBT * upper * upper;
        if (upper <= goal.touch || (doubt && may_meet(program, rows, [x, y])))
            && let Some(point) = common_point(local, [x, y])
        {
            let at = [program.a.at, program.b.at];
            return End { finding: meeting(point, local, iteration), at, solved: true };
        }
        let asked = goal.beyond < f64::INFINITY || goal.below > f64::NEG_INFINITY;
        let near = left <= goal.gap.max(goal.touch) * upper;
        if near || (asked && left <= 0.5 * upper * upper) {
            let proof = prove(program, rows, local);
            let gap = proof.upper - proof.lower;
            if let Some(stop) = ends(proof.lower, gap, &goal) {
                let at = proof.at;
                return End { finding: finding(proof, local, iteration, stop), at, solved: true };
            }
            // Not better than half of what it was: rounding has the upper hand.
            let better = best.as_ref().is_none_or(|best| gap < 0.5 * (best.upper - best.lower));
            let settled = program.blur <= accuracy::BLUR_GONE;
            idle = if better || !settled { 0 } else { idle + 1 };
            // Steps that jump to and fro lead to small products λ s as well.
            solved |= near && idle >= accuracy::INTERIOR_IDLE && program.is_solved(rows);
            // A proof that comes too early may be narrower by chance, where a part stands for a
            // whole: it says nothing about the solution.
            if near
                && gap.is_finite()
                && best.as_ref().is_none_or(|best| gap < best.upper - best.lower)
            {
                best = Some(proof);
            }
        }
        // First where something holds on both sides, which is soon the right thing.
        let far = match tries {
            0 => iteration <= accuracy::FINISH_AFTER || !both_held(program, rows),
            _ => (accuracy::FINISH_FROM.get(tries - 1))
                .is_none_or(|share| left > share * upper * upper),
        };
        if !far && is_whole(program, local) {
            tries += 1;
            if let Some(mut finding) = finished(program, rows, local, task) {
                finding.effort.method = Method::Interior;
                finding.effort.iterations += iteration;
                return End { finding, at: [program.a.at, program.b.at], solved: true };
            }
        }
        // Products λ s a tenth of what the gap needs; less, where that was not enough.
        let share = accuracy::INTERIOR_FLOOR[(idle as usize).min(2)];
        program.floor =
            share * goal.gap.max(goal.touch) * upper * program.weight / rows.len() as f64;
        program.blur = (program.blur * accuracy::BLUR_FALL)
            .max((left * program.weight).min(accuracy::BLUR_LAST));
        if idle >= accuracy::INTERIOR_IDLE || program.step(rows).is_none() {
            break;
        }
    }
    let proof = match best {
        Some(proof) => proof,
        None => prove(program, rows, local),
    };
    if let Some(point) = common_point(local, [proof.point_a, proof.point_b]) {
        let finding = meeting(point, local, accuracy::INTERIOR_STEPS);
        return End { finding, at: proof.at, solved: true };
    }
    let at = proof.at;
    End { finding: finding(proof, local, accuracy::INTERIOR_STEPS, Stop::Stalled), at, solved }
}

/// Whether the sides are the cores as they are, and steps are bold: then sliding points may finish.
fn is_whole<const D: usize>(program: &Program<'_, D>, local: &Local<'_, D>) -> bool {
    let whole = |side: &Side<'_, D>, core: &Core<'_, D>| {
        side.surfaces.is_some() || matches!(core, Core::Cuboid(_) | Core::Point(_))
    };
    program.pace == Pace::Bold
        && whole(&program.a, &local.pair.a.core)
        && whole(&program.b, &local.pair.b.core)
}

/// Whether on each side something pushes by more than it leaves room.
fn both_held<const D: usize>(program: &Program<'_, D>, rows: &[Row<D>]) -> bool {
    let (first, second) = rows.split_at(program.a.len());
    let held = |rows: &[Row<D>]| {
        rows.is_empty() || rows.iter().any(|row| accuracy::FINISH_PUSH * row.push > row.slack)
    };
    held(first) && held(second)
}

/// The rest by sliding points, held by the surfaces that push by more than they leave room.
fn finished<const D: usize>(
    program: &Program<'_, D>,
    rows: &[Row<D>],
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    let (first, second) = rows.split_at(program.a.len());
    let pushing =
        |(k, row): (usize, &Row<D>)| (accuracy::FINISH_PUSH * row.push > row.slack).then_some(k);
    let mut held_a = first.iter().enumerate().filter_map(pushing);
    let mut held_b = second.iter().enumerate().filter_map(pushing);
    let at = [program.a.position(), program.b.position()];
    slide::finish(local, task, at, [&mut held_a, &mut held_b])
}

/// Whether one of the points that [`common_point`] tries may belong to both sets, as far as the
/// tangents at the current points tell: most do not, and tangents cost nothing.
fn may_meet<const D: usize>(
    program: &Program<'_, D>,
    rows: &[Row<D>],
    [x, y]: [Vector<D>; 2],
) -> bool {
    let (first, second) = rows.split_at(program.a.len());
    // The most that a tangent has at the other point, and halfway.
    let beyond = |side: &Side<'_, D>, rows: &[Row<D>], way: Vector<D>| {
        let mut most = [f64::NEG_INFINITY; 2];
        if side.surfaces.is_some() {
            for row in rows {
                let rise = row.gradient.dot(way);
                for (most, share) in most.iter_mut().zip([1.0, 0.5]) {
                    let value = row.value + share * rise;
                    if value > *most {
                        *most = value;
                    }
                }
            }
        }
        most.map(|most| most <= 0.0)
    };
    let [y_in_a, middle_in_a] = beyond(&program.a, first, y - x);
    let [x_in_b, middle_in_b] = beyond(&program.b, second, program.turn.transpose_mul(x - y));
    y_in_a || x_in_b || (middle_in_a && middle_in_b)
}

fn ends(lower: f64, gap: f64, goal: &Goal) -> Option<Stop> {
    if gap <= goal.gap && goal.decides(lower, gap, 1.0) {
        return Some(Stop::Converged);
    }
    goal.settles(lower, gap, 1.0).then_some(Stop::Settled)
}

/// Both bounds at the current points.
fn prove<const D: usize>(
    program: &Program<'_, D>,
    rows: &[Row<D>],
    local: &Local<'_, D>,
) -> Proof<D> {
    let (a, b) = (local.pair.a, local.pair.b);
    let within = |side: &Side<'_, D>| match side.surfaces {
        Some(shape) => pulled(shape, side.at),
        None => side.behind_facets(),
    };
    let (first, second) = rows.split_at(program.a.len());
    let point_a = within(&program.a);
    let local_b = within(&program.b);
    let point_b = local.b_in_a.transform(local_b);
    let between = point_b - point_a;
    let upper = between.norm();
    let turn = local.b_in_a.rotation();
    let held_a = Held::by_rows(a, first, point_a);
    let held_b = Held::by_rows(b, second, local_b);
    let normal = between / upper;
    let normal = level::borne((a, held_a.as_ref()), (b, held_b.as_ref()), turn, normal);
    let bound_a = Tangents::new(a, held_a.as_ref(), normal, point_a);
    let bound_b = Tangents::new(b, held_b.as_ref(), turn.rotate_back(-normal), local_b);
    let lower = normal.dot(between) - bound_a.loss - bound_b.loss;
    Proof {
        point_a,
        point_b,
        upper,
        normal,
        lower,
        names: [bound_a.names, bound_b.names],
        multipliers: [bound_a.multipliers, bound_b.multipliers],
        at: [program.a.at, program.b.at],
    }
}

/// The multipliers as evidence shows them: if the shapes meet by their radii, the gap of the cores.
pub(super) fn shown<const D: usize>(
    local: &Local<'_, D>,
    between: Vector<D>,
    multipliers: [Vector<D>; 2],
) -> [Vector<D>; 2] {
    let radii = local.pair.a.radius + local.pair.b.radius;
    let slack = accuracy::TOUCH * accuracy::ROUNDING * (local.pair.scale + radii);
    if between.norm() <= radii + slack { [between; 2] } else { multipliers }
}

fn finding<const D: usize>(
    proof: Proof<D>,
    local: &Local<'_, D>,
    iterations: u32,
    stop: Stop,
) -> Finding<D> {
    let touching = proof.upper <= accuracy::TOUCH * accuracy::ROUNDING * local.pair.scale;
    let between = proof.point_b - proof.point_a;
    let directions = [between; MOST];
    let [a, b] = proof.names;
    let evidence = Evidence {
        a,
        b,
        multipliers: Some(shown(local, between, proof.multipliers)),
        ..Evidence::along(directions, [1.0, 0.0, 0.0, 0.0], 1)
    };
    Finding {
        point_a: proof.point_a,
        point_b: proof.point_b,
        upper: proof.upper,
        normal: if touching { Vector::ZERO } else { proof.normal },
        lower: proof.lower,
        inside: touching,
        unique: None,
        evidence,
        effort: Effort { method: Method::Interior, iterations, stop },
    }
}

/// What is proved at this point of the way, or was `known` before it, for those who watch.
fn step_of<const D: usize>(
    proof: &Proof<D>,
    iterates: [Vector<D>; 2],
    asked: Option<Method>,
    known: f64,
) -> Step<D> {
    Step {
        method: asked.filter(|asked| *asked == Method::Barrier).unwrap_or(Method::Interior),
        points: [proof.point_a, proof.point_b],
        lower: proof.lower.max(known),
        upper: proof.upper,
        detail: Detail::Interior { iterates },
    }
}
