//! Two boxes by turns: the closest point of one to a point of the other, and back.
//!
//! To drop a point onto a box, each coordinate is cut off at the sides. Where one of the two closest
//! points is a corner, to drop points by turns ends with it after a round or two. Between two edges
//! it would go on for ever, each round shorter than the last by the squared cosine of the angle
//! between them. So before each round the points slide along what they can move on:
//!
//! | symbol | meaning |
//! | --- | --- |
//! | p, y | the point of A in A's frame, that of B in B's |
//! | x | that of B in A's frame, R y + t |
//! | w | the way from p to x |
//! | s | how fast y would like to move: Rᵀ w along the axes on which y is not at a side |
//! | v | the same in A's frame, R s |
//!
//! As y moves by −b s, x moves by −b v, and p follows along the axes on which it is not at a side.
//! What is left of the way is w − b r, where r is v without those axes, and shortest for
//! b = (w·r)/r² = s²/r². With one free axis each that is the shortest way between two lines.
//!
//! Whether the points are the closest ones is decided by the bounds: how far both boxes reach along
//! the way is a sum of absolute values. About nine in ten pairs that are apart are done after one
//! slide and two rounds, which is half of what GJK needs; where the bounds do not close after
//! [`accuracy::TURNS`], GJK is asked.

use core::hint::select_unpredictable;

use super::glance::Setting;
use crate::accuracy;
use crate::answer::{Answer, Apart, Effort, Evidence, Method, Names, Stop};
use crate::space::{Matrix, Vector, real};

/// The distance of two boxes with these half-extents, if they are apart and the bounds close.
#[inline(always)]
pub(crate) fn distance<const D: usize>(
    [a, b]: [&Vector<D>; 2],
    setting: &Setting<'_, D>,
) -> Option<Answer<D>> {
    let (turn_a, turn_b) = setting.turns();
    let view = Boxes {
        half_a: *a,
        half_b: *b,
        r: Matrix(core::array::from_fn(|i| turn_b.transpose_mul(turn_a.column(i)))),
        t: turn_a.transpose_mul(setting.offset()),
        slack: accuracy::VERTEX_SLACK * accuracy::ROUNDING * setting.scale,
    };
    let mut at = view.dropped(cut(view.t, *a));
    for turn in 0..accuracy::TURNS.min(setting.accuracy.iterations) {
        let slid = view.slid(&at);
        // What is left of the way after a slide is at right angles to all that is free, to rounding
        // of its own length: for small gaps the only way that closes the bounds.
        if turn > 0
            && let Some(bounds) = view.bounds(&slid)
        {
            return view.answer(setting, &slid, bounds, turn + 1);
        }
        at = view.dropped(slid.p);
        if let Some(bounds) = view.bounds(&at) {
            return view.answer(setting, &at, bounds, turn + 1);
        }
    }
    None
}

/// Two boxes in the frame of A.
struct Boxes<const D: usize> {
    half_a: Vector<D>,
    half_b: Vector<D>,
    /// How B is turned.
    r: Matrix<D>,
    /// B's centre.
    t: Vector<D>,
    /// How far apart bounds may be that close.
    slack: f64,
}

/// A point of each.
struct Points<const D: usize> {
    p: Vector<D>,
    y: Vector<D>,
    /// From p to y, and the same in B's frame.
    way: Vector<D>,
    way_in_b: Vector<D>,
}

/// What the bounds are made of: the squared length of the way, and how far the boxes are apart along it, times
/// that length.
struct Bounds {
    squared: f64,
    lower: f64,
}

/// The closest point of a box.
#[inline(always)]
fn cut<const D: usize>(x: Vector<D>, half: Vector<D>) -> Vector<D> {
    // Comparisons that choose become single instructions.
    Vector::from_fn(|i| {
        let above = if x[i] > -half[i] { x[i] } else { -half[i] };
        if above < half[i] { above } else { half[i] }
    })
}

/// A vector's coordinates along which a point is free, or those along which it is not; zero for
/// the others.
#[inline(always)]
fn only<const D: usize>(v: Vector<D>, keep: impl Fn(usize) -> bool) -> Vector<D> {
    Vector::from_fn(|i| select_unpredictable(keep(i), v[i], 0.0))
}

impl<const D: usize> Boxes<D> {
    /// The closest point of B to p, and the closest of A to that.
    #[inline(always)]
    fn dropped(&self, p: Vector<D>) -> Points<D> {
        let y = cut(self.r.transpose_mul(p - self.t), self.half_b);
        let x = self.r * y + self.t;
        let p = cut(x, self.half_a);
        let way = x - p;
        Points { p, y, way, way_in_b: self.r.transpose_mul(way) }
    }

    /// Both points moved along what they are free to move on until the way is shortest.
    #[inline(always)]
    fn slid(&self, at: &Points<D>) -> Points<D> {
        let free_a = |i: usize| at.p[i].abs() < self.half_a[i];
        let free_b = |i: usize| at.y[i].abs() < self.half_b[i];
        let s = only(at.way_in_b, free_b);
        let v = self.r * s;
        let r = only(v, |i| !free_a(i));
        let (along, across) = (s.norm_squared(), r.norm_squared());
        // Nothing by nothing if y is at a corner, which nobody can foretell: so no branch.
        let by = along / if across > f64::MIN_POSITIVE { across } else { f64::MIN_POSITIVE };
        let way = at.way - r * by;
        Points {
            p: cut(at.p - only(v, free_a) * by, self.half_a),
            y: cut(at.y - s * by, self.half_b),
            way,
            way_in_b: self.r.transpose_mul(way),
        }
    }

    /// The bounds along the way, if they close. Written so that NaN does not.
    #[inline(always)]
    fn bounds(&self, at: &Points<D>) -> Option<Bounds> {
        let squared = at.way.norm_squared();
        let reach = |way: Vector<D>, half: Vector<D>| {
            let mut sum = way[0].abs() * half[0];
            for i in 1..D {
                sum += way[i].abs() * half[i];
            }
            sum
        };
        // All times the length of the way, of which the root is not waited for.
        let lower =
            at.way.dot(self.t) - (reach(at.way, self.half_a) + reach(at.way_in_b, self.half_b));
        let gap = squared - lower;
        let closed = gap * gap.abs() <= self.slack * self.slack * squared && lower > 0.0;
        closed.then_some(Bounds { squared, lower })
    }

    /// The answer, unless the points are further apart than the way says: at a side that cut off
    /// where they slid, or at more free axes than closest points have.
    #[inline(always)]
    fn answer(
        &self,
        setting: &Setting<'_, D>,
        at: &Points<D>,
        bounds: Bounds,
        iterations: u32,
    ) -> Option<Answer<D>> {
        let (turn_a, turn_b) = setting.turns();
        let (point_a, point_b) = (*turn_a * at.p, *turn_b * at.y + setting.offset());
        let upper = (point_b - point_a).norm();
        let (_, by_length) = real::root_and_inverse(bounds.squared);
        let lower = bounds.lower * by_length;
        let touch = accuracy::TOUCH * accuracy::ROUNDING * setting.scale;
        if !(upper - lower <= self.slack && upper > touch) {
            return None;
        }
        let origin = setting.poses[0].translation();
        Some(Answer::Apart(Apart {
            distance: upper,
            point_a: point_a + origin,
            point_b: point_b + origin,
            normal: *turn_a * at.way * by_length,
            lower: if lower < upper { lower } else { upper },
            upper,
            unique: None,
            evidence: self.evidence(at)?,
            effort: Effort { method: Method::PointIteration, iterations, stop: Stop::Converged },
        }))
    }

    /// The corners that the points lie between, at most three of each box, and their weights.
    ///
    /// Along an axis on which a point is free it has a share of both sides. With shares s ≥ t of two
    /// such axes, of one box or of both, the points are what is left with weight 1 − s at the corner where
    /// both are at their low sides, s − t where the first is at its high side, and t where both are.
    #[inline(always)]
    fn evidence(&self, at: &Points<D>) -> Option<Evidence<D>> {
        // The axes of A from place 0 on, those of B from place 4 on; the last place stands for none.
        let mut shares = [0.0; 8];
        let (mut free, mut corner) = (0_u32, 0_u32);
        for i in 0..D {
            for (place, x, half) in [(i, at.p[i], self.half_a[i]), (4 + i, at.y[i], self.half_b[i])]
            {
                let inner = x.abs() < half;
                shares[place] = 0.5 + 0.5 * (x / half);
                free |= u32::from(inner) << place;
                corner |= u32::from(!inner && x > 0.0) << place;
            }
        }
        let rest = free & free.wrapping_sub(1);
        if rest & rest.wrapping_sub(1) != 0 {
            return None;
        }
        let [i, j] = [free, rest].map(|set| (set | 0x80).trailing_zeros());
        let (s, t) = (shares[i as usize % 8], shares[j as usize % 8]);
        let first = select_unpredictable(s > t, i, j);
        let (more, less) = if s > t { (s, t) } else { (t, s) };
        let ids = [corner, corner | (1 << first) & free, corner | free];
        let part = |from: u32| {
            let id = |k: usize| ids[k] >> from & 7;
            Names::Vertices([id(0), id(1), id(2), id(2)])
        };
        Some(Evidence {
            len: 1 + free.count_ones() as usize,
            weights: [1.0 - more, more - less, less, 0.0],
            a: part(0),
            b: part(4),
            directions: None,
            multipliers: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accuracy::Accuracy;
    use crate::pair::Pair;
    use crate::shape::{Convex, Core, Cuboid};
    use crate::solver::Task;
    use crate::solver::gjk::pairing;
    use crate::space::{Pose, Rotation};
    use crate::{check, distance};

    /// The points that the corners make with their weights. The judge takes the word of a box for whether
    /// points belong to it; others, such as rigorous bounds, rely on the corners.
    fn combined(pair: &Pair<'_, 3>, evidence: &Evidence<3>) -> [Vector<3>; 2] {
        let sum = |core: Core<'_, 3>, names: Names, pose: &Pose<3>| {
            let Names::Vertices(ids) = names else { unreachable!("corners have numbers") };
            let mut sum = Vector::ZERO;
            for (weight, id) in evidence.weights().iter().zip(ids) {
                sum += core.vertex(id).unwrap() * *weight;
            }
            pose.transform(sum)
        };
        [sum(pair.a.core, evidence.a, pair.pose_a), sum(pair.b.core, evidence.b, pair.pose_b)]
    }

    /// Boxes of all proportions, flat ones too, at all distances, every other pair parallel or on a
    /// lattice: what is found by turns stands before the judge and agrees with GJK, and what is not
    /// found is not apart, or has many closest points, or is one of a few.
    #[test]
    fn what_is_found_by_turns_is_right() {
        let rng = &mut fastrand::Rng::with_seed(17);
        let (mut found, mut apart, mut on_edges) = (0, 0, 0);
        for round in 0..60_000 {
            let half = |rng: &mut fastrand::Rng| {
                Vector::from_fn(|_| match rng.u32(0..12) {
                    0 => 0.0,
                    1 => 1e-7 * rng.f64(),
                    _ if round % 4 == 0 => f64::from(rng.u32(1..3)),
                    _ => 0.1 + rng.f64(),
                })
            };
            let (a, b) = (half(rng), half(rng));
            let turn = |rng: &mut fastrand::Rng| {
                let axis = [rng.f64() - 0.5, rng.f64() - 0.5, rng.f64() + 0.01];
                let angle = if round % 4 == 0 { 0.0 } else { 3.0 * rng.f64() };
                Rotation::from_axis_angle(Vector(axis), angle).unwrap()
            };
            let place = Vector::from_fn(|_| match round % 4 {
                0 => f64::from(rng.i32(-5..6)),
                _ => 4.0 * rng.f64() - 2.0,
            });
            let (pose_a, pose_b) = (Pose::rotated(turn(rng)), Pose::new(turn(rng), place).unwrap());
            let (a, b) = (Cuboid::new(a).unwrap(), Cuboid::new(b).unwrap());
            let (view_a, view_b) = (a.view(), b.view());
            let pair = Pair::new(&view_a, &pose_a, &view_b, &pose_b);
            let by_gjk = pairing::solve(&pair, &mut Task::plain(Accuracy::DEFAULT)).unwrap();
            apart += usize::from(by_gjk.distance() > 0.0);
            let answer = distance(&a, &pose_a, &b, &pose_b).unwrap();
            check(&answer, &a, &pose_a, &b, &pose_b).unwrap();
            let slack = 16.0 * accuracy::ROUNDING * pair.scale;
            assert!((answer.distance() - by_gjk.distance()).abs() <= slack, "{round}: {answer:?}");
            if answer.effort().method == Method::PointIteration {
                found += 1;
                let combined = combined(&pair, answer.evidence());
                let between = combined[1] - combined[0];
                assert!((between.norm() - answer.distance()).abs() <= slack, "{round}: {answer:?}");
                for (combined, point) in combined.iter().zip(answer.points()) {
                    assert!((*combined - point).norm() <= slack, "{round}: {answer:?}");
                }
                on_edges += usize::from(answer.evidence().len == 3);
            }
        }
        assert!(found > apart * 3 / 4 && apart > 30_000, "{found} of {apart}");
        assert!(on_edges > 5_000, "{on_edges}");
    }
}
