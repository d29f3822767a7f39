//! Floats propose, exact arithmetic confirms.
//!
//! Lemke's method in exact numbers pivots the whole table again and again. The same method in
//! floats nearly always ends with the same basic variables, and to prove it right it is enough to
//! solve one small system for them and to look at the signs. A solution found in this way is as
//! good as any; if a sign is wrong, or the system singular, the exact method has the word.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::{Entry, Field};

/// `w` and `z` if exactly the `z` listed in `basic` and the `w` of the other rows may be positive;
/// nothing if one of them is negative or if they are not determined.
pub(super) fn confirmed<F: Field>(q: &[F], m: &[Vec<F>], basic: &[usize]) -> Option<[Vec<F>; 2]> {
    let part = |i: usize| {
        let numbers: Vec<&F> = basic.iter().map(|j| &m[i][*j]).chain([&q[i]]).collect();
        F::clear(&numbers)
    };
    // M_BB z = −q_B, row by row in integers.
    let rows = basic.iter().map(|i| {
        let mut row = part(*i).0;
        if let Some(last) = row.last_mut() {
            *last = last.negated();
        }
        row
    });
    let (values, denominator) = cramer(rows.collect())?;
    let negative = |x: &F::Entry| x.sign() == Ordering::Less;
    if values.iter().any(negative) {
        return None;
    }
    let n = q.len();
    let (mut w, mut z) = (alloc::vec![F::zero(); n], alloc::vec![F::zero(); n]);
    for i in (0..n).filter(|i| !basic.contains(i)) {
        let (row, scale) = part(i);
        let (constant, row) = row.split_last()?;
        let start = constant.times(&denominator);
        let sum = row.iter().zip(&values).fold(start, |sum, (a, x)| sum.plus(&a.times(x)));
        if negative(&sum) {
            return None;
        }
        w[i] = F::ratio(&sum, &denominator.times(&scale));
    }
    for (i, value) in basic.iter().zip(&values) {
        z[*i] = F::ratio(value, &denominator);
    }
    Some([w, z])
}

/// The solution of the system whose rows end with their right-hand sides, over one positive
/// denominator; nothing if it is singular. Elimination without fractions (Bareiss), in which rows
/// that a pivot does not touch keep their old denominator, as in the table of Lemke's method.
fn cramer<E: Entry>(mut rows: Vec<Vec<E>>) -> Option<(Vec<E>, E)> {
    let n = rows.len();
    let mut denominators = alloc::vec![E::one(); n];
    let mut last = E::one();
    for k in 0..n {
        // The emptiest row: bounds on single variables go first and cost nothing.
        let full = |i: &usize| rows[*i].iter().filter(|x| x.sign() != Ordering::Equal).count();
        let open = (k..n).filter(|i| rows[*i][k].sign() != Ordering::Equal);
        let pivot = open.min_by_key(full)?;
        rows.swap(k, pivot);
        denominators.swap(k, pivot);
        let (above, below) = rows.split_at_mut(k + 1);
        let pivot_row = &mut above[k];
        for x in &mut pivot_row[k..] {
            *x = E::cross([x, &last], [x, &E::zero()], &denominators[k]);
        }
        last = pivot_row[k].clone();
        for (row, denominator) in below.iter_mut().zip(&mut denominators[k + 1..]) {
            let factor = core::mem::replace(&mut row[k], E::zero());
            if factor.sign() == Ordering::Equal {
                continue;
            }
            for (x, p) in row.iter_mut().zip(pivot_row.iter()).skip(k + 1) {
                *x = E::cross([x, &last], [&factor, p], denominator);
            }
            *denominator = last.clone();
        }
    }
    // The last pivot is the determinant, up to its sign, and every unknown times it is integral.
    let mut values = alloc::vec![E::zero(); n];
    for i in (0..n).rev() {
        let start = rows[i][n].times(&last);
        let sum =
            (i + 1..n).fold(start, |sum, j| sum.plus(&rows[i][j].negated().times(&values[j])));
        values[i] = sum.over(&rows[i][i]);
    }
    if last.sign() == Ordering::Less {
        values.iter_mut().for_each(|value| *value = value.negated());
        last = last.negated();
    }
    Some((values, last))
}
