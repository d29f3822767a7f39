//! Families where a support function has many directions that are equally good.

use crate::common::{Rng, rotation, unit};
use clearance::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Point, Rounded, Segment};
use clearance::{Convex, Depth, Pose, Rotation, Vector, Workspace, check_depth};

fn depth(a: &dyn Convex<3>, b: &dyn Convex<3>, pose: &Pose<3>) -> Depth<3> {
    let signed = Workspace::new().signed_distance(a, &Pose::IDENTITY, b, pose).unwrap();
    let depth = *signed.depth().expect("they overlap");
    check_depth(&depth, a, &Pose::IDENTITY, b, pose).unwrap();
    depth
}

#[test]
fn coaxial_cylinders() {
    let (one, other) = (Cylinder::new(2.0, 0.5).unwrap(), Cylinder::new(1.0, 0.3).unwrap());
    for (z, x) in [(0.0, 0.0), (0.5, 0.0), (0.5, 1e-12), (0.3, 1e-7), (0.3, 1e-3), (0.3, 0.2)] {
        let depth = depth(&one, &other, &Pose::at([x, 0.0, z]));
        assert!(depth.global, "{x} {z} {depth:?}");
        assert!((depth.depth - (0.8 - x)).abs() < 1e-9, "{x} {z} {depth:?}");
    }
    // Flat ones leave through the caps.
    let flat = Cylinder::new(0.1, 2.0).unwrap();
    let found = depth(&flat, &other, &Pose::at([0.0, 0.0, 0.7]));
    assert!((found.depth - 0.4).abs() < 1e-12 && found.global, "{found:?}");
    let cone = Cone::new(2.0, 0.5).unwrap();
    for z in [0.0, 0.3, -0.4] {
        let found = depth(&one, &cone, &Pose::at([0.0, 0.0, z]));
        assert!(found.global, "{z} {found:?}");
    }
}

/// Cones in the same place as themselves. Their section had said all, and was thrown away for what the
/// polytope in space knew after a hundred more points: bounds a thousandth apart.
#[test]
fn cones_on_themselves() {
    let rng = &mut Rng::with_seed(12);
    for case in 0..40 {
        let cone = Cone::between(unit::<3>(rng), unit::<3>(rng), 0.1 + 0.5 * rng.f64()).unwrap();
        let found = depth(&cone, &cone, &Pose::IDENTITY);
        assert!(found.global && found.upper - found.lower < 1e-9, "{case}: {found:?}");
    }
}

/// The centre of a ball on the axis, and a rod along it.
#[test]
fn points_and_rods_on_an_axis() {
    let ball = Ball::<3>::new(0.4).unwrap();
    let rod = Capsule::new([0.0, 0.0, -0.2], [0.0, 0.0, 0.3], 0.1).unwrap();
    let (can, cone) = (Cylinder::new(2.0, 0.5).unwrap(), Cone::new(2.0, 0.5).unwrap());
    for x in [0.0, 1e-10, 1e-3] {
        let found = depth(&can, &ball, &Pose::at([x, 0.0, 0.1]));
        assert!(found.global && (found.depth - (0.9 - x)).abs() < 1e-9, "{x} {found:?}");
        let found = depth(&can, &rod, &Pose::at([x, 0.0, 0.1]));
        assert!(found.global && (found.depth - (0.6 - x)).abs() < 1e-9, "{x} {found:?}");
        assert!(depth(&cone, &ball, &Pose::at([x, 0.0, 0.1])).global);
        assert!(depth(&rod, &cone, &Pose::at([x, 0.0, 0.1])).global);
    }
}

#[test]
fn near_spheres() {
    for off in [0.0, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2] {
        let one = Ellipsoid::new([1.0, 1.0 + off, 1.0 + 2.0 * off]).unwrap();
        let other = Ellipsoid::new([0.5, 0.5, 0.5 + off]).unwrap();
        for x in [0.0, 1e-9, 0.1] {
            let found = depth(&one, &other, &Pose::at([x, 0.0, 0.0]));
            assert!(found.global, "{off} {x} {found:?}");
            if off == 0.0 {
                assert!((found.depth - (1.5 - x)).abs() < 1e-9, "{off} {x} {found:?}");
            }
        }
    }
}

#[test]
fn concentric_and_coincident() {
    let ball = Ball::<3>::new(1.0).unwrap();
    assert_eq!(depth(&ball, &ball, &Pose::IDENTITY).depth, 2.0);
    let point = Point::new([0.0; 3]).unwrap();
    assert_eq!(depth(&point, &point, &Pose::IDENTITY).depth, 0.0);
    let cube = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
    assert_eq!(depth(&cube, &cube, &Pose::IDENTITY).depth, 2.0);
    assert_eq!(depth(&ball, &cube, &Pose::IDENTITY).depth, 2.0);
    let round = Rounded::new(cube, 0.5).unwrap();
    assert_eq!(depth(&round, &round, &Pose::IDENTITY).depth, 3.0);
    let capsule = Capsule::new([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.25).unwrap();
    let found = depth(&capsule, &capsule, &Pose::IDENTITY);
    assert_eq!(found.depth, 0.5);
    // Crossing at right angles: out along the third axis.
    let turn = Rotation::from_axis_angle([1.0, 0.0, 0.0], core::f64::consts::FRAC_PI_2).unwrap();
    let found = depth(&capsule, &capsule, &Pose::rotated(turn));
    assert!((found.depth - 0.5).abs() < 1e-15 && found.normal[0].abs() > 0.999_999, "{found:?}");
    // Two segments that cross have no depth, and a normal.
    let segment = Segment::new([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]).unwrap();
    let found = depth(&segment, &segment, &Pose::rotated(turn));
    assert!(found.depth < 1e-15 && (found.normal.norm() - 1.0).abs() < 1e-15, "{found:?}");
}

/// One centre, any turn: no direction leads out sooner than the one that was found.
#[test]
fn concentric_round_shapes() {
    let rng = &mut Rng::with_seed(9);
    for case in 0..150 {
        let semiaxes = [0; 3].map(|_| 0.3 + rng.f64());
        let end = unit::<3>(rng) * rng.f64();
        let egg = Ellipsoid::new(semiaxes).unwrap();
        let other: Box<dyn Convex<3>> = match case % 3 {
            0 => Box::new(Capsule::new(-end, end, 0.1 + 0.5 * rng.f64()).unwrap()),
            1 => Box::new(Ellipsoid::new([0; 3].map(|_| 0.3 + rng.f64())).unwrap()),
            _ => Box::new(
                Rounded::new(Cuboid::new([0; 3].map(|_| rng.f64())).unwrap(), 0.2).unwrap(),
            ),
        };
        let pose = Pose::rotated(rotation(rng));
        let found = depth(&egg, &*other, &pose);
        let width = |n: Vector<3>| {
            let inward = pose.rotation().rotate_back(-n);
            egg.support(n).dot(n) + other.support(inward).dot(inward)
        };
        let least = (0..4000).map(|_| width(unit(rng))).fold(f64::INFINITY, f64::min);
        assert!(found.depth <= least + 1e-9, "{case}: {least} {found:?}");
    }
}
