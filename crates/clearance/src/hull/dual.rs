//! Half-spaces to vertices, rays and adjacency, by duality.
//!
//! Seen from an inner point c, the half-space n·(x − c) ≤ s is the point y = n / s. The hull of all
//! y and of the origin turns the polyhedron inside out:
//!
//! ```text
//!   polyhedron                              hull of the y and of 0
//!   facet                                   vertex y
//!   half-space that is not needed           y that is no vertex
//!   two facets share an edge                two y share an edge
//!   vertex                                  face; x − c is its normal over its distance from 0
//!   direction to infinity                   face through 0; the direction is its normal
//! ```
//!
//! Which is which follows from exact signs (see `solid` and `planar`); only the y are rounded, each
//! in its own last place, which moves its facet by as much of its distance from c. Whole lines in
//! the polyhedron are taken out first, and flat polyhedra are treated in their own dimension.

use alloc::vec::Vec;

use super::extreme::fine_slack;
use super::inner::{Facet, Inside};
use super::join::{around_vertices, lists, merge, rings};
use super::meet::{self, Row};
use super::{hull2, hull3};
use crate::accuracy;
use crate::space::{Frame, Vector};

/// What a set of half-spaces looks like.
pub(crate) struct Polyhedron<const D: usize> {
    /// At least one. If there are lines, those of the part at right angles to them.
    pub(crate) vertices: Vec<Vector<D>>,
    /// The ends of the edges at vertex v are `ends[starts[v]..starts[v + 1]]`; the edges that
    /// lead to infinity are left out.
    pub(crate) vertex_starts: Vec<u32>,
    pub(crate) vertex_ends: Vec<u32>,
    /// Unit vectors towards infinity, and along whole lines (at right angles to each other and to
    /// the rays).
    pub(crate) rays: Vec<Vector<D>>,
    pub(crate) lines: Vec<Vector<D>>,
    /// Which facets have a vertex that was moved, or in which very many facets meet, to rounding.
    pub(crate) crowded: Vec<bool>,
    /// Three facets of each vertex of a bounded solid; empty for others.
    pub(crate) corners: Vec<[u32; 3]>,
    /// Whether a vertex was moved, so that the vertices need not be those of a convex body.
    pub(crate) bent: bool,
    /// The facets that are needed, in their order.
    pub(crate) outer: Vec<u32>,
    /// The facets next to facet i are `next[next_starts[i]..next_starts[i + 1]]`: those that share an
    /// edge with it or, where more than D facets meet in a vertex, to rounding, the vertex.
    pub(crate) next_starts: Vec<u32>,
    pub(crate) next: Vec<u32>,
    /// The facets around facet i of a bounded solid, one for each of its edges and in their order, are
    /// `around[around_starts[i]..around_starts[i + 1]]`; empty for others, and where that is not clear.
    pub(crate) around_starts: Vec<u32>,
    pub(crate) around: Vec<u32>,
}

/// Vertices and adjacency of half-spaces whose (relative) inside is known.
pub(crate) fn polyhedron<const D: usize>(facets: &[Facet<D>], inside: &Inside<D>) -> Polyhedron<D> {
    let dual = Dual::new(facets, inside);
    let cells = match dual.rank {
        0 => Cells { faces: [Face::from([NONE; 3])].into(), ..Cells::default() },
        1 => dual.interval(),
        2 => dual.polygon(),
        _ => dual.solid(),
    };
    let (next_starts, next) = lists(facets.len(), &cells.edges);
    let around = |facet: u32| {
        let (from, to) = (next_starts[facet as usize], next_starts[facet as usize + 1]);
        &next[from as usize..to as usize]
    };
    let (mut corners, mut rays) = (Vec::new(), Vec::new());
    let mut unclear = alloc::vec![false; cells.faces.len()];
    let mut bent = false;
    for face in &cells.faces {
        let mut corner = dual.corner(face);
        if let Corner::Vertex(x) = corner {
            let beside = face.iter().filter(|f| **f != NONE).flat_map(|f| around(*f));
            corner = dual.pulled_in(x, beside);
            unclear[corners.len()] = !matches!(corner, Corner::Vertex(y) if x == y);
            bent |= unclear[corners.len()];
        }
        corners.push(match corner {
            Corner::Vertex(x) => Some(x),
            Corner::Ray(direction) => {
                let differs = |ray: &Vector<D>| (*ray - direction).norm() > accuracy::AT_INFINITY;
                if dual.stays(direction) && rays.iter().all(differs) {
                    rays.push(direction);
                }
                None
            }
        });
    }
    let merged = merge(&corners, &cells.sides, inside.point.max_abs());
    let (vertex_starts, vertex_ends) = lists(merged.vertices.len(), &merged.edges);
    let mut crowded = alloc::vec![false; facets.len()];
    for (face, _) in cells.faces.iter().zip(&unclear).filter(|(_, unclear)| **unclear) {
        for &f in face.iter().filter(|f| **f != NONE) {
            crowded[f as usize] = true;
        }
    }
    let (next_starts, next) =
        match around_vertices(&cells.faces, &cells.edges, &merged.shared, &mut crowded) {
            Some(edges) => lists(facets.len(), &edges),
            None => (next_starts, next),
        };
    let solid = dual.rank == 3 && !bent && rays.is_empty();
    let corners = if solid { merged.roots.iter() } else { [].iter() };
    // Only for what is faster, and in browsers size counts for more.
    let (around_starts, around) = if solid && !cfg!(target_arch = "wasm32") {
        rings(facets.len(), &cells.faces, &merged.places)
    } else {
        (Vec::new(), Vec::new())
    };
    Polyhedron {
        corners: corners.map(|&face| cells.faces[face as usize]).collect(),
        crowded,
        bent,
        vertices: merged.vertices,
        vertex_starts,
        vertex_ends,
        rays,
        lines: dual.lines,
        outer: cells.outer,
        next_starts,
        next,
        around_starts,
        around,
    }
}

/// No facet: the origin of the dual space.
pub(super) const NONE: u32 = u32::MAX;

/// The facets of a face of the dual hull; unused places hold none.
pub(super) type Face = [u32; 3];

/// The dual hull.
#[derive(Default)]
struct Cells {
    faces: Vec<Face>,
    /// Faces that share an edge.
    sides: Vec<(u32, u32)>,
    /// Facets that share an edge, each pair once.
    edges: Vec<(u32, u32)>,
    outer: Vec<u32>,
}

enum Corner<const D: usize> {
    Vertex(Vector<D>),
    Ray(Vector<D>),
}

/// The half-spaces that are no equalities, in coordinates of what their normals span.
struct Dual<'a, const D: usize> {
    facets: &'a [Facet<D>],
    centre: Vector<D>,
    /// Orthonormal; the first `rank` span the normals.
    basis: [Vector<D>; D],
    rank: usize,
    lines: Vec<Vector<D>>,
    /// How far inside of each facet the centre is.
    slacks: Vec<f64>,
    /// Which facets they are.
    ids: Vec<u32>,
    /// Their dual points.
    points: Vec<Vector<3>>,
}

impl<'a, const D: usize> Dual<'a, D> {
    fn new(facets: &'a [Facet<D>], inside: &Inside<D>) -> Self {
        let open = |i: &u32| !inside.equal[*i as usize];
        let ids: Vec<u32> = (0..facets.len() as u32).filter(open).collect();
        // What the normals span within the flat: the ones that stick out most, one by one.
        let mut span = Frame::<D>::EMPTY;
        let mut most = 1.0;
        let flat = |v: Vector<D>| {
            let mut part = Vector::ZERO;
            for e in &inside.span[..inside.dimension] {
                part += *e * e.dot(v);
            }
            part
        };
        while span.len() < inside.dimension && most > accuracy::FLAT {
            let mut best = Vector::ZERO;
            most = 0.0;
            for &i in &ids {
                let left = span.beyond(flat(facets[i as usize].normal));
                if left.norm() > most {
                    (most, best) = (left.norm(), left);
                }
            }
            if !(most > accuracy::FLAT && span.push(0, best / most)) {
                break;
            }
        }
        let rank = span.len();
        let mut basis = [Vector::ZERO; D];
        let mut lines = Vec::new();
        if rank == D {
            basis = core::array::from_fn(Vector::axis);
        } else {
            basis[..rank].copy_from_slice(span.basis());
            for e in &inside.span[..inside.dimension] {
                let left = span.beyond(*e);
                // Half of what is left of the directions is enough to find all of them.
                if lines.len() + rank < inside.dimension
                    && left.norm() > accuracy::FLAT
                    && span.push(0, left / left.norm())
                {
                    lines.push(span.basis()[span.len() - 1]);
                }
            }
        }
        let centre = inside.point;
        // The centre may be far from the origin, between facets that are close to each other.
        let slacks = facets.iter().map(|facet| fine_slack(facet, centre)).collect();
        let mut dual = Self { facets, centre, basis, rank, lines, slacks, ids, points: Vec::new() };
        dual.points = dual.ids.iter().map(|&i| dual.point(i)).collect();
        dual
    }

    /// The normal of a facet in the coordinates of the basis, and its slack at the centre.
    fn row(&self, facet: u32) -> (Vector<3>, f64) {
        let normal = self.facets[facet as usize].normal;
        let part = |k: usize| if k < self.rank { self.basis[k].dot(normal) } else { 0.0 };
        (Vector::from_fn(part), self.slacks[facet as usize])
    }

    fn point(&self, facet: u32) -> Vector<3> {
        let (normal, slack) = self.row(facet);
        normal / slack
    }

    /// The facet behind a point of the hull's input, which has the origin at its end.
    fn facet(&self, input: u32) -> u32 {
        self.ids.get(input as usize).copied().unwrap_or(NONE)
    }

    /// One dimension: the nearest facet on either side.
    fn interval(&self) -> Cells {
        let mut cells = Cells::default();
        for sign in [1.0, -1.0] {
            let mut best = (0.0, NONE);
            for (&id, y) in self.ids.iter().zip(&self.points) {
                if y[0] * sign > best.0 {
                    best = (y[0] * sign, id);
                }
            }
            // With nothing on this side, a ray: which way, says the other side's place.
            let face = if best.1 == NONE {
                [NONE, NONE, u32::from(sign > 0.0)]
            } else {
                [best.1, NONE, NONE]
            };
            cells.faces.push(face);
            cells.outer.extend((best.1 != NONE).then_some(best.1));
        }
        cells.sides.push((0, 1));
        cells.outer.sort_unstable();
        cells
    }

    /// Two dimensions: the edges of a polygon.
    fn polygon(&self) -> Cells {
        let mut points: Vec<Vector<2>> = self.points.iter().map(|y| Vector([y[0], y[1]])).collect();
        points.push(Vector::ZERO);
        let ring = hull2(&points).vertices;
        let mut cells = Cells::default();
        let n = ring.len();
        for k in 0..n {
            let (f, g) = (self.facet(ring[k]), self.facet(ring[(k + 1) % n]));
            cells.faces.push([f, g, NONE]);
            cells.sides.push((k as u32, ((k + 1) % n) as u32));
            if f != NONE && g != NONE {
                cells.edges.push((f, g));
            }
            cells.outer.extend((f != NONE).then_some(f));
        }
        cells.outer.sort_unstable();
        cells
    }

    /// Three dimensions: the triangles of a solid.
    fn solid(&self) -> Cells {
        let mut points = self.points.clone();
        points.push(Vector::ZERO);
        let hull = hull3(&points);
        let name = |corner: u32| self.facet(hull.vertices[corner as usize]);
        let mut cells = Cells::default();
        cells.outer.extend((0..hull.vertices.len() as u32).map(name).filter(|f| *f != NONE));
        // Each edge belongs to two triangles, which find each other by sorting.
        let mut edges = Vec::with_capacity(3 * hull.triangles.len());
        for (t, triangle) in hull.triangles.iter().enumerate() {
            cells.faces.push(triangle.map(name));
            for k in 0..3 {
                let (p, q) = (triangle[k], triangle[(k + 1) % 3]);
                edges.push((u64::from(p.min(q)) << 32 | u64::from(p.max(q)), t as u32));
            }
        }
        edges.sort_unstable();
        for pair in edges.chunks_exact(2) {
            let (key, t, u) = (pair[0].0, pair[0].1, pair[1].1);
            cells.sides.push((t, u));
            let (f, g) = (name((key >> 32) as u32), name(key as u32));
            if f != NONE && g != NONE {
                cells.edges.push((f, g));
            }
        }
        cells
    }

    /// What a face of the dual hull stands for.
    fn corner(&self, face: &Face) -> Corner<D> {
        if self.rank == 0 {
            return Corner::Vertex(self.centre);
        }
        if self.rank == 1 && face[0] == NONE {
            return Corner::Ray(self.basis[0] * if face[2] == 1 { 1.0 } else { -1.0 });
        }
        if face[..self.rank].contains(&NONE) {
            let rows = self.rows(face);
            let along = meet::edge(rows[0].0, rows[1].0).unwrap_or(Vector([1.0, 0.0, 0.0]));
            return Corner::Ray(self.inwards([self.lift(along), -self.lift(along)]));
        }
        let y = face.map(|f| if f == NONE { Vector::ZERO } else { self.point(f) });
        // The outward normal of the face, and its distance from the origin times its length.
        let outward = match self.rank {
            1 => Vector([y[0][0], 0.0, 0.0]),
            2 => {
                let edge = y[1] - y[0];
                Vector([edge[1], -edge[0], 0.0])
            }
            _ => (y[1] - y[0]).cross(y[2] - y[0]),
        };
        let far = y[..self.rank].iter().fold(0.0_f64, |most, y| most.max(y.norm()));
        let height = outward.dot(y[0]);
        if !(height > accuracy::FAR_VERTEX * far * outward.norm()) {
            return self.far_corner(face);
        }
        let mut frame = Frame::<3>::EMPTY;
        let mut heights = Vector::<3>::ZERO;
        for &f in &face[..self.rank] {
            let (normal, slack) = self.row(f);
            let length = normal.norm();
            heights[frame.len()] = slack / length;
            if !frame.push(f, normal / length) {
                // Facets parallel to rounding: any point of the one will do.
                return Corner::Vertex(self.centre + self.lift(outward * (1.0 / height)));
            }
        }
        // The second time from where the first one led: rounding is that of a small remainder.
        let mut x = self.lift(frame.solve(heights));
        for (i, &f) in face[..self.rank].iter().enumerate() {
            let (normal, _) = self.row(f);
            heights[i] = self.facets[f as usize].slack(self.centre + x) / normal.norm();
        }
        x += self.lift(frame.solve(heights));
        Corner::Vertex(self.centre + x)
    }

    /// The same for a vertex that is far away, or at infinity: nearly parallel facets meet there.
    #[cold]
    fn far_corner(&self, face: &Face) -> Corner<D> {
        let rows = self.rows(face);
        let Some(x) = meet::point(rows).map(|x| self.lift(x)) else {
            // The same plane twice, to the last bit: whichever edge the two have with the third.
            let edges = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| meet::edge(rows[i].0, rows[j].0));
            let ways = edges.into_iter().flatten().flat_map(|e| [self.lift(e), -self.lift(e)]);
            return Corner::Ray(self.inwards(ways));
        };
        let least = face[..self.rank].iter().map(|&f| self.slacks[f as usize]);
        if x.norm() * accuracy::AT_INFINITY > least.fold(f64::INFINITY, f64::min) {
            // As good as at infinity: there, or as rounding sees it on the other side. Unless both ways lead out.
            let way = self.inwards(x.normalized().into_iter().flat_map(|way| [way, -way]));
            if self.stays(way) {
                return Corner::Ray(way);
            }
        }
        Corner::Vertex(self.centre + x)
    }

    /// The facets of a face; in the place of ones that are not there, what keeps to the plane of the basis.
    fn rows(&self, face: &Face) -> [Row; 3] {
        let mut rows = [(Vector::axis(2), 0.0); 3];
        let facets = face[..self.rank].iter().filter(|f| **f != NONE);
        for (row, &f) in rows.iter_mut().zip(facets) {
            *row = self.row(f);
        }
        rows
    }

    /// Of several ways the one that leads out least.
    fn inwards(&self, ways: impl IntoIterator<Item = Vector<D>>) -> Vector<D> {
        let out = |way: &Vector<D>| {
            let leads = self.ids.iter().map(|&i| self.facets[i as usize].normal.dot(*way));
            leads.fold(f64::NEG_INFINITY, f64::max)
        };
        let least = ways.into_iter().min_by(|v, w| out(v).total_cmp(&out(w)));
        least.unwrap_or(self.basis[0])
    }

    /// A vertex where nearly parallel facets meet is a long way off along their edge, and may be
    /// outside of the facets beside it: back to the surface, towards the centre. If that takes
    /// most of the way, it was as good as at infinity.
    fn pulled_in<'b>(&self, x: Vector<D>, beside: impl Iterator<Item = &'b u32>) -> Corner<D> {
        let way = x - self.centre;
        let size = x.max_abs() + self.centre.max_abs();
        let allowed = -accuracy::SAME_VERTEX * accuracy::ROUNDING * size;
        let mut share = 1.0_f64;
        for &f in beside {
            let facet = &self.facets[f as usize];
            if facet.slack(x) < allowed {
                share = share.min(facet.slack(self.centre) / facet.normal.dot(way));
            }
        }
        let direction = (share < 1.0)
            .then(|| way.normalized())
            .flatten()
            .filter(|direction| self.stays(*direction));
        match direction {
            Some(direction) if share < 0.5 => Corner::Ray(direction),
            _ if share < 1.0 => Corner::Vertex(self.centre + way * share),
            _ => Corner::Vertex(x),
        }
    }

    /// Whether a direction stays inside of all facets. One between nearly parallel facets need
    /// not, as computed; but then the directions beside it are the same for all that it matters.
    fn stays(&self, direction: Vector<D>) -> bool {
        let leads_in =
            |i: &u32| self.facets[*i as usize].normal.dot(direction) <= accuracy::AT_INFINITY;
        self.ids.iter().all(leads_in)
    }

    fn lift(&self, v: Vector<3>) -> Vector<D> {
        let mut sum = Vector::ZERO;
        for k in 0..self.rank {
            sum += self.basis[k] * v[k];
        }
        sum
    }
}
