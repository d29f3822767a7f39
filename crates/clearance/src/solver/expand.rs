//! How deep the origin lies in the difference A ⊖ B, by the expanding polytope.
//!
//! The depth is the least support value h(n) = max n·w over all unit vectors n. The hull of some
//! points of the difference lies inside of it, so the hull's face that is closest to the origin
//! gives a lower bound: its height. The difference reaches h(n) along that face's normal n, which
//! is an upper bound. If the two agree the depth is found, and no other direction can be better;
//! otherwise the point that lies furthest along n joins the hull.
//!
//! ```text
//!        .──────w──.            the face e is closest to the origin o; the support point w
//!      .'    ╱─────╲'.          beyond it is the next to join. When no point lies beyond the
//!     /   ╱────e────╲ \         closest face, it is part of the surface: done.
//!    |   ╱     ·o    ╲ |
//! ```
//!
//! On polytopes the loop ends with a face of the difference, to rounding. On curved shapes it
//! goes on until the bounds are as close as asked.
//!
//! Source: van den Bergen 2001, Proximity Queries and Penetration Depth Computation.

mod crust;
pub(super) mod ends;
mod first;
mod foot;
mod growing;
mod hulls;
mod shell;
pub(super) mod side;

use core::hint::select_unpredictable;

use super::gjk::Difference;
use super::gjk::simplex::MOST;
use crate::accuracy;
use crate::answer::Stop;
use crate::simd::{EachTime, Level, Work, dispatch};
use crate::space::Vector;
use ends::{Corner, Ends};
use first::first_simplex;
use foot::foot;
use growing::{Growing, Growth};

pub(super) use first::flat;
pub(crate) use hulls::{First, Hulls, begin};

/// When to stop. All but the cap are lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The bounds are this close.
    pub(crate) gap: f64,
    /// A set that reaches no further than this along a direction, both ways, is flat.
    pub(crate) flat: f64,
    /// The size of the numbers.
    pub(crate) scale: f64,
    /// The most support points.
    pub(crate) cap: u32,
}

/// What was found about the difference. `N` is what its points are called.
pub(crate) struct Expansion<const D: usize, N = Corner<D>> {
    /// The direction with the least support value that was seen.
    pub(crate) normal: Vector<D>,
    /// That value.
    pub(crate) upper: f64,
    /// No direction has less than this.
    pub(crate) lower: f64,
    /// The vertices of the closest face; none if the difference is flat.
    pub(crate) corners: Option<[N; D]>,
    /// The weights of the foot of the perpendicular from the origin.
    pub(crate) weights: [f64; MOST],
    pub(crate) iterations: u32,
    pub(crate) stop: Stop,
}

/// The depth of the origin in the difference, which contains it to rounding. `seeds` are points
/// of the difference, around the origin if possible.
pub(crate) fn expand<const D: usize>(
    ends: &Ends<'_, D>,
    seeds: &[Corner<D>],
    goal: &Goal,
    hulls: &mut Hulls<D>,
) -> Expansion<D> {
    let mut iterations = 0;
    let begun = seeds.len() > D && hulls.begin(seeds, goal.scale);
    if !begun {
        match first_simplex(ends, seeds, goal, &mut iterations) {
            Ok(simplex) if hulls.begin(&simplex, goal.scale) => {}
            Ok(simplex) => return flat(ends, simplex[0].direction, iterations),
            Err(normal) => return flat(ends, normal, iterations),
        }
    }
    dispatch(Outwards { ends, goal, hulls, climb: Climb::new(iterations) })
}

/// The same with rays along which the difference goes on without end. `first` are D + 1 corners
/// that do not lie in a plane, of which those that are `far` are ends of rays; `rays` are all.
pub(super) fn expand_far<const D: usize>(
    ends: &Ends<'_, D>,
    (first, far): (&[(Vector<D>, Corner<D>)], &[bool]),
    rays: impl Iterator<Item = (Vector<D>, Corner<D>)>,
    (goal, hulls): (&Goal, &mut Hulls<D>),
) -> Option<Expansion<D>> {
    if !hulls.begin_far(first, far, rays, goal.scale) {
        return None;
    }
    // Every face has all rays behind it: its normal leads along none.
    Some(Climb::new(0).without_limits(ends, hulls, goal))
}

/// The same from where it ended, with another goal.
pub(crate) fn further<const D: usize>(
    ends: &Ends<'_, D>,
    found: &Expansion<D>,
    goal: &Goal,
    hulls: &mut Hulls<D>,
) -> Expansion<D> {
    let Expansion { normal, upper, iterations, .. } = *found;
    dispatch(Outwards { ends, goal, hulls, climb: Climb { normal, upper, iterations } })
}

/// The expanding polytope from its first simplex on.
struct Outwards<'a, 'b, const D: usize> {
    ends: &'a Ends<'b, D>,
    goal: &'a Goal,
    hulls: &'a mut Hulls<D>,
    climb: Climb<D>,
}

impl<const D: usize> Work for Outwards<'_, '_, D> {
    type Output = Expansion<D>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Expansion<D> {
        self.climb.over(level, self.ends, self.hulls, self.goal)
    }
}

/// The depth of the origin, which the first corners of such a difference have inside.
#[inline(always)]
pub(crate) fn expand_on<const D: usize, S: Difference<D>>(
    difference: &S,
    (goal, hulls): (&Goal, &mut Hulls<D, S::Mark>),
    level: impl Level,
) -> Expansion<D, S::Mark> {
    Climb::new(0).over(level, difference, hulls, goal)
}

/// The way outwards.
struct Climb<const D: usize> {
    normal: Vector<D>,
    upper: f64,
    iterations: u32,
}

impl<const D: usize> Climb<D> {
    fn new(iterations: u32) -> Self {
        Self { normal: Vector::ZERO, upper: f64::INFINITY, iterations }
    }

    /// Through the small polytope, and the one without limits if that is not enough.
    #[inline(always)]
    fn over<S: Difference<D>>(
        mut self,
        level: impl Level,
        difference: &S,
        hulls: &mut Hulls<D, S::Mark>,
        goal: &Goal,
    ) -> Expansion<D, S::Mark> {
        if let Some(crust) = hulls.crust() {
            if let Some(found) = self.run(level, difference, crust, goal) {
                return found;
            }
            hulls.spill(goal.scale);
        }
        self.without_limits(difference, hulls, goal)
    }

    #[cold]
    #[inline(never)]
    fn without_limits<N: Copy>(
        &mut self,
        difference: &dyn Difference<D, Mark = N>,
        hulls: &mut Hulls<D, N>,
        goal: &Goal,
    ) -> Expansion<D, N> {
        self.run(EachTime, difference, hulls.shell(), goal)
            .unwrap_or_else(|| self.at(Stop::Stalled))
    }

    /// `None` if the polytope is full.
    #[inline(always)]
    fn run<S: Difference<D> + ?Sized>(
        &mut self,
        level: impl Level,
        difference: &S,
        hull: &mut impl Growing<D, S::Mark>,
        goal: &Goal,
    ) -> Option<Expansion<D, S::Mark>> {
        loop {
            // The face closest to the origin bounds the depth from below,
            let (face, lower) = hull.closest();
            // and how far the difference reaches along its normal, from above.
            let along = hull.normal(face);
            let corner = difference.support_along(hull.direction(face), along);
            self.iterations += 1;
            let reach = along.dot(corner.0);
            // Choices, not branches: nobody can foretell them, and the unit normal comes late.
            let is_less = reach < self.upper;
            self.upper = select_unpredictable(is_less, reach, self.upper);
            for i in 0..D {
                self.normal[i] = select_unpredictable(is_less, along[i], self.normal[i]);
            }
            let stop = if !hull.is_beyond_by(goal.gap, face, corner.0) {
                // Among directions that are as good, the one that the points belong to.
                (self.normal, self.upper) = (along, reach);
                Stop::Converged
            } else if self.upper - lower <= goal.gap {
                Stop::Converged
            } else if self.iterations >= goal.cap {
                Stop::Cap
            } else if !(reach <= accuracy::LARGEST) {
                // No point at all: a face with a corner that is nowhere has no neighbours either.
                Stop::Stalled
            } else {
                // Otherwise the point joins, if it lies beyond at all.
                match hull.grow(level, corner, face) {
                    Growth::More => continue,
                    Growth::Full => return None,
                    Growth::Nothing => Stop::Stalled,
                }
            };
            let (corners, weights) = foot(hull, face);
            return Some(Expansion { lower, corners: Some(corners), weights, ..self.at(stop) });
        }
    }

    fn at<N>(&self, stop: Stop) -> Expansion<D, N> {
        Expansion {
            normal: self.normal,
            upper: self.upper,
            lower: 0.0,
            corners: None,
            weights: [1.0, 0.0, 0.0, 0.0],
            iterations: self.iterations,
            stop,
        }
    }
}
