//! One shape, or one pose, by itself.

use clearance::{Convex, Pose};

use crate::dimension;
use crate::error::FormatError;
use crate::fields::Result;
use crate::pose::pose;
use crate::shape::shape;
use crate::value::Value;

/// A shape of the plane or of space.
pub enum AnyShape {
    /// In the plane.
    Two(Box<dyn Convex<2>>),
    /// In space.
    Three(Box<dyn Convex<3>>),
}

impl AnyShape {
    /// Reads a shape. Where `dim` is not given it is seen from the vectors' lengths, as in a query.
    ///
    /// ```
    /// use clearance_io::{AnyShape, Value};
    /// let ball = Value::from_json(r#"{"type": "ball", "radius": 1}"#)?;
    /// assert!(matches!(AnyShape::from_value(&ball, None)?, AnyShape::Three(_)));
    /// assert!(matches!(AnyShape::from_value(&ball, Some(2))?, AnyShape::Two(_)));
    /// assert!(AnyShape::from_value(&ball, Some(4)).is_err());
    /// # Ok::<(), clearance_io::FormatError>(())
    /// ```
    pub fn from_value(value: &Value<'_>, dim: Option<usize>) -> Result<Self> {
        match dim.unwrap_or_else(|| seen_dimension(value)) {
            2 => Ok(Self::Two(shape(value)?)),
            3 => Ok(Self::Three(shape(value)?)),
            other => Err(FormatError::expected("2 or 3", other.to_string()).at("dim")),
        }
    }
}

/// The dimension that a shape or a pose is read in if nobody says which.
pub fn seen_dimension(value: &Value<'_>) -> usize {
    dimension::seen([value])
}

/// Reads a pose of the plane.
pub fn pose_of_plane(value: &Value<'_>) -> Result<Pose<2>> {
    pose(value)
}

/// Reads a pose of space.
pub fn pose_of_space(value: &Value<'_>) -> Result<Pose<3>> {
    pose(value)
}
