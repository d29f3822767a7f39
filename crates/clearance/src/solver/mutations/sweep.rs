//! Unbounded sets by projection.

use super::shown::{Kind, deceptions_are_caught};
use super::{spread, task, unit};
use crate::pair::{Local, Pair};
use crate::shape::Polytope;
use crate::solver::{Finding, sweep};
use std::boxed::Box;
use std::vec::Vec;

fn by_sweep(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    let mut finding = sweep::solve(&Local::new(pair), &mut task());
    let turn = pair.pose_a.rotation();
    for v in [&mut finding.point_a, &mut finding.point_b, &mut finding.normal] {
        *v = turn.rotate(*v);
    }
    Some(finding)
}

fn tetrahedron(rng: &mut fastrand::Rng) -> Polytope<3> {
    Polytope::from_points((0..4).map(|_| spread::<3>(rng, 1.0))).unwrap()
}

/// A tetrahedron swept along a ray, and one swept along a line.
fn ray_and_line(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    [
        Kind::Swept {
            base: Box::new(tetrahedron(rng)),
            lines: Vec::new(),
            rays: Vec::from([unit(rng)]),
        },
        Kind::Swept {
            base: Box::new(tetrahedron(rng)),
            lines: Vec::from([unit(rng)]),
            rays: Vec::new(),
        },
    ]
}

#[test]
fn broken_sweeps_are_caught() {
    deceptions_are_caught(
        ray_and_line,
        by_sweep,
        &[
            ("a ray followed backwards", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    rays[0] = -rays[0];
                }
            }),
            ("a ray dropped", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    rays.clear();
                }
            }),
            ("a ray taken for a line", |a, _| {
                if let Kind::Swept { rays, lines, .. } = a {
                    lines.append(rays);
                }
            }),
            ("a line dropped", |_, b| {
                if let Kind::Swept { lines, .. } = b {
                    lines.clear();
                }
            }),
            ("a line taken for a ray", |_, b| {
                if let Kind::Swept { lines, rays, .. } = b {
                    rays.append(lines);
                }
            }),
            ("a base dropped", |a, _| {
                if let Kind::Swept { base, .. } = a {
                    **base = Polytope::from_points([base.vertices()[0]]).unwrap();
                }
            }),
        ],
    );
}
