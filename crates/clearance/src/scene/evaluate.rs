//! One pair of bodies: the closest two of their parts.

use alloc::collections::BTreeSet;
use core::num::NonZeroU64;

use super::bodies::{BodyId, Slot};
use super::body::Body;
use super::bvh::{Bvh, Limit};
use super::error::SceneError;
use super::pairs::{Memories, Memory, Proof};
use super::stills::Stills;
use crate::accuracy;
use crate::answer::Answer;
use crate::query::{Below, Query, QueryError};
use crate::shape::View;
use crate::space::{Pose, Vector};

/// Two bodies, and the two of their parts that come closest.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Nearest<const D: usize> {
    /// The bodies, A and B of the answer; the one that has the smaller place first.
    pub bodies: [BodyId; 2],
    /// The closest part of each.
    pub parts: [u32; 2],
    /// How far apart the two parts are, with all that proves it.
    pub answer: Answer<D>,
    /// No two parts of the bodies are closer than this.
    pub lower: f64,
}

impl<const D: usize> Nearest<D> {
    /// The other body of the pair; `None` if this is not one of the two.
    pub fn other(&self, id: BodyId) -> Option<BodyId> {
        match self.bodies {
            [a, b] if a == id => Some(b),
            [a, b] if b == id => Some(a),
            _ => None,
        }
    }

    /// How far apart the two bodies are.
    pub fn distance(&self) -> f64 {
        self.answer.distance()
    }
}

/// What a search reads.
#[derive(Clone, Copy)]
pub(super) struct World<'a, const D: usize> {
    pub(super) slots: &'a [Slot<D>],
    pub(super) allowed: &'a BTreeSet<(BodyId, BodyId)>,
    pub(super) query: &'a Query,
    pub(super) stills: &'a Stills<D>,
    pub(super) tick: NonZeroU64,
}

/// What a search reads, and what it writes.
pub(super) struct Split<'a, const D: usize> {
    pub(super) slots: &'a [Slot<D>],
    pub(super) allowed: &'a BTreeSet<(BodyId, BodyId)>,
    pub(super) query: &'a Query,
    pub(super) stills: &'a mut Stills<D>,
    pub(super) tree: &'a Bvh<D>,
    pub(super) unbounded: &'a [u32],
    pub(super) memories: &'a mut Memories<D>,
    pub(super) tick: NonZeroU64,
}

/// A pair that is to be compared.
pub(super) struct Pairing<'a, 'b, const D: usize> {
    pub(super) memory: &'a mut Memory<D>,
    /// What solvers see of the two, if each is one shape in the body's own frame.
    pub(super) views: Option<(&'a View<'b, D>, &'a View<'b, D>)>,
    /// Where the two bodies are.
    pub(super) stills: [u32; 2],
}

impl<const D: usize> Split<'_, D> {
    #[inline(always)]
    pub(super) fn world(&self) -> World<'_, D> {
        let Self { slots, allowed, query, stills, tick, .. } = self;
        World { slots, allowed, query, stills, tick: *tick }
    }

    /// [`World::compare`] for the pair whose memory has this number.
    #[inline(always)]
    pub(super) fn compare(
        &mut self,
        number: usize,
        limit: f64,
        take: impl FnOnce([u32; 2], &Answer<D>, f64),
    ) -> Result<(), SceneError> {
        let Self { slots, allowed, query, stills, memories, tick, .. } = self;
        let memory = memories.get_mut(number);
        let [a, b] = memory.bodies;
        let (slot_a, slot_b) = (&slots[a.place as usize], &slots[b.place as usize]);
        let at = [stills.of(a.place, slot_a), stills.of(b.place, slot_b)];
        let world = World { slots, allowed, query, stills, tick: *tick };
        let (Some(shape_a), Some(shape_b)) = (&slot_a.only, &slot_b.only) else {
            return world.compare(Pairing { memory, views: None, stills: at }, limit, take);
        };
        let view_a = shape_a.view();
        let view_b = shape_b.view();
        let views = Some((&view_a, &view_b));
        world.compare(Pairing { memory, views, stills: at }, limit, take)
    }
}

impl<const D: usize> World<'_, D> {
    #[inline]
    pub(super) fn id(&self, place: u32) -> BodyId {
        Self::name(self.slots, place)
    }

    #[inline]
    pub(super) fn name(slots: &[Slot<D>], place: u32) -> BodyId {
        BodyId { place, generation: slots[place as usize].generation }
    }

    /// The names of two bodies in the order in which the pair is remembered.
    #[inline]
    pub(super) fn pair(&self, a: u32, b: u32) -> [BodyId; 2] {
        [self.id(a.min(b)), self.id(a.max(b))]
    }

    /// Whether the bodies in these two places are a pair that counts.
    #[inline]
    pub(super) fn counts(&self, a: u32, b: u32) -> bool {
        let (first, second) = (&self.slots[a as usize], &self.slots[b as usize]);
        first.groups.meets(second.groups)
            && (self.allowed.is_empty() || {
                let [low, high] = self.pair(a, b);
                !self.allowed.contains(&(low, high))
            })
    }

    /// A lower bound by the boxes and the balls around two bodies.
    #[inline]
    pub(super) fn coarse(&self, a: u32, b: u32) -> f64 {
        let (first, second) = (&self.slots[a as usize], &self.slots[b as usize]);
        let gap = first.bounds.gap(&second.bounds);
        let radii = first.radius + second.radius;
        let size = first.centre.max_abs() + second.centre.max_abs() + radii;
        let slack = accuracy::BOX_ROUNDING * accuracy::ROUNDING * size;
        let ball = (second.centre - first.centre).norm() - radii - slack;
        // An unbounded body has an infinite ball, and rounding may be all there is.
        if ball > gap { ball } else { gap }
    }

    /// The closest parts of two bodies. What is proved goes to the memory; if they are at most
    /// `limit` apart, `take` gets the parts, the answer and a bound for all parts.
    #[inline]
    pub(super) fn compare(
        &self,
        pairing: Pairing<'_, '_, D>,
        limit: f64,
        take: impl FnOnce([u32; 2], &Answer<D>, f64),
    ) -> Result<(), SceneError> {
        let Pairing { memory, views, stills } = pairing;
        let bodies = memory.bodies;
        let (a, b) = (&self.slots[bodies[0].place as usize], &self.slots[bodies[1].place as usize]);
        let blame = |error| SceneError::Pair { bodies, error };
        let (lower, normal);
        if let Some((view_a, view_b)) = views {
            let (side_a, side_b) = ((view_a, &a.pose), (view_b, &b.pose));
            let result = memory.last.ask(self.query, side_a, side_b, limit);
            // Looked at where it is: it is larger than all else.
            let answer = match &result {
                Ok(answer) => answer,
                Err(error) => return Err(blame(*error)),
            };
            lower = answer.lower();
            normal = answer.normal().unwrap_or(Vector::ZERO);
            if answer.upper() <= limit {
                take([0, 0], answer, lower);
            }
        } else {
            let (Some(body_a), Some(body_b)) = (&a.body, &b.body) else { return Ok(()) };
            let sides = [(&**body_a, &a.pose), (&**body_b, &b.pose)];
            let found = self.parts(sides, memory, limit).map_err(blame)?;
            let single = body_a.single().is_some() && body_b.single().is_some();
            lower = found.lower;
            // Between bodies of several parts there is no single slab.
            normal = found.normal.filter(|_| single).unwrap_or(Vector::ZERO);
            if let Some((parts, answer)) = &found.best {
                take(*parts, answer, lower);
            }
        }
        let moves = [a.moves, b.moves];
        let proved = lower - Proof::slack(a, b, lower);
        memory.proof = Some(Proof { lower: proved, normal, stills, moves, tick: self.tick });
        Ok(())
    }

    /// Two bodies of several parts: branch and bound over the trees of both. The parts that were
    /// closest last time give the first bound.
    #[inline(never)]
    fn parts(
        &self,
        [(a, pose_a), (b, pose_b)]: [(&Body<D>, &Pose<D>); 2],
        memory: &mut Memory<D>,
        limit: f64,
    ) -> Result<Comparison<D>, QueryError> {
        let first = memory.parts;
        let mut best: Option<([u32; 2], Answer<D>)> = None;
        let (mut limit, mut lower) = (limit, f64::INFINITY);
        let placed =
            |body: &Body<D>, part: u32, pose: &Pose<D>| body.parts()[part as usize].pose_in(pose);
        let warm = {
            let [i, j] = first;
            let (at_a, at_b) = (placed(a, i, pose_a), placed(b, j, pose_b));
            let view_a = a.parts()[i as usize].shape().view();
            let view_b = b.parts()[j as usize].shape().view();
            memory.last.ask(self.query, (&view_a, &at_a), (&view_b, &at_b), limit)?
        };
        if warm.upper() <= limit {
            (limit, lower) = (warm.upper(), warm.lower());
            best = Some((first, warm));
        } else if a.single().is_some() && b.single().is_some() {
            // There are no other parts.
            return Ok(Comparison { lower: warm.lower(), best, normal: warm.normal() });
        }
        let mut bound = Limit::new(limit);
        let mut visit = |i: u32, j: u32, bound: &mut Limit| -> Result<(), QueryError> {
            if [i, j] == first || limit == 0.0 && best.is_some() {
                return Ok(());
            }
            let (at_a, at_b) = (placed(a, i, pose_a), placed(b, j, pose_b));
            let (shape_a, shape_b) = (a.parts()[i as usize].shape(), b.parts()[j as usize].shape());
            let found = self.query.distance_below(shape_a, &at_a, shape_b, &at_b, limit)?;
            if let Below::Within(answer) = found {
                lower = lower.min(answer.lower());
                let closer = best.as_ref().is_none_or(|(parts, best)| {
                    let (new, old) = (answer.distance(), best.distance());
                    new < old || new == old && [i, j] < *parts
                });
                if closer {
                    best = Some(([i, j], answer));
                    limit = limit.min(answer.upper());
                    bound.lower(limit);
                }
            }
            Ok(())
        };
        pairs_of_parts((a, pose_a), (b, pose_b), &mut bound, &mut visit)?;
        let Some((parts, answer)) = &best else {
            return Ok(Comparison { lower: limit, best: None, normal: None });
        };
        if *parts != first {
            // The search between other parts ended elsewhere.
            memory.last.forget();
        }
        memory.parts = *parts;
        let normal = answer.normal();
        Ok(Comparison { lower, best, normal })
    }
}

/// What was found about two bodies.
struct Comparison<const D: usize> {
    /// The bound that is proved.
    lower: f64,
    /// The closest parts, if they are near enough.
    best: Option<([u32; 2], Answer<D>)>,
    /// The normal of the slab between these.
    normal: Option<Vector<D>>,
}

/// Visits the pairs of parts whose boxes are within the limit of each other.
pub(super) fn pairs_of_parts<const D: usize, E>(
    (a, pose_a): (&Body<D>, &Pose<D>),
    (b, pose_b): (&Body<D>, &Pose<D>),
    limit: &mut Limit,
    visit: &mut impl FnMut(u32, u32, &mut Limit) -> Result<(), E>,
) -> Result<(), E> {
    let b_in_a = pose_a.to_local(pose_b);
    match (a.single(), b.single()) {
        (Some(_), Some(_)) => visit(0, 0, limit),
        (Some(_), None) if a.bounds.is_finite() => {
            let bounds = a.bounds.placed(&b_in_a.inverse());
            b.tree.near(&bounds, limit, &mut |j, limit| visit(0, j, limit))
        }
        (None, Some(_)) if b.bounds.is_finite() => {
            let bounds = b.bounds.placed(&b_in_a);
            a.tree.near(&bounds, limit, &mut |i, limit| visit(i, 0, limit))
        }
        (None, None) => a.tree.across(&b.tree, &b_in_a, limit, visit),
        // Something unbounded has no box in the other's frame.
        _ => {
            for i in 0..a.parts().len() {
                for j in 0..b.parts().len() {
                    visit(i as u32, j as u32, limit)?;
                }
            }
            Ok(())
        }
    }
}
