//! What the page asks, asked natively.

use clearance_web::{Playground, facet_ball, methods, read};
use serde_json::{Value, json};

fn playing(query: &Value) -> Playground {
    Playground::new(&query.to_string()).unwrap()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn triangle_and_square() -> Playground {
    playing(&json!({
        "a": {"type": "polygon", "vertices": [[-1, -1], [1, -1], [0, 1]]},
        "pose_a": {"translation": [0.5, 0.25], "angle": 0.7},
        "b": {"type": "box", "half_extents": [1, 1]},
        "pose_b": {"translation": [3, 2], "angle": 0.4},
    }))
}

#[test]
fn answers_by_all_methods_agree() {
    let pair = playing(&json!({
        "a": {"type": "box", "half_extents": [1, 1, 1]},
        "b": {"type": "tetrahedron", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]},
        "pose_b": {"translation": [2, 1.5, 1.25], "rpy": [0.1, 0.2, 0.3]},
    }));
    let best = parsed(&pair.answer("").unwrap());
    for method in ["gjk", "active-set", "lemke", "exact"] {
        let answer = parsed(&pair.answer(method).unwrap());
        let (d, e) = (answer["distance"].as_f64().unwrap(), best["distance"].as_f64().unwrap());
        assert!((d - e).abs() < 1e-12, "{method}: {d} and {e}");
        assert_eq!(answer["flaw"], Value::Null, "{method}");
    }
    assert!(pair.answer("magic").unwrap_err().contains("magic"));
    assert!(methods().split(' ').all(|name| pair.answer(name).is_ok()));
    assert!(
        (pair.repeat("gjk", 3).unwrap() - 3.0 * best["distance"].as_f64().unwrap()).abs() < 1e-9
    );
}

#[test]
fn an_overlap_has_a_depth() {
    let mut pair = triangle_and_square();
    pair.place(r#"{"pose_b": {"translation": [0.5, 0.5]}}"#).unwrap();
    let answer = parsed(&pair.answer("").unwrap());
    assert_eq!(answer["intersects"], true);
    assert!(answer["overlap"]["depth"].as_f64().unwrap() > 0.5);
}

/// The trace was once told in the axes that a method happened to work in.
#[test]
fn steps_end_at_the_closest_points_in_the_world() {
    for query in [
        json!({"a": {"type": "triangle", "vertices": [[-1, -1], [1, -1], [0, 1]]}, "pose_a": {"translation": [1, 2], "angle": 0.7},
            "b": {"type": "box", "half_extents": [1, 1]}, "pose_b": {"translation": [4, 5], "angle": 0.3}}),
        json!({"a": {"type": "point", "point": [0.5, 0.25]}, "pose_a": {"translation": [1, 2], "angle": 0.7},
            "b": {"type": "box", "half_extents": [1, 1]}, "pose_b": {"translation": [4, 5], "angle": 0.3}}),
        json!({"a": {"type": "box", "half_extents": [1, 2]}, "pose_a": {"translation": [1, 2], "angle": 0.7},
            "b": {"type": "polytope", "vertices": (0..20).map(|i| [f64::from(i).cos(), f64::from(i).sin()]).collect::<Vec<_>>()},
            "pose_b": {"translation": [5, 5], "angle": 0.3}}),
    ] {
        let pair = playing(&query);
        for method in ["", "gjk"] {
            let trace = parsed(&pair.trace(method).unwrap());
            let last = trace["steps"].as_array().unwrap().last().unwrap();
            let frame = &trace["frame"];
            for side in ["point_a", "point_b"] {
                for i in 0..2 {
                    let at = |value: &Value| value.as_f64().unwrap();
                    let told: f64 = at(&frame["translation"][i])
                        + (0..2)
                            .map(|j| at(&frame["matrix"][i][j]) * at(&last[side][j]))
                            .sum::<f64>();
                    let there = at(&trace["result"][side][i]);
                    assert!((told - there).abs() < 1e-12, "{method} {side}: {told} and {there}");
                }
            }
        }
    }
}

#[test]
fn every_kind_of_surface_is_drawn() {
    let bounded =
        |shape: Value| playing(&json!({"a": shape, "b": {"type": "ball", "radius": 1}, "dim": 3}));
    let cases = [
        (json!({"type": "box", "half_extents": [1, 1, 1]}), 3, true),
        (json!({"type": "ball", "radius": 1}), 3, false),
        (json!({"type": "cylinder", "half_length": 1, "radius": 1}), 3, false),
        (json!({"type": "rectangle", "half_extents": [1, 2]}), 2, true),
        (json!({"type": "segment", "a": [0, 0, 0], "b": [1, 0, 0]}), 1, true),
        (json!({"type": "point", "point": [1, 2, 3]}), 0, true),
        (json!({"type": "line", "point": [0, 0, 1], "direction": [1, 0, 0]}), 1, true),
        (json!({"type": "plane", "normal": [0, 0, 1], "offset": 1}), 2, true),
        (json!({"type": "halfspace", "normal": [0, 0, 1], "offset": 1}), 3, true),
        (
            json!({"type": "quadric", "q": [[1, 0, 0], [0, 1, 0], [0, 0, 0]], "b": [0, 0, -0.5], "c": 0}),
            3,
            false,
        ),
        (json!({"type": "superquadric", "semiaxes": [1, 1, 1], "exponents": [4, 4, 4]}), 3, false),
    ];
    for (shape, dimension, flat) in cases {
        let surface = bounded(shape.clone()).surface(0, 12, 5.0).unwrap();
        assert_eq!((surface.dimension(), surface.flat_sided()), (dimension, flat), "{shape}");
        let corners = surface.corners();
        assert!(
            corners.len().is_multiple_of(3) && corners.iter().all(|x| x.abs() <= 20.0),
            "{shape}"
        );
        let triangles = surface.triangles();
        assert_eq!(triangles.is_empty(), dimension < 3, "{shape}");
        assert!(triangles.iter().all(|&corner| (corner as usize) < corners.len() / 3), "{shape}");
    }
}

#[test]
fn the_difference_goes_around_one_way() {
    let pair = triangle_and_square();
    let corners = pair.difference(64, 100.0).unwrap().corners();
    let points: Vec<[f64; 2]> = corners.chunks_exact(2).map(|p| [p[0], p[1]]).collect();
    assert_eq!(points.len(), 7, "three edges and four");
    let turn = |i: usize| {
        let [p, q, r] = [0, 1, 2].map(|k| points[(i + k) % 7]);
        (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0])
    };
    assert!((0..7).all(|i| turn(i) > 1e-3) || (0..7).all(|i| turn(i) < -1e-3));
}

#[test]
fn motions_are_followed() {
    let mut pair = playing(&json!({
        "query": "first_contact", "t_max": 10, "a": {"type": "ball", "radius": 1},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [6, 0, 0]}, "velocity_b": [-2, 0, 0],
    }));
    let cast = parsed(&pair.cast().unwrap());
    assert!((cast["contact"]["time"].as_f64().unwrap() - 2.0).abs() < 1e-9);
    assert!(cast["approach"]["distance"].as_f64().unwrap() < 1e-9);
    pair.at(1.0);
    assert_eq!(parsed(&pair.poses())["b"]["translation"], json!([4.0, 0.0, 0.0]));
    assert_eq!(parsed(&pair.answer("").unwrap())["distance"], 2.0);
    let profile = pair.profile(11).unwrap();
    assert_eq!((profile.len(), profile[0], profile[2]), (11, 4.0, 0.0));
}

#[test]
fn facets_are_planes_of_the_shape() {
    let ball = parsed(&facet_ball(6).unwrap());
    let pair = playing(&json!({"a": ball, "b": ball, "pose_b": {"translation": [3, 1, 0.5]}}));
    let trace = parsed(&pair.trace("active-set").unwrap());
    let facet = trace["steps"][0]["facets_a"][0].as_u64().unwrap_or(0) as u32;
    let plane = pair.facet(0, facet);
    assert!((plane[..3].iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
    assert!((plane[3] - 1.0).abs() < 1e-9, "they all touch the unit ball");
    assert!(pair.facet(0, 100_000).is_empty());
    assert!(facet_ball(0).is_err());
}

#[test]
fn files_are_read_and_bad_ones_refused() {
    let toml = "a = {type = \"ball\", radius = \"1/3\"}\nb = {type = \"point\", point = [3, 0]}";
    assert_eq!(parsed(&read(toml, "toml").unwrap())["a"]["radius"], "1/3");
    let query = r#"{"a": {"type": "ball", "radius": 1}, "b": {"type": "ball", "radius": 2}}"#;
    assert_eq!(read(query, "json").unwrap(), query.replace(": ", ":").replace(", ", ","));
    let trace = format!(r#"{{"query": {query}, "steps": [], "result": {{}}}}"#);
    assert_eq!(read(&trace, "json").unwrap(), read(query, "json").unwrap());
    for bad in ["", "{", "[]", "{}", r#"{"a": 1, "b": 2}"#, r#"{"query": 1, "steps": []}"#] {
        assert!(read(bad, "json").is_err(), "{bad}");
    }
}
