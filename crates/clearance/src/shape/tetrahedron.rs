//! A tetrahedron.

use alloc::vec::Vec;

use super::{Convex, Core, Polytope, ShapeError, VertexSet, View, validate};
use crate::query::Moments;
use crate::space::Vector;

/// A tetrahedron. It may be degenerate: flat, a segment, or a point.
#[derive(Clone, Debug)]
pub struct Tetrahedron {
    set: VertexSet<3>,
}

impl Tetrahedron {
    /// The tetrahedron with these corners, in any order. Evidence names them by their place here.
    pub fn new<P: Into<Vector<3>>>(vertices: [P; 4]) -> Result<Self, ShapeError> {
        let vertices: Vec<_> = vertices.into_iter().map(Into::into).collect();
        validate::points("vertex", &vertices)?;
        Ok(Self { set: VertexSet::new(vertices, None) })
    }

    /// The corners.
    pub fn vertices(&self) -> &[Vector<3>] {
        self.set.points()
    }
}

impl PartialEq for Tetrahedron {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}

impl Convex<3> for Tetrahedron {
    #[inline]
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        self.set.point(self.set.furthest(direction))
    }

    #[inline]
    fn view(&self) -> View<'_, 3> {
        View::new(Core::Vertices(&self.set), self.set.reach())
    }

    fn moments(&self) -> Option<Moments<3>> {
        Polytope::from_points(self.vertices().iter().copied()).ok()?.moments()
    }
}
