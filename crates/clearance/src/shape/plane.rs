//! A plane (a line in 2D), and what lies to one side of it.

use super::{Convex, Core, Point, ShapeError, Swept, View, direction, validate};
use crate::space::Vector;

/// The plane of all x with normal · x = offset; in two dimensions a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plane<const D: usize> {
    sides: Sides<D>,
}

/// The half-space of all x with normal · x ≤ offset; in two dimensions a half-plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HalfSpace<const D: usize> {
    sides: Sides<D>,
    /// Into the half-space: the normal, turned around.
    inwards: [Vector<D>; 1],
}

/// What both have in common. The basis spans the plane; its last place is not used.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sides<const D: usize> {
    normal: Vector<D>,
    base: Point<D>,
    basis: [Vector<D>; D],
}

impl<const D: usize> Sides<D> {
    /// By a normal of any length but zero.
    fn new(normal: Vector<D>, offset: f64) -> Result<Self, ShapeError> {
        let unit = validate::unit("normal", normal)?;
        validate::finite("offset", Vector([offset]))?;
        Self::at(unit * (offset / direction::length(normal)), unit)
    }

    /// Through a point, by the unit normal.
    fn at(point: Vector<D>, normal: Vector<D>) -> Result<Self, ShapeError> {
        // The normal itself holds the first place until the others are found.
        let mut known = [normal; D];
        for i in 1..D {
            let next = direction::another(&known[..i]);
            known[i] = next.ok_or(ShapeError::ZeroLength { what: "normal" })?;
        }
        known.rotate_left(1);
        Ok(Self { normal, base: Point::new(point)?, basis: known })
    }

    fn lines(&self) -> &[Vector<D>] {
        &self.basis[..D - 1]
    }

    /// How far beyond the plane a point is, along the normal.
    fn height(&self, point: Vector<D>) -> f64 {
        (point - self.base.point()).dot(self.normal)
    }

    fn view<'a>(&'a self, rays: &'a [Vector<D>]) -> View<'a, D> {
        let swept = Swept { base: &self.base, lines: self.lines(), rays };
        View::new(Core::Swept(swept), self.base.point().max_abs())
    }
}

impl<const D: usize> Plane<D> {
    /// All x with normal · x = offset. The normal has any length but zero.
    pub fn new(normal: impl Into<Vector<D>>, offset: f64) -> Result<Self, ShapeError> {
        Ok(Self { sides: Sides::new(normal.into(), offset)? })
    }

    /// The normal, of length 1.
    pub fn normal(&self) -> Vector<D> {
        self.sides.normal
    }

    /// A point of the plane.
    pub fn point(&self) -> Vector<D> {
        self.sides.base.point()
    }
}

impl Plane<3> {
    /// The plane through a point that contains two directions, of any lengths but zero and not
    /// parallel.
    pub fn spanned(
        point: impl Into<Vector<3>>,
        u: impl Into<Vector<3>>,
        v: impl Into<Vector<3>>,
    ) -> Result<Self, ShapeError> {
        let u = validate::unit("direction u", u.into())?;
        let v = validate::unit("direction v", v.into())?;
        let parallel = ShapeError::ZeroLength { what: "part of v at right angles to u" };
        let v = direction::beyond(v, &[u]).ok_or(parallel)?;
        let normal = u.cross(v);
        Ok(Self { sides: Sides { normal, base: Point::new(point)?, basis: [u, v, normal] } })
    }
}

impl<const D: usize> HalfSpace<D> {
    /// All x with normal · x ≤ offset. The normal points out of it and has any length but zero.
    pub fn new(normal: impl Into<Vector<D>>, offset: f64) -> Result<Self, ShapeError> {
        Ok(Self::of(Sides::new(normal.into(), offset)?))
    }

    /// The half-space that has this point on its surface and this outward normal there.
    pub fn at(
        point: impl Into<Vector<D>>,
        outward_normal: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let normal = validate::unit("normal", outward_normal.into())?;
        Ok(Self::of(Sides::at(point.into(), normal)?))
    }

    fn of(sides: Sides<D>) -> Self {
        Self { sides, inwards: [-sides.normal] }
    }

    /// The outward normal, of length 1.
    pub fn normal(&self) -> Vector<D> {
        self.sides.normal
    }

    /// A point of its surface.
    pub fn point(&self) -> Vector<D> {
        self.sides.base.point()
    }
}

impl<const D: usize> Convex<D> for Plane<D> {
    #[inline]
    fn support(&self, _direction: Vector<D>) -> Vector<D> {
        self.point()
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        self.sides.view(&[])
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(self.sides.height(point).abs())
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        Some(point - self.normal() * self.sides.height(point))
    }
}

impl<const D: usize> Convex<D> for HalfSpace<D> {
    #[inline]
    fn support(&self, _direction: Vector<D>) -> Vector<D> {
        self.point()
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        self.sides.view(&self.inwards)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(self.sides.height(point))
    }

    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        Some(point - self.normal() * self.sides.height(point).max(0.0))
    }
}
