//! `clearance explain`: what the solver did.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance::answer::{Detail, Step};
use clearance::{Trace, Vector};
use clearance_io::{AnyPair, Ask, Pair, Query};
use serde_json::{Value, json};

use crate::args::PairArgs;
use crate::distance::{exit_code, judge, summary};
use crate::frames;
use crate::sentence::{self, Names};
use crate::text::{self, Paint};

/// The options of `clearance explain`.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    pair: PairArgs,
    /// Print the steps and the result as JSON
    #[arg(long)]
    json: bool,
    /// Draw the steps of a pair of the plane into this directory, one file each
    #[arg(long, value_name = "DIR")]
    svg_frames: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let query = options.pair.read()?;
    match &query.pair {
        AnyPair::Two(pair) => {
            let trace = pair.trace(query.method)?;
            if let Some(folder) = &options.svg_frames {
                std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
                for (i, frame) in frames::draw(pair, &trace).iter().enumerate() {
                    let path = folder.join(format!("step-{:03}.svg", i + 1));
                    std::fs::write(&path, frame).with_context(|| path.display().to_string())?;
                }
            }
            report(options, &query, pair, &trace)
        }
        AnyPair::Three(pair) => {
            if options.svg_frames.is_some() {
                bail!("--svg-frames draws pairs of the plane, and this one is in space");
            }
            report(options, &query, pair, &pair.trace(query.method)?)
        }
    }
}

fn report<const D: usize>(
    options: &Options,
    query: &Query,
    pair: &Pair<D>,
    trace: &Trace<D>,
) -> Result<ExitCode>
where
    Pair<D>: Ask<D>,
{
    let names = Names::new(pair);
    if options.json {
        text::print(&as_json(query, &names, trace)?.to_string())?;
    } else {
        text::print(&as_text(query, pair, &names, trace))?;
    }
    Ok(exit_code(judge(pair, &trace.answer)))
}

fn as_text<const D: usize>(
    query: &Query,
    pair: &Pair<D>,
    names: &Names<'_, D>,
    trace: &Trace<D>,
) -> String
where
    Pair<D>: Ask<D>,
{
    let paint = Paint::of_stdout();
    let mut out = String::from(
        "Points are in A's frame. The distance between A and B is the distance from the origin to the set of\n\
         all differences w = a − b; the simplex is made of a few such differences.\n",
    );
    if names.radii > 0.0 {
        out.push_str(&format!(
            "The radii are set aside: the shapes are {} closer to each other than the steps say.\n",
            text::number(names.radii)
        ));
    }
    for (i, step) in trace.steps.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| trace.steps.get(i));
        let head = format!("step {}: {}", i + 1, sentence::region(step));
        out.push_str(&format!("\n{}\n", paint.bold(&head)));
        for line in sentence::simplex(names, step) {
            out.push_str(&format!("  {}\n", paint.dim(&line)));
        }
        out.push_str(&wrapped(&sentence::of(names, step, before)));
    }
    out.push_str(&format!("\n{}\n", paint.bold("answer")));
    for line in summary(query, pair, &trace.answer).lines() {
        out.push_str(&format!(" {line}\n"));
    }
    out.trim_end().to_owned()
}

/// Lines of at most 100 characters, indented.
fn wrapped(words: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in words.split(' ') {
        let more = word.chars().count() + 1;
        if length == 0 || length + more > 100 {
            out.push_str(if length == 0 { "  " } else { "\n  " });
            length = 2;
        } else {
            out.push(' ');
        }
        out.push_str(word);
        length += more;
    }
    out.push('\n');
    out
}

fn as_json<const D: usize>(query: &Query, names: &Names<'_, D>, trace: &Trace<D>) -> Result<Value> {
    let steps: Vec<Value> = (0..trace.steps.len())
        .map(|i| {
            let before = i.checked_sub(1).map(|i| &trace.steps[i]);
            step_json(&trace.steps[i], &sentence::of(names, &trace.steps[i], before))
        })
        .collect();
    Ok(json!({ "steps": steps, "result": serde_json::to_value(query.outcome(&trace.answer))? }))
}

fn step_json<const D: usize>(step: &Step<D>, words: &str) -> Value {
    let list = |v: Vector<D>| Value::from((0..D).map(|i| v[i]).collect::<Vec<f64>>());
    let mut value = json!({
        "method": step.method.name(),
        "point_a": list(step.points[0]),
        "point_b": list(step.points[1]),
        // Not a number before there is a bound: null.
        "lower": step.lower,
        "upper": step.upper,
        "text": words,
    });
    if let Detail::Gjk { simplex, region, direction, support, careful } = &step.detail {
        let vertices: Vec<Value> = simplex
            .iter()
            .map(|v| json!({ "a": list(v.a), "b": list(v.b), "weight": v.weight }))
            .collect();
        value["region"] = region.name().into();
        value["simplex"] = vertices.into();
        value["direction"] = list(*direction);
        value["support_a"] = list(support[0]);
        value["support_b"] = list(support[1]);
        value["careful"] = (*careful).into();
    }
    value
}
