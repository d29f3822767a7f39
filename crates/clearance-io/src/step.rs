//! The steps of a solver, and how they are written.

use clearance::answer::{Detail, Step};
use serde::Serialize;

use crate::outcome::Coordinates;

/// One step of a solver; written as JSON with the fields in this order, in the frame of A's core.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct StepRecord {
    /// The method.
    pub method: &'static str,
    /// The current closest point of A's core.
    pub point_a: Coordinates,
    /// The current closest point of B's core.
    pub point_b: Coordinates,
    /// The distance of the cores is not less than this; null before there is a bound.
    pub lower: Option<f64>,
    /// It is not more than this.
    pub upper: f64,
    /// What only this method knows.
    #[serde(flatten)]
    pub more: More,
}

/// What only one method knows about a step.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum More {
    /// Nothing.
    Nothing {},
    /// The working sets of the active set.
    Facets {
        /// The facets that hold A's point.
        facets_a: Vec<u32>,
        /// The facets that hold B's point.
        facets_b: Vec<u32>,
    },
    /// The direction along which Newton's method looked.
    Direction {
        /// From A to B.
        direction: Coordinates,
    },
    /// The iterates of the interior point method, which may be outside of the shapes for a while.
    Iterates {
        /// Beside A.
        iterate_a: Coordinates,
        /// Beside B.
        iterate_b: Coordinates,
    },
    /// An iteration of GJK.
    Simplex {
        /// The closest feature of the simplex: vertex, edge, face, or inside.
        region: &'static str,
        /// Its vertices.
        simplex: Vec<Vertex>,
        /// The search direction.
        direction: Coordinates,
        /// The support point of A along the direction.
        support_a: Coordinates,
        /// The support point of B against the direction.
        support_b: Coordinates,
        /// Whether it was computed in twice the precision.
        careful: bool,
    },
}

/// A vertex of a simplex.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Vertex {
    /// The point of A.
    pub a: Coordinates,
    /// The point of B.
    pub b: Coordinates,
    /// Its weight in the closest point.
    pub weight: f64,
}

impl<const D: usize> From<&Step<D>> for StepRecord {
    fn from(step: &Step<D>) -> Self {
        let more = match &step.detail {
            Detail::Gjk { simplex, region, direction, support, careful } => More::Simplex {
                region: region.name(),
                simplex: simplex
                    .iter()
                    .map(|v| Vertex { a: v.a.into(), b: v.b.into(), weight: v.weight })
                    .collect(),
                direction: (*direction).into(),
                support_a: support[0].into(),
                support_b: support[1].into(),
                careful: *careful,
            },
            Detail::ActiveSet { facets: [a, b] } => {
                More::Facets { facets_a: a.clone(), facets_b: b.clone() }
            }
            Detail::Interior { iterates: [a, b] } => {
                More::Iterates { iterate_a: (*a).into(), iterate_b: (*b).into() }
            }
            Detail::Newton { direction } => More::Direction { direction: (*direction).into() },
            _ => More::Nothing {},
        };
        Self {
            method: step.method.name(),
            point_a: step.points[0].into(),
            point_b: step.points[1].into(),
            lower: Some(step.lower).filter(|lower| lower.is_finite()),
            upper: step.upper,
            more,
        }
    }
}
