//! Answers about depth and motion.

use clearance::{
    Answer, Approach, Cast, Effort, FirstContact, Flaw, Gradient, PoseGradient, Signed, Vector,
    Workspace, check, check_depth,
};
use serde::Serialize;

use crate::error::{FormatError, Problem};
use crate::fields::Result;
use crate::motion::{AnyMotion, Motions};
use crate::outcome::{Coordinates, Outcome, blame};
use crate::query::{AnyPair, Pair, Query, Question};

/// What a result says about depth or motion, besides the rest. What was not asked is not written.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Contact {
    /// How deep the shapes overlap; zero where they are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// Whether the bounds on the depth are as close as they should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global: Option<bool>,
    /// How the signed distance changes with A's pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gradient_a: Option<Slopes>,
    /// How the signed distance changes with B's pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gradient_b: Option<Slopes>,
    /// Whether the shapes touch on their way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<bool>,
    /// Whether that is certain; if not, they come within rounding of each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certain: Option<bool>,
    /// When they first touch or, where they do not, when they are closest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// They do not touch before this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_lower: Option<f64>,
    /// They have touched at this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_upper: Option<f64>,
}

/// The derivative by one pose.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Slopes {
    /// By the translation, in world axes.
    pub translation: Coordinates,
    /// By a small turn in the body's own axes; in the plane the last of the three.
    pub rotation: Coordinates,
    /// Whether both exist.
    pub valid: bool,
}

impl Query {
    /// Whether the question is about depth or motion.
    pub fn is_about_contact(&self) -> bool {
        match self.question {
            Question::Distance | Question::Intersects => false,
            Question::Within => self.margin.is_some_and(|margin| margin < 0.0),
            _ => true,
        }
    }

    pub(crate) fn answer_contact(&self) -> Result<Outcome> {
        match (&self.pair, &self.motion) {
            (AnyPair::Two(pair), Some(AnyMotion::Two(motions))) => self.cast(pair, motions),
            (AnyPair::Three(pair), Some(AnyMotion::Three(motions))) => self.cast(pair, motions),
            (AnyPair::Two(pair), _) => self.overlap(pair),
            (AnyPair::Three(pair), _) => self.overlap(pair),
        }
    }

    /// How far apart, or how deep.
    pub(crate) fn overlap<const D: usize>(&self, pair: &Pair<D>) -> Result<Outcome> {
        let (signed, gradient) = self.signed(pair)?;
        Ok(self.signed_outcome(&signed, gradient.as_ref()))
    }

    /// The signed distance, and how it changes if that is told.
    fn signed<const D: usize>(&self, pair: &Pair<D>) -> Result<(Signed<D>, Option<Gradient<D>>)> {
        let Pair { a, pose_a, b, pose_b } = pair;
        let mut workspace = Workspace::new();
        if self.question == Question::Within {
            let signed = workspace.signed_distance(&**a, pose_a, &**b, pose_b).map_err(blame)?;
            return Ok((signed, None));
        }
        let found = workspace.gradient(&**a, pose_a, &**b, pose_b).map_err(blame)?;
        Ok((found.signed, Some(found)))
    }

    /// What the checkers, which call no solver, say about the signed distance of this query.
    pub fn check_signed(&self) -> Result<std::result::Result<(), Flaw>> {
        match &self.pair {
            AnyPair::Two(pair) => self.checked(pair),
            AnyPair::Three(pair) => self.checked(pair),
        }
    }

    fn checked<const D: usize>(&self, pair: &Pair<D>) -> Result<std::result::Result<(), Flaw>> {
        let (signed, _) = self.signed(pair)?;
        let Pair { a, pose_a, b, pose_b } = pair;
        Ok(match signed {
            Signed::Apart(apart) => check(&Answer::Apart(apart), &**a, pose_a, &**b, pose_b),
            Signed::Overlap(depth) => check_depth(&depth, &**a, pose_a, &**b, pose_b),
        })
    }

    fn signed_outcome<const D: usize>(
        &self,
        signed: &Signed<D>,
        gradient: Option<&Gradient<D>>,
    ) -> Outcome {
        let valid = gradient.is_some_and(|found| found.rotation_valid);
        let slopes = |part: &PoseGradient<D>| Slopes {
            translation: part.translation.into(),
            rotation: part.rotation.into(),
            valid,
        };
        let contact = Contact {
            depth: Some(signed.depth().map_or(0.0, |depth| depth.depth)),
            global: Some(signed.is_global()),
            gradient_a: gradient.map(|found| slopes(&found.a)),
            gradient_b: gradient.map(|found| slopes(&found.b)),
            ..Contact::default()
        };
        let place = Placed {
            points: signed.points(),
            normal: signed.normal(),
            bounds: [signed.lower(), signed.upper()],
            distance: signed.distance(),
        };
        // The depth of shapes that are apart is zero, and their distance is not.
        self.told(place, Some(signed.effort()), contact)
    }

    fn cast<const D: usize>(&self, pair: &Pair<D>, motions: &Motions<D>) -> Result<Outcome> {
        let cast = Cast { method: self.method, ..Cast::new(motions.t_max) };
        let (a, b) = (&*pair.a, &*pair.b);
        if self.question == Question::ClosestApproach {
            let found = cast.closest_approach(a, &motions.a, b, &motions.b).map_err(blame)?;
            let contact = Contact { time: Some(found.time), ..Contact::default() };
            return Ok(self.told(Placed::closest(&found), None, contact));
        }
        Ok(match cast.first_contact(a, &motions.a, b, &motions.b).map_err(blame)? {
            FirstContact::Miss(found) => {
                let contact =
                    Contact { hit: Some(false), time: Some(found.time), ..Contact::default() };
                self.told(Placed::closest(&found), None, contact)
            }
            FirstContact::Hit(hit) => {
                let contact = Contact {
                    hit: Some(true),
                    certain: Some(hit.certain),
                    time: Some(hit.time),
                    time_lower: Some(hit.time_lower),
                    time_upper: Some(hit.time_upper),
                    ..Contact::default()
                };
                let place = Placed {
                    points: [hit.point; 2],
                    normal: hit.normal,
                    bounds: [0.0; 2],
                    distance: 0.0,
                };
                self.told(place, None, contact)
            }
        })
    }

    fn told<const D: usize>(
        &self,
        place: Placed<D>,
        effort: Option<&Effort>,
        contact: Contact,
    ) -> Outcome {
        let Placed { points: [point_a, point_b], normal, bounds: [lower, upper], distance } = place;
        Outcome {
            id: self.id.clone(),
            distance,
            point_a: point_a.into(),
            point_b: point_b.into(),
            normal: Some(normal.into()),
            lower,
            upper,
            intersects: distance <= 0.0,
            within: self.margin.map(|margin| distance <= margin),
            unique: None,
            // Nobody counts the steps of a motion.
            method: effort.map_or("advance", |effort| effort.method.name()),
            iterations: effort.map_or(0, |effort| effort.iterations),
            contact: Some(contact),
            exact: None,
        }
    }

    /// Refuses a question about motion where another is wanted.
    pub fn about_motion(&self) -> Result<&AnyMotion> {
        self.motion.as_ref().ok_or_else(|| {
            let expected = "\"first_contact\" or \"closest_approach\"".into();
            FormatError::new(Problem::Missing { expected }).at("query")
        })
    }
}

struct Placed<const D: usize> {
    points: [Vector<D>; 2],
    normal: Vector<D>,
    bounds: [f64; 2],
    distance: f64,
}

impl<const D: usize> Placed<D> {
    fn closest(found: &Approach<D>) -> Self {
        Self {
            points: found.points,
            normal: found.normal,
            bounds: [found.lower, found.upper],
            distance: found.distance,
        }
    }
}
