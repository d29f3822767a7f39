//! Smooth and implicit objects: the tables of Chakraborty, Peng, Akella and Mitchell (2008) at
//! random configurations, beside a conic solver; growth with the number of surfaces; agreement of
//! independent methods.

pub mod agree;
mod conic;
pub mod growth;
pub mod objects;
mod tables;
pub mod thesis;

use std::process::ExitCode;

use crate::options::Options;

/// Prints Tables I and III.
pub fn run(options: &Options) -> ExitCode {
    let count = options.queries.unwrap_or(if options.quick { 2_000 } else { 100_000 });
    match tables::run(count, options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The median; zero of nothing.
fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
