//! Tolerances and caps of depth, contact, motion and derivatives.

/// How wrong the height of a point over a face may be, in units of rounding of the size and for a
/// face with a right angle (no unit): a cross product, a square root and two products. Closer
/// calls are decided exactly.
pub(crate) const FACE_SLACK: f64 = 16.0;

/// The same in twice the precision, as a share of the product of the three edges of the volume (no
/// unit): its operations are good to 1e-31.
pub(crate) const FACE_SLACK_TWOFOLD: f64 = 1e-28;

/// A face whose area is less than this share of the product of two sides gets its normal in twice
/// the precision (no unit): otherwise rounding tilts it by more than a thousand units.
pub(crate) const FACE_SLIVER: f64 = 1e-3;

/// The expanding polytope on vertices stops when nothing lies further than this many units of
/// rounding beyond the closest face.
pub(crate) const FACET_GAP: f64 = 4.0;

/// The most points that the expanding polytope takes. On vertices the hull ends by itself, long
/// before; on curved shapes this bounds the time, and bounds further apart are said to be.
pub(crate) const EXPAND_POINTS: u32 = 2000;

/// How far the first corners of the expanding polytope are apart, as the square of an angle in radians: so
/// many times how deep the origin is, as a share of the way to the middle of the difference,
pub(crate) const RING_DEPTH: f64 = 4.0;

/// and so many times one over the number of vertices: the corners of a difference are some one over the
/// root of it apart.
pub(crate) const RING_CORNER: f64 = 9.0;

/// The directions, to each side and in each dimension, along which the checker looks for a way out
/// that is shorter than a lower bound says.
pub(crate) const CHECK_DIRECTIONS: i32 = 2;

/// A support point that is off its direction by no more than this, as a share of the size, is
/// parallel to it (no unit): the support value is then off by the square.
pub(crate) const POLISHED: f64 = 1e-9;

/// By how much shapes that hardly touch are pulled apart to see their normal, as a share of the
/// size: much more than the gap, and much less than anything that shapes are made of.
pub(crate) const TOUCH_PULL: f64 = 1e-6;

/// Steps of Newton's method on a direction that is known to five digits: two bring it to
/// rounding, the others are for good measure.
pub(crate) const POLISH_STEPS: usize = 6;

/// By how much a direction is turned (in radians) to see how its support point moves. The
/// curvature found is off by about as much, and each step gains that factor.
pub(crate) const POLISH_TURN: f64 = 1e-4;

/// A support value bends upwards if its second derivative is more than this, as a share of the size:
/// a furthest point that is off by rounding makes 1e-11 of it.
pub(crate) const POLISH_BENT: f64 = 1e-8;

/// The longest step of Newton's method on a direction, in radians.
pub(crate) const POLISH_REACH: f64 = 0.1;

/// So many more points at most for the last digits of a depth once its bounds have closed.
pub(crate) const FINER_POINTS: u32 = 100;

/// From this many points on, the depth of two shapes with parallel axes is looked for in their
/// common plane: pairs that are settled in fewer have no need of it.
pub(crate) const SECTION_FROM: u32 = 64;

/// How far directions along the axis lean in such a plane, in radians: what they miss of the plane is rounding by this,
/// less than the gap.
pub(crate) const SECTION_LEAN: f64 = 1e-5;

/// What the width of a slab between moving shapes may owe to rounding, in units of rounding of
/// the size of the numbers: the poses are computed, and the support points turned, twice.
pub(crate) const CAST_SLACK: f64 = 32.0;

/// The most distances that first contact asks for along one piece of the motions before it calls the rest
/// of the time uncertain; the second if a shape is made of surfaces, where one takes a hundred times as long.
pub(crate) const CAST_LOOKS: usize = 10_000;
pub(crate) const CAST_LOOKS_SLOW: usize = 2_000;

/// The gap of distances between moving shapes that come close, and of their closest approach, as a share of
/// the size: half a digit more than this takes ten times as long between shapes made of surfaces. It is asked
/// for where the usual gap, and none at all where this one, is more than one over the second of the distance.
pub(crate) const CAST_GAP: f64 = 1e-12;
pub(crate) const CAST_FINE: f64 = 10.0;

/// Balls around spinning shapes that touch are looked at again after so many steps.
pub(crate) const CAST_WHIRL: u32 = 16;

/// After so many distances along a piece of a motion slabs between turning shapes are looked at ahead: most
/// casts have ended by then.
pub(crate) const STRIDE_AFTER: usize = 8;

/// Of what a slab may lose, the share that its normal's arc may use up in the first look ahead (no unit).
pub(crate) const STRIDE_BEND: f64 = 0.25;

/// So often is a slab looked at ahead: the first time tells the slope, the second how far that leads.
pub(crate) const STRIDE_TRIES: u32 = 2;

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

/// After this share of the most distances ([`CAST_LOOKS`]) the walk along a turning motion doubles its gap,
/// so that it ends within twice as many of them.
pub(crate) const APPROACH_PARTS: usize = 10;

/// Distances whose derivatives are asked are found to this share of the size: the normal is then
/// known to about its root, seven digits, before it is polished.
pub(crate) const GRADIENT_GAP: f64 = 1e-15;

/// How far the points of a depth may be off its normal, as a share of the size, if its derivatives are
/// asked: the normal is then known to as many digits, unless the surfaces hardly bend.
pub(crate) const GRADIENT_OFF: f64 = 1e-12;

/// By how much a direction is turned (in radians), both ways, to see how a surface bends: the
/// rounding of a support point over this, and its square, are what the result is wrong by.
pub(crate) const BEND_TURN: f64 = 1e-6;

/// What becomes another piece of the surface is this far from doing so, as a share of the shape's size, where
/// formulas tell how a surface bends: further than a direction that is turned to see it would move anything.
pub(crate) const BEND_CLEAR: f64 = 1e-5;

/// A support point that moves by more than this share of the shape's size while the direction
/// turns by twice the above is on a flat face or a straight edge (no unit). Also how far
/// directions may be from parallel, as a cosine.
pub(crate) const BEND_FLAT: f64 = 1e-4;

/// It jumps along a straight line if a turn twice as far moves it by no more than this, as a ratio of
/// squares: on a steep bend like x ~ turn^(1/p) the ratio is 4^(1/p).
pub(crate) const BEND_JUMP: f64 = 1.1;

/// Another way out that is longer by no more than this share is as good (no unit).
pub(crate) const RIVAL: f64 = 1e-9;

/// The way along an axis that is longer by no more than this share of the size is looked at again: it
/// may be as good (no unit).
pub(crate) const ALONE_AXES: f64 = 1e-8;

/// Ways out whose directions have a larger cosine than this are one (no unit).
pub(crate) const RIVAL_COSINE: f64 = 1.0 - 1e-6;

/// Where cores have no more than a point in common, another normal is looked for at this angle from the
/// one that was found (radians): beyond [`RIVAL_COSINE`].
pub(crate) const RIVAL_TILT: f64 = 3e-3;

/// Up to this many vertices the flat lines of a hull are looked for among all of them.
pub(crate) const BEND_SCAN: u32 = 32;

/// Steps of Newton's method on a normal that is known to seven digits: one brings it to rounding,
/// the others are for steep bends. None may turn it by more than the second, in radians.
pub(crate) const HONE_STEPS: usize = 10;
pub(crate) const HONE_REACH: f64 = 1e-5;

/// A step counts that leaves less than this share of the slope.
pub(crate) const HONE_GAIN: f64 = 0.5;

/// By how much (in radians) a normal is turned where a bend is so steep that `BEND_TURN` is too far: points
/// move by more than a ten-thousandth of the size there, and by far more than rounding here.
pub(crate) const HONE_TURN: f64 = 1e-9;

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

/// The closest approach of shapes made of surfaces is looked for to this share of the size of the
/// numbers; bounds that are wider than the second are not good enough, and it is found otherwise.
pub(crate) const VOYAGE_GAP: f64 = 1e-12;
pub(crate) const VOYAGE_WIDE: f64 = 1e-10;

/// The search for the first contact begins at least this far from either end of time, and looks for
/// points of both shapes once the time is known to the second (shares of the time).
pub(crate) const VOYAGE_ROOM: f64 = 0.01;
pub(crate) const VOYAGE_NEAR: f64 = 1e-6;

/// So much later than the program says, in units of the tolerance, is a point of both shapes looked
/// for: the first contact itself is a single point, which rounding may put outside.
pub(crate) const VOYAGE_LATER: [f64; 3] = [0.0, 0.05, 0.4];
