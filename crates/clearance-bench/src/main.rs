//! Clearance beside its peers (`compare`, the default), the soak that hunts wrong answers, what
//! exact answers cost and prove, and the tables of the active set (`dqp`).

mod compare;
mod contact;
mod dqp;
mod exact;
mod measure;
mod options;
mod peers;
mod plot;
mod scene;
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
        Command::Contact => contact::run(&options),
        Command::ContactMotion => contact::voyages::run(&options),
        Command::ContactSoak => contact::soak::run(&options),
        Command::Smooth => smooth::run(&options),
        Command::SmoothAgree => smooth::agree::run(&options),
        Command::SmoothGrowth => smooth::growth::run(&options),
        Command::Ellipsoids => smooth::thesis::run(&options),
        Command::Soak => soak::run(&options),
        Command::Exact => exact::run(&options),
        Command::ExactPairs => exact::pairs::run(&options),
        Command::ExactHulls => exact::hulls::run(&options),
        Command::Dqp => dqp::run(&options),
        Command::Scene => scene::run(&options),
        Command::SceneSoak => scene::soak::run(&options),
    }
}
