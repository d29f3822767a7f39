//! How far apart, where closest, which way: the first questions to ask about a pair.
//!
//! Run with `cargo run --release --example 1_distance`.

use clearance::shape::{Capsule, Cuboid, Cylinder, HalfSpace, Polygon};
use clearance::{Pose, Rotation, distance, intersects, within};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The forearm of a robot beside a barrel.
    let forearm = Capsule::new([0.0, 0.0, 0.0], [0.4, 0.0, 0.1], 0.06)?;
    let barrel = Cylinder::new(0.45, 0.3)?;
    let shoulder = Pose::new(Rotation::from_rpy(0.0, -0.3, 0.5)?, [0.0, 0.0, 0.6])?;
    let upright = Pose::at([0.9, 0.3, 0.45]);

    let answer = distance(&forearm, &shoulder, &barrel, &upright)?;
    let [on_forearm, on_barrel] = answer.points();
    println!("the forearm is {:.6} m from the barrel", answer.distance());
    println!("  proven     between {} and {}", answer.lower(), answer.upper());
    println!("  closest    {on_forearm:.4?} and {on_barrel:.4?}");
    if let Some(normal) = answer.normal() {
        println!("  direction  {normal:.4?}");
    }
    println!("  found by   {:?}", answer.effort());

    // Cheaper questions stop as soon as they are settled.
    println!("closer than 25 cm? {}", within(&forearm, &shoulder, &barrel, &upright, 0.25)?);

    // Shapes without end are shapes like any other.
    let floor = HalfSpace::new([0.0, 0.0, 1.0], 0.0)?;
    let above = distance(&forearm, &shoulder, &floor, &Pose::IDENTITY)?;
    println!("above the floor by {:.6} m", above.distance());
    println!(
        "the barrel stands on it: {}",
        intersects(&barrel, &upright, &floor, &Pose::IDENTITY)?
    );

    // The same questions in the plane: the dimension follows from the shapes.
    let kite = Polygon::new([[0.0, 0.0], [2.0, -1.0], [3.0, 0.0], [2.0, 1.0]])?;
    let tile = Cuboid::new([0.5, 0.5])?;
    let tilted = Pose::new(Rotation::from_angle(0.6)?, [4.0, 2.0])?;
    let answer = distance(&kite, &Pose::IDENTITY, &tile, &tilted)?;
    println!("in the plane: {} from {:.4?}", answer.distance(), answer.points());
    Ok(())
}
