//! The questions for the plane and for space, compiled with the library.
//!
//! Everything here is generic in the dimension, and what is generic is compiled by whoever uses it:
//! every test, example and program anew. Where the compiler does not optimise for speed, as in
//! debug builds, it takes such code from the library instead, if the library has it. So the library
//! names it once. Nobody calls this, and release builds do not have it.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::query::{self, Cast, Motion, Query, Workspace};
use crate::scene::{Body, Budget, Scene, SceneError};
use crate::shape::{
    Affine, Ball, Capsule, Convex, ConvexHull, Cuboid, Ellipsoid, HalfSpace, Halfspaces,
    Hyperquadric, Intersection, Line, MinkowskiSum, Placed, Plane, Point, Polytope, Ray, Rectangle,
    Rounded, Segment, ShapeError, Superquadric,
};
use crate::space::{Matrix, Pose, Vector};
use crate::{Tracker, check, check_depth};

type Shape<const D: usize> = Box<dyn Convex<D>>;

/// In the plane.
pub fn plane(at: Vector<2>) -> usize {
    everything(at)
}

/// In space.
pub fn space(at: Vector<3>) -> usize {
    everything(at)
}

fn everything<const D: usize>(at: Vector<D>) -> usize {
    let pose = &Pose::at(at);
    let Ok(shapes) = shapes(at) else { return 0 };
    let mut count = 0;
    for shape in &shapes {
        count += questions(&**shape, pose, &**shape, pose);
    }
    count + seen(scenes(pose, shapes))
}

/// Something of the result, so that nothing is left out.
fn seen<T, E>(result: Result<T, E>) -> usize {
    usize::from(result.is_ok())
}

fn questions<const D: usize>(
    a: &dyn Convex<D>,
    pose_a: &Pose<D>,
    b: &dyn Convex<D>,
    pose_b: &Pose<D>,
) -> usize {
    let query = &Query::DEFAULT;
    let mut space = Workspace::new();
    let mut count = seen(query.trace(a, pose_a, b, pose_b))
        + seen(query.rigorous(a, pose_a, b, pose_b))
        + seen(Tracker::new().distance(a, pose_a, b, pose_b))
        + seen(query.within(a, pose_a, b, pose_b, 1.0))
        + seen(query.intersects(a, pose_a, b, pose_b))
        + seen(query.distance_below(a, pose_a, b, pose_b, 1.0))
        + seen(query::closest_points(a, pose_a, b, pose_b))
        + seen(space.gradient(a, pose_a, b, pose_b))
        + seen(space.contact_patch(a, pose_a, b, pose_b));
    if let Ok(answer) = query.distance(a, pose_a, b, pose_b) {
        count += seen(check(&answer, a, pose_a, b, pose_b));
    }
    if let Ok(Some(depth)) = space.penetration(a, pose_a, b, pose_b) {
        count += seen(check_depth(&depth, a, pose_a, b, pose_b));
    }
    let moves = [Motion::still(*pose_a), Motion::still(*pose_b)];
    let cast = Cast::new(1.0);
    count += seen(cast.first_contact(a, &moves[0], b, &moves[1]));
    count += seen(cast.closest_approach(a, &moves[0], b, &moves[1]));
    let at = pose_b.translation();
    count
        + seen(query::contains(a, pose_a, at))
        + seen(query::project(a, pose_a, at))
        + seen(query::ray_cast(a, pose_a, at, at))
        + seen(query::bounding_box(a, pose_a))
        + seen(query::bounding_ball(a, pose_a))
        + seen(query::moments(a))
}

/// One of every kind.
fn shapes<const D: usize>(at: Vector<D>) -> Result<Vec<Shape<D>>, ShapeError> {
    let turned = || Matrix::from_columns([at; D]);
    let small: Vec<Shape<D>> = vec![
        Box::new(Point::new(at)?),
        Box::new(Segment::new(at, at)?),
        Box::new(Cuboid::new(at)?),
        Box::new(Rectangle::new([1.0; 2])?),
        Box::new(Ball::new(1.0)?),
        Box::new(Capsule::new(at, at, 1.0)?),
        Box::new(Polytope::from_points([at; D])?),
        Box::new(Halfspaces::new([(at, 1.0); D])?),
        Box::new(Halfspaces::raw([(at, 1.0); D])?),
        Box::new(Ellipsoid::new(at)?),
        Box::new(Superquadric::new(at, at)?),
        Box::new(Hyperquadric::new([(at, 0.0, 2.0); D])?),
        Box::new(Line::new(at, at)?),
        Box::new(Ray::new(at, at)?),
        Box::new(Plane::new(at, 1.0)?),
        Box::new(HalfSpace::new(at, 1.0)?),
    ];
    let hull: Shape<D> = Box::new(ConvexHull::new(small)?);
    let sum: Shape<D> = Box::new(MinkowskiSum::new(vec![hull])?);
    let common: Shape<D> = Box::new(Intersection::new(vec![sum])?);
    let placed: Shape<D> = Box::new(Placed::new(common, Pose::at(at))?);
    let round: Shape<D> = Box::new(Rounded::new(placed, 1.0)?);
    Ok(vec![Box::new(Affine::new(round, turned(), at)?)])
}

fn scenes<const D: usize>(pose: &Pose<D>, shapes: Vec<Shape<D>>) -> Result<usize, SceneError> {
    let at = pose.translation();
    let mut scene = Scene::new();
    let parts = shapes.into_iter().map(|shape| (Arc::from(shape), *pose));
    let id = scene.add(Body::from_parts(parts)?, *pose)?;
    scene.move_to(id, *pose)?;
    let mut count = seen(scene.update(Budget::Everything))
        + seen(scene.update(Budget::Pairs(1)))
        + seen(scene.pairs_within(1.0))
        + seen(scene.contacts(1.0))
        + seen(scene.clearance())
        + seen(scene.nearest_to(id))
        + seen(scene.nearest_to_point(at))
        + seen(scene.ray_cast(at, at))
        + scene.bounds().len();
    count += seen(scene.remove(id));
    Ok(count)
}
