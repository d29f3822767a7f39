//! One pair followed over time.

mod normals;
mod vertices;

use self::normals::ByNormal;
use self::vertices::{ByTables, ByVertices};
use crate::answer::{Answer, Evidence, Method, Names};
use crate::pair::Pair;
use crate::query::{Ask, Below, Query, QueryError};
use crate::shape::{Convex, FacetSet, View};
use crate::simd::{Level, Portable, Work, dispatch};
use crate::solver::{self, Footing, Left, Seen};
use crate::space::{Pose, Vector};
use crate::trail::Trail;

/// Whether normals are foreseen. In browsers size counts for more: there each search begins at the last
/// normal.
const FOLLOWS: bool = !cfg!(target_arch = "wasm32");

/// Follows one pair of shapes over time: each query starts from the features that carried the
/// last answer, and is usually done after one look.
///
/// The tracker borrows no shape. It stays right after any jump, and when a shape is replaced by
/// another: then it is only slower, once. Its answers have the same bounds as those of
/// [`distance`](crate::distance), and the number of steps that each took is in its
/// [`effort`](Answer::effort).
///
/// ```
/// use clearance::{Pose, Tracker, shape::Cuboid};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let mut tracker = Tracker::new();
/// for step in 0..100 {
///     let pose = Pose::at([4.0 + 0.01 * f64::from(step), 0.5, 0.0]);
///     let answer = tracker.distance(&cube, &Pose::IDENTITY, &cube, &pose)?;
///     assert!((answer.distance() - (2.0 + 0.01 * f64::from(step))).abs() < 1e-12);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tracker<const D: usize> {
    last: Option<Evidence<D>>,
    /// Which sets of facets the last answer was about, or that it was about none, if it came with its
    /// points: these belong to no others.
    facets: Option<[u64; 2]>,
    /// Where the normals of the last answers were, if each alone carried its answer.
    trail: Option<Trail<D>>,
    /// What the points of the last answer stand on, if it was about facets: what these say, but ready for
    /// use.
    #[cfg_attr(feature = "serde", serde(skip))]
    footing: Footing,
}

impl<const D: usize> Tracker<D> {
    /// A tracker that has seen nothing yet.
    pub const fn new() -> Self {
        Self { last: None, facets: None, trail: None, footing: Footing::NOWHERE }
    }

    /// How far apart the two shapes are now.
    #[inline]
    pub fn distance(
        &mut self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Answer<D>, QueryError> {
        self.distance_by(&Query::DEFAULT, a, pose_a, b, pose_b)
    }

    /// The same with explicit accuracy or method.
    #[inline]
    pub fn distance_by(
        &mut self,
        query: &Query,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Answer<D>, QueryError> {
        self.ask(query, (a.view(), pose_a), (b.view(), pose_b), f64::INFINITY)
    }

    /// The distance if it is at most `limit`; stops once the shapes are provably further apart, and
    /// remembers what proved it.
    ///
    /// ```
    /// use clearance::{Below, Pose, Query, Tracker, shape::Cuboid};
    /// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
    /// let there = Pose::at([4.0, 0.5, 0.0]);
    /// let mut tracker = Tracker::new();
    /// let placed = (&cube as _, &Pose::IDENTITY);
    /// let near = tracker.distance_below(&Query::DEFAULT, placed, (&cube as _, &there), 3.0)?;
    /// assert!(matches!(near, Below::Within(answer) if answer.distance() == 2.0));
    /// let far = tracker.distance_below(&Query::DEFAULT, placed, (&cube as _, &there), 1.0)?;
    /// assert!(matches!(far, Below::Beyond(answer) if answer.lower() > 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn distance_below(
        &mut self,
        query: &Query,
        (a, pose_a): (&dyn Convex<D>, &Pose<D>),
        (b, pose_b): (&dyn Convex<D>, &Pose<D>),
        limit: f64,
    ) -> Result<Below<D>, QueryError> {
        if !(limit >= 0.0) {
            return Err(QueryError::BadArgument("the limit must be zero or more"));
        }
        let answer = self.ask(query, (a.view(), pose_a), (b.view(), pose_b), limit)?;
        let within = answer.upper() <= limit;
        Ok(if within { Below::Within(answer) } else { Below::Beyond(answer) })
    }

    /// Asks from where the last query ended, and remembers where this one did. Stops once the
    /// shapes are provably further apart than `beyond`.
    #[inline(always)]
    fn ask(
        &mut self,
        query: &Query,
        (a, pose_a): (View<'_, D>, &Pose<D>),
        (b, pose_b): (View<'_, D>, &Pose<D>),
        beyond: f64,
    ) -> Result<Answer<D>, QueryError> {
        let framed = a.frame.is_some() || b.frame.is_some();
        // In browsers size counts for more.
        if !(framed || cfg!(target_arch = "wasm32"))
            && self.facets.is_some_and(|last| last == stamps(&a, &b))
        {
            let (tracker, a, b) = (self, (&a, pose_a), (&b, pose_b));
            return dispatch(ByFacets { tracker, query, a, b, beyond });
        }
        if self.follows(&a, &b) {
            return self.follow(query, (&a, pose_a), (&b, pose_b), beyond);
        }
        if !(framed || cfg!(target_arch = "wasm32"))
            && self.has_vertices()
            && solver::can_carry(&a.core, &b.core)
        {
            let tabled = solver::are_tabled(&a.core, &b.core);
            let (tracker, a, b) = (self, (&a, pose_a), (&b, pose_b));
            let asked = ByVertices { tracker, query, a, b, beyond };
            return if tabled { dispatch(ByTables(asked)) } else { dispatch(asked) };
        }
        if !framed
            && let Some(answer) = self.again(query, &Pair::new(&a, pose_a, &b, pose_b), beyond)
        {
            return Ok(answer);
        }
        self.search(query, (&a, pose_a), (&b, pose_b), beyond)
    }

    /// Whether vertices carried the last answer.
    #[inline(always)]
    fn has_vertices(&self) -> bool {
        let vertices = |names: &Names| matches!(names, Names::Vertices(_));
        let last = self.last.as_ref().filter(|_| self.facets.is_none());
        last.is_some_and(|last| vertices(&last.a) && vertices(&last.b))
    }

    /// Whether the way that the last normals went is all that is needed.
    #[inline(always)]
    pub(crate) fn follows(&self, a: &View<'_, D>, b: &View<'_, D>) -> bool {
        FOLLOWS && self.trail.is_some() && solver::follows(&a.core, &b.core)
    }

    /// Looks along the normal that is expected, and searches where that does not settle it.
    #[inline(always)]
    pub(crate) fn follow(
        &mut self,
        query: &Query,
        a: (&View<'_, D>, &Pose<D>),
        b: (&View<'_, D>, &Pose<D>),
        beyond: f64,
    ) -> Result<Answer<D>, QueryError> {
        if solver::may_be_discs(&a.0.core, &b.0.core) {
            return plainly(ByNormal::<D, true> { tracker: self, query, a, b, beyond });
        }
        dispatch(ByNormal::<D, false> { tracker: self, query, a, b, beyond })
    }

    /// Searches from the normal that is expected.
    #[inline(never)]
    fn search_from(
        &mut self,
        query: &Query,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
        beyond: f64,
    ) -> Result<Answer<D>, QueryError> {
        self.foresee((a, pose_a));
        self.search(query, (a, pose_a), (b, pose_b), beyond)
    }

    /// Lets the next search begin where the normal is expected.
    #[inline(always)]
    fn foresee(&mut self, (a, pose_a): (&View<'_, D>, &Pose<D>)) {
        if let Some(trail) = &self.trail
            && let Some(last) = &mut self.last
            && let Some(directions) = &mut last.directions
        {
            directions[0] = core_axes(a, pose_a, trail.next().normal);
        }
    }

    /// Mostly what carried the last answer carries this one.
    #[inline(always)]
    pub(crate) fn again(
        &mut self,
        query: &Query,
        pair: &Pair<'_, D>,
        beyond: f64,
    ) -> Option<Answer<D>> {
        self.foresee((pair.a, pair.pose_a));
        let last = self.last.as_mut()?;
        match self.facets {
            None => query.again(pair, last, beyond),
            Some(facets) if facets == stamps(pair.a, pair.b) => {
                dispatch(LastFacets { query, pair, last, footing: &mut self.footing })
            }
            _ => None,
        }
    }

    /// The same by a search that starts from there.
    ///
    /// The answer is written once, where the caller wants it, and looked at in its place: it is
    /// larger than all that is needed to find it.
    #[inline(always)]
    fn search(
        &mut self,
        query: &Query,
        (a, pose_a): (&View<'_, D>, &Pose<D>),
        (b, pose_b): (&View<'_, D>, &Pose<D>),
        beyond: f64,
    ) -> Result<Answer<D>, QueryError> {
        let stamps = stamps(a, b);
        let ask = Ask { warm: self.warm(stamps), beyond, ..Ask::EVERYTHING };
        let answer = query.ask_seen((a, pose_a), (b, pose_b), ask);
        if let Ok(answer) = &answer {
            self.remember(answer, stamps);
            self.mark((a, pose_a), (b, pose_b), answer);
        }
        answer
    }

    /// The same where facets were of no help, for whatever reason.
    #[cold]
    #[inline(never)]
    fn search_anew(
        &mut self,
        query: &Query,
        a: (&View<'_, D>, &Pose<D>),
        b: (&View<'_, D>, &Pose<D>),
        (beyond, left): (f64, Left),
    ) -> Result<Answer<D>, QueryError> {
        let pair = Pair::new(a.0, a.1, b.0, b.1);
        if let Some(last) = &mut self.last
            && let Some(answer) = query.again_otherwise(&pair, last, left)
        {
            return Ok(answer);
        }
        self.search(query, a, b, beyond)
    }

    /// The same where vertices were of no help.
    #[cold]
    #[inline(never)]
    fn search_on(
        &mut self,
        query: &Query,
        a: (&View<'_, D>, &Pose<D>),
        b: (&View<'_, D>, &Pose<D>),
        beyond: f64,
    ) -> Result<Answer<D>, QueryError> {
        self.search(query, a, b, beyond)
    }

    /// What is known from before about shapes with these facets.
    #[inline(always)]
    pub(crate) fn warm(&self, stamps: [u64; 2]) -> Option<&Evidence<D>> {
        self.last.as_ref().filter(|_| self.facets.is_none_or(|last| last == stamps))
    }

    /// Remembers where a search ended.
    #[inline(always)]
    pub(crate) fn remember(&mut self, answer: &Answer<D>, stamps: [u64; 2]) {
        // It may have been about other shapes.
        self.footing = Footing::NOWHERE;
        let evidence = answer.evidence();
        let by_facets = match answer.effort().method {
            // What is found at once starts from nothing.
            Method::Formula | Method::Conjugate => {
                (self.last, self.facets) = (None, None);
                return;
            }
            method => method == Method::ActiveSet,
        };
        let by_facets = by_facets || evidence.has_points();
        self.facets = by_facets.then_some(stamps);
        // Surfaces come with the points that belong to them from few methods.
        if !by_facets && evidence.names_surfaces() {
            self.last = None;
        } else if let Some(last) = &mut self.last {
            last.copy_from(evidence);
        } else {
            self.last = Some(*evidence);
        }
    }

    /// Remembers the normal of an answer, if that is all that it takes to find the next one.
    #[inline(always)]
    pub(crate) fn mark(
        &mut self,
        a: (&View<'_, D>, &Pose<D>),
        b: (&View<'_, D>, &Pose<D>),
        answer: &Answer<D>,
    ) {
        if !FOLLOWS {
            return;
        }
        match (solver::mark(a, b, answer), &mut self.trail) {
            (Some(mark), Some(trail)) => trail.note(&mark),
            (mark, trail) => *trail = mark.map(Trail::new),
        }
    }

    /// Forgets what was seen.
    pub fn reset(&mut self) {
        *self = Self::new();
    }
}

/// The facets that carried the last answer, tried again.
struct LastFacets<'a, const D: usize> {
    query: &'a Query,
    pair: &'a Pair<'a, D>,
    last: &'a mut Evidence<D>,
    footing: &'a mut Footing,
}

impl<const D: usize> Work for LastFacets<'_, D> {
    type Output = Option<Answer<D>>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let Self { query, pair, last, footing } = self;
        let mut seen = None;
        let left = match query.again_by_facets(pair, (last, footing), &mut seen) {
            Ok(answer) => return Some(answer),
            Err(left) => left,
        };
        if let Some(seen) = &seen {
            let work = LastFacets { query, pair, last, footing };
            return dispatch(NearFacets { work, seen });
        }
        query.again_otherwise(pair, last, left)
    }
}

/// The same, where facets are to be changed.
struct NearFacets<'a, const D: usize> {
    work: LastFacets<'a, D>,
    seen: &'a Seen,
}

impl<const D: usize> Work for NearFacets<'_, D> {
    type Output = Option<Answer<D>>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let Self { work: LastFacets { query, pair, last, footing }, seen } = self;
        match query.again_by_others(pair, (last, footing), seen) {
            Ok(answer) => Some(answer),
            Err(left) => query.again_otherwise(pair, last, left),
        }
    }
}

/// A question whose last answer facets carried. As one piece of work, which writes the answer where
/// it is wanted: to hand it on takes longer than to find it.
struct ByFacets<'a, const D: usize> {
    tracker: &'a mut Tracker<D>,
    query: &'a Query,
    a: (&'a View<'a, D>, &'a Pose<D>),
    b: (&'a View<'a, D>, &'a Pose<D>),
    beyond: f64,
}

impl<const D: usize> Work for ByFacets<'_, D> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let Self { tracker, query, a, b, beyond } = self;
        let (mut left, mut seen) = (Left::Unclear, None);
        if let Some(last) = &mut tracker.last {
            let pair = Pair::new(a.0, a.1, b.0, b.1);
            match query.again_by_facets(&pair, (last, &mut tracker.footing), &mut seen) {
                Ok(answer) => return Ok(answer),
                Err(why) => left = why,
            }
        }
        if let Some(seen) = &seen {
            return dispatch(Moved { tracker, query, a, b, beyond, seen });
        }
        tracker.search_anew(query, a, b, (beyond, left))
    }
}

/// The same, where facets are to be changed. By itself, so that nothing is in the way of those whose
/// facets hold.
struct Moved<'a, const D: usize> {
    tracker: &'a mut Tracker<D>,
    query: &'a Query,
    a: (&'a View<'a, D>, &'a Pose<D>),
    b: (&'a View<'a, D>, &'a Pose<D>),
    beyond: f64,
    seen: &'a Seen,
}

impl<const D: usize> Work for Moved<'_, D> {
    type Output = Result<Answer<D>, QueryError>;

    const WIDE: bool = D == 3;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let Self { tracker, query, a, b, beyond, seen } = self;
        let mut left = Left::Unclear;
        if let Some(last) = &mut tracker.last {
            let pair = Pair::new(a.0, a.1, b.0, b.1);
            match query.again_by_others(&pair, (last, &mut tracker.footing), seen) {
                Ok(answer) => return Ok(answer),
                Err(why) => left = why,
            }
        }
        tracker.search_anew(query, a, b, (beyond, left))
    }
}

/// Work that was measured to be no faster with the vector unit (decision 105): probably because threes are
/// put together to fours by shuffles, in the chain of operations that everything waits for.
#[inline(never)]
fn plainly<W: Work>(work: W) -> W::Output {
    work.run(Portable)
}

/// A vector in the axes of a shape's core.
#[inline(always)]
fn core_axes<const D: usize>(view: &View<'_, D>, pose: &Pose<D>, v: Vector<D>) -> Vector<D> {
    let v = pose.rotation().rotate_back(v);
    view.frame.map_or(v, |frame| frame.rotation().rotate_back(v))
}

/// Which sets of facets two shapes have: zero for none.
#[inline(always)]
pub(crate) fn stamps<const D: usize>(a: &View<'_, D>, b: &View<'_, D>) -> [u64; 2] {
    let stamp = |view: &View<'_, D>| view.facets.map_or(0, FacetSet::stamp);
    [stamp(a), stamp(b)]
}
