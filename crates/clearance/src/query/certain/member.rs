//! Whether a point belongs, and how far outside it is at most.

use super::reach::each;
use super::{powers, quadratics};
use crate::accuracy::{self, ROUNDING};
use crate::shape::{Convex, Core, Formula, View};
use crate::space::{Enclosure, Enclosures, Matrix, Vector, product};

/// Whether all points in these enclosures belong to the shape, for certain. `None` if nobody can
/// tell.
fn belongs<const D: usize>(shape: &dyn Convex<D>, x: &Enclosures<D>) -> Option<bool> {
    Some(match shape.formula() {
        Formula::Superquadric { semiaxes, exponents } => {
            let mut sum = Enclosure::ZERO;
            let mut flat = true;
            for i in 0..D {
                if exponents[i] == f64::INFINITY {
                    flat &= x.0[i].most() <= semiaxes[i];
                } else {
                    sum = sum + (x.0[i].abs() / semiaxes[i]).pow(exponents[i]);
                }
            }
            flat && sum.high <= 1.0
        }
        Formula::NestedSuperquadric { semiaxes, around, along } => {
            let part = |i: usize| x.0[i].abs() / semiaxes[i];
            let ring = powers::norm([part(0), part(1)], around.into());
            powers::norm([ring, part(D - 1)], along.into()).high <= 1.0
        }
        Formula::Hyperquadric(terms) => {
            let power = |term: &crate::shape::Term<D>| (x.dot(term.a) + term.d).abs().pow(term.n);
            terms.iter().fold(Enclosure::ZERO, |sum, term| sum + power(term)).high <= 1.0
        }
        Formula::Quadric { q, b, c } => quadratics::function((q, b, c), x).0.high <= 0.0,
        Formula::SecondOrderCone { b, d, c, e } => quadratics::in_cone((b, d, c, e), x),
        Formula::Facets(facets) => {
            facets.iter().all(|facet| (x.dot(facet.normal) - facet.offset).high <= 0.0)
        }
        Formula::Intersection { parts, surfaces } => {
            for part in parts {
                if !belongs(part, x)? {
                    return Some(false);
                }
            }
            let point = x.middle();
            let exact = *x == Enclosures::from(point);
            for surface in surfaces {
                // Nothing is known of the value between points.
                if !exact || surface.enclosed(point)?.value[1] > 0.0 {
                    return Some(false);
                }
            }
            true
        }
        Formula::Placed { shape, pose } => {
            let turn = pose.rotation().matrix();
            belongs(shape, &turned_back(turn, &x.minus(pose.translation())))?
        }
        Formula::Rounded { shape, .. } => belongs(shape, x)?,
        Formula::Sum(_) | Formula::Hull(_) | Formula::Affine { .. } => return None,
        Formula::Unknown => in_view(&shape.view(), x)?,
    })
}

/// What a matrix takes to x. Its transpose undoes it but for what it strains.
fn turned_back<const D: usize>(turn: &Matrix<D>, x: &Enclosures<D>) -> Enclosures<D> {
    let back = product(&turn.transpose(), *x);
    let doubt = 2.0 * super::super::rigorous::strain(turn) * x.norm().high;
    let exact = *turn == Matrix::IDENTITY;
    Enclosures::from_fn(|i| if exact { x.0[i] } else { back.0[i] + Enclosure::within(0.0, doubt) })
}

fn in_view<const D: usize>(view: &View<'_, D>, x: &Enclosures<D>) -> Option<bool> {
    let mut x = *x;
    if let Some(frame) = view.frame {
        x = turned_back(frame.rotation().matrix(), &x.minus(frame.translation()));
    }
    match view.core {
        Core::Point(p) => Some(x.minus(p).norm().high <= view.radius),
        Core::Cuboid(half) => Some((0..D).all(|i| x.0[i].most() <= half[i])),
        Core::Swept(swept) => {
            // A half-space. Its lines are at right angles to its ray but for rounding: the point
            // must be inside by more than that.
            let base = swept.base.view();
            let (Core::Point(p), [inwards]) = (base.core, swept.rays) else { return None };
            if swept.lines.len() + 1 != D {
                return None;
            }
            let from = x.minus(p);
            let slack = accuracy::SUPPORT_SLACK * ROUNDING * from.sum_most();
            Some(from.dot(*inwards).low >= slack)
        }
        core => {
            let shape = core.shape()?;
            if matches!(shape.formula(), Formula::Unknown) { None } else { belongs(shape, &x) }
        }
    }
}

/// How far a point may be from the shape: infinite if there is no proof, `None` if there cannot be.
pub(super) fn stray<const D: usize>(shape: &dyn Convex<D>, p: Vector<D>) -> Option<f64> {
    if !p.is_finite() {
        return Some(f64::INFINITY);
    }
    if let Formula::Affine { shape, matrix, translation } = shape.formula() {
        return image_stray(shape, (matrix, translation), p);
    }
    if belongs(shape, &p.into())? {
        return Some(0.0);
    }
    let inside = shape.implicit().map_or(Vector::ZERO, |surfaces| surfaces.inside());
    let inside = match shape.formula() {
        Formula::Facets(_) => shape.view().facets.map_or(inside, |set| set.centre()),
        _ => inside,
    };
    let way = (p - inside).norm();
    let outside = shape.excess(p).unwrap_or(0.0).max(0.0) / way;
    let mut share = (2.0 * outside).max(accuracy::STRAY_FIRST * (1.0 + p.norm() / way));
    for _ in 0..accuracy::STRAY_TRIALS {
        // Written so that NaN ends at the middle.
        let last = !(share < 1.0);
        let point = if last { inside } else { p.lerp(inside, share) };
        if belongs(shape, &point.into())? {
            return Some(Enclosures::from(p).minus(point).norm().high);
        }
        if last {
            break;
        }
        share *= accuracy::STRAY_FACTOR;
    }
    Some(f64::INFINITY)
}

/// The point that a matrix takes near to p, and how far it and its image are off.
fn image_stray<const D: usize>(
    shape: &dyn Convex<D>,
    (matrix, translation): (&Matrix<D>, Vector<D>),
    p: Vector<D>,
) -> Option<f64> {
    let Some(inverse) = matrix.inverse() else { return Some(f64::INFINITY) };
    let local = inverse * (p - translation);
    let off = product(matrix, local).plus(translation).minus(p).norm();
    let longest = matrix
        .0
        .iter()
        .fold(Enclosure::ZERO, |sum, row| sum + Enclosures::from(*row).norm().squared());
    Some((longest.sqrt() * stray(shape, local)? + off).high)
}

/// A point of the bounded part of a shape far along a direction, or nearly, and how far from the
/// shape it may be.
pub(super) fn support<const D: usize>(
    shape: &dyn Convex<D>,
    direction: Vector<D>,
) -> Option<(Vector<D>, f64)> {
    let rounding = |p: Vector<D>| accuracy::SUPPORT_SLACK * ROUNDING * p.sum_abs();
    match shape.formula() {
        Formula::Sum(parts) => {
            let (mut sum, mut off) = (Vector::ZERO, 0.0);
            for (part, error) in each(&parts)? {
                let (point, stray) = support(part, direction)?;
                sum += point;
                off += stray + error + rounding(point) + rounding(sum);
            }
            Some((sum, off * (1.0 + accuracy::RIGOROUS)))
        }
        Formula::Hull(parts) => {
            // In the same order as the hull itself, so that ties go to the same part.
            let along = direction.normalized().unwrap_or(direction);
            let (mut best, mut most) = (None, f64::NEG_INFINITY);
            for (part, error) in each(&parts)? {
                let (point, stray) = support(part, direction)?;
                if !(point.dot(along) <= most) {
                    (best, most) = (Some((point, stray + error)), point.dot(along));
                }
            }
            best
        }
        Formula::Affine { shape, matrix, translation } => {
            let (inner, stray) = support(shape, matrix.transpose_mul(direction))?;
            let exact = product(matrix, inner).plus(translation);
            let point = exact.middle();
            let stretch = matrix.0.iter().fold(0.0, |sum, row| sum + row.sum_abs());
            let off = exact.minus(point).norm().high;
            Some((point, (stray * stretch + off) * (1.0 + accuracy::RIGOROUS)))
        }
        Formula::Placed { shape, pose } => {
            let turn = pose.rotation().matrix();
            let (inner, stray) = support(shape, turn.transpose_mul(direction))?;
            let exact = product(turn, inner).plus(pose.translation());
            let point = exact.middle();
            let off = exact.minus(point).norm().high;
            let strain = super::super::rigorous::strain(turn);
            Some((point, (stray * (1.0 + strain) + off) * (1.0 + accuracy::RIGOROUS)))
        }
        Formula::Rounded { shape, radius } => {
            let (inner, stray) = support(shape, direction)?;
            let aside = direction.normalized().unwrap_or(Vector::ZERO) * radius;
            Some((inner + aside, stray + rounding(inner) + rounding(aside)))
        }
        Formula::Unknown => in_core(&shape.view(), direction),
        _ => {
            let point = shape.support(direction);
            Some((point, stray(shape, point)?))
        }
    }
}

fn in_core<const D: usize>(view: &View<'_, D>, direction: Vector<D>) -> Option<(Vector<D>, f64)> {
    let local = match view.frame {
        Some(frame) => frame.rotation().rotate_back(direction),
        None => direction,
    };
    let (mut point, mut off) = match view.core {
        Core::Swept(swept) => support(swept.base, local)?,
        core => match core.shape() {
            None => (core.support(local), 0.0),
            Some(shape) => match shape.formula() {
                Formula::Unknown => (shape.support(local), shape.support_error()?),
                _ => support(shape, local)?,
            },
        },
    };
    let rounding = |p: Vector<D>| accuracy::SUPPORT_SLACK * ROUNDING * p.sum_abs();
    if view.radius > 0.0 {
        let aside = direction.normalized().unwrap_or(Vector::ZERO) * view.radius;
        point += view.frame.map_or(aside, |frame| frame.rotation().rotate_back(aside));
        off += rounding(aside) + rounding(point);
    }
    if let Some(frame) = view.frame {
        let exact = product(frame.rotation().matrix(), point).plus(frame.translation());
        point = exact.middle();
        off = 2.0 * off + exact.minus(point).norm().high;
    }
    Some((point, off * (1.0 + accuracy::RIGOROUS)))
}
