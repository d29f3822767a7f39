//! `clearance path`: the clearance along a trajectory, also between its samples.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance_io::cell::{Cell, PathOptions, PathReport, PathSample, Trajectory};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::draw::{BLUE, GREY, INK, ORANGE};
use crate::scene::{RobotArgs, beyond_limits, chosen_margin, read_text};
use crate::text::{self, Paint};

pub const HELP: &str = "\
The trajectory is CSV: a line of names (time, and joints in any order), and a line of numbers for each time.
Between the lines joints move evenly, and the bounds hold there too.
Exit code 2 if something touches, or the margin is violated or cannot be proved to be kept; 1 on errors.

Example:
  clearance path arm.urdf sweep.csv --world cell.toml --margin 0.02 --svg clearance.svg";

/// The options of `clearance path`.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    robot: RobotArgs,
    /// Configurations over time (.csv)
    trajectory: PathBuf,
    /// Another margin than the world's
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true)]
    margin: Option<f64>,
    /// How well the least clearance is to be known
    #[arg(long, value_name = "LENGTH", default_value_t = 1e-4)]
    tolerance: f64,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Draw the clearance over time
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let (mut cell, number) = options.robot.read()?;
    let robot = &cell.robots()[number].robot;
    let name = options.trajectory.display().to_string();
    let text = read_text(&options.trajectory)?;
    let trajectory =
        Trajectory::from_csv(&text, robot, &robot.rest()).map_err(|error| error.in_file(&name))?;
    // Between two samples joints stay between their values there.
    for (time, configuration) in trajectory.times.iter().zip(&trajectory.configurations) {
        if let Some(warning) = beyond_limits(robot, configuration)? {
            eprintln!("clearance: at time {time} {warning}");
            break;
        }
    }
    if !(options.tolerance > 0.0) {
        bail!("--tolerance wants a positive length");
    }
    let margin = chosen_margin(options.margin, &cell)?;
    let mut asked = PathOptions::default().with_margin(margin);
    asked.tolerance = options.tolerance;
    let bar = ProgressBar::new(1000);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {percent}%")?);
    let report = cell.along(number, &trajectory, &asked, &mut |share| {
        bar.set_position((1000.0 * share) as u64);
    });
    bar.finish_and_clear();
    let report = report?;
    if let Some(path) = &options.svg {
        let svg = plot(&trajectory, &report);
        std::fs::write(path, svg).with_context(|| path.display().to_string())?;
    }
    if options.json {
        text::print(&to_json(&cell, &trajectory, &report))?;
    } else {
        text::print(&summary(&cell, &report))?;
    }
    Ok(if report.is_safe() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn pair(cell: &Cell, sample: &PathSample) -> [String; 2] {
    sample.bodies.map_or(["".into(), "".into()], |bodies| bodies.map(|id| cell.name(id).to_owned()))
}

fn summary(cell: &Cell, report: &PathReport) -> String {
    let mut table = text::table(&[]);
    let mut row = |name: &str, value: String| {
        table.add_row([name, &value]);
    };
    let sampled = report.samples.iter().map(|s| s.distance).fold(f64::INFINITY, f64::min);
    let least = &report.least;
    let [a, b] = pair(cell, &least.sample);
    row("least at the samples", text::rounded(sampled, 8));
    row("least of all", text::rounded(least.sample.distance, 8));
    row("at least", text::rounded(least.lower, 8));
    row("at time", text::rounded(least.sample.time, 8));
    row("between", format!("{a} and {b}"));
    row("configurations", report.looked_at.to_string());
    let margin = text::number(report.margin);
    let verdict = match &report.violation {
        _ if report.is_safe() => format!("proved: the margin of {margin} is kept all the while"),
        Some(violation) => {
            let [a, b] = pair(cell, violation);
            let time = text::rounded(violation.time, 8);
            let distance = text::rounded(violation.distance, 6);
            if violation.distance == 0.0 {
                format!("COLLISION from time {time} on: {a} and {b} meet")
            } else {
                format!(
                    "VIOLATED from time {time} on: {a} and {b} are {distance} apart, \
                     less than {margin}"
                )
            }
        }
        None => {
            format!("not proved: the margin of {margin} may be violated by less than the tolerance")
        }
    };
    let text = format!("{}\n{verdict}", text::rendered(&table));
    Paint::of_stdout().verdicts(&text)
}

fn to_json(cell: &Cell, trajectory: &Trajectory, report: &PathReport) -> String {
    let sample = |sample: &PathSample| {
        let distance = sample.distance.is_finite().then_some(sample.distance);
        json!({ "time": sample.time, "distance": distance, "pair": pair(cell, sample) })
    };
    let between: Vec<_> = report
        .between
        .iter()
        .zip(trajectory.times.windows(2))
        .map(|(lower, times)| {
            let lower = lower.is_finite().then_some(*lower);
            json!({ "from": times[0], "to": times[1], "lower": lower })
        })
        .collect();
    json!({
        "margin": report.margin,
        "safe": report.is_safe(),
        "lower": report.least.lower.is_finite().then_some(report.least.lower),
        "least": sample(&report.least.sample),
        "violation": report.violation.as_ref().map(sample),
        "samples": report.samples.iter().map(sample).collect::<Vec<_>>(),
        "between": between,
        "configurations": report.looked_at,
    })
    .to_string()
}

/// The clearance at the samples, the bounds between them, and the margin.
fn plot(trajectory: &Trajectory, report: &PathReport) -> String {
    const WIDTH: f64 = 760.0;
    const HEIGHT: f64 = 340.0;
    const EDGE: f64 = 48.0;
    let finite = |x: &f64| x.is_finite();
    let most = report.samples.iter().map(|sample| sample.distance).filter(finite);
    let most = most.fold(2.0 * report.margin, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let times = &trajectory.times;
    let (first, last) = (times[0], times[times.len() - 1]);
    let span = if last > first { last - first } else { 1.0 };
    let x = |time: f64| EDGE + (time - first) / span * (WIDTH - 2.0 * EDGE);
    let y = |d: f64| HEIGHT - EDGE - d.clamp(0.0, most) / most * (HEIGHT - 2.0 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    for (lower, two) in report.between.iter().zip(times.windows(2)) {
        let (left, right, top) = (x(two[0]), x(two[1]), y(*lower));
        let (width, height) = (right - left, HEIGHT - EDGE - top);
        let _ = writeln!(
            svg,
            "<rect class=\"proved\" x=\"{left:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" \
             height=\"{height:.2}\" fill=\"{BLUE}\" fill-opacity=\"0.18\"/>"
        );
    }
    let points: Vec<String> = report
        .samples
        .iter()
        .map(|sample| format!("{:.2},{:.2}", x(sample.time), y(sample.distance)))
        .collect();
    let least = &report.least.sample;
    let margin = y(report.margin);
    let (base, end) = (HEIGHT - EDGE, WIDTH - EDGE);
    let _ = writeln!(
        svg,
        "<path d=\"M {EDGE} {EDGE} V {base} H {end}\" stroke=\"{GREY}\" fill=\"none\"/>\n\
         <polyline points=\"{}\" stroke=\"{BLUE}\" stroke-width=\"1.5\" fill=\"none\"/>\n\
         <path class=\"margin\" d=\"M {EDGE} {margin:.2} H {end}\" stroke=\"{ORANGE}\" stroke-dasharray=\"5 4\"/>\n\
         <circle class=\"least\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"4\" fill=\"{ORANGE}\"/>\n\
         <text x=\"{EDGE}\" y=\"{}\">clearance at the samples (at the top: {}), and what is proved between them</text>\n\
         <text x=\"{end}\" y=\"{}\" text-anchor=\"end\">time, to {}</text>\n\
         <text x=\"{EDGE}\" y=\"{}\">least: {} at {}; margin {}</text>\n</svg>",
        points.join(" "),
        x(least.time),
        y(least.distance),
        EDGE - 14.0,
        text::rounded(most, 4),
        HEIGHT - 16.0,
        text::rounded(last, 4),
        HEIGHT - 16.0,
        text::rounded(least.distance, 4),
        text::rounded(least.time, 4),
        text::number(report.margin)
    );
    svg
}
