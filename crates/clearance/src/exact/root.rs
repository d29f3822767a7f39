//! The square root of a fraction as the nearest `f64`.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};

/// The exponent of the last bit of the smallest `f64`.
const LAST: i64 = -1074;

/// The `f64` nearest to `√(numerator / denominator · 2^exponent)`, ties to even.
pub(super) fn root_to_f64(numerator: &UBig, denominator: &UBig, exponent: i64) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    // The quotient is scaled to between 124 and 127 bits, by an even power of two, so that its
    // root has 62 bits or more: 53, the one that rounds, and some to spare.
    let mut up = 125 - (numerator.bit_len() as i64 - denominator.bit_len() as i64);
    if (exponent - up) % 2 != 0 {
        up += 1;
    }
    let shift = up.unsigned_abs() as usize;
    let (quotient, rest) = if up >= 0 {
        (numerator << shift).div_rem(denominator)
    } else {
        numerator.clone().div_rem(denominator << shift)
    };
    let Ok(quotient) = u128::try_from(quotient) else { return f64::INFINITY };
    let root = quotient.isqrt();
    let above = !rest.is_zero() || root * root != quotient;
    rounded(root as u64, above, (exponent - up) / 2)
}

/// The `f64` nearest to `whole · 2^exponent`, or to a little more if something is `above` it.
fn rounded(whole: u64, above: bool, exponent: i64) -> f64 {
    let bits = 64 - i64::from(whole.leading_zeros());
    let last = (exponent + bits - 53).max(LAST);
    let drop = last - exponent;
    if drop > 64 {
        return 0.0;
    }
    // At least nine bits are dropped, since there are 62 or more.
    let kept = if drop == 64 { 0 } else { whole >> drop };
    let dropped = whole - if drop == 64 { 0 } else { kept << drop };
    let half = 1_u64 << (drop - 1);
    let up = dropped > half || dropped == half && (above || kept & 1 == 1);
    libm::ldexp((kept + u64::from(up)) as f64, i32::try_from(last).unwrap_or(i32::MAX))
}
