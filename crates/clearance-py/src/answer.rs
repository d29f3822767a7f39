//! Answers: distances, signed distances, depths.

use clearance::{Evidence, Names};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any::{Any, AnyAnswer, AnyDepth, AnySigned, array, each, restored, rows, stored};

/// How far apart two shapes are, with the proof of it.
///
/// >>> from clearance import Ball, Box, distance
/// >>> answer = distance(Ball(1), None, Box([1, 1, 1]), ([5, 0, 0], [0, 0, 0, 1]))
/// >>> answer.distance
/// 3.0
/// >>> answer.point_a, answer.point_b
/// (array([1., 0., 0.]), array([4., 0., 0.]))
/// >>> answer.lower <= 3 <= answer.upper
/// True
#[pyclass(frozen, module = "clearance", name = "Answer")]
pub struct PyAnswer(pub AnyAnswer);

/// How far apart two shapes are or, negative, how deep they overlap.
///
/// >>> from clearance import Ball, Pose, signed_distance
/// >>> signed_distance(Ball(1), None, Ball(1), Pose([1.5, 0, 0])).distance
/// -0.5
#[pyclass(frozen, module = "clearance", name = "Signed")]
pub struct PySigned(pub AnySigned);

/// How deep two shapes overlap: the shortest way to part them.
///
/// >>> from clearance import Box, Pose, penetration
/// >>> depth = penetration(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([1.5, 0.2, 0]))
/// >>> depth.depth, depth.normal
/// (0.5, array([1., 0., 0.]))
#[pyclass(frozen, module = "clearance", name = "Depth")]
pub struct PyDepth(pub AnyDepth);

#[pymethods]
impl PyAnswer {
    /// The distance; zero where the shapes meet.
    #[getter]
    fn distance(&self) -> f64 {
        each!(&self.0, |answer| answer.distance())
    }

    /// Whether the shapes have a point in common.
    #[getter]
    fn intersects(&self) -> bool {
        each!(&self.0, |answer| answer.intersects())
    }

    /// The true distance is not less than this, up to the rounding of the coordinates.
    #[getter]
    fn lower(&self) -> f64 {
        each!(&self.0, |answer| answer.lower())
    }

    /// The true distance is not more than this, up to the rounding of the coordinates.
    #[getter]
    fn upper(&self) -> f64 {
        each!(&self.0, |answer| answer.upper())
    }

    /// The closest point of A; a common point where the shapes meet.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |answer| array(py, answer.points()[0]))
    }

    /// The closest point of B; a common point where the shapes meet.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |answer| array(py, answer.points()[1]))
    }

    /// The closest points of A and of B.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> [Bound<'py, PyArray1<f64>>; 2] {
        [self.point_a(py), self.point_b(py)]
    }

    /// The unit vector from A to B; None where they meet.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        each!(&self.0, |answer| answer.normal().map(|normal| array(py, normal)))
    }

    /// Whether no other pair of points is as close; None where that is not known.
    #[getter]
    fn unique(&self) -> Option<bool> {
        each!(&self.0, |answer| answer.apart().and_then(|apart| apart.unique))
    }

    /// The method that found it.
    #[getter]
    fn method(&self) -> &'static str {
        each!(&self.0, |answer| answer.effort().method.name())
    }

    /// How many steps it took.
    #[getter]
    fn iterations(&self) -> u32 {
        each!(&self.0, |answer| answer.effort().iterations)
    }

    /// Why the method stopped: "converged", "contained", "stalled", "settled" or "cap".
    #[getter]
    fn stop(&self) -> &'static str {
        each!(&self.0, |answer| stop_name(answer.effort().stop))
    }

    /// What the points are made of: weights, and vertices or directions.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        each!(&self.0, |answer| evidence(py, answer.evidence()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (usize, String))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, stored(&self.0)?))
    }

    /// One that was pickled.
    #[staticmethod]
    fn _restore(dim: usize, text: &str) -> PyResult<Self> {
        restored(dim, text).map(Self)
    }

    fn __float__(&self) -> f64 {
        self.distance()
    }

    fn __repr__(&self) -> String {
        each!(&self.0, |answer| {
            let [a, b] = answer.points();
            if answer.intersects() {
                format!("<Answer: meeting at {:?}>", a.0)
            } else {
                format!("<Answer: {:?} apart, from {:?} to {:?}>", answer.distance(), a.0, b.0)
            }
        })
    }
}

/// The name of a reason to stop.
pub fn stop_name(stop: clearance::Stop) -> &'static str {
    STOPS.iter().find(|(_, one)| *one == stop).map_or("other", |(name, _)| name)
}

/// The reasons to stop, in the order of their codes in arrays.
pub const STOPS: [(&str, clearance::Stop); 5] = [
    ("converged", clearance::Stop::Converged),
    ("contained", clearance::Stop::Contained),
    ("stalled", clearance::Stop::Stalled),
    ("settled", clearance::Stop::Settled),
    ("cap", clearance::Stop::Cap),
];

/// What points are made of.
pub fn evidence<'py, const D: usize>(
    py: Python<'py>,
    evidence: &Evidence<D>,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let len = evidence.weights().len();
    fields.set_item("weights", PyArray1::from_slice(py, evidence.weights()))?;
    for (name, names) in [("a", evidence.a), ("b", evidence.b)] {
        let one = PyDict::new(py);
        match names {
            Names::Vertices(ids) => one.set_item("vertices", ids[..len].to_vec())?,
            Names::Directions => {
                let directions: Vec<_> = (0..len).map(|k| evidence.direction(k)).collect();
                one.set_item("directions", rows(py, &directions)?)?;
            }
            Names::Surfaces(ids) => one.set_item("surfaces", ids[..D].to_vec())?,
            _ => one.set_item("formula", true)?,
        }
        fields.set_item(name, one)?;
    }
    Ok(fields)
}

#[pymethods]
impl PySigned {
    /// The signed distance: positive where the shapes are apart, minus the depth where they
    /// overlap.
    #[getter]
    fn distance(&self) -> f64 {
        each!(&self.0, |signed| signed.distance())
    }

    /// Whether the shapes have a point in common.
    #[getter]
    fn intersects(&self) -> bool {
        each!(&self.0, |signed| signed.intersects())
    }

    /// The true signed distance is not less than this.
    #[getter]
    fn lower(&self) -> f64 {
        each!(&self.0, |signed| signed.lower())
    }

    /// The true signed distance is not more than this.
    #[getter]
    fn upper(&self) -> f64 {
        each!(&self.0, |signed| signed.upper())
    }

    /// The closest point of A, or its deepest one.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |signed| array(py, signed.points()[0]))
    }

    /// The closest point of B, or its deepest one.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |signed| array(py, signed.points()[1]))
    }

    /// The closest points of A and of B, or their deepest ones.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> [Bound<'py, PyArray1<f64>>; 2] {
        [self.point_a(py), self.point_b(py)]
    }

    /// The unit vector from A to B, along which B leaves A where they overlap.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |signed| array(py, signed.normal()))
    }

    /// Whether the normal and the points are the only ones; None where that is not known.
    #[getter]
    fn unique(&self) -> Option<bool> {
        each!(&self.0, |signed| signed.unique())
    }

    /// Whether nothing better exists anywhere; only depths between curved shapes can be in doubt.
    #[getter]
    fn is_global(&self) -> bool {
        each!(&self.0, |signed| signed.is_global())
    }

    /// The depth; None where the shapes are apart.
    #[getter]
    fn depth(&self) -> Option<PyDepth> {
        match &self.0 {
            Any::Two(signed) => signed.depth().map(|depth| PyDepth(Any::Two(*depth))),
            Any::Three(signed) => signed.depth().map(|depth| PyDepth(Any::Three(*depth))),
        }
    }

    /// The method that found it.
    #[getter]
    fn method(&self) -> &'static str {
        each!(&self.0, |signed| signed.effort().method.name())
    }

    /// How many steps it took.
    #[getter]
    fn iterations(&self) -> u32 {
        each!(&self.0, |signed| signed.effort().iterations)
    }

    /// What the points are made of.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        each!(&self.0, |signed| evidence(py, signed.evidence()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (usize, String))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, stored(&self.0)?))
    }

    /// One that was pickled.
    #[staticmethod]
    fn _restore(dim: usize, text: &str) -> PyResult<Self> {
        restored(dim, text).map(Self)
    }

    fn __float__(&self) -> f64 {
        self.distance()
    }

    fn __repr__(&self) -> String {
        format!("<Signed: {:?}>", self.distance())
    }
}

#[pymethods]
impl PyDepth {
    /// The depth: zero or more.
    #[getter]
    fn depth(&self) -> f64 {
        each!(&self.0, |depth| depth.depth)
    }

    /// No move shorter than this parts the shapes.
    #[getter]
    fn lower(&self) -> f64 {
        each!(&self.0, |depth| depth.lower)
    }

    /// Moving B this far along the normal parts them.
    #[getter]
    fn upper(&self) -> f64 {
        each!(&self.0, |depth| depth.upper)
    }

    /// The unit vector along which B leaves A on the shortest way.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |depth| array(py, depth.normal))
    }

    /// The point of A that lies deepest in B.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |depth| array(py, depth.point_a))
    }

    /// The point of B that lies deepest in A.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |depth| array(py, depth.point_b))
    }

    /// Whether the bounds prove that no other direction is better.
    #[getter]
    fn is_global(&self) -> bool {
        each!(&self.0, |depth| depth.global)
    }

    /// Whether no other direction is as short; None where that is not known.
    #[getter]
    fn unique(&self) -> Option<bool> {
        each!(&self.0, |depth| depth.unique)
    }

    /// The method that found it.
    #[getter]
    fn method(&self) -> &'static str {
        each!(&self.0, |depth| depth.effort.method.name())
    }

    /// How many steps it took.
    #[getter]
    fn iterations(&self) -> u32 {
        each!(&self.0, |depth| depth.effort.iterations)
    }

    /// What the points are made of.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        each!(&self.0, |depth| evidence(py, &depth.evidence))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (usize, String))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, stored(&self.0)?))
    }

    /// One that was pickled.
    #[staticmethod]
    fn _restore(dim: usize, text: &str) -> PyResult<Self> {
        restored(dim, text).map(Self)
    }

    fn __float__(&self) -> f64 {
        self.depth()
    }

    fn __repr__(&self) -> String {
        each!(&self.0, |depth| { format!("<Depth: {:?} along {:?}>", depth.depth, depth.normal.0) })
    }
}
