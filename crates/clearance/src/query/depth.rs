//! How deep, and the distance with its sign.

use super::{Query, QueryError};
use crate::answer::{Depth, Signed};
use crate::pair::{Pair, core_pose};
use crate::shape::Convex;
use crate::solver;
use crate::space::Pose;

/// How deep two shapes overlap: the shortest move that parts them. `None` if they are apart.
///
/// ```
/// use clearance::{Pose, Vector, penetration, shape::Cuboid};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let there = Pose::at([1.5, 0.2, 0.0]);
/// let depth = penetration(&cube, &Pose::IDENTITY, &cube, &there)?.expect("they overlap");
/// assert_eq!(depth.depth, 0.5);
/// assert_eq!(depth.normal, Vector([1.0, 0.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Pairs other than boxes need memory; ask a [`Workspace`] for many depths in a row.
///
/// # Where the depth may be local only
///
/// Every depth comes with two bounds, and [`Depth::global`] says whether they met. They do for nearly all pairs. They may
/// not where ways out are all but equally long along a whole ring or patch of directions, and nobody knows why: no
/// finite number of support points proves that there is no shorter one between them. Such pairs are
///
/// - a curved shape that is known by its support function alone (a [`Convex`] of your own that tells nothing else, or what
///   is made of one), with a ball or a point in the middle of a round part of it or on its axis, or another body of
///   revolution along the same axis;
/// - hulls and intersections a part of whose surface is a sphere, around its very centre, such as the end of a hull of two
///   balls, and intersections that are round about an axis;
/// - polytopes, boxes and other flat bodies beside bodies of revolution about an axis that goes through them, but for
///   segments, triangles and tetrahedra with a corner at the place that is deepest;
/// - a body that is not one of revolution on the axis of a curved one without end, where that body happens to be as wide
///   all around.
///
/// All other bodies of revolution of the library with parallel axes are proved, near each other's axis and middle too, and
/// so are their sums, affine images and hulls along one axis. Among pairs at random one in ten thousand is not proved. Its
/// depth is the least near its normal, its bounds hold, and they are mostly less than 1e-6 of the size apart (4e-3 around
/// a common centre); by as much it may change when one of the shapes is moved by a hair. A shape that tells its
/// [`roundness`](Convex::roundness) or its [`axis`](Convex::axis) is mostly spared that.
pub fn penetration<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Option<Depth<D>>, QueryError> {
    Workspace::new().penetration(a, pose_a, b, pose_b)
}

/// The distance of two shapes that are apart; minus the depth where they overlap. One function
/// across contact: its value changes no faster than the shapes move.
///
/// ```
/// use clearance::{Pose, signed_distance, shape::Ball};
/// let ball = Ball::<3>::new(1.0)?;
/// for x in [3.0, 2.0, 1.5] {
///     let signed = signed_distance(&ball, &Pose::IDENTITY, &ball, &Pose::at([x, 0.0, 0.0]))?;
///     assert_eq!(signed.distance(), x - 2.0);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn signed_distance<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Signed<D>, QueryError> {
    Workspace::new().signed_distance(a, pose_a, b, pose_b)
}

/// Memory for depths, kept from one query to the next. Once it has grown to what a pair needs, no
/// query allocates.
///
/// ```
/// use clearance::{Pose, Workspace, shape::Cylinder};
/// let (one, other) = (Cylinder::new(1.0, 0.5)?, Cylinder::new(0.8, 0.3)?);
/// let mut workspace = Workspace::new();
/// for step in 0..10 {
///     let there = Pose::at([0.1 * f64::from(step), 0.0, 0.4]);
///     let signed = workspace.signed_distance(&one, &Pose::IDENTITY, &other, &there)?;
///     assert!(signed.lower() <= signed.distance() && signed.distance() <= signed.upper());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace<const D: usize> {
    pub(super) memory: solver::Memory<D>,
}

impl<const D: usize> Workspace<D> {
    /// Empty: the first query that needs memory allocates it.
    pub fn new() -> Self {
        Self::default()
    }

    /// How deep two shapes overlap; see [`penetration`].
    #[inline]
    pub fn penetration(
        &mut self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Option<Depth<D>>, QueryError> {
        Ok(match self.signed_distance(a, pose_a, b, pose_b)? {
            Signed::Apart(_) => None,
            Signed::Overlap(depth) => Some(depth),
        })
    }

    /// The signed distance; see [`signed_distance`].
    #[inline]
    pub fn signed_distance(
        &mut self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Signed<D>, QueryError> {
        self.signed_distance_by(&Query::DEFAULT, a, pose_a, b, pose_b)
    }

    /// Whether the signed distance of two shapes is no more than `margin`: whether they come that
    /// close or, for a negative margin, overlap by that much.
    ///
    /// ```
    /// use clearance::{Pose, Workspace, shape::Ball};
    /// let ball = Ball::<2>::new(1.0)?;
    /// let there = Pose::at([1.5, 0.0]); // half a radius deep
    /// let mut workspace = Workspace::new();
    /// assert!(workspace.within(&ball, &Pose::IDENTITY, &ball, &there, -0.4)?);
    /// assert!(!workspace.within(&ball, &Pose::IDENTITY, &ball, &there, -0.6)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(
        &mut self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
        margin: f64,
    ) -> Result<bool, QueryError> {
        if margin >= 0.0 {
            return Query::DEFAULT.within(a, pose_a, b, pose_b, margin);
        }
        self.within_by(&Query::DEFAULT, a, pose_a, b, pose_b, margin)
    }

    /// The same for a negative margin.
    pub(crate) fn within_by(
        &mut self,
        query: &Query,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
        margin: f64,
    ) -> Result<bool, QueryError> {
        if !(margin > f64::NEG_INFINITY) {
            return Err(QueryError::BadArgument("the margin must be a number"));
        }
        let signed = self.signed_distance_by(query, a, pose_a, b, pose_b)?;
        let (lower, upper) = (signed.lower(), signed.upper());
        if !signed.is_global() && lower <= margin && margin < upper {
            return Err(QueryError::Undecided { lower, upper });
        }
        Ok(signed.distance() <= margin)
    }

    /// The same with explicit accuracy.
    pub fn signed_distance_by(
        &mut self,
        query: &Query,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Signed<D>, QueryError> {
        let (a, b) = (a.view(), b.view());
        let (core_a, core_b) = (core_pose(&a, pose_a), core_pose(&b, pose_b));
        let pose_a = core_a.as_ref().unwrap_or(pose_a);
        let pose_b = core_b.as_ref().unwrap_or(pose_b);
        let pair = Pair::new(&a, pose_a, &b, pose_b);
        query.refuse(&pair)?;
        solver::signed(&pair, query.accuracy, &mut self.memory)
    }
}
