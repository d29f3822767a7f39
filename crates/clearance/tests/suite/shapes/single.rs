//! Questions about one shape, on all shapes.

use super::gallery::{self, Named, random, random_unit};
use clearance::shape::{Ball, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Line, Plane, Rounded};
use clearance::{
    Accuracy, Convex, Pose, Query, QueryError, Vector, bounding_ball, bounding_box, contains,
    moments, project, ray_cast,
};

/// Volume, centroid and second moments by throwing points at the box.
fn moments_match<const D: usize>((name, shape): &Named<D>) {
    let found = moments(shape).unwrap();
    let within = bounding_box(shape, &Pose::IDENTITY).unwrap();
    let extent = within.high - within.low;
    let whole = extent.0.iter().product::<f64>();
    if found.volume == 0.0 {
        assert!(contains(shape, &Pose::IDENTITY, found.centroid).unwrap(), "{name}");
        return;
    }
    let (mut count, mut mean) = (0, Vector::<D>::ZERO);
    let mut second = [[0.0; D]; D];
    let tries = 10_000;
    for _ in 0..tries {
        let p = Vector::from_fn(|i| within.low[i] + extent[i] * fastrand::f64());
        if contains(shape, &Pose::IDENTITY, p).unwrap() {
            count += 1;
            let from = p - found.centroid;
            mean += from;
            for i in 0..D {
                for j in 0..D {
                    second[i][j] += from[i] * from[j];
                }
            }
        }
    }
    let share = f64::from(count) / f64::from(tries);
    let sigma = (share * (1.0 - share) / f64::from(tries)).sqrt() * whole;
    let off = (share * whole - found.volume).abs();
    assert!(off <= 4.5 * sigma + found.error, "{name}: {} is not {}", found.volume, share * whole);
    assert!(found.error <= 2e-3 * found.volume, "{name}: error {:e}", found.error);
    for i in 0..D {
        let miss = mean[i].abs() / f64::from(count) / extent[i];
        assert!(miss < 3.0 / f64::from(count).sqrt(), "{name}: centroid off by {miss} of the box");
        for j in 0..D {
            let scale = found.volume * extent[i] * extent[j];
            let thrown = second[i][j] / f64::from(count) * found.volume;
            let miss = (thrown - found.second[i][j]).abs() / scale;
            assert!(miss < 1.0 / f64::from(count).sqrt(), "{name}: second moment {i} {j}: {miss}");
        }
    }
}

#[test]
fn moments_match_thrown_points() {
    fastrand::seed(11);
    gallery::bounded3().iter().for_each(moments_match);
    gallery::bounded2().iter().for_each(moments_match);
    let line = Line::new([0.0, 0.0], [1.0, 1.0]).unwrap();
    assert_eq!(moments(&line), Err(QueryError::Unbounded));
    assert_eq!(bounding_ball(&line, &Pose::IDENTITY), Err(QueryError::Unbounded));
}

#[test]
fn volumes_without_a_formula_are_bracketed() {
    let pi = std::f64::consts::PI;
    let rounded = moments(&Rounded::new(Cuboid::new([1.0, 2.0, 3.0]).unwrap(), 0.5).unwrap());
    let rounded = rounded.unwrap();
    // Steiner: volume + r surface + π r² (sum of the edges)/4 + ball.
    let exact = 48.0 + 0.5 * 88.0 + pi * 0.25 * 12.0 + 4.0 / 3.0 * pi * 0.125;
    assert!((rounded.volume - exact).abs() <= rounded.error, "{rounded:?} {exact}");

    /// A shape that says nothing about itself.
    struct Hidden<S>(S);
    impl<S: Convex<3>> Convex<3> for Hidden<S> {
        fn support(&self, direction: Vector<3>) -> Vector<3> {
            self.0.support(direction)
        }
    }
    for axes in [[1.0, 1.0, 1.0], [1.0, 1.0, 1e-6], [1e-6, 1e-6, 3.0]] {
        let open = moments(&Ellipsoid::new(axes).unwrap()).unwrap();
        let hidden = moments(&Hidden(Ellipsoid::new(axes).unwrap())).unwrap();
        assert!((open.volume - hidden.volume).abs() <= hidden.error, "{axes:?}");
        assert!(hidden.error <= 1e-3 * open.volume, "{axes:?}: {hidden:?}");
    }
    // A flat one has no volume, however it is turned.
    let disc = Cylinder::between([0.0; 3], [0.0, 0.0, 1.0], 1.0).unwrap();
    let disc = clearance::shape::Affine::new(
        clearance::shape::Placed::new(Cylinder::new(0.0, 1.0).unwrap(), *disc.pose()).unwrap(),
        [[1.0, 0.2, 0.1], [0.3, 1.0, 0.2], [0.1, 0.7, 1.0]],
        [1.0, 1.0, 1.0],
    );
    let flat = moments(&Hidden(disc.unwrap())).unwrap();
    assert!(flat.volume <= 1e-12 && flat.error <= 1e-12, "{flat:?}");
}

fn boxes_and_balls<const D: usize>((name, shape): &Named<D>, pose: &Pose<D>) {
    let around = bounding_box(shape, pose).unwrap();
    let ball = bounding_ball(shape, pose).unwrap();
    let size = around.low.max_abs().max(around.high.max_abs()) + ball.radius;
    let slack = 8.0 * f64::EPSILON * size;
    let (mut low, mut high) = (around.high, around.low);
    for k in 0..400 {
        let n = if k < 2 * D {
            Vector::axis(k / 2) * if k % 2 == 0 { 1.0 } else { -1.0 }
        } else {
            random_unit::<D>()
        };
        let p = pose.transform(shape.support(pose.rotation().rotate_back(n)));
        for i in 0..D {
            let inside = around.low[i] - slack <= p[i] && p[i] <= around.high[i] + slack;
            assert!(inside, "{name}: {p:?} is outside of {around:?}");
            low[i] = low[i].min(p[i]);
            high[i] = high[i].max(p[i]);
        }
        let off = (p - ball.centre).norm();
        assert!(off <= ball.radius + slack, "{name}: {off} > {}", ball.radius);
    }
    assert!((low - around.low).norm() <= slack && (high - around.high).norm() <= slack, "{name}");
}

#[test]
fn boxes_and_balls_contain() {
    fastrand::seed(12);
    for shape in gallery::bounded3() {
        boxes_and_balls(&shape, &gallery::random_pose3(10.0));
    }
    for shape in gallery::bounded2() {
        boxes_and_balls(&shape, &gallery::random_pose2(10.0));
    }
}

#[test]
fn balls_are_smallest() {
    let radius = |shape: &dyn Convex<3>| bounding_ball(shape, &Pose::IDENTITY).unwrap().radius;
    let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-14 * b, "{a} {b}");
    close(radius(&Ball::new(2.0).unwrap()), 2.0);
    close(radius(&Cylinder::new(3.0, 4.0).unwrap()), 5.0);
    close(radius(&Cuboid::new([2.0, 3.0, 6.0]).unwrap()), 7.0);
    close(radius(&Ellipsoid::new([1.0, 5.0, 2.0]).unwrap()), 5.0);
    close(radius(&Rounded::new(Cuboid::new([2.0, 3.0, 6.0]).unwrap(), 1.0).unwrap()), 8.0);
    // Flat cones sit in the ball about their base; steep ones touch it with apex and rim.
    close(radius(&Cone::new(1.0, 2.0).unwrap()), 2.0);
    close(radius(&Cone::new(2.0, 1.0).unwrap()), 1.25);
}

#[test]
fn unbounded_boxes_are_infinite_where_they_must() {
    let inf = f64::INFINITY;
    let below = HalfSpace::new([0.0, 0.0, 1.0], 2.0).unwrap();
    let around = bounding_box(&below, &Pose::at([0.0, 0.0, 1.0])).unwrap();
    assert_eq!(around.high, Vector([inf, inf, 3.0]));
    assert_eq!(around.low, Vector([-inf; 3]));
    let wall = bounding_box(&Plane::new([0.0, 2.0], 3.0).unwrap(), &Pose::IDENTITY).unwrap();
    assert_eq!((wall.low, wall.high), (Vector([-inf, 1.5]), Vector([inf, 1.5])));
}

/// A hit is on the shape and nothing before it is; a miss stays outside.
fn rays<const D: usize>((name, shape): &Named<D>, pose: &Pose<D>, counts: &mut [u32; 3]) {
    let sharp = Query { accuracy: Accuracy { gap: 0.0, ..Accuracy::DEFAULT }, ..Query::DEFAULT };
    for k in 0..60 {
        let origin = random::<D>() * 4.0;
        // Half of them at a point of the shape.
        let aim = pose.transform(shape.support(random_unit::<D>()));
        let direction = if k % 2 == 0 { aim - origin } else { random_unit::<D>() * 7.0 };
        let hit = ray_cast(shape, pose, origin, direction).unwrap();
        let size = 8.0 + shape.view().reach;
        let height = |t: f64| {
            let p = origin + direction * t;
            let probe = clearance::shape::Point::new(p).unwrap();
            sharp.distance(&probe, &Pose::IDENTITY, shape, pose).unwrap()
        };
        let Some(hit) = hit else {
            counts[0] += 1;
            for step in 0..50 {
                // A ray aimed at an edge may touch it there and nowhere else, or just not.
                if k % 2 == 0 && step == 20 {
                    continue;
                }
                let near = height(f64::from(step) * 0.05);
                assert!(!near.intersects(), "{name}: missed what is at {step}");
            }
            continue;
        };
        counts[if hit.t == 0.0 { 1 } else { 2 }] += 1;
        let off = height(hit.t).upper();
        let slack = 1e-13 * (size + hit.point.max_abs());
        assert!(off <= slack, "{name}: the hit {hit:?} is off by {off:e}");
        assert_eq!(hit.normal.is_none(), hit.t == 0.0, "{name}");
        let Some(normal) = hit.normal else { continue };
        assert!((normal.norm() - 1.0).abs() < 1e-14 && normal.dot(direction) < 0.0, "{name}");
        for step in 0..20 {
            let before = height(hit.t * f64::from(step) / 20.0);
            assert!(!before.intersects(), "{name}: the ray was inside before {hit:?}");
        }
        // The normal is one: the plane through the hit has the bounded part behind it.
        let local = pose.rotation().rotate_back(normal);
        let furthest = pose.transform(shape.support(local));
        let beyond = (furthest - hit.point).dot(normal);
        assert!(beyond <= 4.0 * slack, "{name}: {beyond:e} of the shape is beyond the hit's plane");
    }
}

#[test]
fn rays_hit_what_they_should() {
    fastrand::seed(13);
    let mut counts = [0; 3];
    for shape in gallery::bounded3().iter().chain(&gallery::unbounded3()) {
        rays(shape, &gallery::random_pose3(1.0), &mut counts);
    }
    for shape in gallery::bounded2().iter().chain(&gallery::unbounded2()) {
        rays(shape, &gallery::random_pose2(1.0), &mut counts);
    }
    let [missed, inside, hit] = counts;
    assert!(missed > 800 && inside > 100 && hit > 1500, "{counts:?}");
}

#[test]
fn rays_that_graze() {
    let ball = Ball::<3>::new(1.0).unwrap();
    let cast = |height: f64| {
        ray_cast(&ball, &Pose::IDENTITY, [-5.0, 0.0, height], [1.0, 0.0, 0.0]).unwrap()
    };
    assert_eq!(cast(1.0 + 1e-12), None);
    // Just below the top the ray enters early: √(1 − h²) before the middle.
    let hit = cast(1.0 - 1e-10).unwrap();
    assert!((hit.t - 5.0 + 2e-10_f64.sqrt()).abs() < 1e-6, "{hit:?}");
    // Along a face, and beside it; along a line that never comes closer.
    let cube = Cuboid::new([1.0; 3]).unwrap();
    let slide =
        |z: f64, dx: f64| ray_cast(&cube, &Pose::IDENTITY, [-3.0, 0.2, z], [dx, 0.0, 0.0]).unwrap();
    assert_eq!(slide(1.0, 0.5).map(|hit| hit.t), Some(4.0));
    assert_eq!(slide(1.0 + 1e-9, 0.5), None);
    assert_eq!(slide(0.0, -1.0), None);
    let floor = Plane::new([0.0, 0.0, 1.0], 0.0).unwrap();
    let over =
        |dz: f64| ray_cast(&floor, &Pose::IDENTITY, [0.0, 0.0, 1.0], [1.0, 0.0, dz]).unwrap();
    assert_eq!(over(0.0), None);
    assert!((over(-1e-9).unwrap().t / 1e9 - 1.0).abs() < 1e-12);
}

#[test]
fn questions_that_make_no_sense() {
    let ball = Ball::<3>::new(1.0).unwrap();
    let here = Pose::IDENTITY;
    let nan = f64::NAN;
    assert!(matches!(ray_cast(&ball, &here, [0.0; 3], [0.0; 3]), Err(QueryError::BadArgument(_))));
    assert!(matches!(ray_cast(&ball, &here, [nan; 3], [1.0; 3]), Err(QueryError::BadArgument(_))));
    assert!(matches!(contains(&ball, &here, [f64::INFINITY; 3]), Err(QueryError::BadArgument(_))));
    let nowhere = Pose::at([nan, 0.0, 0.0]);
    assert!(matches!(bounding_box(&ball, &nowhere), Err(QueryError::PoseNotFinite(_))));
    assert!(matches!(bounding_ball(&ball, &nowhere), Err(QueryError::PoseNotFinite(_))));
}

#[test]
fn projections_are_the_closest_points() {
    let cone = Cone::new(2.0, 1.0).unwrap();
    let at = Pose::at([1.0, 1.0, 0.0]);
    assert_eq!(project(&cone, &at, [1.0, 1.0, 5.0]).unwrap(), Vector([1.0, 1.0, 1.0]));
    assert_eq!(project(&cone, &at, [1.0, 1.1, 0.0]).unwrap(), Vector([1.0, 1.1, 0.0]));
}
