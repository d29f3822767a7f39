//! Closest approach and first contact of translating shapes as two convex programs, by the
//! interior point method; see `solver/voyage.rs`.

use super::approach::Approach;
use super::cast::{FirstContact, Hit, Moving};
use super::motion::Piece;
use crate::accuracy;
use crate::answer::Method;
use crate::pair::{Pair, core_pose};
use crate::solver::Voyage;
use crate::space::Vector;

impl<const D: usize> Moving<'_, D> {
    /// What the programs find, if they were asked for; `None` too if a shape turns or is not made
    /// of surfaces, and where no proof succeeds: then the usual way is open.
    pub(super) fn by_programs(&self) -> Option<FirstContact<D>> {
        let asked = self.cast.method == Some(Method::Interior);
        if !asked || !self.motion_a.is_linear() || !self.motion_b.is_linear() {
            return None;
        }
        let (mut best, mut lower): (Option<Approach<D>>, f64) = (None, f64::INFINITY);
        let mut time = 0.0;
        while time < self.cast.t_max {
            let end = self.next_start(time);
            match self.leg(self.pieces(time), [time, end])? {
                FirstContact::Hit(hit) => return Some(FirstContact::Hit(hit)),
                FirstContact::Miss(passing) => {
                    lower = lower.min(passing.lower);
                    if best.is_none_or(|best| passing.upper < best.upper) {
                        best = Some(passing);
                    }
                }
            }
            time = end;
        }
        best.map(|best| FirstContact::Miss(Approach { lower, ..best }))
    }

    /// Along one piece of both motions.
    fn leg(&self, pieces: [&Piece<D>; 2], [start, end]: [f64; 2]) -> Option<FirstContact<D>> {
        let (view_a, view_b) = (self.a.view(), self.b.view());
        let [pose_a, pose_b] = self.poses(pieces, start);
        let core_a = core_pose(&view_a, &pose_a).unwrap_or(pose_a);
        let core_b = core_pose(&view_b, &pose_b).unwrap_or(pose_b);
        let pair = Pair::new(&view_a, &core_a, &view_b, &core_b);
        if !(pair.scale <= accuracy::LARGEST && pair.scale >= accuracy::SMALLEST) {
            return None;
        }
        let span = end - start;
        let way = (pieces[1].velocity - pieces[0].velocity) * span;
        let voyage = Voyage::new(&pair, way, self.slack())?;
        let world = |point: Vector<D>, time: f64| {
            core_a.transform(point) + pieces[0].velocity * (time - start)
        };
        let passing = voyage.closest()?;
        let time = (start + passing.time * span).min(end);
        let normal = core_a.rotation().rotate(passing.normal);
        if passing.lower > self.slack() {
            let points = passing.points.map(|point| world(point, time));
            let (lower, upper) = (passing.lower, passing.upper);
            let found = Approach { time, distance: upper, lower, upper, points, normal };
            return Some(FirstContact::Miss(found));
        }
        if passing.upper > 0.0 {
            // Closer than rounding can tell.
            return None;
        }
        let arrival = voyage.first(&passing, self.cast.tolerance / span)?;
        let [time_lower, time_upper] = arrival.times.map(|share| start + share * span);
        let (point, normal) =
            (world(arrival.point, time_lower), core_a.rotation().rotate(arrival.normal));
        let certain = true;
        let hit = Hit { time: time_lower, time_lower, time_upper, certain, point, normal };
        Some(FirstContact::Hit(hit))
    }
}
