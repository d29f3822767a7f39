//! `clearance track`: one pair over a list of poses.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance::Tracker;
use clearance_io::{AnyPair, Ask, Coordinates, Outcome, Pair, Query};

use crate::draw::{BLUE, GREY, INK};
use crate::source::Source;
use crate::text;

pub const HELP: &str = "\
The first line of the file is a query, {\"a\": SHAPE, \"b\": SHAPE, \"pose_a\": POSE, \"pose_b\": POSE,
\"method\": \"active-set\"}; each further line moves the shapes, {\"pose_a\": POSE, \"pose_b\": POSE}, where a
pose that is missing stays as it is. Each query starts from where the last one ended.

Example:
  clearance track motion.jsonl --svg distance.svg";

/// The options of `clearance track`.
#[derive(Args)]
pub struct Options {
    /// The pair, and the poses: one JSON object a line; - for stdin
    motion: String,
    /// One JSON object a step instead of a table
    #[arg(long)]
    json: bool,
    /// Draw the distance over the steps
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let Source { shown: name, text, .. } = Source::read(&options.motion)?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (start, first) = lines.next().with_context(|| format!("{name}: the file is empty"))?;
    let mut query = Query::from_json(first).map_err(|error| error.in_file(&name))?;
    if query.exact || query.is_about_contact() {
        bail!("{name}: what is followed is the distance: no exact answers, no depths, no motions");
    }
    let mut trackers = (Tracker::<2>::new(), Tracker::<3>::new());
    let mut outcomes = Vec::new();
    let mut flawed = 0;
    let mut answer = |query: &Query, number: usize| -> Result<()> {
        let (outcome, proved) = match &query.pair {
            AnyPair::Two(pair) => follow(query, pair, &mut trackers.0),
            AnyPair::Three(pair) => follow(query, pair, &mut trackers.1),
        }
        .with_context(|| format!("{name}, line {}", number + 1))?;
        flawed += usize::from(!proved);
        outcomes.push(outcome);
        Ok(())
    };
    answer(&query, start)?;
    for (number, line) in lines {
        query.move_to(line).with_context(|| format!("{name}, line {}", number + 1))?;
        answer(&query, number)?;
    }
    if options.json {
        for outcome in &outcomes {
            text::print(&outcome.to_json())?;
        }
    } else {
        text::print(&table(&outcomes))?;
        text::print(&summary(&outcomes, flawed))?;
    }
    if let Some(path) = &options.svg {
        std::fs::write(path, plot(&outcomes)).with_context(|| path.display().to_string())?;
    }
    Ok(if flawed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One answer, and whether the checker agrees.
fn follow<const D: usize>(
    query: &Query,
    pair: &Pair<D>,
    tracker: &mut Tracker<D>,
) -> Result<(Outcome, bool)>
where
    Pair<D>: Ask<D>,
{
    let answer = pair.follow(tracker, query.method)?;
    Ok((query.outcome_about(pair, &answer), pair.check(&answer).is_ok()))
}

fn table(outcomes: &[Outcome]) -> String {
    let mut table =
        text::table(&["step", "distance", "point of A", "point of B", "method", "steps"]);
    for (step, outcome) in outcomes.iter().enumerate() {
        table.add_row([
            step.to_string(),
            text::rounded(outcome.distance, 8),
            point(&outcome.point_a),
            point(&outcome.point_b),
            outcome.method.to_owned(),
            outcome.iterations.to_string(),
        ]);
    }
    text::align_right(&mut table, [0, 1, 5]);
    text::rendered(&table)
}

fn point(point: &Coordinates) -> String {
    let numbers: Vec<_> = point.as_slice().iter().map(|x| text::rounded(*x, 6)).collect();
    format!("({})", numbers.join(", "))
}

fn summary(outcomes: &[Outcome], flawed: usize) -> String {
    let least = outcomes.iter().enumerate().min_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
    let (at, least) = least.map_or((0, 0.0), |(step, outcome)| (step, outcome.distance));
    let most = outcomes.iter().map(|outcome| outcome.distance).fold(0.0, f64::max);
    let meeting = outcomes.iter().filter(|outcome| outcome.intersects).count();
    let steps: u32 = outcomes.iter().map(|outcome| outcome.iterations).sum();
    let count = outcomes.len();
    let poses = text::counted(count, "pose", "poses");
    let proved = if flawed == 0 { "all proved".to_owned() } else { format!("{flawed} REFUTED") };
    format!(
        "{poses}, {proved}: distance from {} (at step {at}) to {}, meeting at {meeting}; \
         {:.2} solver steps a pose",
        text::rounded(least, 6),
        text::rounded(most, 6),
        f64::from(steps) / count.max(1) as f64
    )
}

/// The distance over the steps.
fn plot(outcomes: &[Outcome]) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 300.0;
    const MARGIN: f64 = 44.0;
    let most = outcomes.iter().map(|outcome| outcome.distance).fold(0.0, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let last = outcomes.len().saturating_sub(1).max(1) as f64;
    let place = |step: f64, distance: f64| {
        let x = MARGIN + step / last * (WIDTH - 2.0 * MARGIN);
        let y = HEIGHT - MARGIN - distance / most * (HEIGHT - 2.0 * MARGIN);
        format!("{x:.2},{y:.2}")
    };
    let points: Vec<_> = outcomes
        .iter()
        .enumerate()
        .map(|(step, outcome)| place(step as f64, outcome.distance))
        .collect();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\">\n"
    );
    let base = HEIGHT - MARGIN;
    let end = WIDTH - MARGIN;
    let _ = writeln!(
        svg,
        "<path d=\"M {MARGIN} {MARGIN} V {base} H {end}\" stroke=\"{GREY}\" fill=\"none\"/>\n\
         <polyline points=\"{}\" stroke=\"{BLUE}\" stroke-width=\"1.5\" fill=\"none\"/>\n\
         <text x=\"{MARGIN}\" y=\"{}\">distance (at the top: {})</text>\n\
         <text x=\"{end}\" y=\"{}\" text-anchor=\"end\">step {}</text>\n</svg>",
        points.join(" "),
        MARGIN - 12.0,
        text::rounded(most, 6),
        HEIGHT - 16.0,
        outcomes.len().saturating_sub(1)
    );
    svg
}
