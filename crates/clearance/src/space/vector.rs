//! Points and directions.
//!
//! In browsers it is left to the compiler which of the longer operations to inline: the page is to stay
//! small.

use core::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use super::real;

/// A point or a direction in `D` dimensions.
///
/// ```
/// use clearance::Vector;
/// let v = Vector([3.0, 4.0, 0.0]);
/// assert_eq!(v.norm(), 5.0);
/// assert_eq!(v - Vector([3.0, 0.0, 0.0]), Vector([0.0, 4.0, 0.0]));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[repr(transparent)]
pub struct Vector<const D: usize>(
    #[cfg_attr(feature = "serde", serde(with = "super::serde_array"))] pub [f64; D],
);

impl<const D: usize> Vector<D> {
    /// The origin.
    pub const ZERO: Self = Self([0.0; D]);

    /// The unit vector along axis `i`; the origin if there is no such axis.
    #[inline]
    pub fn axis(i: usize) -> Self {
        Self::from_fn(|k| if k == i { 1.0 } else { 0.0 })
    }

    /// The vector whose i-th coordinate is `f(i)`.
    #[inline(always)]
    pub fn from_fn(mut f: impl FnMut(usize) -> f64) -> Self {
        // `core::array::from_fn` leaves slower code behind.
        let mut coordinates = [0.0; D];
        let mut i = 0;
        while i < D {
            coordinates[i] = f(i);
            i += 1;
        }
        Self(coordinates)
    }

    /// The same vector, read from memory one coordinate after the other.
    ///
    /// What somebody else has just written in pieces, and is read in larger ones, makes the processor
    /// wait until all that came before is done: until the last query is, if there is one after the
    /// other.
    #[inline(always)]
    pub(crate) fn piecewise(&self) -> Self {
        Self::from_fn(|i| core::hint::black_box(self[i]))
    }

    /// Whether each coordinate is zero.
    ///
    /// Their bits are looked at one after the other. What somebody else has just written is not read
    /// two coordinates at a time: see [`piecewise`](Self::piecewise).
    #[inline(always)]
    pub(crate) fn is_zero(&self) -> bool {
        let mut bits = 0;
        for i in 0..D {
            bits |= self[i].to_bits() << 1;
        }
        bits == 0
    }

    /// Applies `f` to each coordinate.
    #[inline(always)]
    pub fn map(self, mut f: impl FnMut(f64) -> f64) -> Self {
        Self::from_fn(|i| f(self[i]))
    }

    /// The product coordinate by coordinate.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub fn scale(self, factors: Self) -> Self {
        Self::from_fn(|i| self[i] * factors[i])
    }

    /// The scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> f64 {
        let mut sum = self[0] * other[0];
        for i in 1..D {
            sum += self[i] * other[i];
        }
        sum
    }

    /// The length.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub fn norm(self) -> f64 {
        real::sqrt(self.norm_squared())
    }

    /// The squared length.
    #[inline(always)]
    pub fn norm_squared(self) -> f64 {
        self.dot(self)
    }

    /// The sum of the coordinates' absolute values; NaN if one is.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn sum_abs(self) -> f64 {
        let mut sum = 0.0;
        for x in self.0 {
            sum += x.abs();
        }
        sum
    }

    /// The largest coordinate, in absolute value.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub fn max_abs(self) -> f64 {
        let mut most = 0.0;
        for x in self.0 {
            most = if x.abs() > most { x.abs() } else { most };
        }
        most
    }

    /// The same direction with length 1; `None` for the zero vector, for one that is not finite,
    /// and for one whose length is not a number that `f64` can hold.
    ///
    /// Safe for lengths from 1e-300 to 1e300: the vector is scaled before it is squared.
    pub fn normalized(self) -> Option<Self> {
        let most = self.max_abs();
        if !(most > 0.0 && most.is_finite() && self.is_finite()) {
            return None;
        }
        let scaled = self / most;
        Some(scaled / scaled.norm())
    }

    /// Whether each coordinate is a finite number.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub fn is_finite(self) -> bool {
        let mut finite = true;
        for x in self.0 {
            finite &= x.is_finite();
        }
        finite
    }

    /// The point `self + t (other − self)`.
    #[inline]
    pub fn lerp(self, other: Self, t: f64) -> Self {
        self + (other - self) * t
    }

    /// The vector product in three dimensions; only for `D = 3`.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn cross3(self, other: Self) -> Self {
        debug_assert!(D == 3);
        let (a, b) = (self.0, other.0);
        // Place by place: a closure over places may be left as a loop of three calls, in the midst of GJK.
        let mut product = [0.0; D];
        product[0] = a[1] * b[2] - a[2] * b[1];
        product[1] = a[2] * b[0] - a[0] * b[2];
        product[2] = a[0] * b[1] - a[1] * b[0];
        Self(product)
    }

    /// The vector turned by a right angle, anticlockwise; only for `D = 2`.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn turned(self) -> Self {
        debug_assert!(D == 2);
        Self::from_fn(|i| if i == 0 { -self[1] } else { self[0] })
    }

    /// A unit vector at right angles to this one (itself of any length but zero).
    pub(crate) fn any_perpendicular(self) -> Option<Self> {
        // Cross with the axis along which we are shortest: the best conditioned choice.
        let mut least = 0;
        for i in 1..D {
            if self[i].abs() < self[least].abs() {
                least = i;
            }
        }
        let n = self.normalized()?;
        (Self::axis(least) - n * n[least]).normalized()
    }
}

impl Vector<3> {
    /// The vector product.
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub fn cross(self, other: Self) -> Self {
        self.cross3(other)
    }
}

impl Vector<2> {
    /// The vector turned by a right angle, anticlockwise.
    #[inline(always)]
    pub fn perpendicular(self) -> Self {
        self.turned()
    }

    /// The signed area of the parallelogram that the two vectors span.
    #[inline(always)]
    pub fn wedge(self, other: Self) -> f64 {
        self[0] * other[1] - self[1] * other[0]
    }
}

impl<const D: usize> Default for Vector<D> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const D: usize> From<[f64; D]> for Vector<D> {
    #[inline]
    fn from(coordinates: [f64; D]) -> Self {
        Self(coordinates)
    }
}

impl<const D: usize> From<Vector<D>> for [f64; D] {
    #[inline]
    fn from(vector: Vector<D>) -> Self {
        vector.0
    }
}

impl<const D: usize> Index<usize> for Vector<D> {
    type Output = f64;
    #[inline(always)]
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

impl<const D: usize> IndexMut<usize> for Vector<D> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0[i]
    }
}

impl<const D: usize> Add for Vector<D> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::from_fn(|i| self[i] + other[i])
    }
}

impl<const D: usize> Sub for Vector<D> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::from_fn(|i| self[i] - other[i])
    }
}

impl<const D: usize> Neg for Vector<D> {
    type Output = Self;
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn neg(self) -> Self {
        Self::from_fn(|i| -self[i])
    }
}

impl<const D: usize> Mul<f64> for Vector<D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        Self::from_fn(|i| self[i] * factor)
    }
}

impl<const D: usize> Mul<Vector<D>> for f64 {
    type Output = Vector<D>;
    #[inline(always)]
    fn mul(self, vector: Vector<D>) -> Vector<D> {
        vector * self
    }
}

impl<const D: usize> Div<f64> for Vector<D> {
    type Output = Self;
    #[cfg_attr(target_arch = "wasm32", inline)]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn div(self, divisor: f64) -> Self {
        Self::from_fn(|i| self[i] / divisor)
    }
}

impl<const D: usize> AddAssign for Vector<D> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const D: usize> SubAssign for Vector<D> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const D: usize> MulAssign<f64> for Vector<D> {
    #[inline(always)]
    fn mul_assign(&mut self, factor: f64) {
        *self = *self * factor;
    }
}
