//! What is wrong with a robot, and where.

use std::path::PathBuf;

use clearance::scene::SceneError;
use clearance::shape::ShapeError;

/// A robot, or something that belongs to it, is not as it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RobotError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The text is no XML, or not what is expected in it.
    #[error("{0}")]
    Xml(String),
    /// Something about a link.
    #[error("link \"{link}\": {problem}")]
    Link {
        /// The link.
        link: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Something about a joint.
    #[error("joint \"{joint}\": {problem}")]
    Joint {
        /// The joint.
        joint: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A mesh cannot be used.
    #[error("{}: {problem}", path.display())]
    Mesh {
        /// The file.
        path: PathBuf,
        /// Why not.
        problem: String,
    },
    /// The robot as a whole is not a tree of links.
    #[error("{0}")]
    Tree(String),
    /// A configuration does not fit the robot.
    #[error("{0}")]
    Configuration(String),
    /// Whoever watched did not want to wait any longer.
    #[error("stopped")]
    Stopped,
    /// The scene refuses something.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl RobotError {
    pub(crate) fn link(link: &str, problem: impl Into<String>) -> Self {
        Self::Link { link: link.into(), problem: problem.into() }
    }

    pub(crate) fn joint(joint: &str, problem: impl Into<String>) -> Self {
        Self::Joint { joint: joint.into(), problem: problem.into() }
    }

    pub(crate) fn shape(link: &str, error: ShapeError) -> Self {
        Self::link(link, error.to_string())
    }
}
