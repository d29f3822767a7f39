//! A superquadric: ellipsoids, boxes, diamonds and everything between.

mod sum;
mod support;

pub use sum::PowerSum;

use super::gauge::{self, Place, Powers};
use super::{Convex, Core, Formula, Implicit, Jet, ShapeError, Term, View, direction, validate};
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
    sum: PowerSum<D>,
    /// The same for the vector unit.
    powers: Powers<D>,
}

impl<const D: usize> Superquadric<D> {
    /// With these semi-axes, each positive, and these exponents, each at least 1; infinity is
    /// one of them.
    pub fn new(
        semiaxes: impl Into<Vector<D>>,
        exponents: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let (semiaxes, exponents) = (validate::semiaxes(semiaxes.into())?, exponents.into());
        for n in exponents.0 {
            if !(n >= 1.0) {
                return Err(ShapeError::Exponent { value: n });
            }
        }
        let sum = PowerSum::new(semiaxes, exponents);
        let mut shape = Self { sum, powers: Powers::new(&[]) };
        shape.powers = Powers::new(&shape.terms());
        Ok(shape)
    }

    /// The same with other exponents.
    pub fn with_exponents(&self, exponents: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        Self::new(self.sum.semiaxes, exponents)
    }

    /// The same with other semi-axes.
    pub fn with_semiaxes(&self, semiaxes: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        Self::new(semiaxes, self.sum.exponents)
    }

    /// The semi-axes.
    pub fn semiaxes(&self) -> Vector<D> {
        self.sum.semiaxes
    }

    /// The exponents.
    pub fn exponents(&self) -> Vector<D> {
        self.sum.exponents
    }

    /// As a sum of powers.
    #[inline]
    fn terms(&self) -> [Term<D>; D] {
        core::array::from_fn(|i| {
            let a = Vector::axis(i) * self.sum.by_axes[i];
            Term { a, d: 0.0, n: self.sum.exponents[i] }
        })
    }

    /// The same for the vector unit.
    #[inline]
    fn groups(&self) -> &[Powers<D>] {
        if D <= 4 { core::slice::from_ref(&self.powers) } else { &[] }
    }

    /// Σ |zᵢ|^nᵢ over the finite exponents.
    fn level(&self, z: Vector<D>) -> f64 {
        let mut sum = 0.0;
        for i in 0..D {
            if self.sum.exponents[i] < f64::INFINITY {
                sum += real::pow(z[i].abs(), self.sum.exponents[i]);
            }
        }
        sum
    }
}

impl<const D: usize> Convex<D> for Superquadric<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.furthest_along(direction)
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Smooth(self), self.sum.semiaxes.max_abs())
    }

    /// The way to the surface: between the flat sides first, and then the shortest of the ways
    /// straight to the centre and along each axis.
    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let mut z = Vector::<D>::from_fn(|i| point[i] / self.sum.semiaxes[i]);
        let mut aside = Vector::<D>::ZERO;
        for i in 0..D {
            if self.sum.exponents[i] == f64::INFINITY && z[i].abs() > 1.0 {
                aside[i] = self.sum.semiaxes[i] * (z[i].abs() - 1.0);
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
            if rest >= 0.0 && self.sum.exponents[i] < f64::INFINITY {
                let surface = real::pow(rest, 1.0 / self.sum.exponents[i]);
                least = least.min(self.sum.semiaxes[i] * (z[i].abs() - surface).max(0.0));
            }
        }
        // With the least exponent n, the share level^(−1/n) of the way from the centre is inside.
        let smallest = self.sum.exponents.0.into_iter().fold(f64::INFINITY, f64::min);
        let rounded = Vector::<D>::from_fn(|i| {
            if self.sum.exponents[i] < f64::INFINITY { point[i] } else { 0.0 }
        });
        let straight = direction::length(rounded) * (1.0 - real::pow(level, -1.0 / smallest));
        Some(direction::length(aside) + least.min(straight))
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::Superquadric { semiaxes: self.sum.semiaxes, exponents: self.sum.exponents }
    }

    /// Unless a pair of sides is exactly flat.
    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        self.sum.exponents.is_finite().then_some(self as &dyn Implicit<D>)
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        let known = surface == 0 && self.sum.exponents.is_finite();
        known.then(|| self.jet(0, at, 0.0).tangent(at))
    }

    fn reach_behind(&self, surface: u32, outward: Vector<D>, _at: Vector<D>) -> Option<f64> {
        (surface == 0).then(|| self.support(outward).dot(outward))
    }

    /// By the gamma function: the volume is Π 2aᵢ Γ(1 + 1/nᵢ) / Γ(1 + Σ 1/nᵢ).
    fn moments(&self) -> Option<Moments<D>> {
        let inverse = self.sum.exponents.map(|n| 1.0 / n);
        let sum = (0..D).fold(0.0, |sum, i| sum + inverse[i]);
        let mut volume = 1.0 / real::gamma(1.0 + sum);
        for i in 0..D {
            volume *= 2.0 * self.sum.semiaxes[i] * real::gamma(1.0 + inverse[i]);
        }
        let second = Vector::from_fn(|i| {
            let own = real::gamma(1.0 + 3.0 * inverse[i]) / (3.0 * real::gamma(1.0 + inverse[i]));
            let others = real::gamma(1.0 + sum) / real::gamma(1.0 + sum + 2.0 * inverse[i]);
            volume * self.sum.semiaxes[i] * self.sum.semiaxes[i] * own * others
        });
        let (centroid, second) = (Vector::ZERO, Matrix::diagonal(second));
        Some(Moments { volume, centroid, second, error: 0.0 })
    }

    fn bounding_ball(&self) -> Option<BoundingBall<D>> {
        // Up to exponent 2 no point is further than the longest semi-axis.
        let round = self.sum.exponents.0.into_iter().all(|n| n <= 2.0);
        round.then(|| BoundingBall { centre: Vector::ZERO, radius: self.sum.semiaxes.max_abs() })
    }
}

impl<const D: usize> Implicit<D> for Superquadric<D> {
    fn curved(&self) -> usize {
        1
    }

    fn jet(&self, _surface: usize, at: Vector<D>, blur: f64) -> Jet<D> {
        gauge::jet(&self.terms(), at, blur)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn value(&self, _surface: usize, at: Vector<D>) -> f64 {
        gauge::value(self.groups(), &self.terms(), at)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn value_inside(&self, _surface: usize) -> f64 {
        -0.5
    }

    fn near(&self, _surface: usize, at: Vector<D>, onto: bool) -> Option<(Vector<D>, Jet<D>)> {
        let (share, jet) =
            gauge::near(self.groups(), &self.terms(), Place { z: at, onto, judged: false })?;
        Some((at * share, jet))
    }

    fn inside(&self) -> Vector<D> {
        Vector::ZERO
    }

    fn gauge_centre(&self, _surface: usize) -> Option<Vector<D>> {
        Some(Vector::ZERO)
    }

    fn powers(&self, _surface: usize) -> &[Powers<D>] {
        self.groups()
    }
}
