//! The depth of two sets of which at least one has no end.
//!
//! The difference of the two is then a bounded set and a cone: all that can be reached along
//! lines and rays. Nothing gets past a direction that leads along one of these, so that the depth
//! is the least support value over the directions that lead along none, which is that of the
//! bounded parts.
//!
//! - Lines are projected away: every direction is at right angles to them. So are rays that lead
//!   against each other, alone or several together. If nothing is left of space, no translation
//!   parts the two.
//! - The rays that are left have all of some directions behind them. Their far ends are corners of
//!   the expanding polytope from the beginning (`far`): the normals of its faces then lead along
//!   no ray, and what is found is the depth, with no cut anywhere.
//!
//! ```text
//!        \  │  │  /        two rays, and a third between them; the polytope is the hull of the
//!         \ │  │ /         points seen so far and of the far ends of the rays, and its faces are
//!          \│  │/          those below
//!           •──•
//! ```

mod borne;
pub(super) mod cut;
pub(super) mod far;

use super::depth::polish;
use super::depth::section::Shadow;
use super::expand::ends::{Corner, End, Ends};
use super::expand::{self, Expansion, Goal, Hulls};
use super::gjk::careful;
use super::gjk::simplex::{MOST, Simplex};
use super::sweep::rays::{Rays, beyond_lines, cone_towards};
use crate::accuracy;
use crate::answer::Stop;
use crate::pair::Local;
use crate::query::QueryError;
use crate::shape::{Core, Symmetry, is_parallel, sideways};
use crate::space::{Frame, Vector};

/// The directions that were in question last, for those who ask about the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Rest<const D: usize> {
    /// All of space: the normals of faces are as they are.
    #[default]
    Space,
    /// A plane: the normals of faces are in its two axes.
    Flat([Vector<D>; 2]),
    /// These alone.
    Axis([Option<Vector<D>>; 2]),
}

/// What is found about a depth: as for bounded sets, with the points of both that show it.
pub(super) struct Found<const D: usize> {
    pub(super) expansion: Expansion<D>,
    pub(super) points: [Vector<D>; 2],
    pub(super) rest: Rest<D>,
}

/// The depth of the origin in the difference of the cores, which contains it to rounding. `ends`
/// are the bounded parts. Where these are curved the polytope goes on to the finer goal, if there is
/// one and nothing smooth is found to polish.
pub(super) fn solve<const D: usize>(
    local: &Local<'_, D>,
    ends: &Ends<'_, D>,
    (goal, finer): (&Goal, Option<Goal>),
    (hulls, flat_hulls): (&mut Hulls<D>, &mut Hulls<2>),
) -> Result<Found<D>, QueryError> {
    let mut span = Span::of_lines(local);
    let rays = rays_of(local);
    while let Some(against) = opposed(&rays, &span) {
        let before = span.used;
        against.into_iter().flatten().for_each(|k| span.add(rays.get(k).direction));
        if span.used == before {
            break;
        }
    }
    let basis = span.filled();
    let (mut found, rest) = if span.used == D {
        return Err(QueryError::Inseparable);
    } else if span.used + 1 == D {
        let ways = [-1.0, 1.0].map(|sign| {
            Some(basis[D - 1] * sign)
                .filter(|way| rays.directions().all(|ray| way.dot(ray) <= accuracy::PARALLEL))
        });
        (along(ends, ways).ok_or(QueryError::Inseparable)?, Rest::Axis(ways))
    } else if span.used == 0 {
        let ray = |k: usize| Some(rays.get(k).direction);
        (outwards(ends, (&ray, rays.len()), goal, hulls), Rest::Space)
    } else if let Some(way) = round(local, &span) {
        let ways = [Some(way), Some(-way)];
        (along(ends, ways).ok_or(QueryError::Inseparable)?, Rest::Axis(ways))
    } else {
        let plane = [basis[D - 2], basis[D - 1]];
        (in_plane(ends, plane, (&rays, &span), (goal, flat_hulls, None)), Rest::Flat(plane))
    };
    let better = if ends.sharp { None } else { sharpened(&found, ends, (&rays, span), goal.scale) };
    if better.is_none()
        && !ends.sharp
        && found.stop == Stop::Converged
        && found.corners.is_some()
        && let Some(finer) = finer
    {
        let cap = found.iterations + accuracy::FINER_POINTS;
        let goal = &Goal { cap, ..finer };
        let further = match rest {
            Rest::Space => expand::further(ends, &found, goal, hulls),
            Rest::Flat(plane) => {
                in_plane(ends, plane, (&rays, &span), (goal, flat_hulls, Some(&found)))
            }
            Rest::Axis(_) => Expansion { corners: None, ..found },
        };
        if further.corners.is_some() {
            found = Expansion { stop: found.stop, ..further };
        }
    }
    let corner = better.map(|(normal, corner)| {
        found.normal = normal;
        corner
    });
    let Some(normal) = rays.level(found.normal, span.lines()) else {
        return Err(QueryError::Inseparable);
    };
    found.normal = normal;
    found.upper = normal.dot(ends.furthest(normal).w);
    found.lower = found.lower.min(found.upper);
    let held = found.corners.map_or([None; D], |corners| corners.map(|corner| corner.ray()));
    let (mut points, off) = shown(&mut found, ends, (&rays, held));
    // The point along the sharper normal is the better one, unless it is another than that of a face.
    if let Some(corner) = corner {
        let mut sharp = Expansion { corners: Some([corner; D]), weights: ONE, ..found };
        let (sharp_points, sharp_off) = shown(&mut sharp, ends, (&rays, held));
        if sharp_off <= off.max(accuracy::POLISHED * goal.scale) {
            (found, points) = (sharp, sharp_points);
        }
    }
    Ok(Found { expansion: found, points, rest })
}

/// The weights of a single corner.
const ONE: [f64; MOST] = [1.0, 0.0, 0.0, 0.0];

fn rays_of<'a, const D: usize>(local: &'a Local<'a, D>) -> Rays<'a, D> {
    let rays = |core: &Core<'a, D>| match core {
        Core::Swept(swept) => swept.rays,
        _ => &[],
    };
    Rays { of_a: rays(&local.pair.a.core), of_b: rays(&local.pair.b.core), local }
}

/// The lines of both sides, as directions in which the difference is unbounded, and whether it is
/// A that moves.
fn lines_of<'a, const D: usize>(
    local: &'a Local<'a, D>,
) -> impl Iterator<Item = (Vector<D>, bool)> + Clone + 'a {
    let lines = |core: &Core<'a, D>| match core {
        Core::Swept(swept) => swept.lines,
        _ => &[],
    };
    let of_a = lines(&local.pair.a.core).iter().map(|line| (*line, true));
    let turn = |line: &Vector<D>| -local.b_in_a.rotation().rotate(*line);
    of_a.chain(lines(&local.pair.b.core).iter().map(move |line| (turn(line), false)))
}

/// An orthonormal basis of some directions.
#[derive(Clone, Copy)]
struct Span<const D: usize> {
    basis: [Vector<D>; D],
    used: usize,
}

impl<const D: usize> Span<D> {
    /// Of the lines, those that stick out most first: what is left of a direction that nearly lies
    /// in the span is mostly rounding.
    fn of_lines(local: &Local<'_, D>) -> Self {
        let mut span = Self { basis: [Vector::ZERO; D], used: 0 };
        while let Some(line) = span.widest(lines_of(local).map(|(line, _)| line)) {
            span.basis[span.used] = line;
            span.used += 1;
        }
        span
    }

    fn lines(&self) -> &[Vector<D>] {
        &self.basis[..self.used]
    }

    /// The unit vector along what is left of the direction that sticks out most.
    fn widest(&self, directions: impl Iterator<Item = Vector<D>>) -> Option<Vector<D>> {
        if self.used == D {
            return None;
        }
        let (mut most, mut widest) = (0.0, None);
        for direction in directions {
            let mut left = direction;
            for e in self.lines() {
                left -= *e * e.dot(left);
            }
            if left.norm() > most {
                (most, widest) = (left.norm(), Some(direction));
            }
        }
        beyond_lines(widest?, self.lines())
    }

    fn add(&mut self, direction: Vector<D>) {
        if let Some(line) = self.widest(core::iter::once(direction)) {
            self.basis[self.used] = line;
            self.used += 1;
        }
    }

    /// A basis of all of space: first of the span, then of what is left.
    fn filled(mut self) -> [Vector<D>; D] {
        while let Some(axis) = self.widest((0..D).map(Vector::axis)) {
            self.basis[self.used] = axis;
            self.used += 1;
        }
        self.basis
    }
}

/// Rays that lead against each other once the span is projected away: a combination of them is
/// zero. `None` if there is a direction that all rays lead along.
///
/// The point of their hull that is closest to the origin tells: it is the origin, or such a
/// direction.
fn opposed<const D: usize>(rays: &Rays<'_, D>, span: &Span<D>) -> Option<[Option<usize>; MOST]> {
    let across = |k: usize| Some((beyond_lines(rays.get(k).direction, span.lines())?, k));
    let all = || (0..rays.len()).filter_map(across);
    let (w, k) = all().next()?;
    let mut simplex = Simplex::new(w, k);
    // Each round leads closer, so that no set of rays comes twice; a few are enough.
    for _ in 0..accuracy::TURN_ROUNDS + rays.len() {
        let nearest = careful::nearest(&simplex, None);
        let length = nearest.point.norm();
        simplex = nearest.simplex;
        if length <= accuracy::PARALLEL {
            let carries = |i: &usize| nearest.weights[*i] > accuracy::PARALLEL;
            return Some(core::array::from_fn(|i| {
                Some(i).filter(|i| *i < simplex.len).filter(carries).map(|i| simplex.mark[i])
            }));
        }
        let toward = nearest.point / length;
        let mut least = (accuracy::PARALLEL, None);
        for (w, k) in all() {
            if toward.dot(w) <= least.0 {
                least = (toward.dot(w), Some((w, k)));
            }
        }
        let (w, k) = least.1?;
        if simplex.mark[..simplex.len].contains(&k) {
            return None;
        }
        simplex.push(w, k);
    }
    None
}

/// The way between the middles of the shadows, if both sets are bodies of revolution about the only line: their shadows
/// along it are discs then, and of the ways out of a disc the shortest and the longest are known.
fn round<const D: usize>(local: &Local<'_, D>, span: &Span<D>) -> Option<Vector<D>> {
    let [line] = *span.lines() else { return None };
    let a = Symmetry::of(&local.pair.a.core)?;
    let b = Symmetry::of(&local.pair.b.core)?.placed(&local.b_in_a);
    if ![a, b].iter().all(|s| s.along.is_none_or(|along| is_parallel(along, line))) {
        return None;
    }
    sideways(b.through - a.through, line)
}

/// The depth along given ways out.
pub(super) fn along<const D: usize>(
    ends: &Ends<'_, D>,
    ways: [Option<Vector<D>>; 2],
) -> Option<Expansion<D>> {
    let mut best: Option<Expansion<D>> = None;
    for normal in ways.into_iter().flatten() {
        let corner = ends.furthest(normal);
        let upper = normal.dot(corner.w);
        if best.as_ref().is_none_or(|best| upper < best.upper) {
            best = Some(Expansion {
                normal,
                upper,
                lower: upper,
                corners: Some([corner; D]),
                weights: ONE,
                iterations: 2,
                stop: Stop::Converged,
            });
        }
    }
    best
}

/// The expanding polytope with rays that leave some directions free.
fn outwards<const D: usize>(
    ends: &Ends<'_, D>,
    (ray, count): (&dyn Fn(usize) -> Option<Vector<D>>, usize),
    goal: &Goal,
    hulls: &mut Hulls<D>,
) -> Expansion<D> {
    let rays = || (0..count).filter_map(|k| Some((ray(k)?, Corner::far(k))));
    let mut first = [(Vector::ZERO, Corner::default()); MOST];
    let mut far = [false; MOST];
    let corner = ends.furthest(Vector::axis(0));
    first[0] = (corner.w, corner);
    let mut span = Span { basis: [Vector::ZERO; D], used: 0 };
    while span.used < D {
        let off = |v: Vector<D>| {
            let mut left = v;
            for _ in 0..2 {
                span.lines().iter().for_each(|e| left -= *e * e.dot(left));
            }
            left
        };
        let mut best = (goal.flat / goal.scale, Vector::ZERO, None);
        for (ray, far_end) in rays() {
            let left = off(ray);
            if left.norm() > best.0 {
                best = (left.norm(), left, Some((ray, far_end)));
            }
        }
        let mut across = Vector::axis(0);
        for i in 0..D {
            let left = off(Vector::axis(i));
            // Of the axes at least one is at a fair angle to the span.
            let Some(axis) = left.normalized().filter(|_| left.norm_squared() * 4.0 > 1.0) else {
                continue;
            };
            across = axis;
            for direction in [axis, -axis] {
                let corner = ends.furthest(direction);
                let left = off(corner.w - first[0].0);
                if left.norm() / goal.scale > best.0 {
                    best = (left.norm() / goal.scale, left, Some((corner.w, corner)));
                }
            }
        }
        let (_, left, Some(corner)) = best else { return expand::flat(ends, across, 0) };
        let Some(e) = left.normalized() else { return expand::flat(ends, across, 0) };
        span.basis[span.used] = e;
        span.used += 1;
        (first[span.used], far[span.used]) = (corner, corner.1.ray().is_some());
    }
    expand::expand_far(ends, (&first, &far), rays(), (goal, hulls))
        .unwrap_or_else(|| expand::flat(ends, span.basis[D - 1], 0))
}

/// The same on the shadow of the difference on a plane, from the beginning or from what was found there.
fn in_plane<const D: usize>(
    ends: &Ends<'_, D>,
    plane: [Vector<D>; 2],
    (rays, span): (&Rays<'_, D>, &Span<D>),
    (goal, hulls, begun): (&Goal, &mut Hulls<2>, Option<&Expansion<D>>),
) -> Expansion<D> {
    let (a, b) = (Shadow { end: ends.a, plane }, Shadow { end: ends.b, plane });
    let shadows = Ends { a: &a as &dyn End<2>, b: &b, sharp: ends.sharp };
    let ray = |k: usize| {
        let across = beyond_lines(rays.get(k).direction, span.lines())?;
        Vector([plane[0].dot(across), plane[1].dot(across)]).normalized()
    };
    let found = match begun {
        None => outwards(&shadows, (&ray, rays.len()), goal, hulls),
        Some(begun) => {
            let (upper, iterations, stop) = (begun.upper, begun.iterations, begun.stop);
            let normal = Vector(plane.map(|axis| axis.dot(begun.normal)));
            let (lower, corners, weights) = (begun.lower, None, begun.weights);
            let begun = Expansion { normal, upper, lower, corners, weights, iterations, stop };
            expand::further(&shadows, &begun, goal, hulls)
        }
    };
    let lifted = |corner: &Corner<2>| match corner.ray() {
        Some(k) => Corner::far(k),
        None => ends.furthest(a.lifted(corner.direction)),
    };
    Expansion {
        normal: a.lifted(found.normal),
        upper: found.upper,
        lower: found.lower,
        corners: found.corners.map(|corners| core::array::from_fn(|k| lifted(&corners[k.min(1)]))),
        weights: found.weights,
        iterations: found.iterations,
        stop: found.stop,
    }
}

/// The last digits of the normal between curved sets. The rays that end in the closest face hold
/// the normal at right angles to them; what they leave free is polished.
fn sharpened<const D: usize>(
    found: &Expansion<D>,
    ends: &Ends<'_, D>,
    (rays, mut span): (&Rays<'_, D>, Span<D>),
    scale: f64,
) -> Option<(Vector<D>, Corner<D>)> {
    let corners = &found.corners?;
    for k in corners.iter().filter_map(Corner::ray) {
        span.add(rays.get(k).direction);
    }
    let basis = span.filled();
    let (normal, value, corner) = match D - span.used {
        0 => return None,
        1 => {
            let normal = basis[D - 1] * basis[D - 1].dot(found.normal).signum();
            let corner = ends.furthest(normal);
            (normal, normal.dot(corner.w), corner)
        }
        left if left == D => {
            let better = polish::polish(ends, found.normal, scale)?;
            (better.normal, better.value, better.corner)
        }
        _ => {
            let plane = [basis[D - 2], basis[D - 1]];
            let (a, b) = (Shadow { end: ends.a, plane }, Shadow { end: ends.b, plane });
            let shadows = Ends { a: &a as &dyn End<2>, b: &b, sharp: ends.sharp };
            let flat = Vector(plane.map(|axis| axis.dot(found.normal)));
            let better = polish::polish(&shadows, flat, scale)?;
            let normal = a.lifted(better.normal).normalized()?;
            (normal, better.value, ends.furthest(normal))
        }
    };
    let level = rays.directions().all(|ray| normal.dot(ray) <= accuracy::PARALLEL);
    (level && value <= found.upper).then_some((normal, corner))
}

/// The points of A and B that show the depth: those of the bounded parts, moved along rays and lines
/// until the way between them is along the normal, and by how much it is not. Leaves the corners of
/// the bounded parts. `held` are the rays that end in the closest face.
fn shown<const D: usize>(
    found: &mut Expansion<D>,
    ends: &Ends<'_, D>,
    (rays, held): (&Rays<'_, D>, [Option<usize>; D]),
) -> ([Vector<D>; 2], f64) {
    let mut corners = found.corners.unwrap_or([Corner::far(0); D]);
    if corners.iter().all(|corner| corner.ray().is_some()) {
        corners = [ends.furthest(found.normal); D];
        found.weights = ONE;
    }
    let mut len = 0;
    let mut weights = [0.0; MOST];
    for k in 0..D {
        if corners[k].ray().is_none() {
            (corners[len], weights[len]) = (corners[k], found.weights[k]);
            len += 1;
        }
    }
    for k in len..D {
        corners[k] = corners[0];
    }
    let (mut a, mut b) = (Vector::ZERO, Vector::ZERO);
    for k in 0..len {
        a += corners[k].a * weights[k];
        b += corners[k].b * weights[k];
    }
    (found.corners, found.weights) = (Some(corners), weights);
    let mut lines = Frame::<D>::EMPTY;
    for (k, (line, _)) in lines_of(rays.local).enumerate() {
        lines.push(k as u32, line);
    }
    // Rays that lead back from the face would take the points out of it.
    let across = |k: usize| {
        let ray = rays.get(k).direction;
        let level = held.contains(&Some(k)) || found.normal.dot(ray) >= -accuracy::PARALLEL;
        beyond_lines(ray, lines.basis()).filter(|_| level)
    };
    let all = (0..rays.len()).map(|k| across(k).unwrap_or(Vector::ZERO));
    let way = found.normal * found.upper;
    let left = lines.beyond(way - (a - b)).normalized().unwrap_or(Vector::ZERO);
    let (cone, _) = cone_towards(left, all);
    let mut follow = |direction: Vector<D>, moves_a: bool, by: f64| {
        if moves_a {
            a += direction * by;
        } else {
            b -= direction * by;
        }
        way - (a - b)
    };
    let mut left = follow(Vector::ZERO, true, 0.0);
    // What leads nearly along others, or against them, is followed far, and what is left by rounding
    // is as large as the way is long: a second pass takes it up.
    for _ in 0..2 {
        // Along rays, as far as lines do not reach,
        let shares = cone.coefficients(lines.beyond(left));
        for (i, k) in cone.ids().iter().enumerate() {
            let ray = rays.get(*k as usize);
            // The share is that of what is left of the ray across the lines.
            let by = shares[i] / lines.beyond(ray.direction).norm();
            left = follow(ray.direction, ray.moves_a, by);
        }
        // and the rest along lines.
        let shares = lines.coefficients(left);
        let chosen = lines.ids().iter().filter_map(|k| lines_of(rays.local).nth(*k as usize));
        for (i, (line, moves_a)) in chosen.enumerate() {
            left = follow(line, moves_a, shares[i]);
        }
    }
    ([a, b], left.norm())
}
