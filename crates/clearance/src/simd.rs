//! The hot loops that are written for the processor's vector unit and chosen at run time: which
//! of many points lies furthest along a direction, moving points, powers and logarithms.
//! A query asks once which processor it runs on ([`dispatch`]) and is then compiled as a whole
//! for it: a [`Level`] is the proof that the processor can do it, and all that is inlined runs on it.
//!
//! This is the only file with unsafe code: calls of functions that were compiled for AVX2 or
//! AVX-512, each behind its detection, loads of four or eight doubles from a block of eight, stores,
//! a table, and instructions on two doubles that every x86-64 has. All versions multiply and add in
//! the same order, without fused multiply-add, so they give the same bits; ties go to the smallest
//! index. AVX-512 is for work that says that it pays ([`Work::WIDE`]), mostly by its registers.
#![allow(unsafe_code)]

mod level;
mod plain;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod reduce;
#[cfg(test)]
mod tests;
mod two;

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use level::Best;
pub(crate) use level::{Block, EachTime, HALF, Half, LANES, Level, Planes, Portable, Sides, Work};
pub(crate) use level::{dispatch, furthest};
pub(crate) use plain::{Scaled, moved};
pub(crate) use two::Two;

/// Does work of two sides at the best level that this processor has.
#[inline(always)]
pub(crate) fn dispatch_sides<W: Sides>(a: W, b: W::Other, rest: W::Rest) -> W::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    match level::best() {
        // SAFETY: the processor has all that the function needs.
        Best::Wide if W::WIDE => return unsafe { avx2::run_wide(a, b, rest) },
        // SAFETY: the processor has AVX2, which is all that the function needs.
        Best::Wide | Best::Avx2 => return unsafe { avx2::run(a, b, rest) },
        Best::Plain => {}
    }
    level::run(a, b, rest)
}

/// What every processor of this kind can do.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use core::arch::x86_64::*;

    /// The same as `two::Plain`, where its operators are.
    #[derive(Clone, Copy)]
    pub(crate) struct Two(__m128d);

    impl Two {
        #[inline(always)]
        pub(crate) fn new(a: f64, b: f64) -> Self {
            // SAFETY: here and below, SSE2 belongs to this kind of processor, and two doubles are two.
            Self(unsafe { _mm_set_pd(b, a) })
        }
        #[inline(always)]
        pub(crate) fn a(self) -> f64 {
            unsafe { _mm_cvtsd_f64(self.0) }
        }
        #[inline(always)]
        pub(crate) fn swapped(self) -> Self {
            Self(unsafe { _mm_shuffle_pd::<1>(self.0, self.0) })
        }
        #[inline(always)]
        pub(crate) fn sqrt(self) -> Self {
            Self(unsafe { _mm_sqrt_pd(self.0) })
        }
        #[inline(always)]
        pub(crate) fn of(&self, side: usize) -> f64 {
            unsafe { *core::ptr::from_ref(self).cast::<f64>().add(side % 2) }
        }
    }

    macro_rules! by_instruction {
        ($($name:ident $instruction:ident),*) => {
            impl Two {$(
                #[inline(always)]
                pub(crate) fn $name(self, other: Self) -> Self {
                    Self(unsafe { $instruction(self.0, other.0) })
                }
            )*}
        };
    }
    by_instruction!(plus _mm_add_pd, minus _mm_sub_pd, times _mm_mul_pd, over _mm_div_pd);
    by_instruction!(min _mm_min_pd, max _mm_max_pd, after _mm_move_sd);
    by_instruction!(under _mm_cmplt_pd, or _mm_or_pd, clears _mm_andnot_pd, keeps _mm_and_pd);
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2 {
    use core::arch::x86_64::*;
    use core::array::from_ref;
    use core::hint::select_unpredictable;

    use super::reduce::{everywhere, least_but, least_of_eights_but, totals};
    use super::{Block, HALF, Half, LANES, Level, Planes, Scaled, Sides};
    use crate::space::Vector;
    use crate::space::elementary::{LN2_HIGH, LN2_LOW, POWERS, ROUNDER};

    /// A processor with AVX2, and with AVX-512 if it is wide. Only [`run`] and [`run_wide`] make one.
    #[derive(Clone, Copy)]
    pub(super) struct Avx<const WIDE: bool>(());

    #[target_feature(enable = "avx2,avx512f,avx512vl,avx512dq")]
    #[inline(never)]
    pub(super) fn run_wide<W: Sides>(a: W, b: W::Other, rest: W::Rest) -> W::Output {
        a.beside(b, rest, Avx::<true>(()))
    }

    #[target_feature(enable = "avx2")]
    #[inline(never)]
    pub(super) fn run<W: Sides>(a: W, b: W::Other, rest: W::Rest) -> W::Output {
        a.beside(b, rest, Avx::<false>(()))
    }

    impl<const WIDE: bool> Level for Avx<WIDE> {
        #[inline(always)]
        fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32 {
            // SAFETY: this value exists only on a processor with AVX2, and with AVX-512 if wide.
            match blocks {
                [block] if WIDE => unsafe { furthest_of_eights(from_ref(block), direction) },
                blocks => unsafe { furthest(blocks, direction) },
            }
        }

        #[inline(always)]
        fn furthest_of_few<const D: usize, const K: usize>(
            self,
            blocks: &[Block<D>; K],
            direction: Vector<D>,
        ) -> u32 {
            // SAFETY: this value exists only on a processor with AVX2, and with AVX-512 if wide.
            match WIDE {
                true => unsafe { furthest_of_eights(blocks, direction) },
                false => unsafe { furthest_of_few(blocks, direction) },
            }
        }

        #[inline(always)]
        fn least_but(self, numbers: [&[f64; LANES]; 2], but: u32) -> (f64, u32) {
            // SAFETY: this value exists only on a processor with AVX2, and with AVX-512 if wide.
            match WIDE {
                true => unsafe { least_of_eights_but(numbers, but) },
                false => unsafe { least_but(numbers, but) },
            }
        }

        #[inline(always)]
        fn exps(self, x: [f64; 4]) -> [f64; 4] {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { exps(x) }
        }

        #[inline(always)]
        fn logs(self, x: [f64; 4]) -> [f64; 4] {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { logs(x) }
        }

        fn scaled<const D: usize>(self, a: &Scaled<'_, D>, b: &Scaled<'_, D>) -> Block<D> {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { scaled(a, b) }
        }

        #[inline(always)]
        fn furthest_sum<const D: usize>(
            self,
            lanes: &Block<D>,
            direction: Vector<D>,
        ) -> (Vector<D>, u32) {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { furthest_sum(lanes, direction) }
        }

        #[inline(always)]
        fn combined<const D: usize>(self, lanes: &Block<D>, factors: &[Half; 2]) -> [Vector<D>; 2] {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { combined(lanes, factors) }
        }

        #[inline(always)]
        fn sides<const D: usize>(
            self,
            planes: &Planes<D>,
            heights: &[f64; LANES],
            point: Vector<D>,
        ) -> [u32; 2] {
            // SAFETY: this value exists only on a processor with AVX2.
            unsafe { sides(planes, heights, point) }
        }
    }

    /// As the plain version; but what is written four lanes at a time can be read so at once.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn scaled<const D: usize>(a: &Scaled<'_, D>, b: &Scaled<'_, D>) -> Block<D> {
        let mut lanes = [[0.0; LANES]; D];
        for i in 0..D {
            let (low, high) = (products(a.row(i)), products(b.row(i)));
            // SAFETY: there is room for eight doubles, four at the start and four behind them.
            unsafe {
                _mm256_storeu_pd(lanes[i].as_mut_ptr(), low);
                _mm256_storeu_pd(lanes[i].as_mut_ptr().add(HALF), high);
            }
        }
        lanes
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn furthest_sum<const D: usize>(lanes: &Block<D>, direction: Vector<D>) -> (Vector<D>, u32) {
        let [low, high] = heights(lanes, direction);
        let zero = _mm256_setzero_pd();
        let low_rises = _mm256_cmp_pd::<_CMP_GT_OQ>(low, zero);
        let high_rises = _mm256_cmp_pd::<_CMP_GE_OQ>(high, zero);
        let low = _mm256_andnot_pd(low_rises, _mm256_setr_pd(-0.0, -0.0, -0.0, 0.0));
        let high = _mm256_andnot_pd(high_rises, _mm256_set1_pd(-0.0));
        let mut flipped = [zero; D];
        for i in 0..D {
            let (x, y) = load(&lanes[i]);
            flipped[i] = _mm256_add_pd(_mm256_xor_pd(x, low), _mm256_xor_pd(y, high));
        }
        let rises = _mm256_movemask_pd(low_rises) | _mm256_movemask_pd(high_rises) << HALF;
        (totals(flipped), rises as u32)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn combined<const D: usize>(lanes: &Block<D>, [low, high]: &[Half; 2]) -> [Vector<D>; 2] {
        let (low, high) = (four(*low), four(*high));
        let (mut a, mut b) = ([low; D], [high; D]);
        for i in 0..D {
            let (x, y) = load(&lanes[i]);
            (a[i], b[i]) = (_mm256_mul_pd(x, low), _mm256_mul_pd(y, high));
        }
        [totals(a), totals(b)]
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn four([k, l, m, n]: Half) -> __m256d {
        _mm256_setr_pd(k, l, m, n)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn products([row, factors]: [Half; 2]) -> __m256d {
        _mm256_mul_pd(four(row), four(factors))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn sides<const D: usize>(
        planes: &Planes<D>,
        over_origin: &[f64; LANES],
        point: Vector<D>,
    ) -> [u32; 2] {
        let sign = _mm256_set1_pd(-0.0);
        let along = heights(&planes.normals, point);
        let (low, high) = load(over_origin);
        let (low_slack, high_slack) = load(&planes.slacks);
        let halves = [(along[0], low, low_slack), (along[1], high, high_slack)];
        let (mut beyond, mut close) = (0, 0);
        for (half, (along, height, slack)) in halves.into_iter().enumerate() {
            let over = _mm256_sub_pd(along, height);
            let far = _mm256_cmp_pd::<_CMP_GT_OQ>(over, slack);
            let near = _mm256_cmp_pd::<_CMP_NGT_UQ>(_mm256_andnot_pd(sign, over), slack);
            beyond |= (_mm256_movemask_pd(far) as u32) << (4 * half);
            close |= (_mm256_movemask_pd(near) as u32) << (4 * half);
        }
        [beyond, close]
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn apart(x: __m256d) -> [f64; 4] {
        let mut each = [0.0; 4];
        // SAFETY: the array has four doubles.
        unsafe { _mm256_storeu_pd(each.as_mut_ptr(), x) };
        each
    }

    /// The operations of [`exp`](crate::space::real::exp), in its order.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn exps(x: [f64; 4]) -> [f64; 4] {
        let (all, x) = (|x: f64| _mm256_set1_pd(x), four(x));
        let [add, sub, mul] = [_mm256_add_pd, _mm256_sub_pd, _mm256_mul_pd];
        let within = _mm256_min_pd(_mm256_max_pd(x, all(-708.0)), all(709.0));
        let rounded = add(mul(within, all(32.0 * core::f64::consts::LOG2_E)), all(ROUNDER));
        let k = sub(rounded, all(ROUNDER));
        let r = sub(sub(within, mul(k, all(LN2_HIGH / 32.0))), mul(k, all(LN2_LOW / 32.0)));
        let r2 = mul(r, r);
        let low = add(all(1.0 / 6.0), mul(r, all(1.0 / 24.0)));
        let tail = add(low, mul(r2, add(all(1.0 / 120.0), mul(r, all(1.0 / 720.0)))));
        let series = add(r, mul(r2, add(all(0.5), mul(r, tail))));
        let bits = _mm256_set1_epi64x(ROUNDER.to_bits() as i64);
        let k = _mm256_sub_epi64(_mm256_castpd_si256(rounded), bits);
        let place = _mm256_and_si256(k, _mm256_set1_epi64x(31));
        // SAFETY: the table has 32 entries.
        let root = unsafe { _mm256_i64gather_pd::<8>(POWERS.as_ptr(), place) };
        // Made positive first: no shift here keeps the sign.
        let raised = _mm256_add_epi64(k, _mm256_set1_epi64x(1023 << 5));
        let scale = _mm256_slli_epi64::<52>(_mm256_srli_epi64::<5>(raised));
        let y = mul(add(root, mul(root, series)), _mm256_castsi256_pd(scale));
        let y = _mm256_blendv_pd(y, all(f64::INFINITY), _mm256_cmp_pd::<_CMP_GT_OQ>(x, all(709.0)));
        apart(_mm256_and_pd(y, _mm256_cmp_pd::<_CMP_GE_OQ>(x, all(-708.0))))
    }

    /// The operations of [`log`](crate::space::real::log), in its order.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn logs(x: [f64; 4]) -> [f64; 4] {
        /// 2^52: an integer may be put into its lowest bits.
        const WHOLE: u64 = 0x433 << 52;
        let (all, whole) = (|x: f64| _mm256_set1_pd(x), |x: u64| _mm256_set1_epi64x(x as i64));
        let [add, sub, mul] = [_mm256_add_pd, _mm256_sub_pd, _mm256_mul_pd];
        let middle = whole(core::f64::consts::FRAC_1_SQRT_2.to_bits());
        let bits = _mm256_sub_epi64(_mm256_castpd_si256(four(x)), middle);
        // The exponent, made positive first: no shift here keeps the sign.
        let exponent = _mm256_srli_epi64::<52>(_mm256_add_epi64(bits, whole(1 << 63)));
        let exponent = _mm256_castsi256_pd(_mm256_or_si256(exponent, whole(WHOLE)));
        let k = sub(exponent, all(f64::from_bits(WHOLE) + 2048.0));
        let kept = _mm256_and_si256(bits, whole((1 << 52) - 1));
        let m = _mm256_castsi256_pd(_mm256_add_epi64(kept, middle));
        let f = sub(m, all(1.0));
        let s = _mm256_div_pd(f, add(all(2.0), f));
        let z = mul(s, s);
        let z2 = mul(z, z);
        let z4 = mul(z2, z2);
        let pair = |x: f64, y: f64| add(all(2.0 / x), mul(z, all(2.0 / y)));
        let a = add(pair(3.0, 5.0), mul(z2, pair(7.0, 9.0)));
        let b = add(pair(11.0, 13.0), mul(z2, pair(15.0, 17.0)));
        let c = pair(19.0, 21.0);
        let series = mul(z, add(a, mul(z4, add(b, mul(z4, c)))));
        let half = mul(mul(all(0.5), f), f);
        let inner = add(mul(s, add(half, series)), mul(k, all(LN2_LOW)));
        apart(sub(mul(k, all(LN2_HIGH)), sub(sub(half, inner), f)))
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

    /// The same with eight lanes at a time, at most 32 in all: one bit for each that holds the largest
    /// value, and the first of these.
    #[target_feature(enable = "avx2,avx512f,avx512vl,avx512dq")]
    #[inline]
    fn furthest_of_eights<const D: usize, const K: usize>(
        blocks: &[Block<D>; K],
        direction: Vector<D>,
    ) -> u32 {
        let mut all = [_mm512_setzero_pd(); K];
        for k in 0..K {
            for i in 0..D {
                // SAFETY: the array has eight doubles.
                let lane = unsafe { _mm512_loadu_pd(blocks[k][i].as_ptr()) };
                let part = _mm512_mul_pd(lane, _mm512_set1_pd(direction[i]));
                all[k] = if i == 0 { part } else { _mm512_add_pd(all[k], part) };
            }
        }
        let mut most = all[0];
        for k in 1..K {
            most = _mm512_max_pd(most, all[k]);
        }
        let low = _mm512_castpd512_pd256(most);
        let most = everywhere(_mm256_max_pd(low, _mm512_extractf64x4_pd::<1>(most)));
        let most = _mm512_broadcastsd_pd(_mm256_castpd256_pd128(most));
        let mut places = 0;
        for k in 0..K {
            let here = _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(all[k], most);
            places |= u32::from(here) << (LANES * k);
        }
        // None of them if there is a NaN: then any will do.
        places.trailing_zeros() % (LANES * K) as u32
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
