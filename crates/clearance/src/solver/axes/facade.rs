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
    /// or a face of the other box is parallel to this face: the middle of what lies over it.
    pub(crate) fn deepest(&self, pose: &Pose<D>, outward: Vector<D>, scale: f64) -> Vector<D> {
        let r: &Matrix<D> = pose.rotation().matrix();
        let inward = pose.rotation().rotate_back(-outward);
        let corner = Vector::from_fn(|j| self.other[j].copysign(inward[j]));
        let deepest = pose.transform(corner);
        let level = accuracy::TOUCH * accuracy::ROUNDING * scale;
        let mut edges = [Vector::ZERO; D];
        let mut free = 0;
        for j in 0..D {
            if inward[j].abs() * self.other[j] <= level && self.other[j] > 0.0 {
                edges[free] = r.column(j) * (-2.0 * corner[j]);
                free += 1;
            }
        }
        match free {
            0 => deepest,
            1 => {
                let [from, to] = self.clipped_edge(deepest, edges[0]);
                deepest + edges[0] * (0.5 * (from + to))
            }
            _ => self.middle(deepest, edges[0], edges[1]),
        }
    }

    /// The part of the edge p + s e, 0 ≤ s ≤ 1, that lies over the face; its nearest point to the
    /// face if there is none.
    fn clipped_edge(&self, p: Vector<D>, e: Vector<D>) -> [f64; 2] {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for k in (0..D).filter(|k| *k != self.axis) {
            let ends = [(-self.half[k] - p[k]) / e[k], (self.half[k] - p[k]) / e[k]];
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            // An edge that does not move along this axis says nothing: NaN or infinite.
            if low.is_finite() && high.is_finite() {
                (from, to) = (from.max(low), to.min(high));
            }
        }
        if from <= to { [from, to] } else { [0.5 * (from + to).clamp(0.0, 2.0); 2] }
    }

    /// The middle of the part of a parallel face p + s e + t f that lies over this one.
    fn middle(&self, p: Vector<D>, e: Vector<D>, f: Vector<D>) -> Vector<D> {
        // The strip of lines parallel to e, at places t: where each is over the face. The middle
        // of the middle lines' ends is over both faces, since both are convex.
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let over = |t: f64| {
            let q = p + f * t;
            let (mut from, mut to) = (0.0_f64, 1.0_f64);
            for k in (0..D).filter(|k| *k != self.axis) {
                if e[k] == 0.0 {
                    if q[k].abs() > self.half[k] {
                        return None;
                    }
                    continue;
                }
                let ends = [(-self.half[k] - q[k]) / e[k], (self.half[k] - q[k]) / e[k]];
                from = from.max(ends[0].min(ends[1]));
                to = to.min(ends[0].max(ends[1]));
            }
            (from <= to).then_some([from, to])
        };
        // The places where the clipped strip can begin or end: corners of either over the other.
        let mut places = [0.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0];
        let det = |x: Vector<D>| {
            let (k, l) = ((self.axis + 1) % D, (self.axis + 2) % D);
            let area = e[k] * f[l] - e[l] * f[k];
            (e[k] * x[l] - e[l] * x[k]) / area
        };
        for (id, place) in places.iter_mut().skip(3).enumerate() {
            let mut corner = Vector::ZERO;
            for (bit, k) in (0..D).filter(|k| *k != self.axis).enumerate() {
                corner[k] = if id >> bit & 1 == 1 { self.half[k] } else { -self.half[k] };
            }
            *place = det(corner - p).clamp(0.0, 1.0);
        }
        for t in places {
            if t.is_finite() && over(t).is_some() {
                (low, high) = (low.min(t), high.max(t));
            }
        }
        let t = if low <= high { 0.5 * (low + high) } else { 0.5 };
        let [from, to] = over(t).unwrap_or([0.5; 2]);
        p + f * t + e * (0.5 * (from + to))
    }
}
