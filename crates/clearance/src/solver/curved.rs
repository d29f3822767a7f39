//! Depths of shapes whose support functions are made of norms: cylinders, cones, ellipsoids.
//!
//! 1. A direction in which they overlap little, and from there down to a minimum (`valley.rs`).
//! 2. If balls inside of the two shapes touch the deepest points from within, and their radii
//!    together are no less than the depth d, the minimum is the least of all. For the difference of
//!    the balls is a ball of radius r ≥ d inside of A ⊖ B, which touches the surface at w = d n from
//!    within, so that its centre is (d − r) n: it contains the ball of radius d around the origin,
//!    and no direction is shorter than that.
//! 3. Otherwise all directions are covered by triangles on which that is proved (`cover.rs`).
//!
//! Where the overlap is not clear, the minimum not sharp or the cover not closed (shapes with parallel
//! axes, for instance), the expanding polytope has its turn.

pub(super) mod cover;
pub(super) mod fold;
mod forms;
pub(super) mod sum;
pub(super) mod valley;

use alloc::boxed::Box;

use crate::accuracy;
use crate::answer::{Depth, Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::{Local, Pair};
use crate::space::{Vector, real};
use cover::Cover;
use fold::{Fold, POINTS};
use sum::{Look, Sum};
use valley::Foot;

/// How well a depth is to be known, as shares of the size.
#[derive(Clone, Copy)]
pub(crate) struct Aim {
    /// How far apart its bounds may be.
    pub(crate) gap: f64,
    /// How far the two points may be off the normal.
    pub(crate) off: f64,
    /// Whether anybody asks if no other direction is as short.
    pub(crate) alone: bool,
}

/// The depth of two cores with their radii, and whether no other direction is nearly as short;
/// `None` if others have to find it.
pub(super) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    aim: Aim,
    memory: &mut Option<Box<Cover<D>>>,
) -> Option<(Depth<D>, bool)> {
    let local = Local::new(pair);
    let sum = Sum::new(&local)?;
    let rounding = accuracy::COVER_ROUNDING * accuracy::ROUNDING * sum.scale;
    let slack = rounding.max(0.5 * aim.gap * sum.scale);
    let off = rounding.max(aim.off * sum.scale);
    let first = sum.towards(slack)?;
    let cover = memory.get_or_insert_with(Box::default);
    let fold = &Fold::new(&sum, &mut cover.corners);
    let start = match fold {
        Some(_) => lowest(first, &cover.corners[..POINTS]),
        None => lowest(first, &sum.leaning()),
    };
    if !(start.height > slack) {
        return None;
    }
    let mut foot = sum.descend_within(start, fold.as_ref());
    let mut found = Found::new(&sum, &foot);
    // Too shallow to tell; or not the foot, though Newton's method stopped: beside tips the cover
    // rarely closes then.
    let has_tip = sum.parts[0].has_tip || sum.parts[1].has_tip;
    if !(foot.at.height > slack) || (has_tip && found.off > slack) {
        return None;
    }
    let mut iterations = 1;
    // Directions that are told apart from the foot must be longer than a rival.
    let rival = 2.0 * accuracy::RIVAL * (found.depth + pair.a.radius + pair.b.radius) + slack;
    let spare = rival / (1.0 - accuracy::RIVAL_COSINE);
    let balls = if found.off <= rounding { sum.inner_balls(&local, &found) } else { 0.0 };
    let (lower, alone) = if balls >= found.depth {
        (found.depth - found.off, balls - found.depth >= spare)
    } else {
        let covered = sum.cover(&mut foot, [slack, spare], (fold.as_ref(), aim.alone), cover);
        if !covered.settled {
            return None;
        }
        iterations += covered.seen;
        found = Found::new(&sum, &foot);
        let alone =
            covered.alone && fold.as_ref().is_none_or(|f| f.is_alone(&sum, found.normal, rival));
        (found.depth - slack, alone)
    };
    let sharp = found.off <= slack.min(off) && lower >= 0.0;
    sharp.then(|| (found.depth(pair, lower, iterations), alone))
}

/// What would be claimed of a foot that nobody proved, for tests.
#[cfg(test)]
pub(super) fn claimed<const D: usize>(
    pair: &Pair<'_, D>,
    sum: &Sum<D>,
    foot: &Foot<D>,
) -> Depth<D> {
    let found = Found::new(sum, foot);
    found.depth(pair, found.depth, 1)
}

/// Whether another direction is as short as `depth`, up to `margin`: as far as the valleys tell in
/// which the axes lie.
pub(super) fn has_rival<const D: usize>(
    local: &Local<'_, D>,
    is_rival: &mut impl FnMut(Vector<D>) -> bool,
) -> bool {
    let Some(sum) = Sum::new(local) else { return false };
    sum.axes().any(|n| [n, -n].into_iter().any(|n| is_rival(sum.descend(sum.look(n)).at.n)))
}

/// The minimum with its deepest points, in A's frame.
struct Found<const D: usize> {
    normal: Vector<D>,
    depth: f64,
    a: Vector<D>,
    b: Vector<D>,
    /// How far a − b is from the depth times the normal, and a point outside of its face.
    off: f64,
}

impl<const D: usize> Found<D> {
    fn new(sum: &Sum<D>, foot: &Foot<D>) -> Self {
        let at = &foot.at;
        let deepest: [Vector<D>; 2] = core::array::from_fn(|k| {
            let part = &sum.parts[k];
            let round = match foot.face {
                Some((s, pull)) if s == k => -pull,
                _ if at.length[k] > 0.0 => {
                    part.norms.round.transpose_mul(at.round[k] * (1.0 / at.length[k]))
                }
                _ => Vector::ZERO,
            };
            let keep = foot.keep[k];
            part.norms.centre
                + if part.has_tip {
                    (round + part.slope) * keep
                } else {
                    round + part.norms.arm * ((2.0 * keep - 1.0) * 1.0_f64.copysign(at.along[k]))
                }
        });
        let (a, b) = (deepest[0], -(deepest[1] + sum.shift));
        let mut off = (a - b - at.n * at.height).norm();
        // A face that does not hold was not the end of the way.
        if let Some((s, pull)) = foot.face {
            off = off.max(pull.norm() - sum.parts[s].radius);
        }
        Self { normal: at.n, depth: at.height, a, b, off }
    }

    /// The answer in the world, with the radii back.
    fn depth(&self, pair: &Pair<'_, D>, lower: f64, iterations: u32) -> Depth<D> {
        let (turn, origin) = (pair.pose_a.rotation(), pair.pose_a.translation());
        let normal = turn.rotate(self.normal);
        let (a, b) = (turn.rotate(self.a) + origin, turn.rotate(self.b) + origin);
        let radii = pair.a.radius + pair.b.radius;
        // No depth is claimed that the two points, rounded as they are, do not show.
        let lower = lower.min(self.depth).min((a - b).norm());
        let along = [self.normal; MOST];
        let evidence = Evidence::along(along, [1.0, 0.0, 0.0, 0.0], 1);
        Depth {
            depth: self.depth + radii,
            normal,
            point_a: a + normal * pair.a.radius,
            point_b: b - normal * pair.b.radius,
            lower: lower + radii,
            upper: self.depth + radii,
            global: true,
            unique: None,
            evidence: Evidence { a: Names::Formula, b: Names::Formula, ..evidence },
            effort: Effort { method: Method::Cover, iterations, stop: Stop::Converged },
        }
    }
}

/// The one with the least overlap.
#[inline(always)]
fn lowest<const D: usize>(first: Look<D>, others: &[Look<D>]) -> Look<D> {
    let mut best = &first;
    for other in others {
        if other.height < best.height {
            best = other;
        }
    }
    *best
}

impl<const D: usize> Sum<D> {
    /// Directions that may be normals of faces, or at right angles to both axes.
    fn upright(&self) -> [Option<Vector<D>>; 3] {
        let [a, b] = [0, 1].map(|k| self.parts[k].norms.axis);
        [a, b, a.zip(b).and_then(|(a, b)| a.cross3(b).normalized())]
    }

    /// The same, and the axes of ellipsoids.
    fn axes(&self) -> impl Iterator<Item = Vector<D>> {
        let main = |k: usize| {
            let rows = self.parts[k].norms.round.0;
            self.parts[k].norms.axis.is_none().then_some(rows).into_iter().flatten()
        };
        let round = main(0).chain(main(1)).filter_map(Vector::normalized);
        self.upright().into_iter().flatten().chain(round)
    }

    /// From A's middle to B's. `None` if the shapes are apart along it.
    #[inline(always)]
    fn towards(&self, slack: f64) -> Option<Look<D>> {
        let between = -self.point;
        let squared = between.norm_squared();
        let first =
            if squared > 0.0 { between * (1.0 / real::sqrt(squared)) } else { Vector::axis(0) };
        Some(self.look(first)).filter(|look| look.height > slack)
    }

    /// Along the axes and at right angles to them, leaning the same way.
    fn leaning(&self) -> [Look<D>; 3] {
        self.upright().map(|axis| match axis {
            Some(axis) => self.look(if axis.dot(self.point) > 0.0 { -axis } else { axis }),
            None => Look { height: f64::INFINITY, ..Look::NONE },
        })
    }

    /// The radii, together, of balls that touch the deepest points from within.
    fn inner_balls(&self, local: &Local<'_, D>, found: &Found<D>) -> f64 {
        let (Some(a), Some(b)) = (local.pair.a.core.shape(), local.pair.b.core.shape()) else {
            return 0.0;
        };
        let pose = &local.b_in_a;
        let (in_b, normal_b) =
            (pose.transform_back(found.b), pose.rotation().rotate_back(-found.normal));
        a.inner_ball(found.a, found.normal) + b.inner_ball(in_b, normal_b)
    }
}
