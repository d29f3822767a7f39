//! A superquadric with one exponent around its axis and one along it.

use super::{Convex, Formula, ShapeError, View, direction, validate};
use crate::space::{Vector, real};

/// The set (|x/a|^m + |y/b|^m)^(n/m) + |z/c|^n ≤ 1: cross sections have the exponent m, profiles the
/// exponent n. The usual form of computer graphics has m = 2/ε₂ and n = 2/ε₁.
///
/// ```
/// use clearance::shape::{NestedSuperquadric, ShapeError};
/// // A square pillow, and a barrel.
/// let pillow = NestedSuperquadric::new([1.0, 1.0, 0.3], 8.0, 2.0)?;
/// let barrel = NestedSuperquadric::new([1.0, 1.0, 2.0], 2.0, 4.0)?;
/// # let _ = (pillow, barrel);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NestedSuperquadric {
    semiaxes: Vector<3>,
    around: f64,
    along: f64,
}

impl NestedSuperquadric {
    /// With these semi-axes, each positive, and the exponents around the third axis and along it,
    /// each at least 1; infinity is one of them.
    pub fn new(
        semiaxes: impl Into<Vector<3>>,
        around: f64,
        along: f64,
    ) -> Result<Self, ShapeError> {
        let semiaxes = validate::semiaxes(semiaxes.into())?;
        for n in [around, along] {
            if !(n >= 1.0) {
                return Err(ShapeError::Exponent { value: n });
            }
        }
        Ok(Self { semiaxes, around, along })
    }

    /// The semi-axes.
    pub fn semiaxes(&self) -> Vector<3> {
        self.semiaxes
    }

    /// The exponents around the third axis and along it.
    pub fn exponents(&self) -> [f64; 2] {
        [self.around, self.along]
    }

    /// The factor by which the set must be blown up for the point to lie on its surface.
    fn gauge(&self, point: Vector<3>) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|i| (point[i] / self.semiaxes[i]).abs());
        norm([norm([x, y], self.around), z], self.along)
    }
}

/// (u^n + v^n)^(1/n) for u, v ≥ 0.
fn norm([u, v]: [f64; 2], n: f64) -> f64 {
    let (most, least) = (u.max(v), u.min(v));
    if least == 0.0 || n == f64::INFINITY {
        return most;
    }
    most * real::pow(1.0 + real::pow(least / most, n), 1.0 / n)
}

/// The (w, w′) ≥ 0 with w^n + w′^n = 1 that has the largest u w + v w′, for u, v ≥ 0; and that.
fn furthest([u, v]: [f64; 2], n: f64) -> ([f64; 2], f64) {
    if n == f64::INFINITY {
        return ([1.0; 2], u + v);
    }
    let (most, least) = (u.max(v), u.min(v));
    if n == 1.0 || least == 0.0 {
        return (if u >= v { [1.0, 0.0] } else { [0.0, 1.0] }, most);
    }
    // In proportion to u and v to the power of 1/(n − 1).
    let share = real::pow(least / most, 1.0 / (n - 1.0));
    let length = real::pow(1.0 + real::pow(share, n), 1.0 / n);
    let (long, short) = (1.0 / length, share / length);
    let reach = most * long + least * short;
    (if u >= v { [long, short] } else { [short, long] }, reach)
}

impl Convex<3> for NestedSuperquadric {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        let unit = direction::unit(direction);
        let [u, v, w] = [0, 1, 2].map(|i| (self.semiaxes[i] * unit[i]).abs());
        let ([x, y], reach) = furthest([u, v], self.around);
        let ([ring, z], _) = furthest([reach, w], self.along);
        let place = [ring * x, ring * y, z];
        Vector::from_fn(|i| (self.semiaxes[i] * place[i]).copysign(direction[i]))
    }

    fn view(&self) -> View<'_, 3> {
        View::with_reach(self, self.semiaxes.max_abs())
    }

    fn formula(&self) -> Formula<'_, 3> {
        let Self { semiaxes, around, along } = *self;
        Formula::NestedSuperquadric { semiaxes, around, along }
    }

    /// The way straight to the centre, along which the gauge falls evenly.
    fn excess(&self, point: Vector<3>) -> Option<f64> {
        let gauge = self.gauge(point);
        Some(if gauge <= 1.0 { 0.0 } else { direction::length(point) * (1.0 - 1.0 / gauge) })
    }
}

#[cfg(test)]
mod tests {
    use super::NestedSuperquadric;
    use crate::shape::{Convex, Cuboid, Ellipsoid, Superquadric};
    use crate::space::Vector;

    /// Known shapes among its own: with equal exponents nothing is nested.
    #[test]
    fn special_cases_are_other_shapes() {
        let axes = [1.0, 0.7, 1.5];
        let egg = Ellipsoid::new(axes).unwrap();
        let cube = Cuboid::new(axes).unwrap();
        let boxy = Superquadric::new(axes, [5.0; 3]).unwrap();
        let nested = |n: f64| NestedSuperquadric::new(axes, n, n).unwrap();
        for k in 0..500 {
            let t = f64::from(k);
            let d = Vector([(1.3 * t).sin(), (2.1 * t + 1.0).sin(), (0.7 * t + 2.0).sin()]);
            let pairs: [(f64, Vector<3>); 3] =
                [(2.0, egg.support(d)), (f64::INFINITY, cube.support(d)), (5.0, boxy.support(d))];
            for (n, right) in pairs {
                let found = nested(n).support(d);
                assert!((found - right).norm() < 1e-13, "{n} {d:?}: {found:?} and {right:?}");
                assert!(nested(n).excess(found).unwrap() < 1e-14);
            }
        }
        assert!(NestedSuperquadric::new(axes, 0.9, 2.0).is_err());
    }

    /// No point of the surface reaches further than the support point.
    #[test]
    fn support_points_are_furthest() {
        for (m, n) in [(1.0, 3.0), (8.0, 1.2), (2.0, 200.0), (f64::INFINITY, 2.0)] {
            let shape = NestedSuperquadric::new([1.0, 0.5, 2.0], m, n).unwrap();
            let at = |k: i32| {
                let t = f64::from(k);
                Vector([(1.1 * t).sin(), (1.7 * t + 1.0).sin(), (0.6 * t + 2.0).sin()])
            };
            for k in 0..60 {
                let best = shape.support(at(k)).dot(at(k));
                for j in 0..200 {
                    let on = at(j) / shape.gauge(at(j));
                    assert!(on.dot(at(k)) <= best * (1.0 + 1e-12), "{m} {n}");
                }
            }
        }
    }
}
