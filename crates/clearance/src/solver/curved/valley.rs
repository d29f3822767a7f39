//! The way down to a minimum of a sum of norms over unit vectors: the depth along the directions
//! nearby.
//!
//! Newton's method on the sphere. In the plane that touches it at n, with the gradient g and the
//! second derivative K of the pieces that lead, the other pieces overtake where uᵢ·δ > cᵢ:
//!
//! ```text
//!     h(n + δ)  ≈  h(n) + g·δ + ½ δᵀK δ + Σ max(0, uᵢ·δ − cᵢ)          i = A, B
//! ```
//!
//! This is the model of `ridge.rs` upside down, and its minimum is found in the same way: the shares
//! of the rivals, each between 0 and 1, say whether the next n stays on a piece, goes over to the
//! other or stays on the ridge, and where on the line between their points the deepest point is.
//! Unlike there K may not be positive: W, the bend of the surface, less the depth. Across a ridge
//! that does not matter, and elsewhere the step leads down all the same.
//!
//! All normals around a flat face are that of the face: it is tried where n comes close to it.

use super::sum::{Look, Sum};
use crate::accuracy;
use crate::solver::newton::tangents;
use crate::solver::ridge::{Form, best_shares, dot, solved};
use crate::space::{Vector, real};

/// The foot of a valley.
#[derive(Clone, Copy)]
pub(crate) struct Foot<const D: usize> {
    pub(crate) at: Look<D>,
    /// The share of the piece that leads: of the arm's end, or of the round part beside the tip.
    pub(crate) keep: [f64; 2],
    /// Which side shows a face, and how the others pull across it.
    pub(crate) face: Option<(usize, Vector<D>)>,
    /// Along the ridges that n lies on.
    pub(crate) ridges: [Option<Vector<D>>; 2],
    /// The direction, across n, in which the surface bends least.
    pub(crate) straight: Vector<D>,
}

/// What the sum does around a direction.
struct Model<const D: usize> {
    basis: [Vector<D>; 2],
    g: [f64; 2],
    k: Form,
    rivals: [(f64, [f64; 2]); 2],
    /// The part of the deepest point across n, with the shares that were predicted.
    mixed: [f64; 2],
    keep: [f64; 2],
    face: Option<usize>,
}

#[inline(always)]
fn add(x: &mut [f64; 2], y: [f64; 2], by: f64) {
    *x = [x[0] + by * y[0], x[1] + by * y[1]];
}

impl<const D: usize> Model<D> {
    #[inline(always)]
    fn new(sum: &Sum<D>, at: &Look<D>, predicted: [Option<f64>; 2]) -> Self {
        let basis = tangents(at.n);
        let flat = |v: Vector<D>| [basis[0].dot(v), basis[1].dot(v)];
        let g = flat(sum.point);
        let k = [-at.height, -at.height, 0.0];
        let rivals = [(1.0, [0.0; 2]); 2];
        let mut model = Self { basis, g, k, rivals, mixed: g, keep: [1.0; 2], face: None };
        for (s, part) in sum.parts.iter().enumerate() {
            let (mut round, mut bend) = ([0.0; 2], [0.0; 3]);
            if sum.is_face(at, s) {
                model.face = Some(s);
            } else if at.length[s] > 0.0 {
                let per = 1.0 / at.length[s];
                let z = &part.norms.round;
                round = flat(z.transpose_mul(at.round[s] * per));
                for row in &z.0 {
                    let x = flat(*row);
                    let squares = [x[0] * x[0], x[1] * x[1], x[0] * x[1]];
                    (0..3).for_each(|i| bend[i] += squares[i] * per);
                }
                let less = [round[0] * round[0], round[1] * round[1], round[0] * round[1]];
                (0..3).for_each(|i| bend[i] -= less[i] * per);
            }
            if part.has_tip {
                add(&mut round, flat(part.slope), 1.0);
                let lead = at.length[s] + at.along[s];
                let on_round = lead > 0.0;
                let keep = predicted[s].unwrap_or(if on_round { 1.0 } else { 0.0 });
                model.rivals[s] =
                    (lead.abs(), if on_round { [-round[0], -round[1]] } else { round });
                add(&mut model.g, round, if on_round { 1.0 } else { 0.0 });
                add(&mut model.mixed, round, keep);
                (0..3).for_each(|i| model.k[i] += keep * bend[i]);
                model.keep[s] = keep;
            } else {
                let arm = flat(part.norms.arm * 1.0_f64.copysign(at.along[s]));
                let keep = predicted[s].unwrap_or(1.0);
                model.rivals[s] = (2.0 * at.along[s].abs(), [-2.0 * arm[0], -2.0 * arm[1]]);
                add(&mut model.g, round, 1.0);
                add(&mut model.g, arm, 1.0);
                add(&mut model.mixed, round, 1.0);
                add(&mut model.mixed, arm, 2.0 * keep - 1.0);
                (0..3).for_each(|i| model.k[i] += bend[i]);
                model.keep[s] = keep;
            }
        }
        model
    }

    fn lift(&self, v: [f64; 2]) -> Vector<D> {
        self.basis[0] * v[0] + self.basis[1] * v[1]
    }

    /// The lower eigenvalue of K, how far it is from the mean, the mean, and its direction.
    fn least_bend(k: &Form) -> (f64, f64, [f64; 2]) {
        let (middle, apart) = (0.5 * (k[0] + k[1]), 0.5 * (k[0] - k[1]));
        let spread = real::sqrt(apart * apart + k[2] * k[2]);
        let v = if apart > 0.0 { [-k[2], apart + spread] } else { [spread - apart, -k[2]] };
        let length = real::sqrt(dot(v, v));
        let v = if length > 0.0 { [v[0] / length, v[1] / length] } else { [1.0, 0.0] };
        (middle, spread, v)
    }

    /// K, made positive: across ridges where n stays, and then along its lower eigenvector.
    #[inline(always)]
    fn positive(&self, height: f64) -> Form {
        let mut k = self.k;
        let mut raise = |by: f64, v: [f64; 2]| {
            k[0] += by * v[0] * v[0];
            k[1] += by * v[1] * v[1];
            k[2] += by * v[0] * v[1];
        };
        let size = self.k[0].abs() + self.k[1].abs() + height;
        for s in 0..2 {
            let u = self.rivals[s].1;
            let squared = dot(u, u);
            if self.keep[s] > 0.0 && self.keep[s] < 1.0 && squared > 0.0 {
                raise(accuracy::VALLEY_STIFF * size / squared, u);
            }
        }
        let (middle, spread, v) = Self::least_bend(&k);
        let (least, most) = (middle - spread, middle.abs() + spread);
        if least < accuracy::VALLEY_STRAIGHT * most {
            let by = (-least).max(accuracy::VALLEY_BENT * most) - least;
            k[0] += by * v[0] * v[0];
            k[1] += by * v[1] * v[1];
            k[2] += by * v[0] * v[1];
            let other = middle + spread;
            if other < accuracy::VALLEY_STRAIGHT * most {
                let by = accuracy::VALLEY_BENT * most - other;
                (k[0], k[1]) = (k[0] + by, k[1] + by);
            }
        }
        k
    }

    fn foot(&self, at: &Look<D>, keep: [f64; 2]) -> Foot<D> {
        let mut ridges = [None; 2];
        for s in 0..2 {
            let u = self.rivals[s].1;
            if keep[s] > 0.0 && keep[s] < 1.0 {
                ridges[s] = self.lift([-u[1], u[0]]).normalized();
            }
        }
        let straight = self.lift(Self::least_bend(&self.k).2);
        Foot { at: *at, keep, face: None, ridges, straight }
    }
}

impl<const D: usize> Sum<D> {
    /// Down from a direction.
    pub(crate) fn descend(&self, start: Look<D>) -> Foot<D> {
        let level = accuracy::VALLEY_LEVEL * accuracy::ROUNDING * self.scale;
        let (mut at, mut predicted) = (start, [None; 2]);
        let mut looks = 0;
        loop {
            looks += 1;
            let model = Model::new(self, &at, predicted);
            if let Some(s) = model.face {
                let pull = real::sqrt(dot(model.g, model.g));
                let across = model.lift(model.g);
                if pull <= self.parts[s].radius || looks >= accuracy::VALLEY_LOOKS {
                    return Foot { face: Some((s, across)), ..model.foot(&at, [1.0; 2]) };
                }
                at = self.look_along(at.n - across * (accuracy::VALLEY_TILT / pull));
                predicted = [None; 2];
                continue;
            }
            let slope = real::sqrt(dot(model.mixed, model.mixed));
            if slope <= level || looks >= accuracy::VALLEY_LOOKS {
                return model.foot(&at, model.keep);
            }
            // The minimum of the model.
            let k = model.positive(at.height);
            let down = [-model.g[0], -model.g[1]];
            let shares = best_shares(&k, down, model.rivals);
            let mut pull = down;
            add(&mut pull, model.rivals[0].1, -shares[0]);
            add(&mut pull, model.rivals[1].1, -shares[1]);
            let delta = solved(&k, pull);
            let long = real::sqrt(dot(delta, delta));
            let kept = || model.foot(&at, core::array::from_fn(|s| self.kept(&at, s, shares[s])));
            if !(long > accuracy::VALLEY_STILL) {
                return kept();
            }
            let on_curve =
                (0..2).any(|s| self.parts[s].has_tip && shares[s] > 0.0 && shares[s] < 1.0);
            let Some((next, whole)) = self.step(&model, &at, (delta, long, on_curve)) else {
                return kept();
            };
            for s in 0..2 {
                let inside = whole && shares[s] > 0.0 && shares[s] < 1.0;
                let keep = self.kept(&at, s, shares[s]);
                // An arm's other end leads now?
                let turned = !self.parts[s].has_tip && at.along[s] * next.along[s] < 0.0;
                predicted[s] = inside.then_some(if turned { 1.0 - keep } else { keep });
            }
            at = next;
            if let Some(face) = self.face_near(&at) {
                (at, predicted) = (face, [None; 2]);
            }
        }
    }

    /// The share of the piece that leads (of the round part, beside a tip), given the rival's.
    #[inline(always)]
    fn kept(&self, at: &Look<D>, s: usize, share: f64) -> f64 {
        let on_tip = self.parts[s].has_tip && at.length[s] + at.along[s] <= 0.0;
        if on_tip { share } else { 1.0 - share }
    }

    /// A step that leads down, and whether it is as long as wanted. The ridge beside a tip is curved:
    /// a step along it leaves it by the square of its length, and the next one leads back.
    #[inline(always)]
    fn step(
        &self,
        model: &Model<D>,
        at: &Look<D>,
        (delta, long, on_curve): ([f64; 2], f64, bool),
    ) -> Option<(Look<D>, bool)> {
        let way = model.lift(delta);
        let whole = long <= accuracy::VALLEY_STRIDE;
        let mut by = if whole { 1.0 } else { accuracy::VALLEY_STRIDE / long };
        let mut up = accuracy::ROUNDING * self.scale;
        if on_curve && whole {
            up += long * long * self.scale;
        }
        for retry in 0..accuracy::VALLEY_RETRIES {
            let next = self.look_along(at.n + way * by);
            if next.height < at.height + up {
                return Some((next, whole && retry == 0));
            }
            by *= accuracy::VALLEY_SHORTER;
            up = accuracy::ROUNDING * self.scale;
        }
        None
    }

    /// A face that is close by, and better.
    #[inline(always)]
    fn face_near(&self, at: &Look<D>) -> Option<Look<D>> {
        for (s, part) in self.parts.iter().enumerate() {
            if let Some(axis) = part.norms.axis
                && at.length[s] < accuracy::VALLEY_NEAR_FACE * part.radius
            {
                let face = self.look(if axis.dot(at.n) < 0.0 { -axis } else { axis });
                if face.height < at.height {
                    return Some(face);
                }
            }
        }
        None
    }
}
