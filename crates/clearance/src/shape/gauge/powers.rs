//! Powers laid out for the vector unit.

use alloc::vec::Vec;

use crate::accuracy;
use crate::shape::Term;
use crate::space::{Vector, real};

/// Four terms |a·z|^n, coordinate by coordinate: those that do not exist are zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Powers<const D: usize> {
    pub(super) a: [[f64; 4]; D],
    pub(super) n: [f64; 4],
    /// One over the lengths of the a's; zero where there is none.
    pub(super) per: [f64; 4],
    /// The a's, of length 1.
    units: [[f64; 4]; D],
    /// How far the slabs |a·z| ≤ 1 reach for exponents from 2 on; the others count as endless.
    halves: [f64; 4],
    /// The same for the larger exponents alone.
    hard: [f64; 4],
    /// One over the squares of what the others' reach; zero elsewhere.
    soft: [f64; 4],
    is_soft: bool,
    /// The largest exponent.
    pub(super) steepest: f64,
    count: usize,
    boxy: bool,
}

impl<const D: usize> Powers<D> {
    /// Up to four terms; offsets do not count.
    pub(crate) fn new(terms: &[Term<D>]) -> Self {
        let mut powers = Self {
            a: [[0.0; 4]; D],
            n: [2.0; 4],
            per: [0.0; 4],
            units: [[0.0; 4]; D],
            halves: [f64::INFINITY; 4],
            hard: [f64::INFINITY; 4],
            soft: [0.0; 4],
            is_soft: false,
            steepest: 2.0,
            count: terms.len().min(4),
            boxy: terms.iter().take(4).all(|term| term.n >= 2.0),
        };
        for (k, term) in terms.iter().enumerate().take(4) {
            (powers.n[k], powers.per[k]) = (term.n, 1.0 / term.a.norm());
            if term.n >= 2.0 {
                powers.halves[k] = powers.per[k];
                if term.n > accuracy::SLIDE_SOFT {
                    powers.hard[k] = powers.per[k];
                } else {
                    (powers.soft[k], powers.is_soft) = (term.a.norm_squared(), true);
                }
            }
            for i in 0..D {
                powers.a[i][k] = term.a[i];
                powers.units[i][k] = term.a[i] * powers.per[k];
            }
        }
        powers.steepest = largest(powers.n);
        powers
    }

    /// Up to eight terms in groups of four; no group at all if there are more, or offsets. In browsers,
    /// where size counts for more, up to four.
    pub(crate) fn groups(terms: &[Term<D>]) -> Vec<Self> {
        let most = if cfg!(target_arch = "wasm32") { 4 } else { 8 };
        if terms.len() > most || terms.iter().any(|term| term.d != 0.0) {
            return Vec::new();
        }
        terms.chunks(4).map(Self::new).collect()
    }

    /// Whether all exponents are 2 or more.
    #[inline]
    pub(crate) fn is_boxy(&self) -> bool {
        self.boxy
    }

    /// How many terms there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Of the slabs |a·z| ≤ 1 around a centre that belong to exponents from 2 on, the sides n·x ≤ b towards
    /// which a direction leads, coordinate by coordinate: the set behind the surface fills them, or nearly.
    #[inline(always)]
    pub(crate) fn sides(&self, way: Vector<D>, centre: Vector<D>) -> ([[f64; 4]; D], [f64; 4]) {
        let along = self.over_units(way);
        // Factors, not choices between normals: the processor would guess which side it is.
        let side = lanes(|k| if along[k] < 0.0 { -1.0 } else { 1.0 });
        let (mut normals, mut middle) = ([[0.0; 4]; D], [0.0; 4]);
        for i in 0..D {
            normals[i] = lanes(|k| self.units[i][k] * side[k]);
            middle = lanes(|k| middle[k] + normals[i][k] * centre[i]);
        }
        (normals, lanes(|k| self.halves[k] + middle[k]))
    }

    /// From how far a point z is beyond these slabs, along their normals: the sum of all ways back, and of the
    /// squares of their lengths, and the longest. Those of small exponents are taken together, for a ball.
    #[inline(always)]
    pub(crate) fn beyond(&self, z: Vector<D>) -> (Vector<D>, f64, f64) {
        let along = self.over_units(z);
        let mut over = lanes(|k| {
            let (x, half) = (along[k], self.hard[k]);
            let below = if x < half { x } else { half };
            x - if below > -half { below } else { -half }
        });
        if self.is_soft {
            let squared = total(lanes(|k| self.soft[k] * (along[k] * along[k])));
            let share = if squared > 1.0 { 1.0 - 1.0 / real::sqrt(squared) } else { 0.0 };
            over = lanes(|k| if self.soft[k] > 0.0 { along[k] * share } else { over[k] });
        }
        let back = Vector::from_fn(|i| total(lanes(|k| over[k] * self.units[i][k])));
        (back, total(lanes(|k| over[k] * over[k])), largest(lanes(|k| over[k].abs())))
    }

    #[inline(always)]
    fn over_units(&self, z: Vector<D>) -> [f64; 4] {
        let mut sum = [0.0; 4];
        for i in 0..D {
            sum = lanes(|k| sum[k] + self.units[i][k] * z[i]);
        }
        sum
    }

    /// The terms' a·z.
    #[inline(always)]
    pub(super) fn along(&self, z: Vector<D>) -> [f64; 4] {
        let mut sum = [0.0; 4];
        for i in 0..D {
            sum = lanes(|k| sum[k] + self.a[i][k] * z[i]);
        }
        sum
    }
}

/// Four lanes: as a rule one instruction for each operation that is done to all of them.
#[inline(always)]
pub(super) fn lanes(lane: impl Fn(usize) -> f64) -> [f64; 4] {
    [lane(0), lane(1), lane(2), lane(3)]
}

/// The largest of four lanes.
#[inline(always)]
pub(super) fn largest(x: [f64; 4]) -> f64 {
    let larger = |a: f64, b: f64| if a > b { a } else { b };
    larger(larger(x[0], x[2]), larger(x[1], x[3]))
}

/// The sum of four lanes, the halves first.
#[inline(always)]
pub(super) fn total(x: [f64; 4]) -> f64 {
    (x[0] + x[2]) + (x[1] + x[3])
}
