//! A growing convex polytope in space with few corners: what most depths need. The same as
//! [`Shell`](super::shell::Shell), but in arrays of fixed size. Nothing is walked: a new corner is
//! held against all faces, eight at a time, and the new faces are computed four at a time. The
//! neighbour of a face is looked up in a table: which face has the edge from one corner to another.

use core::hint::select_unpredictable;

use super::growing::{Growing, Growth};
use super::side::{GONE, plane, side_of};
use crate::accuracy;
use crate::simd::{Block, LANES, Level, Planes};
use crate::space::Vector;

/// The most corners.
const CORNERS: usize = 64;

/// The most faces: a polytope with n corners has at most 2 n − 4.
const FACES: usize = 2 * CORNERS;

const BLOCKS: usize = FACES / LANES;

/// How low a face is, by its rank, and which it is.
type Nearest = (f64, u32);

/// A bit for each face, by the 64.
type Bits = [u64; FACES / 64];

/// The polytope. `N` is what the corners are called.
#[derive(Clone, Debug)]
pub(crate) struct Crust<const D: usize, N> {
    points: [Vector<D>; CORNERS],
    names: [N; CORNERS],
    count: usize,
    /// Each face's corners, anticlockwise seen from outside.
    corners: [[u8; 3]; FACES],
    /// With normals of any length, as the corners give them: nothing waits for a root. What is called height
    /// and slack here is as many times too large.
    planes: [Planes<D>; BLOCKS],
    /// Over the origin; those of faces that are gone, or were never there, are infinite.
    heights: [[f64; LANES]; BLOCKS],
    /// The squares of the true heights, with their signs.
    ranks: [Block<1>; BLOCKS],
    /// Faces from this one on were never used.
    used: usize,
    free: [u8; FACES],
    free_count: usize,
    /// The face on the left of the way from one corner to another.
    owner: [[u8; CORNERS]; CORNERS],
    ridges: [[u8; 2]; FACES],
    scale: f64,
    /// The closest face.
    next: u32,
}

impl<const D: usize, N: Copy + Default> Default for Crust<D, N> {
    fn default() -> Self {
        Self {
            points: [Vector::ZERO; CORNERS],
            names: [N::default(); CORNERS],
            count: 0,
            corners: [[0; 3]; FACES],
            planes: [Planes { normals: [[0.0; LANES]; D], slacks: [0.0; LANES] }; BLOCKS],
            heights: [[GONE; LANES]; BLOCKS],
            ranks: [[[GONE; LANES]]; BLOCKS],
            used: 0,
            free: [0; FACES],
            free_count: 0,
            owner: [[0; CORNERS]; CORNERS],
            ridges: [[0; 2]; FACES],
            scale: 0.0,
            next: 0,
        }
    }
}

impl<const D: usize, N: Copy> Crust<D, N> {
    /// Whether a corner reaches further along a direction than this.
    #[inline(always)]
    pub(crate) fn reaches(&self, direction: Vector<D>, far: f64) -> bool {
        let (first, others) = self.points.split_at(4);
        // The first four have the origin inside: one of them mostly does, and nobody can foretell which.
        let one = |k: usize| direction.dot(first[k]) > far;
        (one(0) | one(1) | one(2) | one(3))
            || others.iter().take(self.count.saturating_sub(4)).any(|w| direction.dot(*w) > far)
    }

    /// What the corners are called.
    pub(crate) fn names(&self) -> &[N] {
        self.names.get(..self.count).unwrap_or_default()
    }

    /// Starts from four corners, and says whether the origin is plainly on the inner side of each face; `None`
    /// if they lie in a plane.
    #[inline(always)]
    pub(crate) fn begin(&mut self, corners: [(Vector<D>, N); 4], scale: f64) -> Option<bool> {
        let [p, q, r, s] = corners;
        let volume = side_of([p.0, q.0, r.0], s.0);
        if volume == 0.0 {
            return None;
        }
        // The last corner must lie behind the face of the others.
        let (p, q) = if volume > 0.0 { (q, p) } else { (p, q) };
        for (k, corner) in [p, q, r, s].into_iter().enumerate() {
            (self.points[k], self.names[k]) = corner;
        }
        (self.count, self.used, self.free_count, self.scale) = (4, 0, 0, scale);
        let mut nearest = (GONE, 0);
        let inside = self.add_four([[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]], 4, &mut nearest);
        self.next = nearest.1;
        Some(inside)
    }

    /// The corners and the faces, for a polytope without limits.
    pub(crate) fn parts(
        &self,
    ) -> (impl Iterator<Item = (Vector<D>, N)> + '_, impl Iterator<Item = ([u8; 3], [u8; 3])> + '_)
    {
        let corners = (0..self.count).map(|k| (self.points[k], self.names[k]));
        let face = |f: usize| {
            let v = self.corners[f];
            let across = |k: usize| self.across(v, k);
            (v, [across(0), across(1), across(2)])
        };
        (corners, self.live().map(face))
    }

    /// Each live face's number.
    pub(crate) fn live(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.used.min(FACES)).filter(|f| self.heights[f / LANES % BLOCKS][f % LANES] != GONE)
    }

    /// How many blocks of faces are in use.
    #[inline(always)]
    fn blocks(&self) -> usize {
        self.used.div_ceil(LANES).min(BLOCKS)
    }

    #[inline(always)]
    fn point(&self, k: u8) -> Vector<D> {
        self.points[usize::from(k) % CORNERS]
    }

    /// The face across the edge that lies across from corner k.
    #[inline(always)]
    fn across(&self, v: [u8; 3], k: usize) -> u8 {
        let (from, to) = (v[(k + 1) % 3], v[(k + 2) % 3]);
        self.owner[usize::from(to) % CORNERS][usize::from(from) % CORNERS]
    }

    /// Adds the first `count` of four faces, and says whether the origin is plainly on the inner side of them.
    /// Whichever is lower than `nearest` takes its place: what was just written one by one is not read by the eight,
    /// which would wait until all of it has reached the cache.
    #[inline(always)]
    fn add_four(&mut self, faces: [[u8; 3]; 4], count: usize, nearest: &mut Nearest) -> bool {
        let mut inside = true;
        let unit = accuracy::FACE_SLACK * accuracy::ROUNDING * self.scale;
        let mut corners = [[Vector::ZERO; 3]; 4];
        for l in 0..4 {
            for k in 0..3 {
                corners[l][k] = self.point(faces[l][k]);
            }
        }
        let mut four = Four::new(&corners, unit);
        for l in 0..4 {
            if l >= count {
                break;
            }
            if four.is_sliver[l] {
                let [p, q, r] = faces[l].map(|k| self.point(k));
                let (normal, height, slack) = plane(p, q, r, self.scale);
                for i in 0..D {
                    four.normals[i][l] = normal[i];
                }
                (four.heights[l], four.slacks[l]) = (height, slack);
                four.ranks[l] = height * height.abs();
            }
            inside &= four.heights[l] > four.slacks[l];
            let id = if self.free_count > 0 {
                self.free_count -= 1;
                self.free[self.free_count % FACES]
            } else {
                if self.used.is_multiple_of(LANES) {
                    let block = self.used / LANES % BLOCKS;
                    self.ranks[block] = [[GONE; LANES]];
                    // They are looked through in pairs.
                    self.ranks[block | 1] = [[GONE; LANES]];
                    self.heights[block] = [GONE; LANES];
                    self.planes[block].slacks = [0.0; LANES];
                }
                self.used += 1;
                (self.used - 1) as u8
            };
            let rank = four.ranks[l];
            let is_lower = rank < nearest.0;
            nearest.0 = select_unpredictable(is_lower, rank, nearest.0);
            nearest.1 = select_unpredictable(is_lower, u32::from(id), nearest.1);
            let (block, place) = place(id);
            let planes = &mut self.planes[block];
            for i in 0..D {
                planes.normals[i][place] = four.normals[i][l];
            }
            planes.slacks[place] = four.slacks[l];
            self.heights[block][place] = four.heights[l];
            self.ranks[block][0][place] = four.ranks[l];
            let v = faces[l];
            self.corners[usize::from(id) % FACES] = v;
            for (from, to) in [(v[0], v[1]), (v[1], v[2]), (v[2], v[0])] {
                self.owner[usize::from(from) % CORNERS][usize::from(to) % CORNERS] = id;
            }
        }
        inside
    }

    /// The faces that a point sees; what is seen edge-on counts as seen.
    #[inline(always)]
    fn seen(&self, level: impl Level, w: Vector<D>) -> Bits {
        let (mut seen, mut close) = ([0; 2], [0; 2]);
        let all = self.blocks();
        for half in 0..2 {
            for block in 8 * half..all.min(8 * half + 8) {
                let [b, c] =
                    level.sides(&self.planes[block % BLOCKS], &self.heights[block % BLOCKS], w);
                seen[half] |= u64::from(b) << (block % 8 * LANES);
                close[half] |= u64::from(c) << (block % 8 * LANES);
            }
        }
        if close == [0; 2] { seen } else { self.close_calls(seen, close, w) }
    }

    /// The closest of the faces that are not seen.
    #[inline(always)]
    fn nearest_but(&self, level: impl Level, seen: &Bits) -> Nearest {
        let mut nearest = (GONE, 0);
        for block in (0..self.blocks()).step_by(2) {
            let first = block * LANES;
            let seen_here = (seen[first / 64 % 2] >> (first % 64)) as u32;
            let ranks = [&self.ranks[block % BLOCKS][0], &self.ranks[(block | 1) % BLOCKS][0]];
            let (rank, place) = level.least_but(ranks, seen_here);
            if block == 0 || rank < nearest.0 {
                nearest = (rank, first as u32 + place);
            }
        }
        nearest
    }

    #[cold]
    #[inline(never)]
    fn close_calls(&self, mut seen: Bits, mut close: Bits, w: Vector<D>) -> Bits {
        for half in 0..2 {
            while close[half] != 0 {
                let l = close[half].trailing_zeros() as usize;
                close[half] &= close[half] - 1;
                if self.exact_side(half * 64 + l, w) >= 0.0 {
                    seen[half] |= 1 << l;
                }
            }
        }
        seen
    }

    #[cold]
    #[inline(never)]
    fn exact_side(&self, face: usize, w: Vector<D>) -> f64 {
        side_of(self.corners[face % FACES].map(|k| self.point(k)), w)
    }

    /// Whether a point lies beyond a face.
    #[inline(always)]
    fn is_beyond(&self, face: u32, w: Vector<D>) -> bool {
        let (block, place) = place(face as u8);
        let beyond = self.direction(face).dot(w) - self.heights[block][place];
        if beyond.abs() > self.planes[block].slacks[place] {
            beyond > 0.0
        } else {
            self.exact_side(face as usize, w) > 0.0
        }
    }

    /// Removes the faces that are seen; how many ridges there are around them.
    #[inline(always)]
    fn remove(&mut self, seen: &Bits) -> usize {
        let mut ridges = 0;
        for half in 0..2 {
            let mut bits = seen[half];
            while bits != 0 {
                let face = (half * 64 + bits.trailing_zeros() as usize) % FACES;
                bits &= bits - 1;
                let v = self.corners[face];
                for k in 0..3 {
                    let other = usize::from(self.across(v, k));
                    // Written in any case, and kept if what is across is not seen: nobody can
                    // foretell which it is.
                    self.ridges[ridges % FACES] = [v[(k + 1) % 3], v[(k + 2) % 3]];
                    ridges += usize::from(seen[other / 64 % 2] >> (other % 64) & 1 == 0);
                }
                let (block, place) = place(face as u8);
                self.ranks[block][0][place] = GONE;
                self.heights[block][place] = GONE;
                self.planes[block].slacks[place] = 0.0;
                self.free[self.free_count % FACES] = face as u8;
                self.free_count += 1;
            }
        }
        ridges
    }
}

/// The block of a face, and the place in it.
#[inline(always)]
fn place(face: u8) -> (usize, usize) {
    (usize::from(face) / LANES % BLOCKS, usize::from(face) % LANES)
}

impl<const D: usize, N: Copy> Growing<D, N> for Crust<D, N> {
    #[inline(always)]
    fn closest(&mut self) -> (u32, f64) {
        (self.next, self.height(self.next))
    }

    #[inline(always)]
    fn grow(&mut self, level: impl Level, (w, name): (Vector<D>, N), face: u32) -> Growth {
        if !self.is_beyond(face, w) {
            return Growth::Nothing;
        }
        if self.count == CORNERS {
            return Growth::Full;
        }
        let new = self.count as u8;
        (self.points[self.count % CORNERS], self.names[self.count % CORNERS]) = (w, name);
        self.count += 1;
        let seen = self.seen(level, w);
        let mut nearest = self.nearest_but(level, &seen);
        let ridges = self.remove(&seen);
        let mut done = 0;
        while done < ridges {
            let face = |k: usize| {
                let [from, to] = self.ridges[(done + k) % FACES];
                [from, to, new]
            };
            self.add_four([face(0), face(1), face(2), face(3)], ridges - done, &mut nearest);
            done += 4;
        }
        self.next = nearest.1;
        Growth::More
    }

    #[inline(always)]
    fn direction(&self, face: u32) -> Vector<D> {
        let (block, place) = place(face as u8);
        Vector::from_fn(|i| self.planes[block].normals[i][place])
    }

    #[inline(always)]
    fn normal(&self, face: u32) -> Vector<D> {
        let direction = self.direction(face);
        direction * (1.0 / direction.norm())
    }

    #[inline(always)]
    fn is_beyond_by(&self, length: f64, face: u32, w: Vector<D>) -> bool {
        let (block, place) = place(face as u8);
        let direction = self.direction(face);
        let over = direction.dot(w) - self.heights[block][place];
        let limit = length * length * direction.norm_squared();
        // Squares that leave the range of floats.
        if !(f64::MIN_POSITIVE..=f64::MAX).contains(&limit) {
            return !(self.normal(face).dot(w) - self.height(face) <= length);
        }
        !(over * over.abs() <= limit)
    }

    #[inline(always)]
    fn height(&self, face: u32) -> f64 {
        let (block, place) = place(face as u8);
        self.heights[block][place] * (1.0 / self.direction(face).norm())
    }

    fn corners_of(&self, face: u32) -> [(Vector<D>, N); D] {
        let v = self.corners[face as usize % FACES];
        core::array::from_fn(|k| {
            let corner = usize::from(v[k % 3]) % CORNERS;
            (self.points[corner], self.names[corner])
        })
    }

    fn neighbour(&self, face: u32, k: usize) -> u32 {
        u32::from(self.across(self.corners[face as usize % FACES], k))
    }

    fn len(&self) -> usize {
        self.used - self.free_count
    }

    fn unit(&self) -> f64 {
        accuracy::ROUNDING * self.scale
    }

    #[inline(always)]
    fn any_normal_below(
        &self,
        limit: f64,
        but: Vector<D>,
        is: &mut dyn FnMut(Vector<D>) -> bool,
    ) -> bool {
        let limit = limit * limit.abs();
        let cosine_squared = accuracy::RIVAL_COSINE * accuracy::RIVAL_COSINE;
        for block in 0..self.blocks() {
            // Gone faces are never low.
            let (mut low, ranks) = (0_u32, &self.ranks[block][0]);
            for l in 0..LANES {
                low |= u32::from(ranks[l] <= limit) << l;
            }
            while low != 0 {
                let face = (block * LANES) as u32 + low.trailing_zeros();
                low &= low - 1;
                // Mostly there is but the way out itself: no root for that.
                let direction = self.direction(face);
                let along = direction.dot(but);
                let is_but = along * along.abs() > cosine_squared * direction.norm_squared();
                if !is_but && is(self.normal(face)) {
                    return true;
                }
            }
        }
        false
    }
}

/// Four planes side by side, as [`plane`] computes one, but for the length of their normals.
struct Four<const D: usize> {
    normals: [[f64; 4]; D],
    heights: [f64; 4],
    slacks: [f64; 4],
    ranks: [f64; 4],
    /// Those that need more precision.
    is_sliver: [bool; 4],
}

impl<const D: usize> Four<D> {
    /// From the corners of four faces, and how wrong the height over a face with a right angle is.
    #[inline(always)]
    fn new(faces: &[[Vector<D>; 3]; 4], unit: f64) -> Self {
        let mut p = [[0.0; 4]; D];
        let (mut e, mut f) = (p, p);
        for i in 0..D {
            for l in 0..4 {
                let [from, to, other] = faces[l];
                p[i][l] = from[i];
                e[i][l] = to[i] - from[i];
                f[i][l] = other[i] - from[i];
            }
        }
        let mut normals = p;
        for i in 0..D {
            let (j, k) = ((i + 1) % D, (i + 2) % D);
            for l in 0..4 {
                normals[i][l] = e[j][l] * f[k][l] - e[k][l] * f[j][l];
            }
        }
        let (squared, ee, ff) = (dots(&normals, &normals), dots(&e, &e), dots(&f, &f));
        let heights = dots(&normals, &p);
        let mut is_sliver = [false; 4];
        let (mut ranks, mut slacks) = ([0.0; 4], [0.0; 4]);
        for l in 0..4 {
            let least = accuracy::FACE_SLIVER * accuracy::FACE_SLIVER * (ee[l] * ff[l]);
            is_sliver[l] = !(squared[l] > least);
        }
        for l in 0..4 {
            // The square of the normal's length would leave the range of floats.
            ranks[l] = heights[l] / squared[l] * heights[l].abs();
        }
        for l in 0..4 {
            slacks[l] = unit * (ee[l] + ff[l]);
        }
        Self { normals, heights, slacks, ranks, is_sliver }
    }
}

/// The scalar products, side by side.
#[inline(always)]
fn dots<const D: usize>(x: &[[f64; 4]; D], y: &[[f64; 4]; D]) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for l in 0..4 {
        sums[l] = x[0][l] * y[0][l];
    }
    for i in 1..D {
        for l in 0..4 {
            sums[l] += x[i][l] * y[i][l];
        }
    }
    sums
}
