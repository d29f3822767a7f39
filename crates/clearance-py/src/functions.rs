//! The questions about a pair, as functions of Python.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::ask::{Arguments, ask, ask_pairs};
use crate::error::wrong_value;
use crate::fractions as f;
use crate::question as q;
use crate::steps as s;
use crate::through as t;

/// For each question its function, and all of them by name for `pairs`.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident($($extra:ident)?) = $question:expr;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            #[pyo3(signature = (a, pose_a, b, pose_b, $($extra,)? **options))]
            #[allow(clippy::too_many_arguments, reason = "those of the question")]
            pub fn $name(
                py: Python<'_>,
                a: &Bound<'_, PyAny>,
                pose_a: &Bound<'_, PyAny>,
                b: &Bound<'_, PyAny>,
                pose_b: &Bound<'_, PyAny>,
                $($extra: f64,)?
                options: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<Py<PyAny>> {
                ask(py, $question, Arguments { a, pose_a, b, pose_b }, options)
            }
        )*

        /// Answers the question of this name about the pairs of two lists.
        fn by_name(
            py: Python<'_>,
            (name, number): (&str, Option<f64>),
            arguments: Arguments<'_, '_>,
            options: Option<&Bound<'_, PyDict>>,
        ) -> PyResult<Py<PyAny>> {
            $(
                if name == stringify!($name) {
                    $(
                        let missing = || wrong_value("margin", "a number", "nothing");
                        let $extra = number.ok_or_else(missing)?;
                    )?
                    return ask_pairs(py, $question, arguments, options);
                }
            )*
            Err(wrong_value("query", "the name of a question", format_args!("{name:?}")))
        }

        /// Adds them all to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            module.add_function(wrap_pyfunction!(pairs, module)?)
        }
    };
}

functions! {
    /// How far apart two shapes are.
    ///
    /// >>> from clearance import Ball, Box, Pose, distance
    /// >>> distance(Ball(1), None, Box([1, 1, 1]), Pose([5, 0, 0])).distance
    /// 3.0
    ///
    /// A pose is a ``Pose``, a 4 by 4 array, a pair (translation, quaternion) or None. With arrays
    /// of shape (N, 4, 4) the answer is a structured array:
    ///
    /// >>> import numpy as np
    /// >>> poses = np.tile(np.eye(4), (3, 1, 1))
    /// >>> poses[:, 0, 3] = [3, 4, 5]
    /// >>> distance(Ball(1), None, Box([1, 1, 1]), poses)["distance"]
    /// array([1., 2., 3.])
    distance() = q::Distance;

    /// The closest points of A and of B; a common point, twice, where they meet.
    ///
    /// >>> from clearance import Ball, Pose, closest_points
    /// >>> closest_points(Ball(1), None, Ball(1), Pose([3, 0, 0]))
    /// (array([1., 0., 0.]), array([2., 0., 0.]))
    closest_points() = q::ClosestPoints;

    /// Whether two shapes have a point in common. Stops as soon as that is certain.
    ///
    /// >>> from clearance import Ball, Pose, intersects
    /// >>> intersects(Ball(1), None, Ball(1), Pose([1.5, 0, 0]))
    /// True
    intersects() = q::Intersects;

    /// Whether two shapes come within a margin of each other or, for a negative one, overlap by
    /// that much.
    ///
    /// >>> from clearance import Ball, Pose, within
    /// >>> within(Ball(1), None, Ball(1), Pose([3, 0, 0]), 1.5)
    /// True
    within(margin) = q::Within(margin);

    /// The answer, if the distance is at most a limit; None if it is more. Stops once that is
    /// proved.
    ///
    /// >>> from clearance import Ball, Pose, distance_below
    /// >>> print(distance_below(Ball(1), None, Ball(1), Pose([9, 0, 0]), 2.0))
    /// None
    distance_below(limit) = q::DistanceBelow(limit);

    /// The distance of two shapes that are apart; minus the depth where they overlap.
    ///
    /// >>> from clearance import Ball, Pose, signed_distance
    /// >>> [signed_distance(Ball(1), None, Ball(1), Pose([x, 0, 0])).distance for x in (3, 1.5)]
    /// [1.0, -0.5]
    signed_distance() = t::SignedDistance;

    /// How deep two shapes overlap: a Depth, or None if they are apart.
    ///
    /// >>> from clearance import Box, Pose, penetration
    /// >>> penetration(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([1.5, 0.2, 0])).depth
    /// 0.5
    penetration() = t::Penetration;

    /// Where two shapes touch, or come closest: a point, a line or a polygon of at most eight
    /// points.
    ///
    /// >>> from clearance import Box, Pose, contact_patch
    /// >>> contact_patch(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([0, 0, 2.5])).points.shape
    /// (4, 3)
    contact_patch() = t::ContactPatch;

    /// The signed distance, and its derivatives by both poses.
    ///
    /// >>> from clearance import Ball, Pose, gradient
    /// >>> gradient(Ball(1), None, Ball(1), Pose([4, 0, 0])).translation_b
    /// array([1., 0., 0.])
    gradient() = t::GradientOf;

    /// All second derivatives of the signed distance by both poses, as a 12 by 12 array (6 by 6 in
    /// the plane): by A's translation, A's turn in its own axes, B's translation and B's turn. None
    /// where they do not exist. Good to about five digits.
    ///
    /// >>> from clearance import Ball, Pose, hessian
    /// >>> found = hessian(Ball(1), None, Ball(1), Pose([4, 0, 0]))
    /// >>> found.shape, found[6:9, 6:9].round(4).diagonal()
    /// ((12, 12), array([0.  , 0.25, 0.25]))
    ///
    /// Rows of many are those of ``gradient``, with "hessian" and "hessian_valid".
    hessian() = t::HessianOf;

    /// Bounds on the distance that hold in spite of rounding: (lower, upper).
    ///
    /// >>> from clearance import Box, Cylinder, Pose, rigorous
    /// >>> low, high = rigorous(Box([0.1] * 3), None, Cylinder(0.3, 0.2), Pose([0.7, 0, 0]))
    /// >>> low < 0.4 < high
    /// True
    rigorous() = q::RigorousBounds;

    /// Every step on the way to the distance of two shapes.
    ///
    /// >>> from clearance import Ball, Box, Pose, trace
    /// >>> story = trace(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([4, 1, 0], [0, 0, 1, 3]))
    /// >>> len(story) == len(story.steps) > 0
    /// True
    ///
    /// With arrays of poses the traces are in an array of objects.
    trace() = s::Traced;

    /// The distance without rounding, for shapes with flat sides.
    ///
    /// >>> from clearance import Box, Pose, exact
    /// >>> exact.distance(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([2, 0.5, 0]))
    /// <Exact: touching, squared distance 0>
    ///
    /// With arrays of poses the answers are in an array of objects.
    exact_distance() = f::ExactDistance;

    /// How deep two bounded shapes with flat sides overlap, without rounding: an ExactDepth, of
    /// zero where they touch, or None if they are apart.
    ///
    /// >>> from clearance import Box, Pose, exact
    /// >>> found = exact.penetration(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([1.75, 0, 0]))
    /// >>> found.squared, found.translation
    /// (Fraction(1, 16), (Fraction(1, 4), Fraction(0, 1), Fraction(0, 1)))
    ///
    /// With arrays of poses the answers are in an array of objects.
    exact_penetration() = f::ExactPenetration;
}

/// The same question about many pairs of shapes: a structured array, one row for each.
///
/// >>> from clearance import Ball, Box, Pose, pairs
/// >>> balls, boxes = [Ball(1), Ball(2)], [Box([1, 1, 1]), Box([1, 2, 3])]
/// >>> pairs(balls, boxes, None, Pose([5, 0, 0]))["distance"]
/// array([3., 2.])
///
/// Each of the four arguments is one for all, or as many as there are pairs. The question is
/// the name of a function about a pair: "distance", "closest_points", "intersects", "within" and
/// "distance_below" (with ``margin``), "signed_distance", "penetration", "contact_patch",
/// "gradient", "hessian" or "rigorous"; and, as objects, "trace", "exact_distance" or
/// "exact_penetration". For "first_contact" and "closest_approach" (with ``t_max``) poses may be
/// motions.
#[pyfunction]
#[pyo3(signature = (a, b, pose_a=None, pose_b=None, query="distance", margin=None, *, t_max=None, **options))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn pairs<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_a: Option<&Bound<'py, PyAny>>,
    pose_b: Option<&Bound<'py, PyAny>>,
    query: &str,
    margin: Option<f64>,
    t_max: Option<f64>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let none = py.None().into_bound(py);
    let arguments =
        Arguments { a, pose_a: pose_a.unwrap_or(&none), b, pose_b: pose_b.unwrap_or(&none) };
    match crate::cast::named(query) {
        Some(question) => {
            let t_max = t_max.ok_or_else(|| wrong_value("t_max", "a number", "nothing"))?;
            crate::cast::pairs(py, (question, t_max), arguments, options)
        }
        None => by_name(py, (query, margin), arguments, options),
    }
}
