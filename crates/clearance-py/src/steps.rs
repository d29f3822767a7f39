//! Traces, trackers, and the judge.

use clearance::answer::Detail;
use clearance::{Convex, Query, Signed, Trace, Tracker, Vector};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{PyAnswer, PyDepth, PySigned};
use crate::any::{Any, AnyTrace, AnyTracker, Room, Space, array, each, rows};
use crate::ask::{Arguments, Options, broadcast, mixed, shape};
use crate::batch::{Pairs, Shapes};
use crate::error::{self, refused, wrong_type, wrong_value};
use crate::pose::{Given, read, read_one};
use crate::question::{Distance, Question};
use crate::row::{Writer, room};

/// Every step that led to an answer.
///
/// >>> from clearance import Box, Pose, Triangle, trace
/// >>> story = trace(Triangle([[0, 0], [4, 0], [0, 3]]), None, Box([1, 1]), Pose([5, 5]))
/// >>> story.answer.distance == story.steps[-1]["upper"]
/// True
#[pyclass(frozen, module = "clearance", name = "Trace")]
pub struct PyTrace(AnyTrace);

#[pymethods]
impl PyTrace {
    /// The steps in their order, as dicts. Points are in A's frame, and radii are set aside.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        each!(&self.0, |trace| steps(py, trace))
    }

    /// The answer that they led to.
    #[getter]
    fn answer(&self) -> PyAnswer {
        PyAnswer(match &self.0 {
            Any::Two(trace) => Any::Two(trace.answer),
            Any::Three(trace) => Any::Three(trace.answer),
        })
    }

    fn __len__(&self) -> usize {
        each!(&self.0, |trace| trace.steps.len())
    }

    fn __repr__(&self) -> String {
        each!(&self.0, |trace| {
            format!("<Trace: {} steps to {:?}>", trace.steps.len(), trace.answer.distance())
        })
    }
}

fn steps<'py, const D: usize>(
    py: Python<'py>,
    trace: &Trace<D>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let mut all = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let fields = PyDict::new(py);
        fields.set_item("method", step.method.name())?;
        fields.set_item("point_a", array(py, step.points[0]))?;
        fields.set_item("point_b", array(py, step.points[1]))?;
        fields.set_item("lower", step.lower)?;
        fields.set_item("upper", step.upper)?;
        match &step.detail {
            Detail::Gjk { simplex, region, direction, support, .. } => {
                let column = |pick: fn(&clearance::answer::TracedVertex<D>) -> Vector<D>| {
                    rows(py, &simplex.iter().map(pick).collect::<Vec<_>>())
                };
                fields.set_item("simplex_a", column(|vertex| vertex.a)?)?;
                fields.set_item("simplex_b", column(|vertex| vertex.b)?)?;
                let weights: Vec<f64> = simplex.iter().map(|vertex| vertex.weight).collect();
                fields.set_item("weights", PyArray1::from_vec(py, weights))?;
                fields.set_item("region", region.name())?;
                fields.set_item("direction", array(py, *direction))?;
                fields.set_item("support_a", array(py, support[0]))?;
                fields.set_item("support_b", array(py, support[1]))?;
            }
            Detail::Newton { direction } => {
                fields.set_item("direction", array(py, *direction))?;
            }
            Detail::ActiveSet { facets } => {
                fields.set_item("facets_a", facets[0].clone())?;
                fields.set_item("facets_b", facets[1].clone())?;
            }
            _ => {}
        }
        all.push(fields);
    }
    Ok(all)
}

/// Every step on the way to the distance of two shapes.
#[pyfunction]
#[pyo3(signature = (a, pose_a, b, pose_b, **options))]
pub fn trace<'py>(
    a: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<PyTrace> {
    let query = Options::read(options)?.query;
    let (a, b) = (shape(a, "a")?, shape(b, "b")?);
    let found = match (&a.shape, &b.shape) {
        (Any::Two(x), Any::Two(y)) => traced(&query, (&**x, pose_a), (&**y, pose_b)).map(Any::Two),
        (Any::Three(x), Any::Three(y)) => {
            traced(&query, (&**x, pose_a), (&**y, pose_b)).map(Any::Three)
        }
        _ => Err(mixed()),
    };
    a.raise_failure()?;
    b.raise_failure()?;
    found.map(PyTrace)
}

type At<'a, 'py, const D: usize> = (&'a dyn Convex<D>, &'a Bound<'py, PyAny>);

fn traced<const D: usize>(
    query: &Query,
    (a, pose_a): At<'_, '_, D>,
    (b, pose_b): At<'_, '_, D>,
) -> PyResult<Trace<D>>
where
    Space: Room<D>,
{
    let (pose_a, pose_b) = (read_one(pose_a, "pose_a")?, read_one(pose_b, "pose_b")?);
    query.trace(a, &pose_a, b, &pose_b).map_err(refused)
}

/// Checks an answer against the shapes and poses that it is about. Calls no solver; raises
/// ``Flaw``, which says what is wrong, if something is.
///
/// >>> from clearance import Ball, Box, Pose, check, distance
/// >>> answer = distance(Ball(1), None, Box([1, 1, 1]), Pose([5, 0, 0]))
/// >>> check(answer, Ball(1), None, Box([1, 1, 1]), Pose([5, 0, 0]))
/// >>> check(answer, Ball(2), None, Box([1, 1, 1]), Pose([5, 0, 0]))
/// Traceback (most recent call last):
///     ...
/// clearance.Flaw: the slab is narrower than the lower bound by 1e0
#[pyfunction]
pub fn check(
    answer: &Bound<'_, PyAny>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (a, b) = (shape(a, "a")?, shape(b, "b")?);
    let verdict = match (&a.shape, &b.shape) {
        (Any::Two(x), Any::Two(y)) => judge(answer, (&**x, pose_a), (&**y, pose_b)),
        (Any::Three(x), Any::Three(y)) => judge(answer, (&**x, pose_a), (&**y, pose_b)),
        _ => Err(mixed()),
    };
    a.raise_failure()?;
    b.raise_failure()?;
    verdict
}

fn judge<const D: usize>(
    answer: &Bound<'_, PyAny>,
    (a, pose_a): At<'_, '_, D>,
    (b, pose_b): At<'_, '_, D>,
) -> PyResult<()>
where
    Space: Room<D>,
{
    let (pose_a, pose_b) = (read_one(pose_a, "pose_a")?, read_one(pose_b, "pose_b")?);
    let other = || wrong_value("answer", "one of the shapes' dimension", "one of the other");
    let check = |answer: &clearance::Answer<D>| clearance::check(answer, a, &pose_a, b, &pose_b);
    let check_depth =
        |depth: &clearance::Depth<D>| clearance::check_depth(depth, a, &pose_a, b, &pose_b);
    let verdict = if let Ok(answer) = answer.cast::<PyAnswer>() {
        check(Space::answer(&answer.get().0).ok_or_else(other)?)
    } else if let Ok(depth) = answer.cast::<PyDepth>() {
        check_depth(Space::depth(&depth.get().0).ok_or_else(other)?)
    } else if let Ok(signed) = answer.cast::<PySigned>() {
        match Space::signed(&signed.get().0).ok_or_else(other)? {
            Signed::Apart(apart) => check(&clearance::Answer::Apart(*apart)),
            Signed::Overlap(depth) => check_depth(depth),
        }
    } else {
        return Err(wrong_type("answer", "an Answer, a Signed or a Depth", answer));
    };
    verdict.map_err(|flaw| error::Flaw::new_err(flaw.to_string()))
}

/// Follows one pair of shapes over time: each question starts where the last one ended.
///
/// >>> from clearance import Box, Pose, Tracker
/// >>> tracker, box = Tracker(), Box([1, 1, 1])
/// >>> [tracker.distance(box, None, box, Pose([4 + x, 0.5, 0])).distance for x in (0.0, 0.5)]
/// [2.0, 2.5]
///
/// An array of poses is followed from its first to its last.
#[pyclass(module = "clearance", name = "Tracker")]
#[derive(Default)]
pub struct PyTracker {
    seen: Option<AnyTracker>,
}

#[pymethods]
impl PyTracker {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// How far apart the two shapes are now.
    #[pyo3(signature = (a, pose_a, b, pose_b, **options))]
    fn distance<'py>(
        &mut self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        pose_a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        pose_b: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let query = Options::read(options)?.query;
        let arguments = Arguments { a, pose_a, b, pose_b };
        let (a, b) = (shape(a, "a")?, shape(b, "b")?);
        let found = match (&a.shape, &b.shape) {
            (Any::Two(x), Any::Two(y)) => {
                let seen = self.seen.get_or_insert(Any::Two(Tracker::new()));
                if matches!(seen, Any::Three(_)) {
                    *seen = Any::Two(Tracker::new());
                }
                follow(py, (seen, &query), (&**x, &**y), arguments)
            }
            (Any::Three(x), Any::Three(y)) => {
                let seen = self.seen.get_or_insert(Any::Three(Tracker::new()));
                if matches!(seen, Any::Two(_)) {
                    *seen = Any::Three(Tracker::new());
                }
                follow(py, (seen, &query), (&**x, &**y), arguments)
            }
            _ => Err(mixed()),
        };
        a.raise_failure()?;
        b.raise_failure()?;
        found
    }

    /// Forgets what was seen.
    fn reset(&mut self) {
        self.seen = None;
    }

    fn __repr__(&self) -> &'static str {
        if self.seen.is_some() { "<Tracker of a pair>" } else { "<Tracker>" }
    }
}

/// Between two looks at Ctrl-C.
const STRETCH: usize = 4096;

fn follow<const D: usize>(
    py: Python<'_>,
    (seen, query): (&mut AnyTracker, &Query),
    (a, b): (&dyn Convex<D>, &dyn Convex<D>),
    arguments: Arguments<'_, '_>,
) -> PyResult<Py<PyAny>>
where
    Space: Room<D>,
{
    let Some(tracker) = Space::tracker(seen) else { return Err(mixed()) };
    let pose_a = read::<D>(arguments.pose_a, "pose_a")?;
    let pose_b = read::<D>(arguments.pose_b, "pose_b")?;
    if let (Given::One(pose_a), Given::One(pose_b)) = (&pose_a, &pose_b) {
        let found = tracker.distance_by(query, a, pose_a, b, pose_b);
        return Distance.wrap(py, found.map_err(refused)?);
    }
    let (shape, pose_a, pose_b) = broadcast(py, pose_a, pose_b)?;
    let pairs = Pairs {
        a: Shapes::One(a),
        pose_a: pose_a.source()?,
        b: Shapes::One(b),
        pose_b: pose_b.source()?,
    };
    let layout = Question::<D>::layout(&Distance);
    let (width, total) = (layout.len(), shape.iter().product::<usize>());
    let words = room(py, total, width);
    {
        let mut writable = words.readwrite();
        let out = writable.as_slice_mut()?;
        for (k, stretch) in out.chunks_mut(width * STRETCH).enumerate() {
            py.detach(|| {
                for (j, row) in stretch.chunks_mut(width).enumerate() {
                    let i = k * STRETCH + j;
                    let step = pairs.with(i, |pair| {
                        tracker.distance_by(query, pair.a, pair.pose_a, pair.b, pair.pose_b)
                    });
                    let answer = step.map_err(|trouble| trouble.raise(i))?;
                    Distance.write(&mut Writer::new(row), &answer);
                }
                Ok::<(), PyErr>(())
            })?;
            py.check_signals()?;
        }
    }
    Ok(layout.view(&words, &shape)?.unbind())
}
