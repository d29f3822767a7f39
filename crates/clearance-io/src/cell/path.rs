//! The clearance along a trajectory, also between its samples.
//!
//! While the joints move by steps of their own, no point of a link moves further than the
//! [reach](crate::robot::Reach) of the joints that carry it allows. So what is proved in the
//! middle of a stretch of time holds for all of it, but for the reach of half the stretch; and
//! where that is not good enough, the stretch is halved. The stretch with the smallest bound comes
//! first: branch and bound over time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use clearance::scene::BodyId;

use super::{Cell, Trajectory};
use crate::robot::{Reach, RobotError};

/// What is asked about a path.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PathOptions {
    /// How far apart everything should stay. What touches or overlaps violates any margin, zero
    /// included.
    pub margin: f64,
    /// The least clearance is to be known this well, in units of length.
    pub tolerance: f64,
    /// No more than so many configurations are looked at; the bounds are then further apart.
    pub most: usize,
}

impl Default for PathOptions {
    fn default() -> Self {
        Self { margin: 0.0, tolerance: 1e-4, most: 200_000 }
    }
}

impl PathOptions {
    /// With this margin.
    #[must_use]
    pub fn with_margin(self, margin: f64) -> Self {
        Self { margin, ..self }
    }
}

/// The clearance at one time.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct PathSample {
    /// When.
    pub time: f64,
    /// How far apart the closest pair is; infinite if there is none.
    pub distance: f64,
    /// Which.
    pub bodies: Option<[BodyId; 2]>,
}

/// The least clearance along a path.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Least {
    /// At no time is anything closer than this.
    pub lower: f64,
    /// A time at which something is this close: the clearance there is an upper bound.
    pub sample: PathSample,
}

/// What is known about a path.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PathReport {
    /// The clearance at the times of the trajectory.
    pub samples: Vec<PathSample>,
    /// For each stretch between two of them, a bound that holds all the while.
    pub between: Vec<f64>,
    /// The least clearance of all.
    pub least: Least,
    /// The earliest time, as far as it was looked for, at which the margin is violated.
    pub violation: Option<PathSample>,
    /// How many configurations were looked at.
    pub looked_at: usize,
    /// The margin.
    pub margin: f64,
}

impl PathReport {
    /// Whether it is proved that the margin is kept all the while, and nothing touches.
    pub fn is_safe(&self) -> bool {
        keeps(self.least.lower, self.margin)
    }
}

/// Whether this distance is enough. Contact is never enough, not even for a margin of zero.
fn keeps(distance: f64, margin: f64) -> bool {
    distance >= margin && distance > 0.0
}

impl Cell {
    /// How far a robot stays from everything, and from itself, along a trajectory, with a bound
    /// that holds between the samples. `progress` is told the share of the work done.
    pub fn along(
        &mut self,
        robot: usize,
        trajectory: &Trajectory,
        options: &PathOptions,
        progress: &mut dyn FnMut(f64),
    ) -> Result<PathReport, RobotError> {
        self.along_until(robot, trajectory, options, &mut |share| {
            progress(share);
            ControlFlow::Continue(())
        })
    }

    /// The same, for as long as `watch` lets it go on: it is called for each configuration that is
    /// looked at, with the share of the work done, and ends it with [`RobotError::Stopped`].
    pub fn along_until(
        &mut self,
        robot: usize,
        trajectory: &Trajectory,
        options: &PathOptions,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<PathReport, RobotError> {
        let mut search = Search::new(self, robot, trajectory, watch)?;
        let mut samples = Vec::with_capacity(trajectory.times.len());
        for at in 0..trajectory.times.len() {
            let (segment, share) = if at == 0 { (0, 0.0) } else { (at - 1, 1.0) };
            samples.push(search.look(segment, share, 0.0, f64::INFINITY)?.0);
        }
        let mut best = samples[0];
        for sample in &samples {
            if sample.distance < best.distance {
                best = *sample;
            }
        }
        let segments = trajectory.times.len() - 1;
        let mut between = vec![f64::INFINITY; segments];
        let mut queue = BinaryHeap::new();
        for segment in 0..segments {
            let piece = search.piece(segment, [0.0, 1.0], &mut best)?;
            queue.push(piece);
            search.share = 0.5 * (segment + 1) as f64 / segments as f64;
        }
        let mut lower = best.distance;
        while let Some(piece) = queue.pop() {
            lower = piece.lower.min(best.distance);
            let stop =
                best.distance - lower <= options.tolerance || search.looked_at > options.most;
            if stop {
                queue.push(piece);
                break;
            }
            lower = best.distance;
            let [from, to] = piece.span;
            let middle = 0.5 * (from + to);
            for span in [[from, middle], [middle, to]] {
                queue.push(search.piece(piece.segment, span, &mut best)?);
            }
            let open = ((best.distance - piece.lower) / options.tolerance).max(1.0);
            search.share = 1.0 - 0.5 * (1.0 - 1.0 / open);
        }
        for piece in queue {
            between[piece.segment] = between[piece.segment].min(piece.lower);
        }
        let least = Least { lower: lower.min(best.distance), sample: best };
        let violation = if keeps(best.distance, options.margin) {
            None
        } else {
            Some(search.first_below(options, &samples)?.unwrap_or(best))
        };
        search.share = 1.0;
        search.go_on()?;
        let looked_at = search.looked_at;
        Ok(PathReport { samples, between, least, violation, looked_at, margin: options.margin })
    }
}

/// A stretch of time.
struct Piece {
    /// Nothing comes closer than this in it.
    lower: f64,
    segment: usize,
    /// From and to, as shares of the segment.
    span: [f64; 2],
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Piece {}
impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
/// The one with the smallest bound is the greatest, and comes first.
impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |piece: &Self| (piece.segment, piece.span[0].to_bits());
        other.lower.total_cmp(&self.lower).then(place(other).cmp(&place(self)))
    }
}

/// What may come close to what.
struct Pair {
    bodies: [BodyId; 2],
    links: [Option<usize>; 2],
}

struct Search<'a> {
    cell: &'a mut Cell,
    robot: usize,
    trajectory: &'a Trajectory,
    pairs: Vec<Pair>,
    /// How much the joints move in each segment.
    steps: Vec<Vec<f64>>,
    reach: Reach,
    looked_at: usize,
    watch: &'a mut dyn FnMut(f64) -> ControlFlow<()>,
    /// The share of the work that is done.
    share: f64,
}

impl<'a> Search<'a> {
    fn new(
        cell: &'a mut Cell,
        robot: usize,
        trajectory: &'a Trajectory,
        watch: &'a mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Self, RobotError> {
        let Some(placed) = cell.robots.get(robot) else {
            return Err(RobotError::Configuration(format!("there is no robot {robot}")));
        };
        let kin = &placed.robot;
        let (mut largest, mut steps) = (vec![0.0_f64; kin.joints().len()], Vec::new());
        for configuration in &trajectory.configurations {
            for (most, value) in largest.iter_mut().zip(kin.joint_values(configuration)?) {
                *most = most.max(value.abs());
            }
        }
        for two in trajectory.configurations.windows(2) {
            let step: Vec<f64> = two[1].iter().zip(&two[0]).map(|(to, from)| to - from).collect();
            steps.push(kin.joint_steps(&step)?);
        }
        let reach = kin.reach(&largest);
        let link_of = |id: BodyId| placed.bodies.iter().position(|body| *body == Some(id));
        let ids: Vec<BodyId> = cell.scene.bodies().collect();
        let mut pairs = Vec::new();
        for (k, &a) in ids.iter().enumerate() {
            for &b in &ids[k + 1..] {
                let links = [link_of(a), link_of(b)];
                if links != [None, None] && cell.scene.compares(a, b)? {
                    pairs.push(Pair { bodies: [a, b], links });
                }
            }
        }
        let (looked_at, share) = (0, 0.0);
        Ok(Self { cell, robot, trajectory, pairs, steps, reach, looked_at, watch, share })
    }

    /// Whether it may.
    fn go_on(&mut self) -> Result<(), RobotError> {
        if (self.watch)(self.share).is_break() {
            return Err(RobotError::Stopped);
        }
        Ok(())
    }

    /// Looks at one moment: the closest pair, and what holds while the joints move by `half` of the
    /// segment's steps either way. Pairs that stay further apart than `enough` are not measured.
    fn look(
        &mut self,
        segment: usize,
        share: f64,
        half: f64,
        enough: f64,
    ) -> Result<(PathSample, f64), RobotError> {
        self.go_on()?;
        self.looked_at += 1;
        let Trajectory { times, configurations } = self.trajectory;
        let end = (segment + 1).min(times.len() - 1);
        let mix = |from: f64, to: f64| if share == 1.0 { to } else { from + (to - from) * share };
        let (from, to) = (&configurations[segment], &configurations[end]);
        let configuration: Vec<f64> = from.iter().zip(to).map(|(&x, &y)| mix(x, y)).collect();
        self.cell.configure(self.robot, &configuration)?;
        let time = mix(times[segment], times[end]);
        let mut sample = PathSample { time, distance: f64::INFINITY, bodies: None };
        let mut lower = f64::INFINITY;
        for pair in &self.pairs {
            let moved = match self.steps.get(segment) {
                // A little more, for rounding.
                Some(steps) if half > 0.0 => (1.0 + 1e-9) * half * pair.moved(&self.reach, steps),
                _ => 0.0,
            };
            let [a, b] = pair.bodies;
            let vouched = self.cell.scene.bound(a, b)?.lower;
            // Neither the closest pair here, nor one that matters all the while.
            if vouched > sample.distance.min(enough) && vouched - moved > enough {
                lower = lower.min(vouched - moved);
                continue;
            }
            let found = self.cell.scene.distance(a, b)?;
            lower = lower.min(found.lower - moved);
            if found.distance() < sample.distance {
                sample.distance = found.distance();
                sample.bodies = Some(found.bodies);
            }
        }
        Ok((sample, lower.max(0.0)))
    }

    /// A stretch of time, looked at in the middle.
    fn piece(
        &mut self,
        segment: usize,
        span: [f64; 2],
        best: &mut PathSample,
    ) -> Result<Piece, RobotError> {
        let [from, to] = span;
        let (share, half) = (0.5 * (from + to), 0.5 * (to - from));
        let (sample, lower) = self.look(segment, share, half, best.distance)?;
        if sample.distance < best.distance {
            *best = sample;
        }
        Ok(Piece { lower, segment, span })
    }

    /// The earliest moment at which something is closer than the margin, as far as stretches go in
    /// which nothing moves by more than the tolerance.
    fn first_below(
        &mut self,
        options: &PathOptions,
        samples: &[PathSample],
    ) -> Result<Option<PathSample>, RobotError> {
        let margin = options.margin;
        if !keeps(samples[0].distance, margin) {
            return Ok(Some(samples[0]));
        }
        for segment in 0..self.steps.len() {
            let mut stack = vec![[0.0, 1.0]];
            while let Some([from, to]) = stack.pop() {
                let (share, half) = (0.5 * (from + to), 0.5 * (to - from));
                let (sample, lower) = self.look(segment, share, half, margin)?;
                if keeps(lower, margin) {
                    continue;
                }
                let steps = &self.steps[segment];
                let moved = self.pairs.iter().map(|pair| pair.moved(&self.reach, steps));
                let small = half * moved.fold(0.0, f64::max) <= options.tolerance;
                if small || self.looked_at > 2 * options.most {
                    if !keeps(sample.distance, margin) {
                        return Ok(Some(sample));
                    }
                    continue;
                }
                stack.push([share, to]);
                stack.push([from, share]);
            }
            if !keeps(samples[segment + 1].distance, margin) {
                return Ok(Some(samples[segment + 1]));
            }
        }
        Ok(None)
    }
}

impl Pair {
    /// How much closer the two can come while the joints move by these steps.
    fn moved(&self, reach: &Reach, steps: &[f64]) -> f64 {
        match self.links {
            [Some(a), Some(b)] => reach.of_pair(a, b, steps),
            [Some(link), None] | [None, Some(link)] => reach.of_link(link, steps),
            [None, None] => 0.0,
        }
    }
}
