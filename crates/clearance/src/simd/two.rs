//! Two numbers with which the same is done at once: their operators, and the same in plain code, for
//! processors of which nobody has written down how they do it.

use core::ops::{Add, Div, Mul, Sub};

#[cfg(target_arch = "x86_64")]
pub(crate) use super::sse2::Two;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use Plain as Two;

/// Two numbers, the first for A and the second for B.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[derive(Clone, Copy)]
pub(crate) struct Plain([f64; 2]);

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Plain {
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

    /// The second of these, after the first of the others.
    #[inline(always)]
    pub(crate) fn after(self, other: Self) -> Self {
        Self([other.0[0], self.0[1]])
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

    /// All bits where these are less than those, and none elsewhere.
    #[inline(always)]
    pub(crate) fn under(self, other: Self) -> Self {
        self.by(other, |a, b| f64::from_bits(if a < b { u64::MAX } else { 0 }))
    }

    /// The bits of those that are among these.
    #[inline(always)]
    pub(crate) fn keeps(self, other: Self) -> Self {
        self.by(other, |a, b| f64::from_bits(a.to_bits() & b.to_bits()))
    }

    /// The bits of those that are not among these.
    #[inline(always)]
    pub(crate) fn clears(self, other: Self) -> Self {
        self.by(other, |a, b| f64::from_bits(!a.to_bits() & b.to_bits()))
    }

    /// The bits of both.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        self.by(other, |a, b| f64::from_bits(a.to_bits() | b.to_bits()))
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        self.by(other, |a, b| a + b)
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        self.by(other, |a, b| a - b)
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        self.by(other, |a, b| a * b)
    }

    #[inline(always)]
    pub(crate) fn over(self, other: Self) -> Self {
        self.by(other, |a, b| a / b)
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        Self(self.0.map(crate::space::real::sqrt))
    }

    /// The one in this place.
    #[inline(always)]
    pub(crate) fn of(&self, side: usize) -> f64 {
        self.0[side % 2]
    }

    #[inline(always)]
    fn by(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }
}

impl Two {
    /// All bits for those of whom it is true, and none for others.
    #[inline(always)]
    pub(crate) fn bits([a, b]: [bool; 2]) -> Self {
        let bits = |is: bool| f64::from_bits(0_u64.wrapping_sub(u64::from(is)));
        Self::new(bits(a), bits(b))
    }

    /// A bit for each that has a sign.
    #[inline(always)]
    pub(crate) fn signs(self) -> u32 {
        let sign = |x: f64| u32::from(x.is_sign_negative());
        sign(self.a()) | sign(self.swapped().a()) << 1
    }

    /// The same number twice.
    #[inline(always)]
    pub(crate) fn same(x: f64) -> Self {
        Self::new(x, x)
    }

    /// Of those with all bits here the first, of those with none the second.
    #[inline(always)]
    pub(crate) fn choose(self, first: Self, second: Self) -> Self {
        self.keeps(first).or(self.clears(second))
    }

    /// The second, twice.
    #[inline(always)]
    pub(crate) fn b_twice(self) -> Self {
        Self::same(self.swapped().a())
    }

    /// The first of these and the second of those.
    #[inline(always)]
    pub(crate) fn beside(self, b: Self) -> Self {
        b.after(self)
    }
}

macro_rules! operators {
    ($($operator:ident $name:ident $does:ident),*) => {$(
        impl $operator for Two {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.$does(other)
            }
        }
    )*};
}
operators!(Add add plus, Sub sub minus, Mul mul times, Div div over);
