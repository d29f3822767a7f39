//! Volume, centroid and second moment of polyhedra and polygons.

use crate::space::{Matrix, Vector};

/// Volume, centroid, and second moment `∫ (x − c)(x − c)ᵀ dV` about the centroid `c`, for unit
/// density, of the solid inside a closed surface of outward triangles (indices into `points`).
///
/// Lengths are measured from a vertex, then from the centroid, never from the origin: a small
/// body far away loses nothing. A surface that encloses no volume gets the mean of its corners as
/// its centroid, and zeros.
pub fn solid_moments(points: &[Vector<3>], triangles: &[[u32; 3]]) -> (f64, Vector<3>, Matrix<3>) {
    let Some(&[first, ..]) = triangles.first() else {
        return (0.0, points.first().copied().unwrap_or_default(), Matrix([Vector::ZERO; 3]));
    };
    let corners =
        |triangle: &[u32; 3], from: Vector<3>| triangle.map(|i| points[i as usize] - from);
    // Each triangle spans a tetrahedron with the base point, whose centroid is a quarter of the
    // sum of its corners.
    let base = points[first as usize];
    let (mut six_volumes, mut weighted, mut mean) = (0.0, Vector::ZERO, Vector::ZERO);
    for triangle in triangles {
        let [p, q, r] = corners(triangle, base);
        let det = p.dot(q.cross(r));
        six_volumes += det;
        weighted += (p + q + r) * det;
        mean += p + q + r;
    }
    let volume = six_volumes / 6.0;
    let centre = weighted / (4.0 * six_volumes);
    if !(volume > 0.0 && centre.is_finite()) {
        return (0.0, base + mean / (3.0 * triangles.len() as f64), Matrix([Vector::ZERO; 3]));
    }
    // Seen from the centroid of a convex body all tetrahedra are positive: nothing cancels.
    // With s the sum of the corners: ∫ x xᵀ = det/120 (p pᵀ + q qᵀ + r rᵀ + s sᵀ).
    let mut second = Matrix([Vector::ZERO; 3]);
    for triangle in triangles {
        let [p, q, r] = corners(triangle, base).map(|p| p - centre);
        let weight = p.dot(q.cross(r)) / 120.0;
        for v in [p, q, r, p + q + r] {
            add_outer(&mut second, v, weight);
        }
    }
    (volume, base + centre, second)
}

/// Area, centroid and second moment about the centroid of an anticlockwise polygon; as
/// [`solid_moments`].
pub fn area_moments(points: &[Vector<2>]) -> (f64, Vector<2>, Matrix<2>) {
    let Some(&base) = points.first() else {
        return (0.0, Vector::ZERO, Matrix([Vector::ZERO; 2]));
    };
    let edges = || points.iter().zip(points.iter().cycle().skip(1));
    let (mut two_areas, mut weighted, mut mean) = (0.0, Vector::ZERO, Vector::ZERO);
    for (&p, &q) in edges() {
        let (p, q) = (p - base, q - base);
        let det = p.wedge(q);
        two_areas += det;
        weighted += (p + q) * det;
        mean += p;
    }
    let area = two_areas / 2.0;
    let centre = weighted / (3.0 * two_areas);
    if !(area > 0.0 && centre.is_finite()) {
        return (0.0, base + mean / points.len() as f64, Matrix([Vector::ZERO; 2]));
    }
    let mut second = Matrix([Vector::ZERO; 2]);
    for (&p, &q) in edges() {
        let (p, q) = (p - base - centre, q - base - centre);
        let weight = p.wedge(q) / 24.0;
        for v in [p, q, p + q] {
            add_outer(&mut second, v, weight);
        }
    }
    (area, base + centre, second)
}

/// Adds `weight · v vᵀ`.
#[inline]
fn add_outer<const D: usize>(sum: &mut Matrix<D>, v: Vector<D>, weight: f64) {
    for i in 0..D {
        sum[i] += v * (v[i] * weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hull::{hull2, hull3};
    use std::vec::Vec;

    fn close(a: f64, b: f64, scale: f64) {
        assert!((a - b).abs() <= 1e-12 * scale, "{a} is not {b}");
    }

    #[test]
    fn boxes_near_and_far() {
        for offset in [0.0, 1024.0, 1_048_576.0 * 64.0] {
            let size = Vector([1.0, 2.0, 4.0]);
            let from = Vector([offset, -offset, offset]);
            let corner = |i: usize| from + Vector::from_fn(|k| size[k] * (i >> k & 1) as f64);
            let points: Vec<_> = (0..8).map(corner).collect();
            let (volume, centroid, second) = solid_moments(&points, &hull3(&points).triangles);
            close(volume, 8.0, 8.0);
            assert_eq!(centroid, from + size * 0.5);
            for i in 0..3 {
                for j in 0..3 {
                    let want = if i == j { 8.0 * size[i] * size[i] / 12.0 } else { 0.0 };
                    close(second[i][j], want, 10.0);
                }
            }
        }
    }

    #[test]
    fn a_tetrahedron_by_formula() {
        let p = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vector);
        let (volume, centroid, second) = solid_moments(&p, &hull3(&p).triangles);
        close(volume, 1.0 / 6.0, 1.0);
        close((centroid - Vector([0.25, 0.25, 0.25])).norm(), 0.0, 1.0);
        // ∫x² = 1/60 and ∫xy = 1/120 about the corner, less V/16.
        close(second[0][0], 1.0 / 60.0 - 1.0 / 96.0, 1.0);
        close(second[0][1], 1.0 / 120.0 - 1.0 / 96.0, 1.0);
        close(second[2][1], second[1][2], 1.0);
    }

    #[test]
    fn rectangles_and_triangles() {
        let square = [[5.0, 5.0], [7.0, 5.0], [7.0, 8.0], [5.0, 8.0]].map(Vector);
        let (area, centroid, second) = area_moments(&square);
        close(area, 6.0, 6.0);
        close((centroid - Vector([6.0, 6.5])).norm(), 0.0, 1.0);
        close(second[0][0], 6.0 * 4.0 / 12.0, 6.0);
        close(second[1][1], 6.0 * 9.0 / 12.0, 6.0);
        close(second[0][1], 0.0, 6.0);
        let triangle = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vector);
        let (area, _, second) = area_moments(&triangle);
        close(area, 0.5, 1.0);
        close(second[0][1], 1.0 / 24.0 - 0.5 / 9.0, 1.0);
        assert_eq!(hull2(&triangle).vertices, [0, 2, 1].map(|i: u32| (3 - i) % 3));
    }

    #[test]
    fn nothing_is_not_a_number() {
        let points = [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [3.0, 2.0, 3.0]].map(Vector);
        let (volume, centroid, _) = solid_moments(&points, &[[0, 1, 2]]);
        assert_eq!(volume, 0.0);
        assert!(centroid.is_finite());
        assert_eq!(solid_moments(&points, &[]).1, points[0]);
        assert_eq!(area_moments(&[]).0, 0.0);
        assert_eq!(area_moments(&[Vector([1.0, 1.0])]).1, Vector([1.0, 1.0]));
    }
}
