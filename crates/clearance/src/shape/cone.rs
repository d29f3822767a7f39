//! A cone.

use core::f64::consts::PI;

use super::cylinder::{rim, standing, turning};
use super::{Convex, Discs, Norms, Placed, Ridge, Segment, ShapeError, View, direction, validate};
use crate::accuracy::{self, SQUARE_SAFE};
use crate::query::{BoundingBall, Moments};
use crate::space::{Matrix, Vector, real};

/// The solid cone about the z axis with its apex at z = height/2 and its base, a disc, at
/// z = −height/2.
///
/// ```text
///    z          apex
///    |           /\            in the (ρ, z) half-plane, ρ = √(x² + y²):
///    |          /  \           the triangle (0, h/2), (r, −h/2), (0, −h/2)
///    |         /____\  rim
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cone {
    height: f64,
    radius: f64,
}

impl Cone {
    /// The cone with this height and radius, both positive.
    pub fn new(height: f64, radius: f64) -> Result<Self, ShapeError> {
        Ok(Self {
            height: validate::positive("height", height)?,
            radius: validate::positive("radius", radius)?,
        })
    }

    /// The cone with its base's centre and its apex at these two different points.
    pub fn between(
        base: impl Into<Vector<3>>,
        apex: impl Into<Vector<3>>,
        radius: f64,
    ) -> Result<Placed<Self, 3>, ShapeError> {
        let (pose, height) = standing(base.into(), apex.into())?;
        Placed::new(Self::new(height, radius)?, pose)
    }

    /// The height.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// The radius of the base.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl Convex<3> for Cone {
    #[inline]
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        let half = 0.5 * self.height;
        let squared = direction[0] * direction[0] + direction[1] * direction[1];
        // The apex is further than the rim if height · d_z > radius · |d_xy|.
        let flat = if squared > SQUARE_SAFE && squared < 1.0 / SQUARE_SAFE {
            real::sqrt(squared)
        } else {
            direction::length(Vector([direction[0], direction[1]]))
        };
        if self.height * direction[2] > self.radius * flat {
            Vector([0.0, 0.0, half])
        } else {
            rim(direction, self.radius, -half)
        }
    }

    #[inline]
    fn view(&self) -> View<'_, 3> {
        View::with_reach(self, self.radius.max(0.5 * self.height))
    }

    fn excess(&self, point: Vector<3>) -> Option<f64> {
        let half = 0.5 * self.height;
        let aside = direction::length(Vector([point[0], point[1]]));
        let slope = Vector([self.height, self.radius]).normalized()?;
        let beyond_side = slope.dot(Vector([aside, point[2] - half]));
        let below = -half - point[2];
        if beyond_side <= 0.0 && below <= 0.0 {
            return Some(beyond_side.max(below));
        }
        // The distance in the half-plane from the two sides of the triangle that are surface.
        let side = |a, b| Some(Segment::new(a, b).ok()?.distance(Vector([aside, point[2]])));
        let slant = side([self.radius, -half], [0.0, half])?;
        Some(slant.min(side([self.radius, -half], [0.0, -half])?))
    }

    #[inline]
    fn nearest(&self, point: Vector<3>) -> Option<Vector<3>> {
        let (h, r, half) = (self.height, self.radius, 0.5 * self.height);
        let z = point[2];
        let aside = direction::length(Vector([point[0], point[1]]));
        if z <= -half && aside <= r {
            return Some(Vector([point[0], point[1], -half]));
        }
        // From the rim to the apex: (ρ, z) = (r, −h/2) + t (−r, h).
        let slant = Vector([-r, h]);
        let from_rim = Vector([aside - r, z + half]);
        if z >= -half && h * from_rim[0] + r * from_rim[1] <= 0.0 {
            return Some(point);
        }
        let t = slant.dot(from_rim) / slant.norm_squared();
        Some(if !(t > 0.0) {
            rim(point, r, -half)
        } else if t >= 1.0 {
            Vector([0.0, 0.0, half])
        } else if t < 0.5 {
            rim(point, r * (1.0 - t), -half + h * t)
        } else {
            rim(point, r * (1.0 - t), half - h * (1.0 - t))
        })
    }

    /// The rim and the apex.
    #[inline]
    fn ridge(&self, direction: Vector<3>) -> Option<Ridge<3>> {
        let half = 0.5 * self.height;
        let face = (direction[2] < 0.0).then_some(Vector([0.0, 0.0, -1.0]));
        let (Vector([x, y, _]), bend) = turning(direction, self.radius);
        Some(Ridge {
            points: [Vector([x, y, -half]), Vector([0.0, 0.0, half])],
            bends: [bend, (Vector::ZERO, 0.0)],
            face,
        })
    }

    /// The apex, and the base.
    #[inline]
    fn discs(&self) -> Option<Discs> {
        let half = 0.5 * self.height;
        Some(Discs { heights: [half, -half], radii: [0.0, self.radius] })
    }

    /// The apex, or the disc below it.
    #[inline]
    fn norms(&self) -> Option<Norms<3>> {
        Some(Norms {
            centre: Vector([0.0, 0.0, 0.5 * self.height]),
            arm: Vector::ZERO,
            round: Matrix::diagonal(Vector([self.radius, self.radius, 0.0])),
            slope: Some(Vector([0.0, 0.0, -self.height])),
            axis: Some(Vector::axis(2)),
        })
    }

    /// At a point of the base: until it touches the side. Elsewhere none is claimed.
    fn inner_ball(&self, point: Vector<3>, outward: Vector<3>) -> f64 {
        let level = |x: f64| x.abs() <= accuracy::LEVEL_NORMAL;
        if !(level(outward[0]) && level(outward[1]) && outward[2] < 0.0) {
            return 0.0;
        }
        let (h, r) = (self.height, self.radius);
        let slant = direction::length(Vector([h, r]));
        // From (ρ, −h/2) to the side it is (h (r − ρ)) / slant; the middle of the ball, as high as
        // its radius, is nearer to it by radius · r / slant.
        let aside = direction::length(Vector([point[0], point[1]]));
        (h * (r - aside) / (slant + r)).max(0.0)
    }

    fn support_error(&self) -> Option<f64> {
        Some(self.view().rounding())
    }

    /// A chain no longer than that of a support point.
    fn nearest_error(&self) -> Option<f64> {
        Some(self.view().rounding())
    }

    fn axis(&self) -> Option<Vector<3>> {
        Some(Vector::axis(2))
    }

    fn moments(&self) -> Option<Moments<3>> {
        let (h, r) = (self.height, self.radius);
        let volume = PI * r * r * h / 3.0;
        let (across, along) = (volume * 3.0 * r * r / 20.0, volume * 3.0 * h * h / 80.0);
        Some(Moments {
            volume,
            centroid: Vector([0.0, 0.0, -0.25 * h]),
            second: Matrix::diagonal(Vector([across, across, along])),
            error: 0.0,
        })
    }

    /// Through the apex and the rim if the cone is steep; around the base if it is flat.
    fn bounding_ball(&self) -> Option<BoundingBall<3>> {
        let (h, r) = (self.height, self.radius);
        let below = if r <= h { 0.5 * (r / h) * r } else { 0.5 * h };
        let radius = if r <= h { 0.5 * h + below } else { r };
        Some(BoundingBall { centre: Vector([0.0, 0.0, -below]), radius })
    }
}
