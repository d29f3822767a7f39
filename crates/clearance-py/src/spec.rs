//! What a shape is made of: Python's dicts, lists and numbers to the format's values, and back.

use std::borrow::Cow;
use std::sync::Arc;

use clearance_io::Value;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::own::Own;
use crate::shape::PyShape;

/// Shapes within shapes, no deeper than this: each level is a call on the stack.
const DEEPEST: usize = 64;

/// Reads a value; support functions are put aside and numbered.
pub struct Reader {
    /// The support functions met so far.
    pub own: Vec<Arc<Own>>,
}

impl Reader {
    /// The value of a Python object.
    pub fn read(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value<'static>> {
        if depth > DEEPEST {
            return Err(PyValueError::new_err("a shape within shapes, more than 64 deep"));
        }
        if object.is_none() {
            return Ok(Value::Null);
        }
        if let Ok(x) = object.cast::<PyFloat>() {
            return Ok(Value::Real(x.value()));
        }
        if let Ok(flag) = object.cast::<PyBool>() {
            return Ok(Value::Bool(flag.is_true()));
        }
        if object.is_instance_of::<PyInt>() {
            return Ok(match object.extract::<i128>() {
                Ok(i) => Value::Integer(i),
                // Beyond what the format's integers hold: as a float, if there is one.
                Err(_) => Value::Real(object.extract::<f64>()?),
            });
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Value::Text(text.to_string().into()));
        }
        if let Ok(list) = object.cast::<PyList>() {
            return self.list(list.iter(), depth);
        }
        if let Ok(list) = object.cast::<PyTuple>() {
            return self.list(list.iter(), depth);
        }
        if let Ok(table) = object.cast::<PyDict>() {
            return self.table(table, depth);
        }
        if let Ok(shape) = object.cast::<PyShape>() {
            return self.shape(shape.get(), depth);
        }
        self.foreign(object, depth)
    }

    fn list<'py>(
        &mut self,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
        depth: usize,
    ) -> PyResult<Value<'static>> {
        let list: PyResult<Vec<Value<'static>>> =
            items.map(|item| self.read(&item, depth + 1)).collect();
        Ok(Value::List(list?))
    }

    fn table(&mut self, table: &Bound<'_, PyDict>, depth: usize) -> PyResult<Value<'static>> {
        let mut fields = Vec::with_capacity(table.len());
        for (key, value) in table.iter() {
            let Ok(name) = key.cast::<PyString>() else {
                return Err(PyTypeError::new_err("the fields of a shape have strings for names"));
            };
            fields.push((Cow::Owned(name.to_string()), self.read(&value, depth + 1)?));
        }
        Ok(Value::Table(fields))
    }

    /// A shape as a part: what it was made of, with its functions numbered anew.
    fn shape(&mut self, shape: &PyShape, depth: usize) -> PyResult<Value<'static>> {
        let offset = self.own.len() as i128;
        self.own.extend(shape.own.iter().cloned());
        let mut value = shape.spec.clone();
        renumber(&mut value, offset, depth)?;
        Ok(value)
    }

    /// Arrays and scalars of numpy, fractions, decimals, and functions.
    fn foreign(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value<'static>> {
        if object.hasattr("tolist")? {
            let plain = object.call_method0("tolist")?;
            // An array of objects gives back objects: those are read one level further down.
            return self.read(&plain, depth + 1);
        }
        if object.hasattr("numerator")? && object.hasattr("denominator")? {
            let (above, below) = (object.getattr("numerator")?, object.getattr("denominator")?);
            return Ok(Value::Text(format!("{above}/{below}").into()));
        }
        if object.hasattr("as_tuple")? {
            return Ok(Value::Text(object.str()?.to_string().into()));
        }
        if object.hasattr("__array__")? {
            let array = object.py().import("numpy")?.call_method1("asarray", (object,))?;
            return self.read(&array, depth + 1);
        }
        if object.is_callable() {
            self.own.push(Arc::new(Own::new(object.clone().unbind())));
            return Ok(Value::Integer(self.own.len() as i128 - 1));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("a shape is not made of {kind}")))
    }
}

/// Adds an offset to the numbers of support functions.
fn renumber(value: &mut Value<'static>, offset: i128, depth: usize) -> PyResult<()> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err("a shape within shapes, more than 64 deep"));
    }
    match value {
        Value::List(list) => {
            for value in list {
                if matches!(value, Value::List(_) | Value::Table(_)) {
                    renumber(value, offset, depth + 1)?;
                }
            }
        }
        Value::Table(fields) => {
            for (name, value) in fields {
                match value {
                    Value::Integer(i) if name == "function" => *i += offset,
                    other => renumber(other, offset, depth + 1)?,
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// The Python object of a value; support functions come back as they are.
pub fn write<'py>(
    py: Python<'py>,
    value: &Value<'_>,
    own: &[Arc<Own>],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Integer(i) => i.into_pyobject(py)?.into_any(),
        Value::Real(x) => x.into_pyobject(py)?.into_any(),
        Value::Text(text) => text.as_ref().into_pyobject(py)?.into_any(),
        Value::List(list) => {
            let items: PyResult<Vec<_>> = list.iter().map(|value| write(py, value, own)).collect();
            items?.into_pyobject(py)?.into_any()
        }
        Value::Table(fields) => {
            let table = PyDict::new(py);
            for (name, value) in fields {
                match value {
                    Value::Integer(i) if name == "function" => {
                        let own = usize::try_from(*i).ok().and_then(|i| own.get(i));
                        table.set_item(name.as_ref(), own.map(|own| own.function.bind(py)))?;
                    }
                    other => table.set_item(name.as_ref(), write(py, other, own)?)?,
                }
            }
            table.into_any()
        }
    })
}
