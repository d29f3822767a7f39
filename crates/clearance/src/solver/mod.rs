//! The methods, one file each, with a folder of the same name for what a method alone needs. No
//! solver names a shape: each asks for the views it can use.

mod active_set;
mod alternating;
mod axes;
mod choose;
mod conjugate;
mod curved;
mod cutting;
mod depth;
mod endless;
mod expand;
mod formula;
mod gjk;
mod interior;
mod lemke;
mod model;
#[cfg(test)]
mod mutations;
mod newton;
mod plunge;
mod ridge;
mod slide;
mod sweep;
mod tips;
mod voyage;

pub(crate) use active_set::shift::Seen;
pub(crate) use active_set::stand::Footing;
pub(crate) use active_set::walk::{Left, answer_on as by_near_facets};
pub(crate) use axes::{are_boxes, part_boxes};
pub(crate) use choose::{
    by_discs, by_formula, by_formula_framed, by_last_facets, by_other_facets, by_ovals,
    by_segments, follows, mark, solve,
};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use conjugate::segments::Rods;
pub(crate) use conjugate::strand::Strand;
pub(crate) use conjugate::{Nearest, on_strand_and_sheet, on_strands};
pub(crate) use depth::polish::tangents;
pub(crate) use depth::{
    Memory, has_rival, part_rods, signed, signed_sharply, signed_sharply_apart,
};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use formula::balls::{BallAndBox, Balls};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use formula::by_foot;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use formula::upright::Upright;
pub(crate) use gjk::confirm::{Attempt, can_carry, confirm, confirm_on};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use gjk::glance::PlacedBox;
pub(crate) use gjk::glance::Small;
pub(crate) use gjk::resume::resume_on;
pub(crate) use gjk::tabled::{are_tabled, by_tables};
pub(crate) use ridge::discs::may_be_discs;
pub(crate) use voyage::Voyage;

use crate::accuracy::{self, Accuracy};
use crate::answer::{Detail, Effort, Evidence, Method, Step};
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
    /// Whether it is proved already that the cores are apart.
    pub(crate) apart: bool,
    /// Whether somebody goes on from the simplex that proves that they meet: then a common point is not
    /// enough.
    pub(crate) simplex: bool,
}

/// What a solver found about the cores of a pair, in axes of its own choice.
#[derive(Clone)]
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
    /// The distance, by the best method.
    #[inline(always)]
    fn plain(accuracy: Accuracy) -> Self {
        Self {
            accuracy,
            method: None,
            beyond: f64::INFINITY,
            below: f64::NEG_INFINITY,
            warm: None,
            trace: None,
            apart: false,
            simplex: true,
        }
    }

    /// The stop rule of GJK for this task. `sharp` says that both cores are hulls of finitely
    /// many points, which GJK solves to rounding at no extra cost.
    #[inline(always)]
    pub(crate) fn goal(&self, pair: &Pair<'_, D>, sharp: bool) -> Goal {
        let goal = self.sharp_goal(pair.scale, pair.a.radius + pair.b.radius);
        if sharp {
            return goal;
        }
        let gap = (self.accuracy.gap * pair.scale).max(goal.slack);
        Goal { gap, slack: gap.max(goal.slack), close: gap.max(goal.close), ..goal }
    }

    /// The same for two hulls of finitely many points, given the size of the numbers and the sum
    /// of the radii.
    #[inline(always)]
    fn sharp_goal(&self, scale: f64, radii: f64) -> Goal {
        let unit = accuracy::ROUNDING * scale;
        Goal {
            gap: accuracy::VERTEX_GAP * unit,
            meeting: radii + accuracy::TOUCH * accuracy::ROUNDING * (scale + radii),
            slack: accuracy::VERTEX_SLACK * unit,
            close: accuracy::NOISE * unit,
            touch: accuracy::TOUCH * unit,
            beyond: self.beyond,
            below: self.below,
            cap: self.accuracy.iterations,
            by_signs: false,
        }
    }
}

/// A step of which the points and bounds say everything.
fn plain_step<const D: usize>(finding: &Finding<D>) -> Step<D> {
    Step {
        method: finding.effort.method,
        points: [finding.point_a, finding.point_b],
        lower: finding.lower,
        upper: finding.upper,
        detail: Detail::Formula,
    }
}

/// A shape's support function gave something that is not a number.
#[cold]
fn not_finite<const D: usize>(point_a: Vector<D>) -> QueryError {
    QueryError::ShapeNotFinite(if point_a.is_finite() { Side::B } else { Side::A })
}
