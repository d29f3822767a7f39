//! What a table is filled with while it is pivoted.

use core::cmp::Ordering;
use core::fmt::{self, Debug};

/// An entry of a table that is being pivoted.
///
/// Fractions are slow: each sum is followed by a search for a common divisor. A table of integers
/// over one denominator a row stays a table of integers under pivoting, if each new entry is
/// divided by the denominator before it: the entries are then determinants of parts of the first
/// table (Bareiss, Edmonds), and the division leaves no remainder. So a solver's numbers are
/// [`Field`](super::Field), its table holds entries: integers for rationals, `a + b√d` with
/// integers `a` and `b` for quadratic numbers, and for floats the numbers
/// themselves with their rounding errors ([`Traced`]), which divide each pivot row by its pivot
/// instead.
pub trait Entry: Clone + Debug {
    /// Zero.
    fn zero() -> Self;
    /// One.
    fn one() -> Self;
    /// Less for negative, Equal for zero.
    fn sign(&self) -> Ordering;
    /// `−self`
    fn negated(&self) -> Self;
    /// `self + other`
    fn plus(&self, other: &Self) -> Self;
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

/// A float and a bound on what rounding has done to it since the table was filled.
///
/// A table needs signs, and the sign of a number smaller than its error is a matter of chance: it
/// counts as zero. Small numbers that were given, on the other hand, have no error and keep their
/// signs, which no tolerance could tell.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Traced<T> {
    /// The number.
    pub value: T,
    /// How far it may be from the number without rounding, to first order.
    pub error: T,
}

impl<T: fmt::Display> fmt::Display for Traced<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

macro_rules! float_entry {
    ($float:ty) => {
        impl Traced<$float> {
            /// A number that was given.
            #[inline]
            pub fn given(value: $float) -> Self {
                Self { value, error: 0.0 }
            }

            /// Zero, if it cannot be told from zero.
            #[inline]
            pub(super) fn settled(value: $float, error: $float) -> Self {
                let error = error + value.abs() * <$float>::EPSILON;
                Self { value: if value.abs() <= error { 0.0 } else { value }, error }
            }
        }

        impl Entry for Traced<$float> {
            fn zero() -> Self {
                Self::given(0.0)
            }
            fn one() -> Self {
                Self::given(1.0)
            }
            #[inline]
            fn sign(&self) -> Ordering {
                self.value.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
            }
            #[inline]
            fn negated(&self) -> Self {
                Self { value: -self.value, error: self.error }
            }
            #[inline]
            fn plus(&self, other: &Self) -> Self {
                Self::settled(self.value + other.value, self.error + other.error)
            }
            #[inline]
            fn times(&self, other: &Self) -> Self {
                let error = self.value.abs() * other.error + other.value.abs() * self.error;
                Self::settled(self.value * other.value, error)
            }
            #[inline]
            fn over(&self, other: &Self) -> Self {
                let quotient = self.value / other.value;
                let error = (self.error + quotient.abs() * other.error) / other.value.abs();
                Self::settled(quotient, error)
            }
            // Every denominator is one here.
            #[inline]
            fn cross([a, p]: [&Self; 2], [b, c]: [&Self; 2], _: &Self) -> Self {
                let (first, second) = (a.times(p), b.times(c));
                Self::settled(first.value - second.value, first.error + second.error)
            }
            // Ties are ties in spite of rounding, so that they are decided by rule.
            #[inline]
            fn compare(first: [&Self; 2], second: [&Self; 2]) -> Ordering {
                Entry::sign(&Self::cross(first, second, &Self::given(1.0)))
            }
            #[inline]
            fn divisor(&self) -> Option<Self> {
                Some(Self { value: self.value.abs(), error: self.error })
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
    fn plus(&self, other: &Self) -> Self {
        self + other
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
