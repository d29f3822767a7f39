//! Shapes.

use std::sync::Arc;

use clearance::shape::{Affine, ConvexHull, MinkowskiSum, Placed, Rounded, ShapeError};
use clearance::{Convex, Matrix, Pose, Vector};
use clearance_io::{AnyShape, Value, pose_of_plane, pose_of_space, seen_dimension};
use numpy::PyArray1;
use pyo3::exceptions::{PyNotImplementedError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any::{Any, each};
use crate::error::{self, no_shape, wrong_value};
use crate::own::{Own, OwnShape};
use crate::pose::Numbers;
use crate::spec::{self, Reader};

/// A convex shape, in its own frame.
///
/// Made by its subclasses, or by ``Shape.from_dict``.
#[pyclass(frozen, subclass, module = "clearance._native", name = "Shape")]
pub struct PyShape {
    /// What answers questions.
    pub shape: crate::any::AnyShape,
    /// What it was made of.
    pub spec: Value<'static>,
    /// Its support functions, if there are any.
    pub own: Vec<Arc<Own>>,
}

#[pymethods]
impl PyShape {
    #[new]
    #[pyo3(signature = (spec, dim=None))]
    fn new(spec: &Bound<'_, PyDict>, dim: Option<usize>) -> PyResult<Self> {
        let mut reader = Reader { own: Vec::new() };
        let mut spec = reader.read(spec.as_any(), 0)?;
        let own = reader.own;
        let seen = seen_dimension(&spec);
        let dim = dim.unwrap_or(seen);
        let shape = if own.is_empty() {
            match AnyShape::from_value(&spec, Some(dim)).map_err(|error| no_shape(&error))? {
                AnyShape::Two(shape) => Any::Two(Arc::from(shape)),
                AnyShape::Three(shape) => Any::Three(Arc::from(shape)),
            }
        } else {
            match dim {
                2 => Any::Two(Arc::from(build::<2>(&spec, &own, pose_of_plane)?)),
                3 => Any::Three(Arc::from(build::<3>(&spec, &own, pose_of_space)?)),
                other => return Err(wrong_value("dim", "2 or 3", other)),
            }
        };
        // Where its numbers do not show the dimension, the shape says it.
        if seen != dim && spec.get("dim").is_none() {
            spec.set("dim", Value::Integer(dim as i128));
        }
        Ok(Self { shape, spec, own })
    }

    /// The dimension: 2 or 3.
    #[getter]
    fn dim(&self) -> usize {
        match self.shape {
            Any::Two(_) => 2,
            Any::Three(_) => 3,
        }
    }

    /// The shape in the file format of the program, as a dict.
    ///
    /// >>> import clearance
    /// >>> clearance.Ball(2.0).to_dict()
    /// {'type': 'ball', 'radius': 2.0}
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if !self.own.is_empty() {
            let words = "a shape with a support function of your own has no form in files";
            return Err(PyTypeError::new_err(words));
        }
        spec::write(py, &self.spec, &self.own)
    }

    /// The same with support functions, for pickling.
    fn _spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        spec::write(py, &self.spec, &self.own)
    }

    /// A furthest point of the shape along a direction, in the shape's own frame.
    ///
    /// >>> import clearance
    /// >>> clearance.Box([1, 2, 3]).support([1, 1, -1])
    /// array([ 1.,  2., -3.])
    fn support<'py>(
        &self,
        py: Python<'py>,
        direction: Numbers,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let point = each!(&self.shape, |shape| {
            let direction = vector("direction", &direction.0)?;
            if !direction.is_finite() {
                return Err(wrong_value("direction", "finite numbers", "others"));
            }
            shape.support(direction).0.to_vec()
        });
        self.raise_failure()?;
        if point.iter().any(|x| !x.is_finite()) {
            return Err(PyNotImplementedError::new_err(
                "the shape reaches without end, or has no support function",
            ));
        }
        Ok(PyArray1::from_vec(py, point))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyShape>() else { return false };
        let other = other.get();
        self.dim() == other.dim()
            && same(&self.spec, &other.spec)
            && self.own.len() == other.own.len()
            && self.own.iter().zip(&other.own).all(|(a, b)| a.function.is(&b.function))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        self.dim().hash(&mut hasher);
        digest(&self.spec, &mut hasher);
        hasher.finish()
    }
}

impl PyShape {
    /// Raises what a support function raised, if one did.
    #[inline]
    pub fn raise_failure(&self) -> PyResult<()> {
        match self.own.iter().find_map(|own| own.take_failure()) {
            None => Ok(()),
            Some(failure) => Err(failure),
        }
    }
}

/// Whether two shapes are made of the same; an integer is the float of the same value.
fn same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Integer(i), Value::Real(x)) | (Value::Real(x), Value::Integer(i)) => {
            *i as f64 == *x
        }
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Table(fields), Value::Table(others)) => {
            let here = |fields: &[(_, Value<'_>)]| {
                fields.iter().filter(|(_, value)| *value != Value::Null).count()
            };
            here(fields) == here(others)
                && fields
                    .iter()
                    .filter(|(_, value)| *value != Value::Null)
                    .all(|(name, value)| b.get(name).is_some_and(|other| same(value, other)))
        }
        _ => a == b,
    }
}

/// Equal for shapes that are the same.
fn digest(value: &Value<'_>, hasher: &mut impl std::hash::Hasher) {
    use std::hash::Hash;
    match value {
        // The order of fields does not matter.
        Value::Table(fields) => {
            let mut sum = 0_u64;
            for (name, value) in fields.iter().filter(|(_, value)| *value != Value::Null) {
                let mut one = std::hash::DefaultHasher::new();
                name.hash(&mut one);
                digest(value, &mut one);
                sum = sum.wrapping_add(std::hash::Hasher::finish(&one));
            }
            sum.hash(hasher);
        }
        Value::List(list) => {
            list.len().hash(hasher);
            list.iter().for_each(|value| digest(value, hasher));
        }
        Value::Text(text) => text.hash(hasher),
        Value::Bool(flag) => flag.hash(hasher),
        Value::Integer(i) => ((*i as f64) + 0.0).to_bits().hash(hasher),
        Value::Real(x) => (x + 0.0).to_bits().hash(hasher),
        Value::Null => {}
    }
}

/// Exactly D numbers.
pub fn vector<const D: usize>(argument: &str, numbers: &[f64]) -> PyResult<Vector<D>> {
    match <[f64; D]>::try_from(numbers) {
        Ok(numbers) => Ok(Vector(numbers)),
        Err(_) => Err(wrong_value(argument, &format!("{D} numbers"), numbers.len())),
    }
}

type ReadPose<const D: usize> = fn(&Value<'_>) -> Result<Pose<D>, clearance_io::FormatError>;

/// A shape of which some part has a support function in Python.
fn build<const D: usize>(
    value: &Value<'_>,
    own: &[Arc<Own>],
    pose: ReadPose<D>,
) -> PyResult<Box<dyn Convex<D>>> {
    let kind = match value.get("type") {
        Some(Value::Text(kind)) => kind.as_ref(),
        _ => "",
    };
    let inner = || match value.get("shape") {
        Some(value) => build(value, own, pose),
        None => Err(error::ShapeError::new_err("shape: missing; expected a shape")),
    };
    let parts = || -> PyResult<Vec<Box<dyn Convex<D>>>> {
        match value.get("parts") {
            Some(Value::List(list)) => list.iter().map(|part| build(part, own, pose)).collect(),
            _ => Err(error::ShapeError::new_err("parts: missing; expected a list of shapes")),
        }
    };
    match kind {
        "support" => match value.get("function") {
            Some(Value::Integer(i)) if (*i as usize) < own.len() => {
                Ok(Box::new(OwnShape::<D>::new(own[*i as usize].clone())?))
            }
            _ => Err(error::ShapeError::new_err("function: expected a support function")),
        },
        "rounded" => {
            let radius = numbers(value.get("radius"));
            built(Rounded::new(inner()?, radius.first().copied().unwrap_or(f64::NAN)))
        }
        "minkowski_sum" => built(MinkowskiSum::new(parts()?)),
        "hull" => built(ConvexHull::new(parts()?)),
        "placed" => {
            let read = value.get("pose").map_or_else(|| Ok(Pose::IDENTITY), pose);
            built(Placed::new(inner()?, read.map_err(|error| no_shape(&error))?))
        }
        "affine" => {
            let entries = numbers(value.get("matrix"));
            let matrix = match entries.len() {
                0 => Matrix::IDENTITY,
                n if n == D * D => {
                    Matrix(std::array::from_fn(|i| Vector::from_fn(|j| entries[D * i + j])))
                }
                n => return Err(wrong_value("matrix", &format!("{D} rows of {D} numbers"), n)),
            };
            let shift = numbers(value.get("translation"));
            let shift =
                if shift.is_empty() { Vector::ZERO } else { vector("translation", &shift)? };
            built(Affine::new(inner()?, matrix, shift))
        }
        "intersection" => Err(error::ShapeError::new_err(
            "an intersection has parts made of surfaces, and a support function is none",
        )),
        _ => {
            let wrong = |error| no_shape(&error);
            let shape = AnyShape::from_value(value, Some(D)).map_err(wrong)?;
            convert(shape)
        }
    }
}

/// A shape of the format in the dimension that is known to be its own.
fn convert<const D: usize>(shape: AnyShape) -> PyResult<Box<dyn Convex<D>>> {
    let any: Box<dyn std::any::Any> = match shape {
        AnyShape::Two(shape) => Box::new(shape),
        AnyShape::Three(shape) => Box::new(shape),
    };
    match any.downcast::<Box<dyn Convex<D>>>() {
        Ok(shape) => Ok(*shape),
        Err(_) => Err(wrong_value("dim", "2 or 3", D)),
    }
}

fn built<const D: usize, S: Convex<D> + 'static>(
    shape: Result<S, ShapeError>,
) -> PyResult<Box<dyn Convex<D>>> {
    match shape {
        Ok(shape) => Ok(Box::new(shape)),
        Err(error) => Err(error::ShapeError::new_err(error.to_string())),
    }
}

/// All numbers of a value, in order.
fn numbers(value: Option<&Value<'_>>) -> Vec<f64> {
    match value {
        Some(Value::Integer(i)) => vec![*i as f64],
        Some(Value::Real(x)) => vec![*x],
        Some(Value::List(list)) => list.iter().flat_map(|value| numbers(Some(value))).collect(),
        _ => Vec::new(),
    }
}
