//! How shapes move: velocities, or lists of poses with their times.

use clearance::{Motion, Pose, Vector};

use crate::error::{FormatError, Problem};
use crate::fields::{Fields, Result, list, number, vector};
use crate::outcome::blame;
use crate::pose::pose;
use crate::query::{AnyPair, Pair, Question};
use crate::solid::{Room, Space};
use crate::value::Value;

/// The motions of two shapes, in the plane or in space.
pub enum AnyMotion {
    /// In the plane.
    Two(Motions<2>),
    /// In space.
    Three(Motions<3>),
}

/// The motions of two shapes.
pub struct Motions<const D: usize> {
    /// That of A.
    pub a: Motion<D>,
    /// That of B.
    pub b: Motion<D>,
    /// The end of the time that is asked about.
    pub t_max: f64,
}

const FIELDS: [&str; 7] = [
    "t_max",
    "velocity_a",
    "velocity_b",
    "angular_velocity_a",
    "angular_velocity_b",
    "poses_a",
    "poses_b",
];

/// The motions, if the question is about motion; otherwise there may be no field about one.
pub(crate) fn read(
    fields: &Fields<'_, '_>,
    question: Question,
    pair: &AnyPair,
) -> Result<Option<AnyMotion>> {
    if !question.is_about_motion() {
        let Some(name) = FIELDS.into_iter().find(|name| fields.has(name)) else { return Ok(None) };
        let expected = "no motion, or the query \"first_contact\" or \"closest_approach\"";
        return Err(FormatError::expected(expected, "one").at(name));
    }
    Ok(Some(match pair {
        AnyPair::Two(pair) => AnyMotion::Two(motions(fields, pair)?),
        AnyPair::Three(pair) => AnyMotion::Three(motions(fields, pair)?),
    }))
}

fn motions<const D: usize>(fields: &Fields<'_, '_>, pair: &Pair<D>) -> Result<Motions<D>>
where
    Space: Room<D>,
{
    const TIME: &str = "a positive number";
    let t_max = fields.read("t_max", TIME, |value| match number(value)? {
        t_max if t_max > 0.0 => Ok(t_max),
        _ => Err(FormatError::expected(TIME, value.describe())),
    })?;
    let a = ["velocity_a", "angular_velocity_a", "poses_a", "pose_a"];
    let b = ["velocity_b", "angular_velocity_b", "poses_b", "pose_b"];
    Ok(Motions { a: motion(fields, a, pair.pose_a)?, b: motion(fields, b, pair.pose_b)?, t_max })
}

fn motion<const D: usize>(
    fields: &Fields<'_, '_>,
    [velocity, angular, poses, pose_name]: [&'static str; 4],
    start: Pose<D>,
) -> Result<Motion<D>>
where
    Space: Room<D>,
{
    if fields.has(poses) {
        if let Some(name) = [velocity, angular, pose_name].into_iter().find(|n| fields.has(n)) {
            let expected = format!("{poses} or {name}");
            let problem = Problem::Expected { expected: expected.into(), found: "both".into() };
            return Err(FormatError::new(problem).at(name));
        }
        return fields.read(poses, "a list of poses", |value| {
            let poses = list(value, "a list of poses, each with a time", timed_pose)?;
            Motion::through(poses).map_err(blame)
        });
    }
    let velocity = fields.read_if(velocity, vector)?.unwrap_or(Vector::ZERO);
    let spin = fields.read_if(angular, spin::<D>)?.unwrap_or(Vector::ZERO);
    Motion::steady(start, velocity, spin).map_err(blame)
}

/// A number in the plane, three in space.
fn spin<const D: usize>(value: &Value<'_>) -> Result<Vector<3>> {
    if D == 2 { Ok(Vector([0.0, 0.0, number(value)?])) } else { vector(value) }
}

/// `{"time": t}` and the fields of a pose.
fn timed_pose<const D: usize>(value: &Value<'_>) -> Result<(f64, Pose<D>)>
where
    Space: Room<D>,
{
    let fields = Fields::new(value, "a pose with a time, {\"time\": 1, \"translation\": [..]}")?;
    let time = fields.number("time")?;
    let Value::Table(entries) = value else { return Ok((time, Pose::IDENTITY)) };
    let rest = entries.iter().filter(|(name, _)| name != "time").cloned().collect();
    Ok((time, pose(&Value::Table(rest))?))
}
