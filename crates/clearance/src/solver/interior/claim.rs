//! A lower bound is claimed only if others find it too.
//!
//! Who doubts it turns the normal out of the frame of a solver into the world and into the frames of
//! the shapes, and sees the points a few units in the last place away. For most shapes that matters
//! as much as rounding does. But along a normal that leads along a ray by rounding, a set without end has
//! none, beside a tip tangents turn at once, and where surfaces are nearly parallel multipliers are large. So there the slab is measured as the judge will do it,
//! before anything is claimed.

use crate::accuracy;
use crate::answer::{Answer, Evidence, Names, Stop, refused_width};
use crate::pair::{Local, Pair};
use crate::shape::{Core, View};
use crate::solver::gjk::Goal;
use crate::solver::{Finding, interior};
use crate::space::Vector;

/// The same finding with a lower bound that holds as seen from the world, and a status to match.
#[inline(always)]
pub(crate) fn upheld<const D: usize>(
    finding: Finding<D>,
    local: &Local<'_, D>,
    goal: &Goal,
) -> Finding<D> {
    let pair = local.pair;
    let Evidence { a, b, multipliers, .. } = &finding.evidence;
    let [first, second] = multipliers.map_or([None; 2], |pushes| pushes.map(Some));
    if finding.inside || !(is_delicate(pair.a, (a, first)) || is_delicate(pair.b, (b, second))) {
        return finding;
    }
    measured(finding, local, goal)
}

/// The same, whatever the shapes are.
pub(crate) fn measured<const D: usize>(
    mut finding: Finding<D>,
    local: &Local<'_, D>,
    goal: &Goal,
) -> Finding<D> {
    let pair = local.pair;
    let Some(width) = seen(&finding, pair) else { return finding };
    let lower = width + (pair.a.radius + pair.b.radius);
    // NaN and what is endless claim nothing.
    finding.lower = if lower > 0.0 { lower.min(finding.lower) } else { 0.0 };
    let gap = finding.upper - finding.lower;
    let enough = gap <= goal.gap || goal.settles(finding.lower, gap, 1.0);
    if !enough && matches!(finding.effort.stop, Stop::Converged | Stop::Settled) {
        finding.effort.stop = Stop::Stalled;
    }
    finding
}

/// The same, if it still is what was asked for.
#[inline(always)]
pub(crate) fn standing<const D: usize>(
    finding: Finding<D>,
    local: &Local<'_, D>,
    goal: &Goal,
) -> Option<Finding<D>> {
    Some(upheld(finding, local, goal)).filter(|finding| finding.effort.stop != Stop::Stalled)
}

/// How wide the slab is, if that is less than claimed.
fn seen<const D: usize>(finding: &Finding<D>, pair: &Pair<'_, D>) -> Option<f64> {
    match finding.clone().answer(pair, pair.pose_a) {
        Answer::Apart(apart) => refused_width(&apart, pair),
        Answer::Meeting(_) => None,
    }
}

/// Whether a core has no end, comes to a point, or has edges between surfaces: where these are nearly
/// parallel, multipliers are as large as one likes. Known multipliers that are not large do no harm.
fn is_delicate<const D: usize>(view: &View<'_, D>, evidence: (&Names, Option<Vector<D>>)) -> bool {
    if !view.is_bounded() {
        return true;
    }
    let Some(shape) = interior::surfaces(&view.core) else { return false };
    let curved = shape.curved();
    let several = curved > 0 && curved + shape.half_spaces().len() > 1;
    let edges = several && matches!(view.core, Core::Implicit(_)) && !is_mild(evidence, curved);
    edges || (0..curved).any(|k| shape.tip(k).is_some())
}

/// Whether at most one curved surface pushes, and the flat ones, whose normals have the length 1, not by
/// much: then neither does that one, since together they make up a unit vector.
fn is_mild<const D: usize>((names, pushes): (&Names, Option<Vector<D>>), curved: usize) -> bool {
    let (Names::Surfaces(ids), Some(pushes)) = (names, pushes) else { return false };
    let (mut bent, mut flat) = (0, 0.0);
    for k in 0..D.min(ids.len()) {
        if (ids[k] as usize) < curved {
            bent += usize::from(pushes[k] != 0.0);
        } else {
            flat += pushes[k].abs();
        }
    }
    bent <= 1 && flat <= accuracy::CLAIM_MILD
}
