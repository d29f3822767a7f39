//! GJK on a pair of cores: which bodies stand for them, in which axes, and what its result means
//! for the pair.
//!
//! | the cores | bodies | axes |
//! | --- | --- | --- |
//! | at most 8 vertices each | their vertices, moved | the world's |
//! | 9 to 24 vertices each | the same | the world's |
//! | one of them has more | the other's vertices, moved | those of the one that has more |
//! | both have more | A stays, directions are turned for B | A's |
//! | one is known by its support function alone | that function | A's |

use super::behind::Behind;
use super::body::{Body, Few, Opaque, Posed, Still, blocks_of};
use super::simplex::{MOST, Simplex};
use super::{Descent, Difference, Moment, Watch};
use crate::answer::{Answer, Detail, Effort, Evidence, Method, Region, Step, Stop, TracedVertex};
use crate::pair::{Axes, Pair};
use crate::query::QueryError;
use crate::shape::{Core, VertexSet};
use crate::simd::{EachTime, Level, Work, dispatch};
use crate::solver::gjk;
use crate::solver::{Finding, Task};
use crate::space::Vector;

/// Blocks for cores that fill one. In browsers they are taken as those that fill up to three: the
/// same bits, and one loop less to load.
const FEW: usize = if cfg!(target_arch = "wasm32") { 3 } else { 1 };

/// The distance between the two cores, both bounded.
#[inline(always)]
pub(crate) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    match (blocks_of(&pair.a.core), blocks_of(&pair.b.core)) {
        (Some(1), Some(1)) => dispatch(BothMoved::<D, FEW> { pair, task }),
        (Some(2..=3), Some(2..=3)) => dispatch(BothMoved::<D, 3> { pair, task }),
        (Some(_), Some(_)) => dispatch(OneStays { pair, task }),
        _ => opaque(pair, task),
    }
}

/// Both cores are moved into the world's axes: no relative pose is needed, and nothing has to be
/// turned in the end.
struct BothMoved<'a, 'b, 'c, const D: usize, const K: usize> {
    pair: &'a Pair<'b, D>,
    task: &'a mut Task<'c, D>,
}

impl<const D: usize, const K: usize> Work for BothMoved<'_, '_, '_, D, K> {
    type Output = Result<Answer<D>, QueryError>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self { pair, task } = self;
        let (turn_a, turn_b) = (pair.pose_a.rotation().matrix(), pair.pose_b.rotation().matrix());
        let a = &Few::<D, K, L>::new(&pair.a.core, turn_a, Vector::ZERO, level);
        let b = &Few::<D, K, L>::new(&pair.b.core, turn_b, pair.offset, level);
        run(&Bodies { a, b, toward: pair.offset }, pair, pair.world(), task)
    }
}

/// A core with many vertices stays where it is.
struct OneStays<'a, 'b, 'c, const D: usize> {
    pair: &'a Pair<'b, D>,
    task: &'a mut Task<'c, D>,
}

impl<const D: usize> Work for OneStays<'_, '_, '_, D> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = true;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self { pair, task } = self;
        match (many(&pair.a.core), many(&pair.b.core)) {
            (None, Some(set)) => {
                let pose = pair.pose_b.to_local(pair.pose_a);
                let (turn, shift) = (pose.rotation().matrix(), pose.translation());
                let a = &Few::<D, 1, _>::new(&pair.a.core, turn, shift, level);
                let b = &Still { set, level };
                run(&Bodies { a, b, toward: -shift }, pair, pair.pose_b, task)
            }
            (Some(set), None) => {
                let pose = pair.b_in_a();
                let (turn, shift) = (pose.rotation().matrix(), pose.translation());
                let a = &Still { set, level };
                let b = &Few::<D, 1, _>::new(&pair.b.core, turn, shift, level);
                run(&Bodies { a, b, toward: shift }, pair, pair.pose_a, task)
            }
            (Some(a), Some(b)) => {
                let pose = &pair.b_in_a();
                let a = &Still { set: a, level };
                let b = &Posed::under(pose, b, level);
                run(&Bodies { a, b, toward: pose.translation() }, pair, pair.pose_a, task)
            }
            // Two cores with few vertices are both moved.
            (None, None) => BothMoved::<D, FEW> { pair, task }.run(level),
        }
    }
}

/// The vertices of a core that is not worth moving.
#[inline(always)]
pub(crate) fn many<'a, const D: usize>(core: &Core<'a, D>) -> Option<&'a VertexSet<D>> {
    match core {
        Core::Vertices(set) if set.blocks().len() > 1 => Some(set),
        _ => None,
    }
}

/// A core is known by its support function alone.
#[inline(never)]
fn opaque<const D: usize>(
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let pose = &pair.b_in_a();
    let toward = pose.translation();
    let few = |core: &Core<'_, D>| blocks_of(core) == Some(1);
    let (core_a, core_b) = (&pair.a.core, &pair.b.core);
    let a = &Opaque { core: core_a, pose: None };
    let b = &Opaque { core: core_b, pose: Some(pose) };
    if few(core_a) {
        let still = crate::Matrix::IDENTITY;
        let a = &Few::<D, 1, _>::new(core_a, &still, Vector::ZERO, EachTime);
        run(&Bodies { a, b, toward }, pair, pair.pose_a, task)
    } else if few(core_b) {
        let turn = pose.rotation().matrix();
        let b = &Few::<D, 1, _>::new(core_b, turn, toward, EachTime);
        run(&Bodies { a, b, toward }, pair, pair.pose_a, task)
    } else {
        run(&Bodies { a, b, toward }, pair, pair.pose_a, task)
    }
}

/// Two bodies, whose difference is what GJK descends on.
pub(crate) struct Bodies<'a, const D: usize, A, B> {
    pub(crate) a: &'a A,
    pub(crate) b: &'a B,
    /// From one to the other, more or less: where to look first.
    pub(crate) toward: Vector<D>,
}

impl<const D: usize, A: Body<D>, B: Body<D>> Bodies<'_, D, A, B> {
    /// The points that evidence from another query names at place `k`, if they are there.
    #[inline(always)]
    pub(crate) fn recalled(
        &self,
        last: &Evidence<D>,
        k: usize,
    ) -> Option<(Vector<D>, <Self as Difference<D>>::Mark)> {
        let direction = last.direction(k);
        let (a, mark_a) = self.a.recall(&last.a, k, direction)?;
        let (b, mark_b) = self.b.recall(&last.b, k, -direction)?;
        Some((a - b, (mark_a, mark_b)))
    }
}

impl<const D: usize, A: Body<D>, B: Body<D>> Difference<D> for Bodies<'_, D, A, B> {
    type Mark = (A::Mark, B::Mark);

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Self::Mark) {
        let (a, mark_a) = self.a.support(direction);
        let (b, mark_b) = self.b.support(-direction);
        (a - b, (mark_a, mark_b))
    }

    #[inline(always)]
    fn support_along(&self, multiple: Vector<D>, unit: Vector<D>) -> (Vector<D>, Self::Mark) {
        self.support(if A::SHARP && B::SHARP { multiple } else { unit })
    }
}

/// A difference that knows which points of A and of B its own come from.
pub(crate) trait Paired<const D: usize>: Difference<D> {
    /// The points of A and B with these weights.
    fn points(
        &self,
        simplex: &Simplex<D, Self::Mark>,
        weights: [f64; MOST],
    ) -> (Vector<D>, Vector<D>);

    /// The same by name.
    fn evidence(simplex: &Simplex<D, Self::Mark>, weights: [f64; MOST]) -> Evidence<D>;
}

impl<const D: usize, A: Body<D>, B: Body<D>> Paired<D> for Bodies<'_, D, A, B> {
    #[inline(always)]
    fn points(
        &self,
        simplex: &Simplex<D, Self::Mark>,
        weights: [f64; MOST],
    ) -> (Vector<D>, Vector<D>) {
        let len = simplex.len;
        (
            self.a.combine(|k| simplex.mark[k].0, weights, len),
            self.b.combine(|k| simplex.mark[k].1, weights, len),
        )
    }

    #[inline(always)]
    fn evidence(simplex: &Simplex<D, Self::Mark>, weights: [f64; MOST]) -> Evidence<D> {
        let [m0, m1, m2, m3] = simplex.mark;
        let direction =
            |mark: (A::Mark, B::Mark)| match (A::direction(mark.0), B::direction(mark.1)) {
                (Some(direction), _) => direction,
                (None, Some(direction)) => -direction,
                (None, None) => Vector::ZERO,
            };
        let by_direction = A::direction(m0.0).is_some() || B::direction(m0.1).is_some();
        Evidence {
            len: simplex.len,
            weights,
            a: A::names([m0.0, m1.0, m2.0, m3.0]),
            b: B::names([m0.1, m1.1, m2.1, m3.1]),
            directions: by_direction
                .then(|| [direction(m0), direction(m1), direction(m2), direction(m3)]),
            multipliers: None,
        }
    }
}

/// The descent, and what it means: inlined into each choice of bodies above, so that GJK's loop is
/// compiled for it. In browsers, where size counts for more (as in other places that say so for
/// `wasm32`), one loop does for all of them.
#[inline(always)]
pub(crate) fn run<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, D, A, B>,
    pair: &Pair<'_, D>,
    axes: impl Axes<D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    if cfg!(target_arch = "wasm32") {
        return run_behind(bodies, pair, &axes, task);
    }
    run_with(bodies, pair, axes, task)
}

/// The same, through pointers.
#[inline(always)]
pub(crate) fn run_behind<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, D, A, B>,
    pair: &Pair<'_, D>,
    axes: &dyn Axes<D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let (a, b) = (&Behind::new(bodies.a), &Behind::new(bodies.b));
    run_with(&Bodies { a, b, toward: bodies.toward }, pair, axes, task)
}

#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn run_with<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, D, A, B>,
    pair: &Pair<'_, D>,
    axes: impl Axes<D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let goal = task.goal(pair, bodies.a.is_sharp() && bodies.b.is_sharp());
    let simplex = start(bodies, task);
    let traced = task.trace.is_some();
    let mut record = |moment: Moment<'_, D, _>| {
        if let Some(steps) = &mut task.trace {
            steps.push(step(bodies, &moment).moved(&axes.seen_from(pair.pose_a)));
        }
    };
    let watch: Watch<'_, '_, D, _> = if traced { Some(&mut record) } else { None };
    let result = gjk::descend(bodies, (simplex, None), goal, watch);
    concluded(bodies, pair, axes, result)
}

/// What the end of the descent means for the pair.
#[inline(always)]
pub(crate) fn concluded<const D: usize, S: Paired<D>>(
    difference: &S,
    pair: &Pair<'_, D>,
    axes: impl Axes<D>,
    result: Descent<D, S::Mark>,
) -> Result<Answer<D>, QueryError> {
    let (simplex, weights) = (result.simplex, result.weights);
    let (point_a, point_b) = difference.points(&simplex, weights);
    let upper = (point_b - point_a).norm();
    // Two points that are not finite have no finite distance.
    if !upper.is_finite() {
        return Err(crate::solver::not_finite(point_a));
    }
    let finding = Finding {
        point_a,
        point_b,
        upper,
        normal: -result.toward,
        lower: result.lower,
        inside: result.stop == Stop::Contained,
        // The closest point of a convex set to a point is unique, and so is that to a set without
        // flat places.
        unique: [pair.a, pair.b]
            .iter()
            .any(|view| matches!(view.core, Core::Point(_) | Core::Smooth(_)))
            .then_some(true),
        evidence: S::evidence(&simplex, weights),
        effort: Effort { method: Method::Gjk, iterations: result.iterations, stop: result.stop },
    };
    Ok(finding.answer(pair, axes))
}

/// The simplex to start from: the one that carried the last answer, or a single support point
/// along the line between the two frames.
#[inline(always)]
pub(crate) fn start<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, D, A, B>,
    task: &Task<'_, D>,
) -> Simplex<D, (A::Mark, B::Mark)> {
    if let Some(warm) = task.warm {
        let mut simplex: Option<Simplex<D, _>> = None;
        for k in 0..warm.len.min(D + 1) {
            let Some((w, mark)) = bodies.recalled(warm, k) else { continue };
            match &mut simplex {
                None => simplex = Some(Simplex::new(w, mark)),
                Some(simplex) if !simplex.has(w) => simplex.push(w, mark),
                Some(_) => {}
            }
        }
        if let Some(simplex) = simplex {
            return simplex;
        }
    }
    let (w, mark) = bodies.support(bodies.toward);
    Simplex::new(w, mark)
}

/// The record of one iteration.
fn step<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, D, A, B>,
    moment: &Moment<'_, D, (A::Mark, B::Mark)>,
) -> Step<D> {
    let (simplex, weights) = (moment.simplex, moment.weights);
    let (a, b) = bodies.points(simplex, weights);
    let points = |mark: (A::Mark, B::Mark)| [bodies.a.point(mark.0), bodies.b.point(mark.1)];
    let vertex = |k: usize| {
        let [a, b] = points(simplex.mark[k]);
        TracedVertex { a, b, weight: weights[k] }
    };
    Step {
        method: Method::Gjk,
        points: [a, b],
        lower: if moment.support.is_some() { moment.lower } else { 0.0 },
        upper: (b - a).norm(),
        detail: Detail::Gjk {
            simplex: (0..simplex.len).map(vertex).collect(),
            region: moment.support.map_or(Region::Inside, |_| Region::of(simplex.len)),
            direction: -moment.toward,
            support: moment.support.map_or([a, b], points),
            careful: moment.careful,
        },
    }
}
