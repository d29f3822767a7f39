//! Triangles against cylinders and, in the plane, rectangles.

use clearance::exact::{Cylinder, Field, Quadratic, Rational, TriangleCylinder};

type Q = Rational;

/// True if two convex polygons with rational corners share a point: no side of either separates
/// them, and if all sides are points or the polygons are flat then neither do their normals.
fn share_a_point(a: &[[Q; 2]], b: &[[Q; 2]]) -> bool {
    let separates = |normal: [Q; 2]| {
        let along = |p: &[Q; 2]| &normal[0] * &p[0] + &normal[1] * &p[1];
        let range = |points: &[[Q; 2]]| {
            let values: Vec<Q> = points.iter().map(along).collect();
            (values.iter().min().unwrap().clone(), values.iter().max().unwrap().clone())
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
        high_a < low_b || high_b < low_a
    };
    for points in [a, b] {
        for (i, p) in points.iter().enumerate() {
            for r in &points[..i] {
                let d = [&p[0] - &r[0], &p[1] - &r[1]];
                // Across the side and, for flat polygons, along it.
                if separates([-&d[1], d[0].clone()]) || separates(d) {
                    return false;
                }
            }
        }
    }
    true
}

/// Rectangles along (3, 4) have rational corners, and separating axes decide.
#[test]
fn triangles_and_rectangles() {
    let mut rng = fastrand::Rng::with_seed(31);
    let mut meeting = 0;
    for _ in 0..3_000 {
        let mut point = || [rng.i64(-9..=9).into(), rng.i64(-9..=9).into()];
        let triangle: [[Q; 2]; 3] = [point(), point(), point()];
        let from: [Q; 2] = point();
        let (length, radius) = (rng.i64(1..=2), Q::from(rng.i64(0..=4)));
        let along: [Q; 2] = [Q::from(3 * length), Q::from(4 * length)];
        let to: [Q; 2] = std::array::from_fn(|i| &from[i] + &along[i]);
        let side = [&radius * Q::new(-4, 5).unwrap(), &radius * Q::new(3, 5).unwrap()];
        let corner = |p: &[Q; 2], sign: i64| -> [Q; 2] {
            std::array::from_fn(|i| &p[i] + &side[i] * Q::from(sign))
        };
        let rectangle = [corner(&from, 1), corner(&from, -1), corner(&to, 1), corner(&to, -1)];
        let expected = share_a_point(&triangle, &rectangle);
        let ends = Cylinder::between(from.clone(), to.clone(), radius.clone()).unwrap();
        let centre = std::array::from_fn(|i| (&from[i] + &to[i]) / Q::from(2));
        let height = Q::from(5 * length);
        let axis = Cylinder::along(centre, [3.into(), 4.into()], height, radius).unwrap();
        for cylinder in [ends, axis] {
            let found = matches!(cylinder.triangle(&triangle), TriangleCylinder::Meeting(_));
            assert_eq!(found, expected, "{triangle:?} {cylinder:?}");
        }
        meeting += i32::from(expected);
    }
    assert!((900..2_100).contains(&meeting), "{meeting}");
}

/// In space, with irrational axes: the point of a meeting is judged in exact numbers, and where
/// there is none no point of a grid on the triangle is inside.
#[test]
fn triangles_and_cylinders() {
    let mut rng = fastrand::Rng::with_seed(32);
    let mut counts = [0; 3];
    for _ in 0..1_500 {
        let mut point = || -> [i64; 3] { std::array::from_fn(|_| rng.i64(-5..=5)) };
        let (corners, centre, axis) = ([point(), point(), point()], point(), point());
        if axis == [0; 3] {
            continue;
        }
        let (height, radius) = (rng.i64(1..=6), rng.i64(1..=3));
        let exact = |p: [i64; 3]| p.map(Q::from);
        let cylinder =
            Cylinder::along(exact(centre), exact(axis), height.into(), radius.into()).unwrap();
        let length = ((axis[0].pow(2) + axis[1].pow(2) + axis[2].pow(2)) as f64).sqrt();
        // How far a point is beyond the nearest cap and beyond the mantle, in floats.
        let beyond = |x: f64, y: f64| {
            let p: [f64; 3] = std::array::from_fn(|i| {
                let [a, b, c] = corners.map(|corner| corner[i] as f64);
                a + x * (b - a) + y * (c - a) - centre[i] as f64
            });
            let along = (0..3).map(|i| p[i] * axis[i] as f64).sum::<f64>() / length;
            let across = (p.iter().map(|x| x * x).sum::<f64>() - along * along).max(0.0).sqrt();
            (along.abs() - height as f64 / 2.0).max(across - radius as f64)
        };
        match cylinder.triangle(&corners.map(exact)) {
            TriangleCylinder::Meeting(near) => {
                counts[0] += 1;
                let [x, y] = near.parameters.clone().map(|x| x.to_f64());
                assert!(beyond(x, y) < 1e-12, "{corners:?}");
                let [x, y] = &near.parameters;
                assert!(!x.sign().is_lt() && !y.sign().is_lt());
                assert!(x + y <= Quadratic::from(1));
                assert!(near.squared_distance <= Quadratic::from(radius * radius));
            }
            other => {
                counts[if matches!(other, TriangleCylinder::Beyond) { 1 } else { 2 }] += 1;
                for i in 0..=20 {
                    for j in 0..=20 - i {
                        assert!(beyond(i as f64 / 20.0, j as f64 / 20.0) > -1e-12, "{corners:?}");
                    }
                }
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// A corner that touches the mantle exactly, and one that misses it by less than any float shows.
#[test]
fn touching_is_a_fact() {
    let p = |x: [i64; 3]| x.map(Q::from);
    let cylinder = Cylinder::between(p([0, 0, -1]), p([0, 0, 1]), 5.into()).unwrap();
    let at = |x: Q| [[x, 4.into(), 0.into()], p([9, 9, 0]), p([9, 4, 0])];
    assert!(matches!(cylinder.triangle(&at(3.into())), TriangleCylinder::Meeting(_)));
    let hair: Q = "1e-50".parse().unwrap();
    assert!(matches!(cylinder.triangle(&at(hair + Q::from(3))), TriangleCylinder::Outside(_)));
    let above = [p([0, 0, 1]), p([1, 0, 2]), p([0, 1, 2])];
    assert!(matches!(cylinder.triangle(&above), TriangleCylinder::Meeting(_)));
    let over = [p([0, 0, 2]), p([1, 0, 2]), p([0, 1, 2])];
    assert!(matches!(cylinder.triangle(&over), TriangleCylinder::Beyond));
    assert!(Cylinder::between(p([1, 1, 1]), p([1, 1, 1]), 5.into()).is_err());
    assert!(Cylinder::between(p([1, 1, 1]), p([1, 1, 2]), (-1).into()).is_err());
    assert!(Cylinder::along(p([0; 3]), p([0; 3]), 1.into(), 1.into()).is_err());
}
