//! Questions about one shape.

use clearance::{Convex, Pose, Vector};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::any::{Any, Room, Space, array, rows};
use crate::ask::{Options, shape};
use crate::batch::{Trouble, run};
use crate::error::{refused, wrong_value};
use crate::pose::{Numbers, contiguous, read_one};
use crate::shape::{PyShape, vector};

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
#[pyfunction]
#[pyo3(signature = (one, pose, points, **options))]
pub fn contains<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (one, options) = (shape(one, "shape")?, Options::read(options)?);
    about!(one, |x| contained(py, (one, x), pose, points, &options))
}

fn contained<'py, const D: usize>(
    py: Python<'py>,
    (one, convex): (&PyShape, &dyn Convex<D>),
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    options: &Options<'_>,
) -> PyResult<Bound<'py, PyAny>>
where
    Space: Room<D>,
{
    let (pose, points) = (read_one(pose, "pose")?, Points::<D>::read(points)?);
    let mut out = vec![false; points.len()];
    run::<D, _>(py, &options.how(&one.own), (&mut out, 1), |i, _, place| {
        let found = clearance::contains(convex, &pose, points.point(i));
        place[0] = found.map_err(Trouble::Refused)?;
        Ok(())
    })?;
    points.single(py, PyArray1::from_vec(py, out).into_any(), &[])
}

/// The closest points of the (solid) shape to points of the world: one, or the rows of an array.
///
/// >>> from clearance import Ball, project
/// >>> project(Ball(1), None, [3, 0, 0])
/// array([1., 0., 0.])
#[pyfunction]
#[pyo3(signature = (one, pose, points, **options))]
pub fn project<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (one, options) = (shape(one, "shape")?, Options::read(options)?);
    about!(one, |x| projected(py, (one, x), pose, points, &options))
}

fn projected<'py, const D: usize>(
    py: Python<'py>,
    (one, convex): (&PyShape, &dyn Convex<D>),
    pose: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    options: &Options<'_>,
) -> PyResult<Bound<'py, PyAny>>
where
    Space: Room<D>,
{
    let (pose, points) = (read_one(pose, "pose")?, Points::<D>::read(points)?);
    let mut out = vec![0.0; D * points.len()];
    run::<D, _>(py, &options.how(&one.own), (&mut out, D), |i, _, place| {
        let found = clearance::project(convex, &pose, points.point(i));
        place.copy_from_slice(&found.map_err(Trouble::Refused)?.0);
        Ok(())
    })?;
    points.single(py, PyArray1::from_vec(py, out).into_any(), &[D])
}

/// Points of an argument.
struct Points<const D: usize> {
    numbers: Vec<f64>,
    /// The shape of the array without its last axis.
    shape: Vec<usize>,
}

impl<const D: usize> Points<D> {
    fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = contiguous(object)?;
        let mut shape = array.shape().to_vec();
        if shape.pop() != Some(D) {
            let wanted = format!("{D} numbers for each point");
            return Err(wrong_value("points", &wanted, format_args!("{:?}", array.shape())));
        }
        Ok(Self { numbers: array.readonly().as_slice()?.to_vec(), shape })
    }

    fn len(&self) -> usize {
        self.numbers.len() / D
    }

    fn point(&self, i: usize) -> Vector<D> {
        Vector::from_fn(|k| self.numbers[i * D + k])
    }

    /// The results in the shape of the points; a bare one for a bare point.
    fn single<'py>(
        &self,
        py: Python<'py>,
        results: Bound<'py, PyAny>,
        inner: &[usize],
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.shape.is_empty() && inner.is_empty() {
            return results.get_item(0)?.call_method0("item");
        }
        let full = [&self.shape, inner].concat();
        results.call_method1("reshape", (PyTuple::new(py, full)?,))
    }
}

/// Where a ray enters a shape: (t, point, normal) with point = origin + t · direction, and no
/// normal if it starts inside. None if it misses.
///
/// >>> from clearance import Ball, Pose, ray_cast
/// >>> t, point, normal = ray_cast(Ball(1), Pose([5, 0, 0]), [0, 0, 0], [2, 0, 0])
/// >>> t, point
/// (2.0, array([4., 0., 0.]))
#[pyfunction]
pub fn ray_cast<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    origin: Numbers,
    direction: Numbers,
) -> PyResult<Option<RayHit<'py>>> {
    let one = shape(one, "shape")?;
    about!(one, |x| cast(py, x, pose, [&origin.0, &direction.0]))
}

/// The parameter, the point and the normal.
type RayHit<'py> = (f64, Bound<'py, PyArray1<f64>>, Option<Bound<'py, PyArray1<f64>>>);

fn cast<'py, const D: usize>(
    py: Python<'py>,
    convex: &dyn Convex<D>,
    pose: &Bound<'py, PyAny>,
    [origin, direction]: [&[f64]; 2],
) -> PyResult<Option<RayHit<'py>>>
where
    Space: Room<D>,
{
    let pose: Pose<D> = read_one(pose, "pose")?;
    let (origin, direction) = (vector::<D>("origin", origin)?, vector("direction", direction)?);
    let hit = clearance::ray_cast(convex, &pose, origin, direction).map_err(refused)?;
    Ok(hit.map(|hit| (hit.t, array(py, hit.point), hit.normal.map(|normal| array(py, normal)))))
}

/// The smallest box along the axes around a shape: its corners [low, high].
///
/// >>> from clearance import Ball, Pose, bounding_box
/// >>> bounding_box(Ball(1), Pose([5, 0, 0]))
/// [array([ 4., -1., -1.]), array([6., 1., 1.])]
#[pyfunction]
#[pyo3(signature = (one, pose=None))]
pub fn bounding_box<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
) -> PyResult<[Bound<'py, PyArray1<f64>>; 2]> {
    let one = shape(one, "shape")?;
    about!(one, |x| {
        let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| read_one(pose, "pose"))?;
        let around = clearance::bounding_box(x, &pose).map_err(refused)?;
        Ok([array(py, around.low), array(py, around.high)])
    })
}

/// A ball around a bounded shape: (centre, radius).
///
/// >>> from clearance import Segment, bounding_ball
/// >>> centre, radius = bounding_ball(Segment([0, 0, 0], [2, 0, 0]))
/// >>> centre, round(radius, 12)
/// (array([1., 0., 0.]), 1.0)
#[pyfunction]
#[pyo3(signature = (one, pose=None))]
pub fn bounding_ball<'py>(
    py: Python<'py>,
    one: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyArray1<f64>>, f64)> {
    let one = shape(one, "shape")?;
    about!(one, |x| {
        let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| read_one(pose, "pose"))?;
        let ball = clearance::bounding_ball(x, &pose).map_err(refused)?;
        Ok((array(py, ball.centre), ball.radius))
    })
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
