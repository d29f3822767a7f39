//! Signed distances: which method for which pair, and what its result means in the world.
//!
//! | the cores | method |
//! | --- | --- |
//! | two boxes, or a box and a point | separating axes |
//! | apart | whatever finds the distance; the radii are taken off |
//! | overlapping | the expanding polytope; the radii are added |
//!
//! That the radii only add up is exact: with radius r the support values of the difference are
//! all larger by r, and so is the least of them.

use super::ends::{self, with_ends};
use super::expand::{self, Expansion};
use super::shell::Shell;
use super::{Task, axes, choose};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Apart, Depth, Effort, Evidence, MOST, Meeting, Method, Signed, Stop};
use crate::pair::{Local, Pair};
use crate::query::QueryError;
use crate::shape::{Core, View};
use crate::space::Vector;

/// The signed distance of a pair.
pub(crate) fn signed<const D: usize>(
    pair: &Pair<'_, D>,
    accuracy: Accuracy,
    shell: &mut Shell<D>,
) -> Result<Signed<D>, QueryError> {
    if let Some(depth) = axes::solve(pair) {
        return Ok(Signed::Overlap(depth));
    }
    let (a, b) = (bare(pair.a), bare(pair.b));
    let cores = Pair { a: &a, b: &b, ..*pair };
    let task = Task {
        accuracy,
        method: None,
        beyond: f64::INFINITY,
        below: f64::NEG_INFINITY,
        warm: None,
        trace: None,
    };
    match choose::solve(&cores, task)? {
        Answer::Apart(apart) => Ok(with_radii(pair, apart)),
        Answer::Meeting(meeting) => overlap(pair, &cores, &meeting, (accuracy, shell)),
    }
}

/// The core alone.
fn bare<'a, const D: usize>(view: &View<'a, D>) -> View<'a, D> {
    View { radius: 0.0, ..*view }
}

/// Cores that are apart, with their radii back.
fn with_radii<const D: usize>(pair: &Pair<'_, D>, cores: Apart<D>) -> Signed<D> {
    let radii = pair.a.radius + pair.b.radius;
    if radii == 0.0 {
        return Signed::Apart(cores);
    }
    let point_a = cores.point_a + cores.normal * pair.a.radius;
    let point_b = cores.point_b - cores.normal * pair.b.radius;
    let (lower, upper) = (cores.lower - radii, cores.upper - radii);
    let touch = accuracy::TOUCH * accuracy::ROUNDING * (pair.scale + radii);
    if upper > touch {
        let lower = lower.max(0.0).min(upper);
        return Signed::Apart(Apart { distance: upper, point_a, point_b, lower, upper, ..cores });
    }
    Signed::Overlap(Depth {
        depth: (-lower).max(0.0),
        normal: cores.normal,
        point_a,
        point_b,
        lower: (-upper).max(0.0),
        upper: (-lower).max(0.0),
        // The distance between two convex sets has one minimum.
        global: true,
        unique: Some(true),
        evidence: cores.evidence,
        effort: cores.effort,
    })
}

/// Cores that overlap.
fn overlap<const D: usize>(
    pair: &Pair<'_, D>,
    cores: &Pair<'_, D>,
    meeting: &Meeting<D>,
    (accuracy, shell): (Accuracy, &mut Shell<D>),
) -> Result<Signed<D>, QueryError> {
    let local = Local::new(cores);
    // Long enough for any way out of a set of this size; see `Cut`.
    let length = accuracy::CUT_LENGTH * cores.scale;
    let bounded = cores.a.is_bounded() && cores.b.is_bounded();
    let scale = if bounded { cores.scale } else { cores.scale + length };
    let expansion = with_ends(&local, length, |ends| {
        let unit = accuracy::ROUNDING * scale;
        let sharp_gap = accuracy::FACET_GAP * unit;
        let goal = expand::Goal {
            gap: if ends.sharp { sharp_gap } else { sharp_gap.max(accuracy.gap * cores.scale) },
            flat: accuracy::TOUCH * unit,
            scale,
            cap: accuracy.iterations.max(accuracy::EXPAND_POINTS),
        };
        let mut seeds = [None; MOST];
        let mut count = 0;
        for k in 0..meeting.evidence.len.min(D + 1) {
            if let Some(corner) = ends.recall(&meeting.evidence, k) {
                seeds[count] = Some(corner);
                count += 1;
            }
        }
        let seeds = seeds.map(|seed| seed.unwrap_or_else(|| ends.furthest(Vector::axis(0))));
        expand::expand(&ends, &seeds[..count], &goal, shell)
    });
    if !(expansion.upper.is_finite() && expansion.normal.is_finite()) {
        return Err(super::not_finite(cores.a.core.support(Vector::axis(0))));
    }
    Ok(Signed::Overlap(assemble(pair, &local, meeting, expansion)))
}

/// The answer in the world, with the radii back.
fn assemble<const D: usize>(
    pair: &Pair<'_, D>,
    local: &Local<'_, D>,
    meeting: &Meeting<D>,
    found: Expansion<D>,
) -> Depth<D> {
    let radii = pair.a.radius + pair.b.radius;
    let turn = pair.pose_a.rotation();
    let origin = pair.pose_a.translation();
    let normal = turn.rotate(found.normal);
    let upper = found.upper.max(0.0);
    let lower = found.lower.max(0.0).min(upper);
    let (point_a, point_b, evidence): (_, _, Evidence<D>) = match &found.corners {
        None => (meeting.point, meeting.point, meeting.evidence),
        Some(corners) => {
            let (mut a, mut b) = (Vector::ZERO, Vector::ZERO);
            for (k, corner) in corners.iter().enumerate() {
                a += corner.a * found.weights[k];
                b += corner.b * found.weights[k];
            }
            let evidence = ends::evidence(corners, found.weights);
            (turn.rotate(a) + origin, turn.rotate(b) + origin, evidence)
        }
    };
    let _ = local;
    Depth {
        depth: upper + radii,
        normal,
        point_a: point_a + normal * pair.a.radius,
        point_b: point_b - normal * pair.b.radius,
        lower: lower + radii,
        upper: upper + radii,
        global: found.stop != Stop::Cap,
        unique: None,
        evidence,
        effort: Effort { method: Method::Expand, iterations: found.iterations, stop: found.stop },
    }
}

#[allow(unused)]
fn is_unbounded<const D: usize>(view: &View<'_, D>) -> bool {
    matches!(view.core, Core::Swept(_))
}
