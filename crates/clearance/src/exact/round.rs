//! From a fraction to the nearest `f64`, and to decimals.

use alloc::string::{String, ToString};
use core::cmp::Ordering;

use dashu_int::ops::{BitTest, DivRem, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// The exponent of the last bit of the smallest `f64`.
const LAST: i64 = -1074;
/// The exponent of the last bit of the largest `f64`.
const TOP: i64 = 971;

/// The `f64` nearest to `numerator / denominator`, ties to even.
pub(super) fn ratio_to_f64(numerator: &IBig, denominator: &UBig) -> f64 {
    let negative = *numerator < IBig::ZERO;
    let magnitude = magnitude_to_f64(&numerator.clone().unsigned_abs(), denominator);
    if negative { -magnitude } else { magnitude }
}

fn magnitude_to_f64(numerator: &UBig, denominator: &UBig) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    // The quotient lies strictly between 2^(e − 1) and 2^(e + 1): with its last bit at e − 53 it
    // has 53 bits, or 54 and then the last bit must be one higher.
    let e = numerator.bit_len() as i64 - denominator.bit_len() as i64;
    let mut last = (e - 53).max(LAST);
    let (mut quotient, mut above_half) = quotient_at(numerator, denominator, last);
    if quotient.bit_len() > 53 {
        last += 1;
        (quotient, above_half) = quotient_at(numerator, denominator, last);
    }
    let up = match above_half {
        Ordering::Greater => true,
        Ordering::Equal => quotient.bit(0),
        Ordering::Less => false,
    };
    if last > TOP {
        return f64::INFINITY;
    }
    let Ok(bits) = u64::try_from(quotient) else {
        return f64::INFINITY;
    };
    // At most 2^53, so that the conversion is exact, and so is the scaling.
    libm::ldexp((bits + u64::from(up)) as f64, last as i32)
}

/// The whole part of the fraction in units of `2^last`, and how the rest compares with one half.
fn quotient_at(numerator: &UBig, denominator: &UBig, last: i64) -> (UBig, Ordering) {
    let shift = last.unsigned_abs() as usize;
    let (numerator, denominator) = if last < 0 {
        (numerator << shift, denominator.clone())
    } else {
        (numerator.clone(), denominator << shift)
    };
    let (quotient, rest) = numerator.div_rem(&denominator);
    (quotient, (rest << 1).cmp(&denominator))
}

/// The fraction with `digits` decimals, rounded to nearest, ties to even.
pub(super) fn decimal(numerator: &IBig, denominator: &UBig, digits: usize) -> String {
    let scaled = numerator.clone().unsigned_abs() * UBig::from(10u8).pow(digits);
    let (mut quotient, rest) = scaled.div_rem(denominator);
    let up = match (rest << 1).cmp(denominator) {
        Ordering::Greater => true,
        Ordering::Equal => quotient.bit(0),
        Ordering::Less => false,
    };
    if up {
        quotient += UBig::ONE;
    }
    let negative = *numerator < IBig::ZERO && !quotient.is_zero();
    let figures = quotient.to_string();
    let mut text = String::from(if negative { "-" } else { "" });
    // At least one figure stands before the point.
    for _ in figures.len()..=digits {
        text.push('0');
    }
    text.push_str(&figures);
    if digits > 0 {
        text.insert(text.len() - digits, '.');
    }
    text
}
