//! The last feature tried again.

use super::shown::{Kind, deceptions_are_caught};
use super::{Case, Tally, hulls, random_pose, task};
use crate::answer::Evidence;
use crate::pair::Pair;
use crate::solver::{Finding, confirm, solve};
use crate::space::{Pose, Vector};

/// What carries the answer of a pair, confirmed.
fn by_confirming(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    let mut carried = *solve(pair, task()).unwrap().evidence();
    Some(confirm(pair, &task(), &carried)?.finding(&mut carried))
}

fn boxes(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [0; 2].map(|_| Kind::Cuboid(Vector::from_fn(|_| 0.2 + rng.f64())))
}

#[test]
fn broken_bodies_are_caught() {
    deceptions_are_caught(
        boxes,
        by_confirming,
        &[
            ("a box that is too long", |a, _| {
                if let Kind::Cuboid(half) = a {
                    half[0] *= 1.5;
                }
            }),
            ("half-extents in the wrong order", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half.0.swap(1, 2);
                }
            }),
        ],
    );
}

type Tampering = (&'static str, fn(&mut Finding<3>));

/// Every vertex name and every weight counts.
#[test]
fn broken_findings_are_caught() {
    let breaks: [Tampering; 4] = [
        ("weights from before", |finding| finding.evidence.weights = [0.25; 4]),
        ("the normal turned round", |finding| finding.normal = -finding.normal),
        ("a distance that is too short", |finding| finding.upper *= 0.9),
        ("a point from before", |finding| finding.point_a *= 1.5),
    ];
    for (name, break_it) in breaks {
        let mut tally = Tally::default();
        for case in hulls::<3>(21, 200) {
            let truth = case.truth();
            let broken = case.with_pair(|pair| {
                let mut finding = by_confirming(pair)?;
                break_it(&mut finding);
                Some(finding.answer(pair, pair.world()))
            });
            if let Some(broken) = broken {
                tally.judge(&case, &truth, &broken);
            }
        }
        tally.verdict(name);
    }
}

/// Names that belong to another place, to other shapes or to nothing are refused or right, never
/// wrong.
#[test]
fn a_wrong_memory_does_no_harm() {
    let mut rng = fastrand::Rng::with_seed(22);
    let (mut confirmed, mut refused) = (0, 0);
    let cases = hulls::<3>(23, 150);
    for (k, case) in cases.iter().enumerate() {
        for round in 0..40 {
            // Small steps at first, then jumps.
            let step = if round < 20 { 0.01 } else { 3.0 };
            let shift = random_pose::<3>(&mut rng, step).translation();
            let moved = |pose: &Pose<3>| Pose::new(*pose.rotation(), pose.translation() + shift);
            let (pose_a, pose_b) = (case.pose_a, moved(&case.pose_b).unwrap());
            let other = &cases[if round % 5 == 4 { (k + 1) % cases.len() } else { k }];
            let mut names: Evidence<3> = *other.truth().evidence();
            let answer = case_at(case, &pose_a, &pose_b, |pair| {
                let finding = confirm(pair, &task(), &names)?.finding(&mut names);
                Some(finding.answer(pair, pair.world()))
            });
            let Some(answer) = answer else {
                refused += 1;
                continue;
            };
            confirmed += 1;
            let checked = crate::check(&answer, &case.a, &pose_a, &case.b, &pose_b);
            assert!(checked.is_ok(), "{checked:?}: {answer:?}");
            let truth = crate::distance(&case.a, &pose_a, &case.b, &pose_b).unwrap();
            assert!((answer.distance() - truth.distance()).abs() < 1e-13, "{answer:?} {truth:?}");
        }
    }
    assert!(confirmed > 1000 && refused > 1000, "{confirmed} {refused}");
}

fn case_at<T>(
    case: &Case<3>,
    pose_a: &Pose<3>,
    pose_b: &Pose<3>,
    look: impl FnOnce(&Pair<'_, 3>) -> T,
) -> T {
    let (a, b) = (case.a.view(), case.b.view());
    look(&Pair::new(&a, pose_a, &b, pose_b))
}
