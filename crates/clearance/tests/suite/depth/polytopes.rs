use clearance::shape::{Cuboid, Polytope};
use clearance::{Pose, Signed, Vector, Workspace};

use super::brute::{Solid, depth};
use crate::common::{Rng, pose, unit, vector};

fn cloud(rng: &mut Rng, count: usize) -> Polytope<3> {
    let points: Vec<_> = if rng.bool() {
        (0..count).map(|_| unit::<3>(rng)).collect()
    } else {
        (0..count).map(|_| vector::<3>(rng, 1.0)).collect()
    };
    Polytope::from_points(points).unwrap()
}

fn boxy(half: Vector<3>) -> Polytope<3> {
    let corner = |k: u32| Vector::from_fn(|i| if k >> i & 1 == 1 { half[i] } else { -half[i] });
    Polytope::from_points((0..8).map(corner)).unwrap()
}

/// One comparison; the depth if they overlap.
fn compare(a: &Polytope<3>, pose_a: &Pose<3>, b: &Polytope<3>, pose_b: &Pose<3>) -> Option<f64> {
    let mut workspace = Workspace::new();
    let signed = workspace.signed_distance(a, pose_a, b, pose_b).unwrap();
    let wanted = depth(&Solid::new(a, pose_a), &Solid::new(b, pose_b));
    match signed {
        Signed::Apart(apart) => {
            assert!(wanted <= 1e-13, "said apart by {}, overlap {wanted}", apart.distance);
            None
        }
        Signed::Overlap(found) => {
            assert!(
                (found.depth - wanted).abs() < 2e-14 * 4.0,
                "{} and {} vertices: {} but {wanted}: {found:?}",
                a.vertices().len(),
                b.vertices().len(),
                found.depth
            );
            assert!(found.upper - found.lower < 2e-14 * 4.0, "{found:?}");
            let between = found.point_a - found.point_b - found.normal * found.depth;
            assert!(between.norm() < 1e-12, "{between:?} {found:?}");
            Some(found.depth)
        }
    }
}

#[test]
fn random_hulls() {
    let mut rng = Rng::with_seed(1);
    let mut overlapping = 0;
    for _ in 0..1500 {
        let count = [rng.usize(4..24), rng.usize(4..24)];
        let (a, b) = (cloud(&mut rng, count[0]), cloud(&mut rng, count[1]));
        let size = [0.0, 0.1, 0.5, 1.0][rng.usize(0..4)];
        let (pose_a, pose_b) = (pose(&mut rng, size), pose(&mut rng, size));
        overlapping += usize::from(compare(&a, &pose_a, &b, &pose_b).is_some());
    }
    assert!(overlapping > 1000, "{overlapping}");
}

/// Aligned, concentric, coincident: every tie there is.
#[test]
fn aligned_boxes_and_prisms() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..600 {
        let half = |rng: &mut Rng| Vector([0; 3].map(|_| f64::from(rng.u32(1..5)) * 0.25));
        let (h, g) = (half(&mut rng), half(&mut rng));
        let at = Vector([0; 3].map(|_| f64::from(rng.i32(-3..4)) * 0.25));
        let (pose_a, pose_b) = (Pose::IDENTITY, Pose::at(at));
        let found = compare(&boxy(h), &pose_a, &boxy(g), &pose_b);
        // The same two as boxes.
        let (a, b) = (Cuboid::new(h).unwrap(), Cuboid::new(g).unwrap());
        let by_axes = clearance::penetration(&a, &pose_a, &b, &pose_b).unwrap();
        let wanted = (0..3).map(|i| h[i] + g[i] - at[i].abs()).fold(f64::INFINITY, f64::min);
        assert_eq!(by_axes.map(|depth| depth.depth), (wanted >= 0.0).then_some(wanted));
        assert!((found.unwrap_or(0.0) - wanted.max(0.0)).abs() < 1e-14);
        if let Some(depth) = by_axes {
            let [p, q] = [depth.point_a, depth.point_b];
            assert!((p - q - depth.normal * depth.depth).norm() < 1e-15, "{depth:?}");
            assert!((0..3).all(|i| p[i].abs() <= h[i] && (q - at)[i].abs() <= g[i]), "{depth:?}");
        }
    }
}

#[test]
fn turned_boxes() {
    let mut rng = Rng::with_seed(3);
    let mut overlapping = 0;
    for _ in 0..2000 {
        let half = |rng: &mut Rng| Vector([0; 3].map(|_| 0.2 + rng.f64()));
        let (h, g) = (half(&mut rng), half(&mut rng));
        let (pose_a, pose_b) = (pose(&mut rng, 0.7), pose(&mut rng, 0.7));
        let (a, b) = (Cuboid::new(h).unwrap(), Cuboid::new(g).unwrap());
        let by_axes = clearance::penetration(&a, &pose_a, &b, &pose_b).unwrap();
        let found = compare(&boxy(h), &pose_a, &boxy(g), &pose_b);
        let Some(depth) = by_axes else {
            assert!(found.is_none_or(|found| found < 1e-14));
            continue;
        };
        overlapping += 1;
        assert!((depth.depth - found.unwrap_or(0.0)).abs() < 1e-14, "{depth:?} {found:?}");
        let [p, q] = [depth.point_a, depth.point_b];
        assert!((p - q - depth.normal * depth.depth).norm() < 1e-13, "{depth:?}");
        let (p, q) = (pose_a.transform_back(p), pose_b.transform_back(q));
        assert!(
            (0..3).all(|i| p[i].abs() <= h[i] + 1e-13 && q[i].abs() <= g[i] + 1e-13),
            "{depth:?} {p:?} {h:?} {q:?} {g:?}"
        );
    }
    assert!(overlapping > 1000, "{overlapping}");
}
