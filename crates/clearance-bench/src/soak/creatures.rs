//! Every kind of shape, at random.

use std::f64::consts::TAU;
use std::fmt::Debug;

use clearance::shape::{
    Affine, Ball, Capsule, Cone, ConvexHull, Core, Cuboid, Cylinder, Ellipsoid, HalfSpace,
    Halfspaces, Line, MinkowskiSum, Placed, Plane, Point, Polygon, Polytope, Ray, Rectangle,
    Rounded, Segment, ShapeError, Tetrahedron, Triangle,
};
use clearance::{Convex, Matrix, Pose, Vector};

use super::draw::Draw;
use crate::workloads::rotation;

/// The kinds, the bounded ones without parts first. The last three live in space only.
pub const KINDS: [&str; 25] = [
    "point",
    "segment",
    "triangle",
    "rectangle",
    "polygon",
    "box",
    "polytope",
    "ball",
    "capsule",
    "ellipsoid",
    "own",
    "halfspaces",
    "rounded",
    "affine",
    "sum",
    "hull",
    "placed",
    "line",
    "ray",
    "plane",
    "halfspace",
    "room",
    "tetrahedron",
    "cylinder",
    "cone",
];

/// The kinds that have no parts and are bounded come before this one.
const SIMPLE: usize = 12;
/// The unbounded kinds.
const UNBOUNDED: std::ops::Range<usize> = 17..22;

/// How many kinds there are in `D` dimensions.
pub const fn kinds<const D: usize>() -> usize {
    if D == 2 { KINDS.len() - 3 } else { KINDS.len() }
}

/// A shape that can be printed.
pub trait Creature<const D: usize>: Convex<D> + Debug {}
impl<const D: usize, T: Convex<D> + Debug> Creature<D> for T {}

/// A shape of which the rest of the program knows no more than that.
pub type Boxed<const D: usize> = Box<dyn Creature<D>>;

/// Shapes that only one dimension has.
pub trait Native<const D: usize> {
    /// The kind of this number, which is one of the last three.
    fn native(draw: &mut Draw<'_>, kind: usize) -> Result<Boxed<D>, ShapeError>;
}

/// The dimensions that there are.
pub struct World;

impl Native<2> for World {
    fn native(draw: &mut Draw<'_>, _: usize) -> Result<Boxed<2>, ShapeError> {
        Ok(Box::new(Ball::new(draw.length())?))
    }
}

impl Native<3> for World {
    fn native(draw: &mut Draw<'_>, kind: usize) -> Result<Boxed<3>, ShapeError> {
        let by_ends = draw.rng.bool();
        let (p, q): (Vector<3>, Vector<3>) = (draw.point(), draw.point());
        Ok(match (KINDS[kind], by_ends) {
            ("tetrahedron", _) => Box::new(Tetrahedron::new([p, q, draw.point(), draw.point()])?),
            ("cylinder", true) => Box::new(Cylinder::between(p, q, draw.extent(0))?),
            ("cylinder", false) => Box::new(Cylinder::new(draw.extent(2), draw.extent(0))?),
            (_, true) => Box::new(Cone::between(p, q, draw.extent(0))?),
            (_, false) => Box::new(Cone::new(draw.extent(2), draw.extent(0))?),
        })
    }
}

/// What a user might write: two balls and everything between them, by its support function alone.
#[derive(Debug)]
struct Egg<const D: usize> {
    centre: Vector<D>,
    radii: [f64; 2],
}

impl<const D: usize> Convex<D> for Egg<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let n = direction.normalized().unwrap_or(Vector::axis(0));
        let (p, q) = (n * self.radii[0], self.centre + n * self.radii[1]);
        if p.dot(n) >= q.dot(n) { p } else { q }
    }
}

/// A shape of the kind, drawn again until it is a valid one; `None` if the style never gives one.
pub fn make<const D: usize>(draw: &mut Draw<'_>, kind: usize) -> Option<Boxed<D>>
where
    World: Native<D>,
{
    (0..50).find_map(|_| attempt(draw, kind).ok())
}

fn attempt<const D: usize>(draw: &mut Draw<'_>, kind: usize) -> Result<Boxed<D>, ShapeError>
where
    World: Native<D>,
{
    Ok(match KINDS[kind] {
        "point" => Box::new(Point::<D>::new(draw.point())?),
        "segment" => Box::new(Segment::<D>::new(draw.point(), draw.point())?),
        "triangle" => Box::new(Triangle::<D>::new([draw.point(), draw.point(), draw.point()])?),
        "rectangle" => Box::new(Rectangle::<D>::new([draw.extent(0), draw.extent(1)])?),
        "polygon" => Box::new(polygon::<D>(draw)?),
        "box" => Box::new(Cuboid::<D>::new(extents(draw))?),
        "polytope" => Box::new(Polytope::<D>::from_points(draw.cloud())?),
        "ball" => Box::new(Ball::<D>::new(draw.length())?),
        "capsule" => Box::new(Capsule::<D>::new(draw.point(), draw.point(), draw.extent(0))?),
        "ellipsoid" => Box::new(Ellipsoid::<D>::new(extents(draw))?),
        "own" => {
            Box::new(Egg::<D> { centre: draw.point(), radii: [draw.length(), draw.extent(0)] })
        }
        "halfspaces" => Box::new(halfspaces::<D>(draw)?),
        "rounded" => Box::new(Rounded::new(part::<D>(draw), 0.5 * draw.extent(0))?),
        "affine" => {
            let stretch = Matrix::diagonal(extents::<D>(draw) * (1.0 / draw.style.scale));
            let turn = *rotation::<D>(draw.rng).matrix();
            let matrix = if draw.style.grid { stretch } else { turn * stretch };
            Box::new(Affine::new(part::<D>(draw), matrix, draw.point::<D>())?)
        }
        "sum" => Box::new(MinkowskiSum::<D>::new(parts(draw))?),
        "hull" => Box::new(ConvexHull::<D>::new(parts(draw))?),
        "placed" => {
            let turn = if draw.style.grid { Default::default() } else { rotation::<D>(draw.rng) };
            let pose = Pose::new(turn, draw.point::<D>()).unwrap_or_default();
            Box::new(Placed::new(part::<D>(draw), pose)?)
        }
        "line" => Box::new(Line::<D>::new(draw.point(), draw.direction())?),
        "ray" => Box::new(Ray::<D>::new(draw.point(), draw.direction())?),
        "plane" => Box::new(Plane::<D>::new(draw.direction(), draw.length())?),
        "halfspace" => Box::new(HalfSpace::<D>::new(draw.direction(), draw.length())?),
        "room" => Box::new(room::<D>(draw)?),
        _ => World::native(draw, kind)?,
    })
}

fn extents<const D: usize>(draw: &mut Draw<'_>) -> Vector<D> {
    Vector::from_fn(|axis| draw.extent(axis))
}

/// The part of a combined shape: seldom an unbounded one.
fn part<const D: usize>(draw: &mut Draw<'_>) -> Boxed<D>
where
    World: Native<D>,
{
    let kind =
        if draw.rng.u8(..8) == 0 { draw.rng.usize(UNBOUNDED) } else { draw.rng.usize(..SIMPLE) };
    match make::<D>(draw, kind) {
        Some(creature) => creature,
        // A flat style has no triangles in the plane, for one; points there are always.
        None => Box::new(Printed::<D>(draw.point())),
    }
}

fn parts<const D: usize>(draw: &mut Draw<'_>) -> Vec<Box<dyn Convex<D>>>
where
    World: Native<D>,
{
    (0..draw.rng.usize(1..=3)).map(|_| part(draw) as Box<dyn Convex<D>>).collect()
}

/// A single point by its support function.
#[derive(Debug)]
struct Printed<const D: usize>(Vector<D>);

impl<const D: usize> Convex<D> for Printed<D> {
    fn support(&self, _: Vector<D>) -> Vector<D> {
        self.0
    }
}

/// A box, often with more facets, with or without its vertices.
fn halfspaces<const D: usize>(draw: &mut Draw<'_>) -> Result<Halfspaces<D>, ShapeError> {
    let mut pairs = Vec::new();
    for i in 0..D {
        let extent = draw.extent(i);
        pairs.extend([(Vector::axis(i), extent), (-Vector::axis(i), extent)]);
    }
    for _ in 0..draw.rng.usize(..8) {
        pairs.push((draw.direction(), draw.length()));
    }
    if draw.rng.u8(..4) == 0 { Halfspaces::raw(pairs) } else { Halfspaces::new(pairs) }
}

/// Walls, mostly too few to close.
fn room<const D: usize>(draw: &mut Draw<'_>) -> Result<Halfspaces<D>, ShapeError> {
    let count = draw.rng.usize(1..=D + 1);
    Halfspaces::new((0..count).map(|_| (draw.direction::<D>(), draw.length())))
}

/// Corners on an ellipse, in the plane of the first two axes.
fn polygon<const D: usize>(draw: &mut Draw<'_>) -> Result<Polygon<D>, ShapeError> {
    let axes = [draw.extent(0), draw.extent(1)];
    let count = draw.rng.usize(3..=12);
    let mut angles: Vec<f64> = (0..count).map(|_| TAU * draw.rng.f64()).collect();
    angles.sort_by(f64::total_cmp);
    let corner = |angle: &f64| {
        let xy = [axes[0] * angle.cos(), axes[1] * angle.sin()];
        Vector::<D>::from_fn(|i| if i < 2 { xy[i] } else { 0.0 })
    };
    Polygon::new(angles.iter().map(corner))
}

/// What bounds are promised for a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Corners only: to rounding.
    Polytope,
    /// Corners with a radius.
    Rounded,
    /// Curved in some other way.
    Curved,
    /// Unbounded.
    Unbounded,
}

/// What a shape is to the solvers, and its size: no point of its bounded part is further from
/// the origin of its frame along any axis.
pub fn class_and_size<const D: usize>(shape: &dyn Convex<D>) -> (Class, f64) {
    let view = shape.view();
    let class = match view.core {
        Core::Swept(_) => Class::Unbounded,
        Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) => Class::Curved,
        _ if view.radius > 0.0 => Class::Rounded,
        _ => Class::Polytope,
    };
    let offset = view.frame.map_or(0.0, |frame| frame.translation().max_abs());
    (class, view.reach + view.radius + offset)
}
