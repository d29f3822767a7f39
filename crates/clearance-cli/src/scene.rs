//! `clearance scene` and `clearance robot`: how far everything in a cell is from everything else.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance::Pose;
use clearance::scene::Nearest;
use clearance_io::Coordinates;
use clearance_io::cell::Cell;
use clearance_io::robot::{Allowed, Derive, Files, Options as Reading, Robot, Solid, read_srdf};
use serde_json::{Value, json};

use crate::text::{self, Paint};
use crate::view;

pub const HELP: &str = "\
A scene file is TOML: a margin, bodies, robots, and pairs that may collide; docs/format.md says all of it.
  margin = 0.02
  [[body]]
  name = \"table\"
  shape = { type = \"box\", half_extents = [1, 1, 0.05] }
  [[robot]]
  urdf = \"arm.urdf\"
  joints = { shoulder = 0.5 }
Exit code 2 if something touches or the margin is violated; 1 on errors.";

/// The options of `clearance scene`.
#[derive(Args)]
pub struct Options {
    /// The scene (.toml)
    scene: PathBuf,
    #[command(flatten)]
    report: Report,
}

/// What is said about a cell, and how.
#[derive(Args)]
pub struct Report {
    /// How many of the nearest pairs to list
    #[arg(long, default_value_t = 10, value_name = "N")]
    pairs: usize,
    /// Another margin than the file's
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true)]
    margin: Option<f64>,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Draw the scene
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// Which robot.
#[derive(Args)]
pub struct RobotArgs {
    /// The robot (.urdf)
    urdf: PathBuf,
    /// The scene that it stands in (.toml)
    #[arg(long, value_name = "FILE")]
    world: Option<PathBuf>,
    /// Which links may collide; otherwise those that a joint connects
    #[arg(long, value_name = "FILE")]
    srdf: Option<PathBuf>,
    /// Try so many configurations: links that always meet are not compared either
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    derive: Option<u32>,
    /// Where its base is: x,y,z or x,y,z,roll,pitch,yaw
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    base: Option<String>,
    /// The folder of a package, NAME=FOLDER, for meshes named package://NAME/…
    #[arg(long = "package", value_name = "NAME=FOLDER")]
    packages: Vec<String>,
    /// Meshes as unions of convex parts instead of hulls
    #[arg(long)]
    decompose: bool,
    /// Say how far the convex parts are from the meshes
    #[arg(long)]
    measure: bool,
}

/// The options of `clearance robot`.
#[derive(Args)]
pub struct RobotOptions {
    #[command(flatten)]
    robot: RobotArgs,
    /// Joint values: NAME=VALUE,NAME=VALUE or all of them in their order
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    joints: Option<String>,
    #[command(flatten)]
    report: Report,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let mut cell = Cell::load(&options.scene)?;
    options.report.run(&mut cell)
}

pub fn run_robot(options: &RobotOptions) -> Result<ExitCode> {
    let (mut cell, number) = options.robot.read()?;
    let robot = cell.robots()[number].robot.clone();
    let configuration = match &options.joints {
        None => robot.rest(),
        Some(text) => joints(text, &robot)?,
    };
    if let Some(warning) = beyond_limits(&robot, &configuration)? {
        eprintln!("clearance: {warning}");
    }
    cell.configure(number, &configuration)?;
    options.report.run(&mut cell)
}

impl RobotArgs {
    /// The cell with the robot in it, and the robot's number.
    pub fn read(&self) -> Result<(Cell, usize)> {
        let mut cell = match &self.world {
            None => Cell::new(),
            Some(path) => Cell::load(path)?,
        };
        let mut files = Files::beside(&self.urdf);
        for package in &self.packages {
            let Some((name, folder)) = package.split_once('=') else {
                bail!("--package wants NAME=FOLDER, not {package:?}");
            };
            files.packages.insert(name.into(), folder.into());
        }
        let solid = if self.decompose { Solid::Parts } else { Solid::Hull };
        let reading = Reading::default().with_solid(solid);
        let reading = if self.measure { reading.measured() } else { reading };
        let name = self.urdf.display().to_string();
        let robot = Robot::load_with(&self.urdf, &files, &reading).map_err(|error| {
            // Some mistakes come with the name of the file.
            let named = error.to_string().starts_with(&name);
            if named { error.into() } else { anyhow::Error::new(error).context(name) }
        })?;
        for link in robot.links() {
            for (file, error) in &link.meshes {
                if let Some(error) = error {
                    eprintln!(
                        "{}: {file}: {} convex part(s), mesh uncovered by at most {}, exceeded by {} to {}",
                        link.name, error.parts, error.uncovered, error.excess[0], error.excess[1]
                    );
                }
            }
        }
        let allowed = self.allowed(&robot)?;
        let base = match &self.base {
            None => Pose::IDENTITY,
            Some(text) => base(text)?,
        };
        let name = robot.name.clone();
        let number = cell.add_robot(name, robot, base, &allowed)?;
        Ok((cell, number))
    }

    fn allowed(&self, robot: &Robot) -> Result<Vec<Allowed>> {
        if let Some(path) = &self.srdf {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
            return read_srdf(&text, robot).with_context(|| name);
        }
        Ok(match self.derive {
            None => robot.adjacent(),
            Some(samples) => robot.allowed(Derive::Always, samples as usize)?,
        })
    }
}

/// x,y,z or x,y,z,roll,pitch,yaw.
fn base(text: &str) -> Result<Pose<3>> {
    let numbers = numbers(text)?;
    let (xyz, rpy) = match numbers[..] {
        [x, y, z] => ([x, y, z], [0.0; 3]),
        [x, y, z, roll, pitch, yaw] => ([x, y, z], [roll, pitch, yaw]),
        _ => bail!("--base wants 3 or 6 numbers, not {}", numbers.len()),
    };
    let rotation = clearance::Rotation::from_rpy(rpy[0], rpy[1], rpy[2])?;
    Ok(Pose::new(rotation, xyz)?)
}

fn numbers(text: &str) -> Result<Vec<f64>> {
    let number = |text: &str| {
        text.trim().parse::<f64>().with_context(|| format!("expected a number, found {text:?}"))
    };
    text.split(',').map(number).collect()
}

/// What to say of a configuration that the robot cannot take.
pub fn beyond_limits(robot: &Robot, configuration: &[f64]) -> Result<Option<String>> {
    Ok(robot.beyond_limits(configuration)?.map(|(joint, value)| {
        let [low, high] = joint.limits;
        format!("joint \"{}\" is at {value}, outside of {low} to {high}", joint.name)
    }))
}

/// `name=value,name=value`, or all values in their order.
fn joints(text: &str, robot: &Robot) -> Result<Vec<f64>> {
    if !text.contains('=') {
        return numbers(text);
    }
    let mut values = robot.rest();
    let mut told = Vec::new();
    for part in text.split(',') {
        let Some((name, value)) = part.split_once('=') else {
            bail!("--joints: expected NAME=VALUE, found {part:?}");
        };
        let Some(at) = robot.variables().position(|variable| variable == name.trim()) else {
            let names: Vec<&str> = robot.variables().collect();
            bail!("--joints: there is no joint {name:?}; expected {}", names.join(", "));
        };
        if told.contains(&at) {
            bail!("--joints: {:?} stands twice", name.trim());
        }
        told.push(at);
        values[at] = value
            .trim()
            .parse()
            .with_context(|| format!("--joints: expected a number, found {value:?}"))?;
    }
    Ok(values)
}

impl Report {
    fn run(&self, cell: &mut Cell) -> Result<ExitCode> {
        let margin = chosen_margin(self.margin, cell)?;
        let clearance = cell.scene.clearance()?;
        let mut pairs = cell.scene.pairs_within(f64::INFINITY)?;
        pairs.sort_by(|a, b| a.distance().total_cmp(&b.distance()).then(a.bodies.cmp(&b.bodies)));
        let count = pairs.len();
        pairs.truncate(self.pairs);
        let violated = clearance.lower < margin || clearance.upper == 0.0;
        if let Some(path) = &self.png {
            view::write(path, cell, clearance.nearest.as_ref())?;
        }
        if self.json {
            let list: Vec<Value> = pairs.iter().map(|pair| entry(cell, pair)).collect();
            let object = json!({
                "bodies": cell.scene.len(),
                "pairs_compared": count,
                "lower": finite(clearance.lower),
                "upper": finite(clearance.upper),
                "margin": margin,
                "violated": violated,
                "pairs": list,
            });
            text::print(&object.to_string())?;
        } else {
            text::print(&table(cell, &pairs))?;
            let verdict = match (&clearance.nearest, violated) {
                (None, _) => "no pair is compared".to_owned(),
                (Some(_), true) if clearance.upper == 0.0 => "COLLISION".to_owned(),
                (Some(_), true) => format!("the margin of {margin} is VIOLATED"),
                (Some(_), false) => format!("proved to keep a margin of {margin}"),
            };
            let bounds = match &clearance.nearest {
                None => String::new(),
                Some(_) => format!(
                    "clearance between {} and {}: ",
                    text::number(clearance.lower),
                    text::number(clearance.upper)
                ),
            };
            let (bodies, pairs) = (cell.scene.len(), text::counted(count, "pair", "pairs"));
            let bodies = text::counted(bodies, "body", "bodies");
            let line = format!("{bodies}, {pairs}: {bounds}{verdict}");
            text::print(&Paint::of_stdout().verdicts(&line))?;
        }
        Ok(if violated { ExitCode::from(2) } else { ExitCode::SUCCESS })
    }
}

/// The margin of the command line, or else the file's.
pub fn chosen_margin(asked: Option<f64>, cell: &Cell) -> Result<f64> {
    match asked {
        Some(margin) if !(margin >= 0.0 && margin.is_finite()) => {
            bail!("--margin wants a length of zero or more, found {margin}")
        }
        asked => Ok(asked.unwrap_or(cell.margin)),
    }
}

/// Infinity is no JSON.
fn finite(x: f64) -> Value {
    if x.is_finite() { json!(x) } else { Value::Null }
}

fn entry(cell: &Cell, pair: &Nearest<3>) -> Value {
    let [a, b] = pair.bodies.map(|id| cell.name(id));
    let [p, q] = pair.answer.points();
    json!({
        "a": a,
        "b": b,
        "part_a": pair.parts[0],
        "part_b": pair.parts[1],
        "distance": pair.distance(),
        "lower": pair.lower,
        "upper": pair.answer.upper(),
        "point_a": Coordinates::from(p),
        "point_b": Coordinates::from(q),
        "normal": pair.answer.normal().map(Coordinates::from),
        "method": pair.answer.effort().method.name(),
    })
}

fn table(cell: &Cell, pairs: &[Nearest<3>]) -> String {
    let mut table = text::table(&["a", "b", "distance", "at least", "point of A", "point of B"]);
    for pair in pairs {
        let [a, b] = pair.bodies.map(|id| cell.name(id).to_owned());
        let [p, q] = pair.answer.points();
        table.add_row([
            a,
            b,
            text::rounded(pair.distance(), 6),
            text::rounded(pair.lower, 6),
            text::point(p, 4),
            text::point(q, 4),
        ]);
    }
    text::align_right(&mut table, [2, 3]);
    text::rendered(&table)
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}
