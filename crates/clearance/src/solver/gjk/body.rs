//! The two sides of a pair as GJK asks them for support points: one small type for each kind of
//! core that deserves its own code, both in the same axes.

use core::hint::select_unpredictable;

use super::behind::Mark;
use super::weights::combination;
use crate::answer::{MOST, Names};
use crate::shape::{Core, VertexSet};
use crate::simd::{self, Block, HALF, Half, LANES, Level};
use crate::space::{Matrix, Pose, Rotation, Vector};

/// Stands for the number of a point that has none.
pub(crate) const NO_NUMBER: u32 = u32::MAX;

/// A convex set.
pub(crate) trait Body<const D: usize> {
    /// What names a support point.
    type Mark: Mark<D>;

    /// Whether this is the hull of finitely many points, which GJK solves to rounding at no extra
    /// cost.
    const SHARP: bool = true;

    /// The same of this body.
    #[inline(always)]
    fn is_sharp(&self) -> bool {
        Self::SHARP
    }

    /// The point furthest along `direction`.
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Self::Mark);

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
        combination(|k| self.point(marks(k)), weights, len)
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
pub(crate) struct Still<'a, const D: usize, L> {
    pub(crate) set: &'a VertexSet<D>,
    pub(crate) level: L,
}

impl<const D: usize, L: Level> Body<D> for Still<'_, D, L> {
    numbered!(|still| still.set.len());

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let id = self.set.furthest_on(self.level, direction);
        (self.set.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        self.set.point(id)
    }
}

/// A vertex set that is turned and shifted: the direction is turned, not the vertices.
pub(crate) struct Posed<'a, const D: usize, L> {
    pub(crate) set: &'a VertexSet<D>,
    pub(crate) turn: &'a Rotation<D>,
    pub(crate) shift: Vector<D>,
    pub(crate) level: L,
}

impl<'a, const D: usize, L: Level> Posed<'a, D, L> {
    /// Under a pose.
    #[inline(always)]
    pub(crate) fn under(pose: &'a Pose<D>, set: &'a VertexSet<D>, level: L) -> Self {
        Self { set, turn: pose.rotation(), shift: pose.translation(), level }
    }
}

impl<const D: usize, L: Level> Body<D> for Posed<'_, D, L> {
    numbered!(|posed| posed.set.len());

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let local = self.turn.rotate_back(direction);
        let id = self.set.furthest_on(self.level, local);
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        self.turn.rotate(self.set.point(id)) + self.shift
    }

    #[inline(always)]
    fn combine(&self, marks: impl Fn(usize) -> u32, weights: [f64; MOST], len: usize) -> Vector<D> {
        // The weights add up to one: combine first, move once.
        self.turn.rotate(combination(|k| self.set.point(marks(k)), weights, len)) + self.shift
    }
}

/// At most K blocks of eight vertices, moved once: cheaper than turning every direction back.
pub(crate) struct Few<const D: usize, const K: usize, L> {
    blocks: [Block<D>; K],
    count: u32,
    level: L,
}

impl<const D: usize, const K: usize, L: Level> Few<D, K, L> {
    /// The vertices of a core that fill at most K blocks (see [`blocks_of`]), turned and shifted.
    #[inline(always)]
    pub(crate) fn new(core: &Core<'_, D>, turn: &Matrix<D>, shift: Vector<D>, level: L) -> Self {
        let point = |p: Vector<D>| *turn * p + shift;
        // Nothing is written twice: that would cost small bodies more than a step of GJK.
        let (block, count) = match core {
            Core::Vertices(set) => return Self::of(set, turn, shift, level),
            Core::Cuboid(half) => (corners(*half, turn, shift), 1 << D),
            Core::Segment(p, q) => (in_turn([point(*p), point(*q)]), 2),
            core => (in_turn([point(core.support(Vector::ZERO)); 2]), 1),
        };
        Self { blocks: [block; K], count, level }
    }

    /// The same for a set of vertices.
    #[inline(always)]
    pub(crate) fn of(set: &VertexSet<D>, turn: &Matrix<D>, shift: Vector<D>, level: L) -> Self {
        let all = set.blocks();
        let mut blocks = [simd::moved(&all[0], &turn.0, shift); K];
        for k in 1..K {
            // A block that is not there is the first one again: ties go to the first.
            if let Some(block) = all.get(k) {
                blocks[k] = simd::moved(block, &turn.0, shift);
            }
        }
        Self { blocks, count: set.len(), level }
    }
}

/// At most four vertices, moved once: half a block.
pub(crate) struct Four<const D: usize> {
    lanes: [Half; D],
    count: u32,
}

impl<const D: usize> Four<D> {
    /// The vertices of a set, turned and shifted; of more than four only the first.
    #[inline(always)]
    pub(crate) fn of(set: &VertexSet<D>, turn: &Matrix<D>, shift: Vector<D>) -> Self {
        let block = &set.blocks()[0];
        let mut lanes = [[0.0; HALF]; D];
        for i in 0..D {
            for l in 0..HALF {
                lanes[i][l] = turn.0[i][0] * block[0][l];
            }
            for j in 1..D {
                for l in 0..HALF {
                    lanes[i][l] += turn.0[i][j] * block[j][l];
                }
            }
            for l in 0..HALF {
                lanes[i][l] += shift[i];
            }
        }
        Self { lanes, count: set.len() }
    }
}

impl<const D: usize> Body<D> for Four<D> {
    numbered!(|four| four.count);

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let mut heights = [0.0; HALF];
        for l in 0..HALF {
            heights[l] = self.lanes[0][l] * direction[0];
        }
        for i in 1..D {
            for l in 0..HALF {
                heights[l] += self.lanes[i][l] * direction[i];
            }
        }
        // Selections, no branches: nobody can foretell which one is furthest.
        let [h, i, j, k] = heights;
        let (low, high) = (i > h, k > j);
        let (first, second) = (select_unpredictable(low, i, h), select_unpredictable(high, k, j));
        let pair = 2 * u32::from(second > first);
        let id = pair + u32::from(select_unpredictable(pair == 0, low, high));
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        Vector::from_fn(|i| self.lanes[i][id as usize % HALF])
    }
}

/// Two points in turn, so that the block is full.
#[inline(always)]
fn in_turn<const D: usize>(points: [Vector<D>; 2]) -> Block<D> {
    let mut block = [[0.0; LANES]; D];
    for i in 0..D {
        for l in 0..LANES {
            block[i][l] = points[l & 1][i];
        }
    }
    block
}

/// The corners of a box, numbered as [`Core::vertex`] does: each half edge, turned, is taken
/// forwards or backwards.
#[inline(always)]
fn corners<const D: usize>(half: Vector<D>, turn: &Matrix<D>, shift: Vector<D>) -> Block<D> {
    let mut block = [[0.0; LANES]; D];
    for i in 0..D {
        for l in 0..LANES {
            let mut sum = 0.0;
            for j in 0..D {
                let edge = turn.0[i][j] * half[j];
                sum += if l >> j & 1 == 1 { edge } else { -edge };
            }
            block[i][l] = sum + shift[i];
        }
    }
    block
}

/// How many blocks of eight the vertices of a core fill; `None` if it is not made of vertices.
#[inline(always)]
pub(crate) fn blocks_of<const D: usize>(core: &Core<'_, D>) -> Option<usize> {
    match core {
        Core::Point(_) | Core::Segment(..) | Core::Cuboid(_) => Some(1),
        Core::Vertices(set) => Some(set.blocks().len()),
        _ => None,
    }
}

impl<const D: usize, const K: usize, L: Level> Body<D> for Few<D, K, L> {
    numbered!(|few| few.count);

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let id = if K == 1 {
            self.level.furthest(&self.blocks, direction)
        } else {
            self.level.furthest_of_few(&self.blocks, direction)
        };
        (self.point(id), id)
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector<D> {
        // Changes nothing and spares the bounds checks.
        let block = &self.blocks[(id as usize / LANES).min(K - 1)];
        Vector::from_fn(|i| block[i][id as usize % LANES])
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
    pub(crate) point: Vector<D>,
    pub(crate) direction: Vector<D>,
}

impl<const D: usize> Body<D> for Opaque<'_, D> {
    type Mark = Found<D>;

    const SHARP: bool = false;

    #[inline]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Found<D>) {
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
        matches!(names, Names::Directions).then(|| self.support(direction))
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
