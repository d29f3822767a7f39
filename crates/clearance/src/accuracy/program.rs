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

/// What a power may be off by where bounds must hold in spite of rounding, as a share of it: four
/// units in the last place. The source of `libm` promises 0.7 of one.
pub(crate) const POWER_SLACK: f64 = 4.0 * ROUNDING;

/// A point is looked for inside of a shape on the way to its middle: first this far, as a share of
/// the way, or twice as far as it seems to be outside, then so many times as far each time, and so
/// often at most. Only a point that is proved to be inside counts.
pub(crate) const STRAY_FIRST: f64 = 8.0 * ROUNDING;
pub(crate) const STRAY_FACTOR: f64 = 8.0;
pub(crate) const STRAY_TRIALS: usize = 20;

/// Steps towards the multiplier of a superquadric's furthest point (each doubles its digits), and
/// the last that counts (no unit). Any multiplier gives a bound that holds.
pub(crate) const MULTIPLIER_ROUNDS: usize = 12;
pub(crate) const MULTIPLIER_LAST: f64 = 1e-9;

/// A lower bound on the least eigenvalue of a matrix is tried at these multiples of its largest entry
/// (no unit): matrices of unbounded quadrics have zero eigenvalues, and rounding makes them negative.
pub(crate) const EIGENVALUE_TRIALS: [f64; 6] =
    [0.0, -4.0 * ROUNDING, -64.0 * ROUNDING, -1e-13, -2e-12, -4.0];

/// A symmetric matrix whose elimination in floats has positive pivots has no eigenvalue below this,
/// less than zero, as a share of its trace (no unit): (D + 1) units are known to be enough.
pub(crate) const ELIMINATION: f64 = 32.0 * ROUNDING;

/// How much further than the answer's point a shape may be said to reach, as a share of its size (no
/// unit), before the furthest point is looked for: answers are as good as half of that.
pub(crate) const CERTAIN_SHORT: f64 = 2e-10;

/// Where several surfaces carry a bound, it is looked for among so many that are closest to the
/// point.
pub(crate) const CARRIERS: usize = 6;

/// Rounds that bring the multipliers of a second-order cone's tangent together with its direction.
pub(crate) const CONE_ROUNDS: usize = 3;

/// Two unbounded shapes are shown to come close in one place only by directions that differ from
/// the normal by this (no unit), or by less, if they bend away from each other less than that.
pub(crate) const SIDEWAYS: [f64; 3] = [0.25, 0.015, 0.001];
