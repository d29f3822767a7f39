//! A lower bound is claimed only if others find it too.
//!
//! Who doubts it turns the normal out of the frame of a solver into the world and into the frames of
//! the shapes, and sees the points a few units in the last place away. For most shapes that matters
//! as much as rounding does. But along a normal that leads along a ray by rounding, a set without end has
//! none, beside a tip tangents turn at once, and where surfaces are nearly parallel multipliers are large. So there the slab is measured as the judge will do it,
//! before anything is claimed.

use super::gjk::Goal;
use super::{Finding, interior};
use crate::answer::{Answer, Stop, refused_width};
use crate::pair::{Local, Pair};
use crate::shape::{Core, View};

/// The same finding with a lower bound that holds as seen from the world, and a status to match.
pub(super) fn upheld<const D: usize>(
    mut finding: Finding<D>,
    local: &Local<'_, D>,
    goal: &Goal,
) -> Finding<D> {
    let pair = local.pair;
    if finding.inside || !(is_delicate(pair.a) || is_delicate(pair.b)) {
        return finding;
    }
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
pub(super) fn standing<const D: usize>(
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
/// parallel, multipliers are as large as one likes.
fn is_delicate<const D: usize>(view: &View<'_, D>) -> bool {
    if !view.is_bounded() {
        return true;
    }
    let Some(shape) = interior::surfaces(&view.core) else { return false };
    let curved = shape.curved();
    let several = curved > 0 && curved + shape.half_spaces().len() > 1;
    several && matches!(view.core, Core::Implicit(_)) || (0..curved).any(|k| shape.tip(k).is_some())
}
