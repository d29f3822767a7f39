//! The closest feature of a simplex again, in twice the precision and by trying them all.
//!
//! The Voronoi tests of [`simplex`](super::simplex) are fast, and on slivers (three points
//! nearly in a line, four nearly in a plane) their signs can be rounding noise. Then this takes
//! over: every subset of the points is tried, each with thirty digits, and the best one wins.
//! There are at most thirty subsets.

use super::simplex::{MOST, Simplex};
use crate::space::{Twofold, TwofoldVector, Vector};

/// The closest point to the origin of the hull of some points.
pub(crate) struct Nearest<const D: usize, M> {
    /// The vertices that carry it.
    pub(crate) simplex: Simplex<D, M>,
    /// Their weights.
    pub(crate) weights: [f64; MOST],
    /// The point itself; zero if the origin is inside.
    pub(crate) point: Vector<D>,
}

/// The closest point to the origin of the hull of `simplex` and one more point.
pub(crate) fn nearest<const D: usize, M: Copy>(
    simplex: &Simplex<D, M>,
    extra: Option<(Vector<D>, M)>,
) -> Nearest<D, M> {
    let mut points = [(simplex.w[0], simplex.mark[0]); MOST + 1];
    let mut count = 0;
    for i in 0..simplex.len {
        points[i] = (simplex.w[i], simplex.mark[i]);
        count += 1;
    }
    if let Some(extra) = extra {
        points[count] = extra;
        count += 1;
    }
    let mut best: Option<(Twofold, Nearest<D, M>)> = None;
    for subset in 1_u32..1 << count {
        if subset.count_ones() as usize > D + 1 {
            continue;
        }
        let mut candidate = Simplex { len: 0, ..*simplex };
        for (i, &(w, mark)) in points.iter().enumerate().take(count) {
            if subset >> i & 1 == 1 {
                candidate.push(w, mark);
            }
        }
        let Some((weights, point)) = stationary(&candidate.w[..candidate.len]) else {
            continue;
        };
        let squared = point.dot(&point);
        if best.as_ref().is_none_or(|(least, _)| squared.is_less_than(*least)) {
            let found = Nearest { simplex: candidate, weights, point: point.value() };
            best = Some((squared, found));
        }
    }
    match best {
        Some((_, found)) => found,
        // Single points always succeed, so that there is a best; the compiler cannot know.
        None => Nearest { simplex: *simplex, weights: [1.0, 0.0, 0.0, 0.0], point: simplex.w[0] },
    }
}

/// The point of the affine hull of `w` that is closest to the origin, if it lies in their convex
/// hull.
///
/// With edges eⱼ = wⱼ − w₀ the weights solve Σⱼ (eᵢ·eⱼ) tⱼ = −eᵢ·w₀. Products of edges square
/// the condition number, which is what the second half of the thirty digits is there for.
fn stationary<const D: usize>(w: &[Vector<D>]) -> Option<([f64; MOST], TwofoldVector<D>)> {
    let k = w.len() - 1;
    let base = TwofoldVector::exact(w[0]);
    let mut edges = [base; MOST];
    for j in 0..k {
        edges[j] = TwofoldVector::difference(w[j + 1], w[0]);
    }
    let mut rows = [[Twofold::ZERO; MOST]; MOST];
    for i in 0..k {
        for j in 0..k {
            rows[i][j] = edges[i].dot(&edges[j]);
        }
        rows[i][k] = -edges[i].dot(&base);
    }
    // A symmetric positive matrix needs no pivoting; a diagonal that has lost all its digits
    // means that the points depend on each other, and a smaller subset does as well.
    for step in 0..k {
        let original = edges[step].dot(&edges[step]).high;
        let pivot = rows[step][step];
        if pivot.high <= original * crate::accuracy::DEPENDENT {
            return None;
        }
        for i in step + 1..k {
            let factor = rows[i][step] / pivot;
            for j in step..=k {
                rows[i][j] = rows[i][j] - factor * rows[step][j];
            }
        }
    }
    let mut t = [Twofold::ZERO; MOST];
    let mut first = Twofold::from(1.0);
    for i in (0..k).rev() {
        let mut x = rows[i][k];
        for j in i + 1..k {
            x = x - rows[i][j] * t[j];
        }
        t[i] = x / rows[i][i];
        if t[i].is_negative() {
            return None;
        }
        first = first - t[i];
    }
    if first.is_negative() {
        return None;
    }
    let mut weights = [first.value(), 0.0, 0.0, 0.0];
    let mut point = base;
    for i in 0..k {
        weights[i + 1] = t[i].value();
        point = point.plus(t[i], &edges[i]);
    }
    if k == D {
        // A full simplex with convex weights contains the origin: what is left is rounding.
        point = TwofoldVector::exact(Vector::ZERO);
    }
    Some((weights, point))
}
