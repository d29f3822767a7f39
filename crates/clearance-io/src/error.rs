//! What is wrong with a file, and where.

use std::borrow::Cow;
use std::fmt;

use clearance::shape::ShapeError;
use clearance::{PoseError, QueryError};

/// Something in a file is not as it should be.
///
/// Reads as `file:line: field: what was expected`, with what is known of the place.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{place}{}{problem}", PathText(path))]
#[non_exhaustive]
pub struct FormatError {
    /// The file and the line.
    pub place: Place,
    /// The field, from the outside in; empty if it is about the whole.
    pub path: Vec<Segment>,
    /// What is wrong with it.
    pub problem: Problem,
}

/// A place in a file, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The name of the file.
    pub file: Option<String>,
    /// The line, counted from 1.
    pub line: Option<usize>,
}

/// One step on the way to a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    /// The field of this name.
    Field(Cow<'static, str>),
    /// The element at this place, counted from 0.
    Index(usize),
}

/// What is wrong.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is no JSON or TOML.
    #[error("{0}")]
    Syntax(String),
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should be there.
        expected: Cow<'static, str>,
        /// What is there.
        found: String,
    },
    /// A field that must be there is not.
    #[error("missing; expected {expected}")]
    Missing {
        /// What should be there.
        expected: Cow<'static, str>,
    },
    /// A field that has no meaning there.
    #[error("unknown field; expected {expected}")]
    Unknown {
        /// The fields that have a meaning.
        expected: String,
    },
    /// The library refuses the shape.
    #[error("{0}")]
    Shape(ShapeError),
    /// The library refuses the pose.
    #[error("{0}")]
    Pose(PoseError),
    /// Something else, in a sentence.
    #[error("{0}")]
    Other(String),
    /// The library refuses the question.
    #[error("{0}")]
    Query(QueryError),
}

impl FormatError {
    /// About the whole; see [`at`](Self::at).
    pub(crate) fn new(problem: Problem) -> Self {
        Self { place: Place::default(), path: Vec::new(), problem }
    }

    pub(crate) fn expected(
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<String>,
    ) -> Self {
        Self::new(Problem::Expected { expected: expected.into(), found: found.into() })
    }

    /// The same error, as seen from one level further out.
    pub(crate) fn at(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.path.insert(0, Segment::Field(name.into()));
        self
    }

    /// The same error, as seen from the list that it happened in.
    pub(crate) fn at_index(mut self, index: usize) -> Self {
        self.path.insert(0, Segment::Index(index));
        self
    }

    /// The same error, in this file.
    #[must_use]
    pub fn in_file(mut self, name: impl Into<String>) -> Self {
        self.place.file = Some(name.into());
        self
    }

    /// The same error, on this line; for texts that are one line of many.
    #[must_use]
    pub fn on_line(mut self, line: usize) -> Self {
        self.place.line = Some(line);
        self
    }

    /// The field, such as `a.parts[2].radius`; empty if it is about the whole.
    pub fn field(&self) -> String {
        PathText(&self.path).to_string().trim_end_matches(": ").to_owned()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}: "),
            (Some(file), None) => write!(f, "{file}: "),
            (None, Some(line)) => write!(f, "line {line}: "),
            (None, None) => Ok(()),
        }
    }
}

/// A path as people write it, followed by a colon unless it is empty.
struct PathText<'a>(&'a [Segment]);

impl fmt::Display for PathText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Field(name) if i == 0 => f.write_str(name)?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        if self.0.is_empty() { Ok(()) } else { f.write_str(": ") }
    }
}

impl From<PoseError> for FormatError {
    fn from(error: PoseError) -> Self {
        Self::new(Problem::Pose(error))
    }
}

impl From<Problem> for FormatError {
    fn from(problem: Problem) -> Self {
        Self::new(problem)
    }
}
