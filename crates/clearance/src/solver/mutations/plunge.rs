//! The expanding polytope of hulls of points on bodies that lie, and on pairs that are others:
//! `check_depth`, together with the promised gap, must catch every break that changes a depth.

use super::gjk::{Liar, Lie};
use super::{Case, Tally, hulls, promised, random_pose};
use crate::Accuracy;
use crate::answer::{Answer, Depth, Signed, check_depth};
use crate::pair::Pair;
use crate::shape::Core;
use crate::simd::Portable;
use crate::solver::expand::Hulls;
use crate::solver::gjk::pairing::Bodies;
use crate::solver::plunge::{Begin, Dive, Found, solve};
use crate::space::{Pose, Vector};
use std::format;
use std::vec::Vec;

/// Pairs that overlap, and how deep.
fn overlapping() -> Vec<(Case<3>, f64)> {
    let mut found = Vec::new();
    for case in hulls::<3>(73, 500) {
        let signed = case.with_pair(|pair| plunged(pair, pair));
        let Some(Ok(Signed::Overlap(depth))) = signed else { continue };
        assert!(is_sound(&case, &depth), "the unbroken solver is caught: {depth:?}");
        found.push((case, depth.depth));
    }
    assert!(found.len() > 60, "{} overlap", found.len());
    found
}

/// The solver as it is, on `shown` in the place of the pair.
fn plunged(pair: &Pair<'_, 3>, shown: &Pair<'_, 3>) -> Found<3> {
    solve(pair, shown, Accuracy::DEFAULT, &mut Hulls::default())
}

fn is_sound(case: &Case<3>, depth: &Depth<3>) -> bool {
    check_depth(depth, &case.a, &case.pose_a, &case.b, &case.pose_b).is_ok()
        && depth.upper - depth.lower <= promised(case)
}

/// What a broken solver says about a pair that overlaps by `truth`.
fn judge(tally: &mut Tally, case: &Case<3>, truth: f64, broken: Found<3>) {
    // Nothing is claimed, or it is said that something went wrong: another method takes over.
    let Some(Ok(broken)) = broken else { return };
    let caught = match &broken {
        Signed::Overlap(depth) => !is_sound(case, depth),
        Signed::Apart(apart) => {
            !case.check(&Answer::Apart(*apart)) || apart.upper - apart.lower > promised(case)
        }
    };
    if caught {
        tally.caught += 1;
    } else if (broken.distance() + truth).abs() <= 10.0 * promised(case) {
        tally.harmless += 1;
    } else {
        tally.slipped += 1;
    }
}

/// The solver on hulls of which A lies.
fn lied_to(case: &Case<3>, lie: Lie) -> Found<3> {
    case.with_pair(|pair| {
        let (Core::Vertices(a), Core::Vertices(b)) = (pair.a.core, pair.b.core) else {
            unreachable!("hulls have vertices")
        };
        let pose = pair.b_in_a();
        let a = Liar { set: a, pose: Pose::IDENTITY, lie };
        let b = Liar { set: b, pose, lie: Lie::None };
        let bodies = Bodies { a: &a, b: &b, toward: pose.translation() };
        let hulls = &mut Hulls::default();
        let dive = Dive { pair, cores: pair, accuracy: Accuracy::DEFAULT, hulls };
        dive.run(&bodies, pair.pose_a, (Portable, Begin::Ring))
    })
}

#[test]
fn bodies_that_lie_are_caught() {
    let cases = overlapping();
    for lie in Lie::ALL {
        let mut tally = Tally::default();
        for (case, truth) in &cases {
            judge(&mut tally, case, *truth, lied_to(case, lie));
        }
        tally.verdict(&format!("{lie:?}"));
    }
}

/// The harness breaks nothing by itself.
#[test]
fn bodies_that_do_not_lie_are_not_caught() {
    let mut honest = Tally::default();
    for (case, truth) in &overlapping() {
        judge(&mut honest, case, *truth, lied_to(case, Lie::None));
    }
    assert!(honest.harmless > 60 && honest.caught + honest.slipped == 0, "{honest:?}");
}

#[test]
fn other_poses_are_caught() {
    let cases = overlapping();
    type Break = (&'static str, fn(&mut fastrand::Rng, &Pose<3>) -> Pose<3>);
    let breaks: [Break; 3] = [
        ("moved by a hair", |_, pose| {
            let by = Vector([1e-9, -2e-9, 1.5e-9]);
            Pose::new(*pose.rotation(), pose.translation() + by).unwrap()
        }),
        ("turned", |rng, pose| {
            Pose::new(*random_pose::<3>(rng, 0.0).rotation(), pose.translation()).unwrap()
        }),
        ("turned back", |_, pose| {
            Pose::new(pose.rotation().inverse(), pose.translation()).unwrap()
        }),
    ];
    for (name, break_it) in breaks {
        let mut rng = fastrand::Rng::with_seed(74);
        let mut tally = Tally::default();
        for (case, truth) in &cases {
            let pose_b = break_it(&mut rng, &case.pose_b);
            let (a, b) = (case.a.view(), case.b.view());
            let shown = Pair::new(&a, &case.pose_a, &b, &pose_b);
            let broken = case.with_pair(|pair| plunged(pair, &shown));
            judge(&mut tally, case, *truth, broken);
        }
        tally.verdict(name);
    }
}
