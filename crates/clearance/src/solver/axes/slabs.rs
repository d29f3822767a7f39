//! The shadows of two boxes on all the lines that matter: at right angles to a face, or to an edge of
//! each. Written two at a time: left to itself the compiler finds lanes too, but other ones in each sum,
//! and spends as much on moving numbers from lane to lane as on the sums.

use core::hint::select_unpredictable;
use core::ops::{Add, Div, Mul, Sub};

use crate::accuracy;
use crate::simd::Two;
use crate::space::{Matrix, Vector};

/// One number for each axis of a box: for the first two, and for the third beside something that
/// does not count. In the plane none of the second two counts.
#[derive(Clone, Copy)]
pub(crate) struct Lanes([Two; 2]);

impl Lanes {
    #[inline(always)]
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self([Two::new(x, y), Two::new(z, z)])
    }

    #[inline(always)]
    fn all(x: f64) -> Self {
        Self([Two::new(x, x); 2])
    }

    #[inline(always)]
    pub(crate) fn of<const D: usize>(v: Vector<D>) -> Self {
        Self::new(v[0], v[1], v[D - 1])
    }

    /// The first, the second and the third.
    #[inline(always)]
    fn apart(self) -> [f64; 3] {
        let Self([low, high]) = self;
        [low.a(), low.swapped().a(), high.a()]
    }

    #[inline(always)]
    pub(crate) fn vector<const D: usize>(self) -> Vector<D> {
        let apart = self.apart();
        Vector::from_fn(|i| apart[i % 3])
    }

    /// Beginning with the second, and with the third, in space.
    #[inline(always)]
    fn turned(self) -> [Self; 2] {
        let [x, y, z] = self.apart();
        [Self::new(y, z, x), Self::new(z, x, y)]
    }

    #[inline(always)]
    fn by(self, other: Self, f: impl Fn(Two, Two) -> Two) -> Self {
        Self([f(self.0[0], other.0[0]), f(self.0[1], other.0[1])])
    }

    #[inline(always)]
    fn abs(self) -> Self {
        (Self::all(0.0) - self).by(self, Two::max)
    }

    /// The lower of each.
    #[inline(always)]
    fn lower(self, other: Self) -> Self {
        other.by(self, Two::min)
    }

    /// The higher of each.
    #[inline(always)]
    fn higher(self, other: Self) -> Self {
        other.by(self, Two::max)
    }
}

macro_rules! operators {
    ($($operator:ident $name:ident),*) => {$(
        impl $operator for Lanes {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.by(other, Two::$name)
            }
        }
    )*};
}
operators!(Add add, Sub sub, Mul mul, Div div);

/// The sum of rows of a matrix, each times one number: the transpose times a vector of these, with the same
/// bits.
#[inline(always)]
pub(crate) fn transpose_mul<const D: usize>(rows: &[Lanes; D], v: Vector<D>) -> Lanes {
    let mut sum = rows[0] * Lanes::all(v[0]);
    for k in 1..D {
        sum = sum + rows[k] * Lanes::all(v[k]);
    }
    sum
}

/// The rows of a matrix.
#[inline(always)]
pub(crate) fn rows<const D: usize>(matrix: &Matrix<D>) -> [Lanes; D] {
    let mut rows = [Lanes::all(0.0); D];
    for i in 0..D {
        rows[i] = Lanes::of(matrix[i]);
    }
    rows
}

/// The shadows of both boxes on a line each, whose directions need not have length 1.
#[derive(Clone, Copy)]
pub(crate) struct Shadows {
    /// Half the length of both together.
    reach: Lanes,
    /// From the middle of A's to the middle of B's.
    along: Lanes,
}

impl Shadows {
    #[inline(always)]
    fn overlaps(&self) -> Lanes {
        self.reach - self.along.abs()
    }

    /// How far they overlap if B's is moved forwards, and backwards.
    pub(crate) fn ways(&self) -> [[f64; 3]; 2] {
        [(self.reach - self.along).apart(), (self.reach + self.along).apart()]
    }
}

/// All of them.
pub(crate) struct Slabs<const D: usize> {
    /// On the axes of A, and on those of B.
    pub(crate) faces: [Shadows; 2],
    /// Across axis i of A and each axis of B.
    pub(crate) edges: [Shadows; D],
    /// The squared lengths of their directions.
    squares: [Lanes; D],
}

impl<const D: usize> Slabs<D> {
    /// Of boxes with these half-extents, the second one turned, by a matrix with these rows, and moved.
    #[inline(always)]
    pub(crate) fn new(h: Vector<D>, g: Vector<D>, rows: &[Lanes; D], t: Vector<D>) -> Self {
        let none = Shadows { reach: Lanes::all(0.0), along: Lanes::all(0.0) };
        let (mut size, mut shadow, mut squared) = (*rows, *rows, *rows);
        let halves = Lanes::of(g);
        for i in 0..D {
            size[i] = rows[i].abs();
            shadow[i] = size[i] * halves;
            squared[i] = rows[i] * rows[i];
        }
        let on_a = {
            let shadow = [0, 1, D - 1].map(|i| shadow[i].apart());
            let mut reach = Lanes::of(h);
            for j in 0..D {
                reach = reach + Lanes::new(shadow[0][j], shadow[1][j], shadow[2][j]);
            }
            Shadows { reach, along: Lanes::of(t) }
        };
        let mut reach = halves;
        for i in 0..D {
            reach = reach + size[i] * Lanes::all(h[i]);
        }
        let on_b = Shadows { reach, along: transpose_mul(rows, t) };
        let (mut edges, mut squares) = ([none; D], [Lanes::all(0.0); D]);
        let [next, last] = halves.turned();
        for i in (0..D).filter(|_| D == 3) {
            let (k, m) = ((i + 1) % D, (i + 2) % D);
            let [size_next, size_last] = size[i].turned();
            edges[i].reach = Lanes::all(h[k]) * size[m]
                + Lanes::all(h[m]) * size[k]
                + next * size_last
                + last * size_next;
            edges[i].along = Lanes::all(t[m]) * rows[k] - Lanes::all(t[k]) * rows[m];
            squares[i] = squared[k] + squared[m];
        }
        Self { faces: [on_a, on_b], edges, squares }
    }

    /// The least overlap along faces.
    #[inline(always)]
    pub(crate) fn least_face(&self) -> Lowest {
        Lowest::of::<D, 2>(self.faces.map(|shadows| shadows.overlaps()))
    }

    /// The least overlap across edges, squared, with its sign: roots are left for the one that
    /// is needed.
    #[inline(always)]
    pub(crate) fn least_edge(&self) -> Lowest {
        let mut ratios = self.squares;
        let least = Lanes::all(accuracy::PARALLEL * accuracy::PARALLEL);
        for i in 0..D {
            let overlaps = self.edges[i].overlaps();
            let ratio = overlaps * overlaps.abs() / self.squares[i];
            // Parallel edges have no direction across. What has all bits is not a number, and the
            // other one is taken.
            let parallel = self.squares[i].by(least, Two::under);
            ratios[i] = ratio.by(parallel, Two::or).by(Lanes::all(f64::INFINITY), Two::min);
        }
        Lowest::of::<D, D>(ratios)
    }

    /// The overlap across edges, times the length of the direction, and that squared.
    #[inline(always)]
    pub(crate) fn edge(&self, i: usize, j: usize) -> (f64, f64) {
        let overlaps = self.edges.map(|shadows| shadows.overlaps().apart());
        let squares = self.squares.map(Lanes::apart);
        (overlaps[i][j], squares[i][j])
    }
}

/// The lowest of some numbers, its row and its lane, and the lowest of the others.
pub(crate) struct Lowest {
    pub(crate) best: f64,
    pub(crate) other: f64,
    pub(crate) place: (usize, usize),
}

impl Lowest {
    /// No branch depends on which it is: nobody can foretell that.
    #[inline(always)]
    fn of<const D: usize, const K: usize>(rows: [Lanes; K]) -> Self {
        let (mut best, mut other) = (rows[0], Lanes::all(f64::INFINITY));
        for row in &rows[1..] {
            other = other.lower(best.higher(*row));
            best = best.lower(*row);
        }
        let (best, other) = (best.apart(), other.apart());
        let lower = |x: f64, y: f64| if y < x { y } else { x };
        let higher = |x: f64, y: f64| if y > x { y } else { x };
        let mut least = (best[0], other[0]);
        for l in 1..D {
            let (x, y) = (best[l], other[l]);
            least = (lower(least.0, x), lower(higher(least.0, x), lower(least.1, y)));
        }
        // The first, if several are. Both places in one number are chosen at once.
        let mut place = 0;
        for k in (0..K).rev() {
            let row = rows[k].apart();
            for l in (0..D).rev() {
                place = select_unpredictable(row[l] <= least.0, 4 * k + l, place);
            }
        }
        Self { best: least.0, other: least.1, place: (place / 4, place % 4) }
    }
}
