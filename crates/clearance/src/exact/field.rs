//! The operations that the solvers ask of a number.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt::{Debug, Display};

use super::{Entry, Traced};
use crate::accuracy::RANK_NOISE;

/// A number that can be added, multiplied, divided and compared: `f32`, `f64` and, with the
/// feature `exact`, `Rational` and `Quadratic`.
///
/// The methods take references and return values, so that numbers of any size are not copied
/// in vain.
///
/// ```
/// use clearance::exact::Field;
/// fn middle<F: Field>(a: &F, b: &F) -> F {
///     a.add(b).div(&F::from_i64(2))
/// }
/// assert_eq!(middle(&1.0, &2.0), 1.5);
/// # #[cfg(feature = "exact")]
/// assert_eq!(middle(&clearance::exact::Rational::from(1), &2.into()).to_string(), "3/2");
/// ```
pub trait Field: Clone + PartialEq + PartialOrd + Debug + Display {
    /// What a table of these numbers is filled with while it is pivoted.
    type Entry: Entry;
    /// The same numbers with their rounding errors; exact numbers have none, and are their own.
    type Careful: Field<Entry = Self::Entry>;
    /// The relative size of a rounding error; zero if no operation rounds.
    const ROUNDING: f64;
    /// True if no operation rounds.
    const EXACT: bool = Self::ROUNDING == 0.0;

    /// Zero.
    fn zero() -> Self;
    /// One.
    fn one() -> Self;
    /// An integer; `f32` and `f64` round large ones.
    fn from_i64(value: i64) -> Self;
    /// A number; nothing if it is infinite or not a number. `f32` rounds.
    fn from_f64(value: f64) -> Option<Self>;
    /// The nearest `f64`, ties to even.
    fn to_f64(&self) -> f64;
    /// A float near it, quickly: for guesses that will be confirmed.
    fn approximate(&self) -> f64 {
        self.to_f64()
    }
    /// `self + other`
    fn add(&self, other: &Self) -> Self;
    /// `self − other`
    fn sub(&self, other: &Self) -> Self;
    /// `self · other`
    fn mul(&self, other: &Self) -> Self;
    /// `self / other`. Floats divide by zero as floats do; exact numbers panic, as integers do.
    fn div(&self, other: &Self) -> Self;
    /// `−self`
    fn neg(&self) -> Self;
    /// Less for negative numbers, Equal for zero, Greater for positive numbers.
    fn sign(&self) -> Ordering;
    /// How `self` compares with `other`.
    fn order(&self, other: &Self) -> Ordering {
        self.sub(other).sign()
    }
    /// The absolute value.
    fn abs(&self) -> Self {
        if self.sign() == Ordering::Less { self.neg() } else { self.clone() }
    }
    /// True if it is zero.
    fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }
    /// True unless it is infinite or not a number.
    fn is_finite(&self) -> bool {
        true
    }
    /// True if it cannot be told from zero, having been computed from numbers of size `scale`.
    /// For exact numbers: if it is zero.
    fn is_noise(&self, scale: &Self) -> bool;
    /// True if the two may be added and multiplied: always, but for quadratic numbers with
    /// different radicands.
    fn is_compatible(&self, _other: &Self) -> bool {
        true
    }
    /// True for a quadratic number that is not rational.
    fn has_root(&self) -> bool {
        false
    }

    /// The number, with no error so far.
    fn careful(&self) -> Self::Careful;
    /// The number without its error.
    fn plain(number: &Self::Careful) -> Self;
    /// A row of numbers as entries over one common positive denominator.
    fn clear(row: &[&Self]) -> (Vec<Self::Entry>, Self::Entry);
    /// The number `numerator / denominator`, the denominator being positive.
    fn ratio(numerator: &Self::Entry, denominator: &Self::Entry) -> Self;
}

macro_rules! float_field {
    ($float:ty) => {
        impl Field for $float {
            type Entry = Traced<$float>;
            type Careful = Traced<$float>;
            const ROUNDING: f64 = <$float>::EPSILON as f64;

            #[inline]
            fn zero() -> Self {
                0.0
            }
            #[inline]
            fn one() -> Self {
                1.0
            }
            fn from_i64(value: i64) -> Self {
                value as $float
            }
            fn from_f64(value: f64) -> Option<Self> {
                let value = value as $float;
                value.is_finite().then_some(value)
            }
            fn to_f64(&self) -> f64 {
                f64::from(*self)
            }
            #[inline]
            fn add(&self, other: &Self) -> Self {
                self + other
            }
            #[inline]
            fn sub(&self, other: &Self) -> Self {
                self - other
            }
            #[inline]
            fn mul(&self, other: &Self) -> Self {
                self * other
            }
            #[inline]
            fn div(&self, other: &Self) -> Self {
                self / other
            }
            #[inline]
            fn neg(&self) -> Self {
                -self
            }
            #[inline]
            fn sign(&self) -> Ordering {
                self.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
            }
            #[inline]
            fn order(&self, other: &Self) -> Ordering {
                self.partial_cmp(other).unwrap_or(Ordering::Equal)
            }
            fn is_finite(&self) -> bool {
                <$float>::is_finite(*self)
            }
            #[inline]
            fn is_noise(&self, scale: &Self) -> bool {
                <$float>::abs(*self)
                    <= RANK_NOISE as $float * <$float>::EPSILON * <$float>::abs(*scale)
            }
            #[inline]
            fn careful(&self) -> Traced<$float> {
                Traced::<$float>::given(*self)
            }
            #[inline]
            fn plain(number: &Traced<$float>) -> Self {
                number.value
            }
            fn clear(row: &[&Self]) -> (Vec<Self::Entry>, Self::Entry) {
                (
                    row.iter().map(|x| Traced::<$float>::given(**x)).collect(),
                    Traced::<$float>::given(1.0),
                )
            }
            fn ratio(numerator: &Self::Entry, denominator: &Self::Entry) -> Self {
                numerator.value / denominator.value
            }
        }

        impl Field for Traced<$float> {
            type Entry = Self;
            type Careful = Self;
            const ROUNDING: f64 = <$float>::EPSILON as f64;

            fn zero() -> Self {
                Self::given(0.0)
            }
            fn one() -> Self {
                Self::given(1.0)
            }
            fn from_i64(value: i64) -> Self {
                Self::given(value as $float)
            }
            fn from_f64(value: f64) -> Option<Self> {
                <$float>::from_f64(value).map(Self::given)
            }
            fn to_f64(&self) -> f64 {
                f64::from(self.value)
            }
            #[inline]
            fn add(&self, other: &Self) -> Self {
                self.plus(other)
            }
            #[inline]
            fn sub(&self, other: &Self) -> Self {
                Self::settled(self.value - other.value, self.error + other.error)
            }
            #[inline]
            fn mul(&self, other: &Self) -> Self {
                self.times(other)
            }
            #[inline]
            fn div(&self, other: &Self) -> Self {
                self.over(other)
            }
            #[inline]
            fn neg(&self) -> Self {
                self.negated()
            }
            #[inline]
            fn sign(&self) -> Ordering {
                Entry::sign(self)
            }
            fn is_finite(&self) -> bool {
                self.value.is_finite()
            }
            /// Errors are known here: what is smaller than its error has become zero already.
            fn is_noise(&self, _: &Self) -> bool {
                self.value == 0.0
            }
            fn careful(&self) -> Self {
                *self
            }
            fn plain(number: &Self) -> Self {
                *number
            }
            fn clear(row: &[&Self]) -> (Vec<Self>, Self) {
                (row.iter().map(|x| **x).collect(), Self::given(1.0))
            }
            fn ratio(numerator: &Self, denominator: &Self) -> Self {
                numerator.over(denominator)
            }
        }
    };
}

float_field!(f32);
float_field!(f64);
