//! GJK on two sets of so many vertices that directions are looked up in tables, from the feature that carried
//! the last answer: all of it in one loop.
//!
//! The feature is cut down to the part of it that is closest where the bodies are now, and looked beyond; if
//! nothing is there, that is the answer, and otherwise what is there joins it. Four things keep the processor
//! from waiting:
//!
//! - Whether anything is there is told by how far the furthest vertices lie along the direction, before
//!   anybody knows which ones they are, and nothing has to be placed for it. At each look nobody can foretell
//!   the answer, and all that follows waits for it.
//! - Weights are found before the look, although they are in vain if it finds something: that takes as long as
//!   the look, which waits for the table.
//! - There are no closures, no calls but rare ones and no selections of vertices by number: compilers make
//!   functions of the first and branches of the last.
//! - B's closest point is A's less what lies between them: the vertices of B are not combined.
//!
//! What is not plain is left to a search with all the care there is.

use core::hint::select_unpredictable;

use super::Goal;
use super::simplex::{Closest, MOST, Simplex, beyond};
use super::weights::convex;
use crate::accuracy;
use crate::answer::{Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::{Cells, Core};
use crate::solver::{Finding, Task};
use crate::space::{Rotation, Vector};

/// Whether directions are looked up in tables for both.
#[inline(always)]
pub(crate) fn are_tabled<const D: usize>(a: &Core<'_, D>, b: &Core<'_, D>) -> bool {
    matches!((a, b), (Core::Vertices(a), Core::Vertices(b)) if a.cells().is_some() & b.cells().is_some())
}

/// The closest points of two such sets. What carries them takes the place of what carried the last answer.
#[inline(always)]
pub(crate) fn by_tables<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    last: &mut Evidence<D>,
) -> Option<Finding<D>> {
    if task.method.is_some_and(|only| only != Method::Gjk) {
        return None;
    }
    let (Core::Vertices(a), Core::Vertices(b)) = (&pair.a.core, &pair.b.core) else { return None };
    let a = &Turned { points: a.points(), cells: a.cells()?, turn: pair.pose_a.rotation() };
    let b = &Turned { points: b.points(), cells: b.cells()?, turn: pair.pose_b.rotation() };
    let goal = &task.goal(pair, true);
    let mut simplex = recalled((a, b), pair.offset, last)?;
    let mut closest = simplex.cut_down();
    let steps = goal.cap.min(accuracy::FAST_STEPS);
    let mut iterations = 0;
    loop {
        let Closest::Feature { toward } = closest else { return None };
        let weights = simplex.weights_in_feature();
        // How far the support points lie beyond it, each in its own frame: exactly nowhere if they are
        // vertices of the feature.
        let (out_a, out_b) = (a.turn.rotate_back(-toward), b.turn.rotate_back(toward));
        let (s, t) = (a.cells.tops(a.points, out_a)?, b.cells.tops(b.points, out_b)?);
        iterations += 1;
        let (p, q) = simplex.mark[0];
        let gap = (s.most - a.local(p)?.dot(out_a)) + (t.most - b.local(q)?.dot(out_b));
        let lower = toward.dot(simplex.w[0]) - gap;
        // As in the loop of GJK for all bodies: squares, to know a root earlier.
        let settled = goal.is_open() && goal.settles(lower, gap, toward.norm());
        let close = !(gap * gap.abs() > goal.close * goal.close * toward.norm_squared());
        if settled || close || iterations >= steps {
            let by_length = 1.0 / toward.norm();
            let (lower, gap) = (lower * by_length, gap * by_length);
            let converged = gap <= goal.gap && goal.decides(lower, gap, 1.0);
            if settled || converged {
                let stop = if converged { Stop::Converged } else { Stop::Settled };
                let found = Found { normal: -toward * by_length, lower, iterations, stop };
                return found.finding((&simplex, convex(weights)?), a, goal, last);
            }
            if !(gap > 0.0) || iterations >= steps {
                return None;
            }
        }
        let mark = (s.id(), t.id());
        let w = a.placed(mark.0)? - (b.placed(mark.1)? + pair.offset);
        if close && simplex.has(w) {
            return None;
        }
        closest = simplex.join(w, mark);
    }
}

/// A set of vertices with a table, and how it is turned.
struct Turned<'a, const D: usize> {
    points: &'a [Vector<D>],
    cells: &'a Cells,
    turn: &'a Rotation<D>,
}

impl<const D: usize> Turned<'_, D> {
    /// A vertex in the set's own frame.
    #[inline(always)]
    fn local(&self, id: u32) -> Option<Vector<D>> {
        self.points.get(id as usize).copied()
    }

    /// A vertex in the world's axes.
    #[inline(always)]
    fn placed(&self, id: u32) -> Option<Vector<D>> {
        Some(self.turn.rotate(self.local(id)?))
    }
}

/// The feature that carried the last answer, where it is now.
#[inline(always)]
fn recalled<const D: usize>(
    (a, b): (&Turned<'_, D>, &Turned<'_, D>),
    offset: Vector<D>,
    last: &Evidence<D>,
) -> Option<Simplex<D, (u32, u32)>> {
    let (Names::Vertices(i), Names::Vertices(j)) = (&last.a, &last.b) else { return None };
    if last.len == 0 || last.len > D {
        return None;
    }
    let w = a.placed(i[0])? - (b.placed(j[0])? + offset);
    let mut simplex = Simplex::new(w, (i[0], j[0]));
    for k in 1..D {
        if k < last.len {
            let w = a.placed(i[k])? - (b.placed(j[k])? + offset);
            simplex.push(w, (i[k], j[k]));
        }
    }
    Some(simplex)
}

/// What a look at a feature told that carries the answer.
struct Found<const D: usize> {
    normal: Vector<D>,
    lower: f64,
    iterations: u32,
    stop: Stop,
}

impl<const D: usize> Found<D> {
    /// The finding, if both bounds agree. Names are written one by one, into the evidence for the next query
    /// as well: what is written in pieces and copied in larger ones waits.
    #[inline(always)]
    fn finding(
        self,
        (simplex, weights): (&Simplex<D, (u32, u32)>, [f64; MOST]),
        a: &Turned<'_, D>,
        goal: &Goal,
        last: &mut Evidence<D>,
    ) -> Option<Finding<D>> {
        let between = simplex.combine(weights);
        let (lower, upper) = (self.lower, between.norm());
        let settled = lower > goal.beyond || upper <= goal.below;
        let closed = matches!(self.stop, Stop::Converged) && upper - lower <= goal.slack;
        // Written so that NaN is left to others.
        if !((settled || closed) && upper > goal.touch && upper < f64::INFINITY) {
            return None;
        }
        let len = simplex.len;
        let [p, q, r, s] = simplex.mark;
        let mut local = a.local(p.0)? * weights[0];
        if len > 1 {
            local += a.local(q.0)? * weights[1];
            if len > 2 {
                local += a.local(r.0)? * weights[2];
            }
        }
        let point_a = a.turn.rotate(local);
        (last.len, last.weights) = (len, weights);
        last.a = Names::Vertices([p.0, q.0, r.0, s.0]);
        last.b = Names::Vertices([p.1, q.1, r.1, s.1]);
        Some(Finding {
            point_a,
            point_b: point_a - between,
            upper,
            normal: self.normal,
            lower,
            inside: false,
            unique: None,
            evidence: Evidence {
                len,
                weights,
                a: Names::Vertices([p.0, q.0, r.0, s.0]),
                b: Names::Vertices([p.1, q.1, r.1, s.1]),
                directions: None,
                multipliers: None,
            },
            effort: Effort { method: Method::Gjk, iterations: self.iterations, stop: self.stop },
        })
    }
}

impl<const D: usize, M: Copy> Simplex<D, M> {
    /// The same as [`reduce_any`](Self::reduce_any) for at most D vertices, of which the feature that all of
    /// them span is mostly the closest.
    #[inline(always)]
    fn cut_down(&mut self) -> Closest<D> {
        if D == 3 && self.len == 3 {
            let [a, b, c, _] = self.w;
            let normal = (b - a).cross3(c - a);
            if !(beyond(normal, a, b) | beyond(normal, b, c) | beyond(normal, c, a)) {
                let out = normal.dot(a) >= 0.0;
                let [_, j, k, _] = self.mark;
                (self.w[1], self.w[2]) = (either(out, b, c), either(out, c, b));
                self.mark[1] = select_unpredictable(out, j, k);
                self.mark[2] = select_unpredictable(out, k, j);
                return Closest::Feature { toward: either(out, normal, -normal) };
            }
        }
        self.reduce_any()
    }
}

/// One of two vectors. A choice and not a branch: nobody can foretell it.
#[inline(always)]
fn either<const D: usize>(first: bool, x: Vector<D>, y: Vector<D>) -> Vector<D> {
    Vector::from_fn(|i| select_unpredictable(first, x[i], y[i]))
}
