//! The smallest ball around points.

use super::BoundingBall;
use crate::accuracy;
use crate::space::Vector;

/// The most points that carry a ball, D + 1, and one that is about to join them.
const ROOM: usize = 5;

/// The smallest ball that contains all of the points, for D up to 3.
///
/// A ball is carried by at most D + 1 points on its surface. Whichever point is furthest outside
/// must be on the surface of the next ball, together with some of the carriers: all choices are
/// tried, and the smallest ball that contains them all is the next one. It is larger than the
/// last, so that no choice comes up twice.
pub(super) fn of<const D: usize>(points: &[Vector<D>]) -> BoundingBall<D> {
    let Some(first) = points.first() else {
        return BoundingBall { centre: Vector::ZERO, radius: 0.0 };
    };
    let mut carriers = Carriers { points: [*first; ROOM], len: 1 };
    let mut ball = BoundingBall { centre: *first, radius: 0.0 };
    loop {
        let (furthest, distance) = furthest(points, ball.centre);
        // Around a ball that is not the smallest in the last place, the furthest point tells.
        let done = BoundingBall { radius: distance, ..ball };
        if distance <= ball.radius * (1.0 + accuracy::BALL_SLACK * accuracy::ROUNDING) {
            return done;
        }
        match carriers.joined_by(furthest) {
            Some((next, larger)) if larger.radius > ball.radius => {
                (carriers, ball) = (next, larger)
            }
            // Rounding ends it.
            _ => return done,
        }
    }
}

fn furthest<const D: usize>(points: &[Vector<D>], centre: Vector<D>) -> (Vector<D>, f64) {
    let mut best = (centre, 0.0);
    for p in points {
        let distance = (*p - centre).norm();
        if distance > best.1 {
            best = (*p, distance);
        }
    }
    best
}

#[derive(Clone, Copy)]
struct Carriers<const D: usize> {
    points: [Vector<D>; ROOM],
    len: usize,
}

impl<const D: usize> Carriers<D> {
    /// The smallest ball that contains the carriers and has `point` on its surface, and what
    /// carries it.
    fn joined_by(&self, point: Vector<D>) -> Option<(Self, BoundingBall<D>)> {
        let mut best: Option<(Self, BoundingBall<D>)> = None;
        for choice in 0..1_u32 << self.len {
            let mut trial = Self { points: [point; ROOM], len: 1 };
            for k in (0..self.len).filter(|k| choice >> k & 1 == 1) {
                trial.points[trial.len] = self.points[k];
                trial.len += 1;
            }
            if trial.len > D + 1 {
                continue;
            }
            let Some(ball) = trial.through() else { continue };
            let most = ball.radius * (1.0 + accuracy::BALL_SLACK * accuracy::ROUNDING);
            let contains = |p: &Vector<D>| (*p - ball.centre).norm() <= most;
            let smaller = best.as_ref().is_none_or(|(_, best)| ball.radius < best.radius);
            if smaller && self.points[..self.len].iter().all(contains) {
                best = Some((trial, ball));
            }
        }
        best
    }

    /// The smallest ball with all of the points on its surface.
    ///
    /// Its centre is p₀ + Σ λⱼ eⱼ with the edges eⱼ = pⱼ − p₀, where eᵢ · Σ λⱼ eⱼ = |eᵢ|² / 2.
    fn through(&self) -> Option<BoundingBall<D>> {
        let n = self.len - 1;
        let from = self.points[0];
        let edge = |i: usize| self.points[i + 1] - from;
        let mut rows = [[0.0; ROOM]; ROOM];
        for (i, row) in rows.iter_mut().enumerate().take(n) {
            for (j, entry) in row.iter_mut().enumerate().take(n) {
                *entry = edge(i).dot(edge(j));
            }
            row[n] = 0.5 * edge(i).norm_squared();
        }
        let weights = eliminate(&mut rows, n)?;
        let mut offset = Vector::ZERO;
        for (j, weight) in weights.iter().enumerate().take(n) {
            offset += edge(j) * *weight;
        }
        offset.is_finite().then(|| BoundingBall { centre: from + offset, radius: offset.norm() })
    }
}

/// Solves `n` equations, the right-hand sides in column `n`; `None` if they are dependent.
fn eliminate(rows: &mut [[f64; ROOM]; ROOM], n: usize) -> Option<[f64; ROOM]> {
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs()))?;
        rows.swap(i, pivot);
        if rows[i][i] == 0.0 {
            return None;
        }
        for k in i + 1..n {
            let factor = rows[k][i] / rows[i][i];
            for j in i..=n {
                rows[k][j] -= factor * rows[i][j];
            }
        }
    }
    let mut solution = [0.0; ROOM];
    for i in (0..n).rev() {
        let mut rest = rows[i][n];
        for j in i + 1..n {
            rest -= rows[i][j] * solution[j];
        }
        solution[i] = rest / rows[i][i];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn random<const D: usize>() -> Vector<D> {
        Vector::from_fn(|_| fastrand::f64() * 2.0 - 1.0)
    }

    /// Smallest: the centre lies in the hull of the points on the surface, so that each direction
    /// away from it leads further from one of them.
    fn is_smallest<const D: usize>(points: &[Vector<D>], ball: BoundingBall<D>) {
        let on: Vec<_> = points
            .iter()
            .map(|p| *p - ball.centre)
            .filter(|v| v.norm() > ball.radius * (1.0 - 1e-9))
            .collect();
        for _ in 0..200 {
            let step = random::<D>().normalized().unwrap();
            let behind = on.iter().any(|v| v.dot(step) <= 1e-7 * ball.radius);
            assert!(behind, "{ball:?} could move along {step:?}");
        }
    }

    #[test]
    fn random_and_degenerate_clouds() {
        fastrand::seed(5);
        for n in [1, 2, 3, 4, 5, 20, 500] {
            for shape in [[1.0, 1.0, 1.0], [1.0, 1e-6, 1.0], [1.0, 0.0, 0.0], [1.0, 1.0, 1e-12]] {
                let points: Vec<_> = (0..n).map(|_| random::<3>().scale(Vector(shape))).collect();
                let ball = of(&points);
                assert!(points.iter().all(|p| (*p - ball.centre).norm() <= ball.radius));
                is_smallest(&points, ball);
                let points: Vec<_> = (0..n).map(|_| random::<2>()).collect();
                is_smallest(&points, of(&points));
            }
        }
    }

    #[test]
    fn many_points_on_one_sphere() {
        fastrand::seed(6);
        let points: Vec<_> = (0..1000).map(|_| random::<3>().normalized().unwrap()).collect();
        assert!((of(&points).radius - 1.0).abs() < 1e-6);
        let cube: Vec<_> = (0..8)
            .map(|i| Vector::<3>::from_fn(|k| if i >> k & 1 == 1 { 3.0 } else { 1.0 }))
            .collect();
        let ball = of(&cube);
        assert!((ball.radius - 3.0_f64.sqrt()).abs() < 1e-14);
        assert!((ball.centre - Vector([2.0; 3])).norm() < 1e-14);
    }
}
