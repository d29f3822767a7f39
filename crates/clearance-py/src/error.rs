//! Exceptions, with the library's words.

use clearance_io::FormatError;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The exception types alone: they are made by a macro.
mod types {
    #![allow(missing_docs, reason = "the macro writes no documentation for Rust")]
    use pyo3::create_exception;
    use pyo3::exceptions::PyValueError;

    create_exception!(clearance, ClearanceError, PyValueError, "The library refuses something.");
    create_exception!(clearance, ShapeError, ClearanceError, "What was given is not a shape.");
    create_exception!(clearance, PoseError, ClearanceError, "What was given is not a pose.");
    create_exception!(
        clearance,
        QueryError,
        ClearanceError,
        "The question cannot be answered for these shapes and poses."
    );
    create_exception!(
        clearance,
        Flaw,
        ClearanceError,
        "The judge refutes an answer. The words say what is wrong with it."
    );
}
pub use types::{ClearanceError, Flaw, PoseError, QueryError, ShapeError};

/// A question that was refused.
#[cold]
pub fn refused(error: impl std::fmt::Display) -> PyErr {
    QueryError::new_err(error.to_string())
}

/// A shape that was refused.
#[cold]
pub fn no_shape(error: &FormatError) -> PyErr {
    ShapeError::new_err(error.to_string())
}

/// An argument of the wrong type.
#[cold]
pub fn wrong_type(argument: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = match found.get_type().name() {
        Ok(name) => name.to_string(),
        Err(_) => "something else".into(),
    };
    PyTypeError::new_err(format!("{argument}: expected {expected}, found {kind}"))
}

/// An argument of the right type that makes no sense.
#[cold]
pub fn wrong_value(argument: &str, expected: &str, found: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{argument}: expected {expected}, found {found}"))
}

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ClearanceError", py.get_type::<ClearanceError>())?;
    module.add("ShapeError", py.get_type::<ShapeError>())?;
    module.add("PoseError", py.get_type::<PoseError>())?;
    module.add("QueryError", py.get_type::<QueryError>())?;
    module.add("Flaw", py.get_type::<Flaw>())
}
