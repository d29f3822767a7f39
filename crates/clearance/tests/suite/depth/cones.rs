//! Depths in cones without end, beside the ways out that such a cone has: the normals of its flank, and
//! what lies between them.

use std::f64::consts::TAU;

use clearance::shape::{Affine, Cone, Ellipsoid, Placed, SecondOrderCone};
use clearance::{Convex, Depth, Matrix, Pose, Signed, Vector, gradient, signed_distance};

use crate::common::{Rng, Shape, pose};

const SLOPE: f64 = 0.6;

/// √(x² + y²) ≤ 0.6 z + e, which has its tip in the origin but for `e`.
fn cone(e: f64) -> SecondOrderCone<3> {
    let b = Matrix::diagonal(Vector([1.0, 1.0, 0.0]));
    SecondOrderCone::new(b, Vector::ZERO, Vector([0.0, 0.0, SLOPE]), e).unwrap()
}

fn body(rng: &mut Rng, round: usize) -> Shape<3> {
    if round.is_multiple_of(2) {
        let axes = Vector([0; 3].map(|_| 0.1 + rng.f64()));
        return Box::new(Ellipsoid::new(axes).unwrap());
    }
    let rows = [0, 1, 2].map(|i| Vector::axis(i) + Vector([0; 3].map(|_| 1.5 * rng.f64() - 0.75)));
    let image = Affine::new(Cone::new(0.5, 0.1 + 0.3 * rng.f64()).unwrap(), Matrix(rows), [0.0; 3]);
    Box::new(image.unwrap())
}

/// The shortest way out of a cone with its tip there among many: no depth is more.
fn among_many(shape: &Shape<3>, here: &Pose<3>, tip: Vector<3>, there: &Pose<3>) -> f64 {
    let steepest = (1.0 / SLOPE).atan();
    let way = |around: f64, tilt: f64| {
        let (sin, cos) = (tilt.sin(), -tilt.cos());
        let n = there.rotation().rotate(Vector([sin * around.cos(), sin * around.sin(), cos]));
        let back = here.rotation().rotate_back(-n);
        n.dot(tip) - n.dot(here.transform(shape.support(back)))
    };
    let mut least = f64::INFINITY;
    for i in 0..600 {
        for j in 0..=20 {
            least = least.min(way(TAU * f64::from(i) / 600.0, steepest * f64::from(j) / 20.0));
        }
    }
    least
}

fn depth(a: (&Shape<3>, &Pose<3>), b: (&Shape<3>, &Pose<3>)) -> Option<Depth<3>> {
    match signed_distance(a.0, a.1, b.0, b.1).unwrap() {
        Signed::Overlap(depth) => Some(depth),
        Signed::Apart(_) => None,
    }
}

/// A cone has no size: what is next to its tip depends on rounding alone. So did its point inside, 1e-15 away
/// from the tip, and what was taken for its furthest points was up to a hundredth outside. The expanding
/// polytope proved depths of 0.1781 and, the other way round, 0.1766.
#[test]
fn tips_in_the_origin() {
    let mut rng = Rng::with_seed(83);
    let (mut seen, mut closed) = (0, 0);
    for round in 0..60 {
        let crumb = [0.0, 9e-16, 1e-12][round % 3];
        let shift = Vector([0.0, 1e-10, -0.2]);
        let room: Shape<3> = Box::new(Placed::new(cone(crumb), Pose::at(shift)).unwrap());
        let shape = body(&mut rng, round);
        let there = pose::<3>(&mut rng, 0.5);
        let tip = there.transform(shift - Vector([0.0, 0.0, crumb / SLOPE]));
        let axis = there.rotation().rotate(Vector([0.0, 0.0, 1.0]));
        let turn = *pose::<3>(&mut rng, 1.0).rotation();
        let here = Pose::new(turn, tip + axis * (0.3 * rng.f64())).unwrap();
        let found = depth((&room, &there), (&shape, &here));
        let swapped = depth((&shape, &here), (&room, &there));
        let (Some(found), Some(swapped)) = (found, swapped) else { continue };
        seen += 1;
        let most = among_many(&shape, &here, tip, &there);
        for found in [&found, &swapped] {
            assert!(found.lower <= most + 1e-12, "round {round}: {most} is enough\n{found:?}");
            assert!(found.upper >= most - 1e-2, "round {round}: not even {most}\n{found:?}");
            closed += usize::from(found.upper - found.lower <= 1e-10);
        }
        let apart = (found.lower - swapped.upper).max(swapped.lower - found.upper);
        assert!(apart <= 1e-12, "round {round}: by {apart:e}\n{found:?}\n{swapped:?}");
    }
    assert!(seen >= 40 && closed * 10 >= seen * 19, "{seen} overlap, {closed} of two each closed");
}

/// Derivatives ask for closer bounds than depths do. A normal that is laid level with the flank of a cone changes by
/// more than these, and the pair was said to be inseparable.
#[test]
fn derivatives_in_cones() {
    let mut rng = Rng::with_seed(121);
    let mut seen = 0;
    for round in 0..40 {
        let room: Shape<3> = Box::new(Placed::new(cone(0.0), Pose::IDENTITY).unwrap());
        let shape = body(&mut rng, round);
        let there = pose::<3>(&mut rng, 0.5);
        let axis = there.rotation().rotate(Vector([0.0, 0.0, 1.0]));
        let turn = *pose::<3>(&mut rng, 1.0).rotation();
        let at = there.transform(Vector::ZERO) + axis * (0.2 + 0.5 * rng.f64());
        let here = Pose::new(turn, at).unwrap();
        let Some(depth) = depth((&room, &there), (&shape, &here)) else { continue };
        let found = gradient(&room, &there, &shape, &here);
        let found = found.unwrap_or_else(|error| panic!("round {round}: {error} beside {depth:?}"));
        assert!((found.signed.distance() + depth.depth).abs() < 1e-9, "round {round}");
        // As close as depths have to be; half of them were said not to be, beside bounds 1e-12 apart.
        let [of_depth, of_gradient] = [&Signed::Overlap(depth), &found.signed];
        assert!(of_gradient.is_global() || !of_depth.is_global(), "round {round}: {found:?}");
        seen += 1;
    }
    assert!(seen >= 30, "{seen} overlap");
}
