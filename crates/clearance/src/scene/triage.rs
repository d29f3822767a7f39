//! As much as a budget allows, on the pairs that could collide first; and for every pair, at every
//! moment, a bound that is proved.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::num::NonZeroU64;

use super::bodies::{Scene, Slot};
use super::error::SceneError;
use super::evaluate::Split;
use super::neighbours::Near;
use crate::accuracy;

/// What an [update](Scene::update) may spend.
#[non_exhaustive]
pub enum Budget<'a> {
    /// Whatever it takes: every pair is compared.
    Everything,
    /// So many pairs.
    Pairs(usize),
    /// Pairs for as long as this says so; it is asked before each.
    While(&'a mut dyn FnMut() -> bool),
    /// Pairs for so long.
    #[cfg(feature = "std")]
    Time(core::time::Duration),
}

/// What an [update](Scene::update) did.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Update {
    /// How many pairs are watched.
    pub pairs: usize,
    /// How many of them were compared.
    pub compared: usize,
    /// How many pairs have moved since they were last compared.
    pub stale: usize,
    /// No pair of the scene that counts is closer than this, compared or not; infinite if there is
    /// none.
    pub lower: f64,
}

/// A pair, and the number of its memory.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    a: u32,
    b: u32,
    memory: usize,
}

/// What a scene keeps for its updates.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    tick: NonZeroU64,
    /// Boxes further apart than this vouch for their pair: it is not watched.
    horizon: f64,
    pairs: Vec<Candidate>,
    /// Whether `pairs` are all that count.
    known: bool,
    /// What is proved for each of them.
    bounds: Vec<f64>,
    /// How far the points of each body had gone by the last update, and how far since the one
    /// before.
    last: Vec<(f64, f64)>,
    ranks: [Vec<Rank>; 2],
    /// How many pairs were compared on a budget, ever: whose turn it is.
    turns: usize,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            tick: NonZeroU64::MIN,
            horizon: f64::INFINITY,
            pairs: Vec::new(),
            known: false,
            bounds: Vec::new(),
            last: Vec::new(),
            ranks: [Vec::new(), Vec::new()],
            turns: 0,
        }
    }
}

impl Watch {
    pub(super) fn tick(&self) -> NonZeroU64 {
        self.tick
    }

    /// Whether the numbers of memories must stay what they are.
    pub(super) fn holds_numbers(&self) -> bool {
        self.known && self.horizon.is_infinite()
    }

    /// Other pairs count from now on.
    pub(super) fn pairs_changed(&mut self) {
        self.known = false;
    }
}

/// A pair in a queue; the greatest comes first.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Rank {
    /// The smaller, the sooner.
    urgency: f64,
    index: u32,
}

impl Eq for Rank {}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        other.urgency.total_cmp(&self.urgency).then(other.index.cmp(&self.index))
    }
}

impl<const D: usize> Scene<D> {
    /// Leaves pairs whose boxes are further apart than this to their boxes: updates do not look at
    /// them. Without it, every pair is watched, which is the thing to do up to some thousand pairs.
    pub fn set_horizon(&mut self, horizon: f64) -> Result<(), SceneError> {
        if !(horizon >= 0.0) {
            return Err(SceneError::BadArgument("the horizon must be zero or more"));
        }
        self.watch.horizon = horizon;
        self.watch.known = false;
        Ok(())
    }

    /// Compares pairs for as long as the budget lasts: those that could collide first, going by
    /// what is proved about them and how fast they move, and every fourth time the pair that has
    /// waited longest.
    ///
    /// Whatever the budget, [`bound`](Self::bound) has a bound for every pair afterwards, and
    /// `lower` of what is returned holds for all of them.
    ///
    /// ```
    /// use clearance::scene::{Body, Budget, Scene};
    /// use clearance::{Pose, shape::Ball};
    /// use std::sync::Arc;
    /// let ball = Arc::new(Body::new(Ball::<3>::new(0.5)?)?);
    /// let mut scene = Scene::new();
    /// let ids: Vec<_> = (0..10)
    ///     .map(|i| scene.add(ball.clone(), Pose::at([2.0 * f64::from(i), 0.0, 0.0])))
    ///     .collect::<Result<_, _>>()?;
    /// for step in 0..100 {
    ///     scene.move_to(ids[0], Pose::at([0.005 * f64::from(step), 0.0, 0.0]))?;
    ///     let update = scene.update(Budget::Pairs(3))?;
    ///     assert!(update.compared <= 3 && update.lower <= 1.0);
    /// }
    /// let bound = scene.bound(ids[0], ids[9])?;
    /// assert!(bound.lower > 16.0 && bound.lower <= 17.0 - 0.495);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update(&mut self, budget: Budget<'_>) -> Result<Update, SceneError> {
        self.gather()?;
        self.watch.tick = self.watch.tick.saturating_add(1);
        match budget {
            Budget::Everything => self.compare_all(),
            Budget::Pairs(most) => {
                let mut left = most;
                self.triage(&mut || {
                    let more = left > 0;
                    left = left.saturating_sub(1);
                    more
                })
            }
            Budget::While(go_on) => self.triage(go_on),
            #[cfg(feature = "std")]
            Budget::Time(time) => {
                let start = std::time::Instant::now();
                self.triage(&mut || start.elapsed() < time)
            }
        }
    }

    /// Brings the list of pairs up to date.
    fn gather(&mut self) -> Result<(), SceneError> {
        self.settle();
        if self.watch.horizon.is_finite() {
            self.look_around(self.watch.horizon)?;
            let mut pairs = core::mem::take(&mut self.watch.pairs);
            pairs.clear();
            for &Near { a, b, .. } in &self.neighbours.near {
                let bodies = self.world().pair(a, b);
                pairs.push(Candidate { a, b, memory: self.memories.find_or_make(bodies) });
            }
            self.watch.pairs = pairs;
        } else if !self.watch.known {
            let mut pairs = core::mem::take(&mut self.watch.pairs);
            pairs.clear();
            let places: Vec<u32> = self.bodies().map(|id| id.place).collect();
            let split = self.split();
            for (k, &a) in places.iter().enumerate() {
                for &b in &places[k + 1..] {
                    if split.world().counts(a, b) {
                        let bodies = split.world().pair(a, b);
                        pairs.push(Candidate { a, b, memory: split.memories.find_or_make(bodies) });
                    }
                }
            }
            self.watch.pairs = pairs;
        }
        self.watch.known = true;
        Ok(())
    }

    /// Every pair, but those that have not moved since they were last compared.
    fn compare_all(&mut self) -> Result<Update, SceneError> {
        let pairs = core::mem::take(&mut self.watch.pairs);
        let mut split = self.split();
        let (mut compared, mut lower, mut failed) = (0, f64::INFINITY, None);
        for &Candidate { a, b, memory } in &pairs {
            let moves = [split.slots[a as usize].moves, split.slots[b as usize].moves];
            if split.memories.get(memory).proof.as_ref().is_none_or(|proof| proof.moves != moves) {
                compared += 1;
                if let Err(error) = split.compare(memory, f64::INFINITY, |_, _, _| {}) {
                    failed = Some(error);
                    break;
                }
            }
            if let Some(proof) = &split.memories.get(memory).proof {
                lower = lower.min(proof.lower);
            }
        }
        let count = pairs.len();
        self.watch.pairs = pairs;
        match failed {
            Some(error) => Err(error),
            None => Ok(Update { pairs: count, compared, stale: 0, lower: self.beyond(lower) }),
        }
    }

    /// The bound for all pairs: pairs beyond the horizon are not closer than that.
    fn beyond(&self, lower: f64) -> f64 {
        lower.min(self.watch.horizon)
    }

    /// The pairs that could collide first, for as long as `go_on` says so.
    fn triage(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<Update, SceneError> {
        self.observe();
        let mut watch = core::mem::take(&mut self.watch);
        let result = self.split_with(watch.tick).triage(&mut watch, go_on);
        self.watch = watch;
        let (compared, stale) = result?;
        let lower = self.watch.bounds.iter().copied().fold(f64::INFINITY, f64::min);
        Ok(Update { pairs: self.watch.pairs.len(), compared, stale, lower: self.beyond(lower) })
    }

    fn split_with(&mut self, tick: NonZeroU64) -> Split<'_, D> {
        let mut split = self.split();
        split.tick = tick;
        split
    }

    /// How far the points of each body have gone since the last update.
    fn observe(&mut self) {
        let last = &mut self.watch.last;
        let first = last.len();
        last.resize(self.travels.len(), (0.0, 0.0));
        for (place, &travel) in self.travels.iter().enumerate() {
            let (before, step) = &mut last[place];
            *step = if place < first { travel - *before } else { 0.0 };
            *before = travel;
        }
    }
}

impl<const D: usize> Split<'_, D> {
    /// Compares the most urgent pairs; how many, and how many are stale in the end.
    fn triage(
        &mut self,
        watch: &mut Watch,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(usize, usize), SceneError> {
        let Watch { pairs, bounds, last, ranks, turns, .. } = watch;
        let [mut urgent, mut waiting] = core::mem::take(ranks);
        urgent.clear();
        waiting.clear();
        bounds.clear();
        let declared = self.slots.iter().all(|slot| slot.body.is_none() || slot.speed.is_some());
        for (index, &Candidate { a, b, memory }) in pairs.iter().enumerate() {
            let proof = self.memories.get(memory).proof.as_ref();
            let lower = self.world().vouched(proof, a, b);
            bounds.push(lower);
            let (first, second) = (&self.slots[a as usize], &self.slots[b as usize]);
            if proof.is_some_and(|proof| proof.moves == [first.moves, second.moves]) {
                continue;
            }
            let speed = |slot: &Slot<D>, place: u32| match slot.fastest() {
                Some(fastest) if declared => fastest,
                _ => last[place as usize].1,
            };
            let index = index as u32;
            let closing = speed(first, a) + speed(second, b);
            // Bodies that do not move now collide last.
            let urgency = if closing > 0.0 { lower / closing } else { f64::MAX };
            urgent.push(Rank { urgency, index });
            let since = proof.map_or(0.0, |proof| 1.0 + proof.tick.get() as f64);
            waiting.push(Rank { urgency: since, index });
        }
        let stale = urgent.len();
        let (mut urgent, mut waiting) = (BinaryHeap::from(urgent), BinaryHeap::from(waiting));
        let mut compared = 0;
        while compared < stale && go_on() {
            *turns = turns.wrapping_add(1);
            let stalest = turns.is_multiple_of(accuracy::STALEST_EVERY);
            let queue = if stalest { &mut waiting } else { &mut urgent };
            // The other queue may have had it already.
            let next = loop {
                let Some(next) = queue.pop() else { break None };
                let number = pairs[next.index as usize].memory;
                let proof = self.memories.get(number).proof.as_ref();
                if proof.is_none_or(|proof| proof.tick != self.tick) {
                    break Some((next.index as usize, number));
                }
            };
            let Some((index, number)) = next else { break };
            self.compare(number, f64::INFINITY, |_, _, _| {})?;
            compared += 1;
            if let Some(proof) = &self.memories.get(number).proof {
                bounds[index] = bounds[index].max(proof.lower);
            }
        }
        *ranks = [urgent.into_vec(), waiting.into_vec()];
        Ok((compared, stale - compared))
    }
}
