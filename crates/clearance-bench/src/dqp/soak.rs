//! Millions of tracked steps on polyhedra of every kind, each answer judged.

use std::process::ExitCode;

use clearance::shape::Halfspaces;
use clearance::{Method, Pose, Query, Rotation, Stop, Tracker, Vector, check};
use fastrand::Rng;

use super::paths::unit;
use crate::options::Options;

const WALK: Query = Query { method: Some(Method::ActiveSet), ..Query::DEFAULT };
const GJK: Query = Query { method: Some(Method::Gjk), ..Query::DEFAULT };
/// Every so many steps another method is asked too.
const COMPARE: u64 = 16;
/// Steps of a track.
const TRACK: u64 = 200;

/// What was found.
#[derive(Default, Debug)]
struct Tally {
    steps: u64,
    iterations: u64,
    most: u32,
    meeting: u64,
    stalled: u64,
    elsewhere: u64,
    wrong: u64,
}

/// Tracks pairs, through touching and overlap, until enough steps are made.
pub fn run(options: &Options) -> ExitCode {
    let wanted = options.queries.unwrap_or(10_000_000);
    let threads = options.threads.max(1);
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|k| scope.spawn(move || work(options.seed + k, wanted.div_ceil(threads))))
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let mut all = Tally::default();
    for tally in &tallies {
        all.steps += tally.steps;
        all.iterations += tally.iterations;
        all.most = all.most.max(tally.most);
        all.meeting += tally.meeting;
        all.stalled += tally.stalled;
        all.elsewhere += tally.elsewhere;
        all.wrong += tally.wrong;
    }
    println!(
        "{} tracked steps: {:.3} iterations a step and {} at most; {} meeting, {} stopped by \
         rounding, {} left to another method, {} wrong",
        all.steps,
        all.iterations as f64 / all.steps.max(1) as f64,
        all.most,
        all.meeting,
        all.stalled,
        all.elsewhere,
        all.wrong
    );
    if all.wrong == 0 && tallies.len() as u64 == threads {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn work(seed: u64, wanted: u64) -> Tally {
    let mut rng = Rng::with_seed(seed);
    let balls: Vec<_> = (2..=16).filter_map(|order| Halfspaces::facet_ball(order).ok()).collect();
    let mut tally = Tally::default();
    while tally.steps < wanted {
        let (a, b) = (creature(&mut rng, &balls), creature(&mut rng, &balls));
        if let (Some(a), Some(b)) = (a, b) {
            follow(&mut rng, &a, &b, &mut tally);
        }
    }
    tally
}

/// A facet-ball, a random polyhedron, a box, a prism, or half-spaces on a lattice.
fn creature(rng: &mut Rng, balls: &[Halfspaces<3>]) -> Option<Halfspaces<3>> {
    let axis = |k: usize| Vector::<3>::axis(k / 2) * if k.is_multiple_of(2) { 1.0 } else { -1.0 };
    match rng.u32(0..6) {
        0 => balls.get(rng.usize(0..balls.len())).cloned(),
        1 => {
            let count = 6 + rng.usize(0..30);
            let pairs: Vec<_> = (0..count).map(|_| (unit(rng), 0.3 + rng.f64())).collect();
            let shape = Halfspaces::new(pairs).ok()?;
            (shape.is_bounded() && shape.vertices().iter().all(|v| v.norm() < 8.0)).then_some(shape)
        }
        2 => Halfspaces::new((0..6).map(|k| (axis(k), 0.25 + rng.f64()))).ok(),
        3 => {
            // A prism whose sides come in parallel pairs, or nearly.
            let sides = 2 * (2 + rng.usize(0..8));
            let tilt = if rng.bool() { 0.0 } else { 10_f64.powi(-rng.i32(6..15)) };
            let side = |k: usize| {
                let angle = k as f64 / sides as f64 * std::f64::consts::TAU;
                (Vector([angle.cos(), angle.sin(), tilt]), 1.0)
            };
            Halfspaces::new((0..sides).map(side).chain([(axis(4), 0.5), (axis(5), 0.5)])).ok()
        }
        4 => {
            let half = [0; 3].map(|_| f64::from(rng.i32(1..4)) * 0.5);
            Halfspaces::new((0..6).map(|k| (axis(k), half[k / 2]))).ok()
        }
        _ => {
            // As it comes: without adjacency.
            let half = [0; 3].map(|_| f64::from(rng.i32(1..4)) * 0.5);
            Halfspaces::raw((0..6).map(|k| (axis(k), half[k / 2]))).ok()
        }
    }
}

/// One track: small steps, or steps from lattice point to lattice point, now and then a jump.
fn follow(rng: &mut Rng, a: &Halfspaces<3>, b: &Halfspaces<3>, tally: &mut Tally) {
    let lattice = rng.u32(0..3) == 0;
    let mut tracker = Tracker::new();
    let (mut turn, mut place) = (Rotation::IDENTITY, unit(rng) * (1.0 + 2.5 * rng.f64()));
    if lattice {
        place = place.map(|x| (x * 2.0).round() * 0.5);
    }
    let (axis, heading) = (unit(rng), unit(rng) * 0.02);
    for _ in 0..TRACK {
        if lattice {
            let k = rng.usize(0..3);
            place[k] = (place[k] + if rng.bool() { 0.5 } else { -0.5 }).clamp(-4.0, 4.0);
        } else {
            place += heading * if rng.u32(0..100) == 0 { 80.0 } else { 1.0 };
            if place.norm() > 5.0 {
                place *= -0.8;
            }
            if let Ok(step) = Rotation::from_axis_angle(axis, 0.0175) {
                turn = step.compose(&turn).renormalized();
            }
        }
        let Ok(pose) = Pose::new(turn, place) else { continue };
        tally.steps += 1;
        let Ok(answer) = tracker.distance_by(&WALK, a, &Pose::IDENTITY, b, &pose) else {
            tally.wrong += 1;
            continue;
        };
        let effort = answer.effort();
        tally.iterations += u64::from(effort.iterations);
        tally.most = tally.most.max(effort.iterations);
        tally.meeting += u64::from(answer.intersects());
        tally.stalled += u64::from(effort.stop == Stop::Stalled);
        tally.elsewhere += u64::from(effort.method != Method::ActiveSet);
        let mut right = check(&answer, a, &Pose::IDENTITY, b, &pose).is_ok()
            && effort.stop != Stop::Cap
            && answer.upper() - answer.lower()
                <= 1e-13 * (a.view_reach() + b.view_reach() + place.norm());
        if right && tally.steps.is_multiple_of(COMPARE) {
            right = GJK
                .distance(a, &Pose::IDENTITY, b, &pose)
                .is_ok_and(|other| (other.distance() - answer.distance()).abs() <= 1e-11);
        }
        if !right {
            if tally.wrong < 3 {
                println!("WRONG: {answer:?} at {pose:?}");
            }
            tally.wrong += 1;
        }
    }
}

/// How far a shape reaches.
trait Reach {
    fn view_reach(&self) -> f64;
}

impl Reach for Halfspaces<3> {
    fn view_reach(&self) -> f64 {
        clearance::Convex::view(self).reach
    }
}
