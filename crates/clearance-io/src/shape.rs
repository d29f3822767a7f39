//! Shapes: an object with a `"type"` and the fields of that type.

use clearance::shape::{
    Affine, Ball, Capsule, ConvexHull, Cuboid, Ellipsoid, HalfSpace, Halfspaces, Hyperquadric,
    Intersection, Line, MinkowskiSum, Placed, Plane, Point, Polytope, Quadric, Ray, Rectangle,
    Rounded, SecondOrderCone, Segment, Superquadric, Triangle,
};
use clearance::{Convex, Matrix, Pose, Vector};

use crate::error::FormatError;
use crate::fields::{Fields, Result, exactly, list, number, vector};
use crate::pose::pose;
use crate::solid::{Room, Space};
use crate::value::Value;

/// A shape of any kind.
pub(crate) type Shape<const D: usize> = Box<dyn Convex<D>>;

const TYPES: &str = "one of point, segment, line, ray, plane, halfspace, triangle, rectangle, \
    polygon, tetrahedron, box, ball, capsule, cylinder, cone, ellipsoid, superquadric, \
    nested_superquadric, hyperquadric, quadric, second_order_cone, polytope, rounded, affine, \
    placed, minkowski_sum, hull, halfspaces or intersection";

pub(crate) fn shape<const D: usize>(value: &Value<'_>) -> Result<Shape<D>>
where
    Space: Room<D>,
{
    let fields = &Fields::new(value, "a shape, such as {\"type\": \"ball\", \"radius\": 1}")?;
    if let Some(dim) = fields.get("dim") {
        return of_dimension(value, dim);
    }
    let kind = fields.read("type", TYPES, |value| match value {
        Value::Text(kind) => Ok(&**kind),
        other => Err(FormatError::expected(TYPES, other.describe())),
    })?;
    match kind {
        "point" => {
            fields.only(&["type", "point"])?;
            fields.built(Point::new(fields.vector::<D>("point")?))
        }
        "segment" => {
            fields.only(&["type", "a", "b"])?;
            fields.built(Segment::new(fields.vector::<D>("a")?, fields.vector::<D>("b")?))
        }
        "line" => {
            let (point, direction) = point_and_direction::<D>(fields)?;
            fields.built(Line::new(point, direction))
        }
        "ray" => {
            let (point, direction) = point_and_direction::<D>(fields)?;
            fields.built(Ray::new(point, direction))
        }
        "plane" => plane(fields),
        "halfspace" => {
            fields.only(&["type", "normal", "offset"])?;
            fields.built(HalfSpace::new(fields.vector::<D>("normal")?, fields.number("offset")?))
        }
        "triangle" => {
            fields.only(&["type", "vertices"])?;
            fields.built(Triangle::<D>::new(
                fields.read("vertices", "3 points", |v| exactly(v, "3 points", vector))?,
            ))
        }
        "rectangle" => rectangle(fields),
        "box" => cuboid(fields),
        "ball" => {
            fields.only(&["type", "radius"])?;
            fields.built(Ball::<D>::new(fields.number("radius")?))
        }
        "capsule" => capsule(fields),
        "ellipsoid" => {
            fields.only(&["type", "semiaxes"])?;
            fields.built(Ellipsoid::new(fields.vector::<D>("semiaxes")?))
        }
        "polytope" if fields.has("facets") => {
            fields.only(&["type", "vertices", "facets"])?;
            let polytope = Polytope::<D>::from_points(points(fields)?);
            let wanted = fields.read("facets", "true or false", flag)?;
            fields.built(if wanted { polytope.and_then(Polytope::with_facets) } else { polytope })
        }
        "polytope" if !fields.has("faces") => {
            fields.only(&["type", "vertices", "faces", "facets"])?;
            fields.built(Polytope::<D>::from_points(points(fields)?))
        }
        "halfspaces" => halfspaces(fields),
        "polygon" | "tetrahedron" | "cylinder" | "cone" | "polytope" | "nested_superquadric" => {
            Space::solid(kind, fields)
        }
        "rounded" => {
            fields.only(&["type", "shape", "radius"])?;
            fields.built(Rounded::new(inner(fields)?, fields.number("radius")?))
        }
        "affine" => affine(fields),
        "placed" => {
            fields.only(&["type", "shape", "pose"])?;
            fields.built(Placed::new(inner(fields)?, fields.read("pose", "a pose", pose)?))
        }
        "minkowski_sum" => fields.built(MinkowskiSum::new(parts::<D>(fields)?)),
        "hull" => fields.built(ConvexHull::new(parts::<D>(fields)?)),
        "superquadric" | "hyperquadric" | "quadric" | "second_order_cone" => surface(kind, fields),
        "intersection" => fields.built(Intersection::new(parts::<D>(fields)?)),
        _ => Err(FormatError::expected(TYPES, format!("{kind:?}")).at("type")),
    }
}

/// A shape that says its dimension, for the few types that do not show it.
fn of_dimension<const D: usize>(value: &Value<'_>, dim: &Value<'_>) -> Result<Shape<D>>
where
    Space: Room<D>,
{
    if *dim != Value::Integer(D as i128) {
        let expected = if D == 2 { "2 (as all around it)" } else { "3 (as all around it)" };
        return Err(FormatError::expected(expected, dim.describe()).at("dim"));
    }
    let mut bare = value.clone();
    if let Value::Table(fields) = &mut bare {
        fields.retain(|(name, _)| name != "dim");
    }
    shape(&bare)
}

/// What all half-spaces have in common: a normal and an offset for each.
fn halfspaces<const D: usize>(fields: &Fields<'_, '_>) -> Result<Shape<D>> {
    fields.only(&["type", "normals", "offsets", "raw"])?;
    let vectors = "a list of vectors";
    let normals = fields.read("normals", vectors, |value| list(value, vectors, vector::<D>))?;
    let numbers = "a list of numbers";
    let offsets = fields.read("offsets", numbers, |value| list(value, numbers, number))?;
    if offsets.len() != normals.len() {
        let expected = format!("{} numbers, one for each normal", normals.len());
        return Err(FormatError::expected(expected, format!("{}", offsets.len())).at("offsets"));
    }
    let pairs = normals.into_iter().zip(offsets);
    let raw = fields.read_if("raw", flag)?.unwrap_or(false);
    fields.built(if raw { Halfspaces::<D>::raw(pairs) } else { Halfspaces::<D>::new(pairs) })
}

fn flag(value: &Value<'_>) -> Result<bool> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        other => Err(FormatError::expected("true or false", other.describe())),
    }
}

/// The shapes that are given by a function.
fn surface<const D: usize>(kind: &str, fields: &Fields<'_, '_>) -> Result<Shape<D>> {
    match kind {
        "superquadric" => {
            fields.only(&["type", "semiaxes", "exponents"])?;
            let exponents = fields.read("exponents", "exponents, each at least 1", exponents)?;
            fields.built(Superquadric::new(fields.vector::<D>("semiaxes")?, exponents))
        }
        "hyperquadric" => {
            fields.only(&["type", "terms"])?;
            let expected = "a list of terms, such as {\"a\": [1, 0, 0], \"d\": 0, \"n\": 4}";
            let term = |value: &Value<'_>| {
                let term = Fields::new(value, expected)?;
                term.only(&["a", "d", "n"])?;
                let d = term.read_if("d", number)?.unwrap_or(0.0);
                Ok((term.vector::<D>("a")?, d, term.number("n")?))
            };
            let terms = fields.read("terms", expected, |value| list(value, expected, term))?;
            fields.built(Hyperquadric::new(terms))
        }
        "quadric" => {
            fields.only(&["type", "q", "b", "c"])?;
            let b = fields.read_if("b", vector)?.unwrap_or(Vector::<D>::ZERO);
            fields.built(Quadric::new(fields.matrix::<D>("q")?, b, fields.number("c")?))
        }
        _ => {
            fields.only(&["type", "b", "d", "c", "e"])?;
            let d = fields.read_if("d", vector)?.unwrap_or(Vector::<D>::ZERO);
            let e = fields.read_if("e", number)?.unwrap_or(0.0);
            let c = fields.vector::<D>("c")?;
            fields.built(SecondOrderCone::new(fields.matrix::<D>("b")?, d, c, e))
        }
    }
}

/// Numbers, or "infinity" for a flat side.
fn exponents<const D: usize>(value: &Value<'_>) -> Result<Vector<D>> {
    let expected = if D == 2 { "2 exponents (dim is 2)" } else { "3 exponents (dim is 3)" };
    Ok(Vector(exactly(value, expected, exponent)?))
}

pub(crate) fn exponent(value: &Value<'_>) -> Result<f64> {
    match value {
        Value::Text(text) if text == "infinity" => Ok(f64::INFINITY),
        other => number(other),
    }
}

/// The vertices of a polygon or polytope.
pub(crate) fn points<const D: usize>(fields: &Fields<'_, '_>) -> Result<Vec<Vector<D>>> {
    fields.read("vertices", "a list of points", |value| list(value, "a list of points", vector))
}

fn point_and_direction<const D: usize>(fields: &Fields<'_, '_>) -> Result<(Vector<D>, Vector<D>)> {
    fields.only(&["type", "point", "direction"])?;
    Ok((fields.vector("point")?, fields.vector("direction")?))
}

fn plane<const D: usize>(fields: &Fields<'_, '_>) -> Result<Shape<D>>
where
    Space: Room<D>,
{
    if fields.has("u") || fields.has("v") || fields.has("point") {
        fields.only(&["type", "point", "u", "v"])?;
        return Space::solid("plane", fields);
    }
    fields.only(&["type", "normal", "offset", "point", "u", "v"])?;
    fields.built(Plane::new(fields.vector::<D>("normal")?, fields.number("offset")?))
}

fn rectangle<const D: usize>(fields: &Fields<'_, '_>) -> Result<Shape<D>> {
    if by_corner(fields)? {
        let edges = fields.read("edges", "2 vectors", |v| exactly(v, "2 vectors", vector))?;
        return fields.built(Rectangle::<D>::from_corner(fields.vector::<D>("corner")?, edges));
    }
    let Vector(half) = fields.read("half_extents", "2 numbers", |value| {
        vector::<2>(value).map_err(|error| {
            if error.path.is_empty() {
                FormatError::expected("2 numbers", value.describe())
            } else {
                error
            }
        })
    })?;
    fields.built(Rectangle::<D>::new(half))
}

fn cuboid<const D: usize>(fields: &Fields<'_, '_>) -> Result<Shape<D>> {
    if by_corner(fields)? {
        let expected = if D == 2 { "2 vectors (dim is 2)" } else { "3 vectors (dim is 3)" };
        let edges = fields.read("edges", expected, |value| exactly(value, expected, vector))?;
        return fields.built(Cuboid::<D>::from_corner(fields.vector::<D>("corner")?, edges));
    }
    fields.built(Cuboid::new(fields.vector::<D>("half_extents")?))
}

/// Whether a box or rectangle is given by corner and edges rather than half-extents.
fn by_corner(fields: &Fields<'_, '_>) -> Result<bool> {
    let corner = fields.has("corner") || fields.has("edges");
    if corner {
        fields.only(&["type", "corner", "edges"])?;
    } else {
        fields.only(&["type", "half_extents", "corner", "edges"])?;
    }
    Ok(corner)
}

fn capsule<const D: usize>(fields: &Fields<'_, '_>) -> Result<Shape<D>> {
    if fields.has("a") || fields.has("b") {
        fields.only(&["type", "a", "b", "radius"])?;
        let (a, b) = (fields.vector::<D>("a")?, fields.vector::<D>("b")?);
        return fields.built(Capsule::new(a, b, fields.number("radius")?));
    }
    fields.only(&["type", "half_length", "radius", "a", "b"])?;
    let (half_length, radius) = (fields.number("half_length")?, fields.number("radius")?);
    fields.built(Capsule::<D>::along_axis(half_length, radius))
}

/// With a matrix, an affine image; without one, the shape elsewhere, which keeps all that is
/// known about it.
fn affine<const D: usize>(fields: &Fields<'_, '_>) -> Result<Shape<D>>
where
    Space: Room<D>,
{
    fields.only(&["type", "shape", "matrix", "translation"])?;
    let shape = inner::<D>(fields)?;
    let translation = fields.read_if("translation", vector)?.unwrap_or(Vector::ZERO);
    if fields.has("matrix") {
        let matrix: Matrix<D> = fields.matrix("matrix")?;
        return fields.built(Affine::new(shape, matrix, translation));
    }
    fields.built(Placed::new(shape, Pose::at(translation)))
}

fn inner<const D: usize>(fields: &Fields<'_, '_>) -> Result<Shape<D>>
where
    Space: Room<D>,
{
    fields.read("shape", "a shape", shape)
}

fn parts<const D: usize>(fields: &Fields<'_, '_>) -> Result<Vec<Shape<D>>>
where
    Space: Room<D>,
{
    fields.only(&["type", "parts"])?;
    fields.read("parts", "a list of shapes", |value| list(value, "a list of shapes", shape))
}
