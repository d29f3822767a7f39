//! `clearance distance`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance::{Answer, Flaw};
use clearance_io::{AnyPair, Ask, Outcome, Pair, Query, Question};

use crate::args::PairArgs;
use crate::fractions;
use crate::picture;
use crate::text::{self, Paint};

/// The options of `clearance distance`.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    pair: PairArgs,
    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,
    /// Check the answer without any solver and print the verdict (always done unless --json)
    #[arg(long)]
    check: bool,
    /// Answer without any rounding, for shapes with flat sides: fractions, and "touching" as a fact
    #[arg(long, conflicts_with_all = ["svg", "check"])]
    exact: bool,
    /// Draw a pair of the plane into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let mut query = options.pair.read()?;
    query.exact |= options.exact;
    if query.exact {
        return report_exactly(options, &query);
    }
    if query.is_about_contact() {
        return report_contact(options, &query);
    }
    match &query.pair {
        AnyPair::Two(pair) => {
            let answer = query.solve(pair)?;
            if let Some(path) = &options.svg {
                let svg = picture::draw(pair, &answer);
                std::fs::write(path, svg).with_context(|| path.display().to_string())?;
            }
            report(options, &query, pair, &answer)
        }
        AnyPair::Three(pair) => {
            if options.svg.is_some() {
                bail!("--svg draws pairs of the plane, and this one is in space");
            }
            report(options, &query, pair, &query.solve(pair)?)
        }
    }
}

/// Depth or signed distance.
fn report_contact(options: &Options, query: &Query) -> Result<ExitCode> {
    if query.question.is_about_motion() {
        bail!("shapes that move are for `clearance cast`");
    }
    if options.svg.is_some() {
        bail!("--svg draws distances, not depths");
    }
    let outcome = query.answer()?;
    if options.json {
        text::print(&outcome.to_json())?;
        if !options.check {
            return Ok(ExitCode::SUCCESS);
        }
        let checked = query.check_signed()?;
        eprintln!("check: {}", signed_verdict(&outcome, checked));
        return Ok(exit_code(checked));
    }
    let checked = query.check_signed()?;
    let mut table = text::table(&[]);
    let mut row = |name: &str, value: String| {
        table.add_row([name, &value]);
    };
    if let (Some(margin), Some(within)) = (query.margin, outcome.within) {
        row(&format!("within {}", text::number(margin)), yes_no(within));
    }
    row("signed distance", text::number(outcome.distance));
    row("at least", text::number(outcome.lower));
    row("at most", text::number(outcome.upper));
    row("point of A", text::coordinates(&outcome.point_a));
    row("point of B", text::coordinates(&outcome.point_b));
    if let Some(normal) = &outcome.normal {
        row("normal, A to B", text::coordinates(normal));
    }
    if let Some(contact) = &outcome.contact {
        row("least of all", yes_no(contact.global.unwrap_or(true)));
        for (name, slopes) in [("A", contact.gradient_a), ("B", contact.gradient_b)] {
            let Some(slopes) = slopes else { continue };
            row(&format!("gradient, moving {name}"), text::coordinates(&slopes.translation));
            row(&format!("gradient, turning {name}"), text::coordinates(&slopes.rotation));
        }
        if contact.gradient_a.is_some_and(|slopes| !slopes.valid) {
            row("gradient", "to one side only: there is a kink".into());
        }
    }
    row("method", outcome.method.into());
    row("check", signed_verdict(&outcome, checked));
    text::print(&Paint::of_stdout().verdicts(&text::rendered(&table)))?;
    Ok(exit_code(checked))
}

/// Of a depth nothing but a search in all directions proves that there is no shorter way out.
fn signed_verdict(outcome: &Outcome, checked: Result<(), Flaw>) -> String {
    match checked {
        Ok(()) if outcome.distance <= 0.0 => "proved to part them; no shorter way was found".into(),
        checked => text::verdict(checked),
    }
}

fn report_exactly(options: &Options, query: &Query) -> Result<ExitCode> {
    let outcome = query.answer()?;
    if options.json {
        text::print(&outcome.to_json())?;
    } else {
        text::print(&fractions::summary(query, &outcome))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report<const D: usize>(
    options: &Options,
    query: &Query,
    pair: &Pair<D>,
    answer: &Answer<D>,
) -> Result<ExitCode>
where
    Pair<D>: Ask<D>,
{
    let checked = judge(pair, answer);
    if options.json {
        text::print(&query.outcome_about(pair, answer).to_json())?;
        if options.check {
            eprintln!("check: {}", text::verdict(checked));
        }
    } else {
        text::print(&summary(query, pair, answer))?;
    }
    Ok(exit_code(checked))
}

/// What the checker says.
pub fn judge<const D: usize>(pair: &Pair<D>, answer: &Answer<D>) -> Result<(), Flaw>
where
    Pair<D>: Ask<D>,
{
    pair.check(answer)
}

/// An answer that is refuted is a failure; one that nothing can prove is not.
pub fn exit_code(checked: Result<(), Flaw>) -> ExitCode {
    match checked {
        Ok(()) | Err(Flaw::Unknowable(_)) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The answer as a table for people.
pub fn summary<const D: usize>(query: &Query, pair: &Pair<D>, answer: &Answer<D>) -> String
where
    Pair<D>: Ask<D>,
{
    let mut table = text::table(&[]);
    let mut row = |name: &str, value: String| {
        table.add_row([name, &value]);
    };
    let [point_a, point_b] = answer.points();
    if query.question == Question::Intersects {
        row("intersects", yes_no(answer.intersects()));
    }
    if let Some(margin) = query.margin {
        row(&format!("within {}", text::number(margin)), yes_no(answer.upper() <= margin));
    }
    row("distance", text::number(answer.distance()));
    row("at least", text::number(answer.lower()));
    row("at most", text::number(answer.upper()));
    if answer.intersects() {
        row("common point", text::full_point(point_a));
    } else {
        row("point of A", text::full_point(point_a));
        row("point of B", text::full_point(point_b));
    }
    if let Some(normal) = answer.normal() {
        row("normal, A to B", text::full_point(normal));
    }
    if let Some(unique) = pair.is_unique(answer) {
        row("only closest pair", yes_no(unique));
    }
    let effort = answer.effort();
    let stop = format!("{:?}", effort.stop).to_lowercase();
    row("method", format!("{}, {stop}", text::effort(effort)));
    row("check", text::verdict(judge(pair, answer)));
    Paint::of_stdout().verdicts(&text::rendered(&table))
}

pub fn yes_no(yes: bool) -> String {
    if yes { "yes".into() } else { "no".into() }
}
