//! What meets where: vertices that are the same to rounding, and the facets around them.

use alloc::vec::Vec;

use super::dual::{Face, NONE};
use crate::accuracy;
use crate::space::Vector;

/// The vertices of a polyhedron, each once.
pub(super) struct Merged<const D: usize> {
    pub(super) vertices: Vec<Vector<D>>,
    /// A face of the dual hull that stands for each vertex.
    pub(super) roots: Vec<u32>,
    /// The vertex that each face of the dual hull stands for, if it is one.
    pub(super) places: Vec<u32>,
    pub(super) edges: Vec<(u32, u32)>,
    /// Vertices that several faces of the dual hull stand for, each with one of these faces.
    pub(super) shared: Vec<(u32, u32)>,
}

/// The pairs of facets that share an edge, and all pairs of those that share a vertex with more than
/// D facets: which of these have an edge in common is a matter of rounding there. Facets at a vertex
/// of very many are marked instead. `None` if there is nothing to add.
pub(super) fn around_vertices(
    faces: &[Face],
    sharing: &[(u32, u32)],
    shared: &[(u32, u32)],
    crowded: &mut [bool],
) -> Option<Vec<(u32, u32)>> {
    let mut corners: Vec<(u32, u32)> = Vec::new();
    for &(vertex, face) in shared {
        let facets = faces[face as usize].into_iter().filter(|f| *f != NONE);
        corners.extend(facets.map(|f| (vertex, f)));
    }
    corners.sort_unstable();
    corners.dedup();
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for ring in corners.chunk_by(|p, q| p.0 == q.0) {
        for (k, &(_, f)) in ring.iter().enumerate() {
            if ring.len() > accuracy::AROUND_VERTEX {
                crowded[f as usize] = true;
            } else {
                edges.extend(ring[k + 1..].iter().map(|&(_, g)| (f, g)));
            }
        }
    }
    if edges.is_empty() {
        return None;
    }
    edges.extend(sharing.iter().map(|&(f, g)| (f.min(g), f.max(g))));
    edges.sort_unstable();
    edges.dedup();
    Some(edges)
}

/// Joins vertices that are the same to rounding: more than D facets meet there, and the dual
/// hull has cut what should be one face into several.
pub(super) fn merge<const D: usize>(
    corners: &[Option<Vector<D>>],
    sides: &[(u32, u32)],
    far: f64,
) -> Merged<D> {
    let mut parent: Vec<u32> = (0..corners.len() as u32).collect();
    fn root(parent: &mut [u32], mut i: u32) -> u32 {
        while parent[i as usize] != i {
            parent[i as usize] = parent[parent[i as usize] as usize];
            i = parent[i as usize];
        }
        i
    }
    for &(i, j) in sides.iter() {
        let (Some(p), Some(q)) = (corners[i as usize], corners[j as usize]) else { continue };
        let unit = accuracy::ROUNDING * (p.max_abs() + far);
        if (p - q).max_abs() <= accuracy::SAME_VERTEX * unit {
            let (i, j) = (root(&mut parent, i), root(&mut parent, j));
            parent[i.max(j) as usize] = i.min(j);
        }
    }
    let mut place = alloc::vec![NONE; corners.len()];
    let (mut vertices, mut roots) = (Vec::new(), Vec::new());
    for (i, corner) in corners.iter().enumerate() {
        if let Some(corner) = corner
            && root(&mut parent, i as u32) == i as u32
        {
            place[i] = vertices.len() as u32;
            vertices.push(*corner);
            roots.push(i as u32);
        }
    }
    let mut shared = Vec::new();
    for i in 0..corners.len() as u32 {
        let at = root(&mut parent, i);
        if at != i {
            shared.extend([(place[at as usize], at), (place[at as usize], i)]);
        }
    }
    let all = 0..corners.len() as u32;
    let places: Vec<u32> = all.map(|i| place[root(&mut parent, i) as usize]).collect();
    let mut edges = Vec::with_capacity(sides.len());
    for &(i, j) in sides.iter() {
        let ends = [i, j].map(|i| places[i as usize]);
        if ends[0] != ends[1] && !ends.contains(&NONE) {
            edges.push((ends[0].min(ends[1]), ends[0].max(ends[1])));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    Merged { vertices, roots, places, edges, shared }
}

/// The facets around each facet, one for each of its edges and in their order; nothing where the edges
/// do not close. An edge whose ends are the same vertex, to rounding, is none.
pub(super) fn rings(count: usize, faces: &[Face], places: &[u32]) -> (Vec<u32>, Vec<u32>) {
    // Around the first facet of each the second comes before the third, and the vertex is between them.
    let mut turns: Vec<[u32; 4]> = Vec::with_capacity(3 * faces.len());
    for (&[f, g, h], &vertex) in faces.iter().zip(places) {
        turns.extend([[f, g, h, vertex], [g, h, f, vertex], [h, f, g, vertex]]);
    }
    turns.sort_unstable();
    let (mut starts, mut list) = (Vec::with_capacity(count + 1), Vec::with_capacity(turns.len()));
    starts.push(0);
    let mut from = 0;
    for facet in 0..count as u32 {
        let len = turns[from..].iter().take_while(|turn| turn[0] == facet).count();
        let around = &turns[from..from + len];
        from += len;
        let after = |g: u32| around.binary_search_by_key(&g, |turn| turn[1]).ok();
        let (begin, mut at) = (list.len(), 0);
        for _ in 0..len {
            let [_, _, next, vertex] = around[at];
            let Some(following) = after(next) else { break };
            if around[following][3] != vertex {
                list.push(next);
            }
            at = following;
        }
        if at != 0 || list.len() < begin + 3 {
            list.truncate(begin);
        }
        starts.push(list.len() as u32);
    }
    (starts, list)
}

/// From pairs to one list for each member.
pub(super) fn lists(count: usize, pairs: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = alloc::vec![0_u32; count + 1];
    for &(i, j) in pairs {
        starts[i as usize + 1] += 1;
        starts[j as usize + 1] += 1;
    }
    for i in 0..count {
        starts[i + 1] += starts[i];
    }
    let mut fill = starts.clone();
    let mut list = alloc::vec![0_u32; 2 * pairs.len()];
    for &(i, j) in pairs {
        for (from, to) in [(i, j), (j, i)] {
            list[fill[from as usize] as usize] = to;
            fill[from as usize] += 1;
        }
    }
    (starts, list)
}
