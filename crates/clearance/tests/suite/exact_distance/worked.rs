//! Values that are known, refusals, and numbers at the ends of the range.

use super::judge::is_rounded_root;
use clearance::exact::{self, Exact, Rational};
use clearance::shape::{Ball, Capsule, Cuboid, HalfSpace, Placed, Point, Segment, Triangle};
use clearance::{Pose, QueryError, Rotation, Side, Vector};

#[test]
fn fractions() {
    // A point over a slanted triangle: 1/√3 away.
    let triangle = Triangle::new([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).unwrap();
    let point = Point::new([0.0, 0.0, 0.0]).unwrap();
    let here = Pose::IDENTITY;
    let Exact::Apart(apart) = exact::distance(&point, &here, &triangle, &here).unwrap() else {
        panic!("the origin is not in the triangle")
    };
    assert_eq!(apart.squared().to_string(), "1/3");
    assert_eq!(apart.point_b().map(|x| x.to_string()), ["1/3", "1/3", "1/3"]);
    // 0.577350269189625764509…: one over the rounded root of three is the next float.
    assert_eq!(apart.distance(), 0.577_350_269_189_625_7);
    assert_eq!(apart.weights().len(), 3);
    // Two skew edges.
    let first = Segment::new([0.0, 0.0, 0.0], [3.0, 1.0, 0.0]).unwrap();
    let second = Segment::new([1.0, -2.0, 1.0], [1.0, 5.0, 2.0]).unwrap();
    let answer = exact::distance(&first, &here, &second, &here).unwrap();
    // n = (3, 1, 0) × (0, 7, 1) = (1, −3, 21); (1, −2, 1)·n = 28; n² = 451.
    assert_eq!(answer.squared(), Rational::new(784, 451).unwrap());
}

/// A quarter turn about z whose cosine is 6e-17 and not zero: the box leans over by as much, and
/// the exact answer says so.
#[test]
fn a_rotation_is_what_its_numbers_are() {
    let cube = Cuboid::new([1.0; 3]).unwrap();
    let cosine = std::f64::consts::FRAC_PI_2.cos();
    assert!(cosine > 0.0);
    let quarter = Rotation::<3>::from_matrix(clearance::Matrix::from_rows([
        [cosine, -1.0, 0.0],
        [1.0, cosine, 0.0],
        [0.0, 0.0, 1.0],
    ]))
    .unwrap();
    let ask = |x: f64| {
        let pose = Pose::new(quarter, [x, 0.0, 0.0]).unwrap();
        exact::distance(&cube, &Pose::IDENTITY, &cube, &pose).unwrap()
    };
    assert!(matches!(ask(2.0), Exact::Overlapping(_)));
    let Exact::Apart(apart) = ask(2.0 + f64::EPSILON * 2.0) else { panic!("apart by a little") };
    let gap = Rational::try_from(f64::EPSILON * 2.0).unwrap() - Rational::try_from(cosine).unwrap();
    assert_eq!(apart.squared(), &gap * &gap);
    assert_eq!(apart.distance(), gap.to_f64());
}

#[test]
fn round_and_unbounded_shapes_are_refused() {
    let cube = Cuboid::new([1.0; 3]).unwrap();
    let here = Pose::IDENTITY;
    let ball = Ball::new(1.0).unwrap();
    let capsule = Capsule::along_axis(1.0, 0.5).unwrap();
    let half = HalfSpace::new([0.0, 0.0, 1.0], -5.0).unwrap();
    for (answer, side) in [
        (exact::distance(&ball, &here, &cube, &here), Side::A),
        (exact::distance(&cube, &here, &capsule, &here), Side::B),
        (exact::distance(&half, &here, &cube, &here), Side::A),
    ] {
        assert_eq!(answer.unwrap_err(), QueryError::NotLinear(side));
    }
    let nowhere = Pose::at([f64::NAN, 0.0, 0.0]);
    let answer = exact::intersects(&cube, &nowhere, &cube, &here);
    assert_eq!(answer.unwrap_err(), QueryError::PoseNotFinite(Side::A));
}

/// From 1e-40 to 1e40 in one pair, and the roots still round correctly.
#[test]
fn sizes_far_apart() {
    let rng = &mut fastrand::Rng::with_seed(5);
    for _ in 0..500 {
        let mut number = || {
            let exponent = rng.i32(-40..=40);
            (2.0 * rng.f64() - 1.0) * 10.0_f64.powi(exponent)
        };
        let mut triangle =
            || Triangle::<3>::new([0; 3].map(|_| Vector::from_fn(|_| number()))).unwrap();
        let (a, b) = (triangle(), triangle());
        let here = Pose::IDENTITY;
        let answer = exact::distance(&a, &here, &b, &here).unwrap();
        is_rounded_root(answer.distance(), &answer.squared());
        let other = exact::distance(&b, &here, &a, &here).unwrap();
        assert_eq!(answer.squared(), other.squared());
    }
}

#[test]
fn a_frame_in_a_frame() {
    let turn = Rotation::from_axis_angle([1.0, 2.0, 3.0], 0.7).unwrap();
    let inner = Pose::new(turn, [0.3, 0.1, -7.0]).unwrap();
    let cube = Cuboid::new([1.0, 0.1, 0.3]).unwrap();
    let placed = Placed::new(cube, inner).unwrap();
    let outer = Pose::new(turn, [0.1, 0.7, 0.2]).unwrap();
    // A corner of the box, moved by one pose and then by the other, is the closest point.
    let q = |x: f64| Rational::try_from(x).unwrap();
    let moved = |pose: &Pose<3>, x: [Rational; 3]| -> [Rational; 3] {
        std::array::from_fn(|i| {
            let row = pose.rotation().matrix()[i];
            (0..3).fold(q(pose.translation()[i]), |sum, j| sum + q(row[j]) * &x[j])
        })
    };
    let corner = moved(&outer, moved(&inner, [1.0, -0.1, -0.3].map(q)));
    let far = Point::new([50.0, 100.0, -100.0]).unwrap();
    let Exact::Apart(apart) = exact::distance(&placed, &outer, &far, &Pose::IDENTITY).unwrap()
    else {
        panic!("far away")
    };
    assert_eq!(apart.vertices(), [[1, 0]]);
    assert_eq!(apart.point_a(), corner);
    let at = corner.map(|x| x.to_f64());
    let close =
        exact::distance(&placed, &outer, &Point::new(at).unwrap(), &Pose::IDENTITY).unwrap();
    assert!(close.distance() < 1e-15);
}
