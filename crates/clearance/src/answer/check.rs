//! The judge: whether an answer is right, found out without any solver.
//!
//! Everything is recomputed in world coordinates from the shapes and their poses:
//!
//! - the closest points belong to their shapes: they are combinations, with the weights of the
//!   evidence, of vertices or support points; or, where no vertices are named, the shape's own formula
//!   says so;
//! - the slab between the shapes is as wide as claimed: support points are found by looking at
//!   every vertex;
//! - the bounds bracket: lower ≤ upper, and upper is the length between the points;
//! - where the shapes meet, the point belongs to both.
//!
//! The tolerance is [`CHECK_SLACK`](accuracy::CHECK_SLACK) units in the last place of the largest
//! coordinate in play.

use core::fmt;

use super::{Answer, Apart, Evidence, MOST, Names};
use crate::accuracy;
use crate::pair::{Pair, core_pose};
use crate::query::Side;
use crate::shape::{Convex, Core, Swept, View, beside};
use crate::space::{Pose, Vector};

/// What is wrong with an answer. Lengths are in the caller's unit.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// A number of the answer is not finite.
    NotFinite,
    /// The weights are negative, or do not add up to one.
    Weights,
    /// The evidence names a vertex or direction that the shape does not have.
    Names(Side),
    /// A point does not belong to its shape, by this much.
    Outside(Side, f64),
    /// The normal is not a unit vector.
    Normal,
    /// The shapes are closer along the normal than the lower bound says, by this much.
    Lower(f64),
    /// The upper bound is not the length between the two points, by this much.
    Upper(f64),
    /// The lower bound exceeds the upper.
    Order,
    /// Moving B along the normal by the depth does not part the shapes: this much is missing.
    Depth(f64),
    /// Moving B along some direction by less than the lower bound parts the shapes, by this much.
    Shorter(f64),
    /// The shape does not say enough about itself for its membership to be checked.
    Unknowable(Side),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(f, "a number of the answer is not finite"),
            Self::Weights => write!(f, "the weights are no convex combination"),
            Self::Names(side) => write!(f, "the evidence names points that {side} does not have"),
            Self::Outside(side, by) => write!(f, "the point of {side} lies outside by {by:e}"),
            Self::Normal => write!(f, "the normal is not a unit vector"),
            Self::Lower(by) => write!(f, "the slab is narrower than the lower bound by {by:e}"),
            Self::Upper(by) => write!(f, "the upper bound misses the points' distance by {by:e}"),
            Self::Order => write!(f, "the lower bound exceeds the upper"),
            Self::Depth(by) => write!(f, "the depth is too small to part the shapes by {by:e}"),
            Self::Shorter(by) => {
                write!(f, "a way out is shorter than the lower bound on the depth by {by:e}")
            }
            Self::Unknowable(side) => write!(f, "nothing proves that the point belongs to {side}"),
        }
    }
}

impl core::error::Error for Flaw {}

/// Checks an answer against the shapes and poses that it is about. Calls no solver.
///
/// ```
/// use clearance::{Pose, check, distance, shape::Cuboid};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let (here, there) = (Pose::IDENTITY, Pose::at([4.0, 1.0, 0.0]));
/// let answer = distance(&cube, &here, &cube, &there)?;
/// check(&answer, &cube, &here, &cube, &there)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check<const D: usize>(
    answer: &Answer<D>,
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<(), Flaw> {
    let (a, b) = (a.view(), b.view());
    let (core_a, core_b) = (core_pose(&a, pose_a), core_pose(&b, pose_b));
    let pose_a = core_a.as_ref().unwrap_or(pose_a);
    let pose_b = core_b.as_ref().unwrap_or(pose_b);
    Judge::new(&Pair::new(&a, pose_a, &b, pose_b), answer.points()).verdict(answer)
}

/// The width of the slab between the shapes, if it is less than an answer claims: for solvers, which are
/// not to claim what is refused.
pub(crate) fn refused_width<const D: usize>(apart: &Apart<D>, pair: &Pair<'_, D>) -> Option<f64> {
    let points = [apart.point_a, apart.point_b];
    let judge = Judge::new(pair, points);
    let width = judge.slab(apart.normal, points, &apart.evidence);
    (apart.lower > 0.0 && !(width >= apart.lower - judge.tolerance)).then_some(width)
}

/// The support point of a view's core along a direction, found by hand: every vertex is looked at.
pub fn support_by_hand<const D: usize>(core: &Core<'_, D>, direction: Vector<D>) -> Vector<D> {
    match core {
        Core::Vertices(set) => set.point(set.furthest_of_all(direction)),
        core => core.support(direction),
    }
}

pub(super) struct Judge<'a, const D: usize> {
    pub(super) pair: &'a Pair<'a, D>,
    b_in_a: Pose<D>,
    pub(super) tolerance: f64,
}

impl<'a, const D: usize> Judge<'a, D> {
    pub(super) fn new(pair: &'a Pair<'a, D>, points: [Vector<D>; 2]) -> Self {
        let mut largest = pair.scale + pair.a.radius + pair.b.radius;
        let poses = [pair.pose_a.translation(), pair.pose_b.translation()];
        // Unbounded shapes can be close to each other far away from both frames.
        for x in poses.into_iter().chain(points) {
            largest = largest.max(x.max_abs());
        }
        let tolerance = accuracy::CHECK_SLACK * accuracy::ROUNDING * largest;
        Self { pair, b_in_a: pair.b_in_a(), tolerance }
    }

    fn verdict(&self, answer: &Answer<D>) -> Result<(), Flaw> {
        if !answer.points().into_iter().all(Vector::is_finite) {
            return Err(Flaw::NotFinite);
        }
        let [point_a, point_b] = answer.points();
        let evidence = answer.evidence();
        let normal = answer.normal().unwrap_or(Vector::ZERO);
        // Where the points of the cores are, if there are radii. Points that are not far from
        // each other do not tell it well; the normal does.
        let along = (point_b - point_a).normalized().unwrap_or(normal);
        let mut inwards = [[along, normal], [-along, -normal]];
        let (radius_a, radius_b) = (self.pair.a.radius, self.pair.b.radius);
        for (k, radius) in [radius_a, radius_b].into_iter().enumerate() {
            inwards[k] = inwards[k].map(|outward| outward * radius);
        }
        if answer.intersects() {
            // The gap between the cores, shared out in proportion to the radii.
            let gap = self.pair.pose_a.rotation().rotate(evidence.pushes()[0]);
            let short = gap.norm() <= radius_a + radius_b + self.tolerance;
            let share = if short { gap / (radius_a + radius_b) } else { Vector::ZERO };
            inwards = [[share * radius_a; 2], [-share * radius_b; 2]];
        }
        self.both_belong([point_a, point_b], inwards, evidence)?;
        let Answer::Apart(apart) = answer else { return Ok(()) };
        let numbers = [apart.distance, apart.lower, apart.upper];
        if !(numbers.into_iter().all(f64::is_finite) && apart.normal.is_finite()) {
            return Err(Flaw::NotFinite);
        }
        let unit_error = (apart.normal.norm() - 1.0).abs();
        if unit_error > accuracy::CHECK_SLACK * accuracy::ROUNDING {
            return Err(Flaw::Normal);
        }
        if apart.lower > apart.upper || apart.lower < 0.0 {
            return Err(Flaw::Order);
        }
        let length = (point_b - point_a).norm();
        // Points in the world are rounded, each by its own coordinates.
        let miss = (length - apart.upper).abs().max((apart.distance - apart.upper).abs());
        if miss > self.tolerance {
            return Err(Flaw::Upper(miss));
        }
        let width = self.slab(apart.normal, [point_a, point_b], evidence);
        // A bound of zero claims nothing.
        if apart.lower > 0.0 && !(width >= apart.lower - self.tolerance) {
            return Err(Flaw::Lower(apart.lower - width));
        }
        Ok(())
    }

    /// Whether the evidence is sound and puts both points into their shapes. `inwards` are, for each
    /// shape, the ways from points of its core to its point that may be right.
    pub(super) fn both_belong(
        &self,
        [point_a, point_b]: [Vector<D>; 2],
        inwards: [[Vector<D>; 2]; 2],
        evidence: &Evidence<D>,
    ) -> Result<(), Flaw> {
        let sum: f64 = evidence.weights().iter().sum();
        let weights_fit = evidence.weights().iter().all(|weight| *weight >= 0.0)
            && (sum - 1.0).abs() <= accuracy::CHECK_SLACK * accuracy::ROUNDING
            && (1..=MOST).contains(&evidence.len);
        if !weights_fit {
            return Err(Flaw::Weights);
        }
        self.belongs(Side::A, point_a, inwards[0], evidence)?;
        self.belongs(Side::B, point_b, inwards[1], evidence)
    }

    /// The width of the slab between the two shapes along a unit vector, from support points alone;
    /// less than zero where they overlap.
    pub(super) fn width(&self, normal: Vector<D>) -> f64 {
        let (a, b) = (self.pair.a, self.pair.b);
        let from = reach_by_support(a, self.pair.pose_a.rotation().rotate_back(normal));
        let to = reach_by_support(b, self.pair.pose_b.rotation().rotate_back(-normal));
        self.pair.offset.dot(normal) - (from + a.radius) - (to + b.radius)
    }

    /// By how much a unit vector leads along a line or a ray of either shape, at most.
    pub(super) fn slope(&self, normal: Vector<D>) -> f64 {
        let of = |view: &View<'_, D>, outward: Vector<D>| match &view.core {
            Core::Swept(swept) => {
                let most = swept.rays.iter().fold(0.0, |most: f64, ray| most.max(ray.dot(outward)));
                swept.lines.iter().fold(most, |most, line| most.max(line.dot(outward).abs()))
            }
            _ => 0.0,
        };
        let a = of(self.pair.a, self.pair.pose_a.rotation().rotate_back(normal));
        a.max(of(self.pair.b, self.pair.pose_b.rotation().rotate_back(-normal)))
    }

    /// The width of the slab between the two shapes along a unit vector.
    ///
    /// Relative to A's frame, as far as possible: two shapes far from the origin and close to each other lose nothing.
    pub(super) fn slab(
        &self,
        normal: Vector<D>,
        [point_a, point_b]: [Vector<D>; 2],
        evidence: &Evidence<D>,
    ) -> f64 {
        let (a, b) = (self.pair.a, self.pair.b);
        // The points of the cores lie behind these by the radii: along the normal, or along the
        // line between the points, which is not quite the same. A tangent anywhere is a bound, so
        // that the better one counts.
        let along = (point_b - point_a).normalized().unwrap_or(normal);
        let local_a = self.pair.pose_a.rotation().rotate_back(normal);
        let local_b = self.pair.pose_b.rotation().rotate_back(-normal);
        let from = match evidence.a {
            Names::Surfaces(ids) => {
                let on = self.pair.pose_a.transform_back(point_a);
                let along = self.pair.pose_a.rotation().rotate_back(along);
                [along, local_a].into_iter().fold(by_ends(a, local_a), |least, way| {
                    let at = on - way * a.radius;
                    least.min(a.reach_by_surfaces(local_a, at, ids, evidence.pushes()[0]))
                })
            }
            _ => reach_by_support(a, local_a),
        };
        let to = match evidence.b {
            Names::Surfaces(ids) => {
                let on = self.pair.pose_b.transform_back(point_b);
                let along = self.pair.pose_b.rotation().rotate_back(-along);
                [along, local_b].into_iter().fold(by_ends(b, local_b), |least, way| {
                    let at = on - way * b.radius;
                    least.min(b.reach_by_surfaces(local_b, at, ids, evidence.pushes()[1]))
                })
            }
            _ => reach_by_support(b, local_b),
        };
        self.pair.offset.dot(normal) - (from + a.radius) - (to + b.radius)
    }

    /// Whether the evidence, or the shape's own formula, puts `point` into the shape.
    /// `inwards` are the ways from points of the core to this one that may be right.
    fn belongs(
        &self,
        side: Side,
        point: Vector<D>,
        inwards: [Vector<D>; 2],
        evidence: &Evidence<D>,
    ) -> Result<(), Flaw> {
        let (view, pose, names) = match side {
            Side::A => (self.pair.a, self.pair.pose_a, &evidence.a),
            Side::B => (self.pair.b, self.pair.pose_b, &evidence.b),
        };
        let point = pose.transform_back(point);
        // Vertices by name are a claim of their own, which a formula for the point says nothing about:
        // trackers, contact patches and exact proofs go by the names.
        if let Names::Vertices(_) = names {
            return self.belongs_by_combination(side, view, point, evidence);
        }
        let inner = |way: Vector<D>| point - pose.rotation().rotate_back(way);
        let mut around = inwards.map(inner).into_iter().filter(|_| view.radius > 0.0);
        if let Some(set) = view.facets {
            // The facets have the first word: what satisfies all of them belongs, or is a radius away from that.
            let satisfied = |p: Vector<D>| set.violation(p) <= self.tolerance;
            if satisfied(point) || around.clone().any(satisfied) {
                return Ok(());
            }
            // Or the evidence names the point of the core.
            if let Names::Surfaces(_) = names {
                let core_point = evidence.direction(usize::from(side == Side::B));
                let by = (point - core_point).norm() - view.radius;
                let by = by.max(set.violation(core_point));
                return if by <= self.tolerance { Ok(()) } else { Err(Flaw::Outside(side, by)) };
            }
        }
        if let Some(excess) = excess_of(&view.core, point) {
            let by = excess - view.radius;
            if by <= self.tolerance || self.is_near(view, point) {
                return Ok(());
            }
            let within = |inner: Vector<D>| {
                excess_of(&view.core, inner).is_some_and(|excess| excess <= self.tolerance)
                    || self.is_beside(view, inner)
            };
            if around.any(within) {
                return Ok(());
            }
            // An excess may be more than the distance; the evidence may know better.
            if matches!(names, Names::Formula | Names::Surfaces(_)) {
                return Err(Flaw::Outside(side, by));
            }
        }
        self.belongs_by_combination(side, view, point, evidence)
    }

    /// Whether the points that the evidence names, with its weights, are within the radius of a
    /// point in the shape's own frame.
    fn belongs_by_combination(
        &self,
        side: Side,
        view: &View<'_, D>,
        point: Vector<D>,
        evidence: &Evidence<D>,
    ) -> Result<(), Flaw> {
        let names = if side == Side::A { &evidence.a } else { &evidence.b };
        let core_point = self.combination(side, view, names, evidence)?;
        let mut left = point - core_point;
        if let Core::Swept(swept) = &view.core {
            left = beyond_cone(swept, left);
        }
        let by = left.norm() - view.radius;
        if by <= self.tolerance { Ok(()) } else { Err(Flaw::Outside(side, by)) }
    }

    /// Whether rounding alone put a point outside of a core made of surfaces. An excess may be far more
    /// than the distance.
    fn is_beside(&self, view: &View<'_, D>, point: Vector<D>) -> bool {
        let surfaces = view.core.shape().and_then(Convex::implicit);
        let margin = accuracy::BESIDE_MARGIN * self.tolerance;
        // The page in the browser has no room for the last word on thin shapes.
        !cfg!(target_arch = "wasm32")
            && surfaces
                .and_then(|shape| beside(shape, point, margin))
                .is_some_and(|inside| (inside - point).norm() <= self.tolerance)
    }

    /// Whether a point of the core, found by whatever means, lies within the radius of `point`.
    fn is_near(&self, view: &View<'_, D>, point: Vector<D>) -> bool {
        if self.is_beside(view, point) {
            return true;
        }
        let Some(shape) = view.core.shape() else { return false };
        let Some(nearest) = shape.nearest(point) else { return false };
        let belongs = shape.excess(nearest).is_some_and(|excess| excess <= self.tolerance);
        belongs && (point - nearest).norm() <= view.radius + self.tolerance
    }

    /// The point of the core that the evidence describes, in the shape's own frame.
    fn combination(
        &self,
        side: Side,
        view: &View<'_, D>,
        names: &Names,
        evidence: &Evidence<D>,
    ) -> Result<Vector<D>, Flaw> {
        let mut sum = Vector::ZERO;
        for (k, weight) in evidence.weights().iter().enumerate() {
            let vertex = match names {
                Names::Vertices(ids) => view.core.vertex(ids[k]).ok_or(Flaw::Names(side))?,
                Names::Directions => view.core.support(match side {
                    Side::A => evidence.direction(k),
                    Side::B => self.b_in_a.rotation().rotate_back(-evidence.direction(k)),
                }),
                Names::Formula | Names::Surfaces(_) => return Err(Flaw::Unknowable(side)),
            };
            sum += vertex * *weight;
        }
        Ok(sum)
    }
}

/// How far an unbounded polyhedron reaches along an outward unit vector, by its vertices and rays:
/// multipliers of facets that are nearly parallel are large, and cannot be told to rounding.
fn by_ends<const D: usize>(view: &View<'_, D>, outward: Vector<D>) -> f64 {
    match view.core {
        Core::Swept(_) if view.facets.is_some() => reach_by_support(view, outward),
        _ => f64::INFINITY,
    }
}

/// How far a core reaches along an outward unit vector, by looking at its support points.
fn reach_by_support<const D: usize>(view: &View<'_, D>, outward: Vector<D>) -> f64 {
    match &view.core {
        Core::Swept(swept) if !bounded_along(swept, outward) => f64::INFINITY,
        // Without an end a surface knows better than what is seen from far away.
        Core::Implicit(shape) if !shape.is_bounded() => {
            let known = |k| shape.reach_behind(k as u32, outward, shape.inside());
            let alone = shape.curved() == 1 && shape.half_spaces().is_empty();
            let leads = |ray: Vector<D>| ray.dot(outward) > accuracy::PARALLEL;
            match known(0).filter(|_| alone) {
                Some(reach) => reach,
                None if alone && shape.ray(0, outward).is_some_and(leads) => f64::INFINITY,
                None => shape.support(outward).dot(outward),
            }
        }
        core => support_by_hand(core, outward).dot(outward),
    }
}

/// How far `point` is from the core, where the core has a formula for it.
fn excess_of<const D: usize>(core: &Core<'_, D>, point: Vector<D>) -> Option<f64> {
    match core {
        Core::Point(p) => Some((point - *p).norm()),
        Core::Segment(p, q) => {
            let e = *q - *p;
            let t = (point - *p).dot(e) / e.norm_squared();
            let t = if t >= 0.0 { t.min(1.0) } else { 0.0 };
            Some((point - p.lerp(*q, t)).norm())
        }
        Core::Cuboid(half) => {
            Some(Vector::<D>::from_fn(|i| (point[i].abs() - half[i]).max(0.0)).norm())
        }
        core => core.shape()?.excess(point),
    }
}

/// Whether an unbounded set is bounded along `outward`, to rounding.
fn bounded_along<const D: usize>(swept: &Swept<'_, D>, outward: Vector<D>) -> bool {
    swept.lines.iter().all(|line| line.dot(outward).abs() <= accuracy::PARALLEL)
        && swept.rays.iter().all(|ray| ray.dot(outward) <= accuracy::PARALLEL)
}

/// What is left of `v` when the best combination of the lines and (non-negative) rays is taken
/// from it.
///
/// The best combination uses at most D rays, and none backwards; every choice of rays that can be
/// followed forwards is tried, and what leaves least is best.
fn beyond_cone<const D: usize>(swept: &Swept<'_, D>, v: Vector<D>) -> Vector<D> {
    let without_lines = |v: Vector<D>| {
        let mut left = v;
        for line in swept.lines {
            left -= *line * line.dot(left);
        }
        left
    };
    let left = without_lines(v);
    let rays = &swept.rays[..swept.rays.len().min(accuracy::CHECK_RAYS)];
    let mut best = left;
    for choice in 1_u32..1 << rays.len() {
        let chosen = (0..rays.len()).filter(|k| choice >> k & 1 == 1);
        if choice.count_ones() as usize > D {
            continue;
        }
        // Rays that lead nearly against each other are followed far, and rounding leaves some of that
        // along the lines.
        let rest = beyond_rays(chosen.map(|k| without_lines(rays[k])), left).map(without_lines);
        if rest.is_some_and(|rest| rest.norm() < best.norm()) {
            best = rest.unwrap_or(best);
        }
    }
    best
}

/// What is left of `v` at right angles to at most D directions; `None` if that takes one of them
/// backwards, or if they depend on each other.
fn beyond_rays<const D: usize>(
    rays: impl Iterator<Item = Vector<D>>,
    v: Vector<D>,
) -> Option<Vector<D>> {
    let (mut basis, mut directions) = ([Vector::ZERO; D], [Vector::ZERO; D]);
    let mut used = 0;
    for ray in rays {
        let mut left = ray;
        for _ in 0..2 {
            for e in &basis[..used] {
                left -= *e * e.dot(left);
            }
        }
        basis[used] = left.normalized().filter(|_| left.norm() > accuracy::PARALLEL)?;
        directions[used] = ray;
        used += 1;
    }
    // Direction j has no part in the basis vectors after the j-th: from the last to the first.
    let mut rest = v;
    for j in (0..used).rev() {
        let t = basis[j].dot(rest) / basis[j].dot(directions[j]);
        if t < 0.0 {
            return None;
        }
        rest -= directions[j] * t;
    }
    for e in &basis[..used] {
        rest -= *e * e.dot(rest);
    }
    Some(rest)
}
