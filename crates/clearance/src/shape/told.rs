//! What shapes may tell of themselves beside their support points.

use super::{Ball, Capsule, Cuboid, Cylinder, VertexSet};
use crate::space::{Matrix, Pose, Vector};

/// What a shape is, in two words: the kind of its core and a pointer. For the kinds that questions are asked about most
/// and answered fastest; see [`Convex::brief`](super::Convex::brief).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Brief<'a, const D: usize> {
    /// The origin, with a radius.
    Point(&'a Ball<D>),
    /// A segment, with a radius.
    Segment(&'a Capsule<D>),
    /// A box about the origin.
    Cuboid(&'a Cuboid<D>),
    /// A cylinder, in space.
    Cylinder(&'a Cylinder),
    /// The same, somewhere.
    Standing(&'a Standing<D>),
    /// The hull of these points, and no radius around it.
    Vertices(&'a VertexSet<D>),
    /// Something else, or nobody has said.
    Other,
}

/// A cylinder somewhere: what a shape that is one may keep beside itself, to tell it in [`Brief`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing<const D: usize> {
    /// The cylinder in its own frame.
    pub cylinder: Cylinder,
    /// Where that frame lies in the shape's, as its [`view`](super::Convex::view) tells.
    pub frame: Pose<D>,
}

/// A support function made of norms; see [`Convex::norms`](super::Convex::norms).
///
/// ```text
///     h(n)  =  centre·n + |arm·n| + |Z n|                       without a slope
///     h(n)  =  centre·n + max(0, |Z n| + slope·n)               with one
/// ```
///
/// A segment is an arm, a disc or an ellipsoid a round part Z, a cylinder both. With a slope the
/// set is the hull of a tip, the centre, and of a disc or ellipsoid around centre + slope: a cone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Norms<const D: usize> {
    /// The middle; with a slope, the tip.
    pub centre: Vector<D>,
    /// Half of the segment; zero if there is none, and with a slope.
    pub arm: Vector<D>,
    /// The matrix Z of the round part; zero if there is none.
    pub round: Matrix<D>,
    /// From the tip to the middle of the round part, if there is a tip.
    pub slope: Option<Vector<D>>,
    /// The unit vector that Z takes to zero, if the round part is a disc: all of its points are
    /// then equally far along it. An arm is parallel to it.
    pub axis: Option<Vector<D>>,
}

/// A support function near a direction: the larger of two smooth ones. See [`Convex::ridge`](super::Convex::ridge).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ridge<const D: usize> {
    /// The support points of the two pieces, always in the same order.
    pub points: [Vector<D>; 2],
    /// How they move: a unit vector t and a rate r for each. As the direction changes by δ, the
    /// point changes by r t (t·δ).
    pub bends: [(Vector<D>, f64); 2],
    /// The outward unit normal of the flat face that the direction leans to, if there is one.
    pub face: Option<Vector<D>>,
}

/// Two discs about the z axis of a shape that is their hull; see [`Convex::discs`](super::Convex::discs).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Discs {
    /// How high they are; the first is the higher one.
    pub heights: [f64; 2],
    /// Their radii; zero for a tip.
    pub radii: [f64; 2],
}

/// Where a point outside of a shape comes closest to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foot<const D: usize> {
    /// The closest point of the shape.
    pub point: Vector<D>,
    /// The unit vector from there to the point outside: the shape lies behind the plane at right
    /// angles to it.
    pub normal: Vector<D>,
    /// The distance between the two points.
    pub distance: f64,
}
