//! A second-order cone: cones, and one sheet of a hyperboloid.

mod pushes;

use self::pushes::Pushes;
use super::centre::{Around, centre_beside, in_units};
use super::{Convex, Core, Formula, Implicit, Jet, ShapeError, View, implicit, validate};
use crate::accuracy;
use crate::interior::{extent, furthest};
use crate::space::{Matrix, Vector, real};

/// All x with |Bx + d| ≤ c·x + e.
///
/// ```
/// use clearance::shape::{SecondOrderCone, ShapeError};
/// // The ice-cream cone √(x² + y²) ≤ z, with its tip at the origin.
/// let b = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]];
/// let cone = SecondOrderCone::new(b, [0.0; 3], [0.0, 0.0, 1.0], 0.0)?;
/// # let _ = cone;
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SecondOrderCone<const D: usize> {
    b: Matrix<D>,
    d: Vector<D>,
    c: Vector<D>,
    e: f64,
    inside: Vector<D>,
    reach: f64,
    bounded: bool,
    pushes: Pushes<D>,
}

impl<const D: usize> SecondOrderCone<D> {
    /// From the matrix B, the vectors d and c, and the number e.
    pub fn new(
        b: impl Into<Matrix<D>>,
        d: impl Into<Vector<D>>,
        c: impl Into<Vector<D>>,
        e: f64,
    ) -> Result<Self, ShapeError> {
        let (b, d, c) = (b.into(), d.into(), c.into());
        let d = validate::point("vector d", d)?;
        let c = validate::point("vector c", c)?;
        if !(b.is_finite() && e.is_finite()) {
            return Err(ShapeError::NotFinite { what: "second-order cone", index: None });
        }
        let slope = b.0.iter().fold(c.sum_abs(), |sum, row| sum + row.sum_abs());
        validate::positive("matrix", slope)?;
        let size = (d.sum_abs() + e.abs()) / slope;
        let size = if size > 0.0 { size } else { accuracy::CONE_UNIT };
        let (inside, pushes) = (Vector::ZERO, Pushes::new(&b, d, c, e));
        let mut cone = Self { b, d, c, e, inside, reach: size, bounded: false, pushes };
        let per = 1.0 / (slope * size);
        let around = Around::unbounded(Vector::ZERO, size);
        let function = |_: usize, x: Vector<D>, blur: f64| cone.function(x, blur).times(per);
        let tangent = |_: usize, x: Vector<D>| {
            let (normal, offset) = cone.tangent_at(x);
            (normal * per, offset * per)
        };
        cone.inside = centre_beside(1, &function, &tangent, around)
            .map_err(|refusal| in_units(refusal, |_| per))?;
        cone.reach = cone.inside.max_abs() + size;
        // Bounded if the norm outgrows the right side in every direction.
        let mut gram = (b.transpose() * b).0.map(|row| row.0);
        for i in 0..D {
            for j in 0..D {
                gram[i][j] -= c[i] * c[j];
            }
            gram[i][i] -= accuracy::QUADRIC_ROUNDING * slope * slope;
        }
        cone.bounded = crate::space::Definite::new(gram).is_some();
        if cone.bounded {
            let reach = extent(&cone, None, cone.reach);
            cone.reach = validate::positive("extent", reach)?;
        }
        Ok(cone)
    }

    /// √(|Bx + d|² + ε²) − c·x − e: at the tip the root is rounded off, never to zero.
    fn function(&self, x: Vector<D>, blur: f64) -> Jet<D> {
        let u = self.b * x + self.d;
        let epsilon = self.round(blur);
        let root = real::sqrt(u.norm_squared() + epsilon * epsilon);
        let length = or_one(root);
        let across = u / length;
        let mut hessian = Matrix([Vector::ZERO; D]);
        let pulled = self.b.transpose_mul(across);
        for k in 0..D {
            for i in 0..D {
                hessian[i] += self.b[k] * (self.b[k][i] / length);
            }
        }
        for i in 0..D {
            hessian[i] -= pulled * (pulled[i] / length);
        }
        Jet { value: root - self.c.dot(x) - self.e, gradient: pulled - self.c, hessian }
    }

    /// For every û no longer than 1, û·(Bx + d) ≤ c·x + e. At the tip û may be shorter.
    fn tangent_at(&self, at: Vector<D>) -> (Vector<D>, f64) {
        let u = self.b * at + self.d;
        let epsilon = self.round(0.0);
        let across = u / or_one(real::sqrt(u.norm_squared() + epsilon * epsilon));
        (self.b.transpose_mul(across) - self.c, self.e - across.dot(self.d))
    }

    fn round(&self, blur: f64) -> f64 {
        let size = self.b.0.iter().fold(0.0_f64, |most, row| most.max(row.max_abs()));
        blur.max(accuracy::TIP) * size * self.reach
    }
}

/// A length to divide by. It is zero where there is neither B nor d, which is the half-space
/// c·x + e ≥ 0: whatever is divided by it is zero there.
fn or_one(length: f64) -> f64 {
    if length > 0.0 { length } else { 1.0 }
}

impl<const D: usize> Convex<D> for SecondOrderCone<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        // What comes to a point ends there, or nowhere.
        if let Some(apex) = self.pushes.apex
            && self.pushes.ends(&self.b, direction)
        {
            return apex;
        }
        furthest(self, self.reach, direction)
    }

    fn view(&self) -> View<'_, D> {
        View::new(Core::Implicit(self), self.reach)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(implicit::excess(self, point))
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        (surface == 0).then(|| self.tangent_at(at))
    }

    /// By v and λ as the head of `pushes` explains. What they miss counts by how far the cone
    /// reaches; without an end it must be no more than rounding explains, in a vector that is part of
    /// a normal of length 1.
    fn reach_behind(&self, surface: u32, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        let pushes = self.pushes.towards(outward);
        let (missing, size) = self.pushes.missing(&self.b, outward, pushes);
        let height = self.pushes.bound(self.e, pushes);
        let known = if self.bounded {
            Some(height + missing.sum_abs() * self.reach)
        } else {
            let slack = accuracy::PARALLEL * (1.0 + size);
            (missing.sum_abs() <= slack).then(|| height + missing.dot(at))
        };
        known.filter(|_| surface == 0)
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::SecondOrderCone { b: &self.b, d: self.d, c: self.c, e: self.e }
    }

    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        Some(self)
    }
}

impl<const D: usize> Implicit<D> for SecondOrderCone<D> {
    fn curved(&self) -> usize {
        1
    }

    fn jet(&self, _surface: usize, at: Vector<D>, blur: f64) -> Jet<D> {
        self.function(at, blur)
    }

    fn inside(&self) -> Vector<D> {
        self.inside
    }

    fn tip(&self, _surface: usize) -> Option<Vector<D>> {
        self.pushes.apex
    }

    fn ray(&self, _surface: usize, outward: Vector<D>) -> Option<Vector<D>> {
        if self.bounded { None } else { self.pushes.ray(outward) }
    }

    fn is_bounded(&self) -> bool {
        self.bounded
    }
}
