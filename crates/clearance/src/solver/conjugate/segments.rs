//! Two segments, and with them two capsules: what is done with one is done with the other, in the
//! same instructions.
//!
//! The formulas are those of [`conjugate`](crate::solver::conjugate), for the case that nearly all queries
//! are: two segments with a length, not parallel, of which the bounds close. The rest is left to
//! that file. Here segments go both ways from their middles, and B's goes backwards, so that the
//! formulas are the same for both:
//!
//! | symbol | meaning |
//! | --- | --- |
//! | `from` | from A's middle to B's |
//! | `along` | u and v, half of each segment: A's point is s u, and B's is from − t v, with s and t in [−1, 1] |
//! | `squared` | u·u and v·v |
//! | `pull` | u·from and v·from |
//! | `shared` | c = u·v, twice |
//! | `way` | from − s u − t v, between the closest points |
//!
//! The squared distance is least in s for s = (u·from − c t) / u·u, and in t for
//! t = (v·from − c s) / v·v.

use crate::accuracy;
use crate::answer::{Answer, Apart, Effort, Evidence, Meeting, Method, Names, Stop};
use crate::pair::Pair;
use crate::shape::Core;
use crate::simd::Two;
use crate::solver::active_set::both::{Both, Turns, abs};
use crate::space::{Pose, Vector, real};

/// Two segments with radii.
pub(crate) struct Rods<'a, const D: usize> {
    pub(crate) ends: [&'a [Vector<D>; 2]; 2],
    pub(crate) radii: [f64; 2],
    /// Whether the middle of each is the origin of its frame: nothing to turn but one end.
    pub(crate) centred: bool,
    pub(crate) poses: [&'a Pose<D>; 2],
    /// The sum of how far both reach.
    pub(crate) reach: f64,
}

/// How far apart the segments of a pair with their radii are; `None` for anything else, and where it
/// takes more than this.
#[inline(always)]
pub(crate) fn answer<const D: usize>(pair: &Pair<'_, D>) -> Option<Answer<D>> {
    let (Core::Segment(a, b), Core::Segment(c, d)) = (&pair.a.core, &pair.b.core) else {
        return None;
    };
    let rods = Rods {
        ends: [&[*a, *b], &[*c, *d]],
        radii: [pair.a.radius, pair.b.radius],
        centred: false,
        poses: [pair.pose_a, pair.pose_b],
        reach: pair.a.reach + pair.b.reach,
    };
    let closest = rods.closest()?;
    match closest.apart() {
        Some(apart) => Some(Answer::Apart(apart)),
        None => Some(Answer::Meeting(closest.meeting()?)),
    }
}

impl<const D: usize> Rods<'_, D> {
    /// Where the segments come closest; `None` where it takes more than this to know.
    #[inline(always)]
    pub(crate) fn closest(&self) -> Option<Closest<D>> {
        if D != 3 {
            return None;
        }
        let Laid { along, from, middles } = self.laid();
        let ahead = Both::same(from);
        let Nearest { at } = Nearest::new(along, ahead)?;
        let inner = along.times(at);
        let way = ahead - (inner + inner.swapped());
        let squared = way.dot(way).a();
        let (length, unit) = real::root_and_inverse(squared);
        // How much further than its closest point each segment reaches along the way to the other:
        // nothing but rounding, since that way is at right angles to what moves freely.
        let rise = along.dot(way);
        let beyond = abs(rise) - at * rise;
        let loose = (beyond + beyond.swapped()).a() * unit;
        // What was added up is hardly longer than this, wherever the two are.
        let scale = self.reach + length;
        // Written so that NaN is left to others.
        (loose <= accuracy::VERTEX_SLACK * accuracy::ROUNDING * scale).then_some(Closest {
            at,
            inner,
            way,
            middles,
            length,
            unit,
            over: 1.0 / squared,
            loose,
            radii: self.radii,
            scale,
        })
    }

    /// Into the world's axes, measured from A's middle.
    #[inline(always)]
    fn laid(&self) -> Laid<D> {
        let ([[a, b], [c, d]], [pose_a, pose_b]) = (self.ends, self.poses);
        let turns = Turns::new(pose_a.rotation(), pose_b.rotation());
        let origins = [pose_a.translation(), pose_b.translation()];
        let offset = origins[1] - origins[0];
        if self.centred {
            return Laid { along: turns.rotate(Both::of(b, d)), from: offset, middles: origins };
        }
        let (first, last) = (Both::of(a, c), Both::of(b, d));
        let half = Two::same(0.5);
        let middles = turns.rotate((first + last).times(half));
        let (of_a, of_b) = (middles.a::<D>(), middles.b::<D>());
        Laid {
            along: turns.rotate((last - first).times(half)),
            from: offset + (of_b - of_a),
            middles: [origins[0] + of_a, origins[1] + of_b],
        }
    }
}

/// Two segments in the world's axes.
struct Laid<const D: usize> {
    along: Both,
    from: Vector<D>,
    /// The middles in the world.
    middles: [Vector<D>; 2],
}

/// Where two segments come closest, in the world's axes.
pub(crate) struct Closest<const D: usize> {
    at: Two,
    /// From A's middle to its point, and from B's point to its middle.
    inner: Both,
    way: Both,
    /// In the world.
    middles: [Vector<D>; 2],
    length: f64,
    /// One over the length.
    unit: f64,
    /// One over its square.
    over: f64,
    /// How far the lower bound is below the length.
    loose: f64,
    radii: [f64; 2],
    scale: f64,
}

const EFFORT: Effort = Effort { method: Method::Conjugate, iterations: 1, stop: Stop::Converged };

impl<const D: usize> Closest<D> {
    /// The size of all numbers.
    #[inline(always)]
    pub(crate) fn size(&self) -> f64 {
        self.scale + (self.radii[0] + self.radii[1])
    }

    /// The answer with the radii, if they do not make up for the distance.
    #[inline(always)]
    pub(crate) fn apart(&self) -> Option<Apart<D>> {
        let [radius_a, radius_b] = self.radii;
        let distance = self.length - (radius_a + radius_b);
        if !(distance > accuracy::TOUCH * accuracy::ROUNDING * self.size()) {
            return None;
        }
        let unit = Two::same(self.unit);
        // The root is waited for last.
        let radial = self.way.times(Two::same(self.over) * Two::new(radius_a, radius_b));
        let outer = self.inner + radial.times(Two::same(self.length));
        Some(Apart {
            distance,
            point_a: self.middles[0] + outer.a(),
            point_b: self.middles[1] - outer.b(),
            normal: self.way.times(unit).a(),
            lower: (distance - self.loose).max(0.0),
            upper: distance,
            unique: Some(true),
            evidence: evidence(self.at),
            effort: EFFORT,
        })
    }

    /// The answer if they do, but for segments that touch without them.
    #[inline(always)]
    pub(crate) fn meeting(&self) -> Option<Meeting<D>> {
        if !(self.length > accuracy::TOUCH * accuracy::ROUNDING * self.scale) {
            return None;
        }
        let share = self.radii[0] / (self.radii[0] + self.radii[1]);
        let point = self.inner.a::<D>() + self.way.a::<D>() * share + self.middles[0];
        Some(Meeting { point, evidence: evidence(self.at), effort: EFFORT })
    }
}

/// The four pairs of ends with their weights.
#[inline(always)]
fn evidence<const D: usize>(at: Two) -> Evidence<D> {
    let half = Two::same(0.5);
    let step = at * half;
    let (low, high) = (half - step, half + step);
    // A's two shares times each of B's.
    let of_a = Two::new(low.a(), high.a());
    let (first, last) = (of_a * high.b_twice(), of_a * low.b_twice());
    Evidence {
        len: 4,
        weights: [first.a(), first.swapped().a(), last.a(), last.swapped().a()],
        a: Names::Vertices([0, 1, 0, 1]),
        b: Names::Vertices([0, 0, 1, 1]),
        ..Evidence::first_vertices()
    }
}

/// Where two segments come closest: the two parameters, s and t.
struct Nearest {
    at: Two,
}

impl Nearest {
    /// `None` if a segment has no length, or both are parallel to rounding.
    #[inline(always)]
    fn new(along: Both, from: Both) -> Option<Self> {
        let facing = along.swapped();
        let (squared, pull) = (along.dot(along), along.dot(from));
        let shared = along.dot(facing);
        let turned = squared.swapped();
        let squares = squared * turned;
        let determinant = squares - shared * shared;
        // As t goes from one end to the other, the best s goes from one value to another, whatever the best
        // t is: to cut off what lies beyond is all that the ends of both segments do. So neither
        // parameter waits for the other, nor do the quotients: see `quadratic`.
        let one = Two::same(1.0);
        let each = one / squared;
        let (home, by) = (pull * each, shared * each);
        let span = abs(by);
        let within = |x: Two| x.max(Two::same(-1.0)).min(one);
        let (low, high) = (within(home - span), within(home + span));
        let cut = |x: Two| x.max(low).min(high);
        if determinant.a() > accuracy::OBLIQUE * squares.a() {
            let numerators = pull * turned - shared * pull.swapped();
            return Some(Self { at: cut(numerators / determinant) });
        }
        // Nearly parallel: by components of u ∧ v, as `conjugate` explains, and t follows from s, of which
        // rounding may have made anything.
        let across = along.cross(facing);
        let determinant = across.dot(across).a();
        let numerator = from.cross(facing).dot(across).a();
        if !(determinant > accuracy::PARALLEL * squares.a()) {
            return None;
        }
        let first = cut(Two::same(numerator / determinant));
        let second = within(home - by * first.swapped());
        Some(Self { at: first.beside(second) })
    }
}
