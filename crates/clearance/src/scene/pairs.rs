//! What is remembered of pairs of bodies: a table from pairs to states.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::num::NonZeroU64;

use super::BodyId;
use super::bodies::Slot;
use crate::accuracy;
use crate::answer::{Answer, Evidence, MOST, Method, Names};
use crate::pair::Pair;
use crate::query::{Ask, Query, QueryError};
use crate::shape::View;
use crate::space::{Pose, Vector};
use crate::track::{Tracker, stamps};

/// What is remembered of a pair: two lines of the cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Memory<const D: usize> {
    /// The two bodies; a place in the scene may have been given to another since.
    pub(super) bodies: [BodyId; 2],
    /// The two parts that were closest.
    pub(super) parts: [u32; 2],
    /// Where the search between them ended.
    pub(super) last: Last<D>,
    /// What was proved, and when.
    pub(super) proof: Option<Proof<D>>,
}

/// Where a search ended.
#[derive(Clone, Debug)]
pub(super) enum Last<const D: usize> {
    /// Nobody knows, or it does not help.
    Nowhere,
    /// At these vertices: most of what a [`Tracker`] would say, in a sixth of the room.
    Vertices { len: u32, a: [u32; MOST], b: [u32; MOST] },
    /// Elsewhere.
    Other(Box<Tracker<D>>),
}

impl<const D: usize> Last<D> {
    /// Asks from where the last search ended, and remembers where this one did; see
    /// [`Tracker::ask`].
    #[inline(always)]
    pub(super) fn ask(
        &mut self,
        query: &Query,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
        beyond: f64,
    ) -> Result<Answer<D>, QueryError> {
        let mut evidence = Evidence::first_vertices();
        if let Self::Vertices { len, a: ids_a, b: ids_b } = self {
            evidence.len = *len as usize;
            (evidence.a, evidence.b) = (Names::Vertices(*ids_a), Names::Vertices(*ids_b));
            // Mostly what carried the last answer carries this one.
            if a.frame.is_none()
                && b.frame.is_none()
                && let pair = Pair::new(a, pose_a, b, pose_b)
                && let Some(answer) = query.again(&pair, &mut evidence, beyond)
            {
                return Ok(answer);
            }
        }
        if let Self::Other(tracker) = self {
            if tracker.follows(a, b) {
                return tracker.follow(query, (a, pose_a), (b, pose_b), beyond);
            }
            if a.frame.is_none()
                && b.frame.is_none()
                && let Some(answer) = tracker.again(query, &Pair::new(a, pose_a, b, pose_b), beyond)
            {
                return Ok(answer);
            }
        }
        let stamps = stamps(a, b);
        let warm = match self {
            Self::Nowhere => None,
            Self::Vertices { .. } => Some(&evidence),
            Self::Other(tracker) => tracker.warm(stamps),
        };
        let ask = Ask { warm, beyond, ..Ask::EVERYTHING };
        let answer = query.ask_seen((a, pose_a), (b, pose_b), ask);
        if let Ok(answer) = &answer {
            self.remember(answer, stamps);
            if let Self::Other(tracker) = self {
                tracker.mark((a, pose_a), (b, pose_b), answer);
            }
        }
        answer
    }

    #[inline(always)]
    fn remember(&mut self, answer: &Answer<D>, stamps: [u64; 2]) {
        let evidence = answer.evidence();
        match (answer.effort().method, evidence.a, evidence.b) {
            (Method::Formula | Method::Conjugate, ..) => self.forget(),
            (Method::Gjk, Names::Vertices(a), Names::Vertices(b)) => {
                *self = Self::Vertices { len: evidence.len as u32, a, b };
            }
            _ => self.remember_other(answer, stamps),
        }
    }

    /// What is found at once starts from nothing.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        if !matches!(self, Self::Nowhere) {
            *self = Self::Nowhere;
        }
    }

    #[inline(never)]
    fn remember_other(&mut self, answer: &Answer<D>, stamps: [u64; 2]) {
        if !matches!(self, Self::Other(_)) {
            *self = Self::Other(Box::new(Tracker::new()));
        }
        if let Self::Other(tracker) = self {
            tracker.remember(answer, stamps);
        }
    }
}

/// A bound that was proved for two bodies where they were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof<const D: usize> {
    /// They were no closer than this, rounding allowed for.
    pub(super) lower: f64,
    /// The normal of the slab between two convex bodies; zero if there is no single slab.
    pub(super) normal: Vector<D>,
    /// Where they were: see [`Stills`](super::stills::Stills).
    pub(super) stills: [u32; 2],
    /// How often each had been moved by then.
    pub(super) moves: [u64; 2],
    /// In which update, counted from one.
    pub(super) tick: NonZeroU64,
}

impl<const D: usize> Proof<D> {
    /// What rounding may do to a bound between two bodies.
    #[inline]
    pub(super) fn slack(a: &Slot<D>, b: &Slot<D>, lower: f64) -> f64 {
        // An infinite radius says nothing about how large the numbers are.
        let radius = |slot: &Slot<D>| if slot.radius.is_finite() { slot.radius } else { 0.0 };
        let size = a.centre.max_abs() + b.centre.max_abs() + radius(a) + radius(b);
        accuracy::MOTION_ROUNDING * accuracy::ROUNDING * (size + lower)
    }
}

/// Memories by pair: open addressing, so that it costs one look in most cases.
#[derive(Clone, Debug)]
pub(super) struct Memories<const D: usize> {
    /// A power of two many; what a place holds is a key and the number of a memory plus one.
    places: Vec<(u64, u32)>,
    list: Vec<Memory<D>>,
}

impl<const D: usize> Memory<D> {
    fn new(bodies: [BodyId; 2]) -> Self {
        Self { bodies, parts: [0; 2], last: Last::Nowhere, proof: None }
    }
}

impl<const D: usize> Default for Memories<D> {
    fn default() -> Self {
        Self { places: Vec::new(), list: Vec::new() }
    }
}

impl<const D: usize> Memories<D> {
    /// The number of the pair's memory, which is made if there is none. Numbers stay what they are
    /// until something is [forgotten](Self::retain).
    #[inline]
    pub(super) fn find_or_make(&mut self, bodies: [BodyId; 2]) -> usize {
        if 2 * (self.list.len() + 1) > self.places.len() {
            self.widen();
        }
        let key = key(bodies);
        let at = self.place(key);
        let (_, number) = self.places[at];
        if number > 0 {
            let memory = number as usize - 1;
            if self.list[memory].bodies != bodies {
                self.list[memory] = Memory::new(bodies);
            }
            return memory;
        }
        self.list.push(Memory::new(bodies));
        self.places[at] = (key, self.list.len() as u32);
        self.list.len() - 1
    }

    /// The pair's memory, if there is one.
    #[inline]
    pub(super) fn find(&self, bodies: [BodyId; 2]) -> Option<&Memory<D>> {
        self.number(bodies).map(|number| &self.list[number])
    }

    /// The number of the pair's memory, if there is one.
    #[inline]
    pub(super) fn number(&self, bodies: [BodyId; 2]) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        let (_, number) = self.places[self.place(key(bodies))];
        let number = (number as usize).wrapping_sub(1);
        (self.list.get(number)?.bodies == bodies).then_some(number)
    }

    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> &Memory<D> {
        &self.list[number]
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self, number: usize) -> &mut Memory<D> {
        &mut self.list[number]
    }

    /// All of them, by number.
    pub(super) fn all_mut(&mut self) -> &mut [Memory<D>] {
        &mut self.list
    }

    /// How many pairs are remembered.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets all pairs but these.
    pub(super) fn retain(&mut self, keep: impl FnMut(&Memory<D>) -> bool) {
        self.list.retain(keep);
        self.rebuild();
    }

    /// The place of a key, or the free one where it would go.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        // The high bits of the product depend on all bits of the key.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let (other, number) = self.places[at];
            if number == 0 || other == key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn widen(&mut self) {
        let wanted = (4 * (self.list.len() + 1)).next_power_of_two().max(16);
        self.places.clear();
        self.places.resize(wanted, (0, 0));
        self.rebuild();
    }

    fn rebuild(&mut self) {
        self.places.fill((0, 0));
        for number in 0..self.list.len() {
            let key = key(self.list[number].bodies);
            let at = self.place(key);
            self.places[at] = (key, number as u32 + 1);
        }
    }
}

/// Places in the scene only: the bodies themselves are compared in the memory.
#[inline(always)]
fn key([a, b]: [BodyId; 2]) -> u64 {
    u64::from(a.place) << 32 | u64::from(b.place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_takes_two_lines() {
        assert_eq!(size_of::<Memory<3>>(), 128);
    }

    #[test]
    fn memories_are_found_again() {
        let id = |place, generation| BodyId { place, generation };
        let mut memories = Memories::<3>::default();
        for a in 0..60 {
            for b in a + 1..60 {
                let number = memories.find_or_make([id(a, 0), id(b, 0)]);
                memories.get_mut(number).parts = [a, b];
            }
        }
        assert_eq!(memories.len(), 60 * 59 / 2);
        let parts = |memories: &Memories<3>, pair| memories.find(pair).map(|found| found.parts);
        assert_eq!(parts(&memories, [id(7, 0), id(50, 0)]), Some([7, 50]));
        // Another body in the same place is another pair.
        assert_eq!(parts(&memories, [id(7, 1), id(50, 0)]), None);
        memories.find_or_make([id(7, 1), id(50, 0)]);
        assert_eq!(parts(&memories, [id(7, 1), id(50, 0)]), Some([0, 0]));
        memories.retain(|memory| memory.bodies[0].place < 7);
        assert_eq!(parts(&memories, [id(7, 1), id(50, 0)]), None);
        assert_eq!(parts(&memories, [id(6, 0), id(50, 0)]), Some([6, 50]));
    }
}
