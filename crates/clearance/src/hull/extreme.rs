//! The furthest point of half-spaces along a direction, without vertices.
//!
//! From a point inside, along the direction until a facet is in the way, then along what is left of
//! the direction between the facets in the way (the projection on the cone of directions that
//! lead out of none of them), until nothing is left of it. Each leg leads strictly further.

use super::inner::Facet;
use crate::accuracy;
use crate::space::{Frame, Vector};

/// Where a walk along a direction ends.
pub(crate) enum Extreme<const D: usize> {
    /// At a furthest point.
    Point(Vector<D>),
    /// Nowhere: the set is unbounded along this unit vector.
    Never(Vector<D>),
}

/// The furthest point along the unit vector `direction`, from a point inside.
pub(crate) fn extreme<const D: usize>(
    facets: &[Facet<D>],
    from: Vector<D>,
    direction: Vector<D>,
) -> Extreme<D> {
    let mut point = from;
    let mut last = f64::NEG_INFINITY;
    loop {
        let height = point.dot(direction);
        // Rounding has the upper hand.
        if !(height > last) {
            return Extreme::Point(point);
        }
        last = height;
        let tolerance = accuracy::ACTIVE * accuracy::ROUNDING * (point.max_abs() + from.max_abs());
        let is_active = |facet: &Facet<D>| {
            facet.slack(point) <= tolerance + accuracy::ROUNDING * facet.offset.abs()
        };
        let frame = in_the_way(facets, is_active, direction);
        let left = frame.beyond(direction);
        let length = left.norm();
        if length <= accuracy::FLAT {
            return Extreme::Point(point);
        }
        // Once more at right angles: rounding grows when what is left is short.
        let way = frame.beyond(left * (1.0 / length));
        let mut step = f64::INFINITY;
        for facet in facets {
            let rate = facet.normal.dot(way);
            if rate > accuracy::LEVEL {
                step = step.min(facet.slack(point).max(0.0) / rate);
            }
        }
        if step == f64::INFINITY {
            return Extreme::Never(way);
        }
        point += way * step;
    }
}

/// The facets that bend a direction: what is left of it at right angles to their normals leads out
/// of no facet that is touched. Their cone has the point closest to the direction.
fn in_the_way<const D: usize>(
    facets: &[Facet<D>],
    is_active: impl Fn(&Facet<D>) -> bool,
    direction: Vector<D>,
) -> Frame<D> {
    let (mut frame, mut weights) = (Frame::EMPTY, Vector::ZERO);
    let mut last = f64::INFINITY;
    loop {
        let left = frame.beyond(direction);
        let length = left.norm();
        if !(length < last) {
            return frame;
        }
        last = length;
        let mut worst = (accuracy::LEVEL, None);
        for (id, facet) in facets.iter().enumerate() {
            let rate = facet.normal.dot(left);
            if rate > worst.0 && is_active(facet) {
                worst = (rate, Some(id));
            }
        }
        let Some(id) = worst.1 else { return frame };
        if !frame.push(id as u32, facets[id].normal) {
            return frame;
        }
        frame.settle(direction, &mut weights);
    }
}
