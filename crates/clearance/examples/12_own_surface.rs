//! A surface of your own: a function with its derivatives bounds a shape, alone or with others, and proofs rest on its
//! tangents.

use clearance::shape::{HalfSpace, Intersection, Jet, Superquadric, Surface, check_surface};
use clearance::{Convex, Matrix, Pose, Rotation, Vector, check, distance};

/// A bell that goes on for ever downwards: x² + y² + e^z ≤ 4.
struct Bell;

impl Surface<3> for Bell {
    fn jet(&self, x: Vector<3>) -> Jet<3> {
        let e = x[2].exp();
        Jet {
            value: x[0] * x[0] + x[1] * x[1] + e - 4.0,
            gradient: Vector([2.0 * x[0], 2.0 * x[1], e]),
            hessian: Matrix::diagonal(Vector([2.0, 2.0, e])),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Are the derivatives right, and is it convex? Looked at in samples, within this box.
    check_surface(&Bell, Vector::ZERO, Vector([2.0, 2.0, 2.0]))?;

    // Cut off below by a floor.
    let floor: Box<dyn Convex<3>> = Box::new(HalfSpace::new([0.0, 0.0, -1.0], 1.0)?);
    let bell = Intersection::with(vec![floor], vec![Box::new(Bell)])?;
    let dice = Superquadric::new([0.8, 0.8, 0.8], [6.0, 6.0, 6.0])?;
    let beside = Pose::new(Rotation::from_rpy(0.3, 0.5, 0.0)?, [2.5, 1.0, 2.0])?;

    let answer = distance(&bell, &Pose::IDENTITY, &dice, &beside)?;
    println!("{} apart, found by {}", answer.distance(), answer.effort().method.name());
    println!("proven: between {} and {}", answer.lower(), answer.upper());
    println!("closest points: {:?}", answer.points());
    // The judge takes the tangents at these points, and no solver.
    check(&answer, &bell, &Pose::IDENTITY, &dice, &beside)?;
    Ok(())
}
