//! Two sets of which one moves along a line: the programs for the closest approach and for the
//! first contact.
//!
//! | aim | variables | objective |
//! | --- | --- | --- |
//! | `Closest` | x in A, y in B and the time s: 2 D + 1 | ½ κ \|y + s w − x\|² |
//! | `First` | a point q of both and the time s: D + 1 | s |
//!
//! The time runs from 0 to 1, w is the whole way, and a step is that of the program without time
//! but for the system: the surfaces are seen through x = q and y = q − s w where there is one
//! point only. The work is linear in the number of surfaces.
//!
//! Source: Chakraborty, Peng, Akella, Mitchell 2008, Proximity Queries between Convex Objects: An
//! Interior Point Approach for Implicit Surfaces, equations 13 and 14.

use super::{Row, Side, longest};
use crate::accuracy;
use crate::space::{Definite, Matrix, Vector, real};

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The time at which the sets are closest.
    Closest,
    /// The first time at which they have a point in common.
    First,
}

/// A program, and the point that has been reached.
pub(crate) struct Travel<'a, const D: usize> {
    pub(crate) aim: Aim,
    pub(crate) a: Side<'a, D>,
    pub(crate) b: Side<'a, D>,
    clock: Side<'static, 1>,
    /// From B's frame to A's, at time 0.
    turn: Matrix<D>,
    offset: Vector<D>,
    /// How far B moves, seen from A, until time 1.
    way: Vector<D>,
    /// κ.
    pub(crate) weight: f64,
    /// The scale on which kinks are rounded off.
    pub(crate) blur: f64,
    /// λ s need not be smaller than this.
    pub(crate) floor: f64,
}

/// The surfaces of A, of B, and the two ends of time.
pub(crate) struct Rows<'r, const D: usize> {
    pub(crate) a: &'r mut [Row<D>],
    pub(crate) b: &'r mut [Row<D>],
    clock: [Row<1>; 2],
}

impl<'r, const D: usize> Rows<'r, D> {
    pub(crate) fn new(rows: &'r mut [Row<D>], first: usize) -> Self {
        let (a, b) = rows.split_at_mut(first);
        Self { a, b, clock: [Row::NEW; 2] }
    }

    pub(crate) fn count(&self) -> f64 {
        (self.a.len() + self.b.len() + self.clock.len()) as f64
    }

    /// The sum of λ s.
    pub(crate) fn sum(&self) -> f64 {
        let mut sum = 0.0;
        for row in self.a.iter().chain(self.b.iter()) {
            sum += row.slack * row.push;
        }
        for row in &self.clock {
            sum += row.slack * row.push;
        }
        sum
    }

    fn rest(&mut self, mu: f64) {
        self.a.iter_mut().chain(self.b.iter_mut()).for_each(|row| row.rest(mu));
        self.clock.iter_mut().for_each(|row| row.rest(mu));
    }

    fn longest(&self) -> f64 {
        longest(self.a).min(longest(self.b)).min(longest(&self.clock))
    }

    /// Notes what the predictor neglects, or nothing; returns the mean of λ s at its end.
    fn predicted(&mut self, reach: f64, share: f64) -> f64 {
        let count = self.count();
        let mut after = 0.0;
        for row in self.a.iter_mut().chain(self.b.iter_mut()) {
            after += row.predicted(reach, share);
        }
        for row in &mut self.clock {
            after += row.predicted(reach, share);
        }
        after / count
    }
}

impl<const D: usize> Row<D> {
    fn predicted(&mut self, reach: f64, share: f64) -> f64 {
        self.product = share * self.slack_step * self.push_step;
        (self.slack + reach * self.slack_step) * (self.push + reach * self.push_step)
    }
}

impl<'a, const D: usize> Travel<'a, D> {
    /// At the points where the sides are, halfway through time.
    pub(crate) fn new(
        aim: Aim,
        [a, b]: [Side<'a, D>; 2],
        (turn, offset): (Matrix<D>, Vector<D>),
        way: Vector<D>,
    ) -> Self {
        let mut clock = Side::flat(Vector::ZERO, Matrix::IDENTITY, 1);
        clock.bound(Vector([1.0]), 1.0);
        clock.bound(Vector([-1.0]), 0.0);
        clock.at = Vector([0.5]);
        Self { aim, a, b, clock, turn, offset, way, weight: 1.0, blur: 1.0, floor: 0.0 }
    }

    /// The time.
    pub(crate) fn time(&self) -> f64 {
        self.clock.at[0]
    }

    /// The two points at the time, in A's frame.
    pub(crate) fn points(&self) -> [Vector<D>; 2] {
        let y = self.turn * self.b.position() + self.offset + self.way * self.time();
        [self.a.position(), y]
    }

    /// Goes to a point of A's frame and a time, with both sets.
    pub(crate) fn meet(&mut self, point: Vector<D>, time: f64) {
        self.clock.at = Vector([time]);
        self.a.at = point;
        self.b.at = self.turn.transpose_mul(point - self.offset - self.way * time);
    }

    /// The first slacks and multipliers.
    pub(crate) fn begin(&mut self, rows: &mut Rows<'_, D>) {
        let push = accuracy::INTERIOR_FIRST_PUSH;
        self.a.begin(rows.a, push);
        self.b.begin(rows.b, push);
        self.clock.begin(&mut rows.clock, push);
        self.evaluate(rows, 0.0);
        self.accept();
    }

    /// The same from a point inside: the slacks are what the functions leave. Rounding off kinks
    /// makes sets smaller; no more is done of it than the point allows.
    pub(crate) fn begin_inside(&mut self, rows: &mut Rows<'_, D>) {
        self.begin(rows);
        while self.evaluate(rows, 0.0) >= 0.0 && self.blur > accuracy::BLUR_GONE {
            self.blur *= accuracy::BLUR_FALL;
        }
        rows.rest(accuracy::INTERIOR_FIRST_PUSH);
        self.evaluate(rows, 0.0);
        self.accept();
    }

    /// One step; `None` if the system cannot be solved any more.
    pub(crate) fn step(&mut self, rows: &mut Rows<'_, D>) -> Option<()> {
        match self.aim {
            Aim::Closest => self.step_of::<7>(rows),
            Aim::First => self.step_of::<4>(rows),
        }
    }

    /// A predictor, a corrector, and a search along the step.
    fn step_of<const N: usize>(&mut self, rows: &mut Rows<'_, D>) -> Option<()> {
        let mu = rows.sum() / rows.count();
        let system = Definite::new(self.matrix::<N>())?;
        // The predictor goes for λ s = 0.
        rows.predicted(0.0, 0.0);
        self.solve(&system, rows, 0.0);
        let reach = rows.longest();
        let after = rows.predicted(reach, 1.0);
        let ratio = (after / mu).clamp(0.0, 1.0);
        // The corrector aims at λ s = target, with what the predictor neglected.
        self.solve(&system, rows, (mu * ratio * ratio * ratio).max(self.floor));
        let near = 1.0 - accuracy::BOUNDARY_SHARE.min(mu);
        let mut share = (rows.longest() * near.min(1.0 - accuracy::BOUNDARY_LEAST)).min(1.0);
        let mut worst = self.evaluate(rows, share);
        for _ in 0..accuracy::INTERIOR_HALVINGS {
            if worst <= 1.0 {
                break;
            }
            share *= 0.5;
            worst = self.evaluate(rows, share);
        }
        if worst == f64::INFINITY || share.is_nan() {
            Side::refuse(rows.a);
            Side::refuse(rows.b);
            Side::refuse(&mut rows.clock);
            return None;
        }
        self.accept();
        Some(())
    }

    /// One step on the way that the barrier shows, always inside; see `Pace::Careful`.
    pub(crate) fn careful_step(&mut self, rows: &mut Rows<'_, D>) -> Option<()> {
        match self.aim {
            Aim::Closest => self.careful_step_of::<7>(rows),
            Aim::First => self.careful_step_of::<4>(rows),
        }
    }

    fn careful_step_of<const N: usize>(&mut self, rows: &mut Rows<'_, D>) -> Option<()> {
        let mut mu = (rows.sum() / rows.count()).max(self.floor);
        rows.rest(mu);
        self.evaluate(rows, 0.0);
        let system = Definite::new(self.matrix::<N>())?;
        rows.predicted(0.0, 0.0);
        self.solve(&system, rows, mu);
        let (before, slope) = (self.merit(rows, mu), self.slope(rows, mu));
        if !slope.is_finite() {
            return None;
        }
        let mut share = rows.longest();
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
        rows.rest(mu);
        Some(())
    }

    /// (objective)/μ − Σ log(−f), at the point that is being tried.
    fn merit(&self, rows: &Rows<'_, D>, mu: f64) -> f64 {
        let time = self.clock.tried_position()[0];
        let objective = match self.aim {
            Aim::Closest => {
                let y = self.turn * self.b.tried_position() + self.offset + self.way * time;
                0.5 * self.weight * (y - self.a.tried_position()).norm_squared()
            }
            Aim::First => time,
        };
        let log = |value: f64| real::log((-value).max(f64::MIN_POSITIVE));
        let mut merit = objective / mu;
        rows.a.iter().chain(rows.b.iter()).for_each(|row| merit -= log(row.value));
        rows.clock.iter().for_each(|row| merit -= log(row.value));
        merit
    }

    /// How fast the merit changes along the step.
    fn slope(&self, rows: &Rows<'_, D>, mu: f64) -> f64 {
        let time = self.clock.way()[0];
        let mut slope = match self.aim {
            Aim::Closest => {
                let [x, y] = self.points();
                let way = self.turn * self.b.way() + self.way * time - self.a.way();
                self.weight * (y - x).dot(way) / mu
            }
            Aim::First => time / mu,
        };
        // The slack's step is minus the change of the function, which is what counts inside.
        rows.a.iter().chain(rows.b.iter()).for_each(|row| slope -= row.slack_step / row.slack);
        rows.clock.iter().for_each(|row| slope -= row.slack_step / row.slack);
        slope
    }

    /// Values and derivatives after a share of the step; how far outside the worst is.
    fn evaluate(&mut self, rows: &mut Rows<'_, D>, share: f64) -> f64 {
        let a = self.a.evaluate(rows.a, share, self.blur);
        let b = self.b.evaluate(rows.b, share, self.blur);
        a.max(b).max(self.clock.evaluate(&mut rows.clock, share, 0.0))
    }

    fn accept(&mut self) {
        self.a.accept();
        self.b.accept();
        self.clock.accept();
    }

    /// The lower half of the system; variables that do not exist get ones.
    fn matrix<const N: usize>(&self) -> [[f64; N]; N] {
        let mut m = [[0.0; N]; N];
        for (i, row) in m.iter_mut().enumerate() {
            row[i] = 1.0;
        }
        let clock = self.clock.matrix(0.0)[0][0];
        match self.aim {
            Aim::Closest => {
                let (a, b) = (self.a.matrix(self.weight), self.b.matrix(self.weight));
                let tie = self.a.axes.transpose() * self.turn * self.b.axes;
                let back = self.b.axes.transpose_mul(self.turn.transpose_mul(self.way));
                let here = self.a.axes.transpose_mul(self.way);
                for i in 0..D {
                    m[i][..D].copy_from_slice(&a[i]);
                    m[D + i][D..2 * D].copy_from_slice(&b[i]);
                    for j in 0..D {
                        m[D + j][i] = -self.weight * tie[i][j];
                    }
                    m[2 * D][i] = -self.weight * here[i];
                    m[2 * D][D + i] = self.weight * back[i];
                }
                m[2 * D][2 * D] = clock + self.weight * self.way.norm_squared();
            }
            Aim::First => {
                let (a, b) = (self.a.matrix(0.0), Matrix(self.b.matrix(0.0).map(Vector)));
                let turned = self.turn * b * self.turn.transpose();
                let drift = turned * self.way;
                for i in 0..D {
                    for j in 0..D {
                        m[i][j] = a[i][j] + turned[i][j];
                    }
                    m[D][i] = -drift[i];
                }
                m[D][D] = clock + drift.dot(self.way);
            }
        }
        m
    }

    /// The step towards λ s = `target`, less what is noted as neglected.
    fn solve<const N: usize>(&mut self, system: &Definite<N>, rows: &mut Rows<'_, D>, target: f64) {
        let aim = |row: &Row<D>| target - row.product;
        let aim_clock = |row: &Row<1>| target - row.product;
        let mut right = [0.0; N];
        let [x, y] = self.points();
        let pull = match self.aim {
            Aim::Closest => (y - x) * self.weight,
            Aim::First => Vector::ZERO,
        };
        let for_a = self.a.right(rows.a, -pull, &aim);
        let for_b = self.b.right(rows.b, self.turn.transpose_mul(pull), &aim);
        match self.aim {
            Aim::Closest => {
                right[..D].copy_from_slice(&for_a.0);
                right[D..2 * D].copy_from_slice(&for_b.0);
                let push = Vector([self.way.dot(pull)]);
                right[2 * D] = self.clock.right(&rows.clock, push, &aim_clock)[0];
                let step = system.solve(right);
                self.a.follow(rows.a, Vector::from_fn(|i| step[i]), &aim);
                self.b.follow(rows.b, Vector::from_fn(|i| step[D + i]), &aim);
                self.clock.follow(&mut rows.clock, Vector([step[2 * D]]), &aim_clock);
            }
            Aim::First => {
                let turned = self.turn * for_b;
                right[..D].copy_from_slice(&(for_a + turned).0);
                let push = Vector([1.0]);
                let own = self.clock.right(&rows.clock, push, &aim_clock)[0];
                right[D] = own - self.way.dot(turned);
                let step = system.solve(right);
                let (q, s) = (Vector::from_fn(|i| step[i]), step[D]);
                self.a.follow(rows.a, q, &aim);
                self.b.follow(rows.b, self.turn.transpose_mul(q - self.way * s), &aim);
                self.clock.follow(&mut rows.clock, Vector([s]), &aim_clock);
            }
        }
    }
}
