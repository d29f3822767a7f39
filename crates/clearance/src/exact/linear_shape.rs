//! Exact closest points of shapes in their poses.

use super::{Linear, Nearest};
use crate::query::{QueryError, Side};
use crate::shape::Convex;
use crate::space::Pose;

/// The closest points of two shapes with flat sides, bounded or not, with their parameters, without
/// any rounding: the numbers given are taken for what they are, as by
/// [`distance`](super::distance), and unbounded shapes have the unit directions that they say they
/// have. Points, lines, rays, segments, planes, half-spaces, triangles, rectangles, polygons,
/// tetrahedra, boxes, small polytopes; others are refused ([`QueryError::NotLinear`]).
///
/// ```
/// use clearance::{Pose, exact, shape::{Line, Cuboid}};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let line = Line::new([0.0, 4.0, 2.0], [1.0, 0.0, 0.0])?;
/// let nearest = exact::closest(&line, &Pose::IDENTITY, &cube, &Pose::IDENTITY)?;
/// assert_eq!(nearest.squared.to_string(), "10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn closest<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Nearest<D>, QueryError> {
    let piece_a = Linear::of_view(&a.view(), pose_a, Side::A)?;
    let piece_b = Linear::of_view(&b.view(), pose_b, Side::B)?;
    // No shape is empty.
    piece_a.closest(&piece_b).ok_or(QueryError::NotLinear(Side::A))
}
