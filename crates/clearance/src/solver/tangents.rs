//! A bound from outside on how far a core reaches, by multipliers on tangents.

use crate::accuracy;
use crate::answer::{MOST, Names};
use crate::interior::Row;
use crate::shape::{Core, View};
use crate::space::{Definite, Vector};

/// How much further than a point of it a core may reach along an outward unit vector.
pub(super) struct Tangents<const D: usize> {
    pub(super) loss: f64,
    pub(super) names: Names,
    pub(super) multipliers: Vector<D>,
}

impl<const D: usize> Tangents<D> {
    /// `rows` are the surfaces of the core with their multipliers, `at` is a point of it.
    pub(super) fn new(
        view: &View<'_, D>,
        rows: &[Row<D>],
        outward: Vector<D>,
        at: Vector<D>,
    ) -> Self {
        match view.core {
            Core::Implicit(_) => {
                let pushes = rows.iter().map(|row| row.push * row.gradient.norm());
                Self::by_surfaces(view, pushes, outward, at)
            }
            Core::Swept(_) => {
                let loss = outward.dot(view.core.support(outward) - at);
                Self { loss, names: Names::Directions, multipliers: Vector::ZERO }
            }
            core => {
                let loss = outward.dot(core.support(outward) - at);
                Self { loss, names: Names::Formula, multipliers: Vector::ZERO }
            }
        }
    }

    /// The D surfaces that push hardest, as given for each, with the multipliers that make up the outward normal best.
    pub(super) fn by_surfaces(
        view: &View<'_, D>,
        pushes_by_id: impl Iterator<Item = f64>,
        outward: Vector<D>,
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
        let mut best =
            Self { loss: f64::INFINITY, names: Names::Surfaces(ids), multipliers: Vector::ZERO };
        let mut planes = [(Vector::ZERO, 0.0); D];
        for i in 0..D {
            if pushes[i] > 0.0 {
                planes[i] = view.core.tangent(ids[i], at).unwrap_or((Vector::ZERO, 0.0));
            }
        }
        // With one, two, … of them: a surface that hardly pushes may do harm.
        for count in 1..=D {
            if !(pushes[count - 1] > 0.0) {
                break;
            }
            let multipliers = combine(&planes, count, outward);
            let reach = view.reach_by_surfaces(outward, at, ids, multipliers);
            // The checker sees the point elsewhere by rounding: what is lost already shows how
            // much that may matter.
            let rounding =
                if view.is_bounded() { accuracy::TANGENT_ROUNDING * view.reach } else { 0.0 };
            let lost = reach - outward.dot(at);
            let loss = lost + accuracy::TANGENT_DOUBT * lost.abs() + rounding;
            if loss < best.loss {
                (best.loss, best.multipliers) = (loss, multipliers);
            }
        }
        best
    }
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
        *used = i < count;
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
