//! How deep two boxes overlap, by separating axes; a point is a box without extent.
//!
//! The difference of two boxes is a polytope whose faces have one of 15 normals, up to sign (4 in
//! 2D): those of the faces of A and of B, and the products of an edge of one with an edge of the
//! other. So the least overlap along these is the depth. With R the axes of B seen from A, the
//! product of axis i of A and axis j of B has only entries of R for coordinates, and nothing
//! cancels, however parallel the two are.
//!
//! Source: Gottschalk, Lin and Manocha 1996 (the axes); the depth is our own reading of it.

mod facade;
mod slabs;

use crate::accuracy;
use crate::answer::{Depth, Effort, Evidence, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::Core;
use crate::simd::{Level, Work, dispatch};
use crate::space::{Matrix, Pose, Vector, real};
use facade::Face;
use slabs::{Lanes, Slabs};

/// Two boxes: A's in its own frame, B's turned and shifted.
struct Boxes<'a, 'b, const D: usize> {
    pair: &'a Pair<'b, D>,
    half_a: Vector<D>,
    half_b: Vector<D>,
    turn: Matrix<D>,
    /// The rows of the same.
    rows: [Lanes; D],
    shift: Vector<D>,
}

/// Along which normal, in A's frame, and which of the features meet there.
#[derive(Clone, Copy)]
enum Axis {
    FaceA(usize),
    FaceB(usize),
    Edges(usize, usize),
}

/// What parts two boxes: everything of the answer that is not the same for all of them.
pub(crate) struct Parting<const D: usize> {
    pub(crate) depth: f64,
    /// From A to B, in the world, and so are the points.
    pub(crate) normal: Vector<D>,
    pub(crate) points: [Vector<D>; 2],
    /// Whether the way along every other axis is clearly longer.
    pub(crate) alone: bool,
}

impl<const D: usize> Parting<D> {
    /// The answer, written where it belongs and not copied.
    #[inline(always)]
    pub(crate) fn depth(&self) -> Depth<D> {
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

    /// Whether another direction is as short a way out, up to `margin`.
    #[inline(always)]
    pub(crate) fn has_rival(&self, pair: &Pair<'_, D>, margin: f64) -> bool {
        !self.alone && self.looks_like_rivals(pair, margin)
    }

    #[inline(never)]
    fn looks_like_rivals(&self, pair: &Pair<'_, D>, margin: f64) -> bool {
        let normal = pair.pose_a.rotation().rotate_back(self.normal);
        has_rival(pair, normal, self.depth - (pair.a.radius + pair.b.radius) + margin)
    }
}

/// The same in the frames of the two, for derivatives: the normal in each, and where the points are.
/// Without the radii, along which nothing turns.
pub(crate) struct Within<const D: usize> {
    pub(crate) normals: [Vector<D>; 2],
    pub(crate) points: [Vector<D>; 2],
}

/// Whether both cores are boxes or points.
#[inline(always)]
pub(crate) fn are_boxes<const D: usize>(pair: &Pair<'_, D>) -> bool {
    sides(pair).is_some()
}

/// How two boxes are parted, if both cores are boxes or points and do not lie apart.
#[inline(always)]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Parting<D>> {
    // Looked at again where it is needed, rather than handed over.
    sides(pair)?;
    dispatch(Overlap { pair })
}

/// A question.
struct Overlap<'a, 'b, const D: usize> {
    pair: &'a Pair<'b, D>,
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
    let reaches = |ways: &[[f64; 3]; 2], k: usize, length: f64, axis: Axis| {
        let is_rival = |sign: f64| (boxes.unit(axis) * sign).dot(normal) < accuracy::RIVAL_COSINE;
        let limit = limit * length;
        (ways[0][k] <= limit && is_rival(1.0)) || (ways[1][k] <= limit && is_rival(-1.0))
    };
    let [a, b] = [0, 1].map(|side: usize| slabs.faces[side].ways());
    (0..D).any(|i| reaches(&a, i, 1.0, Axis::FaceA(i)))
        || (0..D).any(|j| reaches(&b, j, 1.0, Axis::FaceB(j)))
        || (0..D * D).filter(|_| D == 3).any(|k| {
            let (i, j) = (k / D, k % D);
            let (over, squared) = slabs.edge(i, j);
            // No longer than 1, so that mostly the first is enough.
            over <= limit
                && squared > accuracy::PARALLEL
                && reaches(&slabs.edges[i].ways(), j, real::sqrt(squared), Axis::Edges(i, j))
        })
}

impl<const D: usize> Work for Overlap<'_, '_, D> {
    type Output = Option<Parting<D>>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Option<Parting<D>> {
        Some(part_boxes(self.pair)?.0)
    }
}

/// The same, to be compiled for the processor with whatever is done next.
#[inline(always)]
pub(crate) fn part_boxes<const D: usize>(pair: &Pair<'_, D>) -> Option<(Parting<D>, Within<D>)> {
    let [a, b] = sides(pair)?;
    let boxes = Boxes::new(pair, a, b)?;
    let Least { overlap: depth, axis, other } = boxes.least()?;
    let (normal, [p, q]) = boxes.parted(axis, depth)?;
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
    let back = depth + 2.0 * normal.dot(boxes.shift);
    let clear = accuracy::ALONE_AXES * (depth + radii + pair.scale);
    let alone = other - depth > clear && back - depth > clear;
    // A point may be anywhere in its frame.
    let [from_a, from_b] = [a.1, b.1].map(|place| place.unwrap_or(Vector::ZERO));
    let within = Within {
        normals: [normal, boxes.to_b(normal)],
        points: [p + from_a, boxes.to_b(q - boxes.shift) + from_b],
    };
    Some((Parting { depth: depth + radii, normal: world, points, alone }, within))
}

const AXES: u32 = 15;

/// The least overlap over all axes.
struct Least {
    overlap: f64,
    axis: Axis,
    /// The least along the others.
    other: f64,
}

impl<'a, 'b, const D: usize> Boxes<'a, 'b, D> {
    #[inline(always)]
    fn new(
        pair: &'a Pair<'b, D>,
        (half_a, point_a): Half<D>,
        (half_b, point_b): Half<D>,
    ) -> Option<Self> {
        // B seen from A, as `Pose::to_local` computes it.
        let matrix_a = pair.pose_a.rotation().matrix();
        let from = slabs::rows(pair.pose_b.rotation().matrix());
        let (mut turn, mut rows) = (Matrix::IDENTITY, from);
        for i in 0..D {
            rows[i] = slabs::transpose_mul(&from, matrix_a.column(i));
            turn[i] = rows[i].vector();
        }
        let mut shift = slabs::transpose_mul(&slabs::rows(matrix_a), pair.offset).vector();
        if let Some(p) = point_b {
            shift = turn * p + shift;
        }
        if let Some(p) = point_a {
            shift -= p;
        }
        // Shapes may have points further away than numbers reach.
        let is_near = (point_a.is_none() && point_b.is_none()) || shift.is_finite();
        is_near.then_some(Self { pair, half_a, half_b, turn, rows, shift })
    }

    #[inline(always)]
    fn slabs(&self) -> Slabs<D> {
        Slabs::new(self.half_a, self.half_b, &self.rows, self.shift)
    }

    /// A direction of A's frame in B's.
    #[inline(always)]
    fn to_b(&self, v: Vector<D>) -> Vector<D> {
        slabs::transpose_mul(&self.rows, v).vector()
    }

    /// A point of B's frame in A's.
    #[inline(always)]
    fn in_a(&self, p: Vector<D>) -> Vector<D> {
        self.turn * p + self.shift
    }

    /// The pose of B in A's frame.
    fn pose(&self) -> Option<Pose<D>> {
        Pose::new(*self.pair.b_in_a().rotation(), self.shift).ok()
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
            let slack = accuracy::FACET_GAP * accuracy::ROUNDING * self.pair.scale;
            let limit = (faces.best - slack).max(0.0);
            if edges.best < limit * limit {
                let (i, j) = edges.place;
                let (over, squared) = slabs.edge(i, j);
                let second = real::sqrt(edges.other);
                let other = if second < faces.best { second } else { faces.best };
                let axis = Axis::Edges(i, j);
                let mut overlap = over / real::sqrt(squared);
                if squared < accuracy::NEARLY_PARALLEL * accuracy::NEARLY_PARALLEL {
                    overlap = self.overlap_along(axis);
                }
                if overlap < limit {
                    return Some(Least { overlap, axis, other });
                }
            }
            other = other.min(real::sqrt(edges.best));
        }
        let (side, k) = faces.place;
        let axis = if side == 0 { Axis::FaceA(k) } else { Axis::FaceB(k) };
        Some(Least { overlap: faces.best, axis, other })
    }

    /// How far the two overlap along the unit vector of an axis. Across edges that are nearly parallel
    /// rounding counts many times as much in a quotient by the sine between them.
    #[cold]
    #[inline(never)]
    fn overlap_along(&self, axis: Axis) -> f64 {
        let n = self.unit(axis);
        let reach = self.half_a.dot(n.map(f64::abs)) + self.half_b.dot(self.to_b(n).map(f64::abs));
        reach - n.dot(self.shift).abs()
    }

    /// The unit vector of an axis.
    #[inline(always)]
    fn unit(&self, axis: Axis) -> Vector<D> {
        match axis {
            Axis::FaceA(i) => Vector::axis(i),
            Axis::FaceB(j) => self.turn.column(j),
            Axis::Edges(i, j) => self.across(i, j),
        }
    }

    /// The unit vector across edge i of A and edge j of B, which are not parallel.
    #[inline(always)]
    fn across(&self, i: usize, j: usize) -> Vector<D> {
        let r = &self.turn;
        let (k, l) = ((i + 1) % D, (i + 2) % D);
        let mut n = Vector::ZERO;
        n[k] = -r[l][j];
        n[l] = r[k][j];
        n / n.norm()
    }

    /// The unit normal of an axis, from A to B, and the deepest points of A and of B: b lies on B's
    /// feature furthest against the normal, and a = b + depth · normal on A's furthest along it.
    #[inline(always)]
    fn parted(&self, axis: Axis, depth: f64) -> Option<(Vector<D>, [Vector<D>; 2])> {
        let n = self.unit(axis);
        let normal = if n.dot(self.shift) < 0.0 { -n } else { n };
        let points = match axis {
            Axis::FaceA(i) => {
                let inward = self.to_b(-normal);
                let b = match self.corner(self.half_b, inward) {
                    Some(corner) => self.in_a(corner),
                    None => self.under_face_of_a(i, normal)?,
                };
                [b + normal * depth, b]
            }
            Axis::FaceB(j) => {
                let a = match self.corner(self.half_a, normal) {
                    Some(corner) => corner,
                    None => self.under_face_of_b(j, normal)?,
                };
                [a, a - normal * depth]
            }
            Axis::Edges(i, j) => self.crossing(i, j, normal),
        };
        Some((normal, points))
    }

    /// The corner of a box that lies furthest along a direction, if it is one corner.
    #[inline(always)]
    fn corner(&self, half: Vector<D>, along: Vector<D>) -> Option<Vector<D>> {
        let level = accuracy::TOUCH * accuracy::ROUNDING * self.pair.scale;
        let is_steep =
            |k: usize| along[k].abs() > accuracy::FLUSH && along[k].abs() * half[k] > level;
        let is_one = (0..D).all(|k| is_steep(k) || half[k] == 0.0);
        is_one.then(|| Vector::from_fn(|k| half[k].copysign(along[k])))
    }

    /// A deepest point of B below a face of A that an edge or a face of B is nearly parallel to.
    #[cold]
    #[inline(never)]
    fn under_face_of_a(&self, i: usize, normal: Vector<D>) -> Option<Vector<D>> {
        let face = Face { half: self.half_a, other: self.half_b, axis: i };
        Some(face.deepest(&self.pose()?, normal, self.pair.scale))
    }

    /// The same of A below a face of B.
    #[cold]
    #[inline(never)]
    fn under_face_of_b(&self, j: usize, normal: Vector<D>) -> Option<Vector<D>> {
        let face = Face { half: self.half_b, other: self.half_a, axis: j };
        let (pose, local) = (self.pose()?.inverse(), self.to_b(-normal));
        Some(self.in_a(face.deepest(&pose, local, self.pair.scale)))
    }

    /// The closest points of the lines through edge i of A and edge j of B that touch along the
    /// normal.
    #[inline(always)]
    fn crossing(&self, i: usize, j: usize, normal: Vector<D>) -> [Vector<D>; 2] {
        let local = self.to_b(-normal);
        let on = |half: Vector<D>, along: Vector<D>, free: usize| {
            Vector::from_fn(|k| if k == free { 0.0 } else { half[k].copysign(along[k]) })
        };
        let p = on(self.half_a, normal, i);
        let q = self.in_a(on(self.half_b, local, j));
        let (u, v) = (Vector::axis(i), self.turn.column(j));
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
