//! How deep two boxes overlap, by separating axes; a point is a box without extent.
//!
//! The difference of two boxes is a polytope whose faces have one of 15 normals, up to sign (4 in
//! 2D): those of the faces of A and of B, and the products of an edge of one with an edge of the
//! other. So the least overlap along these is the depth. With R the axes of B seen from A, the
//! product of axis i of A and axis j of B has only entries of R for coordinates, and nothing
//! cancels, however parallel the two are.
//!
//! Source: Gottschalk, Lin and Manocha 1996 (the axes); the depth is our own reading of it.

use super::facade::Face;
use super::slabs::Slabs;
use crate::accuracy;
use crate::answer::{Depth, Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::Core;
use crate::simd::{Level, Work, dispatch};
use crate::space::{Pose, Vector, real};

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

/// What parts two boxes: everything of the answer that is not the same for all of them.
pub(super) struct Parting<const D: usize> {
    depth: f64,
    /// From A to B, in the world, and so are the points.
    normal: Vector<D>,
    points: [Vector<D>; 2],
    /// Whether the way along every other axis is clearly longer.
    pub(super) alone: bool,
}

impl<const D: usize> Parting<D> {
    /// The answer, written where it belongs and not copied.
    #[inline(always)]
    pub(super) fn depth(&self) -> Depth<D> {
        Depth {
            depth: self.depth,
            normal: self.normal,
            point_a: self.points[0],
            point_b: self.points[1],
            lower: self.depth,
            upper: self.depth,
            global: true,
            unique: None,
            evidence: Evidence {
                a: Names::Formula,
                b: Names::Formula,
                ..Evidence::first_vertices()
            },
            effort: Effort { method: Method::Axes, iterations: AXES, stop: Stop::Converged },
        }
    }
}

/// How two boxes are parted, if both cores are boxes or points and do not lie apart.
#[inline(always)]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Parting<D>> {
    let [a, b] = sides(pair)?;
    dispatch(Overlap { pair, a, b })
}

/// A question.
struct Overlap<'a, 'b, const D: usize> {
    pair: &'a Pair<'b, D>,
    a: Half<D>,
    b: Half<D>,
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
    let Some(boxes) = sides(pair).and_then(|[a, b]| Boxes::new(pair, a, b)) else { return false };
    let slabs = boxes.slabs();
    // Forwards or backwards along a line.
    let reaches = |reach: f64, along: f64, length: f64, axis: Axis| {
        let is_rival = |sign: f64| (boxes.unit(axis) * sign).dot(normal) < accuracy::RIVAL_COSINE;
        let limit = limit * length;
        (reach - along <= limit && is_rival(1.0)) || (reach + along <= limit && is_rival(-1.0))
    };
    let [a, b] = &slabs.faces;
    (0..D).any(|i| reaches(a.reach[i], a.along[i], 1.0, Axis::FaceA(i)))
        || (0..D).any(|j| reaches(b.reach[j], b.along[j], 1.0, Axis::FaceB(j)))
        || (0..D * D).filter(|_| D == 3).any(|k| {
            let (i, j) = (k / D, k % D);
            let ((over, squared), edges) = (slabs.edge(i, j), &slabs.edges[i]);
            // No longer than 1, so that mostly the first is enough.
            over <= limit
                && squared > accuracy::PARALLEL
                && reaches(edges.reach[j], edges.along[j], real::sqrt(squared), Axis::Edges(i, j))
        })
}

impl<const D: usize> Work for Overlap<'_, '_, D> {
    type Output = Option<Parting<D>>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Option<Parting<D>> {
        let Self { pair, a, b } = self;
        let boxes = Boxes::new(pair, a, b)?;
        let Least { overlap: depth, axis, other } = boxes.least()?;
        let (normal, [p, q]) = boxes.parted(axis, depth);
        let turn = pair.pose_a.rotation();
        let mut origin = pair.pose_a.translation();
        if let Some(shift) = a.1 {
            origin += turn.rotate(shift);
        }
        let world = turn.rotate(normal);
        let mut points = [turn.rotate(p) + origin, turn.rotate(q) + origin];
        let radii = pair.a.radius + pair.b.radius;
        if radii > 0.0 {
            points = [points[0] + world * pair.a.radius, points[1] - world * pair.b.radius];
        }
        // The way back along the same axis is longer by twice the way between the middles.
        let back = depth + 2.0 * normal.dot(boxes.b_in_a.translation());
        let clear = accuracy::ALONE_AXES * (depth + radii + pair.scale);
        let alone = other - depth > clear && back - depth > clear;
        Some(Parting { depth: depth + radii, normal: world, points, alone })
    }
}

const AXES: u32 = 15;

/// The least overlap over all axes.
struct Least {
    overlap: f64,
    axis: Axis,
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

    #[inline(always)]
    fn slabs(&self) -> Slabs<D> {
        Slabs::new(self.half_a, self.half_b, &self.b_in_a)
    }

    /// `None` if they are apart.
    #[inline(always)]
    fn least(&self) -> Option<Least> {
        let slabs = self.slabs();
        let faces = slabs.least_face();
        if faces.best < 0.0 {
            return None;
        }
        let mut other = faces.other;
        if D == 3 {
            let edges = slabs.least_edge();
            if edges.best < 0.0 {
                return None;
            }
            // Faces before edges, where rounding cannot tell: their contact is the steadier one.
            let slack = accuracy::FACET_GAP * accuracy::ROUNDING * self.scale;
            let limit = (faces.best - slack).max(0.0);
            if edges.best < limit * limit {
                let (i, j) = edges.place;
                let (over, squared) = slabs.edge(i, j);
                let second = real::sqrt(edges.other);
                let other = if second < faces.best { second } else { faces.best };
                let axis = Axis::Edges(i, j);
                return Some(Least { overlap: over / real::sqrt(squared), axis, other });
            }
            other = other.min(real::sqrt(edges.best));
        }
        let (side, k) = faces.place;
        let axis = if side == 0 { Axis::FaceA(k) } else { Axis::FaceB(k) };
        Some(Least { overlap: faces.best, axis, other })
    }

    /// The unit vector of an axis.
    #[inline(always)]
    fn unit(&self, axis: Axis) -> Vector<D> {
        match axis {
            Axis::FaceA(i) => Vector::axis(i),
            Axis::FaceB(j) => self.b_in_a.rotation().matrix().column(j),
            Axis::Edges(i, j) => self.across(i, j),
        }
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

    /// The unit normal of an axis, from A to B, and the deepest points of A and of B: b lies on B's
    /// feature furthest against the normal, and a = b + depth · normal on A's furthest along it.
    #[inline(always)]
    fn parted(&self, axis: Axis, depth: f64) -> (Vector<D>, [Vector<D>; 2]) {
        let n = self.unit(axis);
        let normal = if n.dot(self.b_in_a.translation()) < 0.0 { -n } else { n };
        let points = match axis {
            Axis::FaceA(i) => {
                let inward = self.b_in_a.rotation().rotate_back(-normal);
                let b = match self.corner(self.half_b, inward) {
                    Some(corner) => self.b_in_a.transform(corner),
                    None => self.under_face_of_a(i, normal),
                };
                [b + normal * depth, b]
            }
            Axis::FaceB(j) => {
                let a = match self.corner(self.half_a, normal) {
                    Some(corner) => corner,
                    None => self.under_face_of_b(j, normal),
                };
                [a, a - normal * depth]
            }
            Axis::Edges(i, j) => self.crossing(i, j, normal),
        };
        (normal, points)
    }

    /// The corner of a box that lies furthest along a direction, if it is one corner.
    #[inline(always)]
    fn corner(&self, half: Vector<D>, along: Vector<D>) -> Option<Vector<D>> {
        let level = accuracy::TOUCH * accuracy::ROUNDING * self.scale;
        let is_one = (0..D).all(|k| along[k].abs() * half[k] > level || half[k] == 0.0);
        is_one.then(|| Vector::from_fn(|k| half[k].copysign(along[k])))
    }

    /// A deepest point of B below a face of A that an edge or a face of B is parallel to.
    #[cold]
    #[inline(never)]
    fn under_face_of_a(&self, i: usize, normal: Vector<D>) -> Vector<D> {
        let face = Face { half: self.half_a, other: self.half_b, axis: i };
        face.deepest(&self.b_in_a, normal, self.scale)
    }

    /// The same of A below a face of B.
    #[cold]
    #[inline(never)]
    fn under_face_of_b(&self, j: usize, normal: Vector<D>) -> Vector<D> {
        let face = Face { half: self.half_b, other: self.half_a, axis: j };
        let local = self.b_in_a.rotation().rotate_back(-normal);
        self.b_in_a.transform(face.deepest(&self.b_in_a.inverse(), local, self.scale))
    }

    /// The closest points of the lines through edge i of A and edge j of B that touch along the
    /// normal.
    #[inline(always)]
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
        let between = q - p;
        let (uv, uw, vw) = (v[i], between[i], v.dot(between));
        let mut rest = v;
        rest[i] = 0.0;
        let per = 1.0 / rest.norm_squared();
        let s = ((uw - uv * vw) * per).clamp(-self.half_a[i], self.half_a[i]);
        let t = ((uv * uw - vw) * per).clamp(-self.half_b[j], self.half_b[j]);
        [p + u * s, q + v * t]
    }
}
