//! The distance as a quadratic program over both points, for Clarabel's interior point method.

use std::hint::black_box;
use std::time::Instant;

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus};
use clearance::shape::Halfspaces;
use clearance::{Pose, Vector};

/// Queries that are timed: each takes long.
const FEW: usize = 8;

/// The mean time of a query in nanoseconds, the best of three rounds; NaN if the program is not
/// solved, or not to the distance given.
pub fn time(ball: &Halfspaces<3>, poses: &[Pose<3>], truth: impl Fn(&Pose<3>) -> f64) -> f64 {
    let few = &poses[..FEW.min(poses.len())];
    let right = few.iter().all(|pose| {
        solve(ball, pose).is_some_and(|distance| (distance - truth(pose)).abs() < 1e-5)
    });
    if !right {
        return f64::NAN;
    }
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        for pose in few {
            black_box(solve(ball, black_box(pose)));
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / few.len() as f64);
    }
    best
}

/// Minimise |x − y|² where x satisfies the facets of the first ball, y those of the second.
fn solve(ball: &Halfspaces<3>, pose: &Pose<3>) -> Option<f64> {
    let facets = ball.facets().facets();
    let count = facets.len();
    // Twice the identity on the diagonal, and what couples the two; the upper triangle.
    let mut coupling = [[0.0; 6]; 6];
    for i in 0..3 {
        (coupling[i][i], coupling[i + 3][i + 3], coupling[i][i + 3]) = (2.0, 2.0, -2.0);
    }
    let moved: Vec<(Vector<3>, f64)> = facets
        .iter()
        .map(|facet| {
            let normal = pose.rotation().rotate(facet.normal);
            (normal, facet.offset + normal.dot(pose.translation()))
        })
        .collect();
    // Column by column: the first three for x, the others for y.
    let starts = (0..=6).map(|k| k * count).collect();
    let rows = (0..6).flat_map(|k| (k / 3 * count)..((k / 3 + 1) * count)).collect();
    let mut values = Vec::with_capacity(6 * count);
    for i in 0..3 {
        values.extend(facets.iter().map(|facet| facet.normal[i]));
    }
    for i in 0..3 {
        values.extend(moved.iter().map(|(normal, _)| normal[i]));
    }
    let matrix = CscMatrix::new(2 * count, 6, starts, rows, values);
    let offsets = facets.iter().map(|facet| facet.offset).chain(moved.iter().map(|side| side.1));
    let offsets: Vec<f64> = offsets.collect();
    let cones = [NonnegativeConeT(2 * count)];
    let settings = DefaultSettings { verbose: false, ..DefaultSettings::default() };
    let couple = CscMatrix::from(&coupling);
    let mut solver =
        DefaultSolver::new(&couple, &[0.0; 6], &matrix, &offsets, &cones, settings).ok()?;
    solver.solve();
    let x = &solver.solution.x;
    (solver.solution.status == SolverStatus::Solved)
        .then(|| Vector([x[3] - x[0], x[4] - x[1], x[5] - x[2]]).norm())
}
