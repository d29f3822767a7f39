//! Two shapes with a common point: can they be moved apart by as little as one likes?
//!
//! They can if there is a direction along which no difference `a − b` of points is positive: the
//! origin then lies on the boundary of the set P of all differences. Let c be a point in the
//! interior of P. The origin is in the interior too if, and only if, some point beyond it, seen
//! from c, belongs to P; that is, if −c belongs to the cone of P. So −c is projected on that cone.
//! What is left is zero or the direction looked for.

use alloc::vec::Vec;

use dashu_int::IBig;

use super::body::Body;
use super::project::project;
use super::wide::{NOUGHT, Wide, cross, dot, is_nought, minus, negated, plus, raised, sign, times};

/// A direction, out of A and into B, along which no point of A is beyond any point of B; `None` if
/// there is no such direction. The bodies have a point in common, and `pair` names a vertex of
/// each.
pub(super) fn parting<const D: usize>(
    a: &Body<'_, D>,
    b: &Body<'_, D>,
    pair: [u32; 2],
) -> Option<Wide> {
    let inner = match interior(a, b) {
        Ok(inner) => inner,
        Err(across) => return Some(across),
    };
    let target = negated(&inner);
    let mut generators: Vec<Wide> = Vec::new();
    let mut rest = target.clone();
    let mut at = pair;
    // Each round brings the cone closer to the target, so that no set of generators comes twice.
    while !is_nought(&rest) {
        let back = negated(&rest);
        while let Some(id) = a.lower(&back, at[0]) {
            at[0] = id;
        }
        while let Some(id) = b.lower(&rest, at[1]) {
            at[1] = id;
        }
        let furthest = difference(a, b, at);
        if sign(&dot(&rest, &furthest)).is_le() {
            return Some(rest);
        }
        generators.push(furthest);
        rest = shrink(&target, &mut generators);
    }
    None
}

fn difference<const D: usize>(a: &Body<'_, D>, b: &Body<'_, D>, at: [u32; 2]) -> Wide {
    let exponent = a.exponent(at[0]).min(b.exponent(at[1]));
    if exponent == super::wide::ANY {
        return NOUGHT;
    }
    minus(&a.world(at[0], exponent), &b.world(at[1], exponent))
}

/// A multiple of a point in the interior of the set of differences. If there is no interior: a
/// direction at right angles to all of it.
fn interior<const D: usize>(a: &Body<'_, D>, b: &Body<'_, D>) -> Result<Wide, Wide> {
    let first = difference(a, b, [0, 0]);
    let exponent = a.exponent(0).min(b.exponent(0));
    let mut basis: Vec<(Wide, i64)> = Vec::new();
    let from_a = (1..a.count()).map(|id| a.edge(0, id));
    let from_b = (1..b.count()).map(|id| {
        let (edge, exponent) = b.edge(0, id);
        (negated(&edge), exponent)
    });
    for edge in from_a.chain(from_b) {
        if independent(&basis, &edge.0) {
            basis.push(edge);
        }
        if basis.len() == D {
            break;
        }
    }
    if basis.len() < D {
        return Err(across::<D>(&basis));
    }
    // The D + 1 differences are `first` and `first` plus each edge; their sum is inside.
    let finest = basis.iter().fold(exponent, |least, edge| least.min(edge.1));
    let unit = exponent.saturating_sub(finest);
    let mut sum = times(&first.map(|x| raised(x, unit)), &IBig::from(D + 1));
    for (edge, own) in basis {
        sum = plus(&sum, &edge.map(|x| raised(x, own - finest)));
    }
    Ok(sum)
}

fn independent(basis: &[(Wide, i64)], edge: &Wide) -> bool {
    match basis {
        [] => !is_nought(edge),
        [(u, _)] => !is_nought(&cross(u, edge)),
        [(u, _), (v, _)] => !dot(&cross(u, v), edge).is_zero(),
        _ => false,
    }
}

/// A direction at right angles to fewer than D edges.
fn across<const D: usize>(basis: &[(Wide, i64)]) -> Wide {
    let axis = |k: usize| -> Wide { core::array::from_fn(|i| IBig::from(u8::from(i == k))) };
    match basis {
        [(u, _), (v, _), ..] => cross(u, v),
        // In the plane: a quarter turn.
        [(u, _)] if D == 2 => [-&u[1], u[0].clone(), IBig::ZERO],
        [(u, _)] => {
            let turned = cross(u, &axis(0));
            if is_nought(&turned) { axis(1) } else { turned }
        }
        [] => axis(0),
    }
}

/// Projects the target on the cone of the generators, the last of which is needed, and keeps only
/// those that carry the projection. Returns the direction from there to the target.
fn shrink(target: &Wide, generators: &mut Vec<Wide>) -> Wide {
    let newest = generators.len() - 1;
    let mut masks: Vec<usize> =
        (1..1 << generators.len()).filter(|m| m >> newest & 1 == 1).collect();
    masks.sort_unstable_by_key(|mask| mask.count_ones());
    for mask in masks {
        let chosen: Vec<&Wide> = generators
            .iter()
            .enumerate()
            .filter(|(k, _)| mask >> k & 1 == 1)
            .map(|x| x.1)
            .collect();
        let Some(found) = project(target, &chosen) else { continue };
        let carried = found.coefficients[..chosen.len()].iter().all(|c| sign(c).is_gt());
        let nearest = generators.iter().all(|g| sign(&dot(&found.rest, g)).is_le());
        if carried && nearest {
            let mut k = 0;
            generators.retain(|_| {
                k += 1;
                mask >> (k - 1) & 1 == 1
            });
            return found.rest;
        }
    }
    // Never reached: one subset carries the projection, and it contains the newest generator.
    NOUGHT
}
