//! First contacts beside sampling and bisection on `intersects`.

use clearance::{
    FirstContact, Hit, Motion, Pose, QueryError, first_contact, intersects, signed_distance,
};
use fastrand::Rng;

use super::{Tally, sound, zoo};
use crate::soak::creatures::{Boxed, Class, class_and_size};
use crate::workloads::{between, direction, rotation};

/// The end of time.
const T: f64 = 2.0;

/// How late a contact may be for rounding alone.
const LATE: f64 = 1e-14;

/// How deep shapes may overlap, for rounding alone, where they are said not to have touched yet.
const DEEP: f64 = 2e-14;

/// The interval of a contact of turning shapes is as wide as was asked for, and no wider.
const TOLERANCE: f64 = 1e-10 * T + LATE;

/// One in so many translations is sampled although two looks would do.
const SAMPLED: u64 = 20;

/// Two shapes on their ways.
struct Case {
    names: [&'static str; 2],
    shapes: [Boxed<3>; 2],
    motions: [Motion<3>; 2],
}

impl Case {
    fn draw(rng: &mut Rng, spin: f64) -> Self {
        let (names, shapes) = zoo::pair(rng, |shape| spin == 0.0 || zoo::is_bounded(shape));
        let offset = direction::<3>(rng) * between(rng, 2.0, 4.0);
        let pose_a = Pose::rotated(rotation(rng));
        let pose_b = sound(Pose::new(rotation(rng), offset));
        let velocity = offset * 0.6 + direction::<3>(rng) * 0.5;
        let spins = [direction::<3>(rng) * spin, direction::<3>(rng) * spin];
        let motions = [
            sound(Motion::<3>::twist(pose_a, velocity, spins[0])),
            sound(Motion::<3>::twist(pose_b, [0.0; 3], spins[1])),
        ];
        Self { names, shapes, motions }
    }

    fn meets(&self, t: f64) -> bool {
        let [a, b] = &self.shapes;
        let poses = [self.motions[0].at(t), self.motions[1].at(t)];
        intersects(a, &poses[0], b, &poses[1]).unwrap_or(false)
    }

    /// How exact the time must be.
    fn allowed(&self) -> f64 {
        let curved = |shape: &Boxed<3>| class_and_size(&**shape).0 == Class::Curved;
        if self.shapes.iter().any(curved) { 1e-8 } else { 1e-10 }
    }

    /// The first time that shows a contact, among many, made exact by bisection.
    fn by_sampling(&self, samples: u32) -> Option<f64> {
        if self.meets(0.0) {
            return Some(0.0);
        }
        let time = |k: u32| T * f64::from(k) / f64::from(samples);
        let hit = (1..=samples).find(|k| self.meets(time(*k)))?;
        let (mut low, mut high) = (time(hit - 1), time(hit));
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.meets(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }

    fn signed(&self, t: f64) -> f64 {
        let [a, b] = &self.shapes;
        let poses = [self.motions[0].at(t), self.motions[1].at(t)];
        signed_distance(a, &poses[0], b, &poses[1]).map_or(f64::INFINITY, |found| found.distance())
    }

    /// By how much a hit is wrong that the samples show too.
    fn error(&self, hit: &Hit<3>, time: f64) -> f64 {
        // Shapes count as touching a few units of rounding before they do, and where they hardly
        // approach each other that is a long time. Late is what comes after they overlap.
        if hit.time_lower - time > LATE && self.signed(hit.time_lower) < -DEEP {
            return 1.0;
        }
        // A clearly earlier contact than the samples show must be one.
        let early = if !hit.certain {
            time - hit.time_upper
        } else if hit.time_upper < time - LATE {
            f64::from(u8::from(!self.meets(hit.time_upper)))
        } else {
            time - hit.time
        };
        early.max(0.0)
    }

    /// Judges by samples. What neither they nor we see for certain is no mistake.
    fn judged(&self, found: &FirstContact<3>, samples: u32) -> f64 {
        match (found.hit(), self.by_sampling(samples)) {
            (Some(hit), Some(time)) => self.error(hit, time),
            (None, Some(_)) => 1.0,
            // What the samples missed.
            (Some(hit), None) if hit.certain => f64::from(u8::from(!self.meets(hit.time_upper))),
            _ => 0.0,
        }
    }

    /// Judges a translation as bisection would, in two looks. Shapes that translate meet during
    /// one interval of time: if they do at the end of what we say and do not right before it,
    /// bisection, wherever it starts, ends in between.
    fn judged_at_once(&self, found: &FirstContact<3>) -> Option<f64> {
        match found {
            FirstContact::Hit(hit) => {
                let width = hit.time_upper - hit.time_lower;
                let before = hit.time_lower - LATE;
                let clear = before < 0.0 || !self.meets(before);
                let sure = hit.certain && width <= self.allowed();
                (sure && clear && self.meets(hit.time_upper)).then_some(width)
            }
            FirstContact::Miss(_) => None,
        }
    }
}

fn casts(rng: &mut Rng, count: u64, (spin, samples): (f64, u32)) -> Tally {
    let mut tally = Tally::default();
    while tally.compared < count {
        let case = Case::draw(rng, spin);
        let Case { names, shapes, motions } = &case;
        let tell = |what: &str| format!("casts, {names:?}: {what} {shapes:?} {motions:?}");
        let [a, b] = shapes;
        let found = match first_contact(a, &motions[0], b, &motions[1], T) {
            Ok(found) => found,
            Err(QueryError::Unbounded) => continue,
            Err(error) => {
                tally.add(1.0, 0.0, || tell(&error.to_string()));
                continue;
            }
        };
        let quick = spin == 0.0 && tally.compared % SAMPLED != 0;
        let error = match if quick { case.judged_at_once(&found) } else { None } {
            Some(error) => error,
            None => case.judged(&found, samples),
        };
        match &found {
            FirstContact::Hit(hit) if !hit.certain => {
                tally.add_local(*names, || tell(&format!("{hit:?}")));
            }
            _ => {}
        }
        let allowed = if spin == 0.0 { case.allowed() } else { case.allowed().max(TOLERANCE) };
        tally.add(error, allowed, || {
            let sampled = case.by_sampling(samples);
            let seen = [sampled, found.hit().map(|hit| hit.time_lower)];
            let seen = seen.map(|time| time.map(|time| case.signed(time)));
            tell(&format!("{found:?}, {sampled:?} by samples, {seen:?} apart then"))
        });
    }
    tally
}

/// Without turning.
pub fn translations(rng: &mut Rng, count: u64) -> Tally {
    casts(rng, count, (0.0, 64))
}

/// With turning.
pub fn screws(rng: &mut Rng, count: u64) -> Tally {
    casts(rng, count, (3.0, 500))
}
