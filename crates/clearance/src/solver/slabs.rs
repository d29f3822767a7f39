//! The shadows of two boxes on all the lines that matter: at right angles to a face, or to an edge of
//! each. Four lanes at a time, of which the last is empty (two in the plane).

use core::hint::select_unpredictable;

use crate::accuracy;
use crate::space::{Pose, Vector};

/// One number for each axis of a box.
pub(super) type Lanes = [f64; 4];

/// The shadows of both boxes on a line each, whose directions need not have length 1.
#[derive(Clone, Copy)]
pub(super) struct Shadows {
    /// Half the length of both together.
    pub(super) reach: Lanes,
    /// From the middle of A's to the middle of B's.
    pub(super) along: Lanes,
}

impl Shadows {
    #[inline(always)]
    fn overlaps<const D: usize>(&self) -> Lanes {
        let mut overlaps = [0.0; 4];
        for l in 0..4 {
            overlaps[l] = self.reach[l] - self.along[l].abs();
        }
        for l in D..4 {
            overlaps[l] = f64::INFINITY;
        }
        overlaps
    }
}

/// All of them.
pub(super) struct Slabs<const D: usize> {
    /// On the axes of A, and on those of B.
    pub(super) faces: [Shadows; 2],
    /// Across axis i of A and each axis of B.
    pub(super) edges: [Shadows; D],
    /// The squared lengths of their directions.
    pub(super) squares: [Lanes; D],
}

#[inline(always)]
fn lower(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

#[inline(always)]
fn higher(x: f64, y: f64) -> f64 {
    if y > x { y } else { x }
}

/// A vector in lanes, beginning with one of its entries.
#[inline(always)]
fn lanes<const D: usize>(v: Vector<D>, first: usize) -> Lanes {
    let mut lanes = [0.0; 4];
    for l in 0..D {
        lanes[l] = v[(l + first) % D];
    }
    lanes
}

impl<const D: usize> Slabs<D> {
    /// Of boxes with these half-extents, the second one under a pose.
    #[inline(always)]
    pub(super) fn new(h: Vector<D>, g: Vector<D>, b_in_a: &Pose<D>) -> Self {
        let (r, t) = (b_in_a.rotation().matrix(), b_in_a.translation());
        let (mut rows, mut size) = ([[0.0; 4]; D], [[[0.0; 4]; 3]; D]);
        for i in 0..D {
            rows[i] = lanes(r[i], 0);
            let absolute = Vector::<D>::from_fn(|j| r[i][j].abs());
            // As it is, and beginning with the next two.
            size[i] = [0, 1, 2].map(|first| lanes(absolute, first));
        }
        let g = [0, 1, 2].map(|first| lanes(g, first));
        let none = Shadows { reach: [0.0; 4], along: [0.0; 4] };
        let (mut faces, mut edges, mut squares) = ([none; 2], [none; D], [[0.0; 4]; D]);
        for i in 0..D {
            let mut reach = h[i];
            for j in 0..D {
                reach += size[i][0][j] * g[0][j];
            }
            (faces[0].reach[i], faces[0].along[i]) = (reach, t[i]);
        }
        faces[1].reach = g[0];
        for i in 0..D {
            for l in 0..4 {
                faces[1].reach[l] += size[i][0][l] * h[i];
                faces[1].along[l] += rows[i][l] * t[i];
            }
        }
        for i in (0..D).filter(|_| D == 3) {
            let (k, m) = ((i + 1) % D, (i + 2) % D);
            let [_, next, last] = size[i];
            for l in 0..4 {
                edges[i].reach[l] = h[k] * size[m][0][l]
                    + h[m] * size[k][0][l]
                    + g[1][l] * last[l]
                    + g[2][l] * next[l];
                edges[i].along[l] = t[m] * rows[k][l] - t[k] * rows[m][l];
                squares[i][l] = rows[k][l] * rows[k][l] + rows[m][l] * rows[m][l];
            }
        }
        Self { faces, edges, squares }
    }

    /// The least overlap along faces.
    #[inline(always)]
    pub(super) fn least_face(&self) -> Lowest {
        let overlaps = self.faces.map(|shadows| shadows.overlaps::<D>());
        Lowest::of(&overlaps)
    }

    /// The least overlap across edges, squared, with its sign: roots are left for the one that
    /// is needed.
    #[inline(always)]
    pub(super) fn least_edge(&self) -> Lowest {
        let mut ratios = [[0.0; 4]; D];
        for i in 0..D {
            let overlaps = self.edges[i].overlaps::<D>();
            for l in 0..4 {
                let squared = self.squares[i][l];
                let ratio = overlaps[l] * overlaps[l].abs() / squared;
                // Parallel edges have no direction across.
                let is_line = squared >= accuracy::PARALLEL * accuracy::PARALLEL;
                ratios[i][l] = if is_line { ratio } else { f64::INFINITY };
            }
        }
        Lowest::of(&ratios)
    }

    /// The overlap across edges, times the length of the direction, and that squared.
    #[inline(always)]
    pub(super) fn edge(&self, i: usize, j: usize) -> (f64, f64) {
        let Shadows { reach, along } = &self.edges[i];
        (reach[j] - along[j].abs(), self.squares[i][j])
    }
}

/// The lowest of some numbers, its row and its lane, and the lowest of the others.
pub(super) struct Lowest {
    pub(super) best: f64,
    pub(super) other: f64,
    pub(super) place: (usize, usize),
}

impl Lowest {
    /// No branch depends on which it is: nobody can foretell that.
    #[inline(always)]
    fn of<const K: usize>(rows: &[Lanes; K]) -> Self {
        let (mut best, mut other) = ([f64::INFINITY; 4], [f64::INFINITY; 4]);
        for row in rows {
            for l in 0..4 {
                other[l] = lower(other[l], higher(best[l], row[l]));
                best[l] = lower(best[l], row[l]);
            }
        }
        let join = |x: (f64, f64), y: (f64, f64)| {
            (lower(x.0, y.0), lower(higher(x.0, y.0), lower(x.1, y.1)))
        };
        let half = |l: usize| join((best[l], other[l]), (best[l + 2], other[l + 2]));
        let (best, other) = join(half(0), half(1));
        // The first, if several are.
        let mut place = (0, 0);
        for k in (0..K).rev() {
            for l in (0..3).rev() {
                place = select_unpredictable(rows[k][l] <= best, (k, l), place);
            }
        }
        Self { best, other, place }
    }
}
