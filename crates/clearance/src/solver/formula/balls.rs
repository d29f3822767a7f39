//! Two balls, as balls: the same numbers as two points with radii, and no branch for anything else.

use super::EFFORT;
use crate::accuracy;
use crate::answer::{Apart, Evidence, Meeting};
use crate::space::{Pose, Vector, real};

/// Two balls about the origins of their frames.
pub(crate) struct Balls<'a, const D: usize> {
    pub(crate) radii: [f64; 2],
    pub(crate) poses: [&'a Pose<D>; 2],
}

/// The way from one middle to the other.
pub(crate) struct Way<const D: usize> {
    between: Vector<D>,
    length: f64,
    unit: Vector<D>,
    radii: [f64; 2],
    origin: Vector<D>,
    size: f64,
}

impl<const D: usize> Balls<'_, D> {
    /// The way between them; `None` where their middles are the same to rounding, or where the numbers
    /// are such that no solver can work with them.
    #[inline(always)]
    pub(crate) fn way(&self) -> Option<Way<D>> {
        let origin = self.poses[0].translation();
        let between = self.poses[1].translation() - origin;
        let (length, by_length) = real::root_and_inverse(between.norm_squared());
        let scale = between.sum_abs();
        let size = scale + (self.radii[0] + self.radii[1]);
        // Written so that NaN fails.
        let plain = size >= accuracy::SMALLEST
            && size <= accuracy::LARGEST
            && length > accuracy::TOUCH * accuracy::ROUNDING * scale;
        let unit = between * by_length;
        plain.then_some(Way { between, length, unit, radii: self.radii, origin, size })
    }
}

impl<const D: usize> Way<D> {
    /// The answer, if they are apart.
    #[inline(always)]
    pub(crate) fn apart(&self) -> Option<Apart<D>> {
        let [radius_a, radius_b] = self.radii;
        let distance = self.length - (radius_a + radius_b);
        if !(distance > accuracy::TOUCH * accuracy::ROUNDING * self.size) {
            return None;
        }
        Some(Apart {
            distance,
            point_a: self.unit * radius_a + self.origin,
            point_b: self.between - self.unit * radius_b + self.origin,
            normal: self.unit,
            lower: distance,
            upper: distance,
            unique: Some(true),
            evidence: Evidence::first_vertices(),
            effort: EFFORT,
        })
    }

    /// The answer if they are not.
    #[inline(always)]
    pub(crate) fn meeting(&self) -> Meeting<D> {
        let share = self.radii[0] / (self.radii[0] + self.radii[1]);
        let point = self.between * share + self.origin;
        Meeting { point, evidence: Evidence::first_vertices(), effort: EFFORT }
    }
}
