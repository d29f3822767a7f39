//! Many pairs in one call.

use alloc::vec::Vec;

use super::{Query, QueryError};
use crate::answer::Answer;
use crate::shape::Convex;
use crate::space::Pose;

/// Two placed shapes.
#[derive(Clone, Copy)]
pub struct PlacedPair<'a, const D: usize> {
    /// The first shape.
    pub a: &'a dyn Convex<D>,
    /// Where it is.
    pub pose_a: Pose<D>,
    /// The second shape.
    pub b: &'a dyn Convex<D>,
    /// Where it is.
    pub pose_b: Pose<D>,
}

impl Query {
    /// How far apart the shapes of each pair are, in the order of the pairs.
    ///
    /// With the feature `rayon` on all cores, otherwise one after the other; the answers are the
    /// same to the bit.
    ///
    /// ```
    /// use clearance::{PlacedPair, Pose, Query, shape::{Ball, Cuboid}};
    /// let (ball, cube) = (Ball::new(1.0)?, Cuboid::new([1.0, 1.0, 1.0])?);
    /// let pairs: Vec<_> = (0..100)
    ///     .map(|i| PlacedPair {
    ///         a: &ball,
    ///         pose_a: Pose::IDENTITY,
    ///         b: &cube,
    ///         pose_b: Pose::at([3.0 + f64::from(i), 0.0, 0.0]),
    ///     })
    ///     .collect();
    /// let answers = Query::DEFAULT.batch(&pairs);
    /// assert_eq!(answers[7].as_ref().map(|answer| answer.distance()), Ok(8.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batch<const D: usize>(
        &self,
        pairs: &[PlacedPair<'_, D>],
    ) -> Vec<Result<Answer<D>, QueryError>> {
        let ask =
            |pair: &PlacedPair<'_, D>| self.distance(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
        #[cfg(feature = "rayon")]
        {
            use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
            pairs.par_iter().map(ask).collect()
        }
        #[cfg(not(feature = "rayon"))]
        {
            pairs.iter().map(ask).collect()
        }
    }
}
