//! How a body moves.

use alloc::vec::Vec;

use super::QueryError;
use crate::accuracy;
use crate::space::{Matrix, Pose, Rotation, Vector, real};

/// Where a body is over time: at rest, moving and turning steadily, or through a list of poses.
///
/// Translation is linear in time. Rotation is at a constant angular velocity, in the world's axes
/// and about the origin of the body's frame; between two poses that is the shortest turn (slerp).
///
/// ```
/// use clearance::{Motion, Pose, Vector};
/// let rolling = Motion::<3>::twist(Pose::IDENTITY, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])?;
/// assert_eq!(rolling.at(2.0).translation(), Vector([2.0, 0.0, 0.0]));
/// let there_and_back = Motion::through([
///     (0.0, Pose::<2>::IDENTITY),
///     (1.0, Pose::at([3.0, 0.0])),
///     (2.0, Pose::IDENTITY),
/// ])?;
/// assert_eq!(there_and_back.at(1.5).translation(), Vector([1.5, 0.0]));
/// # Ok::<(), clearance::QueryError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Motion<const D: usize> {
    /// Each from its own start to that of the next; the last goes on for ever.
    pieces: Vec<Piece<D>>,
}

/// Steady motion from a time on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Piece<const D: usize> {
    pub(crate) start: f64,
    pub(crate) pose: Pose<D>,
    pub(crate) velocity: Vector<D>,
    /// Angular velocity; in 2D only the third entry is used.
    pub(crate) spin: Vector<3>,
}

impl<const D: usize> Motion<D> {
    /// At rest.
    pub fn still(pose: Pose<D>) -> Self {
        let piece = Piece { start: 0.0, pose, velocity: Vector::ZERO, spin: Vector::ZERO };
        Self { pieces: [piece].to_vec() }
    }

    /// Moving at a constant velocity, without turning.
    pub fn linear(pose: Pose<D>, velocity: impl Into<Vector<D>>) -> Result<Self, QueryError> {
        Self::steady(pose, velocity.into(), Vector::ZERO)
    }

    /// Moving at a constant velocity and turning at a constant angular velocity, of which only the
    /// third coordinate counts in the plane. See `twist`, which knows its dimension.
    pub fn steady(pose: Pose<D>, velocity: Vector<D>, spin: Vector<3>) -> Result<Self, QueryError> {
        if !(velocity.is_finite() && spin.is_finite() && pose.translation().is_finite()) {
            return Err(QueryError::BadArgument("a number of the motion is not finite"));
        }
        Ok(Self { pieces: [Piece { start: 0.0, pose, velocity, spin }].to_vec() })
    }

    /// Through these poses at these times, which increase and of which the first is zero. After
    /// the last the body rests.
    pub fn through(poses: impl IntoIterator<Item = (f64, Pose<D>)>) -> Result<Self, QueryError> {
        let poses: Vec<(f64, Pose<D>)> = poses.into_iter().collect();
        let Some((first, _)) = poses.first() else {
            return Err(QueryError::BadArgument("a list of poses has at least one"));
        };
        let increasing = poses.windows(2).all(|two| two[0].0 < two[1].0);
        let finite = poses.iter().all(|(t, p)| t.is_finite() && p.translation().is_finite());
        if !(*first == 0.0 && increasing && finite) {
            return Err(QueryError::BadArgument(
                "the times of a list of poses start at zero and increase",
            ));
        }
        let mut pieces = Vec::with_capacity(poses.len());
        for k in 0..poses.len() {
            let (start, pose) = poses[k];
            let (velocity, spin) = match poses.get(k + 1) {
                None => (Vector::ZERO, Vector::ZERO),
                Some((end, next)) => {
                    let time = end - start;
                    let turn = next.rotation().compose(&pose.rotation().inverse());
                    let velocity = (next.translation() - pose.translation()) / time;
                    (velocity, turning(turn.matrix()) / time)
                }
            };
            pieces.push(Piece { start, pose, velocity, spin });
        }
        Ok(Self { pieces })
    }

    /// Where the body is at a time (zero or more).
    pub fn at(&self, time: f64) -> Pose<D> {
        self.piece(time).at(time)
    }

    /// Whether the body never turns.
    pub fn is_linear(&self) -> bool {
        self.pieces.iter().all(|piece| piece.spin == Vector::ZERO)
    }

    /// The piece that holds at a time, and right after it.
    pub(crate) fn piece(&self, time: f64) -> &Piece<D> {
        let after = self.pieces.partition_point(|piece| piece.start <= time);
        &self.pieces[after.saturating_sub(1)]
    }

    /// The first start of a piece after `time`, or `end`.
    pub(crate) fn next_start(&self, time: f64, end: f64) -> f64 {
        let after = self.pieces.partition_point(|piece| piece.start <= time);
        self.pieces.get(after).map_or(end, |piece| piece.start.min(end))
    }
}

impl Motion<3> {
    /// Moving at a constant velocity and turning at a constant angular velocity, both in the
    /// world's axes, about the origin of the body's frame.
    pub fn twist(
        pose: Pose<3>,
        velocity: impl Into<Vector<3>>,
        angular_velocity: impl Into<Vector<3>>,
    ) -> Result<Self, QueryError> {
        Self::steady(pose, velocity.into(), angular_velocity.into())
    }
}

impl Motion<2> {
    /// Moving at a constant velocity and turning anticlockwise at a constant angular velocity,
    /// about the origin of the body's frame.
    pub fn twist(
        pose: Pose<2>,
        velocity: impl Into<Vector<2>>,
        angular_velocity: f64,
    ) -> Result<Self, QueryError> {
        Self::steady(pose, velocity.into(), Vector([0.0, 0.0, angular_velocity]))
    }
}

impl<const D: usize> Piece<D> {
    /// The pose at a time.
    pub(crate) fn at(&self, time: f64) -> Pose<D> {
        let passed = time - self.start;
        let translation = self.pose.translation() + self.velocity * passed;
        let speed = self.spin.norm();
        if speed == 0.0 {
            return Pose::new(*self.pose.rotation(), translation).unwrap_or(self.pose);
        }
        let turn = rotation::<D>(self.spin / speed, speed * passed);
        Pose::new(turn.compose(self.pose.rotation()), translation).unwrap_or(self.pose)
    }

    /// How fast the body turns across `normal`: times the distance from the body's origin, no
    /// point moves faster than this along the normal by turning.
    pub(crate) fn turning_across(&self, normal: Vector<D>) -> f64 {
        let n = Vector::<3>::from_fn(|i| if i < D { normal[i] } else { 0.0 });
        self.spin.cross(n).norm()
    }
}

/// The rotation about a unit axis (about the third one in 2D).
fn rotation<const D: usize>(axis: Vector<3>, angle: f64) -> Rotation<D> {
    // The pieces of a dimension's own constructor, found without naming the dimension.
    let turn = if D == 2 { Vector::axis(2) * axis[2].signum() } else { axis };
    let Ok(turn) = Rotation::from_axis_angle(turn, angle) else { return Rotation::IDENTITY };
    let m = turn.matrix();
    let matrix = Matrix(core::array::from_fn(|i| Vector::from_fn(|j| m[i][j])));
    Rotation::from_matrix(matrix).unwrap_or_default()
}

/// The axis of a rotation times its angle, which is at most half a turn.
fn turning<const D: usize>(m: &Matrix<D>) -> Vector<3> {
    if D == 2 {
        return Vector([0.0, 0.0, real::atan2(m[1][0], m[0][0])]);
    }
    let m = |i: usize, j: usize| m[i % D][j % D];
    // The quaternion (x, y, z, w), from its largest part: nothing cancels.
    let trace = m(0, 0) + m(1, 1) + m(2, 2);
    let skew = Vector([m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)]);
    let (v, w) = if trace > 0.0 {
        (skew, 1.0 + trace)
    } else {
        let mut i = 0;
        for k in 1..3 {
            if m(k, k) > m(i, i) {
                i = k;
            }
        }
        let (j, k) = (i + 1, i + 2);
        let mut v = Vector::ZERO;
        v[i] = 1.0 + m(i, i) - m(j, j) - m(k, k);
        v[j % 3] = m(j, i) + m(i, j);
        v[k % 3] = m(k, i) + m(i, k);
        (v, skew[i])
    };
    let length = v.norm();
    if length <= accuracy::SMALLEST {
        return Vector::ZERO;
    }
    let (v, w) = if w < 0.0 { (-v, -w) } else { (v, w) };
    v * (2.0 * real::atan2(length, w) / length)
}
