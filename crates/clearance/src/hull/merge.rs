//! Coplanar facets, and the vertices that only look like vertices.
//!
//! Quickhull may add a point before another one, farther out in the same plane, makes it a point
//! inside a face or on an edge. On the finished surface such points are told by the faces they
//! touch, where a face is all the coplanar triangles that hang together:
//!
//! ```text
//!     inside a face: one       on an edge: two       a true vertex: three or more
//! ```
//!
//! A face with false vertices is cut anew into triangles, between its true vertices only.

use alloc::vec::Vec;

use super::grow::{Growth, NEXT, NONE};

/// The triangles of the finished hull between extreme points of the input, as indices into it.
pub(super) fn triangles(growth: &Growth<'_>, points: usize) -> Vec<[u32; 3]> {
    let mut triangles = Vec::with_capacity(growth.facets.len());
    let faces = Faces::new(growth);
    if !faces.merged {
        triangles.extend(growth.facets.iter().filter(|f| f.alive).map(|f| f.corners));
        return triangles;
    }
    let extreme = faces.extreme(growth, points);
    let is_extreme = |corner: &u32| extreme[*corner as usize];
    let mut follower = alloc::vec![NONE; points];
    for face in 0..faces.starts.len() {
        let members = faces.members(face);
        let corners = || members.iter().map(|&f| growth.facets[f as usize].corners);
        if corners().all(|c| c.iter().all(is_extreme)) {
            triangles.extend(corners());
            continue;
        }
        let rim = faces.rim(growth, face, &mut follower);
        let ring: Vec<u32> = rim.into_iter().filter(is_extreme).collect();
        if let [hub, spokes @ ..] = &ring[..] {
            triangles.extend(spokes.windows(2).map(|pair| [*hub, pair[0], pair[1]]));
        }
    }
    triangles
}

/// The facets, sorted by the plane they lie in.
struct Faces {
    /// The face of each facet.
    of: Vec<u32>,
    /// Facets, face by face, and where each face starts.
    order: Vec<u32>,
    starts: Vec<u32>,
    /// Whether some face has more than one facet.
    merged: bool,
}

impl Faces {
    fn new(growth: &Growth<'_>) -> Self {
        let count = growth.facets.len();
        let mut faces = Self {
            of: alloc::vec![NONE; count],
            order: Vec::with_capacity(count),
            starts: Vec::with_capacity(count),
            merged: false,
        };
        for start in 0..count as u32 {
            if !growth.facets[start as usize].alive || faces.of[start as usize] != NONE {
                continue;
            }
            let face = faces.starts.len() as u32;
            let mut next = faces.order.len();
            faces.starts.push(next as u32);
            faces.order.push(start);
            faces.of[start as usize] = face;
            while let Some(&facet) = faces.order.get(next) {
                next += 1;
                for twin in growth.facets[facet as usize].twins {
                    let other = (twin / 4) as usize;
                    if faces.of[other] != NONE {
                        continue;
                    }
                    let tip = growth.facets[other].corners[NEXT[NEXT[(twin % 4) as usize]]];
                    if growth.coplanar(facet, tip) {
                        faces.of[other] = face;
                        faces.order.push(other as u32);
                        faces.merged = true;
                    }
                }
            }
        }
        faces
    }

    /// The facets of a face.
    fn members(&self, face: usize) -> &[u32] {
        let end = self.starts.get(face + 1).map_or(self.order.len(), |&end| end as usize);
        &self.order[self.starts[face] as usize..end]
    }

    /// For each point, whether it is a corner of three faces or more.
    fn extreme(&self, growth: &Growth<'_>, points: usize) -> Vec<bool> {
        let mut extreme = alloc::vec![false; points];
        let mut touched = alloc::vec![[NONE; 2]; points];
        for &facet in &self.order {
            let face = self.of[facet as usize];
            for corner in growth.facets[facet as usize].corners {
                match &mut touched[corner as usize] {
                    [one, two] if *one == face || *two == face => {}
                    [one, _] if *one == NONE => *one = face,
                    [_, two] if *two == NONE => *two = face,
                    _ => extreme[corner as usize] = true,
                }
            }
        }
        extreme
    }

    /// The corners around a face, anticlockwise. `follower` is scratch, one slot for each point.
    fn rim(&self, growth: &Growth<'_>, face: usize, follower: &mut [u32]) -> Vec<u32> {
        let mut start = NONE;
        let mut length = 0;
        for &facet in self.members(face) {
            let facet = &growth.facets[facet as usize];
            for (k, twin) in facet.twins.iter().enumerate() {
                if self.of[(twin / 4) as usize] != face as u32 {
                    start = facet.corners[k];
                    follower[start as usize] = facet.corners[NEXT[k]];
                    length += 1;
                }
            }
        }
        // A face is a disc: its rim is one loop, which passes each corner once.
        let mut corner = start;
        (0..length)
            .map(|_| {
                let here = corner;
                corner = follower[here as usize];
                here
            })
            .collect()
    }
}
