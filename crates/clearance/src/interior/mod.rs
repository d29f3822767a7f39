//! Shapes made of surfaces, for solvers and for the shapes themselves: their furthest points (`roof`),
//! and the engine of the interior point method for the closest points of two of them, which minimise
//! ½ κ |y − x|², each set given by convex functions fᵢ ≤ 0 with derivatives. It is the primal-dual
//! method with slacks (Mehrotra's predictor and corrector):
//!
//! | symbol | meaning | here |
//! | --- | --- | --- |
//! | s | slack: f + s = 0, s > 0 | `slack` |
//! | λ | multiplier, λ > 0 | `push` |
//! | μ | mean of λ s, which goes to zero | `gap` / rows |
//! | G | ∇²(objective) + Σ λ ∇²f + Σ λ/s ∇f ∇fᵀ | blocks of `Side` |
//!
//! A step solves G Δ = −∇L − Σ ∇f (λ(f + s) − (λs − σμ)) / s. G consists of one D × D block a set,
//! tied together by the objective alone: the work is linear in the number of surfaces.

mod furthest;
mod last;
mod roof;
mod side;
mod travel;

pub(crate) use furthest::{ceiling, extent, furthest, nearly, pulled};
pub(crate) use side::{Row, Side, pull};
pub(crate) use travel::{Aim, Rows, Travel};

use crate::accuracy;
use crate::space::{Definite, Matrix, Vector, real};

/// A program, and the point that has been reached.
pub(crate) struct Program<'a, const D: usize> {
    pub(crate) a: Side<'a, D>,
    pub(crate) b: Side<'a, D>,
    /// From B's frame to A's.
    pub(crate) turn: Matrix<D>,
    pub(crate) offset: Vector<D>,
    /// κ.
    pub(crate) weight: f64,
    /// The scale on which kinks are rounded off.
    pub(crate) blur: f64,
    /// How bold the steps are.
    pub(crate) pace: Pace,
    /// λ s need not be smaller than this: far below, rounding drowns everything in λ/s.
    pub(crate) floor: f64,
}

/// How bold the steps are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// As far as the slacks allow, if it is outside of curved surfaces for a while.
    Bold,
    /// Always inside, on the way that the barrier −Σ log(−f) shows: λ = μ/s throughout, each step
    /// lessens (objective)/μ + barrier, and μ falls only where that is nearly as small as can be.
    Careful,
}

impl<const D: usize> Program<'_, D> {
    /// How many surfaces there are.
    pub(crate) fn len(&self) -> usize {
        self.a.len() + self.b.len()
    }

    /// The two points, in A's frame.
    pub(crate) fn points(&self) -> (Vector<D>, Vector<D>) {
        (self.a.position(), self.turn * self.b.position() + self.offset)
    }

    /// Both points towards each other, as far as they leave room: the steps that it would take to get
    /// there from the middle are saved.
    pub(crate) fn approach(&mut self) {
        let (x, y) = self.points();
        // With kinks rounded off as they are at first: that is where the steps begin, and what is found with
        // few digits less takes a fraction of the time.
        self.a.approach(y - x, self.blur);
        self.b.approach(self.turn.transpose_mul(x - y), self.blur);
    }

    /// The first slacks and multipliers.
    pub(crate) fn begin(&mut self, rows: &mut [Row<D>]) {
        // The more there are, the less each of them has to push.
        let each = accuracy::INTERIOR_PUSHES / rows.len().max(1) as f64;
        let push = each.min(accuracy::INTERIOR_FIRST_PUSH);
        let (first, second) = rows.split_at_mut(self.a.len());
        self.a.begin(first, push);
        self.b.begin(second, push);
        self.evaluate(rows, 0.0);
        self.accept();
    }

    /// The mean of λ s.
    pub(crate) fn mean(&self, rows: &[Row<D>]) -> f64 {
        if self.pace == Pace::Bold {
            return (self.a.gap() + self.b.gap()) / (rows.len().max(1)) as f64;
        }
        let mut sum = 0.0;
        for row in rows {
            sum += row.slack * row.push;
        }
        sum / (rows.len().max(1)) as f64
    }

    /// Values and derivatives at the point plus `share` of the step; returns how far outside, in
    /// units of how far inside it began, the worst surface is.
    fn evaluate(&mut self, rows: &mut [Row<D>], share: f64) -> f64 {
        let (first, second) = rows.split_at_mut(self.a.len());
        let worst = self.a.evaluate(first, share, self.blur);
        worst.max(self.b.evaluate(second, share, self.blur))
    }

    fn accept(&mut self) {
        self.a.accept();
        self.b.accept();
    }

    /// One step; `None` if the system cannot be solved any more.
    pub(crate) fn step(&mut self, rows: &mut [Row<D>]) -> Option<()> {
        if self.pace == Pace::Careful {
            return self.careful_step(rows);
        }
        let (mu, count) = (self.mean(rows), rows.len().max(1) as f64);
        let system = self.system()?;
        let (x, y) = self.points();
        let pull = (y - x) * self.weight;
        let right_a = self.a.right_at_once(-pull);
        let right_b = self.b.right_at_once(self.turn.transpose_mul(pull));
        let (first, second) = rows.split_at_mut(self.a.len());
        // The predictor goes for λ s = 0.
        let [step_a, step_b] = system.steps(right_a, right_b);
        let ahead = [self.a.predict(first, step_a), self.b.predict(second, step_b)];
        let reach = 1.0 / ahead[0].loss.max(ahead[1].loss);
        let products = ahead[0].product + ahead[1].product;
        let after = mu * (1.0 - reach) + reach * reach * products / count;
        let ratio = (after / mu).clamp(0.0, 1.0);
        let target = (mu * ratio * ratio * ratio).max(self.floor);
        // The corrector aims at λ s = target, with what the predictor neglected.
        let [step_a, step_b] = system.steps(
            right_a + self.a.corrected(target, &ahead[0]),
            right_b + self.b.corrected(target, &ahead[1]),
        );
        let loss = self.a.correct(first, step_a, target);
        let longest = 1.0 / loss.max(self.b.correct(second, step_b, target));
        let near = 1.0 - accuracy::BOUNDARY_SHARE.min(mu);
        let mut share = (longest * near.min(1.0 - accuracy::BOUNDARY_LEAST)).min(1.0);
        let mut worst = self.evaluate(rows, share);
        for _ in 0..accuracy::INTERIOR_HALVINGS {
            if worst <= 1.0 {
                break;
            }
            // Far outside, functions grow like the square of the way.
            let shorter = accuracy::INTERIOR_SHORTER / real::sqrt(worst);
            let known = worst < f64::INFINITY;
            share *= if known { shorter.clamp(accuracy::INTERIOR_SHORTEST, 0.5) } else { 0.5 };
            worst = self.evaluate(rows, share);
        }
        if worst == f64::INFINITY || share.is_nan() {
            // Not a number: stay where we are.
            Side::refuse(rows);
            return None;
        }
        self.accept();
        Some(())
    }

    fn careful_step(&mut self, rows: &mut [Row<D>]) -> Option<()> {
        let mu = self.mean(rows).max(self.floor);
        let mut mu = if mu > 0.0 { mu } else { accuracy::INTERIOR_FIRST_PUSH };
        for row in rows.iter_mut() {
            row.rest(mu);
        }
        self.evaluate(rows, 0.0);
        let system = self.system()?;
        self.solve(&system, rows, |_| mu);
        if !self.a.way().is_finite() {
            return None;
        }
        let (before, slope) = (self.merit(rows, mu), self.slope(rows, mu));
        let mut share = longest(rows);
        loop {
            let inside = self.evaluate(rows, share) < 0.0;
            if inside && self.merit(rows, mu) <= before + accuracy::CAREFUL_SHARE * share * slope {
                break;
            }
            share *= 0.5;
            if share < accuracy::CAREFUL_LEAST {
                // Nothing is left to gain but rounding.
                self.evaluate(rows, 0.0);
                break;
            }
        }
        self.accept();
        if -slope < accuracy::CAREFUL_NEAR || share < accuracy::CAREFUL_LEAST {
            mu = (mu * accuracy::CAREFUL_GAIN).max(self.floor);
        }
        for row in rows.iter_mut() {
            row.rest(mu);
        }
        Some(())
    }

    /// (objective)/μ − Σ log(−f), at the point that is being tried.
    fn merit(&self, rows: &[Row<D>], mu: f64) -> f64 {
        let a = self.a.tried_position();
        let between = self.turn * self.b.tried_position() + self.offset - a;
        let mut merit = 0.5 * self.weight * between.norm_squared() / mu;
        for row in rows {
            merit -= real::log((-row.value).max(f64::MIN_POSITIVE));
        }
        merit
    }

    /// How fast the merit changes along the step.
    fn slope(&self, rows: &[Row<D>], mu: f64) -> f64 {
        let (x, y) = self.points();
        let mut slope = ((x - y) * self.weight).dot(self.a.way()) / mu;
        slope += self.weight * (y - x).dot(self.turn * self.b.way()) / mu;
        for row in rows {
            // The slack's step is minus the change of the function, which is what counts inside.
            slope -= row.slack_step / row.slack;
        }
        slope
    }

    /// Whether the closest points are such: the gradients cancel, and the points are not outside.
    pub(crate) fn is_solved(&self, rows: &[Row<D>]) -> bool {
        let (x, y) = self.points();
        let pull = (y - x) * self.weight;
        let (first, second) = rows.split_at(self.a.len());
        let balanced = |side: &Side<'_, D>, rows: &[Row<D>], pull: Vector<D>| {
            let miss = (side::pull(rows) + side.axes.transpose_mul(pull)).norm();
            let size = side.axes.0.iter().fold(0.0_f64, |size, row| size + row.sum_abs());
            miss <= accuracy::INTERIOR_SOLVED * size * pull.norm()
        };
        rows.iter().all(|row| row.value <= accuracy::INTERIOR_OUTSIDE)
            && balanced(&self.a, first, -pull)
            && balanced(&self.b, second, self.turn.transpose_mul(pull))
    }

    /// The two blocks, taken apart: B's own, and A's with B's part in it eliminated.
    fn system(&self) -> Option<System<D>> {
        let mut first = self.a.matrix(self.weight);
        let second = Definite::new(self.b.matrix(self.weight))?;
        // −κ Uᵀ R V, of which the columns are eliminated one by one.
        let tie = self.a.axes.transpose() * self.turn * self.b.axes;
        let tie = Matrix(tie.0.map(|row| row * -self.weight));
        for i in 0..D {
            let solved = Vector(second.solve(tie[i].0));
            for j in 0..D {
                first[j][i] -= tie[j].dot(solved);
            }
        }
        Some(System { first: Definite::new(first)?, second, tie })
    }

    /// The step towards λ s = `target`.
    fn solve(&mut self, system: &System<D>, rows: &mut [Row<D>], target: impl Fn(&Row<D>) -> f64) {
        let (x, y) = self.points();
        let between = y - x;
        let (first, second) = rows.split_at_mut(self.a.len());
        let right_a = self.a.right(first, between * -self.weight, &target);
        let pull = self.turn.transpose_mul(between) * self.weight;
        let right_b = self.b.right(second, pull, &target);
        let [step_a, step_b] = system.steps(right_a, right_b);
        self.a.follow(first, step_a, &target);
        self.b.follow(second, step_b, &target);
    }
}

struct System<const D: usize> {
    first: Definite<D>,
    second: Definite<D>,
    tie: Matrix<D>,
}

impl<const D: usize> System<D> {
    /// The steps of both sets.
    fn steps(&self, right_a: Vector<D>, right_b: Vector<D>) -> [Vector<D>; 2] {
        let right_a = right_a - self.tie * Vector(self.second.solve(right_b.0));
        let step_a = Vector(self.first.solve(right_a.0));
        let left_b = right_b - self.tie.transpose_mul(step_a);
        [step_a, Vector(self.second.solve(left_b.0))]
    }
}

/// How far along the step all slacks and multipliers stay positive, at most the whole.
fn longest<const D: usize>(rows: &[Row<D>]) -> f64 {
    let mut most = 1.0_f64;
    for row in rows {
        if row.slack_step < 0.0 {
            most = most.min(-row.slack / row.slack_step);
        }
        if row.push_step < 0.0 {
            most = most.min(-row.push / row.push_step);
        }
    }
    most
}
