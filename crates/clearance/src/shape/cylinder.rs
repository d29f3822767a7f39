//! A cylinder.

use core::f64::consts::PI;

use super::{
    Convex, Discs, Foot, Formula, Implicit, Jet, Norms, Placed, Ridge, ShapeError, View, direction,
    implicit, validate,
};
use crate::accuracy::{self, SQUARE_SAFE};
use crate::query::{BoundingBall, Moments};
use crate::space::{Matrix, Pose, Vector, real};

/// The cylinder x² + y² ≤ r², |z| ≤ h.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cylinder {
    half_length: f64,
    radius: f64,
}

impl Cylinder {
    /// Stands where there is none.
    pub(super) const NOTHING: Self = Self { half_length: 0.0, radius: 0.0 };

    /// The cylinder about the z axis that reaches `half_length` either way; a disc if that is
    /// zero. The radius is positive.
    pub fn new(half_length: f64, radius: f64) -> Result<Self, ShapeError> {
        Ok(Self {
            half_length: validate::not_negative("half-length", half_length)?,
            radius: validate::positive("radius", radius)?,
        })
    }

    /// The cylinder between two different points, the centres of its ends.
    pub fn between(
        a: impl Into<Vector<3>>,
        b: impl Into<Vector<3>>,
        radius: f64,
    ) -> Result<Placed<Self, 3>, ShapeError> {
        let (pose, length) = standing(a.into(), b.into())?;
        Placed::new(Self::new(0.5 * length, radius)?, pose)
    }

    /// Half the length.
    #[inline]
    pub fn half_length(&self) -> f64 {
        self.half_length
    }

    /// The radius.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

/// A frame halfway between two different points whose z axis runs from one to the other, and
/// their distance.
pub(super) fn standing(a: Vector<3>, b: Vector<3>) -> Result<(Pose<3>, f64), ShapeError> {
    let (a, b) = (validate::point("end a", a)?, validate::point("end b", b)?);
    let turn = direction::upright(validate::unit("axis", b - a)?)?;
    let pose = Pose::new(turn, a.lerp(b, 0.5));
    let pose = pose.map_err(|_| ShapeError::NotFinite { what: "centre", index: None })?;
    Ok((pose, direction::length(b - a)))
}

/// The point of the circle about the z axis, at height `z`, that lies furthest along `d`.
#[inline(always)]
pub(super) fn rim(d: Vector<3>, radius: f64, z: f64) -> Vector<3> {
    let squared = d[0] * d[0] + d[1] * d[1];
    if squared > SQUARE_SAFE && squared < 1.0 / SQUARE_SAFE {
        let scale = radius / real::sqrt(squared);
        return Vector([d[0] * scale, d[1] * scale, z]);
    }
    let Vector([x, y]) = Vector([d[0], d[1]]).normalized().unwrap_or(Vector([1.0, 0.0]));
    Vector([x * radius, y * radius, z])
}

/// The furthest point along `d` of the circle about the z axis at height zero, and how it moves with
/// the direction, as in [`Ridge::bends`]: around the axis.
#[inline(always)]
pub(super) fn turning(d: Vector<3>, radius: f64) -> (Vector<3>, (Vector<3>, f64)) {
    let squared = d[0] * d[0] + d[1] * d[1];
    if !(squared > SQUARE_SAFE) {
        return (rim(d, radius, 0.0), (Vector::ZERO, 0.0));
    }
    let by_length = 1.0 / real::sqrt(squared);
    let (x, y) = (d[0] * by_length, d[1] * by_length);
    (Vector([x * radius, y * radius, 0.0]), (Vector([-y, x, 0.0]), radius * by_length))
}

impl Convex<3> for Cylinder {
    #[inline]
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        rim(direction, self.radius, self.half_length.copysign(direction[2]))
    }

    #[inline]
    fn view(&self) -> View<'_, 3> {
        View::with_reach(self, self.radius.max(self.half_length))
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn brief(&self) -> super::Brief<'_, 3> {
        super::Brief::Cylinder(self)
    }

    fn excess(&self, point: Vector<3>) -> Option<f64> {
        let aside = direction::length(Vector([point[0], point[1]])) - self.radius;
        let above = point[2].abs() - self.half_length;
        Some(if aside <= 0.0 || above <= 0.0 {
            aside.max(above)
        } else {
            direction::length(Vector([aside, above]))
        })
    }

    #[inline]
    fn nearest(&self, point: Vector<3>) -> Option<Vector<3>> {
        let z = point[2].clamp(-self.half_length, self.half_length);
        let squared = point[0] * point[0] + point[1] * point[1];
        Some(if squared <= self.radius * self.radius {
            Vector([point[0], point[1], z])
        } else {
            rim(point, self.radius, z)
        })
    }

    #[inline]
    fn foot(&self, point: Vector<3>) -> Option<Foot<3>> {
        let Vector([x, y, z]) = point;
        let squared = x * x + y * y;
        let (from_axis, by_axis) = real::root_and_inverse(squared);
        let (aside, above) = (from_axis - self.radius, z.abs() - self.half_length);
        let up = 1.0_f64.copysign(z);
        if aside <= 0.0 {
            // Over a cap, or inside.
            return (above > 0.0).then_some(Foot {
                point: Vector([x, y, self.half_length.copysign(z)]),
                normal: Vector([0.0, 0.0, up]),
                distance: above,
            });
        }
        // Squares that leave the range of floats are for others.
        if !(squared > SQUARE_SAFE && squared < 1.0 / SQUARE_SAFE) {
            return None;
        }
        let (x, y) = (x * by_axis, y * by_axis);
        if above <= 0.0 {
            // Beside the wall.
            return Some(Foot {
                point: Vector([x * self.radius, y * self.radius, z]),
                normal: Vector([x, y, 0.0]),
                distance: aside,
            });
        }
        // The rim is closest.
        let (distance, by_distance) = real::root_and_inverse(aside * aside + above * above);
        let flat = aside * by_distance;
        Some(Foot {
            point: Vector([x * self.radius, y * self.radius, self.half_length.copysign(z)]),
            normal: Vector([x * flat, y * flat, above * by_distance * up]),
            distance,
        })
    }

    /// Both rims.
    #[inline]
    fn ridge(&self, direction: Vector<3>) -> Option<Ridge<3>> {
        let (Vector([x, y, _]), bend) = turning(direction, self.radius);
        let (upper, lower) = (Vector([x, y, self.half_length]), Vector([x, y, -self.half_length]));
        let face = Some(Vector([0.0, 0.0, 1.0_f64.copysign(direction[2])]));
        Some(Ridge { points: [upper, lower], bends: [bend; 2], face })
    }

    #[inline]
    fn discs(&self) -> Option<Discs> {
        let (h, r) = (self.half_length, self.radius);
        Some(Discs { heights: [h, -h], radii: [r, r] })
    }

    #[inline]
    fn norms(&self) -> Option<Norms<3>> {
        Some(Norms {
            centre: Vector::ZERO,
            arm: Vector([0.0, 0.0, self.half_length]),
            round: Matrix::diagonal(Vector([self.radius, self.radius, 0.0])),
            slope: None,
            axis: Some(Vector::axis(2)),
        })
    }

    /// At a point of the wall, or of a cap, no larger than its distance from the rims; at a rim
    /// there is none.
    fn inner_ball(&self, point: Vector<3>, outward: Vector<3>) -> f64 {
        let level = |x: f64| x.abs() <= accuracy::LEVEL_NORMAL;
        let from_rim = if level(outward[0]) && level(outward[1]) {
            self.radius - direction::length(Vector([point[0], point[1]]))
        } else if level(outward[2]) {
            self.half_length - point[2].abs()
        } else {
            0.0
        };
        from_rim.min(self.radius).min(self.half_length).max(0.0)
    }

    fn tangent(&self, surface: u32, at: Vector<3>) -> Option<(Vector<3>, f64)> {
        if self.half_length > 0.0 { implicit::tangent(self, surface, at) } else { None }
    }

    /// Unless it is a disc, which has no inside.
    fn implicit(&self) -> Option<&dyn Implicit<3>> {
        (self.half_length > 0.0).then_some(self as &dyn Implicit<3>)
    }

    fn support_error(&self) -> Option<f64> {
        Some(self.view().rounding())
    }

    /// A superquadric with a pair of flat sides.
    fn formula(&self) -> Formula<'_, 3> {
        let semiaxes = Vector([self.radius, self.radius, self.half_length]);
        Formula::Superquadric { semiaxes, exponents: Vector([2.0, 2.0, f64::INFINITY]) }
    }

    /// A chain no longer than that of a support point.
    fn nearest_error(&self) -> Option<f64> {
        Some(self.view().rounding())
    }

    fn axis(&self) -> Option<Vector<3>> {
        Some(Vector::axis(2))
    }

    fn moments(&self) -> Option<Moments<3>> {
        let (h, r) = (self.half_length, self.radius);
        let volume = PI * r * r * 2.0 * h;
        let across = volume * r * r / 4.0;
        let second = Matrix::diagonal(Vector([across, across, volume * h * h / 3.0]));
        Some(Moments { volume, centroid: Vector::ZERO, second, error: 0.0 })
    }

    fn bounding_ball(&self) -> Option<BoundingBall<3>> {
        let radius = direction::length(Vector([self.half_length, self.radius]));
        Some(BoundingBall { centre: Vector::ZERO, radius })
    }
}

/// The side x² + y² − r² and both ends at once, z² − h², each in units of its size.
impl Implicit<3> for Cylinder {
    fn curved(&self) -> usize {
        2
    }

    fn jet(&self, surface: usize, at: Vector<3>, _blur: f64) -> Jet<3> {
        let across = if surface == 0 { [1.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let size = if surface == 0 { self.radius } else { self.half_length };
        let z = at.scale(Vector(across)) / size;
        Jet {
            value: z.norm_squared() - 1.0,
            gradient: z * (2.0 / size),
            hessian: Matrix::diagonal(Vector(across) * (2.0 / (size * size))),
        }
    }

    fn inside(&self) -> Vector<3> {
        Vector::ZERO
    }
}
