//! The class `Pose`.

use clearance::{Matrix, Pose, Rotation, Vector};
use clearance_io::{Value, pose_of_plane, pose_of_space, seen_dimension};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::any::{Any, AnyPose, array, each, rows};
use crate::error::{PoseError, wrong_value};
use crate::pose::{Given, Numbers, contiguous, flat, of_pair, read, to_matrix};
use crate::shape::vector;
use crate::spec::Reader;

/// Where a shape's frame lies in the world: a rotation, then a translation.
///
/// The rotation is a quaternion ``(x, y, z, w)``, a 3 by 3 matrix or a rotation of scipy; in the
/// plane it is an angle or a 2 by 2 matrix.
///
/// >>> from clearance import Pose
/// >>> Pose([1, 2, 3])
/// Pose([1.0, 2.0, 3.0])
/// >>> Pose([1, 0, 0], [0, 0, 1, 1]).transform([1, 0, 0]).round(12)
/// array([1., 1., 0.])
/// >>> Pose([1, 2], 0.5).dim
/// 2
#[pyclass(frozen, module = "clearance", name = "Pose")]
pub struct PyPose(pub AnyPose);

#[pymethods]
impl PyPose {
    #[new]
    #[pyo3(signature = (translation=None, rotation=None))]
    fn new(
        py: Python<'_>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let none = py.None().into_bound(py);
        let rotation = rotation.unwrap_or(&none);
        let Some(translation) = translation.filter(|given| !given.is_none()) else {
            let zero = PyArray1::from_slice(py, &[0.0; 3]);
            return Ok(Self(Any::Three(of_pair(zero.as_any(), rotation, "rotation")?)));
        };
        match flat(translation, "translation")?.len() {
            2 => Ok(Self(Any::Two(of_pair(translation, rotation, "rotation")?))),
            3 => Ok(Self(Any::Three(of_pair(translation, rotation, "rotation")?))),
            n => Err(wrong_value("translation", "2 or 3 numbers", n)),
        }
    }

    /// The pose of a homogeneous matrix: 4 by 4 in space, 3 by 3 in the plane.
    ///
    /// >>> import numpy as np
    /// >>> from clearance import Pose
    /// >>> Pose.from_matrix(np.eye(4))
    /// Pose([0.0, 0.0, 0.0])
    #[staticmethod]
    fn from_matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = match matrix.getattr("dtype") {
            Ok(_) => matrix.clone(),
            Err(_) => contiguous(matrix)?.into_any(),
        };
        let shape = contiguous(&array)?.shape().to_vec();
        let one = |given| wrong_value("matrix", "one matrix", given);
        match shape[..] {
            [3, 3] => match read::<2>(&array, "matrix")? {
                Given::One(pose) => Ok(Self(Any::Two(pose))),
                Given::Many(_) => Err(one("many")),
            },
            [4, 4] => match read::<3>(&array, "matrix")? {
                Given::One(pose) => Ok(Self(Any::Three(pose))),
                Given::Many(_) => Err(one("many")),
            },
            _ => {
                let wanted = "an array of shape (3, 3) or (4, 4)";
                Err(wrong_value("matrix", wanted, format_args!("{shape:?}")))
            }
        }
    }

    /// Turned by roll about x, pitch about y and yaw about z, in this order and about axes that
    /// stay, as in URDF; then moved.
    #[staticmethod]
    #[pyo3(signature = (roll, pitch, yaw, translation=None))]
    fn from_rpy(roll: f64, pitch: f64, yaw: f64, translation: Option<Numbers>) -> PyResult<Self> {
        turned(Rotation::from_rpy(roll, pitch, yaw), translation)
    }

    /// Turned about an axis by an angle in radians; then moved.
    #[staticmethod]
    #[pyo3(signature = (axis, angle, translation=None))]
    fn from_axis_angle(axis: Numbers, angle: f64, translation: Option<Numbers>) -> PyResult<Self> {
        turned(Rotation::from_axis_angle(vector::<3>("axis", &axis.0)?, angle), translation)
    }

    /// A pose in the program's file format.
    ///
    /// >>> from clearance import Pose
    /// >>> Pose.from_dict({"translation": [1, 2, 3], "rpy": [0, 0, 0]})
    /// Pose([1.0, 2.0, 3.0])
    #[staticmethod]
    #[pyo3(signature = (fields, dim=None))]
    fn from_dict(fields: &Bound<'_, PyDict>, dim: Option<usize>) -> PyResult<Self> {
        let value: Value<'_> = Reader { own: Vec::new() }.read(fields.as_any(), 0)?;
        let wrong = |error: clearance_io::FormatError| PoseError::new_err(error.to_string());
        match dim.unwrap_or_else(|| seen_dimension(&value)) {
            2 => Ok(Self(Any::Two(pose_of_plane(&value).map_err(wrong)?))),
            3 => Ok(Self(Any::Three(pose_of_space(&value).map_err(wrong)?))),
            other => Err(wrong_value("dim", "2 or 3", other)),
        }
    }

    /// The pose in the program's file format.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        each!(&self.0, |pose| {
            fields.set_item("translation", pose.translation().0.to_vec())?;
            if *pose.rotation() != Rotation::IDENTITY {
                let matrix: Vec<Vec<f64>> =
                    pose.rotation().matrix().0.iter().map(|row| row.0.to_vec()).collect();
                fields.set_item("matrix", matrix)?;
            }
        });
        Ok(fields)
    }

    /// The dimension: 2 or 3.
    #[getter]
    fn dim(&self) -> usize {
        match self.0 {
            Any::Two(_) => 2,
            Any::Three(_) => 3,
        }
    }

    /// The homogeneous matrix.
    #[getter]
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each!(&self.0, |pose| to_matrix(py, pose))
    }

    /// The matrix of the rotation.
    #[getter]
    fn rotation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each!(&self.0, |pose| rows(py, &pose.rotation().matrix().0))
    }

    /// The translation.
    #[getter]
    fn translation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |pose| array(py, pose.translation()))
    }

    /// The pose that undoes this one.
    fn inverse(&self) -> Self {
        Self(match &self.0 {
            Any::Two(pose) => Any::Two(pose.inverse()),
            Any::Three(pose) => Any::Three(pose.inverse()),
        })
    }

    /// Points of the body, in the world: one, or the rows of an array.
    fn transform<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let points = contiguous(points)?;
        let shape = points.shape().to_vec();
        let dim = self.dim();
        if shape.last() != Some(&dim) {
            let wanted = format!("{dim} numbers for each point");
            return Err(wrong_value("points", &wanted, format_args!("{shape:?}")));
        }
        let readable = points.readonly();
        let numbers = readable.as_slice()?;
        let moved: Vec<f64> = match &self.0 {
            Any::Two(pose) => moved(pose, numbers),
            Any::Three(pose) => moved(pose, numbers),
        };
        PyArray1::from_vec(py, moved).call_method1("reshape", (PyTuple::new(py, shape)?,))
    }

    /// First the other pose, then this one.
    fn __matmul__(&self, other: &Bound<'_, Self>) -> PyResult<Self> {
        match (&self.0, &other.get().0) {
            (Any::Two(a), Any::Two(b)) => Ok(Self(Any::Two(a.compose(b)))),
            (Any::Three(a), Any::Three(b)) => Ok(Self(Any::Three(a.compose(b)))),
            _ => Err(wrong_value("other", "a pose of the same dimension", "one of the other")),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        each!(&self.0, |pose| {
            for row in pose.rotation().matrix().0 {
                row.0.iter().for_each(|x| (x + 0.0).to_bits().hash(&mut hasher));
            }
            pose.translation().0.iter().for_each(|x| (x + 0.0).to_bits().hash(&mut hasher));
        });
        hasher.finish()
    }

    pub fn __repr__(&self) -> String {
        each!(&self.0, |pose| {
            let translation = format!("{:?}", pose.translation().0);
            if *pose.rotation() == Rotation::IDENTITY {
                format!("Pose({translation})")
            } else {
                let matrix: Vec<String> =
                    pose.rotation().matrix().0.iter().map(|row| format!("{:?}", row.0)).collect();
                format!("Pose({translation}, [{}])", matrix.join(", "))
            }
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Stored)> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((
            restore,
            each!(&self.0, |pose| {
                let matrix = pose.rotation().matrix().0.iter().map(|row| row.0.to_vec()).collect();
                (matrix, pose.translation().0.to_vec())
            }),
        ))
    }

    /// A pose that was pickled, to the last bit.
    #[staticmethod]
    fn _restore(matrix: Vec<Vec<f64>>, translation: Vec<f64>) -> PyResult<Self> {
        Ok(Self(match translation.len() {
            2 => Any::Two(restored(&matrix, &translation)?),
            _ => Any::Three(restored(&matrix, &translation)?),
        }))
    }
}

/// The rows of the rotation, and the translation.
type Stored = (Vec<Vec<f64>>, Vec<f64>);

fn restored<const D: usize>(matrix: &[Vec<f64>], translation: &[f64]) -> PyResult<Pose<D>> {
    let mut read = Matrix([Vector::ZERO; D]);
    if matrix.len() != D {
        return Err(wrong_value("matrix", &format!("{D} rows"), matrix.len()));
    }
    for i in 0..D {
        read.0[i] = vector("matrix", &matrix[i])?;
    }
    let shift = vector("translation", translation)?;
    let pose = Rotation::from_stored(read).and_then(|rotation| Pose::new(rotation, shift));
    pose.map_err(|error| PoseError::new_err(error.to_string()))
}

fn turned(
    rotation: Result<Rotation<3>, clearance::PoseError>,
    translation: Option<Numbers>,
) -> PyResult<PyPose> {
    let wrong = |error: clearance::PoseError| PoseError::new_err(error.to_string());
    let shift: Vector<3> = match translation {
        Some(numbers) => vector("translation", &numbers.0)?,
        None => Vector::ZERO,
    };
    let pose = rotation.and_then(|rotation| Pose::new(rotation, shift)).map_err(wrong)?;
    Ok(PyPose(Any::Three(pose)))
}

fn moved<const D: usize>(pose: &Pose<D>, numbers: &[f64]) -> Vec<f64> {
    numbers
        .chunks_exact(D)
        .flat_map(|point| pose.transform(Vector::from_fn(|i| point[i])).0)
        .collect()
}
