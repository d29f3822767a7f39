//! The loop of `active_set` on its short way: between polyhedra that are held by facets which
//! differ clearly, in a line or two of vector algebra a step.
//!
//! A tracked query starts from the facets that held the last answer, and mostly they hold this
//! one; otherwise it is a step or two from there to the facets that do. The flats that one to three
//! facets leave are a plane, an edge or a vertex, and their closest points need no orthonormal
//! frames:
//!
//! ```text
//!   facets      closest points                       normal
//!   3 and 3     the two vertices                     from one to the other
//!   3 and 2     the vertex, its foot on the edge     from one to the other
//!   3 and 1     the vertex, its foot on the plane    that of the plane
//!   2 and 2     the feet of two edges                at right angles to both
//!   2 and 1     where the edge meets the plane       none, if nothing is in the way
//!   1 and 1     on the line that they have in common, half the way each
//! ```
//!
//! What is in the way joins, as in the general method. Of facets that pull, the worst of each side
//! is let go.
//!
//! # Why it ends
//!
//! Every step either adds a facet to one of the two sets, which hold six at most, or comes to the
//! closest points of two flats with nothing in the way. There the points must be strictly closer
//! than the last time, but for one exception: facets let go on both sides at once can be in each
//! other's way, so the first time that the points are not closer, one side at a time from then on.
//! (Of one facet alone, letting go is a way down unless more than three facets meet in the point.)
//! The second time the general method takes over, which has the proof; so it does wherever a system
//! is badly conditioned, the points touch or a bound does not close. A falling sequence of doubles is
//! finite: the walk ends, without anybody counting. Steps are counted for another reason: a tracked
//! pair that has jumped is sooner found from where the bodies face each other now
//! (`accuracy::LEAP`).

use super::both::{Both, Turns};
use super::foot::{Foot, pulls};
use super::held::{Held, NONE};
use super::stride::{Flats, Ground, Kind, Spots};
use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Answer, Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::View;
use crate::simd::{Level, Two, Work, dispatch};
use crate::space::{Vector, real};

/// A point of a polyhedron and the facets that hold it, in its own frame.
pub(super) type Start<'a, const D: usize> = (&'a [u32; MOST], &'a Vector<D>);

/// The distance between two polyhedra, if it is carried by the same facets as the last answer or by
/// others near them; the evidence is brought up to date.
///
/// Answers of one kind only, the kind that counts. An answer is larger than all that is needed to find
/// it, and if it could come from a function that is not inlined, all of them would be put together in
/// memory and copied from there.
#[inline(always)]
pub(super) fn answer<const D: usize>(
    pair: &Pair<'_, D>,
    most: u32,
    last: &mut Evidence<D>,
) -> Result<Answer<D>, Left> {
    if pair.a.radius + pair.b.radius > 0.0 {
        return Err(Left::Round);
    }
    let held = again(pair, most, last)?.go()?;
    held.keep(last);
    Ok(held.answer(pair))
}

/// The walk from the last facets.
#[inline(always)]
fn again<'a, const D: usize>(
    pair: &'a Pair<'a, D>,
    most: u32,
    last: &'a Evidence<D>,
) -> Result<Walk<'a, D>, Left> {
    match (&last.a, &last.b, &last.directions) {
        (Names::Surfaces(ids_a), Names::Surfaces(ids_b), Some([x, y, ..])) => Ok(Walk {
            pair,
            start_a: (ids_a, x),
            start_b: (ids_b, y),
            most: accuracy::LEAP.min(most),
        }),
        _ => Err(Left::Unclear),
    }
}

/// The same for those that were left for this reason, if it was one of these: with radii, or from where
/// they face each other now, since they have jumped.
pub(super) fn otherwise<const D: usize>(
    pair: &Pair<'_, D>,
    most: u32,
    last: &mut Evidence<D>,
    mut left: Left,
) -> Option<Answer<D>> {
    if left == Left::Round {
        match again(pair, most, last).and_then(dispatch) {
            Ok(held) => return Some(finish(held, pair, last)),
            Err(why) => left = why,
        }
    }
    let most = most.checked_sub(accuracy::LEAP).filter(|most| *most > 0 && left == Left::Far)?;
    let mut held = facing(pair, most)?;
    held.effort.iterations += accuracy::LEAP;
    Some(finish(held, pair, last))
}

fn finish<const D: usize>(held: Held<D>, pair: &Pair<'_, D>, last: &mut Evidence<D>) -> Answer<D> {
    held.keep(last);
    held.finding(pair).answer(pair, pair.world())
}

/// The same as a finding, for tests.
#[cfg(test)]
pub(super) fn found<const D: usize>(
    pair: &Pair<'_, D>,
    most: u32,
    last: &Evidence<D>,
) -> Option<Finding<D>> {
    let held = match again(pair, most, last).and_then(dispatch) {
        Err(Left::Far) => facing(pair, most.checked_sub(accuracy::LEAP)?),
        held => held.ok(),
    };
    Some(held?.finding(pair))
}

/// The same from the vertices that face each other, or from the facets that the line between the
/// centres goes through, for those who know nothing from before and do not watch.
#[inline(always)]
pub(super) fn at_once<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
) -> Option<Finding<D>> {
    if task.warm.is_some() || task.trace.is_some() {
        return None;
    }
    Some(facing(pair, task.accuracy.iterations)?.finding(pair))
}

/// Walks from where the bodies face each other.
#[inline(always)]
fn facing<const D: usize>(pair: &Pair<'_, D>, most: u32) -> Option<Held<D>> {
    if D != 3 {
        return None;
    }
    let (a, b) = (pair.a.facets?, pair.b.facets?);
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    let d = turn_b.rotate(b.centre()) + pair.offset - turn_a.rotate(a.centre());
    let (way_a, way_b) = (turn_a.rotate_back(d), turn_b.rotate_back(-d));
    let corner = |[i, j, k]: [u32; 3]| [i, j, k, NONE];
    let held = match (a.corner(way_a), b.corner(way_b)) {
        (Some((at_a, x)), Some((at_b, y))) => {
            let (at_a, at_b) = (corner(at_a), corner(at_b));
            dispatch(Walk { pair, start_a: (&at_a, &x), start_b: (&at_b, &y), most })
        }
        _ => {
            let ((id_a, share_a), (id_b, share_b)) = (a.exit(way_a)?, b.exit(way_b)?);
            // Not if they overlap on that line.
            if !(share_a + share_b < 1.0) {
                return None;
            }
            let (x, y) = (a.centre() + way_a * share_a, b.centre() + way_b * share_b);
            let (at_a, at_b) = ([id_a, NONE, NONE, NONE], [id_b, NONE, NONE, NONE]);
            dispatch(Walk { pair, start_a: (&at_a, &x), start_b: (&at_b, &y), most })
        }
    };
    held.ok()
}

/// A walk that is yet to be done: the closest points, by facets near those that hold the points where
/// it starts, in the world's axes and measured from A's origin.
struct Walk<'a, const D: usize> {
    pair: &'a Pair<'a, D>,
    start_a: Start<'a, D>,
    start_b: Start<'a, D>,
    most: u32,
}

impl<const D: usize> Work for Walk<'_, D> {
    type Output = Result<Held<D>, Left>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        self.go()
    }
}

impl<const D: usize> Walk<'_, D> {
    /// Does it. An error if that is not so simple; for space only.
    #[inline(always)]
    fn go(self) -> Result<Held<D>, Left> {
        if D != 3 {
            return Err(Left::Unclear);
        }
        let Self { pair, start_a: (ids_a, x), start_b: (ids_b, y), most } = self;
        let (Some(a), Some(b)) = (pair.a.facets, pair.b.facets) else { return Err(Left::Unclear) };
        let (a, b) = (Foot::new(a, ids_a), Foot::new(b, ids_b));
        let ground = Ground {
            turns: Turns::new(pair.pose_a.rotation(), pair.pose_b.rotation()),
            offset: Both::of(&Vector::ZERO, &pair.offset),
            unit: accuracy::ROUNDING * pair.scale,
        };
        let mut feet = Feet { a, b, alone: false, steps: 0 };
        match feet.walk(&ground, Both::of(x, y), pair, most) {
            Some(held) => Ok(held),
            None if feet.steps < most => Err(Left::Unclear),
            None => Err(Left::Far),
        }
    }
}

/// What holds the points of the two.
struct Feet<'a, const D: usize> {
    a: Foot<'a, D>,
    b: Foot<'a, D>,
    /// Whether facets are let go on one side at a time.
    alone: bool,
    /// How many steps were made.
    steps: u32,
}

/// Why a pair is left to others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Left {
    /// It is not so simple.
    Unclear,
    /// It takes too many steps.
    Far,
    /// They have radii.
    Round,
}

/// Why the points are closest.
struct Proof<const D: usize> {
    /// From A to B.
    normal: Vector<D>,
    /// The same as each sees it, out of it.
    outward: Both,
    /// The multipliers of the facets.
    weights: Both,
    /// One over the length of the normal: that takes a root and a division, so it is used last.
    over: f64,
}

impl<const D: usize> Feet<'_, D> {
    #[inline(always)]
    fn walk(
        &mut self,
        ground: &Ground,
        mut local: Both,
        pair: &Pair<'_, D>,
        most: u32,
    ) -> Option<Held<D>> {
        let mut last = f64::INFINITY;
        let touch = accuracy::TOUCH_AGAIN * ground.unit;
        let (mut certain, mut arrived) = (true, None);
        while self.steps < most {
            self.steps += 1;
            let flats = Flats::new(&self.a, &self.b);
            if certain && !flats.clear {
                return None;
            }
            if let Some(who) = arrived.take() {
                // To the vertex itself.
                let off = |k: usize| flats.inverse[k].times(flats.slack(k, local));
                local = local + (off(0) + off(1) + off(2)).times(flats.over * who);
            }
            let spots = ground.at(local);
            let pace = ground.pace(&flats, spots)?;
            let block_a = self.a.blocked(local.a(), pace.steps.a(), ground.unit);
            let block_b = self.b.blocked(local.b(), pace.steps.b(), ground.unit);
            let earlier = block_a.share < block_b.share;
            let share = if earlier { block_a.share } else { block_b.share };
            if share < 1.0 {
                local = local + pace.steps.times(Two::new(share, share));
                let (on_a, on_b) = (self.a.take(block_a, share), self.b.take(block_b, share));
                arrived = (on_a | on_b).then(|| Two::new(f64::from(on_a), f64::from(on_b)));
                certain = true;
                continue;
            }
            if pace.kind == Kind::Across {
                return None;
            }
            let spots = ground.at(local + pace.steps);
            local = spots.local;
            let d = spots.between();
            let squared = d.norm_squared();
            // Touching: others have the say. Not closer than before: the facets that were let go on
            // both sides were in each other's way, so only one of them from now on.
            let closer = squared < last;
            if !(squared > touch * touch) || !closer && self.alone {
                return None;
            }
            self.alone |= !closer;
            last = squared;
            // Of any length: that is a root and a division which only the last step needs.
            let normal = pace.normal(d, squared);
            let size = normal.norm_squared();
            let outward = ground.turns.rotate_back(Both::of(&normal, &-normal));
            let weights = flats.weights(outward);
            let least = weights.least();
            if pulls(least.a(), size) | pulls(least.swapped().a(), size) {
                self.release(weights, size);
                certain = false;
                // A plane that pulls: the point is beyond it.
                if self.a.count == 0 || self.b.count == 0 {
                    return None;
                }
            } else {
                let proof = Proof { normal, outward, weights, over: 1.0 / real::sqrt(size) };
                return self.held(ground.unit, &flats, spots, d, proof, pair);
            }
        }
        None
    }

    /// Lets the facet go that pulls most, on each side or only on one.
    #[inline(always)]
    fn release(&mut self, weights: Both, size: f64) {
        let (at_a, a) = Foot::<D>::worst(weights.a());
        let (at_b, b) = Foot::<D>::worst(weights.b());
        let (a_pulls, b_pulls) = (pulls(a, size), pulls(b, size));
        let one = self.alone & a_pulls & b_pulls;
        self.a.drop(at_a, a_pulls & !(one & (a > b)));
        self.b.drop(at_b, b_pulls & !(one & (a <= b)));
    }

    /// The answer, if the points are where they should be and the bounds close.
    #[inline(always)]
    fn held(
        &self,
        unit: f64,
        flats: &Flats,
        spots: Spots,
        d: Vector<D>,
        proof: Proof<D>,
        pair: &Pair<'_, D>,
    ) -> Option<Held<D>> {
        let Proof { normal, outward, weights, over } = proof;
        let (method, iterations) = (Method::ActiveSet, self.steps);
        let effort = Effort { method, iterations, stop: Stop::Converged };
        let slack = accuracy::HELD * unit;
        let (x, y) = (spots.local.a(), spots.local.b());
        let far = Two::new(far(pair.a, x), far(pair.b, y));
        let zero = Two::new(0.0, 0.0);
        // Without what pulls.
        let mut pushes = weights.max(zero);
        let mut doubt = flats.doubt(spots.local, outward, pushes, far);
        let (along, upper) = (d.dot(normal), d.norm());
        let mut lower = doubt.lower(along, over);
        if !(upper - lower <= slack) {
            // Facets that hardly differ: what the multipliers leave goes to them too.
            pushes = (pushes + flats.weights(doubt.left)).max(zero);
            doubt = flats.doubt(spots.local, outward, pushes, far);
            lower = doubt.lower(along, over);
        }
        let mut off = doubt.off.max(doubt.off.swapped()).a();
        if self.a.is_new {
            off = off.max(self.a.outside(x));
        }
        if self.b.is_new {
            off = off.max(self.b.outside(y));
        }
        if !(upper - lower <= slack && off <= slack) {
            return None;
        }
        let pushes = pushes.times(Two::new(over, over));
        Some(Held {
            ids: [self.a.names(), self.b.names()],
            local: [x, y],
            points: [spots.place.a(), spots.place.b()],
            normal: normal * over,
            weights: [pushes.a(), pushes.b()],
            lower,
            upper,
            effort,
        })
    }
}

/// How far away points of a body are from each other at most, or from a point of one without end as
/// far as it matters.
#[inline(always)]
fn far<const D: usize>(view: &View<'_, D>, local: Vector<D>) -> f64 {
    if view.is_bounded() { 2.0 * view.reach } else { local.max_abs() }
}
