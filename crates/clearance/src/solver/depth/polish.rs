//! The last digits of a direction between curved shapes.
//!
//! The support value h(n) of the difference is minimal along n where the support point w is
//! parallel to n. Its error is the square of the direction's, so bounds that agree to ten digits
//! know the direction to five. Newton's method finds the others: on the unit sphere the slope of
//! h is the part g of w across n, and its second derivative is W − h, where W says how the support
//! point moves as the direction turns. W is measured by turning it a little, along one tangent
//! after the other.
//!
//! Where the difference has a corner, an edge or a flat face there, the point does not move or
//! jumps; then nothing is gained, and the direction is left as it was found.

use crate::accuracy;
use crate::solver::expand::ends::{Corner, Ends};
use crate::space::Vector;

/// A direction and the support point along it, parallel to each other.
pub(crate) struct Polished<const D: usize> {
    pub(crate) normal: Vector<D>,
    /// The support value: the depth, or minus the distance.
    pub(crate) value: f64,
    pub(crate) corner: Corner<D>,
}

/// The direction close to `normal` along which the support value is least, to rounding; `None` if
/// the difference is not smooth there.
///
/// A slope that is next to nothing does not tell. Where shapes touch with a corner or an edge, the
/// support point is next to the origin, and so is its part across any direction; and along the
/// direction of a corner the support value is the largest, not the least. So the value has to bend
/// upwards, and by more than noise, and the step that is left has to be short.
pub(crate) fn polish<const D: usize>(
    ends: &Ends<'_, D>,
    normal: Vector<D>,
    scale: f64,
) -> Option<Polished<D>> {
    let (close, rounding) =
        (accuracy::POLISHED * scale, accuracy::TOUCH * accuracy::ROUNDING * scale);
    let mut at = Place::new(ends, normal)?;
    // What the value may still be off by.
    let mut left = f64::INFINITY;
    for _ in 0..accuracy::POLISH_STEPS {
        // Between shapes that are apart the value bends upwards everywhere.
        let settled = at.slope.norm() <= rounding;
        if settled && at.value <= 0.0 {
            left = 0.0;
            break;
        }
        let Some(next) = step(ends, &at, scale) else { break };
        if settled {
            left = 0.0;
            break;
        }
        left = at.slope.norm() * (next.normal - at.normal).norm();
        if !(next.slope.norm() < at.slope.norm()) {
            break;
        }
        at = next;
    }
    let Place { normal, value, corner, slope } = at;
    (slope.norm() <= close && left <= rounding).then_some(Polished { normal, value, corner })
}

struct Place<const D: usize> {
    normal: Vector<D>,
    corner: Corner<D>,
    value: f64,
    /// The part of the support point across the direction.
    slope: Vector<D>,
}

impl<const D: usize> Place<D> {
    fn new(ends: &Ends<'_, D>, direction: Vector<D>) -> Option<Self> {
        let normal = direction.normalized()?;
        let corner = ends.furthest(normal);
        let value = normal.dot(corner.w);
        let slope = corner.w - normal * value;
        slope.is_finite().then_some(Self { normal, corner, value, slope })
    }
}

/// One step of Newton's method: (W − h) d = −g in the tangent plane. `None` if the value does not bend
/// upwards.
fn step<const D: usize>(ends: &Ends<'_, D>, at: &Place<D>, scale: f64) -> Option<Place<D>> {
    let tangents = tangents(at.normal)?;
    let mut rows = [[0.0; 2]; 2];
    for j in 0..D - 1 {
        let turned = at.normal + tangents[j] * accuracy::POLISH_TURN;
        let moved = (ends.furthest(turned).w - at.corner.w) / accuracy::POLISH_TURN;
        for i in 0..D - 1 {
            rows[i][j] = tangents[i].dot(moved);
        }
        rows[j][j] -= at.value;
    }
    let g = [tangents[0].dot(at.slope), tangents[1].dot(at.slope)];
    let least = accuracy::POLISH_BENT * scale;
    if !(rows[0][0] > least) {
        return None;
    }
    let d = if D == 2 {
        [-g[0] / rows[0][0], 0.0]
    } else {
        let determinant = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
        if !(determinant > least * (rows[0][0] + rows[1][1])) {
            return None;
        }
        [
            (rows[0][1] * g[1] - rows[1][1] * g[0]) / determinant,
            (rows[1][0] * g[0] - rows[0][0] * g[1]) / determinant,
        ]
    };
    let shift = tangents[0] * d[0] + tangents[1] * d[1];
    // A step longer than this is not the last digits of anything.
    if !(shift.norm() <= accuracy::POLISH_REACH) {
        return None;
    }
    Place::new(ends, at.normal + shift)
}

/// Unit vectors that span what is at right angles to a unit vector; the second is zero in 2D.
pub(crate) fn tangents<const D: usize>(normal: Vector<D>) -> Option<[Vector<D>; 2]> {
    if D == 2 {
        return Some([normal.turned(), Vector::ZERO]);
    }
    let first = normal.any_perpendicular()?;
    Some([first, normal.cross3(first)])
}
