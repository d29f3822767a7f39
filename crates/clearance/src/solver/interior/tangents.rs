//! A bound from outside on how far a core reaches, by multipliers on tangents.

use crate::accuracy;
use crate::answer::{MOST, Names, Stop};
use crate::interior::Row;
use crate::pair::Local;
use crate::shape::{Convex, Core, Implicit, View};
use crate::solver::Finding;
use crate::solver::gjk::Goal;
use crate::space::{Definite, Vector};

/// How much further than a point of it a core may reach along an outward unit vector.
pub(crate) struct Tangents<const D: usize> {
    pub(crate) loss: f64,
    pub(crate) names: Names,
    pub(crate) multipliers: Vector<D>,
}

impl<const D: usize> Tangents<D> {
    /// `rows` are the surfaces of the core with their multipliers, `at` is a point of it.
    pub(crate) fn by_rows(
        view: &View<'_, D>,
        rows: &[Row<D>],
        outward: Vector<D>,
        at: Vector<D>,
    ) -> Self {
        Self::new(view, Held::by_rows(view, rows, at).as_ref(), outward, at)
    }

    /// `held` says which surfaces hold the point `at` of the core, if it is made of surfaces.
    pub(crate) fn new(
        view: &View<'_, D>,
        held: Option<&Held<D>>,
        outward: Vector<D>,
        at: Vector<D>,
    ) -> Self {
        match (view.core, held) {
            (Core::Implicit(_), Some(held)) => held.bound(view, outward),
            (core, _) => {
                let loss = outward.dot(core.support(outward) - at);
                let swept = matches!(core, Core::Swept(_));
                let names = if swept { Names::Directions } else { Names::Formula };
                Self { loss, names, multipliers: Vector::ZERO }
            }
        }
    }
}

/// The surfaces that hold a point of a core, the hardest pushing ones first, with their tangents.
pub(crate) struct Held<const D: usize> {
    at: Vector<D>,
    ids: [u32; MOST],
    planes: [(Vector<D>, f64); D],
    count: usize,
}

impl<const D: usize> Held<D> {
    /// The D surfaces that push hardest, as given for each.
    pub(crate) fn new(
        view: &View<'_, D>,
        pushes_by_id: impl Iterator<Item = f64>,
        at: Vector<D>,
    ) -> Self {
        let mut ids = [0_u32; MOST];
        let mut pushes = Vector::<D>::ZERO;
        for (k, push) in pushes_by_id.enumerate() {
            let mut entry = (push, k as u32);
            // Insertion into a list of D, the hardest first.
            for i in 0..D {
                if entry.0 > pushes[i] {
                    (pushes[i], ids[i], entry) = (entry.0, entry.1, (pushes[i], ids[i]));
                }
            }
        }
        let mut planes = [(Vector::ZERO, 0.0); D];
        let mut count = 0;
        while count < D && pushes[count] > 0.0 {
            planes[count] = view.core.tangent(ids[count], at).unwrap_or((Vector::ZERO, 0.0));
            count += 1;
        }
        Self { at, ids, planes, count }
    }

    /// The rows of an interior point, if they are about the surfaces of the core.
    pub(crate) fn by_rows(view: &View<'_, D>, rows: &[Row<D>], at: Vector<D>) -> Option<Self> {
        matches!(view.core, Core::Implicit(_))
            .then(|| Self::new(view, rows.iter().map(|row| row.push * row.gradient.norm()), at))
    }

    /// The surfaces of the core that the point is closest to.
    pub(crate) fn beside(view: &View<'_, D>, shape: &dyn Implicit<D>, at: Vector<D>) -> Self {
        // What is close to the point holds it back.
        let near = |value: f64, slope: f64| {
            1.0 / (value.abs() / slope + accuracy::TANGENT_ROUNDING * view.reach)
        };
        let curved = (0..shape.curved()).map(|k| {
            let jet = shape.jet(k, at, 0.0);
            near(jet.value, jet.gradient.norm())
        });
        let flat = shape.half_spaces().iter().map(|(n, b)| near(n.dot(at) - b, 1.0));
        Self::new(view, curved.chain(flat), at)
    }

    /// With the multipliers that make up the outward normal best.
    pub(crate) fn bound(&self, view: &View<'_, D>, outward: Vector<D>) -> Tangents<D> {
        let names = Names::Surfaces(self.ids);
        let mut best = Tangents { loss: f64::INFINITY, names, multipliers: Vector::ZERO };
        // With one, two, … of them: a surface that hardly pushes may do harm.
        for count in 1..=self.count {
            let mut multipliers = combine(&self.planes, count, outward);
            // Beside an apex a tangent says little, and its surface may know all the same.
            for i in 0..count {
                multipliers[i] = multipliers[i].max(f64::MIN_POSITIVE);
            }
            let reach = view.reach_by_surfaces(outward, self.at, self.ids, multipliers);
            let loss = doubted(reach - outward.dot(self.at), view);
            if loss < best.loss {
                (best.loss, best.multipliers) = (loss, multipliers);
            }
        }
        if best.loss > accuracy::BOUND_LOOSE * view.reach && best.loss < f64::INFINITY {
            best.loss = self.seen_beside(view, outward, &best);
        }
        best
    }

    /// The most that a bound loses in the eyes of those who see the point a little off. Where it is
    /// sharp that is nothing, but beside an apex that is not the closest point tangents turn at once.
    fn seen_beside(&self, view: &View<'_, D>, outward: Vector<D>, bound: &Tangents<D>) -> f64 {
        let mut most = bound.loss;
        for i in 0..D {
            for step in [accuracy::TANGENT_ROUNDING, -accuracy::TANGENT_ROUNDING] {
                let at = self.at + Vector::axis(i) * (step * view.reach);
                let reach = view.reach_by_surfaces(outward, at, self.ids, bound.multipliers);
                most = most.max(doubted(reach - outward.dot(self.at), view));
            }
        }
        most
    }

    /// The unit normals closest to this one that the first, the first two, … of the surfaces make up.
    pub(crate) fn made_up(&self, outward: Vector<D>) -> impl Iterator<Item = Vector<D>> {
        (1..=self.count).filter_map(move |count| {
            let multipliers = combine(&self.planes, count, outward);
            let mut sum = Vector::ZERO;
            for i in 0..count {
                sum += self.planes[i].0 * multipliers[i];
            }
            sum.normalized()
        })
    }

    /// The ray of a surface that an outward normal leads along most, if the core has no end, and how
    /// much of the normal may do so: what other surfaces bear. Of several ways to share the normal
    /// out, one that asks for the least change; nothing if one asks for none.
    pub(crate) fn steepest_ray(
        &self,
        view: &View<'_, D>,
        outward: Vector<D>,
    ) -> Option<(Vector<D>, f64)> {
        let Core::Implicit(shape) = view.core else { return None };
        if shape.is_bounded() {
            return None;
        }
        let (mut best, mut least) = (None, f64::INFINITY);
        for count in 1..=self.count {
            let multipliers = combine(&self.planes, count, outward);
            for i in 0..count {
                let mut others = Vector::ZERO;
                for j in (0..count).filter(|j| *j != i) {
                    others += self.planes[j].0 * multipliers[j];
                }
                let (id, rest) = (self.ids[i], outward - others);
                let Some(ray) = shape.ray(id as usize, rest) else {
                    // At the rim of a pipe that a plane cuts off, the pipe bears what is level, and
                    // the plane all that leads along the pipe.
                    let reach = view.core.shape()?.reach_behind(id, rest, self.at);
                    if reach.is_some_and(f64::is_finite) {
                        return None;
                    }
                    continue;
                };
                let over = ray.dot(rest);
                if over < least {
                    (best, least) = (Some((ray, ray.dot(others))), over);
                }
            }
        }
        best
    }
}

/// The same finding with multipliers that prove more, if its bounds did not close.
///
/// At a kink of a curved surface the tangent says little about which share of the outward normal
/// belongs to that surface, and which to a flat one beside it. The bound holds for any share; it is
/// convex in each multiplier, and its least value is how far the shape really reaches.
pub(crate) fn sharpened<const D: usize>(
    mut finding: Finding<D>,
    local: &Local<'_, D>,
    goal: &Goal,
) -> Finding<D> {
    let Some([first, second]) = finding.evidence.multipliers else { return finding };
    if finding.inside || finding.effort.stop != Stop::Stalled || finding.upper <= goal.meeting {
        return finding;
    }
    let turn = local.b_in_a.rotation();
    let (normal, from) = (finding.normal, local.b_in_a.transform_back(finding.point_b));
    let (a, push_a) =
        least_loss(local.pair.a, (finding.evidence.a, first), normal, finding.point_a);
    let (b, push_b) =
        least_loss(local.pair.b, (finding.evidence.b, second), turn.rotate_back(-normal), from);
    let lower = normal.dot(finding.point_b - finding.point_a) - a - b;
    if lower > finding.lower {
        finding.lower = lower;
        finding.evidence.multipliers = Some([push_a, push_b]);
        let gap = finding.upper - lower;
        if gap <= goal.gap && goal.decides(lower, gap, 1.0) {
            finding.effort.stop = Stop::Converged;
        }
    }
    finding
}

/// How much further than a point of it a core may reach, by the best multipliers on these surfaces.
fn least_loss<const D: usize>(
    view: &View<'_, D>,
    (names, mut multipliers): (Names, Vector<D>),
    outward: Vector<D>,
    at: Vector<D>,
) -> (f64, Vector<D>) {
    let Names::Surfaces(ids) = names else {
        return (outward.dot(view.core.support(outward) - at), multipliers);
    };
    // The multipliers that matter are those of the flat surfaces: one curved surface bears the rest,
    // and must push for that, however little.
    let curved = view.core.shape().and_then(Convex::implicit).map_or(0, Implicit::curved);
    let mut flat = [0.0; D];
    for k in 0..D {
        let again = ids[..k].contains(&ids[k]);
        let Some((normal, _)) = view.core.tangent(ids[k], at).filter(|_| !again) else { continue };
        if ids[k] as usize >= curved {
            flat[k] = normal.norm();
        }
        multipliers[k] = multipliers[k].max(f64::MIN_POSITIVE);
    }
    let reach = |multipliers| view.reach_by_surfaces(outward, at, ids, multipliers);
    let mut least = reach(multipliers);
    let flats = flat.iter().filter(|length| **length > 0.0).count();
    for _ in 0..accuracy::SHARPEN_ROUNDS.min(flats as u32) {
        for k in (0..D).filter(|k| flat[*k] > 0.0) {
            let along = |push: f64| {
                let mut all = multipliers;
                all[k] = push;
                all
            };
            let push = lowest(|push| reach(along(push)), accuracy::SHARPEN_MOST / flat[k]);
            let found = reach(along(push));
            if found < least {
                (least, multipliers) = (found, along(push));
            }
        }
    }
    (doubted(least - outward.dot(at), view), multipliers)
}

/// Where between zero (or next to it) and `most` a convex function is least: golden sections.
fn lowest(f: impl Fn(f64) -> f64, most: f64) -> f64 {
    let (mut low, mut high) = (f64::MIN_POSITIVE, most);
    let inner = |low: f64, high: f64| high - (high - low) * accuracy::GOLDEN;
    let outer = |low: f64, high: f64| low + (high - low) * accuracy::GOLDEN;
    let (mut x, mut y) = (inner(low, high), outer(low, high));
    let (mut at_x, mut at_y) = (f(x), f(y));
    for _ in 0..accuracy::SHARPEN_SECTIONS {
        if at_x <= at_y {
            (high, y, at_y) = (y, x, at_x);
            x = inner(low, high);
            at_x = f(x);
        } else {
            (low, x, at_x) = (x, y, at_y);
            y = outer(low, high);
            at_y = f(y);
        }
    }
    if at_x <= at_y { x } else { y }
}

/// The checker sees the point elsewhere by rounding: what is lost already shows how much that may
/// matter.
pub(crate) fn doubted<const D: usize>(lost: f64, view: &View<'_, D>) -> f64 {
    let rounding = if view.is_bounded() { accuracy::TANGENT_ROUNDING * view.reach } else { 0.0 };
    lost + accuracy::TANGENT_DOUBT * lost.abs() + rounding
}

/// The multipliers, none negative, with which the first `count` normals come closest to `outward`;
/// one that would be negative is left out.
fn combine<const D: usize>(
    planes: &[(Vector<D>, f64); D],
    count: usize,
    outward: Vector<D>,
) -> Vector<D> {
    let mut used = [false; D];
    for (i, used) in used.iter_mut().enumerate() {
        // Of surfaces that are the same there, one will do.
        let again = |j: usize| is_parallel(planes[i].0, planes[j].0);
        *used = i < count && !(0..i).any(again);
    }
    let mut result = Vector::<D>::ZERO;
    for _ in 0..D {
        let mut gram = [[0.0; D]; D];
        for i in 0..D {
            for j in 0..D {
                gram[i][j] = if used[i] && used[j] { planes[i].0.dot(planes[j].0) } else { 0.0 };
            }
            if !used[i] || gram[i][i] == 0.0 {
                gram[i][i] = 1.0;
            }
        }
        let Some(parts) = Definite::new(gram) else { return result };
        let mut x = Vector::<D>::ZERO;
        // The second pass takes up what rounding left of the first.
        for _ in 0..2 {
            let mut left = outward;
            for i in 0..D {
                left -= planes[i].0 * x[i];
            }
            let right = Vector::<D>::from_fn(|i| if used[i] { planes[i].0.dot(left) } else { 0.0 });
            x += Vector(parts.solve(right.0));
        }
        let mut negative = false;
        for i in 0..D {
            if x[i] < 0.0 {
                (used[i], negative) = (false, true);
            }
        }
        if !negative {
            return x;
        }
        result = Vector::from_fn(|i| x[i].max(0.0));
    }
    result
}

/// Whether two vectors lead the same way, to rounding.
fn is_parallel<const D: usize>(a: Vector<D>, b: Vector<D>) -> bool {
    let (along, squared) = (a.dot(b), a.norm_squared());
    along > 0.0 && (b * squared - a * along).norm() <= accuracy::PARALLEL * squared * b.norm()
}
