//! Points that slide on the surfaces of two bodies until they are closest: Newton's method on the
//! conditions of the optimum, for bodies whose support functions nobody knows.
//!
//! In every look the curved surfaces are replaced by their tangents, and what bends them by
//! ½ λ dᵀ∇²f d in the objective, λ being how hard each pushed last. The closest points of that model
//! are found with few surfaces at a time (`hold`): those that hold the points. Flat surfaces are
//! exact, so that they cost one scan a change.
//!
//! On the flat parts of boxy bodies nothing bends, and the step leads far beyond the next edge. So
//! tangents of the last looks stay in the model: the body lies behind them wherever they touch it.
//! Without them two of three such pairs go to and fro for ever; with them seven looks are the rule.
//!
//! Close to the end the error is squared in each look, and then the tangents alone prove the bound:
//! with Σ λ n equal to the outward normal to rounding, nothing else needs to be known. Where that
//! does not come about, and where the bodies meet, the interior point method has its turn.

mod hold;
mod model;
mod start;

use super::gjk::Goal;
use super::interior::{claim, shared, tangents};
use super::{Finding, Task, newton};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Names, Step, Stop};
use crate::pair::Local;
use crate::shape::{Core, View};
use crate::simd::{Level, Work, dispatch};
use crate::space::Vector;
use hold::{Body, Reach};
use model::{Stand, best};
use start::Begin;

/// The distance between the two cores, if sliding leads to it.
#[inline(never)]
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    if let Some(finding) = again(local, task) {
        return Some(finding);
    }
    let mut bodies = [Body::nothing(), Body::nothing()];
    fill(&mut bodies, local)?;
    dispatch(Begin { local, bodies: &mut bodies })?;
    run(local, task, &mut bodies, accuracy::SLIDE_LOOKS)
}

/// The same from where the last answer was, if that is known.
pub(super) fn again<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    let warm = task.warm?;
    let mut bodies = [Body::nothing(), Body::nothing()];
    fill(&mut bodies, local)?;
    resume(&mut bodies, warm)?;
    run(local, task, &mut bodies, accuracy::SLIDE_LOOKS)
}

/// Fills in both cores, if points can slide on them.
#[inline(always)]
fn fill<'a, const D: usize>([a, b]: &mut [Body<'a, D>; 2], local: &Local<'a, D>) -> Option<()> {
    if !(D == 2 || D == 3) {
        return None;
    }
    a.fill(local.pair.a)?;
    b.fill(local.pair.b)
}

/// The last digits, from points near the closest ones, in their own frames, with the surfaces that
/// seem to hold them; `None` if a few looks are not enough.
pub(super) fn finish<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    at: [Vector<D>; 2],
    held: [&mut dyn Iterator<Item = usize>; 2],
) -> Option<Finding<D>> {
    let mut bodies = [Body::nothing(), Body::nothing()];
    fill(&mut bodies, local)?;
    let [held_a, held_b] = held;
    bodies[0].resume(at[0], held_a);
    bodies[1].resume(at[1], held_b);
    run(local, task, &mut bodies, accuracy::FINISH_LOOKS)
}

/// Looks and steps until the bounds close. Where they only just do, one more look squares the error;
/// what was proved before counts if that leads nowhere.
fn run<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    bodies: &mut [Body<'_, D>; 2],
    most: u32,
) -> Option<Finding<D>> {
    let mut kept = None;
    let finding = dispatch(Looks { local, task, bodies, most, kept: &mut kept });
    let Some(kept) = kept else { return finding };
    let gap = |finding: &Finding<D>| finding.upper - finding.lower;
    match finding {
        Some(last) if !(gap(&kept) < gap(&last)) => Some(last),
        _ => Some(kept),
    }
}

/// The looks and steps, compiled as a whole for what the processor can do: with more registers, and
/// instructions of three operands, there is less to copy.
struct Looks<'l, 'b, 't, 's, const D: usize> {
    local: &'l Local<'s, D>,
    task: &'l mut Task<'t, D>,
    bodies: &'l mut [Body<'b, D>; 2],
    most: u32,
    kept: &'l mut Option<Finding<D>>,
}

impl<const D: usize> Work for Looks<'_, '_, '_, '_, D> {
    type Output = Option<Finding<D>>;

    const WIDE: bool = true;

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn run<L: Level>(self, level: L) -> Self::Output {
        looked(level, self.local, self.task, (self.bodies, self.most), self.kept)
    }
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn looked<L: Level, const D: usize>(
    level: L,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    ([a, b], most): (&mut [Body<'_, D>; 2], u32),
    kept: &mut Option<Finding<D>>,
) -> Option<Finding<D>> {
    if !(a.is_held() && b.is_held()) {
        return None;
    }
    let (goal, turn) = (task.goal(local.pair, false), local.b_in_a.rotation());
    let asked = goal.beyond < f64::INFINITY || goal.below > f64::NEG_INFINITY;
    let (mut doubts, mut close) = (0, false);
    for looks in 1..=most.min(goal.cap) {
        Body::look_at_both(level, a, b, close)?;
        let between = local.b_in_a.transform(b.at) - a.at;
        let upper = between.norm();
        if !(upper > goal.meeting && upper < f64::INFINITY) {
            return None;
        }
        let stands = [a.stand(), b.stand()];
        if looks == 1 {
            a.lean(&stands[0], between);
            b.lean(&stands[1], turn.rotate_back(-between));
        }
        if (close || asked || task.trace.is_some())
            && let Some(finding) =
                proved(local, task, [(&*a, &stands[0]), (&*b, &stands[1])], (looks, &goal))
        {
            let sharp = finding.upper - finding.lower <= accuracy::SLIDE_SHARP * goal.gap;
            if asked || sharp || kept.is_some() {
                return Some(finding);
            }
            *kept = Some(finding);
        }
        let (steps, left) = best(local, [&mut *a, &mut *b], stands, (between, &goal))?;
        if !(left.norm_squared() > accuracy::SLIDE_MEETS * accuracy::SLIDE_MEETS * upper * upper) {
            // They meet, as far as the tangents tell.
            let points = [a.at + steps[0], local.b_in_a.transform(b.at + steps[1])];
            if let Some(point) = shared::common_point(local, points) {
                return Some(shared::meeting(point, local, looks));
            }
            doubts += 1;
            if doubts == accuracy::SLIDE_DOUBTS {
                return None;
            }
        }
        close = steps[0].max_abs() + steps[1].max_abs() <= accuracy::SLIDE_SHORT * upper;
        a.advance(steps[0]);
        b.advance(steps[1]);
    }
    None
}

/// What the tangents at the current points prove, if that is enough.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn proved<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    [(a, on_a), (b, on_b)]: [(&Body<'_, D>, &Stand<D>); 2],
    (looks, goal): (u32, &Goal),
) -> Option<Finding<D>> {
    let between = local.b_in_a.transform(b.at) - a.at;
    let normal = between * (1.0 / between.norm());
    let from_b = local.b_in_a.rotation().rotate_back(-normal);
    let reaches = [a.reach(on_a, local.pair.a, normal), b.reach(on_b, local.pair.b, from_b)];
    let lost = reaches[0].height + reaches[1].height - normal.dot(a.at) - from_b.dot(b.at);
    let asked = goal.beyond < f64::INFINITY || goal.below > f64::NEG_INFINITY;
    if !(asked || task.trace.is_some() || lost <= goal.gap) {
        return None;
    }
    let proof = Proof::new(local, [a, b], normal, reaches);
    if let Some(steps) = &mut task.trace {
        let known = steps.last().map_or(0.0, |step| step.lower);
        let mut step = proof.step(known);
        if task.method == Some(Method::Interior) {
            // Those who watch the interior point see its last steps.
            let iterates = [a.at, a.at + between];
            (step.method, step.detail) = (Method::Interior, Detail::Interior { iterates });
        }
        steps.push(step);
    }
    let stop = newton::ends(proof.lower, proof.upper, goal)?;
    // Where only the radii make them meet, others have the better evidence.
    if !(proof.upper > goal.meeting) {
        return None;
    }
    let moved = proof.moved;
    let finding = proof.finding(local, (looks, stop));
    if !moved {
        return Some(finding);
    }
    Some(claim::measured(finding, local, goal)).filter(|found| found.effort.stop != Stop::Stalled)
}

/// To where the last answer was, held by what held it; `None` if that is not known.
fn resume<const D: usize>([a, b]: &mut [Body<'_, D>; 2], warm: &Evidence<D>) -> Option<()> {
    let (points, pushes) = (warm.directions.as_ref()?, warm.multipliers.as_ref()?);
    if warm.len != MOST {
        return None;
    }
    for (k, (body, names)) in [(a, &warm.a), (b, &warm.b)].into_iter().enumerate() {
        let pushing = (0..D).filter(|i| pushes[k][*i] > 0.0);
        match names {
            Names::Surfaces(ids) => body.resume(points[k], pushing.map(|i| ids[i] as usize)),
            // Bodies that are not told apart by surfaces have one, or are a point.
            Names::Formula | Names::Vertices(_) => body.resume(points[k], core::iter::once(0)),
            Names::Directions => return None,
        }
    }
    Some(())
}

/// The bounds at the current points.
struct Proof<const D: usize> {
    /// Each in the frame of its body.
    own: [Vector<D>; 2],
    /// In A's frame.
    points: [Vector<D>; 2],
    upper: f64,
    normal: Vector<D>,
    lower: f64,
    reaches: [Reach<D>; 2],
    /// Whether a point is elsewhere than the tangents that prove this were taken, by more than rounding:
    /// who takes them where it is finds others.
    moved: bool,
}

impl<const D: usize> Proof<D> {
    fn new(
        local: &Local<'_, D>,
        [a, b]: [&Body<'_, D>; 2],
        normal: Vector<D>,
        reaches: [Reach<D>; 2],
    ) -> Self {
        let own = [a.within(), b.within()];
        let points = [own[0], local.b_in_a.transform(own[1])];
        let upper = (points[1] - points[0]).norm();
        let from_b = local.b_in_a.rotation().rotate_back(-normal);
        let loss = |view: &View<'_, D>, reach: &Reach<D>, outward: Vector<D>, at: Vector<D>| {
            tangents::doubted(reach.height - outward.dot(at), view)
        };
        let lost = loss(local.pair.a, &reaches[0], normal, own[0])
            + loss(local.pair.b, &reaches[1], from_b, own[1]);
        let lower = normal.dot(points[1] - points[0]) - lost;
        let moved = |body: &Body<'_, D>, own: Vector<D>, view: &View<'_, D>| {
            !((own - body.at).max_abs() <= accuracy::CHECK_SLACK * accuracy::ROUNDING * view.reach)
        };
        let moved = moved(a, own[0], local.pair.a) || moved(b, own[1], local.pair.b);
        Self { own, points, upper, normal, lower, reaches, moved }
    }

    fn step(&self, known: f64) -> Step<D> {
        Step {
            method: Method::Newton,
            points: self.points,
            lower: self.lower.max(known),
            upper: self.upper,
            detail: Detail::Newton { direction: self.normal },
        }
    }

    fn finding(self, local: &Local<'_, D>, (iterations, stop): (u32, Stop)) -> Finding<D> {
        let names = |core: &Core<'_, D>, reach: &Reach<D>| match core {
            Core::Implicit(_) => {
                Names::Surfaces(core::array::from_fn(|k| *reach.held.get(k).unwrap_or(&0)))
            }
            Core::Point(_) => Names::Vertices([0; MOST]),
            _ => Names::Formula,
        };
        let evidence = Evidence {
            a: names(&local.pair.a.core, &self.reaches[0]),
            b: names(&local.pair.b.core, &self.reaches[1]),
            multipliers: Some([self.reaches[0].pushes, self.reaches[1].pushes]),
            // For who goes on from here.
            directions: Some([self.own[0], self.own[1], Vector::ZERO, Vector::ZERO]),
            len: MOST,
            weights: [1.0, 0.0, 0.0, 0.0],
        };
        Finding {
            point_a: self.points[0],
            point_b: self.points[1],
            upper: self.upper,
            normal: self.normal,
            lower: self.lower,
            inside: false,
            unique: None,
            evidence,
            effort: Effort { method: Method::Newton, iterations, stop },
        }
    }
}
