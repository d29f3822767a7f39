//! The table that Lemke's method pivots.
//!
//! A row says that its basic variable, times the row's denominator, is an affine function of the
//! non-basic variables. For exact numbers everything in it is an integer (see
//! [`Entry`](crate::exact::Entry)); rows that a pivot does not touch keep their old denominator,
//! which is as good as the new one: with `p` the pivot, `r` its row and `k` its column, both over
//! the newest denominator, and `d` the denominator of row `i`,
//!
//! ```text
//! new c_ij = (c_ij·p − c_ik·c_rj) / d     over the denominator p,
//! ```
//!
//! whatever `d` was, since the factor that would have brought row `i` up to date cancels.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::trace::{Dictionary, Variable};
use crate::exact::{Entry, Field};

/// The table.
pub(super) struct Tableau<F: Field> {
    rows: Vec<Row<F::Entry>>,
    /// The variable of each row.
    basic: Vec<Variable>,
    /// The variable of each column.
    columns: Vec<Variable>,
    /// Where each `w` is.
    places: Vec<Place>,
    /// The table's `w_i` is this many times the caller's: what made the row integral.
    scales: Vec<F::Entry>,
    /// The newest denominator.
    newest: F::Entry,
}

struct Row<E> {
    denominator: E,
    constant: E,
    entries: Vec<E>,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Row(usize),
    Column(usize),
}

impl<F: Field> Tableau<F> {
    /// The table of `w = q + M z + z_n`, where `z_n` is the auxiliary variable.
    pub(super) fn new(q: &[F], m: &[Vec<F>]) -> Self {
        let n = q.len();
        let one = F::one();
        let mut rows = Vec::with_capacity(n);
        let mut scales = Vec::with_capacity(n);
        for (constant, row) in q.iter().zip(m) {
            let mut numbers: Vec<&F> = row.iter().collect();
            numbers.push(&one);
            numbers.push(constant);
            let (mut entries, scale) = F::clear(&numbers);
            let constant = entries.pop().unwrap_or_else(F::Entry::zero);
            rows.push(Row { denominator: F::Entry::one(), constant, entries });
            scales.push(scale);
        }
        Self {
            rows,
            basic: (0..n).map(Variable::W).collect(),
            columns: (0..=n).map(Variable::Z).collect(),
            places: (0..n).map(Place::Row).collect(),
            scales,
            newest: F::Entry::one(),
        }
    }

    /// The auxiliary variable.
    pub(super) fn auxiliary(&self) -> Variable {
        Variable::Z(self.rows.len())
    }

    /// The variable of a row.
    pub(super) fn basic(&self, row: usize) -> Variable {
        self.basic[row]
    }

    /// True if setting the non-basic variables to zero makes no basic one negative.
    pub(super) fn is_feasible(&self) -> bool {
        self.rows.iter().all(|row| row.constant.sign() != Ordering::Less)
    }

    /// True if the auxiliary variable, which is basic, is zero up to rounding. In exact tables it
    /// never is, because it would have left.
    pub(super) fn auxiliary_is_zero(&self) -> bool {
        let row = self.basic.iter().position(|v| *v == self.auxiliary());
        row.is_some_and(|r| self.rows[r].constant.sign() == Ordering::Equal)
    }

    /// The column of a non-basic variable.
    pub(super) fn column(&self, variable: Variable) -> Option<usize> {
        self.columns.iter().position(|v| *v == variable)
    }

    /// The row with the smallest constant, in which the auxiliary variable enters first. The
    /// constants are understood to be raised by ε, ε², …, so that of several the last is smallest.
    pub(super) fn first_row(&self) -> Option<usize> {
        let mut best = None;
        for i in 0..self.rows.len() {
            let smaller = best.is_none_or(|b: usize| {
                let (mine, other) = (&self.rows[i].constant, &self.rows[b].constant);
                let order = F::Entry::compare([mine, &self.scales[b]], [other, &self.scales[i]]);
                order != Ordering::Greater
            });
            if smaller {
                best = Some(i);
            }
        }
        best
    }

    /// The row that first reaches zero as the variable of column `k` grows; nothing if none does.
    /// Ties go to the auxiliary variable, whose leaving ends the search, and otherwise to the
    /// smaller polynomial in ε: so no table comes twice.
    pub(super) fn leaving_row(&self, k: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for i in 0..self.rows.len() {
            if self.rows[i].entries[k].sign() != Ordering::Less {
                continue;
            }
            match best {
                Some(b) if self.compare_ratios(i, b, k) != Ordering::Less => {}
                _ => best = Some(i),
            }
        }
        best
    }

    /// Compares `constant / −entry` of rows `i` and `b` in column `k`, as polynomials in ε.
    fn compare_ratios(&self, i: usize, b: usize, k: usize) -> Ordering {
        // Both entries are negative: the products turn the order round.
        let (mine, other) = (&self.rows[i].entries[k], &self.rows[b].entries[k]);
        let compare = |x: &F::Entry, y: &F::Entry| F::Entry::compare([y, mine], [x, other]);
        let order = compare(&self.rows[i].constant, &self.rows[b].constant);
        if order != Ordering::Equal {
            return order;
        }
        if self.basic[i] == self.auxiliary() {
            return Ordering::Less;
        }
        if self.basic[b] == self.auxiliary() {
            return Ordering::Greater;
        }
        for place in &self.places {
            let order = match *place {
                // ε^j stands wherever −w_j does.
                Place::Column(j) => {
                    compare(&self.rows[i].entries[j], &self.rows[b].entries[j]).reverse()
                }
                Place::Row(row) if row == i => Ordering::Greater,
                Place::Row(row) if row == b => Ordering::Less,
                Place::Row(_) => Ordering::Equal,
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Exchanges the basic variable of row `r` with the variable of column `k`.
    pub(super) fn pivot(&mut self, r: usize, k: usize) {
        let mut row = core::mem::replace(
            &mut self.rows[r],
            Row { denominator: F::Entry::one(), constant: F::Entry::zero(), entries: Vec::new() },
        );
        // The pivot row alone must be brought up to date; with floats, divided by its pivot.
        let divide = row.entries[k].divisor();
        let unit = match &divide {
            Some(divisor) => {
                row.each(|c| c.over(divisor));
                F::Entry::one().over(divisor)
            }
            None => {
                let old = row.denominator.clone();
                let new = &self.newest;
                row.each(|c| F::Entry::cross([c, new], [c, &F::Entry::zero()], &old));
                new.clone()
            }
        };
        let pivot = row.entries[k].clone();
        let negative = pivot.sign() == Ordering::Less;
        let size = if negative { pivot.negated() } else { pivot.clone() };
        for other in self.rows.iter_mut().filter(|other| !other.entries.is_empty()) {
            if other.entries[k].sign() != Ordering::Equal {
                other.absorb(&row, k, [&unit, &size]);
            }
        }
        // size·entering = ±(unit·leaving − the rest)
        if !negative {
            row.each(Entry::negated);
        }
        row.entries[k] = if negative { unit.negated() } else { unit };
        row.denominator = if divide.is_some() { F::Entry::one() } else { size };
        self.newest = row.denominator.clone();
        self.rows[r] = row;
        core::mem::swap(&mut self.basic[r], &mut self.columns[k]);
        if let Variable::W(i) = self.basic[r] {
            self.places[i] = Place::Row(r);
        }
        if let Variable::W(i) = self.columns[k] {
            self.places[i] = Place::Column(k);
        }
    }

    /// The indices of the `z` that are basic, without the auxiliary one.
    pub(super) fn basic_z(&self) -> Vec<usize> {
        let n = self.rows.len();
        let index = |variable: &Variable| match variable {
            Variable::Z(i) if *i < n => Some(*i),
            _ => None,
        };
        self.basic.iter().filter_map(index).collect()
    }

    /// The values of `w` and `z`, the non-basic ones being zero.
    pub(super) fn values(&self) -> [Vec<F>; 2] {
        self.spread(|row| row.constant.clone())
    }

    /// How `w` and `z` grow with the variable of column `k`.
    pub(super) fn growth(&self, k: usize) -> [Vec<F>; 2] {
        let scale = self.scale(self.columns[k]);
        let mut growth = self.spread(|row| row.entries[k].times(&scale));
        match self.columns[k] {
            Variable::W(i) => growth[0][i] = F::one(),
            Variable::Z(i) if i < self.rows.len() => growth[1][i] = F::one(),
            Variable::Z(_) => {}
        }
        growth
    }

    fn spread(&self, of: impl Fn(&Row<F::Entry>) -> F::Entry) -> [Vec<F>; 2] {
        let n = self.rows.len();
        let (mut w, mut z) = (alloc::vec![F::zero(); n], alloc::vec![F::zero(); n]);
        for (row, variable) in self.rows.iter().zip(&self.basic) {
            let numerator = of(row);
            if numerator.sign() == Ordering::Equal {
                continue;
            }
            let value = || F::ratio(&numerator, &row.denominator.times(&self.scale(*variable)));
            match *variable {
                Variable::W(i) => w[i] = value(),
                Variable::Z(i) if i < n => z[i] = value(),
                Variable::Z(_) => {}
            }
        }
        [w, z]
    }

    fn scale(&self, variable: Variable) -> F::Entry {
        match variable {
            Variable::W(i) => self.scales[i].clone(),
            Variable::Z(_) => F::Entry::one(),
        }
    }

    /// The table in the caller's numbers.
    pub(super) fn dictionary(&self) -> Dictionary<F> {
        let mut constants = Vec::new();
        let mut coefficients = Vec::new();
        for (row, variable) in self.rows.iter().zip(&self.basic) {
            let below = row.denominator.times(&self.scale(*variable));
            constants.push(F::ratio(&row.constant, &below));
            let pairs = row.entries.iter().zip(&self.columns);
            let number =
                |(c, v): (&F::Entry, &Variable)| F::ratio(&c.times(&self.scale(*v)), &below);
            coefficients.push(pairs.map(number).collect());
        }
        Dictionary {
            basic: self.basic.clone(),
            nonbasic: self.columns.clone(),
            constants,
            coefficients,
            entering: None,
            leaving: None,
        }
    }
}

impl<E: Entry> Row<E> {
    fn each(&mut self, f: impl Fn(&E) -> E) {
        self.constant = f(&self.constant);
        for entry in &mut self.entries {
            if entry.sign() != Ordering::Equal {
                *entry = f(entry);
            }
        }
    }

    /// Replaces the variable of column `k` by what the pivot row says of it.
    fn absorb(&mut self, pivot_row: &Self, k: usize, [unit, size]: [&E; 2]) {
        let pivot = &pivot_row.entries[k];
        let negative = pivot.sign() == Ordering::Less;
        let factor = if negative { self.entries[k].negated() } else { self.entries[k].clone() };
        let old = &self.denominator;
        let update = |c: &E, r: &E| E::cross([c, size], [&factor, r], old);
        self.constant = update(&self.constant, &pivot_row.constant);
        for (j, (c, r)) in self.entries.iter_mut().zip(&pivot_row.entries).enumerate() {
            if j != k {
                *c = update(c, r);
            }
        }
        self.entries[k] = E::cross([&factor, unit], [&factor, &E::zero()], old);
        self.denominator = if pivot.divisor().is_some() { E::one() } else { size.clone() };
    }
}
