//! How surfaces bend where two shapes touch, or come closest.
//!
//! W is the derivative of a support point by the direction: zero at a corner and endless on a flat
//! face. Boxes and segments are straight where they say so, vertices that carry the evidence lie in
//! one face, and everything else is measured by turning the direction a little both ways.

use super::edges::Straight;
use super::gradient::solid;
use super::tops::{Edges, is_straight};
use crate::accuracy;
use crate::answer::Names;
use crate::shape::{Core, View};
use crate::space::{Pose, Vector, real};

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
            Core::Vertices(set) => match Edges::at(set, view, pose, contact) {
                Some(flat) => flat,
                None => return Self::measured(view, pose, contact, Steep::Bend),
            },
            // In browsers size counts for more.
            _ if cfg!(target_arch = "wasm32") => {
                return Self::measured(view, pose, contact, Steep::Bend);
            }
            _ => {
                return Self::of_norms(view, pose, contact)
                    .unwrap_or_else(|| Self::measured(view, pose, contact, Steep::Bend));
            }
        };
        Self::straight(flat, view.radius, view.reach)
    }

    /// The same where the support function is made of norms, by their second derivatives: with g = Z n that of |g|
    /// is Zᵀ (1 − g gᵀ / g·g) Z / |g|. Along an arm at right angles to the normal the surface is straight, and on a disc
    /// seen along its axis it is flat. `None` next to where it becomes so or ceases to be, and where it is
    /// steep: there it is measured.
    #[inline(never)]
    fn of_norms(view: &View<'_, D>, pose: &Pose<D>, contact: &Contact<'_, D>) -> Option<Self> {
        let norms = match view.core {
            Core::Support(shape) => shape.norms()?,
            Core::Smooth(shape) => shape.norms()?,
            _ => return None,
        };
        if D != 3 {
            return None;
        }
        let (turn, reach) = (pose.rotation(), view.reach);
        let outward = turn.rotate_back(contact.outward);
        let world = tangents(contact.normal);
        let [clear, flat] = [accuracy::BEND_CLEAR * reach, accuracy::BEND_FLAT * reach];
        // Whether something that changes when a number does so is this far, in lengths, from doing so: a turn counts
        // by how far it moves what is turned.
        let level = |x: f64, arm: f64| match x.abs() {
            x if x > clear => Some(false),
            x if x <= 0.5 * accuracy::BEND_TURN * arm && 2.0 * arm > flat => Some(true),
            _ => None,
        };
        let mut bend = Self::round(view.radius, reach);
        let round = norms.round * outward;
        let length = real::sqrt(round.norm_squared());
        if let Some(slope) = norms.slope {
            let over = length + slope.dot(outward);
            if !(over.abs() > clear) {
                return None;
            }
            if over < 0.0 {
                return Some(bend);
            }
        }
        if norms.axis.is_some() && level(length, norms.round[0].norm())? {
            bend.flat = world;
            return Some(bend);
        }
        let arm = norms.arm.norm();
        if arm > 0.0 && level(norms.arm.dot(outward), arm)? {
            bend.flat[0] = turn.rotate(norms.arm * (1.0 / arm));
        }
        let along = world.map(|tangent| norms.round * turn.rotate_back(tangent));
        let by_length = 1.0 / length;
        let off = along.map(|z| z.dot(round) * by_length);
        let most = flat / (2.0 * accuracy::BEND_TURN);
        for i in 0..2 {
            for j in 0..2 {
                let w = (along[i].dot(along[j]) - off[i] * off[j]) * by_length;
                if !(w.abs() <= most) {
                    return None;
                }
                bend.rows[i][j] += w;
            }
        }
        Some(bend)
    }

    /// The same where bends that are too steep count as lines.
    #[cold]
    #[inline(never)]
    pub(super) fn steep(view: &View<'_, D>, pose: &Pose<D>, contact: &Contact<'_, D>) -> Self {
        match &view.core {
            Core::Point(_) | Core::Cuboid(_) | Core::Segment(..) => Self::of(view, pose, contact),
            Core::Vertices(set) => match Edges::at(set, view, pose, contact) {
                Some(flat) => Self::straight(flat, view.radius, view.reach),
                None => Self::measured(view, pose, contact, Steep::Line),
            },
            _ => Self::measured(view, pose, contact, Steep::Line),
        }
    }

    /// Straight along these lines, and otherwise as round as the radius.
    #[inline(always)]
    pub(super) fn straight(flat: [Vector<D>; 2], radius: f64, reach: f64) -> Self {
        Self { flat, ..Self::round(radius, reach) }
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

/// The direction of a segment with this edge, in the world, if its surface is straight along it where it is
/// touched; otherwise zero.
#[inline(always)]
fn straight_edge<const D: usize>(edge: Vector<D>, outward: Vector<D>, flat: f64) -> [Vector<D>; 2] {
    if is_straight(edge, outward, flat) {
        return [edge * (1.0 / real::sqrt(edge.norm_squared())), Vector::ZERO];
    }
    [Vector::ZERO; 2]
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

/// Whether both shapes are flat along one line: then the points slide along it.
pub(super) fn share_a_line<const D: usize>(a: &Bend<D>, b: &Bend<D>) -> bool {
    let is_line = |u: Vector<D>| u != Vector::ZERO;
    let [one_a, two_a] = a.flat.map(is_line);
    let [one_b, two_b] = b.flat.map(is_line);
    let parallel = a.flat[0].dot(b.flat[0]).abs() > 1.0 - accuracy::BEND_FLAT;
    one_a & one_b & (two_a | two_b | parallel)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Cone, Convex, Cylinder, Ellipsoid};
    use crate::space::Rotation;

    /// Formulas say what is seen when the direction is turned: on walls, caps, rims and tips.
    #[test]
    fn norms_bend_as_they_are_seen_to() {
        let mut rng = fastrand::Rng::with_seed(121);
        let mut kinds = [0; 3];
        for round in 0..3000 {
            let mut number = |low: f64| low + rng.f64();
            let (size, width) = (number(0.2), number(0.2));
            let axes = [size, width, number(0.3)];
            let cylinder = Cylinder::new(size, width).unwrap();
            let cone = Cone::new(size, width).unwrap();
            let ellipsoid = Ellipsoid::<3>::new(axes).unwrap();
            let shape: &dyn Convex<3> = [&cylinder as &dyn Convex<3>, &cone, &ellipsoid][round % 3];
            let turn = Rotation::from_axis_angle(Vector([1.0, number(-0.5), 0.3]), number(0.0));
            let pose = Pose::new(turn.unwrap(), [number(0.0), 0.0, 1.0]).unwrap();
            let mut local = Vector([number(-0.5), number(-0.5), number(-0.5)]);
            match round / 3 % 5 {
                0 => local[2] = 0.0,
                1 => (local[0], local[1]) = (0.0, 0.0),
                2 => local[2] += 2.0,
                _ => {}
            }
            let local = local.normalized().unwrap();
            let outward = pose.rotation().rotate(local);
            let point = pose.transform(shape.support(local));
            let names = (&Names::Directions, 1);
            let contact = Contact { point, outward, normal: outward, names };
            let view = shape.view();
            let Some(told) = Bend::of_norms(&view, &pose, &contact) else { continue };
            let seen = Bend::measured(&view, &pose, &contact, Steep::Bend);
            let lines = |bend: &Bend<3>| bend.flat.iter().filter(|u| **u != Vector::ZERO).count();
            kinds[lines(&told)] += 1;
            assert_eq!(lines(&told), lines(&seen), "round {round}: {told:?} and {seen:?}");
            if lines(&told) == 1 {
                assert!(told.flat[0].dot(seen.flat[0]).abs() > 1.0 - 1e-9, "round {round}");
            }
            let most = told.rows.iter().flatten().fold(1.0, |most: f64, w| most.max(w.abs()));
            for (w, v) in told.rows.iter().flatten().zip(seen.rows.iter().flatten()) {
                let flat = lines(&told) == 2;
                assert!(flat || (w - v).abs() < 1e-5 * most * most, "round {round}: {w} and {v}");
            }
        }
        assert!(kinds.iter().all(|count| *count > 150), "{kinds:?}");
    }
}
