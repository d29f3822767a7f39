//! The checks that constructors share.

use super::ShapeError;
use crate::space::Vector;

pub(super) fn finite<const D: usize>(
    what: &'static str,
    v: Vector<D>,
) -> Result<Vector<D>, ShapeError> {
    if v.is_finite() { Ok(v) } else { Err(ShapeError::NotFinite { what, index: None }) }
}

pub(super) fn all_finite<const D: usize>(
    what: &'static str,
    points: &[Vector<D>],
) -> Result<(), ShapeError> {
    match points.iter().position(|p| !p.is_finite()) {
        None => Ok(()),
        Some(index) => Err(ShapeError::NotFinite { what, index: Some(index) }),
    }
}

pub(super) fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if !value.is_finite() {
        Err(ShapeError::NotFinite { what, index: None })
    } else if value > 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::NotPositive { what, value })
    }
}

pub(super) fn not_negative(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value == 0.0 { Ok(0.0) } else { positive(what, value) }
}

/// The direction with length 1.
pub(super) fn unit<const D: usize>(
    what: &'static str,
    v: Vector<D>,
) -> Result<Vector<D>, ShapeError> {
    finite(what, v)?.normalized().ok_or(ShapeError::ZeroLength { what })
}
