//! Linear pieces in any position, bounded or not, over any numbers.

use alloc::vec::Vec;

use super::Field;
use crate::qp::Problem;

/// A convex set with flat sides, bounded or not: the points `point + Σ tⱼ directions[j]`, where
/// each parameter `tⱼ` is free or not negative and rows of further conditions hold.
///
/// Points, lines, rays, segments, planes, triangles, parallelograms, polygons, tetrahedra, boxes
/// (slanted ones too) and polyhedra, by vertices or by half-spaces. Any of them may be degenerate:
/// directions may be zero or parallel. With rational numbers (cargo feature `exact`) this is
/// `Linear`, which knows its closest points; with others, [`program`](Self::program) is what to
/// solve.
///
/// ```
/// use clearance::{exact::Piece, qp::Outcome};
/// let line = Piece::line([0.0, 0.0], [1.0, 2.0]);
/// let point = Piece::point([5.0, 0.0]);
/// let Outcome::Solution(solution) = line.program(&point).solve()? else { panic!() };
/// assert_eq!(line.at(&solution.x), [1.0, 2.0]);
/// # Ok::<(), clearance::qp::QpError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Piece<F, const D: usize> {
    point: [F; D],
    directions: Vec<[F; D]>,
    /// The parameters that may be negative.
    free: Vec<bool>,
    /// Rows and what they are at most.
    at_most: Vec<(Vec<F>, F)>,
}

impl<F: Field, const D: usize> Piece<F, D> {
    /// One point.
    pub fn point(point: [F; D]) -> Self {
        Self { point, directions: Vec::new(), free: Vec::new(), at_most: Vec::new() }
    }

    /// The line `point + t direction`.
    pub fn line(point: [F; D], direction: [F; D]) -> Self {
        Self::point(point).swept(direction)
    }

    /// The ray `point + t direction`, `t ≥ 0`.
    pub fn ray(point: [F; D], direction: [F; D]) -> Self {
        Self::point(point).along(direction)
    }

    /// The segment `a + t (b − a)`, `0 ≤ t ≤ 1`.
    pub fn segment(a: [F; D], b: [F; D]) -> Self {
        Self::hull(a, [b])
    }

    /// The plane `point + s u + t v`.
    pub fn plane(point: [F; D], u: [F; D], v: [F; D]) -> Self {
        Self::point(point).swept(u).swept(v)
    }

    /// The triangle `a + s (b − a) + t (c − a)` with `s, t ≥ 0` and `s + t ≤ 1`.
    pub fn triangle([a, b, c]: [[F; D]; 3]) -> Self {
        Self::hull(a, [b, c])
    }

    /// The parallelogram (or rectangle) `corner + s u + t v`, `0 ≤ s, t ≤ 1`.
    pub fn rectangle(corner: [F; D], edges: [[F; D]; 2]) -> Self {
        Self::cuboid(corner, edges)
    }

    /// The tetrahedron `a + s (b − a) + t (c − a) + u (d − a)` with `s, t, u ≥ 0` and
    /// `s + t + u ≤ 1`.
    pub fn tetrahedron([a, b, c, d]: [[F; D]; 4]) -> Self {
        Self::hull(a, [b, c, d])
    }

    /// The box `corner + Σ tⱼ edges[j]` with `0 ≤ tⱼ ≤ 1`, slanted if the edges are.
    pub fn cuboid(corner: [F; D], edges: impl IntoIterator<Item = [F; D]>) -> Self {
        let mut piece = Self::point(corner);
        for edge in edges {
            piece = piece.along(edge);
            let j = piece.directions.len() - 1;
            piece.at_most.push((unit(j), F::one()));
        }
        piece
    }

    /// The convex hull of points: a polygon or polyhedron by its vertices. The parameters are the
    /// weights of all vertices but the first.
    pub fn hull(first: [F; D], others: impl IntoIterator<Item = [F; D]>) -> Self {
        let mut piece = Self::point(first);
        for vertex in others {
            let edge = core::array::from_fn(|i| vertex[i].sub(&piece.point[i]));
            piece = piece.along(edge);
        }
        let count = piece.directions.len();
        if count > 0 {
            piece.at_most.push((alloc::vec![F::one(); count], F::one()));
        }
        piece
    }

    /// The polyhedron of all `x` with `normal · x ≤ offset` for each pair, bounded or not. The
    /// parameters are the coordinates.
    pub fn half_spaces(sides: impl IntoIterator<Item = ([F; D], F)>) -> Self {
        let zero = || core::array::from_fn(|_| F::zero());
        let mut piece = Self::point(zero());
        for i in 0..D {
            let mut axis: [F; D] = zero();
            axis[i] = F::one();
            piece = piece.swept(axis);
        }
        piece.at_most.extend(sides.into_iter().map(|(normal, offset)| (normal.to_vec(), offset)));
        piece
    }

    /// The same, swept both ways along a direction: one more parameter, free.
    pub fn swept(mut self, direction: [F; D]) -> Self {
        self.directions.push(direction);
        self.free.push(true);
        self
    }

    /// The same, swept forwards along a direction: one more parameter, not negative.
    pub fn along(mut self, direction: [F; D]) -> Self {
        self.directions.push(direction);
        self.free.push(false);
        self
    }

    /// The same, turned and moved: each point `x` becomes `turn · x + shift`, with the same
    /// parameters. `turn` is given by its rows, and may be any matrix.
    pub fn moved(mut self, turn: &[[F; D]; D], shift: &[F; D]) -> Self {
        let turned = |x: &[F; D]| -> [F; D] { core::array::from_fn(|i| dot(&turn[i], x)) };
        self.point = turned(&self.point);
        for (x, by) in self.point.iter_mut().zip(shift) {
            *x = x.add(by);
        }
        for direction in &mut self.directions {
            *direction = turned(direction);
        }
        self
    }

    /// How many parameters a point of it has.
    pub fn parameters(&self) -> usize {
        self.directions.len()
    }

    /// The point with these parameters; those that are missing count as zero.
    pub fn at(&self, parameters: &[F]) -> [F; D] {
        core::array::from_fn(|i| {
            let terms = self.directions.iter().zip(parameters);
            terms.fold(self.point[i].clone(), |sum, (u, t)| sum.add(&t.mul(&u[i])))
        })
    }

    /// Half the squared distance as a program over the parameters of both.
    pub fn program(&self, other: &Self) -> Problem<F> {
        let back = |u: &[F; D]| -> [F; D] { core::array::from_fn(|i| u[i].neg()) };
        let columns: Vec<[F; D]> =
            self.directions.iter().cloned().chain(other.directions.iter().map(back)).collect();
        let delta: [F; D] = core::array::from_fn(|i| self.point[i].sub(&other.point[i]));
        let gram = columns.iter().map(|u| columns.iter().map(|v| dot(u, v)).collect()).collect();
        let slope = columns.iter().map(|u| dot(u, &delta)).collect();
        let mut problem = Problem::minimise(gram, slope)
            .plus(dot(&delta, &delta).div(&F::from_i64(2)))
            .surely_convex();
        let own = self.parameters();
        for (piece, start) in [(self, 0), (other, own)] {
            for j in (0..piece.parameters()).filter(|&j| piece.free[j]) {
                problem = problem.free(start + j);
            }
            for (row, bound) in &piece.at_most {
                let mut whole = alloc::vec![F::zero(); columns.len()];
                whole[start..start + row.len()].clone_from_slice(row);
                problem = problem.at_most(whole, bound.clone());
            }
        }
        problem
    }
}

/// A row with a one in place `j`, and nothing after it.
fn unit<F: Field>(j: usize) -> Vec<F> {
    let mut row = alloc::vec![F::zero(); j + 1];
    row[j] = F::one();
    row
}

fn dot<F: Field, const D: usize>(u: &[F; D], v: &[F; D]) -> F {
    u.iter().zip(v).fold(F::zero(), |sum, (a, b)| sum.add(&a.mul(b)))
}
