//! Facets eight at a time: the neighbours of a facet, and where a point is among them.

use alloc::vec::Vec;

use super::Facet;
use crate::simd::{Block, HALF, LANES};
use crate::space::Vector;

/// Up to eight facets, stored coordinate by coordinate, so that a look at one is a look at all: in
/// space four lines of the cache. Every point is infinitely far inside of places that are not used.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Ring<const D: usize> {
    normals: Block<D>,
    offsets: [f64; LANES],
}

/// The numbers of the facets in a ring.
pub(crate) type Numbers = [u32; LANES];

impl<const D: usize> Ring<D> {
    /// Appends facets to a list of rings.
    pub(super) fn extend(
        (rings, numbers): (&mut Vec<Self>, &mut Vec<Numbers>),
        facets: &[Facet<D>],
        ids: &[u32],
    ) {
        for some in ids.chunks(LANES) {
            let mut ring = Self { normals: [[0.0; LANES]; D], offsets: [f64::INFINITY; LANES] };
            let mut names = [0; LANES];
            for (k, &id) in some.iter().enumerate() {
                let facet = &facets[id as usize];
                for i in 0..D {
                    ring.normals[i][k] = facet.normal[i];
                }
                (ring.offsets[k], names[k]) = (facet.offset, id);
            }
            rings.push(ring);
            numbers.push(names);
        }
    }

    /// The bits of [`Facet::slack`] for each of them.
    #[inline(always)]
    pub(crate) fn slacks(&self, point: Vector<D>) -> [f64; LANES] {
        let mut slacks = [0.0; LANES];
        for k in 0..LANES {
            let mut sum = self.normals[0][k] * point[0];
            for i in 1..D {
                sum += self.normals[i][k] * point[i];
            }
            slacks[k] = self.offsets[k] - sum;
        }
        slacks
    }
}

/// The least of eight numbers.
#[inline(always)]
pub(crate) fn least(x: &[f64; LANES]) -> f64 {
    let least = |a: f64, b: f64| if a < b { a } else { b };
    // Half by half: two and two, where a processor can do two at once.
    let mut half = [0.0; HALF];
    for k in 0..HALF {
        half[k] = least(x[k], x[k + HALF]);
    }
    least(least(half[0], half[2]), least(half[1], half[3]))
}
