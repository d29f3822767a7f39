//! Queries: a question about two shapes and their poses.

use clearance::{Convex, Method, Pose};
use serde::Serialize;

use crate::dimension;
use crate::error::{FormatError, Problem};
use crate::fields::{Fields, Result, listed, number};
use crate::locate;
use crate::motion::{self, AnyMotion};
use crate::pose::pose;
use crate::shape::shape;
use crate::solid::{Room, Space};
use crate::value::Value;

/// A question about two shapes.
pub struct Query {
    /// What the result is to be called.
    pub id: Option<Id>,
    /// What is asked.
    pub question: Question,
    /// How close is close, where that is asked.
    pub margin: Option<f64>,
    /// The method, unless the library may choose.
    pub method: Option<Method>,
    /// Whether the answer is to be exact.
    pub exact: bool,
    /// How the shapes move, where that is asked.
    pub motion: Option<AnyMotion>,
    /// The shapes.
    pub pair: AnyPair,
}

/// What is asked about two shapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// How far apart they are.
    Distance,
    /// Whether they have a point in common.
    Intersects,
    /// Whether they come within the margin of each other.
    Within,
    /// How deep they overlap.
    Penetration,
    /// The distance, or minus the depth.
    SignedDistance,
    /// When they first touch.
    FirstContact,
    /// How close they come.
    ClosestApproach,
}

impl Question {
    /// All of them, with their names.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("distance", Self::Distance),
        ("intersects", Self::Intersects),
        ("within", Self::Within),
        ("penetration", Self::Penetration),
        ("signed_distance", Self::SignedDistance),
        ("first_contact", Self::FirstContact),
        ("closest_approach", Self::ClosestApproach),
    ];

    /// Its name in files.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }

    /// Whether it is about motion.
    pub fn is_about_motion(self) -> bool {
        matches!(self, Self::FirstContact | Self::ClosestApproach)
    }
}

/// The name of a query.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i128),
}

/// Two shapes of the plane or of space.
pub enum AnyPair {
    /// In the plane.
    Two(Pair<2>),
    /// In space.
    Three(Pair<3>),
}

/// Two shapes, each with its pose.
pub struct Pair<const D: usize> {
    /// The first shape.
    pub a: Box<dyn Convex<D>>,
    /// Where it is.
    pub pose_a: Pose<D>,
    /// The second shape.
    pub b: Box<dyn Convex<D>>,
    /// Where it is.
    pub pose_b: Pose<D>,
}

impl Query {
    /// Reads a query from JSON text.
    pub fn from_json(text: &str) -> Result<Self> {
        let (_, query) = Self::from_json_line(text);
        query.map_err(|error| locate::in_json(error, text))
    }

    /// Reads a query from one line of JSON: also its id, where that much can be read of a bad
    /// one. Errors know no line.
    pub fn from_json_line(text: &str) -> (Option<Id>, Result<Self>) {
        let value = match Value::from_json(text) {
            Ok(value) => value,
            Err(error) => return (None, Err(error)),
        };
        let id = value.get("id").and_then(|value| read_id(value).ok());
        (id, Self::from_value(&value))
    }

    /// Moves the shapes as a line of JSON says, `{"pose_a": POSE, "pose_b": POSE}`: a pose that is
    /// missing stays as it is. Errors know no line.
    pub fn move_to(&mut self, text: &str) -> Result<()> {
        let value = Value::from_json(text)?;
        let fields = Fields::new(&value, "poses, {\"pose_a\": POSE, \"pose_b\": POSE}")?;
        fields.only(&["pose_a", "pose_b"])?;
        match &mut self.pair {
            AnyPair::Two(pair) => pair.move_to(&fields),
            AnyPair::Three(pair) => pair.move_to(&fields),
        }
    }

    /// Reads a query from TOML text.
    pub fn from_toml(text: &str) -> Result<Self> {
        let value = Value::from_toml(text)?;
        Self::from_value(&value).map_err(|error| locate::in_toml(error, text))
    }

    /// Reads a query from a value. Errors know no line.
    pub fn from_value(value: &Value<'_>) -> Result<Self> {
        let fields = Fields::new(value, "a query, {\"a\": SHAPE, \"b\": SHAPE, ...}")?;
        fields.only(&[
            "id",
            "query",
            "dim",
            "a",
            "pose_a",
            "b",
            "pose_b",
            "method",
            "margin",
            "exact",
            "velocity_a",
            "velocity_b",
            "angular_velocity_a",
            "angular_velocity_b",
            "poses_a",
            "poses_b",
            "t_max",
        ])?;
        let id = fields.read_if("id", read_id)?;
        let question = fields.read_if("query", read_question)?.unwrap_or(Question::Distance);
        let margin = read_margin(&fields, question)?;
        let method = fields.read_if("method", read_method)?;
        let exact = fields.read_if("exact", read_exact)?.unwrap_or(false);
        let dimension = match fields.read_if("dim", read_dimension)? {
            Some(dimension) => dimension,
            None => dimension::seen(
                ["a", "b", "pose_a", "pose_b", "velocity_a", "velocity_b", "poses_a", "poses_b"]
                    .into_iter()
                    .filter_map(|name| fields.get(name)),
            ),
        };
        let pair = match dimension {
            2 => AnyPair::Two(read_pair(&fields)?),
            _ => AnyPair::Three(read_pair(&fields)?),
        };
        let motion = motion::read(&fields, question, &pair)?;
        Ok(Self { id, question, margin, method, exact, motion, pair })
    }
}

impl<const D: usize> Pair<D> {
    fn move_to(&mut self, fields: &Fields<'_, '_>) -> Result<()>
    where
        Space: Room<D>,
    {
        if let Some(pose_a) = fields.read_if("pose_a", pose)? {
            self.pose_a = pose_a;
        }
        if let Some(pose_b) = fields.read_if("pose_b", pose)? {
            self.pose_b = pose_b;
        }
        Ok(())
    }
}

fn read_pair<const D: usize>(fields: &Fields<'_, '_>) -> Result<Pair<D>>
where
    Space: Room<D>,
{
    Ok(Pair {
        a: fields.read("a", "a shape", shape)?,
        pose_a: fields.read_if("pose_a", pose)?.unwrap_or(Pose::IDENTITY),
        b: fields.read("b", "a shape", shape)?,
        pose_b: fields.read_if("pose_b", pose)?.unwrap_or(Pose::IDENTITY),
    })
}

fn read_id(value: &Value<'_>) -> Result<Id> {
    match value {
        Value::Text(text) => Ok(Id::Text(text.clone().into_owned())),
        Value::Integer(i) => Ok(Id::Integer(*i)),
        other => Err(FormatError::expected("a string or a 64-bit integer", other.describe())),
    }
}

fn read_question(value: &Value<'_>) -> Result<Question> {
    let found = Question::NAMES
        .into_iter()
        .find(|(name, _)| matches!(value, Value::Text(text) if text == name));
    found.map(|(_, question)| question).ok_or_else(|| {
        let names: Vec<String> =
            Question::NAMES.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        FormatError::expected(listed(&names), value.describe())
    })
}

fn read_margin(fields: &Fields<'_, '_>, question: Question) -> Result<Option<f64>> {
    let margin = fields.read_if("margin", |value| match number(value)? {
        // Less than nothing is a question of depth.
        margin if margin >= 0.0 || question == Question::Within => Ok(margin),
        _ => {
            let expected = "a number that is zero or more (less is for the query \"within\")";
            Err(FormatError::expected(expected, value.describe()))
        }
    })?;
    match (question, margin) {
        (Question::Within, None) => {
            let expected = "a number (the query is \"within\")".into();
            Err(FormatError::new(Problem::Missing { expected }).at("margin"))
        }
        (Question::Intersects, Some(_)) => {
            let expected = "no margin for the query \"intersects\" (ask \"within\")";
            Err(FormatError::expected(expected, "one").at("margin"))
        }
        _ => Ok(margin),
    }
}

fn read_method(value: &Value<'_>) -> Result<Method> {
    let named = match value {
        Value::Text(text) => Method::named(text),
        _ => None,
    };
    named.ok_or_else(|| {
        let names: Vec<String> =
            Method::ALL.iter().map(|method| format!("\"{}\"", method.name())).collect();
        FormatError::expected(format!("one of {}", names.join(", ")), value.describe())
    })
}

fn read_exact(value: &Value<'_>) -> Result<bool> {
    match value {
        Value::Bool(exact) => Ok(*exact),
        other => Err(FormatError::expected("true or false", other.describe())),
    }
}

fn read_dimension(value: &Value<'_>) -> Result<usize> {
    match value {
        Value::Integer(2) => Ok(2),
        Value::Integer(3) => Ok(3),
        other => Err(FormatError::expected("2 or 3", other.describe())),
    }
}
