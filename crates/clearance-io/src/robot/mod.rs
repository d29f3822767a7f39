//! Robots: links with convex parts, joints between them, and where it all is in a configuration.
//!
//! ```
//! use clearance_io::robot::{Files, Options, Robot};
//! let robot = Robot::from_urdf(
//!     r#"<robot name="arm">
//!          <link name="base"/>
//!          <link name="rod"><collision><origin xyz="0 0 0.5"/>
//!            <geometry><cylinder radius="0.1" length="1"/></geometry></collision></link>
//!          <joint name="tilt" type="revolute"><parent link="base"/><child link="rod"/>
//!            <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
//!        </robot>"#,
//!     &Files::default(),
//!     &Options::default(),
//! )?;
//! assert_eq!(robot.variables().collect::<Vec<_>>(), ["tilt"]);
//! let poses = robot.forward(&[0.5])?;
//! assert_eq!(poses.len(), 2);
//! # Ok::<(), clearance_io::robot::RobotError>(())
//! ```

mod allowed;
mod decompose;
mod error;
mod fit;
mod kinematics;
mod mesh;
mod reach;
mod srdf;
mod urdf;
mod xml;

use std::sync::Arc;

use clearance::scene::Body;
use clearance::{Pose, Vector};

pub use allowed::{Allowed, Derive, Reason};
pub use error::RobotError;
pub use mesh::{Approximation, Files, Mesh, Solid};
pub use reach::Reach;
pub use srdf::read_srdf;

/// A tree of links and joints.
#[derive(Clone, Debug)]
pub struct Robot {
    /// Its name.
    pub name: String,
    links: Vec<Link>,
    joints: Vec<Joint>,
    /// The joints in an order in which each comes after those that carry it.
    order: Vec<usize>,
    /// The link that nothing carries.
    root: usize,
    /// The joints that a configuration has numbers for.
    variables: Vec<usize>,
}

/// A rigid part of a robot.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// Its collision geometry, in the link's frame; `None` if it has none.
    pub body: Option<Arc<Body<3>>>,
    /// For each mesh in it: the file, and how far its parts are from it, if that was asked for.
    pub meshes: Vec<(String, Option<Approximation>)>,
    /// The joint that carries it; `None` for the root.
    parent: Option<usize>,
}

/// How a joint moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// Not at all.
    Fixed,
    /// It turns, within limits.
    Revolute,
    /// It turns, without limits.
    Continuous,
    /// It slides, within limits.
    Prismatic,
}

/// What connects two links.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// How it moves.
    pub motion: Motion,
    /// The link that carries it, by number.
    pub parent: usize,
    /// The link that it carries, by number.
    pub child: usize,
    /// The frame of the joint in the parent's.
    pub origin: Pose<3>,
    /// The unit vector about which it turns or along which it slides, in the joint's frame.
    pub axis: Vector<3>,
    /// The least and the largest value; infinite if there is no limit.
    pub limits: [f64; 2],
    /// If its value follows another joint's: which, the factor and the offset.
    pub mimic: Option<(usize, f64, f64)>,
}

/// How a robot is read.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What meshes become.
    pub solid: Solid,
    /// Whether to measure how far the convex parts are from their meshes; takes time.
    pub measure: bool,
}

impl Options {
    /// Meshes become this.
    #[must_use]
    pub fn with_solid(self, solid: Solid) -> Self {
        Self { solid, ..self }
    }

    /// With the error of each approximation.
    #[must_use]
    pub fn measured(self) -> Self {
        Self { measure: true, ..self }
    }
}

impl Robot {
    /// The links.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The joints.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The link that nothing carries, by number.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The number of the link of this name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The names of the joints that a configuration has numbers for, in their order.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = &str> {
        self.variables.iter().map(|&joint| self.joints[joint].name.as_str())
    }

    /// The joint that carries a link, by number; `None` for the root.
    pub fn carrier(&self, link: usize) -> Option<usize> {
        self.links.get(link)?.parent
    }
}
