//! The closest pair of all, and the body closest to something: branch and bound on boxes.

use super::bodies::{BodyId, Scene};
use super::bvh::Limit;
use super::error::SceneError;
use super::evaluate::{Nearest, Split};
use crate::answer::Answer;
use crate::query::{Aabb, Below, QueryError, bounding_box};
use crate::shape::{Convex, Point};
use crate::space::{Pose, Vector};

/// How far the bodies of a scene are from each other, at least and at most.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Clearance<const D: usize> {
    /// No two bodies that are compared are closer than this; infinite if there is no pair.
    pub lower: f64,
    /// Two bodies are no further apart than this; infinite if there is no pair.
    pub upper: f64,
    /// Which two.
    pub nearest: Option<Nearest<D>>,
}

/// The part of a body that is closest to a shape that is not of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct NearestPart<const D: usize> {
    /// The body.
    pub body: BodyId,
    /// Its closest part.
    pub part: u32,
    /// How far the shape (A) and the part (B) are apart.
    pub answer: Answer<D>,
    /// No part of any body is closer than this.
    pub lower: f64,
}

impl<const D: usize> Scene<D> {
    /// The closest pair of bodies; `None` if there is no pair that counts.
    ///
    /// `lower` of what is returned holds for all pairs of the scene. Where several pairs overlap,
    /// one of them is returned; see [`contacts`](Self::contacts) for all.
    pub fn nearest_pair(&mut self) -> Result<Option<Nearest<D>>, SceneError> {
        self.settle();
        // A body that is gone may have left its place to another.
        let last =
            self.last_nearest.filter(|[a, b]| self.slot(*a).is_ok() && self.slot(*b).is_ok());
        let split = self.split();
        let mut search = Search { split, best: None, lower: f64::INFINITY };
        // The pair that was closest last time gives the first bound.
        if let Some([a, b]) = last {
            search.look(a.place, b.place, &mut Limit::new(f64::INFINITY))?;
        }
        let mut limit = Limit::new(search.limit());
        let (tree, unbounded) = (search.split.tree, search.split.unbounded);
        tree.pairs(&mut limit, &mut |a, b, limit| search.look_again(last, a, b, limit))?;
        for (k, &a) in unbounded.iter().enumerate() {
            let bounds = search.split.slots[a as usize].bounds;
            tree.near(&bounds, &mut limit, &mut |b, limit| search.look_again(last, a, b, limit))?;
            for &b in &unbounded[k + 1..] {
                search.look_again(last, a, b, &mut limit)?;
            }
        }
        let lower = search.lower;
        let best = search.best.map(|nearest| Nearest { lower, ..nearest });
        self.last_nearest = best.map(|nearest| nearest.bodies);
        Ok(best)
    }

    /// How far the bodies of the scene are from each other: the distance of the closest pair, with
    /// bounds that hold for all pairs.
    pub fn clearance(&mut self) -> Result<Clearance<D>, SceneError> {
        let nearest = self.nearest_pair()?;
        let bounds = nearest.map_or([f64::INFINITY; 2], |n| [n.lower, n.answer.upper()]);
        Ok(Clearance { lower: bounds[0], upper: bounds[1], nearest })
    }

    /// The body closest to this one, among those that it is compared with; `None` if there is
    /// none. `lower` of what is returned holds for all of them.
    pub fn nearest_to(&mut self, id: BodyId) -> Result<Option<Nearest<D>>, SceneError> {
        self.slot(id)?;
        self.settle();
        let bounds = self.slot(id)?.bounds;
        let split = self.split();
        let mut search = Search { split, best: None, lower: f64::INFINITY };
        let mut limit = Limit::new(f64::INFINITY);
        let (tree, unbounded) = (search.split.tree, search.split.unbounded);
        let a = id.place;
        tree.near(&bounds, &mut limit, &mut |b, limit| search.look(a, b, limit))?;
        for &b in unbounded {
            search.look(a, b, &mut limit)?;
        }
        let lower = search.lower;
        Ok(search.best.map(|nearest| Nearest { lower, ..nearest }))
    }

    /// How far apart two bodies are, whether or not their pair counts. A is the one that was given
    /// the smaller place; see [`Nearest::bodies`].
    pub fn distance(&mut self, a: BodyId, b: BodyId) -> Result<Nearest<D>, SceneError> {
        let bodies = self.sorted(a, b)?;
        self.stills.tidy(&mut self.memories);
        let mut split = self.split();
        let number = split.memories.find_or_make(bodies);
        let mut found = None;
        split.compare(number, f64::INFINITY, |parts, answer, lower| {
            found = Some(Nearest { bodies, parts, answer: *answer, lower });
        })?;
        found.ok_or(SceneError::NoSuchBody(a))
    }

    /// The body closest to a shape that is not of the scene; `None` if the scene is empty. Groups
    /// do not matter. `lower` of what is returned holds for all bodies.
    pub fn nearest_to_shape(
        &mut self,
        shape: &(impl Convex<D> + ?Sized),
        pose: &Pose<D>,
    ) -> Result<Option<NearestPart<D>>, SceneError> {
        self.settle();
        let bounds = bounding_box(shape, pose).map_err(|error| match error {
            QueryError::PoseNotFinite(_) => SceneError::BadPose,
            error => SceneError::Part { part: 0, error },
        })?;
        self.around(shape.as_convex(), pose, &bounds)
    }

    /// The body closest to a point; `None` if the scene is empty.
    pub fn nearest_to_point(
        &mut self,
        point: impl Into<Vector<D>>,
    ) -> Result<Option<NearestPart<D>>, SceneError> {
        let point = point.into();
        let refusal = SceneError::BadArgument("the point is not finite, or too far away");
        Point::new(point).map_err(|_| refusal)?;
        let probe = Point::new(Vector::ZERO).map_err(|_| refusal)?;
        self.nearest_to_shape(&probe, &Pose::at(point))
    }

    fn around(
        &mut self,
        shape: &dyn Convex<D>,
        pose: &Pose<D>,
        bounds: &Aabb<D>,
    ) -> Result<Option<NearestPart<D>>, SceneError> {
        let split = self.split();
        let (world, tree, unbounded) = (split.world(), split.tree, split.unbounded);
        let (mut best, mut lower) = (None::<NearestPart<D>>, f64::INFINITY);
        let mut limit = Limit::new(f64::INFINITY);
        let mut look = |place: u32, limit: &mut Limit| -> Result<(), SceneError> {
            let slot = &world.slots[place as usize];
            let id = world.id(place);
            let Some(body) = &slot.body else { return Ok(()) };
            for (index, part) in body.parts().iter().enumerate() {
                let near = best.as_ref().map_or(f64::INFINITY, |best| best.answer.upper());
                let pose_b = part.pose_in(&slot.pose);
                let found = world.query.distance_below(shape, pose, part.shape(), &pose_b, near);
                let blame = |error| SceneError::Probe { body: id, error };
                let Below::Within(answer) = found.map_err(blame)? else { continue };
                lower = lower.min(answer.lower());
                let key = (id, index as u32);
                let closer = best.as_ref().is_none_or(|best| {
                    let (new, old) = (answer.distance(), best.answer.distance());
                    new < old || new == old && key < (best.body, best.part)
                });
                if closer {
                    limit.lower(answer.upper());
                    let (body, part) = key;
                    best = Some(NearestPart { body, part, answer, lower: 0.0 });
                }
            }
            Ok(())
        };
        tree.near(bounds, &mut limit, &mut look)?;
        for &place in unbounded {
            look(place, &mut limit)?;
        }
        Ok(best.map(|best| NearestPart { lower, ..best }))
    }
}

/// A search for the closest pair.
struct Search<'a, const D: usize> {
    split: Split<'a, D>,
    best: Option<Nearest<D>>,
    /// No pair that was looked at is closer than this; those that were not are further than the
    /// best.
    lower: f64,
}

impl<const D: usize> Search<'_, D> {
    fn limit(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |best| best.answer.upper())
    }

    /// Looks at a pair, unless it is the one that was looked at first.
    #[inline]
    fn look_again(
        &mut self,
        first: Option<[BodyId; 2]>,
        a: u32,
        b: u32,
        limit: &mut Limit,
    ) -> Result<(), SceneError> {
        let seen = first.is_some_and(|[x, y]| [x.place, y.place] == [a.min(b), a.max(b)]);
        if seen { Ok(()) } else { self.look(a, b, limit) }
    }

    #[inline]
    fn look(&mut self, a: u32, b: u32, limit: &mut Limit) -> Result<(), SceneError> {
        let Self { split, best, lower } = self;
        let near = best.as_ref().map_or(f64::INFINITY, |best| best.answer.upper());
        // Nothing is closer than touching.
        let world = split.world();
        if a == b || near == 0.0 || !world.counts(a, b) || world.coarse(a, b) > near {
            return Ok(());
        }
        let bodies = world.pair(a, b);
        let number = split.memories.find_or_make(bodies);
        split.compare(number, near, |parts, answer, proved| {
            *lower = lower.min(proved);
            let closer = best.as_ref().is_none_or(|best| {
                let (new, old) = (answer.distance(), best.distance());
                new < old || new == old && bodies < best.bodies
            });
            if closer {
                limit.lower(answer.upper());
                *best = Some(Nearest { bodies, parts, answer: *answer, lower: proved });
            }
        })
    }
}
