//! Support points of sums of powers, one or two at once.

use super::{PowerSum, added, exps, logs, logs_of, pick, short_exp};
use crate::accuracy;
use crate::shape::direction;
use crate::shape::gauge::cubic_step;
use crate::simd::Level;
use crate::space::Vector;

/// The support point in units of the semi-axes, and what its derivative needs.
#[derive(Clone, Copy)]
pub(super) struct Furthest<const D: usize> {
    /// |xᵢ / aᵢ|
    pub(super) z: Vector<D>,
    /// |xᵢ / aᵢ|^nᵢ: they add up to 1.
    pub(super) share: Vector<D>,
    /// The multiplier λ: how fast the furthest point goes away when the right side 1 grows.
    pub(super) multiplier: f64,
}

/// The search for a support point: it maximises Σ bᵢ zᵢ, bᵢ = aᵢ |dᵢ|, subject to Σ zᵢ^nᵢ = 1 and z ≥ 0.
///
/// With the multiplier λ, bᵢ = λ nᵢ zᵢ^(nᵢ−1). In logarithms, with ℓᵢ = log(bᵢ/nᵢ), the
/// shares zᵢ^nᵢ are exp(qᵢ (ℓᵢ − log λ)), and log λ is where F, the logarithm of their sum, is
/// zero. F is convex, decreasing and nearly straight: two steps that fit a cubic to it, from
/// where the largest share is 1, are the rule.
///
/// Where the point is about known, a coordinate of it tells λ: one step is the rule then.
#[derive(Clone, Copy)]
struct Search<'a, const D: usize> {
    of: &'a PowerSum<D>,
    l: Vector<D>,
    top: f64,
    log_multiplier: f64,
    /// Whether that comes from a point that is about known.
    guessed: bool,
    rate: Vector<D>,
    share: Vector<D>,
    sum: f64,
    /// What is left to do when the steps are so small that exp is as good as its series.
    last: f64,
    over: bool,
}

impl<'a, const D: usize> Search<'a, D> {
    #[inline(always)]
    fn new<L: Level>(
        level: L,
        of: &'a PowerSum<D>,
        direction: Vector<D>,
        about: Option<Vector<D>>,
    ) -> Self {
        let direction = direction * (1.0 / direction::power_of_two(direction.max_abs()));
        let (mut l, mut top) = (Vector::<D>::ZERO, f64::NEG_INFINITY);
        let (guessed, (counts, coordinate)) = match about {
            Some(x) if of.rounded => (true, of.telling(direction, x)),
            _ => (false, (0, 1.0)),
        };
        let (logs, log_z) =
            logs(level, direction.map(|d| d.abs().max(f64::MIN_POSITIVE)), coordinate);
        for i in 0..D {
            let d = direction[i].abs();
            let counts = d >= f64::MIN_POSITIVE && of.exponents[i] < f64::INFINITY;
            l[i] = if counts { of.logs[i] + logs[i] } else { f64::NEG_INFINITY };
            top = if l[i] > top { l[i] } else { top };
        }
        let log_multiplier = if guessed {
            pick(l, counts) - log_z * (pick(of.exponents, counts) - 1.0)
        } else {
            top
        };
        let (rate, share) = (Vector::ZERO, Vector::ZERO);
        // If nothing asks the rounded coordinates to move, there is nothing to search for.
        let over = top == f64::NEG_INFINITY;
        Self { of, l, top, log_multiplier, guessed, rate, share, sum: 0.0, last: 0.0, over }
    }

    /// The shares for the multiplier.
    #[inline(always)]
    fn weigh<L: Level>(&mut self, level: L) {
        self.rate = Vector::from_fn(|i| {
            let q = self.of.slopes[i];
            if q > 0.0 { q * (self.l[i] - self.log_multiplier) } else { f64::NEG_INFINITY }
        });
        (self.share, _) = exps(level, self.rate, 0.0);
        self.sum = added(self.share);
    }

    /// A step towards the sum 1, given the logarithm of the sum; unless it is over.
    #[inline(always)]
    fn step(&mut self, log_sum: f64) {
        if self.over {
            return;
        }
        let sum = self.sum;
        // A guess that is far off is worse than none.
        if self.guessed && !(sum > 0.5 && sum < 2.0) {
            (self.log_multiplier, self.guessed) = (self.top, false);
            return;
        }
        // An exponent of 1 fills up whatever is left.
        if self.log_multiplier == self.top && sum <= 1.0 && !self.of.rounded {
            self.over = true;
            return;
        }
        let [mut first, mut second, mut third] = [0.0; 3];
        for i in 0..D {
            let (q, share) = (self.of.slopes[i], self.share[i]);
            first += share * q;
            second += share * (q * q);
            third += share * (q * q * q);
        }
        let step = cubic_step(log_sum, sum, [first, second, third]);
        if !(step.abs() * self.of.steepest > accuracy::SERIES_STEP) {
            self.last = step;
            self.over = true;
        } else {
            self.log_multiplier += step;
        }
    }

    /// Where it ended.
    #[inline(always)]
    fn found<L: Level>(mut self, level: L) -> Furthest<D> {
        let of = self.of;
        let flat = |n: f64| if n == f64::INFINITY { 1.0 } else { 0.0 };
        let mut z = of.exponents.map(flat);
        if self.top == f64::NEG_INFINITY {
            return Furthest { z, share: Vector::ZERO, multiplier: 0.0 };
        }
        // The roots of the very shares that add up to 1.
        let (roots, multiplier) = exps(level, self.rate.scale(of.inverses), self.log_multiplier);
        let (mut taken, last) = (0.0, self.last);
        for i in 0..D {
            if of.slopes[i] > 0.0 {
                let change = last * of.slopes[i];
                z[i] = roots[i] * short_exp(-change * of.inverses[i]);
                self.share[i] *= short_exp(-change);
                taken += self.share[i];
            }
        }
        // A corner: the longest of the straight sides takes what the others leave.
        for i in 0..D {
            if of.exponents[i] == 1.0 && self.l[i] == self.log_multiplier && taken < 1.0 {
                self.share[i] = 1.0 - taken;
                z[i] = self.share[i];
                taken = 1.0;
            }
        }
        Furthest { z, share: self.share, multiplier: multiplier * (1.0 + last) * of.unit }
    }
}

/// The support points of one or two, each along its own direction: what the powers of one wait for, those of
/// the other need not.
#[inline(always)]
pub(super) fn furthest<L: Level, const K: usize, const D: usize>(
    level: L,
    sums: [&PowerSum<D>; K],
    along: [Vector<D>; K],
    about: Option<[Vector<D>; K]>,
) -> [Furthest<D>; K] {
    let begin = |k: usize| {
        let mut at = None;
        if let Some(about) = about {
            at = Some(about[k]);
        }
        (sums[k], along[k], at)
    };
    let (of, direction, expected) = begin(0);
    let mut all = [Search::new(level, of, direction, expected); K];
    for k in 1..K {
        let (of, direction, expected) = begin(k);
        all[k] = Search::new(level, of, direction, expected);
    }
    let mut steps = 0;
    while steps < accuracy::MULTIPLIER_STEPS && !(all[0].over && all[K - 1].over) {
        for k in 0..K {
            all[k].weigh(level);
        }
        let logs: [f64; K] = logs_of(level, all[0].sum, all[K - 1].sum);
        for k in 0..K {
            all[k].step(logs[k]);
        }
        steps += 1;
    }
    let mut found = [all[0].found(level); K];
    for k in 1..K {
        found[k] = all[k].found(level);
    }
    found
}
