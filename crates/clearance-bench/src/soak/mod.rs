//! The hunt for wrong answers: every kind of shape against every other, in two dimensions and in
//! three, ordinary cases and degenerate ones, each judged by `check` and by the other questions.

pub mod creatures;
pub mod draw;
mod families;
mod judge;
mod report;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clearance::trace;

use crate::options::Options;
use creatures::{Native, World, kinds};
use families::{Case, Family, Name};
use judge::{Depth, judge};
use report::Report;

/// Ordinary cases for each ordered pair of kinds.
const RANDOM: u64 = 1100;
/// Degenerate cases for each ordered pair and each family.
const DEGENERATE: u64 = 11;
/// One in so many ordinary cases is asked everything.
const EVERYTHING: u64 = 4;
/// Outside of this range, random cases test one half of the library only.
const APART: std::ops::RangeInclusive<f64> = 0.2..=0.8;

/// How much to do.
#[derive(Clone, Copy)]
struct Amount {
    random: u64,
    degenerate: u64,
}

/// Runs the soak, or repeats one case of it.
pub fn run(options: &Options) -> ExitCode {
    // A panic is a failure like any other, and is reported as one.
    std::panic::set_hook(Box::new(|_| ()));
    if let Some(text) = &options.repeat {
        return repeat(text);
    }
    let pairs = pairs();
    let mut amount = Amount { random: RANDOM, degenerate: DEGENERATE };
    if options.quick {
        amount = Amount { random: 60, degenerate: 1 };
    }
    if let Some(queries) = options.queries {
        let random = queries.div_ceil(pairs.len() as u64);
        amount = Amount { random, degenerate: random.div_ceil(RANDOM / DEGENERATE) };
    }
    let began = Instant::now();
    let mut report = Report::new();
    let mut round = 0;
    loop {
        soak(&pairs, options, amount, round, &mut report);
        round += 1;
        let wanted = Duration::from_secs(options.seconds.unwrap_or(0));
        if began.elapsed() >= wanted {
            break;
        }
    }
    report.print();
    let apart = report.apart_share();
    println!("time                {:.0} s", began.elapsed().as_secs_f64());
    if !APART.contains(&apart) {
        println!("the random cases are lopsided: {:.1} % apart", 100.0 * apart);
        return ExitCode::FAILURE;
    }
    if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Every ordered pair of kinds, with its dimension.
fn pairs() -> Vec<(usize, [usize; 2])> {
    let all = |dimension: usize, count: usize| {
        (0..count * count).map(move |k| (dimension, [k / count, k % count]))
    };
    all(2, kinds::<2>()).chain(all(3, kinds::<3>())).collect()
}

/// Goes over all pairs once, on several threads.
fn soak(
    pairs: &[(usize, [usize; 2])],
    options: &Options,
    amount: Amount,
    round: u64,
    report: &mut Report,
) {
    let next = AtomicU64::new(0);
    let total = Mutex::new(report);
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            scope.spawn(|| {
                let mut mine = Report::new();
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&(dimension, kinds)) = pairs.get(k) else { break };
                    let name = Name {
                        dimension,
                        kinds,
                        family: Family::Random,
                        index: 0,
                        seed: options.seed,
                    };
                    match dimension {
                        2 => pair::<2>(name, amount, round, &mut mine),
                        _ => pair::<3>(name, amount, round, &mut mine),
                    }
                }
                if let Ok(mut total) = total.lock() {
                    total.absorb(mine);
                }
            });
        }
    });
}

/// All cases of one pair of kinds.
fn pair<const D: usize>(name: Name, amount: Amount, round: u64, report: &mut Report)
where
    World: Native<D>,
{
    let Amount { random, degenerate } = amount;
    for index in round * random..(round + 1) * random {
        let depth = if index % EVERYTHING == 0 { Depth::Everything } else { Depth::Check };
        report.random += u64::from(one::<D>(&Name { index, ..name }, depth, report));
    }
    for family in Family::DEGENERATE {
        for index in round * degenerate..(round + 1) * degenerate {
            let name = Name { family, index, ..name };
            report.degenerate += u64::from(one::<D>(&name, Depth::Everything, report));
        }
    }
}

/// One case; whether there is such a case at all.
fn one<const D: usize>(name: &Name, depth: Depth, report: &mut Report) -> bool
where
    World: Native<D>,
{
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let case = Case::<D>::new(name)?;
        Some(judge(&case, depth, &mut name.rng()))
    }));
    match attempt {
        Ok(None) => {
            report.skipped += 1;
            return false;
        }
        Ok(Some(outcome)) => report.note(name, outcome),
        Err(panic) => report.note::<D>(name, Err(format!("panic: {}", last_words(&*panic)))),
    }
    true
}

fn last_words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}

/// Shows one case in full.
fn repeat(text: &str) -> ExitCode {
    let Some(name) = Name::parse(text) else {
        eprintln!("{text} does not name a case: DIMENSION/A/B/FAMILY/INDEX/SEED");
        return ExitCode::from(2);
    };
    let _ = std::panic::take_hook();
    let fine = if name.dimension == 2 { show::<2>(&name) } else { show::<3>(&name) };
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn show<const D: usize>(name: &Name) -> bool
where
    World: Native<D>,
{
    let Some(case) = Case::<D>::new(name) else {
        println!("{} has no such shapes", name.text());
        return true;
    };
    println!("A = {:?}\npose of A = {:?}", case.a, case.pose_a);
    println!("B = {:?}\npose of B = {:?}", case.b, case.pose_b);
    match trace(&*case.a, &case.pose_a, &*case.b, &case.pose_b) {
        Err(error) => println!("refused: {error}"),
        Ok(trace) => {
            println!("answer = {:#?}", trace.answer);
            for (k, step) in trace.steps.iter().enumerate() {
                println!("step {k}: lower {:e}, upper {:e}", step.lower, step.upper);
            }
        }
    }
    match judge(&case, Depth::Everything, &mut name.rng()) {
        Ok(seen) => println!("right: {:?}, gap {:e}", seen.class, seen.gap),
        Err(what) => {
            println!("WRONG: {what}");
            return false;
        }
    }
    true
}
