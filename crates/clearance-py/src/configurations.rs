//! Configurations of robots, as arguments.

use clearance_io::robot::Robot;
use numpy::{PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::wrong_value;
use crate::pose::contiguous;

/// One configuration of some robots, or many.
pub struct Configurations {
    numbers: Vec<f64>,
    width: usize,
    /// The shape of the array without its last axis; empty for one.
    pub shape: Vec<usize>,
}

impl Configurations {
    /// Numbers for the variables of the robots one after the other; or, of one robot, a dict of some
    /// of them, the others staying at rest.
    pub fn read(robots: &[&Robot], object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let width = robots.iter().map(|robot| robot.variables().len()).sum();
        if let (Ok(given), [robot]) = (object.cast::<PyDict>(), robots) {
            let mut numbers = robot.rest();
            for (name, value) in given.iter() {
                let name: String = name.extract()?;
                let at = robot.variables().position(|variable| variable == name);
                let at = at.ok_or_else(|| {
                    let names: Vec<&str> = robot.variables().collect();
                    let wanted = format!("some of {}", names.join(", "));
                    wrong_value("configuration", &wanted, format_args!("{name:?}"))
                })?;
                numbers[at] = value.extract()?;
            }
            return Self { numbers, width, shape: Vec::new() }.finite();
        }
        let array = contiguous(object)?;
        let mut shape = array.shape().to_vec();
        if shape.pop() != Some(width) {
            let wanted = format!("{width} numbers for each");
            let found = format!("an array of shape {:?}", array.shape());
            return Err(wrong_value("configurations", &wanted, found));
        }
        let numbers = array.readonly().as_slice()?.to_vec();
        Self { numbers, width, shape }.finite()
    }

    fn finite(self) -> PyResult<Self> {
        if let Some(at) = self.numbers.iter().position(|x| !x.is_finite()) {
            let place = format!("{} at place {at}", self.numbers[at]);
            return Err(wrong_value("configurations", "finite numbers", place));
        }
        Ok(self)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// The one with this number.
    pub fn get(&self, i: usize) -> &[f64] {
        &self.numbers[i * self.width..(i + 1) * self.width]
    }
}
