//! Two segments, and with them two capsules: what is done with one is done with the other, in the
//! same instructions.
//!
//! The formulas are those of [`conjugate`](crate::solver::conjugate), for the case that nearly all queries
//! are: two segments with a length, not parallel, of which the bounds close. The rest is left to
//! that file.
//!
//! | symbol | A's | B's |
//! | --- | --- | --- |
//! | `start`, `along` | p, u: the segment is p + s u | q, v: it is q + t v |
//! | `other` | q − p | p − q |
//! | `squared` | u·u | v·v |
//! | `pull` | u·(q − p) | v·(p − q) |
//! | `way` | y − x, between the closest points | x − y |
//!
//! With c = u·v the squared distance is least in s for s = (pull + c t) / u·u, and in t for
//! t = (pull + c s) / v·v: the same formula for both.

use crate::accuracy;
use crate::answer::{Answer, Apart, Effort, Evidence, Meeting, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::Core;
use crate::simd::Two;
use crate::solver::active_set::both::{Both, Turns};
use crate::space::{Vector, real};

/// How far apart two segments with their radii are; `None` for anything else, and where it takes
/// more than this.
#[inline(always)]
pub(crate) fn answer<const D: usize>(pair: &Pair<'_, D>) -> Option<Answer<D>> {
    let (Core::Segment(a, b), Core::Segment(c, d)) = (&pair.a.core, &pair.b.core) else {
        return None;
    };
    if D != 3 {
        return None;
    }
    // Into the world's axes, measured from A's origin.
    let turns = Turns::new(pair.pose_a.rotation(), pair.pose_b.rotation());
    let from = Both::of(a, c);
    let along = turns.rotate(Both::of(b, d) - from);
    let start = turns.rotate(from) + Both::of(&Vector::ZERO, &pair.offset);
    let other = start.swapped() - start;

    let nearest = Nearest::new(along, other)?;
    let closest = start + along.times(nearest.at);
    let way = closest.swapped() - closest;
    let (upper, unit) = real::root_and_inverse(way.dot(way).a());
    // Written so that NaN is left to others too.
    if !(upper > accuracy::TOUCH * accuracy::ROUNDING * pair.scale) {
        return None;
    }
    // How much further than its closest point each segment reaches along the way to the other:
    // nothing but rounding, since that way is at right angles to what moves freely.
    let rise = along.dot(way);
    let beyond = (nearest.left * rise).max((Two::new(0.0, 0.0) - nearest.at) * rise);
    let loose = (beyond + beyond.swapped()).a() * unit;
    if !(loose <= accuracy::VERTEX_SLACK * accuracy::ROUNDING * pair.scale) {
        return None;
    }

    // The radii, and back to the world's origin.
    let (radius_a, radius_b) = (pair.a.radius, pair.b.radius);
    let radii = radius_a + radius_b;
    let distance = upper - radii;
    let evidence = nearest.evidence();
    let effort = Effort { method: Method::Conjugate, iterations: 1, stop: Stop::Converged };
    let origin = pair.pose_a.translation();
    if distance <= accuracy::TOUCH * accuracy::ROUNDING * (pair.scale + radii) {
        let point = closest.a::<D>() + way.a::<D>() * (radius_a / radii) + origin;
        return Some(Answer::Meeting(Meeting { point, evidence, effort }));
    }
    let outward = way.times(Two::new(unit, unit));
    let points = closest + outward.times(Two::new(radius_a, radius_b)) + Both::same(origin);
    Some(Answer::Apart(Apart {
        distance,
        point_a: points.a(),
        point_b: points.b(),
        normal: outward.a(),
        lower: (distance - loose).max(0.0),
        upper: distance,
        unique: Some(true),
        evidence,
        effort,
    }))
}

/// Where two segments come closest.
struct Nearest {
    /// The two parameters, s and t.
    at: Two,
    /// What is left of the segments behind these points: 1 − s and 1 − t.
    left: Two,
}

impl Nearest {
    /// `None` if a segment has no length, or both are parallel to rounding.
    #[inline(always)]
    fn new(along: Both, other: Both) -> Option<Self> {
        let facing = along.swapped();
        let (squared, pull) = (along.dot(along), along.dot(other));
        let shared = along.dot(facing);
        let turned = squared.swapped();
        let squares = (squared * turned).a();
        let mut determinant = squares - (shared * shared).a();
        let mut numerator = (pull * turned + shared * pull.swapped()).a();
        if determinant < accuracy::OBLIQUE * squares {
            // Nearly parallel: by components of u ∧ v, as `conjugate` explains.
            let across = along.cross(facing);
            determinant = across.dot(across).a();
            numerator = other.cross(facing).dot(across).a();
        }
        if !(determinant > accuracy::PARALLEL * squares) {
            return None;
        }
        // The quotients do not wait for each other: see `quadratic`.
        let (zero, one) = (Two::new(0.0, 0.0), Two::new(1.0, 1.0));
        let each = one / squared;
        let (home, by) = (pull * each, shared * each);
        let within = |x: Two| x.max(zero).min(one);
        let best = numerator / determinant;
        let first = within(Two::new(best, best));
        let second = within(home + by * first);
        let last = within(home + by * second.swapped());
        let at = last.beside(second);
        Some(Self { at, left: one - at })
    }

    /// The four pairs of ends with their weights.
    #[inline(always)]
    fn evidence<const D: usize>(&self) -> Evidence<D> {
        let (s, t) = (self.at.a(), self.at.swapped().a());
        let (rest_s, rest_t) = (self.left.a(), self.left.swapped().a());
        Evidence {
            len: 4,
            weights: [rest_s * rest_t, s * rest_t, rest_s * t, s * t],
            a: Names::Vertices([0, 1, 0, 1]),
            b: Names::Vertices([0, 0, 1, 1]),
            ..Evidence::first_vertices()
        }
    }
}
