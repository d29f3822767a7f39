//! For each direction, the few vertices of a polytope that can be furthest along it.
//!
//! Directions are the points of a cube's surface, which is cut into square cells. A cell holds
//! every vertex that is furthest along some direction through it, mostly one to four: to look up
//! the cell and compare these is to know the support point, without a walk and without a loop.
//!
//! A vertex v is out of a square of directions as soon as another one u lies further
//! along all four corners of the square: for every direction of it is a combination of its corners
//! with no negative weight. On a convex polytope a vertex that beats its neighbours beats all, and
//! the vertices that are furthest somewhere in a square hang together by edges. So squares of some
//! size are filled by spreading from the vertex that is furthest along their middle, and then
//! halved until they are cells. No vertex that is furthest anywhere is ever dropped.

mod look;

use alloc::vec::Vec;

use super::Neighbours;
use crate::accuracy;
use crate::space::Vector;

/// How many vertices a cell names itself; where there are more they are in a list.
pub(crate) const FEW: usize = 6;

/// A cell: vertices by number. Short numbers, so that twice as many cells stay in the caches: a
/// polytope with more vertices than they can name has more in each cell than fit, and lists them.
type Cell = [u16; FEW];

/// In place of the first vertex of a cell: the other numbers say which part of the list is meant.
const LISTED: u16 = u16::MAX;

/// The cells of a polytope.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// Cells along an edge of the cube, a power of two.
    side: u32,
    /// Which one.
    bits: u32,
    /// Half of it.
    half: f64,
    /// Side by side of the cube, row by row.
    cells: Vec<Cell>,
    list: Vec<u32>,
}

impl Cells {
    pub(crate) fn new<const D: usize>(points: &[Vector<D>], neighbours: &Neighbours) -> Self {
        let mut side = accuracy::FEWEST_CELLS;
        while side < accuracy::MOST_CELLS
            && ((2 * D * (side as usize).pow(D as u32 - 1)) as f64)
                < accuracy::CELLS_A_VERTEX * points.len() as f64
        {
            side *= 2;
        }
        let count = 2 * D * (side as usize).pow(D as u32 - 1);
        let (bits, half) = (side.trailing_zeros(), f64::from(side) * 0.5);
        let cells =
            Self { side, bits, half, cells: alloc::vec![[0; FEW]; count], list: Vec::new() };
        let mut slack = 0.0_f64;
        for p in points {
            slack = slack.max(p.max_abs());
        }
        slack *= accuracy::CELL_SLACK;
        let mut maker = Maker {
            points,
            neighbours,
            slack,
            cells,
            candidates: Vec::new(),
            faced: Vec::new(),
            seen: alloc::vec![0; points.len()],
            squares: 0,
        };
        // Squares to begin with that hold a few vertices each: comparing all with all is quadratic.
        let mut squares = accuracy::FEWEST_CELLS;
        while squares < side && 8 * squares * squares < points.len() as u32 {
            squares *= 2;
        }
        let size = side / squares;
        let mut near = 0;
        for face in 0..2 * D {
            maker.face(face);
            for row in (0..side).step_by(size as usize) {
                for column in (0..if D == 2 { 1 } else { side }).step_by(size as usize) {
                    let square = Square { face, low: [row, column], size };
                    near = maker.spread(square, near);
                    maker.divide(square, 0);
                }
            }
        }
        maker.cells
    }
}

/// A square of cells on one side of the cube.
#[derive(Clone, Copy)]
struct Square {
    face: usize,
    low: [u32; 2],
    size: u32,
}

/// A vertex that can be furthest in a square, and where it is as seen from that side of the cube.
#[derive(Clone, Copy)]
struct Candidate {
    vertex: u32,
    /// A bit for each quarter of the square that it can be furthest in.
    quarters: u32,
    at: [f64; 3],
}

/// Whether u lies further than v along all corners of a square. The corner where v does best is
/// found coordinate by coordinate.
#[inline(always)]
fn beats(u: [f64; 3], v: [f64; 3], corners: &[[f64; 2]; 2], slack: f64) -> bool {
    let mut most = v[0] - u[0];
    for k in 0..2 {
        let x = v[k + 1] - u[k + 1];
        let (low, high) = (x * corners[k][0], x * corners[k][1]);
        most += if low > high { low } else { high };
    }
    most < -slack
}

struct Maker<'a, const D: usize> {
    points: &'a [Vector<D>],
    neighbours: &'a Neighbours,
    /// What rounding may do to a comparison along a corner.
    slack: f64,
    cells: Cells,
    /// The candidates of the squares that are being divided, the smallest square's at the end.
    candidates: Vec<Candidate>,
    /// All vertices as seen from the side of the cube that is being filled.
    faced: Vec<[f64; 3]>,
    /// For each vertex the number of the last square that was spread over it.
    seen: Vec<u32>,
    squares: u32,
}

impl<const D: usize> Maker<'_, D> {
    /// Lists the vertices that can be furthest in a square, given a vertex not far from there;
    /// the one that is furthest along the middle of the square comes first and is returned.
    fn spread(&mut self, square: Square, near: u32) -> u32 {
        let corners = self.corners(square);
        let first = self.climb(self.middle(square.face, &corners), near);
        self.squares += 1;
        self.candidates.clear();
        let best = self.faced[first as usize];
        self.candidates.push(Candidate { vertex: first, quarters: 0, at: best });
        self.seen[first as usize] = self.squares;
        let mut done = 0;
        while done < self.candidates.len() {
            for &u in self.neighbours.of(self.candidates[done].vertex) {
                if self.seen[u as usize] != self.squares {
                    self.seen[u as usize] = self.squares;
                    let at = self.faced[u as usize];
                    // Most are beaten by the first, and need not be compared with their neighbours.
                    if !beats(best, at, &corners, self.slack) && self.can_be_furthest(u, &corners) {
                        self.candidates.push(Candidate { vertex: u, quarters: 0, at });
                    }
                }
            }
            done += 1;
        }
        first
    }

    /// From vertex to better neighbour until there is none.
    fn climb(&mut self, direction: Vector<D>, start: u32) -> u32 {
        let mut best = (self.points[start as usize].dot(direction), start);
        loop {
            let here = best.1;
            let level = best.0 - self.slack * direction.sum_abs();
            let mut about_equal = false;
            for &u in self.neighbours.of(here) {
                let height = self.points[u as usize].dot(direction);
                about_equal |= height >= level;
                if height > best.0 {
                    best = (height, u);
                }
            }
            if best.1 == here {
                match if about_equal { self.beyond_plateau(direction, best) } else { None } {
                    Some(higher) => best = higher,
                    None => return here,
                }
            }
        }
    }

    /// A vertex that is higher than the best so far, next to those that are as high to rounding:
    /// of vertices that hardly differ, another one may lead on.
    fn beyond_plateau(&mut self, direction: Vector<D>, best: (f64, u32)) -> Option<(f64, u32)> {
        let level = best.0 - self.slack * direction.sum_abs();
        self.squares += 1;
        self.seen[best.1 as usize] = self.squares;
        let mut plateau = alloc::vec![best.1];
        while let Some(v) = plateau.pop() {
            for &u in self.neighbours.of(v) {
                let height = self.points[u as usize].dot(direction);
                if height > best.0 {
                    return Some((height, u));
                }
                if height >= level && self.seen[u as usize] != self.squares {
                    self.seen[u as usize] = self.squares;
                    plateau.push(u);
                }
            }
        }
        None
    }

    fn middle(&self, face: usize, corners: &[[f64; 2]; 2]) -> Vector<D> {
        let axis = face / 2;
        let mut direction = Vector::ZERO;
        direction[axis] = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
        for k in 0..D - 1 {
            direction[(axis + 1 + k) % D] = 0.5 * (corners[k][0] + corners[k][1]);
        }
        direction
    }

    /// Fills the cells of a square, given the place from which on its candidates are listed: the
    /// vertices that can be furthest in it. Whoever beats one of them is another of them.
    fn divide(&mut self, square: Square, from: usize) {
        let end = self.candidates.len();
        if square.size == 1 || end - from == 1 {
            return self.fill(square, from);
        }
        self.mark_quarters(square, from);
        let size = square.size / 2;
        for quarter in 0..1_u32 << (D - 1) {
            let low = [0, 1].map(|k| square.low[k] + (quarter >> k & 1) * size);
            for k in from..end {
                if self.candidates[k].quarters >> quarter & 1 == 1 {
                    self.candidates.push(self.candidates[k]);
                }
            }
            // Rounding cannot drop them all, but if it did, nothing would be lost.
            let kept = if self.candidates.len() > end { end } else { from };
            self.divide(Square { low, size, ..square }, kept);
            self.candidates.truncate(end);
        }
    }

    /// Notes for each candidate in which quarters of the square no other beats it.
    fn mark_quarters(&mut self, square: Square, from: usize) {
        let half = Square { size: square.size / 2, ..square };
        let (first, rest) = (self.corners(half), square.low.map(|low| low + half.size));
        let second = self.corners(Square { low: rest, ..half });
        let (candidates, slack) = (&mut self.candidates[from..], -self.slack);
        for k in 0..candidates.len() {
            let at = candidates[k].at;
            let mut quarters = 0b1111;
            for rival in candidates.iter() {
                let between = [0, 1, 2].map(|i| at[i] - rival.at[i]);
                // The best of the two ends of each half, along each edge of the square.
                let best = |edge: usize, ends: &[[f64; 2]; 2]| {
                    let (low, high) =
                        (between[edge + 1] * ends[edge][0], between[edge + 1] * ends[edge][1]);
                    if low > high { low } else { high }
                };
                let row = [between[0] + best(0, &first), between[0] + best(0, &second)];
                let column = [best(1, &first), best(1, &second)];
                let beaten = u32::from(row[0] + column[0] < slack)
                    | u32::from(row[1] + column[0] < slack) << 1
                    | u32::from(row[0] + column[1] < slack) << 2
                    | u32::from(row[1] + column[1] < slack) << 3;
                quarters &= !beaten;
                if quarters == 0 {
                    break;
                }
            }
            candidates[k].quarters = quarters;
        }
    }

    /// Whether no neighbour beats v in a square.
    fn can_be_furthest(&self, v: u32, corners: &[[f64; 2]; 2]) -> bool {
        let at = self.faced[v as usize];
        let neighbours = self.neighbours.of(v);
        neighbours.iter().all(|&u| !beats(self.faced[u as usize], at, corners, self.slack))
    }

    /// Turns to one side of the cube: the coordinates are outwards, and along its two edges.
    fn face(&mut self, face: usize) {
        let axis = face / 2;
        let sign = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
        self.faced.clear();
        self.faced.extend(self.points.iter().map(|point| {
            let around = |k: usize| point[(axis + k) % D];
            [sign * around(0), around(1), if D == 2 { 0.0 } else { around(2) }]
        }));
    }

    /// The least and the most of the coordinates of a square, which is made larger by a little: a
    /// direction may be rounded into the next cell.
    fn corners(&self, square: Square) -> [[f64; 2]; 2] {
        let at = |cell: u32| 2.0 * f64::from(cell) / f64::from(self.cells.side) - 1.0;
        square.low.map(|low| {
            let margin = accuracy::CELL_MARGIN;
            [at(low) - margin, at(low + square.size) + margin]
        })
    }

    /// The same vertices for all cells of a square.
    fn fill(&mut self, square: Square, from: usize) {
        let candidates = &self.candidates[from..];
        let short = |vertex: u32| vertex < u32::from(LISTED);
        let cell = if candidates.len() <= FEW && candidates.iter().all(|c| short(c.vertex)) {
            core::array::from_fn(|k| candidates[k.min(candidates.len() - 1)].vertex as u16)
        } else {
            let start = self.cells.list.len();
            self.cells.list.extend(candidates.iter().map(|candidate| candidate.vertex));
            let end = self.cells.list.len();
            [LISTED, start as u16, (start >> 16) as u16, end as u16, (end >> 16) as u16, 0]
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
                let tops = set.cells().unwrap().tops(set.points(), direction).unwrap();
                assert_eq!(tops.most, quick.dot(direction));
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

    /// Two vertices a unit of rounding apart are as high as each other along most directions, and only
    /// one of them has the neighbour that is higher: the walk stayed at the other.
    #[test]
    fn vertices_that_hardly_differ_do_not_end_the_walk() {
        let hull = Polytope::from_points([
            [-0.9277770861582748, 0.8206010425186244],
            [-0.9043090098228657, 0.19114583514942263],
            [-0.8030618600837461, -0.4459882869762851],
            [-0.36991644898364995, -0.7352884138413545],
            [0.7297849889988774, -0.7211310171991416],
            [0.9099706503880234, 0.3969076999470964],
            [0.8104533307102124, 0.9584284223478672],
            [-0.08142394938178588, 0.9786882252349898],
            [-0.9277770861582748, 0.8206010425186245],
        ])
        .unwrap();
        let Core::Vertices(set) = hull.view().core else { unreachable!("it has vertices") };
        assert_eq!(set.len(), 9);
        for k in 0..10_000 {
            let angle = f64::from(k) * 1e-3;
            let direction = Vector([angle.cos(), angle.sin()]);
            let [quick, slow] = [set.furthest(direction), set.furthest_of_all(direction)]
                .map(|id| set.point(id).dot(direction));
            assert!(slow - quick <= 1e-15, "{direction:?}: {quick} for {slow}");
        }
    }

    /// More vertices than short numbers can name, most of them close together: other cells hold a
    /// few whose numbers are long.
    #[test]
    fn numbers_may_be_long() {
        let crowd = (0..70_000).map(|k| 1e-6 * f64::from(k));
        let others = (0..40).map(|k| 0.5 + 0.14 * f64::from(k));
        let round = |angle: f64| Vector([angle.cos(), angle.sin()]);
        for turn in [0.0, 1.6, 3.2] {
            let angles = crowd.clone().chain(others.clone());
            let hull = Polytope::from_points(angles.map(|angle| round(angle + turn))).unwrap();
            let Core::Vertices(set) = hull.view().core else { unreachable!("it has vertices") };
            assert!(set.len() > 65_536, "{}", set.len());
            for k in 0..1000 {
                let direction = round(f64::from(k) * 0.0063);
                let [quick, slow] = [set.furthest(direction), set.furthest_of_all(direction)]
                    .map(|id| set.point(id).dot(direction));
                assert!(slow - quick <= 1e-15, "{direction:?}: {quick} for {slow}");
            }
        }
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
