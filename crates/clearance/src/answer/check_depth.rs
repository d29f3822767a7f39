//! The judge of depths: whether one is right, found out without any solver.

use super::check::Judge;
use super::evidence::MOST;
use super::{Depth, Flaw};
use crate::accuracy;
use crate::pair::{Pair, core_pose};
use crate::shape::{Convex, Core, View};
use crate::space::{Pose, Vector};

/// Checks a depth against the shapes and poses that it is about. Calls no solver.
///
/// - The two points belong to their shapes, as the evidence or the shapes' own formulas say.
/// - Moving B by `upper` along the normal parts the shapes: their support points say so. That
///   proves the upper bound.
/// - The two points are no closer to each other than the lower bound, up to the gap.
/// - None of a hundred directions all around (in 2D: sixteen), of the directions that the evidence
///   names, and of the line between the points, parts the shapes on a way shorter than the lower
///   bound. That can refute a lower bound and cannot prove it: a proof would have
///   to look everywhere, which is what the solver does.
///
/// ```
/// use clearance::{Pose, check_depth, penetration, shape::Cuboid};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let (here, there) = (Pose::IDENTITY, Pose::at([1.5, 1.0, 0.0]));
/// let depth = penetration(&cube, &here, &cube, &there)?.expect("they overlap");
/// check_depth(&depth, &cube, &here, &cube, &there)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_depth<const D: usize>(
    depth: &Depth<D>,
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<(), Flaw> {
    let (a, b) = (a.view(), b.view());
    let (core_a, core_b) = (core_pose(&a, pose_a), core_pose(&b, pose_b));
    let pose_a = core_a.as_ref().unwrap_or(pose_a);
    let pose_b = core_b.as_ref().unwrap_or(pose_b);
    let pair = Pair::new(&a, pose_a, &b, pose_b);
    verdict(&Judge::new(&pair, [depth.point_a, depth.point_b]), depth)
}

/// How far B must be moved along the normal as the evidence proves it: for solvers, which are not to claim
/// what is refused.
pub(crate) fn way_out_judged<const D: usize>(depth: &Depth<D>, pair: &Pair<'_, D>) -> f64 {
    let points = [depth.point_a, depth.point_b];
    -Judge::new(pair, points).slab(depth.normal, points, &depth.evidence)
}

/// Whether the judge would let this pass: for solvers that put together what others proved.
pub(crate) fn is_shown<const D: usize>(depth: &Depth<D>, pair: &Pair<'_, D>) -> bool {
    verdict(&Judge::new(pair, [depth.point_a, depth.point_b]), depth).is_ok()
}

fn verdict<const D: usize>(judge: &Judge<'_, D>, depth: &Depth<D>) -> Result<(), Flaw> {
    let points = [depth.point_a, depth.point_b];
    let numbers = [depth.depth, depth.lower, depth.upper];
    let vectors = [depth.point_a, depth.point_b, depth.normal];
    if !(numbers.into_iter().all(f64::is_finite) && vectors.into_iter().all(Vector::is_finite)) {
        return Err(Flaw::NotFinite);
    }
    if (depth.normal.norm() - 1.0).abs() > accuracy::CHECK_SLACK * accuracy::ROUNDING {
        return Err(Flaw::Normal);
    }
    if !(0.0 <= depth.lower && depth.lower <= depth.upper && depth.depth == depth.upper) {
        return Err(Flaw::Order);
    }
    let (radius_a, radius_b) = (judge.pair.a.radius, judge.pair.b.radius);
    let inwards = [[depth.normal * radius_a; 2], [depth.normal * -radius_b; 2]];
    judge.both_belong(points, inwards, &depth.evidence)?;
    let missing = -judge.slab(depth.normal, points, &depth.evidence) - depth.upper;
    if missing > judge.tolerance {
        return Err(Flaw::Depth(missing));
    }
    let between = depth.point_a - depth.point_b;
    // The normal of curved shapes is less certain than the depth: they may differ by the gap.
    let short = depth.lower - between.norm() - (depth.upper - depth.lower);
    if short > judge.tolerance {
        return Err(Flaw::Upper(short));
    }
    let mut shortest = f64::INFINITY;
    // Where the evidence names surfaces, these know how far a set without end reaches along the normal;
    // seen from far away its furthest point may be short.
    for direction in [depth.normal, between] {
        if let Some(n) = direction.normalized() {
            shortest = shortest.min(-judge.slab(n, points, &depth.evidence) + turn_off(judge, n));
        }
    }
    let mut look = |direction: Vector<D>| {
        if let Some(n) = direction.normalized() {
            let out = -judge.width(n) + turn_off(judge, n);
            let refutes = out < depth.lower - judge.tolerance;
            shortest = shortest.min(if refutes { out + doubt(judge, n) } else { out });
        }
    };
    for k in 0..depth.evidence.len.min(MOST) {
        look(judge.pair.pose_a.rotation().rotate(depth.evidence.direction(k)));
    }
    all_around(&mut look);
    let by = depth.lower - shortest;
    // What is measured may be short itself.
    if by > judge.tolerance + judge.pair.short() { Err(Flaw::Shorter(by)) } else { Ok(()) }
}

/// What a direction that leads along a ray by rounding is longer by as a way out, since it must be turned.
fn turn_off<const D: usize>(judge: &Judge<'_, D>, n: Vector<D>) -> f64 {
    judge.slope(n) * judge.pair.scale
}

/// How far off the furthest points of sets without end may be by rounding: along a direction that leads along a ray by
/// a hair they are far away, and have coordinates as large.
fn doubt<const D: usize>(judge: &Judge<'_, D>, n: Vector<D>) -> f64 {
    let of = |view: &View<'_, D>, outward: Vector<D>| match view.core {
        Core::Implicit(shape) if !shape.is_bounded() => shape.support(outward).max_abs(),
        _ => 0.0,
    };
    let far_a = of(judge.pair.a, judge.pair.pose_a.rotation().rotate_back(n));
    let far_b = of(judge.pair.b, judge.pair.pose_b.rotation().rotate_back(-n));
    accuracy::CHECK_SLACK * accuracy::ROUNDING * far_a.max(far_b)
}

/// The directions to the points of a lattice on the surface of a cube.
fn all_around<const D: usize>(look: &mut impl FnMut(Vector<D>)) {
    let most = accuracy::CHECK_DIRECTIONS;
    let side = (2 * most + 1) as usize;
    for k in 0..side.pow(D as u32) {
        let mut rest = k;
        let direction = Vector::<D>::from_fn(|_| {
            let place = (rest % side) as i32 - most;
            rest /= side;
            f64::from(place)
        });
        if direction.max_abs() == f64::from(most) {
            look(direction);
        }
    }
}
