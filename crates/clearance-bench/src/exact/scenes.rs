//! The pairs that are timed.

use clearance::shape::{
    Ball, Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hyperquadric, Intersection, Line,
    MinkowskiSum, Plane, Point, Polytope, Quadric, Rectangle, SecondOrderCone, Segment,
    Superquadric, Triangle,
};
use clearance::{Convex, Matrix, Pose, Rotation, Vector, distance};
use fastrand::Rng;

/// A shape of any kind.
pub type Shape = Box<dyn Convex<3>>;
/// Two shapes and where they are.
pub type Case = (Shape, Pose<3>, Shape, Pose<3>);

fn ok<T, E: std::fmt::Debug>(made: Result<T, E>) -> T {
    made.expect("a valid shape")
}

/// A vector in the cube from −1 to 1.
pub fn vector(rng: &mut Rng) -> Vector<3> {
    Vector::from_fn(|_| 2.0 * rng.f64() - 1.0)
}

/// Any rotation.
pub fn turn(rng: &mut Rng) -> Rotation<3> {
    ok(Rotation::from_quaternion([0; 4].map(|_| 2.0 * rng.f64() - 1.0)))
}

/// Any pose, no further out than `size` along an axis.
pub fn pose(rng: &mut Rng, size: f64) -> Pose<3> {
    let rotation = turn(rng);
    ok(Pose::new(rotation, vector(rng) * size))
}

/// Points on a sphere, so that all of them are vertices.
pub fn hull(rng: &mut Rng, count: usize) -> Shape {
    let points: Vec<_> = (0..count).filter_map(|_| vector(rng).normalized()).collect();
    Box::new(ok(Polytope::from_points(points)))
}

fn cuboid(rng: &mut Rng) -> Shape {
    Box::new(ok(Cuboid::new([0; 3].map(|_| 0.2 + rng.f64()))))
}

/// Shapes that are given by functions.
fn implicit(rng: &mut Rng, name: &str) -> Shape {
    let axes = [0; 3].map(|_| 0.3 + 0.7 * rng.f64());
    let up = Matrix::diagonal(Vector([1.0, 1.0, 0.0]));
    match name {
        "ellipsoid" => Box::new(ok(Ellipsoid::new(axes))),
        "superquadric" => {
            Box::new(ok(Superquadric::new(axes, [0; 3].map(|_| 1.5 + 8.0 * rng.f64()))))
        }
        "quadric" => {
            Box::new(ok(Quadric::new(Matrix::diagonal(Vector(axes)), [0.1, 0.2, 0.1], -0.6)))
        }
        "bowl" => Box::new(ok(Quadric::new(up, [0.0, 0.0, -0.5], 0.0))),
        "ice cream" => {
            Box::new(ok(SecondOrderCone::new(up, [0.1, 0.2, 0.0], [0.0, 0.0, 1.0], 0.1)))
        }
        "hyperquadric" => {
            let term = |i: usize| {
                let a = if i < 3 { Vector::axis(i) } else { vector(rng) };
                (a / (0.3 + rng.f64()), 0.2 * rng.f64(), 2.0 + 8.0 * rng.f64())
            };
            Box::new(ok(Hyperquadric::<3>::new((0..5).map(term).collect::<Vec<_>>())))
        }
        "intersection" => {
            let (egg, ball) = (implicit(rng, "superquadric"), shape(rng, "ball"));
            let cut: Shape = Box::new(ok(HalfSpace::new(vector(rng), 0.1)));
            Box::new(ok(Intersection::new(vec![egg, ball, cut])))
        }
        _ => {
            let parts = vec![implicit(rng, "superquadric"), cuboid(rng)];
            Box::new(ok(MinkowskiSum::new(parts)))
        }
    }
}

/// The kinds of small shapes by name.
pub fn shape(rng: &mut Rng, name: &str) -> Shape {
    let (p, q, r) = (vector(rng), vector(rng), vector(rng));
    let [x, y] = [0; 2].map(|_| 0.2 + rng.f64());
    match name {
        "point" => Box::new(ok(Point::new(p))),
        "segment" => Box::new(ok(Segment::new(p, q))),
        "line" => Box::new(ok(Line::new(p, q))),
        "plane" => Box::new(ok(Plane::new(p, x))),
        "triangle" => Box::new(ok(Triangle::new([p, q, r]))),
        "rectangle" => Box::new(ok(Rectangle::new([x, y]))),
        "ball" => Box::new(ok(Ball::new(0.5 * x))),
        "capsule" => Box::new(ok(Capsule::new(p, q, 0.5 * x))),
        "cylinder" => Box::new(ok(Cylinder::new(x, y))),
        "hull20" => hull(rng, 20),
        "hull100" => hull(rng, 100),
        "hull1000" => hull(rng, 1000),
        "box" => cuboid(rng),
        name => implicit(rng, name),
    }
}

/// Turned both ways, with some space between.
pub fn apart(rng: &mut Rng, name: &str) -> Case {
    loop {
        let (a, b) = (shape(rng, name), shape(rng, name));
        let (pose_a, pose_b) = (pose(rng, 1.0), pose(rng, 4.0));
        if ok(distance(&a, &pose_a, &b, &pose_b)).distance() > 0.05 {
            return (a, pose_a, b, pose_b);
        }
    }
}

/// Boxes with parallel faces: a gap of `gap`, one rotation for both.
pub fn parallel(rng: &mut Rng, gap: f64, rotation: Rotation<3>) -> Case {
    let halves = [0; 2].map(|_| [0; 3].map(|_| f64::from(rng.u32(1..64)) / 32.0));
    let step = Vector([halves[0][0] + halves[1][0] + gap, rng.f64() - 0.5, rng.f64() - 0.5]);
    let [a, b] = halves.map(|half| ok(Cuboid::new(half)));
    let pose_b = ok(Pose::new(rotation, rotation.rotate(step)));
    (Box::new(a), Pose::rotated(rotation), Box::new(b), pose_b)
}

/// The pairs of the first table by name.
pub fn exact_case(rng: &mut Rng, name: &str) -> Case {
    match name {
        "boxes" => apart(rng, "box"),
        "boxes, parallel" => {
            let rotation = turn(rng);
            parallel(rng, 0.125, rotation)
        }
        "boxes, touching" => parallel(rng, 0.0, Rotation::IDENTITY),
        "boxes, touching, turned" => {
            let rotation = turn(rng);
            parallel(rng, 0.0, rotation)
        }
        "mix" => {
            let parts = ["boxes, touching", "boxes, parallel", "boxes", "hull100"];
            exact_case(rng, parts[rng.clone().usize(..4)])
        }
        hulls => apart(rng, hulls),
    }
}
