//! Surfaces to draw: the convex hull of a shape's vertices, or of enough points of its surface.

use std::f64::consts::{PI, TAU};

use clearance::shape::{Core, Polytope};
use clearance::{Convex, Pose, Vector};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Result, rays};

/// Corners, and the triangles between them (in space) or their order around the outline (in the
/// plane).
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct Surface {
    corners: Vec<f64>,
    triangles: Vec<u32>,
    dimension: u32,
    flat_sided: bool,
}

#[wasm_bindgen]
impl Surface {
    /// Coordinates of the corners, one after the other.
    #[wasm_bindgen(getter)]
    pub fn corners(&self) -> Vec<f64> {
        self.corners.clone()
    }

    /// Three corners each, anticlockwise seen from outside. Only solids have them.
    #[wasm_bindgen(getter)]
    pub fn triangles(&self) -> Vec<u32> {
        self.triangles.clone()
    }

    /// 0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    #[wasm_bindgen(getter)]
    pub fn dimension(&self) -> u32 {
        self.dimension
    }

    /// Whether the corners are those of the shape itself, and not samples of something round.
    #[wasm_bindgen(getter)]
    pub fn flat_sided(&self) -> bool {
        self.flat_sided
    }
}

/// The surface of a shape in its own frame.
pub(crate) fn of_shape<const D: usize>(
    shape: &dyn Convex<D>,
    detail: u32,
    reach: f64,
) -> Result<Surface> {
    let view = shape.view();
    let frame = view.frame.copied().unwrap_or(Pose::IDENTITY);
    let sharp = view.radius == 0.0;
    let place = |corners: &[Vector<D>]| corners.iter().map(|&p| frame.transform(p)).collect();
    let corners: Vec<Vector<D>> = match (corners(&view.core), &view.core) {
        (Some(corners), _) if sharp => place(&corners),
        (_, Core::Implicit(core)) => {
            place(&rays::outline(*core, directions(detail), view.radius, reach))
        }
        // Round shapes are looked at along the axes of their core: rings then run around them.
        _ => directions(detail).map(|d| shape.support(frame.rotation().rotate(d))).collect(),
    };
    let flat_sided = sharp && is_flat_sided(&view.core);
    Ok(Surface { flat_sided, ..wrap(extended(corners, &view.core, &frame, reach)?)? })
}

/// The core of a shape, in its own frame.
pub(crate) fn of_core<const D: usize>(
    shape: &dyn Convex<D>,
    detail: u32,
    reach: f64,
) -> Result<Surface> {
    let view = shape.view();
    let frame = view.frame.copied().unwrap_or(Pose::IDENTITY);
    let corners = match (corners(&view.core), &view.core) {
        (Some(corners), _) => corners,
        (None, Core::Implicit(core)) => rays::outline(*core, directions(detail), 0.0, reach),
        (None, core) => directions(detail).map(|d| core.support(d)).collect(),
    };
    let corners = corners.iter().map(|&p| frame.transform(p)).collect();
    wrap(extended(corners, &view.core, &frame, reach)?)
}

impl Surface {
    /// The same outline in the frame in which `pose` says where the present one lies.
    pub(crate) fn placed(&self, pose: &Pose<2>) -> Self {
        let corners = points(self).iter().flat_map(|&p| pose.transform(p).0).collect();
        Self { corners, ..self.clone() }
    }
}

/// All differences of a point of one outline and a point of the other: its edges are those of both,
/// in the order of their directions.
pub(crate) fn difference(a: &Surface, b: &Surface) -> Surface {
    let (a, b) = (turned_left(points(a)), turned_left(points(b).iter().map(|&p| -p).collect()));
    let [Some(&first), Some(&second)] = [a.first(), b.first()] else {
        return Surface::default();
    };
    let edges = |all: &[Vector<2>]| -> Vec<(f64, Vector<2>)> {
        let edge = |i: usize| all[(i + 1) % all.len()] - all[i];
        let count = if all.len() > 1 { all.len() } else { 0 };
        (0..count).map(|i| (turn_of(edge(i)), edge(i))).collect()
    };
    let (a, b) = (edges(&a), edges(&b));
    let (mut i, mut j, mut at) = (0, 0, first + second);
    let mut corners = vec![at];
    while i < a.len() || j < b.len() {
        let turn = |all: &[(f64, Vector<2>)], k: usize| all.get(k).map_or(f64::INFINITY, |e| e.0);
        let (of_a, of_b) = (turn(&a, i), turn(&b, j));
        // Parallel edges are one.
        if of_a <= of_b {
            at += a[i].1;
            i += 1;
        }
        if of_b <= of_a {
            at += b[j].1;
            j += 1;
        }
        corners.push(at);
    }
    // The last edge leads back to the first corner.
    if corners.len() > 1 {
        corners.pop();
    }
    Surface {
        dimension: corners.len().min(3) as u32 - 1,
        corners: corners.iter().flat_map(|p| p.0).collect(),
        triangles: Vec::new(),
        flat_sided: false,
    }
}

fn points(surface: &Surface) -> Vec<Vector<2>> {
    surface.corners.chunks_exact(2).map(|p| Vector([p[0], p[1]])).collect()
}

/// The angle of an edge, from 0 up to a whole turn: edges of what begins at its lowest corner, and
/// of these the leftmost, come in this order.
fn turn_of(edge: Vector<2>) -> f64 {
    let angle = edge[1].atan2(edge[0]);
    if angle < 0.0 { angle + TAU } else { angle }
}

/// The same outline anticlockwise, from its lowest corner on.
fn turned_left(mut points: Vec<Vector<2>>) -> Vec<Vector<2>> {
    let cross = |p: Vector<2>, q: Vector<2>| p[0] * q[1] - p[1] * q[0];
    let origin = points.first().copied().unwrap_or(Vector::ZERO);
    let area: f64 = points.windows(2).map(|pair| cross(pair[0] - origin, pair[1] - origin)).sum();
    if area < 0.0 {
        points.reverse();
    }
    let lower = |p: &Vector<2>, q: &Vector<2>| p[1].total_cmp(&q[1]).then(p[0].total_cmp(&q[0]));
    let first = (0..points.len()).min_by(|&i, &j| lower(&points[i], &points[j])).unwrap_or(0);
    points.rotate_left(first);
    points
}

/// The vertices of a core that is the hull of some.
fn corners<const D: usize>(core: &Core<'_, D>) -> Option<Vec<Vector<D>>> {
    match core {
        Core::Swept(swept) => {
            let view = swept.base.view();
            let frame = view.frame.copied().unwrap_or(Pose::IDENTITY);
            let corners = corners(&view.core).filter(|_| view.radius == 0.0)?;
            Some(corners.iter().map(|&p| frame.transform(p)).collect())
        }
        core => {
            let corners: Vec<Vector<D>> = (0..).map_while(|id| core.vertex(id)).collect();
            (!corners.is_empty()).then_some(corners)
        }
    }
}

fn is_flat_sided<const D: usize>(core: &Core<'_, D>) -> bool {
    corners(core).is_some()
}

/// What is unbounded goes as far as `reach`.
fn extended<const D: usize>(
    mut corners: Vec<Vector<D>>,
    core: &Core<'_, D>,
    frame: &Pose<D>,
    reach: f64,
) -> Result<Vec<Vector<D>>> {
    let Core::Swept(swept) = core else { return Ok(corners) };
    let lines = swept.lines.iter().map(|&line| (line, [-reach, reach]));
    let rays = swept.rays.iter().map(|&ray| (ray, [0.0, reach]));
    for (direction, ends) in lines.chain(rays) {
        let along = frame.rotation().rotate(direction);
        let moved = corners.iter().flat_map(|&p| ends.map(|end| p + along * end));
        // Each direction doubles the points; most of them are inside.
        corners = hull(moved.collect())?.vertices().to_vec();
    }
    Ok(corners)
}

fn hull<const D: usize>(points: Vec<Vector<D>>) -> Result<Polytope<D>> {
    Polytope::from_points(points).map_err(|error| error.to_string())
}

/// The convex hull of points, for drawing.
fn wrap<const D: usize>(points: Vec<Vector<D>>) -> Result<Surface> {
    let hull = hull(points)?;
    let mut corners = hull.vertices().to_vec();
    if hull.dimension() == 2 {
        around(&mut corners);
    }
    Ok(Surface {
        corners: corners.iter().flat_map(|p| p.0).collect(),
        triangles: hull.triangles().iter().flatten().copied().collect(),
        dimension: hull.dimension() as u32,
        flat_sided: false,
    })
}

/// Puts the corners of a polygon, of the plane or of space, in their order around it.
fn around<const D: usize>(corners: &mut [Vector<D>]) {
    let count = corners.len() as f64;
    let middle = corners.iter().fold(Vector::ZERO, |sum, &p| sum + p) / count;
    let Some(&first) = corners.iter().max_by(|p, q| longer(**p - middle, **q - middle)) else {
        return;
    };
    let Some(x) = (first - middle).normalized() else { return };
    let across = |p: Vector<D>| (p - middle) - x * x.dot(p - middle);
    let Some(&second) = corners.iter().max_by(|p, q| longer(across(**p), across(**q))) else {
        return;
    };
    let Some(y) = across(second).normalized() else { return };
    let angle = |p: Vector<D>| y.dot(p - middle).atan2(x.dot(p - middle));
    corners.sort_by(|p, q| angle(*p).total_cmp(&angle(*q)));
}

fn longer<const D: usize>(p: Vector<D>, q: Vector<D>) -> std::cmp::Ordering {
    p.norm_squared().total_cmp(&q.norm_squared())
}

/// Directions that are spread evenly: around a circle, or in rings from pole to pole.
pub(crate) fn directions<const D: usize>(detail: u32) -> impl Iterator<Item = Vector<D>> {
    let rings = detail.clamp(4, 512);
    let around = 2 * rings;
    let circle = if D == 2 { 1 } else { rings };
    (0..circle).flat_map(move |i| {
        // Off the axes, where the support points of boxes are not unique.
        let tilt = if D == 2 { PI / 2.0 } else { (f64::from(i) + 0.5) * PI / f64::from(rings) };
        (0..around).map(move |j| {
            let turn = (f64::from(j) + 0.5) * TAU / f64::from(around);
            let all = [tilt.sin() * turn.cos(), tilt.sin() * turn.sin(), tilt.cos()];
            Vector::from_fn(|k| all[k])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(points: &[[f64; 2]]) -> Surface {
        wrap(points.iter().map(|&p| Vector(p)).collect()).unwrap_or_default()
    }

    /// The hull of all differences, one by one.
    fn plainly(a: &Surface, b: &Surface) -> Surface {
        let all = points(a);
        let all = all.iter().flat_map(|&p| points(b).into_iter().map(move |q| p - q));
        wrap(all.collect()).unwrap_or_default()
    }

    #[test]
    fn differences_are_those_of_all_points() {
        let mut random = 1_u64;
        let mut next = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 40) as f64 / f64::from(1 << 24) - 0.5
        };
        for round in 0..400 {
            let [a, b] = [round % 7 + 1, round % 5 + 1]
                .map(|count| surface(&(0..count).map(|_| [next(), next()]).collect::<Vec<_>>()));
            let (fast, slow) = (difference(&a, &b), plainly(&a, &b));
            assert!(!fast.corners.is_empty());
            let reach = |of: &Surface, d: Vector<2>| {
                points(of).iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max)
            };
            for d in directions::<2>(16) {
                assert!((reach(&fast, d) - reach(&slow, d)).abs() < 1e-12, "{a:?} {b:?} {d:?}");
            }
        }
    }
}
