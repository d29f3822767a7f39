//! Exact results.

use clearance::exact::{self, Exact, Field, Rational};
use clearance::{Convex, QueryError, Vector};
use serde::Serialize;

use crate::error::FormatError;
use crate::fields::Result;
use crate::outcome::{Coordinates, Outcome, blame};
use crate::query::{AnyPair, Pair, Query, Question};

/// The exact part of a result: fractions as text.
///
/// Exact is meant for the floats that the numbers of the query were read as.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Fractions {
    /// "apart", "touching" or "overlapping"; "meeting" where one shape is unbounded and the other
    /// meets it.
    pub verdict: &'static str,
    /// The square of the distance.
    pub squared: String,
    /// The closest point of A, or a common point.
    pub point_a: Vec<String>,
    /// The closest point of B, or the same common point.
    pub point_b: Vec<String>,
}

/// What the library found.
struct Found<const D: usize> {
    verdict: &'static str,
    squared: Rational,
    distance: f64,
    points: [[Rational; D]; 2],
    steps: u32,
}

impl Query {
    /// The result without rounding, with all numbers rounded once, at the end.
    pub(crate) fn answer_exactly(&self) -> Result<Outcome> {
        self.refuse_other_questions()?;
        match &self.pair {
            AnyPair::Two(pair) => Ok(self.tell(find(pair).map_err(blame)?)),
            AnyPair::Three(pair) => Ok(self.tell(find(pair).map_err(blame)?)),
        }
    }

    /// Depths and motions have no exact answer here, and a distance is not one to them.
    fn refuse_other_questions(&self) -> Result<()> {
        let found = match (self.question, self.margin) {
            (Question::Within, Some(margin)) if margin < 0.0 => "\"within\" with a depth".into(),
            (Question::Distance | Question::Intersects | Question::Within, _) => return Ok(()),
            (question, _) => format!("\"{}\"", question.name()),
        };
        let expected =
            "the query \"distance\", \"intersects\", or \"within\" with a margin of zero or more";
        Err(FormatError::expected(expected, found).at("exact"))
    }

    fn tell<const D: usize>(&self, found: Found<D>) -> Outcome {
        let [point_a, point_b] = &found.points;
        let between: [Rational; D] = std::array::from_fn(|i| &point_b[i] - &point_a[i]);
        let coordinates = |point: &[Rational; D]| -> Coordinates {
            Vector::<D>::from_fn(|i| point[i].to_f64()).into()
        };
        let text = |point: &[Rational; D]| point.iter().map(Rational::to_string).collect();
        let squared = |x: f64| Rational::try_from(x).map(|x| &x * &x).ok();
        // The nearest float is on one side of the distance; its neighbour is on the other.
        let distance = found.distance;
        let side = squared(distance).map(|rounded| rounded.order(&found.squared));
        let (lower, upper) = match side {
            Some(std::cmp::Ordering::Equal) => (distance, distance),
            Some(std::cmp::Ordering::Less) => (distance, distance.next_up()),
            _ => (distance.next_down(), distance),
        };
        Outcome {
            id: self.id.clone(),
            distance,
            point_a: coordinates(point_a),
            point_b: coordinates(point_b),
            normal: Vector::<D>::from_fn(|i| between[i].to_f64()).normalized().map(Into::into),
            lower,
            upper,
            intersects: found.squared.is_zero(),
            within: self.margin.and_then(squared).map(|margin| found.squared <= margin),
            unique: None,
            method: "exact",
            iterations: found.steps,
            contact: None,
            exact: Some(Fractions {
                verdict: found.verdict,
                squared: found.squared.to_string(),
                point_a: text(point_a),
                point_b: text(point_b),
            }),
        }
    }
}

fn find<const D: usize>(pair: &Pair<D>) -> std::result::Result<Found<D>, QueryError> {
    let Pair { a, pose_a, b, pose_b } = pair;
    let bounded = |shape: &dyn Convex<D>| shape.view().is_bounded();
    if bounded(&**a) && bounded(&**b) {
        let answer = exact::distance(&**a, pose_a, &**b, pose_b)?;
        return Ok(Found {
            verdict: match &answer {
                Exact::Apart(_) => "apart",
                Exact::Touching(_) => "touching",
                Exact::Overlapping(_) => "overlapping",
            },
            squared: answer.squared(),
            distance: answer.distance(),
            points: answer.points(),
            steps: answer.rounds(),
        });
    }
    let nearest = exact::closest(&**a, pose_a, &**b, pose_b)?;
    Ok(Found {
        verdict: if nearest.squared.is_zero() { "meeting" } else { "apart" },
        distance: nearest.distance(),
        squared: nearest.squared,
        points: [nearest.point_a, nearest.point_b],
        steps: nearest.iterations as u32,
    })
}
