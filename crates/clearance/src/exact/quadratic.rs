//! Numbers `a + b·√d`.

use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::fmt;

use dashu_int::ops::{SquareRoot, SquareRootRem, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::round::{decimal, ratio_to_f64};
use super::{Field, NumberError, Rational};

/// Squares of these are taken out of a root, so that √12 reads 2·√3.
const SMALL_PRIMES: [u32; 25] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
];

/// A number `a + b·√d` with rational `a`, `b` and `d ≥ 0`.
///
/// The sums, products and quotients of such numbers with one `d` are again such numbers: a field,
/// in which a vector can be divided by its length. Comparison is exact: it squares instead of
/// taking roots. Numbers whose `d` differ by the square of a fraction work together; others can be
/// compared, but adding or multiplying them panics, since the result is no such number.
///
/// ```
/// use clearance::exact::{Quadratic, Rational};
/// let golden = Quadratic::new(Rational::new(1, 2)?, Rational::new(1, 2)?, 5.into())?;
/// assert_eq!(&golden * &golden, &golden + Quadratic::from(1));
/// assert_eq!(golden.to_string(), "1/2 + 1/2·√5");
/// assert_eq!(Quadratic::root(&12.into())?.to_string(), "2·√3");
/// assert_eq!(Quadratic::root(&Rational::new(9, 4)?)?, Rational::new(3, 2)?.into());
/// # Ok::<(), clearance::exact::NumberError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quadratic {
    pub(super) a: Rational,
    pub(super) b: Rational,
    /// The integer under the root, no square; there if, and only if, `b` is not zero.
    pub(super) radicand: Option<Arc<UBig>>,
}

impl Quadratic {
    /// The number `a + b·√d`.
    pub fn new(a: Rational, b: Rational, d: Rational) -> Result<Self, NumberError> {
        let (factor, radicand) = simplified_root(&d)?;
        let b = b * factor;
        Ok(match radicand {
            None => Self::from(a + b),
            Some(radicand) => Self::assembled(a, b, Some(&Arc::new(radicand))),
        })
    }

    /// The square root of `d`.
    pub fn root(d: &Rational) -> Result<Self, NumberError> {
        Self::new(Rational::ZERO, Rational::ONE, d.clone())
    }

    /// The part without a root: `a` of `a + b·√d`.
    pub fn rational_part(&self) -> &Rational {
        &self.a
    }

    /// The factor of the root: `b` of `a + b·√d`, in which `d` is [`Quadratic::radicand`].
    pub fn root_part(&self) -> &Rational {
        &self.b
    }

    /// The integer under the root, without the squares of small primes; one if there is no root.
    pub fn radicand(&self) -> UBig {
        self.radicand.as_deref().cloned().unwrap_or(UBig::ONE)
    }

    /// The number, if it is rational.
    pub fn to_rational(&self) -> Option<Rational> {
        self.radicand.is_none().then(|| self.a.clone())
    }

    /// The nearest `f64`.
    pub fn to_f64(&self) -> f64 {
        self.refine(ratio_to_f64)
    }

    /// The number with `digits` decimals, rounded to nearest.
    pub fn decimal(&self, digits: usize) -> String {
        self.refine(|numerator, denominator| decimal(numerator, denominator, digits))
    }

    /// With a new radicand if the factor of the root is zero.
    pub(super) fn assembled(a: Rational, b: Rational, radicand: Option<&Arc<UBig>>) -> Self {
        let radicand = if b.is_zero() { None } else { radicand.cloned() };
        Self { a, b, radicand }
    }

    /// The factor of the other number's root, written with this number's radicand, and that
    /// radicand. Nothing if the two roots have nothing to do with each other.
    pub(super) fn aligned<'a>(
        &'a self,
        other: &'a Self,
    ) -> Option<(Rational, Option<&'a Arc<UBig>>)> {
        match (&self.radicand, &other.radicand) {
            (Some(mine), Some(theirs)) if mine != theirs => {
                let root = exact_root(&(mine.as_ref() * theirs.as_ref()))?;
                let ratio = Rational::reduced(root.into(), mine.as_ref().clone());
                Some((&other.b * ratio, Some(mine)))
            }
            (Some(mine), _) => Some((other.b.clone(), Some(mine))),
            (None, theirs) => Some((other.b.clone(), theirs.as_ref())),
        }
    }

    /// What `f` makes of the number, where `f` maps fractions to a set of isolated values: the
    /// number is enclosed in ever smaller intervals until both ends agree. They do in the end,
    /// because an irrational number lies on no border between two values.
    fn refine<T: PartialEq>(&self, f: impl Fn(&IBig, &UBig) -> T) -> T {
        let mut bits = 64;
        loop {
            let [low, high] = self.enclosure(bits);
            let value = f(low.numerator(), low.denominator());
            if self.radicand.is_none() || value == f(high.numerator(), high.denominator()) {
                return value;
            }
            bits *= 2;
        }
    }

    /// Two fractions between which the number lies; `bits` more bits make them that much closer.
    pub(super) fn enclosure(&self, bits: usize) -> [Rational; 2] {
        let Some(radicand) = &self.radicand else {
            return [self.a.clone(), self.a.clone()];
        };
        // (p + r√n)/s, all integers; the root is taken of r²n·4^bits.
        let p = (self.a.numerator() * self.b.denominator().as_ibig()) << bits;
        let r = self.b.numerator() * self.a.denominator().as_ibig();
        let s = (self.a.denominator() * self.b.denominator()) << bits;
        let magnitude = r.clone().unsigned_abs();
        let under = (&magnitude * &magnitude * radicand.as_ref()) << (2 * bits);
        let floor = IBig::from(under.sqrt());
        let (low, high) = if r < IBig::ZERO {
            (&p - &floor - IBig::ONE, p - floor)
        } else {
            (&p + &floor, p + floor + IBig::ONE)
        };
        [Rational::reduced(low, s.clone()), Rational::reduced(high, s)]
    }
}

/// `√d` as a fraction times the root of an integer that is no square; of nothing if `d` is a square.
fn simplified_root(d: &Rational) -> Result<(Rational, Option<UBig>), NumberError> {
    let Some(numerator) = d.numerator().as_ubig() else {
        return Err(NumberError::NegativeRadicand);
    };
    // √(p/q) = √p / √q if q is a square, and √(pq) / q otherwise.
    let (mut below, mut under) = match exact_root(d.denominator()) {
        Some(root) => (root, numerator.clone()),
        None => (d.denominator().clone(), numerator * d.denominator()),
    };
    if let Some(root) = exact_root(&under) {
        return Ok((Rational::reduced(root.into(), below), None));
    }
    let mut outside = UBig::ONE;
    for prime in SMALL_PRIMES {
        let square = UBig::from(prime * prime);
        while under.is_multiple_of(&square) {
            under /= &square;
            outside *= UBig::from(prime);
        }
    }
    let factor = Rational::reduced(outside.into(), core::mem::take(&mut below));
    Ok((factor, Some(under)))
}

/// The root, if `value` is a square.
fn exact_root(value: &UBig) -> Option<UBig> {
    let (root, rest) = value.sqrt_rem();
    rest.is_zero().then_some(root)
}

impl From<Rational> for Quadratic {
    fn from(a: Rational) -> Self {
        Self { a, b: Rational::ZERO, radicand: None }
    }
}

impl From<i64> for Quadratic {
    fn from(value: i64) -> Self {
        Self::from(Rational::from(value))
    }
}

impl PartialEq for Quadratic {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quadratic {}

impl PartialOrd for Quadratic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quadratic {
    fn cmp(&self, other: &Self) -> Ordering {
        if let Some((b, radicand)) = self.aligned(other) {
            return Self::assembled(&self.a - &other.a, &self.b - b, radicand).sign();
        }
        // Different fields have only rational numbers in common: these two differ.
        let mut bits = 64;
        loop {
            let ([low, high], [other_low, other_high]) =
                (self.enclosure(bits), other.enclosure(bits));
            if high < other_low {
                return Ordering::Less;
            }
            if low > other_high {
                return Ordering::Greater;
            }
            bits *= 2;
        }
    }
}

impl fmt::Display for Quadratic {
    /// As `a + b·√d`; with a precision (`{:.5}`) as a decimal number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(digits) = f.precision() {
            return f.write_str(&self.decimal(digits));
        }
        let Some(radicand) = &self.radicand else {
            return write!(f, "{}", self.a);
        };
        let negative = self.b.sign() == Ordering::Less;
        match (self.a.is_zero(), negative) {
            (true, true) => f.write_str("-")?,
            (true, false) => {}
            (false, true) => write!(f, "{} - ", self.a)?,
            (false, false) => write!(f, "{} + ", self.a)?,
        }
        let factor = self.b.abs();
        if factor != Rational::ONE {
            write!(f, "{factor}·")?;
        }
        write!(f, "√{radicand}")
    }
}
