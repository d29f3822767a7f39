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
//! numbers given; the normal is taken at right angles to everything that moves freely; and where
//! the bounds do not close all the same, another method is asked.

use super::Finding;
use super::couple::{Shares, couple};
use super::quadratic::{Interval, Quadratic};
use crate::accuracy;
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::{Core, View};
use crate::space::Vector;

const EFFORT: Effort = Effort { method: Method::Conjugate, iterations: 1, stop: Stop::Converged };

/// The distance between the cores in the world's axes, measured from A's origin; `None` if they
/// are of other kinds, or if the bounds are further apart than rounding explains.
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    match (&pair.a.core, &pair.b.core) {
        (Core::Segment(..), Core::Segment(..)) => two_segments(pair),
        // In the frame of the rectangle, measured from its origin.
        (Core::Cuboid(half), _) => {
            let sheet = Sheet::new(*half)?;
            let strand = Strand::of(pair.b)?.moved(|v| turn_b.rotate(v), pair.offset);
            let strand = strand.moved(|v| turn_a.rotate_back(v), Vector::ZERO);
            let (closest, shares) = sheet.closest(&strand, pair.scale)?;
            closest.turned(|v| turn_a.rotate(v)).finding(shares, pair)
        }
        (_, Core::Cuboid(half)) => {
            let sheet = Sheet::new(*half)?;
            let strand = Strand::of(pair.a)?.moved(|v| turn_a.rotate(v), -pair.offset);
            let strand = strand.moved(|v| turn_b.rotate_back(v), Vector::ZERO);
            let (closest, [on_b, on_a]) = sheet.closest(&strand, pair.scale)?;
            let mut finding =
                closest.turned(|v| turn_b.rotate(v)).swapped().finding([on_a, on_b], pair)?;
            finding.point_a += pair.offset;
            finding.point_b += pair.offset;
            Some(finding)
        }
        _ => {
            let a = Strand::of(pair.a)?.moved(|v| turn_a.rotate(v), Vector::ZERO);
            let b = Strand::of(pair.b)?.moved(|v| turn_b.rotate(v), pair.offset);
            let ([s, t], closest) = two_strands(&a, &b, pair.scale)?;
            closest.finding([a.shares(s), b.shares(t)], pair)
        }
    }
}

/// Two segments; `None` for anything else. Kept apart for capsules, which ask it most.
#[inline(always)]
pub(super) fn two_segments<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let (Core::Segment(a, b), Core::Segment(c, d)) = (&pair.a.core, &pair.b.core) else {
        return None;
    };
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    let first = Strand::segment(turn_a.rotate(*a), turn_a.rotate(*b));
    let second =
        Strand::segment(turn_b.rotate(*c) + pair.offset, turn_b.rotate(*d) + pair.offset);
    let ([s, t], closest) = two_strands(&first, &second, pair.scale)?;
    let evidence = Evidence {
        len: 4,
        weights: [(1.0 - s) * (1.0 - t), s * (1.0 - t), (1.0 - s) * t, s * t],
        a: Names::Vertices([0, 1, 0, 1]),
        b: Names::Vertices([0, 0, 1, 1]),
        directions: [Vector::ZERO; MOST],
    };
    Some(closest.with(evidence))
}

/// The closest points of two sets, x and y, and the slab between them.
struct Closest<const D: usize> {
    x: Vector<D>,
    y: Vector<D>,
    /// The length between the two.
    upper: f64,
    /// From the set of x to that of y; zero if they meet.
    normal: Vector<D>,
    lower: f64,
    inside: bool,
    unique: Option<bool>,
}

impl<const D: usize> Closest<D> {
    /// By the two points and a vector along the normal, of any length, with what is highest in the
    /// set of x and lowest in that of y; `None` if the bounds do not close.
    #[inline(always)]
    fn new(
        [x, y]: [Vector<D>; 2],
        scale: f64,
        along: impl FnOnce() -> Option<Vector<D>>,
        width: impl FnOnce(Vector<D>) -> f64,
    ) -> Option<Self> {
        let upper = (y - x).norm();
        if upper <= touch(scale) {
            let (normal, lower) = (Vector::ZERO, 0.0);
            return Some(Self { x, y, upper, normal, lower, inside: true, unique: None });
        }
        let along = along()?;
        let normal = along * (1.0 / along.norm());
        let lower = width(normal);
        let closed = upper - lower <= slack(scale);
        closed.then_some(Self { x, y, upper, normal, lower, inside: false, unique: None })
    }

    fn turned(self, turn: impl Fn(Vector<D>) -> Vector<D>) -> Self {
        Self { x: turn(self.x), y: turn(self.y), normal: turn(self.normal), ..self }
    }

    fn swapped(self) -> Self {
        Self { x: self.y, y: self.x, normal: -self.normal, ..self }
    }

    /// With evidence from the shares that vertices have in x and y.
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
            directions: [Vector::ZERO; MOST],
        }))
    }

    #[inline(always)]
    fn with(self, evidence: Evidence<D>) -> Finding<D> {
        let Self { x, y, upper, normal, lower, inside, unique } = self;
        let effort = EFFORT;
        Finding { point_a: x, point_b: y, upper, normal, lower, inside, unique, evidence, effort }
    }
}

#[inline(always)]
fn touch(scale: f64) -> f64 {
    accuracy::TOUCH * accuracy::ROUNDING * scale
}

#[inline(always)]
fn slack(scale: f64) -> f64 {
    accuracy::VERTEX_SLACK * accuracy::ROUNDING * scale
}

/// A line, a ray or a segment: start + t along, for the t in the span.
#[derive(Clone, Copy)]
struct Strand<const D: usize> {
    start: Vector<D>,
    along: Vector<D>,
    span: Interval,
    /// The other end of a segment; else the start again.
    end: Vector<D>,
}

impl<const D: usize> Strand<D> {
    #[inline(always)]
    fn segment(start: Vector<D>, end: Vector<D>) -> Self {
        Self { start, along: end - start, span: Interval::UNIT, end }
    }

    /// `None` if the core is nothing of the kind.
    fn of(view: &View<'_, D>) -> Option<Self> {
        let swept = match &view.core {
            Core::Segment(p, q) => return Some(Self::segment(*p, *q)),
            Core::Swept(swept) => swept,
            _ => return None,
        };
        let (along, span) = match (swept.lines, swept.rays) {
            ([line], []) => (*line, Interval::WHOLE),
            ([], [ray]) => (*ray, Interval::FORWARD),
            _ => return None,
        };
        let base = swept.base.view();
        match base.core {
            Core::Point(start) if base.radius == 0.0 && base.frame.is_none() => {
                Some(Self { start, along, span, end: start })
            }
            _ => None,
        }
    }

    fn moved(self, turn: impl Fn(Vector<D>) -> Vector<D>, by: Vector<D>) -> Self {
        let (start, end) = (turn(self.start) + by, turn(self.end) + by);
        let bounded = self.is_bounded();
        Self { start, end, along: if bounded { end - start } else { turn(self.along) }, ..self }
    }

    #[inline(always)]
    fn is_bounded(&self) -> bool {
        self.span.high < f64::INFINITY
    }

    #[inline(always)]
    fn at(&self, t: f64) -> Vector<D> {
        self.start + self.along * t
    }

    fn shares(&self, t: f64) -> Shares {
        if self.is_bounded() { Shares::along(t) } else { Shares::of(0) }
    }

    /// How far it reaches along a unit vector; infinite if it is unbounded that way.
    #[inline(always)]
    fn top(&self, normal: Vector<D>) -> f64 {
        if !self.is_bounded() {
            let rise = self.along.dot(normal);
            let level = accuracy::PARALLEL;
            if rise > level || (rise < -level && self.span.low < 0.0) {
                return f64::INFINITY;
            }
        }
        self.start.dot(normal).max(self.end.dot(normal))
    }
}

/// The closest points of two lines, rays or segments, by their parameters.
#[inline(always)]
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
    }
    // |w + t v − s u|²
    let best = numerator / determinant;
    let squared = Quadratic { ss: uu, st: -uv, tt: vv, s: -uw, t: vw, best };
    let [s, t] = squared.minimise(a.span, b.span);
    let points = [a.at(s), b.at(t)];
    let width = |normal: Vector<D>| -b.top(-normal) - a.top(normal);
    let plain = if a.is_bounded() && b.is_bounded() {
        Closest::new(points, scale, || Some(points[1] - points[0]), width)
    } else {
        None
    };
    let mut closest = match plain {
        Some(closest) => closest,
        None => {
            let free = [(a, s), (b, t)].map(|(strand, t)| {
                if strand.span.is_inner(t) { strand.along } else { Vector::ZERO }
            });
            Closest::new(points, scale, || across(points[1] - points[0], free), width)?
        }
    };
    // Parallel ones side by side have many closest pairs.
    closest.unique = (determinant > accuracy::PARALLEL * uu * vv).then_some(true);
    Some(([s, t], closest))
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

/// What is left of a vector at right angles to two others, either of which may be zero.
#[cold]
#[inline(never)]
fn across<const D: usize>(v: Vector<D>, free: [Vector<D>; 2]) -> Option<Vector<D>> {
    let first = free[0].normalized();
    let rest = first.map_or(free[1], |e| {
        let once = free[1] - e * e.dot(free[1]);
        once - e * e.dot(once)
    });
    // What is left of a direction that is parallel to the other is rounding.
    let second =
        rest.normalized().filter(|_| rest.norm() > accuracy::PARALLEL * free[1].norm());
    let mut left = v;
    for _ in 0..2 {
        for e in [first, second].into_iter().flatten() {
            left -= e * e.dot(left);
        }
    }
    (left != Vector::ZERO).then_some(left)
}

/// A rectangle: a box that is flat along an axis, if there are three.
struct Sheet<const D: usize> {
    half: Vector<D>,
    /// The axes along which it may extend.
    axes: [usize; 2],
    /// The axis at right angles to it, in space.
    flat: Option<usize>,
}

impl<const D: usize> Sheet<D> {
    /// `None` for a box that is not flat.
    fn new(half: Vector<D>) -> Option<Self> {
        if D == 2 {
            return Some(Self { half, axes: [0, 1], flat: None });
        }
        let flat = (0..D).rev().find(|&i| half[i] == 0.0)?;
        Some(Self { half, axes: [(flat + 1) % D, (flat + 2) % D], flat: Some(flat) })
    }

    /// The closest points, that of the rectangle first, all in its frame.
    fn closest(&self, strand: &Strand<D>, scale: f64) -> Option<(Closest<D>, [Shares; 2])> {
        let Self { half, axes: [i, j], flat } = *self;
        let (p, d) = (strand.start, strand.along);
        let (pk, dk) = flat.map_or((0.0, 0.0), |k| (p[k], d[k]));
        // With (s, t) = x − p, d·d times the squared distance from the line is
        // |d|² (s² + t² + pk²) − (di s + dj t − dk pk)², least where the line crosses the plane.
        let squared = Quadratic {
            ss: d[j] * d[j] + dk * dk,
            st: -d[i] * d[j],
            tt: d[i] * d[i] + dk * dk,
            s: d[i] * dk * pk,
            t: d[j] * dk * pk,
            best: -d[i] * pk / dk,
        };
        let side = |axis: usize| Interval::between(-half[axis] - p[axis], half[axis] - p[axis]);
        let (in_s, in_t) = (side(i), side(j));
        let [s, t] = squared.minimise(in_s, in_t);
        let mut x = Vector::ZERO;
        for (axis, interval, value) in [(i, in_s, s), (j, in_t, t)] {
            x[axis] = if interval.is_inner(value) {
                (p[axis] + value).clamp(-half[axis], half[axis])
            } else {
                half[axis].copysign(value - interval.low - half[axis])
            };
        }
        let on_line = (x - p).dot(d) / d.norm_squared();
        let along = strand.span.nearest(on_line);
        let y = strand.at(along);
        // Past an end: the closest point to that end. (A segment without length is all end.)
        if along != on_line {
            x = Vector::from_fn(|axis| y[axis].clamp(-half[axis], half[axis]));
        }
        let free = |axis: usize| x[axis].abs() < half[axis];
        let moving = if along == on_line && strand.span.is_inner(along) { d } else { Vector::ZERO };
        let normal = || {
            let still = |v: Vector<D>| Vector::from_fn(|axis| if free(axis) { 0.0 } else { v[axis] });
            // A line in the plane but for rounding has no direction of its own across it.
            let rest = still(moving);
            let level = rest.norm() <= accuracy::PARALLEL * d.norm();
            across(still(y - x), [if level { Vector::ZERO } else { rest }, Vector::ZERO])
        };
        let top = |n: Vector<D>| (0..D).fold(0.0, |sum, axis| sum + half[axis] * n[axis].abs());
        let width = |n: Vector<D>| -strand.top(-n) - top(n);
        let mut closest = Closest::new([x, y], scale, normal, width)?;
        // A line that crosses the plane is nowhere parallel to the rectangle.
        closest.unique =
            (dk * dk > accuracy::PARALLEL * d.norm_squared()).then_some(true);
        let fraction = |axis: usize| match half[axis] {
            0.0 => 0.0,
            half => (x[axis] + half) / (2.0 * half),
        };
        let corners = Shares::in_box::<D>(core::array::from_fn(fraction));
        Some((closest, [corners, strand.shares(along)]))
    }
}
