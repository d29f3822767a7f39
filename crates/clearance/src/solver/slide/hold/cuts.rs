//! Tangents that stay in the model.

use crate::accuracy;
use crate::space::Vector;

/// Tangents n·x ≤ b from before, coordinate by coordinate, with the numbers of the surfaces that they belong
/// to. Those that do not exist are behind everything.
pub(super) struct Cuts<const D: usize> {
    normals: [[f64; accuracy::SLIDE_CUTS]; D],
    pub(super) offsets: [f64; accuracy::SLIDE_CUTS],
    pub(super) surfaces: [usize; accuracy::SLIDE_CUTS],
    /// How many have been kept, including those that are forgotten.
    kept: usize,
}

impl<const D: usize> Cuts<D> {
    pub(super) const NONE: Self = Self {
        normals: [[0.0; accuracy::SLIDE_CUTS]; D],
        offsets: [f64::INFINITY; accuracy::SLIDE_CUTS],
        surfaces: [0; accuracy::SLIDE_CUTS],
        kept: 0,
    };

    /// One more, in the place of the oldest.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn keep(&mut self, normal: Vector<D>, offset: f64, surface: usize) {
        let k = self.kept % accuracy::SLIDE_CUTS;
        for i in 0..D {
            self.normals[i][k] = normal[i];
        }
        (self.offsets[k], self.surfaces[k]) = (offset, surface);
        self.kept += 1;
    }

    /// Four tangents of the first surface side by side, of which so many are kept.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn lay(
        &mut self,
        group: usize,
        (normals, offsets): ([[f64; 4]; D], [f64; 4]),
        count: usize,
    ) {
        let first = 4 * group % accuracy::SLIDE_CUTS;
        for k in 0..4 {
            for i in 0..D {
                self.normals[i][first + k] = normals[i][k];
            }
            self.offsets[first + k] = offsets[k];
        }
        self.kept = first + count;
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn normal(&self, k: usize) -> Vector<D> {
        Vector::from_fn(|i| self.normals[i][k % accuracy::SLIDE_CUTS])
    }

    /// How far a point is beyond each.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn over(&self, p: Vector<D>) -> [f64; accuracy::SLIDE_CUTS] {
        let mut over = [0.0; accuracy::SLIDE_CUTS];
        for k in 0..accuracy::SLIDE_CUTS {
            over[k] = self.normals[0][k] * p[0];
        }
        for i in 1..D {
            for k in 0..accuracy::SLIDE_CUTS {
                over[k] += self.normals[i][k] * p[i];
            }
        }
        for k in 0..accuracy::SLIDE_CUTS {
            over[k] -= self.offsets[k];
        }
        over
    }
}

/// The largest of eight lanes.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn largest(x: [f64; accuracy::SLIDE_CUTS]) -> f64 {
    let larger = |a: f64, b: f64| if a > b { a } else { b };
    let four: [f64; 4] = core::array::from_fn(|k| larger(x[k], x[k + 4]));
    larger(larger(four[0], four[2]), larger(four[1], four[3]))
}
