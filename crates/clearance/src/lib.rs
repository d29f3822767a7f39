//! How far apart are two convex things, where do they come closest, and can you prove it?
//!
//! ```
//! use clearance::shape::{Cuboid, Cylinder};
//! use clearance::{Pose, Rotation, check, distance};
//!
//! let crate_ = Cuboid::new([0.5, 0.4, 0.3])?; // half-extents
//! let barrel = Cylinder::between([0.0, 0.0, 0.0], [0.0, 0.0, 1.2], 0.3)?;
//! let here = Pose::IDENTITY;
//! let there = Pose::new(Rotation::from_rpy(0.0, 0.5, 0.2)?, [2.0, 0.0, 0.0])?;
//!
//! let answer = distance(&crate_, &here, &barrel, &there)?;
//! let [on_crate, on_barrel] = answer.points();
//! assert!(answer.lower() <= answer.distance() && answer.distance() <= answer.upper());
//!
//! // The judge calls no solver: it looks at the shapes alone.
//! check(&answer, &crate_, &here, &barrel, &there)?;
//! # assert!(((on_barrel - on_crate).norm() - answer.distance()).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Questions
//!
//! | about a pair | |
//! | --- | --- |
//! | [`distance`] | how far apart, with closest points, normal, bounds and evidence: an [`Answer`] |
//! | [`closest_points`] | only the two points |
//! | [`intersects`], [`within`] | yes or no; stops as soon as that is certain |
//! | [`distance_below`] | the distance, unless it is provably more than a limit |
//! | [`penetration`], [`signed_distance`] | how deep they overlap: a [`Depth`]; or both at once: [`Signed`] |
//! | [`contact_patch`] | the polygon where they touch |
//! | [`is_unique`] | whether a closest pair is the only one |
//! | [`gradient`] | how the signed distance changes with both poses |
//! | [`first_contact`], [`closest_approach`] | of shapes that move: a [`Motion`] each |
//! | [`Workspace`] | the same, with memory for many depths in a row |
//! | [`trace`] | every step on the way |
//! | [`Tracker`] | the same pair again and again, each time from where the last query ended |
//! | [`check`], [`check_depth`] | is this answer right? |
//!
//! A [`Query`] asks the same with an [`Accuracy`] or a [`Method`] of your choice.
//!
//! | about one shape | |
//! | --- | --- |
//! | [`contains`], [`project`] | is a point in it; its point closest to a given one |
//! | [`ray_cast`] | where a ray enters |
//! | [`bounding_box`], [`bounding_ball`] | what it fits into |
//! | [`moments`] | volume, centroid, inertia |
//!
//! Many bodies, in motion and not convex: a [`scene::Scene`].
//!
//! Every question works on every shape and every pair of shapes, in the plane (`D = 2`) and in
//! space (`D = 3`), except that an unbounded shape has no volume and no bounding ball.
//!
//! # Shapes
//!
//! | | |
//! | --- | --- |
//! | small | [`Point`](shape::Point), [`Segment`](shape::Segment), [`Triangle`](shape::Triangle), [`Rectangle`](shape::Rectangle), [`Polygon`](shape::Polygon), [`Tetrahedron`](shape::Tetrahedron) |
//! | solid | [`Cuboid`](shape::Cuboid), [`Ball`](shape::Ball), [`Capsule`](shape::Capsule), [`Cylinder`](shape::Cylinder), [`Cone`](shape::Cone), [`Ellipsoid`](shape::Ellipsoid), [`Polytope`](shape::Polytope) |
//! | by functions | [`Superquadric`](shape::Superquadric), [`Hyperquadric`](shape::Hyperquadric), [`Quadric`](shape::Quadric), [`SecondOrderCone`](shape::SecondOrderCone), [`Intersection`](shape::Intersection) of these and of surfaces of your own ([`Surface`](shape::Surface)) |
//! | unbounded | [`Line`](shape::Line), [`Ray`](shape::Ray), [`Plane`](shape::Plane), [`HalfSpace`](shape::HalfSpace) |
//! | by facets | [`Halfspaces`](shape::Halfspaces): bounded or not, flat or not |
//! | made of others | [`Rounded`](shape::Rounded), [`Affine`](shape::Affine), [`MinkowskiSum`](shape::MinkowskiSum), [`ConvexHull`](shape::ConvexHull), [`Placed`](shape::Placed) |
//! | your own | anything with a support function: the trait [`Convex`] |
//!
//! Constructors refuse what is not a shape with a [`ShapeError`](shape::ShapeError) that says why.
//!
//! # How it works
//!
//! A point or a ball against most shapes is settled by a formula; lines, rays, segments and
//! capsules, against each other and against rectangles, by a few steps over two parameters. Pairs
//! of smooth shapes are settled by Newton's method on the normal, and shapes made of implicit
//! surfaces by an interior point method ([`Method`]).
//! Everything else is left to the method of Gilbert, Johnson and Keerthi (GJK). The distance
//! between A and B is that of the origin O from the set A ⊖ B of all differences a − b. The method
//! never builds that set. It keeps a *simplex* of a few of its points (black), takes the point of
//! the simplex that is closest to O (purple), and asks both shapes for their furthest points from
//! there towards O (green). The length of the purple line is an upper bound; the dashed line, which
//! has all of the set on its far side, gives a lower one. When the two agree, the answer is proved.
//!
#![doc = include_str!("../doc/gjk.svg")]
//!
//! A triangle and a square, from a poor first guess; [`trace`] tells this story for any pair.
//! Polyhedra by their facets are left to an active set, which walks over the facets and proves its
//! answer with their multipliers ([`Method::ActiveSet`]). Other unbounded shapes are projected along the lines in which they are unbounded, and the same is
//! done in the space that is left.
//!
//! # What is proved
//!
//! The two bounds of an answer do not depend on how well a solver did:
//!
//! - [`upper`](Answer::upper) is the length between two points, one of each shape. The
//!   [`Evidence`] says what the points are made of: vertices by number, or support points by
//!   direction, with weights.
//! - [`lower`](Answer::lower) is the width of a slab that separates the shapes, measured with
//!   their support points along the normal.
//!
//! Both are computed in doubles with ordinary rounding. They hold up to a few units in the last
//! place of the largest coordinate in play, and no better: that is no interval arithmetic. For the
//! same reason shapes closer than that count as [`Meeting`], with a common point as evidence.
//! Between shapes with corners the bounds agree to rounding; where something is curved, to 1e-10
//! of the size unless [`Accuracy`] says otherwise. When a method stops early ([`Stop::Cap`]), the
//! bounds are further apart, and still hold.
//!
//! [`check`] recomputes all of it from the shapes and the poses. For a shape of your own, what is
//! proved rests on its support function being right.
//!
//! For programs that tolerate no rounding at all there are [exact numbers](exact) and a solver for
//! [convex quadratic programs](qp) over them.
//!
//! # Promises
//!
//! - After construction no query about a pair allocates (but for pairs with more than 24 implicit
//!   surfaces), locks, prints or panics; bad numbers are a [`QueryError`]. ([`trace`] keeps its steps,
//!   and [`moments`] may build polytopes.)
//! - The same input gives the same bits on every processor, with the shapes of this library.
//! - Nothing is `unsafe` but one audited file, the scan for support points.
//!
//! # Features
//!
//! | feature | |
//! | --- | --- |
//! | `std` (default) | finds out at run time whether the processor has AVX2. Without it the crate is `no_std` and needs `alloc` |
//! | `serde` | answers, trackers, poses and vectors can be stored |
//! | `glam`, `nalgebra`, `mint` | conversions of vectors, rotations and poses |
//! | `rayon` | [batches](Query::batch) of questions on all cores |
//! | `exact` | rationals of any size and the numbers a + b·√d |

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod accuracy;
pub mod answer;
#[cfg(debug_assertions)]
#[doc(hidden)]
pub mod compiled;
pub mod exact;
mod hull;
mod interior;
mod pair;
pub mod qp;
pub mod query;
pub mod scene;
pub mod shape;
mod simd;
mod solver;
pub mod space;
mod track;
mod trail;

pub use accuracy::Accuracy;
pub use answer::{
    Answer, Apart, Depth, Effort, Evidence, Flaw, Meeting, Method, Names, Signed, Stop, Trace,
    check, check_depth,
};
pub use query::{
    Aabb, Approach, Below, BoundingBall, Cast, FirstContact, Gradient, Hit, Moments, Motion, Patch,
    PlacedPair, PoseGradient, Query, QueryError, Rates, RayHit, Rigorous, Side, Workspace,
    bounding_ball, bounding_box, closest_approach, closest_points, contact_patch, contains,
    distance, distance_below, first_contact, gradient, intersects, is_unique, moments, penetration,
    project, ray_cast, rigorous, signed_distance, trace, within,
};
pub use shape::Convex;
pub use space::{Matrix, Pose, PoseError, Rotation, Vector};
pub use track::Tracker;

/// The code in the README is compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
