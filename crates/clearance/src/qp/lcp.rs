//! The linear complementarity problem, by Lemke's method.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::confirm::confirmed;
use super::error::{QpError, all_compatible, all_finite};
use super::tableau::Tableau;
use super::trace::{Dictionary, Variable};
use crate::accuracy::PIVOTS_A_ROW;
use crate::exact::Field;

/// Find `w` and `z`, none negative, with `w = q + M z` and `w·z = 0`: of each pair `w_i`, `z_i` one
/// is zero.
///
/// ```
/// use clearance::qp::{Lcp, LcpOutcome};
/// let lcp = Lcp::<f64>::new(vec![-1.0, -1.0], vec![vec![2.0, 1.0], vec![1.0, 2.0]])?;
/// let LcpOutcome::Solved(solution) = lcp.solve() else { panic!() };
/// assert!(solution.z.iter().all(|z| (z - 1.0 / 3.0).abs() < 1e-15));
/// # Ok::<(), clearance::qp::QpError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Lcp<F> {
    q: Vec<F>,
    m: Vec<Vec<F>>,
}

/// What Lemke's method found.
#[derive(Clone, PartialEq, Debug)]
pub enum LcpOutcome<F> {
    /// A solution.
    Solved(LcpSolution<F>),
    /// The method followed a ray to infinity. If `M` is positive semidefinite (symmetric or not),
    /// or more generally copositive-plus, that proves that no `z ≥ 0` has `q + M z ≥ 0`. Other
    /// matrices may still have a solution.
    Ray(LcpRay<F>),
    /// Stopped after too many pivots: floats only, since without rounding no table comes twice.
    Cap {
        /// Pivots done.
        iterations: usize,
    },
}

/// A solution of a linear complementarity problem.
#[derive(Clone, PartialEq, Debug)]
pub struct LcpSolution<F> {
    /// `q + M z`
    pub w: Vec<F>,
    /// The unknowns.
    pub z: Vec<F>,
    /// Pivots done; none if `q` was already without negative numbers.
    pub iterations: usize,
}

/// A ray on which Lemke's method went to infinity.
///
/// If `M` is positive semidefinite then `Mᵀz ≤ 0` and `q·z < 0`, which with `z ≥ 0` is the proof
/// that `q + M x ≥ 0`, `x ≥ 0` has no solution: multiply it by `z`.
#[derive(Clone, PartialEq, Debug)]
pub struct LcpRay<F> {
    /// Direction of `w` along the ray.
    pub w: Vec<F>,
    /// Direction of `z` along the ray.
    pub z: Vec<F>,
    /// Pivots done.
    pub iterations: usize,
}

impl<F: Field> Lcp<F> {
    /// The problem with this `q` and the rows of this `M`.
    pub fn new(q: Vec<F>, m: Vec<Vec<F>>) -> Result<Self, QpError> {
        if m.len() != q.len() {
            return Err(QpError::Size { what: "rows of M", found: m.len(), needed: q.len() });
        }
        for row in &m {
            if row.len() != q.len() {
                let (found, needed) = (row.len(), q.len());
                return Err(QpError::Size { what: "columns of M", found, needed });
            }
        }
        all_finite(q.iter().chain(m.iter().flatten()))?;
        all_compatible(q.iter().chain(m.iter().flatten()))?;
        Ok(Self { q, m })
    }

    /// From parts that are known to fit.
    pub(super) fn trusted(q: Vec<F>, m: Vec<Vec<F>>) -> Self {
        Self { q, m }
    }

    /// The same problem in numbers without errors.
    pub(super) fn plain<G: Field<Careful = F>>(&self) -> Lcp<G> {
        let list = |row: &Vec<F>| row.iter().map(G::plain).collect();
        Lcp { q: list(&self.q), m: self.m.iter().map(list).collect() }
    }

    /// The constants.
    pub fn q(&self) -> &[F] {
        &self.q
    }

    /// The rows of the matrix.
    pub fn m(&self) -> &[Vec<F>] {
        &self.m
    }

    /// Solves it. Exact problems are solved in floats first, and the end is confirmed exactly.
    pub fn solve(&self) -> LcpOutcome<F> {
        if F::EXACT
            && let Some(solution) = self.guess()
        {
            return LcpOutcome::Solved(solution);
        }
        self.run(|_, _, _| {})
    }

    /// The solution to which floats lead, if it is one.
    fn guess(&self) -> Option<LcpSolution<F>> {
        let list = |row: &Vec<F>| row.iter().map(Field::approximate).collect::<Vec<f64>>();
        let floats = Lcp { q: list(&self.q), m: self.m.iter().map(list).collect() };
        all_finite(floats.q.iter().chain(floats.m.iter().flatten())).ok()?;
        let mut basic = None;
        let LcpOutcome::Solved(found) = floats.run(|tableau, entering, _| {
            basic = entering.is_none().then(|| tableau.basic_z());
        }) else {
            return None;
        };
        let [w, z] = confirmed(&self.q, &self.m, &basic?)?;
        Some(LcpSolution { w, z, iterations: found.iterations })
    }

    /// Solves it by Lemke's method in its own numbers, and keeps every dictionary on the way. See
    /// [`Dictionary`].
    pub fn solve_traced(&self) -> (LcpOutcome<F>, Vec<Dictionary<F>>) {
        let mut trace = Vec::new();
        let outcome = self.run(|tableau, entering, leaving| {
            trace.push(Dictionary { entering, leaving, ..tableau.dictionary() });
        });
        (outcome, trace)
    }

    /// Lemke's method: an auxiliary variable makes the dictionary feasible; then whatever leaves,
    /// its complement enters, until the auxiliary variable itself leaves.
    fn run(
        &self,
        mut watch: impl FnMut(&Tableau<F>, Option<Variable>, Option<Variable>),
    ) -> LcpOutcome<F> {
        let mut tableau = Tableau::new(&self.q, &self.m);
        let auxiliary = tableau.auxiliary();
        let mut iterations = 0;
        let mut entering = auxiliary;
        while iterations == 0 || entering != auxiliary {
            if iterations == 0 && tableau.is_feasible() {
                break;
            }
            let Some(column) = tableau.column(entering) else { break };
            let row =
                if iterations == 0 { tableau.first_row() } else { tableau.leaving_row(column) };
            let leaving = row.map(|r| tableau.basic(r));
            watch(&tableau, Some(entering), leaving);
            let (Some(row), Some(leaving)) = (row, leaving) else {
                // A tie that rounding hid may have kept an auxiliary variable of zero.
                if tableau.auxiliary_is_zero() {
                    break;
                }
                let [w, z] = tableau.growth(column);
                return LcpOutcome::Ray(LcpRay { w, z, iterations });
            };
            tableau.pivot(row, column);
            iterations += 1;
            if !F::EXACT && iterations > PIVOTS_A_ROW * (self.q.len() + 1) {
                return LcpOutcome::Cap { iterations };
            }
            entering = if leaving == auxiliary { auxiliary } else { leaving.complement() };
        }
        watch(&tableau, None, None);
        let [mut w, mut z] = tableau.values();
        clamp(&mut w);
        clamp(&mut z);
        LcpOutcome::Solved(LcpSolution { w, z, iterations })
    }
}

/// Negative values are rounding here: exact ones are never negative.
fn clamp<F: Field>(values: &mut [F]) {
    for value in values {
        if value.sign() == Ordering::Less {
            *value = F::zero();
        }
    }
}
