//! Fractions of integers of any size.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

use dashu_int::ops::{BitTest, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::round::{decimal, ratio_to_f64};
use super::{Field, NumberError, Quadratic};

/// A fraction of two integers of any size, in lowest terms, its denominator positive.
///
/// Every finite `f64` is such a fraction, and [`Rational::to_f64`] gives it back. Division by zero
/// panics, as it does for integers.
///
/// ```
/// use clearance::exact::Rational;
/// let tenth: Rational = "0.1".parse()?;
/// let nearly = Rational::try_from(0.1)?;
/// assert!(nearly > tenth);
/// assert_eq!(nearly.to_f64(), tenth.to_f64());
/// assert_eq!(tenth.to_string(), "1/10");
/// assert_eq!(format!("{nearly:.20}"), "0.10000000000000000555");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rational {
    numerator: IBig,
    denominator: UBig,
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self { numerator: IBig::ZERO, denominator: UBig::ONE };
    /// One.
    pub const ONE: Self = Self { numerator: IBig::ONE, denominator: UBig::ONE };

    /// The fraction `numerator / denominator`.
    pub fn new(
        numerator: impl Into<IBig>,
        denominator: impl Into<IBig>,
    ) -> Result<Self, NumberError> {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        if denominator.is_zero() {
            return Err(NumberError::ZeroDenominator);
        }
        let numerator = if denominator < IBig::ZERO { -numerator } else { numerator };
        Ok(Self::reduced(numerator, denominator.unsigned_abs()))
    }

    /// The integer above the line.
    pub fn numerator(&self) -> &IBig {
        &self.numerator
    }

    /// The integer below the line: positive, with no divisor in common with the numerator.
    pub fn denominator(&self) -> &UBig {
        &self.denominator
    }

    /// The nearest `f64`, ties to even; infinite beyond the largest.
    pub fn to_f64(&self) -> f64 {
        ratio_to_f64(&self.numerator, &self.denominator)
    }

    /// The square root as the nearest `f64`; nothing if the number is negative.
    pub fn sqrt_to_f64(&self) -> Option<f64> {
        Quadratic::root(self).ok().map(|root| root.to_f64())
    }

    /// The number with `digits` decimals, rounded to nearest, ties to even.
    pub fn decimal(&self, digits: usize) -> String {
        decimal(&self.numerator, &self.denominator, digits)
    }

    /// In lowest terms. The denominators of floats are powers of two, whose common divisors are
    /// read off the last bits.
    pub(super) fn reduced(numerator: IBig, denominator: UBig) -> Self {
        if denominator.is_one() {
            return Self { numerator, denominator };
        }
        if numerator.is_zero() {
            return Self::ZERO;
        }
        if let Some(power) = power_of_two(&denominator) {
            let common = numerator.trailing_zeros().unwrap_or(0).min(power);
            return Self { numerator: numerator >> common, denominator: denominator >> common };
        }
        let common = (&denominator).gcd(numerator.clone().unsigned_abs());
        if common.is_one() {
            return Self { numerator, denominator };
        }
        Self {
            numerator: numerator / IBig::from(common.clone()),
            denominator: denominator / common,
        }
    }
}

/// The exponent, if `value` is a power of two.
fn power_of_two(value: &UBig) -> Option<usize> {
    value.trailing_zeros().filter(|zeros| zeros + 1 == value.bit_len())
}

/// The least common multiple.
fn common_multiple(a: UBig, b: &UBig) -> UBig {
    if b.is_one() || a == *b {
        return a;
    }
    match (power_of_two(&a), power_of_two(b)) {
        (Some(k), Some(l)) => {
            if k >= l {
                a
            } else {
                b.clone()
            }
        }
        _ => {
            let common = (&a).gcd(b);
            a * (b / common)
        }
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self { numerator: IBig::from(value), denominator: UBig::ONE }
    }
}

impl From<IBig> for Rational {
    fn from(value: IBig) -> Self {
        Self { numerator: value, denominator: UBig::ONE }
    }
}

impl TryFrom<f64> for Rational {
    type Error = NumberError;

    /// The very number; it has a finite binary expansion.
    fn try_from(value: f64) -> Result<Self, NumberError> {
        if !value.is_finite() {
            return Err(NumberError::NotFinite);
        }
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let field = ((bits >> 52) & 0x7ff) as i32;
        let (mantissa, exponent) =
            if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
        if mantissa == 0 {
            return Ok(Self::ZERO);
        }
        let shift = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> shift, exponent + shift as i32);
        let magnitude = IBig::from(mantissa);
        let numerator = if value < 0.0 { -magnitude } else { magnitude };
        Ok(if exponent >= 0 {
            Self { numerator: numerator << exponent as usize, denominator: UBig::ONE }
        } else {
            Self { numerator, denominator: UBig::ONE << (-exponent) as usize }
        })
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let left = &self.numerator * other.denominator.as_ibig();
        left.cmp(&(&other.numerator * self.denominator.as_ibig()))
    }
}

impl fmt::Display for Rational {
    /// As a fraction; with a precision (`{:.5}`) as a decimal number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.precision() {
            Some(digits) => f.write_str(&self.decimal(digits)),
            None if self.denominator.is_one() => write!(f, "{}", self.numerator),
            None => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl Field for Rational {
    type Entry = IBig;
    type Careful = Self;
    const ROUNDING: f64 = 0.0;

    fn zero() -> Self {
        Self::ZERO
    }
    fn one() -> Self {
        Self::ONE
    }
    fn from_i64(value: i64) -> Self {
        Self::from(value)
    }
    fn from_f64(value: f64) -> Option<Self> {
        Self::try_from(value).ok()
    }
    fn to_f64(&self) -> f64 {
        Self::to_f64(self)
    }
    fn approximate(&self) -> f64 {
        let quotient = self.numerator.to_f64().value() / self.denominator.to_f64().value();
        if quotient.is_finite() { quotient } else { Self::to_f64(self) }
    }
    fn add(&self, other: &Self) -> Self {
        if self.denominator == other.denominator {
            return Self::reduced(&self.numerator + &other.numerator, self.denominator.clone());
        }
        let numerator = &self.numerator * other.denominator.as_ibig()
            + &other.numerator * self.denominator.as_ibig();
        Self::reduced(numerator, &self.denominator * &other.denominator)
    }
    fn sub(&self, other: &Self) -> Self {
        Field::add(self, &Field::neg(other))
    }
    fn mul(&self, other: &Self) -> Self {
        Self::reduced(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }
    fn div(&self, other: &Self) -> Self {
        assert!(!other.numerator.is_zero(), "division of a rational number by zero");
        let numerator = &self.numerator * other.denominator.as_ibig();
        let denominator = &other.numerator * self.denominator.as_ibig();
        let numerator = if denominator < IBig::ZERO { -numerator } else { numerator };
        Self::reduced(numerator, denominator.unsigned_abs())
    }
    fn neg(&self) -> Self {
        Self { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
    fn sign(&self) -> Ordering {
        self.numerator.cmp(&IBig::ZERO)
    }
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
    fn is_noise(&self, _: &Self) -> bool {
        self.numerator.is_zero()
    }
    fn careful(&self) -> Self {
        self.clone()
    }
    fn plain(number: &Self) -> Self {
        number.clone()
    }
    fn clear(row: &[&Self]) -> (Vec<IBig>, IBig) {
        let common = row.iter().fold(UBig::ONE, |m, x| common_multiple(m, &x.denominator));
        let raise = |x: &&Self| {
            if x.denominator == common {
                x.numerator.clone()
            } else {
                &x.numerator * IBig::from(&common / &x.denominator)
            }
        };
        (row.iter().map(raise).collect(), common.into())
    }
    fn ratio(numerator: &IBig, denominator: &IBig) -> Self {
        Self::reduced(numerator.clone(), denominator.clone().unsigned_abs())
    }
}

macro_rules! operators {
    ($number:ty: $($operator:ident $method:ident),*) => {$(
        impl $operator<&$number> for &$number {
            type Output = $number;
            fn $method(self, other: &$number) -> $number {
                Field::$method(self, other)
            }
        }
        impl $operator<$number> for &$number {
            type Output = $number;
            fn $method(self, other: $number) -> $number {
                Field::$method(self, &other)
            }
        }
        impl $operator<&$number> for $number {
            type Output = $number;
            fn $method(self, other: &$number) -> $number {
                Field::$method(&self, other)
            }
        }
        impl $operator for $number {
            type Output = $number;
            fn $method(self, other: $number) -> $number {
                Field::$method(&self, &other)
            }
        }
    )*
        impl Neg for &$number {
            type Output = $number;
            fn neg(self) -> $number {
                Field::neg(self)
            }
        }
        impl Neg for $number {
            type Output = $number;
            fn neg(self) -> $number {
                Field::neg(&self)
            }
        }
    };
}
pub(super) use operators;

operators!(Rational: Add add, Sub sub, Mul mul, Div div);
