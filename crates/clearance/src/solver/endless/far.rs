//! Faces of a polytope some of whose corners are infinitely far away: the planes of such faces,
//! which side of them something is on, and where in them a point lies.
//!
//! An unbounded polyhedron is the hull of some points and of the far ends of some rays. The end
//! of a ray is its direction, as a point whose last homogeneous coordinate is 0 rather than 1.
//! Nothing else changes. Seen from a point p of a face, its other corners lie along q − p or, if
//! far, along q; the normal is at right angles to these, and the height is that of p:
//!
//! ```text
//!         r ↗           the face of the points p and q and of the far end of the ray r:
//!     q    ↗            a strip without end
//!      \  ↗
//!       p
//! ```
//!
//! A face all of whose corners are far has no height: it is behind everything.

use crate::accuracy;
use crate::solver::expand::side::GONE;
use crate::solver::gjk::simplex::MOST;
use crate::space::{Frame, Twofold, TwofoldVector, Vector, real};

/// A corner: a point, or the far end of a ray, which is given by its direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<const D: usize> {
    pub(crate) at: Vector<D>,
    pub(crate) far: bool,
}

impl<const D: usize> Place<D> {
    /// The way there from a point, of any length if it is far.
    fn from(&self, base: Vector<D>) -> Vector<D> {
        if self.far { self.at } else { self.at - base }
    }

    fn exactly_from(&self, base: Vector<D>) -> TwofoldVector<D> {
        TwofoldVector::difference(self.at, if self.far { Vector::ZERO } else { base })
    }
}

/// The corners of a face turned around, without changing its sides, so that the first is a point;
/// `None` if all are far.
fn from_a_point<const D: usize>(face: [Place<D>; 3]) -> Option<[Place<D>; 3]> {
    let [p, q, r] = face;
    [[p, q, r], [q, r, p], [r, p, q]].into_iter().find(|face| !face[0].far)
}

/// Positive if `w` lies beyond the face with these corners (the first two in 2D), zero if on its
/// plane. Signs are right up to numbers of 1e-28 of the size, which count as zero.
pub(crate) fn side_of<const D: usize>(face: [Place<D>; 3], w: Place<D>) -> f64 {
    if D == 2 {
        let [p, q, _] = face;
        // Three in a circle may be turned around; the first must be a point.
        let turned = [[p, q, w], [q, w, p], [w, p, q]].into_iter().find(|places| !places[0].far);
        // Anticlockwise polygons have what lies outside on the right of their edges.
        return turned.map_or(0.0, |[base, e, f]| -area(base.at, e, f));
    }
    match from_a_point(face) {
        Some([base, e, f]) => volume(base.at, [e, f, w]),
        // What lies between the far ends of rays is never beyond them.
        None if w.far => 0.0,
        None => -volume(w.at, face),
    }
}

fn area<const D: usize>(base: Vector<D>, e: Place<D>, f: Place<D>) -> f64 {
    let (u, v) = (e.from(base), f.from(base));
    let size_squared = u.norm_squared() * v.norm_squared();
    let cross = u[0] * v[1] - u[1] * v[0];
    if let Some(cross) = clear(cross, size_squared, accuracy::FACE_SLACK * accuracy::ROUNDING) {
        return cross;
    }
    let (u, v) = (e.exactly_from(base).0, f.exactly_from(base).0);
    let cross = (u[0] * v[1] - u[1] * v[0]).value();
    clear(cross, size_squared, accuracy::FACE_SLACK_TWOFOLD).unwrap_or(0.0)
}

fn volume<const D: usize>(base: Vector<D>, places: [Place<D>; 3]) -> f64 {
    let [e, f, g] = places.map(|place| place.from(base));
    let size_squared = e.norm_squared() * f.norm_squared() * g.norm_squared();
    let volume = e.cross3(f).dot(g);
    if let Some(volume) = clear(volume, size_squared, accuracy::FACE_SLACK * accuracy::ROUNDING) {
        return volume;
    }
    let [e, f, g] = places.map(|place| place.exactly_from(base));
    let volume = cross(&e, &f).dot(&g).value();
    clear(volume, size_squared, accuracy::FACE_SLACK_TWOFOLD).unwrap_or(0.0)
}

/// A number whose sign rounding, as a share of its size, cannot have changed.
fn clear(value: f64, size_squared: f64, share: f64) -> Option<f64> {
    (value * value > share * share * size_squared).then_some(value)
}

fn cross<const D: usize>(e: &TwofoldVector<D>, f: &TwofoldVector<D>) -> TwofoldVector<D> {
    let (e, f) = (&e.0, &f.0);
    let minor = |i: usize, j: usize| e[i % D] * f[j % D] - e[j % D] * f[i % D];
    TwofoldVector(core::array::from_fn(|i| minor(i + 1, i + 2)))
}

/// The unit normal of a face, its height over the origin, and how wrong these are together.
pub(crate) fn plane<const D: usize>(face: [Place<D>; 3], scale: f64) -> (Vector<D>, f64, f64) {
    let unit = accuracy::FACE_SLACK * accuracy::ROUNDING * scale;
    let nowhere = (Vector::ZERO, GONE, f64::INFINITY);
    if D == 2 {
        let [p, q, _] = face;
        let (base, along) = match [p.far, q.far] {
            [true, true] => return nowhere,
            [true, false] => (q.at, -p.at),
            [false, _] => (p.at, q.from(p.at)),
        };
        let Some(along) = along.normalized() else { return nowhere };
        let normal = -along.turned();
        return (normal, normal.dot(base), unit);
    }
    let Some([base, q, r]) = from_a_point(face) else { return nowhere };
    let (base, e, f) = (base.at, q.from(base.at), r.from(base.at));
    let rough = e.cross3(f);
    let sides = e.norm() * f.norm();
    let area = rough.norm();
    if area > accuracy::FACE_SLIVER * sides {
        let normal = rough / area;
        return (normal, normal.dot(base), unit * (2.0 * sides / area));
    }
    let cross = cross(&q.exactly_from(base), &r.exactly_from(base));
    let most = cross.value().max_abs();
    if !(most > 0.0) {
        // All in a line: never the closest face, and anything sees it.
        return nowhere;
    }
    let length = real::sqrt((cross.value() / most).norm_squared()) * most;
    let height = cross.dot(&TwofoldVector::exact(base)) / Twofold::from(length);
    (cross.value() / length, height.value(), unit)
}

/// A point in the plane of a face as a combination of its D corners: those that are points with
/// weights that add up to one, those that are far with any. `Err` names the corner whose share is
/// most negative, with what is left if the negative ones are left out.
pub(crate) fn weights<const D: usize>(
    places: &[Place<D>; D],
    point: Vector<D>,
    scale: f64,
) -> Result<[f64; MOST], (usize, [f64; MOST])> {
    let mut weights = [0.0; MOST];
    let Some(first) = places.iter().position(|place| !place.far) else { return Ok(weights) };
    let base = places[first].at;
    let mut frame = Frame::<D>::EMPTY;
    let mut lengths = [1.0; MOST];
    for (k, place) in places.iter().enumerate().filter(|(k, _)| *k != first) {
        let way = place.from(base);
        lengths[k] = way.norm();
        if let Some(unit) = way.normalized() {
            frame.push(k as u32, unit);
        }
    }
    let shares = frame.coefficients(point - base);
    weights[first] = 1.0;
    for (i, k) in frame.ids().iter().enumerate() {
        let k = *k as usize;
        weights[k] = shares[i] / lengths[k];
        if !places[k].far {
            weights[first] -= weights[k];
        }
    }
    // Far corners are followed by a length, which is compared as a share of the size.
    let share = |k: usize| if places[k].far { weights[k] / scale } else { weights[k] };
    let mut least = 0;
    for k in 1..D {
        if share(k) < share(least) {
            least = k;
        }
    }
    if share(least) >= 0.0 {
        return Ok(weights);
    }
    let mut sum = 0.0;
    for k in 0..D {
        weights[k] = weights[k].max(0.0);
        sum += if places[k].far { 0.0 } else { weights[k] };
    }
    for k in (0..D).filter(|k| !places[*k].far) {
        weights[k] /= sum;
    }
    Err((least, weights))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point<const D: usize>(at: [f64; D]) -> Place<D> {
        Place { at: Vector(at), far: false }
    }

    fn far<const D: usize>(at: [f64; D]) -> Place<D> {
        Place { at: Vector(at), far: true }
    }

    #[test]
    fn far_corners_are_where_points_go() {
        let mut rng = fastrand::Rng::with_seed(77);
        let mut vector = || Vector::<3>::from_fn(|_| rng.f64() - 0.5);
        for round in 0..100_000 {
            let places = [0, 1, 2, 3].map(|k| Place { at: vector(), far: round >> k & 1 == 1 });
            let [p, q, r, w] = places;
            if places.iter().all(|place| place.far) {
                assert_eq!(side_of([p, q, r], w), 0.0);
                continue;
            }
            // So far away that nothing else matters.
            let [a, b, c, d] =
                places.map(|place| if place.far { place.at * 1e9 } else { place.at });
            let limit = (b - a).cross(c - a).dot(d - a);
            let size = (b - a).norm() * (c - a).norm() * (d - a).norm();
            if limit.abs() > 1e-6 * size {
                assert_eq!(side_of([p, q, r], w) > 0.0, limit > 0.0, "{places:?}");
            }
            let (normal, height, _) = plane([p, q, r], 1.0);
            if !w.far && height != GONE && limit.abs() > 1e-6 * size {
                assert_eq!(normal.dot(w.at) > height, limit > 0.0, "{places:?}");
            }
        }
    }

    #[test]
    fn far_ends_in_the_plane() {
        let (p, q) = (point([0.0, 1.0]), far([0.0, 1.0]));
        // From the point upwards: outside is on the right.
        assert!(side_of([p, q, p], point([1.0, 0.0])) > 0.0);
        assert!(side_of([q, p, q], point([1.0, 0.0])) < 0.0);
        assert_eq!(side_of([p, q, p], point([0.0, -3.0])), 0.0);
        assert!(side_of([p, q, p], far([0.1, 1.0])) > 0.0);
        assert_eq!(plane([p, q, p], 1.0).0, Vector([1.0, 0.0]));
        assert_eq!(plane([q, p, q], 1.0).0, Vector([-1.0, 0.0]));
        assert_eq!(plane([q, q, q], 1.0).1, GONE);
    }

    #[test]
    fn shares_of_a_strip() {
        let strip = [point([0.0, 0.0, 1.0]), point([2.0, 0.0, 1.0]), far([0.0, 1.0, 0.0])];
        let found = weights(&strip, Vector([0.5, 3.0, 1.0]), 1.0).unwrap();
        assert_eq!(found, [0.75, 0.25, 3.0, 0.0]);
        let (least, rest) = weights(&strip, Vector([0.5, -3.0, 1.0]), 1.0).unwrap_err();
        assert_eq!((least, rest), (2, [0.75, 0.25, 0.0, 0.0]));
    }
}
