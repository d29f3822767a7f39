//! Polyhedra in the place of curved shapes, for comparison: a fixed model, and a coarse one whose
//! answer the iteration from point to shape starts from.
//!
//! A model touches its shape with facets that are spread evenly over all directions. Its distance
//! is off by what one facet misses, so that each further digit takes ten times as many facets. The
//! points are pulled back into the shapes, and the bounds are those of the shapes: they tell how
//! coarse the model is.

use alloc::vec::Vec;
use core::f64::consts::PI;

use super::cutting::{self, Block};
use super::{Finding, Task, alternating};
use crate::accuracy;
use crate::answer::{Method, Stop};
use crate::hull::Facet;
use crate::pair::Local;
use crate::shape::{View, facet_ball_normals};
use crate::space::{Vector, real};

/// The distance by a fixed model of each shape that is made of surfaces. `None` if there is none
/// such, if one is unbounded, or if the models meet: then nothing is known about the shapes.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &Task<'_, D>,
) -> Option<Finding<D>> {
    let mut found = by_facets(local, task, accuracy::MODEL_RINGS)?;
    let goal = task.goal(local.pair, false);
    let gap = found.upper - found.lower;
    if gap <= goal.gap && goal.decides(found.lower, gap, 1.0) {
        found.effort.stop = Stop::Converged;
    }
    Some(found)
}

/// The iteration from point to shape, begun where coarse models come closest. `None` if a shape
/// cannot project points.
pub(super) fn hybrid<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    let start = by_facets(local, task, accuracy::HYBRID_RINGS)
        .map_or(Vector::ZERO, |coarse| coarse.point_a);
    let mut found = alternating::solve(local, task, start)?;
    found.effort.method = Method::Hybrid;
    Some(found)
}

fn by_facets<const D: usize>(
    local: &Local<'_, D>,
    task: &Task<'_, D>,
    rings: u32,
) -> Option<Finding<D>> {
    let directions = spread(rings);
    let mut blocks = [touched(local.pair.a, &directions)?, touched(local.pair.b, &directions)?];
    if blocks.iter().all(Block::is_plain) {
        return None;
    }
    for block in &mut blocks {
        block.settle()?;
    }
    let mut found = cutting::measure(&blocks, local, task)?;
    found.effort.method = Method::Model;
    found.effort.iterations = 1;
    Some(found)
}

/// A core with the facets that touch it in these directions.
fn touched<'a, const D: usize>(
    view: &'a View<'a, D>,
    directions: &[Vector<D>],
) -> Option<Block<'a, D>> {
    let touching = |normal: &Vector<D>| {
        let offset = view.core.support(*normal).dot(*normal);
        Facet { normal: *normal, offset }
    };
    Block::around(view, || directions.iter().map(touching).collect())
}

/// Directions, more or less evenly: those of a facet-ball, or of the sides of a regular polygon
/// with as many sides as that has around its equator, twice.
fn spread<const D: usize>(rings: u32) -> Vec<Vector<D>> {
    if D == 3 {
        let normals = facet_ball_normals(rings).unwrap_or_default();
        return normals.into_iter().map(|n| Vector::from_fn(|i| n[i % 3])).collect();
    }
    let sides = 4 * rings;
    let side = |k: u32| {
        let angle = 2.0 * PI * f64::from(k) / f64::from(sides);
        Vector::from_fn(|i| if i == 0 { real::cos(angle) } else { real::sin(angle) })
    };
    (0..sides).map(side).collect()
}
