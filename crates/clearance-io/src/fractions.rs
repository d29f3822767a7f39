//! Exact results.

use clearance::exact::{self, Exact, ExactDepth, Field, Rational};
use clearance::{Convex, QueryError, Vector};
use serde::Serialize;

use crate::contact::Contact;
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
    /// The square of the depth, where the depth of shapes that meet was asked for; else not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_squared: Option<String>,
    /// Moving B by this leaves the shapes touching, and nothing shorter does; written with the depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<Vec<String>>,
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
            AnyPair::Two(pair) => self.told_exactly(pair),
            AnyPair::Three(pair) => self.told_exactly(pair),
        }
    }

    /// Motions have no exact answer here, and a distance is not one to them. In browsers, where size counts for
    /// more, depths have none either.
    fn refuse_other_questions(&self) -> Result<()> {
        let is_small = cfg!(target_arch = "wasm32");
        let found = match (self.question, self.margin) {
            (Question::Within, Some(margin)) if margin < 0.0 && is_small => {
                "\"within\" with a depth".into()
            }
            (Question::Distance | Question::Intersects | Question::Within, _) => return Ok(()),
            (Question::Penetration | Question::SignedDistance, _) if !is_small => return Ok(()),
            (question, _) => format!("\"{}\"", question.name()),
        };
        let expected = if is_small {
            "the query \"distance\", \"intersects\", or \"within\" with a margin of zero or more"
        } else {
            "the query \"distance\", \"intersects\", \"within\", \"penetration\" or \"signed_distance\""
        };
        Err(FormatError::expected(expected, found).at("exact"))
    }

    fn told_exactly<const D: usize>(&self, pair: &Pair<D>) -> Result<Outcome> {
        let outcome = self.tell(find(pair).map_err(blame)?);
        if cfg!(target_arch = "wasm32") || !self.is_about_contact() {
            return Ok(outcome);
        }
        let Pair { a, pose_a, b, pose_b } = pair;
        let depth = exact::penetration(&**a, pose_a, &**b, pose_b).map_err(blame)?;
        // Gradients are those of floats, which may know none where shapes only touch.
        let floats = self.overlap(pair).ok();
        let said = floats.as_ref().and_then(|floats| floats.contact).unwrap_or_default();
        let contact = Contact {
            depth: Some(depth.as_ref().map_or(0.0, ExactDepth::depth)),
            global: Some(true),
            ..said
        };
        let outcome = Outcome { contact: Some(contact), ..outcome };
        Ok(match depth {
            None => outcome,
            Some(depth) => self.tell_depth(outcome, floats, &depth),
        })
    }

    /// The outcome for shapes that have a common point, with their depth.
    fn tell_depth<const D: usize>(
        &self,
        common: Outcome,
        floats: Option<Outcome>,
        found: &ExactDepth<D>,
    ) -> Outcome {
        let (depth, squared) = (found.depth(), found.squared());
        let (lower, upper) = beside(depth, &squared);
        let exact = common.exact.map(|exact| Fractions {
            depth_squared: Some(squared.to_string()),
            translation: Some(text(&found.translation())),
            ..exact
        });
        // A depth is a vector; points of the two surfaces are what floats say.
        let (point_a, point_b) = match floats {
            Some(floats) if depth > 0.0 => (floats.point_a, floats.point_b),
            _ => (common.point_a, common.point_b),
        };
        let normal = found.normal();
        Outcome {
            distance: 0.0 - depth,
            point_a,
            point_b,
            normal: Vector::<D>::from_fn(|i| normal[i].to_f64()).normalized().map(Into::into),
            lower: 0.0 - upper,
            upper: 0.0 - lower,
            within: self.margin.map(|margin| margin >= 0.0 || squared >= square(margin)),
            iterations: common.iterations + found.rounds(),
            exact,
            ..common
        }
    }

    fn tell<const D: usize>(&self, found: Found<D>) -> Outcome {
        let [point_a, point_b] = &found.points;
        let between: [Rational; D] = std::array::from_fn(|i| &point_b[i] - &point_a[i]);
        let coordinates = |point: &[Rational; D]| -> Coordinates {
            Vector::<D>::from_fn(|i| point[i].to_f64()).into()
        };
        let distance = found.distance;
        let (lower, upper) = beside(distance, &found.squared);
        Outcome {
            id: self.id.clone(),
            distance,
            point_a: coordinates(point_a),
            point_b: coordinates(point_b),
            normal: Vector::<D>::from_fn(|i| between[i].to_f64()).normalized().map(Into::into),
            lower,
            upper,
            intersects: found.squared.is_zero(),
            within: self.margin.map(|margin| margin >= 0.0 && found.squared <= square(margin)),
            unique: None,
            method: "exact",
            iterations: found.steps,
            contact: None,
            exact: Some(Fractions {
                verdict: found.verdict,
                squared: found.squared.to_string(),
                point_a: text(point_a),
                point_b: text(point_b),
                depth_squared: None,
                translation: None,
            }),
        }
    }
}

fn text<const D: usize>(point: &[Rational; D]) -> Vec<String> {
    point.iter().map(Rational::to_string).collect()
}

/// The square of a finite number.
fn square(x: f64) -> Rational {
    Rational::try_from(x).map_or(Rational::ZERO, |x| &x * &x)
}

/// The nearest float to a root is on one side of it; its neighbour is on the other.
fn beside(root: f64, squared: &Rational) -> (f64, f64) {
    match square(root).order(squared) {
        std::cmp::Ordering::Equal => (root, root),
        std::cmp::Ordering::Less => (root, root.next_up()),
        std::cmp::Ordering::Greater => (root.next_down(), root),
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
