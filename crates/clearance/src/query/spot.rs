//! What is settled on the spot, by the kinds of the two shapes: where formulas that take a while are
//! compiled for the processor, and what is done about shapes that nobody knows before the program
//! runs.
//!
//! Such a formula is one long chain of operations, and while it lasts the processor begins the next
//! queries, as far as it has room for their instructions. So what counts is how many there are. In
//! a function of its own for each processor there are a third fewer: operations need not
//! overwrite what they read, enough registers keep everything at hand, and the answer is written once.
//! Where a formula is inlined into the caller's loop, the compiler carries the places of an answer that
//! one branch writes and another does not from query to query. And the function is the same for shapes that
//! the compiler knows and for others: what is asked comes in registers, two words for each side.

use core::marker::PhantomData;
use core::mem::discriminant;

use super::{Ask, Query, QueryError};
use crate::accuracy;
use crate::answer::{Answer, Meeting};
use crate::pair::Pair;
use crate::shape::{Ball, Brief, Capsule, Convex, Core, Cuboid, Cylinder, VertexSet, View};
use crate::simd::{Level, Sides, Work, dispatch, dispatch_sides};
use crate::solver::{self, BallAndBox, Balls, PlacedBox, Rods, Small, Upright};
use crate::space::Pose;

impl Query {
    /// Puts a question about two shapes, which the compiler may know or not.
    #[inline(always)]
    pub(super) fn put<const D: usize, A: Convex<D> + ?Sized, B: Convex<D> + ?Sized>(
        &self,
        (a, pose_a): (&A, &Pose<D>),
        (b, pose_b): (&B, &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        // Of shapes that the compiler knows it knows this, too.
        let (brief_a, brief_b) = (a.brief(), b.brief());
        if self.method.is_some() || !self.is_sane() {
            return self.put_others((a, pose_a), (b, pose_b), ask);
        }
        // Where nobody knows the shapes, what is fastest comes first, and then whether both are of a kind: each
        // question about kinds is a branch more.
        if let (Brief::Point(a), Brief::Point(b)) = (brief_a, brief_b) {
            return PlacedBall(a, pose_a).beside(PlacedBall(b, pose_b), (self, ask));
        }
        let (side_a, side_b) = ((a, pose_a, brief_a), (b, pose_b, brief_b));
        if discriminant(&brief_a) == discriminant(&brief_b) {
            return self.put_alike(side_a, side_b, ask);
        }
        self.put_unlike(side_a, side_b, ask)
    }

    /// The same for two shapes of one kind, if nothing is odd.
    #[inline(always)]
    fn put_alike<const D: usize, A: Convex<D> + ?Sized, B: Convex<D> + ?Sized>(
        &self,
        (a, pose_a, brief_a): (&A, &Pose<D>, Brief<'_, D>),
        (b, pose_b, brief_b): (&B, &Pose<D>, Brief<'_, D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        match (brief_a, brief_b) {
            (Brief::Segment(a), Brief::Segment(b)) => {
                let b = PlacedCapsule(b, pose_b);
                return dispatch_sides(PlacedCapsule(a, pose_a), b, (self, ask));
            }
            (Brief::Vertices(a), Brief::Vertices(b)) if ask.is_plain() => {
                if let Some(small) = Small::sets((a, pose_a), (b, pose_b)) {
                    return small.solve(self);
                }
            }
            (Brief::Cuboid(a), Brief::Cuboid(b)) if ask.is_plain() => {
                let b = PlacedBox(b.places(), pose_b);
                return dispatch_sides(PlacedBox(a.places(), pose_a), b, self);
            }
            _ => {}
        }
        self.put_others((a, pose_a), (b, pose_b), ask)
    }

    /// The same for two of different kinds.
    #[inline(always)]
    fn put_unlike<const D: usize, A: Convex<D> + ?Sized, B: Convex<D> + ?Sized>(
        &self,
        (a, pose_a, brief_a): (&A, &Pose<D>, Brief<'_, D>),
        (b, pose_b, brief_b): (&B, &Pose<D>, Brief<'_, D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        let asked = (self, ask);
        // One after the other: of a list the compiler makes a jump that goes by a table.
        if let (Brief::Point(ball), Brief::Cuboid(solid)) = (brief_a, brief_b) {
            let ball = BallBesideBox::<_, true>(ball, pose_a);
            return dispatch_sides(ball, (solid, pose_b), asked);
        }
        if let (Brief::Cuboid(solid), Brief::Point(ball)) = (brief_a, brief_b) {
            let ball = BallBesideBox::<_, false>(ball, pose_b);
            return dispatch_sides(ball, (solid, pose_a), asked);
        }
        if let (Brief::Point(ball), Brief::Standing(solid)) = (brief_a, brief_b) {
            let (cylinder, cold) = ((&solid.cylinder, pose_b), (asked, (a, b)));
            let ball = BallBeside::<_, _, _, true>(ball, pose_a, PhantomData);
            return dispatch_sides(ball, cylinder, (Some(&solid.frame), &cold));
        }
        if let (Brief::Standing(solid), Brief::Point(ball)) = (brief_a, brief_b) {
            let (cylinder, cold) = ((&solid.cylinder, pose_a), (asked, (a, b)));
            let ball = BallBeside::<_, _, _, false>(ball, pose_b, PhantomData);
            return dispatch_sides(ball, cylinder, (Some(&solid.frame), &cold));
        }
        if let (Brief::Point(ball), Brief::Cylinder(cylinder)) = (brief_a, brief_b) {
            let (solid, cold) = ((cylinder, pose_b), (asked, (a, b)));
            let ball = BallBeside::<_, _, _, true>(ball, pose_a, PhantomData);
            return dispatch_sides(ball, solid, (None, &cold));
        }
        if let (Brief::Cylinder(cylinder), Brief::Point(ball)) = (brief_a, brief_b) {
            let (solid, cold) = ((cylinder, pose_a), (asked, (a, b)));
            let ball = BallBeside::<_, _, _, false>(ball, pose_b, PhantomData);
            return dispatch_sides(ball, solid, (None, &cold));
        }
        self.put_others((a, pose_a), (b, pose_b), ask)
    }

    /// The same for all that has no function of its own.
    #[inline(always)]
    fn put_others<const D: usize, A: Convex<D> + ?Sized, B: Convex<D> + ?Sized>(
        &self,
        (a, pose_a): (&A, &Pose<D>),
        (b, pose_b): (&B, &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        if !(is_known::<A>() && is_known::<B>()) {
            return self.put_unknown((a, pose_a), (b, pose_b), ask);
        }
        let (view_a, view_b) = (a.view(), b.view());
        if takes_a_while(&view_a, &view_b) {
            let (a, b) = ((a, pose_a), (b, pose_b));
            return dispatch(Spot { query: self, a, b, ask });
        }
        self.ask(view_a, pose_a, view_b, pose_b, *ask)
    }

    /// The same for shapes that nobody knows: not in the caller's loop, which would have to keep more at hand.
    #[inline(never)]
    fn put_unknown<const D: usize, A: Convex<D> + ?Sized, B: Convex<D> + ?Sized>(
        &self,
        (a, pose_a): (&A, &Pose<D>),
        (b, pose_b): (&B, &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        match (a.brief(), b.brief()) {
            // Facets, of which nothing is said here, are for those who ask for their method.
            (Brief::Vertices(a), Brief::Vertices(b)) if self.method.is_none() => {
                self.ask_vertices((a, pose_a), (b, pose_b), ask)
            }
            (Brief::Point(a), Brief::Other) => self.ask_ball((a, pose_a), (&b.view(), pose_b), ask),
            (Brief::Other, Brief::Point(b)) => {
                self.ask_with_ball((&a.view(), pose_a), (b, pose_b), ask)
            }
            _ => self.ask_unknown((&a.view(), pose_a), (&b.view(), pose_b), *ask),
        }
    }

    /// The same for sets of vertices, in a function of its own: they come in registers.
    #[inline(never)]
    fn ask_vertices<const D: usize>(
        &self,
        (a, pose_a): (&VertexSet<D>, &Pose<D>),
        (b, pose_b): (&VertexSet<D>, &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        let (view_a, view_b) = (Core::Vertices(a), Core::Vertices(b));
        self.ask(View::new(view_a, a.reach()), pose_a, View::new(view_b, b.reach()), pose_b, *ask)
    }

    /// The same for a ball and what shows itself in memory.
    #[inline(never)]
    fn ask_ball<const D: usize>(
        &self,
        (a, pose_a): (&Ball<D>, &Pose<D>),
        b: (&View<'_, D>, &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        if let Some(answer) = self.on_the_spot((&a.view(), pose_a), b) {
            return Ok(answer);
        }
        self.ask_others((&a.view(), pose_a), b, ask)
    }

    /// The same the other way round.
    #[inline(never)]
    fn ask_with_ball<const D: usize>(
        &self,
        a: (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&Ball<D>, &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        if let Some(answer) = self.on_the_spot(a, (&b.view(), pose_b)) {
            return Ok(answer);
        }
        self.ask_others(a, (&b.view(), pose_b), ask)
    }

    /// The answer by a formula, if it is one of those that take a while.
    #[inline(always)]
    fn on_the_spot<const D: usize>(
        &self,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
    ) -> Option<Answer<D>> {
        if self.method.is_some() {
            return None;
        }
        let (pair, axes) = Pair::framed(a, pose_a, b, pose_b);
        if self.accepts(&pair) { solver::by_foot(&pair, axes) } else { None }
    }

    /// Where none of them settles it.
    #[inline(never)]
    fn ask_others<const D: usize>(
        &self,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
        ask: &Ask<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        if let Some(answer) = self.by_formula_framed((a, pose_a), (b, pose_b)) {
            return Ok(answer);
        }
        self.ask_seen((a, pose_a), (b, pose_b), *ask)
    }
}

/// Whether a formula settles these, and takes long enough for a call to be worth its while.
#[inline(always)]
fn takes_a_while<const D: usize>(a: &View<'_, D>, b: &View<'_, D>) -> bool {
    let long = |core| matches!(core, Core::Support(_) | Core::Smooth(_));
    match (a.core, b.core) {
        (Core::Point(_), other) | (other, Core::Point(_)) => long(other),
        _ => false,
    }
}

/// A question about two shapes of which a formula may know the answer.
struct Spot<'a, const D: usize, A: ?Sized, B: ?Sized> {
    query: &'a Query,
    a: (&'a A, &'a Pose<D>),
    b: (&'a B, &'a Pose<D>),
    ask: &'a Ask<'a, D>,
}

impl<const D: usize, A, B> Work for Spot<'_, D, A, B>
where
    A: Convex<D> + ?Sized,
    B: Convex<D> + ?Sized,
{
    type Output = Result<Answer<D>, QueryError>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let Self { query, a: (a, pose_a), b: (b, pose_b), ask } = self;
        let (view_a, view_b) = (a.view(), b.view());
        if let Some(answer) = query.on_the_spot((&view_a, pose_a), (&view_b, pose_b)) {
            return Ok(answer);
        }
        // Views that are used here alone stay in registers above.
        query.ask_others((&a.view(), pose_a), (&b.view(), pose_b), ask)
    }
}

/// That shapes meet. In a function of its own: where each kind of answer is written by a branch of its
/// own, the compiler writes what they have in common once, and carries numbers there that mostly are none.
#[cold]
#[inline(never)]
fn met<const D: usize>(meeting: &Meeting<D>) -> Result<Answer<D>, QueryError> {
    Ok(Answer::Meeting(*meeting))
}

/// What is asked, and when it counts as settled.
type Asked<'a, const D: usize> = (&'a Query, &'a Ask<'a, D>);

/// A ball, somewhere.
struct PlacedBall<'a, const D: usize>(&'a Ball<D>, &'a Pose<D>);

impl<const D: usize> PlacedBall<'_, D> {
    /// The answer for this one and another.
    #[inline(never)]
    fn beside(self, other: Self, asked: Asked<'_, D>) -> Result<Answer<D>, QueryError> {
        let (Self(a, pose_a), Self(b, pose_b)) = (&self, &other);
        let balls = Balls { radii: [a.radius(), b.radius()], poses: [pose_a, pose_b] };
        if let Some(way) = balls.way() {
            if let Some(apart) = way.apart() {
                return Ok(Answer::Apart(apart));
            }
            return met(&way.meeting());
        }
        self.otherwise(other, asked)
    }

    /// Where it takes more than a formula.
    #[cold]
    #[inline(never)]
    fn otherwise(
        self,
        Self(b, pose_b): Self,
        (query, ask): Asked<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        let Self(a, pose_a) = self;
        query.ask_others((&a.view(), pose_a), (&b.view(), pose_b), ask)
    }
}

/// A capsule, somewhere. Two of them are a question in which there is nothing odd.
struct PlacedCapsule<'a, const D: usize>(&'a Capsule<D>, &'a Pose<D>);

impl<'a, const D: usize> Sides for PlacedCapsule<'a, D> {
    type Other = Self;
    type Rest = Asked<'a, D>;
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = true;

    #[inline(always)]
    fn beside<L: Level>(self, other: Self, rest: Self::Rest, _: L) -> Self::Output {
        let (Self(a, pose_a), Self(b, pose_b)) = (&self, &other);
        let (first, second) = (a.segment(), b.segment());
        let rods = Rods {
            ends: [first.places(), second.places()],
            radii: [a.radius(), b.radius()],
            centred: first.is_centred() & second.is_centred(),
            poses: [pose_a, pose_b],
            reach: first.reach() + second.reach(),
        };
        if let Some(closest) = rods.closest()
            && closest.size() >= accuracy::SMALLEST
            && closest.size() <= accuracy::LARGEST
        {
            if let Some(apart) = closest.apart() {
                return Ok(Answer::Apart(apart));
            }
            if let Some(meeting) = closest.meeting() {
                return met(&meeting);
            }
        }
        self.otherwise(other, rest)
    }
}

impl<'a, const D: usize> PlacedCapsule<'a, D> {
    /// Where it takes more than a formula.
    #[cold]
    #[inline(never)]
    fn otherwise(
        self,
        Self(b, pose_b): Self,
        (query, ask): Asked<'_, D>,
    ) -> Result<Answer<D>, QueryError> {
        let Self(a, pose_a) = self;
        query.ask_others((&a.view(), pose_a), (&b.view(), pose_b), ask)
    }
}

/// A ball, somewhere, and a box beside it. The ball is A, or it is B.
struct BallBesideBox<'a, const D: usize, const FIRST: bool>(&'a Ball<D>, &'a Pose<D>);

impl<'a, const D: usize, const FIRST: bool> Sides for BallBesideBox<'a, D, FIRST> {
    type Other = (&'a Cuboid<D>, &'a Pose<D>);
    type Rest = Asked<'a, D>;
    type Output = Result<Answer<D>, QueryError>;

    #[inline(always)]
    fn beside<L: Level>(
        self,
        (solid, pose): Self::Other,
        asked: Asked<'a, D>,
        _: L,
    ) -> Self::Output {
        let Self(ball, centre) = self;
        let poses = [centre, pose];
        let pair = BallAndBox { radius: ball.radius(), half: solid.places(), poses };
        if let Some(outward) = pair.outward() {
            if let Some(apart) = outward.apart::<FIRST>() {
                return Ok(Answer::Apart(apart));
            }
            return met(&outward.meeting::<FIRST>());
        }
        if FIRST {
            return ball_otherwise(poses, &(asked, (ball, solid)));
        }
        ball_otherwise([pose, centre], &(asked, (solid, ball)))
    }
}

/// A ball, somewhere, and a cylinder beside it: a question in which there is nothing odd. The ball is A, or it is B.
struct BallBeside<'a, const D: usize, A: ?Sized, B: ?Sized, const FIRST: bool>(
    &'a Ball<D>,
    &'a Pose<D>,
    PhantomData<(&'a A, &'a B)>,
);

impl<'a, const D: usize, A, B, const FIRST: bool> Sides for BallBeside<'a, D, A, B, FIRST>
where
    A: Convex<D> + ?Sized,
    B: Convex<D> + ?Sized,
{
    type Other = (&'a Cylinder, &'a Pose<D>);
    /// The cylinder's frame, and what is needed where a formula is not enough: the question and the shapes.
    type Rest = (Option<&'a Pose<D>>, &'a (Asked<'a, D>, (&'a A, &'a B)));
    type Output = Result<Answer<D>, QueryError>;

    #[inline(always)]
    fn beside<L: Level>(
        self,
        (cylinder, pose): Self::Other,
        (frame, cold): Self::Rest,
        _: L,
    ) -> Self::Output {
        let Self(ball, centre, _) = self;
        let (half_length, radius) = (cylinder.half_length(), cylinder.radius());
        let upright = Upright { half_length, radius, pose, frame };
        if let Some(beside) = upright.beside(centre.translation(), ball.radius())
            && beside.size >= accuracy::SMALLEST
            && beside.size <= accuracy::LARGEST
        {
            if let Some(answer) = beside.apart::<FIRST>() {
                return Ok(answer);
            }
            return met(&beside.meeting::<FIRST>());
        }
        let poses = if FIRST { [centre, pose] } else { [pose, centre] };
        ball_otherwise(poses, cold)
    }
}

/// Where it takes more than a formula.
#[cold]
#[inline(never)]
fn ball_otherwise<const D: usize>(
    [pose_a, pose_b]: [&Pose<D>; 2],
    ((query, ask), (a, b)): &(
        Asked<'_, D>,
        (&(impl Convex<D> + ?Sized), &(impl Convex<D> + ?Sized)),
    ),
) -> Result<Answer<D>, QueryError> {
    query.ask_others((&a.view(), pose_a), (&b.view(), pose_b), ask)
}

/// Whether the compiler knows the shape, of which it then has the size: no table of functions comes
/// with a pointer to it.
const fn is_known<T: ?Sized>() -> bool {
    size_of::<&T>() == size_of::<&()>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Cuboid, Ellipsoid, Polytope, Triangle};
    use crate::space::{Rotation, Vector};
    use crate::{Method, check, distance};

    /// A shape is asked about with its type known, through a pointer that has forgotten it, and
    /// through a box: the answers have the same bits, whether the two are apart or meet.
    #[test]
    fn shapes_that_nobody_knows_have_the_same_answers() {
        fn both(a: &(impl Convex<3> + Copy + 'static), b: &(impl Convex<3> + Copy + 'static)) {
            let turn = Rotation::from_axis_angle([0.3, -0.2, 0.9], 1.1).unwrap();
            let pose_a = Pose::new(turn, [0.1, 0.2, 0.3]).unwrap();
            for k in 0..40 {
                let place = Vector([0.1, 0.05, -0.02]) * f64::from(k);
                let pose_b = Pose::new(turn.compose(&turn), place).unwrap();
                let known = distance(a, &pose_a, b, &pose_b).unwrap();
                check(&known, a, &pose_a, b, &pose_b).unwrap();
                let (a, b): (&dyn Convex<3>, &dyn Convex<3>) = (a, b);
                assert_eq!(distance(a, &pose_a, b, &pose_b).unwrap(), known);
                assert_eq!(distance(&a, &pose_a, &b, &pose_b).unwrap(), known);
            }
        }
        let ball = Ball::new(0.4).unwrap();
        let capsule = Capsule::new([0.0, -0.5, 0.1], [0.2, 0.5, 0.0], 0.3).unwrap();
        let cuboid = Cuboid::new([0.2, 0.5, 0.3]).unwrap();
        let upright = Cylinder::new(0.5, 0.3).unwrap();
        let placed = Cylinder::between([0.1, -0.5, 0.0], [0.0, 0.5, 0.2], 0.3).unwrap();
        let oval = Ellipsoid::new([0.3, 0.5, 0.4]).unwrap();
        both(&ball, &ball);
        both(&ball, &cuboid);
        both(&cuboid, &ball);
        both(&ball, &capsule);
        both(&ball, &upright);
        both(&ball, &placed);
        both(&placed, &ball);
        both(&ball, &oval);
        both(&capsule, &capsule);
        both(&cuboid, &cuboid);
        both(&cuboid, &capsule);
    }

    /// Balls beside balls and boxes have a formula of their own: it says what the one for points with radii
    /// says, of large and of tiny ones, of flat boxes, inside and far away, and of balls in the same place.
    #[test]
    fn balls_are_points_with_radii() {
        fn both<A: Convex<3>, B: Convex<3>>(
            (a, pose_a): (&A, &Pose<3>),
            (b, pose_b): (&B, &Pose<3>),
        ) -> f64 {
            let answer = distance(a, pose_a, b, pose_b).unwrap();
            check(&answer, a, pose_a, b, pose_b).unwrap();
            let query = Query::DEFAULT.with_method(Method::Formula);
            let other = query.distance(a, pose_a, b, pose_b).unwrap();
            let size = super::super::distance::size((a, pose_a), (b, pose_b));
            let slack = 16.0 * accuracy::ROUNDING * size;
            let off = (answer.distance() - other.distance()).abs();
            assert!(off <= slack, "{answer:?} {other:?}");
            assert_eq!(answer.intersects(), other.intersects());
            // In the world, where places are of size one.
            let slack = slack + 4.0 * accuracy::ROUNDING;
            for (point, other) in answer.points().iter().zip(other.points()) {
                assert!((*point - other).norm() <= slack, "{answer:?} {other:?}");
            }
            answer.distance()
        }
        let rng = &mut fastrand::Rng::with_seed(117);
        let (mut apart, mut meeting) = (0, 0);
        for round in 0..40_000 {
            let size = |rng: &mut fastrand::Rng| 10_f64.powi(rng.i32(-6..3)) * (0.1 + rng.f64());
            let vector = |rng: &mut fastrand::Rng| Vector::<3>::from_fn(|_| rng.f64() - 0.5);
            let (ball, other) = (Ball::new(size(rng)).unwrap(), Ball::new(size(rng)).unwrap());
            let half = Vector::from_fn(|_| if rng.u8(..8) == 0 { 0.0 } else { size(rng) });
            let cuboid = Cuboid::new(half).unwrap();
            let turn = Rotation::from_axis_angle(vector(rng), 3.0 * rng.f64()).unwrap();
            let reach = ball.radius() + other.radius().max(half.max_abs());
            let away = if round % 64 == 0 { Vector::ZERO } else { vector(rng) * (3.0 * reach) };
            let place = vector(rng);
            let here = (&ball, &Pose::at(place));
            let there = Pose::new(turn, place + away).unwrap();
            for gap in [
                both(here, (&other, &there)),
                both(here, (&cuboid, &there)),
                both((&cuboid, &there), here),
            ] {
                if gap > 0.0 { apart += 1 } else { meeting += 1 }
            }
        }
        assert!(apart > 50_000 && meeting > 5_000, "{apart} {meeting}");
    }

    /// Capsules about the origin of their frame have only one end turned. The same capsules elsewhere in
    /// their frames, and moved back, are as far apart: long and short ones, parallel ones, apart and meeting.
    #[test]
    fn capsules_about_their_middle_are_as_far_apart_as_others() {
        let rng = &mut fastrand::Rng::with_seed(112);
        let (mut apart, mut meeting) = (0, 0);
        for round in 0..40_000 {
            let vector = |rng: &mut fastrand::Rng| Vector::<3>::from_fn(|_| rng.f64() - 0.5);
            let turn = |rng: &mut fastrand::Rng| {
                Rotation::from_axis_angle(vector(rng), 3.0 * rng.f64()).unwrap()
            };
            let turns = [turn(rng), turn(rng)];
            // Every fourth pair is parallel in the world, and every eighth all but that.
            let ends = [vector(rng), vector(rng) * 10_f64.powi(rng.i32(-7..2))];
            let other = turns[1].rotate_back(turns[0].rotate(ends[0]));
            let ends = match round % 8 {
                0 | 4 => [ends[0], other * (0.1 + rng.f64())],
                2 => [ends[0], other + vector(rng) * 1e-9],
                _ => ends,
            };
            let radii = [0.01 + 0.4 * rng.f64(), 0.01 + 0.4 * rng.f64()];
            let places = [vector(rng), vector(rng) * 2.0];
            let shifts = [vector(rng), vector(rng)];
            let side = |k: usize, shift: Vector<3>| {
                let capsule = Capsule::new(shift - ends[k], shift + ends[k], radii[k]).unwrap();
                (capsule, Pose::new(turns[k], places[k] - turns[k].rotate(shift)).unwrap())
            };
            let mut known = None;
            for (first, second) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
                let (a, pose_a) = side(0, shifts[0] * first);
                let (b, pose_b) = side(1, shifts[1] * second);
                let answer = distance(&a, &pose_a, &b, &pose_b).unwrap();
                check(&answer, &a, &pose_a, &b, &pose_b).unwrap();
                let known = *known.get_or_insert(answer.distance());
                let off = (answer.distance() - known).abs();
                assert!(off <= 64.0 * accuracy::ROUNDING * 10.0, "{round}: {known} {answer:?}");
            }
            if known == Some(0.0) { meeting += 1 } else { apart += 1 }
        }
        assert!(apart > 10_000 && meeting > 2_000, "{apart} {meeting}");
    }

    /// What a shape says in two words has no facets: whoever asks for the active set gets it all
    /// the same.
    #[test]
    fn vertices_in_brief_leave_facets_to_those_who_want_them() {
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let square: &dyn Convex<2> =
            &Polytope::from_points(corners).unwrap().with_facets().unwrap();
        let triangle: &dyn Convex<2> =
            &Triangle::new([corners[0], corners[1], corners[2]]).unwrap();
        let pose = Pose::at([3.0, 0.5]);
        let answer = distance(square, &Pose::IDENTITY, triangle, &pose).unwrap();
        assert_eq!((answer.distance(), answer.effort().method), (2.0, Method::Gjk));
        let query = Query::DEFAULT.with_method(Method::ActiveSet);
        let answer = query.distance(square, &Pose::IDENTITY, square, &pose).unwrap();
        assert_eq!((answer.distance(), answer.effort().method), (2.0, Method::ActiveSet));
    }
}
