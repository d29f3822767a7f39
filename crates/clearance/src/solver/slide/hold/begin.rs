//! Where a point begins to slide.

use super::Body;
use crate::shape::Core;
use crate::space::Vector;

impl<const D: usize> Body<'_, D> {
    /// Begins where the way out of the inside along a unit vector ends, or not far from there; no
    /// coordinate of the body is larger than `reach`. On a flat side nothing bends, and the first step
    /// would lead far beyond its edge: the sides beyond are among the tangents from the beginning.
    pub(crate) fn begin(&mut self, way: Vector<D>, reach: f64) {
        if self.fixed {
            return;
        }
        let (mut far, mut first) = (reach, 0);
        for (k, (normal, offset)) in self.planes().iter().enumerate() {
            let slope = normal.dot(way);
            let room = offset - normal.dot(self.inside);
            if room < far * slope {
                (far, first) = (room / slope, self.curved + k);
            }
        }
        self.at = self.inside + way * far;
        (self.held[0], self.count) = (first, 1);
        if let (Some(centre), true) = (self.centre, self.sharp) {
            for (normal, offset) in self.powers.iter().flat_map(|powers| powers.sides(way)) {
                let offset = offset + normal.dot(centre);
                self.cuts.keep(normal, offset, 0);
            }
        }
    }

    /// Begins closer, by this share, to where the core is furthest along a unit vector, if that is
    /// easily found. There it bends, and steps are neither too long nor too short.
    pub(crate) fn lean_to(&mut self, core: &Core<'_, D>, way: Vector<D>, share: f64) {
        if let Core::Smooth(shape) = core
            && share > 0.0
        {
            (self.at, self.held[0]) = (self.at.lerp(shape.support(way), share), 0);
        }
    }

    /// Begins at a point, held by these surfaces.
    pub(crate) fn resume(&mut self, at: Vector<D>, surfaces: impl Iterator<Item = usize>) {
        if self.fixed {
            return;
        }
        (self.at, self.count) = (at, 0);
        for k in surfaces {
            let known = k < self.curved + self.flat && !self.holds(k);
            if known && self.count < D {
                self.held[self.count] = k;
                self.count += 1;
            }
        }
    }
}
