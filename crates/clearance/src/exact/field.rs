//! The operations that the solvers ask of a number.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt::{Debug, Display};

use super::Entry;
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

    /// A row of numbers as entries over one common positive denominator.
    fn clear(row: &[&Self]) -> (Vec<Self::Entry>, Self::Entry);
    /// The number `numerator / denominator`, the denominator being positive.
    fn ratio(numerator: &Self::Entry, denominator: &Self::Entry) -> Self;
}

macro_rules! float_field {
    ($float:ty) => {
        impl Field for $float {
            type Entry = $float;
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
            fn clear(row: &[&Self]) -> (Vec<Self>, Self) {
                (row.iter().map(|x| **x).collect(), 1.0)
            }
            fn ratio(numerator: &Self, denominator: &Self) -> Self {
                numerator / denominator
            }
        }
    };
}

float_field!(f32);
float_field!(f64);
