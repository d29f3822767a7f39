//! The long run: random scenes beside brute force over all pairs of parts, and starved updates
//! beside true distances.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clearance::scene::Budget;
use fastrand::Rng;

use super::judge::{Model, Native, Space};
use crate::options::Options;

/// What went wrong, and how much was looked at.
#[derive(Default)]
struct Tally {
    scenes: AtomicU64,
    rounds: AtomicU64,
    steps: AtomicU64,
    motions: AtomicU64,
    bounds: AtomicU64,
    failures: AtomicU64,
}

/// Hunts for wrong scenes and wrong bounds. Exit code 1 if there is one.
pub fn run(options: &Options) -> ExitCode {
    let scenes = options.queries.unwrap_or(if options.quick { 300 } else { 10_000 });
    let motions = 100 * scenes;
    let tally = Tally::default();
    let began = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..options.threads {
            let tally = &tally;
            scope.spawn(move || {
                for case in (thread..scenes).step_by(options.threads as usize) {
                    if case % 4 == 0 {
                        scene::<2>(options.seed, case, tally);
                    } else {
                        scene::<3>(options.seed, case, tally);
                    }
                }
                let mut case = thread;
                while tally.motions.load(Ordering::Relaxed) < motions {
                    if case % 4 == 0 {
                        starve::<2>(options.seed, case, tally);
                    } else {
                        starve::<3>(options.seed, case, tally);
                    }
                    case += options.threads;
                }
            });
        }
    });
    let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
    println!(
        "{} scenes in {} rounds and {} steps of flight beside brute force; {} motions, {} bounds beside true distances; \
         {} wrong; {:.0} s",
        count(&tally.scenes),
        count(&tally.rounds),
        count(&tally.steps),
        count(&tally.motions),
        count(&tally.bounds),
        count(&tally.failures),
        began.elapsed().as_secs_f64()
    );
    if count(&tally.failures) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn fail(tally: &Tally, what: &str) {
    tally.failures.fetch_add(1, Ordering::Relaxed);
    eprintln!("{what}");
}

/// One scene of 2 to 200 bodies, small ones more often, after adds, removals and moves.
fn scene<const D: usize>(seed: u64, case: u64, tally: &Tally)
where
    Space: Native<D>,
{
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x1000_0000).wrapping_add(case));
    let size = (2.0 * 100.0_f64.powf(rng.f64().powi(2))).round() as usize;
    let mut model = Model::<D>::new(&mut rng, size);
    for round in 0..3 {
        if let Err(error) = model.judge_all(&mut rng) {
            fail(
                tally,
                &format!(
                    "D = {D}, scene {case} of seed {seed}, {size} bodies, round {round}: {error}"
                ),
            );
        }
        tally.rounds.fetch_add(1, Ordering::Relaxed);
        if round == 0 {
            for at in 0..model.bodies.len() {
                if rng.bool() {
                    let far = rng.u8(..4) == 0;
                    model.shift(&mut rng, at, far);
                }
            }
        } else {
            model.remove(&mut rng);
            model.add(&mut rng);
            model.add(&mut rng);
            model.allow(&mut rng);
            let at = rng.usize(..model.bodies.len());
            model.shift(&mut rng, at, true);
        }
    }
    // Brute force over all pairs at each step: small scenes only.
    if size <= 10 {
        match model.judge_flight(&mut rng, 20) {
            Ok(_) => {
                tally.steps.fetch_add(20, Ordering::Relaxed);
            }
            Err(error) => {
                fail(
                    tally,
                    &format!("D = {D}, scene {case} of seed {seed}, {size} bodies, {error}"),
                );
            }
        }
    }
    tally.scenes.fetch_add(1, Ordering::Relaxed);
}

/// A scene whose updates may do next to nothing: after every one, all bounds are judged.
fn starve<const D: usize>(seed: u64, case: u64, tally: &Tally)
where
    Space: Native<D>,
{
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x2000_0000).wrapping_add(case));
    let size = rng.usize(2..10);
    let mut model = Model::<D>::new(&mut rng, size);
    for step in 0..40 {
        for at in 0..model.bodies.len() {
            if rng.bool() {
                let far = rng.u8(..40) == 0;
                model.shift(&mut rng, at, far);
                tally.motions.fetch_add(1, Ordering::Relaxed);
            }
        }
        if let Err(error) = model.scene.update(Budget::Pairs(rng.usize(..3))) {
            fail(tally, &format!("D = {D}, motion {case} of seed {seed}, step {step}: {error}"));
        }
        match model.judge_bounds() {
            Ok(count) => {
                tally.bounds.fetch_add(count as u64, Ordering::Relaxed);
            }
            Err(error) => {
                fail(
                    tally,
                    &format!("D = {D}, motion {case} of seed {seed}, step {step}: {error}"),
                );
            }
        }
    }
}
