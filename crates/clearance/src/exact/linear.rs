//! Linear pieces in any position, bounded or not, and their exact closest points.

use alloc::vec::Vec;

use super::{Field, Rational};
use crate::qp::{Outcome, Problem};

/// A convex set with flat sides, bounded or not: the points `point + Σ tⱼ directions[j]`, where
/// each parameter `tⱼ` is free or not negative and rows of further conditions hold.
///
/// Points, lines, rays, segments, planes, triangles, parallelograms, polygons, tetrahedra, boxes
/// (slanted ones too) and polyhedra, by vertices or by half-spaces. Any of them may be degenerate:
/// directions may be zero or parallel.
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
#[derive(Clone, PartialEq, Debug)]
pub struct Linear<const D: usize> {
    point: [Rational; D],
    directions: Vec<[Rational; D]>,
    /// The parameters that may be negative.
    free: Vec<bool>,
    /// Rows and what they are at most.
    at_most: Vec<(Vec<Rational>, Rational)>,
}

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
    /// One point.
    pub fn point(point: [Rational; D]) -> Self {
        Self { point, directions: Vec::new(), free: Vec::new(), at_most: Vec::new() }
    }

    /// The line `point + t direction`.
    pub fn line(point: [Rational; D], direction: [Rational; D]) -> Self {
        Self::point(point).swept(direction)
    }

    /// The ray `point + t direction`, `t ≥ 0`.
    pub fn ray(point: [Rational; D], direction: [Rational; D]) -> Self {
        Self::point(point).along(direction)
    }

    /// The segment `a + t (b − a)`, `0 ≤ t ≤ 1`.
    pub fn segment(a: [Rational; D], b: [Rational; D]) -> Self {
        Self::hull(a, [b])
    }

    /// The plane `point + s u + t v`.
    pub fn plane(point: [Rational; D], u: [Rational; D], v: [Rational; D]) -> Self {
        Self::point(point).swept(u).swept(v)
    }

    /// The triangle `a + s (b − a) + t (c − a)` with `s, t ≥ 0` and `s + t ≤ 1`.
    pub fn triangle([a, b, c]: [[Rational; D]; 3]) -> Self {
        Self::hull(a, [b, c])
    }

    /// The parallelogram (or rectangle) `corner + s u + t v`, `0 ≤ s, t ≤ 1`.
    pub fn rectangle(corner: [Rational; D], edges: [[Rational; D]; 2]) -> Self {
        Self::cuboid(corner, edges)
    }

    /// The tetrahedron `a + s (b − a) + t (c − a) + u (d − a)` with `s, t, u ≥ 0` and
    /// `s + t + u ≤ 1`.
    pub fn tetrahedron([a, b, c, d]: [[Rational; D]; 4]) -> Self {
        Self::hull(a, [b, c, d])
    }

    /// The box `corner + Σ tⱼ edges[j]` with `0 ≤ tⱼ ≤ 1`, slanted if the edges are.
    pub fn cuboid(corner: [Rational; D], edges: impl IntoIterator<Item = [Rational; D]>) -> Self {
        let mut piece = Self::point(corner);
        for edge in edges {
            piece = piece.along(edge);
            let j = piece.directions.len() - 1;
            piece.at_most.push((unit(j), Rational::ONE));
        }
        piece
    }

    /// The convex hull of points: a polygon or polyhedron by its vertices. The parameters are the
    /// weights of all vertices but the first.
    pub fn hull(first: [Rational; D], others: impl IntoIterator<Item = [Rational; D]>) -> Self {
        let mut piece = Self::point(first);
        for vertex in others {
            let edge = core::array::from_fn(|i| &vertex[i] - &piece.point[i]);
            piece = piece.along(edge);
        }
        let count = piece.directions.len();
        if count > 0 {
            piece.at_most.push((alloc::vec![Rational::ONE; count], Rational::ONE));
        }
        piece
    }

    /// The polyhedron of all `x` with `normal · x ≤ offset` for each pair, bounded or not. The
    /// parameters are the coordinates.
    pub fn half_spaces(sides: impl IntoIterator<Item = ([Rational; D], Rational)>) -> Self {
        let zero = || core::array::from_fn(|_| Rational::ZERO);
        let mut piece = Self::point(zero());
        for i in 0..D {
            let mut axis: [Rational; D] = zero();
            axis[i] = Rational::ONE;
            piece = piece.swept(axis);
        }
        piece.at_most.extend(sides.into_iter().map(|(normal, offset)| (normal.to_vec(), offset)));
        piece
    }

    /// The same, swept both ways along a direction: one more parameter, free.
    pub fn swept(mut self, direction: [Rational; D]) -> Self {
        self.directions.push(direction);
        self.free.push(true);
        self
    }

    /// The same, swept forwards along a direction: one more parameter, not negative.
    pub fn along(mut self, direction: [Rational; D]) -> Self {
        self.directions.push(direction);
        self.free.push(false);
        self
    }

    /// How many parameters a point of it has.
    pub fn parameters(&self) -> usize {
        self.directions.len()
    }

    /// The point with these parameters; those that are missing count as zero.
    pub fn at(&self, parameters: &[Rational]) -> [Rational; D] {
        core::array::from_fn(|i| {
            let terms = self.directions.iter().zip(parameters);
            terms.fold(self.point[i].clone(), |sum, (u, t)| sum + t * &u[i])
        })
    }

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

    /// Half the squared distance as a program over the parameters of both.
    pub fn program(&self, other: &Self) -> Problem<Rational> {
        let back = |u: &[Rational; D]| -> [Rational; D] { core::array::from_fn(|i| -&u[i]) };
        let columns: Vec<[Rational; D]> =
            self.directions.iter().cloned().chain(other.directions.iter().map(back)).collect();
        let delta: [Rational; D] = core::array::from_fn(|i| &self.point[i] - &other.point[i]);
        let gram = columns.iter().map(|u| columns.iter().map(|v| dot(u, v)).collect()).collect();
        let slope = columns.iter().map(|u| dot(u, &delta)).collect();
        let mut problem = Problem::minimise(gram, slope)
            .plus(dot(&delta, &delta) / Rational::from(2))
            .surely_convex();
        let own = self.parameters();
        for (piece, start) in [(self, 0), (other, own)] {
            for j in (0..piece.parameters()).filter(|&j| piece.free[j]) {
                problem = problem.free(start + j);
            }
            for (row, bound) in &piece.at_most {
                let mut whole = alloc::vec![Rational::ZERO; columns.len()];
                whole[start..start + row.len()].clone_from_slice(row);
                problem = problem.at_most(whole, bound.clone());
            }
        }
        problem
    }
}

/// A row with a one in place `j`, and nothing after it.
fn unit(j: usize) -> Vec<Rational> {
    let mut row = alloc::vec![Rational::ZERO; j + 1];
    row[j] = Rational::ONE;
    row
}

fn dot<const D: usize>(u: &[Rational; D], v: &[Rational; D]) -> Rational {
    u.iter().zip(v).fold(Rational::ZERO, |sum, (a, b)| sum + a.mul(b))
}
