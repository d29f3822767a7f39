//! Gradients of hulls beside differences without rounding: the squared distance, or depth, of two
//! hulls is a fraction, and the difference of two fractions loses nothing.

use clearance::exact::{self, Exact, Rational};
use clearance::shape::Polytope;
use clearance::{Pose, Rotation, Vector, Workspace};
use fastrand::Rng;

use super::{Tally, sound, zoo};
use crate::workloads::{between, direction, rotation};

/// Gradients must agree to this, relative to their size.
const ALLOWED: f64 = 1e-7;

/// The step of the differences: a power of two, so that translations are exact.
const STEP: f64 = 1.0 / (1 << 22) as f64;

/// The squared signed distance, and the signed distance to the last digit.
fn value(
    a: &Polytope<3>,
    b: &Polytope<3>,
    [pose_a, pose_b]: &[Pose<3>; 2],
) -> Option<(Rational, f64)> {
    match exact::distance(a, pose_a, b, pose_b).ok()? {
        Exact::Apart(apart) => Some((apart.squared(), apart.distance())),
        Exact::Touching(_) => None,
        Exact::Overlapping(_) => {
            let depth = exact::penetration(a, pose_a, b, pose_b).ok()??;
            Some((depth.squared(), -depth.depth()))
        }
    }
}

/// The pose moved along coordinate k: three of translation, three of a turn in its own axes.
pub(super) fn nudged(pose: &Pose<3>, k: usize, by: f64) -> Pose<3> {
    if k < 3 {
        return sound(Pose::new(*pose.rotation(), pose.translation() + Vector::<3>::axis(k) * by));
    }
    let turn = sound(Rotation::from_axis_angle(Vector::<3>::axis(k - 3), by));
    sound(Pose::new(pose.rotation().compose(&turn), pose.translation()))
}

/// A central difference of f from its square: (f₊² − f₋²) / (f₊ + f₋).
fn difference(at: impl Fn(f64) -> Option<(Rational, f64)>, h: f64) -> Option<f64> {
    let ((ahead, f), (back, g)) = (at(h)?, at(-h)?);
    // Through contact the square says nothing about the sign.
    if f * g <= 0.0 {
        return None;
    }
    let change = (&ahead - &back).to_f64() / (f + g);
    Some(change / (2.0 * h))
}

/// Compares all twelve derivatives of so many pairs.
pub fn hulls(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    while tally.compared < 12 * count {
        let sizes = [rng.usize(4..30), rng.usize(4..30)];
        let [a, b] = sizes.map(|size| zoo::cloud(rng, size));
        let offset = direction::<3>(rng) * between(rng, 0.2, 3.0);
        let poses = [Pose::rotated(rotation(rng)), sound(Pose::new(rotation(rng), offset))];
        let found = sound(workspace.gradient(&a, &poses[0], &b, &poses[1]));
        if !found.rotation_valid {
            tally.skipped += 12;
            continue;
        }
        for (side, gradient) in [&found.a, &found.b].into_iter().enumerate() {
            let size = gradient.translation.norm().max(gradient.rotation.norm());
            for k in 0..6 {
                let at = |by: f64| {
                    let mut moved = poses;
                    moved[side] = nudged(&poses[side], k, by);
                    value(&a, &b, &moved)
                };
                let (wide, narrow) = (difference(at, 2.0 * STEP), difference(at, STEP));
                let (Some(wide), Some(narrow)) = (wide, narrow) else {
                    tally.skipped += 1;
                    continue;
                };
                // A feature that changes within the step has no derivative to compare with.
                if (wide - narrow).abs() > 0.1 * ALLOWED * size {
                    tally.skipped += 1;
                    continue;
                }
                let ours = if k < 3 { gradient.translation[k] } else { gradient.rotation[k - 3] };
                let wanted = (4.0 * narrow - wide) / 3.0;
                tally.add((ours - wanted).abs() / size, ALLOWED, || {
                    format!("gradients, side {side}, part {k}: {ours} {wanted} {found:?}")
                });
            }
        }
    }
    tally
}
