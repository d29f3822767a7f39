//! Why a number could not be made.

use core::fmt;

/// Why a number could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NumberError {
    /// The text is neither a decimal number (`-2e-3`) nor a fraction of two (`1/3`).
    Malformed,
    /// The denominator is zero.
    ZeroDenominator,
    /// The decimal exponent has more than four digits: the number would not fit in memory.
    ExponentTooLarge,
    /// The number is infinite or not a number.
    NotFinite,
    /// The number under a root is negative.
    NegativeRadicand,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "neither a decimal number nor a fraction of two",
            Self::ZeroDenominator => "the denominator is zero",
            Self::ExponentTooLarge => "the decimal exponent has more than four digits",
            Self::NotFinite => "the number is infinite or not a number",
            Self::NegativeRadicand => "the number under the root is negative",
        })
    }
}

impl core::error::Error for NumberError {}
