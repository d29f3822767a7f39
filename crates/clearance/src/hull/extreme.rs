//! The furthest point of half-spaces along a direction, without vertices.
//!
//! From a point inside, along the direction until a facet is in the way, then along what is left of
//! the direction between the facets in the way (the projection on the cone of directions that
//! lead out of none of them), until nothing is left of it. Each leg leads strictly further.

use super::inner::Facet;
use crate::accuracy;
use crate::space::{Frame, Twofold, Vector};

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
        let rose = height > last;
        last = height;
        let tolerance = accuracy::ACTIVE * accuracy::ROUNDING * (point.max_abs() + from.max_abs());
        let is_active = |facet: &Facet<D>| {
            facet.slack(point) <= tolerance + accuracy::ROUNDING * facet.offset.abs()
        };
        let frame = in_the_way(facets, is_active, direction);
        let left = frame.beyond(direction);
        let length = left.norm();
        // Nothing is left, or rounding has the upper hand.
        if !rose || length <= accuracy::LEVEL {
            return Extreme::Point(anchored(facets, frame, (point, direction)));
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

/// The point where the facets in the way meet, to rounding, rather than where the walk came to rest
/// among all that it could not tell apart from touching.
///
/// Between facets that turn little, a slack of a few units of rounding is many along the direction.
/// So the slacks are found in twice the precision, and the point moves by them. A facet that is then
/// overstepped takes the place of the one that gives way first (the dual simplex method): the
/// direction stays between the normals, and the height falls to that of the furthest point. If that
/// does not end where no facet is overstepped, the point stays as it was.
fn anchored<const D: usize>(
    facets: &[Facet<D>],
    mut frame: Frame<D>,
    (start, direction): (Vector<D>, Vector<D>),
) -> Vector<D> {
    let mut point = start;
    for _ in 0..accuracy::ANCHOR_ROUNDS {
        // Twice: the second time moves it by what rounding did to the first.
        for _ in 0..2 {
            let mut slacks = Vector::ZERO;
            for (i, &id) in frame.ids().iter().enumerate() {
                slacks[i] = fine_slack(&facets[id as usize], point);
            }
            point += frame.solve(slacks);
        }
        let mut worst = (0.0, None);
        for (id, facet) in facets.iter().enumerate() {
            let unit = accuracy::ROUNDING * (point.max_abs() + facet.offset.abs());
            let over = -facet.slack(point) / unit;
            if over > worst.0 && !frame.ids().contains(&(id as u32)) {
                worst = (over, Some(id));
            }
        }
        let (over, Some(id)) = worst else { return point };
        if over <= accuracy::OVERSTEP {
            return point;
        }
        let normal = facets[id].normal;
        if frame.push(id as u32, normal) {
            continue;
        }
        let (pushes, shares) = (frame.coefficients(direction), frame.coefficients(normal));
        let mut first = (f64::INFINITY, None);
        for i in 0..frame.len() {
            let lasts = pushes[i].max(0.0) / shares[i];
            if shares[i] > accuracy::LEVEL && lasts < first.0 {
                first = (lasts, Some(i));
            }
        }
        let Some(gives_way) = first.1 else { break };
        frame.remove(gives_way);
        if !frame.push(id as u32, normal) {
            break;
        }
    }
    start
}

/// How far inside of a facet a point is, where that is next to nothing.
pub(super) fn fine_slack<const D: usize>(facet: &Facet<D>, point: Vector<D>) -> f64 {
    let mut sum = Twofold::from(facet.offset);
    for i in 0..D {
        sum = sum - Twofold::product(facet.normal[i], point[i]);
    }
    sum.value()
}
