//! Answers without rounding, as fractions.

use clearance::exact::{self, Exact, Field, Rational};
use clearance::{Convex, Pose, QueryError, Side};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::any::{Any, Room, Space};
use crate::ask::{Arguments, Options, broadcast, mixed, shape};
use crate::batch::{Pairs, Shapes, run};
use crate::error::refused;
use crate::pose::{Given, read};

/// How far apart two shapes are, as a fact: every number is the fraction that it is.
///
/// >>> from clearance import Box, Point, exact
/// >>> found = exact.distance(Box([0.5, 0.5, 0.5]), None, Point([2, 1.5, 0]), None)
/// >>> found.squared, found.verdict
/// (Fraction(13, 4), 'apart')
#[pyclass(frozen, module = "clearance", name = "Exact")]
pub struct PyExact(Found);

/// What the library found, in any dimension.
#[derive(Clone)]
struct Found {
    verdict: &'static str,
    squared: Rational,
    distance: f64,
    points: [Vec<Rational>; 2],
    rounds: u32,
}

#[pymethods]
impl PyExact {
    /// "apart", "touching" or "overlapping"; "meeting" where one shape is unbounded.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.verdict
    }

    /// The square of the distance.
    #[getter]
    fn squared<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.0.squared)
    }

    /// The distance: the float nearest to the true one; zero if, and only if, the shapes meet.
    #[getter]
    fn distance(&self) -> f64 {
        self.0.distance
    }

    /// Whether the shapes have a point in common.
    #[getter]
    fn intersects(&self) -> bool {
        self.0.squared.is_zero()
    }

    /// The closest point of A; a common point where they meet.
    #[getter]
    fn point_a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        fractions(py, &self.0.points[0])
    }

    /// The closest point of B; a common point where they meet.
    #[getter]
    fn point_b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        fractions(py, &self.0.points[1])
    }

    /// How many small systems were solved: one, if the floats proposed the right vertices.
    #[getter]
    fn rounds(&self) -> u32 {
        self.0.rounds
    }

    fn __float__(&self) -> f64 {
        self.0.distance
    }

    fn __repr__(&self) -> String {
        format!("<Exact: {}, squared distance {}>", self.0.verdict, self.0.squared)
    }
}

/// The distance without rounding, for shapes with flat sides.
///
/// >>> from clearance import Box, Pose, exact
/// >>> exact.distance(Box([1, 1, 1]), None, Box([1, 1, 1]), Pose([2, 0.5, 0]))
/// <Exact: touching, squared distance 0>
///
/// With arrays of poses the answers are in an array of objects.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn exact_distance<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = Arguments { a, pose_a, b, pose_b };
    let options = Options::read(options)?;
    let shapes = [(Side::A, shape(a, "a")?), (Side::B, shape(b, "b")?)];
    for (side, shape) in shapes {
        if !shape.own.is_empty() {
            return Err(refused(QueryError::NotLinear(side)));
        }
    }
    match (&shapes[0].1.shape, &shapes[1].1.shape) {
        (Any::Two(a), Any::Two(b)) => distances(py, (&**a, &**b), arguments, &options),
        (Any::Three(a), Any::Three(b)) => distances(py, (&**a, &**b), arguments, &options),
        _ => Err(mixed()),
    }
}

fn distances<'py, const D: usize>(
    py: Python<'py>,
    (a, b): (&dyn Convex<D>, &dyn Convex<D>),
    arguments: Arguments<'_, 'py>,
    options: &Options<'_>,
) -> PyResult<Bound<'py, PyAny>>
where
    Space: Room<D>,
{
    let pose_a = read::<D>(arguments.pose_a, "pose_a")?;
    let pose_b = read::<D>(arguments.pose_b, "pose_b")?;
    if let (Given::One(pose_a), Given::One(pose_b)) = (&pose_a, &pose_b) {
        let found = find((a, pose_a), (b, pose_b)).map_err(refused)?;
        return Ok(Bound::new(py, PyExact(found))?.into_any());
    }
    let (shape, pose_a, pose_b) = broadcast(py, pose_a, pose_b)?;
    let pairs = Pairs {
        a: Shapes::One(a),
        pose_a: pose_a.source()?,
        b: Shapes::One(b),
        pose_b: pose_b.source()?,
    };
    let mut out: Vec<Option<Found>> = vec![None; shape.iter().product()];
    run::<D, _>(py, &options.how(&[]), (&mut out, 1), |i, _, place| {
        place[0] = Some(pairs.with(i, |pair| find((pair.a, pair.pose_a), (pair.b, pair.pose_b)))?);
        Ok(())
    })?;
    let objects: PyResult<Vec<Option<Py<PyExact>>>> = out
        .into_iter()
        .map(|found| found.map(|found| Py::new(py, PyExact(found))).transpose())
        .collect();
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("array", (objects?, "object"))?;
    array.call_method1("reshape", (shape,))
}

fn find<const D: usize>(
    (a, pose_a): (&dyn Convex<D>, &Pose<D>),
    (b, pose_b): (&dyn Convex<D>, &Pose<D>),
) -> Result<Found, QueryError> {
    if a.view().is_bounded() && b.view().is_bounded() {
        let answer = exact::distance(a, pose_a, b, pose_b)?;
        return Ok(Found {
            verdict: match &answer {
                Exact::Apart(_) => "apart",
                Exact::Touching(_) => "touching",
                Exact::Overlapping(_) => "overlapping",
            },
            squared: answer.squared(),
            distance: answer.distance(),
            points: answer.points().map(Vec::from),
            rounds: answer.rounds(),
        });
    }
    let nearest = exact::closest(a, pose_a, b, pose_b)?;
    Ok(Found {
        verdict: if nearest.squared.is_zero() { "meeting" } else { "apart" },
        distance: nearest.distance(),
        squared: nearest.squared,
        points: [Vec::from(nearest.point_a), Vec::from(nearest.point_b)],
        rounds: nearest.iterations as u32,
    })
}

/// A fraction of Python. Its integers go there in hexadecimal, which has no limit on their length.
fn fraction<'py>(py: Python<'py>, x: &Rational) -> PyResult<Bound<'py, PyAny>> {
    let integer = |text: String| py.import("builtins")?.getattr("int")?.call1((text, 16));
    let above = integer(format!("{:x}", x.numerator()))?;
    let below = integer(format!("{:x}", x.denominator()))?;
    py.import("fractions")?.call_method1("Fraction", (above, below))
}

fn fractions<'py>(py: Python<'py>, point: &[Rational]) -> PyResult<Bound<'py, PyTuple>> {
    let numbers: PyResult<Vec<_>> = point.iter().map(|x| fraction(py, x)).collect();
    PyTuple::new(py, numbers?)
}
