//! `clearance explain`: what the solver did, on a pair of shapes or (`dictionaries`) on a program.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance::Trace;
use clearance_io::{AnyPair, Ask, Pair, Query, StepRecord};
use serde_json::{Value, json};

use crate::args::PairArgs;
use crate::dictionaries;
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
    let source = options.pair.source()?;
    if let Some(source) = source.as_ref().filter(|source| source.is_program()) {
        let foreign = options.pair.about_shapes();
        let frames = options.svg_frames.as_ref().map(|_| "--svg-frames");
        if let Some(name) = foreign.or(frames) {
            bail!("{name} goes with a pair of shapes, and {} is a program", source.shown);
        }
        return dictionaries::explain(source, options.json);
    }
    let (query, source) = options.pair.read_from(source.as_ref())?;
    let asked = Asked { query: &query, source: &source };
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
            report(options, &asked, pair, &trace)
        }
        AnyPair::Three(pair) => {
            if options.svg_frames.is_some() {
                bail!("--svg-frames draws pairs of the plane, and this one is in space");
            }
            report(options, &asked, pair, &pair.trace(query.method)?)
        }
    }
}

/// A query, and the JSON that it would be read from.
struct Asked<'a> {
    query: &'a Query,
    source: &'a str,
}

fn report<const D: usize>(
    options: &Options,
    asked: &Asked<'_>,
    pair: &Pair<D>,
    trace: &Trace<D>,
) -> Result<ExitCode>
where
    Pair<D>: Ask<D>,
{
    let names = Names::new(pair);
    if options.json {
        text::print(&as_json(asked, pair, &names, trace)?.to_string())?;
    } else {
        text::print(&as_text(asked.query, pair, &names, trace))?;
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

fn as_json<const D: usize>(
    asked: &Asked<'_>,
    pair: &Pair<D>,
    names: &Names<'_, D>,
    trace: &Trace<D>,
) -> Result<Value> {
    let step = |i: usize| -> Result<Value> {
        let before = i.checked_sub(1).map(|i| &trace.steps[i]);
        let step = &trace.steps[i];
        let mut value = serde_json::to_value(StepRecord::from(step))?;
        value["text"] = sentence::of(names, step, before).into();
        Ok(value)
    };
    let steps = (0..trace.steps.len()).map(step).collect::<Result<Vec<Value>>>()?;
    let query: Value = serde_json::from_str(asked.source)?;
    let result = serde_json::to_value(asked.query.outcome_about(pair, &trace.answer))?;
    Ok(json!({ "query": query, "steps": steps, "result": result }))
}
