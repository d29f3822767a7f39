//! What the soak has seen, and how it is printed.

use clearance::Stop;

use super::creatures::{Class, KINDS};
use super::families::Name;
use super::judge::Seen;

/// So many failures are printed.
const SHOWN: usize = 60;

/// More iterations than this are counted.
const MANY: u32 = 100;

/// The largest of a kind of number, and where it was seen.
#[derive(Clone, Copy, Default, Debug)]
pub struct Worst {
    value: f64,
    at: Option<Name>,
}

impl Worst {
    fn see(&mut self, value: f64, name: &Name) {
        if value > self.value {
            *self = Self { value, at: Some(*name) };
        }
    }

    fn text(&self) -> String {
        match &self.at {
            None => "0".to_string(),
            Some(name) => format!("{:.2e}   {}", self.value, name.text()),
        }
    }
}

/// Counts for one pair of kinds in one dimension.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cell {
    /// The cases looked at.
    pub cases: u64,
    /// The ones in which something was wrong.
    pub failures: u64,
}

/// What was seen.
#[derive(Default)]
pub struct Report {
    /// By dimension (2, 3), A and B.
    pub cells: [Vec<Cell>; 2],
    /// Ordinary cases.
    pub random: u64,
    /// Degenerate cases.
    pub degenerate: u64,
    /// Cases that a family has no shapes for.
    pub skipped: u64,
    /// Ordinary cases that were apart.
    pub apart: u64,
    /// By class, the gap between the bounds as a fraction of distance + sizes.
    gaps: [Worst; 4],
    iterations: Worst,
    /// Answers that took more than [`MANY`] iterations.
    many: u64,
    stops: [u64; 5],
    /// What was wrong, with the case's name.
    pub failures: Vec<(Name, String)>,
}

const CLASSES: [(Class, &str); 4] = [
    (Class::Polytope, "polytopes"),
    (Class::Rounded, "rounded"),
    (Class::Curved, "curved"),
    (Class::Unbounded, "unbounded"),
];

const STOPS: [(Stop, &str); 5] = [
    (Stop::Converged, "converged"),
    (Stop::Contained, "contained"),
    (Stop::Stalled, "stalled"),
    (Stop::Settled, "settled"),
    (Stop::Cap, "cap"),
];

impl Report {
    /// Nothing seen yet.
    pub fn new() -> Self {
        let cells = || vec![Cell::default(); KINDS.len() * KINDS.len()];
        Self { cells: [cells(), cells()], ..Self::default() }
    }

    /// Notes how a case went.
    pub fn note<const D: usize>(&mut self, name: &Name, outcome: Result<Seen<D>, String>) {
        let cell = &mut self.cells[D - 2][name.kinds[0] * KINDS.len() + name.kinds[1]];
        cell.cases += 1;
        match outcome {
            Err(what) => {
                cell.failures += 1;
                self.failures.push((*name, what));
            }
            Ok(seen) => {
                let random = name.family == super::families::Family::Random;
                self.apart += u64::from(random && !seen.answer.intersects());
                for (worst, (class, _)) in self.gaps.iter_mut().zip(CLASSES) {
                    if class == seen.class {
                        worst.see(seen.gap, name);
                    }
                }
                let effort = seen.answer.effort();
                self.iterations.see(f64::from(effort.iterations), name);
                self.many += u64::from(effort.iterations > MANY);
                for (count, (stop, _)) in self.stops.iter_mut().zip(STOPS) {
                    *count += u64::from(stop == effort.stop);
                }
            }
        }
    }

    /// Adds what another has seen.
    pub fn absorb(&mut self, other: Self) {
        for (mine, theirs) in self.cells.iter_mut().flatten().zip(other.cells.iter().flatten()) {
            mine.cases += theirs.cases;
            mine.failures += theirs.failures;
        }
        self.random += other.random;
        self.degenerate += other.degenerate;
        self.skipped += other.skipped;
        self.apart += other.apart;
        self.many += other.many;
        let worsts = self.gaps.iter_mut().chain([&mut self.iterations]);
        for (mine, theirs) in worsts.zip(other.gaps.iter().chain([&other.iterations])) {
            if let Some(name) = &theirs.at {
                mine.see(theirs.value, name);
            }
        }
        for (mine, theirs) in self.stops.iter_mut().zip(other.stops) {
            *mine += theirs;
        }
        self.failures.extend(other.failures);
    }

    /// The share of the ordinary cases that were apart.
    pub fn apart_share(&self) -> f64 {
        self.apart as f64 / self.random.max(1) as f64
    }

    /// Prints everything.
    pub fn print(&self) {
        for dimension in [2, 3] {
            self.print_matrix(dimension);
        }
        let fewest = self.fewest();
        println!("random queries      {}", self.random);
        println!(
            "degenerate queries  {} ({} more have no such shapes)",
            self.degenerate, self.skipped
        );
        println!("fewest for a pair   {fewest}");
        println!("random ones apart   {:.1} %", 100.0 * self.apart_share());
        for (worst, (_, name)) in self.gaps.iter().zip(CLASSES) {
            println!("worst gap {name:<10}{}", worst.text());
        }
        println!("most iterations     {}", self.iterations.text());
        println!("more than {MANY:<10}{}", self.many);
        let stops: Vec<String> = STOPS
            .iter()
            .zip(self.stops)
            .map(|((_, name), count)| format!("{name} {count}"))
            .collect();
        println!("stopped             {}", stops.join(", "));
        println!("failures            {}", self.failures.len());
        self.print_failures();
    }

    /// The fewest cases that any unordered pair of kinds has seen.
    fn fewest(&self) -> u64 {
        let mut fewest = u64::MAX;
        for (cells, kinds) in self.cells.iter().zip([KINDS.len() - 3, KINDS.len()]) {
            for i in 0..kinds {
                for j in i..kinds {
                    let there = cells[i * KINDS.len() + j].cases;
                    let back = if i == j { 0 } else { cells[j * KINDS.len() + i].cases };
                    fewest = fewest.min(there + back);
                }
            }
        }
        fewest
    }

    fn print_matrix(&self, dimension: usize) {
        let kinds = if dimension == 2 { KINDS.len() - 3 } else { KINDS.len() };
        println!("{dimension}D: queries for each A (rows) and B (columns); !n of them failed");
        print!("{:12}", "");
        (0..kinds).for_each(|b| print!("{:>9.8}", KINDS[b]));
        println!();
        for (a, kind) in KINDS.iter().enumerate().take(kinds) {
            print!("{kind:12}");
            for b in 0..kinds {
                let cell = self.cells[dimension - 2][a * KINDS.len() + b];
                let text = match cell.failures {
                    0 => format!("{}", cell.cases),
                    n => format!("{}!{n}", cell.cases),
                };
                print!("{text:>9}");
            }
            println!();
        }
        println!();
    }

    /// The failures, sorted by what is wrong, few of each.
    fn print_failures(&self) {
        let kind = |what: &str| what.split(':').next().unwrap_or_default().to_string();
        let mut kinds: Vec<String> = self.failures.iter().map(|(_, what)| kind(what)).collect();
        kinds.sort();
        kinds.dedup();
        let share = SHOWN / kinds.len().max(1);
        for wanted in kinds {
            let of_kind: Vec<_> =
                self.failures.iter().filter(|(_, what)| kind(what) == wanted).collect();
            println!("\n{} × {wanted}", of_kind.len());
            for (name, what) in of_kind.iter().take(share.max(2)) {
                println!("  soak --repeat {}   {what}", name.text());
            }
        }
    }
}
