//! The two sides of a pair as GJK asks them for support points: one small type for each kind of
//! core that deserves its own code, all in A's frame.

use crate::answer::{MOST, Names};
use crate::shape::{Core, VertexSet, corner};
use crate::simd::{self, Block, LANES};
use crate::space::{Pose, Vector};

/// A convex set in A's frame.
pub(crate) trait Body<const D: usize> {
    /// What names a support point.
    type Mark: Copy;

    /// The point furthest along `direction`. `near` was the answer for a similar direction.
    fn support(&self, direction: Vector<D>, near: Option<Self::Mark>) -> (Vector<D>, Self::Mark);

    /// The point behind a mark.
    fn point(&self, mark: Self::Mark) -> Vector<D>;

    /// The point that evidence from another query names at place `k`, if there is one.
    fn recall(&self, names: &Names<D>, k: usize) -> Option<(Vector<D>, Self::Mark)>;

    /// The names of these points in the evidence.
    fn names(marks: [Self::Mark; MOST]) -> Names<D>;
}

#[inline(always)]
fn vertex_name<const D: usize>(names: &Names<D>, k: usize, count: u32) -> Option<u32> {
    match names {
        Names::Vertices(ids) if ids[k] < count => Some(ids[k]),
        _ => None,
    }
}

/// A vertex set in its own frame.
pub(crate) struct Still<'a, const D: usize>(pub(crate) &'a VertexSet<D>);

impl<const D: usize> Body<D> for Still<'_, D> {
    type Mark = u32;

    #[inline(always)]
    fn support(&self, direction: Vector<D>, near: Option<u32>) -> (Vector<D>, u32) {
        let id = self.0.furthest(direction, near);
        (self.0.point(id), id)
    }

    #[inline(always)]
    fn point(&self, mark: u32) -> Vector<D> {
        self.0.point(mark)
    }

    #[inline(always)]
    fn recall(&self, names: &Names<D>, k: usize) -> Option<(Vector<D>, u32)> {
        let id = vertex_name(names, k, self.0.len())?;
        Some((self.0.point(id), id))
    }

    #[inline(always)]
    fn names(marks: [u32; MOST]) -> Names<D> {
        Names::Vertices(marks)
    }
}

/// A vertex set under a pose: the direction is turned, not the vertices.
pub(crate) struct Posed<'a, const D: usize> {
    pub(crate) set: &'a VertexSet<D>,
    pub(crate) pose: &'a Pose<D>,
}

impl<const D: usize> Body<D> for Posed<'_, D> {
    type Mark = u32;

    #[inline(always)]
    fn support(&self, direction: Vector<D>, near: Option<u32>) -> (Vector<D>, u32) {
        let id = self.set.furthest(self.pose.rotation().rotate_back(direction), near);
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, mark: u32) -> Vector<D> {
        self.pose.transform(self.set.point(mark))
    }

    #[inline(always)]
    fn recall(&self, names: &Names<D>, k: usize) -> Option<(Vector<D>, u32)> {
        let id = vertex_name(names, k, self.set.len())?;
        Some((self.point(id), id))
    }

    #[inline(always)]
    fn names(marks: [u32; MOST]) -> Names<D> {
        Names::Vertices(marks)
    }
}

/// A few vertices, moved into A's frame once: cheaper than turning every direction back.
pub(crate) struct Few<const D: usize, const K: usize> {
    blocks: [Block<D>; K],
    count: u32,
}

impl<const D: usize, const K: usize> Few<D, K> {
    /// How many vertices fit.
    pub(crate) const ROOM: usize = K * LANES;

    /// The points of a set with at most [`ROOM`](Self::ROOM) of them.
    #[inline(always)]
    pub(crate) fn moved(set: &VertexSet<D>, pose: &Pose<D>) -> Self {
        let mut blocks = [[[0.0; LANES]; D]; K];
        let (m, t) = (pose.rotation().matrix(), pose.translation());
        for (to, from) in blocks.iter_mut().zip(set.blocks()) {
            for i in 0..D {
                // The same sums in the same order as `Pose::transform`: the same bits.
                for l in 0..LANES {
                    let mut sum = m[i][0] * from[0][l];
                    for j in 1..D {
                        sum += m[i][j] * from[j][l];
                    }
                    to[i][l] = sum + t[i];
                }
            }
        }
        Self { blocks, count: set.len() }
    }

    /// These points (at most [`LANES`]).
    #[inline(always)]
    pub(crate) fn of<const N: usize>(points: [Vector<D>; N]) -> Self {
        let mut blocks = [[[0.0; LANES]; D]; K];
        for i in 0..D {
            for l in 0..LANES {
                blocks[0][i][l] = points[if l < N { l } else { 0 }][i];
            }
        }
        Self { blocks, count: N as u32 }
    }
}

impl<const D: usize, const K: usize> Body<D> for Few<D, K> {
    type Mark = u32;

    #[inline(always)]
    fn support(&self, direction: Vector<D>, _near: Option<u32>) -> (Vector<D>, u32) {
        let used = (self.count as usize).div_ceil(LANES).min(K);
        let id = simd::furthest(&self.blocks[..used], direction);
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, mark: u32) -> Vector<D> {
        let (block, lane) = (mark as usize / LANES % K, mark as usize % LANES);
        Vector::from_fn(|i| self.blocks[block][i][lane])
    }

    #[inline(always)]
    fn recall(&self, names: &Names<D>, k: usize) -> Option<(Vector<D>, u32)> {
        let id = vertex_name(names, k, self.count)?;
        Some((self.point(id), id))
    }

    #[inline(always)]
    fn names(marks: [u32; MOST]) -> Names<D> {
        Names::Vertices(marks)
    }
}

/// A box in its own frame, centred on the origin.
pub(crate) struct StillBox<const D: usize>(pub(crate) Vector<D>);

impl<const D: usize> Body<D> for StillBox<D> {
    type Mark = u32;

    #[inline(always)]
    fn support(&self, direction: Vector<D>, _near: Option<u32>) -> (Vector<D>, u32) {
        let mut id = 0;
        for i in 0..D {
            id |= u32::from(direction[i] >= 0.0) << i;
        }
        (corner(self.0, id), id)
    }

    #[inline(always)]
    fn point(&self, mark: u32) -> Vector<D> {
        corner(self.0, mark)
    }

    #[inline(always)]
    fn recall(&self, names: &Names<D>, k: usize) -> Option<(Vector<D>, u32)> {
        let id = vertex_name(names, k, 1 << D)?;
        Some((self.point(id), id))
    }

    #[inline(always)]
    fn names(marks: [u32; MOST]) -> Names<D> {
        Names::Vertices(marks)
    }
}

/// A box under a pose: its centre and its half edges, each of which is taken forwards or
/// backwards.
pub(crate) struct PosedBox<const D: usize> {
    edges: [Vector<D>; D],
    half: Vector<D>,
    pose: Pose<D>,
}

impl<const D: usize> PosedBox<D> {
    #[inline(always)]
    pub(crate) fn new(half: Vector<D>, pose: &Pose<D>) -> Self {
        let m = pose.rotation().matrix();
        Self { edges: core::array::from_fn(|i| m.column(i)), half, pose: *pose }
    }
}

impl<const D: usize> Body<D> for PosedBox<D> {
    type Mark = u32;

    #[inline(always)]
    fn support(&self, direction: Vector<D>, _near: Option<u32>) -> (Vector<D>, u32) {
        let mut id = 0;
        for i in 0..D {
            id |= u32::from(self.edges[i].dot(direction) >= 0.0) << i;
        }
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, mark: u32) -> Vector<D> {
        self.pose.transform(corner(self.half, mark))
    }

    #[inline(always)]
    fn recall(&self, names: &Names<D>, k: usize) -> Option<(Vector<D>, u32)> {
        let id = vertex_name(names, k, 1 << D)?;
        Some((self.point(id), id))
    }

    #[inline(always)]
    fn names(marks: [u32; MOST]) -> Names<D> {
        Names::Vertices(marks)
    }
}

/// Any core, known by its support function; under a pose if it is B's.
pub(crate) struct Opaque<'a, const D: usize> {
    pub(crate) core: &'a Core<'a, D>,
    pub(crate) pose: Option<&'a Pose<D>>,
}

/// A support point of an opaque core and the direction that it was found along, in A's frame.
#[derive(Clone, Copy)]
pub(crate) struct Found<const D: usize> {
    point: Vector<D>,
    direction: Vector<D>,
}

impl<const D: usize> Body<D> for Opaque<'_, D> {
    type Mark = Found<D>;

    #[inline(always)]
    fn support(&self, direction: Vector<D>, _near: Option<Found<D>>) -> (Vector<D>, Found<D>) {
        let point = match self.pose {
            None => self.core.support(direction),
            Some(pose) => pose.transform(self.core.support(pose.rotation().rotate_back(direction))),
        };
        (point, Found { point, direction })
    }

    #[inline(always)]
    fn point(&self, mark: Found<D>) -> Vector<D> {
        mark.point
    }

    #[inline(always)]
    fn recall(&self, names: &Names<D>, k: usize) -> Option<(Vector<D>, Found<D>)> {
        match names {
            Names::Directions(directions) => Some(self.support(directions[k], None)),
            _ => None,
        }
    }

    #[inline(always)]
    fn names(marks: [Found<D>; MOST]) -> Names<D> {
        Names::Directions(marks.map(|mark| mark.direction))
    }
}
