//! One of the two polyhedra of the walk: its point, and the one to three facets that hold it.

use super::held::NONE;
use super::walk::Start;
use crate::accuracy;
use crate::answer::MOST;
use crate::shape::{Facet, FacetSet, View};
use crate::space::{Rotation, Vector};

/// A polyhedron with a point of it. All vectors are in its own frame.
pub(super) struct Foot<'a, const D: usize> {
    set: &'a FacetSet<D>,
    /// Its axes in the world's.
    pub(super) turn: &'a Rotation<D>,
    /// Its origin in the world's axes, measured from A's.
    offset: Vector<D>,
    /// What rounding does to a slack.
    unit: f64,
    pub(super) local: Vector<D>,
    /// The point in the world's axes, measured from A's origin.
    pub(super) place: Vector<D>,
    ids: [u32; 3],
    /// Those in use, and then nothing. Not copied: what has just been written is slow to read in
    /// other portions.
    pub(super) facets: [&'a Facet<D>; 3],
    pub(super) count: usize,
    /// Two facets: along their edge, and one over its squared length.
    pub(super) edge: Vector<D>,
    pub(super) over: f64,
    /// The products of each of these with a vector are its parts along the normals.
    inverse: [Vector<D>; 3],
    /// Whether the point, or the end of its last move, is yet to be compared with the facets beside.
    is_new: bool,
    /// Whether rounding leaves open which facets are next to these.
    crowded: bool,
}

/// What stops a move.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The share of the move that is free: at most 1.
    pub(super) share: f64,
    id: u32,
}

/// What is between a point and a proof.
pub(super) struct Doubt<const D: usize> {
    /// The proof reaches further than the point by this.
    pub(super) short: f64,
    /// By how much the point is off the planes of its facets or, if that is open, outside.
    pub(super) off: f64,
    /// What is left of the direction without the facets' part.
    pub(super) left: Vector<D>,
}

const FREE: Block = Block { share: 1.0, id: NONE };

impl<'a, const D: usize> Foot<'a, D> {
    /// No facet: everything is in its plane.
    const NOTHING: Facet<D> = Facet { normal: Vector::ZERO, offset: 0.0 };

    /// A point that is inside, and the facets that hold it. `None` if there are none, or not these.
    ///
    /// How many there are, nobody can guess, so nothing branches on it.
    #[inline(always)]
    pub(super) fn new(
        set: &'a FacetSet<D>,
        (turn, offset): (&'a Rotation<D>, Vector<D>),
        unit: f64,
        (ids, local): Start<'_, D>,
    ) -> Option<Self> {
        let all = set.facets();
        let known = |id: u32| (id as usize) < all.len();
        let facet = |id: u32| all.get(id as usize).unwrap_or(&Self::NOTHING);
        let [first, second, third, _] = *ids;
        let count = 1 + usize::from(second != NONE) + usize::from(third != NONE);
        // None of them after one that is missing.
        let rest = (known(second) | (second == NONE)) & (known(third) | (third == NONE));
        if !(known(first) & rest & ((second != NONE) | (third == NONE))) {
            return None;
        }
        Some(Self {
            set,
            turn,
            offset,
            unit,
            local,
            place: turn.rotate(local) + offset,
            ids: [first, second, third],
            facets: [facet(first), facet(second), facet(third)],
            count,
            edge: Vector::ZERO,
            over: 0.0,
            inverse: [Vector::ZERO; 3],
            is_new: false,
            crowded: set.is_doubtful()
                && (set.is_crowded(first) | set.is_crowded(second) | set.is_crowded(third)),
        })
    }

    /// What the flat looks like; says whether that is clear.
    ///
    /// How many facets there are, nobody can guess, so nothing branches on it. Two are three of
    /// which the last, across the edge, does not count; and of one the first is its own inverse.
    #[inline(always)]
    pub(super) fn prepare(&mut self) -> bool {
        const ONE: [f64; 4] = [0.0, 1.0, 0.0, 0.0];
        const TWO: [f64; 4] = [0.0, 0.0, 1.0, 0.0];
        const THREE: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
        let (l, m, n) = (self.facets[0].normal, self.facets[1].normal, self.facets[2].normal);
        let count = self.count % 4;
        self.edge = l.cross3(m);
        let third = n + self.edge * TWO[count];
        let (p, q) = (m.cross3(third) + l * ONE[count], third.cross3(l));
        let volume = p.dot(l);
        self.over = 1.0 / volume;
        let last = self.over * THREE[count];
        self.inverse = [p * self.over, q * self.over, self.edge * last];
        volume.abs() > accuracy::STEADY
    }

    /// Moves the point.
    #[inline(always)]
    pub(super) fn step(&mut self, way: Vector<D>) {
        // A vertex does not move.
        if self.count < 3 {
            self.put(self.local + way);
        }
    }

    #[inline(always)]
    fn put(&mut self, local: Vector<D>) {
        self.local = local;
        self.place = self.turn.rotate(local) + self.offset;
    }

    /// A point of the world.
    #[inline(always)]
    pub(super) fn seen(&self, place: Vector<D>) -> Vector<D> {
        self.turn.rotate_back(place - self.offset)
    }

    /// One facet: the step to the point of its plane that is closest to a place.
    #[inline(always)]
    pub(super) fn foot_of(&self, place: Vector<D>) -> Vector<D> {
        let from = self.seen(place);
        from + self.facets[0].normal * self.facets[0].slack(from) - self.local
    }

    /// One facet each: the steps to the line that their planes have in common.
    #[inline(always)]
    pub(super) fn to_common_line(&self, other: &Self) -> Option<[Vector<D>; 2]> {
        let d = other.place - self.place;
        let m = self.turn.rotate(self.facets[0].normal);
        let n = other.turn.rotate(other.facets[0].normal);
        let line = m.cross3(n);
        let squared = line.norm_squared();
        if !(squared > accuracy::MEETING_PLANES) {
            return None;
        }
        let over = 1.0 / squared;
        let p = line.cross3(m) * (n.dot(d) * over);
        let q = line.cross3(n) * (m.dot(d) * over);
        // What is still between them lies along the line: half each.
        let rest = line * (line.dot(d) * over * 0.5);
        Some([self.turn.rotate_back(p + rest), other.turn.rotate_back(q - rest)])
    }

    /// The steps from here, along the edge, and from there, in its plane, to where the two meet.
    #[inline(always)]
    pub(super) fn crossing(&self, plane: &Self) -> Option<[Vector<D>; 2]> {
        let facet = plane.facets[0];
        let from = plane.seen(self.place);
        let edge = plane.turn.rotate_back(self.turn.rotate(self.edge));
        let rise = facet.normal.dot(edge);
        if !(rise * rise * self.over > accuracy::MEETING_PLANES) {
            return None;
        }
        let along = facet.slack(from) / rise;
        Some([self.edge * along, from + edge * along - plane.local])
    }

    /// How far the point can go, mostly all the way: see `Side::blocked`.
    #[inline(always)]
    pub(super) fn blocked(&mut self, way: Vector<D>) -> Block {
        // A vertex does not move.
        if self.count == 3 {
            return FREE;
        }
        let limit = -accuracy::OVERSTEP * self.unit;
        let end = self.local + way;
        // How many are overstepped, and which of them the furthest: without a branch.
        let (mut beyond, mut lowest, mut at) = (0_u32, 0.0, NONE);
        for &id in self.beside() {
            let slack = self.set.facet(id).slack(end);
            beyond += u32::from(slack < limit);
            at = if slack < lowest { id } else { at };
            lowest = if slack < lowest { slack } else { lowest };
        }
        self.is_new = beyond > 0;
        if beyond == 0 {
            return FREE;
        }
        // Mostly there is only one.
        let one = [at];
        self.stopped(way, if beyond == 1 { &one } else { self.beside() })
    }

    /// What stops a move first, of these.
    #[inline(always)]
    fn stopped(&self, way: Vector<D>, ids: &[u32]) -> Block {
        let leeway = accuracy::OVERSTEP * self.unit;
        let level = accuracy::LEVEL * accuracy::LEVEL * way.norm_squared();
        // Shares are compared as fractions, without a division.
        let (mut over, mut rate_over, mut found) = (1.0, 1.0, FREE);
        for &id in ids {
            let facet = self.set.facet(id);
            let (rate, slack) = (facet.normal.dot(way), facet.slack(self.local));
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

    /// The facets that can be in the way.
    #[inline(always)]
    fn beside(&self) -> &'a [u32] {
        let next = if self.crowded { None } else { self.set.neighbours(self.ids[0]) };
        next.unwrap_or_else(|| self.set.outer())
    }

    /// Makes a share of a move, and takes up what was in the way of more; says whether that leaves
    /// something clear.
    #[inline(always)]
    pub(super) fn advance(&mut self, way: Vector<D>, block: Block, share: f64) -> bool {
        if self.count == 3 {
            return true;
        }
        let mut to = self.local + way * share;
        let mut clear = true;
        if block.id != NONE && block.share <= share {
            (self.ids[self.count], self.facets[self.count]) = (block.id, self.set.facet(block.id));
            self.crowded |= self.set.is_crowded(block.id);
            self.count += 1;
            clear = self.prepare();
            if self.count == 3 {
                // To the vertex itself.
                let off = |k: usize| self.inverse[k] * self.facets[k].slack(to);
                to += off(0) + off(1) + off(2);
                self.is_new = true;
            }
        }
        self.put(to);
        clear
    }

    /// The multipliers of the facets that combine to `outward`; zero for those that are not in use.
    #[inline(always)]
    pub(super) fn weights(&self, outward: Vector<D>) -> Vector<D> {
        Vector::from_fn(|k| self.inverse[k % 3].dot(outward))
    }

    /// The facet that pulls most, by its place, and its multiplier: `None` if there is none. The
    /// multipliers are those of a direction with the squared length `size`.
    #[inline(always)]
    pub(super) fn worst(&self, weights: Vector<D>, size: f64) -> Option<(usize, f64)> {
        let mut least = weights[0];
        for k in 1..D {
            least = if weights[k] < least { weights[k] } else { least };
        }
        let noise = accuracy::PUSH_NOISE * accuracy::ROUNDING;
        if least >= 0.0 || least * least <= noise * noise * size {
            return None;
        }
        let mut worst = 0;
        for k in 1..D {
            worst = if weights[k] == least { k } else { worst };
        }
        Some((worst, least))
    }

    /// Lets a facet go.
    #[inline(always)]
    pub(super) fn drop(&mut self, k: usize) {
        self.count -= 1;
        let last = self.count;
        (self.ids[k % 3], self.facets[k % 3]) = (self.ids[last % 3], self.facets[last % 3]);
        self.ids[last % 3] = NONE;
        self.facets[last % 3] = &Self::NOTHING;
        self.prepare();
    }

    /// How good a proof these multipliers are that the point is the furthest along `outward`.
    #[inline(always)]
    pub(super) fn doubt(
        &self,
        outward: Vector<D>,
        weights: Vector<D>,
        view: &View<'_, D>,
    ) -> Doubt<D> {
        let (mut left, mut sum, mut off) = (outward, 0.0, 0.0_f64);
        for k in 0..D.min(3) {
            let slack = self.facets[k].slack(self.local);
            left -= self.facets[k].normal * weights[k];
            sum += weights[k] * slack.max(0.0);
            off = off.max(slack.abs());
        }
        if self.is_new {
            for &id in self.beside() {
                off = off.max(-self.set.facet(id).slack(self.local));
            }
        }
        let far = if view.is_bounded() { 2.0 * view.reach } else { self.local.max_abs() };
        Doubt { short: sum + left.sum_abs() * far, off, left }
    }

    /// The facets, for the evidence.
    #[inline(always)]
    pub(super) fn names(&self) -> [u32; MOST] {
        [self.ids[0], self.ids[1], self.ids[2], NONE]
    }
}
