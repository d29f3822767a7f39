//! Arithmetic in the field of the numbers `a + b·√d`.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

use dashu_int::{IBig, UBig};

use super::rational::operators;
use super::{Entry, Field, Quadratic, Rational};
use crate::space::real;

/// Says what went wrong when numbers of two fields meet.
const MIXED: &str = "numbers with unrelated roots cannot be added or multiplied";

impl Field for Quadratic {
    type Entry = Surd;
    type Careful = Self;
    const ROUNDING: f64 = 0.0;

    fn zero() -> Self {
        Self::from(Rational::ZERO)
    }
    fn one() -> Self {
        Self::from(Rational::ONE)
    }
    fn from_i64(value: i64) -> Self {
        Self::from(value)
    }
    fn from_f64(value: f64) -> Option<Self> {
        Rational::from_f64(value).map(Self::from)
    }
    fn to_f64(&self) -> f64 {
        Self::to_f64(self)
    }
    fn approximate(&self) -> f64 {
        let radicand = self.radicand.as_deref().map_or(0.0, |n| n.to_f64().value());
        self.a.approximate() + self.b.approximate() * real::sqrt(radicand)
    }
    fn add(&self, other: &Self) -> Self {
        let (b, radicand) = together(self, other);
        Self::assembled(&self.a + &other.a, &self.b + b, radicand)
    }
    fn sub(&self, other: &Self) -> Self {
        Field::add(self, &Field::neg(other))
    }
    fn mul(&self, other: &Self) -> Self {
        let (b, radicand) = together(self, other);
        let mut a = &self.a * &other.a;
        if let Some(radicand) = radicand {
            a = a + &self.b * &b * Rational::from(IBig::from(radicand.as_ref().clone()));
        }
        Self::assembled(a, &self.a * b + &self.b * &other.a, radicand)
    }
    /// Multiplies by the conjugate `a − b√d`, which makes the denominator rational.
    fn div(&self, other: &Self) -> Self {
        let conjugate = Self { a: other.a.clone(), b: -&other.b, radicand: other.radicand.clone() };
        let norm = Field::mul(other, &conjugate).a;
        let product = Field::mul(self, &conjugate);
        Self { a: product.a / &norm, b: product.b / norm, radicand: product.radicand }
    }
    fn neg(&self) -> Self {
        Self { a: -&self.a, b: -&self.b, radicand: self.radicand.clone() }
    }
    fn sign(&self) -> Ordering {
        let Some(radicand) = &self.radicand else {
            return self.a.sign();
        };
        sign_of_sum(self.a.sign(), self.b.sign(), || {
            let n = Rational::from(IBig::from(radicand.as_ref().clone()));
            (&self.a * &self.a).cmp(&(&self.b * &self.b * n))
        })
    }
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
    fn is_noise(&self, _: &Self) -> bool {
        self.a.is_zero() && self.b.is_zero()
    }
    /// True if one is rational or both have one radicand.
    fn is_compatible(&self, other: &Self) -> bool {
        match (&self.radicand, &other.radicand) {
            (Some(mine), Some(theirs)) => mine == theirs,
            _ => true,
        }
    }
    fn has_root(&self) -> bool {
        self.radicand.is_some()
    }
    fn careful(&self) -> Self {
        self.clone()
    }
    fn plain(number: &Self) -> Self {
        number.clone()
    }
    fn clear(row: &[&Self]) -> (Vec<Surd>, Surd) {
        let parts: Vec<&Rational> = row.iter().flat_map(|x| [&x.a, &x.b]).collect();
        let (entries, common) = Rational::clear(&parts);
        let pairs = row.iter().zip(entries.chunks_exact(2));
        let surd = |(x, pair): (&&Self, &[IBig])| Surd {
            a: pair[0].clone(),
            b: pair[1].clone(),
            radicand: x.radicand.clone(),
        };
        (pairs.map(surd).collect(), Surd { a: common, b: IBig::ZERO, radicand: None })
    }
    fn ratio(numerator: &Surd, denominator: &Surd) -> Self {
        let number = |surd: &Surd| Self {
            a: surd.a.clone().into(),
            b: surd.b.clone().into(),
            radicand: surd.radicand.clone(),
        };
        Field::div(&number(numerator), &number(denominator))
    }
}

operators!(Quadratic: Add add, Sub sub, Mul mul, Div div);

/// The factor of the second number's root under the radicand of both, and that radicand.
fn together<'a>(first: &'a Quadratic, second: &'a Quadratic) -> (Rational, Option<&'a Arc<UBig>>) {
    let aligned = first.aligned(second);
    assert!(aligned.is_some(), "{MIXED}");
    aligned.unwrap_or((Rational::ZERO, None))
}

/// The sign of `a + b√n` from the signs of its parts and the comparison of `a²` with `b²n`.
fn sign_of_sum(a: Ordering, b: Ordering, squares: impl FnOnce() -> Ordering) -> Ordering {
    if b == Ordering::Equal || a == b {
        return a;
    }
    if a == Ordering::Equal {
        return b;
    }
    if squares() == Ordering::Greater { a } else { b }
}

/// A number `a + b·√n` with integers `a`, `b` and `n`: what a table of [`Quadratic`] numbers is
/// filled with while it is pivoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surd {
    a: IBig,
    b: IBig,
    /// There if, and only if, `b` is not zero.
    radicand: Option<Arc<UBig>>,
}

impl Surd {
    fn assembled(a: IBig, b: IBig, radicand: Option<&Arc<UBig>>) -> Self {
        let radicand = if b.is_zero() { None } else { radicand.cloned() };
        Self { a, b, radicand }
    }

    fn minus(&self, other: &Self) -> Self {
        let radicand = self.radicand.as_ref().or(other.radicand.as_ref());
        Self::assembled(&self.a - &other.a, &self.b - &other.b, radicand)
    }
}

impl Entry for Surd {
    fn zero() -> Self {
        Self { a: IBig::ZERO, b: IBig::ZERO, radicand: None }
    }
    fn one() -> Self {
        Self { a: IBig::ONE, b: IBig::ZERO, radicand: None }
    }
    fn sign(&self) -> Ordering {
        let Some(radicand) = &self.radicand else {
            return Entry::sign(&self.a);
        };
        sign_of_sum(Entry::sign(&self.a), Entry::sign(&self.b), || {
            (&self.a * &self.a).cmp(&(&self.b * &self.b * radicand.as_ibig()))
        })
    }
    fn negated(&self) -> Self {
        Self { a: -&self.a, b: -&self.b, radicand: self.radicand.clone() }
    }
    fn plus(&self, other: &Self) -> Self {
        let radicand = self.radicand.as_ref().or(other.radicand.as_ref());
        Self::assembled(&self.a + &other.a, &self.b + &other.b, radicand)
    }
    fn times(&self, other: &Self) -> Self {
        match (&self.radicand, &other.radicand) {
            (None, None) => Self { a: &self.a * &other.a, b: IBig::ZERO, radicand: None },
            (Some(n), None) => Self::assembled(&self.a * &other.a, &self.b * &other.a, Some(n)),
            (None, Some(n)) => Self::assembled(&self.a * &other.a, &self.a * &other.b, Some(n)),
            (Some(n), Some(_)) => Self::assembled(
                &self.a * &other.a + &self.b * &other.b * n.as_ibig(),
                &self.a * &other.b + &self.b * &other.a,
                Some(n),
            ),
        }
    }
    fn over(&self, other: &Self) -> Self {
        let Some(n) = &other.radicand else {
            return Self::assembled(&self.a / &other.a, &self.b / &other.a, self.radicand.as_ref());
        };
        let conjugate = Self { a: other.a.clone(), b: -&other.b, radicand: Some(n.clone()) };
        let norm = &other.a * &other.a - &other.b * &other.b * n.as_ibig();
        let product = self.times(&conjugate);
        Self::assembled(product.a / &norm, product.b / norm, product.radicand.as_ref())
    }
    fn cross([a, p]: [&Self; 2], [b, c]: [&Self; 2], d: &Self) -> Self {
        a.times(p).minus(&b.times(c)).over(d)
    }
    fn compare([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Ordering {
        a.times(b).minus(&c.times(d)).sign()
    }
    fn divisor(&self) -> Option<Self> {
        None
    }
}
