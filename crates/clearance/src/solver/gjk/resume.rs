//! GJK on two sets of vertices, from a feature that carried the last answer and does not carry this one:
//! the rest of the way is mostly a step or two.
//!
//! The attempt of [`confirm`](super::confirm) has placed the vertices of the feature, and mostly looked
//! beyond it already. Here what it saw there joins the feature, and the loop of [`gjk`] goes on. As in
//! the attempt, nothing is moved but what is looked at. What is not plain is left to a search with all
//! the care there is.

use super::body::{Body, Posed};
use super::confirm::Attempt;
use super::pairing::{Bodies, Paired};
use super::simplex::Simplex;
use super::{Alone, Descent};
use crate::answer::{Effort, Evidence, Method};
use crate::pair::Pair;
use crate::shape::Core;
use crate::simd::Level;
use crate::solver::gjk;
use crate::solver::{Finding, Task};
use crate::space::Vector;

/// The closest points of two sets of vertices, from where an attempt with the last feature ended. The
/// new feature takes its place.
#[inline(always)]
pub(crate) fn resume_on<const D: usize>(
    level: impl Level,
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    (last, from): (&mut Evidence<D>, Attempt),
) -> Option<Finding<D>> {
    let (Core::Vertices(a), Core::Vertices(b)) = (&pair.a.core, &pair.b.core) else { return None };
    let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
    let a = &Posed { set: a, turn: turn_a, shift: Vector::ZERO, level };
    let b = &Posed { set: b, turn: turn_b, shift: pair.offset, level };
    let bodies = &Bodies { a, b, toward: pair.offset };
    let (mut simplex, closest);
    match from {
        Attempt::None => return None,
        Attempt::Aside => {
            simplex = recalled(bodies, last)?;
            closest = simplex.reduce_any();
        }
        Attempt::Short(i, j) => {
            simplex = recalled(bodies, last)?.facing_away();
            closest = simplex.join(a.point(i) - b.point(j), (i, j));
        }
    }
    let goal = task.goal(pair, true);
    let found = gjk::descend(bodies, (simplex, Some(closest)), goal, Alone)?;
    let (point_a, point_b) = bodies.points(&found.simplex, found.weights);
    let upper = (point_b - point_a).norm();
    // Written so that NaN is left to others too.
    if !(upper > goal.touch && upper < f64::INFINITY) {
        return None;
    }
    let evidence = evidence_of(bodies, &found);
    last.copy_from(&evidence);
    Some(Finding {
        point_a,
        point_b,
        upper,
        normal: -found.toward,
        lower: found.lower,
        inside: false,
        unique: None,
        evidence,
        effort: Effort { method: Method::Gjk, iterations: found.iterations + 1, stop: found.stop },
    })
}

/// The feature that carried the last answer, where it is now.
#[inline(always)]
fn recalled<const D: usize, A: Body<D>, B: Body<D>>(
    bodies: &Bodies<'_, D, A, B>,
    last: &Evidence<D>,
) -> Option<Simplex<D, (A::Mark, B::Mark)>> {
    let (w, mark) = bodies.recalled(last, 0)?;
    let mut simplex = Simplex::new(w, mark);
    for k in 1..D {
        if k < last.len {
            let (w, mark) = bodies.recalled(last, k)?;
            simplex.push(w, mark);
        }
    }
    Some(simplex)
}

/// What carries the closest points that a descent found.
#[inline(always)]
fn evidence_of<const D: usize, S: Paired<D>>(_: &S, found: &Descent<D, S::Mark>) -> Evidence<D> {
    S::evidence(&found.simplex, found.weights)
}
