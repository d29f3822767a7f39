//! Cutting planes, for bounded shapes made of surfaces: no derivative but the first, no barrier, no
//! path to follow. Slower than the interior point method and independent of it, it judges that
//! method in tests, and is what remains where that one's bounds do not close.
//!
//! A polytope of tangent half-spaces stands for each such shape from outside, at first a box. The
//! closest points of the polytopes are closer than those of the shapes; where one lies outside of
//! its shape, the tangents there are added, and cut it off.

use alloc::vec::Vec;

use super::interior::shared::meeting;
use super::interior::tangents::{Held, Tangents};
use super::interior::{shown, surfaces};
use super::{Finding, Task, choose};
use crate::accuracy;
use crate::answer::{Answer, Effort, Evidence, Method, Names, Stop};
use crate::hull::{self, Facet};
use crate::interior::pulled;
use crate::pair::{Local, Pair};
use crate::shape::{Core, Implicit, VertexSet, View};
use crate::space::{Pose, Vector};

/// One of the two shapes.
pub(super) struct Block<'a, const D: usize> {
    view: &'a View<'a, D>,
    /// Its surfaces, if a polytope stands for it.
    surfaces: Option<&'a dyn Implicit<D>>,
    facets: Vec<Facet<D>>,
    /// How many of the facets stay for good: the box, and the flat surfaces.
    kept: usize,
    corners: Option<VertexSet<D>>,
}

impl<'a, const D: usize> Block<'a, D> {
    /// `None` if the shape is made of surfaces and unbounded. Shapes with a support function need no
    /// polytope; if the method was asked for, they get one all the same.
    fn new(view: &'a View<'a, D>, asked: Asked) -> Option<Self> {
        let plain = Self { view, surfaces: None, facets: Vec::new(), kept: 0, corners: None };
        let wanted = asked == Asked::ByName || matches!(view.core, Core::Implicit(_));
        let Some(shape) = surfaces(&view.core).filter(|_| wanted) else { return Some(plain) };
        if !shape.is_bounded() {
            return None;
        }
        let mut facets = Vec::new();
        for i in 0..D {
            for normal in [Vector::axis(i), -Vector::axis(i)] {
                facets.push(Facet { normal, offset: view.reach });
            }
        }
        for (normal, offset) in shape.half_spaces() {
            facets.push(Facet { normal: *normal, offset: *offset });
        }
        Some(Self { surfaces: Some(shape), kept: facets.len(), facets, ..plain })
    }

    /// A shape made of surfaces with these facets around it, any other as it is; `None` if it is made of
    /// surfaces and unbounded.
    pub(super) fn around(
        view: &'a View<'a, D>,
        facets: impl FnOnce() -> Vec<Facet<D>>,
    ) -> Option<Self> {
        let plain = Self { view, surfaces: None, facets: Vec::new(), kept: 0, corners: None };
        match surfaces(&view.core) {
            Some(shape) if !shape.is_bounded() => None,
            Some(shape) => Some(Self { surfaces: Some(shape), facets: facets(), ..plain }),
            None => Some(plain),
        }
    }

    /// Whether the shape stands for itself.
    pub(super) fn is_plain(&self) -> bool {
        self.surfaces.is_none()
    }

    /// Finds the corners of the polytope; `None` if rounding leaves it without an inside.
    pub(super) fn settle(&mut self) -> Option<()> {
        if self.surfaces.is_some() {
            let inside = hull::inside(&self.facets).ok()?;
            let polyhedron = hull::polyhedron(&self.facets, &inside);
            let sound = polyhedron.vertices.iter().all(|p| p.is_finite());
            if polyhedron.vertices.is_empty() || !polyhedron.rays.is_empty() || !sound {
                return None;
            }
            self.corners = Some(VertexSet::new(polyhedron.vertices, None));
        }
        Some(())
    }

    /// What stands for the core, without a radius.
    fn stand_in(&self) -> View<'_, D> {
        match &self.corners {
            Some(set) => View::new(Core::Vertices(set), set.reach()),
            None => View { radius: 0.0, frame: None, ..*self.view },
        }
    }

    /// A point of the core: this one, or one near by.
    fn within(&self, p: Vector<D>) -> Vector<D> {
        self.surfaces.map_or(p, |shape| pulled(shape, p))
    }

    /// The closest point of the core, where there is a formula for it, or one near by.
    fn foot(&self, p: Vector<D>) -> Vector<D> {
        let nearest = self.view.core.shape().and_then(|shape| shape.nearest(p));
        nearest.unwrap_or_else(|| self.within(p))
    }

    /// Cuts off a point that is outside; `false` if it is not.
    fn cut(&mut self, p: Vector<D>) -> bool {
        let Some(shape) = self.surfaces else { return false };
        let on = pulled(shape, p);
        let mut any = false;
        for k in 0..shape.curved() {
            if !(shape.jet(k, p, 0.0).value > 0.0) {
                continue;
            }
            // The tangent at the surface cuts deepest, if it cuts the point off at all.
            for at in [on, p] {
                let Some((normal, offset)) = self.view.core.tangent(k as u32, at) else { continue };
                let length = normal.norm();
                if normal.dot(p) > offset && length > 0.0 {
                    self.facets.push(Facet { normal: normal / length, offset: offset / length });
                    any = true;
                    break;
                }
            }
        }
        self.tidy(p);
        any
    }

    /// Facets that touch the shape all around the point `on` of its surface. With the normal n
    /// there, and the direction u towards the other shape (which in the end is n), they look along
    /// u and along two more at the same distance from n, 120° apart; if seven are wanted, also
    /// along three that lie between these, twice as far.
    fn surround(&mut self, on: Vector<D>, toward: Vector<D>, ring: Ring) {
        let steepest = self.surfaces.and_then(|shape| {
            let value = |k: usize| shape.jet(k, on, 0.0).value;
            let all = 0..shape.curved();
            let k = all.max_by(|i, j| value(*i).total_cmp(&value(*j)))?;
            shape.jet(k, on, 0.0).gradient.normalized()
        });
        let (Some(n), Some(u)) = (steepest, toward.normalized()) else { return };
        let (away, aside) = (n - u, across(u, n - u) * SIN_60);
        let near = [u, n + away * 0.5 + aside, n + away * 0.5 - aside];
        let far = [n + away * 2.0, n - away - aside * 2.0, n - away + aside * 2.0];
        let far = if ring == Ring::Seven { &far[..] } else { &[] };
        for direction in near.iter().chain(far) {
            let Some(normal) = direction.normalized() else { continue };
            let offset = self.view.core.support(normal).dot(normal);
            self.facets.push(Facet { normal, offset });
        }
        self.tidy(on);
    }

    /// Drops the facets that are furthest from where it matters.
    fn tidy(&mut self, p: Vector<D>) {
        while self.facets.len() > accuracy::CUT_FACETS {
            let slack = |k: usize| self.facets[k].slack(p);
            let far = (self.kept..self.facets.len()).max_by(|i, j| slack(*i).total_cmp(&slack(*j)));
            self.facets.swap_remove(far.unwrap_or(self.kept));
        }
    }

    /// How much further than `at` the core may reach along `outward`.
    fn bound(&self, outward: Vector<D>, at: Vector<D>) -> Tangents<D> {
        match self.surfaces {
            Some(shape) => Held::beside(self.view, shape, at).bound(self.view, outward),
            None => Tangents::new(self.view, None, outward, at),
        }
    }
}

/// Whether the method was asked for, or helps out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    ByName,
    InNeed,
}

/// How many facets a round adds to a shape: the tangents at the closest point, and no more or
/// others around them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ring {
    None,
    Four,
    Seven,
}

impl Ring {
    fn asked(method: Option<Method>) -> Self {
        match method {
            Some(Method::Refinement4) => Self::Four,
            Some(Method::Refinement7) => Self::Seven,
            _ => Self::None,
        }
    }
}

const SIN_60: f64 = 0.866_025_403_784_438_6;

/// The vector product; in the plane zero.
fn across<const D: usize>(u: Vector<D>, v: Vector<D>) -> Vector<D> {
    if D != 3 {
        return Vector::ZERO;
    }
    Vector::from_fn(|i| u[(i + 1) % D] * v[(i + 2) % D] - u[(i + 2) % D] * v[(i + 1) % D])
}

/// Whether a method is this one.
pub(super) fn is_meant(method: Option<Method>) -> bool {
    let names = [Method::Refinement, Method::Refinement4, Method::Refinement7];
    method.is_some_and(|method| names.contains(&method))
}

/// The distance between the two cores; `None` if something made of surfaces is unbounded, or
/// rounding spoils a polytope before there is an answer.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    let mut found = refine(local, task)?;
    if is_meant(task.method) {
        found.effort.method = task.method.unwrap_or(Method::Refinement);
    }
    Some(found)
}

fn refine<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> Option<Finding<D>> {
    let goal = task.goal(local.pair, false);
    let asked = if is_meant(task.method) { Asked::ByName } else { Asked::InNeed };
    let ring = Ring::asked(task.method);
    let mut blocks = [Block::new(local.pair.a, asked)?, Block::new(local.pair.b, asked)?];
    if blocks.iter().all(|block| block.surfaces.is_none()) {
        return None;
    }
    let mut best: Option<Finding<D>> = None;
    for round in 1..=accuracy::CUT_ROUNDS.min(goal.cap) {
        let settled = blocks.iter_mut().all(|block| block.settle().is_some());
        let Some(answer) = settled.then(|| between(&blocks, local, task)).flatten() else { break };
        let [x, y] = answer.points();
        let y = local.b_in_a.transform_back(y);
        if let Some(mut found) = of_shapes(&blocks, &answer, local) {
            let gap = found.upper - found.lower;
            found.effort.iterations = round;
            if let Some(steps) = &mut task.trace {
                steps.push(super::plain_step(&found));
            }
            let ends = gap <= goal.gap && goal.decides(found.lower, gap, 1.0);
            if ends || goal.settles(found.lower, gap, 1.0) {
                found.effort.stop = if ends { Stop::Converged } else { Stop::Settled };
                return Some(found);
            }
            if best.as_ref().is_none_or(|best| gap < best.upper - best.lower) {
                best = Some(found);
            }
        }
        let outside = [blocks[0].cut(x), blocks[1].cut(y)];
        if ring != Ring::None {
            let on = [blocks[0].foot(x), blocks[1].foot(y)];
            let between = local.b_in_a.transform(on[1]) - on[0];
            blocks[0].surround(on[0], between, ring);
            blocks[1].surround(on[1], local.b_in_a.rotation().rotate_back(-between), ring);
        }
        if outside == [false; 2] {
            if answer.intersects() {
                let mut common = meeting(x, local, round);
                common.effort.method = Method::Refinement;
                common.evidence = mixed(&common.evidence, own_names(&blocks, answer.evidence()));
                return Some(common);
            }
            break;
        }
    }
    best
}

/// What the polytopes as they are tell about the shapes; `None` if they meet.
pub(super) fn measure<const D: usize>(
    blocks: &[Block<'_, D>; 2],
    local: &Local<'_, D>,
    task: &Task<'_, D>,
) -> Option<Finding<D>> {
    of_shapes(blocks, &between(blocks, local, task)?, local)
}

/// Both bounds for the shapes, from an answer about what stands for them; `None` if that meets.
fn of_shapes<const D: usize>(
    blocks: &[Block<'_, D>; 2],
    answer: &Answer<D>,
    local: &Local<'_, D>,
) -> Option<Finding<D>> {
    let Answer::Apart(apart) = answer else { return None };
    let ends = [apart.point_a, local.b_in_a.transform_back(apart.point_b)];
    let found = prove([&blocks[0], &blocks[1]], ends, apart.normal, local);
    let evidence = mixed(&found.evidence, own_names(blocks, &apart.evidence));
    Some(Finding { evidence, ..found })
}

/// The closest points of what stands for the cores, in A's frame.
fn between<const D: usize>(
    blocks: &[Block<'_, D>; 2],
    local: &Local<'_, D>,
    task: &Task<'_, D>,
) -> Option<Answer<D>> {
    let (a, b) = (blocks[0].stand_in(), blocks[1].stand_in());
    let pair = Pair::new(&a, &Pose::IDENTITY, &b, &local.b_in_a);
    let (beyond, below) = (f64::INFINITY, f64::NEG_INFINITY);
    let task = Task { method: None, beyond, below, warm: None, trace: None, ..*task };
    choose::solve(&pair, task).ok()
}

/// What carries the answer about the stand-ins, without the names of corners that the shapes themselves
/// do not have: of those points the shape's own formula tells whether they belong.
fn own_names<const D: usize>(blocks: &[Block<'_, D>; 2], evidence: &Evidence<D>) -> Evidence<D> {
    let own = |block: &Block<'_, D>, names| {
        if block.corners.is_some() { Names::Formula } else { names }
    };
    Evidence { a: own(&blocks[0], evidence.a), b: own(&blocks[1], evidence.b), ..*evidence }
}

/// The names of the surfaces, and what carries the point of the other shape.
pub(super) fn mixed<const D: usize>(own: &Evidence<D>, other: Evidence<D>) -> Evidence<D> {
    use Names::Surfaces;
    let a = if matches!(own.a, Surfaces(_)) { own.a } else { other.a };
    let b = if matches!(own.b, Surfaces(_)) { own.b } else { other.b };
    Evidence { a, b, multipliers: own.multipliers, ..other }
}

/// Both bounds along a normal, from points that may be outside.
fn prove<const D: usize>(
    blocks: [&Block<'_, D>; 2],
    [x, y]: [Vector<D>; 2],
    normal: Vector<D>,
    local: &Local<'_, D>,
) -> Finding<D> {
    let (point_a, local_b) = (blocks[0].within(x), blocks[1].within(y));
    let point_b = local.b_in_a.transform(local_b);
    let bound_a = blocks[0].bound(normal, point_a);
    let bound_b = blocks[1].bound(local.b_in_a.rotation().rotate_back(-normal), local_b);
    let lower = normal.dot(point_b - point_a) - bound_a.loss - bound_b.loss;
    let upper = (point_b - point_a).norm();
    let along = Evidence::along([normal; crate::answer::MOST], [1.0, 0.0, 0.0, 0.0], 1);
    let evidence = Evidence {
        a: bound_a.names,
        b: bound_b.names,
        multipliers: Some(shown(
            local,
            point_b - point_a,
            [bound_a.multipliers, bound_b.multipliers],
        )),
        ..along
    };
    let effort = Effort { method: Method::Refinement, iterations: 0, stop: Stop::Stalled };
    let (inside, unique) = (false, None);
    Finding { point_a, point_b, upper, normal, lower, inside, unique, evidence, effort }
}
