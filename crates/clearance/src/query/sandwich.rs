//! Volume between two polytopes: one with its corners on the surface of a shape, and one with its
//! faces on it.

use alloc::vec::Vec;

use super::{Moments, QueryError, Side};
use crate::accuracy;
use crate::shape::{Convex, Polytope};
use crate::space::{Matrix, Vector};

/// The moments of a bounded shape, from its support function alone.
pub(super) fn moments<const D: usize>(shape: &dyn Convex<D>) -> Result<Moments<D>, QueryError> {
    let unit = Stretched::around(shape);
    if !(unit.half.is_finite() && unit.centre.is_finite()) {
        return Err(QueryError::ShapeNotFinite(Side::A));
    }
    let mut sandwich = Sandwich { points: Vec::new(), planes: Vec::new() };
    for direction in first_directions() {
        sandwich.add(&unit, direction);
    }
    loop {
        let inner = sandwich.inner()?;
        let Some(within) = inner.moments() else {
            return Err(QueryError::ShapeNotFinite(Side::A));
        };
        let normals = facet_normals(&inner);
        let outer = match sandwich.outer(within.centroid) {
            Some(outer) if outer >= within.volume => outer,
            _ => thin_volume(&unit, &inner),
        };
        let gap = outer - within.volume;
        let fine = gap <= accuracy::VOLUME_GAP * outer;
        if fine || normals.is_empty() || sandwich.points.len() >= accuracy::VOLUME_POINTS {
            return Ok(unit.back(within, gap));
        }
        for normal in normals {
            sandwich.add(&unit, normal);
        }
    }
}

/// A shape moved and stretched along the axes so that its box is the cube |xᵢ| ≤ 1: pancakes and
/// needles become tame.
struct Stretched<'a, const D: usize> {
    shape: &'a dyn Convex<D>,
    centre: Vector<D>,
    half: Vector<D>,
}

impl<'a, const D: usize> Stretched<'a, D> {
    fn around(shape: &'a dyn Convex<D>) -> Self {
        let high = Vector::<D>::from_fn(|i| shape.support(Vector::axis(i))[i]);
        let low = Vector::<D>::from_fn(|i| shape.support(-Vector::axis(i))[i]);
        // Along an axis without extent nothing can be stretched.
        let half = ((high - low) * 0.5).map(|h| if h == 0.0 { 1.0 } else { h });
        Self { shape, centre: low.lerp(high, 0.5), half }
    }

    fn support(&self, direction: Vector<D>) -> Vector<D> {
        let point = self.shape.support(Vector::from_fn(|i| direction[i] / self.half[i]));
        Vector::from_fn(|i| (point[i] - self.centre[i]) / self.half[i])
    }

    /// From the moments of the inner polytope and the gap to the outer one, in the stretched
    /// space, to those of the shape: halfway between the two.
    fn back(&self, inner: Moments<D>, gap: f64) -> Moments<D> {
        let factor = self.half.0.into_iter().fold(1.0, |product, h| product * h);
        let volume = (inner.volume + 0.5 * gap) * factor;
        let share = if inner.volume > 0.0 { volume / inner.volume } else { 0.0 };
        Moments {
            volume,
            centroid: inner.centroid.scale(self.half) + self.centre,
            second: Matrix(core::array::from_fn(|i| {
                inner.second[i].scale(self.half) * (self.half[i] * share)
            })),
            error: 0.5 * gap * factor,
        }
    }
}

/// Support points, and for each the plane at right angles to its direction: n · x ≤ h.
struct Sandwich<const D: usize> {
    points: Vec<Vector<D>>,
    planes: Vec<(Vector<D>, f64)>,
}

impl<const D: usize> Sandwich<D> {
    fn add(&mut self, shape: &Stretched<'_, D>, direction: Vector<D>) {
        let point = shape.support(direction);
        self.points.push(point);
        self.planes.push((direction, direction.dot(point)));
    }

    fn inner(&self) -> Result<Polytope<D>, QueryError> {
        Polytope::from_points(self.points.iter().copied())
            .map_err(|_| QueryError::ShapeNotFinite(Side::A))
    }

    /// The volume between all planes; `None` if `inside` is on one of them.
    ///
    /// Seen from a point inside, the plane n · x ≤ h is the point n / h of the dual polytope, and
    /// a facet of that, with the plane m · y = 1, is the corner m.
    fn outer(&self, inside: Vector<D>) -> Option<f64> {
        let mut dual = Vec::with_capacity(self.planes.len());
        for (normal, height) in &self.planes {
            let height = height - normal.dot(inside);
            if !(height > 0.0) {
                return None;
            }
            dual.push(*normal / height);
        }
        let dual = Polytope::from_points(dual).ok()?;
        let mut corners = Vec::new();
        for (normal, offset) in facets(&dual) {
            if !(offset > 0.0) {
                return None;
            }
            corners.push(normal / offset);
        }
        Some(Polytope::from_points(corners).ok()?.moments()?.volume)
    }
}

/// Along the axes and between them.
fn first_directions<const D: usize>() -> impl Iterator<Item = Vector<D>> {
    let count = 3_usize.pow(D as u32);
    (0..count).filter_map(|k| {
        let digit = |i: usize| (k / 3_usize.pow(i as u32) % 3) as f64 - 1.0;
        Vector::<D>::from_fn(digit).normalized()
    })
}

/// The facets of a polytope of full dimension: unit outward normals, and how far from the origin
/// each plane is.
fn facets<const D: usize>(polytope: &Polytope<D>) -> Vec<(Vector<D>, f64)> {
    let points = polytope.vertices();
    let mut facets = Vec::new();
    let mut add = |normal: Option<Vector<D>>, p: Vector<D>| {
        if let Some(normal) = normal {
            facets.push((normal, normal.dot(p)));
        }
    };
    if polytope.dimension() < D {
        return facets;
    }
    if D == 2 {
        // Anticlockwise: outside is to the right.
        for (p, q) in points.iter().zip(points.iter().cycle().skip(1)) {
            add((-(*q - *p).turned()).normalized(), *p);
        }
    } else {
        for triangle in polytope.triangles() {
            let [p, q, r] = triangle.map(|i| points[i as usize]);
            add((q - p).cross3(r - p).normalized(), p);
        }
    }
    facets
}

fn facet_normals<const D: usize>(polytope: &Polytope<D>) -> Vec<Vector<D>> {
    facets(polytope).into_iter().map(|(normal, _)| normal).collect()
}

/// A bound on the volume of a shape that is flat, or nearly so: how thick it is at right angles
/// to its largest extents, times the other sides of the cube that contains it.
fn thin_volume<const D: usize>(shape: &Stretched<'_, D>, inner: &Polytope<D>) -> f64 {
    let mut basis = [Vector::ZERO; D];
    for k in 0..D {
        let mut widest = Vector::ZERO;
        for p in inner.vertices() {
            let mut left = *p - inner.vertices()[0];
            for e in &basis[..k] {
                left -= *e * e.dot(left);
            }
            if left.norm() > widest.norm() {
                widest = left;
            }
        }
        // The last direction is the thin one, and whatever it is, the box bounds the rest.
        let next = widest.normalized().or_else(|| crate::shape::another(&basis[..k]));
        basis[k] = next.unwrap_or(Vector::ZERO);
    }
    let thin = basis[D - 1];
    let thickness = thin.dot(shape.support(thin) - shape.support(-thin)).max(0.0);
    // The cube's sections are no larger than a ball of its half diagonal √D, boxed in: (2 √D)ᵏ.
    let side = 2.0 * crate::space::real::sqrt(D as f64);
    (1..D).fold(thickness, |volume, _| volume * side)
}
