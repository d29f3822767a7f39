//! Poses: one, or an array of many.

use clearance::{Matrix, Pose, PoseError, Vector, accuracy};
use numpy::{
    PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::any::{AnyPose, Room, Space, square};
use crate::error::{self, wrong_type, wrong_value};
use crate::frame::PyPose;
use crate::spread::Spread;
use crate::turn::{rotation_from, rotation_matrix, rotation_of};

/// What a pose argument was.
pub enum Given<'py, const D: usize> {
    /// One pose.
    One(Pose<D>),
    /// Many.
    Many(Many<'py, D>),
}

/// Many poses.
pub enum Many<'py, const D: usize> {
    /// In an array whose last two axes are those of matrices.
    Array(PyReadonlyArrayDyn<'py, f64>, Precision),
    /// One by one.
    List(Vec<Pose<D>>),
}

/// How many digits the numbers of an array had when it was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// As many as we need.
    Double,
    /// Half as many: rotations are brought to full precision.
    Single,
}

/// Many poses, as workers see them.
#[derive(Clone)]
pub enum Source<'a, const D: usize> {
    /// The same one for all.
    One(&'a Pose<D>),
    /// Matrices in a row.
    Matrices(&'a [f64], Precision, Spread),
    /// Poses in a row.
    Poses(&'a [Pose<D>], Spread),
}

/// Why a matrix is no pose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NoPose {
    /// The library says so.
    Refused(PoseError),
    /// Its last row is not that of a rigid motion.
    LastRow,
}

impl std::fmt::Display for NoPose {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::LastRow => f.write_str("the last row of the matrix is not 0 … 0 1"),
        }
    }
}

impl From<PoseError> for NoPose {
    fn from(error: PoseError) -> Self {
        Self::Refused(error)
    }
}

impl<const D: usize> Given<'_, D> {
    /// How many poses there are, and the shape of an array of them; `None` for one.
    pub fn shape(&self) -> Option<Vec<usize>> {
        match self {
            Self::One(_) => None,
            Self::Many(Many::Array(array, _)) => {
                let shape = array.shape();
                Some(shape[..shape.len() - 2].to_vec())
            }
            Self::Many(Many::List(list)) => Some(vec![list.len()]),
        }
    }

    /// For the workers; which of them belongs to which result says `spread`.
    pub fn source(&self, spread: Spread) -> PyResult<Source<'_, D>> {
        Ok(match self {
            Self::One(pose) => Source::One(pose),
            Self::Many(Many::List(list)) => Source::Poses(list, spread),
            Self::Many(Many::Array(array, precision)) => {
                Source::Matrices(array.as_slice()?, *precision, spread)
            }
        })
    }
}

impl<const D: usize> Source<'_, D> {
    /// The pose of the result with this number.
    #[inline]
    pub fn pose(&self, i: usize) -> Result<Pose<D>, NoPose> {
        match self {
            Self::One(pose) => Ok(**pose),
            Self::Poses(poses, spread) => Ok(poses[spread.at(i)]),
            Self::Matrices(numbers, precision, spread) => {
                let size = (D + 1) * (D + 1);
                let start = spread.at(i) * size;
                of_matrix(&numbers[start..start + size], *precision)
            }
        }
    }
}

/// The pose of a homogeneous matrix, row by row.
#[inline]
pub fn of_matrix<const D: usize>(m: &[f64], precision: Precision) -> Result<Pose<D>, NoPose> {
    let width = D + 1;
    let slack = match precision {
        Precision::Double => accuracy::ROTATION_TOLERANCE,
        Precision::Single => f64::from(f32::EPSILON),
    };
    // Written so that NaN fails.
    let mut rigid = (m[D * width + D] - 1.0).abs() <= slack;
    for j in 0..D {
        rigid &= m[D * width + j].abs() <= slack;
    }
    if !rigid {
        return Err(NoPose::LastRow);
    }
    let matrix = Matrix(std::array::from_fn(|i| Vector::from_fn(|j| m[i * width + j])));
    let translation = Vector::from_fn(|i| m[i * width + D]);
    Ok(Pose::new(rotation_of(matrix, precision)?, translation)?)
}

/// Reads a pose argument.
#[inline]
pub fn read<'py, const D: usize>(
    object: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<Given<'py, D>>
where
    Space: Room<D>,
{
    if let Ok(pose) = object.cast::<PyPose>() {
        return Ok(Given::One(*dimension::<D>(&pose.get().0, argument)?));
    }
    if let Ok(array) = object.cast::<PyArrayDyn<f64>>() {
        return from_array(array, Precision::Double, argument);
    }
    if object.is_none() {
        return Ok(Given::One(Pose::IDENTITY));
    }
    read_other(object, argument)
}

/// Reads a pose argument where there can be only one.
pub fn read_one<const D: usize>(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Pose<D>>
where
    Space: Room<D>,
{
    match read(object, argument)? {
        Given::One(pose) => Ok(pose),
        Given::Many(_) => Err(wrong_value(argument, "one pose", "many")),
    }
}

fn dimension<'a, const D: usize>(pose: &'a AnyPose, argument: &str) -> PyResult<&'a Pose<D>>
where
    Space: Room<D>,
{
    let other = if D == 2 { "one of space" } else { "one of the plane" };
    let wanted = if D == 2 { "a pose of the plane" } else { "a pose of space" };
    Space::pose(pose).ok_or_else(|| wrong_value(argument, wanted, other))
}

fn from_array<'py, const D: usize>(
    array: &Bound<'py, PyArrayDyn<f64>>,
    precision: Precision,
    argument: &str,
) -> PyResult<Given<'py, D>> {
    let shape = array.shape();
    let matrices = shape.len() >= 2 && shape[shape.len() - 2..] == [D + 1, D + 1];
    if !matrices {
        let wanted = format!("an array of shape ({0}, {0}) or (N, {0}, {0})", D + 1);
        return Err(wrong_value(argument, &wanted, format_args!("{shape:?}")));
    }
    let readable: PyReadonlyArrayDyn<'py, f64> = array.try_readonly().map_err(PyErr::from)?;
    // A slice may also be had of an array by columns.
    let numbers = match readable.as_slice() {
        Ok(numbers) if array.is_c_contiguous() => numbers,
        _ => return from_array(&contiguous(array.as_any())?, precision, argument),
    };
    if shape.len() == 2 {
        let pose = of_matrix(numbers, precision);
        return Ok(Given::One(pose.map_err(|error| no_pose(argument, error))?));
    }
    Ok(Given::Many(Many::Array(readable, precision)))
}

/// Everything that is neither a pose nor an array of doubles.
#[inline(never)]
fn read_other<'py, const D: usize>(
    object: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<Given<'py, D>>
where
    Space: Room<D>,
{
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        let dtype = array.dtype();
        let precision = match dtype.kind() {
            b'f' if dtype.itemsize() < 8 => Precision::Single,
            b'f' | b'i' | b'u' => Precision::Double,
            _ => return Err(wrong_type(argument, "an array of numbers", dtype.as_any())),
        };
        return from_array(&contiguous(object)?, precision, argument);
    }
    if let Ok(pair) = object.cast::<PyTuple>()
        && pair.len() == 2
        && is_list(&pair.get_item(0)?)
    {
        return Ok(Given::One(of_pair(&pair.get_item(0)?, &pair.get_item(1)?, argument)?));
    }
    if object.hasattr("as_matrix")? {
        return of_turned(object, argument);
    }
    if let Ok(list) = object.cast::<PyList>() {
        let poses = list.iter().all(|item| {
            item.is_instance_of::<PyPose>()
                || item.cast::<PyTuple>().is_ok_and(|pair| pair.len() == 2)
        });
        if poses {
            let poses: PyResult<Vec<Pose<D>>> =
                list.iter().map(|item| read_one(&item, argument)).collect();
            return Ok(Given::Many(Many::List(poses?)));
        }
        if let Ok(array) = contiguous(object) {
            return from_array(&array, Precision::Double, argument);
        }
    }
    Err(wrong_type(argument, wanted::<D>(), object))
}

fn wanted<const D: usize>() -> &'static str {
    if D == 2 {
        "a Pose, a 3 by 3 array, a pair (translation, angle) or None"
    } else {
        "a Pose, a 4 by 4 array, a pair (translation, quaternion) or None"
    }
}

/// Whether something has a length.
pub fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.len().is_ok()
}

/// What knows its matrix: rotations and transforms of scipy.
fn of_turned<'py, const D: usize>(
    object: &Bound<'py, PyAny>,
    argument: &str,
) -> PyResult<Given<'py, D>> {
    let array = contiguous(&object.call_method0("as_matrix")?)?;
    if D == 3 && array.shape() == [3, 3] {
        let rotation = rotation_matrix(array.readonly().as_slice()?, argument)?;
        return Ok(Given::One(Pose::rotated(rotation)));
    }
    from_array(&array, Precision::Double, argument)
}

/// A copy in doubles, row by row, if it is not that already.
pub fn contiguous<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let numpy = object.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (object,))?;
    // Texts would be read as numbers, and complex numbers lose a half, with no more than a warning.
    if let Ok(typed) = array.cast::<PyUntypedArray>()
        && !matches!(typed.dtype().kind(), b'f' | b'i' | b'u')
    {
        return Err(wrong_type("numbers", "numbers", object));
    }
    let array = numpy.call_method1("require", (array, "float64", ["C", "A"]))?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?)
}

/// A translation, and a rotation in one of its forms.
pub fn of_pair<const D: usize>(
    translation: &Bound<'_, PyAny>,
    rotation: &Bound<'_, PyAny>,
    argument: &str,
) -> PyResult<Pose<D>>
where
    Space: Room<D>,
{
    let translation = crate::shape::vector::<D>(argument, &flat(translation, argument)?)?;
    let rotation = rotation_from(rotation, argument)?;
    Pose::new(rotation, translation).map_err(|error| no_pose(argument, error.into()))
}

/// A list or array of numbers, as an argument.
pub struct Numbers(pub Vec<f64>);

impl<'a, 'py> FromPyObject<'a, 'py> for Numbers {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(flat(&object, "numbers")?))
    }
}

/// All numbers of a list or array, in order.
pub fn flat(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Vec<f64>> {
    // An array says of what type its numbers are; complex ones would lose a half.
    if object.is_instance_of::<PyUntypedArray>() {
        return Ok(contiguous(object)?.readonly().as_slice()?.to_vec());
    }
    if let Ok(number) = object.extract::<f64>() {
        return Ok(vec![number]);
    }
    if let Ok(numbers) = object.extract::<Vec<f64>>() {
        return Ok(numbers);
    }
    let array = contiguous(object).map_err(|_| wrong_type(argument, "numbers", object))?;
    Ok(array.readonly().as_slice()?.to_vec())
}

/// The exception for a matrix that is no pose.
#[cold]
pub fn no_pose(argument: &str, error: NoPose) -> PyErr {
    error::PoseError::new_err(format!("{argument}: {error}"))
}

/// The homogeneous matrix.
pub fn to_matrix<'py, const D: usize>(
    py: Python<'py>,
    pose: &Pose<D>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut numbers = Vec::with_capacity((D + 1) * (D + 1));
    write_matrix(pose, &mut numbers);
    square(py, numbers)
}

/// Appends the homogeneous matrix, row by row.
pub fn write_matrix<const D: usize>(pose: &Pose<D>, numbers: &mut Vec<f64>) {
    for i in 0..D {
        numbers.extend(pose.rotation().matrix()[i].0);
        numbers.push(pose.translation()[i]);
    }
    numbers.extend([0.0; D]);
    numbers.push(1.0);
}
