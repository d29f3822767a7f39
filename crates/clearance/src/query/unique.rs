//! Whether a closest pair is the only one.

use super::patch::{Feature, Frame};
use crate::accuracy;
use crate::answer::Answer;
use crate::pair::Pair;
use crate::shape::{Convex, Core, View};
use crate::solver::tangents;
use crate::space::Pose;

/// Whether no other pair of points is as close as those of an answer; `None` where that is not known.
///
/// Asks no solver. It looks at the faces, edges and corners of the two shapes that face each other along
/// the answer's normal (those that a tilt by 1e-4 radians shows), and at what they have in common:
///
/// - a corner, or a place on a strictly convex surface, has nothing in common with anything but a point,
///   nor have edges that cross: unique;
/// - a face and a face, a face and an edge or two parallel edges, side by side: not unique if two pairs
///   there are as close as the answer's, up to its bounds and rounding (beside curved shapes, 1e-8 of
///   their size); unique if they lean towards each other and only one is;
/// - not known: of shapes that meet, and of shapes without end where the method that found the answer
///   does not tell ([`Apart::unique`](crate::Apart::unique), which is believed wherever it does).
///
/// ```
/// use clearance::{Pose, distance, is_unique, shape::{Ball, Cuboid}};
/// let (cube, ball) = (Cuboid::new([1.0, 1.0, 1.0])?, Ball::new(1.0)?);
/// let (here, there) = (Pose::IDENTITY, Pose::at([4.0, 0.5, 0.0]));
/// let answer = distance(&cube, &here, &cube, &there)?;
/// assert_eq!(is_unique(&answer, &cube, &here, &cube, &there), Some(false));
/// let answer = distance(&cube, &here, &ball, &there)?;
/// assert_eq!(is_unique(&answer, &cube, &here, &ball, &there), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_unique<const D: usize>(
    answer: &Answer<D>,
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Option<bool> {
    let apart = answer.apart()?;
    if apart.unique.is_some() {
        return apart.unique;
    }
    let (a, b) = (a.view(), b.view());
    if !(a.is_bounded() && b.is_bounded()) {
        return None;
    }
    let frame = Frame {
        origin: apart.point_a.lerp(apart.point_b, 0.5),
        normal: apart.normal,
        tangents: tangents(apart.normal)?,
    };
    let small = accuracy::PATCH_SMALL * (a.reach + b.reach);
    let first = Feature::of(&a, pose_a, (&frame, apart.normal), small);
    let second = Feature::of(&b, pose_b, (&frame, -apart.normal), small);
    let mut common = first.common(&second, small);
    common.thin_out(small);
    if common.len < 2 {
        return Some(true);
    }
    let size = Pair::new(&a, pose_a, &b, pose_b).scale + a.radius + b.radius;
    let rounding = accuracy::CHECK_SLACK * accuracy::ROUNDING * size;
    // On a surface that bends, what a tilt shows lies lower by the square of the tilt.
    let bent = |view: &View<'_, D>| match view.core {
        Core::Point(_) | Core::Segment(..) | Core::Cuboid(_) | Core::Vertices(_) => 0.0,
        _ => accuracy::PATCH_TILT * accuracy::PATCH_TILT * view.reach,
    };
    let same = apart.upper - apart.lower + rounding + bent(&a) + bent(&b);
    let gap = |k: usize| second.height(common.at[k]) - first.height(common.at[k]);
    let least = (0..common.len).map(gap).fold(f64::INFINITY, f64::min);
    // Of faces that lean towards each other, the corner that is closest may lie beyond the other's edge by
    // a hair, and what is left of them is a little further apart.
    match (0..common.len).filter(|k| gap(*k) <= least + same).count() {
        1 => Some(true),
        _ => (least <= apart.upper + same).then_some(false),
    }
}
