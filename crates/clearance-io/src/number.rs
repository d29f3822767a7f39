//! Numbers written as strings: decimals of any length and fractions, read exactly and then
//! rounded once, to the nearest f64.

/// Why a string is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotNumber {
    /// Neither a decimal nor a fraction of two integers.
    Syntax,
    /// The denominator is zero.
    ZeroDenominator,
    /// More digits than are read.
    TooLong,
    /// Beyond the range of f64.
    TooLarge,
}

/// The f64 nearest to `"-0.1"`, `"25e-3"` or `"1/3"`.
pub(crate) fn nearest(text: &str) -> Result<f64, NotNumber> {
    let text = text.trim();
    let value = match text.split_once('/') {
        None if is_decimal(text) => text.parse().map_err(|_| NotNumber::Syntax)?,
        None => return Err(NotNumber::Syntax),
        Some((numerator, denominator)) => fraction(numerator.trim(), denominator.trim())?,
    };
    if f64::is_finite(value) { Ok(value) } else { Err(NotNumber::TooLarge) }
}

/// `[+-] digits [. digits] [e [+-] digits]`: what the standard library reads, less names such as
/// "nan" and forms such as ".5" that JSON has not either.
fn is_decimal(text: &str) -> bool {
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        None => (text, None),
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
    };
    let (whole, part) = match mantissa.split_once('.') {
        None => (mantissa, None),
        Some((whole, part)) => (whole, Some(part)),
    };
    is_digits(whole)
        && part.is_none_or(is_digits)
        && exponent.is_none_or(|e| is_digits(e.strip_prefix(['+', '-']).unwrap_or(e)))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The midpoint between two neighbouring f64 has at most 767 significant decimal digits. So many
/// digits of a quotient, and a last one that says whether more follow, decide every rounding.
const SIGNIFICANT: usize = 800;

/// The longest numerator: the quotient is written out with all of its digits.
const LONGEST_NUMERATOR: usize = 4000;

/// Ten times a denominator of so many digits still fits in 128 bits.
const LONGEST_DENOMINATOR: usize = 37;

fn fraction(numerator: &str, denominator: &str) -> Result<f64, NotNumber> {
    let digits = numerator.strip_prefix(['+', '-']).unwrap_or(numerator);
    if !(is_digits(digits) && is_digits(denominator)) {
        return Err(NotNumber::Syntax);
    }
    let denominator = denominator.trim_start_matches('0');
    if denominator.is_empty() {
        return Err(NotNumber::ZeroDenominator);
    }
    if digits.len() > LONGEST_NUMERATOR || denominator.len() > LONGEST_DENOMINATOR {
        return Err(NotNumber::TooLong);
    }
    let denominator: u128 = denominator.parse().map_err(|_| NotNumber::TooLong)?;
    let size = match digits.parse::<u64>() {
        // Both are floats, so that one division rounds once.
        Ok(small) if small <= 1 << 53 && denominator <= 1 << 53 => {
            small as f64 / denominator as f64
        }
        _ => quotient(digits, denominator).parse().map_err(|_| NotNumber::Syntax)?,
    };
    Ok(if numerator.starts_with('-') { -size } else { size })
}

/// Division as at school, to as many digits as can matter.
fn quotient(digits: &str, denominator: u128) -> String {
    let mut text = String::with_capacity(digits.len() + SIGNIFICANT);
    let (mut rest, mut significant) = (0_u128, 0);
    let mut push = |text: &mut String, digit: u128| {
        if significant > 0 || digit > 0 {
            significant += 1;
        }
        text.push(char::from(b'0' + digit as u8));
        significant
    };
    for digit in digits.bytes() {
        rest = rest * 10 + u128::from(digit - b'0');
        push(&mut text, rest / denominator);
        rest %= denominator;
    }
    text.push('.');
    while rest != 0 {
        rest *= 10;
        let significant = push(&mut text, rest / denominator);
        rest %= denominator;
        if significant >= SIGNIFICANT {
            break;
        }
    }
    text.push(if rest == 0 { '0' } else { '1' });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions() {
        for (text, value) in [
            ("0.1", 0.1),
            ("-25e-3", -0.025),
            ("+7", 7.0),
            ("1/3", 1.0 / 3.0),
            ("-2/4", -0.5),
            ("0/5", 0.0),
            (" 3 / 4 ", 0.75),
            ("4/3", 4.0 / 3.0),
        ] {
            assert_eq!(nearest(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_number() {
        for text in
            ["nan", "inf", "-Infinity", "", ".5", "5.", "1e", "0x10", "1/2/3", "1/-2", "1.5/2", "½"]
        {
            assert_eq!(nearest(text), Err(NotNumber::Syntax), "{text}");
        }
        assert_eq!(nearest("1/0"), Err(NotNumber::ZeroDenominator));
        assert_eq!(nearest("1e999"), Err(NotNumber::TooLarge));
        assert_eq!(nearest(&format!("1/{}", "9".repeat(40))), Err(NotNumber::TooLong));
    }

    /// Dividing the rounded numerator by the rounded denominator rounds three times. Here that
    /// shows.
    #[test]
    fn long_fractions_round_once() {
        // (2^53 + 1) / 1 lies halfway and goes to the even side; one more part in 2^60 does not.
        assert_eq!(nearest("9007199254740993/1"), Ok(9007199254740992.0));
        assert_eq!(
            nearest("90071992547409930000000000000001/10000000000000000"),
            Ok(9007199254740994.0)
        );
        // The value of a decimal and of the same written as a fraction.
        let digits = "123456789012345678901234567890123456789";
        assert_eq!(
            nearest(&format!("{digits}/1000000000000000000000000000")),
            nearest("123456789012.345678901234567890123456789")
        );
        // The longest denominator.
        assert_eq!(nearest("1/1000000000000000000000000000000000000"), Ok(1e-36));
    }

    /// p/q is the nearest to the quotient exactly if the neighbours' midpoints lie beyond it,
    /// which integers can tell.
    #[test]
    fn random_fractions_are_the_nearest() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..2000 {
            // A quotient between 1 and 2 with 64-bit parts: midpoints are multiples of 2^-53.
            let q = next() | 1 << 63;
            let p = u128::from(q) + u128::from(next() % q);
            let value = nearest(&format!("{p}/{q}")).unwrap();
            // |value - p/q| <= 2^-53, in units of 2^-53 / q. Values are multiples of 2^-52.
            let scaled = (value * (1_u64 << 52) as f64) as i128;
            let error =
                (2 * scaled - (1_i128 << 53)) * i128::from(q) - ((p as i128 - i128::from(q)) << 53);
            assert!(error.abs() <= i128::from(q), "{p}/{q}");
        }
    }
}
