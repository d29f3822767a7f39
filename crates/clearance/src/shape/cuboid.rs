//! A box (a rectangle in 2D) along the axes of its frame.

use super::{Convex, Core, Placed, ShapeError, View, direction, validate};
use crate::query::Moments;
use crate::space::{Matrix, Pose, Vector};

/// The box |xᵢ| ≤ hᵢ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cuboid<const D: usize> {
    half_extents: Vector<D>,
}

impl<const D: usize> Cuboid<D> {
    /// The box with these half-extents, each zero or more, centred on the origin.
    pub fn new(half_extents: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        let half_extents = half_extents.into();
        for h in half_extents.0 {
            validate::not_negative("half-extent", h)?;
        }
        Ok(Self { half_extents })
    }

    /// The box along the axes about this centre.
    pub fn centred(
        centre: impl Into<Vector<D>>,
        half_extents: impl Into<Vector<D>>,
    ) -> Result<Placed<Self, D>, ShapeError> {
        Placed::new(Self::new(half_extents)?, Pose::at(centre))
    }

    /// The box that these edges, at right angles to each other, span from a corner.
    ///
    /// ```
    /// use clearance::{Pose, Vector, contains, shape::Cuboid};
    /// let edges = [[2.0, 2.0, 0.0], [-3.0, 3.0, 0.0], [0.0, 0.0, 1.0]];
    /// let cuboid = Cuboid::from_corner([0.0, 0.0, 0.0], edges.map(Vector))?;
    /// assert!(contains(&cuboid, &Pose::IDENTITY, [0.0, 3.0, 0.5])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_corner<E: Into<Vector<D>>>(
        corner: impl Into<Vector<D>>,
        edges: [E; D],
    ) -> Result<Placed<Self, D>, ShapeError> {
        let edges = edges.map(Into::into);
        let pose = spanned(corner.into(), &edges)?;
        let half = Vector(edges.map(|edge| 0.5 * direction::length(edge)));
        Placed::new(Self::new(half)?, pose)
    }

    /// The half-extents.
    pub fn half_extents(&self) -> Vector<D> {
        self.half_extents
    }

    /// The same where they lie.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    pub(crate) fn places(&self) -> &Vector<D> {
        &self.half_extents
    }
}

/// Where the frame of a box lies that has these edges at this corner.
pub(super) fn spanned<const D: usize>(
    corner: Vector<D>,
    edges: &[Vector<D>],
) -> Result<Pose<D>, ShapeError> {
    let mut centre = validate::point("corner", corner)?;
    for edge in edges {
        centre += validate::point("edge", *edge)? * 0.5;
    }
    let frame = Pose::new(direction::frame(edges)?, centre);
    frame.map_err(|_| ShapeError::NotFinite { what: "centre", index: None })
}

impl<const D: usize> Convex<D> for Cuboid<D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        Vector::from_fn(|i| self.half_extents[i].copysign(direction[i]))
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Cuboid(self.half_extents), self.half_extents.max_abs())
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> super::Brief<'_, D> {
        super::Brief::Cuboid(self)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(excess(self.half_extents, point))
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        Some(nearest(self.half_extents, point))
    }

    fn moments(&self) -> Option<Moments<D>> {
        let half = self.half_extents;
        let volume = half.0.into_iter().fold(1.0, |product, h| product * 2.0 * h);
        let second = Matrix::diagonal(half.map(|h| volume * h * h / 3.0));
        Some(Moments { volume, centroid: Vector::ZERO, second, error: 0.0 })
    }
}

pub(super) fn excess<const D: usize>(half: Vector<D>, point: Vector<D>) -> f64 {
    direction::length(Vector::<D>::from_fn(|i| (point[i].abs() - half[i]).max(0.0)))
}

pub(super) fn nearest<const D: usize>(half: Vector<D>, point: Vector<D>) -> Vector<D> {
    Vector::from_fn(|i| point[i].clamp(-half[i], half[i]))
}
