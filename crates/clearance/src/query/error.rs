//! Why a question was refused.

use core::fmt;

/// One of the two shapes of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

/// Why a question was refused.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum QueryError {
    /// The pose of a shape has a translation that is not finite.
    PoseNotFinite(Side),
    /// A support point of a shape is not finite, or its radius is negative or not finite.
    ShapeNotFinite(Side),
    /// The coordinates are too large or too small for the products that the solvers form.
    OutOfRange {
        /// The size of the pair.
        size: f64,
    },
    /// A margin, limit, point, direction or accuracy in the question is not a number that makes
    /// sense there.
    BadArgument(&'static str),
    /// The iterations ran out, or the method had no more to say, before a yes or no was certain; the
    /// distance lies between these.
    Undecided {
        /// It is not less than this.
        lower: f64,
        /// It is not more than this.
        upper: f64,
    },
    /// Both shapes are unbounded, and no translation parts them: they have no depth. Beside quadrics and
    /// cones without end: none that is shorter than a hundred thousand sizes was found.
    Inseparable,
    /// The shape is unbounded, and the question is about bounded ones.
    Unbounded,
    /// The shape is not the hull of finitely many points, and the question is about such shapes.
    NotLinear(Side),
    /// The shape does not say how wrong its support points may be
    /// ([`Convex::support_error`](crate::Convex::support_error)).
    NoErrorBound(Side),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PoseNotFinite(side) => {
                write!(f, "the translation of {side}'s pose is not finite")
            }
            Self::ShapeNotFinite(side) => {
                write!(f, "shape {side} has a support point or a radius that is not finite")
            }
            Self::OutOfRange { size } => write!(
                f,
                "the pair measures {size:e}, outside of the range from {:e} to {:e}",
                crate::accuracy::SMALLEST,
                crate::accuracy::LARGEST
            ),
            Self::BadArgument(what) => f.write_str(what),
            Self::Undecided { lower, upper } => write!(
                f,
                "undecided: the distance is between {lower:e} and {upper:e}, and no more was found out"
            ),
            Self::Inseparable => f.write_str("no translation parts the two unbounded shapes"),
            Self::Unbounded => f.write_str("the shape is unbounded"),
            Self::NoErrorBound(side) => {
                write!(f, "shape {side} has no bound on the errors of its support points")
            }
            Self::NotLinear(side) => {
                write!(f, "shape {side} is not the hull of finitely many points")
            }
        }
    }
}

impl core::error::Error for QueryError {}
