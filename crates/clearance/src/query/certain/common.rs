//! Intersections and half-spaces.
//!
//! If u = Σ uᵢ, what several sets have in common reaches along u no further than Σ hᵢ(uᵢ): how far
//! each reaches along its own share. The shares are those of the normals at the furthest point,
//! with multipliers by which they add up to u; they need not be exact, for the last of them takes
//! what the others leave.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::reach::{Reach, add, reach};
use crate::accuracy::{self, CARRIERS, ROUNDING, SUPPORT_SLACK};
use crate::shape::{Convex, Core, Facet, Surface, View};
use crate::space::{Definite, Enclosure, Enclosures, Vector, product};

/// A surface near a point: which part it belongs to, its unit normal there, and how far beyond it
/// the point is, or nearly.
#[derive(Clone, Copy)]
struct Near<const D: usize> {
    part: usize,
    normal: Vector<D>,
    over: f64,
}

/// The surfaces that a point is closest to.
struct Nearest<const D: usize> {
    list: [Near<D>; CARRIERS],
    count: usize,
}

impl<const D: usize> Nearest<D> {
    const NONE: Self = Self {
        list: [Near { part: 0, normal: Vector::ZERO, over: f64::NEG_INFINITY }; CARRIERS],
        count: 0,
    };

    fn see(&mut self, part: usize, normal: Vector<D>, over: f64) {
        let Some(unit) = normal.normalized() else { return };
        let mut entry = Near { part, normal: unit, over };
        for k in 0..CARRIERS {
            if entry.over > self.list[k].over || k == self.count {
                core::mem::swap(&mut entry, &mut self.list[k]);
            }
            if k == self.count {
                self.count += 1;
                return;
            }
        }
    }

    /// Multipliers, none negative and at most D of them positive, with which the normals add up to
    /// u, or nearly: those that make for the least bound.
    fn multipliers(&self, u: Vector<D>, size: f64) -> [f64; CARRIERS] {
        let (mut best, mut least) = ([0.0; CARRIERS], f64::INFINITY);
        for choice in 1_usize..1 << self.count {
            if choice.count_ones() as usize > D {
                continue;
            }
            let mut ids = [0; D];
            let mut used = 0;
            for k in (0..self.count).filter(|k| choice >> k & 1 == 1) {
                ids[used] = k;
                used += 1;
            }
            let Some(x) = combine(&self.list, &ids[..used], u) else { continue };
            let (mut left, mut cost) = (u, 0.0);
            for i in 0..used {
                let near = &self.list[ids[i]];
                left -= near.normal * x[i];
                cost -= near.over * x[i];
            }
            cost += left.sum_abs() * size;
            if cost < least {
                (least, best) = (cost, [0.0; CARRIERS]);
                for i in 0..used {
                    best[ids[i]] = x[i];
                }
            }
        }
        best
    }
}

/// The multipliers with which some of the normals come closest to u; `None` if one is negative.
fn combine<const D: usize>(list: &[Near<D>], ids: &[usize], u: Vector<D>) -> Option<Vector<D>> {
    let mut gram = [[0.0; D]; D];
    for i in 0..D {
        gram[i][i] = 1.0;
        for j in 0..ids.len().min(i) {
            if i < ids.len() {
                gram[i][j] = list[ids[i]].normal.dot(list[ids[j]].normal);
                gram[j][i] = gram[i][j];
            }
        }
    }
    let parts = Definite::new(gram)?;
    let mut x = Vector::<D>::ZERO;
    // The second pass takes up what rounding left of the first.
    for _ in 0..2 {
        let mut left = u;
        for (i, id) in ids.iter().enumerate() {
            left -= list[*id].normal * x[i];
        }
        let right = |i: usize| if i < ids.len() { list[ids[i]].normal.dot(left) } else { 0.0 };
        x += Vector(parts.solve(Vector::<D>::from_fn(right).0));
    }
    (0..D).all(|i| x[i] >= 0.0).then_some(x)
}

/// How far what lies behind all facets reaches.
pub(super) fn facets<const D: usize>(
    shape: &dyn Convex<D>,
    facets: &[Facet<D>],
    u: &Enclosures<D>,
    at: Option<Vector<D>>,
) -> Reach<D> {
    let at = at.unwrap_or_else(|| shape.support(u.middle()));
    let mut nearest = Nearest::NONE;
    for (k, facet) in facets.iter().enumerate() {
        nearest.see(k, facet.normal, facet.normal.dot(at) - facet.offset);
    }
    let pushes = nearest.multipliers(u.middle(), shape.view().reach);
    let (mut left, mut height) = (*u, Enclosure::ZERO);
    for (near, push) in nearest.list.iter().zip(pushes) {
        if push > 0.0 {
            let facet = &facets[near.part];
            left = left.minus(Enclosures::from(facet.normal).times(push));
            height = height + Enclosure::from(facet.offset) * push;
        }
    }
    let height = (height + left.dot(at)).high;
    Reach { at, height, slope: left.sum_most(), bend: 0.0 }
}

/// How far what the parts and the insides of surfaces have in common reaches.
pub(super) fn intersection<const D: usize>(
    shape: &dyn Convex<D>,
    parts: &[Box<dyn Convex<D>>],
    surfaces: &[Arc<dyn Surface<D>>],
    u: &Enclosures<D>,
    at: Option<Vector<D>>,
) -> Option<Reach<D>> {
    let (size, middle) = (shape.view().reach, u.middle());
    let common = Common { parts, surfaces, u, size };
    let mut best = Reach::level(f64::INFINITY);
    if let Some(at) = at {
        best = common.reach(at)?;
        if best.over(size) - middle.dot(at) <= accuracy::CERTAIN_SHORT * size * middle.norm() {
            return Some(best);
        }
    }
    let furthest = shape.support(middle);
    if furthest.is_finite() {
        let other = common.reach(furthest)?;
        if other.over(size) < best.over(size) {
            return Some(other);
        }
    }
    Some(best)
}

struct Common<'a, const D: usize> {
    parts: &'a [Box<dyn Convex<D>>],
    surfaces: &'a [Arc<dyn Surface<D>>],
    u: &'a Enclosures<D>,
    size: f64,
}

impl<const D: usize> Common<'_, D> {
    fn reach(&self, at: Vector<D>) -> Option<Reach<D>> {
        let mut nearest = Nearest::NONE;
        for (k, part) in self.parts.iter().enumerate() {
            normals(&part.view(), at, &mut |normal, over| nearest.see(k, normal, over));
        }
        for (k, surface) in self.surfaces.iter().enumerate() {
            let jet = surface.jet(at);
            let k = self.parts.len() + k;
            nearest.see(k, jet.gradient, jet.value / jet.gradient.norm());
        }
        let pushes = nearest.multipliers(self.u.middle(), self.size);
        let mut sum =
            Carried { left: *self.u, reach: Reach { at, height: 0.0, slope: 0.0, bend: 0.0 } };
        // What the flat ones and surfaces of one's own take is known; the others share the rest.
        let mut soft: [Option<(usize, Vector<D>)>; CARRIERS] = [None; CARRIERS];
        for (near, push) in nearest.list.iter().zip(pushes).filter(|(_, push)| *push > 0.0) {
            let Some(part) = self.parts.get(near.part) else {
                sum.surface(self.surfaces.get(near.part - self.parts.len())?.as_ref(), push)?;
                continue;
            };
            if sum.half_space(&part.view(), push) {
                continue;
            }
            let share = near.normal * push;
            for slot in &mut soft {
                match slot {
                    Some((part, sum)) if *part == near.part => *sum += share,
                    None => *slot = Some((near.part, share)),
                    _ => continue,
                }
                break;
            }
        }
        let heaviest = |best: usize, k: usize| {
            let weight = |k: usize| soft[k].map_or(0.0, |(_, share)| share.norm_squared());
            if weight(k) > weight(best) { k } else { best }
        };
        let last = (0..CARRIERS).fold(0, heaviest);
        for k in (0..CARRIERS).filter(|k| *k != last).chain([last]) {
            let Some((part, share)) = soft[k] else { continue };
            let share = if k == last { sum.left } else { share.into() };
            sum.part(&*self.parts[part], &share)?;
            if k == last {
                sum.left = Vector::ZERO.into();
            }
        }
        Some(sum.finished())
    }
}

/// What has been added up so far.
struct Carried<const D: usize> {
    /// What is left of u.
    left: Enclosures<D>,
    reach: Reach<D>,
}

impl<const D: usize> Carried<D> {
    fn part(&mut self, part: &dyn Convex<D>, share: &Enclosures<D>) -> Option<()> {
        let at = self.reach.at;
        let found = reach(part, share, Some(at))?;
        let apart = Enclosures::from(found.at).minus(at).most();
        let found = found.seen_from(at, apart, 1.0);
        self.left = self.left.minus(*share);
        self.reach.height = add(self.reach.height, found.height);
        self.reach.slope = add(self.reach.slope, found.slope);
        self.reach.bend = add(self.reach.bend, found.bend);
        Some(())
    }

    /// n·x ≤ n·p for all x, as many times as it pushes; whether it is one. The lines of its surface
    /// are at right angles to n but for rounding.
    fn half_space(&mut self, view: &View<'_, D>, push: f64) -> bool {
        let Core::Swept(swept) = view.core else { return false };
        let (Core::Point(p), [inwards]) = (swept.base.view().core, swept.rays) else {
            return false;
        };
        let (mut normal, mut p) = (Enclosures::from(-*inwards), Enclosures::from(p));
        if let Some(frame) = view.frame {
            normal = product(frame.rotation().matrix(), normal);
            p = product(frame.rotation().matrix(), p).plus(frame.translation());
        }
        let slack = push * (2.0 * SUPPORT_SLACK * ROUNDING);
        let from = p.minus(self.reach.at).sum_most();
        let height = normal.dot(p) * push + Enclosure::from(slack) * from;
        self.left = self.left.minus(normal.times(push));
        self.reach.height = add(self.reach.height, height.high);
        self.reach.slope = add(self.reach.slope, slack);
        true
    }

    /// ∇f·x ≤ ∇f·p − f(p), as many times as it pushes.
    fn surface(&mut self, surface: &dyn Surface<D>, push: f64) -> Option<()> {
        let at = self.reach.at;
        let known = surface.enclosed(at)?;
        let gradient = Enclosures::from(known.gradient);
        let push = push / known.gradient.norm();
        let height = (gradient.dot(at) - known.value[0]) * push;
        let slope = Enclosure::from(known.error) * push * D as f64;
        self.left = self.left.minus(gradient.times(push));
        self.reach.height = add(self.reach.height, height.high);
        self.reach.slope = add(self.reach.slope, slope.high);
        Some(())
    }

    fn finished(self) -> Reach<D> {
        let Self { left, reach } = self;
        Reach {
            height: add(reach.height, left.dot(reach.at).high),
            slope: add(reach.slope, left.sum_most()),
            ..reach
        }
    }
}

/// The normals of a part at a point, and how far beyond each of its surfaces the point is.
fn normals<const D: usize>(view: &View<'_, D>, at: Vector<D>, see: &mut dyn FnMut(Vector<D>, f64)) {
    let local = view.frame.map_or(at, |frame| frame.transform_back(at));
    let turned = |n: Vector<D>| view.frame.map_or(n, |frame| frame.rotation().rotate(n));
    match view.core {
        Core::Point(p) => see(turned(local - p), (local - p).norm() - view.radius),
        Core::Cuboid(half) => {
            for i in 0..D {
                see(turned(Vector::axis(i)), local[i] - half[i]);
                see(turned(-Vector::axis(i)), -local[i] - half[i]);
            }
        }
        Core::Swept(swept) => {
            if let (Core::Point(p), [inwards]) = (swept.base.view().core, swept.rays) {
                see(turned(-*inwards), -inwards.dot(local - p));
            }
        }
        core => {
            let Some(shape) = core.shape().and_then(Convex::implicit) else { return };
            for k in 0..shape.curved() {
                let jet = shape.jet(k, local, 0.0);
                see(turned(jet.gradient), jet.value / jet.gradient.norm());
            }
            for (normal, offset) in shape.half_spaces() {
                see(turned(*normal), normal.dot(local) - offset);
            }
        }
    }
}
