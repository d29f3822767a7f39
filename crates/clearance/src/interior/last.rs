//! The last digits of a furthest point.
//!
//! A bound that is proved to fourteen digits knows the point that it belongs to only to seven. The
//! surfaces that hold the point know the others: there their gradients add up to the direction,
//!
//! ```text
//!     Σ λ ∇f = u,    f = 0 for each of them,
//! ```
//!
//! which Newton's method solves for the point and the λ. Where it has, the same numbers prove that
//! nothing lies further: no f is above zero inside, so that u·x ≤ Σ λ (∇f·p − f) for all x of the shape.

use super::furthest::pulled;
use crate::accuracy;
use crate::shape::{Implicit, Jet};
use crate::space::{Matrix, Vector, eliminated};

/// A furthest point to rounding.
pub(super) struct Last<const D: usize> {
    pub(super) point: Vector<D>,
    /// How much further along the direction a point of the shape may be.
    pub(super) left: f64,
}

/// The furthest point of the shape along a unit vector, close to `near`; `None` if surfaces do not
/// hold it in a way that Newton's method could follow. The shape lies within `room` of its inside.
pub(super) fn last<const D: usize>(
    shape: &dyn Implicit<D>,
    unit: Vector<D>,
    near: Vector<D>,
    (reach, room): (f64, f64),
) -> Option<Last<D>> {
    let mut holds = Holds::at(shape, near, reach)?;
    // With the unit matrix for the bend, these are the multipliers that miss the least.
    holds.solve(unit, Matrix::IDENTITY)?;
    let (mut p, mut before) = (near, accuracy::LAST_REACH * reach);
    for _ in 0..accuracy::LAST_STEPS {
        let step = holds.solve(unit, holds.bend())?;
        let length = step.norm();
        let rounding = length <= accuracy::LAST_STEP * reach;
        if !(length <= before || rounding) {
            return None;
        }
        p += step;
        holds.look(shape, p);
        if rounding {
            break;
        }
        before = length * accuracy::LAST_GAIN;
    }
    let point = pulled(shape, p);
    let proved = holds.height(unit, p, (shape.inside(), room))?;
    let left = proved - unit.dot(point - shape.inside());
    Some(Last { point, left: left.max(0.0) })
}

/// The surfaces that hold a point.
struct Holds<const D: usize> {
    ids: [usize; D],
    jets: [Jet<D>; D],
    multipliers: [f64; D],
    count: usize,
    /// The size of the shape, in which steps are measured: so nothing depends on the unit of length.
    reach: f64,
}

impl<const D: usize> Holds<D> {
    /// All that are close to a point of a shape of this size; `None` if these are none, or too many.
    fn at(shape: &dyn Implicit<D>, p: Vector<D>, reach: f64) -> Option<Self> {
        let close = accuracy::LAST_HOLD * reach;
        let level = Jet { value: 0.0, gradient: Vector::ZERO, hessian: Matrix([Vector::ZERO; D]) };
        let mut holds =
            Self { ids: [0; D], jets: [level; D], multipliers: [0.0; D], count: 0, reach };
        for id in 0..shape.curved() + shape.half_spaces().len() {
            let jet = surface(shape, id, p);
            if jet.value.abs() <= close * jet.gradient.norm() {
                *holds.ids.get_mut(holds.count)? = id;
                holds.jets[holds.count] = jet;
                holds.count += 1;
            }
        }
        (holds.count > 0).then_some(holds)
    }

    fn look(&mut self, shape: &dyn Implicit<D>, p: Vector<D>) {
        for k in 0..self.count {
            self.jets[k] = surface(shape, self.ids[k], p);
        }
    }

    /// Σ λ ∇²f, for steps in units of the size.
    fn bend(&self) -> Matrix<D> {
        let mut sum = Matrix([Vector::ZERO; D]);
        for k in 0..self.count {
            for i in 0..D {
                sum[i] += self.jets[k].hessian[i] * (self.multipliers[k] * self.reach);
            }
        }
        sum
    }

    /// The step δ to bend·δ + Σ λ ∇f = u, ∇f·δ = −f, and the λ; `None` if there is none.
    fn solve(&mut self, unit: Vector<D>, bend: Matrix<D>) -> Option<Vector<D>> {
        let size = D + self.count;
        // Six unknowns at most, and the right side last.
        let mut rows = [[0.0; 7]; 6];
        for i in 0..D {
            rows[i][..D].copy_from_slice(&bend[i].0);
            rows[i][size] = unit[i];
        }
        for k in 0..self.count {
            let Jet { value, gradient, .. } = self.jets[k];
            // Each function as steep as the others.
            let scale = 1.0 / gradient.norm();
            for i in 0..D {
                rows[i][D + k] = gradient[i] * scale;
                rows[D + k][i] = gradient[i] * scale;
            }
            rows[D + k][size] = -value * scale / self.reach;
        }
        let solved = eliminated(&mut rows, size)?;
        for k in 0..self.count {
            self.multipliers[k] = solved[D + k] / self.jets[k].gradient.norm();
        }
        Some(Vector::from_fn(|i| solved[i] * self.reach))
    }

    /// How far the shape reaches along `unit` at most, as measured from its inside.
    fn height(
        &self,
        unit: Vector<D>,
        p: Vector<D>,
        (inside, room): (Vector<D>, f64),
    ) -> Option<f64> {
        let (mut height, mut left) = (0.0, unit);
        for k in 0..self.count {
            let (Jet { value, gradient, .. }, multiplier) = (self.jets[k], self.multipliers[k]);
            if !(multiplier >= 0.0) {
                return None;
            }
            height += multiplier * (gradient.dot(p - inside) - value);
            left -= gradient * multiplier;
        }
        // What rounding leaves of the direction counts as if the shape filled its box.
        Some(height + left.sum_abs() * room)
    }
}

/// The function of a surface, curved ones first.
fn surface<const D: usize>(shape: &dyn Implicit<D>, id: usize, p: Vector<D>) -> Jet<D> {
    if id < shape.curved() {
        return shape.jet(id, p, 0.0);
    }
    let (normal, offset) = shape.half_spaces()[id - shape.curved()];
    let hessian = Matrix([Vector::ZERO; D]);
    Jet { value: normal.dot(p) - offset, gradient: normal, hessian }
}
