//! How far convex parts are from the mesh that they stand for.

use std::sync::Arc;

use clearance::scene::{Body, Scene};
use clearance::shape::{Point, Triangle};
use clearance::{Convex, Pose, Vector, distance};

use super::{Approximation, Mesh};

/// Points of the parts' surfaces are tried this close to each other, as a share of the size.
const SPACING: f64 = 0.02;

/// Measures both ways: what of the mesh the parts leave out, and what they add to it.
pub(crate) fn approximation(mesh: &Mesh, parts: &[Arc<dyn Convex<3>>]) -> Approximation {
    Approximation {
        parts: parts.len(),
        uncovered: uncovered(mesh, parts),
        excess: excess(mesh, parts),
    }
}

/// The distance from a convex part is a convex function: on a triangle it is largest at a corner.
/// Triangles that no single part covers are cut in four, down to the spacing.
fn uncovered(mesh: &Mesh, parts: &[Arc<dyn Convex<3>>]) -> f64 {
    let spacing = SPACING * mesh.size();
    let mut most = 0.0_f64;
    for face in &mesh.faces {
        let mut open = vec![face.map(|i| mesh.vertices[i as usize])];
        while let Some([a, b, c]) = open.pop() {
            let mut least = f64::INFINITY;
            for part in parts {
                let corners = [a, b, c].map(|corner| away(part, corner));
                least = least.min(corners.into_iter().fold(0.0, f64::max));
                if least <= most {
                    break;
                }
            }
            let longest = (b - a).norm().max((c - a).norm()).max((c - b).norm());
            if least > most && longest > spacing {
                let [x, y, z] = [a.lerp(b, 0.5), b.lerp(c, 0.5), c.lerp(a, 0.5)];
                open.extend([[a, x, z], [x, b, y], [z, y, c], [x, y, z]]);
            } else {
                most = most.max(least);
            }
        }
    }
    most
}

/// How far a point is from a part, at most.
fn away(part: &Arc<dyn Convex<3>>, point: Vector<3>) -> f64 {
    let probe = Point::new(Vector::ZERO).ok();
    probe
        .and_then(|probe| distance(&probe, &Pose::at(point), part, &Pose::IDENTITY).ok())
        .map_or(f64::INFINITY, |answer| answer.upper())
}

/// The furthest that a part sticks out of the solid inside of the mesh: at least, and at most. No
/// point of the parts' surfaces is further than the spacing from one that is tried, and distances
/// change no faster than that.
fn excess(mesh: &Mesh, parts: &[Arc<dyn Convex<3>>]) -> [f64; 2] {
    let Some(mut surface) = surface(mesh) else { return [0.0, f64::INFINITY] };
    let spacing = SPACING * mesh.size();
    let mut most = 0.0_f64;
    for part in parts {
        for point in points_on(&**part, spacing) {
            let near = surface.nearest_to_point(point).ok().flatten();
            let away = near.map_or(f64::INFINITY, |near| near.answer.upper());
            if away > most && !inside(mesh, point) {
                most = away;
            }
        }
    }
    [most, most + spacing]
}

/// The mesh as a scene of triangles; `None` if it is not closed.
fn surface(mesh: &Mesh) -> Option<Scene<3>> {
    let mut scene = Scene::new();
    for face in &mesh.faces {
        let corners = face.map(|i| mesh.vertices[i as usize]);
        // A triangle without extent adds nothing.
        if let Ok(triangle) = Triangle::new(corners)
            && let Ok(body) = Body::new(triangle)
        {
            scene.add(body, Pose::IDENTITY).ok()?;
        }
    }
    // The areas of a closed surface, as vectors, add up to nothing.
    let (mut sum, mut all) = (Vector::<3>::ZERO, 0.0);
    for face in &mesh.faces {
        let [a, b, c] = face.map(|i| mesh.vertices[i as usize]);
        let area = (b - a).cross(c - a);
        sum += area;
        all += area.norm();
    }
    (!scene.is_empty() && sum.norm() <= 1e-4 * all).then_some(scene)
}

/// Points on the surface of a convex part, so that none of it is further than `spacing` from one:
/// the faces of its polytope, cut small.
fn points_on(part: &dyn Convex<3>, spacing: f64) -> Vec<Vector<3>> {
    let clearance::shape::Core::Vertices(set) = part.view().core else { return Vec::new() };
    let Ok(hull) = clearance::shape::Polytope::from_points(set.points().iter().copied()) else {
        return Vec::new();
    };
    let mut points = Vec::new();
    for triangle in hull.triangles() {
        let [a, b, c] = triangle.map(|i| hull.vertices()[i as usize]);
        let longest = (b - a).norm().max((c - a).norm()).max((c - b).norm());
        let steps = (longest / spacing).ceil().clamp(1.0, 400.0) as usize;
        for i in 0..=steps {
            for j in 0..=steps - i {
                let (u, v) = (i as f64 / steps as f64, j as f64 / steps as f64);
                points.push(a + (b - a) * u + (c - a) * v);
            }
        }
    }
    points
}

/// Whether a point is inside of a closed mesh: by the solid angle that the mesh takes up.
fn inside(mesh: &Mesh, point: Vector<3>) -> bool {
    let mut sum = 0.0;
    for face in &mesh.faces {
        let [a, b, c] = face.map(|i| mesh.vertices[i as usize] - point);
        let (x, y, z) = (a.norm(), b.norm(), c.norm());
        let volume = a.dot(b.cross(c));
        let cosine = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
        sum += volume.atan2(cosine);
    }
    // Twice the sum is 4π inside and 0 outside.
    sum > std::f64::consts::PI
}
