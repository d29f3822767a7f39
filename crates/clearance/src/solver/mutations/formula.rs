//! Closed forms: projections, segments, rectangles.

use super::shown::{Bare, Kind, deceptions_are_caught};
use super::{Case, Tally, random_pose, spread, unit};
use crate::pair::Pair;
use crate::shape::Point;
use crate::solver::{Finding, conjugate, formula};
use crate::space::Vector;
use std::boxed::Box;
use std::vec::Vec;

fn by_formula(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    formula::solve(pair)
}

fn by_conjugate(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    conjugate::solve(pair)
}

fn point(rng: &mut fastrand::Rng) -> Kind<3> {
    Kind::Point(spread(rng, 2.0))
}

fn segment(rng: &mut fastrand::Rng) -> Kind<3> {
    Kind::Segment(spread(rng, 1.0), spread(rng, 1.0))
}

fn point_and_box(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [point(rng), Kind::Cuboid(Vector::from_fn(|_| 0.2 + rng.f64()))]
}

fn point_and_segment(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [point(rng), segment(rng)]
}

fn segments(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [segment(rng), segment(rng)]
}

#[test]
fn broken_projections_are_caught() {
    deceptions_are_caught(
        point_and_box,
        by_formula,
        &[
            ("a clamp too wide", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half[1] *= 1.5;
                }
            }),
            ("a clamp too narrow", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half[2] *= 0.5;
                }
            }),
            ("half-extents in the wrong order", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half.0.swap(0, 1);
                }
            }),
            ("a wrong sign", |a, _| {
                if let Kind::Point(p) = a {
                    p[0] = -p[0];
                }
            }),
        ],
    );
    deceptions_are_caught(
        point_and_segment,
        by_formula,
        &[
            ("a parameter not clamped", |_, b| {
                if let Kind::Segment(p, q) = b {
                    let e = *q - *p;
                    (*p, *q) = (*p - e, *q + e);
                }
            }),
            ("a segment cut short", |_, b| {
                if let Kind::Segment(p, q) = b {
                    *q = p.lerp(*q, 0.5);
                }
            }),
        ],
    );
}

#[test]
fn broken_segment_formulas_are_caught() {
    deceptions_are_caught(
        segments,
        by_conjugate,
        &[
            ("a wrong sign", |a, _| {
                if let Kind::Segment(p, q) = a {
                    (*p, *q) = (-*p, -*q);
                }
            }),
            ("a parameter not clamped", |_, b| {
                if let Kind::Segment(p, q) = b {
                    let e = *q - *p;
                    (*p, *q) = (*p - e, *q + e);
                }
            }),
            ("ends of the two segments exchanged", |a, b| {
                if let (Kind::Segment(_, q), Kind::Segment(s, _)) = (a, b) {
                    std::mem::swap(q, s);
                }
            }),
        ],
    );
}

/// A line or a ray, and a rectangle.
fn thread_and_rectangle(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    let (mut lines, mut rays) = (Vec::new(), Vec::new());
    if rng.bool() { &mut lines } else { &mut rays }.push(unit(rng));
    let base = Point::new(spread::<3>(rng, 2.0)).unwrap();
    let half = Vector([0.2 + rng.f64(), 0.2 + rng.f64(), 0.0]);
    [Kind::Thread { base, lines, rays }, Kind::Cuboid(half)]
}

#[test]
fn broken_rectangles_are_caught() {
    deceptions_are_caught(
        thread_and_rectangle,
        by_conjugate,
        &[
            ("sides exchanged", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half.0.swap(0, 1);
                }
            }),
            ("a side not clamped", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half[0] *= 2.0;
                }
            }),
            ("a ray taken for a line", |a, _| {
                if let Kind::Thread { rays, lines, .. } = a {
                    lines.append(rays);
                }
            }),
            ("a line taken for a ray", |a, _| {
                if let Kind::Thread { rays, lines, .. } = a {
                    rays.append(lines);
                }
            }),
            ("a direction with a wrong sign", |a, _| {
                if let Kind::Thread { rays, lines, .. } = a {
                    lines.iter_mut().chain(rays).for_each(|along| along[0] = -along[0]);
                }
            }),
        ],
    );
}

/// The parameter measured from the wrong end: both points belong to their segments, and only the
/// gap between the bounds gives the break away.
#[test]
fn a_parameter_from_the_wrong_end_is_caught() {
    let mut rng = fastrand::Rng::with_seed(17);
    let mut tally = Tally::default();
    for _ in 0..300 {
        let (pose_a, pose_b) = (random_pose(&mut rng, 2.0), random_pose(&mut rng, 2.0));
        let ([a, b], ends) = {
            let made = segments(&mut rng);
            let Kind::Segment(p, q) = made[0] else { unreachable!("a segment was made") };
            (made, [p, q])
        };
        let case = Case { a: Box::new(Bare(a)), pose_a, b: Box::new(Bare(b)), pose_b };
        let Some(mut finding) = case.with_pair(conjugate::solve) else { continue };
        finding.point_a = pose_a.rotation().rotate(ends[0] + ends[1]) - finding.point_a;
        finding.upper = (finding.point_b - finding.point_a).norm();
        let broken = case.with_pair(|pair| finding.answer(pair, pair.world()));
        tally.judge(&case, &case.truth(), &broken);
    }
    tally.verdict("a parameter from the wrong end");
}
