//! Numbers without rounding, and what a solver asks of numbers.
//!
//! [`Field`] is the small set of operations that the solvers of [`qp`](crate::qp) need. `f32` and
//! `f64` offer them with rounding. With the cargo feature `exact` there are two types without:
//! `Rational`, a fraction of integers of any size, which holds every finite `f64` as it is; and
//! `Quadratic`, a number `a + b·√d`, which holds the coordinates of a direction divided by its
//! length, and those of every point computed from it.
//!
//! Exact questions: `distance`, `intersects` and `penetration` for shapes with vertices, of any size; `closest` for
//! shapes with flat sides, unbounded ones included; `Linear` for such pieces by rational numbers.
//!
//! ```
//! # #[cfg(feature = "exact")] {
//! use clearance::exact::{Quadratic, Rational};
//! let third: Rational = "1/3".parse()?;
//! assert_eq!((&third + &third + third).to_string(), "1");
//! // The parameter at which the axis (1, 2, 3) leaves a cylinder of height 2.
//! let x = Quadratic::new(1.into(), Rational::new(-1, 7)?, 14.into())?;
//! assert_eq!(x.to_string(), "1 - 1/7·√14");
//! assert_eq!(x.to_f64(), 0.465477516175151230630893);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "exact")]
mod body;
#[cfg(feature = "exact")]
mod depth;
#[cfg(feature = "exact")]
mod distance;
mod entry;
mod field;
#[cfg(feature = "exact")]
mod linear;
#[cfg(feature = "exact")]
mod linear_shape;
#[cfg(feature = "exact")]
mod number_error;
#[cfg(feature = "exact")]
mod outcome;
#[cfg(feature = "exact")]
mod parse;
mod piece;
mod piece_shape;
#[cfg(feature = "exact")]
mod project;
#[cfg(feature = "exact")]
mod quadratic;
#[cfg(feature = "exact")]
mod quadratic_field;
#[cfg(feature = "exact")]
mod rational;
#[cfg(feature = "exact")]
mod root;
#[cfg(feature = "exact")]
mod round;
#[cfg(feature = "exact")]
mod touch;
#[cfg(feature = "exact")]
mod triangle_cylinder;
#[cfg(feature = "exact")]
mod wide;

#[cfg(feature = "exact")]
pub use depth::{ExactDepth, penetration};
#[cfg(feature = "exact")]
pub use distance::{distance, intersects};
pub use entry::{Entry, Traced};
pub use field::Field;
#[cfg(feature = "exact")]
pub use linear::{Linear, Nearest};
#[cfg(feature = "exact")]
pub use linear_shape::closest;
#[cfg(feature = "exact")]
pub use number_error::NumberError;
#[cfg(feature = "exact")]
pub use outcome::{Exact, ExactApart, ExactMeeting};
pub use piece::Piece;
#[cfg(feature = "exact")]
pub use quadratic::Quadratic;
#[cfg(feature = "exact")]
pub use quadratic_field::Surd;
#[cfg(feature = "exact")]
pub use rational::Rational;
#[cfg(feature = "exact")]
pub use triangle_cylinder::{Cylinder, NearAxis, TriangleCylinder};
