//! Looking a direction up.

use core::hint::select_unpredictable;

use super::{Cell, Cells, FEW, LISTED};
use crate::space::Vector;

impl Cells {
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
            return self.furthest_of_list(points, direction, cell).1;
        }
        let [i, j, k, l, m, n] = cell;
        let height = |id: u16| (points[usize::from(id)].dot(direction), u32::from(id));
        // Selections, no branches: nobody can predict which one is furthest.
        let pick = |a: (f64, u32), b: (f64, u32)| {
            let better = b.0 > a.0;
            (select_unpredictable(better, b.0, a.0), select_unpredictable(better, b.1, a.1))
        };
        let best = pick(pick(height(i), height(j)), pick(height(k), height(l)));
        pick(best, pick(height(m), height(n))).1
    }

    /// How far the vertices lie along `direction` that can be furthest: for those who mostly need not know
    /// which one does.
    #[inline(always)]
    pub(crate) fn tops<const D: usize>(
        &self,
        points: &[Vector<D>],
        direction: Vector<D>,
    ) -> Option<Tops<'_>> {
        let cell = self.cells.get(self.number(direction))?;
        if cell[0] == LISTED {
            let (most, other) = self.furthest_of_list(points, direction, *cell);
            return Some(Tops { cell, heights: [f64::NAN; FEW], most, other });
        }
        let [i, j, k, l, m, n] = *cell;
        let height = |id: u16| points[usize::from(id)].dot(direction);
        let heights = [height(i), height(j), height(k), height(l), height(m), height(n)];
        let [i, j, k, l, m, n] = heights;
        let most = higher(higher(higher(i, j), higher(k, l)), higher(m, n));
        Some(Tops { cell, heights, most, other: 0 })
    }

    /// The vertices that can be furthest along `direction`, some of them twice; `None` if there are
    /// more than a cell names.
    #[inline(always)]
    pub(crate) fn few<const D: usize>(&self, direction: Vector<D>) -> Option<[u32; FEW]> {
        let cell = self.cells.get(self.number(direction))?;
        (cell[0] != LISTED).then(|| cell.map(u32::from))
    }

    #[inline(never)]
    fn furthest_of_list<const D: usize>(
        &self,
        points: &[Vector<D>],
        direction: Vector<D>,
        [_, start, start_high, end, end_high, _]: Cell,
    ) -> (f64, u32) {
        let place = |low: u16, high: u16| usize::from(low) | usize::from(high) << 16;
        let mut best = (f64::NEG_INFINITY, 0);
        for &id in &self.list[place(start, start_high)..place(end, end_high)] {
            let height = points[id as usize].dot(direction);
            best = if height > best.0 { (height, id) } else { best };
        }
        best
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
        let scale = self.half / largest;
        let mut number = 2 * axis + usize::from(around[axis & 7] < 0.0);
        // A ratio is in [−1, 1]; adding ROUND leaves the nearest whole number in the low bits.
        for k in 1..D {
            let place = around[(axis + k) & 7] * scale + (self.half - 0.5);
            let column = (place + ROUND).to_bits() as u32;
            number = number << self.bits | column.min(self.side - 1) as usize;
        }
        number
    }
}

/// How far the vertices of a cell lie along a direction.
pub(crate) struct Tops<'a> {
    cell: &'a Cell,
    heights: [f64; FEW],
    /// The furthest.
    pub(crate) most: f64,
    /// The vertex that does, if none of these.
    other: u32,
}

impl Tops<'_> {
    /// The vertex that lies furthest: one bit for each, and the first of those that are set. Selections as in
    /// [`Cells::furthest`] wait less, but in a short loop the compiler makes branches of them.
    #[inline(always)]
    pub(crate) fn id(&self) -> u32 {
        let [i, j, k, l, m, n] = self.heights;
        let bit = |height: f64, place: u32| u32::from(height == self.most) << place;
        let places = bit(i, 0) | bit(j, 1) | bit(k, 2) | bit(l, 3) | bit(m, 4) | bit(n, 5);
        match self.cell.get(places.trailing_zeros() as usize) {
            Some(&id) => u32::from(id),
            None => self.other,
        }
    }
}

#[inline(always)]
fn higher(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// 1.5 · 2^52: between 2^52 and 2^53 the floats are the whole numbers.
const ROUND: f64 = 6_755_399_441_055_744.0;
