//! A ray: half a line.

use super::{Convex, Core, Point, ShapeError, Swept, View, validate};
use crate::space::Vector;

/// The half of a line that starts at a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ray<const D: usize> {
    base: Point<D>,
    direction: [Vector<D>; 1],
}

impl<const D: usize> Ray<D> {
    /// The ray from a point along a direction of any length but zero.
    pub fn new(
        point: impl Into<Vector<D>>,
        direction: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let direction = [validate::unit("direction", direction.into())?];
        Ok(Self { base: Point::new(point)?, direction })
    }

    /// The ray that starts at `a` and goes through `b`, a different point.
    pub fn through(a: impl Into<Vector<D>>, b: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        let (a, b) = (validate::point("point a", a.into())?, validate::point("point b", b.into())?);
        Self::new(a, b - a)
    }

    /// Where it starts.
    pub fn point(&self) -> Vector<D> {
        self.base.point()
    }

    /// The direction, of length 1.
    pub fn direction(&self) -> Vector<D> {
        self.direction[0]
    }
}

impl<const D: usize> Convex<D> for Ray<D> {
    #[inline]
    fn support(&self, _direction: Vector<D>) -> Vector<D> {
        self.point()
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        let swept = Swept { base: &self.base, lines: &[], rays: &self.direction };
        View::new(Core::Swept(swept), self.point().max_abs())
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let from = point - self.point();
        let along = self.direction().dot(from);
        let off = from - self.direction() * along;
        Some(if along <= 0.0 { from.norm() } else { off.norm() })
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let t = self.direction().dot(point - self.point()).max(0.0);
        Some(self.point() + self.direction() * t)
    }
}
