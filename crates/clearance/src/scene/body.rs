//! Bodies: one or more convex parts in one frame.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::SceneError;
use super::bvh::Bvh;
use crate::accuracy;
use crate::query::{Aabb, BoundingBall, QueryError, bounding_ball, bounding_box};
use crate::shape::Convex;
use crate::space::{Pose, Vector};

/// One or more convex parts in one frame: their union, which need not be convex.
///
/// A body is measured once, when it is made; moving it, in any number of scenes, changes nothing
/// in it.
///
/// ```
/// use clearance::scene::Body;
/// use clearance::shape::{Ball, Cuboid};
/// use clearance::Pose;
/// use std::sync::Arc;
///
/// let ball = Body::new(Ball::<3>::new(0.5)?)?;
/// assert_eq!(ball.parts().len(), 1);
/// // An L of two boxes.
/// let bar = Arc::new(Cuboid::new([2.0, 0.2, 0.2])?);
/// let post = Arc::new(Cuboid::new([0.2, 0.2, 1.0])?);
/// let bracket = Body::from_parts([
///     (bar as _, Pose::IDENTITY),
///     (post as _, Pose::at([1.8, 0.0, 1.2])),
/// ])?;
/// assert_eq!(bracket.parts().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Body<const D: usize> {
    parts: Vec<Part<D>>,
    /// Over the parts, in the body's frame; empty if there is one part only.
    pub(super) tree: Bvh<D>,
    /// Around all parts, in the body's frame.
    pub(super) bounds: Aabb<D>,
    /// The same; its radius is infinite if the body is unbounded.
    pub(super) ball: BoundingBall<D>,
}

/// A convex part of a body.
#[derive(Clone)]
pub struct Part<const D: usize> {
    shape: Arc<dyn Convex<D>>,
    /// Where it lies in the body's frame, if not in the middle.
    pose: Option<Pose<D>>,
}

impl<const D: usize> Body<D> {
    /// A body of one convex part.
    pub fn new(shape: impl Convex<D> + 'static) -> Result<Self, SceneError> {
        Self::from_parts([(Arc::new(shape) as Arc<dyn Convex<D>>, Pose::IDENTITY)])
    }

    /// The union of convex parts, each where its pose says in the body's frame. Shapes may be
    /// shared among bodies.
    pub fn from_parts(
        parts: impl IntoIterator<Item = (Arc<dyn Convex<D>>, Pose<D>)>,
    ) -> Result<Self, SceneError> {
        let parts: Vec<Part<D>> = parts
            .into_iter()
            .map(|(shape, pose)| Part { shape, pose: (pose != Pose::IDENTITY).then_some(pose) })
            .collect();
        if parts.is_empty() {
            return Err(SceneError::NoParts);
        }
        let mut boxes = Vec::with_capacity(parts.len());
        let mut balls = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let blame = |error| SceneError::Part { part: index, error };
            let (bounds, ball) = part.measured().map_err(blame)?;
            boxes.push((index as u32, bounds));
            balls.push(ball);
        }
        let bounds = boxes.iter().fold(Aabb::EMPTY, |all, (_, one)| all.merged(one));
        let ball = around(&bounds, &balls);
        let mut tree = Bvh::default();
        if parts.len() > 1 {
            let count = parts.len();
            tree.build(&mut boxes, count);
        }
        Ok(Self { parts, tree, bounds, ball })
    }

    /// The parts.
    pub fn parts(&self) -> &[Part<D>] {
        &self.parts
    }

    /// Whether all parts are bounded.
    pub fn is_bounded(&self) -> bool {
        self.ball.radius.is_finite()
    }

    /// A ball around the body, in its own frame; `None` if it is unbounded.
    pub fn bounding_ball(&self) -> Option<BoundingBall<D>> {
        self.is_bounded().then_some(self.ball)
    }

    /// A box of the world around the body, where it is placed.
    pub(super) fn bounds_at(&self, pose: &Pose<D>) -> Aabb<D> {
        if self.is_bounded() {
            let BoundingBall { centre, radius } = self.ball;
            let centre = pose.transform(centre);
            let slack = accuracy::BOX_ROUNDING * accuracy::ROUNDING * (centre.max_abs() + radius);
            let ball = Aabb { low: centre, high: centre }.grown(radius + slack);
            return self.bounds.placed(pose).common(&ball);
        }
        let mut bounds = Aabb::EMPTY;
        for part in &self.parts {
            let everywhere =
                Aabb { low: Vector([f64::NEG_INFINITY; D]), high: Vector([f64::INFINITY; D]) };
            let one = part.bounds_at(pose).unwrap_or(everywhere);
            bounds = bounds.merged(&one);
        }
        bounds
    }

    /// The only part, if there is just one.
    #[inline(always)]
    pub(super) fn single(&self) -> Option<&Part<D>> {
        match &self.parts[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

impl<const D: usize> Part<D> {
    /// The shape.
    #[inline(always)]
    pub fn shape(&self) -> &dyn Convex<D> {
        &*self.shape
    }

    pub(super) fn shared(&self) -> Arc<dyn Convex<D>> {
        self.shape.clone()
    }

    /// Where it lies in the body's frame.
    pub fn pose(&self) -> Pose<D> {
        self.pose.unwrap_or(Pose::IDENTITY)
    }

    /// Where it lies in the world, when the body is placed.
    #[inline(always)]
    pub fn pose_in(&self, body: &Pose<D>) -> Pose<D> {
        match &self.pose {
            None => *body,
            Some(pose) => body.compose(pose),
        }
    }

    /// The same, if it is not where the body is.
    #[inline(always)]
    pub(super) fn placed_in(&self, body: &Pose<D>) -> Option<Pose<D>> {
        self.pose.as_ref().map(|pose| body.compose(pose))
    }

    fn bounds_at(&self, body: &Pose<D>) -> Result<Aabb<D>, QueryError> {
        let bounds = bounding_box(self.shape(), &self.pose_in(body))?;
        let ends = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
        let mut size = 0.0_f64;
        for i in 0..D {
            size = size.max(ends(bounds.low[i])).max(ends(bounds.high[i]));
        }
        Ok(bounds.grown(accuracy::PART_SLACK * size))
    }

    /// A box and a ball around the part in the body's frame; an infinite ball if it is unbounded.
    fn measured(&self) -> Result<(Aabb<D>, BoundingBall<D>), QueryError> {
        let bounds = self.bounds_at(&Pose::IDENTITY)?;
        let empty = (0..D).any(|i| !(bounds.low[i] <= bounds.high[i]));
        if empty {
            return Err(QueryError::ShapeNotFinite(crate::Side::A));
        }
        let ball = match bounding_ball(self.shape(), &self.pose()) {
            Ok(BoundingBall { centre, radius }) => {
                let slack = accuracy::PART_SLACK * (radius + centre.max_abs());
                BoundingBall { centre, radius: radius + slack }
            }
            Err(QueryError::Unbounded) => {
                BoundingBall { centre: Vector::ZERO, radius: f64::INFINITY }
            }
            Err(error) => return Err(error),
        };
        // A shape that is unbounded along some line only has a ball that says so, or a box.
        let radius = if bounds.is_finite() { ball.radius } else { f64::INFINITY };
        Ok((bounds, BoundingBall { centre: ball.centre, radius }))
    }
}

/// A ball around balls: their own if there is one, or else about the middle of the box.
fn around<const D: usize>(bounds: &Aabb<D>, balls: &[BoundingBall<D>]) -> BoundingBall<D> {
    if let [only] = balls {
        return *only;
    }
    if !balls.iter().all(|ball| ball.radius.is_finite()) {
        return BoundingBall { centre: Vector::ZERO, radius: f64::INFINITY };
    }
    let centre = bounds.low.lerp(bounds.high, 0.5);
    let reach = |ball: &BoundingBall<D>| (ball.centre - centre).norm() + ball.radius;
    let radius = balls.iter().map(reach).fold(0.0, f64::max);
    let slack = accuracy::PART_SLACK * radius;
    BoundingBall { centre, radius: radius + slack }
}

impl<const D: usize> fmt::Debug for Body<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body").field("parts", &self.parts.len()).field("ball", &self.ball).finish()
    }
}

impl<const D: usize> fmt::Debug for Part<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("pose", &self.pose).finish_non_exhaustive()
    }
}
