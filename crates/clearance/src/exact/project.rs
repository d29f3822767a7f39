//! The point of a cone or of a simplex that is closest to a point, without rounding: small linear
//! systems, solved by determinants.

use dashu_int::IBig;

use super::wide::{Wide, cross, dot, is_nought, minus, negated, sign, times};

/// The point of a subspace closest to `q`.
pub(super) struct Projection {
    /// It is `Σ coefficients[k] generators[k] / denominator`.
    pub(super) coefficients: [IBig; 3],
    /// Positive.
    pub(super) denominator: IBig,
    /// From there to `q`: the direction, in some length. Zero if `q` lies in the subspace.
    pub(super) rest: Wide,
    /// The squared distance from there to `q`, as numerator and denominator.
    pub(super) squared: [IBig; 2],
}

/// Projects `q` on the span of up to three generators; `None` if they depend on each other.
pub(super) fn project(q: &Wide, generators: &[&Wide]) -> Option<Projection> {
    match *generators {
        [] => Some(Projection {
            coefficients: zeros(),
            denominator: IBig::ONE,
            rest: q.clone(),
            squared: [dot(q, q), IBig::ONE],
        }),
        [g] => on_line(q, g),
        [g, h] => on_plane(q, g, h),
        [g, h, k] => in_space(q, g, h, k),
        _ => None,
    }
}

fn zeros() -> [IBig; 3] {
    [IBig::ZERO, IBig::ZERO, IBig::ZERO]
}

fn on_line(q: &Wide, g: &Wide) -> Option<Projection> {
    let length_squared = dot(g, g);
    if length_squared.is_zero() {
        return None;
    }
    let along = dot(q, g);
    let rest = minus(&times(q, &length_squared), &times(g, &along));
    let squared = [dot(&rest, q), length_squared.clone()];
    let coefficients = [along, IBig::ZERO, IBig::ZERO];
    Some(Projection { coefficients, denominator: length_squared, rest, squared })
}

fn on_plane(q: &Wide, g: &Wide, h: &Wide) -> Option<Projection> {
    let normal = cross(g, h);
    if is_nought(&normal) {
        return None;
    }
    let denominator = dot(&normal, &normal);
    let coefficients = [dot(&normal, &cross(q, h)), dot(&normal, &cross(g, q)), IBig::ZERO];
    let height = dot(&normal, q);
    let rest = match sign(&height) {
        core::cmp::Ordering::Less => negated(&normal),
        core::cmp::Ordering::Equal => zeros(),
        core::cmp::Ordering::Greater => normal,
    };
    let squared = [&height * &height, denominator.clone()];
    Some(Projection { coefficients, denominator, rest, squared })
}

fn in_space(q: &Wide, g: &Wide, h: &Wide, k: &Wide) -> Option<Projection> {
    let hk = cross(h, k);
    let volume = dot(g, &hk);
    let positive = match sign(&volume) {
        core::cmp::Ordering::Less => false,
        core::cmp::Ordering::Equal => return None,
        core::cmp::Ordering::Greater => true,
    };
    let coefficients = [dot(q, &hk), dot(g, &cross(q, k)), dot(&cross(g, h), q)];
    let signed = |x: IBig| if positive { x } else { -x };
    Some(Projection {
        coefficients: coefficients.map(signed),
        denominator: signed(volume),
        rest: zeros(),
        squared: [IBig::ZERO, IBig::ONE],
    })
}

/// The point of a simplex closest to the origin.
pub(super) struct Closest {
    /// The weights of the points, over `denominator`; zero for those that are not needed.
    pub(super) weights: [IBig; 4],
    pub(super) denominator: IBig,
    /// From the origin towards the point, in some length; zero if the point is the origin.
    pub(super) direction: Wide,
    pub(super) squared: [IBig; 2],
}

/// The point closest to the origin in the hull of `points`, of which there are at most four.
///
/// Where `needed` is given, it is the number of a point without which the closest point cannot be
/// written. Of the subsets of the points whose affine hulls have their closest points inside, the
/// right one has no other point on the near side of the plane through its own: that is a
/// condition for the global minimum, so that the first one found is the answer. One exists in
/// which all of the weights are positive and the points are independent (Carathéodory).
pub(super) fn closest(points: &[Wide], needed: Option<usize>) -> Closest {
    let all = (1_usize << points.len()) - 1;
    let mut masks: [usize; 15] = core::array::from_fn(|i| all - i.min(all - 1));
    let masks = &mut masks[..all];
    // All of them first, if floats chose them; the small subsets first otherwise.
    if needed.is_some() {
        masks.sort_unstable_by_key(|mask| mask.count_ones());
    }
    for &mask in masks.iter() {
        if needed.is_none_or(|k| mask >> k & 1 == 1)
            && let Some(found) = within(points, mask)
        {
            return found;
        }
    }
    // Never reached, for the reasons above; a point of the hull all the same.
    vertex(points, needed.unwrap_or(0))
}

fn vertex(points: &[Wide], k: usize) -> Closest {
    let mut weights = [IBig::ZERO, IBig::ZERO, IBig::ZERO, IBig::ZERO];
    weights[k] = IBig::ONE;
    let squared = [dot(&points[k], &points[k]), IBig::ONE];
    Closest { weights, denominator: IBig::ONE, direction: points[k].clone(), squared }
}

/// The closest point if the points in `mask` carry it with positive weights.
fn within(points: &[Wide], mask: usize) -> Option<Closest> {
    let base = mask.trailing_zeros() as usize;
    let others: [usize; 3] = {
        let mut rest = mask & (mask - 1);
        core::array::from_fn(|_| {
            let k = if rest == 0 { base } else { rest.trailing_zeros() as usize };
            rest &= rest.wrapping_sub(1);
            k
        })
    };
    let count = mask.count_ones() as usize - 1;
    let edges: [Wide; 3] = core::array::from_fn(|k| {
        if k < count { minus(&points[others[k]], &points[base]) } else { zeros() }
    });
    let generators: [&Wide; 3] = core::array::from_fn(|k| &edges[k]);
    let found = project(&negated(&points[base]), &generators[..count])?;
    let mut left = found.denominator.clone();
    for coefficient in &found.coefficients[..count] {
        if sign(coefficient).is_le() {
            return None;
        }
        left -= coefficient;
    }
    if sign(&left).is_le() {
        return None;
    }
    for k in (0..points.len()).filter(|k| mask >> k & 1 == 0) {
        if sign(&dot(&found.rest, &minus(&points[k], &points[base]))).is_gt() {
            return None;
        }
    }
    let mut weights = [IBig::ZERO, IBig::ZERO, IBig::ZERO, IBig::ZERO];
    weights[base] = left;
    for (k, coefficient) in others.into_iter().zip(found.coefficients).take(count) {
        weights[k] = coefficient;
    }
    let direction = negated(&found.rest);
    Some(Closest { weights, denominator: found.denominator, direction, squared: found.squared })
}
