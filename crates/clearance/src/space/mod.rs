//! Vectors, matrices and poses, in two dimensions and in three.

mod convert;
mod matrix;
mod pose;
mod ranged;
pub(crate) mod real;
#[cfg(feature = "serde")]
pub(crate) mod serde_array;
mod vector;

pub use matrix::Matrix;
pub use pose::{Pose, PoseError, Rotation};
pub(crate) use ranged::Ranged;
pub use vector::Vector;
