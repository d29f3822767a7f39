//! Where bodies are over time.

use clearance::{Motion, Pose, Vector};
use numpy::{PyArray1, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::any::{Any, AnyMotion, AnyPose, Room, Space, each};
use crate::error::{refused, wrong_value};
use crate::frame::PyPose;
use crate::pose::{contiguous, flat, is_list, no_pose, read, read_one, write_matrix};
use crate::shape::vector;
use crate::spread::Spread;

/// Where a body is over time.
///
/// >>> from clearance import Motion, Pose
/// >>> Motion(Pose([0, 0, 0]), velocity=[1, 0, 0])
/// Motion(Pose([0.0, 0.0, 0.0]), velocity=[1.0, 0.0, 0.0])
/// >>> Motion(Pose([0, 0, 0]), velocity=[1, 0, 0]).at(2.0)
/// Pose([2.0, 0.0, 0.0])
#[pyclass(frozen, module = "clearance", name = "Motion")]
pub struct PyMotion {
    motion: AnyMotion,
    made: Made,
}

/// What a motion was made of.
enum Made {
    Steady { velocity: Vec<f64>, spin: Vec<f64> },
    Through { times: Vec<f64>, poses: Vec<AnyPose> },
}

#[pymethods]
impl PyMotion {
    /// From a pose, at a constant velocity, turning at a constant angular velocity (three numbers
    /// in world axes about the origin of the frame; one number in the plane).
    #[new]
    #[pyo3(signature = (pose=None, velocity=None, spin=None))]
    fn new(
        pose: Option<&Bound<'_, PyAny>>,
        velocity: Option<&Bound<'_, PyAny>>,
        spin: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let velocity = velocity.map(|given| flat(given, "velocity")).transpose()?;
        let spin = spin.map(|given| flat(given, "spin")).transpose()?;
        let plane = pose.is_some_and(is_plane)
            || velocity.as_ref().is_some_and(|velocity| velocity.len() == 2)
            || spin.as_ref().is_some_and(|spin| spin.len() == 1);
        let dim = if plane { 2 } else { 3 };
        let velocity = velocity.unwrap_or_else(|| vec![0.0; dim]);
        let spin = spin.unwrap_or_else(|| vec![0.0; 2 * dim - 3]);
        let motion = if plane {
            Any::Two(steady(pose, &velocity, &spin)?)
        } else {
            Any::Three(steady(pose, &velocity, &spin)?)
        };
        Ok(Self { motion, made: Made::Steady { velocity, spin } })
    }

    /// Through poses at times, which start at zero and increase; after the last the body rests.
    ///
    /// >>> from clearance import Motion, Pose
    /// >>> Motion.through([0, 1], [Pose([0, 0, 0]), Pose([3, 0, 0])]).at(0.5)
    /// Pose([1.5, 0.0, 0.0])
    #[staticmethod]
    fn through(times: &Bound<'_, PyAny>, poses: &Bound<'_, PyAny>) -> PyResult<Self> {
        let times = flat(times, "times")?;
        let poses: PyResult<Vec<Bound<'_, PyAny>>> = poses.try_iter()?.collect();
        let poses = poses?;
        if poses.len() != times.len() {
            return Err(wrong_value("poses", &format!("{} of them", times.len()), poses.len()));
        }
        let (motion, poses) = if poses.first().is_some_and(is_plane) {
            let poses = stations::<2>(&poses)?;
            let motion = Motion::through(times.iter().copied().zip(poses.iter().copied()));
            (Any::Two(motion.map_err(refused)?), poses.into_iter().map(Any::Two).collect())
        } else {
            let poses = stations::<3>(&poses)?;
            let motion = Motion::through(times.iter().copied().zip(poses.iter().copied()));
            (Any::Three(motion.map_err(refused)?), poses.into_iter().map(Any::Three).collect())
        };
        Ok(Self { motion, made: Made::Through { times, poses } })
    }

    /// Where the body is at a time: a ``Pose``; at many times, an array of matrices.
    ///
    /// >>> from clearance import Motion, Pose
    /// >>> Motion(Pose([0, 0, 0]), velocity=[1, 0, 0]).at([0, 1, 2]).shape
    /// (3, 4, 4)
    fn at<'py>(&self, py: Python<'py>, time: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let allowed = |time: f64| {
            let wanted = "a number that is zero or more";
            if time >= 0.0 { Ok(time) } else { Err(wrong_value("time", wanted, time)) }
        };
        if !is_list(time)
            && let Ok(time) = time.extract::<f64>()
        {
            let time = allowed(time)?;
            let pose = PyPose(match &self.motion {
                Any::Two(motion) => Any::Two(motion.at(time)),
                Any::Three(motion) => Any::Three(motion.at(time)),
            });
            return Ok(Bound::new(py, pose)?.into_any());
        }
        let times = contiguous(time)?;
        let shape = times.shape().to_vec();
        let mut numbers = Vec::new();
        for time in flat(times.as_any(), "time")? {
            let time = allowed(time)?;
            each!(&self.motion, |motion| write_matrix(&motion.at(time), &mut numbers));
        }
        let side = self.dim() + 1;
        let full = [&shape[..], &[side, side]].concat();
        PyArray1::from_vec(py, numbers).call_method1("reshape", (PyTuple::new(py, full)?,))
    }

    /// The dimension: 2 or 3.
    #[getter]
    fn dim(&self) -> usize {
        match self.motion {
            Any::Two(_) => 2,
            Any::Three(_) => 3,
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().motion == self.motion)
    }

    fn __repr__(&self) -> String {
        let start = self.start().__repr__();
        match &self.made {
            Made::Steady { velocity, spin } if spin.iter().all(|x| *x == 0.0) => {
                format!("Motion({start}, velocity={velocity:?})")
            }
            Made::Steady { velocity, spin } => {
                format!("Motion({start}, velocity={velocity:?}, spin={spin:?})")
            }
            Made::Through { times, .. } if times.len() > 4 => {
                format!("<Motion through {} poses from {start}>", times.len())
            }
            Made::Through { times, poses } => {
                let poses: Vec<String> =
                    poses.iter().map(|pose| PyPose(*pose).__repr__()).collect();
                format!("Motion.through({times:?}, [{}])", poses.join(", "))
            }
        }
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        Ok(match &self.made {
            Made::Steady { velocity, spin } => {
                (class.into_any(), (self.start(), velocity, spin).into_pyobject(py)?)
            }
            Made::Through { times, poses } => {
                let poses: Vec<PyPose> = poses.iter().copied().map(PyPose).collect();
                (class.getattr("through")?, (times, poses).into_pyobject(py)?)
            }
        })
    }
}

impl PyMotion {
    /// Where the body is at first.
    fn start(&self) -> PyPose {
        PyPose(match &self.motion {
            Any::Two(motion) => Any::Two(motion.at(0.0)),
            Any::Three(motion) => Any::Three(motion.at(0.0)),
        })
    }
}

/// Whether a pose is one of the plane.
fn is_plane(pose: &Bound<'_, PyAny>) -> bool {
    if let Ok(pose) = pose.cast::<PyPose>() {
        return matches!(pose.get().0, Any::Two(_));
    }
    let rows = pose.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>());
    match rows {
        Ok(rows) => rows == [3, 3],
        Err(_) => pose.get_item(0).and_then(|first| first.len()).is_ok_and(|n| n == 2),
    }
}

fn steady<const D: usize>(
    pose: Option<&Bound<'_, PyAny>>,
    velocity: &[f64],
    spin: &[f64],
) -> PyResult<Motion<D>>
where
    Space: Room<D>,
{
    let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| read_one(pose, "pose"))?;
    let spin = if D == 2 {
        let Vector([spin]) = vector::<1>("spin", spin)?;
        Vector([0.0, 0.0, spin])
    } else {
        vector::<3>("spin", spin)?
    };
    Motion::steady(pose, vector("velocity", velocity)?, spin).map_err(refused)
}

fn stations<const D: usize>(poses: &[Bound<'_, PyAny>]) -> PyResult<Vec<Pose<D>>>
where
    Space: Room<D>,
{
    poses.iter().enumerate().map(|(i, pose)| read_one(pose, &format!("poses[{i}]"))).collect()
}

/// A motion for each of many bodies, or one for all.
pub struct Motions<const D: usize> {
    /// The motions; one, if there is no shape.
    pub list: Vec<Motion<D>>,
    /// The shape of the array that they came in.
    pub shape: Option<Vec<usize>>,
}

impl<const D: usize> Motions<D>
where
    Space: Room<D>,
{
    /// A motion, poses at which bodies rest, or a list of either.
    pub fn read(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        if let Some(list) = listed(object)? {
            let one = |(i, item): (usize, &Bound<'_, PyAny>)| {
                Self::read_one(item, &format!("{argument}[{i}]"))
            };
            let list: PyResult<Vec<Motion<D>>> = list.iter().enumerate().map(one).collect();
            let list = list?;
            return Ok(Self { shape: Some(vec![list.len()]), list });
        }
        if object.is_instance_of::<PyMotion>() {
            return Ok(Self { list: vec![Self::read_one(object, argument)?], shape: None });
        }
        let given = read::<D>(object, argument)?;
        let shape = given.shape();
        let count = shape.as_ref().map_or(1, |shape| shape.iter().product());
        let source = given.source(Spread::Same)?;
        let mut list = Vec::with_capacity(count);
        for i in 0..count {
            let pose = source.pose(i).map_err(|why| no_pose(&format!("{argument}[{i}]"), why))?;
            list.push(Motion::still(pose));
        }
        Ok(Self { list, shape })
    }

    /// One motion, or a pose at which a body rests.
    fn read_one(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Motion<D>> {
        let Ok(motion) = object.cast::<PyMotion>() else {
            return Ok(Motion::still(read_one(object, argument)?));
        };
        let wanted = if D == 2 { "a motion in the plane" } else { "a motion in space" };
        let other = if D == 2 { "one in space" } else { "one in the plane" };
        Space::motion(&motion.get().motion)
            .cloned()
            .ok_or_else(|| wrong_value(argument, wanted, other))
    }
}

/// The items of a list some of which are motions.
fn listed<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    let list = object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyTuple>()
        || object.cast::<PyUntypedArray>().is_ok_and(|array| array.dtype().kind() == b'O');
    if !list {
        return Ok(None);
    }
    let items: PyResult<Vec<Bound<'py, PyAny>>> = object.try_iter()?.collect();
    let items = items?;
    Ok(items.iter().any(|item| item.is_instance_of::<PyMotion>()).then_some(items))
}
