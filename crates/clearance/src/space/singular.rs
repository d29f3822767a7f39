//! A small matrix in axes that suit it.

use super::{Matrix, Vector, real};
use crate::accuracy;

/// Orthogonal axes that a matrix takes to orthogonal vectors: its singular value decomposition.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Singular<const D: usize> {
    /// Unit vectors at right angles to each other.
    pub(crate) axes: [Vector<D>; D],
    /// What the matrix makes of them, at right angles too; zero where that is rounding alone.
    pub(crate) images: [Vector<D>; D],
}

impl<const D: usize> Singular<D> {
    /// By rotations of two columns at a time (Hestenes's method), which is accurate for small
    /// singular values too.
    pub(crate) fn new(matrix: &Matrix<D>) -> Self {
        let mut axes: [Vector<D>; D] = core::array::from_fn(Vector::axis);
        let mut images: [Vector<D>; D] = core::array::from_fn(|j| matrix.column(j));
        for _ in 0..accuracy::SINGULAR_SWEEPS {
            let mut turned = false;
            for i in 0..D {
                for j in i + 1..D {
                    let (p, q) = (images[i].norm_squared(), images[j].norm_squared());
                    let both = images[i].dot(images[j]);
                    if !(both.abs() > accuracy::ROUNDING * real::sqrt(p * q)) {
                        continue;
                    }
                    let ratio = (q - p) / (2.0 * both);
                    let root = real::sqrt(1.0 + ratio * ratio);
                    let tangent = 1.0 / (ratio.abs() + root);
                    let tangent = if ratio < 0.0 { -tangent } else { tangent };
                    let cosine = 1.0 / real::sqrt(1.0 + tangent * tangent);
                    for all in [&mut axes, &mut images] {
                        let (x, y) = (all[i], all[j]);
                        all[i] = (x - y * tangent) * cosine;
                        all[j] = (x * tangent + y) * cosine;
                    }
                    turned = true;
                }
            }
            if !turned {
                break;
            }
        }
        let most = images.iter().fold(0.0_f64, |most, image| most.max(image.norm()));
        for image in &mut images {
            if image.norm() <= accuracy::QUADRIC_ROUNDING * most {
                *image = Vector::ZERO;
            }
        }
        Self { axes, images }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_and_images_make_up_the_matrix() {
        let flat = Matrix::from_rows([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.5, -1.0, 0.25]]);
        let steep = Matrix::from_rows([[1e-6, 2.0, 3.0], [2.0, 4e3, 6.0], [0.5, -1.0, 0.25]]);
        for (matrix, rank) in [(flat, 2), (steep, 3), (Matrix::IDENTITY, 3)] {
            let Singular { axes, images } = Singular::new(&matrix);
            let size = matrix.0.iter().fold(0.0, |sum, row| sum + row.sum_abs());
            for i in 0..3 {
                assert!((matrix * axes[i] - images[i]).norm() < 1e-15 * size);
                for j in 0..3 {
                    let unit = if i == j { 1.0 } else { 0.0 };
                    assert!((axes[i].dot(axes[j]) - unit).abs() < 1e-15);
                    let apart = images[i].dot(images[j]).abs();
                    assert!(i == j || apart <= 1e-15 * images[i].norm() * images[j].norm());
                }
            }
            assert_eq!(images.iter().filter(|image| **image != Vector::ZERO).count(), rank);
        }
    }
}
