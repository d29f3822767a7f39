//! A shape made of surfaces against one that is known by its support function alone: a polytope,
//! a cone, a sum, a shape of the user's.
//!
//! As in GJK a simplex of support points stands for the second shape and grows towards the first;
//! the distance between the first shape and the simplex is a small program for the interior point
//! method, which also proves the bounds by tangents. The first shape may be unbounded.

use super::{End, solve_sides, surfaces};
use crate::accuracy;
use crate::answer::{Evidence, MOST, Names, Stop};
use crate::interior::Side;
use crate::pair::Local;
use crate::solver::{Finding, Task};
use crate::space::{Matrix, Vector};

/// The simplex, in the frame of the shape that it belongs to.
struct Simplex<const D: usize> {
    points: [Vector<D>; MOST],
    /// Along which the points were found: in A's frame, out of A.
    directions: [Vector<D>; MOST],
    len: usize,
}

impl<const D: usize> Simplex<D> {
    fn push(&mut self, point: Vector<D>, direction: Vector<D>) {
        let k = self.len.min(MOST - 1);
        (self.points[k], self.directions[k], self.len) = (point, direction, k + 1);
    }

    /// p₀ + Σ uᵢ (pᵢ − p₀) with u ≥ 0 and Σ u ≤ 1.
    fn side<'a>(&self) -> Side<'a, D> {
        let used = self.len - 1;
        let mut axes = Matrix([Vector::ZERO; D]);
        for k in 0..used.min(D) {
            let edge = self.points[k + 1] - self.points[0];
            for i in 0..D {
                axes[i][k] = edge[i];
            }
        }
        let mut side = Side::flat(self.points[0], axes, used.min(D));
        let mut all = Vector::ZERO;
        for k in 0..used.min(D) {
            side.bound(-Vector::axis(k), 0.0);
            side.at[k] = 1.0 / (self.len as f64);
            all += Vector::axis(k);
        }
        if used > 0 {
            side.bound(all, 1.0);
        }
        side
    }

    /// The weights that belong to the variables u.
    fn weights(&self, u: Vector<D>) -> [f64; MOST] {
        let mut weights = [0.0; MOST];
        weights[0] = 1.0;
        for k in 1..self.len {
            weights[k] = u[(k - 1) % D].clamp(0.0, 1.0);
            weights[0] -= weights[k];
        }
        weights[0] = weights[0].max(0.0);
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// Without the points that carry nothing; the lightest goes in any case if there is no room.
    fn reduce(&mut self, weights: [f64; MOST]) {
        let mut least = f64::INFINITY;
        for weight in &weights[..self.len] {
            least = least.min(*weight);
        }
        let full = self.len > D;
        let mut kept = 0;
        for k in 0..self.len {
            let light = weights[k] <= accuracy::CORNER_WEIGHT || (full && weights[k] == least);
            if !light || (kept == 0 && k + 1 == self.len) {
                self.points[kept] = self.points[k];
                self.directions[kept] = self.directions[k];
                kept += 1;
            }
        }
        self.len = kept;
    }
}

/// The distance, if one of the cores is made of surfaces.
pub(crate) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    let (a, b) = (local.pair.a, local.pair.b);
    let (first, second) = (surfaces(&a.core), surfaces(&b.core));
    // The one with a support function gets the simplex, and one without end does not.
    let by_support =
        first.is_some() && !(second.is_some() && matches!(b.core, crate::shape::Core::Implicit(_)));
    let on_b = match (a.is_bounded(), b.is_bounded()) {
        (true, true) => by_support,
        (false, false) => return None,
        (_, bounded) => bounded,
    };
    let support = |normal: Vector<D>| {
        if on_b {
            b.core.support(local.b_in_a.rotation().rotate_back(-normal))
        } else {
            a.core.support(normal)
        }
    };
    let surfaces = if on_b { first? } else { second? };
    let towards = local.b_in_a.translation();
    let mut simplex =
        Simplex { points: [Vector::ZERO; MOST], directions: [Vector::ZERO; MOST], len: 0 };
    simplex.push(support(towards), towards);
    let mut best: Option<Finding<D>> = None;
    let (mut least, mut idle) = (f64::INFINITY, 0);
    for round in 1..=accuracy::CORNER_ROUNDS {
        let sides = || {
            let (surfaces, points) = (Side::of(surfaces, local.pair.scale), simplex.side());
            Some(if on_b { [surfaces, points] } else { [points, surfaces] })
        };
        let End { mut finding, at, .. } = solve_sides(local, task, &sides)?;
        let weights = simplex.weights(at[usize::from(on_b)]);
        finding.effort.iterations = round;
        finding.evidence = evidence(&finding, &simplex, weights, on_b);
        if finding.inside || finding.effort.stop != Stop::Stalled {
            return Some(finding);
        }
        let normal = finding.normal;
        let width = finding.upper - finding.lower;
        let better = best.as_ref().is_none_or(|best| width < best.upper - best.lower);
        let next = support(normal);
        let known = simplex.points[..simplex.len].contains(&next);
        if better {
            best = Some(finding);
        }
        // Curved shapes have ever new support points: what says that rounding has the upper hand is that the
        // bounds come no closer.
        idle = if width < accuracy::CORNER_GAIN * least { 0 } else { idle + 1 };
        least = least.min(width);
        if known || idle >= accuracy::CORNER_IDLE {
            break;
        }
        simplex.reduce(weights);
        simplex.push(next, normal);
    }
    best
}

/// The simplex by its directions, the surfaces as they are.
fn evidence<const D: usize>(
    finding: &Finding<D>,
    simplex: &Simplex<D>,
    weights: [f64; MOST],
    on_b: bool,
) -> Evidence<D> {
    let mut evidence = Evidence {
        len: simplex.len,
        weights,
        directions: Some(simplex.directions),
        ..finding.evidence
    };
    *(if on_b { &mut evidence.b } else { &mut evidence.a }) = Names::Directions;
    evidence
}
