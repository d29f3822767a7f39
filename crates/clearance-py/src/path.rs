//! Paths of robots.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clearance::scene::BodyId;
use clearance_io::cell::{PathOptions, PathReport, PathSample};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::ask::progress as progress_of;
use crate::error::wrong_value;

/// Of two bodies.
type Names = (String, String);

/// What is known about a path of a robot, between its samples too.
#[pyclass(frozen, module = "clearance", name = "Path")]
pub struct PyPath {
    /// The library's report.
    pub report: PathReport,
    /// The times of the samples.
    pub times: Vec<f64>,
    /// The names of bodies.
    pub names: HashMap<BodyId, String>,
}

#[pymethods]
impl PyPath {
    /// Whether it is proved that the margin is kept all the while.
    #[getter]
    fn is_safe(&self) -> bool {
        self.report.is_safe()
    }

    /// The margin.
    #[getter]
    fn margin(&self) -> f64 {
        self.report.margin
    }

    /// At no time is anything closer than this.
    #[getter]
    fn lower(&self) -> f64 {
        self.report.least.lower
    }

    /// The least clearance that was seen.
    #[getter]
    fn distance(&self) -> f64 {
        self.report.least.sample.distance
    }

    /// When that was.
    #[getter]
    fn time(&self) -> f64 {
        self.report.least.sample.time
    }

    /// Between which bodies it was; None without pairs.
    #[getter]
    fn bodies(&self) -> Option<Names> {
        self.pair(&self.report.least.sample)
    }

    /// The times of the samples.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.times)
    }

    /// The clearance at the samples.
    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let distances = self.report.samples.iter().map(|sample| sample.distance).collect();
        PyArray1::from_vec(py, distances)
    }

    /// For each stretch between two samples, a bound that holds all the while.
    #[getter]
    fn between<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.report.between)
    }

    /// The earliest violation of the margin, to the tolerance: (time, distance, bodies); None if
    /// none was seen.
    #[getter]
    fn violation(&self) -> Option<(f64, f64, Option<Names>)> {
        let sample = self.report.violation.as_ref()?;
        Some((sample.time, sample.distance, self.pair(sample)))
    }

    /// How many configurations were looked at.
    #[getter]
    fn looked_at(&self) -> usize {
        self.report.looked_at
    }

    fn __repr__(&self) -> String {
        let verdict = if self.is_safe() { "safe" } else { "not proved safe" };
        format!("<Path: {verdict}, {:?} ≤ clearance ≤ {:?}>", self.lower(), self.distance())
    }
}

impl PyPath {
    fn pair(&self, sample: &PathSample) -> Option<Names> {
        let name = |id: BodyId| self.names.get(&id).cloned().unwrap_or_default();
        sample.bodies.map(|[a, b]| (name(a), name(b)))
    }
}

/// Looks for Ctrl-C now and then while Python's lock is released.
pub struct Watch {
    progress: Option<Py<PyAny>>,
    next: Instant,
    /// What was raised, if something was.
    pub raised: Option<PyErr>,
}

impl Watch {
    /// With a bar, or a function of its own; see `progress` of other questions.
    pub fn new(progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let progress = progress.map(progress_of).transpose()?.flatten().map(Bound::unbind);
        Ok(Self { progress, next: Instant::now(), raised: None })
    }

    /// Whether to go on.
    pub fn look(&mut self, share: f64) -> ControlFlow<()> {
        const THOUSAND: f64 = 1000.0;
        let now = Instant::now();
        if now < self.next && share < 1.0 {
            return ControlFlow::Continue(());
        }
        self.next = now + Duration::from_millis(60);
        let looked = Python::attach(|py| {
            py.check_signals()?;
            if let Some(progress) = &self.progress {
                progress.call1(py, ((THOUSAND * share) as usize, THOUSAND as usize))?;
            }
            Ok(())
        });
        match looked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.raised = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// The options of a path.
pub fn path_options(
    margin: f64,
    tolerance: Option<f64>,
    most: Option<usize>,
) -> PyResult<PathOptions> {
    let mut asked = PathOptions::default().with_margin(margin);
    if !(margin >= 0.0 && margin.is_finite()) {
        return Err(wrong_value("margin", "a number that is zero or more", margin));
    }
    asked.tolerance = tolerance.unwrap_or(asked.tolerance);
    if !(asked.tolerance > 0.0) {
        return Err(wrong_value("tolerance", "a positive number", asked.tolerance));
    }
    asked.most = most.unwrap_or(asked.most);
    Ok(asked)
}
