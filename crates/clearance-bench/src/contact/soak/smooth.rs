//! Gradients of all kinds of pairs beside differences that are extrapolated until they agree.

use clearance::{Accuracy, Pose, Query, QueryError, Workspace};
use fastrand::Rng;

use super::differences::nudged;
use super::{Tally, sound, zoo};
use crate::soak::creatures::Boxed;
use crate::workloads::{between, direction, rotation};

/// Gradients must agree to this, relative to their size.
const ALLOWED: f64 = 1e-7;

/// The widest step; each of the others is half of the one before.
const STEP: f64 = 1.0 / 64.0;

/// The widest step where a second opinion is asked for: a table of differences agrees by accident
/// now and then, but not with another one.
const OTHER_STEP: f64 = 0.7 / 64.0;

/// How many steps there are at most.
const STEPS: usize = 8;

/// Known to rounding.
fn value(
    [a, b]: &[Boxed<3>; 2],
    poses: &[Pose<3>; 2],
    workspace: &mut Workspace<3>,
) -> Option<f64> {
    let accuracy = Accuracy { gap: 1e-15, ..Accuracy::DEFAULT };
    let query = Query { accuracy, ..Query::DEFAULT };
    Some(workspace.signed_distance_by(&query, a, &poses[0], b, &poses[1]).ok()?.distance())
}

/// Central differences with ever shorter steps, extrapolated to none (Richardson): the place in the
/// table where neighbours agree best, and how well they do. Where they do not agree the function
/// is not smooth within the steps, or not known well enough.
fn derivative(widest: f64, mut at: impl FnMut(f64) -> Option<f64>) -> Option<(f64, f64)> {
    let mut last: Vec<f64> = Vec::new();
    let mut best = (0.0, f64::INFINITY);
    for k in 0..STEPS {
        let h = widest * 0.5_f64.powi(k as i32);
        let mut row = vec![(at(h)? - at(-h)?) / (2.0 * h)];
        let mut power = 4.0;
        for (j, old) in last.iter().enumerate() {
            let next = row[j] + (row[j] - old) / (power - 1.0);
            let doubt = (next - row[j]).abs().max((next - old).abs());
            if doubt < best.1 {
                best = (next, doubt);
            }
            row.push(next);
            power *= 4.0;
        }
        last = row;
    }
    Some(best)
}

/// Compares all twelve derivatives of so many pairs of any kinds.
pub fn any_pairs(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    let mut pairs = 0;
    while pairs < count {
        let (names, shapes) = zoo::pair(rng, |_| true);
        let offset = direction::<3>(rng) * between(rng, 0.0, 3.0);
        let poses = [Pose::rotated(rotation(rng)), sound(Pose::new(rotation(rng), offset))];
        let found = match workspace.gradient(&shapes[0], &poses[0], &shapes[1], &poses[1]) {
            Ok(found) if found.rotation_valid => found,
            Ok(_) | Err(QueryError::Inseparable) => {
                tally.skipped += 12;
                continue;
            }
            Err(error) => {
                tally.add(1.0, 0.0, || format!("gradients, {names:?}: {error} {shapes:?}"));
                continue;
            }
        };
        let before = tally.compared;
        for (side, gradient) in [&found.a, &found.b].into_iter().enumerate() {
            let size = gradient.translation.norm().max(gradient.rotation.norm());
            for k in 0..6 {
                let ours = if k < 3 { gradient.translation[k] } else { gradient.rotation[k - 3] };
                let doubtful = 0.1 * ALLOWED * size;
                let mut wanted = |widest: f64| {
                    let by_steps = derivative(widest, |by| {
                        let mut moved = poses;
                        moved[side] = nudged(&poses[side], k, by);
                        value(&shapes, &moved, &mut workspace)
                    });
                    by_steps.filter(|(_, doubt)| *doubt < doubtful).map(|(wanted, _)| wanted)
                };
                let first = wanted(STEP);
                let agreed = first.filter(|first| {
                    (ours - first).abs() <= ALLOWED * size
                        || wanted(OTHER_STEP).is_some_and(|other| (other - first).abs() < doubtful)
                });
                let Some(wanted) = agreed else {
                    tally.skipped += 1;
                    continue;
                };
                tally.add((ours - wanted).abs() / size, ALLOWED, || {
                    format!(
                        "gradients, {names:?}, side {side}, part {k}: {ours} {wanted} {:?} {shapes:?} {poses:?}",
                        found.signed
                    )
                });
            }
        }
        pairs += u64::from(tally.compared > before);
    }
    tally
}
