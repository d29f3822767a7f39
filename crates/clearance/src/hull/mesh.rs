//! Is this triangle mesh the surface of a convex body?

use alloc::vec::Vec;
use core::fmt;

use super::exact::{self, Site};
use super::hull3;
use super::tree::Tree;
use crate::accuracy::MESH_TOLERANCE;
use crate::space::Vector;

/// Why a mesh is not the surface of a convex body.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum MeshFlaw {
    /// There are no facets.
    Empty,
    /// A facet names a point that is not there.
    IndexOutOfRange {
        /// The facet.
        facet: usize,
        /// What it names.
        index: u32,
    },
    /// A facet's corners are exactly on one line.
    DegenerateFacet {
        /// The facet.
        facet: usize,
    },
    /// A facet's edge is not met by exactly one other facet that runs along it the other way:
    /// there is a hole, or a third facet, or a neighbour that faces the other way.
    UnpairedEdge {
        /// The facet.
        facet: usize,
        /// The point from which its edge runs, anticlockwise.
        from: u32,
        /// The point to which it runs.
        to: u32,
    },
    /// All points are exactly in one plane, or the surface encloses no volume.
    Flat,
    /// The surface faces inwards: reverse each facet.
    Inverted {
        /// The first facet that does.
        facet: usize,
    },
    /// A point lies beyond a facet: there is a dent between them.
    NotConvex {
        /// The facet.
        facet: usize,
        /// The point that is farthest beyond it.
        vertex: u32,
        /// How far, in the units of the mesh.
        distance: f64,
    },
    /// The surface goes around its inside more than once.
    Overlapping,
}

impl fmt::Display for MeshFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the mesh has no facets"),
            Self::IndexOutOfRange { facet, index } => {
                write!(f, "facet {facet} names point {index}, which does not exist")
            }
            Self::DegenerateFacet { facet } => {
                write!(f, "the corners of facet {facet} are on one line")
            }
            Self::UnpairedEdge { facet, from, to } => write!(
                f,
                "the edge of facet {facet} from point {from} to point {to} is not shared with \
                 exactly one other facet that runs along it the other way"
            ),
            Self::Flat => write!(f, "the mesh encloses no volume"),
            Self::Inverted { facet } => {
                write!(f, "the mesh faces inwards, as facet {facet} does: reverse each facet")
            }
            Self::NotConvex { facet, vertex, distance } => write!(
                f,
                "the mesh is not convex: point {vertex} lies {distance:e} beyond facet {facet}"
            ),
            Self::Overlapping => write!(f, "the mesh goes around its inside more than once"),
        }
    }
}

impl core::error::Error for MeshFlaw {}

/// Judges a mesh of triangles (indices into `points`, anticlockwise seen from outside) as the
/// surface of a convex body.
///
/// Coplanar neighbours are welcome, points that no facet names must be inside. Points are told
/// apart by their index: join duplicates first. All is decided exactly, except that a point may
/// lie beyond a facet by [`MESH_TOLERANCE`]; there the facet's plane counts with its rounding
/// error, which is below the tolerance unless the facet is flatter than one in a million.
///
/// The points are finite. The time is about that of sorting, unless most facets are slivers.
pub fn convex_mesh(points: &[Vector<3>], faces: &[[u32; 3]]) -> Result<(), MeshFlaw> {
    if faces.is_empty() {
        return Err(MeshFlaw::Empty);
    }
    let sites = exact::scaled(points);
    let mut facets = Vec::with_capacity(faces.len());
    for (facet, face) in faces.iter().enumerate() {
        if let Some(&index) = face.iter().find(|&&i| i as usize >= sites.len()) {
            return Err(MeshFlaw::IndexOutOfRange { facet, index });
        }
        let corners = face.map(|i| sites[i as usize]);
        if exact::shadow_axis(corners[0], corners[1], corners[2]).is_none() {
            return Err(MeshFlaw::DegenerateFacet { facet });
        }
        facets.push(corners);
    }
    pair_edges(faces)?;
    let volume = face_outwards(&facets)?;
    stay_behind(points, &sites, &facets)?;

    // Each facet is on the hull's surface now and faces outwards, so that the mesh covers the
    // hull a whole number of times.
    let hull = hull3(points);
    let corner = |i: u32| sites[hull.vertices[i as usize] as usize];
    let whole: Vec<_> = hull.triangles.iter().map(|t| t.map(corner)).collect();
    let once: f64 = shares(&whole).sum();
    if volume >= 1.5 * once { Err(MeshFlaw::Overlapping) } else { Ok(()) }
}

/// Each edge runs once in each direction.
fn pair_edges(faces: &[[u32; 3]]) -> Result<(), MeshFlaw> {
    let mut edges = Vec::with_capacity(3 * faces.len());
    for (facet, &[a, b, c]) in faces.iter().enumerate() {
        edges.extend([(a, b, facet), (b, c, facet), (c, a, facet)]);
    }
    edges.sort_unstable();
    let mut flaw: Option<(usize, u32, u32)> = None;
    for (i, &(from, to, facet)) in edges.iter().enumerate() {
        let again = i > 0 && (edges[i - 1].0, edges[i - 1].1) == (from, to);
        let paired = edges.binary_search_by(|&(a, b, _)| (a, b).cmp(&(to, from))).is_ok();
        if (again || !paired) && flaw.is_none_or(|(first, ..)| facet < first) {
            flaw = Some((facet, from, to));
        }
    }
    match flaw {
        Some((facet, from, to)) => Err(MeshFlaw::UnpairedEdge { facet, from, to }),
        None => Ok(()),
    }
}

/// The volume, which must be positive.
///
/// Measured from a corner of a convex surface, all shares have the same exact sign: then the sign
/// of the sum is exact, too, however thin the body is.
fn face_outwards(facets: &[[Site<3>; 3]]) -> Result<f64, MeshFlaw> {
    let volume: f64 = shares(facets).sum();
    if volume > 0.0 {
        return Ok(volume);
    }
    match shares(facets).position(|share| share < 0.0) {
        Some(facet) if volume < 0.0 => Err(MeshFlaw::Inverted { facet }),
        _ => Err(MeshFlaw::Flat),
    }
}

/// The volume (times six) between each facet and the first corner of the first.
fn shares(facets: &[[Site<3>; 3]]) -> impl Iterator<Item = f64> {
    let base = facets.first().map_or([0.0; 3], |facet| facet[0]);
    facets.iter().map(move |&[a, b, c]| -exact::beyond(a, b, c, base))
}

/// No point is beyond a facet by more than the tolerance.
fn stay_behind(
    points: &[Vector<3>],
    sites: &[Site<3>],
    facets: &[[Site<3>; 3]],
) -> Result<(), MeshFlaw> {
    let tree = Tree::new(sites);
    let size = tree.size();
    for (facet, &corners) in facets.iter().enumerate() {
        if let Some((vertex, scaled)) = tree.farthest_beyond(sites, corners, MESH_TOLERANCE * size)
        {
            let reach = |k: usize| {
                let at = |most: f64, p: &Vector<3>| most.max(p[k]);
                let below = |least: f64, p: &Vector<3>| least.min(p[k]);
                points.iter().fold(f64::MIN, at) - points.iter().fold(f64::MAX, below)
            };
            let distance = scaled / size * Vector::<3>::from_fn(reach).max_abs();
            return Err(MeshFlaw::NotConvex { facet, vertex, distance });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::judge::{lattice, unit};
    use super::*;
    use crate::space::Rotation;
    use std::string::ToString;

    fn solid(points: &[Vector<3>]) -> (Vec<Vector<3>>, Vec<[u32; 3]>) {
        let hull = hull3(points);
        (hull.vertices.iter().map(|&v| points[v as usize]).collect(), hull.triangles)
    }

    fn reversed(faces: &[[u32; 3]]) -> Vec<[u32; 3]> {
        faces.iter().map(|&[a, b, c]| [a, c, b]).collect()
    }

    #[test]
    fn hulls_are_accepted_and_their_reverse_is_not() {
        fastrand::seed(11);
        for n in [4, 10, 300] {
            for thickness in [1.0, 1e-6, 1e-14, 1e-100] {
                let flat = Vector([1.0, 1.0, thickness]);
                let points: Vec<_> = (0..n).map(|_| unit().scale(flat)).collect();
                let (points, faces) = solid(&points);
                assert_eq!(convex_mesh(&points, &faces), Ok(()));
                let flaw = convex_mesh(&points, &reversed(&faces));
                assert!(matches!(flaw, Err(MeshFlaw::Inverted { .. })), "{flaw:?}");
            }
        }
    }

    #[test]
    fn rounding_is_tolerated_and_dents_are_not() {
        // A cube with a point in the middle of a side, pulled in by so much.
        let (mut points, mut faces) = solid(&lattice(2));
        let top = |t: &[u32; 3]| t.iter().all(|&i| points[i as usize][2] == 1.0);
        faces.retain(|t| !top(t));
        let ring = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let ring =
            ring.map(|[x, y]| points.iter().position(|p| p.0 == [x, y, 1.0]).unwrap() as u32);
        faces.extend([0, 1, 2, 3].map(|k| [ring[k], ring[(k + 1) % 4], 8]));
        points.push(Vector::ZERO);
        let turn = Rotation::from_axis_angle(Vector([1.0, 2.0, 3.0]), 0.7).unwrap();
        for (dent, fine) in [(-0.1, true), (0.0, true), (1e-13, true), (1e-10, true), (1e-7, false)]
        {
            points[8] = Vector([0.5, 0.5, 1.0 - dent]);
            let turned: Vec<_> = points.iter().map(|&p| turn.rotate(p) * 100.0).collect();
            match convex_mesh(&turned, &faces) {
                Ok(()) => assert!(fine, "{dent}"),
                Err(MeshFlaw::NotConvex { facet, distance, .. }) => {
                    assert!(!fine && facet >= 10, "{dent}");
                    assert!((distance / (200.0 * dent) - 1.0).abs() < 1e-3, "{distance}");
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn flaws_are_named() {
        let (points, faces) = solid(&lattice(2));
        assert_eq!(convex_mesh(&points, &[]), Err(MeshFlaw::Empty));
        let mut bad = faces.clone();
        bad[3][1] = 8;
        let flaw = MeshFlaw::IndexOutOfRange { facet: 3, index: 8 };
        assert_eq!(convex_mesh(&points, &bad), Err(flaw.clone()));
        assert_eq!(flaw.to_string(), "facet 3 names point 8, which does not exist");
        bad[3][1] = bad[3][0];
        assert_eq!(convex_mesh(&points, &bad), Err(MeshFlaw::DegenerateFacet { facet: 3 }));
        let open = convex_mesh(&points, &faces[..11]);
        assert!(matches!(open, Err(MeshFlaw::UnpairedEdge { .. })));
        let mut flipped = faces.clone();
        flipped[5].swap(0, 1);
        assert!(matches!(convex_mesh(&points, &flipped), Err(MeshFlaw::UnpairedEdge { .. })));
        let twice = [&faces[..], &faces[..]].concat();
        assert!(matches!(convex_mesh(&points, &twice), Err(MeshFlaw::UnpairedEdge { .. })));
        let flat = [[0, 1, 2], [0, 2, 1]];
        assert_eq!(convex_mesh(&points[..3], &flat), Err(MeshFlaw::Flat));
        let other = faces.iter().map(|f| f.map(|i| i + 8));
        let twice: Vec<_> = faces.iter().copied().chain(other).collect();
        let copies = [&points[..], &points[..]].concat();
        assert_eq!(convex_mesh(&copies, &twice), Err(MeshFlaw::Overlapping));
        let apart: Vec<_> = points.iter().map(|&p| p + Vector([3.0, 0.0, 0.0])).collect();
        let two = convex_mesh(&[&points[..], &apart[..]].concat(), &twice);
        assert!(matches!(two, Err(MeshFlaw::NotConvex { .. })));
    }
}
