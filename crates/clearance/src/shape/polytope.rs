//! The convex hull of points.

use alloc::vec::Vec;

use super::{Convex, Core, Neighbours, ShapeError, VertexSet, View, validate};
use crate::hull::{self, Hull};
use crate::space::Vector;

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
}

impl<const D: usize> Polytope<D> {
    /// The convex hull of these points, in any order, duplicates, interior, collinear and
    /// coplanar ones included. Works for `D` = 2 and 3.
    pub fn from_points<P: Into<Vector<D>>>(
        points: impl IntoIterator<Item = P>,
    ) -> Result<Self, ShapeError> {
        let points: Vec<Vector<D>> = points.into_iter().map(Into::into).collect();
        if points.is_empty() {
            return Err(ShapeError::TooFew { what: "vertices", found: 0, needed: 1 });
        }
        validate::all_finite("vertex", &points)?;
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
        }
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

impl<const D: usize> Convex<D> for Polytope<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.set.point(self.set.furthest(direction, None))
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Vertices(&self.set), self.set.reach())
    }
}

/// The hull in the plane or in space, from one place for both.
fn hull_of<const D: usize>(points: &[Vector<D>]) -> Hull<D> {
    fn cast<const D: usize, const E: usize>(points: &[Vector<D>]) -> Vec<Vector<E>> {
        points.iter().map(|p| Vector::from_fn(|i| if i < D { p[i] } else { 0.0 })).collect()
    }
    let Hull { vertices, dimension, triangles, starts, neighbours } = if D == 2 {
        let Hull { vertices, dimension, triangles, starts, neighbours } =
            hull::hull2(&cast(points));
        Hull::<3> { vertices, dimension, triangles, starts, neighbours }
    } else {
        hull::hull3(&cast(points))
    };
    Hull { vertices, dimension, triangles, starts, neighbours }
}
