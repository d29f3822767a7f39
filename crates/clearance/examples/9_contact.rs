//! Through contact and through time: depth, signed distance, patch, first contact, gradient.

use clearance::shape::{Cuboid, Cylinder};
use clearance::{
    FirstContact, Motion, Pose, Rotation, Workspace, check_depth, contact_patch, first_contact,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = Cuboid::new([1.0, 1.0, 0.1])?;
    let can = Cylinder::new(0.3, 0.2)?;
    let here = Pose::IDENTITY;

    // The can sinks into the table: one function on both sides of contact.
    let mut workspace = Workspace::new();
    for z in [0.5, 0.4, 0.39] {
        let place = Pose::at([0.2, 0.1, z]);
        let signed = workspace.signed_distance(&table, &here, &can, &place)?;
        println!("z = {z}: {:+.3}, normal {:?}", signed.distance(), signed.normal().0);
        if let Some(depth) = signed.depth() {
            check_depth(depth, &table, &here, &can, &place)?;
        }
    }

    // Where it stands: an octagon in the round base, and how deep at each corner.
    let patch = contact_patch(&table, &here, &can, &Pose::at([0.2, 0.1, 0.399]))?;
    println!("{} corners, gaps {:.4?}", patch.points().len(), patch.gaps());

    // How the distance changes when the can is moved or turned.
    let tilt = Rotation::from_rpy(0.3, 0.2, 0.0)?;
    let found = workspace.gradient(&table, &here, &can, &Pose::new(tilt, [0.2, 0.1, 0.6])?)?;
    println!("gradient: moving {:.3?}, turning {:.3?}", found.b.translation.0, found.b.rotation.0);

    // It falls and tumbles: never later than the true contact.
    let falling = Motion::<3>::twist(Pose::at([0.0, 0.0, 3.0]), [0.0, 0.0, -2.0], [1.0, 0.0, 0.0])?;
    match first_contact(&table, &Motion::still(here), &can, &falling, 2.0)? {
        FirstContact::Hit(hit) => {
            println!("hits between {} and {}", hit.time_lower, hit.time_upper)
        }
        FirstContact::Miss(approach) => println!("misses by {}", approach.distance),
    }
    Ok(())
}
