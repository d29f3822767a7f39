//! The last digits of a normal where something is curved and something may be straight.
//!
//! At the best normal n the support points a of A (along n) and b of B (along −n) lie on one line
//! along n, but for what is free where a surface is straight: there n is at right angles to the
//! straight lines, and the points may slide along them. So n is first made so. In the directions
//! t that are left (two, one or none) the part of w = a − b across n is to vanish, and Newton's method
//! sees to it: with h = n·w and W the bend of both surfaces, (W − h) δ = −t·w. On a straight line between
//! two ends that bend differently W is that of the point on it, and so w must be too.

use super::bend::Bend;
use crate::accuracy;
use crate::shape::{Core, View};
use crate::space::{Pose, Vector};

/// A normal, from A to B, and the points of A and B.
#[derive(Clone, Copy)]
pub(super) struct At<const D: usize> {
    pub(super) normal: Vector<D>,
    pub(super) points: [Vector<D>; 2],
}

/// A better one, and how far its points still are from lying on a line along it, as a share of the
/// size.
pub(super) struct Honed<const D: usize> {
    pub(super) at: At<D>,
    pub(super) slope: f64,
}

/// Whether a shape has more than corners, edges and flat faces, if its radius is set aside.
pub(super) fn is_curved<const D: usize>(view: &View<'_, D>) -> bool {
    !matches!(view.core, Core::Point(_) | Core::Segment(..) | Core::Cuboid(_) | Core::Vertices(_))
}

/// A shape and where its core is.
type Side<'a, 'b, const D: usize> = (&'a View<'b, D>, &'a Pose<D>);

/// The same with a better normal; `None` if none is found close by. The points are the only ones:
/// no line is straight on both sides.
pub(super) fn hone<const D: usize>(
    sides: [Side<'_, '_, D>; 2],
    bend: &[Bend<D>; 2],
    tangents: [Vector<D>; 2],
    at: At<D>,
) -> Option<Honed<D>> {
    let poses = sides.map(|(_, pose)| pose);
    let lines = Lines::new(bend, tangents);
    let furthest = |k: usize, n: Vector<D>| {
        let (pose, view) = (poses[k], sides[k].0);
        let support = |n: Vector<D>| view.core.support(pose.rotation().rotate_back(n));
        let Some(u) = lines.single(k).filter(|_| bend[k].uneven) else {
            return pose.transform(support(n)) + n * view.radius;
        };
        // The ends of the line move by bends of their own as the normal turns, and the point between them by
        // what its share says. A tilt moves them by the bend too, and twice the way of one tilt less that of
        // a tilt twice as far does not.
        let mut is_line = true;
        let mut end = |tilt: f64| {
            let (near, far) = (support(n + u * tilt), support(n + u * (2.0 * tilt)));
            // On a steep bend that passes for a line there are no ends.
            is_line &= (far - near).norm() <= accuracy::HONE_REACH * view.reach;
            pose.transform(near * 2.0 - far)
        };
        let ends = [end(-accuracy::BEND_TURN), end(accuracy::BEND_TURN)];
        if !is_line {
            return pose.transform(support(n)) + n * view.radius;
        }
        let share = u.dot(at.points[k] - ends[0]) / u.dot(ends[1] - ends[0]);
        let share = if share >= 0.0 { share.min(1.0) } else { 0.0 };
        ends[0].lerp(ends[1], share) + n * view.radius
    };
    let mut normal = lines.straightened(at.normal)?;
    let look = |n: Vector<D>| [furthest(0, n), furthest(1, -n)];
    let mut ends = look(normal);
    let mut slope = lines.slope(normal, ends);
    for _ in 0..accuracy::HONE_STEPS {
        let size = (ends[0] - ends[1]).norm() + sides[0].0.reach + sides[1].0.reach;
        if slope[0].abs() + slope[1].abs() <= accuracy::TOUCH * accuracy::ROUNDING * size {
            break;
        }
        let tried = |turn: Option<Vector<D>>| {
            let next = lines.straightened(normal + turn?)?;
            let there = look(next);
            let less = lines.slope(next, there);
            // Rounding makes it less by accident, and leads the normal astray.
            let enough = accuracy::HONE_GAIN * (slope[0].abs() + slope[1].abs());
            let is_less = less[0].abs() + less[1].abs() < enough;
            is_less.then_some((next, there, less))
        };
        let depth = normal.dot(ends[0] - ends[1]);
        // On the blunt sides of some shapes the bend differs a millionth of a turn away: then it is
        // measured where the normal is now, unless what is left is nearly rounding already.
        let rough = slope[0].abs() + slope[1].abs() > accuracy::POLISHED * size
            && bend.iter().any(Bend::is_steep);
        let better = tried(lines.step(bend, tangents, (slope, depth))).or_else(|| {
            if !rough {
                return None;
            }
            let measured = |t: Vector<D>| {
                let turned = normal + t * accuracy::HONE_TURN;
                let there = lines.slope(turned, look(turned));
                [0, 1].map(|i| (there[i] - slope[i]) / accuracy::HONE_TURN)
            };
            tried(lines.solved(lines.free.map(measured), slope))
        });
        let Some((next, there, less)) = better else { break };
        (normal, ends, slope) = (next, there, less);
    }
    let close = (normal - at.normal).norm() <= accuracy::HONE_REACH;
    let points = lines.slid(normal, at.points, ends)?;
    let close = close
        && (0..2).all(|k| {
            (points[k] - at.points[k]).norm()
                <= accuracy::HONE_REACH * (sides[k].0.reach + sides[k].0.radius)
        });
    let size = (ends[0] - ends[1]).norm() + sides[0].0.reach + sides[1].0.reach;
    let slope = (slope[0].abs() + slope[1].abs()) / size;
    close.then_some(Honed { at: At { normal, points }, slope })
}

/// The straight lines on both sides, and unit vectors at right angles to them and to the normal.
struct Lines<const D: usize> {
    /// Those of A and of B; zero if there are fewer.
    straight: [[Vector<D>; 2]; 2],
    free: [Vector<D>; 2],
}

impl<const D: usize> Lines<D> {
    fn new(bend: &[Bend<D>; 2], tangents: [Vector<D>; 2]) -> Self {
        let straight = [bend[0].flat, bend[1].flat];
        let mut lines = straight.into_iter().flatten().filter(|u| *u != Vector::ZERO);
        let free = match (lines.next(), lines.next()) {
            (None, _) => tangents,
            (Some(u), None) if D == 3 => {
                // Across the line, in the plane of the tangents.
                let [e, f] = tangents;
                let across = f * e.dot(u) - e * f.dot(u);
                [across.normalized().unwrap_or(Vector::ZERO), Vector::ZERO]
            }
            _ => [Vector::ZERO; 2],
        };
        Self { straight, free }
    }

    /// The line of a side that is straight along one line only, in space.
    fn single(&self, k: usize) -> Option<Vector<D>> {
        let [u, v] = self.straight[k];
        (D == 3 && u != Vector::ZERO && v == Vector::ZERO).then_some(u)
    }

    /// The unit vector at right angles to all lines, next to a normal.
    fn straightened(&self, normal: Vector<D>) -> Option<Vector<D>> {
        let mut n = normal;
        // Again, since lines of A and B need not be at right angles to each other.
        let mut lines = self.straight.into_iter().flatten().filter(|u| *u != Vector::ZERO);
        match (lines.next(), lines.next()) {
            (Some(u), Some(v)) if D == 3 => {
                let across = u.cross3(v).normalized()?;
                n = if across.dot(n) < 0.0 { -across } else { across };
            }
            (Some(u), _) => n -= u * u.dot(n),
            (None, _) => {}
        }
        n.normalized()
    }

    /// The part of a − b across the normal, along the free directions.
    fn slope(&self, normal: Vector<D>, [a, b]: [Vector<D>; 2]) -> [f64; 2] {
        let between = a - b;
        let across = between - normal * normal.dot(between);
        self.free.map(|t| t.dot(across))
    }

    /// By how much to turn the normal.
    fn step(
        &self,
        bend: &[Bend<D>; 2],
        tangents: [Vector<D>; 2],
        (slope, depth): ([f64; 2], f64),
    ) -> Option<Vector<D>> {
        let [e, f] = self.free;
        let bent = |u: Vector<D>, v: Vector<D>| {
            v.dot(bend[0].times(u, tangents)) + v.dot(bend[1].times(u, tangents))
        };
        if f == Vector::ZERO {
            let turned = e * (-slope[0] / (bent(e, e) - depth));
            return (e != Vector::ZERO && turned.is_finite()).then_some(turned);
        }
        let (x, y) = (bent(e, e) - depth, bent(f, f) - depth);
        let off = 0.5 * (bent(e, f) + bent(f, e));
        let determinant = x * y - off * off;
        let turned = e * ((off * slope[1] - y * slope[0]) / determinant)
            + f * ((off * slope[0] - x * slope[1]) / determinant);
        turned.is_finite().then_some(turned)
    }

    /// The turn that makes the slope vanish, if these are its changes along the free directions.
    fn solved(&self, [by_e, by_f]: [[f64; 2]; 2], slope: [f64; 2]) -> Option<Vector<D>> {
        let [e, f] = self.free;
        let turned = if f == Vector::ZERO {
            e * (-slope[0] / by_e[0])
        } else {
            let determinant = by_e[0] * by_f[1] - by_f[0] * by_e[1];
            e * ((by_f[0] * slope[1] - by_f[1] * slope[0]) / determinant)
                + f * ((by_e[1] * slope[0] - by_e[0] * slope[1]) / determinant)
        };
        (e != Vector::ZERO && turned.is_finite()).then_some(turned)
    }

    /// The points, given support points: each on its straight lines where it meets the other.
    fn slid(
        &self,
        normal: Vector<D>,
        before: [Vector<D>; 2],
        ends: [Vector<D>; 2],
    ) -> Option<[Vector<D>; 2]> {
        let mut points = ends;
        for k in 0..2 {
            for u in self.straight[k] {
                points[k] += u * u.dot(before[k] - points[k]);
            }
        }
        let apart = points[1] - points[0];
        let rest = apart - normal * normal.dot(apart);
        let [a, b] = self.straight;
        match (a[0] != Vector::ZERO, b[0] != Vector::ZERO) {
            (true, true) => {
                // rest = s u + t v.
                let (u, v) = (a[0], b[0]);
                let c = u.dot(v);
                let across = 1.0 - c * c;
                let (x, y) = (u.dot(rest), v.dot(rest));
                points[0] += u * ((x - c * y) / across);
                points[1] -= v * ((y - c * x) / across);
            }
            (true, false) => a.iter().for_each(|u| points[0] += *u * u.dot(rest)),
            (false, true) => b.iter().for_each(|u| points[1] -= *u * u.dot(rest)),
            (false, false) => {}
        }
        points.iter().all(|p| p.is_finite()).then_some(points)
    }
}
