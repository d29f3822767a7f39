//! The model that a step leads to the closest points of: surfaces replaced by their tangents, and what
//! bends them by ½ λ dᵀ∇²f d.

use super::hold::Body;
use crate::accuracy;
use crate::pair::Local;
use crate::solver::gjk::Goal;
use crate::space::{Matrix, Vector};

/// The frame of the normals that hold a point.
pub(crate) struct Stand<const D: usize> {
    /// At right angles to each other, and spanning the normals.
    pub(crate) across: [Vector<D>; D],
    /// The normals in that frame: row k has k + 1 entries, of which the last is one over what it stands
    /// for.
    pub(crate) parts: [[f64; D]; D],
    pub(crate) count: usize,
    /// The shortest step to where the surfaces, if straight, are met.
    pub(crate) onto: Vector<D>,
    /// At right angles to all normals: the ways that are left.
    pub(crate) along: [Vector<D>; 2],
    pub(crate) free: usize,
}

impl<const D: usize> Stand<D> {
    /// The multipliers with which the normals add up to what they span of a vector.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn shares(&self, v: Vector<D>) -> [f64; D] {
        // One loop for each number of normals: the usual ones leave no loop at all.
        match self.count {
            1 => self.shares_of(v, 1),
            2 => self.shares_of(v, 2),
            count => self.shares_of(v, count),
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn shares_of(&self, v: Vector<D>, count: usize) -> [f64; D] {
        let mut shares = [0.0; D];
        for k in 0..count {
            shares[k] = v.dot(self.across[k]);
        }
        for k in (0..count).rev() {
            shares[k] *= self.parts[k][k];
            for j in 0..k {
                shares[j] -= self.parts[k][j] * shares[k];
            }
        }
        shares
    }

    /// The step that goes so far along the ways.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn step(&self, ways: [f64; 2]) -> Vector<D> {
        self.onto + self.along[0] * ways[0] + self.along[1] * ways[1]
    }
}

/// What does not change as long as the same surfaces hold a point: the ways in A's frame, and how the
/// objective bends along them.
struct Course<const D: usize> {
    onto: Vector<D>,
    along: [Vector<D>; 2],
    /// The second derivatives times the step onto the surfaces and times the ways, in the body's frame.
    bent_onto: Vector<D>,
    bent: [Vector<D>; 2],
    /// The lower half of how ½|y − x|² and the surfaces bend along the ways; those that are missing get
    /// ones.
    stiff: [f64; 3],
    /// By how much the surfaces pull along the ways where the step onto them ends.
    pull: [f64; 2],
}

impl<const D: usize> Course<D> {
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn new(stand: &Stand<D>, bend: &Matrix<D>, turn: impl Fn(Vector<D>) -> Vector<D>) -> Self {
        let Stand { onto, along: [first, second], free, .. } = *stand;
        // Second derivatives are symmetric: rows are columns.
        let times = |v: Vector<D>| bend.transpose_mul(v);
        let bent = [times(first), times(second)];
        let or_one = |i: usize, x: f64| if i < free { 1.0 + x } else { 1.0 };
        Self {
            onto: turn(onto),
            along: [turn(first), turn(second)],
            bent_onto: times(onto),
            bent,
            stiff: [
                or_one(0, first.dot(bent[0])),
                first.dot(bent[1]),
                or_one(1, second.dot(bent[1])),
            ],
            pull: [-bent[0].dot(onto), -bent[1].dot(onto)],
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn moved(&self, ways: [f64; 2]) -> Vector<D> {
        self.along[0] * ways[0] + self.along[1] * ways[1]
    }

    /// The second derivatives times the whole step.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn bent_by(&self, ways: [f64; 2]) -> Vector<D> {
        self.bent_onto + self.bent[0] * ways[0] + self.bent[1] * ways[1]
    }
}

/// The steps to the closest points of the model, each in the frame of its body, and what is left
/// between them then.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn best<const D: usize>(
    local: &Local<'_, D>,
    [a, b]: [&mut Body<'_, D>; 2],
    [mut on_a, mut on_b]: [Stand<D>; 2],
    (between, goal): (Vector<D>, &Goal),
) -> Option<([Vector<D>; 2], Vector<D>)> {
    let turn = local.b_in_a.rotation();
    let turned = |v: Vector<D>| turn.rotate(v);
    let (bend_a, bend_b) = (a.bend(), b.bend());
    let mut for_a = Course::new(&on_a, &bend_a, |v| v);
    let mut for_b = Course::new(&on_b, &bend_b, turned);
    let least = accuracy::SLIDE_LEAST * goal.gap;
    let mut found = ([Vector::ZERO; 2], between);
    for _ in 0..accuracy::SLIDE_CHANGES {
        let ahead = between + for_b.onto - for_a.onto;
        let (ways_a, ways_b) = together(&for_a, &for_b, ahead)?;
        let left = ahead + for_b.moved(ways_b) - for_a.moved(ways_a);
        let steps = [on_a.step(ways_a), on_b.step(ways_b)];
        found = (steps, left);
        if !(left.sum_abs() + steps[0].sum_abs() < f64::INFINITY) {
            return None;
        }
        let pushes_a = on_a.shares(left - for_a.bent_by(ways_a));
        let pushes_b = on_b.shares(-turn.rotate_back(left) - for_b.bent_by(ways_b));
        let mut changed = [a.settle(pushes_a, least), b.settle(pushes_b, least)];
        if changed == [false; 2] {
            changed = [a.block(steps[0], least, &on_a), b.block(steps[1], least, &on_b)];
        }
        if changed == [false; 2] {
            break;
        }
        if changed[0] {
            on_a = a.stand();
            for_a = Course::new(&on_a, &bend_a, |v| v);
        }
        if changed[1] {
            on_b = b.stand();
            for_b = Course::new(&on_b, &bend_b, turned);
        }
    }
    Some(found)
}

/// How far both points go along the two ways of each.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn together<const D: usize>(
    first: &Course<D>,
    second: &Course<D>,
    ahead: Vector<D>,
) -> Option<([f64; 2], [f64; 2])> {
    let tie = |i: usize, j: usize| -second.along[i].dot(first.along[j]);
    let ([a, b, c], [d, e, f]) = (first.stiff, second.stiff);
    let most = a.max(c).max(d).max(f) * accuracy::SLIDE_STIFF;
    let (g, h) = (tie(0, 0), tie(0, 1));
    let (i, j) = (tie(1, 0), tie(1, 1));
    let [p, q] = [0, 1].map(|k| first.pull[k] + first.along[k].dot(ahead));
    let [r, s] = [0, 1].map(|k| second.pull[k] - second.along[k].dot(ahead));
    // In blocks of two: a quotient for each block, and nothing else to wait for.
    let inverse = |x: f64, y: f64, z: f64| {
        let area = x * z - y * y;
        (x > 0.0 && area > 0.0 && area < f64::INFINITY).then(|| {
            let per = 1.0 / area;
            [z * per, -y * per, x * per]
        })
    };
    // A's block, and what of it stays in B's.
    let [u, v, w] = inverse(a + most, b, c + most)?;
    let (k, l) = ([g * u + h * v, g * v + h * w], [i * u + j * v, i * v + j * w]);
    let rest = [
        d + most - (k[0] * g + k[1] * h),
        e - (k[0] * i + k[1] * j),
        f + most - (l[0] * i + l[1] * j),
    ];
    let [x, y, z] = inverse(rest[0], rest[1], rest[2])?;
    let (r, s) = (r - (k[0] * p + k[1] * q), s - (l[0] * p + l[1] * q));
    let (r, s) = (x * r + y * s, y * r + z * s);
    Some(([u * p + v * q - k[0] * r - l[0] * s, v * p + w * q - k[1] * r - l[1] * s], [r, s]))
}
