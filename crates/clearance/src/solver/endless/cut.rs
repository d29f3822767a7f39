//! Depths in sets without end that are made of surfaces: quadrics, cones, intersections.
//!
//! Nobody knows all the rays of such a set, and along most directions it has no furthest point. But
//! the shortest way out of it is short, and what lies further away has no say in it:
//!
//! ```text
//!      \   ·─────·   /        B within a ball: the shortest way out of what is left, n, leads
//!       \ /       \ /         through the set's own surface, as long as the point there lies
//!        \    ·n   /          inside the ball. The furthest point along n of what is left is
//!         \ .─┘   /           then the furthest of all of B: a linear function has no other
//!          '─────'            highest points in a convex set than those that are nowhere topped.
//! ```
//!
//! What is left is a part of the set, so that its lower bound holds for the set in any case, and its
//! upper bound if the set reaches no further along n than what is left of it. If it does, the ball
//! was too small. Where balls of any size are, there is no way out: two sets without end may be
//! inseparable.

use core::cmp::Ordering;

use super::borne::borne;
use crate::accuracy;
use crate::answer::{Depth, Names, Stop};
use crate::interior::{furthest, pulled};
use crate::pair::{Local, Pair};
use crate::query::QueryError;
use crate::shape::{Around, Convex, Core, Implicit, Jet, Symmetry, View, centre_of};
use crate::space::{Matrix, Pose, Vector};

/// Whether a set is made of surfaces and has no end.
pub(crate) fn is_needed<const D: usize>(view: &View<'_, D>) -> bool {
    matches!(view.core, Core::Implicit(_)) && !view.is_bounded()
}

/// The depth of a pair that overlaps, from that of what balls leave of it, which is asked for as
/// often as the balls are too small. Bounds closer than `gap` are the same.
pub(crate) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    gap: f64,
    ask: &mut dyn FnMut(&Pair<'_, D>) -> Result<Depth<D>, QueryError>,
) -> Result<Depth<D>, QueryError> {
    let mut radius = accuracy::BALL_FIRST * pair.scale;
    let mut best: Option<Depth<D>> = None;
    for _ in 0..accuracy::BALL_ROUNDS {
        let (cut_a, cut_b) = (Cut::of(pair.a, radius), Cut::of(pair.b, radius));
        let (a, b) = (left(pair.a, cut_a.as_ref()), left(pair.b, cut_b.as_ref()));
        let small = Pair::new(&a, pair.pose_a, &b, pair.pose_b);
        let mut depth = ask(&small)?;
        // The corners are further away than the set is large, and so is what rounding does to them.
        let noise = accuracy::TOUCH * accuracy::ROUNDING * small.scale + small.short();
        if let Some(mut proved) = borne(pair, &depth) {
            proved.lower = (depth.lower - noise).clamp(0.0, proved.upper);
            if proved.upper <= depth.upper + gap {
                return Ok(proved);
            }
            // Bounds that are true, if not close: larger balls hardly tell more about a way out that is known.
            let open = |depth: &Depth<D>| depth.upper - depth.lower;
            if let Some(best) = best.take_if(|best| open(best) <= open(&proved)) {
                return Ok(best);
            }
            (proved.global, proved.effort.stop) = (false, Stop::Stalled);
            best = Some(proved);
        }
        radius *= accuracy::BALL_GROWTH;
        let (cut_a, cut_b) = (Cut::of(pair.a, radius), Cut::of(pair.b, radius));
        let (a, b) = (left(pair.a, cut_a.as_ref()), left(pair.b, cut_b.as_ref()));
        let large = Pair::new(&a, pair.pose_a, &b, pair.pose_b);
        let normal = without_rays(pair, depth.normal);
        // How far a set reaches within a ball is a concave function of the radius: what a much larger
        // ball does not add, no ball does.
        let upper = width(&large, normal) + large.short();
        if upper <= depth.upper + gap {
            depth.lower = (depth.lower - noise).max(0.0);
            let upper = upper.max(depth.lower);
            (depth.normal, depth.upper, depth.depth) = (normal, upper, upper);
            belong(pair, &mut depth);
            return Ok(depth);
        }
    }
    best.ok_or(QueryError::Inseparable)
}

/// How far the pair must be moved along a unit vector to part.
fn width<const D: usize>(pair: &Pair<'_, D>, normal: Vector<D>) -> f64 {
    let n = pair.pose_a.rotation().rotate_back(normal);
    let local = Local::new(pair);
    n.dot(local.support_a(n) - local.support_b(-n)) + pair.a.radius + pair.b.radius
}

/// A normal that leads along a ray of either set by a hair, as rounding and the gap have it, without
/// that hair: only so it is a way out of the set without end.
fn without_rays<const D: usize>(pair: &Pair<'_, D>, mut normal: Vector<D>) -> Vector<D> {
    for (view, pose, sign) in [(pair.a, pair.pose_a, 1.0), (pair.b, pair.pose_b, -1.0)] {
        let Core::Implicit(shape) = view.core else { continue };
        if shape.is_bounded() || shape.curved() != 1 || !shape.half_spaces().is_empty() {
            continue;
        }
        let outward = pose.rotation().rotate_back(normal * sign);
        if let Some(ray) = shape.ray(0, outward) {
            let lead = ray.dot(outward);
            if lead > 0.0 && lead <= accuracy::BALL_LEAD {
                normal -= pose.rotation().rotate(ray) * (lead * sign);
            }
        }
    }
    normal.normalized().unwrap_or(normal)
}

/// Furthest points of what is left are not those of the set: its formula must say that the points
/// belong, and rounding may have put them outside.
fn belong<const D: usize>(pair: &Pair<'_, D>, depth: &mut Depth<D>) {
    let back = |view: &View<'_, D>, pose: &Pose<D>, point: Vector<D>, radius: Vector<D>| {
        let Core::Implicit(shape) = view.core else { return None };
        let inner = pulled(shape, pose.transform_back(point - radius));
        (!shape.is_bounded()).then(|| pose.transform(inner) + radius)
    };
    let (out_a, out_b) = (depth.normal * pair.a.radius, depth.normal * -pair.b.radius);
    if let Some(point) = back(pair.a, pair.pose_a, depth.point_a, out_a) {
        (depth.point_a, depth.evidence.a) = (point, Names::Formula);
    }
    if let Some(point) = back(pair.b, pair.pose_b, depth.point_b, out_b) {
        (depth.point_b, depth.evidence.b) = (point, Names::Formula);
    }
}

/// What a set without end has within a ball around its inner point.
struct Cut<'a, const D: usize> {
    shape: &'a dyn Implicit<D>,
    radius: f64,
    reach: f64,
    /// Well inside of what is left. A cone has no size, and its own inner point may be as close to its
    /// apex as rounding allows: most rays from there leave it at once.
    inside: Vector<D>,
}

impl<'a, const D: usize> Cut<'a, D> {
    fn of(view: &View<'a, D>, radius: f64) -> Option<Self> {
        let Core::Implicit(shape) = view.core else { return None };
        if shape.is_bounded() {
            return None;
        }
        let start = shape.inside();
        let mut cut = Self { shape, radius, reach: start.max_abs() + radius, inside: start };
        cut.inside = centre_of(&cut, Around { start, size: radius, room: radius }).unwrap_or(start);
        Some(cut)
    }

    /// (|x − inside|² / r² − 1) / 2: −½ in the middle.
    fn ball(&self, at: Vector<D>) -> Jet<D> {
        let (out, per) = (at - self.shape.inside(), 1.0 / (self.radius * self.radius));
        let mut hessian = Matrix::IDENTITY;
        for i in 0..D {
            hessian[i] *= per;
        }
        Jet { value: 0.5 * (out.norm_squared() * per - 1.0), gradient: out * per, hessian }
    }
}

fn left<'a, const D: usize>(view: &View<'a, D>, cut: Option<&'a Cut<'a, D>>) -> View<'a, D> {
    match cut {
        None => *view,
        Some(cut) => View { core: Core::Implicit(cut), reach: cut.reach, facets: None, ..*view },
    }
}

impl<const D: usize> Convex<D> for Cut<'_, D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        furthest(self, self.reach, direction)
    }

    /// That of the set, if the ball lies on it.
    fn axis(&self) -> Option<Vector<D>> {
        let own = Symmetry::of(&Core::Implicit(self.shape))?;
        let is_on = |point: Vector<D>| {
            own.off(point).is_some_and(|off| off <= accuracy::PARALLEL * self.reach)
        };
        own.along.filter(|_| is_on(Vector::ZERO) && is_on(self.shape.inside()))
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        let curved = self.shape.curved() as u32;
        match surface.cmp(&curved) {
            Ordering::Less => self.shape.tangent(surface, at),
            Ordering::Equal => Some(self.ball(at).tangent(at)),
            Ordering::Greater => self.shape.tangent(surface - 1, at),
        }
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let out = (point - self.shape.inside()).norm() - self.radius;
        Some(self.shape.excess(point)?.max(out))
    }
}

/// The surfaces of the set, and the ball's after those that are curved.
impl<const D: usize> Implicit<D> for Cut<'_, D> {
    fn curved(&self) -> usize {
        self.shape.curved() + 1
    }

    fn jet(&self, surface: usize, at: Vector<D>, blur: f64) -> Jet<D> {
        if surface < self.shape.curved() {
            self.shape.jet(surface, at, blur)
        } else {
            self.ball(at)
        }
    }

    fn half_spaces(&self) -> &[(Vector<D>, f64)] {
        self.shape.half_spaces()
    }

    fn inside(&self) -> Vector<D> {
        self.inside
    }

    fn tip(&self, surface: usize) -> Option<Vector<D>> {
        if surface < self.shape.curved() { self.shape.tip(surface) } else { None }
    }
}
