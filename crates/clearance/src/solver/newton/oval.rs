//! Newton's method on the dual between images of balls: [`newton`](crate::solver::newton) where both support
//! functions are h(n) = c·n + |G n|, which is an ellipsoid about c.
//!
//! With y = G n, h = |G n| and u = y / h the support point is c + Gᵀu, and the derivatives are known
//! to any order: for a step δ, with p = u·Gδ,
//!
//! ```text
//!     H δ  =  Gᵀ(Gδ − p u) / h,         T[δ, δ]  =  −(2 p H δ + (δᵀH δ) Gᵀu) / h.
//! ```
//!
//! So a step costs three products with G, and the third derivative next to nothing. With it steps
//! are Chebyshev's, which multiply the number of digits by three: the step δ of Newton's method with
//! (H + φ I) δ = g, and then the same with what the second order leaves, −½ T[δ, δ] − (g·δ) δ.
//!
//! The points do not depend on the length of n: so nobody waits for it to be made one.
//!
//! The factor G rather than GᵀG keeps the digits of needles and pancakes.

use super::{End, Tried, ends, evidence, start, tangents};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Step, Stop};
use crate::pair::{Local, Pair};
use crate::shape::{Core, View};
use crate::solver::formula::Turn;
use crate::solver::{Finding, Task};
use crate::space::{Matrix, Pose, Vector, real};
use crate::trail::{Mark, Trail};

/// The centre c and the factor G of a core.
pub(crate) type Oval<const D: usize> = (Vector<D>, Matrix<D>);

/// Both cores, if they are of this kind.
#[inline]
pub(crate) fn both<const D: usize>(local: &Local<'_, D>) -> Option<[Oval<D>; 2]> {
    match (&local.pair.a.core, &local.pair.b.core) {
        (Core::Smooth(a), Core::Smooth(b)) => Some([a.oval()?, b.oval()?]),
        _ => None,
    }
}

/// One of them, seen along a direction.
struct Side<const D: usize> {
    unit: Vector<D>,
    by_height: f64,
    /// Gᵀu.
    point: Vector<D>,
}

impl<const D: usize> Side<D> {
    /// Along n, of any length.
    #[inline(always)]
    fn look(factor: &Matrix<D>, n: Vector<D>) -> Self {
        let y = *factor * n;
        let squared = y.norm_squared();
        // A point reaches nowhere, whichever way.
        let by_height = if squared > 0.0 { real::root_and_inverse(squared).1 } else { 0.0 };
        let unit = y * by_height;
        Self { unit, by_height, point: factor.transpose_mul(unit) }
    }

    /// How it bends in the two directions of a basis, having been seen along a normal of that length.
    #[inline(always)]
    fn bend(&self, factor: &Matrix<D>, length: f64, [e, f]: [Vector<D>; 2]) -> Bend {
        let (x, y) = (*factor * e, *factor * f);
        let along = [self.unit.dot(x), self.unit.dot(y)];
        let by_height = self.by_height * length;
        let h = [
            (x.dot(x) - along[0] * along[0]) * by_height,
            (x.dot(y) - along[0] * along[1]) * by_height,
            (y.dot(y) - along[1] * along[1]) * by_height,
        ];
        Bend { along, h, by_height }
    }
}

/// The derivatives in a plane.
struct Bend {
    along: [f64; 2],
    /// H: its corners, and the entry between them.
    h: [f64; 3],
    by_height: f64,
}

impl Bend {
    /// −½ T[δ, δ].
    #[inline(always)]
    fn third(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let moved = [self.h[0] * x + self.h[1] * y, self.h[1] * x + self.h[2] * y];
        let p = self.along[0] * x + self.along[1] * y;
        let half = 0.5 * (x * moved[0] + y * moved[1]);
        let third = |i: usize| (p * moved[i] + half * self.along[i]) * self.by_height;
        [third(0), third(1)]
    }
}

/// The closest points of the two.
struct Closest<const D: usize> {
    points: [Vector<D>; 2],
    normal: Vector<D>,
    lower: f64,
    looks: u32,
    stop: Stop,
}

impl<const D: usize> Closest<D> {
    #[inline(always)]
    fn finding(self, upper: f64, evidence: Evidence<D>) -> Finding<D> {
        let Self { points: [point_a, point_b], normal, lower, looks, stop } = self;
        Finding {
            point_a,
            point_b,
            upper,
            normal,
            lower,
            inside: false,
            unique: Some(true),
            evidence,
            effort: Effort { method: Method::Newton, iterations: looks, stop },
        }
    }
}

/// Why they were not found, and where it looked last.
enum Lost<const D: usize> {
    Doubt(Tried<D>),
    Nowhere(Vector<D>),
}

/// The distance between the two.
pub(crate) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    ovals: &[Oval<D>; 2],
) -> End<D> {
    match search(local, task, ovals) {
        Ok(closest) => {
            let [point_a, point_b] = closest.points;
            let evidence = evidence([closest.normal; MOST], 1, local.pair);
            End::Found(closest.finding((point_b - point_a).norm(), evidence))
        }
        // They may meet: GJK knows sooner.
        Err(Lost::Doubt(tried)) => End::Doubt(tried),
        Err(Lost::Nowhere(normal)) => End::Gave(evidence([normal; MOST], 1, local.pair)),
    }
}

/// The closest points of two of them that are followed, or of one and a point, in the world's axes.
#[inline(always)]
pub(crate) fn follow<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    trail: &mut Trail<D>,
) -> Option<Finding<D>> {
    let (a, b) = (placed(pair.a, pair.pose_a)?, placed(pair.b, pair.pose_b)?);
    let mut goal = task.goal(pair, false);
    let least = accuracy::VERTEX_SLACK * accuracy::ROUNDING;
    goal.gap = goal.gap.min(accuracy::FOLLOW_GAP.max(least) * pair.scale);
    let shift = pair.offset + b.0 - a.0;
    let mut long = trail.next().normal;
    for looks in 1..=accuracy::FOLLOW_LOOKS.min(goal.cap) {
        let look = Look::along(&a.1, &b.1, shift, long);
        if !(look.lower > 0.0 && look.upper < f64::INFINITY) {
            break;
        }
        if let Some(stop) = ends(look.lower, look.upper, &goal) {
            trail.note(&Mark::along(look.next(&a.1, &b.1, Order::Second)));
            let points = [a.0 + look.side_a.point, b.0 + pair.offset - look.side_b.point];
            let Look { normal, lower, .. } = look;
            let turn = Turn { pose: pair.pose_a, frame: pair.a.frame };
            let evidence = evidence([turn.rotate_back(normal); MOST], 1, pair);
            let closest = Closest { points, normal, lower, looks, stop };
            return Some(closest.finding(look.upper, evidence));
        }
        long = look.next(&a.1, &b.1, Order::Third);
    }
    None
}

/// The centre and the factor of a core in the world's axes; a point is an oval without extent.
#[inline(always)]
fn placed<const D: usize>(view: &View<'_, D>, pose: &Pose<D>) -> Option<Oval<D>> {
    let turn = Turn { pose, frame: view.frame };
    match &view.core {
        Core::Point(p) => Some((turn.centre(p), Matrix([Vector::ZERO; D]))),
        Core::Smooth(shape) => {
            let Some((centre, factor)) = &shape.oval() else { return None };
            let factor = Matrix::by_rows(|i| factor[i].piecewise());
            let factor =
                view.frame.map_or(factor, |frame| factor * frame.rotation().matrix().transpose());
            Some((turn.centre(centre), factor * pose.rotation().matrix().transpose()))
        }
        _ => None,
    }
}

/// By how much a step multiplies the number of digits.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Second,
    Third,
}

/// Both, seen along a direction.
struct Look<const D: usize> {
    side_a: Side<D>,
    side_b: Side<D>,
    length: f64,
    normal: Vector<D>,
    /// From the one's point to the other's.
    v: Vector<D>,
    lower: f64,
    upper: f64,
}

impl<const D: usize> Look<D> {
    #[inline(always)]
    fn along(a: &Matrix<D>, b: &Matrix<D>, shift: Vector<D>, long: Vector<D>) -> Self {
        let (side_a, side_b) = (Side::look(a, long), Side::look(b, long));
        let (length, by_length) = real::root_and_inverse(long.norm_squared());
        let normal = long * by_length;
        let v = shift - side_a.point - side_b.point;
        let (lower, upper) = (normal.dot(v), v.norm());
        Self { side_a, side_b, length, normal, v, lower, upper }
    }

    /// Where to look next, of any length.
    #[inline(always)]
    fn next(&self, a: &Matrix<D>, b: &Matrix<D>, order: Order) -> Vector<D> {
        let Self { side_a, side_b, length, normal: n, v, lower, upper } = self;
        let basis = tangents(*n);
        let (bend_a, bend_b) = (side_a.bend(a, *length, basis), side_b.bend(b, *length, basis));
        let phi = if *lower > 0.0 { *lower } else { *upper };
        let ([p, q, r], [x, y, z]) = (bend_a.h, bend_b.h);
        let k = [p + x + phi, q + y, r + z + phi];
        let g = [basis[0].dot(*v), basis[1].dot(*v)];
        let mut delta = solved::<D>(k, g);
        if *lower > 0.0 && order == Order::Third {
            let (third_a, third_b) = (bend_a.third(delta), bend_b.third(delta));
            let along = dot(g, delta);
            let left = |i: usize| third_a[i] + third_b[i] - along * delta[i];
            let left = [left(0), left(1)];
            let more = solved::<D>(k, left);
            // Far away the series does not converge.
            if dot(more, more) < 0.25 * dot(delta, delta) {
                delta = [delta[0] + more[0], delta[1] + more[1]];
            }
        }
        *n + basis[0] * delta[0] + basis[1] * delta[1]
    }
}

/// The closest points of the two.
#[inline(always)]
fn search<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    [(centre_a, a), (centre_b, b)]: &[Oval<D>; 2],
) -> Result<Closest<D>, Lost<D>> {
    let mut goal = task.goal(local.pair, false);
    // The last step mostly leaves much less than what was asked for: make it always.
    let least = accuracy::VERTEX_SLACK * accuracy::ROUNDING;
    goal.gap = goal.gap.min(accuracy::OVAL_GAP.max(least) * local.pair.scale);
    let turn = local.b_in_a.rotation().matrix();
    let (b, centre_b) = (&(*b * turn.transpose()), local.b_in_a.transform(*centre_b));
    let shift = centre_b - *centre_a;
    let mut long = guess(local, task);
    let mut n = long;
    for looks in 1..=accuracy::NEWTON_LOOKS.min(goal.cap) {
        let look = Look::along(a, b, shift, long);
        let Look { side_a, side_b, lower, upper, .. } = &look;
        let (lower, upper) = (*lower, *upper);
        n = look.normal;
        let points = || [*centre_a + side_a.point, centre_b - side_b.point];
        if let Some(steps) = &mut task.trace {
            let (method, detail) = (Method::Newton, Detail::Newton { direction: n });
            steps.push(Step { method, points: points(), lower, upper, detail });
        }
        if !(upper > goal.touch && upper < f64::INFINITY) {
            break;
        }
        if let Some(stop) = ends(lower, upper, &goal) {
            return Ok(Closest { points: points(), normal: n, lower, looks, stop });
        }
        if looks == accuracy::OVAL_DOUBT && lower <= goal.meeting && !task.apart {
            return Err(Lost::Doubt(Tried { normal: n, looks }));
        }
        long = look.next(a, b, Order::Third);
    }
    Err(Lost::Nowhere(n))
}

/// The direction to begin with, of any length that squares well.
#[inline(always)]
fn guess<const D: usize>(local: &Local<'_, D>, task: &Task<'_, D>) -> Vector<D> {
    if let Some(warm) = task.warm
        && warm.len == 1
    {
        let direction = warm.direction(0);
        let squared = direction.norm_squared();
        if squared > accuracy::SQUARE_SAFE && squared < 1.0 / accuracy::SQUARE_SAFE {
            return direction;
        }
    }
    start(local, task)
}

#[inline(always)]
fn dot(x: [f64; 2], y: [f64; 2]) -> f64 {
    x[0] * y[0] + x[1] * y[1]
}

/// K⁻¹ x. In the plane only the first coordinate counts.
#[inline(always)]
fn solved<const D: usize>([p, q, r]: [f64; 3], [x, y]: [f64; 2]) -> [f64; 2] {
    if D == 2 {
        return [x / p, 0.0];
    }
    let determinant = p * r - q * q;
    // Entries so large that their product says nothing: each for itself.
    if determinant > accuracy::SINGULAR * p * r {
        let per = 1.0 / determinant;
        [(x * r - y * q) * per, (y * p - x * q) * per]
    } else {
        [x / p, y / r]
    }
}
