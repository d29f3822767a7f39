//! The Minkowski sum of shapes.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::anatomy::{Recession, corners, has_bounded_part};
use super::{Convex, Core, Formula, Polytope, Several, ShapeError, Swept, View, validate};
use crate::accuracy;
use crate::query::Moments;
use crate::space::Vector;

/// All sums of a point of each part.
///
/// ```
/// use clearance::{Convex, shape::{Cuboid, MinkowskiSum, Segment}};
/// // A box swept along a segment.
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let way = Segment::new([0.0, 0.0, 0.0], [3.0, 3.0, 0.0])?;
/// let swept = MinkowskiSum::new(vec![Box::new(cube) as Box<dyn Convex<3>>, Box::new(way)])?;
/// # Ok::<(), clearance::shape::ShapeError>(())
/// ```
#[derive(Clone)]
pub struct MinkowskiSum<const D: usize> {
    parts: Arc<[Box<dyn Convex<D>>]>,
    core: Sum<D>,
    radius: f64,
    reach: f64,
    recession: Recession<D>,
}

/// The bounded part of the sum, without the radius: corners added up beforehand, and the parts
/// that have no corners (or too many), by number.
#[derive(Clone)]
struct Sum<const D: usize> {
    parts: Arc<[Box<dyn Convex<D>>]>,
    polytope: Polytope<D>,
    others: Vec<usize>,
}

impl<const D: usize> MinkowskiSum<D> {
    /// The sum of at least one part; any of them may be unbounded, but for shapes made of surfaces.
    pub fn new(parts: Vec<Box<dyn Convex<D>>>) -> Result<Self, ShapeError> {
        validate::at_least("parts", parts.len(), 1)?;
        let parts: Arc<[_]> = parts.into();
        let mut polytope = Polytope::from_points([Vector::ZERO])?;
        let (mut radius, mut others) = (0.0, Vec::new());
        for (k, part) in parts.iter().enumerate() {
            let view = part.view();
            has_bounded_part(&view)?;
            match corners(&view) {
                Some(points)
                    if points.len() * polytope.vertices().len() <= accuracy::SUM_VERTICES =>
                {
                    let vertices = polytope.vertices().iter();
                    let sums = vertices.flat_map(|v| points.iter().map(|p| *v + *p));
                    polytope = Polytope::from_points(sums.collect::<Vec<_>>())?;
                    radius += view.radius;
                }
                _ => others.push(k),
            }
        }
        let recession = Recession::of(parts.iter().map(|part| part.view()));
        let core = Sum { parts: parts.clone(), polytope, others };
        let reach = validate::not_negative("reach", View::of_support(&core).reach)?;
        let radius = validate::not_negative("radius", radius)?;
        Ok(Self { parts, core, radius, reach, recession })
    }

    /// The parts.
    pub fn parts(&self) -> &[Box<dyn Convex<D>>] {
        &self.parts
    }
}

impl<const D: usize> Convex<D> for Sum<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let mut sum = self.polytope.support(direction);
        for k in &self.others {
            sum += self.parts[*k].support(direction);
        }
        sum
    }

    fn support_error(&self) -> Option<f64> {
        let mut sum = self.polytope.support_error()?;
        for k in &self.others {
            let part = &self.parts[*k];
            // Its own error, and that of adding it.
            sum += part.support_error()? + part.view().rounding();
        }
        Some(2.0 * sum)
    }

    fn formula(&self) -> Formula<'_, D> {
        let Self { parts, polytope, others } = self;
        Formula::Sum(Several { corners: Some(polytope), parts, others })
    }
}

impl<const D: usize> Convex<D> for MinkowskiSum<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let core = self.core.support(direction);
        if self.radius == 0.0 {
            return core;
        }
        core + super::direction::unit(direction) * self.radius
    }

    fn view(&self) -> View<'_, D> {
        let view = if !self.recession.is_empty() {
            let Recession { lines, rays } = &self.recession;
            View::new(Core::Swept(Swept { base: &self.core, lines, rays }), self.reach)
        } else if self.core.others.is_empty() {
            self.core.polytope.view()
        } else {
            View::with_reach(&self.core, self.reach)
        };
        view.rounded(self.radius)
    }

    fn support_error(&self) -> Option<f64> {
        Some(self.core.support_error()? + self.view().rounding())
    }

    fn moments(&self) -> Option<Moments<D>> {
        let sharp = self.core.others.is_empty() && self.radius == 0.0;
        if sharp { self.core.polytope.moments() } else { None }
    }
}

impl<const D: usize> fmt::Debug for MinkowskiSum<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MinkowskiSum")
            .field("parts", &self.parts.len())
            .field("polytope", &self.core.polytope)
            .field("radius", &self.radius)
            .finish_non_exhaustive()
    }
}
