//! Cylinders and cones: Newton's method with ridges beside GJK, which it shares no code with.

use clearance::shape::{Capsule, Cone, Cylinder, Ellipsoid};
use clearance::{Convex, Method, Pose, Query, Rotation, Tracker, Vector, check, distance};
use fastrand::Rng;

type Shape = Box<dyn Convex<3>>;

/// A cylinder (now and then a disc), cone, ellipsoid or capsule.
fn shape(kind: usize, rng: &mut Rng) -> Shape {
    let mut size = || 0.05 + 1.2 * rng.f64();
    match kind % 5 {
        0 => Box::new(Cylinder::new(size(), size()).unwrap()),
        1 => Box::new(Cone::new(2.0 * size(), size()).unwrap()),
        2 => Box::new(Ellipsoid::new([size(), size(), size()]).unwrap()),
        3 => Box::new(Capsule::new([0.0, 0.0, -size()], [0.0, 0.0, size()], 0.1 * size()).unwrap()),
        _ => Box::new(Cylinder::new(0.0, size()).unwrap()),
    }
}

/// Turned by anything, or, one time in three, by right angles: parallel and crossed axes.
fn place(rng: &mut Rng, reach: f64) -> Pose<3> {
    let right = std::f64::consts::FRAC_PI_2;
    let square = rng.u8(0..3) == 0;
    let mut angle =
        || if square { right * f64::from(rng.u8(0..4)) } else { 7.0 * (rng.f64() - 0.5) };
    let turn = Rotation::from_rpy(angle(), angle(), angle()).unwrap();
    let grid = rng.u8(0..4) == 0;
    let at = Vector::<3>::from_fn(|_| {
        let x = 2.0 * reach * (rng.f64() - 0.5);
        if grid { x.round() } else { x }
    });
    Pose::new(turn, at).unwrap()
}

/// Apart, nearly touching and overlapping, far from the origin and close to it: every answer passes
/// the judge, and GJK agrees.
#[test]
fn ridges_agree_with_gjk() {
    let mut rng = Rng::with_seed(404);
    let (mut apart, mut newton, mut total) = (0, 0, 0);
    for round in 0..6_000 {
        let (a, b) = (shape(round % 2, &mut rng), shape(round / 2, &mut rng));
        let reach = if round % 7 == 0 { 1000.0 } else { 3.0 };
        let (here, mut there) = (place(&mut rng, 1.0), place(&mut rng, reach));
        let first = distance(&a, &here, &b, &there).unwrap();
        if round % 3 == 0
            && let Some(normal) = first.normal()
        {
            let gap = [1e-3, 1e-7, 0.0][round / 3 % 3];
            let shift = normal * (gap - first.distance());
            there = Pose::new(*there.rotation(), there.translation() + shift).unwrap();
        }
        let answer = distance(&a, &here, &b, &there).unwrap();
        check(&answer, &a, &here, &b, &there).unwrap();
        let other = Query::DEFAULT.with_method(Method::Gjk);
        let other = other.distance(&a, &here, &b, &there).unwrap();
        let size = 3.0 + there.translation().norm();
        assert!(answer.lower() <= other.upper() + 1e-13 * size, "{answer:?}\n{other:?}");
        assert!(other.lower() <= answer.upper() + 1e-13 * size, "{answer:?}\n{other:?}");
        assert!(answer.upper() - answer.lower() <= 1e-9 * size, "{answer:?}");
        apart += usize::from(!answer.intersects());
        newton += usize::from(answer.effort().method == Method::Newton);
        total += 1;
    }
    assert!(apart > total / 2 && apart < total - total / 20, "{apart} of {total} are apart");
    assert!(newton > apart / 2, "{newton} of {apart} by Newton");
}

/// A few looks, apart as well as near contact, where GJK takes dozens.
#[test]
fn near_contact_takes_few_looks() {
    let mut rng = Rng::with_seed(9);
    let (mut looks, mut count) = ([0; 2], 0);
    while count < 500 {
        let (a, b) = (shape(count % 2, &mut rng), shape(count / 2 % 2, &mut rng));
        let (here, there) = (place(&mut rng, 1.0), place(&mut rng, 4.0));
        let far = distance(&a, &here, &b, &there).unwrap();
        let Some(normal) = far.normal().filter(|_| far.effort().method == Method::Newton) else {
            continue;
        };
        let close = there.translation() + normal * (1e-3 - far.distance());
        let close = Pose::new(*there.rotation(), close).unwrap();
        let near = distance(&a, &here, &b, &close).unwrap();
        // The normal is right to half the digits of the distance.
        assert!((near.distance() - 1e-3).abs() < 1e-5, "{near:?}");
        looks[0] += far.effort().iterations;
        looks[1] += near.effort().iterations;
        count += 1;
    }
    let mean = looks.map(|sum| f64::from(sum) / 500.0);
    assert!(mean[0] < 5.0 && mean[1] < 9.0, "{mean:?} looks");
}

/// A cylinder that rolls past a cone: the last normal is the next start.
#[test]
fn ridges_are_tracked() {
    let (roller, cone) = (Cylinder::new(1.0, 0.4).unwrap(), Cone::new(2.0, 0.8).unwrap());
    let mut tracker = Tracker::new();
    let mut steps = 0;
    for k in 0..400 {
        let t = 0.01 * f64::from(k);
        let turn = Rotation::from_rpy(0.3 * t, 0.7, t).unwrap();
        let pose = Pose::new(turn, [2.0 - t, 1.6, 0.2]).unwrap();
        let answer = tracker.distance(&roller, &pose, &cone, &Pose::IDENTITY).unwrap();
        let cold = distance(&roller, &pose, &cone, &Pose::IDENTITY).unwrap();
        check(&answer, &roller, &pose, &cone, &Pose::IDENTITY).unwrap();
        assert!((answer.distance() - cold.distance()).abs() < 1e-9, "{answer:?}\n{cold:?}");
        steps += answer.effort().iterations;
    }
    assert!(steps < 400 * 4, "{steps} steps");
}
