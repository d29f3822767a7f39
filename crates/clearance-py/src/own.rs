//! Shapes of the user: a support function written in Python.

use std::sync::Mutex;

use clearance::shape::View;
use clearance::{Convex, Vector};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::error::ShapeError;

/// A support function, and the exception that it raised, if it did.
pub struct Own {
    /// The function.
    pub function: Py<PyAny>,
    failure: Mutex<Option<PyErr>>,
}

impl Own {
    /// A function that has not failed yet.
    pub fn new(function: Py<PyAny>) -> Self {
        Self { function, failure: Mutex::new(None) }
    }

    /// The exception, which is then forgotten.
    pub fn take_failure(&self) -> Option<PyErr> {
        self.failure.lock().ok().and_then(|mut failure| failure.take())
    }

    /// A support point, or one that is not there if the function fails; the exception is kept.
    fn ask<const D: usize>(&self, direction: Vector<D>) -> Vector<D> {
        let nowhere = Vector::from_fn(|_| f64::NAN);
        // One failure is enough: what the solver asks after it is answered at once.
        if self.failure.lock().is_ok_and(|failure| failure.is_some()) {
            return nowhere;
        }
        let point = Python::attach(|py| self.call(py, direction));
        point.unwrap_or_else(|error| {
            if let Ok(mut failure) = self.failure.lock() {
                *failure = Some(error);
            }
            nowhere
        })
    }

    fn call<const D: usize>(&self, py: Python<'_>, direction: Vector<D>) -> PyResult<Vector<D>> {
        let point = self.function.bind(py).call1((PyArray1::from_slice(py, &direction.0),))?;
        let words = || format!("a support function returns {D} finite numbers");
        let point: Vec<f64> = point.extract().map_err(|_| ShapeError::new_err(words()))?;
        match <[f64; D]>::try_from(point) {
            Ok(point) if point.iter().all(|x| x.is_finite()) => Ok(Vector(point)),
            _ => Err(ShapeError::new_err(words())),
        }
    }
}

/// The shape with this support function.
pub struct OwnShape<const D: usize> {
    own: std::sync::Arc<Own>,
    reach: f64,
}

impl<const D: usize> OwnShape<D> {
    /// Asks for the furthest points along the axes, and so finds out how far the shape reaches.
    pub fn new(own: std::sync::Arc<Own>) -> PyResult<Self> {
        let mut reach = 0.0_f64;
        for i in 0..D {
            for direction in [Vector::axis(i), -Vector::axis(i)] {
                let point: Vector<D> = own.ask(direction);
                if let Some(failure) = own.take_failure() {
                    return Err(failure);
                }
                reach = reach.max(point.max_abs());
            }
        }
        Ok(Self { own, reach })
    }
}

impl<const D: usize> Convex<D> for OwnShape<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.own.ask(direction)
    }

    fn view(&self) -> View<'_, D> {
        View::with_reach(self, self.reach)
    }
}
