//! The way out of two cores that overlap, and the depth of the pair that it means.

use crate::accuracy;
use crate::answer::{Depth, Effort, Evidence, Method, Stop};
use crate::pair::Pair;
use crate::space::Vector;

/// The shortest way out of the cores, in the world's axes.
pub(crate) struct Way<const D: usize> {
    pub(crate) normal: Vector<D>,
    pub(crate) bounds: [f64; 2],
    pub(crate) iterations: u32,
    pub(crate) stop: Stop,
}

impl<const D: usize> Way<D> {
    /// No depth is claimed that the two points, rounded as they are, do not show.
    #[inline(always)]
    pub(crate) fn shown_by(self, [a, b]: [Vector<D>; 2]) -> Self {
        Self { bounds: [self.bounds[0].min((a - b).norm()), self.bounds[1]], ..self }
    }

    /// The depth, with the radii of the pair.
    #[inline(always)]
    pub(crate) fn depth(
        self,
        pair: &Pair<'_, D>,
        [a, b]: [Vector<D>; 2],
        evidence: Evidence<D>,
    ) -> Depth<D> {
        let (radius_a, radius_b) = (pair.a.radius, pair.b.radius);
        let upper = self.bounds[1].max(0.0);
        let lower = self.bounds[0].max(0.0).min(upper);
        let (mut point_a, mut point_b, radii) = (a, b, radius_a + radius_b);
        if radii > 0.0 {
            // The radii go along the line between the points, so that no length is lost; where
            // the points are one, along the normal.
            let between = a - b;
            let apart = between.norm() > accuracy::POLISHED * pair.scale;
            let line = if apart { between } else { self.normal };
            let line = line.normalized().unwrap_or(self.normal);
            (point_a, point_b) = (a + line * radius_a, b - line * radius_b);
        }
        Depth {
            depth: upper + radii,
            normal: self.normal,
            point_a,
            point_b,
            lower: lower + radii,
            upper: upper + radii,
            global: self.stop == Stop::Converged
                || upper - lower <= accuracy::RANK_NOISE * accuracy::ROUNDING * pair.scale,
            unique: None,
            evidence,
            effort: Effort { method: Method::Expand, iterations: self.iterations, stop: self.stop },
        }
    }
}
