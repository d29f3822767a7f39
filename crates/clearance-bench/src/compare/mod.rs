//! The comparison: every workload once, us and the peer in turn.

mod cases;
mod duel;

use std::process::ExitCode;

use crate::measure::Budget;
use crate::options::Options;
use crate::table::{Row, markdown};

/// Runs the workloads that the options select, and prints the table.
pub fn run(options: &Options) -> ExitCode {
    let budget = if options.quick { Budget::QUICK } else { Budget::FULL };
    let mut run = Run { options, budget, rows: Vec::new() };
    run.all();
    if run.rows.is_empty() {
        eprintln!("no workload has such a name");
        return ExitCode::from(2);
    }
    if options.json {
        run.rows.iter().for_each(|row| println!("{}", row.json()));
    } else {
        print!("{}", markdown(&run.rows));
        summary(&run.rows);
    }
    ExitCode::SUCCESS
}

/// The rows so far, and how to make more of them.
struct Run<'a> {
    options: &'a Options,
    budget: Budget,
    rows: Vec<Row>,
}

impl Run<'_> {
    fn wants(&self, name: &str) -> bool {
        self.options.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    fn push(&mut self, row: Row) {
        if !self.options.json {
            eprintln!("{}: {:.1} ns, {:.2}×", row.name, row.ours, row.ratio());
        }
        self.rows.push(row);
    }
}

fn summary(rows: &[Row]) {
    let targets = rows.iter().filter(|row| row.target.is_some()).count();
    let met = rows.iter().filter(|row| row.target.is_some() && row.met()).count();
    let differ: usize = rows.iter().map(|row| row.disagreements).sum();
    let disproved: usize = rows.iter().map(|row| row.disproved).sum();
    let refused: usize = rows.iter().map(|row| row.refused).sum();
    println!("\n{met} of {targets} targets met.");
    println!(
        "&dyn: our time through a trait object, as a multiple of the static call's (≤ 1.15×)."
    );
    println!(
        "differ: queries whose two distances differ by more than {:e} of the distance ({differ} in \
         all; on {disproved} of them our checked bounds exclude parry's), or whose answer `check` \
         refuses ({refused} in all).",
        duel::DIFFERENT
    );
}
