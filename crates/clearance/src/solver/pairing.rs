//! GJK on a pair of cores: which bodies stand for them, and what its result means for the pair.

use super::body::{Body, Few, Opaque, Posed, PosedBox, Still, StillBox};
use super::gjk::{self, Difference, Moment};
use super::simplex::{MOST, Simplex};
use super::{Finding, Task};
use crate::answer::{Answer, Detail, Effort, Evidence, Method, Region, Step, Stop, TracedVertex};
use crate::pair::Local;
use crate::query::QueryError;
use crate::shape::Core;
use crate::space::Vector;

/// The distance between the two cores, both bounded.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    match &local.pair.a.core {
        Core::Point(p) => against(&Few::<D, 1>::of([*p]), true, local, task),
        Core::Segment(p, q) => against(&Few::<D, 1>::of([*p, *q]), true, local, task),
        Core::Cuboid(half) => against(&StillBox(*half), true, local, task),
        Core::Vertices(set) => against(&Still(set), true, local, task),
        core => against(&Opaque { core, pose: None }, false, local, task),
    }
}

fn against<const D: usize, A: Body<D>>(
    a: &A,
    sharp: bool,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let pose = &local.b_in_a;
    match &local.pair.b.core {
        Core::Point(p) => {
            let b = &Few::<D, 1>::of([pose.transform(*p)]);
            run(&Bodies { a, b }, sharp, local, task)
        }
        Core::Segment(p, q) => {
            let b = &Few::<D, 1>::of([pose.transform(*p), pose.transform(*q)]);
            run(&Bodies { a, b }, sharp, local, task)
        }
        Core::Cuboid(half) => {
            run(&Bodies { a, b: &PosedBox { half: *half, pose } }, sharp, local, task)
        }
        Core::Vertices(set) => match set.blocks().len() {
            1 => run(&Bodies { a, b: &Few::<D, 1>::moved(set, pose) }, sharp, local, task),
            2..=4 => run(&Bodies { a, b: &Few::<D, 4>::moved(set, pose) }, sharp, local, task),
            _ => run(&Bodies { a, b: &Posed { set, pose } }, sharp, local, task),
        },
        core => run(&Bodies { a, b: &Opaque { core, pose: Some(pose) } }, false, local, task),
    }
}

/// Two bodies, whose difference is what GJK descends on.
pub(super) struct Bodies<'a, A, B> {
    pub(super) a: &'a A,
    pub(super) b: &'a B,
}

impl<const D: usize, A: Body<D>, B: Body<D>> Difference<D> for Bodies<'_, A, B> {
    type Mark = (A::Mark, B::Mark);

    #[inline(always)]
    fn support(&self, direction: Vector<D>, near: Option<Self::Mark>) -> (Vector<D>, Self::Mark) {
        let (near_a, near_b) = (near.map(|near| near.0), near.map(|near| near.1));
        let (a, mark_a) = self.a.support(direction, near_a);
        let (b, mark_b) = self.b.support(-direction, near_b);
        (a - b, (mark_a, mark_b))
    }
}

#[inline(never)]
pub(super) fn run<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, A, B>,
    sharp: bool,
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Result<Answer<D>, QueryError> {
    let goal = task.goal(local.pair, sharp);
    let simplex = &mut start(bodies, local, task);
    let result = match &mut task.trace {
        None => gjk::descend(bodies, simplex, &goal, None),
        Some(steps) => {
            let mut watch = |moment: Moment<'_, D, _>| steps.push(step(bodies, &moment));
            gjk::descend(bodies, simplex, &goal, Some(&mut watch))
        }
    };
    let weights = result.weights;
    let (point_a, point_b) = combine(bodies, simplex, weights);
    let evidence = Evidence {
        len: simplex.len,
        weights,
        a: A::names(simplex.mark.map(|mark| mark.0)),
        b: B::names(simplex.mark.map(|mark| mark.1)),
        directions: simplex.mark.map(|mark| match (A::direction(mark.0), B::direction(mark.1)) {
            (Some(direction), _) => direction,
            (None, Some(direction)) => -direction,
            (None, None) => Vector::ZERO,
        }),
        multipliers: [Vector::ZERO; 2],
    };
    if !(point_a.is_finite() && point_b.is_finite()) {
        return Err(super::not_finite(point_a));
    }
    let finding = Finding {
        point_a,
        point_b,
        upper: (point_b - point_a).norm(),
        normal: -result.toward,
        lower: result.lower,
        inside: result.stop == Stop::Contained,
        // The closest point of a convex set to a point is unique.
        unique: [local.pair.a, local.pair.b]
            .iter()
            .any(|view| matches!(view.core, Core::Point(_)))
            .then_some(true),
        evidence,
        effort: Effort { method: Method::Gjk, iterations: result.iterations, stop: result.stop },
    };
    Ok(finding.answer(local.pair, |v| local.pair.pose_a.rotation().rotate(v)))
}

/// The simplex to start from: the one that carried the last answer, or a single support point
/// along the line between the two frames.
#[inline(always)]
fn start<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, A, B>,
    local: &Local<'_, D>,
    task: &Task<'_, D>,
) -> Simplex<D, (A::Mark, B::Mark)> {
    if let Some(warm) = task.warm {
        let mut simplex: Option<Simplex<D, _>> = None;
        for k in 0..warm.len.min(D + 1) {
            let direction = warm.directions[k];
            let Some((a, mark_a)) = bodies.a.recall(&warm.a, k, direction) else { continue };
            let Some((b, mark_b)) = bodies.b.recall(&warm.b, k, -direction) else { continue };
            let (w, mark) = (a - b, (mark_a, mark_b));
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
    let (w, mark) = bodies.support(local.b_in_a.translation(), None);
    Simplex::new(w, mark)
}

/// The points of A and B with these weights.
#[inline(always)]
fn combine<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, A, B>,
    simplex: &Simplex<D, (A::Mark, B::Mark)>,
    weights: [f64; MOST],
) -> (Vector<D>, Vector<D>) {
    let len = simplex.len;
    (
        bodies.a.combine(|k| simplex.mark[k].0, weights, len),
        bodies.b.combine(|k| simplex.mark[k].1, weights, len),
    )
}

/// The record of one iteration.
fn step<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, A, B>,
    moment: &Moment<'_, D, (A::Mark, B::Mark)>,
) -> Step<D> {
    let (simplex, weights) = (moment.simplex, moment.weights);
    let (a, b) = combine(bodies, simplex, weights);
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
            region: match simplex.len {
                _ if moment.support.is_none() => Region::Inside,
                1 => Region::Vertex,
                2 => Region::Edge,
                _ => Region::Face,
            },
            direction: -moment.toward,
            support: moment.support.map_or([a, b], points),
            careful: moment.careful,
        },
    }
}
