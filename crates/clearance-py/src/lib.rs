//! The native half of the Python package `pyclearance` (module `clearance`).
//!
//! Shapes are read by [`clearance_io`], so that Python and the program speak the same format;
//! questions go straight to the library. One pair is answered on the spot; arrays of poses go to
//! all cores with Python's lock released (`batch`).

#![allow(missing_docs, reason = "the public items are Python's, and documented there")]

mod alone;
mod answer;
mod any;
mod approach;
mod ask;
mod batch;
mod cast;
mod cell;
mod clock;
mod close;
mod configurations;
mod contact;
mod error;
mod fractions;
mod frame;
mod functions;
mod judge;
mod motion;
mod nearest;
mod own;
mod path;
mod pose;
mod question;
mod results;
mod robot;
mod row;
mod scene;
mod shape;
mod spec;
mod spread;
mod steps;
mod through;
mod turn;

use pyo3::prelude::*;

/// The native half of `clearance`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    error::register(module)?;
    functions::register(module)?;
    module.add_class::<shape::PyShape>()?;
    module.add_class::<frame::PyPose>()?;
    module.add_class::<answer::PyAnswer>()?;
    module.add_class::<answer::PySigned>()?;
    module.add_class::<answer::PyDepth>()?;
    module.add_class::<contact::PyPatch>()?;
    module.add_class::<contact::PyGradient>()?;
    module.add_class::<fractions::PyExact>()?;
    module.add_class::<motion::PyMotion>()?;
    module.add_class::<fractions::PyExactDepth>()?;
    module.add_class::<approach::PyContact>()?;
    module.add_class::<approach::PyHit>()?;
    module.add_class::<approach::PyApproach>()?;
    module.add_class::<robot::PyRobot>()?;
    module.add_class::<cell::PyCell>()?;
    module.add_class::<path::PyPath>()?;
    module.add_class::<scene::PyScene>()?;
    module.add_class::<nearest::PyBodyId>()?;
    module.add_class::<nearest::PyNearest>()?;
    module.add_class::<steps::PyTrace>()?;
    module.add_class::<steps::PyTracker>()?;
    module.add_function(wrap_pyfunction!(alone::contains, module)?)?;
    module.add_function(wrap_pyfunction!(alone::project, module)?)?;
    module.add_function(wrap_pyfunction!(alone::ray_cast, module)?)?;
    module.add_function(wrap_pyfunction!(alone::bounding_box, module)?)?;
    module.add_function(wrap_pyfunction!(alone::bounding_ball, module)?)?;
    module.add_function(wrap_pyfunction!(alone::moments, module)?)?;
    module.add_function(wrap_pyfunction!(alone::vertices, module)?)?;
    module.add_function(wrap_pyfunction!(cast::first_contact, module)?)?;
    module.add_function(wrap_pyfunction!(cast::closest_approach, module)?)?;
    module.add_function(wrap_pyfunction!(judge::check, module)?)?;
    module.add_function(wrap_pyfunction!(judge::is_unique, module)?)?;
    module.add_function(wrap_pyfunction!(clock::_rust_single, module)?)?;
    module.add_function(wrap_pyfunction!(clock::_rust_batch, module)?)?;
    let methods: Vec<&str> = clearance::Method::ALL.iter().map(|method| method.name()).collect();
    module.add("METHODS", pyo3::types::PyTuple::new(module.py(), methods)?)?;
    let stops = answer::STOPS.map(|(name, _)| name);
    module.add("STOPS", pyo3::types::PyTuple::new(module.py(), stops)?)?;
    module.add("STATUS", pyo3::types::PyTuple::new(module.py(), batch::STATUS)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
