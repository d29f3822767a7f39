//! One of the two sets of a program: its variables, its surfaces and its block of the system.

use crate::accuracy;
use crate::shape::Implicit;
use crate::space::{Matrix, Vector};

/// A surface in a program. Values are scaled so that each is −1 where the program begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<const D: usize> {
    pub(crate) slack: f64,
    pub(crate) push: f64,
    /// What the function is multiplied with.
    pub(crate) scale: f64,
    pub(crate) value: f64,
    pub(crate) gradient: Vector<D>,
    pub(crate) slack_step: f64,
    pub(crate) push_step: f64,
    pub(crate) product: f64,
    /// The slack and the multiplier at the end of the step that is being tried.
    tried: [f64; 2],
}

impl<const D: usize> Row<D> {
    pub(crate) const NEW: Self = Self {
        slack: 1.0,
        push: 1.0,
        scale: 1.0,
        value: -1.0,
        gradient: Vector::ZERO,
        slack_step: 0.0,
        push_step: 0.0,
        product: 0.0,
        tried: [1.0; 2],
    };

    /// On the way of the barrier: the slack is what the function leaves, and λ = μ/s.
    #[inline]
    pub(super) fn rest(&mut self, mu: f64) {
        self.slack = (-self.value).max(f64::MIN_POSITIVE);
        self.push = mu / self.slack;
        self.tried = [self.slack, self.push];
        (self.slack_step, self.push_step) = (0.0, 0.0);
    }

    /// What the step makes of λ s, beyond λ and s themselves: (target − λs + λ (f + s)) / s.
    #[inline]
    fn lack(&self, target: f64) -> f64 {
        (target - self.slack * self.push + self.push * (self.value + self.slack)) / self.slack
    }
}

/// A set: points origin + axes · u with all surfaces, functions of u, at most zero.
pub(crate) struct Side<'a, const D: usize> {
    /// The surfaces, if there are curved ones or many.
    pub(crate) surfaces: Option<&'a dyn Implicit<D>>,
    /// The bounds n·u ≤ b of a piece of a line, a plane or a box.
    pub(crate) bounds: [(Vector<D>, f64); 6],
    pub(crate) bounded_by: usize,
    pub(crate) axes: Matrix<D>,
    pub(crate) origin: Vector<D>,
    /// How many of the variables there are; the others stay zero.
    pub(crate) used: usize,
    pub(crate) at: Vector<D>,
    step: Vector<D>,
    tried: Vector<D>,
    /// Σ λ ∇²f + Σ λ/s ∇f ∇fᵀ
    block: Matrix<D>,
    /// Σ λ ∇f
    pull: Vector<D>,
}

impl<'a, const D: usize> Side<'a, D> {
    /// A shape made of surfaces.
    pub(crate) fn of(surfaces: &'a dyn Implicit<D>) -> Self {
        let plain = Self::flat(Vector::ZERO, Matrix::IDENTITY, D);
        Self { surfaces: Some(surfaces), at: surfaces.inside(), ..plain }
    }

    /// All of origin + axes · u, without bounds as yet.
    pub(crate) fn flat(origin: Vector<D>, axes: Matrix<D>, used: usize) -> Self {
        Self {
            surfaces: None,
            bounds: [(Vector::ZERO, 0.0); 6],
            bounded_by: 0,
            axes,
            origin,
            used,
            at: Vector::ZERO,
            step: Vector::ZERO,
            tried: Vector::ZERO,
            block: Matrix([Vector::ZERO; D]),
            pull: Vector::ZERO,
        }
    }

    /// With the bound n·u ≤ b.
    pub(crate) fn bound(&mut self, normal: Vector<D>, offset: f64) {
        self.bounds[self.bounded_by % 6] = (normal, offset);
        self.bounded_by += 1;
    }

    pub(crate) fn position(&self) -> Vector<D> {
        self.origin + self.axes * self.at
    }

    pub(super) fn tried_position(&self) -> Vector<D> {
        self.origin + self.axes * self.tried
    }

    /// The whole step.
    pub(super) fn way(&self) -> Vector<D> {
        self.axes * self.step
    }

    /// Σ λ ∇f
    pub(super) fn pull(&self) -> Vector<D> {
        self.pull
    }

    fn planes(&self) -> &[(Vector<D>, f64)] {
        match self.surfaces {
            Some(surfaces) => surfaces.half_spaces(),
            None => &self.bounds[..self.bounded_by],
        }
    }

    fn curved(&self) -> usize {
        self.surfaces.map_or(0, Implicit::curved)
    }

    pub(crate) fn len(&self) -> usize {
        self.curved() + self.planes().len()
    }

    /// Slacks of 1 and small multipliers, with each function scaled to −1 at a point inside.
    pub(super) fn begin(&mut self, rows: &mut [Row<D>]) {
        let inside = self.surfaces.map_or(self.at, Implicit::inside);
        let curved = self.curved();
        for (k, row) in rows.iter_mut().enumerate() {
            let depth = match self.surfaces {
                Some(surfaces) if k < curved => -surfaces.jet(k, inside, 0.0).value,
                _ => {
                    let (normal, offset) = self.planes()[k - curved];
                    offset - normal.dot(inside)
                }
            };
            let push = accuracy::INTERIOR_FIRST_PUSH;
            let scale = 1.0 / depth.max(f64::MIN_POSITIVE);
            *row = Row { scale, push, tried: [1.0, push], ..Row::NEW };
        }
    }

    /// Values and derivatives at the end of `share` of the step; how far outside the worst is.
    pub(super) fn evaluate(&mut self, rows: &mut [Row<D>], share: f64, blur: f64) -> f64 {
        self.tried = self.at + self.step * share;
        let (curved, mut worst) = (self.curved(), f64::NEG_INFINITY);
        self.block = Matrix([Vector::ZERO; D]);
        self.pull = Vector::ZERO;
        let (flexible, flat) = rows.split_at_mut(curved);
        if let Some(surfaces) = self.surfaces {
            for (k, row) in flexible.iter_mut().enumerate() {
                let jet = surfaces.jet(k, self.tried, blur).times(row.scale);
                (row.value, row.gradient) = (jet.value, jet.gradient);
                row.try_step(share);
                for i in 0..D {
                    self.block[i] += jet.hessian[i] * row.tried[1];
                }
                worst = worst.max(row.value);
            }
        }
        let planes = match self.surfaces {
            Some(surfaces) => surfaces.half_spaces(),
            None => &self.bounds[..self.bounded_by],
        };
        for (row, (normal, offset)) in flat.iter_mut().zip(planes) {
            row.value = (normal.dot(self.tried) - offset) * row.scale;
            row.gradient = *normal * row.scale;
            row.try_step(share);
            worst = worst.max(row.value);
        }
        for row in rows.iter() {
            let [slack, push] = row.tried;
            let stiff = row.gradient * (push / slack);
            self.pull += row.gradient * push;
            for i in 0..D {
                self.block[i] += stiff * row.gradient[i];
            }
        }
        if worst.is_nan() { f64::INFINITY } else { worst }
    }

    pub(super) fn accept(&mut self, rows: &mut [Row<D>]) {
        self.at = self.tried;
        for row in rows {
            [row.slack, row.push] = row.tried;
        }
    }

    /// The block of the system, with the objective's part κ Uᵀ U; variables that do not exist get
    /// ones.
    pub(super) fn matrix(&self, weight: f64) -> [[f64; D]; D] {
        let own = self.axes.transpose() * self.axes;
        let mut most = 0.0_f64;
        for i in 0..D {
            most = most.max(self.block[i][i] + weight * own[i][i]);
        }
        let mut m = [[0.0; D]; D];
        for i in 0..D {
            for j in 0..D {
                m[i][j] = self.block[i][j] + weight * own[i][j];
            }
            m[i][i] += most * accuracy::INTERIOR_STIFF;
            if i >= self.used {
                m[i] = [0.0; D];
                m[i][i] = 1.0;
            }
        }
        m
    }

    /// The right side: what the objective (`pull`, a gradient in the set's frame) and the surfaces
    /// ask of the variables.
    pub(super) fn right(
        &self,
        rows: &[Row<D>],
        pull: Vector<D>,
        target: &impl Fn(&Row<D>) -> f64,
    ) -> Vector<D> {
        let mut right = -(self.axes.transpose_mul(pull) + self.pull);
        for row in rows {
            right -= row.gradient * row.lack(target(row));
        }
        for i in self.used..D {
            right[i] = 0.0;
        }
        right
    }

    /// The steps of the slacks and multipliers that belong to the step of the variables.
    pub(super) fn follow(
        &mut self,
        rows: &mut [Row<D>],
        step: Vector<D>,
        target: &impl Fn(&Row<D>) -> f64,
    ) {
        self.step = step;
        for row in rows {
            let change = row.gradient.dot(step);
            let push_step = row.lack(target(row)) + row.push * change / row.slack;
            row.slack_step = -(row.value + row.slack) - change;
            row.push_step = push_step;
        }
    }
}

impl<const D: usize> Row<D> {
    /// The slack and multiplier after a share of the step. Where the function itself leaves that
    /// much room or nearly, the slack is what it leaves.
    #[inline]
    fn try_step(&mut self, share: f64) {
        let mut slack = self.slack + share * self.slack_step;
        if -self.value >= accuracy::SLACK_KEPT * slack {
            slack = -self.value;
        }
        self.tried = [slack, self.push + share * self.push_step];
    }
}
