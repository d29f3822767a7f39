//! What happens while two shapes move: first contacts and closest approaches.

use std::sync::Arc;

use clearance::{Approach, Cast, Convex, FirstContact, Motion, QueryError, Vector};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any::{Any, Room, Space};
use crate::approach::{PyApproach, PyContact};
use crate::ask::{Arguments, Form, Options, as_many, both, convex, listed, owned, shape};
use crate::batch::{Shapes, Trouble};
use crate::error::refused;
use crate::motion::Motions;
use crate::nearest::failure;
use crate::own::Own;
use crate::question::object;
use crate::results::{objects, rows};
use crate::row::{Layout, Writer};
use crate::shape::PyShape;
use crate::spread::{Spread, together};

/// When two moving shapes first touch between time 0 and ``t_max``.
///
/// >>> from clearance import Ball, Motion, Pose, first_contact
/// >>> flying = Motion(Pose([5, 0, 0]), velocity=[-2, 0, 0])
/// >>> contact = first_contact(Ball(1), None, Ball(1), flying, 10.0)
/// >>> round(contact.hit.time, 9), contact.hit.certain
/// (1.5, True)
///
/// A pose in the place of a motion is that of a body at rest. With a list of motions, or an array
/// of poses, the answer is a structured array:
///
/// >>> rows = first_contact(Ball(1), None, Ball(1), [flying, Pose([5, 0, 0])], 10.0)
/// >>> rows["hit"], rows["distance"]
/// (array([ True, False]), array([0., 3.]))
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b, t_max, *, tolerance=None, gap=None, **options))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn first_contact(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    motion_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    motion_b: &Bound<'_, PyAny>,
    t_max: f64,
    tolerance: Option<f64>,
    gap: Option<f64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let arguments = Arguments { a, pose_a: motion_a, b, pose_b: motion_b };
    ask(py, First, (cast(t_max, tolerance, gap), arguments), &Options::read_plain(options)?)
}

/// How close two moving shapes come between time 0 and ``t_max``, and when.
///
/// >>> from clearance import Ball, Motion, Pose, closest_approach
/// >>> passing = Motion(Pose([5, 3, 0]), velocity=[-2, 0, 0])
/// >>> found = closest_approach(Ball(1), None, Ball(1), passing, 10.0)
/// >>> round(found.time, 5), round(found.distance, 9)
/// (2.5, 1.0)
///
/// With a list of motions, or an array of poses, the answer is a structured array.
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b, t_max, *, tolerance=None, gap=None, **options))]
#[allow(clippy::too_many_arguments, reason = "those of the question")]
pub fn closest_approach(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    motion_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    motion_b: &Bound<'_, PyAny>,
    t_max: f64,
    tolerance: Option<f64>,
    gap: Option<f64>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let arguments = Arguments { a, pose_a: motion_a, b, pose_b: motion_b };
    ask(py, Closest, (cast(t_max, tolerance, gap), arguments), &Options::read_plain(options)?)
}

fn cast(t_max: f64, tolerance: Option<f64>, gap: Option<f64>) -> Cast {
    let mut cast = Cast::new(t_max);
    cast.tolerance = tolerance.unwrap_or(cast.tolerance);
    cast.gap = gap.unwrap_or(cast.gap);
    cast
}

/// A question about two shapes that move.
trait Course<const D: usize>: Sync {
    type Found: Send;
    fn ask(
        &self,
        cast: &Cast,
        a: (&dyn Convex<D>, &Motion<D>),
        b: (&dyn Convex<D>, &Motion<D>),
    ) -> Result<Self::Found, QueryError>;
    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>>;
    fn layout(&self) -> Layout;
    fn write(&self, row: &mut Writer<'_>, found: &Self::Found);
}

/// When they first touch.
struct First;
/// How close they come.
struct Closest;

impl<const D: usize> Course<D> for First
where
    Space: Room<D>,
{
    type Found = FirstContact<D>;

    fn ask(
        &self,
        cast: &Cast,
        (a, motion_a): (&dyn Convex<D>, &Motion<D>),
        (b, motion_b): (&dyn Convex<D>, &Motion<D>),
    ) -> Result<Self::Found, QueryError> {
        cast.first_contact(a, motion_a, b, motion_b)
    }

    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        object(py, PyContact(Space::AnyContact(found)))
    }

    fn layout(&self) -> Layout {
        let layout = Layout::default().number("time").number("time_lower").number("time_upper");
        let layout = layout.vector("point", D).vector("normal", D);
        let layout = layout.number("distance").number("lower").number("closest_time");
        layout.ending(&[("hit", "?", 0), ("certain", "?", 1)])
    }

    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        let nowhere = Vector::<D>::from_fn(|_| f64::NAN);
        let (times, places, close, flags) = match found {
            FirstContact::Hit(hit) => (
                [hit.time, hit.time_lower, hit.time_upper],
                [hit.point, hit.normal],
                [0.0, 0.0, hit.time],
                [true, hit.certain],
            ),
            FirstContact::Miss(miss) => (
                [f64::NAN; 3],
                [nowhere; 2],
                [miss.distance, miss.lower, miss.time],
                [false, false],
            ),
        };
        times.into_iter().for_each(|x| row.number(x));
        places.into_iter().for_each(|v| row.vector(v));
        close.into_iter().for_each(|x| row.number(x));
        row.ending(&flags.map(u8::from));
    }
}

impl<const D: usize> Course<D> for Closest
where
    Space: Room<D>,
{
    type Found = Approach<D>;

    fn ask(
        &self,
        cast: &Cast,
        (a, motion_a): (&dyn Convex<D>, &Motion<D>),
        (b, motion_b): (&dyn Convex<D>, &Motion<D>),
    ) -> Result<Self::Found, QueryError> {
        cast.closest_approach(a, motion_a, b, motion_b)
    }

    fn wrap(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>> {
        object(py, PyApproach(Space::AnyApproach(found)))
    }

    fn layout(&self) -> Layout {
        let layout = Layout::default().number("time").number("distance").number("lower");
        let layout = layout.number("upper").vector("point_a", D).vector("point_b", D);
        layout.vector("normal", D).ending(&[])
    }

    fn write(&self, row: &mut Writer<'_>, found: &Self::Found) {
        [found.time, found.distance, found.lower, found.upper]
            .into_iter()
            .for_each(|x| row.number(x));
        row.vector(found.points[0]);
        row.vector(found.points[1]);
        row.vector(found.normal);
        row.ending(&[]);
    }
}

/// Asks about two shapes.
fn ask(
    py: Python<'_>,
    course: impl Course<2> + Course<3>,
    (cast, arguments): (Cast, Arguments<'_, '_>),
    options: &Options<'_>,
) -> PyResult<Py<PyAny>> {
    let (a, b) = (shape(arguments.a, "a")?, shape(arguments.b, "b")?);
    let own: Vec<_> = a.own.iter().chain(&b.own).cloned().collect();
    both!(a, b, |x, y| ask_in(py, (&course, &cast), (arguments, [x, y]), (&own, options)))
}

fn ask_in<const D: usize, C: Course<D>>(
    py: Python<'_>,
    (course, cast): (&C, &Cast),
    (arguments, [a, b]): (Arguments<'_, '_>, [&dyn Convex<D>; 2]),
    (own, options): (&[Arc<Own>], &Options<'_>),
) -> PyResult<Py<PyAny>>
where
    Space: Room<D>,
{
    let [here, there] = motions(arguments)?;
    let (common, spreads) =
        together([("motion_a", here.shape.as_deref()), ("motion_b", there.shape.as_deref())])?;
    let Some(common) = common else {
        let found = course.ask(cast, (a, &here.list[0]), (b, &there.list[0]));
        failure(own)?;
        return course.wrap(py, found.map_err(refused)?);
    };
    let moving = [(Shapes::One(a), &here), (Shapes::One(b), &there)];
    many(py, (course, cast), (moving, spreads), (&common, own, options))
}

/// The question of this name, if it is one about motions.
pub fn named(name: &str) -> Option<Named> {
    match name {
        "first_contact" => Some(Named::FirstContact),
        "closest_approach" => Some(Named::ClosestApproach),
        _ => None,
    }
}

/// A question by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// When they first touch.
    FirstContact,
    /// How close they come.
    ClosestApproach,
}

/// Asks about the pairs of two lists of shapes.
pub fn pairs(
    py: Python<'_>,
    (question, t_max): (Named, f64),
    arguments: Arguments<'_, '_>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let (options, cast) = (Options::read_plain(options)?, Cast::new(t_max));
    let shapes = [listed(arguments.a, "a")?, listed(arguments.b, "b")?];
    let first = shapes[0].first().or(shapes[1].first()).map(|shape| &shape.get().shape);
    match (first, question) {
        (Some(Any::Two(_)), Named::FirstContact) => {
            pairs_in::<2>(py, (&First, &cast), (arguments, shapes), &options)
        }
        (Some(Any::Two(_)), Named::ClosestApproach) => {
            pairs_in::<2>(py, (&Closest, &cast), (arguments, shapes), &options)
        }
        (_, Named::FirstContact) => {
            pairs_in::<3>(py, (&First, &cast), (arguments, shapes), &options)
        }
        (_, Named::ClosestApproach) => {
            pairs_in::<3>(py, (&Closest, &cast), (arguments, shapes), &options)
        }
    }
}

fn pairs_in<const D: usize>(
    py: Python<'_>,
    asked: (&impl Course<D>, &Cast),
    (arguments, [a, b]): (Arguments<'_, '_>, [Vec<Bound<'_, PyShape>>; 2]),
    options: &Options<'_>,
) -> PyResult<Py<PyAny>>
where
    Space: Room<D>,
{
    let [here, there] = motions(arguments)?;
    let (single, own) = (arguments.single(), owned(&a, &b));
    let (a, b) = (convex::<D>(&a)?, convex::<D>(&b)?);
    let count = |motions: &Motions<D>| motions.shape.is_some().then_some(motions.list.len());
    let n = as_many(&[
        ("a", (!single[0]).then_some(a.len())),
        ("b", (!single[1]).then_some(b.len())),
        ("pose_a", count(&here)),
        ("pose_b", count(&there)),
    ])?;
    let spread = |motions: &Motions<D>| match motions.shape {
        Some(_) => Spread::Same,
        None => Spread::Only,
    };
    let spreads = [spread(&here), spread(&there)];
    let a = if single[0] { Shapes::One(&*a[0]) } else { Shapes::Many(&a) };
    let b = if single[1] { Shapes::One(&*b[0]) } else { Shapes::Many(&b) };
    many(py, asked, ([(a, &here), (b, &there)], spreads), (&[n], &own, options))
}

fn motions<const D: usize>(arguments: Arguments<'_, '_>) -> PyResult<[Motions<D>; 2]>
where
    Space: Room<D>,
{
    let here = Motions::read(arguments.pose_a, "motion_a")?;
    Ok([here, Motions::read(arguments.pose_b, "motion_b")?])
}

/// Shapes and their motions.
type Movers<'a, const D: usize> = (Shapes<'a, D>, &'a Motions<D>);

fn many<const D: usize, C: Course<D>>(
    py: Python<'_>,
    (course, cast): (&C, &Cast),
    ([(a, here), (b, there)], [spread_a, spread_b]): ([Movers<'_, D>; 2], [Spread; 2]),
    (shape, own, options): (&[usize], &[Arc<Own>], &Options<'_>),
) -> PyResult<Py<PyAny>> {
    let find = |i: usize| {
        let (p, q) = (&here.list[spread_a.at(i)], &there.list[spread_b.at(i)]);
        course.ask(cast, (a.get(i), p), (b.get(i), q)).map_err(Trouble::Refused)
    };
    let found = if options.form == Form::Rows {
        rows::<D>(py, (&course.layout(), shape), (own, options), |i, _, row| {
            course.write(row, &find(i)?);
            Ok(())
        })
    } else {
        objects::<D, _>(py, (shape, own, options), |i, _| find(i), |found| course.wrap(py, found))
    };
    Ok(found?.unbind())
}
