//! Lines, rays and segments: what is found on them is a parameter.

use core::hint::select_unpredictable;

use super::quadratic::Interval;
use crate::accuracy;
use crate::shape::{Core, View};
use crate::solver::gjk::couple::Shares;
use crate::space::{Rotation, Vector};

/// A strand that rises by no more than this is at right angles to a unit vector: half of what
/// everybody else allows, for the vector has yet to be turned into the world.
pub(crate) const LEVEL: f64 = 0.5 * accuracy::PARALLEL;

/// A line, a ray or a segment: start + t along, for the t in the span.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strand<const D: usize> {
    pub(crate) start: Vector<D>,
    pub(crate) along: Vector<D>,
    pub(crate) span: Interval,
    /// The other end of a segment; else the start again.
    pub(crate) end: Vector<D>,
}

impl<const D: usize> Strand<D> {
    #[inline(always)]
    pub(crate) fn segment(start: Vector<D>, end: Vector<D>) -> Self {
        Self { start, along: end - start, span: Interval::UNIT, end }
    }

    /// With a direction of length 1, as for [`line`](Self::line).
    #[inline(always)]
    pub(crate) fn ray(start: Vector<D>, along: Vector<D>) -> Self {
        Self { start, along, span: Interval::FORWARD, end: start }
    }

    #[inline(always)]
    pub(crate) fn line(start: Vector<D>, along: Vector<D>) -> Self {
        Self { start, along, span: Interval::WHOLE, end: start }
    }

    /// `None` if the core is nothing of the kind.
    #[inline(always)]
    pub(crate) fn of(view: &View<'_, D>) -> Option<Self> {
        let swept = match &view.core {
            Core::Segment(p, q) => return Some(Self::segment(*p, *q)),
            Core::Swept(swept) => swept,
            _ => return None,
        };
        let base = swept.base.view();
        let Core::Point(start) = base.core else { return None };
        if base.radius > 0.0 || base.frame.is_some() {
            return None;
        }
        match (swept.lines, swept.rays) {
            ([line], []) => Some(Self::line(start, *line)),
            ([], [ray]) => Some(Self::ray(start, *ray)),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn turned(self, turn: &Rotation<D>) -> Self {
        let start = turn.rotate(self.start);
        if self.is_bounded() {
            return Self::segment(start, turn.rotate(self.end));
        }
        Self { start, along: turn.rotate(self.along), end: start, ..self }
    }

    #[inline(always)]
    pub(crate) fn turned_back(self, turn: &Rotation<D>) -> Self {
        let start = turn.rotate_back(self.start);
        if self.is_bounded() {
            return Self::segment(start, turn.rotate_back(self.end));
        }
        Self { start, along: turn.rotate_back(self.along), end: start, ..self }
    }

    #[inline(always)]
    pub(crate) fn moved(self, by: Vector<D>) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }

    #[inline(always)]
    pub(crate) fn is_bounded(&self) -> bool {
        self.span.high < f64::INFINITY
    }

    #[inline(always)]
    pub(crate) fn is_line(&self) -> bool {
        self.span.low == f64::NEG_INFINITY
    }

    #[inline(always)]
    pub(crate) fn at(&self, t: f64) -> Vector<D> {
        self.start + self.along * t
    }

    /// The parameter of the closest point to `x`.
    pub(crate) fn nearest(&self, x: Vector<D>) -> f64 {
        self.span.nearest((x - self.start).dot(self.along) / self.along.norm_squared())
    }

    #[inline(always)]
    pub(crate) fn shares(&self, t: f64) -> Shares {
        if self.is_bounded() { Shares::along(t) } else { Shares::of(0) }
    }

    /// How far it reaches along a unit vector; infinite if it is unbounded that way.
    #[inline(always)]
    pub(crate) fn top(&self, normal: Vector<D>) -> f64 {
        self.top_along(normal, 1.0)
    }

    /// The same for a vector of any length, times that length.
    #[inline(always)]
    pub(crate) fn top_along(&self, normal: Vector<D>, length: f64) -> f64 {
        if self.is_bounded() {
            let (first, second) = (self.start.dot(normal), self.end.dot(normal));
            // Nobody can foretell which end it is.
            return select_unpredictable(first > second, first, second);
        }
        let rise = self.along.dot(normal);
        let level = LEVEL * length;
        if rise > level || (rise < -level && self.span.low < 0.0) {
            return f64::INFINITY;
        }
        self.start.dot(normal)
    }
}
