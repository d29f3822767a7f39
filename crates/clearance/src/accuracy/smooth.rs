//! Tolerances and caps of smooth and implicit shapes: Newton and the interior point.

/// A change by no more than this, as a share, is as well made by four terms of a series (no unit).
pub(crate) const SERIES_STEP: f64 = 1e-3;

/// The most that a support point is said to move with its direction, in units of the shape's size
/// per radian: on flat sides it would be infinite, and rounding would drown everything else.
pub(crate) const FLAT_BEND: f64 = 1e7;

/// After so many looks that do not prove that the shapes are apart, GJK is asked whether they meet:
/// where a look costs as much as a support point of GJK, and where it costs much less, and shapes
/// that nearly touch take six.
pub(crate) const NEWTON_DOUBT: u32 = 1;
pub(crate) const OVAL_DOUBT: u32 = 8;

/// After so many looks at two sums of powers of which one is boxy, the other is looked at along the normal
/// itself, and no longer only near there: most pairs take five.
pub(crate) const NEWTON_LATE: u32 = 7;

/// A point is inside of a sum of powers if the sum is less than 1 by this: far more than it is rounded
/// by (no unit).
pub(crate) const COMMON_MARGIN: f64 = 1e-9;

/// It has so many iterations for that: shapes that overlap take four or five, and those that nearly
/// touch would take dozens.
pub(crate) const VERDICT_STEPS: u32 = 8;

/// Ellipsoids are found to this share of their size, whatever was asked for: steps triple the digits,
/// and so the last one mostly leaves less than that anyway.
pub(crate) const OVAL_GAP: f64 = 1e-14;

/// A followed pair whose normal turned by no more than this moves steadily: the next normal is
/// expected to turn as far again.
pub(crate) const SMALL_TURN: f64 = 0.2;

/// A motion is steady to a higher order if what is missed is at most this share of what the order
/// before missed (no unit): one degree a step makes it a fiftieth.
pub(crate) const STEADILY: f64 = 0.5;

/// What is expected of a followed pair is improved in so many looks, and then searched for anew: three
/// do after a kink in the motion.
pub(crate) const FOLLOW_LOOKS: u32 = 4;

/// Followed ellipsoids are found to this share of their size, whatever was asked for: most looks leave
/// less.
pub(crate) const FOLLOW_GAP: f64 = 1e-12;

/// The sine of the angle between a normal that is expected and that of a face within which the face is
/// tried: faces that carried the last answer are expected far better.
pub(crate) const FACE_FOLLOWED: f64 = 0.04;

/// Of a normal that is expected near that of a disc: the squared cosine of the angle between the way it
/// leans and the way the other shape lies above which it is believed.
pub(crate) const LEANS_ALIKE: f64 = 0.8;

/// The sides of two cylinders or cones cross at a point that is known well if the sine of the angle
/// between their axes is more than this.
pub(crate) const CROSSING: f64 = 0.1;

/// Newton's method on the dual gives up after this many looks at both shapes: ordinary pairs take
/// five to eight, and what takes longer is better off with GJK.
pub(crate) const NEWTON_LOOKS: u32 = 24;

/// A flat face of a cylinder or cone is tried where the cosine of the angle between its normal and
/// the one looked along is more than this: where the face is closest, normals come near it within a
/// look or two, and few others do.
pub(crate) const FACE_NEAR: f64 = 0.85;

/// Discs are looked at with care along directions that are this close to their axis, and not at all
/// where the direction around it would be rounding.
pub(crate) const DISC_STEEP: f64 = 0.5;
pub(crate) const DISC_TILT: f64 = 1e-6;

/// A point that is this close to a disc, as a share of the way from one disc to the other, is on it.
pub(crate) const DISC_END: f64 = 1e-9;

/// The axis between two discs is cut short by this share of their radii where a search is to begin: of
/// 0, ½ and 1 the one with the fewest looks.
pub(crate) const AXIS_SHORT: f64 = 0.5;

/// The same for shapes with ridges: five are the rule.
pub(crate) const RIDGE_LOOKS: u32 = 16;

/// An affine image is steered by the surface of its shape if the squares of all entries of the map
/// and of its inverse, added up and multiplied, are no more than this (no unit; 9 for a rotation):
/// beyond, rounding would put the points of the image outside of it.
pub(crate) const STEER_CONDITION: f64 = 300.0;

/// Shapes with no more surfaces than this, both together, are solved by the interior point method
/// on the stack; more of them need a workspace for each query.
pub(crate) const INTERIOR_FEW: usize = 24;

/// The same for the fewest, which most pairs have no more than.
pub(crate) const INTERIOR_FEWEST: usize = 6;

/// The most steps of the interior point method. Fifteen are the rule.
pub(crate) const INTERIOR_STEPS: u32 = 60;

/// So many steps in a row whose bounds are not twice as close: rounding has the upper hand.
pub(crate) const INTERIOR_IDLE: u32 = 3;

/// The multipliers to begin with (no unit: functions are scaled to −1 at the first point, and the
/// objective to the size of the pair).
pub(crate) const INTERIOR_FIRST_PUSH: f64 = 0.1;

/// The same for all of them together, if that is less for each.
pub(crate) const INTERIOR_PUSHES: f64 = 0.2;

/// Added to the diagonal, as a share of its largest entry: directions in which nothing holds the
/// points, such as both moving along, are not singular.
pub(crate) const INTERIOR_STIFF: f64 = 1e-15;

/// How often a step that leads far outside of a curved surface is shortened, to this share over the
/// square root of how far (in units of how deep inside it began), but no less than the second.
pub(crate) const INTERIOR_HALVINGS: u32 = 12;
pub(crate) const INTERIOR_SHORTER: f64 = 0.7;
pub(crate) const INTERIOR_SHORTEST: f64 = 0.05;

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

/// The furthest point of a shape made of surfaces is found to this share of its size.
pub(crate) const FURTHEST_GAP: f64 = 1e-14;

/// From a bound that is as close as this, in the same unit, Newton's method is tried for the rest.
pub(crate) const FURTHEST_FIRST: f64 = 1e-8;

/// From a point that is as close as this, in the same unit, slopes mostly lead to the furthest one.
pub(crate) const FURTHEST_ABOUT: f64 = 1e-2;

/// What holds a furthest point: surfaces as close to what is known of it as this share of the size.
/// Newton's method moves it by no more than the second, each step is at most the third of the one
/// before, and there are so many at most until one is no longer than the last.
pub(crate) const LAST_HOLD: f64 = 1e-5;
pub(crate) const LAST_REACH: f64 = 1e-2;
pub(crate) const LAST_GAIN: f64 = 0.5;
pub(crate) const LAST_STEPS: usize = 8;
pub(crate) const LAST_STEP: f64 = 1e-13;

/// How far short of the furthest point of a shape made of surfaces its support point may be, as a
/// share of its size (no unit): where rounding leaves more, the point is moved out.
pub(crate) const FURTHEST_SHORT: f64 = 1e-14;

/// Tangents that lower the roof over a furthest point: fifty are the rule. It is given up after so
/// many without a gain, which is a gap that is at most this share of the one before.
pub(crate) const ROOF_ROUNDS: u32 = 400;
pub(crate) const ROOF_IDLE: u32 = 120;
pub(crate) const ROOF_GAIN: f64 = 0.9;

/// So many tangents are remembered: those that left the roof may come back.
pub(crate) const ROOF_PLANES: usize = 24;

/// A direction that misses the cone of the roof's normals by no more is between them; where that
/// holds for several roofs, what decides is a vector of two across the direction, the second times
/// the last of these. If it misses by more than the second, rounding has led astray (no unit).
pub(crate) const ROOF_TIE: f64 = 1e-14;
pub(crate) const ROOF_LOST: f64 = 1e-12;
pub(crate) const ROOF_ASKEW: f64 = 0.618;

/// Steps to where a ray leaves a surface: four are the rule.
pub(crate) const ROOF_EXIT_STEPS: u32 = 120;

/// The products λ s are not made smaller than this share of what the gap needs: far below, λ/s
/// drowns everything else. The second and third are for bounds that do not close.
pub(crate) const INTERIOR_FLOOR: [f64; 3] = [0.1, 0.01, 0.001];

/// Closest points count as found if the gradients miss cancelling by no more than this, and the
/// points are outside of their surfaces by no more than the second (no unit).
pub(crate) const INTERIOR_SOLVED: f64 = 1e-7;
pub(crate) const INTERIOR_OUTSIDE: f64 = 1e-11;

/// A point that is so many sizes away has left for infinity; the first roof is so far away.
pub(crate) const FAR_AWAY: f64 = 1e6;
pub(crate) const FAR_ROOM: f64 = 1e8;

/// Where furthest points of shapes without end mostly are: so many sizes away (no unit).
pub(crate) const NEAR_ROOM: f64 = 32.0;

/// Steps of Newton's method for the gauge of a set, and when it is as good as it gets: a step that
/// changes the terms by no more than this share, of which the fourth power is left.
pub(crate) const GAUGE_STEPS: usize = 40;
pub(crate) const GAUGE_ROUNDING: f64 = 1e-4;

/// The same where kinks are rounded off, as a share of the scale on which they are: the square of the
/// step over that scale is left.
pub(crate) const GAUGE_BLURRED: f64 = 1e-6;

/// Whole exponents up to this one are made of products, not of logarithms.
pub(crate) const WHOLE_MOST: u32 = 64;

/// Samples of a surface, the step of the differences as a share of the box, and how far they may
/// miss the derivatives, as a share of their sizes.
pub(crate) const SURFACE_SAMPLES: u32 = 200;
pub(crate) const SURFACE_STEP: f64 = 1e-5;
pub(crate) const SURFACE_SLACK: f64 = 1e-4;

/// Steps of the search for a point inside of all surfaces.
pub(crate) const CENTRE_STEPS: u32 = 200;

/// Steps beyond where it is clear that there is no such point, so that the proof is a good one.
pub(crate) const CENTRE_POLISH: u32 = 4;

/// What rounding may do to a function, as a share of what it is made of, where several are said to
/// have nothing in common.
pub(crate) const EMPTY_ROUNDING: f64 = 1e-14;

/// A set so thin, in units of its functions, has no inside.
pub(crate) const NO_INSIDE: f64 = 1e-12;

/// An eigenvalue of a quadric's matrix, as a share of its largest entry, counts as zero up to this.
pub(crate) const QUADRIC_ROUNDING: f64 = 1e-12;

/// The exponent of the terms that cut a hyperquadric off along its lines (no unit): any that is round will do.
pub(crate) const LINE_POWER: f64 = 2.0;

/// Steps of Newton's method to the point of a quadric with a given normal, from one that is right to
/// five digits or more.
pub(crate) const QUADRIC_TURNS: u32 = 3;

/// Rounds in which a normal is laid level with sets without end: each squares what is left, and two or
/// three are the rule.
pub(crate) const LEVEL_ROUNDS: u32 = 12;

/// A ray that a unit normal has no less of than this, below zero, is one to be level with (no unit):
/// a few units of rounding.
pub(crate) const LEVEL_ACTIVE: f64 = 16.0 * f64::EPSILON;

/// A way whose part across others is no larger, as a share of it, depends on them (no unit).
pub(crate) const LEVEL_INDEPENDENT: f64 = 1e-6;

/// Rounds over all pairs of axes in which a matrix is taken apart: each squares what is left, and
/// three or four are the rule.
pub(crate) const SINGULAR_SWEEPS: u32 = 30;

/// The tip of a cone is rounded off on this scale, as a share of the cone's size.
pub(crate) const TIP: f64 = 1e-12;

/// The size of a cone that has none of its own, since its tip is the origin (a length in the caller's unit). The
/// gap that is allowed is a share of it, so that it is to be no larger than what the cone is asked about; the
/// interior point begins this close to the tip, and does well beside bodies up to 1e15 times as large.
pub(crate) const CONE_UNIT: f64 = 1e-8;

/// A gauge of no more terms than this is computed on the stack.
pub(crate) const GAUGE_FEW: usize = 8;

/// A gain by such slopes of no more than this share of the bound is the last worth having: the next
/// would be its square.
pub(crate) const SLOPE_GAIN: f64 = 1e-8;

/// Steps towards the slopes that prove how far a hyperquadric reaches: two are the rule.
pub(crate) const SLOPE_STEPS: usize = 16;

/// Slopes whose own point leaves no more than this share of what is missing to the given one are good enough.
pub(crate) const SLOPE_OWN: f64 = 0.5;

/// How often a step towards such slopes is shortened, to a quarter.
pub(crate) const SLOPE_HALVINGS: u32 = 4;

/// Kinks of terms with exponents below 2 are rounded off on these scales, one after the other,
/// where slopes are looked for (no unit): they decide which slopes are tried, never whether their
/// bound holds.
pub(crate) const KINKS: [f64; 5] = [1e-5, 1e-7, 1e-9, 1e-11, 1e-13];

/// Steps to the furthest point of a hyperquadric with places and slopes abreast (six are the rule), and
/// those to a place on the curve of one term (two or three).
pub(crate) const ABREAST_STEPS: usize = 24;
pub(crate) const ABREAST_ROOT: usize = 40;

/// A step is halved so often at most, until it brings the equations closer by this share of itself, and τ
/// keeps at least the third of itself (no unit).
pub(crate) const ABREAST_HALVINGS: u32 = 6;
pub(crate) const ABREAST_GAIN: f64 = 0.1;
pub(crate) const ABREAST_TAU: f64 = 0.1;

/// τ begins at no less than this, over the size of the set (no unit).
pub(crate) const ABREAST_FLAT: f64 = 1e-3;

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

/// A bound that loses more than this, as a share of the shape's reach, is not sharp, and is looked at
/// from points beside the one it was found at.
pub(crate) const BOUND_LOOSE: f64 = 1e-9;

/// By which share of itself a loss may be larger where the checker sees it (no unit).
pub(crate) const TANGENT_DOUBT: f64 = 0.1;

/// Multipliers on surfaces that prove more: rounds over all of them, how large they may be (times
/// the length of the surface's gradient; no unit), and golden sections of what is between, by the
/// ratio, down to the last digit.
pub(crate) const SHARPEN_ROUNDS: u32 = 2;
pub(crate) const SHARPEN_MOST: f64 = 16.0;
pub(crate) const SHARPEN_SECTIONS: u32 = 80;
pub(crate) const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Steps from point to shape and back: near contact, this is the end of it.
pub(crate) const POINT_STEPS: u32 = 10_000;

/// After so many steps from point to shape and back, the limit is guessed.
pub(crate) const POINT_GUESS: u32 = 4;

/// Rings of facets of the fixed polyhedral model, which has 288 facets, and of the one that point
/// iteration starts from, which has 46: as in Fenger's thesis.
pub(crate) const MODEL_RINGS: u32 = 15;
pub(crate) const HYBRID_RINGS: u32 = 6;

/// Rounds of cutting planes, each with a tangent or two more. Thirty are the rule.
pub(crate) const CUT_ROUNDS: u32 = 200;

/// A polytope of tangents has no more facets than this: those far from where it matters go.
pub(crate) const CUT_FACETS: usize = 80;

/// How often a simplex of support points is improved in front of a shape made of surfaces, and the
/// weight from which on a point of it counts (no unit).
pub(crate) const CORNER_ROUNDS: u32 = 100;
pub(crate) const CORNER_WEIGHT: f64 = 1e-9;

/// A simplex of support points is given up after so many rounds in none of which the bounds came closer by
/// more than this share; bounds as close as the third, of the size, are not worth one (no unit).
pub(crate) const CORNER_IDLE: u32 = 12;
pub(crate) const CORNER_GAIN: f64 = 0.9;
pub(crate) const CORNER_WIDTH: f64 = 1e-12;

/// Halvings of an interval of exponents from the smallest number to 1, down to the last digit.
pub(crate) const SURFACE_HALVINGS: usize = 70;

/// Bodies with no more curved surfaces than this are slid on.
pub(crate) const SLIDE_CURVED: usize = 4;

/// So many tangents of the last looks stay in the model, for each body: a power of two.
pub(crate) const SLIDE_CUTS: usize = 8;

/// Sliding is given up after so many looks at both bodies, seven being the rule, and each of them
/// after so many changes of what holds the points: two are the rule.
pub(crate) const SLIDE_LOOKS: u32 = 20;
pub(crate) const SLIDE_CHANGES: u32 = 24;

/// Flat surfaces that push by no more than this in all, where the normal of length 1 is what all push by,
/// are not nearly parallel to each other or to a curved one (no unit).
pub(crate) const CLAIM_MILD: f64 = 2.0;

/// Sliding begins on the line between points inside where these are no further apart than the first
/// share of the two reaches, at furthest points from the second on, and in between in between (no unit).
pub(crate) const SLIDE_BEGIN: (f64, f64) = (0.7, 1.0);

/// Points come close to each other in so many turns before anything is looked at.
pub(crate) const SLIDE_TURNS: u32 = 2;

/// Slabs of exponents up to this one are taken together for a ball (no unit).
pub(crate) const SLIDE_SOFT: f64 = 3.0;

/// Added to the diagonal, as a share of its largest entry: points on parallel faces may slide along
/// with each other (no unit).
pub(crate) const SLIDE_STIFF: f64 = 1e-12;

/// Bounds this much closer than asked for, as a share of that, are not looked at once more (no unit):
/// where they are not, one more look mostly leaves rounding alone.
pub(crate) const SLIDE_SHARP: f64 = 0.1;

/// A normal whose part across the others is no larger, as a share of it, depends on them (no unit).
pub(crate) const SLIDE_PARALLEL: f64 = 1e-7;

/// Surfaces that are violated by less than this share of the gap asked for, or pull by less, are
/// left as they are.
pub(crate) const SLIDE_LEAST: f64 = 1e-3;

/// If the model leaves no more than this share of the distance, the bodies may meet. After so many
/// such looks without a common point, sliding is given up.
pub(crate) const SLIDE_MEETS: f64 = 1e-9;
pub(crate) const SLIDE_DOUBTS: u32 = 3;

/// A point where the sum of powers differs from 1 by no more is close enough to the surface to go on
/// from; by no more than the second, second derivatives tell the rest (no unit: the square is
/// rounding). Steps towards that, one being the rule.
pub(crate) const NEAR_SOON: f64 = 1e-3;
pub(crate) const NEAR_ENOUGH: f64 = 1e-7;
pub(crate) const NEAR_STEPS: u32 = 12;

/// From no more than this on (no unit), powers that change by no more than the second, as a share, are
/// brought closer by six terms of a series: the seventh is rounding where the first is that of a short
/// step, and where it is not the point is only on its way.
pub(crate) const NEAR_BY: f64 = 3e-2;
pub(crate) const NEAR_SERIES: f64 = 0.1;

/// Powers that change by no more than this share on the last way are known to rounding (no unit).
pub(crate) const NEAR_EXACT: f64 = 5e-3;

/// Terms that bend by no more than this share of what a ball would are worth little (no unit). Second
/// derivatives are trusted where they are wrong by no more than the second, as a share of a change.
pub(crate) const NEAR_SLIGHT: f64 = 0.1;
pub(crate) const SLIDE_TRUST: f64 = 0.25;

/// A look at gauges tells how far outside a point is but for this, as a share of how far the middle is: a
/// few units in the last place.
pub(crate) const SLIDE_SETTLED: f64 = 8.0 * f64::EPSILON;

/// Bounds close only after a step that is no more than this share of the distance: until then they
/// are not looked at (no unit).
pub(crate) const SLIDE_SHORT: f64 = 1e-3;

/// The interior point method leaves the rest to sliding points once on both sides something pushes by
/// more than it leaves room, and where that fails once what its objective may lose is this share of it,
/// and again at the next; for so many looks.
pub(crate) const FINISH_FROM: [f64; 2] = [1e-4, 1e-6];
pub(crate) const FINISH_LOOKS: u32 = 12;

/// The interior point begins this share of the way from inside to where it leaves the set towards the
/// other (no unit): a step or two less than half of the way, and nothing is gained beyond.
pub(crate) const INTERIOR_APPROACH: f64 = 0.9;

/// Kinks are rounded off on this scale where bold steps begin (no unit): there the point is close to the
/// surface, and a larger one would put it outside.
pub(crate) const BLUR_FIRST: f64 = 0.1;

/// A surface holds the interior point if this many times what it pushes by is more than the room that it
/// leaves (no unit), and not before so many steps: with more of either a pair takes a tenth longer.
pub(crate) const FINISH_PUSH: f64 = 3.0;
pub(crate) const FINISH_AFTER: u32 = 1;

/// Depths in sets without end: the first ball around what counts of them is so many times as large as
/// the pair, one that was too small becomes so many times as large, so often; and a normal that leads
/// along a ray by no more than this is meant to be at right angles to it (no units).
pub(crate) const BALL_FIRST: f64 = 2.0;
pub(crate) const BALL_GROWTH: f64 = 16.0;
pub(crate) const BALL_ROUNDS: usize = 5;
pub(crate) const BALL_LEAD: f64 = 1e-8;
