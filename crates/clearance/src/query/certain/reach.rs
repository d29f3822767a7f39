//! How far a shape reaches along a direction, at most.

use super::{common, powers, quadratics};
use crate::accuracy::{ROUNDING, SUPPORT_SLACK};
use crate::shape::{Convex, Core, Formula, Implicit, Several, View};
use crate::space::{Enclosure, Enclosures, Matrix, Pose, Vector, product, transposed};

/// For all x of a shape, u·x ≤ height + slope ρ + bend ρ², where ρ is the largest coordinate of
/// x − at. The last two are what rounding leaves where a bound rests on tangents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const D: usize> {
    pub(super) at: Vector<D>,
    pub(super) height: f64,
    pub(super) slope: f64,
    pub(super) bend: f64,
}

impl<const D: usize> Reach<D> {
    /// Without anything that depends on where x is.
    pub(super) fn level(height: f64) -> Self {
        Self { at: Vector::ZERO, height, slope: 0.0, bend: 0.0 }
    }

    /// The most that u·x may be if no coordinate of x exceeds `extent`.
    pub(super) fn within(&self, extent: f64) -> f64 {
        self.over(add(extent, self.at.max_abs()))
    }

    /// The same if ρ is no more than this.
    pub(super) fn over(&self, room: f64) -> f64 {
        let mut sum = Enclosure::from(self.height);
        if self.slope > 0.0 {
            sum = sum + Enclosure::from(self.slope) * room;
        }
        if self.bend > 0.0 {
            sum = sum + Enclosure::from(self.bend) * Enclosure::from(room).squared();
        }
        sum.high
    }

    /// The same, measured from another point, in a frame that makes no length larger than `stretch`
    /// times what it is, each coordinate being no more than a length.
    pub(super) fn seen_from(&self, at: Vector<D>, distance: f64, stretch: f64) -> Self {
        if self.slope == 0.0 && self.bend == 0.0 {
            return Self { at, ..*self };
        }
        let (s, b) = (Enclosure::from(self.slope), Enclosure::from(self.bend));
        let (d, stretch) = (Enclosure::from(distance), Enclosure::from(stretch));
        Self {
            at,
            height: (s * d + b * d.squared() + self.height).high,
            slope: ((s + b * d * 2.0) * stretch).high,
            bend: (b * stretch.squared()).high,
        }
    }
}

pub(super) fn add(a: f64, b: f64) -> f64 {
    (Enclosure::from(a) + b).high
}

/// How far the bounded part of a shape reaches along any vector in `u`. `at` is a guess at the furthest point.
/// `None` if nothing is known about its errors.
pub(super) fn reach<const D: usize>(
    shape: &dyn Convex<D>,
    u: &Enclosures<D>,
    at: Option<Vector<D>>,
) -> Option<Reach<D>> {
    match shape.formula() {
        Formula::Superquadric { semiaxes, exponents } => {
            Some(Reach::level(powers::superquadric(semiaxes, exponents, u)))
        }
        Formula::NestedSuperquadric { semiaxes, around, along } => {
            Some(Reach::level(powers::nested(semiaxes, [around, along], u)))
        }
        Formula::Hyperquadric(terms) => Some(powers::hyperquadric(shape, terms, u, at)),
        Formula::Quadric { q, b, c } => Some(quadratics::quadric(shape, (q, b, c), u, at)),
        Formula::SecondOrderCone { b, d, c, e } => {
            Some(quadratics::cone(shape, (b, d, c, e), u, at))
        }
        Formula::Facets(facets) => Some(common::facets(shape, facets, u, at)),
        Formula::Intersection { parts, surfaces } => {
            common::intersection(shape, parts, surfaces, u, at)
        }
        Formula::Sum(parts) => {
            let mut height = Enclosure::ZERO;
            for (part, error) in each(&parts)? {
                height = height + closed(part, u)? + u.norm() * error;
            }
            Some(Reach::level(height.high))
        }
        Formula::Hull(parts) => {
            let mut height = f64::NEG_INFINITY;
            for (part, error) in each(&parts)? {
                let error = u.norm() * error;
                height = height.max((error + closed(part, u)?).high);
            }
            Some(Reach::level(height))
        }
        Formula::Affine { shape, matrix, translation } => {
            // u · M x = Mᵀu · x
            let height = closed(shape, &transposed(matrix, *u))?;
            Some(Reach::level((u.dot(translation) + height).high))
        }
        Formula::Placed { shape, pose } => placed(shape, pose, u, at),
        Formula::Rounded { shape, radius } => {
            let inner = reach(shape, u, None)?;
            let height = u.norm() * radius + inner.height;
            Some(Reach { height: height.high, ..inner })
        }
        Formula::Unknown => by_view(&shape.view(), u),
    }
}

/// The parts of a sum or hull, with how wrong the points may be that they are made of.
pub(super) fn each<'a, const D: usize>(
    several: &Several<'a, D>,
) -> Option<impl Iterator<Item = (&'a dyn Convex<D>, f64)>> {
    let Several { corners, parts, others } = *several;
    let error = corners.map_or(Some(0.0), Convex::support_error)?;
    let others = others.iter().filter_map(|k| parts.get(*k));
    Some(corners.map(|shape| (shape, error)).into_iter().chain(others.map(|part| (&**part, 0.0))))
}

/// How far a bounded shape reaches, with nothing left open.
fn closed<const D: usize>(shape: &dyn Convex<D>, u: &Enclosures<D>) -> Option<f64> {
    let found = reach(shape, u, None)?;
    if found.slope == 0.0 && found.bend == 0.0 {
        return Some(found.height);
    }
    Some(found.within(extent(shape)?))
}

fn placed<const D: usize>(
    shape: &dyn Convex<D>,
    pose: &Pose<D>,
    u: &Enclosures<D>,
    at: Option<Vector<D>>,
) -> Option<Reach<D>> {
    let (turn, step) = (pose.rotation().matrix(), pose.translation());
    let inner = at.map(|at| turn.transpose_mul(at - step));
    let found = reach(shape, &transposed(turn, *u), inner)?;
    let found = Reach { height: (u.dot(step) + found.height).high, ..found };
    if found.slope == 0.0 && found.bend == 0.0 {
        return Some(found);
    }
    // A coordinate of the local point is at most the length of the vector outside, which is at most
    // √D times the largest coordinate; matrices of rotations are off by little.
    let place = product(turn, found.at).plus(step);
    let from = at.unwrap_or(place.middle());
    Some(found.seen_from(from, 2.0 * place.minus(from).norm().high, 2.0))
}

/// By what a view says: radius, frame and core.
fn by_view<const D: usize>(view: &View<'_, D>, u: &Enclosures<D>) -> Option<Reach<D>> {
    let (mut local, mut height) = (*u, Enclosure::ZERO);
    if let Some(frame) = view.frame {
        local = transposed(frame.rotation().matrix(), *u);
        height = u.dot(frame.translation());
    }
    if view.radius > 0.0 {
        height = height + u.norm() * view.radius;
    }
    let found = by_core(&view.core, view.reach, &local)?;
    // The bounded part of anything that is seen in this way is no larger than its reach.
    Some(Reach::level((height + found.within(2.0 * view.reach)).high))
}

pub(super) fn by_core<const D: usize>(
    core: &Core<'_, D>,
    size: f64,
    u: &Enclosures<D>,
) -> Option<Reach<D>> {
    let height = match core {
        Core::Point(p) => u.dot(*p).high,
        Core::Segment(p, q) => u.dot(*p).high.max(u.dot(*q).high),
        Core::Cuboid(half) => Enclosures(u.0.map(Enclosure::abs)).dot(*half).high,
        Core::Swept(swept) => return reach(swept.base, u, None),
        Core::Vertices(set) => {
            let middle = u.middle();
            // Another vertex may be further by what rounding does to products.
            let slack = Enclosure::from(middle.sum_abs()) * (SUPPORT_SLACK * ROUNDING * size);
            (u.dot(set.point(set.furthest(middle))) + slack + doubt(u, size)).high
        }
        Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) => {
            let shape = core.shape()?;
            if !matches!(shape.formula(), Formula::Unknown) {
                return reach(shape, u, None);
            }
            let error = u.norm() * shape.support_error()?;
            (u.dot(shape.support(u.middle())) + error + doubt(u, size)).high
        }
    };
    Some(Reach::level(height))
}

/// By how much a point may be further along some vector than along the middle of all, if no
/// coordinate of it is much larger than `size`.
fn doubt<const D: usize>(u: &Enclosures<D>, size: f64) -> f64 {
    (Enclosure::from(Enclosures::from(u.errors()).sum_most()) * (2.0 * size)).high
}

/// No coordinate of a point of the bounded part of a shape exceeds this; infinite if it is unbounded
/// or if that would take long to prove.
pub(super) fn extent<const D: usize>(shape: &dyn Convex<D>) -> Option<f64> {
    let all = |several: &Several<'_, D>, join: fn(f64, f64) -> f64| {
        each(several)?
            .try_fold(0.0, |sum, (part, error)| Some(join(sum, add(extent(part)?, error))))
    };
    let grown = |matrix: &Matrix<D>, inner: f64, step: Vector<D>| {
        let most = matrix.0.iter().fold(0.0_f64, |m, row| m.max(Enclosures::from(*row).sum_most()));
        (Enclosure::from(most) * inner + step.max_abs()).high
    };
    Some(match shape.formula() {
        Formula::Superquadric { semiaxes, .. } => semiaxes.max_abs(),
        Formula::NestedSuperquadric { semiaxes, .. } => semiaxes.max_abs(),
        Formula::Hyperquadric(terms) => powers::extent(terms),
        Formula::Quadric { q, b, c } => {
            let middle = shape.implicit().map_or(Vector::ZERO, Implicit::inside);
            quadratics::extent((q, b, c), middle)
        }
        Formula::SecondOrderCone { .. } | Formula::Facets(_) => f64::INFINITY,
        Formula::Intersection { parts, .. } => {
            parts.iter().try_fold(f64::INFINITY, |least, part| Some(extent(part)?.min(least)))?
        }
        Formula::Sum(parts) => all(&parts, add)?,
        Formula::Hull(parts) => all(&parts, f64::max)?,
        Formula::Affine { shape, matrix, translation } => {
            grown(matrix, extent(shape)?, translation)
        }
        Formula::Placed { shape, pose } => {
            grown(pose.rotation().matrix(), extent(shape)?, pose.translation())
        }
        Formula::Rounded { shape, radius } => add(extent(shape)?, radius),
        Formula::Unknown => by_reach(&shape.view())?,
    })
}

fn by_reach<const D: usize>(view: &View<'_, D>) -> Option<f64> {
    let inner = match view.core {
        Core::Swept(swept) => extent(swept.base)?,
        core => match core.shape() {
            Some(shape) if !matches!(shape.formula(), Formula::Unknown) => extent(shape)?,
            // It may have been computed, and rounded down.
            Some(_) => 2.0 * view.reach,
            None => view.reach,
        },
    };
    let shift = view.frame.map_or(0.0, |frame| frame.translation().max_abs());
    let turned = if view.frame.is_some() { 2.0 * inner } else { inner };
    Some(add(add(turned, view.radius), shift))
}

/// The same if there is no other way: by the furthest points along the axes. With X the largest coordinate of all, each direction says X ≤ h + σ (X + |at|): that holds
/// for the part of the shape in any ball, and so for the whole.
pub(super) fn by_axes<const D: usize>(shape: &dyn Convex<D>) -> Option<f64> {
    let (mut height, mut slope, mut far) = (0.0_f64, 0.0_f64, 0.0_f64);
    for i in 0..D {
        for axis in [Vector::axis(i), -Vector::axis(i)] {
            let at = shape.support(axis);
            if !at.is_finite() {
                return Some(f64::INFINITY);
            }
            let found = reach(shape, &axis.into(), Some(at))?;
            height = height.max(found.height);
            far = far.max(found.at.max_abs());
            slope = slope.max(if found.bend == 0.0 { found.slope } else { f64::INFINITY });
        }
    }
    if !(slope < 0.5) {
        return Some(f64::INFINITY);
    }
    let rest = Enclosure::ONE - slope;
    Some(((Enclosure::from(slope) * far + height) / rest).high)
}
