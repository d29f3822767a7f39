//! The active set against the judge, and against other methods.

use clearance::shape::{Ball, Capsule, Cuboid, Halfspaces, Line, Polytope, Ray, Rounded, Segment};
use clearance::{
    Answer, Convex, Method, Pose, Query, Rotation, Stop, Tracker, Vector, check, distance,
};
use fastrand::Rng;

use super::conversion::{exits, unit};

const WALK: Query = Query { method: Some(Method::ActiveSet), ..Query::DEFAULT };
const GJK: Query = Query { method: Some(Method::Gjk), ..Query::DEFAULT };

pub fn pose3(rng: &mut Rng, spread: f64) -> Pose<3> {
    let turn = Rotation::from_axis_angle(unit::<3>(rng), rng.f64() * 6.0).unwrap();
    Pose::new(turn, unit::<3>(rng) * (rng.f64() * spread)).unwrap()
}

pub fn pose2(rng: &mut Rng, spread: f64) -> Pose<2> {
    let turn = Rotation::from_angle(rng.f64() * 6.0).unwrap();
    Pose::new(turn, unit::<2>(rng) * (rng.f64() * spread)).unwrap()
}

/// A right answer by the active set, as close as rounding allows, and like the other method's.
pub fn judge<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Answer<D> {
    let answer = WALK.distance(a, pose_a, b, pose_b).unwrap();
    approve(&answer, a, pose_a, b, pose_b);
    let other = GJK.distance(a, pose_a, b, pose_b).unwrap();
    let size =
        a.view().reach + b.view().reach + pose_b.translation().norm() + pose_a.translation().norm();
    let off = (answer.distance() - other.distance()).abs();
    assert!(off <= 1e-12 * size, "{} is not {}", answer.distance(), other.distance());
    answer
}

pub fn approve<const D: usize>(
    answer: &Answer<D>,
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) {
    check(answer, a, pose_a, b, pose_b).unwrap_or_else(|flaw| panic!("{flaw}: {answer:?}"));
    assert_eq!(answer.effort().method, Method::ActiveSet, "{answer:?}");
    let size = a.view().reach
        + b.view().reach
        + pose_b.translation().norm()
        + pose_a.translation().norm()
        + answer.points()[0].norm();
    let gap = answer.upper() - answer.lower();
    assert!(gap <= 2e-14 * size, "gap {gap:e}: {answer:?}");
}

fn random3(rng: &mut Rng, count: usize) -> Halfspaces<3> {
    loop {
        let pairs: Vec<_> = (0..count).map(|_| (unit::<3>(rng), 0.3 + rng.f64())).collect();
        let shape = Halfspaces::new(pairs).unwrap();
        if shape.is_bounded() && shape.vertices().iter().all(|v| v.norm() < 10.0) {
            return shape;
        }
    }
}

#[test]
fn random_polyhedra_in_space() {
    let mut rng = Rng::with_seed(21);
    let mut meeting = 0;
    for round in 0..4000 {
        let (a, b) = (random3(&mut rng, 5 + round % 20), random3(&mut rng, 5 + round % 13));
        let (pose_a, pose_b) = (pose3(&mut rng, 3.0), pose3(&mut rng, 3.0));
        let answer = judge(&a, &pose_a, &b, &pose_b);
        meeting += u32::from(answer.intersects());
        // Half-spaces as they come.
        let pairs = |shape: &Halfspaces<3>| {
            Halfspaces::raw(shape.facets().facets().iter().map(|f| (f.normal, f.offset))).unwrap()
        };
        let (raw_a, raw_b) = (pairs(&a), pairs(&b));
        let raw = distance(&raw_a, &pose_a, &raw_b, &pose_b).unwrap();
        approve(&raw, &raw_a, &pose_a, &raw_b, &pose_b);
        assert!((raw.distance() - answer.distance()).abs() <= 1e-12);
    }
    assert!(meeting > 400 && meeting < 3600, "{meeting}");
}

#[test]
fn random_polygons() {
    let mut rng = Rng::with_seed(22);
    for round in 0..4000 {
        let mut make = |count: usize| loop {
            let pairs: Vec<_> =
                (0..count).map(|_| (unit::<2>(&mut rng), 0.3 + rng.f64())).collect();
            let shape = Halfspaces::<2>::new(pairs).unwrap();
            if shape.is_bounded() && shape.vertices().iter().all(|v| v.norm() < 10.0) {
                return shape;
            }
        };
        let (a, b) = (make(4 + round % 9), make(4 + round % 7));
        judge(&a, &pose2(&mut rng, 3.0), &b, &pose2(&mut rng, 3.0));
    }
}

#[test]
fn facet_balls_of_every_order() {
    let mut rng = Rng::with_seed(23);
    for order in 2..=20 {
        let ball = Halfspaces::facet_ball(order).unwrap();
        for _ in 0..200 {
            judge(&ball, &pose3(&mut rng, 3.0), &ball, &pose3(&mut rng, 3.0));
        }
    }
}

/// Corners of a lattice, turned by quarters: all that can be parallel, coincident or level is.
#[test]
fn stacks_on_a_lattice() {
    let mut rng = Rng::with_seed(24);
    let axes = |half: [f64; 3]| {
        let pairs = (0..6).map(|k| {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            (Vector::<3>::axis(k / 2) * sign, half[k / 2])
        });
        Halfspaces::new(pairs).unwrap()
    };
    let octahedron = Halfspaces::new(
        (0..8).map(|k| (Vector::<3>::from_fn(|i| if k >> i & 1 == 0 { 1.0 } else { -1.0 }), 1.0)),
    )
    .unwrap();
    let shapes = [
        axes([1.0, 1.0, 1.0]),
        axes([2.0, 1.0, 0.5]),
        axes([3.0, 3.0, 0.25]),
        axes([1.0, 1.0, 0.0]),
        axes([0.0, 0.0, 2.0]),
        octahedron,
        Halfspaces::facet_ball(4).unwrap(),
    ];
    let mut touching = 0;
    for _ in 0..20_000 {
        let (a, b) = (&shapes[rng.usize(0..shapes.len())], &shapes[rng.usize(0..shapes.len())]);
        let place = |rng: &mut Rng| {
            let quarter = |k: i32| f64::from(k) * core::f64::consts::FRAC_PI_2;
            let turn = Rotation::from_rpy(
                quarter(rng.i32(0..4)),
                quarter(rng.i32(0..4)),
                quarter(rng.i32(0..4)),
            );
            let shift = Vector::from_fn(|_| f64::from(rng.i32(-4..=4)) * 0.5);
            Pose::new(turn.unwrap(), shift).unwrap()
        };
        let (pose_a, pose_b) = (place(&mut rng), place(&mut rng));
        let answer = judge(a, &pose_a, b, &pose_b);
        touching += u32::from(answer.intersects());
    }
    assert!(touching > 2000 && touching < 18_000, "{touching}");
}

/// A pyramid with many sides has them all at its tip.
#[test]
fn tips_with_a_hundred_facets() {
    let mut rng = Rng::with_seed(25);
    for count in [3_usize, 4, 7, 30, 100] {
        let mut pairs: Vec<_> = (0..count)
            .map(|k| {
                let angle = k as f64 / count as f64 * core::f64::consts::TAU;
                (Vector([angle.cos(), angle.sin(), 1.0]), 1.0)
            })
            .collect();
        pairs.push((Vector([0.0, 0.0, -1.0]), 1.0));
        let pyramid = Halfspaces::new(pairs).unwrap();
        for _ in 0..400 {
            judge(&pyramid, &pose3(&mut rng, 4.0), &pyramid, &pose3(&mut rng, 4.0));
        }
        // Tip against tip.
        let down = Pose::new(
            Rotation::from_rpy(core::f64::consts::PI, 0.0, 0.0).unwrap(),
            [0.0, 0.0, 3.0],
        );
        let answer = judge(&pyramid, &Pose::IDENTITY, &pyramid, &down.unwrap());
        assert!((answer.distance() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn boxes_segments_points_and_radii() {
    let mut rng = Rng::with_seed(26);
    for _ in 0..3000 {
        let shape = random3(&mut rng, 12);
        let cuboid = Cuboid::new([0.3 + rng.f64(), 0.3 + rng.f64(), 0.3 + rng.f64()]).unwrap();
        let capsule = Capsule::new(unit::<3>(&mut rng), unit::<3>(&mut rng), rng.f64()).unwrap();
        let segment = Segment::new(unit::<3>(&mut rng), unit::<3>(&mut rng)).unwrap();
        let ball = Ball::<3>::new(0.2 + rng.f64()).unwrap();
        let round = Rounded::new(random3(&mut rng, 9), rng.f64()).unwrap();
        let others: [&dyn Convex<3>; 5] = [&cuboid, &capsule, &segment, &ball, &round];
        for other in others {
            let (pose_a, pose_b) = (pose3(&mut rng, 4.0), pose3(&mut rng, 4.0));
            judge(&shape, &pose_a, &other, &pose_b);
            judge(&other, &pose_b, &shape, &pose_a);
            judge(&round, &pose_b, &other, &pose_a);
        }
        judge(&cuboid, &pose3(&mut rng, 3.0), &cuboid, &pose3(&mut rng, 3.0));
        judge(&segment, &pose3(&mut rng, 3.0), &cuboid, &pose3(&mut rng, 3.0));
    }
}

#[test]
fn the_tracker_stays_right() {
    let mut rng = Rng::with_seed(27);
    for order in [2, 4, 7, 12] {
        let ball = Halfspaces::facet_ball(order).unwrap();
        let other = random3(&mut rng, 15);
        let mut tracker = Tracker::new();
        let (mut turn, mut place) = (Rotation::IDENTITY, Vector([2.5, 0.2, -0.1]));
        let mut steps = 0;
        for step in 0..4000 {
            turn = Rotation::from_axis_angle(unit::<3>(&mut rng), 0.02)
                .unwrap()
                .compose(&turn)
                .renormalized();
            place += unit::<3>(&mut rng) * 0.03 - place * (0.002 * (place.norm() - 2.3));
            if step % 500 == 499 {
                place = unit::<3>(&mut rng) * 3.0;
            }
            let pose = Pose::new(turn, place).unwrap();
            // Another shape now and then.
            let b = if step / 700 % 2 == 0 { &ball } else { &other };
            let answer = tracker.distance_by(&WALK, &ball, &Pose::IDENTITY, b, &pose).unwrap();
            approve(&answer, &ball, &Pose::IDENTITY, b, &pose);
            let cold = GJK.distance(&ball, &Pose::IDENTITY, b, &pose).unwrap();
            assert!((answer.distance() - cold.distance()).abs() < 1e-12);
            steps += answer.effort().iterations;
        }
        assert!(steps < 4000 * 6, "{steps} steps");
    }
}

/// From one side of a large facet-ball to the other is a hundred facets on each body, and more than
/// two hundred steps if each is walked over: after a jump the search starts anew.
#[test]
fn jumps_take_few_steps() {
    let mut rng = Rng::with_seed(28);
    let ball = Halfspaces::facet_ball(30).unwrap();
    let small = Halfspaces::facet_ball(9).unwrap();
    let prism = {
        let side = |k: usize| {
            let angle = k as f64 / 16.0 * core::f64::consts::TAU;
            (Vector([angle.cos(), angle.sin(), 0.0]), 1.0)
        };
        let ends = [(Vector([0.0, 0.0, 1.0]), 0.5), (Vector([0.0, 0.0, -1.0]), 0.5)];
        Halfspaces::new((0..16).map(side).chain(ends)).unwrap()
    };
    let mut far = 0;
    for b in [&ball, &small, &prism] {
        let mut tracker = Tracker::new();
        for _ in 0..400 {
            let turn = Rotation::from_axis_angle(unit::<3>(&mut rng), rng.f64() * 3.0).unwrap();
            // Now and then they overlap.
            let pose = Pose::new(turn, unit::<3>(&mut rng) * (1.5 + 3.0 * rng.f64())).unwrap();
            let answer = tracker.distance_by(&WALK, &ball, &Pose::IDENTITY, b, &pose).unwrap();
            approve(&answer, &ball, &Pose::IDENTITY, b, &pose);
            let effort = answer.effort();
            assert!(effort.iterations < 100, "{} steps", effort.iterations);
            assert_ne!(effort.stop, Stop::Cap);
            far += u32::from(effort.iterations > 24);
        }
    }
    assert!(far > 200, "only {far} jumps went far");
}

#[test]
fn unbounded_polyhedra_by_two_methods() {
    let mut rng = Rng::with_seed(28);
    let axis = |k: usize, s: f64| Vector::<3>::axis(k) * s;
    let corner = Halfspaces::new((0..3).map(|k| (axis(k, -1.0), 0.0))).unwrap();
    let wedge = Halfspaces::new((0..2).map(|k| (axis(k, -1.0), 0.0))).unwrap();
    let slab = Halfspaces::new([1.0, -1.0].map(|s| (axis(1, s), 0.5))).unwrap();
    let floor = Halfspaces::new([(axis(2, 1.0), 0.0)]).unwrap();
    let sides = [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)];
    let pipe = Halfspaces::new(sides.map(|(k, s)| (axis(k, s), 0.5))).unwrap();
    let raw = Halfspaces::raw(sides.map(|(k, s)| (axis(k, s), 0.5))).unwrap();
    let cuboid = Cuboid::new([0.5, 0.4, 0.3]).unwrap();
    let capsule = Capsule::new([0.0, 0.0, 0.0], [1.0, 0.5, 0.2], 0.2).unwrap();
    let hull = random3(&mut rng, 12);
    let points = (0..10).map(|_| unit::<3>(&mut rng));
    let polytope = Polytope::from_points(points).unwrap();
    let unbounded: [&dyn Convex<3>; 6] = [&corner, &wedge, &slab, &floor, &pipe, &raw];
    let mut all: Vec<&dyn Convex<3>> = unbounded.to_vec();
    all.extend([&cuboid as &dyn Convex<3>, &capsule, &hull]);
    let (mut apart, mut total) = (0, 0);
    for _ in 0..300 {
        for a in unbounded {
            for b in &all {
                let (pose_a, pose_b) = (pose3(&mut rng, 1.0), pose3(&mut rng, 8.0));
                let answer = WALK.distance(a, &pose_a, *b, &pose_b).unwrap();
                check(&answer, a, &pose_a, *b, &pose_b)
                    .unwrap_or_else(|f| panic!("{f} {answer:?}"));
                assert_eq!(answer.effort().method, Method::ActiveSet);
                let other = GJK.distance(a, &pose_a, *b, &pose_b).unwrap();
                let far = 10.0 + answer.points()[0].norm() + other.points()[0].norm();
                let off = (answer.distance() - other.distance()).abs();
                assert!(off <= 1e-12 * far, "{answer:?} {other:?}");
                apart += u32::from(!answer.intersects());
                total += 1;
            }
            let (pose_a, pose_b) = (pose3(&mut rng, 1.0), pose3(&mut rng, 8.0));
            let answer = distance(a, &pose_a, &polytope, &pose_b).unwrap();
            check(&answer, a, &pose_a, &polytope, &pose_b).unwrap();
        }
    }
    assert!(apart * 10 > total && apart * 10 < total * 9, "{apart} of {total}");
}

#[test]
fn steps_are_traced_and_stop_for_a_reason() {
    let ball = Halfspaces::facet_ball(6).unwrap();
    let pose = Pose::at([4.0, 1.0, 0.5]);
    let trace = WALK.trace(&ball, &Pose::IDENTITY, &ball, &pose).unwrap();
    assert_eq!(trace.steps.len() as u32, trace.answer.effort().iterations);
    assert!(trace.steps.windows(2).all(|pair| pair[1].upper <= pair[0].upper));
    assert_eq!(trace.answer.effort().stop, Stop::Converged);
    assert!(WALK.within(&ball, &Pose::IDENTITY, &ball, &pose, 10.0).unwrap());
    assert!(!WALK.within(&ball, &Pose::IDENTITY, &ball, &pose, 1.0).unwrap());
}

/// Polytopes by their vertices, flat ones included, offer facets too.
#[test]
fn polytopes_with_facets() {
    let mut rng = Rng::with_seed(29);
    for round in 0..2000 {
        let mut make = |count: usize| {
            let flat = rng.u32(0..4);
            let points: Vec<Vector<3>> = (0..count)
                .map(|_| {
                    let v = if rng.bool() {
                        unit::<3>(&mut rng)
                    } else {
                        Vector::from_fn(|_| f64::from(rng.i32(-2..=2)) * 0.5)
                    };
                    if flat == 0 { Vector([v[0], v[1], 0.25]) } else { v }
                })
                .collect();
            Polytope::from_points(points).unwrap().with_facets().unwrap()
        };
        let (a, b) = (make(1 + round % 25), make(1 + round % 19));
        exits(a.view().facets.unwrap());
        for shape in [&a, &b] {
            let set = shape.view().facets.unwrap();
            let by = set.violation(set.centre());
            assert!(
                by <= 1e-14,
                "{by:e} {} {:?} {:?}",
                shape.dimension(),
                shape.vertices(),
                set.facets()
            );
            assert!(shape.vertices().iter().all(|v| set.violation(*v) <= 1e-14));
        }
        judge(&a, &pose3(&mut rng, 2.0), &b, &pose3(&mut rng, 2.0));
    }
    let cube: Vec<_> = (0..8).map(|k| Vector::<3>::from_fn(|i| f64::from(k >> i & 1))).collect();
    let cube = Polytope::from_points(cube).unwrap().with_facets().unwrap();
    assert_eq!(cube.view().facets.unwrap().len(), 6);
}

/// Rooms whose walls are nearly parallel have their corner far away: closest and common points with a
/// line were put together from that corner and from rays, and lay outside by more than rounding explains.
#[test]
fn strands_and_rooms_with_far_corners() {
    let rng = &mut Rng::with_seed(44);
    let mut meeting = 0;
    for _ in 0..3000 {
        let tilt = 0.3 * rng.f64() * rng.f64();
        let wall = unit::<3>(rng);
        let normals = [wall, wall + unit::<3>(rng) * tilt, unit::<3>(rng)];
        let facets = normals.map(|normal| (normal / normal.norm(), 0.15 * rng.f64()));
        let Ok(room) = Halfspaces::new(facets) else { continue };
        let start = unit::<3>(rng);
        let strands: [Box<dyn Convex<3>>; 3] = [
            Box::new(Line::new(start, unit::<3>(rng)).unwrap()),
            Box::new(Ray::new(start, unit::<3>(rng)).unwrap()),
            Box::new(Segment::new(start, start + unit::<3>(rng) * 3.0).unwrap()),
        ];
        for strand in &strands {
            let (pose_a, pose_b) = (pose3(rng, 0.3), pose3(rng, 1.2));
            let answer = distance(strand, &pose_a, &room, &pose_b).unwrap();
            check(&answer, strand, &pose_a, &room, &pose_b)
                .unwrap_or_else(|flaw| panic!("{flaw}: {room:?} {answer:?}"));
            let swapped = distance(&room, &pose_b, strand, &pose_a).unwrap();
            check(&swapped, &room, &pose_b, strand, &pose_a)
                .unwrap_or_else(|flaw| panic!("{flaw}: {room:?} {swapped:?}"));
            assert_eq!(answer.intersects(), swapped.intersects());
            meeting += usize::from(answer.intersects());
        }
    }
    assert!((2000..8000).contains(&meeting), "{meeting}");
}
