//! Pairs that a formula settles: a point against a shape that can project a point.
//!
//! A ball is a point with a radius, so these few lines are balls against nearly everything.

#[cfg(not(target_arch = "wasm32"))]
pub(super) mod balls;
pub(super) mod floor;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod upright;

use super::Finding;
use crate::accuracy;
#[cfg(not(target_arch = "wasm32"))]
use crate::answer::{Answer, Apart, Meeting};
use crate::answer::{Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
#[cfg(not(target_arch = "wasm32"))]
use crate::pair::WorldAxes;
use crate::shape::{Core, Foot};
use crate::space::{Pose, Vector, real};

/// The distance between the cores by a formula, in the world's axes and measured from A's
/// origin; `None` if there is none, or if its bounds are further apart than rounding explains.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let turn = |pose| Turn { pose, frame: None };
    turned(pair, turn(pair.pose_a), turn(pair.pose_b))
}

/// The same for cores that may have frames of their own, given a pair with the poses of the shapes:
/// to turn two vectors twice takes fewer steps than to put two poses together.
#[inline(always)]
pub(super) fn solve_framed<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let turn_a = Turn { pose: pair.pose_a, frame: pair.a.frame };
    turned(pair, turn_a, Turn { pose: pair.pose_b, frame: pair.b.frame })
}

#[inline(always)]
fn turned<const D: usize>(
    pair: &Pair<'_, D>,
    turn_a: Turn<'_, D>,
    turn_b: Turn<'_, D>,
) -> Option<Finding<D>> {
    match (&pair.a.core, &pair.b.core) {
        (Core::Point(p), Core::Point(q)) => {
            Some(two_points(pair, turn_a.centre(p), turn_b.centre(q) + pair.offset))
        }
        (Core::Point(p), other) => {
            let p = turn_a.centre(p);
            let nearest = nearest(other, turn_b.rotate_back(p - pair.offset))?;
            if !nearest.closes(pair) {
                return None;
            }
            let way = turn_b.rotate(nearest.way);
            Some(Finding {
                point_a: p,
                point_b: p - way * nearest.by_way,
                upper: nearest.distance,
                normal: way * -nearest.by_unit,
                lower: nearest.height,
                evidence: Evidence { b: Names::Formula, ..Evidence::first_vertices() },
                inside: nearest.inside,
                unique: Some(true),
                effort: EFFORT,
            })
        }
        (other, Core::Point(p)) => {
            let p = turn_b.centre(p) + pair.offset;
            let nearest = nearest(other, turn_a.rotate_back(p))?;
            if !nearest.closes(pair) {
                return None;
            }
            let way = turn_a.rotate(nearest.way);
            Some(Finding {
                point_a: p - way * nearest.by_way,
                point_b: p,
                upper: nearest.distance,
                normal: way * nearest.by_unit,
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

/// The answer for a point with a radius beside a shape that knows the [`Foot`] of a point, given a pair
/// with the poses of the shapes; `None` for anything else, and where the shape does not say.
///
/// The same as a finding by these formulas and what is made of it, but written down in one
/// place: the foot tells both bounds, and the radii are on either side of one way.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
pub(crate) fn by_foot<const D: usize>(
    pair: &Pair<'_, D>,
    WorldAxes(origin): WorldAxes<D>,
) -> Option<Answer<D>> {
    let turn_a = Turn { pose: pair.pose_a, frame: pair.a.frame };
    let turn_b = Turn { pose: pair.pose_b, frame: pair.b.frame };
    let first = Evidence::first_vertices();
    let (p, (way, distance), evidence) = match (&pair.a.core, &pair.b.core) {
        (Core::Point(p), other) => {
            let p = turn_a.centre(p);
            let way = way_from(other, &turn_b, p - pair.offset)?;
            (p, way, Evidence { b: Names::Formula, ..first })
        }
        (other, Core::Point(p)) => {
            let p = turn_b.centre(p) + pair.offset;
            (p, way_from(other, &turn_a, p)?, Evidence { a: Names::Formula, ..first })
        }
        _ => return None,
    };
    let is_a = matches!(pair.a.core, Core::Point(_));
    // A shape of the user's may project a point to nowhere. (Written so that NaN is, too.)
    if !(way.sum_abs() * distance.abs() < f64::INFINITY) {
        return None;
    }
    let on_shape = p - way * distance;
    let (radius_a, radius_b) = (pair.a.radius, pair.b.radius);
    let radii = radius_a + radius_b;
    let upper = distance - radii;
    let touch = accuracy::TOUCH * accuracy::ROUNDING * (pair.scale + radii);
    if upper <= touch {
        // As `Finding::answer` shares out the gap.
        let share = if distance <= touch { 0.5 } else { radius_a / radii };
        let (from, to) = if is_a { (p, on_shape) } else { (on_shape, p) };
        let point = from + (to - from) * share + origin;
        return Some(Answer::Meeting(Meeting { point, evidence, effort: EFFORT }));
    }
    let (by_point, by_shape) = if is_a { (radius_a, radius_b) } else { (radius_b, radius_a) };
    let of_point = p - way * by_point + origin;
    // Mostly there is no radius around such a shape, and the compiler knows it.
    let on_shape = if by_shape == 0.0 { on_shape } else { on_shape + way * by_shape };
    let of_shape = on_shape + origin;
    let (point_a, point_b) = if is_a { (of_point, of_shape) } else { (of_shape, of_point) };
    Some(Answer::Apart(Apart {
        distance: upper,
        point_a,
        point_b,
        normal: if is_a { -way } else { way },
        lower: upper,
        upper,
        unique: Some(true),
        evidence,
        effort: EFFORT,
    }))
}

/// The unit vector out of a shape, towards the point that lies at q from the shape's origin in the
/// world's axes, and how far it is away.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
fn way_from<const D: usize>(
    core: &Core<'_, D>,
    turn: &Turn<'_, D>,
    q: Vector<D>,
) -> Option<(Vector<D>, f64)> {
    let Foot { normal, distance, .. } = core.shape()?.foot(turn.rotate_back(q))?;
    Some((turn.rotate(normal), distance))
}

const EFFORT: Effort = Effort { method: Method::Formula, iterations: 1, stop: Stop::Converged };

/// How a core is turned: by its shape's pose, and before that by its own frame if it has one.
pub(super) struct Turn<'a, const D: usize> {
    pub(super) pose: &'a Pose<D>,
    pub(super) frame: Option<&'a Pose<D>>,
}

impl<const D: usize> Turn<'_, D> {
    #[inline(always)]
    pub(super) fn rotate(&self, x: Vector<D>) -> Vector<D> {
        let x = if let Some(frame) = self.frame { frame.rotation().rotate(x) } else { x };
        self.pose.rotation().rotate(x)
    }

    #[inline(always)]
    pub(super) fn rotate_back(&self, x: Vector<D>) -> Vector<D> {
        let x = self.pose.rotation().rotate_back(x);
        if let Some(frame) = self.frame { frame.rotation().rotate_back(x) } else { x }
    }

    /// The point in the world's axes. The centre of a ball is at the origin: nothing to turn.
    #[inline(always)]
    pub(super) fn centre(&self, x: &Vector<D>) -> Vector<D> {
        if x.is_zero() { Vector::ZERO } else { self.rotate(*x) }
    }
}

/// Two points, in the world's axes.
#[inline(always)]
fn two_points<const D: usize>(pair: &Pair<'_, D>, p: Vector<D>, q: Vector<D>) -> Finding<D> {
    let between = q - p;
    let (length, by_length) = real::root_and_inverse(between.norm_squared());
    let inside = length <= accuracy::TOUCH * accuracy::ROUNDING * pair.scale;
    Finding {
        point_a: p,
        point_b: q,
        upper: length,
        normal: if inside { Vector::ZERO } else { between * by_length },
        lower: length,
        inside,
        unique: Some(true),
        evidence: Evidence::first_vertices(),
        effort: EFFORT,
    }
}

/// The closest point of a shape to a point x, in the shape's frame, by the way from there to x. That
/// is all that needs to be turned into the world, where x is known.
struct Nearest<const D: usize> {
    /// Along the way, of any length; zero if x is inside.
    way: Vector<D>,
    /// The way itself is so many times that.
    by_way: f64,
    /// The unit vector along it, which points outwards, is so many times that.
    by_unit: f64,
    distance: f64,
    /// How far x lies beyond the shape's support plane along the way.
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
                // A shape of the user's may project a point to nowhere. (Written so that NaN is, too.)
                Some(Foot { normal, distance, .. })
                    if !(normal.sum_abs() * distance.abs() < f64::INFINITY) =>
                {
                    return None;
                }
                Some(Foot { normal, distance, .. }) => {
                    return Some(Nearest {
                        way: normal,
                        by_way: distance,
                        by_unit: 1.0,
                        distance,
                        height: distance,
                        inside: false,
                    });
                }
                None => shape.nearest(x)?,
            }
        }
    };
    let way = x - point;
    let (distance, by_distance) = real::root_and_inverse(way.norm_squared());
    let inside = distance == 0.0;
    let by_unit = if inside { 0.0 } else { by_distance };
    let height = match core {
        // The corner that lies furthest along the way agrees with the closest point wherever the way
        // is not zero: the plane through the closest point is the support plane.
        Core::Cuboid(_) => distance,
        _ if inside => 0.0,
        core => {
            let outward = way * by_unit;
            (x - core.support(outward)).dot(outward)
        }
    };
    Some(Nearest { way, by_way: 1.0, by_unit, distance, height, inside })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ball, Convex, Cylinder, Placed};
    use crate::space::Rotation;
    use crate::{check, distance};

    /// A cylinder is looked at from its axis, in a frame of its own and without: both must say what its
    /// own formula says of the point where it was put, of needles and of discs. Far along a needle, what rounding leaves of
    /// the way along the axis would tilt it, and the slab between the two would cut the needle.
    #[test]
    fn the_foot_from_the_axis_is_the_foot() {
        let rng = &mut fastrand::Rng::with_seed(101);
        let (mut walls, mut caps, mut rims) = (0, 0, 0);
        for _ in 0..20_000 {
            let size = |rng: &mut fastrand::Rng| 10_f64.powi(rng.i32(-7..3)) * (0.5 + rng.f64());
            let (half, radius) = (size(rng), size(rng));
            let cylinder = Cylinder::new(half, radius).unwrap();
            let ball = Ball::new(1e-3 * size(rng)).unwrap();
            let mut turn = || {
                let axis = Vector::from_fn(|_| rng.f64() - 0.5);
                Rotation::from_axis_angle(axis, 3.0 * rng.f64()).unwrap()
            };
            let (turn_frame, turn_shape) = (turn(), turn());
            let wide = 3.0 * (radius + ball.radius());
            let place = Vector([
                wide * (rng.f64() - 0.5),
                wide * (rng.f64() - 0.5),
                3.0 * (half + ball.radius()) * (rng.f64() - 0.5),
            ]);
            let placed = Placed::new(cylinder, Pose::rotated(turn_frame)).unwrap();
            let whole = turn_shape.compose(&turn_frame);
            let pose_a = Pose::at(whole.rotate(place));
            let (pose_b, pose_whole) = (Pose::rotated(turn_shape), Pose::rotated(whole));
            let seen = distance(&ball, &pose_a, &placed, &pose_b).unwrap();
            let turned = distance(&ball, &pose_a, &cylinder, &pose_whole).unwrap();
            check(&seen, &ball, &pose_a, &placed, &pose_b).unwrap();
            let scale = half + radius + ball.radius() + place.sum_abs();
            let truth = (cylinder.excess(place).unwrap() - ball.radius()).max(0.0);
            for answer in [&seen, &turned] {
                let off = (answer.distance() - truth).abs();
                assert!(off <= 16.0 * accuracy::ROUNDING * scale, "{truth} {answer:?}");
            }
            let Some(normal) = seen.normal() else { continue };
            let along = normal.dot(whole.rotate(Vector::axis(2))).abs();
            let flat = (place[0] * place[0] + place[1] * place[1]).sqrt() - radius;
            let above = place[2].abs() - half;
            // Not where rounding decides which of them it is.
            let clear = 64.0 * accuracy::ROUNDING * scale;
            if flat > clear && above < -clear {
                walls += 1;
                assert!(along <= 16.0 * accuracy::ROUNDING, "{along:e} {seen:?}");
            } else if flat < -clear && above > clear {
                caps += 1;
                assert!((along - 1.0).abs() <= 16.0 * accuracy::ROUNDING, "{along:e} {seen:?}");
            } else {
                rims += 1;
            }
        }
        assert!(walls > 1_000 && caps > 1_000 && rims > 1_000, "{walls} {caps} {rims}");
    }
}
