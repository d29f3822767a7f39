//! Many bodies: which of them come close, and how far is everything from everything else?
//!
//! A [`Body`] is one or more convex parts in one frame; a [`Scene`] holds bodies in their places.
//! Every answer about a pair is the [`Answer`](crate::Answer) that the two parts alone would get,
//! with the same evidence, and what a scene says about *all* pairs is proved: a pair is passed over
//! only when the boxes around its bodies, or a slab between them, show that it cannot matter.
//!
//! ```
//! use clearance::scene::{Body, Scene};
//! use clearance::shape::{Ball, Cuboid, HalfSpace};
//! use clearance::Pose;
//!
//! let mut scene = Scene::new();
//! let floor = scene.add(Body::new(HalfSpace::new([0.0, 0.0, 1.0], 0.0)?)?, Pose::IDENTITY)?;
//! let crate_ = scene.add(Body::new(Cuboid::new([0.5, 0.5, 0.5])?)?, Pose::at([0.0, 0.0, 0.6]))?;
//! let ball = scene.add(Body::new(Ball::new(0.2)?)?, Pose::at([0.0, 0.0, 2.0]))?;
//!
//! let nearest = scene.nearest_pair()?.expect("there are pairs");
//! assert_eq!(nearest.bodies, [floor, crate_]);
//! assert!((nearest.answer.distance() - 0.1).abs() < 1e-15);
//!
//! scene.move_to(ball, Pose::at([0.0, 0.0, 1.35]))?;
//! let close = scene.pairs_within(0.12)?;
//! assert_eq!(close.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | |
//! | --- | --- |
//! | [`Scene::nearest_pair`], [`Scene::clearance`] | the closest pair of all; nothing is closer than its bound |
//! | [`Scene::nearest_to`], [`Scene::nearest_to_shape`], [`Scene::nearest_to_point`] | the body closest to one |
//! | [`Scene::pairs_within`] | all pairs of bodies that come this close |
//! | [`Scene::contacts`] | all pairs of parts that touch or overlap, with depths |
//! | [`Scene::distance`] | one pair |
//! | [`Scene::ray_cast`] | the first body on a ray |
//! | [`Scene::update`], [`Scene::bound`] | as much as a budget allows, and a proved bound for every pair |
//!
//! Queries start from where the last query about the pair ended, as a [`Tracker`](crate::Tracker)
//! does. With the feature `rayon`, [`Scene::pairs_within`] and [`Scene::contacts`] use all cores;
//! the answers are the same to the bit.

mod bodies;
mod body;
mod boxes;
mod bvh;
mod contacts;
mod error;
mod evaluate;
mod margin;
mod nearest;
mod neighbours;
mod pairs;
mod ray;
mod stills;
mod triage;
mod vouch;

pub use bodies::{BodyId, Groups, Scene};
pub use body::{Body, Part};
pub use contacts::Contact;
pub use error::SceneError;
pub use evaluate::Nearest;
pub use nearest::{Clearance, NearestPart};
pub use ray::SceneHit;
pub use triage::{Budget, Update};
pub use vouch::{Bound, PairBound, Speed};
