//! How far a body reaches, proved where the point is now.

use super::Body;
#[cfg(not(target_arch = "wasm32"))]
use crate::accuracy;
use crate::interior::pulled;
use crate::shape::{Implicit, View};
#[cfg(not(target_arch = "wasm32"))]
use crate::solver::newton::tangents;
use crate::solver::slide::model::Stand;
use crate::space::Vector;

/// How far a body reaches along a direction, and why no further.
pub(crate) struct Reach<const D: usize> {
    pub(crate) height: f64,
    pub(crate) held: [u32; D],
    pub(crate) pushes: Vector<D>,
}

impl<const D: usize> Body<'_, D> {
    /// The point, or if it is outside by rounding or more, one on the way to the inside.
    pub(crate) fn within(&self) -> Vector<D> {
        let mut share = 0.0_f64;
        if let Some(shape) = self.shape {
            // The functions that were looked at may be others of the same surfaces, and cannot tell the
            // last digits.
            let Some(curve) = self.behind_curve(shape) else { return pulled(shape, self.at) };
            share = curve;
        }
        for (normal, offset) in self.planes() {
            let over = normal.dot(self.at) - offset;
            if over > 0.0 {
                share = share.max(over / (over + (offset - normal.dot(self.inside))));
            }
        }
        if share > 0.0 { self.at.lerp(self.inside, share) } else { self.at }
    }

    /// Which share of the way to the inside leads behind the only curved surface, if the last look found the
    /// point on it, or inside, to rounding. What rounding may hide counts as outside.
    fn behind_curve(&self, shape: &dyn Implicit<D>) -> Option<f64> {
        #[cfg(not(target_arch = "wasm32"))]
        if self.trust.is_some() && self.jets[0].value <= accuracy::SLIDE_SETTLED {
            let over = self.jets[0].value + accuracy::SLIDE_SETTLED;
            // As convex functions are, or less.
            return Some(if over > 0.0 { over / (over - shape.value_inside(0)) } else { 0.0 });
        }
        let _ = shape;
        None
    }

    /// How far the body reaches along an outward unit vector, at most, by the tangents of what holds
    /// the point; with the numbers of the surfaces and the multipliers that prove it.
    pub(crate) fn reach(
        &self,
        stand: &Stand<D>,
        view: &View<'_, D>,
        outward: Vector<D>,
    ) -> Reach<D> {
        if self.fixed {
            let height = outward.dot(self.at);
            return Reach { height, held: [0; D], pushes: Vector::ZERO };
        }
        let pushes = stand.shares(outward);
        let mut reach = Reach { height: 0.0, held: [0; D], pushes: Vector::ZERO };
        let mut left = outward;
        for k in 0..self.count {
            let (value, gradient) = self.row(self.held[k]);
            let push = pushes[k].max(0.0);
            if self.held[k] >= self.curved + self.flat {
                return Reach { height: f64::INFINITY, ..reach };
            }
            (reach.held[k], reach.pushes[k]) = (self.held[k] as u32, push);
            left -= gradient * push;
            reach.height += push * (gradient.dot(self.at) - value);
        }
        let plain = left.sum_abs() * view.reach;
        #[cfg(not(target_arch = "wasm32"))]
        let plain = self.borne(left, &reach, view).map_or(plain, |loss| loss.min(plain));
        reach.height += plain;
        reach
    }

    /// How much further the body reaches, at most, because of what the tangents leave of a normal, if
    /// the only curved surface bears that.
    ///
    /// Slopes of its terms add up to the normal (`shape/conjugate.rs`) if they change by what second
    /// derivatives tell for a step w across. Half of λ wᵀ∇²f w is lost then, but for what higher derivatives add:
    /// less than as much again where the others can be trusted.
    #[cfg(not(target_arch = "wasm32"))]
    fn borne(&self, left: Vector<D>, reach: &Reach<D>, view: &View<'_, D>) -> Option<f64> {
        let trust = self.trust?;
        let k = self.held[..self.count].iter().position(|k| *k == 0)?;
        let per_push = 1.0 / reach.pushes[k];
        let unit = self.jets[0].gradient * (1.0 / self.steepness[0]);
        let [e, f] = tangents(unit);
        let (bent_e, bent_f) = (self.jets[0].hessian * e, self.jets[0].hessian * f);
        let (right_e, right_f) = (e.dot(left), f.dot(left));
        let (a, b, c) = (e.dot(bent_e), e.dot(bent_f), if D == 2 { 1.0 } else { f.dot(bent_f) });
        let area = a * c - b * b;
        let per = per_push / area;
        let (x, y) = ((c * right_e - b * right_f) * per, (a * right_f - b * right_e) * per);
        let squared = x * x + y * y;
        let pace = trust.quick * (trust.rough / self.steepness[0]).max(1.0);
        let most = accuracy::SLIDE_TRUST * accuracy::SLIDE_TRUST;
        let sound = area > 0.0 && per_push > 0.0 && squared * (pace * pace) <= most;
        let missed = left.dot(unit).abs() * unit.sum_abs() * view.reach;
        let lost = right_e * x + right_f * y + trust.slack * squared / per_push;
        (sound && lost >= 0.0).then_some(left.dot(self.at) + lost + missed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Convex, Superquadric};
    use crate::simd::Portable;
    use crate::space::real;

    /// Never less than how far the body reaches, and often more by much less than how far the normal is off: where
    /// the body is neither flat nor sharp.
    #[test]
    fn second_derivatives_bound_how_far_bodies_reach() {
        let rng = &mut fastrand::Rng::with_seed(120);
        let (mut seen, mut sharp) = (0, 0);
        for _ in 0..20_000 {
            let shapes = [(); 2].map(|()| {
                let axes = [(); 3].map(|()| 0.3 + rng.f64());
                let exponents = [(); 3].map(|()| 1.02 * real::pow(60.0, rng.f64()));
                Superquadric::<3>::new(axes, exponents).unwrap()
            });
            let views = [shapes[0].view(), shapes[1].view()];
            let mut bodies = [Body::nothing(), Body::nothing()];
            let [a, b] = &mut bodies;
            for (body, view) in [&mut *a, &mut *b].into_iter().zip(&views) {
                body.fill(view).unwrap();
                let at = Vector::from_fn(|_| 2.0 * rng.f64() - 1.0);
                body.resume(at, core::iter::once(0));
            }
            // The second look begins where the first ended.
            if [false, true].map(|judged| Body::look_at_both(Portable, a, b, judged))
                != [Some(()); 2]
            {
                continue;
            }
            for (k, body) in bodies.iter().enumerate() {
                let off = real::pow(10.0, -1.0 - 5.0 * rng.f64());
                let aside = Vector::<3>::from_fn(|_| off * (2.0 * rng.f64() - 1.0));
                let normal = body.jets[0].gradient.normalized().unwrap() + aside;
                let outward = normal.normalized().unwrap();
                let found = body.reach(&body.stand(), &views[k], outward).height;
                let right = shapes[k].support(outward).dot(outward);
                assert!(found >= right - 1e-13, "{:?}: {found} for {right}", shapes[k]);
                seen += 1;
                sharp += u32::from(found - right <= 0.1 * off);
            }
        }
        assert!(seen > 30_000, "only {seen} looks");
        assert!(5 * sharp > seen, "{sharp} of {seen} are sharp");
    }
}
