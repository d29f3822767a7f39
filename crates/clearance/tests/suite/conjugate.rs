//! Lines, rays, segments and rectangles by conjugate gradients: the worked example, ordinary
//! pairs, and pairs that are parallel to within any angle one likes.

use crate::common::{Case, Rng, Shape, number, pose, unit, vector};
use clearance::query::{Closest, Straight};
use clearance::shape::{Line, Ray, Rectangle, Segment};
use clearance::{Answer, Method, Pose, Query, Stop, Vector};

fn by(method: Method, case: &Case<3>) -> Answer<3> {
    let query = Query::DEFAULT.with_method(method);
    query.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap()
}

fn case(name: &str, a: Shape<3>, b: Shape<3>) -> Case<3> {
    Case { name: name.into(), a, pose_a: Pose::IDENTITY, b, pose_b: Pose::IDENTITY }
}

/// Eberly, "Distance from Line to Rectangle in 3D", section 5.3: the rectangle |x| ≤ 2, |y| ≤ 1
/// and the line (−3, −1/2, 0) + t (5, 1, 3). The squared distance is least, 9/34, at t = 5/34 and
/// on the side x = −2; the line itself crosses the plane outside of the rectangle.
#[test]
fn the_worked_example() {
    let sheet = || Box::new(Rectangle::new([2.0, 1.0]).unwrap());
    let (start, along) = (Vector([-3.0, -0.5, 0.0]), Vector([5.0, 1.0, 3.0]));
    let on_line = |t: f64| start + along * t;
    let wanted = |t: f64| {
        let y = on_line(t);
        let x = Vector([y[0].clamp(-2.0, 2.0), y[1].clamp(-1.0, 1.0), 0.0]);
        (y, x)
    };
    // The line; rays and segments that contain the closest point, and ones that do not.
    let strands: [(Shape<3>, f64); 6] = [
        (Box::new(Line::new(start, along).unwrap()), 5.0 / 34.0),
        (Box::new(Ray::new(start, along).unwrap()), 5.0 / 34.0),
        (Box::new(Ray::new(on_line(0.5), along).unwrap()), 0.5),
        (Box::new(Segment::new(start, on_line(1.0)).unwrap()), 5.0 / 34.0),
        (Box::new(Segment::new(on_line(-2.0), on_line(-1.0)).unwrap()), -1.0),
        (Box::new(Segment::new(on_line(2.0), on_line(3.0)).unwrap()), 2.0),
    ];
    for (k, (strand, t)) in strands.into_iter().enumerate() {
        let case = case("worked", strand, sheet());
        let answer = by(Method::Conjugate, &case);
        case.judge(&answer);
        assert_eq!(answer.effort().method, Method::Conjugate);
        let (y, x) = wanted(t);
        let [a, b] = answer.points();
        assert!((a - y).norm() < 1e-14 && (b - x).norm() < 1e-14, "{k}: {answer:?}");
        assert!((answer.distance() - (y - x).norm()).abs() < 1e-15, "{k}: {answer:?}");
    }
    let line = case("worked", Box::new(Line::new(start, along).unwrap()), sheet());
    assert!((by(Method::Conjugate, &line).distance().powi(2) - 9.0 / 34.0).abs() < 1e-15);
}

/// A line, ray or segment through a point along a direction.
fn strand(rng: &mut Rng, kind: usize, through: Vector<3>, along: Vector<3>) -> Shape<3> {
    let back = through - along * (2.0 * rng.f64());
    match kind {
        0 => Box::new(Line::new(through, along).unwrap()),
        1 => Box::new(Ray::new(back, along).unwrap()),
        _ => Box::new(Segment::new(back, back + along * (3.0 * rng.f64())).unwrap()),
    }
}

/// The shares of answers that the method gave itself.
#[derive(Default)]
struct Tally {
    own: usize,
    all: usize,
    apart: usize,
    unproved: usize,
}

fn is_proved(case: &Case<3>, answer: &Answer<3>) -> bool {
    clearance::check(answer, &case.a, &case.pose_a, &case.b, &case.pose_b).is_ok()
}

impl Tally {
    /// Judges the answer, and compares it with GJK's.
    fn see(&mut self, case: &Case<3>) {
        let answer = by(Method::Conjugate, case);
        let other = by(Method::Gjk, case);
        self.all += 1;
        // Rays at an angle of just what counts as parallel come closest too far away for floats,
        // and no slab is level for both: then the lower bound claims nothing.
        for answer in [&answer, &other] {
            if is_proved(case, answer) && answer.effort().stop == Stop::Stalled {
                self.unproved += 1;
                return;
            }
        }
        if answer.points().iter().any(|point| point.max_abs() > 100.0) {
            // Lines that come closest far away: no better than the coordinates there.
            assert!(is_proved(case, &answer), "{answer:?}");
            return;
        }
        case.judge(&answer);
        case.judge(&other);
        case.agree(&answer, &other);
        self.own += usize::from(answer.effort().method == Method::Conjugate);
        self.apart += usize::from(!answer.intersects());
    }
}

#[test]
fn ordinary_pairs() {
    let rng = &mut Rng::with_seed(5);
    let mut tally = Tally::default();
    for k in 0..60_000 {
        let first = vector(rng, 1.0);
        let along = unit(rng);
        let a = strand(rng, k % 3, first, along);
        let b: Shape<3> = if k % 2 == 0 {
            Box::new(Rectangle::new([0; 2].map(|_| 2.0 * rng.f64())).unwrap())
        } else {
            let (second, along) = (vector(rng, 1.0), unit(rng));
            strand(rng, rng.clone().usize(..3), second, along)
        };
        let mut case = case("ordinary", a, b);
        (case.pose_a, case.pose_b) = (pose(rng, 2.0), pose(rng, 2.0));
        let case = if rng.bool() { case.swapped() } else { case };
        tally.see(&case);
    }
    // All but a handful need no other method.
    assert!(tally.own * 1000 >= tally.all * 999, "{} of {}", tally.own, tally.all);
    assert!(tally.apart * 2 > tally.all, "{} of {} apart", tally.apart, tally.all);
}

/// Directions that differ by 10⁻¹ down to 10⁻¹⁸ and by nothing, at distances from nothing to 1:
/// scalar products lose such angles, and with them half of the digits of the distance.
#[test]
fn nearly_parallel_pairs() {
    let rng = &mut Rng::with_seed(6);
    let mut tally = Tally::default();
    for k in 0..60_000 {
        let angle = if k % 19 == 18 { 0.0 } else { 10_f64.powi(-(k % 19)) };
        let height = [0.0, 1e-12, 1e-6, 1e-3, 1.0][rng.usize(..5)];
        let rectangle = rng.bool();
        let mut along: Vector<3> = unit(rng);
        if rectangle {
            // In the plane of the rectangle, now and then along a side.
            along[2] = 0.0;
            if rng.u8(..3) == 0 {
                along[1] *= angle;
            }
        }
        let turned = along + unit::<3>(rng) * angle;
        let at = Vector([number(rng), number(rng), if rectangle { height } else { 0.0 }]);
        let a = strand(rng, (k % 3) as usize, at, turned);
        let b: Shape<3> = if rectangle {
            Box::new(Rectangle::new([0; 2].map(|_| 2.0 * rng.f64())).unwrap())
        } else {
            let off = along.cross(unit(rng)) * height;
            let slide = along * number(rng);
            strand(rng, (k / 3 % 3) as usize, at + slide + off, along)
        };
        let mut case = case("nearly parallel", a, b);
        if rng.bool() {
            let both = pose(rng, 2.0);
            (case.pose_a, case.pose_b) = (both, both);
        }
        let case = if rng.bool() { case.swapped() } else { case };
        tally.see(&case);
    }
    assert!(tally.own * 10 >= tally.all * 9, "{} of {}", tally.own, tally.all);
    assert!(tally.apart * 4 > tally.all, "{} of {} apart", tally.apart, tally.all);
    assert!(tally.unproved * 200 < tally.all, "{} of {}", tally.unproved, tally.all);
}

/// Lines and rays that are parallel but for the rounding of a rotation: they crossed, or passed each
/// other, 1e15 away, where a distance of 1.26 came out as 1 and others as 0.
#[test]
fn parallel_but_for_rounding() {
    let rng = &mut Rng::with_seed(41);
    for k in 0..4000 {
        let (turned, other): (Pose<3>, _) = (pose(rng, 3.0), Pose::at(vector(rng, 3.0)));
        let along: Vector<3> = unit(rng);
        let (p, q) = (vector(rng, 2.0), vector(rng, 2.0));
        let strand = |ray: bool, start: Vector<3>, along: Vector<3>| -> Shape<3> {
            match ray {
                true => Box::new(Ray::new(start, along).unwrap()),
                false => Box::new(Line::new(start, along).unwrap()),
            }
        };
        let case = Case {
            name: format!("parallel {k}"),
            a: strand(k % 2 == 0, p, turned.rotation().rotate_back(along)),
            pose_a: turned,
            b: strand(k % 4 < 2, q, along),
            pose_b: other,
        };
        let answer = by(Method::Conjugate, &case);
        case.judge(&answer);
        let between = other.transform(q) - turned.transform(p);
        // Rays run the same way here, so that some of each is beside the other.
        let across = (between - along * between.dot(along)).norm();
        assert!((answer.distance() - across).abs() < 1e-12, "{k}: {across} {answer:?}");
        let [x, y] = answer.points();
        assert!(x.max_abs().max(y.max_abs()) < 100.0, "{k}: {answer:?}");
    }
}

/// Flat, without length, in one point: nothing to divide by.
#[test]
fn degenerate_pairs() {
    let rng = &mut Rng::with_seed(7);
    let whole = |rng: &mut Rng| Vector::<3>::from_fn(|_| f64::from(rng.i32(-2..=2)));
    let mut tally = Tally::default();
    for k in 0..40_000 {
        let (p, q) = (whole(rng), whole(rng));
        let along = if p == q { Vector::axis(k % 3) } else { q - p };
        let a: Shape<3> = match k % 4 {
            0 => Box::new(Line::new(p, along).unwrap()),
            1 => Box::new(Ray::new(p, along).unwrap()),
            // Now and then a point.
            _ => Box::new(Segment::new(p, q).unwrap()),
        };
        let b: Shape<3> = if rng.bool() {
            let half = [0; 2].map(|_| f64::from(rng.u8(..3)));
            Box::new(Rectangle::new(half).unwrap())
        } else {
            Box::new(Segment::new(whole(rng), whole(rng)).unwrap())
        };
        tally.see(&case("degenerate", a, b));
    }
    assert!(tally.apart * 4 > tally.all && tally.apart * 10 < tally.all * 9, "{}", tally.apart);
    assert!(tally.own * 10 >= tally.all * 9, "{} of {}", tally.own, tally.all);
}

/// A piece by its parameters and as a shape: start + t along, for t from `least` to `most`.
struct Piece {
    straight: Straight<3>,
    shape: Shape<3>,
    start: Vector<3>,
    along: Vector<3>,
    range: [f64; 2],
}

fn piece(rng: &mut Rng, start: Vector<3>, along: Vector<3>) -> Piece {
    let (straight, shape, range): (_, Shape<3>, _) = match rng.u8(..3) {
        0 => (
            Straight::line(start, along).unwrap(),
            Box::new(Line::new(start, along).unwrap()),
            [f64::NEG_INFINITY, f64::INFINITY],
        ),
        1 => (
            Straight::ray(start, along).unwrap(),
            Box::new(Ray::new(start, along).unwrap()),
            [0.0, f64::INFINITY],
        ),
        _ => (
            Straight::segment(start, start + along).unwrap(),
            Box::new(Segment::new(start, start + along).unwrap()),
            [0.0, 1.0],
        ),
    };
    Piece { straight, shape, start, along, range }
}

impl Piece {
    fn is_at(&self, t: f64, point: Vector<3>) -> bool {
        let [least, most] = self.range;
        let off = self.start + self.along * t - point;
        least <= t && t <= most && off.norm() <= 1e-14 * (1.0 + point.max_abs())
    }
}

/// The bounds close, and agree with those of the general question; false if the points are too far
/// away for that.
fn is_as_proved<P: std::fmt::Debug>(found: &Closest<3, P>, case: &Case<3>) -> bool {
    if found.points.iter().any(|point| point.max_abs() > 100.0) {
        return false;
    }
    let answer = by(Method::Gjk, case);
    if answer.effort().stop == Stop::Stalled {
        return false;
    }
    let Closest { points, distance, lower, .. } = found;
    assert!((points[1] - points[0]).norm() - distance < 1e-14, "{found:?}");
    assert!(*lower <= *distance && distance - lower < 1e-13, "{found:?}");
    assert!(answer.lower() - 1e-13 <= *distance && *lower <= answer.upper() + 1e-13, "{found:?}");
    true
}

/// At angles down to none, with directions of any length.
#[test]
fn parameters_tell_the_closest_points() {
    let rng = &mut Rng::with_seed(8);
    let mut compared = 0;
    for k in 0..60_000 {
        let along = unit::<3>(rng) * (0.1 + 3.0 * rng.f64());
        let start = vector(rng, 1.0);
        let a = piece(rng, start, along);
        if k % 2 == 0 {
            let rectangle = Rectangle::new([0; 2].map(|_| 2.0 * rng.f64())).unwrap();
            let pose_b = pose(rng, 2.0);
            let found = a.straight.closest_in_rectangle(&rectangle, &pose_b).unwrap();
            let (t, [x, y]) = found.parameters;
            let [hx, hy] = rectangle.half_extents();
            assert!(a.is_at(t, found.points[0]) && x.abs() <= hx && y.abs() <= hy, "{found:?}");
            let off = pose_b.transform(Vector([x, y, 0.0])) - found.points[1];
            assert!(off.norm() < 1e-14, "{found:?}");
            let case = Case { pose_b, ..case("rectangle", a.shape, Box::new(rectangle)) };
            compared += usize::from(is_as_proved(&found, &case));
        } else {
            let angle = if rng.bool() { 1.0 } else { 10_f64.powi(-rng.i32(0..20)) };
            let turned = along * (0.1 + rng.f64()) + unit::<3>(rng) * angle;
            let start = vector(rng, 1.0);
            let b = piece(rng, start, turned);
            let found = a.straight.closest(&b.straight).unwrap();
            let (s, t) = found.parameters;
            assert!(a.is_at(s, found.points[0]) && b.is_at(t, found.points[1]), "{found:?}");
            let case = case("pieces", a.shape, b.shape);
            compared += usize::from(is_as_proved(&found, &case));
        }
    }
    assert!(compared > 50_000, "{compared}");
}
