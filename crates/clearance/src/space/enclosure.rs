//! Numbers that are known to lie between two floats.
//!
//! Every operation rounds outwards: its result contains whatever the numbers within its operands
//! give. Sums, products, quotients and roots are correctly rounded by the processor, so that the
//! next float in either direction is far enough. Powers come from `libm`, which promises less than
//! one unit in the last place; [`POWER_SLACK`] of them are allowed for.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Matrix, Vector, real};
use crate::accuracy::{self, POWER_SLACK};

/// The smallest of all positive floats.
const TINIEST: f64 = f64::from_bits(1);

/// A number from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Enclosure {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Enclosure {
    pub(crate) const ZERO: Self = Self { low: 0.0, high: 0.0 };
    pub(crate) const ONE: Self = Self { low: 1.0, high: 1.0 };
    /// Any number at all.
    const ANY: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// From results that were rounded to nearest. Without a branch, which takes a unit or two where
    /// the next float would be one.
    #[inline(always)]
    fn around(low: f64, high: f64) -> Self {
        let low = low - (low.abs() * f64::EPSILON + TINIEST);
        let high = high + (high.abs() * f64::EPSILON + TINIEST);
        // NaN, of infinities, fails the comparison.
        if low <= high { Self { low, high } } else { Self::ANY }
    }

    /// Everything that is no further than `error` from a number.
    pub(crate) fn within(value: f64, error: f64) -> Self {
        Self::around(value - error, value + error)
    }

    /// A number near the middle.
    pub(crate) fn middle(self) -> f64 {
        if self.low == self.high { self.low } else { self.low + 0.5 * (self.high - self.low) }
    }

    /// How far from the `middle` a number may be at most.
    pub(crate) fn error(self) -> f64 {
        if self.low == self.high {
            return 0.0;
        }
        let middle = self.middle();
        (self.high - middle).max(middle - self.low).next_up()
    }

    pub(crate) fn abs(self) -> Self {
        let most = self.most();
        let least = if self.low > 0.0 {
            self.low
        } else if self.high < 0.0 {
            -self.high
        } else {
            0.0
        };
        Self { low: least, high: most }
    }

    /// The largest absolute value.
    pub(crate) fn most(self) -> f64 {
        self.high.max(-self.low)
    }

    pub(crate) fn max(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    pub(crate) fn min(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    pub(crate) fn squared(self) -> Self {
        let Self { low, high } = self.abs();
        Self { low: (low * low).next_down().max(0.0), high: (high * high).next_up() }
    }

    /// Of a number that is not negative, whatever the enclosure says.
    pub(crate) fn sqrt(self) -> Self {
        let low = real::sqrt(self.low.max(0.0)).next_down().max(0.0);
        Self { low, high: real::sqrt(self.high.max(0.0)).next_up() }
    }

    /// The power of a number that is not negative, whatever the enclosure says, by a positive
    /// exponent.
    pub(crate) fn pow(self, exponent: impl Into<Self>) -> Self {
        let (base, n) =
            (Self { low: self.low.max(0.0), high: self.high.max(0.0) }, exponent.into());
        if n == Self::ONE {
            return base;
        }
        if n.low == 2.0 && n.high == 2.0 {
            return base.squared();
        }
        if let Some(narrow) = base.narrow_pow(n) {
            return narrow;
        }
        // Powers of numbers below 1 fall with the exponent.
        let least = if base.low < 1.0 { n.high } else { n.low };
        let most = if base.high < 1.0 { n.low } else { n.high };
        let low = real::pow(base.low, least) * (1.0 - POWER_SLACK);
        let high = real::pow(base.high, most) * (1.0 + POWER_SLACK);
        if low <= high {
            // The second step is for numbers so small that they have fewer digits.
            let low = low.next_down().next_down().max(0.0);
            // Zero and one are exact.
            let high = if base.high == 0.0 { 0.0 } else { high.next_up().next_up() };
            return Self { low, high };
        }
        Self { low: 0.0, high: f64::INFINITY }
    }

    /// The same where both are known to many digits: one power, and how it changes at most. With m
    /// and k in the middle, x^n = m^k exp(n log(x/m) + (n − k) log m), and e^ε is within 1.1 ε of 1
    /// for ε up to 0.1.
    fn narrow_pow(self, n: Self) -> Option<Self> {
        let (m, k) = (self.middle(), n.middle());
        let width = self.error() / m;
        // The binary exponent tells the size of the logarithm: it is less than that, and one more.
        let log = ((m.to_bits() >> 52) as f64 - 1023.0).abs() + 1.0;
        let change = 1.1 * (n.high * width * 1.1 + n.error() * log);
        let power = real::pow(m, k);
        if !(change < 0.05
            && width < 0.05
            && power > accuracy::SMALLEST
            && power < accuracy::LARGEST)
        {
            return None;
        }
        let share = change + 2.0 * POWER_SLACK;
        Some(Self { low: power * (1.0 - share), high: power * (1.0 + share) })
    }

    pub(crate) fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}

impl From<f64> for Enclosure {
    #[inline(always)]
    fn from(x: f64) -> Self {
        if x.is_nan() { Self::ANY } else { Self { low: x, high: x } }
    }
}

impl Neg for Enclosure {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

impl<T: Into<Self>> Add<T> for Enclosure {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: T) -> Self {
        let other = other.into();
        // Nothing is rounded where nothing is added.
        if other == Self::ZERO {
            return self;
        }
        if self == Self::ZERO {
            return other;
        }
        Self::around(self.low + other.low, self.high + other.high)
    }
}

impl<T: Into<Self>> Sub<T> for Enclosure {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: T) -> Self {
        self + -other.into()
    }
}

impl<T: Into<Self>> Mul<T> for Enclosure {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: T) -> Self {
        let other = other.into();
        if self == Self::ONE {
            return other;
        }
        if other == Self::ONE {
            return self;
        }
        if self == Self::ZERO && other.is_finite() || other == Self::ZERO && self.is_finite() {
            return Self::ZERO;
        }
        if other.low == other.high {
            let (a, b) = (self.low * other.low, self.high * other.low);
            return if a <= b { Self::around(a, b) } else { Self::around(b, a) };
        }
        let a = [self.low * other.low, self.low * other.high];
        let b = [self.high * other.low, self.high * other.high];
        if a[0].is_nan() || a[1].is_nan() || b[0].is_nan() || b[1].is_nan() {
            return Self::ANY;
        }
        let low = a[0].min(a[1]).min(b[0].min(b[1]));
        let high = a[0].max(a[1]).max(b[0].max(b[1]));
        Self::around(low, high)
    }
}

impl<T: Into<Self>> Div<T> for Enclosure {
    type Output = Self;
    fn div(self, other: T) -> Self {
        let other = other.into();
        if other == Self::ONE {
            return self;
        }
        if !(other.low > 0.0 || other.high < 0.0) {
            return Self::ANY;
        }
        let a = [self.low / other.low, self.low / other.high];
        let b = [self.high / other.low, self.high / other.high];
        if a[0].is_nan() || a[1].is_nan() || b[0].is_nan() || b[1].is_nan() {
            return Self::ANY;
        }
        let low = a[0].min(a[1]).min(b[0].min(b[1]));
        let high = a[0].max(a[1]).max(b[0].max(b[1]));
        Self::around(low, high)
    }
}

/// A vector of such numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Enclosures<const D: usize>(pub(crate) [Enclosure; D]);

impl<const D: usize> Enclosures<D> {
    /// By hand, as some others here: what arrays offer for it is not always inlined.
    #[inline(always)]
    pub(crate) fn from_fn(mut f: impl FnMut(usize) -> Enclosure) -> Self {
        let mut all = [Enclosure::ZERO; D];
        for i in 0..D {
            all[i] = f(i);
        }
        Self(all)
    }

    /// The sums are rounded outwards once: D products and as many sums, each off by half a unit of
    /// no more than all of them together.
    pub(crate) fn dot(&self, other: impl Into<Self>) -> Enclosure {
        let other = other.into();
        let (mut low, mut high, mut size, mut sound) = (0.0, 0.0, 0.0, 0.0);
        for i in 0..D {
            let (a, b) = (self.0[i], other.0[i]);
            let p = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
            let least = smaller(smaller(p[0], p[1]), smaller(p[2], p[3]));
            let most = -smaller(smaller(-p[0], -p[1]), smaller(-p[2], -p[3]));
            low += least;
            high += most;
            size -= smaller(least, -most);
            // NaN stays NaN.
            sound += (p[0] + p[1]) + (p[2] + p[3]);
        }
        let lost = size * ((D + 1) as f64 * f64::EPSILON) + (D + 1) as f64 * TINIEST;
        let (low, high) = (low - lost, high + lost);
        if low <= high && !sound.is_nan() { Enclosure { low, high } } else { Enclosure::ANY }
    }

    pub(crate) fn plus(&self, other: impl Into<Self>) -> Self {
        let other = other.into();
        Self::from_fn(|i| self.0[i] + other.0[i])
    }

    pub(crate) fn minus(&self, other: impl Into<Self>) -> Self {
        let other = other.into();
        Self::from_fn(|i| self.0[i] - other.0[i])
    }

    pub(crate) fn times(&self, factor: impl Into<Enclosure>) -> Self {
        let factor = factor.into();
        Self::from_fn(|i| self.0[i] * factor)
    }

    pub(crate) fn norm(&self) -> Enclosure {
        let mut sum = Enclosure::ZERO;
        for x in &self.0 {
            sum = sum + x.squared();
        }
        sum.sqrt()
    }

    /// The sum of the absolute values, at most.
    pub(crate) fn sum_most(&self) -> f64 {
        let mut sum = Enclosure::ZERO;
        for x in &self.0 {
            sum = sum + x.abs();
        }
        sum.high
    }

    /// The largest absolute value of a coordinate.
    pub(crate) fn most(&self) -> f64 {
        let mut most = 0.0_f64;
        for x in &self.0 {
            most = most.max(x.most());
        }
        most
    }

    pub(crate) fn middle(&self) -> Vector<D> {
        Vector::from_fn(|i| self.0[i].middle())
    }

    /// How far each coordinate may be from the `middle`.
    pub(crate) fn errors(&self) -> Vector<D> {
        Vector::from_fn(|i| self.0[i].error())
    }
}

impl<const D: usize> From<Vector<D>> for Enclosures<D> {
    #[inline(always)]
    fn from(v: Vector<D>) -> Self {
        Self::from_fn(|i| Enclosure::from(v[i]))
    }
}

/// The smaller of two numbers, in one instruction.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// M v.
pub(crate) fn product<const D: usize>(m: &Matrix<D>, v: impl Into<Enclosures<D>>) -> Enclosures<D> {
    let v = v.into();
    Enclosures::from_fn(|i| v.dot(m[i]))
}

/// Mᵀ v.
pub(crate) fn transposed<const D: usize>(
    m: &Matrix<D>,
    v: impl Into<Enclosures<D>>,
) -> Enclosures<D> {
    let v = v.into();
    Enclosures::from_fn(|i| v.dot(Vector::<D>::from_fn(|j| m[j][i])))
}
