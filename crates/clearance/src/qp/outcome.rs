//! What became of a program.

use alloc::vec::Vec;

use crate::accuracy::PROGRAM_SLACK;
use crate::exact::Field;

/// What became of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome<F> {
    /// A minimum, with the multipliers that prove it.
    Solution(Solution<F>),
    /// No point meets the conditions, with the proof.
    Infeasible(Farkas<F>),
    /// The objective falls without end, with the way down.
    Unbounded(Unbounded<F>),
    /// The matrix is not positive semidefinite.
    NotConvex {
        /// A vector `d` with `dᵀA d < 0`.
        direction: Vec<F>,
    },
    /// Floats only: no verdict that would hold.
    Undecided {
        /// Why not.
        doubt: Doubt,
        /// Pivots done.
        iterations: usize,
    },
}

/// Why a program in floats has no verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// Too many pivots.
    Cap,
    /// The proof of the verdict is spoilt by rounding.
    Rounding,
}

/// A minimum.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<F> {
    /// Where.
    pub x: Vec<F>,
    /// The objective there.
    pub value: F,
    /// What proves it.
    pub multipliers: Multipliers<F>,
    /// How well it is proved: zeros for exact numbers.
    pub residuals: Residuals<F>,
    /// Pivots of Lemke's method.
    pub iterations: usize,
}

impl<F: Field> Solution<F> {
    /// True if the conditions of optimality hold: exactly for exact numbers, up to rounding for
    /// floats. A float solution that does not hold should be computed again with exact numbers.
    pub fn holds(&self) -> bool {
        self.residuals.hold(self.x.len() + self.multipliers.inequalities.len())
    }
}

/// Lagrange multipliers: `A x + b = Dᵀ inequalities + Fᵀ equalities + bounds`.
#[derive(Clone, PartialEq, Debug)]
pub struct Multipliers<F> {
    /// One for each condition `≥`, none negative.
    pub inequalities: Vec<F>,
    /// One for each equation, of any sign.
    pub equalities: Vec<F>,
    /// One for each variable: not negative, and zero for a free one.
    pub bounds: Vec<F>,
}

/// By how much a solution misses the conditions of optimality, each relative to the terms that were
/// added up (no unit).
#[derive(Clone, PartialEq, Debug)]
pub struct Residuals<F> {
    /// The gradient of the Lagrange function.
    pub stationarity: F,
    /// The conditions and signs of the variables.
    pub feasibility: F,
    /// The signs of the multipliers.
    pub signs: F,
    /// The products of multipliers and slacks.
    pub complementarity: F,
}

impl<F: Field> Residuals<F> {
    /// True if all are rounding, for sums of this many terms.
    pub fn hold(&self, terms: usize) -> bool {
        let Self { stationarity, feasibility, signs, complementarity } = self;
        let limit = PROGRAM_SLACK * F::ROUNDING * (terms + 1) as f64;
        [stationarity, feasibility, signs, complementarity]
            .iter()
            .all(|residual| residual.is_zero() || (!F::EXACT && residual.to_f64() <= limit))
    }
}

/// The proof that the conditions contradict each other (Farkas): with `y ≥ 0` for the inequalities
/// and `λ` for the equations, `Dᵀy + Fᵀλ` is zero for free variables and not positive for the others,
/// while `eᵀy + gᵀλ` is positive: so `0 ≥ (Dᵀy + Fᵀλ)·x ≥ eᵀy + gᵀλ > 0` for every such `x`.
#[derive(Clone, PartialEq, Debug)]
pub struct Farkas<F> {
    /// `y`
    pub inequalities: Vec<F>,
    /// `λ`
    pub equalities: Vec<F>,
}

/// The proof that the objective falls without end: from `point`, which meets the conditions, along
/// `direction`, which breaks none, with `A direction = 0` and `b · direction < 0`.
#[derive(Clone, PartialEq, Debug)]
pub struct Unbounded<F> {
    /// Where to start.
    pub point: Vec<F>,
    /// Where to go.
    pub direction: Vec<F>,
}
