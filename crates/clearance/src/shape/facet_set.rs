//! Half-spaces whose intersection is a shape, laid out for the active set.

use alloc::vec::Vec;

use super::rings::Rings;
use super::{Core, Neighbours, VertexSet};
use crate::accuracy;
use crate::hull::{Facet, Inside, Polyhedron};
use crate::space::Vector;

/// The facets of a convex polyhedron, with what helps to walk over them.
///
/// Facets are numbered as they were given, the ones that are not needed included.
#[derive(Clone, Debug)]
pub struct FacetSet<const D: usize> {
    facets: Vec<Facet<D>>,
    /// The facets that are needed; all of them if nobody has looked.
    outer: Vec<u32>,
    centre: Vector<D>,
    /// Which facets share an edge.
    next: Option<Neighbours>,
    /// What is at the ends of edges.
    rings: Option<Rings>,
    /// The facets in `outer` as points n / slack, seen from the centre: the furthest of them
    /// along a direction is the facet through which a ray from the centre leaves.
    dual: Option<VertexSet<D>>,
    /// The way to it, where there are many facets.
    climb: Option<Climb>,
    /// Three facets of each vertex of a bounded solid.
    corners: Vec<[u32; 3]>,
    /// Where the vertices are, in the same order.
    listed: Listed<D>,
    /// Which facets have a vertex in which very many facets meet, to rounding, or that was moved, or
    /// hardly turn at an edge: then which of them are next to a point is rounding too.
    crowded: Vec<bool>,
    /// Whether any of them is, or rounding can lead a point out for another reason.
    doubtful: bool,
    /// Whether some facets hardly turn at an edge.
    meek: bool,
    stamp: u64,
}

/// Where vertices are.
#[derive(Clone, Debug)]
enum Listed<const D: usize> {
    Nowhere,
    /// They are few: a scan of their own is quicker than to look them up.
    Here(VertexSet<D>),
    /// The shape has them.
    ByShape,
}

impl<const D: usize> FacetSet<D> {
    /// Facets with a point inside (relative to their flat, if they have one).
    pub(crate) fn raw(facets: Vec<Facet<D>>, inside: &Inside<D>) -> Self {
        let outer = (0..facets.len() as u32).collect();
        let stamp = stamp(&facets);
        Self {
            facets,
            outer,
            centre: inside.point,
            next: None,
            rings: None,
            dual: None,
            climb: None,
            corners: Vec::new(),
            listed: Listed::Nowhere,
            crowded: Vec::new(),
            doubtful: false,
            meek: false,
            stamp,
        }
    }

    /// The same with adjacency.
    pub(crate) fn with_adjacency(mut self, inside: &Inside<D>, polyhedron: &Polyhedron<D>) -> Self {
        // The facets between which a flat polyhedron lies border on all others.
        if inside.dimension < D {
            return self;
        }
        let (starts, list) = (&polyhedron.next_starts, &polyhedron.next);
        self.next = Some(Neighbours { starts: starts.clone(), list: list.clone() });
        // Only for what is faster: in browsers size counts for more.
        self.rings = (!cfg!(target_arch = "wasm32")).then(|| Rings::new(&self.facets, polyhedron));
        self.outer.clone_from(&polyhedron.outer);
        self.crowded.clone_from(&polyhedron.crowded);
        // One more, for facets that are not there.
        self.crowded.push(false);
        self.meek = self.mark_meek(starts, list);
        let bounded = polyhedron.rays.is_empty() && polyhedron.lines.is_empty();
        // A point of an unbounded polyhedron may come from so far away that rounding leads it out.
        self.doubtful = !bounded || self.crowded.contains(&true);
        let dual = |&i: &u32| {
            let facet = &self.facets[i as usize];
            facet.normal / facet.slack(self.centre)
        };
        let points: Vec<_> = self.outer.iter().map(dual).collect();
        if points.is_empty() {
            return self;
        }
        self.corners.clone_from(&polyhedron.corners);
        let few = 1..=accuracy::SCAN_CORNERS;
        if few.contains(&polyhedron.corners.len()) {
            self.listed = Listed::Here(VertexSet::new(polyhedron.vertices.clone(), None));
        }
        if bounded && points.len() >= accuracy::CLIMB_FACETS {
            self.climb = Some(Climb::new(&points, self.among_outer(starts, list)));
        }
        self.dual = Some(VertexSet::new(points, None));
        self
    }

    /// Marks the facets that turn so little at an edge that a point can be on the wrong side of it
    /// and nobody notices; says whether there are any.
    fn mark_meek(&mut self, starts: &[u32], list: &[u32]) -> bool {
        let least = accuracy::MEEK * accuracy::MEEK;
        let mut any = false;
        for i in 0..self.facets.len() {
            let normal = self.facets[i].normal;
            for &j in &list[starts[i] as usize..starts[i + 1] as usize] {
                let turn = self.facets[j as usize].normal - normal;
                if turn.norm_squared() < least {
                    (self.crowded[i], any) = (true, true);
                }
            }
        }
        any
    }

    /// The adjacency with facets numbered by their places in `outer`.
    fn among_outer(&self, starts: &[u32], list: &[u32]) -> Neighbours {
        let mut place = alloc::vec![0_u32; self.facets.len()];
        for (k, &i) in self.outer.iter().enumerate() {
            place[i as usize] = k as u32;
        }
        let mut inner = Neighbours { starts: alloc::vec![0], list: Vec::new() };
        for &i in &self.outer {
            let range = starts[i as usize] as usize..starts[i as usize + 1] as usize;
            inner.list.extend(list[range].iter().map(|&j| place[j as usize]));
            inner.starts.push(inner.list.len() as u32);
        }
        inner
    }

    /// Without adjacency, as if the half-spaces had just been given: for those who wish to know
    /// what it is worth.
    #[must_use]
    pub fn without_adjacency(&self) -> Self {
        let (corners, listed) = (Vec::new(), Listed::Nowhere);
        Self { next: None, rings: None, dual: None, climb: None, corners, listed, ..self.clone() }
    }

    /// All facets.
    #[inline(always)]
    pub fn facets(&self) -> &[Facet<D>] {
        &self.facets
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.facets.len() as u32
    }

    /// Whether there are none: the set is all of space.
    pub fn is_empty(&self) -> bool {
        self.facets.is_empty()
    }

    /// Facet `id`.
    #[inline(always)]
    pub fn facet(&self, id: u32) -> &Facet<D> {
        &self.facets[id as usize]
    }

    /// The facets that bound the polyhedron, without the ones that the others make superfluous;
    /// all of them if there is no adjacency.
    #[inline(always)]
    pub fn outer(&self) -> &[u32] {
        &self.outer
    }

    /// The facets that share an edge (in 2D a vertex) with facet `id`, or a vertex in which more than
    /// three facets meet to rounding; `None` without adjacency.
    #[inline(always)]
    pub fn neighbours(&self, id: u32) -> Option<&[u32]> {
        let next = self.next.as_ref()?;
        let (from, to) = (*next.starts.get(id as usize)?, *next.starts.get(id as usize + 1)?);
        Some(&next.list[from as usize..to as usize])
    }

    /// The facets at the ends of the edge that two facets share; two that are not there if the edge is
    /// not known.
    #[inline(always)]
    pub(crate) fn ends(&self, i: u32, j: u32) -> [u32; 2] {
        self.rings.as_ref().map_or([u32::MAX; 2], |rings| rings.ends(i, j))
    }

    /// Whether no other facet is near to any vertex of this one, but for the two that it shares it with.
    #[inline(always)]
    pub(crate) fn is_plain(&self, id: u32) -> bool {
        self.rings.as_ref().is_some_and(|rings| rings.is_plain(id))
    }

    /// A point inside, away from all facets unless the polyhedron is flat.
    #[inline(always)]
    pub fn centre(&self) -> Vector<D> {
        self.centre
    }

    /// Where a ray from the centre leaves: the facet, and how often the direction's length it
    /// takes. `None` if the ray never leaves, or if there is no adjacency.
    #[inline]
    pub fn exit(&self, direction: Vector<D>) -> Option<(u32, f64)> {
        let dual = self.dual.as_ref()?;
        let at = self.furthest(dual, direction);
        let height = dual.point(at).dot(direction);
        (height > 0.0).then(|| (self.outer[at as usize], 1.0 / height))
    }

    /// The same for a shape whose own vertices are those of the polyhedron in the same order.
    #[must_use]
    pub(crate) fn beside_vertices(mut self) -> Self {
        if matches!(self.listed, Listed::Nowhere) {
            self.listed = Listed::ByShape;
        }
        self
    }

    /// The vertex furthest along a direction, with three of its facets, given the core of the shape;
    /// `None` if the vertices are not known, or if they are many and in another order.
    #[inline]
    pub(crate) fn corner(
        &self,
        core: &Core<'_, D>,
        direction: Vector<D>,
    ) -> Option<([u32; 3], Vector<D>)> {
        let vertices = match (&self.listed, core) {
            (Listed::Here(vertices), _) => vertices,
            (Listed::ByShape, Core::Vertices(vertices)) => vertices,
            _ => return None,
        };
        let at = vertices.furthest(direction);
        Some((*self.corners.get(at as usize)?, vertices.point(at)))
    }

    #[inline]
    fn furthest(&self, dual: &VertexSet<D>, direction: Vector<D>) -> u32 {
        match &self.climb {
            Some(climb) => climb.furthest(dual.points(), direction),
            None => dual.furthest(direction),
        }
    }

    /// Whether rounding leaves open which facets are next to this one.
    #[inline(always)]
    pub(crate) fn is_crowded(&self, id: u32) -> bool {
        // Not a branch: which of three facets are missing, nobody can guess.
        let at = (id as usize).min(self.facets.len());
        self.crowded.get(at).is_some_and(|crowded| *crowded)
    }

    /// Whether it does for any facet, or points can come from far away.
    #[inline(always)]
    pub(crate) fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// Whether some facets hardly turn at an edge, so that their vertices can be anywhere along it.
    pub(crate) fn is_meek(&self) -> bool {
        self.meek
    }

    /// Whether adjacency is known.
    #[inline(always)]
    pub fn has_adjacency(&self) -> bool {
        self.next.is_some()
    }

    /// How far outside a point is: the most by which it violates an inequality, which is less
    /// than its distance. Negative inside.
    pub fn violation(&self, point: Vector<D>) -> f64 {
        let mut most = f64::NEG_INFINITY;
        for facet in &self.facets {
            // Written so that NaN is kept.
            let by = -facet.slack(point);
            most = if by <= most { most } else { by };
        }
        most
    }

    /// The same for a point near the surface, from a walk to the facet that it is furthest beyond.
    pub(crate) fn outside(&self, point: Vector<D>) -> f64 {
        let Some(dual) = &self.dual else { return self.violation(point) };
        let at = self.furthest(dual, point - self.centre);
        -self.facets[self.outer[at as usize] as usize].slack(point)
    }

    /// The same, but that every facet has lost one neighbour: for tests of what happens then.
    #[cfg(test)]
    pub(crate) fn lame(&self, which: usize) -> Self {
        let mut lame = self.clone();
        let Some(next) = &self.next else { return lame };
        let mut less = Neighbours { starts: alloc::vec![0], list: Vec::new() };
        for ends in next.starts.windows(2) {
            let mut beside = next.list[ends[0] as usize..ends[1] as usize].to_vec();
            if !beside.is_empty() {
                beside.remove(which % beside.len());
            }
            less.list.extend(beside);
            less.starts.push(less.list.len() as u32);
        }
        let has = |i: u32, j: u32| {
            let ends = [less.starts[i as usize], less.starts[i as usize + 1]];
            less.list[ends[0] as usize..ends[1] as usize].contains(&j)
        };
        lame.rings = self.rings.as_ref().map(|rings| rings.without(|i, j| !has(i, j)));
        lame.next = Some(less);
        lame
    }

    /// Tells sets apart: a tracker must not take a point of one for a point of another.
    #[inline(always)]
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }
}

/// A walk over the dual points, from neighbour to neighbour and always further along: on a convex
/// polytope it ends at the furthest of all. It begins at one of a few that are far along the
/// corners, edges and sides of a cube.
#[derive(Clone, Debug)]
struct Climb {
    neighbours: Neighbours,
    seeds: Vec<u32>,
}

impl Climb {
    fn new<const D: usize>(points: &[Vector<D>], neighbours: Neighbours) -> Self {
        let mut climb = Self { neighbours, seeds: Vec::new() };
        let mut at = 0;
        // All directions with coordinates −1, 0 and 1, numbered as in `furthest`.
        for code in 0..3_usize.pow(D as u32) {
            let direction = Vector::from_fn(|i| (code / 3_usize.pow(i as u32) % 3) as f64 - 1.0);
            at = climb.walk(points, direction, at);
            climb.seeds.push(at);
        }
        climb
    }

    #[inline]
    fn furthest<const D: usize>(&self, points: &[Vector<D>], direction: Vector<D>) -> u32 {
        let half = 0.5 * direction.max_abs();
        let (mut code, mut place) = (0, 1);
        for i in 0..D {
            let side = usize::from(direction[i] > -half) + usize::from(direction[i] > half);
            code += place * side;
            place *= 3;
        }
        self.walk(points, direction, self.seeds[code])
    }

    fn walk<const D: usize>(&self, points: &[Vector<D>], direction: Vector<D>, start: u32) -> u32 {
        let (mut at, mut best) = (start, points[start as usize].dot(direction));
        // Each step is strictly further than the last, so the walk ends.
        loop {
            let here = at as usize;
            let starts = &self.neighbours.starts;
            let range = starts[here] as usize..starts[here + 1] as usize;
            for &id in &self.neighbours.list[range] {
                let height = points[id as usize].dot(direction);
                if height > best {
                    (best, at) = (height, id);
                }
            }
            if at as usize == here {
                return at;
            }
        }
    }
}

/// Sixty-four bits of all numbers (Fowler, Noll and Vo's hash, a word at a time).
fn stamp<const D: usize>(facets: &[Facet<D>]) -> u64 {
    // Fowler, Noll and Vo's hash, on words.
    const SEED: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = SEED;
    let mut mix = |x: f64| hash = (hash ^ x.to_bits()).wrapping_mul(PRIME);
    for facet in facets {
        for x in facet.normal.0 {
            mix(x);
        }
        mix(facet.offset);
    }
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use crate::Vector;
    use crate::shape::{Convex, Halfspaces, Polytope};
    use std::vec::Vec;

    /// Where a search starts: the furthest vertex along a direction, and three facets that it is on,
    /// whether the vertices are scanned, or looked up in the table of the shape.
    #[test]
    fn corners_are_where_their_facets_meet() {
        let mut rng = fastrand::Rng::with_seed(113);
        let mut unit = || Vector::<3>::from_fn(|_| rng.f64() - 0.5).normalized().unwrap();
        let egg = |normal: &Vector<3>| (*normal, 1.0 + 0.3 * normal[0].abs());
        let mut shapes: Vec<Halfspaces<3>> =
            [2, 4, 6, 8, 15].map(|order| Halfspaces::facet_ball(order).unwrap()).into();
        shapes.extend([20, 300].map(|count| {
            let normals: Vec<_> = (0..count).map(|_| unit()).collect();
            Halfspaces::new(normals.iter().map(egg)).unwrap()
        }));
        let hull = Polytope::from_points(shapes[6].vertices().iter().copied()).unwrap();
        let hull = hull.with_facets().unwrap();
        let mut looked_up = 0;
        for shape in shapes.iter().map(|shape| shape.view()).chain([hull.view()]) {
            let set = shape.facets.unwrap();
            for _ in 0..500 {
                let direction = unit();
                let Some((facets, point)) = set.corner(&shape.core, direction) else { continue };
                looked_up += 1;
                let height = shape.core.support(direction).dot(direction);
                assert!((point.dot(direction) - height).abs() < 1e-12);
                assert!(facets.iter().all(|id| set.facet(*id).slack(point).abs() < 1e-9));
            }
        }
        // Of the hull the vertices are many and in another order.
        assert_eq!(looked_up, 500 * shapes.len());
    }

    /// Without vertices there are no corners.
    #[test]
    fn others_have_no_corners() {
        let wedge = Halfspaces::new((0..2).map(|i| (-Vector::<3>::axis(i), 0.0))).unwrap();
        let raw = Halfspaces::raw(
            super::super::facet_ball_normals(4).unwrap().into_iter().map(|n| (n, 1.0)),
        )
        .unwrap();
        for shape in [wedge.view(), raw.view()] {
            assert!(shape.facets.unwrap().corner(&shape.core, Vector::axis(2)).is_none());
        }
    }
}
