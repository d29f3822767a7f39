//! Hulls in the plane: Andrew's monotone chain.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Hull;
use super::exact::{self, Site};
use crate::space::Vector;

/// The convex hull of points in the plane, anticlockwise from the leftmost.
///
/// Exact: no duplicate, no point on an edge between two others is a vertex. The input is finite;
/// an empty input has an empty hull. Coordinates 1e187 times smaller than the largest count as
/// zero.
pub fn hull2(points: &[Vector<2>]) -> Hull<2> {
    Hull::from_ring(ring(&exact::scaled(points)))
}

/// The hull's vertices anticlockwise, as indices; two for collinear points, one for equal points.
pub(super) fn ring(sites: &[Site<2>]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..sites.len() as u32).collect();
    order.sort_unstable_by(|&i, &j| {
        let (a, b) = (sites[i as usize], sites[j as usize]);
        compare(a, b).then(i.cmp(&j))
    });
    order.dedup_by(|later, earlier| sites[*later as usize] == sites[*earlier as usize]);
    if order.len() < 3 {
        return order;
    }
    // The lower side from left to right, then the upper side back. A chain loses its last
    // point as long as that point is not a strict left turn.
    let mut ring: Vec<u32> = Vec::with_capacity(order.len() + 1);
    extend(&mut ring, 1, order.iter().copied(), sites);
    let lower = ring.len();
    extend(&mut ring, lower, order.iter().rev().skip(1).copied(), sites);
    ring.pop();
    ring
}

/// Appends points to a chain, whose first `fixed` points stay.
fn extend(
    chain: &mut Vec<u32>,
    fixed: usize,
    points: impl Iterator<Item = u32>,
    sites: &[Site<2>],
) {
    for p in points {
        while let [.., a, b] = chain[..] {
            let [a, b, c] = [a, b, p].map(|i| sites[i as usize]);
            if chain.len() <= fixed || exact::turn(a, b, c) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(p);
    }
}

/// From left to right, and upwards among points above one another. Finite numbers compare.
fn compare(a: Site<2>, b: Site<2>) -> Ordering {
    let by = |k: usize| a[k].partial_cmp(&b[k]).unwrap_or(Ordering::Equal);
    by(0).then(by(1))
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    /// By brute force: strictly convex, and no point outside.
    fn judge(points: &[Vector<2>]) -> Hull<2> {
        let hull = hull2(points);
        let sites = exact::scaled(points);
        let at = |i: u32| sites[i as usize];
        let n = hull.vertices.len();
        assert_eq!(hull.dimension, (n - 1).min(2));
        assert_eq!(hull.starts.len(), n + 1);
        for (i, &v) in hull.vertices.iter().enumerate() {
            assert_eq!(sites.iter().position(|&p| p == at(v)), Some(v as usize));
            if n < 3 {
                continue;
            }
            let next = hull.vertices[(i + 1) % n];
            let after = hull.vertices[(i + 2) % n];
            assert!(exact::turn(at(v), at(next), at(after)) > 0.0);
            assert!(sites.iter().all(|&p| exact::turn(at(v), at(next), p) >= 0.0));
            assert_eq!(hull.neighbours_of(i), [((i + n - 1) % n) as u32, ((i + 1) % n) as u32]);
        }
        for _ in 0..20 {
            let d = Vector([fastrand::f64() - 0.5, fastrand::f64() - 0.5]);
            let over = |most: f64, p: Vector<2>| most.max(p.dot(d));
            let all = points.iter().copied().fold(f64::MIN, over);
            let kept = hull.vertices.iter().map(|&v| points[v as usize]).fold(f64::MIN, over);
            // Rounding can put an inner point ahead by its own last digit, never by more.
            let size = points.iter().fold(0.0, |most: f64, p| most.max(p.max_abs()));
            assert!(all - kept <= 2.0 * f64::EPSILON * size);
        }
        hull
    }

    #[test]
    fn one_two_and_three_points() {
        let (a, b, c) = (Vector([1.0, 2.0]), Vector([3.0, 1.0]), Vector([2.0, 5.0]));
        assert_eq!(judge(&[a]).vertices, [0]);
        assert_eq!(judge(&[a, a, a]).vertices, [0]);
        assert_eq!(judge(&[b, a, b]).vertices, [1, 0]);
        assert_eq!(judge(&[b, a, b]).neighbours, [1, 0]);
        assert_eq!(judge(&[a, b, c]).vertices, [0, 1, 2]);
        assert_eq!(judge(&[a, c, b]).vertices, [0, 2, 1]);
        assert_eq!(judge(&[a, (a + b) * 0.5, b]).vertices, [0, 2]);
        assert!(hull2(&[]).vertices.is_empty());
    }

    #[test]
    fn small_lattices() {
        fastrand::seed(1);
        for _ in 0..5_000 {
            let n = fastrand::usize(1..14);
            let coordinate = || fastrand::i32(-2..=2) as f64;
            let points: Vec<_> = (0..n).map(|_| Vector([coordinate(), coordinate()])).collect();
            judge(&points);
        }
    }

    #[test]
    fn random_clouds_of_every_size() {
        fastrand::seed(2);
        for scale in [1e-150, 1e-9, 1.0, 1e9, 1e50] {
            for offset in [0.0, 1e8] {
                let coordinate = || (fastrand::f64() + offset) * scale;
                let points: Vec<_> =
                    (0..300).map(|_| Vector([coordinate(), coordinate()])).collect();
                assert_eq!(judge(&points).dimension, 2);
            }
        }
    }

    #[test]
    fn thin_strips_are_polygons() {
        for thickness in [1e-9, 1e-14, 1e-100] {
            let points = vec![
                Vector([0.0, 0.0]),
                Vector([1.0, 0.0]),
                Vector([0.5, thickness]),
                Vector([0.5, 0.0]),
            ];
            assert_eq!(judge(&points).vertices, [0, 1, 2]);
        }
    }
}
