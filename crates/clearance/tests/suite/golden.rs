//! The same bits everywhere.
//!
//! A fingerprint of ten thousand answers. It must not depend on the processor, on the width of
//! its vectors, or on whether the library may use them at all (run this test without default
//! features to see). It does change when a solver computes in another order: then look at what
//! changed, and write the new value here.

use crate::common::{Case, Rng, Shape, vector};
use clearance::shape::{Capsule, Cuboid, Polytope};
use clearance::{Answer, Pose, Rotation};

const FINGERPRINT: u64 = 0x9cf6_febf_5205_3e61;

/// FNV-1a.
fn mix(hash: u64, bits: u64) -> u64 {
    bits.to_le_bytes()
        .into_iter()
        .fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn fingerprint(hash: u64, answer: &Answer<3>) -> u64 {
    let [a, b] = answer.points();
    let normal = answer.normal().unwrap_or_default();
    let numbers = a.0.into_iter().chain(b.0).chain(normal.0);
    let numbers = numbers.chain([answer.lower(), answer.upper()]);
    // Zero has two signs, which nobody should rely on.
    numbers.fold(hash, |hash, x| mix(hash, (x + 0.0).to_bits()))
}

fn shape(rng: &mut Rng) -> Shape<3> {
    let count = [8, 20, 60, 400][rng.usize(0..4)];
    match rng.u8(0..4) {
        0 => Box::new(Cuboid::new([1.0 + rng.f64(), 0.5, rng.f64() + 0.1]).unwrap()),
        1 => {
            let ends = [vector::<3>(rng, 1.0), vector::<3>(rng, 1.0)];
            Box::new(Capsule::new(ends[0], ends[1], 0.25).unwrap())
        }
        _ => {
            let points = (0..count).map(|_| vector::<3>(rng, 1.0)).collect::<Vec<_>>();
            Box::new(Polytope::from_points(points).unwrap())
        }
    }
}

#[test]
fn ten_thousand_answers_have_the_same_bits() {
    let mut rng = Rng::with_seed(31);
    let shapes: Vec<Shape<3>> = (0..40).map(|_| shape(&mut rng)).collect();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut shapes = shapes.into_iter().map(Some).collect::<Vec<_>>();
    let mut apart = 0;
    for _ in 0..10_000 {
        let (i, j) = (rng.usize(0..20), rng.usize(20..40));
        // Quaternions need no sine, only a root.
        let mut place = || {
            let quaternion = [0; 4].map(|_| rng.f64() - 0.5);
            let translation = [0; 3].map(|_| (rng.f64() - 0.5) * 4.0);
            Pose::new(Rotation::from_quaternion(quaternion).unwrap(), translation).unwrap()
        };
        let (pose_a, pose_b) = (place(), place());
        let (a, b) = (shapes[i].take().unwrap(), shapes[j].take().unwrap());
        let case = Case { name: String::new(), a, pose_a, b, pose_b };
        let answer = case.distance();
        apart += usize::from(!answer.intersects());
        hash = fingerprint(hash, &answer);
        (shapes[i], shapes[j]) = (Some(case.a), Some(case.b));
    }
    assert!((3000..9000).contains(&apart), "{apart} are apart");
    assert_eq!(hash, FINGERPRINT, "the bits of some answer changed: 0x{hash:016x}");
}
