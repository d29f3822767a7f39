//! Where the facet-balls are: random poses apart, and tracks.

use clearance::{Pose, Rotation, Vector};
use fastrand::Rng;

/// A random unit vector.
pub fn unit(rng: &mut Rng) -> Vector<3> {
    loop {
        let v = Vector::from_fn(|_| rng.f64() * 2.0 - 1.0);
        if v.norm() > 0.1 && v.norm() < 1.0 {
            return v / v.norm();
        }
    }
}

fn turn(rng: &mut Rng, angle: f64) -> Rotation<3> {
    Rotation::from_axis_angle(unit(rng), angle).unwrap_or(Rotation::IDENTITY)
}

fn pose(rotation: Rotation<3>, place: Vector<3>) -> Pose<3> {
    Pose::new(rotation, place).unwrap_or(Pose::IDENTITY)
}

/// Poses of the second ball, all apart from the first at the origin.
pub fn scattered(count: usize, seed: u64) -> Vec<Pose<3>> {
    let mut rng = Rng::with_seed(seed);
    (0..count)
        .map(|_| {
            let angle = rng.f64() * 6.0;
            let place = unit(&mut rng) * (3.6 + 4.0 * rng.f64());
            pose(turn(&mut rng, angle), place)
        })
        .collect()
}

/// Tracks of `length` poses each, one after the other: every step turns the second ball by 1° and
/// moves it by 1 % of its size, never closer than the balls can touch.
pub fn tracks(count: usize, length: usize, seed: u64) -> Vec<Pose<3>> {
    let mut rng = Rng::with_seed(seed);
    let mut poses = Vec::with_capacity(count);
    let (mut rotation, mut place, mut heading, mut axis) =
        (Rotation::IDENTITY, Vector::ZERO, Vector::ZERO, Vector::ZERO);
    for k in 0..count {
        if k % length == 0 {
            let angle = rng.f64() * 6.0;
            rotation = turn(&mut rng, angle);
            place = unit(&mut rng) * (3.7 + rng.f64());
            (heading, axis) = (unit(&mut rng), unit(&mut rng));
        }
        poses.push(pose(rotation, place));
        let step =
            Rotation::from_axis_angle(axis, 1_f64.to_radians()).unwrap_or(Rotation::IDENTITY);
        rotation = step.compose(&rotation).renormalized();
        // Around rather than through: the heading loses what leads further in or far out.
        let out = place / place.norm();
        let inward = heading.dot(out);
        if (place.norm() < 3.6 && inward < 0.0) || (place.norm() > 4.8 && inward > 0.0) {
            heading = (heading - out * (2.0 * inward)).normalized().unwrap_or(heading);
        }
        place += heading * 0.02;
    }
    poses
}
