//! Points that two shapes share, one of them made of surfaces.

use super::surfaces;
use crate::accuracy;
use crate::answer::{Effort, Evidence, MOST, Method, Names, Stop};
use crate::pair::Local;
use crate::shape::{Core, View};
use crate::solver::Finding;
use crate::space::Vector;

/// One of the points, or their middle, if it belongs to both shapes.
pub(crate) fn common_point<const D: usize>(
    local: &Local<'_, D>,
    [x, y]: [Vector<D>; 2],
) -> Option<Vector<D>> {
    let outside = |view: &View<'_, D>, p: Vector<D>| match &view.core {
        // Most points are further away than the shape is large.
        Core::Implicit(_) | Core::Smooth(_) | Core::Support(_)
            if view.is_bounded() && p.max_abs() > view.reach + view.radius =>
        {
            f64::INFINITY
        }
        Core::Point(q) => (p - *q).norm() - view.radius,
        Core::Segment(..) | Core::Swept(_) | Core::Vertices(_) => {
            view.facets.map_or(f64::INFINITY, |facets| facets.violation(p))
        }
        Core::Cuboid(half) => Vector::<D>::from_fn(|i| (p[i].abs() - half[i]).max(0.0)).norm(),
        core => core.shape().and_then(|shape| shape.excess(p)).unwrap_or(f64::INFINITY),
    };
    let (a, b) = (local.pair.a, local.pair.b);
    let belongs =
        |p: Vector<D>| outside(a, p) <= 0.0 && outside(b, local.b_in_a.transform_back(p)) <= 0.0;
    // A point of a flat side belongs to it by construction, to rounding; unless it is where a model
    // of the side says that its next point is.
    let touch = accuracy::TOUCH * accuracy::ROUNDING * local.pair.scale;
    let on_flat = |view: &View<'_, D>, p: Vector<D>| match &view.core {
        Core::Point(_) | Core::Cuboid(_) => outside(view, p) <= touch,
        Core::Swept(_) if view.facets.is_some() => outside(view, p) <= touch,
        Core::Segment(from, to) => {
            let e = *to - *from;
            let t = (p - *from).dot(e) / e.norm_squared();
            // Ends that coincide give NaN.
            let t = if t > 0.0 { t.min(1.0) } else { 0.0 };
            (p - from.lerp(*to, t)).norm() <= touch
        }
        core => surfaces(core).is_none(),
    };
    let in_b = |p: Vector<D>| local.b_in_a.transform_back(p);
    if outside(a, y) <= 0.0 && on_flat(b, in_b(y)) {
        return Some(y);
    }
    if outside(b, in_b(x)) <= 0.0 && on_flat(a, x) {
        return Some(x);
    }
    [x, y, x.lerp(y, 0.5)].into_iter().find(|p| belongs(*p))
}

/// What is found where they do.
pub(crate) fn meeting<const D: usize>(
    point: Vector<D>,
    local: &Local<'_, D>,
    iterations: u32,
) -> Finding<D> {
    let names = |core: &Core<'_, D>| match core {
        Core::Implicit(_) => Names::Surfaces([0; MOST]),
        Core::Swept(_) => Names::Directions,
        _ => Names::Formula,
    };
    let (a, b) = (names(&local.pair.a.core), names(&local.pair.b.core));
    let along = Evidence::along([Vector::ZERO; MOST], [1.0, 0.0, 0.0, 0.0], 1);
    Finding {
        point_a: point,
        point_b: point,
        upper: 0.0,
        normal: Vector::ZERO,
        lower: 0.0,
        inside: true,
        unique: None,
        evidence: Evidence { a, b, ..along },
        effort: Effort { method: Method::Interior, iterations, stop: Stop::Contained },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Pair;
    use crate::shape::{Convex, Rectangle, Superquadric};
    use crate::space::Pose;

    /// A point that slides asks about where its model takes it, which for a rectangle may be beyond its
    /// edge; that point was taken for one of the rectangle, and for a common one.
    #[test]
    fn common_points_belong_to_flat_shapes() {
        let sheet = Rectangle::<3>::new([0.5, 0.25]).unwrap();
        let egg = Superquadric::<3>::new(Vector([1.0; 3]), Vector([2.5; 3])).unwrap();
        let (a, b) = (sheet.view(), egg.view());
        let pose_b = Pose::at([1.2, 0.0, 0.0]);
        let pair = Pair::new(&a, &Pose::IDENTITY, &b, &pose_b);
        let beyond = Vector([0.8, 0.0, 0.0]);
        assert_eq!(common_point(&Local::new(&pair), [beyond; 2]), None);
        let within = Vector([0.4, 0.0, 0.0]);
        assert_eq!(common_point(&Local::new(&pair), [within; 2]), Some(within));
        let swapped = Pair::new(&b, &pose_b, &a, &Pose::IDENTITY);
        let [beyond, within] = [beyond, within].map(|p| pose_b.transform_back(p));
        assert_eq!(common_point(&Local::new(&swapped), [beyond; 2]), None);
        assert_eq!(common_point(&Local::new(&swapped), [within; 2]), Some(within));
    }
}
