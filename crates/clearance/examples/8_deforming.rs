//! Two smooth objects that change their shape: a diamond becomes a rounded cuboid by a change of
//! exponents while it is stretched, and a tracker follows its distance from another.
//!
//! `cargo run --release --example 8_deforming`

use clearance::shape::{HalfSpace, Intersection, Superquadric};
use clearance::{Convex, Pose, Tracker, Vector, check, distance};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let diamond = Vector([4.0 / 3.0, 7.0 / 5.0, 15.0 / 13.0]);
    let cuboid = Vector([76.0 / 9.0, 71.0 / 5.0, 179.0 / 13.0]);
    let other = Superquadric::new([1.0, 1.0, 1.5], cuboid)?;
    let there = Pose::at([3.0, 1.0, 0.5]);
    let mut tracker = Tracker::new();
    println!("step   exponents             distance             steps");
    for step in 0..=10 {
        let t = f64::from(step) / 10.0;
        let shape =
            Superquadric::new([1.0, 0.7 - 0.35 * t, 1.5 + 1.5 * t], diamond.lerp(cuboid, t))?;
        let answer = tracker.distance(&shape, &Pose::IDENTITY, &other, &there)?;
        check(&answer, &shape, &Pose::IDENTITY, &other, &there)?;
        let [x, y, z] = shape.exponents().0;
        let effort = answer.effort();
        println!(
            "{step:4}   {x:5.2} {y:5.2} {z:5.2}   {:.15}   {} {}",
            answer.distance(),
            effort.iterations,
            effort.method.name()
        );
    }

    // The same object with its top cut off has no support function any more: the interior point
    // method takes over, and tangents prove its answer.
    let cut = HalfSpace::new([0.0, 0.0, 1.0], 0.4)?;
    let parts: Vec<Box<dyn Convex<3>>> = vec![Box::new(other), Box::new(cut)];
    let flat = Intersection::new(parts)?;
    let above = Pose::at([0.2, 0.1, 2.5]);
    let answer = distance(&flat, &Pose::IDENTITY, &other, &above)?;
    check(&answer, &flat, &Pose::IDENTITY, &other, &above)?;
    println!("cut off: {:.12} by {}", answer.distance(), answer.effort().method.name());
    Ok(())
}
