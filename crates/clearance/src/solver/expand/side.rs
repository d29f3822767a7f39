//! The planes of faces, which side of them a point is on (exactly), and beyond which corner their foot lies.

use robust::{Coord, Coord3D};

use crate::accuracy;
use crate::solver::gjk::simplex::Simplex;
use crate::space::{Twofold, TwofoldVector, Vector, real};

/// Marks a height of a face that is gone.
pub(crate) const GONE: f64 = f64::INFINITY;

/// Positive if `w` lies beyond the face with these vertices, zero if on its plane; exactly.
#[inline]
pub(crate) fn side_of<const D: usize>(face: [Vector<D>; 3], w: Vector<D>) -> f64 {
    if D == 2 {
        let [p, q, w] = [face[0], face[1], w].map(|p| Coord { x: p[0], y: p[1] });
        // Anticlockwise polygons have what lies outside on the right of their edges.
        return -robust::orient2d(p, q, w);
    }
    let [p, q, r] = face;
    let (e, f, g) = (q - p, r - p, w - p);
    let volume = e.cross3(f).dot(g);
    let size_squared = e.norm_squared() * f.norm_squared() * g.norm_squared();
    let slack = accuracy::FACE_SLACK * accuracy::ROUNDING;
    if volume * volume > slack * slack * size_squared {
        return volume;
    }
    close_side_of(face, w, size_squared)
}

/// The same where doubles cannot tell. Corners of one facet of the difference lie in one plane, and
/// are off it by rounding: twice the precision sees by how much.
#[cold]
#[inline(never)]
fn close_side_of<const D: usize>(
    [p, q, r]: [Vector<D>; 3],
    w: Vector<D>,
    size_squared: f64,
) -> f64 {
    if let Some(volume) = side_of_parallelogram([p, q, r], w) {
        return volume;
    }
    let cross = twofold_cross(p, q, r);
    let volume = cross.dot(&TwofoldVector::difference(w, p)).value();
    let slack = accuracy::FACE_SLACK_TWOFOLD;
    if volume * volume > slack * slack * size_squared {
        return volume;
    }
    let [p, q, r, w] = [p, q, r, w].map(|p| Coord3D { x: p[0], y: p[1], z: p[D - 1] });
    -robust::orient3d(p, q, r, w)
}

/// The same where an edge of one shape and an edge of the other span the facet: then `w` is the fourth corner of a
/// parallelogram but for rounding, and the volume is that over what it is off by, which is known in full. `None`
/// if it is not, or if that is too little to tell.
///
/// For any four points: with e = q − p, f = r − p and what is off, w − p is e + f + off, e − f + off or f − e + off, and
/// (e × f)·(w − p) = (e × f)·off. The differences of two numbers are exact as a sum of two, so that `left` is off
/// by no more than three units of rounding of `lost`, the cross product by six of |e| |f|, and their product by three
/// more of both: less than the sixteen that are allowed. Of small numbers the right-hand side may vanish in
/// rounding; what is no larger vanishes as well.
fn side_of_parallelogram<const D: usize>([p, q, r]: [Vector<D>; 3], w: Vector<D>) -> Option<f64> {
    // Across from each of the three: the ends of two edges that are equal.
    let ways = [[w, q, r, p], [w, p, q, r], [w, p, r, q]];
    let off = |k: usize| {
        let [to, from, other_to, other_from] = ways[k];
        ((to - from) - (other_to - other_from)).max_abs()
    };
    let first = if off(1) < off(0) { 1 } else { 0 };
    let best = if off(2) < off(first) { 2 } else { first };
    let [to, from, other_to, other_from] = ways[best];
    // What is off, and what is lost of it.
    let (mut left, mut lost) = (Vector::ZERO, 0.0);
    for i in 0..D {
        let edge = Twofold::difference(to[i], from[i]);
        let other = Twofold::difference(other_to[i], other_from[i]);
        let rough = Twofold::difference(edge.high, other.high);
        left[i] = rough.high + (rough.low + (edge.low - other.low));
        lost += left[i].abs() + rough.low.abs() + edge.low.abs() + other.low.abs();
    }
    if lost == 0.0 {
        return Some(0.0);
    }
    let (e, f) = (q - p, r - p);
    let volume = e.cross3(f).dot(left);
    let slack = accuracy::FACE_SLACK * accuracy::ROUNDING * lost;
    let is_clear = volume * volume > slack * slack * e.norm_squared() * f.norm_squared();
    is_clear.then_some(volume)
}

/// (q − p) × (r − p) in twice the precision.
fn twofold_cross<const D: usize>(p: Vector<D>, q: Vector<D>, r: Vector<D>) -> TwofoldVector<D> {
    let (e, f) = (TwofoldVector::difference(q, p).0, TwofoldVector::difference(r, p).0);
    let minor = |i: usize, j: usize| e[i % D] * f[j % D] - e[j % D] * f[i % D];
    TwofoldVector(core::array::from_fn(|i| minor(i + 1, i + 2)))
}

/// The unit normal of a face, its height over the origin, and how wrong these are together.
#[inline(always)]
pub(crate) fn plane<const D: usize>(
    p: Vector<D>,
    q: Vector<D>,
    r: Vector<D>,
    scale: f64,
) -> (Vector<D>, f64, f64) {
    let (e, f) = (q - p, r - p);
    let unit = accuracy::FACE_SLACK * accuracy::ROUNDING * scale;
    if D == 2 {
        let length = e.norm();
        let normal = -e.turned() / length;
        return (normal, normal.dot(p), unit);
    }
    let cross = e.cross3(f);
    let (squared, sides) = (cross.norm_squared(), e.norm_squared() * f.norm_squared());
    if !(squared > accuracy::FACE_SLIVER * accuracy::FACE_SLIVER * sides) {
        return sliver(p, q, r, unit);
    }
    let by_area = 1.0 / real::sqrt(squared);
    let normal = cross * by_area;
    // Both sides' lengths over the area: one over the sine of the angle, or more.
    let flatness = (e.norm_squared() + f.norm_squared()) * by_area;
    (normal, normal.dot(p), unit * flatness)
}

/// The same in twice the precision.
#[cold]
fn sliver<const D: usize>(
    p: Vector<D>,
    q: Vector<D>,
    r: Vector<D>,
    unit: f64,
) -> (Vector<D>, f64, f64) {
    let cross = twofold_cross(p, q, r);
    let rough = cross.value();
    let most = rough.max_abs();
    if !(most > 0.0) {
        // Three points in a line: never the closest face, and any point sees it.
        return (Vector::ZERO, GONE, f64::INFINITY);
    }
    let length = (rough / most).norm() * most;
    let height = cross.dot(&TwofoldVector::exact(p)) / Twofold::from(length);
    (rough / length, height.value(), unit)
}

/// The vertex of a face (an edge in 2D) whose weight in the foot is least.
pub(crate) fn most_negative<const D: usize>(simplex: &Simplex<D, u8>) -> usize {
    let [p, q, r, _] = simplex.w;
    if D == 2 {
        // The foot is beyond the end that lies further along the edge towards it.
        return usize::from((q - p).dot(-p) < 0.0);
    }
    let normal = (q - p).cross3(r - p);
    // Six volumes over the edges across from each vertex.
    let volume = |from: Vector<D>, to: Vector<D>| normal.dot((to - from).cross3(-from));
    let volumes = [volume(q, r), volume(r, p), volume(p, q)];
    let mut least = 0;
    for k in 1..3 {
        if volumes[k] < volumes[least] {
            least = k;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points in a plane, next to it and anywhere: the quick ways say what exact arithmetic says.
    #[test]
    fn sides_are_exact() {
        let mut rng = fastrand::Rng::with_seed(9);
        let mut close = 0;
        for round in 0..200_000 {
            let scale = [1.0, 1e-40, 1e40][round % 3];
            let mut point = || Vector::<3>::from_fn(|_| (rng.f64() - 0.5) * scale);
            let (p, q, r, other) = (point(), point(), point(), point());
            let (s, t) = (rng.f64() * 3.0 - 1.0, rng.f64() * 3.0 - 1.0);
            let mut w = p + (q - p) * s + (r - p) * t;
            match round % 5 {
                0 => w = other,
                1 => w = q + (r - p),
                2 => w[0] += scale * 1e-14 * (rng.f64() - 0.5),
                3 => w = [p, q, r][round % 3],
                _ => {}
            }
            let at = |p: Vector<3>| Coord3D { x: p[0], y: p[1], z: p[2] };
            let exact = -robust::orient3d(at(p), at(q), at(r), at(w));
            let found = side_of([p, q, r], w);
            let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
            assert_eq!(sign(found), sign(exact), "round {round}: {found:e} and {exact:e}");
            close += usize::from(exact.abs() < 1e-14 * scale * scale * scale);
        }
        assert!(close > 100_000);
    }

    /// Fourth corners of parallelograms, in any order, as differences of vertices round them: of any size, far from the
    /// origin, next to a line and in one. What is off by rounding alone is told without exact arithmetic, mostly.
    #[test]
    fn sides_of_parallelograms_are_exact() {
        let mut rng = fastrand::Rng::with_seed(121);
        let (mut told, mut off) = (0, 0);
        for round in 0..200_000 {
            let scale = [1.0, 1e-45, 1e-60, 1e45, 1e-20][round % 5];
            let mut point = || Vector::<3>::from_fn(|_| (rng.f64() - 0.5) * scale);
            let (a, b, c, other, far) = (point(), point(), point(), point(), point());
            // Edges of the two shapes, which are nearly parallel at times.
            let thin = [1.0, 1e-3, 1e-9, 1e-15, 0.0][round / 5 % 5];
            let far = far * [0.0, 1.0, 1e6][round / 25 % 3];
            let (d, e) = (b + far, b + far + (c - a) * 0.7 + other * thin);
            let corners = [a - d, a - e, c - d, c - e];
            let order = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [3, 1, 2, 0]][round % 4];
            let [p, q, r, mut w] = order.map(|k| corners[k]);
            if round % 7 == 0 {
                w[1] += scale * 1e-15 * (rng.f64() - 0.5);
            }
            let at = |p: Vector<3>| Coord3D { x: p[0], y: p[1], z: p[2] };
            let exact = -robust::orient3d(at(p), at(q), at(r), at(w));
            let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
            if let Some(volume) = side_of_parallelogram([p, q, r], w) {
                assert_eq!(sign(volume), sign(exact), "round {round}: {volume:e} and {exact:e}");
                told += 1;
            }
            assert_eq!(sign(side_of([p, q, r], w)), sign(exact), "round {round}: {exact:e}");
            off += usize::from(exact != 0.0);
        }
        assert!(told > 120_000 && off > 60_000, "{told} told, {off} off");
    }
}
