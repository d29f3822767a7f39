//! Answers without rounding, as fractions.

use clearance::exact::{self, Exact, ExactDepth, Field, Rational};
use clearance::{Convex, Pose, QueryError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::question::{object, question};

/// How far apart two shapes are, as a fact: every number is the fraction that it is.
///
/// >>> from clearance import Box, Point, exact
/// >>> found = exact.distance(Box([0.5, 0.5, 0.5]), None, Point([2, 1.5, 0]), None)
/// >>> found.squared, found.verdict
/// (Fraction(13, 4), 'apart')
#[pyclass(frozen, module = "clearance", name = "Exact")]
pub struct PyExact(Found);

/// How deep two shapes overlap, as a fact.
///
/// >>> from clearance import Box, Pose, exact
/// >>> box = Box([1, 1, 1])
/// >>> found = exact.penetration(box, None, box, Pose([2 - 2**-52, 0.5, 0]))
/// >>> found.depth == 2**-52, found.translation[0]
/// (True, Fraction(1, 4503599627370496))
#[pyclass(frozen, module = "clearance", name = "ExactDepth")]
pub struct PyExactDepth(Deep);

question! {
    /// How far apart, as a fact.
    ExactDistance finds Found,
    ask |self, _, pair, _| find((pair.a, pair.pose_a), (pair.b, pair.pose_b)),
    wrap |py, found| object(py, PyExact(found)),
}

question! {
    /// How deep, as a fact.
    ExactPenetration finds Option<Deep>,
    ask |self, _, pair, _| {
        let found = exact::penetration(pair.a, pair.pose_a, pair.b, pair.pose_b)?;
        Ok(found.map(|depth| Deep::new(&depth)))
    },
    wrap |py, found| match found {
        Some(depth) => object(py, PyExactDepth(depth)),
        None => Ok(py.None()),
    },
}

/// What the library found, in any dimension.
#[derive(Clone, PartialEq)]
pub struct Found {
    verdict: &'static str,
    squared: Rational,
    distance: f64,
    points: [Vec<Rational>; 2],
    rounds: u32,
}

/// A depth that the library found, in any dimension.
#[derive(Clone, PartialEq)]
pub struct Deep {
    depth: f64,
    squared: Rational,
    normal: Vec<Rational>,
    translation: Vec<Rational>,
    vertices: Vec<[u32; 2]>,
    rounds: u32,
}

impl Deep {
    fn new<const D: usize>(found: &ExactDepth<D>) -> Self {
        Self {
            depth: found.depth(),
            squared: found.squared(),
            normal: Vec::from(found.normal()),
            translation: Vec::from(found.translation()),
            vertices: found.vertices().to_vec(),
            rounds: found.rounds(),
        }
    }
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

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __float__(&self) -> f64 {
        self.0.distance
    }

    fn __repr__(&self) -> String {
        format!("<Exact: {}, squared distance {}>", self.0.verdict, short(&self.0.squared))
    }
}

#[pymethods]
impl PyExactDepth {
    /// The depth: the float nearest to the true one.
    #[getter]
    fn depth(&self) -> f64 {
        self.0.depth
    }

    /// The square of the depth.
    #[getter]
    fn squared<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.0.squared)
    }

    /// The direction along which B leaves A on the shortest way, of no particular length.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        fractions(py, &self.0.normal)
    }

    /// The shortest way itself: moving B by this leaves the shapes touching.
    #[getter]
    fn translation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        fractions(py, &self.0.translation)
    }

    /// The pairs of vertices, one of A and one of B, whose differences span the face of the
    /// difference that is closest to the origin; none where the shapes only touch.
    #[getter]
    fn vertices(&self) -> Vec<(u32, u32)> {
        self.0.vertices.iter().map(|&[a, b]| (a, b)).collect()
    }

    /// How many faces were looked at.
    #[getter]
    fn rounds(&self) -> u32 {
        self.0.rounds
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __float__(&self) -> f64 {
        self.0.depth
    }

    fn __repr__(&self) -> String {
        format!("<ExactDepth: squared depth {}>", short(&self.0.squared))
    }
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

/// A fraction for people: a long one by the float next to it.
fn short(x: &Rational) -> String {
    const LONG: usize = 40;
    let text = x.to_string();
    if text.len() <= LONG { text } else { format!("about {}", x.to_f64()) }
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
