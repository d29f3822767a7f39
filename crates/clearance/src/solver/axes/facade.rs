//! A face of one box against another box: where the other is deepest, also where an edge or a face of it is
//! parallel to the first.

use crate::accuracy;
use crate::space::{Matrix, Pose, Vector};

/// A face of one box against the other box.
pub(crate) struct Face<const D: usize> {
    pub(crate) half: Vector<D>,
    pub(crate) other: Vector<D>,
    pub(crate) axis: usize,
}

impl<const D: usize> Face<D> {
    /// A deepest point of the other box, under `pose`, below this face; `outward` is the face's
    /// normal. The corner that lies furthest inwards, as long as it is one corner. Where an edge
    /// or a face of the other box is parallel to this face: the middle of what lies over it. Where
    /// they are nearly parallel rounding cannot tell whether the corner lies over it: the deepest of what does.
    pub(crate) fn deepest(&self, pose: &Pose<D>, outward: Vector<D>, scale: f64) -> Vector<D> {
        let r: &Matrix<D> = pose.rotation().matrix();
        let inward = pose.rotation().rotate_back(-outward);
        let corner = Vector::from_fn(|j| self.other[j].copysign(inward[j]));
        let deepest = pose.transform(corner);
        let level = accuracy::TOUCH * accuracy::ROUNDING * scale;
        let mut edges = [Vector::ZERO; D];
        let mut free = 0;
        for j in 0..D {
            let steep = inward[j].abs();
            let flat = steep <= accuracy::FLUSH || steep * self.other[j] <= level;
            if flat && self.other[j] > 0.0 {
                edges[free] = r.column(j) * (-2.0 * corner[j]);
                free += 1;
            }
        }
        let [e, f] = [edges[0], edges[1]];
        match free {
            0 => deepest,
            1 => self.middle(outward, level, &[deepest, deepest + e]),
            _ => self.middle(outward, level, &[deepest, deepest + e, deepest + e + f, deepest + f]),
        }
    }

    /// The middle of the part of an edge or a face, given by its corners in turn, that lies over this
    /// face, and of that what is as deep as rounding can tell.
    fn middle(&self, outward: Vector<D>, level: f64, corners: &[Vector<D>]) -> Vector<D> {
        let mut outline = Outline { points: [Vector::ZERO; MOST_CORNERS], count: 0 };
        for corner in corners {
            outline.push(*corner);
        }
        for k in (0..D).filter(|k| *k != self.axis) {
            outline.cut(level, |p| p[k] - self.half[k]);
            outline.cut(level, |p| -p[k] - self.half[k]);
        }
        let points = &outline.points[..outline.count];
        let lowest = points.iter().fold(f64::INFINITY, |least, p| least.min(outward.dot(*p)));
        outline.cut(0.0, |p| outward.dot(p) - lowest - level);
        outline.middle()
    }
}

/// A parallelogram has four corners, and each of five cuts adds one at most.
const MOST_CORNERS: usize = 9;

/// A convex polygon by its corners in turn; an edge there and back.
struct Outline<const D: usize> {
    points: [Vector<D>; MOST_CORNERS],
    count: usize,
}

impl<const D: usize> Outline<D> {
    fn push(&mut self, point: Vector<D>) {
        if let Some(place) = self.points.get_mut(self.count) {
            *place = point;
            self.count += 1;
        }
    }

    /// Leaves what is not above a line, up to rounding of the corners. Every corner is one of before, or lies between two of
    /// them: so nothing that a former cut took away comes back, however sharp the angle. Something is
    /// always left: at least all that is as low as the lowest corner.
    fn cut(&mut self, level: f64, above: impl Fn(Vector<D>) -> f64) {
        let mut heights = [0.0; MOST_CORNERS];
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (height, point) in heights.iter_mut().zip(&self.points[..self.count]) {
            *height = above(*point);
            (least, most) = (least.min(*height), most.max(*height));
        }
        let limit = least.max(0.0);
        if most <= limit + level {
            return;
        }
        let (points, count) = (self.points, self.count);
        self.count = 0;
        for i in 0..count {
            let last = if i == 0 { count - 1 } else { i - 1 };
            let (from, to) = (heights[last] - limit, heights[i] - limit);
            if (from <= level) != (to <= level) {
                let share = (from / (from - to)).clamp(0.0, 1.0);
                self.push(points[last].lerp(points[i], share));
            }
            if to <= level {
                self.push(points[i]);
            }
        }
    }

    /// The centre of mass of the line around: inside, and moving steadily as the polygon changes, also where it shrinks
    /// to an edge or to a point.
    fn middle(&self) -> Vector<D> {
        let first = self.points[0];
        let (mut sum, mut length) = (Vector::ZERO, 0.0);
        let mut last = self.points[self.count.saturating_sub(1)];
        for point in &self.points[..self.count] {
            let side = (*point - last).norm();
            sum += ((*point - first) + (last - first)) * (0.5 * side);
            length += side;
            last = *point;
        }
        if length > 0.0 { first + sum / length } else { first }
    }
}
