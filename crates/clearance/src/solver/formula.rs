//! Pairs that a formula settles: a point against a shape that can project a point.
//!
//! A ball is a point with a radius, so these few lines are balls against nearly everything.

use super::Finding;
use crate::accuracy;
use crate::answer::{Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::{Core, Foot};
use crate::space::{Pose, Vector};

/// The distance between the cores by a formula, in the world's axes and measured from A's
/// origin; `None` if there is none, or if its bounds are further apart than rounding explains.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    match (&pair.a.core, &pair.b.core) {
        (Core::Point(_), Core::Point(_)) => two_points(pair),
        (Core::Point(p), other) => {
            let p = turned(pair.pose_a, *p);
            let nearest = nearest(other, turn_b.rotate_back(p - pair.offset))?;
            nearest.closes(pair).then(|| Finding {
                point_a: p,
                point_b: turn_b.rotate(nearest.point) + pair.offset,
                upper: nearest.distance,
                normal: -turn_b.rotate(nearest.outward),
                lower: nearest.height,
                evidence: Evidence { b: Names::Formula, ..Evidence::first_vertices() },
                inside: nearest.inside,
                unique: Some(true),
                effort: EFFORT,
            })
        }
        (other, Core::Point(p)) => {
            let p = turned(pair.pose_b, *p) + pair.offset;
            let nearest = nearest(other, turn_a.rotate_back(p))?;
            nearest.closes(pair).then(|| Finding {
                point_a: turn_a.rotate(nearest.point),
                point_b: p,
                upper: nearest.distance,
                normal: turn_a.rotate(nearest.outward),
                lower: nearest.height,
                evidence: Evidence { a: Names::Formula, ..Evidence::first_vertices() },
                inside: nearest.inside,
                unique: Some(true),
                effort: EFFORT,
            })
        }
        _ => None,
    }
}

const EFFORT: Effort = Effort { method: Method::Formula, iterations: 1, stop: Stop::Converged };

/// The point in the world's axes. The centre of a ball is at the origin: nothing to turn.
#[inline(always)]
fn turned<const D: usize>(pose: &Pose<D>, x: Vector<D>) -> Vector<D> {
    if x == Vector::ZERO { x } else { pose.rotation().rotate(x) }
}

/// Two points; `None` for anything else.
#[inline(always)]
fn two_points<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let (Core::Point(p), Core::Point(q)) = (&pair.a.core, &pair.b.core) else { return None };
    let p = turned(pair.pose_a, *p);
    let q = turned(pair.pose_b, *q) + pair.offset;
    let between = q - p;
    let length = between.norm();
    let inside = length <= accuracy::TOUCH * accuracy::ROUNDING * pair.scale;
    Some(Finding {
        point_a: p,
        point_b: q,
        upper: length,
        normal: if inside { Vector::ZERO } else { between * (1.0 / length) },
        lower: length,
        inside,
        unique: Some(true),
        evidence: Evidence::first_vertices(),
        effort: EFFORT,
    })
}

/// The closest point of a shape to a point x, in the shape's frame.
struct Nearest<const D: usize> {
    point: Vector<D>,
    /// The unit vector from the closest point to x; zero if x is inside.
    outward: Vector<D>,
    distance: f64,
    /// How far x lies beyond the shape's support plane along `outward`.
    height: f64,
    inside: bool,
}

impl<const D: usize> Nearest<D> {
    /// Whether the bounds close: the support values have the last word.
    #[inline(always)]
    fn closes(&self, pair: &Pair<'_, D>) -> bool {
        let slack = accuracy::VERTEX_SLACK * accuracy::ROUNDING * pair.scale;
        self.inside || self.distance - self.height <= slack
    }
}

#[inline(always)]
fn nearest<const D: usize>(core: &Core<'_, D>, x: Vector<D>) -> Option<Nearest<D>> {
    let point = match core {
        Core::Segment(p, q) => {
            let e = *q - *p;
            let t = (x - *p).dot(e) / e.norm_squared();
            // Ends that coincide give NaN: any end will do. Measure from the nearer end.
            if !(t > 0.0) {
                *p
            } else if t >= 1.0 {
                *q
            } else if t < 0.5 {
                *p + e * t
            } else {
                *q - e * (1.0 - t)
            }
        }
        // Not `clamp`, which asks first whether the ends are in order.
        Core::Cuboid(half) => Vector::from_fn(|i| x[i].max(-half[i]).min(half[i])),
        core => {
            let shape = core.shape()?;
            match shape.foot(x) {
                // A shape of the user's may project a point to nowhere.
                Some(Foot { point, .. }) if !point.is_finite() => return None,
                Some(Foot { point, normal, distance }) => {
                    let (outward, height) = (normal, distance);
                    return Some(Nearest { point, outward, distance, height, inside: false });
                }
                None => shape.nearest(x)?,
            }
        }
    };
    let between = x - point;
    let distance = between.norm();
    if distance == 0.0 {
        let outward = Vector::ZERO;
        return Some(Nearest { point, outward, distance, height: 0.0, inside: true });
    }
    let outward = between * (1.0 / distance);
    let height = match core {
        // The corner that lies furthest along `outward` agrees with the closest point wherever
        // `outward` is not zero: the plane through the closest point is the support plane.
        Core::Cuboid(_) => distance,
        core => (x - core.support(outward)).dot(outward),
    };
    Some(Nearest { point, outward, distance, height, inside: false })
}
