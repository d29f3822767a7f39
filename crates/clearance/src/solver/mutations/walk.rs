//! The walk between facets: facets that have lost a neighbour, poses from before, starts that lie,
//! and findings that are tampered with.

use super::{Case, Tally, gap, promised, spread, task};
use crate::answer::{Answer, Evidence, MOST, Names};
use crate::pair::Pair;
use crate::shape::Halfspaces;
use crate::solver::active_set::walk;
use crate::solver::{Finding, Footing, Left};
use crate::space::{Pose, Rotation, Vector};
use std::boxed::Box;
use std::vec::Vec;

fn ball(order: u32) -> Halfspaces<3> {
    Halfspaces::facet_ball(order).unwrap()
}

/// Facet-balls apart from each other.
fn cases(seed: u64, count: usize) -> Vec<Case<3>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut some = || {
        let (a, b) = (ball(3 + rng.u32(0..8)), ball(3 + rng.u32(0..8)));
        let place = spread::<3>(&mut rng, 1.0).normalized().unwrap() * (2.5 + 2.0 * rng.f64());
        let pose_b = turned(&mut rng, 3.0, place);
        Case { a: Box::new(a), pose_a: Pose::IDENTITY, b: Box::new(b), pose_b }
    };
    (0..count).map(|_| some()).collect()
}

fn turned(rng: &mut fastrand::Rng, angle: f64, place: Vector<3>) -> Pose<3> {
    let axis = spread::<3>(rng, 1.0).normalized().unwrap();
    Pose::new(Rotation::from_axis_angle(axis, angle * rng.f64()).unwrap(), place).unwrap()
}

/// What the walk finds, from nothing or from an earlier answer.
fn walked(pair: &Pair<'_, 3>, warm: Option<&Evidence<3>>) -> Option<Finding<3>> {
    match warm {
        Some(warm) => walk::found(pair, task::<3>().accuracy.iterations, warm),
        None => walk::at_once(pair, &task()),
    }
}

/// A facet that is not looked at is walked through: the point is outside, and `check` sees it.
#[test]
fn lost_neighbours_are_caught() {
    for which in 0..3 {
        let mut tally = Tally::default();
        let mut refused = 0;
        for case in &cases(31 + which as u64, 300) {
            let (mut a, b) = (case.a.view(), case.b.view());
            let lame = a.facets.unwrap().lame(which);
            a.facets = Some(&lame);
            let shown = Pair::new(&a, &case.pose_a, &b, &case.pose_b);
            match walked(&shown, None) {
                Some(found) => {
                    let broken = case.with_pair(|pair| found.answer(pair, pair.world()));
                    tally.judge(case, &case.truth(), &broken);
                }
                None => refused += 1,
            }
        }
        assert!(refused < 200, "{refused} of 300 walks came to nothing");
        tally.verdict("a neighbour lost");
    }
}

type Displace = (&'static str, fn(&mut fastrand::Rng, &Pose<3>) -> Pose<3>);

/// Feet that stand elsewhere than their bodies.
#[test]
fn feet_in_the_wrong_place_are_caught() {
    let breaks: [Displace; 3] = [
        ("an offset from before", |_, pose| {
            Pose::new(*pose.rotation(), pose.translation() + Vector([1e-3, 0.0, 2e-3])).unwrap()
        }),
        ("axes from before", |rng, pose| {
            let step = *turned(rng, 0.05, Vector::ZERO).rotation();
            Pose::new(step.compose(pose.rotation()).renormalized(), pose.translation()).unwrap()
        }),
        ("axes turned back instead of forth", |_, pose| {
            Pose::new(pose.rotation().inverse(), pose.translation()).unwrap()
        }),
    ];
    for (name, displace) in breaks {
        let mut rng = fastrand::Rng::with_seed(35);
        let mut tally = Tally::default();
        for case in &cases(36, 200) {
            let pose_b = displace(&mut rng, &case.pose_b);
            let (a, b) = (case.a.view(), case.b.view());
            let Some(found) = walked(&Pair::new(&a, &case.pose_a, &b, &pose_b), None) else {
                continue;
            };
            let broken = case.with_pair(|pair| found.answer(pair, pair.world()));
            tally.judge(case, &case.truth(), &broken);
        }
        tally.verdict(name);
    }
}

type Tamper = (&'static str, fn(&mut Finding<3>));

fn push(finding: &mut Finding<3>, side: usize) -> &mut Vector<3> {
    &mut finding.evidence.multipliers.as_mut().unwrap()[side]
}

/// Every point, facet and multiplier that the walk returns counts.
#[test]
fn tampered_steps_are_caught() {
    let tampers: [Tamper; 7] = [
        ("one step too few for A", |x| x.point_a += Vector([1e-6, -2e-6, 1e-6])),
        ("one step too many for B", |x| {
            x.point_b += x.normal * 1e-6;
            x.upper = (x.point_b - x.point_a).norm();
        }),
        ("the normal turned round", |x| x.normal = -x.normal),
        ("a bound that nothing proves", |x| (x.lower, x.upper) = (x.lower + 1e-6, x.upper + 1e-6)),
        ("a facet released that pushes", |x| {
            let pushes = push(x, 0);
            let most = pushes.max_abs();
            *pushes = pushes.map(|push| if push == most { 0.0 } else { push });
        }),
        ("a facet that pulls", |x| push(x, 1)[0] -= 0.5),
        ("the next facet", |x| {
            if let Names::Surfaces(ids) = &mut x.evidence.a {
                ids[0] = (ids[0] + 1) % 8;
            }
        }),
    ];
    for (name, tamper) in tampers {
        let mut tally = Tally::default();
        for case in &cases(37, 200) {
            let broken = case.with_pair(|pair| {
                let mut finding = walked(pair, None)?;
                tamper(&mut finding);
                Some(finding.answer(pair, pair.world()))
            });
            if let Some(broken) = broken {
                tally.judge(case, &case.truth(), &broken);
            }
        }
        tally.verdict(name);
    }
}

/// A point on facets that do not hold it, on facets that are not there, or held by the same facet
/// twice: refused or right. Jumps to the other side are right too, and few steps.
#[test]
fn starts_that_lie_do_no_harm() {
    let mut rng = fastrand::Rng::with_seed(38);
    let all = cases(39, 200);
    let (mut refused, mut right) = (0, 0);
    for case in &all {
        let honest = case.with_pair(|pair| walked(pair, None).unwrap().evidence);
        let mut lies = [honest; 6];
        let few = |rng: &mut fastrand::Rng| rng.u32(0..9);
        lies[0].a = Names::Surfaces([few(&mut rng), u32::MAX, u32::MAX, u32::MAX]);
        lies[1].b = Names::Surfaces([0; MOST].map(|_| few(&mut rng)));
        lies[2].a = Names::Surfaces([2, 2, u32::MAX, u32::MAX]);
        lies[3].b = Names::Surfaces([1, 1 << 20, u32::MAX, u32::MAX]);
        lies[4].a = Names::Surfaces([3, u32::MAX, 4, u32::MAX]);
        // The point at the centre, where no facet is.
        lies[5].directions.as_mut().unwrap()[0] = Vector::ZERO;
        for (k, lie) in lies.iter().enumerate() {
            let found =
                case.with_pair(|pair| Some(walked(pair, Some(lie))?.answer(pair, pair.world())));
            let Some(found) = found else {
                refused += 1;
                continue;
            };
            is_right(case, &found, k);
            right += 1;
        }
        // The same evidence after a jump.
        let place = -case.pose_b.translation();
        let pose_b = Pose::new(*case.pose_b.rotation(), place).unwrap();
        let (a, b) = (case.a.view(), case.b.view());
        let pair = Pair::new(&a, &case.pose_a, &b, &pose_b);
        if let Some(found) = walked(&pair, Some(&honest)) {
            let found = found.answer(&pair, pair.world());
            assert!(found.effort().iterations < 60, "{} steps", found.effort().iterations);
            let again = crate::check(&found, &case.a, &case.pose_a, &case.b, &pose_b);
            assert!(again.is_ok(), "{again:?}");
            right += 1;
        }
    }
    assert!(refused > 100 && right > 200, "{refused} refused, {right} right");
}

/// What is written at once is what goes by way of a finding, bit for bit, and the evidence that is kept
/// leads to the same again, to rounding. With radii it is left to others, who are right as well.
#[test]
fn answers_that_are_written_at_once_are_the_same() {
    let mut rng = fastrand::Rng::with_seed(40);
    let mut compared = 0;
    for case in &cases(41, 300) {
        let honest = case.with_pair(|pair| walked(pair, None).unwrap().evidence);
        let shift = spread::<3>(&mut rng, 0.02);
        let step = turned(&mut rng, 0.05, shift);
        let pose_b = step.compose(&case.pose_b);
        let (mut a, b) = (case.a.view(), case.b.view());
        let (mut last, mut footing) = (honest, Footing::NOWHERE);
        {
            let pair = Pair::new(&a, &case.pose_a, &b, &pose_b);
            let most = task::<3>().accuracy.iterations;
            let at_once = answer(&pair, most, &mut last, &mut footing);
            let Ok(at_once) = at_once else { continue };
            let found = walk::found(&pair, most, &honest).unwrap();
            assert_eq!(at_once, found.answer(&pair, pair.world()));
            // What is remembered says the same as what is found anew.
            let (mut same, mut nowhere) = (last, Footing::NOWHERE);
            let again = answer(&pair, most, &mut last, &mut footing).unwrap();
            assert_eq!(again, answer(&pair, most, &mut same, &mut nowhere).unwrap());
            assert!((again.distance() - at_once.distance()).abs() <= promised(case));
            compared += 1;
        }
        a.radius = 0.1;
        let pair = Pair::new(&a, &case.pose_a, &b, &pose_b);
        let most = task::<3>().accuracy.iterations;
        let left = answer(&pair, most, &mut last, &mut footing).unwrap_err();
        let round = walk::otherwise(&pair, most, &mut last, left).unwrap();
        let bare = crate::distance(&*case.a, &case.pose_a, &*case.b, &pose_b).unwrap();
        assert!((round.distance() - (bare.distance() - 0.1).max(0.0)).abs() <= 1e-13);
    }
    assert!(compared > 250, "{compared} of 300 compared");
}

/// The first look, and what comes after it.
fn answer(
    pair: &Pair<'_, 3>,
    most: u32,
    last: &mut Evidence<3>,
    footing: &mut Footing,
) -> Result<Answer<3>, Left> {
    let mut seen = None;
    match walk::answer(pair, most, (last, footing), &mut seen) {
        Err(Left::Moved) => walk::answer_on(pair, most, (last, footing), &seen.unwrap()),
        answer => answer,
    }
}

fn is_right(case: &Case<3>, found: &Answer<3>, lie: usize) {
    assert!(case.check(found), "lie {lie}: {found:?}");
    assert!(gap(found) <= promised(case), "lie {lie}: {found:?}");
    let truth = case.truth().distance();
    assert!((found.distance() - truth).abs() <= 10.0 * promised(case), "lie {lie}: {found:?}");
}
