//! Clearance and parry answer the same questions, and agree within parry's accuracy.
//!
//! Every answer of ours passes `check`, which proves its bounds; so where the two disagree, it is
//! parry that is off. That is rare, and stays rare as long as both are asked the same question.
#![allow(missing_docs)]

use clearance::shape::{Ball, Capsule, Cuboid, Polytope, Segment, Triangle};
use clearance::{Convex, Matrix, Pose, Rotation, Vector, check, distance};
use parry3d_f64::math::{Mat3, Pose as PeerPose, Rotation as PeerRotation, Vector as PeerVector};
use parry3d_f64::query;
use parry3d_f64::shape as peer;

/// What parry's distances are good for, as a fraction of the size: near contact they were seen to
/// be off by 9e-6, where our bounds are proved.
const ACCURACY: f64 = 2.5e-6;

type Both = (Box<dyn Convex<3>>, Box<dyn peer::Shape>);

fn vector(rng: &mut fastrand::Rng, size: f64) -> Vector<3> {
    Vector::from_fn(|_| (rng.f64() * 2.0 - 1.0) * size)
}

fn theirs(v: Vector<3>) -> PeerVector {
    PeerVector::new(v[0], v[1], v[2])
}

/// One shape, twice.
fn shape(rng: &mut fastrand::Rng, kind: usize) -> Both {
    let length = 0.2 + rng.f64();
    let corners = [0; 3].map(|_| vector(rng, 1.0));
    match kind {
        0 => (Box::new(Ball::new(length).unwrap()), Box::new(peer::Ball::new(length))),
        1 => {
            let half = Vector::from_fn(|i| length * (1.0 + i as f64));
            (Box::new(Cuboid::new(half).unwrap()), Box::new(peer::Cuboid::new(theirs(half))))
        }
        2 => {
            let ours = Capsule::new(corners[0], corners[1], length * 0.5).unwrap();
            let ends = [theirs(corners[0]), theirs(corners[1])];
            (Box::new(ours), Box::new(peer::Capsule::new(ends[0], ends[1], length * 0.5)))
        }
        3 => {
            let ours = Segment::new(corners[0], corners[1]).unwrap();
            let ends = [theirs(corners[0]), theirs(corners[1])];
            (Box::new(ours), Box::new(peer::Segment::new(ends[0], ends[1])))
        }
        4 => {
            let ends = corners.map(theirs);
            let ours = Triangle::new(corners).unwrap();
            (Box::new(ours), Box::new(peer::Triangle::new(ends[0], ends[1], ends[2])))
        }
        _ => {
            let points: Vec<Vector<3>> = (0..20).map(|_| vector(rng, 1.0)).collect();
            let copies: Vec<PeerVector> = points.iter().map(|p| theirs(*p)).collect();
            let hull = peer::ConvexPolyhedron::from_convex_hull(&copies).unwrap();
            (Box::new(Polytope::from_points(points).unwrap()), Box::new(hull))
        }
    }
}

fn pose(rng: &mut fastrand::Rng) -> (Pose<3>, PeerPose) {
    let axis = vector(rng, 1.0);
    let rotation = Rotation::from_axis_angle(axis, rng.f64() * 6.0).unwrap();
    let translation = vector(rng, 1.5);
    let m: &Matrix<3> = rotation.matrix();
    let columns = [0, 1, 2].map(|j| theirs(m.column(j)));
    let matrix = Mat3::from_cols(columns[0], columns[1], columns[2]);
    let turned = PeerRotation::from_mat3(&matrix).normalize();
    let copy = PeerPose::from_parts(theirs(translation), turned);
    (Pose::new(rotation, translation).unwrap(), copy)
}

#[test]
fn distances_agree_with_parry() {
    let mut rng = fastrand::Rng::with_seed(51);
    let (mut all, mut apart, mut off) = (0, 0, Vec::new());
    for round in 0..600 {
        for kinds in 0..36 {
            let (a, peer_a) = shape(&mut rng, kinds / 6);
            let (b, peer_b) = shape(&mut rng, kinds % 6);
            let ((pose_a, peer_pose_a), (pose_b, peer_pose_b)) = (pose(&mut rng), pose(&mut rng));
            let ours = distance(&a, &pose_a, &b, &pose_b).unwrap();
            check(&ours, &a, &pose_a, &b, &pose_b).unwrap();
            let found = query::distance(&peer_pose_a, &*peer_a, &peer_pose_b, &*peer_b);
            let theirs = found.unwrap().distance;
            let low = ours.lower() - 4.0 * ACCURACY;
            let high = ours.upper() + 4.0 * ACCURACY;
            if !(low..=high).contains(&theirs) {
                off.push((round, kinds, ours.distance(), theirs));
            }
            all += 1;
            apart += usize::from(!ours.intersects());
        }
    }
    assert!((30..=90).contains(&(100 * apart / all)), "{apart} of {all} are apart");
    assert!(off.len() * 1000 <= all, "{} of {all} disagree: {off:?}", off.len());
}
