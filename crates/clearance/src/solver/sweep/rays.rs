//! The rays along which two sets are unbounded: which of them can be followed, and which
//! directions lead along none.

use crate::accuracy;
use crate::answer::MOST;
use crate::pair::Local;
use crate::solver::Finding;
use crate::space::{Frame, Vector};

/// A direction in which the difference A ⊖ B is unbounded.
#[derive(Clone, Copy)]
pub(crate) struct Generator<const D: usize> {
    pub(crate) direction: Vector<D>,
    /// Whether it is A that moves; B moves the other way.
    pub(crate) moves_a: bool,
    /// Whether it may only be followed forwards.
    pub(crate) is_ray: bool,
}

/// The rays of both sides, those of A first.
pub(crate) struct Rays<'a, const D: usize> {
    pub(crate) of_a: &'a [Vector<D>],
    pub(crate) of_b: &'a [Vector<D>],
    pub(crate) local: &'a Local<'a, D>,
}

impl<const D: usize> Rays<'_, D> {
    pub(crate) fn len(&self) -> usize {
        self.of_a.len() + self.of_b.len()
    }

    pub(crate) fn get(&self, k: usize) -> Generator<D> {
        match self.of_a.get(k) {
            Some(ray) => Generator { direction: *ray, moves_a: true, is_ray: true },
            None => {
                let ray = self.of_b[k - self.of_a.len()];
                let direction = -self.local.b_in_a.rotation().rotate(ray);
                Generator { direction, moves_a: false, is_ray: true }
            }
        }
    }

    pub(crate) fn directions(&self) -> impl Iterator<Item = Vector<D>> + Clone {
        (0..self.len()).map(|k| self.get(k).direction)
    }

    /// Turns the normal so that no ray leads across the slab, at right angles to the orthonormal
    /// `lines`. A solver that stopped at a gap leaves it off by the root of the gap, and then the slab
    /// proves nothing.
    ///
    /// What is left of it beyond the closest point of the cone that the rays span is the closest
    /// vector along which none of them leads.
    pub(crate) fn make_provable(&self, finding: &mut Finding<D>, lines: &[Vector<D>]) {
        let rays = self.directions();
        if rays.clone().all(|ray| finding.normal.dot(ray) <= 0.0) {
            return;
        }
        finding.lower = 0.0;
        let Some(normal) = self.turned(finding.normal, lines) else { return };
        let (to, from) = (self.local.support_b(-normal), self.local.support_a(normal));
        let width = to.dot(normal) - from.dot(normal);
        // A slab no wider than rounding may be none.
        let touch = accuracy::TOUCH * accuracy::ROUNDING * self.local.pair.scale;
        finding.normal = normal;
        finding.lower = if width > touch { width } else { 0.0 };
    }
}

impl<const D: usize> Rays<'_, D> {
    /// The unit vector closest to a normal along which no ray leads, at right angles to orthonormal
    /// lines; `None` if that is far from it, or if rounding leaves none.
    pub(crate) fn level(&self, normal: Vector<D>, lines: &[Vector<D>]) -> Option<Vector<D>> {
        let normal = beyond_lines(normal, lines)?;
        if self.directions().all(|ray| normal.dot(ray) <= accuracy::LEVEL) {
            return Some(normal);
        }
        self.turned(normal, lines)
    }

    fn turned(&self, normal: Vector<D>, lines: &[Vector<D>]) -> Option<Vector<D>> {
        let rays = self.directions();
        // Rays along the lines are lines themselves.
        let across = |ray: Vector<D>| beyond_lines(ray, lines);
        let is_level = |normal: &Vector<D>| {
            rays.clone().all(|ray| normal.dot(ray) <= 0.5 * accuracy::PARALLEL)
        };
        let turned = || {
            across(normal)
                .and_then(|normal| beyond_rays(normal, rays.clone().filter_map(across)))
                .and_then(across)
        };
        // Rays that are all but parallel may leave no direction that is level for all of them to
        // rounding. They come closer, or meet, further away than floats can tell.
        self.nudged(normal).filter(is_level).or_else(turned).filter(is_level)
    }

    /// A normal that is level for all rays but for rounding, with less of that; `None` if it is not
    /// level. Rays that are parallel to rounding must not turn it away from all that they span.
    fn nudged(&self, normal: Vector<D>) -> Option<Vector<D>> {
        let mut nudged = normal;
        for ray in self.directions() {
            if normal.dot(ray) > accuracy::PARALLEL {
                return None;
            }
            nudged -= ray * (nudged.dot(ray) - 0.25 * accuracy::PARALLEL).max(0.0);
        }
        Some(nudged)
    }
}

/// The unit vector along what is left of `v` at right angles to orthonormal vectors; `None` if that
/// is nothing but rounding.
pub(crate) fn beyond_lines<const D: usize>(v: Vector<D>, lines: &[Vector<D>]) -> Option<Vector<D>> {
    let mut left = v;
    // Twice: the second pass removes what rounding left of the first.
    for _ in 0..2 {
        for e in lines {
            left -= *e * e.dot(left);
        }
    }
    if left.norm() <= accuracy::PARALLEL * v.norm() { None } else { left.normalized() }
}

/// What is left of a unit vector at right angles to those of the rays that it leads along: the
/// closest unit vector that leads along none. `None` if little is left.
fn beyond_rays<const D: usize>(
    normal: Vector<D>,
    rays: impl Iterator<Item = Vector<D>> + Clone,
) -> Option<Vector<D>> {
    let (cone, _) = cone_towards(normal, rays);
    let left = cone.beyond(normal);
    // Another normal altogether would prove nothing about these points.
    if !(left.norm() > 0.5) {
        return None;
    }
    // Once more: what is at right angles to the rays is so to rounding.
    cone.beyond(left).normalized()
}

/// The point closest to a unit vector of the cone that rays span: by a few of them, and how far
/// along each. Rays of no length are left out.
pub(crate) fn cone_towards<const D: usize>(
    unit: Vector<D>,
    rays: impl Iterator<Item = Vector<D>> + Clone,
) -> (Frame<D>, Vector<D>) {
    let (mut cone, mut weights) = (Frame::EMPTY, Vector::ZERO);
    // Lawson and Hanson's method, as long as rounding lets it.
    for _ in 0..accuracy::TURN_ROUNDS {
        let left = cone.beyond(unit);
        let mut worst = (accuracy::LEVEL, None);
        for (k, ray) in rays.clone().enumerate() {
            let slope = left.dot(ray);
            if slope > worst.0 && !cone.ids().contains(&(k as u32)) {
                worst = (slope, Some((k as u32, ray)));
            }
        }
        if !worst.1.is_some_and(|(k, ray)| cone.push(k, ray)) {
            break;
        }
        cone.settle(unit, &mut weights);
    }
    (cone, weights)
}

/// The subsets of 0..count with at most `most` members, small ones first.
pub(crate) struct Choices {
    count: usize,
    most: usize,
    chosen: [usize; MOST],
    len: usize,
    started: bool,
}

impl Choices {
    pub(crate) fn new(count: usize, most: usize) -> Self {
        Self { count, most: most.min(MOST), chosen: [0; MOST], len: 0, started: false }
    }

    pub(crate) fn next(&mut self) -> Option<&[usize]> {
        if !self.started {
            self.started = true;
            return Some(&[]);
        }
        // The next combination of the same size: advance the last member that can be advanced.
        for k in (0..self.len).rev() {
            if self.chosen[k] + 1 < self.count - (self.len - 1 - k) {
                self.chosen[k] += 1;
                for j in k + 1..self.len {
                    self.chosen[j] = self.chosen[j - 1] + 1;
                }
                return Some(&self.chosen[..self.len]);
            }
        }
        self.len += 1;
        if self.len > self.most || self.len > self.count {
            return None;
        }
        for k in 0..self.len {
            self.chosen[k] = k;
        }
        Some(&self.chosen[..self.len])
    }
}
