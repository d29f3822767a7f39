//! Curved pairs followed over time: steady motion mostly takes one look, and jumps, turns on the spot and
//! other shapes do no harm.

use clearance::shape::{Ball, Cone, Cylinder, Ellipsoid};
use clearance::{Convex, Pose, Rotation, Tracker, Vector, check, distance};
use fastrand::Rng;

use crate::common::{pose, unit, vector};

fn shapes(rng: &mut Rng) -> [Box<dyn Convex<3>>; 5] {
    let mut size = || 0.3 + 0.7 * rng.f64();
    let (foot, top) = ([0.1, -size(), 0.0], [0.0, size(), 0.2]);
    [
        Box::new(Ellipsoid::new([size(), size(), size()]).unwrap()),
        Box::new(Cylinder::new(size(), size()).unwrap()),
        Box::new(Cone::new(2.0 * size(), size()).unwrap()),
        Box::new(Ball::new(size()).unwrap()),
        // With a frame of its own.
        Box::new(Cylinder::between(foot, top, size()).unwrap()),
    ]
}

/// One degree, and one hundredth of the size, a step; every fifty steps something else happens.
#[test]
fn steady_motion_takes_one_look_or_two() {
    let rng = &mut Rng::with_seed(41);
    let (mut steady, mut looks, mut apart) = (0, 0, 0);
    let mut ones = 0;
    for round in 0..150 {
        let mut a = shapes(rng);
        let mut b = shapes(rng);
        let (i, j) = (round % 5, round / 5 % 5);
        let mut tracker = Tracker::new();
        let (mut start_a, mut start_b) = (pose(rng, 0.5), pose(rng, 3.0));
        let mut axes = [unit(rng), unit(rng)];
        let mut way = unit::<3>(rng) * 0.01;
        for step in 0..200_u32 {
            let since = f64::from((step + 1) % 50);
            if step % 50 == 49 {
                match rng.u8(0..4) {
                    0 => start_b = pose(rng, 3.0),
                    1 => (axes, way) = ([unit(rng), unit(rng)], Vector::ZERO),
                    2 => (a, b) = (shapes(rng), shapes(rng)),
                    _ => start_a = Pose::new(*start_a.rotation(), vector(rng, 9.0)).unwrap(),
                }
            }
            // Not from the last pose, whose rounding would add up.
            let moved = |start: &Pose<3>, axis: Vector<3>, by: Vector<3>| {
                let turn = Rotation::from_axis_angle(axis, since.to_radians()).unwrap();
                Pose::new(turn.compose(start.rotation()), start.translation() + by * since).unwrap()
            };
            let from = moved(&start_a, axes[0], Vector::ZERO);
            let to = moved(&start_b, axes[1], way);
            let answer = tracker.distance(&a[i], &from, &b[j], &to).unwrap();
            let cold = distance(&a[i], &from, &b[j], &to).unwrap();
            check(&answer, &a[i], &from, &b[j], &to).unwrap();
            assert_eq!(answer.intersects(), cold.intersects(), "{answer:?}\n{cold:?}");
            let off = (answer.distance() - cold.distance()).abs();
            assert!(off <= 3e-9, "{off:e}: {answer:?}\n{cold:?}");
            // Five steps after anything unusual the motion is steady again. Of a cylinder and something
            // else only the first normal of a search is expected.
            let followed = [[0, 0], [0, 3], [3, 0], [1, 1], [1, 2], [2, 1], [2, 2], [4, 4], [1, 4]];
            let usual = step % 50 > 4 && step % 50 < 49;
            if usual && !answer.intersects() && followed.contains(&[i, j]) {
                steady += 1;
                looks += answer.effort().iterations;
                ones += u32::from(answer.effort().iterations == 1);
            }
            apart += usize::from(!answer.intersects());
        }
    }
    assert!(steady > 2000 && apart > 8000, "only {steady} steady steps, {apart} apart");
    let mean = f64::from(looks) / f64::from(steady);
    assert!(mean < 1.4, "{mean} looks for a steady step");
    assert!(ones * 4 > steady * 3, "{ones} of {steady} by one look");
}
