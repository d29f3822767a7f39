//! What is asked of two sums of powers at once: bounds above how far they reach, and a point in both.

use super::{PowerSum, added, exps, larger, logs, logs_of, pick, short_exp};
use crate::accuracy;
use crate::shape::direction;
use crate::shape::gauge::cubic_step;
use crate::simd::Level;
use crate::space::Vector;

impl<const D: usize> PowerSum<D> {
    /// Bounds above how far both reach along unit vectors that nearly belong to these points.
    ///
    /// For every multiplier λ the height is at most λ (1 + Σ (nᵢ − 1) sᵢ), sᵢ being the shares that belong to
    /// it: duality. That is off by the square of what λ is, which a step of Newton's method squares again.
    /// NaN where it would have to be more than one.
    #[inline(always)]
    pub(crate) fn heights<L: Level>(
        level: L,
        sums: [&Self; 2],
        along: [Vector<D>; 2],
        about: [Vector<D>; 2],
    ) -> [f64; 2] {
        let mut heights = [f64::NAN; 2];
        for k in 0..2 {
            let of = sums[k];
            let (counts, coordinate) = of.telling(along[k], about[k]);
            let (logs, log_z) =
                logs(level, along[k].map(|d| larger(d.abs(), f64::MIN_POSITIVE)), coordinate);
            let l = Vector::<D>::from_fn(|i| of.logs[i] + logs[i]);
            let log_multiplier = pick(l, counts) - log_z * (pick(of.exponents, counts) - 1.0);
            let rate = Vector::from_fn(|i| of.slopes[i] * (l[i] - log_multiplier));
            let (share, multiplier) = exps(level, rate, log_multiplier);
            let (sum, first) = (added(share), share.dot(of.slopes));
            let step = (sum - 1.0) / first;
            let (mut weighed, multiplier) = (1.0, multiplier * short_exp(step));
            for i in 0..D {
                let moved = share[i] * short_exp(-of.slopes[i] * step);
                weighed += (of.exponents[i] - 1.0) * moved;
            }
            if step.abs() * of.steepest <= accuracy::SERIES_STEP {
                heights[k] = multiplier * weighed * of.unit;
            }
        }
        heights
    }

    /// How far along the line from A's middle to B's, each of which sees the other in this direction, a point
    /// lies in both; `None` if none is found there.
    ///
    /// With u = |w| / a in units of the way, log γ is where Σ exp(n (log u − log γ)) is 1: a cubic from where
    /// the largest term is 1 comes so close that the middle of what both have in common is inside of both, if
    /// there is much of it. The sums themselves have the last word.
    #[inline(always)]
    pub(crate) fn common<L: Level>(
        level: L,
        sums: [&Self; 2],
        ways: [Vector<D>; 2],
        apart: f64,
    ) -> Option<f64> {
        // In units of a power of two, so that no digit depends on the scale.
        let unit = direction::power_of_two(apart);
        let apart = apart * (1.0 / unit);
        let (mut l, mut gauge, mut totals) = ([Vector::<D>::ZERO; 2], [0.0; 2], [1.0; 2]);
        let mut shares = [Vector::<D>::ZERO; 2];
        for k in 0..2 {
            let u = Vector::from_fn(|i| (ways[k][i] * (sums[k].by_axes[i] * unit)).abs());
            (l[k], _) = logs(
                level,
                u.map(|u| if u > f64::MIN_POSITIVE { u } else { f64::MIN_POSITIVE }),
                1.0,
            );
            gauge[k] = l[k][0];
            for i in 1..D {
                gauge[k] = if l[k][i] > gauge[k] { l[k][i] } else { gauge[k] };
            }
            shares[k] = sums[k].raised(level, l[k], -gauge[k]);
            totals[k] = added(shares[k]);
        }
        let log_totals: [f64; 2] = logs_of(level, totals[0], totals[1]);
        for k in 0..2 {
            let [mut first, mut second, mut third] = [0.0; 3];
            for i in 0..D {
                let (n, share) = (sums[k].exponents[i], shares[k][i]);
                first += share * n;
                second += share * (n * n);
                third += share * (n * n * n);
            }
            gauge[k] += cubic_step(log_totals[k], totals[k], [first, second, third]);
        }
        let reach = level.exps([-gauge[0], -gauge[1], 0.0, 0.0]);
        let (from, to) = (apart - reach[1], reach[0]);
        if !(from < to) {
            return None;
        }
        let from = if from > 0.0 { from } else { 0.0 };
        let way = 0.5 * (from + if to < apart { to } else { apart });
        let log_ways: [f64; 2] = logs_of(level, way, apart - way);
        let mut inside = true;
        for k in 0..2 {
            let total = added(sums[k].raised(level, l[k], log_ways[k]));
            inside &= total <= 1.0 - accuracy::COMMON_MARGIN;
        }
        inside.then_some(way * unit)
    }

    /// The powers of coordinates with these logarithms, all of them more by the same.
    #[inline(always)]
    fn raised<L: Level>(&self, level: L, l: Vector<D>, more: f64) -> Vector<D> {
        let (powers, _) = exps(level, Vector::from_fn(|i| self.exponents[i] * (l[i] + more)), 0.0);
        powers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Convex, SmoothSupport, Superquadric};
    use crate::simd::Portable;
    use crate::space::real;

    fn random(rng: &mut fastrand::Rng, most: f64) -> Superquadric<3> {
        let exponents = Vector::from_fn(|_| 1.0 + rng.f64() * most);
        Superquadric::new(Vector::from_fn(|_| 0.2 + rng.f64()), exponents).unwrap()
    }

    fn direction(rng: &mut fastrand::Rng) -> Vector<3> {
        Vector::from_fn(|_| rng.f64() - 0.5).normalized().unwrap()
    }

    /// Bounds are above what support points tell, by little where the point is about known; and where they
    /// are not, nothing is claimed.
    #[test]
    fn heights_bound_support_points() {
        let mut rng = fastrand::Rng::with_seed(125);
        let mut refused = 0;
        for most in [1.0, 8.0, 60.0] {
            for _ in 0..2000 {
                let shapes = [random(&mut rng, most), random(&mut rng, most)];
                let sums = [shapes[0].power_sum().unwrap(), shapes[1].power_sum().unwrap()];
                let along = [direction(&mut rng), direction(&mut rng)];
                let wrong = [1e-6, 1e-2][rng.usize(0..2)];
                let ends = [shapes[0].support(along[0]), shapes[1].support(along[1])];
                let about = ends.map(|p| p * (1.0 + wrong * (rng.f64() - 0.5)));
                let heights = PowerSum::heights(Portable, sums, along, about);
                for k in 0..2 {
                    let over = heights[k] - along[k].dot(ends[k]);
                    refused += u32::from(over.is_nan());
                    assert!(over.is_nan() || over.abs() < 1e-12, "{most} {over:e}");
                }
            }
        }
        assert!((50..6000).contains(&refused), "{refused}");
    }

    /// What is said to be in both is in both; and nothing is found where balls around them are apart.
    #[test]
    fn common_points_belong_to_both() {
        let mut rng = fastrand::Rng::with_seed(126);
        let mut found = [0; 2];
        for _ in 0..5000 {
            let shapes = [random(&mut rng, 20.0), random(&mut rng, 20.0)];
            let sums = [shapes[0].power_sum().unwrap(), shapes[1].power_sum().unwrap()];
            let (way, apart) = (direction(&mut rng), 3.0 * rng.f64());
            let common = PowerSum::common(Portable, sums, [way, -way], apart);
            found[usize::from(common.is_some())] += 1;
            let Some(far) = common else { continue };
            assert!(shapes[0].excess(way * far).unwrap() <= 0.0);
            assert!(shapes[1].excess(way * (far - apart)).unwrap() <= 0.0);
            let size = |shape: &Superquadric<3>| real::sqrt(3.0) * shape.semiaxes().max_abs();
            assert!(apart <= size(&shapes[0]) + size(&shapes[1]));
        }
        assert!(found[0] > 500 && found[1] > 500, "{found:?}");
    }
}
