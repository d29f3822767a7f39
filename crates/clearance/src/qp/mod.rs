//! Convex quadratic programs and linear complementarity problems, in floats or exactly.
//!
//! A **program** ([`Problem`]) asks for the least `½ xᵀA x + bᵀx + c` with `A` symmetric and
//! positive semidefinite, under conditions `D x ≥ e` and `F x = g`, where each variable is
//! non-negative or free. With `A = 0` it is a linear program.
//!
//! It is solved in three steps.
//!
//! 1. **Reduction.** Each equation is solved for one variable, a free one if there is one;
//!    a non-negative variable that goes this way leaves the condition `… ≥ 0` behind. Then each
//!    free variable goes: if a condition contains it, the slack of that condition, which is
//!    non-negative, takes its place as an unknown; if none does, the objective is stationary in
//!    it, or it is of no consequence, or the objective falls for ever along it. No matrix is
//!    inverted, so that none need be regular.
//! 2. **Optimality as complementarity.** `x` is a minimum if, and only if, there are multipliers
//!    `y ≥ 0` such that `u = A x + b − Dᵀy` and `v = D x − e` are non-negative and of each pair
//!    `(x_i, u_i)`, `(y_k, v_k)` one is zero: the [`Lcp`] with
//!
//!    ```text
//!    w = (u, v),  z = (x, y),  q = (b, −e),  M = ( A  −Dᵀ )
//!                                                ( D   0  ).
//!    ```
//! 3. **Lemke's method** walks from dictionary to dictionary ([`Dictionary`]): basic variables
//!    written as affine functions of the others. Ties are decided as if each constant were raised
//!    by its own power of a tiny ε, so that no dictionary comes twice and the walk ends. It ends in
//!    a solution, or on a ray; the ray then proves that the conditions contradict each other or
//!    shows a direction in which the objective falls, and a second walk, with no objective,
//!    tells whether there is any point to start from. [`Problem::solve_traced`] keeps the whole way.
//!
//! With exact numbers the walk is first done in floats, and where it ends is confirmed: one small
//! system is solved exactly and its signs are looked at. Only if that fails is the walk done
//! exactly.
//!
//! Over [`Rational`](crate::exact::Field) or quadratic numbers (cargo feature `exact`) no verdict
//! is ever wrong. Over floats the verdict is checked afterwards: a solution carries the
//! [`Residuals`] of its optimality conditions, and a proof that does not hold up to rounding is
//! withdrawn ([`Outcome::Undecided`]). [`check`] does the same for anybody's results, without
//! solving anything.
//!
//! ```
//! use clearance::qp::{Outcome, Problem};
//! // Which point of the triangle x + 2y ≤ 2, x, y ≥ 0 is closest to (2, 2)?
//! let problem = Problem::<f64>::minimise(vec![vec![1.0, 0.0], vec![0.0, 1.0]], vec![-2.0, -2.0])
//!     .plus(4.0)
//!     .at_most(vec![1.0, 2.0], 2.0);
//! let Outcome::Solution(solution) = problem.solve()? else { panic!() };
//! assert!((solution.x[0] - 1.2).abs() < 1e-15 && (solution.x[1] - 0.4).abs() < 1e-15);
//! assert!((solution.value - 1.6).abs() < 1e-15);
//! assert!(solution.holds());
//! # Ok::<(), clearance::qp::QpError>(())
//! ```

pub mod check;
mod confirm;
mod convex;
mod error;
mod lcp;
mod linear;
mod outcome;
mod problem;
mod reduce;
mod solve;
mod tableau;
mod trace;
mod walk;

pub use error::QpError;
pub use lcp::{Lcp, LcpOutcome, LcpRay, LcpSolution};
pub use outcome::{Doubt, Farkas, Multipliers, Outcome, Residuals, Solution, Unbounded};
pub use problem::{Constraint, Problem};
pub use trace::{Dictionary, Variable};
pub use walk::{Meaning, Purpose, Walk};
