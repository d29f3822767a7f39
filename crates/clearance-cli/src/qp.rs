//! `clearance qp`: convex quadratic programs without rounding.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use clearance::exact::Rational;
use clearance::qp::{Outcome, Problem, Solution};
use clearance_io::{program_from_json, program_from_toml};

use crate::fractions::fraction;
use crate::source::Source;
use crate::text;

pub const HELP: &str = "\
The file says what to minimise, x A x / 2 + b x + c, and under which conditions; variables are not
negative unless they are free:

  matrix = [[2, 0], [0, 2]]        # A; without it the program is linear
  linear = [-2, \"-1/3\"]            # b; strings are read exactly
  constant = 1
  free = [0]                       # variables by number, from 0
  at_most = [{ row = [1, 1], bound = 1 }]
  at_least = []
  equal = []

The exit code is 0 if there is a minimum, 2 if there is none (with the proof), 1 on errors.
`clearance explain` on such a file shows how it is found, dictionary by dictionary.";

/// The options of `clearance qp`.
#[derive(Args)]
pub struct Options {
    /// The program (.toml or .json, or - for JSON on stdin)
    file: String,
    /// Print the outcome as one line of JSON
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let source = Source::read(&options.file)?;
    let outcome = read(&source)?.solve().with_context(|| source.shown.clone())?;
    text::print(&if options.json { as_json(&outcome).to_string() } else { as_table(&outcome) })?;
    Ok(exit_code(&outcome))
}

/// The program in a file.
pub fn read(source: &Source) -> Result<Problem<Rational>> {
    source.parse(program_from_toml, program_from_json)
}

pub fn exit_code(outcome: &Outcome<Rational>) -> ExitCode {
    if matches!(outcome, Outcome::Solution(_)) { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// The outcome for people.
pub fn as_table(outcome: &Outcome<Rational>) -> String {
    let mut table = text::table(&[]);
    for fact in facts(outcome) {
        table.add_row([fact.name, &fact.shown()]);
    }
    text::rendered(&table)
}

/// The outcome for programs.
pub fn as_json(outcome: &Outcome<Rational>) -> serde_json::Value {
    let fields = facts(outcome).iter().map(|fact| (fact.key.to_owned(), fact.json())).collect();
    serde_json::Value::Object(fields)
}

/// One thing about the outcome: its name for people, its key for programs.
struct Fact {
    name: &'static str,
    key: &'static str,
    value: Shown,
}

enum Shown {
    Word(&'static str),
    Count(usize),
    Number(String),
    Numbers(Vec<String>),
}

impl Fact {
    fn new(name: &'static str, key: &'static str, value: Shown) -> Self {
        Self { name, key, value }
    }

    fn shown(&self) -> String {
        match &self.value {
            Shown::Word(word) => (*word).to_owned(),
            Shown::Count(count) => count.to_string(),
            Shown::Number(number) => fraction(number),
            Shown::Numbers(list) => {
                let list: Vec<String> = list.iter().map(|number| fraction(number)).collect();
                format!("({})", list.join(", "))
            }
        }
    }

    fn json(&self) -> serde_json::Value {
        match &self.value {
            Shown::Word(word) => (*word).into(),
            Shown::Count(count) => (*count).into(),
            Shown::Number(number) => number.clone().into(),
            Shown::Numbers(list) => list.clone().into(),
        }
    }
}

fn list(numbers: &[Rational]) -> Shown {
    Shown::Numbers(numbers.iter().map(Rational::to_string).collect())
}

fn facts(outcome: &Outcome<Rational>) -> Vec<Fact> {
    let verdict = |word| Fact::new("outcome", "outcome", Shown::Word(word));
    match outcome {
        Outcome::Solution(solution) => of_solution(solution),
        Outcome::Infeasible(farkas) => vec![
            verdict("infeasible"),
            Fact::new("because of the conditions", "inequalities", list(&farkas.inequalities)),
            Fact::new("and of the equations", "equalities", list(&farkas.equalities)),
        ],
        Outcome::Unbounded(way) => vec![
            verdict("unbounded"),
            Fact::new("from", "point", list(&way.point)),
            Fact::new("along", "direction", list(&way.direction)),
        ],
        Outcome::NotConvex { direction } => {
            vec![verdict("not convex"), Fact::new("along", "direction", list(direction))]
        }
        Outcome::Undecided { .. } => vec![verdict("undecided")],
    }
}

fn of_solution(solution: &Solution<Rational>) -> Vec<Fact> {
    vec![
        Fact::new("outcome", "outcome", Shown::Word("minimum")),
        Fact::new("x", "x", list(&solution.x)),
        Fact::new("value", "value", Shown::Number(solution.value.to_string())),
        Fact::new(
            "multipliers, conditions",
            "inequalities",
            list(&solution.multipliers.inequalities),
        ),
        Fact::new("multipliers, equations", "equalities", list(&solution.multipliers.equalities)),
        Fact::new("multipliers, signs", "bounds", list(&solution.multipliers.bounds)),
        Fact::new("pivots", "iterations", Shown::Count(solution.iterations)),
    ]
}
