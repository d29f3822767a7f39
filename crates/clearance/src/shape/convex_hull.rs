//! The convex hull of several shapes.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::anatomy::{Recession, corners, has_bounded_part};
use super::{
    Convex, Core, Formula, Polytope, Several, ShapeError, Swept, View, direction, validate,
};
use crate::query::Moments;
use crate::space::Vector;

/// The smallest closed convex set that contains every part.
///
/// ```
/// use clearance::{Convex, shape::{Ball, ConvexHull}};
/// // A tapered capsule.
/// let thick: Box<dyn Convex<3>> = Box::new(Ball::new(2.0)?);
/// let thin = Box::new(Ball::centred([0.0, 0.0, 5.0], 1.0)?);
/// let tapered = ConvexHull::new(vec![thick, thin])?;
/// # Ok::<(), clearance::shape::ShapeError>(())
/// ```
///
/// Where parts are unbounded, so is the hull, in all their directions: of a line and a point
/// beside it, it is the whole strip between.
#[derive(Clone)]
pub struct ConvexHull<const D: usize> {
    parts: Arc<[Box<dyn Convex<D>>]>,
    core: Union<D>,
    radius: f64,
    reach: f64,
    recession: Recession<D>,
}

/// The bounded part of the hull, without the radius: one polytope for all parts with corners, and
/// the other parts, by number.
#[derive(Clone)]
struct Union<const D: usize> {
    parts: Arc<[Box<dyn Convex<D>>]>,
    polytope: Option<Polytope<D>>,
    others: Vec<usize>,
}

impl<const D: usize> ConvexHull<D> {
    /// The hull of at least one part; any of them may be unbounded, but for shapes made of surfaces.
    pub fn new(parts: Vec<Box<dyn Convex<D>>>) -> Result<Self, ShapeError> {
        validate::at_least("parts", parts.len(), 1)?;
        let parts: Arc<[_]> = parts.into();
        // A radius that all have in common can be taken aside.
        let first = parts[0].view().radius;
        let shared = parts.iter().all(|part| {
            let view = part.view();
            view.radius == first && corners(&view).is_some()
        });
        let radius = if shared { first } else { 0.0 };
        let (mut points, mut others) = (Vec::new(), Vec::new());
        for (k, part) in parts.iter().enumerate() {
            let view = part.view();
            has_bounded_part(&view)?;
            match corners(&view) {
                Some(corners) if view.radius == radius => points.extend(corners),
                _ => others.push(k),
            }
        }
        let polytope = if points.is_empty() { None } else { Some(Polytope::from_points(points)?) };
        let recession = Recession::of(parts.iter().map(|part| part.view()));
        let core = Union { parts: parts.clone(), polytope, others };
        let reach = validate::not_negative("reach", View::of_support(&core).reach)?;
        let radius = validate::not_negative("radius", radius)?;
        Ok(Self { parts, core, radius, reach, recession })
    }

    /// The parts.
    pub fn parts(&self) -> &[Box<dyn Convex<D>>] {
        &self.parts
    }
}

impl<const D: usize> Convex<D> for Union<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        // Directions may be so short or long that a product underflows or overflows.
        let along = direction::unit(direction);
        let mut best = (f64::NEG_INFINITY, Vector::ZERO);
        let polytope = self.polytope.as_ref().map(|polytope| polytope.support(direction));
        let others = self.others.iter().map(|k| self.parts[*k].support(direction));
        for point in polytope.into_iter().chain(others) {
            let value = point.dot(along);
            // Written so that NaN wins: the query must see it.
            if !(value <= best.0) {
                if value.is_nan() {
                    return point;
                }
                best = (value, point);
            }
        }
        best.1
    }

    fn support_error(&self) -> Option<f64> {
        let mut most = self.polytope.as_ref().map_or(Some(0.0), Convex::support_error)?;
        for k in &self.others {
            let part = &self.parts[*k];
            // Its own error, and that of telling which part reaches furthest.
            most = most.max(part.support_error()? + part.view().rounding());
        }
        Some(2.0 * most)
    }

    fn formula(&self) -> Formula<'_, D> {
        let Self { parts, polytope, others } = self;
        let corners = polytope.as_ref().map(|polytope| polytope as &dyn Convex<D>);
        Formula::Hull(Several { corners, parts, others })
    }
}

impl<const D: usize> Convex<D> for ConvexHull<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let core = self.core.support(direction);
        if self.radius == 0.0 {
            return core;
        }
        core + direction::unit(direction) * self.radius
    }

    fn view(&self) -> View<'_, D> {
        let view = match &self.core.polytope {
            _ if !self.recession.is_empty() => {
                let Recession { lines, rays } = &self.recession;
                View::new(Core::Swept(Swept { base: &self.core, lines, rays }), self.reach)
            }
            Some(polytope) if self.core.others.is_empty() => polytope.view(),
            _ => View::with_reach(&self.core, self.reach),
        };
        view.rounded(self.radius)
    }

    fn support_error(&self) -> Option<f64> {
        Some(self.core.support_error()? + self.view().rounding())
    }

    fn moments(&self) -> Option<Moments<D>> {
        let sharp = self.core.others.is_empty() && self.radius == 0.0;
        if sharp { self.core.polytope.as_ref()?.moments() } else { None }
    }
}

impl<const D: usize> fmt::Debug for ConvexHull<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConvexHull")
            .field("parts", &self.parts.len())
            .field("polytope", &self.core.polytope)
            .field("radius", &self.radius)
            .finish_non_exhaustive()
    }
}
