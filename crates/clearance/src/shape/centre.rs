//! A point inside of several surfaces, or the proof that there is none.

use alloc::vec::Vec;

use super::{Implicit, Jet, ShapeError, direction};
use crate::accuracy;
use crate::space::{Definite, Matrix, Vector, real};

/// Functions by number; the last argument is the scale on which kinks are rounded off, outwards.
/// They have no unit, and are of the size of 1 where the search begins.
pub(super) type Functions<'a, const D: usize> = &'a dyn Fn(usize, Vector<D>, f64) -> Jet<D>;

/// Of a function by its number, what it is not below anywhere, from its tangent at a point: all x with
/// n·x − b no more than the function. Where functions are rounded off outwards, at a tip, they are larger
/// than this, and prove nothing.
pub(super) type Tangents<'a, const D: usize> = &'a dyn Fn(usize, Vector<D>) -> (Vector<D>, f64);

/// Where to look.
#[derive(Clone, Copy)]
pub(crate) struct Around<const D: usize> {
    pub(crate) start: Vector<D>,
    /// A length: the scale on which the functions change.
    pub(crate) size: f64,
    /// All points that the surfaces have in common are within this distance of the start.
    pub(crate) room: f64,
}

impl<const D: usize> Around<D> {
    /// Where nothing is known of how far the set reaches, what is proved is proved for all of space
    /// that anybody will look at.
    pub(super) fn unbounded(start: Vector<D>, size: f64) -> Self {
        Self { start, size, room: size * accuracy::FAR_ROOM }
    }
}

/// A point where all `count` functions are negative, well inside.
///
/// Minimises a smooth maximum, log Σ exp(β fᵢ) / β, by Newton's method, with β growing. If its
/// minimum is not negative, the weights w of the smooth maximum prove that there is no such point:
/// Σ w ∇f = 0 and Σ w f > 0 leave no room for Σ w f ≤ 0 anywhere.
pub(super) fn centre<const D: usize>(
    count: usize,
    functions: Functions<'_, D>,
    around: Around<D>,
) -> Result<Vector<D>, ShapeError> {
    centre_beside(count, functions, &|k, x| functions(k, x, 0.0).tangent(x), around)
}

/// The same, of functions that know their tangents better than their values tell.
pub(super) fn centre_beside<const D: usize>(
    count: usize,
    functions: Functions<'_, D>,
    tangents: Tangents<'_, D>,
    around: Around<D>,
) -> Result<Vector<D>, ShapeError> {
    let Around { start, size, .. } = around;
    let mut x = start;
    let mut sharp = 1.0;
    let mut weights = alloc::vec![0.0; count];
    let (mut hopeless, mut polished) = (false, 0);
    for _ in 0..accuracy::CENTRE_STEPS {
        // A weak pull to the start keeps half-spaces from running away. It must not show in a proof.
        let weak = if hopeless { sharp * sharp } else { sharp };
        let tether = 1.0 / (weak * size * size);
        let smooth = Smooth { functions, count, sharp };
        let model = Model::new(smooth, x, &mut weights);
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
            // The gradients of a proof cancel to the last digits: a few more steps see to that.
            hopeless = model.mean > 0.0;
            if hopeless && let Some(proof) = proof(tangents, &weights, x, around) {
                return Err(proof);
            }
            let polish = hopeless && promise > 0.0 && polished < accuracy::CENTRE_POLISH;
            polished = if polish { polished + 1 } else { 0 };
            if !polish {
                if sharp > 1.0 / accuracy::NO_INSIDE {
                    break;
                }
                sharp *= 4.0;
                continue;
            }
        }
        let height = |x: Vector<D>| smooth.value(x) + 0.5 * tether * (x - start).norm_squared();
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
    let most = (0..count).fold(f64::NEG_INFINITY, |most, k| most.max(functions(k, x, 0.0).value));
    if most < -accuracy::NO_INSIDE {
        return Ok(x);
    }
    Err(proof(tangents, &weights, x, around)
        .unwrap_or_else(|| ShapeError::NoInside { at: x.0.to_vec(), most }))
}

/// The same for all surfaces of a shape, whatever units their functions come in.
pub(crate) fn centre_of<const D: usize>(
    shape: &dyn Implicit<D>,
    around: Around<D>,
) -> Result<Vector<D>, ShapeError> {
    let Around { start, size, .. } = around;
    // Each is measured by what it is made of at the start.
    let units: Vec<f64> = (0..shape.curved())
        .map(|k| {
            let jet = shape.jet(k, start, accuracy::BLUR_LAST);
            let bend = jet.hessian.0.iter().fold(0.0, |sum, row| sum + row.sum_abs());
            // Beside its tip a function bends as sharply as one likes: that says nothing.
            let bend = if shape.tip(k).is_some() { 0.0 } else { bend };
            let sum = jet.value.abs() + (jet.gradient.sum_abs() + bend * size) * size;
            1.0 / direction::power_of_two(sum)
        })
        .collect();
    let function = |k: usize, x: Vector<D>, blur: f64| match units.get(k) {
        Some(unit) => shape.jet(k, x, blur).times(*unit),
        None => {
            let (normal, offset) = shape.half_spaces()[k - units.len()];
            Jet {
                value: (normal.dot(x) - offset) / size,
                gradient: normal / size,
                hessian: Matrix([Vector::ZERO; D]),
            }
        }
    };
    let tangent = |k: usize, x: Vector<D>| match units.get(k) {
        Some(unit) => {
            let known = shape.tangent(k as u32, x);
            let (normal, offset) = known.unwrap_or_else(|| shape.jet(k, x, 0.0).tangent(x));
            (normal * *unit, offset * unit)
        }
        None => function(k, x, 0.0).tangent(x),
    };
    centre_beside(units.len() + shape.half_spaces().len(), &function, &tangent, around)
        .map_err(|refusal| in_units(refusal, |k| units.get(k).copied().unwrap_or(1.0 / size)))
}

/// The proof that there is no common point, if these weights give it: wherever one were,
/// Σ w f ≥ Σ w f(x) − |Σ w ∇f(x)| (distance from x) would be more than zero, by more than rounding.
fn proof<const D: usize>(
    tangents: Tangents<'_, D>,
    weights: &[f64],
    x: Vector<D>,
    around: Around<D>,
) -> Option<ShapeError> {
    let (mut value, mut gradient, mut doubt) = (0.0, Vector::<D>::ZERO, 0.0);
    let mut surfaces = Vec::new();
    for (k, weight) in weights.iter().copied().enumerate() {
        if weight > accuracy::NO_INSIDE {
            // Not rounded off: the functions themselves must be too large.
            let (normal, offset) = tangents(k, x);
            value += (normal.dot(x) - offset) * weight;
            gradient += normal * weight;
            doubt += weight * (1.0 + offset.abs() + normal.norm() * x.norm());
            surfaces.push((k, weight));
        }
    }
    let far = around.room + (x - around.start).norm();
    let by = value - gradient.norm() * far - accuracy::EMPTY_ROUNDING * doubt;
    (by > 0.0).then(|| ShapeError::NothingInCommon { surfaces, at: x.0.to_vec(), by })
}

/// The same refusal for functions before they were multiplied, each by its `factor`.
pub(super) fn in_units(refusal: ShapeError, factor: impl Fn(usize) -> f64) -> ShapeError {
    let ShapeError::NothingInCommon { mut surfaces, at, by } = refusal else { return refusal };
    let mut sum = 0.0;
    for (k, weight) in &mut surfaces {
        *weight *= factor(*k);
        sum += *weight;
    }
    for (_, weight) in &mut surfaces {
        *weight /= sum;
    }
    ShapeError::NothingInCommon { surfaces, at, by: by / sum }
}

/// log Σ exp(β fᵢ) / β, with kinks rounded off on the same scale.
#[derive(Clone, Copy)]
struct Smooth<'a, const D: usize> {
    functions: Functions<'a, D>,
    count: usize,
    /// β
    sharp: f64,
}

impl<const D: usize> Smooth<'_, D> {
    fn jet(&self, k: usize, x: Vector<D>) -> Jet<D> {
        (self.functions)(k, x, accuracy::BLUR_LAST.min(1.0 / self.sharp))
    }

    fn most(&self, x: Vector<D>) -> f64 {
        (0..self.count).fold(f64::NEG_INFINITY, |most, k| most.max(self.jet(k, x).value))
    }

    fn value(&self, x: Vector<D>) -> f64 {
        let most = self.most(x);
        let mut sum = 0.0;
        for k in 0..self.count {
            sum += real::exp(self.sharp * (self.jet(k, x).value - most));
        }
        most + real::log(sum) / self.sharp
    }
}

/// The smooth maximum and its derivatives at a point.
struct Model<const D: usize> {
    most: f64,
    /// Σ w f
    mean: f64,
    gradient: Vector<D>,
    hessian: [[f64; D]; D],
}

impl<const D: usize> Model<D> {
    fn new(smooth: Smooth<'_, D>, x: Vector<D>, weights: &mut [f64]) -> Self {
        let (most, sharp) = (smooth.most(x), smooth.sharp);
        let (mut sum, mut mean) = (0.0, 0.0);
        for (k, weight) in weights.iter_mut().enumerate() {
            *weight = real::exp(sharp * (smooth.jet(k, x).value - most));
            sum += *weight;
        }
        let (mut gradient, mut hessian) = (Vector::<D>::ZERO, [[0.0; D]; D]);
        for (k, weight) in weights.iter_mut().enumerate() {
            *weight /= sum;
            let jet = smooth.jet(k, x);
            mean += jet.value * *weight;
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
        Self { most, mean, gradient, hessian }
    }
}
