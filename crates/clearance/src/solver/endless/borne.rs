//! A way out that the surfaces of sets without end bear.
//!
//! How far such a set reaches along a normal depends on the last bit of the normal: by a hair more
//! along one of its rays, and it has no end that way. What is seen from far away does not tell. So the
//! normal is laid level with the rays, as between sets that are apart, and the surfaces that hold the
//! point of the set prove how far it reaches: the tangents there, with multipliers that make up the
//! normal. Of a set with several surfaces only these know.

use crate::accuracy;
use crate::answer::{Depth, way_out_judged};
use crate::interior::pulled;
use crate::pair::{Local, Pair};
use crate::shape::{Core, View};
use crate::solver::interior::level;
use crate::solver::interior::tangents::{Held, Tangents};
use crate::space::Vector;

/// A point of a core, in its own frame, and the surfaces that hold it there, if the core has no end.
fn held<const D: usize>(view: &View<'_, D>, at: Vector<D>) -> (Vector<D>, Option<Held<D>>) {
    match view.core {
        Core::Implicit(shape) if !shape.is_bounded() => {
            let at = pulled(shape, at);
            (at, Some(Held::beside(view, shape, at)))
        }
        _ => (at, None),
    }
}

/// Both cores, with points of theirs and the surfaces that hold these.
struct Sides<'a, const D: usize> {
    local: Local<'a, D>,
    at: [Vector<D>; 2],
    held: [Option<Held<D>>; 2],
}

impl<'a, const D: usize> Sides<'a, D> {
    fn new(pair: &'a Pair<'a, D>, found: &Depth<D>) -> Self {
        let inner_a = found.point_a - found.normal * pair.a.radius;
        let inner_b = found.point_b + found.normal * pair.b.radius;
        let (at_a, held_a) = held(pair.a, pair.pose_a.transform_back(inner_a));
        let (at_b, held_b) = held(pair.b, pair.pose_b.transform_back(inner_b));
        Self { local: Local::new(pair), at: [at_a, at_b], held: [held_a, held_b] }
    }

    /// Unit normals close to this one, in A's frame, that sets without end may bear: laid level with their
    /// rays, and as the surfaces make them up.
    fn normals(&self, normal: Vector<D>) -> impl Iterator<Item = Vector<D>> {
        let (pair, turn) = (self.local.pair, self.local.b_in_a.rotation());
        let [a, b] = [self.held[0].as_ref(), self.held[1].as_ref()];
        let level = level::borne((pair.a, a), (pair.b, b), turn, normal);
        let of_a = a.into_iter().flat_map(move |held| held.made_up(normal));
        let local = turn.rotate_back(-normal);
        let of_b = b.into_iter().flat_map(move |held| held.made_up(local));
        let all = [level].into_iter().chain(of_a).chain(of_b.map(move |n| -turn.rotate(n)));
        all.filter(move |n| (*n - normal).max_abs() <= accuracy::BALL_LEAD)
    }

    /// The depth along this unit normal of A's frame, with what proves that it is a way out.
    fn along(&self, normal: Vector<D>, found: &Depth<D>) -> Depth<D> {
        let (pair, b_in_a) = (self.local.pair, &self.local.b_in_a);
        let [at_a, at_b] = self.at;
        let against = b_in_a.rotation().rotate_back(-normal);
        let a = Tangents::new(pair.a, self.held[0].as_ref(), normal, at_a);
        let b = Tangents::new(pair.b, self.held[1].as_ref(), against, at_b);
        let overlap = normal.dot(at_a - b_in_a.transform(at_b)) + pair.a.radius + pair.b.radius;
        let normal = pair.pose_a.rotation().rotate(normal);
        let mut depth = Depth { normal, ..*found };
        // Points of what a ball leaves of a set are not made of the set's own furthest points.
        if self.held[0].is_some() {
            depth.point_a = pair.pose_a.transform(at_a) + normal * pair.a.radius;
            depth.evidence.a = a.names;
        }
        if self.held[1].is_some() {
            depth.point_b = pair.pose_b.transform(at_b) - normal * pair.b.radius;
            depth.evidence.b = b.names;
        }
        depth.evidence.multipliers = Some([a.multipliers, b.multipliers]);
        // In the world the normal is another by rounding, of which the sets may not bear any.
        depth.upper = (overlap + a.loss + b.loss).max(way_out_judged(&depth, pair));
        depth.depth = depth.upper;
        depth
    }
}

/// The depth along a normal close to that of `found`, if surfaces prove that this is a way out.
pub(super) fn borne<const D: usize>(pair: &Pair<'_, D>, found: &Depth<D>) -> Option<Depth<D>> {
    let sides = Sides::new(pair, found);
    let normals = sides.normals(pair.pose_a.rotation().rotate_back(found.normal));
    let ways = normals.map(|normal| sides.along(normal, found));
    ways.filter(|depth| depth.upper.is_finite()).min_by(|x, y| x.upper.total_cmp(&y.upper))
}
