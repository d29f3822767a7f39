//! For each direction, the few vertices of a polytope that can be furthest along it.
//!
//! Directions are the points of a cube's surface, which is cut into square cells. A cell holds
//! every vertex that is furthest along some direction through it, mostly one to four: to look up
//! the cell and compare these is to know the support point, without a walk and without a loop.
//!
//! The cells are found by halving. A whole side of the cube starts with all vertices; each
//! quarter keeps those that can still be furthest somewhere in it, and so on. A vertex v is out
//! as soon as one of its neighbours u lies further along all four corners of a cell: for every
//! direction of the cell is a combination of its corners with no negative weight. On a convex
//! polytope a vertex that beats its neighbours beats all, so no vertex that is furthest anywhere
//! is ever dropped.

use alloc::vec::Vec;
use core::hint::select_unpredictable;

use super::Neighbours;
use crate::accuracy;
use crate::space::Vector;

/// How many vertices a cell names itself; where there are more they are in a list.
const FEW: usize = 4;

/// In place of the first vertex of a cell: the second and third number say which part of the
/// list is meant.
const LISTED: u32 = u32::MAX;

/// The cells of a polytope.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// Cells along an edge of the cube, a power of two.
    side: u32,
    /// Side by side of the cube, row by row.
    cells: Vec<[u32; FEW]>,
    list: Vec<u32>,
}

impl Cells {
    pub(crate) fn new<const D: usize>(points: &[Vector<D>], neighbours: &Neighbours) -> Self {
        let mut side = accuracy::FEWEST_CELLS;
        while side < accuracy::MOST_CELLS
            && 2 * D * (side as usize).pow(D as u32 - 1) < accuracy::CELLS_A_VERTEX * points.len()
        {
            side *= 2;
        }
        let count = 2 * D * (side as usize).pow(D as u32 - 1);
        let cells = Self { side, cells: alloc::vec![[0; FEW]; count], list: Vec::new() };
        let mut slack = 0.0_f64;
        for p in points {
            slack = slack.max(p.max_abs());
        }
        slack *= accuracy::CELL_SLACK;
        let mut maker = Maker { points, neighbours, slack, cells };
        let all: Vec<u32> = (0..points.len() as u32).collect();
        for face in 0..2 * D {
            maker.divide(Cell { face, low: [0; 2], size: side }, &all);
        }
        maker.cells
    }

    /// The vertex furthest along `direction`.
    #[inline(always)]
    pub(crate) fn furthest<const D: usize>(
        &self,
        points: &[Vector<D>],
        direction: Vector<D>,
    ) -> u32 {
        // Every number is that of a cell; the compiler cannot know.
        let Some(&cell) = self.cells.get(self.number(direction)) else { return 0 };
        if cell[0] == LISTED {
            return self.furthest_of_list(points, direction, cell);
        }
        let height = |id: u32| points[id as usize].dot(direction);
        let heights = cell.map(height);
        // Selections, no branches: nobody can predict which one is furthest.
        let pick = |a: (f64, u32), b: (f64, u32)| {
            let better = b.0 > a.0;
            (select_unpredictable(better, b.0, a.0), select_unpredictable(better, b.1, a.1))
        };
        let low = pick((heights[0], cell[0]), (heights[1], cell[1]));
        let high = pick((heights[2], cell[2]), (heights[3], cell[3]));
        pick(low, high).1
    }

    #[inline(never)]
    fn furthest_of_list<const D: usize>(
        &self,
        points: &[Vector<D>],
        direction: Vector<D>,
        [_, start, end, _]: [u32; FEW],
    ) -> u32 {
        let mut best = (f64::NEG_INFINITY, 0);
        for &id in &self.list[start as usize..end as usize] {
            let height = points[id as usize].dot(direction);
            best = if height > best.0 { (height, id) } else { best };
        }
        best.1
    }

    /// The cell that a direction goes through; some cell or other for zero and NaN.
    #[inline(always)]
    fn number<const D: usize>(&self, direction: Vector<D>) -> usize {
        // The coordinates, once around and again, so that those after the largest are there.
        let mut around = [0.0; 8];
        for k in 0..2 * D {
            around[k & 7] = direction[if k < D { k } else { k - D }];
        }
        let (mut axis, mut largest) = (0, direction[0].abs());
        for i in 1..D {
            let larger = direction[i].abs() > largest;
            axis = select_unpredictable(larger, i, axis);
            largest = select_unpredictable(larger, direction[i].abs(), largest);
        }
        let half = f64::from(self.side) * 0.5;
        let scale = half / largest;
        let mut number = 2 * axis + usize::from(around[axis & 7] < 0.0);
        // A ratio is in [−1, 1]; adding ROUND leaves the nearest whole number in the low bits.
        for k in 1..D {
            let place = around[(axis + k) & 7] * scale + (half - 0.5);
            let column = (place + ROUND).to_bits() as u32;
            number = number * self.side as usize + column.min(self.side - 1) as usize;
        }
        number
    }
}

/// 1.5 · 2^52: between 2^52 and 2^53 the floats are the whole numbers.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// A square of cells on one side of the cube.
#[derive(Clone, Copy)]
struct Cell {
    face: usize,
    low: [u32; 2],
    size: u32,
}

struct Maker<'a, const D: usize> {
    points: &'a [Vector<D>],
    neighbours: &'a Neighbours,
    /// What rounding may do to a comparison along a corner.
    slack: f64,
    cells: Cells,
}

impl<const D: usize> Maker<'_, D> {
    /// Fills the cells of a square, given the vertices that can be furthest in it.
    fn divide(&mut self, square: Cell, candidates: &[u32]) {
        if square.size == 1 || candidates.len() == 1 {
            return self.fill(square, candidates);
        }
        let size = square.size / 2;
        for quarter in 0..1_u32 << (D - 1) {
            let low = [0, 1].map(|k| square.low[k] + (quarter >> k & 1) * size);
            let part = Cell { low, size, ..square };
            let corners = self.corners(part);
            let left: Vec<u32> =
                candidates.iter().copied().filter(|&v| self.can_be_furthest(v, &corners)).collect();
            // Rounding cannot drop them all, but if it did, nothing would be lost.
            self.divide(part, if left.is_empty() { candidates } else { &left });
        }
    }

    fn can_be_furthest(&self, v: u32, corners: &[Vector<D>]) -> bool {
        let v_point = self.points[v as usize];
        self.neighbours.of(v).iter().all(|&u| {
            let between = v_point - self.points[u as usize];
            corners.iter().any(|corner| between.dot(*corner) >= -self.slack)
        })
    }

    /// The directions through the corners of a square, which is made larger by a little: a
    /// direction may be rounded into the next cell.
    fn corners(&self, square: Cell) -> Vec<Vector<D>> {
        let axis = square.face / 2;
        let at = |cell: u32, outward: f64| {
            2.0 * f64::from(cell) / f64::from(self.cells.side) - 1.0
                + outward * accuracy::CELL_MARGIN
        };
        let corner = |which: u32| {
            let mut direction = Vector::ZERO;
            direction[axis] = if square.face.is_multiple_of(2) { 1.0 } else { -1.0 };
            for k in 0..D - 1 {
                let low = square.low[k];
                direction[(axis + 1 + k) % D] = match which >> k & 1 {
                    0 => at(low, -1.0),
                    _ => at(low + square.size, 1.0),
                };
            }
            direction
        };
        (0..1 << (D - 1)).map(corner).collect()
    }

    /// The same vertices for all cells of a square.
    fn fill(&mut self, square: Cell, candidates: &[u32]) {
        let cell = if candidates.len() <= FEW {
            core::array::from_fn(|k| candidates[k.min(candidates.len() - 1)])
        } else {
            let start = self.cells.list.len() as u32;
            self.cells.list.extend_from_slice(candidates);
            [LISTED, start, self.cells.list.len() as u32, 0]
        };
        let side = self.cells.side as usize;
        let columns = if D == 2 { 1 } else { square.size as usize };
        for row in square.low[0] as usize..(square.low[0] + square.size) as usize {
            let first = match D {
                2 => square.face * side + row,
                _ => (square.face * side + row) * side + square.low[1] as usize,
            };
            self.cells.cells[first..first + columns].fill(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::shape::{Convex, Core, Polytope};
    use crate::space::Vector;

    /// Whatever the direction, axes, diagonals and borders of cells included, the cells name a
    /// vertex that is as far along it as any.
    fn cells_know_the_furthest<const D: usize>() {
        let mut rng = fastrand::Rng::with_seed(5);
        for count in [40, 150, 700, 2500] {
            let mut round = || loop {
                let v = Vector::<D>::from_fn(|_| rng.f64() * 2.0 - 1.0);
                if let Some(unit) = v.normalized().filter(|_| v.norm() < 1.0) {
                    return unit;
                }
            };
            let hull = Polytope::from_points((0..count).map(|_| round())).unwrap();
            let Core::Vertices(set) = hull.view().core else { unreachable!("it has vertices") };
            assert!(set.len() > 32);
            for k in 0..40_000 {
                let direction = match k % 4 {
                    0 => round() * 1e3,
                    // On borders of cells, and on corners of the cube.
                    1 => round().map(|x| (x * 16.0).round() / 16.0),
                    2 => round().map(|x| x.signum() * (1.0 + 1e-15 * x)),
                    _ => round().map(|x| if x.abs() < 0.3 { 0.0 } else { x }),
                };
                let [quick, slow] = [set.furthest(direction), set.furthest_of_all(direction)]
                    .map(|id| set.point(id));
                let behind = (slow - quick).dot(direction);
                assert!(behind <= 1e-15 * direction.norm(), "{direction:?}: {behind:e} too low");
            }
        }
    }

    #[test]
    fn cells_know_the_furthest_in_2d() {
        cells_know_the_furthest::<2>();
    }

    #[test]
    fn cells_know_the_furthest_in_3d() {
        cells_know_the_furthest::<3>();
    }

    /// Zero, infinite and missing directions give some vertex.
    #[test]
    fn any_direction_gives_a_vertex() {
        let circle = (0..64).map(|k| {
            let angle = f64::from(k) * 0.1;
            Vector([angle.cos(), angle.sin()])
        });
        let hull = Polytope::from_points(circle).unwrap();
        let Core::Vertices(set) = hull.view().core else { unreachable!("it has vertices") };
        for x in [0.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, -f64::MAX] {
            for y in [0.0, f64::NAN, f64::NEG_INFINITY, 1.0] {
                assert!(set.furthest(Vector([x, y])) < set.len());
            }
        }
    }
}
