//! Shapes that spin fast, on their way to a first contact.
//!
//! What a slab promises is soon used up by points that turn far out: a blade that turns a thousand times
//! on its way would be looked at a hundred thousand times. However fast a shape turns about its origin, it
//! stays in a ball around it, and the ball only translates. As long as the balls are clear of each other, or
//! of the shape that does not spin, nothing else need be looked at.

use super::cast::Moving;
use super::motion::Piece;
use super::{Query, QueryError};
use crate::answer::Answer;
use crate::shape::{Ball, Convex};

impl<const D: usize> Moving<'_, D> {
    /// Until when the shapes cannot touch because of the balls around those that turn more than once
    /// between `next` and `end`, if that is later than `next`.
    pub(super) fn whirling(
        &self,
        pieces: [&Piece<D>; 2],
        [time, next, end]: [f64; 3],
    ) -> Result<Option<f64>, QueryError> {
        let spins = pieces.map(|piece| piece.spin.norm() * (end - next) > core::f64::consts::TAU);
        // In browsers size counts for more.
        if cfg!(target_arch = "wasm32") || !(spins[0] || spins[1]) {
            return Ok(None);
        }
        let ball = |k: usize| Ball::<D>::new(self.reach[k]).ok().filter(|_| spins[k]);
        let balls = [ball(0), ball(1)];
        let shapes: [&dyn Convex<D>; 2] = [
            balls[0].as_ref().map_or(self.a, |ball| ball),
            balls[1].as_ref().map_or(self.b, |ball| ball),
        ];
        let [pose_a, pose_b] = self.poses(pieces, time);
        let answer = Query::DEFAULT.distance(shapes[0], &pose_a, shapes[1], &pose_b)?;
        let Answer::Apart(apart) = &answer else { return Ok(None) };
        let mut closing = (pieces[0].velocity - pieces[1].velocity).dot(apart.normal);
        for k in (0..2).filter(|k| balls[*k].is_none()) {
            let turning = pieces[k].turning_across(apart.normal);
            // What has no end does not turn.
            closing += if turning > 0.0 { turning * self.reach[k] } else { 0.0 };
        }
        let clear = apart.lower - self.slack();
        if !(clear > 0.0) {
            return Ok(None);
        }
        let until = if closing <= 0.0 { end } else { time + clear / closing };
        Ok((until > next).then_some(until))
    }
}
