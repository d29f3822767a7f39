//! The furthest point of a shape made of surfaces.

use super::last::last;
use super::roof::Roof;
use crate::accuracy;
use crate::shape::Implicit;
use crate::space::Vector;

/// A point of the shape that lies furthest along `direction`; infinite where the shape is unbounded
/// that way. No coordinate of a bounded shape's points exceeds `reach`; of others it is a size.
///
/// The shape reaches no further than [`FURTHEST_SHORT`](accuracy::FURTHEST_SHORT) beyond the point,
/// which is proved. Should rounding stand in the way of the proof, the point is moved out by what is
/// missing: then bounds from outside hold all the same, and the point is seen to lie outside.
pub(crate) fn furthest<const D: usize>(
    shape: &dyn Implicit<D>,
    reach: f64,
    direction: Vector<D>,
) -> Vector<D> {
    let Some(unit) = direction.normalized() else { return shape.inside() };
    let size = reach + shape.inside().max_abs();
    let bounded = shape.is_bounded();
    // In browsers size counts for more.
    if !bounded
        && !cfg!(target_arch = "wasm32")
        && let Some(point) = nearby(shape, (reach, size), unit)
    {
        return point;
    }
    let mut roof = Roof::new(shape, if bounded { size } else { size * accuracy::FAR_ROOM }, unit);
    // What holds the point is seen from close by only: once from a little way off, where it mostly
    // is seen and saves time, and again from where nothing else could be known.
    for gap in [accuracy::FURTHEST_FIRST, accuracy::FURTHEST_GAP] {
        roof.lower(gap * reach);
        if let Some(found) = last(shape, unit, roof.point(), (reach, size)).filter(|_| bounded)
            && found.left <= accuracy::FURTHEST_GAP * reach
        {
            return found.point;
        }
    }
    if !bounded && roof.bound() > size * accuracy::FAR_AWAY {
        return unit * f64::INFINITY;
    }
    let left = roof.left();
    if left <= accuracy::FURTHEST_SHORT * reach {
        return roof.point();
    }
    roof.point() + unit * left
}

/// The same for a shape without end that has a furthest point not far away: seen from there it is much
/// sharper. How far a shape reaches within a room is a concave function of the room's size, so that a
/// furthest point well inside of the room is the furthest of all.
fn nearby<const D: usize>(
    shape: &dyn Implicit<D>,
    (reach, size): (f64, f64),
    unit: Vector<D>,
) -> Option<Vector<D>> {
    let room = size * accuracy::NEAR_ROOM;
    let is_inside = |p: Vector<D>| (p - shape.inside()).max_abs() <= 0.5 * room;
    let mut roof = Roof::new(shape, room, unit);
    for gap in [accuracy::FURTHEST_FIRST, accuracy::FURTHEST_GAP] {
        roof.lower(gap * reach);
        if !is_inside(roof.point()) {
            return None;
        }
        if let Some(found) = last(shape, unit, roof.point(), (reach, room))
            && found.left <= accuracy::FURTHEST_GAP * reach
        {
            return Some(found.point).filter(|point| is_inside(*point));
        }
    }
    (roof.left() <= accuracy::FURTHEST_SHORT * reach).then(|| roof.point())
}

/// A point of a bounded shape that is about as far along a unit vector as any.
pub(crate) fn nearly<const D: usize>(
    shape: &dyn Implicit<D>,
    reach: f64,
    unit: Vector<D>,
) -> Vector<D> {
    let mut roof = Roof::new(shape, reach + shape.inside().max_abs(), unit);
    roof.lower(accuracy::FURTHEST_ABOUT * reach);
    roof.point()
}

/// How far a bounded shape reaches along `outward`, of any length, at most: proved.
pub(crate) fn ceiling<const D: usize>(
    shape: &dyn Implicit<D>,
    reach: f64,
    outward: Vector<D>,
) -> f64 {
    let Some(unit) = outward.normalized() else { return 0.0 };
    let mut roof = Roof::new(shape, reach + shape.inside().max_abs(), unit);
    roof.lower(accuracy::FURTHEST_GAP * reach);
    roof.bound() * outward.dot(unit)
}

/// The largest coordinate that a point of the shape has at most, proved; infinite if the shape is
/// unbounded. Its points are within `room` of the point inside; if nothing is known of that, `room`
/// is `None` and `size` is the size of the numbers it is made of.
pub(crate) fn extent<const D: usize>(shape: &dyn Implicit<D>, room: Option<f64>, size: f64) -> f64 {
    let far = size * accuracy::FAR_ROOM;
    let mut extent = 0.0_f64;
    for i in 0..D {
        for axis in [Vector::axis(i), -Vector::axis(i)] {
            let mut roof = Roof::new(shape, room.unwrap_or(far), axis);
            roof.lower(accuracy::FURTHEST_GAP * size);
            if room.is_none() && roof.bound() > size * accuracy::FAR_AWAY {
                return f64::INFINITY;
            }
            extent = extent.max(roof.bound());
        }
    }
    extent
}

/// The point, if it is inside; or else on the way to the point that is surely inside, there.
pub(crate) fn pulled<const D: usize>(shape: &dyn Implicit<D>, p: Vector<D>) -> Vector<D> {
    let inside = shape.inside();
    #[cfg(not(target_arch = "wasm32"))]
    let (value, value_inside) = (|k: usize| shape.value(k, p), |k: usize| shape.value_inside(k));
    #[cfg(target_arch = "wasm32")]
    let (value, value_inside) =
        (|k: usize| shape.jet(k, p, 0.0).value, |k: usize| shape.jet(k, inside, 0.0).value);
    if !p.is_finite() {
        return inside;
    }
    let mut share = 0.0_f64;
    for k in 0..shape.curved() {
        let at_p = value(k);
        if !at_p.is_finite() {
            return inside;
        }
        if at_p > 0.0 {
            share = share.max(at_p / (at_p - value_inside(k)));
        }
    }
    for (normal, offset) in shape.half_spaces() {
        let over = normal.dot(p) - offset;
        if over > 0.0 {
            share = share.max(over / (over + (offset - normal.dot(inside))));
        }
    }
    p.lerp(inside, share)
}
