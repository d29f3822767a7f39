//! GJK on a pair of cores: which bodies stand for them, and what its result means for the pair.

use super::body::{Body, Few, Opaque, Posed, PosedBox, Still, StillBox};
use super::gjk::{self, Difference, Moment};
use super::simplex::{MOST, Simplex};
use super::{Finding, Task};
use crate::answer::{Detail, Effort, Evidence, Method, Region, Step, Stop, TracedVertex};
use crate::pair::Pair;
use crate::shape::Core;
use crate::space::Vector;

/// The distance between the two cores, both bounded.
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>, task: &mut Task<'_, D>) -> Finding<D> {
    match &pair.a.core {
        Core::Point(p) => against(Few::<D, 1>::of([*p]), true, pair, task),
        Core::Segment(p, q) => against(Few::<D, 1>::of([*p, *q]), true, pair, task),
        Core::Cuboid(half) => against(StillBox(*half), true, pair, task),
        Core::Vertices(set) => against(Still(set), true, pair, task),
        core => against(Opaque { core, pose: None }, false, pair, task),
    }
}

#[inline(always)]
fn against<const D: usize, A: Body<D>>(
    a: A,
    sharp: bool,
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Finding<D> {
    let pose = &pair.b_in_a;
    match &pair.b.core {
        Core::Point(p) => {
            let points = [pose.transform(*p)];
            run(&Bodies { a, b: Few::<D, 1>::of(points) }, sharp, pair, task)
        }
        Core::Segment(p, q) => {
            let points = [pose.transform(*p), pose.transform(*q)];
            run(&Bodies { a, b: Few::<D, 1>::of(points) }, sharp, pair, task)
        }
        Core::Cuboid(half) => run(&Bodies { a, b: PosedBox::new(*half, pose) }, sharp, pair, task),
        Core::Vertices(set) if set.points().len() <= Few::<D, 1>::ROOM => {
            run(&Bodies { a, b: Few::<D, 1>::moved(set, pose) }, sharp, pair, task)
        }
        Core::Vertices(set) if set.points().len() <= Few::<D, 4>::ROOM => {
            run(&Bodies { a, b: Few::<D, 4>::moved(set, pose) }, sharp, pair, task)
        }
        Core::Vertices(set) => run(&Bodies { a, b: Posed { set, pose } }, sharp, pair, task),
        core => run(&Bodies { a, b: Opaque { core, pose: Some(pose) } }, false, pair, task),
    }
}

/// Two bodies, whose difference is what GJK descends on.
pub(super) struct Bodies<A, B> {
    pub(super) a: A,
    pub(super) b: B,
}

impl<const D: usize, A: Body<D>, B: Body<D>> Difference<D> for Bodies<A, B> {
    type Mark = (A::Mark, B::Mark);

    #[inline(always)]
    fn support(&self, direction: Vector<D>, near: Option<Self::Mark>) -> (Vector<D>, Self::Mark) {
        let (near_a, near_b) = (near.map(|near| near.0), near.map(|near| near.1));
        let (a, mark_a) = self.a.support(direction, near_a);
        let (b, mark_b) = self.b.support(-direction, near_b);
        (a - b, (mark_a, mark_b))
    }
}

#[inline(always)]
pub(super) fn run<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<A, B>,
    sharp: bool,
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Finding<D> {
    let goal = task.goal(pair, sharp);
    let start = start(bodies, pair, task);
    let result = match &mut task.trace {
        None => gjk::descend(bodies, start, &goal, None),
        Some(steps) => {
            let mut watch = |moment: Moment<'_, D, _>| steps.push(step(bodies, &moment));
            gjk::descend(bodies, start, &goal, Some(&mut watch))
        }
    };
    let (simplex, weights) = (&result.simplex, result.weights);
    let (point_a, point_b) = combine(bodies, simplex, weights);
    let evidence = Evidence {
        len: simplex.len,
        weights,
        a: A::names(simplex.mark.map(|mark| mark.0)),
        b: B::names(simplex.mark.map(|mark| mark.1)),
    };
    Finding {
        point_a,
        point_b,
        normal: -result.toward,
        lower: result.lower,
        inside: result.stop == Stop::Contained,
        unique: None,
        evidence,
        effort: Effort { method: Method::Gjk, iterations: result.iterations, stop: result.stop },
    }
}

/// The simplex to start from: the one that carried the last answer, or a single support point
/// along the line between the two frames.
#[inline(always)]
fn start<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<A, B>,
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
) -> Simplex<D, (A::Mark, B::Mark)> {
    if let Some(warm) = task.warm {
        let mut simplex: Option<Simplex<D, _>> = None;
        for k in 0..warm.len.min(D + 1) {
            let (Some((a, mark_a)), Some((b, mark_b))) =
                (bodies.a.recall(&warm.a, k), bodies.b.recall(&warm.b, k))
            else {
                continue;
            };
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
    let (w, mark) = bodies.support(pair.b_in_a.translation(), None);
    Simplex::new(w, mark)
}

/// The points of A and B with these weights.
#[inline(always)]
fn combine<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<A, B>,
    simplex: &Simplex<D, (A::Mark, B::Mark)>,
    weights: [f64; MOST],
) -> (Vector<D>, Vector<D>) {
    let (mark_a, mark_b) = simplex.mark[0];
    let (mut a, mut b) = (bodies.a.point(mark_a) * weights[0], bodies.b.point(mark_b) * weights[0]);
    for k in 1..simplex.len.min(MOST) {
        let (mark_a, mark_b) = simplex.mark[k];
        a += bodies.a.point(mark_a) * weights[k];
        b += bodies.b.point(mark_b) * weights[k];
    }
    (a, b)
}

/// The record of one iteration.
fn step<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<A, B>,
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
