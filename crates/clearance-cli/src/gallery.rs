//! The pairs of the gallery. Most are written in the file format, so that each can be copied
//! into a file and asked again.

use anyhow::{Context, Result};
use clearance::shape::Polytope;
use clearance::{Convex, Pose, Rotation, Vector};
use clearance_io::{AnyPair, Pair, Query, Question};

/// A pair with its name.
pub struct Exhibit {
    pub name: &'static str,
    pub query: Query,
}

/// Name and query.
const WRITTEN: [(&str, &str); 14] = [
    // The two kinds of shapes that Catto's talk steps through.
    (
        "triangle and square (Catto)",
        r#"{
        "a": {"type": "triangle", "vertices": [[-1, -1], [1, -1], [0, 1]]},
        "b": {"type": "box", "half_extents": [1, 1]},
        "pose_b": {"translation": [3, 2], "angle": 0.4}}"#,
    ),
    // Eberly, Convex Quadratic Programming, section 4.4. In doubles, Lemke's method says 47.69;
    // the exact distance is 46.684578037375608238…
    (
        "near-parallel triangle, box (Eberly)",
        r#"{
        "a": {"type": "triangle", "vertices": [[0.5, 0.5, 1.5], [0.50000000000000178, 25.5, 1.5],
            [-0.50000000000000355, 0.5, 1.5]]},
        "b": {"type": "polytope", "vertices": [
            [-28.666800635711962, 12.285771701019407, -48.666800635711965],
            [-20.476286168365689, 12.285771701019407, -48.666800635711965],
            [-28.666800635711962, 20.476286168365682, -48.666800635711965],
            [-20.476286168365689, 20.476286168365682, -48.666800635711965],
            [-28.666800635711962, 12.285771701019407, -40.476286168365689],
            [-20.476286168365689, 12.285771701019407, -40.476286168365689],
            [-28.666800635711962, 20.476286168365682, -40.476286168365689],
            [-20.476286168365689, 20.476286168365682, -40.476286168365689]]}}"#,
    ),
    (
        "two boxes, edge to edge",
        r#"{
        "a": {"type": "box", "half_extents": [1, 1, 1]},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_a": {"rpy": [0, 0, 0.7853981633974483]},
        "pose_b": {"translation": [4, 0, 0.5], "rpy": [0.7853981633974483, 0.7853981633974483, 0]}}"#,
    ),
    (
        "two ellipsoids",
        r#"{
        "a": {"type": "ellipsoid", "semiaxes": [1, 2, 5]},
        "b": {"type": "ellipsoid", "semiaxes": [5, 2, 1]}, "pose_b": {"translation": [4, 4, 4]}}"#,
    ),
    (
        "cylinder and cone",
        r#"{
        "a": {"type": "cylinder", "half_length": 2, "radius": 1},
        "b": {"type": "cone", "height": 3, "radius": 1},
        "pose_b": {"translation": [4, 1, 2], "rpy": [0.5, 0.3, 0]}}"#,
    ),
    (
        "capsule and box",
        r#"{
        "a": {"type": "capsule", "a": [0, 0, 0], "b": [1, 2, 3], "radius": 0.5},
        "b": {"type": "box", "half_extents": [1, 2, 3]},
        "pose_b": {"translation": [4, 3, 2], "rpy": [0.1, 0.2, 0.3]}}"#,
    ),
    (
        "two balls",
        r#"{
        "a": {"type": "ball", "radius": 1}, "b": {"type": "ball", "radius": 2},
        "pose_b": {"translation": [3, 4, 12]}}"#,
    ),
    (
        "line and box",
        r#"{
        "a": {"type": "line", "point": [0, 0, 3], "direction": [1, 2, 0]},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"rpy": [0.4, 0.3, 0]}}"#,
    ),
    (
        "two cubes that touch",
        r#"{
        "a": {"type": "box", "half_extents": [1, 1, 1]},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [2, 0.5, 0.25]}}"#,
    ),
    (
        "ball inside a box",
        r#"{
        "a": {"type": "ball", "radius": 0.25},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [0.5, 0.25, 0]}}"#,
    ),
    (
        "cylinder through a cone",
        r#"{
        "a": {"type": "cylinder", "half_length": 2, "radius": 1},
        "b": {"type": "cone", "height": 3, "radius": 1},
        "pose_b": {"translation": [0.7, 0.5, 1], "rpy": [0.5, 0.3, 0]}}"#,
    ),
    // A million times longer than wide.
    (
        "sliver and tetrahedron",
        r#"{
        "a": {"type": "triangle", "vertices": [[0, 0, 0], [1000, 0, 0], [500, 0.001, 0]]},
        "b": {"type": "tetrahedron", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]},
        "pose_b": {"translation": [333, -2, 0.5], "rpy": [0.3, 0.2, 0.1]}}"#,
    ),
    (
        "a needle's eye: gap of 1e-9",
        r#"{
        "a": {"type": "box", "half_extents": [1, 1, 1]},
        "b": {"type": "box", "half_extents": [1, 1, 1]},
        "pose_b": {"translation": ["2.000000001", 0.3, 0.2]}}"#,
    ),
    (
        "two boxes, 1e8 from the origin",
        r#"{
        "a": {"type": "box", "half_extents": [1, 1, 1]},
        "pose_a": {"translation": [1e8, 1e8, 1e8]},
        "b": {"type": "box", "half_extents": [1, 1, 1]},
        "pose_b": {"translation": [100000003, 100000003, 100000003], "rpy": [0.5, 0.4, 0.3]}}"#,
    ),
];

/// Pairs with numbers that floats hold, whose distances are shown as fractions.
const EXACT: [(&str, &str); 6] = [
    // Eberly, Distance from Line to Rectangle in 3D, section 5.3: 9/34.
    (
        "segment and rectangle (Eberly)",
        r#"{
        "a": {"type": "segment", "a": [-3, -0.5, 0], "b": [2, 0.5, 3]},
        "b": {"type": "rectangle", "half_extents": [2, 1]}, "dim": 3, "exact": true}"#,
    ),
    (
        "tetrahedron and triangle",
        r#"{
        "a": {"type": "tetrahedron", "vertices": [[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3]]},
        "b": {"type": "triangle", "vertices": [[2, 2, 1], [5, 3, 1], [3, 1, 4]]}, "exact": true}"#,
    ),
    (
        "line and box",
        r#"{
        "a": {"type": "line", "point": [0, 4, 2], "direction": [1, 0, 0]},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "exact": true}"#,
    ),
    (
        "two cubes that touch",
        r#"{
        "a": {"type": "box", "half_extents": [1, 1, 1]},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [2, 0.5, 0.25]},
        "exact": true}"#,
    ),
    // One unit in the last place further.
    (
        "two cubes that hardly miss",
        r#"{
        "a": {"type": "box", "half_extents": [1, 1, 1]},
        "b": {"type": "box", "half_extents": [1, 1, 1]},
        "pose_b": {"translation": [2.0000000000000004, 0.5, 0.25]}, "exact": true}"#,
    ),
    (
        "near-parallel triangle, box (Eberly)",
        r#"{
        "a": {"type": "triangle", "vertices": [[0.5, 0.5, 1.5], [0.50000000000000178, 25.5, 1.5],
            [-0.50000000000000355, 0.5, 1.5]]},
        "b": {"type": "polytope", "vertices": [
            [-28.666800635711962, 12.285771701019407, -48.666800635711965],
            [-20.476286168365689, 12.285771701019407, -48.666800635711965],
            [-28.666800635711962, 20.476286168365682, -48.666800635711965],
            [-20.476286168365689, 20.476286168365682, -48.666800635711965],
            [-28.666800635711962, 12.285771701019407, -40.476286168365689],
            [-20.476286168365689, 12.285771701019407, -40.476286168365689],
            [-28.666800635711962, 20.476286168365682, -40.476286168365689],
            [-20.476286168365689, 20.476286168365682, -40.476286168365689]]}, "exact": true}"#,
    ),
];

/// The pairs that are shown exactly.
pub fn exact() -> Result<Vec<Exhibit>> {
    let read = |(name, text)| Ok(Exhibit { name, query: Query::from_json(text).context(name)? });
    EXACT.into_iter().map(read).collect()
}

/// Every pair of the float gallery.
pub fn all() -> Result<Vec<Exhibit>> {
    let mut exhibits = Vec::new();
    for (name, text) in WRITTEN {
        let query = Query::from_json(text).context(name)?;
        exhibits.push(Exhibit { name, query });
    }
    let turned = Pose::new(Rotation::from_rpy(0.3, 0.5, 0.7)?, [2.2, 0.9, 0.6])?;
    let mut hulls = Vec::new();
    for (name, count) in [
        ("hulls of 20 vertices", 20),
        ("hulls of 100 vertices", 100),
        ("hulls of 1000 vertices", 1000),
    ] {
        hulls.push(Exhibit { name, query: pair(pebble(count)?, pebble(count)?, turned) });
    }
    let plane = clearance::shape::Plane::new([1.0, 2.0, 2.0], 9.0)?;
    hulls.push(Exhibit {
        name: "plane and hull of 100",
        query: pair(Box::new(plane), pebble(100)?, Pose::IDENTITY),
    });
    // After the famous ones, before the odd ones.
    exhibits.splice(3..3, hulls);
    Ok(exhibits)
}

/// So many points on a ball, evenly spread: all of them are vertices.
fn pebble(count: u32) -> Result<Box<dyn Convex<3>>> {
    // The golden angle: neighbouring turns never line up.
    let turn = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let points = (0..count).map(|i| {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
        let (sin, cos) = (turn * f64::from(i)).sin_cos();
        let ring = (1.0 - z * z).sqrt();
        Vector([ring * cos, ring * sin, z])
    });
    Ok(Box::new(Polytope::from_points(points)?))
}

fn pair(a: Box<dyn Convex<3>>, b: Box<dyn Convex<3>>, pose_b: Pose<3>) -> Query {
    let pair = AnyPair::Three(Pair { a, pose_a: Pose::IDENTITY, b, pose_b });
    Query {
        id: None,
        question: Question::Distance,
        margin: None,
        method: None,
        exact: false,
        motion: None,
        pair,
    }
}
