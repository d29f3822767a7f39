//! One or more of every shape, at ordinary and at awkward proportions.

use clearance::shape::*;
use clearance::{Convex, Matrix, Pose, Rotation, Vector};

pub type Shape<const D: usize> = Box<dyn Convex<D>>;
pub type Named<const D: usize> = (&'static str, Shape<D>);

pub fn random<const D: usize>() -> Vector<D> {
    Vector::from_fn(|_| fastrand::f64() * 2.0 - 1.0)
}

pub fn random_unit<const D: usize>() -> Vector<D> {
    loop {
        let v = random::<D>();
        if v.norm() > 0.1 && v.norm() <= 1.0 {
            return v / v.norm();
        }
    }
}

pub fn random_pose3(spread: f64) -> Pose<3> {
    let turn = Rotation::from_axis_angle(random_unit::<3>(), fastrand::f64() * 6.3).unwrap();
    Pose::new(turn, random::<3>() * spread).unwrap()
}

pub fn random_pose2(spread: f64) -> Pose<2> {
    Pose::new(Rotation::from_angle(fastrand::f64() * 6.3).unwrap(), random::<2>() * spread).unwrap()
}

fn shear() -> Matrix<3> {
    Matrix::from_rows([[2.0, 1.0, 0.0], [0.0, -1.0, 0.5], [0.3, 0.0, 0.7]])
}

/// Everything bounded in space.
pub fn bounded3() -> Vec<Named<3>> {
    let cloud = || Polytope::from_points((0..40).map(|_| random::<3>())).unwrap();
    let cube = Cuboid::new([1.0, 0.5, 0.25]).unwrap();
    let cone = Cone::new(2.0, 1.0).unwrap();
    let part = |shape: Shape<3>| shape;
    vec![
        ("point", Box::new(Point::new([0.1, 0.2, 0.3]).unwrap())),
        ("segment", Box::new(Segment::new([-1.0, 0.0, 0.3], [0.5, 0.7, 0.0]).unwrap())),
        ("no segment", Box::new(Segment::new([1.0, 0.0, 0.0], [1.0, 0.0, 0.0]).unwrap())),
        (
            "triangle",
            Box::new(Triangle::new([[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.0, 0.8, 0.4]]).unwrap()),
        ),
        (
            "flat triangle",
            Box::new(Triangle::new([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [0.5, 0.5, 0.5]]).unwrap()),
        ),
        ("rectangle", Box::new(Rectangle::<3>::new([1.0, 0.4]).unwrap())),
        (
            "rectangle by corner",
            Box::new(
                Rectangle::from_corner([0.0, 0.0, 1.0], [[0.3, 0.4, 0.0], [0.4, -0.3, 0.0]])
                    .unwrap(),
            ),
        ),
        (
            "polygon",
            Box::new(
                Polygon::new([
                    [1.0, 0.0, 1.0],
                    [0.0, 1.0, 1.0],
                    [-1.0, 0.0, 1.0],
                    [0.0, -1.0, 1.0],
                ])
                .unwrap(),
            ),
        ),
        (
            "tetrahedron",
            Box::new(
                Tetrahedron::new([
                    [0.0, 0.0, 0.0],
                    [1.0, 0.0, 0.0],
                    [0.0, 1.0, 0.0],
                    [0.2, 0.3, 1.0],
                ])
                .unwrap(),
            ),
        ),
        (
            "flat tetrahedron",
            Box::new(
                Tetrahedron::new([
                    [0.0, 0.0, 0.0],
                    [1.0, 0.0, 0.0],
                    [0.0, 1.0, 0.0],
                    [1.0, 1.0, 0.0],
                ])
                .unwrap(),
            ),
        ),
        ("box", Box::new(cube)),
        ("flat box", Box::new(Cuboid::new([1.0, 0.0, 0.5]).unwrap())),
        (
            "box by corner",
            Box::new(
                Cuboid::from_corner([0.0; 3], [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.5]])
                    .unwrap(),
            ),
        ),
        ("ball", Box::new(Ball::new(0.8).unwrap())),
        ("ball elsewhere", Box::new(Ball::centred([1.0, 2.0, 3.0], 0.5).unwrap())),
        ("capsule", Box::new(Capsule::new([0.0, 0.0, -0.5], [0.3, 0.2, 0.6], 0.4).unwrap())),
        ("round capsule", Box::new(Capsule::along_axis(0.0, 0.4).unwrap())),
        ("cylinder", Box::new(Cylinder::new(0.7, 0.5).unwrap())),
        ("disc", Box::new(Cylinder::new(0.0, 0.5).unwrap())),
        ("needle cylinder", Box::new(Cylinder::new(1.0, 1e-6).unwrap())),
        ("cylinder between", Box::new(Cylinder::between([0.0; 3], [0.4, 0.5, -0.6], 0.3).unwrap())),
        ("cone", Box::new(cone)),
        ("flat cone", Box::new(Cone::new(1e-6, 1.0).unwrap())),
        ("needle cone", Box::new(Cone::new(1.0, 1e-6).unwrap())),
        ("cone between", Box::new(Cone::between([0.0; 3], [0.4, 0.5, -0.6], 0.3).unwrap())),
        ("ellipsoid", Box::new(Ellipsoid::new([1.0, 0.6, 0.3]).unwrap())),
        ("pancake", Box::new(Ellipsoid::new([1.0, 0.7, 1e-6]).unwrap())),
        ("needle", Box::new(Ellipsoid::new([1e-6, 2e-6, 1.0]).unwrap())),
        ("polytope", Box::new(cloud())),
        ("rounded box", Box::new(Rounded::new(cube, 0.2).unwrap())),
        ("rounded cone", Box::new(Rounded::new(cone, 0.2).unwrap())),
        ("not rounded", Box::new(Rounded::new(cone, 0.0).unwrap())),
        ("rounded polytope", Box::new(Rounded::new(cloud(), 0.2).unwrap())),
        ("affine box", Box::new(Affine::new(cube, shear(), [0.1, 0.2, 0.3]).unwrap())),
        (
            "affine ball",
            Box::new(Affine::new(Ball::new(0.5).unwrap(), shear(), [0.1, 0.2, 0.3]).unwrap()),
        ),
        ("affine cone", Box::new(Affine::new(cone, shear(), [0.1, 0.2, 0.3]).unwrap())),
        (
            "affine placed",
            Box::new(
                Affine::new(Placed::new(cloud(), random_pose3(1.0)).unwrap(), shear(), [0.0; 3])
                    .unwrap(),
            ),
        ),
        (
            "placed twice",
            Box::new(
                Placed::new(Placed::new(cone, random_pose3(1.0)).unwrap(), random_pose3(1.0))
                    .unwrap(),
            ),
        ),
        (
            "sum of polytopes",
            Box::new(MinkowskiSum::new(vec![part(Box::new(cloud())), Box::new(cube)]).unwrap()),
        ),
        (
            "sum with a ball",
            Box::new(
                MinkowskiSum::new(vec![part(Box::new(cloud())), Box::new(Ball::new(0.3).unwrap())])
                    .unwrap(),
            ),
        ),
        (
            "sum with cones",
            Box::new(
                MinkowskiSum::new(vec![
                    part(Box::new(cube)),
                    Box::new(cone),
                    Box::new(Capsule::along_axis(0.2, 0.1).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "hull of polytopes",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(cloud())),
                    Box::new(Cuboid::centred([2.0, 0.0, 0.0], [0.3, 0.2, 0.1]).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "hull of equal balls",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(Ball::new(0.3).unwrap())),
                    Box::new(Ball::centred([1.0, 0.0, 0.0], 0.3).unwrap()),
                    Box::new(Ball::centred([0.0, 1.0, 0.0], 0.3).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "hull of balls",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(Ball::new(0.3).unwrap())),
                    Box::new(Ball::centred([1.0, 0.0, 0.0], 0.1).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "hull with a cone",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(cone)),
                    Box::new(Cuboid::centred([2.0, 0.0, 0.0], [0.3, 0.2, 0.1]).unwrap()),
                ])
                .unwrap(),
            ),
        ),
    ]
}

/// Everything unbounded in space.
pub fn unbounded3() -> Vec<Named<3>> {
    let line = Line::new([0.1, 0.2, 0.3], [1.0, 2.0, 0.5]).unwrap();
    let ray = Ray::new([0.1, 0.0, 0.3], [0.0, 2.0, 0.5]).unwrap();
    let cube = Cuboid::new([1.0, 0.5, 0.25]).unwrap();
    let cone = Cone::new(2.0, 1.0).unwrap();
    let part = |shape: Shape<3>| shape;
    vec![
        ("line", Box::new(line)),
        ("line through", Box::new(Line::through([0.0; 3], [1.0, 1.0, 0.0]).unwrap())),
        ("ray", Box::new(ray)),
        ("plane", Box::new(Plane::new([1.0, 2.0, 3.0], 0.5).unwrap())),
        (
            "plane spanned",
            Box::new(Plane::spanned([0.0, 0.0, 1.0], [1.0, 0.0, 0.1], [0.0, 3.0, 0.2]).unwrap()),
        ),
        ("half-space", Box::new(HalfSpace::new([0.0, 0.0, 2.0], -0.5).unwrap())),
        ("half-space at", Box::new(HalfSpace::at([0.1, 0.2, 0.3], [1.0, 1.0, -1.0]).unwrap())),
        ("pipe", Box::new(Rounded::new(line, 0.3).unwrap())),
        ("rounded ray", Box::new(Rounded::new(ray, 0.3).unwrap())),
        ("slab", Box::new(Rounded::new(Plane::new([0.0, 1.0, 0.0], 0.0).unwrap(), 0.4).unwrap())),
        ("placed ray", Box::new(Placed::new(ray, random_pose3(1.0)).unwrap())),
        (
            "ray placed twice",
            Box::new(
                Placed::new(Placed::new(ray, random_pose3(1.0)).unwrap(), random_pose3(1.0))
                    .unwrap(),
            ),
        ),
        ("affine line", Box::new(Affine::new(line, shear(), [0.1, 0.0, 0.0]).unwrap())),
        (
            "affine half-space",
            Box::new(
                Affine::new(
                    HalfSpace::new([1.0, 1.0, 0.0], 0.2).unwrap(),
                    shear(),
                    [0.1, 0.0, 0.0],
                )
                .unwrap(),
            ),
        ),
        (
            "affine pipe",
            Box::new(
                Affine::new(Rounded::new(line, 0.3).unwrap(), shear(), [0.1, 0.0, 0.0]).unwrap(),
            ),
        ),
        (
            "box along a ray",
            Box::new(MinkowskiSum::new(vec![part(Box::new(cube)), Box::new(ray)]).unwrap()),
        ),
        (
            "cone along a line",
            Box::new(MinkowskiSum::new(vec![part(Box::new(cone)), Box::new(line)]).unwrap()),
        ),
        (
            "two rays",
            Box::new(
                MinkowskiSum::new(vec![
                    part(Box::new(ray)),
                    Box::new(Ray::new([0.0; 3], [1.0, 0.0, 0.0]).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "opposite rays",
            Box::new(
                MinkowskiSum::new(vec![
                    part(Box::new(ray)),
                    Box::new(Ray::new([0.0; 3], [0.0, -2.0, -0.5]).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "octant",
            Box::new(
                MinkowskiSum::new(
                    (0..3)
                        .map(|i| part(Box::new(Ray::new([0.1; 3], Vector::axis(i)).unwrap())))
                        .collect(),
                )
                .unwrap(),
            ),
        ),
        (
            "hull of point and line",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(Point::new([1.0, -1.0, 0.0]).unwrap())),
                    Box::new(line),
                ])
                .unwrap(),
            ),
        ),
        (
            "hull of ball and ray",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(Ball::centred([1.0, -1.0, 0.0], 0.3).unwrap())),
                    Box::new(ray),
                ])
                .unwrap(),
            ),
        ),
    ]
}

/// Everything bounded in the plane.
pub fn bounded2() -> Vec<Named<2>> {
    let square = Rectangle::<2>::new([1.0, 0.4]).unwrap();
    let part = |shape: Shape<2>| shape;
    let shear = Matrix::from_rows([[1.0, 0.5], [0.2, -0.8]]);
    vec![
        ("point", Box::new(Point::new([0.1, 0.2]).unwrap())),
        ("segment", Box::new(Segment::new([-1.0, 0.0], [0.5, 0.7]).unwrap())),
        ("triangle", Box::new(Triangle::new([[0.0, 0.0], [0.0, 0.8], [1.0, 0.1]]).unwrap())),
        ("rectangle", Box::new(square)),
        (
            "rectangle by corner",
            Box::new(Rectangle::from_corner([0.0, 1.0], [[0.3, 0.4], [0.4, -0.3]]).unwrap()),
        ),
        ("box", Box::new(Cuboid::new([0.5, 0.5]).unwrap())),
        (
            "polygon",
            Box::new(
                Polygon::new([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.5, 0.5], [1.0, 0.0]]).unwrap(),
            ),
        ),
        ("disc", Box::new(Ball::new(0.7).unwrap())),
        ("capsule", Box::new(Capsule::along_axis(0.5, 0.3).unwrap())),
        ("ellipse", Box::new(Ellipsoid::new([1.0, 0.3]).unwrap())),
        ("needle", Box::new(Ellipsoid::new([1e-6, 1.0]).unwrap())),
        ("polytope", Box::new(Polytope::from_points((0..20).map(|_| random::<2>())).unwrap())),
        ("rounded rectangle", Box::new(Rounded::new(square, 0.2).unwrap())),
        ("affine rectangle", Box::new(Affine::new(square, shear, [0.1, 0.2]).unwrap())),
        ("affine disc", Box::new(Affine::new(Ball::new(0.5).unwrap(), shear, [0.1, 0.2]).unwrap())),
        (
            "sum",
            Box::new(
                MinkowskiSum::new(vec![
                    part(Box::new(square)),
                    Box::new(Ellipsoid::new([0.2, 0.5]).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "hull",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(square)),
                    Box::new(Ball::centred([0.0, 2.0], 0.3).unwrap()),
                ])
                .unwrap(),
            ),
        ),
    ]
}

/// Everything unbounded in the plane.
pub fn unbounded2() -> Vec<Named<2>> {
    let ray = Ray::through([0.0, 0.1], [1.0, 1.0]).unwrap();
    let part = |shape: Shape<2>| shape;
    vec![
        ("line", Box::new(Line::new([0.1, 0.2], [1.0, 2.0]).unwrap())),
        ("ray", Box::new(ray)),
        ("plane", Box::new(Plane::new([1.0, 2.0], 0.5).unwrap())),
        ("half-plane", Box::new(HalfSpace::new([0.3, 2.0], -0.5).unwrap())),
        ("rounded ray", Box::new(Rounded::new(ray, 0.2).unwrap())),
        (
            "wedge",
            Box::new(
                MinkowskiSum::new(vec![
                    part(Box::new(ray)),
                    Box::new(Ray::new([0.0, 0.0], [1.0, -0.2]).unwrap()),
                ])
                .unwrap(),
            ),
        ),
        (
            "hull",
            Box::new(
                ConvexHull::new(vec![
                    part(Box::new(ray)),
                    Box::new(Ball::centred([1.0, -1.0], 0.3).unwrap()),
                ])
                .unwrap(),
            ),
        ),
    ]
}
