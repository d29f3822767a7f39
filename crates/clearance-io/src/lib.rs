//! The file format of `clearance`: shapes, poses, queries and results, as JSON and as TOML.
//!
//! Pure reading and writing: nothing is printed, and no files are opened but those of [robots](robot),
//! which have meshes, and of [cells](cell), which have robots. Every error says where (file, line,
//! field) and what was expected there.
//!
//! ```
//! use clearance_io::Query;
//! let query = Query::from_json(
//!     r#"{"id": 7, "a": {"type": "ball", "radius": 1},
//!         "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [5, 0, 0]}}"#,
//! )?;
//! let outcome = query.answer()?;
//! assert_eq!(outcome.distance, 3.0);
//! assert!(outcome.to_json().starts_with(r#"{"id":7,"distance":3.0,"point_a":[1.0,0.0,0.0]"#));
//!
//! let error = Query::from_json(r#"{"a": {"type": "ball", "radius": -1}, "b": {"type": "ball", "radius": 1}}"#);
//! assert_eq!(error.err().unwrap().to_string(), "line 1: a.radius: expected a positive number, found -1");
//! # Ok::<(), clearance_io::FormatError>(())
//! ```

#[cfg(feature = "robots")]
pub mod cell;
mod contact;
mod dimension;
mod error;
mod fields;
mod fractions;
mod locate;
mod motion;
mod number;
mod outcome;
mod pose;
mod program;
mod query;
#[cfg(feature = "robots")]
pub mod robot;
mod shape;
mod short;
mod single;
mod solid;
mod step;
mod value;

pub use contact::{Contact, Slopes};
pub use error::{FormatError, Place, Problem, Segment};
pub use fractions::Fractions;
pub use motion::{AnyMotion, Motions};
pub use outcome::{Ask, Coordinates, Outcome, error_json};
pub use program::{program_from_json, program_from_toml};
pub use query::{AnyPair, Id, Pair, Query, Question};
pub use short::{short_pose, short_shape};
pub use single::{AnyShape, pose_of_plane, pose_of_space, seen_dimension};
pub use step::{More, StepRecord, Vertex};
pub use value::Value;
