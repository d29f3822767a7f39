//! A convex quadric: ellipsoids anywhere, elliptic cylinders, paraboloids, slabs.

mod endless;

use self::endless::Endless;
use super::ball::unit_ball_volume;
use super::centre::{Around, centre, in_units};
use super::{
    Convex, Core, Formula, Implicit, Jet, ShapeError, SmoothSupport, View, implicit, validate,
};
use crate::accuracy;
use crate::interior::furthest;
use crate::query::Moments;
use crate::space::{Definite, Matrix, Singular, Vector, real};

/// All x with xᵀQx + 2 b·x + c ≤ 0, where Q has no negative eigenvalue.
///
/// Where Q has a zero eigenvalue the set is unbounded: a cylinder, a paraboloid, a slab.
///
/// ```
/// use clearance::shape::{Quadric, ShapeError};
/// // The bowl z ≥ x² + y².
/// let q = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
/// let bowl = Quadric::new(q, [0.0, 0.0, -0.5], 0.0)?;
/// assert!(!bowl.is_ellipsoid());
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quadric<const D: usize> {
    q: Matrix<D>,
    b: Vector<D>,
    c: f64,
    inside: Vector<D>,
    reach: f64,
    /// For an ellipsoid.
    ellipsoid: Option<Ellipse<D>>,
    /// For any other.
    endless: Option<Endless<D>>,
}

/// M = ρ Q⁻¹ with ρ = bᵀQ⁻¹b − c: the support function of the ellipsoid is √(nᵀ M n).
#[derive(Clone, Copy, PartialEq, Debug)]
struct Ellipse<const D: usize> {
    matrix: Matrix<D>,
    /// From the centre to the surface along each axis of it: M = Σ l lᵀ. Of a long ellipsoid nᵀ M n is the
    /// small rest of large numbers along most directions; the sum of the squares l·n is not.
    axes: [Vector<D>; D],
    rho: f64,
}

impl<const D: usize> Ellipse<D> {
    /// With its centre. All of it is made of the same axes: near the end of a long ellipsoid the surface
    /// is where large numbers cancel each other, which those of an inverse found by itself do not.
    fn new(q: &Matrix<D>, b: Vector<D>, c: f64) -> Option<(Self, Vector<D>)> {
        let inverse = q.inverse()?;
        let Singular { axes, images } = Singular::new(q);
        let by: [f64; D] = core::array::from_fn(|i| {
            let stretch = axes[i].dot(images[i]);
            // What passes for nothing beside the others.
            if stretch > 0.0 { 1.0 / stretch } else { axes[i].dot(inverse * axes[i]) }
        });
        let (mut centre, mut rho) = (Vector::ZERO, -c);
        for i in 0..D {
            let pull = axes[i].dot(b);
            centre -= axes[i] * (pull * by[i]);
            rho += pull * pull * by[i];
        }
        let axes = core::array::from_fn(|i| axes[i] * real::sqrt((rho * by[i]).max(0.0)));
        let mut matrix = Matrix([Vector::ZERO; D]);
        for axis in &axes {
            for i in 0..D {
                matrix[i] += *axis * axis[i];
            }
        }
        Some((Self { matrix, axes, rho }, centre))
    }

    /// How far it reaches along a vector beyond a point at which half of the function's gradient and its
    /// value are known. With p = l·n and r = l·g for each axis that is the root of a difference, written as
    /// a quotient without one: nothing cancels where the gradient is along the vector.
    fn reach_beyond(&self, n: Vector<D>, (half, value): (Vector<D>, f64)) -> f64 {
        let (mut pp, mut pr, mut rr, mut across) = (0.0, 0.0, 0.0, 0.0);
        for i in 0..D {
            let (p, r) = (self.axes[i].dot(n), self.axes[i].dot(half));
            (pp, pr, rr) = (pp + p * p, pr + p * r, rr + r * r);
            for other in &self.axes[..i] {
                let minor = p * other.dot(half) - r * other.dot(n);
                across += minor * minor;
            }
        }
        let root = real::sqrt(pp * (rr - self.rho * value).max(0.0));
        if pr > 0.0 {
            (across - self.rho * value * pp) / (self.rho * (root + pr))
        } else {
            (root - pr) / self.rho
        }
    }

    /// From the centre to the furthest point along a vector, and how far that leads along it.
    #[inline]
    fn furthest(&self, n: Vector<D>) -> (Vector<D>, f64) {
        let (mut along, mut squares) = (Vector::ZERO, 0.0);
        for axis in &self.axes {
            let part = axis.dot(n);
            along += *axis * part;
            squares += part * part;
        }
        let height = real::sqrt(squares);
        (along / height, height)
    }
}

impl<const D: usize> Quadric<D> {
    /// From the matrix (symmetric, without negative eigenvalues), the vector and the number.
    pub fn new(
        q: impl Into<Matrix<D>>,
        b: impl Into<Vector<D>>,
        c: f64,
    ) -> Result<Self, ShapeError> {
        let (q, b) = (q.into(), validate::point("vector b", b.into())?);
        if !(q.is_finite() && c.is_finite()) {
            return Err(ShapeError::NotFinite { what: "quadric", index: None });
        }
        let mut most = 0.0_f64;
        for i in 0..D {
            for j in 0..D {
                most = most.max(q[i][j].abs());
                if (q[i][j] - q[j][i]).abs() > accuracy::PERPENDICULAR * most {
                    return Err(ShapeError::NotConvexFunction { what: "matrix (not symmetric)" });
                }
            }
        }
        let shifted = |by: f64| {
            let mut m = q.0.map(|row| row.0);
            for i in 0..D {
                m[i][i] += by * most;
            }
            Definite::new(m)
        };
        if most > 0.0 && shifted(accuracy::QUADRIC_ROUNDING).is_none() {
            return Err(ShapeError::NotConvexFunction { what: "matrix (negative eigenvalue)" });
        }
        let (inside, ellipsoid, endless) = (Vector::ZERO, None, None);
        let bare = Self { q, b, c, inside, reach: 0.0, ellipsoid, endless };
        match shifted(-accuracy::QUADRIC_ROUNDING) {
            Some(_) => bare.bounded(),
            None => bare.unbounded(),
        }
    }

    /// Whether the set is bounded.
    pub fn is_ellipsoid(&self) -> bool {
        self.ellipsoid.is_some()
    }

    fn bounded(mut self) -> Result<Self, ShapeError> {
        let (own, centre) = Ellipse::new(&self.q, self.b, self.c).ok_or(ShapeError::Singular)?;
        self.inside = centre;
        let rho = own.rho;
        if !(rho > 0.0) {
            let at = self.inside.0.to_vec();
            // What rounding may have done to ρ.
            let size = self.c.abs() + self.b.dot(self.inside).abs();
            let by = -rho - accuracy::QUADRIC_ROUNDING * size;
            return Err(if by > 0.0 {
                ShapeError::NothingInCommon { surfaces: [(0, 1.0)].to_vec(), at, by }
            } else {
                ShapeError::NoInside { at, most: -rho / size.max(f64::MIN_POSITIVE) }
            });
        }
        for i in 0..D {
            self.reach = self.reach.max(self.inside[i].abs() + real::sqrt(own.matrix[i][i]));
        }
        self.ellipsoid = Some(own);
        validate::point("extent", Vector::<D>::from_fn(|_| self.reach))?;
        Ok(self)
    }

    fn unbounded(mut self) -> Result<Self, ShapeError> {
        let sizes = [self.q.0.iter().fold(0.0, |sum, row| sum + row.sum_abs()), self.b.sum_abs()];
        // A length: where the parts of the function are of the same size.
        let size =
            [sizes[1] / sizes[0], self.c.abs() / sizes[1], real::sqrt(self.c.abs() / sizes[0])]
                .into_iter()
                .filter(|x| x.is_finite() && *x > 0.0)
                .fold(0.0, f64::max);
        // A half-space through the origin looks the same from any distance.
        let size = if size > 0.0 { size } else { 1.0 };
        let per = 1.0 / (sizes[0] * size * size + sizes[1] * size);
        let around = Around::unbounded(Vector::ZERO, size);
        self.inside = centre(1, &|_, x, _| self.function(x).times(per), around)
            .map_err(|refusal| in_units(refusal, |_| per))?;
        self.reach = self.inside.max_abs() + size;
        self.endless = Some(Endless::new(&self.q, self.b));
        Ok(self)
    }

    fn function(&self, x: Vector<D>) -> Jet<D> {
        let half = self.q * x + self.b;
        Jet {
            value: x.dot(half) + self.b.dot(x) + self.c,
            gradient: half * 2.0,
            hessian: Matrix(self.q.0.map(|row| row * 2.0)),
        }
    }
}

impl<const D: usize> Convex<D> for Quadric<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let Some(own) = &self.ellipsoid else { return furthest(self, self.reach, direction) };
        let Some(n) = direction.normalized() else { return self.inside };
        self.inside + own.furthest(n).0
    }

    fn view(&self) -> View<'_, D> {
        let core = if self.is_ellipsoid() { Core::Smooth(self) } else { Core::Implicit(self) };
        View::new(core, self.reach)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(implicit::excess(self, point))
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        implicit::tangent(self, surface, at)
    }

    /// Without an end, what a bound misses of the vector must be no more than rounding explains.
    fn reach_behind(&self, surface: u32, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        if surface != 0 {
            return None;
        }
        if let Some(own) = &self.ellipsoid {
            let half = self.q * at + self.b;
            let value = at.dot(half) + self.b.dot(at) + self.c;
            return Some(at.dot(outward) + own.reach_beyond(outward, (half, value)));
        }
        let endless = self.endless.as_ref()?;
        let (height, missing, size) = endless.reach((&self.q, self.b, self.c), outward);
        let slack = accuracy::PARALLEL * (1.0 + size);
        (missing.sum_abs() <= slack).then(|| height + missing.dot(at))
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::Quadric { q: &self.q, b: self.b, c: self.c }
    }

    fn moments(&self) -> Option<Moments<D>> {
        let m = self.ellipsoid?.matrix;
        let volume = unit_ball_volume(D) * real::sqrt(m.determinant());
        let share = volume / (D as f64 + 2.0);
        let second = Matrix(m.0.map(|row| row * share));
        Some(Moments { volume, centroid: self.inside, second, error: 0.0 })
    }

    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        Some(self)
    }
}

impl<const D: usize> SmoothSupport<D> for Quadric<D> {
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        let mut bend = Matrix([Vector::ZERO; D]);
        let Some(own) = &self.ellipsoid else { return (self.support(direction), bend) };
        let (along, height) = own.furthest(direction);
        for i in 0..D {
            bend[i] = (own.matrix[i] - along * along[i]) / height;
        }
        (self.inside + along, bend)
    }
}

impl<const D: usize> Implicit<D> for Quadric<D> {
    fn curved(&self) -> usize {
        1
    }

    #[inline]
    fn jet(&self, _surface: usize, at: Vector<D>, _blur: f64) -> Jet<D> {
        self.function(at)
    }

    fn inside(&self) -> Vector<D> {
        self.inside
    }

    fn ray(&self, _surface: usize, outward: Vector<D>) -> Option<Vector<D>> {
        self.endless.as_ref()?.ray(outward)
    }

    fn is_bounded(&self) -> bool {
        self.is_ellipsoid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ellipse that is a parabola but for an eigenvalue of 1e-10, of which somebody looks at the
    /// near end: by way of its centre, 1e9 away, its reach was wrong by 1e-7. The truth along the axis
    /// is known: the vertex is the origin, whatever the eigenvalue.
    #[test]
    fn reach_does_not_depend_on_a_far_centre() {
        for small in [1e-3, 1e-6, 1e-9, 1e-10, 1e-11] {
            // x² + small y² ≤ 2 y / 5, seen from below.
            let quadric = Quadric::new([[1.0, 0.0], [0.0, small]], [0.0, -0.2], 0.0).unwrap();
            assert!(quadric.is_ellipsoid());
            for at in [[0.0, 0.0], [1e-4, 0.0], [1e-3, 2e-6]] {
                let reach = quadric.reach_behind(0, Vector([0.0, -1.0]), Vector(at)).unwrap();
                assert!(reach.abs() < 1e-15, "{small} {at:?}: {reach}");
                // Along (1, −s) the parabola x² = 2 y / 5 reaches 1 / 10 s, for s = 2 by 0.05.
                let along = Vector([1.0, -2.0]);
                let reach = quadric.reach_behind(0, along, Vector(at)).unwrap();
                assert!((reach - 0.05).abs() < 0.1 * small + 1e-15, "{small} {at:?}: {reach}");
            }
        }
    }

    /// Ordinary ellipsoids reach as far as their furthest points, wherever they are looked at from.
    #[test]
    fn reach_is_that_of_the_furthest_point() {
        let q = [[2.0, 0.3, 0.1], [0.3, 1.0, -0.2], [0.1, -0.2, 0.7]];
        let quadric = Quadric::new(q, [0.4, -0.3, 0.2], -1.0).unwrap();
        for along in [[1.0, 0.0, 0.0], [0.3, -2.0, 1.0], [-1.0, -1.0, -1.0]].map(Vector) {
            let truth = quadric.support(along).dot(along);
            for at in [[0.0; 3], [0.5, 0.2, -0.3], [2.0, -1.0, 1.5]].map(Vector) {
                let reach = quadric.reach_behind(0, along, at).unwrap();
                assert!((reach - truth).abs() < 1e-13, "{along:?} {at:?}: {reach} for {truth}");
            }
        }
    }
}
