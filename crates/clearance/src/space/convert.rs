//! Conversions from and to the types of other crates, each behind a feature with its name.
//!
//! Vectors convert freely. Rotations and poses are checked on their way in (`TryFrom`), whatever
//! their type promises: all these types can be made without a check, hold NaN, or have drifted
//! away from a rotation in a long product.

#[cfg(feature = "glam")]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;
