//! Patches and gradients.

use clearance::{Gradient, Rates, Vector};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::PySigned;
use crate::any::{Any, AnyGradient, AnyPatch, Room, Space, array, each, rows, square};
use crate::pose::Numbers;
use crate::shape::vector;

/// Where two shapes touch, or come closest: a point, a line or a polygon.
///
/// >>> from clearance import Box, Pose, contact_patch
/// >>> patch = contact_patch(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([0.5, 0.5, 1.99]))
/// >>> len(patch.points), patch.gaps.round(12)
/// (4, array([-0.01, -0.01, -0.01, -0.01]))
#[pyclass(frozen, module = "clearance", name = "Patch")]
pub struct PyPatch(pub AnyPatch);

/// The signed distance, and how it changes with the poses.
///
/// >>> from clearance import Ball, Box, Pose, gradient
/// >>> found = gradient(Box([1, 1, 1]), None, Ball(0.5), Pose([3, 0.2, 0]))
/// >>> found.translation_b
/// array([1., 0., 0.])
/// >>> found.translation_valid, found.rotation_valid
/// (True, True)
#[pyclass(frozen, module = "clearance", name = "Gradient")]
pub struct PyGradient(pub AnyGradient);

#[pymethods]
impl PyPatch {
    /// The corners, one in a row: anticlockwise seen against the normal, each halfway between the
    /// shapes.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each!(&self.0, |patch| rows(py, patch.points()))
    }

    /// The gap between the shapes at each of the points; negative where they overlap.
    #[getter]
    fn gaps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |patch| PyArray1::from_slice(py, patch.gaps()))
    }

    /// Whether there is one closest (or deepest) pair of points.
    #[getter]
    fn is_unique(&self) -> bool {
        each!(&self.0, |patch| patch.is_unique())
    }

    /// The signed distance that it belongs to.
    #[getter]
    fn signed(&self) -> PySigned {
        PySigned(match &self.0 {
            Any::Two(patch) => Any::Two(patch.signed),
            Any::Three(patch) => Any::Three(patch.signed),
        })
    }

    fn __repr__(&self) -> String {
        each!(&self.0, |patch| {
            let points = patch.points().len();
            format!("<Patch: {points} points, {:?} apart>", patch.signed.distance())
        })
    }
}

#[pymethods]
impl PyGradient {
    /// The signed distance.
    #[getter]
    fn signed(&self) -> PySigned {
        PySigned(match &self.0 {
            Any::Two(gradient) => Any::Two(gradient.signed),
            Any::Three(gradient) => Any::Three(gradient.signed),
        })
    }

    /// The signed distance, as a number.
    #[getter]
    fn distance(&self) -> f64 {
        each!(&self.0, |gradient| gradient.signed.distance())
    }

    /// The derivative by A's translation, in world axes.
    #[getter]
    fn translation_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |gradient| array(py, gradient.a.translation))
    }

    /// The derivative by B's translation, in world axes.
    #[getter]
    fn translation_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |gradient| array(py, gradient.b.translation))
    }

    /// The derivative by a small turn of A in its own axes; in the plane, the third counts.
    #[getter]
    fn rotation_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |gradient| array(py, gradient.a.rotation))
    }

    /// The derivative by a small turn of B in its own axes; in the plane, the third counts.
    #[getter]
    fn rotation_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |gradient| array(py, gradient.b.rotation))
    }

    /// Whether the derivatives by the translations exist.
    #[getter]
    fn translation_valid(&self) -> bool {
        each!(&self.0, |gradient| gradient.translation_valid)
    }

    /// Whether the derivatives by the rotations exist.
    #[getter]
    fn rotation_valid(&self) -> bool {
        each!(&self.0, |gradient| gradient.rotation_valid)
    }

    /// How fast the distance, the normal and the two points change when the shapes move, each with
    /// a velocity and an angular velocity (three numbers, in world axes, about the origin of its
    /// frame). None where that is not known.
    ///
    /// >>> from clearance import Ball, Pose, gradient
    /// >>> found = gradient(Ball(1), None, Ball(1), Pose([4, 0, 0]))
    /// >>> rates = found.rates(velocity_b=[1, 0, 0])
    /// >>> round(rates["distance"], 9)
    /// 1.0
    #[pyo3(signature = (*, velocity_a=None, spin_a=None, velocity_b=None, spin_b=None))]
    fn rates<'py>(
        &self,
        py: Python<'py>,
        velocity_a: Option<Numbers>,
        spin_a: Option<Numbers>,
        velocity_b: Option<Numbers>,
        spin_b: Option<Numbers>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        each!(&self.0, |gradient| {
            let a = (motion("velocity_a", velocity_a)?, motion("spin_a", spin_a)?);
            let b = (motion("velocity_b", velocity_b)?, motion("spin_b", spin_b)?);
            let Some(rates) = gradient.rates(a, b) else { return Ok(None) };
            let fields = PyDict::new(py);
            fields.set_item("distance", rates.distance)?;
            fields.set_item("normal", array(py, rates.normal))?;
            fields.set_item("point_a", array(py, rates.points[0]))?;
            fields.set_item("point_b", array(py, rates.points[1]))?;
            Ok(Some(fields))
        })
    }

    /// All second derivatives of the signed distance, as a 12 by 12 array (6 by 6 in the plane): by
    /// A's translation, A's turn in its own axes, B's translation and B's turn. None where they do
    /// not exist. Good to about five digits.
    fn hessian<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let flat = match &self.0 {
            Any::Two(gradient) => <Space as Room<2>>::hessian(gradient),
            Any::Three(gradient) => <Space as Room<3>>::hessian(gradient),
        };
        flat.map(|flat| square(py, flat)).transpose()
    }

    /// The second derivatives by B's translation alone: how the normal turns. By A's translation
    /// they are the same, by both their negatives. None where they do not exist.
    fn translation_hessian<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        each!(&self.0, |gradient| {
            gradient.translation_hessian().map(|found| rows(py, &found.0)).transpose()
        })
    }

    /// The derivatives of the distance, of the normal and of the two points by all that moves, as a
    /// dict of arrays whose last axis is that of ``hessian``. None where they do not exist.
    ///
    /// >>> from clearance import Ball, Pose, gradient
    /// >>> found = gradient(Ball(1), None, Ball(1), Pose([4, 0, 0])).jacobians()
    /// >>> found["distance"].shape, found["point_b"].shape
    /// ((12,), (3, 12))
    /// >>> found["point_a"][:, 6:9].round(4).diagonal()
    /// array([0.  , 0.25, 0.25])
    fn jacobians<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        each!(&self.0, |gradient| jacobians(py, gradient))
    }

    fn __repr__(&self) -> String {
        format!("<Gradient at {:?}>", self.distance())
    }
}

fn motion<const D: usize>(argument: &str, numbers: Option<Numbers>) -> PyResult<Vector<D>> {
    numbers.map_or(Ok(Vector::ZERO), |numbers| vector(argument, &numbers.0))
}

fn jacobians<'py, const D: usize>(
    py: Python<'py>,
    gradient: &Gradient<D>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let columns: Option<Vec<Rates<D>>> = (0..6 * (D - 1)).map(|k| gradient.rates_by(k)).collect();
    let Some(columns) = columns else { return Ok(None) };
    let fields = PyDict::new(py);
    let distance: Vec<f64> = columns.iter().map(|rates| rates.distance).collect();
    fields.set_item("distance", PyArray1::from_vec(py, distance))?;
    let matrix = |pick: fn(&Rates<D>) -> Vector<D>| {
        let vectors: Vec<Vector<D>> = columns.iter().map(pick).collect();
        rows(py, &vectors)?.getattr("T")?.call_method0("copy")
    };
    fields.set_item("normal", matrix(|rates| rates.normal)?)?;
    fields.set_item("point_a", matrix(|rates| rates.points[0])?)?;
    fields.set_item("point_b", matrix(|rates| rates.points[1])?)?;
    Ok(Some(fields))
}
