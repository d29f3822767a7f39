//! Numbers of twice the precision: the unevaluated sum of two doubles (about 32 digits).
//!
//! Only for cold paths. No fused multiply-add, so that the bits are the same everywhere.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::Vector;

/// The number `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Twofold {
    pub(crate) high: f64,
    pub(crate) low: f64,
}

impl Twofold {
    pub(crate) const ZERO: Self = Self { high: 0.0, low: 0.0 };

    /// The sum, and what rounding took from it (Knuth).
    #[inline]
    fn two_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let b_part = high - a;
        let low = (a - (high - b_part)) + (b - b_part);
        Self { high, low }
    }

    /// The same where |a| ≥ |b| (Dekker).
    #[inline]
    fn quick_two_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        Self { high, low: b - (high - a) }
    }

    /// The product, and what rounding took from it (Dekker, by splitting each factor in two
    /// halves of 26 bits).
    #[inline]
    pub(crate) fn product(a: f64, b: f64) -> Self {
        let split = |x: f64| {
            let c = 134_217_729.0 * x;
            let high = c - (c - x);
            (high, x - high)
        };
        let high = a * b;
        let ((ah, al), (bh, bl)) = (split(a), split(b));
        let low = ((ah * bh - high) + ah * bl + al * bh) + al * bl;
        Self { high, low }
    }

    /// The exact difference of two doubles.
    #[inline]
    pub(crate) fn difference(a: f64, b: f64) -> Self {
        Self::two_sum(a, -b)
    }

    #[inline]
    pub(crate) fn value(self) -> f64 {
        self.high + self.low
    }

    #[inline]
    pub(crate) fn is_negative(self) -> bool {
        self.high < 0.0
    }

    #[inline]
    pub(crate) fn is_less_than(self, other: Self) -> bool {
        self.high < other.high || (self.high == other.high && self.low < other.low)
    }
}

impl From<f64> for Twofold {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Twofold {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let sum = Self::two_sum(self.high, other.high);
        let rest = Self::two_sum(self.low, other.low);
        let sum = Self::quick_two_sum(sum.high, sum.low + rest.high);
        Self::quick_two_sum(sum.high, sum.low + rest.low)
    }
}

impl Neg for Twofold {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for Twofold {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Twofold {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.high, other.high);
        let low = product.low + (self.high * other.low + self.low * other.high);
        Self::quick_two_sum(product.high, low)
    }
}

impl Div for Twofold {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        // Long division with three digits of 53 bits.
        let first = self.high / other.high;
        let rest = self - other * Self::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Self::from(second);
        let third = rest.high / other.high;
        Self::quick_two_sum(first, second) + Self::from(third)
    }
}

/// A vector of such numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwofoldVector<const D: usize>(pub(crate) [Twofold; D]);

impl<const D: usize> TwofoldVector<D> {
    pub(crate) fn exact(v: Vector<D>) -> Self {
        Self(v.0.map(Twofold::from))
    }

    pub(crate) fn difference(a: Vector<D>, b: Vector<D>) -> Self {
        Self(core::array::from_fn(|i| Twofold::difference(a[i], b[i])))
    }

    pub(crate) fn dot(&self, other: &Self) -> Twofold {
        let mut sum = Twofold::ZERO;
        for i in 0..D {
            sum = sum + self.0[i] * other.0[i];
        }
        sum
    }

    /// self + factor · other
    pub(crate) fn plus(&self, factor: Twofold, other: &Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] + factor * other.0[i]))
    }

    pub(crate) fn value(&self) -> Vector<D> {
        Vector(self.0.map(Twofold::value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_times_three_is_one_to_thirty_digits() {
        let third = Twofold::from(1.0) / Twofold::from(3.0);
        let error = third * Twofold::from(3.0) - Twofold::from(1.0);
        assert!(error.value().abs() < 1e-31);
    }

    #[test]
    fn products_and_differences_are_exact() {
        let x = 1.0 + f64::EPSILON;
        let square = Twofold::product(x, x);
        assert_eq!(square.high, 1.0 + 2.0 * f64::EPSILON);
        assert_eq!(square.low, f64::EPSILON * f64::EPSILON);
        let d = Twofold::difference(1e16, 1.0 + f64::EPSILON);
        assert_eq!(d.high, 1e16 - 2.0);
        assert_eq!(d.low, 1.0 - f64::EPSILON);
    }
}
