//! Which bodies are close to each other, kept from one question to the next.
//!
//! The boxes in the tree are larger than the bodies, so that most moves do not change them; and as
//! long as they stay, so does the list of those that are close to each other. Only bodies that
//! have left their boxes are looked up anew.
//!
//! Each pair of the list has an account of what is proved about it. Its distance was at least d
//! when bodies A and B had gone a way of s and t in all; when they have gone s' and t', it is at
//! least d + s + t − s' − t'. Until that is used up, one number and two sums say that the pair is
//! beyond the margin, and neither the bodies nor their boxes are looked at.

use alloc::vec::Vec;

use super::bodies::Scene;
use super::bvh::Limit;
use super::error::SceneError;
use super::evaluate::World;
use crate::accuracy;

/// Two bodies that are close to each other, and what is proved about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    a: u32,
    b: u32,
    /// The distance that was proved, and the ways that both had gone by then.
    account: f64,
    /// The number of the pair's memory; `NONE` if that is not known.
    pub(super) memory: u32,
}

/// A pair to be compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) a: u32,
    pub(super) b: u32,
    /// Where it is in the list; `NONE` for unbounded bodies, which are in no list.
    pub(super) place: u32,
}

pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    /// All pairs whose boxes in the tree are within this of each other, in order.
    pub(super) list: Vec<Neighbour>,
    margin: f64,
    /// The largest margin that was asked for since the list was made.
    asked: f64,
    known: bool,
    /// Bodies whose boxes in the tree have changed since.
    escaped: Vec<u32>,
    /// How many pairs were remembered when those that are no neighbours were last forgotten.
    remembered: usize,
    /// Room to work in: pairs that are new, the list that is to be, and by place whether the
    /// body has left its box.
    spare: Vec<Neighbour>,
    merged: Vec<Neighbour>,
    left: Vec<bool>,
    /// The pairs that the last question was about, in order.
    pub(super) near: Vec<Near>,
}

impl Neighbours {
    /// The list holds no more.
    pub(super) fn forget(&mut self) {
        self.known = false;
        self.escaped.clear();
    }

    /// The box of this body in the tree has changed.
    #[inline]
    pub(super) fn escaped(&mut self, place: u32) {
        if self.known {
            self.escaped.push(place);
        }
    }

    /// Notes what is proved about a pair now.
    #[inline(always)]
    pub(super) fn note(&mut self, place: u32, lower: f64, travels: &[f64]) {
        if let Some(pair) = self.list.get_mut(place as usize) {
            pair.account = lower + (travels[pair.a as usize] + travels[pair.b as usize]);
        }
    }
}

impl<const D: usize> Scene<D> {
    /// Finds the pairs that count and whose boxes and balls are within the margin of each other,
    /// but for those that are known to be further apart: all in [`Neighbours::near`], in order.
    pub(super) fn look_around(&mut self, margin: f64) -> Result<(), SceneError> {
        if !(margin >= 0.0) {
            return Err(SceneError::BadArgument("the margin must be zero or more"));
        }
        self.settle();
        self.refresh(margin);
        let mut neighbours = core::mem::take(&mut self.neighbours);
        let Neighbours { list, near, .. } = &mut neighbours;
        let (world, travels) = (self.world(), &self.travels[..]);
        near.clear();
        for (place, pair) in list.iter_mut().enumerate() {
            let &mut Neighbour { a, b, account, .. } = pair;
            let gone = travels[a as usize] + travels[b as usize];
            let slack = accuracy::MOTION_ROUNDING * accuracy::ROUNDING * (gone + account.abs());
            if account - gone - slack > margin {
                continue;
            }
            let coarse = world.coarse(a, b);
            if coarse > margin {
                pair.account = coarse + gone;
            } else {
                near.push(Near { a, b, place: place as u32 });
            }
        }
        let listed = near.len();
        self.beside_unbounded(margin, near);
        if near.len() > listed {
            near.sort_unstable_by_key(|pair| (pair.a, pair.b));
        }
        self.neighbours = neighbours;
        Ok(())
    }

    /// The pairs of which one is unbounded.
    fn beside_unbounded(&self, margin: f64, near: &mut Vec<Near>) {
        let world = self.world();
        let mut keep = |a: u32, b: u32| {
            if world.counts(a, b) && world.coarse(a, b) <= margin {
                near.push(Near { a: a.min(b), b: a.max(b), place: NONE });
            }
            Ok::<(), core::convert::Infallible>(())
        };
        for (k, &a) in self.unbounded.iter().enumerate() {
            let bounds = world.slots[a as usize].bounds;
            let Ok(()) = self.tree.near(&bounds, &mut Limit::new(margin), &mut |b, _| keep(a, b));
            for &b in &self.unbounded[k + 1..] {
                let Ok(()) = keep(a, b);
            }
        }
    }

    /// Brings the list up to date.
    fn refresh(&mut self, margin: f64) {
        let list = &mut self.neighbours;
        list.asked = list.asked.max(margin);
        let many = list.escaped.len() * accuracy::MANY_ESCAPED >= self.tree.len();
        if !list.known || margin > list.margin || !list.escaped.is_empty() && many {
            self.list_all(margin);
        } else if !list.escaped.is_empty() {
            self.list_again();
        }
    }

    /// Makes the list.
    fn list_all(&mut self, margin: f64) {
        // A margin that nobody has asked for since the last time is let go.
        let widest = if self.neighbours.known { self.neighbours.asked } else { margin };
        let mut old = core::mem::take(&mut self.neighbours);
        let mut new = Vec::with_capacity(old.list.len());
        let world = self.world();
        let mut visit = |a: u32, b: u32, _: &mut Limit| {
            if world.counts(a, b) {
                new.push(Neighbour::new(a, b));
            }
            Ok::<(), core::convert::Infallible>(())
        };
        let Ok(()) = self.tree.pairs(&mut Limit::new(widest), &mut visit);
        new.sort_unstable_by_key(Neighbour::key);
        old.merged.clear();
        if old.known {
            merge(&old.list, &new, |_| false, &mut old.merged);
        } else {
            old.merged.append(&mut new);
        }
        core::mem::swap(&mut old.list, &mut old.merged);
        old.escaped.clear();
        (old.margin, old.asked, old.known) = (widest, margin, true);
        self.neighbours = old;
        self.forget_strangers();
    }

    /// Looks up the bodies that have left their boxes.
    fn list_again(&mut self) {
        let mut neighbours = core::mem::take(&mut self.neighbours);
        let Neighbours { list, escaped, margin, spare, merged, left, .. } = &mut neighbours;
        let world = self.world();
        left.clear();
        left.resize(world.slots.len(), false);
        escaped.retain(|&place| !core::mem::replace(&mut left[place as usize], true));
        spare.clear();
        for &a in escaped.iter() {
            let bounds = world.slots[a as usize].roomy.grown(*margin);
            self.tree.meeting(&bounds, &mut |b| {
                // Of two that have left, the first finds the other.
                let found = a != b && (a < b || !left[b as usize]);
                if found && world.counts(a, b) {
                    spare.push(Neighbour::new(a, b));
                }
            });
        }
        spare.sort_unstable_by_key(Neighbour::key);
        let stays = |pair: &Neighbour| !left[pair.a as usize] && !left[pair.b as usize];
        merge(list, spare, stays, merged);
        core::mem::swap(list, merged);
        escaped.clear();
        self.neighbours = neighbours;
        self.forget_strangers();
    }

    /// Forgets pairs that are no neighbours any more, if they are many: bodies that fly about for
    /// hours would meet all others in the end.
    fn forget_strangers(&mut self) {
        let before = self.neighbours.remembered;
        let most = accuracy::FORGOTTEN * before + accuracy::SPARE_STILLS;
        if self.memories.len() <= most || self.watch.holds_numbers() {
            return;
        }
        let mut known = Vec::new();
        known.resize(self.memories.len(), false);
        for pair in &mut self.neighbours.list {
            let slots = &self.slots;
            let id = |place: u32| World::<D>::name(slots, place);
            if let Some(number) = self.memories.number([id(pair.a), id(pair.b)]) {
                known[number] = true;
            }
            pair.memory = NONE;
        }
        let mut number = 0;
        self.memories.retain(|_| {
            number += 1;
            known[number - 1]
        });
        self.neighbours.remembered = self.memories.len();
    }
}

impl Neighbour {
    fn new(a: u32, b: u32) -> Self {
        Self { a: a.min(b), b: a.max(b), account: f64::NEG_INFINITY, memory: NONE }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }
}

/// The pairs of the old list that stay, and the new ones, which take what is known about them from
/// the old list if they were in it; all are sorted.
fn merge(
    old: &[Neighbour],
    new: &[Neighbour],
    stays: impl Fn(&Neighbour) -> bool,
    merged: &mut Vec<Neighbour>,
) {
    merged.clear();
    let mut new = new.iter().peekable();
    for pair in old {
        let key = pair.key();
        while let Some(first) = new.next_if(|first| first.key() < key) {
            merged.push(*first);
        }
        let found = new.next_if(|first| first.key() == key).is_some();
        if found || stays(pair) {
            merged.push(*pair);
        }
    }
    merged.extend(new);
}
