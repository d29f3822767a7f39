//! Newton's method on the dual and the interior point method, broken.

use super::{Case, random_pose, spread, task};
use crate::answer::{Answer, Names};
use crate::pair::Local;
use crate::shape::{
    Cone, Convex, Cylinder, Ellipsoid, HalfSpace, Hyperquadric, Intersection, Superquadric,
};
use crate::solver::newton::{self, oval};
use crate::solver::{Finding, cutting, interior, ridge, slide};
use crate::space::Vector;
use std::boxed::Box;
use std::println;
use std::vec;
use std::vec::Vec;

/// Bounds of curved shapes close to 1e-9 of the size of the pair, and these pairs have sizes from
/// three to eight.
pub(super) const GAP: f64 = 3e-9;

/// A way to spoil what a solver found.
type Break = (&'static str, fn(&mut Finding<3>));

const BREAKS: [Break; 6] = [
    ("a lower bound that is too high", |finding| {
        finding.lower += 1e-6;
        finding.upper = finding.upper.max(finding.lower);
    }),
    ("a point outside of A", |finding| {
        finding.point_a += finding.normal * 1e-6;
        finding.upper = (finding.point_b - finding.point_a).norm();
        finding.lower = finding.lower.min(finding.upper);
    }),
    ("a point outside of B", |finding| {
        finding.point_b -= finding.normal * 1e-6;
        finding.upper = (finding.point_b - finding.point_a).norm();
        finding.lower = finding.lower.min(finding.upper);
    }),
    ("a turned normal", |finding| {
        let aside = finding.normal.cross(Vector([0.3, 0.5, 0.8])) * 0.03;
        finding.normal = (finding.normal + aside).normalized().unwrap();
    }),
    ("an upper bound that is too low", |finding| {
        finding.upper -= 1e-6;
        finding.lower = finding.lower.min(finding.upper);
    }),
    ("no normal at all", |finding| finding.normal *= 0.5),
];

pub(super) fn boxed(shape: impl Convex<3> + 'static) -> Box<dyn Convex<3>> {
    Box::new(shape)
}

/// Two shapes whose support functions bend.
fn smooth(rng: &mut fastrand::Rng) -> Case<3> {
    let axes = |rng: &mut fastrand::Rng| Vector::<3>::from_fn(|_| 0.4 + rng.f64());
    let exponents = Vector::from_fn(|_| 1.5 + 6.0 * rng.f64());
    let a = boxed(Ellipsoid::new(axes(rng)).unwrap());
    let b = boxed(Superquadric::new(axes(rng), exponents).unwrap());
    Case { a, pose_a: random_pose(rng, 0.5), b, pose_b: random_pose(rng, 4.0) }
}

/// Two shapes with ridges.
pub(super) fn ridged(rng: &mut fastrand::Rng) -> Case<3> {
    let mut size = || 0.3 + rng.f64();
    let a = boxed(Cylinder::new(size(), size()).unwrap());
    let b = boxed(Cone::new(2.0 * size(), size()).unwrap());
    Case { a, pose_a: random_pose(rng, 0.5), b, pose_b: random_pose(rng, 4.0) }
}

/// Two shapes without support functions.
pub(super) fn implicit(rng: &mut fastrand::Rng) -> Case<3> {
    let terms = (0..5).map(|i| {
        let a = Vector::axis(i % 3) + spread::<3>(rng, 0.3);
        (a, 0.1, 2.0 + 6.0 * rng.f64())
    });
    let a = boxed(Hyperquadric::<3>::new(terms.collect::<Vec<_>>()).unwrap());
    let egg = boxed(Ellipsoid::new([1.0, 0.7, 0.9]).unwrap());
    let side = boxed(HalfSpace::new([1.0, rng.f64(), -0.5], 0.2).unwrap());
    let b = boxed(Intersection::new(vec![egg, side]).unwrap());
    Case { a, pose_a: random_pose(rng, 0.5), b, pose_b: random_pose(rng, 4.0) }
}

/// Runs a solver over random pairs and spoils what it finds: every harm must be caught, and each
/// break must bite.
fn judge(
    make: fn(&mut fastrand::Rng) -> Case<3>,
    solve: fn(&Local<'_, 3>) -> Option<Finding<3>>,
    breaks: &[Break],
) {
    let mut rng = fastrand::Rng::with_seed(77);
    let mut sound = 0;
    let mut caught = vec![0; breaks.len()];
    for _ in 0..150 {
        let case = make(&mut rng);
        let answer_of = |spoil: Option<&Break>| {
            case.with_pair(|pair| {
                let mut finding = solve(&Local::new(pair))?;
                if finding.inside || finding.upper < 0.1 {
                    return None;
                }
                if let Some((_, spoil)) = spoil {
                    spoil(&mut finding);
                }
                Some(finding.answer(pair, pair.pose_a))
            })
        };
        let Some(truth) = answer_of(None) else { continue };
        assert!(case.check(&truth), "the unbroken solver is caught: {truth:?}");
        assert!(truth.upper() - truth.lower() <= GAP, "{truth:?}");
        sound += 1;
        for (k, spoil) in breaks.iter().enumerate() {
            let Some(broken) = answer_of(Some(spoil)) else { continue };
            let honest = matches!(&broken, Answer::Apart(apart)
                if apart.lower <= truth.upper() + GAP && apart.upper >= truth.lower() - GAP);
            if !case.check(&broken) || broken.upper() - broken.lower() > GAP {
                caught[k] += 1;
            } else {
                assert!(honest, "{} slips through: {broken:?}\n{truth:?}", spoil.0);
            }
        }
    }
    assert!(sound >= 40, "only {sound} pairs are apart and solved");
    for ((name, _), caught) in breaks.iter().zip(caught) {
        println!("{name}: {caught} of {sound} caught");
        assert!(caught > 0, "the break {name} never bites");
    }
}

#[test]
fn broken_newtons_are_caught() {
    let solve = |local: &Local<'_, 3>| match newton::solve(local, &mut task()) {
        newton::End::Found(finding) => Some(finding),
        newton::End::Gave(_) | newton::End::Doubt(_) => None,
    };
    judge(smooth, solve, &BREAKS);
}

/// Two ellipsoids.
pub(super) fn eggs(rng: &mut fastrand::Rng) -> Case<3> {
    let mut egg = || boxed(Ellipsoid::new(Vector::from_fn(|_| 0.4 + rng.f64())).unwrap());
    let (a, b) = (egg(), egg());
    Case { a, pose_a: random_pose(rng, 0.5), b, pose_b: random_pose(rng, 4.0) }
}

#[test]
fn broken_ovals_are_caught() {
    let solve = |local: &Local<'_, 3>| match oval::solve(local, &mut task(), &oval::both(local)?) {
        newton::End::Found(finding) => Some(finding),
        newton::End::Gave(_) | newton::End::Doubt(_) => None,
    };
    judge(eggs, solve, &BREAKS);
}

#[test]
fn broken_slides_are_caught() {
    let solve = |local: &Local<'_, 3>| slide::solve(local, &mut task());
    judge(implicit, solve, &BREAKS);
    judge(implicit, solve, &EVIDENCE);
}

#[test]
fn broken_ridges_are_caught() {
    let solve = |local: &Local<'_, 3>| match ridge::solve(local, &mut task())? {
        newton::End::Found(finding) => Some(finding),
        newton::End::Gave(_) | newton::End::Doubt(_) => None,
    };
    judge(ridged, solve, &BREAKS);
}

/// What the evidence of the interior point method may get wrong besides.
const EVIDENCE: [Break; 2] = [
    ("multipliers that pull", |finding| {
        finding.evidence.multipliers = Some(finding.evidence.pushes().map(|push| -push));
    }),
    ("surfaces that do not exist", |finding| {
        finding.evidence.a = Names::Surfaces([9; 4]);
        finding.evidence.b = Names::Surfaces([9; 4]);
    }),
];

#[test]
fn broken_interior_points_are_caught() {
    let solve = |local: &Local<'_, 3>| interior::solve(local, &mut task());
    judge(implicit, solve, &BREAKS);
    judge(implicit, solve, &EVIDENCE);
}

#[test]
fn broken_cuts_are_caught() {
    judge(implicit, |local| cutting::solve(local, &mut task()), &BREAKS);
}
