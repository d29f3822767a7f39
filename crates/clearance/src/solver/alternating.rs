//! From point to shape and back: the closest point of A to a point of B, the closest point of B to
//! that, and so on. For shapes that can project a point, such as ellipsoids.
//!
//! For comparison: each step costs two projections, and the closer the shapes, the more steps it
//! takes, since each shortens what is left by a factor that tends to 1 as they touch. The steps
//! form a geometric series in the end; now and then its limit is guessed, and kept if that is closer.

use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Local;
use crate::shape::Core;
use crate::space::Vector;

fn project<const D: usize>(core: &Core<'_, D>, p: Vector<D>) -> Option<Vector<D>> {
    match core {
        Core::Point(point) => Some(*point),
        core => core.shape()?.nearest(p),
    }
}

/// The distance between the two cores, from a point near by; `None` if one of them cannot project
/// points.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    start: Vector<D>,
) -> Option<Finding<D>> {
    let goal = task.goal(local.pair, false);
    let onto_a = |p: Vector<D>| project(&local.pair.a.core, p);
    let onto_b = |p: Vector<D>| {
        let local_p = local.b_in_a.transform_back(p);
        Some(local.b_in_a.transform(project(&local.pair.b.core, local_p)?))
    };
    let mut y = onto_b(start)?;
    let mut x = onto_a(y)?;
    let mut before = Vector::ZERO;
    let mut found = measure(local, [x, y]);
    for iteration in 1..=accuracy::POINT_STEPS.min(goal.cap) {
        let gap = found.upper - found.lower;
        found.effort.iterations = iteration;
        if let Some(steps) = &mut task.trace {
            steps.push(super::plain_step(&found));
        }
        if found.inside || found.upper <= goal.touch {
            found.inside = true;
            found.effort.stop = Stop::Contained;
            break;
        }
        let ends = gap <= goal.gap && goal.decides(found.lower, gap, 1.0);
        if ends || goal.settles(found.lower, gap, 1.0) {
            found.effort.stop = if ends { Stop::Converged } else { Stop::Settled };
            break;
        }
        let next = onto_b(x)?;
        let step = next - y;
        (x, y) = (onto_a(next)?, next);
        let ratio = step.dot(before) / before.norm_squared();
        if iteration % accuracy::POINT_GUESS == 0 && ratio > 0.0 && ratio < 1.0 {
            let guess = onto_b(onto_a(y + step * (ratio / (1.0 - ratio)))?)?;
            let foot = onto_a(guess)?;
            if (guess - foot).norm() < (y - x).norm() {
                (x, y) = (foot, guess);
            }
        }
        before = step;
        found = measure(local, [x, y]);
    }
    Some(found)
}

/// Both bounds at two points of the cores.
fn measure<const D: usize>(local: &Local<'_, D>, [x, y]: [Vector<D>; 2]) -> Finding<D> {
    let upper = (y - x).norm();
    let normal = (y - x).normalized().unwrap_or(Vector::ZERO);
    let lower = normal.dot(local.support_b(-normal) - local.support_a(normal));
    let along = Evidence::along([y - x; MOST], [1.0, 0.0, 0.0, 0.0], 1);
    Finding {
        point_a: x,
        point_b: y,
        upper,
        normal,
        lower,
        inside: upper == 0.0,
        unique: None,
        evidence: Evidence { a: Names::Formula, b: Names::Formula, ..along },
        effort: Effort { method: Method::PointIteration, iterations: 0, stop: Stop::Stalled },
    }
}
