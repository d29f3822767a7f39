//! Linear pieces by rational numbers, and their exact closest points.

use alloc::vec::Vec;

use super::{Piece, Rational};
use crate::qp::Outcome;

/// A linear [`Piece`] by rational numbers.
///
/// ```
/// use clearance::exact::{Linear, Rational};
/// let p = |x: [i64; 3]| x.map(Rational::from);
/// let line = Linear::line(p([0, 0, 0]), p([1, 2, 3]));
/// let triangle = Linear::triangle([p([1, 0, 0]), p([4, 0, 0]), p([1, 5, 0])]);
/// let nearest = line.closest(&triangle).ok_or("a triangle is never empty")?;
/// assert_eq!(nearest.squared.to_string(), "9/10");
/// assert_eq!(nearest.parameters_a[0].to_string(), "1/10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Linear<const D: usize> = Piece<Rational, D>;

/// The closest points of two linear pieces.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Nearest<const D: usize> {
    /// The square of the distance; zero if, and only if, the two have a point in common.
    pub squared: Rational,
    /// The closest point of the first.
    pub point_a: [Rational; D],
    /// The closest point of the second.
    pub point_b: [Rational; D],
    /// The parameters of the first point.
    pub parameters_a: Vec<Rational>,
    /// The parameters of the second point.
    pub parameters_b: Vec<Rational>,
    /// How many pivots it took.
    pub iterations: usize,
}

impl<const D: usize> Nearest<D> {
    /// The distance: the nearest `f64`.
    pub fn distance(&self) -> f64 {
        let numerator = self.squared.numerator().clone();
        let numerator = dashu_int::ops::UnsignedAbs::unsigned_abs(numerator);
        super::root::root_to_f64(&numerator, self.squared.denominator(), 0)
    }
}

impl<const D: usize> Linear<D> {
    /// The closest points of the two; `None` if one of them is empty, as half-spaces may be.
    ///
    /// Solved as a convex program by Lemke's method, whose table has a row for each parameter and
    /// each condition: for pieces with few of them. [`distance`](super::distance) is for large
    /// polytopes.
    pub fn closest(&self, other: &Self) -> Option<Nearest<D>> {
        let Ok(Outcome::Solution(solution)) = self.program(other).solve() else { return None };
        let mut parameters_a = solution.x;
        let parameters_b = parameters_a.split_off(self.parameters());
        Some(Nearest {
            squared: solution.value * Rational::from(2),
            point_a: self.at(&parameters_a),
            point_b: other.at(&parameters_b),
            parameters_a,
            parameters_b,
            iterations: solution.iterations,
        })
    }
}
