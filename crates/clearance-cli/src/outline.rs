//! The outlines of shapes of the plane, from their support points.

use clearance::shape::{Core, View};
use clearance::{Convex, Pose, Vector};

/// A point of the plane.
pub type Point = Vector<2>;

/// How many directions a shape is asked for: one every half degree.
const DIRECTIONS: u32 = 720;

/// A convex set of the plane, as it is drawn.
pub struct Outline {
    /// The corners of the bounded part.
    base: Vec<Point>,
    /// Unbounded both ways along these.
    lines: Vec<Point>,
    /// Unbounded forwards along these.
    rays: Vec<Point>,
}

impl Outline {
    /// A shape in the world, its radius included.
    pub fn of_shape(shape: &dyn Convex<2>, pose: &Pose<2>) -> Self {
        let view = shape.view();
        let turn = *pose.rotation();
        let base =
            directions().map(|d| pose.transform(shape.support(turn.rotate_back(d)))).collect();
        Self::new(base, &view, &core_pose(&view, pose))
    }

    /// The core of a shape in the world: what is left when the radius is taken away.
    pub fn of_core(shape: &dyn Convex<2>, pose: &Pose<2>) -> Self {
        let view = shape.view();
        let pose = core_pose(&view, pose);
        let turn = *pose.rotation();
        let base =
            directions().map(|d| pose.transform(view.core.support(turn.rotate_back(d)))).collect();
        Self::new(base, &view, &pose)
    }

    fn new(base: Vec<Point>, view: &View<'_, 2>, pose: &Pose<2>) -> Self {
        let turned = |directions: &[Point]| -> Vec<Point> {
            directions.iter().map(|&d| pose.rotation().rotate(d)).collect()
        };
        match view.core {
            Core::Swept(swept) => {
                Self { base: hull(base), lines: turned(swept.lines), rays: turned(swept.rays) }
            }
            _ => Self { base: hull(base), lines: Vec::new(), rays: Vec::new() },
        }
    }

    /// Every difference of a point of this and one of the other.
    pub fn minus(&self, other: &Self) -> Self {
        // Corners of a difference are differences of corners; support points find them in order.
        let furthest = |outline: &Self, d: Point| {
            let better = |p: &&Point, q: &&Point| p.dot(d).total_cmp(&q.dot(d));
            outline.base.iter().max_by(better).copied().unwrap_or(Vector::ZERO)
        };
        let base = directions().map(|d| furthest(self, d) - furthest(other, -d)).collect();
        let backwards = other.rays.iter().map(|&ray| -ray);
        Self {
            base: hull(base),
            lines: self.lines.iter().chain(&other.lines).copied().collect(),
            rays: self.rays.iter().copied().chain(backwards).collect(),
        }
    }

    pub fn is_bounded(&self) -> bool {
        self.lines.is_empty() && self.rays.is_empty()
    }

    /// The corners of the bounded part.
    pub fn base(&self) -> &[Point] {
        &self.base
    }

    /// The corners in order; what is unbounded goes as far as `reach`.
    pub fn corners(&self, reach: f64) -> Vec<Point> {
        let mut points = self.base.clone();
        for (directions, backwards) in [(&self.lines, true), (&self.rays, false)] {
            for &direction in directions {
                let far = direction * reach;
                let mut more: Vec<Point> = points.iter().map(|&p| p + far).collect();
                if backwards {
                    more.extend(points.iter().map(|&p| p - far));
                }
                points.extend(more);
                points = hull(points);
            }
        }
        hull(points)
    }
}

/// Where the core of a shape lies, given where the shape lies.
pub fn core_pose(view: &View<'_, 2>, pose: &Pose<2>) -> Pose<2> {
    view.frame.map_or(*pose, |frame| pose.compose(frame))
}

fn directions() -> impl Iterator<Item = Point> {
    (0..DIRECTIONS).map(|i| {
        // Off the axes, where the support points of boxes are not unique.
        let angle = (f64::from(i) + 0.5) * std::f64::consts::TAU / f64::from(DIRECTIONS);
        Vector([angle.cos(), angle.sin()])
    })
}

/// The corners of the convex hull, anticlockwise (Andrew's monotone chains).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|p, q| p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut corners: Vec<Point> = Vec::new();
        for p in points {
            while let [.., q, r] = corners[..] {
                if (r - q).wedge(p - r) > 0.0 {
                    break;
                }
                corners.pop();
            }
            corners.push(p);
        }
        corners.pop();
        corners
    };
    let mut corners = chain(&mut points.iter().copied());
    corners.extend(chain(&mut points.iter().rev().copied()));
    corners
}

#[cfg(test)]
mod tests {
    use clearance::shape::{Ball, Cuboid, Line};

    use super::*;

    #[test]
    fn a_box_has_four_corners_and_a_ball_many() {
        let cuboid = Outline::of_shape(&Cuboid::new([1.0, 2.0]).unwrap(), &Pose::IDENTITY);
        assert_eq!(cuboid.corners(1.0).len(), 4);
        let ball = Outline::of_shape(&Ball::new(1.0).unwrap(), &Pose::at([5.0, 0.0]));
        assert_eq!(ball.corners(1.0).len(), DIRECTIONS as usize);
        assert!(
            ball.corners(1.0)
                .iter()
                .all(|p| ((*p - Vector([5.0, 0.0])).norm() - 1.0).abs() < 1e-12)
        );
    }

    #[test]
    fn the_difference_of_two_boxes_is_their_sum_in_size() {
        let one = Cuboid::new([1.0, 2.0]).unwrap();
        let a = Outline::of_shape(&one, &Pose::IDENTITY);
        let b = Outline::of_shape(&one, &Pose::at([10.0, 0.0]));
        let corners = a.minus(&b).corners(1.0);
        assert_eq!(corners.len(), 4);
        assert!(corners.contains(&Vector([-12.0, -4.0])));
        assert!(corners.contains(&Vector([-8.0, 4.0])));
    }

    #[test]
    fn a_line_goes_as_far_as_the_picture() {
        let line = Line::new([0.0, 0.0], [0.0, 1.0]).unwrap();
        let outline = Outline::of_shape(&line, &Pose::IDENTITY);
        assert!(!outline.is_bounded());
        let corners = outline.corners(100.0);
        assert!(corners.iter().any(|p| p[1] >= 100.0) && corners.iter().any(|p| p[1] <= -100.0));
    }
}
