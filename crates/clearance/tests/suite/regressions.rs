//! Wrong answers of the past, each with its story.

use clearance::shape::{
    Affine, Ball, Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Halfspaces, Line, Placed, Plane,
    Polytope, Ray, Rectangle, SecondOrderCone, Triangle,
};
use clearance::{
    Accuracy, Answer, Convex, Matrix, Pose, Query, QueryError, Rotation, Tracker, Vector, check,
    distance, intersects, ray_cast, trace,
};

fn random_pose(rng: &mut fastrand::Rng, spread: f64) -> Pose<3> {
    let q: [f64; 4] = core::array::from_fn(|_| rng.f64() - 0.5);
    let t = Vector::<3>::from_fn(|_| (rng.f64() * 2.0 - 1.0) * spread);
    Pose::new(Rotation::from_quaternion(q).unwrap(), t).unwrap()
}

/// Two equal shapes in the same place start GJK on the origin itself. The early end of
/// `intersects` compared 0 ≤ 0, took that for settled, and said no.
#[test]
fn a_shape_intersects_itself() {
    let shapes: [&dyn Convex<3>; 4] = [
        &Cuboid::new([1.0, 1.0, 1.0]).unwrap(),
        &Triangle::new([[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.0, 0.8, 0.4]]).unwrap(),
        &Cylinder::new(1.0, 0.5).unwrap(),
        &Ellipsoid::new([1.0, 2.0, 3.0]).unwrap(),
    ];
    let mut rng = fastrand::Rng::with_seed(1);
    for shape in shapes {
        let pose = random_pose(&mut rng, 1.0);
        for pose in [Pose::IDENTITY, pose] {
            assert!(intersects(shape, &pose, shape, &pose).unwrap());
        }
    }
}

/// The projection along a line that lies nearly in a plane left a remainder of pure rounding,
/// which passed for one more dimension: a parallel line and plane, one apart, were said to meet
/// 1e15 away.
#[test]
fn a_line_parallel_to_a_plane_stays_apart() {
    let mut rng = fastrand::Rng::with_seed(2);
    for skew in [0.0, 1e-3, 1e-6, 1e-9, 1e-12] {
        let line = Line::new([0.0, 0.0, 1.0], [1.0, skew, 0.0]).unwrap();
        let plane = Plane::new([0.0, 0.0, 1.0], 0.0).unwrap();
        let below = HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap();
        for _ in 0..100 {
            let pose = random_pose(&mut rng, 1.0);
            for other in [&plane as &dyn Convex<3>, &below] {
                let one = distance(&line, &pose, other, &pose).unwrap();
                let two = distance(other, &pose, &line, &pose).unwrap();
                assert!((one.distance() - 1.0).abs() < 1e-12, "{one:?}");
                assert!((two.distance() - 1.0).abs() < 1e-12, "{two:?}");
            }
        }
    }
}

/// The tolerance of a ray cast forgot how far the ray had come: a point at the end of a long way
/// is rounded by the way, stepped over a sheet, and the ray was said to miss.
#[test]
fn rays_from_afar_hit_sheets() {
    let mut rng = fastrand::Rng::with_seed(3);
    let plane = Plane::new([0.0, 0.0, 1.0], 0.0).unwrap();
    let corners = [[-1.0, -1.0, 0.0], [3.0, -1.0, 0.0], [-1.0, 3.0, 0.0]];
    let triangle = Triangle::new(corners).unwrap();
    let small = Cuboid::new([1e-3, 1e-3, 1e-3]).unwrap();
    for far in [10.0, 1e2, 1e3, 1e6] {
        for _ in 0..200 {
            let away = Vector::<3>::from_fn(|_| rng.f64() + 0.1) * far;
            let target = Vector([0.3 * rng.f64(), 0.3 * rng.f64(), 0.0]);
            for sheet in [&plane as &dyn Convex<3>, &triangle] {
                let hit = ray_cast(sheet, &Pose::IDENTITY, target + away, -away).unwrap();
                let hit = hit.unwrap_or_else(|| panic!("missed {target:?} from {away:?}"));
                assert!((hit.t - 1.0).abs() < 1e-9, "{hit:?}");
            }
            assert!(ray_cast(&small, &Pose::IDENTITY, away, -away).unwrap().is_some());
        }
    }
}

/// A matrix with ten digits is accepted as a rotation. Its transpose is not its inverse, and the
/// checker refused what was computed with it; now it is brought to full precision first.
#[test]
fn a_rotation_with_ten_digits_is_made_whole() {
    let mut rng = fastrand::Rng::with_seed(4);
    let cube = Cuboid::new([1.0, 2.0, 3.0]).unwrap();
    for _ in 0..200 {
        let rounded = |pose: Pose<3>| {
            let digits = |x: f64| (x * 1e10).round() / 1e10;
            let rows = pose.rotation().matrix().0.map(|row| row.map(digits));
            Pose::new(Rotation::from_matrix(Matrix(rows)).unwrap(), pose.translation()).unwrap()
        };
        let (a, b) = (rounded(random_pose(&mut rng, 4.0)), rounded(random_pose(&mut rng, 4.0)));
        let answer = distance(&cube, &a, &cube, &b).unwrap();
        check(&answer, &cube, &a, &cube, &b).unwrap();
    }
}

/// A ray at right angles to the shortest way, at its very start: the normal of a curved shape is
/// off by the root of the gap, the ray crossed the slab, and the lower bound proved nothing.
#[test]
fn a_ray_that_only_grazes_keeps_its_proof() {
    let mut rng = fastrand::Rng::with_seed(5);
    let egg = Ellipsoid::new([1.0, 2.0, 3.0]).unwrap();
    for _ in 0..2000 {
        let pose = random_pose(&mut rng, 1.0);
        let start = Vector::<3>::from_fn(|_| rng.f64() * 8.0 - 4.0);
        let Answer::Apart(apart) =
            distance(&clearance::shape::Point::new(start).unwrap(), &Pose::IDENTITY, &egg, &pose)
                .unwrap()
        else {
            continue;
        };
        let any = Vector::<3>::from_fn(|_| rng.f64() - 0.5);
        let across = any - apart.normal * apart.normal.dot(any);
        let ray = Ray::new(start, across).unwrap();
        let answer = distance(&ray, &Pose::IDENTITY, &egg, &pose).unwrap();
        check(&answer, &ray, &Pose::IDENTITY, &egg, &pose).unwrap();
    }
}

/// With the iterations used up, `intersects` and `within` answered no for lack of proof. They
/// say now that they do not know.
#[test]
fn a_question_cut_short_is_not_a_no() {
    let (a, b) = (Ellipsoid::new([1.0, 2.0, 3.0]).unwrap(), Cylinder::new(1.0, 1.0).unwrap());
    let accuracy = Accuracy { iterations: 1, ..Accuracy::DEFAULT };
    let query = Query { accuracy, ..Query::DEFAULT };
    let pose = Pose::at([1.2, 1.2, 0.5]);
    assert!(intersects(&a, &Pose::IDENTITY, &b, &pose).unwrap());
    match query.intersects(&a, &Pose::IDENTITY, &b, &pose) {
        Ok(true) | Err(QueryError::Undecided { .. }) => {}
        other => panic!("{other:?}"),
    }
}

/// GJK and the formulas work in the world's axes, or in those of B, as it suits them; they told
/// their steps in these too, and pictures of pairs with a turned A were wrong.
#[test]
fn a_trace_is_told_in_the_frame_of_a() {
    let mut rng = fastrand::Rng::with_seed(8);
    let many: Vec<_> = (0..40).map(|_| Vector::<3>::from_fn(|_| rng.f64() - 0.5)).collect();
    let hull = Polytope::from_points(many).unwrap();
    let (cube, point) = (
        Cuboid::new([1.0, 0.5, 0.25]).unwrap(),
        clearance::shape::Point::new([0.25, 0.5, 1.0]).unwrap(),
    );
    let pairs: [[&dyn Convex<3>; 2]; 5] =
        [[&cube, &cube], [&cube, &hull], [&hull, &cube], [&hull, &hull], [&point, &cube]];
    for [a, b] in pairs {
        let (pose_a, mut pose_b) = (random_pose(&mut rng, 1.0), random_pose(&mut rng, 1.0));
        pose_b =
            Pose::new(*pose_b.rotation(), pose_b.translation() + Vector([4.0, 2.0, 1.0])).unwrap();
        let trace = Query::DEFAULT.trace(a, &pose_a, b, &pose_b).unwrap();
        let last = trace.steps.last().unwrap();
        for (told, there) in last.points.iter().zip(trace.answer.points()) {
            assert!((pose_a.transform(*told) - there).norm() < 1e-12);
        }
    }
}

/// A capsule that overlaps a cylinder by 1e-13: the simplex was a sliver, whose plane was within the
/// capsule's radius while the points on it were not. The plane stopped the search, and the points then
/// said that the shapes are apart.
#[test]
fn a_sliver_within_the_radius_settles_nothing() {
    let turn = |rows: [[f64; 3]; 3]| Rotation::from_stored(Matrix(rows.map(Vector))).unwrap();
    let capsule = Capsule::<3>::new(
        [-0.9060699590002708, 0.3402371175882408, 0.09636544781366263],
        [0.6197051330624268, -0.938206558067293, -0.8914326094385352],
        0.4961522399384872,
    );
    let frame = turn([
        [0.9995835100038475, 0.0, -0.028858387487665827],
        [0.022066276677040367, -0.6444576860939498, 0.7643215097509976],
        [-0.01859800962470371, -0.7646399746510982, -0.644189275914748],
    ]);
    let place = [0.13767457093602364, 0.37923440250294765, 0.537315909007692];
    let cylinder = Cylinder::new(0.5133440025622199, 0.9805394226280766).unwrap();
    let cylinder = Placed::new(cylinder, Pose::new(frame, place).unwrap()).unwrap();
    let turn_a = turn([
        [-0.6632025375916557, -0.6634944688538672, 0.34631991558718145],
        [0.06993267504033629, -0.5156330750866773, -0.8539507906421535],
        [0.7451656293024327, -0.5421232532155222, 0.38836910694509164],
    ]);
    let turn_b = turn([
        [0.7680652954119151, -0.5242771043374257, 0.3677080633483192],
        [0.3362938404604232, 0.8188852023458796, 0.4651166286506291],
        [-0.5449606911073375, -0.23358198399386862, 0.8052684657313368],
    ]);
    let there = [1.664957968053687, -1.1392794694143566, 0.048831167351431795];
    let (capsule, there) = (capsule.unwrap(), Pose::new(turn_b, there).unwrap());
    let velocity = Vector([1.4842754408440433, -0.5818992994350501, -0.0350970249919792]);
    for time in [0.5503479636461929, 0.5503479636462029, 0.5503479636462129] {
        let here = Pose::new(turn_a, velocity * time).unwrap();
        assert!(intersects(&capsule, &here, &cylinder, &there).unwrap(), "{time}");
    }
}

/// GJK leaves the normal of a curved shape off by the root of its gap, and against a room without end
/// a normal that is off at all proves nothing: it was to be turned away from the rays one at a time,
/// which with three of them did not end level, and the lower bound stayed at zero.
#[test]
fn a_curved_shape_beside_a_room_has_a_lower_bound() {
    let walls = [
        ([-0.3721310394470643, 0.3539098019246081, -0.8580596375437619], 0.04172625774750673),
        ([0.7536499390064393, 0.6542371486963375, 0.06313099635897348], 0.27488310631394824),
        ([-0.5217725282119356, -0.025628382547563548, -0.8526996040877002], 0.15934523259619124),
        ([0.6792225242472449, 0.6632428896903177, -0.31426999829833874], 0.7786174025803999),
    ];
    let room = Halfspaces::new(walls).unwrap();
    let egg =
        Ellipsoid::new([0.7017885840502862, 0.44092001863822455, 0.7543812674334724]).unwrap();
    let mut rng = fastrand::Rng::with_seed(4);
    let mut apart = 0;
    for _ in 0..500 {
        let (pose_a, pose_b) = (random_pose(&mut rng, 1.0), random_pose(&mut rng, 2.0));
        let answer = distance(&egg, &pose_a, &room, &pose_b).unwrap();
        check(&answer, &egg, &pose_a, &room, &pose_b).unwrap();
        assert!(answer.upper() - answer.lower() <= 1e-9, "{answer:?}");
        apart += usize::from(!answer.intersects());
    }
    assert!((100..400).contains(&apart), "{apart} of 500 are apart");
}

/// Every choice of at most three rays was tried, each with a search of its own: tens of thousands
/// for a pyramid with sixty sides.
#[test]
fn a_room_with_many_rays_takes_few_steps() {
    let side = |k: u32| {
        let (y, x) = (f64::from(k) * core::f64::consts::TAU / 60.0).sin_cos();
        ([x, y, 0.7], 0.3)
    };
    let pyramid = Halfspaces::new((0..60).map(side)).unwrap();
    assert_eq!(pyramid.rays().len(), 60);
    let egg = Ellipsoid::new([0.5, 0.3, 0.2]).unwrap();
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let (pose_a, pose_b) = (random_pose(&mut rng, 1.0), random_pose(&mut rng, 3.0));
        let traced = trace(&egg, &pose_a, &pyramid, &pose_b).unwrap();
        check(&traced.answer, &egg, &pose_a, &pyramid, &pose_b).unwrap();
        let gap = traced.answer.upper() - traced.answer.lower();
        assert!(gap <= 1e-9 * (4.0 + traced.answer.distance()), "{:?}", traced.answer);
        assert!(traced.steps.len() < 200, "{} steps", traced.steps.len());
    }
}

/// The point of a flake a million times thinner than wide is known to rounding as its furthest point
/// along the normal. It was told by formula, which the way back to the sphere makes a million times
/// less certain, and `check` found it outside.
#[test]
fn points_of_a_flake_are_told_by_directions() {
    let egg =
        Ellipsoid::new([0.538485043044401, 4.92423235511448e-7, 0.41005609500643525]).unwrap();
    let matrix = Matrix::from_rows([
        [0.16397715503049903, 6.845092816722367e-7, 0.029060923149355173],
        [0.18718297399377135, -1.5348130449125308e-7, -0.7521963924711333],
        [-0.2897276379748668, 2.882527816718415e-7, -0.46952037858860446],
    ]);
    let flake = Affine::new(egg, matrix, [0.87, -4.7e-7, 0.3]).unwrap();
    let can = Cylinder::new(0.8342336495474838, 0.9331517793711459).unwrap();
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..500 {
        let (pose_a, pose_b) = (random_pose(&mut rng, 1.0), random_pose(&mut rng, 2.0));
        let one = distance(&can, &pose_a, &flake, &pose_b).unwrap();
        check(&one, &can, &pose_a, &flake, &pose_b).unwrap();
        let two = distance(&flake, &pose_b, &can, &pose_a).unwrap();
        check(&two, &flake, &pose_b, &can, &pose_a).unwrap();
    }
}

/// Walls that are nearly parallel hold a point with multipliers that are large, and so is what
/// rounding leaves of their sum. `check` took that for a normal along which the wedge has no end,
/// though its two rays say where it ends.
#[test]
fn a_wedge_between_nearly_parallel_walls_is_separated() {
    let walls = [
        ([0.8555189760691085, 0.5177714569051332], 1.0454622543842628e-7),
        ([-0.8848899131779022, -0.4658002163546135], 8.633281892615158e-8),
    ];
    let wedge = Halfspaces::new(walls).unwrap();
    let ball = Ball::new(0.48125861067110504).unwrap();
    let turned = |cos: f64, sin: f64| {
        Rotation::from_matrix(Matrix::from_rows([[cos, sin], [-sin, cos]])).unwrap()
    };
    let turn_a = turned(0.3190946526832931, 0.9477228511695435);
    let turn_b = turned(0.5195187634737369, -0.8544590419667402);
    let pose_a = Pose::new(turn_a, [0.04540421468965142, 0.043016496252817525]).unwrap();
    let pose_b = Pose::new(turn_b, [1.0163775413137113, -0.28928411262753695]).unwrap();
    let answer = distance(&ball, &pose_a, &wedge, &pose_b).unwrap();
    assert!(answer.lower() > 0.5);
    check(&answer, &ball, &pose_a, &wedge, &pose_b).unwrap();
}

/// A wedge squeezed so flat that its rays lead nearly against each other: a point between them is
/// many times its distance along both, and `check` counted what rounding left of that along the
/// line of its edge, where every way is free.
#[test]
fn a_point_inside_a_flat_wedge_belongs() {
    let walls = [
        ([-0.6795830558462538, -0.7335850005701936, -0.0044628628812336995], 0.03271028916240677),
        ([-0.16558026978687182, 0.3943883192283268, -0.903903218222815], 0.15448374468846066),
    ];
    let matrix = Matrix::from_rows([
        [4.3122277043759835e-7, 0.522824756693994, 0.006549375618494348],
        [3.399938561379526e-7, -0.5683194654738387, 0.10393662146606156],
        [1.4867051063807462e-7, -0.21678013556229175, -0.2566887842199099],
    ]);
    let shift = [7.676411168834605e-7, -0.35551618342129, 0.03769916063577572];
    let wedge = Affine::new(Halfspaces::new(walls).unwrap(), matrix, shift).unwrap();
    let sheet = Rectangle::<3>::new([8.206877165990993e-7, 0.22372069582980025]).unwrap();
    let mut rng = fastrand::Rng::with_seed(7);
    let mut meet = 0;
    for _ in 0..500 {
        let (pose_a, pose_b) = (random_pose(&mut rng, 1.0), random_pose(&mut rng, 2.0));
        let answer = distance(&sheet, &pose_a, &wedge, &pose_b).unwrap();
        check(&answer, &sheet, &pose_a, &wedge, &pose_b).unwrap();
        meet += usize::from(answer.intersects());
    }
    assert!((100..400).contains(&meet), "{meet} of 500 meet");
}

/// The furthest point of half-spaces without vertices was any point of a face that a direction is
/// off by less than 1e-13 of: a box a metre wide reached less far than it does by as much, and a
/// tracker and a cold query gave bounds that had nothing in common.
#[test]
fn half_spaces_reach_as_far_as_their_corners() {
    let half = [0.8638152967153296, 0.24377004660723464];
    let sides = [([1.0, 0.0], half[0]), ([-1.0, 0.0], half[0]), ([0.0, 1.0], half[1])];
    let raw = Halfspaces::raw(sides.into_iter().chain([([0.0, -1.0], half[1])])).unwrap();
    for off in [1e-6, 1e-12, 1e-13, 2e-14, -2e-14, -1e-13, -1e-9] {
        let direction = Vector([off, -1.0]).normalized().unwrap();
        let height = raw.support(direction).dot(direction);
        let corner = Vector([half[0].copysign(off), -half[1]]).dot(direction);
        assert!((height - corner).abs() < 2e-16, "{off:e}: {height} for {corner}");
    }
    let egg = Ellipsoid::new([0.4433450162245129, 0.3844657145787764]).unwrap();
    let turned = |cos: f64, sin: f64| {
        Rotation::from_matrix(Matrix::from_rows([[cos, sin], [-sin, cos]])).unwrap()
    };
    let turn_a = turned(-0.9770862370579287, 0.21284380505896144);
    let turn_b = turned(0.9961065107905781, 0.08815792171223094);
    let pose_a = Pose::new(turn_a, [-0.35668775729050683, 0.4170082902721386]).unwrap();
    let place = Vector([-1.166719065187991, 1.0350454111293965]);
    let pose_b = Pose::new(turn_b, place).unwrap();
    // From the numbers above, to fifty digits.
    let truth = 0.142_455_771_588_530_33;
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..500 {
        let (y, x) = (rng.f64() * core::f64::consts::TAU).sin_cos();
        let before = Pose::new(turn_b, place + Vector([x, y]) * 4.0 * rng.f64()).unwrap();
        let mut tracker = Tracker::new();
        tracker.distance(&raw, &pose_a, &egg, &before).unwrap();
        let answer = tracker.distance(&raw, &pose_a, &egg, &pose_b).unwrap();
        assert!(answer.lower() <= truth + 1e-15 && truth <= answer.upper() + 1e-15, "{answer:?}");
    }
}

/// Where facets turn little, the same walk stopped a few units of rounding short of a facet, which is
/// many along the direction.
#[test]
fn half_spaces_reach_as_far_between_facets_that_turn_little() {
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..300 {
        let turn = 10.0_f64.powf(-4.0 * rng.f64());
        let mut facets: Vec<(Vector<3>, f64)> = Vec::new();
        for i in 0..3 {
            facets.extend([(Vector::axis(i), 1.0), (-Vector::axis(i), 1.0)]);
        }
        let around = Vector::<3>::from_fn(|_| rng.f64() - 0.5).normalized().unwrap();
        for _ in 0..6 {
            let off = Vector::from_fn(|_| rng.f64() - 0.5);
            facets.push(((around + off * turn).normalized().unwrap(), 0.8));
        }
        let raw = Halfspaces::raw(facets.clone()).unwrap();
        let explored = Halfspaces::new(facets).unwrap();
        for _ in 0..30 {
            let off = Vector::<3>::from_fn(|_| rng.f64() - 0.5);
            let direction = (around + off * (2.0 * turn)).normalized().unwrap();
            let point = raw.support(direction);
            assert!(raw.facets().violation(point) < 2e-15, "{point:?}");
            let by_corners = explored.support(direction).dot(direction);
            assert!((point.dot(direction) - by_corners).abs() < 1e-14, "{turn:e}");
        }
    }
}

/// Tangents beside the apex of a cone without end: the point was brought inside after they had proved
/// the bound, and there they no longer added up to the normal. And where the apex itself was closest,
/// no tangent proved anything, and the bounds stayed apart.
#[test]
fn cones_without_end_prove_their_bounds() {
    let b = Matrix([Vector([1.0, 0.0, 0.0]), Vector([0.0, 1.0, 0.0]), Vector([0.0, 0.0, 0.0])]);
    let mut rng = fastrand::Rng::with_seed(10);
    let (mut apart, mut pointed) = (0, 0);
    for _ in 0..600 {
        let c = Vector([0.0, 0.0, 0.2 + rng.f64()]);
        let cone = SecondOrderCone::new(b, Vector::ZERO, c, 0.0).unwrap();
        let solid = Cuboid::new([0; 3].map(|_| 0.2 + rng.f64())).unwrap();
        let (pose_a, pose_b) = (random_pose(&mut rng, 3.0), random_pose(&mut rng, 3.0));
        let answer = distance(&solid, &pose_a, &cone, &pose_b).unwrap();
        check(&answer, &solid, &pose_a, &cone, &pose_b).unwrap();
        let size = 4.0 + answer.points()[1].max_abs();
        assert!(answer.upper() - answer.lower() < 1e-9 * size, "{answer:?}");
        let at_apex = (answer.points()[1] - pose_b.translation()).norm() < 1e-10;
        apart += usize::from(!answer.intersects());
        pointed += usize::from(at_apex && !answer.intersects());
    }
    assert!(apart > 300 && pointed > 100, "{apart} apart, {pointed} at the apex");
}

/// The same for cones of any matrix of full rank or one less, with their apex anywhere, against
/// bounded shapes of many kinds, new and followed.
#[test]
fn oblique_cones_prove_their_bounds() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut apart, mut closed, mut all) = (0, 0, 0);
    while all < 600 {
        let entry = |rng: &mut fastrand::Rng| rng.f64() * 2.0 - 1.0;
        let vector = |rng: &mut fastrand::Rng| Vector::<3>::from_fn(|_| entry(rng));
        let mut b = Matrix::from_columns(core::array::from_fn(|_| vector(&mut rng)));
        let mut c = vector(&mut rng) * 4.0;
        if rng.bool() {
            let axis = vector(&mut rng).normalized().unwrap();
            b = Matrix(b.0.map(|row| row - axis * row.dot(axis)));
            c = c * 0.3 + axis;
        }
        let apex = vector(&mut rng);
        let cone = SecondOrderCone::new(b, -(b * apex), c, -c.dot(apex));
        let Some(cone) = cone.ok().filter(|cone| !cone.view().is_bounded()) else { continue };
        let half = [0; 3].map(|_| 0.2 + rng.f64());
        let solid: Box<dyn Convex<3>> = match rng.u8(0..5) {
            0 => Box::new(Cuboid::new(half).unwrap()),
            1 => Box::new(Ball::<3>::new(half[0]).unwrap()),
            2 => Box::new(Capsule::new(vector(&mut rng), vector(&mut rng), 0.3).unwrap()),
            3 => Box::new(Ellipsoid::new(half).unwrap()),
            _ => Box::new(Cylinder::new(half[0], half[1]).unwrap()),
        };
        let (pose_a, pose_b) = (random_pose(&mut rng, 3.0), random_pose(&mut rng, 3.0));
        let mut tracker = Tracker::new();
        for step in [0.0, 0.1] {
            let moved = pose_b.translation() + Vector([step, 0.0, 0.0]);
            let there = Pose::new(*pose_b.rotation(), moved).unwrap();
            let answer = tracker.distance(&*solid, &pose_a, &cone, &there).unwrap();
            check(&answer, &*solid, &pose_a, &cone, &there).unwrap();
            let size = 4.0 + answer.points()[1].max_abs();
            closed += usize::from(answer.upper() - answer.lower() < 1e-9 * size);
            apart += usize::from(!answer.intersects());
            all += 1;
        }
    }
    // Flat cones whose flank is closest may leave the interior point behind, and the answer says so.
    assert!(apart > 250 && closed * 100 >= all * 98, "{closed} of {all} closed, {apart} apart");
}

/// The last digits of a signed distance were once asked of GJK, whatever the shapes: a cone without end
/// has no furthest points, and the corners of the other were asked for what lies furthest along NaN.
#[test]
fn cones_without_end_have_signed_distances() {
    let rng = &mut fastrand::Rng::with_seed(43);
    let b = Matrix::diagonal(Vector([1.0, 1.0, 0.0]));
    let cone = SecondOrderCone::new(b, Vector::ZERO, Vector([0.0, 0.0, 0.1]), 1.0).unwrap();
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.2, 0.0], [0.0, 1.0, 0.3], [0.1, 0.0, 1.0]];
    let body = Polytope::from_points(corners.map(Vector)).unwrap();
    let mut apart = 0;
    for _ in 0..300 {
        let (here, there) = (random_pose(rng, 3.0), random_pose(rng, 3.0));
        let plain = distance(&body, &here, &cone, &there).unwrap();
        let signed = clearance::signed_distance(&body, &here, &cone, &there);
        if plain.intersects() {
            // Little is known of depths in such cones: perhaps nothing, but never that they are apart.
            match signed {
                Ok(signed) => assert!(signed.intersects(), "{signed:?}"),
                Err(error) => assert_eq!(error, QueryError::Inseparable),
            }
            continue;
        }
        apart += 1;
        let signed = signed.unwrap();
        assert!((signed.distance() - plain.distance()).abs() <= 1e-8, "{signed:?}");
    }
    assert!(apart > 50, "only {apart} apart");
    // Nor does a direction that is none make anything panic.
    let nowhere = body.support(Vector([f64::NAN, 1.0, 0.0]));
    assert!(nowhere.0.iter().all(|x| x.is_nan()) || corners.contains(&nowhere.0));
}
