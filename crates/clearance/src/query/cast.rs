//! When two moving shapes first touch, by conservative advancement.
//!
//! At each time the slab between the shapes is a promise: along its normal they come closer no
//! faster than their velocities allow, plus what turning can do to points as far out as the shapes
//! reach. So there is a time until which they cannot touch. The shapes are moved there, and so on.
//! Of every slab's width the rounding is taken off first: the time is never late. Shapes that only
//! translate approach by Newton's method on a convex function, and do not overshoot.

use super::approach::{self, Approach};
use super::distance::Query;
use super::motion::{Motion, Piece};
use super::{QueryError, Workspace, bounds};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Method};
use crate::shape::{Convex, Core};
use crate::space::{Pose, Vector};
use crate::track::Tracker;

/// What [`first_contact`] found.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FirstContact<const D: usize> {
    /// The shapes touch, or come so close that rounding cannot tell.
    Hit(Hit<D>),
    /// They do not touch, and this is how close they come.
    Miss(Approach<D>),
}

/// A first contact.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Hit<const D: usize> {
    /// The time: the same as `time_lower`.
    pub time: f64,
    /// Before this time the shapes do not touch.
    pub time_lower: f64,
    /// At this time they do, if the contact is certain.
    pub time_upper: f64,
    /// Whether they certainly touch. If not, they come within rounding of each other between the
    /// two times: they may touch there, or just pass by.
    pub certain: bool,
    /// Where they touch (halfway between the closest points at `time`).
    pub point: Vector<D>,
    /// The unit normal from A to B at `time`.
    pub normal: Vector<D>,
}

impl<const D: usize> FirstContact<D> {
    /// The contact, if there is one.
    pub fn hit(&self) -> Option<&Hit<D>> {
        match self {
            Self::Hit(hit) => Some(hit),
            Self::Miss(_) => None,
        }
    }
}

/// When two moving shapes first touch between time 0 and `t_max`.
///
/// ```
/// use clearance::{Motion, Pose, first_contact, shape::Ball};
/// let ball = Ball::<3>::new(1.0)?;
/// let still = Motion::still(Pose::IDENTITY);
/// let flying = Motion::linear(Pose::at([5.0, 0.0, 0.0]), [-2.0, 0.0, 0.0])?;
/// let contact = first_contact(&ball, &still, &ball, &flying, 10.0)?;
/// let hit = contact.hit().expect("it flies straight at the other");
/// assert!((hit.time - 1.5).abs() < 1e-12 && hit.certain);
/// assert!(hit.time_lower <= 1.5 && 1.5 <= hit.time_upper);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Contacts are known to 1e-10 of `t_max`, and mostly to rounding; see [`Cast`] for another
/// tolerance. Turning shapes must be bounded.
///
/// The work is limited: along each piece of the motions (one for steady ones) no more than about 10,000
/// distances are found, or 2000 if a shape is made of surfaces and has no furthest points in closed form.
/// Shapes that turn so fast, or graze for so long, that this is not enough are answered by a hit that is not
/// `certain`, from the time until which they are clear to `t_max`.
pub fn first_contact<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    motion_a: &Motion<D>,
    b: &(impl Convex<D> + ?Sized),
    motion_b: &Motion<D>,
    t_max: f64,
) -> Result<FirstContact<D>, QueryError> {
    Cast::new(t_max).first_contact(a, motion_a, b, motion_b)
}

/// A question about motion with explicit accuracy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cast {
    /// The end of the time that is looked at, from zero; positive and finite.
    pub t_max: f64,
    /// The interval of a certain contact is no longer than this, where floating point allows.
    pub tolerance: f64,
    /// The closest approach of turning shapes is known to this length; 0 for a thousandth of a
    /// thousandth of their size.
    pub gap: f64,
    /// The method; `None` for conservative advancement on the best distances there are.
    pub method: Option<Method>,
}

impl Cast {
    /// The default tolerance: 1e-10 of the time.
    pub fn new(t_max: f64) -> Self {
        // Of a time so short that no share of it is a number, the smallest number there is.
        let tolerance = (Accuracy::DEFAULT.gap * t_max).max(f64::from_bits(1));
        Self { t_max, tolerance, gap: 0.0, method: None }
    }

    /// The same question, by this method where it applies: the distances on the way are found by
    /// it. With [`Method::Interior`] the ways of translating shapes that are made of surfaces are
    /// not walked at all, but solved as two convex programs with the time among their variables.
    ///
    /// ```
    /// use clearance::{Cast, Method, Motion, Pose, shape::Superquadric};
    /// let can = Superquadric::new([1.0, 1.0, 1.7], [2.1, 2.2, 13.8])?;
    /// let still = Motion::<3>::still(Pose::IDENTITY);
    /// let flying = Motion::linear(Pose::at([5.0, 0.4, 0.3]), [-2.0, 0.0, 0.0])?;
    /// let usual = Cast::new(3.0).first_contact(&can, &still, &can, &flying)?;
    /// let cast = Cast::new(3.0).with_method(Method::Interior);
    /// let other = cast.first_contact(&can, &still, &can, &flying)?;
    /// let (one, two) = (usual.hit().expect("they meet"), other.hit().expect("they meet"));
    /// assert!((one.time - two.time).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_method(self, method: Method) -> Self {
        Self { method: Some(method), ..self }
    }

    /// When two moving shapes first touch.
    pub fn first_contact<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        motion_a: &Motion<D>,
        b: &(impl Convex<D> + ?Sized),
        motion_b: &Motion<D>,
    ) -> Result<FirstContact<D>, QueryError> {
        let mut pair = Moving::new(self, (a.as_convex(), motion_a), (b.as_convex(), motion_b))?;
        if let Some(found) = pair.by_programs() {
            return Ok(found);
        }
        match pair.first_hit()? {
            Some(hit) => Ok(FirstContact::Hit(hit)),
            None => Ok(FirstContact::Miss(approach::closest(&mut pair)?)),
        }
    }

    /// How close two moving shapes come, and when.
    pub fn closest_approach<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        motion_a: &Motion<D>,
        b: &(impl Convex<D> + ?Sized),
        motion_b: &Motion<D>,
    ) -> Result<Approach<D>, QueryError> {
        let mut pair = Moving::new(self, (a.as_convex(), motion_a), (b.as_convex(), motion_b))?;
        match pair.by_programs() {
            Some(FirstContact::Miss(found)) => return Ok(found),
            Some(FirstContact::Hit(hit)) => return approach::at_hit(&mut pair, &hit),
            None => {}
        }
        if let Some(hit) = pair.first_hit()? {
            return approach::at_hit(&mut pair, &hit);
        }
        approach::closest(&mut pair)
    }
}

/// Two moving shapes, and what is remembered from one time to the next.
pub(super) struct Moving<'a, const D: usize> {
    pub(super) cast: Cast,
    pub(super) a: &'a dyn Convex<D>,
    pub(super) b: &'a dyn Convex<D>,
    pub(super) motion_a: &'a Motion<D>,
    pub(super) motion_b: &'a Motion<D>,
    /// How far the shapes reach from the origins of their frames; infinite if they are unbounded.
    pub(super) reach: [f64; 2],
    /// The size of the numbers: rounding is relative to it.
    pub(super) size: f64,
    tracker: Tracker<D>,
    query: Query,
    /// Distances that may still be asked for along the present piece of the motions.
    left: usize,
}

/// What is known at one time.
pub(super) struct Moment<const D: usize> {
    pub(super) answer: Answer<D>,
    /// The slab's width without what may be rounding.
    pub(super) clear: f64,
    /// How fast the slab may get narrower.
    pub(super) closing: f64,
    /// How fast it may have got wider until now.
    opening: f64,
    pub(super) normal: Vector<D>,
}

/// What lies ahead of a time at which the shapes are as close as rounding can tell.
enum Ahead<const D: usize> {
    /// A contact.
    Contact(Hit<D>),
    /// Nothing until this time.
    Clear(f64),
    /// Perhaps a contact until this time.
    Doubt(f64),
}

impl<'a, const D: usize> Moving<'a, D> {
    fn new(
        cast: &Cast,
        (a, motion_a): (&'a dyn Convex<D>, &'a Motion<D>),
        (b, motion_b): (&'a dyn Convex<D>, &'a Motion<D>),
    ) -> Result<Self, QueryError> {
        let Cast { t_max, tolerance, gap, method } = *cast;
        if !(t_max > 0.0 && t_max <= accuracy::LARGEST) {
            return Err(QueryError::BadArgument(
                "the end of time must be positive, and within the range of coordinates",
            ));
        }
        if !(tolerance > 0.0 && gap >= 0.0) {
            return Err(QueryError::BadArgument(
                "the tolerance of a cast must be positive, and its gap zero or more",
            ));
        }
        let reach = [reach(a)?, reach(b)?];
        if (reach[0].is_infinite() && !motion_a.is_linear())
            || (reach[1].is_infinite() && !motion_b.is_linear())
        {
            return Err(QueryError::Unbounded);
        }
        let mut size = 0.0_f64;
        for (shape, motion) in [(a, motion_a), (b, motion_b)] {
            let view = shape.view();
            let frame = view.frame.map_or(0.0, |frame| frame.translation().max_abs());
            let mut far = motion.at(0.0).translation().max_abs();
            let mut time = 0.0;
            while time < t_max {
                let end = motion.next_start(time, t_max);
                far = far.max(motion.piece(time).at(end).translation().max_abs());
                time = end;
            }
            size += view.reach + view.radius + frame + far;
        }
        // What the programs do not settle is better walked by the best method for each distance.
        let by = method.filter(|by| *by != Method::Interior);
        let query = Query { accuracy: Accuracy::DEFAULT, method: by };
        let (tracker, left) = (Tracker::new(), 0);
        Ok(Self { cast: *cast, a, b, motion_a, motion_b, reach, size, tracker, query, left })
    }

    /// The most distances that are asked for along one piece of the motions.
    pub(super) fn most_looks(&self) -> usize {
        let slow = [self.a, self.b].iter().any(|shape| is_slow(&shape.view().core));
        if slow { accuracy::CAST_LOOKS_SLOW } else { accuracy::CAST_LOOKS }
    }

    /// What may be rounding, as a length.
    pub(super) fn slack(&self) -> f64 {
        accuracy::CAST_SLACK * accuracy::ROUNDING * self.size
    }

    pub(super) fn pieces(&self, time: f64) -> [&'a Piece<D>; 2] {
        [self.motion_a.piece(time), self.motion_b.piece(time)]
    }

    /// The next time at which a motion changes.
    pub(super) fn next_start(&self, time: f64) -> f64 {
        let end = self.motion_a.next_start(time, self.cast.t_max);
        self.motion_b.next_start(time, end)
    }

    pub(super) fn poses(&self, [piece_a, piece_b]: [&Piece<D>; 2], time: f64) -> [Pose<D>; 2] {
        [piece_a.at(time), piece_b.at(time)]
    }

    /// The shapes at a time, moving on as these pieces say.
    pub(super) fn look(
        &mut self,
        pieces: [&Piece<D>; 2],
        time: f64,
    ) -> Result<Moment<D>, QueryError> {
        let mut answer = self.distance(pieces, time, Accuracy::DEFAULT.gap)?;
        let mut asked = Accuracy::DEFAULT.gap;
        // From afar the usual gap will do. Where it is not small beside the distance, a step would be shorter
        // than it may be, and a contact may hide.
        for gap in [accuracy::CAST_GAP, 0.0] {
            // Shapes that meet as far as the gap can tell are asked again, too.
            let wide = answer.upper() - answer.lower() > self.slack() || answer.intersects();
            if !(wide && answer.upper() <= accuracy::CAST_FINE * asked * self.size) {
                break;
            }
            (answer, asked) = (self.distance(pieces, time, gap)?, gap);
        }
        Ok(self.moment(pieces, answer))
    }

    /// The same with closer bounds from afar too.
    pub(super) fn look_closely(
        &mut self,
        pieces: [&Piece<D>; 2],
        time: f64,
    ) -> Result<Moment<D>, QueryError> {
        let answer = self.distance(pieces, time, accuracy::CAST_GAP)?;
        Ok(self.moment(pieces, answer))
    }

    fn distance(
        &mut self,
        pieces: [&Piece<D>; 2],
        time: f64,
        gap: f64,
    ) -> Result<Answer<D>, QueryError> {
        self.left = self.left.saturating_sub(1);
        let [pose_a, pose_b] = self.poses(pieces, time);
        let query = Query { accuracy: Accuracy { gap, ..Accuracy::DEFAULT }, ..self.query };
        self.tracker.distance_by(&query, self.a, &pose_a, self.b, &pose_b)
    }

    fn moment(&self, pieces: [&Piece<D>; 2], answer: Answer<D>) -> Moment<D> {
        let (clear, normal) = match &answer {
            Answer::Meeting(_) => (0.0, Vector::ZERO),
            Answer::Apart(apart) => (apart.lower - self.slack(), apart.normal),
        };
        let along = (pieces[0].velocity - pieces[1].velocity).dot(normal);
        let (mut closing, mut opening) = (along, -along);
        for k in 0..2 {
            let turning = pieces[k].turning_across(normal);
            if turning > 0.0 {
                closing += turning * self.reach[k];
                opening += turning * self.reach[k];
            }
        }
        Moment { answer, clear, closing, opening, normal }
    }

    /// The first contact, if there is one.
    fn first_hit(&mut self) -> Result<Option<Hit<D>>, QueryError> {
        let (mut time, mut before) = (0.0, f64::NEG_INFINITY);
        // Steps before the balls around shapes that spin are looked at again.
        let mut rest = 0_u32;
        loop {
            let pieces = self.pieces(time);
            let end = self.next_start(time);
            if end > before {
                (before, self.left, rest) = (end, self.most_looks(), 0);
            } else if self.left == 0 {
                break;
            }
            let moment = self.look(pieces, time)?;
            if moment.answer.intersects() {
                return self.hit_at(time, time, &moment).map(Some);
            }
            // Not closing in: no contact before the motion changes.
            let mut step = moment.clear / moment.closing;
            let mut next = if moment.closing <= 0.0 { end } else { time + step };
            if moment.clear > 0.0 && next < end {
                if rest > 0 {
                    rest -= 1;
                } else if let Some(until) = self.whirling(pieces, [time, next, end])? {
                    (next, step) = (until, until - time);
                } else {
                    rest = accuracy::CAST_WHIRL;
                }
            }
            if moment.clear > 0.0
                && next < end
                && self.most_looks() - self.left > accuracy::STRIDE_AFTER
                && let Some(until) =
                    self.stride(pieces, moment.normal, moment.clear, [time, next, end])
            {
                (next, step) = (until, until - time);
            }
            if moment.clear > 0.0 && next >= end {
                if end >= self.cast.t_max {
                    return self.last_moment(pieces, end);
                }
                time = end;
                continue;
            }
            // As close as rounding allows: is it a contact? Before that, a contact within the
            // tolerance is as good.
            let stuck = !(moment.clear > 0.0 && next > time);
            if stuck || step < self.cast.tolerance * accuracy::CAST_SHARE {
                let latest = (time + self.cast.tolerance).min(end);
                let until = [latest, if stuck { end } else { latest }];
                match self.settle(pieces, time, until, &moment)? {
                    Ahead::Contact(hit) => return Ok(Some(hit)),
                    Ahead::Clear(later) => next = if stuck { later } else { next.max(later) },
                    Ahead::Doubt(later) if stuck => {
                        let hit = self.hit_at(time, later, &moment)?;
                        return Ok(Some(Hit { certain: false, ..hit }));
                    }
                    Ahead::Doubt(_) => {}
                }
            }
            time = next;
        }
        // Grazing for so long, or turning so fast, that the looks ran out.
        let pieces = self.pieces(time);
        let moment = self.look(pieces, time)?;
        let hit = self.hit_at(time, self.cast.t_max, &moment)?;
        Ok(Some(Hit { certain: false, ..hit }))
    }

    /// Clear until the very end, where the shapes may just touch.
    fn last_moment(
        &mut self,
        pieces: [&Piece<D>; 2],
        end: f64,
    ) -> Result<Option<Hit<D>>, QueryError> {
        let moment = self.look(pieces, end)?;
        if moment.answer.intersects() {
            return self.hit_at(end, end, &moment).map(Some);
        }
        Ok(None)
    }

    /// Close to a contact at `time`: looks a little ahead for a time at which the shapes overlap,
    /// in longer and longer strides. Up to the first of the two times whatever lies between is
    /// passed over; up to the second, for bounds so wide that they hide more than the tolerance,
    /// until the shapes are clear of each other again.
    fn settle(
        &mut self,
        pieces: [&Piece<D>; 2],
        time: f64,
        [latest, end]: [f64; 2],
        moment: &Moment<D>,
    ) -> Result<Ahead<D>, QueryError> {
        let mut ahead = self.cast.tolerance * accuracy::CAST_SHARE;
        if moment.closing > 0.0 {
            ahead = ahead.min((moment.answer.upper() + 2.0 * self.slack()) / moment.closing);
            ahead = ahead.max(accuracy::ROUNDING * end);
        }
        let mut probe = time;
        while probe < end {
            let limit = if probe < latest { latest } else { end };
            probe = (time + ahead).min(limit);
            ahead *= 2.0;
            if !(probe > time) {
                continue;
            }
            let next = self.look(pieces, probe)?;
            if next.answer.intersects() {
                return Ok(Ahead::Contact(self.hit_at(time, probe, moment)?));
            }
            // The slab there was as wide before, but for what it may have gained since.
            if next.clear > 0.0 && (probe - time) * next.opening <= next.clear {
                return Ok(Ahead::Clear(probe));
            }
            if next.clear > 0.0 && probe >= latest {
                break;
            }
        }
        Ok(Ahead::Doubt(probe))
    }

    fn hit_at(&mut self, lower: f64, upper: f64, moment: &Moment<D>) -> Result<Hit<D>, QueryError> {
        let [p, q] = moment.answer.points();
        let normal = match &moment.answer {
            Answer::Apart(apart) => apart.normal,
            Answer::Meeting(_) => {
                let [pose_a, pose_b] = self.poses(self.pieces(lower), lower);
                let signed = Workspace::new().signed_distance(self.a, &pose_a, self.b, &pose_b);
                match signed {
                    Ok(signed) => signed.normal(),
                    // Unbounded shapes that nothing can part have no normal.
                    Err(QueryError::Inseparable) => Vector::axis(0),
                    Err(error) => return Err(error),
                }
            }
        };
        let (time_lower, time_upper) = (lower, upper);
        let point = p.lerp(q, 0.5);
        Ok(Hit { time: lower, time_lower, time_upper, certain: true, point, normal })
    }

    /// The signed distance at a time.
    pub(super) fn signed(&self, time: f64) -> Result<crate::Signed<D>, QueryError> {
        let [pose_a, pose_b] = self.poses(self.pieces(time), time);
        Workspace::new().signed_distance(self.a, &pose_a, self.b, &pose_b)
    }
}

/// Whether distances from a core take long: it is made of surfaces.
fn is_slow<const D: usize>(core: &Core<'_, D>) -> bool {
    matches!(core, Core::Implicit(_))
}

/// How far a shape reaches from the origin of its frame; infinite if it is unbounded.
fn reach<const D: usize>(shape: &dyn Convex<D>) -> Result<f64, QueryError> {
    match bounds::bounding_ball(shape, &Pose::IDENTITY) {
        Ok(ball) => Ok(ball.centre.norm() + ball.radius),
        Err(QueryError::Unbounded) => Ok(f64::INFINITY),
        Err(error) => Err(error),
    }
}
