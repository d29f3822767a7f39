//! The questions, one file each.

mod distance;
mod error;
mod single;

pub(crate) use distance::Ask;
pub use distance::{
    Below, Query, closest_points, distance, distance_below, intersects, trace, within,
};
pub use error::{QueryError, Side};
pub use single::{
    Aabb, BoundingBall, Moments, RayHit, bounding_ball, bounding_box, contains, moments, project,
    ray_cast,
};
