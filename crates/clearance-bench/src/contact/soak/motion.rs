//! First contacts beside sampling and bisection on `intersects`.

use clearance::{Motion, Pose, QueryError, first_contact, intersects};
use fastrand::Rng;

use super::{Tally, sound, zoo};
use crate::soak::creatures::{Class, class_and_size};
use crate::workloads::{between, direction, rotation};

/// The end of time.
const T: f64 = 2.0;

/// How late a contact may be for rounding alone.
const LATE: f64 = 1e-14;

/// The first time that shows a contact, among many, made exact by bisection.
fn by_sampling(meets: impl Fn(f64) -> bool, samples: u32) -> Option<f64> {
    if meets(0.0) {
        return Some(0.0);
    }
    let time = |k: u32| T * f64::from(k) / f64::from(samples);
    let hit = (1..=samples).find(|k| meets(time(*k)))?;
    let (mut low, mut high) = (time(hit - 1), time(hit));
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if meets(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// How shapes move, and how closely they are sampled.
struct Style {
    spin: f64,
    samples: u32,
}

fn casts(rng: &mut Rng, count: u64, style: &Style) -> Tally {
    let mut tally = Tally::default();
    while tally.compared < count {
        let kinds = [rng.usize(..zoo::KINDS), rng.usize(..zoo::KINDS)];
        let shapes = kinds.map(|kind| zoo::make(rng, kind));
        let bounded = shapes.iter().all(|shape| shape.view().is_bounded());
        if style.spin > 0.0 && !bounded {
            continue;
        }
        let [a, b] = &shapes;
        let names = kinds.map(zoo::name);
        let classes = [a, b].map(|shape| class_and_size(&**shape).0);
        let blunt = classes.contains(&Class::Curved);
        let allowed = if blunt { 1e-8 } else { 1e-10 };
        let offset = direction::<3>(rng) * between(rng, 2.0, 4.0);
        let pose_a = Pose::rotated(rotation(rng));
        let pose_b = sound(Pose::new(rotation(rng), offset));
        let velocity = offset * 0.6 + direction::<3>(rng) * 0.5;
        let spins = [direction::<3>(rng) * style.spin, direction::<3>(rng) * style.spin];
        let motions = [
            sound(Motion::<3>::twist(pose_a, velocity, spins[0])),
            sound(Motion::<3>::twist(pose_b, [0.0; 3], spins[1])),
        ];
        let meets =
            |t: f64| intersects(a, &motions[0].at(t), b, &motions[1].at(t)).unwrap_or(false);
        let found = match first_contact(a, &motions[0], b, &motions[1], T) {
            Ok(found) => found,
            Err(QueryError::Unbounded) => continue,
            Err(error) => {
                tally.add(1.0, 0.0, || format!("casts: {error} {shapes:?} {motions:?}"));
                continue;
            }
        };
        let sampled = by_sampling(meets, style.samples);
        let story = || format!("casts, {names:?}: {sampled:?} {found:?} {shapes:?} {motions:?}");
        match (found.hit(), sampled) {
            (Some(hit), Some(time)) => {
                tally.local += u64::from(!hit.certain);
                let late = hit.time_lower - time;
                // A clearly earlier contact than the samples show must be one.
                let early = if !hit.certain {
                    time - hit.time_upper
                } else if hit.time_upper < time - LATE {
                    f64::from(u8::from(!meets(hit.time_upper)))
                } else {
                    time - hit.time
                };
                let error = if late > LATE { 1.0 } else { early.max(0.0) };
                tally.add(error, allowed, story);
            }
            (None, Some(_)) => tally.add(1.0, 0.0, story),
            // What the samples missed.
            (Some(hit), None) if hit.certain => {
                tally.add(f64::from(u8::from(!meets(hit.time_upper))), 0.0, story);
            }
            _ => tally.skipped += 1,
        }
    }
    tally
}

/// Without turning.
pub fn translations(rng: &mut Rng, count: u64) -> Tally {
    casts(rng, count, &Style { spin: 0.0, samples: 64 })
}

/// With turning.
pub fn screws(rng: &mut Rng, count: u64) -> Tally {
    casts(rng, count, &Style { spin: 3.0, samples: 500 })
}
