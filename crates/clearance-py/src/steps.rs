//! Traces and trackers.

use clearance::answer::Detail;
use clearance::{Convex, Trace, Tracker, Vector};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::PyAnswer;
use crate::any::{Any, AnyTrace, AnyTracker, Room, Space, array, each, rows};
use crate::ask::{Arguments, Options, both, mixed, placed, shape};
use crate::batch::Errors;
use crate::error::refused;
use crate::pose::{Given, read};
use crate::question::{Distance, Question, object, question};
use crate::row::{Writer, distance_layout, room};

/// Every step that led to an answer.
///
/// >>> from clearance import Box, Pose, Triangle, trace
/// >>> story = trace(Triangle([[0, 0], [4, 0], [0, 3]]), None, Box([1, 1]), Pose([5, 5]))
/// >>> story.answer.distance == story.steps[-1]["upper"]
/// True
#[pyclass(frozen, module = "clearance", name = "Trace")]
pub struct PyTrace(AnyTrace);

question! {
    /// Every step on the way to the distance.
    Traced finds Trace<D>,
    ask |self, query, pair, _| query.trace(pair.a, pair.pose_a, pair.b, pair.pose_b),
    wrap |py, found| object(py, PyTrace(Space::AnyTrace(found))),
}

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
        let options = Options::read(options)?;
        let arguments = Arguments { a, pose_a, b, pose_b };
        let (a, b) = (shape(a, "a")?, shape(b, "b")?);
        // What was seen of a pair of the other dimension is no help.
        let seen = self.seen.take();
        let seen = self.seen.insert(match (seen, &a.shape) {
            (Some(seen @ Any::Two(_)), Any::Two(_)) => seen,
            (Some(seen @ Any::Three(_)), Any::Three(_)) => seen,
            (_, Any::Two(_)) => Any::Two(Tracker::new()),
            (_, Any::Three(_)) => Any::Three(Tracker::new()),
        });
        let found = both!(a, b, |x, y| follow(py, (seen, &options), (x, y), arguments));
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

/// Between two looks at Ctrl-C and at the bar.
const STRETCH: usize = 4096;

fn follow<const D: usize>(
    py: Python<'_>,
    (seen, options): (&mut AnyTracker, &Options<'_>),
    (a, b): (&dyn Convex<D>, &dyn Convex<D>),
    arguments: Arguments<'_, '_>,
) -> PyResult<Py<PyAny>>
where
    Space: Room<D>,
{
    let Some(tracker) = Space::tracker(seen) else { return Err(mixed()) };
    let query = &options.query;
    let pose_a = read::<D>(arguments.pose_a, "pose_a")?;
    let pose_b = read::<D>(arguments.pose_b, "pose_b")?;
    if let (Given::One(pose_a), Given::One(pose_b)) = (&pose_a, &pose_b) {
        let found = tracker.distance_by(query, a, pose_a, b, pose_b);
        return Distance.wrap(py, found.map_err(refused)?);
    }
    let (shape, pairs) = placed((a, b), &pose_a, &pose_b)?;
    let layout = distance_layout::<D>("distance").ending(&[]);
    let (width, total) = (layout.len(), shape.iter().product::<usize>());
    let words = room(py, total, width);
    let how = options.how(&[]);
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
                    match step {
                        Ok(answer) => Distance.write(&mut Writer::new(row), &answer),
                        Err(trouble) if how.errors == Errors::Raise => return Err(trouble.raise(i)),
                        Err(trouble) => layout.mark(row, trouble.status()),
                    }
                }
                Ok::<(), PyErr>(())
            })?;
            how.look(py, total.min((k + 1) * STRETCH), total)?;
        }
    }
    Ok(layout.view(&words, &shape)?.unbind())
}
