//! The tables of the active set: Fenger's thesis (2001), with the methods of today side by side.

mod build;
mod paths;
mod plot;
mod program;
mod rules;
mod runs;
mod soak;

use std::path::Path;
use std::process::ExitCode;

use crate::measure::Budget;
use crate::options::Options;

/// Total facets of the two facet-balls, and their orders.
pub const SIZES: [(usize, u32); 9] =
    [(12, 2), (44, 4), (92, 6), (164, 8), (256, 10), (576, 15), (1020, 20), (2296, 30), (4084, 40)];

/// What the tables were measured on, and how busy it was: both matter.
fn machine() -> String {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let cpu = read("/proc/cpuinfo");
    let model = cpu.lines().find(|line| line.starts_with("model name"));
    let Some(model) = model.and_then(|line| line.split(':').nth(1)) else { return String::new() };
    let processors = cpu.lines().filter(|line| line.starts_with("processor")).count();
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or_default();
    format!("Processor: {} ({processors} of them, {load} programs at work).\n\n", model.trim())
}

/// Prints the tables, and writes them with a plot to `docs/` if asked.
pub fn run(options: &Options) -> ExitCode {
    if options.queries.is_some() {
        return soak::run(options);
    }
    let budget = if options.quick { Budget::QUICK } else { Budget::FULL };
    let mut text = format!(
        "# Polyhedra by facets: what the active set costs\n\n\
         Printed by `cargo run --release -p clearance-bench -- dqp`; all times of a table are from \
         one run, the methods in turn, in nanoseconds a query unless said otherwise. Two \
         facet-balls each; a tracked step turns by 1° and moves by 1 % of the size.\n\n{}",
        machine()
    );
    let tracked = runs::tracked(budget, &mut text);
    let cold = runs::cold(budget, &mut text);
    runs::over_steps(budget, &mut text);
    rules::table(&mut text);
    runs::poses(budget, &mut text);
    build::adjacency(&mut text);
    println!("{text}");
    if let Some(folder) = &options.write {
        let folder = Path::new(folder);
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(folder.join("active-set.md"), &text))
            .map_err(|error| error.to_string())
            .and_then(|()| plot::draw(&folder.join("active-set.svg"), &cold, &tracked));
        if let Err(complaint) = written {
            eprintln!("{}: {complaint}", folder.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
