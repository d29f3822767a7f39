//! Quickhull: a simplex that swallows the points outside it, farthest first.
//!
//! Each point outside the hull so far waits in the list of one facet that it is strictly
//! beyond. Adding a point deletes the facets that it is beyond and covers the hole with a cone;
//! the points that waited there are dealt out again, over the new facets only. A point exactly on
//! a facet's plane does not see the facet. With exact signs this never goes wrong:
//!
//! - The facets that a point sees form a disc, so that the horizon is one closed loop.
//! - A horizon edge is never in line with the new point (else the point would be in the plane
//!   of the facet it sees), so that no new facet is degenerate.
//! - A point that sees a deleted facet and no new one is inside: if it also saw a facet that
//!   stays, it would see both sides of some horizon edge, and the new facet between them.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::exact::{self, Site};

/// No facet, no point.
pub(super) const NONE: u32 = u32::MAX;
/// The corner after this one.
pub(super) const NEXT: [usize; 3] = [1, 2, 0];
/// The rounding error of the distances below, in units of what they are made of: seven roundings
/// of half a unit each, rounded up to eight halves for the roundings of the bound itself.
const ROUNDINGS: f64 = 4.0 * f64::EPSILON;

/// A triangle of the hull so far.
#[derive(Clone, Copy)]
pub(super) struct Facet {
    /// Its corners, as indices of points, anticlockwise seen from outside.
    pub corners: [u32; 3],
    /// Across the edge from corner `k` to the next: facet · 4 + which of its edges.
    pub twins: [u32; 3],
    /// First and last of the points that wait here, linked by `Growth::after`.
    first: u32,
    last: u32,
    /// The one of them that is farthest out.
    farthest: u32,
    distance: f64,
    /// When last looked at (the number of the point added), and whether it was seen.
    looked: u32,
    pub alive: bool,
}

/// A facet's plane, for a quick look from which side a point sees it.
#[derive(Clone, Copy)]
struct Plane {
    base: Site<3>,
    normal: Site<3>,
    /// A distance larger than this has the right sign, for each point in the box of the input.
    /// If it is zero, then so has a distance of zero.
    certain: f64,
}

impl Plane {
    /// How far the point is beyond the plane, rounded, in units of the plane's own.
    #[inline(always)]
    fn distance(&self, p: &Site<3>) -> f64 {
        let Self { base, normal, .. } = self;
        normal[0] * (p[0] - base[0]) + normal[1] * (p[1] - base[1]) + normal[2] * (p[2] - base[2])
    }
}

/// A closed surface of triangles that grows to the hull.
pub(super) struct Growth<'a> {
    sites: &'a [Site<3>],
    /// Size of the box of the input.
    extent: Site<3>,
    pub facets: Vec<Facet>,
    planes: Vec<Plane>,
    /// The point that waits behind this one.
    after: Vec<u32>,
    /// Slots of deleted facets.
    free: Vec<u32>,
    /// Facets that points may wait at. They have their turns in order, so that the hull grows
    /// evenly: growth in one place first makes fans of facets that later points all see, and
    /// takes a second for a drum with ten thousand sides.
    pending: VecDeque<u32>,
    /// How many points were added.
    added: u32,
    // Kept between steps for their memory only.
    seen: Vec<u32>,
    crossing: Vec<u32>,
    horizon: Vec<u32>,
    fresh: Vec<u32>,
    /// The planes of the fresh facets, side by side.
    cone: Vec<Plane>,
}

impl<'a> Growth<'a> {
    /// The simplex with these corners, the fourth strictly beyond the first three, or strictly
    /// behind them.
    pub fn new(sites: &'a [Site<3>], extent: Site<3>, simplex: [u32; 4]) -> Self {
        let [mut a, mut b, c, d] = simplex;
        let [pa, pb, pc, pd] = simplex.map(|i| sites[i as usize]);
        if exact::beyond(pa, pb, pc, pd) > 0.0 {
            (a, b) = (b, a);
        }
        // A hull has two facets for each vertex, and few hulls have more vertices than this.
        let room = 2 * sites.len().min(1 << 10);
        let mut growth = Self {
            sites,
            extent,
            facets: Vec::with_capacity(room),
            planes: Vec::with_capacity(room),
            after: alloc::vec![NONE; sites.len()],
            free: Vec::new(),
            pending: VecDeque::new(),
            added: 0,
            seen: Vec::new(),
            crossing: Vec::new(),
            horizon: Vec::new(),
            fresh: Vec::new(),
            cone: Vec::new(),
        };
        let base = growth.make([a, b, c], [4, 8, 12]);
        growth.fresh.push(base);
        for (from, to, twin) in [(b, a, 0), (c, b, 1), (a, c, 2)] {
            let facet = growth.make([from, to, d], [twin, NONE, NONE]);
            growth.fresh.push(facet);
        }
        // Facet 1 meets 3 along its edge from a to d, and 2 along its edge from d to b; and so on.
        for (facet, before, behind) in [(1, 3, 2), (2, 1, 3), (3, 2, 1)] {
            growth.facets[facet].twins[1] = before * 4 + 2;
            growth.facets[facet].twins[2] = behind * 4 + 1;
        }
        for point in 0..sites.len() as u32 {
            growth.deal(point);
        }
        growth
    }

    /// Adds points until none is outside.
    pub fn finish(&mut self) {
        while let Some(facet) = self.pending.pop_front() {
            // A slot may be pending twice, for a facet deleted long ago.
            if self.facets[facet as usize].first != NONE {
                self.add(facet);
            }
        }
    }

    /// Whether the point is exactly in the facet's plane.
    pub fn coplanar(&self, facet: u32, point: u32) -> bool {
        let distance = self.distance(facet, point);
        distance.abs() <= self.planes[facet as usize].certain && self.exact(facet, point) == 0.0
    }

    /// Adds the farthest of the points that wait at this facet.
    fn add(&mut self, facet: u32) {
        let apex = self.facets[facet as usize].farthest;
        self.added += 1;
        self.find_horizon(facet, apex);
        let waiting = self.delete_seen();
        self.build_cone(apex);
        let mut point = waiting;
        while point != NONE {
            let after = self.after[point as usize];
            if point != apex {
                self.deal(point);
            }
            point = after;
        }
    }

    /// Fills `seen` with the facets that the apex is strictly beyond, and `horizon` with their
    /// edges towards the others, anticlockwise.
    ///
    /// ```text
    ///             d             The apex sees S = abc, where we start, and T = bdc.
    ///           /   \
    ///     3   /   T   \   2     S is left across ab (hidden behind it: horizon 1), then
    ///       /           \       across bc. We enter T, and leave it across the next two
    ///      c ----------- b      edges: bd (2), dc (3). Back in S, ca (4) remains.
    ///       \           /
    ///     4   \   S   /   1     Always turning left, with a hand on the wall, one meets
    ///           \   /           the wall in order: the horizon is a-b-d-c. An edge
    ///             a             between two seen facets is crossed once only.
    /// ```
    fn find_horizon(&mut self, start: u32, apex: u32) {
        self.seen.clear();
        self.horizon.clear();
        self.seen.push(start);
        self.facets[start as usize].looked = self.added * 2 + 1;
        self.crossing.extend([start * 4 + 2, start * 4 + 1, start * 4]);
        while let Some(edge) = self.crossing.pop() {
            let twin = self.facets[(edge / 4) as usize].twins[(edge % 4) as usize];
            let other = twin / 4;
            let looked = self.facets[other as usize].looked;
            let new = looked / 2 != self.added;
            let visible = if new { self.sees(apex, other) } else { looked % 2 == 1 };
            if !visible {
                self.horizon.push(edge);
            }
            if new {
                self.facets[other as usize].looked = self.added * 2 + u32::from(visible);
                if visible {
                    self.seen.push(other);
                    let left = NEXT[(twin % 4) as usize];
                    let right = NEXT[left];
                    self.crossing.extend([other * 4 + right as u32, other * 4 + left as u32]);
                }
            }
        }
    }

    /// Unlinks the facets in `seen` and returns the head of the list of all points that waited
    /// there. Their corners and twins can still be read.
    fn delete_seen(&mut self) -> u32 {
        let mut head = NONE;
        for &facet in &self.seen {
            let facet = &mut self.facets[facet as usize];
            facet.alive = false;
            if facet.first != NONE {
                self.after[facet.last as usize] = head;
                head = facet.first;
                facet.first = NONE;
            }
        }
        head
    }

    /// Joins the apex to each edge of the horizon.
    fn build_cone(&mut self, apex: u32) {
        let horizon = core::mem::take(&mut self.horizon);
        self.fresh.clear();
        self.cone.clear();
        for &edge in &horizon {
            let old = self.facets[(edge / 4) as usize];
            let side = (edge % 4) as usize;
            let twin = old.twins[side];
            let corners = [old.corners[side], old.corners[NEXT[side]], apex];
            let facet = self.make(corners, [twin, NONE, NONE]);
            self.facets[(twin / 4) as usize].twins[(twin % 4) as usize] = facet * 4;
            self.fresh.push(facet);
        }
        // The horizon is in order: the end of each edge is the start of the next.
        let mut before = self.fresh.last().copied().unwrap_or(0);
        for &facet in &self.fresh {
            debug_assert_eq!(
                self.facets[before as usize].corners[1],
                self.facets[facet as usize].corners[0]
            );
            self.facets[before as usize].twins[1] = facet * 4 + 2;
            self.facets[facet as usize].twins[2] = before * 4 + 1;
            before = facet;
        }
        self.free.append(&mut self.seen);
        self.horizon = horizon;
    }

    /// Lets the point wait at the first fresh facet that it sees; forgets it if it sees none.
    #[inline]
    fn deal(&mut self, point: u32) {
        let site = &self.sites[point as usize];
        for (&id, plane) in self.fresh.iter().zip(&self.cone) {
            let distance = plane.distance(site);
            let certain = plane.certain;
            if distance < -certain || distance <= certain && self.exact(id, point) <= 0.0 {
                continue;
            }
            let facet = &mut self.facets[id as usize];
            // Duplicates take the same way in the same order: the first of them is added.
            self.after[point as usize] = NONE;
            if facet.first == NONE {
                facet.first = point;
                facet.farthest = point;
                facet.distance = distance;
                self.pending.push_back(id);
            } else {
                self.after[facet.last as usize] = point;
                if distance > facet.distance {
                    facet.farthest = point;
                    facet.distance = distance;
                }
            }
            facet.last = point;
            return;
        }
    }

    /// A new facet, in a free slot if there is one.
    fn make(&mut self, corners: [u32; 3], twins: [u32; 3]) -> u32 {
        let facet = Facet {
            corners,
            twins,
            first: NONE,
            last: NONE,
            farthest: NONE,
            distance: 0.0,
            looked: 0,
            alive: true,
        };
        let plane = self.plane(corners);
        self.cone.push(plane);
        match self.free.pop() {
            Some(slot) => {
                self.facets[slot as usize] = facet;
                self.planes[slot as usize] = plane;
                slot
            }
            None => {
                self.facets.push(facet);
                self.planes.push(plane);
                self.facets.len() as u32 - 1
            }
        }
    }

    /// The plane through three corners.
    #[inline]
    fn plane(&self, corners: [u32; 3]) -> Plane {
        let [a, b, c] = corners.map(|i| self.sites[i as usize]);
        let u: Site<3> = core::array::from_fn(|k| b[k] - a[k]);
        let v: Site<3> = core::array::from_fn(|k| c[k] - a[k]);
        let mut normal = [0.0; 3];
        let mut permanent = 0.0;
        let mut upright = 0;
        for i in 0..3 {
            let (j, k) = (NEXT[i], NEXT[NEXT[i]]);
            let (plus, minus) = (u[j] * v[k], u[k] * v[j]);
            let size = plus.abs() + minus.abs();
            normal[i] = plus - minus;
            permanent += size * self.extent[i];
            // One mark for a component that is exactly zero, four for one whose sign is certain.
            upright +=
                if size == 0.0 { 1 } else { 4 * u32::from(normal[i].abs() > ROUNDINGS * size) };
        }
        if upright == 6 {
            // The plane is x, y or z = constant, as a box's are: the distance is one product of
            // two factors with exact signs.
            return Plane { base: a, normal, certain: 0.0 };
        }
        // The last summand covers products that underflow.
        Plane { base: a, normal, certain: ROUNDINGS * permanent + f64::MIN_POSITIVE }
    }

    /// Whether the point is strictly beyond the facet.
    #[inline]
    fn sees(&self, point: u32, facet: u32) -> bool {
        let distance = self.distance(facet, point);
        let certain = self.planes[facet as usize].certain;
        distance > certain || distance >= -certain && self.exact(facet, point) > 0.0
    }

    /// How far the point is beyond the facet's plane, rounded, in units of the facet's own.
    #[inline]
    fn distance(&self, facet: u32, point: u32) -> f64 {
        self.planes[facet as usize].distance(&self.sites[point as usize])
    }

    /// The same with the exact sign, for a distance that is not certain.
    #[cold]
    fn exact(&self, facet: u32, point: u32) -> f64 {
        let corners = self.facets[facet as usize].corners;
        if self.planes[facet as usize].certain == 0.0 || corners.contains(&point) {
            return 0.0;
        }
        let [a, b, c] = corners.map(|i| self.sites[i as usize]);
        exact::beyond(a, b, c, self.sites[point as usize])
    }
}
