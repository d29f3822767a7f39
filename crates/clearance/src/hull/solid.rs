//! Hulls in space: the first simplex, and the inputs that have none.

use alloc::vec::Vec;

use super::exact::{self, Site};
use super::grow::Growth;
use super::{Hull, merge, planar};
use crate::space::Vector;

/// The convex hull of points in space.
///
/// Exact: a solid however thin is a solid, exactly coplanar points make a polygon, exactly
/// collinear ones a segment; no duplicate, and no point in a face or on an edge between others, is
/// a vertex. The input is finite; an empty input has an empty hull. Coordinates 1e187 times
/// smaller than the largest count as zero. Not for more than `2^28` points, whose edges `u32`
/// can still number.
pub fn hull3(points: &[Vector<3>]) -> Hull<3> {
    let sites = exact::scaled(points);
    let Some((a, b, extent)) = most_distant(&sites) else {
        return Hull::from_ring((0..sites.len().min(1) as u32).collect());
    };
    let Some(c) = off_line(&sites, a, b) else {
        return Hull::from_ring([a, b].into());
    };
    let Some(d) = off_plane(&sites, a, b, c) else {
        return Hull::from_ring(flat(&sites, a, b, c));
    };
    let mut growth = Growth::new(&sites, extent, [a, b, c, d]);
    growth.finish();
    Hull::from_triangles(merge::triangles(&growth, sites.len()), sites.len())
}

/// The first and the last point along the axis on which they are farthest apart, and the size of
/// the box of all points; `None` if all are equal.
///
/// Collinear points have different coordinates on this axis, so that these two are their ends.
fn most_distant(sites: &[Site<3>]) -> Option<(u32, u32, Site<3>)> {
    let first = *sites.first()?;
    let (mut low, mut high) = (first, first);
    let (mut lows, mut highs) = ([0; 3], [0; 3]);
    for (i, site) in sites.iter().enumerate() {
        for k in 0..3 {
            if site[k] < low[k] {
                (low[k], lows[k]) = (site[k], i as u32);
            }
            if site[k] > high[k] {
                (high[k], highs[k]) = (site[k], i as u32);
            }
        }
    }
    let extent: Site<3> = core::array::from_fn(|k| high[k] - low[k]);
    let mut widest = 0;
    for k in 1..3 {
        if extent[k] > extent[widest] {
            widest = k;
        }
    }
    (extent[widest] > 0.0).then(|| (lows[widest], highs[widest], extent))
}

/// A point off the line through `a` and `b`, about the farthest; `None` if all are exactly on it.
fn off_line(sites: &[Site<3>], a: u32, b: u32) -> Option<u32> {
    let (a, b) = (sites[a as usize], sites[b as usize]);
    let off = |p: Site<3>| Vector(cross(a, b, p)).max_abs();
    let strictly = |p: Site<3>| exact::shadow_axis(a, b, p).is_some();
    farthest(sites, off, strictly)
}

/// A point off the plane through `a`, `b` and `c`, about the farthest; `None` if all are exactly
/// on it.
fn off_plane(sites: &[Site<3>], a: u32, b: u32, c: u32) -> Option<u32> {
    let [a, b, c] = [a, b, c].map(|i| sites[i as usize]);
    let normal = Vector(cross(a, b, c));
    let off = |p: Site<3>| normal.dot(Vector(p) - Vector(a)).abs();
    let strictly = |p: Site<3>| exact::beyond(a, b, c, p) != 0.0;
    farthest(sites, off, strictly)
}

/// The point that `off` says is farthest, if it is strictly off; otherwise the first that is.
fn farthest(
    sites: &[Site<3>],
    off: impl Fn(Site<3>) -> f64,
    strictly: impl Fn(Site<3>) -> bool,
) -> Option<u32> {
    let mut best = (f64::NEG_INFINITY, 0);
    for (i, &site) in sites.iter().enumerate() {
        let distance = off(site);
        if distance > best.0 {
            best = (distance, i);
        }
    }
    if strictly(*sites.get(best.1)?) {
        return Some(best.1 as u32);
    }
    // What looked farthest was rounding error.
    sites.iter().position(|&site| strictly(site)).map(|i| i as u32)
}

/// The hull of points in the plane of `a`, `b` and `c`: that of their shadow on the coordinate
/// plane on which it is widest. A shadow of the plane that is not a line keeps its points apart.
fn flat(sites: &[Site<3>], a: u32, b: u32, c: u32) -> Vec<u32> {
    let [a, b, c] = [a, b, c].map(|i| sites[i as usize]);
    let axis = exact::shadow_axis(a, b, c).unwrap_or(0);
    let shadow: Vec<Site<2>> = sites.iter().map(|&site| exact::without(site, axis)).collect();
    planar::ring(&shadow)
}

/// `(b − a) × (p − a)`.
fn cross(a: Site<3>, b: Site<3>, p: Site<3>) -> Site<3> {
    (Vector(b) - Vector(a)).cross(Vector(p) - Vector(a)).0
}
