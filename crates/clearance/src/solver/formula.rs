//! Pairs that a formula settles: a point against a shape that can project a point, and two
//! segments.
//!
//! A ball is a point with a radius and a capsule a segment with a radius, so these few lines are
//! balls and capsules against nearly everything.

use super::Finding;
use crate::accuracy;
use crate::answer::{Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::Core;
use crate::space::{Pose, Vector};

/// The distance between the cores by a formula, in the world's axes and measured from A's
/// origin; `None` if there is none, or if its bounds are further apart than rounding explains
/// (nearly parallel segments, for one).
#[inline(always)]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    match (&pair.a.core, &pair.b.core) {
        (Core::Point(_), Core::Point(_)) => two_points(pair),
        (Core::Point(p), other) => {
            let p = turned(pair.pose_a, *p);
            let nearest = nearest(other, turn_b.rotate_back(p - pair.offset))?;
            let finding = Finding {
                point_a: p,
                point_b: turn_b.rotate(nearest.point) + pair.offset,
                upper: nearest.distance,
                normal: -turn_b.rotate(nearest.outward),
                lower: nearest.height,
                evidence: Evidence { b: Names::Formula, ..Evidence::FIRST_VERTICES },
                inside: nearest.inside,
                unique: Some(true),
                effort: EFFORT,
            };
            accept(finding, pair)
        }
        (other, Core::Point(p)) => {
            let p = turned(pair.pose_b, *p) + pair.offset;
            let nearest = nearest(other, turn_a.rotate_back(p))?;
            let finding = Finding {
                point_a: turn_a.rotate(nearest.point),
                point_b: p,
                upper: nearest.distance,
                normal: turn_a.rotate(nearest.outward),
                lower: nearest.height,
                evidence: Evidence { a: Names::Formula, ..Evidence::FIRST_VERTICES },
                inside: nearest.inside,
                unique: Some(true),
                effort: EFFORT,
            };
            accept(finding, pair)
        }
        (Core::Segment(a, b), Core::Segment(c, d)) => {
            let first = [turn_a.rotate(*a), turn_a.rotate(*b)];
            let second = [turn_b.rotate(*c) + pair.offset, turn_b.rotate(*d) + pair.offset];
            accept(two_segments(first, second, pair), pair)
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
        evidence: Evidence::FIRST_VERTICES,
        effort: EFFORT,
    })
}

/// Only if the bounds close: the support values have the last word.
#[inline(always)]
fn accept<const D: usize>(finding: Finding<D>, pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let slack = accuracy::VERTEX_SLACK * accuracy::ROUNDING * pair.scale;
    (finding.inside || finding.upper - finding.lower <= slack).then_some(finding)
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
        Core::Cuboid(half) => Vector::from_fn(|i| x[i].clamp(-half[i], half[i])),
        core => core.shape()?.nearest(x)?,
    };
    let between = x - point;
    let length = between.norm();
    if length == 0.0 {
        return Some(Nearest {
            point,
            outward: Vector::ZERO,
            distance: 0.0,
            height: 0.0,
            inside: true,
        });
    }
    let outward = between * (1.0 / length);
    let height = match core {
        Core::Cuboid(half) => {
            let mut sum = 0.0;
            for i in 0..D {
                let corner = half[i].copysign(outward[i]);
                sum += (x[i] - corner) * outward[i];
            }
            sum
        }
        core => (x - core.support(outward)).dot(outward),
    };
    Some(Nearest { point, outward, distance: length, height, inside: false })
}

/// The closest points of two segments p + s u and q + t v, s and t in [0, 1].
///
/// The squared distance is a convex quadratic in (s, t). The best s on the whole lines, clamped,
/// gives the best t for it, clamped, and that the best s once more: the minimum over the square
/// (Ericson, Real-Time Collision Detection, 5.1.9). Nearly parallel segments lose the first step
/// to rounding; then the bounds do not close, and GJK takes over.
fn two_segments<const D: usize>(
    [p, p1]: [Vector<D>; 2],
    [q, q1]: [Vector<D>; 2],
    pair: &Pair<'_, D>,
) -> Finding<D> {
    let (u, v, w) = (p1 - p, q1 - q, q - p);
    let (uu, uv, vv) = (u.norm_squared(), u.dot(v), v.norm_squared());
    let (uw, vw) = (u.dot(w), v.dot(w));
    let determinant = uu * vv - uv * uv;
    // Minimise along t for a given s, and the other way round. The three quotients do not wait
    // for each other. A segment without length gives 0 · ∞, and then any parameter will do.
    let (by_uu, by_vv, by_determinant) = (1.0 / uu, 1.0 / vv, 1.0 / determinant);
    let clamped = |x: f64| if x > 0.0 { x.min(1.0) } else { 0.0 };
    let s = clamped((uw * vv - uv * vw) * by_determinant);
    let t = clamped((uv * s - vw) * by_vv);
    let s = clamped((uv * t + uw) * by_uu);
    let (a, b) = (p + u * s, q + v * t);
    let between = b - a;
    let length = between.norm();
    let touch = accuracy::TOUCH * accuracy::ROUNDING * pair.scale;
    let evidence = Evidence {
        len: 4,
        weights: [(1.0 - s) * (1.0 - t), s * (1.0 - t), (1.0 - s) * t, s * t],
        a: Names::Vertices([0, 1, 0, 1]),
        b: Names::Vertices([0, 0, 1, 1]),
        ..Evidence::FIRST_VERTICES
    };
    let inside = length <= touch;
    let normal = if inside { Vector::ZERO } else { between * (1.0 / length) };
    let (ends_a, ends_b) = ([p, p1].map(|x| x.dot(normal)), [q, q1].map(|x| x.dot(normal)));
    Finding {
        point_a: a,
        point_b: b,
        upper: length,
        normal,
        lower: ends_b[0].min(ends_b[1]) - ends_a[0].max(ends_a[1]),
        inside,
        // Parallel segments side by side have many closest pairs.
        unique: if determinant > accuracy::PARALLEL * uu * vv { Some(true) } else { None },
        evidence,
        effort: EFFORT,
    }
}
