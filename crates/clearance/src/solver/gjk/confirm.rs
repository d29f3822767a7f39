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

use super::Goal;
use super::simplex::Simplex;
use super::weights::combination;
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::{Core, VertexSet};
use crate::simd::{EachTime, Level, Work, dispatch};
use crate::solver::{Finding, Task};
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
    dispatch(Try { pair, task, last })
}

struct Try<'a, 'b, const D: usize> {
    pair: &'a Pair<'a, D>,
    task: &'a Task<'b, D>,
    last: &'a Evidence<D>,
}

impl<const D: usize> Work for Try<'_, '_, D> {
    type Output = Option<Confirmed<D>>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        confirm_on(level, self.pair, self.task, self.last).ok()
    }
}

/// Where an attempt ended with a feature that does not carry the answer. Numbers only: what is handed on
/// has to be kept, and the attempt mostly succeeds.
#[derive(Clone, Copy)]
pub(crate) enum Attempt {
    /// At once: it is not for such a question.
    None,
    /// The feature does not come closest with its inside.
    Aside,
    /// The feature does, but these two vertices lie beyond it.
    Short(u32, u32),
}

/// The same in code that is compiled for a processor; and where it ended otherwise.
#[inline(always)]
pub(crate) fn confirm_on<const D: usize>(
    level: impl Level,
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    last: &Evidence<D>,
) -> Result<Confirmed<D>, Attempt> {
    let by_gjk = task.method.is_none_or(|only| only == Method::Gjk);
    let (Names::Vertices(a), Names::Vertices(b)) = (&last.a, &last.b) else {
        return Err(Attempt::None);
    };
    if !by_gjk || last.len == 0 || last.len > D || !can_carry(&pair.a.core, &pair.b.core) {
        return Err(Attempt::None);
    }
    let (feature, goal) = (Feature { a, b, len: last.len }, task.goal(pair, true));
    match (&pair.a.core, &pair.b.core) {
        // What is in memory as it was made needs no question which kind it is. In browsers size counts for
        // more.
        (Core::Vertices(a), Core::Vertices(b)) if !cfg!(target_arch = "wasm32") => {
            feature.look(level, pair, (*a, *b), goal)
        }
        (a, b) => feature.look(level, pair, (a, b), goal),
    }
}

/// Whether both cores are made of vertices, and nobody has a formula.
#[inline(always)]
pub(crate) fn can_carry<const D: usize>(a: &Core<'_, D>, b: &Core<'_, D>) -> bool {
    let cornered = |core: &Core<'_, D>| {
        matches!(core, Core::Vertices(_) | Core::Cuboid(_) | Core::Segment(..))
    };
    let formula = matches!((a, b), (Core::Segment(..), Core::Segment(..)));
    cornered(a) && cornered(b) && !formula
}

/// A core that is made of vertices.
trait Cornered<const D: usize>: Copy {
    /// The vertex with a number.
    fn corner(self, id: u32) -> Option<Vector<D>>;

    /// The one furthest along a direction, and its number.
    fn furthest(self, level: impl Level, direction: Vector<D>) -> (Vector<D>, u32);
}

impl<const D: usize> Cornered<D> for &VertexSet<D> {
    #[inline(always)]
    fn corner(self, id: u32) -> Option<Vector<D>> {
        self.points().get(id as usize).copied()
    }

    #[inline(always)]
    fn furthest(self, level: impl Level, direction: Vector<D>) -> (Vector<D>, u32) {
        let id = self.furthest_on(level, direction);
        (self.point(id), id)
    }
}

impl<const D: usize> Cornered<D> for &Core<'_, D> {
    #[inline(always)]
    fn corner(self, id: u32) -> Option<Vector<D>> {
        self.vertex(id)
    }

    #[inline(always)]
    fn furthest(self, _: impl Level, direction: Vector<D>) -> (Vector<D>, u32) {
        match self {
            // A call: two vertex sets have this function for themselves.
            Core::Vertices(set) => Cornered::furthest(*set, EachTime, direction),
            // Only sets of vertices are gone on with by number.
            Core::Cuboid(half) => (Vector::from_fn(|i| half[i].copysign(direction[i])), 0),
            core => (core.support(direction), 0),
        }
    }
}

/// Vertices of A and of B by number, as many as `len` says: at most D.
struct Feature<'a> {
    a: &'a [u32; MOST],
    b: &'a [u32; MOST],
    len: usize,
}

impl Feature<'_> {
    /// The vertices at a place, each in its own frame. Not a closure, here and below: that would be a
    /// call, and no vector register survives one.
    #[inline(always)]
    fn corners<const D: usize, A: Cornered<D>, B: Cornered<D>>(
        &self,
        k: usize,
        (a, b): (A, B),
    ) -> Option<(Vector<D>, Vector<D>)> {
        Some((a.corner(self.a[k])?, b.corner(self.b[k])?))
    }

    /// What carries the answer, if this feature does; else where the attempt ended.
    #[inline(always)]
    fn look<const D: usize, A: Cornered<D>, B: Cornered<D>>(
        &self,
        level: impl Level,
        pair: &Pair<'_, D>,
        bodies: (A, B),
        goal: Goal,
    ) -> Result<Confirmed<D>, Attempt> {
        let Some((p, q)) = self.corners(0, bodies) else { return Err(Attempt::None) };
        // The vertices in the world's axes, and the simplex that they make there.
        let first = placed(pair, (p, q));
        let mut points = [first; MOST];
        let mut simplex = Simplex::new(first.0 - first.1, ());
        for k in 1..D {
            if k < self.len {
                let Some(next) = self.corners(k, bodies) else { return Err(Attempt::None) };
                points[k] = placed(pair, next);
                simplex.push(points[k].0 - points[k].1, ());
            }
        }
        let Some((toward, weights)) = simplex.closest_in_feature() else {
            return Err(Attempt::Aside);
        };
        // How far the support points lie beyond it, each in its own frame: exactly nowhere if they are
        // vertices of the feature.
        let out_a = pair.pose_a.rotation().rotate_back(-toward);
        let out_b = pair.pose_b.rotation().rotate_back(toward);
        let (s, id_a) = bodies.0.furthest(level, out_a);
        let (t, id_b) = bodies.1.furthest(level, out_b);
        let beyond = out_a.dot(s - p) + out_b.dot(t - q);
        let by_length = 1.0 / toward.norm();
        let lower = (toward.dot(simplex.w[0]) - beyond) * by_length;
        let gap = beyond * by_length;
        let point_a = combination(|k| points[k].0, weights, self.len);
        let point_b = combination(|k| points[k].1, weights, self.len);
        let upper = (point_b - point_a).norm();
        let converged = gap <= goal.gap && goal.decides(lower, gap, 1.0);
        let closed = converged && upper - lower <= goal.slack && upper > goal.touch;
        let settled = lower > goal.beyond || upper <= goal.below;
        // Written so that NaN, from a feature that is none any more, is refused.
        if !(closed || settled && upper >= lower) {
            return Err(Attempt::Short(id_a, id_b));
        }
        let stop = if converged { Stop::Converged } else { Stop::Settled };
        let normal = -toward * by_length;
        Ok(Confirmed { weights, point_a, point_b, normal, lower, upper, stop })
    }
}

/// Vertices of A and of B in the world's axes, from A's origin.
#[inline(always)]
fn placed<const D: usize>(
    pair: &Pair<'_, D>,
    (p, q): (Vector<D>, Vector<D>),
) -> (Vector<D>, Vector<D>) {
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    (turn_a.rotate(p), turn_b.rotate(q) + pair.offset)
}
