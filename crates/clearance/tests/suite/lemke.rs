//! Distances as programs, by Lemke's method in floats.

use crate::common::{Case, Rng, Shape, pose, unit, vector};
use clearance::shape::{
    Capsule, Cuboid, HalfSpace, Line, Plane, Point, Polytope, Ray, Rectangle, Segment, Tetrahedron,
    Triangle,
};
use clearance::{Answer, Method, Pose, Query, Vector};

fn by(method: Method, case: &Case<3>) -> Answer<3> {
    let query = Query::DEFAULT.with_method(method);
    query.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap()
}

/// Eberly, "Convex Quadratic Programming", section 4.4: a triangle and a box that are parallel but
/// for rounding. Lemke's method in floats stops at 47.69, which the judge refuses: what comes out
/// is the exact distance, 46.684578037375608238…, rounded.
#[test]
fn a_triangle_nearly_parallel_to_a_box() {
    let triangle =
        [[0.5, 0.5, 1.5], [0.50000000000000178, 25.5, 1.5], [-0.50000000000000355, 0.5, 1.5]];
    let [low, high] = [
        [-28.666800635711962, 12.285771701019407, -48.666800635711965],
        [-20.476286168365689, 20.476286168365682, -40.476286168365689],
    ];
    let corners =
        (0..8).map(|id| [0, 1, 2].map(|i| if id >> i & 1 == 1 { high[i] } else { low[i] }));
    let case = Case {
        name: "triangle and box".into(),
        a: Box::new(Triangle::new(triangle).unwrap()),
        pose_a: Pose::IDENTITY,
        b: Box::new(Polytope::from_points(corners).unwrap()),
        pose_b: Pose::IDENTITY,
    };
    let answer = by(Method::Lemke, &case);
    case.judge(&answer);
    assert!((answer.distance() - 46.684578037375608238).abs() < 1e-14, "{answer:?}");
    // With exact numbers the method mends its own result.
    let own = answer.effort().method == Method::Lemke;
    assert!(own || !cfg!(feature = "exact"), "{answer:?}");
}

/// One of each kind that the method takes, with whole numbers or with others.
fn linear(rng: &mut Rng, kind: usize, whole: bool) -> Shape<3> {
    let mut point = || -> Vector<3> {
        let v: Vector<3> = vector(rng, 3.0);
        if whole { v.map(f64::round) } else { v }
    };
    let [p, q, r, s] = [point(), point(), point(), point()];
    let along = if whole { Vector::axis(rng.usize(..3)) } else { unit(rng) };
    let mut half = || if whole { f64::from(rng.u8(0..3)) } else { rng.f64() };
    match kind {
        0 => Box::new(Point::new(p).unwrap()),
        1 => Box::new(Segment::new(p, q).unwrap()),
        2 => Box::new(Triangle::new([p, q, r]).unwrap()),
        3 => Box::new(Rectangle::new([half(), half()]).unwrap()),
        4 => Box::new(Cuboid::new([half(), half(), half()]).unwrap()),
        5 => Box::new(Tetrahedron::new([p, q, r, s]).unwrap()),
        6 => {
            let points = (0..12).map(|_| vector::<3>(rng, 2.0).map(f64::round));
            Box::new(Polytope::from_points(points).unwrap())
        }
        7 => Box::new(Line::new(p, along).unwrap()),
        8 => Box::new(Ray::new(p, along).unwrap()),
        9 => Box::new(Plane::new(along, p[0]).unwrap()),
        10 => Box::new(HalfSpace::new(along, p[0]).unwrap()),
        _ => Box::new(Capsule::new(p, q, 0.25).unwrap()),
    }
}

#[test]
fn all_kinds_agree_with_gjk() {
    const KINDS: usize = 12;
    let rng = &mut Rng::with_seed(12);
    let (mut own, mut all, mut apart) = (0, 0, 0);
    for round in 0..60 {
        let whole = round % 2 == 0;
        for k in 0..KINDS * KINDS {
            let (a, b) = (linear(rng, k / KINDS, whole), linear(rng, k % KINDS, whole));
            let mut case = Case {
                name: format!("kinds {} and {}", k / KINDS, k % KINDS),
                a,
                pose_a: Pose::IDENTITY,
                b,
                pose_b: Pose::at(vector::<3>(rng, 3.0).map(f64::round)),
            };
            if !whole {
                (case.pose_a, case.pose_b) = (pose(rng, 2.0), pose(rng, 2.0));
            }
            let answer = by(Method::Lemke, &case);
            case.judge(&answer);
            let other = by(Method::Gjk, &case);
            case.agree(&answer, &other);
            all += 1;
            own += usize::from(answer.effort().method == Method::Lemke);
            apart += usize::from(!answer.intersects());
        }
    }
    // The rest is mended, if there are exact numbers, or left to GJK.
    let least = if cfg!(feature = "exact") { 99 } else { 95 };
    assert!(own * 100 >= all * least, "{own} of {all}");
    assert!(apart * 5 > all && apart * 5 < all * 4, "{apart} of {all} apart");
}

/// Too many vertices, or curved sides: another method, and it says so.
#[test]
fn others_are_left_to_other_methods() {
    let rng = &mut Rng::with_seed(13);
    let points = (0..200).map(|_| unit::<3>(rng));
    let case = Case {
        name: "large".into(),
        a: Box::new(Polytope::from_points(points).unwrap()),
        pose_a: Pose::IDENTITY,
        b: linear(rng, 4, true),
        pose_b: Pose::at([5.0, 0.0, 0.0]),
    };
    let answer = by(Method::Lemke, &case);
    case.judge(&answer);
    assert_eq!(answer.effort().method, Method::Gjk);
}
