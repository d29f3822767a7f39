//! Every type of shape, each in all of its forms, measured against a far ball.

use clearance_io::Query;

/// The distance from the shape to a ball of radius 1 around `[10, 0, ..]`.
fn distance(dimension: usize, shape: &str) -> f64 {
    let place = if dimension == 2 { "[10, 0]" } else { "[10, 0, 0]" };
    let text = format!(
        r#"{{"dim": {dimension}, "a": {shape}, "b": {{"type": "ball", "radius": 1}}, "pose_b": {{"translation": {place}}}}}"#
    );
    let query = Query::from_json(&text).unwrap_or_else(|error| panic!("{shape}: {error}"));
    query.answer().unwrap_or_else(|error| panic!("{shape}: {error}")).distance
}

#[test]
fn in_space() {
    for (shape, wanted) in [
        (r#"{"type": "point", "point": [2, 0, 0]}"#, 7.0),
        (r#"{"type": "segment", "a": [3, 4, 0], "b": [3, -4, 0]}"#, 6.0),
        (r#"{"type": "line", "point": [3, 4, 0], "direction": [0, 2, 0]}"#, 6.0),
        (r#"{"type": "ray", "point": [0, 0, 0], "direction": [-1, 0, 0]}"#, 9.0),
        (r#"{"type": "plane", "normal": [2, 0, 0], "offset": 4}"#, 7.0),
        (r#"{"type": "plane", "point": [2, 7, 7], "u": [0, 1, 0], "v": [0, 1, 1]}"#, 7.0),
        (r#"{"type": "halfspace", "normal": [2, 0, 0], "offset": 4}"#, 7.0),
        (r#"{"type": "triangle", "vertices": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}"#, 8.0),
        (r#"{"type": "rectangle", "half_extents": [2, 3]}"#, 7.0),
        (r#"{"type": "rectangle", "corner": [-1, -1, 0], "edges": [[3, 0, 0], [0, 3, 0]]}"#, 7.0),
        (r#"{"type": "polygon", "vertices": [[0, 0], [2, 0], [0, 2]]}"#, 7.0),
        (r#"{"type": "polygon", "vertices": [[0, 0, 0], [2, 0, 0], [0, 0, 2]]}"#, 7.0),
        (
            r#"{"type": "tetrahedron", "vertices": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]]}"#,
            7.0,
        ),
        (r#"{"type": "box", "half_extents": ["4/2", 1, 1]}"#, 7.0),
        (
            r#"{"type": "box", "corner": [-1, -1, -1], "edges": [[3, 0, 0], [0, 3, 0], [0, 0, 3]]}"#,
            7.0,
        ),
        (r#"{"type": "ball", "radius": 2}"#, 7.0),
        (r#"{"type": "halfspaces", "normals": [[2, 0, 0], [0, 1, 0]], "offsets": [4, 1]}"#, 7.0),
        (
            r#"{"type": "halfspaces", "normals": [[1, 0, 0], [-1, 0, 0]], "offsets": [2, 2], "raw": true}"#,
            7.0,
        ),
        (
            r#"{"type": "polytope", "vertices": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], "facets": true}"#,
            7.0,
        ),
        (r#"{"type": "capsule", "a": [-1, 0, 0], "b": [1, 0, 0], "radius": 1}"#, 7.0),
        (r#"{"type": "capsule", "half_length": 5, "radius": 1}"#, 8.0),
        (r#"{"type": "cylinder", "a": [-1, 0, 0], "b": [2, 0, 0], "radius": 1}"#, 7.0),
        (r#"{"type": "cylinder", "half_length": 5, "radius": 2}"#, 7.0),
        (r#"{"type": "cone", "base": [-1, 0, 0], "apex": [2, 0, 0], "radius": 1}"#, 7.0),
        (r#"{"type": "ellipsoid", "semiaxes": [2, 1, 1]}"#, 7.0),
        (r#"{"type": "polytope", "vertices": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]]}"#, 7.0),
        (
            r#"{"type": "polytope", "vertices": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]],
                "faces": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]}"#,
            7.0,
        ),
        (
            r#"{"type": "rounded", "shape": {"type": "point", "point": [1, 0, 0]}, "radius": 1}"#,
            7.0,
        ),
        (
            r#"{"type": "affine", "shape": {"type": "box", "half_extents": [1, 1, 1]},
                "matrix": [[2, 0, 0], [0, 1, 0], [0, 0, 1]], "translation": [1, 0, 0]}"#,
            6.0,
        ),
        (
            r#"{"type": "affine", "shape": {"type": "ball", "radius": 1}, "translation": [1, 0, 0]}"#,
            7.0,
        ),
        (
            r#"{"type": "placed", "shape": {"type": "box", "half_extents": [1, 2, 1]},
                "pose": {"translation": [1, 0, 0], "quaternion": [0, 0, 1, 1]}}"#,
            6.0,
        ),
        (r#"{"type": "ball", "radius": 1, "dim": 3}"#, 8.0),
        (
            r#"{"type": "minkowski_sum", "parts": [{"type": "box", "half_extents": [1, 1, 1]},
                {"type": "ball", "radius": 1}]}"#,
            7.0,
        ),
        (
            r#"{"type": "hull", "parts": [{"type": "ball", "radius": 1},
                {"type": "point", "point": [2, 0, 0]}]}"#,
            7.0,
        ),
    ] {
        let found = distance(3, shape);
        assert!((found - wanted).abs() < 1e-8, "{shape}: {found}, not {wanted}");
    }
}

/// The cone's apex is up, at half the height.
#[test]
fn a_cone_by_height_stands_on_its_base() {
    let query = |z: f64| {
        let text = format!(
            r#"{{"a": {{"type": "cone", "height": 4, "radius": 1}},
                "b": {{"type": "point", "point": [0, 0, {z}]}}}}"#
        );
        Query::from_json(&text).unwrap().answer().unwrap()
    };
    assert!((query(5.0).distance - 3.0).abs() < 1e-8);
    assert!((query(-5.0).distance - 3.0).abs() < 1e-8);
    let beside = r#"{"a": {"type": "cone", "height": 4, "radius": 1},
        "b": {"type": "point", "point": [3, 0, -2]}}"#;
    let answer = Query::from_json(beside).unwrap().answer().unwrap();
    assert!((answer.distance - 2.0).abs() < 1e-8);
}

#[test]
fn in_the_plane() {
    for (shape, wanted) in [
        (r#"{"type": "point", "point": [2, 0]}"#, 7.0),
        (r#"{"type": "segment", "a": [3, 4], "b": [3, -4]}"#, 6.0),
        (r#"{"type": "line", "point": [3, 4], "direction": [0, 2]}"#, 6.0),
        (r#"{"type": "ray", "point": [0, 0], "direction": [-1, 0]}"#, 9.0),
        (r#"{"type": "plane", "normal": [2, 0], "offset": 4}"#, 7.0),
        (r#"{"type": "halfspace", "normal": [2, 0], "offset": 4}"#, 7.0),
        (r#"{"type": "triangle", "vertices": [[1, 0], [0, 1], [0, 0]]}"#, 8.0),
        (r#"{"type": "rectangle", "half_extents": [2, 3]}"#, 7.0),
        (r#"{"type": "rectangle", "corner": [-1, -1], "edges": [[3, 0], [0, 3]]}"#, 7.0),
        (r#"{"type": "polygon", "vertices": [[0, 0], [2, 0], [0, 2]]}"#, 7.0),
        (r#"{"type": "box", "half_extents": [2, 1]}"#, 7.0),
        (r#"{"type": "box", "corner": [-1, -1], "edges": [[3, 0], [0, 3]]}"#, 7.0),
        (r#"{"type": "ball", "radius": 2}"#, 7.0),
        (r#"{"type": "capsule", "a": [-1, 0], "b": [1, 0], "radius": 1}"#, 7.0),
        (r#"{"type": "capsule", "half_length": 1, "radius": 1}"#, 7.0),
        (r#"{"type": "ellipsoid", "semiaxes": [2, 1]}"#, 7.0),
        (r#"{"type": "polytope", "vertices": [[0, 0], [2, 0], [0, 2], [0.5, 0.5]]}"#, 7.0),
        (
            r#"{"type": "rounded", "shape": {"type": "box", "half_extents": [1, 1]}, "radius": 1}"#,
            7.0,
        ),
        (
            r#"{"type": "affine", "shape": {"type": "box", "half_extents": [1, 1]},
                "matrix": [[2, 0], [0, 1]], "translation": [0, 0]}"#,
            7.0,
        ),
        (
            r#"{"type": "hull", "parts": [{"type": "ball", "radius": 1},
                {"type": "point", "point": [2, 0]}]}"#,
            7.0,
        ),
    ] {
        let found = distance(2, shape);
        assert!((found - wanted).abs() < 1e-8, "{shape}: {found}, not {wanted}");
    }
}

/// What each bad shape is told, as A of an otherwise good query.
#[test]
fn complaints() {
    for (shape, complaint) in [
        (r#"{"type": "ball", "radius": -1}"#, "a.radius: expected a positive number, found -1"),
        (r#"{"type": "ball", "radius": 0}"#, "a.radius: expected a positive number, found 0"),
        (r#"{"type": "ball", "radius": true}"#, "a.radius: expected a number, found true"),
        (r#"{"type": "ball"}"#, "a.radius: missing; expected a number"),
        (r#"{"type": "ball", "radius": null}"#, "a.radius: missing; expected a number"),
        (
            r#"{"type": "ball", "radius": "1/0"}"#,
            "a.radius: expected a fraction whose denominator is not zero, found \"1/0\"",
        ),
        (
            r#"{"type": "ball", "radius": 1, "center": [0, 0, 0]}"#,
            "a.center: unknown field; expected type or radius",
        ),
        (
            r#"{"type": "box", "half_extents": [1, 1]}"#,
            "a.half_extents: expected 3 numbers (dim is 3), found a list of 2",
        ),
        (
            r#"{"type": "box", "half_extents": [1, 1, 1], "corner": [0, 0, 0]}"#,
            "a.half_extents: unknown field; expected type, corner or edges",
        ),
        (
            r#"{"type": "box", "half_extents": [1, "x", 1]}"#,
            "a.half_extents[1]: expected a number, or a string such as \"0.1\" or \"1/3\", found \"x\"",
        ),
        (
            r#"{"type": "capsule", "a": [0, 0, 0], "radius": 1}"#,
            "a.b: missing; expected 3 numbers (dim is 3)",
        ),
        (
            r#"{"type": "triangle", "vertices": [[0, 0, 0], [1, 0, 0]]}"#,
            "a.vertices: expected 3 points, found a list of 2",
        ),
        (
            r#"{"type": "triangle", "vertices": [[0, 0, 0], [1, 0, 0], 7]}"#,
            "a.vertices[2]: expected 3 numbers (dim is 3), found 7",
        ),
        (
            r#"{"type": "polytope", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "faces": [[0, 1, 3]]}"#,
            "a.faces[0][2]: expected the number of a vertex, from 0 to 2, found 3",
        ),
        (
            r#"{"type": "hull", "parts": [{"type": "ball", "radius": 1}, {"type": "ball", "radius": "r"}]}"#,
            "a.parts[1].radius: expected a number, or a string such as \"0.1\" or \"1/3\", found \"r\"",
        ),
        (
            r#"{"type": "superquadric", "semiaxes": [1, 1, 1], "exponents": [1, 1]}"#,
            "a.exponents: expected 3 exponents (dim is 3), found a list of 2",
        ),
        (
            r#"{"type": "superquadric", "semiaxes": [1, 1, 1], "exponents": [1, 2, 0.5]}"#,
            "a.exponents: the exponents must be at least 1 and one is 0.5",
        ),
        (r#"{"type": 7}"#, "a.type: expected one of point, "),
        (r#"{"type": "sphere", "radius": 1}"#, "a.type: expected one of point, "),
        (r#"{"radius": 1}"#, "a.type: missing; expected one of point, "),
        (
            r#""ball""#,
            "a: expected a shape, such as {\"type\": \"ball\", \"radius\": 1}, found \"ball\"",
        ),
        (
            r#"{"type": "line", "point": [0, 0, 0], "direction": [0, 0, 0]}"#,
            "a.direction: the direction has length zero",
        ),
        (
            r#"{"type": "affine", "shape": {"type": "ball", "radius": 1}, "matrix": [[1, 0, 0], [0, 1, 0], [1, 1, 0]]}"#,
            "a.matrix: the matrix has no inverse",
        ),
        (
            r#"{"type": "ball", "radius": 1, "dim": 2}"#,
            "a.dim: expected 3 (as all around it), found 2",
        ),
        (
            r#"{"type": "placed", "shape": {"type": "ball", "radius": 1}}"#,
            "a.pose: missing; expected a pose",
        ),
        (r#"{"type": "hull", "parts": []}"#, "a.parts: 0 "),
        (
            r#"{"type": "ellipsoid", "semiaxes": [1, 0, 1]}"#,
            "a.semiaxes: expected a positive number, found 0",
        ),
        (r#"{"type": "ball", "radius": 1e308}"#, "a.radius: the radius is too large: 1e308"),
        (
            r#"{"type": "quadric", "q": [[1, 2, 0], [0, 1, 0], [0, 0, 1]], "c": -1}"#,
            "a.q: the function is not convex",
        ),
        (
            r#"{"type": "intersection", "parts": [{"type": "ball", "radius": 1}, {"type": "capsule", "half_length": 1, "radius": 1}]}"#,
            "a.parts[1]: part 1 of the intersection is not made of implicit surfaces",
        ),
        (
            r#"{"type": "halfspaces", "normals": [[1, 0, 0], [0, 0, 0]], "offsets": [1, 1]}"#,
            "a.normals[1]: the normal of half-space 1 has length zero",
        ),
        (
            r#"{"type": "hull", "parts": [{"type": "quadric", "q": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "c": -1}]}"#,
            "a: the part made of surfaces is unbounded",
        ),
    ] {
        let text = format!(r#"{{"dim": 3, "a": {shape}, "b": {{"type": "ball", "radius": 1}}}}"#);
        let error = Query::from_json(&text).err().expect(shape).to_string();
        let error = error.strip_prefix("line 1: ").expect("the line is known");
        assert!(error.starts_with(complaint), "{shape}: {error}");
    }
}

#[test]
fn complaints_about_polygons_name_the_vertex() {
    let dented = r#"{"a": {"type": "polygon", "vertices": [[0, 0], [2, 0], [1, 0.5], [0, 2]]},
        "b": {"type": "ball", "radius": 1}}"#;
    let error = Query::from_json(dented).err().unwrap().to_string();
    assert_eq!(error, "line 1: a.vertices[2]: the polygon is not convex at vertex 2");
}

#[test]
fn shapes_of_space_are_refused_in_the_plane() {
    let text = r#"{"dim": 2, "a": {"type": "cone", "height": 1, "radius": 1}, "b": {"type": "ball", "radius": 1}}"#;
    let error = Query::from_json(text).err().unwrap().to_string();
    assert_eq!(error, "line 1: a.type: expected a shape of the plane (dim is 2), found \"cone\"");
}
