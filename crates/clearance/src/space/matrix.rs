//! Square matrices.

use core::ops::{Index, IndexMut, Mul};

use super::Vector;

/// A `D × D` matrix, stored by rows.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Matrix<const D: usize>(
    #[cfg_attr(feature = "serde", serde(with = "super::serde_array"))] pub [Vector<D>; D],
);

impl<const D: usize> Matrix<D> {
    /// The identity.
    pub const IDENTITY: Self = {
        let mut rows = [Vector::ZERO; D];
        let mut i = 0;
        while i < D {
            rows[i].0[i] = 1.0;
            i += 1;
        }
        Self(rows)
    };

    /// The matrix with these rows.
    #[inline(always)]
    pub(crate) fn by_rows(mut row: impl FnMut(usize) -> Vector<D>) -> Self {
        let mut rows = [Vector::ZERO; D];
        let mut i = 0;
        while i < D {
            rows[i] = row(i);
            i += 1;
        }
        Self(rows)
    }

    /// The matrix with these rows.
    #[inline]
    pub fn from_rows(rows: [[f64; D]; D]) -> Self {
        Self(rows.map(Vector))
    }

    /// The matrix with these columns.
    #[inline]
    pub fn from_columns(columns: [Vector<D>; D]) -> Self {
        Self(core::array::from_fn(|i| Vector::from_fn(|j| columns[j][i])))
    }

    /// The matrix with these numbers on the diagonal and zeros elsewhere.
    #[inline]
    pub fn diagonal(entries: Vector<D>) -> Self {
        Self(core::array::from_fn(|i| Vector::axis(i) * entries[i]))
    }

    /// Column `j`.
    #[inline(always)]
    pub fn column(&self, j: usize) -> Vector<D> {
        Vector::from_fn(|i| self[i][j])
    }

    /// The transpose.
    #[inline(always)]
    pub fn transpose(&self) -> Self {
        Self::by_rows(|i| self.column(i))
    }

    /// The transpose times `v`, without forming the transpose.
    #[inline(always)]
    pub fn transpose_mul(&self, v: Vector<D>) -> Vector<D> {
        let mut sum = self[0] * v[0];
        for i in 1..D {
            sum += self[i] * v[i];
        }
        sum
    }

    /// The determinant (for `D` up to 3).
    pub fn determinant(&self) -> f64 {
        let m = &self.0;
        match D {
            1 => m[0][0],
            2 => m[0][0] * m[1][1] - m[0][1] * m[1][0],
            3 => m[0].dot(m[1].cross3(m[2])),
            _ => f64::NAN,
        }
    }

    /// The inverse (for `D` up to 3), by cofactors; `None` if the determinant is zero or not a
    /// number.
    pub fn inverse(&self) -> Option<Self> {
        let (m, determinant) = (&self.0, self.determinant());
        if !(determinant != 0.0 && determinant.is_finite()) {
            return None;
        }
        // The columns of the inverse, times the determinant, are at right angles to the other rows.
        let columns: [Vector<D>; D] = core::array::from_fn(|i| match D {
            2 if i == 0 => Vector::from_fn(|k| if k == 0 { m[1][1] } else { -m[1][0] }),
            2 => Vector::from_fn(|k| if k == 0 { -m[0][1] } else { m[0][0] }),
            3 => m[(i + 1) % D].cross3(m[(i + 2) % D]),
            _ => Vector::axis(0),
        });
        Some(Self::from_columns(columns.map(|column| column / determinant)))
    }

    /// Whether each entry is a finite number.
    #[inline]
    pub fn is_finite(&self) -> bool {
        let mut finite = true;
        for row in self.0 {
            finite &= row.is_finite();
        }
        finite
    }
}

impl<const D: usize> From<[[f64; D]; D]> for Matrix<D> {
    /// From rows.
    #[inline]
    fn from(rows: [[f64; D]; D]) -> Self {
        Self::from_rows(rows)
    }
}

impl<const D: usize> Index<usize> for Matrix<D> {
    type Output = Vector<D>;
    #[inline(always)]
    fn index(&self, i: usize) -> &Vector<D> {
        &self.0[i]
    }
}

impl<const D: usize> IndexMut<usize> for Matrix<D> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut Vector<D> {
        &mut self.0[i]
    }
}

impl<const D: usize> Mul<Vector<D>> for Matrix<D> {
    type Output = Vector<D>;
    #[inline(always)]
    fn mul(self, v: Vector<D>) -> Vector<D> {
        Vector::from_fn(|i| self[i].dot(v))
    }
}

impl<const D: usize> Mul for Matrix<D> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::by_rows(|i| other.transpose_mul(self[i]))
    }
}
