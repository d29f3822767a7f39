//! The statement of a convex quadratic program.

use alloc::vec::Vec;

use super::error::{QpError, all_compatible, all_finite};
use super::lcp::Lcp;
use super::outcome::Outcome;
use super::trace::Dictionary;
use super::walk::{Purpose, Walk};
use super::{reduce::Reduced, solve};
use crate::exact::Field;

/// A convex quadratic program: minimise `½ xᵀA x + bᵀx + c` under linear conditions.
///
/// Variables are non-negative unless they are set [`free`](Problem::free).
///
/// ```
/// use clearance::qp::{Outcome, Problem};
/// // The point of the line through (0, 1) and (1, 0) that is closest to the origin.
/// let problem = Problem::minimise(vec![vec![1.0, 0.0], vec![0.0, 1.0]], vec![0.0, 0.0])
///     .equal(vec![1.0, 1.0], 1.0)
///     .free(0)
///     .free(1);
/// let Outcome::Solution(solution) = problem.solve()? else { panic!() };
/// assert_eq!(solution.x, [0.5, 0.5]);
/// # Ok::<(), clearance::qp::QpError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Problem<F> {
    pub(super) a: Vec<Vec<F>>,
    pub(super) b: Vec<F>,
    pub(super) c: F,
    pub(super) inequalities: Vec<Constraint<F>>,
    pub(super) equalities: Vec<Constraint<F>>,
    pub(super) free: Vec<usize>,
    /// The caller vouches for it.
    pub(super) convex: bool,
}

/// A linear form and what it is compared with.
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint<F> {
    /// The coefficients of the variables.
    pub row: Vec<F>,
    /// The right-hand side.
    pub bound: F,
}

impl<F: Field> Problem<F> {
    /// Minimise `½ xᵀA x + bᵀx`, `A` given by rows.
    pub fn minimise(a: Vec<Vec<F>>, b: Vec<F>) -> Self {
        let (inequalities, equalities, free) = (Vec::new(), Vec::new(), Vec::new());
        Self { a, b, c: F::zero(), inequalities, equalities, free, convex: false }
    }

    /// Minimise `bᵀx`: a linear program.
    pub fn linear(b: Vec<F>) -> Self {
        let n = b.len();
        Self::minimise(alloc::vec![alloc::vec![F::zero(); n]; n], b)
    }

    /// Adds a constant to the objective.
    pub fn plus(mut self, c: F) -> Self {
        self.c = self.c.add(&c);
        self
    }

    /// Adds the condition `row · x ≥ bound`.
    pub fn at_least(mut self, row: Vec<F>, bound: F) -> Self {
        self.inequalities.push(Constraint { row, bound });
        self
    }

    /// Adds the condition `row · x ≤ bound`, which is kept as `−row · x ≥ −bound`.
    pub fn at_most(self, row: Vec<F>, bound: F) -> Self {
        self.at_least(row.iter().map(Field::neg).collect(), bound.neg())
    }

    /// Adds the condition `row · x = bound`.
    pub fn equal(mut self, row: Vec<F>, bound: F) -> Self {
        self.equalities.push(Constraint { row, bound });
        self
    }

    /// Lets variable `i` be negative too.
    pub fn free(mut self, i: usize) -> Self {
        if !self.free.contains(&i) {
            self.free.push(i);
        }
        self
    }

    /// Vouches that the matrix is positive semidefinite, as every matrix of scalar products is, so
    /// that it need not be tested. If it is not, the outcome means nothing.
    pub fn surely_convex(mut self) -> Self {
        self.convex = true;
        self
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.b.len()
    }

    /// The matrix of the quadratic part, by rows.
    pub fn quadratic(&self) -> &[Vec<F>] {
        &self.a
    }

    /// The coefficients of the linear part.
    pub fn linear_part(&self) -> &[F] {
        &self.b
    }

    /// The conditions `row · x ≥ bound`.
    pub fn inequalities(&self) -> &[Constraint<F>] {
        &self.inequalities
    }

    /// The conditions `row · x = bound`.
    pub fn equalities(&self) -> &[Constraint<F>] {
        &self.equalities
    }

    /// True if variable `i` may be negative.
    pub fn is_free(&self, i: usize) -> bool {
        self.free.contains(&i)
    }

    /// The objective at `x`.
    pub fn value(&self, x: &[F]) -> F {
        let two = F::from_i64(2);
        let mut sum = self.c.clone();
        for ((row, b), xi) in self.a.iter().zip(&self.b).zip(x) {
            if !xi.is_zero() {
                sum = sum.add(&xi.mul(&dot(row, x).div(&two).add(b)));
            }
        }
        sum
    }

    /// Solves it. See the [module](super) for how, and for what may be relied on.
    pub fn solve(&self) -> Result<Outcome<F>, QpError> {
        self.validate()?;
        Ok(solve::solve(self, |reduced, purpose| reduced.lcp(purpose).solve()))
    }

    /// Solves it by Lemke's method in its own numbers from the first step to the last, and keeps
    /// every dictionary on the way: one walk, or a second one where the objective falls for ever or
    /// the first has not told why there is no point. None if the equations settle it, or if it is
    /// not convex.
    ///
    /// ```
    /// use clearance::qp::Problem;
    /// let problem = Problem::linear(vec![1.0, 1.0]).at_least(vec![1.0, 2.0], 2.0);
    /// let (_, walks) = problem.solve_traced()?;
    /// assert_eq!(walks[0].dictionaries[0].to_string(), "\
    /// w0 = 1 - z2 + z3
    /// w1 = 1 - 2 z2 + z3
    /// w2 = -2 + z0 + 2 z1 + z3
    /// z3 enters, w2 leaves
    /// ");
    /// assert_eq!(walks[0].means(walks[0].dictionaries[0].basic[2]).to_string(), "slack of condition 0");
    /// # Ok::<(), clearance::qp::QpError>(())
    /// ```
    pub fn solve_traced(&self) -> Result<(Outcome<F>, Vec<Walk<F>>), QpError> {
        self.validate()?;
        let mut walks = Vec::new();
        let outcome = solve::solve(self, |reduced, purpose| {
            let (outcome, trace) = reduced.lcp(purpose).solve_traced();
            let dictionaries = trace.iter().map(Dictionary::plain).collect();
            walks.push(Walk { purpose, meanings: reduced.meanings(), dictionaries });
            outcome
        });
        Ok((outcome, walks))
    }

    /// The complementarity problem that [`Problem::solve`] hands to Lemke's method, after
    /// equations and free variables have been removed: its `z` holds the remaining variables, then
    /// the multipliers of the remaining conditions. Nothing if the equations contradict each other.
    pub fn to_lcp(&self) -> Result<Option<Lcp<F>>, QpError> {
        self.validate()?;
        Ok(Reduced::new(self).ok().map(|reduced| reduced.lcp(Purpose::Minimum).plain()))
    }

    /// Refuses what does not fit together.
    pub(super) fn validate(&self) -> Result<(), QpError> {
        let n = self.b.len();
        let fits = |what, found| {
            if found == n { Ok(()) } else { Err(QpError::Size { what, found, needed: n }) }
        };
        fits("rows of A", self.a.len())?;
        for row in &self.a {
            fits("columns of A", row.len())?;
        }
        for constraint in self.inequalities.iter().chain(&self.equalities) {
            fits("coefficients of a condition", constraint.row.len())?;
        }
        if let Some(index) = self.free.iter().copied().find(|i| *i >= n) {
            return Err(QpError::NoSuchVariable { index });
        }
        all_finite(self.numbers())?;
        all_compatible(self.numbers())?;
        for row in 0..n {
            for column in 0..row {
                if self.a[row][column] != self.a[column][row] {
                    return Err(QpError::NotSymmetric { row, column });
                }
            }
        }
        Ok(())
    }

    fn numbers(&self) -> impl Iterator<Item = &F> {
        let constraints = self.inequalities.iter().chain(&self.equalities);
        let objective = self.a.iter().flatten().chain(&self.b).chain([&self.c]);
        objective.chain(constraints.flat_map(|c| c.row.iter().chain([&c.bound])))
    }
}

#[cfg(feature = "exact")]
impl Problem<f64> {
    /// The same program over rational numbers, each float taken for what it is.
    pub fn to_exact(&self) -> Result<Problem<crate::exact::Rational>, QpError> {
        use crate::exact::Rational;
        let number = |x: &f64| Rational::from_f64(*x).ok_or(QpError::NotFinite);
        let list = |xs: &[f64]| xs.iter().map(number).collect::<Result<Vec<_>, _>>();
        let constraints = |cs: &[Constraint<f64>]| {
            let one = |c: &Constraint<f64>| {
                Ok(Constraint { row: list(&c.row)?, bound: number(&c.bound)? })
            };
            cs.iter().map(one).collect::<Result<Vec<_>, QpError>>()
        };
        Ok(Problem {
            a: self.a.iter().map(|row| list(row)).collect::<Result<_, _>>()?,
            b: list(&self.b)?,
            c: number(&self.c)?,
            inequalities: constraints(&self.inequalities)?,
            equalities: constraints(&self.equalities)?,
            free: self.free.clone(),
            convex: self.convex,
        })
    }
}

/// The scalar product.
pub(super) fn dot<F: Field>(a: &[F], b: &[F]) -> F {
    let mut sum = F::zero();
    for (x, y) in a.iter().zip(b) {
        if !x.is_zero() && !y.is_zero() {
            sum = sum.add(&x.mul(y));
        }
    }
    sum
}
