//! The scene itself: bodies in their places, and which pairs of them count.

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::body::{Body, Part};
use super::bvh::Bvh;
use super::error::SceneError;
use super::evaluate::{Split, World};
use super::neighbours::Neighbours;
use super::pairs::Memories;
use super::stills::Stills;
use super::triage::Watch;
use super::vouch::{Speed, turned};
use crate::accuracy;
use crate::query::{Aabb, Query};
use crate::shape::Convex;
use crate::space::{Pose, Vector};

/// Names a body of a scene. Names are not used again, even when a body is removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    pub(super) place: u32,
    pub(super) generation: u32,
}

impl fmt::Display for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "body {}", self.place)?;
        if self.generation > 0 { write!(f, ".{}", self.generation) } else { Ok(()) }
    }
}

/// Which groups a body belongs to, and with which it is compared: a bit for each group. Two bodies
/// are a pair if each belongs to a group that the other is compared with.
///
/// ```
/// use clearance::scene::Groups;
/// // Obstacles (group 1) are not compared with each other, but with everything else.
/// let fixed = Groups { member: 0b10, with: !0b10 };
/// assert!(!fixed.meets(fixed) && fixed.meets(Groups::ALL));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Groups {
    /// The groups that the body belongs to.
    pub member: u32,
    /// The groups that it is compared with.
    pub with: u32,
}

impl Groups {
    /// In the first group, and compared with every group.
    pub const ALL: Self = Self { member: 1, with: u32::MAX };

    /// In all these groups, and compared with no member of them.
    pub const fn apart(groups: u32) -> Self {
        Self { member: groups, with: !groups }
    }

    /// Whether the two are a pair.
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.member & other.with != 0 && other.member & self.with != 0
    }
}

impl Default for Groups {
    fn default() -> Self {
        Self::ALL
    }
}

/// Bodies in their places; see the [module](super).
#[derive(Clone, Debug, Default)]
pub struct Scene<const D: usize> {
    pub(super) slots: Vec<Slot<D>>,
    free: Vec<u32>,
    count: usize,
    /// Over the bounded bodies.
    pub(super) tree: Bvh<D>,
    /// The places of the unbounded bodies.
    pub(super) unbounded: Vec<u32>,
    /// Pairs that may collide: they are not compared.
    pub(super) allowed: BTreeSet<(BodyId, BodyId)>,
    pub(super) memories: Memories<D>,
    pub(super) watch: Watch,
    pub(super) stills: Stills<D>,
    /// Pairs that are close, kept from one question to the next.
    pub(super) neighbours: Neighbours,
    /// How far the points of each body have gone since it was added, all moves taken together, at
    /// most; by place.
    pub(super) travels: Vec<f64>,
    /// The pair that was closest last time.
    pub(super) last_nearest: Option<[BodyId; 2]>,
    /// Bodies that have left their boxes in the tree.
    pub(super) escaped: Vec<u32>,
    /// Bodies came or went since the tree was built.
    pub(super) stale: bool,
    query: Query,
}

/// A place in the scene. What every comparison reads stands first, side by side: in large scenes
/// most of the time goes by while that is on its way from memory.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Slot<const D: usize> {
    pub(super) pose: Pose<D>,
    /// The shape of a body of one part, if that has no pose of its own.
    pub(super) only: Option<Arc<dyn Convex<D>>>,
    pub(super) generation: u32,
    /// How often the body was moved.
    pub(super) moves: u64,
    /// The radius of the body's ball.
    pub(super) radius: f64,
    /// The centre of the body's ball, in the world.
    pub(super) centre: Vector<D>,
    pub(super) bounds: Aabb<D>,
    pub(super) groups: Groups,
    /// `None` if the place is free.
    pub(super) body: Option<Arc<Body<D>>>,
    /// The box in the tree: larger, so that it need not follow every move.
    pub(super) roomy: Aabb<D>,
    /// How far the centre went in the last move.
    shift: Vector<D>,
    /// How far its points turned about the centre in the last move, at most.
    turn: f64,
    pub(super) speed: Option<Speed>,
    /// Waits in the list of those that have left their boxes.
    escaped: bool,
}

impl<const D: usize> Scene<D> {
    /// An empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, whose questions are asked with another accuracy or method.
    #[must_use]
    pub fn with_query(mut self, query: Query) -> Self {
        self.query = query;
        self
    }

    /// Adds a body. A body that is shared among places may be given as an [`Arc`].
    pub fn add(
        &mut self,
        body: impl Into<Arc<Body<D>>>,
        pose: Pose<D>,
    ) -> Result<BodyId, SceneError> {
        check_pose(&pose)?;
        let body = body.into();
        let (bounds, centre) = (body.bounds_at(&pose), pose.transform(body.ball.centre));
        let only = body.single().filter(|part| part.placed_in(&pose).is_none());
        let place = self.free.pop().unwrap_or(self.slots.len() as u32);
        let generation = self.slots.get(place as usize).map_or(0, |slot| slot.generation);
        let bounded = body.is_bounded();
        let slot = Slot {
            pose,
            only: only.map(Part::shared),
            generation,
            moves: 0,
            radius: body.ball.radius,
            centre,
            bounds,
            groups: Groups::ALL,
            body: Some(body),
            roomy: bounds,
            shift: Vector::ZERO,
            turn: 0.0,
            speed: None,
            escaped: false,
        };
        self.stills.moved(place);
        match self.slots.get_mut(place as usize) {
            Some(free) => *free = slot,
            None => {
                self.slots.push(slot);
                self.travels.push(0.0);
            }
        }
        if !bounded {
            self.unbounded.push(place);
        }
        self.count += 1;
        self.changed();
        Ok(BodyId { place, generation })
    }

    /// Removes a body.
    pub fn remove(&mut self, id: BodyId) -> Result<Arc<Body<D>>, SceneError> {
        let slot = self.slot_mut(id)?;
        let Some(body) = slot.body.take() else { return Err(SceneError::NoSuchBody(id)) };
        slot.generation += 1;
        slot.only = None;
        slot.escaped = false;
        self.free.push(id.place);
        self.count -= 1;
        self.unbounded.retain(|&place| place != id.place);
        self.allowed.retain(|&(a, b)| a != id && b != id);
        self.changed();
        Ok(body)
    }

    /// Moves a body to another place. Nothing is rebuilt.
    #[inline]
    pub fn move_to(&mut self, id: BodyId, pose: Pose<D>) -> Result<(), SceneError> {
        check_pose(&pose)?;
        let slot = self.slot_mut(id)?;
        let Some(body) = &slot.body else { return Err(SceneError::NoSuchBody(id)) };
        let (bounds, centre) = (body.bounds_at(&pose), pose.transform(body.ball.centre));
        slot.shift = centre - slot.centre;
        slot.turn = turned(&slot.pose, &pose, slot.radius);
        // What turns and has no end has gone any distance, and is no reason for haste.
        let step = slot.shift.norm() + if slot.turn.is_finite() { slot.turn } else { 0.0 };
        (slot.bounds, slot.centre, slot.pose) = (bounds, centre, pose);
        slot.moves += 1;
        // Unbounded bodies are in no tree.
        if slot.radius.is_finite() && !slot.roomy.contains(&bounds) && !slot.escaped {
            slot.escaped = true;
            self.escaped.push(id.place);
        }
        self.stills.moved(id.place);
        if let Some(travel) = self.travels.get_mut(id.place as usize) {
            // Rounded up: the difference of two such sums is never less than the way between.
            *travel = (*travel + step) * (1.0 + 4.0 * accuracy::ROUNDING);
        }
        Ok(())
    }

    /// Where a body is.
    pub fn pose(&self, id: BodyId) -> Result<Pose<D>, SceneError> {
        Ok(self.slot(id)?.pose)
    }

    /// The body of this name.
    pub fn body(&self, id: BodyId) -> Result<&Arc<Body<D>>, SceneError> {
        self.slot(id)?.body.as_ref().ok_or(SceneError::NoSuchBody(id))
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The names of all bodies.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.body.is_some())
            .map(|(place, slot)| BodyId { place: place as u32, generation: slot.generation })
    }

    /// Puts a body into groups.
    pub fn set_groups(&mut self, id: BodyId, groups: Groups) -> Result<(), SceneError> {
        self.slot_mut(id)?.groups = groups;
        self.pairs_changed();
        Ok(())
    }

    /// Says that two bodies may collide: from now on no question is about this pair, but for
    /// [`distance`](Self::distance), which names it.
    pub fn allow(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        let [a, b] = self.sorted(a, b)?;
        self.allowed.insert((a, b));
        self.pairs_changed();
        Ok(())
    }

    /// Takes that back.
    pub fn forbid(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        let [a, b] = self.sorted(a, b)?;
        self.allowed.remove(&(a, b));
        self.pairs_changed();
        Ok(())
    }

    /// Whether questions are about this pair too.
    pub fn compares(&self, a: BodyId, b: BodyId) -> Result<bool, SceneError> {
        let [a, b] = self.sorted(a, b)?;
        Ok(self.counts(a.place, b.place))
    }

    /// How many pairs are remembered: those that some question had to look at, and was not
    /// long ago.
    pub fn remembered(&self) -> usize {
        self.memories.len()
    }

    /// Forgets all that earlier questions found; the next are slower and not less right.
    pub fn forget(&mut self) {
        (self.memories, self.stills) = (Memories::default(), Stills::default());
        self.pairs_changed();
        self.last_nearest = None;
    }

    #[inline]
    pub(super) fn slot(&self, id: BodyId) -> Result<&Slot<D>, SceneError> {
        self.slots
            .get(id.place as usize)
            .filter(|slot| slot.generation == id.generation && slot.body.is_some())
            .ok_or(SceneError::NoSuchBody(id))
    }

    #[inline]
    pub(super) fn slot_mut(&mut self, id: BodyId) -> Result<&mut Slot<D>, SceneError> {
        self.slots
            .get_mut(id.place as usize)
            .filter(|slot| slot.generation == id.generation && slot.body.is_some())
            .ok_or(SceneError::NoSuchBody(id))
    }

    /// The names of a pair in the order in which it is remembered.
    pub(super) fn sorted(&self, a: BodyId, b: BodyId) -> Result<[BodyId; 2], SceneError> {
        self.slot(a)?;
        self.slot(b)?;
        if a == b {
            return Err(SceneError::SameBody(a));
        }
        Ok(if a.place < b.place { [a, b] } else { [b, a] })
    }

    /// Whether the bodies in these two places are a pair that counts.
    #[inline]
    pub(super) fn counts(&self, a: u32, b: u32) -> bool {
        self.world().counts(a, b)
    }

    /// What a search reads.
    #[inline]
    pub(super) fn world(&self) -> World<'_, D> {
        let Self { slots, allowed, query, stills, .. } = self;
        World { slots, allowed, query, stills, tick: self.watch.tick() }
    }

    /// What a search reads, and what it writes.
    #[inline]
    pub(super) fn split(&mut self) -> Split<'_, D> {
        let tick = self.watch.tick();
        let Self { slots, allowed, query, stills, tree, unbounded, memories, .. } = self;
        Split { slots, allowed, query, stills, tree, unbounded, memories, tick }
    }

    /// Brings the tree up to date.
    pub(super) fn settle(&mut self) {
        self.stills.tidy(&mut self.memories);
        if self.stale {
            self.build();
            return;
        }
        if self.escaped.is_empty() {
            return;
        }
        let all = self.escaped.len() * accuracy::FEW_MOVED >= self.tree.len();
        while let Some(place) = self.escaped.pop() {
            let slot = &mut self.slots[place as usize];
            slot.escaped = false;
            slot.roomy = slot.room();
            self.neighbours.escaped(place);
            self.tree.set(place, slot.roomy);
            if !all {
                self.tree.climb(place);
            }
        }
        if all {
            self.tree.refit();
        }
        if self.tree.is_worn(all) {
            self.build();
        }
    }

    fn build(&mut self) {
        let mut items: Vec<(u32, Aabb<D>)> = Vec::with_capacity(self.count);
        for (place, slot) in self.slots.iter_mut().enumerate() {
            if slot.body.as_ref().is_some_and(|body| body.is_bounded()) {
                if slot.escaped || self.stale {
                    slot.roomy = slot.room();
                    self.neighbours.escaped(place as u32);
                }
                items.push((place as u32, slot.roomy));
            }
            slot.escaped = false;
        }
        self.tree.build(&mut items, self.slots.len());
        self.escaped.clear();
        if self.stale {
            let slots = &self.slots;
            let lives = |id: &BodyId| slots[id.place as usize].generation == id.generation;
            self.memories.retain(|memory| memory.bodies.iter().all(lives));
            self.stale = false;
        }
    }

    fn changed(&mut self) {
        self.stale = true;
        self.pairs_changed();
    }

    /// Other pairs count from now on, or their memories have other numbers.
    pub(super) fn pairs_changed(&mut self) {
        self.watch.pairs_changed();
        self.neighbours.forget();
    }
}

impl<const D: usize> Slot<D> {
    /// A box that the body stays in for a while if it goes on as it does.
    fn room(&self) -> Aabb<D> {
        let most = accuracy::SKIN_MOST * self.bounds.size() / D as f64;
        let ahead = |way: f64| (accuracy::SKIN_STEPS * way).max(-most).min(most);
        let mut room = self.bounds.grown(ahead(self.turn));
        for i in 0..D {
            let shift = ahead(self.shift[i]);
            room.low[i] += shift.min(0.0);
            room.high[i] += shift.max(0.0);
        }
        room
    }
}

impl<const D: usize> fmt::Debug for Slot<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slot").field("body", &self.body).field("pose", &self.pose).finish()
    }
}

fn check_pose<const D: usize>(pose: &Pose<D>) -> Result<(), SceneError> {
    let sound = pose.translation().max_abs() <= accuracy::LARGEST;
    if sound && pose.translation().is_finite() { Ok(()) } else { Err(SceneError::BadPose) }
}
