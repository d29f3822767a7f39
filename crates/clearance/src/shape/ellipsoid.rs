//! An ellipsoid (an ellipse in 2D).

use super::ball::unit_ball_volume;
use super::{
    Convex, Core, Foot, Formula, Implicit, Jet, Norms, ShapeError, SmoothSupport, View, direction,
    implicit, validate,
};
use crate::accuracy::{self, SQUARE_SAFE};
use crate::query::{BoundingBall, Moments};
use crate::space::{Matrix, Vector, real};

/// The ellipsoid Σ (xᵢ / aᵢ)² ≤ 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ellipsoid<const D: usize> {
    semiaxes: Vector<D>,
}

impl<const D: usize> Ellipsoid<D> {
    /// The ellipsoid with these semi-axes, each positive. Those below 1e-70, or 1e-70 of the longest, count
    /// as that.
    pub fn new(semiaxes: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        Ok(Self { semiaxes: validate::semiaxes(semiaxes.into())? })
    }

    /// The semi-axes.
    pub fn semiaxes(&self) -> Vector<D> {
        self.semiaxes
    }

    /// The closest point of the surface to a point, which may lie outside or inside, on a plane of
    /// symmetry or at the centre; where several are as close, one of them. In any dimension `D`.
    ///
    /// ```
    /// use clearance::{Vector, shape::Ellipsoid};
    /// let egg = Ellipsoid::new([3.0, 2.0, 1.0])?;
    /// // From the centre, along the shortest semi-axis.
    /// assert_eq!(egg.nearest_on_surface([0.0; 3]), Vector([0.0, 0.0, 1.0]));
    /// # Ok::<(), clearance::shape::ShapeError>(())
    /// ```
    ///
    /// As for points outside, xᵢ = pᵢ / (1 + t wᵢ) with wᵢ = (least semi-axis / aᵢ)² and |x| = 1 in
    /// units of the semi-axes; for points inside t lies between −1, where the shortest axis has
    /// its pole, and 0, and is found by halving. Where even at the pole the others do not
    /// suffice, the shortest axis takes what is left.
    pub fn nearest_on_surface(&self, point: impl Into<Vector<D>>) -> Vector<D> {
        let point = point.into();
        let z = self.scaled(point);
        if z.norm_squared() >= 1.0 {
            return self.nearest(point).unwrap_or(point);
        }
        let mut shortest = 0;
        for i in 1..D {
            if self.semiaxes[i] < self.semiaxes[shortest] {
                shortest = i;
            }
        }
        let least = self.semiaxes[shortest];
        let w = self.semiaxes.map(|a| (least / a) * (least / a));
        let length_squared = |t: f64| {
            let mut sum = 0.0;
            for i in 0..D {
                // At the pole an axis as short as the shortest counts only if z is not zero.
                if z[i] != 0.0 {
                    let y = z[i] / (1.0 + t * w[i]);
                    sum += y * y;
                }
            }
            sum
        };
        // 1 + t, rather than t, keeps its digits near the pole: halve in its logarithm.
        let (mut low, mut high) = (f64::MIN_POSITIVE, 1.0);
        let all_zero = (0..D).all(|i| w[i] < 1.0 || z[i] == 0.0);
        if all_zero && length_squared(-1.0) <= 1.0 {
            let mut x = Vector::<D>::ZERO;
            let mut rest = 1.0;
            for i in 0..D {
                if w[i] < 1.0 {
                    x[i] = point[i] / (1.0 - w[i]);
                    rest -= (x[i] / self.semiaxes[i]) * (x[i] / self.semiaxes[i]);
                }
            }
            x[shortest] = least * real::sqrt(rest.max(0.0));
            return x;
        }
        let reached = |gap: f64| {
            let mut sum = 0.0;
            for i in 0..D {
                // 1 + t w = (1 − w) + w (1 + t)
                let y = z[i] / ((1.0 - w[i]) + w[i] * gap);
                sum += y * y;
            }
            sum >= 1.0
        };
        for _ in 0..accuracy::SURFACE_HALVINGS {
            let middle = real::sqrt(low) * real::sqrt(high);
            if reached(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Vector::from_fn(|i| point[i] / ((1.0 - w[i]) + w[i] * low))
    }

    /// The point in units of the semi-axes: of length 1 on the surface.
    fn scaled(&self, point: Vector<D>) -> Vector<D> {
        Vector::from_fn(|i| point[i] / self.semiaxes[i])
    }

    #[cold]
    fn support_scaled(&self, direction: Vector<D>) -> Vector<D> {
        let direction = direction.normalized().unwrap_or(Vector::axis(0));
        direction::unit(direction.scale(self.semiaxes)).scale(self.semiaxes)
    }
}

impl<const D: usize> Convex<D> for Ellipsoid<D> {
    /// A² d / |A d|, with A the diagonal matrix of the semi-axes.
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let scaled = direction.scale(self.semiaxes);
        let squared = scaled.norm_squared();
        if squared > SQUARE_SAFE && squared < 1.0 / SQUARE_SAFE {
            (scaled * (1.0 / real::sqrt(squared))).scale(self.semiaxes)
        } else {
            self.support_scaled(direction)
        }
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        View::new(Core::Smooth(self), self.semiaxes.max_abs())
    }

    /// The length of the shortest of several ways to the surface: straight to the centre, along
    /// the gradient, and along each axis.
    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let z = self.scaled(point);
        let level = z.norm();
        let over = z.norm_squared() - 1.0;
        if over <= 0.0 {
            // Inside: no closer to the surface than this share of the shortest semi-axis.
            let least = self.semiaxes.0.into_iter().fold(f64::INFINITY, f64::min);
            return Some((level - 1.0) * least);
        }
        let mut least = direction::length(point) * (over / (level * (level + 1.0)));
        // Along axis i the surface is at zᵢ² = 1 − (what the others take).
        for i in 0..D {
            let mut rest = 1.0;
            for j in (0..D).filter(|j| *j != i) {
                rest -= z[j] * z[j];
            }
            if rest >= 0.0 {
                least = least.min(self.semiaxes[i] * over / (z[i].abs() + real::sqrt(rest)));
            }
        }
        // From p along the unit vector −u: with v = u in units of the semi-axes, the way s to
        // the surface solves (v·v) s² − 2 (z·v) s + (z·z − 1) = 0. The root cancels far away,
        // where the others are as good.
        if level < 2.0
            && let Some(gradient) = self.scaled(z).normalized()
        {
            let v = self.scaled(gradient);
            let (a, b) = (v.norm_squared(), z.dot(v));
            let root = b * b - a * over;
            if root >= 0.0 {
                least = least.min(over / (b + real::sqrt(root)));
            }
        }
        Some(least)
    }

    /// The closest point x to p has p − x along the gradient: pᵢ = xᵢ (1 + t wᵢ) with
    /// wᵢ = (least semi-axis / aᵢ)². So t ≥ 0 solves |y(t)| = 1, where yᵢ = (pᵢ/aᵢ) / (1 + t wᵢ).
    ///
    /// The function 1/|y(t)| is increasing, concave and nearly straight. Newton's method on it
    /// comes from the left, never oversteps, and doubles its digits; no term cancels, however
    /// long or flat the ellipsoid.
    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let z = self.scaled(point);
        if z.norm_squared() <= 1.0 {
            return Some(point);
        }
        let least = self.semiaxes.0.into_iter().fold(f64::INFINITY, f64::min);
        let w = self.semiaxes.map(|a| (least / a) * (least / a));
        // No |yᵢ| exceeds 1 in the end.
        let mut t = 0.0_f64;
        for i in 0..D {
            if z[i].abs() > 1.0 && w[i] > 0.0 {
                t = t.max((z[i].abs() - 1.0) / w[i]);
            }
        }
        for _ in 0..accuracy::ELLIPSOID_STEPS {
            let (mut squared, mut slope) = (0.0, 0.0);
            for i in 0..D {
                let shrink = 1.0 / (1.0 + t * w[i]);
                let y = z[i] * shrink;
                squared += y * y;
                slope += y * y * w[i] * shrink;
            }
            let length = real::sqrt(squared);
            let next = t + (length - 1.0) * squared / slope;
            if !(next > t && next.is_finite()) {
                break;
            }
            t = next;
        }
        Some(Vector::from_fn(|i| point[i] / (1.0 + t * w[i])))
    }

    #[inline]
    fn norms(&self) -> Option<Norms<D>> {
        Some(Norms {
            centre: Vector::ZERO,
            arm: Vector::ZERO,
            round: Matrix::diagonal(self.semiaxes),
            slope: None,
            axis: None,
        })
    }

    /// As [`nearest`](Self::nearest), faster: by Halley's method on the same function, which triples
    /// its digits. With f = Σ y², the derivatives of 1/√f need Σ y² (w r)^k, r = 1/(1 + t w). No
    /// coordinate changes by a larger share than the step does 1 + t: once that is small, the
    /// next step would be rounding. Where the point found is not on the surface, nothing is said.
    ///
    /// The difference p − x is t wᵢ xᵢ: its length and direction lose no digits however close p is.
    #[inline]
    fn foot(&self, point: Vector<D>) -> Option<Foot<D>> {
        let z = self.scaled(point);
        let squared = z.norm_squared();
        if !(squared > 1.0 && squared < 1.0 / SQUARE_SAFE) {
            return None;
        }
        let least = self.semiaxes.0.into_iter().fold(f64::INFINITY, f64::min);
        let w = self.semiaxes.map(|a| (least / a) * (least / a));
        // As far as the ball would be, and no |yᵢ| exceeds 1 in the end.
        let mut t = real::sqrt(squared) - 1.0;
        for i in 0..D {
            if z[i].abs() > 1.0 + t * w[i] {
                t = (z[i].abs() - 1.0) / w[i];
            }
        }
        for _ in 0..accuracy::FOOT_STEPS {
            let [mut f, mut first, mut second] = [0.0; 3];
            for i in 0..D {
                let shrink = 1.0 / (1.0 + t * w[i]);
                let (y, rate) = (z[i] * shrink, w[i] * shrink);
                f += y * y;
                first += y * y * rate;
                second += y * y * (rate * rate);
            }
            // Newton's step for 1/√f = 1, and what the second derivative does to it.
            let newton = (real::sqrt(f) - 1.0) * f / first;
            let bend = 1.5 * newton * (second / first - first / f);
            let step = newton / if bend < 0.5 { 1.0 - bend } else { 1.0 };
            t += step;
            if step.abs() <= accuracy::FOOT_NEAR * (1.0 + t) {
                break;
            }
        }
        let (mut x, mut slope, mut level) = (Vector::<D>::ZERO, Vector::<D>::ZERO, 0.0);
        for i in 0..D {
            let shrink = 1.0 / (1.0 + t * w[i]);
            let y = z[i] * shrink;
            (x[i], level) = (point[i] * shrink, level + y * y);
            slope[i] = x[i] * w[i];
        }
        let length = slope.norm();
        let slack = accuracy::VERTEX_SLACK * accuracy::ROUNDING;
        let found = t > 0.0 && (level - 1.0).abs() <= slack && length * length > SQUARE_SAFE;
        found.then(|| Foot { point: x, normal: slope * (1.0 / length), distance: t * length })
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        implicit::tangent(self, surface, at)
    }

    fn reach_behind(&self, surface: u32, outward: Vector<D>, _at: Vector<D>) -> Option<f64> {
        (surface == 0).then(|| self.support(outward).dot(outward))
    }

    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        Some(self)
    }

    fn support_error(&self) -> Option<f64> {
        Some(self.view().rounding())
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::Superquadric { semiaxes: self.semiaxes, exponents: Vector([2.0; D]) }
    }

    /// At the ends of the longest axis, across the shortest one.
    fn roundness(&self) -> f64 {
        let least = self.semiaxes.0.into_iter().fold(f64::INFINITY, f64::min);
        least * (least / self.semiaxes.max_abs())
    }

    fn axis(&self) -> Option<Vector<D>> {
        let a = self.semiaxes;
        (0..D).find(|i| D == 3 && a[(i + 1) % D] == a[(i + 2) % D]).map(Vector::axis)
    }

    fn moments(&self) -> Option<Moments<D>> {
        let product = self.semiaxes.0.into_iter().fold(1.0, |product, a| product * a);
        let volume = unit_ball_volume(D) * product;
        let second = self.semiaxes.map(|a| volume * a * a / (D as f64 + 2.0));
        Some(Moments {
            volume,
            centroid: Vector::ZERO,
            second: Matrix::diagonal(second),
            error: 0.0,
        })
    }

    fn bounding_ball(&self) -> Option<BoundingBall<D>> {
        Some(BoundingBall { centre: Vector::ZERO, radius: self.semiaxes.max_abs() })
    }
}

impl<const D: usize> SmoothSupport<D> for Ellipsoid<D> {
    /// With h = |A d|: the point x = A² d / h, and the matrix (A² − x xᵀ) / h.
    #[inline]
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        let x = self.support(direction);
        let height = direction.dot(x);
        let per = 1.0 / height;
        let mut bend = Matrix([Vector::ZERO; D]);
        for i in 0..D {
            bend[i] = x * (-x[i] * per);
            bend[i][i] += self.semiaxes[i] * self.semiaxes[i] * per;
        }
        (x, bend)
    }

    /// Unless squares leave the range of floats.
    #[inline]
    fn oval(&self) -> Option<(Vector<D>, Matrix<D>)> {
        let mut safe = true;
        for i in 0..D {
            let squared = self.semiaxes[i] * self.semiaxes[i];
            safe &= squared > SQUARE_SAFE && squared < 1.0 / SQUARE_SAFE;
        }
        if !safe {
            return None;
        }
        let mut factor = Matrix([Vector::ZERO; D]);
        for i in 0..D {
            factor[i][i] = self.semiaxes[i];
        }
        Some((Vector::ZERO, factor))
    }
}

/// Σ (xᵢ/aᵢ)² − 1.
impl<const D: usize> Implicit<D> for Ellipsoid<D> {
    fn curved(&self) -> usize {
        1
    }

    #[inline]
    fn jet(&self, _surface: usize, at: Vector<D>, _blur: f64) -> Jet<D> {
        let z = self.scaled(at);
        Jet {
            value: z.norm_squared() - 1.0,
            gradient: self.scaled(z) * 2.0,
            hessian: Matrix::diagonal(self.semiaxes.map(|a| 2.0 / (a * a))),
        }
    }

    fn inside(&self) -> Vector<D> {
        Vector::ZERO
    }
}
