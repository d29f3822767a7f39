//! Cells: robots and obstacles in one scene, from a file.
//!
//! ```
//! use clearance_io::cell::Cell;
//! let mut cell = Cell::from_toml(
//!     r#"
//!     margin = 0.05
//!     [[body]]
//!     name = "table"
//!     shape = { type = "box", half_extents = [1, 1, 0.1] }
//!     [[body]]
//!     name = "ball"
//!     shape = { type = "ball", radius = 0.2 }
//!     pose = { translation = [0, 0, 0.5] }
//!     moves = true
//!     "#,
//!     std::path::Path::new("."),
//! )?;
//! let nearest = cell.scene.nearest_pair()?.expect("two bodies are a pair");
//! assert_eq!(nearest.bodies.map(|id| cell.name(id).to_owned()), ["table", "ball"]);
//! assert!((nearest.distance() - 0.2).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod path;
mod read;
mod trajectory;

use std::collections::HashMap;
use std::sync::Arc;

use clearance::Pose;
use clearance::scene::{Body, BodyId, Groups, Scene};

pub use path::{Least, PathOptions, PathReport, PathSample};
pub use trajectory::Trajectory;

use crate::robot::{Allowed, Robot, RobotError};

/// The group of bodies that never move: they are not compared with each other.
const FIXED: u32 = 2;

/// Robots and other bodies in one scene, by name.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The scene.
    pub scene: Scene<3>,
    /// How far apart everything should stay.
    pub margin: f64,
    names: HashMap<BodyId, String>,
    robots: Vec<PlacedRobot>,
}

/// A robot in its place.
#[derive(Clone, Debug)]
pub struct PlacedRobot {
    /// Its name.
    pub name: String,
    /// The robot.
    pub robot: Robot,
    /// Where its root is.
    pub base: Pose<3>,
    /// The values of its variables.
    pub configuration: Vec<f64>,
    /// The body of each link; `None` for links without geometry.
    pub bodies: Vec<Option<BodyId>>,
}

impl Cell {
    /// An empty cell.
    pub fn new() -> Self {
        Self::default()
    }

    /// The name of a body; empty if it has none.
    pub fn name(&self, id: BodyId) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    /// The body of this name.
    pub fn find(&self, name: &str) -> Option<BodyId> {
        self.scene.bodies().find(|&id| self.name(id) == name)
    }

    /// The robots.
    pub fn robots(&self) -> &[PlacedRobot] {
        &self.robots
    }

    /// Adds a body that never moves: it is not compared with others of that kind.
    pub fn add_fixed(
        &mut self,
        name: impl Into<String>,
        body: impl Into<Arc<Body<3>>>,
        pose: Pose<3>,
    ) -> Result<BodyId, RobotError> {
        let id = self.add(name, body, pose)?;
        self.scene.set_groups(id, Groups::apart(FIXED))?;
        Ok(id)
    }

    /// Adds a body that is compared with all others.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        body: impl Into<Arc<Body<3>>>,
        pose: Pose<3>,
    ) -> Result<BodyId, RobotError> {
        let id = self.scene.add(body, pose)?;
        self.names.insert(id, name.into());
        Ok(id)
    }

    /// Adds a robot, some of whose links need not be compared; its number.
    pub fn add_robot(
        &mut self,
        name: impl Into<String>,
        robot: Robot,
        base: Pose<3>,
        allowed: &[Allowed],
    ) -> Result<usize, RobotError> {
        let name = name.into();
        let configuration = robot.rest();
        let poses = robot.forward(&configuration)?;
        let mut bodies = Vec::with_capacity(poses.len());
        for (link, pose) in robot.links().iter().zip(poses) {
            let id = match &link.body {
                None => None,
                Some(body) => {
                    let named = format!("{name}/{}", link.name);
                    Some(self.add(named, body.clone(), base.compose(&pose))?)
                }
            };
            bodies.push(id);
        }
        for Allowed { links: [a, b], .. } in allowed {
            if let (Some(a), Some(b)) = (bodies[*a], bodies[*b])
                && a != b
            {
                self.scene.allow(a, b)?;
            }
        }
        self.robots.push(PlacedRobot { name, robot, base, configuration, bodies });
        Ok(self.robots.len() - 1)
    }

    /// Moves a robot to a configuration.
    pub fn configure(&mut self, robot: usize, configuration: &[f64]) -> Result<(), RobotError> {
        let Some(placed) = self.robots.get_mut(robot) else {
            return Err(RobotError::Configuration(format!("there is no robot {robot}")));
        };
        let poses = placed.robot.forward(configuration)?;
        placed.configuration = configuration.to_vec();
        for (id, pose) in placed.bodies.iter().zip(poses) {
            if let Some(id) = id {
                self.scene.move_to(*id, placed.base.compose(&pose))?;
            }
        }
        Ok(())
    }

    /// Lets the bodies of two names collide; the name of a robot stands for all its links.
    pub fn allow(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        let bodies = |name: &str| {
            let prefix = format!("{name}/");
            let named = |id: &BodyId| self.name(*id) == name || self.name(*id).starts_with(&prefix);
            let found: Vec<BodyId> = self.scene.bodies().filter(named).collect();
            let missing = || RobotError::Configuration(format!("there is no body \"{name}\""));
            if found.is_empty() { Err(missing()) } else { Ok(found) }
        };
        let (first, second) = (bodies(a)?, bodies(b)?);
        for &a in &first {
            for &b in second.iter().filter(|&&b| b != a) {
                self.scene.allow(a, b)?;
            }
        }
        Ok(())
    }
}
