//! Why a program was refused.

use core::fmt;

use crate::exact::Field;

/// Why a program or a complementarity problem was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum QpError {
    /// A row, a column or a vector has the wrong length.
    Size {
        /// What.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that it must have.
        needed: usize,
    },
    /// A number is NaN or infinite.
    NotFinite,
    /// The matrix of the quadratic part is not symmetric here.
    NotSymmetric {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// There is no variable with this index.
    NoSuchVariable {
        /// The index.
        index: usize,
    },
    /// Two numbers have roots of different numbers in them.
    MixedFields,
}

impl fmt::Display for QpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { what, found, needed } => {
                write!(f, "{found} {what} given, {needed} needed")
            }
            Self::NotFinite => f.write_str("a number is infinite or not a number"),
            Self::NotSymmetric { row, column } => {
                write!(f, "the matrix is not symmetric at row {row}, column {column}")
            }
            Self::NoSuchVariable { index } => write!(f, "there is no variable {index}"),
            Self::MixedFields => f.write_str("roots of different numbers do not mix"),
        }
    }
}

impl core::error::Error for QpError {}

/// Refuses infinities and NaN.
pub(super) fn all_finite<'a, F: Field + 'a>(
    mut numbers: impl Iterator<Item = &'a F>,
) -> Result<(), QpError> {
    if numbers.all(Field::is_finite) { Ok(()) } else { Err(QpError::NotFinite) }
}

/// Refuses numbers that cannot be added. One number with a root judges all the others.
pub(super) fn all_compatible<'a, F: Field + 'a>(
    numbers: impl Iterator<Item = &'a F>,
) -> Result<(), QpError> {
    let mut judge: Option<&F> = None;
    for number in numbers {
        match judge {
            Some(judge) if !judge.is_compatible(number) => return Err(QpError::MixedFields),
            Some(judge) if judge.has_root() => {}
            _ => judge = Some(number),
        }
    }
    Ok(())
}
