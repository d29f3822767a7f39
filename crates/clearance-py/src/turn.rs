//! Rotations in all their forms.

use clearance::{Matrix, PoseError, Rotation, Vector};
use pyo3::prelude::*;

use crate::any::{Room, Space};
use crate::error::wrong_value;
use crate::pose::{Precision, flat, is_list, no_pose};

/// The rotation with this matrix; one that was rounded to single precision is straightened first.
pub fn rotation_of<const D: usize>(
    matrix: Matrix<D>,
    precision: Precision,
) -> Result<Rotation<D>, PoseError> {
    match precision {
        Precision::Double => Rotation::from_matrix(matrix),
        Precision::Single => straightened(matrix),
    }
}

/// A rotation whose entries are wrong in the eighth digit, brought to full precision.
#[cold]
fn straightened<const D: usize>(matrix: Matrix<D>) -> Result<Rotation<D>, PoseError> {
    let gram = matrix.transpose() * matrix;
    // Sums of D products of numbers rounded to single precision, and a product of a few rotations.
    let slack = 32.0 * f64::from(f32::EPSILON);
    let mut near = true;
    for i in 0..D {
        for j in 0..D {
            near &= (gram[i][j] - if i == j { 1.0 } else { 0.0 }).abs() <= slack;
        }
    }
    if !near {
        return Rotation::from_matrix(matrix);
    }
    // A step of Newton's method for the polar decomposition: the error after it is the square of
    // the one before.
    let step = Matrix(std::array::from_fn(|i| {
        Vector::from_fn(|j| 0.5 * (if i == j { 3.0 } else { 0.0 } - gram[i][j]))
    }));
    Rotation::from_matrix(matrix * step)
}

/// A rotation: a quaternion, a matrix, an angle, or what knows its matrix.
pub fn rotation_from<const D: usize>(
    object: &Bound<'_, PyAny>,
    argument: &str,
) -> PyResult<Rotation<D>>
where
    Space: Room<D>,
{
    if object.is_none() {
        return Ok(Rotation::IDENTITY);
    }
    if object.hasattr("as_matrix")? {
        return rotation_matrix(&flat(&object.call_method0("as_matrix")?, argument)?, argument);
    }
    let numbers = flat(object, argument)?;
    let rows = object.getattr("shape").is_ok_and(|shape| shape.len().is_ok_and(|n| n == 2))
        || object.get_item(0).is_ok_and(|row| is_list(&row));
    if numbers.len() == D * D && (D == 3 || rows) {
        return rotation_matrix(&numbers, argument);
    }
    match Space::turn(&numbers) {
        Some(found) if !rows => found.map_err(|error| no_pose(argument, error.into())),
        _ => {
            let wanted = if D == 2 {
                "an angle or a 2 by 2 matrix"
            } else {
                "a quaternion x, y, z, w or a 3 by 3 matrix"
            };
            Err(wrong_value(argument, wanted, format_args!("{} numbers", numbers.len())))
        }
    }
}

/// Rotations that are not given as matrices differ between the plane and space.
pub trait Turn<const D: usize> {
    /// The rotation of an angle or of a quaternion; `None` if it is neither.
    fn turn(numbers: &[f64]) -> Option<Result<Rotation<D>, PoseError>>;
}

impl Turn<2> for Space {
    fn turn(numbers: &[f64]) -> Option<Result<Rotation<2>, PoseError>> {
        if let [angle] = numbers { Some(Rotation::from_angle(*angle)) } else { None }
    }
}

impl Turn<3> for Space {
    fn turn(numbers: &[f64]) -> Option<Result<Rotation<3>, PoseError>> {
        let numbers: [f64; 4] = numbers.try_into().ok()?;
        Some(Rotation::from_quaternion(numbers))
    }
}

/// A rotation from the rows of its matrix.
pub fn rotation_matrix<const D: usize>(numbers: &[f64], argument: &str) -> PyResult<Rotation<D>> {
    if numbers.len() != D * D {
        let wanted = format!("{D} rows of {D} numbers");
        return Err(wrong_value(argument, &wanted, format_args!("{} numbers", numbers.len())));
    }
    let matrix = Matrix(std::array::from_fn(|i| Vector::from_fn(|j| numbers[D * i + j])));
    Rotation::from_matrix(matrix).map_err(|error| no_pose(argument, error.into()))
}
