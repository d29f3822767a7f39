//! The same closest points by a conic solver: Clarabel, with a power cone for each |v|^n ≤ t.

use clarabel::algebra::CscMatrix;
use clarabel::solver::SupportedConeT::{NonnegativeConeT, PowerConeT};
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SolverStatus, SupportedConeT};
use clearance::{Pose, Vector};

use super::objects::{Object, Piece};
use crate::measure::worked;

/// The rows A z + s = b, s in a product of cones.
#[derive(Default)]
struct Rows {
    places: [Vec<usize>; 2],
    entries: Vec<f64>,
    right: Vec<f64>,
    cones: Vec<SupportedConeT<f64>>,
}

impl Rows {
    /// One more row, with these entries.
    fn push(&mut self, entries: &[(usize, f64)], right: f64) {
        for (column, entry) in entries {
            self.places[0].push(self.right.len());
            self.places[1].push(*column);
            self.entries.push(*entry);
        }
        self.right.push(right);
    }

    /// The functions of one object, of the three variables from `first` on; one more variable for
    /// each power, from `next` on.
    fn object(&mut self, object: &Object, first: usize, next: &mut usize) {
        let along = |v: Vector<3>, sign: f64| [0, 1, 2].map(|i| (first + i, sign * v[i]));
        for piece in &object.pieces {
            match piece {
                Piece::Plane(normal, offset) => {
                    self.push(&along(*normal, 1.0), *offset);
                    self.cones.push(NonnegativeConeT(1));
                }
                Piece::Powers(terms) => {
                    let sum: Vec<_> = (0..terms.len()).map(|k| (*next + k, 1.0)).collect();
                    self.push(&sum, 1.0);
                    self.cones.push(NonnegativeConeT(1));
                    for (a, d, n) in terms {
                        // (t, 1, v) with t^(1/n) ≥ |v|.
                        self.push(&[(*next, -1.0)], 0.0);
                        self.push(&[], 1.0);
                        self.push(&along(*a, -1.0), *d);
                        self.cones.push(PowerConeT(1.0 / n.max(1.0 + 1e-9)));
                        *next += 1;
                    }
                }
            }
        }
    }
}

/// The distance, and the time that its solver took in microseconds, setting up included; `None` if
/// it failed.
pub fn distance(a: &Object, b: &Object, there: &Pose<3>) -> Option<(f64, f64)> {
    let (mut rows, mut count) = (Rows::default(), 6);
    rows.object(a, 0, &mut count);
    rows.object(b, 3, &mut count);
    // ½ |R y + t − x|²
    let (turn, t) = (there.rotation(), there.translation());
    let (mut at, mut values) = ([Vec::new(), Vec::new()], Vec::new());
    for i in 0..6 {
        at[0].push(i);
        at[1].push(i);
        values.push(1.0);
    }
    for i in 0..3 {
        let column = turn.rotate(Vector::axis(i));
        for j in 0..3 {
            at[0].push(j);
            at[1].push(3 + i);
            values.push(-column[j]);
        }
    }
    let [i, j] = at;
    let p = CscMatrix::new_from_triplets(count, count, i, j, values);
    let back = turn.rotate_back(t);
    let mut q = vec![0.0; count];
    for i in 0..3 {
        (q[i], q[3 + i]) = (-t[i], back[i]);
    }
    let [i, j] = rows.places;
    let matrix = CscMatrix::new_from_triplets(rows.right.len(), count, i, j, rows.entries);
    let settings = DefaultSettings { verbose: false, ..DefaultSettings::default() };
    let start = worked();
    let mut solver =
        DefaultSolver::new(&p, &q, &matrix, &rows.right, &rows.cones, settings).ok()?;
    solver.solve();
    let time = (worked() - start).as_nanos() as f64 / 1e3;
    let solution = &solver.solution;
    let solved = matches!(solution.status, SolverStatus::Solved | SolverStatus::AlmostSolved);
    let z = &solution.x;
    let x = Vector([z[0], z[1], z[2]]);
    let y = turn.rotate(Vector([z[3], z[4], z[5]])) + t;
    solved.then(|| ((y - x).norm(), time))
}
