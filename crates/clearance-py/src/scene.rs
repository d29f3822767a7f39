//! Scenes of many bodies.

use std::sync::Arc;
use std::time::Duration;

use clearance::Convex;
use clearance::scene::{BodyId, Bound as Proved, Budget, Groups, Scene, SceneError, Speed};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::PyAnswer;
use crate::any::{Any, Room, Space, array, each};
use crate::ask::{mixed, shape};
use crate::error::{refused, wrong_value};
use crate::frame::PyPose;
use crate::nearest::{PyBodyId, PyNearest, aside, body_of, failure, nearest, touching};
use crate::own::Own;
use crate::pose::{Numbers, read_one};
use crate::shape::vector;

/// Many bodies in their places: which of them come close?
///
/// >>> from clearance import Ball, Box, HalfSpace, Pose, Scene
/// >>> scene = Scene()
/// >>> floor = scene.add(HalfSpace([0, 0, 1], 0))
/// >>> crate = scene.add(Box([0.5, 0.5, 0.5]), Pose([0, 0, 0.6]))
/// >>> ball = scene.add(Ball(0.2), Pose([0, 0, 2]))
/// >>> nearest = scene.nearest_pair()
/// >>> nearest.bodies == (floor, crate), round(nearest.distance, 12)
/// (True, 0.1)
/// >>> scene.move_to(ball, Pose([0, 0, 1.35]))
/// >>> len(scene.pairs_within(0.12))
/// 2
#[pyclass(module = "clearance", name = "Scene")]
pub struct PyScene {
    scene: Any<Scene<2>, Scene<3>>,
    own: Vec<Arc<Own>>,
}

#[pymethods]
impl PyScene {
    #[new]
    #[pyo3(signature = (dim=3))]
    fn new(dim: usize) -> PyResult<Self> {
        let scene = match dim {
            2 => Any::Two(Scene::new()),
            3 => Any::Three(Scene::new()),
            other => return Err(wrong_value("dim", "2 or 3", other)),
        };
        Ok(Self { scene, own: Vec::new() })
    }

    /// Adds a body: a shape, or a list of pairs (shape, pose) that are one body together.
    #[pyo3(signature = (body, pose=None))]
    fn add(
        &mut self,
        py: Python<'_>,
        body: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyBodyId> {
        let none = py.None().into_bound(py);
        let pose = pose.unwrap_or(&none);
        let own = &mut self.own;
        let id = match &mut self.scene {
            Any::Two(scene) => add(scene, (body, pose), own),
            Any::Three(scene) => add(scene, (body, pose), own),
        };
        self.failure()?;
        id.map(PyBodyId)
    }

    /// Removes a body.
    fn remove(&mut self, body: &Bound<'_, PyBodyId>) -> PyResult<()> {
        let id = body.get().0;
        each!(&mut self.scene, |scene| scene.remove(id).map(|_| ())).map_err(refused)
    }

    /// Moves a body.
    fn move_to(&mut self, body: &Bound<'_, PyBodyId>, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = body.get().0;
        each!(&mut self.scene, |scene| scene.move_to(id, read_one(pose, "pose")?)).map_err(refused)
    }

    /// Where a body is.
    fn pose(&self, body: &Bound<'_, PyBodyId>) -> PyResult<PyPose> {
        let id = body.get().0;
        Ok(PyPose(match &self.scene {
            Any::Two(scene) => Any::Two(scene.pose(id).map_err(refused)?),
            Any::Three(scene) => Any::Three(scene.pose(id).map_err(refused)?),
        }))
    }

    /// The names of all bodies.
    #[getter]
    fn bodies(&self) -> Vec<PyBodyId> {
        each!(&self.scene, |scene| scene.bodies().map(PyBodyId).collect())
    }

    /// The dimension: 2 or 3.
    #[getter]
    fn dim(&self) -> usize {
        if matches!(self.scene, Any::Two(_)) { 2 } else { 3 }
    }

    fn __len__(&self) -> usize {
        each!(&self.scene, |scene| scene.len())
    }

    fn __repr__(&self) -> String {
        format!("<Scene of {} bodies>", self.__len__())
    }

    /// Says that two bodies may collide: no question is about this pair any more.
    fn allow(&mut self, a: &Bound<'_, PyBodyId>, b: &Bound<'_, PyBodyId>) -> PyResult<()> {
        each!(&mut self.scene, |scene| scene.allow(a.get().0, b.get().0)).map_err(refused)
    }

    /// Takes that back.
    fn forbid(&mut self, a: &Bound<'_, PyBodyId>, b: &Bound<'_, PyBodyId>) -> PyResult<()> {
        each!(&mut self.scene, |scene| scene.forbid(a.get().0, b.get().0)).map_err(refused)
    }

    /// Whether questions are about this pair too.
    fn compares(&self, a: &Bound<'_, PyBodyId>, b: &Bound<'_, PyBodyId>) -> PyResult<bool> {
        each!(&self.scene, |scene| scene.compares(a.get().0, b.get().0)).map_err(refused)
    }

    /// Puts a body into groups, a bit each, and says with which groups it is compared.
    #[pyo3(signature = (body, member, compared_with))]
    fn set_groups(
        &mut self,
        body: &Bound<'_, PyBodyId>,
        member: u32,
        compared_with: u32,
    ) -> PyResult<()> {
        let groups = Groups { member, with: compared_with };
        each!(&mut self.scene, |scene| scene.set_groups(body.get().0, groups)).map_err(refused)
    }

    /// How far apart two bodies are.
    fn distance(
        &mut self,
        py: Python<'_>,
        a: &Bound<'_, PyBodyId>,
        b: &Bound<'_, PyBodyId>,
    ) -> PyResult<PyNearest> {
        let (a, b) = (a.get().0, b.get().0);
        self.ask(py, |scene| match scene {
            Any::Two(scene) => scene.distance(a, b).map(nearest),
            Any::Three(scene) => scene.distance(a, b).map(nearest),
        })
    }

    /// The closest pair of all, nothing being closer than its ``lower``; None without pairs.
    fn nearest_pair(&mut self, py: Python<'_>) -> PyResult<Option<PyNearest>> {
        self.ask(py, |scene| match scene {
            Any::Two(scene) => scene.nearest_pair().map(|found| found.map(nearest)),
            Any::Three(scene) => scene.nearest_pair().map(|found| found.map(nearest)),
        })
    }

    /// The body closest to this one; None without others that it is compared with.
    fn nearest_to(
        &mut self,
        py: Python<'_>,
        body: &Bound<'_, PyBodyId>,
    ) -> PyResult<Option<PyNearest>> {
        let id = body.get().0;
        self.ask(py, |scene| match scene {
            Any::Two(scene) => scene.nearest_to(id).map(|found| found.map(nearest)),
            Any::Three(scene) => scene.nearest_to(id).map(|found| found.map(nearest)),
        })
    }

    /// All pairs of bodies that come this close, on all cores.
    fn pairs_within(&mut self, py: Python<'_>, margin: f64) -> PyResult<Vec<PyNearest>> {
        self.ask(py, |scene| match scene {
            Any::Two(scene) => {
                scene.pairs_within(margin).map(|all| all.into_iter().map(nearest).collect())
            }
            Any::Three(scene) => {
                scene.pairs_within(margin).map(|all| all.into_iter().map(nearest).collect())
            }
        })
    }

    /// All pairs of parts whose signed distance is no more than a margin, with their depths.
    #[pyo3(signature = (margin=0.0))]
    fn contacts(&mut self, py: Python<'_>, margin: f64) -> PyResult<Vec<PyNearest>> {
        self.ask(py, |scene| match scene {
            Any::Two(scene) => touching(scene, margin),
            Any::Three(scene) => touching(scene, margin),
        })
    }

    /// The body closest to a shape that is not of the scene: (body, part, answer); None if the
    /// scene is empty.
    #[pyo3(signature = (one, pose=None))]
    fn nearest_to_shape<'py>(
        &mut self,
        py: Python<'py>,
        one: &Bound<'py, PyAny>,
        pose: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<(PyBodyId, u32, PyAnswer)>> {
        let one = shape(one, "shape")?;
        let none = py.None().into_bound(py);
        let pose = pose.unwrap_or(&none);
        let found = match (&mut self.scene, &one.shape) {
            (Any::Two(scene), Any::Two(one)) => closest(scene, (&**one, pose)),
            (Any::Three(scene), Any::Three(one)) => closest(scene, (&**one, pose)),
            _ => Err(mixed()),
        };
        one.raise_failure()?;
        self.failure()?;
        found
    }

    /// The first body on a ray: (body, part, t, point, normal); None if it misses them all.
    fn ray_cast<'py>(
        &mut self,
        py: Python<'py>,
        origin: Numbers,
        direction: Numbers,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let found = each!(&mut self.scene, |scene| {
            let (origin, direction) =
                (vector("origin", &origin.0)?, vector("direction", &direction.0)?);
            let hit = scene.ray_cast(origin, direction).map_err(refused)?;
            hit.map(|found| {
                let (hit, body) = (found.hit, PyBodyId(found.body));
                let normal = hit.normal.map(|normal| array(py, normal));
                (body, found.part, hit.t, array(py, hit.point), normal).into_pyobject(py)
            })
            .transpose()
        });
        self.failure()?;
        found
    }

    /// Compares pairs for as long as the budget lasts, those that could collide first: so many
    /// ``pairs``, so many ``seconds``, or all. Returns what was done as a dict, whose "lower" holds
    /// for every pair of the scene.
    #[pyo3(signature = (*, pairs=None, seconds=None))]
    fn update<'py>(
        &mut self,
        py: Python<'py>,
        pairs: Option<usize>,
        seconds: Option<f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let time = match seconds.map(Duration::try_from_secs_f64) {
            Some(Err(_)) => {
                return Err(wrong_value("seconds", "a number that is zero or more", "another"));
            }
            Some(Ok(time)) => Some(time),
            None => None,
        };
        let update = self.ask(py, |scene| {
            let budget = match (pairs, time) {
                (Some(pairs), _) => Budget::Pairs(pairs),
                (None, Some(time)) => Budget::Time(time),
                (None, None) => Budget::Everything,
            };
            match scene {
                Any::Two(scene) => scene.update(budget),
                Any::Three(scene) => scene.update(budget),
            }
        })?;
        let fields = PyDict::new(py);
        fields.set_item("pairs", update.pairs)?;
        fields.set_item("compared", update.compared)?;
        fields.set_item("stale", update.stale)?;
        fields.set_item("lower", update.lower)?;
        Ok(fields)
    }

    /// Leaves pairs whose boxes are further apart than this to their boxes.
    fn set_horizon(&mut self, horizon: f64) -> PyResult<()> {
        each!(&mut self.scene, |scene| scene.set_horizon(horizon)).map_err(refused)
    }

    /// Promises how fast a body moves and turns; bounds then say for how long they hold.
    #[pyo3(signature = (body, linear, angular=0.0))]
    fn set_speed(&mut self, body: &Bound<'_, PyBodyId>, linear: f64, angular: f64) -> PyResult<()> {
        let speed = Speed { linear, angular };
        each!(&mut self.scene, |scene| scene.set_speed(body.get().0, speed)).map_err(refused)
    }

    /// What is proved about a pair where it is now, as a dict: "lower", "age", "stale", "closing".
    fn bound<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyBodyId>,
        b: &Bound<'py, PyBodyId>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let bound = each!(&self.scene, |scene| scene.bound(a.get().0, b.get().0));
        write_bound(py, &bound.map_err(refused)?)
    }
}

impl PyScene {
    /// Asks with Python's lock released, on our own threads.
    fn ask<T: Send>(
        &mut self,
        py: Python<'_>,
        question: impl FnOnce(&mut Any<Scene<2>, Scene<3>>) -> Result<T, SceneError> + Send,
    ) -> PyResult<T> {
        aside(py, &mut self.scene, &self.own, question)
    }

    /// Raises what a support function raised, if one did.
    fn failure(&self) -> PyResult<()> {
        failure(&self.own)
    }
}

fn write_bound<'py>(py: Python<'py>, bound: &Proved) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("lower", bound.lower)?;
    fields.set_item("age", bound.age)?;
    fields.set_item("stale", bound.stale)?;
    fields.set_item("closing", bound.closing)?;
    Ok(fields)
}

fn add<const D: usize>(
    scene: &mut Scene<D>,
    (body, pose): (&Bound<'_, PyAny>, &Bound<'_, PyAny>),
    own: &mut Vec<Arc<Own>>,
) -> PyResult<BodyId>
where
    Space: Room<D>,
{
    let pose = read_one(pose, "pose")?;
    scene.add(body_of(body, own)?, pose).map_err(refused)
}

fn closest<const D: usize>(
    scene: &mut Scene<D>,
    (one, pose): (&dyn Convex<D>, &Bound<'_, PyAny>),
) -> PyResult<Option<(PyBodyId, u32, PyAnswer)>>
where
    Space: Room<D>,
{
    let found = scene.nearest_to_shape(one, &read_one(pose, "pose")?).map_err(refused)?;
    Ok(found
        .map(|found| (PyBodyId(found.body), found.part, PyAnswer(Space::AnyAnswer(found.answer)))))
}
