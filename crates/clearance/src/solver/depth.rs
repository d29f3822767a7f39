//! Signed distances: which method for which pair, and what its result means in the world.
//!
//! | the cores | method |
//! | --- | --- |
//! | two boxes, or a box and a point | separating axes |
//! | curved, their support functions sums of norms | down a valley, and a cover of all directions |
//! | apart | whatever finds the distance; the radii are taken off |
//! | overlapping | the expanding polytope; the radii are added |
//! | overlapping, without end | the same, with the far ends of rays among its corners (`endless`) |
//! | overlapping, of surfaces without end | the same for what a ball leaves of them (`cut`) |
//!
//! That the radii only add up is exact: with radius r the support values of the difference are
//! all larger by r, and so is the least of them.

pub(super) mod finer;
pub(super) mod polish;
mod radii;
mod rival;
pub(super) mod section;
mod shrunk;
mod single;
mod touch;
pub(super) mod way;

use alloc::boxed::Box;

use super::curved::Aim;
use super::curved::cover::Cover;
use super::endless::{self, Rest, cut};
use super::expand::ends::{self, Corner, Ends, with_ends};
use super::expand::{self, Expansion, Hulls};
use super::{Task, axes, choose, curved, plunge};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Depth, MOST, Meeting, Method, Names, Signed, Stop};
use crate::interior::pulled;
use crate::pair::{Local, Pair};
use crate::query::QueryError;
use crate::shape::{Core, View};
use crate::space::Vector;
use finer::{finer, sharpened, to_rounding};
use radii::bare;
use section::Parallel;
use shrunk::{Shrunk, shrunk};
use way::Way;

pub(crate) use radii::part_rods;
pub(super) use radii::with_radii;

/// What the expanding polytope needs; kept from one query to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory<const D: usize> {
    hulls: Hulls<D>,
    /// For hulls of points.
    sharp: Hulls<D, plunge::Numbers>,
    /// Whether these were the last in use.
    pub(super) is_sharp: bool,
    /// For shapes with parallel axes, and for those that have lines without end.
    section: Hulls<2>,
    /// What of space was left by lines without end.
    rest: Rest<D>,
    /// For curved shapes.
    cover: Option<Box<Cover<D>>>,
    /// Whether the last way out by axes or a cover has no rival, as far as it could tell by the way.
    alone: bool,
}

impl<const D: usize> Memory<D> {
    /// Whether the normal of a face of the last polytope that is no higher than this has a property. Those along
    /// `but`, a unit vector in the same axes, may be left out.
    #[inline(always)]
    pub(super) fn any_normal_below(
        &self,
        limit: f64,
        but: Vector<D>,
        is: &mut dyn FnMut(Vector<D>) -> bool,
    ) -> bool {
        if self.is_sharp {
            return self.sharp.any_normal_below(limit, but, is);
        }
        match self.rest {
            Rest::Space => self.hulls.any_normal_below(limit, but, is),
            Rest::Flat([x, y]) => {
                self.section.any_normal_below(limit, Vector::ZERO, &mut |n| is(x * n[0] + y * n[1]))
            }
            Rest::Axis(ways) => ways.into_iter().flatten().any(is),
        }
    }
}

/// The signed distance of a pair.
pub(crate) fn signed<const D: usize>(
    pair: &Pair<'_, D>,
    accuracy: Accuracy,
    memory: &mut Memory<D>,
) -> Result<Signed<D>, QueryError> {
    if let Some(parting) = axes::solve(pair) {
        memory.alone = parting.alone;
        return Ok(Signed::Overlap(parting.depth()));
    }
    let aim = Aim { gap: accuracy.gap, off: 0.5 * accuracy.gap, alone: false };
    beside_boxes(pair, accuracy, aim, memory)
}

/// The same for derivatives: with a normal to rounding, though depths that a cover proves have the usual bounds.
pub(crate) fn signed_sharply<const D: usize>(
    pair: &Pair<'_, D>,
    memory: &mut Memory<D>,
) -> Result<Signed<D>, QueryError> {
    if let Some(parting) = axes::solve(pair) {
        memory.alone = parting.alone;
        return Ok(Signed::Overlap(parting.depth()));
    }
    signed_sharply_apart(pair, memory)
}

/// The same for a pair that is known not to be two boxes that overlap.
pub(crate) fn signed_sharply_apart<const D: usize>(
    pair: &Pair<'_, D>,
    memory: &mut Memory<D>,
) -> Result<Signed<D>, QueryError> {
    let accuracy = Accuracy { gap: accuracy::GRADIENT_GAP, ..Accuracy::DEFAULT };
    let aim = Aim { gap: Accuracy::DEFAULT.gap, off: accuracy::GRADIENT_OFF, alone: true };
    beside_boxes(pair, accuracy, aim, memory)
}

/// What axes did not find.
#[inline(always)]
fn beside_boxes<const D: usize>(
    pair: &Pair<'_, D>,
    accuracy: Accuracy,
    aim: Aim,
    memory: &mut Memory<D>,
) -> Result<Signed<D>, QueryError> {
    // In browsers size counts for more: there hulls of points are like all others.
    if !cfg!(target_arch = "wasm32") && plunge::is_for(pair) {
        memory.is_sharp = true;
        let (a, b, bare_pair);
        let cores = if pair.a.radius == 0.0 && pair.b.radius == 0.0 {
            pair
        } else {
            (a, b) = (bare(pair.a), bare(pair.b));
            bare_pair = Pair { a: &a, b: &b, ..*pair };
            &bare_pair
        };
        if let Some(found) = plunge::solve(pair, cores, accuracy, &mut memory.sharp) {
            return found;
        }
    }
    memory.is_sharp = false;
    memory.rest = Rest::Space;
    let mut found = by_method(pair, accuracy, aim, memory)?;
    // In browsers size counts for more.
    if let Signed::Overlap(depth) = &mut found
        && !depth.global
        && !cfg!(target_arch = "wasm32")
    {
        let (rest, gap) = (memory.rest, accuracy.gap * pair.scale);
        single::prove(pair, depth, gap, &mut |pair| by_method(pair, accuracy, aim, memory));
        memory.rest = rest;
    }
    Ok(match found {
        // Support points of such shapes are inside, and a little short.
        Signed::Overlap(depth) if pair.short() > 0.0 => {
            let upper = depth.upper + pair.short();
            Signed::Overlap(Depth { depth: upper, upper, ..depth })
        }
        found => found,
    })
}

fn by_method<const D: usize>(
    pair: &Pair<'_, D>,
    accuracy: Accuracy,
    aim: Aim,
    memory: &mut Memory<D>,
) -> Result<Signed<D>, QueryError> {
    let (a, b) = (bare(pair.a), bare(pair.b));
    let cores = Pair { a: &a, b: &b, ..*pair };
    if let Some(finding) = choose::by_formula(&cores)
        && let Answer::Apart(apart) = finding.answer(&cores, cores.world())
    {
        return Ok(with_radii(pair, apart));
    }
    if let Some((depth, alone)) = curved::solve(pair, aim, &mut memory.cover) {
        memory.alone = alone;
        return Ok(Signed::Overlap(depth));
    }
    // Round shapes are smaller ones with a radius around them, which makes most of the depths
    // distances: one minimum, found at once.
    let (small_a, small_b) = (Shrunk::of(pair.a), Shrunk::of(pair.b));
    if small_a.is_none() && small_b.is_none() {
        return by_cores(pair, &cores, accuracy, memory);
    }
    let (a, b) = (shrunk(pair.a, small_a.as_ref()), shrunk(pair.b, small_b.as_ref()));
    let pair = Pair { a: &a, b: &b, ..*pair };
    let (a, b) = (bare(pair.a), bare(pair.b));
    let mut found = by_cores(&pair, &Pair { a: &a, b: &b, ..pair }, accuracy, memory)?;
    // Several support points of a smaller shape, each with the ball around it, are not those of
    // the shape: its own formula must say that the points belong.
    let evidence = match &mut found {
        Signed::Apart(apart) => &mut apart.evidence,
        Signed::Overlap(depth) => &mut depth.evidence,
    };
    if evidence.len > 1 {
        if small_a.is_some() {
            evidence.a = Names::Formula;
        }
        if small_b.is_some() {
            evidence.b = Names::Formula;
        }
    }
    Ok(found)
}

/// From the cores, apart or overlapping.
fn by_cores<const D: usize>(
    pair: &Pair<'_, D>,
    cores: &Pair<'_, D>,
    accuracy: Accuracy,
    memory: &mut Memory<D>,
) -> Result<Signed<D>, QueryError> {
    // No distance of something made of surfaces comes to less than the usual gap in few steps: after that,
    // furthest points are the shorter way.
    let by_surfaces = |view: &View<'_, D>| matches!(view.core, Core::Implicit(_));
    let first = match by_surfaces(cores.a) || by_surfaces(cores.b) {
        true if accuracy.gap == accuracy::GRADIENT_GAP => Accuracy::DEFAULT,
        _ => accuracy,
    };
    match choose::solve(cores, Task::plain(first))? {
        Answer::Apart(apart) => {
            let apart = sharpened(cores, apart, accuracy.gap);
            match to_rounding(cores, apart, first) {
                Answer::Apart(apart) => Ok(with_radii(pair, apart)),
                Answer::Meeting(meeting) => overlap(pair, cores, &meeting, (accuracy, memory)),
            }
        }
        Answer::Meeting(meeting) => overlap(pair, cores, &meeting, (accuracy, memory)),
    }
}

/// Cores that overlap.
fn overlap<const D: usize>(
    pair: &Pair<'_, D>,
    cores: &Pair<'_, D>,
    meeting: &Meeting<D>,
    (accuracy, memory): (Accuracy, &mut Memory<D>),
) -> Result<Signed<D>, QueryError> {
    // In browsers size counts for more: there such depths are bounds that are far apart.
    if !cfg!(target_arch = "wasm32") && (cut::is_needed(pair.a) || cut::is_needed(pair.b)) {
        // Normals that are laid level change by more than derivatives ask for.
        let gap = accuracy.gap.max(Accuracy::DEFAULT.gap) * cores.scale;
        let found = cut::solve(pair, gap, &mut |pair| {
            let (a, b) = (bare(pair.a), bare(pair.b));
            // The gap is a share of the set's size, not of the ball's.
            let accuracy = Accuracy { gap: accuracy.gap * (cores.scale / pair.scale), ..accuracy };
            let small = Pair { a: &a, b: &b, ..*pair };
            overlap_with_ends(pair, &small, meeting, (accuracy, &mut *memory))
        });
        return found.map(Signed::Overlap);
    }
    overlap_with_ends(pair, cores, meeting, (accuracy, memory)).map(Signed::Overlap)
}

/// Cores that overlap and have furthest points, or known rays.
fn overlap_with_ends<const D: usize>(
    pair: &Pair<'_, D>,
    cores: &Pair<'_, D>,
    meeting: &Meeting<D>,
    (accuracy, memory): (Accuracy, &mut Memory<D>),
) -> Result<Depth<D>, QueryError> {
    let local = Local::new(cores);
    let bounded = cores.a.is_bounded() && cores.b.is_bounded();
    let unit = accuracy::ROUNDING * cores.scale;
    let sharp_gap = accuracy::FACET_GAP * unit;
    let goal = |ends: &Ends<'_, D>| expand::Goal {
        gap: if ends.sharp { sharp_gap } else { sharp_gap.max(accuracy.gap * cores.scale) },
        flat: accuracy::TOUCH * unit,
        scale: cores.scale,
        cap: accuracy.iterations.max(accuracy::EXPAND_POINTS),
    };
    let swept = |view: &View<'_, D>| matches!(view.core, Core::Swept(_));
    if swept(cores.a) || swept(cores.b) {
        let hulls = (&mut memory.hulls, &mut memory.section);
        let found = with_ends(&local, |ends| {
            let goal = goal(&ends);
            let gap = finer(accuracy).map(|finer| sharp_gap.max(finer.gap * cores.scale));
            let finer = gap.map(|gap| expand::Goal { gap, ..goal });
            endless::solve(&local, &ends, (&goal, finer), hulls)
        })?;
        memory.rest = found.rest;
        is_finite(cores, &found.expansion)?;
        return Ok(assemble(pair, meeting, found.expansion, Some(found.points)));
    }
    let across = match section::parallel_axes(&local) {
        Some(Parallel::Balls(way)) if bounded => {
            let ways = [Some(way), Some(-way)];
            if let Some(found) = with_ends(&local, |ends| endless::along(&ends, ways)) {
                is_finite(cores, &found)?;
                memory.rest = Rest::Axis(ways);
                return Ok(assemble(pair, meeting, found, None));
            }
            None
        }
        Some(Parallel::Axes(axes)) => Some(axes),
        _ => None,
    };
    let expansion = with_ends(&local, |ends| {
        let goal = goal(&ends);
        let mut seeds = [None; MOST];
        let mut count = 0;
        for k in 0..meeting.evidence.len.min(D + 1) {
            if let Some(corner) = ends.recall(&meeting.evidence, k) {
                seeds[count] = Some(corner);
                count += 1;
            }
        }
        let seeds = seeds.map(|seed| seed.unwrap_or_else(|| ends.furthest(Vector::axis(0))));
        let goal = match across {
            None => goal,
            // Where the expanding polytope crawls, the section will do.
            Some(_) => expand::Goal { cap: accuracy::SECTION_FROM, ..goal },
        };
        let mut found = expand::expand(&ends, &seeds[..count], &goal, &mut memory.hulls);
        if found.stop == Stop::Cap
            && let Some(axes) = across
        {
            section::improve(&ends, axes, &mut found, (&goal, &mut memory.section));
        }
        // Of surfaces without end nothing is known but furthest points where there are any.
        let blunt = !ends.sharp && bounded && found.corners.is_some();
        if blunt
            && let Some(better) = polish::polish(&ends, found.normal, cores.scale)
            && better.value <= found.upper
        {
            (found.normal, found.upper) = (better.normal, better.value);
            found.corners = Some([better.corner; D]);
            found.weights = [1.0, 0.0, 0.0, 0.0];
        } else if blunt
            && found.stop == Stop::Converged
            && let Some(finer) = finer(accuracy)
        {
            let cap = found.iterations + accuracy::FINER_POINTS;
            let gap = sharp_gap.max(finer.gap * cores.scale);
            let goal = expand::Goal { gap, cap, ..goal };
            let further = expand::further(&ends, &found, &goal, &mut memory.hulls);
            // A section has said more than the polytope does that this goes on from.
            let closer = further.upper - further.lower <= found.upper - found.lower;
            if further.corners.is_some() && closer {
                found = Expansion { stop: found.stop, ..further };
            }
        }
        // A section that no points show is worth less than a polytope that goes on.
        let unseen = || found.upper - shown_by_corners(&found) > 2.0 * goal.gap;
        if across.is_some() && found.stop == Stop::Converged && unseen() {
            let cap = found.iterations + accuracy::EXPAND_POINTS;
            let goal = expand::Goal { cap, ..goal };
            let further = expand::further(&ends, &found, &goal, &mut memory.hulls);
            found = if further.corners.is_some() { further } else { found };
        }
        if !ends.sharp && bounded && found.upper > goal.flat && found.upper <= goal.gap {
            touch::improve(cores, &ends, &mut found, finer(accuracy).unwrap_or(accuracy));
        }
        found
    });
    let outside = match &expansion.corners {
        Some(_) => memory.hulls.most_of_corners(|corner| outside(&local, corner)),
        None => 0.0,
    };
    let outside = if outside > accuracy::TOUCH * unit { outside } else { 0.0 };
    let expansion = shrunk_by(expansion, outside, sharp_gap.max(accuracy.gap * cores.scale));
    let expansion =
        if bounded { expansion } else { humbled(expansion, accuracy.gap * cores.scale)? };
    is_finite(cores, &expansion)?;
    Ok(assemble(pair, meeting, expansion, None))
}

/// How far from the difference a corner may be, for the points of surfaces that it is made of: where rounding
/// stood in the way of the proof that they are furthest, they were moved out.
fn outside<const D: usize>(local: &Local<'_, D>, corner: &Corner<D>) -> f64 {
    let out = |core: &Core<'_, D>, point: Vector<D>| match core {
        Core::Implicit(shape) => (point - pulled(*shape, point)).norm(),
        _ => 0.0,
    };
    let (a, b) = (&local.pair.a.core, &local.pair.b.core);
    out(a, corner.a) + out(b, local.b_in_a.transform_back(corner.b))
}

/// What a polytope whose corners may be outside of the difference by so much proves: its depth is no more than
/// that of the difference and as much again.
fn shrunk_by<const D: usize>(found: Expansion<D>, outside: f64, gap: f64) -> Expansion<D> {
    let lower = (found.lower - outside).max(0.0);
    let opened = found.upper - found.lower <= gap && !(found.upper - lower <= gap);
    Expansion { lower, stop: if opened { Stop::Stalled } else { found.stop }, ..found }
}

/// What was found about surfaces without end, of which nobody knows the rays: mostly nothing, and
/// where the bounds did not close no claim that there is no shorter way.
fn humbled<const D: usize>(found: Expansion<D>, gap: f64) -> Result<Expansion<D>, QueryError> {
    if !(found.upper.is_finite() && found.normal.is_finite()) {
        return Err(QueryError::Inseparable);
    }
    let closed = found.upper - found.lower <= gap;
    Ok(Expansion { stop: if closed { found.stop } else { Stop::Stalled }, ..found })
}

fn is_finite<const D: usize>(cores: &Pair<'_, D>, found: &Expansion<D>) -> Result<(), QueryError> {
    if found.upper.is_finite() && found.normal.is_finite() {
        return Ok(());
    }
    Err(super::not_finite(cores.a.core.support(Vector::axis(0))))
}

/// How far the two points that the corners make are from each other.
fn shown_by_corners<const D: usize>(found: &Expansion<D>) -> f64 {
    let mut w = Vector::<D>::ZERO;
    for (k, corner) in found.corners.iter().flatten().enumerate() {
        w += corner.w * found.weights[k];
    }
    w.norm()
}

/// The answer in the world, with the radii back. The points that show it are those that the corners
/// make, unless others are given.
fn assemble<const D: usize>(
    pair: &Pair<'_, D>,
    meeting: &Meeting<D>,
    found: Expansion<D>,
    points: Option<[Vector<D>; 2]>,
) -> Depth<D> {
    let turn = pair.pose_a.rotation();
    let origin = pair.pose_a.translation();
    let way = Way {
        normal: turn.rotate(found.normal),
        bounds: [found.lower, found.upper],
        iterations: found.iterations,
        stop: found.stop,
    };
    match &found.corners {
        None => way.depth(pair, [meeting.point; 2], meeting.evidence),
        Some(corners) => {
            let (mut a, mut b) = (Vector::ZERO, Vector::ZERO);
            for (k, corner) in corners.iter().enumerate() {
                a += corner.a * found.weights[k];
                b += corner.b * found.weights[k];
            }
            let [a, b] = points.unwrap_or([a, b]);
            let points = [turn.rotate(a) + origin, turn.rotate(b) + origin];
            way.shown_by(points).depth(pair, points, ends::evidence(corners, found.weights))
        }
    }
}

/// Whether the method that just found `depth` knows that no other direction is as short. Where the cores
/// were apart they have one closest pair.
#[inline(always)]
fn is_alone<const D: usize>(memory: &Memory<D>, depth: &Depth<D>) -> bool {
    match depth.effort.method {
        Method::Axes | Method::Cover => memory.alone,
        Method::Expand => false,
        // A single common point has many normals, but nothing is known of them.
        _ => true,
    }
}

/// Whether another direction than that of `depth`, which was just found, is as short a way out, up to `margin`.
#[inline(always)]
pub(crate) fn has_rival<const D: usize>(
    pair: &Pair<'_, D>,
    memory: &Memory<D>,
    depth: &Depth<D>,
    margin: f64,
) -> bool {
    !is_alone(memory, depth) && rival::looks_like_one(pair, memory, depth, margin)
}
