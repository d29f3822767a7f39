//! One of the two sets of a program: its variables, its surfaces and its block of the system.

use crate::accuracy;
use crate::shape::{Facet, Implicit};
use crate::space::{Matrix, Vector, real};

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
    /// The slack and the multiplier where the step begins that is being tried.
    before: [f64; 2],
    /// One over the slack.
    inverse: f64,
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
        before: [1.0; 2],
        inverse: 1.0,
    };

    /// On the way of the barrier: the slack is what the function leaves, and λ = μ/s.
    #[inline]
    pub(super) fn rest(&mut self, mu: f64) {
        self.slack = (-self.value).max(f64::MIN_POSITIVE);
        self.push = mu / self.slack;
        self.before = [self.slack, self.push];
        (self.slack_step, self.push_step) = (0.0, 0.0);
    }

    /// What the step makes of λ s, beyond λ and s themselves: (target − λs + λ (f + s)) / s.
    #[inline]
    fn lack(&self, target: f64) -> f64 {
        (target - self.slack * self.push + self.push * (self.value + self.slack)) / self.slack
    }
}

/// Σ λ ∇f
pub(crate) fn pull<const D: usize>(rows: &[Row<D>]) -> Vector<D> {
    let mut pull = Vector::ZERO;
    for row in rows {
        pull += row.gradient * row.push;
    }
    pull
}

/// A set: points origin + axes · u with all surfaces, functions of u, at most zero.
pub(crate) struct Side<'a, const D: usize> {
    /// The surfaces, if there are curved ones or many.
    pub(crate) surfaces: Option<&'a dyn Implicit<D>>,
    /// The bounds n·u ≤ b of a piece of a line, a plane or a box.
    pub(crate) bounds: [(Vector<D>, f64); 6],
    pub(crate) bounded_by: usize,
    /// The facets of a polyhedron, in its own frame; none of anything else.
    pub(crate) facets: &'a [Facet<D>],
    pub(crate) axes: Matrix<D>,
    pub(crate) origin: Vector<D>,
    /// How many of the variables there are; the others stay zero.
    pub(crate) used: usize,
    pub(crate) at: Vector<D>,
    /// A point inside of the surfaces.
    inside: Vector<D>,
    step: Vector<D>,
    tried: Vector<D>,
    sums: Sums<D>,
}

/// What the surfaces add up to at the point that is being tried.
#[derive(Clone, Copy)]
pub(super) struct Sums<const D: usize> {
    /// Σ λ ∇²f + Σ λ/s ∇f ∇fᵀ
    block: Matrix<D>,
    /// Σ (λ + λ f/s) ∇f: what they ask for where λ s is to be zero, ...
    pull: Vector<D>,
    /// ... and Σ ∇f / s, for each unit that it is to be more.
    spread: Vector<D>,
    /// Σ λ s
    pub(super) gap: f64,
}

impl<const D: usize> Sums<D> {
    const NONE: Self = Self {
        block: Matrix([Vector::ZERO; D]),
        pull: Vector::ZERO,
        spread: Vector::ZERO,
        gap: 0.0,
    };

    /// One more surface, without its curvature; of the block the lower half.
    #[inline(always)]
    fn add(&mut self, row: &mut Row<D>) {
        let (slack, push) = (row.slack, row.push);
        let inverse = 1.0 / slack;
        let stiff = push * inverse;
        let pull = push + stiff * row.value;
        row.inverse = inverse;
        self.gap += slack * push;
        for i in 0..D {
            let slope = row.gradient[i];
            self.pull[i] += slope * pull;
            self.spread[i] += slope * inverse;
            for j in 0..=i {
                self.block[i][j] += (slope * stiff) * row.gradient[j];
            }
        }
    }
}

/// What a step would do, over all surfaces.
#[derive(Clone, Copy)]
pub(super) struct Outlook<const D: usize> {
    /// The largest shares of themselves that slacks and multipliers lose.
    pub(super) loss: f64,
    /// Σ Δλ Δs, and Σ Δλ Δs / s ∇f.
    pub(super) product: f64,
    pub(super) bent: Vector<D>,
}

impl<'a, const D: usize> Side<'a, D> {
    /// A shape made of surfaces, in a pair of this size.
    pub(crate) fn of(surfaces: &'a dyn Implicit<D>, size: f64) -> Self {
        let plain = Self::flat(Vector::ZERO, Matrix::IDENTITY, D);
        let inside = opened(surfaces, size);
        Self { surfaces: Some(surfaces), at: inside, inside, ..plain }
    }

    /// All of origin + axes · u, without bounds as yet.
    pub(crate) fn flat(origin: Vector<D>, axes: Matrix<D>, used: usize) -> Self {
        Self {
            surfaces: None,
            bounds: [(Vector::ZERO, 0.0); 6],
            bounded_by: 0,
            facets: &[],
            axes,
            origin,
            used,
            at: Vector::ZERO,
            inside: Vector::ZERO,
            step: Vector::ZERO,
            tried: Vector::ZERO,
            sums: Sums::NONE,
        }
    }

    /// A polyhedron by its facets, around a point inside, in units of this length.
    pub(crate) fn room(facets: &'a [Facet<D>], inside: Vector<D>, unit: f64) -> Self {
        let axes = Matrix::diagonal(Vector([unit; D]));
        Self { facets, ..Self::flat(inside, axes, D) }
    }

    /// The position, brought back towards the origin if it is in front of a facet.
    pub(crate) fn behind_facets(&self) -> Vector<D> {
        let (mut share, way) = (1.0_f64, self.axes * self.at);
        for facet in self.facets {
            let (depth, rise) =
                (facet.offset - facet.normal.dot(self.origin), facet.normal.dot(way));
            if rise > depth {
                share = share.min(depth / rise);
            }
        }
        self.origin + way * share
    }

    /// A facet as a bound.
    fn facet(&self, facet: &Facet<D>) -> (Vector<D>, f64) {
        let unit = self.axes[0][0];
        (facet.normal, (facet.offset - facet.normal.dot(self.origin)) / unit)
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

    /// The position in a box, whose bounds are given along its axes.
    pub(crate) fn clamped(&self) -> Vector<D> {
        let mut p = self.position();
        for (normal, offset) in &self.bounds[..self.bounded_by] {
            p -= *normal * (normal.dot(p) - offset).max(0.0);
        }
        p
    }

    /// Σ λ s, as of the last evaluation.
    pub(super) fn gap(&self) -> f64 {
        self.sums.gap
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
        self.curved() + self.planes().len() + self.facets.len()
    }

    /// Begins on the way from the point inside along a vector, a little before that leaves the set.
    pub(super) fn approach(&mut self, way: Vector<D>, blur: f64) {
        let Some(surfaces) = self.surfaces else { return };
        let inside = self.inside;
        let mut least = 1.0_f64;
        for k in 0..surfaces.curved() {
            let far = surfaces.jet(k, inside + way, blur).value;
            if far > 0.0 {
                let near = -surfaces.jet(k, inside, blur).value;
                // Convex functions are no larger than their chords, and gauges grow like the square
                // of the way.
                let share = near / (near + far);
                let gauge = surfaces.gauge_centre(k).is_some();
                least = least.min(if gauge { real::sqrt(share) } else { share });
            }
        }
        for (normal, offset) in surfaces.half_spaces() {
            let (room, slope) = (offset - normal.dot(inside), normal.dot(way));
            if room < least * slope {
                least = room / slope;
            }
        }
        let at = inside + way * (accuracy::INTERIOR_APPROACH * least);
        if at.is_finite() {
            self.at = at;
        }
    }

    /// Slacks of 1 and these multipliers, with each function scaled to −1 at a point inside.
    pub(super) fn begin(&mut self, rows: &mut [Row<D>], push: f64) {
        let inside = if self.surfaces.is_some() { self.inside } else { self.at };
        let curved = self.curved();
        for (k, row) in rows.iter_mut().enumerate() {
            let (depth, normal) = match self.surfaces {
                Some(surfaces) if k < curved => (-surfaces.jet(k, inside, 0.0).value, Vector::ZERO),
                _ => {
                    let (normal, offset) = match self.facets.get(k - curved) {
                        Some(facet) => self.facet(facet),
                        None => self.planes()[k - curved],
                    };
                    (offset - normal.dot(inside), normal)
                }
            };
            let scale = 1.0 / depth.max(f64::MIN_POSITIVE);
            let gradient = normal * scale;
            *row = Row { scale, push, gradient, before: [1.0, push], ..Row::NEW };
        }
    }

    /// Values and derivatives at the end of `share` of the step; how far outside the worst is.
    pub(super) fn evaluate(&mut self, rows: &mut [Row<D>], share: f64, blur: f64) -> f64 {
        self.tried = self.at + self.step * share;
        if !self.tried.is_finite() {
            return f64::INFINITY;
        }
        let (curved, mut worst) = (self.curved(), f64::NEG_INFINITY);
        let mut sums = Sums::NONE;
        let (flexible, flat) = rows.split_at_mut(curved);
        if let Some(surfaces) = self.surfaces {
            for (k, row) in flexible.iter_mut().enumerate() {
                let jet = surfaces.jet(k, self.tried, blur).times(row.scale);
                (row.value, row.gradient) = (jet.value, jet.gradient);
                row.try_step(share);
                for i in 0..D {
                    sums.block[i] += jet.hessian[i] * row.push;
                }
                sums.add(row);
                if !(row.value <= worst) {
                    worst = row.value;
                }
            }
        }
        let at = self.tried;
        let mut add = |row: &mut Row<D>, (normal, offset): (Vector<D>, f64)| {
            row.value = (normal.dot(at) - offset) * row.scale;
            row.try_step(share);
            sums.add(row);
            if row.value > worst {
                worst = row.value;
            }
        };
        if self.facets.is_empty() {
            flat.iter_mut().zip(self.planes()).for_each(|(row, plane)| add(row, *plane));
        } else {
            let facets = self.facets.iter().map(|facet| self.facet(facet));
            flat.iter_mut().zip(facets).for_each(|(row, plane)| add(row, plane));
        }
        for i in 0..D {
            for j in 0..i {
                sums.block[j][i] = sums.block[i][j];
            }
        }
        self.sums = sums;
        if worst.is_nan() { f64::INFINITY } else { worst }
    }

    /// Stays where the step has led.
    pub(super) fn accept(&mut self) {
        self.at = self.tried;
    }

    /// Back to where the step began.
    pub(super) fn refuse(rows: &mut [Row<D>]) {
        for row in rows {
            [row.slack, row.push] = row.before;
        }
    }

    /// The block of the system, with the objective's part κ Uᵀ U; variables that do not exist get
    /// ones.
    pub(super) fn matrix(&self, weight: f64) -> [[f64; D]; D] {
        let own = self.axes.transpose() * self.axes;
        let mut most = 0.0_f64;
        for i in 0..D {
            most = most.max(self.sums.block[i][i] + weight * own[i][i]);
        }
        let mut m = [[0.0; D]; D];
        for i in 0..D {
            for j in 0..D {
                m[i][j] = self.sums.block[i][j] + weight * own[i][j];
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
        let mut right = -self.axes.transpose_mul(pull);
        for row in rows {
            right -= row.gradient * (row.push + row.lack(target(row)));
        }
        self.existing(right)
    }

    /// The same for λ s = 0, from what is known.
    pub(super) fn right_at_once(&self, pull: Vector<D>) -> Vector<D> {
        self.existing(-(self.axes.transpose_mul(pull) + self.sums.pull))
    }

    /// What is to be added to it for λ s = `target`, with what the predictor neglected.
    pub(super) fn corrected(&self, target: f64, outlook: &Outlook<D>) -> Vector<D> {
        self.existing(outlook.bent - self.sums.spread * target)
    }

    fn existing(&self, mut right: Vector<D>) -> Vector<D> {
        for i in self.used..D {
            right[i] = 0.0;
        }
        right
    }

    /// The step of the predictor, which goes for λ s = 0: then Δλ = −λ (1 + Δs/s). The products
    /// that it neglects are noted.
    pub(super) fn predict(&self, rows: &mut [Row<D>], step: Vector<D>) -> Outlook<D> {
        let mut outlook = Outlook { loss: 1.0, product: 0.0, bent: Vector::ZERO };
        for row in rows {
            let slack_step = -(row.value + row.slack) - row.gradient.dot(step);
            let share = slack_step * row.inverse;
            let push_share = 1.0 + share;
            row.product = -(slack_step * row.push * push_share);
            outlook.product += row.product;
            outlook.bent += row.gradient * (row.product * row.inverse);
            let loss = if -share > push_share { -share } else { push_share };
            if loss > outlook.loss {
                outlook.loss = loss;
            }
        }
        outlook
    }

    /// The step of the corrector, which aims at λ s = `target`; the largest share of itself that a
    /// slack or multiplier loses.
    pub(super) fn correct(&mut self, rows: &mut [Row<D>], step: Vector<D>, target: f64) -> f64 {
        self.step = step;
        let mut loss = 1.0;
        for row in rows {
            let rise = row.value + row.gradient.dot(step);
            row.before = [row.slack, row.push];
            row.slack_step = -row.slack - rise;
            row.push_step = (target - row.product + row.push * rise) * row.inverse;
            let share = -row.slack_step * row.inverse;
            let push_share = -row.push_step / row.push;
            let most = if share > push_share { share } else { push_share };
            if most > loss {
                loss = most;
            }
        }
        loss
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
            row.before = [row.slack, row.push];
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
        let mut slack = self.before[0] + share * self.slack_step;
        if -self.value >= accuracy::SLACK_KEPT * slack {
            slack = -self.value;
        }
        self.slack = slack;
        self.push = self.before[1] + share * self.push_step;
    }
}

/// The point inside; of a cone one that is as far from its tip as the pair is large. Cones look the same from all
/// such points, and from one that is next to the tip the other shape is hard to find.
fn opened<const D: usize>(surfaces: &dyn Implicit<D>, size: f64) -> Vector<D> {
    let inside = surfaces.inside();
    let alone = surfaces.curved() == 1 && surfaces.half_spaces().is_empty();
    if !alone || surfaces.is_bounded() {
        return inside;
    }
    let Some(tip) = surfaces.tip(0) else { return inside };
    let times = size / (inside - tip).norm();
    if times > 1.0 { tip + (inside - tip) * times } else { inside }
}
