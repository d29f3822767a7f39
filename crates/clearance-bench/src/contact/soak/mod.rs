//! The hunt for wrong depths, contacts and gradients: every answer beside a slow search that has
//! nothing in common with the solvers but the support functions.

mod curved;
mod differences;
mod motion;
mod polytopes;
mod smooth;
mod sweep;
mod zoo;

use std::collections::BTreeMap;
use std::process::ExitCode;

use fastrand::Rng;

use crate::options::Options;

/// A comparison of so many cases.
type Comparison = fn(&mut Rng, u64) -> Tally;

/// One kind of comparison: how many were made, how many were wrong, and the worst error.
#[derive(Default)]
struct Tally {
    compared: u64,
    skipped: u64,
    wrong: u64,
    local: u64,
    worst: f64,
    /// The kinds whose bounds did not close, and how often.
    families: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts an answer whose bounds did not close, with the names of its kinds.
    fn add_local(&mut self, mut names: [&str; 2], story: impl Fn() -> String) {
        names.sort_unstable();
        self.local += 1;
        *self.families.entry(names.join(" and ")).or_default() += 1;
        if self.local <= 5 {
            eprintln!("local only, {}: {}", names.join(" and "), story());
        }
    }

    fn add(&mut self, error: f64, allowed: f64, story: impl Fn() -> String) {
        self.compared += 1;
        self.worst = self.worst.max(error);
        if !(error <= allowed) {
            self.wrong += 1;
            if self.wrong <= 5 {
                eprintln!("{}: off by {error:e}", story());
            }
        }
    }

    fn join(mut self, other: Self) -> Self {
        self.compared += other.compared;
        self.skipped += other.skipped;
        self.wrong += other.wrong;
        self.local += other.local;
        self.worst = self.worst.max(other.worst);
        for (family, count) in other.families {
            *self.families.entry(family).or_default() += count;
        }
        self
    }

    fn print(&self, name: &str) {
        let Self { compared, skipped, wrong, local, worst, families } = self;
        println!("| {name} | {compared} | {wrong} | {worst:.1e} | {local} | {skipped} |");
        for (family, count) in families {
            eprintln!("local only: {count} of {family}");
        }
    }
}

/// The comparisons, and how many cases each has where nothing else is said.
const PARTS: [(&str, Comparison, u64); 9] = [
    ("depth of polytopes, all normals", polytopes::all_normals, 100_000),
    ("depth of any shapes, at random, checked", curved::shares, 100_000),
    ("depth of any shapes, direction search", curved::search, 20_000),
    ("depth of any shapes, branch and bound", curved::certified, 500),
    ("first contact, translation, bisection", motion::translations, 100_000),
    ("first contact, screws, sampling", motion::screws, 20_000),
    ("sweeps through contact, all pairs", sweep::all_pairs, sweep::PAIRS),
    ("gradients of hulls, exact differences", differences::hulls, 1000),
    ("gradients of all pairs, extrapolated differences", smooth::any_pairs, 10_000),
];

/// Runs all comparisons; exit code 1 if something is wrong.
pub fn run(options: &Options) -> ExitCode {
    println!("| comparison | cases | wrong | worst | local only | skipped |");
    println!("|---|--:|--:|--:|--:|--:|");
    let mut wrong = 0;
    for (name, work, usual) in PARTS {
        if options.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let usual = if options.quick { usual.div_ceil(100) } else { usual };
        let tally = shared(options, work, options.queries.unwrap_or(usual));
        tally.print(name);
        wrong += tally.wrong;
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The cases of a comparison, spread over the threads.
fn shared(options: &Options, work: Comparison, count: u64) -> Tally {
    let threads = options.threads.min(count).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|k| {
                let seed = options.seed.wrapping_mul(0x9E37_79B9).wrapping_add(k);
                let share = count / threads + u64::from(k < count % threads);
                scope.spawn(move || work(&mut Rng::with_seed(seed), share))
            })
            .collect();
        let tallies = workers.into_iter().map(|worker| match worker.join() {
            Ok(tally) => tally,
            // A panic is as wrong as anything can be.
            Err(_) => Tally { wrong: 1, compared: 1, ..Tally::default() },
        });
        tallies.fold(Tally::default(), Tally::join)
    })
}

fn sound<T, E: std::fmt::Debug>(made: Result<T, E>) -> T {
    made.unwrap_or_else(|error| unreachable!("the cases are sound: {error:?}"))
}
