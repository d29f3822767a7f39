//! A triangle.

use alloc::vec::Vec;

use super::{Convex, Core, Polytope, ShapeError, VertexSet, View, validate};
use crate::query::Moments;
use crate::space::Vector;

/// A triangle in the plane or in space. It may be degenerate: a segment, or a point.
#[derive(Clone, Debug)]
pub struct Triangle<const D: usize> {
    set: VertexSet<D>,
}

impl<const D: usize> Triangle<D> {
    /// The triangle with these corners, in either order. Evidence names them by their place here.
    pub fn new<P: Into<Vector<D>>>(vertices: [P; 3]) -> Result<Self, ShapeError> {
        let vertices: Vec<_> = vertices.into_iter().map(Into::into).collect();
        validate::points("vertex", &vertices)?;
        Ok(Self { set: VertexSet::new(vertices, None) })
    }

    /// The corners.
    pub fn vertices(&self) -> &[Vector<D>] {
        self.set.points()
    }
}

impl<const D: usize> PartialEq for Triangle<D> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}

impl<const D: usize> Convex<D> for Triangle<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.set.point(self.set.furthest(direction))
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Vertices(&self.set), self.set.reach())
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> super::Brief<'_, D> {
        super::Brief::Vertices(&self.set)
    }

    fn moments(&self) -> Option<Moments<D>> {
        Polytope::from_points(self.vertices().iter().copied()).ok()?.moments()
    }
}
