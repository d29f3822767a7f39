//! Surfaces that run along whole lines: hyperquadrics with fewer independent terms than dimensions.
//!
//! Steps on such a surface are not told how far to go along its lines, and along a normal that is off them by a hair it
//! has no end. Seen as a bounded part that is swept along the lines it is projected, as everything
//! else without end is; what comes out is told by the surface again.

use crate::accuracy;
use crate::answer::{Evidence, MOST, Names, Stop};
use crate::interior::pulled;
use crate::pair::{Local, Pair};
use crate::shape::{Core, Implicit, View};
use crate::solver::interior::tangents::Held;
use crate::solver::interior::{level, shown};
use crate::solver::{Finding, Task, newton};
use crate::space::{Pose, Vector};

/// The distance between the two cores, if every one without end is known to be swept.
pub(in crate::solver) fn solve<const D: usize>(
    local: &Local<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Finding<D>> {
    // In browsers size counts for more.
    if cfg!(target_arch = "wasm32") {
        return None;
    }
    let (a, b) = (local.pair.a, local.pair.b);
    let (on_a, on_b) = (endless(a), endless(b));
    if on_a.is_none() && on_b.is_none() {
        return None;
    }
    let in_b = |p: Vector<D>| local.b_in_a.transform_back(p);
    let (seen_a, seen_b) = (seen(a)?, seen(b)?);
    let pair = Pair::new(&seen_a, &Pose::IDENTITY, &seen_b, &local.b_in_a);
    let projected = Local::new(&pair);
    let mut found = super::solve(&projected, task);
    if !(found.point_a.is_finite() && found.point_b.is_finite()) {
        return None;
    }
    if found.inside && !(belongs(on_a, found.point_a) && belongs(on_b, in_b(found.point_b))) {
        return None;
    }
    if !found.inside && a.radius + b.radius > 0.0 {
        along_points(&mut found, &projected, task.goal(local.pair, false).gap);
    }
    let turn = local.b_in_a.rotation();
    let mut pushes = [Vector::ZERO; 2];
    if let Some(shape) = on_a {
        let normal = found.normal;
        let told = told((a, shape), &mut found.point_a, normal);
        (found.evidence.a, pushes[0]) = told;
    }
    if let Some(shape) = on_b {
        let mut at = in_b(found.point_b);
        let told = told((b, shape), &mut at, turn.rotate_back(-found.normal));
        (found.evidence.b, pushes[1]) = told;
        found.point_b = local.b_in_a.transform(at);
    }
    let between = found.point_b - found.point_a;
    found.evidence =
        Evidence { multipliers: Some(shown(local, between, pushes)), ..found.evidence };
    found.upper = (found.point_b - found.point_a).norm();
    found.lower = found.lower.min(found.upper);
    let goal = task.goal(local.pair, false);
    let open = !found.inside && newton::ends(found.lower, found.upper, &goal).is_none();
    if open && matches!(found.effort.stop, Stop::Converged | Stop::Settled) {
        found.effort.stop = Stop::Stalled;
    }
    Some(found)
}

/// With the normal along the line between the points, if it proves as much: that is where points a radius away
/// are, and those next to each other do not tell it well.
fn along_points<const D: usize>(found: &mut Finding<D>, local: &Local<'_, D>, gap: f64) {
    let Some(way) = (found.point_b - found.point_a).normalized() else { return };
    let (a, b) = ((local.pair.a, None), (local.pair.b, None));
    let normal = level::borne(a, b, local.b_in_a.rotation(), way);
    let lower = normal.dot(local.support_b(-normal) - local.support_a(normal));
    if found.upper - lower <= gap {
        (found.normal, found.lower) = (normal, lower);
    }
}

/// The surfaces of a core without end.
fn endless<'a, const D: usize>(view: &View<'a, D>) -> Option<&'a dyn Implicit<D>> {
    match view.core {
        Core::Implicit(shape) if !shape.is_bounded() => Some(shape),
        _ => None,
    }
}

/// Whether a point belongs to the surfaces, if there are any, to a little more than rounding.
fn belongs<const D: usize>(shape: Option<&dyn Implicit<D>>, p: Vector<D>) -> bool {
    let Some(shape) = shape else { return true };
    let size = p.max_abs() + shape.inside().max_abs();
    shape
        .excess(p)
        .is_some_and(|excess| excess <= accuracy::CHECK_SLACK * accuracy::ROUNDING * size)
}

/// The core as it is projected; nothing if that is not known.
fn seen<'a, const D: usize>(view: &View<'a, D>) -> Option<View<'a, D>> {
    let Some(shape) = endless(view) else {
        return Some(View { radius: 0.0, frame: None, ..*view });
    };
    let swept = shape.swept()?;
    Some(View::new(Core::Swept(swept), swept.base.view().reach))
}

/// What the surfaces say about the point, which is brought inside, and about how far they reach.
fn told<const D: usize>(
    (view, shape): (&View<'_, D>, &dyn Implicit<D>),
    at: &mut Vector<D>,
    outward: Vector<D>,
) -> (Names, Vector<D>) {
    if outward == Vector::ZERO {
        return (Names::Surfaces([0; MOST]), Vector::ZERO);
    }
    // A little more than rounding behind the surface, as seen from the middle line: from the point inside, which may be
    // far away along the lines, what rounding does to a point looks like more than it is.
    if let Some(swept) = shape.swept() {
        let mut across = *at - shape.inside();
        for line in swept.lines {
            across -= *line * line.dot(across);
        }
        let step = accuracy::CHECK_SLACK * accuracy::ROUNDING * at.max_abs();
        *at -= across * (step / across.norm()).min(1.0);
    }
    *at = pulled(shape, *at);
    let bound = Held::beside(view, shape, *at).bound(view, outward);
    (bound.names, bound.multipliers)
}
