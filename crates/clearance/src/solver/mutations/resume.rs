//! GJK that goes on from the last feature.

use super::{Tally, hulls, task};
use crate::answer::{Answer, Evidence, Names};
use crate::pair::Pair;
use crate::simd::Portable;
use crate::solver::{Attempt, Finding, resume_on};

/// What is found from these vertices and what an attempt with them is said to have seen.
fn resumed(pair: &Pair<'_, 3>, last: &mut Evidence<3>, from: Attempt) -> Option<Finding<3>> {
    resume_on(Portable, pair, &task(), (last, from))
}

fn some_vertices(rng: &mut fastrand::Rng, len: usize, count: u32) -> Evidence<3> {
    let names = |rng: &mut fastrand::Rng| Names::Vertices([0; 4].map(|_| rng.u32(..count)));
    Evidence { len, a: names(rng), b: names(rng), ..Evidence::first_vertices() }
}

/// Whatever is said to have carried the last answer, and to lie beyond it: what is found is right, or
/// somebody else is asked.
#[test]
fn lies_about_the_attempt_do_no_harm() {
    let rng = &mut fastrand::Rng::with_seed(31);
    let (mut found, mut left) = (0, 0);
    for case in hulls::<3>(32, 300) {
        let truth = case.truth();
        for round in 0..12 {
            let last = &mut some_vertices(rng, 1 + round % 3, 6);
            let attempts =
                [Attempt::Aside, Attempt::Short(rng.u32(..6), rng.u32(..6)), Attempt::Short(99, 0)];
            let answer = case.with_pair(|pair| {
                let finding = resumed(pair, last, attempts[round / 3 % 3])?;
                Some(finding.answer(pair, pair.world()))
            });
            let Some(answer) = answer else {
                left += 1;
                continue;
            };
            found += 1;
            assert!(case.check(&answer), "{answer:?}");
            assert!((answer.distance() - truth.distance()).abs() < 1e-13, "{answer:?} {truth:?}");
            // What carried it is what the next question starts from.
            assert_eq!(last, answer.evidence());
        }
    }
    assert!(found > 1000 && left > 100, "{found} {left}");
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
    let rng = &mut fastrand::Rng::with_seed(33);
    for (name, break_it) in breaks {
        let mut tally = Tally::default();
        for case in hulls::<3>(34, 200) {
            let truth = case.truth();
            let broken: Option<Answer<3>> = case.with_pair(|pair| {
                let mut finding = resumed(pair, &mut some_vertices(rng, 2, 6), Attempt::Aside)?;
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
