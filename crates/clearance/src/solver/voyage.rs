//! Shapes made of surfaces that translate: how close they come, and when they first touch, by the
//! interior point method with the time among its variables.
//!
//! Two programs: the first finds the time at which the shapes are closest; if they have a point in
//! common then, the second finds the first such time. Both results are proved here. A slab whose
//! normal is at right angles to the way is as wide at all times; one that they approach each other
//! along says before which time they cannot touch. A point that belongs to both shapes proves the
//! rest.

use alloc::vec::Vec;

use super::interior::shared::common_point;
use super::interior::surfaces;
use super::interior::tangents::Tangents;
use crate::accuracy;
use crate::interior::{Aim, Pace, Row, Rows, Side, Travel, pull, pulled};
use crate::pair::{Local, Pair};
use crate::shape::{Core, View};
use crate::space::{Matrix, Pose, Vector};

/// Two shapes on their way. Times are shares of the whole.
pub(crate) struct Voyage<'a, const D: usize> {
    pair: &'a Pair<'a, D>,
    /// Where B is in A's frame at time 0, and how far it goes.
    b_in_a: Pose<D>,
    way: Vector<D>,
    /// What the width of a slab may owe to rounding.
    slack: f64,
}

/// The closest approach, in A's frame at its time.
pub(crate) struct Passing<const D: usize> {
    pub(crate) time: f64,
    pub(crate) points: [Vector<D>; 2],
    pub(crate) normal: Vector<D>,
    /// They never come closer than this; not above zero if they meet.
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

/// The first contact, in A's frame.
pub(crate) struct Arrival<const D: usize> {
    /// They do not touch before this time, and they do at the second.
    pub(crate) times: [f64; 2],
    pub(crate) point: Vector<D>,
    pub(crate) normal: Vector<D>,
}

impl<'a, const D: usize> Voyage<'a, D> {
    /// `None` if a shape is not made of surfaces, or has a radius around them. `way` is in the
    /// world's axes.
    pub(crate) fn new(pair: &'a Pair<'a, D>, way: Vector<D>, slack: f64) -> Option<Self> {
        side(pair.a, pair.scale)?;
        side(pair.b, pair.scale)?;
        let way = pair.pose_a.rotation().rotate_back(way);
        Some(Self { pair, b_in_a: pair.b_in_a(), way, slack })
    }

    fn at(&self, time: f64) -> Local<'a, D> {
        let there = self.b_in_a.translation() + self.way * time;
        let b_in_a = Pose::new(*self.b_in_a.rotation(), there).unwrap_or(self.b_in_a);
        Local { pair: self.pair, b_in_a }
    }

    fn scale(&self) -> f64 {
        (self.pair.scale + self.way.sum_abs()).max(f64::MIN_POSITIVE)
    }

    fn program(&self, aim: Aim) -> Option<Travel<'a, D>> {
        let sides = [side(self.pair.a, self.scale())?, side(self.pair.b, self.scale())?];
        let place = (*self.b_in_a.rotation().matrix(), self.b_in_a.translation());
        Some(Travel::new(aim, sides, place, self.way))
    }

    /// When the shapes are closest; `None` if that cannot be proved.
    pub(crate) fn closest(&self) -> Option<Passing<D>> {
        let mut program = self.program(Aim::Closest)?;
        program.weight = 1.0 / (self.scale() * self.scale());
        with_rows(&mut program, |program, rows| self.descend(program, rows))
    }

    fn descend(&self, program: &mut Travel<'_, D>, rows: &mut Rows<'_, D>) -> Option<Passing<D>> {
        let gap = accuracy::VOYAGE_GAP * self.scale();
        let mut best: Option<Passing<D>> = None;
        let mut idle = 0;
        for _ in 0..accuracy::INTERIOR_STEPS {
            let points = program.points();
            let upper = (points[1] - points[0]).norm();
            // What the objective may still lose, as a length.
            let left = rows.sum() / program.weight;
            if left >= accuracy::MEETING_DOUBT * upper * upper || upper <= self.slack {
                let time = program.time();
                let (there, middle) = (self.at(time), points[0].lerp(points[1], 0.5));
                let found = common_point(&there, [middle; 2]);
                if let Some(point) = found.or_else(|| common_point(&there, points)) {
                    let normal = Vector::ZERO;
                    let points = [point; 2];
                    return Some(Passing { time, points, normal, lower: 0.0, upper: 0.0 });
                }
            }
            if left <= gap * upper {
                let proof = self.passing(program, rows);
                let width = proof.upper - proof.lower;
                if width <= gap {
                    return Some(proof);
                }
                idle += 1;
                if best.as_ref().is_none_or(|best| width < best.upper - best.lower) {
                    best = Some(proof);
                }
            }
            let share = accuracy::INTERIOR_FLOOR[(idle as usize).min(2)];
            program.floor = share * gap * upper * program.weight / rows.count();
            soften(program, left * program.weight);
            if idle > accuracy::INTERIOR_IDLE || program.step(rows).is_none() {
                break;
            }
        }
        best.filter(|best| best.upper - best.lower <= accuracy::VOYAGE_WIDE * self.scale())
    }

    /// Both bounds at the program's point.
    fn passing(&self, program: &Travel<'_, D>, rows: &Rows<'_, D>) -> Passing<D> {
        let turn = self.b_in_a.rotation();
        let (point_a, local_b) = (within(&program.a), within(&program.b));
        let start = self.b_in_a.transform(local_b);
        // At an end of time exactly, if it is that.
        let along = |time: f64| start + self.way * time - point_a;
        let mut time = program.time().clamp(0.0, 1.0);
        for end in [0.0, 1.0] {
            if along(end).norm_squared() <= along(time).norm_squared() {
                time = end;
            }
        }
        let upper = along(time).norm();
        let slant = along(time) / upper;
        let across = slant - self.way * (slant.dot(self.way) / self.way.norm_squared());
        let mut best = Passing {
            time,
            points: [point_a, start + self.way * time],
            normal: slant,
            lower: f64::NEG_INFINITY,
            upper,
        };
        for normal in [across.normalized(), Some(slant)].into_iter().flatten() {
            // Rounding leaves something of the way in the normal, which counts from time to time.
            let drift = normal.dot(self.way).min(0.0);
            let a = Tangents::by_rows(self.pair.a, rows.a, normal, point_a);
            let b = Tangents::by_rows(self.pair.b, rows.b, turn.rotate_back(-normal), local_b);
            let lower = normal.dot(start - point_a) + drift - a.loss - b.loss;
            if lower > best.lower {
                (best.lower, best.normal) = (lower, normal);
            }
        }
        best.lower = best.lower.min(upper);
        best
    }

    /// When they first touch, knowing that they do at some time; `None` if that cannot be proved
    /// to `tolerance`.
    pub(crate) fn first(&self, met: &Passing<D>, tolerance: f64) -> Option<Arrival<D>> {
        let room = accuracy::VOYAGE_ROOM;
        [Pace::Bold, Pace::Careful].into_iter().find_map(|pace| {
            let mut program = self.program(Aim::First)?;
            program.meet(met.points[0], met.time.clamp(room, 1.0 - room));
            with_rows(&mut program, |program, rows| self.hasten(program, rows, (pace, tolerance)))
        })?
    }

    /// `None` if nothing is proved; `Some(None)` if they touch from the start.
    fn hasten(
        &self,
        program: &mut Travel<'_, D>,
        rows: &mut Rows<'_, D>,
        (pace, tolerance): (Pace, f64),
    ) -> Option<Option<Arrival<D>>> {
        let mut best: Option<Arrival<D>> = None;
        let (mut latest, mut idle) = (f64::INFINITY, 0);
        let most = match pace {
            Pace::Bold => accuracy::INTERIOR_STEPS,
            Pace::Careful => accuracy::CAREFUL_STEPS,
        };
        for _ in 0..most {
            let left = rows.sum();
            if left <= accuracy::VOYAGE_NEAR {
                latest = latest.min(self.not_after(program, tolerance));
                if latest <= tolerance {
                    return Some(None);
                }
            }
            if left <= tolerance {
                let (before, normal) = self.not_before(program, rows)?;
                let better = best.as_ref().is_none_or(|best| before > best.times[0]);
                if better {
                    let point = program.points()[0];
                    best = Some(Arrival { times: [before, latest], point, normal });
                }
                if let Some(best) = &mut best {
                    best.times[1] = latest;
                    if latest - best.times[0] <= tolerance {
                        break;
                    }
                }
                idle += u32::from(program.blur <= accuracy::BLUR_GONE);
            }
            let share = accuracy::INTERIOR_FLOOR[(idle as usize).min(2)];
            program.floor = share * tolerance / rows.count();
            soften(program, left);
            let stepped = match pace {
                Pace::Bold => program.step(rows),
                Pace::Careful => program.careful_step(rows),
            };
            if idle > accuracy::INTERIOR_IDLE || stepped.is_none() {
                break;
            }
        }
        let narrow = |best: &Arrival<D>| best.times[1] - best.times[0] <= tolerance;
        best.filter(|best| best.times[0] > 0.0 && narrow(best)).map(Some)
    }

    /// A time at which the shapes have a point in common, not long after the program's; infinite
    /// if there is none.
    fn not_after(&self, program: &Travel<'_, D>, tolerance: f64) -> f64 {
        let (point_a, local_b) = (within(&program.a), within(&program.b));
        for share in accuracy::VOYAGE_LATER {
            let time = program.time() + share * tolerance;
            let there = self.at(time);
            let points = [point_a, there.b_in_a.transform(local_b)];
            if time <= 1.0 && common_point(&there, points).is_some() {
                return time;
            }
        }
        f64::INFINITY
    }

    /// The time before which a slab parts the shapes, and its normal: along what pushes A, or B,
    /// or between the two. They are the same at the end, but one of them may be known better.
    fn not_before(&self, program: &Travel<'_, D>, rows: &Rows<'_, D>) -> Option<(f64, Vector<D>)> {
        let turn = self.b_in_a.rotation();
        let (point_a, local_b) = (within(&program.a), within(&program.b));
        let between = self.b_in_a.transform(local_b) - point_a;
        let (on_a, on_b) = (pull(rows.a), -turn.rotate(pull(rows.b)));
        let mut best: Option<(f64, Vector<D>)> = None;
        for direction in [on_a, on_b, on_a + on_b] {
            let Some(normal) = direction.normalized() else { continue };
            let closing = -normal.dot(self.way);
            if !(closing > 0.0) {
                continue;
            }
            let a = Tangents::by_rows(self.pair.a, rows.a, normal, point_a);
            let b = Tangents::by_rows(self.pair.b, rows.b, turn.rotate_back(-normal), local_b);
            let width = normal.dot(between) - a.loss - b.loss - self.slack;
            let before = width / closing;
            if best.is_none_or(|best| before > best.0) {
                best = Some((before, normal));
            }
        }
        best
    }
}

/// Kinks are rounded off less and less.
fn soften<const D: usize>(program: &mut Travel<'_, D>, left: f64) {
    program.blur = (program.blur * accuracy::BLUR_FALL).max(left.min(accuracy::BLUR_LAST));
}

/// Calls `work` with room for the program's surfaces.
fn with_rows<'a, const D: usize, T>(
    program: &mut Travel<'a, D>,
    work: impl FnOnce(&mut Travel<'a, D>, &mut Rows<'_, D>) -> T,
) -> T {
    let (first, count) = (program.a.len(), program.a.len() + program.b.len());
    let (mut few, mut many) = ([Row::NEW; accuracy::INTERIOR_FEW], Vec::new());
    let rows = if count <= few.len() {
        &mut few[..count]
    } else {
        many.resize(count, Row::NEW);
        &mut many[..]
    };
    let mut rows = Rows::new(rows, first);
    match program.aim {
        Aim::Closest => program.begin(&mut rows),
        Aim::First => program.begin_inside(&mut rows),
    }
    work(program, &mut rows)
}

/// The point of a side, or one that belongs to it for certain.
fn within<const D: usize>(side: &Side<'_, D>) -> Vector<D> {
    match side.surfaces {
        Some(shape) => pulled(shape, side.at),
        None => side.clamped(),
    }
}

/// A core whose variables are its own coordinates.
fn side<'a, const D: usize>(view: &View<'a, D>, size: f64) -> Option<Side<'a, D>> {
    if view.radius != 0.0 {
        return None;
    }
    let Core::Cuboid(half) = view.core else {
        return surfaces(&view.core).map(|shape| Side::of(shape, size));
    };
    let mut side = Side::flat(Vector::ZERO, Matrix::IDENTITY, D);
    for i in 0..D {
        side.bound(Vector::axis(i), half[i]);
        side.bound(-Vector::axis(i), half[i]);
    }
    half.0.iter().all(|half| *half > 0.0).then_some(side)
}
