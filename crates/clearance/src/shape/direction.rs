//! Directions: fast normalization for the hot loops, and frames for the constructors.

use super::ShapeError;
use crate::accuracy::{self, SQUARE_SAFE};
use crate::space::{Rotation, Vector, real};

/// The same direction with length 1, or the first axis if there is none.
///
/// One square root unless the squared length is near underflow or overflow.
#[inline(always)]
pub(super) fn unit<const D: usize>(direction: Vector<D>) -> Vector<D> {
    let squared = direction.norm_squared();
    if squared > SQUARE_SAFE && squared < 1.0 / SQUARE_SAFE {
        direction * (1.0 / real::sqrt(squared))
    } else {
        unit_scaled(direction)
    }
}

#[cold]
fn unit_scaled<const D: usize>(direction: Vector<D>) -> Vector<D> {
    direction.normalized().unwrap_or(Vector::axis(0))
}

/// The length, also where its square would underflow or overflow.
pub(super) fn length<const D: usize>(v: Vector<D>) -> f64 {
    let most = v.max_abs();
    if most > 0.0 { (v / most).norm() * most } else { 0.0 }
}

/// What is left of `v` at right angles to the orthonormal `basis`, with length 1; `None` if `v`
/// lies in their span.
pub(crate) fn beyond<const D: usize>(v: Vector<D>, basis: &[Vector<D>]) -> Option<Vector<D>> {
    let unit = v.normalized()?;
    let mut left = unit;
    // Twice: the second pass removes what rounding left of the first.
    for _ in 0..2 {
        for e in basis {
            left -= *e * e.dot(left);
        }
    }
    if left.norm() <= accuracy::PARALLEL { None } else { left.normalized() }
}

/// The rotation that takes the axes to the directions of these edges. An edge of length zero gets
/// whatever direction is left; if the edges are left-handed, the last one is turned around.
///
/// Edges further from right angles than [`PERPENDICULAR`](accuracy::PERPENDICULAR) are refused.
pub(super) fn frame<const D: usize>(edges: &[Vector<D>]) -> Result<Rotation<D>, ShapeError> {
    let mut columns = [Vector::ZERO; D];
    let mut known = [Vector::ZERO; D];
    let mut count = 0;
    let mut missing = [true; D];
    for (i, edge) in edges.iter().enumerate().take(D) {
        let Some(unit) = edge.normalized() else { continue };
        for other in &known[..count] {
            let cosine = unit.dot(*other);
            if !(cosine.abs() <= accuracy::PERPENDICULAR) {
                return Err(ShapeError::NotPerpendicular { what: "edges", cosine });
            }
        }
        let Some(column) = beyond(unit, &known[..count]) else { continue };
        (columns[i], known[count], missing[i]) = (column, column, false);
        count += 1;
    }
    for i in (0..D).filter(|i| missing[*i]) {
        let Some(column) = another(&known[..count]) else { continue };
        (columns[i], known[count]) = (column, column);
        count += 1;
    }
    let matrix = crate::space::Matrix::from_columns(columns);
    if matrix.determinant() < 0.0 {
        columns[D - 1] = -columns[D - 1];
    }
    let matrix = crate::space::Matrix::from_columns(columns);
    Rotation::from_matrix(matrix).map_err(|_| ShapeError::ZeroLength { what: "edge" })
}

/// A unit vector at right angles to an orthonormal `basis`: from the axis that sticks out most.
pub(crate) fn another<const D: usize>(basis: &[Vector<D>]) -> Option<Vector<D>> {
    let mut best = None;
    let mut most = 0.0;
    for i in 0..D {
        let mut left = Vector::axis(i);
        for e in basis {
            left -= *e * e.dot(left);
        }
        if left.norm() > most {
            most = left.norm();
            best = beyond(Vector::axis(i), basis);
        }
    }
    best
}

/// A rotation that takes the z axis to `axis`, which has length 1.
pub(super) fn upright(axis: Vector<3>) -> Result<Rotation<3>, ShapeError> {
    let degenerate = ShapeError::ZeroLength { what: "axis" };
    let Some(x) = axis.any_perpendicular() else { return Err(degenerate) };
    let matrix = crate::space::Matrix::from_columns([x, axis.cross(x), axis]);
    Rotation::from_matrix(matrix).map_err(|_| degenerate)
}

/// x rounded down to a power of two, or the nearest that is not subnormal.
#[inline(always)]
pub(super) fn power_of_two(x: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    let bits = x.to_bits() & EXPONENT;
    f64::from_bits(if bits == 0 || bits == EXPONENT { 1.0_f64.to_bits() } else { bits })
}
