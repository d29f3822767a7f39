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
    /// and into B. From the active set, and for shapes made of surfaces from Newton's method: the two
    /// points themselves, each in the frame of its own core, in the first two places.
    pub directions: Option<[Vector<D>; MOST]>,
    /// For shapes whose lower bound rests on surfaces: how hard each of them pushes, A's first.
    /// The outward normal of the shape at its closest point is the sum of the surfaces' normals
    /// (see [`Convex::tangent`](crate::Convex::tangent)) times these, zero or more each. Where such
    /// shapes meet only by their radii: the gap between the cores, from A to B, in A's frame.
    pub multipliers: Option<[Vector<D>; 2]>,
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
    /// Surfaces by number, D of them (one that does not push has the multiplier zero). Nothing is
    /// known of the support function: the tangent half-spaces of these surfaces at the closest
    /// point prove the lower bound, and the shape's own [`excess`](crate::Convex::excess) tells
    /// whether the point belongs.
    Surfaces([u32; MOST]),
}

impl<const D: usize> Evidence<D> {
    /// A single vertex of each, as for two points.
    ///
    /// Not a constant: that would be copied as a whole, this is written place by place.
    #[inline(always)]
    pub(crate) fn first_vertices() -> Self {
        Self {
            len: 1,
            weights: [1.0, 0.0, 0.0, 0.0],
            a: Names::Vertices([0; MOST]),
            b: Names::Vertices([0; MOST]),
            directions: None,
            multipliers: None,
        }
    }

    /// The same as `self = *other`, but that places nobody reads are not written: two thirds of it
    /// where points have numbers.
    #[inline(always)]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.len, self.weights, self.a, self.b) = (other.len, other.weights, other.a, other.b);
        match &other.directions {
            None => self.directions = None,
            some => self.directions = *some,
        }
        match &other.multipliers {
            None => self.multipliers = None,
            some => self.multipliers = *some,
        }
    }

    /// Support points of both shapes along these directions.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn along(directions: [Vector<D>; MOST], weights: [f64; MOST], len: usize) -> Self {
        let names = Names::Directions;
        Self { len, weights, a: names, b: names, directions: Some(directions), multipliers: None }
    }

    /// Whether surfaces carry the bound on either side.
    pub(crate) fn names_surfaces(&self) -> bool {
        let surfaces = |names| matches!(names, Names::Surfaces(_));
        surfaces(self.a) || surfaces(self.b)
    }

    /// Whether the points themselves are in the place of directions.
    pub(crate) fn has_points(&self) -> bool {
        self.len == MOST && self.directions.is_some() && self.multipliers.is_some()
    }

    /// The direction at this place; zero if there is none.
    #[inline(always)]
    pub fn direction(&self, k: usize) -> Vector<D> {
        self.directions.as_ref().and_then(|all| all.get(k)).copied().unwrap_or(Vector::ZERO)
    }

    /// The multipliers on the surfaces of A and of B; zero where there are none.
    pub fn pushes(&self) -> [Vector<D>; 2] {
        self.multipliers.unwrap_or([Vector::ZERO; 2])
    }

    /// The weights in use.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.len.min(MOST)]
    }
}
