//! A capsule: a segment with a radius.

use core::f64::consts::PI;

use super::{Convex, Segment, ShapeError, View, direction, validate};
use crate::query::Moments;
use crate::space::{Matrix, Vector};

/// Everything within a radius of a segment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Capsule<const D: usize> {
    segment: Segment<D>,
    radius: f64,
}

impl<const D: usize> Capsule<D> {
    /// Everything within `radius` (positive) of the segment from `a` to `b`.
    pub fn new(
        a: impl Into<Vector<D>>,
        b: impl Into<Vector<D>>,
        radius: f64,
    ) -> Result<Self, ShapeError> {
        let radius = validate::positive("radius", radius)?;
        Ok(Self { segment: Segment::new(a, b)?, radius })
    }

    /// The capsule about the origin whose segment reaches `half_length` (zero or more) either way
    /// along the last axis of space (z), or along the first of the plane (x).
    pub fn along_axis(half_length: f64, radius: f64) -> Result<Self, ShapeError> {
        let half_length = validate::not_negative("half-length", half_length)?;
        let end = Vector::axis(if D == 2 { 0 } else { D - 1 }) * half_length;
        Self::new(-end, end, radius)
    }

    /// The ends of the segment.
    pub fn ends(&self) -> [Vector<D>; 2] {
        self.segment.ends()
    }

    /// The radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The segment.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    pub(crate) fn segment(&self) -> &Segment<D> {
        &self.segment
    }
}

impl<const D: usize> Convex<D> for Capsule<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.segment.support(direction) + direction::unit(direction) * self.radius
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        self.segment.view().rounded(self.radius)
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> super::Brief<'_, D> {
        super::Brief::Segment(self)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(self.segment.distance(point) - self.radius)
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let axis = self.segment.nearest(point)?;
        let length = direction::length(point - axis);
        Some(if length <= self.radius {
            point
        } else {
            axis + (point - axis) * (self.radius / length)
        })
    }

    /// A cylinder between two half balls.
    fn moments(&self) -> Option<Moments<D>> {
        let (r, [a, b]) = (self.radius, self.segment.ends());
        let length = direction::length(b - a);
        let half = 0.5 * length;
        // The two dimensions that a capsule comes in: the section (a segment or a disc) and its
        // second moment across, the caps (a disc or a ball), theirs, and how far the centroid of
        // half a cap lies from its flat side.
        let (section, section_second, caps, cap_second, lever) = if D == 2 {
            (
                2.0 * r,
                2.0 * r * r * r / 3.0,
                PI * r * r,
                PI * r * r * r * r / 4.0,
                4.0 * r / (3.0 * PI),
            )
        } else {
            let caps = 4.0 * PI / 3.0 * r * r * r;
            (PI * r * r, PI * r * r * r * r / 4.0, caps, caps * r * r / 5.0, 3.0 * r / 8.0)
        };
        let middle = section * length;
        let across = section_second * length + cap_second;
        // Each half cap: its moment about its flat side, moved out by half the length.
        let along = middle * half * half / 3.0 + cap_second + caps * half * (half + 2.0 * lever);
        let axis = (b - a).normalized().unwrap_or(Vector::ZERO);
        let second = Matrix(core::array::from_fn(|i| {
            Vector::axis(i) * across + axis * (axis[i] * (along - across))
        }));
        let volume = middle + caps;
        Some(Moments { volume, centroid: a.lerp(b, 0.5), second, error: 0.0 })
    }
}
