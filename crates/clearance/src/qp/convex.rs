//! Is a symmetric matrix positive semidefinite?

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::linear::larger;
use crate::exact::{Entry, Field};

/// A vector `d` with `dᵀA d < 0`, if there is one.
pub(super) fn negative_direction<F: Field>(a: &[Vec<F>]) -> Option<Vec<F>> {
    if F::EXACT && is_semidefinite(a) {
        return None;
    }
    congruence(a)
}

/// Decides by integral elimination: pivots on the diagonal must be positive as long as there are
/// any, and what is left must be zero.
fn is_semidefinite<F: Field>(a: &[Vec<F>]) -> bool {
    let n = a.len();
    // Rows are multiplied by positive numbers, which changes the sign of no minor.
    let mut table: Vec<Vec<F::Entry>> =
        a.iter().map(|row| F::clear(&row.iter().collect::<Vec<_>>()).0).collect();
    let mut left: Vec<usize> = (0..n).collect();
    let mut last = F::Entry::one();
    loop {
        let signs = |i: &usize| table[*i][*i].sign();
        if left.iter().any(|i| signs(i) == Ordering::Less) {
            return false;
        }
        let Some(at) = left.iter().position(|i| signs(i) == Ordering::Greater) else {
            let zero = |i: &usize, j: &usize| table[*i][*j].sign() == Ordering::Equal;
            return left.iter().all(|i| left.iter().all(|j| zero(i, j)));
        };
        let k = left.swap_remove(at);
        let pivot_row = table[k].clone();
        for i in &left {
            let factor = table[*i][k].clone();
            for j in &left {
                let pair = [&factor, &pivot_row[*j]];
                table[*i][*j] = Entry::cross([&table[*i][*j], &pivot_row[k]], pair, &last);
            }
        }
        last = pivot_row[k].clone();
    }
}

/// Brings the matrix to diagonal form, `vᵢᵀA vⱼ`, until a negative value shows.
fn congruence<F: Field>(a: &[Vec<F>]) -> Option<Vec<F>> {
    let n = a.len();
    let mut table = a.to_vec();
    let size = a.iter().flatten().fold(F::zero(), |most, x| larger(most, x.abs()));
    let unit = |i: usize| (0..n).map(|j| if i == j { F::one() } else { F::zero() }).collect();
    let mut vectors: Vec<Vec<F>> = (0..n).map(unit).collect();
    let mut left: Vec<usize> = (0..n).collect();
    let noise = |x: &F| x.is_noise(&size);
    while let Some(k) = largest_diagonal(&table, &left) {
        if let Some(i) = left.iter().find(|i| {
            let x = &table[**i][**i];
            x.sign() == Ordering::Less && !noise(x)
        }) {
            return Some(vectors.swap_remove(*i));
        }
        if noise(&table[k][k]) {
            let pairs = left.iter().flat_map(|i| left.iter().map(move |j| (*i, *j)));
            let (i, j) = pairs.into_iter().find(|(i, j)| i != j && !noise(&table[*i][*j]))?;
            // (s vᵢ + vⱼ) has the value 2 s m + d, with m = vᵢᵀA vⱼ and d = vⱼᵀA vⱼ; −size for
            // this s.
            let twice = table[i][j].mul(&F::from_i64(2));
            let s = table[j][j].add(&size).div(&twice).neg();
            let pair = vectors[i].iter().zip(&vectors[j]);
            return Some(pair.map(|(x, y)| s.mul(x).add(y)).collect());
        }
        left.retain(|i| *i != k);
        let (pivot_row, pivot_vector) = (table[k].clone(), vectors[k].clone());
        for i in &left {
            let factor = table[*i][k].div(&pivot_row[k]);
            for j in &left {
                table[*i][*j] = table[*i][*j].sub(&factor.mul(&pivot_row[*j]));
            }
            for (x, p) in vectors[*i].iter_mut().zip(&pivot_vector) {
                *x = x.sub(&factor.mul(p));
            }
        }
    }
    None
}

fn largest_diagonal<F: Field>(table: &[Vec<F>], left: &[usize]) -> Option<usize> {
    left.iter().copied().reduce(|best, i| {
        if table[i][i].order(&table[best][best]) == Ordering::Greater { i } else { best }
    })
}
