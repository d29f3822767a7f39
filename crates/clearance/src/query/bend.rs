//! How surfaces bend where two shapes touch, or come closest.
//!
//! W is the derivative of a support point by the direction: zero at a corner and endless on a flat
//! face. Boxes and segments are straight where they say so, vertices that carry the evidence lie in
//! one face, and everything else is measured by turning the direction a little both ways.

use core::hint::select_unpredictable;

use super::gradient::solid;
use crate::accuracy;
use crate::answer::Names;
use crate::shape::{Core, VertexSet, View};
use crate::simd::LANES;
use crate::space::{Pose, Rotation, Vector, real};

/// Where a shape is touched, in the world.
#[derive(Clone, Copy)]
pub(super) struct Contact<'a, const D: usize> {
    pub(super) point: Vector<D>,
    pub(super) outward: Vector<D>,
    /// The normal that the tangents are at right angles to: outward, or the other way.
    pub(super) normal: Vector<D>,
    /// What the evidence calls the points that carry it, and how many there are.
    pub(super) names: (&'a Names, usize),
}

/// What a bend counts as that is so steep that a support point moves as far as on a straight line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steep {
    /// A bend.
    Bend,
    /// A line: where the bend has no end in the middle of a blunt side, nothing can be measured.
    Line,
}

/// The derivative of a shape's support point by the direction, in the tangent plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bend<const D: usize> {
    /// Without what is endless, along the tangents.
    rows: [[f64; 2]; 2],
    /// What stands for endless along the directions in which the shape is flat.
    endless: f64,
    /// The directions in which the shape is flat there, at right angles to each other; zero if there
    /// are fewer.
    pub(super) flat: [Vector<D>; 2],
    /// Whether it bends differently at the two ends of the only line that it is flat along.
    pub(super) uneven: bool,
}

impl<const D: usize> Bend<D> {
    /// At a point of the surface of a shape whose core has this pose.
    #[inline(always)]
    pub(super) fn of(view: &View<'_, D>, pose: &Pose<D>, contact: &Contact<'_, D>) -> Self {
        let flat = accuracy::BEND_FLAT * view.reach;
        let flat = match &view.core {
            Core::Point(_) => [Vector::ZERO; 2],
            Core::Cuboid(_) => {
                let turn = pose.rotation();
                Straight::of(view, turn.rotate_back(contact.outward)).lines(turn)
            }
            Core::Segment(p, q) => {
                straight_edge(pose.rotation().rotate(*q - *p), contact.outward, flat)
            }
            _ => return Self::measured(view, pose, contact, Steep::Bend),
        };
        Self { flat, ..Self::round(view.radius, view.reach) }
    }

    /// The same where bends that are too steep count as lines.
    #[cold]
    #[inline(never)]
    pub(super) fn steep(view: &View<'_, D>, pose: &Pose<D>, contact: &Contact<'_, D>) -> Self {
        match &view.core {
            Core::Point(_) | Core::Cuboid(_) | Core::Segment(..) => Self::of(view, pose, contact),
            _ => Self::measured(view, pose, contact, Steep::Line),
        }
    }

    /// That of the radius alone.
    #[inline(always)]
    fn round(r: f64, reach: f64) -> Self {
        let endless = accuracy::BEND_ENDLESS * reach;
        Self { rows: [[r, 0.0], [0.0, r]], endless, flat: [Vector::ZERO; 2], uneven: false }
    }

    /// The same for shapes that have to be looked at.
    #[inline(never)]
    fn measured(
        view: &View<'_, D>,
        pose: &Pose<D>,
        contact: &Contact<'_, D>,
        steep: Steep,
    ) -> Self {
        let Contact { point, outward, normal, names } = *contact;
        let mut bend = Self::round(view.radius, view.reach);
        let turn = pose.rotation();
        // All in the core's own frame.
        let local = turn.rotate_back(outward);
        let high = outward.dot(point - pose.translation()) - view.radius;
        if let Core::Vertices(set) = &view.core
            && let Some([u, v]) =
                (Edges { set, outward: local, reach: view.reach }).lines(high, names)
        {
            if u != Vector::ZERO {
                bend.flat[0] = turn.rotate(u);
                if v != Vector::ZERO {
                    bend.flat[1] = turn.rotate(v);
                }
            }
            return bend;
        }
        let place = Place {
            view,
            point: pose.transform_back(point),
            outward: local,
            tangents: tangents(normal).map(|tangent| turn.rotate_back(tangent)),
            steep,
        };
        bend.add_named(&place, names);
        let flat = accuracy::BEND_FLAT * view.reach;
        // What the evidence shows to be flat need not be found by turning.
        let unknown = if bend.flat[0] == Vector::ZERO { D - 1 } else { 0 };
        for j in 0..unknown {
            let moved = place.tilted(place.tangents[j], Vector::ZERO);
            // As it is at a corner.
            if moved == Vector::ZERO {
                continue;
            }
            for i in 0..D - 1 {
                bend.rows[i][j] += place.tangents[i].dot(moved) / (2.0 * accuracy::BEND_TURN);
            }
            if moved.norm_squared() > flat * flat && place.jumps(place.tangents[j], moved) {
                bend.add_flat(moved);
            }
        }
        if let Core::Swept(swept) = &view.core {
            for line in swept.lines {
                bend.add_flat(*line);
            }
            // The shape goes on along rays that the normal does not look away from.
            for ray in swept.rays {
                if place.outward.dot(*ray).abs() < accuracy::BEND_TURN {
                    bend.add_flat(*ray);
                }
            }
        }
        if bend.flat[0] != Vector::ZERO {
            bend.rows = bend.rows_across(&place);
            bend.flat = bend.flat.map(|u| turn.rotate(u));
        }
        bend
    }

    /// The edges between vertices that carry the evidence: the surface is flat along them, if they
    /// are at right angles to the normal.
    fn add_named(&mut self, place: &Place<'_, '_, D>, (names, len): (&Names, usize)) {
        let (Core::Vertices(set), Names::Vertices(ids)) = (&place.view.core, names) else { return };
        let points = set.points();
        let Some(first) = points.get(ids[0] as usize) else { return };
        let reach = place.view.reach;
        // Where the shapes only touch, the evidence may be any common point.
        let off = place.outward.dot(place.point - *first) - place.view.radius;
        if !(off.abs() <= accuracy::BEND_TURN * reach) {
            return;
        }
        let flat = accuracy::BEND_FLAT * reach;
        for id in &ids[..len.min(D)] {
            let Some(other) = points.get(*id as usize) else { return };
            let edge = *other - *first;
            let length = edge.norm();
            if length > flat && place.outward.dot(edge).abs() < accuracy::BEND_TURN * length {
                self.add_flat(edge);
            }
        }
    }

    /// W across a line that the surface is flat along, which is the other principal direction;
    /// nothing where it is flat altogether.
    fn rows_across(&mut self, place: &Place<'_, '_, D>) -> [[f64; 2]; 2] {
        let reach = place.view.reach;
        let mut across = 0.0;
        let u = self.flat[0];
        if D == 3 && self.flat[1] == Vector::ZERO {
            let v = place.outward.cross3(u);
            // Where the point lies between the two ends of the line that is flat.
            let ends = [place.support(-u), place.support(u)];
            // What turning found is tilted by the bend, in proportion to the turn: twice the way
            // between the ends less that of a turn twice as far is not.
            let further = place.support(u + u) - place.support(-(u + u));
            if let Some(better) = ((ends[1] - ends[0]) * 2.0 - further).normalized()
                && (better - u).norm() < accuracy::BEND_FLAT
            {
                self.flat[0] = better;
            }
            let ends = ends.map(|end| u.dot(end));
            let share = (u.dot(place.point) - ends[0]) / (ends[1] - ends[0]);
            let share = if share >= 0.0 { share.min(1.0) } else { 0.0 };
            // At each end of the line, lest the point jumps to the other. Between them the bend
            // changes in proportion: the directions stay the same.
            let at_ends = [place.tilted(v, -u), place.tilted(v, u)];
            let moved = at_ends[0] * (1.0 - share) + at_ends[1] * share;
            let more = (at_ends[1] - at_ends[0]).norm();
            self.uneven = more > accuracy::BEND_FLAT * (at_ends[0].norm() + at_ends[1].norm());
            if moved.norm() > accuracy::BEND_FLAT * reach && place.jumps(v, moved) {
                self.add_flat(moved);
            }
            if self.flat[1] == Vector::ZERO {
                across = v.dot(moved) / (2.0 * accuracy::BEND_TURN);
            }
        }
        let [e, f] = place.tangents;
        let (c, s) = (e.dot(u), f.dot(u));
        // across · v vᵀ, with u = (c, s) and v = (−s, c).
        let (off, r) = (-across * c * s, place.view.radius);
        [[across * s * s + r, off], [off, across * c * c + r]]
    }

    /// One more direction in which the shape is flat.
    fn add_flat(&mut self, v: Vector<D>) {
        let Some(u) = v.normalized() else { return };
        if self.flat[0] == Vector::ZERO {
            self.flat[0] = u;
        } else if let Some(other) = (u - self.flat[0] * self.flat[0].dot(u))
            .normalized()
            .filter(|_| self.flat[0].dot(u).abs() < 1.0 - accuracy::BEND_FLAT)
        {
            self.flat[1] = other;
        }
    }

    /// Whether it bends so little that it could be taken for a straight line.
    pub(super) fn is_steep(&self) -> bool {
        let reach = self.endless / accuracy::BEND_ENDLESS;
        let steep = accuracy::BEND_FLAT * reach / (2.0 * accuracy::BEND_TURN);
        self.rows.iter().flatten().any(|w| w.abs() > steep)
    }

    /// W along the tangents.
    pub(super) fn rows(&self, tangents: [Vector<D>; 2]) -> [[f64; 2]; 2] {
        let first = added(self.rows, self.flat[0], tangents, self.endless);
        added(first, self.flat[1], tangents, self.endless)
    }

    /// W times a tangent vector.
    pub(super) fn times(&self, v: Vector<D>, tangents: [Vector<D>; 2]) -> Vector<D> {
        let ([e, f], rows) = (tangents, self.rows(tangents));
        let (x, y) = (e.dot(v), f.dot(v));
        e * (rows[0][0] * x + rows[0][1] * y) + f * (rows[1][0] * x + rows[1][1] * y)
    }
}

/// The axes of a box that its surface is straight along where it is touched, a bit each: those at right
/// angles to the normal, if the box is long enough along them. Not all of them, the normal being a unit vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Straight(u32);

impl Straight {
    /// Touched by this normal, in the box's own frame. A point has none.
    #[inline(always)]
    pub(super) fn of<const D: usize>(view: &View<'_, D>, normal: Vector<D>) -> Self {
        let Core::Cuboid(half) = &view.core else { return Self(0) };
        let flat = accuracy::BEND_FLAT * view.reach;
        let mut straight = 0;
        for i in 0..D {
            let is_straight = (normal[i].abs() < accuracy::BEND_TURN) & (2.0 * half[i] > flat);
            straight |= u32::from(is_straight) << i;
        }
        Self(straight)
    }

    /// Without the first.
    #[inline(always)]
    fn next(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The first, in the world; zero if there is none. Without a branch, since nobody can foretell which it is.
    #[inline(always)]
    fn first<const D: usize>(self, turn: &Rotation<D>) -> Vector<D> {
        let (i, any) = (self.0.trailing_zeros() as usize, self.0 != 0);
        let row = |k: usize| turn.matrix()[k][i.min(D - 1)];
        Vector::from_fn(|k| select_unpredictable(any, row(k), 0.0))
    }

    /// At most two, in the world; zero if there are fewer.
    #[inline(always)]
    fn lines<const D: usize>(self, turn: &Rotation<D>) -> [Vector<D>; 2] {
        [self.first(turn), self.next().first(turn)]
    }

    /// Whether both boxes are straight along one line: then the points slide along it.
    #[inline(always)]
    pub(super) fn shares_a_line<const D: usize>(
        self,
        other: Self,
        [pose_a, pose_b]: [&Pose<D>; 2],
    ) -> bool {
        let [a, b] = [self.first(pose_a.rotation()), other.first(pose_b.rotation())];
        let parallel = a.dot(b).abs() > 1.0 - accuracy::BEND_FLAT;
        let two = (self.next().0 | other.next().0) != 0;
        (self.0 != 0) & (other.0 != 0) & (two | parallel)
    }
}

/// What a bend is made of: that of a box is seen to by whoever wants to know it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Surface<const D: usize> {
    Box { straight: Straight, radius: f64, reach: f64 },
    Bends(Bend<D>),
}

impl<const D: usize> Surface<D> {
    #[inline(always)]
    pub(super) fn of_box(view: &View<'_, D>, straight: Straight) -> Self {
        Self::Box { straight, radius: view.radius, reach: view.reach }
    }

    /// Of a shape with this pose.
    pub(super) fn bend(&self, pose: &Pose<D>) -> Bend<D> {
        match self {
            Self::Box { straight, radius, reach } => {
                Bend { flat: straight.lines(pose.rotation()), ..Bend::round(*radius, *reach) }
            }
            Self::Bends(bend) => *bend,
        }
    }
}

/// The same for a segment with this edge, in the world.
#[inline(always)]
fn straight_edge<const D: usize>(edge: Vector<D>, outward: Vector<D>, flat: f64) -> [Vector<D>; 2] {
    let (squared, down) = (edge.norm_squared(), outward.dot(edge));
    let level = accuracy::BEND_TURN * accuracy::BEND_TURN * squared;
    if down * down < level && squared > flat * flat {
        return [edge * (1.0 / real::sqrt(squared)), Vector::ZERO];
    }
    [Vector::ZERO; 2]
}

/// One more unit vector, made at right angles to the first.
fn add_line<const D: usize>(lines: &mut [Vector<D>; 2], u: Vector<D>) {
    let first = lines[0];
    if first == Vector::ZERO {
        lines[0] = u;
    } else if first.dot(u).abs() < 1.0 - accuracy::BEND_FLAT {
        lines[1] = (u - first * first.dot(u)).normalized().unwrap_or(Vector::ZERO);
    }
}

/// The matrix with `size` · u uᵀ added, in the plane of two tangents.
#[inline(always)]
fn added<const D: usize>(
    mut rows: [[f64; 2]; 2],
    u: Vector<D>,
    tangents: [Vector<D>; 2],
    size: f64,
) -> [[f64; 2]; 2] {
    let along = [tangents[0].dot(u), tangents[1].dot(u)];
    for i in 0..2 {
        for j in 0..2 {
            rows[i][j] += size * along[i] * along[j];
        }
    }
    rows
}

/// Unit vectors at right angles to a unit vector and to each other; the second is zero in 2D.
///
/// Source: Duff et al. 2017, Building an Orthonormal Basis, Revisited.
#[inline(always)]
pub(super) fn tangents<const D: usize>(normal: Vector<D>) -> [Vector<D>; 2] {
    if D == 2 {
        return [normal.turned(), Vector::ZERO];
    }
    let Vector([x, y, z]) = solid(normal);
    let sign = 1.0_f64.copysign(z);
    let a = -1.0 / (sign + z);
    let b = x * y * a;
    let first = [1.0 + sign * x * x * a, sign * b, -sign * x];
    let second = [b, sign + y * y * a, -y];
    [Vector::from_fn(|i| first[i]), Vector::from_fn(|i| second[i])]
}

/// A place on the surface of a core, in its own frame.
struct Place<'a, 'b, const D: usize> {
    view: &'a View<'b, D>,
    point: Vector<D>,
    outward: Vector<D>,
    tangents: [Vector<D>; 2],
    steep: Steep,
}

impl<const D: usize> Place<'_, '_, D> {
    /// The support point with the normal tilted a little.
    #[inline(always)]
    fn support(&self, tilt: Vector<D>) -> Vector<D> {
        self.view.core.support(self.outward + tilt * accuracy::BEND_TURN)
    }

    /// How the support point moves as the direction turns along a tangent, from one side of the
    /// normal (or, with a bias, of a place nearby) to the other.
    #[inline(always)]
    fn tilted(&self, tangent: Vector<D>, bias: Vector<D>) -> Vector<D> {
        self.support(bias + tangent) - self.support(bias - tangent)
    }

    /// Whether the support point that moves so far jumps from one end of a straight line to the
    /// other, and goes no further if the direction turns twice as much. On the blunt sides of
    /// superquadrics it moves as far by a steep bend: there the normal is at right angles to nothing.
    #[inline(never)]
    fn jumps(&self, tangent: Vector<D>, moved: Vector<D>) -> bool {
        if self.steep == Steep::Line {
            return true;
        }
        let further = self.tilted(tangent + tangent, Vector::ZERO).norm_squared();
        further <= accuracy::BEND_JUMP * moved.norm_squared()
    }
}

/// The vertices of a hull where its surface is touched.
struct Edges<'a, const D: usize> {
    set: &'a VertexSet<D>,
    /// In the hull's own frame.
    outward: Vector<D>,
    reach: f64,
}

impl<const D: usize> Edges<'_, D> {
    /// The edges of vertices that the surface is straight along (zero if there are fewer than
    /// two), if it is touched at this height; `None` if nobody knows where to look. Of many vertices those are looked at that can be furthest along
    /// the normal, and those that carry the evidence.
    #[inline(always)]
    fn lines(&self, high: f64, (names, len): (&Names, usize)) -> Option<[Vector<D>; 2]> {
        let set = self.set;
        if set.len() <= accuracy::BEND_SCAN {
            return Some(self.lines_of(high, set.points(), |low| self.heights(low)));
        }
        let [i, j, k, l, m, n] = set.few_furthest(self.outward)?;
        let mut ids = [i, j, k, l, m, n, i, i, i];
        if let Names::Vertices(named) = names {
            for k in 0..3 {
                let known = k < len && named[k] < set.len();
                ids[6 + k] = if known { named[k] } else { i };
            }
        }
        let points = ids.map(|id| set.point(id));
        Some(self.lines_of(high, &points, |low| {
            let (mut highest, mut high) = (f64::NEG_INFINITY, 0);
            for (k, point) in points.iter().enumerate() {
                let height = self.outward.dot(*point);
                highest = if height > highest { height } else { highest };
                high |= u32::from(height >= low) << k;
            }
            (highest, high)
        }))
    }

    /// How high the highest vertex is, and a bit for each that is no lower than `low`. By blocks, which
    /// stand side by side.
    #[inline(always)]
    fn heights(&self, low: f64) -> (f64, u32) {
        let (mut highest, mut high) = ([f64::NEG_INFINITY; LANES], 0);
        for (k, block) in self.set.blocks().iter().enumerate() {
            let mut heights = [0.0; LANES];
            for l in 0..LANES {
                heights[l] = self.outward[0] * block[0][l];
            }
            for i in 1..D {
                for l in 0..LANES {
                    heights[l] += self.outward[i] * block[i][l];
                }
            }
            for l in 0..LANES {
                highest[l] = if heights[l] > highest[l] { heights[l] } else { highest[l] };
            }
            let mut bits = 0;
            for l in 0..LANES {
                bits |= u32::from(heights[l] >= low) << l;
            }
            high |= bits.wrapping_shl((k * LANES) as u32);
        }
        let all = highest.into_iter().fold(f64::NEG_INFINITY, |x, y| if y > x { y } else { x });
        // Places without a vertex repeat one.
        (all, high & (u32::MAX >> (32 - self.set.len().clamp(1, 32))))
    }

    /// The same of some vertices.
    #[inline(always)]
    fn lines_of(
        &self,
        high: f64,
        points: &[Vector<D>],
        scan: impl Fn(f64) -> (f64, u32),
    ) -> [Vector<D>; 2] {
        // No edge is longer than four times the reach.
        let below = accuracy::BEND_TURN * 4.0 * self.reach;
        // First which, then what: nobody can foretell which of them are high, and mostly it is one.
        let (top, mut which) = scan(high - below);
        // The point is mostly as high as any vertex; where it is not, once more.
        if !((top - high).abs() <= accuracy::BEND_TURN * self.reach) {
            which = scan(top - below).1;
        }
        self.edges(points, which)
    }

    /// The directions of edges between vertices that are all as high as any.
    #[inline(always)]
    fn edges(&self, points: &[Vector<D>], mut high: u32) -> [Vector<D>; 2] {
        let mut lines = [Vector::ZERO; 2];
        let flat = accuracy::BEND_FLAT * self.reach;
        let Some(first) = points.get(high.trailing_zeros() as usize) else { return lines };
        high &= high.wrapping_sub(1);
        while high != 0 {
            let Some(point) = points.get(high.trailing_zeros() as usize) else { break };
            high &= high - 1;
            let edge = *point - *first;
            let squared = edge.norm_squared();
            let down = self.outward.dot(edge);
            let level = accuracy::BEND_TURN * accuracy::BEND_TURN * squared;
            if down * down < level && squared > flat * flat {
                add_line(&mut lines, edge * (1.0 / real::sqrt(squared)));
                if lines[1] != Vector::ZERO {
                    break;
                }
            }
        }
        lines
    }
}

/// Whether both shapes are flat along one line: then the points slide along it.
pub(super) fn share_a_line<const D: usize>(a: &Bend<D>, b: &Bend<D>) -> bool {
    let is_line = |u: Vector<D>| u != Vector::ZERO;
    let [one_a, two_a] = a.flat.map(is_line);
    let [one_b, two_b] = b.flat.map(is_line);
    let parallel = a.flat[0].dot(b.flat[0]).abs() > 1.0 - accuracy::BEND_FLAT;
    one_a & one_b & (two_a | two_b | parallel)
}
