//! A superquadric: ellipsoids, boxes, diamonds and everything between.

use super::gauge::{self, Term, cubic_step};
use super::{Convex, Core, Implicit, Jet, ShapeError, SmoothSupport, View, direction, validate};
use crate::accuracy;
use crate::query::{BoundingBall, Moments};
use crate::space::{Matrix, Vector, real};

/// The superquadric Σ |xᵢ / aᵢ|^nᵢ ≤ 1 with an exponent of its own for each axis.
///
/// Exponents go from 1 (a diamond) by way of 2 (an ellipsoid) to infinity (a box).
///
/// ```
/// use clearance::shape::{ShapeError, Superquadric};
/// // A can with rounded rims.
/// let can = Superquadric::new([1.0, 1.0, 1.7], [2.0, 2.0, 14.0])?;
/// // The same after a while: exponents and semi-axes may change without any rebuilding.
/// let softer = can.with_exponents([2.0, 2.0, 4.0])?;
/// # let _ = softer;
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Superquadric<const D: usize> {
    semiaxes: Vector<D>,
    exponents: Vector<D>,
    /// qᵢ = nᵢ / (nᵢ − 1): the exponents of the dual; zero where the exponent is 1 or infinite.
    slopes: Vector<D>,
    /// The largest semi-axis, rounded down to a power of two: what is counted in units of it does
    /// not change with the scale.
    unit: f64,
    /// log(aᵢ / nᵢ), in units.
    logs: Vector<D>,
    /// The largest of the qᵢ.
    steepest: f64,
}

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
    /// With these semi-axes, each positive, and these exponents, each at least 1; infinity is
    /// one of them.
    pub fn new(
        semiaxes: impl Into<Vector<D>>,
        exponents: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let (semiaxes, exponents) = (semiaxes.into(), exponents.into());
        for a in semiaxes.0 {
            validate::positive("semi-axis", a)?;
        }
        for n in exponents.0 {
            if !(n >= 1.0) {
                return Err(ShapeError::Exponent { value: n });
            }
        }
        let slopes =
            exponents.map(|n| if n > 1.0 && n < f64::INFINITY { n / (n - 1.0) } else { 0.0 });
        let unit = direction::power_of_two(semiaxes.max_abs());
        let logs = Vector::from_fn(|i| match exponents[i] {
            f64::INFINITY => 0.0,
            n => real::log((semiaxes[i] / unit).max(f64::MIN_POSITIVE * n) / n),
        });
        Ok(Self { semiaxes, exponents, slopes, unit, logs, steepest: slopes.max_abs() })
    }

    /// The same with other exponents.
    pub fn with_exponents(&self, exponents: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        Self::new(self.semiaxes, exponents)
    }

    /// The same with other semi-axes.
    pub fn with_semiaxes(&self, semiaxes: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        Self::new(semiaxes, self.exponents)
    }

    /// The semi-axes.
    pub fn semiaxes(&self) -> Vector<D> {
        self.semiaxes
    }

    /// The exponents.
    pub fn exponents(&self) -> Vector<D> {
        self.exponents
    }

    /// Maximises Σ bᵢ zᵢ, bᵢ = aᵢ |dᵢ|, subject to Σ zᵢ^nᵢ = 1 and z ≥ 0.
    ///
    /// With the multiplier λ, bᵢ = λ nᵢ zᵢ^(nᵢ−1). In logarithms, with ℓᵢ = log(bᵢ/nᵢ), the
    /// shares zᵢ^nᵢ are exp(qᵢ (ℓᵢ − log λ)), and log λ is where F, the logarithm of their sum, is
    /// zero. F is convex, decreasing and nearly straight: two steps that fit a cubic to it, from
    /// where the largest share is 1, are the rule.
    #[inline]
    fn furthest(&self, direction: Vector<D>) -> Furthest<D> {
        let direction = direction / direction::power_of_two(direction.max_abs());
        let mut l = Vector::<D>::ZERO;
        let mut top = f64::NEG_INFINITY;
        for i in 0..D {
            let d = direction[i].abs();
            let counts = d >= f64::MIN_POSITIVE && self.exponents[i] < f64::INFINITY;
            l[i] = if counts { self.logs[i] + real::log(d) } else { f64::NEG_INFINITY };
            top = top.max(l[i]);
        }
        let flat = |n: f64| if n == f64::INFINITY { 1.0 } else { 0.0 };
        let mut z = self.exponents.map(flat);
        let mut share = Vector::<D>::ZERO;
        if top == f64::NEG_INFINITY {
            // Nothing asks the rounded coordinates to move.
            return Furthest { z, share, multiplier: 0.0 };
        }
        let mut log_multiplier = top;
        // What is left to do when the steps are so small that exp is as good as its series.
        let mut last = 0.0;
        for _ in 0..accuracy::MULTIPLIER_STEPS {
            let [mut sum, mut first, mut second, mut third] = [0.0; 4];
            for i in 0..D {
                let q = self.slopes[i];
                share[i] = if q > 0.0 { real::exp(q * (l[i] - log_multiplier)) } else { 0.0 };
                sum += share[i];
                first += share[i] * q;
                second += share[i] * (q * q);
                third += share[i] * (q * q * q);
            }
            // An exponent of 1 fills up whatever is left.
            if log_multiplier == top && sum <= 1.0 {
                break;
            }
            let step = cubic_step(real::log(sum), [first / sum, second / sum, third / sum]);
            if !(step.abs() * self.steepest > accuracy::SERIES_STEP) {
                last = step;
                break;
            }
            log_multiplier += step;
        }
        let multiplier = real::exp(log_multiplier);
        let mut taken = 0.0;
        for i in 0..D {
            if self.slopes[i] > 0.0 && l[i] > f64::NEG_INFINITY {
                let n = self.exponents[i];
                z[i] = if n < accuracy::SHARES_TELL {
                    share[i] * multiplier * n / (self.semiaxes[i] / self.unit * direction[i].abs())
                } else {
                    real::exp((l[i] - log_multiplier) / (n - 1.0))
                };
                let rate = last * self.slopes[i];
                z[i] *= short_exp(-rate / n);
                share[i] *= short_exp(-rate);
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

    #[inline]
    fn placed(&self, z: Vector<D>, direction: Vector<D>) -> Vector<D> {
        Vector::from_fn(|i| (self.semiaxes[i] * z[i]).copysign(direction[i]))
    }

    /// Σ |zᵢ|^nᵢ over the finite exponents.
    fn level(&self, z: Vector<D>) -> f64 {
        let mut sum = 0.0;
        for i in 0..D {
            if self.exponents[i] < f64::INFINITY {
                sum += real::pow(z[i].abs(), self.exponents[i]);
            }
        }
        sum
    }
}

/// e^x for small x.
#[inline(always)]
fn short_exp(x: f64) -> f64 {
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0))))
}

impl<const D: usize> Convex<D> for Superquadric<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.placed(self.furthest(direction).z, direction)
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Smooth(self), self.semiaxes.max_abs())
    }

    /// The way to the surface: between the flat sides first, and then the shortest of the ways
    /// straight to the centre and along each axis.
    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let mut z = Vector::<D>::from_fn(|i| point[i] / self.semiaxes[i]);
        let mut aside = Vector::<D>::ZERO;
        for i in 0..D {
            if self.exponents[i] == f64::INFINITY && z[i].abs() > 1.0 {
                aside[i] = self.semiaxes[i] * (z[i].abs() - 1.0);
                z[i] = 1.0_f64.copysign(z[i]);
            }
        }
        let level = self.level(z);
        if level <= 1.0 {
            return Some(direction::length(aside));
        }
        let mut least = f64::INFINITY;
        for i in 0..D {
            let mut others = z;
            others[i] = 0.0;
            let rest = 1.0 - self.level(others);
            if rest >= 0.0 && self.exponents[i] < f64::INFINITY {
                let surface = real::pow(rest, 1.0 / self.exponents[i]);
                least = least.min(self.semiaxes[i] * (z[i].abs() - surface).max(0.0));
            }
        }
        // With the least exponent n, the share level^(−1/n) of the way from the centre is inside.
        let smallest = self.exponents.0.into_iter().fold(f64::INFINITY, f64::min);
        let rounded =
            Vector::<D>::from_fn(
                |i| {
                    if self.exponents[i] < f64::INFINITY { point[i] } else { 0.0 }
                },
            );
        let straight = direction::length(rounded) * (1.0 - real::pow(level, -1.0 / smallest));
        Some(direction::length(aside) + least.min(straight))
    }

    /// Unless a pair of sides is exactly flat.
    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        self.exponents.is_finite().then_some(self as &dyn Implicit<D>)
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        let known = surface == 0 && self.exponents.is_finite();
        known.then(|| self.jet(0, at, 0.0).tangent(at))
    }

    fn reach_behind(&self, surface: u32, outward: Vector<D>, _at: Vector<D>) -> Option<f64> {
        (surface == 0).then(|| self.support(outward).dot(outward))
    }

    /// By the gamma function: the volume is Π 2aᵢ Γ(1 + 1/nᵢ) / Γ(1 + Σ 1/nᵢ).
    fn moments(&self) -> Option<Moments<D>> {
        let inverse = self.exponents.map(|n| 1.0 / n);
        let sum = (0..D).fold(0.0, |sum, i| sum + inverse[i]);
        let mut volume = 1.0 / real::gamma(1.0 + sum);
        for i in 0..D {
            volume *= 2.0 * self.semiaxes[i] * real::gamma(1.0 + inverse[i]);
        }
        let second = Vector::from_fn(|i| {
            let own = real::gamma(1.0 + 3.0 * inverse[i]) / (3.0 * real::gamma(1.0 + inverse[i]));
            let others = real::gamma(1.0 + sum) / real::gamma(1.0 + sum + 2.0 * inverse[i]);
            volume * self.semiaxes[i] * self.semiaxes[i] * own * others
        });
        let (centroid, second) = (Vector::ZERO, Matrix::diagonal(second));
        Some(Moments { volume, centroid, second, error: 0.0 })
    }

    fn bounding_ball(&self) -> Option<BoundingBall<D>> {
        // Up to exponent 2 no point is further than the longest semi-axis.
        let round = self.exponents.0.into_iter().all(|n| n <= 2.0);
        round.then(|| BoundingBall { centre: Vector::ZERO, radius: self.semiaxes.max_abs() })
    }
}

impl<const D: usize> SmoothSupport<D> for Superquadric<D> {
    /// With rᵢ = qᵢ zᵢ^nᵢ / dᵢ² and gᵢ = rᵢ dᵢ the matrix is λ (diag(r) − g gᵀ / Σ qᵢ zᵢ^nᵢ). On
    /// the flat sides, where qᵢ < 2 and dᵢ is nearly zero, r is cut off.
    #[inline]
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        let Furthest { z, share, multiplier } = self.furthest(direction);
        let point = self.placed(z, direction);
        // The multiplier belongs to a direction scaled by a power of two.
        let scale = direction::power_of_two(direction.max_abs());
        let direction = direction / scale;
        let mut bend = Matrix([Vector::ZERO; D]);
        if multiplier == 0.0 {
            return (point, bend);
        }
        let most = accuracy::FLAT_BEND * self.semiaxes.max_abs() / multiplier;
        let (mut r, mut g, mut sum) = (Vector::<D>::ZERO, Vector::<D>::ZERO, 0.0);
        for i in 0..D {
            let (q, d) = (self.slopes[i], direction[i]);
            if q > 0.0 {
                let part = q * share[i];
                sum += part;
                r[i] = part / (d * d);
                if !(r[i] < most) || (share[i] == 0.0 && q < 2.0) {
                    r[i] = most;
                    g[i] = real::sqrt(most * part).copysign(d);
                } else {
                    g[i] = part / d;
                }
            }
        }
        if sum > 0.0 {
            for i in 0..D {
                bend[i] = g * (-multiplier * g[i] / sum);
                bend[i][i] += multiplier * r[i];
                bend[i] = bend[i] / scale;
            }
        }
        (point, bend)
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

impl<const D: usize> Implicit<D> for Superquadric<D> {
    fn curved(&self) -> usize {
        1
    }

    fn jet(&self, _surface: usize, at: Vector<D>, blur: f64) -> Jet<D> {
        let terms: [Term<D>; D] = core::array::from_fn(|i| {
            let a = Vector::axis(i) / self.semiaxes[i];
            Term { a, d: 0.0, n: self.exponents[i] }
        });
        gauge::jet(&terms, at, blur)
    }

    fn inside(&self) -> Vector<D> {
        Vector::ZERO
    }
}
