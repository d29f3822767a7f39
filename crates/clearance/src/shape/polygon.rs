//! A convex polygon, in the plane or in space.

use alloc::vec::Vec;

use super::{Convex, Polytope, ShapeError, View, direction, polytope, validate};
use crate::accuracy;
use crate::hull;
use crate::query::Moments;
use crate::space::Vector;

/// A convex polygon, from its vertices in order.
///
/// ```
/// use clearance::shape::{Polygon, ShapeError};
/// let dart = [[0.0, 0.0], [2.0, 1.0], [0.0, 2.0], [1.0, 1.0]];
/// assert_eq!(Polygon::new(dart).unwrap_err(), ShapeError::NotConvex { vertex: 3 });
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Polygon<const D: usize> {
    polytope: Polytope<D>,
    vertices: Vec<Vector<D>>,
}

impl<const D: usize> Polygon<D> {
    /// The polygon with these vertices, in order, either way around. In three dimensions they
    /// must lie in a plane.
    ///
    /// At least three are needed. Repeated vertices and vertices on an edge are welcome; they do
    /// not become vertices of the shape. Refused are vertices that lie inside of the hull of the
    /// others, or off the plane, by more than
    /// [`POLYGON_TOLERANCE`](accuracy::POLYGON_TOLERANCE) of the size, and polygons that cross
    /// themselves or go around more than once.
    pub fn new<P: Into<Vector<D>>>(
        vertices: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        let points: Vec<Vector<D>> = vertices.into_iter().map(Into::into).collect();
        validate::at_least("vertices", points.len(), 3)?;
        validate::points("vertex", &points)?;
        if let Some(flat) = flatten(&points)? {
            judge(&flat)?;
        }
        let polytope = Polytope::from_points(points.iter().copied())?;
        let mut kept = polytope.source().to_vec();
        kept.sort_unstable();
        let vertices = kept.into_iter().map(|i| points[i as usize]).collect();
        Ok(Self { polytope, vertices })
    }

    /// The vertices, in the order in which they were given.
    pub fn vertices(&self) -> &[Vector<D>] {
        &self.vertices
    }
}

/// The points in coordinates of the plane that they lie in, about the first of them and with
/// their size for a unit; `None` if they are on a line, to the tolerance.
fn flatten<const D: usize>(points: &[Vector<D>]) -> Result<Option<Vec<Vector<2>>>, ShapeError> {
    let from = points[0];
    let furthest = |off: &dyn Fn(Vector<D>) -> Vector<D>| {
        let mut best = Vector::ZERO;
        for p in points {
            let v = off(*p - from);
            if v.max_abs() > best.max_abs() {
                best = v;
            }
        }
        best
    };
    let along = furthest(&|v| v);
    let size = direction::length(along);
    let Some(x) = along.normalized() else { return Ok(None) };
    let across = furthest(&|v| v - x * x.dot(v));
    if direction::length(across) <= accuracy::POLYGON_TOLERANCE * size {
        return Ok(None);
    }
    let Some(y) = direction::beyond(across, &[x]) else { return Ok(None) };
    let mut flat = Vec::with_capacity(points.len());
    for (vertex, p) in points.iter().enumerate() {
        let v = *p - from;
        let off_by = direction::length(v - x * x.dot(v) - y * y.dot(v));
        if off_by > accuracy::POLYGON_TOLERANCE * size {
            return Err(ShapeError::NotPlanar { vertex, off_by });
        }
        flat.push(Vector([x.dot(v) / size, y.dot(v) / size]));
    }
    Ok(Some(flat))
}

/// Whether the polygon is convex and goes around once: its vertices are on the edge of their
/// hull, and its area is the hull's.
fn judge(points: &[Vector<2>]) -> Result<(), ShapeError> {
    let ring: Vec<_> = hull::hull2(points).vertices.iter().map(|&i| points[i as usize]).collect();
    for (vertex, p) in points.iter().enumerate() {
        let mut depth = f64::INFINITY;
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let Some(along) = (*b - *a).normalized() else { continue };
            depth = depth.min(along.wedge(*p - *a));
        }
        if depth > accuracy::POLYGON_TOLERANCE {
            return Err(ShapeError::NotConvex { vertex });
        }
    }
    let (whole, once) = (area(points).abs(), area(&ring));
    // Each vertex may be off by the tolerance, along a perimeter of a few sizes.
    if (whole - once).abs() <= 8.0 * accuracy::POLYGON_TOLERANCE {
        return Ok(());
    }
    Err(match wrong_turn(points) {
        Some(vertex) => ShapeError::NotConvex { vertex },
        None => ShapeError::WindsMoreThanOnce,
    })
}

fn area(points: &[Vector<2>]) -> f64 {
    let mut sum = 0.0;
    for (p, q) in points.iter().zip(points.iter().cycle().skip(1)) {
        sum += (*p - points[0]).wedge(*q - points[0]);
    }
    0.5 * sum
}

/// The first vertex at which the polygon turns the other way than before.
fn wrong_turn(points: &[Vector<2>]) -> Option<usize> {
    let mut distinct: Vec<usize> = Vec::new();
    for i in 0..points.len() {
        let same = |j: usize| (points[i] - points[j]).norm() <= accuracy::POLYGON_TOLERANCE;
        let closes = i + 1 == points.len() && same(0);
        if !closes && distinct.last().is_none_or(|&last| !same(last)) {
            distinct.push(i);
        }
    }
    let n = distinct.len();
    let mut sense = 0.0;
    for k in 0..n {
        let [p, q, r] = [k, k + 1, k + 2].map(|k| points[distinct[k % n]]);
        let turn = (q - p).wedge(r - q);
        let straight = accuracy::POLYGON_TOLERANCE * (q - p).norm() * (r - q).norm();
        let back = (q - p).dot(r - q) < 0.0;
        if turn.abs() <= straight && !back {
            continue;
        }
        if turn * sense < 0.0 || turn.abs() <= straight {
            return Some(distinct[(k + 1) % n]);
        }
        sense = turn;
    }
    None
}

impl<const D: usize> Convex<D> for Polygon<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.polytope.support(direction)
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        self.polytope.view()
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> super::Brief<'_, D> {
        self.polytope.brief()
    }

    fn moments(&self) -> Option<Moments<D>> {
        // In space a polygon has no volume, even if rounding put its vertices off their plane.
        if D == 2 {
            self.polytope.moments()
        } else {
            Some(Moments::flat(polytope::flat_centroid(&self.vertices)))
        }
    }
}
