//! The distance between two polyhedra by their facets: a primal active-set method.
//!
//! Each polyhedron has a point of it (x in A, y in B) and a working set of at most D independent
//! facets that hold the point; d = y − x. The points move so that |d| falls, and never leave their
//! polyhedra, until the facets push against d on both sides: d = Σ λ n with all λ ≥ 0 for A, and
//! −d = Σ μ m for B. These multipliers prove the answer (the optimality conditions of a convex
//! problem), and nothing but the facets was looked at.
//!
//! ```text
//!   repeat
//!     1  repeat: towards the closest points of the two flats that the working sets leave
//!        (`flats`), both by the same share of the way, as far as no facet is in the way; the
//!        facets in the way join the working sets. Until nothing is in the way.
//!     2  the multipliers. None negative: done.
//!     3  each working set becomes that of the steepest way down from its point: the facets
//!        whose cone of normals is closest to the pull of the other point, of all facets that
//!        the point touches (`release`). No way down on either side: done.
//!     4  as in 1; but if a facet is in the way at once, one step down that steepest way.
//! ```
//!
//! # Why it ends
//!
//! *Each step descends.* |d|² is convex, and both points move by the same share t of the way to a
//! minimum over the flats: |d(t)|² = |d|² − (2t − t²)(|d|² − least), which falls for 0 < t ≤ 1. (With
//! two different shares it need not.)
//!
//! *Step 1 ends* after 2D rounds at most, since each adds a facet to a working set: one that is in
//! the way has a part in the direction of a move that all facets of the working set are at right
//! angles to, so that it is independent of them. At the end (x, y) is a closest pair of the two
//! flats: |d| is then a number that belongs to the two working sets, of which there are finitely
//! many.
//!
//! *Step 4 descends strictly*, however many facets touch the points. Say r and s are what is left
//! of d and of −d: the projections on the directions that lead out of no facet that x, or y,
//! touches (every facet, not only the working set). Then moving along (r, s) is possible for some
//! way, and |d|² falls along it at the rate |r|² + |s|², which is not zero, or we were done. The move
//! to the closest points of the new flats falls too, if it is possible at all: r and s lie in the
//! flats, so that (x, y) is no closest pair of theirs.
//!
//! So |d| at the end of step 1 is strictly smaller each time, no pair of working sets is met twice
//! there, and the loop ends. Ties in step 1, stacks of parallel faces and vertices on a hundred
//! facets make no difference: nothing here needs a rule against cycles.
//!
//! *Rounding.* A facet is touched if its slack is a few units of rounding, and left by a direction
//! that is off its plane by a few. If at the end of step 1 neither |d| is smaller, as a number, nor
//! the lower bound larger than ever before, the method stops there: a falling sequence of doubles is
//! finite, and so is a rising one. What is
//! returned has bounds like any answer; should they be further apart than rounding explains, and
//! should there be another method, `choose` asks it.
//!
//! *Starts.* None of this depends on where the points begin, as long as they are inside: from an
//! earlier answer, and once more from the centres if they have jumped (`accuracy::LEAP`) or rounding
//! led them astray, which happens once at most.
//!
//! Most pairs of polyhedra do not come here: `walk` is the same loop for facets that differ clearly,
//! and hands over where it does not get on.
//!
//! Source: the idea of one small active set a body, and of geometry instead of linear algebra, is
//! Fenger's (2001); steps 3 and 4 and the proof are not.

pub(super) mod both;
mod facing;
mod flats;
mod foot;
mod held;
pub(super) mod shift;
pub(super) mod stand;
mod stride;
pub(super) mod walk;

use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Names, Step, Stop};
use crate::pair::{Local, Pair};
use crate::shape::{Core, FacetSet, View};
use crate::space::{Frame, Vector};
use facing::{Block, Facets, Side, Slabs};
use flats::{closest, normal};
use held::{Held, NONE};

/// Whether the method can take a side.
#[inline(always)]
pub(super) fn takes<const D: usize>(view: &View<'_, D>) -> bool {
    view.facets.is_some()
        || matches!(view.core, Core::Point(_) | Core::Segment(..) | Core::Cuboid(_))
}

/// The distance between two cores that the method takes.
#[inline(never)]
pub(super) fn solve<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> Finding<D> {
    match local.pair.a.facets {
        Some(set) => against(set, local, task),
        None => against(&slabs(&local.pair.a.core), local, task),
    }
}

fn against<const D: usize, A: Start<D>>(
    a: &A,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Finding<D> {
    match local.pair.b.facets {
        Some(set) => run(a, set, local, task),
        None => run(a, &slabs(&local.pair.b.core), local, task),
    }
}

fn slabs<const D: usize>(core: &Core<'_, D>) -> Slabs<D> {
    match *core {
        Core::Point(p) => Slabs::point(p),
        Core::Segment(p, q) => Slabs::segment(p, q),
        Core::Cuboid(half) => Slabs::upright(half),
        // Nobody asks: see `takes`.
        _ => Slabs::point(Vector::ZERO),
    }
}

/// Where a polyhedron's point begins.
pub(super) trait Start<const D: usize>: Facets<D> + Sized {
    /// A point inside.
    fn centre(&self) -> Vector<D>;

    /// From the centre towards a point of its own frame: how much of the way is inside, and the
    /// facet at the end of that.
    fn towards(&self, point: Vector<D>) -> Option<(u32, f64)>;

    /// A point that was inside of this very polyhedron, or of one of its kind.
    fn again(&self, point: Vector<D>) -> Vector<D>;
}

impl<const D: usize> Start<D> for FacetSet<D> {
    #[inline(always)]
    fn centre(&self) -> Vector<D> {
        self.centre()
    }

    #[inline]
    fn towards(&self, point: Vector<D>) -> Option<(u32, f64)> {
        self.exit(point - self.centre())
    }

    #[inline(always)]
    fn again(&self, point: Vector<D>) -> Vector<D> {
        point
    }
}

impl<const D: usize> Start<D> for Slabs<D> {
    fn centre(&self) -> Vector<D> {
        self.centre
    }

    fn towards(&self, _point: Vector<D>) -> Option<(u32, f64)> {
        None
    }

    fn again(&self, point: Vector<D>) -> Vector<D> {
        self.nearest(point)
    }
}

/// Where the loop ended.
struct End<const D: usize> {
    /// From A to B, of length 1; zero if the points are the same.
    normal: Vector<D>,
    /// The multipliers of the two working sets that combine to it.
    weights: [Vector<D>; 2],
    stop: Stop,
}

/// The two points with their polyhedra.
struct Duel<'a, const D: usize, A, B> {
    a: Side<'a, D, A>,
    b: Side<'a, D, B>,
    steps: u32,
}

fn run<const D: usize, A: Start<D>, B: Start<D>>(
    a: &A,
    b: &B,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Finding<D> {
    let unit = accuracy::ROUNDING * local.pair.scale;
    let nowhere = Vector::ZERO;
    let (point, working, scans) = (nowhere, Frame::EMPTY, false);
    let side_a = Side { facets: a, pose: None, local: nowhere, point, working, unit, scans };
    let pose = Some(&local.b_in_a);
    let side_b = Side { facets: b, pose, local: nowhere, point, working, unit, scans };
    let mut duel = Duel { a: side_a, b: side_b, steps: 0 };
    let warm = duel.recall(task.warm);
    if !warm {
        duel.begin();
    }
    let most = task.accuracy.iterations;
    if warm {
        task.accuracy.iterations = most.min(accuracy::LEAP);
    }
    let mut end = duel.descend(local.pair, task);
    task.accuracy.iterations = most;
    // They have jumped: from the centres.
    if end.stop == Stop::Cap && duel.steps < most {
        duel.begin();
        end = duel.descend(local.pair, task);
    }
    let held = duel.held(&end, local.pair);
    // A point that rounding led astray, or a start between facets that hardly differ: once more
    // from the centres, and now every facet is looked at.
    let lost = duel.a.is_lost() || duel.b.is_lost();
    if !(lost || warm && !held.is_closed(local.pair)) {
        return held.finding(local.pair);
    }
    (duel.a.scans, duel.b.scans) = (true, true);
    duel.begin();
    let end = duel.descend(local.pair, task);
    duel.held(&end, local.pair).finding(local.pair)
}

impl<const D: usize, A: Start<D>, B: Start<D>> Duel<'_, D, A, B> {
    #[inline(always)]
    fn between(&self) -> Vector<D> {
        self.b.point - self.a.point
    }

    /// Points this close are the same.
    #[inline(always)]
    fn touch(&self) -> f64 {
        accuracy::TOUCH * self.a.unit().max(self.b.unit())
    }

    /// Takes up the points and working sets of an earlier answer, which may have been about other
    /// poses; says whether there was one.
    #[inline(always)]
    fn recall(&mut self, warm: Option<&Evidence<D>>) -> bool {
        let Some(warm) = warm else { return false };
        let known = |names: &Names| matches!(names, Names::Surfaces(_));
        if !(known(&warm.a) || known(&warm.b)) {
            return false;
        }
        self.a.place(self.a.facets.again(warm.direction(0)));
        self.b.place(self.b.facets.again(warm.direction(1)));
        hold_all(&mut self.a, &warm.a);
        hold_all(&mut self.b, &warm.b);
        true
    }

    /// From the centres towards each other, as far as the polyhedra reach.
    fn begin(&mut self) {
        self.a.place(self.a.facets.centre());
        self.b.place(self.b.facets.centre());
        let d = self.between();
        let out_a = self.a.facets.towards(self.a.local + d);
        let back = self.b.pose.map_or(d, |pose| pose.rotation().rotate_back(d));
        let out_b = self.b.facets.towards(self.b.local - back);
        let share = |out: Option<(u32, f64)>| out.map_or(0.0, |(_, share)| share.min(1.0));
        let (share_a, share_b) = (share(out_a), share(out_b));
        // They overlap on the line between the centres: to where they meet.
        let room = 1.0 / (share_a + share_b).max(1.0);
        self.a.advance(d * (share_a * room));
        self.b.advance(d * (-share_b * room));
        // Facets beyond the other's centre were not reached.
        let reached =
            |out: Option<(u32, f64)>| out.filter(|(_, share)| room == 1.0 && *share <= 1.0);
        if let Some((id, _)) = reached(out_a) {
            self.a.hold(id);
        }
        if let Some((id, _)) = reached(out_b) {
            self.b.hold(id);
        }
    }

    /// The loop at the head of this file.
    fn descend(&mut self, pair: &Pair<'_, D>, task: &mut Task<'_, D>) -> End<D> {
        let (mut last, mut best) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut rough, mut downhill) = (f64::INFINITY, None);
        loop {
            // Steps 1 and 4.
            loop {
                let d = self.between();
                let length = d.norm();
                if length <= self.touch() {
                    return self.end(Stop::Contained);
                }
                if length <= task.below {
                    return self.end(Stop::Settled);
                }
                if self.steps >= task.accuracy.iterations {
                    return self.end(Stop::Cap);
                }
                self.watch(task);
                self.steps += 1;
                if self.approach(d, downhill.take()) {
                    break;
                }
            }
            // Step 2.
            let d = self.between();
            let length = d.norm();
            if length <= self.touch() {
                return self.end(Stop::Contained);
            }
            let normal = normal(&self.a.working, &self.b.working, d);
            // After a long way rounding leaves some of it: a second time, as long as that helps.
            if self.is_askew(normal) && length < rough {
                rough = length;
                continue;
            }
            let weights = self.weights(normal);
            let allowed = -accuracy::PUSH_NOISE * accuracy::ROUNDING;
            let pushes = |weights: &Vector<D>| weights.0.iter().all(|push| *push >= allowed);
            if weights.iter().all(pushes) {
                return End { normal, weights, stop: Stop::Converged };
            }
            // Step 3, unless nothing has become better, neither the points nor the proof.
            let proof = self.lower(d, normal, weights, pair);
            if !(length < last || proof > best) {
                return End { normal, weights, stop: Stop::Stalled };
            }
            (last, best) = (last.min(length), best.max(proof));
            let ways = [self.a.release(normal), self.b.release(-normal)];
            if ways == [Vector::ZERO; 2] {
                return self.end(Stop::Converged);
            }
            downhill = Some(ways);
        }
    }

    /// Whether a unit normal is not at right angles to both flats.
    #[inline(always)]
    fn is_askew(&self, normal: Vector<D>) -> bool {
        let off = |frame: &Frame<D>| frame.beyond(normal).max_abs();
        off(&self.a.working).max(off(&self.b.working)) > accuracy::ASKEW
    }

    /// The multipliers for a unit normal.
    #[inline(always)]
    fn weights(&self, normal: Vector<D>) -> [Vector<D>; 2] {
        [self.a.working.coefficients(normal), self.b.working.coefficients(-normal)]
    }

    /// The lower bound that these multipliers prove, those below zero left out.
    #[inline(always)]
    fn lower(
        &self,
        d: Vector<D>,
        normal: Vector<D>,
        weights: [Vector<D>; 2],
        pair: &Pair<'_, D>,
    ) -> f64 {
        let [push_a, push_b] = weights.map(|weights| weights.map(|push| push.max(0.0)));
        let reach = |view: &View<'_, D>| view.is_bounded().then_some(view.reach);
        d.dot(normal)
            - self.a.doubt(normal, push_a, reach(pair.a))
            - self.b.doubt(-normal, push_b, reach(pair.b))
    }

    /// One step; says whether it led all the way to the closest points of the two flats. Given the
    /// steepest ways down, takes them if it is blocked at once otherwise.
    #[inline(always)]
    fn approach(&mut self, d: Vector<D>, downhill: Option<[Vector<D>; 2]>) -> bool {
        let (p, q) = closest(&self.a.working, &self.b.working, d);
        let (block_a, block_b) = (self.a.blocked(p), self.b.blocked(q));
        let share = block_a.share.min(block_b.share);
        if let Some(ways) = downhill
            && share * (p.max_abs() + q.max_abs()) <= accuracy::OVERSTEP * self.a.unit
        {
            self.slide(d, ways);
            return false;
        }
        self.a.advance(p * share);
        self.b.advance(q * share);
        // A facet that is in the way and depends on the working set is a matter of rounding.
        !self.hold(block_a, block_b, share)
    }

    /// Down the steepest ways, to the lowest point on them or to what is in the way.
    fn slide(&mut self, d: Vector<D>, [r, s]: [Vector<D>; 2]) {
        // |d + t (s − r)| is least where its product with s − r is zero.
        let change = s - r;
        let least = -d.dot(change) / change.norm_squared();
        if !(least > 0.0 && least.is_finite()) {
            return;
        }
        let (p, q) = (r * least, s * least);
        let (block_a, block_b) = (self.a.blocked(p), self.b.blocked(q));
        let share = block_a.share.min(block_b.share);
        self.a.advance(p * share);
        self.b.advance(q * share);
        self.hold(block_a, block_b, share);
    }

    /// The facets that were in the way join the working sets; says whether there was one.
    #[inline]
    fn hold(&mut self, block_a: Block, block_b: Block, share: f64) -> bool {
        let mut held = false;
        if let Some(id) = block_a.facet
            && block_a.share <= share
        {
            held |= self.a.hold(id);
        }
        if let Some(id) = block_b.facet
            && block_b.share <= share
        {
            held |= self.b.hold(id);
        }
        held
    }

    /// Where the points are, with whatever multipliers the working sets give.
    fn end(&self, stop: Stop) -> End<D> {
        let d = self.between();
        if d.norm() <= self.touch() {
            return End { normal: Vector::ZERO, weights: [Vector::ZERO; 2], stop };
        }
        let normal = normal(&self.a.working, &self.b.working, d);
        End { normal, weights: self.weights(normal), stop }
    }

    /// The record of a step, for those who watch.
    fn watch(&self, task: &mut Task<'_, D>) {
        let Some(steps) = &mut task.trace else { return };
        let names = |ids: &[u32]| ids.to_vec();
        steps.push(Step {
            method: Method::ActiveSet,
            points: [self.a.point, self.b.point],
            lower: f64::NEG_INFINITY,
            upper: self.between().norm(),
            detail: Detail::ActiveSet {
                facets: [names(self.a.working.ids()), names(self.b.working.ids())],
            },
        });
    }

    /// What was found, with the multipliers as its evidence.
    fn held(&mut self, end: &End<D>, pair: &Pair<'_, D>) -> Held<D> {
        if end.normal != Vector::ZERO {
            self.a.anchor();
            self.b.anchor();
        }
        let d = self.between();
        let upper = d.norm();
        let inside = upper <= self.touch() || end.normal == Vector::ZERO;
        let normal = if inside { Vector::ZERO } else { end.normal };
        let lower = if inside { 0.0 } else { self.lower(d, normal, end.weights, pair) };
        Held {
            ids: [named(self.a.working.ids()), named(self.b.working.ids())],
            local: [self.a.local, self.b.local],
            points: [self.a.point, self.b.point],
            normal,
            weights: end.weights.map(|weights| weights.map(|push| push.max(0.0))),
            lower,
            upper,
            effort: Effort { method: Method::ActiveSet, iterations: self.steps, stop: end.stop },
        }
    }
}

/// The names of facets, for the evidence.
fn named(ids: &[u32]) -> [u32; MOST] {
    let mut names = [NONE; MOST];
    for (place, id) in names.iter_mut().zip(ids) {
        *place = *id;
    }
    names
}

/// Puts the facets that the evidence names into the working set, if they hold the point.
#[inline]
fn hold_all<const D: usize, F: Facets<D>>(side: &mut Side<'_, D, F>, names: &Names) {
    let Names::Surfaces(ids) = names else { return };
    for &id in &ids[..D] {
        if id != NONE && side.facets.has(id) && side.is_on(id) {
            side.hold(id);
        }
    }
}
