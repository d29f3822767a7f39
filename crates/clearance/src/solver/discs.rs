//! Cylinders, cones and frusta against each other: the method of `ridge.rs` for hulls of two discs
//! about an axis.
//!
//! Such a shape is told by its axis k, and for each disc by its height z along it and its radius r.
//! With s = n·k and w = n − s k, the support point of a disc along n is z k + r w/|w|, its height
//! z s + r |w|, and as n moves the point moves around the axis only, along k × w.
//!
//! So nothing is asked of the shapes while the method looks for the normal, and nothing is turned but
//! the two axes: all is done in the world's axes.

use super::formula::Turn;
use super::gjk::Goal;
use super::newton::{ends, start_along};
use super::quadratic::{Interval, Quadratic};
use super::ridge::{self, Closest, Eye, Side, Which, best_shares, solved, squared};
use super::{Finding, Task};
use crate::accuracy;
use crate::answer::Answer;
use crate::pair::Pair;
use crate::shape::{self, Core, View};
use crate::space::{Pose, Vector, real};
use crate::trail::{Mark, Trail};

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
        let Some(told) = &shape.discs() else { return None };
        let (heights, radii) =
            (Vector(told.heights).piecewise().0, Vector(told.radii).piecewise().0);
        let told = shape::Discs { heights, radii };
        Some(Self { axis: pose.rotation().matrix().column(2 % D), told })
    }

    /// The same, given where the shape is rather than its core.
    #[inline(always)]
    fn seen(view: &View<'_, D>, pose: &Pose<D>) -> Option<Self> {
        let Some(frame) = view.frame else { return Self::of(&view.core, pose) };
        let upright = Self::of(&view.core, frame)?;
        Some(Self { axis: pose.rotation().rotate(upright.axis), ..upright })
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

    /// The same sight along the normal of the side.
    #[inline(always)]
    fn on_side(&self, sight: Sight<D>) -> Sight<D> {
        Sight { along: sight.across * self.slope(), ..sight }
    }

    /// What a sight is along, of any length.
    #[inline(always)]
    fn seen_along(&self, sight: &Sight<D>) -> Vector<D> {
        self.axis * sight.along + sight.outward * sight.across
    }

    /// How far the normals of the side rise for each step away from the axis.
    #[inline(always)]
    fn slope(&self) -> f64 {
        let shape::Discs { heights: [z, y], radii: [r, q] } = self.told;
        (q - r) / (z - y)
    }

    /// How far unit normals of the side rise.
    #[inline(always)]
    fn rise(&self) -> f64 {
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
pub(super) fn share<const D: usize>(view: &View<'_, D>, pose: &Pose<D>, point: Vector<D>) -> f64 {
    let Some(discs) = Discs::seen(view, pose) else { return 0.0 };
    let origin = view.frame.map_or(pose.translation(), |frame| pose.transform(frame.translation()));
    let [high, low] = discs.told.heights;
    let share = (high - discs.axis.dot(point - origin)) / (high - low);
    // Of a disc there is only one.
    if share > 0.0 { share.min(1.0) } else { 0.0 }
}

/// One of two shapes that are followed, seen along a normal n: in the tangent plane of n its points
/// move along `around` as n turns, and from one disc to the other along `across`, which are at right
/// angles to each other.
struct Part<const D: usize> {
    /// The point at its share of the way between the discs.
    point: Vector<D>,
    around: Vector<D>,
    across: Vector<D>,
    /// How fast the point moves.
    bend: f64,
    /// How far the second disc is from the first along `across`, and how much further it reaches.
    apart: f64,
    beyond: f64,
    /// How far the shape reaches.
    height: f64,
    /// The share, and whether it is that of a point between the discs.
    share: f64,
    on_ridge: bool,
}

impl<const D: usize> Discs<D> {
    #[inline(always)]
    fn part(&self, sight: &Sight<D>, (length, by_length): (f64, f64), share: f64) -> Part<D> {
        let shape::Discs { heights: [z, y], radii: [r, q] } = self.told;
        let (dz, dr) = (y - z, q - r);
        let (sine, cosine) = (sight.along * by_length, sight.across * by_length);
        let (height, radius) = (z + dz * share, r + dr * share);
        let beyond = dz * sine + dr * cosine;
        Part {
            point: self.axis * height + sight.outward * radius,
            around: self.axis.cross3(sight.outward),
            across: self.axis * cosine - sight.outward * sine,
            bend: radius * (sight.by_across * length),
            apart: dz * cosine - dr * sine,
            beyond,
            height: z * sine + r * cosine + if beyond > 0.0 { beyond } else { 0.0 },
            share,
            on_ridge: Interval::UNIT.is_inner(share),
        }
    }
}

impl<const D: usize> Part<D> {
    /// The share of the disc that leads, by how much it does, and how far the other is from it.
    #[inline(always)]
    fn rival(&self) -> (f64, f64, f64) {
        let second = self.beyond > 0.0;
        if second { (1.0, self.beyond, -self.apart) } else { (0.0, -self.beyond, self.apart) }
    }

    /// Whether the disc of the point is still the one that reaches further once the normal has turned
    /// so far along `across`.
    #[inline(always)]
    fn leads(&self, turned: f64) -> bool {
        let beyond = self.beyond + self.apart * turned;
        if self.share == 0.0 { beyond <= 0.0 } else { beyond >= 0.0 }
    }
}

/// The closest points of two such shapes that are followed, in the world's axes.
#[inline(always)]
pub(super) fn follow<const D: usize>(
    pair: &Pair<'_, D>,
    task: &Task<'_, D>,
    trail: &mut Trail<D>,
) -> Option<Finding<D>> {
    if D != 3 || cfg!(target_arch = "wasm32") {
        return None;
    }
    let a = Discs::seen(pair.a, pair.pose_a)?;
    let b = Discs::seen(pair.b, pair.pose_b)?;
    let goal = &task.goal(pair, false);
    let (closest, upper, mark) = followed((&a, &b), pair.offset, *trail.next(), goal)?;
    trail.note(&mark);
    let turn = Turn { pose: pair.pose_a, frame: pair.a.frame };
    Some(closest.measured(upper, pair, turn.rotate_back(closest.normal)))
}

/// The closest points, how far they are from each other, and where they will be seen better.
#[inline(always)]
fn followed<const D: usize>(
    (a, b): (&Discs<D>, &Discs<D>),
    shift: Vector<D>,
    mut at: Mark<D>,
    goal: &Goal,
) -> Option<(Closest<D>, f64, Mark<D>)> {
    at.shares = at.shares.map(|share| Interval::UNIT.nearest(share));
    if let Some(closest) = beside(a, b, (at.normal, shift), goal) {
        let upper = (closest.points[1] - closest.points[0]).norm();
        let mark = Mark { normal: closest.normal, ..at };
        return Some((closest, upper, mark));
    }
    for looks in 1..=accuracy::FOLLOW_LOOKS.min(goal.cap) {
        let (n, sight_a, sight_b) = sights(a, b, &at)?;
        let length = n.norm();
        let by_length = 1.0 / length;
        let part_a = a.part(&sight_a, (length, by_length), at.shares[0]);
        let part_b = b.part(&sight_b, (length, by_length), at.shares[1]);
        let normal = n * by_length;
        let v = shift + part_b.point - part_a.point;
        let lower = normal.dot(shift) - part_a.height - part_b.height;
        let upper = v.norm();
        if !(lower > 0.0 && upper > goal.meeting && upper < f64::INFINITY) {
            break;
        }
        at = improved(&part_a, &part_b, normal, (v, lower));
        if let Some(stop) = ends(lower, upper, goal) {
            let points = [part_a.point, part_b.point + shift];
            return Some((Closest { points, normal, lower, looks, stop }, upper, at));
        }
    }
    None
}

/// A better normal and better shares than those that were looked along: a step of Newton's method in
/// the plane of A's two directions, as long as the points stay where they are, on their rims or on
/// their sides.
#[inline(always)]
fn improved<const D: usize>(
    a: &Part<D>,
    b: &Part<D>,
    normal: Vector<D>,
    (v, lower): (Vector<D>, f64),
) -> Mark<D> {
    let flat = |x: Vector<D>| [a.around.dot(x), a.across.dot(x)];
    let ([c, s], g) = (flat(b.around), flat(v));
    // K: its corners, and the entry between them.
    let (p, q, r) = (a.bend + lower + b.bend * c * c, b.bend * c * s, lower + b.bend * s * s);
    let inner = |x: f64| Interval::UNIT.is_inner(x);
    // B's `across` is (s, −c) in that plane.
    let (delta, shares, stays) = match (a.on_ridge, b.on_ridge) {
        (false, false) => {
            let per = 1.0 / (p * r - q * q);
            let delta = [(r * g[0] - q * g[1]) * per, (p * g[1] - q * g[0]) * per];
            let stays = a.leads(delta[1]) && b.leads(c * delta[1] - s * delta[0]);
            (delta, [a.share, b.share], stays)
        }
        // The normal is on the ridge: it turns around the axis only.
        (true, false) => {
            let turn = g[0] / p;
            let share = a.share + (g[1] - q * turn) / a.apart;
            ([turn, 0.0], [share, b.share], inner(share) && b.leads(-s * turn))
        }
        (false, true) => {
            let (around, across) = (c * g[0] + s * g[1], s * g[0] - c * g[1]);
            let (p, q) = (b.bend + lower + a.bend * c * c, a.bend * c * s);
            let turn = around / p;
            let share = b.share - (across - q * turn) / b.apart;
            ([c * turn, s * turn], [a.share, share], inner(share) && a.leads(s * turn))
        }
        // There is no other normal.
        (true, true) => {
            let by_b = -g[0] / s;
            let shares = [a.share + (g[1] - by_b * c) / a.apart, b.share + by_b / b.apart];
            ([0.0; 2], shares, inner(shares[0]) && inner(shares[1]))
        }
    };
    if !stays {
        return elsewhere(a, b, normal, (v, lower));
    }
    Mark { normal: normal + a.around * delta[0] + a.across * delta[1], shares }
}

/// The same if they may go from a rim to a side or the other way round.
#[inline(never)]
fn elsewhere<const D: usize>(
    a: &Part<D>,
    b: &Part<D>,
    normal: Vector<D>,
    (v, lower): (Vector<D>, f64),
) -> Mark<D> {
    let flat = |x: Vector<D>| [a.around.dot(x), a.across.dot(x)];
    let k = squared(flat(b.around), b.bend);
    let k = [k[0] + a.bend + lower, k[1] + lower, k[2]];
    let ((la, ca, ua), (lb, cb, ub)) = (a.rival(), b.rival());
    let across = flat(b.across);
    // To the points of the discs that lead.
    let (back_a, back_b) = ((la - a.share) * a.apart, (lb - b.share) * b.apart);
    let g = flat(v);
    let g = [g[0] + back_b * across[0], g[1] - back_a + back_b * across[1]];
    let (ua, ub) = ([0.0, ua], [-ub * across[0], -ub * across[1]]);
    let shares = best_shares(&k, g, [(ca, ua), (cb, ub)]);
    let pull = [0, 1].map(|i| g[i] - shares[0] * ua[i] - shares[1] * ub[i]);
    let delta = solved(&k, pull);
    let share = |lead: f64, share: f64| if lead == 0.0 { share } else { 1.0 - share };
    let normal = normal + a.around * delta[0] + a.across * delta[1];
    Mark { normal, shares: [share(la, shares[0]), share(lb, shares[1])] }
}

/// The normal that is expected, of any length, brought onto the ridges on which the closest points are
/// expected, and both shapes along it. Across a ridge the lower bound is off by as much as the normal
/// is, and not by the square of that.
#[inline(always)]
fn sights<const D: usize>(
    a: &Discs<D>,
    b: &Discs<D>,
    at: &Mark<D>,
) -> Option<(Vector<D>, Sight<D>, Sight<D>)> {
    let n = at.normal;
    let [on_a, on_b] = at.shares.map(|share| Interval::UNIT.is_inner(share));
    Some(match (on_a, on_b) {
        (false, false) => (n, a.sight(n)?, b.sight(-n)?),
        (true, false) => {
            let sight_a = a.on_side(a.sight(n)?);
            let n = a.seen_along(&sight_a);
            (n, sight_a, b.sight(-n)?)
        }
        (false, true) => {
            let sight_b = b.on_side(b.sight(-n)?);
            let n = -b.seen_along(&sight_b);
            (n, a.sight(n)?, sight_b)
        }
        (true, true) => {
            let n = crossing(a, b, n)?;
            (n, a.on_side(a.sight(n)?), b.on_side(b.sight(-n)?))
        }
    })
}

/// The unit vector near n that is a normal of both sides: where two cones of normals cross.
#[inline(never)]
fn crossing<const D: usize>(a: &Discs<D>, b: &Discs<D>, n: Vector<D>) -> Option<Vector<D>> {
    let (rise_a, rise_b) = (a.rise(), -b.rise());
    let (across, c) = (a.axis.cross3(b.axis), a.axis.dot(b.axis));
    let sine_squared = across.norm_squared();
    // With axes that are nearly parallel everything is a matter of rounding.
    if !(sine_squared > accuracy::CROSSING * accuracy::CROSSING) {
        return None;
    }
    let by_sine = 1.0 / sine_squared;
    let (x, y) = ((rise_a - c * rise_b) * by_sine, (rise_b - c * rise_a) * by_sine);
    let rest = 1.0 - (x * rise_a + y * rise_b);
    if !(rest > 0.0) {
        return None;
    }
    let z = real::sqrt(rest * by_sine).copysign(across.dot(n));
    Some(a.axis * x + b.axis * y + across * z)
}

/// Whether a disc is closest, where a normal is expected that nearly is the disc's.
#[inline(always)]
fn beside<const D: usize>(
    a: &Discs<D>,
    b: &Discs<D>,
    (n, shift): (Vector<D>, Vector<D>),
    goal: &Goal,
) -> Option<Closest<D>> {
    let least = n.norm_squared() * (1.0 - accuracy::FACE_FOLLOWED * accuracy::FACE_FOLLOWED);
    let (along_a, along_b) = (n.dot(a.axis), -n.dot(b.axis));
    if along_a * along_a > least {
        return on_face_of_a(a, a.axis * 1.0_f64.copysign(along_a), (b, shift), goal);
    }
    if along_b * along_b > least {
        return on_face_of_b(b, b.axis * 1.0_f64.copysign(along_b), (a, shift), goal);
    }
    None
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
fn on_face_of_a<const D: usize>(
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

/// The same for a disc of B, which itself lies at `shift`.
#[inline(never)]
fn on_face_of_b<const D: usize>(
    discs: &Discs<D>,
    face: Vector<D>,
    (other, shift): (&Discs<D>, Vector<D>),
    goal: &Goal,
) -> Option<Closest<D>> {
    let found = on_face_of_a(discs, face, (other, -shift), goal)?;
    let [y, x] = found.points;
    Some(Closest { points: [x + shift, y + shift], normal: -found.normal, ..found })
}
