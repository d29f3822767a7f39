//! Numbers with 150 digits after the point, as whole numbers of a tiny unit: enough to judge floats
//! by, whatever is computed with them.

use dashu_int::IBig;
use dashu_int::ops::{SquareRoot, UnsignedAbs};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The unit is 2^−BITS.
const BITS: usize = 512;

#[derive(Clone, PartialEq, PartialOrd, Debug)]
pub struct Digits(IBig);

impl Digits {
    pub fn whole(x: i64) -> Self {
        Self(IBig::from(x) << BITS)
    }

    /// Exactly, for numbers that are not tiny beyond anything that is tested.
    pub fn new(x: f64) -> Self {
        assert!(x.is_finite());
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
        let (mantissa, exponent) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let shift = exponent + BITS as i64;
        assert!(shift >= 0 || mantissa == 0, "{x:e} is too small");
        let size = if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << shift as usize };
        Self(if x < 0.0 { -size } else { size })
    }

    pub fn to_f64(&self) -> f64 {
        // The upper part is enough to look at.
        let whole = &self.0 >> (BITS - 200);
        whole.to_f64().value() * 2_f64.powi(-200)
    }

    pub fn abs(&self) -> Self {
        if self.0 < IBig::ZERO { Self(-&self.0) } else { self.clone() }
    }

    pub fn sqrt(&self) -> Self {
        Self(IBig::from((&self.0 << BITS).unsigned_abs().sqrt()))
    }

    fn halved(&self, times: usize) -> Self {
        Self(&self.0 >> times)
    }

    /// e^x: 2^64 times closer to zero the series is short, and then it is squared so often.
    pub fn exp(&self) -> Self {
        let ln2 = Self::ln2();
        let k = (self.to_f64() / std::f64::consts::LN_2).round() as i64;
        let rest = (self - &(&ln2 * &Self::whole(k))).halved(24);
        let (mut sum, mut term, mut i) = (Self::whole(1), Self::whole(1), 1);
        while term.0 != IBig::ZERO && i < 200 {
            term = Self(&(&term * &rest).0 / IBig::from(i));
            sum = &sum + &term;
            i += 1;
        }
        for _ in 0..24 {
            sum = &sum * &sum;
        }
        if k >= 0 { Self(sum.0 << k as usize) } else { sum.halved(k.unsigned_abs() as usize) }
    }

    /// By Newton's method, from a float.
    pub fn ln(&self) -> Self {
        let guess = self.to_f64();
        let mut y = if guess > 1e-30 && guess < 1e30 {
            Self::new(guess.ln())
        } else {
            // 2^bits, and the rest.
            let bits = self.0.clone().unsigned_abs().to_string().len() as f64;
            Self::new((bits - 154.5) * std::f64::consts::LN_10)
        };
        for _ in 0..60 {
            let e = y.exp();
            let step = &(&(self - &e) * &Self::whole(2)) / &(self + &e);
            y = &y + &step;
            if step.abs().0 < (IBig::from(1) << (BITS / 4)) {
                break;
            }
        }
        y
    }

    fn ln2() -> Self {
        static LN2: std::sync::OnceLock<Digits> = std::sync::OnceLock::new();
        let series = || {
            // ln 2 = 2 artanh(1/3)
            let (mut sum, mut power, mut i) =
                (IBig::ZERO, (IBig::from(2) << BITS) / IBig::from(3), 1);
            while power != IBig::ZERO {
                sum += &power / IBig::from(i);
                power /= IBig::from(9);
                i += 2;
            }
            Digits(sum)
        };
        LN2.get_or_init(series).clone()
    }
}

impl Add for &Digits {
    type Output = Digits;
    fn add(self, other: Self) -> Digits {
        Digits(&self.0 + &other.0)
    }
}

impl Sub for &Digits {
    type Output = Digits;
    fn sub(self, other: Self) -> Digits {
        Digits(&self.0 - &other.0)
    }
}

impl Mul for &Digits {
    type Output = Digits;
    fn mul(self, other: Self) -> Digits {
        Digits((&self.0 * &other.0) >> BITS)
    }
}

impl Div for &Digits {
    type Output = Digits;
    fn div(self, other: Self) -> Digits {
        Digits((&self.0 << BITS) / &other.0)
    }
}

impl Neg for &Digits {
    type Output = Digits;
    fn neg(self) -> Digits {
        Digits(-&self.0)
    }
}

#[test]
fn known_digits() {
    let close = |a: &Digits, b: &Digits| (a - b).abs().0 < (IBig::from(1) << 40);
    let x = Digits::new(2.75);
    assert!(close(&x.ln().exp(), &x));
    assert!(close(&(&x.sqrt() * &x.sqrt()), &x));
    assert!(close(&Digits::whole(2).ln(), &Digits::ln2()));
    assert_eq!(Digits::whole(1).exp().to_f64(), std::f64::consts::E);
    assert_eq!(Digits::new(-1e-9).to_f64(), -1e-9);
    let tiny = Digits::new(1e-60).ln();
    assert!((tiny.to_f64() + 138.155_105_579_642_74).abs() < 1e-12);
}
