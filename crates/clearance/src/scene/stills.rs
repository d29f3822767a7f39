//! Where bodies were when they were compared.
//!
//! What is proved about a pair is proved for two poses, and what is left of it later depends on
//! both. All pairs that are compared while a body stays where it is share one copy of its pose.

use alloc::vec::Vec;

use super::bodies::Slot;
use super::pairs::Memories;
use crate::accuracy;
use crate::space::Pose;

/// Poses by number. A number stays what it is until the [sweep](Self::sweep).
#[derive(Clone, Debug)]
pub(super) struct Stills<const D: usize> {
    list: Vec<Pose<D>>,
    /// That of the body in each place where it is now; `NONE` if there is none yet.
    latest: Vec<u32>,
    /// How many there may be before those that no pair needs are dropped.
    limit: usize,
}

const NONE: u32 = u32::MAX;

impl<const D: usize> Default for Stills<D> {
    fn default() -> Self {
        Self { list: Vec::new(), latest: Vec::new(), limit: accuracy::SPARE_STILLS }
    }
}

impl<const D: usize> Stills<D> {
    /// The number of where the body in this place is now.
    #[inline(always)]
    pub(super) fn of(&mut self, place: u32, slot: &Slot<D>) -> u32 {
        match self.latest.get(place as usize) {
            Some(&number) if number != NONE => number,
            _ => self.add(place, slot),
        }
    }

    #[inline(never)]
    fn add(&mut self, place: u32, slot: &Slot<D>) -> u32 {
        let number = self.list.len() as u32;
        self.list.push(slot.pose);
        if self.latest.len() <= place as usize {
            self.latest.resize(place as usize + 1, NONE);
        }
        self.latest[place as usize] = number;
        number
    }

    #[inline(always)]
    pub(super) fn get(&self, number: u32) -> &Pose<D> {
        &self.list[number as usize]
    }

    /// The body in this place is elsewhere now, or another one.
    #[inline]
    pub(super) fn moved(&mut self, place: u32) {
        if let Some(latest) = self.latest.get_mut(place as usize) {
            *latest = NONE;
        }
    }

    /// Drops the poses that no pair needs any more, if there are many.
    #[inline]
    pub(super) fn tidy(&mut self, memories: &mut Memories<D>) {
        if self.list.len() > self.limit {
            self.sweep(memories);
        }
    }

    #[inline(never)]
    fn sweep(&mut self, memories: &mut Memories<D>) {
        let mut new_numbers: Vec<Option<u32>> = Vec::new();
        new_numbers.resize(self.list.len(), None);
        let mut kept = Vec::new();
        for memory in memories.all_mut() {
            let Some(proof) = &mut memory.proof else { continue };
            for number in &mut proof.stills {
                let old = *number as usize;
                *number = *new_numbers[old].get_or_insert_with(|| {
                    kept.push(self.list[old]);
                    kept.len() as u32 - 1
                });
            }
        }
        for latest in &mut self.latest {
            let new = new_numbers.get(*latest as usize).copied().flatten();
            *latest = new.unwrap_or(NONE);
        }
        self.limit = 4 * kept.len() + accuracy::SPARE_STILLS;
        self.list = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Body, Scene};
    use crate::shape::Ball;

    /// Bodies that move for ever do not fill the memory with where they were, and what was proved
    /// about a pair that was left alone is still there.
    #[test]
    fn poses_that_nobody_needs_are_dropped() {
        let mut scene = Scene::<3>::new();
        let ball = || Body::new(Ball::new(0.5).unwrap()).unwrap();
        let at = |x: f64| Pose::at([x, 0.0, 0.0]);
        let ids: Vec<_> =
            (0..3).map(|i| scene.add(ball(), at(4.0 * f64::from(i))).unwrap()).collect();
        scene.distance(ids[1], ids[2]).unwrap();
        let most = accuracy::SPARE_STILLS + 20;
        for step in 0..2 * most {
            scene.move_to(ids[0], at(-0.001 * step as f64)).unwrap();
            scene.distance(ids[0], ids[1]).unwrap();
            assert!(scene.stills.list.len() < most);
        }
        let bound = scene.bound(ids[1], ids[2]).unwrap();
        assert!(!bound.stale && bound.lower > 2.999_999);
        scene.move_to(ids[2], at(7.0)).unwrap();
        let bound = scene.bound(ids[1], ids[2]).unwrap();
        assert!(bound.stale && bound.lower > 1.999_999 && bound.lower <= 2.0);
    }
}
