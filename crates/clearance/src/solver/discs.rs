//! Cylinders, cones and frusta against each other: the method of `ridge.rs` for hulls of two discs
//! about an axis.
//!
//! Such a shape is told by its axis k, and for each disc by its height z along it and its radius r.
//! With s = n·k and w = n − s k, the support point of a disc along n is z k + r w/|w|, its height
//! z s + r |w|, and as n moves the point moves around the axis only, along k × w.
//!
//! So nothing is asked of the shapes while the method looks for the normal, and nothing is turned but
//! the two axes: all is done in the world's axes.

use super::Task;
use super::gjk::Goal;
use super::newton::{ends, start_along};
use super::quadratic::{Interval, Quadratic};
use super::ridge::{self, Closest, Eye, Side, View, Which, squared};
use crate::accuracy;
use crate::answer::Answer;
use crate::pair::Pair;
use crate::shape::{self, Core};
use crate::space::{Pose, Vector, real};

/// A hull of two discs.
struct Discs<const D: usize> {
    axis: Vector<D>,
    told: shape::Discs,
}

/// Where a disc is seen along a unit vector.
struct Sight<const D: usize> {
    /// The part of the vector along the axis.
    along: f64,
    /// The length of the rest, and one over that.
    across: f64,
    by_across: f64,
    /// The rest, of length one.
    outward: Vector<D>,
}

impl<const D: usize> Discs<D> {
    #[inline(always)]
    fn of(core: &Core<'_, D>, pose: &Pose<D>) -> Option<Self> {
        let Core::Support(shape) = core else { return None };
        let told = shape.discs()?;
        Some(Self { axis: pose.rotation().matrix().column(2 % D), told })
    }

    /// `None` along the axis, where a disc is seen from above.
    #[inline(always)]
    fn sight(&self, n: Vector<D>) -> Option<Sight<D>> {
        let along = n.dot(self.axis);
        let mut rest = n - self.axis * along;
        let mut squared = rest.norm_squared();
        if !(squared > accuracy::DISC_STEEP * accuracy::DISC_STEEP) {
            // A difference of nearly equal vectors is at right angles to the axis once rounding is
            // taken off again.
            rest -= self.axis * rest.dot(self.axis);
            squared = rest.norm_squared();
            if !(squared > accuracy::DISC_TILT * accuracy::DISC_TILT) {
                return None;
            }
        }
        let across = real::sqrt(squared);
        let by_across = 1.0 / across;
        Some(Sight { along, across, by_across, outward: rest * by_across })
    }

    /// How far disc `i` reaches.
    #[inline(always)]
    fn height(&self, i: usize, sight: &Sight<D>) -> f64 {
        self.told.heights[i] * sight.along + self.told.radii[i] * sight.across
    }

    /// The furthest point of disc `i`.
    #[inline(always)]
    fn point(&self, i: usize, sight: &Sight<D>) -> Vector<D> {
        self.axis * self.told.heights[i] + sight.outward * self.told.radii[i]
    }
}

impl<const D: usize> Eye<D> for Discs<D> {
    #[inline(always)]
    fn look(&self, n: Vector<D>, [e, f]: [Vector<D>; 2]) -> Option<Side<D>> {
        let sight = self.sight(n)?;
        let flat = |v: Vector<D>| [e.dot(v), f.dot(v)];
        let (up, out) = (flat(self.axis), flat(sight.outward));
        let around = flat(self.axis.cross3(sight.outward));
        let shape::Discs { heights: [z, y], radii: [r, q] } = self.told;
        let aside = |z: f64, r: f64| [z * up[0] + r * out[0], z * up[1] + r * out[1]];
        // The disc that shows, if it is one.
        let top = sight.along > 0.0;
        let (radius, face) = if top { (r, self.axis) } else { (q, -self.axis) };
        Some(Side {
            points: [self.point(0, &sight), self.point(1, &sight)],
            heights: [self.height(0, &sight), self.height(1, &sight)],
            aside: [aside(z, r), aside(y, q)],
            bends: [squared(around, r * sight.by_across), squared(around, q * sight.by_across)],
            face: Some(face),
            lean: if radius > 0.0 { sight.along.abs() } else { 0.0 },
        })
    }

    #[inline(always)]
    fn place(&self, point: Vector<D>) -> Vector<D> {
        point
    }
}

/// The answer for two such shapes; `None` for others, and where the method does not lead anywhere.
#[inline(never)]
pub(super) fn answer<const D: usize>(
    pair: &Pair<'_, D>,
    task: &mut Task<'_, D>,
) -> Option<Answer<D>> {
    // Steps are told in the frame of A.
    if D != 3 || cfg!(target_arch = "wasm32") || task.trace.is_some() {
        return None;
    }
    let a = Discs::of(&pair.a.core, pair.pose_a)?;
    let b = Discs::of(&pair.b.core, pair.pose_b)?;
    let goal = &task.goal(pair, false);
    let turn = pair.pose_a.rotation();
    let first = start_along(task, |v| turn.rotate(v), way(&a, &b, pair.offset));
    let on_face = |which: Which, side: &Side<D>| match which {
        Which::A => on_face(&a, side.face?, (&b, pair.offset), goal),
        Which::B => on_face(&b, side.face?, (&a, -pair.offset), goal).map(|found| {
            let [y, x] = found.points;
            let points = [x + pair.offset, y + pair.offset];
            Closest { points, normal: -found.normal, ..found }
        }),
    };
    let view = View { shift: pair.offset, first, goal };
    let closest = ridge::search((&a, &b), &view, None, on_face)?.ok()?;
    let in_a = turn.rotate_back(closest.normal);
    Some(closest.finding(pair, in_a).answer(pair, pair.world()))
}

/// About which way the closest points lie: that between the axes, cut short at each disc by a part of
/// its radius. From middle to middle it is half a look further.
#[inline(always)]
fn way<const D: usize>(a: &Discs<D>, b: &Discs<D>, shift: Vector<D>) -> Vector<D> {
    let span = |discs: &Discs<D>| {
        let shape::Discs { heights: [high, low], radii: [r, q] } = discs.told;
        let (middle, short) = (0.5 * (high + low), accuracy::AXIS_SHORT);
        Interval::between((low + short * q).min(middle), (high - short * r).max(middle))
    };
    let (u, v) = (a.axis, b.axis);
    let (uv, uw, vw) = (u.dot(v), u.dot(shift), v.dot(shift));
    let best = (uw - uv * vw) / (1.0 - uv * uv);
    // |shift + t v − s u|²
    let squared = Quadratic { ss: 1.0, st: -uv, tt: 1.0, s: -uw, t: vw, from: [0.0; 2], best };
    let [s, t] = squared.minimise(span(a), span(b));
    shift + v * t - u * s
}

/// Whether the disc of one shape with this outward normal is closest to another, which lies at
/// `shift`: then its support point towards the disc is right over it.
#[inline(never)]
fn on_face<const D: usize>(
    discs: &Discs<D>,
    face: Vector<D>,
    (other, shift): (&Discs<D>, Vector<D>),
    goal: &Goal,
) -> Option<Closest<D>> {
    let top = face.dot(discs.axis) > 0.0;
    let disc = if top { 0 } else { 1 };
    let height = discs.told.heights[disc] * if top { 1.0 } else { -1.0 };
    let sight = other.sight(-face)?;
    let lead = usize::from(other.height(1, &sight) > other.height(0, &sight));
    let y = other.point(lead, &sight) + shift;
    let above = face.dot(y);
    let (lower, aside) = (above - height, y - face * above);
    let radius = discs.told.radii[disc];
    if !(lower > goal.meeting && aside.norm_squared() <= radius * radius) {
        return None;
    }
    let x = aside + face * height;
    let stop = ends(lower, (y - x).norm(), goal)?;
    Some(Closest { points: [x, y], normal: face, lower, looks: 1, stop })
}
