//! Tolerances and caps of programs, exact answers and rigorous bounds.

use super::ROUNDING;

/// A coefficient that is left over in an elimination is zero if it is no more than this many units
/// of rounding of the numbers that it was computed from. An estimate, not a measurement:
/// ten steps with a few units each.
pub(crate) const RANK_NOISE: f64 = 64.0;

/// A solution of a program in floats holds if it violates no condition by more than this many
/// units of rounding, times the number of terms in a condition, of the largest term (no unit).
/// Chosen with room to spare; 12,000 random programs with up to five variables pass.
pub(crate) const PROGRAM_SLACK: f64 = 256.0;

/// Pivots of Lemke's method in floats, for each row of the table, before it gives up. A guess,
/// far above need: 16 on nine rows were the most on 3,000 triangles nearly parallel to a box. Only
/// rounding can lead it in circles.
pub(crate) const PIVOTS_A_ROW: usize = 50;

/// The distance between two cores is found as a program only if they have no more vertices
/// together than this. The table has a row for each, and its entries are all rewritten in each
/// pivot: hundreds of microseconds here, and seconds for a thousand.
pub(crate) const PROGRAM_VERTICES: u32 = 64;

/// A share of a vertex that is no more than this is what rounding left of none (no unit).
pub(crate) const NO_SHARE: f64 = 4.0 * ROUNDING;

/// Heights of vertices along a direction that differ by more than this many units of rounding, of
/// the sum of the direction's coordinates times the largest coordinate of a vertex, are told apart
/// by floats. A height is wrong by three units at most: one from the direction, two from the
/// products and sums.
#[cfg(feature = "exact")]
pub(crate) const FILTER: f64 = 16.0;

/// What rounding does to a rigorous bound, in units of rounding of the lengths that go into it (no
/// unit): the reach of both cores, the steps between their frames, and what is added along lines
/// and rays. In the worst case, three dimensions and a core in a frame of its own, the entries of a
/// matrix are off by two units and those of a direction in the core's frame by six, which makes
/// eighteen in a height, and eight more from the product and the choice among vertices; a point is
/// off by nineteen along each axis, and so by thirty-three. Twice that is for good measure.
pub(crate) const RIGOROUS: f64 = 64.0 * ROUNDING;

/// How wrong a support point is, in units of rounding of the shape's extent (no unit). Where it is a
/// vertex, one that is as far along to within three units; where a formula makes it, each coordinate
/// is a chain of at most ten operations. Each map or sum on top of it adds as much again.
pub(crate) const SUPPORT_SLACK: f64 = 16.0;
