//! The hot loops that are written for the processor's vector unit and chosen at run time: which
//! of many points lies furthest along a direction, and moving points.
//!
//! A query asks once which processor it runs on ([`dispatch`]) and is then compiled as a whole
//! for it: a [`Level`] is the proof that the processor can do it, and everything that is inlined
//! into the work runs on it. Calls into code for another level cost more than the loops do, since
//! no vector register survives them.
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

/// What a processor can do.
pub(crate) trait Level: Copy {
    /// The index, over all blocks, of the point furthest along `direction`; the smallest one if
    /// several are. Blocks are padded by repeating an earlier point.
    fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32;

    /// The same for so few blocks that the loop over them is unrolled.
    #[inline(always)]
    fn furthest_of_few<const D: usize, const K: usize>(
        self,
        blocks: &[Block<D>; K],
        direction: Vector<D>,
    ) -> u32 {
        self.furthest(blocks, direction)
    }
}

/// Something to be done at the best level that there is.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Does it. To be inlined, with everything that it calls in a loop.
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// Does the work at the best level that this processor has.
#[inline(always)]
pub(crate) fn dispatch<W: Work>(work: W) -> W::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, which is all that the function needs.
        return unsafe { avx2::run(work) };
    }
    portable(work)
}

#[inline(never)]
fn portable<W: Work>(work: W) -> W::Output {
    work.run(Portable)
}

/// What every processor can do.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Level for Portable {
    #[inline(always)]
    fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32 {
        scan(blocks, direction)
    }
}

/// The best level that there is, looked for at each call: where the work between two calls is too
/// much to be compiled once for each level.
#[derive(Clone, Copy)]
pub(crate) struct EachTime;

impl Level for EachTime {
    #[inline(always)]
    fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32 {
        furthest(blocks, direction)
    }
}

/// The point furthest along a direction, for those who ask once: [`Level::furthest`] at the best
/// level that there is.
#[inline(always)]
pub(crate) fn furthest<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    struct Scan<'a, const D: usize>(&'a [Block<D>], Vector<D>);
    impl<const D: usize> Work for Scan<'_, D> {
        type Output = u32;
        #[inline(always)]
        fn run<L: Level>(self, level: L) -> u32 {
            level.furthest(self.0, self.1)
        }
    }
    dispatch(Scan(blocks, direction))
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

    use core::hint::select_unpredictable;

    use super::{Block, LANES, Level, Work};
    use crate::space::Vector;

    /// A processor with AVX2. Only [`run`] makes one.
    #[derive(Clone, Copy)]
    pub(super) struct Avx2(());

    #[target_feature(enable = "avx2")]
    #[inline(never)]
    pub(super) fn run<W: Work>(work: W) -> W::Output {
        work.run(Avx2(()))
    }

    impl Level for Avx2 {
        #[inline(always)]
        fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32 {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { furthest(blocks, direction) }
        }

        #[inline(always)]
        fn furthest_of_few<const D: usize, const K: usize>(
            self,
            blocks: &[Block<D>; K],
            direction: Vector<D>,
        ) -> u32 {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { furthest_of_few(blocks, direction) }
        }
    }

    /// All heights at once, then their largest value, then the first place that holds it.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn furthest_of_few<const D: usize, const K: usize>(
        blocks: &[Block<D>; K],
        direction: Vector<D>,
    ) -> u32 {
        let mut all = [[_mm256_set1_pd(0.0); 2]; K];
        for (heights_here, block) in all.iter_mut().zip(blocks) {
            *heights_here = heights(block, direction);
        }
        let mut most = _mm256_max_pd(all[0][0], all[0][1]);
        for [low, high] in &all[1..] {
            most = _mm256_max_pd(most, _mm256_max_pd(*low, *high));
        }
        let most = everywhere(most);
        let mut winner = 0;
        for (number, halves) in all.iter().enumerate().rev() {
            for (half, values) in halves.iter().enumerate().rev() {
                let holds = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(*values, most)) as u32;
                let place = (number * LANES + half * 4) as u32 + holds.trailing_zeros();
                // A choice, not a branch: nobody can foretell which vertex it is.
                winner = select_unpredictable(holds == 0, winner, place);
            }
        }
        winner
    }

    /// The largest value is found first, then the first place that holds it: fewer steps than
    /// carrying an index through the comparison of lanes, and ties resolve themselves.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn furthest<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
        let [first, rest @ ..] = blocks else { return 0 };
        let [mut low, mut high] = heights(first, direction);
        if rest.is_empty() {
            // A choice rather than one mask of eight bits: the compiler would gather that with
            // slow moves between the halves of a register.
            let [low, high] = places(low, high);
            let (in_low, in_high) = (low.trailing_zeros(), 4 + high.trailing_zeros());
            let place = select_unpredictable(low == 0, in_high, in_low);
            return place % LANES as u32;
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
        let [low, high] = places(low, high);
        // There is a NaN if no lane holds the largest value: then any lane will do.
        let mut mask = (low | high << 4).max(1);
        let mut winner = index(mask.trailing_zeros());
        mask &= mask - 1;
        // Several lanes hold the largest value: rare, but then the smallest index counts.
        while mask != 0 {
            winner = winner.min(index(mask.trailing_zeros()));
            mask &= mask - 1;
        }
        winner
    }

    /// The largest of four values, in all four places.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn everywhere(values: __m256d) -> __m256d {
        let most = _mm256_max_pd(values, _mm256_permute2f128_pd::<1>(values, values));
        _mm256_max_pd(most, _mm256_permute_pd::<0b0101>(most))
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

    /// For each half, a bit for each lane that holds the largest value of all. No bit at all if
    /// there is a NaN.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn places(low: __m256d, high: __m256d) -> [u32; 2] {
        let most = everywhere(_mm256_max_pd(low, high));
        let low = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(low, most));
        let high = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(high, most));
        [low as u32, high as u32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

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
            let blocks: Vec<Block<3>> = (0..count)
                .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| number())))
                .collect();
            let direction = Vector::from_fn(|_| number());
            let wanted = slow(&blocks, direction);
            assert_eq!(scan(&blocks, direction), wanted);
            assert_eq!(furthest(&blocks, direction), wanted);
            if let Ok(three) = <&[Block<3>; 3]>::try_from(&blocks[..]) {
                assert_eq!(dispatch(Three(three, direction)), wanted);
            }
        }
    }

    struct Three<'a>(&'a [Block<3>; 3], Vector<3>);

    impl Work for Three<'_> {
        type Output = u32;
        fn run<L: Level>(self, level: L) -> u32 {
            level.furthest_of_few(self.0, self.1)
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
