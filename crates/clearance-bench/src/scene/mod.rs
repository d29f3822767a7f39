//! Scenes: the robot of the thesis, crowds beside parry, and the long run that judges scenes by
//! brute force.

mod crowd;
// The library's own judge of scenes, which its tests use too.
#[path = "../../../clearance/tests/suite/scene/judge.rs"]
mod judge;
mod plot;
pub mod soak;
mod thesis;

use std::path::Path;
use std::process::ExitCode;

use crate::options::Options;

/// The tables, and the picture if a folder is given.
pub fn run(options: &Options) -> ExitCode {
    thesis::run(options);
    let rows = match crowd::run(options) {
        Ok(rows) => rows,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    if let Some(folder) = &options.write {
        let path = Path::new(folder).join("scenes.svg");
        if let Err(error) = plot::draw(&path, &rows) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
