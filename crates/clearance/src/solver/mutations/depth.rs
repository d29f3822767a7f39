//! Depths tampered with: `check_depth`, together with the promised gap, must catch what is wrong.

use super::{Case, Tally, hulls};
use crate::answer::{Answer, Depth, check_depth};
use crate::space::Vector;
use std::vec::Vec;

/// The pairs that overlap, with their depths.
fn overlapping() -> Vec<(Case<3>, Depth<3>)> {
    let mut found = Vec::new();
    for case in hulls::<3>(71, 400) {
        if !matches!(case.truth(), Answer::Meeting(_)) {
            continue;
        }
        let depth = crate::penetration(&case.a, &case.pose_a, &case.b, &case.pose_b).unwrap();
        let depth = depth.unwrap();
        assert!(is_sound(&case, &depth), "the unbroken solver is caught: {depth:?}");
        if depth.depth > 1e-3 {
            found.push((case, depth));
        }
    }
    assert!(found.len() > 40, "{} overlap", found.len());
    found
}

fn is_sound(case: &Case<3>, depth: &Depth<3>) -> bool {
    let checked = check_depth(depth, &case.a, &case.pose_a, &case.b, &case.pose_b);
    checked.is_ok() && depth.upper - depth.lower <= super::promised(case)
}

/// Every break changes what is claimed by more than rounding, so that none may pass.
fn breaks(name: &str, tamper: impl Fn(&Depth<3>) -> Depth<3>) {
    let mut tally = Tally::default();
    for (case, depth) in overlapping() {
        let broken = tamper(&depth);
        if !is_sound(&case, &broken) {
            tally.caught += 1;
        } else if broken == depth {
            tally.harmless += 1;
        } else {
            tally.slipped += 1;
        }
    }
    tally.verdict(name);
}

#[test]
fn depths_that_are_too_small_are_caught() {
    breaks("nine tenths", |depth| {
        let upper = 0.9 * depth.upper;
        Depth { depth: upper, upper, lower: depth.lower.min(upper), ..*depth }
    });
    breaks("none at all", |depth| Depth { depth: 0.0, upper: 0.0, lower: 0.0, ..*depth });
}

#[test]
fn depths_that_are_too_large_are_caught() {
    breaks("a tenth more", |depth| {
        let upper = 1.1 * depth.upper;
        Depth { depth: upper, upper, lower: upper, ..*depth }
    });
}

#[test]
fn other_normals_are_caught() {
    breaks("turned around", |depth| Depth { normal: -depth.normal, ..*depth });
    breaks("tilted", |depth| {
        let across = depth.normal.any_perpendicular().unwrap();
        Depth { normal: (depth.normal + across * 0.05).normalized().unwrap(), ..*depth }
    });
    breaks("of no length", |depth| Depth { normal: Vector::ZERO, ..*depth });
    breaks("too long", |depth| Depth { normal: depth.normal * 1.001, ..*depth });
}

#[test]
fn other_points_are_caught() {
    breaks("swapped", |depth| Depth { point_a: depth.point_b, point_b: depth.point_a, ..*depth });
    breaks("moved", |depth| Depth { point_a: depth.point_a + depth.normal * 1e-3, ..*depth });
    breaks("one point", |depth| Depth { point_b: depth.point_a, ..*depth });
}

#[test]
fn other_evidence_is_caught() {
    breaks("weights", |depth| {
        let mut broken = *depth;
        broken.evidence.weights[0] += 0.01;
        broken
    });
    breaks("not a number", |depth| Depth { lower: f64::NAN, ..*depth });
    breaks("bounds the wrong way round", |depth| {
        let upper = 0.5 * depth.upper;
        Depth { depth: upper, upper, ..*depth }
    });
}
