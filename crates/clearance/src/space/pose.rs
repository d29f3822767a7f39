//! Where a body is and how it is turned.

use core::fmt;

use super::{Matrix, Vector, real};
use crate::accuracy;

/// A rotation: an orthogonal matrix with determinant 1, to within
/// [`ROTATION_TOLERANCE`](accuracy::ROTATION_TOLERANCE).
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Matrix<D>", into = "Matrix<D>"))]
pub struct Rotation<const D: usize> {
    matrix: Matrix<D>,
}

/// Why a pose was refused.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum PoseError {
    /// A number is NaN or infinite.
    NotFinite,
    /// The matrix is not a rotation: the largest entry of `M Mᵀ − I` is given.
    NotOrthogonal {
        /// How far the product is from the identity.
        error: f64,
    },
    /// The matrix mirrors: its determinant is −1.
    Reflection,
    /// The axis of rotation, or the quaternion, has length zero.
    ZeroLength,
}

impl fmt::Display for PoseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(f, "a number of the pose is not finite"),
            Self::NotOrthogonal { error } => write!(
                f,
                "the matrix is not a rotation: M·Mᵀ differs from the identity by {error:e}, \
                 more than {:e}",
                accuracy::ROTATION_TOLERANCE
            ),
            Self::Reflection => write!(f, "the matrix mirrors (its determinant is -1)"),
            Self::ZeroLength => write!(f, "the axis or quaternion has length zero"),
        }
    }
}

impl core::error::Error for PoseError {}

impl<const D: usize> Rotation<D> {
    /// No rotation.
    pub const IDENTITY: Self = Self { matrix: Matrix::IDENTITY };

    /// The rotation with this matrix; refuses one that is not a rotation.
    pub fn from_matrix(matrix: Matrix<D>) -> Result<Self, PoseError> {
        let error = Self::error_of(&matrix)?;
        let rotation = Self { matrix };
        // A matrix written with ten digits is brought to full precision: its transpose is taken
        // for its inverse everywhere.
        Ok(if error > accuracy::ROTATION_ROUNDING { rotation.renormalized() } else { rotation })
    }

    /// The same, with every entry left as it is: for a matrix that was a rotation's before, and was
    /// stored. Products of rotations are off by more than [`from_matrix`](Self::from_matrix) leaves
    /// alone.
    ///
    /// ```
    /// use clearance::Rotation;
    /// let turned = Rotation::from_rpy(0.1, 0.2, 0.3)?;
    /// assert_eq!(Rotation::from_stored(*turned.matrix())?, turned);
    /// # Ok::<(), clearance::PoseError>(())
    /// ```
    pub fn from_stored(matrix: Matrix<D>) -> Result<Self, PoseError> {
        Self::error_of(&matrix)?;
        Ok(Self { matrix })
    }

    /// How far the matrix is from a rotation; refuses one that is too far.
    #[inline]
    fn error_of(matrix: &Matrix<D>) -> Result<f64, PoseError> {
        if !matrix.is_finite() {
            return Err(PoseError::NotFinite);
        }
        let mut error = 0.0_f64;
        for i in 0..D {
            for j in 0..D {
                let wanted = if i == j { 1.0 } else { 0.0 };
                error = error.max((matrix[i].dot(matrix[j]) - wanted).abs());
            }
        }
        // Written so that a NaN (from overflow) is refused too.
        if !(error <= accuracy::ROTATION_TOLERANCE) {
            return Err(PoseError::NotOrthogonal { error });
        }
        if matrix.determinant() < 0.0 {
            return Err(PoseError::Reflection);
        }
        Ok(error)
    }

    /// The matrix.
    #[inline(always)]
    pub fn matrix(&self) -> &Matrix<D> {
        &self.matrix
    }

    /// The opposite rotation.
    #[inline]
    pub fn inverse(&self) -> Self {
        Self { matrix: self.matrix.transpose() }
    }

    /// First `other`, then this one.
    #[inline]
    pub fn compose(&self, other: &Self) -> Self {
        Self { matrix: self.matrix * other.matrix }
    }

    /// The vector, rotated.
    #[inline(always)]
    pub fn rotate(&self, v: Vector<D>) -> Vector<D> {
        self.matrix * v
    }

    /// The vector, rotated back.
    #[inline(always)]
    pub fn rotate_back(&self, v: Vector<D>) -> Vector<D> {
        self.matrix.transpose_mul(v)
    }

    /// The nearest rotation whose rows have length 1 and stand at right angles, to rounding.
    ///
    /// Long chains of [`compose`](Self::compose) drift away from it by about one unit in the last
    /// place a step.
    pub fn renormalized(&self) -> Self {
        // One Newton step of the polar decomposition: M ← M (3 I − Mᵀ M) / 2. The error after
        // it is the square of the error before, and the error before is at most 1e-9.
        let m = self.matrix;
        let gram = m.transpose() * m;
        let step = Matrix(core::array::from_fn(|i| {
            Vector::from_fn(|j| {
                let identity = if i == j { 3.0 } else { 0.0 };
                0.5 * (identity - gram[i][j])
            })
        }));
        Self { matrix: m * step }
    }
}

impl Rotation<2> {
    /// Anticlockwise by `angle` radians.
    pub fn from_angle(angle: f64) -> Result<Self, PoseError> {
        if !angle.is_finite() {
            return Err(PoseError::NotFinite);
        }
        let (sin, cos) = (real::sin(angle), real::cos(angle));
        Ok(Self { matrix: Matrix::from_rows([[cos, -sin], [sin, cos]]) })
    }
}

impl Rotation<3> {
    /// The rotation of the quaternion `x i + y j + z k + w`, of any length but zero.
    pub fn from_quaternion([x, y, z, w]: [f64; 4]) -> Result<Self, PoseError> {
        let q = Vector([x, y, z, w]);
        if !q.is_finite() {
            return Err(PoseError::NotFinite);
        }
        let Vector([x, y, z, w]) = q.normalized().ok_or(PoseError::ZeroLength)?;
        let matrix = Matrix::from_rows([
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]);
        Ok(Self { matrix })
    }

    /// By `angle` radians about `axis` (of any length but zero), by the right-hand rule.
    pub fn from_axis_angle(axis: impl Into<Vector<3>>, angle: f64) -> Result<Self, PoseError> {
        let axis = axis.into();
        if !(axis.is_finite() && angle.is_finite()) {
            return Err(PoseError::NotFinite);
        }
        let axis = axis.normalized().ok_or(PoseError::ZeroLength)?;
        let (sin, cos) = (real::sin(0.5 * angle), real::cos(0.5 * angle));
        let Vector([x, y, z]) = axis * sin;
        Self::from_quaternion([x, y, z, cos])
    }

    /// Roll about x, then pitch about y, then yaw about z, the axes fixed (as in URDF).
    pub fn from_rpy(roll: f64, pitch: f64, yaw: f64) -> Result<Self, PoseError> {
        let about = |axis, angle| Self::from_axis_angle(Vector::axis(axis), angle);
        Ok(about(2, yaw)?.compose(&about(1, pitch)?).compose(&about(0, roll)?))
    }
}

impl<const D: usize> Default for Rotation<D> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<const D: usize> TryFrom<Matrix<D>> for Rotation<D> {
    type Error = PoseError;
    fn try_from(matrix: Matrix<D>) -> Result<Self, PoseError> {
        Self::from_matrix(matrix)
    }
}

impl<const D: usize> From<Rotation<D>> for Matrix<D> {
    fn from(rotation: Rotation<D>) -> Self {
        rotation.matrix
    }
}

/// Where a body's frame lies in the world: a point `x` of the body is at `rotation · x +
/// translation`.
///
/// ```
/// use clearance::{Pose, Rotation, Vector};
/// let quarter = Rotation::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2)?;
/// let pose = Pose::new(quarter, [10.0, 0.0, 0.0])?;
/// let moved = pose.transform(Vector([1.0, 0.0, 0.0]));
/// assert!((moved - Vector([10.0, 1.0, 0.0])).norm() < 1e-15);
/// # Ok::<(), clearance::PoseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose<const D: usize> {
    rotation: Rotation<D>,
    translation: Vector<D>,
}

impl<const D: usize> Pose<D> {
    /// The world's own frame.
    pub const IDENTITY: Self = Self { rotation: Rotation::IDENTITY, translation: Vector::ZERO };

    /// Rotated, then translated.
    pub fn new(
        rotation: Rotation<D>,
        translation: impl Into<Vector<D>>,
    ) -> Result<Self, PoseError> {
        let translation = translation.into();
        if !translation.is_finite() {
            return Err(PoseError::NotFinite);
        }
        Ok(Self { rotation, translation })
    }

    /// Translated only. A translation that is not finite is refused by the query that meets it.
    #[inline]
    pub fn at(translation: impl Into<Vector<D>>) -> Self {
        Self { rotation: Rotation::IDENTITY, translation: translation.into() }
    }

    /// Rotated only.
    #[inline]
    pub fn rotated(rotation: Rotation<D>) -> Self {
        Self { rotation, translation: Vector::ZERO }
    }

    /// The rotation.
    #[inline(always)]
    pub fn rotation(&self) -> &Rotation<D> {
        &self.rotation
    }

    /// The translation.
    #[inline(always)]
    pub fn translation(&self) -> Vector<D> {
        self.translation
    }

    /// The body's point `x`, in the world.
    #[inline(always)]
    pub fn transform(&self, x: Vector<D>) -> Vector<D> {
        self.rotation.rotate(x) + self.translation
    }

    /// The world's point `x`, in the body's frame.
    #[inline(always)]
    pub fn transform_back(&self, x: Vector<D>) -> Vector<D> {
        self.rotation.rotate_back(x - self.translation)
    }

    /// First `other`, then this one.
    #[inline]
    pub fn compose(&self, other: &Self) -> Self {
        Self {
            rotation: self.rotation.compose(&other.rotation),
            translation: self.transform(other.translation),
        }
    }

    /// The pose that undoes this one.
    #[inline]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.inverse();
        Self { rotation, translation: -rotation.rotate(self.translation) }
    }

    /// The pose of `other` as seen from this frame: `self⁻¹ ∘ other`.
    ///
    /// The translations are subtracted before anything is rotated, so that two bodies far from
    /// the origin and close to each other lose nothing.
    #[inline(always)]
    pub fn to_local(&self, other: &Self) -> Self {
        let back = self.rotation.matrix.transpose();
        Self {
            rotation: Rotation { matrix: back * other.rotation.matrix },
            translation: back * (other.translation - self.translation),
        }
    }
}

impl<const D: usize> Default for Pose<D> {
    fn default() -> Self {
        Self::IDENTITY
    }
}
