//! What was found about shapes that move.

use clearance::{FirstContact, Hit};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::any::{Any, AnyApproach, AnyContact, array, each};

/// What ``first_contact`` found: a hit, or how close the shapes come.
#[pyclass(frozen, module = "clearance", name = "FirstContact")]
pub struct PyContact(pub AnyContact);

/// A first contact.
#[pyclass(frozen, module = "clearance", name = "Hit")]
pub struct PyHit(Any<Hit<2>, Hit<3>>);

/// How close two moving shapes come, and when.
#[pyclass(frozen, module = "clearance", name = "Approach")]
pub struct PyApproach(pub AnyApproach);

#[pymethods]
impl PyContact {
    /// The contact; None if there is none.
    #[getter]
    fn hit(&self) -> Option<PyHit> {
        match &self.0 {
            Any::Two(contact) => contact.hit().map(|hit| PyHit(Any::Two(*hit))),
            Any::Three(contact) => contact.hit().map(|hit| PyHit(Any::Three(*hit))),
        }
    }

    /// How close the shapes come; None if they touch.
    #[getter]
    fn miss(&self) -> Option<PyApproach> {
        match &self.0 {
            Any::Two(FirstContact::Miss(miss)) => Some(PyApproach(Any::Two(*miss))),
            Any::Three(FirstContact::Miss(miss)) => Some(PyApproach(Any::Three(*miss))),
            _ => None,
        }
    }

    fn __bool__(&self) -> bool {
        each!(&self.0, |contact| contact.hit().is_some())
    }

    fn __repr__(&self) -> String {
        each!(&self.0, |contact| match contact {
            FirstContact::Hit(hit) => format!("<FirstContact: hit at {:?}>", hit.time),
            FirstContact::Miss(miss) => format!("<FirstContact: missed by {:?}>", miss.distance),
        })
    }
}

#[pymethods]
impl PyHit {
    /// The time: the same as time_lower.
    #[getter]
    fn time(&self) -> f64 {
        each!(&self.0, |hit| hit.time)
    }

    /// Before this time the shapes do not touch.
    #[getter]
    fn time_lower(&self) -> f64 {
        each!(&self.0, |hit| hit.time_lower)
    }

    /// At this time they do, if the contact is certain.
    #[getter]
    fn time_upper(&self) -> f64 {
        each!(&self.0, |hit| hit.time_upper)
    }

    /// Whether they certainly touch, rather than just come within rounding of it.
    #[getter]
    fn certain(&self) -> bool {
        each!(&self.0, |hit| hit.certain)
    }

    /// Where they touch.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |hit| array(py, hit.point))
    }

    /// The unit normal from A to B.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |hit| array(py, hit.normal))
    }

    fn __repr__(&self) -> String {
        format!("<Hit at {:?}>", self.time())
    }
}

#[pymethods]
impl PyApproach {
    /// When they are closest.
    #[getter]
    fn time(&self) -> f64 {
        each!(&self.0, |approach| approach.time)
    }

    /// How close they come; zero where they touch.
    #[getter]
    fn distance(&self) -> f64 {
        each!(&self.0, |approach| approach.distance)
    }

    /// They never come closer than this, up to rounding.
    #[getter]
    fn lower(&self) -> f64 {
        each!(&self.0, |approach| approach.lower)
    }

    /// At that time they are no further apart than this.
    #[getter]
    fn upper(&self) -> f64 {
        each!(&self.0, |approach| approach.upper)
    }

    /// The closest points of A and B at that time.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> [Bound<'py, PyArray1<f64>>; 2] {
        each!(&self.0, |approach| approach.points.map(|point| array(py, point)))
    }

    /// The unit normal from A to B at that time.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |approach| array(py, approach.normal))
    }

    fn __repr__(&self) -> String {
        format!("<Approach: {:?} at {:?}>", self.distance(), self.time())
    }
}
