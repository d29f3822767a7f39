//! How far the closest points may be from where they were found, and what is left between the shapes.

use super::reach::{self, Reach, add};
use super::{Bodies, Body};
use crate::accuracy::{self, ROUNDING};
use crate::query::rigorous::slope;
use crate::space::{Enclosure, Enclosures, Vector};

impl<const D: usize> Bodies<'_, D> {
    /// The width of the slab between the cores, times the length of n, or less.
    pub(super) fn width(&self, n: Vector<D>, along: [Reach<D>; 2], upper: f64) -> Enclosure {
        let open = |reach: &Reach<D>| reach.slope > 0.0 || reach.bend > 0.0;
        let sliding = self.a.is_sliding() || self.b.is_sliding();
        let mut sum = Enclosure::ZERO;
        let mut rooms = [0.0; 2];
        if open(&along[0]) || open(&along[1]) || sliding {
            let between = self.a.outside(along[0].at).minus(self.b.outside(along[1].at));
            let near = Near {
                n,
                along,
                far: add(between.norm().high, upper),
                slope: if sliding { slope([self.a.free(), self.b.free()], n) } else { 0.0 },
            };
            let Some(found) = self.rooms(&near) else {
                return Enclosure::from(f64::NEG_INFINITY);
            };
            rooms = found;
            if sliding {
                // The lines contribute what the upper bound and the bounded parts differ by.
                let way = rooms.into_iter().fold(near.far, |sum, room| add(sum, 2.0 * room));
                sum = Enclosure::from(near.slope) * (2.0 * way);
            }
        }
        sum = sum + along[0].over(rooms[0]) + along[1].over(rooms[1]);
        -sum
    }

    /// How far, along any axis of its own frame, the closest point of each core (of its bounded part)
    /// is at most from the place that the reach is measured from; `None` if that is not known.
    fn rooms(&self, near: &Near<D>) -> Option<[f64; 2]> {
        let [a, b] = &near.along;
        let mut rooms = [self.a.room(a)?, self.b.room(b)?];
        // What is bounded, but only by several surfaces together, is worth the trouble only if
        // nothing else is known.
        let known = |rooms: &[f64; 2]| {
            rooms[0].is_finite() && !self.a.is_sliding()
                || rooms[1].is_finite() && !self.b.is_sliding()
        };
        for (k, body) in [&self.a, &self.b].into_iter().enumerate() {
            if !known(&rooms) && !rooms[k].is_finite() && body.view.is_bounded() {
                rooms[k] = add(reach::by_axes(body.core())?, near.along[k].at.max_abs());
            }
        }
        let beside = |room: f64| 2.0 * add(2.0 * room, near.far);
        for k in [0, 1] {
            if known(&rooms) {
                break;
            }
            if rooms[k] == f64::INFINITY {
                rooms[k] = self.by_bending(k, near, rooms[1 - k]).unwrap_or(f64::INFINITY);
            }
        }
        match rooms.map(f64::is_finite) {
            [true, true] => Some(rooms),
            [true, false] if known(&rooms) => Some([rooms[0], beside(rooms[0])]),
            [false, true] if known(&rooms) => Some([beside(rooms[1]), rooms[1]]),
            _ => None,
        }
    }

    /// If one of them reaches less far along directions u ± δe than along u, its points lie behind a
    /// cone: u·(x − z) ≤ h − δρ, ρ being the largest coordinate of x − z. The other lies beyond a
    /// plane, but for what rounding makes of that, and no closest point is further than the upper
    /// bound from it: so ρ is bounded.
    fn by_bending(&self, k: usize, near: &Near<D>, other_room: f64) -> Option<f64> {
        let bodies = [&self.a, &self.b];
        let (body, own, other) = (bodies[k], &near.along[k], &near.along[1 - k]);
        if other.bend > 0.0 || body.is_sliding() {
            return None;
        }
        let n = if k == 0 { near.n } else { -near.n };
        let u = body.plain.transpose_mul(n);
        let start = Enclosures::from(n).dot(body.outside(own.at)) + other.height;
        let other_room = if other_room.is_finite() { other_room } else { 0.0 };
        // What the other may gain on the way, by ρ and in any case.
        let slopes = Enclosure::from(4.0 * other.slope) + 4.0 * near.slope;
        let drift = slopes * add(near.far, other_room);
        for delta in accuracy::SIDEWAYS {
            let Some((height, slope)) = body.cone(u, delta, own.at) else { continue };
            let rest = Enclosure::from(delta) - slope - slopes;
            let right = start + height + drift + Enclosure::from(near.far) * 2.0;
            if rest.low > 0.0 {
                return Some((right / rest).high.max(0.0));
            }
        }
        None
    }
}

/// What is known where the answer's points are.
struct Near<const D: usize> {
    n: Vector<D>,
    along: [Reach<D>; 2],
    /// The length between the places of the reaches, and the upper bound.
    far: f64,
    /// Of lines and rays against the normal.
    slope: f64,
}

impl<const D: usize> Body<'_, D> {
    fn room(&self, reach: &Reach<D>) -> Option<f64> {
        Some(add(self.extent()?, reach.at.max_abs()))
    }

    /// (h, σ) such that for all x, with ρ the largest coordinate of x − z, and for each axis e,
    /// (u ± δe)·(x − z) ≤ h + σρ.
    fn cone(&self, u: Vector<D>, delta: f64, z: Vector<D>) -> Option<(f64, f64)> {
        let (mut height, mut slope) = (0.0_f64, 0.0_f64);
        for i in 0..D {
            for side in [delta, -delta] {
                let mut w = u;
                w[i] += side;
                let at = self.core().support(w);
                if !at.is_finite() {
                    return None;
                }
                let found = reach::reach(self.core(), &w.into(), Some(at))?;
                if found.bend > 0.0 {
                    return None;
                }
                let apart = Enclosures::from(found.at).minus(z).most();
                let found = found.seen_from(z, apart, 1.0);
                let from = Enclosures::from(w).dot(z);
                height = height.max((Enclosure::from(found.height) - from).high);
                slope = slope.max(found.slope);
            }
        }
        // The direction in the frame is rounded, and its sum with another.
        Some((height, add(slope, accuracy::SUPPORT_SLACK * ROUNDING)))
    }
}
