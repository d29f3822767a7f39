//! How deep the origin lies in the difference A ⊖ B, by the expanding polytope.
//!
//! The depth is the least support value h(n) = max n·w over all unit vectors n. The hull of some
//! points of the difference lies inside of it, so the hull's face that is closest to the origin
//! gives a lower bound: its height. The difference reaches h(n) along that face's normal n, which
//! is an upper bound. If the two agree the depth is found, and no other direction can be better;
//! otherwise the point that lies furthest along n joins the hull.
//!
//! ```text
//!        .──────w──.            the face e is closest to the origin o; the support point w
//!      .'    ╱─────╲'.          beyond it is the next to join. When no point lies beyond the
//!     /   ╱────e────╲ \         closest face, it is part of the surface: done.
//!    |   ╱     ·o    ╲ |
//! ```
//!
//! On polytopes the loop ends with a face of the difference, to rounding. On curved shapes it
//! goes on until the bounds are as close as asked.
//!
//! Source: van den Bergen 2001, Proximity Queries and Penetration Depth Computation.

mod crust;
pub(super) mod ends;
mod shell;
pub(super) mod side;

use alloc::boxed::Box;

use super::endless::far::{self, Place};
use super::gjk::Difference;
use super::gjk::careful;
use super::gjk::simplex::{MOST, Simplex};
use crate::accuracy;
use crate::answer::Stop;
use crate::simd::{EachTime, Level, Work, dispatch};
use crate::space::Vector;
use crust::Crust;
use ends::{Corner, Ends};
use shell::{Growing, Growth, Shell};
use side::most_negative;

/// When to stop. All but the cap are lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The bounds are this close.
    pub(crate) gap: f64,
    /// A set that reaches no further than this along a direction, both ways, is flat.
    pub(crate) flat: f64,
    /// The size of the numbers.
    pub(crate) scale: f64,
    /// The most support points.
    pub(crate) cap: u32,
}

/// What was found about the difference. `N` is what its points are called.
pub(crate) struct Expansion<const D: usize, N = Corner<D>> {
    /// The direction with the least support value that was seen.
    pub(crate) normal: Vector<D>,
    /// That value.
    pub(crate) upper: f64,
    /// No direction has less than this.
    pub(crate) lower: f64,
    /// The vertices of the closest face; none if the difference is flat.
    pub(crate) corners: Option<[N; D]>,
    /// The weights of the foot of the perpendicular from the origin.
    pub(crate) weights: [f64; MOST],
    pub(crate) iterations: u32,
    pub(crate) stop: Stop,
}

/// The depth of the origin in the difference, which contains it to rounding. `seeds` are points
/// of the difference, around the origin if possible.
pub(crate) fn expand<const D: usize>(
    ends: &Ends<'_, D>,
    seeds: &[Corner<D>],
    goal: &Goal,
    hulls: &mut Hulls<D>,
) -> Expansion<D> {
    let mut iterations = 0;
    let begun = seeds.len() > D && hulls.begin(seeds, goal.scale);
    if !begun {
        match first_simplex(ends, seeds, goal, &mut iterations) {
            Ok(simplex) if hulls.begin(&simplex, goal.scale) => {}
            Ok(simplex) => return flat(ends, simplex[0].direction, iterations),
            Err(normal) => return flat(ends, normal, iterations),
        }
    }
    dispatch(Outwards { ends, goal, hulls, climb: Climb::new(iterations) })
}

/// The same with rays along which the difference goes on without end. `first` are D + 1 corners
/// that do not lie in a plane, of which those that are `far` are ends of rays; `rays` are all.
pub(super) fn expand_far<const D: usize>(
    ends: &Ends<'_, D>,
    (first, far): (&[(Vector<D>, Corner<D>)], &[bool]),
    rays: impl Iterator<Item = (Vector<D>, Corner<D>)>,
    (goal, hulls): (&Goal, &mut Hulls<D>),
) -> Option<Expansion<D>> {
    hulls.small = false;
    if !hulls.shell.begin_far(first, far, goal.scale) {
        return None;
    }
    for ray in rays {
        hulls.shell.add_far(ray);
    }
    // Every face has all rays behind it: its normal leads along none.
    Some(Climb::new(0).without_limits(ends, hulls, goal))
}

/// The same from where it ended, with another goal.
pub(crate) fn further<const D: usize>(
    ends: &Ends<'_, D>,
    found: &Expansion<D>,
    goal: &Goal,
    hulls: &mut Hulls<D>,
) -> Expansion<D> {
    let Expansion { normal, upper, iterations, .. } = *found;
    dispatch(Outwards { ends, goal, hulls, climb: Climb { normal, upper, iterations } })
}

/// The expanding polytope from its first simplex on.
struct Outwards<'a, 'b, const D: usize> {
    ends: &'a Ends<'b, D>,
    goal: &'a Goal,
    hulls: &'a mut Hulls<D>,
    climb: Climb<D>,
}

impl<const D: usize> Work for Outwards<'_, '_, D> {
    type Output = Expansion<D>;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Expansion<D> {
        self.climb.over(level, self.ends, self.hulls, self.goal)
    }
}

/// What four corners are to begin with.
pub(crate) enum First<const D: usize, N> {
    /// The origin is inside, plainly.
    Around,
    /// It is not, or that is a matter of rounding: it is furthest beyond the face with these corners.
    Beyond([(Vector<D>, N); D]),
    /// They lie in a plane.
    Flat,
}

/// Starts from four corners of a difference in space that is the hull of finitely many points.
#[inline(always)]
pub(crate) fn begin<const D: usize, N: Copy + Default>(
    corners: [(Vector<D>, N); 4],
    (goal, hulls): (&Goal, &mut Hulls<D, N>),
    level: impl Level,
) -> First<D, N> {
    // Not by a closure: it would be called, and compiled for no processor in particular.
    if hulls.crust.is_none() {
        hulls.crust = Some(Box::default());
    }
    hulls.small = true;
    let Some(crust) = &mut hulls.crust else { return First::Flat };
    match crust.begin(corners, goal.scale) {
        None => First::Flat,
        Some(true) => First::Around,
        Some(false) => {
            let (face, _) = crust.closest(level);
            First::Beyond(crust.corners_of(face))
        }
    }
}

/// The depth of the origin, which the first corners of such a difference have inside.
#[inline(always)]
pub(crate) fn expand_on<const D: usize, S: Difference<D>>(
    difference: &S,
    (goal, hulls): (&Goal, &mut Hulls<D, S::Mark>),
    level: impl Level,
) -> Expansion<D, S::Mark> {
    Climb::new(0).over(level, difference, hulls, goal)
}

/// The polytopes: a small one to begin with, and one without limits.
#[derive(Clone, Debug)]
pub(crate) struct Hulls<const D: usize, N = Corner<D>> {
    crust: Option<Box<Crust<D, N>>>,
    shell: Shell<D, N>,
    /// Whether the small one is in use.
    small: bool,
}

impl<const D: usize, N> Default for Hulls<D, N> {
    fn default() -> Self {
        Self { crust: None, shell: Shell::default(), small: false }
    }
}

impl<const D: usize> Hulls<D> {
    /// Starts from D + 1 corners; `false` if they lie in a plane (a line in 2D).
    fn begin(&mut self, corners: &[Corner<D>], scale: f64) -> bool {
        let mut all = [(Vector::ZERO, Corner::default()); MOST];
        for (named, corner) in all.iter_mut().zip(corners) {
            *named = (corner.w, *corner);
        }
        self.small = D == 3;
        if self.small {
            return self.crust.get_or_insert_with(Box::default).begin(all, scale).is_some();
        }
        self.shell.begin(&all, scale)
    }

    /// The most that some property of a corner of the last polytope amounts to, and zero at least.
    pub(crate) fn most_of_corners(&self, of: impl Fn(&Corner<D>) -> f64) -> f64 {
        let most = |most: f64, corner: &Corner<D>| most.max(of(corner));
        match &self.crust {
            Some(crust) if self.small => crust.names().iter().fold(0.0, most),
            _ => self.shell.corners.iter().map(|(_, corner)| corner).fold(0.0, most),
        }
    }
}

impl<const D: usize, N: Copy> Hulls<D, N> {
    /// The small one is full.
    #[cold]
    #[inline(never)]
    fn spill(&mut self, scale: f64) {
        if let Some(crust) = &self.crust {
            self.shell.adopt(crust, scale);
        }
        self.small = false;
    }

    /// Whether a corner of the last polytope reaches further along a direction than this.
    #[inline(always)]
    pub(crate) fn reaches(&self, direction: Vector<D>, far: f64) -> bool {
        match &self.crust {
            Some(crust) if self.small => crust.points().iter().any(|w| direction.dot(*w) > far),
            _ => self.shell.corners.iter().any(|(w, _)| direction.dot(*w) > far),
        }
    }

    /// Whether the normal of a face that is no higher than this has a property.
    pub(crate) fn any_normal_below(
        &self,
        limit: f64,
        is: &mut dyn FnMut(Vector<D>) -> bool,
    ) -> bool {
        match &self.crust {
            Some(crust) if self.small => crust.any_normal_below(limit, is),
            _ => self.shell.any_normal_below(limit, is),
        }
    }
}

/// The way outwards.
struct Climb<const D: usize> {
    normal: Vector<D>,
    upper: f64,
    iterations: u32,
}

impl<const D: usize> Climb<D> {
    fn new(iterations: u32) -> Self {
        Self { normal: Vector::ZERO, upper: f64::INFINITY, iterations }
    }

    /// Through the small polytope, and the one without limits if that is not enough.
    #[inline(always)]
    fn over<S: Difference<D>>(
        mut self,
        level: impl Level,
        difference: &S,
        hulls: &mut Hulls<D, S::Mark>,
        goal: &Goal,
    ) -> Expansion<D, S::Mark> {
        if hulls.small {
            if let Some(crust) = &mut hulls.crust
                && let Some(found) = self.run(level, difference, &mut **crust, goal)
            {
                return found;
            }
            hulls.spill(goal.scale);
        }
        self.without_limits(difference, hulls, goal)
    }

    #[cold]
    #[inline(never)]
    fn without_limits<N: Copy>(
        &mut self,
        difference: &dyn Difference<D, Mark = N>,
        hulls: &mut Hulls<D, N>,
        goal: &Goal,
    ) -> Expansion<D, N> {
        self.run(EachTime, difference, &mut hulls.shell, goal)
            .unwrap_or_else(|| self.at(Stop::Stalled))
    }

    /// `None` if the polytope is full.
    #[inline(always)]
    fn run<S: Difference<D> + ?Sized>(
        &mut self,
        level: impl Level,
        difference: &S,
        hull: &mut impl Growing<D, S::Mark>,
        goal: &Goal,
    ) -> Option<Expansion<D, S::Mark>> {
        loop {
            // The face closest to the origin bounds the depth from below,
            let (face, lower) = hull.closest(level);
            // and how far the difference reaches along its normal, from above.
            let along = hull.normal(face);
            let corner = difference.support_along(hull.direction(face), along);
            self.iterations += 1;
            let reach = along.dot(corner.0);
            if reach < self.upper {
                (self.normal, self.upper) = (along, reach);
            }
            let converged = self.upper - lower <= goal.gap;
            if reach - lower <= goal.gap {
                // Among directions that are as good, the one that the points belong to.
                (self.normal, self.upper) = (along, reach);
            }
            let stop = if converged {
                Stop::Converged
            } else if self.iterations >= goal.cap {
                Stop::Cap
            } else if !(reach <= accuracy::LARGEST) {
                // No point at all: a face with a corner that is nowhere has no neighbours either.
                Stop::Stalled
            } else {
                // Otherwise the point joins, if it lies beyond at all.
                match hull.grow(level, corner, face) {
                    Growth::More => continue,
                    Growth::Full => return None,
                    Growth::Nothing => Stop::Stalled,
                }
            };
            let (corners, weights) = foot(hull, face);
            return Some(Expansion { lower, corners: Some(corners), weights, ..self.at(stop) });
        }
    }

    fn at<N>(&self, stop: Stop) -> Expansion<D, N> {
        Expansion {
            normal: self.normal,
            upper: self.upper,
            lower: 0.0,
            corners: None,
            weights: [1.0, 0.0, 0.0, 0.0],
            iterations: self.iterations,
            stop,
        }
    }
}

/// The face with the foot of the perpendicular from the origin, and the foot's weights. It is the
/// closest face, or one in the same plane: where a facet is cut into triangles, the foot may lie
/// in a neighbour.
#[inline(always)]
fn foot<const D: usize, N: Copy>(hull: &impl Growing<D, N>, closest: u32) -> ([N; D], [f64; MOST]) {
    let corners = hull.corners_of(closest);
    match simplex_of(&corners).weights() {
        Some(weights) if (0..D).all(|k| !hull.is_far(closest, k)) => {
            (corners.map(|corner| corner.1), weights)
        }
        _ => foot_nearby(hull, closest),
    }
}

#[inline(never)]
fn foot_nearby<const D: usize, N: Copy>(
    hull: &impl Growing<D, N>,
    closest: u32,
) -> ([N; D], [f64; MOST]) {
    let mut face = closest;
    for _ in 0..hull.len() {
        let corners = hull.corners_of(face);
        let beyond = match foot_in(hull, face) {
            Ok(weights) => return (corners.map(|corner| corner.1), weights),
            Err(beyond) => beyond,
        };
        // Beyond the edge across from the vertex with the most negative weight.
        let next = hull.neighbour(face, beyond);
        let level = hull.height(next) - hull.height(closest);
        let parallel = hull.normal(next).dot(hull.normal(closest));
        if !(level.abs() <= accuracy::NOISE * hull.unit() && parallel > 0.0) {
            break;
        }
        face = next;
    }
    // Rounding has the upper hand: the closest point of the face itself.
    let corners = hull.corners_of(closest);
    let names = corners.map(|corner| corner.1);
    if let Some(places) = with_far_ends(hull, closest) {
        let foot = hull.normal(closest) * hull.height(closest);
        let weights = far::weights(&places, foot, hull.unit() / accuracy::ROUNDING);
        return (names, weights.unwrap_or_else(|(_, weights)| weights));
    }
    let nearest = careful::nearest(&simplex_of(&corners), None);
    let mut weights = [0.0; MOST];
    for k in 0..nearest.simplex.len {
        weights[usize::from(nearest.simplex.mark[k])] = nearest.weights[k];
    }
    (names, weights)
}

/// The weights of the foot in one face, or beyond which corner's edge it lies.
fn foot_in<const D: usize, N: Copy>(
    hull: &impl Growing<D, N>,
    face: u32,
) -> Result<[f64; MOST], usize> {
    if let Some(places) = with_far_ends(hull, face) {
        let foot = hull.normal(face) * hull.height(face);
        return far::weights(&places, foot, hull.unit() / accuracy::ROUNDING)
            .map_err(|(beyond, _)| beyond);
    }
    let simplex = simplex_of(&hull.corners_of(face));
    simplex.weights().ok_or_else(|| most_negative(&simplex))
}

/// The corners of a face if some of them are far ends of rays.
fn with_far_ends<const D: usize, N: Copy>(
    hull: &impl Growing<D, N>,
    face: u32,
) -> Option<[Place<D>; D]> {
    let corners = hull.corners_of(face);
    let places = core::array::from_fn(|k| Place { at: corners[k].0, far: hull.is_far(face, k) });
    places.iter().any(|place| place.far).then_some(places)
}

#[inline(always)]
fn simplex_of<const D: usize, N>(corners: &[(Vector<D>, N); D]) -> Simplex<D, u8> {
    let mut simplex = Simplex::new(corners[0].0, 0);
    for k in 1..D {
        simplex.push(corners[k].0, k as u8);
    }
    simplex
}

/// D + 1 points of the difference that do not lie in a plane, from some to start with; or the
/// normal of the plane (line) that all of it lies in.
fn first_simplex<const D: usize>(
    ends: &Ends<'_, D>,
    seeds: &[Corner<D>],
    goal: &Goal,
    iterations: &mut u32,
) -> Result<[Corner<D>; MOST], Vector<D>> {
    let first = seeds.first().copied().unwrap_or_else(|| ends.furthest(Vector::axis(0)));
    let mut points = [first; MOST];
    let mut basis = [Vector::ZERO; D];
    let mut used = 0;
    // What is at right angles to the span so far.
    let off = |basis: &[Vector<D>; D], used: usize, v: Vector<D>| {
        let mut left = v;
        for _ in 0..2 {
            for e in &basis[..used] {
                left -= *e * e.dot(left);
            }
        }
        left
    };
    for seed in seeds.iter().skip(1).take(D) {
        let left = off(&basis, used, seed.w - first.w);
        if let Some(e) = left.normalized().filter(|_| left.norm() > goal.flat) {
            basis[used] = e;
            used += 1;
            points[used] = *seed;
        }
    }
    while used < D {
        let mut best: (f64, Option<Corner<D>>) = (goal.flat, None);
        let mut across = Vector::axis(0);
        for i in 0..D {
            let left = off(&basis, used, Vector::axis(i));
            // Of the axes at least one is at a fair angle to the span.
            let Some(direction) = left.normalized().filter(|_| left.norm_squared() * 4.0 > 1.0)
            else {
                continue;
            };
            across = direction;
            for direction in [direction, -direction] {
                let corner = ends.furthest(direction);
                *iterations += 1;
                let height = off(&basis, used, corner.w - first.w).norm();
                if height > best.0 {
                    best = (height, Some(corner));
                }
            }
        }
        let Some(corner) = best.1 else { return Err(across) };
        let left = off(&basis, used, corner.w - first.w);
        let Some(e) = left.normalized() else { return Err(across) };
        basis[used] = e;
        used += 1;
        points[used] = corner;
    }
    Ok(points)
}

/// A difference without interior: the origin is on its surface, both ways along the normal.
pub(super) fn flat<const D: usize>(
    ends: &Ends<'_, D>,
    normal: Vector<D>,
    iterations: u32,
) -> Expansion<D> {
    let (mut normal, mut upper) = (normal, normal.dot(ends.furthest(normal).w));
    let back = -normal.dot(ends.furthest(-normal).w);
    if back < upper {
        (normal, upper) = (-normal, back);
    }
    Expansion {
        normal,
        upper,
        lower: 0.0,
        corners: None,
        weights: [1.0, 0.0, 0.0, 0.0],
        iterations: iterations + 2,
        stop: Stop::Converged,
    }
}
