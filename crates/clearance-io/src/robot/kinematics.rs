//! Where the links are.

use clearance::{Pose, Rotation};

use super::{Joint, Link, Motion, Robot, RobotError};

impl Robot {
    /// Puts links and joints together, if they are a tree.
    pub(super) fn assemble(
        name: String,
        mut links: Vec<Link>,
        joints: Vec<Joint>,
    ) -> Result<Self, RobotError> {
        if links.is_empty() {
            return Err(RobotError::Tree("the robot has no links".into()));
        }
        for (number, joint) in joints.iter().enumerate() {
            if let Some(other) = links[joint.child].parent.replace(number) {
                let problem =
                    format!("both \"{}\" and \"{}\" carry it", joints[other].name, joint.name);
                return Err(RobotError::link(&links[joint.child].name, problem));
            }
        }
        let roots: Vec<usize> = (0..links.len()).filter(|&l| links[l].parent.is_none()).collect();
        let root = match roots[..] {
            [root] => root,
            [] => {
                let first = &links[joints[0].child].name;
                let problem = format!("the joints go round in a circle, through link \"{first}\"");
                return Err(RobotError::Tree(problem));
            }
            [a, b, ..] => {
                let (a, b) = (&links[a].name, &links[b].name);
                let problem = format!("no joint connects the links \"{a}\" and \"{b}\"");
                return Err(RobotError::Tree(problem));
            }
        };
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
        for (number, joint) in joints.iter().enumerate() {
            children[joint.parent].push(number);
        }
        let mut order = Vec::with_capacity(joints.len());
        let mut next = vec![root];
        while let Some(link) = next.pop() {
            for &joint in &children[link] {
                order.push(joint);
                next.push(joints[joint].child);
            }
        }
        let mut reached = vec![false; joints.len()];
        order.iter().for_each(|&joint| reached[joint] = true);
        if let Some(lost) = reached.iter().position(|reached| !reached) {
            let problem = "the joints go round in a circle through this one";
            return Err(RobotError::joint(&joints[lost].name, problem));
        }
        check_mimics(&joints)?;
        let moves = |j: &usize| joints[*j].motion != Motion::Fixed && joints[*j].mimic.is_none();
        let variables = (0..joints.len()).filter(moves).collect();
        Ok(Self { name, links, joints, order, root, variables })
    }

    /// The value of every joint in a configuration: one number for each of the
    /// [variables](Self::variables).
    pub fn joint_values(&self, configuration: &[f64]) -> Result<Vec<f64>, RobotError> {
        let wanted = self.variables.len();
        if configuration.len() != wanted {
            let problem = format!("expected {wanted} joint values, found {}", configuration.len());
            return Err(RobotError::Configuration(problem));
        }
        if let Some(at) = configuration.iter().position(|value| !value.is_finite()) {
            let name = &self.joints[self.variables[at]].name;
            return Err(RobotError::Configuration(format!(
                "the value of \"{name}\" is not finite"
            )));
        }
        let mut values = vec![0.0; self.joints.len()];
        for (&joint, &value) in self.variables.iter().zip(configuration) {
            values[joint] = value;
        }
        Ok((0..self.joints.len()).map(|number| self.followed(number, &values)).collect())
    }

    /// The value of a joint that may mimic another, which may mimic a third.
    fn followed(&self, number: usize, values: &[f64]) -> f64 {
        let (mut at, mut factor, mut offset) = (number, 1.0, 0.0);
        while let Some((other, by, plus)) = self.joints[at].mimic {
            (at, offset, factor) = (other, offset + factor * plus, factor * by);
        }
        factor * values[at] + offset
    }

    /// How much each joint moves when the variables move by so much.
    pub fn joint_steps(&self, steps: &[f64]) -> Result<Vec<f64>, RobotError> {
        let zero = self.joint_values(&vec![0.0; self.variables.len()])?;
        let moved = self.joint_values(steps)?;
        Ok(moved.iter().zip(&zero).map(|(to, from)| to - from).collect())
    }

    /// The first joint that is beyond its limits in a configuration, with its value.
    pub fn beyond_limits(
        &self,
        configuration: &[f64],
    ) -> Result<Option<(&Joint, f64)>, RobotError> {
        let values = self.joint_values(configuration)?;
        let beyond =
            |(joint, value): &(&Joint, f64)| *value < joint.limits[0] || *value > joint.limits[1];
        Ok(self.joints.iter().zip(values).filter(|(j, _)| j.motion != Motion::Fixed).find(beyond))
    }

    /// A configuration in the middle of the limits, or at zero where that is allowed.
    pub fn rest(&self) -> Vec<f64> {
        let value = |&joint: &usize| {
            let [low, high] = self.joints[joint].limits;
            if low <= 0.0 && 0.0 <= high { 0.0 } else { 0.5 * (low + high) }
        };
        self.variables.iter().map(value).collect()
    }

    /// Where every link is, in the root's frame.
    pub fn forward(&self, configuration: &[f64]) -> Result<Vec<Pose<3>>, RobotError> {
        let values = self.joint_values(configuration)?;
        let mut poses = vec![Pose::IDENTITY; self.links.len()];
        for &number in &self.order {
            let joint = &self.joints[number];
            poses[joint.child] = poses[joint.parent].compose(&joint.placed(values[number])?);
        }
        Ok(poses)
    }
}

impl Joint {
    /// Where the child's frame is in the parent's.
    pub fn placed(&self, value: f64) -> Result<Pose<3>, RobotError> {
        let blame = |error: clearance::PoseError| RobotError::joint(&self.name, error.to_string());
        let moved = match self.motion {
            Motion::Fixed => return Ok(self.origin),
            Motion::Prismatic => Pose::new(Rotation::IDENTITY, self.axis * value).map_err(blame)?,
            Motion::Revolute | Motion::Continuous => {
                Pose::rotated(Rotation::from_axis_angle(self.axis, value).map_err(blame)?)
            }
        };
        Ok(self.origin.compose(&moved))
    }
}

/// Joints that mimic each other in a circle have no value.
fn check_mimics(joints: &[Joint]) -> Result<(), RobotError> {
    let mut ends_well = vec![false; joints.len()];
    for (number, joint) in joints.iter().enumerate() {
        let (mut at, mut way) = (number, Vec::new());
        while let Some((other, ..)) = joints[at].mimic {
            if ends_well[at] {
                break;
            }
            way.push(at);
            at = other;
            if way.len() > joints.len() {
                return Err(RobotError::joint(&joint.name, "it mimics itself, in the end"));
            }
        }
        if joint.mimic.is_some() && joints[at].motion == Motion::Fixed {
            return Err(RobotError::joint(&joint.name, "it mimics a fixed joint"));
        }
        way.into_iter().for_each(|at| ends_well[at] = true);
    }
    Ok(())
}
