//! What many answers become: rows of a structured array, or an array of objects.

use std::sync::Arc;

use numpy::PyArrayMethods;
use pyo3::prelude::*;

use crate::ask::{Form, Options};
use crate::batch::{Errors, Pairs, Trouble, run};
use crate::own::Own;
use crate::question::{Marked, Question};
use crate::row::{Layout, Writer, room};

/// The answers about many pairs, in an array of this shape.
#[inline(never)]
pub fn many<const D: usize, Q: Question<D>>(
    py: Python<'_>,
    question: Q,
    pairs: &Pairs<'_, D>,
    (shape, own): (&[usize], &[Arc<Own>]),
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let query = &options.query;
    match question.layout() {
        Some(layout) if options.form == Form::Rows => {
            let rows = rows::<D>(py, (&layout, shape), (own, options), |i, space, row| {
                let found = pairs.with(i, |pair| question.ask(query, pair, space))?;
                question.write(row, &found);
                Ok(())
            })?;
            Ok(question.present(rows, options.marked())?.unbind())
        }
        _ => {
            let found = objects::<D, _>(
                py,
                (shape, own, options),
                |i, space| pairs.with(i, |pair| question.ask(query, pair, space)),
                |found| question.wrap(py, found),
            );
            Ok(found?.unbind())
        }
    }
}

/// A structured array of this shape, whose rows are written by `work` on all cores.
#[inline(always)]
pub fn rows<'py, const D: usize>(
    py: Python<'py>,
    (layout, shape): (&Layout, &[usize]),
    (own, options): (&[Arc<Own>], &Options<'_>),
    work: impl Fn(usize, &mut clearance::Workspace<D>, &mut Writer<'_>) -> Result<(), Trouble> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let width = layout.len();
    let words = room(py, shape.iter().product(), width);
    {
        let mut writable = words.readwrite();
        let out = writable.as_slice_mut()?;
        run(py, &options.how(own), (out, width), |i, space, row| {
            let found = work(i, space, &mut Writer::new(row));
            found.inspect_err(|trouble| layout.mark(row, trouble.status()))
        })?;
    }
    layout.view(&words, shape)
}

/// An array of this shape, of objects that `wrap` makes of what `work` found on all cores; an
/// exception in the place of what was not found, if such are not raised.
pub fn objects<'py, const D: usize, T: Send>(
    py: Python<'py>,
    (shape, own, options): (&[usize], &[Arc<Own>], &Options<'_>),
    work: impl Fn(usize, &mut clearance::Workspace<D>) -> Result<T, Trouble> + Sync,
    wrap: impl Fn(T) -> PyResult<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut out: Vec<Option<Result<T, Trouble>>> = Vec::new();
    out.resize_with(shape.iter().product(), || None);
    run::<D, _>(py, &options.how(own), (&mut out, 1), |i, space, place| {
        let found = work(i, space);
        let trouble = found.as_ref().err().copied();
        place[0] = Some(found);
        trouble.map_or(Ok(()), Err)
    })?;
    // Filled one by one: numpy would take an answer that has a length for a row.
    let array = py.import("numpy")?.call_method1("empty", (out.len(), "object"))?;
    for (i, found) in out.into_iter().enumerate() {
        match found {
            Some(Ok(found)) => array.set_item(i, wrap(found)?)?,
            Some(Err(trouble)) => array.set_item(i, trouble.raise(i).into_value(py))?,
            None => {}
        }
    }
    array.call_method1("reshape", (shape.to_vec(),))
}

impl Options<'_> {
    /// Whether rows may be without an answer.
    pub fn marked(&self) -> Marked {
        if self.errors == Errors::Mark { Marked::Some } else { Marked::None }
    }
}
