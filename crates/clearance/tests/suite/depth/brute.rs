//! The depth of polytopes by trying every normal that a face of their difference can have.

use clearance::shape::Polytope;
use clearance::{Pose, Vector};

/// A polytope in the world: vertices, and the normals and edges of its surface.
pub struct Solid {
    points: Vec<Vector<3>>,
    normals: Vec<Vector<3>>,
    edges: Vec<Vector<3>>,
}

impl Solid {
    pub fn new(polytope: &Polytope<3>, pose: &Pose<3>) -> Self {
        let points: Vec<_> = polytope.vertices().iter().map(|p| pose.transform(*p)).collect();
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        for t in polytope.triangles() {
            let [p, q, r] = t.map(|k| points[k as usize]);
            normals.extend((q - p).cross(r - p).normalized());
            for (from, to) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                if from < to {
                    edges.extend((points[to as usize] - points[from as usize]).normalized());
                }
            }
        }
        Self { points, normals, edges }
    }

    fn reach(&self, n: Vector<3>) -> f64 {
        self.points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// How far the two overlap along n: minus the width of the slab between them.
pub fn overlap(a: &Solid, b: &Solid, n: Vector<3>) -> f64 {
    a.reach(n) + b.reach(-n)
}

/// The least overlap over all normals of faces and of pairs of edges, both ways.
pub fn depth(a: &Solid, b: &Solid) -> f64 {
    let mut least = f64::INFINITY;
    for n in a.normals.iter().chain(&b.normals) {
        least = least.min(overlap(a, b, *n)).min(overlap(a, b, -*n));
    }
    for e in &a.edges {
        for f in &b.edges {
            let cross = e.cross(*f);
            // Nearly parallel edges make faces so thin that their neighbours are as good.
            if cross.norm() > 1e-11
                && let Some(n) = cross.normalized()
            {
                least = least.min(overlap(a, b, n)).min(overlap(a, b, -n));
            }
        }
    }
    least
}
