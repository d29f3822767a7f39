//! Which links of a robot need not be compared, found out from the robot itself.

use clearance::scene::{BodyId, Scene};

use super::{Robot, RobotError};

/// Two links that need not be compared, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Allowed {
    /// The links, by number.
    pub links: [usize; 2],
    /// Why.
    pub reason: Reason,
}

/// Why two links need not be compared.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A joint connects them, directly or by way of links without geometry.
    Adjacent,
    /// They met in every configuration that was tried.
    Always,
    /// They met in no configuration that was tried: likely, and not proved.
    Never,
    /// A file says so.
    Given(String),
}

impl Reason {
    /// In a word.
    pub fn name(&self) -> &str {
        match self {
            Self::Adjacent => "adjacent",
            Self::Always => "always",
            Self::Never => "never",
            Self::Given(reason) => reason,
        }
    }
}

/// Which pairs of links are left out if no file says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Derive {
    /// None.
    None,
    /// Those that a joint connects.
    #[default]
    Adjacent,
    /// Those, and the ones that meet in every sampled configuration.
    Always,
    /// Those, and the ones that meet in no sampled configuration: a guess.
    Never,
}

impl Derive {
    /// All of them, with their words in files.
    pub const ALL: [(&str, Self); 4] = [
        ("adjacent", Self::Adjacent),
        ("always", Self::Always),
        ("never", Self::Never),
        ("none", Self::None),
    ];

    /// The one of this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, derive)| *derive)
    }
}

impl Robot {
    /// The pairs of links to leave out, found by looking at so many configurations where that is
    /// needed.
    pub fn allowed(&self, derive: Derive, samples: usize) -> Result<Vec<Allowed>, RobotError> {
        Ok(match derive {
            Derive::None => Vec::new(),
            Derive::Adjacent => self.adjacent(),
            Derive::Never => self.derive_allowed(samples, 1)?,
            Derive::Always => {
                let mut pairs = self.derive_allowed(samples, 1)?;
                pairs.retain(|pair| pair.reason != Reason::Never);
                pairs
            }
        })
    }

    /// The pairs of links that a joint connects, directly or by way of links without geometry.
    pub fn adjacent(&self) -> Vec<Allowed> {
        let with_body = |link: usize| self.links[link].body.is_some();
        let mut pairs = Vec::new();
        for link in (0..self.links.len()).filter(|&link| with_body(link)) {
            let mut at = link;
            while let Some(joint) = self.links[at].parent {
                at = self.joints[joint].parent;
                if with_body(at) {
                    pairs.push(Allowed { links: [at, link], reason: Reason::Adjacent });
                    break;
                }
            }
        }
        pairs
    }

    /// Adjacent pairs, and those that meet always or never in so many configurations, drawn
    /// evenly between the limits (a turn either way where there are none). The same seed draws the
    /// same.
    ///
    /// What is never seen to meet may meet all the same: leave such pairs out only if you know
    /// the robot, or do not mind.
    pub fn derive_allowed(&self, samples: usize, seed: u64) -> Result<Vec<Allowed>, RobotError> {
        let mut allowed = self.adjacent();
        // Who has looked at none has not seen anything always, or never.
        if samples == 0 {
            return Ok(allowed);
        }
        let mut scene = Scene::new();
        let mut ids: Vec<Option<BodyId>> = Vec::new();
        for (link, pose) in self.links.iter().zip(self.forward(&self.rest())?) {
            let body = link.body.clone();
            ids.push(body.map(|body| scene.add(body, pose)).transpose()?);
        }
        let known = |a: usize, b: usize, allowed: &[Allowed]| {
            allowed.iter().any(|pair| pair.links == [a, b] || pair.links == [b, a])
        };
        let mut counts = Vec::new();
        for a in 0..ids.len() {
            for b in a + 1..ids.len() {
                if let (Some(first), Some(second)) = (ids[a], ids[b])
                    && !known(a, b, &allowed)
                {
                    counts.push(([a, b], [first, second], 0));
                }
            }
        }
        let mut random = seed;
        for _ in 0..samples {
            let configuration = self.draw(&mut random);
            for (id, pose) in ids.iter().zip(self.forward(&configuration)?) {
                if let Some(id) = id {
                    scene.move_to(*id, pose)?;
                }
            }
            for (_, [a, b], met) in &mut counts {
                if scene.distance(*a, *b)?.distance() == 0.0 {
                    *met += 1;
                }
            }
        }
        for (links, _, met) in counts {
            if met == samples {
                allowed.push(Allowed { links, reason: Reason::Always });
            } else if met == 0 {
                allowed.push(Allowed { links, reason: Reason::Never });
            }
        }
        Ok(allowed)
    }

    fn draw(&self, random: &mut u64) -> Vec<f64> {
        let value = |&joint: &usize| {
            let [low, high] = self.joints[joint].limits;
            let turn = std::f64::consts::PI;
            let low = if low.is_finite() { low } else { -turn };
            let high = if high.is_finite() { high } else { turn };
            low + (high - low) * uniform(random)
        };
        self.variables.iter().map(value).collect()
    }
}

/// A number from 0 to 1, by the generator SplitMix64.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) as f64 / u64::MAX as f64
}
