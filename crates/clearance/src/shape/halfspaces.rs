//! A polyhedron by its facets: what several half-spaces have in common.

use alloc::vec::Vec;

use super::{
    Convex, Core, FacetSet, Formula, Neighbours, Polytope, ShapeError, Swept, VertexSet, View,
    direction, validate,
};
use crate::accuracy;
use crate::hull::{self, Extreme, Facet, Inside, Nothing};
use crate::query::Moments;
use crate::space::Vector;

/// What several half-spaces n·x ≤ b have in common: a polyhedron, bounded or not, solid or flat.
///
/// Half-spaces come in any order, with normals of any length; duplicates, nearly parallel ones and
/// ones that the others make superfluous do no harm. If nothing is inside of all of them, the
/// error has multipliers that prove it ([`ShapeError::Empty`]); a crumb whose corners are lost in
/// rounding, beside facets that are far away, is refused as [`ShapeError::NoInside`].
///
/// ```
/// use clearance::shape::{Ball, Halfspaces, ShapeError};
/// use clearance::{Pose, distance};
/// // A room with a floor and two walls, which goes on for ever otherwise.
/// let corner = Halfspaces::new([
///     ([-1.0, 0.0, 0.0], 0.0), ([0.0, -1.0, 0.0], 0.0), ([0.0, 0.0, -1.0], 0.0),
/// ])?;
/// assert!(!corner.is_bounded() && corner.rays().len() == 3);
/// let answer = distance(&corner, &Pose::IDENTITY, &Ball::new(0.5)?, &Pose::at([-3.0, 4.0, -4.0]))?;
/// assert!((answer.distance() - 4.5).abs() < 1e-12);
/// // x ≤ 0 and x ≥ 1: the sum of the two reads 0 ≤ -1.
/// let empty = Halfspaces::new([([1.0, 0.0], 0.0), ([-1.0, 0.0], -1.0)]);
/// assert!(matches!(empty, Err(ShapeError::Empty { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Halfspaces<const D: usize> {
    set: FacetSet<D>,
    dimension: usize,
    /// The vertices, unless nobody asked for them.
    corners: Option<Corners<D>>,
    lines: Vec<Vector<D>>,
    rays: Vec<Vector<D>>,
    reach: f64,
}

impl<const D: usize> Halfspaces<D> {
    /// All x with normal · x ≤ offset for each of these pairs. Vertices and adjacency are found
    /// once, in O(n log n), and make every query faster.
    pub fn new<N: Into<Vector<D>>>(
        halfspaces: impl IntoIterator<Item = (N, f64)>,
    ) -> Result<Self, ShapeError> {
        let facets = facets(halfspaces)?;
        let inside = inside(&facets)?;
        Self::explored(FacetSet::raw(facets, &inside), &inside)
    }

    /// The same without vertices and without adjacency, for half-spaces that are used once or
    /// change from query to query: all that is computed is a point inside and the size. Queries
    /// look at all facets.
    ///
    /// An unbounded polyhedron is explored all the same, since its rays must be known.
    pub fn raw<N: Into<Vector<D>>>(
        halfspaces: impl IntoIterator<Item = (N, f64)>,
    ) -> Result<Self, ShapeError> {
        let facets = facets(halfspaces)?;
        let inside = inside(&facets)?;
        let mut reach = 0.0_f64;
        for i in 0..D {
            for axis in [Vector::axis(i), -Vector::axis(i)] {
                match hull::extreme(&facets, inside.point, axis) {
                    Extreme::Point(x) => reach = reach.max(x[i].abs()),
                    Extreme::Never(_) => {
                        let whole = Self::explored(FacetSet::raw(facets, &inside), &inside)?;
                        return Ok(Self { set: whole.set.without_adjacency(), ..whole });
                    }
                }
            }
        }
        let set = FacetSet::raw(facets, &inside);
        let (corners, lines, rays) = (None, Vec::new(), Vec::new());
        Ok(Self { set, dimension: inside.dimension, corners, lines, rays, reach })
    }

    /// With vertices and adjacency.
    fn explored(set: FacetSet<D>, inside: &Inside<D>) -> Result<Self, ShapeError> {
        let polyhedron = hull::polyhedron(set.facets(), inside);
        let set = set.with_adjacency(inside, &polyhedron);
        // A polyhedron without a vertex (all its faces lead to infinity both ways, as rounding
        // sees it) is still there.
        let vertices = match polyhedron.vertices.len() {
            0 => [inside.point].into(),
            _ => polyhedron.vertices,
        };
        validate::points("vertex", &vertices)?;
        let bounded = polyhedron.lines.is_empty() && polyhedron.rays.is_empty();
        // The edges that lead to infinity are missing from the walk.
        let neighbours = bounded.then_some(Neighbours {
            starts: polyhedron.vertex_starts,
            list: polyhedron.vertex_ends,
        });
        // Where vertices were moved, or could be anywhere along an edge, only the hull of all of them
        // is convex without doubt, and tells which share an edge.
        let (set, vertices) = if bounded && (polyhedron.bent || set.is_meek()) {
            (set, Polytope::from_points(vertices)?.into_set())
        } else {
            (set.beside_vertices(), VertexSet::new(vertices, neighbours))
        };
        // The vertices are what will be believed, so the facets are asked about them.
        let allowed = -accuracy::OUTSIDE_FACETS * vertices.reach();
        let keeps = |facet: &Facet<D>| {
            facet.slack(vertices.point(vertices.furthest(facet.normal))) >= allowed
        };
        if bounded && !set.facets().iter().all(keeps) {
            return Err(crumb(set.facets(), inside));
        }
        let corners = Corners(vertices);
        Ok(Self {
            set,
            dimension: inside.dimension,
            reach: corners.0.reach(),
            corners: Some(corners),
            lines: polyhedron.lines,
            rays: polyhedron.rays,
        })
    }

    /// The facets, as given but with normals of length 1, and their adjacency.
    pub fn facets(&self) -> &FacetSet<D> {
        &self.set
    }

    /// The vertices, in no particular order; none if they were never looked for. Where there are
    /// [lines](Self::lines), the vertices of the part at right angles to them.
    pub fn vertices(&self) -> &[Vector<D>] {
        self.corners.as_ref().map_or(&[], |corners| corners.0.points())
    }

    /// The edges of the cone of directions towards infinity, of length 1; none if the polyhedron
    /// is bounded.
    pub fn rays(&self) -> &[Vector<D>] {
        &self.rays
    }

    /// Directions of the whole lines in the polyhedron, of length 1 and at right angles to each
    /// other.
    pub fn lines(&self) -> &[Vector<D>] {
        &self.lines
    }

    /// Whether the polyhedron is bounded.
    pub fn is_bounded(&self) -> bool {
        self.lines.is_empty() && self.rays.is_empty()
    }

    /// The dimension of the polyhedron: less than `D` if it is flat.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// A point inside, away from all facets unless the polyhedron is flat: about the centre of
    /// the largest ball that fits in.
    pub fn interior_point(&self) -> Vector<D> {
        self.set.centre()
    }

    /// The volume (in 2D the area); infinite if the polyhedron is unbounded and solid, zero if it
    /// is flat.
    pub fn volume(&self) -> f64 {
        if self.dimension < D {
            return 0.0;
        }
        self.moments().map_or(f64::INFINITY, |moments| moments.volume)
    }

    /// The centroid; `None` if the polyhedron is unbounded.
    pub fn centroid(&self) -> Option<Vector<D>> {
        Some(self.moments()?.centroid)
    }

    /// The vertices of facet `id` in order, anticlockwise seen from outside (in 2D: its two ends);
    /// empty if the facet is not needed. Unbounded facets lack the ends that they do not have.
    pub fn outline(&self, id: u32) -> Vec<Vector<D>> {
        let facet = self.set.facet(id);
        let tolerance = accuracy::SAME_VERTEX * accuracy::ROUNDING * 2.0 * self.reach;
        let touches = |p: &&Vector<D>| facet.slack(**p).abs() <= tolerance;
        let mut ring: Vec<Vector<D>> = self.vertices().iter().filter(touches).copied().collect();
        let Some(first) = facet.normal.any_perpendicular() else { return ring };
        let second = if D == 3 { facet.normal.cross3(first) } else { facet.normal };
        let middle = ring.iter().fold(Vector::ZERO, |sum, p| sum + *p) / ring.len().max(1) as f64;
        // By the angle about the middle: first the upper half, then the lower, each by slope.
        let key = |p: &Vector<D>| {
            let (x, y) = ((*p - middle).dot(first), (*p - middle).dot(second));
            let steep = x / (x.abs() + y.abs());
            if y >= 0.0 { -steep } else { 2.0 + steep }
        };
        ring.sort_by(|p, q| key(p).total_cmp(&key(q)));
        if ring.len() >= D { ring } else { Vec::new() }
    }
}

impl<const D: usize> Convex<D> for Halfspaces<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        match &self.corners {
            Some(corners) => corners.support(direction),
            None => {
                let unit = direction::unit(direction);
                match hull::extreme(self.set.facets(), self.set.centre(), unit) {
                    Extreme::Point(x) => x,
                    // Rounding: it was bounded when it was made.
                    Extreme::Never(_) => self.set.centre(),
                }
            }
        }
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        let core = match &self.corners {
            None => Core::Support(self),
            Some(corners) if self.is_bounded() => Core::Vertices(&corners.0),
            Some(corners) => {
                Core::Swept(Swept { base: corners, lines: &self.lines, rays: &self.rays })
            }
        };
        View { facets: Some(&self.set), ..View::new(core, self.reach) }
    }

    fn tangent(&self, surface: u32, _at: Vector<D>) -> Option<(Vector<D>, f64)> {
        self.set.facets().get(surface as usize).map(|facet| (facet.normal, facet.offset))
    }

    fn formula(&self) -> Formula<'_, D> {
        // Vertices, where they are known, are what the shape is made of.
        match self.corners {
            None => Formula::Facets(self.set.facets()),
            Some(_) => Formula::Unknown,
        }
    }

    fn moments(&self) -> Option<Moments<D>> {
        if !self.is_bounded() {
            return None;
        }
        if self.corners.is_some() {
            return Polytope::from_points(self.vertices().iter().copied()).ok()?.moments();
        }
        let pairs = self.set.facets().iter().map(|facet| (facet.normal, facet.offset));
        Self::new(pairs).ok()?.moments()
    }
}

/// The vertices as a shape of their own.
#[derive(Clone, Debug)]
struct Corners<const D: usize>(VertexSet<D>);

impl<const D: usize> Convex<D> for Corners<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.0.point(self.0.furthest(direction))
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Vertices(&self.0), self.0.reach())
    }
}

/// Normals of length 1.
fn facets<const D: usize, N: Into<Vector<D>>>(
    halfspaces: impl IntoIterator<Item = (N, f64)>,
) -> Result<Vec<Facet<D>>, ShapeError> {
    let mut facets = Vec::new();
    for (index, (normal, offset)) in halfspaces.into_iter().enumerate() {
        let normal = normal.into();
        if !(normal.is_finite() && offset.is_finite()) {
            return Err(ShapeError::NotFinite { what: "half-space", index: Some(index) });
        }
        let unit = normal.normalized().ok_or(ShapeError::NoNormal { index })?;
        // A normal of length 1 is left as it is: the very numbers given are the shape.
        let length = direction::length(normal);
        let is_unit = (length - 1.0).abs() <= accuracy::ROUNDING;
        let (normal, offset) = if is_unit { (normal, offset) } else { (unit, offset / length) };
        validate::point("offset", Vector([offset]))?;
        facets.push(Facet { normal, offset });
    }
    Ok(facets)
}

/// A point inside. Between facets of which some are 1e12 times as far away as others, the one that is found may be
/// nothing but rounding.
fn inside<const D: usize>(facets: &[Facet<D>]) -> Result<Inside<D>, ShapeError> {
    let inside = hull::inside(facets).map_err(empty)?;
    let offsets = facets.iter().map(|facet| facet.offset.abs());
    let size = offsets.fold(inside.point.max_abs(), f64::max);
    let allowed = -accuracy::OUTSIDE_FACETS * size;
    if facets.iter().all(|facet| facet.slack(inside.point) >= allowed) {
        Ok(inside)
    } else {
        Err(crumb(facets, &inside))
    }
}

fn crumb<const D: usize>(facets: &[Facet<D>], inside: &Inside<D>) -> ShapeError {
    let beyond = facets.iter().map(|facet| -facet.slack(inside.point));
    ShapeError::NoInside { at: inside.point.0.to_vec(), most: beyond.fold(0.0, f64::max) }
}

fn empty(nothing: Nothing) -> ShapeError {
    ShapeError::Empty { facets: nothing.facets, multipliers: nothing.multipliers }
}
