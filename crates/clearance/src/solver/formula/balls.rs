//! Two balls, and a ball beside a box, as what they are: the same numbers as by the formulas for points with radii,
//! and no branch for anything else.

use super::EFFORT;
use crate::accuracy;
use crate::answer::{Apart, Evidence, Meeting, Names};
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
        let plain = (accuracy::SMALLEST..=accuracy::LARGEST).contains(&size)
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

/// A ball and a box, about the origins of their frames.
pub(crate) struct BallAndBox<'a, const D: usize> {
    pub(crate) radius: f64,
    pub(crate) half: &'a Vector<D>,
    /// The ball's, and the box's.
    pub(crate) poses: [&'a Pose<D>; 2],
}

/// The way from a box to the middle of a ball.
pub(crate) struct Outward<const D: usize> {
    way: Vector<D>,
    distance: f64,
    by_distance: f64,
    radius: f64,
    centre: Vector<D>,
    size: f64,
}

impl<const D: usize> BallAndBox<'_, D> {
    /// The way to the middle of the ball; `None` where that touches the box, and where the numbers are
    /// such that no solver can work with them.
    #[inline(always)]
    pub(crate) fn outward(&self) -> Option<Outward<D>> {
        let [ball, solid] = self.poses;
        let (centre, half) = (ball.translation(), self.half);
        let offset = centre - solid.translation();
        let x = solid.rotation().rotate_back(offset);
        // Not `clamp`, which asks first whether the ends are in order.
        let way = x - Vector::from_fn(|i| x[i].max(-half[i]).min(half[i]));
        let (distance, by_distance) = real::root_and_inverse(way.norm_squared());
        let scale = half.max_abs() + offset.sum_abs();
        let size = scale + self.radius;
        // Written so that NaN fails.
        let plain = (accuracy::SMALLEST..=accuracy::LARGEST).contains(&size)
            && distance > accuracy::TOUCH * accuracy::ROUNDING * scale;
        let way = solid.rotation().rotate(way);
        plain.then_some(Outward { way, distance, by_distance, radius: self.radius, centre, size })
    }
}

impl<const D: usize> Outward<D> {
    /// The answer, if they are apart; the ball is A, or it is B.
    #[inline(always)]
    pub(crate) fn apart<const FIRST: bool>(&self) -> Option<Apart<D>> {
        let distance = self.distance - self.radius;
        if !(distance > accuracy::TOUCH * accuracy::ROUNDING * self.size) {
            return None;
        }
        let unit = self.way * self.by_distance;
        let (of_ball, of_box) = (self.centre - unit * self.radius, self.centre - self.way);
        let (point_a, point_b) = if FIRST { (of_ball, of_box) } else { (of_box, of_ball) };
        Some(Apart {
            distance,
            point_a,
            point_b,
            normal: if FIRST { -unit } else { unit },
            lower: distance,
            upper: distance,
            unique: Some(true),
            evidence: Self::evidence::<FIRST>(),
            effort: EFFORT,
        })
    }

    /// The answer if they are not: the point of the box.
    #[inline(always)]
    pub(crate) fn meeting<const FIRST: bool>(&self) -> Meeting<D> {
        let point = self.centre - self.way;
        Meeting { point, evidence: Self::evidence::<FIRST>(), effort: EFFORT }
    }

    #[inline(always)]
    fn evidence<const FIRST: bool>() -> Evidence<D> {
        let first = Evidence::first_vertices();
        let formula = Names::Formula;
        if FIRST { Evidence { b: formula, ..first } } else { Evidence { a: formula, ..first } }
    }
}
