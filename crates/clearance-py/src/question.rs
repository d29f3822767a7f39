//! The questions about a pair: how one is answered, and how a row of many is written.

use clearance::{Answer, Below, Query, QueryError, Rigorous, Vector, Workspace};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass_init::PyClassInitializer;

use crate::answer::PyAnswer;
use crate::any::{Room, Space, array};
use crate::batch::Placed;
use crate::row::{Layout, Writer, distance_layout, write_answer};

/// A question about a pair.
pub trait Question<const D: usize>: Sync {
    /// The library's answer.
    type Found: Send;

    /// Asks it.
    fn ask(
        &self,
        query: &Query,
        pair: Placed<'_, D>,
        space: &mut Workspace<D>,
    ) -> Result<Self::Found, QueryError>;

    /// The answer as a Python object.
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>>;

    /// The fields of a row; `None` if an answer fits into no row. Many are objects then.
    fn layout(&self) -> Option<Layout> {
        None
    }

    /// Writes a row.
    fn write(&self, _row: &mut Writer<'_>, _found: &Self::Found) {}

    /// What the caller gets to see of the rows, whose statuses count if some may be marked.
    fn present<'py>(
        &self,
        rows: Bound<'py, PyAny>,
        _marked: Marked,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(rows)
    }
}

/// Whether rows may be without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marked {
    /// No: that would have been raised.
    None,
    /// Yes.
    Some,
}

/// A question for both dimensions: its name, what it finds, how it is asked, how the answer becomes
/// an object, and how a row.
macro_rules! question {
    (
        $(#[$doc:meta])*
        $name:ident $(($field:ty))? finds $found:ty,
        ask |$this:ident, $query:pat, $pair:ident, $space:pat_param| $ask:expr,
        wrap |$py:ident, $answer:pat_param| $wrap:expr,
        $(row $layout:expr, write |$row:ident, $of:ident| $write:expr,)?
        $(present $present:path,)?
    ) => {
        $(#[$doc])*
        pub struct $name $((pub $field))?;

        impl<const D: usize> $crate::question::Question<D> for $name
        where
            $crate::any::Space: $crate::any::Room<D>,
        {
            type Found = $found;

            #[inline(always)]
            fn ask(
                &$this,
                $query: &clearance::Query,
                $pair: $crate::batch::Placed<'_, D>,
                $space: &mut clearance::Workspace<D>,
            ) -> Result<Self::Found, clearance::QueryError> {
                $ask
            }

            #[inline(always)]
            fn wrap(
                &self,
                $py: pyo3::Python<'_>,
                $answer: Self::Found,
            ) -> pyo3::PyResult<pyo3::Py<pyo3::PyAny>> {
                $wrap
            }

            $(
                fn layout(&self) -> Option<$crate::row::Layout> {
                    Some($layout)
                }

                #[inline(always)]
                fn write(&self, $row: &mut $crate::row::Writer<'_>, $of: &Self::Found) {
                    $write
                }
            )?

            $(
                fn present<'py>(
                    &self,
                    rows: pyo3::Bound<'py, pyo3::PyAny>,
                    marked: $crate::question::Marked,
                ) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::PyAny>> {
                    $present(rows, marked)
                }
            )?
        }
    };
}
pub(crate) use question;

question! {
    /// How far apart.
    Distance finds Answer<D>,
    ask |self, query, pair, _| query.distance(pair.a, pair.pose_a, pair.b, pair.pose_b),
    wrap |py, found| object(py, PyAnswer(Space::AnyAnswer(found))),
    row distance_layout::<D>("distance").ending(&[]),
    write |row, found| {
        write_answer(row, found);
        row.ending(&[]);
    },
}

question! {
    /// The two closest points.
    ClosestPoints finds [Vector<D>; 2],
    ask |self, query, pair, _| {
        Ok(query.distance(pair.a, pair.pose_a, pair.b, pair.pose_b)?.points())
    },
    wrap |py, [a, b]| Ok((array(py, a), array(py, b)).into_pyobject(py)?.into_any().unbind()),
    row Layout::default().vector("point_a", D).vector("point_b", D).ending(&[]),
    write |row, found| {
        row.vector(found[0]);
        row.vector(found[1]);
        row.ending(&[]);
    },
}

question! {
    /// The distance, if it is no more than this.
    DistanceBelow(f64) finds Below<D>,
    ask |self, query, pair, _| {
        query.distance_below(pair.a, pair.pose_a, pair.b, pair.pose_b, self.0)
    },
    wrap |py, found| match found {
        Below::Within(answer) => object(py, PyAnswer(Space::AnyAnswer(answer))),
        Below::Beyond(_) => Ok(py.None()),
    },
    row distance_layout::<D>("distance").ending(&[("within", "?", 0)]),
    write |row, found| {
        let (Below::Within(answer) | Below::Beyond(answer)) = found;
        write_answer(row, answer);
        row.ending(&[u8::from(matches!(found, Below::Within(_)))]);
    },
}

question! {
    /// Whether they meet.
    Intersects finds bool,
    ask |self, query, pair, _| query.intersects(pair.a, pair.pose_a, pair.b, pair.pose_b),
    wrap |py, found| yes_or_no(py, found),
    row Layout::default().ending(&[("answer", "?", 0)]),
    write |row, found| row.ending(&[u8::from(*found)]),
    present answers,
}

question! {
    /// Whether they come this close.
    Within(f64) finds bool,
    ask |self, query, pair, _| query.within(pair.a, pair.pose_a, pair.b, pair.pose_b, self.0),
    wrap |py, found| yes_or_no(py, found),
    row Layout::default().ending(&[("answer", "?", 0)]),
    write |row, found| row.ending(&[u8::from(*found)]),
    present answers,
}

question! {
    /// Bounds in spite of rounding.
    RigorousBounds finds Rigorous,
    ask |self, query, pair, _| query.rigorous(pair.a, pair.pose_a, pair.b, pair.pose_b),
    wrap |py, found| Ok((found.lower, found.upper).into_pyobject(py)?.into_any().unbind()),
    row Layout::default().number("lower").number("upper").ending(&[]),
    write |row, found| {
        row.number(found.lower);
        row.number(found.upper);
        row.ending(&[]);
    },
}

/// Of yes and no alone, unless the status counts.
pub fn answers(rows: Bound<'_, PyAny>, marked: Marked) -> PyResult<Bound<'_, PyAny>> {
    match marked {
        Marked::None => rows.get_item("answer")?.call_method0("copy"),
        Marked::Some => Ok(rows),
    }
}

/// A new object of a class of ours.
#[inline(always)]
pub fn object<T: Into<PyClassInitializer<T>> + PyClass>(
    py: Python<'_>,
    new: T,
) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, new)?.into_any())
}

fn yes_or_no(py: Python<'_>, answer: bool) -> PyResult<Py<PyAny>> {
    Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
}
