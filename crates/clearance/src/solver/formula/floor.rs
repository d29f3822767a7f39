//! Half-spaces against anything bounded: the floor of a room, and everything that stands on it.
//!
//! What is closest to a half-space is what lies deepest against its normal, and one support point
//! tells that. The other point is straight below.

use crate::accuracy;
use crate::answer::{Effort, Evidence, MOST, Method, Stop};
use crate::pair::Local;
use crate::shape::{Core, View};
use crate::solver::Finding;
use crate::space::Vector;

/// The distance between the cores, if one is a half-space and the other bounded, with a support
/// function.
#[inline(never)]
pub(crate) fn solve<const D: usize>(local: &Local<'_, D>) -> Option<Finding<D>> {
    let (a, b) = (local.pair.a, local.pair.b);
    let is_solid = |view: &View<'_, D>| !matches!(view.core, Core::Swept(_) | Core::Implicit(_));
    if is_solid(b)
        && let Some(Floor { at, outward }) = Floor::of(a)
    {
        let above = Above::new(local.support_b(-outward), at, outward);
        return Some(above.finding([above.below(), above.point], outward));
    }
    if is_solid(a)
        && let Some(Floor { at, outward }) = Floor::of(b)
    {
        let (at, outward) = (local.b_in_a.transform(at), local.b_in_a.rotation().rotate(outward));
        let above = Above::new(local.support_a(-outward), at, outward);
        return Some(above.finding([above.point, above.below()], -outward));
    }
    None
}

/// A half-space by a point of its surface and its outward normal.
struct Floor<const D: usize> {
    at: Vector<D>,
    outward: Vector<D>,
}

impl<const D: usize> Floor<D> {
    /// `None` for everything else.
    #[inline]
    fn of(view: &View<'_, D>) -> Option<Self> {
        let Core::Swept(swept) = &view.core else { return None };
        let ([inwards], lines) = (swept.rays, swept.lines) else { return None };
        // A point swept along a ray and all that is at right angles to it.
        let level = |k: usize| {
            let across = |v: &Vector<D>| v.dot(lines[k]).abs() <= accuracy::PARALLEL;
            across(inwards) && lines[..k].iter().all(across)
        };
        if lines.len() != D - 1 || !(0..lines.len()).all(level) {
            return None;
        }
        let base = swept.base.view();
        match base.core {
            Core::Point(at) if base.radius == 0.0 && base.frame.is_none() => {
                Some(Self { at, outward: -*inwards })
            }
            _ => None,
        }
    }
}

/// The deepest point of a set, and how high above the floor it is.
struct Above<const D: usize> {
    point: Vector<D>,
    height: f64,
    outward: Vector<D>,
}

impl<const D: usize> Above<D> {
    #[inline(always)]
    fn new(point: Vector<D>, at: Vector<D>, outward: Vector<D>) -> Self {
        Self { point, height: outward.dot(point - at), outward }
    }

    /// The closest point of the half-space: the same one if it is inside.
    #[inline(always)]
    fn below(&self) -> Vector<D> {
        self.point - self.outward * self.height.max(0.0)
    }

    /// `normal` points from A to B.
    #[inline(always)]
    fn finding(&self, [point_a, point_b]: [Vector<D>; 2], normal: Vector<D>) -> Finding<D> {
        let inside = !(self.height > 0.0);
        let stop = if inside { Stop::Contained } else { Stop::Converged };
        Finding {
            point_a,
            point_b,
            upper: (point_b - point_a).norm(),
            normal: if inside { Vector::ZERO } else { normal },
            lower: self.height.max(0.0),
            inside,
            unique: None,
            evidence: Evidence::along([normal; MOST], [1.0, 0.0, 0.0, 0.0], 1),
            effort: Effort { method: Method::Formula, iterations: 1, stop },
        }
    }
}
