//! Patches and gradients.

use clearance::Vector;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::answer::PySigned;
use crate::any::{Any, AnyGradient, AnyPatch, array, each, rows};
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
    ) -> PyResult<Option<Bound<'py, pyo3::types::PyDict>>> {
        each!(&self.0, |gradient| {
            let a = (motion("velocity_a", velocity_a)?, motion("spin_a", spin_a)?);
            let b = (motion("velocity_b", velocity_b)?, motion("spin_b", spin_b)?);
            let Some(rates) = gradient.rates(a, b) else { return Ok(None) };
            let fields = pyo3::types::PyDict::new(py);
            fields.set_item("distance", rates.distance)?;
            fields.set_item("normal", array(py, rates.normal))?;
            fields.set_item("point_a", array(py, rates.points[0]))?;
            fields.set_item("point_b", array(py, rates.points[1]))?;
            Ok(Some(fields))
        })
    }

    fn __repr__(&self) -> String {
        format!("<Gradient at {:?}>", self.distance())
    }
}

fn motion<const D: usize>(argument: &str, numbers: Option<Numbers>) -> PyResult<Vector<D>> {
    numbers.map_or(Ok(Vector::ZERO), |numbers| vector(argument, &numbers.0))
}
