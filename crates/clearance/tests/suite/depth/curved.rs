//! Cylinders, cones and ellipsoids beside a search over directions: random, aligned, thin, tiny, far.

use clearance::shape::{Cone, Cylinder, Ellipsoid};
use clearance::{Convex, Depth, Method, Pose, Rotation, Signed, Vector, Workspace, check_depth};

use crate::common::{Rng, rotation, unit};

fn shape(rng: &mut Rng, thin: f64) -> Box<dyn Convex<3>> {
    let mut size = || 0.2 + 0.6 * rng.f64();
    let (x, y, z) = (size(), size() * thin, size());
    match rng.u8(0..3) {
        0 => Box::new(Cylinder::new(x, y).unwrap()),
        1 => Box::new(Cone::new(2.0 * x, y).unwrap()),
        _ => Box::new(Ellipsoid::new([x, y, z]).unwrap()),
    }
}

/// The least overlap over a few hundred directions, the best of them refined by ever smaller steps.
fn searched(rng: &mut Rng, overlap: &dyn Fn(Vector<3>) -> f64) -> f64 {
    let mut starts: Vec<_> = (0..400).map(|_| unit::<3>(rng)).map(|n| (overlap(n), n)).collect();
    starts.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut least = f64::INFINITY;
    for (mut value, mut n) in starts.into_iter().take(6) {
        let mut step = 0.1;
        while step > 1e-8 {
            let next = (n + unit::<3>(rng) * step).normalized().unwrap();
            let there = overlap(next);
            if there < value {
                (value, n, step) = (there, next, step * 1.5);
            } else {
                step *= 0.9;
            }
        }
        least = least.min(value);
    }
    least
}

/// Judges a depth, and compares it with the search.
fn judge(
    rng: &mut Rng,
    (a, pose_a): (&dyn Convex<3>, &Pose<3>),
    (b, pose_b): (&dyn Convex<3>, &Pose<3>),
    size: f64,
) -> Option<Depth<3>> {
    let signed = Workspace::new().signed_distance(a, pose_a, b, pose_b).unwrap();
    let Signed::Overlap(depth) = signed else { return None };
    check_depth(&depth, a, pose_a, b, pose_b).unwrap_or_else(|flaw| panic!("{flaw}: {depth:?}"));
    let offset = pose_b.translation() - pose_a.translation();
    let reach = |shape: &dyn Convex<3>, pose: &Pose<3>, n: Vector<3>| {
        let local = pose.rotation().rotate_back(n);
        local.dot(shape.support(local))
    };
    let overlap = |n: Vector<3>| reach(a, pose_a, n) + reach(b, pose_b, -n) - offset.dot(n);
    let least = searched(rng, &overlap);
    assert!(depth.lower <= least + 1e-12 * size, "{least} {depth:?}");
    if depth.global {
        assert!(depth.depth <= least + 1e-9 * size, "{least} {depth:?}");
    }
    Some(depth)
}

/// Random pairs of all sizes, near the origin and far from it.
#[test]
fn no_direction_is_shorter() {
    let rng = &mut Rng::with_seed(60);
    let (mut found, mut covered) = (0, 0);
    for case in 0..900 {
        let thin = [1.0, 1.0, 0.1, 1e-3][case % 4];
        let (a, b) = (shape(rng, thin), shape(rng, 1.0));
        let far = [0.0, 0.0, 50.0][case % 3];
        let near = [0.02, 0.3, 0.7, 1.0][rng.usize(0..4)];
        let middle = unit::<3>(rng) * far;
        let pose_a = Pose::new(rotation(rng), middle).unwrap();
        let pose_b = Pose::new(rotation(rng), middle + unit::<3>(rng) * near).unwrap();
        if let Some(depth) = judge(rng, (&*a, &pose_a), (&*b, &pose_b), 1.0 + far) {
            found += 1;
            covered += usize::from(depth.effort.method == Method::Cover);
        }
    }
    assert!(found > 400 && covered * 10 > found * 7, "{covered} of {found}");
}

/// Coaxial, parallel, crossing, concentric and contained: what the sum of norms has kinks at.
#[test]
fn aligned_pairs() {
    let rng = &mut Rng::with_seed(61);
    let turn = |axis: [f64; 3], angle: f64| Rotation::from_axis_angle(axis, angle).unwrap();
    let mut found = 0;
    for case in 0..240 {
        let (a, b) = (shape(rng, 1.0), shape(rng, 1.0));
        let quarter = core::f64::consts::FRAC_PI_2;
        let rotation = match case % 4 {
            0 => turn([1.0, 0.0, 0.0], 0.0),
            1 => turn([1.0, 0.0, 0.0], quarter),
            2 => turn([1.0, 0.0, 0.0], 1e-7),
            _ => turn([0.0, 1.0, 0.0], 2.0 * quarter),
        };
        let place = match case % 5 {
            0 => Vector([0.0; 3]),
            1 => Vector([0.0, 0.0, 0.6 * rng.f64()]),
            2 => Vector([0.6 * rng.f64(), 0.0, 0.0]),
            3 => Vector([0.3 * rng.f64(), 0.0, 0.3 * rng.f64()]),
            _ => Vector([1e-9, 0.0, 1e-9]),
        };
        let pose = Pose::new(rotation, place).unwrap();
        let judged = judge(rng, (&*a, &Pose::IDENTITY), (&*b, &pose), 1.0);
        found += usize::from(judged.is_some());
    }
    assert!(found > 200, "{found}");
}

/// The same at any scale, and in the other order.
#[test]
fn scale_and_order() {
    let rng = &mut Rng::with_seed(62);
    for _ in 0..200 {
        let (x, y, z) = (0.2 + rng.f64(), 0.2 + rng.f64(), 0.2 + rng.f64());
        let (turn, place) = (rotation(rng), unit::<3>(rng) * (0.5 * rng.f64()));
        let depth = |scale: f64, swapped: bool| {
            let a = Cylinder::new(x * scale, y * scale).unwrap();
            let b = Ellipsoid::new([y * scale, z * scale, x * scale]).unwrap();
            let pose = Pose::new(turn, place * scale).unwrap();
            let mut workspace = Workspace::new();
            let signed = if swapped {
                workspace.signed_distance(&b, &pose, &a, &Pose::IDENTITY)
            } else {
                workspace.signed_distance(&a, &Pose::IDENTITY, &b, &pose)
            };
            -signed.unwrap().distance() / scale
        };
        let plain = depth(1.0, false);
        for (scale, swapped) in [(1.0, true), (1e-6, false), (1e6, false), (1024.0, true)] {
            assert!((depth(scale, swapped) - plain).abs() < 1e-9, "{scale} {swapped} {plain}");
        }
    }
}
