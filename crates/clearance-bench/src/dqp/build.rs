//! What it costs to make a polyhedron: the table 4.8.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use clearance::shape::{Halfspaces, facet_ball_normals};

use super::{SIZES, runs};

/// The least time of several tries, in microseconds.
fn best<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..9 {
        let start = Instant::now();
        black_box(work());
        least = least.min(start.elapsed().as_secs_f64() * 1e6);
    }
    least
}

/// Half-spaces to vertices and adjacency, the inner point alone, and vertices to facets.
pub fn adjacency(text: &mut String) {
    let _ = writeln!(
        text,
        "## Making one facet-ball, in microseconds\n\n\
         | facets | vertices and adjacency | inner point and size only | hull of its vertices |\n\
         | --- | --: | --: | --: |"
    );
    for (_, order) in SIZES {
        let Ok(normals) = facet_ball_normals(order) else { continue };
        let pairs = || normals.iter().map(|normal| (*normal, 1.0));
        let Ok(ball) = Halfspaces::new(pairs()) else { continue };
        let full = best(|| Halfspaces::new(pairs()));
        let raw = best(|| Halfspaces::raw(pairs()));
        let hull = best(|| runs::hull(&ball));
        let _ = writeln!(text, "| {} | {full:.0} | {raw:.0} | {hull:.0} |", normals.len());
    }
    text.push('\n');
}
