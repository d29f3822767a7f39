//! What a shape is, in the very numbers that it was made of.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{Convex, Facet, Surface};
use crate::space::{Matrix, Pose, Vector};

/// A shape by its definition, without any rounding: what it is "in truth".
///
/// [`rigorous`](crate::rigorous) proves its bounds with it where no error bound is known beforehand
/// ([`Convex::support_error`]): whatever a solver found, it is inserted here, with every operation
/// rounded outwards.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Formula<'a, const D: usize> {
    /// What the [`View`](super::View) says, and nothing else.
    Unknown,
    /// Σ |xᵢ / aᵢ|^nᵢ ≤ 1; an infinite exponent stands for |xᵢ| ≤ aᵢ.
    Superquadric {
        /// The aᵢ, each positive.
        semiaxes: Vector<D>,
        /// The nᵢ, each at least 1.
        exponents: Vector<D>,
    },
    /// (|x/a|^m + |y/b|^m)^(n/m) + |z/c|^n ≤ 1.
    NestedSuperquadric {
        /// a, b and c, each positive.
        semiaxes: Vector<D>,
        /// m, at least 1.
        around: f64,
        /// n, at least 1.
        along: f64,
    },
    /// Σ |aᵢ·x + dᵢ|^nᵢ ≤ 1.
    Hyperquadric(&'a [Term<D>]),
    /// xᵀQx + 2 b·x + c ≤ 0, where Q has no negative eigenvalue but for rounding.
    Quadric {
        /// Q
        q: &'a Matrix<D>,
        /// b
        b: Vector<D>,
        /// c
        c: f64,
    },
    /// |Bx + d| ≤ c·x + e.
    SecondOrderCone {
        /// B
        b: &'a Matrix<D>,
        /// d
        d: Vector<D>,
        /// c
        c: Vector<D>,
        /// e
        e: f64,
    },
    /// What lies behind all of these.
    Facets(&'a [Facet<D>]),
    /// What all of these have in common.
    Intersection {
        /// Shapes.
        parts: &'a [Box<dyn Convex<D>>],
        /// Surfaces: their insides.
        surfaces: &'a [Arc<dyn Surface<D>>],
    },
    /// The bounded part of a Minkowski sum, without the radius that its view has.
    Sum(Several<'a, D>),
    /// The bounded part of a hull, without the radius that its view has.
    Hull(Several<'a, D>),
    /// The image of the bounded part of a shape under x ↦ M x + t.
    Affine {
        /// The shape.
        shape: &'a dyn Convex<D>,
        /// M
        matrix: &'a Matrix<D>,
        /// t
        translation: Vector<D>,
    },
    /// A shape under a pose.
    Placed {
        /// The shape.
        shape: &'a dyn Convex<D>,
        /// The pose.
        pose: &'a Pose<D>,
    },
    /// Everything within a radius of a shape.
    Rounded {
        /// The shape.
        shape: &'a dyn Convex<D>,
        /// The radius.
        radius: f64,
    },
}

/// The parts of a sum or hull.
#[derive(Clone, Copy)]
pub struct Several<'a, const D: usize> {
    /// All that have corners, as one: it knows how wrong its support points may be.
    pub corners: Option<&'a dyn Convex<D>>,
    /// All parts.
    pub parts: &'a [Box<dyn Convex<D>>],
    /// Which of them are not among the corners.
    pub others: &'a [usize],
}

/// One term |a·x + d|^n.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term<const D: usize> {
    /// a
    pub a: Vector<D>,
    /// d
    pub d: f64,
    /// n, at least 1.
    pub n: f64,
}

/// A function's value and gradient at a point, with what rounding may have done to them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Enclosed<const D: usize> {
    /// The value is not less than the first and not more than the second.
    pub value: [f64; 2],
    /// The gradient, or nearly.
    pub gradient: Vector<D>,
    /// No coordinate of the gradient is further off than this.
    pub error: f64,
}
