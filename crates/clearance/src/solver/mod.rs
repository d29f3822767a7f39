//! The methods, one file each. No solver names a shape: each asks for the views it can use.

mod active_set;
mod again;
mod alternating;
mod axes;
mod body;
mod careful;
mod choose;
mod conjugate;
mod corners;
mod couple;
mod crust;
mod cutting;
mod depth;
mod ends;
mod expand;
mod facing;
mod flats;
mod floor;
mod formula;
mod gjk;
mod held;
mod interior;
mod lemke;
#[cfg(test)]
mod mutations;
mod newton;
mod pairing;
mod polish;
mod quadratic;
mod section;
mod shell;
mod simplex;
mod strand;
mod sweep;
mod tangents;
mod twofold;

pub(crate) use choose::{by_formula, by_segments, solve};
pub(crate) use conjugate::{Nearest, on_strand_and_sheet, on_strands};
pub(crate) use depth::{Memory, has_rival, signed};
pub(crate) use polish::tangents;
pub(crate) use strand::Strand;

use crate::accuracy::{self, Accuracy};
use crate::answer::{Effort, Evidence, Method, Step};
use crate::pair::Pair;
use crate::query::{QueryError, Side};
use crate::space::Vector;
use alloc::vec::Vec;
use gjk::Goal;

/// What is asked of a solver.
pub(crate) struct Task<'a, const D: usize> {
    pub(crate) accuracy: Accuracy,
    /// Only this method, rather than the best one.
    pub(crate) method: Option<Method>,
    /// Stop once the cores are provably further apart than this.
    pub(crate) beyond: f64,
    /// Stop once the cores are provably this close.
    pub(crate) below: f64,
    /// What carried the answer to a similar question.
    pub(crate) warm: Option<&'a Evidence<D>>,
    /// Where to write down the steps.
    pub(crate) trace: Option<&'a mut Vec<Step<D>>>,
}

/// What a solver found about the cores of a pair, in axes of its own choice.
pub(crate) struct Finding<const D: usize> {
    pub(crate) point_a: Vector<D>,
    pub(crate) point_b: Vector<D>,
    /// The distance between the two points.
    pub(crate) upper: f64,
    /// Unit, from A to B; zero if the cores meet.
    pub(crate) normal: Vector<D>,
    /// The width of the slab between the cores along `normal`.
    pub(crate) lower: f64,
    /// Whether the cores meet: the two points are the same to rounding.
    pub(crate) inside: bool,
    pub(crate) unique: Option<bool>,
    pub(crate) evidence: Evidence<D>,
    pub(crate) effort: Effort,
}

impl<const D: usize> Task<'_, D> {
    /// The stop rule of GJK for this task. `sharp` says that both cores are hulls of finitely
    /// many points, which GJK solves to rounding at no extra cost.
    #[inline(always)]
    pub(crate) fn goal(&self, pair: &Pair<'_, D>, sharp: bool) -> Goal {
        let unit = accuracy::ROUNDING * pair.scale;
        let gap = if sharp {
            accuracy::VERTEX_GAP * unit
        } else {
            (self.accuracy.gap * pair.scale).max(accuracy::VERTEX_SLACK * unit)
        };
        let radii = pair.a.radius + pair.b.radius;
        Goal {
            gap,
            meeting: radii + accuracy::TOUCH * accuracy::ROUNDING * (pair.scale + radii),
            slack: gap.max(accuracy::VERTEX_SLACK * unit),
            close: gap.max(accuracy::NOISE * unit),
            touch: accuracy::TOUCH * unit,
            beyond: self.beyond,
            below: self.below,
            cap: self.accuracy.iterations,
        }
    }
}

/// A shape's support function gave something that is not a number.
#[cold]
fn not_finite<const D: usize>(point_a: Vector<D>) -> QueryError {
    QueryError::ShapeNotFinite(if point_a.is_finite() { Side::B } else { Side::A })
}
