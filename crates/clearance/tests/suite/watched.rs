//! What the interior point method tells those who watch it: points of the shapes, and true bounds.
//!
//! Its bold steps leave curved surfaces for a while. Once, the record had the iterates as they were,
//! and the distance between two points outside was called an upper bound.

use clearance::answer::Detail;
use clearance::shape::{Convex, HalfSpace, Hyperquadric, Intersection, Superquadric};
use clearance::{Method, Pose, Query, Rotation, Vector};

fn objects() -> Vec<Box<dyn Convex<3>>> {
    let round = Superquadric::new([1.0, 1.0, 1.7], [23.0 / 11.0, 2.2, 179.0 / 13.0]).unwrap();
    let kinked = Superquadric::new([1.0, 0.7, 1.5], [4.0 / 3.0, 1.4, 15.0 / 13.0]).unwrap();
    let cut = Intersection::new(vec![
        Box::new(round) as Box<dyn Convex<3>>,
        Box::new(HalfSpace::new([0.0, 0.0, -1.0], -0.4).unwrap()),
    ])
    .unwrap();
    let terms = [
        ([0.0, 1.0, 0.0], 0.0, 16.0),
        ([1.0, 0.5, 0.0], 0.0, 16.0),
        ([1.0, -0.5, 0.0], 0.0, 16.0),
        ([0.0, 0.0, 2.5], 0.0, 2.0),
    ];
    vec![
        Box::new(round),
        Box::new(kinked),
        Box::new(cut),
        Box::new(Hyperquadric::new(terms).unwrap()),
    ]
}

#[test]
fn steps_of_the_interior_point_belong_to_the_shapes_and_bound_the_distance() {
    let pose_a = Pose::at([0.3, -0.2, 0.1]);
    let turn = Rotation::from_rpy(0.3, 0.5, -0.7).unwrap();
    let pose_b = Pose::new(turn, [3.1, 1.2, 0.9]).unwrap();
    let (mut strayed, mut boldly) = (0, 0);
    for a in &objects() {
        for b in &objects() {
            for method in [Method::Interior, Method::Barrier] {
                let query = Query::DEFAULT.with_method(method);
                let trace = query.trace(&**a, &pose_a, &**b, &pose_b).unwrap();
                assert_eq!(trace.answer.effort().method, method);
                let mut known = 0.0;
                for step in &trace.steps {
                    assert_eq!(step.method, method);
                    let Detail::Interior { iterates } = &step.detail else {
                        panic!("another method's step: {step:?}")
                    };
                    let at = |p: Vector<3>| pose_a.transform(p);
                    let inside = |shape: &dyn Convex<3>, pose: &Pose<3>, p: Vector<3>| {
                        shape.excess(pose.transform_back(p)).is_some_and(|out| out <= 1e-12)
                    };
                    assert!(inside(&**a, &pose_a, at(step.points[0])), "{step:?}");
                    assert!(inside(&**b, &pose_b, at(step.points[1])), "{step:?}");
                    assert!(step.lower >= known && step.lower <= trace.answer.upper() + 1e-12);
                    assert!(step.upper >= trace.answer.lower() - 1e-12);
                    known = step.lower;
                    let away = (step.points[0] - iterates[0]).norm();
                    let away = away.max((step.points[1] - iterates[1]).norm());
                    if method == Method::Barrier {
                        assert_eq!(away, 0.0, "always inside");
                    } else {
                        boldly += 1;
                        strayed += usize::from(away > 0.0);
                    }
                }
            }
        }
    }
    assert!(boldly > 100 && strayed > 10, "{strayed} of {boldly} bold steps stray");
}
