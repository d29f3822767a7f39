//! What the same questions cost in Rust alone, for the benchmark.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use clearance::{Convex, PlacedPair, Query};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::any::Any;
use crate::error::refused;
use crate::pose::{read, read_one};
use crate::shape::PyShape;
use crate::spread::Spread;

/// Seconds for `repeats` distances of one pair.
#[pyfunction]
pub fn _rust_single(
    a: &Bound<'_, PyShape>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyShape>,
    pose_b: &Bound<'_, PyAny>,
    repeats: usize,
) -> PyResult<f64> {
    let (a, b) = (solid(a)?, solid(b)?);
    let (pose_a, pose_b) = (read_one::<3>(pose_a, "pose_a")?, read_one(pose_b, "pose_b")?);
    let began = Instant::now();
    for _ in 0..repeats {
        let answer = clearance::distance(&*a, black_box(&pose_a), &*b, black_box(&pose_b));
        black_box(answer.map_err(refused)?);
    }
    Ok(began.elapsed().as_secs_f64())
}

/// Seconds for one batch of the library: lists of shapes, arrays of poses, so many threads.
#[pyfunction]
pub fn _rust_batch(
    py: Python<'_>,
    a: Vec<Bound<'_, PyShape>>,
    b: Vec<Bound<'_, PyShape>>,
    pose_a: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<f64> {
    let solids = |shapes: &[Bound<'_, PyShape>]| -> PyResult<Vec<Arc<dyn Convex<3>>>> {
        shapes.iter().map(solid).collect()
    };
    let (a, b) = (solids(&a)?, solids(&b)?);
    let (pose_a, pose_b) = (read::<3>(pose_a, "pose_a")?, read::<3>(pose_b, "pose_b")?);
    let (pose_a, pose_b) = (pose_a.source(Spread::Same)?, pose_b.source(Spread::Same)?);
    let mut pairs = Vec::with_capacity(a.len());
    for i in 0..a.len().min(b.len()) {
        let (pose_a, pose_b) = (pose_a.pose(i).map_err(refused)?, pose_b.pose(i).map_err(refused)?);
        pairs.push(PlacedPair { a: &*a[i], pose_a, b: &*b[i], pose_b });
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(py.detach(|| {
        let began = Instant::now();
        let answers = pool.install(|| Query::DEFAULT.batch(&pairs));
        let took = began.elapsed().as_secs_f64();
        black_box(&answers);
        took
    }))
}

fn solid(shape: &Bound<'_, PyShape>) -> PyResult<Arc<dyn Convex<3>>> {
    match &shape.get().shape {
        Any::Three(shape) => Ok(shape.clone()),
        Any::Two(_) => Err(PyTypeError::new_err("a shape of space")),
    }
}
