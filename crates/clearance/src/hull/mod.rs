//! Convex hulls with exact decisions, the judgement of meshes, and the moments of solids.
//!
//! Which points are vertices, and which triangles are faces, follows from the signs of
//! determinants alone, and the signs are exact: a body 1e-14 thick is a body, a point exactly on
//! a face is not a vertex, and no input makes the construction disagree with itself.
//!
//! ```text
//!   exact    the signs, after a scaling that keeps them exact
//!   planar   monotone chain                                      ->  Hull<2>
//!   solid    first simplex; flat, straight and one-point inputs  ->  Hull<3>
//!   grow     quickhull: conflict lists, horizon, new facets
//!   merge    coplanar facets joined, false vertices removed
//!   mesh     is this triangle mesh the surface of a convex body?
//!   tree     which point is farthest beyond a plane?
//!   moments  volume, centroid, second moment
//!   inner    a point inside of half-spaces, or the proof that there is none
//!   extreme  the furthest point of half-spaces, without vertices
//!   dual     half-spaces to vertices, rays and adjacency: the hull of the dual points
//!   meet     where nearly parallel facets meet
//! ```

use alloc::vec::Vec;

mod dual;
mod exact;
mod extreme;
mod grow;
mod inner;
mod join;
#[cfg(test)]
mod judge;
mod meet;
mod merge;
mod mesh;
mod moments;
mod planar;
mod solid;
mod tree;

pub(crate) use dual::{Polyhedron, polyhedron};
pub(crate) use extreme::{Extreme, extreme};
pub use inner::Facet;
pub(crate) use inner::{Inside, Nothing, inside};
pub use mesh::{MeshFlaw, convex_mesh};
pub use moments::{area_moments, solid_moments};
pub use planar::hull2;
pub use solid::hull3;

/// The convex hull of a point set in the plane or in space.
///
/// Every vertex is extreme: none is a duplicate of another, none lies on an edge or in a face
/// between others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hull<const D: usize> {
    /// For each hull vertex, its index in the input (the smallest among exact duplicates).
    ///
    /// A polygon's are in cyclic order: anticlockwise in the plane, and about some normal in
    /// space. A solid's are in increasing order.
    pub vertices: Vec<u32>,
    /// Dimension of the affine hull: 0 a point, 1 a segment, 2 a polygon, 3 a solid.
    pub dimension: usize,
    /// A solid's surface: triangles that are anticlockwise seen from outside, as indices into
    /// `vertices`. Empty unless `dimension` is 3.
    pub triangles: Vec<[u32; 3]>,
    /// The neighbours of vertex `i` are `neighbours[starts[i]..starts[i + 1]]`.
    pub starts: Vec<u32>,
    /// The neighbours of all vertices, one after the other, as indices into `vertices`: the ends
    /// of the edges of `triangles` in a solid, the previous and the next in a polygon.
    pub neighbours: Vec<u32>,
}

impl<const D: usize> Hull<D> {
    /// The hull vertices next to vertex `i`.
    #[cfg(test)]
    pub fn neighbours_of(&self, i: usize) -> &[u32] {
        &self.neighbours[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// A point, a segment or a polygon, from its vertices in cyclic order.
    fn from_ring(vertices: Vec<u32>) -> Self {
        let n = vertices.len() as u32;
        let mut starts = Vec::with_capacity(vertices.len() + 1);
        let mut neighbours = Vec::with_capacity(2 * vertices.len());
        starts.push(0);
        for i in 0..n {
            match n {
                1 => {}
                2 => neighbours.push(1 - i),
                _ => neighbours.extend([(i + n - 1) % n, (i + 1) % n]),
            }
            starts.push(neighbours.len() as u32);
        }
        let dimension = (vertices.len().max(1) - 1).min(2);
        Self { vertices, dimension, triangles: Vec::new(), starts, neighbours }
    }

    /// A solid, from triangles whose corners are indices into the input of `inputs` points.
    fn from_triangles(mut triangles: Vec<[u32; 3]>, inputs: usize) -> Self {
        // Each directed edge belongs to one triangle, so the edges that leave a vertex lead to
        // each of its neighbours once. Count them, then number the vertices in input order.
        let mut place = alloc::vec![0u32; inputs];
        for triangle in &triangles {
            for &corner in triangle {
                place[corner as usize] += 1;
            }
        }
        let mut vertices = Vec::with_capacity(triangles.len() / 2 + 2);
        let mut starts = Vec::with_capacity(triangles.len() / 2 + 3);
        let mut total = 0;
        starts.push(0);
        for (i, slot) in place.iter_mut().enumerate() {
            if *slot > 0 {
                total += *slot;
                starts.push(total);
                *slot = vertices.len() as u32;
                vertices.push(i as u32);
            }
        }
        let mut next: Vec<u32> = starts.clone();
        let mut neighbours = alloc::vec![0u32; total as usize];
        for triangle in &mut triangles {
            *triangle = triangle.map(|corner| place[corner as usize]);
            for k in 0..3 {
                let slot = &mut next[triangle[k] as usize];
                neighbours[*slot as usize] = triangle[(k + 1) % 3];
                *slot += 1;
            }
        }
        Self { vertices, dimension: 3, triangles, starts, neighbours }
    }
}
