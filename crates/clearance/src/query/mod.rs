//! The questions, one file each.

mod batch;
mod bounds;
mod distance;
mod error;
mod member;
mod moments;
mod ray;
mod rigorous;
mod sandwich;
mod smallest_ball;

pub use batch::PlacedPair;
pub use bounds::{Aabb, BoundingBall, bounding_ball, bounding_box};
pub(crate) use distance::Ask;
pub use distance::{
    Below, Query, closest_points, distance, distance_below, intersects, trace, within,
};
pub use error::{QueryError, Side};
pub use member::{contains, project};
pub use moments::{Moments, moments};
pub use ray::{RayHit, ray_cast};
pub use rigorous::{Rigorous, rigorous};
