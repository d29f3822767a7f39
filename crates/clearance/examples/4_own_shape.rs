//! A shape of your own: one method makes it, and every question works on it.

use clearance::shape::Cuboid;
use clearance::{Convex, Pose, Rotation, Vector, bounding_box, check, distance, moments, ray_cast};

/// An egg: half a ball below, half an ellipsoid above.
struct Egg {
    radius: f64,
    height: f64,
}

impl Convex<3> for Egg {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        let tall = if direction[2] > 0.0 { self.height } else { self.radius };
        let axes = Vector([self.radius, self.radius, tall]);
        // The furthest point of an ellipsoid with the diagonal matrix A is A² d / |A d|.
        let scaled = direction.scale(axes).normalized().unwrap_or(Vector::axis(0));
        scaled.scale(axes)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let egg = Egg { radius: 2.0, height: 3.5 };
    let table = Cuboid::new([5.0, 5.0, 0.5])?;
    // Tilted, and a little above the table.
    let above = Pose::new(Rotation::from_rpy(0.4, 0.0, 0.0)?, [0.0, 0.0, 3.0])?;

    let answer = distance(&egg, &above, &table, &Pose::IDENTITY)?;
    println!("the egg is {} above the table", answer.distance());
    println!("proven: between {} and {}", answer.lower(), answer.upper());
    println!("closest points: {:?}", answer.points());
    // The judge calls no solver: it looks at the shapes alone.
    check(&answer, &egg, &above, &table, &Pose::IDENTITY)?;

    let moments = moments(&egg)?;
    println!("volume {:.3}, right to {:.3}", moments.volume, moments.error);
    println!("box {:?}", bounding_box(&egg, &above)?);
    let hit = ray_cast(&egg, &above, [0.0, 0.0, 20.0], [0.0, 0.0, -1.0])?;
    println!("a drop from 20 above hits it after {:?}", hit.map(|hit| hit.t));
    Ok(())
}
