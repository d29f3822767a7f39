//! The workloads, with what is expected of each.

use std::hint::black_box;
use std::ops::Range;

use clearance::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polygon, Polytope, Triangle,
};
use clearance::{Convex, Vector};
use fastrand::Rng;
use parry2d_f64::shape as shape2;
use parry3d_f64::shape::{self as shape3, SupportMap};

use super::Run;
use super::duel::{Duel, Title};
use crate::measure::{Contestant, interleave};
use crate::peers::{self, PeerPose, Verdict, WarmGjk, vec2, vec3};
use crate::table::Row;
use crate::workloads::{self, Pool, between, direction};

/// Random hulls: the number of vertices, and the targets apart, at a small gap, and tracked.
const HULLS: [(usize, [Option<f64>; 3]); 7] = [
    (8, [Some(4.0), None, Some(4.5)]),
    (20, [Some(3.5), None, None]),
    (50, [None; 3]),
    (100, [Some(4.6), Some(4.2), Some(10.0)]),
    (300, [Some(10.0), None, None]),
    (1000, [Some(25.0), Some(20.0), Some(50.0)]),
    (2000, [Some(38.0), None, None]),
];

/// How many different shapes of each kind there are.
const SHAPES: usize = 64;

/// A gap from a tenth of the size to all of it.
fn roomy(rng: &mut Rng) -> f64 {
    between(rng, 0.1, 1.0)
}

impl Run<'_> {
    /// Every workload.
    pub fn all(&mut self) {
        for (count, targets) in HULLS {
            self.hulls(count, targets);
        }
        self.boxes_and_balls();
        self.curved();
        self.triangles();
        self.polygons();
        self.construction();
    }

    fn hulls(&mut self, count: usize, targets: [Option<f64>; 3]) {
        let names = ["apart", "gap 1e-3", "tracked"].map(|how| format!("hull{count} {how}"));
        if !names.iter().any(|name| self.wants(name)) {
            return;
        }
        let mut rng = Rng::with_seed(count as u64);
        let pool = hulls(&mut rng, count);
        let [apart, near, tracked] = &names;
        let against = "closest_points";
        let title = Title { name: apart, against, target: targets[0] };
        self.versus(title, (&pool, &pool), roomy, peers::closest3);
        let title = Title { name: near, against, target: targets[1] };
        self.versus(title, (&pool, &pool), |_| 1e-3, peers::closest3);
        if self.wants(tracked) {
            let title = Title { name: tracked, against: "warm GJK", target: targets[2] };
            let scene = &workloads::tracked(&mut rng, &pool.ours, &pool.ours);
            let duel = Duel { a: &pool, b: &pool, scene };
            self.push(duel.followed(title, self.budget, WarmGjk::closest));
        }
    }

    fn boxes_and_balls(&mut self) {
        let mut rng = Rng::with_seed(31);
        let boxes = &Pool::new(SHAPES, || {
            let half = Vector::from_fn(|_| between(&mut rng, 0.2, 0.9));
            (ok(Cuboid::new(half)), shape3::Cuboid::new(vec3(half)))
        });
        let balls = &Pool::new(SHAPES, || {
            let radius = between(&mut rng, 0.3, 1.0);
            (ok(Ball::<3>::new(radius)), shape3::Ball::new(radius))
        });
        let title = |name, target| Title { name, against: "closest_points", target: Some(target) };
        self.versus(title("box-box", 4.0), (boxes, boxes), roomy, peers::closest3);
        let title = |name, target| Title { name, against: "distance", target: Some(target) };
        self.versus(title("ball-ball", 1.5), (balls, balls), roomy, peers::distance3);
        self.versus(title("ball-box", 1.8), (balls, boxes), roomy, peers::distance3);
        let cylinders = &cylinders(&mut rng);
        self.versus(title("ball-cylinder", 2.0), (balls, cylinders), roomy, peers::distance3);
        let capsules = &Pool::new(SHAPES, || {
            let (half, radius) = (between(&mut rng, 0.2, 0.6), between(&mut rng, 0.1, 0.4));
            let ours = ok(Capsule::<3>::new([0.0, -half, 0.0], [0.0, half, 0.0], radius));
            (ours, shape3::Capsule::new_y(half, radius))
        });
        self.versus(title("capsule-capsule", 60.0), (capsules, capsules), roomy, peers::distance3);
    }

    /// Curved shapes: apart, at a small gap, and followed.
    fn curved(&mut self) {
        let mut rng = Rng::with_seed(32);
        let cylinders = &cylinders(&mut rng);
        let cones = &Pool::new(SHAPES, || {
            let (half, radius) = (between(&mut rng, 0.2, 0.8), between(&mut rng, 0.2, 0.6));
            let ours = ok(Cone::between([0.0, -half, 0.0], [0.0, half, 0.0], radius));
            (ours, shape3::Cone::new(half, radius))
        });
        let ellipsoids = &Pool::new(SHAPES, || {
            let axes = Vector::from_fn(|_| between(&mut rng, 0.3, 1.0));
            (ok(Ellipsoid::<3>::new(axes)), peers::Ellipsoid(vec3(axes)))
        });
        let balls = &Pool::new(SHAPES, || {
            let radius = between(&mut rng, 0.3, 1.0);
            (ok(Ball::<3>::new(radius)), shape3::Ball::new(radius))
        });
        let (closest, own) = ("closest_points", "its GJK");
        let kind = ("cylinder-cylinder", closest, [2.5, 2.5, 8.0]);
        self.rounds(kind, (cylinders, cylinders), peers::closest3);
        self.rounds(("cone-cone", closest, [2.5, 2.5, 8.0]), (cones, cones), peers::closest3);
        let kind = ("ellipsoid-ellipsoid", own, [5.0, 5.0, 8.0]);
        self.rounds(kind, (ellipsoids, ellipsoids), peers::supports3);
        let kind = ("ball-ellipsoid", own, [5.0, 5.0, 8.0]);
        self.rounds(kind, (balls, ellipsoids), peers::supports3);
    }

    /// Pairs of one kind: apart, at a small gap, and followed, with a target for each.
    fn rounds<A: Convex<3>, PA: SupportMap, B: Convex<3>, PB: SupportMap, V: Verdict>(
        &mut self,
        (name, against, targets): (&str, &'static str, [f64; 3]),
        (a, b): (&Pool<A, PA>, &Pool<B, PB>),
        peer: impl Fn(&PA, &parry3d_f64::math::Pose, &PB, &parry3d_f64::math::Pose) -> V,
    ) {
        let names = [name.to_string(), format!("{name} gap 1e-3"), format!("{name} tracked")];
        let title = |k: usize| Title { name: &names[k], against, target: Some(targets[k]) };
        self.versus(title(0), (a, b), roomy, &peer);
        self.versus(title(1), (a, b), |_| 1e-3, &peer);
        if self.wants(&names[2]) {
            let title = Title { against: "warm GJK", ..title(2) };
            let scene = &workloads::tracked(&mut Rng::with_seed(33), &a.ours, &b.ours);
            self.push(Duel { a, b, scene }.followed(title, self.budget, WarmGjk::closest));
        }
    }

    fn triangles(&mut self) {
        let mut rng = Rng::with_seed(3);
        let pool = &Pool::new(SHAPES, || {
            let corners = on_circle(&mut rng, 3, 3);
            let peer = [0, 1, 2].map(|i| vec2(corners[i]));
            let ours = ok(Triangle::<2>::new([corners[0], corners[1], corners[2]]));
            (ours, shape2::Triangle::new(peer[0], peer[1], peer[2]))
        });
        let target = Some(4.0);
        let title = Title { name: "2D triangles", against: "closest_points", target };
        self.versus(title, (pool, pool), roomy, peers::closest2);
    }

    fn polygons(&mut self) {
        let wanted = [(8, 8, "2D octagons", Some(2.8)), (3, 8, "2D polygons of 3-8", None)];
        for (fewest, most, name, target) in wanted {
            let mut rng = Rng::with_seed(most as u64);
            let pool = &Pool::new(SHAPES, || {
                let corners = on_circle(&mut rng, fewest, most);
                let peer = corners.iter().map(|&p| vec2(p)).collect();
                let peer = some(shape2::ConvexPolygon::from_convex_polyline_unmodified(peer));
                (ok(Polygon::new(corners)), peer)
            });
            let title = Title { name, against: "closest_points", target };
            self.versus(title, (pool, pool), roomy, peers::closest2);
        }
    }

    /// Building a polytope from points on a sphere.
    fn construction(&mut self) {
        let name = "build hull1000";
        if !self.wants(name) {
            return;
        }
        let mut rng = Rng::with_seed(7);
        let clouds: Vec<Vec<Vector<3>>> =
            (0..40).map(|_| (0..1000).map(|_| direction(&mut rng)).collect()).collect();
        let peers: Vec<Vec<_>> =
            clouds.iter().map(|cloud| cloud.iter().map(|&p| vec3(p)).collect()).collect();
        let mut contestants: [Contestant<'_>; 2] = [
            Box::new(|range: Range<usize>| {
                for cloud in &clouds[range] {
                    black_box(&Polytope::from_points(black_box(cloud).iter().copied()));
                }
            }),
            Box::new(|range: Range<usize>| {
                for cloud in &peers[range] {
                    black_box(&shape3::ConvexPolyhedron::from_convex_hull(black_box(cloud)));
                }
            }),
        ];
        let times = interleave(clouds.len(), 1, self.budget, &mut contestants);
        self.push(Row {
            name: name.to_string(),
            ours: times[0],
            peer: times[1],
            against: "from_convex_hull",
            target: Some(1.0),
            dynamic: None,
            disagreements: 0,
            disproved: 0,
            refused: 0,
            queries: clouds.len(),
        });
    }

    /// Cold queries on pairs with such gaps.
    fn versus<A: Convex<D>, PA, B: Convex<D>, PB, P: PeerPose<D>, V: Verdict, const D: usize>(
        &mut self,
        title: Title<'_>,
        (a, b): (&Pool<A, PA>, &Pool<B, PB>),
        gap: impl FnMut(&mut Rng) -> f64,
        peer: impl Fn(&PA, &P, &PB, &P) -> V,
    ) {
        if self.wants(title.name) {
            let mut rng = Rng::with_seed(1);
            let scene = &workloads::scattered(&mut rng, &a.ours, &b.ours, gap);
            self.push(Duel { a, b, scene }.cold(title, self.budget, peer));
        }
    }
}

/// Hulls of points on the unit sphere. The larger ones are fewer: a program that works with such
/// hulls has few of them too.
fn hulls(rng: &mut Rng, count: usize) -> Pool<Polytope<3>, shape3::ConvexPolyhedron> {
    let shapes = if count > 100 { SHAPES / 4 } else { SHAPES };
    Pool::new(shapes, || {
        let points: Vec<Vector<3>> = (0..count).map(|_| direction(rng)).collect();
        let peer: Vec<_> = points.iter().map(|&p| vec3(p)).collect();
        (ok(Polytope::from_points(points)), some(shape3::ConvexPolyhedron::from_convex_hull(&peer)))
    })
}

/// Cylinders along the peer's axis, so that both have the same poses.
fn cylinders(rng: &mut Rng) -> Pool<impl Convex<3> + use<>, shape3::Cylinder> {
    Pool::new(SHAPES, || {
        let (half, radius) = (between(rng, 0.2, 0.8), between(rng, 0.2, 0.6));
        let ours = ok(Cylinder::between([0.0, -half, 0.0], [0.0, half, 0.0], radius));
        (ours, shape3::Cylinder::new(half, radius))
    })
}

/// The corners of a polygon inscribed in the unit circle, anticlockwise.
fn on_circle(rng: &mut Rng, fewest: usize, most: usize) -> Vec<Vector<2>> {
    let count = rng.usize(fewest..=most);
    let mut angles: Vec<f64> = (0..count).map(|_| std::f64::consts::TAU * rng.f64()).collect();
    angles.sort_by(f64::total_cmp);
    angles.iter().map(|angle| Vector([angle.cos(), angle.sin()])).collect()
}

/// The workloads make valid shapes: anything else is a mistake of theirs.
fn ok<T, E: std::fmt::Debug>(made: Result<T, E>) -> T {
    made.expect("a valid shape")
}

fn some<T>(made: Option<T>) -> T {
    made.expect("a valid shape of the peer's")
}
