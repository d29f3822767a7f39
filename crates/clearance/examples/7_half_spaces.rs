//! A robot's arm in a corridor given by half-spaces: which walls push, and how hard?

use clearance::shape::{Capsule, Halfspaces};
use clearance::{Names, Pose, Rotation, Tracker};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // An obstacle without end: everything beyond two walls that meet in an edge.
    let corner = Halfspaces::new([([-1.0, 0.0, 0.0], -2.0), ([-0.6, -0.8, 0.0], -2.0)])?;
    println!("rays {:?}, lines {:?}", corner.rays(), corner.lines());
    let arm = Capsule::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.3], 0.1)?;
    let mut tracker = Tracker::new();
    for step in 0..=8 {
        let turn = Rotation::from_rpy(0.0, 0.0, 0.25 * f64::from(step))?;
        let answer = tracker.distance(&corner, &Pose::IDENTITY, &arm, &Pose::rotated(turn))?;
        let evidence = answer.evidence();
        if let Names::Surfaces(walls) = evidence.a {
            let pushes = evidence.pushes()[0];
            let list: Vec<_> = (0..3)
                .filter(|k| pushes[*k] > 0.0)
                .map(|k| format!("wall {} with {:.3}", walls[k], pushes[k]))
                .collect();
            println!(
                "{:.4} away, {} steps: {}",
                answer.distance(),
                answer.effort().iterations,
                list.join(", ")
            );
        }
    }
    Ok(())
}
