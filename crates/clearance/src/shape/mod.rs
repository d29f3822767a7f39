//! Convex shapes, one file each.

mod ball;
mod convex;
mod cuboid;
mod error;
mod placed;
mod point;
mod polytope;
mod validate;
mod vertex_set;

pub use ball::Ball;
pub(crate) use convex::corner;
pub use convex::{AsConvex, Convex, Core, Swept, View};
pub use cuboid::Cuboid;
pub use error::ShapeError;
pub use placed::Placed;
pub use point::Point;
pub use polytope::Polytope;
pub(crate) use vertex_set::Neighbours;
pub use vertex_set::VertexSet;
