//! Why an answer may be believed: bounds, evidence, and a judge that calls no solver.
//!
//! Run with `cargo run --release --example 3_proof`.

use clearance::shape::{Cuboid, Tetrahedron};
use clearance::{Accuracy, Answer, Names, Pose, Query, Rotation, check, distance};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a = Tetrahedron::new([
        [1.0, 1.0, 1.0],
        [-1.0, -1.0, 1.0],
        [-1.0, 1.0, -1.0],
        [1.0, -1.0, -1.0],
    ])?;
    let b = Cuboid::new([0.5, 1.0, 1.5])?;
    let pose_a = Pose::new(Rotation::from_rpy(0.3, 0.2, 0.1)?, [0.0, 0.0, 0.0])?;
    let pose_b = Pose::new(Rotation::from_rpy(0.5, -0.4, 1.0)?, [3.0, 2.0, 0.5])?;
    let answer = distance(&a, &pose_a, &b, &pose_b)?;

    println!(
        "no more than  {}  (two points, one of each shape, are that far apart)",
        answer.upper()
    );
    println!("no less than  {}  (an empty slab between the shapes is that wide)", answer.lower());
    let evidence = answer.evidence();
    for (side, names) in [("A", evidence.a), ("B", evidence.b)] {
        if let Names::Vertices(numbers) = names {
            print!("the point of {side} is");
            for (number, weight) in numbers.iter().zip(evidence.weights()) {
                print!("  {weight:.6} × vertex {number}");
            }
            println!();
        }
    }

    // The judge looks at the shapes again: every vertex, and nothing that a solver computed.
    println!("the judge says: {:?}", check(&answer, &a, &pose_a, &b, &pose_b));

    // A bound or a point that is a billionth off, weights in another order: none of them passes.
    for lie in ["lower bound", "point of A", "weights"] {
        let mut forged = answer;
        if let Answer::Apart(apart) = &mut forged {
            match lie {
                "lower bound" => apart.lower = apart.upper + 1e-9,
                "point of A" => apart.point_a[2] += 1e-9,
                _ => apart.evidence.weights.swap(0, 1),
            }
        }
        let flaw = check(&forged, &a, &pose_a, &b, &pose_b).expect_err("no forgery may pass");
        println!("forged {lie}: {flaw}");
    }

    // Stopped early, the bounds are further apart, and still true.
    let hasty =
        Query { accuracy: Accuracy { iterations: 1, ..Accuracy::DEFAULT }, ..Query::DEFAULT };
    let rough = hasty.distance(&a, &pose_a, &b, &pose_b)?;
    println!("after one step: {} to {} ({:?})", rough.lower(), rough.upper(), rough.effort().stop);
    check(&rough, &a, &pose_a, &b, &pose_b)?;
    Ok(())
}
