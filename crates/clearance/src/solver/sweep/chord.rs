//! Points of polyhedra by facets that were found by way of corners and rays, brought inside.
//!
//! A room without end may have its corner far away, and rays that are nearly parallel. A point
//! that was put together from these is off by as much as they multiply rounding, and so may lie outside.
//! The facets themselves tell where the inside is. Where a line, ray or segment meets a room, a part of
//! it lies behind all of them, and the middle of that chord is further inside than any other of its
//! points. Where they are apart, the point is moved behind the facets that it is in front of.

use crate::pair::Local;
use crate::shape::View;
use crate::solver::Finding;
use crate::solver::conjugate::strand::Strand;
use crate::space::{Pose, Vector};

/// The same finding with points that are behind all facets, to rounding, where a core has facets.
pub(crate) fn inside<const D: usize>(finding: Finding<D>, local: &Local<'_, D>) -> Finding<D> {
    if finding.inside {
        return deeper(finding, local);
    }
    let (a, b) = (local.pair.a, local.pair.b);
    let (mut point_a, mut point_b) = (finding.point_a, finding.point_b);
    if a.facets.is_some() {
        point_a = behind(a, point_a);
    }
    if b.facets.is_some() {
        let moved = behind(b, local.b_in_a.transform_back(point_b));
        point_b = local.b_in_a.transform(moved);
    }
    let upper = (point_b - point_a).norm();
    Finding { point_a, point_b, upper, lower: finding.lower.min(upper), ..finding }
}

/// The point, moved behind each facet that it is in front of. Twice, since that may lead in front of
/// others.
fn behind<const D: usize>(room: &View<'_, D>, mut point: Vector<D>) -> Vector<D> {
    let facets = room.facets.map_or(&[][..], |set| set.facets());
    for facet in facets.iter().chain(facets) {
        let outside = facet.normal.dot(point) - facet.offset;
        if outside > 0.0 {
            point -= facet.normal * outside;
        }
    }
    point
}

/// The same finding that two cores meet, with a common point in the middle of the chord where one
/// is a line, a ray or a segment and the other has facets.
fn deeper<const D: usize>(finding: Finding<D>, local: &Local<'_, D>) -> Finding<D> {
    let (a, b) = (local.pair.a, local.pair.b);
    let common = if a.facets.is_some() {
        Strand::of(b).and_then(|strand| middle(&placed(&strand, &local.b_in_a), a, local))
    } else {
        let back = local.b_in_a.inverse();
        Strand::of(a)
            .and_then(|strand| middle(&placed(&strand, &back), b, local))
            .map(|point| local.b_in_a.transform(point))
    };
    match common {
        Some(point) => Finding { point_a: point, point_b: point, upper: 0.0, ..finding },
        None => finding,
    }
}

fn placed<const D: usize>(strand: &Strand<D>, pose: &Pose<D>) -> Strand<D> {
    strand.turned(pose.rotation()).moved(pose.translation())
}

/// The middle of what the facets of a room leave of a strand, in its frame; `None` if there are no
/// facets, or nothing is left.
fn middle<const D: usize>(
    strand: &Strand<D>,
    room: &View<'_, D>,
    local: &Local<'_, D>,
) -> Option<Vector<D>> {
    let (mut low, mut high) = (strand.span.low, strand.span.high);
    for facet in room.facets?.facets() {
        let (rise, left) =
            (facet.normal.dot(strand.along), facet.offset - facet.normal.dot(strand.start));
        if rise > 0.0 {
            high = high.min(left / rise);
        } else if rise < 0.0 {
            low = low.max(left / rise);
        } else if left < 0.0 {
            return None;
        }
    }
    // Written so that NaN is nothing.
    if !(low <= high) {
        return None;
    }
    // What has no end counts as far as the pair is large.
    let far = local.pair.scale / strand.along.norm();
    let at = match (low.is_finite(), high.is_finite()) {
        (true, true) => low + 0.5 * (high - low).min(2.0 * far),
        (true, false) => low + far,
        (false, true) => high - far,
        (false, false) => 0.0,
    };
    let point = strand.at(at);
    point.is_finite().then_some(point)
}
