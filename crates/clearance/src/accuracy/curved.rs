//! Tolerances and caps of depths by valleys and covers: shapes whose support functions are norms.

use super::ROUNDING;

/// A component of a unit normal that is no larger than this is zero (no unit).
pub(crate) const LEVEL_NORMAL: f64 = 8.0 * ROUNDING;

/// A disc seen along its axis: what is left of its radius (no unit).
pub(crate) const VALLEY_FACE: f64 = 16.0 * ROUNDING;

/// From this share of its radius on, a disc is tried along its axis: no step of Newton's method
/// leads there, since all normals around a face are that of the face.
pub(crate) const VALLEY_NEAR_FACE: f64 = 0.25;

/// How far a start leaves a face that does not hold, in radians.
pub(crate) const VALLEY_TILT: f64 = 0.1;

/// The most looks on the way down one valley; six are the rule.
pub(crate) const VALLEY_LOOKS: u32 = 16;

/// A slope is level when no larger than this, in units of rounding of the size.
pub(crate) const VALLEY_LEVEL: f64 = 8.0;

/// A step that is shorter than this, in radians, leads nowhere.
pub(crate) const VALLEY_STILL: f64 = 1e-13;

/// The longest step, in radians.
pub(crate) const VALLEY_STRIDE: f64 = 0.7;

/// By what a step that leads up is shortened, and how often.
pub(crate) const VALLEY_SHORTER: f64 = 0.25;
pub(crate) const VALLEY_RETRIES: u32 = 6;

/// What stands for a curvature that is not positive, as a share of the other (no unit).
pub(crate) const VALLEY_BENT: f64 = 0.05;
pub(crate) const VALLEY_STRAIGHT: f64 = 1e-3;

/// How much stiffer than anything else a ridge is made across, where no step leads (no unit).
pub(crate) const VALLEY_STIFF: f64 = 4.0;

/// What the bound over a triangle of directions may owe to rounding, in units of rounding of the
/// size.
pub(crate) const COVER_ROUNDING: f64 = 64.0;

/// The most triangles of directions. Eight to fifty are the rule; where so many do not suffice, many
/// directions are nearly as short, and others know better.
pub(crate) const COVER_TRIANGLES: u32 = 320;

/// The most triangles that are halved only to prove that no other direction is as short. Going down a
/// dozen valleys, which is the other way to know, takes as long as fifty.
pub(crate) const COVER_KEEN: u32 = 12;

/// What is added to how much the overlap along a corner exceeds the depth, as a share of the size,
/// before the corner is weighed by one over it.
pub(crate) const COVER_SOFT: f64 = 0.01;

/// The share of the other two corners in a view that leans to one.
pub(crate) const COVER_LEAN: f64 = 0.1;

/// How much of the bound between two pieces rests on their crossing, rather than on the bend of the
/// round one: where the minimum is, and elsewhere.
pub(crate) const COVER_CROSSING: [f64; 2] = [0.3, 0.5];

/// Two ridges whose directions enclose an angle with a smaller sine are one (no unit).
pub(crate) const COVER_ASKEW: f64 = 0.1;

/// Where a kink passes along the edge of a triangle of directions, it may be off by rounding: so much, in
/// units of rounding of the size. Twice this is what the bound loses.
pub(crate) const COVER_KINK: f64 = 16.0;

/// Axes that enclose an angle with a smaller sine are too close to parallel to mirror directions in the plane
/// of both (no unit).
pub(crate) const FOLD_ASKEW: f64 = 0.1;

/// A direction that is no further than this outside of a triangle is in it, where either will do (a share of
/// its weights).
pub(crate) const FOLD_EDGE: f64 = 1e-9;
