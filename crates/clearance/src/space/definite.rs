//! Small systems with a symmetric positive definite matrix.

use super::real;

/// M = L Lᵀ, with L lower triangular; its diagonal is kept inverted.
pub(crate) struct Definite<const N: usize> {
    lower: [[f64; N]; N],
}

impl<const N: usize> Definite<N> {
    /// Takes the matrix apart, of which only the lower half is read; `None` if it is not positive
    /// definite to rounding.
    #[inline]
    pub(crate) fn new(mut m: [[f64; N]; N]) -> Option<Self> {
        for j in 0..N {
            let mut pivot = m[j][j];
            for k in 0..j {
                pivot -= m[j][k] * m[j][k];
            }
            if !(pivot > 0.0 && pivot < f64::INFINITY) {
                return None;
            }
            let inverse = 1.0 / real::sqrt(pivot);
            m[j][j] = inverse;
            for i in j + 1..N {
                let mut sum = m[i][j];
                for k in 0..j {
                    sum -= m[i][k] * m[j][k];
                }
                m[i][j] = sum * inverse;
            }
        }
        Some(Self { lower: m })
    }

    /// Solves M x = b.
    #[inline]
    pub(crate) fn solve(&self, b: [f64; N]) -> [f64; N] {
        let mut x = b;
        for i in 0..N {
            for k in 0..i {
                x[i] -= self.lower[i][k] * x[k];
            }
            x[i] *= self.lower[i][i];
        }
        for i in (0..N).rev() {
            for k in i + 1..N {
                x[i] -= self.lower[k][i] * x[k];
            }
            x[i] *= self.lower[i][i];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::Definite;

    #[test]
    fn solves_what_it_took_apart() {
        let m = [[4.0, 0.0, 0.0], [2.0, 5.0, 0.0], [1.0, -1.0, 3.0]];
        let [x, y, z] = Definite::new(m).unwrap().solve([7.0, 6.0, 3.0]);
        let rows = [4.0 * x + 2.0 * y + z, 2.0 * x + 5.0 * y - z, x - y + 3.0 * z];
        for (row, right) in rows.into_iter().zip([7.0, 6.0, 3.0]) {
            assert!((row - right).abs() < 1e-14, "{row} and {right}");
        }
        assert!(Definite::new([[1.0, 0.0], [2.0, 1.0]]).is_none());
        assert!(Definite::new([[f64::NAN]]).is_none());
    }
}
