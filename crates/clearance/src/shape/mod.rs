//! Convex shapes, one file each.

mod ball;
mod convex;
mod cuboid;
mod error;
mod point;
mod polytope;
mod validate;
mod vertex_set;

pub use ball::Ball;
pub use convex::{AsConvex, Convex, Core, Swept, View};
pub(crate) use convex::corner;
pub use cuboid::Cuboid;
pub use error::ShapeError;
pub use point::Point;
pub use polytope::Polytope;
pub use vertex_set::VertexSet;
pub(crate) use vertex_set::Neighbours;
