//! Convex shapes, one file each.
//!
//! A shape lies in its own frame; a [`Pose`](crate::Pose) says where that is when a question is
//! asked, or [`Placed`] fixes it for good. Constructors take points as arrays or as
//! [`Vector`](crate::Vector)s, and refuse with a [`ShapeError`] what is not a shape: numbers that
//! are not finite, radii that are not positive, polygons that are not convex.
//!
//! ```
//! use clearance::shape::{Ball, Cone, ConvexHull, Cuboid, Polytope, Rounded, ShapeError};
//! // By centre and half-extents, with its edges rounded.
//! let die = Rounded::new(Cuboid::new([0.9, 0.9, 0.9])?, 0.1)?;
//! // From base to apex: any axis will do.
//! let tip = Cone::between([0.0, 0.0, 0.0], [1.0, 2.0, 3.0], 0.5)?;
//! // The hull of points in any order, with duplicates and inner points.
//! let gem = Polytope::from_points([[0.0, 0.0], [1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.2, 0.2]])?;
//! // The hull of other shapes.
//! let drop = ConvexHull::<3>::new(vec![Box::new(Ball::new(1.0)?), Box::new(tip)])?;
//! assert!(matches!(Ball::<3>::new(-1.0), Err(ShapeError::NotPositive { .. })));
//! # let _ = (die, gem, drop);
//! # Ok::<(), ShapeError>(())
//! ```
//!
//! Solvers know none of these types. They see a [`View`]: a [`Core`] with a radius around it. A
//! shape of your own need not bother: [`Convex::support`] is enough.

mod affine;
mod anatomy;
mod ball;
mod capsule;
mod cells;
mod centre;
mod circumscribed;
mod cone;
pub(crate) mod conjugate;
mod convex;
mod convex_hull;
mod cuboid;
mod cylinder;
mod direction;
mod ellipsoid;
mod error;
mod facet_set;
mod formula;
mod gauge;
mod halfspaces;
mod hyperquadric;
mod implicit;
mod intersection;
mod line;
mod minkowski_sum;
mod nested_superquadric;
mod placed;
mod plane;
mod point;
mod pointer;
mod polygon;
mod polytope;
mod polytope_facets;
mod quadric;
mod ray;
mod rectangle;
mod rings;
mod rounded;
mod second_order_cone;
mod segment;
mod smooth;
mod superquadric;
mod symmetry;
mod tetrahedron;
mod told;
mod triangle;
mod validate;
mod vertex_set;

pub use crate::hull::Facet;
pub use affine::Affine;
pub use ball::Ball;
pub use capsule::Capsule;
pub(crate) use cells::Cells;
pub(crate) use centre::{Around, centre_of};
pub use circumscribed::facet_ball_normals;
pub use cone::Cone;
pub(crate) use convex::corner;
pub use convex::{AsConvex, Convex, Core, Swept, View};
pub use convex_hull::ConvexHull;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub(crate) use direction::{another, beyond};
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use facet_set::FacetSet;
pub use formula::{Enclosed, Formula, Several, Term};
pub use gauge::Powers;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use gauge::{Place, Trust, near_both};
pub use halfspaces::Halfspaces;
pub use hyperquadric::Hyperquadric;
pub(crate) use implicit::beside;
pub use implicit::{Implicit, Jet, Surface, SurfaceFlaw, check_surface};
pub use intersection::Intersection;
pub use line::Line;
pub use minkowski_sum::MinkowskiSum;
pub use nested_superquadric::NestedSuperquadric;
pub use placed::Placed;
pub use plane::{HalfSpace, Plane};
pub use point::Point;
pub use polygon::Polygon;
pub use polytope::Polytope;
pub use quadric::Quadric;
pub use ray::Ray;
pub use rectangle::Rectangle;
pub use rounded::Rounded;
pub use second_order_cone::SecondOrderCone;
pub use segment::Segment;
pub use smooth::SmoothSupport;
pub(crate) use superquadric::PowerSum;
pub use superquadric::Superquadric;
pub(crate) use symmetry::{Symmetry, is_parallel, sideways};
pub use tetrahedron::Tetrahedron;
pub use told::{Brief, Discs, Foot, Norms, Ridge, Standing};
pub use triangle::Triangle;
pub(crate) use vertex_set::Neighbours;
pub use vertex_set::VertexSet;
