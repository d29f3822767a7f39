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
//! Of a point on an edge only the ends of the edge can be in the way (`FacetSet::ends`), and what the
//! points stand on is remembered (`stand`), so that a query whose facets hold looks up none of them.
//!
//! What is in the way joins, as in the general method. Of facets that pull, the worst of each side
//! is let go. Mostly that is done in place (`shift`), after a first look that is by itself.
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

use super::both::Both;
use super::foot::{Foot, pulls};
use super::held::{End, Held, NONE};
use super::shift::{Blocked, Pull, Seen, Stage};
use super::stand::{Arrival, Footing, Look, Stand};
use super::stride::Ground;
use crate::accuracy;
use crate::answer::{Answer, Evidence, MOST, Names};
use crate::pair::Pair;
use crate::simd::{Level, Two, Work, dispatch};
use crate::solver::{Finding, Task};
use crate::space::Vector;

/// A point of a polyhedron and the facets that hold it, in its own frame.
pub(crate) type Start<'a, const D: usize> = (&'a [u32; MOST], &'a Vector<D>);

/// The distance between two polyhedra, if it is carried by the same facets as the last answer; the
/// evidence is brought up to date.
///
/// Answers of one kind only, the kind that counts. An answer is larger than all that is needed to find
/// it, and if it could come from a function that is not inlined, all of them would be put together in
/// memory and copied from there.
#[inline(always)]
pub(crate) fn answer<const D: usize>(
    pair: &Pair<'_, D>,
    most: u32,
    (last, footing): (&mut Evidence<D>, &mut Footing),
    seen: &mut Option<Seen>,
) -> Result<Answer<D>, Left> {
    if pair.a.radius + pair.b.radius > 0.0 {
        return Err(Left::Round);
    }
    let held = again(pair, most, last)?.first(footing, seen)?;
    held.keep(last);
    Ok(held.answer(pair))
}

/// The same if others near them carry it, after that first look; what the points stand on is brought up
/// to date as well.
#[inline(always)]
pub(crate) fn answer_on<const D: usize>(
    pair: &Pair<'_, D>,
    most: u32,
    (last, footing): (&mut Evidence<D>, &mut Footing),
    seen: &Seen,
) -> Result<Answer<D>, Left> {
    let held = again(pair, most, last)?.on(footing, seen)?;
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
pub(crate) fn otherwise<const D: usize>(
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
pub(crate) fn found<const D: usize>(
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
pub(crate) fn at_once<const D: usize>(
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
    let held = match (a.corner(&pair.a.core, way_a), b.corner(&pair.b.core, way_b)) {
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
        let mut footing = Footing::NOWHERE;
        self.go(&mut footing)
    }
}

impl<const D: usize> Walk<'_, D> {
    /// Does it. An error if that is not so simple; for space only.
    #[inline(always)]
    fn go(self, footing: &mut Footing) -> Result<Held<D>, Left> {
        let mut seen = None;
        match (self.first(footing, &mut seen), seen) {
            (Err(Left::Moved), Some(seen)) => self.on(footing, &seen),
            (held, _) => held,
        }
    }

    /// The first look, which is mostly all of it.
    #[inline(always)]
    fn first(&self, footing: &mut Footing, seen: &mut Option<Seen>) -> Result<Held<D>, Left> {
        if D != 3 {
            return Err(Left::Unclear);
        }
        let Self { pair, start_a: (ids_a, x), start_b: (ids_b, y), .. } = *self;
        let (Some(a), Some(b)) = (pair.a.facets, pair.b.facets) else {
            return Err(Left::Unclear);
        };
        let feet = || [Foot::new(a, ids_a), Foot::new(b, ids_b)];
        let Some(stand) = footing.of([ids_a, ids_b], feet) else {
            return Err(Left::Unclear);
        };
        if !stand.flats.clear {
            return Err(Left::Unclear);
        }
        let ground = Ground::of(pair);
        let local = Both::of(x, y);
        let Some(look) = stand.look([a, b], &ground, local) else {
            return Err(Left::Unclear);
        };
        if !look.free {
            *seen =
                Some(Seen { ground, local, free: false, way: look.ahead(), pull: Pull::none() });
            return Err(Left::Moved);
        }
        let arrival = stand.arrive(&ground, &look);
        if !(arrival.squared > ground.touch()) {
            return Err(Left::Unclear);
        }
        if arrival.pulls != 0 {
            *seen =
                Some(Seen { ground, local, free: true, way: look.ahead(), pull: arrival.pull() });
            return Err(Left::Moved);
        }
        let end = End { arrival, outside: 0.0, steps: 1 };
        end.held(stand, ground.unit, pair).ok_or(Left::Unclear)
    }

    /// The rest of it, from what was seen first.
    #[inline(always)]
    fn on(self, footing: &mut Footing, seen: &Seen) -> Result<Held<D>, Left> {
        let Self { pair, most, .. } = self;
        let (Some(a), Some(b)) = (pair.a.facets, pair.b.facets) else { return Err(Left::Unclear) };
        let Some(stand) = footing.get() else { return Err(Left::Unclear) };
        let ground = &seen.ground;
        let (mut free, mut way, mut pull) = (seen.free, seen.way, seen.pull);
        let mut stage = Stage {
            local: seen.local,
            mend: Both::nothing(),
            last: f64::INFINITY,
            steps: 1,
            fresh: 0,
        };
        let (arrival, outside) = loop {
            if !stand.change([a, b], ground, (free, &way, &pull), &mut stage) {
                // A copy: what others may write to would always have to lie in memory.
                let mut copy = stage;
                copy.local = copy.local + copy.mend;
                let end = walk_on(stand, pair, &mut copy, most)?;
                stage.steps = copy.steps;
                break end;
            }
            stage.count(most)?;
            if !stand.flats.clear {
                return Err(Left::Unclear);
            }
            let look = stand.look([a, b], ground, stage.local);
            let Some(mut look) = look else { return Err(Left::Unclear) };
            look.after = look.after + stage.mend;
            if !look.free {
                (free, way) = (false, look.ahead());
                continue;
            }
            let arrival = stand.arrive(ground, &look);
            stage.slide(stand.flats.counts);
            if !(arrival.squared > ground.touch()) {
                return Err(Left::Unclear);
            }
            if arrival.pulls == 0 {
                let outside = match stage.fresh {
                    0 => 0.0,
                    _ => stand.outside([a, b], &stage, arrival.spots.local),
                };
                break (arrival, outside);
            }
            (free, pull) = (true, arrival.pull());
        };
        let end = End { arrival, outside, steps: stage.steps };
        end.held(stand, ground.unit, pair).ok_or(Left::Unclear)
    }
}

/// Walks on by all means that there are: where that leads, and by how much the points are then outside of
/// facets that are not their own.
///
/// Not inlined: seldom enough, and as long as all the rest.
#[inline(never)]
fn walk_on<const D: usize>(
    stand: &mut Stand,
    pair: &Pair<'_, D>,
    stage: &mut Stage,
    most: u32,
) -> Result<(Arrival<D>, f64), Left> {
    let (Some(a), Some(b)) = (pair.a.facets, pair.b.facets) else { return Err(Left::Unclear) };
    let feet = [Foot::new(a, &stand.ids[0]), Foot::new(b, &stand.ids[1])];
    let [mut foot_a, mut foot_b] = feet;
    [foot_a.is_new, foot_b.is_new] = [stage.fresh & 1 != 0, stage.fresh & 2 != 0];
    stage.fresh = 0;
    stage.mend = Both::nothing();
    let feet = [foot_a, foot_b];
    Feet::new(feet).walk(stand, &Ground::of(pair), stage, most)
}

/// What holds the points of the two.
struct Feet<'a, const D: usize> {
    a: Foot<'a, D>,
    b: Foot<'a, D>,
    /// Whether facets are let go on one side at a time.
    alone: bool,
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
    /// Facets are to be changed.
    Moved,
}

impl<'a, const D: usize> Feet<'a, D> {
    #[inline(always)]
    fn new([a, b]: [Foot<'a, D>; 2]) -> Self {
        Self { a, b, alone: false }
    }

    /// Walks on.
    #[inline(always)]
    fn walk(
        &mut self,
        stand: &mut Stand,
        ground: &Ground,
        stage: &mut Stage,
        most: u32,
    ) -> Result<(Arrival<D>, f64), Left> {
        loop {
            let look = stand.look_ahead(ground, stage.local).ok_or(Left::Unclear)?;
            let local = stage.local;
            let way = self.make_way(stand, &look, local, ground.unit).ok_or(Left::Unclear)?;
            if let Some(share) = way {
                let local = local + look.pace.steps.times(Two::new(share, share));
                stand.move_to(&self.a, &self.b);
                if !stand.flats.clear {
                    return Err(Left::Unclear);
                }
                stage.local = stand.flats.at_vertices(local, stand.flats.vertices());
            } else if look.crosses() {
                return Err(Left::Unclear);
            } else {
                let arrival = stand.arrive(ground, &look);
                // Touching: others have the say. Not closer than before: the facets that were let go
                // on both sides were in each other's way, so only one of them from now on.
                let closer = arrival.squared < stage.last;
                if !(arrival.squared > ground.touch()) || !closer && self.alone {
                    return Err(Left::Unclear);
                }
                if arrival.pulls == 0 {
                    return Ok((arrival, self.outside(look.after)));
                }
                self.alone |= !closer;
                (stage.local, stage.last) = (look.after, arrival.squared);
                self.release(arrival.weights, arrival.size);
                // A plane that pulls: the point is beyond it.
                if self.a.count == 0 || self.b.count == 0 {
                    return Err(Left::Unclear);
                }
                stand.move_to(&self.a, &self.b);
            }
            stage.count(most)?;
        }
    }

    /// The share of a move that is free, if something is in the way, which then joins. Nothing at all if
    /// that is not clear.
    #[inline(always)]
    fn make_way(
        &mut self,
        stand: &Stand,
        look: &Look<D>,
        local: Both,
        unit: f64,
    ) -> Option<Option<f64>> {
        if look.free {
            self.a.slide();
            self.b.slide();
            return Some(None);
        }
        if stand.railed {
            let block = Blocked::new(&stand.flats, &look.ahead(), local, unit)?;
            let ((really_a, second_a), (really_b, second_b)) = (block.of(0), block.of(1));
            self.a.take_end(second_a, really_a);
            self.b.take_end(second_b, really_b);
            return Some(Some(block.share));
        }
        let steps = look.pace.steps;
        let block_a = self.a.blocked(local.a(), steps.a(), unit);
        let block_b = self.b.blocked(local.b(), steps.b(), unit);
        let earlier = block_a.share < block_b.share;
        let share = if earlier { block_a.share } else { block_b.share };
        if share < 1.0 {
            self.a.take(block_a, share);
            self.b.take(block_b, share);
            return Some(Some(share));
        }
        Some(None)
    }

    /// By how much points are outside of facets beside their own, where that is not known.
    #[inline(always)]
    fn outside(&self, local: Both) -> f64 {
        let mut off = 0.0_f64;
        if self.a.is_new {
            off = off.max(self.a.outside(local.a()));
        }
        if self.b.is_new {
            off = off.max(self.b.outside(local.b()));
        }
        off
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
}
