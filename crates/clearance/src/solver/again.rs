//! Whether the facets that held the last answer hold this one: mostly all that a tracked query has
//! to find out.
//!
//! The working sets of the last answer are taken for those of this one. Where both leave a vertex,
//! an edge, or a plane against a vertex, the closest points of what they leave are a line or two of
//! vector algebra, without the orthonormal frames of the general method:
//!
//! ```text
//!   facets      closest points                       normal
//!   3 and 3     the two vertices                     from one to the other
//!   3 and 2     the vertex, its foot on the edge     from one to the other
//!   3 and 1     the vertex, its foot on the plane    that of the plane
//!   2 and 2     the feet of two edges                at right angles to both
//! ```
//!
//! They are the answer if the points lie in their polyhedra and no facet pulls. A point in the plane
//! of a facet and inside of all facets next to that one lies in the polyhedron: the facets next to
//! one are enough. Nothing is taken for granted but the adjacency; where a system is badly
//! conditioned, a bound does not close, or any condition fails, the general method takes over from
//! where the last answer was.

use super::facing::Facets;
use super::held::{Held, NONE};
use crate::accuracy;
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Local;
use crate::shape::{Facet, View};
use crate::space::Vector;

/// The answer, if the facets that the evidence names still carry it. For space only.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn confirm<const D: usize, A: Facets<D>, B: Facets<D>>(
    a: &A,
    b: &B,
    local: &Local<'_, D>,
    warm: &Evidence<D>,
) -> Option<Held<D>> {
    let (Names::Surfaces(ids_a), Names::Surfaces(ids_b)) = (warm.a, warm.b) else { return None };
    if D != 3 {
        return None;
    }
    let directions = warm.directions.as_ref()?;
    let (pair, pose) = (local.pair, &local.b_in_a);
    let unit = accuracy::ROUNDING * pair.scale;
    let a = Corner::new(a, ids_a, directions[0])?;
    let b = Corner::new(b, ids_b, directions[1])?;
    let (x, y) = (a.local, pose.transform(b.local));
    let turn = |v| pose.rotation().rotate(v);
    let d = y - x;
    let (x, y_local, normal) = match (a.count, b.count) {
        (3, 3) => (x, b.local, d),
        (3, 2) => {
            let edge = b.edge();
            let along = turn(edge).dot(d) / edge.norm_squared();
            (x, b.local - edge * along, d - turn(edge * along))
        }
        (2, 3) => {
            let edge = a.edge();
            let along = edge * (edge.dot(d) / edge.norm_squared());
            (x + along, b.local, d - along)
        }
        (3, 1) => {
            let (facet, from) = (&b.facets[0], pose.transform_back(x));
            (x, from + facet.normal * facet.slack(from), -turn(facet.normal))
        }
        (1, 3) => {
            let facet = &a.facets[0];
            (y + facet.normal * facet.slack(y), b.local, facet.normal)
        }
        (2, 2) => {
            let (e, f) = (a.edge(), b.edge());
            let g = turn(f);
            let across = e.cross3(g);
            let squared = across.norm_squared();
            if !(squared > accuracy::STEADY * e.norm_squared() * f.norm_squared()) {
                return None;
            }
            let turned = across.cross3(d) * (1.0 / squared);
            let (s, t) = (turned.dot(g), turned.dot(e));
            let sign = if across.dot(d) < 0.0 { -1.0 } else { 1.0 };
            (x + e * s, b.local + f * t, across * sign)
        }
        _ => return None,
    };
    // Points that were moved along an edge that is short of digits are not where they should be.
    let slack = accuracy::HELD * unit;
    let normal = normal * (1.0 / normal.norm());
    let inward = pose.rotation().rotate_back(-normal);
    let weights = [a.weights(normal)?, b.weights(inward)?];
    if !(a.holds(x, slack) && b.holds(y_local, slack)) {
        return None;
    }
    let y = pose.transform(y_local);
    let d = y - x;
    let upper = d.norm();
    let lower = d.dot(normal)
        - a.doubt(x, normal, weights[0], pair.a)
        - b.doubt(y_local, inward, weights[1], pair.b);
    // Not touching, not to be proved better.
    if !(upper > accuracy::TOUCH_AGAIN * unit && upper - lower <= slack) {
        return None;
    }
    Some(Held {
        ids: [ids_a, ids_b],
        local: [x, y_local],
        points: [x, y],
        normal,
        weights,
        lower,
        upper,
        effort: Effort { method: Method::ActiveSet, iterations: 1, stop: Stop::Converged },
    })
}

/// One to three facets of a polyhedron, and a point of it, in its own frame.
struct Corner<'a, const D: usize, F> {
    set: &'a F,
    ids: [u32; MOST],
    count: usize,
    facets: [Facet<D>; 3],
    local: Vector<D>,
}

impl<'a, const D: usize, F: Facets<D>> Corner<'a, D, F> {
    /// `None` if there are no facets, or not these.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn new(set: &'a F, ids: [u32; MOST], local: Vector<D>) -> Option<Self> {
        let mut facets = [Facet { normal: Vector::ZERO, offset: 0.0 }; 3];
        let mut count = 0;
        for k in 0..3 {
            if ids[k] == NONE {
                break;
            }
            if !set.has(ids[k]) {
                return None;
            }
            facets[k] = set.facet(ids[k]);
            count = k + 1;
        }
        (count > 0).then_some(Self { set, ids, count, facets, local })
    }

    /// Along the edge of the first two facets.
    #[inline(always)]
    fn edge(&self) -> Vector<D> {
        self.facets[0].normal.cross3(self.facets[1].normal)
    }

    /// The multipliers of the facets that combine to `outward`; `None` if one is negative, or if
    /// the facets hardly differ.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn weights(&self, outward: Vector<D>) -> Option<Vector<D>> {
        let [l, m, n] = [0, 1, 2].map(|k| self.facets[k].normal);
        let mut weights = Vector::<D>::ZERO;
        let steady = match self.count {
            1 => {
                weights[0] = 1.0;
                true
            }
            2 => {
                let edge = l.cross3(m);
                let squared = edge.norm_squared();
                let way = outward.cross3(edge) * (1.0 / squared);
                // outward = s l + t m: both sides times m and times l, along the edge.
                weights[0] = -way.dot(m);
                weights[1] = way.dot(l);
                squared > accuracy::STEADY
            }
            _ => {
                let (p, q, r) = (m.cross3(n), n.cross3(l), l.cross3(m));
                let volume = p.dot(l);
                let over = outward * (1.0 / volume);
                weights[0] = p.dot(over);
                weights[1] = q.dot(over);
                weights[2 % D] = r.dot(over);
                volume * volume > accuracy::STEADY * accuracy::STEADY
            }
        };
        let noise = accuracy::PUSH_NOISE * accuracy::ROUNDING;
        let mut pushes = steady;
        for k in 0..D {
            pushes &= weights[k] >= -noise;
            weights[k] = if weights[k] > 0.0 { weights[k] } else { 0.0 };
        }
        pushes.then_some(weights)
    }

    /// Whether a point lies in the planes of the facets and in the polyhedron.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn holds(&self, point: Vector<D>, slack: f64) -> bool {
        let mut off = 0.0_f64;
        for k in 0..3 {
            let by = self.facets[k].slack(point).abs();
            off = if by > off { by } else { off };
        }
        // Where adjacency is a matter of rounding, all are looked at.
        let crowded = (0..self.count).any(|k| self.set.is_crowded(self.ids[k]));
        let beside = if crowded { None } else { Some(self.ids[0]) };
        self.set.each(beside, |_, facet| {
            let by = -facet.slack(point);
            off = if by > off { by } else { off };
        });
        off <= slack
    }

    /// What is between the point and a proof that it is the furthest along `outward`.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn doubt(
        &self,
        point: Vector<D>,
        outward: Vector<D>,
        weights: Vector<D>,
        view: &View<'_, D>,
    ) -> f64 {
        let (mut left, mut sum) = (outward, 0.0);
        for k in 0..D.min(3) {
            left -= self.facets[k].normal * weights[k];
            sum += weights[k] * self.facets[k].slack(point).max(0.0);
        }
        let far = if view.is_bounded() { 2.0 * view.reach } else { point.max_abs() };
        sum + left.sum_abs() * far
    }
}
