//! How far a set Σ |aᵢ·z + dᵢ|^nᵢ ≤ 1 reaches at most, proved by slopes.
//!
//! For any slopes qᵢ with Σ qᵢ aᵢ = u and any λ > 0, each term lies above its tangents, and so
//!
//! ```text
//!     u·z  ≤  λ + Σ λ φᵢ*(qᵢ/λ) − q·d      for all z of the set,
//! ```
//!
//! φ*(p) = (n − 1) (|p|/n)^(n/(n−1)) being the conjugate of |v|^n: zero up to |p| = 1, and infinite
//! beyond, for n = 1. The right side is least, and is the support function, where qᵢ = λ φᵢ′(vᵢ)
//! at the furthest point. It is flat there: slopes from a point near by miss it by the square of
//! how far that is, and a kink, where the slope is anything between two, is no trouble at all.

mod abreast;

pub(super) use abreast::{beginning, furthest};

use super::Term;
use crate::accuracy;
use crate::space::real;
use crate::space::{Definite, Vector};

/// An upper bound on u·z, sharp if `z` is near the furthest point, and where that would be by its
/// slopes. No coordinate of a point of the set exceeds `extent`, which may be infinite.
pub(super) fn reach<const D: usize>(
    terms: &[Term<D>],
    u: Vector<D>,
    z: Vector<D>,
    extent: f64,
) -> (f64, Vector<D>) {
    let (bound, slopes) = best(terms, u, z, extent);
    (bound, slopes.map_or(z, |slopes| slopes.z + slopes.step))
}

/// Slopes, and what the inequality gives with them, but for rounding.
pub(crate) fn slopes<const D: usize>(
    terms: &[Term<D>],
    u: Vector<D>,
    z: Vector<D>,
    extent: f64,
) -> Option<Slopes<D>> {
    best(terms, u, z, extent).1
}

/// The slopes of all terms, by the place and the step that they come from.
#[derive(Clone, Copy)]
pub(crate) struct Slopes<const D: usize> {
    z: Vector<D>,
    step: Vector<D>,
    blur: f64,
    /// At that place.
    here: f64,
    /// The λ of the inequality.
    pub(crate) lambda: f64,
}

impl<const D: usize> Slopes<D> {
    /// The slope of one of the terms.
    pub(crate) fn of(&self, term: &Term<D>) -> f64 {
        let [_, p, r] = term.powers(term.a.dot(self.z) + term.d, self.blur);
        let q = self.lambda * p + self.here * r * term.a.dot(self.step);
        if term.n == 1.0 { q.clamp(-self.lambda, self.lambda) } else { q }
    }
}

fn best<const D: usize>(
    terms: &[Term<D>],
    u: Vector<D>,
    z: Vector<D>,
    extent: f64,
) -> (f64, Option<Slopes<D>>) {
    let mut search = Search { terms, u, extent, z, lambda: None, least: (f64::INFINITY, None) };
    if terms.iter().all(|term| term.n >= 2.0) {
        search.descend(0.0);
    } else {
        // Step by step: within a kink, rounding alone would throw the slopes about.
        for blur in accuracy::KINKS {
            search.descend(blur);
        }
    }
    search.least
}

/// Newton's method for λ Σ φ′ a = u, Σ φ = 1, with the unknowns z and λ.
struct Search<'a, const D: usize> {
    terms: &'a [Term<D>],
    u: Vector<D>,
    extent: f64,
    z: Vector<D>,
    lambda: Option<f64>,
    least: (f64, Option<Slopes<D>>),
}

impl<const D: usize> Search<'_, D> {
    /// Steps while they make the bound smaller; kinks are rounded off on the scale `blur`.
    fn descend(&mut self, blur: f64) {
        let (mut from, mut way) = (self.z, Vector::ZERO);
        let (mut lowest, mut shorter) = (f64::INFINITY, 0);
        for _ in 0..accuracy::SLOPE_STEPS {
            let Some((bound, slopes)) = self.look(blur) else { break };
            let Slopes { step, lambda, .. } = slopes;
            if bound < self.least.0 {
                self.least = (bound, Some(slopes));
            }
            if bound < lowest {
                let gain = lowest - bound;
                (lowest, from, way, shorter) = (bound, self.z, step, 0);
                self.lambda = Some(lambda);
                // Without kinks the next gain would be the square of this one, as a share.
                let last = if blur == 0.0 { accuracy::SLOPE_GAIN } else { accuracy::ROUNDING };
                if gain <= last * bound.abs() {
                    break;
                }
                self.z = from + step;
            } else if shorter < accuracy::SLOPE_HALVINGS {
                // Too far: a quarter of the way.
                (way, shorter) = (way * 0.25, shorter + 1);
                self.z = from + way;
            } else {
                break;
            }
        }
        self.z = from;
    }

    /// The bound that belongs to this place, with the step to a better one, and λ there.
    fn look(&self, blur: f64) -> Option<(f64, Slopes<D>)> {
        let Self { terms, u, extent, z, .. } = *self;
        let (mut over, mut gradient, mut hessian) = (-1.0, Vector::<D>::ZERO, [[0.0; D]; D]);
        for term in terms {
            let [w, p, r] = term.powers(term.a.dot(z) + term.d, blur);
            over += w;
            gradient += term.a * p;
            for i in 0..D {
                for j in 0..D {
                    hessian[i][j] += term.a[i] * term.a[j] * r;
                }
            }
        }
        let lambda = self.lambda.unwrap_or(gradient.dot(u) / gradient.norm_squared());
        let (step, gain) = newton_step(hessian, gradient, u / lambda, over)?;
        let next = lambda * (1.0 + gain);
        if !(next > 0.0 && step.is_finite()) {
            return None;
        }
        let slopes = Slopes { z, step, blur, here: lambda, lambda: next };
        Some((bound(terms, u, &slopes, extent), slopes))
    }
}

/// (H δ + γ g = u − g, g·δ = −over) for δ and γ: the step in z, and that in λ as a share of it.
fn newton_step<const D: usize>(
    mut hessian: [[f64; D]; D],
    gradient: Vector<D>,
    u: Vector<D>,
    over: f64,
) -> Option<(Vector<D>, f64)> {
    let most = (0..D).fold(0.0_f64, |most, i| most.max(hessian[i][i]));
    for i in 0..D {
        // Where nothing bends, no step changes a slope.
        hessian[i][i] += most * accuracy::INTERIOR_STIFF + f64::MIN_POSITIVE;
    }
    let parts = Definite::new(hessian)?;
    let across = Vector(parts.solve(gradient.0));
    let along = Vector(parts.solve((u - gradient).0));
    let gain = (gradient.dot(along) + over) / gradient.dot(across);
    Some((along - across * gain, gain))
}

/// The right side of the inequality in the head of this file.
fn bound<const D: usize>(terms: &[Term<D>], u: Vector<D>, slopes: &Slopes<D>, extent: f64) -> f64 {
    height(terms, u, (slopes.lambda, &|k: usize| slopes.of(&terms[k])), extent)
}

/// The same for any λ and the slope q of each term; slopes that do not quite add up to u cost what they
/// miss times the extent.
fn height<const D: usize>(
    terms: &[Term<D>],
    u: Vector<D>,
    (lambda, slope): (f64, &impl Fn(usize) -> f64),
    extent: f64,
) -> f64 {
    let (mut sum, mut left) = (lambda, u);
    for (k, term) in terms.iter().enumerate() {
        let q = slope(k);
        let steep = q.abs() / lambda;
        if term.n > 1.0 && steep > f64::MIN_POSITIVE {
            let share = real::log(steep / term.n) * (term.n / (term.n - 1.0));
            sum += lambda * (term.n - 1.0) * real::exp(share);
        }
        sum -= q * term.d;
        left -= term.a * q;
    }
    let missing = left.sum_abs();
    if extent < f64::INFINITY {
        sum + missing * extent
    } else if missing <= accuracy::PARALLEL * u.norm() {
        sum
    } else {
        f64::INFINITY
    }
}
