//! The questions about a pair, as functions of Python.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::ask::{Arguments, ask, ask_pairs};
use crate::error::wrong_value;
use crate::question as q;
use crate::through as t;

/// How far apart two shapes are.
///
/// >>> from clearance import Ball, Box, Pose, distance
/// >>> distance(Ball(1), None, Box([1, 1, 1]), Pose([5, 0, 0])).distance
/// 3.0
///
/// A pose is a ``Pose``, a 4 by 4 array, a pair (translation, quaternion) or None. With arrays of
/// shape (N, 4, 4) the answer is a structured array:
///
/// >>> import numpy as np
/// >>> poses = np.tile(np.eye(4), (3, 1, 1))
/// >>> poses[:, 0, 3] = [3, 4, 5]
/// >>> distance(Ball(1), None, Box([1, 1, 1]), poses)["distance"]
/// array([1., 2., 3.])
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn distance(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, q::Distance, Arguments { a, pose_a, b, pose_b }, options)
}

/// The closest points of A and of B; a common point, twice, where they meet.
///
/// >>> from clearance import Ball, Pose, closest_points
/// >>> closest_points(Ball(1), None, Ball(1), Pose([3, 0, 0]))
/// (array([1., 0., 0.]), array([2., 0., 0.]))
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn closest_points(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, q::ClosestPoints, Arguments { a, pose_a, b, pose_b }, options)
}

/// Whether two shapes have a point in common. Stops as soon as that is certain.
///
/// >>> from clearance import Ball, Pose, intersects
/// >>> intersects(Ball(1), None, Ball(1), Pose([1.5, 0, 0]))
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn intersects(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, q::Intersects, Arguments { a, pose_a, b, pose_b }, options)
}

/// Whether two shapes come within a margin of each other or, for a negative one, overlap by that
/// much.
///
/// >>> from clearance import Ball, Pose, within
/// >>> within(Ball(1), None, Ball(1), Pose([3, 0, 0]), 1.5)
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, margin, **options))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn within(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    margin: f64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, q::Within(margin), Arguments { a, pose_a, b, pose_b }, options)
}

/// The answer, if the distance is at most a limit; None if it is more. Stops once that is proved.
///
/// >>> from clearance import Ball, Pose, distance_below
/// >>> print(distance_below(Ball(1), None, Ball(1), Pose([9, 0, 0]), 2.0))
/// None
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, limit, **options))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn distance_below(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    limit: f64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, q::DistanceBelow(limit), Arguments { a, pose_a, b, pose_b }, options)
}

/// The distance of two shapes that are apart; minus the depth where they overlap.
///
/// >>> from clearance import Ball, Pose, signed_distance
/// >>> [signed_distance(Ball(1), None, Ball(1), Pose([x, 0, 0])).distance for x in (3, 1.5)]
/// [1.0, -0.5]
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn signed_distance(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, t::SignedDistance, Arguments { a, pose_a, b, pose_b }, options)
}

/// How deep two shapes overlap: a Depth, or None if they are apart.
///
/// >>> from clearance import Box, Pose, penetration
/// >>> penetration(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([1.5, 0.2, 0])).depth
/// 0.5
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn penetration(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, t::Penetration, Arguments { a, pose_a, b, pose_b }, options)
}

/// Where two shapes touch, or come closest: a point, a line or a polygon of at most eight points.
///
/// >>> from clearance import Box, Pose, contact_patch
/// >>> contact_patch(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([0, 0, 2.5])).points.shape
/// (4, 3)
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn contact_patch(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, t::ContactPatch, Arguments { a, pose_a, b, pose_b }, options)
}

/// The signed distance, and its derivatives by both poses.
///
/// >>> from clearance import Ball, Pose, gradient
/// >>> gradient(Ball(1), None, Ball(1), Pose([4, 0, 0])).translation_b
/// array([1., 0., 0.])
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn gradient(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, t::GradientOf, Arguments { a, pose_a, b, pose_b }, options)
}

/// Bounds on the distance that hold in spite of rounding: (lower, upper).
///
/// >>> from clearance import Box, Cylinder, Pose, rigorous
/// >>> low, high = rigorous(Box([0.1] * 3), None, Cylinder(0.3, 0.2), Pose([0.7, 0, 0]))
/// >>> low < 0.4 < high
/// True
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn rigorous(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    ask(py, q::RigorousBounds, Arguments { a, pose_a, b, pose_b }, options)
}

/// The same question about many pairs of shapes: a structured array, one row for each.
///
/// >>> from clearance import Ball, Box, Pose, pairs
/// >>> balls, boxes = [Ball(1), Ball(2)], [Box([1, 1, 1]), Box([1, 2, 3])]
/// >>> pairs(balls, boxes, None, Pose([5, 0, 0]))["distance"]
/// array([3., 2.])
///
/// Each of the four arguments is one for all, or as many as there are pairs. The question is
/// "distance", "closest_points", "intersects", "within" (with ``margin``), "distance_below" (with
/// ``margin``), "signed_distance", "penetration", "contact_patch", "gradient" or "rigorous".
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, query="distance", margin=None, **options))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn pairs<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_a: Option<&Bound<'py, PyAny>>,
    pose_b: Option<&Bound<'py, PyAny>>,
    query: &str,
    margin: Option<f64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let none = py.None().into_bound(py);
    let arguments =
        Arguments { a, pose_a: pose_a.unwrap_or(&none), b, pose_b: pose_b.unwrap_or(&none) };
    let wanted = || wrong_value("margin", "a number", "nothing");
    match query {
        "distance" => ask_pairs(py, q::Distance, arguments, options),
        "closest_points" => ask_pairs(py, q::ClosestPoints, arguments, options),
        "intersects" => ask_pairs(py, q::Intersects, arguments, options),
        "within" => ask_pairs(py, q::Within(margin.ok_or_else(wanted)?), arguments, options),
        "distance_below" => {
            ask_pairs(py, q::DistanceBelow(margin.ok_or_else(wanted)?), arguments, options)
        }
        "signed_distance" => ask_pairs(py, t::SignedDistance, arguments, options),
        "penetration" => ask_pairs(py, t::Penetration, arguments, options),
        "contact_patch" => ask_pairs(py, t::ContactPatch, arguments, options),
        "gradient" => ask_pairs(py, t::GradientOf, arguments, options),
        "rigorous" => ask_pairs(py, q::RigorousBounds, arguments, options),
        other => Err(wrong_value("query", "the name of a question", format_args!("{other:?}"))),
    }
}

/// Adds them all to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(distance, module)?)?;
    module.add_function(wrap_pyfunction!(closest_points, module)?)?;
    module.add_function(wrap_pyfunction!(intersects, module)?)?;
    module.add_function(wrap_pyfunction!(within, module)?)?;
    module.add_function(wrap_pyfunction!(distance_below, module)?)?;
    module.add_function(wrap_pyfunction!(signed_distance, module)?)?;
    module.add_function(wrap_pyfunction!(penetration, module)?)?;
    module.add_function(wrap_pyfunction!(contact_patch, module)?)?;
    module.add_function(wrap_pyfunction!(gradient, module)?)?;
    module.add_function(wrap_pyfunction!(rigorous, module)?)?;
    module.add_function(wrap_pyfunction!(pairs, module)?)?;
    Ok(())
}
