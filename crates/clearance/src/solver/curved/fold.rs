//! A quarter of all directions that stands for all of them, for two bodies that look the same from both
//! ends and all around their axes: cylinders.
//!
//! With u and v the axes and t across both, how far the two reach along n depends on |u·n| and |v·n|
//! only. So it is the same along n, −n, along the mirror image of n in the plane of u and v, and along
//! the negative of that. What tells the four apart is how far B's middle lies along them from A's, and
//! the shortest is the one that leans towards it both across the plane and within. If none of these
//! is shorter than the depth, no direction is.
//!
//! They are the directions between the top, t or −t, and half of a circle in the plane. Both kinks of
//! the support function, at right angles to the axes, pass through the top and meet the circle at one
//! point each, and so do the axes themselves, around which the normals of the flat faces are: with edges
//! from the top to these four points and to both ends of the half circle, five triangles are all, and
//! no kink crosses any of them.

use super::cover::PLACES;
use super::sum::{Look, Sum};
use crate::accuracy;
use crate::space::{Vector, real};

/// The top, and six points of the half circle.
pub(crate) const POINTS: usize = 7;

/// The quarter.
pub(crate) struct Fold<const D: usize> {
    top: Vector<D>,
}

impl<const D: usize> Fold<D> {
    /// The quarter, with looks along the corners of its triangles: the top, and the half circle from one end to the
    /// other. `None` if the bodies are others, or their axes nearly parallel.
    #[inline(always)]
    pub(crate) fn new(sum: &Sum<D>, corners: &mut [Look<D>; PLACES]) -> Option<Self> {
        let axis = |k: usize| sum.parts[k].norms.axis.filter(|_| !sum.parts[k].has_tip);
        let (u, v) = (axis(0)?, axis(1)?);
        let across = u.cross3(v);
        let sine = real::sqrt(across.norm_squared());
        if !(sine > accuracy::FOLD_ASKEW) {
            return None;
        }
        let lean = sum.point.dot(across);
        let top = across * (1.0_f64.copysign(-lean) / sine);
        // The middle of the half circle, and its end.
        let within = top * sum.point.dot(top) - sum.point;
        let middle = within.normalized().unwrap_or(u);
        let end = top.cross3(middle);
        let [[p, r], [q, s]] = [u, v].map(|axis| {
            let axis = if axis.dot(middle) < 0.0 { -axis } else { axis };
            let kink = top.cross3(axis);
            // A quarter of the circle apart: one on either side of the middle.
            if axis.dot(end) <= 0.0 { [axis, kink] } else { [-kink, axis] }
        });
        let circle = if p.dot(end) <= q.dot(end) {
            [-end, p, q, r, s, end]
        } else {
            [-end, q, p, s, r, end]
        };
        corners[0] = sum.look(top);
        for k in 1..POINTS {
            corners[k] = sum.look(circle[k - 1]);
        }
        Some(Self { top })
    }

    /// The direction of the quarter that stands for this one, if it is another.
    #[inline(always)]
    pub(crate) fn shorter(&self, sum: &Sum<D>, n: Vector<D>) -> Option<Vector<D>> {
        let [across, within] = self.leans(sum, n);
        let level = accuracy::COVER_ROUNDING * accuracy::ROUNDING * sum.scale;
        if across.max(within) <= level {
            return None;
        }
        let up = self.top * self.top.dot(n);
        let flat = n - up;
        Some(if across > 0.0 { -up } else { up } + if within > 0.0 { -flat } else { flat })
    }

    /// How far n leads away from B's middle, across the plane of the axes and within.
    #[inline(always)]
    fn leans(&self, sum: &Sum<D>, n: Vector<D>) -> [f64; 2] {
        let across = sum.point.dot(self.top) * self.top.dot(n);
        [across, sum.point.dot(n) - across]
    }

    /// Whether the three directions for which the foot n stands are longer than it by `rival`, or
    /// the same as n. Those next to n are as far from it as one way out may be wide.
    pub(crate) fn is_alone(&self, sum: &Sum<D>, n: Vector<D>, rival: f64) -> bool {
        let [across, within] = self.leans(sum, n);
        let wide = real::sqrt(2.0 * (1.0 - accuracy::RIVAL_COSINE));
        let limit = 0.5 * rival + wide * sum.point.norm();
        let (far_across, far_within) = (-across > limit, -within > limit);
        let upright = self.top.dot(n);
        let in_plane = upright * upright <= accuracy::PARALLEL;
        let on_top = (n - self.top * upright).norm_squared() <= accuracy::PARALLEL;
        // Mirrored; turned about the top; and both.
        (far_across || in_plane) && (far_within || on_top) && (far_across || far_within)
    }
}
