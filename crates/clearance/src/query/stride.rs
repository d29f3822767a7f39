//! How long a slab between turning shapes may be trusted.
//!
//! That no point moves faster than the furthest one is true and says little: a long blade that turns about its
//! middle, beside something small there, would be looked at thousands of times. How wide a slab of one
//! normal n is at a time that is still to come costs two support points. And in between?
//!
//! ```text
//!   width                 seen from a shape's own frame the normal turns on an arc u(λ), 0 ≤ λ ≤ 1, and leaves its
//!   w₀ ●                  chord by at most e = max |u″| Δ² / 8. The support function h is convex, so that
//!      │ ╲ ╲              h(u(λ)) ≤ (1 − λ) h(u₀) + λ h(u₁) + e · reach
//!      │   ╲   ╲          and the width between two times is above their chord, less the sum of e · reach of
//!      │     ╲   ● w₁     both. Where it is below w₀ by no more than what may be lost, the slab still parts them.
//!      0 ─────────── Δ
//! ```
//!
//! What is lost to the arc goes with the square of the step: close to a contact the steps are those of Newton's
//! method, however far the shapes reach. The normal is one that stays where it is, or one that turns with a
//! shape: beside the flat side of a blade the former leaves the blade's far end on the wrong side at once.

use super::cast::Moving;
use super::motion::Piece;
use crate::accuracy;
use crate::shape::Core;
use crate::space::{Vector, real};

/// A slab's unit normal at a time, and the shape that it turns with, if it does.
struct Slab<'a, const D: usize> {
    pieces: [&'a Piece<D>; 2],
    normal: Vector<D>,
    time: f64,
    rider: Option<usize>,
}

impl<const D: usize> Moving<'_, D> {
    /// Until when the slab along `normal` does not lose more than `room` of the width that it has now, if it can be
    /// proved to be later than `next`.
    pub(super) fn stride(
        &self,
        pieces: [&Piece<D>; 2],
        normal: Vector<D>,
        room: f64,
        [time, next, end]: [f64; 3],
    ) -> Option<f64> {
        let fast = [0, 1].map(|k| match pieces[k].turning_across(normal) {
            turning if turning > 0.0 => turning * self.reach[k],
            _ => 0.0,
        });
        // In browsers size counts for more.
        if cfg!(target_arch = "wasm32") || !(fast[0] + fast[1] > 0.0) {
            return None;
        }
        let rider = usize::from(fast[1] > fast[0]);
        let mut until = next;
        for rider in [None, Some(rider)] {
            let slab = Slab { pieces, normal, time, rider };
            until = self.trusted(&slab, room, [until, end]);
        }
        (until > next).then_some(until)
    }

    /// Until when a slab keeps what it should: `next`, or later.
    fn trusted(&self, slab: &Slab<'_, D>, room: f64, [next, end]: [f64; 2]) -> f64 {
        let bend = self.bend(slab, end) / 8.0;
        let here = self.beyond(slab, slab.time);
        let (mut until, mut longest) = (next, real::sqrt(accuracy::STRIDE_BEND * room / bend));
        for _ in 0..accuracy::STRIDE_TRIES {
            let step = longest.min(end - slab.time);
            let then = slab.time + step;
            if !(then > until) {
                break;
            }
            let narrower = self.beyond(slab, then) - here + self.doubt();
            let kept = room - bend * step * step;
            let share = if narrower > 0.0 { (kept / narrower).min(1.0) } else { 1.0 };
            until = until.max(slab.time + share * step);
            // As far as this slope leads, which is not so steep before.
            let slope = narrower.max(0.0) / step;
            longest = 2.0 * room / (slope + real::sqrt(slope * slope + 4.0 * bend * room));
        }
        until
    }

    /// The second derivative of what both reach along the normal until `end`, at most, where the support points do
    /// not change.
    fn bend(&self, slab: &Slab<'_, D>, end: f64) -> f64 {
        let spins = slab.pieces.map(|piece| piece.spin.norm());
        let across = slab.pieces.map(|piece| piece.turning_across(slab.normal));
        let Some(rider) = slab.rider else {
            return (0..2)
                .filter(|k| across[*k] > 0.0)
                .map(|k| spins[k] * across[k] * self.reach[k])
                .sum();
        };
        // To the one that it turns with the normal is always the same, and it sees the other one's origin turn.
        let other = 1 - rider;
        let between = |time| {
            let [a, b] = self.poses(slab.pieces, time);
            (b.translation() - a.translation()).norm()
        };
        let far = between(slab.time).max(between(end));
        let passing = (slab.pieces[0].velocity - slab.pieces[1].velocity).norm();
        let both = spins[0] + spins[1];
        both * both * self.reach[other] + across[rider] * (spins[rider] * far + 2.0 * passing)
    }

    /// How far A reaches beyond B along the normal at a time, but for what does not change with it.
    fn beyond(&self, slab: &Slab<'_, D>, time: f64) -> f64 {
        let poses = self.poses(slab.pieces, time);
        let normal = match slab.rider {
            None => slab.normal,
            Some(k) => {
                let before = self.poses(slab.pieces, slab.time)[k];
                poses[k].rotation().rotate(before.rotation().rotate_back(slab.normal))
            }
        };
        let mut far = normal.dot(poses[0].translation() - poses[1].translation());
        let turns = |k: usize| slab.pieces[k].turning_across(slab.normal) > 0.0;
        for (k, pose) in poses.iter().enumerate() {
            // What does not turn, seen from the normal, reaches as far as it did, even if it has no end.
            let still = match slab.rider {
                None => !turns(k),
                Some(rider) => rider == k,
            };
            if !still {
                let (shape, sign) = if k == 0 { (self.a, 1.0) } else { (self.b, -1.0) };
                let along = pose.rotation().rotate_back(normal * sign);
                far += along.dot(shape.support(along));
            }
        }
        far
    }

    /// What rounding may hide, and how far short of the furthest points support points may be.
    fn doubt(&self) -> f64 {
        let mut doubt = self.slack();
        for (shape, reach) in [self.a, self.b].into_iter().zip(self.reach) {
            let surfaces = matches!(shape.view().core, Core::Implicit(_));
            doubt += if surfaces { accuracy::FURTHEST_SHORT * reach } else { 0.0 };
        }
        doubt
    }
}
