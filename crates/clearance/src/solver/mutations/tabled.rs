//! GJK with tables, from the last feature.

use super::{Case, Tally, hulls, task};
use crate::answer::{Answer, Evidence, Names};
use crate::pair::Pair;
use crate::solver::{Finding, are_tabled, by_tables};

fn found<const D: usize>(pair: &Pair<'_, D>, last: &mut Evidence<D>) -> Option<Finding<D>> {
    by_tables(pair, &task(), last)
}

fn some_vertices<const D: usize>(rng: &mut fastrand::Rng, len: usize, count: u32) -> Evidence<D> {
    let names = |rng: &mut fastrand::Rng| Names::Vertices([0; 4].map(|_| rng.u32(..count)));
    Evidence { len, a: names(rng), b: names(rng), ..Evidence::first_vertices() }
}

/// Whatever is said to have carried the last answer: what is found is right, or somebody else is asked.
fn lies_about_the_last_answer_do_no_harm<const D: usize>(at_least: usize) {
    let rng = &mut fastrand::Rng::with_seed(35);
    let (mut right, mut left, mut without) = (0, 0, 0);
    let tabled = |case: &Case<D>| case.with_pair(|pair| are_tabled(&pair.a.core, &pair.b.core));
    for case in hulls::<D>(36, 300) {
        let truth = case.truth();
        for round in 0..12 {
            // Now and then of a vertex that there is not.
            let last = &mut some_vertices(rng, 1 + round % D, if round == 11 { 99 } else { 5 });
            let answer = case
                .with_pair(|pair| found(pair, last).map(|found| found.answer(pair, pair.world())));
            let Some(answer) = answer else {
                left += 1;
                without += usize::from(!tabled(&case));
                continue;
            };
            right += 1;
            assert!(case.check(&answer), "{answer:?}");
            assert!((answer.distance() - truth.distance()).abs() < 1e-13, "{answer:?} {truth:?}");
            // What carried it is what the next question starts from.
            assert_eq!(last, answer.evidence());
        }
    }
    assert!(right > at_least && left - without > 100, "{right} {left} {without}");
}

#[test]
fn lies_about_the_last_answer_do_no_harm_2d() {
    lies_about_the_last_answer_do_no_harm::<2>(100);
}

#[test]
fn lies_about_the_last_answer_do_no_harm_3d() {
    lies_about_the_last_answer_do_no_harm::<3>(500);
}

type Tampering = (&'static str, fn(&mut Finding<3>));

#[test]
fn broken_findings_are_caught() {
    let breaks: [Tampering; 4] = [
        ("weights from before", |finding| finding.evidence.weights = [0.25; 4]),
        ("names from before", |finding| finding.evidence.a = Names::Vertices([0; 4])),
        ("the normal turned round", |finding| finding.normal = -finding.normal),
        ("a point from before", |finding| finding.point_b *= 1.5),
    ];
    let rng = &mut fastrand::Rng::with_seed(37);
    for (name, break_it) in breaks {
        let mut tally = Tally::default();
        for case in hulls::<3>(38, 200) {
            let truth = case.truth();
            let broken: Option<Answer<3>> = case.with_pair(|pair| {
                let mut finding = found(pair, &mut some_vertices(rng, 2, 6))?;
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
