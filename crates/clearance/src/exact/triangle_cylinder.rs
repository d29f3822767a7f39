//! Does a triangle meet a cylinder?
//!
//! The point `v0 + x0 (v1 − v0) + x1 (v2 − v0)` of the triangle has a distance from the cylinder's
//! axis whose square is a convex quadratic function of `(x0, x1)`, with rational coefficients: the
//! axis' direction `v` need not be divided by its length, since only `v vᵀ/|v|²` occurs. Between
//! the planes of the two caps means `|v·(p − centre)| ≤ |v|·height/2`, and there the length
//! of `v` itself occurs: a root, and so the program is solved in the field of that root. They meet
//! if the least squared distance is no more than the squared radius.

use alloc::vec::Vec;

use super::{Field, Quadratic, Rational};
use crate::qp::{Outcome, Problem};
use crate::shape::ShapeError;

/// A solid cylinder, exactly: what is within `radius` of an axis and between two planes across it.
/// In two dimensions that is a rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cylinder<const D: usize> {
    centre: [Rational; D],
    /// Along the axis, of any length.
    direction: [Rational; D],
    /// Half the height times the length of the direction.
    reach: Quadratic,
    radius: Rational,
}

/// Where a triangle is closest to the axis of a cylinder, between the planes of its caps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NearAxis {
    /// `x0` and `x1` of the point `v0 + x0 (v1 − v0) + x1 (v2 − v0)`.
    pub parameters: [Quadratic; 2],
    /// The square of its distance from the axis.
    pub squared_distance: Quadratic,
}

/// A triangle and a cylinder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TriangleCylinder {
    /// They have a point in common, this one.
    Meeting(NearAxis),
    /// Between the planes of the caps the triangle is further from the axis than the radius.
    Outside(NearAxis),
    /// The triangle is beyond the plane of one of the caps.
    Beyond,
}

impl<const D: usize> Cylinder<D> {
    /// From the centre of one cap to that of the other.
    pub fn between(
        from: [Rational; D],
        to: [Rational; D],
        radius: Rational,
    ) -> Result<Self, ShapeError> {
        let half = Rational::from(2);
        let centre = core::array::from_fn(|i| (&from[i] + &to[i]) / &half);
        let direction: [Rational; D] = core::array::from_fn(|i| &to[i] - &from[i]);
        let squared_length = dot(&direction, &direction);
        Self { centre, direction, reach: (squared_length / half).into(), radius }.validated()
    }

    /// About `centre`, along `direction`, which may have any length but zero.
    pub fn along(
        centre: [Rational; D],
        direction: [Rational; D],
        height: Rational,
        radius: Rational,
    ) -> Result<Self, ShapeError> {
        if height.sign().is_lt() {
            return Err(ShapeError::NotPositive { what: "height", value: height.to_f64() });
        }
        let half = height / Rational::from(2);
        let reach = Quadratic::new(Rational::ZERO, half, dot(&direction, &direction))
            .map_err(|_| ShapeError::ZeroLength { what: "direction" })?;
        Self { centre, direction, reach, radius }.validated()
    }

    fn validated(self) -> Result<Self, ShapeError> {
        if self.direction.iter().all(Field::is_zero) {
            return Err(ShapeError::ZeroLength { what: "axis" });
        }
        if self.radius.sign().is_lt() {
            let value = self.radius.to_f64();
            return Err(ShapeError::NotPositive { what: "radius", value });
        }
        Ok(self)
    }

    /// Does the triangle meet the cylinder, and where does it come closest to the axis? The
    /// triangle may be flat or a point.
    ///
    /// ```
    /// use clearance::exact::{Cylinder, Rational, TriangleCylinder};
    /// let p = |x: [i64; 3]| x.map(Rational::from);
    /// let cylinder = Cylinder::along(p([0, 0, 0]), p([1, 2, 3]), 2.into(), 1.into())?;
    /// let half = Rational::new(1, 2)?;
    /// let triangle = [
    ///     [half.clone(), (-1).into(), 0.into()],
    ///     [3.into(), 1.into(), 0.into()],
    ///     [half, 2.into(), 0.into()],
    /// ];
    /// let TriangleCylinder::Meeting(near) = cylinder.triangle(&triangle) else { panic!() };
    /// assert_eq!(near.parameters[0].to_string(), "0");
    /// assert_eq!(near.parameters[1].to_string(), "11/30");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn triangle(&self, vertices: &[[Rational; D]; 3]) -> TriangleCylinder {
        let from = |to: &[Rational; D], p: &[Rational; D]| -> [Rational; D] {
            core::array::from_fn(|i| &to[i] - &p[i])
        };
        let edges = [from(&vertices[1], &vertices[0]), from(&vertices[2], &vertices[0])];
        let delta = from(&vertices[0], &self.centre);
        // The product of two vectors after projection along the axis.
        let squared_length = dot(&self.direction, &self.direction);
        let along = |u: &[Rational; D]| dot(&self.direction, u);
        let across = |u: &[Rational; D], v: &[Rational; D]| -> Quadratic {
            (dot(u, v) - along(u) * along(v) / &squared_length).into()
        };
        let a = edges.iter().map(|u| edges.iter().map(|v| across(u, v)).collect()).collect();
        let b = edges.iter().map(|u| across(u, &delta)).collect();
        let slope: Vec<Quadratic> = edges.iter().map(|u| along(u).into()).collect();
        let start = Quadratic::from(along(&delta));
        let two = Quadratic::from(2);
        let problem = Problem::minimise(a, b)
            .plus(across(&delta, &delta) / &two)
            .at_most(alloc::vec![1.into(), 1.into()], 1.into())
            .at_least(slope.clone(), -&self.reach - &start)
            .at_most(slope, &self.reach - start)
            .surely_convex();
        // The matrix is a Gram matrix and the set is bounded: there is a solution or no point.
        let Ok(Outcome::Solution(solution)) = problem.solve() else {
            return TriangleCylinder::Beyond;
        };
        let squared_distance = solution.value * two;
        let parameters = core::array::from_fn(|i| solution.x[i].clone());
        let meets = squared_distance <= (&self.radius * &self.radius).into();
        let near = NearAxis { parameters, squared_distance };
        if meets { TriangleCylinder::Meeting(near) } else { TriangleCylinder::Outside(near) }
    }
}

fn dot<const D: usize>(u: &[Rational; D], v: &[Rational; D]) -> Rational {
    u.iter().zip(v).fold(Rational::ZERO, |sum, (a, b)| sum + a * b)
}
