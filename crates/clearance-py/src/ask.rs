//! The functions: questions about a pair, or about many.

use std::sync::Arc;

use clearance::{Accuracy, Convex, Method, Query, Workspace};
use numpy::PyArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::any::{Any, Room, Space};
use crate::batch::{Errors, How, Pairs, Placed, Shapes, run};
use crate::error::{refused, wrong_type, wrong_value};
use crate::own::Own;
use crate::pose::{Given, read};
use crate::question::{Marked, Question};
use crate::row::{Writer, room};
use crate::shape::PyShape;

/// What may be said about every question.
pub struct Options<'py> {
    /// Accuracy and method.
    pub query: Query,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
    errors: Errors,
}

impl<'py> Options<'py> {
    /// Nothing is said.
    const DEFAULT: Self =
        Self { query: Query::DEFAULT, threads: None, progress: None, errors: Errors::Raise };

    /// Reads them.
    #[inline]
    pub fn read(options: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        match options {
            None => Ok(Self::DEFAULT),
            Some(options) => Self::read_all(options),
        }
    }

    /// How a batch with these support functions is worked on.
    pub fn how<'a>(&self, own: &'a [Arc<Own>]) -> How<'a, 'py> {
        let progress = self.progress.clone();
        How { threads: self.threads, progress, errors: self.errors, own }
    }

    #[inline(never)]
    fn read_all(given: &Bound<'py, PyDict>) -> PyResult<Self> {
        let mut options = Self::DEFAULT;
        for (name, value) in given.iter() {
            let name = name.cast::<PyString>()?.to_string();
            if value.is_none() {
                continue;
            }
            match name.as_str() {
                "method" => options.query.method = Some(method(&value)?),
                "gap" => options.query.accuracy.gap = value.extract()?,
                "iterations" => options.query.accuracy.iterations = value.extract()?,
                "threads" => options.threads = Some(threads(&value)?),
                "progress" => options.progress = progress(&value)?,
                "errors" => options.errors = errors(&value)?,
                _ => {
                    let words = format!(
                        "unexpected keyword argument '{name}'; there are method, gap, iterations, \
                         threads, progress and errors"
                    );
                    return Err(PyTypeError::new_err(words));
                }
            }
        }
        let Accuracy { gap, iterations } = options.query.accuracy;
        if !(gap >= 0.0 && iterations > 0) {
            return Err(refused(
                "the accuracy's gap must be zero or more and its iterations at least one",
            ));
        }
        Ok(options)
    }
}

fn method(value: &Bound<'_, PyAny>) -> PyResult<Method> {
    let Ok(name) = value.cast::<PyString>() else {
        return Err(wrong_type("method", "the name of a method", value));
    };
    let name = name.to_string();
    Method::named(&name).ok_or_else(|| {
        let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
        wrong_value("method", &format!("one of {}", names.join(", ")), format_args!("{name:?}"))
    })
}

fn threads(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    const MOST: usize = 1024;
    match value.extract::<usize>() {
        Ok(threads) if (1..=MOST).contains(&threads) => Ok(threads),
        _ => Err(wrong_value("threads", "a number from 1 to 1024", value.str()?)),
    }
}

/// A function of two numbers; `True` for a bar.
fn progress<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if value.is_callable() {
        return Ok(Some(value.clone()));
    }
    if !value.is_truthy()? {
        return Ok(None);
    }
    Ok(Some(value.py().import("clearance._progress")?.getattr("Bar")?.call0()?))
}

fn errors(value: &Bound<'_, PyAny>) -> PyResult<Errors> {
    match value.extract::<String>().as_deref() {
        Ok("raise") => Ok(Errors::Raise),
        Ok("mark") => Ok(Errors::Mark),
        _ => Err(wrong_value("errors", "\"raise\" or \"mark\"", value.str()?)),
    }
}

/// The arguments of a question about a pair.
#[derive(Clone, Copy)]
pub struct Arguments<'a, 'py> {
    /// The first shape.
    pub a: &'a Bound<'py, PyAny>,
    /// Where it is.
    pub pose_a: &'a Bound<'py, PyAny>,
    /// The second shape.
    pub b: &'a Bound<'py, PyAny>,
    /// Where it is.
    pub pose_b: &'a Bound<'py, PyAny>,
}

/// A question for both dimensions.
pub trait Both: Question<2> + Question<3> {}
impl<Q: Question<2> + Question<3>> Both for Q {}

/// Answers a question about two shapes.
#[inline(always)]
pub fn ask(
    py: Python<'_>,
    question: impl Both,
    arguments: Arguments<'_, '_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let a = shape(arguments.a, "a")?;
    let b = shape(arguments.b, "b")?;
    let options = Options::read(options)?;
    match (&a.shape, &b.shape) {
        (Any::Two(x), Any::Two(y)) => {
            ask_in(py, question, (arguments, [a, b]), (&**x, &**y), &options)
        }
        (Any::Three(x), Any::Three(y)) => {
            ask_in(py, question, (arguments, [a, b]), (&**x, &**y), &options)
        }
        _ => Err(mixed()),
    }
}

/// The exception for a shape of the plane and one of space.
#[cold]
pub fn mixed() -> PyErr {
    PyTypeError::new_err("one shape is of the plane and the other of space")
}

/// The shape that an argument is.
#[inline(always)]
pub fn shape<'a>(argument: &'a Bound<'_, PyAny>, name: &str) -> PyResult<&'a PyShape> {
    match argument.cast::<PyShape>() {
        Ok(shape) => Ok(shape.get()),
        Err(_) => Err(wrong_type(name, "a shape", argument)),
    }
}

#[inline(always)]
fn ask_in<const D: usize>(
    py: Python<'_>,
    question: impl Question<D>,
    (arguments, shapes): (Arguments<'_, '_>, [&PyShape; 2]),
    (a, b): (&dyn Convex<D>, &dyn Convex<D>),
    options: &Options<'_>,
) -> PyResult<Py<PyAny>>
where
    Space: Room<D>,
{
    let pose_a = read::<D>(arguments.pose_a, "pose_a")?;
    let pose_b = read::<D>(arguments.pose_b, "pose_b")?;
    if let (Given::One(pose_a), Given::One(pose_b)) = (&pose_a, &pose_b) {
        let pair = Placed { a, pose_a, b, pose_b };
        let found = question.ask(&options.query, pair, &mut Workspace::new());
        for shape in shapes {
            shape.raise_failure()?;
        }
        return match found {
            Ok(found) => question.wrap(py, found),
            Err(error) => Err(refused(error)),
        };
    }
    let own: Vec<Arc<Own>> = shapes.iter().flat_map(|shape| shape.own.iter().cloned()).collect();
    let (shape, pose_a, pose_b) = broadcast(py, pose_a, pose_b)?;
    let pairs = Pairs {
        a: Shapes::One(a),
        pose_a: pose_a.source()?,
        b: Shapes::One(b),
        pose_b: pose_b.source()?,
    };
    many(py, question, &pairs, (&shape, &own), options)
}

/// A structured array of answers, of this shape.
#[inline(never)]
pub fn many<const D: usize, Q: Question<D>>(
    py: Python<'_>,
    question: Q,
    pairs: &Pairs<'_, D>,
    (shape, own): (&[usize], &[Arc<Own>]),
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let layout = question.layout();
    let width = layout.len();
    let words = room(py, shape.iter().product(), width);
    let how = options.how(own);
    {
        let mut writable = words.readwrite();
        let out = writable.as_slice_mut()?;
        let query = &options.query;
        run(py, &how, (out, width), |i, space, row| {
            match pairs.with(i, |pair| question.ask(query, pair, space)) {
                Ok(found) => {
                    question.write(&mut Writer::new(row), &found);
                    Ok(())
                }
                Err(trouble) => {
                    layout.mark(row, trouble.status());
                    Err(trouble)
                }
            }
        })?;
    }
    let rows = layout.view(&words, shape)?;
    let marked = if options.errors == Errors::Mark { Marked::Some } else { Marked::None };
    Ok(question.present(rows, marked)?.unbind())
}

/// The shape that two arrays of poses have together, and the arrays as they are then.
pub fn broadcast<'py, const D: usize>(
    py: Python<'py>,
    a: Given<'py, D>,
    b: Given<'py, D>,
) -> PyResult<(Vec<usize>, Given<'py, D>, Given<'py, D>)>
where
    Space: Room<D>,
{
    match (a.shape(), b.shape()) {
        (Some(n), None) | (None, Some(n)) => Ok((n, a, b)),
        (Some(n), Some(m)) if n == m => Ok((n, a, b)),
        // One pose in an array stands for as many as there are others.
        (Some(n), Some(m)) if n == [1] => Ok((m, a, b)),
        (Some(n), Some(m)) if m == [1] => Ok((n, a, b)),
        (Some(n), Some(m)) => {
            let numpy = py.import("numpy")?;
            let shapes = (PyTuple::new(py, &n)?, PyTuple::new(py, &m)?);
            let common = numpy.call_method1("broadcast_shapes", shapes).map_err(|_| {
                let words = format!("of {n:?} poses and one of {m:?}");
                wrong_value("pose_a, pose_b", "arrays that go together", format!("one {words}"))
            })?;
            let common: Vec<usize> = common.extract()?;
            let stretch = |given: Given<'py, D>| -> PyResult<Given<'py, D>> {
                let Given::Many(crate::pose::Many::Array(array, precision)) = &given else {
                    return Ok(given);
                };
                let mut full = common.clone();
                full.extend([D + 1, D + 1]);
                let wide =
                    numpy.call_method1("broadcast_to", (&**array, PyTuple::new(py, full)?))?;
                crate::pose::many(&wide, *precision)
            };
            Ok((common.clone(), stretch(a)?, stretch(b)?))
        }
        (None, None) => Ok((vec![1], a, b)),
    }
}

/// Answers a question about the pairs of two lists of shapes.
pub fn ask_pairs(
    py: Python<'_>,
    question: impl Both,
    arguments: Arguments<'_, '_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let (a, b) = (listed(arguments.a, "a")?, listed(arguments.b, "b")?);
    let options = Options::read(options)?;
    let first = a.first().or(b.first());
    match first.map(|shape| &shape.get().shape) {
        Some(Any::Two(_)) => pairs_in(py, question, (arguments, &a, &b), &options, |shape| {
            if let Any::Two(shape) = &shape.shape { Some(shape.clone()) } else { None }
        }),
        _ => pairs_in(py, question, (arguments, &a, &b), &options, |shape| {
            if let Any::Three(shape) = &shape.shape { Some(shape.clone()) } else { None }
        }),
    }
}

/// One shape, or a list of them.
fn listed<'py>(argument: &Bound<'py, PyAny>, name: &str) -> PyResult<Vec<Bound<'py, PyShape>>> {
    if let Ok(shape) = argument.cast::<PyShape>() {
        return Ok(vec![shape.clone()]);
    }
    let items = argument.try_iter().map_err(|_| wrong_type(name, "a list of shapes", argument))?;
    items
        .enumerate()
        .map(|(i, item)| {
            let item = item?;
            match item.cast_into::<PyShape>() {
                Ok(shape) => Ok(shape),
                Err(error) => {
                    Err(wrong_type(&format!("{name}[{i}]"), "a shape", &error.into_inner()))
                }
            }
        })
        .collect()
}

fn pairs_in<const D: usize>(
    py: Python<'_>,
    question: impl Question<D>,
    (arguments, a, b): (Arguments<'_, '_>, &[Bound<'_, PyShape>], &[Bound<'_, PyShape>]),
    options: &Options<'_>,
    cast: fn(&PyShape) -> Option<Arc<dyn Convex<D>>>,
) -> PyResult<Py<PyAny>>
where
    Space: Room<D>,
{
    let convex = |shapes: &[Bound<'_, PyShape>]| -> PyResult<Vec<Arc<dyn Convex<D>>>> {
        shapes.iter().map(|shape| cast(shape.get()).ok_or_else(mixed)).collect()
    };
    let own: Vec<Arc<Own>> =
        a.iter().chain(b).flat_map(|shape| shape.get().own.iter().cloned()).collect();
    let given_a = read::<D>(arguments.pose_a, "pose_a")?;
    let given_b = read::<D>(arguments.pose_b, "pose_b")?;
    let single = [arguments.a, arguments.b].map(|argument| argument.cast::<PyShape>().is_ok());
    let lengths = [
        ("a", (!single[0]).then_some(a.len())),
        ("b", (!single[1]).then_some(b.len())),
        ("pose_a", count(&given_a, "pose_a")?),
        ("pose_b", count(&given_b, "pose_b")?),
    ];
    let mut n = None;
    for (name, len) in lengths {
        match (n, len) {
            (Some((other, n)), Some(len)) if n != len => {
                let wanted = format!("{n}, as many as {other}");
                return Err(wrong_value(name, &wanted, len));
            }
            (None, Some(len)) => n = Some((name, len)),
            _ => {}
        }
    }
    let n = n.map_or(1, |(_, n)| n);
    let (a, b) = (convex(a)?, convex(b)?);
    let pairs = Pairs {
        a: if single[0] { Shapes::One(&*a[0]) } else { Shapes::Many(&a) },
        pose_a: given_a.source()?,
        b: if single[1] { Shapes::One(&*b[0]) } else { Shapes::Many(&b) },
        pose_b: given_b.source()?,
    };
    many(py, question, &pairs, (&[n], &own), options)
}

/// How many poses there are; `None` for one that stands for all.
fn count<const D: usize>(given: &Given<'_, D>, name: &str) -> PyResult<Option<usize>> {
    match given.shape().as_deref() {
        None => Ok(None),
        Some([n]) => Ok(Some(*n)),
        Some(shape) => Err(wrong_value(name, "a list of poses", format_args!("{shape:?} of them"))),
    }
}
