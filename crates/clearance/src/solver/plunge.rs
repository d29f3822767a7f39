//! Depths of hulls of finitely many points in space: GJK, and where it finds the origin inside the
//! expanding polytope from where GJK stopped, on the same bodies and compiled for the processor as
//! one loop after the other.
//!
//! This is only the quick way. Whatever is a matter of rounding (touching, flat sets, an origin on
//! the surface of the first simplex) is left to [`depth`](super::depth), which begins anew.

use super::body::{Body, Few, Posed, Still, blocks_of};
use super::expand::{self, Expansion, Hulls};
use super::pairing::{self, Bodies, many};
use super::way::Way;
use super::{Task, depth, gjk};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Evidence, Signed, Stop};
use crate::pair::{Axes, Pair};
use crate::query::QueryError;
use crate::shape::Core;
use crate::simd::{Level, Work, dispatch};
use crate::space::Vector;

/// What the vertices of A and of B are called.
pub(super) type Numbers = (u32, u32);

/// The signed distance; `None` if the cores are not hulls of points in space, or it takes more care.
#[inline(always)]
pub(super) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    cores: &Pair<'_, D>,
    accuracy: Accuracy,
    hulls: &mut Hulls<D, Numbers>,
) -> Option<Result<Signed<D>, QueryError>> {
    let cornered = |core: &Core<'_, D>| matches!(core, Core::Vertices(_) | Core::Cuboid(_));
    // Points and segments have formulas.
    if D != 3 || !(cornered(&cores.a.core) && cornered(&cores.b.core)) {
        return None;
    }
    let (a, b) = (blocks_of(&cores.a.core)?, blocks_of(&cores.b.core)?);
    let dive = Dive { pair, cores, accuracy, hulls };
    match (a, b) {
        (1, 1) => dispatch(BothMoved::<D, 1>(dive)),
        (2..=3, 2..=3) => dispatch(BothMoved::<D, 3>(dive)),
        _ => dispatch(OneStays(dive)),
    }
}

/// A question.
pub(super) struct Dive<'a, 'b, const D: usize> {
    /// With radii, and without.
    pub(super) pair: &'a Pair<'b, D>,
    pub(super) cores: &'a Pair<'a, D>,
    pub(super) accuracy: Accuracy,
    pub(super) hulls: &'a mut Hulls<D, Numbers>,
}

pub(super) type Found<const D: usize> = Option<Result<Signed<D>, QueryError>>;

/// Both have few vertices, which are moved into the world's axes.
struct BothMoved<'a, 'b, const D: usize, const K: usize>(Dive<'a, 'b, D>);

impl<const D: usize, const K: usize> Work for BothMoved<'_, '_, D, K> {
    type Output = Found<D>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Found<D> {
        let pair = self.0.cores;
        let (turn_a, turn_b) = (pair.pose_a.rotation().matrix(), pair.pose_b.rotation().matrix());
        let a = &Few::<D, K, L>::new(&pair.a.core, turn_a, Vector::ZERO, level);
        let b = &Few::<D, K, L>::new(&pair.b.core, turn_b, pair.offset, level);
        self.0.run(&Bodies { a, b, toward: pair.offset }, pair.world(), level)
    }
}

/// One has many vertices and stays where it is.
struct OneStays<'a, 'b, const D: usize>(Dive<'a, 'b, D>);

impl<const D: usize> Work for OneStays<'_, '_, D> {
    type Output = Found<D>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Found<D> {
        let pair = self.0.cores;
        match (many(&pair.a.core), many(&pair.b.core)) {
            (Some(a), Some(b)) => {
                let pose = &pair.b_in_a();
                let (a, b) = (&Still { set: a, level }, &Posed { set: b, pose, level });
                self.0.run(&Bodies { a, b, toward: pose.translation() }, pair.pose_a, level)
            }
            (Some(set), None) => {
                let pose = pair.b_in_a();
                let (turn, shift) = (pose.rotation().matrix(), pose.translation());
                let a = &Still { set, level };
                let b = &Few::<D, 1, _>::new(&pair.b.core, turn, shift, level);
                self.0.run(&Bodies { a, b, toward: shift }, pair.pose_a, level)
            }
            (None, Some(set)) => {
                let pose = pair.pose_b.to_local(pair.pose_a);
                let (turn, shift) = (pose.rotation().matrix(), pose.translation());
                let a = &Few::<D, 1, _>::new(&pair.a.core, turn, shift, level);
                let b = &Still { set, level };
                self.0.run(&Bodies { a, b, toward: -shift }, pair.pose_b, level)
            }
            (None, None) => None,
        }
    }
}

impl<const D: usize> Dive<'_, '_, D> {
    #[inline(always)]
    pub(super) fn run<A: Body<D, Mark = u32>, B: Body<D, Mark = u32>>(
        self,
        bodies: &Bodies<'_, D, A, B>,
        axes: impl Axes<D>,
        level: impl Level,
    ) -> Found<D> {
        let Self { pair, cores, accuracy, hulls } = self;
        let task = Task::plain(accuracy);
        let goal = gjk::Goal { by_signs: true, ..task.goal(cores, true) };
        let watch: gjk::Watch<'_, '_, D, _> = None;
        let descent = gjk::descend(bodies, pairing::start(bodies, &task), goal, watch);
        if descent.stop != Stop::Contained {
            return match pairing::concluded(bodies, cores, axes, descent) {
                Ok(Answer::Apart(apart)) => Some(Ok(depth::with_radii(pair, apart))),
                Ok(Answer::Meeting(_)) => None,
                Err(error) => Some(Err(error)),
            };
        }
        let unit = accuracy::ROUNDING * cores.scale;
        let goal = expand::Goal {
            gap: accuracy::FACET_GAP * unit,
            flat: accuracy::TOUCH * unit,
            scale: cores.scale,
            cap: accuracy.iterations.max(accuracy::EXPAND_POINTS),
        };
        let found = expand::expand_from(bodies, &descent.simplex, (&goal, hulls), level)?;
        let Expansion { corners: Some(corners), weights, .. } = found else { return None };
        let a = bodies.a.combine(|k| corners[k].0, weights, D);
        let b = bodies.b.combine(|k| corners[k].1, weights, D);
        let name = |k: usize| corners[k.min(D - 1)];
        let evidence = Evidence {
            len: D,
            weights,
            a: A::names([name(0).0, name(1).0, name(2).0, name(3).0]),
            b: B::names([name(0).1, name(1).1, name(2).1, name(3).1]),
            directions: None,
            multipliers: None,
        };
        let points = [axes.turn(a) + axes.origin(), axes.turn(b) + axes.origin()];
        let way = Way {
            normal: axes.turn(found.normal),
            bounds: [found.lower, found.upper],
            iterations: found.iterations,
            stop: found.stop,
        };
        if !(found.upper.is_finite() && way.normal.is_finite()) {
            return None;
        }
        Some(Ok(Signed::Overlap(way.shown_by(points).depth(pair, points, evidence))))
    }
}
