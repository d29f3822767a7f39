//! Radii are set aside, and come back.

use crate::accuracy;
use crate::answer::{Answer, Apart, Depth, Signed, way_out_judged};
use crate::pair::Pair;
use crate::shape::{Core, View};
use crate::solver::{choose, conjugate};

/// The signed distance of two segments, or two points, with radii that are apart without them, all in one piece: such
/// a distance has one minimum, and its normal is good to rounding. `None` for anything else.
#[inline(always)]
pub(crate) fn part_rods<const D: usize>(pair: &Pair<'_, D>) -> Option<Signed<D>> {
    let (a, b) = (bare(pair.a), bare(pair.b));
    let cores = Pair { a: &a, b: &b, ..*pair };
    let finding = match (&a.core, &b.core) {
        (Core::Point(_), Core::Point(_)) => choose::by_formula(&cores)?,
        _ => conjugate::two_segments_here(&cores)?,
    };
    match finding.answer(&cores, cores.world()) {
        Answer::Apart(apart) => Some(with_radii_here(pair, apart)),
        Answer::Meeting(_) => None,
    }
}

/// The core alone.
pub(super) fn bare<'a, const D: usize>(view: &View<'a, D>) -> View<'a, D> {
    View { radius: 0.0, ..*view }
}

/// Cores that are apart, with their radii back.
pub(in crate::solver) fn with_radii<const D: usize>(
    pair: &Pair<'_, D>,
    cores: Apart<D>,
) -> Signed<D> {
    let claims = cores.lower > 0.0;
    match with_radii_here(pair, cores) {
        // In browsers size counts for more.
        Signed::Overlap(depth) if !claims && !cfg!(target_arch = "wasm32") => {
            Signed::Overlap(parted(pair, depth))
        }
        signed => signed,
    }
}

/// Where nothing proved that the cores are apart, their lower bound is zero whatever the normal is: how long the way
/// out along it is, is to be seen.
#[cold]
#[inline(never)]
fn parted<const D: usize>(pair: &Pair<'_, D>, depth: Depth<D>) -> Depth<D> {
    let upper = way_out_judged(&depth, pair);
    let slack = accuracy::CHECK_SLACK * accuracy::ROUNDING * (pair.scale + depth.upper);
    if upper <= depth.upper + slack {
        return depth;
    }
    Depth { upper, depth: upper, global: false, ..depth }
}

/// The same as a part of the caller.
#[inline(always)]
fn with_radii_here<const D: usize>(pair: &Pair<'_, D>, cores: Apart<D>) -> Signed<D> {
    let radii = pair.a.radius + pair.b.radius;
    if radii == 0.0 {
        return Signed::Apart(cores);
    }
    let (lower, upper) = (cores.lower - radii, cores.upper - radii);
    let touch = accuracy::TOUCH * accuracy::ROUNDING * (pair.scale + radii);
    // The radii go along the line between the points, so that their distance is the upper bound.
    // The normal may differ from it by the gap, and is the better one where the points are close.
    let between = cores.point_b - cores.point_a;
    let outward = if upper > touch { between * (1.0 / cores.upper) } else { cores.normal };
    let (point_a, point_b) =
        (cores.point_a + outward * pair.a.radius, cores.point_b - outward * pair.b.radius);
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
