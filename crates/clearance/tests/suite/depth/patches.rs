//! The polygon of contact.

use clearance::shape::{
    Capsule, Cuboid, Cylinder, Ellipsoid, Halfspaces, NestedSuperquadric, Polytope,
};
use clearance::{Convex, Patch, Pose, Rotation, Vector, contact_patch};

use crate::common::zoo::{All, Zoo};
use crate::common::{Rng, pose, unit, vector};

fn area(patch: &Patch<3>) -> f64 {
    let points = patch.points();
    let mut sum = Vector([0.0; 3]);
    for k in 1..points.len().max(2) - 1 {
        sum += (points[k] - points[0]).cross(points[k + 1] - points[0]);
    }
    0.5 * sum.dot(patch.signed.normal())
}

/// A hexagonal prism on a box, turned and moved a little at random: the patch hardly changes.
#[test]
fn patches_are_stable() {
    let mut rng = Rng::with_seed(41);
    let floor = Cuboid::new([1.0, 1.0, 0.5]).unwrap();
    let ring = (0..6).map(|k| (f64::from(k) * core::f64::consts::FRAC_PI_3).sin_cos());
    let prism = Polytope::from_points(
        ring.flat_map(|(y, x)| [[0.4 * x, 0.4 * y, -0.3], [0.4 * x, 0.4 * y, 0.3]]),
    )
    .unwrap();
    let place = Pose::at([0.1, 0.2, 0.8 - 1e-6]);
    let first = contact_patch(&floor, &Pose::IDENTITY, &prism, &place).unwrap();
    let hexagon = 1.5 * 3.0_f64.sqrt() * 0.16;
    assert_eq!(first.points().len(), 6);
    assert!((area(&first) - hexagon).abs() < 1e-6, "{first:?}");
    for _ in 0..200 {
        let turn = Rotation::from_axis_angle(unit::<3>(&mut rng), 1e-9).unwrap();
        let shift = place.translation() + vector::<3>(&mut rng, 1e-9);
        let moved = Pose::new(turn, shift).unwrap();
        let patch = contact_patch(&floor, &Pose::IDENTITY, &prism, &moved).unwrap();
        assert_eq!(patch.points().len(), 6);
        for p in patch.points() {
            let near = first.points().iter().map(|q| (*p - *q).norm()).fold(f64::MAX, f64::min);
            assert!(near < 1e-5, "{near} {patch:?}");
        }
        assert!(patch.gaps().iter().all(|gap| (gap + 1e-6).abs() < 4e-9), "{:?}", patch.gaps());
    }
}

/// A face without width has corners in a row, and no plane goes through them: gaps and points were NaN.
#[test]
fn a_face_without_width_is_a_line() {
    // In the plane y = -3/4, which two walls make of a box, and cut off askew.
    let flat = |axis: usize| Vector::<3>::axis(axis);
    let walls = [
        (flat(0), 1.0),
        (-flat(0), 0.5),
        (-flat(1), 0.75),
        (flat(2), 1.0),
        (-flat(2), 0.5),
        (Vector([-1.0, 1.0, -1.0]), -0.75),
        (flat(1), -0.75),
        (Vector([1.0, 1.0, 0.0]), 0.75),
    ];
    let sheet = Halfspaces::raw(walls).unwrap();
    let block = NestedSuperquadric::new([0.25; 3], 100.0, 8.0).unwrap();
    let turn =
        Rotation::from_matrix([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]].into()).unwrap();
    let (here, there) = (Pose::at([-1.0, 0.0, -1.0]), Pose::new(turn, [-0.75, 1.0, 0.25]).unwrap());
    for [a, b] in [[0, 1], [1, 0]] {
        let shapes: [(&dyn Convex<3>, &Pose<3>); 2] = [(&sheet, &here), (&block, &there)];
        let ((a, pose_a), (b, pose_b)) = (shapes[a], shapes[b]);
        let patch = contact_patch(a, pose_a, b, pose_b).unwrap();
        assert!(patch.points().iter().all(|p| p.is_finite()), "{patch:?}");
        assert!(
            patch.gaps().iter().all(|gap| (gap - patch.signed.distance()).abs() < 1e-3),
            "{patch:?}"
        );
    }
}

#[test]
fn points_lines_and_faces() {
    let here = Pose::IDENTITY;
    let cube = Cuboid::new([1.0, 1.0, 1.0]).unwrap();
    let patch = |b: &dyn Convex<3>, pose: &Pose<3>| contact_patch(&cube, &here, b, pose).unwrap();
    // A capsule that lies on the box: a line. It sticks out on one side.
    let capsule = Capsule::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.25).unwrap();
    let found = patch(&capsule, &Pose::at([0.5, 0.0, 1.25]));
    assert_eq!(found.points().len(), 2, "{found:?}");
    assert!((found.points()[0] - found.points()[1]).norm() - 1.5 < 1e-3);
    assert!(!found.is_unique());
    // A smooth body touches in a point.
    let egg = Ellipsoid::new([0.5, 0.6, 0.7]).unwrap();
    let found = patch(&egg, &Pose::at([0.2, 0.1, 1.7]));
    assert!(found.is_unique());
    assert!((found.points()[0] - Vector([0.2, 0.1, 1.0])).norm() < 1e-6, "{found:?}");
    // A cylinder that stands on the box: an octagon in the disc.
    let found = patch(&Cylinder::new(0.5, 0.4).unwrap(), &Pose::at([0.0, 0.0, 1.5]));
    assert_eq!(found.points().len(), 8);
    assert!((area(&found) - 8.0_f64.sqrt() * 0.16).abs() < 1e-2, "{}", area(&found));
    // In the plane: a line.
    let square = Cuboid::new([1.0, 1.0]).unwrap();
    let found = contact_patch(&square, &Pose::IDENTITY, &square, &Pose::at([0.5, 2.0])).unwrap();
    let mut x = [found.points()[0][0], found.points()[1][0]];
    x.sort_by(f64::total_cmp);
    assert_eq!(found.points().len(), 2);
    assert!((x[0] + 0.5).abs() < 1e-12 && (x[1] - 1.0).abs() < 1e-12, "{found:?}");
}

/// Every patch of every pair is in order: few points, finite, near the witnesses' plane.
#[test]
fn all_pairs() {
    let mut rng = Rng::with_seed(42);
    for kind_a in All::kinds() {
        for kind_b in All::kinds() {
            let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
            let (pose_a, pose_b) = (pose::<3>(&mut rng, 0.6), pose::<3>(&mut rng, 0.6));
            let Ok(patch) = contact_patch(&a, &pose_a, &b, &pose_b) else { continue };
            assert!((1..=8).contains(&patch.points().len()));
            for (point, gap) in patch.points().iter().zip(patch.gaps()) {
                assert!(point.is_finite());
                let off = (gap - patch.signed.distance()).abs();
                assert!(off < 1e-2, "{} {}: {off} {patch:?}", kind_a.name, kind_b.name);
            }
        }
    }
}
