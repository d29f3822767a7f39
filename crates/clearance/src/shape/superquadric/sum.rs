//! Sums of powers as their support functions see them: furthest points, and how they move.

mod both;
mod search;

use core::hint::select_unpredictable;

use search::{Furthest, furthest};

use crate::accuracy;
use crate::shape::direction;
use crate::simd::Level;
use crate::space::{Matrix, Vector, real};

/// The set Σ |xᵢ / aᵢ|^nᵢ ≤ 1 as its support function sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PowerSum<const D: usize> {
    pub(super) semiaxes: Vector<D>,
    pub(super) exponents: Vector<D>,
    /// qᵢ = nᵢ / (nᵢ − 1): the exponents of the dual; zero where the exponent is 1 or infinite.
    slopes: Vector<D>,
    /// The largest semi-axis, rounded down to a power of two: what is counted in units of it does
    /// not change with the scale.
    unit: f64,
    /// log(aᵢ / nᵢ), in units.
    pub(super) logs: Vector<D>,
    /// The largest of the qᵢ.
    steepest: f64,
    /// 1 / nᵢ and 1 / aᵢ.
    inverses: Vector<D>,
    pub(super) by_axes: Vector<D>,
    /// The largest semi-axis.
    size: f64,
    /// Whether all exponents are finite and more than 1.
    pub(super) rounded: bool,
    /// Whether one is more than 2, too.
    pub(super) boxy: bool,
}

impl<const D: usize> PowerSum<D> {
    pub(super) fn new(semiaxes: Vector<D>, exponents: Vector<D>) -> Self {
        let slopes =
            exponents.map(|n| if n > 1.0 && n < f64::INFINITY { n / (n - 1.0) } else { 0.0 });
        let unit = direction::power_of_two(semiaxes.max_abs());
        let logs = Vector::from_fn(|i| match exponents[i] {
            f64::INFINITY => 0.0,
            n => real::log((semiaxes[i] / unit).max(f64::MIN_POSITIVE * n) / n),
        });
        let steepest = slopes.max_abs();
        let rounded = slopes.0.into_iter().all(|q| q > 0.0);
        let boxy = rounded && exponents.max_abs() > 2.0;
        let inverses = exponents.map(|n| 1.0 / n);
        let (by_axes, size) = (semiaxes.map(|a| 1.0 / a), semiaxes.max_abs());
        Self {
            semiaxes,
            exponents,
            slopes,
            unit,
            logs,
            steepest,
            inverses,
            by_axes,
            size,
            rounded,
            boxy,
        }
    }

    /// The support point.
    #[inline(always)]
    pub(super) fn point<L: Level>(&self, level: L, along: Vector<D>) -> Vector<D> {
        let [found] = furthest(level, [self], [along], None);
        self.placed(found.z, along)
    }

    /// The support points of one or two, and how they move.
    #[inline(always)]
    pub(crate) fn bends<L: Level, const K: usize>(
        level: L,
        sums: [&Self; K],
        along: [Vector<D>; K],
        about: Option<[Vector<D>; K]>,
    ) -> [(Vector<D>, Matrix<D>); K] {
        let found = furthest(level, sums, along, about);
        let mut bends = [sums[0].bend_at(&found[0], along[0]); K];
        for k in 1..K {
            bends[k] = sums[k].bend_at(&found[k], along[k]);
        }
        bends
    }

    /// Whether [`nears`](Self::nears) is better than a support point.
    #[inline(always)]
    pub(crate) fn is_boxy(&self) -> bool {
        self.boxy
    }

    /// The coordinate of a point that counts most along a direction, in units of the semi-axis.
    #[inline(always)]
    fn telling(&self, direction: Vector<D>, point: Vector<D>) -> (usize, f64) {
        let (mut counts, mut most) = (0, -1.0);
        for i in 0..D {
            let part = (direction[i] * point[i]).abs();
            let more = part > most;
            most = select_unpredictable(more, part, most);
            counts = select_unpredictable(more, i, counts);
        }
        let z = (pick(point, counts) * pick(self.by_axes, counts)).abs();
        (counts, if z > f64::MIN_POSITIVE { z.min(1.0) } else { f64::MIN_POSITIVE })
    }

    #[inline(always)]
    fn placed(&self, z: Vector<D>, direction: Vector<D>) -> Vector<D> {
        Vector::from_fn(|i| (self.semiaxes[i] * z[i]).copysign(direction[i]))
    }

    /// The support point, and how it moves.
    #[inline(always)]
    fn bend_at(&self, found: &Furthest<D>, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        let point = self.placed(found.z, direction);
        if found.multiplier == 0.0 {
            return (point, Matrix([Vector::ZERO; D]));
        }
        // The multiplier belongs to a direction scaled by a power of two.
        let scale = direction::power_of_two(direction.max_abs());
        let shares = Vector::from_fn(|i| self.slopes[i] * found.share[i]);
        let bend = self.bent(point, shares, 1.0 / found.multiplier);
        (point, Matrix::by_rows(|i| bend[i] * (1.0 / scale)))
    }

    /// How a point of the surface moves with its normal: with gᵢ = xᵢ / (nᵢ − 1) and tᵢ = qᵢ zᵢ^nᵢ
    /// the matrix is (diag(gᵢ² / tᵢ) − g gᵀ / Σ t) / λ. Where t is nearly zero the quotient is cut
    /// off on flat sides, and zero on sharp edges.
    #[inline(always)]
    fn bent(&self, point: Vector<D>, t: Vector<D>, by_multiplier: f64) -> Matrix<D> {
        let most = accuracy::FLAT_BEND * self.size;
        let (mut r, mut g, mut sum) = (Vector::<D>::ZERO, Vector::<D>::ZERO, 0.0);
        for i in 0..D {
            if self.slopes[i] > 0.0 {
                g[i] = point[i] * (self.slopes[i] * self.inverses[i]);
                sum += t[i];
                let squared = g[i] * g[i];
                if squared * by_multiplier < most * t[i] {
                    r[i] = by_multiplier * (squared / t[i]);
                } else if self.exponents[i] > 2.0 {
                    r[i] = most;
                    g[i] = real::sqrt(most * t[i] / by_multiplier).copysign(g[i]);
                } else {
                    // A sharp edge: the point stays on it.
                    g[i] = 0.0;
                }
            }
        }
        let mut bend = Matrix([Vector::ZERO; D]);
        if sum > 0.0 {
            let per = -by_multiplier * (1.0 / sum);
            for i in 0..D {
                bend[i] = g * (per * g[i]);
                bend[i][i] += r[i];
            }
        }
        bend
    }

    /// The same for one or two at points of the surface near the ones that are expected, without any iteration.
    ///
    /// Any shares zᵢ^nᵢ that add up to 1 are a point of the surface, and its normal is known. Along
    /// the axes with exponents above 2 the expected point tells the share, along the others the
    /// normal does, given λ from the coordinate that counts most; then all are brought to the sum 1.
    #[inline(always)]
    pub(crate) fn nears<L: Level, const K: usize>(
        level: L,
        sums: [&Self; K],
        toward: [Vector<D>; K],
        expected: Option<[Vector<D>; K]>,
    ) -> [(Vector<D>, Matrix<D>); K] {
        let (mut rates, mut shares) = ([Vector::<D>::ZERO; K], [Vector::<D>::ZERO; K]);
        for k in 0..K {
            rates[k] = match expected {
                Some(expected) => sums[k].rates(level, toward[k], expected[k]),
                None => sums[k].first_rates(level, toward[k]),
            };
        }
        let mut totals = [1.0; K];
        for k in 0..K {
            (shares[k], _) = exps(level, rates[k], 0.0);
            totals[k] = added(shares[k]);
        }
        let logs: [f64; K] = logs_of(level, totals[0], totals[K - 1]);
        let mut bends = [(Vector::ZERO, Matrix([Vector::ZERO; D])); K];
        for k in 0..K {
            let of = sums[k];
            let roots = Vector::<D>::from_fn(|i| (rates[k][i] - logs[k]) * of.inverses[i]);
            let (z, _) = exps(level, roots, 0.0);
            let expected = match expected {
                Some(expected) => expected[k],
                None => toward[k],
            };
            bends[k] = of.bend_near(z, shares[k] * (1.0 / totals[k]), [toward[k], expected]);
        }
        bends
    }

    /// The logarithms of shares that belong to a direction, but for what they add up to, which is no less than
    /// 1 and no more than their number.
    #[inline(always)]
    fn first_rates<L: Level>(&self, level: L, toward: Vector<D>) -> Vector<D> {
        let (logs, _) = logs(level, toward.map(|d| larger(d.abs(), f64::MIN_POSITIVE)), 1.0);
        let l = Vector::<D>::from_fn(|i| self.logs[i] + logs[i]);
        let mut top = l[0];
        for i in 1..D {
            top = larger(l[i], top);
        }
        Vector::from_fn(|i| self.slopes[i] * (l[i] - top))
    }

    /// The logarithms of shares that nearly add up to 1.
    #[inline(always)]
    fn rates<L: Level>(&self, level: L, toward: Vector<D>, expected: Vector<D>) -> Vector<D> {
        let pointed = |i: usize| self.exponents[i] <= 2.0;
        let ends = |x: f64| if x > f64::MIN_POSITIVE { x } else { f64::MIN_POSITIVE };
        let (mut x, mut most, mut other) = (Vector::<D>::ZERO, -1.0, 1.0);
        let mut counts = 0;
        for i in 0..D {
            let (d, z) = (toward[i].abs(), (expected[i] * self.by_axes[i]).abs().min(1.0));
            x[i] = ends(if pointed(i) { d } else { z });
            // Choices, not branches: nobody can foretell which it is.
            let part = d * z * self.semiaxes[i];
            let more = part > most;
            most = select_unpredictable(more, part, most);
            counts = select_unpredictable(more, i, counts);
            other = select_unpredictable(more, ends(if pointed(i) { z } else { d }), other);
        }
        let (x, other) = logs(level, x, other);
        let (known, exponent) = (pick(x, counts), pick(self.exponents, counts));
        let (log_d, log_z) = if exponent <= 2.0 { (known, other) } else { (other, known) };
        let log_multiplier = log_d + pick(self.logs, counts) - log_z * (exponent - 1.0);
        Vector::from_fn(|i| {
            if pointed(i) {
                self.slopes[i] * (self.logs[i] + x[i] - log_multiplier)
            } else {
                self.exponents[i] * x[i]
            }
        })
    }

    /// The point with these coordinates, in units of the semi-axes, and shares.
    #[inline(always)]
    fn bend_near(
        &self,
        z: Vector<D>,
        share: Vector<D>,
        [toward, expected]: [Vector<D>; 2],
    ) -> (Vector<D>, Matrix<D>) {
        let (mut point, mut t) = (Vector::<D>::ZERO, Vector::<D>::ZERO);
        let mut normal_squared = 0.0;
        for i in 0..D {
            let sign = if self.exponents[i] <= 2.0 { toward[i] } else { expected[i] };
            point[i] = (self.semiaxes[i] * z[i]).copysign(sign);
            t[i] = self.slopes[i] * share[i];
            let steep = if share[i] > 0.0 {
                self.exponents[i] * share[i] * self.by_axes[i] / z[i]
            } else {
                0.0
            };
            normal_squared += steep * steep;
        }
        (point, self.bent(point, t, real::sqrt(normal_squared)))
    }
}

/// The logarithms of one number, or of two.
#[inline(always)]
fn logs_of<L: Level, const K: usize>(level: L, first: f64, last: f64) -> [f64; K] {
    let mut logs = [0.0; K];
    if K == 1 {
        logs[0] = real::log(first);
    } else {
        let all = level.logs([first, last, 1.0, 1.0]);
        (logs[0], logs[K - 1]) = (all[0], all[1]);
    }
    logs
}

/// The larger of two.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The sum of the coordinates.
#[inline(always)]
fn added<const D: usize>(x: Vector<D>) -> f64 {
    let mut sum = x[0];
    for i in 1..D {
        sum += x[i];
    }
    sum
}

/// A coordinate that is only known on the way: chosen, since what is looked up must lie in memory.
#[inline(always)]
fn pick<const D: usize>(x: Vector<D>, place: usize) -> f64 {
    let mut picked = x[0];
    for i in 1..D {
        picked = select_unpredictable(i == place, x[i], picked);
    }
    picked
}

/// Three numbers or fewer, and one more.
#[inline(always)]
fn four<const D: usize>(x: Vector<D>, more: f64) -> [f64; 4] {
    let lane = |i: usize| if i < D { x[i % D] } else { more };
    [lane(0), lane(1), lane(2), lane(3)]
}

/// e^x of each coordinate, and of one number more.
#[inline(always)]
fn exps<const D: usize, L: Level>(level: L, x: Vector<D>, more: f64) -> (Vector<D>, f64) {
    if D > 3 {
        return (x.map(real::exp), real::exp(more));
    }
    let powers = level.exps(four(x, more));
    (Vector::from_fn(|i| powers[i]), powers[3])
}

/// log x of each coordinate, and of one number more.
#[inline(always)]
fn logs<const D: usize, L: Level>(level: L, x: Vector<D>, more: f64) -> (Vector<D>, f64) {
    if D > 3 {
        return (x.map(real::log), real::log(more));
    }
    let logs = level.logs(four(x, more));
    (Vector::from_fn(|i| logs[i]), logs[3])
}

/// e^x for small x.
#[inline(always)]
fn short_exp(x: f64) -> f64 {
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0))))
}
