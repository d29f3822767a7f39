//! The furthest point of a shape made of surfaces.

use alloc::vec::Vec;

use super::{Pace, Program, Row, Side};
use crate::accuracy;
use crate::shape::Implicit;
use crate::space::{Matrix, Vector};

/// A point of the shape that lies furthest along `direction`, to about 1e-9 of its size; infinite
/// where the shape is unbounded that way.
pub(crate) fn furthest<const D: usize>(
    shape: &dyn Implicit<D>,
    reach: f64,
    direction: Vector<D>,
) -> Vector<D> {
    let Some(unit) = direction.normalized() else { return shape.inside() };
    let (bold, imbalance) = attempt(shape, reach, unit, Pace::Bold);
    if imbalance <= accuracy::FURTHEST_BALANCE {
        return bold;
    }
    let (careful, _) = attempt(shape, reach, unit, Pace::Careful);
    if !(careful.dot(unit) <= bold.dot(unit)) { careful } else { bold }
}

/// The point, and how far from a maximum it is: zero if it is infinite.
fn attempt<const D: usize>(
    shape: &dyn Implicit<D>,
    reach: f64,
    unit: Vector<D>,
    pace: Pace,
) -> (Vector<D>, f64) {
    let mut program = Program {
        a: Side::of(shape),
        b: None,
        turn: Matrix::IDENTITY,
        offset: Vector::ZERO,
        weight: 0.0,
        linear: -unit / reach,
        blur: 1.0,
        pace,
        floor: accuracy::FURTHEST_GAP * 0.1,
    };
    let count = program.len();
    let (mut few, mut many) = ([Row::NEW; accuracy::INTERIOR_FEW], Vec::new());
    let rows = if count <= few.len() {
        &mut few[..count]
    } else {
        many.resize(count, Row::NEW);
        &mut many[..]
    };
    program.begin(rows);
    for _ in 0..accuracy::FURTHEST_STEPS {
        let mean = Program::mean(rows);
        if mean <= accuracy::FURTHEST_GAP && program.blur <= accuracy::FURTHEST_GAP {
            break;
        }
        if program.a.at.max_abs() > reach * accuracy::FAR_AWAY {
            // A bounded shape has nothing there: a step went astray.
            if shape.is_bounded() {
                return (shape.inside(), f64::INFINITY);
            }
            return (unit * f64::INFINITY, 0.0);
        }
        program.blur = (program.blur * accuracy::BLUR_FALL).max(mean * accuracy::BLUR_LAST);
        if program.step(rows).is_none() {
            break;
        }
    }
    let outside = rows.iter().fold(0.0_f64, |most, row| most.max(row.value));
    let imbalance = program.imbalance().max(outside);
    (pulled(shape, program.a.at), if imbalance.is_nan() { f64::INFINITY } else { imbalance })
}

/// The point, if it is inside; or else on the way to the point that is surely inside, there.
pub(crate) fn pulled<const D: usize>(shape: &dyn Implicit<D>, p: Vector<D>) -> Vector<D> {
    let inside = shape.inside();
    if !p.is_finite() {
        return inside;
    }
    let mut share = 0.0_f64;
    for k in 0..shape.curved() {
        let value = shape.jet(k, p, 0.0).value;
        if !value.is_finite() {
            return inside;
        }
        if value > 0.0 {
            share = share.max(value / (value - shape.jet(k, inside, 0.0).value));
        }
    }
    for (normal, offset) in shape.half_spaces() {
        let over = normal.dot(p) - offset;
        if over > 0.0 {
            share = share.max(over / (over + (offset - normal.dot(inside))));
        }
    }
    p.lerp(inside, share)
}
