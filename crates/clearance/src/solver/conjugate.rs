//! Lines, rays and segments against each other and against rectangles, by conjugate gradients.
//!
//! The squared distance between two of the first kind is a convex quadratic of their two
//! parameters, over a box of which some sides may be missing ([`Quadratic`]). Against a rectangle
//! the parameter of the line goes first: for a point x of the rectangle the closest point of the
//! line p + t d is at t = d·(x − p)/d·d, and what is left is a convex quadratic of the two
//! coordinates of x. A ray or segment is the part of its line with some values of t; distance is
//! convex along the line, so that the part's closest point is the one closest to the line's, and
//! if that is an end, the rectangle's closest point to it is found coordinate by coordinate.
//!
//! **Nearly parallel.** The minimum over all s and t is the quotient of two numbers that both
//! nearly vanish. Written with scalar products each is a difference of nearly equal products and
//! is off by a unit of rounding of those, so that the sine of the angle, θ, is lost once θ² is
//! rounding. Written with the components of u ∧ v they are off by a unit of rounding times θ: as
//! much as if the directions had been turned by a unit of rounding, which moves no point of either
//! shape by more than its size times that. The same holds for the line and the rectangle, where
//! the minimum over the plane is where the line crosses it. So the points are as good as the
//! numbers given (two lines or rays, which have no size, are parallel if rounding explains the
//! angle); the normal is taken at right angles to everything that moves freely; and where
//! the bounds do not close all the same, another method is asked.

pub(super) mod quadratic;
pub(super) mod segments;
pub(super) mod strand;

use core::hint::select_unpredictable;

use super::Finding;
use super::gjk::couple::{Shares, couple};
use crate::accuracy;
use crate::answer::{Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::{Core, View};
use crate::space::{Rotation, Vector};
use quadratic::{Interval, Quadratic};
use strand::Strand;

const EFFORT: Effort = Effort { method: Method::Conjugate, iterations: 1, stop: Stop::Converged };

/// The distance between the cores in the world's axes, measured from A's origin; `None` if they
/// are of other kinds, or if the bounds are further apart than rounding explains.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    match (&pair.a.core, &pair.b.core) {
        (Core::Segment(..), Core::Segment(..)) => two_segments(pair),
        // In the frame of the rectangle, measured from its origin.
        (Core::Cuboid(half), _) => {
            let sheet = Sheet::new(*half)?;
            let strand = Strand::of(pair.b)?.turned(turn_b).moved(pair.offset).turned_back(turn_a);
            let (closest, shares) = sheet.closest(&strand, pair.scale)?;
            closest.turned(turn_a).finding(shares, pair)
        }
        (_, Core::Cuboid(half)) => {
            let sheet = Sheet::new(*half)?;
            let strand = Strand::of(pair.a)?.turned(turn_a).moved(-pair.offset).turned_back(turn_b);
            let (closest, [on_b, on_a]) = sheet.closest(&strand, pair.scale)?;
            let Closest { x, y, normal, .. } = closest.turned(turn_b);
            let (x, y) = (x + pair.offset, y + pair.offset);
            Closest { x: y, y: x, normal: -normal, ..closest }.finding([on_a, on_b], pair)
        }
        _ => {
            let a = Strand::of(pair.a)?.turned(turn_a);
            let b = Strand::of(pair.b)?.turned(turn_b).moved(pair.offset);
            let ([s, t], closest) = two_strands(&a, &b, pair.scale)?;
            closest.finding([a.shares(s), b.shares(t)], pair)
        }
    }
}

/// Two segments; `None` for anything else.
fn two_segments<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    two_segments_here(pair)
}

/// The same as a part of the caller.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn two_segments_here<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let (Core::Segment(a, b), Core::Segment(c, d)) = (&pair.a.core, &pair.b.core) else {
        return None;
    };
    let first = Strand::segment(*a, *b).turned(pair.pose_a.rotation());
    let second = Strand::segment(*c, *d).turned(pair.pose_b.rotation()).moved(pair.offset);
    let ([s, t], closest) = two_strands(&first, &second, pair.scale)?;
    let evidence = Evidence {
        len: 4,
        weights: [(1.0 - s) * (1.0 - t), s * (1.0 - t), (1.0 - s) * t, s * t],
        a: Names::Vertices([0, 1, 0, 1]),
        b: Names::Vertices([0, 0, 1, 1]),
        ..Evidence::first_vertices()
    };
    Some(closest.with(evidence))
}

/// What parameters come with: the closest points of two sets, and bounds on their distance.
#[derive(Clone, Copy)]
pub(crate) struct Nearest<const D: usize> {
    pub(crate) points: [Vector<D>; 2],
    pub(crate) upper: f64,
    pub(crate) lower: f64,
}

/// The closest points of two strands by their parameters; `None` if the bounds are further apart
/// than rounding explains.
#[inline(always)]
pub(crate) fn on_strands<const D: usize>(
    a: &Strand<D>,
    b: &Strand<D>,
    scale: f64,
) -> Option<([f64; 2], Nearest<D>)> {
    let (parameters, Closest { x, y, upper, lower, .. }) = two_strands(a, b, scale)?;
    Some((parameters, Nearest { points: [x, y], upper, lower }))
}

/// The same for a strand and the rectangle with these half-extents, in the frame of the latter.
#[inline(always)]
pub(crate) fn on_strand_and_sheet<const D: usize>(
    strand: &Strand<D>,
    half: Vector<D>,
    scale: f64,
) -> Option<(f64, Nearest<D>)> {
    let sheet = Sheet { half, shift: 0 };
    let (t, Closest { x, y, upper, lower, .. }) = sheet.parameters(strand, scale)?;
    Some((t, Nearest { points: [y, x], upper, lower }))
}

/// The closest points of two sets, x and y, and the slab between them.
#[derive(Clone, Copy)]
struct Closest<const D: usize> {
    x: Vector<D>,
    y: Vector<D>,
    /// The length between the two.
    upper: f64,
    /// From the set of x to that of y; zero if they meet.
    normal: Vector<D>,
    lower: f64,
    unique: Option<bool>,
}

impl<const D: usize> Closest<D> {
    #[inline(always)]
    fn turned(self, turn: &Rotation<D>) -> Self {
        let Self { x, y, normal, .. } = self;
        Self { x: turn.rotate(x), y: turn.rotate(y), normal: turn.rotate(normal), ..self }
    }

    /// With evidence from the shares that vertices have in x and y.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn finding(self, [on_a, on_b]: [Shares; 2], pair: &Pair<'_, D>) -> Option<Finding<D>> {
        let pairs = couple(&on_a, &on_b)?;
        // The bounded part of a line or ray is a point, in whatever direction one looks.
        let names = |view: &View<'_, D>, ids| match view.core {
            Core::Swept(_) => Names::Directions,
            _ => Names::Vertices(ids),
        };
        Some(self.with(Evidence {
            len: pairs.len,
            weights: pairs.weights,
            a: names(pair.a, pairs.a),
            b: names(pair.b, pairs.b),
            ..Evidence::first_vertices()
        }))
    }

    #[inline(always)]
    fn with(self, evidence: Evidence<D>) -> Finding<D> {
        let Self { x, y, upper, normal, lower, unique } = self;
        let inside = normal == Vector::ZERO;
        let effort = EFFORT;
        Finding { point_a: x, point_b: y, upper, normal, lower, inside, unique, evidence, effort }
    }
}

/// The closest points of two lines, rays or segments, by their parameters.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn two_strands<const D: usize>(
    a: &Strand<D>,
    b: &Strand<D>,
    scale: f64,
) -> Option<([f64; 2], Closest<D>)> {
    let (u, v, w) = (a.along, b.along, b.start - a.start);
    let (uu, uv, vv) = (u.norm_squared(), u.dot(v), v.norm_squared());
    let (uw, vw) = (u.dot(w), v.dot(w));
    let mut determinant = uu * vv - uv * uv;
    let mut numerator = uw * vv - uv * vw;
    if determinant < accuracy::OBLIQUE * uu * vv {
        (determinant, numerator) = (wedges(u, v, u, v), wedges(w, v, u, v));
        // Two without end whose directions differ by rounding would meet, or pass each other, where
        // coordinates have no digits left. Everybody else takes them for parallel.
        let level = accuracy::PARALLEL * accuracy::PARALLEL * uu * vv;
        if determinant <= level && !a.is_bounded() && !b.is_bounded() {
            (determinant, numerator) = (0.0, 0.0);
        }
    }
    // |w + t v − s u|²
    let best = numerator / determinant;
    let from = [0.0; 2];
    let squared = Quadratic { ss: uu, st: -uv, tt: vv, s: -uw, t: vw, from, best };
    let [s, t] = squared.minimise(a.span, b.span);
    let (x, y) = (a.at(s), b.at(t));
    let between = y - x;
    let upper = between.norm();
    // Parallel ones side by side have many closest pairs.
    let unique = (determinant > accuracy::PARALLEL * uu * vv).then_some(true);
    if upper <= touch(scale) {
        return Some(([s, t], Closest { x, y, upper, normal: Vector::ZERO, lower: 0.0, unique }));
    }
    // Mostly the way from x to y is at right angles to what moves freely, to rounding. The root and
    // the quotient are taken while the heights are added up.
    let unit = 1.0 / upper;
    let mut normal = between * unit;
    let mut lower = (-b.top_along(-between, upper) - a.top_along(between, upper)) * unit;
    if !(upper - lower <= slack(scale)) {
        normal = across_both(between, [(a, s), (b, t)])?;
        lower = -b.top(-normal) - a.top(normal);
        if !(upper - lower <= slack(scale)) {
            return None;
        }
    }
    Some(([s, t], Closest { x, y, upper, normal, lower, unique }))
}

#[inline(always)]
fn touch(scale: f64) -> f64 {
    accuracy::TOUCH * accuracy::ROUNDING * scale
}

#[inline(always)]
fn slack(scale: f64) -> f64 {
    accuracy::VERTEX_SLACK * accuracy::ROUNDING * scale
}

/// The scalar product of the planes x ∧ y and u ∧ v, (x·u)(y·v) − (x·v)(y·u), component by
/// component.
#[inline(always)]
fn wedges<const D: usize>(x: Vector<D>, y: Vector<D>, u: Vector<D>, v: Vector<D>) -> f64 {
    let mut sum = 0.0;
    for j in 1..D {
        for i in 0..j {
            sum += (x[i] * y[j] - x[j] * y[i]) * (u[i] * v[j] - u[j] * v[i]);
        }
    }
    sum
}

/// The unit vector along what is left of a vector at right angles to those strands that are not at
/// an end.
#[cold]
#[inline(never)]
fn across_both<const D: usize>(v: Vector<D>, on: [(&Strand<D>, f64); 2]) -> Option<Vector<D>> {
    let free = |(strand, t): (&Strand<D>, f64)| {
        if strand.span.is_inner(t) { strand.along } else { Vector::ZERO }
    };
    across(v, [free(on[0]), free(on[1])])
}

/// The unit vector along what is left of a vector at right angles to two others, either of which
/// may be zero.
fn across<const D: usize>(v: Vector<D>, free: [Vector<D>; 2]) -> Option<Vector<D>> {
    let along = |v: Vector<D>, e: Vector<D>, length: f64| {
        if length > 0.0 { e * (v.dot(e) / length) } else { Vector::ZERO }
    };
    let [first, second] = free;
    let one = first.norm_squared();
    let mut rest = second - along(second, first, one);
    rest -= along(rest, first, one);
    // What is left of a direction that is parallel to the other is rounding.
    let level = accuracy::PARALLEL * accuracy::PARALLEL * second.norm_squared();
    let two = rest.norm_squared();
    let two = if two > level { two } else { 0.0 };
    let mut left = v;
    for _ in 0..2 {
        left -= along(left, first, one);
        left -= along(left, rest, two);
    }
    let length = left.norm();
    (length > 0.0).then(|| left * (1.0 / length))
}

/// A rectangle: a box that is flat along an axis, if there are three.
struct Sheet<const D: usize> {
    /// The half-extents, turned so that the last of three is zero.
    half: Vector<D>,
    /// By how many places the axes are turned.
    shift: usize,
}

impl<const D: usize> Sheet<D> {
    /// `None` for a box that is not flat.
    #[inline(always)]
    fn new(half: Vector<D>) -> Option<Self> {
        if D == 2 || half[D - 1] == 0.0 {
            return Some(Self { half, shift: 0 });
        }
        let flat = (0..D).find(|&i| half[i] == 0.0)?;
        Some(Self { half: cycled(half, flat + 1), shift: flat + 1 })
    }

    /// The closest points, that of the rectangle first, all in its frame.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn closest(&self, strand: &Strand<D>, scale: f64) -> Option<(Closest<D>, [Shares; 2])> {
        if self.shift == 0 {
            return self.closest_flat(strand, scale);
        }
        let Strand { start, along, end, span } = *strand;
        let [start, along, end] = [start, along, end].map(|v| cycled(v, self.shift));
        let (found, shares) = self.closest_flat(&Strand { start, along, end, span }, scale)?;
        let [x, y, normal] = [found.x, found.y, found.normal].map(|v| cycled(v, D - self.shift));
        Some((Closest { x, y, normal, ..found }, shares))
    }

    /// The same with the rectangle along the first two axes.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn closest_flat(&self, strand: &Strand<D>, scale: f64) -> Option<(Closest<D>, [Shares; 2])> {
        let (along, closest) = self.parameters(strand, scale)?;
        let share = |axis: usize| {
            let width = 2.0 * self.half[axis];
            if width > 0.0 { (closest.x[axis] + self.half[axis]) / width } else { 0.0 }
        };
        let bits = [self.shift % D, (1 + self.shift) % D];
        let corners = Shares::in_rectangle(bits, [share(0), share(1)]);
        Some((closest, [corners, strand.shares(along)]))
    }

    /// The closest points, that of the rectangle first, and the parameter of the strand's.
    #[inline(always)]
    fn parameters(&self, strand: &Strand<D>, scale: f64) -> Option<(f64, Closest<D>)> {
        let half = self.half;
        let on_line = self.line(strand.start, strand.along);
        let (mut along, mut x) = (on_line.t, on_line.x);
        if !strand.is_line() {
            along = strand.span.nearest(along);
            // Past an end: the closest point to that end. (A segment without length is all end.)
            // Chosen without a branch, which nobody could foretell.
            let (past, end) = (along != on_line.t, strand.at(along));
            x = Vector::from_fn(|axis| {
                let side = Interval::between(-half[axis], half[axis]);
                select_unpredictable(past, side.nearest(end[axis]), x[axis])
            });
        }
        let y = strand.at(along);
        let unique = on_line.crosses.then_some(true);
        let between = y - x;
        let upper = between.norm();
        if upper <= touch(scale) {
            let normal = Vector::ZERO;
            return Some((along, Closest { x, y, upper, normal, lower: 0.0, unique }));
        }
        // As for two strands.
        let unit = 1.0 / upper;
        let mut normal = between * unit;
        let mut lower = self.height_below(strand, between, upper) * unit;
        if !(upper - lower <= slack(scale)) {
            let free = strand.span.is_inner(along);
            normal = self.across(x, between, if free { strand.along } else { Vector::ZERO })?;
            lower = self.height_below(strand, normal, 1.0);
            if !(upper - lower <= slack(scale)) {
                return None;
            }
        }
        Some((along, Closest { x, y, upper, normal, lower, unique }))
    }

    /// How far the strand lies above the rectangle along a vector, times the vector's length.
    #[inline(always)]
    fn height_below(&self, strand: &Strand<D>, normal: Vector<D>, length: f64) -> f64 {
        let mut top = 0.0;
        for axis in 0..D {
            top += self.half[axis] * normal[axis].abs();
        }
        -strand.top_along(-normal, length) - top
    }

    /// The unit vector along what is left of a vector at right angles to all that moves freely: the
    /// coordinates of x that are within the sides, and a line along `along`, unless that is zero.
    #[cold]
    #[inline(never)]
    fn across(&self, x: Vector<D>, v: Vector<D>, along: Vector<D>) -> Option<Vector<D>> {
        let free = |axis| if x[axis].abs() < self.half[axis] { 0.0 } else { 1.0 };
        let free = Vector::from_fn(free);
        let (left, rest) = (v.scale(free), along.scale(free));
        // A line in the plane but for rounding has no direction of its own across it.
        let level = strand::LEVEL * strand::LEVEL * along.norm_squared();
        let tilted = rest.norm_squared() > level;
        across(left, [if tilted { rest } else { Vector::ZERO }, Vector::ZERO])
    }

    /// The closest point to the line p + t d, and its t.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn line(&self, p: Vector<D>, d: Vector<D>) -> OnLine<D> {
        let half = self.half;
        let (p2, d2) = if D == 2 { (0.0, 0.0) } else { (p[D - 1], d[D - 1]) };
        // With (s, t) = x − p, d·d times the squared distance from the line is
        // |d|² (s² + t² + p2²) − (d0 s + d1 t − d2 p2)², least where the line crosses the plane.
        let squares = [d[0] * d[0], d[1] * d[1], d2 * d2];
        let squared = Quadratic {
            ss: squares[1] + squares[2],
            st: -d[0] * d[1],
            tt: squares[0] + squares[2],
            s: d[0] * (d2 * p2),
            t: d[1] * (d2 * p2),
            from: [p[0], p[1]],
            best: p[0] - d[0] * p2 / d2,
        };
        let side = |i: usize| Interval::between(-half[i], half[i]);
        let found = squared.minimise(side(0), side(1));
        let mut x = Vector::ZERO;
        (x[0], x[1]) = (found[0], found[1]);
        // The quotient does not wait for x.
        let squared = squares[0] + squares[1] + squares[2];
        let t = (x - p).dot(d) * (1.0 / squared);
        // A line that crosses the plane is nowhere parallel to the rectangle.
        OnLine { x, t, crosses: squares[2] > accuracy::PARALLEL * squared }
    }
}

/// The closest point x of a rectangle to a line.
struct OnLine<const D: usize> {
    x: Vector<D>,
    /// Where the line comes closest.
    t: f64,
    crosses: bool,
}

/// The coordinates, each moved so many places to the front.
#[inline(always)]
fn cycled<const D: usize>(v: Vector<D>, by: usize) -> Vector<D> {
    Vector::from_fn(|i| v[(i + by) % D])
}
