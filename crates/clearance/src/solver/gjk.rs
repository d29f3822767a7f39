//! The distance between two convex sets by Gilbert, Johnson and Keerthi's method.
//!
//! The distance between A and B is the distance from the origin to the Minkowski difference
//! A ⊖ B = { a − b }. GJK never builds the difference. It keeps a simplex of at most D + 1 of
//! its points, finds the feature of the simplex closest to the origin, and asks both shapes for
//! the point that lies furthest from there towards the origin. If that is no closer, the feature
//! is the answer; otherwise the point joins the simplex.
//!
//! ```text
//!      A ⊖ B                     w₂ ·─────.               w₂ ·─────.
//!    ·───────.                    / \      \               / \      \
//!   /         \     w₁           /   \      \   toward    /   \      \
//!  ·    w₀     ·  ← ·───        · w₀  ·──────·  ·───     ·     ·──────·
//!   \         /    origin       ↖ \   w₁                  the edge w₁w₂ is closest, nothing
//!    ·───────·                     the edge w₀w₁,         lies beyond it: done
//!                                  then w₂ beyond it
//! ```
//!
//! Each iteration gives both bounds. The closest point v of the simplex is a difference of two
//! points of the shapes, so |v| is an upper bound. The support point w lies least of all along
//! the direction `toward`, so (toward · w) / |toward| is a lower bound: the plane through w at
//! right angles to `toward` separates the difference from the origin. The loop stops on the gap
//! between the two.
//!
//! Sources: Gilbert, Johnson and Keerthi 1988; van den Bergen 1999 (the gap); Catto 2010
//! (regions, and the direction from the feature).

mod behind;
pub(super) mod body;
pub(super) mod careful;
pub(super) mod confirm;
pub(super) mod couple;
pub(super) mod glance;
pub(super) mod pairing;
pub(super) mod resume;
pub(super) mod simplex;
pub(super) mod tabled;
mod turns;
mod weights;

use crate::accuracy;
use crate::answer::Stop;
use crate::space::Vector;
use simplex::{Closest, MOST, Simplex};

/// A Minkowski difference A ⊖ B, known by its support points.
pub(crate) trait Difference<const D: usize> {
    /// Which points of A and B a point of the difference comes from.
    type Mark: Copy;

    /// The point of the difference that lies furthest along `direction`.
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Self::Mark);

    /// The same along a unit vector, of which a multiple is known sooner: that is enough for
    /// whoever has a list of points, not for every formula.
    #[inline(always)]
    fn support_along(&self, _multiple: Vector<D>, unit: Vector<D>) -> (Vector<D>, Self::Mark) {
        self.support(unit)
    }
}

/// When to stop. All but the cap are lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The bounds are this close.
    pub(crate) gap: f64,
    /// Cores no further apart than this belong to shapes that meet: the radii, and rounding.
    pub(crate) meeting: f64,
    /// The bounds, measured again on the final points, may be this far apart before the result
    /// is computed with more care.
    pub(crate) slack: f64,
    /// A gap below this is small enough, or may be rounding.
    pub(crate) close: f64,
    /// A point this close to the origin is the origin.
    pub(crate) touch: f64,
    /// The lower bound exceeds this: nobody asks how much.
    pub(crate) beyond: f64,
    /// The upper bound is no more than this: nobody asks how little.
    pub(crate) below: f64,
    /// The most iterations.
    pub(crate) cap: u32,
    /// Whether signs are enough to call the origin inside, since what comes next proves it; the
    /// weights are not found then.
    pub(crate) by_signs: bool,
}

impl Goal {
    /// Whether the bounds, both times `length`, agree on whether the shapes meet.
    #[inline(always)]
    pub(super) fn decides(&self, lower: f64, gap: f64, length: f64) -> bool {
        let meeting = self.meeting * length;
        lower > meeting || lower + gap <= meeting
    }

    /// Whether the bounds, both times `length`, settle the question.
    #[inline(always)]
    pub(super) fn settles(&self, lower: f64, gap: f64, length: f64) -> bool {
        lower > self.beyond * length || lower + gap <= self.below * length
    }

    /// Whether anything but the distance would settle it.
    #[inline(always)]
    fn is_open(&self) -> bool {
        self.beyond < f64::INFINITY || self.below > f64::NEG_INFINITY
    }
}

/// What GJK found: the feature of the difference that is closest to the origin.
pub(crate) struct Descent<const D: usize, M> {
    /// Its vertices.
    pub(crate) simplex: Simplex<D, M>,
    /// The weights of its closest point.
    pub(crate) weights: [f64; MOST],
    /// The unit vector from the origin to it; zero if the origin is inside.
    pub(crate) toward: Vector<D>,
    /// The lower bound along `toward`.
    pub(crate) lower: f64,
    pub(crate) iterations: u32,
    pub(crate) stop: Stop,
}

impl<const D: usize, M: Copy> Descent<D, M> {
    /// The origin is inside, with these weights.
    #[inline(always)]
    fn contained(simplex: Simplex<D, M>, weights: [f64; MOST], iterations: u32) -> Self {
        let (toward, lower, stop) = (Vector::ZERO, 0.0, Stop::Contained);
        Self { simplex, weights, toward, lower, iterations, stop }
    }

    /// The same in another place, as [`Simplex::copied`].
    #[inline(always)]
    fn copied(&self) -> Self {
        let Self { weights: [a, b, c, d], toward, lower, iterations, stop, .. } = *self;
        let weights = [a, b, c, d];
        Self { simplex: self.simplex.copied(), weights, toward, lower, iterations, stop }
    }
}

/// One iteration, for those who watch.
pub(crate) struct Moment<'a, const D: usize, M> {
    pub(crate) simplex: &'a Simplex<D, M>,
    pub(crate) weights: [f64; MOST],
    /// Zero if the origin is inside; then there is no support.
    pub(crate) toward: Vector<D>,
    pub(crate) lower: f64,
    pub(crate) support: Option<M>,
    pub(crate) careful: bool,
}

pub(crate) type Watch<'a, 'b, const D: usize, M> =
    Option<&'a mut (dyn FnMut(Moment<'_, D, M>) + 'b)>;

/// Who goes along with the loop, and what becomes of it where its signs do not tell enough.
pub(crate) trait Company<const D: usize, S: Difference<D>>: Sized {
    /// What the loop ends with.
    type End;

    /// Sees an iteration: the simplex, the direction from the origin to it, of any length, the
    /// lower bound along it, times that length, and the next support point.
    fn see(&mut self, simplex: &Simplex<D, S::Mark>, toward: Vector<D>, lower: f64, next: S::Mark);

    /// The feature was found.
    fn found(self, descent: Descent<D, S::Mark>) -> Self::End;

    /// The signs say that the origin is inside.
    fn inside(self, from: Halt<'_, D, S>) -> Self::End;

    /// The signs say nothing sensible.
    fn unclear(self, from: Halt<'_, D, S>) -> Self::End;
}

/// Where the fast loop came to a halt.
pub(crate) struct Halt<'a, const D: usize, S: Difference<D>> {
    difference: &'a S,
    simplex: Simplex<D, S::Mark>,
    goal: Goal,
    iterations: u32,
}

/// Goes on with more care, and shows every step to those who watch.
impl<const D: usize, S: Difference<D>> Company<D, S> for Watch<'_, '_, D, S::Mark> {
    type End = Descent<D, S::Mark>;

    #[inline(always)]
    fn see(&mut self, simplex: &Simplex<D, S::Mark>, toward: Vector<D>, lower: f64, next: S::Mark) {
        if let Some(watch) = self {
            observe(watch, simplex.copied(), toward, lower, next);
        }
    }

    #[inline(always)]
    fn found(self, descent: Descent<D, S::Mark>) -> Self::End {
        descent
    }

    #[inline(always)]
    fn inside(self, from: Halt<'_, D, S>) -> Self::End {
        inside_end(from.difference, from.simplex, from.goal, from.iterations, self).copied()
    }

    #[inline(always)]
    fn unclear(self, from: Halt<'_, D, S>) -> Self::End {
        careful_end(from.difference, from.simplex, from.goal, from.iterations, self).copied()
    }
}

/// Nobody watches, and what is not plain is left to somebody else: then the loop calls nothing, and
/// all that it works with can stay in registers.
pub(crate) struct Alone;

impl<const D: usize, S: Difference<D>> Company<D, S> for Alone {
    type End = Option<Descent<D, S::Mark>>;

    #[inline(always)]
    fn see(&mut self, _: &Simplex<D, S::Mark>, _: Vector<D>, _: f64, _: S::Mark) {}

    #[inline(always)]
    fn found(self, descent: Descent<D, S::Mark>) -> Self::End {
        Some(descent)
    }

    #[inline(always)]
    fn inside(self, _: Halt<'_, D, S>) -> Self::End {
        None
    }

    #[inline(always)]
    fn unclear(self, _: Halt<'_, D, S>) -> Self::End {
        None
    }
}

/// Descends from a simplex (which may come from another query) to the feature of the difference
/// that is closest to the origin, given the closest feature of the simplex if it is known.
///
/// The simplex is handed on by value, never by reference: so it can live in registers.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(crate) fn descend<const D: usize, S: Difference<D>, C: Company<D, S>>(
    difference: &S,
    (mut simplex, known): (Simplex<D, S::Mark>, Option<Closest<D>>),
    goal: Goal,
    mut company: C,
) -> C::End {
    let steps = goal.cap.min(accuracy::FAST_STEPS);
    // In browsers, where size counts for more, nobody knows it.
    let mut closest = match known {
        Some(closest) if !cfg!(target_arch = "wasm32") => closest,
        _ => simplex.reduce_any(),
    };
    let mut iterations = 0;
    loop {
        let halt = |simplex: &Simplex<D, S::Mark>, iterations| Halt {
            difference,
            simplex: simplex.copied(),
            goal,
            iterations,
        };
        // The closest feature of the simplex, unless the origin is inside.
        let toward = match closest {
            Closest::Feature { toward } => toward,
            Closest::Inside if goal.by_signs => {
                let weights = [1.0, 0.0, 0.0, 0.0];
                return company.found(Descent::contained(simplex, weights, iterations));
            }
            _ => return company.inside(halt(&simplex, iterations)),
        };
        // The point of the difference that lies furthest beyond it.
        let (w, mark) = difference.support(-toward);
        iterations += 1;
        // Both bounds, times the length of `toward`.
        let lower = toward.dot(w);
        let gap = toward.dot(simplex.w[0] - w);
        company.see(&simplex, toward, lower, mark);
        // Good enough, or no progress? Nobody can foretell, so that all that comes next waits for
        // it: squares are compared, not lengths, to know a square root earlier. Squares that leave
        // the range of floats say yes, and then lengths are compared.
        let settled = goal.is_open() && goal.settles(lower, gap, toward.norm());
        let close = !(gap * gap.abs() > goal.close * goal.close * toward.norm_squared());
        if settled || close || iterations >= steps {
            let length = toward.norm();
            // On the feature itself there is no direction to look in.
            if length == 0.0 {
                return company.unclear(halt(&simplex, iterations));
            }
            let converged = gap <= goal.gap * length && goal.decides(lower, gap, length);
            if settled || converged {
                let stop = if converged { Stop::Converged } else { Stop::Settled };
                if let Some(weights) = simplex.weights() {
                    let by_length = 1.0 / length;
                    let (toward, lower) = (toward * by_length, lower * by_length);
                    let upper = simplex.combine(weights).norm();
                    // Points on a sliver may be further away than its plane, which settles nothing.
                    let kept = lower > goal.beyond || upper <= goal.below;
                    let close = upper - lower <= goal.slack && upper > goal.touch;
                    if kept || (converged && close) {
                        return company.found(Descent {
                            simplex,
                            weights,
                            toward,
                            lower,
                            iterations,
                            stop,
                        });
                    }
                }
            }
            // No progress, or none that lasts: rounding has the upper hand. A vertex that comes
            // again shows as a gap that is nothing but noise.
            if converged || settled || !(gap > 0.0) || iterations >= steps || simplex.has(w) {
                return company.unclear(halt(&simplex, iterations));
            }
        }
        // Otherwise the point joins the simplex.
        closest = simplex.join(w, mark);
    }
}

/// The signs say that the origin is inside, or nothing sensible. Signs alone are no proof: the
/// weights must combine the vertices to the origin, to rounding.
#[inline(never)]
fn inside_end<const D: usize, S: Difference<D>>(
    difference: &S,
    simplex: Simplex<D, S::Mark>,
    goal: Goal,
    iterations: u32,
    watch: Watch<'_, '_, D, S::Mark>,
) -> Descent<D, S::Mark> {
    if watch.is_none()
        && simplex.len == D + 1
        && let Some(weights) = simplex.weights()
        && simplex.combine(weights).norm() <= goal.touch
    {
        return Descent::contained(simplex, weights, iterations);
    }
    careful_end(difference, simplex, goal, iterations, watch)
}

/// The same loop with the closest feature in twice the precision, for what the fast tests cannot
/// decide: slivers, touching, containment. It also closes every containment: the weights it
/// returns have been solved for, not only guessed from signs.
#[cold]
#[inline(never)]
fn careful_end<const D: usize, S: Difference<D>>(
    difference: &S,
    simplex: Simplex<D, S::Mark>,
    goal: Goal,
    mut iterations: u32,
    mut watch: Watch<'_, '_, D, S::Mark>,
) -> Descent<D, S::Mark> {
    let mut nearest = careful::nearest(&simplex, None);
    loop {
        let careful::Nearest { simplex, weights, point } = nearest;
        let upper = point.norm();
        let inside = upper <= goal.touch;
        let (w, mark) = if inside {
            (Vector::ZERO, simplex.mark[0])
        } else {
            iterations += 1;
            difference.support(-point)
        };
        let toward = if inside { Vector::ZERO } else { point / upper };
        let lower = toward.dot(w);
        if let Some(watch) = &mut watch {
            let support = (!inside).then_some(mark);
            watch(Moment { simplex: &simplex, weights, toward, lower, support, careful: true });
        }
        let gap = upper - lower;
        let converged = gap <= goal.gap && goal.decides(lower, gap, 1.0);
        let settled = lower > goal.beyond || upper <= goal.below;
        let next = if inside || converged || settled || simplex.has(w) || iterations >= goal.cap {
            None
        } else {
            let next = careful::nearest(&simplex, Some((w, mark)));
            (next.point.norm_squared() < point.norm_squared()).then_some(next)
        };
        match next {
            Some(next) => nearest = next,
            None => {
                let stop = if inside {
                    Stop::Contained
                } else if converged {
                    Stop::Converged
                } else if settled {
                    Stop::Settled
                } else if iterations >= goal.cap {
                    Stop::Cap
                } else {
                    Stop::Stalled
                };
                return Descent { simplex, weights, toward, lower, iterations, stop };
            }
        }
    }
}

#[cold]
#[inline(never)]
fn observe<const D: usize, M: Copy>(
    watch: &mut dyn FnMut(Moment<'_, D, M>),
    simplex: Simplex<D, M>,
    toward: Vector<D>,
    lower: f64,
    support: M,
) {
    let weights = simplex.weights().unwrap_or([1.0, 0.0, 0.0, 0.0]);
    let (lower, support) = (lower / toward.norm(), Some(support));
    watch(Moment { simplex: &simplex, weights, toward, lower, support, careful: false });
}
