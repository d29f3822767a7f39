//! Tolerances and caps of polyhedra by facets, and of the active set.

use super::ROUNDING;

/// Half-spaces whose common inside is thinner than this, as a share of their size, have none: they
/// are flat, or empty (no unit). Offsets carry errors of 1e-16 of their size, and the way to the
/// thickness takes a few dozen operations.
pub(crate) const FLAT: f64 = 1e-13;

/// How often the inner point of half-spaces is looked for, each time measured from the last.
pub(crate) const CENTRE_PASSES: usize = 3;

/// If it is still outside after these, up to so many: each pass sees a thin set more clearly.
pub(crate) const CENTRE_TRIES: usize = 8;

/// In the later passes, lengths are divided by this many times the depth of the last point: far
/// enough to see the whole of most bodies.
pub(crate) const CENTRE_SCALE: f64 = 16.0;

/// A vertex of half-spaces further away than one over this, in units of the depth of the inner
/// point, is at infinity: a ray (no unit). Normals carry errors of 1e-16.
pub(crate) const AT_INFINITY: f64 = 1e-12;

/// A vertex of half-spaces further away than one over this, in the same units, is found in twice the precision (no
/// unit): which way it is there may be noise otherwise.
pub(crate) const FAR_VERTEX: f64 = 1e-6;

/// Vertices of half-spaces this many units of rounding apart are the same: each is the solution of
/// a small system.
pub(crate) const SAME_VERTEX: f64 = 64.0;

/// The inner point of half-spaces is outside of none by more than this share of their size, nor are the vertices of a
/// bounded polyhedron, as a share of how far they reach (no unit). Rounding makes some 1e-14 of it; points that were
/// invented are outside by far more.
pub(crate) const OUTSIDE_FACETS: f64 = 1e-9;

/// All facets of a vertex count as next to each other, if there are no more than this. Enough for
/// solids with symmetries; the lists of a vertex have the square of this many entries.
pub(crate) const AROUND_VERTEX: usize = 24;

/// A facet counts as touched by a point this many units of rounding of the coordinates inside of
/// it: the point was moved there, and both it and the facet are rounded.
pub(crate) const ACTIVE: f64 = 16.0;

/// A direction that leaves a facet's plane by no more than this, as a share of its length, stays in
/// the plane (no unit): a few units of rounding.
pub(crate) const LEVEL: f64 = 4.0 * ROUNDING;

/// Facets whose normals differ by less than this at their edge leave open, for points that are off
/// by rounding, which of them is next to what (no unit): a point a few units of rounding beyond one
/// of them may be a thousand times that beyond the facets on the other side of it.
pub(crate) const MEEK: f64 = 1e-3;

/// By how many units of rounding the active set may overstep a facet, so as to choose the one met
/// most squarely among several at the same place; and a step this short is none.
pub(crate) const OVERSTEP: f64 = 2.0;

/// A furthest point between half-spaces is moved from facets to others so often at most: each time
/// it is overstepping one, by rounding.
pub(crate) const ANCHOR_ROUNDS: usize = 8;

/// A multiplier this many units of rounding below zero is zero.
pub(crate) const PUSH_NOISE: f64 = 8.0;

/// A result of the active set whose bounds are further apart than this many units of rounding is
/// left to another method.
pub(crate) const WALK_SLACK: f64 = 45.0;

/// Unit vectors of which less than this is left at right angles to others depend on them (no unit):
/// what rounding leaves of a vector that lies in their span.
pub(crate) const DEPENDENT_DIRECTION: f64 = 2.0 * ROUNDING;

/// A normal that is off a right angle by more than this is not yet that of closest points (no unit).
pub(crate) const ASKEW: f64 = 16.0 * ROUNDING;

/// The active set brings a point back to its facets if it is off by no more than this many units
/// of rounding.
pub(crate) const ANCHOR: f64 = 4096.0;

/// The facets of the last answer are those of a tracked one if its points are off their planes, or
/// outside, by no more than this many units of rounding, and if the bounds are that close.
pub(crate) const HELD: f64 = 8.0;

/// Two directions whose sine squared is less than this, or three unit vectors that span less than
/// this, cost digits: the frames of the general method are better (no unit).
pub(crate) const STEADY: f64 = 1e-6;

/// A plane and an edge, or two planes, whose sine squared is less than this do not meet (no unit).
/// Where they meet is only a direction to go in, since facets are in the way long before, and what
/// it is off its plane shrinks with the share of the way that is gone.
pub(crate) const MEETING_PLANES: f64 = 1e-12;

/// After this many steps from the last facets a tracked pair has jumped, and the search starts anew
/// from where the bodies face each other: between facet-balls of 4084 facets 5° are 15 steps at most,
/// and half the way around them are 240.
pub(crate) const LEAP: u32 = 24;

/// Points of a tracked pair that are this many units of rounding apart, or less, may touch: the
/// general method has the say.
pub(crate) const TOUCH_AGAIN: f64 = 1e6;

/// A unit vector of which less than this is left (squared) at right angles to others has lost
/// digits, and is made orthogonal once more.
pub(crate) const CANCELLED: f64 = 0.25;

/// Up to this many vertices are scanned for those that face the other body, from which a search starts.
/// More are looked up in the shape's table, if it has one. A rule of thumb.
pub(crate) const SCAN_CORNERS: usize = 128;

/// From this many facets on, the one that a ray leaves through is walked to. A rule of thumb.
pub(crate) const CLIMB_FACETS: usize = 128;

/// Steps of Newton's method for the multiplier of a superquadric's support point. It doubles its
/// digits, and starts with one share right: far more than were ever seen.
pub(crate) const MULTIPLIER_STEPS: usize = 40;

/// A vertex of three facets that is further than this inside of all others, as a share of its
/// coordinates, is inside of them wherever rounding puts it (no unit): three facets that span
/// [`STEADY`] magnify rounding by 1e6.
pub(crate) const PLAIN: f64 = 1e-8;
