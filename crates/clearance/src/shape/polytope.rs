//! The convex hull of points.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Convex, Core, FacetSet, Neighbours, ShapeError, VertexSet, View, direction, validate};
use crate::hull::{self, Hull};
use crate::query::Moments;
use crate::space::{Matrix, Vector};

/// The convex hull of points: a polytope, flat ones included.
///
/// ```
/// use clearance::shape::Polytope;
/// // A square with its centre and the middle of a side thrown in: they are not vertices.
/// let square = Polytope::from_points([
///     [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.5, 0.5], [0.5, 0.0],
/// ])?;
/// assert_eq!(square.vertices().len(), 4);
/// # Ok::<(), clearance::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polytope<const D: usize> {
    set: VertexSet<D>,
    source: Vec<u32>,
    triangles: Vec<[u32; 3]>,
    dimension: usize,
    facets: Option<Box<FacetSet<D>>>,
}

impl<const D: usize> Polytope<D> {
    /// The convex hull of these points, in any order, duplicates, interior, collinear and
    /// coplanar ones included. Works for `D` = 2 and 3.
    pub fn from_points<P: Into<Vector<D>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        let points: Vec<Vector<D>> = points.into_iter().map(Into::into).collect();
        validate::at_least("vertices", points.len(), 1)?;
        validate::points("vertex", &points)?;
        let hull = hull_of(&points);
        Ok(Self::of_hull(&points, hull))
    }

    fn of_hull(points: &[Vector<D>], hull: Hull<D>) -> Self {
        let kept = hull.vertices.iter().map(|&i| points[i as usize]).collect();
        let neighbours = Neighbours { starts: hull.starts, list: hull.neighbours };
        Self {
            set: VertexSet::new(kept, Some(neighbours)),
            source: hull.vertices,
            triangles: hull.triangles,
            dimension: hull.dimension,
            facets: None,
        }
    }

    pub(super) fn into_set(self) -> VertexSet<D> {
        self.set
    }

    pub(super) fn set_facets(&mut self, facets: Box<FacetSet<D>>) {
        self.facets = Some(facets);
    }

    /// The vertices: the extreme points of the hull. Evidence names them by their place here.
    pub fn vertices(&self) -> &[Vector<D>] {
        self.set.points()
    }

    /// For each vertex, its place among the points that the polytope was made from.
    pub fn source(&self) -> &[u32] {
        &self.source
    }

    /// The triangles of the surface (for a solid in 3D), counter-clockwise seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The dimension of the polytope: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a
    /// solid.
    pub fn dimension(&self) -> usize {
        self.dimension
    }
}

impl Polytope<3> {
    /// The solid inside a mesh of triangles, anticlockwise seen from outside: each names three of
    /// the points. A mesh that is not the closed surface of a convex body is refused, and the
    /// facet that shows it is named.
    pub fn from_mesh<P: Into<Vector<3>>>(
        points: impl IntoIterator<Item = P>,
        faces: &[[u32; 3]],
    ) -> Result<Self, ShapeError> {
        let points: Vec<Vector<3>> = points.into_iter().map(Into::into).collect();
        validate::at_least("vertices", points.len(), 4)?;
        validate::points("vertex", &points)?;
        hull::convex_mesh(&points, faces)?;
        Ok(Self::of_hull(&points, hull::hull3(&points)))
    }
}

impl<const D: usize> PartialEq for Polytope<D> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}

impl<const D: usize> Convex<D> for Polytope<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.set.point(self.set.furthest(direction))
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        let facets = self.facets.as_deref();
        View { facets, ..View::new(Core::Vertices(&self.set), self.set.reach()) }
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> super::Brief<'_, D> {
        super::Brief::Vertices(&self.set)
    }

    fn moments(&self) -> Option<Moments<D>> {
        let points = self.vertices();
        if self.dimension < D {
            return Some(Moments::flat(flat_centroid(points)));
        }
        // The formulas are written for the plane and for space, and D is one of the two.
        let (volume, centroid, second) = if D == 2 {
            let (area, centroid, second) = hull::area_moments(&cast(points));
            (area, resized(centroid), Matrix(core::array::from_fn(|i| resized(second[i % 2]))))
        } else {
            let (volume, centroid, second) = hull::solid_moments(&cast(points), &self.triangles);
            (volume, resized(centroid), Matrix(core::array::from_fn(|i| resized(second[i % 3]))))
        };
        Some(Moments { volume, centroid, second, error: 0.0 })
    }
}

/// The centroid of a point, of a segment, or of a polygon from its vertices in order.
pub(super) fn flat_centroid<const D: usize>(ring: &[Vector<D>]) -> Vector<D> {
    let from = ring[0];
    let (mut area, mut weighted, mut mean) = (0.0, Vector::ZERO, Vector::ZERO);
    for pair in ring.windows(2) {
        let (u, v) = (pair[0] - from, pair[1] - from);
        mean += v;
        // Twice the area of the triangle with the first vertex, from its base and its height.
        let Some(base) = u.normalized() else { continue };
        let twice = direction::length(u) * direction::length(v - base * base.dot(v));
        area += twice;
        weighted += (u + v) * twice;
    }
    let centre = weighted / (3.0 * area);
    from + if centre.is_finite() { centre } else { mean / ring.len() as f64 }
}

fn resized<const D: usize, const E: usize>(v: Vector<D>) -> Vector<E> {
    Vector::from_fn(|i| if i < D { v[i] } else { 0.0 })
}

fn cast<const D: usize, const E: usize>(points: &[Vector<D>]) -> Vec<Vector<E>> {
    points.iter().map(|p| resized(*p)).collect()
}

/// The hull in the plane or in space, from one place for both.
fn hull_of<const D: usize>(points: &[Vector<D>]) -> Hull<D> {
    let Hull { vertices, dimension, triangles, starts, neighbours } = if D == 2 {
        let Hull { vertices, dimension, triangles, starts, neighbours } =
            hull::hull2(&cast(points));
        Hull::<3> { vertices, dimension, triangles, starts, neighbours }
    } else {
        hull::hull3(&cast(points))
    };
    Hull { vertices, dimension, triangles, starts, neighbours }
}
