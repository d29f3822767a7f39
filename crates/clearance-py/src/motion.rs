//! Shapes that move: motions, first contacts, closest approaches.

use clearance::{Cast, Convex, FirstContact, Hit, Motion, Vector};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::any::{Any, AnyApproach, AnyContact, AnyMotion, Room, Space, array, each};
use crate::ask::{mixed, shape};
use crate::error::{refused, wrong_value};
use crate::frame::PyPose;
use crate::pose::{flat, read_one};
use crate::shape::vector;

/// Where a body is over time.
///
/// >>> from clearance import Motion, Pose
/// >>> Motion(Pose([0, 0, 0]), velocity=[1, 0, 0]).at(2.0)
/// Pose([2.0, 0.0, 0.0])
#[pyclass(frozen, module = "clearance", name = "Motion")]
pub struct PyMotion(pub AnyMotion);

/// What ``first_contact`` found: a hit, or how close the shapes come.
#[pyclass(frozen, module = "clearance", name = "FirstContact")]
pub struct PyContact(pub AnyContact);

/// A first contact.
#[pyclass(frozen, module = "clearance", name = "Hit")]
pub struct PyHit(Any<Hit<2>, Hit<3>>);

/// How close two moving shapes come, and when.
#[pyclass(frozen, module = "clearance", name = "Approach")]
pub struct PyApproach(pub AnyApproach);

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
        Ok(Self(if plane {
            Any::Two(steady(pose, velocity, spin)?)
        } else {
            Any::Three(steady(pose, velocity, spin)?)
        }))
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
        Ok(Self(if poses.first().is_some_and(is_plane) {
            Any::Two(through(&times, &poses)?)
        } else {
            Any::Three(through(&times, &poses)?)
        }))
    }

    /// Where the body is at a time.
    fn at(&self, time: f64) -> PyResult<PyPose> {
        if !(time >= 0.0) {
            return Err(wrong_value("time", "a number that is zero or more", time));
        }
        Ok(PyPose(match &self.0 {
            Any::Two(motion) => Any::Two(motion.at(time)),
            Any::Three(motion) => Any::Three(motion.at(time)),
        }))
    }

    /// The dimension: 2 or 3.
    #[getter]
    fn dim(&self) -> usize {
        match self.0 {
            Any::Two(_) => 2,
            Any::Three(_) => 3,
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(&self) -> String {
        let start = each!(&self.0, |motion| format!("{:?}", motion.at(0.0).translation().0));
        format!("<Motion from {start}>")
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
    velocity: Option<Vec<f64>>,
    spin: Option<Vec<f64>>,
) -> PyResult<Motion<D>>
where
    Space: Room<D>,
{
    let pose = pose.map_or(Ok(clearance::Pose::IDENTITY), |pose| read_one(pose, "pose"))?;
    let velocity = velocity.map_or(Ok(Vector::ZERO), |numbers| vector("velocity", &numbers))?;
    let spin = match spin {
        None => Vector::ZERO,
        Some(numbers) if D == 2 => {
            let Vector([spin]) = vector::<1>("spin", &numbers)?;
            Vector([0.0, 0.0, spin])
        }
        Some(numbers) => vector::<3>("spin", &numbers)?,
    };
    Motion::steady(pose, velocity, spin).map_err(refused)
}

fn through<const D: usize>(times: &[f64], poses: &[Bound<'_, PyAny>]) -> PyResult<Motion<D>>
where
    Space: Room<D>,
{
    let mut stations = Vec::with_capacity(times.len());
    for (i, (time, pose)) in times.iter().zip(poses).enumerate() {
        stations.push((*time, read_one(pose, &format!("poses[{i}]"))?));
    }
    Motion::through(stations).map_err(refused)
}

#[pymethods]
impl PyContact {
    /// The contact; None if there is none.
    #[getter]
    fn hit(&self) -> Option<PyHit> {
        match &self.0 {
            Any::Two(contact) => contact.hit().map(|hit| PyHit(Any::Two(*hit))),
            Any::Three(contact) => contact.hit().map(|hit| PyHit(Any::Three(*hit))),
        }
    }

    /// How close the shapes come; None if they touch.
    #[getter]
    fn miss(&self) -> Option<PyApproach> {
        match &self.0 {
            Any::Two(FirstContact::Miss(miss)) => Some(PyApproach(Any::Two(*miss))),
            Any::Three(FirstContact::Miss(miss)) => Some(PyApproach(Any::Three(*miss))),
            _ => None,
        }
    }

    fn __bool__(&self) -> bool {
        each!(&self.0, |contact| contact.hit().is_some())
    }

    fn __repr__(&self) -> String {
        each!(&self.0, |contact| match contact {
            FirstContact::Hit(hit) => format!("<FirstContact: hit at {:?}>", hit.time),
            FirstContact::Miss(miss) => format!("<FirstContact: missed by {:?}>", miss.distance),
        })
    }
}

#[pymethods]
impl PyHit {
    /// The time: the same as time_lower.
    #[getter]
    fn time(&self) -> f64 {
        each!(&self.0, |hit| hit.time)
    }

    /// Before this time the shapes do not touch.
    #[getter]
    fn time_lower(&self) -> f64 {
        each!(&self.0, |hit| hit.time_lower)
    }

    /// At this time they do, if the contact is certain.
    #[getter]
    fn time_upper(&self) -> f64 {
        each!(&self.0, |hit| hit.time_upper)
    }

    /// Whether they certainly touch, rather than just come within rounding of it.
    #[getter]
    fn certain(&self) -> bool {
        each!(&self.0, |hit| hit.certain)
    }

    /// Where they touch.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |hit| array(py, hit.point))
    }

    /// The unit normal from A to B.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |hit| array(py, hit.normal))
    }

    fn __repr__(&self) -> String {
        format!("<Hit at {:?}>", self.time())
    }
}

#[pymethods]
impl PyApproach {
    /// When they are closest.
    #[getter]
    fn time(&self) -> f64 {
        each!(&self.0, |approach| approach.time)
    }

    /// How close they come; zero where they touch.
    #[getter]
    fn distance(&self) -> f64 {
        each!(&self.0, |approach| approach.distance)
    }

    /// They never come closer than this, up to rounding.
    #[getter]
    fn lower(&self) -> f64 {
        each!(&self.0, |approach| approach.lower)
    }

    /// At that time they are no further apart than this.
    #[getter]
    fn upper(&self) -> f64 {
        each!(&self.0, |approach| approach.upper)
    }

    /// The closest points of A and B at that time.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> [Bound<'py, PyArray1<f64>>; 2] {
        each!(&self.0, |approach| approach.points.map(|point| array(py, point)))
    }

    /// The unit normal from A to B at that time.
    #[getter]
    fn normal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        each!(&self.0, |approach| array(py, approach.normal))
    }

    fn __repr__(&self) -> String {
        format!("<Approach: {:?} at {:?}>", self.distance(), self.time())
    }
}

/// When two moving shapes first touch between time 0 and ``t_max``.
///
/// >>> from clearance import Ball, Motion, Pose, first_contact
/// >>> flying = Motion(Pose([5, 0, 0]), velocity=[-2, 0, 0])
/// >>> contact = first_contact(Ball(1), None, Ball(1), flying, 10.0)
/// >>> round(contact.hit.time, 9), contact.hit.certain
/// (1.5, True)
///
/// A pose in the place of a motion is that of a body at rest.
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b, t_max, *, tolerance=None, gap=None))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn first_contact(
    a: &Bound<'_, PyAny>,
    motion_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    motion_b: &Bound<'_, PyAny>,
    t_max: f64,
    tolerance: Option<f64>,
    gap: Option<f64>,
) -> PyResult<PyContact> {
    let cast = cast(t_max, tolerance, gap);
    let (a, b) = (shape(a, "a")?, shape(b, "b")?);
    let found = match (&a.shape, &b.shape) {
        (Any::Two(x), Any::Two(y)) => contact(&cast, (&**x, motion_a), (&**y, motion_b)),
        (Any::Three(x), Any::Three(y)) => contact(&cast, (&**x, motion_a), (&**y, motion_b)),
        _ => Err(mixed()),
    };
    a.raise_failure()?;
    b.raise_failure()?;
    found.map(PyContact)
}

/// How close two moving shapes come between time 0 and ``t_max``, and when.
///
/// >>> from clearance import Ball, Motion, Pose, closest_approach
/// >>> passing = Motion(Pose([5, 3, 0]), velocity=[-2, 0, 0])
/// >>> found = closest_approach(Ball(1), None, Ball(1), passing, 10.0)
/// >>> round(found.time, 5), round(found.distance, 9)
/// (2.5, 1.0)
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b, t_max, *, tolerance=None, gap=None))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn closest_approach(
    a: &Bound<'_, PyAny>,
    motion_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    motion_b: &Bound<'_, PyAny>,
    t_max: f64,
    tolerance: Option<f64>,
    gap: Option<f64>,
) -> PyResult<PyApproach> {
    let cast = cast(t_max, tolerance, gap);
    let (a, b) = (shape(a, "a")?, shape(b, "b")?);
    let found = match (&a.shape, &b.shape) {
        (Any::Two(x), Any::Two(y)) => approach(&cast, (&**x, motion_a), (&**y, motion_b)),
        (Any::Three(x), Any::Three(y)) => approach(&cast, (&**x, motion_a), (&**y, motion_b)),
        _ => Err(mixed()),
    };
    a.raise_failure()?;
    b.raise_failure()?;
    found.map(PyApproach)
}

fn cast(t_max: f64, tolerance: Option<f64>, gap: Option<f64>) -> Cast {
    let mut cast = Cast::new(t_max);
    cast.tolerance = tolerance.unwrap_or(cast.tolerance);
    cast.gap = gap.unwrap_or(cast.gap);
    cast
}

type Moving<'a, 'py, const D: usize> = (&'a dyn Convex<D>, &'a Bound<'py, PyAny>);

fn contact<const D: usize>(
    cast: &Cast,
    (a, motion_a): Moving<'_, '_, D>,
    (b, motion_b): Moving<'_, '_, D>,
) -> PyResult<AnyContact>
where
    Space: Room<D>,
{
    let (motion_a, motion_b) = (motion(motion_a, "motion_a")?, motion(motion_b, "motion_b")?);
    let found = cast.first_contact(a, &motion_a, b, &motion_b).map_err(refused)?;
    Ok(Space::AnyContact(found))
}

fn approach<const D: usize>(
    cast: &Cast,
    (a, motion_a): Moving<'_, '_, D>,
    (b, motion_b): Moving<'_, '_, D>,
) -> PyResult<AnyApproach>
where
    Space: Room<D>,
{
    let (motion_a, motion_b) = (motion(motion_a, "motion_a")?, motion(motion_b, "motion_b")?);
    let found = cast.closest_approach(a, &motion_a, b, &motion_b).map_err(refused)?;
    Ok(Space::AnyApproach(found))
}

/// A motion, or a pose at which a body rests.
fn motion<const D: usize>(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Motion<D>>
where
    Space: Room<D>,
{
    let Ok(motion) = object.cast::<PyMotion>() else {
        return Ok(Motion::still(read_one(object, argument)?));
    };
    let wanted = if D == 2 { "a motion in the plane" } else { "a motion in space" };
    let other = if D == 2 { "one in space" } else { "one in the plane" };
    Space::motion(&motion.get().0).cloned().ok_or_else(|| wrong_value(argument, wanted, other))
}
