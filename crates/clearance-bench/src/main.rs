//! Clearance beside its peers (`compare`, the default), and the soak that hunts wrong answers.

mod compare;
mod measure;
mod options;
mod peers;
mod smooth;
mod soak;
mod table;
mod workloads;

use std::process::ExitCode;

use options::{Command, Options};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(complaint) => {
            eprintln!("{complaint}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    match options.command {
        Command::Help => {
            println!("{}", options::USAGE);
            ExitCode::SUCCESS
        }
        Command::Compare => compare::run(&options),
        Command::Smooth => smooth::run(&options),
        Command::Soak => soak::run(&options),
    }
}
