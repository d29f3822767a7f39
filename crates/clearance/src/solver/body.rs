//! The two sides of a pair as GJK asks them for support points: one small type for each kind of
//! core that deserves its own code, all in A's frame.

use crate::answer::{MOST, Names};
use crate::shape::{Core, VertexSet, corner};
use crate::simd::{self, Block, LANES};
use crate::space::{Pose, Vector};

/// Stands for the number of a point that has none.
pub(crate) const NO_NUMBER: u32 = u32::MAX;

/// A convex set in A's frame.
pub(crate) trait Body<const D: usize> {
    /// What names a support point.
    type Mark: Copy;

    /// The point furthest along `direction`. `near` was the answer for a similar direction.
    fn support(&self, direction: Vector<D>, near: Option<Self::Mark>) -> (Vector<D>, Self::Mark);

    /// The point behind a mark.
    fn point(&self, mark: Self::Mark) -> Vector<D>;

    /// The combination of the first `len` points with these weights.
    #[inline(always)]
    fn combine(
        &self,
        marks: impl Fn(usize) -> Self::Mark,
        weights: [f64; MOST],
        len: usize,
    ) -> Vector<D> {
        combine(|k| self.point(marks(k)), weights, len)
    }

    /// The point that evidence from another query names at place `k`, if there is one;
    /// `direction` is the direction there, out of this body.
    fn recall(
        &self,
        names: &Names,
        k: usize,
        direction: Vector<D>,
    ) -> Option<(Vector<D>, Self::Mark)>;

    /// The names of these points in the evidence.
    fn names(marks: [Self::Mark; MOST]) -> Names;

    /// The number of a point; [`NO_NUMBER`] if it is named by a direction.
    fn number(_mark: Self::Mark) -> u32 {
        NO_NUMBER
    }

    /// The direction that a point was found along, if that is how it is named.
    fn direction(_mark: Self::Mark) -> Option<Vector<D>> {
        None
    }
}

#[inline(always)]
fn combine<const D: usize>(
    point: impl Fn(usize) -> Vector<D>,
    weights: [f64; MOST],
    len: usize,
) -> Vector<D> {
    let mut sum = point(0) * weights[0];
    for k in 1..len.min(MOST) {
        sum += point(k) * weights[k];
    }
    sum
}

#[inline(always)]
fn vertex_name(names: &Names, k: usize, count: u32) -> Option<u32> {
    match names {
        Names::Vertices(ids) if ids[k] < count => Some(ids[k]),
        _ => None,
    }
}

/// The methods that are the same for every body with numbered vertices.
macro_rules! numbered {
    ($count:expr) => {
        type Mark = u32;

        #[inline(always)]
        fn recall(
            &self,
            names: &Names,
            k: usize,
            _direction: Vector<D>,
        ) -> Option<(Vector<D>, u32)> {
            let count: fn(&Self) -> u32 = $count;
            let id = vertex_name(names, k, count(self))?;
            Some((self.point(id), id))
        }

        #[inline(always)]
        fn names(marks: [u32; MOST]) -> Names {
            Names::Vertices(marks)
        }

        #[inline(always)]
        fn number(mark: u32) -> u32 {
            mark
        }
    };
}

/// A vertex set in its own frame.
pub(crate) struct Still<'a, const D: usize>(pub(crate) &'a VertexSet<D>);

impl<const D: usize> Body<D> for Still<'_, D> {
    numbered!(|still| still.0.len());

    #[inline(always)]
    fn support(&self, direction: Vector<D>, near: Option<u32>) -> (Vector<D>, u32) {
        let id = self.0.furthest(direction, near);
        (self.0.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        self.0.point(id)
    }
}

/// A vertex set under a pose: the direction is turned, not the vertices.
pub(crate) struct Posed<'a, const D: usize> {
    pub(crate) set: &'a VertexSet<D>,
    pub(crate) pose: &'a Pose<D>,
}

impl<const D: usize> Body<D> for Posed<'_, D> {
    numbered!(|posed| posed.set.len());

    #[inline(always)]
    fn support(&self, direction: Vector<D>, near: Option<u32>) -> (Vector<D>, u32) {
        let id = self.set.furthest(self.pose.rotation().rotate_back(direction), near);
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        self.pose.transform(self.set.point(id))
    }

    #[inline(always)]
    fn combine(&self, marks: impl Fn(usize) -> u32, weights: [f64; MOST], len: usize) -> Vector<D> {
        // The weights add up to one: combine first, move once.
        self.pose.transform(combine(|k| self.set.point(marks(k)), weights, len))
    }
}

/// At most 8 K vertices, moved into A's frame once: cheaper than turning every direction back.
pub(crate) struct Few<const D: usize, const K: usize> {
    blocks: [Block<D>; K],
    count: u32,
}

impl<const D: usize, const K: usize> Few<D, K> {
    /// The vertices of a set with at most K blocks.
    #[inline(always)]
    pub(crate) fn moved(set: &VertexSet<D>, pose: &Pose<D>) -> Self {
        let mut blocks = [[[0.0; LANES]; D]; K];
        simd::transform(&pose.rotation().matrix().0, pose.translation(), set.blocks(), &mut blocks);
        Self { blocks, count: set.len() }
    }

    /// These points (one or two).
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
    numbered!(|few| few.count);

    #[inline(always)]
    fn support(&self, direction: Vector<D>, _near: Option<u32>) -> (Vector<D>, u32) {
        let used = if K == 1 { 1 } else { (self.count as usize).div_ceil(LANES).min(K) };
        let id = simd::furthest(&self.blocks[..used], direction);
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        // The remainders change nothing and spare the bounds checks.
        let (block, lane) = (id as usize / LANES % K, id as usize % LANES);
        Vector::from_fn(|i| self.blocks[block][i][lane])
    }
}

/// A box in its own frame, centred on the origin.
pub(crate) struct StillBox<const D: usize>(pub(crate) Vector<D>);

impl<const D: usize> Body<D> for StillBox<D> {
    numbered!(|_| 1 << D);

    #[inline(always)]
    fn support(&self, direction: Vector<D>, _near: Option<u32>) -> (Vector<D>, u32) {
        let mut id = 0;
        for i in 0..D {
            id |= u32::from(direction[i] >= 0.0) << i;
        }
        (corner(self.0, id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        corner(self.0, id)
    }
}

/// A box under a pose: each of its half edges is taken forwards or backwards.
pub(crate) struct PosedBox<'a, const D: usize> {
    pub(crate) half: Vector<D>,
    pub(crate) pose: &'a Pose<D>,
}

impl<const D: usize> Body<D> for PosedBox<'_, D> {
    numbered!(|_| 1 << D);

    #[inline(always)]
    fn support(&self, direction: Vector<D>, _near: Option<u32>) -> (Vector<D>, u32) {
        let local = self.pose.rotation().rotate_back(direction);
        let mut id = 0;
        for i in 0..D {
            id |= u32::from(local[i] >= 0.0) << i;
        }
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        self.pose.transform(corner(self.half, id))
    }

    #[inline(always)]
    fn combine(&self, marks: impl Fn(usize) -> u32, weights: [f64; MOST], len: usize) -> Vector<D> {
        // The weights add up to one: combine first, move once.
        self.pose.transform(combine(|k| corner(self.half, marks(k)), weights, len))
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

    #[inline]
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

    #[inline]
    fn recall(
        &self,
        names: &Names,
        _k: usize,
        direction: Vector<D>,
    ) -> Option<(Vector<D>, Found<D>)> {
        matches!(names, Names::Directions).then(|| self.support(direction, None))
    }

    #[inline(always)]
    fn names(_marks: [Found<D>; MOST]) -> Names {
        Names::Directions
    }

    #[inline(always)]
    fn direction(mark: Found<D>) -> Option<Vector<D>> {
        Some(mark.direction)
    }
}
