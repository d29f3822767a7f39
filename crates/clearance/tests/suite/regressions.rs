//! Wrong answers of the past, each with its story.

use clearance::shape::{
    Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Line, Placed, Plane, Ray, Triangle,
};
use clearance::{
    Accuracy, Answer, Convex, Matrix, Pose, Query, QueryError, Rotation, Vector, check, distance,
    intersects, ray_cast,
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
    let hull = clearance::shape::Polytope::from_points(many).unwrap();
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
