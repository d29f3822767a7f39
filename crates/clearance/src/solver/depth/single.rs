//! Depths that a single point proves.
//!
//! A set overlaps another at least as deep as any point of it does. Where something flat or thin lies in a body of
//! revolution with a corner on its axis, infinitely many ways out are equally short, but that corner has to take one
//! of them as well, and how deep a point is in a body of revolution is known. The ball of that radius around the
//! corner lies inside of the body, and so does the point that the way out from the corner leads to.

use crate::accuracy;
use crate::answer::{Depth, Evidence, MOST, Names, Signed, Stop, is_shown};
use crate::pair::{Local, Pair};
use crate::query::QueryError;
use crate::shape::{Core, Symmetry, View};
use crate::space::{Pose, Vector};

/// Finds out about single points of either shape.
type Ask<'a, const D: usize> = &'a mut dyn FnMut(&Pair<'_, D>) -> Result<Signed<D>, QueryError>;

/// Proves a depth that nobody proved by single points of either shape, if it can be. Bounds closer than `gap` have met.
#[inline(never)]
pub(super) fn prove<const D: usize>(
    pair: &Pair<'_, D>,
    depth: &mut Depth<D>,
    gap: f64,
    ask: Ask<'_, D>,
) {
    if !(pair.a.is_bounded() && pair.b.is_bounded()) {
        return;
    }
    for of_a in [false, true] {
        let (view, pose) = if of_a { (pair.a, pair.pose_a) } else { (pair.b, pair.pose_b) };
        for (k, corner) in corners(&view.core).into_iter().enumerate() {
            let Some(corner) = corner else { continue };
            let at = pose.transform(corner);
            let proved = by_point(pair, depth, (of_a, at), gap, ask);
            // Whoever judges must be able to tell that the points belong.
            let proved = proved.map(|proved| named(proved, of_a, k as u32));
            if let Some(proved) = proved.filter(|proved| is_shown(proved, pair)) {
                *depth = proved;
                return;
            }
        }
    }
}

/// The same depth as that of a single point of A or B, if it is.
fn by_point<const D: usize>(
    pair: &Pair<'_, D>,
    depth: &Depth<D>,
    (of_a, at): (bool, Vector<D>),
    gap: f64,
    ask: Ask<'_, D>,
) -> Option<Depth<D>> {
    let (turn, radii) = (*pair.pose_a.rotation(), [pair.a.radius, pair.b.radius]);
    let pose = Pose::new(turn, at).ok()?;
    let point = View::new(Core::Point(Vector::ZERO), 0.0).rounded(radii[usize::from(!of_a)]);
    let small = match of_a {
        true => Pair::new(&point, &pose, pair.b, pair.pose_b),
        false => Pair::new(pair.a, pair.pose_a, &point, &pose),
    };
    let Ok(Signed::Overlap(alone)) = ask(&small) else { return None };
    let (round, pose) = if of_a { (pair.b, pair.pose_b) } else { (pair.a, pair.pose_a) };
    let ways = [
        Some(alone.normal),
        around(&round.core, pose, alone.normal, depth.normal),
        Some(depth.normal),
    ];
    let mut best = (f64::INFINITY, depth.normal);
    let (flat, place) = if of_a { (pair.a, pair.pose_a) } else { (pair.b, pair.pose_b) };
    for way in ways.into_iter().flatten() {
        // As it is, and level with the edges that it is nearly level with: those of the closest face, to rounding.
        let mut level = way;
        for corner in corners(&flat.core).into_iter().flatten() {
            let edge = (place.transform(corner) - at).normalized();
            let lead = edge.map_or(0.0, |edge| edge.dot(level));
            if let Some(edge) = edge.filter(|_| lead.abs() <= accuracy::SECTION_LEAN) {
                level = (level - edge * lead).normalized().unwrap_or(level);
            }
        }
        for n in [way, level] {
            let width = width(pair, n);
            if width < best.0 {
                best = (width, n);
            }
        }
    }
    let (upper, normal) = best;
    let noise = accuracy::TOUCH * accuracy::ROUNDING * pair.scale;
    let lower = (alone.lower - noise).clamp(0.0, upper.max(0.0));
    if !(upper - lower <= gap.max(noise)) {
        return None;
    }
    let way = normal * lower;
    let (point_a, point_b) = match of_a {
        true => (at + normal * radii[0], at + normal * radii[0] - way),
        false => (at - normal * radii[1] + way, at - normal * radii[1]),
    };
    let effort = crate::answer::Effort { stop: Stop::Converged, ..depth.effort };
    Some(Depth {
        depth: upper,
        lower,
        upper,
        normal,
        point_a,
        point_b,
        global: true,
        effort,
        ..*depth
    })
}

/// With the corner of this number as evidence; whether the point of the other belongs, its formula tells.
fn named<const D: usize>(depth: Depth<D>, of_a: bool, number: u32) -> Depth<D> {
    let vertex = Names::Vertices([number; MOST]);
    let (a, b) = if of_a { (vertex, Names::Formula) } else { (Names::Formula, vertex) };
    let evidence = Evidence { a, b, ..Evidence::first_vertices() };
    Depth { evidence, ..depth }
}

/// A way out of a body of revolution, turned about its axis to the side of another direction.
fn around<const D: usize>(
    core: &Core<'_, D>,
    pose: &Pose<D>,
    way: Vector<D>,
    side: Vector<D>,
) -> Option<Vector<D>> {
    let u = pose.rotation().rotate(Symmetry::of(core)?.along?);
    let (along, side) = (u * u.dot(way), side - u * u.dot(side));
    (along + side.normalized()? * (way - along).norm()).normalized()
}

/// How far the pair must be moved along a unit vector to part.
fn width<const D: usize>(pair: &Pair<'_, D>, normal: Vector<D>) -> f64 {
    let (n, local) = (pair.pose_a.rotation().rotate_back(normal), Local::new(pair));
    n.dot(local.support_a(n) - local.support_b(-n)) + pair.a.radius + pair.b.radius
}

/// The corners of what has only a few, but for points, of which there is nothing more to be known.
fn corners<const D: usize>(core: &Core<'_, D>) -> [Option<Vector<D>>; MOST] {
    match core {
        Core::Segment(p, q) => [Some(*p), Some(*q), None, None],
        Core::Vertices(set) if (2..=MOST).contains(&set.points().len()) => {
            core::array::from_fn(|k| set.points().get(k).copied())
        }
        _ => [None; MOST],
    }
}
