//! All pairs of parts that touch or overlap.

use alloc::vec::Vec;

use super::bodies::{BodyId, Scene};
use super::bvh::Limit;
use super::error::SceneError;
use super::evaluate::{World, pairs_of_parts};
use super::neighbours::Near;
use crate::answer::Signed;
use crate::query::Workspace;

/// Two parts of different bodies that touch, overlap or come close.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Contact<const D: usize> {
    /// The bodies, A and B of the answer; the one that has the smaller place first.
    pub bodies: [BodyId; 2],
    /// The part of each.
    pub parts: [u32; 2],
    /// How deep they overlap, or how far apart they are, with all that proves it.
    pub signed: Signed<D>,
}

impl<const D: usize> Scene<D> {
    /// All pairs of parts of different bodies whose signed distance is no more than `margin` (zero
    /// for those that touch or overlap), in the order of their names.
    ///
    /// ```
    /// use clearance::scene::{Body, Scene};
    /// use clearance::{Pose, shape::Ball};
    /// use std::sync::Arc;
    /// let ball = Arc::new(Body::new(Ball::<3>::new(1.0)?)?);
    /// let mut scene = Scene::new();
    /// for x in [0.0, 1.5, 3.6] {
    ///     scene.add(ball.clone(), Pose::at([x, 0.0, 0.0]))?;
    /// }
    /// let contacts = scene.contacts(0.0)?;
    /// assert_eq!(contacts.len(), 1);
    /// assert!((contacts[0].signed.distance() + 0.5).abs() < 1e-12);
    /// assert_eq!(scene.contacts(0.2)?.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts(&mut self, margin: f64) -> Result<Vec<Contact<D>>, SceneError> {
        self.look_around(margin)?;
        let world = self.world();
        let mut lists = Vec::new();
        run(&self.neighbours.near, &world, margin, &mut lists);
        let mut contacts = Vec::new();
        for list in lists {
            contacts.extend(list?);
        }
        Ok(contacts)
    }
}

type List<const D: usize> = Result<Vec<Contact<D>>, SceneError>;

#[cfg(not(feature = "rayon"))]
fn run<const D: usize>(
    candidates: &[Near],
    world: &World<'_, D>,
    margin: f64,
    lists: &mut Vec<List<D>>,
) {
    let mut workspace = Workspace::new();
    lists.extend(candidates.iter().map(|pair| touching(world, *pair, margin, &mut workspace)));
}

#[cfg(feature = "rayon")]
fn run<const D: usize>(
    candidates: &[Near],
    world: &World<'_, D>,
    margin: f64,
    lists: &mut Vec<List<D>>,
) {
    use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
    let work =
        |workspace: &mut Workspace<D>, pair: &Near| touching(world, *pair, margin, workspace);
    *lists = candidates.par_iter().map_init(Workspace::new, work).collect();
}

/// The parts of two bodies that come close, in order.
fn touching<const D: usize>(
    world: &World<'_, D>,
    pair: Near,
    margin: f64,
    workspace: &mut Workspace<D>,
) -> List<D> {
    let bodies = world.pair(pair.a, pair.b);
    let (a, b) = (&world.slots[pair.a as usize], &world.slots[pair.b as usize]);
    let mut found = Vec::new();
    let (Some(body_a), Some(body_b)) = (&a.body, &b.body) else { return Ok(found) };
    let mut visit = |i: u32, j: u32, _: &mut Limit| -> Result<(), SceneError> {
        let (part_a, part_b) = (&body_a.parts()[i as usize], &body_b.parts()[j as usize]);
        let (at_a, at_b) = (part_a.pose_in(&a.pose), part_b.pose_in(&b.pose));
        let signed = workspace
            .signed_distance_by(world.query, part_a.shape(), &at_a, part_b.shape(), &at_b)
            .map_err(|error| SceneError::Pair { bodies, error })?;
        if signed.distance() <= margin {
            found.push(Contact { bodies, parts: [i, j], signed });
        }
        Ok(())
    };
    let sides = [(&**body_a, &a.pose), (&**body_b, &b.pose)];
    pairs_of_parts(sides[0], sides[1], &mut Limit::new(margin), &mut visit)?;
    found.sort_unstable_by_key(|contact| contact.parts);
    Ok(found)
}
