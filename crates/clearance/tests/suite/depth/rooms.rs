//! Depths against polyhedra without end: corners, wedges, slabs, prisms, half-spaces.

use clearance::shape::{
    Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Halfspaces, Line, Point, Ray, Superquadric,
};
use clearance::{Convex, Depth, Pose, QueryError, Signed, Vector, Workspace, check_depth};

use crate::common::{Rng, Shape, pose, unit};

/// Walls in the world: all x with n·x ≤ o.
type Walls = Vec<(Vector<3>, f64)>;

fn placed(walls: &Walls, pose: &Pose<3>) -> Walls {
    let turned = |(n, o): &(Vector<3>, f64)| {
        let n = pose.rotation().rotate(*n);
        (n, o + n.dot(pose.translation()))
    };
    walls.iter().map(turned).collect()
}

/// How far the room reaches along n, by duality: the least Σ λ o over all n = Σ λ w with λ ≥ 0, of
/// which three walls at most have a part. Infinite if there is none.
fn reach(walls: &Walls, n: Vector<3>) -> f64 {
    let mut least = f64::INFINITY;
    let mut consider = |walls: &[(Vector<3>, f64)], shares: &[f64]| {
        let mut left = n;
        let mut sum = 0.0;
        for ((w, o), share) in walls.iter().zip(shares) {
            left -= *w * *share;
            sum += share * o;
        }
        if left.norm() < 1e-11 && shares.iter().all(|share| *share >= -1e-11) {
            least = least.min(sum);
        }
    };
    for (i, p) in walls.iter().enumerate() {
        consider(&[*p], &[n.dot(p.0)]);
        for (j, q) in walls.iter().enumerate().skip(i + 1) {
            let cross = p.0.cross(q.0);
            let area = cross.norm_squared();
            if area < 1e-20 {
                continue;
            }
            let (x, y) = (n.cross(q.0).dot(cross) / area, p.0.cross(n).dot(cross) / area);
            consider(&[*p, *q], &[x, y]);
            for r in walls.iter().skip(j + 1) {
                let volume = cross.dot(r.0);
                if volume.abs() < 1e-10 {
                    continue;
                }
                let x = n.dot(q.0.cross(r.0)) / volume;
                let y = n.dot(r.0.cross(p.0)) / volume;
                let z = n.dot(cross) / volume;
                consider(&[*p, *q, *r], &[x, y, z]);
            }
        }
    }
    least
}

/// The directions of all edges that walls can have in common.
fn edges(walls: &Walls) -> Vec<Vector<3>> {
    let mut edges = Vec::new();
    for (i, p) in walls.iter().enumerate() {
        for q in &walls[i + 1..] {
            edges.extend(p.0.cross(q.0).normalized());
        }
    }
    edges
}

/// The least way out over all normals that a face of the difference can have; infinite if there is
/// no way out.
fn brute(a: &Walls, b: &Walls) -> f64 {
    let mut least = f64::INFINITY;
    let mut look = |n: Vector<3>| least = least.min(reach(a, n) + reach(b, -n));
    a.iter().for_each(|(n, _)| look(*n));
    b.iter().for_each(|(n, _)| look(-*n));
    let edges_of_b = edges(b);
    for e in edges(a) {
        for n in edges_of_b.iter().filter_map(|f| e.cross(*f).normalized()) {
            look(n);
            look(-n);
        }
    }
    least
}

/// A box that planes cut.
fn solid(rng: &mut Rng) -> Walls {
    let half = Vector::<3>::from_fn(|_| 0.3 + 0.7 * rng.f64());
    let sides = (0..3).flat_map(|i| [(Vector::axis(i), half[i]), (-Vector::axis(i), half[i])]);
    let mut walls: Walls = sides.collect();
    (0..rng.usize(0..3)).for_each(|_| walls.push((unit(rng), 0.3 + 0.5 * rng.f64())));
    walls
}

/// Rooms of every kind: half-space, slab, wedges down to a hair, corners, prisms without ends, and
/// what random walls make.
fn room(rng: &mut Rng) -> Walls {
    let wall = |rng: &mut Rng, n: Vector<3>| (n, 0.1 + 0.9 * rng.f64());
    let first = unit(rng);
    let across = loop {
        let other = unit::<3>(rng);
        if let Some(across) = (other - first * first.dot(other)).normalized() {
            break across;
        }
    };
    let turned = |angle: f64| first * angle.cos() + across * angle.sin();
    match rng.u8(0..6) {
        0 => vec![wall(rng, first)],
        1 => vec![wall(rng, first), wall(rng, -first)],
        2 => {
            // From nearly flat to nearly shut.
            let bend = 10.0_f64.powf(-3.0 * rng.f64());
            let angle = if rng.bool() { bend } else { core::f64::consts::PI - bend };
            vec![wall(rng, first), wall(rng, turned(angle))]
        }
        3 => {
            let turn = core::f64::consts::TAU / 5.0;
            (0..5).map(|k| wall(rng, turned(turn * f64::from(k)))).collect()
        }
        4 => {
            // Three walls all but level with each other: a flat corner.
            let bend = 10.0_f64.powf(-3.0 * rng.f64());
            let mut bent = || {
                let n = (first + unit::<3>(rng) * bend).normalized().unwrap();
                wall(rng, n)
            };
            (0..3).map(|_| bent()).collect()
        }
        _ => (0..rng.usize(2..7))
            .map(|_| {
                let n = unit(rng);
                wall(rng, n)
            })
            .collect(),
    }
}

fn made(walls: &Walls) -> Halfspaces<3> {
    Halfspaces::new(walls.iter().copied()).unwrap()
}

fn judged(
    a: &(impl Convex<3> + ?Sized),
    pose_a: &Pose<3>,
    b: &(impl Convex<3> + ?Sized),
    pose_b: &Pose<3>,
) -> Result<Signed<3>, QueryError> {
    let signed = Workspace::new().signed_distance(a, pose_a, b, pose_b)?;
    if let Signed::Overlap(depth) = &signed
        && let Err(flaw) = check_depth(depth, a, pose_a, b, pose_b)
    {
        panic!("{flaw}\n{depth:?}\n{pose_a:?}\n{pose_b:?}");
    }
    Ok(signed)
}

/// Solids in rooms, and rooms in rooms: as brute force says, to rounding.
#[test]
fn as_brute_force_says() {
    let mut rng = Rng::with_seed(77);
    let (mut compared, mut apart, mut inseparable, mut worst) = (0, 0, 0, 0.0_f64);
    let mut open = 0.0_f64;
    for round in 0..6000 {
        let a = if round % 3 == 0 { room(&mut rng) } else { solid(&mut rng) };
        let b = room(&mut rng);
        let (pose_a, pose_b) = (pose::<3>(&mut rng, 1.0), pose::<3>(&mut rng, 1.0));
        let (a, b, in_a, in_b) = (made(&a), made(&b), placed(&a, &pose_a), placed(&b, &pose_b));
        let truth = brute(&in_a, &in_b);
        let size = 2.0 + a.view().reach + b.view().reach;
        match judged(&a, &pose_a, &b, &pose_b) {
            Ok(Signed::Overlap(depth)) => {
                compared += 1;
                let off = (depth.depth - truth).abs() / size;
                assert!(off <= 1e-11, "round {round}: {truth} {depth:?}\n{in_a:?}\n{in_b:?}");
                worst = worst.max(off);
                let gap = (depth.upper - depth.lower) / size;
                assert!(gap <= 1e-13, "round {round}: {gap:e} {depth:?}\n{in_a:?}\n{in_b:?}");
                open = open.max(gap);
                let shown = depth.point_a - depth.point_b - depth.normal * depth.depth;
                assert!(shown.norm() <= 1e-9 * size, "round {round}: {shown:?} {depth:?}");
            }
            Ok(Signed::Apart(_)) => {
                apart += 1;
                assert!(truth <= 1e-12 * size, "round {round}: {truth}\n{in_a:?}\n{in_b:?}");
            }
            Err(QueryError::Inseparable) => {
                inseparable += 1;
                assert!(truth == f64::INFINITY, "round {round}: {truth}\n{in_a:?}\n{in_b:?}");
            }
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    println!("{compared} compared, {apart} apart, {inseparable} inseparable: {worst:e} {open:e}");
    assert!(compared > 3000 && inseparable > 1000);
}

/// The depth of a pair that overlaps.
fn depth(a: &dyn Convex<3>, b: &dyn Convex<3>, pose_b: &Pose<3>) -> Depth<3> {
    match judged(a, &Pose::IDENTITY, b, pose_b) {
        Ok(Signed::Overlap(depth)) => depth,
        other => panic!("{other:?}"),
    }
}

/// Three walls that hardly bend make a corner so wide that the rays along its edges lead nearly
/// against each other. Cut off at any fixed length, such a corner has a shorter way out through
/// the cut; that way leads along the rays, and the answer was that there is none.
#[test]
fn wide_corners_have_a_way_out() {
    for bend in [0.3, 0.1, 1e-2, 1e-4, 1e-6] {
        let wall = |x: f64, y: f64| (Vector([bend * x, bend * y, 1.0]), 0.0);
        let walls = [wall(1.0, 0.0), wall(-0.5, 0.8), wall(-0.5, -0.8)];
        let room = Halfspaces::<3>::new(walls).unwrap();
        let found = depth(&Point::<3>::new([0.0; 3]).unwrap(), &room, &Pose::at([0.0, 0.0, 1.0]));
        // A point one below the tip: straight to a wall, all of which lean by the bend or a little
        // less; the steepest is closest.
        let truth = 1.0 / (1.0 + bend * bend).sqrt();
        let truth = truth.min(1.0 / (1.0 + bend * bend * (0.25 + 0.64)).sqrt());
        assert!((found.depth - truth).abs() < 1e-15, "{bend}: {truth} {found:?}");
        assert!(found.upper - found.lower < 1e-15, "{bend}: {found:?}");
    }
}

/// With three rays, turning a normal away from one after the other, twice, did not leave it level:
/// along such a normal the room has no end, and `check_depth` said so.
#[test]
fn normals_are_level_for_all_rays() {
    let mut rng = Rng::with_seed(78);
    let mut seen = 0;
    for _ in 0..2000 {
        let walls: Walls = (0..3).map(|_| (unit(&mut rng), 0.2 * rng.f64())).collect();
        let egg = Ellipsoid::new(Vector([0; 3].map(|_| 0.3 + rng.f64()))).unwrap();
        let (room, at) = (made(&walls), pose(&mut rng, 0.3));
        let Signed::Overlap(depth) = judged(&egg, &at, &room, &Pose::IDENTITY).unwrap() else {
            continue;
        };
        seen += 1;
        for ray in room.rays() {
            assert!(-ray.dot(depth.normal) <= 1e-14, "{ray:?} {depth:?}");
        }
    }
    assert!(seen > 1500, "{seen}");
}

/// No translation takes a line out of a corner that it runs into, or a ray that stays there for good.
#[test]
fn what_nothing_parts() {
    let corner: Walls = (0..3).map(|i| (Vector::axis(i), 0.0)).collect();
    let corner = made(&corner);
    let inseparable = |a: &dyn Convex<3>| {
        let found = judged(a, &Pose::at([-1.0, -1.0, -1.0]), &corner, &Pose::IDENTITY);
        matches!(found, Err(QueryError::Inseparable))
    };
    let through = Vector([1.0, 1.0, 1.0]);
    let tilted = Vector([1.0, -1.0, 0.3]);
    assert!(inseparable(&Line::<3>::new(Vector::ZERO, through).unwrap()));
    assert!(inseparable(&Ray::<3>::new(Vector::ZERO, -through).unwrap()));
    assert!(inseparable(&HalfSpace::<3>::new(Vector([1.0, -0.2, 0.1]), 0.5).unwrap()));
    // What leaves it in the end, or on both sides, can be taken out.
    assert!(!inseparable(&Ray::<3>::new(Vector::ZERO, through).unwrap()));
    assert!(!inseparable(&Ray::<3>::new(Vector::ZERO, tilted).unwrap()));
    assert!(!inseparable(&Line::<3>::new(Vector::ZERO, tilted).unwrap()));
    assert!(!inseparable(&HalfSpace::<3>::new(-Vector([1.0, 0.2, 0.1]), 0.5).unwrap()));
}

/// A box that rests in a corner, between two walls, and in a tunnel: worked by hand.
#[test]
fn worked() {
    let cube = Cuboid::new([1.0, 1.0, 1.0]).unwrap();
    let axis = |i: usize| Vector::<3>::axis(i);
    let corner = Halfspaces::<3>::new([(axis(0), 0.0), (axis(1), 0.0), (axis(2), 0.0)]).unwrap();
    let found = depth(&cube, &corner, &Pose::at([0.3, 0.2, 0.6]));
    assert!((found.depth - 1.2).abs() < 1e-15 && found.normal == -axis(1), "{found:?}");
    let slab = Halfspaces::<3>::new([(axis(0), 1.0), (-axis(0), 1.0)]).unwrap();
    let found = depth(&cube, &slab, &Pose::at([0.5, 7.0, -9.0]));
    assert!((found.depth - 1.5).abs() < 1e-15 && found.normal == axis(0), "{found:?}");
    let tunnel = [(axis(0), 2.0), (-axis(0), 2.0), (axis(1), 1.5), (-axis(1), 1.5)];
    let tunnel = Halfspaces::<3>::new(tunnel).unwrap();
    let found = depth(&cube, &tunnel, &Pose::at([0.0, 0.25, 40.0]));
    assert!((found.depth - 2.25).abs() < 1e-14 && found.normal == axis(1), "{found:?}");
}

/// Curved shapes in rooms: the judge, the gap, and no way out that is shorter among many.
#[test]
fn curved_shapes() {
    let mut rng = Rng::with_seed(79);
    let mut seen = 0;
    for round in 0..1500 {
        let size = |rng: &mut Rng| 0.3 + 0.7 * rng.f64();
        let shape: Shape<3> = match round % 4 {
            0 => Box::new(Ellipsoid::new(Vector([0; 3].map(|_| size(&mut rng)))).unwrap()),
            1 => Box::new(Cylinder::new(size(&mut rng), size(&mut rng)).unwrap()),
            2 => Box::new(Cone::new(size(&mut rng), size(&mut rng)).unwrap()),
            _ => {
                let axes = Vector([0; 3].map(|_| size(&mut rng)));
                Box::new(Superquadric::new(axes, Vector([1.5, 3.0, 2.5])).unwrap())
            }
        };
        let walls = room(&mut rng);
        let (pose_a, pose_b) = (pose::<3>(&mut rng, 0.5), pose::<3>(&mut rng, 0.5));
        let b = made(&walls);
        let Signed::Overlap(depth) = judged(&shape, &pose_a, &b, &pose_b).unwrap() else {
            continue;
        };
        seen += 1;
        let total = 2.0 + b.view().reach;
        assert!(depth.upper - depth.lower <= 1e-9 * total, "round {round}: {depth:?}");
        let walls = placed(&walls, &pose_b);
        for _ in 0..40 {
            // Any way out is against a combination of walls.
            let mut n = Vector::ZERO;
            walls.iter().for_each(|(w, _)| n -= *w * rng.f64().powi(4));
            let Some(n) = n.normalized() else { continue };
            let there = reach(&walls, -n);
            let local = pose_a.rotation().rotate_back(n);
            let here = pose_a.transform(shape.support(local)).dot(n);
            assert!(here + there >= depth.lower - 1e-11 * total, "round {round}: {n:?} {depth:?}");
        }
    }
    assert!(seen > 1000, "{seen}");
}
