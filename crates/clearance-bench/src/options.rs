//! The command line.

/// What the program understands.
pub const USAGE: &str = "\
clearance-bench [compare] [--quick] [--only TEXT] [--json]
    Times clearance beside parry on the same queries, in one interleaved run.
    --quick       shorter rounds: noisier figures
    --only TEXT   only the workloads whose name contains TEXT
    --json        one JSON object a workload instead of a table

clearance-bench dqp [--quick] [--write FOLDER]
    The tables of the active set on facet-balls, beside GJK and parry.
    --write FOLDER  also as active-set.md and active-set.svg in a folder
    --queries N     instead: so many tracked steps on polyhedra of every kind, each one judged

clearance-bench contact [--quick] [--only TEXT]
    The same for depths, beside parry's `contact`.

clearance-bench contact-motion [--quick] [--queries N] [--seed N]
    Table II of Chakraborty et al. (2008): closest approach and first contact of translating objects,
    by the usual method and as two programs by interior point. Exit code 1 if they disagree.

clearance-bench contact-soak [--quick] [--queries N] [--seed N] [--only TEXT]
    Depths beside all normals and a search over directions, first contacts beside bisection,
    gradients beside differences. Exit code 1 if something is wrong.

clearance-bench smooth [--quick] [--queries N] [--seed N]
    The pairs of implicit objects of Chakraborty et al. (2008), Tables I and III, at random, and
    superquadrics with exponents up to 200: medians of the default method, of the interior point
    method and of a conic solver, the widest gap, failures. Exit code 1 if there is one.

clearance-bench smooth-agree [--quick] [--queries N] [--seed N] [--threads N]
    N pairs of smooth shapes (1,000,000): interior point, Newton and GJK must agree, and where there
    is no support function interior point and cutting planes. Exit code 1 if they do not.

clearance-bench smooth-growth [--quick] [--seed N] [--write FOLDER]
    Time against the number of surfaces, with fitted exponents, beside a conic solver.
    --write FOLDER  also as growth.svg in a folder

clearance-bench ellipsoids [--quick]
    Ellipsoids by every method of Fenger's thesis: its Tables 5.1 and 5.2, beside the default method.
    Exit code 1 if a method does not converge.

clearance-bench scene [--quick] [--seed N] [--write FOLDER]
    The robot of the thesis, and crowds of moving bodies beside parry's tree and narrow phase.
    --write FOLDER  also the picture scenes.svg in a folder

clearance-bench scene-soak [--quick] [--queries N] [--seed N] [--threads N]
    N random scenes (10,000) beside brute force over all pairs of parts, and a hundred times as many
    motions whose starved updates are judged by true distances. Exit code 1 if something is wrong.

clearance-bench soak [--quick] [--queries N] [--seconds N] [--seed N] [--threads N] [--repeat CASE]
    Hunts for wrong answers over all pairs of shapes. Exit code 1 if there is one.
    --quick       one twentieth of it
    --queries N   about so many random queries, and a tenth of that of degenerate ones
    --seconds N   go on, with new cases, for at least so long
    --seed N      other cases
    --threads N   on so many threads
    --repeat CASE show one case, named as in the list of failures

clearance-bench exact [--quick] [--only TEXT]
    What exact distances, the methods for small pairs and rigorous bounds cost, as ratios.

clearance-bench exact-pairs [--quick] [--queries N] [--seed N] [--threads N]
    All 36 pairs of linear pieces of the plane and all 66 of space, N whole-number cases each (10,000):
    four float methods against two exact ones against check, and rigorous bounds. Exit code 1 if
    anything disagrees.

clearance-bench exact-hulls [--quick] [--queries N] [--seed N] [--threads N]
    N pairs of hulls (100,000), apart, nearly touching, touching and overlapping, decided exactly;
    one in a hundred again by an independent slow method. Exit code 1 if one is wrong.";

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Time us and the peers.
    Compare,
    /// Time depths.
    Contact,
    /// Time translating objects.
    ContactMotion,
    /// Hunt for wrong depths, contacts and gradients.
    ContactSoak,
    /// Pairs of smooth and implicit objects.
    Smooth,
    /// Agreement of independent methods on smooth shapes.
    SmoothAgree,
    /// Time against the number of surfaces.
    SmoothGrowth,
    /// Ellipsoids by the methods of the thesis.
    Ellipsoids,
    /// Hunt for wrong answers.
    Soak,
    /// Time exact answers.
    Exact,
    /// All pairs of linear pieces.
    ExactPairs,
    /// Many pairs of hulls.
    ExactHulls,
    /// The tables of the active set.
    Dqp,
    /// Scenes of many bodies.
    Scene,
    /// Hunt for wrong scenes.
    SceneSoak,
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
    /// Where to write tables to.
    pub write: Option<String>,
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
            write: None,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
            match argument.as_str() {
                "compare" => options.command = Command::Compare,
                "contact" => options.command = Command::Contact,
                "contact-motion" => options.command = Command::ContactMotion,
                "contact-soak" => options.command = Command::ContactSoak,
                "smooth" => options.command = Command::Smooth,
                "smooth-agree" => options.command = Command::SmoothAgree,
                "smooth-growth" => options.command = Command::SmoothGrowth,
                "ellipsoids" => options.command = Command::Ellipsoids,
                "soak" => options.command = Command::Soak,
                "exact" => options.command = Command::Exact,
                "exact-pairs" => options.command = Command::ExactPairs,
                "exact-hulls" => options.command = Command::ExactHulls,
                "dqp" => options.command = Command::Dqp,
                "scene" => options.command = Command::Scene,
                "scene-soak" => options.command = Command::SceneSoak,
                "--write" => options.write = Some(value()?),
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
