//! Vectors of integers of any size, and the two numbers that a float is made of.

use core::cmp::Ordering;

use dashu_int::IBig;

/// Three coordinates; problems in the plane leave the last one at zero.
pub(super) type Wide = [IBig; 3];

pub(super) const NOUGHT: Wide = [IBig::ZERO, IBig::ZERO, IBig::ZERO];

/// The exponent of zero, which is a multiple of everything.
pub(super) const ANY: i64 = i64::MAX;

/// `x = mantissa · 2^exponent`, the mantissa odd (or zero). For finite numbers.
pub(super) fn parts(x: f64) -> (i64, i64) {
    let bits = x.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let field = ((bits >> 52) & 0x7ff) as i64;
    let (mantissa, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    if mantissa == 0 {
        return (0, ANY);
    }
    let zeros = mantissa.trailing_zeros();
    let mantissa = mantissa >> zeros;
    (if x < 0.0 { -mantissa } else { mantissa }, exponent + i64::from(zeros))
}

/// `x` in units of `2^exponent`, of which it must be a multiple.
pub(super) fn fixed(x: f64, exponent: i64) -> IBig {
    let (mantissa, own) = parts(x);
    if mantissa == 0 {
        return IBig::ZERO;
    }
    raised(IBig::from(mantissa), own - exponent)
}

/// `x · 2^by`, for `by` zero or more.
pub(super) fn raised(x: IBig, by: i64) -> IBig {
    if by <= 0 || x.is_zero() { x } else { x << by as usize }
}

pub(super) fn sign(x: &IBig) -> Ordering {
    x.cmp(&IBig::ZERO)
}

pub(super) fn is_nought(v: &Wide) -> bool {
    v.iter().all(IBig::is_zero)
}

pub(super) fn minus(u: &Wide, v: &Wide) -> Wide {
    core::array::from_fn(|i| &u[i] - &v[i])
}

pub(super) fn plus(u: &Wide, v: &Wide) -> Wide {
    core::array::from_fn(|i| &u[i] + &v[i])
}

pub(super) fn negated(v: &Wide) -> Wide {
    core::array::from_fn(|i| -&v[i])
}

pub(super) fn times(v: &Wide, by: &IBig) -> Wide {
    core::array::from_fn(|i| &v[i] * by)
}

pub(super) fn dot(u: &Wide, v: &Wide) -> IBig {
    let mut sum = &u[0] * &v[0];
    for i in 1..3 {
        // Zeros are common, and a product with one is work for nothing.
        if !(u[i].is_zero() || v[i].is_zero()) {
            sum += &u[i] * &v[i];
        }
    }
    sum
}

pub(super) fn cross(u: &Wide, v: &Wide) -> Wide {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &u[j] * &v[k] - &u[k] * &v[j]
    })
}
