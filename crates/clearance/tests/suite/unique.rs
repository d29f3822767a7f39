//! Whether closest pairs are unique, beside other pairs that are as close.

use clearance::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polygon, Polytope, Segment};
use clearance::{Convex, Pose, Rotation, Vector, distance, is_unique};

use crate::common::zoo::{All, Zoo};
use crate::common::{Rng, pose};

fn found<const D: usize>(a: &dyn Convex<D>, b: &dyn Convex<D>, pose_b: &Pose<D>) -> Option<bool> {
    let here = Pose::IDENTITY;
    let one = is_unique(&distance(a, &here, b, pose_b).unwrap(), a, &here, b, pose_b);
    let other = is_unique(&distance(b, pose_b, a, &here).unwrap(), b, pose_b, a, &here);
    assert_eq!(one, other);
    one
}

/// Nearly all answers said that it is not known, also of a cube on a cube.
#[test]
fn faces_edges_and_corners_in_space() {
    let cube = Cuboid::new([1.0, 1.0, 1.0]).unwrap();
    let hull = Polytope::from_points(
        (0..8).map(|k| Vector([k & 1, k >> 1 & 1, k >> 2].map(|bit| f64::from(bit) * 2.0 - 1.0)).0),
    )
    .unwrap();
    let about = |axis: [f64; 3], angle: f64, at: [f64; 3]| {
        Pose::new(Rotation::from_axis_angle(axis, angle).unwrap(), at).unwrap()
    };
    let quarter = core::f64::consts::FRAC_PI_4;
    let on_edge = |at| about([0.0, 0.0, 1.0], quarter, at);
    for cube in [&cube as &dyn Convex<3>, &hull] {
        // Face to face, side by side, and diagonally across an edge: the edges are parallel.
        assert_eq!(found(cube, cube, &Pose::at([4.0, 0.5, 0.0])), Some(false));
        assert_eq!(found(cube, cube, &Pose::at([4.0, 4.0, 0.0])), Some(false));
        // Corner to corner.
        assert_eq!(found(cube, cube, &Pose::at([4.0, 4.0, 4.0])), Some(true));
        // An edge before a face; an edge across an edge; a corner before a face.
        assert_eq!(found(cube, cube, &on_edge([4.0, 0.0, 0.0])), Some(false));
        let corner = about([1.0, 2.0, 3.0], 0.7, [5.0, 0.1, 0.0]);
        assert_eq!(found(cube, cube, &corner), Some(true));
        // A face that leans towards the other by a millionth: one corner is closest.
        let lean = about([0.0, 1.0, 2.0], 1e-6, [4.0, 0.0, 0.0]);
        assert_eq!(found(cube, cube, &lean), Some(true));
    }
    let upright = Cylinder::between([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.5).unwrap();
    let lying = Cylinder::between([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5).unwrap();
    assert_eq!(found(&cube, &upright, &Pose::at([4.0, 0.0, 0.0])), Some(false));
    assert_eq!(found(&upright, &upright, &Pose::at([4.0, 0.0, 0.5])), Some(false));
    assert_eq!(found(&cube, &lying, &Pose::at([4.0, 0.0, 0.0])), Some(false));
    assert_eq!(found(&upright, &lying, &Pose::at([0.0, 4.0, 0.0])), Some(true));
    let cone = Cone::between([0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], 0.5).unwrap();
    assert_eq!(found(&cube, &cone, &Pose::at([4.0, 0.0, 0.0])), Some(true));
    let egg = Ellipsoid::new([0.5, 0.6, 0.7]).unwrap();
    assert_eq!(found(&cube, &egg, &Pose::at([4.0, 0.0, 0.0])), Some(true));
    // Shapes that meet have one point in common or many: that is another question.
    assert_eq!(found(&cube, &egg, &Pose::at([1.0, 0.0, 0.0])), None);
}

/// Two capsules or segments side by side were said to have one closest pair.
#[test]
fn parallel_segments_have_many() {
    let capsule = Capsule::new([0.0, 0.0, 0.0], [2.0, 0.0, 0.0], 0.25).unwrap();
    let segment = Segment::new([0.0, 0.0, 0.0], [2.0, 0.0, 0.0]).unwrap();
    for shape in [&capsule as &dyn Convex<3>, &segment] {
        assert_eq!(found(shape, shape, &Pose::at([0.5, 1.0, 0.0])), Some(false));
        assert_eq!(found(shape, shape, &Pose::at([3.0, 1.0, 0.0])), Some(true));
        let turn = Rotation::from_axis_angle([0.0, 1.0, 0.0], 1.0).unwrap();
        let across = Pose::new(turn, [0.5, 1.0, 0.5]).unwrap();
        assert_eq!(found(shape, shape, &across), Some(true));
    }
}

#[test]
fn sides_and_corners_in_the_plane() {
    let square = Cuboid::new([1.0, 1.0]).unwrap();
    assert_eq!(found(&square, &square, &Pose::at([4.0, 0.5])), Some(false));
    assert_eq!(found(&square, &square, &Pose::at([4.0, 4.0])), Some(true));
    let triangle = Polygon::new(vec![[0.0, 0.0], [1.0, -0.5], [1.0, 0.5]]).unwrap();
    assert_eq!(found(&square, &triangle, &Pose::at([2.0, 0.0])), Some(true));
}

/// At random poses no faces are parallel: nearly all pairs are known to be unique, whatever the shapes.
#[test]
fn random_pairs_are_unique() {
    let mut rng = Rng::with_seed(110);
    let kinds = <All as Zoo<3>>::kinds();
    let (mut unique, mut known, mut all) = (0, 0, 0);
    for _ in 0..2000 {
        let (a, b) = (&kinds[rng.usize(..kinds.len())], &kinds[rng.usize(..kinds.len())]);
        let (a, b) = ((a.make)(&mut rng, 1.0), (b.make)(&mut rng, 1.0));
        let (pose_a, pose_b) = (pose::<3>(&mut rng, 1.0), pose::<3>(&mut rng, 6.0));
        let Ok(answer) = distance(&*a, &pose_a, &*b, &pose_b) else { continue };
        if answer.intersects() {
            continue;
        }
        all += 1;
        let verdict = is_unique(&answer, &*a, &pose_a, &*b, &pose_b);
        known += usize::from(verdict.is_some());
        unique += usize::from(verdict == Some(true));
    }
    // Random poses have no parallel faces.
    assert!(known * 10 > all * 7 && unique * 100 > known * 95, "{unique} {known} {all}");
}
