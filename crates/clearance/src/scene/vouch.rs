//! What is proved about a pair after its bodies have moved.
//!
//! When two bodies are compared, a slab between them is known, or at least a distance. After they
//! have moved, no point of a body is further from where it was than the centre of the body's ball
//! has gone, and the chord of its turn times the ball's radius. What is left of the slab after that
//! is a bound that holds where the bodies are now. The boxes and the balls around them give another
//! one, also for pairs that were never compared. The larger of the two is what the scene vouches
//! for: nothing in it rests on speeds, on time, or on which pairs were looked at.

use alloc::vec::Vec;

use super::bodies::{BodyId, Scene, Slot};
use super::error::SceneError;
use super::evaluate::World;
use super::pairs::Proof;
use crate::space::{Pose, real};

/// How fast a body may move: a promise of the caller's, from which follows how long bounds hold.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Speed {
    /// The speed of the origin of its frame, in lengths a unit of time.
    pub linear: f64,
    /// How fast it turns, in radians a unit of time.
    pub angular: f64,
}

impl Speed {
    /// A body that never moves.
    pub const STILL: Self = Self { linear: 0.0, angular: 0.0 };
}

/// What is proved about a pair where it is now.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Bound {
    /// The bodies are no closer than this.
    pub lower: f64,
    /// How many updates ago the pair was last compared; `None` if it never was.
    pub age: Option<u64>,
    /// Whether one of the bodies has moved since, or they were never compared.
    pub stale: bool,
    /// The most by which the two can come closer in a unit of time; `None` if the
    /// [speed](Scene::set_speed) of one is not known.
    pub closing: Option<f64>,
}

/// A pair and what is proved about it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct PairBound {
    /// The bodies; the one that has the smaller place first.
    pub bodies: [BodyId; 2],
    /// What is proved.
    pub bound: Bound,
}

impl Bound {
    /// For how long the bodies stay further apart than `margin`, from now on and whatever they do
    /// within their speeds; `None` if a speed is not known.
    pub fn holds_for(&self, margin: f64) -> Option<f64> {
        let closing = self.closing?;
        let room = self.lower - margin;
        Some(if room <= 0.0 {
            0.0
        } else if closing == 0.0 {
            f64::INFINITY
        } else {
            room / closing
        })
    }
}

impl<const D: usize> Scene<D> {
    /// Promises how fast a body moves; see [`Bound::holds_for`].
    pub fn set_speed(&mut self, id: BodyId, speed: Speed) -> Result<(), SceneError> {
        if !(speed.linear >= 0.0 && speed.angular >= 0.0) {
            return Err(SceneError::BadArgument("a speed is zero or more"));
        }
        self.slot_mut(id)?.speed = Some(speed);
        Ok(())
    }

    /// What is proved about a pair where it is now, whether or not it was ever compared.
    pub fn bound(&self, a: BodyId, b: BodyId) -> Result<Bound, SceneError> {
        let bodies = self.sorted(a, b)?;
        Ok(self.bound_of(bodies))
    }

    /// What is proved about every pair that counts, in the order of their names.
    pub fn bounds(&self) -> Vec<PairBound> {
        let world = self.world();
        let mut bounds = Vec::new();
        for a in self.bodies() {
            for b in self.bodies().filter(|b| a.place < b.place) {
                if world.counts(a.place, b.place) {
                    bounds.push(PairBound { bodies: [a, b], bound: self.bound_of([a, b]) });
                }
            }
        }
        bounds
    }

    fn bound_of(&self, [a, b]: [BodyId; 2]) -> Bound {
        let world = self.world();
        let proof = self.memories.find([a, b]).and_then(|memory| memory.proof.as_ref());
        let (first, second) = (&self.slots[a.place as usize], &self.slots[b.place as usize]);
        Bound {
            lower: world.vouched(proof, a.place, b.place),
            age: proof.map(|proof| self.watch.tick().get() - proof.tick.get()),
            stale: proof.is_none_or(|proof| proof.moves != [first.moves, second.moves]),
            closing: first.fastest().zip(second.fastest()).map(|(x, y)| x + y),
        }
    }
}

impl<const D: usize> World<'_, D> {
    /// What is proved about a pair where it is now.
    #[inline]
    pub(super) fn vouched(&self, proof: Option<&Proof<D>>, a: u32, b: u32) -> f64 {
        let coarse = self.coarse(a, b);
        let Some(proof) = proof else { return coarse };
        let (first, second) = (&self.slots[a as usize], &self.slots[b as usize]);
        if proof.moves == [first.moves, second.moves] {
            return coarse.max(proof.lower);
        }
        let [at_a, at_b] = proof.stills.map(|still| self.stills.get(still));
        coarse.max(left_of(proof, (first, at_a), (second, at_b)))
    }
}

/// What is left of a bound after the bodies have moved.
fn left_of<const D: usize>(
    proof: &Proof<D>,
    (a, from_a): (&Slot<D>, &Pose<D>),
    (b, from_b): (&Slot<D>, &Pose<D>),
) -> f64 {
    let (Some(body_a), Some(body_b)) = (&a.body, &b.body) else { return 0.0 };
    let shift_a = a.centre - from_a.transform(body_a.ball.centre);
    let shift_b = b.centre - from_b.transform(body_b.ball.centre);
    let shift = shift_b - shift_a;
    let opening =
        if proof.normal.norm_squared() > 0.0 { shift.dot(proof.normal) } else { -shift.norm() };
    let turned =
        turned(from_a, &a.pose, body_a.ball.radius) + turned(from_b, &b.pose, body_b.ball.radius);
    let gone = shift_a.max_abs() + shift_b.max_abs();
    let slack = Proof::slack(a, b, proof.lower.abs() + gone);
    proof.lower + opening - turned - slack
}

/// The chord of a turn at this radius. For rotations R and S, the length of (R − S)x is at most
/// the square root of half the sum of the squares of the entries of R − S, times that of x.
#[inline]
pub(super) fn turned<const D: usize>(from: &Pose<D>, to: &Pose<D>, radius: f64) -> f64 {
    let (from, to) = (from.rotation().matrix(), to.rotation().matrix());
    let mut sum = 0.0;
    for i in 0..D {
        sum += (to[i] - from[i]).norm_squared();
    }
    if sum == 0.0 { 0.0 } else { real::sqrt(0.5 * sum) * radius }
}

impl<const D: usize> Slot<D> {
    /// The most that a point of the body moves in a unit of time.
    pub(super) fn fastest(&self) -> Option<f64> {
        let (speed, body) = (self.speed?, self.body.as_ref()?);
        let reach = body.ball.centre.norm() + body.ball.radius;
        let turning = if speed.angular == 0.0 { 0.0 } else { speed.angular * reach };
        Some(speed.linear + turning)
    }
}
