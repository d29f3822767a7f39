//! The lines along which a hyperquadric runs: whatever is at right angles to all of its terms.

use crate::accuracy;
use crate::shape::{Term, direction};
use crate::space::Vector;

/// Unit vectors at right angles to each other and to all terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Level<const D: usize> {
    lines: [Vector<D>; D],
    count: usize,
}

impl<const D: usize> Level<D> {
    pub(super) const NONE: Self = Self { lines: [Vector::ZERO; D], count: 0 };

    pub(super) fn new(terms: &[Term<D>]) -> Self {
        // In browsers size counts for more.
        if cfg!(target_arch = "wasm32") {
            return Self::NONE;
        }
        let (mut basis, mut used) = ([Vector::ZERO; D], 0);
        // First what the terms span, from those that stick out most.
        while used < D
            && let Some(next) = most_beyond(terms, &basis[..used])
        {
            (basis[used], used) = (next, used + 1);
        }
        let spanned = used;
        while used < D
            && let Some(next) = direction::another(&basis[..used])
        {
            (basis[used], used) = (next, used + 1);
        }
        basis[..used].rotate_left(spanned);
        Self { lines: basis, count: used - spanned }
    }

    pub(super) fn lines(&self) -> &[Vector<D>] {
        &self.lines[..self.count]
    }

    /// What a vector has along the lines.
    pub(super) fn along(&self, v: Vector<D>) -> Vector<D> {
        let mut sum = Vector::ZERO;
        for line in self.lines() {
            sum += *line * line.dot(v);
        }
        sum
    }

    /// Whether all lines are at right angles to a vector, to rounding.
    pub(super) fn bears(&self, v: Vector<D>) -> bool {
        let most = accuracy::PARALLEL * v.norm();
        self.lines().iter().all(|line| line.dot(v).abs() <= most)
    }
}

/// Of what the terms have beyond a basis, the direction of the most; nothing if that is next to nothing.
fn most_beyond<const D: usize>(terms: &[Term<D>], basis: &[Vector<D>]) -> Option<Vector<D>> {
    let (mut best, mut most) = (None, accuracy::QUADRIC_ROUNDING);
    for term in terms {
        let mut left = term.a.normalized()?;
        for e in basis {
            left -= *e * e.dot(left);
        }
        if left.norm_squared() > most {
            (best, most) = (direction::beyond(term.a, basis), left.norm_squared());
        }
    }
    best
}
