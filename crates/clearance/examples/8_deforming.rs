//! Smooth objects that change their shape, followed by a tracker: the two sequences of ten steps of
//! Chakraborty et al. (2008), one by uneven scaling and one by a change of exponents; then an
//! object that is cut off.
//!
//! `cargo run --release --example 8_deforming`, and with the name of a folder behind it the steps
//! are also written there as files for `clearance render`, as for the pictures in docs/smooth.md.

use std::path::Path;

use clearance::shape::{Affine, HalfSpace, Intersection, Superquadric};
use clearance::{Convex, Matrix, Pose, Tracker, Vector, check, distance};

/// Semi-axes and exponents of objects I and III: a diamond, and a rounded cuboid.
const DIAMOND: ([f64; 3], [f64; 3]) = ([1.0, 0.7, 1.5], [4.0 / 3.0, 7.0 / 5.0, 15.0 / 13.0]);
const CUBOID: ([f64; 3], [f64; 3]) = ([1.0, 1.0, 1.5], [76.0 / 9.0, 71.0 / 5.0, 179.0 / 13.0]);

/// Where the cuboid is.
const THERE: [f64; 3] = [3.5, 1.0, 0.5];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1);
    println!("step   scaled: distance     steps         exponents changed: distance   steps");
    let (mut scaling, mut changing) = (Tracker::new(), Tracker::new());
    for step in 0..=10 {
        let scaled = scaled(f64::from(step) / 10.0)?;
        let changed = changed(f64::from(step) / 10.0)?;
        let first = followed(&mut scaling, &scaled)?;
        let second = followed(&mut changing, &changed)?;
        println!("{step:4}   {first}   {second}");
        if let Some(folder) = &folder {
            let (a, b) = (superquadric(DIAMOND), superquadric(CUBOID));
            let [a, b] = [(a, FIRST), (b, SECOND)].map(|(shape, end)| {
                let [x, y, z] = scales(end, f64::from(step) / 10.0).0;
                let rows = format!("[[{x:?}, 0.0, 0.0], [0.0, {y:?}, 0.0], [0.0, 0.0, {z:?}]]");
                format!("{{ type = \"affine\", matrix = {rows}, shape = {shape} }}")
            });
            write(Path::new(folder), &format!("scaled-{step}.toml"), [&a, &b])?;
            let shape = superquadric((DIAMOND.0, exponents(f64::from(step) / 10.0).0));
            write(
                Path::new(folder),
                &format!("changed-{step}.toml"),
                [&shape, &superquadric(CUBOID)],
            )?;
        }
    }

    // The cuboid with its top cut off has no support function any more: the interior point method
    // takes over, and tangents prove its answer.
    let cuboid = Superquadric::new(CUBOID.0, CUBOID.1)?;
    let cut = HalfSpace::new([0.0, 0.0, 1.0], 0.4)?;
    let parts: Vec<Box<dyn Convex<3>>> = vec![Box::new(cuboid), Box::new(cut)];
    let flat = Intersection::new(parts)?;
    let above = Pose::at([0.2, 0.1, 2.5]);
    let answer = distance(&flat, &Pose::IDENTITY, &cuboid, &above)?;
    check(&answer, &flat, &Pose::IDENTITY, &cuboid, &above)?;
    println!("cut off: {:.12} by {}", answer.distance(), answer.effort().method.name());
    Ok(())
}

type Pair = [Box<dyn Convex<3>>; 2];

/// By what the two objects are scaled in the end.
const FIRST: [f64; 3] = [1.0, 0.5, 2.0];
const SECOND: [f64; 3] = [0.5, 3.0, 0.67];

fn scales(end: [f64; 3], share: f64) -> Vector<3> {
    Vector([1.0; 3]).lerp(Vector(end), share)
}

/// Both objects under an affine map.
fn scaled(share: f64) -> Result<Pair, Box<dyn std::error::Error>> {
    let made = |(axes, exponents): ([f64; 3], [f64; 3]), end| {
        let map = Matrix::diagonal(scales(end, share));
        Affine::new(Superquadric::new(axes, exponents)?, map, [0.0; 3])
    };
    Ok([Box::new(made(DIAMOND, FIRST)?), Box::new(made(CUBOID, SECOND)?)])
}

fn exponents(share: f64) -> Vector<3> {
    Vector(DIAMOND.1).lerp(Vector(CUBOID.1), share)
}

/// A diamond that becomes a cuboid.
fn changed(share: f64) -> Result<Pair, Box<dyn std::error::Error>> {
    let diamond = Superquadric::new(DIAMOND.0, exponents(share))?;
    Ok([Box::new(diamond), Box::new(Superquadric::new(CUBOID.0, CUBOID.1)?)])
}

/// The distance as the tracker finds it, checked.
fn followed(tracker: &mut Tracker<3>, [a, b]: &Pair) -> Result<String, Box<dyn std::error::Error>> {
    let there = Pose::at(THERE);
    let answer = tracker.distance(a, &Pose::IDENTITY, b, &there)?;
    check(&answer, a, &Pose::IDENTITY, b, &there)?;
    let effort = answer.effort();
    Ok(format!("{:.15}   {:2} {:6}", answer.distance(), effort.iterations, effort.method.name()))
}

fn superquadric((axes, exponents): ([f64; 3], [f64; 3])) -> String {
    format!("{{ type = \"superquadric\", semiaxes = {axes:?}, exponents = {exponents:?} }}")
}

fn write(folder: &Path, name: &str, [a, b]: [&str; 2]) -> std::io::Result<()> {
    let text = format!("a = {a}\nb = {b}\npose_b = {{ translation = {THERE:?} }}\n");
    std::fs::write(folder.join(name), text)
}
