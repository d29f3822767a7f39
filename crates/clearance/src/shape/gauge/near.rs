//! Points close to the surface of a gauge, without the root that the gauge itself is.

#[cfg(not(target_arch = "wasm32"))]
use super::jet;
use super::{cubic_step, growth};
use crate::accuracy;
use crate::shape::{Jet, Term};
use crate::simd::{Level, Work, dispatch};
use crate::space::{Matrix, Vector, real};

/// The value of [`jet`] without roundings off: close to the surface one logarithm a term tells it.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn value<const D: usize>(terms: &[Term<D>], z: Vector<D>) -> f64 {
    let plain = terms.iter().all(|term| term.d == 0.0);
    let near = match terms.len() {
        0..=4 if plain => dispatch(ValueNear::<1, D>(terms, z)),
        5..=8 if plain => dispatch(ValueNear::<2, D>(terms, z)),
        _ => None,
    };
    if let Some(value) = near {
        return value;
    }
    jet(terms, z, 0.0).value
}

/// ½ (γ² − 1) within [`NEAR_ENOUGH`](accuracy::NEAR_ENOUGH) of the surface of up to four terms, or
/// twice as many: there log γ is the logarithm of the sum over its slope, and half of the square of
/// that more.
#[cfg(not(target_arch = "wasm32"))]
struct ValueNear<'a, const G: usize, const D: usize>(&'a [Term<D>], Vector<D>);

#[cfg(not(target_arch = "wasm32"))]
impl<const G: usize, const D: usize> Work for ValueNear<'_, G, D> {
    type Output = Option<f64>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self(terms, z) = self;
        let (mut u, mut n) = ([[0.0; 4]; G], [[2.0; 4]; G]);
        for (k, term) in terms.iter().enumerate().take(4 * G) {
            (u[k / 4][k % 4], n[k / 4][k % 4]) = (term.a.dot(z), term.n);
        }
        let mut w = [[0.0; 4]; G];
        for g in 0..G {
            let logs = level.logs(u[g].map(|u| u.abs().max(f64::MIN_POSITIVE)));
            w[g] = level.exps(core::array::from_fn(|k| n[g][k] * logs[k]));
        }
        let Means { sum, means } = Means::new(&w, &n);
        let over = sum - 1.0;
        let step = log_near_one(over) * sum / means[0];
        (over.abs() <= accuracy::NEAR_ENOUGH).then_some(step + step * step)
    }
}

/// log(1 + x) for small x.
#[inline(always)]
fn log_near_one(x: f64) -> f64 {
    x * (1.0 - x * (0.5 - x * (1.0 / 3.0)))
}

/// A point σz of the surface, and a convex function that is zero on the same surface, with its
/// derivatives there: the sum itself, as steep as the gauge. That takes no root, only to come close;
/// what is missing then is in the value. Where `onto` is not set, a point inside stays where it is. `None` at the centre and where
/// there are kinks.
pub(crate) fn near<const D: usize>(
    terms: &[Term<D>],
    z: Vector<D>,
    onto: bool,
) -> Option<(f64, Jet<D>)> {
    let plain = terms.iter().all(|term| term.d == 0.0);
    if plain && terms.len() <= 4 {
        return dispatch(NearFew::<1, D>(terms, z, onto));
    }
    #[cfg(not(target_arch = "wasm32"))]
    if plain && terms.len() <= 8 {
        return dispatch(NearFew::<2, D>(terms, z, onto));
    }
    if !terms.iter().all(|term| term.n >= 2.0) {
        return None;
    }
    let mut sigma = 1.0;
    for _ in 0..accuracy::NEAR_STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        let mut means = [0.0; 3];
        let mut jet = Jet::<D>::FLAT;
        for term in terms {
            let y = sigma * term.a.dot(z);
            let [w, p, r] = term.powers(y + term.d, 0.0);
            sum += w;
            slope += p * y;
            let n = term.n;
            means = [means[0] + w * n, means[1] + w * (n * n), means[2] + w * (n * n * n)];
            jet.add(term, p, r);
        }
        if !(slope > f64::MIN_POSITIVE && slope < f64::INFINITY) {
            return None;
        }
        if let Some(found) = jet.finished((sum - 1.0, 1.0 / slope), (z, sigma), onto) {
            return Some(found);
        }
        let (log, per) = (real::log(sum), 1.0 / sum);
        let step =
            if plain { cubic_step(log, means.map(|mean| mean * per)) } else { log * sum / slope };
        sigma *= real::exp(-step.clamp(-2.0, 2.0));
    }
    None
}

/// The same for up to four terms without offsets, or twice as many: one logarithm each, and all powers
/// at once.
struct NearFew<'a, const G: usize, const D: usize>(&'a [Term<D>], Vector<D>, bool);

impl<const G: usize, const D: usize> Work for NearFew<'_, G, D> {
    type Output = Option<(f64, Jet<D>)>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let Self(terms, z, onto) = self;
        // Terms that do not exist are zero.
        let (mut u, mut n) = ([[0.0; 4]; G], [[2.0; 4]; G]);
        for (k, term) in terms.iter().enumerate().take(4 * G) {
            (u[k / 4][k % 4], n[k / 4][k % 4]) = (term.a.dot(z), term.n);
        }
        let settled = Settled::new(level, (&u, &n), onto)?;
        let mut jet = Jet::<D>::FLAT;
        for (k, term) in terms.iter().enumerate().take(4 * G) {
            jet.add(term, settled.p[k / 4][k % 4], settled.r[k / 4][k % 4]);
        }
        jet.finished((settled.over, settled.per), (z, settled.sigma), onto)
    }
}

/// Groups of four terms |σu|^n whose sum is 1, or nearly.
struct Settled<const G: usize> {
    sigma: f64,
    /// The derivatives of the terms.
    p: [[f64; 4]; G],
    r: [[f64; 4]; G],
    /// What the sum is more than 1, and one over its slope along the way outwards.
    over: f64,
    per: f64,
}

impl<const G: usize> Settled<G> {
    #[inline(always)]
    fn new<L: Level>(
        level: L,
        (u, n): (&[[f64; 4]; G], &[[f64; 4]; G]),
        onto: bool,
    ) -> Option<Self> {
        let mut logs = [[0.0; 4]; G];
        for g in 0..G {
            logs[g] = level.logs(u[g].map(|u| u.abs().max(f64::MIN_POSITIVE)));
        }
        let mut log_sigma = 0.0;
        for _ in 0..accuracy::NEAR_STEPS {
            let mut w = [[0.0; 4]; G];
            for g in 0..G {
                w[g] = level.exps(core::array::from_fn(|k| n[g][k] * (logs[g][k] + log_sigma)));
            }
            let Means { sum, mut means } = Means::new(&w, n);
            if !(means[0] > f64::MIN_POSITIVE && means[0] < f64::INFINITY) {
                return None;
            }
            let mut over = sum - 1.0;
            if over.abs() <= accuracy::NEAR_SOON || !onto && over < 0.0 {
                let mut sigma = if log_sigma == 0.0 { 1.0 } else { real::exp(log_sigma) };
                if cfg!(not(target_arch = "wasm32"))
                    && over.abs() <= accuracy::NEAR_SOON
                    && over.abs() > accuracy::NEAR_ENOUGH
                    && (onto || over > 0.0)
                {
                    // What is left would cost a look at the end.
                    let per = 1.0 / means[0];
                    let first = log_near_one(over) * sum * per;
                    let bend = means[1] * per - means[0] / sum;
                    let step = first + 0.5 * bend * first * first;
                    let steepest = n.iter().flatten().fold(0.0_f64, |most, n| most.max(*n));
                    if steepest * step.abs() <= accuracy::NEAR_SERIES {
                        for g in 0..G {
                            for k in 0..4 {
                                w[g][k] *= grown(-n[g][k] * step);
                            }
                        }
                        sigma *= grown(-step);
                        let Means { sum, means: again } = Means::new(&w, n);
                        (over, means) = (sum - 1.0, again);
                    }
                }
                let (mut p, mut r) = ([[0.0; 4]; G], [[0.0; 4]; G]);
                for g in 0..G {
                    for k in 0..4 {
                        let (w, n) = (w[g][k], n[g][k]);
                        let per = if w > 0.0 { 1.0 / (sigma * u[g][k]) } else { 0.0 };
                        p[g][k] = n * w * per;
                        r[g][k] = if n == 2.0 { 2.0 } else { (n - 1.0) * p[g][k] * per };
                    }
                }
                return Some(Self { sigma, p, r, over, per: 1.0 / means[0] });
            }
            let per = 1.0 / sum;
            log_sigma -= cubic_step(real::log(sum), means.map(|mean| mean * per));
        }
        None
    }
}

/// e^x up to [`NEAR_SERIES`](accuracy::NEAR_SERIES), by a series of six terms.
#[inline(always)]
fn grown(x: f64) -> f64 {
    let x3 = x * x * x;
    growth(x) + x3 * (x * x) * (1.0 / 120.0 + x * (1.0 / 720.0))
}

/// The sum of terms, and the sums of the terms times powers of their exponents.
struct Means {
    sum: f64,
    means: [f64; 3],
}

impl Means {
    #[inline(always)]
    fn new<const G: usize>(w: &[[f64; 4]; G], n: &[[f64; 4]; G]) -> Self {
        let (mut sum, mut means) = (0.0, [0.0; 3]);
        for g in 0..G {
            for k in 0..4 {
                let (w, n) = (w[g][k], n[g][k]);
                let (first, second) = (w * n, w * (n * n));
                sum += w;
                means = [means[0] + first, means[1] + second, means[2] + second * n];
            }
        }
        Self { sum, means }
    }
}

impl<const D: usize> Jet<D> {
    const FLAT: Self =
        Self { value: 0.0, gradient: Vector::ZERO, hessian: Matrix([Vector::ZERO; D]) };

    /// One more term with these derivatives.
    #[inline(always)]
    fn add(&mut self, term: &Term<D>, p: f64, r: f64) {
        self.gradient += term.a * p;
        for i in 0..D {
            self.hessian[i] += term.a * (term.a[i] * r);
        }
    }

    /// The sum as gathered at σz, with this value and everything in units of its slope along z, if
    /// that is close enough to the surface. Where the square of what is missing is rounding, second
    /// derivatives make up for it. Across the surface it bends like the gauge, which hardly does.
    #[inline(always)]
    fn finished(
        self,
        (value, per): (f64, f64),
        (z, sigma): (Vector<D>, f64),
        onto: bool,
    ) -> Option<(f64, Self)> {
        let stays = !onto && value < 0.0;
        if !(value.abs() <= accuracy::NEAR_SOON || stays) {
            return None;
        }
        let Self { mut gradient, mut hessian, .. } = self.times(per);
        let (over, x) = (value * per, z * sigma);
        let along = hessian * x;
        let bent = x.dot(along);
        let (mut share, mut left) = (sigma, over);
        if value.abs() <= accuracy::NEAR_ENOUGH {
            gradient -= along * over;
            (share, left) = (sigma * (1.0 - over), 0.5 * over * over * bent);
        }
        for i in 0..D {
            hessian[i] += gradient * ((1.0 + bent) * gradient[i] - along[i]) - along * gradient[i];
        }
        Some((share, Self { value: left, gradient, hessian }))
    }
}
