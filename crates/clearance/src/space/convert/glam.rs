//! From and to `glam`, double precision.

use glam::{DAffine2, DAffine3, DMat2, DMat3, DQuat, DVec2, DVec3};

use crate::space::{Matrix, Pose, PoseError, Rotation, Vector};

macro_rules! dimension {
    ($d:literal, $vector:ty, $matrix:ty, $affine:ty, $part:ident) => {
        impl From<$vector> for Vector<$d> {
            fn from(v: $vector) -> Self {
                Self(v.to_array())
            }
        }

        impl From<Vector<$d>> for $vector {
            fn from(v: Vector<$d>) -> Self {
                Self::from_array(v.0)
            }
        }

        impl From<$matrix> for Matrix<$d> {
            fn from(m: $matrix) -> Self {
                Self::from_columns(m.to_cols_array_2d().map(Vector))
            }
        }

        impl From<Matrix<$d>> for $matrix {
            fn from(m: Matrix<$d>) -> Self {
                Self::from_cols_array_2d(&m.transpose().0.map(|column| column.0))
            }
        }

        impl TryFrom<$matrix> for Rotation<$d> {
            type Error = PoseError;
            fn try_from(m: $matrix) -> Result<Self, PoseError> {
                Self::from_matrix(m.into())
            }
        }

        impl From<Rotation<$d>> for $matrix {
            fn from(rotation: Rotation<$d>) -> Self {
                Matrix::from(rotation).into()
            }
        }

        impl TryFrom<$affine> for Pose<$d> {
            type Error = PoseError;
            fn try_from(map: $affine) -> Result<Self, PoseError> {
                Self::new(map.$part.try_into()?, map.translation)
            }
        }

        impl From<Pose<$d>> for $affine {
            fn from(pose: Pose<$d>) -> Self {
                Self { $part: (*pose.rotation()).into(), translation: pose.translation().into() }
            }
        }
    };
}

dimension!(2, DVec2, DMat2, DAffine2, matrix2);
dimension!(3, DVec3, DMat3, DAffine3, matrix3);

impl TryFrom<DQuat> for Rotation<3> {
    type Error = PoseError;
    /// Of any length but zero.
    fn try_from(q: DQuat) -> Result<Self, PoseError> {
        Self::from_quaternion(q.to_array())
    }
}

impl From<Rotation<3>> for DQuat {
    fn from(rotation: Rotation<3>) -> Self {
        Self::from_mat3(&rotation.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let turn = Rotation::from_rpy(0.3, -0.4, 2.0).unwrap();
        let pose = Pose::new(turn, [1.0, 2.0, 3.0]).unwrap();
        let map = DAffine3::from(pose);
        assert_eq!(Pose::try_from(map), Ok(pose));
        let x = Vector([0.1, -0.7, 5.0]);
        let moved = Vector::from(map.transform_point3(x.into()));
        assert!((moved - pose.transform(x)).norm() < 1e-15);
        let again = Rotation::try_from(DQuat::from(turn)).unwrap();
        assert!((again.rotate(x) - turn.rotate(x)).norm() < 1e-14);

        let pose = Pose::new(Rotation::from_angle(0.7).unwrap(), [1.0, 2.0]).unwrap();
        let map = DAffine2::from(pose);
        assert_eq!(Pose::try_from(map), Ok(pose));
        let x = Vector([0.1, -0.7]);
        let moved = Vector::from(map.transform_point2(x.into()));
        assert!((moved - pose.transform(x)).norm() < 1e-15);
    }

    #[test]
    fn what_is_no_rotation_is_refused() {
        let stretched = DAffine3::from_scale(DVec3::splat(2.0));
        assert!(matches!(Pose::try_from(stretched), Err(PoseError::NotOrthogonal { .. })));
        let mirrored = DMat2::from_diagonal(DVec2::new(1.0, -1.0));
        assert_eq!(Rotation::try_from(mirrored), Err(PoseError::Reflection));
        let nowhere = DAffine3::from_translation(DVec3::NAN);
        assert_eq!(Pose::try_from(nowhere), Err(PoseError::NotFinite));
        let nothing = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        assert_eq!(Rotation::try_from(nothing), Err(PoseError::ZeroLength));
    }
}
