//! From many lanes to one, with AVX2 and AVX-512: sums, and what is largest or least.

use core::arch::x86_64::*;

use super::{HALF, LANES};
use crate::space::Vector;

#[target_feature(enable = "avx2")]
#[inline]
fn sum_of_halves(pairs: __m256d) -> __m128d {
    _mm_add_pd(_mm256_castpd256_pd128(pairs), _mm256_extractf128_pd::<1>(pairs))
}

/// The sum of four values, ((first + second) + (third + fourth)), for each coordinate.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn totals<const D: usize>(values: [__m256d; D]) -> Vector<D> {
    let first = sum_of_halves(_mm256_hadd_pd(values[0], values[1]));
    let last = sum_of_halves(_mm256_hadd_pd(values[D - 1], values[D - 1]));
    let mut sums = Vector::ZERO;
    sums[0] = _mm_cvtsd_f64(first);
    sums[D - 1] = _mm_cvtsd_f64(last);
    sums[1] = _mm_cvtsd_f64(_mm_unpackhi_pd(first, first));
    sums
}

/// The largest of four values, in all four places.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn everywhere(values: __m256d) -> __m256d {
    let most = _mm256_max_pd(values, _mm256_permute2f128_pd::<1>(values, values));
    _mm256_max_pd(most, _mm256_permute_pd::<0b0101>(most))
}

/// The least of four values.
#[target_feature(enable = "avx2")]
#[inline]
fn least(values: __m256d) -> f64 {
    let pair = _mm_min_pd(_mm256_castpd256_pd128(values), _mm256_extractf128_pd::<1>(values));
    _mm_cvtsd_f64(_mm_min_sd(pair, _mm_unpackhi_pd(pair, pair)))
}

/// As the plain version: the least value first, then the first place that holds it. With places that do not
/// count taken for infinite, the first place if there is none.
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512dq")]
#[inline]
pub(super) fn least_of_eights_but(numbers: [&[f64; LANES]; 2], but: u32) -> (f64, u32) {
    let none = _mm512_set1_pd(f64::INFINITY);
    let [[a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p]] = [*numbers[0], *numbers[1]];
    let low = _mm512_mask_mov_pd(_mm512_setr_pd(a, b, c, d, e, f, g, h), but as u8, none);
    let high = _mm512_mask_mov_pd(_mm512_setr_pd(i, j, k, l, m, n, o, p), (but >> 8) as u8, none);
    let both = _mm512_min_pd(low, high);
    let half = _mm512_extractf64x4_pd::<1>(both);
    let least = least(_mm256_min_pd(_mm512_castpd512_pd256(both), half));
    let all = _mm512_set1_pd(least);
    let low = u32::from(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(low, all));
    let high = u32::from(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(high, all));
    (least, (low | high << LANES).trailing_zeros() % 16)
}

/// The same by four lanes.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn least_but(numbers: [&[f64; LANES]; 2], but: u32) -> (f64, u32) {
    let none = _mm256_set1_pd(f64::INFINITY);
    let bits = _mm256_set1_epi64x(i64::from(but));
    let mut all = [none; 4];
    for k in 0..4 {
        let from = k % 2 * HALF;
        let x: [f64; HALF] = core::array::from_fn(|l| numbers[k / 2][from + l]);
        let places = _mm256_setr_epi64x(1 << (4 * k), 2 << (4 * k), 4 << (4 * k), 8 << (4 * k));
        let is_out = _mm256_cmpeq_epi64(_mm256_and_si256(bits, places), places);
        let x = _mm256_setr_pd(x[0], x[1], x[2], x[3]);
        all[k] = _mm256_blendv_pd(x, none, _mm256_castsi256_pd(is_out));
    }
    let (low, high) = (_mm256_min_pd(all[0], all[1]), _mm256_min_pd(all[2], all[3]));
    let least = least(_mm256_min_pd(low, high));
    let mut holds = 0;
    for k in 0..4 {
        let here = _mm256_cmp_pd::<_CMP_EQ_OQ>(all[k], _mm256_set1_pd(least));
        holds |= (_mm256_movemask_pd(here) as u32) << (4 * k);
    }
    (least, holds.trailing_zeros() % 16)
}
