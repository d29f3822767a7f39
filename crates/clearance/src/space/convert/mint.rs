//! From and to `mint`, double precision.

use mint::{
    ColumnMatrix2, ColumnMatrix3, Point2, Point3, Quaternion, RowMatrix2, RowMatrix3, Vector2,
    Vector3,
};

use crate::space::{Matrix, PoseError, Rotation, Vector};

macro_rules! vectors {
    ($d:literal, $($vector:ty),*) => {$(
        impl From<$vector> for Vector<$d> {
            fn from(v: $vector) -> Self {
                Self(v.into())
            }
        }

        impl From<Vector<$d>> for $vector {
            fn from(v: Vector<$d>) -> Self {
                v.0.into()
            }
        }
    )*};
}

vectors!(2, Vector2<f64>, Point2<f64>);
vectors!(3, Vector3<f64>, Point3<f64>);

macro_rules! matrices {
    ($d:literal, $columns:ty, $rows:ty) => {
        impl From<$columns> for Matrix<$d> {
            fn from(m: $columns) -> Self {
                let columns: [[f64; $d]; $d] = m.into();
                Self::from_rows(columns).transpose()
            }
        }

        impl From<Matrix<$d>> for $columns {
            fn from(m: Matrix<$d>) -> Self {
                m.transpose().0.map(|column| column.0).into()
            }
        }

        impl From<$rows> for Matrix<$d> {
            fn from(m: $rows) -> Self {
                let rows: [[f64; $d]; $d] = m.into();
                Self::from_rows(rows)
            }
        }

        impl From<Matrix<$d>> for $rows {
            fn from(m: Matrix<$d>) -> Self {
                m.0.map(|row| row.0).into()
            }
        }

        impl TryFrom<$columns> for Rotation<$d> {
            type Error = PoseError;
            fn try_from(m: $columns) -> Result<Self, PoseError> {
                Self::from_matrix(m.into())
            }
        }

        impl TryFrom<$rows> for Rotation<$d> {
            type Error = PoseError;
            fn try_from(m: $rows) -> Result<Self, PoseError> {
                Self::from_matrix(m.into())
            }
        }
    };
}

matrices!(2, ColumnMatrix2<f64>, RowMatrix2<f64>);
matrices!(3, ColumnMatrix3<f64>, RowMatrix3<f64>);

impl TryFrom<Quaternion<f64>> for Rotation<3> {
    type Error = PoseError;
    /// Of any length but zero.
    fn try_from(q: Quaternion<f64>) -> Result<Self, PoseError> {
        Self::from_quaternion([q.v.x, q.v.y, q.v.z, q.s])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let turn = Rotation::from_rpy(0.3, -0.4, 2.0).unwrap();
        let columns = ColumnMatrix3::from(*turn.matrix());
        assert_eq!(columns.y.x, turn.matrix()[0][1]);
        assert_eq!(Rotation::try_from(columns), Ok(turn));
        assert_eq!(Rotation::try_from(RowMatrix3::from(*turn.matrix())), Ok(turn));
        let flat = Rotation::from_angle(0.3).unwrap();
        assert_eq!(Rotation::try_from(ColumnMatrix2::from(*flat.matrix())), Ok(flat));
        let v = Vector([1.0, 2.0, 3.0]);
        assert_eq!(Vector::from(Point3::from(v)), v);
        let half = 0.5_f64.sqrt();
        let quarter = Quaternion { v: Vector3 { x: 0.0, y: 0.0, z: half }, s: half };
        let turned = Rotation::try_from(quarter).unwrap().rotate(Vector([1.0, 0.0, 0.0]));
        assert!((turned - Vector([0.0, 1.0, 0.0])).norm() < 1e-15);
    }

    #[test]
    fn what_is_no_rotation_is_refused() {
        let sheared = ColumnMatrix2::from([[1.0, 0.0], [0.5, 1.0]]);
        assert!(matches!(Rotation::try_from(sheared), Err(PoseError::NotOrthogonal { .. })));
        let nothing = Quaternion { v: Vector3 { x: 0.0, y: 0.0, z: 0.0 }, s: 0.0 };
        assert_eq!(Rotation::try_from(nothing), Err(PoseError::ZeroLength));
    }
}
