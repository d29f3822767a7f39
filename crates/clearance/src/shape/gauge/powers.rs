//! Powers laid out for the vector unit.

use alloc::vec::Vec;

use crate::shape::Term;
use crate::space::Vector;

/// Four terms |a·z|^n, coordinate by coordinate: those that do not exist are zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Powers<const D: usize> {
    pub(super) a: [[f64; 4]; D],
    pub(super) n: [f64; 4],
    /// One over the lengths of the a's; zero where there is none.
    pub(super) per: [f64; 4],
    /// The largest exponent.
    pub(super) steepest: f64,
}

impl<const D: usize> Powers<D> {
    /// Up to four terms; offsets do not count.
    pub(crate) fn new(terms: &[Term<D>]) -> Self {
        let mut powers = Self { a: [[0.0; 4]; D], n: [2.0; 4], per: [0.0; 4], steepest: 2.0 };
        for (k, term) in terms.iter().enumerate().take(4) {
            (powers.n[k], powers.per[k]) = (term.n, 1.0 / term.a.norm());
            for i in 0..D {
                powers.a[i][k] = term.a[i];
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

    /// Of the slabs |a·z| ≤ 1 that belong to exponents above 2, the sides n·z ≤ b towards which a
    /// direction leads: the set behind the surface fills them nearly.
    pub(crate) fn sides(&self, way: Vector<D>) -> impl Iterator<Item = (Vector<D>, f64)> {
        let boxy = (0..4).filter(|k| self.n[*k] > 2.0);
        boxy.map(move |k| {
            let normal = Vector::from_fn(|i| self.a[i][k] * self.per[k]);
            (if normal.dot(way) < 0.0 { -normal } else { normal }, self.per[k])
        })
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
