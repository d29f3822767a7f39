//! Points on shapes made of implicit surfaces: where rays from a point inside leave them.
//!
//! Their support functions take a program each; a ray takes a few values of functions that are
//! convex along it.

use std::f64::consts::TAU;

use clearance::Vector;
use clearance::shape::Implicit;

/// Newton's method from outside comes closer with every step; these are more than it needs.
const STEPS: usize = 100;

/// Rays that are nearer to parallel to a plane than this do not meet it.
const PARALLEL: f64 = 1e-12;

/// Half-spaces n·x ≤ b.
type Planes<const D: usize> = Vec<(Vector<D>, f64)>;

/// A point where a ray leaves the shape.
#[derive(Clone, Copy)]
struct Exit<const D: usize> {
    point: Vector<D>,
    /// Outwards, of any length.
    normal: Vector<D>,
    /// Which of the planes it is, if it is one of them.
    plane: Option<usize>,
}

/// Points all over the surface along these directions, and along the edges where flat sides end;
/// moved outwards by `radius`. What is unbounded ends at `reach` from a point inside.
pub(crate) fn outline<const D: usize>(
    shape: &dyn Implicit<D>,
    directions: impl Iterator<Item = Vector<D>>,
    radius: f64,
    reach: f64,
) -> Vec<Vector<D>> {
    let inside = shape.inside();
    let mut planes: Planes<D> = shape.half_spaces().to_vec();
    if !shape.is_bounded() {
        let sides = (0..D).flat_map(|i| [Vector::axis(i), -Vector::axis(i)]);
        planes.extend(sides.map(|side| (side, side.dot(inside) + reach)));
    }
    let mut exits: Vec<Exit<D>> =
        directions.filter_map(|along| exit(shape, &planes, inside, along)).collect();
    let around = 4 * (exits.len() as f64).sqrt() as u32;
    for (k, (normal, _)) in planes.iter().enumerate() {
        let own = || exits.iter().filter(|exit| exit.plane == Some(k)).map(|exit| exit.point);
        let count = own().count() as f64;
        if count > 0.0 {
            // A flat side is convex: the mean of its points is one of them.
            let middle = own().fold(Vector::ZERO, |sum, p| sum + p) / count;
            let rim = within(*normal, around);
            let rim = rim.into_iter().filter_map(|along| exit(shape, &planes, middle, along));
            exits.extend(rim.collect::<Vec<_>>());
        }
    }
    let moved = |exit: &Exit<D>| {
        exit.point + exit.normal.normalized().map_or(Vector::ZERO, |normal| normal * radius)
    };
    exits.iter().map(moved).collect()
}

/// Where a ray from inside leaves the shape; `None` if it does not.
fn exit<const D: usize>(
    shape: &dyn Implicit<D>,
    planes: &[(Vector<D>, f64)],
    from: Vector<D>,
    along: Vector<D>,
) -> Option<Exit<D>> {
    let mut far = f64::INFINITY;
    let mut end = None;
    for (k, (normal, offset)) in planes.iter().enumerate() {
        let speed = normal.dot(along);
        let at = (offset - normal.dot(from)) / speed;
        if speed > PARALLEL && at < far {
            (far, end) = (at.max(0.0), Some((k, *normal)));
        }
    }
    let worst = |t: f64| {
        let jets = (0..shape.curved()).map(|k| shape.jet(k, from + along * t, 0.0));
        jets.max_by(|p, q| p.value.total_cmp(&q.value)).filter(|jet| !(jet.value <= 0.0))
    };
    if far == f64::INFINITY {
        far = 1.0;
        while worst(far).is_none() {
            far *= 2.0;
            if !(from + along * far).is_finite() {
                return None;
            }
        }
    }
    let mut exit = end.map(|(k, normal)| Exit { point: from, normal, plane: Some(k) });
    for _ in 0..STEPS {
        let Some(jet) = worst(far) else { break };
        let next = far - jet.value / jet.gradient.dot(along);
        exit = Some(Exit { point: from, normal: jet.gradient, plane: None });
        if !(next < far && next > 0.0) {
            break;
        }
        far = next;
    }
    exit.map(|exit| Exit { point: from + along * far, ..exit })
}

/// Directions at right angles to a unit vector: both of them in the plane, a circle in space.
fn within<const D: usize>(normal: Vector<D>, around: u32) -> Vec<Vector<D>> {
    let mut frame = vec![normal];
    let mut axes: Vec<Vector<D>> = (0..D).map(Vector::axis).collect();
    axes.sort_by(|p, q| p.dot(normal).abs().total_cmp(&q.dot(normal).abs()));
    for axis in axes.into_iter().take(D - 1) {
        let across = frame.iter().fold(axis, |left, known| left - *known * known.dot(left));
        frame.extend(across.normalized());
    }
    match frame[..] {
        [_, x] => vec![x, -x],
        [_, x, y] => (0..around)
            .map(|i| f64::from(i) * TAU / f64::from(around))
            .map(|turn| x * turn.cos() + y * turn.sin())
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use clearance::Convex;
    use clearance::shape::{Ball, Core, HalfSpace, Intersection, Quadric};

    use super::*;
    use crate::surface::directions;

    fn points(shape: &dyn Convex<3>, reach: f64) -> Vec<Vector<3>> {
        let Core::Implicit(implicit) = shape.view().core else { panic!("not implicit") };
        outline(implicit, directions(12), 0.0, reach)
    }

    #[test]
    fn points_lie_on_the_surface_and_on_the_rim_of_flat_sides()
    -> Result<(), Box<dyn std::error::Error>> {
        let parts: Vec<Box<dyn Convex<3>>> =
            vec![Box::new(Ball::new(1.0)?), Box::new(HalfSpace::new([0.0, 0.0, 1.0], 0.5)?)];
        let cap = Intersection::new(parts)?;
        let found = points(&cap, 6.0);
        let rim = found.iter().filter(|p| (p[2] - 0.5).abs() < 1e-12);
        let corner = |p: &&Vector<3>| (p[0].hypot(p[1]) - 0.75_f64.sqrt()).abs() < 1e-9;
        assert!(rim.filter(corner).count() >= 40, "the edge of the cap");
        for p in &found {
            let on = (p.norm() - 1.0).abs() < 1e-9 || (p[2] - 0.5).abs() < 1e-12;
            assert!(on && p.norm() < 1.0 + 1e-9 && p[2] < 0.5 + 1e-12, "{p:?}");
        }
        Ok(())
    }

    #[test]
    fn what_has_no_end_is_cut_off() -> Result<(), Box<dyn std::error::Error>> {
        // x² + y² ≤ z
        let q = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
        let bowl = Quadric::new(q, [0.0, 0.0, -0.5], 0.0)?;
        let found = points(&bowl, 4.0);
        let high = found.iter().fold(f64::NEG_INFINITY, |most, p| most.max(p[2]));
        assert!(found.len() > 200 && high.is_finite());
        for p in &found {
            assert!(p[0] * p[0] + p[1] * p[1] <= p[2] + 1e-9, "{p:?}");
        }
        Ok(())
    }
}
