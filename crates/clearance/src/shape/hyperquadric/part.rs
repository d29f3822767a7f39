//! What a hyperquadric that runs along lines is swept from.

use alloc::boxed::Box;

use super::Hyperquadric;
use crate::shape::{Affine, Convex, Superquadric, Term};
use crate::space::{Matrix, Vector};

/// A bounded set: swept along the lines it is the whole.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Part<const D: usize> {
    /// With as many terms as dimensions.
    Image(Box<Affine<Superquadric<D>, D>>),
    /// With more.
    Same(Box<Hyperquadric<D>>),
}

impl<const D: usize> Part<D> {
    /// Of D independent terms: about where all of them are zero it is the image of a superquadric.
    pub(super) fn image(terms: &[Term<D>]) -> Option<Self> {
        let rows = Matrix(core::array::from_fn(|i| terms[i].a));
        let back = rows.inverse()?;
        let centre = back * Vector::from_fn(|i| -terms[i].d);
        let inner = Superquadric::new(Vector([1.0; D]), Vector::from_fn(|i| terms[i].n)).ok()?;
        Some(Self::Image(Box::new(Affine::new(inner, back, centre).ok()?)))
    }

    pub(super) fn base(&self) -> &dyn Convex<D> {
        match self {
            Self::Image(image) => image,
            Self::Same(same) => same,
        }
    }

    /// How far it reaches along an outward vector, from a point near where it does.
    pub(super) fn reach(&self, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        match self {
            Self::Image(image) => Some(image.support(outward).dot(outward)),
            Self::Same(same) => same.reach_behind(0, outward, at),
        }
    }
}
