//! Where in a simplex its closest point to the origin lies: the weights of its vertices.

use super::simplex::{MOST, Simplex};
use crate::space::Vector;

impl<const D: usize, M: Copy> Simplex<D, M> {
    /// The weights of the point closest to the origin in the affine hull of the vertices, made
    /// convex: none below zero, their sum 1.
    ///
    /// `None` if that point is plainly outside of the simplex.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn weights(&self) -> Option<[f64; MOST]> {
        convex(if self.len > D { barycentric(self.copied().w)? } else { self.weights_in_feature() })
    }

    /// The same for at most D vertices, as they are: they may be negative.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn weights_in_feature(&self) -> [f64; MOST] {
        let mut weights = [1.0, 0.0, 0.0, 0.0];
        match self.len {
            1 => {}
            2 => {
                let e = self.w[1] - self.w[0];
                let scale = 1.0 / e.norm_squared();
                // Measure once from the vertex, then again from the point found: the second
                // time the numbers are small, and so is their rounding.
                let t = -self.w[0].dot(e) * scale;
                let t = t - (self.w[0] + e * t).dot(e) * scale;
                weights[1] = t;
                weights[0] = 1.0 - t;
            }
            _ if D == 3 => {
                let w0 = self.w[0];
                let (e, f) = (self.w[1] - w0, self.w[2] - w0);
                let n = e.cross3(f);
                let scale = 1.0 / n.norm_squared();
                // x = s e + t f  ⇔  s = n·(x × f) / n²,  t = n·(e × x) / n².
                let (cs, ct) = (f.cross3(n) * scale, n.cross3(e) * scale);
                let (mut s, mut t) = (-cs.dot(w0), -ct.dot(w0));
                let left = w0 + e * s + f * t;
                s -= cs.dot(left);
                t -= ct.dot(left);
                weights[1] = s;
                weights[2] = t;
                weights[0] = 1.0 - s - t;
            }
            _ => {}
        }
        weights
    }

    /// The feature that all vertices span, of which there are at most D: the direction from the
    /// origin to it, at right angles and of any length, and the weights of its closest point.
    ///
    /// `None` if that point is plainly outside of the feature.
    #[inline(always)]
    pub(crate) fn closest_in_feature(&self) -> Option<(Vector<D>, [f64; MOST])> {
        let [a, b, c, _] = self.w;
        let weights = convex(self.weights_in_feature())?;
        let outward = |normal: Vector<D>| if normal.dot(a) < 0.0 { -normal } else { normal };
        let toward = match self.len {
            1 => a,
            2 if D == 2 => outward((b - a).turned()),
            2 => {
                let e = b - a;
                e.cross3(a.cross3(e))
            }
            _ => outward((b - a).cross3(c - a)),
        };
        Some((toward, weights))
    }

    /// The same feature in the order that the loop of GJK keeps, if it is a face: its normal points away
    /// from the origin.
    #[inline(always)]
    pub(crate) fn facing_away(mut self) -> Self {
        let [a, b, c, _] = self.w;
        let normal = if D == 2 { (b - a).turned() } else { (b - a).cross3(c - a) };
        if self.len == D && normal.dot(a) < 0.0 {
            self.w.swap(D - 2, D - 1);
            self.mark.swap(D - 2, D - 1);
        }
        self
    }

    /// The combination of the vertices with these weights.
    #[inline(always)]
    pub(crate) fn combine(&self, weights: [f64; MOST]) -> Vector<D> {
        combination(|k| self.w[k], weights, self.len)
    }
}

/// The combination of the first `len` points with these weights. The places are constants.
#[inline(always)]
pub(crate) fn combination<const D: usize>(
    point: impl Fn(usize) -> Vector<D>,
    weights: [f64; MOST],
    len: usize,
) -> Vector<D> {
    let mut sum = point(0) * weights[0];
    if len > 1 {
        sum += point(1) * weights[1];
        if len > 2 {
            sum += point(2) * weights[2];
            if len > 3 {
                sum += point(3) * weights[3];
            }
        }
    }
    sum
}

/// The weights of the origin among the D + 1 vertices of a full simplex.
///
/// Gaussian elimination with pivoting leaves a residual of a few units in the last place however
/// flat the simplex is; quotients of volumes do not.
#[inline(never)]
pub(crate) fn barycentric<const D: usize>(w: [Vector<D>; MOST]) -> Option<[f64; MOST]> {
    let mut rows: [[f64; MOST]; MOST] = [[0.0; MOST]; MOST];
    for i in 0..D {
        for j in 1..=D {
            rows[i][j - 1] = w[j][i] - w[0][i];
        }
        rows[i][D] = -w[0][i];
    }
    for step in 0..D {
        let mut pivot = step;
        for i in step + 1..D {
            if rows[i][step].abs() > rows[pivot][step].abs() {
                pivot = i;
            }
        }
        rows.swap(step, pivot);
        if rows[step][step] == 0.0 {
            return None;
        }
        for i in step + 1..D {
            let factor = rows[i][step] / rows[step][step];
            for j in step..=D {
                rows[i][j] -= factor * rows[step][j];
            }
        }
    }
    let mut weights = [0.0; MOST];
    let mut first = 1.0;
    for i in (0..D).rev() {
        let mut x = rows[i][D];
        for j in i + 1..D {
            x -= rows[i][j] * weights[j + 1];
        }
        weights[i + 1] = x / rows[i][i];
        first -= weights[i + 1];
    }
    weights[0] = first;
    Some(weights)
}

/// Weights that are negative by no more than rounding, set to zero and summing to 1 again.
#[inline(always)]
pub(crate) fn convex(weights: [f64; MOST]) -> Option<[f64; MOST]> {
    let [a, b, c, d] = weights;
    if (a >= 0.0) & (b >= 0.0) & (c >= 0.0) & (d >= 0.0) {
        return Some(weights);
    }
    mended([a, b, c, d])
}

#[cold]
#[inline(never)]
fn mended(mut weights: [f64; MOST]) -> Option<[f64; MOST]> {
    // NaN, and what is more negative than rounding makes it, is refused.
    if !weights.iter().all(|weight| *weight >= -crate::accuracy::WEIGHT_SLACK) {
        return None;
    }
    let mut sum = 0.0;
    for weight in &mut weights {
        *weight = weight.max(0.0);
        sum += *weight;
    }
    Some(weights.map(|weight| weight / sum))
}
