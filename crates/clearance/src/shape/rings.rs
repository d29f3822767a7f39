//! What is at the ends of an edge: the facets around each facet, in their order.

use alloc::vec::Vec;

use crate::accuracy;
use crate::hull::{Facet, Polyhedron};
use crate::space::Vector;

/// No facet.
const NONE: u32 = u32::MAX;

/// The facets around each facet, by its edges: the edge that it shares with one of them ends where the
/// one before and the one after it begin.
///
/// A search for the edge costs less than a place for each edge in memory: with 2000 facets memory is
/// what a step waits for.
#[derive(Clone, Debug)]
pub(super) struct Rings(Vec<Ring>);

/// The last of them, all of them in their order, the first of them, and then nothing.
#[derive(Clone, Debug)]
#[repr(align(32))]
struct Ring([u16; 16]);

/// Nothing: no set with rings has so many facets. (Other than what is left of [`NONE`] in 16 bits,
/// which is looked for as well.)
const NOTHING: u16 = u16::MAX - 1;

/// In the last place of a ring: all its vertices are plain.
const PLAIN: u16 = 1;

impl Rings {
    pub(super) fn new<const D: usize>(facets: &[Facet<D>], polyhedron: &Polyhedron<D>) -> Self {
        let starts = &polyhedron.around_starts;
        if starts.len() != facets.len() + 1 || facets.len() >= usize::from(NOTHING) {
            return Self(Vec::new());
        }
        let ring = |ends: &[u32]| Ring::new(&polyhedron.around[ends[0] as usize..ends[1] as usize]);
        let mut rings: Vec<_> = starts.windows(2).map(ring).collect();
        for (vertex, corner) in polyhedron.vertices.iter().zip(&polyhedron.corners) {
            mark(&mut rings, facets, polyhedron, *vertex, corner);
        }
        Self(rings)
    }

    /// The facets at the ends of the edge that two share; none if that is no edge, or not known.
    #[inline(always)]
    pub(super) fn ends(&self, i: u32, j: u32) -> [u32; 2] {
        let Some(Ring(ring)) = self.0.get(i as usize) else { return [NONE; 2] };
        let mut found = 0_u32;
        for k in 1..15 {
            found |= u32::from(ring[k] == j as u16) << k;
        }
        let at = found.trailing_zeros() as usize;
        let end = |at: usize| if found == 0 { NONE } else { u32::from(ring[at % 16]) };
        [end(at.wrapping_sub(1)), end(at + 1)]
    }

    /// Whether the vertices of a facet are plain: three facets, and no other near.
    #[inline(always)]
    pub(super) fn is_plain(&self, i: u32) -> bool {
        self.0.get(i as usize).is_some_and(|ring| ring.0[15] == PLAIN)
    }

    /// The same without the neighbours that are lost.
    #[cfg(test)]
    pub(super) fn without(&self, is_lost: impl Fn(u32, u32) -> bool) -> Self {
        let less = |(i, ring): (usize, &Ring)| {
            let len = ring.0[1..15].iter().take_while(|id| **id != NOTHING).count();
            let all = ring.0[1..len.max(1)].iter().map(|id| u32::from(*id));
            let kept: Vec<u32> = all.filter(|id| !is_lost(i as u32, *id)).collect();
            let mut new = Ring::new(&kept);
            new.0[15] = ring.0[15];
            new
        };
        Self(self.0.iter().enumerate().map(less).collect())
    }
}

impl Ring {
    fn new(ids: &[u32]) -> Self {
        let mut ring = [NOTHING; 16];
        ring[15] = PLAIN;
        if let [first, .., last] = *ids
            && ids.len() <= 13
        {
            ring[0] = last as u16;
            for (place, id) in ring[1..].iter_mut().zip(ids) {
                *place = *id as u16;
            }
            ring[ids.len() + 1] = first as u16;
        }
        Self(ring)
    }
}

/// Marks the facets of a vertex to which others are so near that rounding could lead out of them.
fn mark<const D: usize>(
    rings: &mut [Ring],
    facets: &[Facet<D>],
    polyhedron: &Polyhedron<D>,
    vertex: Vector<D>,
    corner: &[u32; 3],
) {
    let starts = &polyhedron.next_starts;
    let least = accuracy::PLAIN * vertex.max_abs();
    for &i in corner {
        for &j in &polyhedron.next[starts[i as usize] as usize..starts[i as usize + 1] as usize] {
            if !corner.contains(&j) && !(facets[j as usize].slack(vertex) > least) {
                for id in [j].iter().chain(corner) {
                    rings[*id as usize].0[15] = NOTHING;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::shape::Halfspaces;
    use std::vec::Vec;

    /// Beside brute force: which vertices two facets have in common, and what else is there.
    #[test]
    fn edges_end_where_vertices_are() {
        for order in [2, 3, 4, 6, 9, 10] {
            let ball = Halfspaces::facet_ball(order).unwrap();
            let set = ball.facets();
            let (mut edges, mut known, mut plain) = (0, 0, 0);
            for i in 0..set.len() {
                plain += u32::from(set.is_plain(i));
                for j in (0..set.len()).filter(|j| *j != i) {
                    let on = |id: u32, p: &crate::Vector<3>| set.facet(id).slack(*p).abs() < 1e-11;
                    let shared: Vec<_> =
                        ball.vertices().iter().filter(|p| on(i, p) && on(j, p)).collect();
                    let ends = set.ends(i, j);
                    edges += u32::from(shared.len() == 2);
                    if ends[0] == u32::MAX {
                        assert_eq!(ends[1], u32::MAX);
                        continue;
                    }
                    known += 1;
                    assert_eq!(shared.len(), 2, "facets {i} and {j} of order {order}");
                    let at = |end: u32| shared.iter().position(|p| on(end, p)).unwrap();
                    assert_eq!(at(ends[0]) + at(ends[1]), 1, "facets {i} and {j} of order {order}");
                    assert!(ends.iter().all(|end| *end != i && *end != j));
                }
            }
            assert_eq!(known, edges, "order {order}");
            assert!(plain > 0 && (order != 4 || plain == 10), "order {order}: {plain} are plain");
        }
    }

    /// Where nothing is known, nothing is said.
    #[test]
    fn others_have_no_ends() {
        let ball = Halfspaces::facet_ball(4).unwrap();
        let none = [u32::MAX; 2];
        assert_eq!(ball.facets().ends(1, u32::MAX), none);
        assert_eq!(ball.facets().ends(u32::MAX, 1), none);
        assert_eq!(ball.facets().without_adjacency().ends(0, 1), none);
        let corner = Halfspaces::new((0..3).map(|i| (-crate::Vector::<3>::axis(i), 0.0))).unwrap();
        assert_eq!(corner.facets().ends(0, 1), none);
        assert!(!corner.facets().is_plain(0));
    }
}
