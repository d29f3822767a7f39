//! Points whose convex hull is a shape, laid out for fast support queries.

use alloc::vec::Vec;

use super::cells::{Cells, FEW};
use crate::accuracy;
use crate::simd::{self, Block, LANES, Level};
use crate::space::Vector;

/// The vertices of a convex polytope, and how to find the one furthest along a direction: by a
/// scan while they are few, by looking the direction up when they are many.
#[derive(Clone, Debug)]
pub struct VertexSet<const D: usize> {
    points: Vec<Vector<D>>,
    /// The same points for the scan, the last block filled up with point 0.
    blocks: Vec<Block<D>>,
    reach: f64,
    cells: Option<Cells>,
    middle: Vector<D>,
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
        let cells = neighbours
            .filter(|_| points.len() >= accuracy::CELLS_FROM)
            .map(|neighbours| Cells::new(&points, &neighbours));
        // Shares first: the sum of large coordinates may not be finite.
        let (mut middle, share) = (Vector::ZERO, 1.0 / points.len() as f64);
        for p in &points {
            middle += *p * share;
        }
        Self { points, blocks, reach, cells, middle }
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

    /// Vertex `id`; not a number if there is none, as for what lies furthest along a direction that is
    /// not a number.
    #[inline(always)]
    pub fn point(&self, id: u32) -> Vector<D> {
        self.points.get(id as usize).copied().unwrap_or(Vector([f64::NAN; D]))
    }

    /// The largest coordinate of any vertex, in absolute value.
    #[inline(always)]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// The table in which directions are looked up.
    #[inline(always)]
    pub(crate) fn cells(&self) -> Option<&Cells> {
        self.cells.as_ref()
    }

    /// The mean of all vertices: a point well inside.
    #[inline(always)]
    pub(crate) fn middle(&self) -> Vector<D> {
        self.middle
    }

    #[inline(always)]
    pub(crate) fn blocks(&self) -> &[Block<D>] {
        &self.blocks
    }

    /// The vertex furthest along `direction`; among several the one with the smallest index if
    /// the set is scanned, any of them if it is large.
    #[inline]
    pub fn furthest(&self, direction: Vector<D>) -> u32 {
        match &self.cells {
            None => simd::furthest(&self.blocks, direction),
            Some(cells) => cells.furthest(&self.points, direction),
        }
    }

    /// The same in code that is compiled for a processor.
    #[inline(always)]
    pub(crate) fn furthest_on<L: Level>(&self, level: L, direction: Vector<D>) -> u32 {
        match &self.cells {
            None => level.furthest(&self.blocks, direction),
            Some(cells) => cells.furthest(&self.points, direction),
        }
    }

    /// The few vertices of a large set that can be furthest along `direction`, all that are as far
    /// among them and some of them twice; `None` if it has no table that names them.
    #[inline(always)]
    pub(crate) fn few_furthest(&self, direction: Vector<D>) -> Option<[u32; FEW]> {
        self.cells.as_ref()?.few(direction)
    }

    /// The same by looking at every vertex, one after the other: for the checker, which trusts
    /// neither the scan nor the cells.
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

impl Neighbours {
    pub(crate) fn of(&self, v: u32) -> &[u32] {
        &self.list[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }
}
