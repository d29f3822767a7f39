//! The questions about a pair: how one is answered, and how a row of many is written.

use clearance::query::PATCH_POINTS;
use clearance::{
    Answer, Apart, Below, Gradient, Patch, Query, QueryError, Rigorous, Signed, Vector, Workspace,
};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass_init::PyClassInitializer;

use crate::answer::{PyAnswer, PyDepth, PySigned};
use crate::any::{Room, Space, array};
use crate::batch::Placed;
use crate::contact::{PyGradient, PyPatch};
use crate::row::{
    Layout, Writer, distance_layout, effort, write_answer, write_depth, write_signed,
};

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
/// The distance, or minus the depth.
pub struct SignedDistance;
/// How deep.
pub struct Penetration;
/// Where they touch.
pub struct ContactPatch;
/// How the signed distance changes.
pub struct GradientOf;
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

impl<const D: usize> Question<D> for SignedDistance
where
    Space: Room<D>,
{
    type Found = Signed<D>;

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        space: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        space.signed_distance_by(query, pair.a, pair.pose_a, pair.b, pair.pose_b)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        object(py, PySigned(Space::AnySigned(found)))
    }

    fn layout(&self) -> Layout {
        distance_layout::<D>("distance").ending(&[("is_global", "?", 0)])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        write_signed(row, found);
        row.ending(&[u8::from(found.is_global())]);
    }
}

impl<const D: usize> Question<D> for Penetration
where
    Space: Room<D>,
{
    type Found = Signed<D>;

    #[inline(always)]
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        space: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        space.signed_distance_by(query, pair.a, pair.pose_a, pair.b, pair.pose_b)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        match found {
            Signed::Overlap(depth) => object(py, PyDepth(Space::AnyDepth(depth))),
            Signed::Apart(_) => Ok(py.None()),
        }
    }

    fn layout(&self) -> Layout {
        distance_layout::<D>("depth").ending(&[("is_global", "?", 0)])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        match found {
            Signed::Overlap(depth) => write_depth(row, depth),
            Signed::Apart(apart) => no_depth(row, apart),
        }
        row.ending(&[u8::from(found.is_global())]);
    }
}

impl<const D: usize> Question<D> for ContactPatch
where
    Space: Room<D>,
{
    type Found = Patch<D>;

    #[inline(always)]
    fn ask(
        &self,
        _: &Query,
        pair: Placed<'_, D>,
        space: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        space.contact_patch(pair.a, pair.pose_a, pair.b, pair.pose_b)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        object(py, PyPatch(Space::AnyPatch(found)))
    }

    fn layout(&self) -> Layout {
        distance_layout::<D>("distance")
            .matrix("points", PATCH_POINTS, D)
            .vector("gaps", PATCH_POINTS)
            .ending(&[("is_global", "?", 0), ("count", "u1", 1)])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        write_signed(row, &found.signed);
        let nowhere = Vector::from_fn(|_| f64::NAN);
        for k in 0..PATCH_POINTS {
            row.vector(found.points().get(k).copied().unwrap_or(nowhere));
        }
        for k in 0..PATCH_POINTS {
            row.number(found.gaps().get(k).copied().unwrap_or(f64::NAN));
        }
        row.ending(&[u8::from(found.signed.is_global()), found.points().len() as u8]);
    }
}

impl<const D: usize> Question<D> for GradientOf
where
    Space: Room<D>,
{
    type Found = Gradient<D>;

    #[inline(always)]
    fn ask(
        &self,
        _: &Query,
        pair: Placed<'_, D>,
        space: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError> {
        space.gradient(pair.a, pair.pose_a, pair.b, pair.pose_b)
    }

    #[inline(always)]
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        object(py, PyGradient(Space::AnyGradient(found)))
    }

    fn layout(&self) -> Layout {
        distance_layout::<D>("distance")
            .vector("translation_a", D)
            .vector("rotation_a", 3)
            .vector("translation_b", D)
            .vector("rotation_b", 3)
            .ending(&[
                ("is_global", "?", 0),
                ("translation_valid", "?", 1),
                ("rotation_valid", "?", 2),
            ])
    }

    #[inline(always)]
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        write_signed(row, &found.signed);
        row.vector(found.a.translation);
        row.vector(found.a.rotation);
        row.vector(found.b.translation);
        row.vector(found.b.rotation);
        let valid = [found.translation_valid, found.rotation_valid].map(u8::from);
        row.ending(&[u8::from(found.signed.is_global()), valid[0], valid[1]]);
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
fn object<T: Into<PyClassInitializer<T>> + PyClass>(py: Python<'_>, new: T) -> PyResult<Py<PyAny>> {
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

/// The row of a pair that is apart, and has no depth.
fn no_depth<const D: usize>(row: &mut Writer<'_>, apart: &Apart<D>) {
    for _ in 0..3 {
        row.number(f64::NAN);
    }
    for _ in 0..3 {
        row.vector(Vector::<D>::from_fn(|_| f64::NAN));
    }
    row.small(effort(false, apart.unique, &apart.effort));
}
