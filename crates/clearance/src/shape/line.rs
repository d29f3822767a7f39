//! A line, unbounded both ways.

use super::{Convex, Core, Point, ShapeError, Swept, View, validate};
use crate::space::Vector;

/// A whole line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line<const D: usize> {
    base: Point<D>,
    direction: [Vector<D>; 1],
}

impl<const D: usize> Line<D> {
    /// The line through a point along a direction of any length but zero.
    pub fn new(
        point: impl Into<Vector<D>>,
        direction: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let direction = [validate::unit("direction", direction.into())?];
        Ok(Self { base: Point::new(point)?, direction })
    }

    /// The line through two different points.
    pub fn through(a: impl Into<Vector<D>>, b: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        let (a, b) = (validate::point("point a", a.into())?, validate::point("point b", b.into())?);
        Self::new(a, b - a)
    }

    /// A point of the line.
    pub fn point(&self) -> Vector<D> {
        self.base.point()
    }

    /// The direction, of length 1.
    pub fn direction(&self) -> Vector<D> {
        self.direction[0]
    }
}

impl<const D: usize> Convex<D> for Line<D> {
    #[inline]
    fn support(&self, _direction: Vector<D>) -> Vector<D> {
        self.point()
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        let swept = Swept { base: &self.base, lines: &self.direction, rays: &[] };
        View::new(Core::Swept(swept), self.point().max_abs())
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let from = point - self.point();
        Some((from - self.direction() * self.direction().dot(from)).norm())
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let t = self.direction().dot(point - self.point());
        Some(self.point() + self.direction() * t)
    }
}
