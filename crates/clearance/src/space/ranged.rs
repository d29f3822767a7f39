//! Floats with a bound on their error that holds in spite of rounding.

use core::ops::{Add, Mul, Sub};

use super::real;
use crate::accuracy::{OUTWARD, ROUNDING};

/// A number that is no further than `error` from `value`.
///
/// An operation on floats is off by at most half a unit of rounding of its result, or by the
/// smallest float. Each bound is computed with a whole unit, then raised by the rounding of the
/// few operations that made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ranged {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Ranged {
    pub(crate) const ZERO: Self = Self { value: 0.0, error: 0.0 };

    /// This very number.
    #[inline(always)]
    pub(crate) fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// What an operation returned whose operands were off by so much that it is off by `error`.
    #[inline(always)]
    pub(crate) fn computed(value: f64, error: f64) -> Self {
        let error = (error + value.abs() * ROUNDING) * OUTWARD + f64::MIN_POSITIVE;
        Self { value, error }
    }

    /// The same, off by `more`.
    #[inline(always)]
    pub(crate) fn widened(self, more: f64) -> Self {
        Self { value: self.value, error: (self.error + more) * OUTWARD }
    }

    /// The number is not less than this.
    #[inline(always)]
    pub(crate) fn low(self) -> f64 {
        (self.value - self.error).next_down()
    }

    /// The number is not more than this.
    #[inline(always)]
    pub(crate) fn high(self) -> f64 {
        (self.value + self.error).next_up()
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Self { value: self.value.abs(), error: self.error }
    }

    #[inline(always)]
    pub(crate) fn negated(self) -> Self {
        Self { value: -self.value, error: self.error }
    }

    /// The larger of two.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        let value = if other.value > self.value { other.value } else { self.value };
        let error = if other.error > self.error { other.error } else { self.error };
        Self { value, error }
    }

    /// The quotient by a number that is certainly positive.
    #[inline(always)]
    pub(crate) fn over(self, divisor: Self) -> Self {
        let value = self.value / divisor.value;
        // a/b − a'/b' = (a − a')/b' + a (b' − b)/(b b'), and b' is at least b less its error.
        let least = divisor.low();
        Self::computed(value, (self.error + value.abs() * divisor.error) / least)
    }

    #[inline(always)]
    pub(crate) fn dot<const D: usize>(u: &[Self; D], v: &[Self; D]) -> Self {
        let mut sum = u[0] * v[0];
        for i in 1..D {
            sum = sum + u[i] * v[i];
        }
        sum
    }

    /// The length of a vector is not more than this.
    #[inline(always)]
    pub(crate) fn length_at_most<const D: usize>(v: &[Self; D]) -> f64 {
        real::sqrt(Self::dot(v, v).high()).next_up()
    }
}

impl Add for Ranged {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::computed(self.value + other.value, self.error + other.error)
    }
}

impl Sub for Ranged {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::computed(self.value - other.value, self.error + other.error)
    }
}

impl Mul for Ranged {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let error = self.value.abs() * other.error
            + other.value.abs() * self.error
            + self.error * other.error;
        Self::computed(self.value * other.value, error)
    }
}
