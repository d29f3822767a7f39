//! What a solver did on its way to the answer.
//!
//! Run with `cargo run --release --example 5_step_by_step`. `clearance explain` draws it, too.

use clearance::answer::Detail;
use clearance::shape::{Cuboid, Triangle};
use clearance::{Pose, Rotation, Vector, trace};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let triangle = Triangle::new([[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]])?;
    let square = Cuboid::new([1.0, 1.0])?;
    let turned = Pose::new(Rotation::from_angle(0.4)?, [3.0, 2.0])?;
    let trace = trace(&triangle, &Pose::IDENTITY, &square, &turned)?;

    println!("GJK looks for the point of the difference A ⊖ B that is closest to the origin.\n");
    for (number, step) in trace.steps.iter().enumerate() {
        println!("step {}", number + 1);
        if let Detail::Gjk { simplex, region, direction, support, .. } = &step.detail {
            for vertex in simplex {
                let w = vertex.a - vertex.b;
                println!("  vertex     {}  with weight {:.4}", show(w), vertex.weight);
            }
            println!("  closest    {}  ({})", show(step.points[0] - step.points[1]), region.name());
            println!("  direction  {}", show(*direction));
            println!("  support    {}", show(support[0] - support[1]));
        }
        println!("  bounds     {:.6} to {:.6}\n", step.lower, step.upper);
    }
    let answer = &trace.answer;
    println!("{:?} after {} steps", answer.effort().stop, answer.effort().iterations);
    println!("distance {} between {:.6?}", answer.distance(), answer.points());
    Ok(())
}

fn show(v: Vector<2>) -> String {
    format!("({:9.6}, {:9.6})", v[0], v[1])
}
