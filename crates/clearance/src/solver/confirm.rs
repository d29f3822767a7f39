//! The feature that carried the last answer, tried again: mostly all that a followed pair needs.
//!
//! Bodies that move a little come closest at the same vertices, edges or faces as before. So the
//! named vertices are moved to where they are now, at most D on each side; the closest point of
//! the feature that they span gives an upper bound, and the support points along its normal a
//! lower one. If the bounds close, that is the answer, with the same names and new weights.
//! Otherwise nothing is lost but the attempt: GJK starts from the same vertices.
//!
//! Nothing else is moved: where GJK brings all vertices of small bodies into common axes, here two
//! directions are turned into the bodies' own frames.

use super::gjk::Goal;
use super::simplex::Simplex;
use super::weights::combination;
use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::Core;
use crate::simd::{Level, Work, dispatch};
use crate::space::Vector;

/// What was found, without what is known already: the names.
pub(crate) struct Confirmed<const D: usize> {
    weights: [f64; MOST],
    point_a: Vector<D>,
    point_b: Vector<D>,
    normal: Vector<D>,
    lower: f64,
    upper: f64,
    stop: Stop,
}

impl<const D: usize> Confirmed<D> {
    /// The finding, in the world's axes, given the evidence that was confirmed; the evidence gets
    /// its new weights.
    #[inline(always)]
    pub(crate) fn finding(self, last: &mut Evidence<D>) -> Finding<D> {
        last.weights = self.weights;
        Finding {
            point_a: self.point_a,
            point_b: self.point_b,
            upper: self.upper,
            normal: self.normal,
            lower: self.lower,
            inside: false,
            unique: None,
            evidence: Evidence {
                len: last.len,
                weights: self.weights,
                a: last.a,
                b: last.b,
                directions: None,
                multipliers: None,
            },
            effort: Effort { method: Method::Gjk, iterations: 1, stop: self.stop },
        }
    }
}

/// The last answer's feature as the answer to the next question, if the bounds close.
#[inline(always)]
pub(crate) fn confirm<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    last: &Evidence<D>,
) -> Option<Confirmed<D>> {
    let by_gjk = task.method.is_none_or(|only| only == Method::Gjk);
    let (Names::Vertices(a), Names::Vertices(b)) = (&last.a, &last.b) else { return None };
    if !by_gjk || !takes(pair) || last.len == 0 || last.len > D {
        return None;
    }
    dispatch(Try { pair, goal: task.goal(pair, true), a, b, len: last.len })
}

/// Whether both cores are made of vertices, and nobody has a formula.
#[inline(always)]
fn takes<const D: usize>(pair: &Pair<'_, D>) -> bool {
    match (&pair.a.core, &pair.b.core) {
        (Core::Segment(..), Core::Segment(..)) => false,
        (Core::Vertices(a), Core::Vertices(b)) => a.len().min(b.len()) <= accuracy::CONFIRM_UP_TO,
        (a, b) => {
            let cornered = |core: &Core<'_, D>| {
                matches!(core, Core::Vertices(_) | Core::Cuboid(_) | Core::Segment(..))
            };
            cornered(a) && cornered(b)
        }
    }
}

struct Try<'a, const D: usize> {
    pair: &'a Pair<'a, D>,
    goal: Goal,
    a: &'a [u32; MOST],
    b: &'a [u32; MOST],
    len: usize,
}

impl<const D: usize> Work for Try<'_, D> {
    type Output = Option<Confirmed<D>>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self { pair, goal, a, b, len } = self;
        let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
        let placed =
            |p: Vector<D>, q: Vector<D>| (turn_a.rotate(p), turn_b.rotate(q) + pair.offset);
        let difference = |(p, q)| {
            let (p, q) = placed(p, q);
            p - q
        };
        // The vertices in their own frames, and the simplex that they make in the world's axes.
        let first = (pair.a.core.vertex(a[0])?, pair.b.core.vertex(b[0])?);
        let mut local = [first; MOST];
        let mut simplex = Simplex::new(difference(first), ());
        for k in 1..D {
            if k < len {
                local[k] = (pair.a.core.vertex(a[k])?, pair.b.core.vertex(b[k])?);
                simplex.push(difference(local[k]), ());
            }
        }
        let (toward, weights) = simplex.closest_in_feature()?;
        let s = support(&pair.a.core, level, turn_a.rotate_back(-toward));
        let t = support(&pair.b.core, level, turn_b.rotate_back(toward));
        let w = difference((s, t));
        let by_length = 1.0 / toward.norm();
        let lower = toward.dot(w) * by_length;
        let gap = toward.dot(simplex.w[0] - w) * by_length;
        let (point_a, point_b) = placed(
            combination(|k| local[k].0, weights, len),
            combination(|k| local[k].1, weights, len),
        );
        let upper = (point_b - point_a).norm();
        let converged = gap <= goal.gap && goal.decides(lower, gap, 1.0);
        let closed = converged && upper - lower <= goal.slack && upper > goal.touch;
        let settled = lower > goal.beyond || upper <= goal.below;
        // Written so that NaN, from a feature that is none any more, is refused.
        if !(closed || settled && upper >= lower) {
            return None;
        }
        let stop = if converged { Stop::Converged } else { Stop::Settled };
        let normal = -toward * by_length;
        Some(Confirmed { weights, point_a, point_b, normal, lower, upper, stop })
    }
}

/// The point furthest along a direction.
#[inline(always)]
fn support<const D: usize>(
    core: &Core<'_, D>,
    level: impl Level,
    direction: Vector<D>,
) -> Vector<D> {
    match core {
        Core::Vertices(set) => set.point(set.furthest_on(level, direction)),
        Core::Cuboid(half) => Vector::from_fn(|i| half[i].copysign(direction[i])),
        core => core.support(direction),
    }
}
