//! A growing convex polytope in space with few corners: what most depths need. The same as
//! [`Shell`](super::shell::Shell), but in arrays of fixed size, and the neighbour of a face is
//! looked up in a table: which face has the edge from one corner to another.

use super::ends::Corner;
use super::shell::{GONE, Growing, Growth, plane, side_of};
use crate::accuracy;
use crate::space::Vector;

/// The most corners.
const CORNERS: usize = 64;

/// The most faces: a polytope with n corners has at most 2 n − 4.
const FACES: usize = 2 * CORNERS;

/// A face: its corners, anticlockwise seen from outside.
#[derive(Clone, Copy, Debug)]
struct Face<const D: usize> {
    v: [u8; 3],
    /// The round in which a new corner saw it.
    seen: u32,
    /// Unit, outwards.
    normal: Vector<D>,
    /// How wrong n·w may be for a point w, as a length.
    slack: f64,
}

/// The polytope.
#[derive(Clone, Debug)]
pub(crate) struct Crust<const D: usize> {
    corners: [Corner<D>; CORNERS],
    count: usize,
    faces: [Face<D>; FACES],
    heights: [f64; FACES],
    /// Faces from this one on were never used.
    used: usize,
    free: [u8; FACES],
    free_count: usize,
    /// The face on the left of the way from one corner to another.
    owner: [[u8; CORNERS]; CORNERS],
    ridges: [[u8; 2]; FACES],
    stack: [u8; FACES],
    round: u32,
    scale: f64,
}

impl<const D: usize> Default for Crust<D> {
    fn default() -> Self {
        let face = Face { v: [0; 3], seen: 0, normal: Vector::ZERO, slack: 0.0 };
        Self {
            corners: [Corner::NONE; CORNERS],
            count: 0,
            faces: [face; FACES],
            heights: [GONE; FACES],
            used: 0,
            free: [0; FACES],
            free_count: 0,
            owner: [[0; CORNERS]; CORNERS],
            ridges: [[0; 2]; FACES],
            stack: [0; FACES],
            round: 0,
            scale: 0.0,
        }
    }
}

impl<const D: usize> Crust<D> {
    /// Starts from four corners; `false` if they lie in a plane.
    pub(crate) fn begin(&mut self, corners: &[Corner<D>], scale: f64) -> bool {
        let [p, q, r, s] = corners else { return false };
        let volume = side_of([p.w, q.w, r.w], s.w);
        if volume == 0.0 {
            return false;
        }
        // The last corner must lie behind the face of the others.
        let (p, q) = if volume > 0.0 { (q, p) } else { (p, q) };
        for (k, corner) in [p, q, r, s].into_iter().enumerate() {
            self.corners[k] = *corner;
        }
        (self.count, self.used, self.free_count, self.scale) = (4, 0, 0, scale);
        for face in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            self.add(face);
        }
        true
    }

    /// The corners and the faces, for a polytope without limits.
    pub(super) fn parts(&self) -> (&[Corner<D>], impl Iterator<Item = ([u8; 3], [u8; 3])> + '_) {
        let live = (0..self.used).filter(|f| self.heights[*f] != GONE);
        let face = |f: usize| {
            let v = self.faces[f].v;
            let across = |k: usize| self.across(v, k);
            (v, [across(0), across(1), across(2)])
        };
        (&self.corners[..self.count], live.map(face))
    }

    /// Each live face's number.
    pub(super) fn live(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.used).filter(|f| self.heights[*f] != GONE)
    }

    #[inline(always)]
    fn point(&self, k: u8) -> Vector<D> {
        self.corners[usize::from(k) % CORNERS].w
    }

    /// The face across the edge that lies across from corner k.
    #[inline(always)]
    fn across(&self, v: [u8; 3], k: usize) -> u8 {
        let (from, to) = (v[(k + 1) % 3], v[(k + 2) % 3]);
        self.owner[usize::from(to) % CORNERS][usize::from(from) % CORNERS]
    }

    #[inline(always)]
    fn add(&mut self, v: [u8; 3]) {
        let (p, q, r) = (self.point(v[0]), self.point(v[1]), self.point(v[2]));
        let (normal, height, slack) = plane(p, q, r, self.scale);
        let id = if self.free_count > 0 {
            self.free_count -= 1;
            self.free[self.free_count % FACES]
        } else {
            self.used += 1;
            (self.used - 1) as u8
        };
        self.faces[usize::from(id) % FACES] = Face { v, seen: 0, normal, slack };
        self.heights[usize::from(id) % FACES] = height;
        for (from, to) in [(v[0], v[1]), (v[1], v[2]), (v[2], v[0])] {
            self.owner[usize::from(from) % CORNERS][usize::from(to) % CORNERS] = id;
        }
    }

    /// Which side of a face a point is on: positive beyond, zero in its plane.
    #[inline(always)]
    fn side(&self, face: u8, w: Vector<D>) -> f64 {
        let face = usize::from(face) % FACES;
        let Face { v, normal, slack, .. } = &self.faces[face];
        let beyond = normal.dot(w) - self.heights[face];
        if beyond.abs() > *slack { beyond } else { self.close_call(*v, w) }
    }

    #[cold]
    #[inline(never)]
    fn close_call(&self, v: [u8; 3], w: Vector<D>) -> f64 {
        side_of(v.map(|k| self.point(k)), w)
    }
}

impl<const D: usize> Growing<D> for Crust<D> {
    #[inline(always)]
    fn closest(&mut self) -> (u32, f64) {
        let (mut face, mut least) = (0, GONE);
        for (f, height) in self.heights[..self.used.min(FACES)].iter().enumerate() {
            if *height < least {
                (face, least) = (f, *height);
            }
        }
        (face as u32, least)
    }

    #[inline(always)]
    fn grow(&mut self, corner: &Corner<D>, face: u32) -> Growth {
        let w = corner.w;
        if !(self.side(face as u8, w) > 0.0) {
            return Growth::Nothing;
        }
        if self.count == CORNERS {
            return Growth::Full;
        }
        let new = self.count as u8;
        self.corners[self.count % CORNERS] = *corner;
        self.count += 1;
        self.round += 1;
        let round = self.round;
        self.faces[face as usize % FACES].seen = round;
        self.stack[0] = face as u8;
        let (mut waiting, mut ridges) = (1, 0);
        while waiting > 0 {
            waiting -= 1;
            let f = self.stack[waiting % FACES];
            let v = self.faces[usize::from(f) % FACES].v;
            for k in 0..3 {
                let g = self.across(v, k);
                if self.faces[usize::from(g) % FACES].seen == round {
                    continue;
                }
                // What is seen edge-on counts as seen.
                if self.side(g, w) >= 0.0 {
                    self.faces[usize::from(g) % FACES].seen = round;
                    self.stack[waiting % FACES] = g;
                    waiting += 1;
                } else {
                    self.ridges[ridges % FACES] = [v[(k + 1) % 3], v[(k + 2) % 3]];
                    ridges += 1;
                }
            }
            self.heights[usize::from(f) % FACES] = GONE;
            self.free[self.free_count % FACES] = f;
            self.free_count += 1;
        }
        for k in 0..ridges {
            let [from, to] = self.ridges[k % FACES];
            self.add([from, to, new]);
        }
        Growth::More
    }

    fn normal(&self, face: u32) -> Vector<D> {
        self.faces[face as usize % FACES].normal
    }

    fn height(&self, face: u32) -> f64 {
        self.heights[face as usize % FACES]
    }

    fn corners_of(&self, face: u32) -> [Corner<D>; D] {
        let v = self.faces[face as usize % FACES].v;
        core::array::from_fn(|k| self.corners[usize::from(v[k % 3]) % CORNERS])
    }

    fn neighbour(&self, face: u32, k: usize) -> u32 {
        u32::from(self.across(self.faces[face as usize % FACES].v, k))
    }

    fn len(&self) -> usize {
        self.used - self.free_count
    }

    fn unit(&self) -> f64 {
        accuracy::ROUNDING * self.scale
    }

    fn any_normal_below(&self, limit: f64, is: &mut dyn FnMut(Vector<D>) -> bool) -> bool {
        self.live().any(|f| self.heights[f] <= limit && is(self.faces[f].normal))
    }
}
