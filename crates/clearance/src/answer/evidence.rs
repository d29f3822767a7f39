//! Why an answer may be believed: the points that carry it, by name.

use crate::space::Vector;

/// The most points that carry an answer: D + 1 of them for D = 3.
pub const MOST: usize = 4;

/// Up to four pairs of points, one of each shape's core, whose combinations with `weights` are
/// the closest (or common) points of the cores.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evidence<const D: usize> {
    /// How many of the places are used.
    pub len: usize,
    /// Zero or more each; their sum is 1.
    pub weights: [f64; MOST],
    /// The points of A.
    pub a: Names,
    /// The points of B.
    pub b: Names,
    /// For points that are named by a direction: the direction, in the frame of A's core, out of A
    /// and into B.
    pub directions: [Vector<D>; MOST],
}

/// How the points of one shape are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Names {
    /// Vertices by number (see [`Core::vertex`](crate::shape::Core::vertex)).
    Vertices([u32; MOST]),
    /// Support points: those of A along the [`directions`](Evidence::directions), those of B
    /// against them.
    Directions,
    /// No names: the point was found by a formula, and the shape's own
    /// [`excess`](crate::Convex::excess) tells whether it belongs.
    Formula,
}

impl<const D: usize> Evidence<D> {
    /// A single vertex of each, as for two points.
    pub(crate) const FIRST_VERTICES: Self = Self {
        len: 1,
        weights: [1.0, 0.0, 0.0, 0.0],
        a: Names::Vertices([0; MOST]),
        b: Names::Vertices([0; MOST]),
        directions: [Vector::ZERO; MOST],
    };

    /// The weights in use.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.len.min(MOST)]
    }
}
