//! Cells: robots and obstacles in one scene.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clearance::Pose;
use clearance::scene::{BodyId, Scene, SceneError};
use clearance_io::cell::{Cell, Trajectory};
use clearance_io::robot::{Robot, RobotError};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any::Any;
use crate::ask::{Form, Options};
use crate::batch::Errors;
use crate::close::{Close, Depth, closest_at, configure, keep, write};
use crate::configurations::Configurations;
use crate::error::{refused, wrong_value};
use crate::frame::PyPose;
use crate::nearest::{PyBodyId, PyNearest, aside, body_of, contact, failure, nearest, touching};
use crate::own::Own;
use crate::path::{PyPath, Watch, path_options};
use crate::pose::{flat, read_one};
use crate::results::{objects, rows};
use crate::robot::{PyRobot, allowed, read_text};
use crate::row::distance_layout;

/// Robots and other bodies in one scene, by name.
///
/// >>> from clearance import Ball, Box, Cell, Pose
/// >>> cell = Cell(margin=0.05)
/// >>> cell.add("table", Box([1, 1, 0.1]), fixed=True)
/// >>> cell.add("ball", Ball(0.2), Pose([0, 0, 0.5]))
/// >>> found = cell.nearest_pair()
/// >>> found.names, round(found.distance, 12)
/// (('table', 'ball'), 0.2)
#[pyclass(module = "clearance", name = "Cell")]
pub struct PyCell {
    cell: Cell,
    own: Vec<Arc<Own>>,
}

#[pymethods]
impl PyCell {
    #[new]
    #[pyo3(signature = (margin=0.0))]
    fn new(margin: f64) -> PyResult<Self> {
        let mut cell = Self { cell: Cell::new(), own: Vec::new() };
        cell.set_margin(margin)?;
        Ok(cell)
    }

    /// Reads a scene file: TOML, in the format of the program.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let cell = py.detach(|| Cell::load(&path)).map_err(refused)?;
        Ok(Self { cell, own: Vec::new() })
    }

    /// Reads the text of a scene file; the names of files in it are relative to ``base``.
    ///
    /// >>> from clearance import Cell
    /// >>> Cell.from_toml('''
    /// ... [[body]]
    /// ... name = "table"
    /// ... shape = { type = "box", half_extents = [1, 1, 0.1] }
    /// ... ''').names
    /// ['table']
    #[staticmethod]
    #[pyo3(signature = (text, base=None))]
    fn from_toml(py: Python<'_>, text: &str, base: Option<PathBuf>) -> PyResult<Self> {
        let base = base.unwrap_or_else(|| PathBuf::from("."));
        let cell = py.detach(|| Cell::from_toml(text, Path::new(&base))).map_err(refused)?;
        Ok(Self { cell, own: Vec::new() })
    }

    /// How far apart everything should stay.
    #[getter]
    fn margin(&self) -> f64 {
        self.cell.margin
    }

    #[setter]
    fn set_margin(&mut self, margin: f64) -> PyResult<()> {
        if !(margin >= 0.0 && margin.is_finite()) {
            return Err(wrong_value("margin", "a number that is zero or more", margin));
        }
        self.cell.margin = margin;
        Ok(())
    }

    /// The names of all bodies, in the order in which rows of arrays number them. Those of links are
    /// the robot's name, a slash, and the link's.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.cell.scene.bodies().map(|id| self.cell.name(id)).collect()
    }

    /// The robots, by name.
    #[getter]
    fn robots(&self) -> Vec<&str> {
        self.cell.robots().iter().map(|robot| robot.name.as_str()).collect()
    }

    /// The name of a body.
    fn name(&self, body: &Bound<'_, PyBodyId>) -> &str {
        self.cell.name(body.get().0)
    }

    /// Adds a shape, or a list of pairs (shape, pose) that are one body. Fixed bodies are not
    /// compared with each other.
    #[pyo3(signature = (name, body, pose=None, *, fixed=false))]
    fn add(
        &mut self,
        py: Python<'_>,
        name: &str,
        body: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        fixed: bool,
    ) -> PyResult<()> {
        self.unused(name)?;
        let pose = at(py, pose, "pose")?;
        let body = body_of::<3>(body, &mut self.own)?;
        let cell = &mut self.cell;
        let added =
            if fixed { cell.add_fixed(name, body, pose) } else { cell.add(name, body, pose) };
        failure(&self.own)?;
        added.map(|_| ()).map_err(refused)
    }

    /// Adds a robot. Which of its links are not compared with each other says an SRDF file, or
    /// ``derive``; see ``Robot.allowed``.
    #[pyo3(signature = (robot, base=None, *, name=None, derive="adjacent", samples=500, srdf=None))]
    #[allow(clippy::too_many_arguments, reason = "most of them are options")]
    fn add_robot(
        &mut self,
        py: Python<'_>,
        robot: &Bound<'_, PyRobot>,
        base: Option<&Bound<'_, PyAny>>,
        name: Option<&str>,
        derive: &str,
        samples: usize,
        srdf: Option<PathBuf>,
    ) -> PyResult<()> {
        let robot = &robot.get().robot;
        let name = name.unwrap_or(&robot.name);
        self.unused(name)?;
        let base = at(py, base, "base")?;
        let pairs = allowed(py, robot, derive, samples, srdf)?;
        self.cell.add_robot(name, robot.clone(), base, &pairs).map(|_| ()).map_err(refused)
    }

    /// Lets two bodies collide; the name of a robot stands for all its links.
    fn allow(&mut self, a: &str, b: &str) -> PyResult<()> {
        self.cell.allow(a, b).map_err(refused)
    }

    /// Where a body is.
    fn pose(&self, name: &str) -> PyResult<PyPose> {
        let pose = self.cell.scene.pose(self.find(name)?).map_err(refused)?;
        Ok(PyPose(Any::Three(pose)))
    }

    /// Moves a body. Links are moved by ``configure``.
    fn move_to(&mut self, name: &str, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.find(name)?;
        if self.cell.robots().iter().any(|robot| robot.bodies.contains(&Some(id))) {
            return Err(wrong_value("name", "a body that is no robot's link", format!("{name:?}")));
        }
        self.cell.scene.move_to(id, read_one(pose, "pose")?).map_err(refused)
    }

    /// The configuration of a robot, which need not be named if there is only one.
    #[pyo3(signature = (robot=None))]
    fn configuration<'py>(
        &self,
        py: Python<'py>,
        robot: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let number = self.robot(robot)?;
        Ok(PyArray1::from_slice(py, &self.cell.robots()[number].configuration))
    }

    /// Moves a robot, or without a name all of them, to a configuration: the numbers of the robots'
    /// variables one after the other, or for one robot a dict of some of them.
    #[pyo3(signature = (configuration, robot=None))]
    fn configure(&mut self, configuration: &Bound<'_, PyAny>, robot: Option<&str>) -> PyResult<()> {
        let (numbers, given) = self.configurations(configuration, robot)?;
        if !given.shape.is_empty() {
            return Err(wrong_value("configuration", "one", "many"));
        }
        configure(&mut self.cell, &numbers, given.get(0)).map_err(refused)
    }

    /// The closest pair of all; None without pairs.
    fn nearest_pair(&mut self, py: Python<'_>) -> PyResult<Option<PyNearest>> {
        let found = self.ask(py, |scene| scene.nearest_pair())?;
        Ok(found.map(|found| self.named(nearest(found))))
    }

    /// All pairs that come this close (the cell's margin, if nothing is said), on all cores.
    #[pyo3(signature = (margin=None))]
    fn pairs_within(&mut self, py: Python<'_>, margin: Option<f64>) -> PyResult<Vec<PyNearest>> {
        let margin = margin.unwrap_or(self.cell.margin);
        let found = self.ask(py, |scene| scene.pairs_within(margin))?;
        Ok(found.into_iter().map(|found| self.named(nearest(found))).collect())
    }

    /// All pairs of parts whose signed distance is no more than a margin, with their depths.
    #[pyo3(signature = (margin=0.0))]
    fn contacts(&mut self, py: Python<'_>, margin: f64) -> PyResult<Vec<PyNearest>> {
        let found = self.ask(py, |scene| touching(scene, margin))?;
        Ok(found.into_iter().map(|found| self.named(found)).collect())
    }

    /// How far everything is from everything else in configurations of a robot, or of all of them
    /// one after the other: the closest pair, or None without pairs. With ``signed`` an overlap
    /// counts by its depth. The cell stays as it is.
    ///
    /// Many configurations, the rows of an array, go to all cores and give a structured array: the
    /// fields of ``distance`` for the closest pair ("lower" holds for all pairs), and "body_a" and
    /// "body_b", the places of the two in ``names``.
    #[pyo3(signature = (configurations, robot=None, *, signed=false, **options))]
    fn clearance<'py>(
        &mut self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        robot: Option<&str>,
        signed: bool,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let (numbers, given) = self.configurations(configurations, robot)?;
        let options = Options::read_plain(options)?;
        let depth = if signed { Depth::Signed } else { Depth::None };
        if given.shape.is_empty() {
            let (mut cell, asked) = (self.cell.clone(), (&numbers[..], given.get(0)));
            let found = aside(py, &mut cell, &self.own, |cell| closest_at(cell, asked, depth))?;
            return self.wrap(py, found);
        }
        // A worker takes a copy of the cell, and leaves it for the next.
        let copies: Mutex<Vec<Cell>> = Mutex::new(Vec::new());
        let first: Mutex<Option<(usize, RobotError)>> = Mutex::new(None);
        let (cell, shape) = (&self.cell, &given.shape);
        let find = |i: usize| {
            let kept = copies.lock().ok().and_then(|mut copies| copies.pop());
            let mut copy = kept.unwrap_or_else(|| cell.clone());
            let found = closest_at(&mut copy, (&numbers, given.get(i)), depth);
            if let Ok(mut copies) = copies.lock() {
                copies.push(copy);
            }
            found.map_err(|error| keep(&first, i, error))
        };
        let found = if options.form == Form::Objects {
            objects::<3, _>(py, (shape, &self.own, &options), |i, _| find(i), |x| self.wrap(py, x))
        } else {
            let places: HashMap<BodyId, u32> = cell.scene.bodies().zip(0..).collect();
            let bodies = [("body_a", "u4", 0), ("body_b", "u4", 4)];
            let layout = distance_layout::<3>("distance").small(&bodies).ending(&[]);
            rows::<3>(py, (&layout, shape), (&self.own, &options), |i, _, row| {
                write(find(i)?, &places, row);
                Ok(())
            })
        };
        if let (Err(_), Errors::Raise, Some((i, error))) =
            (&found, options.errors, first.into_inner().ok().flatten())
        {
            return Err(refused(format_args!("configuration {i}: {error}")));
        }
        Ok(found?.unbind())
    }

    /// How far a robot stays from everything and from itself along a path, with bounds that hold
    /// between the samples too: a ``Path``. Between them joints move evenly. The least clearance is
    /// found to the ``tolerance`` unless that takes more than ``most`` configurations.
    #[pyo3(signature = (times, configurations, robot=None, *, margin=None, tolerance=None, most=None, progress=None))]
    #[allow(clippy::too_many_arguments, reason = "most of them are options")]
    fn path(
        &mut self,
        py: Python<'_>,
        times: &Bound<'_, PyAny>,
        configurations: &Bound<'_, PyAny>,
        robot: Option<&str>,
        margin: Option<f64>,
        tolerance: Option<f64>,
        most: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPath> {
        let number = self.robot(robot)?;
        let given = Configurations::read(&[&self.cell.robots()[number].robot], configurations)?;
        if given.shape.len() != 1 {
            return Err(wrong_value("configurations", "one in a row", "another shape"));
        }
        let list = (0..given.count()).map(|i| given.get(i).to_vec()).collect();
        let trajectory = Trajectory::new(flat(times, "times")?, list).map_err(refused)?;
        let asked = path_options(margin.unwrap_or(self.cell.margin), tolerance, most)?;
        let mut watch = Watch::new(progress)?;
        let before = self.cell.robots()[number].configuration.clone();
        let cell = &mut self.cell;
        let report =
            py.detach(|| cell.along_until(number, &trajectory, &asked, &mut |s| watch.look(s)));
        self.cell.configure(number, &before).map_err(refused)?;
        failure(&self.own)?;
        if let Some(raised) = watch.raised {
            return Err(raised);
        }
        let names = self.cell.scene.bodies().map(|id| (id, self.cell.name(id).to_owned()));
        let names = names.collect();
        Ok(PyPath { report: report.map_err(refused)?, times: trajectory.times, names })
    }

    /// Reads a trajectory for a robot from a CSV file, as the program does: a line of names ("time",
    /// and joints in any order) and a line of numbers for each time. Returns (times,
    /// configurations).
    #[pyo3(signature = (path, robot=None))]
    fn read_trajectory<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        robot: Option<&str>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyAny>)> {
        let robot = &self.cell.robots()[self.robot(robot)?].robot;
        let read = Trajectory::from_csv(&read_text(&path)?, robot, &robot.rest());
        let read = read.map_err(|error| refused(error.in_file(path.display().to_string())))?;
        let width = robot.variables().len();
        let flat = PyArray1::from_vec(py, read.configurations.concat());
        let table = flat.call_method1("reshape", ((read.times.len(), width),))?;
        Ok((PyArray1::from_vec(py, read.times), table))
    }

    fn __len__(&self) -> usize {
        self.cell.scene.len()
    }

    fn __repr__(&self) -> String {
        let (robots, bodies) = (self.cell.robots().len(), self.cell.scene.len());
        format!("<Cell: {robots} robots, {bodies} bodies>")
    }
}

impl PyCell {
    /// The number of a robot by name, or of the only one.
    fn robot(&self, name: Option<&str>) -> PyResult<usize> {
        let robots = self.cell.robots();
        match name {
            None if robots.len() == 1 => Ok(0),
            None => Err(wrong_value("robot", "a name", format_args!("{} robots", robots.len()))),
            Some(name) => {
                let found = robots.iter().position(|robot| robot.name == name);
                let wanted = "the name of a robot";
                found.ok_or_else(|| wrong_value("robot", wanted, format_args!("{name:?}")))
            }
        }
    }

    /// Configurations of one robot or of all, and the numbers of these robots.
    fn configurations(
        &self,
        object: &Bound<'_, PyAny>,
        robot: Option<&str>,
    ) -> PyResult<(Vec<usize>, Configurations)> {
        let all = self.cell.robots();
        let numbers: Vec<usize> = match robot {
            None => (0..all.len()).collect(),
            name => vec![self.robot(name)?],
        };
        let robots: Vec<&Robot> = numbers.iter().map(|&number| &all[number].robot).collect();
        let given = Configurations::read(&robots, object)?;
        Ok((numbers, given))
    }

    fn find(&self, name: &str) -> PyResult<BodyId> {
        let wanted = "the name of a body";
        let missing = || wrong_value("name", wanted, format_args!("{name:?}"));
        self.cell.find(name).ok_or_else(missing)
    }

    fn unused(&self, name: &str) -> PyResult<()> {
        let known = self.cell.robots().iter().any(|robot| robot.name == name);
        if known || self.cell.find(name).is_some() {
            return Err(wrong_value("name", "a new name", format_args!("{name:?}")));
        }
        Ok(())
    }

    fn ask<T: Send>(
        &mut self,
        py: Python<'_>,
        question: impl FnOnce(&mut Scene<3>) -> Result<T, SceneError> + Send,
    ) -> PyResult<T> {
        aside(py, &mut self.cell.scene, &self.own, question)
    }

    fn wrap(&self, py: Python<'_>, found: Option<Close>) -> PyResult<Py<PyAny>> {
        let found = found.map(|found| match found {
            Close::Pair(found) => self.named(nearest(found)),
            Close::Contact(found) => self.named(contact(found)),
        });
        Ok(found.into_pyobject(py)?.into_any().unbind())
    }

    fn named(&self, found: PyNearest) -> PyNearest {
        found.named(|id| self.cell.name(id).to_owned())
    }
}

fn at(py: Python<'_>, pose: Option<&Bound<'_, PyAny>>, argument: &str) -> PyResult<Pose<3>> {
    let none = py.None().into_bound(py);
    read_one(pose.unwrap_or(&none), argument)
}
