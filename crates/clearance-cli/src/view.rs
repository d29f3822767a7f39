//! Pictures of scenes: a ray for every pixel, all along one direction.

use std::path::Path;

use anyhow::{Context, Result};
use clearance::Vector;
use clearance::scene::Nearest;
use clearance_io::cell::Cell;

use crate::image::Picture;

const WIDTH: usize = 720;
const HEIGHT: usize = 540;
const PAPER: [u8; 3] = [251, 252, 253];
const MARK: [u8; 3] = [214, 40, 57];
/// Fixed bodies, then the robots in turn.
const COLOURS: [[f64; 3]; 6] = [
    [176.0, 184.0, 192.0],
    [64.0, 124.0, 196.0],
    [226.0, 132.0, 46.0],
    [62.0, 152.0, 104.0],
    [140.0, 84.0, 176.0],
    [196.0, 170.0, 64.0],
];

/// Draws the cell into a file, with a line between the closest points.
pub fn write(path: &Path, cell: &mut Cell, nearest: Option<&Nearest<3>>) -> Result<()> {
    let picture = draw(cell, nearest)?;
    std::fs::write(path, picture.to_png()?).with_context(|| path.display().to_string())
}

/// Where the picture is taken from.
struct Camera {
    right: Vector<3>,
    up: Vector<3>,
    forward: Vector<3>,
    centre: Vector<3>,
    /// The length of a pixel.
    pixel: f64,
    far: f64,
}

fn draw(cell: &mut Cell, nearest: Option<&Nearest<3>>) -> Result<Picture> {
    let camera = Camera::on(cell);
    let mut picture = Picture::new(WIDTH, HEIGHT, PAPER);
    let light = Vector([0.35, -0.45, 0.82]).normalized().unwrap_or(Vector::axis(2));
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let Some(hit) = cell.scene.ray_cast(camera.start(x, y), camera.forward)? else {
                continue;
            };
            // What the camera is inside of is not seen.
            let Some(normal) = hit.hit.normal else { continue };
            let shade = 0.45 + 0.55 * normal.dot(light).max(0.0);
            let colour = colour(cell, hit.body).map(|channel| (channel * shade) as u8);
            picture.dot(x as isize, y as isize, colour);
        }
    }
    if let Some(nearest) = nearest {
        let [from, to] = nearest.answer.points().map(|point| camera.project(point));
        picture.line(from, to, MARK);
        for end in [from, to] {
            for (dx, dy) in [(-3.0, 0.0), (3.0, 0.0), (0.0, -3.0), (0.0, 3.0)] {
                picture.line(end, [end[0] + dx, end[1] + dy], MARK);
            }
        }
    }
    Ok(picture)
}

fn colour(cell: &Cell, id: clearance::scene::BodyId) -> [f64; 3] {
    let owner = cell.robots().iter().position(|robot| robot.bodies.contains(&Some(id)));
    COLOURS[owner.map_or(0, |number| 1 + number % (COLOURS.len() - 1))]
}

impl Camera {
    /// From above and aside, so that all that is bounded can be seen.
    fn on(cell: &Cell) -> Self {
        let forward = Vector([-0.6, 0.62, -0.5]).normalized().unwrap_or(Vector::axis(1));
        let right = forward.cross(Vector::axis(2)).normalized().unwrap_or(Vector::axis(0));
        let up = right.cross(forward);
        let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for id in cell.scene.bodies() {
            let (Ok(body), Ok(pose)) = (cell.scene.body(id), cell.scene.pose(id)) else { continue };
            let Some(ball) = body.bounding_ball() else { continue };
            let centre = pose.transform(ball.centre);
            for (end, axis) in ends.iter_mut().zip([right, up, forward]) {
                let at = centre.dot(axis);
                *end = [end[0].min(at - ball.radius), end[1].max(at + ball.radius)];
            }
        }
        if !ends.iter().flatten().all(|end| end.is_finite()) {
            ends = [[-1.0, 1.0]; 3];
        }
        let middle = ends.map(|[low, high]| 0.5 * (low + high));
        let extent = ends.map(|[low, high]| (high - low).max(1e-9));
        let pixel = 1.06 * (extent[0] / WIDTH as f64).max(extent[1] / HEIGHT as f64);
        let centre = right * middle[0] + up * middle[1] + forward * middle[2];
        Self { right, up, forward, centre, pixel, far: 2.0 * extent[2] + extent[0] + extent[1] }
    }

    fn start(&self, x: usize, y: usize) -> Vector<3> {
        let across = (x as f64 + 0.5 - 0.5 * WIDTH as f64) * self.pixel;
        let above = (0.5 * HEIGHT as f64 - y as f64 - 0.5) * self.pixel;
        self.centre + self.right * across + self.up * above - self.forward * self.far
    }

    fn project(&self, point: Vector<3>) -> [f64; 2] {
        let from = point - self.centre;
        let x = from.dot(self.right) / self.pixel + 0.5 * WIDTH as f64 - 0.5;
        let y = 0.5 * HEIGHT as f64 - 0.5 - from.dot(self.up) / self.pixel;
        [x, y]
    }
}
