//! Every tolerance and every cap of the library, with its unit and its reason.
//!
//! What all share stands here; what belongs to one part of the library, in that part's file.

mod contact;
mod curved;
mod facets;
mod program;
mod scenes;
mod smooth;

pub(crate) use {contact::*, curved::*, facets::*, program::*, scenes::*, smooth::*};

/// What a caller may ask for.
///
/// ```
/// use clearance::Accuracy;
/// let coarse = Accuracy { gap: 1e-4, ..Accuracy::default() };
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Accuracy {
    /// Stop when the two bounds on the distance are this close, as a fraction of the size of the
    /// pair (the reach of both shapes and the distance between their frames). Shapes with corners
    /// are always solved to rounding, since that costs nothing.
    pub gap: f64,
    /// Stop after this many iterations, whatever the bounds.
    pub iterations: u32,
}

impl Accuracy {
    /// A gap of 1e-10 of the size, and 500 iterations. Over two million queries of the soak the
    /// most ever needed were 103.
    pub const DEFAULT: Self = Self { gap: 1e-10, iterations: 500 };
}

impl Default for Accuracy {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How far `M Mᵀ` may differ from the identity, entry by entry, before `M` is refused as a
/// rotation (no unit). Matrices written with ten digits pass; a forgotten scale does not.
pub const ROTATION_TOLERANCE: f64 = 1e-9;

/// A rotation matrix that is off by no more than this is left exactly as it was given (no unit):
/// that is the rounding of its entries.
pub(crate) const ROTATION_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// No coordinate may be larger (a length in the caller's unit). GJK squares products of three
/// lengths: the sixth power must stay below 1e308.
pub const LARGEST: f64 = 1e50;

/// Unless it is exactly zero, the size of a pair may not be smaller (a length in the caller's
/// unit): the sixth power must stay above 1e-308.
pub const SMALLEST: f64 = 1e-50;

/// No semi-axis is shorter (a length in the caller's unit, and a share of the longest): the inverse of its fourth power
/// stays below 1e308, and a surface that is out by so much is out by less than the rounding of any pair.
pub(crate) const THINNEST: f64 = 1e-70;

/// A unit of rounding: the sums that a solver forms are wrong by a few of these times the size of
/// the pair (no unit).
pub(crate) const ROUNDING: f64 = f64::EPSILON;

/// GJK on vertices stops when the next one is no more than this many units of rounding closer:
/// that is the noise in the product that tells.
pub(crate) const VERTEX_GAP: f64 = 2.0;

/// After this many steps GJK's fast loop gives way to the careful one, which only ever descends.
/// On thin hulls the fast loop has been seen to run into a cap of 500 with bounds 2e-7 of the size
/// apart. A guess, not a measurement: large enough that ordinary pairs should not notice.
pub(crate) const FAST_STEPS: u32 = 100;

/// Two boxes drop points onto each other so many times before GJK is asked. Of pairs at random that
/// are apart by a tenth of their size and more 91 % are done after one, 96 % after two, 98 % after three.
pub(crate) const TURNS: u32 = 3;

/// A result on vertices whose measured bounds are further apart than this many units of rounding
/// is computed again with care. 1e-14 of the size is promised: 45 units.
pub(crate) const VERTEX_SLACK: f64 = 8.0;

/// Points within this many units of rounding of each other are the same point. Each of the two
/// is a sum of up to four products, so that each may be wrong by about four.
pub(crate) const TOUCH: f64 = 8.0;

/// A gap of this many units of rounding may come from a vertex that is in the simplex already:
/// on slivers the feature's normal is that far off.
pub(crate) const NOISE: f64 = 1e6;

/// A weight this far below zero is rounding (no unit). More means that the feature was wrong.
pub(crate) const WEIGHT_SLACK: f64 = 1e-12;

/// Edges whose remaining part, squared, is smaller than this fraction of their length squared
/// depend on the others, in arithmetic with 32 digits.
pub(crate) const DEPENDENT: f64 = 1e-28;

/// From this many vertices on, directions are looked up rather than the vertices scanned (but for
/// two bodies with few vertices each, which GJK moves and scans as blocks).
pub(crate) const CELLS_FROM: usize = 9;

/// The fewest and the most cells along an edge of the cube of directions (powers of two), and how
/// many cells there are for each vertex, at least, between the two.
pub(crate) const FEWEST_CELLS: u32 = 8;
pub(crate) const MOST_CELLS: u32 = 32;
pub(crate) const CELLS_A_VERTEX: f64 = 1.5;

/// A cell of directions counts this much larger on each side (on a cube whose edge is 2): rounding
/// puts a direction into the next cell within 1e-14 of the border.
pub(crate) const CELL_MARGIN: f64 = 1e-12;

/// Along the corner of a cell a vertex is no further than another only if by more than this
/// fraction of the largest coordinate: products of coordinates are rounded by less than 1e-15.
pub(crate) const CELL_SLACK: f64 = 1e-14;

/// How far, in units of rounding times the largest coordinate, the checker lets a point lie
/// outside of its shape or a bound miss.
pub const CHECK_SLACK: f64 = 32.0;

/// A point that lies outside of a shape made of surfaces is brought inside of each by this share of what the
/// checker allows, and twice as much each round: rounds until it is inside of all.
pub(crate) const BESIDE_MARGIN: f64 = 0.03;
pub(crate) const BESIDE_ROUNDS: u32 = 16;

/// A ray that moves away from a shape this close, in units of what counts as touching, has gone
/// through it: a step ends within a few units of rounding of where it should.
pub(crate) const RAY_OVERSTEP: f64 = 4.0;

/// Directions whose sine (or, for their squares, whose squared sine) is no more than this are
/// parallel (no unit): unit vectors carry errors of 1e-16.
pub(crate) const PARALLEL: f64 = 1e-14;

/// Edges of boxes with a sine of less than this between them are nearly parallel (no unit): what is divided by
/// it has lost a digit or more.
pub(crate) const NEARLY_PARALLEL: f64 = 0.1;

/// An edge of a box with a sine of no more than this to a face may lie beside it by so much, over rounding of the
/// depth, that its end is not taken without a look (no unit).
pub(crate) const FLUSH: f64 = 1e-3;

/// Two directions whose squared sine is less than this are treated as nearly parallel (no unit):
/// the minimum over their two parameters is then computed from the components of their exterior
/// product. Above it, scalar products lose no more than three units of rounding, and are faster.
pub(crate) const OBLIQUE: f64 = 0.1;

/// The checker looks at no more rays of an unbounded set than this: it tries their combinations.
pub(crate) const CHECK_RAYS: usize = 12;

/// With no more rays than this, every choice of them is tried where the quick way to the right one
/// ends early: a few hundred choices.
pub(crate) const SWEEP_RAYS: usize = 12;

/// How often rays may join the cone that a normal is turned away from: a few are enough, and rounding
/// must not make them come and go for ever.
pub(crate) const TURN_ROUNDS: usize = 24;

/// A cosine no larger than this counts as a right angle (no unit): edge vectors written with ten
/// digits pass. The frame made from them is at right angles to rounding.
pub const PERPENDICULAR: f64 = 1e-9;

/// How far a vertex of a polygon may lie inside of the hull of all, or off their plane, as a
/// fraction of the polygon's size. Vertices written with ten digits pass.
pub const POLYGON_TOLERANCE: f64 = 1e-9;

/// How far a vertex may lie beyond a facet's plane, as a share of the longest side of the mesh's
/// box. Meshes written with ten digits pass, and so do the split quadrilaterals of a body that
/// was turned; a dent that one could see does not.
pub const MESH_TOLERANCE: f64 = 1e-9;

/// A matrix whose rows, brought to length 1, span less volume than this has no inverse (no unit):
/// the determinant itself is wrong by a few units of rounding.
pub(crate) const SINGULAR: f64 = 1e-14;

/// Squared lengths between this and its reciprocal are far from underflow and overflow, so that
/// a vector need not be scaled before it is normalized.
pub(crate) const SQUARE_SAFE: f64 = 1e-280;

/// Steps of the projection on an ellipsoid, a method that doubles its digits: 16 were the most
/// in 160,000 random points and semi-axes, ratios of 1e12 among them.
pub(crate) const ELLIPSOID_STEPS: usize = 60;

/// The same with a method that triples its digits: three are the rule. A step that changes no
/// coordinate by more than this share was the last.
pub(crate) const FOOT_STEPS: usize = 12;
pub(crate) const FOOT_NEAR: f64 = 1e-5;

/// The vertices of two parts of a sum are added up beforehand if there are no more sums than
/// this: their hull is found once, when the sum is made.
pub(crate) const SUM_VERTICES: usize = 4096;

/// Steps of a ray. One that grazes a curved shape halves what is left in each, so that fifty-odd
/// bring it to rounding.
pub(crate) const RAY_STEPS: usize = 200;

/// By how many units of rounding a bounding ball is larger than computed, so that it contains
/// what it should.
pub(crate) const BALL_SLACK: f64 = 8.0;

/// Where there is no formula for a volume it is pinned down to this, as a share of itself.
pub(crate) const VOLUME_GAP: f64 = 1e-3;

/// From this many support points on, a volume without a formula is left as uncertain as it is.
pub(crate) const VOLUME_POINTS: usize = 10_000;

/// A body that fills less than this share of its box is flat: its thickness is rounding.
pub(crate) const NO_VOLUME: f64 = 1e-13;
