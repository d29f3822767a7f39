//! The loops for every processor, in plain code.

use super::{Block, HALF, Half, LANES, Planes};
use crate::space::Vector;

/// A matrix by its rows, factors for its columns, and one more column.
pub(crate) struct Scaled<'a, const D: usize> {
    pub(crate) rows: &'a [Vector<D>; D],
    pub(crate) factors: Vector<D>,
    pub(crate) last: Vector<D>,
}

impl<const D: usize> Scaled<'_, D> {
    /// Four lanes of row i, and the factors for them.
    #[inline(always)]
    pub(super) fn row(&self, i: usize) -> [Half; 2] {
        let lane = |v: &Vector<D>, l: usize| if l < D { v[l] } else { 0.0 };
        let (row, factors) = (&self.rows[i], &self.factors);
        [
            [lane(row, 0), lane(row, 1), lane(row, 2), self.last[i]],
            [lane(factors, 0), lane(factors, 1), lane(factors, 2), 1.0],
        ]
    }
}

/// [`Level::scaled`] for every processor.
pub(super) fn scaled<const D: usize>(a: &Scaled<'_, D>, b: &Scaled<'_, D>) -> Block<D> {
    let mut lanes = [[0.0; LANES]; D];
    for i in 0..D {
        for (from, matrix) in [(0, a), (HALF, b)] {
            let [row, factors] = matrix.row(i);
            for l in 0..HALF {
                lanes[i][from + l] = row[l] * factors[l];
            }
        }
    }
    lanes
}

/// [`Level::furthest_sum`] for every processor.
pub(super) fn furthest_sum<const D: usize>(
    lanes: &Block<D>,
    direction: Vector<D>,
) -> (Vector<D>, u32) {
    let (mut signs, mut rising) = ([1.0; LANES], 0);
    for l in 0..LANES {
        let mut height = lanes[0][l] * direction[0];
        for i in 1..D {
            height += lanes[i][l] * direction[i];
        }
        if height > 0.0 || (l >= HALF && height == 0.0) {
            rising |= 1 << l;
        } else if l != HALF - 1 {
            signs[l] = -1.0;
        }
    }
    let sum = |i: usize| {
        let both = |l: usize| lanes[i][l] * signs[l] + lanes[i][HALF + l] * signs[HALF + l];
        (both(0) + both(1)) + (both(2) + both(3))
    };
    (Vector::from_fn(sum), rising)
}

/// [`Level::combined`] for every processor.
pub(super) fn combined<const D: usize>(lanes: &Block<D>, factors: &[Half; 2]) -> [Vector<D>; 2] {
    let sums = |half: usize| {
        Vector::from_fn(|i| {
            let product = |l: usize| lanes[i][half * HALF + l] * factors[half][l];
            (product(0) + product(1)) + (product(2) + product(3))
        })
    };
    [sums(0), sums(1)]
}

/// The version for every processor. Each lane keeps its own best value and the block it came
/// from; the lanes are compared at the end.
pub(super) fn scan<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    let mut best = [f64::NEG_INFINITY; LANES];
    let mut from = [0_u32; LANES];
    for (number, block) in blocks.iter().enumerate() {
        let mut values = [0.0; LANES];
        for l in 0..LANES {
            values[l] = block[0][l] * direction[0];
        }
        for i in 1..D {
            for l in 0..LANES {
                values[l] += block[i][l] * direction[i];
            }
        }
        for l in 0..LANES {
            if values[l] > best[l] {
                best[l] = values[l];
                from[l] = number as u32;
            }
        }
    }
    let mut winner = (best[0], from[0] * LANES as u32);
    for l in 1..LANES {
        let index = from[l] * LANES as u32 + l as u32;
        if best[l] > winner.0 || (best[l] == winner.0 && index < winner.1) {
            winner = (best[l], index);
        }
    }
    winner.1
}

/// [`Level::sides`](super::Level::sides) for every processor.
#[inline(always)]
pub(super) fn plain_sides<const D: usize>(
    planes: &Planes<D>,
    heights: &[f64; LANES],
    point: Vector<D>,
) -> [u32; 2] {
    let (mut beyond, mut close) = (0, 0);
    for l in 0..LANES {
        let mut over = planes.normals[0][l] * point[0];
        for i in 1..D {
            over += planes.normals[i][l] * point[i];
        }
        over -= heights[l];
        beyond |= u32::from(over > planes.slacks[l]) << l;
        close |= u32::from(!(over.abs() > planes.slacks[l])) << l;
    }
    [beyond, close]
}

/// [`Level::least_but`](super::Level::least_but) for every processor.
pub(super) fn plain_least_but(numbers: [&[f64; LANES]; 2], but: u32) -> (f64, u32) {
    let mut least = (f64::INFINITY, 0);
    for l in 0..2 * LANES {
        let x = numbers[l / LANES][l % LANES];
        if x < least.0 && but >> l & 1 == 0 {
            least = (x, l as u32);
        }
    }
    least
}

/// Moves the points of a block by a matrix, given by its rows, and a translation: the same sums in
/// the same order as `Pose::transform`, and so the same bits. Inlined into work at some level it
/// is compiled for that level.
#[inline(always)]
pub(crate) fn moved<const D: usize>(
    block: &Block<D>,
    matrix: &[Vector<D>; D],
    translation: Vector<D>,
) -> Block<D> {
    let mut moved = [[0.0; LANES]; D];
    for i in 0..D {
        for l in 0..LANES {
            let mut sum = matrix[i][0] * block[0][l];
            for j in 1..D {
                sum += matrix[i][j] * block[j][l];
            }
            moved[i][l] = sum + translation[i];
        }
    }
    moved
}
