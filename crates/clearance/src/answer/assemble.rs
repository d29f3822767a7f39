//! From what a solver found about the cores, in A's frame, to the answer about the shapes, in the
//! world: the radii come back.

use super::{Answer, Apart, Meeting};
use crate::accuracy;
use crate::pair::Pair;
use crate::solver::Finding;
use crate::space::Pose;

impl<const D: usize> Finding<D> {
    #[inline(always)]
    pub(crate) fn answer(self, pair: &Pair<'_, D>, pose_a: &Pose<D>) -> Answer<D> {
        let Self { mut point_a, mut point_b, normal, evidence, effort, unique, .. } = self;
        let (radius_a, radius_b) = (pair.a.radius, pair.b.radius);
        let radii = radius_a + radius_b;
        let between = point_b - point_a;
        let mut upper = between.norm();
        let mut meeting = self.inside;
        if meeting {
            // The same point, to rounding: the middle of the two.
            point_a += between * 0.5;
        } else if radii > 0.0 {
            let outward = between * (1.0 / upper);
            let touch = accuracy::TOUCH * accuracy::ROUNDING * (pair.scale() + radii);
            if upper - radii <= touch {
                // The radii make up for the gap: share it out in proportion.
                point_a += between * (radius_a / radii);
                meeting = true;
            } else {
                point_a += outward * radius_a;
                point_b -= outward * radius_b;
                upper = (point_b - point_a).norm();
            }
        }
        if meeting {
            return Answer::Meeting(Meeting { point: pose_a.transform(point_a), evidence, effort });
        }
        Answer::Apart(Apart {
            distance: upper,
            point_a: pose_a.transform(point_a),
            point_b: pose_a.transform(point_b),
            normal: pose_a.rotation().rotate(normal),
            // Not `clamp`, which panics where a shape's support points turn out to be NaN.
            lower: (self.lower - radii).max(0.0).min(upper),
            upper,
            unique,
            evidence,
            effort,
        })
    }
}
