//! Bounds that hold in spite of rounding, for shapes that are not made of vertices: against exact
//! values where there are any.

use super::judge::number;
use clearance::exact::{self, Exact, Rational};
use clearance::shape::{
    Affine, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Line,
    MinkowskiSum, Placed, Plane, Point, Polytope, Ray, Rounded, Segment,
};
use clearance::{
    Convex, Matrix, Pose, QueryError, Rigorous, Rotation, Side, Vector, distance, rigorous,
};

type Rng = fastrand::Rng;

fn vector(rng: &mut Rng, size: f64) -> Vector<3> {
    Vector::from_fn(|_| size * (2.0 * rng.f64() - 1.0))
}

fn pose(rng: &mut Rng, size: f64) -> Pose<3> {
    let turn = Rotation::from_quaternion([0; 4].map(|_| 2.0 * rng.f64() - 1.0)).unwrap();
    Pose::new(turn, vector(rng, size)).unwrap()
}

/// Whether the distance of the cores less the radii lies within the bounds: no root is taken.
fn holds(bounds: Rigorous, cores: &Exact<3>, radii: &Rational) -> bool {
    let squared = cores.squared();
    let (lower, upper) = (number(bounds.lower), number(bounds.upper));
    let (low, high) = (&lower + radii, &upper + radii);
    let above = bounds.lower == 0.0 || &low * &low <= squared;
    above && squared <= &high * &high
}

#[test]
fn balls_and_capsules() {
    let rng = &mut Rng::with_seed(3);
    let mut apart = 0;
    for case in 0..20_000 {
        let far = [2.0, 4.0, 1e9][case % 3];
        let [pose_a, mut pose_b] = [0; 2].map(|_| pose(rng, far));
        if case % 6 == 5 {
            // Close to each other, far from the world's origin.
            let near = pose_a.translation() + vector(rng, 3.0);
            pose_b = Pose::new(*pose_b.rotation(), near).unwrap();
        }
        let radii = [0; 2].map(|_| rng.f64() + 0.01);
        let ends = [0; 4].map(|_| vector(rng, 1.0));
        let sum = number(radii[0]) + number(radii[1]);
        let thin = [0, 1].map(|k| Segment::new(ends[2 * k], ends[2 * k + 1]).unwrap());
        let thick = [0, 1].map(|k| Capsule::new(ends[2 * k], ends[2 * k + 1], radii[k]).unwrap());
        let cores = exact::distance(&thin[0], &pose_a, &thin[1], &pose_b).unwrap();
        let bounds = rigorous(&thick[0], &pose_a, &thick[1], &pose_b).unwrap();
        assert!(holds(bounds, &cores, &sum), "capsules {bounds:?}");
        assert!(bounds.upper - bounds.lower < 1e-12 * far);
        apart += usize::from(bounds.lower > 0.0);

        let centre = Point::new([0.0; 3]).unwrap();
        let balls = radii.map(|radius| Ball::new(radius).unwrap());
        let cores = exact::distance(&centre, &pose_a, &centre, &pose_b).unwrap();
        let bounds = rigorous(&balls[0], &pose_a, &balls[1], &pose_b).unwrap();
        assert!(holds(bounds, &cores, &sum), "balls {bounds:?}");

        let cube = Cuboid::new(ends[0].map(f64::abs)).unwrap();
        let soft = Rounded::new(cube, radii[1]).unwrap();
        let cores = exact::distance(&thin[0], &pose_a, &cube, &pose_b).unwrap();
        let bounds = rigorous(&thick[0], &pose_a, &soft, &pose_b).unwrap();
        assert!(holds(bounds, &cores, &sum), "capsule and soft box {bounds:?}");
    }
    assert!(apart > 10_000, "{apart}");
}

/// A cylinder, a cone and an ellipsoid above a wide box, with no rotation: the gap is a difference
/// of the numbers given.
#[test]
fn curved_shapes_over_a_floor() {
    let rng = &mut Rng::with_seed(4);
    for _ in 0..2000 {
        let [a, b, c, thickness] = [0; 4].map(|_| rng.f64() + 0.01);
        let floor = Cuboid::new([9.0, 9.0, thickness]).unwrap();
        let height = 4.0 + rng.f64();
        let above = Pose::at([rng.f64(), rng.f64(), height]);
        let gap = |low: f64| number(height) - number(low) - number(thickness);
        let ellipsoid = Ellipsoid::new([a, b, c]).unwrap();
        let doubled = Affine::new(ellipsoid, Matrix::diagonal(Vector([2.0; 3])), [0.0; 3]).unwrap();
        let sum: Vec<Box<dyn Convex<3>>> = vec![Box::new(ellipsoid), Box::new(floor)];
        let hull: Vec<Box<dyn Convex<3>>> =
            vec![Box::new(ellipsoid), Box::new(Point::new([0.0, 0.0, -2.0]).unwrap())];
        let placed = Placed::new(ellipsoid, Pose::at([0.0, 0.0, 0.5])).unwrap();
        let shapes: Vec<(&str, Box<dyn Convex<3>>, Rational)> = vec![
            ("cylinder", Box::new(Cylinder::new(a, b).unwrap()), gap(a)),
            ("cone", Box::new(Cone::new(a, b).unwrap()), gap(0.5 * a)),
            ("ellipsoid", Box::new(ellipsoid), gap(c)),
            ("affine", Box::new(doubled), gap(2.0 * c)),
            ("rounded", Box::new(Rounded::new(ellipsoid, 0.5).unwrap()), gap(c) - number(0.5)),
            ("placed", Box::new(placed), gap(c) + number(0.5)),
            ("sum", Box::new(MinkowskiSum::new(sum).unwrap()), gap(c) - number(thickness)),
            ("hull", Box::new(ConvexHull::new(hull).unwrap()), gap(2.0)),
        ];
        for (name, shape, gap) in shapes {
            let bounds = rigorous(&floor, &Pose::IDENTITY, &shape, &above).unwrap();
            let held = number(bounds.lower) <= gap && gap <= number(bounds.upper);
            assert!(held, "{name}: {} in {bounds:?}", gap.to_f64());
            assert!(bounds.upper - bounds.lower < 1e-8, "{name}: {bounds:?}");
        }
    }
}

/// Round shapes stood on their tips, turned any way: two spheres written as ellipsoids.
#[test]
fn spheres_as_ellipsoids() {
    let rng = &mut Rng::with_seed(6);
    for _ in 0..5000 {
        let radii = [0; 2].map(|_| rng.f64() + 0.01);
        let [a, b] = radii.map(|r| Ellipsoid::new([r; 3]).unwrap());
        let [pose_a, pose_b] = [0; 2].map(|_| pose(rng, 2.0));
        let centre = Point::new([0.0; 3]).unwrap();
        let cores = exact::distance(&centre, &pose_a, &centre, &pose_b).unwrap();
        let bounds = rigorous(&a, &pose_a, &b, &pose_b).unwrap();
        assert!(holds(bounds, &cores, &(number(radii[0]) + number(radii[1]))), "{bounds:?}");
        let float = distance(&a, &pose_a, &b, &pose_b).unwrap();
        assert!(bounds.lower <= float.upper() && float.lower() <= bounds.upper);
    }
}

/// Lines, rays, planes and half-spaces against each other and against bounded shapes: the bounds
/// hold for the exact distance of the numbers given, and are close to each other where directions
/// are not parallel but for rounding.
#[test]
fn unbounded_shapes() {
    let rng = &mut Rng::with_seed(9);
    let vector = |rng: &mut Rng| Vector::<3>::from_fn(|_| 2.0 * rng.f64() - 1.0);
    let along = |rng: &mut Rng| match rng.u8(..3) {
        // Parallel now and then, and at exact right angles.
        0 => Vector::<3>::axis(rng.usize(..3)),
        _ => vector(rng),
    };
    let make = |rng: &mut Rng, kind: usize| -> Box<dyn Convex<3>> {
        let (p, d) = (vector(rng), along(rng));
        match kind {
            0 => Box::new(Line::new(p, d).unwrap()),
            1 => Box::new(Ray::new(p, d).unwrap()),
            2 => Box::new(Plane::new(d, p[0]).unwrap()),
            3 => Box::new(HalfSpace::new(d, p[0]).unwrap()),
            4 => Box::new(Point::new(p).unwrap()),
            5 => Box::new(Segment::new(p, d).unwrap()),
            6 => Box::new(Cuboid::new(p.map(f64::abs)).unwrap()),
            _ => Box::new(Polytope::from_points((0..6).map(|_| vector(rng))).unwrap()),
        }
    };
    let (mut apart, mut tight) = (0, 0);
    for case in 0..8000 {
        let (a, b) = (make(rng, case % 4), make(rng, rng.clone().usize(..8)));
        let [pose_a, pose_b] = match rng.u8(..3) {
            0 => [Pose::IDENTITY, Pose::at(vector(rng))],
            _ => [0; 2].map(|_| pose(rng, 3.0)),
        };
        let exact = exact::closest(&a, &pose_a, &b, &pose_b).unwrap();
        let bounds = rigorous(&a, &pose_a, &b, &pose_b).unwrap();
        let (lower, upper) = (number(bounds.lower), number(bounds.upper));
        assert!(
            &lower * &lower <= exact.squared && exact.squared <= &upper * &upper,
            "{} in {bounds:?}",
            exact.distance()
        );
        apart += usize::from(exact.distance() > 1e-9);
        tight += usize::from(exact.distance() > 1e-9 && bounds.upper - bounds.lower < 1e-11);
    }
    assert!(apart > 2000, "{apart}");
    assert!(tight * 100 > apart * 97, "{tight} of {apart}");
}

struct Unknown;

impl Convex<3> for Unknown {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        direction.normalized().unwrap_or(Vector::ZERO)
    }
}

#[test]
fn refusals() {
    let ball = Ball::new(1.0).unwrap();
    let here = Pose::IDENTITY;
    let error = rigorous(&ball, &here, &Unknown, &here).unwrap_err();
    assert_eq!(error, QueryError::NoErrorBound(Side::B));
}
