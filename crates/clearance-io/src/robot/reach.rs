//! How far points of a link can move when joints do: what proves clearance between samples.

use super::{Motion, Robot};

/// For every link and every joint that carries it, how far a point of the link moves, at most,
/// when the joint moves by one (radian, or unit of length).
///
/// A joint that turns moves a point by the angle times its distance from the axis, and that is no
/// more than the way from the joint to the link along the joints between, and the radius of the
/// link's body: whatever these joints do.
#[derive(Clone, Debug)]
pub struct Reach {
    /// For each link: the joints that carry it, from the root on, each with its factor.
    chains: Vec<Vec<(usize, f64)>>,
}

impl Robot {
    /// How far points of the links can move, for values of the sliding joints no larger than
    /// those given (for each joint of the robot, in their order).
    pub fn reach(&self, largest: &[f64]) -> Reach {
        let chains = (0..self.links.len()).map(|link| self.chain(link, largest)).collect();
        Reach { chains }
    }

    fn chain(&self, link: usize, largest: &[f64]) -> Vec<(usize, f64)> {
        let ball = self.links[link].body.as_ref().and_then(|body| body.bounding_ball());
        // From the frame that is being looked at to the furthest point of the body.
        let mut reach = ball.map_or(0.0, |ball| ball.centre.norm() + ball.radius);
        let (mut chain, mut at) = (Vec::new(), self.links[link].parent);
        while let Some(number) = at {
            let joint = &self.joints[number];
            let factor = match joint.motion {
                Motion::Fixed => 0.0,
                Motion::Prismatic => {
                    reach += largest.get(number).map_or(0.0, |value| value.abs());
                    1.0
                }
                Motion::Revolute | Motion::Continuous => reach,
            };
            chain.push((number, factor));
            reach += joint.origin.translation().norm();
            at = self.links[joint.parent].parent;
        }
        chain.reverse();
        chain
    }
}

impl Reach {
    /// How far a point of a link moves, at most, when the joints move by these steps.
    pub fn of_link(&self, link: usize, steps: &[f64]) -> f64 {
        self.chains[link].iter().map(|&(joint, factor)| factor * steps[joint].abs()).sum()
    }

    /// How much closer two links can come: what carries both moves them together.
    pub fn of_pair(&self, a: usize, b: usize, steps: &[f64]) -> f64 {
        let (a, b) = (&self.chains[a], &self.chains[b]);
        let common = a.iter().zip(b).take_while(|(x, y)| x.0 == y.0).count();
        let rest = a[common..].iter().chain(&b[common..]);
        rest.map(|&(joint, factor)| factor * steps[joint].abs()).sum()
    }
}
