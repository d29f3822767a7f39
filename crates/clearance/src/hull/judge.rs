//! Hulls in space, judged by brute force.

use alloc::vec::Vec;

use super::exact::{self, Site};
use super::{Hull, hull3};
use crate::space::Vector;

/// Builds the hull and checks all that it promises.
pub(super) fn judge(points: &[Vector<3>]) -> Hull<3> {
    let hull = hull3(points);
    let sites = exact::scaled(points);
    let corner = |i: u32| sites[hull.vertices[i as usize] as usize];
    assert_eq!(hull.starts.len(), hull.vertices.len() + 1);
    assert_eq!(hull.starts.last().copied(), Some(hull.neighbours.len() as u32));
    for &v in &hull.vertices {
        let first = sites.iter().position(|&p| p == sites[v as usize]);
        assert_eq!(first, Some(v as usize), "a later duplicate");
    }
    if hull.dimension == 3 {
        judge_surface(&hull, &sites, corner);
    } else {
        judge_flat(&hull, &sites, corner);
    }
    judge_support(&hull, points);
    hull
}

fn judge_surface(hull: &Hull<3>, sites: &[Site<3>], corner: impl Fn(u32) -> Site<3>) {
    let (v, f) = (hull.vertices.len(), hull.triangles.len());
    assert_eq!(f, 2 * v - 4, "Euler");
    assert!(hull.vertices.is_sorted());
    let mut edges = Vec::new();
    let mut volume_side = Vec::new();
    for t in &hull.triangles {
        let [a, b, c] = t.map(&corner);
        assert!(exact::shadow_axis(a, b, c).is_some(), "a degenerate triangle");
        assert!(sites.iter().all(|&p| exact::beyond(a, b, c, p) <= 0.0), "a point outside");
        volume_side.push(sites.iter().any(|&p| exact::beyond(a, b, c, p) < 0.0));
        edges.extend([(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]);
    }
    assert!(volume_side.iter().all(|&some| some));
    edges.sort_unstable();
    for (i, &(a, b)) in edges.iter().enumerate() {
        assert!(i == 0 || edges[i - 1] != (a, b), "an edge twice");
        assert!(edges.binary_search(&(b, a)).is_ok(), "an open edge");
        assert!(hull.neighbours_of(a as usize).contains(&b));
    }
    assert_eq!(edges.len(), hull.neighbours.len());
    // A vertex is extreme if the planes around it meet in a point only: if its triangles' planes
    // are three or more.
    for i in 0..v as u32 {
        let around: Vec<_> = hull.triangles.iter().filter(|t| t.contains(&i)).collect();
        let mut planes: Vec<[Site<3>; 3]> = Vec::new();
        for t in around {
            let t = t.map(&corner);
            let same =
                |p: &[Site<3>; 3]| t.iter().all(|&q| exact::beyond(p[0], p[1], p[2], q) == 0.0);
            if !planes.iter().any(same) {
                planes.push(t);
            }
        }
        assert!(planes.len() >= 3, "not extreme");
    }
}

fn judge_flat(hull: &Hull<3>, sites: &[Site<3>], corner: impl Fn(u32) -> Site<3>) {
    let n = hull.vertices.len();
    assert_eq!(hull.dimension, (n - 1).min(2));
    assert!(hull.triangles.is_empty());
    match n {
        1 => assert!(sites.iter().all(|&p| p == corner(0))),
        2 => {
            let (a, b) = (corner(0), corner(1));
            assert!(sites.iter().all(|&p| exact::shadow_axis(a, b, p).is_none()));
        }
        _ => {
            let [a, b, c] = [0, 1, 2].map(&corner);
            assert!(sites.iter().all(|&p| exact::beyond(a, b, c, p) == 0.0), "not flat");
            let axis = exact::shadow_axis(a, b, c).unwrap();
            let shadow = |p| exact::without(p, axis);
            let turn = |a, b, p| exact::turn(shadow(a), shadow(b), shadow(p));
            let way = turn(a, b, c);
            for i in 0..n as u32 {
                let [a, b, c] = [i, i + 1, i + 2].map(|k| corner(k % n as u32));
                assert!(turn(a, b, c) * way > 0.0, "not strictly convex");
                assert!(sites.iter().all(|&p| turn(a, b, p) * way.signum() >= 0.0));
            }
        }
    }
}

fn judge_support(hull: &Hull<3>, points: &[Vector<3>]) {
    for _ in 0..30 {
        let d = Vector::from_fn(|_| fastrand::f64() - 0.5);
        let over = |most: f64, p: Vector<3>| most.max(p.dot(d));
        let all = points.iter().copied().fold(f64::MIN, over);
        let kept = hull.vertices.iter().map(|&v| points[v as usize]).fold(f64::MIN, over);
        // Rounding can put an inner point ahead by its own last digit, never by more.
        let size = points.iter().fold(0.0, |most: f64, p| most.max(p.max_abs()));
        assert!(all - kept <= 4.0 * f64::EPSILON * size, "support {all} became {kept}");
    }
    // With small whole numbers there is no rounding, and no excuse.
    let whole = |p: &Vector<3>| p.0.iter().all(|x| x.abs() < 1e3 && *x == x.trunc());
    if points.iter().all(whole) {
        for _ in 0..30 {
            let d = Vector::from_fn(|_| fastrand::i32(-3..=3) as f64);
            let all = points.iter().map(|p| p.dot(d)).fold(f64::MIN, f64::max);
            let kept = hull.vertices.iter().map(|&v| points[v as usize].dot(d));
            assert_eq!(kept.fold(f64::MIN, f64::max), all);
        }
    }
}

/// A random unit vector.
pub(super) fn unit() -> Vector<3> {
    loop {
        let v = Vector::from_fn(|_| 2.0 * fastrand::f64() - 1.0);
        if v.norm() <= 1.0 && v.norm() > 0.1 {
            return v / v.norm();
        }
    }
}

/// The points of a lattice with `n` points a side.
pub(super) fn lattice(n: usize) -> Vec<Vector<3>> {
    let at = |i: usize| Vector([(i % n) as f64, (i / n % n) as f64, (i / n / n) as f64]);
    (0..n * n * n).map(at).collect()
}

#[test]
fn spheres_and_cubes() {
    fastrand::seed(3);
    for n in [4, 5, 8, 20, 100, 500] {
        let points: Vec<_> = (0..n).map(|_| unit()).collect();
        assert_eq!(judge(&points).vertices.len(), n);
        let points: Vec<_> = (0..n).map(|_| Vector::from_fn(|_| fastrand::f64())).collect();
        judge(&points);
    }
}

#[test]
fn lattices_have_eight_corners() {
    for n in 2..=6 {
        let mut points = lattice(n);
        for _ in 0..5 {
            let hull = judge(&points);
            assert_eq!((hull.vertices.len(), hull.triangles.len()), (8, 12));
            fastrand::shuffle(&mut points);
        }
    }
}

#[test]
fn sizes_and_places() {
    fastrand::seed(4);
    for scale in [1e-200, 1e-60, 1e-9, 1.0, 1e9, 1e50] {
        for offset in [0.0, 1e8] {
            for stretch in [1.0, 1e-6] {
                let far = Vector([offset, -offset, offset]);
                let shape = Vector([1.0, stretch, 1.0]);
                let points: Vec<_> = (0..60).map(|_| (unit().scale(shape) + far) * scale).collect();
                assert_eq!(judge(&points).dimension, 3);
            }
        }
    }
}

#[test]
fn wild_mixtures_of_scales() {
    fastrand::seed(5);
    for _ in 0..300 {
        let n = fastrand::usize(1..30);
        let wild = || (fastrand::f64() - 0.5) * 10f64.powi(fastrand::i32(-150..=50));
        let points: Vec<_> = (0..n).map(|_| Vector([wild(), wild(), wild()])).collect();
        judge(&points);
        let wilder = || f64::from_bits(fastrand::u64(..));
        let points: Vec<_> = (0..n)
            .map(|_| Vector([wilder(), wilder(), wilder()]))
            .filter(|p| p.is_finite())
            .collect();
        assert!(hull3(&points).vertices.len() <= points.len());
    }
}

#[test]
fn one_to_four_points() {
    let p = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vector);
    for n in 1..=4 {
        let hull = judge(&p[..n]);
        assert_eq!((hull.dimension, hull.vertices.len()), (n - 1, n));
    }
    assert_eq!(judge(&[p[3], p[3], p[3]]).vertices, [0]);
    assert!(hull3(&[]).vertices.is_empty());
}

#[test]
fn straight_and_flat_inputs() {
    fastrand::seed(6);
    for _ in 0..300 {
        // Small whole multiples keep the points exactly on the line, and in the plane.
        let [o, u, v] = [(); 3].map(|()| Vector::from_fn(|_| fastrand::i32(-9..=9) as f64));
        let n = fastrand::usize(1..40);
        let times = || fastrand::i32(-9..=9) as f64;
        let line: Vec<_> = (0..n).map(|_| o + u * times()).collect();
        assert!(judge(&line).dimension <= 1);
        let plane: Vec<_> = (0..n).map(|_| o + u * times() + v * times()).collect();
        assert!(judge(&plane).dimension <= 2);
    }
}

#[test]
fn duplicates_keep_the_first() {
    fastrand::seed(7);
    let points: Vec<_> = (0..50).map(|_| unit()).collect();
    let thrice: Vec<_> = (0..3).flat_map(|_| points.iter().copied()).collect();
    assert_eq!(judge(&thrice).vertices, (0..50).collect::<Vec<u32>>());
}

#[test]
fn thin_discs_are_solids() {
    fastrand::seed(8);
    for thickness in [1e-9, 1e-14, 1e-40, 1e-150] {
        for tilt in [0.0, 0.3] {
            let mut points = Vec::new();
            for i in 0..40 {
                let (sin, cos) = (i as f64 * 0.157).sin_cos();
                let z = if i % 2 == 0 { thickness } else { -thickness };
                points.push(Vector([cos, sin, z + tilt * cos]));
            }
            assert_eq!(judge(&points).dimension, 3);
        }
    }
}

#[test]
fn prisms_with_round_ends() {
    for n in [3, 4, 6, 17, 64] {
        let mut points = Vec::new();
        for z in [-1.0, 0.0, 1.0] {
            for i in 0..n {
                let (sin, cos) = (i as f64 * core::f64::consts::TAU / n as f64).sin_cos();
                points.push(Vector([cos, sin, z]));
            }
        }
        assert_eq!(judge(&points).vertices.len(), 2 * n);
    }
}

#[test]
fn small_lattice_points() {
    fastrand::seed(9);
    for _ in 0..3_000 {
        let n = fastrand::usize(1..30);
        let reach = fastrand::i32(1..=2);
        let points: Vec<_> =
            (0..n).map(|_| Vector::from_fn(|_| fastrand::i32(-reach..=reach) as f64)).collect();
        judge(&points);
    }
}
