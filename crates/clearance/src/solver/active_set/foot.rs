//! One of the two polyhedra of the walk: the one to three facets that hold its point, and what can
//! be in that point's way.

use core::hint::select_unpredictable;

use super::held::NONE;
use crate::accuracy;
use crate::answer::MOST;
use crate::shape::{Facet, FacetSet};
use crate::space::Vector;

/// The facets that hold a point of a polyhedron. All vectors are in its own frame.
pub(crate) struct Foot<'a, const D: usize> {
    set: &'a FacetSet<D>,
    ids: [u32; 3],
    /// Those in use, and then nothing.
    pub(crate) facets: [&'a Facet<D>; 3],
    pub(crate) count: usize,
    /// Two facets: those at the ends of their edge, if they are known.
    ends: [u32; 2],
    /// Whether the point, or the end of its last move, is yet to be compared with the facets beside.
    pub(crate) is_new: bool,
    /// Whether rounding leaves open which facets are next to these.
    crowded: bool,
}

/// What stops a move.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    /// The share of the move that is free: at most 1.
    pub(crate) share: f64,
    id: u32,
}

/// One more than what half of the bits can count.
const HALF: u32 = 1 << 16;

const FREE: Block = Block { share: 1.0, id: NONE };

impl<'a, const D: usize> Foot<'a, D> {
    /// No facet: everything is in its plane.
    pub(crate) const NOTHING: Facet<D> = Facet { normal: Vector::ZERO, offset: 0.0 };

    /// The facets that hold a point. Those that are not there count as missing; if the first of them
    /// does, or one before another, nothing about them is clear.
    ///
    /// How many there are, nobody can guess, so nothing branches on it.
    #[inline(always)]
    pub(crate) fn new(set: &'a FacetSet<D>, ids: &[u32; MOST]) -> Self {
        let all = set.facets();
        let known = |id: u32| (id as usize) < all.len();
        let facet = |id: u32| all.get(id as usize).unwrap_or(&Self::NOTHING);
        let named = |id: u32| if known(id) { id } else { NONE };
        let [first, second, third, ends] = *ids;
        let mut foot = Self {
            set,
            ids: [first, named(second), named(third)],
            facets: [facet(first), facet(second), facet(third)],
            count: 1 + usize::from(known(second)) + usize::from(known(third)),
            ends: unpacked(ends),
            is_new: false,
            crowded: set.is_doubtful()
                && (set.is_crowded(first) | set.is_crowded(second) | set.is_crowded(third)),
        };
        // Seldom: the last answer came from elsewhere.
        if foot.count == 2 && ends == NONE {
            foot.look_around();
        }
        foot
    }

    /// Finds the ends of the edge, if it is one.
    #[inline(always)]
    fn look_around(&mut self) {
        let ends = self.set.ends(self.ids[0], self.ids[1]);
        let is_edge = self.count == 2;
        self.ends = ends.map(|id| if is_edge { id } else { NONE });
    }

    /// Whether only the ends of an edge can be in the way, or nothing: at a vertex.
    #[inline(always)]
    pub(crate) fn is_railed(&self) -> bool {
        (self.count == 3) | ((self.ends[0] != NONE) & !self.crowded)
    }

    /// The facets at the ends of an edge; nothing, if there are none.
    #[inline(always)]
    pub(crate) fn ends(&self) -> [&'a Facet<D>; 2] {
        self.ends.map(|id| self.set.facets().get(id as usize).unwrap_or(&Self::NOTHING))
    }

    /// Takes up the facet at one of the ends, if it is to be.
    #[inline(always)]
    pub(crate) fn take_end(&mut self, second: bool, really: bool) {
        let [first, other] = self.ends();
        let (id, facet) = if second { (self.ends[1], other) } else { (self.ends[0], first) };
        self.ids[2] = if really { id } else { self.ids[2] };
        self.facets[2] = if really { facet } else { self.facets[2] };
        self.ends = self.ends.map(|id| if really { NONE } else { id });
        self.count += usize::from(really);
        // Where others are near, they are looked at.
        self.is_new |= really & !self.set.is_plain(self.ids[0]);
        self.crowded |= really & self.set.is_crowded(self.ids[2]);
    }

    /// The end of a move along an edge between its ends is nothing new; where a vertex is, does not change.
    #[inline(always)]
    pub(crate) fn slide(&mut self) {
        self.is_new &= self.count == 3;
    }

    /// How far a point can go, mostly all the way: see `Side::blocked`. `unit` is what rounding does
    /// to a slack.
    #[inline(always)]
    pub(crate) fn blocked(&mut self, local: Vector<D>, way: Vector<D>, unit: f64) -> Block {
        // A vertex does not move.
        if self.count == 3 {
            return FREE;
        }
        let limit = -accuracy::OVERSTEP * unit;
        let end = local + way;
        if self.is_railed() {
            let over = self.ends().map(|facet| facet.slack(end) < limit);
            self.is_new = over[0] | over[1];
            return match self.is_new {
                true => self.stopped(local, way, unit, &self.ends),
                false => FREE,
            };
        }
        // Which of them is overstepped the furthest, without a branch: nobody can guess it.
        let (mut lowest, mut at) = (0.0, NONE);
        for &id in self.beside() {
            let slack = self.set.facet(id).slack(end);
            at = if slack < lowest { id } else { at };
            lowest = if slack < lowest { slack } else { lowest };
        }
        self.is_new = lowest < limit;
        if !self.is_new {
            return FREE;
        }
        // Mostly there is only one.
        let mut beyond = 0_u32;
        for &id in self.beside() {
            beyond += u32::from(self.set.facet(id).slack(end) < limit);
        }
        let one = [at];
        self.stopped(local, way, unit, if beyond == 1 { &one } else { self.beside() })
    }

    /// What stops a move first, of these.
    #[inline(always)]
    fn stopped(&self, local: Vector<D>, way: Vector<D>, unit: f64, ids: &[u32]) -> Block {
        let leeway = accuracy::OVERSTEP * unit;
        let level = accuracy::LEVEL * accuracy::LEVEL * way.norm_squared();
        // Shares are compared as fractions, without a division.
        let (mut over, mut rate_over, mut found) = (1.0, 1.0, FREE);
        for &id in ids {
            let facet = self.set.facet(id);
            let (rate, slack) = (facet.normal.dot(way), facet.slack(local));
            let reach = (slack + leeway).max(0.0);
            let meets = rate > 0.0 && rate * rate > level && reach * rate_over < over * rate;
            if meets && id != self.ids[0] && id != self.ids[1] {
                (over, rate_over, found) = (reach, rate, Block { share: slack, id });
            }
        }
        if found.id == NONE {
            return FREE;
        }
        // Less than all, since it is in the way.
        let share = found.share / rate_over;
        let share = if share > 0.0 { share.min(1.0 - accuracy::ROUNDING) } else { 0.0 };
        Block { share, id: found.id }
    }

    /// Which of these facets stops a move first, and the share of the move that is free.
    #[inline(always)]
    pub(crate) fn first(
        set: &FacetSet<D>,
        beside: &[u32],
        local: Vector<D>,
        way: Vector<D>,
        unit: f64,
    ) -> (f64, u32) {
        let limit = -accuracy::OVERSTEP * unit;
        let level = accuracy::LEVEL * accuracy::LEVEL * way.norm_squared();
        let (mut least, mut first) = (1.0, NONE);
        for &id in beside {
            let facet = set.facet(id);
            let (rate, slack) = (facet.normal.dot(way), facet.slack(local));
            let over = (slack - rate < limit) & (rate > 0.0) & (rate * rate > level);
            // Selections, no branches: nobody can guess which it is.
            let share = (slack / rate).clamp(0.0, 1.0 - accuracy::ROUNDING);
            let share = select_unpredictable(over, share, 1.0);
            first = select_unpredictable(share < least, id, first);
            least = select_unpredictable(share < least, share, least);
        }
        (least, first)
    }

    /// The facets that can be in the way.
    #[inline(always)]
    fn beside(&self) -> &'a [u32] {
        let next = if self.crowded { None } else { self.set.neighbours(self.ids[0]) };
        next.unwrap_or_else(|| self.set.outer())
    }

    /// Takes up what is in the way of more than a share of a move; says whether that makes a vertex.
    #[inline(always)]
    pub(crate) fn take(&mut self, block: Block, share: f64) -> bool {
        if block.id == NONE || block.share > share || self.count >= 3 {
            return false;
        }
        // Not by a place that is found at run time: then all would have to lie in memory. (And the first
        // as well as the others: what it is needed for is then not done before it is needed.)
        let facet = self.set.facet(block.id);
        for k in 0..3 {
            let here = k == self.count;
            self.ids[k] = if here { block.id } else { self.ids[k] };
            self.facets[k] = if here { facet } else { self.facets[k] };
        }
        self.crowded |= self.set.is_crowded(block.id);
        self.count += 1;
        self.look_around();
        let vertex = self.count == 3;
        self.is_new |= vertex;
        vertex
    }

    /// The facet that pulls most, by its place, and its multiplier.
    #[inline(always)]
    pub(crate) fn worst(weights: Vector<D>) -> (usize, f64) {
        let mut least = weights[0];
        for k in 1..D {
            least = if weights[k] < least { weights[k] } else { least };
        }
        let mut worst = 0;
        for k in 1..D {
            worst = if weights[k] == least { k } else { worst };
        }
        (worst, least)
    }

    /// Lets a facet go, if it is to be: who is to let go, nobody can guess, so nothing branches on it.
    #[inline(always)]
    pub(crate) fn drop(&mut self, k: usize, really: bool) {
        self.count -= usize::from(really);
        // Where the last of them was; nowhere, if it stays.
        let last = if really { self.count } else { 3 };
        let k = if really { k } else { 3 };
        let (mut id, mut facet) = (self.ids[2], self.facets[2]);
        for i in 0..2 {
            id = if i == last { self.ids[i] } else { id };
            facet = if i == last { self.facets[i] } else { facet };
        }
        for i in 0..3 {
            self.ids[i] = if i == k { id } else { self.ids[i] };
            self.facets[i] = if i == k { facet } else { self.facets[i] };
            self.ids[i] = if i == last { NONE } else { self.ids[i] };
            self.facets[i] = if i == last { &Self::NOTHING } else { self.facets[i] };
        }
        self.look_around();
    }

    /// By how much a point is outside of the facets beside it.
    #[inline(always)]
    pub(crate) fn outside(&self, local: Vector<D>) -> f64 {
        let mut most = 0.0_f64;
        for &id in self.beside() {
            most = most.max(-self.set.facet(id).slack(local));
        }
        most
    }

    /// The facets, and the ends of the edge in one number: no set of which they are known has more
    /// facets than half of one can count.
    #[inline(always)]
    pub(crate) fn stand(&self) -> [u32; MOST] {
        [self.ids[0], self.ids[1], self.ids[2], packed(self.ends)]
    }
}

/// Two facets in one number.
#[inline(always)]
pub(crate) fn packed([first, second]: [u32; 2]) -> u32 {
    (first % HALF) | ((second % HALF) * HALF)
}

/// And back; two that are not there, if there is no such number.
#[inline(always)]
pub(crate) fn unpacked(ends: u32) -> [u32; 2] {
    // All bits, if there are none.
    let none = 0_u32.wrapping_sub(u32::from(ends == NONE));
    [(ends % HALF) | none, (ends / HALF) | none]
}

/// Whether a multiplier of a direction with the squared length `size` is less than zero by more than
/// rounding. Not a number pulls.
#[inline(always)]
pub(crate) fn pulls(weight: f64, size: f64) -> bool {
    const NOISE: f64 = accuracy::PUSH_NOISE * accuracy::ROUNDING;
    !((weight >= 0.0) | (weight * weight <= NOISE * NOISE * size))
}
