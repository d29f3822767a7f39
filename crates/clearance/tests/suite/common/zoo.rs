//! One generator for each kind of shape. All lengths are multiples of `scale`, computed so that a
//! scale that is a power of two changes exponents and nothing else.

use super::{Rng, Shape, number, pose, unit, vector};
use clearance::shape::{
    Affine, Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Halfspaces,
    Hyperquadric, Intersection, Line, MinkowskiSum, Placed, Plane, Point, Polygon, Polytope,
    Quadric, Ray, Rectangle, Rounded, Segment, Superquadric, Tetrahedron, Triangle,
};
use clearance::{Convex, Matrix, Pose, Vector};

/// A kind of shape.
pub struct Kind<const D: usize> {
    pub name: &'static str,
    pub make: fn(&mut Rng, f64) -> Shape<D>,
}

/// All kinds in one dimension.
pub trait Zoo<const D: usize> {
    fn kinds() -> Vec<Kind<D>>;

    /// With those that are made of surfaces and have no support function of their own.
    fn with_surfaces() -> Vec<Kind<D>> {
        let mut kinds = Self::kinds();
        let facets = kinds.split_off(kinds.len() - by_facets::<D>().len());
        kinds.extend(surfaces());
        kinds.extend(facets);
        kinds
    }
}

/// Stands for the zoo of any dimension.
pub struct All;

fn length(rng: &mut Rng, scale: f64) -> f64 {
    (0.25 + 0.75 * rng.f64()) * scale
}

fn lengths<const D: usize>(rng: &mut Rng, scale: f64) -> Vector<D> {
    Vector::from_fn(|_| length(rng, scale))
}

fn cloud<const D: usize>(rng: &mut Rng, scale: f64, count: usize) -> Polytope<D> {
    Polytope::from_points((0..count).map(|_| vector::<D>(rng, scale))).unwrap()
}

/// A user's shape with nothing but a support function: a box whose faces bulge.
struct Bulging<const D: usize>(Vector<D>);

impl<const D: usize> Convex<D> for Bulging<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let turned = direction.normalized().unwrap_or(Vector::axis(0));
        // The sum of a box and an ellipsoid.
        let squared = Vector::<D>::from_fn(|i| self.0[i] * turned[i]);
        let length = squared.norm();
        Vector::from_fn(|i| {
            self.0[i].copysign(turned[i]) * 0.5 + self.0[i] * squared[i] / length * 0.5
        })
    }
}

/// Exponents of a superquadric: the ends of the range as often as what lies between.
fn exponent(rng: &mut Rng) -> f64 {
    match rng.u8(0..8) {
        0 => 1.0,
        1 => f64::INFINITY,
        2 => 2.0,
        3 => 200.0,
        4 => 1.0 + 0.01 * rng.f64(),
        5 => 1.0 + rng.f64(),
        _ => 2.0 + 14.0 * rng.f64(),
    }
}

/// The kinds that exist in every dimension.
fn shared<const D: usize>() -> Vec<Kind<D>> {
    let kind = |name, make| Kind { name, make };
    vec![
        kind("point", |rng, s| Box::new(Point::new(vector::<D>(rng, s)).unwrap())),
        kind("segment", |rng, s| {
            Box::new(Segment::new(vector::<D>(rng, s), vector::<D>(rng, s)).unwrap())
        }),
        kind("line", |rng, s| Box::new(Line::new(vector::<D>(rng, s), unit::<D>(rng)).unwrap())),
        kind("ray", |rng, s| Box::new(Ray::new(vector::<D>(rng, s), unit::<D>(rng)).unwrap())),
        kind("plane", |rng, s| Box::new(Plane::new(unit::<D>(rng), number(rng) * s).unwrap())),
        kind("halfspace", |rng, s| {
            Box::new(HalfSpace::new(unit::<D>(rng), number(rng) * s - s).unwrap())
        }),
        kind("triangle", |rng, s| {
            Box::new(Triangle::new([0; 3].map(|_| vector::<D>(rng, s))).unwrap())
        }),
        kind("rectangle", |rng, s| {
            Box::new(Rectangle::<D>::new([length(rng, s), length(rng, s)]).unwrap())
        }),
        kind("box", |rng, s| Box::new(Cuboid::new(lengths::<D>(rng, s)).unwrap())),
        kind("ball", |rng, s| Box::new(Ball::<D>::new(length(rng, s)).unwrap())),
        kind("capsule", |rng, s| {
            let ends = [vector::<D>(rng, s), vector::<D>(rng, s)];
            Box::new(Capsule::new(ends[0], ends[1], length(rng, s) * 0.5).unwrap())
        }),
        kind("ellipsoid", |rng, s| Box::new(Ellipsoid::new(lengths::<D>(rng, s)).unwrap())),
        kind("superquadric", |rng, s| {
            let exponents = Vector::from_fn(|_| exponent(rng));
            Box::new(Superquadric::new(lengths::<D>(rng, s), exponents).unwrap())
        }),
        kind("sheared superquadric", |rng, s| {
            let exponents = Vector::from_fn(|_| exponent(rng));
            let inner = Superquadric::new(lengths::<D>(rng, s), exponents).unwrap();
            let matrix = Matrix::from_columns(core::array::from_fn(|i| {
                Vector::<D>::axis(i) + vector::<D>(rng, 0.3)
            }));
            Box::new(Affine::new(inner, matrix, vector::<D>(rng, s * 0.5)).unwrap())
        }),
        kind("quadric", |rng, s| {
            let axes = lengths::<D>(rng, s);
            let (q, centre) = (axes.map(|a| 1.0 / (a * a)), vector::<D>(rng, s * 0.5));
            let c = centre.dot(centre.scale(q)) - 1.0;
            Box::new(Quadric::new(Matrix::diagonal(q), -centre.scale(q), c).unwrap())
        }),
        kind("polytope", |rng, s| Box::new(cloud::<D>(rng, s, 12))),
        kind("rounded", |rng, s| {
            Box::new(Rounded::new(cloud::<D>(rng, s * 0.5, 7), length(rng, s) * 0.5).unwrap())
        }),
        kind("affine", |rng, s| {
            let matrix = Matrix::from_columns(core::array::from_fn(|i| {
                Vector::<D>::axis(i) + vector::<D>(rng, 0.3)
            }));
            let ball = Ball::<D>::new(length(rng, s)).unwrap();
            Box::new(Affine::new(ball, matrix, vector::<D>(rng, s * 0.5)).unwrap())
        }),
        kind("sum", |rng, s| {
            let ends = [vector::<D>(rng, s * 0.5), vector::<D>(rng, s * 0.5)];
            let way = Segment::new(ends[0], ends[1]).unwrap();
            let egg = Ellipsoid::new(lengths::<D>(rng, s * 0.5)).unwrap();
            Box::new(MinkowskiSum::new(vec![Box::new(way) as Shape<D>, Box::new(egg)]).unwrap())
        }),
        kind("hull", |rng, s| {
            let cube = Cuboid::new(lengths::<D>(rng, s * 0.5)).unwrap();
            let ball = Ball::centred(vector::<D>(rng, s), length(rng, s) * 0.5).unwrap();
            Box::new(ConvexHull::new(vec![Box::new(cube) as Shape<D>, Box::new(ball)]).unwrap())
        }),
        kind("placed", |rng, s| {
            let pose = pose::<D>(rng, 1.0);
            let pose = Pose::new(*pose.rotation(), pose.translation() * (s * 0.5)).unwrap();
            let cube = Cuboid::new(lengths::<D>(rng, s)).unwrap();
            Box::new(Placed::new(cube, pose).unwrap())
        }),
        kind("user's own", |rng, s| Box::new(Bulging(lengths::<D>(rng, s)))),
    ]
}

fn cut_box<const D: usize>(rng: &mut Rng, scale: f64) -> Vec<(Vector<D>, f64)> {
    let half = lengths::<D>(rng, scale);
    let sides = (0..D).flat_map(|i| [(Vector::axis(i), half[i]), (-Vector::axis(i), half[i])]);
    let mut facets: Vec<(Vector<D>, f64)> = sides.collect();
    for _ in 0..rng.usize(0..4) {
        facets.push((unit::<D>(rng), length(rng, scale)));
    }
    facets
}

/// Polyhedra by their facets, bounded or not.
fn by_facets<const D: usize>() -> Vec<Kind<D>> {
    let kind = |name, make| Kind { name, make };
    vec![
        // A box that planes cut, with and without its vertices.
        kind("halfspaces", |rng, s| Box::new(Halfspaces::new(cut_box::<D>(rng, s)).unwrap())),
        kind("raw halfspaces", |rng, s| Box::new(Halfspaces::raw(cut_box::<D>(rng, s)).unwrap())),
        kind("room", |rng, s| {
            let walls = 1 + rng.usize(0..=D);
            let wall = |_| (unit::<D>(rng), 0.5 * length(rng, s));
            Box::new(Halfspaces::new((0..walls).map(wall).collect::<Vec<_>>()).unwrap())
        }),
    ]
}

/// The kinds without a support function.
fn surfaces<const D: usize>() -> Vec<Kind<D>> {
    let kind = |name, make| Kind { name, make };
    vec![
        kind("hyperquadric", |rng, s| {
            // More terms than dimensions: there is no support function.
            let terms = (0..D + 2).map(|i| {
                let a: Vector<D> = if i < D { Vector::axis(i) } else { unit::<D>(rng) };
                (a / length(rng, s), 0.2 * number(rng), 1.0 + 15.0 * rng.f64() * rng.f64())
            });
            Box::new(Hyperquadric::<D>::new(terms).unwrap())
        }),
        kind("intersection", |rng, s| {
            let egg = Superquadric::new(lengths::<D>(rng, s), Vector([2.5; D])).unwrap();
            let ball = Ball::centred(vector::<D>(rng, s * 0.2), length(rng, s)).unwrap();
            let cut = HalfSpace::new(unit::<D>(rng), 0.1 * s).unwrap();
            let parts: Vec<Shape<D>> = vec![Box::new(egg), Box::new(ball), Box::new(cut)];
            Box::new(Intersection::new(parts).unwrap())
        }),
    ]
}

/// Points on a circle in order: a convex polygon.
fn ring(rng: &mut Rng, scale: f64) -> Vec<[f64; 2]> {
    let count = 3 + rng.usize(0..6);
    let turn = core::f64::consts::TAU / count as f64;
    let place = |k: usize| (k as f64 * turn + 0.3 * turn).sin_cos();
    (0..count).map(place).map(|(y, x)| [x * scale, y * scale]).collect()
}

impl Zoo<2> for All {
    fn kinds() -> Vec<Kind<2>> {
        let mut kinds = shared();
        let polygon: fn(&mut Rng, f64) -> Shape<2> =
            |rng, s| Box::new(Polygon::<2>::new(ring(rng, s)).unwrap());
        kinds.push(Kind { name: "polygon", make: polygon });
        kinds.extend(by_facets());
        kinds
    }
}

impl Zoo<3> for All {
    fn kinds() -> Vec<Kind<3>> {
        let kind = |name, make| Kind { name, make };
        let mut kinds = shared();
        kinds.extend([
            kind("polygon", |rng, s| {
                let points = ring(rng, s).into_iter().map(|[x, y]| [x, y, 0.0]);
                Box::new(Polygon::<3>::new(points).unwrap())
            }),
            kind("tetrahedron", |rng, s| {
                Box::new(Tetrahedron::new([0; 4].map(|_| vector::<3>(rng, s))).unwrap())
            }),
            kind("cylinder", |rng, s| {
                Box::new(Cylinder::new(length(rng, s), length(rng, s)).unwrap())
            }),
            kind("cone", |rng, s| {
                Box::new(Cone::new(2.0 * length(rng, s), length(rng, s)).unwrap())
            }),
            // Large enough to be climbed rather than scanned.
            kind("large polytope", |rng, s| {
                let points = (0..400).map(|_| unit::<3>(rng) * s).collect::<Vec<_>>();
                Box::new(Polytope::from_points(points).unwrap())
            }),
        ]);
        kinds.extend(by_facets());
        kinds
    }
}
