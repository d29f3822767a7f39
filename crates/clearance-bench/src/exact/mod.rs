//! Exact answers: what they cost (`exact`), all pairs of linear pieces (`exact-pairs`), and hulls
//! by the hundred thousand (`exact-hulls`).

pub mod hulls;
pub mod pairs;
mod pieces;
mod scenes;
mod table;

use std::process::ExitCode;

use crate::measure::Budget;
use crate::options::Options;

/// Prints the four tables: exact distances beside float ones, methods beside each other, parameters
/// alone, rigorous
/// bounds beside plain queries.
pub fn run(options: &Options) -> ExitCode {
    let budget = if options.quick { Budget::QUICK } else { Budget::FULL };
    let wants = |name: &str| options.only.as_ref().is_none_or(|only| name.contains(only.as_str()));
    println!("Exact distances (µs) beside float ones\n");
    table::exact(if options.quick { 100 } else { 500 }, wants);
    println!("\nMethods on small pairs (ns)\n");
    table::methods(budget, wants);
    println!("\nParameters of pieces in the world, by conjugate gradients alone (ns)\n");
    table::pieces(budget, wants);
    println!("\nRigorous bounds (ns) beside plain queries\n");
    table::rigorous(budget, wants);
    ExitCode::SUCCESS
}
