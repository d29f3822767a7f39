//! What the expanding polytope asks of a polytope.

use crate::simd::Level;
use crate::space::Vector;

/// What became of a point that was to join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Growth {
    /// It did.
    More,
    /// It does not lie beyond the face, and nothing has changed.
    Nothing,
    /// There is no room for it, and nothing has changed.
    Full,
}

/// A convex polytope that grows at its face closest to the origin. Its corners have names.
pub(crate) trait Growing<const D: usize, N> {
    /// The face closest to the origin, and its height.
    fn closest(&mut self) -> (u32, f64);

    /// Adds a point of the difference that `face` sees.
    fn grow(&mut self, level: impl Level, corner: (Vector<D>, N), face: u32) -> Growth;

    /// The unit normal of a face, outwards.
    fn normal(&self, face: u32) -> Vector<D>;

    /// The same with any length: what is known first.
    #[inline(always)]
    fn direction(&self, face: u32) -> Vector<D> {
        self.normal(face)
    }

    /// Whether a point lies beyond a face by more than a length. Known before the unit normal is, where that takes a
    /// root: most steps of the expanding polytope end with this question.
    #[inline(always)]
    fn is_beyond_by(&self, length: f64, face: u32, w: Vector<D>) -> bool {
        !(self.normal(face).dot(w) - self.height(face) <= length)
    }

    /// The height of a face over the origin.
    fn height(&self, face: u32) -> f64;

    /// The corners of a face.
    fn corners_of(&self, face: u32) -> [(Vector<D>, N); D];

    /// The face beyond the ridge that lies across from the corner at place `k`.
    fn neighbour(&self, face: u32, k: usize) -> u32;

    /// How many faces there are.
    fn len(&self) -> usize;

    /// A unit of rounding, as a length.
    fn unit(&self) -> f64;

    /// Whether the corner of a face at place `k` is the far end of a ray.
    fn is_far(&self, _face: u32, _k: usize) -> bool {
        false
    }

    /// Whether the normal of a face that is no higher than this has a property. Those along `but`, a unit vector or
    /// zero, may be left out.
    fn any_normal_below(
        &self,
        limit: f64,
        but: Vector<D>,
        is: &mut dyn FnMut(Vector<D>) -> bool,
    ) -> bool;
}
