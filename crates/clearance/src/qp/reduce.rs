//! Removes equations and free variables from a program.
//!
//! Every step replaces one unknown by an affine function of the others, or by a new unknown and
//! the others; the map from the present unknowns to the caller's is kept up to date. What remains
//! is a program whose unknowns are all non-negative, each being a variable of the caller's or the
//! slack of one of his conditions. Floats carry their errors through all of this, so that a
//! coefficient which should vanish does.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::lcp::Lcp;
use super::linear::{larger, solve_any};
use super::outcome::{Farkas, Multipliers};
use super::problem::{Constraint, Problem, dot};
use super::walk::{Meaning, Purpose};
use crate::exact::Field;

/// A program without equations and free variables, and the way back.
pub(super) struct Reduced<F> {
    a: Vec<Vec<F>>,
    b: Vec<F>,
    rows: Vec<Condition<F>>,
    unknowns: Vec<Unknown>,
    /// The caller's variables are `map · unknowns + offset`.
    map: Vec<Vec<F>>,
    offset: Vec<F>,
    /// A direction, in the caller's variables, along which the objective falls and which no
    /// condition notices.
    pub(super) downhill: Option<Vec<F>>,
}

/// `row · unknowns ≥ bound`, or `=` for an equation.
struct Condition<F> {
    row: Vec<F>,
    bound: F,
    origin: Origin,
}

/// What a slack or a multiplier belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// A condition of the caller's, or an equation.
    Row(usize),
    /// The sign of a variable.
    Bound(usize),
}

#[derive(Clone, Copy, PartialEq)]
enum Unknown {
    Free,
    NotNegative(Origin),
}

/// unknown `j` := Σ factors[i] · unknown i + constant; `factors[j]` belongs to a new unknown `j`.
struct Substitution<F> {
    j: usize,
    factors: Vec<F>,
    constant: F,
}

impl<F: Field> Reduced<F> {
    /// Removes them all; or finds that the equations contradict each other, and why.
    pub(super) fn new<G: Field<Careful = F>>(problem: &Problem<G>) -> Result<Self, Farkas<G>> {
        let n = problem.variables();
        let unknown = |i| {
            if problem.is_free(i) { Unknown::Free } else { Unknown::NotNegative(Origin::Bound(i)) }
        };
        let unit = |i: usize| (0..n).map(|j| if i == j { F::one() } else { F::zero() }).collect();
        let mut this = Self {
            a: problem.a.iter().map(|row| careful(row)).collect(),
            b: careful(&problem.b),
            rows: Condition::list(&problem.inequalities),
            unknowns: (0..n).map(unknown).collect(),
            map: (0..n).map(unit).collect(),
            offset: alloc::vec![F::zero(); n],
            downhill: None,
        };
        if !this.solve_equations(Condition::list(&problem.equalities)) {
            return Err(contradiction(problem));
        }
        this.replace_free();
        Ok(this)
    }

    /// The conditions of optimality, `q = (b, −e)`, `M = (A −Dᵀ; D 0)`; or the same without an
    /// objective, which every point that meets the conditions solves.
    pub(super) fn lcp(&self, purpose: Purpose) -> Lcp<F> {
        let objective = purpose == Purpose::Minimum;
        let kept = |x: &F| if objective { x.clone() } else { F::zero() };
        let mut q: Vec<F> = self.b.iter().map(kept).collect();
        let mut m: Vec<Vec<F>> = Vec::with_capacity(q.len() + self.rows.len());
        for (i, row) in self.a.iter().enumerate() {
            let conditions = self.rows.iter().map(|condition| condition.row[i].neg());
            m.push(row.iter().map(kept).chain(conditions).collect());
        }
        for condition in &self.rows {
            let zeros = self.rows.iter().map(|_| F::zero());
            m.push(condition.row.iter().cloned().chain(zeros).collect());
            q.push(condition.bound.neg());
        }
        Lcp::trusted(q, m)
    }

    /// What `z_i` and `w_i` of that problem are to the caller, in this order.
    pub(super) fn meanings(&self) -> Vec<[Meaning; 2]> {
        let unknowns = self.unknowns().map(|origin| match origin {
            Origin::Bound(i) => [Meaning::Variable(i), Meaning::Slope(i)],
            Origin::Row(k) => [Meaning::Slack(k), Meaning::Multiplier(k)],
        });
        let rows = self.rows.iter().map(|row| match row.origin {
            Origin::Bound(i) => [Meaning::Slope(i), Meaning::Variable(i)],
            Origin::Row(k) => [Meaning::Multiplier(k), Meaning::Slack(k)],
        });
        unknowns.chain(rows).collect()
    }

    /// Where the unknowns come from; none of them is free any more.
    fn unknowns(&self) -> impl Iterator<Item = Origin> {
        self.unknowns.iter().filter_map(|unknown| match unknown {
            Unknown::NotNegative(origin) => Some(*origin),
            Unknown::Free => None,
        })
    }

    /// The caller's variables at these unknowns (what follows the unknowns in `z` is ignored).
    pub(super) fn point<G: Field<Careful = F>>(&self, z: &[F]) -> Vec<G> {
        let pairs = self.map.iter().zip(&self.offset);
        pairs.map(|(row, offset)| G::plain(&dot(row, z).add(offset))).collect()
    }

    /// The caller's variables along this direction of the unknowns.
    pub(super) fn direction<G: Field<Careful = F>>(&self, z: &[F]) -> Vec<G> {
        self.map.iter().map(|row| G::plain(&dot(row, z))).collect()
    }

    /// The caller's multipliers from `w = (u, …)` and `z = (…, y)`, without those of the equations.
    pub(super) fn multipliers<G: Field<Careful = F>>(
        &self,
        w: &[F],
        z: &[F],
        problem: &Problem<G>,
    ) -> Multipliers<G> {
        let mut result = Multipliers {
            inequalities: alloc::vec![G::zero(); problem.inequalities.len()],
            equalities: alloc::vec![G::zero(); problem.equalities.len()],
            bounds: alloc::vec![G::zero(); problem.variables()],
        };
        let rows = self.rows.iter().map(|row| row.origin).zip(&z[self.b.len()..]);
        for (origin, value) in self.unknowns().zip(w).chain(rows) {
            match origin {
                Origin::Row(k) => result.inequalities[k] = G::plain(value),
                Origin::Bound(i) => result.bounds[i] = G::plain(value),
            }
        }
        result
    }

    /// The proof that the conditions contradict each other, from a ray `z = (…, y)`. The sign
    /// conditions of unknowns that are slacks take part in it.
    pub(super) fn farkas<G: Field<Careful = F>>(&self, z: &[F], problem: &Problem<G>) -> Farkas<G> {
        let y = &z[self.b.len()..];
        let share = |j: usize| {
            let sum = self
                .rows
                .iter()
                .zip(y)
                .fold(F::zero(), |sum, (condition, y)| sum.add(&condition.row[j].mul(y)));
            // Not negative in theory, and with exact numbers.
            if sum.sign() == Ordering::Less { sum.neg() } else { F::zero() }
        };
        let w: Vec<F> = (0..self.b.len()).map(share).collect();
        let multipliers = self.multipliers(&w, z, problem);
        let right: Vec<G> = (0..problem.variables())
            .map(|i| {
                let start = multipliers.bounds[i].neg();
                minus_column(start, &problem.inequalities, &multipliers.inequalities, i)
            })
            .collect();
        let equalities = equation_multipliers(problem, right);
        Farkas { inequalities: multipliers.inequalities, equalities }
    }

    /// Solves each equation for an unknown, a free one if possible. False if there is no solution.
    fn solve_equations(&mut self, mut equations: Vec<Condition<F>>) -> bool {
        while let Some((r, j)) = self.best_pivot(&equations) {
            let equation = equations.swap_remove(r);
            let substitution = equation.solved_for(j, F::zero());
            if let Unknown::NotNegative(origin) = self.unknowns[j] {
                let mut row = alloc::vec![F::zero(); self.b.len()];
                row[j] = F::one();
                self.rows.push(Condition { row, bound: F::zero(), origin });
            }
            for other in &mut equations {
                other.substitute(&substitution);
                other.row.remove(j);
            }
            self.substitute(&substitution);
            self.remove(j);
        }
        equations.iter().all(|equation| equation.bound.is_zero())
    }

    /// The largest coefficient of a free unknown, if there is any, else of any unknown.
    fn best_pivot(&self, equations: &[Condition<F>]) -> Option<(usize, usize)> {
        let mut best: Option<(F, usize, usize)> = None;
        for wanted in [true, false] {
            for (r, equation) in equations.iter().enumerate() {
                let size = most(&equation.row);
                for (j, value) in equation.row.iter().enumerate() {
                    let free = self.unknowns[j] == Unknown::Free;
                    if free != wanted || value.is_zero() {
                        continue;
                    }
                    let share = value.abs().div(&size);
                    if best.as_ref().is_none_or(|(most, ..)| most.order(&share).is_lt()) {
                        best = Some((share, r, j));
                    }
                }
            }
            if best.is_some() {
                break;
            }
        }
        best.map(|(_, r, j)| (r, j))
    }

    /// Replaces each free unknown by the slack of a condition that contains it, or removes it.
    fn replace_free(&mut self) {
        while let Some(j) = self.unknowns.iter().position(|u| *u == Unknown::Free) {
            if let Some(k) = self.best_row(j) {
                let row = self.rows.swap_remove(k);
                let substitution = row.solved_for(j, F::one());
                self.substitute(&substitution);
                self.unknowns[j] = Unknown::NotNegative(row.origin);
                continue;
            }
            let curvature = self.a[j][j].clone();
            let mut factors = alloc::vec![F::zero(); self.b.len()];
            let mut constant = F::zero();
            if !curvature.is_zero() {
                // The objective is stationary: A_j · s + b_j = 0.
                factors = self.a[j].iter().map(|x| x.div(&curvature).neg()).collect();
                factors[j] = F::zero();
                constant = self.b[j].div(&curvature).neg();
            } else if !self.b[j].is_zero() {
                // No curvature, hence no products with other unknowns: it falls for ever.
                let up = self.b[j].sign() == Ordering::Greater;
                let turn = |x: &F| if up { x.neg() } else { x.clone() };
                self.downhill = Some(self.map.iter().map(|row| turn(&row[j])).collect());
            }
            self.substitute(&Substitution { j, factors, constant });
            self.remove(j);
        }
    }

    /// The condition in which unknown `j` has the largest share.
    fn best_row(&self, j: usize) -> Option<usize> {
        let mut best: Option<(F, usize)> = None;
        for (k, condition) in self.rows.iter().enumerate() {
            if condition.row[j].is_zero() {
                continue;
            }
            let share = condition.row[j].abs().div(&most(&condition.row));
            if best.as_ref().is_none_or(|(most, _)| most.order(&share).is_lt()) {
                best = Some((share, k));
            }
        }
        best.map(|(_, k)| k)
    }

    fn substitute(&mut self, substitution: &Substitution<F>) {
        for condition in &mut self.rows {
            condition.substitute(substitution);
        }
        let Substitution { j, factors, constant } = substitution;
        for (row, offset) in self.map.iter_mut().zip(&mut self.offset) {
            *offset = offset.add(&row[*j].mul(constant));
            substitute_row(row, *j, factors);
        }
        // A' = JᵀA J and b' = Jᵀ(b + A e_j constant), where J is the identity but for row j, which
        // holds the factors.
        for (b, row) in self.b.iter_mut().zip(&self.a) {
            *b = b.add(&row[*j].mul(constant));
        }
        substitute_row(&mut self.b, *j, factors);
        for row in &mut self.a {
            substitute_row(row, *j, factors);
        }
        let pivot_row = self.a[*j].clone();
        for (i, row) in self.a.iter_mut().enumerate() {
            for (x, p) in row.iter_mut().zip(&pivot_row) {
                let start = if i == *j { F::zero() } else { x.clone() };
                *x = start.add(&factors[i].mul(p));
            }
        }
    }

    /// Removes unknown `j`, which has been substituted.
    fn remove(&mut self, j: usize) {
        self.a.remove(j);
        self.b.remove(j);
        self.unknowns.remove(j);
        let rows = self.rows.iter_mut().map(|condition| &mut condition.row);
        for row in rows.chain(&mut self.a).chain(&mut self.map) {
            row.remove(j);
        }
    }
}

impl<F: Field> Condition<F> {
    fn list<G: Field<Careful = F>>(constraints: &[Constraint<G>]) -> Vec<Self> {
        let condition = |(k, constraint): (usize, &Constraint<G>)| Self {
            row: careful(&constraint.row),
            bound: constraint.bound.careful(),
            origin: Origin::Row(k),
        };
        constraints.iter().enumerate().map(condition).collect()
    }

    /// unknown `j` from `row · unknowns − bound = slack · new unknown`.
    fn solved_for(&self, j: usize, slack: F) -> Substitution<F> {
        let pivot = &self.row[j];
        let mut factors: Vec<F> = self.row.iter().map(|x| x.div(pivot).neg()).collect();
        factors[j] = slack.div(pivot);
        Substitution { j, factors, constant: self.bound.div(pivot) }
    }

    fn substitute(&mut self, Substitution { j, factors, constant }: &Substitution<F>) {
        self.bound = self.bound.sub(&self.row[*j].mul(constant));
        substitute_row(&mut self.row, *j, factors);
    }
}

/// The numbers, with no errors so far.
fn careful<G: Field>(row: &[G]) -> Vec<G::Careful> {
    row.iter().map(Field::careful).collect()
}

/// The largest absolute value.
fn most<'a, F: Field + 'a>(values: impl IntoIterator<Item = &'a F>) -> F {
    values.into_iter().fold(F::zero(), |most, x| larger(most, x.abs()))
}

/// `row · unknowns`, with unknown `j` replaced.
fn substitute_row<F: Field>(row: &mut [F], j: usize, factors: &[F]) {
    let share = core::mem::replace(&mut row[j], F::zero());
    if share.is_zero() {
        return;
    }
    for (x, factor) in row.iter_mut().zip(factors) {
        if !factor.is_zero() {
            *x = x.add(&share.mul(factor));
        }
    }
}

/// `start − Σ_k multipliers[k] · constraints[k].row[i]`
pub(super) fn minus_column<F: Field>(
    start: F,
    constraints: &[Constraint<F>],
    multipliers: &[F],
    i: usize,
) -> F {
    let pairs = constraints.iter().zip(multipliers);
    pairs.fold(start, |sum, (constraint, y)| sum.sub(&constraint.row[i].mul(y)))
}

/// Multipliers of the equations with `Fᵀλ = right`.
pub(super) fn equation_multipliers<F: Field>(problem: &Problem<F>, right: Vec<F>) -> Vec<F> {
    if problem.equalities.is_empty() {
        return Vec::new();
    }
    let column = |i: usize| problem.equalities.iter().map(|c| c.row[i].clone()).collect();
    solve_any((0..problem.variables()).map(column).collect(), right)
}

/// Multipliers with `Fᵀλ = 0` and `gᵀλ = 1`: they prove that `F x = g` has no solution.
fn contradiction<F: Field>(problem: &Problem<F>) -> Farkas<F> {
    let n = problem.variables();
    let column = |i: usize| problem.equalities.iter().map(|c| c.row[i].clone()).collect();
    let mut rows: Vec<Vec<F>> = (0..n).map(column).collect();
    rows.push(problem.equalities.iter().map(|c| c.bound.clone()).collect());
    let mut right = alloc::vec![F::zero(); n];
    right.push(F::one());
    let equalities = solve_any(rows, right);
    let inequalities = alloc::vec![F::zero(); problem.inequalities.len()];
    Farkas { inequalities, equalities }
}
