//! The facets of a polytope that is given by its vertices.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{FacetSet, Polytope, ShapeError, direction};
use crate::accuracy;
use crate::hull::{self, Facet};
use crate::space::{Frame, Vector};

impl<const D: usize> Polytope<D> {
    /// The same polytope, which also knows its facets: then it can be asked for the distance by
    /// [`Method::ActiveSet`](crate::Method::ActiveSet), and the answer names facets with their
    /// multipliers.
    ///
    /// ```
    /// use clearance::shape::Polytope;
    /// use clearance::{Method, Pose, Query};
    /// let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    /// let triangle = Polytope::from_points(corners)?.with_facets()?;
    /// let query = Query::DEFAULT.with_method(Method::ActiveSet);
    /// let answer = query.distance(&triangle, &Pose::IDENTITY, &triangle, &Pose::at([2.0, 2.0]))?;
    /// assert_eq!(answer.effort().method, Method::ActiveSet);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_facets(mut self) -> Result<Self, ShapeError> {
        let facets =
            if self.dimension() == D && D == 3 { self.of_triangles() } else { self.of_ring() };
        let nothing = |nothing: hull::Nothing| ShapeError::Empty {
            facets: nothing.facets,
            multipliers: nothing.multipliers,
        };
        let inside = hull::inside(&facets).map_err(nothing)?;
        let polyhedron = hull::polyhedron(&facets, &inside);
        let set = FacetSet::raw(facets, &inside).with_adjacency(&inside, &polyhedron);
        self.set_facets(Box::new(set));
        Ok(self)
    }

    /// One facet for all triangles that lie in one plane, to rounding: the plane of the largest.
    fn of_triangles(&self) -> Vec<Facet<D>> {
        let triangles = self.triangles();
        let corner = |i: u32| self.vertices()[i as usize];
        let plane = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(corner);
            let across = (b - a).cross3(c - a);
            let normal = across.normalized()?;
            let offset = triangle.iter().fold(f64::MIN, |b, &i| b.max(normal.dot(corner(i))));
            Some((Facet { normal, offset }, across.max_abs()))
        };
        let planes: Vec<_> = triangles.iter().map(plane).collect();
        let reach = self.vertices().iter().fold(0.0_f64, |most, v| most.max(v.max_abs()));
        let tolerance = accuracy::SAME_VERTEX * accuracy::ROUNDING * reach;
        let lies_in = |facet: &Facet<D>, triangle: &[u32; 3]| {
            triangle.iter().all(|&i| facet.slack(corner(i)).abs() <= tolerance)
        };
        // From each triangle to a larger one beside it in the same plane, as far as that goes.
        let mut larger: Vec<u32> = (0..triangles.len() as u32).collect();
        let area = |t: u32| planes[t as usize].map_or(0.0, |(_, area)| area);
        for (t, u) in beside(triangles) {
            for (small, large) in [(t, u), (u, t)] {
                let Some((facet, _)) = &planes[large as usize] else { continue };
                let best = larger[small as usize];
                let grows = (area(large), large) > (area(best), best);
                if grows && lies_in(facet, &triangles[small as usize]) {
                    larger[small as usize] = large;
                }
            }
        }
        let is_largest = |t: &usize| larger[*t] == *t as u32;
        (0..triangles.len()).filter(is_largest).filter_map(|t| Some(planes[t]?.0)).collect()
    }

    /// A polygon, a segment or a point: its edges within its flat, and the flat from both sides.
    fn of_ring(&self) -> Vec<Facet<D>> {
        let ring = self.vertices();
        let from = ring[0];
        let mut flat = Frame::<D>::EMPTY;
        while flat.len() < self.dimension() {
            let mut best = Vector::ZERO;
            for v in ring {
                let left = flat.beyond(*v - from);
                if left.max_abs() > best.max_abs() {
                    best = left;
                }
            }
            if !best.normalized().is_some_and(|e| flat.push(0, e)) {
                break;
            }
        }
        let highest = |n: Vector<D>| ring.iter().fold(f64::MIN, |b, v| b.max(n.dot(*v)));
        let mut facets = Vec::new();
        let mut add = |normal: Vector<D>| facets.push(Facet { normal, offset: highest(normal) });
        if self.dimension() == 1 {
            add(flat.basis()[0]);
            add(-flat.basis()[0]);
        } else if self.dimension() == 2 {
            for (k, p) in ring.iter().enumerate() {
                let Some(e) = (ring[(k + 1) % ring.len()] - *p).normalized() else { continue };
                // At right angles to the edge, in the flat, away from the others.
                let mut along = Frame::<D>::EMPTY;
                along.push(0, e);
                let mut out = Vector::ZERO;
                for v in ring {
                    let left = along.beyond(*p - *v);
                    if left.max_abs() > out.max_abs() {
                        out = left;
                    }
                }
                if let Some(normal) = out.normalized() {
                    add(normal);
                }
            }
        }
        let mut known: Vec<Vector<D>> = flat.basis().to_vec();
        while let Some(normal) = direction::another(&known).filter(|_| known.len() < D) {
            add(normal);
            add(-normal);
            known.push(normal);
        }
        facets
    }
}

/// The pairs of triangles that share an edge.
fn beside(triangles: &[[u32; 3]]) -> Vec<(u32, u32)> {
    let mut edges = Vec::with_capacity(3 * triangles.len());
    for (t, triangle) in triangles.iter().enumerate() {
        for k in 0..3 {
            let (p, q) = (triangle[k], triangle[(k + 1) % 3]);
            edges.push((p.min(q), p.max(q), t as u32));
        }
    }
    edges.sort_unstable();
    edges.chunks_exact(2).map(|pair| (pair[0].2, pair[1].2)).collect()
}
