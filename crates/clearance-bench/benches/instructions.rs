//! Instructions of a few queries, counted by Valgrind: what changes here is the code, not the
//! weather. Needs `valgrind` and `cargo install gungraun-runner --version 0.20.0`; then
//! `cargo bench -p clearance-bench --features instructions --bench instructions`.

// What the macros make is public and fully qualified.
#![allow(missing_docs, unused_qualifications)]

use std::hint::black_box;

use clearance::shape::{Ball, Cuboid, Polytope};
use clearance::{Answer, Convex, Pose, QueryError, Rotation, Tracker, Vector, distance};
use fastrand::Rng;
use gungraun::prelude::*;

/// So many queries are counted together: one alone would say more about its pose than about us.
const QUERIES: usize = 64;

type Answered = Result<Answer<3>, QueryError>;

/// Two shapes and the poses of many queries.
struct Workload<A, B> {
    a: A,
    b: B,
    poses: Vec<[Pose<3>; 2]>,
}

impl<A: Convex<3>, B: Convex<3>> Workload<A, B> {
    fn new(a: A, b: B) -> Self {
        let mut rng = Rng::with_seed(1);
        let poses = (0..QUERIES).map(|_| [turned(&mut rng, 0.0), turned(&mut rng, 3.0)]).collect();
        Self { a, b, poses }
    }

    /// Both turn, step by step.
    fn moving(a: A, b: B) -> Self {
        let pose = |angle: f64, x: f64| {
            let turn = Rotation::from_axis_angle([1.0, 2.0, 3.0], angle).unwrap_or_default();
            Pose::new(turn, [x, 0.1, 0.2]).unwrap_or_default()
        };
        let step = |k: usize| k as f64 * 0.017;
        let poses = (0..QUERIES).map(|k| [pose(step(k), 0.0), pose(-step(k), 3.0)]).collect();
        Self { a, b, poses }
    }

    fn ask(&self) -> f64 {
        let ask = |pose: &[Pose<3>; 2]| -> Answered {
            distance(black_box(&self.a), &pose[0], black_box(&self.b), &pose[1])
        };
        self.poses.iter().map(|pose| ask(pose).map_or(f64::NAN, |answer| answer.distance())).sum()
    }

    fn follow(&self) -> f64 {
        let mut tracker = Tracker::new();
        let mut ask = |pose: &[Pose<3>; 2]| -> Answered {
            tracker.distance(black_box(&self.a), &pose[0], black_box(&self.b), &pose[1])
        };
        self.poses.iter().map(|pose| ask(pose).map_or(f64::NAN, |answer| answer.distance())).sum()
    }
}

fn turned(rng: &mut Rng, away: f64) -> Pose<3> {
    let mut number = || 2.0 * rng.f64() - 1.0;
    let turn = Rotation::from_quaternion([number(), number(), number(), number()]);
    let place = Vector([number(), number(), number()]).normalized().unwrap_or_default() * away;
    Pose::new(turn.unwrap_or_default(), place).unwrap_or_default()
}

fn hull(count: usize, seed: u64) -> Polytope<3> {
    let mut rng = Rng::with_seed(seed);
    let points = (0..count).map(|_| turned(&mut rng, 1.0).translation());
    Polytope::from_points(points).expect("points on a sphere are a valid polytope")
}

fn hulls(count: usize) -> Workload<Polytope<3>, Polytope<3>> {
    Workload::new(hull(count, 1), hull(count, 2))
}

fn tracked_hulls(count: usize) -> Workload<Polytope<3>, Polytope<3>> {
    Workload::moving(hull(count, 1), hull(count, 2))
}

fn cube(half: f64) -> Cuboid<3> {
    Cuboid::new([half, 0.5, 0.4]).expect("a valid box")
}

fn ball() -> Ball<3> {
    Ball::new(0.5).expect("a valid ball")
}

#[library_benchmark]
#[bench::hull8(hulls(8))]
#[bench::hull100(hulls(100))]
#[bench::hull1000(hulls(1000))]
fn cold(workload: Workload<Polytope<3>, Polytope<3>>) -> f64 {
    black_box(workload.ask())
}

#[library_benchmark]
#[bench::hull100(tracked_hulls(100))]
fn tracked(workload: Workload<Polytope<3>, Polytope<3>>) -> f64 {
    black_box(workload.follow())
}

#[library_benchmark]
#[bench::box_box(Workload::new(cube(0.3), cube(0.6)))]
fn boxes(workload: Workload<Cuboid<3>, Cuboid<3>>) -> f64 {
    black_box(workload.ask())
}

#[library_benchmark]
#[bench::ball_box(Workload::new(ball(), cube(0.6)))]
fn balls(workload: Workload<Ball<3>, Cuboid<3>>) -> f64 {
    black_box(workload.ask())
}

library_benchmark_group!(name = queries, benchmarks = [cold, tracked, boxes, balls]);
main!(library_benchmark_groups = queries);
