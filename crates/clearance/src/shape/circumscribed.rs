//! Polyhedra around other shapes.

use alloc::vec::Vec;
use core::f64::consts::PI;

use super::{Convex, Halfspaces, ShapeError, validate};
use crate::space::{Vector, real};

impl<const D: usize> Halfspaces<D> {
    /// The polyhedron around a bounded shape that touches it with a facet for each of these
    /// directions (of any length but zero).
    ///
    /// ```
    /// use clearance::shape::{Ball, Ellipsoid, Halfspaces};
    /// let egg = Ellipsoid::new([1.0, 2.0, 3.0])?;
    /// let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let around = Halfspaces::circumscribed(&egg, axes.into_iter().chain(axes.map(|e| e.map(|x| -x))))?;
    /// assert!((around.volume() - 48.0).abs() < 1e-12);
    /// # Ok::<(), clearance::shape::ShapeError>(())
    /// ```
    pub fn circumscribed<N: Into<Vector<D>>>(
        shape: &(impl Convex<D> + ?Sized),
        directions: impl IntoIterator<Item = N>,
    ) -> Result<Self, ShapeError> {
        if !shape.view().is_bounded() {
            return Err(ShapeError::Unbounded { what: "shape inside" });
        }
        let mut pairs = Vec::new();
        for direction in directions {
            let normal = validate::unit("direction", direction.into())?;
            pairs.push((normal, shape.support(normal).dot(normal)));
        }
        Self::new(pairs)
    }
}

impl Halfspaces<3> {
    /// A polyhedron around the unit ball with facets of about the same size: the facet-ball of
    /// the given order, two at least.
    ///
    /// Its facets lie in rings about the x axis: one at the top, one at the bottom, and between
    /// them `order − 1` rings, at equal angles, with `2 · order` facets in a ring at the equator
    /// and less towards the poles. Every other ring is turned by half a facet. Order 2 is a cube,
    /// order 40 has 2042 facets.
    ///
    /// ```
    /// use clearance::shape::Halfspaces;
    /// assert_eq!(Halfspaces::facet_ball(2)?.facets().len(), 6);
    /// assert_eq!(Halfspaces::facet_ball(4)?.facets().len(), 22);
    /// # Ok::<(), clearance::shape::ShapeError>(())
    /// ```
    pub fn facet_ball(order: u32) -> Result<Self, ShapeError> {
        Self::new(facet_ball_normals(order)?.into_iter().map(|normal| (normal, 1.0)))
    }
}

/// The directions of the facets of [`Halfspaces::facet_ball`], of length 1: about evenly spread.
pub fn facet_ball_normals(order: u32) -> Result<Vec<Vector<3>>, ShapeError> {
    validate::at_least("rings", order as usize, 2)?;
    let rings = f64::from(order);
    let mut normals = Vec::new();
    normals.push(Vector([1.0, 0.0, 0.0]));
    for ring in 1..order {
        let polar = f64::from(ring) / rings * PI;
        let (x, radius) = (real::cos(polar), real::sin(polar));
        // Rounded to the nearest; never none.
        let count = ((radius * 2.0 * rings + 0.5) as u32).max(1);
        let turn = if ring % 2 == 0 { PI / f64::from(count) } else { 0.0 };
        for k in 0..count {
            let angle = turn + f64::from(k) * 2.0 * PI / f64::from(count);
            let normal = Vector([x, radius * real::sin(angle), radius * real::cos(angle)]);
            normals.push(validate::unit("normal", normal)?);
        }
    }
    normals.push(Vector([-1.0, 0.0, 0.0]));
    Ok(normals)
}
