//! How deep two boxes overlap, by separating axes; a point is a box without extent.
//!
//! The difference of two boxes is a polytope whose faces have one of 15 normals, up to sign (4 in
//! 2D): those of the faces of A and of B, and the products of an edge of one with an edge of the
//! other. So the least overlap along these is the depth. With R the axes of B seen from A, the
//! product of axis i of A and axis j of B has only entries of R for coordinates, and nothing
//! cancels, however parallel the two are.
//!
//! Source: Gottschalk, Lin and Manocha 1996 (the axes); the depth is our own reading of it.

use crate::accuracy;
use crate::answer::{Depth, Effort, Evidence, Method, Names, Stop};
use crate::pair::{Local, Pair};
use crate::shape::Core;
use crate::space::{Matrix, Pose, Vector};

/// Two boxes: A's in its own frame, B's under a pose.
struct Boxes<const D: usize> {
    half_a: Vector<D>,
    half_b: Vector<D>,
    b_in_a: Pose<D>,
    scale: f64,
}

/// Along which normal, in A's frame, and which of the features meet there.
#[derive(Clone, Copy)]
enum Axis {
    FaceA(usize),
    FaceB(usize),
    Edges(usize, usize),
}

/// How deep the two overlap, if both cores are boxes or points and do not lie apart.
#[inline(always)]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Depth<D>> {
    match (&pair.a.core, &pair.b.core) {
        (Core::Cuboid(a), Core::Cuboid(b)) => overlap(pair, (*a, None), (*b, None)),
        (Core::Cuboid(a), Core::Point(p)) => overlap(pair, (*a, None), (Vector::ZERO, Some(*p))),
        (Core::Point(p), Core::Cuboid(b)) => overlap(pair, (Vector::ZERO, Some(*p)), (*b, None)),
        _ => None,
    }
}

/// All the axes of two boxes, both ways, in A's frame.
pub(super) fn normals<'a, const D: usize>(
    local: &'a Local<'_, D>,
) -> impl Iterator<Item = Vector<D>> + 'a {
    let r = local.b_in_a.rotation().matrix();
    let faces = (0..D).map(Vector::axis).chain((0..D).map(|j| r.column(j)));
    let edges = (0..D * D).filter(|_| D == 3).filter_map(|k| {
        let (u, v) = (Vector::<D>::axis(k / D), r.column(k % D));
        u.cross3(v).normalized().filter(|_| u.dot(v).abs() < 1.0 - accuracy::PARALLEL)
    });
    faces.chain(edges).flat_map(|n| [n, -n])
}

/// Each side is a half-extent and, for points, a place.
fn overlap<const D: usize>(
    pair: &Pair<'_, D>,
    (half_a, point_a): (Vector<D>, Option<Vector<D>>),
    (half_b, point_b): (Vector<D>, Option<Vector<D>>),
) -> Option<Depth<D>> {
    let mut b_in_a = pair.b_in_a();
    if let Some(p) = point_b {
        b_in_a = Pose::new(*b_in_a.rotation(), b_in_a.transform(p)).ok()?;
    }
    let shift = point_a.unwrap_or(Vector::ZERO);
    if point_a.is_some() {
        b_in_a = Pose::new(*b_in_a.rotation(), b_in_a.translation() - shift).ok()?;
    }
    let boxes = Boxes { half_a, half_b, b_in_a, scale: pair.scale };
    let (depth, axis, normal) = boxes.least()?;
    let [a, b] = boxes.points(axis, normal, depth);
    let turn = pair.pose_a.rotation();
    let origin = pair.pose_a.translation() + turn.rotate(shift);
    let radii = pair.a.radius + pair.b.radius;
    let world = turn.rotate(normal);
    Some(Depth {
        depth: depth + radii,
        normal: world,
        point_a: turn.rotate(a) + origin + world * pair.a.radius,
        point_b: turn.rotate(b) + origin - world * pair.b.radius,
        lower: depth + radii,
        upper: depth + radii,
        global: true,
        unique: None,
        evidence: Evidence { a: Names::Formula, b: Names::Formula, ..Evidence::first_vertices() },
        effort: Effort { method: Method::Axes, iterations: AXES, stop: Stop::Converged },
    })
}

const AXES: u32 = 15;

impl<const D: usize> Boxes<D> {
    /// The least overlap over all axes, and the axis from A to B; `None` if they are apart.
    #[inline(always)]
    fn least(&self) -> Option<(f64, Axis, Vector<D>)> {
        let Self { half_a: h, half_b: g, b_in_a, .. } = self;
        let (r, t) = (b_in_a.rotation().matrix(), b_in_a.translation());
        let mut size = [[0.0; D]; D];
        for i in 0..D {
            for j in 0..D {
                size[i][j] = r[i][j].abs();
            }
        }
        let (mut best, mut axis) = (f64::INFINITY, Axis::FaceA(0));
        for i in 0..D {
            let mut reach = h[i];
            for j in 0..D {
                reach += size[i][j] * g[j];
            }
            let over = reach - t[i].abs();
            if over < best {
                (best, axis) = (over, Axis::FaceA(i));
            }
        }
        for j in 0..D {
            let (mut reach, mut along) = (g[j], 0.0);
            for i in 0..D {
                reach += size[i][j] * h[i];
                along += r[i][j] * t[i];
            }
            let over = reach - along.abs();
            if over < best {
                (best, axis) = (over, Axis::FaceB(j));
            }
        }
        if best < 0.0 {
            return None;
        }
        if D == 3 {
            // Faces before edges, where rounding cannot tell: their contact is the steadier one.
            let slack = accuracy::FACET_GAP * accuracy::ROUNDING * self.scale;
            let mut least = best - slack;
            for i in 0..3 {
                let (k, l) = ((i + 1) % 3 % D, (i + 2) % 3 % D);
                for j in 0..3 {
                    let (m, n) = ((j + 1) % 3 % D, (j + 2) % 3 % D);
                    let (i, j) = (i % D, j % D);
                    let length = (r[k][j] * r[k][j] + r[l][j] * r[l][j]).max(0.0);
                    if length < accuracy::PARALLEL * accuracy::PARALLEL {
                        continue;
                    }
                    let reach = h[k] * size[l][j]
                        + h[l] * size[k][j]
                        + g[m] * size[i][n]
                        + g[n] * size[i][m];
                    let along = t[l] * r[k][j] - t[k] * r[l][j];
                    let over = (reach - along.abs()) / crate::space::real::sqrt(length);
                    if over < least {
                        (least, best, axis) = (over, over, Axis::Edges(i, j));
                    }
                }
            }
        }
        (best >= 0.0).then(|| (best, axis, self.normal(axis)))
    }

    /// The unit normal of an axis, from A to B.
    fn normal(&self, axis: Axis) -> Vector<D> {
        let (r, t) = (self.b_in_a.rotation().matrix(), self.b_in_a.translation());
        let n = match axis {
            Axis::FaceA(i) => Vector::axis(i),
            Axis::FaceB(j) => r.column(j),
            Axis::Edges(i, j) => {
                let (k, l) = ((i + 1) % D, (i + 2) % D);
                let mut n = Vector::ZERO;
                n[k] = -r[l][j];
                n[l] = r[k][j];
                n.normalized().unwrap_or(Vector::axis(0))
            }
        };
        if n.dot(t) < 0.0 { -n } else { n }
    }

    /// The deepest points of A and of B: b lies on B's feature furthest against the normal, and
    /// a = b + depth · normal on A's furthest along it.
    fn points(&self, axis: Axis, normal: Vector<D>, depth: f64) -> [Vector<D>; 2] {
        match axis {
            Axis::FaceA(i) => {
                let face = Face { half: self.half_a, other: self.half_b, axis: i };
                let b = face.deepest(&self.b_in_a, normal, self.scale);
                [b + normal * depth, b]
            }
            Axis::FaceB(j) => {
                let back = self.b_in_a.inverse();
                let face = Face { half: self.half_b, other: self.half_a, axis: j };
                let local = self.b_in_a.rotation().rotate_back(-normal);
                let a = self.b_in_a.transform(face.deepest(&back, local, self.scale));
                [a, a - normal * depth]
            }
            Axis::Edges(i, j) => self.crossing(i, j, normal),
        }
    }

    /// The closest points of the lines through edge i of A and edge j of B that touch along the
    /// normal.
    fn crossing(&self, i: usize, j: usize, normal: Vector<D>) -> [Vector<D>; 2] {
        let r = self.b_in_a.rotation();
        let local = r.rotate_back(-normal);
        let on = |half: Vector<D>, along: Vector<D>, free: usize| {
            Vector::from_fn(|k| if k == free { 0.0 } else { half[k].copysign(along[k]) })
        };
        let p = on(self.half_a, normal, i);
        let q = self.b_in_a.transform(on(self.half_b, local, j));
        let (u, v) = (Vector::axis(i), r.matrix().column(j));
        // With unit directions: s − (u·v) t = u·(q − p) and (u·v) s − t = v·(q − p).
        let (uv, uw, vw) = (u.dot(v), u.dot(q - p), v.dot(q - p));
        let mut rest = Vector::<D>::ZERO;
        for k in 0..D {
            rest[k] = v[k] - uv * u[k];
        }
        let across = rest.norm_squared();
        let s = ((uw - uv * vw) / across).clamp(-self.half_a[i], self.half_a[i]);
        let t = ((uv * uw - vw) / across).clamp(-self.half_b[j], self.half_b[j]);
        [p + u * s, q + v * t]
    }
}

/// A face of one box against the other box.
struct Face<const D: usize> {
    half: Vector<D>,
    other: Vector<D>,
    axis: usize,
}

impl<const D: usize> Face<D> {
    /// A deepest point of the other box, under `pose`, below this face; `outward` is the face's
    /// normal. The corner that lies furthest inwards, as long as it is one corner. Where an edge
    /// or a face of the other box is parallel to this face: the middle of what lies over it.
    fn deepest(&self, pose: &Pose<D>, outward: Vector<D>, scale: f64) -> Vector<D> {
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
