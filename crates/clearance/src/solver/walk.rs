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

use super::foot::Foot;
use super::held::{Held, NONE};
use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Effort, MOST, Method, Names, Stop};
use crate::pair::Pair;
use crate::space::{Vector, real};

/// A point of a polyhedron and the facets that hold it, in its own frame.
pub(super) type Start<'a, const D: usize> = (&'a [u32; MOST], Vector<D>);

/// The distance between two polyhedra, if it is carried by the same facets as the last answer or by
/// others near them: in the world's axes, measured from A's origin.
#[inline(always)]
pub(super) fn again<const D: usize>(pair: &Pair<'_, D>, task: &Task<'_, D>) -> Option<Finding<D>> {
    let warm = task.warm?;
    let (Names::Surfaces(ids_a), Names::Surfaces(ids_b)) = (&warm.a, &warm.b) else { return None };
    let points = warm.directions.as_ref()?;
    let (most, warm) = (task.accuracy.iterations, accuracy::LEAP);
    match walk(pair, (ids_a, points[0]), (ids_b, points[1]), warm.min(most)) {
        Ok(held) => Some(held.finding(pair)),
        // They have jumped: from where they face each other now.
        Err(Left::Far) if warm < most => {
            let mut held = facing(pair, most - warm)?;
            held.effort.iterations += warm;
            Some(held.finding(pair))
        }
        Err(_) => None,
    }
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
            walk(pair, (&corner(at_a), x), (&corner(at_b), y), most)
        }
        _ => {
            let ((id_a, share_a), (id_b, share_b)) = (a.exit(way_a)?, b.exit(way_b)?);
            // Not if they overlap on that line.
            if !(share_a + share_b < 1.0) {
                return None;
            }
            let (x, y) = (a.centre() + way_a * share_a, b.centre() + way_b * share_b);
            walk(pair, (&[id_a, NONE, NONE, NONE], x), (&[id_b, NONE, NONE, NONE], y), most)
        }
    };
    held.ok()
}

/// The closest points, by facets near those that hold the points where it starts, in the world's
/// axes and measured from A's origin. An error if that is not so simple; for space only.
#[inline(never)]
fn walk<const D: usize>(
    pair: &Pair<'_, D>,
    start_a: Start<'_, D>,
    start_b: Start<'_, D>,
    most: u32,
) -> Result<Held<D>, Left> {
    if D != 3 {
        return Err(Left::Unclear);
    }
    let unit = accuracy::ROUNDING * pair.scale;
    let axes_a = (pair.pose_a.rotation(), Vector::ZERO);
    let axes_b = (pair.pose_b.rotation(), pair.offset);
    let a = pair.a.facets.and_then(|set| Foot::new(set, axes_a, unit, start_a));
    let b = pair.b.facets.and_then(|set| Foot::new(set, axes_b, unit, start_b));
    let (Some(a), Some(b)) = (a, b) else { return Err(Left::Unclear) };
    let mut feet = Feet { a, b, unit, alone: false, steps: 0 };
    if !(feet.a.prepare() && feet.b.prepare()) {
        return Err(Left::Unclear);
    }
    feet.walk(pair, most).ok_or(if feet.steps < most { Left::Unclear } else { Left::Far })
}

/// The points of two polyhedra, and what holds them.
struct Feet<'a, const D: usize> {
    a: Foot<'a, D>,
    b: Foot<'a, D>,
    unit: f64,
    /// Whether facets are let go on one side at a time.
    alone: bool,
    /// How many steps were made.
    steps: u32,
}

/// Why a pair is left to others.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Left {
    /// It is not so simple.
    Unclear,
    /// It takes too many steps.
    Far,
}

/// The way to the closest points of the two flats.
struct Pace<const D: usize> {
    /// The steps, each in its own frame.
    steps: [Vector<D>; 2],
    kind: Kind,
    /// An edge that the normal is at right angles to, or nothing; or the normal itself or its opposite.
    axis: Vector<D>,
    /// One over the edge's squared length.
    over: f64,
}

/// What is then at right angles to both flats.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The way from point to point, but at right angles to the axis.
    Beside,
    /// The axis.
    Along,
    /// Nothing: the flats meet.
    Across,
}

/// Why the points are closest.
struct Proof<const D: usize> {
    /// From A to B, of length 1.
    normal: Vector<D>,
    /// The same as each sees it, out of it.
    outward: [Vector<D>; 2],
    /// The multipliers of the facets.
    weights: [Vector<D>; 2],
}

impl<const D: usize> Feet<'_, D> {
    #[inline(always)]
    fn walk(&mut self, pair: &Pair<'_, D>, most: u32) -> Option<Held<D>> {
        let mut last = f64::INFINITY;
        let touch = accuracy::TOUCH_AGAIN * self.unit;
        while self.steps < most {
            self.steps += 1;
            let pace = self.pace()?;
            let [p, q] = pace.steps;
            let (block_a, block_b) = (self.a.blocked(p), self.b.blocked(q));
            let share = block_a.share.min(block_b.share);
            if share < 1.0 {
                if !(self.a.advance(p, block_a, share) && self.b.advance(q, block_b, share)) {
                    return None;
                }
                continue;
            }
            if pace.kind == Kind::Across {
                return None;
            }
            self.a.step(p);
            self.b.step(q);
            let d = self.b.place - self.a.place;
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
            let normal = pace.normal(d);
            let size = normal.norm_squared();
            let outward = [self.a.turn.rotate_back(normal), self.b.turn.rotate_back(-normal)];
            let weights = [self.a.weights(outward[0]), self.b.weights(outward[1])];
            if self.release(weights, size) {
                // A plane that pulls: the point is beyond it.
                if self.a.count == 0 || self.b.count == 0 {
                    return None;
                }
            } else {
                let over = 1.0 / real::sqrt(size);
                let proof = Proof {
                    normal: normal * over,
                    outward: [outward[0] * over, outward[1] * over],
                    weights: [weights[0] * over, weights[1] * over],
                };
                return self.held(d, proof, pair);
            }
        }
        None
    }

    /// Lets the facet go that pulls most, on each side or only on one; says whether there was any.
    #[inline(always)]
    fn release(&mut self, weights: [Vector<D>; 2], size: f64) -> bool {
        let (a, b) = (self.a.worst(weights[0], size), self.b.worst(weights[1], size));
        let one = if self.alone { a.zip(b) } else { None };
        let a_first = one.is_none_or(|((_, a), (_, b))| a <= b);
        let b_first = one.is_none_or(|((_, a), (_, b))| a > b);
        if let Some((k, _)) = a.filter(|_| a_first) {
            self.a.drop(k);
        }
        if let Some((k, _)) = b.filter(|_| b_first) {
            self.b.drop(k);
        }
        a.is_some() || b.is_some()
    }

    /// The closest points of the two flats.
    #[inline(always)]
    fn pace(&self) -> Option<Pace<D>> {
        let (a, b) = (&self.a, &self.b);
        let still = Vector::ZERO;
        let d = b.place - a.place;
        let mut over = 0.0;
        let (steps, kind, axis) = match (a.count, b.count) {
            // A vertex and an edge, or two vertices: with a factor of zero for what does not move, and
            // no branch, since nobody can guess which it is.
            (3, 3) | (3, 2) | (2, 3) => {
                const EDGE: [f64; 4] = [0.0, 0.0, 1.0, 0.0];
                let (on_a, on_b) = (EDGE[a.count % 4], EDGE[b.count % 4]);
                let (e, f) = (a.turn.rotate(a.edge), b.turn.rotate(b.edge));
                let p = a.edge * (e.dot(d) * (a.over * on_a));
                let q = b.edge * (f.dot(d) * (b.over * -on_b));
                over = a.over * on_a + b.over * on_b;
                ([p, q], Kind::Beside, e * on_a + f * on_b)
            }
            (3, 1) => ([still, b.foot_of(a.place)], Kind::Along, b.turn.rotate(b.facets[0].normal)),
            (1, 3) => ([a.foot_of(b.place), still], Kind::Along, a.turn.rotate(a.facets[0].normal)),
            (2, 2) => {
                let (e, f) = (a.turn.rotate(a.edge), b.turn.rotate(b.edge));
                let across = e.cross3(f);
                let squared = across.norm_squared();
                if !(squared * a.over * b.over > accuracy::STEADY) {
                    return None;
                }
                let turned = across.cross3(d) * (1.0 / squared);
                let steps = [a.edge * turned.dot(f), b.edge * turned.dot(e)];
                (steps, Kind::Along, across)
            }
            (2, 1) => (a.crossing(b)?, Kind::Across, still),
            (1, 2) => {
                let [q, p] = b.crossing(a)?;
                ([p, q], Kind::Across, still)
            }
            _ => (a.to_common_line(b)?, Kind::Across, still),
        };
        Some(Pace { steps, kind, axis, over })
    }

    /// The answer, if the points are where they should be and the bounds close.
    #[inline(always)]
    fn held(&self, d: Vector<D>, proof: Proof<D>, pair: &Pair<'_, D>) -> Option<Held<D>> {
        let Proof { normal, outward, weights } = proof;
        let (method, iterations) = (Method::ActiveSet, self.steps);
        let effort = Effort { method, iterations, stop: Stop::Converged };
        let slack = accuracy::HELD * self.unit;
        let (mut push_a, mut push_b) = (pushes(weights[0]), pushes(weights[1]));
        let mut doubt_a = self.a.doubt(outward[0], push_a, pair.a);
        let mut doubt_b = self.b.doubt(outward[1], push_b, pair.b);
        let (along, upper) = (d.dot(normal), d.norm());
        let mut lower = along - doubt_a.short - doubt_b.short;
        if !(upper - lower <= slack) {
            // Facets that hardly differ: what the multipliers leave goes to them too.
            push_a = pushes(push_a + self.a.weights(doubt_a.left));
            push_b = pushes(push_b + self.b.weights(doubt_b.left));
            doubt_a = self.a.doubt(outward[0], push_a, pair.a);
            doubt_b = self.b.doubt(outward[1], push_b, pair.b);
            lower = along - doubt_a.short - doubt_b.short;
        }
        if !(upper - lower <= slack && doubt_a.off <= slack && doubt_b.off <= slack) {
            return None;
        }
        Some(Held {
            ids: [self.a.names(), self.b.names()],
            local: [self.a.local, self.b.local],
            points: [self.a.place, self.b.place],
            normal,
            weights: [push_a, push_b],
            lower,
            upper,
            effort,
        })
    }
}

/// Without what pulls.
#[inline(always)]
fn pushes<const D: usize>(weights: Vector<D>) -> Vector<D> {
    weights.map(|push| if push > 0.0 { push } else { 0.0 })
}

impl<const D: usize> Pace<D> {
    /// The normal at the closest points, given the way from one to the other: of any length, and
    /// along it rather than against it.
    #[inline(always)]
    fn normal(&self, d: Vector<D>) -> Vector<D> {
        match self.kind {
            // The rounded points of bodies that are close say less than the edge.
            Kind::Beside => d - self.axis * (self.axis.dot(d) * self.over),
            Kind::Along if self.axis.dot(d) < 0.0 => -self.axis,
            Kind::Along => self.axis,
            Kind::Across => d,
        }
    }
}
