//! Exponential and logarithm, fast enough for the inside of a loop.
//!
//! Made of additions, products and one quotient, in an order that does not change: the same bits
//! on every processor, and short enough for the compiler to interleave several of them. Within
//! two units in the last place, which the tests compare with `libm`.
//!
//! `simd.rs` has both for four numbers at once, with the same bits.

/// log 2 in two parts; the first has so few digits that its products with exponents are exact.
pub(crate) const LN2_HIGH: f64 = 0.693_147_180_369_123_8;
pub(crate) const LN2_LOW: f64 = 0.000_000_000_190_821_492_927_058_77;

/// Adding this rounds a number of moderate size to an integer, in the lowest bits.
pub(crate) const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// 2^(j/32).
pub(crate) const POWERS: [f64; 32] = {
    let mut powers = [1.0; 32];
    let mut j = 1;
    while j < 32 {
        // The series of e^r, from its smallest term: no more than one unit is lost.
        let r = core::f64::consts::LN_2 * j as f64 / 32.0;
        let (mut sum, mut i) = (0.0, 24);
        while i > 0 {
            sum = r * (1.0 + sum) / i as f64;
            i -= 1;
        }
        powers[j] = 1.0 + sum;
        j += 1;
    }
    powers
};

/// e^x; infinity where that is out of range, and zero where it is subnormal.
#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    if !(x >= -708.0) {
        return if x.is_nan() { x } else { 0.0 };
    }
    if x > 709.0 {
        return f64::INFINITY;
    }
    // x = k/32 log 2 + r with |r| ≤ log 2 / 64.
    let rounded = x * (32.0 * core::f64::consts::LOG2_E) + ROUNDER;
    let k = rounded - ROUNDER;
    let r = (x - k * (LN2_HIGH / 32.0)) - k * (LN2_LOW / 32.0);
    let r2 = r * r;
    let tail = (1.0 / 6.0 + r * (1.0 / 24.0)) + r2 * (1.0 / 120.0 + r * (1.0 / 720.0));
    let series = r + r2 * (0.5 + r * tail);
    // Times 2^(k/32): the fraction from the table, the rest in the exponent.
    let k = rounded.to_bits().wrapping_sub(ROUNDER.to_bits());
    let root = POWERS[(k & 31) as usize];
    let scale = f64::from_bits(((((k as i64) >> 5) + 1023) as u64) << 52);
    (root + root * series) * scale
}

/// log x for x > 0 that is neither subnormal nor infinite; other numbers give no meaningful result.
#[inline(always)]
pub(crate) fn log(x: f64) -> f64 {
    // x = 2^k m with m from √½ to √2.
    let bits = x.to_bits().wrapping_sub(core::f64::consts::FRAC_1_SQRT_2.to_bits());
    let k = ((bits as i64) >> 52) as f64;
    let kept = bits & ((1 << 52) - 1);
    let m = f64::from_bits(kept.wrapping_add(core::f64::consts::FRAC_1_SQRT_2.to_bits()));
    // log m = 2 artanh s with s = (m − 1)/(m + 1), a series in s² ≤ 0.03.
    let f = m - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let z2 = z * z;
    let z4 = z2 * z2;
    let a = (2.0 / 3.0) + z * (2.0 / 5.0) + z2 * ((2.0 / 7.0) + z * (2.0 / 9.0));
    let b = (2.0 / 11.0) + z * (2.0 / 13.0) + z2 * ((2.0 / 15.0) + z * (2.0 / 17.0));
    let c = (2.0 / 19.0) + z * (2.0 / 21.0);
    let series = z * (a + z4 * (b + z4 * c));
    // log m = f − ½f² + s (½f² + series): the large parts are exact.
    let half = 0.5 * f * f;
    k * LN2_HIGH - ((half - (s * (half + series) + k * LN2_LOW)) - f)
}

#[cfg(test)]
mod tests {
    use super::{exp, log};

    fn units(found: f64, right: f64) -> f64 {
        ((found - right) / right).abs() / f64::EPSILON
    }

    /// Over all magnitudes, and densely where the result is near 1 and errors would show.
    #[test]
    fn agrees_with_libm() {
        let mut worst = [0.0_f64; 2];
        for i in 0..200_001 {
            let t = f64::from(i) / 100_000.0 - 1.0;
            for x in [t, 20.0 * t, 700.0 * t] {
                worst[0] = worst[0].max(units(exp(x), libm::exp(x)));
            }
            for x in [1.0 + 0.9 * t, libm::exp(700.0 * t), 1.0 + 0.001 * t] {
                let right = libm::log(x);
                if right != 0.0 {
                    worst[1] = worst[1].max(units(log(x), right));
                }
            }
        }
        assert!(worst[0] <= 2.0 && worst[1] <= 2.0, "{worst:?}");
        assert_eq!((exp(0.0), log(1.0)), (1.0, 0.0));
        assert_eq!((exp(-1000.0), exp(f64::NEG_INFINITY), exp(1000.0)), (0.0, 0.0, f64::INFINITY));
        assert_eq!(exp(f64::INFINITY), f64::INFINITY);
        assert!(exp(f64::NAN).is_nan());
    }
}
