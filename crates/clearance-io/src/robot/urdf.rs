//! URDF files.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use clearance::scene::Body;
use clearance::shape::{Ball, Capsule, Cuboid, Cylinder, ShapeError};
use clearance::{Convex, Pose, Rotation, Vector};
use urdf_rs::{Geometry, JointType};

use super::{Files, Joint, Link, Mesh, Motion, Options, Robot, RobotError, xml};

impl Robot {
    /// Reads a URDF file; meshes are looked for beside it.
    pub fn load(path: &Path, options: &Options) -> Result<Self, RobotError> {
        Self::load_with(path, &Files::beside(path), options)
    }

    /// Reads a URDF file; meshes are looked for where `files` says.
    pub fn load_with(path: &Path, files: &Files, options: &Options) -> Result<Self, RobotError> {
        let fail = |error| RobotError::File { path: path.to_path_buf(), error };
        let bytes = std::fs::read(path).map_err(fail)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| RobotError::Xml(format!("{}: the file is not text", path.display())))?;
        Self::from_urdf(&text, files, options).map_err(|error| match error {
            RobotError::Xml(problem) => RobotError::Xml(format!("{}: {problem}", path.display())),
            error => error,
        })
    }

    /// Reads URDF text.
    pub fn from_urdf(text: &str, files: &Files, options: &Options) -> Result<Self, RobotError> {
        xml::parse(text, "robot")?;
        // The reader is not ours: whatever it does with garbage is an error and no more.
        let read = || urdf_rs::read_from_string(text);
        let urdf = std::panic::catch_unwind(read)
            .map_err(|_| RobotError::Xml("the file cannot be read as URDF".into()))?
            .map_err(|error| RobotError::Xml(format!("not valid URDF: {error}")))?;
        let mut links = Vec::with_capacity(urdf.links.len());
        let mut numbers = HashMap::new();
        for link in &urdf.links {
            if numbers.insert(link.name.clone(), links.len()).is_some() {
                return Err(RobotError::link(&link.name, "there are two links of this name"));
            }
            links.push(read_link(link, files, options)?);
        }
        let mut names = HashMap::new();
        for (number, joint) in urdf.joints.iter().enumerate() {
            if names.insert(joint.name.as_str(), number).is_some() {
                return Err(RobotError::joint(&joint.name, "there are two joints of this name"));
            }
        }
        let mut joints = Vec::with_capacity(urdf.joints.len());
        for joint in &urdf.joints {
            joints.push(read_joint(joint, &numbers, &names)?);
        }
        Self::assemble(urdf.name, links, joints)
    }
}

fn read_link(link: &urdf_rs::Link, files: &Files, options: &Options) -> Result<Link, RobotError> {
    let (mut parts, mut meshes) = (Vec::new(), Vec::new());
    for collision in &link.collision {
        let pose = read_pose(&collision.origin).map_err(|p| RobotError::link(&link.name, p))?;
        let shapes = read_geometry(&link.name, &collision.geometry, files, options, &mut meshes)?;
        parts.extend(shapes.into_iter().map(|shape| (shape, pose)));
    }
    let body = if parts.is_empty() {
        None
    } else {
        let body = Body::from_parts(parts);
        Some(Arc::new(body.map_err(|error| RobotError::link(&link.name, error.to_string()))?))
    };
    Ok(Link { name: link.name.clone(), body, meshes, parent: None })
}

type Shapes = Vec<Arc<dyn Convex<3>>>;

fn read_geometry(
    link: &str,
    geometry: &Geometry,
    files: &Files,
    options: &Options,
    meshes: &mut Vec<(String, Option<super::Approximation>)>,
) -> Result<Shapes, RobotError> {
    fn one<S: Convex<3> + 'static>(
        link: &str,
        shape: Result<S, ShapeError>,
    ) -> Result<Shapes, RobotError> {
        let shape = shape.map_err(|error| RobotError::shape(link, error))?;
        Ok(vec![Arc::new(shape) as Arc<dyn Convex<3>>])
    }
    match geometry {
        Geometry::Box { size } => one(link, Cuboid::new(Vector(size.0) * 0.5)),
        Geometry::Cylinder { radius, length } => one(link, Cylinder::new(0.5 * length, *radius)),
        Geometry::Sphere { radius } => one(link, Ball::new(*radius)),
        Geometry::Capsule { radius, length } => {
            let half = Vector([0.0, 0.0, 0.5 * length]);
            one(link, Capsule::new(-half, half, *radius))
        }
        Geometry::Mesh { filename, scale } => {
            let scale = scale.map_or(Vector([1.0; 3]), |scale| Vector(scale.0));
            if !scale.is_finite() || (0..3).any(|i| scale[i] == 0.0) {
                let problem = format!(
                    "the scale of a mesh is finite and not zero, not {} {} {}",
                    scale[0], scale[1], scale[2]
                );
                return Err(RobotError::link(link, problem));
            }
            let path = files.find(filename)?;
            let mesh = Mesh::load(&path)?.scaled(scale);
            let blame = |problem| RobotError::Mesh { path: path.clone(), problem };
            let parts = mesh.parts(options.solid).map_err(blame)?;
            let error = options.measure.then(|| mesh.approximation(&parts));
            meshes.push((filename.clone(), error));
            Ok(parts)
        }
    }
}

fn read_pose(pose: &urdf_rs::Pose) -> Result<Pose<3>, String> {
    let [roll, pitch, yaw] = pose.rpy.0;
    Rotation::from_rpy(roll, pitch, yaw)
        .and_then(|rotation| Pose::new(rotation, pose.xyz.0))
        .map_err(|error| format!("its origin: {error}"))
}

fn read_joint(
    joint: &urdf_rs::Joint,
    links: &HashMap<String, usize>,
    names: &HashMap<&str, usize>,
) -> Result<Joint, RobotError> {
    let blame = |problem: String| RobotError::joint(&joint.name, problem);
    let link = |name: &str| {
        links.get(name).copied().ok_or_else(|| blame(format!("there is no link \"{name}\"")))
    };
    let motion = match joint.joint_type {
        JointType::Fixed => Motion::Fixed,
        JointType::Revolute => Motion::Revolute,
        JointType::Continuous => Motion::Continuous,
        JointType::Prismatic => Motion::Prismatic,
        _ => {
            let kinds = "expected a revolute, continuous, prismatic or fixed joint";
            return Err(blame(format!("{kinds}, found {:?}", joint.joint_type)));
        }
    };
    let axis = Vector(joint.axis.xyz.0);
    let axis = match axis.normalized() {
        Some(axis) => axis,
        None if motion == Motion::Fixed => Vector::axis(0),
        None => return Err(blame("its axis has length zero, or is not finite".into())),
    };
    let limits = match motion {
        Motion::Revolute | Motion::Prismatic => [joint.limit.lower, joint.limit.upper],
        _ => [f64::NEG_INFINITY, f64::INFINITY],
    };
    if !(limits[0] <= limits[1]) {
        return Err(blame(format!("its limits, {} and {}, leave nothing", limits[0], limits[1])));
    }
    let mimic = match &joint.mimic {
        None => None,
        Some(mimic) => {
            let other = names.get(mimic.joint.as_str()).copied();
            let other = other.ok_or_else(|| {
                blame(format!("it mimics \"{}\", and there is no such joint", mimic.joint))
            })?;
            let (factor, offset) = (mimic.multiplier.unwrap_or(1.0), mimic.offset.unwrap_or(0.0));
            if !(factor.is_finite() && offset.is_finite()) {
                return Err(blame("a number of its mimic is not finite".into()));
            }
            Some((other, factor, offset))
        }
    };
    Ok(Joint {
        name: joint.name.clone(),
        motion,
        parent: link(&joint.parent.link)?,
        child: link(&joint.child.link)?,
        origin: read_pose(&joint.origin).map_err(blame)?,
        axis,
        limits,
        mimic,
    })
}
