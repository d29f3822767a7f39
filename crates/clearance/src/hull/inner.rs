//! A point inside of half-spaces, or the proof that there is none.
//!
//! The half-spaces n·x ≤ b have a common inner point exactly if some (x, s) with s > 0 has
//! n·x − b s < 0 for all of them: if the vectors g = (n, −b), and (0, −1) for s, all lie strictly
//! on one side of a plane through the origin of one more dimension. So take the point v of the
//! convex hull of the g that is closest to the origin (Wolfe's method).
//!
//! ```text
//!   v ≠ 0                       v·g ≥ |v|² for all g: −v = (x, s), and x / s is an inner point
//!   v = 0, and Σ λ n = 0 with Σ λ b < 0 for some λ ≥ 0: nothing satisfies all (Farkas)
//!   v = 0 otherwise             Σ λ n = 0 and Σ λ b = 0: where λ > 0 there is equality, and the
//!                               set is flat. One dimension less, and the same again
//! ```
//!
//! Among all unit vectors −v is the one whose least product is largest, so that x is about the
//! centre of the largest ball inside. Measured from there, and again, it is no worse.

use alloc::vec::Vec;

use crate::accuracy;
use crate::space::{Frame, Vector};

/// The half-space normal · x ≤ offset; the normal has length 1.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Facet<const D: usize> {
    /// Out of the half-space, of length 1.
    pub normal: Vector<D>,
    /// How far along the normal its surface is, from the origin.
    pub offset: f64,
}

impl<const D: usize> Facet<D> {
    /// How far inside a point is; negative outside.
    #[inline(always)]
    pub fn slack(&self, point: Vector<D>) -> f64 {
        self.offset - self.normal.dot(point)
    }
}

/// The relative inside of a polyhedron.
pub(crate) struct Inside<const D: usize> {
    /// A point strictly inside of all half-spaces but those that hold with equality throughout.
    pub(crate) point: Vector<D>,
    /// How far inside of the others it is.
    pub(crate) depth: f64,
    /// Orthonormal; the first `dimension` span the polyhedron.
    pub(crate) span: [Vector<D>; D],
    pub(crate) dimension: usize,
    /// Which facets hold with equality everywhere (none unless it is flat).
    pub(crate) equal: Vec<bool>,
}

/// Why there is no point: facets with positive multipliers λ, such that Σ λ n = 0 and
/// Σ λ b < 0.
pub(crate) struct Nothing {
    pub(crate) facets: Vec<usize>,
    pub(crate) multipliers: Vec<f64>,
}

/// One more dimension than space has.
type Lifted = Vector<4>;
/// The most points of a simplex in it.
const CORRAL: usize = 5;

/// A point inside, or the proof that there is none.
pub(crate) fn inside<const D: usize>(facets: &[Facet<D>]) -> Result<Inside<D>, Nothing> {
    let mut found = Inside {
        point: Vector::ZERO,
        depth: 0.0,
        span: core::array::from_fn(Vector::axis),
        dimension: D,
        equal: alloc::vec![false; facets.len()],
    };
    loop {
        match attempt(facets, &mut found)? {
            Progress::Done => return Ok(found),
            Progress::Flatter => {}
        }
    }
}

enum Progress {
    Done,
    Flatter,
}

/// Looks for a point in the span; either finds one, or finds that the set is flatter.
fn attempt<const D: usize>(
    facets: &[Facet<D>],
    found: &mut Inside<D>,
) -> Result<Progress, Nothing> {
    let mut best = f64::NEG_INFINITY;
    let mut size = 0.0_f64;
    for pass in 0..accuracy::CENTRE_TRIES {
        // As long as it takes to be inside at all: each pass sees a thin set more clearly.
        if pass >= accuracy::CENTRE_PASSES && best > 0.0 {
            break;
        }
        let lifted = Lift::new(facets, found, if pass == 0 { 0.0 } else { best });
        let nearest = lifted.nearest();
        size = if pass == 0 { lifted.size } else { size };
        let point = lifted.point(&nearest, found);
        let flat = nearest.point.norm() <= accuracy::FLAT * (size / lifted.size).max(1.0);
        if flat || !point.is_finite() {
            if pass > 0 {
                break;
            }
            return lifted.flatter(&nearest, facets, found).map(|()| Progress::Flatter);
        }
        let depth = depth(facets, found, point);
        // An unbounded set is deeper and deeper the further one goes: stay near.
        let near = pass == 0 || (point - found.point).norm() <= size;
        if depth > best && near {
            (best, found.point, found.depth) = (depth, point, depth);
        }
        if best == f64::INFINITY {
            break;
        }
    }
    Ok(Progress::Done)
}

/// The least slack among the facets that do not hold with equality.
fn depth<const D: usize>(facets: &[Facet<D>], found: &Inside<D>, point: Vector<D>) -> f64 {
    let mut least = f64::INFINITY;
    for (facet, equal) in facets.iter().zip(&found.equal) {
        if !equal {
            least = least.min(facet.slack(point));
        }
    }
    least
}

/// The vectors g, one for each facet that is left, and one for s.
struct Lift {
    points: Vec<Lifted>,
    /// The facet that each belongs to; none for s.
    source: Vec<Option<usize>>,
    /// What lengths are divided by.
    size: f64,
}

impl Lift {
    fn new<const D: usize>(facets: &[Facet<D>], found: &Inside<D>, depth: f64) -> Self {
        let k = found.dimension;
        let open = || facets.iter().enumerate().filter(|(i, _)| !found.equal[*i]);
        // A point outside is off by about as much as it is outside.
        let mut size = depth.abs() * accuracy::CENTRE_SCALE;
        if depth == 0.0 {
            for (_, facet) in open() {
                size = size.max(facet.slack(found.point).abs());
            }
        }
        if !(size > 0.0 && size.is_finite()) {
            size = 1.0;
        }
        let mut lift = Self { points: Vec::new(), source: Vec::new(), size };
        let mut s = Lifted::ZERO;
        s[k] = -1.0;
        lift.points.push(s);
        lift.source.push(None);
        for (i, facet) in open() {
            let mut g = Lifted::ZERO;
            for j in 0..k {
                g[j] = found.span[j].dot(facet.normal);
            }
            g[k] = -facet.slack(found.point) / size;
            lift.points.push(g);
            lift.source.push(Some(i));
        }
        lift
    }

    /// The point of space that the closest point stands for.
    fn point<const D: usize>(&self, nearest: &Nearest, found: &Inside<D>) -> Vector<D> {
        let k = found.dimension;
        let mut point = found.point;
        for j in 0..k {
            point += found.span[j] * (nearest.point[j] / nearest.point[k] * self.size);
        }
        point
    }

    /// The origin is a combination of the vectors: either nothing is left of the set, or the
    /// facets that take part hold with equality.
    fn flatter<const D: usize>(
        &self,
        nearest: &Nearest,
        facets: &[Facet<D>],
        found: &mut Inside<D>,
    ) -> Result<(), Nothing> {
        if let Some(nothing) = nothing(facets, found, self.size) {
            return Err(nothing);
        }
        let taking_part = nearest.ids[..nearest.len]
            .iter()
            .zip(nearest.weights)
            .filter_map(|(&id, weight)| Some((self.source[id]?, weight)));
        let before = found.dimension;
        for (i, weight) in taking_part {
            if weight > accuracy::FLAT {
                found.equal[i] = true;
                meet(found, &facets[i]);
            }
        }
        // What has become parallel to the flat is no condition any more, or one that fails.
        for (i, facet) in facets.iter().enumerate() {
            let along = |e: &Vector<D>| e.dot(facet.normal).abs() > accuracy::FLAT;
            if !found.equal[i] && !found.span[..found.dimension].iter().any(along) {
                found.equal[i] = true;
            }
        }
        if found.dimension == before {
            // Rounding only: nothing that takes part sticks out of what is left.
            found.dimension -= usize::from(before > 0);
        }
        Ok(())
    }

    /// The point of the convex hull closest to the origin, by Wolfe's method. Each round adds a
    /// point beyond the plane through the last one, which brings it strictly closer, and goes on
    /// to the closest point of some face: no face comes twice.
    fn nearest(&self) -> Nearest {
        let mut best = Nearest {
            point: self.points[0],
            ids: [0; CORRAL],
            weights: [1.0, 0.0, 0.0, 0.0, 0.0],
            len: 1,
        };
        loop {
            let mut least = (f64::INFINITY, 0);
            for (id, g) in self.points.iter().enumerate() {
                let product = best.point.dot(*g);
                if product < least.0 {
                    least = (product, id);
                }
            }
            let square = best.point.norm_squared();
            let known = best.ids[..best.len].contains(&least.1);
            if least.0 >= square * (1.0 - accuracy::ROUNDING) || known || best.len == CORRAL {
                return best;
            }
            let Some(next) = self.descend(best, least.1) else { return best };
            if !(next.point.norm_squared() < square) {
                return best;
            }
            best = next;
        }
    }

    /// One more point, and as many less as it takes for all weights to be positive.
    fn descend(&self, mut at: Nearest, id: usize) -> Option<Nearest> {
        at.ids[at.len] = id;
        at.weights[at.len] = 0.0;
        at.len += 1;
        loop {
            let target = self.flat_weights(&at)?;
            // How far towards the target until a weight is zero.
            let mut step = 1.0;
            let mut drop = None;
            for k in 0..at.len {
                if target[k] <= 0.0 {
                    // What is zero and stays zero is in the way at once.
                    let t = at.weights[k] / (at.weights[k] - target[k]);
                    let t = if t >= 0.0 { t } else { 0.0 };
                    if t < step {
                        (step, drop) = (t, Some(k));
                    }
                }
            }
            for k in 0..at.len {
                at.weights[k] += (target[k] - at.weights[k]) * step;
            }
            let Some(drop) = drop else { break };
            for k in drop + 1..at.len {
                (at.ids[k - 1], at.weights[k - 1]) = (at.ids[k], at.weights[k]);
            }
            at.len -= 1;
        }
        let sum: f64 = at.weights[..at.len].iter().sum();
        at.point = Lifted::ZERO;
        for k in 0..at.len {
            at.weights[k] /= sum;
            at.point += self.points[at.ids[k]] * at.weights[k];
        }
        Some(at)
    }

    /// The weights, of any sign, of the point closest to the origin in the flat through the
    /// points; `None` if they depend on each other.
    fn flat_weights(&self, at: &Nearest) -> Option<[f64; CORRAL]> {
        let from = self.points[at.ids[0]];
        let mut basis = [Lifted::ZERO; CORRAL];
        let mut edges = [Lifted::ZERO; CORRAL];
        for k in 1..at.len {
            let edge = self.points[at.ids[k]] - from;
            let mut left = edge;
            for _ in 0..2 {
                for e in &basis[1..k] {
                    left -= *e * e.dot(left);
                }
            }
            if left.norm() <= accuracy::PARALLEL * edge.norm() {
                return None;
            }
            (basis[k], edges[k]) = (left.normalized()?, edge);
        }
        let mut weights = [0.0; CORRAL];
        let mut rest = -from;
        let mut sum = 0.0;
        for k in (1..at.len).rev() {
            weights[k] = basis[k].dot(rest) / basis[k].dot(edges[k]);
            rest -= edges[k] * weights[k];
            sum += weights[k];
        }
        weights[0] = 1.0 - sum;
        Some(weights)
    }
}

/// The closest point of a simplex, with the weights of its corners.
#[derive(Clone, Copy)]
struct Nearest {
    point: Lifted,
    ids: [usize; CORRAL],
    weights: [f64; CORRAL],
    len: usize,
}

/// The multipliers that prove that nothing is inside, unless they would be so large that rounding
/// makes up for the gap: (0, −1) is a combination of the vectors (n, b). Found as the closest point
/// of their cone (Lawson and Hanson's method).
fn nothing<const D: usize>(facets: &[Facet<D>], found: &Inside<D>, size: f64) -> Option<Nothing> {
    let column = |facet: &Facet<D>| {
        let height = facet.slack(found.point) / size;
        Lifted::from_fn(|k| {
            if k < D {
                facet.normal[k]
            } else if k == 3 {
                height
            } else {
                0.0
            }
        })
    };
    let target = -Lifted::axis(3);
    let (mut frame, mut multipliers) = (Frame::<4>::EMPTY, Lifted::ZERO);
    let mut last = f64::INFINITY;
    loop {
        let left = frame.beyond(target);
        let length = left.norm();
        // Strictly closer each time, or rounding has the upper hand.
        if !(length > accuracy::FLAT && length < last) {
            break;
        }
        last = length;
        let mut best = (accuracy::FLAT * length, None);
        for (i, facet) in facets.iter().enumerate() {
            let along = column(facet).dot(left);
            if along > best.0 {
                best = (along, Some(i));
            }
        }
        let i = best.1?;
        if !frame.push(i as u32, column(&facets[i])) {
            return None;
        }
        frame.settle(target, &mut multipliers);
    }
    let proved = frame.beyond(target).norm() <= accuracy::FLAT
        && multipliers.sum_abs() < 1.0 / accuracy::FLAT;
    proved.then(|| Nothing {
        facets: frame.ids().iter().map(|id| *id as usize).collect(),
        multipliers: multipliers.0[..frame.len()].to_vec(),
    })
}

/// Restricts the span to a facet's plane.
fn meet<const D: usize>(found: &mut Inside<D>, facet: &Facet<D>) {
    let mut normal = Vector::ZERO;
    for e in &found.span[..found.dimension] {
        normal += *e * e.dot(facet.normal);
    }
    let length = normal.norm();
    if length <= accuracy::FLAT {
        return;
    }
    normal = normal / length;
    // To the plane, along the span.
    found.point += normal * (facet.slack(found.point) / length);
    // The direction that is most along the normal goes; the others lose their part in it.
    let k = found.dimension;
    let mut most = 0;
    for j in 1..k {
        if found.span[j].dot(normal).abs() > found.span[most].dot(normal).abs() {
            most = j;
        }
    }
    found.span.swap(most, k - 1);
    let mut kept = 0;
    for j in 0..k - 1 {
        let mut left = found.span[j];
        for _ in 0..2 {
            left -= normal * normal.dot(left);
            for e in 0..kept {
                let e = found.span[e];
                left -= e * e.dot(left);
            }
        }
        if let Some(unit) = left.normalized() {
            found.span[kept] = unit;
            kept += 1;
        }
    }
    found.span[k - 1] = normal;
    found.dimension = kept;
}
