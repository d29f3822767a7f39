//! What honestly differs between the plane and space: rotations, and shapes that exist in one of
//! them only.

use clearance::shape::{Cone, Cylinder, NestedSuperquadric, Plane, Polygon, Polytope, Tetrahedron};
use clearance::{Rotation, Vector};

use crate::error::FormatError;
use crate::fields::{Fields, Result, exactly, list, vector};
use crate::pose::{plane_rotation, space_rotation};
use crate::shape::{Shape, exponent, points};
use crate::value::Value;

/// Implements [`Room`] for both dimensions.
pub(crate) struct Space;

/// What depends on the dimension.
pub(crate) trait Room<const D: usize> {
    /// The shape of a type whose constructor is not the same in both dimensions.
    fn solid(kind: &str, fields: &Fields<'_, '_>) -> Result<Shape<D>>;

    /// A rotation that is not given as a matrix.
    fn rotation(fields: &Fields<'_, '_>) -> Result<Rotation<D>>;
}

impl Room<2> for Space {
    fn solid(kind: &str, fields: &Fields<'_, '_>) -> Result<Shape<2>> {
        match kind {
            "polygon" => {
                fields.only(&["type", "vertices"])?;
                fields.built(Polygon::new(points::<2>(fields)?))
            }
            "polytope" => {
                let found = "triangles, which are for polytopes in space";
                Err(FormatError::expected("vertices alone (dim is 2)", found).at("faces"))
            }
            "plane" => {
                let expected = "normal and offset (dim is 2)";
                Err(FormatError::expected(expected, "a plane spanned by two directions"))
            }
            _ => {
                let expected = "a shape of the plane (dim is 2)";
                Err(FormatError::expected(expected, format!("\"{kind}\"")).at("type"))
            }
        }
    }

    fn rotation(fields: &Fields<'_, '_>) -> Result<Rotation<2>> {
        plane_rotation(fields)
    }
}

impl Room<3> for Space {
    fn solid(kind: &str, fields: &Fields<'_, '_>) -> Result<Shape<3>> {
        match kind {
            "polygon" => polygon(fields),
            "tetrahedron" => {
                fields.only(&["type", "vertices"])?;
                let corners =
                    fields.read("vertices", "4 points", |v| exactly(v, "4 points", vector))?;
                fields.built(Tetrahedron::new(corners))
            }
            "cylinder" => cylinder(fields),
            "cone" => cone(fields),
            "nested_superquadric" => nested(fields),
            "plane" => fields.built(Plane::spanned(
                fields.vector::<3>("point")?,
                fields.vector::<3>("u")?,
                fields.vector::<3>("v")?,
            )),
            _ => mesh(fields),
        }
    }

    fn rotation(fields: &Fields<'_, '_>) -> Result<Rotation<3>> {
        space_rotation(fields)
    }
}

/// Pairs lie in the plane z = 0.
fn polygon(fields: &Fields<'_, '_>) -> Result<Shape<3>> {
    fields.only(&["type", "vertices"])?;
    let corner = |value: &Value<'_>| match value {
        Value::List(list) if list.len() == 2 => {
            let Vector([x, y]) = vector(value)?;
            Ok(Vector([x, y, 0.0]))
        }
        _ => vector::<3>(value),
    };
    let expected = "a list of points";
    let vertices = fields.read("vertices", expected, |value| list(value, expected, corner))?;
    fields.built(Polygon::new(vertices))
}

fn cylinder(fields: &Fields<'_, '_>) -> Result<Shape<3>> {
    if fields.has("a") || fields.has("b") {
        fields.only(&["type", "a", "b", "radius"])?;
        let (a, b) = (fields.vector::<3>("a")?, fields.vector::<3>("b")?);
        return fields.built(Cylinder::between(a, b, fields.number("radius")?));
    }
    fields.only(&["type", "half_length", "radius", "a", "b"])?;
    fields.built(Cylinder::new(fields.number("half_length")?, fields.number("radius")?))
}

fn cone(fields: &Fields<'_, '_>) -> Result<Shape<3>> {
    if fields.has("base") || fields.has("apex") {
        fields.only(&["type", "base", "apex", "radius"])?;
        let (base, apex) = (fields.vector::<3>("base")?, fields.vector::<3>("apex")?);
        return fields.built(Cone::between(base, apex, fields.number("radius")?));
    }
    fields.only(&["type", "height", "radius", "base", "apex"])?;
    fields.built(Cone::new(fields.number("height")?, fields.number("radius")?))
}

/// A polytope with its surface.
fn mesh(fields: &Fields<'_, '_>) -> Result<Shape<3>> {
    fields.only(&["type", "vertices", "faces"])?;
    let vertices = points::<3>(fields)?;
    let corner = |value: &Value<'_>| match value {
        Value::Integer(i) if *i >= 0 && *i < vertices.len() as i128 => Ok(*i as u32),
        other => {
            let expected =
                format!("the number of a vertex, from 0 to {}", vertices.len() as i128 - 1);
            Err(FormatError::expected(expected, other.describe()))
        }
    };
    let face = |value: &Value<'_>| exactly(value, "3 numbers of vertices", corner);
    let expected = "a list of triangles";
    let faces: Vec<[u32; 3]> = fields.read("faces", expected, |v| list(v, expected, face))?;
    fields.built(Polytope::from_mesh(vertices, &faces))
}

/// One exponent around the third axis and one along it.
fn nested(fields: &Fields<'_, '_>) -> Result<Shape<3>> {
    fields.only(&["type", "semiaxes", "exponents"])?;
    let expected = "2 exponents, around the third axis and along it, each at least 1";
    let [around, along] =
        fields.read("exponents", expected, |value| exactly(value, expected, exponent))?;
    fields.built(NestedSuperquadric::new(fields.vector::<3>("semiaxes")?, around, along))
}
