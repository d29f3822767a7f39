//! Steps of the walk that change facets in their places: what is in the way is taken up, or what pulls
//! is let go.
//!
//! Nearly all steps are these. At the ends of edges what comes is known from the stand already, and at
//! vertices all but one facet: the one at the far end of the edge that is left. So little is looked up,
//! and what does not change is not made again. Whatever is not plain is left to the walk itself.

use super::both::Both;
use super::foot::{Foot, packed, unpacked};
use super::held::NONE;
use super::stand::Stand;
use super::stride::{AFTER, Flats, Ground};
use super::walk::Left;
use crate::accuracy;
use crate::shape::FacetSet;
use crate::simd::Two;
use crate::space::Vector;

/// How far a walk has come.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    /// Where the points are, each in its own frame.
    pub(crate) local: Both,
    /// What is to be added to that, to rounding.
    pub(crate) mend: Both,
    /// How far apart, squared, the points were where nothing was in the way the last time.
    pub(crate) last: f64,
    pub(crate) steps: u32,
    /// A bit for each whose point is at a vertex to which others may be near.
    pub(crate) fresh: u32,
}

impl Stage {
    /// The end of a move along an edge between its ends is nothing new; where a vertex is, does not
    /// change.
    #[inline(always)]
    pub(crate) fn slide(&mut self, counts: [usize; 2]) {
        self.fresh &= u32::from(counts[0] == 3) | u32::from(counts[1] == 3) << 1;
    }

    /// One step more, if that is not too many.
    #[inline(always)]
    pub(crate) fn count(&mut self, most: u32) -> Result<(), Left> {
        if self.steps >= most {
            return Err(Left::Far);
        }
        self.steps += 1;
        Ok(())
    }
}

/// What was seen that is to be changed: something is in the way, or something pulls.
///
/// Not one of two things in the same place: that would be written and read in other portions.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// Where the bodies are, and where the points were, each in its own frame.
    pub(crate) ground: Ground,
    pub(crate) local: Both,
    /// Whether nothing is in the way.
    pub(crate) free: bool,
    pub(crate) way: Way,
    pub(crate) pull: Pull,
}

/// A way on which something is.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// Where it leads to, each in its own frame, and how far inside of the ends of edges that is.
    pub(crate) steps: Both,
    pub(crate) slacks: [Two; 2],
}

/// Where a way led, and facets pull.
#[derive(Clone, Copy)]
pub(crate) struct Pull {
    /// The multipliers, and a bit for each side on which one of them pulls.
    pub(crate) weights: Both,
    pub(crate) pulls: u32,
    /// Where the points are there, each in its own frame, and how far apart, squared.
    pub(crate) local: Both,
    pub(crate) squared: f64,
}

impl Pull {
    /// Nothing pulls.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self { weights: Both::nothing(), pulls: 0, local: Both::nothing(), squared: 0.0 }
    }
}

/// A direction that leaves a plane by less, squared, stays in it.
const LEVEL_SQUARED: f64 = accuracy::LEVEL * accuracy::LEVEL;

/// What stops a move along edges.
pub(crate) struct Blocked {
    /// The share of the move that is free.
    pub(crate) share: f64,
    /// A bit for each that is stopped there, and for each that the second of its ends stops.
    pub(crate) who: u32,
    pub(crate) second: u32,
}

impl Blocked {
    /// Of a move that oversteps ends. Nothing if that is not clear.
    ///
    /// Whose and which end it is, nobody can guess, so nothing branches on it.
    #[inline(always)]
    pub(crate) fn new(flats: &Flats, way: &Way, local: Both, unit: f64) -> Option<Self> {
        let Way { steps, slacks: [first, second] } = *way;
        let (now, rates) = (flats.slacks(local), flats.rates(steps));
        let other = second.under(first);
        let slack = other.choose(now[1], now[0]);
        let rate = other.choose(rates[1], rates[0]);
        let over = first.min(second).under(Two::same(-accuracy::OVERSTEP * unit));
        // Along the plane of an end, or away from it: not clear.
        let level = steps.dot(steps) * Two::same(LEVEL_SQUARED);
        let zero = Two::same(0.0);
        let leads = zero.under(rate).signs() & level.under(rate * rate).signs();
        let over_bits = over.signs();
        if (over_bits == 0) | (over_bits & !leads != 0) {
            return None;
        }
        let share = (slack / rate).max(zero).min(Two::same(1.0 - accuracy::ROUNDING));
        let share = over.choose(share, Two::same(1.0));
        let least = share.min(share.swapped());
        let who = over_bits & !least.under(share).signs();
        Some(Self { share: least.a(), who, second: other.signs() })
    }

    /// Whether it is this side that is stopped, and whether by its second end.
    #[inline(always)]
    pub(crate) fn of(&self, side: usize) -> (bool, bool) {
        (self.who >> side & 1 != 0, self.second >> side & 1 != 0)
    }
}

impl Stand {
    /// Changes what is to be changed, and goes as far as that is known; not if it is not plain how.
    #[inline(always)]
    pub(crate) fn change<const D: usize>(
        &mut self,
        sets: [&FacetSet<D>; 2],
        ground: &Ground,
        seen: (bool, &Way, &Pull),
        stage: &mut Stage,
    ) -> bool {
        let (free, way, pull) = seen;
        if !free {
            return self.take(sets, ground, way, stage);
        }
        if !((pull.squared < stage.last) && self.drop(sets, pull)) {
            return false;
        }
        (stage.local, stage.mend, stage.last) = (pull.local, Both::nothing(), pull.squared);
        true
    }

    /// Goes on to what is in the way and takes it up; not if it is not plain what that is.
    #[inline(always)]
    pub(crate) fn take<const D: usize>(
        &mut self,
        sets: [&FacetSet<D>; 2],
        ground: &Ground,
        way: &Way,
        stage: &mut Stage,
    ) -> bool {
        if sets[0].is_doubtful() | sets[1].is_doubtful() {
            return false;
        }
        if self.railed {
            return self.take_ends(sets, way, stage, ground.unit);
        }
        // A copy: what others may write to would always have to lie in memory.
        let mut copy = *stage;
        let share = self.take_beside(sets, way.steps, &mut copy, ground.unit);
        *stage = copy;
        let Some(share) = share else { return false };
        stage.local = stage.local + stage.mend + way.steps.times(Two::same(share));
        stage.mend = self.flats.at_vertices(stage.local, self.flats.vertices()) - stage.local;
        true
    }

    /// Takes up facets at the ends of edges, if it is plain which these are.
    ///
    /// Where the ends of the edges are, does not wait for the way, nor for what the facets leave there:
    /// that mends it later, to rounding. And the other point stays where it is: from anywhere on its
    /// flat the closest points are the same.
    #[inline(always)]
    fn take_ends<const D: usize>(
        &mut self,
        sets: [&FacetSet<D>; 2],
        way: &Way,
        stage: &mut Stage,
        unit: f64,
    ) -> bool {
        let flats = &self.flats;
        let [v, w] = flats.at_ends(stage.local);
        let Some(block) = Blocked::new(flats, way, stage.local, unit) else { return false };
        let Blocked { mut who, second, .. } = block;
        let end = v.with_for(way.slacks[1].under(way.slacks[0]), w);
        stage.local = stage.local.with_for(Two::bits([who & 1 != 0, who & 2 != 0]), end);
        // Mostly one.
        while who != 0 {
            let side = who.trailing_zeros() as usize % 2;
            who &= who - 1;
            let end = second as usize >> side & 1;
            let ids = &mut self.ids[side];
            ids[2] = unpacked(ids[3])[end];
            ids[3] = NONE;
            // Where others are near, they are looked at.
            stage.fresh |= u32::from(!sets[side].is_plain(ids[0])) << side;
            self.flats.take_end(side, end);
        }
        stage.mend = self.flats.at_vertices(stage.local, self.flats.vertices()) - stage.local;
        true
    }

    /// The same where something is beside a face. Seldom.
    #[inline(never)]
    fn take_beside<const D: usize>(
        &mut self,
        sets: [&FacetSet<D>; 2],
        steps: Both,
        stage: &mut Stage,
        unit: f64,
    ) -> Option<f64> {
        let blocked = |side: usize, local: Vector<D>, way: Vector<D>| {
            let ids = &self.ids[side];
            let ends = unpacked(ids[3]);
            let beside = match self.flats.counts[side] {
                1 => sets[side].neighbours(ids[0])?,
                2 if ends[0] != NONE => &ends,
                3 => &[],
                _ => return None,
            };
            Some(Foot::first(sets[side], beside, local, way, unit))
        };
        let (share_a, id_a) = blocked(0, stage.local.a(), steps.a())?;
        let (share_b, id_b) = blocked(1, stage.local.b(), steps.b())?;
        let share = if share_a < share_b { share_a } else { share_b };
        if !(share < 1.0) {
            return None;
        }
        for (side, share_here, id) in [(0, share_a, id_a), (1, share_b, id_b)] {
            if share_here <= share {
                let ids = &mut self.ids[side];
                if self.flats.counts[side] == 1 {
                    let ends = sets[side].ends(ids[0], id);
                    *ids = [ids[0], id, NONE, packed(ends)];
                    self.put(sets[side], side, ends);
                } else {
                    let end = usize::from(id == unpacked(ids[3])[1]);
                    *ids = [ids[0], ids[1], id, NONE];
                    stage.fresh |= u32::from(!sets[side].is_plain(ids[0])) << side;
                    self.flats.take_end(side, end);
                }
            }
        }
        self.railed = self.is_railed();
        Some(share)
    }

    /// Lets the facet go that pulls most, on each side; not if that leaves no face, or an edge whose
    /// ends are not known.
    #[inline(always)]
    pub(crate) fn drop<const D: usize>(&mut self, sets: [&FacetSet<D>; 2], pull: &Pull) -> bool {
        if sets[0].is_doubtful() | sets[1].is_doubtful() {
            return false;
        }
        let weights = pull.weights;
        let least = weights.least();
        // Which it is, in bits for both.
        let [second, third] = [1, 2].map(|k| !least.under(weights.at(k)).signs());
        let mut who = pull.pulls;
        while who != 0 {
            let side = who.trailing_zeros() as usize % 2;
            who &= who - 1;
            let bit = |of: u32| of as usize >> side & 1;
            let k = (2 * bit(third)).max(bit(second));
            let (set, ids) = (sets[side], &mut self.ids[side]);
            let count = self.flats.counts[side];
            if count != 3 {
                if count != 2 {
                    return false;
                }
                *ids = [ids[1 - k % 2], NONE, NONE, NONE];
                self.put(set, side, [NONE; 2]);
                self.railed = false;
                continue;
            }
            let (gone, i, j) = (ids[k], ids[AFTER[k]], ids[AFTER[k + 1]]);
            // What is let go is at one end. Which one, nobody can guess: the bits of the other are what
            // is left of both without it.
            let [first, last] = set.ends(i, j);
            let new = first ^ last ^ gone;
            let Some(facet) = set.facets().get(new as usize) else { return false };
            if (first != gone) & (last != gone) {
                return false;
            }
            *ids = [i, j, NONE, packed([gone, new])];
            self.flats.let_go(side, k, facet);
        }
        true
    }

    /// Writes what one or two facets of one side leave.
    #[inline(always)]
    fn put<const D: usize>(&mut self, set: &FacetSet<D>, side: usize, ends: [u32; 2]) {
        let facet = |id: u32| set.facets().get(id as usize).unwrap_or(&Foot::<D>::NOTHING);
        let [first, second, ..] = self.ids[side % 2];
        let count = 1 + usize::from(second != NONE);
        self.flats.stand_on(side, [first, second].map(facet), ends.map(facet), count);
    }

    /// Whether only ends can be in the way.
    #[inline(always)]
    fn is_railed(&self) -> bool {
        let railed = |side: usize| match self.flats.counts[side] {
            3 => true,
            _ => self.ids[side][3] != NONE,
        };
        railed(0) & railed(1)
    }

    /// By how much points are outside of facets beside their own, where that is not known.
    #[inline(always)]
    pub(crate) fn outside<const D: usize>(
        &self,
        sets: [&FacetSet<D>; 2],
        stage: &Stage,
        local: Both,
    ) -> f64 {
        let mut most = 0.0_f64;
        for (s, point) in [local.a(), local.b()].into_iter().enumerate() {
            let beside = sets[s].neighbours(self.ids[s][0]).filter(|_| stage.fresh >> s & 1 != 0);
            for &id in beside.unwrap_or(&[]) {
                most = most.max(-sets[s].facet(id).slack(point));
            }
        }
        most
    }
}
