//! Families that break solvers: parallel faces, touching, coincident, contained, flat, slivers,
//! extreme scales, far from the origin, duplicates, collinear points. Each is asked in every way
//! and judged; where the distance is known, it is compared.

use crate::common::{Case, Rng, Shape, number, pose, rotation, unit, vector};
use clearance::shape::{Affine, Ball, Capsule, Cuboid, Cylinder, Polytope, Segment};
use clearance::{Matrix, Method, Pose, Query, Rotation, Tracker, Vector, distance, intersects};

/// Asks in every way; compares with the distance where that is known, to `tolerance` of the size.
fn ask(mut case: Case<3>, wanted: Option<f64>) {
    let answer = case.distance();
    case.judge(&answer);
    if let Some(wanted) = wanted {
        let off = (answer.distance() - wanted).abs();
        let allowed = case.rounding(&answer) + case.promised(&answer);
        assert!(off <= allowed, "{}: {wanted} wanted, off by {off:e}\n{answer:?}", case.name);
    }
    let by_gjk = Query::DEFAULT.with_method(Method::Gjk);
    let other = by_gjk.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
    case.judge(&other);
    case.agree(&answer, &other);
    let mut tracker = Tracker::new();
    for _ in 0..2 {
        let warm = tracker.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
        case.judge(&warm);
        case.agree(&answer, &warm);
    }
    case = case.swapped();
    let swapped = case.distance();
    case.judge(&swapped);
    case.agree(&answer, &swapped);
}

fn case(name: &str, a: Shape<3>, pose_a: Pose<3>, b: Shape<3>, pose_b: Pose<3>) -> Case<3> {
    Case { name: name.into(), a, pose_a, b, pose_b }
}

fn cuboid(half: [f64; 3]) -> Shape<3> {
    Box::new(Cuboid::new(half).unwrap())
}

/// The same box as the hull of its corners, some of them given twice, and of points inside.
fn crowded(rng: &mut Rng, half: [f64; 3]) -> Shape<3> {
    let corner = |id: usize| [0, 1, 2].map(|i| if id >> i & 1 == 1 { half[i] } else { -half[i] });
    let mut points: Vec<[f64; 3]> = (0..8).chain(0..4).map(corner).collect();
    for _ in 0..8 {
        let t = [number(rng), number(rng), number(rng)];
        points.push([0, 1, 2].map(|i| half[i] * t[i]));
        // In an edge and in a face.
        points.push([half[0], half[1], half[2] * t[2]]);
        points.push([half[0], half[1] * t[1], half[2] * t[2]]);
    }
    rng.shuffle(&mut points);
    Box::new(Polytope::<3>::from_points(points).unwrap())
}

/// Boxes on a common axis of a common frame: `gap` apart along one axis, shifted along another.
#[test]
fn parallel_faces_and_touching_ones() {
    let mut rng = Rng::with_seed(21);
    for round in 0..2000 {
        // Eighths, so that touching is exact before the common frame is turned.
        let mut eighth = || f64::from(rng.i32(1..16)) / 8.0;
        let (h, k) = ([eighth(), eighth(), eighth()], [eighth(), eighth(), eighth()]);
        let gap = if round % 2 == 0 { 0.0 } else { eighth() };
        // Face to face, edge to edge, corner to corner.
        let shared = 1 + round % 3;
        let mut shift = Vector::ZERO;
        for i in 0..3 {
            let full = h[i] + k[i];
            shift[i] = if i < shared { full } else { full * number(&mut rng) * 0.9 };
        }
        shift[0] += gap;
        let frame = if round % 4 < 2 { Pose::IDENTITY } else { pose(&mut rng, 1.0) };
        let (a, b) = if round % 8 < 4 {
            (cuboid(h), cuboid(k))
        } else {
            (crowded(&mut rng, h), crowded(&mut rng, k))
        };
        let made = case("parallel faces", a, Pose::IDENTITY, b, Pose::at(shift)).moved(&frame);
        ask(made, Some(gap));
    }
}

#[test]
fn coincident_and_contained() {
    let mut rng = Rng::with_seed(22);
    for round in 0..1000 {
        let half = [0; 3].map(|_| 0.1 + rng.f64());
        let here = pose(&mut rng, 1.0);
        let b = if round % 2 == 0 { cuboid(half) } else { crowded(&mut rng, half) };
        ask(case("coincident", cuboid(half), here, b, here), Some(0.0));
        let small = half.map(|h| h * 0.1);
        // Anywhere inside, also right in the middle, turned any way.
        let place = if round % 3 == 0 {
            Vector::ZERO
        } else {
            Vector::from_fn(|i| half[i] * 0.8 * number(&mut rng))
        };
        let inner = here.compose(&Pose::new(rotation(&mut rng), place).unwrap());
        let (a, b) = (crowded(&mut rng, half), crowded(&mut rng, small));
        ask(case("contained", a, here, b, inner), Some(0.0));
        let ball = Box::new(Ball::new(0.05).unwrap());
        ask(case("contained ball", cuboid(half), here, ball, inner), Some(0.0));
    }
}

/// Hulls of points in a plane or on a line, needles and pancakes of 1 : 1e6.
#[test]
fn flat_and_thin() {
    let mut rng = Rng::with_seed(23);
    for round in 0..3000 {
        let mut thin = || {
            let widths = [
                [1.0, 1.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 0.0, 0.0],
                [1.0, 1.0, 1e-6],
                [1.0, 1e-6, 1e-6],
                [1.0, 1e-6, 1e-12],
            ][rng.usize(0..6)];
            let count = 1 + rng.usize(0..12);
            let points: Vec<Vector<3>> =
                (0..count).map(|_| Vector(widths).scale(vector(&mut rng, 1.0))).collect();
            // Turned, so that flat ones are flat only to rounding; or left exact.
            let turn = if rng.bool() { Pose::IDENTITY } else { pose(&mut rng, 0.0) };
            let points = points.into_iter().map(|p| turn.transform(p));
            Box::new(Polytope::from_points(points).unwrap())
        };
        let (a, b) = (thin(), thin());
        let poses = match round % 3 {
            0 => [Pose::IDENTITY; 2],
            1 => [Pose::IDENTITY, Pose::at(vector::<3>(&mut rng, 1.0))],
            _ => [pose(&mut rng, 1.0), pose(&mut rng, 1.0)],
        };
        ask(case("flat and thin", a, poses[0], b, poses[1]), None);
    }
}

/// Slivers side by side: two long thin boxes almost parallel, a hair apart.
#[test]
fn nearly_parallel_slivers() {
    let mut rng = Rng::with_seed(24);
    for _ in 0..1000 {
        let half = [1.0, 1e-6, 1e-6];
        let angle = 10.0_f64.powi(-rng.i32(1..16));
        let turn = Rotation::from_axis_angle(unit::<3>(&mut rng), angle).unwrap();
        let there = Pose::new(turn, [number(&mut rng), 10.0_f64.powi(-rng.i32(1..12)), 0.0]);
        let (a, b) = (crowded(&mut rng, half), crowded(&mut rng, half));
        ask(case("slivers", a, Pose::IDENTITY, b, there.unwrap()), None);
        let ends = [vector::<3>(&mut rng, 1.0), vector::<3>(&mut rng, 1.0)];
        let a = Box::new(Segment::new(ends[0], ends[1]).unwrap());
        let b = Box::new(Capsule::new(ends[0], ends[1], 1e-3).unwrap());
        ask(case("near segments", a, Pose::IDENTITY, b, there.unwrap()), None);
    }
}

/// From a billionth to a billion, both alike or one huge and one tiny.
#[test]
fn extreme_scales() {
    let mut rng = Rng::with_seed(25);
    for _ in 0..2000 {
        let mut size = || 10.0_f64.powi(rng.i32(-9..=9));
        let (s, t) = (size(), size());
        let mut cloud = |s: f64| {
            let points = (0..10).map(|_| vector::<3>(&mut rng, s));
            Box::new(Polytope::from_points(points).unwrap())
        };
        let (a, b) = (cloud(s), cloud(t));
        let there = pose(&mut rng, 2.0 * (s + t));
        ask(case("scales", a, Pose::IDENTITY, b, there), None);
        let (a, b) = (cuboid([s, s * 0.5, s * 2.0]), Box::new(Ball::new(t).unwrap()));
        ask(case("scales of box and ball", a, pose(&mut rng, s), b, there), None);
        let a = Box::new(Cylinder::new(s, s).unwrap());
        let b = Box::new(Cylinder::new(t, t).unwrap());
        ask(case("scales of cylinders", a, Pose::IDENTITY, b, there), None);
    }
}

/// Coordinates of 1e8: in the poses nothing but their own rounding is lost; in the vertices
/// themselves the size is 1e8.
#[test]
fn far_from_the_origin() {
    let mut rng = Rng::with_seed(26);
    for _ in 0..1000 {
        let far = unit::<3>(&mut rng) * 1e8;
        let mut cloud = |centre: Vector<3>| {
            let points = (0..12).map(|_| centre + vector::<3>(&mut rng, 1.0));
            Box::new(Polytope::from_points(points).unwrap())
        };
        let (a, b) = (cloud(Vector::ZERO), cloud(Vector::ZERO));
        let (c, d) = (cloud(far), cloud(far));
        let (here, there) = (pose(&mut rng, 1.0), pose(&mut rng, 1.0));
        ask(case("far poses", a, here, b, there).moved(&Pose::at(far)), None);
        ask(case("far vertices", c, Pose::IDENTITY, d, Pose::at(vector::<3>(&mut rng, 2.0))), None);
    }
}

/// Curved shapes that touch or nearly do, and lie in line with each other.
#[test]
fn curved_shapes_in_line() {
    let mut rng = Rng::with_seed(27);
    for round in 0..1000 {
        let frame = if round % 2 == 0 { Pose::IDENTITY } else { pose(&mut rng, 1.0) };
        let gap = [0.0, 1e-9, 1e-3, 1.0][round % 4];
        let up = Pose::at([0.0, 0.0, 2.0 + gap]);
        let cylinder = || Box::new(Cylinder::new(1.0, 0.5).unwrap());
        let made = case("stacked cylinders", cylinder(), Pose::IDENTITY, cylinder(), up);
        ask(made.moved(&frame), Some(gap));
        let side = Pose::at([1.0 + gap, 0.0, 0.0]);
        let made = case("cylinders side by side", cylinder(), Pose::IDENTITY, cylinder(), side);
        ask(made.moved(&frame), Some(gap));
        let ball = Box::new(Ball::new(0.5).unwrap());
        let made = case("ball beside a cylinder", ball, Pose::IDENTITY, cylinder(), side);
        ask(made.moved(&frame), Some(gap));
    }
}

/// As far apart as what still counts as touching, to the last bit: `distance` found 0, and the lower
/// bound, on which `intersects` stopped, was by its own rounding larger than that.
#[test]
fn whether_they_touch_is_told_alike() {
    let matrix =
        Matrix([Vector([1.0, 0.2, 0.1]), Vector([-0.3, 0.8, 0.2]), Vector([0.1, -0.2, 1.3])]);
    let egg = Affine::new(Ball::<3>::new(0.3).unwrap(), matrix, Vector::ZERO).unwrap();
    let block = Cuboid::new([0.5, 0.6, 0.7]).unwrap();
    let cases = [
        (
            [
                [-0.025365304012592516, 0.9981839423393434, 0.05463898432653591],
                [-0.7958205290658175, 0.012915383065426056, -0.6053948120009585],
                [-0.6050010635277854, -0.05883884886841323, 0.7940476704796058],
            ],
            [-0.8596390476629714, -0.030324813558488713, 0.7737633561069568],
        ),
        (
            [
                [-0.12446253179352751, 0.7755830953475691, -0.6188537310145497],
                [0.9386512874577488, 0.2942055174065459, 0.17993574987049443],
                [0.32162530798035094, -0.5584925923757899, -0.7646196345425051],
            ],
            [0.22055983616224178, -0.32623144641674123, -1.3082511687031853],
        ),
    ];
    for (rows, place) in cases {
        let turn = Rotation::from_matrix(Matrix(rows.map(Vector))).unwrap();
        let there = Pose::new(turn, Vector(place)).unwrap();
        let here = Pose::IDENTITY;
        let touching = distance(&egg, &here, &block, &there).unwrap().intersects();
        assert_eq!(intersects(&egg, &here, &block, &there), Ok(touching));
        let touching = distance(&block, &there, &egg, &here).unwrap().intersects();
        assert_eq!(intersects(&block, &there, &egg, &here), Ok(touching));
    }
}
