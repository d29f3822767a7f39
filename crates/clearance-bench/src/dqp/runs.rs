//! The timed tables.

use std::fmt::Write;
use std::hint::black_box;

use clearance::shape::{Halfspaces, Polytope};
use clearance::{Convex, Method, Pose, Query, Tracker};
use parry3d_f64::shape::ConvexPolyhedron;

use super::{SIZES, paths, program};
use crate::measure::{Budget, Contestant, interleave};
use crate::peers::{self, PeerPose, WarmGjk, vec3};

const WALK: Query = Query { method: Some(Method::ActiveSet), ..Query::DEFAULT };
const GJK: Query = Query { method: Some(Method::Gjk), ..Query::DEFAULT };

/// A row of times: total facets, then one number a method.
pub type Row = (usize, Vec<f64>);

/// What the methods are called.
pub const METHODS: [&str; 4] = ["active set", "without adjacency", "GJK", "parry"];

/// The method that is timed on a few queries only.
const PROGRAM: &str = "Clarabel";

struct Balls {
    ours: Halfspaces<3>,
    raw: Halfspaces<3>,
    peer: ConvexPolyhedron,
}

impl Balls {
    fn new(order: u32) -> Option<Self> {
        let ours = Halfspaces::facet_ball(order).ok()?;
        let pairs = ours.facets().facets().iter().map(|facet| (facet.normal, facet.offset));
        let raw = Halfspaces::raw(pairs).ok()?;
        let points: Vec<_> = ours.vertices().iter().map(|v| vec3(*v)).collect();
        let peer = ConvexPolyhedron::from_convex_hull(&points)?;
        Some(Self { ours, raw, peer })
    }
}

fn peer_poses(poses: &[Pose<3>]) -> Vec<parry3d_f64::math::Pose> {
    poses.iter().map(PeerPose::of).collect()
}

fn table(text: &mut String, title: &str, head: &str, columns: &[&str]) {
    let _ = writeln!(text, "## {title}\n\n| {head} | {} |", columns.join(" | "));
    let _ = writeln!(text, "| --- |{}", " --: |".repeat(columns.len()));
}

fn row(text: &mut String, name: impl std::fmt::Display, times: &[f64]) {
    let cells: Vec<_> = times.iter().map(|time| format!("{time:.0}")).collect();
    let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
}

/// A tracker through all queries, reset at the start of each track.
fn follow<'a>(
    query: &'a Query,
    shape: &'a (impl Convex<3> + ?Sized),
    poses: &'a [Pose<3>],
    length: usize,
) -> Contestant<'a> {
    let mut tracker = Tracker::new();
    Box::new(move |range| {
        for k in range {
            if k % length == 0 {
                tracker.reset();
            }
            // Looked at where it lies, as in all other tables: a copy of it would be timed too.
            let pose = black_box(&poses[k]);
            black_box(&tracker.distance_by(query, shape, &Pose::IDENTITY, shape, pose));
        }
    })
}

fn ask<'a>(
    query: &'a Query,
    shape: &'a (impl Convex<3> + ?Sized),
    poses: &'a [Pose<3>],
) -> Contestant<'a> {
    Box::new(move |range| {
        for k in range {
            let pose = black_box(&poses[k]);
            black_box(&query.distance(shape, &Pose::IDENTITY, shape, pose));
        }
    })
}

fn steps(shape: &Halfspaces<3>, poses: &[Pose<3>], length: usize) -> f64 {
    let mut tracker = Tracker::new();
    let mut sum = 0;
    for (k, pose) in poses.iter().enumerate() {
        if k % length == 0 {
            tracker.reset();
        }
        let answer = tracker.distance_by(&WALK, shape, &Pose::IDENTITY, shape, pose);
        sum += answer.map_or(0, |answer| answer.effort().iterations);
    }
    f64::from(sum) / poses.len() as f64
}

fn parry_follow<'a>(
    peer: &'a ConvexPolyhedron,
    poses: &'a [parry3d_f64::math::Pose],
    length: usize,
) -> Contestant<'a> {
    let here = parry3d_f64::math::Pose::IDENTITY;
    let mut warm = WarmGjk::default();
    Box::new(move |range| {
        for k in range {
            if k % length == 0 {
                warm = WarmGjk::default();
            }
            black_box(&warm.closest(peer, &here, peer, black_box(&poses[k])));
        }
    })
}

/// Tracked over long tracks: the table 3.4 and the right half of 4.1 and 4.4 of the thesis.
pub fn tracked(budget: Budget, text: &mut String) -> Vec<Row> {
    let columns = [&METHODS[..], &["parry : active set", "active set : GJK", "steps"]].concat();
    table(text, "Tracked, 1000 steps", "total facets", &columns);
    let mut rows = Vec::new();
    for (total, order) in SIZES {
        let Some(balls) = Balls::new(order) else { continue };
        let poses = paths::tracks(8000, 1000, 7);
        let theirs = peer_poses(&poses);
        let mut contestants = [
            follow(&WALK, &balls.ours, &poses, 1000),
            follow(&WALK, &balls.raw, &poses, 1000),
            follow(&GJK, &balls.ours, &poses, 1000),
            parry_follow(&balls.peer, &theirs, 1000),
        ];
        let times = interleave(poses.len(), 1000, budget, &mut contestants);
        drop(contestants);
        let cells: Vec<_> = times.iter().map(|time| format!("{time:.0}")).collect();
        let _ = writeln!(
            text,
            "| {total} | {} | {:.1} | {:.2} | {:.2} |",
            cells.join(" | "),
            times[3] / times[0],
            times[0] / times[2],
            steps(&balls.ours, &poses, 1000)
        );
        rows.push((total, times));
    }
    if let (Some(small), Some(large)) = (rows.get(1), rows.last()) {
        let _ = writeln!(text, "\nFrom 44 to 4084 facets: {:.2}×.\n", large.1[0] / small.1[0]);
    }
    rows
}

/// One query at a time: the table 3.3 and the left half of 4.1 and 4.4.
pub fn cold(budget: Budget, text: &mut String) -> Vec<Row> {
    let columns = [&METHODS[..], &[PROGRAM, "parry : active set"]].concat();
    table(text, "Not tracked", "total facets", &columns);
    let mut rows = Vec::new();
    for (total, order) in SIZES {
        let Some(balls) = Balls::new(order) else { continue };
        let poses = paths::scattered(2000, 3);
        let theirs = peer_poses(&poses);
        let (peer, here) = (&balls.peer, parry3d_f64::math::Pose::IDENTITY);
        let theirs = &theirs;
        let parry: Contestant<'_> = Box::new(move |range| {
            for k in range {
                black_box(&peers::closest3(peer, &here, peer, black_box(&theirs[k])));
            }
        });
        let mut contestants = [
            ask(&WALK, &balls.ours, &poses),
            ask(&WALK, &balls.raw, &poses),
            ask(&GJK, &balls.ours, &poses),
            parry,
        ];
        let mut times = interleave(poses.len(), 1, budget, &mut contestants);
        drop(contestants);
        times.push(program::time(&balls.ours, &poses, |pose| {
            let answer = GJK.distance(&balls.ours, &Pose::IDENTITY, &balls.ours, pose);
            answer.map_or(f64::NAN, |answer| answer.distance())
        }));
        let cells: Vec<_> = times.iter().map(|time| format!("{time:.0}")).collect();
        let _ = writeln!(text, "| {total} | {} | {:.1} |", cells.join(" | "), times[3] / times[0]);
        rows.push((total, times));
    }
    text.push('\n');
    rows
}

/// Over short tracks: the table 4.5.
pub fn over_steps(budget: Budget, text: &mut String) {
    for order in [2, 6, 15] {
        let Some(balls) = Balls::new(order) else { continue };
        let total = 2 * balls.ours.facets().len();
        table(text, &format!("Tracked over some steps, {total} facets"), "steps", &METHODS);
        for length in [1, 5, 20, 50, 100] {
            let poses = paths::tracks(2000, length, 5);
            let theirs = peer_poses(&poses);
            let mut contestants = [
                follow(&WALK, &balls.ours, &poses, length),
                follow(&WALK, &balls.raw, &poses, length),
                follow(&GJK, &balls.ours, &poses, length),
                parry_follow(&balls.peer, &theirs, length),
            ];
            let times = interleave(poses.len(), length, budget, &mut contestants);
            drop(contestants);
            row(text, length, &times);
        }
        text.push('\n');
    }
}

/// Poses inside of the solver, or facets transformed for each query: the table 4.2.
pub fn poses(budget: Budget, text: &mut String) {
    let columns = ["pose in the solver", "facets transformed"];
    table(text, "Tracked without adjacency: where the pose goes", "total facets", &columns);
    for (total, order) in SIZES {
        let Some(balls) = Balls::new(order) else { continue };
        let poses = paths::tracks(2000, 1000, 11);
        let (raw, all) = (&balls.raw, &poses);
        let transformed: Contestant<'_> = Box::new(move |range| {
            for k in range {
                let pose = black_box(&all[k]);
                // What a solver without poses must do before each query; the query itself is the
                // same as the other's.
                let moved: Vec<_> = raw
                    .facets()
                    .facets()
                    .iter()
                    .map(|facet| {
                        let normal = pose.rotation().rotate(facet.normal);
                        (normal, facet.offset + normal.dot(pose.translation()))
                    })
                    .collect();
                black_box(moved);
            }
        });
        let mut contestants = [follow(&WALK, raw, &poses, 1000), transformed];
        let times = interleave(poses.len(), 1000, budget, &mut contestants);
        drop(contestants);
        row(text, total, &[times[0], times[0] + times[1]]);
    }
    text.push('\n');
}

/// The hull of a facet-ball's vertices, for those who have only those.
pub fn hull(ball: &Halfspaces<3>) -> Option<Polytope<3>> {
    Polytope::from_points(ball.vertices().iter().copied()).ok()
}
