//! Bounds on a distance that hold in spite of rounding.
//!
//! The solver's answer is only a suggestion here. Its normal n and its weights are any vector and
//! any weights, from which both bounds follow in world coordinates: `lower` from how far the shapes
//! reach along n, `upper` from the combinations of their vertices or support points. They are
//! computed in plain floats, in a fixed number of operations on numbers whose size is known, and
//! then moved outwards by more than all of those can have rounded ([`RIGOROUS`]). A float rotation
//! is not quite orthogonal: what its matrix does to lengths is measured, and allowed for in the
//! radii.
//!
//! **Unbounded shapes.** No float vector is exactly at right angles to a line, and along the line
//! the smallest slope leads across any slab. But the closest points are not far: with z what the
//! lines and rays contribute to their difference, |z| is at most the upper bound and the length
//! between the bounded parts, ρ. So the slab is narrower by no more than ρ times the part of n in
//! the span of the lines ([`Sided`], `drift`). Rays that lead out of the slab, and steeper than
//! that, only widen it; others count as lines. Where directions depend on each other but for
//! rounding their span is unknown, and the lower bound is zero: such shapes may well meet, far
//! away.

use super::{Query, QueryError};
use crate::accuracy::{PARALLEL, RIGOROUS};
use crate::answer::{Answer, Method, Names};
use crate::shape::{Convex, Core, Formula, View};
use crate::space::{Matrix, Pose, Vector};

/// The true distance is between these.
///
/// "True" is meant for the numbers given: vertices, radii, the entries of matrices and translations
/// are what they are, and a point `v` of a shape is at `R v + t`. Whether a radius is that of a
/// ball in the shape's frame, turned by a matrix that is not quite a rotation, or that of a ball in
/// the world, makes no difference: the bounds hold for both.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rigorous {
    /// Not more than the distance.
    pub lower: f64,
    /// Not less than the distance.
    pub upper: f64,
}

/// Bounds on the distance that hold in spite of rounding.
///
/// For all of the library's own shapes, whatever they are made of, and for others that know how
/// wrong their support points may be ([`Convex::support_error`]) or what they are
/// ([`Convex::formula`], [`Surface::enclosed`](crate::shape::Surface::enclosed)). Unbounded ones too,
/// with the unit directions that they say they have; where two of those are parallel but for
/// rounding, or nothing keeps the closest points of two shapes without end from being far away, the
/// lower bound is zero.
///
/// Sums, products, quotients and roots are what IEEE 754 says; a power is assumed to be within four
/// units in the last place, where `libm` promises one.
///
/// ```
/// use clearance::{Pose, rigorous, shape::{Cuboid, Cylinder}};
/// let (cube, can) = (Cuboid::new([0.1; 3])?, Cylinder::new(0.3, 0.2)?);
/// let bounds = rigorous(&cube, &Pose::IDENTITY, &can, &Pose::at([0.7, 0.0, 0.0]))?;
/// assert!(bounds.lower < 0.4 && 0.4 < bounds.upper);
/// assert!(bounds.upper - bounds.lower < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rigorous<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Rigorous, QueryError> {
    Query::DEFAULT.rigorous(a, pose_a, b, pose_b)
}

impl Query {
    /// Bounds on the distance that hold in spite of rounding; see [`rigorous`].
    pub fn rigorous<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Rigorous, QueryError> {
        let shapes = [a.as_convex(), b.as_convex()];
        let (a, b) = (a.view(), b.view());
        let (turn_a, turn_b) = (inner_turn(&a, pose_a), inner_turn(&b, pose_b));
        let turn_a = turn_a.as_ref().unwrap_or(pose_a.rotation().matrix());
        let turn_b = turn_b.as_ref().unwrap_or(pose_b.rotation().matrix());
        let sides = (Sided::new(&a, pose_a, turn_a), Sided::new(&b, pose_b, turn_b));
        let (Some(side_a), Some(side_b)) = sides else {
            return super::certain::bounds(self, shapes, [pose_a, pose_b]);
        };
        let answer = self.ask(a, pose_a, b, pose_b, super::Ask::EVERYTHING)?;
        let pair =
            Sides { a: side_a, b: side_b, step: pose_b.translation() - pose_a.translation() };
        if let Some(bounds) = pair.bounds(&answer) {
            return Ok(bounds);
        }
        // A formula has put a point on a curved shape, and nothing tells how well, unless the shape is
        // itself known by one.
        if let Ok(bounds) = super::certain::bounds(self, shapes, [pose_a, pose_b]) {
            return Ok(bounds);
        }
        let gjk = self.with_method(Method::Gjk);
        let answer = gjk.ask(a, pose_a, b, pose_b, super::Ask::EVERYTHING)?;
        Ok(pair.slow_bounds(&answer))
    }
}

/// Two shapes in the world.
struct Sides<'a, const D: usize> {
    a: Sided<'a, D>,
    b: Sided<'a, D>,
    /// From A's pose to B's.
    step: Vector<D>,
}

impl<'a, const D: usize> Sides<'a, D> {
    #[inline(never)]
    fn slow_bounds(&self, answer: &Answer<D>) -> Rigorous {
        self.bounds(answer).unwrap_or(Rigorous { lower: 0.0, upper: f64::INFINITY })
    }

    /// `None` if the answer does not say what its points are made of.
    #[inline(always)]
    fn bounds(&self, answer: &Answer<D>) -> Option<Rigorous> {
        let Self { a, b, step } = self;
        // From the origin of A's core to that of B's, and the size of all that is added up.
        let offset = *step + (b.arm - a.arm);
        let length = step.sum_abs() + a.arm.sum_abs() + b.arm.sum_abs();
        let size = a.reach + b.reach + length;
        let (upper, spread) = self.upper(answer, offset)?;
        let upper = (upper + (RIGOROUS * (size + spread) + a.stray() + b.stray())).next_up();
        let [low, high] = radii(a, b);
        let mut lower = 0.0;
        if let Answer::Apart(apart) = answer {
            let n = apart.normal;
            let width = n.dot(offset) - a.top(n) - b.top(-n);
            // What the lines contribute is at most the upper bound and what the bounded parts
            // differ by; in space a vector is less than twice as long as its largest coordinate.
            let way = upper + 2.0 * size;
            let drift = if a.is_bounded() && b.is_bounded() { 0.0 } else { self.drift(n, way) };
            let lost = RIGOROUS * size + 2.0 * (a.error + b.error) + drift;
            // One over a length is no less than this, whatever the length: the curve 1/√x lies above
            // its tangent at 1.
            let core = (width - lost) * ((1.5 - 0.5 * n.norm_squared()) - RIGOROUS);
            lower = (core - high).next_down();
        }
        // Written so that a NaN, should there ever be one, bounds nothing.
        let upper = (upper - low).next_up();
        let upper = if upper.is_nan() { f64::INFINITY } else { upper.max(0.0) };
        Some(Rigorous { lower: lower.max(0.0), upper })
    }

    /// The length between two points of the cores, and how far they were moved along lines and
    /// rays.
    #[inline(always)]
    fn upper(&self, answer: &Answer<D>, offset: Vector<D>) -> Option<(f64, f64)> {
        let Self { a, b, .. } = self;
        let evidence = answer.evidence();
        let weights = evidence.weights();
        // Directions are given in the frame of A's core.
        let into_b = |k: usize| -b.turn.transpose_mul(*a.turn * evidence.direction(k));
        let x = a.combination(&evidence.a, weights, |k| evidence.direction(k));
        let y = b.combination(&evidence.b, weights, into_b);
        let (mut x, mut y) = match (x, y) {
            (Some(x), Some(y)) => (x, y),
            // Found by projecting the point of the other.
            (Some(x), None) => (x, b.projection(x - offset)?),
            (None, Some(y)) => (a.projection(y + offset)?, y),
            (None, None) => return None,
        };
        let mut spread = 0.0;
        if !(a.is_bounded() && b.is_bounded()) {
            let [point_a, point_b] = answer.points();
            let between = point_b - point_a;
            // Each to where the answer puts it, then towards each other.
            let middle = point_a - a.place;
            spread += a.follow(&mut x, middle);
            let goal = x - offset + between;
            spread += b.follow(&mut y, goal);
        }
        Some(((y - x + offset).norm() * (1.0 + RIGOROUS), spread))
    }

    /// By how much the slab at right angles to n may be narrower than it is between the bounded
    /// parts; infinite if that is not known.
    #[inline(never)]
    fn drift(&self, n: Vector<D>, way: f64) -> f64 {
        let free = |side: &Sided<'a, D>| {
            let Sided { lines, rays, turn, .. } = *side;
            Free { lines, rays, turn }
        };
        slope([free(&self.a), free(&self.b)], n) * way
    }
}

/// The directions in which a shape is unbounded, and where its axes point.
pub(super) struct Free<'a, const D: usize> {
    pub(super) lines: &'a [Vector<D>],
    pub(super) rays: &'a [Vector<D>],
    pub(super) turn: &'a Matrix<D>,
}

/// How much of n lies in what the lines and rays of two shapes span, but for rays that lead out of
/// the slab; infinite if that is not known.
pub(super) fn slope<const D: usize>([a, b]: [Free<'_, D>; 2], n: Vector<D>) -> f64 {
    let mut span = Span { basis: [Vector::ZERO; D], used: 0, slope: 0.0, trust: 1.0 };
    // Two shapes with the same direction in the same rotation share it exactly.
    let same = |v: &Vector<D>| {
        *a.turn == *b.turn && a.lines.iter().any(|line| *line == *v || *line == -*v)
    };
    let of_a = a.lines.iter().map(|v| *a.turn * *v);
    let of_b = b.lines.iter().filter(|v| !same(v)).map(|v| *b.turn * *v);
    for line in of_a.chain(of_b) {
        span.add(line, n);
    }
    let rays = || {
        let of_a = a.rays.iter().map(|v| (*a.turn * *v, n));
        let of_b = b.rays.iter().filter(|v| !same(v)).map(|v| (*b.turn * *v, -n));
        of_a.chain(of_b)
    };
    // A span that has grown may no longer let a ray pass that was let pass before.
    let mut taken = 0_u64;
    for _ in 0..D {
        for (k, (ray, outward)) in rays().enumerate() {
            let leads_out = ray.dot(outward) <= -(span.slope + RIGOROUS);
            if !leads_out && (k >= 64 || taken >> k & 1 == 0) {
                span.add(ray, n);
                taken |= 1_u64.checked_shl(k as u32).unwrap_or(0);
            }
        }
    }
    span.slope
}

/// What lines span, and how much of a vector lies in it.
struct Span<const D: usize> {
    basis: [Vector<D>; D],
    used: usize,
    /// The sum of the vector's products with the basis, with what rounding may add.
    slope: f64,
    /// How far the basis can be told from rounding.
    trust: f64,
}

impl<const D: usize> Span<D> {
    fn add(&mut self, v: Vector<D>, n: Vector<D>) {
        let mut left = v;
        for _ in 0..2 {
            for e in &self.basis[..self.used] {
                left -= *e * e.dot(left);
            }
        }
        self.trust *= left.norm();
        if self.used == D || !(self.trust > PARALLEL) {
            self.slope = f64::INFINITY;
            return;
        }
        let e = left / left.norm();
        self.slope += n.dot(e).abs() + RIGOROUS / self.trust;
        self.basis[self.used] = e;
        self.used += 1;
    }
}

/// A shape with its place in the world.
struct Sided<'a, const D: usize> {
    /// The bounded part.
    core: Core<'a, D>,
    lines: &'a [Vector<D>],
    rays: &'a [Vector<D>],
    /// Where the core's axes point.
    turn: &'a Matrix<D>,
    /// From the origin of the pose to that of the core.
    arm: Vector<D>,
    /// The latter.
    place: Vector<D>,
    /// No coordinate of the core exceeds this.
    reach: f64,
    radius: f64,
    /// The matrix makes no vector longer or shorter by more than this, as a share of its length.
    strain: f64,
    /// How wrong a support point may be, in the shape's frame.
    error: f64,
}

impl<'a, const D: usize> Sided<'a, D> {
    /// `None` if nothing is known about the errors of the shape's support function.
    #[inline(always)]
    fn new(view: &View<'a, D>, pose: &Pose<D>, turn: &'a Matrix<D>) -> Option<Self> {
        let (mut core, mut lines, mut rays): (_, &[_], &[_]) = (view.core, &[], &[]);
        if let Core::Swept(swept) = view.core {
            (lines, rays) = (swept.lines, swept.rays);
            let base = swept.base.view();
            let plain = base.radius == 0.0 && base.frame.is_none() && base.is_bounded();
            core = if plain { base.core } else { Core::Support(swept.base) };
        }
        // Twice the reach of a shape that computed it, and may have rounded it down.
        let (error, reach) = match core.shape() {
            Some(shape) => (shape.support_error()?, 2.0 * view.reach),
            None => (0.0, view.reach),
        };
        let arm =
            view.frame.map_or(Vector::ZERO, |frame| pose.rotation().rotate(frame.translation()));
        let radius = view.radius;
        // Where there is no radius it is asked only by how much an error may grow: what is nearly a
        // rotation doubles no length.
        let strain = if radius > 0.0 { strain(turn) } else { 1.0 };
        let place = pose.translation() + arm;
        Some(Self { core, lines, rays, turn, arm, place, reach, radius, strain, error })
    }

    /// How far the core reaches along `n` from its own origin.
    #[inline(always)]
    fn top(&self, n: Vector<D>) -> f64 {
        // n · (turn v) = (turnᵀ n) · v
        let u = || self.turn.transpose_mul(n);
        match self.core {
            Core::Point(p) if p == Vector::ZERO => 0.0,
            Core::Point(p) => u().dot(p),
            Core::Segment(p, q) => {
                let u = u();
                u.dot(p).max(u.dot(q))
            }
            Core::Cuboid(half) => u().map(f64::abs).dot(half),
            // By a scan, or among all that can be furthest in a cell of directions. A direction at
            // the edge of a cell may be taken for one of the next, a unit of rounding away.
            Core::Vertices(set) => {
                let u = u();
                u.dot(set.point(set.furthest(u)))
            }
            Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) | Core::Swept(_) => {
                let u = u();
                u.dot(self.core.support(u))
            }
        }
    }

    /// The point of the core with these weights, in the world's axes, from the core's origin;
    /// `None` if it has no names. `directions` point out of the shape, in its own frame.
    #[inline(always)]
    fn combination(
        &self,
        names: &Names,
        weights: &[f64],
        directions: impl Fn(usize) -> Vector<D>,
    ) -> Option<Vector<D>> {
        if let Core::Point(p) = self.core {
            return Some(self.turned(p));
        }
        let mut sum = Vector::ZERO;
        let mut total = 0.0;
        for (k, weight) in weights.iter().enumerate() {
            let vertex = match names {
                Names::Vertices(ids) => self.core.vertex(ids[k])?,
                Names::Directions => self.core.support(directions(k)),
                Names::Formula | Names::Surfaces(_) => return None,
            };
            let weight = weight.max(0.0);
            sum += vertex * weight;
            total += weight;
        }
        // Weights of one make a combination; these add up to nearly one.
        Some(self.turned(sum * (1.0 / total)))
    }

    /// A point of the core close to `x`, both in the world's axes and from the core's origin; `None`
    /// if there is no way to be sure that it belongs.
    #[inline(always)]
    fn projection(&self, x: Vector<D>) -> Option<Vector<D>> {
        let x = self.turn.transpose_mul(x);
        match self.core {
            Core::Cuboid(half) => {
                Some(self.turned(Vector::from_fn(|i| x[i].clamp(-half[i], half[i]))))
            }
            Core::Segment(p, q) => {
                let e = q - p;
                let t = (x - p).dot(e) / e.norm_squared();
                let t = if t > 0.0 { t.min(1.0) } else { 0.0 };
                Some(self.turned(p + e * t))
            }
            // No further off than a support point, for which the bounds allow.
            core => {
                let shape = core.shape()?;
                let point = shape.nearest(x)?;
                let off = match shape.nearest_error() {
                    Some(error) => error,
                    None => outside(&shape.formula(), point),
                };
                if off <= self.error { Some(self.turned(point)) } else { None }
            }
        }
    }

    #[inline(always)]
    fn is_bounded(&self) -> bool {
        self.lines.is_empty() && self.rays.is_empty()
    }

    #[inline(always)]
    fn turned(&self, p: Vector<D>) -> Vector<D> {
        if p == Vector::ZERO { p } else { *self.turn * p }
    }

    /// Moves a point of the core along lines and rays towards `goal`; how far in all.
    fn follow(&self, x: &mut Vector<D>, goal: Vector<D>) -> f64 {
        let mut far = 0.0;
        for line in self.lines {
            let along = *self.turn * *line;
            let t = along.dot(goal - *x);
            *x += along * t;
            far += t.abs();
        }
        for ray in self.rays {
            let along = *self.turn * *ray;
            let t = along.dot(goal - *x).max(0.0);
            *x += along * t;
            far += t;
        }
        far
    }

    /// How far a computed support point may be from the shape, in the world.
    #[inline(always)]
    fn stray(&self) -> f64 {
        self.error * (1.0 + self.strain + RIGOROUS)
    }
}

/// How far a point may be from an ellipsoid, at most; infinite for anything else. In units of the
/// semi-axes its length ℓ is 1 on the surface, and the point divided by ℓ belongs.
fn outside<const D: usize>(formula: &Formula<'_, D>, point: Vector<D>) -> f64 {
    let Formula::Superquadric { semiaxes, exponents } = formula else { return f64::INFINITY };
    if exponents.0 != [2.0; D] {
        return f64::INFINITY;
    }
    let scaled = Vector::<D>::from_fn(|i| point[i] / semiaxes[i]);
    // 1 − 1/ℓ ≤ (ℓ² − 1)/2
    let over = scaled.norm_squared() * (1.0 + RIGOROUS) - 1.0;
    if over > 0.0 { 0.5 * over * point.norm() * (1.0 + RIGOROUS) } else { 0.0 }
}

/// Where the axes of a core point that has a frame of its own.
#[inline(always)]
fn inner_turn<const D: usize>(view: &View<'_, D>, pose: &Pose<D>) -> Option<Matrix<D>> {
    view.frame.map(|frame| *pose.rotation().matrix() * *frame.rotation().matrix())
}

/// The least and the most that the radii may be in the world.
#[inline(always)]
fn radii<const D: usize>(a: &Sided<'_, D>, b: &Sided<'_, D>) -> [f64; 2] {
    let strained = |side: &Sided<'_, D>| side.radius * (side.strain + RIGOROUS);
    let (sum, doubt) = (a.radius + b.radius, strained(a) + strained(b));
    [(sum - doubt).next_down(), (sum + doubt).next_up()]
}

/// By how much, as a share, the matrix makes a vector longer or shorter at most. The squared length
/// of `M v` is `vᵀ(MᵀM)v`, and `MᵀM` differs from the identity by no more than the largest sum of
/// a row; the share of a length is no more than that of its square.
#[inline(always)]
pub(super) fn strain<const D: usize>(turn: &Matrix<D>) -> f64 {
    let mut sums = [0.0; D];
    let column = |j: usize| Vector::<D>::from_fn(|i| turn[i][j]);
    for i in 0..D {
        sums[i] += (column(i).norm_squared() - 1.0).abs();
        for j in 0..i {
            let entry = column(i).dot(column(j)).abs();
            sums[i] += entry;
            sums[j] += entry;
        }
    }
    // Each entry is a sum of three products of numbers that are one at most.
    let mut most = 0.0;
    for sum in sums {
        most = if sum > most { sum } else { most };
    }
    most * (1.0 + RIGOROUS) + RIGOROUS
}
