//! The `clearance` program: certified distances between convex shapes.

mod args;
mod batch;
mod cast;
mod demo;
mod dictionaries;
mod distance;
mod draw;
mod explain;
mod film;
mod fractions;
mod frames;
mod gallery;
mod image;
mod lines;
mod make;
mod outline;
mod path;
mod picture;
mod play;
mod qp;
mod render;
mod scene;
mod sentence;
mod serve;
mod source;
mod text;
mod track;
mod view;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// How far apart are two convex shapes, where do they come closest, and is it proved?
#[derive(Parser)]
#[command(name = "clearance", version, about, after_help = args::HELP)]
struct Program {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// A gallery of famous pairs: distances, bounds, iterations, times, proofs
    Demo,
    /// How far apart two shapes are
    #[command(after_help = args::HELP)]
    Distance(distance::Options),
    /// How the answer is found, step by step: for a pair of shapes, or for a program as `qp` reads it
    #[command(after_help = args::HELP)]
    Explain(explain::Options),
    /// A picture of a pair with its closest points
    #[command(after_help = args::HELP)]
    Render(render::Options),
    /// When two moving shapes first touch, or how close they come
    #[command(after_help = cast::HELP)]
    Cast(cast::Options),
    /// One query a line in, one result a line out, in the same order, on all cores
    #[command(after_help = batch::HELP)]
    Batch(batch::Options),
    /// A pair followed over a motion: distances, closest points and steps
    #[command(after_help = track::HELP)]
    Track(track::Options),
    /// How far everything in a scene is from everything else
    #[command(after_help = scene::HELP)]
    Scene(scene::Options),
    /// The same for a robot in a configuration
    #[command(after_help = scene::HELP)]
    Robot(scene::RobotOptions),
    /// The clearance of a robot along a trajectory, also between its samples
    #[command(after_help = path::HELP)]
    Path(path::Options),
    /// The playground: see the algorithms work, in the browser
    Play(play::Options),
    /// A shape made to measure, as JSON or as a picture
    Make(make::Options),
    /// The exact minimum of a convex quadratic (or linear) program
    #[command(after_help = qp::HELP)]
    Qp(qp::Options),
}

fn main() -> ExitCode {
    let program = match Program::try_parse() {
        Ok(program) => program,
        // Help and version are no mistakes. Mistakes have the code of other errors: 2 is an answer.
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    let result = match program.command {
        None | Some(Command::Demo) => demo::run(),
        Some(Command::Distance(options)) => distance::run(&options),
        Some(Command::Explain(options)) => explain::run(&options),
        Some(Command::Render(options)) => render::run(&options),
        Some(Command::Cast(options)) => cast::run(&options),
        Some(Command::Batch(options)) => batch::run(&options),
        Some(Command::Track(options)) => track::run(&options),
        Some(Command::Scene(options)) => scene::run(&options),
        Some(Command::Robot(options)) => scene::run_robot(&options),
        Some(Command::Path(options)) => path::run(&options),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Make(options)) => make::run(&options),
        Some(Command::Qp(options)) => qp::run(&options),
    };
    match result {
        Ok(code) => code,
        // The reader has gone away (`clearance … | head`): nothing is wrong.
        Err(error) if text::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("clearance: {error:#}");
            ExitCode::FAILURE
        }
    }
}
