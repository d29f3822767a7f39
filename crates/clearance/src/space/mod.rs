//! Vectors, matrices and poses, in two dimensions and in three.
//!
//! A [`Pose`] takes a body from its own frame to the world: it turns by a [`Rotation`], then moves
//! by a [`Vector`]. Rotations are checked when they are made, so that no query need check them.
//!
//! ```
//! use clearance::{Matrix, Pose, PoseError, Rotation, Vector};
//! let quarter = Rotation::from_rpy(0.0, 0.0, std::f64::consts::FRAC_PI_2)?;
//! let pose = Pose::new(quarter, [5.0, 0.0, 0.0])?;
//! let moved = pose.transform(Vector([1.0, 0.0, 0.0]));
//! assert!((moved - Vector([5.0, 1.0, 0.0])).norm() < 1e-15);
//! let mirror = Matrix::from_rows([[0.0, 1.0], [1.0, 0.0]]);
//! assert_eq!(Rotation::from_matrix(mirror), Err(PoseError::Reflection));
//! # Ok::<(), PoseError>(())
//! ```
//!
//! The features `glam`, `nalgebra` and `mint` add conversions.

mod convert;
mod definite;
pub(crate) mod elementary;
mod eliminated;
mod enclosure;
mod frame;
mod matrix;
mod pose;
pub(crate) mod real;
#[cfg(feature = "serde")]
pub(crate) mod serde_array;
mod singular;
mod twofold;
mod vector;

pub(crate) use definite::Definite;
pub(crate) use eliminated::eliminated;
pub(crate) use enclosure::{Enclosure, Enclosures, product, transposed};
pub(crate) use frame::Frame;
pub use matrix::Matrix;
pub use pose::{Pose, PoseError, Rotation};
pub(crate) use singular::Singular;
pub(crate) use twofold::{Twofold, TwofoldVector};
pub use vector::Vector;
