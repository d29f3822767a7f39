//! Vertices that evidence names are judged even where a formula knows whether the points belong.
//!
//! The method for two boxes once named the corners of B without those axes along which its point is
//! free. The points and bounds were right and the judge, which asked the box's own formula, was
//! content; only rigorous bounds, which go by the names, noticed.

use clearance::answer::{Flaw, Names};
use clearance::shape::{Capsule, Cuboid, Polytope, Rounded, Segment};
use clearance::{Answer, check, distance};

use crate::common::{Rng, Shape, number, pose, vector};

/// Shapes that have a formula for membership and vertices with names, and one that has no formula.
fn cornered(rng: &mut Rng, kind: usize) -> Shape<3> {
    let cuboid = Cuboid::new([0, 1, 2].map(|_| 0.3 + 0.2 * number(rng))).unwrap();
    let ends = [vector(rng, 0.6), vector(rng, 0.6)];
    match kind {
        0 => Box::new(cuboid),
        1 => Box::new(Rounded::new(cuboid, 0.1).unwrap()),
        2 => Box::new(Segment::new(ends[0], ends[1]).unwrap()),
        3 => Box::new(Capsule::new(ends[0], ends[1], 0.1).unwrap()),
        _ => Box::new(Polytope::from_points((0..12).map(|_| vector(rng, 0.6))).unwrap()),
    }
}

/// Gives the heaviest vertex that is named another number; `false` where nothing has a name.
fn misname(names: &mut Names, weights: &[f64]) -> bool {
    let heaviest = (0..weights.len()).max_by(|&i, &j| weights[i].total_cmp(&weights[j]));
    match (names, heaviest) {
        (Names::Vertices(ids), Some(k)) => {
            ids[k] ^= 1;
            true
        }
        _ => false,
    }
}

#[test]
fn a_wrong_corner_is_refused_though_the_points_are_right() {
    let mut rng = Rng::with_seed(88);
    let mut seen = 0;
    for case in 0..2000 {
        let (a, b) = (cornered(&mut rng, case % 5), cornered(&mut rng, case / 5 % 5));
        let (pose_a, pose_b) = (pose(&mut rng, 0.5), pose(&mut rng, 1.5));
        let answer = distance(&*a, &pose_a, &*b, &pose_b).unwrap();
        assert_eq!(check(&answer, &*a, &pose_a, &*b, &pose_b), Ok(()));
        let Answer::Apart(apart) = answer else { continue };
        let mut wrong = apart;
        let names = if case % 2 == 0 { &mut wrong.evidence.a } else { &mut wrong.evidence.b };
        if misname(names, apart.evidence.weights()) {
            let verdict = check(&Answer::Apart(wrong), &*a, &pose_a, &*b, &pose_b);
            let refused = matches!(verdict, Err(Flaw::Outside(..) | Flaw::Names(_)));
            assert!(refused, "{verdict:?}: {wrong:?}");
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen}");
}
