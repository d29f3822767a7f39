//! The questions, one file each.
//!
//! Every question on a pair takes A, where A is, B, and where B is, in this order, and every
//! answer is in world coordinates. All of them walk the same path, with a stop rule of their own:
//! [`intersects`] and [`within`] stop as soon as the bounds settle the question, [`distance_below`]
//! once the pair is provably too far apart. A [`Query`] asks with another accuracy or method.
//!
//! What cannot be answered is refused with a [`QueryError`]: numbers that are not finite, sizes
//! beyond [`LARGEST`](crate::accuracy::LARGEST), arguments that make no sense.

mod approach;
mod ask;
mod batch;
mod bend;
mod bounds;
mod cast;
mod certain;
mod depth;
mod distance;
mod edges;
mod error;
mod gradient;
mod hone;
mod member;
mod moments;
mod motion;
mod patch;
mod programs;
mod ray;
mod rigorous;
mod sandwich;
mod smallest_ball;
#[cfg(not(target_arch = "wasm32"))]
mod spot;
mod straight;
mod stride;
mod tops;
mod unique;
mod whirl;

pub use approach::{Approach, closest_approach};
pub(crate) use ask::Ask;
pub use batch::PlacedPair;
pub use bounds::{Aabb, BoundingBall, bounding_ball, bounding_box};
pub use cast::{Cast, FirstContact, Hit, first_contact};
pub use depth::{Workspace, penetration, signed_distance};
pub use distance::{
    Below, Query, closest_points, distance, distance_below, intersects, trace, within,
};
pub use error::{QueryError, Side};
pub use gradient::{Gradient, PoseGradient, Rates, gradient};
pub use member::{contains, project};
pub use moments::{Moments, moments};
pub use motion::Motion;
pub use patch::{PATCH_POINTS, Patch, contact_patch};
pub use ray::{RayHit, ray_cast};
pub use rigorous::{Rigorous, rigorous};
pub use straight::{Closest, Straight};
pub use unique::is_unique;
