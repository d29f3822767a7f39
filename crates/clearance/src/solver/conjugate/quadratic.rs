//! A convex quadratic of two variables over a box, by conjugate gradients that heed the sides.
//!
//! Without a box the method takes two steps: down along one axis, then along the direction
//! conjugate to it. The lowest points along s, one for each t, form a straight line, the conjugate
//! line, and the minimum is the lowest point of that line.
//!
//! ```text
//!        t                                   The minimum over the strip between the two values
//!        │   \  conjugate line               of s lies where the line is cut off at the side of
//!      1 ├────\──●──────┐                    the strip (or at the minimum over the plane, if
//!        │     \ ↑      │                    that is inside). From there it is down along t; and
//!        │      \│      │                    where that leaves the box, the minimum over the box
//!        │       ×      │                    is on the side where it left: a step along s.
//!      0 └────────\─────┴── s
//! ```
//!
//! Each step is a minimum over a larger set than the box. From any point of the box the straight
//! way to that minimum goes down all the way, for the function is convex, and crosses the side
//! behind which the minimum lies: so the minimum over what is left is on that side. A search that
//! ends where the conjugate line leaves the box misses the last step, and one that takes a corner
//! where the line misses the box misses the side.
//!
//! Nothing is divided by a determinant but the one number `best`, which callers compute from
//! their geometry without cancellation; if the valley is level, any number will do.

/// `ss·s² + 2 st·s·t + tt·t² + 2 s·s + 2 t·t`, up to a constant, for the differences s and t of two
/// variables from `from`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quadratic {
    pub(crate) ss: f64,
    pub(crate) st: f64,
    pub(crate) tt: f64,
    pub(crate) s: f64,
    pub(crate) t: f64,
    /// Where the two variables are measured from.
    pub(crate) from: [f64; 2],
    /// The first variable at the minimum over the whole plane; anything, NaN included, if the lowest
    /// points are a line.
    pub(crate) best: f64,
}

/// The values that a variable may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// What is taken where any value is as good as another.
    home: f64,
}

impl Interval {
    /// From 0 to 1.
    pub(crate) const UNIT: Self = Self { low: 0.0, high: 1.0, home: 0.0 };
    /// From 0 on.
    pub(crate) const FORWARD: Self = Self { low: 0.0, high: f64::INFINITY, home: 0.0 };
    /// Everything.
    pub(crate) const WHOLE: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY, home: 0.0 };

    /// From a number to one that is not smaller.
    #[inline(always)]
    pub(crate) fn between(low: f64, high: f64) -> Self {
        Self { low, high, home: low }
    }

    /// The value closest to `x`.
    #[inline(always)]
    pub(crate) fn nearest(&self, x: f64) -> f64 {
        // NaN is not more than anything. Comparisons that choose between two numbers become single
        // instructions, where `min` and `max` look for NaN first; and which side it is cannot be
        // predicted.
        let least = if self.home > self.low { self.home } else { self.low };
        let above = if x > self.low { x } else { least };
        if above < self.high { above } else { self.high }
    }

    /// Whether `x` is between the ends.
    #[inline(always)]
    pub(crate) fn is_inner(&self, x: f64) -> bool {
        self.low < x && x < self.high
    }
}

impl Quadratic {
    /// The two variables where it is least.
    #[inline(always)]
    pub(crate) fn minimise(&self, in_s: Interval, in_t: Interval) -> [f64; 2] {
        // The quotients and what is made of them do not wait for each other, nor for `best`. A
        // variable that does not matter gives 0 · ∞.
        let (by_ss, by_tt) = (1.0 / self.ss, 1.0 / self.tt);
        let [from_s, from_t] = self.from;
        let (s_at, s_by) = (from_s - self.s * by_ss, self.st * by_ss);
        let (t_at, t_by) = (from_t - self.t * by_tt, self.st * by_tt);
        let s = in_s.nearest(self.best);
        let t = in_t.nearest(t_at - t_by * (s - from_s));
        let s = in_s.nearest(s_at - s_by * (t - from_t));
        [s, t]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(q: &Quadratic, [s, t]: [f64; 2]) -> f64 {
        q.ss * s * s + 2.0 * q.st * s * t + q.tt * t * t + 2.0 * (q.s * s + q.t * t)
    }

    /// The least of the corners, of the minima on the sides, and of the one inside.
    fn by_cases(q: &Quadratic, a: Interval, b: Interval) -> f64 {
        let mut least = f64::INFINITY;
        let mut see = |p: [f64; 2]| least = least.min(value(q, p));
        for t in [b.low, b.high] {
            see([(-(q.st * t + q.s) / q.ss).clamp(a.low, a.high), t]);
        }
        for s in [a.low, a.high] {
            see([s, (-(q.st * s + q.t) / q.tt).clamp(b.low, b.high)]);
        }
        let determinant = q.ss * q.tt - q.st * q.st;
        let (s, t) = (q.best, (q.st * q.s - q.ss * q.t) / determinant);
        if determinant > 0.0 && (a.low..a.high).contains(&s) && (b.low..b.high).contains(&t) {
            see([s, t]);
        }
        least
    }

    /// Small whole numbers: singular matrices, minima on sides and in corners, all the time. One
    /// in seven of these is wrong if the search ends where the conjugate line leaves the box.
    #[test]
    fn the_minimum_is_the_least_of_all_cases() {
        let rng = &mut fastrand::Rng::with_seed(7);
        let mut on_sides = 0;
        for _ in 0..500_000 {
            let mut whole = |most: i32| f64::from(rng.i32(-most..=most));
            // A sum of two squares of linear forms.
            let [a, b, c, d] = [whole(4), whole(4), whole(4), whole(4)];
            let (ss, st, tt) = (a * a + c * c, a * b + c * d, b * b + d * d);
            if ss == 0.0 || tt == 0.0 {
                continue;
            }
            // In the range of the matrix, as the gradient of a squared distance is.
            let (x, y) = (whole(6), whole(6));
            let (s, t) = (a * x + c * y, b * x + d * y);
            let determinant = ss * tt - st * st;
            let best = (st * t - tt * s) / determinant;
            let q = Quadratic { ss, st, tt, s, t, from: [0.0; 2], best };
            let in_s = Interval::between(whole(2) - 2.0, whole(2) + 2.0);
            let in_t = Interval::between(whole(2) - 2.0, whole(2) + 2.0);
            let found = q.minimise(in_s, in_t);
            let (least, reached) = (by_cases(&q, in_s, in_t), value(&q, found));
            assert!((reached - least).abs() <= 1e-11 * (1.0 + least.abs()), "{q:?} {found:?}");
            on_sides += usize::from(!in_s.is_inner(found[0]) || !in_t.is_inner(found[1]));
        }
        assert!(on_sides > 200_000, "{on_sides}");
    }
}
