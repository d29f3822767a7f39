//! Two points that facets hold against each other, and what that says about the pair.

use super::stand::{Arrival, Stand};
use crate::accuracy;
use crate::answer::{Answer, Apart, Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::{Core, View};
use crate::simd::Two;
use crate::solver::Finding;
use crate::space::{Vector, real};

/// No facet: the place in the evidence is not used.
pub(crate) const NONE: u32 = u32::MAX;

/// The end of the active set. Arrays have A's part first.
pub(crate) struct Held<const D: usize> {
    /// The facets that hold each point, and what is at the ends of their edges, for the next search.
    pub(crate) ids: [[u32; MOST]; 2],
    /// The points, each in the frame of its polyhedron, where it is inside whatever the pose.
    pub(crate) local: [Vector<D>; 2],
    /// The points in A's frame.
    pub(crate) points: [Vector<D>; 2],
    /// From A to B, of length 1; zero if the points are the same.
    pub(crate) normal: Vector<D>,
    /// How hard the facets push: zero or more each.
    pub(crate) weights: [Vector<D>; 2],
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    pub(crate) effort: Effort,
}

impl<const D: usize> Held<D> {
    /// Whether the bounds are as close as rounding explains, or nobody wanted them to be.
    pub(crate) fn is_closed(&self, pair: &Pair<'_, D>) -> bool {
        // Unbounded polyhedra come close far away from both frames.
        let size = pair.scale + self.points[0].max_abs() + self.points[1].max_abs();
        let slack = accuracy::WALK_SLACK * accuracy::ROUNDING * size;
        let early = !matches!(self.effort.stop, Stop::Converged | Stop::Stalled);
        early || self.normal == Vector::ZERO || self.upper - self.lower <= slack
    }

    /// What the next search starts from: the rest of the evidence is not looked at.
    #[inline(always)]
    pub(crate) fn keep(&self, last: &mut Evidence<D>) {
        (last.a, last.b) = (Names::Surfaces(self.ids[0]), Names::Surfaces(self.ids[1]));
        if let Some(points) = &mut last.directions {
            (points[0], points[1]) = (self.local[0], self.local[1]);
        }
        last.multipliers = Some(self.weights);
    }

    /// The answer about bodies with facets and without radii that are known to be apart, found in the
    /// world's axes and measured from A's origin.
    ///
    /// The same as that of the finding, but that nothing is asked which is known, and that each number
    /// is written once.
    #[inline(always)]
    pub(crate) fn answer(self, pair: &Pair<'_, D>) -> Answer<D> {
        let origin = pair.pose_a.translation();
        let zero = Vector::ZERO;
        Answer::Apart(Apart {
            distance: self.upper,
            point_a: self.points[0] + origin,
            point_b: self.points[1] + origin,
            normal: self.normal,
            lower: self.lower.max(0.0).min(self.upper),
            upper: self.upper,
            unique: None,
            evidence: Evidence {
                len: MOST,
                weights: [1.0, 0.0, 0.0, 0.0],
                a: surfaces(self.ids[0]),
                b: surfaces(self.ids[1]),
                directions: Some([self.local[0], self.local[1], zero, zero]),
                multipliers: Some(self.weights),
            },
            effort: self.effort,
        })
    }

    /// What it says about the pair, with the multipliers as its evidence.
    #[inline(always)]
    pub(crate) fn finding(self, pair: &Pair<'_, D>) -> Finding<D> {
        let (names_a, s) = names(pair.a, self.ids[0], self.local[0]);
        let (names_b, t) = names(pair.b, self.ids[1], self.local[1]);
        let by_facets = |names: &Names, push| match names {
            Names::Surfaces(_) => push,
            _ => Vector::ZERO,
        };
        let evidence = Evidence {
            len: MOST,
            weights: [(1.0 - s) * (1.0 - t), s * (1.0 - t), (1.0 - s) * t, s * t],
            a: spread(names_a, [0, 1, 0, 1]),
            b: spread(names_b, [0, 0, 1, 1]),
            directions: Some([self.local[0], self.local[1], Vector::ZERO, Vector::ZERO]),
            multipliers: Some([
                by_facets(&names_a, self.weights[0]),
                by_facets(&names_b, self.weights[1]),
            ]),
        };
        let is_point = |view: &View<'_, D>| matches!(view.core, Core::Point(_));
        Finding {
            point_a: self.points[0],
            point_b: self.points[1],
            upper: self.upper,
            normal: self.normal,
            lower: self.lower,
            inside: self.normal == Vector::ZERO,
            unique: (is_point(pair.a) || is_point(pair.b)).then_some(true),
            evidence,
            effort: self.effort,
        }
    }
}

/// Where a walk ended.
pub(crate) struct End<const D: usize> {
    pub(crate) arrival: Arrival<D>,
    /// By how much the points are outside of facets that are not their own.
    pub(crate) outside: f64,
    /// How many steps were made.
    pub(crate) steps: u32,
}

impl<const D: usize> End<D> {
    /// The answer, if the points are where they should be and the bounds close.
    #[inline(always)]
    pub(crate) fn held(&self, stand: &Stand, unit: f64, pair: &Pair<'_, D>) -> Option<Held<D>> {
        let Self { arrival, outside, steps } = self;
        let Arrival { spots, d, normal, size, outward, weights, .. } = arrival;
        let flats = &stand.flats;
        // A root and a division, used last.
        let over = 1.0 / real::sqrt(*size);
        let effort =
            Effort { method: Method::ActiveSet, iterations: *steps, stop: Stop::Converged };
        let slack = accuracy::HELD * unit;
        let (x, y) = (spots.local.a(), spots.local.b());
        let far = Two::new(far(pair.a, x), far(pair.b, y));
        let zero = Two::new(0.0, 0.0);
        // Without what pulls.
        let mut pushes = weights.max(zero);
        let mut doubt = flats.doubt(spots.local, *outward, pushes, far);
        let (along, upper) = (d.dot(*normal), d.norm());
        let mut lower = doubt.lower(along, over);
        if !(upper - lower <= slack) {
            // Facets that hardly differ: what the multipliers leave goes to them too.
            pushes = (pushes + flats.weights(doubt.left)).max(zero);
            doubt = flats.doubt(spots.local, *outward, pushes, far);
            lower = doubt.lower(along, over);
        }
        let off = doubt.off.max(doubt.off.swapped()).a().max(*outside);
        if !(upper - lower <= slack && off <= slack) {
            return None;
        }
        let pushes = pushes.times(Two::new(over, over));
        Some(Held {
            ids: stand.ids,
            local: [x, y],
            points: [spots.place.a(), spots.place.b()],
            normal: *normal * over,
            weights: [pushes.a(), pushes.b()],
            lower,
            upper,
            effort,
        })
    }
}

/// How far away points of a body are from each other at most, or from a point of one without end as
/// far as it matters.
#[inline(always)]
fn far<const D: usize>(view: &View<'_, D>, local: Vector<D>) -> f64 {
    if view.is_bounded() { 2.0 * view.reach } else { local.max_abs() }
}

/// How the point of a side is named: by its facets, unless it is one of few vertices, or between
/// the two of a segment, and then with its place between them.
#[inline(always)]
fn names<const D: usize>(view: &View<'_, D>, ids: [u32; MOST], local: Vector<D>) -> (Names, f64) {
    match view.core {
        _ if view.facets.is_some() => (surfaces(ids), 0.0),
        Core::Point(_) => (Names::Vertices([0; MOST]), 0.0),
        Core::Segment(p, q) => {
            let e = q - p;
            let t = (local - p).dot(e) / e.norm_squared();
            (Names::Vertices([0, 1, 0, 1]), if t > 0.0 { t.min(1.0) } else { 0.0 })
        }
        _ => (surfaces(ids), 0.0),
    }
}

/// The names of up to three facets: where evidence has no fourth, the memory has the ends of edges.
#[inline(always)]
fn surfaces([i, j, k, _]: [u32; MOST]) -> Names {
    Names::Surfaces([i, j, k, NONE])
}

/// The four pairs of two ends each.
#[inline(always)]
fn spread(names: Names, ends: [u32; MOST]) -> Names {
    match names {
        Names::Vertices([_, 1, ..]) => Names::Vertices(ends),
        names => names,
    }
}
