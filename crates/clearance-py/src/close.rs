//! The clearance of a robot in its configurations.

use std::collections::HashMap;
use std::sync::Mutex;

use clearance::QueryError;
use clearance::scene::{BodyId, Contact, Nearest, Scene, SceneError};
use clearance_io::cell::Cell;
use clearance_io::robot::RobotError;

use crate::batch::Trouble;
use crate::row::{Writer, write_nearest, write_nothing, write_signed};

/// Moves robots; the numbers for each stand one after the other.
pub fn configure(cell: &mut Cell, robots: &[usize], mut values: &[f64]) -> Result<(), RobotError> {
    for &robot in robots {
        let width = cell.robots()[robot].robot.variables().len();
        let (own, rest) = values.split_at(width);
        cell.configure(robot, own)?;
        values = rest;
    }
    Ok(())
}

/// How overlaps count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// As no distance.
    None,
    /// By their depth.
    Signed,
}

/// What is closest.
pub enum Close {
    /// Two bodies.
    Pair(Nearest<3>),
    /// Two parts that overlap.
    Contact(Contact<3>),
}

/// The closest pair, or the deepest.
fn closest(scene: &mut Scene<3>, depth: Depth) -> Result<Option<Close>, SceneError> {
    let Some(found) = scene.nearest_pair()? else { return Ok(None) };
    if depth == Depth::Signed && found.distance() == 0.0 {
        let least = |contact: &Contact<3>| contact.signed.distance();
        let contacts = scene.contacts(0.0)?.into_iter();
        let deepest = contacts.min_by(|a, b| least(a).total_cmp(&least(b)));
        return Ok(Some(deepest.map_or(Close::Pair(found), Close::Contact)));
    }
    Ok(Some(Close::Pair(found)))
}

/// The same in a configuration.
pub fn closest_at(
    cell: &mut Cell,
    (robots, values): (&[usize], &[f64]),
    depth: Depth,
) -> Result<Option<Close>, RobotError> {
    configure(cell, robots, values)?;
    // What was found before would change the last bits, and which of equals is found: answers would
    // depend on who worked on which.
    cell.scene.forget();
    Ok(closest(&mut cell.scene, depth)?)
}

/// Writes the row of one configuration.
pub fn write(found: Option<Close>, places: &HashMap<BodyId, u32>, row: &mut Writer<'_>) {
    let bodies = match found {
        Some(Close::Pair(found)) => {
            write_nearest(row, &found.answer, found.lower);
            Some(found.bodies)
        }
        Some(Close::Contact(found)) => {
            write_signed(row, &found.signed);
            Some(found.bodies)
        }
        None => {
            write_nothing::<3>(row);
            None
        }
    };
    let place = |k: usize| {
        let id = bodies.map(|bodies| bodies[k]);
        id.and_then(|id| places.get(&id)).copied().unwrap_or(u32::MAX).to_ne_bytes()
    };
    let ([a, b, c, d], [e, f, g, h]) = (place(0), place(1));
    row.small([a, b, c, d, e, f, g, h]);
    row.ending(&[]);
}

/// Keeps the failure of the first configuration, in its own words.
#[cold]
pub fn keep(first: &Mutex<Option<(usize, RobotError)>>, i: usize, error: RobotError) -> Trouble {
    let trouble = Trouble::Refused(match &error {
        RobotError::Scene(SceneError::Pair { error, .. }) => *error,
        _ => QueryError::BadArgument("the robot cannot be there"),
    });
    if let Ok(mut first) = first.lock()
        && first.as_ref().is_none_or(|(other, _)| i < *other)
    {
        *first = Some((i, error));
    }
    trouble
}
