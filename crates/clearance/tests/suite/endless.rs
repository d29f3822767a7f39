//! Curved sets without end: what is claimed about them is what `check` finds, and depths do not jump
//! where the other shape begins to touch them.

use clearance::shape::{
    Affine, Ball, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Halfspaces, Intersection, Line,
    Placed, Quadric, Ray, Rounded, SecondOrderCone, Triangle,
};
use clearance::{
    Answer, Convex, Flaw, Matrix, Pose, Rotation, Signed, Vector, Workspace, check, check_depth,
    contains, distance,
};
use fastrand::Rng;

type Shape = Box<dyn Convex<3>>;

fn vector(rng: &mut Rng) -> Vector<3> {
    Vector::from_fn(|_| rng.f64() * 2.0 - 1.0)
}

fn unit(rng: &mut Rng) -> Vector<3> {
    loop {
        let v = vector(rng);
        if v.norm() > 0.1 {
            return v / v.norm();
        }
    }
}

fn pose(rng: &mut Rng, far: f64) -> Pose<3> {
    let turn = Rotation::from_axis_angle(unit(rng), 3.0 * rng.f64()).unwrap();
    Pose::new(turn, unit(rng) * far).unwrap()
}

/// A slab, a cylinder or a paraboloid along any axes.
fn quadric(rng: &mut Rng) -> Option<Quadric<3>> {
    let mut q = Matrix([Vector::ZERO; 3]);
    for _ in 0..rng.usize(1..3) {
        let v = unit(rng) * (0.3 + rng.f64());
        for i in 0..3 {
            q[i] += v * v[i];
        }
    }
    // Without this the axis of a cylinder has a part in b.
    let b = if rng.bool() { vector(rng) } else { Vector::ZERO };
    Quadric::new(q, b, -rng.f64()).ok().filter(|quadric| !quadric.is_ellipsoid())
}

/// A normal that leads along the axis of a paraboloid by rounding leads out of it nowhere: one lower
/// bound in forty was refused, since nobody knew the lines of quadrics, or how far they reach.
#[test]
fn quadrics_without_end_bear_their_normals() {
    let rng = &mut Rng::with_seed(86);
    let mut apart = 0;
    while apart < 1500 {
        let Some(a) = quadric(rng) else { continue };
        let other = quadric(rng);
        let b: Shape = match (rng.u8(..4), other) {
            (0, Some(quadric)) => Box::new(quadric),
            (1, _) => Box::new(Line::new(vector(rng), unit(rng)).unwrap()),
            (2, _) => Box::new(Ray::new(vector(rng), unit(rng)).unwrap()),
            _ => Box::new(Ball::<3>::new(0.2 + rng.f64()).unwrap()),
        };
        let (here, there) = (pose(rng, 1.0), pose(rng, 5.0));
        let answer = distance(&a, &here, &*b, &there).unwrap();
        check(&answer, &a, &here, &*b, &there).unwrap();
        apart += usize::from(!answer.intersects());
    }
}

/// Beside the tip of a cone that planes cut off, tangents turn at once: who saw the points one unit in the last
/// place away saw a narrower slab, and one lower bound in two hundred was refused.
#[test]
fn bounds_beside_tips_are_seen_by_others() {
    let rng = &mut Rng::with_seed(87);
    let (mut apart, mut closed) = (0, 0);
    while apart < 2500 {
        let rows = [unit(rng), unit(rng), Vector::ZERO].map(|row| row * (0.2 + rng.f64()));
        let (c, apex) = (unit(rng) * (0.2 + 1.8 * rng.f64()), vector(rng) * 0.5);
        let b = Matrix(rows);
        let Ok(cone) = SecondOrderCone::new(b, -(b * apex), c, -c.dot(apex)) else { continue };
        let mut parts: Vec<Shape> = vec![Box::new(cone)];
        for _ in 0..rng.usize(1..3) {
            parts.push(Box::new(HalfSpace::new(unit(rng), 0.1 + 0.9 * rng.f64()).unwrap()));
        }
        if rng.bool() {
            parts.push(Box::new(Ball::<3>::new(1.5).unwrap()));
        }
        let Ok(a) = Intersection::new(parts) else { continue };
        let half = [0; 3].map(|_| 0.3 + 0.7 * rng.f64());
        let body = Cuboid::new(half).unwrap();
        let (here, there) = (pose(rng, 1.0), pose(rng, 4.0));
        let answer = distance(&a, &here, &body, &there).unwrap();
        let judged = check(&answer, &a, &here, &body, &there);
        assert!(!matches!(judged, Err(Flaw::Lower(_))), "{judged:?} {answer:?}");
        apart += usize::from(!answer.intersects());
        closed += usize::from(!answer.intersects() && answer.upper() - answer.lower() < 1e-8);
    }
    assert!(closed * 100 > apart * 90, "{closed} of {apart} closed");
}

/// Into contact by steps of 1e-7: the polytope with far ends stopped at the gap, 1e-10 of the size, and the
/// depth began with as much.
#[test]
fn depths_in_lines_and_rays_begin_with_nothing() {
    let rng = &mut Rng::with_seed(88);
    let mut workspace = Workspace::new();
    let mut entered = 0;
    while entered < 400 {
        let a: Shape = match rng.u8(..2) {
            0 => Box::new(Line::new(Vector::ZERO, unit(rng)).unwrap()),
            _ => Box::new(Ray::new(Vector::ZERO, unit(rng)).unwrap()),
        };
        let b: Shape = match rng.u8(..2) {
            0 => Box::new(Cylinder::new(0.3 + rng.f64(), 0.3 + rng.f64()).unwrap()),
            _ => Box::new(Cone::new(0.3 + rng.f64(), 0.3 + rng.f64()).unwrap()),
        };
        let far = pose(rng, 6.0);
        let here = Pose::IDENTITY;
        let answer = distance(&*a, &here, &*b, &far).unwrap();
        let Some(normal) = answer.normal() else { continue };
        let mut last: Option<f64> = None;
        for k in -2..3 {
            let step = 6e-7;
            let place = far.translation() - normal * (answer.distance() + f64::from(k) * step);
            let there = Pose::new(*far.rotation(), place).unwrap();
            let signed = workspace.signed_distance(&*a, &here, &*b, &there).unwrap();
            if let Signed::Overlap(depth) = &signed {
                check_depth(depth, &*a, &here, &*b, &there).unwrap();
            }
            let value = signed.distance();
            let jump = last.map_or(0.0, |last| (value - last).abs() - step);
            assert!(jump <= 6e-14, "{jump:e} at {k}: {signed:?}");
            last = Some(value);
        }
        entered += 1;
    }
}

/// Rooms without end and bowls without end: the interior point method did not know rooms of several
/// facets, and what was asked instead were furthest points that neither of the two has. Most such pairs were
/// refused, others called apart that overlap for ever.
#[test]
fn rooms_beside_bowls_and_cones() {
    let rng = &mut Rng::with_seed(5);
    let (mut pairs, mut meeting, mut wide) = (0, 0, 0);
    while pairs < 300 {
        let facets = (0..1 + rng.usize(..5)).map(|_| (unit(rng), rng.f64())).collect::<Vec<_>>();
        let Ok(room) = Halfspaces::new(facets) else { continue };
        if room.view().is_bounded() {
            continue;
        }
        pairs += 1;
        let steep = 0.1 + 3.0 * rng.f64();
        let rows = [[steep, 0.0, 0.0], [0.0, steep * (0.2 + rng.f64()), 0.0], [0.0; 3]];
        let bowl = pairs % 2 == 0;
        let other: Shape = if bowl {
            Box::new(Quadric::new(rows, [0.0, 0.0, -0.5], -0.3 * rng.f64()).unwrap())
        } else {
            let tip = [0.0, 0.0, 0.5 * rng.f64()];
            Box::new(SecondOrderCone::new(rows, tip, [0.0, 0.0, 1.0], 0.2).unwrap())
        };
        let (pose_a, pose_b) = (pose(rng, 2.0), pose(rng, 2.0));
        let answer = distance(&room, &pose_a, &other, &pose_b).unwrap();
        check(&answer, &room, &pose_a, &other, &pose_b).unwrap_or_else(|flaw| panic!("{flaw}"));
        let swapped = distance(&other, &pose_b, &room, &pose_a).unwrap();
        check(&swapped, &other, &pose_b, &room, &pose_a).unwrap_or_else(|flaw| panic!("{flaw}"));
        meeting += usize::from(answer.intersects());
        for one in [&answer, &swapped] {
            let gap = one.upper() - one.lower();
            assert!(gap < 1e-8 || !bowl, "{one:?}");
            wide += usize::from(gap > 1e-8);
        }
        let apart = |x: &Answer<3>, y: &Answer<3>| x.lower() > y.upper() + 1e-9;
        assert!(!apart(&answer, &swapped) && !apart(&swapped, &answer), "{answer:?} {swapped:?}");
    }
    // Beside the tip of a cone bounds may stay apart; they say so.
    assert!(meeting > 150 && wide <= 6, "{meeting} {wide}");
}

/// A second-order cone with neither B nor d is the half-space c·x + e ≥ 0. It was refused: the length
/// of Bx + d is zero everywhere, and was divided by.
#[test]
fn a_cone_without_matrix_is_a_half_space() {
    let ball = Ball::new(1.0).unwrap();
    let flat = Matrix([Vector::ZERO; 3]);
    // 2z + 1 ≥ 0, and the same through the origin.
    for (e, height) in [(1.0, -0.5), (0.0, 0.0)] {
        let cone = SecondOrderCone::new(flat, [0.0; 3], [0.0, 0.0, 2.0], e).unwrap();
        let (here, there) = (Pose::IDENTITY, Pose::at([0.3, 0.2, -3.0]));
        let answer = distance(&cone, &here, &ball, &there).unwrap();
        let expected = height + 2.0;
        assert!((answer.distance() - expected).abs() <= 1e-9, "{answer:?}");
        assert!(answer.upper() - answer.lower() <= 1e-8, "{answer:?}");
        check(&answer, &cone, &here, &ball, &there).unwrap();
        let within = distance(&ball, &Pose::at([0.0, 0.0, 5.0]), &cone, &here).unwrap();
        assert!(within.intersects(), "{within:?}");
    }
    let line = SecondOrderCone::new(Matrix([Vector::ZERO; 2]), [0.0; 2], [1.0, 1.0], 0.0).unwrap();
    let (disc, there) = (Ball::<2>::new(1.0).unwrap(), Pose::at([-3.0, -3.0]));
    let answer = distance(&line, &Pose::IDENTITY, &disc, &there).unwrap();
    assert!((answer.distance() - (3.0 * 2.0_f64.sqrt() - 1.0)).abs() <= 1e-9, "{answer:?}");
}

/// z ≥ x² + 2 y².
fn bowl() -> Quadric<3> {
    let q = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.0]];
    Quadric::new(q, [0.0, 0.0, -0.5], 0.0).unwrap()
}

/// A ball in a bowl, and a bar in a pipe: that no translation could part them was the answer to most
/// of these, and bounds as far apart as zero and the size of the bowl to the others. The shortest way
/// out is short, and what lies further away has no say in it.
#[test]
fn depths_in_sets_without_end_have_one_value() {
    let (here, ball) = (Pose::IDENTITY, Ball::new(0.25).unwrap());
    let mut workspace = Workspace::new();
    // From (0, 0, z) it is √(z / 2 − 1 / 16) to the bowl, if z is more than ¼.
    for z in [0.6_f64, 1.0, 2.0, 7.0] {
        let there = Pose::at([0.0, 0.0, z]);
        let depth = workspace.penetration(&bowl(), &here, &ball, &there).unwrap().unwrap();
        let wanted = 0.25 + (0.5 * z - 0.0625).sqrt();
        assert!(depth.lower <= wanted + 1e-12 && wanted <= depth.upper + 1e-12, "{depth:?}");
        assert!(depth.global && depth.upper - depth.lower <= 1e-8, "{depth:?}");
        check_depth(&depth, &bowl(), &here, &ball, &there).unwrap();
    }
    // A pipe along z, of radius 2: a bar of half-length 1 along x, in the middle, leaves sideways.
    let q = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
    let pipe = Quadric::new(q, [0.0; 3], -4.0).unwrap();
    let bar = Cuboid::new([1.0, 0.1, 0.1]).unwrap();
    let depth = workspace.penetration(&pipe, &here, &bar, &here).unwrap().unwrap();
    assert!((depth.depth - 2.1).abs() < 1e-8 && depth.normal[2].abs() < 1e-12, "{depth:?}");
    check_depth(&depth, &pipe, &here, &bar, &here).unwrap();
    // The ice-cream cone √(x² + y²) ≤ z: from (x, 0, z) it is (z − x) / √2.
    let cone = SecondOrderCone::new(q, [0.0; 3], [0.0, 0.0, 1.0], 0.0).unwrap();
    let depth = workspace.penetration(&cone, &here, &ball, &Pose::at([0.5, 0.0, 3.0])).unwrap();
    let depth = depth.unwrap();
    assert!((depth.depth - 0.25 - 2.5 / 2.0_f64.sqrt()).abs() < 1e-8, "{depth:?}");
    // A wall cuts the bowl: neither has an end, and still there is a way out along the wall's normal
    // alone.
    let wall = HalfSpace::new([0.0, 0.0, 1.0], 1.0).unwrap();
    let signed = workspace.signed_distance(&bowl(), &here, &wall, &here).unwrap();
    assert!((signed.distance() + 1.0).abs() < 1e-9, "{signed:?}");
}

/// A support point that is nowhere (zero times infinity) joined the expanding polytope; its faces
/// multiplied until their numbers ran out, and the process ended with an index out of bounds.
#[test]
fn a_triangle_in_a_trough_does_not_end_the_process() {
    let q = [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]];
    let trough = Quadric::new(q, [1.5, -2.0, 0.0], -0.5).unwrap();
    let turn = Matrix([Vector([0.0, 0.0, 1.0]), Vector([0.0, 1.0, 0.0]), Vector([-1.0, 0.0, 0.0])]);
    let turn = Rotation::from_matrix(turn).unwrap();
    let pose_a = Pose::new(turn, [-1.0, -0.5, 0.5]).unwrap();
    let pose_b = Pose::new(turn, [0.5, 0.5, 0.0]).unwrap();
    let corners = [[-0.5, -0.5, 1.0], [-1.5, -1.0, -1.5], [1.5, -1.5, -1.0]];
    let triangle = Triangle::new(corners).unwrap();
    let depth = Workspace::new().penetration(&trough, &pose_a, &triangle, &pose_b).unwrap();
    let depth = depth.unwrap();
    assert!(depth.global && depth.upper - depth.lower <= 1e-8, "{depth:?}");
    check_depth(&depth, &trough, &pose_a, &triangle, &pose_b).unwrap();
}

/// Depths of balls in random quadrics without end beside the shortest way to the surface, by looking
/// along many directions and then more closely.
#[test]
fn depths_in_quadrics_are_the_shortest_way_to_the_surface() {
    let rng = &mut Rng::with_seed(109);
    let ball = Ball::new(0.5).unwrap();
    let (mut asked, mut proved) = (0, 0);
    while asked < 120 {
        let Some(set) = quadric(rng) else { continue };
        let p = vector(rng);
        let surface = set.implicit().unwrap();
        let value = |x: Vector<3>| surface.jet(0, x, 0.0).value;
        if value(p) >= 0.0 {
            continue;
        }
        asked += 1;
        let pose = Pose::at(p);
        let depth = Workspace::new().penetration(&ball, &pose, &set, &Pose::IDENTITY).unwrap();
        let depth = depth.unwrap();
        let exit = |n: Vector<3>| {
            let (at, jet) = (value(p), surface.jet(0, p, 0.0));
            let (slope, bend) = (jet.gradient.dot(n), 0.5 * n.dot(jet.hessian * n));
            let root = (slope * slope - 4.0 * bend * at).sqrt();
            if slope > 0.0 { -2.0 * at / (slope + root) } else { (root - slope) / (2.0 * bend) }
        };
        let mut best = (f64::INFINITY, Vector::ZERO);
        let mut reach = 1.0;
        for round in 0..12_000 {
            let n = if round < 9000 { unit(rng) } else { best.1 + vector(rng) * reach };
            let n = n / n.norm();
            let length = exit(n);
            if length < best.0 {
                best = (length, n);
            } else if round >= 9000 {
                reach *= 0.99;
            }
        }
        // Directions can be missed, and so the way that was found be longer, but never shorter.
        let wanted = best.0 + 0.5;
        assert!(depth.lower <= wanted + 1e-9, "{wanted} {depth:?}");
        assert!(depth.upper <= wanted + 1e-9, "{wanted} {depth:?}");
        proved += usize::from(check_depth(&depth, &ball, &pose, &set, &Pose::IDENTITY).is_ok());
    }
    assert!(proved >= 114, "{proved}");
}

/// Whether a point belongs to a cone of a millionth of a metre was undecided, since the distance was: but
/// the tangent at the point parts them by far.
#[test]
fn tangents_decide_where_distances_do_not() {
    let b = [[0.5396031509837319, -0.5254556321396832], [-0.1680766516477172, 1.1838213539277935]];
    let d = [7.732503478428976e-7, 6.041088311748349e-7];
    let c = [1.0972429529216283, -1.253875511914779];
    let cone = SecondOrderCone::new(b, d, c, 7.783712117531902e-6).unwrap();
    let outside = [-2.9891645653612526e-6, 1.9406509805141617e-6];
    assert_eq!(contains(&cone, &Pose::IDENTITY, outside), Ok(false));
    assert_eq!(contains(&cone, &Pose::IDENTITY, [1e-6, 0.0]), Ok(true));
}

/// Rooms with a radius went another way than those without: beside bowls two of three were refused, and others
/// had bounds that nothing proves.
#[test]
fn rounded_rooms_beside_bowls_and_cones() {
    let rng = &mut Rng::with_seed(11);
    let (mut pairs, mut meeting, mut wide) = (0, 0, 0);
    while pairs < 300 {
        let facets = (0..1 + rng.usize(..5)).map(|_| (unit(rng), rng.f64())).collect::<Vec<_>>();
        let Ok(room) = Halfspaces::new(facets) else { continue };
        if room.view().is_bounded() {
            continue;
        }
        pairs += 1;
        let room = Rounded::new(room, 0.05 + 0.3 * rng.f64()).unwrap();
        let steep = 0.1 + 3.0 * rng.f64();
        let rows = [[steep, 0.0, 0.0], [0.0, steep * (0.2 + rng.f64()), 0.0], [0.0; 3]];
        let other: Shape = if pairs % 2 == 0 {
            Box::new(Quadric::new(rows, [0.0, 0.0, -0.5], -0.3 * rng.f64()).unwrap())
        } else {
            let tip = [0.0, 0.0, 0.5 * rng.f64()];
            Box::new(SecondOrderCone::new(rows, tip, [0.0, 0.0, 1.0], 0.2).unwrap())
        };
        let (pose_a, pose_b) = (pose(rng, 2.0), pose(rng, 4.0));
        let answer = distance(&room, &pose_a, &other, &pose_b).unwrap();
        check(&answer, &room, &pose_a, &other, &pose_b).unwrap_or_else(|flaw| panic!("{flaw}"));
        let swapped = distance(&other, &pose_b, &room, &pose_a).unwrap();
        check(&swapped, &other, &pose_b, &room, &pose_a).unwrap_or_else(|flaw| panic!("{flaw}"));
        meeting += usize::from(answer.intersects());
        wide += usize::from(answer.upper() - answer.lower() > 1e-8);
        let apart = |x: &Answer<3>, y: &Answer<3>| x.lower() > y.upper() + 1e-9;
        assert!(!apart(&answer, &swapped) && !apart(&swapped, &answer), "{answer:?} {swapped:?}");
    }
    // Beside the tip of a cone bounds may stay apart; they say so.
    assert!((100..280).contains(&meeting) && wide <= 6, "{meeting} {wide}");
}

/// A cone with its tip in the origin looks the same at every scale, and was taken to have the size 1: beside bodies of a
/// millionth the gap was up to a hundredth of the distance.
#[test]
fn cones_at_every_scale() {
    for scale in [1e-6, 1e-3, 1.0, 1e4] {
        let rng = &mut Rng::with_seed(3);
        let mut apart = 0;
        for _ in 0..100 {
            let steep = 0.3 + 2.0 * rng.f64();
            let rows = [[steep, 0.0, 0.0], [0.0, steep * (0.5 + rng.f64()), 0.0], [0.0; 3]];
            let cone = SecondOrderCone::new(rows, [0.0; 3], [0.0, 0.0, 1.0], 0.0).unwrap();
            let axes = [1.0, 0.5, 0.2 + rng.f64()].map(|axis| axis * scale);
            let (egg, there) = (Ellipsoid::new(axes).unwrap(), pose(rng, 3.0 * scale));
            let answer = distance(&cone, &Pose::IDENTITY, &egg, &there).unwrap();
            check(&answer, &cone, &Pose::IDENTITY, &egg, &there).unwrap();
            if !answer.intersects() {
                apart += 1;
                let gap = answer.upper() - answer.lower();
                assert!(gap <= 1e-9 * scale, "{scale:e}: {gap:e} of {:e}", answer.upper());
            }
        }
        assert!((40..95).contains(&apart), "{apart} of 100 are apart");
    }
}

/// Beside a sheet of a hyperboloid normals were laid level with a vector that is no ray of it, and one pair in
/// twenty had the lower bound zero, however far apart.
#[test]
fn normals_beside_hyperboloids() {
    let rng = &mut Rng::with_seed(21);
    let (mut apart, mut closed) = (0, 0);
    while apart < 400 {
        let rows = [0; 3].map(|_| unit(rng) * (0.2 + rng.f64()));
        let c = unit(rng) * (0.2 + 1.5 * rng.f64());
        let cone = SecondOrderCone::new(Matrix(rows), vector(rng), c, rng.f64());
        let Some(cone) = cone.ok().filter(|cone| !cone.view().is_bounded()) else { continue };
        let (ball, there) = (Ball::<3>::new(0.1).unwrap(), pose(rng, 4.0));
        let answer = distance(&cone, &Pose::IDENTITY, &ball, &there).unwrap();
        check(&answer, &cone, &Pose::IDENTITY, &ball, &there).unwrap();
        if !answer.intersects() {
            apart += 1;
            closed += usize::from(answer.upper() - answer.lower() < 1e-8 * (1.0 + answer.upper()));
        }
    }
    assert!(closed >= 398, "{closed} of {apart} closed");
}

/// The furthest point of a cone along a direction that its apex ends was up to 1e-6 beyond the apex. The judge believed
/// it, since evidence by directions is made of such points: two answers that excluded each other were both proved.
#[test]
fn cones_end_in_their_apex() {
    let rng = &mut Rng::with_seed(116);
    let mut found = 0;
    while found < 2000 {
        let rows = [unit(rng), unit(rng), Vector::ZERO].map(|row| row * (0.2 + rng.f64()));
        let (c, apex) = (unit(rng) * (0.2 + 1.8 * rng.f64()), vector(rng));
        let b = Matrix(rows);
        // Where B and c span little the apex itself is lost in rounding.
        if Matrix([rows[0], rows[1], c]).determinant().abs() < 0.05 {
            continue;
        }
        let Ok(cone) = SecondOrderCone::new(b, -(b * apex), c, -c.dot(apex)) else { continue };
        // v·B x ≤ |v| c·x for all x of the cone from its apex: no ray leads along Bᵀv − c if v is shorter than 1.
        let outward = b.transpose_mul(unit(rng) * (0.95 * rng.f64())) - c;
        let off = (cone.support(outward) - apex).norm();
        assert!(off <= 1e-13 * (1.0 + apex.norm()), "{off:e} along {outward:?} of {cone:?}");
        found += 1;
    }
}

/// Affine images of paraboloids, pipes and cones were refused: a set without end has no support points to be mapped.
/// The image of a quadric is a quadric, and that of a cone is a cone.
#[test]
fn images_of_surfaces_without_end() {
    let rng = &mut Rng::with_seed(117);
    let (mut apart, mut checked) = (0, 0);
    while checked < 600 {
        let matrix = Matrix([unit(rng), unit(rng), unit(rng)].map(|row| row * (0.5 + rng.f64())));
        let Some(back) = matrix.inverse().filter(|_| matrix.determinant().abs() > 0.2) else {
            continue;
        };
        let shift = vector(rng);
        let (image, same): (Shape, Shape) = if rng.bool() {
            let Some((q, b, c)) = without_end(rng) else { continue };
            // f(M⁻¹ (x − t))
            let turned = back.transpose() * q * back;
            let pull = back.transpose_mul(b) - turned * shift;
            let rest = shift.dot(turned * shift) - 2.0 * back.transpose_mul(b).dot(shift) + c;
            let Ok(same) = Quadric::new(turned, pull, rest) else { continue };
            let quadric = Quadric::new(q, b, c).unwrap();
            (Box::new(Affine::new(quadric, matrix, shift).unwrap()), Box::new(same))
        } else {
            let (b, c) =
                (Matrix([unit(rng), unit(rng), Vector::ZERO]), unit(rng) * (0.5 + rng.f64()));
            let (d, e) = (vector(rng), rng.f64());
            let Ok(cone) = SecondOrderCone::new(b, d, c, e) else { continue };
            let (b, c) = (b * back, back.transpose_mul(c));
            let Ok(same) = SecondOrderCone::new(b, d - b * shift, c, e - c.dot(shift)) else {
                continue;
            };
            let here = pose(rng, 0.5);
            // Through a pose inside, too.
            let placed = Placed::new(cone, here).unwrap();
            let inside = here.inverse();
            let turn = matrix * *inside.rotation().matrix();
            let moved = matrix * inside.translation() + shift;
            (Box::new(Affine::new(placed, turn, moved).unwrap()), Box::new(same))
        };
        let other = Ball::<3>::new(0.2 + rng.f64()).unwrap();
        let (here, there) = (pose(rng, 1.0), pose(rng, 6.0));
        let answer = distance(&*image, &here, &other, &there).unwrap();
        let expected = distance(&*same, &here, &other, &there).unwrap();
        check(&answer, &*image, &here, &other, &there).unwrap();
        let slack = 1e-11 * (1.0 + expected.upper());
        assert!(answer.lower() <= expected.upper() + slack, "{answer:?} {expected:?}");
        assert!(expected.lower() <= answer.upper() + slack, "{answer:?} {expected:?}");
        apart += usize::from(!answer.intersects());
        checked += 1;
    }
    assert!(apart > 200 && apart < 590, "{apart}");
}

/// Of a quadric without end.
fn without_end(rng: &mut Rng) -> Option<(Matrix<3>, Vector<3>, f64)> {
    let mut q = Matrix([Vector::ZERO; 3]);
    for _ in 0..rng.usize(1..3) {
        let v = unit(rng);
        for i in 0..3 {
            q[i] += v * v[i];
        }
    }
    let (b, c) = (vector(rng), -rng.f64());
    Quadric::new(q, b, c).ok().filter(|quadric| !quadric.is_ellipsoid()).map(|_| (q, b, c))
}
