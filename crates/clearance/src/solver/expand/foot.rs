//! Where the perpendicular from the origin meets the closest face.

use super::growing::Growing;
use super::side::most_negative;
use crate::accuracy;
use crate::solver::endless::far::{self, Place};
use crate::solver::gjk::careful;
use crate::solver::gjk::simplex::{MOST, Simplex};
use crate::space::Vector;

/// The face with the foot of the perpendicular from the origin, and the foot's weights. It is the
/// closest face, or one in the same plane: where a facet is cut into triangles, the foot may lie
/// in a neighbour.
#[inline(always)]
pub(super) fn foot<const D: usize, N: Copy>(
    hull: &impl Growing<D, N>,
    closest: u32,
) -> ([N; D], [f64; MOST]) {
    let corners = hull.corners_of(closest);
    match simplex_of(&corners).weights() {
        Some(weights) if (0..D).all(|k| !hull.is_far(closest, k)) => {
            (corners.map(|corner| corner.1), weights)
        }
        _ => foot_nearby(hull, closest),
    }
}

#[inline(never)]
fn foot_nearby<const D: usize, N: Copy>(
    hull: &impl Growing<D, N>,
    closest: u32,
) -> ([N; D], [f64; MOST]) {
    let mut face = closest;
    for _ in 0..hull.len() {
        let corners = hull.corners_of(face);
        let beyond = match foot_in(hull, face) {
            Ok(weights) => return (corners.map(|corner| corner.1), weights),
            Err(beyond) => beyond,
        };
        // Beyond the edge across from the vertex with the most negative weight.
        let next = hull.neighbour(face, beyond);
        let level = hull.height(next) - hull.height(closest);
        let parallel = hull.normal(next).dot(hull.normal(closest));
        if !(level.abs() <= accuracy::NOISE * hull.unit() && parallel > 0.0) {
            break;
        }
        face = next;
    }
    // Rounding has the upper hand: the closest point of the face itself.
    let corners = hull.corners_of(closest);
    let names = corners.map(|corner| corner.1);
    if let Some(places) = with_far_ends(hull, closest) {
        let foot = hull.normal(closest) * hull.height(closest);
        let weights = far::weights(&places, foot, hull.unit() / accuracy::ROUNDING);
        return (names, weights.unwrap_or_else(|(_, weights)| weights));
    }
    let nearest = careful::nearest(&simplex_of(&corners), None);
    let mut weights = [0.0; MOST];
    for k in 0..nearest.simplex.len {
        weights[usize::from(nearest.simplex.mark[k])] = nearest.weights[k];
    }
    (names, weights)
}

/// The weights of the foot in one face, or beyond which corner's edge it lies.
fn foot_in<const D: usize, N: Copy>(
    hull: &impl Growing<D, N>,
    face: u32,
) -> Result<[f64; MOST], usize> {
    if let Some(places) = with_far_ends(hull, face) {
        let foot = hull.normal(face) * hull.height(face);
        return far::weights(&places, foot, hull.unit() / accuracy::ROUNDING)
            .map_err(|(beyond, _)| beyond);
    }
    let simplex = simplex_of(&hull.corners_of(face));
    simplex.weights().ok_or_else(|| most_negative(&simplex))
}

/// The corners of a face if some of them are far ends of rays.
fn with_far_ends<const D: usize, N: Copy>(
    hull: &impl Growing<D, N>,
    face: u32,
) -> Option<[Place<D>; D]> {
    let corners = hull.corners_of(face);
    let places = core::array::from_fn(|k| Place { at: corners[k].0, far: hull.is_far(face, k) });
    places.iter().any(|place| place.far).then_some(places)
}

#[inline(always)]
fn simplex_of<const D: usize, N>(corners: &[(Vector<D>, N); D]) -> Simplex<D, u8> {
    let mut simplex = Simplex::new(corners[0].0, 0);
    for k in 1..D {
        simplex.push(corners[k].0, k as u8);
    }
    simplex
}
