//! Newton's method on the dual, for pairs whose support functions have second derivatives.
//!
//! For a unit vector n let s_A be the support point of A along n, s_B that of B along −n, and
//! v = s_B − s_A. The slab between the two support planes has the width f(n) = n·v, so that
//!
//! ```text
//!     f(n)  ≤  distance  ≤  |v|          for every n,
//! ```
//!
//! with equality on both sides when v is a multiple of n. The distance is the maximum of f over
//! unit vectors. With H the sum of the second derivatives of the two support functions, f near
//! the current n is n·v − ½ nᵀH n. A step of Newton's method on the sphere leads towards its
//! maximum; that is the next n, and s + H n is where the support points are expected to go.
//!
//! On the flat sides of boxy shapes H is nearly infinite: the normal says little about the point.
//! There the shape is looked at along the normal of the expected point instead (`steer`), and so
//! A and B are not looked at along quite the same direction until the end. Then f is measured
//! along v, when the model says that it is time.
//!
//! Where that leads nowhere, and where the shapes meet, GJK takes over.
//!
//! How the two are looked at is one thing (`eyes`), what comes of it another. Two sums of powers are
//! looked at at once, from a first look that is near the first direction rather than along it. They prove
//! nothing before the end, so that it is the points that tell whether they may meet: where these have
//! passed each other. A point on the line between the middles, if it is in both, is proof enough.

mod eyes;
pub(super) mod oval;

use super::gjk::Goal;
use super::{Finding, Task, plain_step};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Names, Step, Stop};
use crate::pair::{Local, Pair};
use crate::shape::Core;
use crate::simd::{Level, Work, dispatch};
use crate::space::{Matrix, Vector, real};
use eyes::{Bend, Cores, Eyes, Sums};

/// How it ended.
pub(super) enum End<const D: usize> {
    /// With an answer.
    Found(Finding<D>),
    /// Without one: what was learnt on the way, for another method.
    Gave(Evidence<D>),
    /// They may meet, which another method finds out sooner; if not, it is worth coming back.
    Doubt(Tried<D>),
}

/// What was done before there were doubts.
pub(super) struct Tried<const D: usize> {
    pub(super) normal: Vector<D>,
    pub(super) looks: u32,
}

/// Whether the method fits: both cores bend, or one does and the other is a point.
#[inline]
pub(super) fn fits<const D: usize>(a: &Core<'_, D>, b: &Core<'_, D>) -> bool {
    matches!(
        (a, b),
        (Core::Smooth(_), Core::Smooth(_) | Core::Point(_)) | (Core::Point(_), Core::Smooth(_))
    )
}

/// Both shapes, each seen along a direction of its own.
struct Look<const D: usize> {
    /// In A's frame.
    point_a: Vector<D>,
    bend_a: Matrix<D>,
    /// In B's frame.
    local_b: Vector<D>,
    bend_b: Matrix<D>,
    /// In A's frame.
    point_b: Vector<D>,
    between: Vector<D>,
    upper: f64,
    /// The direction, in A's frame, if it was the same for both: then the lower bound is known.
    common: Option<Vector<D>>,
}

impl<const D: usize> Look<D> {
    /// These points, and how they move.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn of(local: &Local<'_, D>, [(point_a, bend_a), (local_b, bend_b)]: [Bend<D>; 2]) -> Self {
        let point_b = local.b_in_a.transform(local_b);
        let between = point_b - point_a;
        let upper = between.norm();
        Self { point_a, bend_a, local_b, bend_b, point_b, between, upper, common: None }
    }

    /// Both along the same normal.
    #[inline(always)]
    fn both<E: Eyes<D>>(local: &Local<'_, D>, eyes: E, normal: Vector<D>) -> Self {
        let b = local.b_in_a.rotation().rotate_back(-normal);
        Self { common: Some(normal), ..Self::of(local, eyes.along([normal, b])) }
    }

    /// Both somewhere near there, for those who ask for nothing but the distance; else as above.
    #[inline(always)]
    fn first<E: Eyes<D>>(local: &Local<'_, D>, eyes: E, normal: Vector<D>, plain: bool) -> Self {
        let b = local.b_in_a.rotation().rotate_back(-normal);
        match eyes.begin([normal, b]) {
            Some(seen) if plain => Self::of(local, seen),
            _ => Self::both(local, eyes, normal),
        }
    }

    /// The lower bound, if the direction was the same for both.
    #[inline(always)]
    fn lower(&self) -> f64 {
        self.common.map_or(f64::NEG_INFINITY, |normal| normal.dot(self.between))
    }

    /// The width of the slab along a normal that nearly belongs to the two points.
    #[inline(always)]
    fn width<E: Eyes<D>>(&self, local: &Local<'_, D>, eyes: E, normal: Vector<D>) -> f64 {
        let from_b = local.b_in_a.rotation().rotate_back(-normal);
        let [a, b] = eyes.heights([normal, from_b], [self.point_a, self.local_b]);
        normal.dot(local.b_in_a.translation()) - a - b
    }

    /// vᵀH v, v in A's frame.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn bend_along(&self, local: &Local<'_, D>, v: Vector<D>) -> f64 {
        let in_b = local.b_in_a.rotation().rotate_back(v);
        v.dot(self.bend_a * v) + in_b.dot(self.bend_b * in_b)
    }

    /// The next look, towards the normal n that the model thinks best.
    #[inline(always)]
    fn next<E: Eyes<D>>(&self, local: &Local<'_, D>, eyes: E, n: Vector<D>, late: bool) -> Self {
        let b = local.b_in_a.rotation().rotate_back(-n);
        let about = [self.point_a + self.bend_a * n, self.local_b + self.bend_b * b];
        let (seen, common) = eyes.near([n, b], about, late);
        Self { common: common.then_some(n), ..Self::of(local, seen) }
    }
}

/// The unit vector that Newton's method on the sphere, at n, takes for the maximum of
/// n·v − ½ nᵀH n: with the gradient g = v − H n, the step δ at right angles to n solves
/// (H + φ I) δ = g in the tangent plane, φ = n·g. Where φ is not positive, |v| stands in for it.
///
/// H is never formed: each shape's part is applied in that shape's frame. Seen along n itself, each
/// of them takes n to zero.
#[cfg_attr(target_arch = "wasm32", inline)]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn best<const D: usize>(look: &Look<D>, local: &Local<'_, D>, n: Vector<D>) -> Vector<D> {
    let turn = local.b_in_a.rotation();
    let [e, f] = tangents(n);
    let (e_b, f_b) = (turn.rotate_back(e), turn.rotate_back(f));
    let (ea, fa) = (look.bend_a * e, look.bend_a * f);
    let (eb, fb) = (look.bend_b * e_b, look.bend_b * f_b);
    let mut g = [e.dot(look.between), f.dot(look.between)];
    let mut phi = n.dot(look.between);
    if look.common.is_none() {
        let n_b = turn.rotate_back(n);
        g = [g[0] - n.dot(ea) - n_b.dot(eb), g[1] - n.dot(fa) - n_b.dot(fb)];
        phi -= look.bend_along(local, n);
    }
    let phi = if phi > 0.0 { phi } else { look.upper };
    let k = [e.dot(ea) + e_b.dot(eb) + phi, e.dot(fa) + e_b.dot(fb), f.dot(fa) + f_b.dot(fb) + phi];
    let delta = if D == 2 {
        [g[0] / k[0], 0.0]
    } else {
        let determinant = k[0] * k[2] - k[1] * k[1];
        // Entries so large that their product says nothing: each for itself.
        if determinant > accuracy::SINGULAR * k[0] * k[2] {
            let per = 1.0 / determinant;
            [(g[0] * k[2] - g[1] * k[1]) * per, (g[1] * k[0] - g[0] * k[1]) * per]
        } else {
            [g[0] / k[0], g[1] / k[2]]
        }
    };
    // At right angles to n: no shorter than that.
    let next = n + e * delta[0] + f * delta[1];
    next * real::root_and_inverse(next.norm_squared()).1
}

/// Two unit vectors at right angles to a unit vector and to each other; in the plane only the
/// first counts, and the second is zero.
#[cfg_attr(target_arch = "wasm32", inline)]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn tangents<const D: usize>(n: Vector<D>) -> [Vector<D>; 2] {
    if D == 2 {
        return [Vector::from_fn(|i| if i == 0 { -n[1] } else { n[0] }), Vector::ZERO];
    }
    // Duff et al. 2017: no square root, no branch but a sign.
    let sign = 1.0_f64.copysign(n[2 % D]);
    let a = -1.0 / (sign + n[2 % D]);
    let b = n[0] * n[1] * a;
    let first = [1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]];
    let second = [b, sign + n[1] * n[1] * a, -n[1]];
    [Vector::from_fn(|i| first[i % 3]), Vector::from_fn(|i| second[i % 3])]
}

/// The distance between the two cores, if Newton's method finds it.
pub(super) fn solve<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> End<D> {
    if !cfg!(target_arch = "wasm32")
        && let Some(ovals) = oval::both(local)
    {
        return oval::solve(local, task, &ovals);
    }
    match Sums::of(local) {
        Some(sums) => dispatch(Looks { local, task, sums }),
        None => run(local, task, Cores(&local.pair.a.core, &local.pair.b.core)),
    }
}

/// The looks and steps at two sums of powers, compiled as a whole for what the processor can do.
struct Looks<'l, 't, 's, const D: usize> {
    local: &'l Local<'s, D>,
    task: &'l mut Task<'t, D>,
    sums: Sums<'l, D>,
}

impl<const D: usize> Work for Looks<'_, '_, '_, D> {
    type Output = End<D>;

    const WIDE: bool = true;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        run(self.local, self.task, (level, self.sums))
    }
}

/// Looks and steps until the bounds close.
#[inline(always)]
fn run<const D: usize, E: Eyes<D>>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
    eyes: E,
) -> End<D> {
    let goal = task.goal(local.pair, false);
    let first = start(local, task);
    let asked = goal.beyond < f64::INFINITY || goal.below > f64::NEG_INFINITY;
    let plain = !(asked || task.warm.is_some());
    let mut look = Look::first(local, eyes, first, plain);
    let mut seen = [first; MOST];
    let (apart, mut tried) = (task.apart, false);
    for looks in 1..=accuracy::NEWTON_LOOKS.min(goal.cap) {
        if !look.upper.is_finite() || look.upper <= goal.touch {
            break;
        }
        let toward = look.between / look.upper;
        let n = best(&look, local, seen[0]);
        // Is it time to measure the lower bound? Then along the normal that is best by the model.
        let mut proof = look.common.map(|normal| (normal, look.lower()));
        if proof.is_none()
            && look.upper - n.dot(look.between) + 0.5 * look.bend_along(local, n) <= goal.gap
        {
            proof = Some((n, look.width(local, eyes, n))).filter(|(_, lower)| lower.is_finite());
        }
        if let Some(steps) = &mut task.trace {
            steps.push(step_of(&look, proof.unwrap_or((toward, f64::NEG_INFINITY))));
        }
        if let Some((normal, lower)) = proof
            && let Some(stop) = ends(lower, look.upper, &goal)
        {
            // Where only the radii make them meet, GJK has the better evidence.
            if look.common.is_none() && look.upper <= goal.meeting {
                break;
            }
            return End::Found(finding(&look, (normal, lower), local, (looks, stop)));
        }
        if E::TELL {
            // From the second look on, the normal that the model thinks best says more.
            let along = if looks == 1 { seen[0] } else { n };
            if !apart && !(along.dot(look.between) > goal.meeting) {
                if task.simplex || tried {
                    return End::Doubt(Tried { normal: seen[0], looks });
                }
                tried = true;
                if let Some(point) = eyes.common(local) {
                    return End::Found(meeting(point, looks, task));
                }
            }
        } else if looks == accuracy::NEWTON_DOUBT && !apart && !(look.lower() > goal.meeting) {
            return End::Doubt(Tried { normal: seen[0], looks });
        }
        if !n.is_finite() {
            break;
        }
        seen.rotate_right(1);
        seen[0] = n;
        look = look.next(local, eyes, n, looks >= accuracy::NEWTON_LATE);
    }
    End::Gave(evidence(seen, MOST, local.pair))
}

/// The direction to begin with: the one that carried the last answer, or from one shape's middle to
/// the other's.
pub(super) fn start<const D: usize>(local: &Local<'_, D>, task: &Task<'_, D>) -> Vector<D> {
    start_along(task, |v| v, local.b_in_a.translation())
}

/// The same in other axes than those of A, given how to turn to them and the way between the middles.
#[inline(always)]
pub(super) fn start_along<const D: usize>(
    task: &Task<'_, D>,
    turn: impl Fn(Vector<D>) -> Vector<D>,
    between: Vector<D>,
) -> Vector<D> {
    let remembered = task.warm.map(|warm| {
        let mut sum = Vector::ZERO;
        for (k, weight) in warm.weights().iter().enumerate() {
            sum += warm.direction(k) * *weight;
        }
        turn(sum)
    });
    let unit = |v: Vector<D>| {
        let squared = v.norm_squared();
        // One quotient rather than six.
        if squared > accuracy::SQUARE_SAFE && squared < 1.0 / accuracy::SQUARE_SAFE {
            Some(v * real::root_and_inverse(squared).1)
        } else {
            v.normalized()
        }
    };
    remembered.and_then(unit).or_else(|| unit(between)).unwrap_or(Vector::axis(0))
}

/// Whether the bounds settle the question.
#[inline]
pub(super) fn ends(lower: f64, upper: f64, goal: &Goal) -> Option<Stop> {
    let gap = upper - lower;
    if gap <= goal.gap && goal.decides(lower, gap, 1.0) {
        return Some(Stop::Converged);
    }
    goal.settles(lower, gap, 1.0).then_some(Stop::Settled)
}

/// What is found where the two have a point in common.
#[inline(never)]
fn meeting<const D: usize>(
    point: Vector<D>,
    iterations: u32,
    task: &mut Task<'_, D>,
) -> Finding<D> {
    let along = Evidence::along([Vector::ZERO; MOST], [1.0, 0.0, 0.0, 0.0], 1);
    let finding = Finding {
        point_a: point,
        point_b: point,
        upper: 0.0,
        normal: Vector::ZERO,
        lower: 0.0,
        inside: true,
        unique: None,
        evidence: Evidence { a: Names::Formula, b: Names::Formula, ..along },
        effort: Effort { method: Method::Newton, iterations, stop: Stop::Contained },
    };
    if let Some(steps) = &mut task.trace {
        steps.push(plain_step(&finding));
    }
    finding
}

fn finding<const D: usize>(
    look: &Look<D>,
    (normal, lower): (Vector<D>, f64),
    local: &Local<'_, D>,
    (iterations, stop): (u32, Stop),
) -> Finding<D> {
    let mut evidence = evidence([normal; MOST], 1, local.pair);
    if look.common.is_none() {
        // The points are not where the normal alone would put them.
        for names in [&mut evidence.a, &mut evidence.b] {
            if *names == Names::Directions {
                *names = Names::Formula;
            }
        }
    }
    Finding {
        point_a: look.point_a,
        point_b: look.point_b,
        upper: look.upper,
        normal,
        lower,
        inside: false,
        unique: Some(true),
        evidence,
        effort: Effort { method: Method::Newton, iterations, stop },
    }
}

/// Support points along these directions, or the only point there is.
pub(super) fn evidence<const D: usize>(
    directions: [Vector<D>; MOST],
    len: usize,
    pair: &Pair<'_, D>,
) -> Evidence<D> {
    let names = |core: &Core<'_, D>| match core {
        Core::Point(_) => Names::Vertices([0; MOST]),
        _ => Names::Directions,
    };
    let (a, b) = (names(&pair.a.core), names(&pair.b.core));
    Evidence { a, b, ..Evidence::along(directions, [1.0, 0.0, 0.0, 0.0], len) }
}

fn step_of<const D: usize>(look: &Look<D>, (direction, lower): (Vector<D>, f64)) -> Step<D> {
    Step {
        method: Method::Newton,
        points: [look.point_a, look.point_b],
        lower,
        upper: look.upper,
        detail: Detail::Newton { direction },
    }
}
