//! Bodies of scenes, and pairs of them that come close.

use std::sync::Arc;

use clearance::scene::{Body, BodyId, Contact, Nearest, Scene, SceneError};
use clearance::{Convex, Pose};
use pyo3::prelude::*;

use crate::answer::{PyAnswer, PySigned};
use crate::any::{AnyAnswer, AnySigned, Room, Space, each};
use crate::ask::{mixed, shape};
use crate::batch::pool;
use crate::error::{refused, wrong_type};
use crate::own::Own;
use crate::pose::read_one;
use crate::shape::PyShape;

/// Names a body of a scene. Names are not used again.
#[pyclass(frozen, eq, hash, ord, module = "clearance", name = "BodyId")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyBodyId(pub BodyId);

/// Two bodies of a scene or a cell, and the answer about the parts of them that are closest.
#[pyclass(frozen, module = "clearance", name = "Nearest")]
pub struct PyNearest {
    bodies: [BodyId; 2],
    parts: [u32; 2],
    names: Option<[String; 2]>,
    found: Found,
    lower: f64,
}

/// An answer about two parts.
#[derive(Clone, Copy)]
enum Found {
    Answer(AnyAnswer),
    Signed(AnySigned),
}

#[pymethods]
impl PyBodyId {
    fn __repr__(&self) -> String {
        format!("<{}>", self.0)
    }
}

#[pymethods]
impl PyNearest {
    /// The two bodies, A and B of the answer.
    #[getter]
    fn bodies(&self) -> (PyBodyId, PyBodyId) {
        (PyBodyId(self.bodies[0]), PyBodyId(self.bodies[1]))
    }

    /// Their names, in a cell; None in a scene.
    #[getter]
    fn names(&self) -> Option<(&str, &str)> {
        self.names.as_ref().map(|[a, b]| (a.as_str(), b.as_str()))
    }

    /// The part of each.
    #[getter]
    fn parts(&self) -> (u32, u32) {
        (self.parts[0], self.parts[1])
    }

    /// The answer about the two parts: an ``Answer``; from ``contacts`` a ``Signed``.
    #[getter]
    fn answer(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self.found {
            Found::Answer(answer) => Py::new(py, PyAnswer(answer))?.into_any(),
            Found::Signed(signed) => Py::new(py, PySigned(signed))?.into_any(),
        })
    }

    /// The distance.
    #[getter]
    fn distance(&self) -> f64 {
        match &self.found {
            Found::Answer(answer) => each!(answer, |answer| answer.distance()),
            Found::Signed(signed) => each!(signed, |signed| signed.distance()),
        }
    }

    /// No pair that the question was about is closer than this.
    #[getter]
    fn lower(&self) -> f64 {
        self.lower
    }

    fn __repr__(&self) -> String {
        let [a, b] = match &self.names {
            Some([a, b]) => [a.clone(), b.clone()],
            None => self.bodies.map(|id| id.to_string()),
        };
        format!("<Nearest: {a} and {b}, {:?} apart>", self.distance())
    }
}

impl PyNearest {
    /// With the names of the bodies.
    pub fn named(self, name: impl Fn(BodyId) -> String) -> Self {
        Self { names: Some(self.bodies.map(name)), ..self }
    }
}

/// Asks something with Python's lock released, on our own threads.
pub fn aside<S: Send, T: Send, E: std::fmt::Display + Send>(
    py: Python<'_>,
    scene: &mut S,
    own: &[Arc<Own>],
    question: impl FnOnce(&mut S) -> Result<T, E> + Send,
) -> PyResult<T> {
    let pool = pool(None)?;
    let found = py.detach(|| pool.install(|| question(scene)));
    failure(own)?;
    found.map_err(refused)
}

/// Raises what a support function raised, if one did.
pub fn failure(own: &[Arc<Own>]) -> PyResult<()> {
    own.iter().find_map(|own| own.take_failure()).map_or(Ok(()), Err)
}

/// A body: a shape, or pairs of shapes and poses. Their support functions go to `own`.
pub fn body_of<const D: usize>(
    body: &Bound<'_, PyAny>,
    own: &mut Vec<Arc<Own>>,
) -> PyResult<Body<D>>
where
    Space: Room<D>,
{
    let mut parts: Vec<(Arc<dyn Convex<D>>, Pose<D>)> = Vec::new();
    let mut take = |part: &PyShape, place: Pose<D>| -> PyResult<()> {
        own.extend(part.own.iter().cloned());
        parts.push((Space::shape(&part.shape).ok_or_else(mixed)?.clone(), place));
        Ok(())
    };
    if let Ok(one) = body.cast::<PyShape>() {
        take(one.get(), Pose::IDENTITY)?;
    } else {
        let wrong = |_| wrong_type("body", "a shape, or a list of them", body);
        for (i, item) in body.try_iter().map_err(wrong)?.enumerate() {
            let (part, place) = item?.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let name = format!("body[{i}]");
            take(shape(&part, &name)?, read_one(&place, &name)?)?;
        }
    }
    Body::from_parts(parts).map_err(refused)
}

/// A pair that a scene found, as an object.
pub fn nearest<const D: usize>(found: Nearest<D>) -> PyNearest
where
    Space: Room<D>,
{
    PyNearest {
        bodies: found.bodies,
        parts: found.parts,
        names: None,
        found: Found::Answer(Space::AnyAnswer(found.answer)),
        lower: found.lower,
    }
}

/// The contacts of a scene, as objects.
pub fn touching<const D: usize>(
    scene: &mut Scene<D>,
    margin: f64,
) -> Result<Vec<PyNearest>, SceneError>
where
    Space: Room<D>,
{
    let contacts = scene.contacts(margin)?;
    Ok(contacts.into_iter().map(contact).collect())
}

/// A contact that a scene found, as an object.
pub fn contact<const D: usize>(contact: Contact<D>) -> PyNearest
where
    Space: Room<D>,
{
    PyNearest {
        bodies: contact.bodies,
        parts: contact.parts,
        names: None,
        lower: contact.signed.lower(),
        found: Found::Signed(Space::AnySigned(contact.signed)),
    }
}
