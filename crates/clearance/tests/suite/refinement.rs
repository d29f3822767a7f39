//! Methods beside the usual ones: polyhedral refinement by cutting planes, and the iteration from
//! point to ellipsoid; and moments of shapes that have formulas for them.

use clearance::answer::Stop;
use clearance::shape::{
    Ball, Cuboid, Ellipsoid, HalfSpace, Hyperquadric, Intersection, NestedSuperquadric, Quadric,
    Superquadric,
};
use clearance::{Convex, Matrix, Method, Pose, Query, Vector, check, distance, moments};
use fastrand::Rng;

type Shape = Box<dyn Convex<3>>;

/// Kinks and near kinks among them.
const EXPONENTS: [f64; 9] = [1.0, 1.01, 1.1, 1.5, 2.0, 2.5, 3.5, 6.0, 16.0];

fn place(rng: &mut Rng) -> Pose<3> {
    Pose::at([0; 3].map(|_| 4.0 * (rng.f64() - 0.5)))
}

/// Shapes without support functions: the interior point method and cutting planes share nothing but
/// the shapes.
#[test]
fn cutting_planes_agree_with_the_interior_point() {
    let mut rng = Rng::with_seed(12);
    let mut apart = 0;
    for round in 0..200 {
        let terms: Vec<_> = (0..5)
            .map(|i| {
                let a = Vector::axis(i % 3) + Vector([0; 3].map(|_| 0.6 * (rng.f64() - 0.5)));
                (a, 0.1 * rng.f64(), EXPONENTS[rng.usize(..EXPONENTS.len())])
            })
            .collect();
        let round_off: Shape = Box::new(Hyperquadric::<3>::new(terms).unwrap());
        let egg: Shape = Box::new(Superquadric::new([1.0, 0.8, 0.6], [1.5, 4.0, 20.0]).unwrap());
        let side: Shape = Box::new(HalfSpace::new([1.0, rng.f64(), 0.5], 0.2).unwrap());
        let cut: Shape = Box::new(Intersection::new(vec![egg, side]).unwrap());
        let other: Shape = match round % 3 {
            0 => Box::new(Cuboid::new([0.4, 0.5, 0.6]).unwrap()),
            1 => Box::new(Ellipsoid::new([0.4, 0.5, 0.9]).unwrap()),
            _ => Box::new(Ball::<3>::new(0.5).unwrap()),
        };
        let here = Pose::IDENTITY;
        for (a, b) in [(&round_off, &cut), (&cut, &other), (&other, &round_off)] {
            let there = place(&mut rng);
            let one = distance(a, &here, b, &there).unwrap();
            let query = Query::DEFAULT.with_method(Method::Refinement);
            let two = query.distance(a, &here, b, &there).unwrap();
            for answer in [&one, &two] {
                check(answer, a, &here, b, &there).unwrap();
                // At kinks cutting planes may end a little earlier, and say so.
                let gap = if answer.effort().stop == Stop::Stalled { 1e-8 } else { 1e-9 };
                assert!(answer.upper() - answer.lower() <= gap, "{round}: {answer:?}");
            }
            assert!(one.lower() <= two.upper() + 1e-13 && two.lower() <= one.upper() + 1e-13);
            assert_eq!(two.effort().method, Method::Refinement);
            apart += usize::from(!one.intersects());
        }
    }
    assert!((150..550).contains(&apart), "{apart} of 600 are apart");
}

/// Fenger's crossed ellipsoids by three methods: the closer they are, the longer the iteration from
/// point to ellipsoid takes, and Newton does not.
#[test]
fn crossed_ellipsoids_by_every_method() {
    let a = Ellipsoid::new([1.0, 2.0, 5.0]).unwrap();
    let b = Ellipsoid::new([5.0, 2.0, 1.0]).unwrap();
    let here = Pose::IDENTITY;
    let start = distance(&a, &here, &b, &Pose::at([4.0, 4.0, 4.0])).unwrap();
    let normal = start.normal().unwrap();
    let mut steps = [[0; 2]; 2];
    for (k, gap) in [5.0, 0.1].into_iter().enumerate() {
        let there = Pose::at(Vector([4.0, 4.0, 4.0]) + normal * (gap - start.distance()));
        let methods = [Method::Newton, Method::PointIteration, Method::Refinement];
        for (i, method) in methods.into_iter().enumerate() {
            let query = Query::DEFAULT.with_method(method);
            let answer = query.distance(&a, &here, &b, &there).unwrap();
            assert_eq!(answer.effort().method, method);
            check(&answer, &a, &here, &b, &there).unwrap();
            assert!((answer.distance() - gap).abs() < 1e-8, "{method:?} {gap}: {answer:?}");
            if i < 2 {
                steps[i][k] = answer.effort().iterations;
            }
        }
    }
    assert!(steps[1][1] > steps[1][0], "point iteration: {steps:?}");
    assert!(steps[0][1] < 12, "Newton: {steps:?}");
    // Overlapping, and concentric.
    for place in [[1.0, 1.0, 1.0], [0.0; 3]] {
        let query = Query::DEFAULT.with_method(Method::PointIteration);
        let answer = query.distance(&a, &here, &b, &Pose::at(place)).unwrap();
        assert!(answer.intersects());
        check(&answer, &a, &here, &b, &Pose::at(place)).unwrap();
    }
}

/// Superquadrics between shapes that everybody knows, and a quadric that is an ellipsoid.
#[test]
fn moments_of_superquadrics() {
    let axes = [1.0, 0.7, 1.5];
    let pairs: [(Shape, Shape); 3] = [
        (
            Box::new(Superquadric::new(axes, [2.0; 3]).unwrap()),
            Box::new(Ellipsoid::new(axes).unwrap()),
        ),
        (
            Box::new(Superquadric::new(axes, [f64::INFINITY; 3]).unwrap()),
            Box::new(Cuboid::new(axes).unwrap()),
        ),
        (
            Box::new(
                Quadric::new(Matrix::diagonal(Vector(axes.map(|a| 1.0 / (a * a)))), [0.0; 3], -1.0)
                    .unwrap(),
            ),
            Box::new(Ellipsoid::new(axes).unwrap()),
        ),
    ];
    for (one, two) in pairs {
        let (m, n) = (moments(&one).unwrap(), moments(&two).unwrap());
        assert!((m.volume / n.volume - 1.0).abs() < 1e-12, "{} and {}", m.volume, n.volume);
        for i in 0..3 {
            let (x, y) = (m.second[i][i], n.second[i][i]);
            assert!((x / y - 1.0).abs() < 1e-12, "{x} and {y}");
        }
    }
    // An octahedron has a sixth of the box around it.
    let diamond = moments(&Superquadric::new(axes, [1.0; 3]).unwrap()).unwrap();
    assert!((diamond.volume - 8.0 * 1.05 / 6.0).abs() < 1e-12, "{}", diamond.volume);
}

/// With a cone over it, a nested superquadric answers like any other shape.
#[test]
fn nested_superquadrics_are_shapes() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..300 {
        let [m, n] = [0; 2].map(|_| [1.0, 1.3, 2.0, 6.0, 200.0, f64::INFINITY][rng.usize(0..6)]);
        let a = NestedSuperquadric::new([1.0, 0.6, 0.8], m, n).unwrap();
        let b = Ellipsoid::new([0.5, 0.7, 0.9]).unwrap();
        let there = place(&mut rng);
        let answer = distance(&a, &Pose::IDENTITY, &b, &there).unwrap();
        check(&answer, &a, &Pose::IDENTITY, &b, &there).unwrap();
        assert!(answer.upper() - answer.lower() < 1e-8, "{m} {n}: {answer:?}");
    }
}
