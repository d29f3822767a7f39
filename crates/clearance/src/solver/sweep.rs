//! Unbounded sets, exactly: no huge box stands in for them.
//!
//! A set that runs along whole lines is projected along them, and the distance is found in the
//! space that is left: the support function of a projection is the projection of the support
//! point. In three dimensions, against a line that leaves a plane, against a plane a single
//! axis, and where nothing is left the sets meet.
//!
//! A ray is a line of which only one half is there. Its part in the closest point is some t ≥ 0:
//! either t = 0 and the ray might as well not be there, or t > 0 and it might as well be a line.
//! So the rays are tried, each absent or as a line. The right choice is known when it is found:
//! no t is negative, and no absent ray leads closer (the optimality conditions of a convex
//! problem). There are at most two rays unless somebody adds up several unbounded sets.

use super::gjk::{self, Difference, Goal, Moment, Watch};
use super::simplex::Simplex;
use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Region, Step, Stop, TracedVertex};
use crate::pair::Local;
use crate::shape::{Core, Swept};
use crate::space::Vector;

/// A direction in which the difference A ⊖ B is unbounded.
#[derive(Clone, Copy)]
struct Generator<const D: usize> {
    direction: Vector<D>,
    /// Whether it is A that moves; B moves the other way.
    moves_a: bool,
    /// Whether it may only be followed forwards.
    is_ray: bool,
}

/// At most D independent generators, and an orthonormal basis: first of what they span, then of
/// what is left.
#[derive(Clone, Copy)]
struct Frame<const D: usize> {
    generators: [Option<Generator<D>>; D],
    used: usize,
    basis: [Vector<D>; D],
}

/// The distance between the two cores, at least one of which is unbounded.
pub(super) fn solve<const D: usize>(local: &Local<'_, D>, task: &mut Task<'_, D>) -> Finding<D> {
    let (a, b) = (swept(&local.pair.a.core), swept(&local.pair.b.core));
    let turn = |v: &Vector<D>| local.b_in_a.rotation().rotate(*v);
    let mut frame = Frame { generators: [None; D], used: 0, basis: [Vector::ZERO; D] };
    let of_a = a.iter().flat_map(|a| a.lines);
    let of_b = b.iter().flat_map(|b| b.lines);
    frame.add_lines(|| {
        let of_a = of_a.clone().map(|line| (*line, true));
        of_a.chain(of_b.clone().map(|line| (-turn(line), false)))
    });
    let rays_a = a.map_or(&[][..], |a| a.rays);
    let rays_b = b.map_or(&[][..], |b| b.rays);
    let ray = |k: usize| {
        if k < rays_a.len() {
            Generator { direction: rays_a[k], moves_a: true, is_ray: true }
        } else {
            let direction = -turn(&rays_b[k - rays_a.len()]);
            Generator { direction, moves_a: false, is_ray: true }
        }
    };
    let count = rays_a.len() + rays_b.len();
    let mut best: Option<Finding<D>> = None;
    let mut choices = Choices::new(count, D - frame.used);
    while let Some(chosen) = choices.next() {
        let mut trial = frame;
        if !chosen.iter().all(|&k| trial.add(ray(k))) {
            continue;
        }
        let Some(finding) = trial.solve(local, task) else { continue };
        // Does an absent ray lead closer? The difference's closest point is −normal · distance.
        let slope = |k: usize| finding.normal.dot(ray(k).direction);
        let optimal = finding.inside || (0..count).all(|k| slope(k) <= accuracy::PARALLEL);
        let distance = |f: &Finding<D>| if f.inside { 0.0 } else { f.upper };
        if best.as_ref().is_none_or(|best| distance(&finding) < distance(best)) {
            best = Some(finding);
        }
        if optimal {
            break;
        }
    }
    match best {
        Some(mut finding) => {
            if !finding.inside {
                let rays = (0..count).map(|k| ray(k).direction);
                frame.make_provable(&mut finding, rays, local);
            }
            finding
        }
        // The empty choice has no t to be negative and always succeeds.
        None => frame.solve(local, task).unwrap_or_else(|| frame.anywhere(local)),
    }
}

fn swept<'a, const D: usize>(core: &Core<'a, D>) -> Option<Swept<'a, D>> {
    match core {
        Core::Swept(swept) => Some(*swept),
        _ => None,
    }
}

/// Whether the bounded part is the hull of finitely many points.
fn has_corners<const D: usize>(core: &Core<'_, D>) -> bool {
    match core {
        Core::Swept(swept) => {
            let base = swept.base.view();
            base.radius == 0.0
                && base.core.shape().is_none()
                && !matches!(base.core, Core::Swept(_))
        }
        core => core.shape().is_none(),
    }
}

/// The subsets of 0..count with at most `most` members, small ones first.
struct Choices {
    count: usize,
    most: usize,
    chosen: [usize; MOST],
    len: usize,
    started: bool,
}

impl Choices {
    fn new(count: usize, most: usize) -> Self {
        Self { count, most: most.min(MOST), chosen: [0; MOST], len: 0, started: false }
    }

    fn next(&mut self) -> Option<&[usize]> {
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

impl<const D: usize> Frame<D> {
    /// Takes in all lines that are independent, those that stick out most first: what is left of
    /// a direction that nearly lies in the span is mostly rounding, and must not pass for one more
    /// dimension.
    fn add_lines<I: Iterator<Item = (Vector<D>, bool)>>(&mut self, lines: impl Fn() -> I) {
        while self.used < D {
            let mut best: Option<Generator<D>> = None;
            let mut most = 0.0;
            for (direction, moves_a) in lines() {
                let mut left = direction;
                for e in &self.basis[..self.used] {
                    left -= *e * e.dot(left);
                }
                if left.norm() > most {
                    most = left.norm();
                    best = Some(Generator { direction, moves_a, is_ray: false });
                }
            }
            if !best.is_some_and(|generator| self.add(generator)) {
                return;
            }
        }
    }

    /// Turns the normal so that no ray leads across the slab. A solver that stopped at a gap
    /// leaves it off by the root of the gap, and then the slab proves nothing.
    fn make_provable(
        &self,
        finding: &mut Finding<D>,
        rays: impl Iterator<Item = Vector<D>> + Clone,
        local: &Local<'_, D>,
    ) {
        let mut normal = finding.normal;
        if rays.clone().all(|ray| normal.dot(ray) <= 0.0) {
            return;
        }
        // Twice, since taking one ray out can turn the normal towards another.
        for _ in 0..2 {
            for ray in rays.clone() {
                normal -= ray * normal.dot(ray).max(0.0);
            }
            for e in &self.basis[..self.used] {
                normal -= *e * e.dot(normal);
            }
        }
        let Some(normal) = normal.normalized() else { return };
        let width = local.support_b(-normal).dot(normal) - local.support_a(normal).dot(normal);
        finding.normal = normal;
        finding.lower = width;
        // Rays that are all but parallel may leave no direction that is level for all of them to
        // rounding. They come closer, or meet, further away than floats can tell.
        if rays.clone().any(|ray| normal.dot(ray) > 0.5 * accuracy::PARALLEL) {
            finding.lower = 0.0;
            finding.effort.stop = Stop::Stalled;
        }
    }

    /// Takes a generator in, unless it depends on the others already; says whether it was taken.
    fn add(&mut self, generator: Generator<D>) -> bool {
        if self.used == D {
            return false;
        }
        let Some(left) = self.beyond(generator.direction, self.used) else { return false };
        self.generators[self.used] = Some(generator);
        self.basis[self.used] = left;
        self.used += 1;
        true
    }

    /// The unit vector along what is left of `v` at right angles to the first `k` of the basis.
    fn beyond(&self, v: Vector<D>, k: usize) -> Option<Vector<D>> {
        let mut left = v;
        // Twice: the second pass removes what rounding left of the first.
        for _ in 0..2 {
            for e in &self.basis[..k] {
                left -= *e * e.dot(left);
            }
        }
        if left.norm() <= accuracy::PARALLEL * v.norm() { None } else { left.normalized() }
    }

    /// The closest points with every generator followed both ways; `None` if that follows a ray
    /// backwards.
    fn solve(&self, local: &Local<'_, D>, task: &mut Task<'_, D>) -> Option<Finding<D>> {
        let mut frame = *self;
        let mut filled = self.used;
        // Fill the basis up with whatever axes stick out most.
        while filled < D {
            let mut best: Option<Vector<D>> = None;
            let mut most = 0.0;
            for i in 0..D {
                let mut left = Vector::axis(i);
                for e in &frame.basis[..filled] {
                    left -= *e * e.dot(left);
                }
                if left.norm() > most {
                    most = left.norm();
                    best = frame.beyond(Vector::axis(i), filled);
                }
            }
            frame.basis[filled] = best?;
            filled += 1;
        }
        let mut finding = match D - self.used {
            0 => frame.anywhere(local),
            1 => frame.along_axis(local),
            2 => frame.flattened::<2>(local, task),
            _ => frame.flattened::<3>(local, task),
        };
        let mut points = [finding.point_a, finding.point_b];
        let forwards = frame.follow(&mut points);
        [finding.point_a, finding.point_b] = points;
        finding.upper = (points[1] - points[0]).norm();
        forwards.then_some(finding)
    }

    /// Nothing is left: any two points can be brought together.
    fn anywhere(&self, local: &Local<'_, D>) -> Finding<D> {
        let direction = Vector::axis(0);
        let (a, b) = (local.support_a(direction), local.support_b(-direction));
        Finding {
            point_a: a,
            point_b: b,
            upper: 0.0,
            normal: Vector::ZERO,
            lower: 0.0,
            inside: true,
            unique: None,
            evidence: Evidence::along([direction; MOST], [1.0, 0.0, 0.0, 0.0], 1),
            effort: Effort { method: Method::Formula, iterations: 1, stop: Stop::Contained },
        }
    }

    /// One axis is left: two intervals.
    fn along_axis(&self, local: &Local<'_, D>) -> Finding<D> {
        let e = self.basis[D - 1];
        // The ends of the difference along the axis.
        let end = |direction: Vector<D>| {
            let (a, b) = (local.support_a(direction), local.support_b(-direction));
            (a, b, e.dot(a - b))
        };
        let (low, high) = (end(-e), end(e));
        let mut weights = [1.0, 0.0, 0.0, 0.0];
        let mut normal = Vector::ZERO;
        let mut lower = 0.0;
        let inside = low.2 <= 0.0 && high.2 >= 0.0;
        if inside {
            let width = high.2 - low.2;
            weights[1] = if width > 0.0 { -low.2 / width } else { 0.0 };
            weights[0] = 1.0 - weights[1];
        } else if low.2 > 0.0 {
            (normal, lower) = (-e, low.2);
        } else {
            (normal, lower) = (e, -high.2);
            weights = [0.0, 1.0, 0.0, 0.0];
        }
        let mut directions = [e; MOST];
        directions[0] = -e;
        Finding {
            point_a: low.0 * weights[0] + high.0 * weights[1],
            point_b: low.1 * weights[0] + high.1 * weights[1],
            upper: 0.0,
            normal,
            lower,
            inside,
            unique: None,
            evidence: Evidence::along(directions, weights, 2),
            effort: Effort {
                method: Method::Formula,
                iterations: 1,
                stop: if inside { Stop::Contained } else { Stop::Converged },
            },
        }
    }

    /// N dimensions are left: GJK on the projections.
    fn flattened<const N: usize>(
        &self,
        local: &Local<'_, D>,
        task: &mut Task<'_, D>,
    ) -> Finding<D> {
        let shadow = Shadow::<D, N> {
            local,
            basis: core::array::from_fn(|i| self.basis[(self.used + i) % D]),
        };
        // No early end: a bound on one choice of rays says nothing about the others.
        let (beyond, below) = (f64::INFINITY, f64::NEG_INFINITY);
        let sharp = has_corners(&local.pair.a.core) && has_corners(&local.pair.b.core);
        let goal = Goal { beyond, below, ..task.goal(local.pair, sharp) };
        let start = Vector::from_fn(|i| shadow.basis[i].dot(local.b_in_a.translation()));
        let (w, mark) = shadow.support(start);
        let traced = task.trace.is_some();
        let mut record = |moment: Moment<'_, N, Mark<D>>| {
            if let Some(steps) = &mut task.trace {
                steps.push(self.step(&shadow, &moment));
            }
        };
        let watch: Watch<'_, '_, N, _> = if traced { Some(&mut record) } else { None };
        let result = gjk::descend(&shadow, Simplex::new(w, mark), goal, watch);
        let (simplex, weights) = (result.simplex, result.weights);
        let [a, b] = combined(&simplex, weights);
        let directions = simplex.mark.map(|mark| mark.direction);
        Finding {
            point_a: a,
            point_b: b,
            upper: 0.0,
            normal: -shadow.lift(result.toward),
            lower: result.lower,
            inside: result.stop == Stop::Contained,
            unique: None,
            evidence: Evidence::along(directions, weights, simplex.len),
            effort: Effort {
                method: Method::Gjk,
                iterations: result.iterations,
                stop: result.stop,
            },
        }
    }

    /// The record of one iteration: the simplex is that of the bounded parts, its closest points
    /// are moved along the generators.
    fn step<const N: usize>(
        &self,
        shadow: &Shadow<'_, D, N>,
        moment: &Moment<'_, N, Mark<D>>,
    ) -> Step<D> {
        let simplex = moment.simplex;
        let mut points = combined(simplex, moment.weights);
        self.follow(&mut points);
        let vertex = |k: usize| {
            let Mark { a, b, .. } = simplex.mark[k];
            TracedVertex { a, b, weight: moment.weights[k] }
        };
        Step {
            method: Method::Gjk,
            points,
            lower: if moment.support.is_some() { moment.lower } else { 0.0 },
            upper: (points[1] - points[0]).norm(),
            detail: Detail::Gjk {
                simplex: (0..simplex.len).map(vertex).collect(),
                region: moment.support.map_or(Region::Inside, |_| Region::of(simplex.len)),
                direction: -shadow.lift(moment.toward),
                support: moment.support.map_or(points, |mark| [mark.a, mark.b]),
                careful: moment.careful,
            },
        }
    }

    /// Moves the two points along the generators to where they are closest; says whether every
    /// ray was followed forwards.
    ///
    /// What is to be made up, b − a along the span, is written in the generators by back
    /// substitution: generator j has no part in the basis vectors after the j-th.
    fn follow(&self, [a, b]: &mut [Vector<D>; 2]) -> bool {
        let mut amounts = [0.0; D];
        // Generators that are nearly parallel are followed far, and what is left by rounding is
        // as large as the way is long: a second pass takes it up.
        for _ in 0..2 {
            let mut left = *b - *a;
            for j in (0..self.used).rev() {
                let Some(generator) = self.generators[j] else { continue };
                let t = self.basis[j].dot(left) / self.basis[j].dot(generator.direction);
                left -= generator.direction * t;
                amounts[j] += t;
                if generator.moves_a {
                    *a += generator.direction * t;
                } else {
                    *b -= generator.direction * t;
                }
            }
        }
        let is_ray = |j: usize| self.generators[j].is_some_and(|generator| generator.is_ray);
        (0..self.used).all(|j| !is_ray(j) || amounts[j] >= 0.0)
    }
}

/// The points of the two bounded parts with these weights.
fn combined<const D: usize, const N: usize>(
    simplex: &Simplex<N, Mark<D>>,
    weights: [f64; MOST],
) -> [Vector<D>; 2] {
    let mut points = [Vector::ZERO; 2];
    for k in 0..simplex.len {
        points[0] += simplex.mark[k].a * weights[k];
        points[1] += simplex.mark[k].b * weights[k];
    }
    points
}

/// The difference of a pair, projected on N of D dimensions.
struct Shadow<'a, const D: usize, const N: usize> {
    local: &'a Local<'a, D>,
    basis: [Vector<D>; N],
}

#[derive(Clone, Copy)]
struct Mark<const D: usize> {
    a: Vector<D>,
    b: Vector<D>,
    direction: Vector<D>,
}

impl<const D: usize, const N: usize> Shadow<'_, D, N> {
    fn lift(&self, v: Vector<N>) -> Vector<D> {
        let mut sum = Vector::ZERO;
        for i in 0..N {
            sum += self.basis[i] * v[i];
        }
        sum
    }
}

impl<const D: usize, const N: usize> Difference<N> for Shadow<'_, D, N> {
    type Mark = Mark<D>;

    fn support(&self, direction: Vector<N>) -> (Vector<N>, Mark<D>) {
        let direction = self.lift(direction);
        let a = self.local.support_a(direction);
        let b = self.local.support_b(-direction);
        (Vector::from_fn(|i| self.basis[i].dot(a - b)), Mark { a, b, direction })
    }
}
