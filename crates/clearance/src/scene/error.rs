//! Why a scene refused something.

use core::fmt;

use super::BodyId;
use crate::query::QueryError;

/// Why a scene refused something.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum SceneError {
    /// No body of this name is in the scene: it was removed, or belongs to another scene.
    NoSuchBody(BodyId),
    /// A body needs at least one part.
    NoParts,
    /// A part of a body cannot be measured.
    Part {
        /// Its place in the list.
        part: usize,
        /// What is wrong with it.
        error: QueryError,
    },
    /// A pose has a translation that is not finite, or too large.
    BadPose,
    /// A margin, limit, speed, point or direction is not a number that makes sense there.
    BadArgument(&'static str),
    /// A pair was asked about whose two bodies are the same.
    SameBody(BodyId),
    /// Two bodies cannot be compared.
    Pair {
        /// The two bodies.
        bodies: [BodyId; 2],
        /// Why.
        error: QueryError,
    },
    /// A shape that is not of the scene cannot be compared with a body.
    Probe {
        /// The body.
        body: BodyId,
        /// Why.
        error: QueryError,
    },
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchBody(id) => write!(f, "the scene has no {id}"),
            Self::NoParts => f.write_str("a body needs at least one part"),
            Self::Part { part, error } => write!(f, "part {part} of the body: {error}"),
            Self::BadPose => f.write_str("the translation of the pose is not finite, or too large"),
            Self::BadArgument(what) => f.write_str(what),
            Self::SameBody(id) => write!(f, "{id} is no pair with itself"),
            Self::Pair { bodies: [a, b], error } => write!(f, "{a} and {b}: {error}"),
            Self::Probe { body, error } => write!(f, "{body}: {error}"),
        }
    }
}

impl core::error::Error for SceneError {}
