//! Judges outcomes without solving anything.
//!
//! Exact numbers are judged exactly, floats up to rounding.

use core::cmp::Ordering;

use super::lcp::Lcp;
use super::linear::larger;
use super::outcome::{Farkas, Multipliers, Residuals, Unbounded};
use super::problem::{Constraint, Problem, dot};
use crate::accuracy::PROGRAM_SLACK;
use crate::exact::Field;

/// By how much `x` with these multipliers misses the conditions of optimality; nothing if the
/// lengths are wrong. If all are zero then `x` is a minimum, provided that the matrix is positive
/// semidefinite.
pub fn residuals<F: Field>(
    problem: &Problem<F>,
    x: &[F],
    multipliers: &Multipliers<F>,
) -> Option<Residuals<F>> {
    let Multipliers { inequalities, equalities, bounds } = multipliers;
    let n = problem.variables();
    let fits = x.len() == n
        && bounds.len() == n
        && inequalities.len() == problem.inequalities.len()
        && equalities.len() == problem.equalities.len();
    if !fits {
        return None;
    }
    let reach = most(x);
    let mut result = Residuals {
        stationarity: F::zero(),
        feasibility: F::zero(),
        signs: F::zero(),
        complementarity: F::zero(),
    };
    for i in 0..n {
        let tally = gradient(problem, x, multipliers, i);
        record(&mut result.stationarity, tally.sum.abs(), &tally.size);
    }
    for (constraint, y) in problem.inequalities.iter().zip(inequalities) {
        let slack = slack(constraint, x, &reach);
        record(&mut result.feasibility, slack.sum.neg(), &slack.size);
        record(&mut result.complementarity, slack.sum.mul(y).abs(), &slack.size.mul(&y.abs()));
    }
    for constraint in &problem.equalities {
        let slack = slack(constraint, x, &reach);
        record(&mut result.feasibility, slack.sum.abs(), &slack.size);
    }
    let force = larger(most(inequalities), most(bounds));
    for (i, (value, u)) in x.iter().zip(bounds).enumerate() {
        if problem.is_free(i) {
            record(&mut result.signs, u.abs(), &force);
        } else {
            record(&mut result.feasibility, value.neg(), &reach);
            record(&mut result.complementarity, value.mul(u).abs(), &reach.mul(&force));
        }
    }
    for y in inequalities.iter().chain(bounds) {
        record(&mut result.signs, y.neg(), &force);
    }
    Some(result)
}

/// True if these multipliers prove that no point meets the conditions.
pub fn infeasible<F: Field>(problem: &Problem<F>, farkas: &Farkas<F>) -> bool {
    let Farkas { inequalities, equalities } = farkas;
    let fits = inequalities.len() == problem.inequalities.len()
        && equalities.len() == problem.equalities.len();
    if !fits || inequalities.iter().any(|y| y.sign() == Ordering::Less) {
        return false;
    }
    let pairs = || {
        let first = problem.inequalities.iter().zip(inequalities);
        first.chain(problem.equalities.iter().zip(equalities))
    };
    // Without rounding the sums must have the right sign; floats must show a promise that is not
    // noise, and may break the other conditions by noise.
    let promise = Tally::of(pairs().map(|(c, y)| c.bound.mul(y)));
    let force = larger(most(inequalities), most(equalities));
    let holds = |i: usize| {
        let sum = Tally::of(pairs().map(|(c, y)| c.row[i].mul(y))).sum;
        let size = pairs().fold(F::zero(), |size, (c, _)| size.add(&c.row[i].abs())).mul(&force);
        let miss = if problem.is_free(i) { sum.abs() } else { sum };
        miss.sign() != Ordering::Greater || within(&miss, &size, pairs().count())
    };
    promise.sum.sign() == Ordering::Greater
        && !within(&promise.sum, &promise.size, pairs().count())
        && (0..problem.variables()).all(holds)
}

/// True if the objective falls without end from this point along this direction.
pub fn unbounded<F: Field>(problem: &Problem<F>, way: &Unbounded<F>) -> bool {
    let n = problem.variables();
    let Unbounded { point, direction } = way;
    if point.len() != n || direction.len() != n {
        return false;
    }
    let (reach, stride) = (most(point), most(direction));
    let meets = |sum: F, size: &F| sum.sign() != Ordering::Less || within(&sum, size, n);
    let starts = |constraint: &Constraint<F>| {
        let slack = slack(constraint, point, &reach);
        meets(slack.sum, &slack.size)
    };
    let form = |row: &[F]| (dot(row, direction), row_size(row).mul(&stride));
    let climbs = |row: &[F]| {
        let (sum, size) = form(row);
        meets(sum, &size)
    };
    let level = |row: &[F]| {
        let (sum, size) = form(row);
        sum.is_zero() || within(&sum, &size, n)
    };
    let slope = Tally::of(problem.b.iter().zip(direction).map(|(b, d)| b.mul(d)));
    problem.inequalities.iter().all(|c| starts(c) && climbs(&c.row))
        && problem.equalities.iter().all(|c| {
            let slack = slack(c, point, &reach);
            level(&c.row) && (slack.sum.is_zero() || within(&slack.sum, &slack.size, n))
        })
        && (0..n)
            .filter(|i| !problem.is_free(*i))
            .all(|i| meets(point[i].clone(), &reach) && meets(direction[i].clone(), &stride))
        && problem.a.iter().all(|row| level(row))
        && slope.sum.sign() == Ordering::Less
        && !within(&slope.sum, &slope.size, n)
}

/// True if `directionᵀ A direction` is negative.
pub fn not_convex<F: Field>(problem: &Problem<F>, direction: &[F]) -> bool {
    let products = problem
        .a
        .iter()
        .zip(direction)
        .flat_map(|(row, d)| row.iter().zip(direction).map(move |(a, e)| d.mul(a).mul(e)));
    let tally = Tally::of(products);
    direction.len() == problem.variables()
        && tally.sum.sign() == Ordering::Less
        && !within(&tally.sum, &tally.size, direction.len())
}

/// True if `w` and `z` solve the complementarity problem.
pub fn complementary<F: Field>(lcp: &Lcp<F>, w: &[F], z: &[F]) -> bool {
    let n = lcp.q().len();
    if w.len() != n || z.len() != n {
        return false;
    }
    let reach = most(z);
    (0..n).all(|i| {
        let size = row_size(&lcp.m()[i]).mul(&reach).add(&lcp.q()[i].abs());
        let gap = dot(&lcp.m()[i], z).add(&lcp.q()[i]).sub(&w[i]);
        let product = w[i].mul(&z[i]);
        (gap.is_zero() || within(&gap, &size, n))
            && (product.is_zero() || within(&product, &size.mul(&reach), n))
            && w[i].sign() != Ordering::Less
            && z[i].sign() != Ordering::Less
    })
}

/// `A x + b − Dᵀy − Fᵀλ − u` in coordinate `i`. Its size takes every unknown to be as large as the
/// largest of its kind, since that is what their errors are relative to.
fn gradient<F: Field>(
    problem: &Problem<F>,
    x: &[F],
    multipliers: &Multipliers<F>,
    i: usize,
) -> Tally<F> {
    let Multipliers { inequalities, equalities, bounds } = multipliers;
    let force =
        [inequalities, equalities, bounds].iter().fold(F::zero(), |f, m| larger(f, most(m)));
    let mut sum = dot(&problem.a[i], x).add(&problem.b[i]).sub(&bounds[i]);
    let mut share = F::one();
    let first = problem.inequalities.iter().zip(inequalities);
    for (constraint, y) in first.chain(problem.equalities.iter().zip(equalities)) {
        sum = sum.sub(&constraint.row[i].mul(y));
        share = share.add(&constraint.row[i].abs());
    }
    let size = row_size(&problem.a[i]).mul(&most(x)).add(&problem.b[i].abs());
    Tally { sum, size: size.add(&share.mul(&force)) }
}

/// `row · x − bound`, and the size of what is added up.
fn slack<F: Field>(constraint: &Constraint<F>, x: &[F], reach: &F) -> Tally<F> {
    let sum = dot(&constraint.row, x).sub(&constraint.bound);
    let size = row_size(&constraint.row).mul(reach).add(&constraint.bound.abs());
    Tally { sum, size }
}

fn row_size<F: Field>(row: &[F]) -> F {
    row.iter().fold(F::zero(), |sum, x| sum.add(&x.abs()))
}

/// The largest absolute value.
fn most<F: Field>(values: &[F]) -> F {
    values.iter().fold(F::zero(), |most, x| larger(most, x.abs()))
}

/// True if the value is rounding in a sum of this many terms: never, for exact numbers.
fn within<F: Field>(value: &F, size: &F, terms: usize) -> bool {
    let limit = PROGRAM_SLACK * F::ROUNDING * (terms + 1) as f64;
    !F::EXACT && value.abs().to_f64() <= limit * size.to_f64()
}

/// Keeps the largest violation, relative to its size; negative ones are none.
fn record<F: Field>(worst: &mut F, violation: F, size: &F) {
    if violation.sign() == Ordering::Greater {
        let share = if size.is_zero() { F::one() } else { violation.div(size) };
        if share.order(worst) == Ordering::Greater {
            *worst = share;
        }
    }
}

/// A sum and the sum of absolute values.
struct Tally<F> {
    sum: F,
    size: F,
}

impl<F: Field> Tally<F> {
    fn of(terms: impl Iterator<Item = F>) -> Self {
        let mut tally = Self { sum: F::zero(), size: F::zero() };
        for term in terms {
            tally.add(&term);
        }
        tally
    }

    fn add(&mut self, term: &F) {
        if !term.is_zero() {
            self.sum = self.sum.add(term);
            self.size = self.size.add(&term.abs());
        }
    }
}
