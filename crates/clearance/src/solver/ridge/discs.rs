//! Cylinders, cones and frusta against each other: the method of `ridge.rs` for hulls of two discs
//! about an axis.
//!
//! Such a shape is told by its axis k, and for each disc by its height z along it and its radius r.
//! With s = n·k and w = n − s k, the support point of a disc along n is z k + r w/|w|, its height
//! z s + r |w|, and as n moves the point moves around the axis only, along k × w.
//!
//! So nothing is asked of the shapes while the method looks for the normal, and nothing is turned but
//! the two axes: all is done in the world's axes.

use super::{Closest, Eye, Side, Which, squared};
use crate::accuracy;
use crate::answer::Answer;
use crate::pair::Pair;
use crate::shape::{self, Core, View};
use crate::solver::Task;
use crate::solver::conjugate::quadratic::{Interval, Quadratic};
use crate::solver::gjk::Goal;
use crate::solver::newton::{ends, start_along};
use crate::solver::ridge;
use crate::space::{Pose, Vector, real};

/// A hull of two discs.
#[derive(Clone, Copy)]
pub(crate) struct Discs<const D: usize> {
    pub(crate) axis: Vector<D>,
    pub(crate) told: shape::Discs,
}

/// Whether both cores may be such hulls.
#[inline(always)]
pub(crate) fn may_be_discs<const D: usize>(a: &Core<'_, D>, b: &Core<'_, D>) -> bool {
    matches!((a, b), (Core::Support(_), Core::Support(_)))
}

/// Where a disc is seen along a unit vector.
pub(crate) struct Sight<const D: usize> {
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
        let Some(told) = &shape.discs() else { return None };
        let (heights, radii) =
            (Vector(told.heights).piecewise().0, Vector(told.radii).piecewise().0);
        let told = shape::Discs { heights, radii };
        Some(Self { axis: pose.rotation().matrix().column(2 % D), told })
    }

    /// The same, given where the shape is rather than its core.
    #[inline(always)]
    pub(crate) fn seen(view: &View<'_, D>, pose: &Pose<D>) -> Option<Self> {
        let Some(frame) = view.frame else { return Self::of(&view.core, pose) };
        let upright = Self::of(&view.core, frame)?;
        Some(Self { axis: pose.rotation().rotate(upright.axis), ..upright })
    }

    /// A copy for a function that is called, made number by number: what is copied as a whole is
    /// not copied at all where that can be helped, but kept in memory from the beginning, and then
    /// read from there in larger pieces than it was written in.
    #[inline(always)]
    pub(crate) fn handed(&self) -> Self {
        let shape::Discs { heights: [z, y], radii: [r, q] } = self.told;
        let told = shape::Discs { heights: [z, y], radii: [r, q] };
        Self { axis: Vector::from_fn(|i| self.axis[i]), told }
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
        let (across, by_across) = real::root_and_inverse(squared);
        Some(Sight { along, across, by_across, outward: rest * by_across })
    }

    /// The vector near n that is a normal of the side.
    #[inline(always)]
    pub(crate) fn onto_side(&self, n: Vector<D>) -> Vector<D> {
        let rest = n - self.axis * n.dot(self.axis);
        rest + self.axis * (rest.norm() * self.slope())
    }

    /// How far the normals of the side rise for each step away from the axis.
    #[inline(always)]
    fn slope(&self) -> f64 {
        let shape::Discs { heights: [z, y], radii: [r, q] } = self.told;
        (q - r) / (z - y)
    }

    /// How far unit normals of the side rise.
    #[inline(always)]
    pub(crate) fn rise(&self) -> f64 {
        let slope = self.slope();
        slope / real::sqrt(1.0 + slope * slope)
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

    /// The point at its share of the way between the discs.
    #[inline(always)]
    pub(crate) fn between(&self, sight: &Sight<D>, share: f64) -> Vector<D> {
        let shape::Discs { heights: [z, y], radii: [r, q] } = self.told;
        self.axis * (z + (y - z) * share) + sight.outward * (r + (q - r) * share)
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
pub(crate) fn answer<const D: usize>(
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
        Which::A => on_face_of_a(&a, side.face?, (&b, pair.offset), goal),
        Which::B => on_face_of_b(&b, side.face?, (&a, pair.offset), goal),
    };
    let view = ridge::View { shift: pair.offset, first, goal };
    let closest = ridge::search((&a, &b), &view, None, on_face)?.ok()?;
    let in_a = turn.rotate_back(closest.normal);
    Some(closest.finding(pair, in_a).answer(pair, pair.world()))
}

/// How far along the straight line from the first disc to the second a point of the shape is.
#[inline(always)]
pub(crate) fn share<const D: usize>(view: &View<'_, D>, pose: &Pose<D>, point: Vector<D>) -> f64 {
    let Some(discs) = Discs::seen(view, pose) else { return 0.0 };
    let origin = view.frame.map_or(pose.translation(), |frame| pose.transform(frame.translation()));
    let [high, low] = discs.told.heights;
    let share = (high - discs.axis.dot(point - origin)) / (high - low);
    // What is on a disc but for rounding is on that disc, and not on the side: the two lead to different
    // normals. Of a disc there is only one.
    if share > 1.0 - accuracy::DISC_END {
        1.0
    } else if share > accuracy::DISC_END {
        share
    } else {
        0.0
    }
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

/// The point of another shape that comes closest to the plane of a disc.
pub(crate) struct Foot<const D: usize> {
    /// The outward normal of the disc, and how far along it the disc is.
    face: Vector<D>,
    pub(crate) height: f64,
    pub(crate) radius: f64,
    pub(crate) sight: Sight<D>,
    /// The point, how far it is above the disc, and the rest of it.
    point: Vector<D>,
    above: f64,
    aside: Vector<D>,
}

impl<const D: usize> Foot<D> {
    /// Of the disc with this outward normal, and another shape which lies at `shift`.
    #[inline(always)]
    pub(crate) fn new(
        discs: &Discs<D>,
        face: Vector<D>,
        (other, shift): (&Discs<D>, Vector<D>),
    ) -> Option<Self> {
        let top = face.dot(discs.axis) > 0.0;
        let disc = if top { 0 } else { 1 };
        let height = discs.told.heights[disc] * if top { 1.0 } else { -1.0 };
        let sight = other.sight(-face)?;
        let lead = usize::from(other.height(1, &sight) > other.height(0, &sight));
        let point = other.point(lead, &sight) + shift;
        let along = face.dot(point);
        let (above, aside) = (along - height, point - face * along);
        Some(Self { face, height, radius: discs.told.radii[disc], sight, point, above, aside })
    }

    /// Whether the disc is closest: then the point is right over it.
    #[inline(always)]
    pub(crate) fn closest(&self, goal: &Goal) -> Option<Closest<D>> {
        let Self { face, height, radius, point: y, above: lower, aside, .. } = *self;
        if !(lower > goal.meeting && aside.norm_squared() <= radius * radius) {
            return None;
        }
        let x = aside + face * height;
        let stop = ends(lower, (y - x).norm(), goal)?;
        Some(Closest { points: [x, y], normal: face, lower, looks: 1, stop })
    }
}

impl<const D: usize> Closest<D> {
    /// The same for a disc of B, which itself lies at `shift`.
    #[inline(always)]
    pub(crate) fn swapped(self, shift: Vector<D>) -> Self {
        let [y, x] = self.points;
        Self { points: [x + shift, y + shift], normal: -self.normal, ..self }
    }
}

/// Whether the disc of A with this outward normal is closest.
#[inline(never)]
fn on_face_of_a<const D: usize>(
    discs: &Discs<D>,
    face: Vector<D>,
    other: (&Discs<D>, Vector<D>),
    goal: &Goal,
) -> Option<Closest<D>> {
    Foot::new(discs, face, other)?.closest(goal)
}

/// The same for a disc of B, which itself lies at `shift`.
#[inline(never)]
fn on_face_of_b<const D: usize>(
    discs: &Discs<D>,
    face: Vector<D>,
    (other, shift): (&Discs<D>, Vector<D>),
    goal: &Goal,
) -> Option<Closest<D>> {
    Some(on_face_of_a(discs, face, (other, -shift), goal)?.swapped(shift))
}
