//! Tolerances and caps of scenes.

/// The box around a part counts larger by this share of the part's size (no unit): the furthest
/// points of shapes made of surfaces are found to 1e-12, all others to rounding.
pub(crate) const PART_SLACK: f64 = 1e-11;

/// Placing a box, and the distance between two, are wrong by less than this many units of rounding
/// of the largest coordinate: each coordinate is a sum of four products.
pub(crate) const BOX_ROUNDING: f64 = 16.0;

/// What a body may have come closer by moving is computed to this many units of rounding of the
/// coordinates in play, which are taken off the bound: two sums of four products, two norms.
pub(crate) const MOTION_ROUNDING: f64 = 64.0;

/// A tree whose boxes have grown by this factor, all together, is built anew (no unit). A
/// guess, not a measurement.
pub(crate) const WORN_TREE: f64 = 1.4;

/// When fewer than one in so many bodies moved, the tree follows leaf by leaf. A guess, not a
/// measurement.
pub(crate) const FEW_MOVED: usize = 8;

/// The box of a body in the tree is larger than the body's own by as much as the body moves in so
/// many steps like its last (no unit): so long the tree stays as it is.
pub(crate) const SKIN_STEPS: f64 = 16.0;

/// But by no more than this share of the mean edge of its box (no unit): larger boxes have more
/// neighbours.
pub(crate) const SKIN_MOST: f64 = 0.15;

/// When more than one in so many boxes of the tree changed, all neighbours are looked for anew.
pub(crate) const MANY_ESCAPED: usize = 3;

/// Pairs that are no neighbours any more are forgotten when so many times as many are remembered as
/// were left the last time.
pub(crate) const FORGOTTEN: usize = 2;

/// So many poses may be kept that no pair needs, besides three times as many as are needed.
pub(crate) const SPARE_STILLS: usize = 256;

/// So many pairs are looked up before the first of them is compared.
#[cfg(not(feature = "rayon"))]
pub(crate) const PAIRS_AHEAD: usize = 8;

/// Of the pairs that an update looks at, every so manyth is the one that has waited longest; the
/// others are those that could collide first.
pub(crate) const STALEST_EVERY: usize = 4;

/// So many pairs are one piece of work for a thread. A guess: some ten
/// microseconds at two hundred nanoseconds a pair.
#[cfg(feature = "rayon")]
pub(crate) const PAIRS_A_PIECE: usize = 64;
