//! The active set: polyhedra that are shown with other facets than they have, evidence that is
//! tampered with, and warm starts that lie.

use super::{Case, Tally, gap, promised, random_pose, spread, task, unit};
use crate::answer::{Answer, Evidence, MOST, Names};
use crate::pair::{Local, Pair};
use crate::shape::Halfspaces;
use crate::solver::Finding;
use crate::solver::active_set::{self, walk};
use crate::space::Vector;
use crate::{Apart, Method, Query};
use std::boxed::Box;
use std::vec::Vec;

type Pairs = Vec<(Vector<3>, f64)>;

/// A box with a few more facets.
fn solid(rng: &mut fastrand::Rng) -> Pairs {
    let mut pairs = Vec::new();
    for i in 0..3 {
        pairs.push((Vector::axis(i), 0.3 + rng.f64()));
        pairs.push((-Vector::axis(i), 0.3 + rng.f64()));
    }
    for _ in 0..rng.usize(0..12) {
        pairs.push((unit(rng), 0.3 + rng.f64()));
    }
    pairs
}

fn shape(pairs: &Pairs) -> Option<Halfspaces<3>> {
    Halfspaces::new(pairs.iter().copied()).ok().filter(Halfspaces::is_bounded)
}

fn case(a: &Pairs, b: &Pairs, rng: &mut fastrand::Rng) -> Option<Case<3>> {
    let (pose_a, pose_b) = (random_pose(rng, 1.5), random_pose(rng, 1.5));
    Some(Case { a: Box::new(shape(a)?), pose_a, b: Box::new(shape(b)?), pose_b })
}

fn cases(seed: u64, count: usize) -> Vec<Case<3>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut cases = Vec::new();
    while cases.len() < count {
        let (a, b) = (solid(&mut rng), solid(&mut rng));
        cases.extend(case(&a, &b, &mut rng));
    }
    cases
}

/// In the world's axes, measured from A's origin.
fn by_facets(pair: &Pair<'_, 3>, warm: Option<&Evidence<3>>) -> Finding<3> {
    let local = Local::new(pair);
    let mut task = task();
    task.warm = warm;
    let most = task.accuracy.iterations;
    if let Some(finding) = warm.and_then(|warm| walk::found(pair, most, warm)) {
        return finding;
    }
    let mut finding = active_set::solve(&local, &mut task);
    let turn = pair.pose_a.rotation();
    for v in [&mut finding.point_a, &mut finding.point_b, &mut finding.normal] {
        *v = turn.rotate(*v);
    }
    finding
}

fn answer(case: &Case<3>, warm: Option<&Evidence<3>>) -> Answer<3> {
    case.with_pair(|pair| by_facets(pair, warm).answer(pair, pair.world()))
}

#[test]
fn facets_that_are_not_there_are_caught() {
    type Break = (&'static str, fn(&mut Pairs));
    let breaks: [Break; 6] = [
        ("a facet dropped", |pairs| {
            pairs.remove(0);
        }),
        ("a facet too far out", |pairs| pairs[2].1 += 0.1),
        ("a facet too far in", |pairs| pairs[2].1 -= 0.1),
        ("a normal that is turned", |pairs| pairs[1].0 += Vector([0.0, 1e-3, 2e-3])),
        ("a normal with a wrong sign", |pairs| {
            let last = pairs.len() - 1;
            pairs[last].0 = -pairs[last].0;
        }),
        ("offsets of the next facet", |pairs| {
            let (first, second) = (pairs[0].1, pairs[1].1);
            (pairs[0].1, pairs[1].1) = (second, first);
        }),
    ];
    for (name, break_it) in breaks {
        let mut rng = fastrand::Rng::with_seed(18);
        let mut tally = Tally::default();
        for _ in 0..300 {
            let (mut a, b) = (solid(&mut rng), solid(&mut rng));
            let mut again = rng.clone();
            let Some(true_case) = case(&a, &b, &mut rng) else { continue };
            break_it(&mut a);
            let Some(shown) = case(&a, &b, &mut again) else { continue };
            let finding = shown.with_pair(|pair| by_facets(pair, None));
            let broken = true_case.with_pair(|pair| finding.answer(pair, pair.world()));
            tally.judge(&true_case, &true_case.truth(), &broken);
        }
        tally.verdict(name);
    }
}

fn pushes(apart: &mut Apart<3>) -> &mut [Vector<3>; 2] {
    apart.evidence.multipliers.as_mut().unwrap()
}

#[test]
fn tampered_multipliers_are_caught() {
    type Tamper = (&'static str, fn(&mut Apart<3>));
    let tampers: [Tamper; 9] = [
        ("a negative multiplier", |x| pushes(x)[0][0] *= -1.0),
        ("multipliers too small", |x| pushes(x)[0] *= 0.9),
        ("multipliers too large", |x| pushes(x)[1] *= 1.1),
        ("multipliers exchanged", |x| pushes(x).swap(0, 1)),
        ("a multiplier that is NaN", |x| pushes(x)[0][0] = f64::NAN),
        ("another facet", |x| {
            if let Names::Surfaces(ids) = &mut x.evidence.a {
                ids[0] = (ids[0] + 1) % 6;
            }
        }),
        ("a facet that does not exist", |x| {
            if let Names::Surfaces(ids) = &mut x.evidence.b {
                ids[0] = 1000;
            }
        }),
        ("facets of A and B exchanged", |x| {
            std::mem::swap(&mut x.evidence.a, &mut x.evidence.b);
        }),
        ("a point that slid out", |x| {
            x.point_a += Vector([2.0, -1.0, 0.5]);
            x.upper = (x.point_b - x.point_a).norm();
            x.distance = x.upper;
        }),
    ];
    let query = Query { method: Some(Method::ActiveSet), ..Query::DEFAULT };
    for (name, tamper) in tampers {
        let mut tally = Tally::default();
        for case in &cases(19, 300) {
            let found = query.distance(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
            let Answer::Apart(mut apart) = found else { continue };
            assert_eq!(apart.effort.method, Method::ActiveSet);
            tamper(&mut apart);
            tally.judge(case, &found, &Answer::Apart(apart));
        }
        tally.verdict(name);
    }
}

/// Whatever a tracker remembers, the answer is right.
#[test]
fn warm_starts_that_lie_do_no_harm() {
    let mut rng = fastrand::Rng::with_seed(20);
    let all = cases(21, 400);
    let (mut apart, mut same) = (0, 0);
    for (k, case) in all.iter().enumerate() {
        let truth = case.truth();
        let honest = *answer(case, None).evidence();
        let mut lies = [honest; 5];
        // The answer to another question, facets at random, too many of them, the point elsewhere
        // inside of the facets' planes, and the other's.
        lies[0] = *answer(&all[(k + 1) % all.len()], None).evidence();
        lies[1].a = Names::Surfaces([0; MOST].map(|_| rng.u32(0..6)));
        lies[2].b = Names::Surfaces([3, 0, 1, 2]);
        lies[3].directions.as_mut().unwrap()[0] += spread(&mut rng, 0.2);
        lies[4].directions.as_mut().unwrap().swap(0, 1);
        for (lie, warm) in lies.iter().enumerate() {
            // A point outside is no start: trackers keep points of the same polyhedra only.
            let inside = case.with_pair(|pair| {
                let out = |set: Option<&crate::shape::FacetSet<3>>, point| {
                    set.is_none_or(|set| set.violation(point) <= 0.0)
                };
                let points = warm.directions.unwrap();
                out(pair.a.facets, points[0]) && out(pair.b.facets, points[1])
            });
            if !inside {
                continue;
            }
            let found = answer(case, Some(warm));
            assert!(case.check(&found), "lie {lie}: {found:?}");
            assert!(gap(&found) <= promised(case), "lie {lie}: {found:?}");
            assert!((found.distance() - truth.distance()).abs() <= 10.0 * promised(case));
            (apart, same) = (apart + usize::from(!found.intersects()), same + 1);
        }
    }
    assert!(same > 300 && apart > 100, "{same} {apart}");
}
