//! A shape with vertices, placed in the world without rounding.

use core::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::wide::{ANY, NOUGHT, Wide, dot, fixed, parts, raised, sign};
use crate::accuracy;
use crate::shape::{Core, VertexSet, View};
use crate::space::{Pose, Vector};

/// The points `turn · v + shift` of a core with vertices `v`, with all of the numbers in whole
/// multiples of powers of two.
pub(super) struct Body<'a, const D: usize> {
    core: Core<'a, D>,
    turn: [Wide; 3],
    turn_exponent: i64,
    shift: Wide,
    shift_exponent: i64,
}

impl<'a, const D: usize> Body<'a, D> {
    /// `None` if the shape is not the hull of finitely many points.
    pub(super) fn new(view: &View<'a, D>, pose: &Pose<D>) -> Option<Self> {
        let linear = match view.core {
            Core::Point(_) | Core::Segment(..) | Core::Cuboid(_) | Core::Vertices(_) => true,
            Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) | Core::Swept(_) => false,
        };
        if !(linear && view.radius == 0.0 && (D == 2 || D == 3)) {
            return None;
        }
        let (turn, turn_exponent, shift, shift_exponent) = entries(pose);
        let mut body = Self { core: view.core, turn, turn_exponent, shift, shift_exponent };
        if let Some(frame) = view.frame {
            body.precede(frame);
        }
        Some(body)
    }

    /// First `frame`, then what was there: `T (F v + f) + t = (T F) v + (T f + t)`.
    fn precede(&mut self, frame: &Pose<D>) {
        let (turn, turn_exponent, shift, shift_exponent) = entries(frame);
        let exponent =
            if shift_exponent == ANY { ANY } else { self.turn_exponent + shift_exponent };
        let both = exponent.min(self.shift_exponent);
        self.shift = core::array::from_fn(|i| {
            let moved = raised(dot(&self.turn[i], &shift), exponent.saturating_sub(both));
            moved + raised(self.shift[i].clone(), self.shift_exponent.saturating_sub(both))
        });
        self.shift_exponent = both;
        let columns: [Wide; 3] =
            core::array::from_fn(|j| core::array::from_fn(|k| turn[k][j].clone()));
        self.turn =
            core::array::from_fn(|i| core::array::from_fn(|j| dot(&self.turn[i], &columns[j])));
        self.turn_exponent += turn_exponent;
    }

    /// The vertex in the core's own frame.
    pub(super) fn local(&self, id: u32) -> Vector<D> {
        self.core.vertex(id).unwrap_or(Vector::ZERO)
    }

    /// How many vertices there are.
    pub(super) fn count(&self) -> u32 {
        match self.core {
            Core::Segment(..) => 2,
            Core::Cuboid(_) => 1 << D,
            Core::Vertices(set) => set.len(),
            _ => 1,
        }
    }

    /// A power of two of which the vertex's coordinates in the world are multiples.
    pub(super) fn exponent(&self, id: u32) -> i64 {
        let own = finest(&[self.local(id)]);
        let turned = if own == ANY { ANY } else { own + self.turn_exponent };
        turned.min(self.shift_exponent)
    }

    /// The vertex in the world, in units of `2^exponent`.
    pub(super) fn world(&self, id: u32, exponent: i64) -> Wide {
        let local = self.local(id);
        let own = finest(&[local]);
        let shift = self.shift_exponent.saturating_sub(exponent);
        if own == ANY {
            return self.shift.clone().map(|x| raised(x, shift));
        }
        let v = integers(local, own);
        let by = own + self.turn_exponent - exponent;
        core::array::from_fn(|i| {
            raised(dot(&self.turn[i], &v), by) + raised(self.shift[i].clone(), shift)
        })
    }

    /// The edge from one vertex to another, turned as in the world, in some unit.
    pub(super) fn edge(&self, from: u32, to: u32) -> (Wide, i64) {
        let (from, to) = (self.local(from), self.local(to));
        let own = finest(&[from, to]);
        if own == ANY {
            return (NOUGHT, 0);
        }
        let v = difference(to, from, own);
        (core::array::from_fn(|i| dot(&self.turn[i], &v)), own + self.turn_exponent)
    }

    /// A vertex that is strictly lower along `up` than vertex `from`; as low as floats can tell,
    /// but for boxes, where it is the lowest. `None` if there is none, which is proven.
    pub(super) fn lower(&self, up: &Wide, from: u32) -> Option<u32> {
        if matches!(self.core, Core::Point(_)) {
            return None;
        }
        // up · (turn v) = (turnᵀ up) · v
        let up: Wide = core::array::from_fn(|j| {
            (0..D).fold(IBig::ZERO, |sum, i| sum + &self.turn[i][j] * &up[i])
        });
        match self.core {
            Core::Segment(..) => {
                let other = 1 - from;
                (self.height(&up, other, from) == Ordering::Less).then_some(other)
            }
            Core::Cuboid(half) => {
                let mut lowest = from;
                for i in (0..D).filter(|&i| half[i] != 0.0) {
                    match sign(&up[i]) {
                        Ordering::Less => lowest |= 1 << i,
                        Ordering::Equal => {}
                        Ordering::Greater => lowest &= !(1 << i),
                    }
                }
                (lowest != from).then_some(lowest)
            }
            Core::Vertices(set) => self.lower_of_all(set, &up, from),
            _ => None,
        }
    }

    /// Floats settle nearly all of the vertices; exact products settle the rest.
    fn lower_of_all(&self, set: &VertexSet<D>, up: &Wide, from: u32) -> Option<u32> {
        let rounded = rounded::<D>(up);
        let here = rounded.dot(set.point(from));
        // Each coordinate of the direction, the products and the sums are off by a unit or so.
        let doubt = accuracy::FILTER * accuracy::ROUNDING * rounded.sum_abs() * set.reach()
            + f64::MIN_POSITIVE;
        let mut lowest = (here - doubt, None);
        let mut doubtful = [0; DOUBTFUL];
        let mut count = 0;
        for (number, block) in set.blocks().iter().enumerate() {
            let mut heights = [0.0; crate::simd::LANES];
            for i in 0..D {
                for l in 0..heights.len() {
                    heights[l] += block[i][l] * rounded[i];
                }
            }
            let mut least = heights[0];
            for height in heights {
                least = if height < least { height } else { least };
            }
            if least > here + doubt {
                continue;
            }
            for (l, height) in heights.into_iter().enumerate() {
                let id = (number * crate::simd::LANES + l) as u32;
                if height > here + doubt || id >= set.len() || id == from {
                    continue;
                }
                if height < lowest.0 {
                    lowest = (height, Some(id));
                } else if lowest.1.is_none() {
                    if count < DOUBTFUL {
                        doubtful[count] = id;
                    }
                    count += 1;
                }
            }
        }
        if lowest.1.is_some() {
            return lowest.1;
        }
        if count > DOUBTFUL {
            return (0..set.len()).find(|&id| self.height(up, id, from) == Ordering::Less);
        }
        doubtful[..count].iter().copied().find(|&id| self.height(up, id, from) == Ordering::Less)
    }

    /// Whether vertex `id` is lower or higher than vertex `from`.
    fn height(&self, up: &Wide, id: u32, from: u32) -> Ordering {
        let (to, from) = (self.local(id), self.local(from));
        let own = finest(&[to, from]);
        if own == ANY {
            return Ordering::Equal;
        }
        sign(&dot(up, &difference(to, from, own)))
    }
}

/// Most scans leave a handful of vertices in doubt: those of the closest feature.
const DOUBTFUL: usize = 32;

/// The exponent of the finest of the coordinates.
fn finest<const D: usize>(points: &[Vector<D>]) -> i64 {
    points.iter().flat_map(|p| p.0).fold(ANY, |least, x| least.min(parts(x).1))
}

fn integers<const D: usize>(v: Vector<D>, exponent: i64) -> Wide {
    core::array::from_fn(|i| if i < D { fixed(v[i], exponent) } else { IBig::ZERO })
}

fn difference<const D: usize>(u: Vector<D>, v: Vector<D>, exponent: i64) -> Wide {
    let (u, v) = (integers(u, exponent), integers(v, exponent));
    super::wide::minus(&u, &v)
}

/// The matrix of a pose and its translation as integers, each in units of a power of two.
fn entries<const D: usize>(pose: &Pose<D>) -> ([Wide; 3], i64, Wide, i64) {
    let rows = &pose.rotation().matrix().0;
    // A rotation has entries that are not zero.
    let exponent = finest(rows);
    let turn = core::array::from_fn(|i| if i < D { integers(rows[i], exponent) } else { NOUGHT });
    let shift_exponent = finest(&[pose.translation()]);
    let shift =
        if shift_exponent == ANY { NOUGHT } else { integers(pose.translation(), shift_exponent) };
    (turn, exponent, shift, shift_exponent)
}

/// The direction in floats: each coordinate to within a unit of rounding of the largest.
pub(super) fn rounded<const D: usize>(v: &Wide) -> Vector<D> {
    let bits = v.iter().map(BitTest::bit_len).max().unwrap_or(0);
    // Sixty bits fit an i64, with their sign.
    let excess = bits.saturating_sub(60);
    Vector::from_fn(|i| {
        let top = if excess == 0 { v[i].clone() } else { &v[i] >> excess };
        i64::try_from(&top).map_or(0.0, |top| top as f64)
    })
}
