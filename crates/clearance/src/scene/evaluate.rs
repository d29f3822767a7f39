//! One pair of bodies: the closest two of their parts.

use alloc::collections::BTreeSet;

use super::bodies::{BodyId, Slot};
use super::body::{Body, Part};
use super::bvh::{Bvh, Limit};
use super::error::SceneError;
use super::pairs::{Memories, Memory, Proof};
use crate::accuracy;
use crate::answer::Answer;
use crate::query::{Below, Query, QueryError};
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

    /// Whether this one is to be preferred: closer, or as close and named before.
    pub(super) fn beats(&self, other: Option<&Self>) -> bool {
        other.is_none_or(|other| {
            let (mine, its) = (self.distance(), other.distance());
            mine < its || mine == its && self.bodies < other.bodies
        })
    }
}

/// What a search reads.
#[derive(Clone, Copy)]
pub(super) struct World<'a, const D: usize> {
    pub(super) slots: &'a [Slot<D>],
    pub(super) allowed: &'a BTreeSet<(BodyId, BodyId)>,
    pub(super) query: &'a Query,
    pub(super) tick: u64,
}

/// What a search reads, and what it writes.
pub(super) struct Split<'a, const D: usize> {
    pub(super) world: World<'a, D>,
    pub(super) tree: &'a Bvh<D>,
    pub(super) unbounded: &'a [u32],
    pub(super) memories: &'a mut Memories<D>,
}

impl<const D: usize> World<'_, D> {
    #[inline]
    pub(super) fn id(&self, place: u32) -> BodyId {
        BodyId { place, generation: self.slots[place as usize].generation }
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
        let (Some(body_a), Some(body_b)) = (&first.body, &second.body) else { return gap };
        let radii = body_a.ball.radius + body_b.ball.radius;
        let size = first.centre.max_abs() + second.centre.max_abs() + radii;
        let slack = accuracy::BOX_ROUNDING * accuracy::ROUNDING * size;
        let ball = (second.centre - first.centre).norm() - radii - slack;
        // An unbounded body has an infinite ball, and rounding may be all there is.
        if ball > gap { ball } else { gap }
    }

    /// The closest parts of two bodies if they are at most `limit` apart.
    #[inline]
    pub(super) fn compare(
        &self,
        memory: &mut Memory<D>,
        limit: f64,
    ) -> Result<Option<Nearest<D>>, SceneError> {
        let bodies = memory.bodies;
        let (a, b) = (&self.slots[bodies[0].place as usize], &self.slots[bodies[1].place as usize]);
        let (Some(body_a), Some(body_b)) = (&a.body, &b.body) else { return Ok(None) };
        let blame = |error| SceneError::Pair { bodies, error };
        let sides = [(&**body_a, &a.pose), (&**body_b, &b.pose)];
        let (lower, found) = match (body_a.single(), body_b.single()) {
            (Some(part_a), Some(part_b)) => {
                self.single((part_a, &a.pose), (part_b, &b.pose), memory, limit).map_err(blame)?
            }
            _ => self.parts(sides, memory, limit).map_err(blame)?,
        };
        let single = body_a.single().is_some() && body_b.single().is_some();
        let normal = found.1.filter(|_| single).unwrap_or(Vector::ZERO);
        let (poses, moves) = ([a.pose, b.pose], [a.moves, b.moves]);
        let proved = lower - Proof::slack((a, body_a), (b, body_b), lower);
        memory.proof = Some(Proof { lower: proved, normal, poses, moves, tick: self.tick });
        Ok(found.0.map(|(parts, answer)| Nearest { bodies, parts, answer, lower }))
    }

    /// Two convex bodies.
    #[inline]
    fn single(
        &self,
        (a, pose_a): (&Part<D>, &Pose<D>),
        (b, pose_b): (&Part<D>, &Pose<D>),
        memory: &mut Memory<D>,
        limit: f64,
    ) -> Result<Comparison<D>, QueryError> {
        let (pose_a, pose_b) = (&a.pose_in(pose_a), &b.pose_in(pose_b));
        let placed = [(a.shape(), pose_a), (b.shape(), pose_b)];
        Ok(match memory.tracker.distance_below(self.query, placed[0], placed[1], limit)? {
            Below::Within(answer) => (answer.lower(), (Some(([0, 0], answer)), answer.normal())),
            Below::Beyond(answer) => (answer.lower(), (None, answer.normal())),
        })
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
            let side_a = (a.parts()[i as usize].shape(), &at_a);
            let side_b = (b.parts()[j as usize].shape(), &at_b);
            memory.tracker.distance_below(self.query, side_a, side_b, limit)?
        };
        if let Below::Within(answer) = warm {
            (limit, lower) = (answer.upper(), answer.lower());
            best = Some((first, answer));
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
        if let Some((parts, answer)) = &best {
            if *parts != first {
                // The search between other parts ended elsewhere.
                memory.tracker.reset();
            }
            memory.parts = *parts;
            return Ok((lower, (best, answer.normal())));
        }
        Ok((limit, (None, None)))
    }
}

/// The bound that is proved, the closest parts if they are near enough, and a normal of the slab.
type Comparison<const D: usize> = (f64, (Option<([u32; 2], Answer<D>)>, Option<Vector<D>>));

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
