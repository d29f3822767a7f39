//! Unbounded sets by projection, and half-spaces.

use super::shown::{Kind, deceptions_are_caught};
use super::{spread, task, unit};
use crate::pair::{Local, Pair};
use crate::shape::{Point, Polytope};
use crate::solver::formula::floor;
use crate::solver::{Finding, sweep};
use crate::space::Vector;
use std::boxed::Box;
use std::vec::Vec;

fn by_sweep(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    Some(in_the_world(sweep::solve(&Local::new(pair), &mut task()), pair))
}

fn by_floor(pair: &Pair<'_, 3>) -> Option<Finding<3>> {
    Some(in_the_world(floor::solve(&Local::new(pair))?, pair))
}

/// From A's axes to the world's.
fn in_the_world(mut finding: Finding<3>, pair: &Pair<'_, 3>) -> Finding<3> {
    let turn = pair.pose_a.rotation();
    for v in [&mut finding.point_a, &mut finding.point_b, &mut finding.normal] {
        *v = turn.rotate(*v);
    }
    finding
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

/// A tetrahedron swept along three rays, as a room is, and a box.
fn room_and_box(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    let way = unit(rng);
    let aslant = |rng: &mut fastrand::Rng| (way + unit(rng) * 0.7).normalized().unwrap();
    let rays = Vec::from([aslant(rng), aslant(rng), aslant(rng)]);
    let room = Kind::Swept { base: Box::new(tetrahedron(rng)), lines: Vec::new(), rays };
    [room, Kind::Cuboid(Vector::from_fn(|_| 0.2 + rng.f64()))]
}

#[test]
fn broken_rooms_are_caught() {
    deceptions_are_caught(
        room_and_box,
        by_sweep,
        &[
            ("one of three rays dropped", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    rays.truncate(2);
                }
            }),
            ("two of three rays dropped", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    rays.truncate(1);
                }
            }),
            ("a ray too many", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    let between = rays[0] - rays[1];
                    rays.extend(between.normalized());
                }
            }),
            ("one of three rays followed backwards", |a, _| {
                if let Kind::Swept { rays, .. } = a {
                    rays[1] = -rays[1];
                }
            }),
        ],
    );
}

/// A half-space, and a box that it may hold.
fn floor_and_box(rng: &mut fastrand::Rng) -> [Kind<3>; 2] {
    let outward = unit(rng);
    let along = outward.cross(unit(rng)).normalized().unwrap();
    let floor = Kind::Thread {
        base: Point::new(spread::<3>(rng, 1.0)).unwrap(),
        lines: Vec::from([along, outward.cross(along)]),
        rays: Vec::from([-outward]),
    };
    [floor, Kind::Cuboid(Vector::from_fn(|_| 0.2 + rng.f64()))]
}

#[test]
fn broken_floors_are_caught() {
    deceptions_are_caught(
        floor_and_box,
        by_floor,
        &[
            ("a floor upside down", |a, _| {
                if let Kind::Thread { rays, .. } = a {
                    rays[0] = -rays[0];
                }
            }),
            ("a floor that is askew", |a, _| {
                if let Kind::Thread { rays, lines, .. } = a {
                    (rays[0], lines[0]) = (lines[0], rays[0]);
                }
            }),
            ("a floor somewhere else", |a, _| {
                if let Kind::Thread { base, .. } = a {
                    *base = Point::new(base.point() * 0.5).unwrap();
                }
            }),
            ("a box that is too low", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half[1] *= 0.5;
                }
            }),
            ("half-extents in the wrong order", |_, b| {
                if let Kind::Cuboid(half) = b {
                    half.0.swap(0, 1);
                }
            }),
        ],
    );
}
