//! Where a point begins to slide.

use super::Body;
use crate::shape::Core;
use crate::space::Vector;

impl<const D: usize> Body<'_, D> {
    /// Begins where the way out of the inside along a unit vector ends, or not far from there; no
    /// coordinate of the body is larger than `reach`.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
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
    }

    /// On a flat side nothing bends, and the first step would lead far beyond its edge: the sides that lie
    /// along a way are among the tangents from the beginning.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn wall(&mut self, way: Vector<D>) {
        if let Some(centre) = self.centre
            && self.sharp
        {
            for (k, powers) in self.powers.iter().enumerate() {
                self.cuts.lay(k, powers.sides(way, centre), powers.len());
            }
        }
    }

    /// Begins closer, by this share, to where the core is furthest along a unit vector, if that is
    /// easily found. There it bends, and steps are neither too long nor too short.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn lean_to(&mut self, core: &Core<'_, D>, way: Vector<D>, share: f64) {
        if let Core::Smooth(shape) = core {
            (self.at, self.held[0]) = (self.at.lerp(shape.support(way), share), 0);
        }
    }

    /// Whether flat sides tell nearly all of the body, slabs around a sum of powers being among them.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn is_boxy(&self) -> bool {
        self.boxy
    }

    /// Begins where a point comes to that is put behind all flat sides at once that it is beyond: as far as leads
    /// there if these are at right angles to each other, or if it is as far beyond each. Whether there are any.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn draw(&mut self, toward: Vector<D>) -> bool {
        let (mut back, mut squares, mut worst, mut first) = (Vector::ZERO, 0.0, 0.0, 0);
        let centre = self.centre.unwrap_or(Vector::ZERO);
        for powers in self.powers {
            let (way, square, most) = powers.beyond(toward - centre);
            (back, squares, worst) = (back + way, squares + square, most.max(worst));
        }
        for (k, (normal, offset)) in self.planes().iter().enumerate() {
            let over = normal.dot(toward) - offset;
            let over = if over > 0.0 { over } else { 0.0 };
            (worst, first) = if over > worst { (over, self.curved + k) } else { (worst, first) };
            back += *normal * over;
            squares += over * over;
        }
        let steep = back.norm_squared();
        let found = squares > 0.0 && steep > 0.0;
        if found {
            self.at = toward - back * (squares / steep);
            (self.held[0], self.count) = (first, 1);
        }
        found
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
