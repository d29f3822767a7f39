//! Boxes along the axes: what the broad phase knows of a body.

use crate::accuracy;
use crate::query::Aabb;
use crate::space::{Pose, Vector, real};

impl<const D: usize> Aabb<D> {
    /// What contains nothing.
    pub(super) const EMPTY: Self =
        Self { low: Vector([f64::INFINITY; D]), high: Vector([f64::NEG_INFINITY; D]) };

    /// The smallest box around both.
    #[inline(always)]
    pub(super) fn merged(&self, other: &Self) -> Self {
        Self {
            low: Vector::from_fn(|i| self.low[i].min(other.low[i])),
            high: Vector::from_fn(|i| self.high[i].max(other.high[i])),
        }
    }

    /// What both contain.
    pub(super) fn common(&self, other: &Self) -> Self {
        Self {
            low: Vector::from_fn(|i| self.low[i].max(other.low[i])),
            high: Vector::from_fn(|i| self.high[i].min(other.high[i])),
        }
    }

    /// The box with `by` more on every side.
    pub(super) fn grown(&self, by: f64) -> Self {
        Self { low: self.low.map(|x| x - by), high: self.high.map(|x| x + by) }
    }

    /// Whether all of the other box lies in this one.
    #[inline(always)]
    pub(super) fn contains(&self, other: &Self) -> bool {
        let mut inside = true;
        for i in 0..D {
            inside &= (self.low[i] <= other.low[i]) & (other.high[i] <= self.high[i]);
        }
        inside
    }

    /// Whether the two have a point in common.
    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        let mut meets = true;
        for i in 0..D {
            meets &= (self.low[i] <= other.high[i]) & (other.low[i] <= self.high[i]);
        }
        meets
    }

    /// The square of the distance between two boxes.
    #[inline(always)]
    pub(super) fn gap_squared(&self, other: &Self) -> f64 {
        let mut sum = 0.0;
        for i in 0..D {
            let gap = (self.low[i] - other.high[i]).max(other.low[i] - self.high[i]).max(0.0);
            sum += gap * gap;
        }
        sum
    }

    /// The distance between two boxes.
    #[inline]
    pub(super) fn gap(&self, other: &Self) -> f64 {
        real::sqrt(self.gap_squared(other))
    }

    /// Whether the box ends on all sides.
    pub(super) fn is_finite(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Twice the centre, for comparisons.
    #[inline]
    pub(super) fn doubled_centre(&self) -> Vector<D> {
        self.low + self.high
    }

    /// The sum of the edges: how much space a node of a tree takes up. (Surface would count a
    /// flat box as nothing.)
    #[inline]
    pub(super) fn size(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..D {
            sum += self.high[i] - self.low[i];
        }
        sum
    }

    /// A box of the world around this finite box of a body's frame, rounding allowed for.
    #[inline]
    pub(super) fn placed(&self, pose: &Pose<D>) -> Self {
        let half = (self.high - self.low) * 0.5;
        let centre = pose.transform((self.high + self.low) * 0.5);
        let matrix = pose.rotation().matrix();
        let slack = accuracy::BOX_ROUNDING
            * accuracy::ROUNDING
            * (pose.translation().max_abs() + self.low.max_abs() + self.high.max_abs());
        let reach = Vector::<D>::from_fn(|i| matrix[i].map(f64::abs).dot(half) + slack);
        Self { low: centre - reach, high: centre + reach }
    }

    /// Where a ray enters the box, as a multiple of its direction, if that is no later than
    /// `until`. The reciprocals of the direction's coordinates may be infinite.
    #[inline]
    pub(super) fn entry(
        &self,
        origin: Vector<D>,
        reciprocal: Vector<D>,
        until: f64,
    ) -> Option<f64> {
        let (mut enter, mut leave) = (0.0_f64, until);
        for i in 0..D {
            if reciprocal[i].is_infinite() {
                if origin[i] < self.low[i] || origin[i] > self.high[i] {
                    return None;
                }
                continue;
            }
            let (low, high) = (
                (self.low[i] - origin[i]) * reciprocal[i],
                (self.high[i] - origin[i]) * reciprocal[i],
            );
            let (first, last) = if low <= high { (low, high) } else { (high, low) };
            // The last bits of the quotients are noise.
            let slack = accuracy::BOX_ROUNDING * accuracy::ROUNDING;
            enter = enter.max(first - slack * first.abs());
            leave = leave.min(last + slack * last.abs());
        }
        (enter <= leave).then_some(enter)
    }
}
