//! Numbers from text.

use core::str::FromStr;

use dashu_int::IBig;

use super::{Field, NumberError, Rational};

/// More digits in a decimal exponent would mean more than ten thousand digits in the number.
const EXPONENT_DIGITS: usize = 4;

impl FromStr for Rational {
    type Err = NumberError;

    /// A decimal number (`0.1`, `-2e-3`) or a fraction of two (`1/3`, `0.5/1e2`), taken exactly.
    fn from_str(text: &str) -> Result<Self, NumberError> {
        let text = text.trim();
        match text.split_once('/') {
            None => parse_decimal(text),
            Some((above, below)) => {
                let (above, below) = (parse_decimal(above.trim())?, parse_decimal(below.trim())?);
                if below.is_zero() {
                    return Err(NumberError::ZeroDenominator);
                }
                Ok(above / below)
            }
        }
    }
}

fn parse_decimal(text: &str) -> Result<Rational, NumberError> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], parse_exponent(&text[at + 1..])?),
        None => (text, 0),
    };
    let (negative, digits) = split_sign(mantissa);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() {
        return Err(NumberError::Malformed);
    }
    let mut value = IBig::ZERO;
    for digits in [whole, part] {
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NumberError::Malformed);
        }
        if !digits.is_empty() {
            let next = IBig::from_str(digits).map_err(|_| NumberError::Malformed)?;
            value = value * IBig::from(10).pow(digits.len()) + next;
        }
    }
    let value = if negative { -value } else { value };
    let shift = exponent - part.len() as i64;
    let power = IBig::from(10).pow(shift.unsigned_abs() as usize);
    if shift < 0 { Rational::new(value, power) } else { Ok(Rational::from(value * power)) }
}

fn parse_exponent(text: &str) -> Result<i64, NumberError> {
    let (negative, digits) = split_sign(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NumberError::Malformed);
    }
    if digits.trim_start_matches('0').len() > EXPONENT_DIGITS {
        return Err(NumberError::ExponentTooLarge);
    }
    let value: i64 = digits.parse().map_err(|_| NumberError::ExponentTooLarge)?;
    Ok(if negative { -value } else { value })
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}
