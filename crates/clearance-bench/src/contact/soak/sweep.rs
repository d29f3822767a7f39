//! Sweeps through contact: apart, touching, overlapping, in steps of 1e-7 of the size, for every
//! pair of kinds. The signed distance may change by no more than the step and rounding, however far
//! apart its bounds are.

use std::sync::atomic::{AtomicUsize, Ordering};

use clearance::{Answer, Pose, QueryError, Signed, Workspace, distance};
use fastrand::Rng;

use super::{Tally, sound, zoo};
use crate::workloads::{direction, rotation};

/// How many steps there are, half of them before the contact.
const STEPS: i32 = 10_000;

/// The same for shapes whose furthest points take a hundred times longer.
const SLOW_STEPS: i32 = 1000;

/// The length of a step, as a share of the size.
const STEP: f64 = 1e-7;

/// What a change may be off for rounding, as a share of the size.
const ROUNDING: f64 = 1e-14;

/// How many unordered pairs of kinds there are.
pub const PAIRS: u64 = (zoo::KINDS * (zoo::KINDS + 1) / 2) as u64;

/// The next pair of kinds.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// Sweeps so many pairs of kinds, all of them in turn.
pub fn all_pairs(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..count {
        let number = NEXT.fetch_add(1, Ordering::Relaxed) % PAIRS as usize;
        let (mut first, mut rest) = (0, number);
        while rest >= zoo::KINDS - first {
            rest -= zoo::KINDS - first;
            first += 1;
        }
        let kinds = [first, first + rest];
        // Some pairs are never apart, such as a line and a plane.
        let swept = (0..20).any(|_| sweep(rng, kinds, &mut tally));
        tally.skipped += u64::from(!swept);
    }
    tally
}

/// Sweeps one pair; `false` if it cannot be parted.
fn sweep(rng: &mut Rng, kinds: [usize; 2], tally: &mut Tally) -> bool {
    let names = kinds.map(zoo::name);
    let shapes = kinds.map(|kind| zoo::make(rng, kind));
    let steps = if shapes.iter().any(zoo::is_slow) { SLOW_STEPS } else { STEPS };
    let [a, b] = &shapes;
    let pose_a = Pose::rotated(rotation(rng));
    let far = sound(Pose::new(rotation(rng), direction::<3>(rng) * 6.0));
    let Ok(Answer::Apart(apart)) = distance(a, &pose_a, b, &far) else { return false };
    let touching = far.translation() - apart.normal * apart.distance;
    let size = 6.0;
    let mut workspace = Workspace::new();
    let mut last: Option<Signed<3>> = None;
    for k in -steps / 2..steps / 2 {
        let place = touching - apart.normal * (f64::from(k) * STEP * size);
        let pose_b = sound(Pose::new(*far.rotation(), place));
        let signed = match workspace.signed_distance(a, &pose_a, b, &pose_b) {
            Ok(signed) => signed,
            Err(QueryError::Inseparable) => return false,
            Err(error) => {
                tally.add(1.0, 0.0, || format!("sweeps: {error} {a:?} {b:?}"));
                return true;
            }
        };
        let unit = (signed.normal().norm() - 1.0).abs();
        let jump = last.map_or(0.0, |last| (signed.distance() - last.distance()).abs());
        let mut error = (jump - STEP * size).max(0.0) / size;
        if !(unit <= 1e-14) || !signed.distance().is_finite() {
            error = 1.0;
        }
        if !signed.is_global() {
            tally.add_local(names, || format!("{signed:?} {a:?} {b:?} {pose_a:?} {pose_b:?}"));
        }
        tally.add(error, ROUNDING, || {
            format!("sweeps, step {k}: {last:?} {signed:?} {a:?} {b:?} {pose_a:?} {pose_b:?}")
        });
        last = Some(signed);
    }
    true
}
