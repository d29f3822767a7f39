//! The command line.

/// What the program understands.
pub const USAGE: &str = "\
clearance-bench [compare] [--quick] [--only TEXT] [--json]
    Times clearance beside parry on the same queries, in one interleaved run.
    --quick       shorter rounds: noisier figures
    --only TEXT   only the workloads whose name contains TEXT
    --json        one JSON object a workload instead of a table";

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Time us and the peers.
    Compare,
    /// Say what there is.
    Help,
}

/// The command and its options.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to do.
    pub command: Command,
    /// Less of it.
    pub quick: bool,
    /// Only the workloads whose name contains this.
    pub only: Option<String>,
    /// Print JSON.
    pub json: bool,
}

impl Options {
    /// Reads the arguments (without the program's name).
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { command: Command::Compare, quick: false, only: None, json: false };
        let mut arguments = arguments.peekable();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
            match argument.as_str() {
                "compare" => options.command = Command::Compare,
                "help" | "--help" | "-h" => options.command = Command::Help,
                "--quick" => options.quick = true,
                "--json" => options.json = true,
                "--only" => options.only = Some(value()?),
                _ => return Err(format!("unknown argument {argument}")),
            }
        }
        Ok(options)
    }
}
