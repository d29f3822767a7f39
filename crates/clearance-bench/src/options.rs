//! The command line.

/// What the program understands.
pub const USAGE: &str = "\
clearance-bench [compare] [--quick] [--only TEXT] [--json]
    Times clearance beside parry on the same queries, in one interleaved run.
    --quick       shorter rounds: noisier figures
    --only TEXT   only the workloads whose name contains TEXT
    --json        one JSON object a workload instead of a table

clearance-bench smooth [--quick] [--queries N] [--seed N]
    The pairs of implicit objects of Chakraborty et al. (2008), Table I, at random: medians of the
    default method and of the interior point method, the widest gap, failures. Exit code 1 if
    there is one.

clearance-bench soak [--quick] [--queries N] [--seconds N] [--seed N] [--threads N] [--repeat CASE]
    Hunts for wrong answers over all pairs of shapes. Exit code 1 if there is one.
    --quick       one twentieth of it
    --queries N   about so many random queries, and a tenth of that of degenerate ones
    --seconds N   go on, with new cases, for at least so long
    --seed N      other cases
    --threads N   on so many threads
    --repeat CASE show one case, named as in the list of failures";

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Time us and the peers.
    Compare,
    /// Pairs of smooth and implicit objects.
    Smooth,
    /// Hunt for wrong answers.
    Soak,
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
    /// About so many random queries.
    pub queries: Option<u64>,
    /// For at least so long.
    pub seconds: Option<u64>,
    /// Which cases.
    pub seed: u64,
    /// How many threads.
    pub threads: u64,
    /// Only this case.
    pub repeat: Option<String>,
}

impl Options {
    /// Reads the arguments (without the program's name).
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            command: Command::Compare,
            quick: false,
            only: None,
            json: false,
            queries: None,
            seconds: None,
            seed: 1,
            threads: std::thread::available_parallelism().map_or(2, |count| count.get() as u64),
            repeat: None,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
            match argument.as_str() {
                "compare" => options.command = Command::Compare,
                "smooth" => options.command = Command::Smooth,
                "soak" => options.command = Command::Soak,
                "help" | "--help" | "-h" => options.command = Command::Help,
                "--quick" => options.quick = true,
                "--json" => options.json = true,
                "--only" => options.only = Some(value()?),
                "--repeat" => options.repeat = Some(value()?),
                "--queries" => options.queries = Some(number(&value()?)?),
                "--seconds" => options.seconds = Some(number(&value()?)?),
                "--seed" => options.seed = number(&value()?)?,
                "--threads" => options.threads = number(&value()?)?.max(1),
                _ => return Err(format!("unknown argument {argument}")),
            }
        }
        Ok(options)
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| format!("{text} is not a whole number"))
}
