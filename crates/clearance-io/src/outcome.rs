//! Results, and how they are written.

use clearance::{Answer, QueryError, Side, Vector};
use serde::Serialize;

use crate::error::{FormatError, Problem};
use crate::fields::Result;
use crate::query::{AnyPair, Id, Pair, Query};

/// The result of a query; written as JSON with the fields in this order.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The query's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    /// The distance; zero where the shapes meet.
    pub distance: f64,
    /// The closest point of A, or a common point.
    pub point_a: Coordinates,
    /// The closest point of B, or the same common point.
    pub point_b: Coordinates,
    /// The unit vector from A to B; `None` (null) where they meet.
    pub normal: Option<Coordinates>,
    /// The distance is not less than this.
    pub lower: f64,
    /// The distance is not more than this.
    pub upper: f64,
    /// Whether they have a point in common.
    pub intersects: bool,
    /// Whether they come within the query's margin; `None` (and not written) if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<bool>,
    /// The method that found the answer.
    pub method: &'static str,
    /// The number of its steps.
    pub iterations: u32,
}

/// A vector of the plane or of space.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Coordinates {
    /// In the plane.
    Two([f64; 2]),
    /// In space.
    Three([f64; 3]),
}

impl Query {
    /// The result.
    pub fn answer(&self) -> Result<Outcome> {
        match &self.pair {
            AnyPair::Two(pair) => Ok(self.outcome(&self.solve(pair)?)),
            AnyPair::Three(pair) => Ok(self.outcome(&self.solve(pair)?)),
        }
    }

    /// The library's own answer about this query's pair.
    pub fn solve<const D: usize>(&self, pair: &Pair<D>) -> Result<Answer<D>> {
        let query = clearance::Query { method: self.method, ..clearance::Query::DEFAULT };
        query.distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b).map_err(blame)
    }

    /// The result that tells this answer.
    pub fn outcome<const D: usize>(&self, answer: &Answer<D>) -> Outcome {
        let [point_a, point_b] = answer.points();
        Outcome {
            id: self.id.clone(),
            distance: answer.distance(),
            point_a: point_a.into(),
            point_b: point_b.into(),
            normal: answer.normal().map(Coordinates::from),
            lower: answer.lower(),
            upper: answer.upper(),
            intersects: answer.intersects(),
            within: self.margin.map(|margin| answer.upper() <= margin),
            method: answer.effort().method.name(),
            iterations: answer.effort().iterations,
        }
    }
}

impl Outcome {
    /// On one line. Every number reads back as the same f64.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

/// `{"id", "error"}`: what stands in the place of a result that is none.
pub fn error_json(id: Option<&Id>, error: &FormatError) -> String {
    #[derive(Serialize)]
    struct Failure<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a Id>,
        error: String,
    }
    json(&Failure { id, error: error.to_string() })
}

/// Numbers, strings and plain structs always can be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A refusal by the library, as an error of the field that it is about.
fn blame(error: QueryError) -> FormatError {
    let field = match error {
        QueryError::PoseNotFinite(Side::A) => Some("pose_a"),
        QueryError::PoseNotFinite(Side::B) => Some("pose_b"),
        QueryError::ShapeNotFinite(Side::A) => Some("a"),
        QueryError::ShapeNotFinite(Side::B) => Some("b"),
        _ => None,
    };
    let error = FormatError::new(Problem::Query(error));
    match field {
        Some(field) => error.at(field),
        None => error,
    }
}

impl<const D: usize> From<Vector<D>> for Coordinates {
    fn from(v: Vector<D>) -> Self {
        if D == 2 { Self::Two([v[0], v[1]]) } else { Self::Three([v[0], v[1], v[2]]) }
    }
}
