//! Random numbers for shapes, in the style of a family of cases.

use clearance::Vector;
use fastrand::Rng;

use crate::workloads::{between, direction};

/// How thin a sliver is.
const THIN: f64 = 1e-6;

/// What the shapes of a case look like.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The size of the shapes.
    pub scale: f64,
    /// Whether the numbers are multiples of a quarter, so that coincidences are exact.
    pub grid: bool,
    /// The axis along which everything is thin.
    pub thin: Option<usize>,
    /// The axis along which points have no extent at all.
    pub flat: Option<usize>,
    /// Whether points are repeated, and points between others thrown in.
    pub repeats: bool,
}

impl Style {
    /// Nothing special.
    pub const PLAIN: Self =
        Self { scale: 1.0, grid: false, thin: None, flat: None, repeats: false };
}

/// A source of numbers.
pub struct Draw<'a> {
    /// Where they come from.
    pub rng: &'a mut Rng,
    /// What they look like.
    pub style: Style,
}

impl Draw<'_> {
    /// A length from a fifth of the scale to all of it.
    pub fn length(&mut self) -> f64 {
        let length = if self.style.grid {
            0.25 * self.rng.i32(1..=4) as f64
        } else {
            between(self.rng, 0.2, 1.0)
        };
        length * self.style.scale
    }

    /// A length along an axis.
    pub fn extent(&mut self, axis: usize) -> f64 {
        let factor = if self.style.thin == Some(axis) { THIN } else { 1.0 };
        factor * self.length()
    }

    /// A point, no coordinate of which exceeds the scale.
    pub fn point<const D: usize>(&mut self) -> Vector<D> {
        let style = self.style;
        Vector::from_fn(|axis| {
            let coordinate = if style.grid {
                0.25 * self.rng.i32(-4..=4) as f64
            } else {
                between(self.rng, -1.0, 1.0)
            };
            let factor = match axis {
                _ if style.flat == Some(axis) => 0.0,
                _ if style.thin == Some(axis) => THIN,
                _ => 1.0,
            };
            factor * coordinate * style.scale
        })
    }

    /// A direction of any length.
    pub fn direction<const D: usize>(&mut self) -> Vector<D> {
        if self.style.grid {
            let sign = if self.rng.bool() { 1.0 } else { -1.0 };
            Vector::axis(self.rng.usize(..D)) * sign
        } else {
            direction::<D>(self.rng) * between(self.rng, 0.1, 10.0)
        }
    }

    /// Points for a polytope.
    pub fn cloud<const D: usize>(&mut self) -> Vec<Vector<D>> {
        // One in sixteen is large enough for the walk along its edges.
        let large = !self.style.grid && !self.style.repeats && self.rng.u8(..16) == 0;
        let count = if large { 350 } else { self.rng.usize(1..=30) };
        let mut cloud: Vec<Vector<D>> = if large {
            let extents = Vector::<D>::from_fn(|axis| self.extent(axis));
            (0..count).map(|_| direction::<D>(self.rng).scale(extents)).collect()
        } else {
            (0..count).map(|_| self.point()).collect()
        };
        if self.style.repeats {
            for _ in 0..count {
                let (p, q) = (cloud[self.rng.usize(..count)], cloud[self.rng.usize(..count)]);
                cloud.push(p.lerp(q, [0.0, 0.25, 0.5, 1.0][self.rng.usize(..4)]));
            }
        }
        cloud
    }
}
