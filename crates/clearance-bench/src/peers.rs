//! Parry in our words: the same poses, the same shapes, and how far apart it says they are.

use clearance::{Pose, Vector};
use parry2d_f64 as parry2;
use parry3d_f64 as parry3;

/// A pose of the peer's.
pub trait PeerPose<const D: usize>: Clone {
    /// The same pose as ours.
    fn of(pose: &Pose<D>) -> Self;
}

impl PeerPose<2> for parry2::math::Pose {
    fn of(pose: &Pose<2>) -> Self {
        let m = pose.rotation().matrix();
        let rotation = parry2::math::Rotation { re: m[0][0], im: m[1][0] };
        Self::from_parts(vec2(pose.translation()), rotation)
    }
}

impl PeerPose<3> for parry3::math::Pose {
    fn of(pose: &Pose<3>) -> Self {
        let m = pose.rotation().matrix();
        let columns = [0, 1, 2].map(|j| vec3(m.column(j)));
        let matrix = parry3::math::Mat3::from_cols(columns[0], columns[1], columns[2]);
        let rotation = parry3::math::Rotation::from_mat3(&matrix).normalize();
        Self::from_parts(vec3(pose.translation()), rotation)
    }
}

/// A vector of the peer's.
pub fn vec2(v: Vector<2>) -> parry2::math::Vector {
    parry2::math::Vector::new(v[0], v[1])
}

/// A vector of the peer's.
pub fn vec3(v: Vector<3>) -> parry3::math::Vector {
    parry3::math::Vector::new(v[0], v[1], v[2])
}

/// What a peer answers.
pub trait Verdict {
    /// The distance; zero where the shapes meet, NaN where the peer has none to offer.
    fn distance(&self) -> f64;
}

impl Verdict for f64 {
    fn distance(&self) -> f64 {
        *self
    }
}

impl Verdict for parry3::query::ClosestPoints {
    fn distance(&self) -> f64 {
        match self {
            Self::Intersecting => 0.0,
            Self::WithinMargin(p, q) => (*p - *q).length(),
            Self::Disjoint => f64::NAN,
        }
    }
}

impl Verdict for parry2::query::ClosestPoints {
    fn distance(&self) -> f64 {
        match self {
            Self::Intersecting => 0.0,
            Self::WithinMargin(p, q) => (*p - *q).length(),
            Self::Disjoint => f64::NAN,
        }
    }
}

impl<T: Verdict, E> Verdict for Result<T, E> {
    fn distance(&self) -> f64 {
        self.as_ref().map_or(f64::NAN, Verdict::distance)
    }
}

/// The closest points of two shapes in space.
pub fn closest3(
    a: &impl parry3::shape::Shape,
    pose_a: &parry3::math::Pose,
    b: &impl parry3::shape::Shape,
    pose_b: &parry3::math::Pose,
) -> Result<parry3::query::ClosestPoints, parry3::query::Unsupported> {
    parry3::query::closest_points(pose_a, a, pose_b, b, f64::MAX)
}

/// The distance of two shapes in space.
pub fn distance3(
    a: &impl parry3::shape::Shape,
    pose_a: &parry3::math::Pose,
    b: &impl parry3::shape::Shape,
    pose_b: &parry3::math::Pose,
) -> Result<f64, parry3::query::Unsupported> {
    parry3::query::distance(pose_a, a, pose_b, b).map(|found| found.distance)
}

/// The closest points of two shapes in the plane.
pub fn closest2(
    a: &impl parry2::shape::Shape,
    pose_a: &parry2::math::Pose,
    b: &impl parry2::shape::Shape,
    pose_b: &parry2::math::Pose,
) -> Result<parry2::query::ClosestPoints, parry2::query::Unsupported> {
    parry2::query::closest_points(pose_a, a, pose_b, b, f64::MAX)
}

/// The closest points of two support maps in space, for shapes that are the user's own.
pub fn supports3(
    a: &impl parry3::shape::SupportMap,
    pose_a: &parry3::math::Pose,
    b: &impl parry3::shape::SupportMap,
    pose_b: &parry3::math::Pose,
) -> parry3::query::ClosestPoints {
    let b_in_a = pose_a.inv_mul(pose_b);
    parry3::query::details::closest_points_support_map_support_map(&b_in_a, a, b, f64::MAX)
        .transform_by(pose_a, pose_b)
}

/// Parry's own way to follow a pair: its GJK, started along the direction that carried the last
/// answer. (The points of a kept simplex belong to the old poses: continuing from those would
/// give wrong answers.)
#[derive(Default)]
pub struct WarmGjk {
    simplex: parry3::query::gjk::VoronoiSimplex,
    direction: Option<parry3::math::Vector>,
}

impl WarmGjk {
    /// The closest points, in world coordinates.
    pub fn closest(
        &mut self,
        a: &impl parry3::shape::SupportMap,
        pose_a: &parry3::math::Pose,
        b: &impl parry3::shape::SupportMap,
        pose_b: &parry3::math::Pose,
    ) -> parry3::query::ClosestPoints {
        use parry3::query::{ClosestPoints, details, gjk::GJKResult};
        let b_in_a = pose_a.inv_mul(pose_b);
        let found = details::closest_points_support_map_support_map_with_params(
            &b_in_a,
            a,
            b,
            f64::MAX,
            &mut self.simplex,
            self.direction,
        );
        self.direction = None;
        match found {
            GJKResult::ClosestPoints(p, q, direction) => {
                self.direction = Some(direction);
                ClosestPoints::WithinMargin(pose_a * p, pose_a * q)
            }
            GJKResult::Intersection => ClosestPoints::Intersecting,
            GJKResult::Proximity(_) | GJKResult::NoIntersection(_) => ClosestPoints::Disjoint,
        }
    }
}

/// Parry has no ellipsoid: this is what its user would write.
pub struct Ellipsoid(pub parry3::math::Vector);

impl parry3::shape::SupportMap for Ellipsoid {
    fn local_support_point(&self, direction: parry3::math::Vector) -> parry3::math::Vector {
        let scaled = self.0 * direction;
        self.0 * scaled / scaled.length()
    }
}
