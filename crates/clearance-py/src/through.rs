//! The questions about contact: how one is answered, and how a row of many is written.

use clearance::query::PATCH_POINTS;
use clearance::{Apart, Gradient, Patch, Query, QueryError, Signed, Vector, Workspace};
use pyo3::prelude::*;

use crate::answer::{PyDepth, PySigned};
use crate::any::{Room, Space};
use crate::batch::Placed;
use crate::contact::{PyGradient, PyPatch};
use crate::question::{Question, object};
use crate::row::{Layout, Writer, distance_layout, effort, write_depth, write_signed};

/// The distance, or minus the depth.
pub struct SignedDistance;
/// How deep.
pub struct Penetration;
/// Where they touch.
pub struct ContactPatch;
/// How the signed distance changes.
pub struct GradientOf;

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
