//! A growing convex polytope: the hull of some points of the difference, with its faces, their
//! neighbours and their heights over the origin. One code for polygons and polyhedra: a face has
//! D vertices and D neighbours.
//!
//! Which faces a new point sees is decided exactly (by the planes where they are clear enough,
//! by exact determinants where not), and what is seen edge-on counts as seen. The hull is then
//! convex without reserve, no face is empty, and the faces that go always make up one patch:
//! moved outwards by a hair, the point would see just these.
//!
//! ```text
//!          w
//!        .' '.          the faces that w sees go; each edge of the horizon
//!      .'     '.        (and in 2D each of the two ends) makes a new face with w
//!     u─────────v
//!    / \ seen  / \
//! ```

use alloc::vec::Vec;

use super::crust::Crust;
use super::growing::{Growing, Growth};
use super::side::{GONE, plane, side_of};
use crate::accuracy;
use crate::simd::Level;
use crate::solver::endless::far::{self, Place};
use crate::space::Vector;

/// Heights are searched block by block.
const BLOCK: usize = 32;

/// A face: its vertices, anticlockwise seen from outside, and across from each the neighbour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face<const D: usize> {
    pub(crate) v: [u32; 3],
    pub(crate) next: [u32; 3],
    /// Unit, outwards.
    pub(crate) normal: Vector<D>,
    /// How wrong n·w may be for a point w, as a length.
    slack: f64,
    /// The round in which a new point saw it.
    seen: u32,
}

/// An edge (in 2D a point) between what is seen and what is not.
#[derive(Clone, Copy, Debug)]
struct Ridge {
    from: u32,
    to: u32,
    /// The face beyond, and its place for a neighbour.
    beyond: u32,
    place: u32,
}

/// The polytope. It keeps its memory from one query to the next.
#[derive(Clone, Debug)]
pub(crate) struct Shell<const D: usize, N> {
    /// With their names.
    pub(crate) corners: Vec<(Vector<D>, N)>,
    /// Which of the first corners are far ends of rays (`far`); those after them are not.
    far: Vec<bool>,
    pub(crate) faces: Vec<Face<D>>,
    /// The height of each face over the origin.
    heights: Vec<f64>,
    /// The least height of each block of faces; not a number where that must be found anew.
    least: Vec<f64>,
    free: Vec<u32>,
    stack: Vec<u32>,
    ridges: Vec<Ridge>,
    /// For each corner on the horizon, the new face whose ridge starts there.
    starts: Vec<u32>,
    round: u32,
    /// The size of the numbers: rounding is relative to it.
    scale: f64,
}

impl<const D: usize, N> Default for Shell<D, N> {
    fn default() -> Self {
        Self {
            corners: Vec::new(),
            far: Vec::new(),
            faces: Vec::new(),
            heights: Vec::new(),
            least: Vec::new(),
            free: Vec::new(),
            stack: Vec::new(),
            ridges: Vec::new(),
            starts: Vec::new(),
            round: 0,
            scale: 0.0,
        }
    }
}

impl<const D: usize, N: Copy> Shell<D, N> {
    /// Starts from D + 1 corners; `false` if they lie in a plane (a line in 2D).
    pub(crate) fn begin(&mut self, corners: &[(Vector<D>, N)], scale: f64) -> bool {
        self.clear(scale);
        self.corners.extend_from_slice(&corners[..D + 1]);
        self.start()
    }

    /// The same where some of the corners are far ends of rays; at least one is a point.
    pub(crate) fn begin_far(
        &mut self,
        corners: &[(Vector<D>, N)],
        far: &[bool],
        scale: f64,
    ) -> bool {
        self.clear(scale);
        self.corners.extend_from_slice(&corners[..D + 1]);
        self.far.extend_from_slice(&far[..D + 1]);
        self.start()
    }

    fn start(&mut self) -> bool {
        self.starts.resize(D + 1, 0);
        let volume = if D == 2 { self.side([0, 1, 0], 2) } else { self.side([0, 1, 2], 3) };
        if volume == 0.0 {
            return false;
        }
        // The last corner must lie behind the face of the others.
        if volume > 0.0 {
            self.corners.swap(0, 1);
            if self.far.len() > 1 {
                self.far.swap(0, 1);
            }
        }
        for f in 0..=D {
            let (face, next) = if D == 2 { TRIANGLE[f % 3] } else { TETRAHEDRON[f % 4] };
            self.add(face, next);
        }
        true
    }

    /// Adds the far end of a ray, unless the polytope has it already. All of these come before
    /// the points that join.
    pub(crate) fn add_far(&mut self, corner: (Vector<D>, N)) {
        let ray = Place { at: corner.0, far: true };
        let is_live = |f: u32, shell: &Self| !shell.free.contains(&f);
        let all = 0..self.faces.len() as u32;
        if let Some(face) = all.into_iter().find(|f| is_live(*f, self) && self.is_beyond(*f, ray)) {
            self.far.push(true);
            self.join(corner, ray, face);
        }
    }

    fn clear(&mut self, scale: f64) {
        self.corners.clear();
        self.far.clear();
        self.faces.clear();
        self.heights.clear();
        self.least.clear();
        self.free.clear();
        self.starts.clear();
        self.round = 0;
        self.scale = scale;
    }

    /// Takes over from a polytope that is full.
    pub(crate) fn adopt(&mut self, crust: &Crust<D, N>, scale: f64) {
        self.clear(scale);
        let (corners, faces) = crust.parts();
        self.corners.extend(corners);
        self.starts.resize(self.corners.len(), 0);
        // Faces are numbered anew, without gaps.
        let mut number = [0; u8::MAX as usize + 1];
        for (new, old) in crust.live().enumerate() {
            number[old] = new as u32;
        }
        for (v, next) in faces {
            self.add(v.map(u32::from), next.map(|old| number[usize::from(old)]));
        }
    }

    /// Walks over the faces that `w` sees, from one of them, collects the ridges around them and
    /// removes them.
    fn find_horizon(&mut self, face: u32, w: Place<D>) {
        self.round += 1;
        let round = self.round;
        self.faces[face as usize].seen = round;
        self.stack.push(face);
        while let Some(f) = self.stack.pop() {
            let Face { v, next, .. } = self.faces[f as usize];
            for k in 0..D {
                let g = next[k];
                if self.faces[g as usize].seen == round {
                    continue;
                }
                if self.sees(g, w) {
                    self.faces[g as usize].seen = round;
                    self.stack.push(g);
                } else {
                    let place = self.place(g, f, &v, k);
                    let (from, to) = if D == 2 {
                        // The vertex that is left; what comes after it, or before it, is new.
                        (v[1 - k], k as u32)
                    } else {
                        (v[(k + 1) % 3], v[(k + 2) % 3])
                    };
                    self.ridges.push(Ridge { from, to, beyond: g, place });
                }
            }
            self.remove(f);
        }
    }

    /// The place among the neighbours of `g` that belongs to the ridge across from v[k].
    #[inline]
    fn place(&self, g: u32, f: u32, v: &[u32; 3], k: usize) -> u32 {
        let other = &self.faces[g as usize];
        if D == 2 {
            // In a polygon of three sides and more, two edges share one vertex.
            return u32::from(other.v[0] == v[1 - k]);
        }
        // Across from the vertex that is not on the ridge.
        let (from, to) = (v[(k + 1) % 3], v[(k + 2) % 3]);
        for place in 0..3 {
            let u = other.v[place];
            if u != from && u != to {
                return place as u32;
            }
        }
        debug_assert!(f != g);
        0
    }

    fn cover_3d(&mut self, ridges: &[Ridge], new: u32) {
        for ridge in ridges {
            let face = [ridge.from, ridge.to, new];
            let id = self.add(face, [0, 0, ridge.beyond]);
            self.faces[ridge.beyond as usize].next[ridge.place as usize] = id;
            self.starts[ridge.from as usize] = id;
        }
        for ridge in ridges {
            let id = self.starts[ridge.from as usize];
            let after = self.starts[ridge.to as usize];
            self.faces[id as usize].next[0] = after;
            self.faces[after as usize].next[1] = id;
        }
    }

    fn cover_2d(&mut self, ridges: &[Ridge], new: u32) {
        let [one, two] = ridges else { return };
        // `to` says which end of the last seen edge is gone: the second if the polygon goes on
        // before it.
        let (before, after) = if one.to == 1 { (one, two) } else { (two, one) };
        let first = self.add([before.from, new, 0], [0, before.beyond, 0]);
        let second = self.add([new, after.from, 0], [after.beyond, first, 0]);
        self.faces[first as usize].next[0] = second;
        self.faces[before.beyond as usize].next[before.place as usize] = first;
        self.faces[after.beyond as usize].next[after.place as usize] = second;
    }

    fn add(&mut self, v: [u32; 3], next: [u32; 3]) -> u32 {
        let (normal, height, slack) = if self.far.is_empty() {
            let [p, q, r] = v.map(|v| self.corners[v as usize].0);
            plane(p, q, r, self.scale)
        } else {
            far::plane(v.map(|v| self.place_of(v)), self.scale)
        };
        let face = Face { v, next, normal, slack, seen: 0 };
        let id = match self.free.pop() {
            Some(id) => {
                self.faces[id as usize] = face;
                self.heights[id as usize] = height;
                id
            }
            None => {
                self.faces.push(face);
                self.heights.push(height);
                if self.least.len() * BLOCK < self.faces.len() {
                    self.least.push(GONE);
                }
                self.faces.len() as u32 - 1
            }
        };
        let block = &mut self.least[id as usize / BLOCK];
        if height < *block {
            *block = height;
        }
        id
    }

    fn remove(&mut self, face: u32) {
        let face = face as usize;
        let (height, block) = (self.heights[face], face / BLOCK);
        self.heights[face] = GONE;
        self.free.push(face as u32);
        if height <= self.least[block] {
            // To be found anew.
            self.least[block] = f64::NAN;
        }
    }

    /// Whether a point lies beyond a face, or in its plane.
    #[inline]
    fn sees(&self, face: u32, w: Place<D>) -> bool {
        self.clearly(face, w).unwrap_or_else(|| self.side_of(self.faces[face as usize].v, w) >= 0.0)
    }

    /// Whether a point lies beyond a face.
    #[inline]
    fn is_beyond(&self, face: u32, w: Place<D>) -> bool {
        self.clearly(face, w).unwrap_or_else(|| self.side_of(self.faces[face as usize].v, w) > 0.0)
    }

    /// Whether a point lies beyond a face, if that is clear.
    #[inline]
    fn clearly(&self, face: u32, w: Place<D>) -> Option<bool> {
        let Face { normal, slack, .. } = &self.faces[face as usize];
        let height = self.heights[face as usize];
        // Far away only the direction counts.
        let beyond = if w.far { normal.dot(w.at) * self.scale } else { normal.dot(w.at) - height };
        (beyond.abs() > *slack).then_some(beyond > 0.0)
    }

    /// A point, or far end of a ray, that `face` sees joins.
    fn join(&mut self, corner: (Vector<D>, N), w: Place<D>, face: u32) {
        let new = self.corners.len() as u32;
        self.corners.push(corner);
        self.starts.push(0);
        self.find_horizon(face, w);
        let mut ridges = core::mem::take(&mut self.ridges);
        if D == 2 {
            self.cover_2d(&ridges, new);
        } else {
            self.cover_3d(&ridges, new);
        }
        ridges.clear();
        self.ridges = ridges;
    }

    fn place_of(&self, corner: u32) -> Place<D> {
        let far = self.far.get(corner as usize).is_some_and(|far| *far);
        Place { at: self.corners[corner as usize].0, far }
    }

    fn side(&self, v: [u32; 3], w: usize) -> f64 {
        self.side_of(v, self.place_of(w as u32))
    }

    fn side_of(&self, v: [u32; 3], w: Place<D>) -> f64 {
        if self.far.is_empty() {
            return side_of(v.map(|v| self.corners[v as usize].0), w.at);
        }
        far::side_of(v.map(|v| self.place_of(v)), w)
    }
}

impl<const D: usize, N: Copy> Growing<D, N> for Shell<D, N> {
    #[inline]
    fn closest(&mut self) -> (u32, f64) {
        let (mut block, mut least) = (0, GONE);
        for k in 0..self.least.len() {
            if self.least[k].is_nan() {
                let heights = &self.heights[k * BLOCK..self.heights.len().min((k + 1) * BLOCK)];
                self.least[k] = lowest(heights);
            }
            if self.least[k] < least {
                (block, least) = (k, self.least[k]);
            }
        }
        let from = block * BLOCK;
        let heights = &self.heights[from..self.heights.len().min(from + BLOCK)];
        let mut face = from;
        for (k, height) in heights.iter().enumerate() {
            if *height == least {
                face = from + k;
                break;
            }
        }
        (face as u32, least)
    }

    fn grow(&mut self, _: impl Level, corner: (Vector<D>, N), face: u32) -> Growth {
        let point = Place { at: corner.0, far: false };
        if !self.is_beyond(face, point) {
            return Growth::Nothing;
        }
        self.join(corner, point, face);
        Growth::More
    }

    fn normal(&self, face: u32) -> Vector<D> {
        self.faces[face as usize].normal
    }

    fn height(&self, face: u32) -> f64 {
        self.heights[face as usize]
    }

    fn corners_of(&self, face: u32) -> [(Vector<D>, N); D] {
        let v = self.faces[face as usize].v;
        core::array::from_fn(|k| self.corners[v[k] as usize])
    }

    fn neighbour(&self, face: u32, k: usize) -> u32 {
        self.faces[face as usize].next[k]
    }

    fn len(&self) -> usize {
        self.faces.len() - self.free.len()
    }

    fn unit(&self) -> f64 {
        accuracy::ROUNDING * self.scale
    }

    fn is_far(&self, face: u32, k: usize) -> bool {
        !self.far.is_empty() && self.place_of(self.faces[face as usize].v[k]).far
    }

    fn any_normal_below(
        &self,
        limit: f64,
        _: Vector<D>,
        is: &mut dyn FnMut(Vector<D>) -> bool,
    ) -> bool {
        let low = self.heights.iter().zip(&self.faces).filter(|(height, _)| **height <= limit);
        low.map(|(_, face)| face.normal).any(is)
    }
}

/// The least of these.
#[inline]
fn lowest(heights: &[f64]) -> f64 {
    // Four at a time, which do not wait for each other.
    let mut least = [GONE; 4];
    let (fours, rest) = heights.as_chunks::<4>();
    for four in fours {
        for l in 0..4 {
            least[l] = if four[l] < least[l] { four[l] } else { least[l] };
        }
    }
    let mut lowest = GONE;
    for height in least.iter().chain(rest) {
        lowest = if *height < lowest { *height } else { lowest };
    }
    lowest
}

/// The vertices and the neighbours of the first faces.
const TRIANGLE: [([u32; 3], [u32; 3]); 3] =
    [([0, 1, 0], [1, 2, 0]), ([1, 2, 0], [2, 0, 0]), ([2, 0, 0], [0, 1, 0])];
const TETRAHEDRON: [([u32; 3], [u32; 3]); 4] = [
    ([0, 1, 2], [2, 3, 1]),
    ([0, 3, 1], [2, 0, 3]),
    ([1, 3, 2], [3, 0, 1]),
    ([2, 3, 0], [1, 0, 2]),
];

#[cfg(test)]
mod tests {
    use super::*;

    use crate::simd::EachTime;

    fn corner<const D: usize>(w: [f64; D]) -> (Vector<D>, ()) {
        (Vector(w), ())
    }

    /// Every neighbour knows its neighbour, and no corner lies beyond a face.
    fn is_sound<const D: usize>(shell: &Shell<D, ()>) {
        let mut live = 0;
        for (id, face) in shell.faces.iter().enumerate() {
            if shell.heights[id] == GONE {
                continue;
            }
            live += 1;
            for k in 0..D {
                let other = &shell.faces[face.next[k] as usize];
                assert!(other.next[..D].contains(&(id as u32)), "{id} and {}", face.next[k]);
            }
            for corner in 0..shell.corners.len() {
                assert!(shell.side(face.v, corner) <= 0.0, "face {id}, corner {corner}");
            }
        }
        assert_eq!(live, shell.len());
    }

    #[test]
    fn grows_in_space() {
        let mut shell = Shell::<3, ()>::default();
        let first = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(shell.begin(&first.map(corner), 1.0));
        is_sound(&shell);
        let mut rng = fastrand::Rng::with_seed(7);
        let mut added = 0;
        for step in 0..400 {
            // Points of a coarse lattice are often coplanar or collinear with others.
            let mut w = [0.0; 3];
            w.fill_with(|| f64::from(rng.i32(-4..=4)));
            let w = Vector(w);
            let seen = (0..shell.faces.len() as u32).find(|f| {
                shell.heights[*f as usize] != GONE && {
                    shell.side_of(shell.faces[*f as usize].v, Place { at: w, far: false }) > 0.0
                }
            });
            if let Some(face) = seen {
                assert_eq!(shell.grow(EachTime, corner(w.0), face), Growth::More, "step {step}");
                is_sound(&shell);
                added += 1;
            }
        }
        assert!(added > 8);
        assert!((shell.closest().1 - 4.0).abs() < 1e-14);
    }

    #[test]
    fn grows_in_the_plane() {
        let mut shell = Shell::<2, ()>::default();
        assert!(shell.begin(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(corner), 1.0));
        is_sound(&shell);
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..200 {
            let w = Vector([f64::from(rng.i32(-5..=5)), f64::from(rng.i32(-5..=5))]);
            let seen = (0..shell.faces.len() as u32).find(|f| {
                shell.heights[*f as usize] != GONE && {
                    shell.side_of(shell.faces[*f as usize].v, Place { at: w, far: false }) > 0.0
                }
            });
            if let Some(face) = seen {
                assert_eq!(shell.grow(EachTime, corner(w.0), face), Growth::More);
                is_sound(&shell);
            }
        }
        assert!((shell.closest().1 - 5.0).abs() < 1e-14);
    }

    #[test]
    fn refuses_what_is_flat() {
        let mut shell = Shell::<3, ()>::default();
        let flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
        assert!(!shell.begin(&flat.map(corner), 1.0));
    }
}
