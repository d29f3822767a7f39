//! A body made of surfaces, the point of it that slides, and the surfaces that hold that point.
//!
//! Numbers count the curved surfaces first, then the flat ones, and then tangents of curved ones from
//! where the point was before: the body lies behind all of them.

mod begin;
mod bound;
mod cuts;

pub(crate) use bound::Reach;

use crate::accuracy;
use crate::shape::{Core, Implicit, Jet, Powers, View};
#[cfg(not(target_arch = "wasm32"))]
use crate::shape::{Place, Trust, near_both};
use crate::simd::Level;
use crate::solver::newton::tangents;
use crate::solver::slide::model::Stand;
use crate::space::{Matrix, Vector, real};
use cuts::{Cuts, largest};

/// A body in its own frame.
pub(crate) struct Body<'a, const D: usize> {
    shape: Option<&'a dyn Implicit<D>>,
    /// The flat surfaces, but for those of a box.
    planes: &'a [(Vector<D>, f64)],
    /// Six at most, of a box.
    sides: [(Vector<D>, f64); 6],
    flat: usize,
    curved: usize,
    /// About which the only curved function is a gauge, if it is one.
    centre: Option<Vector<D>>,
    /// That function as a sum of powers, if it is one.
    powers: &'a [Powers<D>],
    inside: Vector<D>,
    pub(crate) at: Vector<D>,
    jets: [Jet<D>; accuracy::SLIDE_CURVED],
    steepness: [f64; accuracy::SLIDE_CURVED],
    /// How far the second derivatives of the only curved function tell its slopes elsewhere.
    #[cfg(not(target_arch = "wasm32"))]
    trust: Option<Trust>,
    cuts: Cuts<D>,
    /// Whether no step has been taken.
    fresh: bool,
    /// The surfaces that hold the point, and how hard each pushes.
    held: [usize; D],
    pushes: [f64; D],
    count: usize,
    /// Whether the body is a single point.
    fixed: bool,
    /// Whether nobody knows its furthest points, so that it begins on flat sides.
    sharp: bool,
    /// Whether its flat sides, with the slabs of a sum of powers, tell nearly all of it.
    boxy: bool,
}

impl<'a, const D: usize> Body<'a, D> {
    /// Nothing yet. A body is filled in where it is to stay: it is too large to be moved about.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        let level = Jet { value: 0.0, gradient: Vector::ZERO, hessian: Matrix([Vector::ZERO; D]) };
        Self {
            shape: None,
            planes: &[],
            sides: [(Vector::ZERO, 0.0); 6],
            flat: 0,
            curved: 0,
            centre: None,
            powers: &[],
            inside: Vector::ZERO,
            at: Vector::ZERO,
            jets: [level; accuracy::SLIDE_CURVED],
            steepness: [1.0; accuracy::SLIDE_CURVED],
            #[cfg(not(target_arch = "wasm32"))]
            trust: None,
            cuts: Cuts::NONE,
            fresh: true,
            held: [0; D],
            pushes: [0.0; D],
            count: 0,
            fixed: false,
            sharp: false,
            boxy: false,
        }
    }

    /// The core of a view, if it is made of few curved surfaces, or of flat ones, or is a point; and
    /// if it is bounded: how far others reach is proved by normals that add up to rounding, which
    /// those of points beside an apex do not once the points are brought inside.
    #[inline]
    pub(crate) fn fill(&mut self, view: &View<'a, D>) -> Option<()> {
        if !view.is_bounded() {
            return None;
        }
        let body = self;
        body.sharp = matches!(view.core, Core::Implicit(_));
        match view.core {
            Core::Point(p) => {
                (body.inside, body.at, body.fixed) = (p, p, true);
            }
            Core::Cuboid(half) => {
                for i in 0..D {
                    body.sides[2 * i] = (Vector::axis(i), half[i]);
                    body.sides[2 * i + 1] = (-Vector::axis(i), half[i]);
                }
                (body.flat, body.boxy) = (2 * D, true);
            }
            core => {
                let shape = crate::solver::interior::surfaces(&core)?;
                body.planes = shape.half_spaces();
                (body.curved, body.flat) = (shape.curved(), body.planes.len());
                (body.shape, body.inside) = (Some(shape), shape.inside());
                body.at = body.inside;
                if body.curved == 1 {
                    body.centre = shape.gauge_centre(0);
                    body.powers = shape.powers(0);
                    body.boxy = !body.powers.is_empty() && body.powers.iter().all(Powers::is_boxy);
                } else {
                    body.boxy = body.curved == 0;
                }
            }
        }
        (body.curved <= accuracy::SLIDE_CURVED).then_some(())
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn planes(&self) -> &[(Vector<D>, f64)] {
        if self.shape.is_some() { self.planes } else { &self.sides[..self.flat] }
    }

    /// Whether anything holds the point, or it has nowhere to go.
    pub(crate) fn is_held(&self) -> bool {
        self.count > 0 || self.fixed
    }

    /// A point that is surely inside.
    pub(crate) fn inside(&self) -> Vector<D> {
        self.inside
    }

    /// Looks at the curved surfaces of both, where their points are or near there; if it is to be judged how far
    /// they reach, also at how far that can be told from there.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn look_at_both<L: Level>(
        level: L,
        a: &mut Self,
        b: &mut Self,
        judged: bool,
    ) -> Option<()> {
        // In browsers size counts for more.
        #[cfg(target_arch = "wasm32")]
        let _ = (level, judged);
        #[cfg(not(target_arch = "wasm32"))]
        if let (Some(from_a), Some(from_b)) = (a.centre, b.centre)
            && let place_a = (a.powers, Place { z: a.at - from_a, onto: a.holds(0), judged })
            && let place_b = (b.powers, Place { z: b.at - from_b, onto: b.holds(0), judged })
            && let Some([(share_a, jet_a, trust_a), (share_b, jet_b, trust_b)]) =
                near_both(level, place_a, place_b)
        {
            (a.trust, b.trust) = (trust_a, trust_b);
            a.see(from_a + (a.at - from_a) * share_a, jet_a)?;
            return b.see(from_b + (b.at - from_b) * share_b, jet_b);
        }
        a.look()?;
        b.look()
    }

    /// The only curved surface was seen from a point of it.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn see(&mut self, at: Vector<D>, jet: Jet<D>) -> Option<()> {
        self.found(0, at);
        self.jets[0] = jet;
        self.steepness[0] = jet.gradient.norm();
        let sound = self.steepness[0] > 0.0 && self.steepness[0] < f64::INFINITY;
        (sound && self.at.is_finite()).then_some(())
    }

    /// Looks at the curved surfaces, where the point is or near there.
    fn look(&mut self) -> Option<()> {
        let Some(shape) = self.shape else { return Some(()) };
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.trust = None;
        }
        for k in 0..self.curved {
            // A point that others hold too would be taken away from them.
            let alone = self.curved == 1;
            let near = if alone { shape.near(k, self.at, self.holds(k)) } else { None };
            let jet = match near {
                Some((at, jet)) => {
                    self.found(k, at);
                    jet
                }
                None => self.onto(k, shape.jet(k, self.at, 0.0)),
            };
            self.jets[k] = jet;
            self.steepness[k] = jet.gradient.norm();
            if !(self.steepness[k] > 0.0 && self.steepness[k] < f64::INFINITY) {
                return None;
            }
        }
        self.at.is_finite().then_some(())
    }

    /// A point outside of a gauge is brought to its surface, which changes little else: the second
    /// derivatives of ½γ² are the same all along a ray.
    fn onto(&mut self, k: usize, jet: Jet<D>) -> Jet<D> {
        let Some(centre) = self.centre.filter(|_| jet.value > 0.0) else { return jet };
        let shrink = 1.0 / real::sqrt(1.0 + 2.0 * jet.value);
        self.found(k, centre + (self.at - centre) * shrink);
        Jet { value: 0.0, gradient: jet.gradient * shrink, ..jet }
    }

    /// The point is on a curved surface, or was inside all along.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn found(&mut self, k: usize, at: Vector<D>) {
        if at != self.at && self.count == 1 && self.fresh {
            // The way out ended at this surface, before a flat one.
            self.held[0] = k;
        }
        self.at = at;
    }

    /// The value of a surface at the point, and its gradient.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn row(&self, k: usize) -> (f64, Vector<D>) {
        if k < self.curved {
            return (self.jets[k].value, self.jets[k].gradient);
        }
        let (normal, offset) = match k - self.curved {
            k if k < self.flat => self.planes()[k],
            k => {
                let k = (k - self.flat) % accuracy::SLIDE_CUTS;
                (self.cuts.normal(k), self.cuts.offsets[k])
            }
        };
        (normal.dot(self.at) - offset, normal)
    }

    /// The length of a surface's gradient.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn steep(&self, k: usize) -> f64 {
        if k < self.curved { self.steepness[k] } else { 1.0 }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn holds(&self, k: usize) -> bool {
        self.held[..self.count].contains(&k)
    }

    /// The first multiplier, for a pull of this strength along it.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn lean(&mut self, stand: &Stand<D>, pull: Vector<D>) {
        self.pushes = stand.shares(pull);
    }

    /// Σ λ ∇²f: what bends the surfaces that hold.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn bend(&self) -> Matrix<D> {
        let push_of = |surface: usize| {
            let mut sum = 0.0;
            for k in 0..D {
                let counts = k < self.count && self.held[k] == surface && self.pushes[k] > 0.0;
                sum += if counts { self.pushes[k] } else { 0.0 };
            }
            sum
        };
        let mut sum = Matrix(self.jets[0].hessian.0.map(|row| row * push_of(0)));
        for surface in 1..self.curved {
            let push = push_of(surface);
            for i in 0..D {
                sum[i] += self.jets[surface].hessian[i] * push;
            }
        }
        sum
    }

    /// The frame of what holds the point now.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn stand(&self) -> Stand<D> {
        match self.count {
            1 => self.stand_on(1),
            2 => self.stand_on(2),
            count => self.stand_on(count),
        }
    }

    /// The same for so many surfaces, of which the compiler knows how many there are.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn stand_on(&self, count: usize) -> Stand<D> {
        let mut stand = Stand {
            across: [Vector::ZERO; D],
            parts: [[0.0; D]; D],
            count,
            onto: Vector::ZERO,
            along: [Vector::ZERO; 2],
            free: if self.fixed { 0 } else { D - count },
        };
        for k in 0..count {
            let (value, gradient) = self.row(self.held[k]);
            let mut rest = gradient;
            for j in 0..k {
                let part = rest.dot(stand.across[j]);
                stand.parts[k][j] = part;
                rest -= stand.across[j] * part;
            }
            // The first is as long as it was found to be.
            let length = if k == 0 { self.steep(self.held[0]) } else { rest.norm() };
            let per = 1.0 / length.max(f64::MIN_POSITIVE);
            stand.parts[k][k] = per;
            stand.across[k] = rest * per;
            let short = (-value - gradient.dot(stand.onto)) * per;
            stand.onto += stand.across[k] * short;
        }
        match (count, stand.free) {
            (1, _) => stand.along = tangents(stand.across[0]),
            (2, 1) => stand.along[0] = stand.across[0].cross3(stand.across[1]),
            _ => {}
        }
        stand
    }

    /// What holds the point pushes this hard now; what pulls rather than pushes lets go. Whether
    /// anything changed.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn settle(&mut self, pushes: [f64; D], least: f64) -> bool {
        self.pushes = pushes;
        if self.count < 2 {
            return false;
        }
        let (mut worst, mut which) = (-least, None);
        for k in 0..self.count {
            let push = pushes[k] * self.steep(self.held[k]);
            if push < worst {
                (worst, which) = (push, Some(k));
            }
        }
        let Some(k) = which else { return false };
        self.held[k..self.count].rotate_left(1);
        self.pushes[k..self.count].rotate_left(1);
        self.count -= 1;
        true
    }

    /// The surface that a step would lead furthest beyond holds the point too, if that is more than
    /// `least`: in place of another where there are enough. Whether anything changed.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn block(&mut self, step: Vector<D>, least: f64, stand: &Stand<D>) -> bool {
        if self.fixed {
            return false;
        }
        let (mut worst, mut which) = (least, None);
        for k in 0..self.curved {
            let over = (self.jets[k].value + self.jets[k].gradient.dot(step)) / self.steepness[k];
            if over > worst && !self.holds(k) {
                (worst, which) = (over, Some(k));
            }
        }
        let end = self.at + step;
        for (k, (normal, offset)) in self.planes().iter().enumerate() {
            let over = normal.dot(end) - offset;
            if over > worst && !self.holds(self.curved + k) {
                (worst, which) = (over, Some(self.curved + k));
            }
        }
        let first = self.curved + self.flat;
        let over = self.cuts.over(end);
        // As a rule none of them: one comparison.
        if largest(over) > worst {
            for (k, over) in over.into_iter().enumerate() {
                if over > worst && !self.holds(first + k) {
                    (worst, which) = (over, Some(first + k));
                }
            }
        }
        which.is_some_and(|k| self.take(k, stand))
    }

    /// One more surface holds the point. If its normal depends on those that do, it comes in the
    /// place of the first that it would relieve.
    fn take(&mut self, k: usize, stand: &Stand<D>) -> bool {
        let (_, gradient) = self.row(k);
        let mut rest = gradient;
        for across in &stand.across[..self.count] {
            rest -= *across * rest.dot(*across);
        }
        let independent = rest.norm() > accuracy::SLIDE_PARALLEL * gradient.norm();
        if self.count < D && independent {
            (self.held[self.count], self.pushes[self.count]) = (k, 0.0);
            self.count += 1;
            return true;
        }
        let shares = stand.shares(gradient);
        let (mut soonest, mut which) = (f64::INFINITY, None);
        for i in 0..self.count {
            // As if all normals were unit vectors: those of functions have what length they like.
            let share = shares[i] * self.steep(self.held[i]);
            let counts = share > accuracy::SLIDE_PARALLEL * gradient.norm();
            if counts && self.pushes[i].max(0.0) < soonest * shares[i] {
                (soonest, which) = (self.pushes[i].max(0.0) / shares[i], Some(i));
            }
        }
        let Some(i) = which else { return false };
        (self.held[i], self.pushes[i]) = (k, 0.0);
        true
    }

    /// Takes the step. Tangents where the point was are kept, and what they held is left to the
    /// surfaces that they belong to.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn advance(&mut self, step: Vector<D>) {
        let first = self.curved + self.flat;
        let (mut held, mut pushes, mut count) = ([0; D], [0.0; D], 0);
        for k in 0..self.count {
            let (mut id, mut push) = (self.held[k], self.pushes[k]);
            if id >= first {
                let surface = self.cuts.surfaces[(id - first) % accuracy::SLIDE_CUTS];
                (id, push) = (surface, push / self.steepness[surface]);
            }
            match held[..count].iter().position(|other| *other == id) {
                Some(same) => pushes[same] += push,
                None => {
                    (held[count], pushes[count]) = (id, push);
                    count += 1;
                }
            }
        }
        (self.held, self.pushes, self.count) = (held, pushes, count);
        for k in 0..self.curved {
            let (jet, per) = (&self.jets[k], 1.0 / self.steepness[k]);
            let (normal, offset) = jet.tangent(self.at);
            self.cuts.keep(normal * per, offset * per, k);
        }
        self.at += step;
        self.fresh = false;
    }
}
