//! Newton's method on the dual for shapes with ridges, such as cylinders and cones.
//!
//! As in `newton.rs`, the distance is the maximum over unit vectors n of
//! f(n) = n·t − h_A(n) − h_B(−n), t the way from A's frame to B's. But here each support function
//! h is the larger of two smooth ones (those of both rims, or of rim and tip), so that f has
//! ridges: where two pieces reach equally far, that is along the normals of the straight lines on
//! the side, the closest point may be anywhere between the two.
//!
//! ```text
//!    piece 0  ·────────x────·  piece 1       the line between them is on the surface;
//!                      ↑ n                   x = (1 − λ) piece 0 + λ piece 1
//! ```
//!
//! In the plane that touches the sphere of normals at n, with the gradient g and the second
//! derivative −K of the pieces that lead, the other pieces overtake where uᵢ·δ > cᵢ:
//!
//! ```text
//!     f(n + δ)  ≈  f(n) + g·δ − ½ δᵀK δ − Σ max(0, uᵢ·δ − cᵢ)          i = A, B
//! ```
//!
//! Its maximum is that of a quadratic program over the two weights λᵢ between 0 and 1: a weight
//! of 0 stays on the piece that leads, 1 goes over to the other, and what is between stays on the
//! ridge. The same weights say where on their lines the closest points are, so that both bounds
//! are known at each look. Faces, which are all of the normals around a single n, are tried first.
//!
//! Where that leads nowhere, and where the shapes meet, GJK takes over.

pub(super) mod discs;
pub(super) mod rims;

use alloc::vec::Vec;

use super::conjugate::quadratic::{Interval, Quadratic};
use super::gjk::Goal;
use super::newton::{End, ends, evidence, start, tangents};
use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Names, Step, Stop};
use crate::pair::{Local, Pair};
use crate::shape::Core;
use crate::space::{Rotation, Vector, real};

/// A symmetric 2×2 matrix: both entries of the diagonal, and the other.
pub(super) type Form = [f64; 3];

/// One of the two shapes, in axes that both have in common.
pub(super) trait Eye<const D: usize> {
    /// The shape along a unit vector, given two others at right angles to it and to each other;
    /// `None` if it does not say what is needed.
    fn look(&self, n: Vector<D>, basis: [Vector<D>; 2]) -> Option<Side<D>>;

    /// One of the points that were seen, in the common axes and from the shape's own origin.
    fn place(&self, point: Vector<D>) -> Vector<D>;
}

/// One shape, seen along a direction, in its own frame.
pub(super) struct Side<const D: usize> {
    pub(super) points: [Vector<D>; 2],
    /// How far the pieces reach along the direction.
    pub(super) heights: [f64; 2],
    /// The points in the two directions at right angles to it.
    pub(super) aside: [[f64; 2]; 2],
    /// How the points move with the direction, in these.
    pub(super) bends: [Form; 2],
    /// The outward normal of the face that shows, if the shape has one.
    pub(super) face: Option<Vector<D>>,
    /// The cosine of the angle between the two.
    pub(super) lean: f64,
}

impl<const D: usize> Side<D> {
    /// Which piece reaches further.
    #[inline(always)]
    fn lead(&self) -> usize {
        usize::from(self.heights[1] > self.heights[0])
    }

    /// The weight of piece 1: as predicted on a ridge, otherwise that of the piece that leads.
    #[inline]
    fn weight(&self, predicted: Option<f64>) -> f64 {
        predicted.unwrap_or(self.lead() as f64)
    }

    /// By how much the leading piece leads, and from it to the other in the plane.
    #[inline]
    fn rival(&self) -> (f64, [f64; 2]) {
        let (lead, other) = (self.lead(), 1 - self.lead());
        let (x, y) = (self.aside[lead], self.aside[other]);
        (self.heights[lead] - self.heights[other], [y[0] - x[0], y[1] - x[1]])
    }

    /// The weight of piece 1 on the ridge, if the next look is to be there.
    #[inline]
    fn on_ridge(&self, share: f64) -> Option<f64> {
        let inside = share > 0.0 && share < 1.0;
        inside.then_some(if self.lead() == 0 { share } else { 1.0 - share })
    }
}

/// A core that says what is needed when it is asked, and how it is turned.
struct Asked<'a, const D: usize> {
    core: &'a Core<'a, D>,
    /// `None` if its axes are the common ones.
    turn: Option<&'a Rotation<D>>,
}

impl<const D: usize> Eye<D> for Asked<'_, D> {
    #[inline(always)]
    fn look(&self, n: Vector<D>, basis: [Vector<D>; 2]) -> Option<Side<D>> {
        let [n, e, f] = match self.turn {
            None => [n, basis[0], basis[1]],
            Some(turn) => [n, basis[0], basis[1]].map(|v| turn.rotate_back(v)),
        };
        let flat = |v: Vector<D>| [e.dot(v), f.dot(v)];
        let (points, bends, face) = match *self.core {
            Core::Support(shape) => {
                let ridge = shape.ridge(n)?;
                let [p, q] = ridge.bends;
                (ridge.points, [squared(flat(p.0), p.1), squared(flat(q.0), q.1)], ridge.face)
            }
            Core::Smooth(shape) => {
                let (point, bend) = shape.bend(n);
                let (x, y) = (flat(bend * e), flat(bend * f));
                ([point; 2], [[x[0], y[1], x[1]]; 2], None)
            }
            Core::Segment(p, q) => ([p, q], [[0.0; 3]; 2], None),
            _ => return None,
        };
        let [p, q] = points;
        let heights = [n.dot(p), n.dot(q)];
        let lean = face.map_or(0.0, |face| face.dot(n));
        Some(Side { points, heights, aside: [flat(p), flat(q)], bends, face, lean })
    }

    #[inline(always)]
    fn place(&self, point: Vector<D>) -> Vector<D> {
        self.turn.map_or(point, |turn| turn.rotate(point))
    }
}

/// r v vᵀ.
#[inline]
pub(super) fn squared(v: [f64; 2], r: f64) -> Form {
    [r * v[0] * v[0], r * v[1] * v[1], r * v[0] * v[1]]
}

/// (1 − w) x + w y.
#[inline]
fn between([x, y]: [f64; 2], w: f64) -> f64 {
    (1.0 - w) * x + w * y
}

#[inline]
fn mixed([x, y]: [[f64; 2]; 2], w: f64) -> [f64; 2] {
    [between([x[0], y[0]], w), between([x[1], y[1]], w)]
}

#[inline]
fn mixed_bend([x, y]: &[Form; 2], w: f64) -> Form {
    [between([x[0], y[0]], w), between([x[1], y[1]], w), between([x[2], y[2]], w)]
}

#[inline]
pub(super) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// K⁻¹ x.
#[inline]
pub(super) fn solved(k: &Form, x: [f64; 2]) -> [f64; 2] {
    let per = 1.0 / (k[0] * k[1] - k[2] * k[2]);
    [(k[1] * x[0] - k[2] * x[1]) * per, (k[0] * x[1] - k[2] * x[0]) * per]
}

/// Whether the method may fit: one core has ridges, perhaps, and the other is no worse.
#[inline]
pub(super) fn fits<const D: usize>(a: &Core<'_, D>, b: &Core<'_, D>) -> bool {
    matches!(
        (a, b),
        (Core::Support(_), Core::Support(_) | Core::Smooth(_) | Core::Segment(..))
            | (Core::Smooth(_) | Core::Segment(..), Core::Support(_))
    )
}

/// The distance between the two cores, if Newton's method finds it; `None` at once if they have no
/// ridges.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<End<D>> {
    let goal = task.goal(local.pair, false);
    let turn = local.b_in_a.rotation();
    let a = Asked { core: &local.pair.a.core, turn: None };
    let b = Asked { core: &local.pair.b.core, turn: Some(turn) };
    let height =
        |side: &Side<D>, face: Vector<D>| face.dot(side.points[0]).max(face.dot(side.points[1]));
    let on_face = |which: Which, side: &Side<D>| {
        let face = side.face?;
        match which {
            Which::A => on_face_of_a(local, face, height(side, face), &goal),
            Which::B => on_face_of_b(local, face, height(side, face), &goal),
        }
    };
    let first = start(local, task);
    let view = View { shift: local.b_in_a.translation(), first, goal: &goal };
    Some(match search((&a, &b), &view, task.trace.as_deref_mut(), on_face)? {
        Ok(closest) => End::Found(closest.finding(local.pair, closest.normal)),
        Err(n) => End::Gave(evidence([n; MOST], 1, local.pair)),
    })
}

/// What the two are seen from.
pub(super) struct View<'a, const D: usize> {
    /// From A's origin to B's.
    pub(super) shift: Vector<D>,
    /// The normal to begin with.
    pub(super) first: Vector<D>,
    pub(super) goal: &'a Goal,
}

/// Either shape.
#[derive(Clone, Copy)]
pub(super) enum Which {
    A,
    B,
}

/// The closest points, from A's origin, and what proves it.
pub(super) struct Closest<const D: usize> {
    pub(super) points: [Vector<D>; 2],
    pub(super) normal: Vector<D>,
    pub(super) lower: f64,
    pub(super) looks: u32,
    pub(super) stop: Stop,
}

/// The closest points, or the normal where the search ended; `None` at once if the two do not say what
/// is needed. `on_face` tells whether the face of a shape that shows is closest.
#[inline(always)]
pub(super) fn search<const D: usize>(
    (eye_a, eye_b): (&impl Eye<D>, &impl Eye<D>),
    &View { shift, first, goal }: &View<'_, D>,
    mut trace: Option<&mut Vec<Step<D>>>,
    mut on_face: impl FnMut(Which, &Side<D>) -> Option<Closest<D>>,
) -> Option<Result<Closest<D>, Vector<D>>> {
    let mut n = first;
    let mut predicted = [None; 2];
    let mut tried = [false; 2];
    // The best normal so far, and how wide the slab is along it.
    let mut best = (n, f64::NEG_INFINITY);
    for looks in 1..=accuracy::RIDGE_LOOKS.min(goal.cap) {
        // Both shapes along n, and what that says of the distance.
        let basis = tangents(n);
        let a = eye_a.look(n, basis)?;
        let b = eye_b.look(-n, basis)?;
        // All normals around a face are that of the face: no step leads there. So it is tried, once,
        // when the normal comes near it.
        for (which, side) in [(Which::A, &a), (Which::B, &b)] {
            if side.lean > accuracy::FACE_NEAR && !tried[which as usize] {
                tried[which as usize] = true;
                if let Some(found) = on_face(which, side) {
                    if let Some(steps) = &mut trace {
                        steps.push(found.step());
                    }
                    return Some(Ok(Closest { looks, ..found }));
                }
            }
        }
        let (wa, wb) = (a.weight(predicted[0]), b.weight(predicted[1]));
        let (far, aside) = (n.dot(shift), [basis[0].dot(shift), basis[1].dot(shift)]);
        let (lead_a, lead_b) = (a.lead(), b.lead());
        let lower = far - a.heights[lead_a] - b.heights[lead_b];
        let (x, y) = (mixed(a.aside, wa), mixed(b.aside, wb));
        let v = [aside[0] - x[0] + y[0], aside[1] - x[1] + y[1]];
        let along = far - between(a.heights, wa) - between(b.heights, wb);
        let upper = real::sqrt(along * along + dot(v, v));
        let seen = |stop| {
            let point_a = eye_a.place(mixed_point(&a.points, wa));
            let point_b = eye_b.place(mixed_point(&b.points, wb)) + shift;
            Closest { points: [point_a, point_b], normal: n, lower, looks, stop }
        };
        if let Some(steps) = &mut trace {
            steps.push(Step { upper, ..seen(Stop::Cap).step() });
        }
        if !(upper > goal.touch && upper < f64::INFINITY) {
            break;
        }
        if let Some(stop) = ends(lower, upper, goal) {
            // Where only the radii make them meet, GJK has the better evidence.
            if upper <= goal.meeting {
                break;
            }
            return Some(Ok(seen(stop)));
        }
        // A step too far: halfway back. Where f is positive it has no other maximum.
        if best.1 > 0.0 && lower < best.1 - goal.gap {
            let between = n + best.0;
            n = between * real::root_and_inverse(between.norm_squared()).1;
            predicted = [None; 2];
            continue;
        }
        best = (n, lower);
        // The maximum of the model.
        let steep = if lower > 0.0 { lower } else { upper };
        let (ka, kb) = (mixed_bend(&a.bends, wa), mixed_bend(&b.bends, wb));
        let k = [ka[0] + kb[0] + steep, ka[1] + kb[1] + steep, ka[2] + kb[2]];
        let (p, q) = (a.aside[lead_a], b.aside[lead_b]);
        let g = [aside[0] - p[0] + q[0], aside[1] - p[1] + q[1]];
        let ((ca, ua), (cb, ub)) = (a.rival(), b.rival());
        let ub = [-ub[0], -ub[1]];
        let shares = best_shares(&k, g, [(ca, ua), (cb, ub)]);
        let pull = |i: usize| g[i] - shares[0] * ua[i] - shares[1] * ub[i];
        let delta = solved(&k, [pull(0), pull(1)]);
        predicted = [a.on_ridge(shares[0]), b.on_ridge(shares[1])];
        // At right angles to n: no shorter than that.
        let next = n + basis[0] * delta[0] + basis[1] * delta[1];
        n = next * real::root_and_inverse(next.norm_squared()).1;
    }
    Some(Err(n))
}

#[inline]
fn mixed_point<const D: usize>([p, q]: &[Vector<D>; 2], w: f64) -> Vector<D> {
    *p * (1.0 - w) + *q * w
}

/// The shares of the two rivals that minimise ½ sᵀM s − q·s, each between 0 and 1, where
/// M = UᵀK⁻¹U and q = UᵀK⁻¹g − c.
#[inline]
pub(super) fn best_shares(
    k: &Form,
    g: [f64; 2],
    [(ca, ua), (cb, ub)]: [(f64, [f64; 2]); 2],
) -> [f64; 2] {
    let (ia, ib) = (solved(k, ua), solved(k, ub));
    let q = [dot(ia, g) - ca, dot(ib, g) - cb];
    let m = [dot(ia, ua), dot(ib, ub), dot(ia, ub)];
    let best = (q[0] * m[1] - q[1] * m[2]) / (m[0] * m[1] - m[2] * m[2]);
    let from = [0.0; 2];
    Quadratic { ss: m[0], st: m[2], tt: m[1], s: -q[0], t: -q[1], from, best }
        .minimise(Interval::UNIT, Interval::UNIT)
}

/// Whether a face of A is closest: then the closest point of B is its support point towards it.
#[inline]
fn on_face_of_a<const D: usize>(
    local: &Local<'_, D>,
    face: Vector<D>,
    height: f64,
    goal: &Goal,
) -> Option<Closest<D>> {
    let y = local.support_b(-face);
    let lower = face.dot(y) - height;
    if !(lower > goal.meeting) {
        return None;
    }
    let x = local.pair.a.core.shape()?.nearest(y)?;
    let stop = ends(lower, (y - x).norm(), goal)?;
    Some(Closest { points: [x, y], normal: face, lower, looks: 1, stop })
}

/// The same for a face of B.
#[inline]
fn on_face_of_b<const D: usize>(
    local: &Local<'_, D>,
    face: Vector<D>,
    height: f64,
    goal: &Goal,
) -> Option<Closest<D>> {
    let normal = -local.b_in_a.rotation().rotate(face);
    let x = local.support_a(normal);
    let from_b = local.b_in_a.transform_back(x);
    let lower = face.dot(from_b) - height;
    if !(lower > goal.meeting) {
        return None;
    }
    let y = local.b_in_a.transform(local.pair.b.core.shape()?.nearest(from_b)?);
    let stop = ends(lower, (y - x).norm(), goal)?;
    Some(Closest { points: [x, y], normal, lower, looks: 1, stop })
}

impl<const D: usize> Closest<D> {
    /// What was found, given the normal in A's frame.
    #[inline(always)]
    pub(super) fn finding(&self, pair: &Pair<'_, D>, in_a: Vector<D>) -> Finding<D> {
        // Points between two pieces are told by formula. A smooth shape's is its support point, which
        // says more than a formula for shapes that are stretched a lot.
        let names = |core: &Core<'_, D>| match core {
            Core::Smooth(_) => Names::Directions,
            _ => Names::Formula,
        };
        let names = [names(&pair.a.core), names(&pair.b.core)];
        self.measured((self.points[1] - self.points[0]).norm(), names, in_a)
    }

    /// The same, given how far the points are apart and how they are told.
    #[inline(always)]
    pub(super) fn measured(&self, upper: f64, [a, b]: [Names; 2], in_a: Vector<D>) -> Finding<D> {
        let Self { points: [point_a, point_b], normal, lower, looks, stop } = *self;
        Finding {
            point_a,
            point_b,
            upper,
            normal,
            lower,
            inside: false,
            unique: None,
            evidence: Evidence { a, b, ..Evidence::along([in_a; MOST], [1.0, 0.0, 0.0, 0.0], 1) },
            effort: Effort { method: Method::Newton, iterations: looks, stop },
        }
    }

    fn step(&self) -> Step<D> {
        let Self { points, normal: direction, lower, .. } = *self;
        let (method, detail) = (Method::Newton, Detail::Newton { direction });
        Step { method, points, lower, upper: (points[1] - points[0]).norm(), detail }
    }
}
