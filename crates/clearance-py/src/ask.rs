//! Arguments and options of questions about a pair, or about many.

use std::sync::Arc;

use clearance::{Accuracy, Convex, Method, Query, Workspace};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::any::{Any, Room, Space};
use crate::batch::{Errors, How, Pairs, Placed, Shapes};
use crate::error::{refused, wrong_type, wrong_value};
use crate::own::Own;
use crate::pose::{Given, read};
use crate::question::Question;
use crate::results::many;
use crate::shape::PyShape;
use crate::spread::{Spread, together};

/// What may be said about every question.
pub struct Options<'py> {
    /// Accuracy and method.
    pub query: Query,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
    /// What is done about pairs without an answer.
    pub errors: Errors,
    /// What many answers are.
    pub form: Form,
}

/// What many answers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Rows of a structured array, if they fit into rows.
    Rows,
    /// Objects, as a single answer is.
    Objects,
}

impl<'py> Options<'py> {
    /// Nothing is said.
    const DEFAULT: Self = Self {
        query: Query::DEFAULT,
        threads: None,
        progress: None,
        errors: Errors::Raise,
        form: Form::Rows,
    };

    /// Reads them.
    #[inline]
    pub fn read(options: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        match options {
            None => Ok(Self::DEFAULT),
            Some(options) => Self::read_all(options),
        }
    }

    /// Reads those of a question that no method of ours can be chosen for.
    pub fn read_plain(options: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let options = Self::read(options)?;
        if options.query != Query::DEFAULT {
            let words = "this question takes no method, gap or iterations";
            return Err(PyTypeError::new_err(words));
        }
        Ok(options)
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
                "objects" if value.is_truthy()? => options.form = Form::Objects,
                "objects" => options.form = Form::Rows,
                _ => {
                    let words = format!(
                        "unexpected keyword argument '{name}'; there are method, gap, iterations, \
                         threads, progress, errors and objects"
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
pub fn progress<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
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

/// What is done with two shapes of the same dimension.
macro_rules! both {
    ($a:expr, $b:expr, |$x:ident, $y:ident| $body:expr) => {
        match (&$a.shape, &$b.shape) {
            ($crate::any::Any::Two(x), $crate::any::Any::Two(y)) => {
                let ($x, $y) = (&**x, &**y);
                $body
            }
            ($crate::any::Any::Three(x), $crate::any::Any::Three(y)) => {
                let ($x, $y) = (&**x, &**y);
                $body
            }
            _ => Err($crate::ask::mixed()),
        }
    };
}
pub(crate) use both;

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
    both!(a, b, |x, y| ask_in(py, question, (arguments, [a, b]), (x, y), &options))
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
    let (shape, pairs) = placed((a, b), &pose_a, &pose_b)?;
    many(py, question, &pairs, (&shape, &own), options)
}

/// Two shapes in many places: the shape of the results, and the pairs.
pub fn placed<'a, const D: usize>(
    (a, b): (&'a dyn Convex<D>, &'a dyn Convex<D>),
    pose_a: &'a Given<'_, D>,
    pose_b: &'a Given<'_, D>,
) -> PyResult<(Vec<usize>, Pairs<'a, D>)> {
    let shapes = [("pose_a", pose_a.shape()), ("pose_b", pose_b.shape())];
    let (common, [spread_a, spread_b]) =
        together([(shapes[0].0, shapes[0].1.as_deref()), (shapes[1].0, shapes[1].1.as_deref())])?;
    let pairs = Pairs {
        a: Shapes::One(a),
        pose_a: pose_a.source(spread_a)?,
        b: Shapes::One(b),
        pose_b: pose_b.source(spread_b)?,
    };
    Ok((common.unwrap_or_default(), pairs))
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
        Some(Any::Two(_)) => pairs_in::<2>(py, question, (arguments, &a, &b), &options),
        _ => pairs_in::<3>(py, question, (arguments, &a, &b), &options),
    }
}

/// One shape, or a list of them.
pub fn listed<'py>(argument: &Bound<'py, PyAny>, name: &str) -> PyResult<Vec<Bound<'py, PyShape>>> {
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
) -> PyResult<Py<PyAny>>
where
    Space: Room<D>,
{
    let own = owned(a, b);
    let given_a = read::<D>(arguments.pose_a, "pose_a")?;
    let given_b = read::<D>(arguments.pose_b, "pose_b")?;
    let single = arguments.single();
    let lengths = [
        ("a", (!single[0]).then_some(a.len())),
        ("b", (!single[1]).then_some(b.len())),
        ("pose_a", count(&given_a, "pose_a")?),
        ("pose_b", count(&given_b, "pose_b")?),
    ];
    let n = as_many(&lengths)?;
    let (a, b) = (convex::<D>(a)?, convex::<D>(b)?);
    let pairs = Pairs {
        a: if single[0] { Shapes::One(&*a[0]) } else { Shapes::Many(&a) },
        pose_a: given_a.source(Spread::Same)?,
        b: if single[1] { Shapes::One(&*b[0]) } else { Shapes::Many(&b) },
        pose_b: given_b.source(Spread::Same)?,
    };
    many(py, question, &pairs, (&[n], &own), options)
}

impl Arguments<'_, '_> {
    /// Whether each of the two shapes is one for all.
    pub fn single(&self) -> [bool; 2] {
        [self.a, self.b].map(|argument| argument.cast::<PyShape>().is_ok())
    }
}

/// The shapes of a list, which all belong to the same dimension.
pub fn convex<const D: usize>(shapes: &[Bound<'_, PyShape>]) -> PyResult<Vec<Arc<dyn Convex<D>>>>
where
    Space: Room<D>,
{
    let one = |shape: &Bound<'_, PyShape>| Space::shape(&shape.get().shape).cloned();
    shapes.iter().map(|shape| one(shape).ok_or_else(mixed)).collect()
}

/// The support functions in Python of two lists of shapes.
pub fn owned(a: &[Bound<'_, PyShape>], b: &[Bound<'_, PyShape>]) -> Vec<Arc<Own>> {
    a.iter().chain(b).flat_map(|shape| shape.get().own.iter().cloned()).collect()
}

/// How many there are of those arguments that are not one for all.
pub fn as_many(lengths: &[(&str, Option<usize>)]) -> PyResult<usize> {
    let mut n = None;
    for (name, len) in lengths {
        match (n, *len) {
            (Some((other, n)), Some(len)) if n != len => {
                let wanted = format!("{n}, as many as {other}");
                return Err(wrong_value(name, &wanted, len));
            }
            (None, Some(len)) => n = Some((name, len)),
            _ => {}
        }
    }
    Ok(n.map_or(1, |(_, n)| n))
}

/// How many poses there are; `None` for one that stands for all.
fn count<const D: usize>(given: &Given<'_, D>, name: &str) -> PyResult<Option<usize>> {
    match given.shape().as_deref() {
        None => Ok(None),
        Some([n]) => Ok(Some(*n)),
        Some(shape) => Err(wrong_value(name, "a list of poses", format_args!("{shape:?} of them"))),
    }
}
