//! Volume, centroid and inertia.

use super::{QueryError, sandwich};
use crate::shape::Convex;
use crate::space::{Matrix, Vector};

/// Volume, centroid and inertia of a shape of density one, in its own frame. In two dimensions
/// the volume is the area.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moments<const D: usize> {
    /// The volume; zero for a flat figure.
    pub volume: f64,
    /// The centre of mass; of a flat figure, the centre of its area (or length).
    pub centroid: Vector<D>,
    /// The second moments about the centroid, ∫ (x − c)(x − c)ᵀ.
    pub second: Matrix<D>,
    /// The volume is right to within this: zero (for rounding only) where there is a formula.
    pub error: f64,
}

impl<const D: usize> Moments<D> {
    /// Those of a figure without volume.
    pub(crate) fn flat(centroid: Vector<D>) -> Self {
        Self { volume: 0.0, centroid, second: Matrix([Vector::ZERO; D]), error: 0.0 }
    }

    /// The tensor of inertia about the centroid, for density one: trace(S) I − S of the second
    /// moments S. In two dimensions the sum of its diagonal is the polar moment.
    pub fn inertia(&self) -> Matrix<D> {
        let mut trace = 0.0;
        for i in 0..D {
            trace += self.second[i][i];
        }
        Matrix(core::array::from_fn(|i| Vector::axis(i) * trace - self.second[i]))
    }
}

/// Volume, centroid and inertia of a bounded shape of density one, in its own frame.
///
/// By a formula for most shapes. Otherwise (roundings, sums and hulls with curved parts, shapes
/// of your own without a formula) the volume is between those of two polytopes, one inside of
/// the shape and one around it, which are refined until they are close; `error` tells how close.
///
/// ```
/// use clearance::{moments, shape::{Cuboid, Rounded}};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// assert_eq!(moments(&cube)?.volume, 8.0);
/// let rounded = moments(&Rounded::new(cube, 0.1)?)?;
/// assert!(rounded.volume > 10.0 && rounded.error < 0.02);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moments<const D: usize>(
    shape: &(impl Convex<D> + ?Sized),
) -> Result<Moments<D>, QueryError> {
    let view = shape.view();
    if !view.is_bounded() {
        return Err(QueryError::Unbounded);
    }
    super::bounds::refuse(&view, &crate::Pose::IDENTITY)?;
    match shape.moments() {
        Some(moments) => Ok(moments),
        None => sandwich::moments(shape.as_convex()),
    }
}
