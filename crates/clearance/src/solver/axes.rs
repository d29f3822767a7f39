//! How deep two boxes overlap, by separating axes; a point is a box without extent.
//!
//! The difference of two boxes is a polytope whose faces have one of 15 normals, up to sign (4 in
//! 2D): those of the faces of A and of B, and the products of an edge of one with an edge of the
//! other. So the least overlap along these is the depth. With R the axes of B seen from A, the
//! product of axis i of A and axis j of B has only entries of R for coordinates, and nothing
//! cancels, however parallel the two are.
//!
//! Source: Gottschalk, Lin and Manocha 1996 (the axes); the depth is our own reading of it.

use core::hint::select_unpredictable;

use crate::accuracy;
use crate::answer::{Depth, Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::Core;
use crate::space::{Matrix, Pose, Vector, real};

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

/// How deep the two overlap, if both cores are boxes or points and do not lie apart, and whether the
/// way along every other axis is clearly longer.
#[inline(always)]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<(Depth<D>, bool)> {
    let [a, b] = sides(pair)?;
    overlap(pair, a, b)
}

/// A half-extent and, for points, a place.
type Half<const D: usize> = (Vector<D>, Option<Vector<D>>);

#[inline(always)]
fn sides<const D: usize>(pair: &Pair<'_, D>) -> Option<[Half<D>; 2]> {
    match (&pair.a.core, &pair.b.core) {
        (Core::Cuboid(a), Core::Cuboid(b)) => Some([(*a, None), (*b, None)]),
        (Core::Cuboid(a), Core::Point(p)) => Some([(*a, None), (Vector::ZERO, Some(*p))]),
        (Core::Point(p), Core::Cuboid(b)) => Some([(Vector::ZERO, Some(*p)), (*b, None)]),
        _ => None,
    }
}

/// Whether another direction than `normal` (in A's frame) is as short a way out as `limit`.
pub(super) fn has_rival<const D: usize>(pair: &Pair<'_, D>, normal: Vector<D>, limit: f64) -> bool {
    let is_rival = |n: Vector<D>| n.dot(normal) < accuracy::RIVAL_COSINE;
    sides(pair).and_then(|[a, b]| Boxes::new(pair, a, b)).is_some_and(|boxes| {
        let slabs = Slabs::new(&boxes);
        (0..D).any(|i| slabs.face_a(i).reaches(limit, 1.0, || Vector::axis(i), is_rival))
            || (0..D).any(|j| slabs.face_b(j).reaches(limit, 1.0, || slabs.r.column(j), is_rival))
            || (0..D * D).filter(|_| D == 3).any(|k| {
                let (i, j) = (k / D, k % D);
                let (slab, squared) = slabs.edges(i, j);
                // No longer than 1, so that mostly the first is enough.
                slab.overlap() <= limit
                    && squared > accuracy::PARALLEL
                    && slab.reaches(limit, real::sqrt(squared), || boxes.across(i, j), is_rival)
            })
    })
}

fn overlap<const D: usize>(pair: &Pair<'_, D>, a: Half<D>, b: Half<D>) -> Option<(Depth<D>, bool)> {
    let shift = a.1.unwrap_or(Vector::ZERO);
    let boxes = Boxes::new(pair, a, b)?;
    let Least { overlap: depth, axis, normal, other } = boxes.least()?;
    let [a, b] = boxes.points(axis, normal, depth);
    let turn = pair.pose_a.rotation();
    let origin = pair.pose_a.translation() + turn.rotate(shift);
    let radii = pair.a.radius + pair.b.radius;
    let world = turn.rotate(normal);
    // The way back along the same axis is longer by twice the way between the middles.
    let back = depth + 2.0 * normal.dot(boxes.b_in_a.translation());
    let alone = other.min(back) - depth > accuracy::ALONE_AXES * (depth + radii + pair.scale);
    let found = Depth {
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
    };
    Some((found, alone))
}

const AXES: u32 = 15;

#[inline(always)]
fn lower(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

#[inline(always)]
fn higher(x: f64, y: f64) -> f64 {
    if y > x { y } else { x }
}

/// The least overlap over all axes.
struct Least<const D: usize> {
    overlap: f64,
    axis: Axis,
    /// From A to B.
    normal: Vector<D>,
    /// The least along the others.
    other: f64,
}

impl<const D: usize> Boxes<D> {
    #[inline(always)]
    fn new(
        pair: &Pair<'_, D>,
        (half_a, point_a): Half<D>,
        (half_b, point_b): Half<D>,
    ) -> Option<Self> {
        let mut b_in_a = pair.b_in_a();
        if let Some(p) = point_b {
            b_in_a = Pose::new(*b_in_a.rotation(), b_in_a.transform(p)).ok()?;
        }
        if let Some(p) = point_a {
            b_in_a = Pose::new(*b_in_a.rotation(), b_in_a.translation() - p).ok()?;
        }
        Some(Self { half_a, half_b, b_in_a, scale: pair.scale })
    }

    /// `None` if they are apart.
    #[inline(always)]
    fn least(&self) -> Option<Least<D>> {
        let slabs = Slabs::new(self);
        let (mut best, mut axis) = (f64::INFINITY, Axis::FaceA(0));
        let mut other = f64::INFINITY;
        for i in 0..D {
            let over = slabs.face_a(i).overlap();
            other = lower(other, higher(best, over));
            if over < best {
                (best, axis) = (over, Axis::FaceA(i));
            }
        }
        for j in 0..D {
            let over = slabs.face_b(j).overlap();
            other = lower(other, higher(best, over));
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
            let least = best - slack;
            let (mut overs, mut squares) = ([[0.0; D]; D], [[0.0; D]; D]);
            for i in 0..D {
                for j in 0..D {
                    let (slab, squared) = slabs.edges(i, j);
                    (overs[i][j], squares[i][j]) = (slab.overlap(), squared);
                }
            }
            // All at once, which is two at a time: nobody can foretell which of them matter.
            for i in 0..D {
                for j in 0..D {
                    overs[i][j] /= real::sqrt(squares[i][j]);
                }
            }
            let (mut lowest, mut place) = (least, D * D);
            let mut low = best;
            for k in 0..D * D {
                let (over, squared) = (overs[k / D][k % D], squares[k / D][k % D]);
                let better = over < lowest && squared >= accuracy::PARALLEL * accuracy::PARALLEL;
                // Of parallel edges it may be anything: a false rival is looked at again.
                other = lower(other, higher(low, over));
                low = lower(low, over);
                lowest = select_unpredictable(better, over, lowest);
                place = select_unpredictable(better, k, place);
            }
            if place < D * D {
                (best, axis) = (lowest, Axis::Edges(place / D, place % D));
            }
            if low != best {
                other = lower(low, other);
            }
        }
        (best >= 0.0).then(|| Least { overlap: best, axis, normal: self.normal(axis), other })
    }

    /// The unit normal of an axis, from A to B.
    #[inline(always)]
    fn normal(&self, axis: Axis) -> Vector<D> {
        let n = match axis {
            Axis::FaceA(i) => Vector::axis(i),
            Axis::FaceB(j) => self.b_in_a.rotation().matrix().column(j),
            Axis::Edges(i, j) => self.across(i, j),
        };
        if n.dot(self.b_in_a.translation()) < 0.0 { -n } else { n }
    }

    /// The unit vector across edge i of A and edge j of B, which are not parallel.
    #[inline(always)]
    fn across(&self, i: usize, j: usize) -> Vector<D> {
        let r = self.b_in_a.rotation().matrix();
        let (k, l) = ((i + 1) % D, (i + 2) % D);
        let mut n = Vector::ZERO;
        n[k] = -r[l][j];
        n[l] = r[k][j];
        n / n.norm()
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

/// The shadows of two boxes on a line, whose direction need not have length 1.
struct Slab {
    /// Half the length of both shadows together.
    reach: f64,
    /// From the middle of A's to the middle of B's.
    along: f64,
}

impl Slab {
    #[inline(always)]
    fn overlap(&self) -> f64 {
        self.reach - self.along.abs()
    }

    /// Whether the way out along this line, forwards or backwards, is no longer than `limit` and its
    /// unit vector has a property.
    #[inline(always)]
    fn reaches<const D: usize>(
        &self,
        limit: f64,
        length: f64,
        unit: impl Fn() -> Vector<D>,
        is: impl Fn(Vector<D>) -> bool,
    ) -> bool {
        let limit = limit * length;
        (self.reach - self.along <= limit && is(unit()))
            || (self.reach + self.along <= limit && is(-unit()))
    }
}

/// All the lines that matter: at right angles to a face, or to an edge of each.
struct Slabs<'a, const D: usize> {
    h: Vector<D>,
    g: Vector<D>,
    r: &'a Matrix<D>,
    /// |r|, entry by entry.
    size: [[f64; D]; D],
    t: Vector<D>,
}

impl<'a, const D: usize> Slabs<'a, D> {
    #[inline(always)]
    fn new(boxes: &'a Boxes<D>) -> Self {
        let (r, t) = (boxes.b_in_a.rotation().matrix(), boxes.b_in_a.translation());
        let mut size = [[0.0; D]; D];
        for i in 0..D {
            for j in 0..D {
                size[i][j] = r[i][j].abs();
            }
        }
        Self { h: boxes.half_a, g: boxes.half_b, r, size, t }
    }

    #[inline(always)]
    fn face_a(&self, i: usize) -> Slab {
        let mut reach = self.h[i];
        for j in 0..D {
            reach += self.size[i][j] * self.g[j];
        }
        Slab { reach, along: self.t[i] }
    }

    #[inline(always)]
    fn face_b(&self, j: usize) -> Slab {
        let (mut reach, mut along) = (self.g[j], 0.0);
        for i in 0..D {
            reach += self.size[i][j] * self.h[i];
            along += self.r[i][j] * self.t[i];
        }
        Slab { reach, along }
    }

    /// Also the squared length of the direction.
    #[inline(always)]
    fn edges(&self, i: usize, j: usize) -> (Slab, f64) {
        let Self { h, g, r, size, t } = self;
        let (k, l) = ((i + 1) % D, (i + 2) % D);
        let (m, n) = ((j + 1) % D, (j + 2) % D);
        let reach = h[k] * size[l][j] + h[l] * size[k][j] + g[m] * size[i][n] + g[n] * size[i][m];
        let along = t[l] * r[k][j] - t[k] * r[l][j];
        (Slab { reach, along }, r[k][j] * r[k][j] + r[l][j] * r[l][j])
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
