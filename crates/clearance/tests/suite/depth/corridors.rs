//! Depths in sets without end that several surfaces bound: pipes, bowls, slabs and cones, cut off by planes and by
//! each other.

use crate::common::{Rng, pose, rotation, unit};
use clearance::shape::{
    Ball, Capsule, Cuboid, Cylinder, HalfSpace, Intersection, Polytope, Quadric, SecondOrderCone,
};
use clearance::{Convex, Flaw, Matrix, Pose, Vector, check_depth, penetration};

type Shape = Box<dyn Convex<3>>;

/// A pipe, a slab, a bowl or a gutter along or around the z axis.
fn quadric(rng: &mut Rng) -> Shape {
    let bent = [1.0, if rng.bool() { 0.5 + rng.f64() } else { 0.0 }, 0.0];
    let b = if rng.bool() { [0.0, 0.0, -0.3] } else { [0.0; 3] };
    Box::new(Quadric::new(Matrix::diagonal(Vector(bent)), b, -0.8).unwrap())
}

fn cone(rng: &mut Rng) -> Shape {
    let slopes = Vector([0.5 + rng.f64(), 0.5 + rng.f64(), 0.0]);
    let e = if rng.bool() { 0.0 } else { 0.5 };
    Box::new(SecondOrderCone::new(Matrix::diagonal(slopes), [0.0; 3], [0.0, 0.0, 0.7], e).unwrap())
}

/// One of them and one or two others. Some of these are the same surface once more.
fn corridor(rng: &mut Rng) -> Intersection<3> {
    let mut parts = vec![if rng.u8(..3) == 0 { cone(rng) } else { quadric(rng) }];
    for _ in 0..rng.usize(1..3) {
        parts.push(match rng.u8(..4) {
            0 => quadric(rng),
            _ => Box::new(HalfSpace::new(unit::<3>(rng), 0.3 + rng.f64()).unwrap()),
        });
    }
    Intersection::new(parts).unwrap()
}

fn inside(rng: &mut Rng) -> Shape {
    let mut size = || 0.2 + rng.f64();
    let sizes = [size(), size(), size()];
    match rng.u8(..5) {
        0 => Box::new(Ball::new(sizes[0]).unwrap()),
        1 => Box::new(Cuboid::new(sizes).unwrap()),
        2 => {
            let half = unit::<3>(rng) * 0.5;
            Box::new(Capsule::new(-half, half, 0.2).unwrap())
        }
        3 => Box::new(Polytope::from_points((0..12).map(|_| unit::<3>(rng))).unwrap()),
        _ => Box::new(Cylinder::new(sizes[0], sizes[1]).unwrap()),
    }
}

/// How far such a set reaches along a normal was seen from far away, where the last bit of the normal decides whether it
/// has an end at all: the judge refused one right depth in three, by 1e-12 to 1e-2. Now surfaces prove it.
#[test]
fn surfaces_prove_depths_in_sets_without_end() {
    let mut rng = Rng::with_seed(123);
    let rng = &mut rng;
    let (mut deep, mut wide) = (0, 0);
    while deep < 400 {
        let (a, b) = (corridor(rng), inside(rng));
        let here = pose::<3>(rng, 1.0);
        let away = unit::<3>(rng) * rng.f64();
        let there = Pose::new(rotation::<3>(rng), here.translation() + away).unwrap();
        let Some(depth) = penetration(&a, &here, &*b, &there).unwrap() else { continue };
        check_depth(&depth, &a, &here, &*b, &there).unwrap();
        deep += 1;
        // The other way round the same surfaces prove the same.
        let back = penetration(&*b, &there, &a, &here).unwrap().unwrap();
        check_depth(&back, &*b, &there, &a, &here).unwrap();
        let slack = 1e-12 * (1.0 + depth.depth);
        assert!(depth.lower <= back.upper + slack && back.lower <= depth.upper + slack);
        if depth.upper - depth.lower > 1e-6 {
            // Most of what lies between such bounds is not to be told from the depth.
            wide += 1;
            continue;
        }
        // A depth that is less than it should be is refused, and one that is more.
        for (by, flaw) in [(-1e-3, "Depth"), (1e-3, "Shorter")] {
            let mut wrong = depth;
            (wrong.lower, wrong.upper) = (depth.lower + by, depth.upper + by);
            wrong.depth = wrong.upper;
            if wrong.lower < 0.0 {
                continue;
            }
            let verdict = check_depth(&wrong, &a, &here, &*b, &there);
            match (verdict, flaw) {
                (Err(Flaw::Depth(_)), "Depth") => {}
                (Err(Flaw::Shorter(_) | Flaw::Upper(_)), "Shorter") => {}
                (verdict, _) => panic!("{verdict:?} where {flaw} was wanted: {wrong:?}"),
            }
        }
    }
    assert!(wide <= 4, "{wide}");
}
