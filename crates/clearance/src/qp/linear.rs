//! Systems of linear equations that may have any rank.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::Field;

/// One solution of `rows · x = right`, with zeros where it is not determined, if there is one; the
/// caller must judge it. Pivots are the largest entries, so that what remains below the rank is
/// rounding.
pub(super) fn solve_any<F: Field>(mut rows: Vec<Vec<F>>, mut right: Vec<F>) -> Vec<F> {
    let n = rows.first().map_or(0, Vec::len);
    let size = rows.iter().flatten().fold(F::zero(), |most, x| larger(most, x.abs()));
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    loop {
        let taken = |r: &usize| pivots.iter().any(|(row, _)| row == r);
        let open = (0..rows.len()).filter(|r| !taken(r));
        let best = open.flat_map(|r| (0..n).map(move |c| (r, c))).fold(None, |best, (r, c)| {
            let better = best.is_none_or(|(i, j): (usize, usize)| {
                rows[r][c].abs().order(&rows[i][j].abs()) == Ordering::Greater
            });
            if better { Some((r, c)) } else { best }
        });
        let Some((r, c)) = best.filter(|(r, c)| !rows[*r][*c].is_noise(&size)) else { break };
        let (pivot_row, pivot_right) = (rows[r].clone(), right[r].clone());
        for i in (0..rows.len()).filter(|i| *i != r) {
            let factor = rows[i][c].div(&pivot_row[c]);
            if !factor.is_zero() {
                for (x, p) in rows[i].iter_mut().zip(&pivot_row) {
                    *x = x.sub(&factor.mul(p));
                }
                rows[i][c] = F::zero();
                right[i] = right[i].sub(&factor.mul(&pivot_right));
            }
        }
        pivots.push((r, c));
    }
    let mut x = alloc::vec![F::zero(); n];
    for (r, c) in pivots {
        x[c] = right[r].div(&rows[r][c]);
    }
    x
}

/// The larger of the two.
pub(super) fn larger<F: Field>(a: F, b: F) -> F {
    if a.order(&b) == Ordering::Less { b } else { a }
}
