//! The first body on a ray.

use super::bodies::{BodyId, Scene};
use super::body::Body;
use super::error::SceneError;
use crate::query::{QueryError, RayHit, ray_cast};
use crate::space::{Pose, Vector};

/// Where a ray first enters a body of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SceneHit<const D: usize> {
    /// The body.
    pub body: BodyId,
    /// Its part.
    pub part: u32,
    /// Where.
    pub hit: RayHit<D>,
}

impl<const D: usize> Scene<D> {
    /// The first body that the ray from `origin` along `direction` (of any length but zero) enters;
    /// `None` if it misses them all. Groups do not matter.
    ///
    /// ```
    /// use clearance::scene::{Body, Scene};
    /// use clearance::{Pose, shape::Ball};
    /// use std::sync::Arc;
    /// let ball = Arc::new(Body::new(Ball::<2>::new(1.0)?)?);
    /// let mut scene = Scene::new();
    /// let far = scene.add(ball.clone(), Pose::at([9.0, 0.0]))?;
    /// let near = scene.add(ball, Pose::at([5.0, 0.5]))?;
    /// let hit = scene.ray_cast([0.0, 0.0], [1.0, 0.0])?.expect("both are in the way");
    /// assert_eq!(hit.body, near);
    /// # let _ = far;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ray_cast(
        &mut self,
        origin: impl Into<Vector<D>>,
        direction: impl Into<Vector<D>>,
    ) -> Result<Option<SceneHit<D>>, SceneError> {
        let ray = (origin.into(), direction.into());
        if !ray.0.is_finite() || ray.1.normalized().is_none() {
            return Err(SceneError::BadArgument("the ray is not finite, or has no direction"));
        }
        self.settle();
        let split = self.split();
        let (world, tree, unbounded) = (split.world(), split.tree, split.unbounded);
        let mut best: Option<SceneHit<D>> = None;
        let mut look = |place: u32, until: &mut f64| -> Result<(), SceneError> {
            let slot = &world.slots[place as usize];
            let Some(body) = &slot.body else { return Ok(()) };
            let id = world.id(place);
            let blame = |error| SceneError::Probe { body: id, error };
            cast(body, &slot.pose, ray, until, &mut |part, hit| {
                let earlier = best.as_ref().is_none_or(|best| {
                    let (new, old) = (hit.t, best.hit.t);
                    new < old || new == old && (id, part) < (best.body, best.part)
                });
                if earlier {
                    best = Some(SceneHit { body: id, part, hit });
                }
            })
            .map_err(blame)
        };
        let mut until = f64::INFINITY;
        tree.along(ray, &mut until, &mut look)?;
        for &place in unbounded {
            look(place, &mut until)?;
        }
        Ok(best)
    }
}

/// The parts of a body that a ray enters no later than `until`, which is brought forward.
fn cast<const D: usize>(
    body: &Body<D>,
    pose: &Pose<D>,
    (origin, direction): (Vector<D>, Vector<D>),
    until: &mut f64,
    found: &mut impl FnMut(u32, RayHit<D>),
) -> Result<(), QueryError> {
    let mut try_part = |part: u32, until: &mut f64| -> Result<(), QueryError> {
        let piece = &body.parts()[part as usize];
        if let Some(hit) = ray_cast(piece.shape(), &piece.pose_in(pose), origin, direction)? {
            *until = until.min(hit.t);
            found(part, hit);
        }
        Ok(())
    };
    if body.single().is_some() || !body.is_bounded() {
        return (0..body.parts().len()).try_for_each(|part| try_part(part as u32, until));
    }
    let local = (pose.transform_back(origin), pose.rotation().rotate_back(direction));
    body.tree.along(local, until, &mut try_part)
}
