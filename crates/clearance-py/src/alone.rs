//! Questions about one shape.

use clearance::{Convex, Pose, QueryError, Vector};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any::{Any, Room, Space, array, rows};
use crate::ask::{Options, shape};
use crate::batch::{Trouble, run};
use crate::error::{refused, wrong_value};
use crate::pose::{contiguous, read, read_one};
use crate::results::rows as table;
use crate::row::Layout;
use crate::shape::PyShape;
use crate::spread::{Spread, together};

/// Calls a function for the dimension of the shape, and raises what its functions raised.
macro_rules! about {
    ($shape:expr, |$x:ident| $body:expr) => {{
        let one: &PyShape = $shape;
        let found = match &one.shape {
            Any::Two(x) => {
                let $x = &**x;
                $body
            }
            Any::Three(x) => {
                let $x = &**x;
                $body
            }
        };
        one.raise_failure()?;
        found
    }};
}

/// Whether points of the world belong to a shape, to rounding: one point, or the rows of an array.
///
/// >>> from clearance import Cone, contains
/// >>> contains(Cone(2, 1), None, [0.4, 0, 0])
/// True
/// >>> contains(Cone(2, 1), None, [[0.4, 0, 0], [0.6, 0, 0]])
/// array([ True, False])
///
/// The pose may be an array of many, which is broadcast against the points.
#[pyfunction]
#[pyo3(signature = (one, pose, points, **options))]
pub fn contains<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (one, options) = (shape(one, "shape")?, Options::read_plain(options)?);
    about!(one, |x| {
        let (shape, found) = at_points(py, (one, x, pose), points, &options, |pose, point| {
            clearance::contains(x, pose, point)
        })?;
        let found = PyArray1::from_vec(py, found).into_any();
        match shape {
            None => found.get_item(0)?.call_method0("item"),
            Some(shape) => found.call_method1("reshape", (shape,)),
        }
    })
}

/// The closest points of the (solid) shape to points of the world: one, or the rows of an array.
///
/// >>> from clearance import Ball, project
/// >>> project(Ball(1), None, [3, 0, 0])
/// array([1., 0., 0.])
///
/// The pose may be an array of many, which is broadcast against the points.
#[pyfunction]
#[pyo3(signature = (one, pose, points, **options))]
pub fn project<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (one, options) = (shape(one, "shape")?, Options::read_plain(options)?);
    about!(one, |x| {
        let (shape, found) = at_points(py, (one, x, pose), points, &options, |pose, point| {
            clearance::project(x, pose, point)
        })?;
        in_shape(py, shape, &found)
    })
}

/// Asks for each point, and for each pose.
fn at_points<'py, const D: usize, T: Default + Clone + Send>(
    py: Python<'py>,
    (one, _, pose): (&PyShape, &dyn Convex<D>, &Bound<'py, PyAny>),
    points: &Bound<'py, PyAny>,
    options: &Options<'_>,
    ask: impl Fn(&Pose<D>, Vector<D>) -> Result<T, QueryError> + Sync,
) -> PyResult<(Option<Vec<usize>>, Vec<T>)>
where
    Space: Room<D>,
{
    let (given, points) = (read::<D>(pose, "pose")?, Points::<D>::read(points, "points")?);
    let of_poses = given.shape();
    let (shape, [of_pose, of_point]) =
        together([("pose", of_poses.as_deref()), ("points", points.shape.as_deref())])?;
    let source = given.source(of_pose)?;
    let count = shape.as_ref().map_or(1, |shape| shape.iter().product());
    let mut out = vec![T::default(); count];
    run::<D, _>(py, &options.how(&one.own), (&mut out, 1), |i, _, place| {
        let pose = source.pose(i).map_err(|why| Trouble::NoPose("pose", why))?;
        place[0] = ask(&pose, points.point(of_point.at(i))).map_err(Trouble::Refused)?;
        Ok(())
    })?;
    Ok((shape, out))
}

/// Vectors in an array of this shape; a bare one without a shape.
fn in_shape<'py, const D: usize>(
    py: Python<'py>,
    shape: Option<Vec<usize>>,
    vectors: &[Vector<D>],
) -> PyResult<Bound<'py, PyAny>> {
    let full = [&shape.unwrap_or_default()[..], &[D]].concat();
    rows(py, vectors)?.call_method1("reshape", (full,))
}

/// Points of an argument.
struct Points<const D: usize> {
    numbers: Vec<f64>,
    /// The shape of the array without its last axis; `None` for one point.
    shape: Option<Vec<usize>>,
}

impl<const D: usize> Points<D> {
    fn read(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Self> {
        let array = contiguous(object)?;
        let mut shape = array.shape().to_vec();
        if shape.pop() != Some(D) {
            let wanted = format!("{D} numbers for each");
            return Err(wrong_value(argument, &wanted, format_args!("{:?}", array.shape())));
        }
        let shape = if shape.is_empty() { None } else { Some(shape) };
        Ok(Self { numbers: array.readonly().as_slice()?.to_vec(), shape })
    }

    fn point(&self, i: usize) -> Vector<D> {
        Vector::from_fn(|k| self.numbers[i * D + k])
    }
}

/// Where a ray enters a shape: (t, point, normal) with point = origin + t · direction, and no
/// normal if it starts inside. None if it misses.
///
/// >>> from clearance import Ball, Pose, ray_cast
/// >>> t, point, normal = ray_cast(Ball(1), Pose([5, 0, 0]), [0, 0, 0], [2, 0, 0])
/// >>> t, point
/// (2.0, array([4., 0., 0.]))
///
/// Many poses, origins or directions are broadcast against each other, and give rows:
///
/// >>> rows = ray_cast(Ball(1), Pose([5, 0, 0]), [0, 0, 0], [[2, 0, 0], [0, 1, 0]])
/// >>> rows["hit"], rows["t"]
/// (array([ True, False]), array([ 2., nan]))
#[pyfunction]
#[pyo3(signature = (one, pose, origin, direction, **options))]
pub fn ray_cast<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    origin: &Bound<'py, PyAny>,
    direction: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (one, options) = (shape(one, "shape")?, Options::read_plain(options)?);
    about!(one, |x| cast(py, (one, x, pose), [origin, direction], &options))
}

fn cast<'py, const D: usize>(
    py: Python<'py>,
    (one, convex, pose): (&PyShape, &dyn Convex<D>, &Bound<'py, PyAny>),
    [origin, direction]: [&Bound<'py, PyAny>; 2],
    options: &Options<'_>,
) -> PyResult<Bound<'py, PyAny>>
where
    Space: Room<D>,
{
    let given = read::<D>(pose, "pose")?;
    let origins = Points::<D>::read(origin, "origin")?;
    let directions = Points::<D>::read(direction, "direction")?;
    let of_poses = given.shape();
    let (shape, [of_pose, of_origin, of_direction]) = together([
        ("pose", of_poses.as_deref()),
        ("origin", origins.shape.as_deref()),
        ("direction", directions.shape.as_deref()),
    ])?;
    let source = given.source(of_pose)?;
    let ray = |i: usize| {
        let pose = source.pose(i).map_err(|why| Trouble::NoPose("pose", why))?;
        let (from, along) = (origins.point(of_origin.at(i)), directions.point(of_direction.at(i)));
        clearance::ray_cast(convex, &pose, from, along).map_err(Trouble::Refused)
    };
    let Some(shape) = shape else {
        let pose: Pose<D> = read_one(pose, "pose")?;
        let hit = clearance::ray_cast(convex, &pose, origins.point(0), directions.point(0));
        let hit = hit
            .map_err(refused)?
            .map(|hit| (hit.t, array(py, hit.point), hit.normal.map(|normal| array(py, normal))));
        return hit.into_bound_py_any(py);
    };
    let layout = Layout::default().number("t").vector("point", D).vector("normal", D);
    let layout = layout.ending(&[("hit", "?", 0), ("inside", "?", 1)]);
    table::<D>(py, (&layout, &shape), (&one.own, options), |i, _, row| {
        let nowhere = Vector::from_fn(|_| f64::NAN);
        let hit = ray(i)?;
        row.number(hit.map_or(f64::NAN, |hit| hit.t));
        row.vector(hit.map_or(nowhere, |hit| hit.point));
        row.vector(hit.and_then(|hit| hit.normal).unwrap_or(nowhere));
        let inside = hit.is_some_and(|hit| hit.normal.is_none());
        row.ending(&[u8::from(hit.is_some()), u8::from(inside)]);
        Ok(())
    })
}

/// The smallest box along the axes around a shape: its corners [low, high].
///
/// >>> from clearance import Ball, Pose, bounding_box
/// >>> bounding_box(Ball(1), Pose([5, 0, 0]))
/// [array([ 4., -1., -1.]), array([6., 1., 1.])]
///
/// Of many poses, two arrays of corners.
#[pyfunction]
#[pyo3(signature = (one, pose=None))]
pub fn bounding_box<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let one = shape(one, "shape")?;
    about!(one, |x| {
        let (shape, boxes) = at_poses(py, pose, |pose| clearance::bounding_box(x, pose))?;
        let low: Vec<Vector<_>> = boxes.iter().map(|around| around.low).collect();
        let high: Vec<Vector<_>> = boxes.iter().map(|around| around.high).collect();
        Ok([in_shape(py, shape.clone(), &low)?, in_shape(py, shape, &high)?])
    })
}

/// A ball around a bounded shape: (centre, radius).
///
/// >>> from clearance import Segment, bounding_ball
/// >>> centre, radius = bounding_ball(Segment([0, 0, 0], [2, 0, 0]))
/// >>> centre, round(radius, 12)
/// (array([1., 0., 0.]), 1.0)
///
/// Of many poses, an array of centres and one of radii.
#[pyfunction]
#[pyo3(signature = (one, pose=None))]
pub fn bounding_ball<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let one = shape(one, "shape")?;
    about!(one, |x| {
        let (shape, balls) = at_poses(py, pose, |pose| clearance::bounding_ball(x, pose))?;
        let centres: Vec<Vector<_>> = balls.iter().map(|ball| ball.centre).collect();
        let radii: Vec<f64> = balls.iter().map(|ball| ball.radius).collect();
        let radii = match &shape {
            None => radii[0].into_bound_py_any(py)?,
            Some(shape) => {
                PyArray1::from_vec(py, radii).call_method1("reshape", (shape.clone(),))?
            }
        };
        Ok((in_shape(py, shape, &centres)?, radii))
    })
}

/// Asks for each pose.
fn at_poses<const D: usize, T>(
    py: Python<'_>,
    pose: Option<&Bound<'_, PyAny>>,
    ask: impl Fn(&Pose<D>) -> Result<T, QueryError>,
) -> PyResult<(Option<Vec<usize>>, Vec<T>)>
where
    Space: Room<D>,
{
    let none = py.None().into_bound(py);
    let given = read::<D>(pose.unwrap_or(&none), "pose")?;
    let shape = given.shape();
    let source = given.source(Spread::Same)?;
    let count = shape.as_ref().map_or(1, |shape| shape.iter().product());
    let mut found = Vec::with_capacity(count);
    for i in 0..count {
        let pose = source.pose(i).map_err(|why| Trouble::NoPose("pose", why).raise(i))?;
        let one = ask(&pose);
        found.push(match shape {
            None => one.map_err(refused)?,
            Some(_) => one.map_err(|refusal| Trouble::Refused(refusal).raise(i))?,
        });
    }
    Ok((shape, found))
}

/// Volume (area in the plane), centroid and inertia of a bounded shape of density one.
///
/// >>> from clearance import Box, moments
/// >>> moments(Box([1, 1, 1]))["volume"]
/// 8.0
///
/// The volume is right to within "error"; "second" are the second moments about the centroid.
#[pyfunction]
pub fn moments<'py>(py: Python<'py>, one: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let one = shape(one, "shape")?;
    about!(one, |x| {
        let found = clearance::moments(x).map_err(refused)?;
        let fields = PyDict::new(py);
        fields.set_item("volume", found.volume)?;
        fields.set_item("centroid", array(py, found.centroid))?;
        fields.set_item("second", rows(py, &found.second.0)?)?;
        fields.set_item("inertia", rows(py, &found.inertia().0)?)?;
        fields.set_item("error", found.error)?;
        Ok(fields)
    })
}

/// The vertices of a shape that is a hull of points, as the rows of an array, in its own frame;
/// None for other shapes.
#[pyfunction]
pub fn vertices<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let one = shape(one, "shape")?;
    about!(one, |x| {
        let view = x.view();
        let core = view.core;
        let mut points = Vec::new();
        while let Some(point) = u32::try_from(points.len()).ok().and_then(|i| core.vertex(i)) {
            points.push(view.frame.map_or(point, |frame| frame.transform(point)));
        }
        if points.is_empty() || view.radius > 0.0 {
            return Ok(None);
        }
        rows(py, &points).map(Some)
    })
}
