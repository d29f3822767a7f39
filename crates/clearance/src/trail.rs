//! Where the normal of a followed pair was, and where it will be.
//!
//! Bodies that move steadily turn their normal steadily. Through its last values goes a polynomial in
//! time, and what it says of the next one is off by a power of the turn in a step: with one degree a
//! step, by 1e-2 for one value, 3e-4 for two, 1e-5 for three, 1e-6 for four, 1e-7 for five. Both
//! bounds on the distance are off by the square of that, so that five are mostly as good as the answer:
//! it is looked at once, and proved.
//!
//! With P₀, P₁, … what the polynomials through one, two, … values say of the next, and n what it turns
//! out to be, those through one value more say
//!
//! ```text
//!     P₀ ← n,      P₁ ← P₀ + (n − old P₀),      P₂ ← P₁ + (n − old P₁),      …
//! ```
//!
//! for n − old Pₖ is the difference of order k + 1. Where these do not get smaller from one to the
//! next, the motion is not steady, or has not been for so long: the polynomial of lower order is taken.

use crate::accuracy;
use crate::space::Vector;

/// How many values are remembered.
const MOST: usize = 5;

/// What is followed.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Mark<const D: usize> {
    /// The normal, in the world's axes, of length one or nearly so.
    pub(crate) normal: Vector<D>,
    /// How far along the straight line on each surface the closest point is, where there is one.
    pub(crate) shares: [f64; 2],
}

impl<const D: usize> Mark<D> {
    /// Of something without straight lines.
    #[inline(always)]
    pub(crate) fn along(normal: Vector<D>) -> Self {
        Self { normal, shares: [0.0; 2] }
    }

    /// This and what is missing from `old` to `new`.
    #[inline(always)]
    fn moved(&self, old: &Self, new: &Self) -> Self {
        let share = |i: usize| self.shares[i] + (new.shares[i] - old.shares[i]);
        Self { normal: self.normal + (new.normal - old.normal), shares: [share(0), share(1)] }
    }
}

/// What was seen of a pair, and what is expected of it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Trail<const D: usize> {
    /// By the polynomials through one, two, … values.
    expected: [Mark<D>; MOST],
    /// How many of these there are.
    known: usize,
    /// Which of them is believed.
    order: usize,
}

impl<const D: usize> Trail<D> {
    /// One value.
    #[inline(always)]
    pub(crate) fn new(mark: Mark<D>) -> Self {
        Self { expected: [mark; MOST], known: 1, order: 0 }
    }

    /// What the next one will be.
    #[inline(always)]
    pub(crate) fn next(&self) -> &Mark<D> {
        &self.expected[self.order.min(MOST - 1)]
    }

    /// What it was.
    #[inline(always)]
    pub(crate) fn note(&mut self, mark: &Mark<D>) {
        let known = self.known.min(MOST - 1);
        let mut last = accuracy::SMALL_TURN * accuracy::SMALL_TURN;
        let mut order = 0;
        let mut next = *mark;
        for k in 0..MOST - 1 {
            if k >= known {
                break;
            }
            let old = self.expected[k];
            let missed = (mark.normal - old.normal).norm_squared();
            self.expected[k] = next;
            next = next.moved(&old, mark);
            if order == k && missed <= last {
                order = k + 1;
            }
            last = missed * accuracy::STEADILY * accuracy::STEADILY;
        }
        self.expected[known] = next;
        // After a jump there is nothing to be expected.
        self.known = if order == 0 { 1 } else { known + 1 };
        self.order = order;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::real;

    fn mark(angle: f64) -> Mark<2> {
        Mark { normal: Vector([real::cos(angle), real::sin(angle)]), shares: [angle, 1.0] }
    }

    fn missed(trail: &Trail<2>, angle: f64) -> f64 {
        (trail.next().normal - mark(angle).normal).norm()
    }

    #[test]
    fn steady_turns_are_foreseen() {
        let mut trail = Trail::new(mark(0.0));
        for step in 1..20 {
            let angle = 0.02 * f64::from(step);
            let bound = [0.021, 5e-4, 1e-5, 2e-7, 5e-9][(step as usize - 1).min(4)];
            let off = missed(&trail, angle);
            assert!(off <= bound && off > 1e-3 * bound, "{step}: {off:e}");
            trail.note(&mark(angle));
        }
        assert!((trail.next().shares[0] - 0.4).abs() < 1e-9);
        assert_eq!(trail.next().shares[1], 1.0);
    }

    #[test]
    fn kinks_and_jumps_are_not() {
        let mut trail = Trail::new(mark(0.0));
        for step in 1..10 {
            trail.note(&mark(0.02 * f64::from(step)));
        }
        // Back again: the last value is the best guess, then the last two, and so on.
        for (step, bound) in [(8, 0.041), (7, 0.021), (6, 5e-4), (5, 5e-4), (4, 1e-5)] {
            let angle = 0.02 * f64::from(step);
            let off = missed(&trail, angle);
            assert!(off <= bound, "{step}: {off:e}");
            trail.note(&mark(angle));
        }
        trail.note(&mark(2.0));
        assert_eq!(*trail.next(), mark(2.0));
        trail.note(&mark(2.02));
        assert!(missed(&trail, 2.04) < 5e-4);
    }
}
