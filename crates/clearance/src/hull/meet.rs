//! Where nearly parallel facets meet, in twice the precision: the point is far away, and the edge along
//! which two of them meet is a small remainder of their normals.

use crate::space::{Twofold, TwofoldVector, Vector};

/// A normal, and how far along it the facet is, times its length.
pub(super) type Row = (Vector<3>, f64);

/// The point that is on all three; `None` if they have none in common, or more than one.
pub(super) fn point(rows: [Row; 3]) -> Option<Vector<3>> {
    let across = |i: usize, j: usize| cross(rows[i].0, rows[j].0);
    let parts = [across(1, 2), across(2, 0), across(0, 1)];
    let volume = TwofoldVector::exact(rows[0].0).dot(&parts[0]);
    if volume.value() == 0.0 {
        return None;
    }
    let mut sum = TwofoldVector([Twofold::ZERO; 3]);
    for (part, (_, height)) in parts.iter().zip(rows) {
        sum = sum.plus(Twofold::from(height), part);
    }
    let point = Vector(sum.0.map(|x| (x / volume).value()));
    point.is_finite().then_some(point)
}

/// The unit vector along the edge of two facets; `None` if they are parallel to the last bit.
pub(super) fn edge(a: Vector<3>, b: Vector<3>) -> Option<Vector<3>> {
    cross(a, b).value().normalized()
}

fn cross(a: Vector<3>, b: Vector<3>) -> TwofoldVector<3> {
    TwofoldVector(core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        Twofold::product(a[j], b[k]) - Twofold::product(a[k], b[j])
    }))
}
