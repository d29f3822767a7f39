//! From points as combinations of vertices, one of each shape, to pairs of vertices with common
//! weights: what the evidence of an answer is made of.

use crate::answer::MOST;

/// Vertices with weights that add up to one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    ids: [u32; MOST],
    weights: [f64; MOST],
    len: usize,
    /// There were more than fit.
    spilt: bool,
}

/// Pairs of vertices with common weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs {
    pub(crate) a: [u32; MOST],
    pub(crate) b: [u32; MOST],
    pub(crate) weights: [f64; MOST],
    pub(crate) len: usize,
}

impl Shares {
    pub(crate) const NONE: Self =
        Self { ids: [0; MOST], weights: [0.0; MOST], len: 0, spilt: false };

    /// All of one vertex.
    #[inline(always)]
    pub(crate) fn of(id: u32) -> Self {
        Self { ids: [id; MOST], weights: [1.0, 0.0, 0.0, 0.0], len: 1, spilt: false }
    }

    /// The point that divides the way from vertex 0 to vertex 1 in this ratio.
    #[inline(always)]
    pub(crate) fn along(t: f64) -> Self {
        Self { ids: [0, 1, 0, 0], weights: [1.0 - t, t, 0.0, 0.0], len: 2, spilt: false }
    }

    /// The point of a box whose coordinate i is the share `fractions[i]` of the way from the low
    /// side to the high one: the corners of the staircase that takes one axis after another, the
    /// furthest first. Corners are numbered as those of a box's core.
    pub(crate) fn in_box<const D: usize>(fractions: [f64; D]) -> Self {
        let mut order: [usize; D] = core::array::from_fn(|i| i);
        order.sort_unstable_by(|&i, &j| fractions[j].total_cmp(&fractions[i]));
        let mut shares = Self::NONE;
        let (mut corner, mut above) = (0, 1.0);
        for i in order {
            shares.push(corner, above - fractions[i]);
            corner |= 1 << i;
            above = fractions[i];
        }
        shares.push(corner, above);
        shares
    }

    /// The same for a rectangle along two of the axes; corners with no share are kept.
    #[inline(always)]
    pub(crate) fn in_rectangle([i, j]: [usize; 2], [x, y]: [f64; 2]) -> Self {
        let (more, less, further) = if x >= y { (x, y, i) } else { (y, x, j) };
        Self {
            ids: [0, 1 << further, 1 << i | 1 << j, 0],
            weights: [1.0 - more, more - less, less, 0.0],
            len: 3,
            spilt: false,
        }
    }

    /// The same without the vertices that have no share.
    fn pruned(&self) -> Self {
        let mut shares = Self { spilt: self.spilt, ..Self::NONE };
        for k in 0..self.len {
            shares.push(self.ids[k], self.weights[k]);
        }
        shares
    }

    pub(crate) fn push(&mut self, id: u32, weight: f64) {
        if !(weight > 0.0) {
            return;
        }
        if self.len == MOST {
            self.spilt = true;
            return;
        }
        self.ids[self.len] = id;
        self.weights[self.len] = weight;
        self.len += 1;
    }
}

/// Pairs whose weights add up to those of either side: weight is handed out from the first vertex
/// to the last, on both sides in step, so that m and n vertices make at most m + n − 1 pairs.
/// `None` if that is more than fit.
#[inline(always)]
pub(crate) fn couple(a: &Shares, b: &Shares) -> Option<Pairs> {
    // One vertex goes with all of the others.
    if b.len == 1 && !a.spilt {
        return Some(Pairs { a: a.ids, b: [b.ids[0]; MOST], weights: a.weights, len: a.len });
    }
    if a.len == 1 && !b.spilt {
        return Some(Pairs { a: [a.ids[0]; MOST], b: b.ids, weights: b.weights, len: b.len });
    }
    in_step(&a.pruned(), &b.pruned())
}

fn in_step(a: &Shares, b: &Shares) -> Option<Pairs> {
    if a.spilt || b.spilt || a.len == 0 || b.len == 0 {
        return None;
    }
    let mut pairs = Pairs { a: [0; MOST], b: [0; MOST], weights: [0.0; MOST], len: 0 };
    let (mut i, mut j) = (0, 0);
    let (mut left_a, mut left_b) = (a.weights[0], b.weights[0]);
    loop {
        if pairs.len == MOST {
            return None;
        }
        let (last_a, last_b) = (i + 1 == a.len, j + 1 == b.len);
        // Both sums are one but for rounding, which must not hand out a weight of its own.
        let take_a = !last_a && (last_b || left_a <= left_b);
        let weight = match (last_a, last_b) {
            (true, true) => left_a.max(left_b),
            _ if take_a => left_a,
            _ => left_b,
        };
        pairs.a[pairs.len] = a.ids[i];
        pairs.b[pairs.len] = b.ids[j];
        pairs.weights[pairs.len] = weight;
        pairs.len += 1;
        if last_a && last_b {
            return Some(pairs);
        }
        if take_a {
            i += 1;
            left_b = (left_b - weight).max(0.0);
            left_a = a.weights[i];
        } else {
            j += 1;
            left_a = (left_a - weight).max(0.0);
            left_b = b.weights[j];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_add_up_to_both_sides() {
        let rng = &mut fastrand::Rng::with_seed(3);
        for _ in 0..10_000 {
            let a = Shares::in_box::<2>([rng.f64(), if rng.bool() { 1.0 } else { rng.f64() }]);
            let b = Shares::along(rng.f64());
            let pairs = couple(&a, &b).unwrap();
            assert!((pairs.weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
            for (shares, ids) in [(a, pairs.a), (b, pairs.b)] {
                for k in 0..shares.len {
                    let sum: f64 = (0..pairs.len)
                        .filter(|&j| ids[j] == shares.ids[k])
                        .map(|j| pairs.weights[j])
                        .sum();
                    assert!((sum - shares.weights[k]).abs() < 1e-15);
                }
            }
        }
    }

    #[test]
    fn corners_make_up_the_point() {
        let rng = &mut fastrand::Rng::with_seed(4);
        for _ in 0..10_000 {
            let wanted = [0; 3].map(|_| [0.0, 1.0, 0.5, rng.f64()][rng.usize(..4)]);
            let shares = Shares::in_box(wanted);
            for (i, x) in wanted.iter().enumerate() {
                let sum: f64 = (0..shares.len)
                    .filter(|&k| shares.ids[k] >> i & 1 == 1)
                    .map(|k| shares.weights[k])
                    .sum();
                assert!((sum - x).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn too_many_are_refused() {
        let many = Shares::in_box([0.2, 0.4, 0.6]);
        assert!(couple(&many, &Shares::along(0.5)).is_none());
        assert!(couple(&many, &Shares::of(7)).is_some());
    }
}
