//! Two numbers with which the same is done at once: in plain code, for processors of which nobody
//! has written down how they do it.

use core::ops::{Add, Div, Mul, Sub};

/// Two numbers, the first for A and the second for B.
#[derive(Clone, Copy)]
pub(crate) struct Two([f64; 2]);

impl Two {
    /// These two.
    #[inline(always)]
    pub(crate) fn new(a: f64, b: f64) -> Self {
        Self([a, b])
    }

    /// The first of them.
    #[inline(always)]
    pub(crate) fn a(self) -> f64 {
        self.0[0]
    }

    /// The second first.
    #[inline(always)]
    pub(crate) fn swapped(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// The first of these and the second of those.
    #[inline(always)]
    pub(crate) fn beside(self, b: Self) -> Self {
        Self([self.0[0], b.0[1]])
    }

    /// The smaller one each time; if that is no comparison, the other's.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        self.by(other, |a, b| if a < b { a } else { b })
    }

    /// The larger one each time; if that is no comparison, the other's.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        self.by(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn by(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }
}

impl Add for Two {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.by(other, |a, b| a + b)
    }
}

impl Sub for Two {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.by(other, |a, b| a - b)
    }
}

impl Mul for Two {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.by(other, |a, b| a * b)
    }
}

impl Div for Two {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.by(other, |a, b| a / b)
    }
}
