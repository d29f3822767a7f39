//! How far superquadrics reach, and how their furthest points move.

use super::super::SmoothSupport;
use super::{PowerSum, Superquadric};
use crate::simd::{Level, Work, dispatch};
use crate::space::{Matrix, Vector, real};

struct Support<'a, const D: usize>(&'a PowerSum<D>, Vector<D>);

impl<const D: usize> Work for Support<'_, D> {
    type Output = Vector<D>;
    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Vector<D> {
        self.0.point(level, self.1)
    }
}

struct Bend<'a, const D: usize>(&'a PowerSum<D>, Vector<D>, Option<Vector<D>>);

impl<const D: usize> Work for Bend<'_, D> {
    type Output = (Vector<D>, Matrix<D>);
    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Self::Output {
        let [bend] = PowerSum::bends(level, [self.0], [self.1], self.2.map(|about| [about]));
        bend
    }
}

impl<const D: usize> Superquadric<D> {
    /// The support point.
    #[inline]
    pub(super) fn furthest_along(&self, direction: Vector<D>) -> Vector<D> {
        dispatch(Support(&self.sum, direction))
    }
}

impl<const D: usize> SmoothSupport<D> for Superquadric<D> {
    #[inline]
    fn power_sum(&self) -> Option<&PowerSum<D>> {
        (self.sum.rounded && D <= 3).then_some(&self.sum)
    }

    #[inline]
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        dispatch(Bend(&self.sum, direction, None))
    }

    #[inline]
    fn bend_about(&self, direction: Vector<D>, about: Vector<D>) -> (Vector<D>, Matrix<D>) {
        dispatch(Bend(&self.sum, direction, Some(about)))
    }

    #[inline]
    fn near(&self, toward: Vector<D>, expected: Vector<D>) -> Option<(Vector<D>, Matrix<D>)> {
        struct Near<'a, const D: usize>(&'a PowerSum<D>, [Vector<D>; 2]);
        impl<const D: usize> Work for Near<'_, D> {
            type Output = (Vector<D>, Matrix<D>);
            #[inline(always)]
            fn run<L: Level>(self, level: L) -> Self::Output {
                let [bend] = PowerSum::nears(level, [self.0], [self.1[0]], Some([self.1[1]]));
                bend
            }
        }
        if !self.sum.boxy || D > 3 {
            return self.steer(toward, expected).map(|direction| self.bend(direction));
        }
        Some(dispatch(Near(&self.sum, [toward, expected])))
    }

    /// Along the axes with exponents above 2 the normal that belongs to the expected point, with
    /// dᵢ aᵢ = λ nᵢ zᵢ^(nᵢ−1); along the others the normal as it is. The coordinate that counts
    /// most tells λ.
    #[inline]
    fn steer(&self, toward: Vector<D>, expected: Vector<D>) -> Option<Vector<D>> {
        let boxy = |i: usize| self.sum.exponents[i] > 2.0 && self.sum.exponents[i] < f64::INFINITY;
        let mut logs = Vector::<D>::ZERO;
        let (mut most, mut log_multiplier, mut any) = (0.0, 0.0, false);
        for i in 0..D {
            any |= boxy(i);
            let (d, z) = (toward[i].abs(), (expected[i] / self.sum.semiaxes[i]).abs().min(1.0));
            logs[i] = real::log(z.max(f64::MIN_POSITIVE)) * (self.sum.exponents[i] - 1.0);
            if d * z * self.sum.semiaxes[i] > most && self.sum.exponents[i] < f64::INFINITY {
                most = d * z * self.sum.semiaxes[i];
                log_multiplier = real::log(d) + self.sum.logs[i] - logs[i];
            }
        }
        if !any || most == 0.0 {
            return None;
        }
        Some(Vector::from_fn(|i| {
            if boxy(i) {
                real::exp(log_multiplier + logs[i] - self.sum.logs[i]).copysign(expected[i])
            } else {
                toward[i]
            }
        }))
    }
}
