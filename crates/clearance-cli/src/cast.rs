//! `clearance cast`: when two moving shapes first touch, or how close they come.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use clearance_io::{AnyMotion, AnyPair, Contact, Motions, Outcome, Pair, Query, Question};

use crate::args::PairArgs;
use crate::distance::yes_no;
use crate::draw::{GREEN, GREY, INK, NORMAL, PURPLE, Panel, Sheet, Style, TITLE};
use crate::outline::{Outline, Point};
use crate::picture::{SHAPE_A, SHAPE_B};
use crate::text::{self, Paint};
use crate::{film, render};

pub const HELP: &str = "\
The shapes move with constant velocities and turn with constant angular velocities, about the origins of their
frames and in the world's axes. Longer ways are lists of poses, in a file: {\"a\": …, \"b\": …, \"t_max\": 2,
\"query\": \"first_contact\", \"poses_b\": [{\"time\": 0, \"translation\": [0, 0, 0]}, {\"time\": 2, …}]}.

Examples:
  clearance cast ball:1 box:1,1,1 --pose-b 5,0,0 --velocity-b -2,0,0 --t-max 10
  clearance cast box:1,1 box:1,0.2 --pose-b 4,1 --velocity-b -1,0 --angular-velocity-b 1 --t-max 5 --svg cast.svg
  clearance cast box:1,1,1 ball:0.7 --pose-b 4,1,2 --velocity-b -1,0,-0.5 --t-max 6 --png cast.png
  clearance cast ball:1 ball:1 --pose-b 5,3,0 --velocity-b -2,0,0 --t-max 10 --closest";

/// The options of `clearance cast`.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    pair: PairArgs,
    #[command(flatten)]
    motion: MotionArgs,
    /// How close they come, rather than when they touch
    #[arg(long)]
    closest: bool,
    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,
    /// Draw the pair into this file: at the start, at the contact and at the end
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same as a picture of pixels
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// How many pixels wide a picture is; three quarters of that high
    #[arg(long, default_value_t = 640, value_parser = clap::value_parser!(u32).range(16..=4096))]
    width: u32,
}

/// How the shapes move.
#[derive(Args)]
pub struct MotionArgs {
    /// The end of the time that is looked at
    #[arg(long, value_name = "TIME")]
    t_max: Option<String>,
    /// A's velocity: x,y or x,y,z
    #[arg(long, value_name = "VECTOR", allow_hyphen_values = true)]
    velocity_a: Option<String>,
    /// B's velocity
    #[arg(long, value_name = "VECTOR", allow_hyphen_values = true)]
    velocity_b: Option<String>,
    /// A's angular velocity: one number in the plane, x,y,z in space
    #[arg(long, value_name = "VECTOR", allow_hyphen_values = true)]
    angular_velocity_a: Option<String>,
    /// B's angular velocity
    #[arg(long, value_name = "VECTOR", allow_hyphen_values = true)]
    angular_velocity_b: Option<String>,
}

impl MotionArgs {
    /// The fields of a query that they stand for.
    fn fields(&self) -> [(&'static str, &Option<String>); 5] {
        [
            ("t_max", &self.t_max),
            ("velocity_a", &self.velocity_a),
            ("velocity_b", &self.velocity_b),
            ("angular_velocity_a", &self.angular_velocity_a),
            ("angular_velocity_b", &self.angular_velocity_b),
        ]
    }
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let asked = options.closest.then_some("closest_approach");
    let query = options.pair.read_moving(asked, &options.motion.fields())?;
    let motion = query.about_motion()?;
    let outcome = query.answer()?;
    let film = || film::draw((&query.pair, motion), &outcome, options.width as usize);
    if let Some(path) = &options.svg {
        let svg = match (&query.pair, motion) {
            (AnyPair::Two(pair), AnyMotion::Two(motions)) => draw(pair, motions, &outcome),
            _ => {
                let picture = film()?;
                render::svg(&picture, &picture.to_png()?, &title(&outcome))
            }
        };
        write(path, svg.as_bytes())?;
    }
    if let Some(path) = &options.png {
        write(path, &film()?.to_png()?)?;
    }
    if options.json {
        text::print(&outcome.to_json())?;
    } else {
        text::print(&summary(&query, &outcome))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| path.display().to_string())
}

/// The answer in a line, for a picture: the last digits are in the table.
fn title(outcome: &Outcome) -> String {
    let contact = outcome.contact.unwrap_or_default();
    let read = |x: f64| text::rounded(x, 9);
    let time = read(contact.time.unwrap_or(0.0));
    match contact.hit {
        Some(true) => format!("first contact at time {time}"),
        _ => format!("closest at time {time}: {}", read(outcome.distance)),
    }
}

/// The answer as a table for people.
fn summary(query: &Query, outcome: &Outcome) -> String {
    let mut table = text::table(&[]);
    let mut row = |name: &str, value: String| {
        table.add_row([name, &value]);
    };
    let contact = outcome.contact.unwrap_or_default();
    let time = contact.time.unwrap_or(f64::NAN);
    if query.question == Question::FirstContact {
        row("contact", verdict(&contact).into());
    }
    if let (Some(margin), Some(within)) = (query.margin, outcome.within) {
        row(&format!("within {}", text::number(margin)), yes_no(within));
    }
    if contact.hit == Some(true) {
        row("time", text::number(time));
        row("not before", text::number(contact.time_lower.unwrap_or(time)));
        row("touching at", text::number(contact.time_upper.unwrap_or(time)));
        row("point", text::coordinates(&outcome.point_a));
    } else {
        row("closest at", text::number(time));
        row("distance", text::number(outcome.distance));
        row("at least", text::number(outcome.lower));
        row("point of A", text::coordinates(&outcome.point_a));
        row("point of B", text::coordinates(&outcome.point_b));
    }
    if let Some(normal) = &outcome.normal {
        row("normal, A to B", text::coordinates(normal));
    }
    Paint::of_stdout().verdicts(&text::rendered(&table))
}

fn verdict(contact: &Contact) -> &'static str {
    match (contact.hit, contact.certain) {
        (Some(true), Some(false)) => "within rounding: they may touch, or just pass",
        (Some(true), _) => "yes",
        _ => "no",
    }
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 700.0;
const FAINT_A: Style = Style::line(GREY, 1.2).dashed("5 4");
const PATH: Style = Style::line(GREEN, 1.2).dashed("2 4");

/// The shapes at the start, at the contact (or the closest approach) and at the end, and the ways
/// of their origins.
fn draw(pair: &Pair<2>, motions: &Motions<2>, outcome: &Outcome) -> String {
    let contact = outcome.contact.unwrap_or_default();
    let time = contact.time.unwrap_or(0.0);
    let at = |time: f64| {
        [
            Outline::of_shape(&pair.a, &motions.a.at(time)),
            Outline::of_shape(&pair.b, &motions.b.at(time)),
        ]
    };
    let times = [0.0, motions.t_max, time];
    let outlines = times.map(at);
    let mut sheet = Sheet::new(WIDTH, HEIGHT);
    sheet.text([24.0, 34.0], TITLE, INK, &title(outcome));
    let span = format!("from time 0 to {}", text::number(motions.t_max));
    sheet.text([24.0, 58.0], NORMAL, GREY, &span);
    let mut seen: Vec<Point> = Vec::new();
    for [a, b] in &outlines {
        seen.extend(crate::picture::seen(&[a, b], &[]));
    }
    let frame = [24.0, 74.0, WIDTH - 48.0, HEIGHT - 74.0 - 52.0];
    let mut panel = Panel::showing(frame, &seen);
    for motion in [&motions.a, &motions.b] {
        let place = |k: usize| motion.at(motions.t_max * k as f64 / 64.0).translation();
        for k in 0..64 {
            panel.segment(place(k), place(k + 1), "path", PATH);
        }
    }
    for ([a, b], class) in outlines[..2].iter().zip(["start", "end"]) {
        panel.outline(a, class, FAINT_A);
        panel.outline(b, class, FAINT_A);
    }
    let [a, b] = &outlines[2];
    panel.outline(a, "shape-a", SHAPE_A);
    panel.outline(b, "shape-b", SHAPE_B);
    if let clearance_io::Coordinates::Two(point) = outcome.point_a {
        panel.dot(clearance::Vector(point), "contact", PURPLE, &text::number(time));
    }
    sheet.add(panel);
    let legend = [(SHAPE_A, "A at the contact"), (SHAPE_B, "B"), (FAINT_A, "start and end")];
    sheet.legend([24.0, HEIGHT - 20.0], &legend);
    sheet.finish()
}
