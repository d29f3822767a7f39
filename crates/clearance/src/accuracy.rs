//! Every tolerance and every cap of the library, with its unit and its reason.

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

/// From this many vertices on, directions are looked up rather than the vertices scanned.
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

/// A ray that moves away from a shape this close, in units of what counts as touching, has gone
/// through it: a step ends within a few units of rounding of where it should.
pub(crate) const RAY_OVERSTEP: f64 = 4.0;

/// Directions whose sine (or, for their squares, whose squared sine) is no more than this are
/// parallel (no unit): unit vectors carry errors of 1e-16.
pub(crate) const PARALLEL: f64 = 1e-14;

/// Two directions whose squared sine is less than this are treated as nearly parallel (no unit):
/// the minimum over their two parameters is then computed from the components of their exterior
/// product. Above it, scalar products lose no more than three units of rounding, and are faster.
pub(crate) const OBLIQUE: f64 = 0.1;

/// The checker looks at no more rays of an unbounded set than this: it tries their combinations.
pub(crate) const CHECK_RAYS: usize = 12;

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

/// Half-spaces whose common inside is thinner than this, as a share of their size, have none: they
/// are flat, or empty (no unit). Offsets carry errors of 1e-16 of their size, and the way to the
/// thickness takes a few dozen operations.
pub(crate) const FLAT: f64 = 1e-13;

/// How often the inner point of half-spaces is looked for, each time measured from the last.
pub(crate) const CENTRE_PASSES: usize = 3;

/// In the later passes, lengths are divided by this many times the depth of the last point: far
/// enough to see the whole of most bodies.
pub(crate) const CENTRE_SCALE: f64 = 16.0;

/// A vertex of half-spaces further away than one over this, in units of the depth of the inner
/// point, is at infinity: a ray (no unit). Normals carry errors of 1e-16.
pub(crate) const AT_INFINITY: f64 = 1e-12;

/// Vertices of half-spaces this many units of rounding apart are the same: each is the solution of
/// a small system.
pub(crate) const SAME_VERTEX: f64 = 64.0;

/// A facet counts as touched by a point this many units of rounding of the coordinates inside of
/// it: the point was moved there, and both it and the facet are rounded.
pub(crate) const ACTIVE: f64 = 16.0;

/// A direction that leaves a facet's plane by no more than this, as a share of its length, stays in
/// the plane (no unit): a few units of rounding.
pub(crate) const LEVEL: f64 = 4.0 * ROUNDING;

/// By how many units of rounding the active set may overstep a facet, so as to choose the one met
/// most squarely among several at the same place; and a step this short is none.
pub(crate) const OVERSTEP: f64 = 2.0;

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

/// A unit vector of which less than this is left (squared) at right angles to others has lost
/// digits, and is made orthogonal once more.
pub(crate) const CANCELLED: f64 = 0.25;

/// From this many facets on, the one that a ray leaves through is walked to. A rule of thumb.
pub(crate) const CLIMB_FACETS: usize = 128;

/// Steps of Newton's method for the multiplier of a superquadric's support point. It doubles its
/// digits, and starts with one share right: far more than were ever seen.
pub(crate) const MULTIPLIER_STEPS: usize = 40;

/// A change by no more than this, as a share, is as well made by four terms of a series (no unit).
pub(crate) const SERIES_STEP: f64 = 1e-3;

/// Up to this exponent n the share |z|^n tells z: for larger ones it may underflow where z matters.
pub(crate) const SHARES_TELL: f64 = 16.0;

/// The most that a support point is said to move with its direction, in units of the shape's size
/// per radian: on flat sides it would be infinite, and rounding would drown everything else.
pub(crate) const FLAT_BEND: f64 = 1e7;

/// Newton's method on the dual gives up after this many looks at both shapes: ordinary pairs take
/// five to eight, and what takes longer is better off with GJK.
pub(crate) const NEWTON_LOOKS: u32 = 24;

/// An affine image is steered by the surface of its shape if the squares of all entries of the map
/// and of its inverse, added up and multiplied, are no more than this (no unit; 9 for a rotation):
/// beyond, rounding would put the points of the image outside of it.
pub(crate) const STEER_CONDITION: f64 = 300.0;

/// Shapes with no more surfaces than this, both together, are solved by the interior point method
/// on the stack; more of them need a workspace for each query.
pub(crate) const INTERIOR_FEW: usize = 24;

/// The most steps of the interior point method. Fifteen are the rule.
pub(crate) const INTERIOR_STEPS: u32 = 60;

/// So many steps in a row whose bounds are not twice as close: rounding has the upper hand.
pub(crate) const INTERIOR_IDLE: u32 = 3;

/// The multipliers to begin with (no unit: functions are scaled to −1 at the first point, and the
/// objective to the size of the pair).
pub(crate) const INTERIOR_FIRST_PUSH: f64 = 0.1;

/// Added to the diagonal, as a share of its largest entry: directions in which nothing holds the
/// points, such as both moving along, are not singular.
pub(crate) const INTERIOR_STIFF: f64 = 1e-15;

/// How often a step that leads far outside of a curved surface is halved.
pub(crate) const INTERIOR_HALVINGS: u32 = 12;

/// A step ends this far from where a slack or multiplier would be zero, as a share of itself: the
/// larger of the two, the first times what is left of the mean of their products.
pub(crate) const BOUNDARY_SHARE: f64 = 0.05;
pub(crate) const BOUNDARY_LEAST: f64 = 1e-6;

/// Where a function leaves at least this share of the slack, the slack is set to what it leaves.
pub(crate) const SLACK_KEPT: f64 = 0.1;

/// If the distance may still shrink by this share of itself, squared, the shapes may meet: then it
/// is worth looking whether a point belongs to both.
pub(crate) const MEETING_DOUBT: f64 = 0.2;

/// No kink is rounded off on more than this scale once the end is near (no unit).
pub(crate) const BLUR_LAST: f64 = 1e-3;

/// The most steps to a furthest point, careful ones included.
pub(crate) const FURTHEST_STEPS: u32 = 160;

/// The furthest point of a shape made of surfaces is found to this share of its size.
pub(crate) const FURTHEST_GAP: f64 = 1e-13;

/// Careful steps give way to bold ones when the distance is known to this share of itself, squared.
pub(crate) const BOLD_AGAIN: f64 = 1e-6;

/// How far from balance the gradients may be at a furthest point (no unit).
pub(crate) const FURTHEST_BALANCE: f64 = 1e-9;

/// A point that is so many sizes away has left for infinity.
pub(crate) const FAR_AWAY: f64 = 1e6;

/// Steps of Newton's method for the gauge of a set, and when it is as good as it gets (no unit).
pub(crate) const GAUGE_STEPS: usize = 40;
pub(crate) const GAUGE_ROUNDING: f64 = 1e-9;

/// Samples of a surface, the step of the differences as a share of the box, and how far they may
/// miss the derivatives, as a share of their sizes.
pub(crate) const SURFACE_SAMPLES: u32 = 200;
pub(crate) const SURFACE_STEP: f64 = 1e-5;
pub(crate) const SURFACE_SLACK: f64 = 1e-4;

/// Steps of the search for a point inside of all surfaces.
pub(crate) const CENTRE_STEPS: u32 = 200;

/// A set so thin, in units of its functions, has no inside.
pub(crate) const NO_INSIDE: f64 = 1e-12;

/// An eigenvalue of a quadric's matrix, as a share of its largest entry, counts as zero up to this.
pub(crate) const QUADRIC_ROUNDING: f64 = 1e-12;

/// The tip of a cone is rounded off on this scale, as a share of the cone's size.
pub(crate) const TIP: f64 = 1e-12;

/// By which share the reach of a shape made of surfaces is taken larger than measured.
pub(crate) const REACH_SLACK: f64 = 1e-6;

/// A gauge of no more terms than this is computed on the stack.
pub(crate) const GAUGE_FEW: usize = 8;

/// The most steps with care.
pub(crate) const CAREFUL_STEPS: u32 = 300;

/// What careful steps of the interior point method make of the mean of λ s, once it is time.
pub(crate) const CAREFUL_GAIN: f64 = 0.1;

/// The share of the promised gain that a careful step must deliver, the shortest step, and the gain
/// (in units of the barrier) that is so small that it is time for the next barrier.
pub(crate) const CAREFUL_SHARE: f64 = 0.1;
pub(crate) const CAREFUL_LEAST: f64 = 1e-9;
pub(crate) const CAREFUL_NEAR: f64 = 0.05;

/// By what the scale falls, from step to step, on which kinks are rounded off, and where it counts
/// as zero (no unit).
pub(crate) const BLUR_FALL: f64 = 0.2;
pub(crate) const BLUR_GONE: f64 = 1e-11;

/// What rounding the point may do to a tangent there, as a share of the shape's reach: the checker
/// sees the point in the world, a few units in the last place away, and a surface with an exponent
/// of 16 multiplies that.
pub(crate) const TANGENT_ROUNDING: f64 = 1e-12;

/// How often a simplex of support points is improved in front of a shape made of surfaces, and the
/// weight from which on a point of it counts (no unit).
pub(crate) const CORNER_ROUNDS: u32 = 100;
pub(crate) const CORNER_WEIGHT: f64 = 1e-9;

/// How wrong the height of a point over a face may be, in units of rounding of the size and for a
/// face with a right angle (no unit): a cross product, a square root and two products. Closer
/// calls are decided exactly.
pub(crate) const FACE_SLACK: f64 = 16.0;

/// A face whose area is less than this share of the product of two sides gets its normal in twice
/// the precision (no unit): otherwise rounding tilts it by more than a thousand units.
pub(crate) const FACE_SLIVER: f64 = 1e-3;

/// The expanding polytope on vertices stops when nothing lies further than this many units of
/// rounding beyond the closest face.
pub(crate) const FACET_GAP: f64 = 4.0;

/// The most points that the expanding polytope takes. On vertices the hull ends by itself, long
/// before; on curved shapes this bounds the time, and bounds further apart are said to be.
pub(crate) const EXPAND_POINTS: u32 = 2000;

/// Unbounded shapes are cut off at this many times the size of the pair when a depth is asked (no
/// unit): no support point is further from the origin than a few times the size.
pub(crate) const CUT_LENGTH: f64 = 8.0;

/// How far the way out of an unbounded set may be tilted by rounding (no unit): more means that it
/// leads along a line or ray, where there is none.
pub(crate) const CUT_TILT: f64 = 1e-9;

/// The directions, to each side and in each dimension, along which the checker looks for a way out
/// that is shorter than a lower bound says.
pub(crate) const CHECK_DIRECTIONS: i32 = 2;

/// A support point that is off its direction by no more than this, as a share of the size, is
/// parallel to it (no unit): the support value is then off by the square.
pub(crate) const POLISHED: f64 = 1e-9;

/// Steps of Newton's method on a direction that is known to five digits: two bring it to
/// rounding, the others are for good measure.
pub(crate) const POLISH_STEPS: usize = 6;

/// By how much a direction is turned (in radians) to see how its support point moves. The
/// curvature found is off by about as much, and each step gains that factor.
pub(crate) const POLISH_TURN: f64 = 1e-4;

/// The longest step of Newton's method on a direction, in radians.
pub(crate) const POLISH_REACH: f64 = 0.1;

/// From this many points on, the depth of two shapes with parallel axes is looked for in their
/// common plane: pairs that are settled in fewer have no need of it.
pub(crate) const SECTION_FROM: u32 = 64;

/// What the width of a slab between moving shapes may owe to rounding, in units of rounding of
/// the size of the numbers: the poses are computed, and the support points turned, twice.
pub(crate) const CAST_SLACK: f64 = 32.0;

/// Steps of conservative advancement before a contact that is neither reached nor avoided is
/// called uncertain.
pub(crate) const CAST_STEPS: usize = 10_000;

/// Steps shorter than this share of the tolerance lead nowhere (no unit).
pub(crate) const CAST_SHARE: f64 = 0.125;

/// Steps of the closest approach of translating shapes: each halves the time at least every third
/// time, so that 160 bring it to rounding.
pub(crate) const APPROACH_STEPS: usize = 200;

/// Times at which turning shapes are looked at before the walk starts.
pub(crate) const APPROACH_SAMPLES: usize = 32;

/// Steps of the golden section search, each of which leaves 62 % of the time.
pub(crate) const APPROACH_NARROW: usize = 40;

/// The closest approach of turning shapes is found to this share of their size.
pub(crate) const APPROACH_GAP: f64 = 1e-6;

/// After so many steps the walk along a turning motion doubles its gap.
pub(crate) const APPROACH_WALK: u32 = 2000;

/// Distances whose derivatives are asked are found to this share of the size: the normal is then
/// known to about its root, seven digits, before it is polished.
pub(crate) const GRADIENT_GAP: f64 = 1e-15;

/// By how much a direction is turned (in radians), both ways, to see how a surface bends: the
/// rounding of a support point over this, and its square, are what the result is wrong by.
pub(crate) const BEND_TURN: f64 = 1e-6;

/// A support point that moves by more than this share of the shape's size while the direction
/// turns by twice the above is on a flat face or a straight edge (no unit). Also how far
/// directions may be from parallel, as a cosine.
pub(crate) const BEND_FLAT: f64 = 1e-4;

/// Another way out that is longer by no more than this share is as good (no unit).
pub(crate) const RIVAL: f64 = 1e-9;

/// Ways out whose directions have a larger cosine than this are one (no unit).
pub(crate) const RIVAL_COSINE: f64 = 1.0 - 1e-6;

/// What stands for the endless bend of a flat face, as a multiple of the shape's size: the rates of
/// normals are wrong by one over this, those of points by this times rounding twice over.
pub(crate) const BEND_ENDLESS: f64 = 1e5;

/// By how much (in radians) the directions around a normal are tilted to see the corners of the
/// touching faces: faces that are parallel to this touch all over. A perturbation of 1e-9 is far
/// below it.
pub(crate) const PATCH_TILT: f64 = 1e-4;

/// Corners of a patch that are closer than this share of the size are one (no unit): a smooth
/// surface turns by the above within a smaller piece.
pub(crate) const PATCH_SMALL: f64 = 1e-3;

/// Halvings of an interval of exponents from the smallest number to 1, down to the last digit.
pub(crate) const SURFACE_HALVINGS: usize = 70;
