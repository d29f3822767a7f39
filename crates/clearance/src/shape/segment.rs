//! A segment.

use super::{Convex, Core, ShapeError, View, validate};
use crate::query::Moments;
use crate::space::Vector;

/// Everything between two points, which may be the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Segment<const D: usize> {
    ends: [Vector<D>; 2],
    reach: f64,
    /// Whether its middle is the origin.
    centred: bool,
}

impl<const D: usize> Segment<D> {
    /// The segment from `a` to `b`.
    pub fn new(a: impl Into<Vector<D>>, b: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        let ends = [validate::point("end a", a.into())?, validate::point("end b", b.into())?];
        let reach = ends[0].max_abs().max(ends[1].max_abs());
        Ok(Self { ends, reach, centred: ends[0] == -ends[1] })
    }

    /// The two ends.
    pub fn ends(&self) -> [Vector<D>; 2] {
        self.ends
    }

    /// The same where they lie.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    pub(crate) fn places(&self) -> &[Vector<D>; 2] {
        &self.ends
    }

    /// No coordinate of a point of it exceeds this.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }

    /// Whether its middle is the origin.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    pub(crate) fn is_centred(&self) -> bool {
        self.centred
    }

    /// How far `point` is from the segment: past an end, or off the line between.
    pub(super) fn distance(&self, point: Vector<D>) -> f64 {
        let [a, b] = self.ends;
        let Some(along) = (b - a).normalized() else { return (point - a).norm() };
        if (point - a).dot(along) <= 0.0 {
            (point - a).norm()
        } else if (point - b).dot(along) >= 0.0 {
            (point - b).norm()
        } else {
            (point - a - along * along.dot(point - a)).norm()
        }
    }
}

impl<const D: usize> Convex<D> for Segment<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        Core::Segment(self.ends[0], self.ends[1]).support(direction)
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Segment(self.ends[0], self.ends[1]), self.reach)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(self.distance(point))
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let [a, b] = self.ends;
        let edge = b - a;
        let t = (point - a).dot(edge) / edge.norm_squared();
        // Ends that coincide give NaN: any end will do. Measure from the nearer end.
        Some(if !(t > 0.0) {
            a
        } else if t >= 1.0 {
            b
        } else if t < 0.5 {
            a + edge * t
        } else {
            b - edge * (1.0 - t)
        })
    }

    fn moments(&self) -> Option<Moments<D>> {
        Some(Moments::flat(self.ends[0].lerp(self.ends[1], 0.5)))
    }
}
