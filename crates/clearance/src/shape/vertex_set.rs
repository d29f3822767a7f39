//! Points whose convex hull is a shape, laid out for fast support queries.

use alloc::vec::Vec;

use crate::accuracy;
use crate::simd::{self, Block, LANES};
use crate::space::Vector;

/// The vertices of a convex polytope, and how to find the one furthest along a direction: by a
/// scan while they are few, by walking from neighbour to neighbour when they are many.
#[derive(Clone, Debug)]
pub struct VertexSet<const D: usize> {
    points: Vec<Vector<D>>,
    /// The same points for the scan, the last block filled up with point 0.
    blocks: Vec<Block<D>>,
    reach: f64,
    climb: Option<Climb>,
}

impl<const D: usize> VertexSet<D> {
    /// The hull of these points, each of which is an extreme point of it. There must be at least
    /// one and they must be finite: shapes see to that.
    ///
    /// `neighbours` lists, for each point, the ones that it shares an edge with.
    pub(crate) fn new(points: Vec<Vector<D>>, neighbours: Option<Neighbours>) -> Self {
        debug_assert!(!points.is_empty());
        let mut reach = 0.0_f64;
        for p in &points {
            reach = reach.max(p.max_abs());
        }
        let block = |k: usize| -> Block<D> {
            core::array::from_fn(|i| {
                core::array::from_fn(|l| points.get(k * LANES + l).unwrap_or(&points[0])[i])
            })
        };
        let blocks = (0..points.len().div_ceil(LANES)).map(block).collect();
        let mut set = Self { points, blocks, reach, climb: None };
        if set.points.len() >= accuracy::CLIMB_FROM {
            set.climb = neighbours.map(|neighbours| Climb::new(&set, neighbours));
        }
        set
    }

    /// How many vertices there are.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.points.len() as u32
    }

    /// Never: a shape has a vertex.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The vertices.
    #[inline(always)]
    pub fn points(&self) -> &[Vector<D>] {
        &self.points
    }

    /// Vertex `id`.
    #[inline(always)]
    pub fn point(&self, id: u32) -> Vector<D> {
        self.points[id as usize]
    }

    /// The largest coordinate of any vertex, in absolute value.
    #[inline(always)]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    #[inline(always)]
    pub(crate) fn blocks(&self) -> &[Block<D>] {
        &self.blocks
    }

    /// The vertex furthest along `direction`; among several the one with the smallest index if
    /// the set is scanned, any of them if it is climbed.
    ///
    /// `near` is a vertex that was the answer for a direction close to this one.
    #[inline(always)]
    pub fn furthest(&self, direction: Vector<D>, near: Option<u32>) -> u32 {
        match &self.climb {
            None => simd::furthest(&self.blocks, direction),
            Some(climb) => {
                let start = match near {
                    Some(id) if id < self.len() => id,
                    _ => climb.seed(direction),
                };
                climb.walk(&self.points, direction, start)
            }
        }
    }

    /// The same by looking at every vertex, one after the other: for the checker, which trusts
    /// neither the scan nor the walk.
    pub fn furthest_of_all(&self, direction: Vector<D>) -> u32 {
        let mut best = (f64::NEG_INFINITY, 0);
        for (id, p) in self.points.iter().enumerate() {
            let value = p.dot(direction);
            if value > best.0 {
                best = (value, id as u32);
            }
        }
        best.1
    }
}

/// Which vertices share an edge: those of vertex `v` are `list[starts[v]..starts[v + 1]]`.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours {
    pub(crate) starts: Vec<u32>,
    pub(crate) list: Vec<u32>,
}

/// A walk over the edges of the hull, started from a table of directions.
///
/// The table is the surface of a cube cut into square cells; each holds the vertex furthest
/// along the cell's centre. A direction is looked up by its largest coordinate and the ratios of
/// the others to it. From there the walk goes to the best neighbour until none is better: on a
/// convex polytope that is the best of all.
#[derive(Clone, Debug)]
struct Climb {
    neighbours: Neighbours,
    seeds: Vec<u32>,
}

/// Cells along an edge of the cube.
const CELLS: usize = accuracy::SEED_CELLS;

impl Climb {
    fn new<const D: usize>(set: &VertexSet<D>, neighbours: Neighbours) -> Self {
        let mut climb = Self { neighbours, seeds: Vec::new() };
        let cells = CELLS.pow(D as u32 - 1);
        let mut near = 0;
        for face in 0..2 * D {
            for cell in 0..cells {
                // Neighbouring cells have neighbouring answers: the walks are short.
                near = climb.walk(&set.points, centre(face, cell), near);
                climb.seeds.push(near);
            }
        }
        climb
    }

    #[inline]
    fn seed<const D: usize>(&self, direction: Vector<D>) -> u32 {
        let mut axis = 0;
        for i in 1..D {
            if direction[i].abs() > direction[axis].abs() {
                axis = i;
            }
        }
        let length = direction[axis].abs();
        let face = 2 * axis + usize::from(direction[axis] < 0.0);
        // From a ratio in [−1, 1] to a cell in 0..CELLS. The cast saturates, and sends NaN (of
        // the zero direction) to 0.
        let scale = CELLS as f64 / 2.0 / length;
        let cell_of = |x: f64| ((x * scale + CELLS as f64 / 2.0) as usize).min(CELLS - 1);
        let mut cell = 0;
        for k in 1..D {
            cell = cell * CELLS + cell_of(direction[(axis + k) % D]);
        }
        self.seeds[face * CELLS.pow(D as u32 - 1) + cell]
    }

    #[inline]
    fn walk<const D: usize>(&self, points: &[Vector<D>], direction: Vector<D>, start: u32) -> u32 {
        let mut at = start;
        let mut best = points[at as usize].dot(direction);
        // Each step is strictly better than the last, so the walk ends.
        loop {
            let here = at;
            let range = self.neighbours.starts[here as usize] as usize
                ..self.neighbours.starts[here as usize + 1] as usize;
            for &id in &self.neighbours.list[range] {
                let value = points[id as usize].dot(direction);
                // Two selections, no branch: nobody can predict which neighbour is better.
                let better = value > best;
                best = if better { value } else { best };
                at = if better { id } else { at };
            }
            if at == here {
                return at;
            }
        }
    }
}

/// The direction through the middle of a cell of the cube.
fn centre<const D: usize>(face: usize, cell: usize) -> Vector<D> {
    let axis = face / 2;
    let mut direction = Vector::ZERO;
    direction[axis] = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    let mut rest = cell;
    for k in (1..D).rev() {
        let ratio = ((rest % CELLS) as f64 + 0.5) / CELLS as f64;
        direction[(axis + k) % D] = 2.0 * ratio - 1.0;
        rest /= CELLS;
    }
    direction
}
