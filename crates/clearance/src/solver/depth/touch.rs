//! The way out of curved cores that overlap by less than the gap, or only touch.
//!
//! Any direction that is off by the gap will do for a depth, so that the depth of two that touch would
//! jump by as much. The true one is known better: it is that of the distance once the two are pulled
//! apart a little, and so are the points.

use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Evidence, MOST, Method};
use crate::pair::Pair;
use crate::solver::expand::Expansion;
use crate::solver::expand::ends::{Corner, Ends};
use crate::solver::{Task, choose};
use crate::space::{Pose, Vector};

/// Improves what was found of cores that overlap by no more than the gap.
pub(crate) fn improve<const D: usize>(
    cores: &Pair<'_, D>,
    ends: &Ends<'_, D>,
    found: &mut Expansion<D>,
    accuracy: Accuracy,
) {
    let turn = cores.pose_a.rotation();
    let mut normal = found.normal;
    let mut is_known = false;
    // Again along the direction that the first pull shows: then the points lie on a line along it,
    // and what the first one was off by is squared.
    for _ in 0..3 {
        let pull = turn.rotate(normal) * (accuracy::TOUCH_PULL * cores.scale);
        let shift = cores.pose_b.translation() + pull;
        let Ok(pose_b) = Pose::new(*cores.pose_b.rotation(), shift) else { return };
        let pulled = Pair::new(cores.a, cores.pose_a, cores.b, &pose_b);
        let Ok(Answer::Apart(apart)) = choose::solve(&pulled, Task::plain(accuracy)) else {
            return;
        };
        normal = turn.rotate_back(apart.normal);
        let furthest = ends.furthest(normal);
        let value = normal.dot(furthest.w).max(0.0);
        if !(value <= found.upper) || is_known && value == found.upper {
            return;
        }
        let is_shown =
            |w: Vector<D>| (w - normal * value).norm() <= accuracy::POLISHED * cores.scale;
        let shown = if is_shown(furthest.w) {
            Some(([furthest; D], [1.0, 0.0, 0.0, 0.0]))
        } else {
            // A formula names no corners: GJK knows which they are, if not the last digits.
            let carried = recalled(ends, &apart.evidence).or_else(|| {
                let task = Task { method: Some(Method::Gjk), ..Task::plain(accuracy) };
                let answer = choose::solve(&pulled, task).ok()?;
                recalled(ends, answer.evidence())
            });
            carried.filter(|(.., w)| is_shown(*w)).map(|(corners, weights, _)| (corners, weights))
        };
        if let Some((corners, weights)) = shown {
            (found.corners, found.weights) = (Some(corners), weights);
            (found.normal, found.upper, found.lower) = (normal, value, found.lower.min(value));
            is_known = true;
        }
    }
}

/// The corners that carry an answer, their weights, and the point of the difference that they show.
fn recalled<const D: usize>(
    ends: &Ends<'_, D>,
    evidence: &Evidence<D>,
) -> Option<([Corner<D>; D], [f64; MOST], Vector<D>)> {
    let mut corners = [ends.recall(evidence, 0)?; D];
    let mut w = Vector::ZERO;
    for k in 0..evidence.len {
        *corners.get_mut(k)? = ends.recall(evidence, k)?;
        w += corners[k].w * evidence.weights[k];
    }
    Some((corners, evidence.weights, w))
}
