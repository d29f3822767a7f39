//! Whether there are other ways out that are as short as the one that was found.

use super::Memory;
use crate::accuracy;
use crate::answer::{Depth, Method};
use crate::pair::{Local, Pair};
use crate::shape::{Core, View};
use crate::solver::{axes, curved, plunge};
use crate::space::Vector;

/// By the axes of boxes, and the faces that the expanding polytope left.
#[inline(never)]
pub(crate) fn looks_like_one<const D: usize>(
    pair: &Pair<'_, D>,
    memory: &Memory<D>,
    depth: &Depth<D>,
    margin: f64,
) -> bool {
    let turn = pair.pose_a.rotation();
    let radii = pair.a.radius + pair.b.radius;
    let limit = depth.depth - radii + margin;
    match depth.effort.method {
        Method::Axes => axes::has_rival(pair, turn.rotate_back(depth.normal), limit),
        Method::Expand => {
            let sharp = memory.is_sharp;
            let out = match sharp {
                true => plunge::in_axes(pair, depth.normal),
                false => turn.rotate_back(depth.normal),
            };
            let noise = accuracy::TOUCH * accuracy::ROUNDING * pair.scale;
            // A corner says how far it is at least, and is at hand. Where the faces know of all others.
            let known = sharp && limit > 2.0 * margin + noise;
            let far = known && memory.sharp.reaches(-out, limit + noise);
            (!far && is_seen(pair, turn.rotate_back(depth.normal), (limit, margin), noise))
                || memory.any_normal_below(limit, out, &mut |n: Vector<D>| {
                    let world = if sharp { plunge::in_world(pair, n) } else { turn.rotate(n) };
                    // Mostly there is but the way out itself.
                    world.dot(depth.normal) < accuracy::RIVAL_COSINE && {
                        let (local, n) = (Local::new(pair), turn.rotate_back(world));
                        n.dot(local.support_a(n) - local.support_b(-n)) <= limit
                    }
                })
        }
        Method::Cover => {
            let normal = turn.rotate_back(depth.normal);
            let local = &Local::new(pair);
            curved::has_rival(local, &mut |n: Vector<D>| {
                n.dot(normal) < accuracy::RIVAL_COSINE
                    && n.dot(local.support_a(n) - local.support_b(-n)) <= limit
            })
        }
        _ => false,
    }
}

/// Ways out that no face tells of: where the cores barely have a point in common, or their difference is
/// flat, the expanding polytope has not begun and has no faces.
///
/// Whether the way back is no longer than `limit` (both sides of something flat, and all around a
/// point), or one that is tilted a little: the normals at a common corner fill a cone. Looking to
/// four or eight sides finds all but narrow ones.
fn is_seen<const D: usize>(
    pair: &Pair<'_, D>,
    normal: Vector<D>,
    (limit, margin): (f64, f64),
    noise: f64,
) -> bool {
    let local = Local::new(pair);
    let (limit, margin) = (limit + noise, margin + noise);
    let reaches = |n: Vector<D>| {
        has_end(pair.a, n)
            && has_end(pair.b, local.b_in_a.rotation().rotate_back(-n))
            && n.dot(local.support_a(n) - local.support_b(-n)) <= limit
    };
    if reaches(-normal) {
        return true;
    }
    // Elsewhere the faces know.
    if limit > 2.0 * margin {
        return false;
    }
    let [e, f] = if D == 2 { [normal.turned(); 2] } else { plunge::across(normal, 1.0) };
    let tilt = |side: Vector<D>| (normal + side * accuracy::RIVAL_TILT).normalized();
    [e, -e, f, -f, e + f, e - f, f - e, -e - f].into_iter().filter_map(tilt).any(reaches)
}

/// Whether the core has an end along a direction of its own frame: what support points say is true
/// there alone.
fn has_end<const D: usize>(view: &View<'_, D>, n: Vector<D>) -> bool {
    match &view.core {
        Core::Swept(swept) => {
            swept.lines.iter().all(|line| line.dot(n).abs() <= accuracy::PARALLEL)
                && swept.rays.iter().all(|ray| ray.dot(n) <= accuracy::PARALLEL)
        }
        _ => view.is_bounded(),
    }
}
