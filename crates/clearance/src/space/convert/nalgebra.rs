//! From and to `nalgebra`, double precision.

use nalgebra::{
    Isometry2, Isometry3, Point as NaPoint, Rotation as NaRotation, SMatrix, SVector, Translation,
    UnitComplex, UnitQuaternion,
};

use crate::space::{Matrix, Pose, PoseError, Rotation, Vector};

impl<const D: usize> From<SVector<f64, D>> for Vector<D> {
    fn from(v: SVector<f64, D>) -> Self {
        Self::from_fn(|i| v[i])
    }
}

impl<const D: usize> From<Vector<D>> for SVector<f64, D> {
    fn from(v: Vector<D>) -> Self {
        Self::from_fn(|i, _| v[i])
    }
}

impl<const D: usize> From<NaPoint<f64, D>> for Vector<D> {
    fn from(p: NaPoint<f64, D>) -> Self {
        p.coords.into()
    }
}

impl<const D: usize> From<Vector<D>> for NaPoint<f64, D> {
    fn from(v: Vector<D>) -> Self {
        Self { coords: v.into() }
    }
}

/// Of a square matrix.
fn rows<const D: usize>(m: &SMatrix<f64, D, D>) -> Matrix<D> {
    Matrix(core::array::from_fn(|i| Vector::from_fn(|j| m[(i, j)])))
}

impl<const D: usize> TryFrom<NaRotation<f64, D>> for Rotation<D> {
    type Error = PoseError;
    fn try_from(rotation: NaRotation<f64, D>) -> Result<Self, PoseError> {
        Self::from_matrix(rows(rotation.matrix()))
    }
}

impl<const D: usize> From<Rotation<D>> for NaRotation<f64, D> {
    fn from(rotation: Rotation<D>) -> Self {
        let m = rotation.matrix();
        Self::from_matrix_unchecked(SMatrix::from_fn(|i, j| m[i][j]))
    }
}

impl TryFrom<UnitComplex<f64>> for Rotation<2> {
    type Error = PoseError;
    fn try_from(rotation: UnitComplex<f64>) -> Result<Self, PoseError> {
        rotation.to_rotation_matrix().try_into()
    }
}

impl From<Rotation<2>> for UnitComplex<f64> {
    fn from(rotation: Rotation<2>) -> Self {
        Self::from_rotation_matrix(&rotation.into())
    }
}

impl TryFrom<UnitQuaternion<f64>> for Rotation<3> {
    type Error = PoseError;
    fn try_from(rotation: UnitQuaternion<f64>) -> Result<Self, PoseError> {
        let q = rotation.quaternion();
        Self::from_quaternion([q.i, q.j, q.k, q.w])
    }
}

impl From<Rotation<3>> for UnitQuaternion<f64> {
    fn from(rotation: Rotation<3>) -> Self {
        Self::from_rotation_matrix(&rotation.into())
    }
}

macro_rules! isometry {
    ($d:literal, $isometry:ty) => {
        impl TryFrom<$isometry> for Pose<$d> {
            type Error = PoseError;
            fn try_from(isometry: $isometry) -> Result<Self, PoseError> {
                Self::new(isometry.rotation.try_into()?, isometry.translation.vector)
            }
        }

        impl From<Pose<$d>> for $isometry {
            fn from(pose: Pose<$d>) -> Self {
                let translation = Translation { vector: pose.translation().into() };
                Self::from_parts(translation, (*pose.rotation()).into())
            }
        }
    };
}

isometry!(2, Isometry2<f64>);
isometry!(3, Isometry3<f64>);

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Point3, Vector3};

    #[test]
    fn there_and_back() {
        let isometry = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.3, -0.2, 0.9));
        let pose = Pose::try_from(isometry).unwrap();
        let x = Point3::new(0.1, -0.7, 5.0);
        let moved = pose.transform(x.into());
        assert!((moved - Vector::from(isometry * x)).norm() < 1e-14);
        let back = Isometry3::from(pose) * x;
        assert!((moved - Vector::from(back)).norm() < 1e-14);
        assert_eq!(Vector::from(Vector3::from(Vector([1.0, 2.0, 3.0]))), Vector([1.0, 2.0, 3.0]));

        let isometry = Isometry2::new(nalgebra::Vector2::new(1.0, 2.0), 0.7);
        let pose = Pose::try_from(isometry).unwrap();
        let x = nalgebra::Point2::new(0.1, -0.7);
        assert!((pose.transform(x.into()) - Vector::from(isometry * x)).norm() < 1e-15);
        let back = Isometry2::from(pose) * x;
        assert!((pose.transform(x.into()) - Vector::from(back)).norm() < 1e-15);
        let turn = Rotation::from_angle(0.4).unwrap();
        assert_eq!(Rotation::try_from(NaRotation::from(turn)), Ok(turn));
    }

    #[test]
    fn what_is_no_rotation_is_refused() {
        let drifted = NaRotation::<f64, 3>::from_matrix_unchecked(SMatrix::identity() * 1.001);
        assert!(matches!(Rotation::try_from(drifted), Err(PoseError::NotOrthogonal { .. })));
        let nowhere = Isometry3::translation(f64::INFINITY, 0.0, 0.0);
        assert_eq!(Pose::try_from(nowhere), Err(PoseError::NotFinite));
    }
}
