//! A point inside of several surfaces, or the proof that there is none.

use alloc::vec::Vec;

use super::{Jet, ShapeError};
use crate::accuracy;
use crate::space::{Definite, Vector, real};

/// Functions by number.
pub(super) type Functions<'a, const D: usize> = &'a dyn Fn(usize, Vector<D>) -> Jet<D>;

/// A point where all `count` functions are negative, well inside.
///
/// Minimises a smooth maximum, log Σ exp(β fᵢ) / β, by Newton's method, with β growing. If its
/// minimum is not negative, the weights w of the smooth maximum prove that there is no such point:
/// Σ w ∇f = 0 and Σ w f ≥ 0 leave no room for Σ w f < 0 anywhere.
pub(super) fn centre<const D: usize>(
    count: usize,
    functions: Functions<'_, D>,
    start: Vector<D>,
    size: f64,
) -> Result<Vector<D>, ShapeError> {
    let mut x = start;
    let mut sharp = 1.0;
    let mut weights = alloc::vec![0.0; count];
    for _ in 0..accuracy::CENTRE_STEPS {
        // A weak pull to the start keeps half-spaces from running away.
        let tether = 1.0 / (sharp * sharp * size * size);
        let model = Model::new((functions, count), x, sharp, &mut weights);
        let mut m = model.hessian;
        let pull = model.gradient + (x - start) * tether;
        let mut most = tether;
        for i in 0..D {
            most = most.max(m[i][i].abs());
        }
        for i in 0..D {
            m[i][i] += tether + most * accuracy::SINGULAR;
        }
        if !model.most.is_finite() {
            return Err(ShapeError::NotFinite { what: "surface", index: None });
        }
        let Some(parts) = Definite::new(m) else { break };
        let step = -Vector(parts.solve(pull.0));
        let promise = -pull.dot(step);
        if promise * sharp <= 0.01 {
            let room = -model.most * sharp;
            if room > 10.0 + 2.0 * real::log(count as f64 + 1.0) {
                return Ok(x);
            }
            if sharp > 1.0 / accuracy::NO_INSIDE {
                break;
            }
            sharp *= 4.0;
            continue;
        }
        let height = |x: Vector<D>| {
            smooth_most((functions, count), x, sharp) + 0.5 * tether * (x - start).norm_squared()
        };
        let before = height(x);
        let mut share = 1.0;
        while !(height(x + step * share) <= before - 0.01 * share * promise) && share > 0.0 {
            share *= 0.5;
        }
        if share == 0.0 {
            sharp *= 4.0;
        }
        x += step * share;
    }
    let most = (0..count).fold(f64::NEG_INFINITY, |most, k| most.max(functions(k, x).value));
    if most < -accuracy::NO_INSIDE {
        return Ok(x);
    }
    let surfaces: Vec<(usize, f64)> =
        weights.into_iter().enumerate().filter(|(_, w)| *w > accuracy::NO_INSIDE).collect();
    Err(ShapeError::NothingInCommon { surfaces, at: x.0.to_vec(), by: most })
}

/// log Σ exp(β fᵢ) / β
fn smooth_most<const D: usize>(
    (functions, count): (Functions<'_, D>, usize),
    x: Vector<D>,
    sharp: f64,
) -> f64 {
    let most = (0..count).fold(f64::NEG_INFINITY, |most, k| most.max(functions(k, x).value));
    let mut sum = 0.0;
    for k in 0..count {
        sum += real::exp(sharp * (functions(k, x).value - most));
    }
    most + real::log(sum) / sharp
}

/// The smooth maximum and its derivatives at a point.
struct Model<const D: usize> {
    most: f64,
    gradient: Vector<D>,
    hessian: [[f64; D]; D],
}

impl<const D: usize> Model<D> {
    fn new(
        (functions, count): (Functions<'_, D>, usize),
        x: Vector<D>,
        sharp: f64,
        weights: &mut [f64],
    ) -> Self {
        let most = (0..count).fold(f64::NEG_INFINITY, |most, k| most.max(functions(k, x).value));
        let mut sum = 0.0;
        for (k, weight) in weights.iter_mut().enumerate() {
            *weight = real::exp(sharp * (functions(k, x).value - most));
            sum += *weight;
        }
        let (mut gradient, mut hessian) = (Vector::<D>::ZERO, [[0.0; D]; D]);
        for (k, weight) in weights.iter_mut().enumerate() {
            *weight /= sum;
            let jet = functions(k, x);
            gradient += jet.gradient * *weight;
            for i in 0..D {
                for j in 0..D {
                    let bend = jet.hessian[i][j] + sharp * jet.gradient[i] * jet.gradient[j];
                    hessian[i][j] += *weight * bend;
                }
            }
        }
        for i in 0..D {
            for j in 0..D {
                hessian[i][j] -= sharp * gradient[i] * gradient[j];
            }
        }
        Self { most, gradient, hessian }
    }
}
