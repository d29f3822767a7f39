//! Small whole numbers: parallel, coincident, flat and touching all the time.

use super::judge::{Thing, can_part, judge};
use clearance::exact::{self, Exact, Rational};
use clearance::shape::{Point, Polytope, Segment};
use clearance::{Pose, Vector};

type Rng = fastrand::Rng;

fn draw<const D: usize>(rng: &mut Rng) -> Thing<D> {
    let mut point = || Vector::<D>::from_fn(|_| f64::from(rng.i32(-2..=2)));
    let points: Vec<_> = (0..8).map(|_| point()).collect();
    match rng.usize(1..8) {
        1 => Thing {
            shape: Box::new(Point::new(points[0]).unwrap()),
            vertices: points[..1].to_vec(),
            frame: None,
        },
        2 if points[0] != points[1] => Thing {
            shape: Box::new(Segment::new(points[0], points[1]).unwrap()),
            vertices: points[..2].to_vec(),
            frame: None,
        },
        count => {
            let shape = Polytope::from_points(points[..count].iter().copied()).unwrap();
            Thing { vertices: shape.vertices().to_vec(), shape: Box::new(shape), frame: None }
        }
    }
}

fn all_pairs<const D: usize>(cases: usize) {
    let rng = &mut Rng::with_seed(D as u64);
    let mut kinds = [0; 3];
    for case in 0..cases {
        let (a, b) = (draw::<D>(rng), draw::<D>(rng));
        let step = Vector::<D>::from_fn(|_| f64::from(rng.i32(-3..=3)));
        let (pose_a, pose_b) = (Pose::IDENTITY, Pose::at(step));
        let answer = exact::distance(&a.shape, &pose_a, &b.shape, &pose_b).unwrap();
        judge(&answer, (&a, &pose_a), (&b, &pose_b));
        kinds[match answer {
            Exact::Apart(_) => 0,
            Exact::Touching(_) => 1,
            Exact::Overlapping(_) => 2,
        }] += 1;
        if matches!(answer, Exact::Overlapping(_)) && case % 10 == 0 {
            assert!(!can_part((&a, &pose_a), (&b, &pose_b)));
        }
    }
    assert!(kinds.iter().all(|&count| count * 20 > cases), "{kinds:?}");
}

#[test]
fn in_the_plane() {
    all_pairs::<2>(6000);
}

#[test]
fn in_space() {
    all_pairs::<3>(6000);
}

/// A common corner, with nothing else in common, and with everything in common.
#[test]
fn a_corner_in_a_corner() {
    let corner = |signs: [f64; 3]| {
        let tip = Vector::ZERO;
        let edges = [0, 1, 2].map(|i| Vector::<3>::axis(i) * signs[i]);
        Polytope::from_points([tip, edges[0], edges[1], edges[2]]).unwrap()
    };
    let ask = |a: &Polytope<3>, b: &Polytope<3>| {
        exact::distance(a, &Pose::IDENTITY, b, &Pose::IDENTITY).unwrap()
    };
    let first = corner([1.0, 1.0, 1.0]);
    assert!(matches!(ask(&first, &corner([-1.0, -1.0, -1.0])), Exact::Touching(_)));
    assert!(matches!(ask(&first, &corner([-1.0, 1.0, 1.0])), Exact::Touching(_)));
    assert!(matches!(ask(&first, &first), Exact::Overlapping(_)));
    let answer = ask(&first, &corner([-1.0, -1.0, 1.0]));
    assert_eq!(answer.squared(), Rational::ZERO);
}
