//! Surfaces to draw: the convex hull of a shape's vertices, or of enough of its support points.

use std::f64::consts::{PI, TAU};

use clearance::shape::{Core, Polytope, View};
use clearance::{Convex, Pose, Vector};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Result;

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

/// Whether a set has no end, and nothing is known of it but the surfaces that bound it.
pub(crate) fn goes_on<const D: usize>(view: &View<'_, D>) -> bool {
    matches!(view.core, Core::Implicit(_)) && !view.is_bounded()
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
    let corners: Vec<Vector<D>> = match corners(&view.core) {
        Some(corners) if sharp => corners.iter().map(|&p| frame.transform(p)).collect(),
        // Round shapes are looked at along the axes of their core: rings then run around them.
        _ => directions(detail).map(|d| shape.support(frame.rotation().rotate(d))).collect(),
    };
    let flat_sided = sharp && is_flat_sided(&view.core);
    Ok(Surface { flat_sided, ..wrap(extended(corners, &view.core, &frame, reach)?)? })
}

/// The core of a shape, placed in the world.
pub(crate) fn of_core<const D: usize>(
    shape: &dyn Convex<D>,
    pose: &Pose<D>,
    detail: u32,
    reach: f64,
) -> Result<Surface> {
    let view = shape.view();
    let frame = view.frame.map_or(*pose, |frame| pose.compose(frame));
    let corners = corners(&view.core)
        .unwrap_or_else(|| directions(detail).map(|d| view.core.support(d)).collect());
    let corners = corners.iter().map(|&p| frame.transform(p)).collect();
    wrap(extended(corners, &view.core, &frame, reach)?)
}

/// All differences of a point of one outline and a point of the other.
pub(crate) fn difference(a: &Surface, b: &Surface) -> Result<Surface> {
    /// Beyond this the hull of all differences would take longer than a frame.
    const MANY: usize = 20_000;
    let (a, b) = (points(a), points(b));
    if a.len() * b.len() <= MANY {
        let all = a.iter().flat_map(|&p| b.iter().map(move |&q| p - q)).collect();
        return wrap::<2>(all);
    }
    let furthest = |points: &[Vector<2>], d: Vector<2>| {
        let better = |p: &&Vector<2>, q: &&Vector<2>| p.dot(d).total_cmp(&q.dot(d));
        points.iter().max_by(better).copied().unwrap_or(Vector::ZERO)
    };
    wrap(directions(a.len() as u32).map(|d| furthest(&a, d) - furthest(&b, -d)).collect())
}

fn points(surface: &Surface) -> Vec<Vector<2>> {
    surface.corners.chunks_exact(2).map(|p| Vector([p[0], p[1]])).collect()
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
fn directions<const D: usize>(detail: u32) -> impl Iterator<Item = Vector<D>> {
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
