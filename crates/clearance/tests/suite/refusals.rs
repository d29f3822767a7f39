//! What is not a number, or out of range, is refused with the right error: by shapes, by poses
//! and by questions.

use clearance::shape::{Ball, Cuboid, Placed, Point, Polytope, ShapeError};
use clearance::{
    Accuracy, Convex, Matrix, Method, Pose, PoseError, Query, QueryError, Rotation, Side, Tracker,
    Vector, distance, distance_below, intersects, within,
};

const BAD: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

/// A shape whose support points along the axes are fine, and elsewhere are not.
struct Spoilt;

impl Convex<3> for Spoilt {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        let along_axis = (0..3).filter(|i| direction[*i] != 0.0).count() <= 1;
        if along_axis { direction.map(f64::signum) } else { Vector([f64::NAN; 3]) }
    }
}

/// A shape with a negative radius.
struct Shrunk;

impl Convex<3> for Shrunk {
    fn support(&self, _: Vector<3>) -> Vector<3> {
        Vector::ZERO
    }

    fn view(&self) -> clearance::shape::View<'_, 3> {
        clearance::shape::View::with_reach(self, 0.0).rounded(-1.0)
    }
}

fn is_not_finite<T>(result: Result<T, ShapeError>) -> bool {
    matches!(result, Err(ShapeError::NotFinite { .. }))
}

#[test]
fn shapes_refuse_what_is_not_finite() {
    for bad in BAD {
        assert!(is_not_finite(Point::<3>::new([0.0, bad, 0.0])));
        assert!(is_not_finite(Point::<2>::new([bad, 0.0])));
        assert!(is_not_finite(Ball::<3>::new(bad)));
        assert!(is_not_finite(Cuboid::<3>::new([1.0, 1.0, bad])));
        assert!(is_not_finite(Placed::new(
            Ball::<3>::new(1.0).unwrap(),
            Pose::at([bad, 0.0, 0.0])
        )));
        let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, bad, 0.0]];
        assert_eq!(
            Polytope::<3>::from_points(points).err(),
            Some(ShapeError::NotFinite { what: "vertex", index: Some(2) })
        );
    }
    assert!(matches!(Ball::<3>::new(-1.0), Err(ShapeError::NotPositive { .. })));
    assert!(matches!(Cuboid::<2>::new([1.0, -1.0]), Err(ShapeError::NotPositive { .. })));
    assert!(matches!(
        Polytope::<3>::from_points(Vec::<[f64; 3]>::new()),
        Err(ShapeError::TooFew { found: 0, .. })
    ));
}

#[test]
fn poses_refuse_what_is_not_a_rotation() {
    for bad in BAD {
        assert_eq!(Pose::<3>::new(Rotation::IDENTITY, [0.0, 0.0, bad]), Err(PoseError::NotFinite));
        assert_eq!(Rotation::from_angle(bad), Err(PoseError::NotFinite));
        assert_eq!(Rotation::from_rpy(0.0, bad, 0.0), Err(PoseError::NotFinite));
        assert_eq!(Rotation::from_quaternion([0.0, bad, 0.0, 1.0]), Err(PoseError::NotFinite));
        assert_eq!(Rotation::from_axis_angle([1.0, 0.0, 0.0], bad), Err(PoseError::NotFinite));
        assert_eq!(Rotation::from_axis_angle([bad, 0.0, 0.0], 1.0), Err(PoseError::NotFinite));
        let matrix = Matrix::from_rows([[1.0, 0.0], [0.0, bad]]);
        assert_eq!(Rotation::from_matrix(matrix), Err(PoseError::NotFinite));
    }
    assert_eq!(Rotation::from_quaternion([0.0; 4]), Err(PoseError::ZeroLength));
    assert_eq!(Rotation::from_axis_angle([0.0; 3], 1.0), Err(PoseError::ZeroLength));
    let mirror = Matrix::diagonal(Vector([1.0, 1.0, -1.0]));
    assert_eq!(Rotation::from_matrix(mirror), Err(PoseError::Reflection));
    // A scale that was forgotten in the matrix, and one that rounding explains.
    let scaled = |by: f64| Rotation::<3>::from_matrix(Matrix::diagonal(Vector([by; 3])));
    assert!(matches!(scaled(1.0 + 1e-6), Err(PoseError::NotOrthogonal { .. })));
    assert!(scaled(1.0 + 1e-11).is_ok());
}

#[test]
fn questions_name_the_side_that_is_not_finite() {
    let ball = Ball::<3>::new(1.0).unwrap();
    let cube = Cuboid::<3>::new([1.0, 2.0, 3.0]).unwrap();
    let here = Pose::IDENTITY;
    for bad in BAD {
        let nowhere = Pose::at([0.0, bad, 0.0]);
        let refused = QueryError::PoseNotFinite(Side::A);
        assert_eq!(distance(&ball, &nowhere, &cube, &here), Err(refused));
        assert_eq!(intersects(&cube, &nowhere, &cube, &here), Err(refused));
        let refused = QueryError::PoseNotFinite(Side::B);
        assert_eq!(distance(&ball, &here, &cube, &nowhere), Err(refused));
        assert_eq!(within(&ball, &here, &cube, &nowhere, 1.0), Err(refused));
        assert!(distance_below(&ball, &here, &cube, &nowhere, 1.0).is_err());
        assert_eq!(Tracker::new().distance(&ball, &here, &cube, &nowhere), Err(refused));
    }
    let there = Pose::at([9.0, 5.0, 4.0]);
    let refused = Err(QueryError::ShapeNotFinite(Side::A));
    assert_eq!(distance(&Shrunk, &here, &cube, &there), refused);
    let refused = Err(QueryError::ShapeNotFinite(Side::B));
    assert_eq!(distance(&cube, &here, &Shrunk, &there), refused);
}

/// A user's support function that is fine along the axes (where the library measures it) and NaN
/// elsewhere used to panic: the lower bound was clamped between zero and NaN.
#[test]
fn support_points_that_turn_out_to_be_nan_are_refused() {
    let cube = Cuboid::<3>::new([1.0, 2.0, 3.0]).unwrap();
    let ball = Ball::<3>::new(1.0).unwrap();
    let (here, there) = (Pose::IDENTITY, Pose::at([9.0, 5.0, 4.0]));
    let refused = Err(QueryError::ShapeNotFinite(Side::A));
    assert_eq!(distance(&Spoilt, &here, &cube, &there), refused);
    assert_eq!(distance(&Spoilt, &here, &ball, &there), refused);
    let refused = Err(QueryError::ShapeNotFinite(Side::B));
    assert_eq!(distance(&cube, &here, &Spoilt, &there), refused);
    assert!(intersects(&cube, &here, &Spoilt, &there).is_err());
    assert!(within(&cube, &here, &Spoilt, &there, 1.0).is_err());
    assert!(distance_below(&cube, &here, &Spoilt, &there, 1.0).is_err());
}

#[test]
fn questions_refuse_arguments_that_make_no_sense() {
    let ball = Ball::<2>::new(1.0).unwrap();
    let (here, there) = (Pose::IDENTITY, Pose::at([3.0, 0.0]));
    // A margin below zero asks for a depth; what is not a number asks for nothing.
    let margin = within(&ball, &here, &ball, &there, f64::NAN);
    assert!(matches!(margin, Err(QueryError::BadArgument(_))));
    assert_eq!(within(&ball, &here, &ball, &there, -1.0), Ok(false));
    for bad in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        let answer = distance_below(&ball, &here, &ball, &there, bad);
        assert!(matches!(answer, Err(QueryError::BadArgument(_))));
        let accuracy = Accuracy { gap: bad, ..Accuracy::DEFAULT };
        let query = Query { accuracy, ..Query::DEFAULT };
        let answer = query.distance(&ball, &here, &ball, &there);
        assert!(matches!(answer, Err(QueryError::BadArgument(_))));
    }
    // No limit at all is a limit.
    assert_eq!(within(&ball, &here, &ball, &there, f64::INFINITY), Ok(true));
    let accuracy = Accuracy { iterations: 0, ..Accuracy::DEFAULT };
    let query = Query { accuracy, ..Query::DEFAULT }.with_method(Method::Gjk);
    let answer = query.distance(&ball, &here, &ball, &there);
    assert!(matches!(answer, Err(QueryError::BadArgument(_))));
}

/// Too large is refused where it is first seen: by the shape, or by the question if it is the sum
/// that is too large.
#[test]
fn sizes_out_of_range_are_refused() {
    let cube = |size: f64| Cuboid::<3>::new([size; 3]);
    for size in [1e51, 1e300] {
        assert!(matches!(cube(size), Err(ShapeError::TooLarge { .. })));
        assert!(matches!(Ball::<3>::new(size), Err(ShapeError::TooLarge { .. })));
    }
    let out = |size: f64, offset: f64| {
        let cube = cube(size).unwrap();
        let answer = distance(&cube, &Pose::IDENTITY, &cube, &Pose::at([offset, 0.0, 0.0]));
        matches!(answer, Err(QueryError::OutOfRange { .. }))
    };
    assert!(out(1.0, 1e51) && out(9e49, 1e49) && out(1.0, 1e300) && out(1e-60, 1e-59));
    assert!(!out(1e-49, 1e-48) && !out(1e48, 1e49) && !out(1.0, 10.0));
    // Nothing at all has the size zero, which is fine.
    let point = Point::<3>::new([0.0; 3]).unwrap();
    assert_eq!(intersects(&point, &Pose::IDENTITY, &point, &Pose::IDENTITY), Ok(true));
    // The radii alone are too large.
    let ball = Ball::<3>::new(9e49).unwrap();
    let answer = distance(&ball, &Pose::IDENTITY, &ball, &Pose::at([1.0, 0.0, 0.0]));
    assert!(matches!(answer, Err(QueryError::OutOfRange { .. })), "{answer:?}");
}

/// Within the range, the products that the solvers form neither overflow nor vanish.
#[test]
fn the_whole_range_is_solved() {
    for exponent in [-48, -30, -9, 0, 9, 30, 48] {
        let unit = 10.0_f64.powi(exponent);
        let cube = Cuboid::<3>::new([unit; 3]).unwrap();
        let tip = [[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.0, 1.0, 0.2], [0.3, 0.0, 1.0]];
        let hull = Polytope::<3>::from_points(tip.map(|p| p.map(|x| x * unit))).unwrap();
        let there = Pose::at([4.0 * unit, 0.5 * unit, 0.25 * unit]);
        for query in [Query::DEFAULT, Query::DEFAULT.with_method(Method::Gjk)] {
            let answer = query.distance(&cube, &Pose::IDENTITY, &hull, &there).unwrap();
            assert!((answer.distance() - 3.0 * unit).abs() <= 1e-14 * unit, "{answer:?}");
        }
    }
}
