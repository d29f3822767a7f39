//! Unbounded sets, exactly: no huge box stands in for them.
//!
//! A set that runs along whole lines is projected along them, and the distance is found in the
//! space that is left: the support function of a projection is the projection of the support
//! point. In three dimensions, against a line that leaves a plane, against a plane a single
//! axis, and where nothing is left the sets meet.
//!
//! A ray is a line of which only one half is there. Its part in the closest point is some t ≥ 0:
//! either t = 0 and the ray might as well not be there, or t > 0 and it might as well be a line.
//! Which of them are lines is found by Lawson and Hanson's rule: the ray that leads closer most
//! steeply joins, and what would be followed backwards leaves (`rays`). Done is what is proved:
//! the normal, turned as little as it takes for no ray to lead across the slab, leaves bounds that
//! are close. Should rounding end that early, every choice of a few rays is tried.

pub(super) mod chord;
pub(super) mod rays;
pub(super) mod surfaces;

use super::gjk::simplex::Simplex;
use super::gjk::{self, Difference, Goal, Moment, Watch};
use super::{Finding, Task};
use crate::accuracy;
use crate::answer::{Detail, Effort, Evidence, MOST, Method, Region, Step, Stop, TracedVertex};
use crate::pair::Local;
use crate::shape::{Core, Swept};
use crate::space::Vector;
use rays::{Choices, Generator, Rays, beyond_lines};

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
    let rays =
        Rays { of_a: a.map_or(&[][..], |a| a.rays), of_b: b.map_or(&[][..], |b| b.rays), local };
    let mut best = Best { finding: None, done: false };
    frame.join(&rays, task, &mut best);
    if !best.done && rays.len() <= accuracy::SWEEP_RAYS {
        let mut choices = Choices::new(rays.len(), D - frame.used);
        while !best.done
            && let Some(chosen) = choices.next()
        {
            if let Some(trial) = frame.with(&rays, chosen) {
                let (finding, amounts) = trial.solve(local, task);
                if trial.is_forwards(&amounts) {
                    best.take(finding, &frame, &rays, task);
                }
            }
        }
    }
    // Without any ray nothing can be followed backwards: there is always something.
    best.finding.unwrap_or_else(|| frame.anywhere(local))
}

/// The best that was found: the closest points, and the slab that proves most.
struct Best<const D: usize> {
    finding: Option<Finding<D>>,
    /// Whether it is as good as it will get.
    done: bool,
}

impl<const D: usize> Best<D> {
    /// Takes points that are reached forwards, and the normal that goes with them, for what they
    /// are worth. `lines` is the frame without any ray.
    fn take(
        &mut self,
        mut finding: Finding<D>,
        lines: &Frame<D>,
        rays: &Rays<'_, D>,
        task: &Task<'_, D>,
    ) {
        let pair = rays.local.pair;
        // The difference's closest point is −normal · distance: no absent ray leads closer.
        let level = rays.directions().all(|ray| finding.normal.dot(ray) <= accuracy::PARALLEL);
        if !finding.inside {
            rays.make_provable(&mut finding, &lines.basis[..lines.used]);
        }
        let distance = |finding: &Finding<D>| if finding.inside { 0.0 } else { finding.upper };
        if let Some(before) = self.finding.take() {
            if distance(&finding) >= distance(&before) {
                let (normal, lower) = (finding.normal, finding.lower);
                finding = before;
                if lower > finding.lower {
                    (finding.normal, finding.lower) = (normal, lower);
                }
            } else if before.lower > finding.lower && !finding.inside {
                (finding.normal, finding.lower) = (before.normal, before.lower);
            }
        }
        let sharp = has_corners(&pair.a.core) && has_corners(&pair.b.core);
        let size = pair.scale + finding.point_a.max_abs() + finding.point_b.max_abs();
        let (goal, unit) = (task.goal(pair, sharp), accuracy::ROUNDING * size);
        let gap = if finding.inside { 0.0 } else { finding.upper - finding.lower };
        // Where rays are parallel but for rounding, points and proof may belong to different ends.
        let open = gap > goal.slack.max(accuracy::WALK_SLACK * unit);
        finding.effort.stop = match finding.effort.stop {
            Stop::Converged if open => Stop::Stalled,
            Stop::Stalled if !open => Stop::Converged,
            stop => stop,
        };
        self.done = finding.inside || level || gap <= goal.gap.max(unit);
        self.finding = Some(finding);
    }

    fn distance(&self) -> f64 {
        self.finding.as_ref().map_or(f64::INFINITY, |finding| finding.upper)
    }
}

fn swept<'a, const D: usize>(core: &Core<'a, D>) -> Option<Swept<'a, D>> {
    match core {
        Core::Swept(swept) => Some(*swept),
        _ => None,
    }
}

/// Whether the bounded part is the hull of finitely many points.
pub(super) fn has_corners<const D: usize>(core: &Core<'_, D>) -> bool {
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

    /// The frame with some of the rays as lines; `None` if they depend on each other.
    fn with(&self, rays: &Rays<'_, D>, chosen: &[usize]) -> Option<Self> {
        let mut trial = *self;
        chosen.iter().all(|&k| trial.add(rays.get(k))).then_some(trial)
    }

    /// Lawson and Hanson's rule: each round, the ray that leads closer most steeply joins those in
    /// use. If one of these is then followed backwards, the way there is taken only as far as all
    /// are followed forwards, and the one that ends it leaves. Each round leads strictly closer.
    fn join(&self, rays: &Rays<'_, D>, task: &mut Task<'_, D>, best: &mut Best<D>) {
        let (mut chosen, mut ways, mut len) = ([0; D], [0.0; D], 0);
        loop {
            let Some(trial) = self.with(rays, &chosen[..len]) else { return };
            let (finding, amounts) = trial.solve(rays.local, task);
            let wanted = &amounts[self.used..];
            // How much of the way is forwards, and for which ray no more.
            let (mut share, mut leaves) = (1.0, None);
            for k in (0..len).filter(|&k| wanted[k] < 0.0) {
                let free = ways[k] / (ways[k] - wanted[k]);
                if leaves.is_none() || free < share {
                    (share, leaves) = (free, Some(k));
                }
            }
            for k in 0..len {
                ways[k] += share * (wanted[k] - ways[k]);
            }
            if let Some(k) = leaves {
                chosen.copy_within(k + 1..len, k);
                ways.copy_within(k + 1..len, k);
                len -= 1;
                continue;
            }
            let last = best.distance();
            let normal = finding.normal;
            best.take(finding, self, rays, task);
            if best.done || !(best.distance() < last) {
                return;
            }
            let mut steepest = (0.0, None);
            for k in (0..rays.len()).filter(|k| !chosen[..len].contains(k)) {
                let slope = normal.dot(rays.get(k).direction);
                if slope > steepest.0 {
                    steepest = (slope, Some(k));
                }
            }
            let (_, Some(next)) = steepest else { return };
            if self.used + len == D {
                return;
            }
            (chosen[len], ways[len]) = (next, 0.0);
            len += 1;
        }
    }

    /// Takes a generator in, unless it depends on the others already; says whether it was taken.
    fn add(&mut self, generator: Generator<D>) -> bool {
        if self.used == D {
            return false;
        }
        let Some(left) = beyond_lines(generator.direction, &self.basis[..self.used]) else {
            return false;
        };
        self.generators[self.used] = Some(generator);
        self.basis[self.used] = left;
        self.used += 1;
        true
    }

    /// The closest points with every generator followed both ways, and how far each is followed.
    fn solve(&self, local: &Local<'_, D>, task: &mut Task<'_, D>) -> (Finding<D>, [f64; D]) {
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
                    best = beyond_lines(Vector::axis(i), &frame.basis[..filled]);
                }
            }
            let Some(best) = best else { break };
            frame.basis[filled] = best;
            filled += 1;
        }
        let mut finding = match D - self.used {
            0 => frame.anywhere(local),
            1 => frame.along_axis(local),
            2 => frame.flattened::<2>(local, task),
            _ => frame.flattened::<3>(local, task),
        };
        let mut points = [finding.point_a, finding.point_b];
        let amounts = frame.follow(&mut points);
        [finding.point_a, finding.point_b] = points;
        finding.upper = (points[1] - points[0]).norm();
        (finding, amounts)
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
        let result = gjk::descend(&shadow, (Simplex::new(w, mark), None), goal, watch);
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

    /// Whether every ray is followed forwards.
    fn is_forwards(&self, amounts: &[f64; D]) -> bool {
        let is_ray = |j: usize| self.generators[j].is_some_and(|generator| generator.is_ray);
        (0..self.used).all(|j| !is_ray(j) || amounts[j] >= 0.0)
    }

    /// Moves the two points along the generators to where they are closest; says how far along
    /// each.
    ///
    /// What is to be made up, b − a along the span, is written in the generators by back
    /// substitution: generator j has no part in the basis vectors after the j-th.
    fn follow(&self, [a, b]: &mut [Vector<D>; 2]) -> [f64; D] {
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
        amounts
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
