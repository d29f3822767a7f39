//! Results, and how they are written.

use clearance::{Accuracy, Answer, Flaw, Method, QueryError, Side, Trace, Tracker, Vector};
use serde::Serialize;

use crate::contact::Contact;
use crate::error::{FormatError, Problem};
use crate::fields::Result;
use crate::fractions::Fractions;
use crate::query::{AnyPair, Id, Pair, Query, Question};

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
    /// Whether no other pair of points is as close; `None` (and not written) where that is not known, and
    /// where no distance was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// The method that found the answer.
    pub method: &'static str,
    /// The number of its steps.
    pub iterations: u32,
    /// What was asked about depth or motion; else not written.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub contact: Option<Contact>,
    /// The exact answer, where one was asked for; else not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Fractions>,
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
        if self.exact {
            return self.answer_exactly();
        }
        if self.is_about_contact() {
            return self.answer_contact();
        }
        match &self.pair {
            AnyPair::Two(pair) => self.decided(pair, &self.solve(pair)?),
            AnyPair::Three(pair) => self.decided(pair, &self.solve(pair)?),
        }
    }

    /// The result that tells this answer; an error where a yes or no is asked and the bounds, further apart
    /// than what is promised of such a pair, do not tell.
    fn decided<const D: usize>(&self, pair: &Pair<D>, answer: &Answer<D>) -> Result<Outcome> {
        let limit = match self.question {
            Question::Intersects => 0.0,
            Question::Within => self.margin.unwrap_or(0.0),
            _ => return Ok(self.outcome_about(pair, answer)),
        };
        let (lower, upper) = (answer.lower(), answer.upper());
        let (a, b) = (pair.a.view(), pair.b.view());
        let apart = pair.pose_b.translation() - pair.pose_a.translation();
        let size = (a.reach + a.radius) + (b.reach + b.radius) + apart.norm();
        if lower <= limit && limit < upper && upper - lower > Accuracy::DEFAULT.gap * size {
            return Err(blame(QueryError::Undecided { lower, upper }));
        }
        Ok(self.outcome(answer))
    }

    /// The result that tells this answer about the query's pair, and whether its closest points are the only ones.
    pub fn outcome_about<const D: usize>(&self, pair: &Pair<D>, answer: &Answer<D>) -> Outcome {
        Outcome { unique: pair.is_unique(answer), ..self.outcome(answer) }
    }

    /// The library's own answer about this query's pair.
    pub fn solve<const D: usize>(&self, pair: &Pair<D>) -> Result<Answer<D>>
    where
        Pair<D>: Ask<D>,
    {
        pair.ask(self.method)
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
            unique: None,
            method: answer.effort().method.name(),
            iterations: answer.effort().iterations,
            contact: None,
            exact: None,
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

impl<const D: usize> Pair<D> {
    /// Whether no other pair of points is as close as those of an answer, where that is known.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_unique(&self, answer: &Answer<D>) -> Option<bool> {
        clearance::is_unique(answer, &*self.a, &self.pose_a, &*self.b, &self.pose_b)
    }

    /// In browsers nobody asks for it, and size counts.
    #[cfg(target_arch = "wasm32")]
    pub fn is_unique(&self, _: &Answer<D>) -> Option<bool> {
        None
    }
}

/// The library's questions about a pair.
///
/// A trait, so that the solvers are compiled once for each dimension, here, and not again in
/// every crate that asks: they are large.
pub trait Ask<const D: usize> {
    /// How far apart the shapes are.
    fn ask(&self, method: Option<Method>) -> Result<Answer<D>>;

    /// The same from where the last query of the tracker ended.
    fn follow(&self, tracker: &mut Tracker<D>, method: Option<Method>) -> Result<Answer<D>>;

    /// Every step on the way to the answer.
    fn trace(&self, method: Option<Method>) -> Result<Trace<D>>;

    /// What the checker, which calls no solver, says about an answer.
    fn check(&self, answer: &Answer<D>) -> std::result::Result<(), Flaw>;
}

macro_rules! ask {
    ($dimension:literal) => {
        impl Ask<$dimension> for Pair<$dimension> {
            fn ask(&self, method: Option<Method>) -> Result<Answer<$dimension>> {
                let query = clearance::Query { method, ..clearance::Query::DEFAULT };
                query.distance(&*self.a, &self.pose_a, &*self.b, &self.pose_b).map_err(blame)
            }

            fn follow(
                &self,
                tracker: &mut Tracker<$dimension>,
                method: Option<Method>,
            ) -> Result<Answer<$dimension>> {
                let query = clearance::Query { method, ..clearance::Query::DEFAULT };
                tracker
                    .distance_by(&query, &*self.a, &self.pose_a, &*self.b, &self.pose_b)
                    .map_err(blame)
            }

            fn trace(&self, method: Option<Method>) -> Result<Trace<$dimension>> {
                let query = clearance::Query { method, ..clearance::Query::DEFAULT };
                query.trace(&*self.a, &self.pose_a, &*self.b, &self.pose_b).map_err(blame)
            }

            fn check(&self, answer: &Answer<$dimension>) -> std::result::Result<(), Flaw> {
                clearance::check(answer, &*self.a, &self.pose_a, &*self.b, &self.pose_b)
            }
        }
    };
}

ask!(2);
ask!(3);

/// A refusal by the library, as an error of the field that it is about.
pub(crate) fn blame(error: QueryError) -> FormatError {
    let field = match error {
        QueryError::PoseNotFinite(Side::A) => Some("pose_a"),
        QueryError::PoseNotFinite(Side::B) => Some("pose_b"),
        QueryError::ShapeNotFinite(Side::A) | QueryError::NotLinear(Side::A) => Some("a"),
        QueryError::ShapeNotFinite(Side::B) | QueryError::NotLinear(Side::B) => Some("b"),
        _ => None,
    };
    let error = FormatError::new(Problem::Query(error));
    match field {
        Some(field) => error.at(field),
        None => error,
    }
}

impl Coordinates {
    /// The numbers.
    pub fn as_slice(&self) -> &[f64] {
        match self {
            Self::Two(numbers) => numbers,
            Self::Three(numbers) => numbers,
        }
    }
}

impl<const D: usize> From<Vector<D>> for Coordinates {
    fn from(v: Vector<D>) -> Self {
        // The sign of a zero says nothing to anybody; adding zero takes it away.
        let v = v.map(|x| x + 0.0);
        if D == 2 { Self::Two([v[0], v[1]]) } else { Self::Three([v[0], v[1], v[2]]) }
    }
}
