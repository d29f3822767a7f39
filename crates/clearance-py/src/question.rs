//! The questions about a pair: how one is answered, and how a row of many is written.

use clearance::{Answer, Below, Query, QueryError, Rigorous, Vector, Workspace};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass_init::PyClassInitializer;

use crate::answer::PyAnswer;
use crate::any::{Room, Space, array};
use crate::batch::Placed;
use crate::row::{Layout, Writer, distance_layout, write_answer};

/// A question about a pair.
pub trait Question<const D: usize>: Sync {
    /// The library's answer.
    type Found: Send;

    /// Asks it.
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        space: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError>;

    /// The answer as a Python object.
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>>;

    /// The fields of a row.
    fn layout(&self) -> Layout;

    /// Writes a row.
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found);

    /// What the caller gets to see of the rows, whose statuses count if some may be marked.
    fn present<'py>(
        &self,
        rows: Bound<'py, PyAny>,
        _marked: Marked,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(rows)
    }
}

/// Whether rows may be without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marked {
    /// No: that would have been raised.
    None,
    /// Yes.
    Some,
}

/// Of yes and no alone, unless the status counts.
fn answers(rows: Bound<'_, PyAny>, marked: Marked) -> PyResult<Bound<'_, PyAny>> {
    match marked {
        Marked::None => rows.get_item("answer")?.call_method0("copy"),
        Marked::Some => Ok(rows),
    }
}

/// How far apart.
pub struct Distance;
/// The two closest points.
pub struct ClosestPoints;
/// The distance, if it is no more than this.
pub struct DistanceBelow(pub f64);
/// Whether they meet.
pub struct Intersects;
/// Whether they come this close.
pub struct Within(pub f64);
/// Bounds in spite of rounding.
pub struct RigorousBounds;

impl<const D: usize> Question<D> for Distance
where
    Space: Room<D>,
{
    type Found = Answer<D>;

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        _: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        query.distance(pair.a, pair.pose_a, pair.b, pair.pose_b)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        object(py, PyAnswer(Space::AnyAnswer(found)))
    }

    fn layout(&self) -> Layout {
        distance_layout::<D>("distance").ending(&[])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        write_answer(row, found);
        row.ending(&[]);
    }
}

impl<const D: usize> Question<D> for ClosestPoints
where
    Space: Room<D>,
{
    type Found = [Vector<D>; 2];

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        _: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        Ok(query.distance(pair.a, pair.pose_a, pair.b, pair.pose_b)?.points())
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        {
            let [a, b] = found;
            Ok((array(py, a), array(py, b)).into_pyobject(py)?.into_any().unbind())
        }
    }

    fn layout(&self) -> Layout {
        Layout::default().vector("point_a", D).vector("point_b", D).ending(&[])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        row.vector(found[0]);
        row.vector(found[1]);
        row.ending(&[]);
    }
}

impl<const D: usize> Question<D> for DistanceBelow
where
    Space: Room<D>,
{
    type Found = Below<D>;

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        _: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        query.distance_below(pair.a, pair.pose_a, pair.b, pair.pose_b, self.0)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        {
            let (within, answer) = below(found);
            let answer = PyAnswer(Space::AnyAnswer(answer));
            if within { object(py, answer) } else { Ok(py.None()) }
        }
    }

    fn layout(&self) -> Layout {
        distance_layout::<D>("distance").ending(&[("within", "?", 0)])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        let (within, answer) = below(*found);
        write_answer(row, &answer);
        row.ending(&[u8::from(within)]);
    }
}

impl<const D: usize> Question<D> for Intersects
where
    Space: Room<D>,
{
    type Found = bool;

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        _: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        query.intersects(pair.a, pair.pose_a, pair.b, pair.pose_b)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        yes_or_no(py, found)
    }

    fn layout(&self) -> Layout {
        Layout::default().ending(&[("answer", "?", 0)])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        row.ending(&[u8::from(*found)]);
    }

    fn present<'py>(&self, rows: Bound<'py, PyAny>, marked: Marked) -> PyResult<Bound<'py, PyAny>> {
        answers(rows, marked)
    }
}

impl<const D: usize> Question<D> for Within
where
    Space: Room<D>,
{
    type Found = bool;

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        _: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        query.within(pair.a, pair.pose_a, pair.b, pair.pose_b, self.0)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        yes_or_no(py, found)
    }

    fn layout(&self) -> Layout {
        Layout::default().ending(&[("answer", "?", 0)])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        row.ending(&[u8::from(*found)]);
    }

    fn present<'py>(&self, rows: Bound<'py, PyAny>, marked: Marked) -> PyResult<Bound<'py, PyAny>> {
        answers(rows, marked)
    }
}

impl<const D: usize> Question<D> for RigorousBounds
where
    Space: Room<D>,
{
    type Found = Rigorous;

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        _: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        query.rigorous(pair.a, pair.pose_a, pair.b, pair.pose_b)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        Ok((found.lower, found.upper).into_pyobject(py)?.into_any().unbind())
    }

    fn layout(&self) -> Layout {
        Layout::default().number("lower").number("upper").ending(&[])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        row.number(found.lower);
        row.number(found.upper);
        row.ending(&[]);
    }
}

/// A new Python object.
#[inline(always)]
pub fn object<T: Into<PyClassInitializer<T>> + PyClass>(
    py: Python<'_>,
    new: T,
) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, new)?.into_any())
}

fn yes_or_no(py: Python<'_>, answer: bool) -> PyResult<Py<PyAny>> {
    Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
}

/// Whether the limit is kept, and the answer.
fn below<const D: usize>(found: Below<D>) -> (bool, Answer<D>) {
    match found {
        Below::Within(answer) => (true, answer),
        Below::Beyond(answer) => (false, answer),
    }
}
