//! From a program to its outcome.

use alloc::vec::Vec;

use super::check;
use super::convex::negative_direction;
use super::lcp::LcpOutcome;
use super::outcome::{Doubt, Farkas, Multipliers, Outcome, Residuals, Solution, Unbounded};
use super::problem::{Constraint, Problem, dot};
use super::reduce::{Reduced, equation_multipliers, minus_column};
use super::walk::Purpose;
use crate::exact::Field;

/// Solves a program that has been validated. `lemke` solves the complementarity problem of a reduced
/// program, and may watch it being solved.
pub(super) fn solve<F: Field>(
    problem: &Problem<F>,
    mut lemke: impl FnMut(&Reduced<F::Careful>, Purpose) -> LcpOutcome<F::Careful>,
) -> Outcome<F> {
    if !problem.convex
        && let Some(direction) = negative_direction(&problem.a)
    {
        return Outcome::NotConvex { direction };
    }
    let reduced = match Reduced::new(problem) {
        Ok(reduced) => reduced,
        Err(farkas) => return infeasible(problem, farkas, 0),
    };
    let (direction, before) = if let Some(downhill) = &reduced.downhill {
        (downhill.iter().map(F::plain).collect(), 0)
    } else {
        match lemke(&reduced, Purpose::Minimum) {
            LcpOutcome::Solved(found) => {
                let x = reduced.point(&found.z);
                let multipliers = reduced.multipliers(&found.w, &found.z, problem);
                return solution(problem, x, multipliers, found.iterations);
            }
            // The ray holds a proof that there is no point, or a direction downhill, or both.
            LcpOutcome::Ray(ray) => {
                let farkas = reduced.farkas(&ray.z, problem);
                if check::infeasible(problem, &farkas) {
                    return Outcome::Infeasible(farkas);
                }
                (reduced.direction(&ray.z), ray.iterations)
            }
            LcpOutcome::Cap { iterations } => {
                return Outcome::Undecided { doubt: Doubt::Cap, iterations };
            }
        }
    };
    // The objective falls along a direction: from where, if from anywhere?
    match lemke(&reduced, Purpose::AnyPoint) {
        LcpOutcome::Solved(found) => {
            let unbounded = Unbounded { point: reduced.point(&found.z), direction };
            if check::unbounded(problem, &unbounded) {
                return Outcome::Unbounded(unbounded);
            }
            let iterations = before + found.iterations;
            Outcome::Undecided { doubt: Doubt::Rounding, iterations }
        }
        LcpOutcome::Ray(ray) => {
            infeasible(problem, reduced.farkas(&ray.z, problem), before + ray.iterations)
        }
        LcpOutcome::Cap { iterations } => {
            Outcome::Undecided { doubt: Doubt::Cap, iterations: before + iterations }
        }
    }
}

/// Completes a solution with the multipliers of its equations and with its residuals.
fn solution<F: Field>(
    problem: &Problem<F>,
    x: Vec<F>,
    mut multipliers: Multipliers<F>,
    iterations: usize,
) -> Outcome<F> {
    if !problem.equalities.is_empty() {
        let gradient = |i: usize| {
            let slope = dot(&problem.a[i], &x).add(&problem.b[i]).sub(&multipliers.bounds[i]);
            minus_column(slope, &problem.inequalities, &multipliers.inequalities, i)
        };
        let right = (0..x.len()).map(gradient).collect();
        multipliers.equalities = equation_multipliers(problem, right);
    }
    if F::EXACT {
        // Nothing has been rounded. Multiplying the gradient by x gives the value without the
        // matrix: ½ xᵀA x + bᵀx = ½ (bᵀx + eᵀy + gᵀλ).
        let sum = dot(&problem.b, &x)
            .add(&bounds_times(&problem.inequalities, &multipliers.inequalities))
            .add(&bounds_times(&problem.equalities, &multipliers.equalities));
        let value = sum.div(&F::from_i64(2)).add(&problem.c);
        let zero = F::zero;
        let residuals = Residuals {
            stationarity: zero(),
            feasibility: zero(),
            signs: zero(),
            complementarity: zero(),
        };
        return Outcome::Solution(Solution { x, value, multipliers, residuals, iterations });
    }
    let Some(residuals) = check::residuals(problem, &x, &multipliers) else {
        return Outcome::Undecided { doubt: Doubt::Rounding, iterations };
    };
    let value = problem.value(&x);
    Outcome::Solution(Solution { x, value, multipliers, residuals, iterations })
}

/// The sum of the right-hand sides, each times its multiplier.
fn bounds_times<F: Field>(constraints: &[Constraint<F>], multipliers: &[F]) -> F {
    let pairs = constraints.iter().zip(multipliers).filter(|(_, y)| !y.is_zero());
    pairs.fold(F::zero(), |sum, (constraint, y)| sum.add(&constraint.bound.mul(y)))
}

/// Infeasible, if the proof holds.
fn infeasible<F: Field>(problem: &Problem<F>, farkas: Farkas<F>, iterations: usize) -> Outcome<F> {
    if check::infeasible(problem, &farkas) {
        Outcome::Infeasible(farkas)
    } else {
        Outcome::Undecided { doubt: Doubt::Rounding, iterations }
    }
}
