//! The distance between two cores with flat sides as a convex program, by Lemke's method.
//!
//! Each core is its parameters and the conditions on them ([`Piece`]), and half the squared
//! distance is a convex quadratic of the parameters of both. Lemke's method in floats is fast and
//! may be wrong: where the shapes are nearly parallel, rounding decides which way a pivot goes. So
//! the end is judged twice, by the conditions of optimality and by the slab between the two points;
//! and where either fails, the program is solved again without rounding, if the library has exact
//! numbers. Without them, or where that does not help, another method has the word.
//!
//! A basic solution has few parameters that are not at a bound: the table's pivots are a regular
//! part of a matrix of rank D plus the conditions that hold with equality, so that the vertices
//! that carry the two points are D + 2 at most, and D + 1 pairs of them are enough.

use alloc::vec::Vec;

use super::Finding;
use super::gjk::couple::{Shares, couple};
use crate::accuracy;
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::exact::Piece;
use crate::pair::Pair;
use crate::qp::Outcome;
use crate::shape::Core;
use crate::space::Vector;

/// The distance between the cores in the world's axes, measured from A's origin; `None` if they
/// are of other kinds, or if there is no proof of it.
#[inline(never)]
pub(super) fn solve<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    if vertices(&pair.a.core)? + vertices(&pair.b.core)? > accuracy::PROGRAM_VERTICES {
        return None;
    }
    in_floats(pair).or_else(|| without_rounding(pair))
}

/// How many vertices a core has; `None` if that is not how it is known.
fn vertices<const D: usize>(core: &Core<'_, D>) -> Option<u32> {
    match core {
        Core::Point(_) => Some(1),
        Core::Segment(..) => Some(2),
        Core::Cuboid(_) => Some(1 << D),
        Core::Vertices(set) => Some(set.len()),
        Core::Swept(swept) => {
            let base = swept.base.view();
            // The support points of a larger base have no names.
            let is_point = matches!(base.core, Core::Point(_));
            (is_point && base.radius == 0.0 && base.frame.is_none()).then_some(1)
        }
        Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) => None,
    }
}

/// The closest points by their parameters.
struct Found<const D: usize> {
    points: [Vector<D>; 2],
    parameters: [Vec<f64>; 2],
    pivots: usize,
}

fn in_floats<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    let a = Piece::<f64, D>::of_core(&pair.a.core, pair.pose_a.rotation(), Vector::ZERO)?;
    let b = Piece::<f64, D>::of_core(&pair.b.core, pair.pose_b.rotation(), pair.offset)?;
    let Ok(Outcome::Solution(solution)) = a.program(&b).solve() else { return None };
    if !solution.holds() {
        return None;
    }
    let pivots = solution.iterations;
    let mut of_a = solution.x;
    let of_b = of_a.split_off(a.parameters());
    let points = [Vector(a.at(&of_a)), Vector(b.at(&of_b))];
    Found { points, parameters: [of_a, of_b], pivots }.judged(pair)
}

#[cfg(feature = "exact")]
fn without_rounding<const D: usize>(pair: &Pair<'_, D>) -> Option<Finding<D>> {
    use crate::exact::{Field, Linear, Rational};
    let a = Linear::of_core(&pair.a.core, pair.pose_a.rotation(), Vector::ZERO)?;
    let b = Linear::of_core(&pair.b.core, pair.pose_b.rotation(), pair.offset)?;
    let nearest = a.closest(&b)?;
    let rounded = |point: &[Rational; D]| Vector::from_fn(|i| point[i].to_f64());
    let list = |numbers: &[Rational]| numbers.iter().map(Field::to_f64).collect();
    Found {
        points: [rounded(&nearest.point_a), rounded(&nearest.point_b)],
        parameters: [list(&nearest.parameters_a), list(&nearest.parameters_b)],
        pivots: nearest.iterations,
    }
    .judged(pair)
}

#[cfg(not(feature = "exact"))]
fn without_rounding<const D: usize>(_: &Pair<'_, D>) -> Option<Finding<D>> {
    None
}

impl<const D: usize> Found<D> {
    /// With bounds and evidence; `None` if the bounds do not close.
    fn judged(self, pair: &Pair<'_, D>) -> Option<Finding<D>> {
        let shares = [(&pair.a.core, &self.parameters[0]), (&pair.b.core, &self.parameters[1])]
            .map(|(core, parameters)| shares(core, parameters));
        let pairs = couple(&shares[0], &shares[1])?;
        // The points that the evidence describes: weights were brought to a sum of one.
        let (turn_a, turn_b) = (pair.pose_a.rotation(), pair.pose_b.rotation());
        let x = combined(&pair.a.core, &pairs.a, &pairs.weights);
        let y = combined(&pair.b.core, &pairs.b, &pairs.weights);
        let x = x.map_or(self.points[0], |x| turn_a.rotate(x));
        let y = y.map_or(self.points[1], |y| turn_b.rotate(y) + pair.offset);
        // What meets further away than this is parallel.
        if !(x.max_abs().max(y.max_abs()) * accuracy::PARALLEL <= pair.scale) {
            return None;
        }
        let unit = accuracy::ROUNDING * pair.scale;
        let upper = (y - x).norm();
        let inside = upper <= accuracy::TOUCH * unit;
        let normal = if inside { Vector::ZERO } else { (y - x) * (1.0 / upper) };
        let lower = if inside { 0.0 } else { width(pair, normal) };
        // NaN fails.
        if !(inside || upper - lower <= accuracy::VERTEX_SLACK * unit) {
            return None;
        }
        let names = |core: &Core<'_, D>, ids| match core {
            Core::Swept(_) => Names::Directions,
            _ => Names::Vertices(ids),
        };
        Some(Finding {
            point_a: x,
            point_b: y,
            upper,
            normal,
            lower,
            inside,
            unique: None,
            evidence: Evidence {
                len: pairs.len,
                weights: pairs.weights,
                a: names(&pair.a.core, pairs.a),
                b: names(&pair.b.core, pairs.b),
                ..Evidence::first_vertices()
            },
            effort: Effort {
                method: Method::Lemke,
                iterations: self.pivots.min(u32::MAX as usize) as u32,
                stop: if inside { Stop::Contained } else { Stop::Converged },
            },
        })
    }
}

/// The width of the slab between the cores along a unit vector; −∞ if one of them crosses it
/// somewhere.
fn width<const D: usize>(pair: &Pair<'_, D>, normal: Vector<D>) -> f64 {
    let local_a = pair.pose_a.rotation().rotate_back(normal);
    let local_b = pair.pose_b.rotation().rotate_back(-normal);
    for (core, outward) in [(&pair.a.core, local_a), (&pair.b.core, local_b)] {
        if let Core::Swept(swept) = core {
            let level = accuracy::PARALLEL;
            let crosses = swept.lines.iter().any(|line| line.dot(outward).abs() > level)
                || swept.rays.iter().any(|ray| ray.dot(outward) > level);
            if crosses {
                return f64::NEG_INFINITY;
            }
        }
    }
    let top = |core: &Core<'_, D>, outward: Vector<D>| core.support(outward).dot(outward);
    pair.offset.dot(normal) - top(&pair.a.core, local_a) - top(&pair.b.core, local_b)
}

/// The combination of vertices, in the core's frame; `None` if the core has no names for them.
fn combined<const D: usize>(
    core: &Core<'_, D>,
    ids: &[u32; MOST],
    weights: &[f64; MOST],
) -> Option<Vector<D>> {
    let mut sum = Vector::ZERO;
    for (id, weight) in ids.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
        sum += core.vertex(*id)? * *weight;
    }
    Some(sum)
}

/// What the vertices of a core contribute to the point with these parameters.
fn shares<const D: usize>(core: &Core<'_, D>, parameters: &[f64]) -> Shares {
    let share = |x: f64| if x <= accuracy::NO_SHARE { 0.0 } else { x };
    // What is nearly all of it is all of it.
    let part = |x: f64| 1.0 - share(1.0 - share(x));
    match core {
        Core::Segment(..) => Shares::along(part(parameters.first().copied().unwrap_or(0.0))),
        Core::Cuboid(half) => {
            let mut next = parameters.iter().copied();
            Shares::in_box::<D>(core::array::from_fn(|i| {
                if half[i] == 0.0 { 0.0 } else { part(next.next().unwrap_or(0.0)) }
            }))
        }
        Core::Vertices(_) => {
            let mut shares = Shares::NONE;
            let others = parameters.iter().map(|weight| share(*weight));
            let sum: f64 = others.clone().sum();
            let first = share(1.0 - sum);
            shares.push(0, first / (first + sum));
            for (id, weight) in (1..).zip(others) {
                shares.push(id, weight / (first + sum));
            }
            shares
        }
        Core::Point(_)
        | Core::Support(_)
        | Core::Smooth(_)
        | Core::Implicit(_)
        | Core::Swept(_) => Shares::of(0),
    }
}
