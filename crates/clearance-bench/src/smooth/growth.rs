//! Time of the interior point method against the number of surfaces, beside the conic solver.

use std::path::Path;
use std::process::ExitCode;

use clearance::shape::{HalfSpace, Intersection, Placed, ShapeError, Superquadric};
use clearance::{Method, Pose, Query, Rotation, Vector, check};
use fastrand::Rng;

use super::objects::{Object, Piece, Shape};
use super::{conic, median};
use crate::measure::worked;
use crate::options::Options;
use crate::plot::{self, Chart, Line};
use crate::workloads::direction;

/// Surfaces of both objects together.
const SIZES: [usize; 8] = [2, 12, 36, 92, 240, 576, 1152, 2296];

/// The kinds of surfaces, and the fewest that enclose something.
const KINDS: [&str; 3] = ["planes", "quadrics", "superquadrics"];

/// Prints the table and draws the picture.
pub fn run(options: &Options) -> ExitCode {
    match measure(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(options: &Options) -> Result<bool, Box<dyn std::error::Error>> {
    let rounds = if options.quick { 5 } else { 41 };
    let mut rng = Rng::with_seed(options.seed);
    let (mut series, mut good) = (Vec::new(), true);
    for kind in KINDS {
        println!("{kind}: surfaces, µs, conic µs, ratio");
        let mut points = Vec::new();
        for total in SIZES {
            let (a, b) = (object(kind, total / 2, &mut rng)?, object(kind, total / 2, &mut rng)?);
            let (mut times, mut conics) = (Vec::new(), Vec::new());
            for round in 0..rounds {
                let there = Pose::at(direction::<3>(&mut rng) * (4.0 + rng.f64()));
                let start = worked();
                let answer = Query::DEFAULT.with_method(Method::Interior).distance(
                    &a.shape,
                    &Pose::IDENTITY,
                    &b.shape,
                    &there,
                )?;
                times.push((worked() - start).as_nanos() as f64 / 1e3);
                good &= check(&answer, &a.shape, &Pose::IDENTITY, &b.shape, &there).is_ok();
                good &= answer.upper() - answer.lower() < 1e-9 * 10.0;
                if kind == "planes" && round % 4 == 0 {
                    conics.extend(conic::distance(&a, &b, &there).map(|(_, time)| time));
                }
            }
            let (time, conic) = (median(&mut times), median(&mut conics));
            let ratio = if conic > 0.0 { format!("{:.1}×", conic / time) } else { String::new() };
            println!("{total:6} {time:10.1} {conic:10.0} {ratio:>8}");
            points.push((total as f64, time));
        }
        let exponent = slope(&points);
        println!("grows like n^{exponent:.2}");
        good &= exponent <= 1.1;
        series.push((kind, exponent, points));
    }
    if let Some(folder) = &options.write {
        draw(&Path::new(folder).join("growth.svg"), &series)?;
    }
    Ok(good)
}

/// The exponent of a power law through the points, by least squares in logarithms.
fn slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<_> = points.iter().map(|(n, t)| (n.ln(), t.ln())).collect();
    let count = logs.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    mean(&|p| (p.0 - x) * (p.1 - y)) / mean(&|p| (p.0 - x) * (p.0 - x))
}

/// An object of about unit size with so many surfaces.
fn object(kind: &str, surfaces: usize, rng: &mut Rng) -> Result<Object, ShapeError> {
    let (mut parts, mut pieces): (Vec<Shape>, Vec<Piece>) = (Vec::new(), Vec::new());
    for k in 0..surfaces.max(1) {
        if kind == "planes" {
            // The six sides of a box first, so that it is bounded.
            let axis = Vector::axis(k / 2 % 3);
            let boxed = if k % 2 == 0 { axis } else { -axis };
            let normal = if k < 6 { boxed } else { direction::<3>(rng) };
            parts.push(Box::new(HalfSpace::new(normal, 1.0)?));
            pieces.push(Piece::Plane(normal, 1.0));
            continue;
        }
        let exponent = |rng: &mut Rng| if kind == "quadrics" { 2.0 } else { 2.0 + 6.0 * rng.f64() };
        let axes = Vector::<3>::from_fn(|_| 1.0 + rng.f64());
        let egg = Superquadric::new(axes, Vector::from_fn(|_| exponent(rng)))?;
        let turn = Rotation::from_quaternion([0; 4].map(|_| rng.f64() - 0.5));
        let pose = turn.ok().and_then(|turn| Pose::new(turn, Vector::ZERO).ok());
        parts.push(Box::new(Placed::new(egg, pose.unwrap_or(Pose::IDENTITY))?));
    }
    Ok(Object { name: kind.to_owned(), shape: Box::new(Intersection::new(parts)?), pieces })
}

type Series = Vec<(&'static str, f64, Vec<(f64, f64)>)>;

fn draw(path: &Path, series: &Series) -> Result<(), String> {
    let colours = [plot::OURS, plot::OTHER, plot::PEER];
    let lines = (series.iter().zip(colours))
        .map(|((name, exponent, points), colour)| Line {
            name: format!("{name}: n^{exponent:.2}"),
            colour,
            points: points.clone(),
        })
        .collect();
    let chart = Chart {
        title: "interior point: microseconds by surfaces of both objects".to_string(),
        across: 2.0..3000.0,
        up: 1.0..20_000.0,
        lines,
    };
    plot::draw(path, (640, 420), &[chart])
}
