//! Translating shapes made of surfaces: the two programs of the interior point method beside
//! conservative advancement, and every claim of theirs beside distances.

use clearance::shape::{
    Ball, Cuboid, Ellipsoid, HalfSpace, Hyperquadric, Intersection, Superquadric,
};
use clearance::{Cast, Convex, FirstContact, Method, Motion, Pose, Vector, distance, intersects};

use crate::common::{Rng, pose, vector};

const T: f64 = 2.0;

fn shapes() -> Vec<(&'static str, Box<dyn Convex<3>>)> {
    let diamond = Superquadric::new([1.0, 0.7, 1.5], [4.0 / 3.0, 7.0 / 5.0, 15.0 / 13.0]);
    let can = Superquadric::new([1.0, 1.0, 1.7], [23.0 / 11.0, 11.0 / 5.0, 179.0 / 13.0]);
    let dice = Superquadric::new([1.0, 1.0, 1.5], [76.0 / 9.0, 71.0 / 5.0, 179.0 / 13.0]);
    let side = |n: [f64; 3], b: f64| Box::new(HalfSpace::new(n, b).unwrap());
    let lens: Vec<Box<dyn Convex<3>>> = vec![
        Box::new(Ellipsoid::new([1.0, 0.8, 0.9]).unwrap()),
        side([1.0, 0.0, 0.0], 0.4),
        side([0.0, -1.0, 0.0], 0.3),
    ];
    let nut = [
        (Vector([0.0, 1.0, 0.0]), 0.0, 16.0),
        (Vector([1.0, 0.5, 0.0]), 0.0, 16.0),
        (Vector([1.0, -0.5, 0.0]), 0.0, 16.0),
        (Vector([0.0, 0.0, 2.5]), 0.0, 2.0),
    ];
    vec![
        ("diamond", Box::new(diamond.unwrap())),
        ("can", Box::new(can.unwrap())),
        ("dice", Box::new(dice.unwrap())),
        ("ellipsoid", Box::new(Ellipsoid::new([0.9, 0.5, 0.7]).unwrap())),
        ("box", Box::new(Cuboid::new([0.5, 0.7, 0.9]).unwrap())),
        ("lens", Box::new(Intersection::new(lens).unwrap())),
        ("nut", Box::new(Hyperquadric::<3>::new(nut).unwrap())),
    ]
}

/// What is said about a way must be so, by distances at other times than those that were looked at.
fn judge(found: &FirstContact<3>, pair: [&dyn Convex<3>; 2], motions: &[Motion<3>; 2]) {
    let at = |t: f64| motions.each_ref().map(|motion| motion.at(t));
    let apart = |t: f64| {
        let [p, q] = at(t);
        distance(pair[0], &p, pair[1], &q).unwrap()
    };
    match found {
        FirstContact::Hit(hit) => {
            assert!(hit.certain && hit.time_upper - hit.time_lower <= 1e-10 * T, "{hit:?}");
            let [p, q] = at(hit.time_upper);
            assert!(intersects(pair[0], &p, pair[1], &q).unwrap(), "{hit:?}");
            let before = (hit.time_lower - 1e-9).max(0.0);
            assert!(hit.time_lower == 0.0 || !apart(before).intersects(), "{hit:?}");
            assert!((hit.normal.norm() - 1.0).abs() < 1e-12);
        }
        FirstContact::Miss(near) => {
            assert!(near.lower > 0.0 && near.upper - near.lower < 1e-8, "{near:?}");
            assert!(apart(near.time).lower() <= near.upper + 1e-12, "{near:?}");
            assert!(((near.points[1] - near.points[0]).norm() - near.upper).abs() < 1e-12);
            for k in 0..=20 {
                let there = apart(T * f64::from(k) / 20.0);
                assert!(there.upper() >= near.lower - 1e-12, "{near:?} {there:?}");
            }
        }
    }
}

#[test]
fn programs_agree_with_advancement() {
    let mut rng = Rng::with_seed(51);
    let (list, mut hits, mut misses) = (shapes(), 0, 0);
    for (i, (name_a, a)) in list.iter().enumerate() {
        for (name_b, b) in &list[i..] {
            // The usual way is slow where support points are.
            let slow = ["lens", "nut"].iter().any(|slow| name_a == slow || name_b == slow);
            for _ in 0..if slow { 1 } else { 5 } {
                let offset = vector::<3>(&mut rng, 1.0).normalized().unwrap() * 3.5;
                let start = Pose::new(*pose::<3>(&mut rng, 1.0).rotation(), offset).unwrap();
                let velocity = -offset * 0.6 + vector::<3>(&mut rng, 1.2);
                let motions = [
                    Motion::linear(pose::<3>(&mut rng, 0.1), vector::<3>(&mut rng, 0.1)).unwrap(),
                    Motion::linear(start, velocity).unwrap(),
                ];
                let ask = |cast: Cast| cast.first_contact(a, &motions[0], b, &motions[1]).unwrap();
                let usual = ask(Cast::new(T));
                let other = ask(Cast::new(T).with_method(Method::Interior));
                judge(&other, [&**a, &**b], &motions);
                match (&usual, &other) {
                    (FirstContact::Hit(p), FirstContact::Hit(q)) => {
                        hits += 1;
                        let fits = p.time_lower <= q.time_upper && q.time_lower <= p.time_upper;
                        assert!(fits, "{name_a} and {name_b}: {p:?} {q:?}");
                    }
                    (FirstContact::Miss(p), FirstContact::Miss(q)) => {
                        misses += 1;
                        let fits = p.lower <= q.upper + 1e-12 && q.lower <= p.upper + 1e-12;
                        assert!(fits, "{name_a} and {name_b}: {p:?} {q:?}");
                    }
                    _ => panic!("{name_a} and {name_b}: {usual:?} {other:?}"),
                }
            }
        }
    }
    assert!(hits > 20 && misses > 10, "{hits} hits, {misses} misses");
}

/// Starts in contact, ways that change, motion along each other, no motion, and shapes that the
/// programs do not know.
#[test]
fn programs_leave_nothing_out() {
    let ellipsoid = Ellipsoid::new([1.0, 0.5, 0.5]).unwrap();
    let by = Cast::new(T).with_method(Method::Interior);
    let still = Motion::<3>::still(Pose::IDENTITY);
    let inside = Motion::linear(Pose::at([0.2, 0.1, 0.0]), [1.0, 0.0, 0.0]).unwrap();
    let hit = by.first_contact(&ellipsoid, &still, &ellipsoid, &inside).unwrap();
    assert_eq!(hit.hit().map(|hit| hit.time), Some(0.0));
    // Past each other, and then back and into each other.
    let turning_back = Motion::through([
        (0.0, Pose::at([4.0, 3.0, 0.0])),
        (1.0, Pose::at([0.0, 3.0, 0.0])),
        (2.0, Pose::at([0.0, 0.0, 0.0])),
    ]);
    let hit = by.first_contact(&ellipsoid, &still, &ellipsoid, &turning_back.unwrap()).unwrap();
    let time = hit.hit().map_or(f64::NAN, |hit| hit.time);
    assert!((time - 5.0 / 3.0).abs() < 1e-9, "{time}");
    // At rest, and side by side.
    for velocity in [[0.0; 3], [1.0, 0.0, 0.0]] {
        let there = Motion::linear(Pose::at([0.0, 3.0, 0.0]), velocity).unwrap();
        let near = by.closest_approach(&ellipsoid, &still, &ellipsoid, &there).unwrap();
        assert!((near.distance - 2.0).abs() < 1e-9 && near.lower > 1.9, "{near:?}");
    }
    // A radius around a point, and a shape that turns.
    let ball = Ball::new(0.5).unwrap();
    let flying = Motion::linear(Pose::at([4.0, 0.0, 0.0]), [-2.0, 0.0, 0.0]).unwrap();
    let hit = by.first_contact(&ellipsoid, &still, &ball, &flying).unwrap();
    assert!((hit.hit().map_or(f64::NAN, |hit| hit.time) - 1.25).abs() < 1e-9);
    let spinning = Motion::<3>::twist(Pose::at([4.0, 0.0, 0.0]), [-2.0, 0.0, 0.0], [0.0, 0.0, 9.0]);
    assert!(
        by.first_contact(&ellipsoid, &still, &ball, &spinning.unwrap()).unwrap().hit().is_some()
    );
}
