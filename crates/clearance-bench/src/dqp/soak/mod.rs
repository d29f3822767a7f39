//! Millions of tracked steps on polyhedra of every kind, each answer judged.

mod exactly;
mod families;

use std::process::ExitCode;

use clearance::shape::Halfspaces;
use clearance::{Answer, Convex, Method, Pose, Query, Rotation, Stop, Tracker, check};
use fastrand::Rng;

use super::paths::unit;
use crate::options::Options;
use families::creature;

const WALK: Query = Query { method: Some(Method::ActiveSet), ..Query::DEFAULT };
const GJK: Query = Query { method: Some(Method::Gjk), ..Query::DEFAULT };
/// Every so many steps another method is asked too.
const COMPARE: u64 = 16;
/// Every so many tracks the distance is computed without rounding.
const EXACT: u64 = 40;
/// Steps of a track.
const TRACK: u64 = 200;
/// The largest order of a facet-ball.
const LARGEST: u32 = 40;

/// What was found.
#[derive(Default, Debug)]
struct Tally {
    steps: u64,
    tracks: u64,
    iterations: u64,
    most: u32,
    /// The pair that took the most.
    longest: [&'static str; 2],
    meeting: u64,
    stalled: u64,
    elsewhere: u64,
    compared: u64,
    exactly: u64,
    wrong: u64,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.steps += other.steps;
        self.tracks += other.tracks;
        self.iterations += other.iterations;
        if other.most > self.most {
            (self.most, self.longest) = (other.most, other.longest);
        }
        self.meeting += other.meeting;
        self.stalled += other.stalled;
        self.elsewhere += other.elsewhere;
        self.compared += other.compared;
        self.exactly += other.exactly;
        self.wrong += other.wrong;
    }
}

/// Tracks pairs, through touching and overlap, until enough steps are made.
pub fn run(options: &Options) -> ExitCode {
    let wanted = options.queries.unwrap_or(10_000_000);
    let threads = options.threads.max(1);
    let orders = 2..=LARGEST;
    let balls: Vec<_> = orders.filter_map(|order| Halfspaces::facet_ball(order).ok()).collect();
    let balls = &balls;
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let work = |k| work(options.seed + k, wanted.div_ceil(threads), balls);
        let workers: Vec<_> = (0..threads).map(|k| scope.spawn(move || work(k))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let mut all = Tally::default();
    for tally in &tallies {
        all.add(tally);
    }
    println!(
        "{} tracked steps on {} tracks: {:.3} iterations a step and {} at most ({} and {}); {} \
         meeting, {} stopped by rounding, {} left to another method; every answer checked, {} compared with \
         GJK, {} with the exact distance: {} wrong",
        all.steps,
        all.tracks,
        all.iterations as f64 / all.steps.max(1) as f64,
        all.most,
        all.longest[0],
        all.longest[1],
        all.meeting,
        all.stalled,
        all.elsewhere,
        all.compared,
        all.exactly,
        all.wrong
    );
    // A soak in which nothing happens proves nothing.
    let alive = all.meeting * 20 > all.steps && all.meeting * 2 < all.steps && all.exactly > 0;
    if all.wrong == 0 && alive && tallies.len() as u64 == threads {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn work(seed: u64, wanted: u64, balls: &[Halfspaces<3>]) -> Tally {
    let mut rng = Rng::with_seed(seed);
    let mut tally = Tally::default();
    while tally.steps < wanted {
        let (a, b) = (creature(&mut rng, balls), creature(&mut rng, balls));
        if let (Some(a), Some(b)) = (a, b) {
            let names = [a.name, b.name];
            let pair = Duel { names, a: &a.shape, b: &b.shape, twins: [&a.twin, &b.twin] };
            pair.follow(&mut rng, &mut tally);
        }
    }
    tally
}

struct Duel<'a> {
    names: [&'static str; 2],
    a: &'a Halfspaces<3>,
    b: &'a Halfspaces<3>,
    /// The same with vertices.
    twins: [&'a Halfspaces<3>; 2],
}

impl Duel<'_> {
    /// One track: small steps, or steps from lattice point to lattice point, now and then a jump.
    fn follow(&self, rng: &mut Rng, tally: &mut Tally) {
        let lattice = rng.u32(0..3) == 0;
        let mut tracker = Tracker::new();
        let (mut turn, mut place) = (Rotation::IDENTITY, unit(rng) * (1.0 + 2.5 * rng.f64()));
        if lattice {
            place = place.map(|x| (x * 2.0).round() * 0.5);
        }
        let (axis, heading) = (unit(rng), unit(rng) * 0.02);
        tally.tracks += 1;
        for step in 0..TRACK {
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
            let Ok(answer) = tracker.distance_by(&WALK, self.a, &Pose::IDENTITY, self.b, &pose)
            else {
                tally.wrong += 1;
                continue;
            };
            let exactly = step == TRACK / 2 && tally.tracks.is_multiple_of(EXACT);
            if let Err(complaint) = self.judge(&answer, &pose, exactly, tally) {
                if tally.wrong < 5 {
                    println!("WRONG: {:?}, {complaint}: {answer:?} at {pose:?}", self.names);
                }
                tally.wrong += 1;
            }
        }
    }

    fn judge(
        &self,
        answer: &Answer<3>,
        pose: &Pose<3>,
        exactly: bool,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let effort = answer.effort();
        tally.iterations += u64::from(effort.iterations);
        if effort.iterations > tally.most {
            (tally.most, tally.longest) = (effort.iterations, self.names);
        }
        tally.meeting += u64::from(answer.intersects());
        tally.stalled += u64::from(effort.stop == Stop::Stalled);
        tally.elsewhere += u64::from(effort.method != Method::ActiveSet);
        check(answer, self.a, &Pose::IDENTITY, self.b, pose).map_err(|flaw| flaw.to_string())?;
        if effort.stop == Stop::Cap {
            return Err("the cap was reached".into());
        }
        let size = self.a.view().reach + self.b.view().reach + pose.translation().norm();
        let gap = answer.upper() - answer.lower();
        if !(gap <= 1e-13 * size) {
            return Err(format!("a gap of {gap:e}"));
        }
        if tally.steps.is_multiple_of(COMPARE) {
            tally.compared += 1;
            let other = GJK
                .distance(self.twins[0], &Pose::IDENTITY, self.twins[1], pose)
                .map_err(|error| error.to_string())?;
            let apart = other.distance() - answer.distance();
            if !(apart.abs() <= 1e-11) {
                return Err(format!("GJK says {apart:e} more"));
            }
        }
        if exactly {
            tally.exactly += 1;
            let truth = exactly::distance(self.a, self.b, pose, answer)?;
            let apart = truth - answer.distance();
            if !(apart.abs() <= 1e-13 * size) {
                return Err(format!("exactly it is {apart:e} more"));
            }
        }
        Ok(())
    }
}
