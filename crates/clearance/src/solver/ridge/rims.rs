//! Cylinders, cones and frusta that are followed: the normal is foreseen, mostly so well that one look
//! along it is the proof, and the step of Newton's method after that says what to expect next.
//!
//! Both shapes are looked at at once, A along the normal and B against it, as in `discs.rs`. In the
//! tangent plane of the normal the closest point of each moves along one unit vector as the normal
//! turns, and from one disc to the other along another, at right angles to that.

use super::discs::{Discs, Foot};
use super::{Closest, best_shares, solved, squared};
use crate::accuracy;
use crate::answer::Names;
use crate::pair::Pair;
use crate::shape;
use crate::simd::Two;
use crate::solver::active_set::both::Both;
use crate::solver::conjugate::quadratic::Interval;
use crate::solver::formula::Turn;
use crate::solver::gjk::Goal;
use crate::solver::newton::ends;
use crate::solver::{Finding, Task};
use crate::space::{Vector, real};
use crate::trail::{Mark, Trail};

/// Both shapes.
struct Hulls {
    axes: Both,
    /// How high the first discs are, how far it is from there to the second, and the same for the radii.
    heights: Two,
    lengths: Two,
    radii: Two,
    widths: Two,
}

/// Both shapes, seen along a normal.
struct Sights {
    /// The points at their shares of the way between the discs.
    points: Both,
    /// Along which the points move as the normal turns, and how fast.
    around: Both,
    bends: Two,
    /// Along which the second discs are from the first, how far, and how much further they reach.
    across: Both,
    aparts: Two,
    beyonds: Two,
    /// How far the shapes reach.
    heights: Two,
}

impl Hulls {
    #[inline(always)]
    fn new<const D: usize>(a: &Discs<D>, b: &Discs<D>) -> Self {
        let shape::Discs { heights: [z, y], radii: [r, q] } = a.told;
        let shape::Discs { heights: [w, x], radii: [s, t] } = b.told;
        let (heights, radii) = (Two::new(z, w), Two::new(r, s));
        let (lengths, widths) = (Two::new(y, x) - heights, Two::new(q, t) - radii);
        Self { axes: Both::of(&a.axis, &b.axis), heights, lengths, radii, widths }
    }

    /// A along a vector, and B against it, given its length and one over that; `None` along an axis,
    /// where a disc is seen from above.
    #[inline(always)]
    fn seen<const D: usize>(
        &self,
        n: Vector<D>,
        (length, by_length): (f64, f64),
        [a, b]: [f64; 2],
    ) -> Option<Sights> {
        let n = Both::of(&n, &-n);
        let along = n.dot(self.axes);
        let mut rest = n - self.axes.times(along);
        let mut squared = rest.dot(rest);
        let least = |x: Two| x.min(x.swapped()).a();
        if !(least(squared) > accuracy::DISC_STEEP * accuracy::DISC_STEEP) {
            // A difference of nearly equal vectors is at right angles to the axis once rounding is
            // taken off again.
            rest = rest - self.axes.times(rest.dot(self.axes));
            squared = rest.dot(rest);
            if !(least(squared) > accuracy::DISC_TILT * accuracy::DISC_TILT) {
                return None;
            }
        }
        // Neither waits for the other: see `real::root_and_inverse`.
        let far = squared.sqrt();
        let by_far = far * (Two::same(1.0) / squared);
        let outward = rest.times(by_far);
        let by_length = Two::new(by_length, by_length);
        let (sines, cosines) = (along * by_length, far * by_length);
        let shares = Two::new(a, b);
        let radii = self.radii + self.widths * shares;
        let beyonds = self.lengths * sines + self.widths * cosines;
        let zero = Two::new(0.0, 0.0);
        Some(Sights {
            points: self.axes.times(self.heights + self.lengths * shares) + outward.times(radii),
            around: self.axes.cross(outward),
            bends: radii * by_far * Two::new(length, length),
            across: self.axes.times(cosines) - outward.times(sines),
            aparts: self.lengths * cosines - self.widths * sines,
            beyonds,
            heights: self.heights * sines + self.radii * cosines + beyonds.max(zero),
        })
    }
}

/// What a step needs to know of one of them.
#[derive(Clone, Copy)]
struct Part<const D: usize> {
    around: Vector<D>,
    across: Vector<D>,
    bend: f64,
    apart: f64,
    beyond: f64,
    /// The share of its point, and whether that is between the discs.
    share: f64,
    on_ridge: bool,
}

impl Sights {
    #[inline(always)]
    fn parts<const D: usize>(&self, [a, b]: [f64; 2]) -> [Part<D>; 2] {
        let part = |around: Both, across: Both, [bend, apart, beyond]: [Two; 3], share| Part {
            around: around.a(),
            across: across.a(),
            bend: bend.a(),
            apart: apart.a(),
            beyond: beyond.a(),
            share,
            on_ridge: Interval::UNIT.is_inner(share),
        };
        let numbers = [self.bends, self.aparts, self.beyonds];
        let swapped = numbers.map(Two::swapped);
        [
            part(self.around, self.across, numbers, a),
            part(self.around.swapped(), self.across.swapped(), swapped, b),
        ]
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
pub(crate) fn follow<const D: usize>(
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
    Some(closest.measured(upper, [Names::Formula; 2], turn.rotate_back(closest.normal)))
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
    let hulls = Hulls::new(a, b);
    match beside((a, b), &hulls, &at, shift, goal) {
        Over::Disc(closest) => {
            let upper = (closest.points[1] - closest.points[0]).norm();
            let mark = Mark { normal: closest.normal, ..at };
            return Some((closest, upper, mark));
        }
        Over::Rim(normal) => at.normal = normal,
        Over::Elsewhere => {}
    }
    for looks in 1..=accuracy::FOLLOW_LOOKS.min(goal.cap) {
        let n = onto_ridges(a, b, &at)?;
        let (length, by_length) = real::root_and_inverse(n.norm_squared());
        let sights = hulls.seen(n, (length, by_length), at.shares)?;
        let normal = n * by_length;
        let points: [Vector<D>; 2] = [sights.points.a(), sights.points.b() + shift];
        let v = points[1] - points[0];
        let heights = sights.heights + sights.heights.swapped();
        let lower = normal.dot(shift) - heights.a();
        let upper = v.norm();
        if !(lower > 0.0 && upper > goal.meeting && upper < f64::INFINITY) {
            break;
        }
        let [part_a, part_b] = sights.parts(at.shares);
        at = improved(&part_a, &part_b, normal, (v, lower));
        if let Some(stop) = ends(lower, upper, goal) {
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
        return elsewhere(*a, *b, normal, (v, lower));
    }
    Mark { normal: normal + a.around * delta[0] + a.across * delta[1], shares }
}

/// The same if they may go from a rim to a side or the other way round.
#[inline(never)]
fn elsewhere<const D: usize>(
    a: Part<D>,
    b: Part<D>,
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
/// expected. Across a ridge the lower bound is off by as much as the normal is, and not by the square of
/// that.
#[inline(always)]
fn onto_ridges<const D: usize>(a: &Discs<D>, b: &Discs<D>, at: &Mark<D>) -> Option<Vector<D>> {
    let n = at.normal;
    let [on_a, on_b] = at.shares.map(|share| Interval::UNIT.is_inner(share));
    match (on_a, on_b) {
        (false, false) => Some(n),
        (true, false) => Some(a.onto_side(n)),
        (false, true) => Some(-b.onto_side(-n)),
        (true, true) => crossing(a.handed(), b.handed(), n),
    }
}

/// The unit vector near n that is a normal of both sides: where two cones of normals cross.
#[inline(never)]
fn crossing<const D: usize>(a: Discs<D>, b: Discs<D>, n: Vector<D>) -> Option<Vector<D>> {
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

/// What lies over a disc.
enum Over<const D: usize> {
    /// The closest point of the other shape: the disc is closest.
    Disc(Closest<D>),
    /// It lies beside the disc, and in this direction from the rim.
    Rim(Vector<D>),
    /// Nothing of the kind.
    Elsewhere,
}

/// Whether a disc is closest, where a normal is expected that nearly is the disc's. If not, and if the
/// normal leans another way than the closest point of the other shape lies, then that is known better.
#[inline(always)]
fn beside<const D: usize>(
    (a, b): (&Discs<D>, &Discs<D>),
    hulls: &Hulls,
    at: &Mark<D>,
    shift: Vector<D>,
    goal: &Goal,
) -> Over<D> {
    let (n, [share_a, share_b]) = (at.normal, at.shares);
    let least = n.norm_squared() * (1.0 - accuracy::FACE_FOLLOWED * accuracy::FACE_FOLLOWED);
    let along = Both::same(n).dot(hulls.axes);
    let squared = along * along;
    let mut seen = Over::Elsewhere;
    // Mostly neither.
    if !(squared.max(squared.swapped()).a() > least) {
        return seen;
    }
    if squared.a() > least {
        seen = over(a.handed(), n, (b.handed(), shift, share_b), *goal);
    }
    if squared.swapped().a() > least && !matches!(seen, Over::Disc(_)) {
        seen = match over(b.handed(), -n, (a.handed(), -shift, share_a), *goal) {
            Over::Disc(closest) => Over::Disc(closest.swapped(shift)),
            Over::Rim(normal) => Over::Rim(-normal),
            Over::Elsewhere => seen,
        };
    }
    seen
}

/// The same for one disc, given the normal that is expected, and how far along its straight line the
/// point of the other shape is.
///
/// What it is given are copies, which are made when it is called: what somebody else may look at
/// is kept in memory from the beginning.
#[inline(never)]
fn over<const D: usize>(
    discs: Discs<D>,
    n: Vector<D>,
    (other, shift, share): (Discs<D>, Vector<D>, f64),
    goal: Goal,
) -> Over<D> {
    let along = n.dot(discs.axis);
    let face = discs.axis * 1.0_f64.copysign(along);
    let Some(foot) = Foot::new(&discs, face, (&other, shift)) else { return Over::Elsewhere };
    if let Some(closest) = foot.closest(&goal) {
        return Over::Disc(closest);
    }
    let point = other.between(&foot.sight, share) + shift;
    let above = face.dot(point);
    let (leans, lies) = (n - discs.axis * along, point - face * above);
    let product = leans.dot(lies);
    let alike = accuracy::LEANS_ALIKE * leans.norm_squared() * lies.norm_squared();
    let (aside, above) = (lies.norm(), above - foot.height);
    let leans_alike = product > 0.0 && product * product > alike;
    if leans_alike || !(aside > foot.radius && above > 0.0) {
        return Over::Elsewhere;
    }
    Over::Rim(face * above + lies * (1.0 - foot.radius / aside))
}
