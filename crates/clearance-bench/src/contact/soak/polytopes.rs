//! Depths of polytopes beside all the normals that a face of their difference can have: those of
//! faces, and of every pair of edges. A pair of edges makes a face only if their arcs on the
//! sphere of directions cross; those that clearly do not are left out, which makes it possible to
//! look at hundreds of vertices.

use std::collections::HashMap;

use clearance::shape::Polytope;
use clearance::{Pose, Rotation, Signed, Vector, Workspace, check_depth};
use fastrand::Rng;

use super::{Tally, sound, zoo};
use crate::workloads::{between, direction, rotation};

/// Depths must agree to this, of a size of about 1.
const ALLOWED: f64 = 1e-13;

/// What counts as parallel.
const PARALLEL: f64 = 1e-9;

/// The surface of a polytope in the world.
struct Surface {
    points: Vec<Vector<3>>,
    normals: Vec<Vector<3>>,
    /// Each edge: its direction, and the faces on its two sides.
    edges: Vec<(Vector<3>, [usize; 2])>,
}

impl Surface {
    fn new(polytope: &Polytope<3>, pose: &Pose<3>) -> Self {
        let points: Vec<_> = polytope.vertices().iter().map(|p| pose.transform(*p)).collect();
        let (mut normals, mut sides) = (Vec::new(), HashMap::new());
        for t in polytope.triangles() {
            let [p, q, r] = t.map(|k| points[k as usize]);
            let Some(normal) = (q - p).cross(r - p).normalized() else { continue };
            for (from, to) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                let key = (from.min(to), from.max(to));
                sides.entry(key).or_insert_with(Vec::new).push(normals.len());
            }
            normals.push(normal);
        }
        let mut edges = Vec::new();
        for ((from, to), faces) in sides {
            let way = (points[to as usize] - points[from as usize]).normalized();
            if let (Some(way), [f, g]) = (way, &faces[..]) {
                edges.push((way, [*f, *g]));
            }
        }
        Self { points, normals, edges }
    }

    fn reach(&self, n: Vector<3>) -> f64 {
        self.points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Whether two numbers are both clearly positive or both clearly negative.
fn same_side(x: f64, y: f64) -> bool {
    (x > PARALLEL && y > PARALLEL) || (x < -PARALLEL && y < -PARALLEL)
}

/// The least overlap over all normals.
fn by_all_normals(a: &Surface, b: &Surface) -> f64 {
    let mut least = f64::INFINITY;
    let mut look = |n: Vector<3>| least = least.min(a.reach(n) + b.reach(-n));
    a.normals.iter().for_each(|n| look(*n));
    b.normals.iter().for_each(|n| look(-*n));
    for (e, [f1, f2]) in &a.edges {
        let (n1, n2) = (a.normals[*f1], a.normals[*f2]);
        for (f, [g1, g2]) in &b.edges {
            // The arc from n1 to n2 lies in the plane across e; B's arc, turned around, must
            // cross that plane, and the other way round.
            if same_side(b.normals[*g1].dot(*e), b.normals[*g2].dot(*e))
                || same_side(n1.dot(*f), n2.dot(*f))
            {
                continue;
            }
            let cross = e.cross(*f);
            if cross.norm() > 1e-11
                && let Some(n) = cross.normalized()
            {
                look(n);
                look(-n);
            }
        }
    }
    least
}

/// A pair of polytopes with 4 to 300 vertices, and where they are.
fn case(rng: &mut Rng, k: u64) -> ([Polytope<3>; 2], [Pose<3>; 2]) {
    let most = match k % 20 {
        0 => 300,
        1..5 => 100,
        _ => 32,
    };
    let make = |rng: &mut Rng| match rng.usize(..6) {
        0 => zoo::prism(rng),
        1 => zoo::brick(rng),
        _ => {
            let count = rng.usize(8..=most);
            zoo::cloud(rng, count)
        }
    };
    let a = make(rng);
    let mut b = make(rng);
    let aligned = rng.u8(..4) == 0;
    let turn = if aligned { Rotation::IDENTITY } else { rotation(rng) };
    let toward = direction::<3>(rng);
    let offset = match rng.usize(..5) {
        // Concentric.
        0 => Vector::ZERO,
        // Contained: a small one near the middle.
        1 => {
            let small = b.vertices().iter().map(|p| *p * 0.25);
            b = sound(Polytope::from_points(small.collect::<Vec<_>>()));
            toward * between(rng, 0.0, 0.3)
        }
        // Deep.
        2 => toward * between(rng, 0.0, 0.6),
        3 => toward * between(rng, 0.3, 1.2),
        // Shallow: moved out along a direction, and a little back.
        _ => {
            let here = Surface::new(&a, &Pose::IDENTITY).reach(toward);
            let there = Surface::new(&b, &Pose::rotated(turn)).reach(-toward);
            toward * (here + there - between(rng, 0.0, 0.05))
        }
    };
    // Somewhere else, so that nothing is at the origin by chance.
    let place = if aligned { Vector::ZERO } else { direction::<3>(rng) * between(rng, 0.0, 3.0) };
    let pose_b = sound(Pose::new(turn, place + offset));
    ([a, b], [Pose::at(place), pose_b])
}

/// Compares so many.
pub fn all_normals(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    let mut k = 0;
    while tally.compared < count {
        k += 1;
        let ([a, b], [pose_a, pose_b]) = case(rng, k);
        let wanted = by_all_normals(&Surface::new(&a, &pose_a), &Surface::new(&b, &pose_b));
        match workspace.signed_distance(&a, &pose_a, &b, &pose_b) {
            Ok(Signed::Overlap(found)) => {
                tally.local += u64::from(!found.global);
                let checked = check_depth(&found, &a, &pose_a, &b, &pose_b);
                let error = if checked.is_ok() { (found.depth - wanted).abs() } else { 1.0 };
                tally.add(error, ALLOWED, || {
                    format!("polytopes, case {k}: {checked:?}, {wanted} wanted, {found:?}")
                });
            }
            Ok(Signed::Apart(_)) if wanted <= ALLOWED => tally.skipped += 1,
            other => tally.add(1.0, 0.0, || format!("polytopes, case {k}: {wanted} {other:?}")),
        }
    }
    tally
}
