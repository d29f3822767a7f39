//! Signs of determinants, exact for every finite input.
//!
//! The adaptive predicates of `robust` are exact as long as nothing overflows or underflows. We
//! make sure of it: coordinates are scaled by a power of two until the largest is near
//! `2^TOP`, and those below `2^BOTTOM` (187 decimal digits further down) count as zero. A
//! coordinate is then a multiple of `2^(BOTTOM − 52)`, so that a product of three is a multiple
//! of `2^-1056`, which `f64` holds, and at most `2^963`, which it holds too.

use alloc::vec::Vec;

use robust::{Coord, Coord3D};

use crate::space::Vector;

/// Binary exponent of the largest coordinate after scaling.
const TOP: i32 = 320;
/// Binary exponent below which a scaled coordinate counts as zero.
const BOTTOM: i32 = -300;

/// A scaled point.
pub(super) type Site<const D: usize> = [f64; D];

/// The points, scaled by a common power of two such that the predicates below are exact.
pub(super) fn scaled<const D: usize>(points: &[Vector<D>]) -> Vec<Site<D>> {
    let mut most: f64 = 0.0;
    for point in points {
        most = most.max(point.max_abs());
    }
    // The exponent, read off the bits; a subnormal number's is a little too high, which is no harm.
    let exponent = ((most.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let shift = TOP - exponent;
    // In two steps, because the whole factor may be larger than any `f64`.
    let (first, second) = (power_of_two(shift / 2), power_of_two(shift - shift / 2));
    let least = power_of_two(BOTTOM);
    let scale = |x: f64| {
        let y = x * first * second;
        if y.abs() < least { 0.0 } else { y }
    };
    points.iter().map(|point| point.0.map(scale)).collect()
}

/// Two to the power `exponent`, which is between −1000 and 1000.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Positive if `a`, `b`, `c` turn anticlockwise, zero if they are collinear.
#[inline]
pub(super) fn turn(a: Site<2>, b: Site<2>, c: Site<2>) -> f64 {
    let [a, b, c] = [a, b, c].map(|p| Coord { x: p[0], y: p[1] });
    robust::orient2d(a, b, c)
}

/// Positive if `d` sees `a`, `b`, `c` anticlockwise, that is, if it is beyond the triangle's
/// outward side; zero if the four are coplanar.
///
/// The sign is exact, the size (six volumes) is not. `robust` has the opposite sign.
pub(super) fn beyond(a: Site<3>, b: Site<3>, c: Site<3>, d: Site<3>) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| Coord3D { x: p[0], y: p[1], z: p[2] });
    -robust::orient3d(a, b, c, d)
}

/// The point's shadow on the coordinate plane that `axis` is at right angles to.
#[inline]
pub(super) fn without(p: Site<3>, axis: usize) -> Site<2> {
    [p[(axis + 1) % 3], p[(axis + 2) % 3]]
}

/// The axis along which the shadow of the triangle is largest; `None` if the three are collinear.
pub(super) fn shadow_axis(a: Site<3>, b: Site<3>, c: Site<3>) -> Option<usize> {
    let mut widest = (0.0, None);
    for axis in 0..3 {
        let area = turn(without(a, axis), without(b, axis), without(c, axis)).abs();
        if area > widest.0 {
            widest = (area, Some(axis));
        }
    }
    widest.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_reaches_from_the_smallest_number_to_the_largest() {
        for most in [5e-324, 1e-310, 1e-200, 1e-9, 1.0, 1e50, 1e300, f64::MAX] {
            let sites = scaled(&[Vector([most, -most, 0.0]), Vector([0.0, most, most])]);
            assert!(sites[0][0] > 1e80 && sites[0][0] < 1e98, "{most} became {}", sites[0][0]);
            assert_eq!(sites[0][1], -sites[0][0]);
            assert_eq!(sites[1], [0.0, sites[0][0], sites[0][0]]);
        }
    }

    #[test]
    fn signs() {
        let [o, x, y, z] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert!(beyond(o, x, y, z) > 0.0);
        assert!(beyond(o, y, x, z) < 0.0);
        assert_eq!(beyond(o, y, x, [0.3, 0.7, 0.0]), 0.0);
        assert!(turn([0.0, 0.0], [1.0, 0.0], [0.0, 1.0]) > 0.0);
        assert_eq!(shadow_axis(o, x, y), Some(2));
        assert_eq!(shadow_axis(o, y, z), Some(0));
        assert_eq!(shadow_axis(o, [1.0, 2.0, 3.0], [2.0, 4.0, 6.0]), None);
    }
}
