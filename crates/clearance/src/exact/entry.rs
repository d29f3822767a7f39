//! What a table is filled with while it is pivoted.

use core::cmp::Ordering;
use core::fmt::Debug;

use crate::accuracy::PIVOT_NOISE;

/// An entry of a table that is being pivoted.
///
/// Fractions are slow: each sum is followed by a search for a common divisor. A table of integers
/// over one denominator a row stays a table of integers under pivoting, if each new entry is
/// divided by the denominator before it: the entries are then determinants of parts of the first
/// table (Bareiss, Edmonds), and the division leaves no remainder. So a solver's numbers are
/// [`Field`](super::Field), its table holds entries: integers for rationals, `a + b√d` with
/// integers `a` and `b` for quadratic numbers, and the numbers themselves for floats, which
/// divide each pivot row by its pivot instead.
pub trait Entry: Clone + Debug {
    /// Zero.
    fn zero() -> Self;
    /// One.
    fn one() -> Self;
    /// Less for negative, Equal for zero.
    fn sign(&self) -> Ordering;
    /// `−self`
    fn negated(&self) -> Self;
    /// `self · other`
    fn times(&self, other: &Self) -> Self;
    /// `self / other`, where no remainder is left.
    fn over(&self, other: &Self) -> Self;
    /// `(a·p − b·c) / d`, where no remainder is left, the arguments in pairs `[a, p]`, `[b, c]`.
    fn cross(first: [&Self; 2], second: [&Self; 2], d: &Self) -> Self;
    /// How `a·b` compares with `c·d`.
    fn compare(first: [&Self; 2], second: [&Self; 2]) -> Ordering;
    /// What to divide a pivot row by, its pivot being `self`; nothing if the table stays integral.
    fn divisor(&self) -> Option<Self>;
}

macro_rules! float_entry {
    ($float:ty) => {
        impl Entry for $float {
            fn zero() -> Self {
                0.0
            }
            fn one() -> Self {
                1.0
            }
            fn sign(&self) -> Ordering {
                self.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
            }
            fn negated(&self) -> Self {
                -self
            }
            fn times(&self, other: &Self) -> Self {
                self * other
            }
            fn over(&self, other: &Self) -> Self {
                self / other
            }
            // Every denominator is one here. A difference that is lost in the rounding of its
            // two products is taken to be zero: its sign would be a matter of chance.
            fn cross([a, p]: [&Self; 2], [b, c]: [&Self; 2], _: &Self) -> Self {
                let (first, second) = (a * p, b * c);
                let difference = first - second;
                let noise = PIVOT_NOISE as $float * <$float>::EPSILON;
                if difference.abs() <= noise * (first.abs() + second.abs()) {
                    0.0
                } else {
                    difference
                }
            }
            fn compare([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Ordering {
                (a * b).partial_cmp(&(c * d)).unwrap_or(Ordering::Equal)
            }
            fn divisor(&self) -> Option<Self> {
                Some(self.abs())
            }
        }
    };
}

float_entry!(f32);
float_entry!(f64);

#[cfg(feature = "exact")]
impl Entry for dashu_int::IBig {
    fn zero() -> Self {
        Self::ZERO
    }
    fn one() -> Self {
        Self::ONE
    }
    fn sign(&self) -> Ordering {
        self.cmp(&Self::ZERO)
    }
    fn negated(&self) -> Self {
        -self
    }
    fn times(&self, other: &Self) -> Self {
        if self.is_one() {
            return other.clone();
        }
        self * other
    }
    fn over(&self, other: &Self) -> Self {
        if other.is_one() {
            return self.clone();
        }
        self / other
    }
    fn cross([a, p]: [&Self; 2], [b, c]: [&Self; 2], d: &Self) -> Self {
        let difference = match (a.is_zero(), b.is_zero() || c.is_zero()) {
            (true, true) => return Self::ZERO,
            (true, false) => -(b * c),
            (false, true) => a * p,
            (false, false) => a * p - b * c,
        };
        if d.is_one() { difference } else { difference / d }
    }
    fn compare([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Ordering {
        (a * b).cmp(&(c * d))
    }
    fn divisor(&self) -> Option<Self> {
        None
    }
}
