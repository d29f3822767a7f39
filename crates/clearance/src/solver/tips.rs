//! Shapes that come to a point: whether that point is the closest one, looked at before anything
//! else.
//!
//! At the apex of a cone the function has a kink, which the interior point method rounds off and
//! comes to slowly. But as a point it has a distance from the other shape like any other, found by
//! whatever method fits; and if the shape reaches no further than it along the normal there, the
//! answer is about the shape itself.

use super::interior::shared::meeting;
use super::interior::shown;
use super::interior::tangents::Held;
use super::{Finding, Task, choose, cutting, newton, plain_step};
use crate::answer::{Answer, Effort, Evidence};
use crate::interior::pulled;
use crate::pair::{Local, Pair};
use crate::query::Side;
use crate::shape::{Core, Implicit, View};
use crate::space::{Pose, Vector};

/// The distance, if a tip of one of the cores is a closest point.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    for side in [Side::A, Side::B] {
        let view = if side == Side::A { local.pair.a } else { local.pair.b };
        let Core::Implicit(shape) = view.core else { continue };
        for k in 0..shape.curved() {
            if let Some(tip) = shape.tip(k)
                && let Some(finding) = at_tip(local, task, (side, shape), tip)
            {
                if let Some(steps) = &mut task.trace {
                    steps.push(plain_step(&finding));
                }
                return Some(finding);
            }
        }
    }
    None
}

/// The distance, if this tip of a core is closest.
fn at_tip<const D: usize>(
    local: &Local<'_, D>,
    task: &Task<'_, D>,
    (side, shape): (Side, &dyn Implicit<D>),
    tip: Vector<D>,
) -> Option<Finding<D>> {
    // Its function is rounded off a little; or other surfaces have cut it off.
    let (at, goal) = (pulled(shape, tip), task.goal(local.pair, false));
    if !((at - tip).norm() <= goal.gap) {
        return None;
    }
    let answer = from_point(local, task, side, at)?;
    let iterations = answer.effort().iterations.max(1);
    let Answer::Apart(apart) = answer else {
        let [x, y] = answer.points();
        let mut common = meeting(if side == Side::A { x } else { y }, local, iterations);
        common.evidence = cutting::mixed(&common.evidence, *answer.evidence());
        return Some(common);
    };
    let turn = local.b_in_a.rotation();
    let bound = match side {
        Side::A => Held::beside(local.pair.a, shape, at).bound(local.pair.a, apart.normal),
        Side::B => {
            let outward = turn.rotate_back(-apart.normal);
            Held::beside(local.pair.b, shape, at).bound(local.pair.b, outward)
        }
    };
    let lower = apart.lower - bound.loss.max(0.0);
    let stop = newton::ends(lower, apart.upper, &goal).filter(|_| apart.upper > goal.meeting)?;
    let mut evidence = apart.evidence;
    let [mut pushes_a, mut pushes_b] = evidence.pushes();
    match side {
        Side::A => (evidence.a, pushes_a) = (bound.names, bound.multipliers),
        Side::B => (evidence.b, pushes_b) = (bound.names, bound.multipliers),
    }
    let between = apart.point_b - apart.point_a;
    let multipliers = Some(shown(local, between, [pushes_a, pushes_b]));
    Some(Finding {
        point_a: apart.point_a,
        point_b: apart.point_b,
        upper: apart.upper,
        normal: apart.normal,
        lower,
        inside: false,
        unique: None,
        evidence: Evidence { multipliers, ..evidence },
        effort: Effort { iterations, stop, ..apart.effort },
    })
}

/// The closest points of one core's point and the other core, in A's frame.
fn from_point<const D: usize>(
    local: &Local<'_, D>,
    task: &Task<'_, D>,
    side: Side,
    at: Vector<D>,
) -> Option<Answer<D>> {
    let point = View::new(Core::Point(at), at.max_abs());
    let (beyond, below) = (f64::INFINITY, f64::NEG_INFINITY);
    let task = Task { beyond, below, warm: None, trace: None, ..*task };
    let there = &local.b_in_a;
    match side {
        Side::A => {
            let other = View { radius: 0.0, frame: None, ..*local.pair.b };
            choose::solve(&Pair::new(&point, &Pose::IDENTITY, &other, there), task).ok()
        }
        Side::B => {
            let other = View { radius: 0.0, frame: None, ..*local.pair.a };
            choose::solve(&Pair::new(&other, &Pose::IDENTITY, &point, there), task).ok()
        }
    }
}
