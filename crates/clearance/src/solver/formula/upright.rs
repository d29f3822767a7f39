//! A ball beside a cylinder, seen from the cylinder's axis: nothing needs to be brought into its frame.
//!
//! With the axis d and q from the cylinder's middle to the ball's, z = q·d is how high the ball is and
//! w = q − z d how far aside, and the way lies in the plane of the two. What rounding leaves of w along
//! the axis is taken away again: far along a thin cylinder that would tilt the way. It is a unit of rounding
//! of z, and counts by its square in the length of w: where that is more than rounding, others are
//! asked. So they are where the ball is inside, or where squares leave the range of floats.

use super::EFFORT;
use crate::accuracy;
use crate::answer::{Answer, Apart, Evidence, Meeting, Names};
use crate::space::{Pose, Vector, real};

/// A cylinder about the last axis of its frame.
pub(crate) struct Upright<'a, const D: usize> {
    pub(crate) half_length: f64,
    pub(crate) radius: f64,
    pub(crate) pose: &'a Pose<D>,
    /// Where its frame lies in that of the shape, if that is not the same.
    pub(crate) frame: Option<&'a Pose<D>>,
}

/// The way from a cylinder to the middle of a ball.
pub(crate) struct Beside<const D: usize> {
    unit: Vector<D>,
    distance: f64,
    ball: f64,
    centre: Vector<D>,
    /// The size of all numbers.
    pub(crate) size: f64,
}

impl<const D: usize> Upright<'_, D> {
    /// The way to the middle of a ball with this radius; `None` where others are asked.
    #[inline(always)]
    pub(crate) fn beside(&self, centre: Vector<D>, ball: f64) -> Option<Beside<D>> {
        let d = self.axis();
        let q = centre - self.middle();
        let z = q.dot(d);
        let w = q - d * z;
        let squared = w.norm_squared();
        let (aside, by_aside) = real::root_and_inverse(squared);
        if !(squared > accuracy::SQUARE_SAFE.max(accuracy::ROUNDING * (z * z))
            && squared < 1.0 / accuracy::SQUARE_SAFE)
        {
            return None;
        }
        let (out, above) = (aside - self.radius, z.abs() - self.half_length);
        let up = d * 1.0_f64.copysign(z);
        let reach = if self.radius > self.half_length { self.radius } else { self.half_length };
        let size = reach + (z.abs() + aside) + ball;
        let beside = |unit, distance| Some(Beside { unit, distance, ball, centre, size });
        if out <= 0.0 {
            // Over a cap, or inside.
            return if above > 0.0 { beside(up, above) } else { None };
        }
        let outward = (w - d * w.dot(d)) * by_aside;
        if above <= 0.0 {
            // Beside the wall.
            return beside(outward, out);
        }
        // The rim is closest.
        let squared = out * out + above * above;
        if !(squared > accuracy::SQUARE_SAFE) {
            return None;
        }
        let (distance, by_distance) = real::root_and_inverse(squared);
        beside(outward * (out * by_distance) + up * (above * by_distance), distance)
    }

    #[inline(always)]
    fn axis(&self) -> Vector<D> {
        let rotation = self.pose.rotation();
        match self.frame {
            None => rotation.matrix().column(D - 1),
            Some(frame) => rotation.rotate(frame.rotation().matrix().column(D - 1)),
        }
    }

    #[inline(always)]
    fn middle(&self) -> Vector<D> {
        match self.frame {
            // Mostly in the middle of the shape: nothing to turn.
            Some(frame) if !frame.translation().is_zero() => {
                self.pose.transform(frame.translation())
            }
            _ => self.pose.translation(),
        }
    }
}

impl<const D: usize> Beside<D> {
    /// The answer, if they are apart; the ball is A, or it is B.
    #[inline(always)]
    pub(crate) fn apart<const FIRST: bool>(&self) -> Option<Answer<D>> {
        let distance = self.distance - self.ball;
        if !(distance > accuracy::TOUCH * accuracy::ROUNDING * self.size) {
            return None;
        }
        let of_ball = self.centre - self.unit * self.ball;
        let of_other = self.centre - self.unit * self.distance;
        let (point_a, point_b) = if FIRST { (of_ball, of_other) } else { (of_other, of_ball) };
        Some(Answer::Apart(Apart {
            distance,
            point_a,
            point_b,
            normal: if FIRST { -self.unit } else { self.unit },
            lower: distance,
            upper: distance,
            unique: Some(true),
            evidence: evidence::<D, FIRST>(),
            effort: EFFORT,
        }))
    }

    /// The answer if they are not: the point of the cylinder, which the ball reaches to rounding.
    #[inline(always)]
    pub(crate) fn meeting<const FIRST: bool>(&self) -> Meeting<D> {
        let point = self.centre - self.unit * self.distance;
        Meeting { point, evidence: evidence::<D, FIRST>(), effort: EFFORT }
    }
}

#[inline(always)]
fn evidence<const D: usize, const FIRST: bool>() -> Evidence<D> {
    let first = Evidence::first_vertices();
    let formula = Names::Formula;
    if FIRST { Evidence { b: formula, ..first } } else { Evidence { a: formula, ..first } }
}
