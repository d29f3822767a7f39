//! Robots.

use std::collections::HashMap;
use std::path::PathBuf;

use clearance::Vector;
use clearance_io::robot::{
    Allowed, Derive, Files, Motion, Options as Reading, Robot, RobotError, Solid, read_srdf,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::any::{Any, array, rows};
use crate::configurations::Configurations;
use crate::error::{refused, wrong_value};
use crate::frame::PyPose;
use crate::pose::write_matrix;

/// A robot: links with convex parts, and joints between them, from a URDF file.
///
/// >>> from clearance import Robot
/// >>> arm = Robot.from_urdf('''<robot name="arm"><link name="base"/>
/// ...   <link name="rod"><collision><origin xyz="0 0 0.5"/>
/// ...     <geometry><cylinder radius="0.1" length="1"/></geometry></collision></link>
/// ...   <joint name="tilt" type="revolute"><parent link="base"/><child link="rod"/>
/// ...     <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
/// ... </robot>''')
/// >>> arm
/// <Robot 'arm': 2 links, 1 variables>
/// >>> arm.links, arm.variables, arm.limits.tolist()
/// (['base', 'rod'], ['tilt'], [[-1.0, 1.0]])
/// >>> arm.forward([0.5]).shape, arm.forward([[0.5], [0.6], [0.7]]).shape
/// ((2, 4, 4), (3, 2, 4, 4))
#[pyclass(frozen, module = "clearance", name = "Robot")]
pub struct PyRobot {
    /// The robot.
    pub robot: Robot,
    source: Source,
}

/// What it was read from, for pickling.
#[derive(Clone, PartialEq)]
struct Source {
    text: String,
    base: PathBuf,
    packages: HashMap<String, PathBuf>,
    decompose: bool,
    measure: bool,
}

impl Source {
    fn read(mut self, py: Python<'_>) -> PyResult<PyRobot> {
        // Python's paths cannot be empty.
        if self.base.as_os_str().is_empty() {
            self.base.push(".");
        }
        let mut files = Files::default();
        files.base.clone_from(&self.base);
        files.packages.clone_from(&self.packages);
        let reading =
            Reading::default().with_solid(if self.decompose { Solid::Parts } else { Solid::Hull });
        let reading = if self.measure { reading.measured() } else { reading };
        let robot = py.detach(|| Robot::from_urdf(&self.text, &files, &reading));
        Ok(PyRobot { robot: robot.map_err(refused)?, source: self })
    }
}

#[pymethods]
impl PyRobot {
    /// Reads a URDF file. Meshes are looked for beside it, and in the folders of ``packages``; each
    /// becomes its convex hull or, with ``decompose``, a union of convex parts. With ``measure`` it
    /// is found out how far these are from their meshes (see ``meshes``).
    #[staticmethod]
    #[pyo3(signature = (path, *, packages=None, decompose=false, measure=false))]
    fn load(
        py: Python<'_>,
        path: PathBuf,
        packages: Option<HashMap<String, PathBuf>>,
        decompose: bool,
        measure: bool,
    ) -> PyResult<Self> {
        let text = read_text(&path)?;
        let Files { base, .. } = Files::beside(&path);
        let packages = packages.unwrap_or_default();
        let read = Source { text, base, packages, decompose, measure }.read(py);
        read.map_err(|error| refused(format_args!("{}: {}", path.display(), error.value(py))))
    }

    /// Reads URDF text; the names of files in it are relative to ``base``.
    #[staticmethod]
    #[pyo3(signature = (text, *, base=None, packages=None, decompose=false, measure=false))]
    fn from_urdf(
        py: Python<'_>,
        text: String,
        base: Option<PathBuf>,
        packages: Option<HashMap<String, PathBuf>>,
        decompose: bool,
        measure: bool,
    ) -> PyResult<Self> {
        let (base, packages) = (base.unwrap_or_default(), packages.unwrap_or_default());
        Source { text, base, packages, decompose, measure }.read(py)
    }

    /// The robot's name.
    #[getter]
    fn name(&self) -> &str {
        &self.robot.name
    }

    /// The names of the links.
    #[getter]
    fn links(&self) -> Vec<&str> {
        self.robot.links().iter().map(|link| link.name.as_str()).collect()
    }

    /// The name of the link that nothing carries.
    #[getter]
    fn root(&self) -> &str {
        &self.robot.links()[self.robot.root()].name
    }

    /// The joints, as dicts: "name", "type", "parent", "child", "origin" (a ``Pose``), "axis",
    /// "limits", and "mimic": None, or (joint, factor, offset).
    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let link = |number: usize| self.robot.links()[number].name.as_str();
        let joints = self.robot.joints();
        let mut all = Vec::with_capacity(joints.len());
        for joint in joints {
            let fields = PyDict::new(py);
            fields.set_item("name", &joint.name)?;
            fields.set_item("type", kind(joint.motion))?;
            fields.set_item("parent", link(joint.parent))?;
            fields.set_item("child", link(joint.child))?;
            fields.set_item("origin", PyPose(Any::Three(joint.origin)))?;
            fields.set_item("axis", array(py, joint.axis))?;
            fields.set_item("limits", (joint.limits[0], joint.limits[1]))?;
            let mimic =
                joint.mimic.map(|(other, by, plus)| (joints[other].name.as_str(), by, plus));
            fields.set_item("mimic", mimic)?;
            all.push(fields);
        }
        Ok(all)
    }

    /// The meshes, as dicts: "link", "file" and, if they were measured, "parts", "uncovered" (no
    /// point of the mesh is further from its convex parts) and "excess" (how far these go beyond the
    /// mesh, between two numbers).
    #[getter]
    fn meshes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut all = Vec::new();
        for link in self.robot.links() {
            for (file, error) in &link.meshes {
                let fields = PyDict::new(py);
                fields.set_item("link", &link.name)?;
                fields.set_item("file", file)?;
                if let Some(error) = error {
                    fields.set_item("parts", error.parts)?;
                    fields.set_item("uncovered", error.uncovered)?;
                    fields.set_item("excess", (error.excess[0], error.excess[1]))?;
                }
                all.push(fields);
            }
        }
        Ok(all)
    }

    /// The names of the joints that a configuration has numbers for.
    #[getter]
    fn variables(&self) -> Vec<&str> {
        self.robot.variables().collect()
    }

    /// The least and the largest value of each variable; infinite where there is no limit.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let joints = self.robot.joints();
        let limits =
            |name| joints.iter().find(|joint| joint.name == name).map(|joint| joint.limits);
        let limits: Vec<Vector<2>> =
            self.robot.variables().filter_map(|name| limits(name).map(Vector)).collect();
        rows(py, &limits)
    }

    /// A configuration at zero, or in the middle of the limits where zero is not allowed.
    #[getter]
    fn rest<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.robot.rest())
    }

    /// Where every link is in the root's frame, or the one with this name: matrices, for one
    /// configuration (numbers in the order of ``variables``, or a dict of some) or for many.
    #[pyo3(signature = (configurations, link=None))]
    fn forward<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        link: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let links = match link {
            None => 0..self.robot.links().len(),
            Some(name) => {
                let number = self.robot.link(name).ok_or_else(|| {
                    wrong_value("link", "the name of a link", format_args!("{name:?}"))
                })?;
                number..number + 1
            }
        };
        let inner = if link.is_some() { vec![4, 4] } else { vec![links.len(), 4, 4] };
        self.each(py, configurations, &inner, |configuration, out| {
            for pose in &self.robot.forward(configuration)?[links.clone()] {
                write_matrix(pose, out);
            }
            Ok(())
        })
    }

    /// The value of every joint, in the order of ``joints``: also of those that are fixed or mimic
    /// others.
    fn joint_values<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.each(py, configurations, &[self.robot.joints().len()], |configuration, out| {
            out.extend(self.robot.joint_values(configuration)?);
            Ok(())
        })
    }

    /// Whether configurations are within the limits of all joints.
    ///
    /// >>> from clearance import Robot
    /// >>> slide = Robot.from_urdf('''<robot name="slide"><link name="a"/><link name="b"/>
    /// ...   <joint name="x" type="prismatic"><parent link="a"/><child link="b"/>
    /// ...     <limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>''')
    /// >>> slide.within_limits([0.5]), slide.within_limits([[0.5], [1.5]])
    /// (True, array([ True, False]))
    fn within_limits<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = Configurations::read(&[&self.robot], configurations)?;
        let mut out = Vec::with_capacity(given.count());
        for i in 0..given.count() {
            out.push(self.robot.beyond_limits(given.get(i)).map_err(refused)?.is_none());
        }
        let found = PyArray1::from_vec(py, out);
        if given.shape.is_empty() {
            return found.get_item(0)?.call_method0("item");
        }
        found.call_method1("reshape", (PyTuple::new(py, given.shape)?,))
    }

    /// Pairs of links that need not be compared, each with the reason: what an SRDF file says
    /// (``srdf``), or else, as in scene files, ``derive``: "adjacent" (a joint connects them),
    /// "always" (and those that met in all of so many random configurations), "never" (and those
    /// that met in none: a guess), or "none".
    #[pyo3(signature = (derive="adjacent", *, samples=500, srdf=None))]
    fn allowed(
        &self,
        py: Python<'_>,
        derive: &str,
        samples: usize,
        srdf: Option<PathBuf>,
    ) -> PyResult<Vec<(String, String, String)>> {
        let name = |number: usize| self.robot.links()[number].name.clone();
        let pairs = allowed(py, &self.robot, derive, samples, srdf)?;
        Ok(pairs
            .iter()
            .map(|pair| (name(pair.links[0]), name(pair.links[1]), pair.reason.name().to_owned()))
            .collect())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().source == self.source)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        self.source.text.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let (links, variables) = (self.robot.links().len(), self.robot.variables().len());
        format!("<Robot '{}': {links} links, {variables} variables>", self.robot.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Stored)> {
        let Source { text, base, packages, decompose, measure } = self.source.clone();
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (text, base, packages, decompose, measure)))
    }

    /// A robot that was pickled; its meshes are read again.
    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        text: String,
        base: PathBuf,
        packages: HashMap<String, PathBuf>,
        decompose: bool,
        measure: bool,
    ) -> PyResult<Self> {
        Source { text, base, packages, decompose, measure }.read(py)
    }
}

/// Text, folders, and how meshes are read.
type Stored = (String, PathBuf, HashMap<String, PathBuf>, bool, bool);

impl PyRobot {
    /// Numbers for each configuration, in an array of the right shape.
    fn each<'py>(
        &self,
        py: Python<'py>,
        configurations: &Bound<'py, PyAny>,
        inner: &[usize],
        write: impl Fn(&[f64], &mut Vec<f64>) -> Result<(), RobotError> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = Configurations::read(&[&self.robot], configurations)?;
        let mut numbers = Vec::with_capacity(given.count() * inner.iter().product::<usize>());
        let all = || (0..given.count()).try_for_each(|i| write(given.get(i), &mut numbers));
        py.detach(all).map_err(refused)?;
        let full = [&given.shape[..], inner].concat();
        PyArray1::from_vec(py, numbers).call_method1("reshape", (PyTuple::new(py, full)?,))
    }
}

fn kind(motion: Motion) -> &'static str {
    match motion {
        Motion::Fixed => "fixed",
        Motion::Revolute => "revolute",
        Motion::Continuous => "continuous",
        Motion::Prismatic => "prismatic",
    }
}

/// The pairs of links that need not be compared.
pub fn allowed(
    py: Python<'_>,
    robot: &Robot,
    derive: &str,
    samples: usize,
    srdf: Option<PathBuf>,
) -> PyResult<Vec<Allowed>> {
    if let Some(path) = srdf {
        let blame = |error| refused(format_args!("{}: {error}", path.display()));
        return read_srdf(&read_text(&path)?, robot).map_err(blame);
    }
    let wanted = Derive::named(derive).ok_or_else(|| {
        let words = Derive::ALL.map(|(word, _)| word).join(", ");
        wrong_value("derive", &format!("one of {words}"), format_args!("{derive:?}"))
    })?;
    py.detach(|| robot.allowed(wanted, samples)).map_err(refused)
}

/// The text of a file.
pub fn read_text(path: &std::path::Path) -> PyResult<String> {
    let blame = |error: std::io::Error| refused(format_args!("{}: {error}", path.display()));
    std::fs::read_to_string(path).map_err(blame)
}
