//! Derivatives against differences.

use clearance::shape::{
    Ball, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hyperquadric, Line, Point, Polytope,
    Rounded, Segment, Triangle,
};
use clearance::{
    Accuracy, Convex, Gradient, Matrix, Motion, Pose, Query, QueryError, Rotation, Signed, Vector,
    Workspace, gradient,
};

use crate::common::zoo::{All, Zoo};
use crate::common::{Case, Rng, Shape, pose, unit, vector};

/// Known to rounding.
fn value(case: &Case<3>, pose_a: &Pose<3>, pose_b: &Pose<3>) -> Option<f64> {
    let accuracy = Accuracy { gap: 1e-15, ..Accuracy::DEFAULT };
    let query = Query { accuracy, ..Query::DEFAULT };
    let signed = Workspace::new().signed_distance_by(&query, &case.a, pose_a, &case.b, pose_b);
    Some(signed.ok()?.distance())
}

/// The pose, moved along coordinate k: three of translation, three of a turn in its own axes.
fn nudged(pose: &Pose<3>, k: usize, by: f64) -> Pose<3> {
    if k < 3 {
        let shift = Vector::axis(k) * by;
        return Pose::new(*pose.rotation(), pose.translation() + shift).unwrap();
    }
    let turn = Rotation::from_axis_angle(Vector::axis(k - 3), by).unwrap();
    Pose::new(pose.rotation().compose(&turn), pose.translation()).unwrap()
}

/// Central differences; `None` where the function bends so much that they mean nothing.
fn difference(case: &Case<3>, side: usize, k: usize) -> Option<f64> {
    let at = |by: f64| {
        let (a, b) = (&case.pose_a, &case.pose_b);
        if side == 0 {
            value(case, &nudged(a, k, by), b)
        } else {
            value(case, a, &nudged(b, k, by))
        }
    };
    let h = 2e-5;
    let [m2, m, z, p, p2] = [at(-2.0 * h)?, at(-h)?, at(0.0)?, at(h)?, at(2.0 * h)?];
    let second = (p - 2.0 * z + m) / (h * h);
    let (wide, narrow) = ((p2 - m2) / (4.0 * h), (p - m) / (2.0 * h));
    // Smooth: the two differences agree to the third derivative.
    (second.abs() < 1e3 && (wide - narrow).abs() < 3e-8).then_some((4.0 * narrow - wide) / 3.0)
}

#[test]
fn gradients_are_differences() {
    let mut rng = Rng::with_seed(31);
    let (mut compared, mut skipped) = (0, 0);
    let (mut worst, mut off) = (0.0_f64, 0);
    for kind_a in All::kinds() {
        for kind_b in All::kinds() {
            let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
            let name = format!("{} and {}", kind_a.name, kind_b.name);
            let size = [0.3, 1.5][rng.usize(0..2)];
            let (pose_a, pose_b) = (pose::<3>(&mut rng, size), pose::<3>(&mut rng, size));
            let case: Case<3> = Case { name, a, pose_a, b, pose_b };
            let found = match gradient(&case.a, &case.pose_a, &case.b, &case.pose_b) {
                Ok(found) => found,
                Err(QueryError::Inseparable) => continue,
                Err(error) => panic!("{}: {error}", case.name),
            };
            if !found.rotation_valid {
                skipped += 1;
                continue;
            }
            for side in 0..2 {
                for k in 0..6 {
                    let part = if side == 0 { found.a } else { found.b };
                    let ours = if k < 3 { part.translation[k] } else { part.rotation[k - 3] };
                    let Some(theirs) = difference(&case, side, k) else {
                        skipped += 1;
                        continue;
                    };
                    compared += 1;
                    worst = worst.max((ours - theirs).abs());
                    if (ours - theirs).abs() > 1e-6 {
                        off += 1;
                        println!("{}: {side} {k}: {ours} {theirs} {:?}", case.name, found.signed);
                    }
                }
            }
        }
    }
    println!("{compared} compared, {skipped} skipped, worst {worst:e}");
    assert!(compared > 5 * skipped, "{compared} compared, {skipped} skipped");
    assert_eq!(off, 0, "worst {worst:e}");
}

/// Two balls and everything between them, by its support function alone.
struct Egg {
    centre: Vector<3>,
    radii: [f64; 2],
}

impl Convex<3> for Egg {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        let n = direction.normalized().unwrap_or(Vector::axis(0));
        let (p, q) = (n * self.radii[0], self.centre + n * self.radii[1]);
        if p.dot(n) >= q.dot(n) { p } else { q }
    }
}

/// On the flank of an egg the point between the two ends of a straight line turns by a bend between theirs. Newton's
/// method looked at one end, whose bend is next to the depth here, and went the wrong way from a normal that was
/// right to eight digits: components were off by 4.5e-7.
#[test]
fn normals_on_flanks_turn_as_the_point_does() {
    let ball = Ball::<3>::new(0.6346927359184439).unwrap();
    let egg = Egg {
        centre: Vector([-0.8564150763932302, 0.18467388338874446, 0.25868764089392826]),
        radii: [0.32177105923390814, 0.9580400552312014],
    };
    let turn = Matrix([
        Vector([0.15959366843528722, -0.4649953846704584, 0.8708094815920069]),
        Vector([0.9813160577804858, 0.17075416561410883, -0.08866684649628309]),
        Vector([-0.10746467204404209, 0.8686899948546671, 0.48355872146189727]),
    ]);
    let turn = Rotation::from_stored(turn).unwrap();
    let at = [0.23252144883886477, 0.2775326571768218, -0.034668584358948075];
    let there = Pose::new(turn, at).unwrap();
    let found = gradient(&ball, &Pose::IDENTITY, &egg, &there).unwrap();
    // By extrapolated differences.
    let wanted = Vector([0.6779753000681323, -0.5328731919232593, 0.5063552644401607]);
    assert!((found.b.translation - wanted).norm() < 3e-8, "{found:?}");
}

/// A point in a box is looked at as a box without extent, around itself: the moment is about the origin of its
/// frame all the same.
#[test]
fn points_in_boxes_turn_about_their_frames() {
    let mut rng = Rng::with_seed(98);
    for round in 0..200 {
        let cube = Cuboid::new(Vector::from_fn(|_| 0.5 + rng.f64())).unwrap();
        let place = vector::<3>(&mut rng, 2.0);
        let round_point = Rounded::new(Point::new(place).unwrap(), 0.1).unwrap();
        let at = pose(&mut rng, 1.0);
        let inside = vector::<3>(&mut rng, 0.4);
        let there = pose::<3>(&mut rng, 1.0);
        let shift = at.transform(inside) - there.rotation().rotate(place);
        let there = Pose::new(*there.rotation(), shift).unwrap();
        let cases: [(&dyn Convex<3>, _, &dyn Convex<3>, _); 2] =
            [(&cube, at, &round_point, there), (&round_point, there, &cube, at)];
        for (a, pose_a, b, pose_b) in cases {
            let found = gradient(a, &pose_a, b, &pose_b).unwrap();
            for (side, pose) in [(&found.a, &pose_a), (&found.b, &pose_b)] {
                let [p, q] = found.signed.points();
                let touched = if core::ptr::eq(side, &found.a) { p } else { q };
                let arm = touched - pose.translation();
                let moment = pose.rotation().rotate_back(arm.cross(side.translation));
                assert!((moment - side.rotation).norm() < 1e-12, "{round} {found:?}");
            }
        }
    }
}

/// The rates of normal and points, by differences along a motion.
#[test]
fn rates_are_differences() {
    let mut rng = Rng::with_seed(32);
    let mut compared = 0;
    let kinds = ["ellipsoid", "cylinder", "box", "polytope", "capsule", "ball", "triangle", "cone"];
    for kind_a in All::kinds().into_iter().filter(|kind| kinds.contains(&kind.name)) {
        for kind_b in All::kinds().into_iter().filter(|kind| kinds.contains(&kind.name)) {
            let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
            let (pose_a, pose_b) = (pose::<3>(&mut rng, 1.5), pose::<3>(&mut rng, 1.5));
            let [va, wa, vb, wb] = [0; 4].map(|_| vector::<3>(&mut rng, 1.0));
            let name = format!("{} and {}", kind_a.name, kind_b.name);
            let at = |t: f64| -> Gradient<3> {
                // A motion starts at zero: go back first.
                let back = |pose: Pose<3>, v: Vector<3>, w: Vector<3>| {
                    let motion = Motion::<3>::twist(pose, v * t.signum(), w * t.signum()).unwrap();
                    motion.at(t.abs())
                };
                gradient(&a, &back(pose_a, va, wa), &b, &back(pose_b, vb, wb)).unwrap()
            };
            let h = 1e-4;
            let (found, low, high) = (at(0.0), at(-h), at(h));
            let Some(rates) = found.rates((va, wa), (vb, wb)) else { continue };
            let by = |f: &dyn Fn(&Gradient<3>) -> Vector<3>| (f(&high) - f(&low)) / (2.0 * h);
            let one = (f(&high, &found) - f(&found, &low)).norm();
            fn f(x: &Gradient<3>, y: &Gradient<3>) -> Vector<3> {
                x.signed.normal() - y.signed.normal()
            }
            // A change of feature within the step has no derivative.
            if one > 1e-6 {
                continue;
            }
            compared += 1;
            let slope = (high.signed.distance() - low.signed.distance()) / (2.0 * h);
            assert!((rates.distance - slope).abs() < 1e-6, "{name}: {rates:?} {slope}");
            let normal = by(&|g| g.signed.normal());
            assert!((rates.normal - normal).norm() < 2e-3, "{name}: {rates:?} {normal:?}");
            for side in 0..2 {
                let point = by(&|g| g.signed.points()[side]);
                let off = (rates.points[side] - point).norm();
                assert!(off < 1e-2, "{name}: {side} {rates:?} {point:?}\n{:?}", found.signed);
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A core that is flat, or a point in the other: the distance has a kink there, which no face of the
/// expanding polytope tells of, since it has none. Normals that fill a cone are no better.
#[test]
fn kinks_without_faces() {
    let ball = |r: f64| -> Shape<3> { Box::new(Ball::new(r).unwrap()) };
    let point = |p: [f64; 3]| -> Shape<3> { Box::new(Point::new(p).unwrap()) };
    let segment = |p: [f64; 3], q| -> Shape<3> { Box::new(Segment::new(p, q).unwrap()) };
    let triangle = Triangle::new([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
    let line = || Box::new(Line::new([0.0; 3], [1.0, 2.0, 0.0]).unwrap());
    let cone = |base: f64| Box::new(Cone::between([0.0, 0.0, base], [0.0; 3], 1.0).unwrap());
    let kinks: [(Shape<3>, Shape<3>); 7] = [
        (ball(1.0), ball(2.0)),
        (point([0.0; 3]), ball(1.0)),
        (point([1.0, 2.0, 3.0]), point([1.0, 2.0, 3.0])),
        (point([0.2, 0.2, 0.0]), Box::new(triangle)),
        (segment([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), segment([0.0, -1.0, 0.0], [0.0, 1.0, 0.0])),
        (line(), ball(1.0)),
        (cone(-1.0), cone(1.0)),
    ];
    let rng = &mut Rng::with_seed(44);
    for (k, (a, b)) in kinks.iter().enumerate() {
        for round in 0..20 {
            let both = if round == 0 { Pose::IDENTITY } else { pose(rng, 2.0) };
            let found = gradient(a, &both, b, &both).unwrap();
            assert!(!found.translation_valid && !found.rotation_valid, "{k}: {found:?}");
        }
    }
    // One way is shorter than the others, and a floor has no other side.
    let floor = HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap();
    for depth in [0.0, 0.1, 5.0] {
        let at = Pose::at([0.0, 0.0, 1.0 - depth]);
        let found = gradient(&floor, &Pose::IDENTITY, &ball(1.0), &at).unwrap();
        assert!(found.translation_valid, "{depth}: {found:?}");
    }
    let tip = gradient(&cone(-1.0), &Pose::IDENTITY, &ball(1.0), &Pose::at([0.0, 0.0, 1.0]));
    assert!(tip.unwrap().translation_valid);
}

#[test]
fn flags() {
    let cube = Cuboid::new([1.0, 1.0, 1.0]).unwrap();
    let here = Pose::IDENTITY;
    // Parallel faces: the normal is certain, the points are not.
    let found = gradient(&cube, &here, &cube, &Pose::at([3.0, 0.2, 0.1])).unwrap();
    assert!(found.translation_valid && !found.rotation_valid);
    let still = (Vector::ZERO, Vector::ZERO);
    assert!(found.rates(still, still).is_none());
    // Right in the middle nothing is certain.
    let found = gradient(&cube, &here, &cube, &here).unwrap();
    assert!(!found.translation_valid && !found.rotation_valid);
    let (tall, wide) = (Cylinder::new(2.0, 0.5).unwrap(), Cylinder::new(2.0, 0.6).unwrap());
    let found = gradient(&tall, &here, &wide, &here).unwrap();
    assert!(!found.translation_valid);
    // Two ways out that mirror each other in the plane of the axes: as short, unless one leans.
    let quarter = Rotation::from_axis_angle([1.0, 0.0, 0.0], 1.5).unwrap();
    for (lean, valid) in [(0.0, false), (0.01, true), (-0.01, true)] {
        let there = Pose::new(quarter, [lean, 0.1, 0.3]).unwrap();
        let found = gradient(&tall, &here, &wide, &there).unwrap();
        assert_eq!(found.translation_valid, valid, "{lean}");
        assert!((found.signed.distance() + 1.1 - lean.abs()).abs() < 1e-9);
    }
}

/// A cube with cut corners: all signs and orders of these coordinates.
fn cut_cube(coordinates: [f64; 3]) -> Polytope<3> {
    let mut corners = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for signs in 0..8_u32 {
            let sign = |i: usize| if signs >> i & 1 == 0 { 1.0 } else { -1.0 };
            corners.push(Vector::from_fn(|i| sign(i) * coordinates[order[i]]));
        }
    }
    Polytope::from_points(corners).unwrap()
}

/// Two ways out that are as short, of hulls with few and with many vertices: in whatever axes the depth was
/// found, the other way is seen.
#[test]
fn hulls_with_two_ways_out() {
    let hulls = [[1.0, 1.0, 1.0], [1.0, 1.0, 0.9], [1.0, 0.95, 0.9]]
        .map(cut_cube)
        .map(|hull| (hull.vertices().len(), hull));
    assert_eq!(hulls.each_ref().map(|hull| hull.0), [8, 24, 48]);
    let rng = &mut Rng::with_seed(89);
    for (_, a) in &hulls {
        for (_, b) in &hulls {
            for _ in 0..20 {
                let pose_a: Pose<3> = pose(rng, 1.0);
                for (y, valid) in [(1.6, false), (1.59, true), (1.61, true)] {
                    let there = Pose::new(Rotation::IDENTITY, [1.6, y, 0.05]).unwrap();
                    let pose_b = pose_a.compose(&there);
                    let found = gradient(a, &pose_a, b, &pose_b).unwrap();
                    let depth = 0.4 - (y - 1.6_f64).max(0.0);
                    assert!((found.signed.distance() + depth).abs() < 1e-12, "{y}");
                    assert_eq!(found.translation_valid, valid, "{y}: {pose_a:?}");
                }
            }
        }
    }
}

/// The second derivatives against differences of the gradient, over smooth pairs, apart and deep.
#[test]
fn hessians_are_differences_of_gradients() {
    let mut rng = Rng::with_seed(37);
    let mut compared = 0;
    for _ in 0..30 {
        let mut axis = || 0.4 + 0.6 * rng.f64();
        let a = Ellipsoid::new([axis(), axis(), axis()]).unwrap();
        let b = Ellipsoid::new([axis(), axis(), axis()]).unwrap();
        let pose_a = pose::<3>(&mut rng, 0.2);
        let far = pose_a.translation() + vector::<3>(&mut rng, 1.5);
        let pose_b = Pose::new(*pose::<3>(&mut rng, 1.0).rotation(), far).unwrap();
        let at = |pose_a: &Pose<3>, pose_b: &Pose<3>| {
            let found = gradient(&a, pose_a, &b, pose_b).unwrap();
            let parts =
                [found.a.translation, found.a.rotation, found.b.translation, found.b.rotation];
            parts.map(|part| part.0).concat()
        };
        let found = gradient(&a, &pose_a, &b, &pose_b).unwrap();
        let Some(hessian) = found.hessian() else { continue };
        let h = 1e-4;
        let columns: Vec<Vec<f64>> = (0..12)
            .map(|k| {
                let moved = |by: f64| match k / 6 {
                    0 => at(&nudged(&pose_a, k % 6, by), &pose_b),
                    _ => at(&pose_a, &nudged(&pose_b, k % 6, by)),
                };
                let (ahead, back) = (moved(h), moved(-h));
                ahead.iter().zip(&back).map(|(x, y)| (x - y) / (2.0 * h)).collect()
            })
            .collect();
        let most = hessian.iter().flatten().fold(1.0_f64, |most, x| most.max(x.abs()));
        // Close to where two ways out are as short, the second derivatives grow without bounds.
        if most > 50.0 {
            continue;
        }
        for i in 0..12 {
            for j in 0..12 {
                let wanted = 0.5 * (columns[i][j] + columns[j][i]);
                let error = (hessian[i][j] - wanted).abs();
                assert!(error < 2e-3 * most, "{i} {j}: {} and {wanted}", hessian[i][j]);
            }
        }
        let block = found.translation_hessian().unwrap();
        for i in 0..3 {
            for j in 0..3 {
                assert!((block[i][j] - hessian[6 + i][6 + j]).abs() < 1e-9 * most);
            }
        }
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

/// The same in the plane, where a pose has three coordinates.
#[test]
fn hessians_in_the_plane_are_differences_of_gradients() {
    let mut rng = Rng::with_seed(41);
    let mut compared = 0;
    for _ in 0..30 {
        let mut axis = || 0.4 + 0.6 * rng.f64();
        let a = Ellipsoid::new([axis(), axis()]).unwrap();
        let b = Ellipsoid::new([axis(), axis()]).unwrap();
        let poses = [pose::<2>(&mut rng, 0.2), pose::<2>(&mut rng, 2.0)];
        let at = |poses: &[Pose<2>; 2]| {
            let found = gradient(&a, &poses[0], &b, &poses[1]).unwrap();
            let part =
                |g: clearance::PoseGradient<2>| [g.translation[0], g.translation[1], g.rotation[2]];
            [part(found.a), part(found.b)].concat()
        };
        let found = gradient(&a, &poses[0], &b, &poses[1]).unwrap();
        let Some(hessian) = found.hessian() else { continue };
        let most = hessian.iter().flatten().fold(1.0_f64, |most, x| most.max(x.abs()));
        if most > 50.0 {
            continue;
        }
        let h = 1e-4;
        for (j, row) in hessian.iter().enumerate() {
            let moved = |by: f64| {
                let mut poses = poses;
                let (old, part) = (poses[j / 3], j % 3);
                let shift = if part < 2 { Vector::axis(part) * by } else { Vector::ZERO };
                let turn = Rotation::from_angle(if part < 2 { 0.0 } else { by }).unwrap();
                let turn = old.rotation().compose(&turn);
                poses[j / 3] = Pose::new(turn, old.translation() + shift).unwrap();
                at(&poses)
            };
            let (ahead, back) = (moved(h), moved(-h));
            for i in 0..6 {
                let wanted = (ahead[i] - back[i]) / (2.0 * h);
                assert!((row[i] - wanted).abs() < 2e-3 * most, "{i} {j}: {} and {wanted}", row[i]);
            }
            let rates = found.rates_by(j).unwrap();
            assert!((rates.distance - at(&poses)[j]).abs() < 1e-9 * most);
        }
        assert!(found.rates_by(6).is_none(), "there are six coordinates");
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

/// The gradient of a distance asked the interior point method for bounds closer than rounding allows
/// between shapes made of surfaces: sixty steps that stalled, a simplex in the place of a shape, and cutting planes, up
/// to a second in all. The usual gap is enough, since furthest points know the rest.
#[test]
fn surfaces_need_no_more_for_gradients_than_for_distances() {
    let mut rng = Rng::with_seed(115);
    let kinked = |rng: &mut Rng| {
        let terms: Vec<_> = (0..4).map(|_| (unit::<3>(rng) * 1.5, 0.0, 1.0 + rng.f64())).collect();
        Hyperquadric::<3>::new(terms).unwrap()
    };
    let (mut workspace, mut compared) = (Workspace::new(), 0);
    for _ in 0..40 {
        let (a, b) = (kinked(&mut rng), kinked(&mut rng));
        let pose_a = pose::<3>(&mut rng, 0.0);
        let far = Pose::new(*pose::<3>(&mut rng, 0.0).rotation(), [30.0, 3.0, 1.0]).unwrap();
        let Signed::Apart(apart) = workspace.signed_distance(&a, &pose_a, &b, &far).unwrap() else {
            continue;
        };
        let near = far.translation() - apart.normal * (apart.distance - 1e-6);
        let pose_b = Pose::new(*far.rotation(), near).unwrap();
        let plain = workspace.signed_distance(&a, &pose_a, &b, &pose_b).unwrap();
        let found = workspace.gradient(&a, &pose_a, &b, &pose_b).unwrap();
        assert!(found.signed.upper() - found.signed.lower() <= 1e-12, "{:?}", found.signed);
        let (spent, enough) = (found.signed.effort(), plain.effort());
        assert_eq!((spent.method, spent.iterations), (enough.method, enough.iterations));
        compared += 1;
    }
    assert!(compared > 30, "{compared}");
}
