//! Depths of hulls of finitely many points in space: GJK, and where it finds the origin inside the
//! expanding polytope from where GJK stopped, on the same bodies and compiled for the processor as
//! one loop after the other.
//!
//! Bodies with more than eight vertices do without GJK if they can: four points of the difference
//! close to where the shortest way out must be have the origin inside, mostly.
//!
//! This is only the quick way. Whatever is a matter of rounding (touching, flat sets, an origin on
//! the surface of the first simplex) is left to [`depth`](super::depth), which begins anew.

use super::depth::way::Way;
use super::expand::{self, Expansion, First, Hulls};
use super::gjk::Difference;
use super::gjk::body::{Body, Few, Posed, Still, blocks_of};
use super::gjk::pairing::{self, Bodies, many};
use super::gjk::simplex::Simplex;
use super::{Task, depth, gjk};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Evidence, Signed, Stop};
use crate::pair::{Axes, Pair};
use crate::query::QueryError;
use crate::shape::Core;
use crate::simd::{Level, Work, dispatch};
use crate::space::{Vector, real};

/// What the vertices of A and of B are called.
pub(super) type Numbers = (u32, u32);

/// Whether the cores are hulls of points in space. Points and segments have formulas.
#[inline(always)]
pub(super) fn is_for<const D: usize>(pair: &Pair<'_, D>) -> bool {
    let cornered = |core: &Core<'_, D>| matches!(core, Core::Vertices(_) | Core::Cuboid(_));
    D == 3 && cornered(&pair.a.core) && cornered(&pair.b.core)
}

/// The signed distance of such a pair; `None` if it takes more care.
#[inline(always)]
pub(super) fn solve<const D: usize>(
    pair: &Pair<'_, D>,
    cores: &Pair<'_, D>,
    accuracy: Accuracy,
    hulls: &mut Hulls<D, Numbers>,
) -> Option<Result<Signed<D>, QueryError>> {
    let (a, b) = (blocks_of(&cores.a.core)?, blocks_of(&cores.b.core)?);
    let dive = Dive { pair, cores, accuracy, hulls };
    match (a, b) {
        (1, 1) => dispatch(BothMoved::<D, 1>(dive)),
        (2..=3, 2..=3) => dispatch(BothMoved::<D, 3>(dive)),
        _ => dispatch(OneStays(dive)),
    }
}

/// In the world, a direction of the polytope that the last question left: that is in the axes which were
/// worked in.
#[inline(always)]
pub(super) fn in_world<const D: usize>(pair: &Pair<'_, D>, direction: Vector<D>) -> Vector<D> {
    match (blocks_of(&pair.a.core), blocks_of(&pair.b.core)) {
        (Some(1), Some(1)) | (Some(2..=3), Some(2..=3)) => direction,
        _ if many(&pair.a.core).is_some() => pair.pose_a.rotation().rotate(direction),
        _ => pair.pose_b.rotation().rotate(direction),
    }
}

/// In those axes, a direction of the world.
#[inline(always)]
pub(super) fn in_axes<const D: usize>(pair: &Pair<'_, D>, direction: Vector<D>) -> Vector<D> {
    match (blocks_of(&pair.a.core), blocks_of(&pair.b.core)) {
        (Some(1), Some(1)) | (Some(2..=3), Some(2..=3)) => direction,
        _ if many(&pair.a.core).is_some() => pair.pose_a.rotation().rotate_back(direction),
        _ => pair.pose_b.rotation().rotate_back(direction),
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

/// What GJK begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Begin {
    /// Three corners: with up to eight vertices most rings do not hold the origin, and it costs more to see whether
    /// they do than it saves.
    Three,
    /// Corners all around, of which it goes on if they do not hold the origin.
    Ring,
}

pub(super) type Found<const D: usize> = Option<Result<Signed<D>, QueryError>>;

/// Both have few vertices, which are moved into the world's axes.
struct BothMoved<'a, 'b, const D: usize, const K: usize>(Dive<'a, 'b, D>);

impl<const D: usize, const K: usize> Work for BothMoved<'_, '_, D, K> {
    type Output = Found<D>;

    const WIDE: bool = K == 1;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Found<D> {
        let pair = self.0.cores;
        let (turn_a, turn_b) = (pair.pose_a.rotation().matrix(), pair.pose_b.rotation().matrix());
        let a = &Few::<D, K, L>::new(&pair.a.core, turn_a, Vector::ZERO, level);
        let b = &Few::<D, K, L>::new(&pair.b.core, turn_b, pair.offset, level);
        // In browsers size counts for more.
        if K == 1 && !cfg!(target_arch = "wasm32") {
            let toward = pair.offset;
            return self.0.run(&Bodies { a, b, toward }, pair.world(), (level, Begin::Three));
        }
        let (middle_a, middle_b) = (middle(&pair.a.core), middle(&pair.b.core));
        let toward = *turn_b * middle_b + pair.offset - *turn_a * middle_a;
        self.0.run(&Bodies { a, b, toward }, pair.world(), (level, Begin::Ring))
    }
}

/// One has many vertices and stays where it is.
struct OneStays<'a, 'b, const D: usize>(Dive<'a, 'b, D>);

impl<const D: usize> Work for OneStays<'_, '_, D> {
    type Output = Found<D>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Found<D> {
        let pair = self.0.cores;
        let (middle_a, middle_b) = (middle(&pair.a.core), middle(&pair.b.core));
        match (many(&pair.a.core), many(&pair.b.core)) {
            (Some(a), Some(b)) => {
                let pose = &pair.b_in_a();
                let (a, b) = (&Still { set: a, level }, &Posed::under(pose, b, level));
                let toward = pose.transform(middle_b) - middle_a;
                self.0.run(&Bodies { a, b, toward }, pair.pose_a, (level, Begin::Ring))
            }
            (Some(set), None) => {
                let pose = pair.b_in_a();
                let (turn, shift) = (pose.rotation().matrix(), pose.translation());
                let a = &Still { set, level };
                let b = &Few::<D, 1, _>::new(&pair.b.core, turn, shift, level);
                let toward = pose.transform(middle_b) - middle_a;
                self.0.run(&Bodies { a, b, toward }, pair.pose_a, (level, Begin::Ring))
            }
            (None, Some(set)) => {
                let pose = pair.pose_b.to_local(pair.pose_a);
                let (turn, shift) = (pose.rotation().matrix(), pose.translation());
                let a = &Few::<D, 1, _>::new(&pair.a.core, turn, shift, level);
                let b = &Still { set, level };
                let toward = middle_b - pose.transform(middle_a);
                self.0.run(&Bodies { a, b, toward }, pair.pose_b, (level, Begin::Ring))
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
        (level, begin): (impl Level, Begin),
    ) -> Found<D> {
        let Self { pair, cores, accuracy, hulls } = self;
        let unit = accuracy::ROUNDING * cores.scale;
        let outwards = expand::Goal {
            gap: accuracy::FACET_GAP * unit,
            flat: accuracy::TOUCH * unit,
            scale: cores.scale,
            cap: accuracy.iterations.max(accuracy::EXPAND_POINTS),
        };
        let mut simplex;
        let mut inside = false;
        if begin == Begin::Three {
            simplex = spanned(three(bodies));
        } else {
            let first = Start::new(bodies);
            simplex = Simplex::new(first.corner.0, first.corner.1);
            // Not in browsers, where size counts for more.
            if !cfg!(target_arch = "wasm32") && first.height > outwards.flat {
                let count = 0.5 * (count(&cores.a.core) + count(&cores.b.core));
                let [p, q, r] = first.ring(bodies, count);
                match expand::begin([first.corner, p, q, r], (&outwards, hulls)) {
                    First::Around => inside = true,
                    First::Beyond(face) => simplex = spanned([face[0], face[1], face[D - 1]]),
                    First::Flat => {}
                }
            }
        }
        if !inside {
            let goal = gjk::Goal { by_signs: true, ..Task::plain(accuracy).goal(cores, true) };
            let watch: gjk::Watch<'_, '_, D, _> = None;
            let descent = gjk::descend(bodies, (simplex, None), goal, watch);
            if descent.stop != Stop::Contained {
                return match pairing::concluded(bodies, cores, axes, descent) {
                    Ok(Answer::Apart(apart)) => Some(Ok(depth::with_radii(pair, apart))),
                    Ok(Answer::Meeting(_)) => None,
                    Err(error) => Some(Err(error)),
                };
            }
            let Simplex { w: [p, q, r, s], mark: [i, j, k, l], len } = descent.simplex;
            let corners = [(p, i), (q, j), (r, k), (s, l)];
            if len != 4 || !matches!(expand::begin(corners, (&outwards, hulls)), First::Around) {
                return None;
            }
        }
        let found = expand::expand_on(bodies, (&outwards, hulls), level);
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

/// The simplex of three corners.
#[inline(always)]
fn spanned<const D: usize, M: Copy>([p, q, r]: [(Vector<D>, M); 3]) -> Simplex<D, M> {
    let mut simplex = Simplex::new(p.0, p.1);
    // Places by constants: the simplex lives in registers.
    (simplex.w[1], simplex.mark[1]) = q;
    (simplex.w[2], simplex.mark[2]) = r;
    simplex.len = 3;
    simplex
}

/// What lies furthest along three directions that do not wait for each other, half a right angle from the line
/// between the origins and a third of a turn apart. Between them is mostly what the origin is close to: GJK takes two
/// steps from there and not four, and the polytope that it finds is closer to the way out.
#[inline(always)]
fn three<const D: usize, A: Body<D>, B: Body<D>, M>(
    bodies: &Bodies<'_, D, A, B>,
) -> [(Vector<D>, M); 3]
where
    for<'a> Bodies<'a, D, A, B>: Difference<D, Mark = M>,
{
    let apart = bodies.toward.norm();
    // One origin in the other's place leads nowhere, and any line will do.
    let (line, length) = if apart > 0.0 { (bodies.toward, apart) } else { (Vector::axis(0), 1.0) };
    let [e, f] = across(line, length);
    let ways = [line + e, line - e * 0.5 + f * HIGH, line - e * 0.5 - f * HIGH];
    [bodies.support(ways[0]), bodies.support(ways[1]), bodies.support(ways[2])]
}

/// How far the other two corners of a triangle with three equal sides are to the side, if the first is straight ahead
/// and all are as far from its middle as 1.
const HIGH: f64 = 0.866_025_403_784_438_6;

/// Where to begin: what lies furthest along the line of the middles.
struct Start<const D: usize, M> {
    corner: (Vector<D>, M),
    /// The direction of the line, of length 1, and how far the difference reaches along it.
    normal: Vector<D>,
    height: f64,
    /// How far apart the middles are.
    apart: f64,
}

impl<const D: usize, M: Copy> Start<D, M> {
    #[inline(always)]
    fn new<A: Body<D>, B: Body<D>>(bodies: &Bodies<'_, D, A, B>) -> Self
    where
        for<'a> Bodies<'a, D, A, B>: Difference<D, Mark = M>,
    {
        let apart = bodies.toward.norm();
        // One middle in the other's place leads nowhere, and any point will do.
        let normal = if apart > 0.0 { bodies.toward * (1.0 / apart) } else { bodies.toward };
        let corner = bodies.support(normal);
        Self { corner, normal, height: normal.dot(corner.0), apart }
    }

    /// Three more points around it. With the first they mostly have the origin inside, and are no
    /// further away than they have to be: the shortest way out reaches no further than the line does, so that
    /// on a round difference it encloses with it an angle whose square is no more than twice the
    /// height over the radius. But closer than neighbours are the corners are not.
    ///
    /// GJK finds such points too, but one after the other; and if the origin is right below a corner, all
    /// others that it finds are at the far ends of the difference.
    #[inline(always)]
    fn ring<A: Body<D>, B: Body<D>>(
        &self,
        bodies: &Bodies<'_, D, A, B>,
        count: f64,
    ) -> [(Vector<D>, M); 3]
    where
        for<'a> Bodies<'a, D, A, B>: Difference<D, Mark = M>,
    {
        let [deep, coarse] = [self.height / self.apart, 1.0 / count];
        let wide = real::sqrt(accuracy::RING_DEPTH * deep + accuracy::RING_CORNER * coarse);
        let [e, f] = across(self.normal, 1.0);
        let turned = |s: f64, t: f64| self.normal + (e * s + f * t) * wide;
        // Support points are not looked for in a closure: it would be called, and compiled for no processor in
        // particular.
        let ways = [turned(1.0, 0.0), turned(-0.5, HIGH), turned(-0.5, -HIGH)];
        [bodies.support(ways[0]), bodies.support(ways[1]), bodies.support(ways[2])]
    }
}

/// Two vectors at right angles to a vector of some length and to each other, of the same length.
///
/// Source: Duff et al. 2017, Building an Orthonormal Basis, Revisited.
#[inline(always)]
pub(super) fn across<const D: usize>(line: Vector<D>, length: f64) -> [Vector<D>; 2] {
    let (x, y, z) = (line[0], line[1], line[D - 1]);
    let (sign, long) = (1.0_f64.copysign(z), length.copysign(z));
    let a = -1.0 / (long + z);
    let b = x * y * a;
    let first = [length + sign * x * x * a, sign * b, -sign * x];
    let second = [b, long + y * y * a, -y];
    [Vector::from_fn(|i| first[i % 3]), Vector::from_fn(|i| second[i % 3])]
}

/// How many vertices a core has.
#[inline(always)]
fn count<const D: usize>(core: &Core<'_, D>) -> f64 {
    match core {
        Core::Vertices(set) => f64::from(set.len()),
        _ => f64::from(1 << D),
    }
}

/// A point well inside of a core.
#[inline(always)]
fn middle<const D: usize>(core: &Core<'_, D>) -> Vector<D> {
    match core {
        Core::Vertices(set) => set.middle(),
        _ => Vector::ZERO,
    }
}
