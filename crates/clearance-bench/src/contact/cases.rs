//! The workloads, with what is expected of each.

use clearance::Vector;
use clearance::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polytope};
use fastrand::Rng;
use parry3d_f64::math::Pose as PeerPose;
use parry3d_f64::query;
use parry3d_f64::shape::{self as peer, Shape, SupportMap};

use super::Run;
use crate::peers::{self, vec3};
use crate::workloads::{Pool, Scene, between, direction, scattered};

/// How many different shapes of each kind there are.
const SHAPES: usize = 64;

/// How deep along the normal that the pair came closest: a hundredth of the size.
fn shallow(rng: &mut Rng) -> f64 {
    between(rng, -0.02, -0.001)
}

/// Deep enough for another direction to be the shortest way out at times.
fn deep(rng: &mut Rng) -> f64 {
    between(rng, -1.0, -0.2)
}

impl Run<'_> {
    /// Every workload.
    pub fn all(&mut self) {
        let rng = &mut Rng::with_seed(61);
        self.boxes(rng);
        for (count, targets) in [
            (8, [Some(4.0), None]),
            (20, [None; 2]),
            (100, [Some(3.5), Some(4.0)]),
            (1000, [Some(15.0), None]),
        ] {
            self.hulls(count, targets);
        }
        self.curved(rng);
    }

    fn boxes(&mut self, rng: &mut Rng) {
        let boxes = Pool::new(SHAPES, || {
            let half = Vector::from_fn(|_| between(rng, 0.2, 0.9));
            (ok(Cuboid::new(half)), peer::Cuboid::new(vec3(half)))
        });
        for (how, target) in [("shallow", Some(15.0)), ("deep", Some(15.0))] {
            let name = &format!("box-box {how}");
            self.shapes((name, target), rng, &boxes, how);
        }
    }

    fn hulls(&mut self, count: usize, targets: [Option<f64>; 2]) {
        let rng = &mut Rng::with_seed(count as u64);
        let names = ["shallow", "deep"].map(|how| format!("hull{count} {how}"));
        if !names.iter().any(|name| self.wants(name)) {
            return;
        }
        let pool = Pool::new(SHAPES, || {
            let points: Vec<Vector<3>> = (0..count).map(|_| direction(rng)).collect();
            let ours = ok(Polytope::from_points(points.iter().copied()));
            let points: Vec<_> = points.into_iter().map(vec3).collect();
            match peer::ConvexPolyhedron::from_convex_hull(&points) {
                Some(theirs) => (ours, theirs),
                None => unreachable!("points on a sphere have a hull"),
            }
        });
        for ((name, how), target) in names.iter().zip(["shallow", "deep"]).zip(targets) {
            self.shapes((name, target), rng, &pool, how);
        }
    }

    fn curved(&mut self, rng: &mut Rng) {
        let cylinders = Pool::new(SHAPES, || {
            let (half, radius) = (between(rng, 0.2, 0.8), between(rng, 0.2, 0.6));
            let ours = ok(Cylinder::between([0.0, -half, 0.0], [0.0, half, 0.0], radius));
            (ours, peer::Cylinder::new(half, radius))
        });
        let cones = Pool::new(SHAPES, || {
            let (half, radius) = (between(rng, 0.2, 0.8), between(rng, 0.2, 0.6));
            let ours = ok(Cone::between([0.0, -half, 0.0], [0.0, half, 0.0], radius));
            (ours, peer::Cone::new(half, radius))
        });
        let capsules = Pool::new(SHAPES, || {
            let (half, radius) = (between(rng, 0.2, 0.6), between(rng, 0.1, 0.4));
            let ours = ok(Capsule::<3>::new([0.0, -half, 0.0], [0.0, half, 0.0], radius));
            (ours, peer::Capsule::new_y(half, radius))
        });
        let ellipsoids = Pool::new(SHAPES, || {
            let axes = Vector::from_fn(|_| between(rng, 0.3, 1.0));
            (ok(Ellipsoid::<3>::new(axes)), peers::Ellipsoid(vec3(axes)))
        });
        for how in ["shallow", "deep"] {
            self.shapes((&format!("cylinder-cylinder {how}"), Some(8.0)), rng, &cylinders, how);
            self.shapes((&format!("cone-cone {how}"), None), rng, &cones, how);
            self.shapes((&format!("capsule-capsule {how}"), None), rng, &capsules, how);
            let name = &format!("ellipsoid-ellipsoid {how}");
            if self.wants(name) {
                let scene = scene(rng, &ellipsoids, how);
                self.versus((name, Some(8.0)), (&ellipsoids, &ellipsoids), &scene, supports);
            }
        }
    }

    /// A workload of shapes that the peer knows too.
    fn shapes<S: clearance::Convex<3>, P: Shape>(
        &mut self,
        title: (&str, Option<f64>),
        rng: &mut Rng,
        pool: &Pool<S, P>,
        how: &str,
    ) {
        if self.wants(title.0) {
            let scene = scene(rng, pool, how);
            self.versus(title, (pool, pool), &scene, contact);
        }
    }
}

fn scene<S: clearance::Convex<3>, P>(
    rng: &mut Rng,
    pool: &Pool<S, P>,
    how: &str,
) -> Scene<PeerPose, 3> {
    let gap = if how == "shallow" { shallow } else { deep };
    scattered(rng, &pool.ours, &pool.ours, gap)
}

/// Parry's signed distance.
fn contact<A: Shape, B: Shape>(a: &A, pose_a: &PeerPose, b: &B, pose_b: &PeerPose) -> Option<f64> {
    query::contact(pose_a, a, pose_b, b, 0.0).ok()?.map(|contact| contact.dist)
}

/// The same for shapes of the user's own.
fn supports<A: SupportMap, B: SupportMap>(
    a: &A,
    pose_a: &PeerPose,
    b: &B,
    pose_b: &PeerPose,
) -> Option<f64> {
    let b_in_a = pose_a.inv_mul(pose_b);
    query::details::contact_support_map_support_map(&b_in_a, a, b, 0.0).map(|found| found.dist)
}

fn ok<T, E: std::fmt::Display>(shape: Result<T, E>) -> T {
    shape.unwrap_or_else(|error| unreachable!("the workloads make sound shapes: {error}"))
}
