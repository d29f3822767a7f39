//! GJK from the feature that carried the last answer, for bodies with so many vertices that others
//! carry the next one more often than not.
//!
//! Bodies that have moved a little come closest next to where they did before. So the loop of [`gjk`]
//! goes on from the vertices of the last feature, moved to where they are now, and mostly ends after
//! one look more. What it leaves open (touching, containment, slivers) is left to others, who start
//! from the same vertices.
//!
//! As in [`confirm`](super::confirm), nothing else is moved: where GJK brings all vertices of small bodies into
//! common axes, here the directions are turned into the bodies' own frames.

use super::confirm::is_cornered;
use super::gjk::{self, Alone, Descent, Difference, Goal};
use super::simplex::Simplex;
use super::weights::combination;
use super::{Finding, Task};
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::{Core, corner};
use crate::simd::{Level, Work, dispatch};
use crate::space::Vector;

/// What was found, in the world's axes.
pub(crate) struct Resumed<const D: usize> {
    len: usize,
    weights: [f64; MOST],
    a: [u32; MOST],
    b: [u32; MOST],
    point_a: Vector<D>,
    point_b: Vector<D>,
    normal: Vector<D>,
    lower: f64,
    upper: f64,
    iterations: u32,
    stop: Stop,
}

impl<const D: usize> Resumed<D> {
    /// The finding; `last` becomes what carries it.
    #[inline(always)]
    pub(crate) fn finding(self, last: &mut Evidence<D>) -> Finding<D> {
        let (a, b) = (Names::Vertices(self.a), Names::Vertices(self.b));
        (last.len, last.weights, last.a, last.b) = (self.len, self.weights, a, b);
        Finding {
            point_a: self.point_a,
            point_b: self.point_b,
            upper: self.upper,
            normal: self.normal,
            lower: self.lower,
            inside: false,
            unique: None,
            evidence: Evidence {
                len: self.len,
                weights: self.weights,
                a,
                b,
                directions: None,
                multipliers: None,
            },
            effort: Effort { method: Method::Gjk, iterations: self.iterations, stop: self.stop },
        }
    }
}

/// The answer to the next question, found from what carried the last one.
#[inline(always)]
pub(crate) fn resume<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    last: &Evidence<D>,
) -> Option<Resumed<D>> {
    let by_gjk = task.method.is_none_or(|only| only == Method::Gjk);
    let (Names::Vertices(a), Names::Vertices(b)) = (&last.a, &last.b) else { return None };
    if !by_gjk || !is_cornered(pair) || last.len == 0 || last.len > D {
        return None;
    }
    dispatch(Resume { pair, goal: task.goal(pair, true), a, b, len: last.len })
}

struct Resume<'a, const D: usize> {
    pair: &'a Pair<'a, D>,
    goal: Goal,
    a: &'a [u32; MOST],
    b: &'a [u32; MOST],
    len: usize,
}

impl<const D: usize> Work for Resume<'_, D> {
    type Output = Option<Resumed<D>>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self { pair, goal, a, b, len } = self;
        let cores = &Cores { pair, level };
        let mut simplex = Simplex::new(cores.named(a[0], b[0])?, (a[0], b[0]));
        for k in 1..D {
            if k < len {
                simplex.push(cores.named(a[k], b[k])?, (a[k], b[k]));
            }
        }
        cores.found(gjk::descend(cores, simplex, goal, Alone)?, &goal)
    }
}

/// Two cores made of vertices, each in its own frame.
struct Cores<'a, const D: usize, L> {
    pair: &'a Pair<'a, D>,
    level: L,
}

impl<const D: usize, L: Level> Cores<'_, D, L> {
    /// Points of A and of B in the world's axes, measured from A's origin.
    #[inline(always)]
    fn placed(&self, p: Vector<D>, q: Vector<D>) -> (Vector<D>, Vector<D>) {
        let pair = self.pair;
        (pair.pose_a.rotation().rotate(p), pair.pose_b.rotation().rotate(q) + pair.offset)
    }

    #[inline(always)]
    fn difference(&self, p: Vector<D>, q: Vector<D>) -> Vector<D> {
        let (p, q) = self.placed(p, q);
        p - q
    }

    /// The difference of two vertices, if there are any with these numbers.
    #[inline(always)]
    fn named(&self, a: u32, b: u32) -> Option<Vector<D>> {
        Some(self.difference(self.pair.a.core.vertex(a)?, self.pair.b.core.vertex(b)?))
    }

    /// Vertices with numbers that are known to be right.
    #[inline(always)]
    fn local(&self, a: u32, b: u32) -> (Vector<D>, Vector<D>) {
        let vertex = |core: &Core<'_, D>, id| core.vertex(id).unwrap_or(Vector([f64::NAN; D]));
        (vertex(&self.pair.a.core, a), vertex(&self.pair.b.core, b))
    }

    /// What GJK found, measured on the two points.
    #[inline(always)]
    fn found(&self, found: Descent<D, (u32, u32)>, goal: &Goal) -> Option<Resumed<D>> {
        let Descent { simplex, weights, toward, lower, iterations, stop } = found;
        let ([i, j, k, l], len) = (simplex.mark, simplex.len);
        let vertex = |at: usize| {
            let (a, b) = [i, j, k, l][at];
            self.local(a, b)
        };
        let (point_a, point_b) = self.placed(
            combination(|k| vertex(k).0, weights, len),
            combination(|k| vertex(k).1, weights, len),
        );
        let upper = (point_b - point_a).norm();
        let closed = upper - lower <= goal.slack && upper > goal.touch;
        // Points may be further apart than their feature said, which settles nothing. Written so that
        // NaN, from a feature that is none any more, is refused.
        let settled = lower > goal.beyond || upper <= goal.below;
        if !(stop == Stop::Converged && closed || settled && upper >= lower) {
            return None;
        }
        Some(Resumed {
            len,
            weights,
            a: [i.0, j.0, k.0, l.0],
            b: [i.1, j.1, k.1, l.1],
            point_a,
            point_b,
            normal: -toward,
            lower,
            upper,
            iterations,
            stop,
        })
    }

    /// The vertex furthest along a direction.
    #[inline(always)]
    fn furthest(&self, core: &Core<'_, D>, direction: Vector<D>) -> (Vector<D>, u32) {
        match core {
            Core::Vertices(set) => {
                let id = set.furthest_on(self.level, direction);
                (set.point(id), id)
            }
            Core::Cuboid(half) => {
                let mut id = 0;
                for i in 0..D {
                    id |= u32::from(direction[i] > 0.0) << i;
                }
                (corner(*half, id), id)
            }
            Core::Segment(p, q) => {
                let second = (*q - *p).dot(direction) > 0.0;
                (if second { *q } else { *p }, u32::from(second))
            }
            core => (core.support(direction), 0),
        }
    }
}

impl<const D: usize, L: Level> Difference<D> for Cores<'_, D, L> {
    type Mark = (u32, u32);

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, (u32, u32)) {
        let pair = self.pair;
        let along = pair.pose_a.rotation().rotate_back(direction);
        let against = pair.pose_b.rotation().rotate_back(-direction);
        let (p, a) = self.furthest(&pair.a.core, along);
        let (q, b) = self.furthest(&pair.b.core, against);
        (self.difference(p, q), (a, b))
    }
}
