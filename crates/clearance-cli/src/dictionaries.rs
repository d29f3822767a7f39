//! `clearance explain` on a program: Lemke's method, dictionary by dictionary.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clearance::exact::Rational;
use clearance::qp::{Constraint, Dictionary, Meaning, Outcome, Problem, Purpose, Variable, Walk};
use serde_json::{Value, json};

use crate::qp;
use crate::source::Source;
use crate::text::{self, Paint};

pub fn explain(source: &Source, as_json: bool) -> Result<ExitCode> {
    let problem = qp::read(source)?;
    let (outcome, walks) = problem.solve_traced().with_context(|| source.shown.clone())?;
    let shown = if as_json {
        let walks: Vec<Value> = walks.iter().map(walk_json).collect();
        json!({ "program": source.value()?, "walks": walks, "result": qp::as_json(&outcome) })
            .to_string()
    } else {
        as_text(&problem, &walks, &outcome)
    };
    text::print(&shown)?;
    Ok(qp::exit_code(&outcome))
}

fn as_text(
    problem: &Problem<Rational>,
    walks: &[Walk<Rational>],
    outcome: &Outcome<Rational>,
) -> String {
    let paint = Paint::of_stdout();
    let mut out = format!("{}\n{}", paint.bold("program"), statement(problem));
    if walks.is_empty() {
        out.push_str("\nIt is settled before Lemke's method has anything to do.\n");
    }
    for walk in walks {
        out.push_str(&format!("\n{}\n", paint.bold(title(walk.purpose))));
        out.push_str(&meanings(walk));
        // Ties leave a constant of zero behind: then the powers of ε matter.
        let ties = walk.dictionaries.iter().flat_map(|one| &one.constants).any(is_zero);
        if ties {
            out.push_str(
                "There are ties: ε is a number too small to matter but for deciding them.\n",
            );
        }
        for (i, dictionary) in walk.dictionaries.iter().enumerate() {
            out.push_str(&format!("\n{}\n", paint.bold(&format!("dictionary {}", i + 1))));
            let lines = if ties { format!("{dictionary:#}") } else { dictionary.to_string() };
            // The last line of the text says what is exchanged; here that comes with its reason.
            for line in lines.lines().take(dictionary.basic.len()) {
                out.push_str(&format!("  {line}\n"));
            }
            out.push_str(&format!("{}\n", reason(walk, i)));
        }
    }
    out.push_str(&format!("\n{}\n", paint.bold("outcome")));
    for line in qp::as_table(outcome).lines() {
        out.push_str(&format!(" {line}\n"));
    }
    out.trim_end().to_owned()
}

fn is_zero(number: &Rational) -> bool {
    *number == Rational::ZERO
}

fn title(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Minimum => {
            "complementarity: w = q + M z, none negative, of each pair w, z one zero"
        }
        Purpose::AnyPoint => "the same without an objective: is there any point?",
    }
}

/// The program as one would write it down.
fn statement(problem: &Problem<Rational>) -> String {
    let n = problem.variables();
    let mut objective = Sum::default();
    for i in 0..n {
        for j in i..n {
            // Both halves of the matrix, halved.
            let entry = problem.quadratic()[i][j].clone();
            let two = Rational::from(2);
            let (factor, name) = if i == j {
                (entry / two, format!("x{i}²"))
            } else {
                (entry, format!("x{i} x{j}"))
            };
            objective.add(&factor, &name);
        }
    }
    for (i, factor) in problem.linear_part().iter().enumerate() {
        objective.add(factor, &format!("x{i}"));
    }
    objective.add(&problem.value(&vec![Rational::ZERO; n]), "");
    let mut out = format!("  minimise {}\n", objective.text());
    let row = |condition: &Constraint<Rational>| {
        let mut sum = Sum::default();
        for (i, factor) in condition.row.iter().enumerate() {
            sum.add(factor, &format!("x{i}"));
        }
        sum.text()
    };
    for (k, condition) in problem.inequalities().iter().enumerate() {
        out.push_str(&format!("  condition {k}: {} ≥ {}\n", row(condition), condition.bound));
    }
    for condition in problem.equalities() {
        out.push_str(&format!("  equation: {} = {}\n", row(condition), condition.bound));
    }
    let signed: Vec<String> =
        (0..n).filter(|i| !problem.is_free(*i)).map(|i| format!("x{i}")).collect();
    if !signed.is_empty() {
        out.push_str(&format!("  {} ≥ 0\n", signed.join(", ")));
    }
    out
}

/// `2 x0 - x1 + 1/2`
#[derive(Default)]
struct Sum(String);

impl Sum {
    fn add(&mut self, factor: &Rational, name: &str) {
        if is_zero(factor) {
            return;
        }
        let negative = *factor < Rational::ZERO;
        self.0.push_str(match (negative, self.0.is_empty()) {
            (true, true) => "-",
            (false, true) => "",
            (true, false) => " - ",
            (false, false) => " + ",
        });
        let size = if negative { -factor } else { factor.clone() };
        let words = [size.to_string(), name.to_owned()];
        let one = size == Rational::ONE && !name.is_empty();
        let words: Vec<String> =
            words.into_iter().skip(usize::from(one)).filter(|word| !word.is_empty()).collect();
        self.0.push_str(&words.join(" "));
    }

    fn text(self) -> String {
        if self.0.is_empty() { "0".into() } else { self.0 }
    }
}

fn meanings(walk: &Walk<Rational>) -> String {
    let mut table = text::table(&[]);
    for (i, [z, w]) in walk.meanings.iter().enumerate() {
        table.add_row([format!("z{i}: {z}"), format!("w{i}: {w}")]);
    }
    let n = walk.meanings.len();
    table.add_row([format!("z{n}: {}", Meaning::Auxiliary), String::new()]);
    text::rendered(&table) + "\n"
}

/// Why a dictionary is left as it is left.
fn reason(walk: &Walk<Rational>, i: usize) -> String {
    let Dictionary { entering, leaving, .. } = walk.dictionaries[i];
    let before = i.checked_sub(1).and_then(|i| walk.dictionaries[i].leaving);
    let named = |variable: Variable| format!("{variable} ({})", walk.means(variable));
    match (entering, leaving) {
        (Some(entering), Some(leaving)) if i == 0 => format!(
            "{} enters, {leaving} leaves: its constant is the least, and now none is negative.",
            named(entering)
        ),
        (Some(entering), Some(leaving)) => format!(
            "{} enters, since {} has left; as it grows, {leaving} is the first to reach zero, and leaves.",
            named(entering),
            before.map_or_else(String::new, |variable| variable.to_string())
        ),
        (Some(entering), None) => {
            format!("{} should enter, and nothing stops it: a ray.", named(entering))
        }
        _ if i == 0 => "No constant is negative: z = 0 solves it.".into(),
        _ => {
            "The auxiliary variable is gone: with what is on the right zero, this is the solution."
                .into()
        }
    }
}

fn walk_json(walk: &Walk<Rational>) -> Value {
    let words = |list: &[Rational]| list.iter().map(Rational::to_string).collect::<Vec<_>>();
    let names = |list: &[Variable]| list.iter().map(Variable::to_string).collect::<Vec<_>>();
    let dictionaries = walk.dictionaries.iter().enumerate().map(|(i, one)| {
        json!({
            "basic": names(&one.basic),
            "nonbasic": names(&one.nonbasic),
            "constants": words(&one.constants),
            "coefficients": one.coefficients.iter().map(|row| words(row)).collect::<Vec<_>>(),
            "entering": one.entering.map(|variable| variable.to_string()),
            "leaving": one.leaving.map(|variable| variable.to_string()),
            "text": reason(walk, i),
        })
    });
    let pairs =
        walk.meanings.iter().map(|[z, w]| json!({ "z": z.to_string(), "w": w.to_string() }));
    json!({
        "purpose": match walk.purpose { Purpose::Minimum => "minimum", Purpose::AnyPoint => "any point" },
        "meanings": pairs.collect::<Vec<_>>(),
        "dictionaries": dictionaries.collect::<Vec<_>>(),
    })
}
