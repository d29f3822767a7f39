//! The questions about contact: how one is answered, and how a row of many is written.

use clearance::query::PATCH_POINTS;
use clearance::{Apart, Gradient, Patch, Signed, Vector};
use pyo3::prelude::*;

use crate::answer::{PyDepth, PySigned};
use crate::any::{Room, Space, square};
use crate::contact::{PyGradient, PyPatch};
use crate::question::{object, question};
use crate::row::{Layout, Writer, distance_layout, effort, write_depth, write_signed};

question! {
    /// The distance, or minus the depth.
    SignedDistance finds Signed<D>,
    ask |self, query, pair, space| {
        space.signed_distance_by(query, pair.a, pair.pose_a, pair.b, pair.pose_b)
    },
    wrap |py, found| object(py, PySigned(Space::AnySigned(found))),
    row distance_layout::<D>("distance").ending(&[("is_global", "?", 0)]),
    write |row, found| {
        write_signed(row, found);
        row.ending(&[u8::from(found.is_global())]);
    },
}

question! {
    /// How deep.
    Penetration finds Signed<D>,
    ask |self, query, pair, space| {
        space.signed_distance_by(query, pair.a, pair.pose_a, pair.b, pair.pose_b)
    },
    wrap |py, found| match found {
        Signed::Overlap(depth) => object(py, PyDepth(Space::AnyDepth(depth))),
        Signed::Apart(_) => Ok(py.None()),
    },
    row distance_layout::<D>("depth").ending(&[("is_global", "?", 0)]),
    write |row, found| {
        match found {
            Signed::Overlap(depth) => write_depth(row, depth),
            Signed::Apart(apart) => no_depth(row, apart),
        }
        row.ending(&[u8::from(found.is_global())]);
    },
}

question! {
    /// Where they touch.
    ContactPatch finds Patch<D>,
    ask |self, _, pair, space| space.contact_patch(pair.a, pair.pose_a, pair.b, pair.pose_b),
    wrap |py, found| object(py, PyPatch(Space::AnyPatch(found))),
    row distance_layout::<D>("distance")
        .matrix("points", PATCH_POINTS, D)
        .vector("gaps", PATCH_POINTS)
        .ending(&[("is_global", "?", 0), ("count", "u1", 1)]),
    write |row, found| {
        write_signed(row, &found.signed);
        let nowhere = Vector::from_fn(|_| f64::NAN);
        for k in 0..PATCH_POINTS {
            row.vector(found.points().get(k).copied().unwrap_or(nowhere));
        }
        for k in 0..PATCH_POINTS {
            row.number(found.gaps().get(k).copied().unwrap_or(f64::NAN));
        }
        row.ending(&[u8::from(found.signed.is_global()), found.points().len() as u8]);
    },
}

question! {
    /// How the signed distance changes.
    GradientOf finds Gradient<D>,
    ask |self, _, pair, space| space.gradient(pair.a, pair.pose_a, pair.b, pair.pose_b),
    wrap |py, found| object(py, PyGradient(Space::AnyGradient(found))),
    row gradient_layout::<D>().ending(&GRADIENT),
    write |row, found| {
        write_gradient(row, found);
        row.ending(&valid(found));
    },
}

question! {
    /// How the gradient changes.
    HessianOf finds (Gradient<D>, Option<Vec<f64>>),
    ask |self, _, pair, space| {
        let found = space.gradient(pair.a, pair.pose_a, pair.b, pair.pose_b)?;
        Ok((found, Space::hessian(&found)))
    },
    wrap |py, (_, found)| Ok(found.map(|flat| square(py, flat)).transpose()?.into_pyobject(py)?.unbind()),
    row gradient_layout::<D>().matrix("hessian", 6 * (D - 1), 6 * (D - 1)).ending(&[
        GRADIENT[0], GRADIENT[1], GRADIENT[2], ("hessian_valid", "?", 3),
    ]),
    write |row, found| {
        let (gradient, hessian) = found;
        write_gradient(row, gradient);
        let side = 6 * (D - 1);
        for k in 0..side * side {
            row.number(hessian.as_ref().map_or(f64::NAN, |flat| flat[k]));
        }
        let [global, translation, rotation] = valid(gradient);
        row.ending(&[global, translation, rotation, u8::from(hessian.is_some())]);
    },
}

/// The small fields of a gradient.
const GRADIENT: [(&str, &str, usize); 3] =
    [("is_global", "?", 0), ("translation_valid", "?", 1), ("rotation_valid", "?", 2)];

fn valid<const D: usize>(found: &Gradient<D>) -> [u8; 3] {
    [found.signed.is_global(), found.translation_valid, found.rotation_valid].map(u8::from)
}

fn gradient_layout<const D: usize>() -> Layout {
    distance_layout::<D>("distance")
        .vector("translation_a", D)
        .vector("rotation_a", 3)
        .vector("translation_b", D)
        .vector("rotation_b", 3)
}

fn write_gradient<const D: usize>(row: &mut Writer<'_>, found: &Gradient<D>) {
    write_signed(row, &found.signed);
    row.vector(found.a.translation);
    row.vector(found.a.rotation);
    row.vector(found.b.translation);
    row.vector(found.b.rotation);
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
