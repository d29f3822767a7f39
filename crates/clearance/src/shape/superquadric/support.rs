//! How far superquadrics reach, and how their furthest points move.

use super::super::gauge::cubic_step;
use super::super::{SmoothSupport, direction};
use super::Superquadric;
use crate::accuracy;
use crate::simd::{Level, Work, dispatch};
use crate::space::{Matrix, Vector, real};

/// The support point in units of the semi-axes, and what its derivative needs.
struct Furthest<const D: usize> {
    /// |xᵢ / aᵢ|
    z: Vector<D>,
    /// |xᵢ / aᵢ|^nᵢ: they add up to 1.
    share: Vector<D>,
    /// The multiplier λ: how fast the furthest point goes away when the right side 1 grows.
    multiplier: f64,
}

impl<const D: usize> Superquadric<D> {
    /// The support point.
    #[inline]
    pub(super) fn furthest_along(&self, direction: Vector<D>) -> Vector<D> {
        dispatch(Support(self, direction))
    }

    /// Maximises Σ bᵢ zᵢ, bᵢ = aᵢ |dᵢ|, subject to Σ zᵢ^nᵢ = 1 and z ≥ 0.
    ///
    /// With the multiplier λ, bᵢ = λ nᵢ zᵢ^(nᵢ−1). In logarithms, with ℓᵢ = log(bᵢ/nᵢ), the
    /// shares zᵢ^nᵢ are exp(qᵢ (ℓᵢ − log λ)), and log λ is where F, the logarithm of their sum, is
    /// zero. F is convex, decreasing and nearly straight: two steps that fit a cubic to it, from
    /// where the largest share is 1, are the rule.
    ///
    /// Where the point is about known, a coordinate of it tells λ: one step is the rule then.
    #[inline(always)]
    fn furthest<L: Level>(
        &self,
        level: L,
        direction: Vector<D>,
        about: Option<Vector<D>>,
    ) -> Furthest<D> {
        let direction = direction * (1.0 / direction::power_of_two(direction.max_abs()));
        let mut l = Vector::<D>::ZERO;
        let mut top = f64::NEG_INFINITY;
        let known = if self.rounded { about.map(|x| self.telling(direction, x)) } else { None };
        let (counts, coordinate) = known.unwrap_or((0, 1.0));
        let (logs, log_z) =
            logs(level, direction.map(|d| d.abs().max(f64::MIN_POSITIVE)), coordinate);
        for i in 0..D {
            let d = direction[i].abs();
            let counts = d >= f64::MIN_POSITIVE && self.exponents[i] < f64::INFINITY;
            l[i] = if counts { self.logs[i] + logs[i] } else { f64::NEG_INFINITY };
            top = if l[i] > top { l[i] } else { top };
        }
        let flat = |n: f64| if n == f64::INFINITY { 1.0 } else { 0.0 };
        let mut z = self.exponents.map(flat);
        let mut share = Vector::<D>::ZERO;
        if top == f64::NEG_INFINITY {
            // Nothing asks the rounded coordinates to move.
            return Furthest { z, share, multiplier: 0.0 };
        }
        let mut log_multiplier = match known {
            Some(_) => l[counts] - log_z * (self.exponents[counts] - 1.0),
            None => top,
        };
        let mut guessed = known.is_some();
        // What is left to do when the steps are so small that exp is as good as its series.
        let mut last = 0.0;
        let mut rate = Vector::<D>::ZERO;
        for _ in 0..accuracy::MULTIPLIER_STEPS {
            let [mut sum, mut first, mut second, mut third] = [0.0; 4];
            rate = Vector::from_fn(|i| {
                let q = self.slopes[i];
                if q > 0.0 { q * (l[i] - log_multiplier) } else { f64::NEG_INFINITY }
            });
            (share, _) = exps(level, rate, 0.0);
            for i in 0..D {
                let q = self.slopes[i];
                sum += share[i];
                first += share[i] * q;
                second += share[i] * (q * q);
                third += share[i] * (q * q * q);
            }
            // A guess that is far off is worse than none.
            if guessed && !(sum > 0.5 && sum < 2.0) {
                (log_multiplier, guessed) = (top, false);
                continue;
            }
            // An exponent of 1 fills up whatever is left.
            if log_multiplier == top && sum <= 1.0 && !self.rounded {
                break;
            }
            let step = cubic_step(real::log(sum), sum, [first, second, third]);
            if !(step.abs() * self.steepest > accuracy::SERIES_STEP) {
                last = step;
                break;
            }
            log_multiplier += step;
        }
        // The roots of the very shares that add up to 1.
        let (roots, multiplier) = exps(level, rate.scale(self.inverses), log_multiplier);
        let mut taken = 0.0;
        for i in 0..D {
            if self.slopes[i] > 0.0 {
                let change = last * self.slopes[i];
                z[i] = roots[i] * short_exp(-change * self.inverses[i]);
                share[i] *= short_exp(-change);
                taken += share[i];
            }
        }
        // A corner: the longest of the straight sides takes what the others leave.
        for i in 0..D {
            if self.exponents[i] == 1.0 && l[i] == log_multiplier && taken < 1.0 {
                share[i] = 1.0 - taken;
                z[i] = share[i];
                taken = 1.0;
            }
        }
        let multiplier = multiplier * (1.0 + last) * self.unit;
        Furthest { z, share, multiplier }
    }

    /// The coordinate of a point that counts most along a direction, in units of the semi-axis.
    #[inline(always)]
    fn telling(&self, direction: Vector<D>, point: Vector<D>) -> (usize, f64) {
        let (mut counts, mut most) = (0, -1.0);
        for i in 0..D {
            let part = (direction[i] * point[i]).abs();
            if part > most {
                (counts, most) = (i, part);
            }
        }
        let z = (point[counts] / self.semiaxes[counts]).abs();
        (counts, if z > f64::MIN_POSITIVE { z.min(1.0) } else { f64::MIN_POSITIVE })
    }

    #[inline(always)]
    fn placed(&self, z: Vector<D>, direction: Vector<D>) -> Vector<D> {
        Vector::from_fn(|i| (self.semiaxes[i] * z[i]).copysign(direction[i]))
    }

    /// The support point, and how it moves.
    #[inline(always)]
    fn bend_along<L: Level>(
        &self,
        level: L,
        direction: Vector<D>,
        about: Option<Vector<D>>,
    ) -> (Vector<D>, Matrix<D>) {
        let Furthest { z, share, multiplier } = self.furthest(level, direction, about);
        let point = self.placed(z, direction);
        if multiplier == 0.0 {
            return (point, Matrix([Vector::ZERO; D]));
        }
        // The multiplier belongs to a direction scaled by a power of two.
        let scale = direction::power_of_two(direction.max_abs());
        let shares = Vector::from_fn(|i| self.slopes[i] * share[i]);
        let bend = self.bent(point, shares, 1.0 / multiplier);
        (point, Matrix(bend.0.map(|row| row * (1.0 / scale))))
    }

    /// How a point of the surface moves with its normal: with gᵢ = xᵢ / (nᵢ − 1) and tᵢ = qᵢ zᵢ^nᵢ
    /// the matrix is (diag(gᵢ² / tᵢ) − g gᵀ / Σ t) / λ. Where t is nearly zero the quotient is cut
    /// off on flat sides, and zero on sharp edges.
    #[inline(always)]
    fn bent(&self, point: Vector<D>, t: Vector<D>, by_multiplier: f64) -> Matrix<D> {
        let most = accuracy::FLAT_BEND * self.size / by_multiplier;
        let (mut r, mut g, mut sum) = (Vector::<D>::ZERO, Vector::<D>::ZERO, 0.0);
        for i in 0..D {
            if self.slopes[i] > 0.0 {
                g[i] = point[i] * (self.slopes[i] * self.inverses[i]);
                sum += t[i];
                let squared = g[i] * g[i];
                if squared < most * t[i] {
                    r[i] = squared / t[i];
                } else if self.exponents[i] > 2.0 {
                    r[i] = most;
                    g[i] = real::sqrt(most * t[i]).copysign(g[i]);
                } else {
                    // A sharp edge: the point stays on it.
                    g[i] = 0.0;
                }
            }
        }
        let mut bend = Matrix([Vector::ZERO; D]);
        if sum > 0.0 {
            let per = -by_multiplier / sum;
            for i in 0..D {
                bend[i] = g * (per * g[i]);
                bend[i][i] += by_multiplier * r[i];
            }
        }
        bend
    }

    /// The same at a point of the surface near the one that is expected, without any iteration.
    ///
    /// Any shares zᵢ^nᵢ that add up to 1 are a point of the surface, and its normal is known. Along
    /// the axes with exponents above 2 the expected point tells the share, along the others the
    /// normal does, given λ from the coordinate that counts most; then all are brought to the sum 1.
    #[inline(always)]
    fn bend_near<L: Level>(
        &self,
        level: L,
        toward: Vector<D>,
        expected: Vector<D>,
    ) -> (Vector<D>, Matrix<D>) {
        let pointed = |i: usize| self.exponents[i] <= 2.0;
        let ends = |x: f64| if x > f64::MIN_POSITIVE { x } else { f64::MIN_POSITIVE };
        let (mut x, mut most, mut counts, mut other) = (Vector::<D>::ZERO, -1.0, 0, 1.0);
        for i in 0..D {
            let (d, z) = (toward[i].abs(), (expected[i] * self.by_axes[i]).abs().min(1.0));
            x[i] = ends(if pointed(i) { d } else { z });
            if d * z * self.semiaxes[i] > most {
                most = d * z * self.semiaxes[i];
                (counts, other) = (i, ends(if pointed(i) { z } else { d }));
            }
        }
        let (x, other) = logs(level, x, other);
        let (log_d, log_z) = if pointed(counts) { (x[counts], other) } else { (other, x[counts]) };
        let log_multiplier = log_d + self.logs[counts] - log_z * (self.exponents[counts] - 1.0);
        let rate = Vector::<D>::from_fn(|i| {
            if pointed(i) {
                self.slopes[i] * (self.logs[i] + x[i] - log_multiplier)
            } else {
                self.exponents[i] * x[i]
            }
        });
        let (share, _) = exps(level, rate, 0.0);
        let sum = (1..D).fold(share[0], |sum, i| sum + share[i]);
        let log_sum = real::log(sum);
        let (z, _) =
            exps(level, Vector::<D>::from_fn(|i| (rate[i] - log_sum) * self.inverses[i]), 0.0);
        let (mut point, mut t) = (Vector::<D>::ZERO, Vector::<D>::ZERO);
        let (mut normal_squared, per) = (0.0, 1.0 / sum);
        for i in 0..D {
            let sign = if pointed(i) { toward[i] } else { expected[i] };
            point[i] = (self.semiaxes[i] * z[i]).copysign(sign);
            let share = share[i] * per;
            t[i] = self.slopes[i] * share;
            let steep =
                if share > 0.0 { self.exponents[i] * share * self.by_axes[i] / z[i] } else { 0.0 };
            normal_squared += steep * steep;
        }
        (point, self.bent(point, t, real::sqrt(normal_squared)))
    }
}

struct Support<'a, const D: usize>(&'a Superquadric<D>, Vector<D>);

impl<const D: usize> Work for Support<'_, D> {
    type Output = Vector<D>;
    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vector<D> {
        self.0.placed(self.0.furthest(level, self.1, None).z, self.1)
    }
}

struct Bend<'a, const D: usize>(&'a Superquadric<D>, Vector<D>, Option<Vector<D>>);

impl<const D: usize> Work for Bend<'_, D> {
    type Output = (Vector<D>, Matrix<D>);
    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        self.0.bend_along(level, self.1, self.2)
    }
}

impl<const D: usize> SmoothSupport<D> for Superquadric<D> {
    #[inline]
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        dispatch(Bend(self, direction, None))
    }

    #[inline]
    fn bend_about(&self, direction: Vector<D>, about: Vector<D>) -> (Vector<D>, Matrix<D>) {
        dispatch(Bend(self, direction, Some(about)))
    }

    #[inline]
    fn near(&self, toward: Vector<D>, expected: Vector<D>) -> Option<(Vector<D>, Matrix<D>)> {
        struct Near<'a, const D: usize>(&'a Superquadric<D>, [Vector<D>; 2]);
        impl<const D: usize> Work for Near<'_, D> {
            type Output = (Vector<D>, Matrix<D>);
            #[inline(always)]
            fn run<L: Level>(self, level: L) -> Self::Output {
                self.0.bend_near(level, self.1[0], self.1[1])
            }
        }
        if !self.boxy || D > 3 {
            return self.steer(toward, expected).map(|direction| self.bend(direction));
        }
        Some(dispatch(Near(self, [toward, expected])))
    }

    /// Along the axes with exponents above 2 the normal that belongs to the expected point, with
    /// dᵢ aᵢ = λ nᵢ zᵢ^(nᵢ−1); along the others the normal as it is. The coordinate that counts
    /// most tells λ.
    #[inline]
    fn steer(&self, toward: Vector<D>, expected: Vector<D>) -> Option<Vector<D>> {
        let boxy = |i: usize| self.exponents[i] > 2.0 && self.exponents[i] < f64::INFINITY;
        let mut logs = Vector::<D>::ZERO;
        let (mut most, mut log_multiplier, mut any) = (0.0, 0.0, false);
        for i in 0..D {
            any |= boxy(i);
            let (d, z) = (toward[i].abs(), (expected[i] / self.semiaxes[i]).abs().min(1.0));
            logs[i] = real::log(z.max(f64::MIN_POSITIVE)) * (self.exponents[i] - 1.0);
            if d * z * self.semiaxes[i] > most && self.exponents[i] < f64::INFINITY {
                most = d * z * self.semiaxes[i];
                log_multiplier = real::log(d) + self.logs[i] - logs[i];
            }
        }
        if !any || most == 0.0 {
            return None;
        }
        Some(Vector::from_fn(|i| {
            if boxy(i) {
                real::exp(log_multiplier + logs[i] - self.logs[i]).copysign(expected[i])
            } else {
                toward[i]
            }
        }))
    }
}

/// Three numbers or fewer, and one more.
#[inline(always)]
fn four<const D: usize>(x: Vector<D>, more: f64) -> [f64; 4] {
    core::array::from_fn(|i| if i < D { x[i % D] } else { more })
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
