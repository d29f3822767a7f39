//! From what a solver found about the cores to the answer about the shapes, in the world: the
//! radii come back.

use super::{Answer, Apart, Meeting, Method};
use crate::accuracy;
use crate::pair::{Axes, Pair};
use crate::solver::Finding;

impl<const D: usize> Finding<D> {
    /// The answer to the question about a pair, given the axes that the finding is in.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn answer(self, pair: &Pair<'_, D>, axes: impl Axes<D>) -> Answer<D> {
        let Self { mut point_a, mut point_b, normal, evidence, effort, unique, .. } = self;
        let (radius_a, radius_b) = (pair.a.radius, pair.b.radius);
        let radii = radius_a + radius_b;
        let between = point_b - point_a;
        let touch = accuracy::TOUCH * accuracy::ROUNDING * (pair.scale + radii);
        let origin = axes.origin();
        if self.inside || self.upper - radii <= touch {
            // The same point, to rounding: the middle of the two. Or the radii make up for the
            // gap: share it out in proportion.
            let same = self.inside || self.upper <= touch;
            let share = if same { 0.5 } else { radius_a / radii };
            let point = axes.turn(point_a + between * share) + origin;
            return Answer::Meeting(Meeting { point, evidence, effort });
        }
        let mut upper = self.upper;
        if radii > 0.0 {
            // A formula's normal is the direction from point to point; GJK's is that of a
            // feature, which is the same only up to its gap.
            let by_formula = effort.method == Method::Formula;
            let outward = if by_formula { normal } else { between * (1.0 / upper) };
            point_a += outward * radius_a;
            point_b -= outward * radius_b;
            upper -= radii;
        }
        Answer::Apart(Apart {
            distance: upper,
            point_a: axes.turn(point_a) + origin,
            point_b: axes.turn(point_b) + origin,
            normal: axes.turn(normal),
            lower: (self.lower - radii).max(0.0).min(upper),
            upper,
            unique,
            evidence,
            effort,
        })
    }
}
