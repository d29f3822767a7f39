//! The proof that no direction is shorter: a cover of all directions by triangles.
//!
//! Let d be the depth that is to be proved, and a triangle of directions have the unit corners n₁,
//! n₂, n₃. Every direction of it is n = Σ λᵢ nᵢ with λᵢ ≥ 0 and Σ λᵢ = 1, up to its length. With
//! h positively homogeneous, h(n) ≥ d |n| is to be shown for all of these n. Both sides are bounded
//! by quadratic forms λᵀ(·)λ:
//!
//! ```text
//!     |n|  ≤  ½ (r + n·n/r)                   that is, entries ½ (r + nᵢ·nⱼ/r), r > 0
//!     |z|  ≥  p·z + (z·z − (p·z)²) / (2 R)    p a unit vector, z = Z n, zᵢ = Z nᵢ
//!     |y|  ≥  m y + c y²                      y = arm·n between −α and β, −1 ≤ m ≤ 1,
//!                                             c = min((1 − m)/β, (1 + m)/α)
//! ```
//!
//! and what is linear is a form since Σ λᵢ = 1. The first is a mean of squares, exact where |n| = r; the second holds
//! because |z| − p·z = (z·z − (p·z)²) / (|z| + p·z), and the denominator is convex: no larger than 2 R,
//! its largest value at a corner. The third is linear in y on either side of zero after division by
//! |y|. For max(0, y), where y is how far the round part reaches beyond the tip, the same with
//! 0 ≤ m ≤ 1 and c = min((1 − m)/β, m/α); there y itself is only bounded from below, by its linear
//! part l and the bend q ≥ 0 of the round part, and since the maximum grows with y,
//! (1 − θ) m (l + q) + θ (m l + c l²) holds for every θ between 0 and 1.
//!
//! So the triangle is settled if a matrix G of order three satisfies λᵀG λ ≥ 0 for all λ ≥ 0: if it
//! is copositive, which is decided by Hadeler's conditions. p, m and r are free: r is 1, or where n*
//! lies in the triangle its length there. With those of the minimum n* itself the bound is exact there in value and slope, and misses the third order of the
//! distance around it, so that triangles of fair size around n* are settled, however small the gap
//! that is asked for: that is what a polytope of support points, of first order, cannot do.
//! Triangles that are not settled are halved. If a corner turns out to lie lower than d, the search
//! goes down from there, and d is the lower foot from then on: what was settled remains so.
//!
//! The first triangles are eight (or twelve) around n* and its opposite, with edges along its ridges.
//! Mostly they suffice where the overlap is shallow. For cylinders they are the five of `fold.rs`, which
//! no kink crosses.

#[cfg(test)]
use alloc::vec::Vec;

use super::fold::{Fold, POINTS};
use super::forms::{Entries, across_arm, beside_tip, copositive, largest, products, square};
use super::sum::{Look, Sum};
use super::valley::Foot;
use crate::accuracy;
use crate::space::{Vector, real};

/// The places for corners and for triangles that wait: a path of halvings needs one each.
pub(crate) const PLACES: usize = 64;

/// The most triangles to begin with.
const FIRST: usize = 12;

/// A triangle that waits.
#[derive(Clone, Copy, Debug)]
struct Patch {
    corners: [u8; 3],
    /// How many corners are in use by it and by those that wait behind it.
    used: u8,
}

/// Memory for the cover.
#[derive(Clone, Debug)]
pub(crate) struct Cover<const D: usize> {
    pub(crate) corners: [Look<D>; PLACES],
    waiting: [Patch; PLACES],
}

impl<const D: usize> Default for Cover<D> {
    fn default() -> Self {
        let waiting = [Patch { corners: [0; 3], used: 0 }; PLACES];
        Self { corners: [Look::NONE; PLACES], waiting }
    }
}

/// What is to be proved: that no direction n is shorter than d and, if possible, that none is shorter
/// than d + s (1 − n·n*), so that none but those next to the foot is nearly as short.
struct Level<'a, const D: usize> {
    d: f64,
    /// s.
    spare: f64,
    /// Whether somebody asks for the second.
    keen: bool,
    foot: &'a Foot<D>,
}

impl<const D: usize> Level<'_, D> {
    /// 1 − n·n* of the corners.
    #[inline(always)]
    fn turned(&self, corners: [&Look<D>; 3]) -> [f64; 3] {
        corners.map(|c| 1.0 - c.n.dot(self.foot.at.n))
    }
}

/// Whether a triangle is settled: just so, or with what is to spare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    Not,
    Just,
    Well,
}

/// What a cover came to.
pub(crate) struct Covered {
    /// No direction is shorter.
    pub(crate) settled: bool,
    /// None but those next to the foot is as short, either.
    pub(crate) alone: bool,
    /// How many triangles that took.
    pub(crate) seen: u32,
}

/// What all views of a triangle have in common: the products of its corners, and of their round
/// parts.
struct Common {
    corners: Entries,
    rounds: [Entries; 2],
}

impl Common {
    #[inline(always)]
    fn of<const D: usize>(corners: [&Look<D>; 3]) -> Self {
        let rounds = [0, 1].map(|k| {
            let lengths = corners.map(|c| c.length[k] * c.length[k]);
            products(corners.map(|c| c.round[k]), lengths)
        });
        Self { corners: products(corners.map(|c| c.n), [1.0; 3]), rounds }
    }
}

/// How a triangle is looked at: a direction for each round part, and for each arm or tip the weight
/// m, if it is given.
struct View<const D: usize> {
    p: [Vector<D>; 2],
    m: [Option<f64>; 2],
    /// θ.
    crossing: f64,
    /// Which piece to take where m is not given: that of this mean of the corners, or else a mixture.
    lead: Option<[f64; 3]>,
    /// r.
    length: f64,
}

/// The lower bound that a view gives: linear in the corners' weights, and the parts of the form.
struct Bound {
    linear: [f64; 3],
    crossing: Entries,
    along: [[f64; 3]; 2],
    bends: [f64; 2],
    /// r.
    length: f64,
}

impl<const D: usize> Sum<D> {
    #[inline(always)]
    fn bound(&self, corners: [&Look<D>; 3], view: &View<D>) -> Bound {
        let linear = corners.map(|c| c.base);
        let (crossing, along, bends) = ([0.0; 6], [[0.0; 3]; 2], [1.0; 2]);
        let mut bound = Bound { linear, crossing, along, bends, length: view.length };
        // A kink along an edge is off it by rounding.
        let level = accuracy::COVER_KINK * accuracy::ROUNDING * self.scale;
        for (k, part) in self.parts.iter().enumerate() {
            let a = corners.map(|c| view.p[k].dot(c.round[k]));
            bound.along[k] = a;
            let mut y = corners.map(|c| c.along[k]);
            if part.has_tip {
                (0..3).for_each(|i| y[i] += a[i]);
            } else {
                (0..3).for_each(|i| bound.linear[i] += a[i]);
            }
            let (alpha, beta) = (largest(y.map(|y| -y)), largest(y));
            let (m, c) = if part.has_tip {
                let (m, c) = beside_tip(y, [alpha, beta], view.m[k], view.lead);
                bound.bends[k] = if c > 0.0 { m * (1.0 - view.crossing) } else { m };
                (m, c * view.crossing)
            } else {
                across_arm([alpha, beta], level, view.m[k])
            };
            (0..3).for_each(|i| bound.linear[i] += m * y[i]);
            if c > 0.0 {
                let square = square(y);
                (0..6).for_each(|i| bound.crossing[i] += c * square[i]);
            }
        }
        bound
    }

    /// Whether the form is nowhere negative.
    #[inline(always)]
    fn holds(
        &self,
        corners: [&Look<D>; 3],
        bound: &Bound,
        common: &Common,
        level: &Level<'_, D>,
    ) -> Held {
        let (d, r) = (level.d, bound.length);
        let lengths = common.corners.map(|product| r + product / r);
        let [x, y, z] = bound.linear;
        let sums = [x + x, y + y, z + z, x + y, y + z, z + x];
        let mut form = bound.crossing;
        (0..6).for_each(|i| form[i] += 0.5 * (sums[i] - d * lengths[i]));
        for k in 0..2 {
            let a = bound.along[k];
            let most = largest([0, 1, 2].map(|i: usize| corners[i].length[k] + a[i]));
            if most > 0.0 && bound.bends[k] > 0.0 {
                let (per, square) = (bound.bends[k] / most, square(a));
                (0..6).for_each(|i| form[i] += per * (common.rounds[k][i] - square[i]));
            }
        }
        if !copositive(&form) {
            return Held::Not;
        }
        // |n| − n·n*, from above as |n| is.
        let [x, y, z] = level.turned(corners);
        let turned = [x + x, y + y, z + z, x + y, y + z, z + x];
        (0..6).for_each(|i| {
            form[i] -= 0.5 * level.spare * (lengths[i] - 2.0 + turned[i]);
        });
        if copositive(&form) { Held::Well } else { Held::Just }
    }

    /// Looks at a triangle along a mean that leans to the shorter directions, along the minimum and,
    /// where there are tips, along its shortest corner.
    #[inline(always)]
    fn settled(&self, corners: [&Look<D>; 3], level: &Level<'_, D>) -> Held {
        let (d, foot) = (level.d, level.foot);
        let soft = accuracy::COVER_SOFT * self.scale;
        let weights = corners.map(|c| 1.0 / (c.height - d + soft));
        let [here, elsewhere] = accuracy::COVER_CROSSING;
        let p = means(corners, weights);
        let lead = Some(weights);
        let view = View { p, m: [None; 2], crossing: elsewhere, lead, length: 1.0 };
        let bound = self.bound(corners, &view);
        // The rest of the form is never negative.
        if bound.linear.into_iter().all(|linear| linear >= d + 2.0 * level.spare) {
            return Held::Well;
        }
        let common = Common::of(corners);
        let first = self.holds(corners, &bound, &common, level);
        if first == Held::Well || (first == Held::Just && !level.keen) {
            return first;
        }
        let (p, m) = (self.at_foot(foot, p), self.weights_at(foot));
        let length = length_at(corners, foot.at.n);
        let bound = self.bound(corners, &View { p, m, crossing: here, lead: None, length });
        let held = self.holds(corners, &bound, &common, level).max(first);
        if held != Held::Not || !(self.parts[0].has_tip || self.parts[1].has_tip) {
            return held;
        }
        self.leans(corners, &common, level)
    }

    /// Looks at a triangle along its shortest corner.
    fn leans(&self, corners: [&Look<D>; 3], common: &Common, level: &Level<'_, D>) -> Held {
        let mut lowest = 0;
        for i in 1..3 {
            if corners[i].height < corners[lowest].height {
                lowest = i;
            }
        }
        let mut weights = [accuracy::COVER_LEAN; 3];
        weights[lowest] = 1.0;
        let p = means(corners, weights);
        let crossing = accuracy::COVER_CROSSING[1];
        let view = View { p, m: [None; 2], crossing, lead: None, length: 1.0 };
        let bound = self.bound(corners, &view);
        self.holds(corners, &bound, common, level)
    }

    /// The directions of the round parts at the minimum; on a face, that in which it is least held,
    /// if the triangle lies there.
    #[inline(always)]
    fn at_foot(&self, foot: &Foot<D>, means: [Vector<D>; 2]) -> [Vector<D>; 2] {
        let mut p = means;
        for (k, part) in self.parts.iter().enumerate() {
            match foot.face {
                Some((s, pull)) if s == k => {
                    if let Some(least) = (part.norms.round * -pull).normalized()
                        && least.dot(p[k]) > 0.5
                    {
                        p[k] = least;
                    }
                }
                _ if foot.at.length[k] > 0.0 => p[k] = foot.at.round[k] / foot.at.length[k],
                _ => {}
            }
        }
        p
    }

    /// The weights of arms and tips at the minimum.
    #[inline(always)]
    fn weights_at(&self, foot: &Foot<D>) -> [Option<f64>; 2] {
        core::array::from_fn(|k| {
            let keep = foot.keep[k];
            let arm = (2.0 * keep - 1.0) * 1.0_f64.copysign(foot.at.along[k]);
            Some(if self.parts[k].has_tip { keep } else { arm })
        })
    }

    /// Whether no direction is shorter than the foot of a valley, less `slack`; if one is, the foot
    /// is replaced by that of its valley. Also whether other directions n than the foot are longer by
    /// `spare` times 1 − n·n*, with some more effort if anybody is keen on it. With a fold, only what it leaves is looked at, and its corners are there.
    pub(crate) fn cover(
        &self,
        foot: &mut Foot<D>,
        [slack, spare]: [f64; 2],
        (fold, keen): (Option<&Fold<D>>, bool),
        memory: &mut Cover<D>,
    ) -> Covered {
        let mut waiting = match fold {
            Some(_) => self.folded(memory),
            None => self.first(foot, memory),
        };
        let mut covered = Covered { settled: false, alone: true, seen: 0 };
        let mut more = 0;
        while waiting > 0 {
            waiting -= 1;
            covered.seen += 1;
            let Patch { corners, used } = memory.waiting[waiting % PLACES];
            let place = |k: usize| usize::from(corners[k]) % PLACES;
            let looks = [0, 1, 2].map(|k| &memory.corners[place(k)]);
            let held = self.settled(looks, &Level { d: foot.at.height - slack, spare, keen, foot });
            let used = usize::from(used);
            let full = used >= PLACES || waiting + 2 > PLACES;
            // What is only just settled is halved as well if that is of use, and not for ever.
            let halve = keen && covered.alone && !full && more < accuracy::COVER_KEEN;
            if held == Held::Well || (held == Held::Just && !halve) {
                covered.alone &= held == Held::Well;
                continue;
            }
            more += u32::from(held == Held::Just);
            if covered.seen >= accuracy::COVER_TRIANGLES || full {
                return covered;
            }
            // Halves along the longest edge.
            let cosine = |k: usize| looks[k].n.dot(looks[(k + 1) % 3].n);
            let mut edge = 0;
            for k in 1..3 {
                if cosine(k) < cosine(edge) {
                    edge = k;
                }
            }
            let (i, j, other) = (edge, (edge + 1) % 3, (edge + 2) % 3);
            let middle = self.look_along(looks[i].n + looks[j].n);
            memory.corners[used] = middle;
            let halves = [
                [corners[i], used as u8, corners[other]],
                [used as u8, corners[j], corners[other]],
            ];
            for half in halves {
                memory.waiting[waiting % PLACES] = Patch { corners: half, used: used as u8 + 1 };
                waiting += 1;
            }
            if middle.height < foot.at.height - slack {
                let other = self.descend_within(middle, fold);
                let gain = foot.at.height - other.at.height;
                if gain > 0.0 {
                    *foot = other;
                    // What was settled, was so for the other foot: if that was longer by as much as
                    // rivals are told by, even just so is well. What was to spare belonged to it.
                    covered.alone = gain >= spare * (1.0 - accuracy::RIVAL_COSINE);
                }
                if !(foot.at.height > slack) {
                    return covered;
                }
            }
        }
        covered.settled = true;
        covered
    }

    /// The first triangles of a fold; how many there are.
    fn folded(&self, memory: &mut Cover<D>) -> usize {
        for k in 0..POINTS - 2 {
            let corners = [0, k as u8 + 1, k as u8 + 2];
            memory.waiting[k] = Patch { corners, used: POINTS as u8 };
        }
        POINTS - 2
    }

    /// Down from a direction and, if that led out of a fold, again from what stands for it there.
    pub(crate) fn descend_within(&self, start: Look<D>, fold: Option<&Fold<D>>) -> Foot<D> {
        let foot = self.descend(start);
        match fold.and_then(|fold| fold.shorter(self, foot.at.n)) {
            None => foot,
            Some(n) => self.descend(self.look_along(n)),
        }
    }

    /// The first triangles, around the minimum and around its opposite; how many there are.
    fn first(&self, foot: &Foot<D>, memory: &mut Cover<D>) -> usize {
        let n = foot.at.n;
        let half = core::f64::consts::FRAC_1_SQRT_2;
        let mut ring = [n; FIRST / 2];
        let mut count = 4;
        let (e, f) = match (foot.face, foot.ridges) {
            // The middle of a triangle where the face is held least.
            (Some((_, pull)), _) => {
                let e = pull.normalized().unwrap_or(foot.straight);
                let f = n.cross3(e);
                ((e + f) * half, (f - e) * half)
            }
            // Two ridges, unless they are nearly the same: the ring must go all the way round.
            (None, [Some(e), Some(f)]) if n.dot(e.cross3(f)).abs() > accuracy::COVER_ASKEW => {
                (e, if n.dot(e.cross3(f)) < 0.0 { -f } else { f })
            }
            (None, [ridge, other]) => {
                let e = ridge.or(other).unwrap_or(foot.straight);
                (e, n.cross3(e))
            }
        };
        let cosine = e.dot(f);
        ring[..4].copy_from_slice(&[e, f, -e, -f]);
        // Ridges that cross at a small angle leave room for another edge.
        let between = if cosine < 0.0 { e + f } else { f - e };
        if cosine.abs() > 0.5
            && let Some(m) = between.normalized()
        {
            count = 6;
            ring = if cosine < 0.0 { [e, m, f, -e, -m, -f] } else { [e, f, m, -e, -f, -m] };
        }
        for k in 0..count {
            memory.corners[k] = self.look_along(ring[k]);
            let next = (k + 1) % count;
            for (pole, place) in [(count, 2 * k), (count + 1, 2 * k + 1)] {
                let corners = [k as u8, next as u8, pole as u8];
                memory.waiting[place] = Patch { corners, used: count as u8 + 2 };
            }
        }
        memory.corners[count] = foot.at;
        memory.corners[count + 1] = self.look(-n);
        2 * count
    }
}

#[cfg(test)]
impl<const D: usize> Sum<D> {
    /// The first triangles, for tests.
    pub(crate) fn first_triangles(
        &self,
        foot: &Foot<D>,
        memory: &mut Cover<D>,
    ) -> Vec<[Vector<D>; 3]> {
        let count = self.first(foot, memory);
        let corner = |k: u8| memory.corners[usize::from(k)].n;
        memory.waiting[..count].iter().map(|patch| patch.corners.map(corner)).collect()
    }
}

/// How long the mean of the corners is that leads along n; 1 if n lies outside of the triangle.
#[inline(always)]
fn length_at<const D: usize>(corners: [&Look<D>; 3], n: Vector<D>) -> f64 {
    let [p, q, r] = corners.map(|c| c.n);
    let (qr, rp, pq) = (q.cross3(r), r.cross3(p), p.cross3(q));
    let volume = p.dot(qr);
    let [x, y, z] = [qr, rp, pq].map(|across| across.dot(n) * volume);
    let sum = x + y + z;
    // Any length will do: where n lies on an edge, either may be taken.
    let within = -accuracy::FOLD_EDGE * sum;
    if x >= within && y >= within && z >= within && sum > 0.0 { volume * volume / sum } else { 1.0 }
}

/// The unit vectors along the weighted means of the corners' round parts.
#[inline(always)]
fn means<const D: usize>(corners: [&Look<D>; 3], w: [f64; 3]) -> [Vector<D>; 2] {
    core::array::from_fn(|k| {
        let [a, b, c] = corners.map(|c| c.round[k]);
        let mean = a * w[0] + b * w[1] + c * w[2];
        let length = real::sqrt(mean.norm_squared());
        if length > 0.0 { mean * (1.0 / length) } else { Vector::ZERO }
    })
}
