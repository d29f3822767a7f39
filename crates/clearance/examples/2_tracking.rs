//! One pair followed over time: each query starts where the last one ended.
//!
//! Run with `cargo run --release --example 2_tracking`.

use clearance::shape::Polytope;
use clearance::{Pose, Rotation, Tracker, Vector, distance};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (asteroid, probe) = (pebble(1000, 3.0)?, pebble(100, 0.5)?);
    let mut tracker = Tracker::new();
    let (mut cold, mut warm) = (0, 0);

    println!("  time   distance     steps from scratch   steps tracked");
    for step in 0..=360_u32 {
        let time = f64::from(step) * 0.0174533;
        // The asteroid tumbles; the probe passes by.
        let tumbling = Pose::rotated(Rotation::from_axis_angle([1.0, 2.0, 3.0], time)?);
        let passing = Pose::new(
            Rotation::from_axis_angle([0.0, 1.0, 0.0], -2.0 * time)?,
            [2.0 * (time - 3.0), 4.0, 0.5],
        )?;

        let fresh = distance(&asteroid, &tumbling, &probe, &passing)?;
        let tracked = tracker.distance(&asteroid, &tumbling, &probe, &passing)?;

        // The two differ by rounding at most, whatever the tracker remembers.
        assert!((fresh.distance() - tracked.distance()).abs() < 1e-12);
        cold += fresh.effort().iterations;
        warm += tracked.effort().iterations;
        if step % 45 == 0 {
            let (from_scratch, followed) = (fresh.effort().iterations, tracked.effort().iterations);
            println!("{time:6.2} {:10.6} {from_scratch:20} {followed:15}", tracked.distance());
        }
    }
    println!("in all: {cold} steps from scratch, {warm} tracked");

    // A tracker borrows nothing: after a jump, or with another shape, it is only slower, once.
    let elsewhere = Pose::at([0.0, -50.0, 0.0]);
    let answer = tracker.distance(&probe, &Pose::IDENTITY, &asteroid, &elsewhere)?;
    println!("after a jump: {} in {} steps", answer.distance(), answer.effort().iterations);
    Ok(())
}

/// A hull with many vertices, evenly spread over a bumpy ball.
fn pebble(count: u32, size: f64) -> Result<Polytope<3>, clearance::shape::ShapeError> {
    Polytope::from_points((0..count).map(|k| {
        let z = 1.0 - (2.0 * f64::from(k) + 1.0) / f64::from(count);
        // The golden angle: neighbouring turns never line up.
        let (sin, cos) = (2.399963 * f64::from(k)).sin_cos();
        let ring = (1.0 - z * z).sqrt();
        Vector([ring * cos, ring * sin, 0.8 * z]) * size
    }))
}
