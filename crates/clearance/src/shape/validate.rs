//! The checks that constructors share.

use super::ShapeError;
use crate::accuracy;
use crate::space::Vector;

/// A vector of any size.
pub(super) fn finite<const D: usize>(
    what: &'static str,
    v: Vector<D>,
) -> Result<Vector<D>, ShapeError> {
    if v.is_finite() { Ok(v) } else { Err(ShapeError::NotFinite { what, index: None }) }
}

/// A point: no coordinate is too large.
pub(super) fn point<const D: usize>(
    what: &'static str,
    p: Vector<D>,
) -> Result<Vector<D>, ShapeError> {
    size(what, finite(what, p)?.max_abs())?;
    Ok(p)
}

pub(super) fn points<const D: usize>(
    what: &'static str,
    points: &[Vector<D>],
) -> Result<(), ShapeError> {
    for (index, p) in points.iter().enumerate() {
        if !p.is_finite() {
            return Err(ShapeError::NotFinite { what, index: Some(index) });
        }
        size(what, p.max_abs())?;
    }
    Ok(())
}

pub(super) fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if !value.is_finite() {
        Err(ShapeError::NotFinite { what, index: None })
    } else if value > 0.0 {
        size(what, value)
    } else {
        Err(ShapeError::NotPositive { what, value })
    }
}

/// Semi-axes, each positive; what is thinner than anybody sees counts as [`THINNEST`](accuracy::THINNEST).
pub(super) fn semiaxes<const D: usize>(semiaxes: Vector<D>) -> Result<Vector<D>, ShapeError> {
    for a in semiaxes.0 {
        positive("semi-axis", a)?;
    }
    let least = accuracy::THINNEST * semiaxes.max_abs().max(1.0);
    Ok(semiaxes.map(|a| a.max(least)))
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

pub(super) fn at_least(what: &'static str, found: usize, needed: usize) -> Result<(), ShapeError> {
    if found >= needed { Ok(()) } else { Err(ShapeError::TooFew { what, found, needed }) }
}

fn size(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value <= accuracy::LARGEST { Ok(value) } else { Err(ShapeError::TooLarge { what, value }) }
}
