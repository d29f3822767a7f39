//! How far apart are two convex things, where do they come closest, and can you prove it?

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod accuracy;
pub mod answer;
pub mod exact;
mod hull;
mod pair;
pub mod qp;
pub mod query;
pub mod shape;
mod simd;
mod solver;
pub mod space;
mod track;

pub use accuracy::Accuracy;
pub use answer::{
    Answer, Apart, Effort, Evidence, Flaw, Meeting, Method, Names, Stop, Trace, check,
};
pub use query::{
    Aabb, Below, BoundingBall, Moments, PlacedPair, Query, QueryError, RayHit, Rigorous, Side,
    bounding_ball, bounding_box, closest_points, contains, distance, distance_below, intersects,
    moments, project, ray_cast, rigorous, trace, within,
};
pub use shape::Convex;
pub use space::{Matrix, Pose, PoseError, Rotation, Vector};
pub use track::Tracker;
