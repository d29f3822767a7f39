//! The one hot loop that is written for the processor's vector unit and chosen at run time: which
//! of many points lies furthest along a direction?
//!
//! This is the only file with unsafe code: calls of functions that were compiled for AVX2, each
//! behind its detection, and loads of four doubles from a block of eight. Both versions multiply
//! and add in the same order, without fused multiply-add, so they give the same bits; ties go to
//! the smallest index in both.
//!
//! There is no AVX-512 version: it would be code that no machine at hand can test.
#![allow(unsafe_code)]

use crate::space::Vector;

/// Points in each block.
pub(crate) const LANES: usize = 8;

/// Eight points, stored coordinate by coordinate.
pub(crate) type Block<const D: usize> = [[f64; LANES]; D];

/// The index, over all blocks, of the point furthest along `direction`; the smallest one if
/// several are. Blocks are padded by repeating an earlier point.
#[inline(always)]
pub(crate) fn furthest<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which is all that the function needs.
        return unsafe { avx2::furthest(blocks, direction) };
    }
    scan(blocks, direction)
}

/// Moves points by a matrix, given by its rows, and a translation. Written by the same unit that
/// will read them: a store in halves stalls a load of the whole.
#[inline(always)]
pub(crate) fn transform<const D: usize>(
    matrix: &[Vector<D>; D],
    translation: Vector<D>,
    from: &[Block<D>],
    to: &mut [Block<D>],
) {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which is all that the function needs.
        return unsafe { avx2::transform(matrix, translation, from, to) };
    }
    transform_blocks(matrix, translation, from, to);
}

/// The same sums in the same order as `Pose::transform`: the same bits.
#[inline(always)]
fn transform_blocks<const D: usize>(
    matrix: &[Vector<D>; D],
    translation: Vector<D>,
    from: &[Block<D>],
    to: &mut [Block<D>],
) {
    for (from, to) in from.iter().zip(to) {
        for i in 0..D {
            for l in 0..LANES {
                let mut sum = matrix[i][0] * from[0][l];
                for j in 1..D {
                    sum += matrix[i][j] * from[j][l];
                }
                to[i][l] = sum + translation[i];
            }
        }
    }
}

/// The version for every processor. Each lane keeps its own best value and the block it came
/// from; the lanes are compared at the end.
fn scan<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
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

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2 {
    use core::arch::x86_64::{
        __m256d, _CMP_EQ_OQ, _CMP_GT_OQ, _mm256_add_pd, _mm256_blendv_pd, _mm256_cmp_pd,
        _mm256_loadu_pd, _mm256_max_pd, _mm256_movemask_pd, _mm256_mul_pd, _mm256_permute_pd,
        _mm256_permute2f128_pd, _mm256_set1_pd, _mm256_storeu_pd,
    };

    use super::{Block, LANES};
    use crate::space::Vector;

    /// The largest value is found first, then the first place that holds it: fewer steps than
    /// carrying an index through the comparison of lanes, and ties resolve themselves.
    #[target_feature(enable = "avx2")]
    pub(super) fn furthest<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
        let [first, rest @ ..] = blocks else { return 0 };
        let [mut low, mut high] = heights(first, direction);
        if rest.is_empty() {
            return places(low, high).trailing_zeros() % LANES as u32;
        }
        // Block numbers as floats: the same width as the values, so that one mask serves both.
        let (mut low_from, mut high_from) = (_mm256_set1_pd(0.0), _mm256_set1_pd(0.0));
        let mut number = 1.0;
        for block in rest {
            let at = _mm256_set1_pd(number);
            let [low_here, high_here] = heights(block, direction);
            let low_better = _mm256_cmp_pd::<_CMP_GT_OQ>(low_here, low);
            let high_better = _mm256_cmp_pd::<_CMP_GT_OQ>(high_here, high);
            low = _mm256_max_pd(low_here, low);
            high = _mm256_max_pd(high_here, high);
            low_from = _mm256_blendv_pd(low_from, at, low_better);
            high_from = _mm256_blendv_pd(high_from, at, high_better);
            number += 1.0;
        }
        let mut from = [0.0; LANES];
        // SAFETY: `from` has room for eight doubles, four at its start and four behind them.
        unsafe {
            _mm256_storeu_pd(from.as_mut_ptr(), low_from);
            _mm256_storeu_pd(from.as_mut_ptr().add(4), high_from);
        }
        let index = |l: u32| from[l as usize % LANES] as u32 * LANES as u32 + l % LANES as u32;
        let mut mask = places(low, high);
        let mut winner = index(mask.trailing_zeros());
        mask &= mask - 1;
        // Several lanes hold the largest value: rare, but then the smallest index counts.
        while mask != 0 {
            winner = winner.min(index(mask.trailing_zeros()));
            mask &= mask - 1;
        }
        winner
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn transform<const D: usize>(
        matrix: &[Vector<D>; D],
        translation: Vector<D>,
        from: &[Block<D>],
        to: &mut [Block<D>],
    ) {
        super::transform_blocks(matrix, translation, from, to);
    }

    /// How far each of the eight points lies along the direction.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn heights<const D: usize>(block: &Block<D>, direction: Vector<D>) -> [__m256d; 2] {
        let d = _mm256_set1_pd(direction[0]);
        let (low, high) = load(&block[0]);
        let (mut low, mut high) = (_mm256_mul_pd(low, d), _mm256_mul_pd(high, d));
        for i in 1..D {
            let d = _mm256_set1_pd(direction[i]);
            let (x, y) = load(&block[i]);
            low = _mm256_add_pd(low, _mm256_mul_pd(x, d));
            high = _mm256_add_pd(high, _mm256_mul_pd(y, d));
        }
        [low, high]
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(lane: &[f64; LANES]) -> (__m256d, __m256d) {
        // SAFETY: the array has eight doubles, four at its start and four behind them.
        unsafe { (_mm256_loadu_pd(lane.as_ptr()), _mm256_loadu_pd(lane.as_ptr().add(4))) }
    }

    /// A bit for each lane that holds the largest value of all; never empty unless there is a
    /// NaN, and then the ninth bit is set.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn places(low: __m256d, high: __m256d) -> u32 {
        let most = _mm256_max_pd(low, high);
        let most = _mm256_max_pd(most, _mm256_permute2f128_pd::<1>(most, most));
        let most = _mm256_max_pd(most, _mm256_permute_pd::<0b0101>(most));
        let low = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(low, most));
        let high = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(high, most));
        let mask = low as u32 | (high as u32) << 4;
        if mask == 0 { 1 << LANES } else { mask }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(blocks: &[Block<3>], direction: Vector<3>) -> u32 {
        let mut best = (f64::NEG_INFINITY, 0);
        for (k, block) in blocks.iter().enumerate() {
            for l in 0..LANES {
                let value = Vector::<3>::from_fn(|i| block[i][l]).dot(direction);
                if value > best.0 {
                    best = (value, (k * LANES + l) as u32);
                }
            }
        }
        best.1
    }

    /// The dispatched version and the plain one give the index that a simple loop gives, ties
    /// (small integers have many) included.
    #[test]
    fn both_versions_agree_with_a_simple_loop() {
        let mut rng = fastrand::Rng::with_seed(1);
        for round in 0..20_000 {
            let count = 1 + rng.usize(0..12);
            let coarse = round % 2 == 0;
            let mut number =
                || if coarse { f64::from(rng.i32(-2..=2)) } else { rng.f64() * 2.0 - 1.0 };
            let blocks: std::vec::Vec<Block<3>> = (0..count)
                .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| number())))
                .collect();
            let direction = Vector::from_fn(|_| number());
            let wanted = slow(&blocks, direction);
            assert_eq!(scan(&blocks, direction), wanted);
            assert_eq!(furthest(&blocks, direction), wanted);
        }
    }

    /// A direction that overflowed to infinity or NaN gives some index that exists.
    #[test]
    fn nothing_runs_off_the_end() {
        let blocks = [[[1.0; LANES]; 3]; 2];
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for blocks in [&blocks[..1], &blocks[..]] {
                assert!(furthest(blocks, Vector([bad, 1.0, -1.0])) < 16);
                assert!(scan(blocks, Vector([bad, 1.0, -1.0])) < 16);
            }
        }
    }
}
