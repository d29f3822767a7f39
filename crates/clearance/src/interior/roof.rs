//! The furthest point of a shape made of surfaces, and the proof that it is.
//!
//! D half-spaces n·x ≤ b that contain the shape are a roof over it. If u = Σ λ n with no λ negative,
//! the shape reaches no further along u than u·x ≤ Σ λ b, which is where the roof has its corner:
//!
//! ```text
//!              ·  corner
//!             / \                  The ray from a point inside to the corner leaves the shape at
//!            / | \                 some point. That point belongs to the shape; the tangent there
//!           /.-+-.\                cuts the corner off. One of the half-spaces makes room for it,
//!          /(  |  )\               such that u remains between the normals (a step of the dual
//!           (  ·  )                simplex method), and the new corner is lower.
//! ```
//!
//! Corner and point come as close as rounding allows. Nothing is asked of the surfaces but convexity
//! and tangents: kinks, flat sides, corners and edges of several surfaces are all the same.

use crate::accuracy;
use crate::shape::Implicit;
use crate::space::Vector;

/// A half-space n·z ≤ b with n of length 1, z being measured from the point inside.
#[derive(Clone, Copy)]
struct Plane<const D: usize> {
    normal: Vector<D>,
    offset: f64,
}

impl<const D: usize> Plane<D> {
    /// How far beyond it a point lies.
    fn over(&self, z: Vector<D>) -> f64 {
        self.normal.dot(z) - self.offset
    }
}

/// The roof over a shape in one direction.
pub(super) struct Roof<'a, const D: usize> {
    shape: &'a dyn Implicit<D>,
    inside: Vector<D>,
    /// A unit vector.
    unit: Vector<D>,
    /// The half-size of a box around the point inside that contains the shape.
    room: f64,
    planes: [Plane<D>; D],
    /// Tangents that were found, in the roof or not any more.
    known: [Plane<D>; accuracy::ROOF_PLANES],
    count: usize,
    corner: Vector<D>,
    /// Of length 1 or so, across the direction.
    aside: Vector<D>,
    /// No point of the shape lies further along the direction, measured from the point inside.
    bound: f64,
    best: Vector<D>,
    value: f64,
}

impl<'a, const D: usize> Roof<'a, D> {
    /// The shape must lie within the box of half-size `room` around its point inside.
    pub(super) fn new(shape: &'a dyn Implicit<D>, room: f64, unit: Vector<D>) -> Self {
        let around = wide(unit);
        let mut roof = Self {
            shape,
            inside: shape.inside(),
            unit,
            room,
            planes: around.map(|normal| Plane { normal, offset: room * normal.sum_abs() }),
            known: [Plane { normal: Vector::ZERO, offset: 0.0 }; accuracy::ROOF_PLANES],
            count: D,
            corner: Vector::ZERO,
            aside: around[0] - around[D - 1] * accuracy::ROOF_ASKEW,
            bound: f64::INFINITY,
            best: Vector::ZERO,
            value: 0.0,
        };
        roof.known[..D].copy_from_slice(&roof.planes);
        roof.corner = corner(&roof.planes).unwrap_or(unit * room);
        roof.bound = roof.height(&roof.planes).0;
        roof
    }

    /// Lowers the roof until no more than `gap` is left between it and a point of the shape, or no
    /// tangent lowers it any more.
    pub(super) fn lower(&mut self, gap: f64) {
        let (mut least, mut idle) = (f64::INFINITY, 0);
        for _ in 0..accuracy::ROOF_ROUNDS {
            let left = self.bound - self.value;
            if left <= gap || idle > accuracy::ROOF_IDLE {
                break;
            }
            if left < least * accuracy::ROOF_GAIN {
                (least, idle) = (left, 0);
            } else {
                idle += 1;
            }
            if !self.look(self.corner) {
                break;
            }
        }
    }

    /// The furthest point that was found.
    pub(super) fn point(&self) -> Vector<D> {
        self.inside + self.best
    }

    /// How much further than that point the shape may reach.
    pub(super) fn left(&self) -> f64 {
        (self.bound - self.value).max(0.0)
    }

    /// How far the shape reaches at most, as measured from the origin.
    pub(super) fn bound(&self) -> f64 {
        self.bound + self.unit.dot(self.inside)
    }

    /// Looks along the ray through `z`: a point of the shape, and tangents that lower the roof.
    /// Whether there was one.
    fn look(&mut self, z: Vector<D>) -> bool {
        let (mut share, mut lowered) = (f64::INFINITY, false);
        let (mut deepest, mut flat) = (0.0, None);
        for (normal, offset) in self.shape.half_spaces() {
            let (height, offset) = (normal.dot(z), offset - normal.dot(self.inside));
            if height > 0.0 {
                share = share.min(offset / height);
            }
            if height - offset > deepest {
                deepest = height - offset;
                flat = Some(Plane { normal: *normal, offset });
            }
        }
        if let Some(plane) = flat {
            lowered |= self.take(plane);
        }
        for k in 0..self.shape.curved() {
            let Some((inside, at)) = self.exit(k, z) else {
                share = share.min(1.0);
                continue;
            };
            share = share.min(inside);
            let tangent = self.shape.tangent(k as u32, self.inside + z * at);
            let Some((normal, offset)) = tangent else { continue };
            let length = normal.norm();
            let normal = normal / length;
            let offset = offset / length - normal.dot(self.inside);
            lowered |= self.take(Plane { normal, offset });
        }
        let point = z * share;
        if self.unit.dot(point) > self.value && point.is_finite() {
            (self.best, self.value) = (point, self.unit.dot(point));
        }
        lowered
    }

    /// Where the ray leaves a curved surface, as shares of `z`: the last share that is known to be
    /// inside (but for rounding), and the one where the tangent is to be taken. `None` if `z` itself
    /// is inside.
    fn exit(&self, surface: usize, z: Vector<D>) -> Option<(f64, f64)> {
        let (mut low, mut high, mut at) = (0.0_f64, 1.0_f64, 1.0_f64);
        for round in 0..accuracy::ROOF_EXIT_STEPS {
            let jet = self.shape.jet(surface, self.inside + z * at, 0.0);
            if jet.value <= 0.0 {
                if at == 1.0 {
                    return None;
                }
                low = at;
            } else {
                high = at;
            }
            // Newton's method from outside of a convex function stays outside; what rises like a
            // high power takes too many steps of it, and far out numbers may overflow.
            let next = at - jet.value / jet.gradient.dot(z);
            let slow = round % 8 == 7;
            let next = if next > low && next < high && !slow { next } else { 0.5 * (low + high) };
            if (next - at).abs() <= accuracy::ROUNDING * at || jet.value == 0.0 {
                return Some((at, at));
            }
            at = next;
        }
        Some((low, high))
    }

    /// Remembers a half-space that cuts off the corner, and lowers the roof to the lowest that the
    /// known ones make; whether that succeeds.
    fn take(&mut self, plane: Plane<D>) -> bool {
        if !(plane.over(self.corner) > 0.0) {
            return false;
        }
        self.remember(plane);
        let mut next = plane;
        for _ in 0..2 * accuracy::ROOF_PLANES {
            if !self.add(next) {
                return self.rebuild();
            }
            let size = self.room + self.corner.sum_abs();
            let mut deepest = accuracy::TOUCH * accuracy::ROUNDING * size;
            let mut worst = None;
            for known in &self.known[..self.count] {
                let over = known.over(self.corner);
                if over > deepest {
                    (worst, deepest) = (Some(*known), over);
                }
            }
            let Some(worst) = worst else { return true };
            next = worst;
        }
        true
    }

    /// In the place of the one that is furthest from where it matters, if there is no other; the
    /// first D stay, so that there is always a roof.
    fn remember(&mut self, plane: Plane<D>) {
        if self.count < self.known.len() {
            self.known[self.count] = plane;
            self.count += 1;
            return;
        }
        let mut place = D;
        for k in D + 1..self.count {
            if self.known[k].over(self.corner) < self.known[place].over(self.corner) {
                place = k;
            }
        }
        self.known[place] = plane;
    }

    /// The lowest roof of known half-spaces by looking at all: where rounding has led astray.
    fn rebuild(&mut self) -> bool {
        let mut ids = [0; D];
        let mut best: Option<([Plane<D>; D], f64, f64)> = None;
        let tie = accuracy::ROOF_TIE * self.room;
        for k in 0..self.count.pow(D as u32) {
            let mut rest = k;
            for id in &mut ids {
                (*id, rest) = (rest % self.count, rest / self.count);
            }
            if !ids.is_sorted_by(|i, j| i < j) {
                continue;
            }
            let planes = ids.map(|id| self.known[id]);
            let (height, missing) = self.height(&planes);
            let lowest = best.map_or(f64::INFINITY, |(_, lowest, _)| lowest);
            if !(missing <= accuracy::ROOF_TIE && height <= lowest + tie) {
                continue;
            }
            let Some(corner) = corner(&planes) else { continue };
            let known = self.known[..self.count].iter();
            let over = known.fold(0.0_f64, |most, plane| most.max(plane.over(corner)));
            if height < lowest - tie || best.is_none_or(|(_, _, least)| over < least) {
                best = Some((planes, height, over));
            }
        }
        let Some((planes, height, _)) = best else { return false };
        let before = self.corner;
        (self.planes, self.corner) = (planes, corner(&planes).unwrap_or(before));
        self.bound = self.bound.min(height);
        self.corner != before
    }

    /// Takes a half-space into the roof, if it cuts off the corner: another one goes, such that the
    /// direction stays between the normals.
    fn add(&mut self, plane: Plane<D>) -> bool {
        let columns = columns(&self.planes);
        // Where the direction is itself a normal, or nearly, the others weigh nothing, and planes
        // would come and go for ever: among those that could go, the one that would if the direction
        // were the least bit askew.
        let Some(parts) = solve(columns, plane.normal) else { return false };
        let Some(askew) = solve(columns, self.aside) else { return false };
        let (mut missing, mut least, mut chosen) = (f64::INFINITY, f64::INFINITY, None);
        for i in 0..D {
            if !(parts[i] > 0.0) {
                continue;
            }
            let mut planes = self.planes;
            planes[i] = plane;
            let (height, missed) = self.height(&planes);
            let (ratio, missed) = (askew[i] / parts[i], missed.max(accuracy::ROOF_TIE));
            if missed < missing || missed == missing && ratio < least {
                (missing, least, chosen) = (missed, ratio, Some((planes, height)));
            }
        }
        let Some((planes, height)) = chosen.filter(|_| missing <= accuracy::ROOF_LOST) else {
            return false;
        };
        let Some(corner) = corner(&planes) else { return false };
        (self.planes, self.corner) = (planes, corner);
        self.bound = self.bound.min(height);
        true
    }

    /// How far along the direction the shape reaches at most, by these half-spaces, and how much of
    /// the direction is not between their normals, as a share of the weights that these have.
    fn height(&self, planes: &[Plane<D>; D]) -> (f64, f64) {
        let none = (f64::INFINITY, f64::INFINITY);
        let Some(weights) = solve(columns(planes), self.unit) else { return none };
        let (mut height, mut left, mut sum) = (0.0, self.unit, 0.0);
        for i in 0..D {
            let weight = weights[i].max(0.0);
            height += weight * planes[i].offset;
            left -= planes[i].normal * weight;
            sum += weight;
        }
        // What rounding leaves of the direction counts as if the shape filled its box.
        let missing = left.sum_abs();
        (height + missing * self.room, missing / sum)
    }
}

/// The matrix whose columns are the normals, by rows.
fn columns<const D: usize>(planes: &[Plane<D>; D]) -> [Vector<D>; D] {
    core::array::from_fn(|i| Vector::from_fn(|k| planes[k].normal[i]))
}

/// Where all of these half-spaces end.
fn corner<const D: usize>(planes: &[Plane<D>; D]) -> Option<Vector<D>> {
    solve(planes.map(|plane| plane.normal), Vector::from_fn(|i| planes[i].offset))
}

/// D unit vectors around a direction, at equal weights.
fn wide<const D: usize>(unit: Vector<D>) -> [Vector<D>; D] {
    let mut across = [Vector::ZERO; D];
    let mut largest = 0;
    for i in 1..D {
        if unit[i].abs() > unit[largest].abs() {
            largest = i;
        }
    }
    for k in 0..D - 1 {
        // An axis that is not the direction's own, without what it has along those before.
        let mut vector = Vector::axis((largest + 1 + k) % D);
        for _ in 0..2 {
            vector -= unit * unit.dot(vector);
            for before in &across[..k] {
                vector -= *before * before.dot(vector);
            }
        }
        across[k] = vector.normalized().unwrap_or(Vector::ZERO);
        across[D - 1] -= across[k];
    }
    across.map(|vector| (unit + vector).normalized().unwrap_or(unit))
}

/// The solution of a small system given by its rows, by elimination; `None` if it is singular.
fn solve<const D: usize>(mut rows: [Vector<D>; D], mut right: Vector<D>) -> Option<Vector<D>> {
    for c in 0..D {
        let mut pivot = c;
        for r in c + 1..D {
            if rows[r][c].abs() > rows[pivot][c].abs() {
                pivot = r;
            }
        }
        rows.swap(c, pivot);
        (right[c], right[pivot]) = (right[pivot], right[c]);
        if rows[c][c] == 0.0 {
            return None;
        }
        for r in c + 1..D {
            let factor = rows[r][c] / rows[c][c];
            let row = rows[c];
            rows[r] -= row * factor;
            right[r] -= right[c] * factor;
        }
    }
    for c in (0..D).rev() {
        for k in c + 1..D {
            right[c] -= rows[c][k] * right[k];
        }
        right[c] /= rows[c][c];
    }
    right.is_finite().then_some(right)
}
